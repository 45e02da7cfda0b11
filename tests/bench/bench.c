/*
 * bench title [rounds values label command] ...
 *
 * Runs the commands in turn, A B C A B C, each as often as its rounds say, so
 * that what disturbs the machine disturbs all of them.  Then prints a table:
 * CPU time, user and system with that of children, its least and its median;
 * the median for each of so many values (0: not shown); how the medians
 * compare with the first command's; and the most memory that was resident.
 *
 * A command is words between blanks, run without a shell; or "$ " and a whole
 * shell command.  Input is empty, output is thrown away.  A status above 1
 * ends it all (1 is a verdict of ministat's).
 */

/* wait4 is no POSIX, but Linux, the BSDs and macOS all have it. */
#define _DEFAULT_SOURCE
#define _DARWIN_C_SOURCE
#define _NETBSD_SOURCE

#include <sys/types.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define WORDS	32		/* the most in a command */
#define GROUP	4		/* arguments that make a command */

struct command {
	int		rounds;
	double		values;
	const char	*label;
	char		*words[WORDS];	/* NULL behind the last */
	double		*seconds;	/* one a round, sorted at the end */
	double		peak;		/* bytes */
};

static void
fail(const char *subject, const char *problem)
{
	fprintf(stderr, "bench: %s: %s\n", subject, problem);
	exit(EXIT_FAILURE);
}

static double
in_seconds(struct timeval t)
{
	return (double)t.tv_sec + (double)t.tv_usec / 1e6;
}

static double
in_bytes(long maxrss)
{
#ifdef __APPLE__
	return (double)maxrss;
#else
	return (double)maxrss * 1024;
#endif
}

static void
split(char *text, char *words[WORDS])
{
	int n = 0;

	if (strncmp(text, "$ ", 2) == 0) {
		words[0] = "sh";
		words[1] = "-c";
		words[2] = text + 2;
		return;
	}
	for (char *word = strtok(text, " "); word != NULL && n < WORDS;
	    word = strtok(NULL, " "))
		words[n++] = word;
	if (n == 0 || n == WORDS)
		fail("command", "no words, or too many");
}

static struct command
make_command(char *argument[GROUP])
{
	struct command command = { 0 };

	command.rounds = atoi(argument[0]);
	command.values = atof(argument[1]);
	command.label = argument[2];
	if (command.rounds < 1)
		fail(command.label, "needs a round at least");
	command.seconds = calloc((size_t)command.rounds, sizeof(double));
	if (command.seconds == NULL)
		fail("memory", "exhausted");
	split(argument[3], command.words);
	return command;
}

/* Becomes the command.  null is /dev/null. */
static void
become(char **words, int null)
{
	if (dup2(null, STDIN_FILENO) != -1 && dup2(null, STDOUT_FILENO) != -1)
		execvp(words[0], words);
	perror(words[0]);
	_exit(127);
}

static void
run(struct command *command, int round, int null)
{
	struct rusage usage;
	pid_t pid;
	int status;

	if ((pid = fork()) == 0)
		become(command->words, null);
	if (pid == -1 || wait4(pid, &status, 0, &usage) == -1 ||
	    !WIFEXITED(status) || WEXITSTATUS(status) > 1)
		fail(command->label, "failed");
	command->seconds[round] =
	    in_seconds(usage.ru_utime) + in_seconds(usage.ru_stime);
	if (command->peak < in_bytes(usage.ru_maxrss))
		command->peak = in_bytes(usage.ru_maxrss);
}

/* Runs what has a round of that number.  False when nothing has. */
static int
run_round(struct command *commands, int n, int round, int null)
{
	int ran = 0;

	for (int i = 0; i < n; i++) {
		if (round < commands[i].rounds) {
			run(&commands[i], round, null);
			ran = 1;
		}
	}
	return ran;
}

static int
ascending(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static double
median(const struct command *command)
{
	int n = command->rounds;

	return (command->seconds[(n - 1) / 2] + command->seconds[n / 2]) / 2;
}

static void
print_row(const struct command *command, const struct command *first)
{
	double middle = median(command);

	printf("%-20s %10.3f %10.3f", command->label,
	    command->seconds[0] * 1e3, middle * 1e3);
	if (command->values > 0)
		printf(" %9.2f", middle / command->values * 1e9);
	else
		printf(" %9s", "-");
	printf(" %7.2f %7.3f %7.1f\n", middle / median(first),
	    median(first) / middle, command->peak / 1048576);
}

int
main(int argc, char *argv[])
{
	int n = (argc - 2) / GROUP;
	int null = open("/dev/null", O_RDWR);
	struct command *commands;

	if (n < 1 || argc != 2 + n * GROUP)
		fail("usage", "title [rounds values label command] ...");
	commands = calloc((size_t)n, sizeof(*commands));
	if (commands == NULL || null == -1)
		fail("start", "no memory, or no /dev/null");
	for (int i = 0; i < n; i++)
		commands[i] = make_command(argv + 2 + i * GROUP);
	for (int round = 0; run_round(commands, n, round, null); round++)
		continue;

	printf("\n%s\n%-20s %10s %10s %9s %7s %7s %7s\n", argv[1], "",
	    "min ms", "median ms", "ns/value", "/first", "first/", "MiB");
	for (int i = 0; i < n; i++) {
		qsort(commands[i].seconds, (size_t)commands[i].rounds,
		    sizeof(double), ascending);
		print_row(&commands[i], &commands[0]);
	}
	return EXIT_SUCCESS;
}
