/*
 * bench [-p] title [rounds values label command] ...
 *
 * Measures commands.  bench.sh and pairs.sh build and run it.
 *
 * The commands run in turn, A B C A B C, each as often as its rounds say, so
 * that whatever disturbs the machine disturbs all of them.  Then a table is
 * printed, with a line for each command:
 *
 *	min ms, median ms	CPU time: user and system, children included
 *	system ms		the part of the median that is system time
 *	wall ms			the median of the elapsed time
 *	ns/value		median CPU time divided by the number of values;
 *				if that number is 0, it is not shown
 *	/first			how many times the first command's CPU time: the
 *				median over the rounds that both have
 *	MiB			the most memory that was resident
 *
 * With -p, only one line is printed: the title, the median CPU times of the
 * first two commands, and /first of the second one.
 *
 * A command is words between blanks, which are run without a shell, or "$ "
 * and a whole shell command.  Its input is empty and its output is thrown
 * away.  A status above 1 ends the program; 1 is a verdict of ministat.
 */

/* wait4 is not POSIX, but Linux, the BSDs and macOS all have it. */
#define _DEFAULT_SOURCE
#define _DARWIN_C_SOURCE
#define _NETBSD_SOURCE

#include <sys/types.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>

#include <fcntl.h>
#include <stdio.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define WORDS	32		/* the most in a command */
#define GROUP	4		/* arguments that make a command */

struct command {
	int		rounds;
	double		values;
	const char	*label;
	char		*words[WORDS];	/* NULL behind the last */
	double		*cpu, *system, *wall;	/* seconds, of each round */
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

/* Seconds since some moment. */
static double
now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
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

static double *
allocate(int n)
{
	double *memory = calloc((size_t)n, sizeof(*memory));

	if (memory == NULL)
		fail("memory", "exhausted");
	return memory;
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
	command.cpu = allocate(command.rounds);
	command.system = allocate(command.rounds);
	command.wall = allocate(command.rounds);
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
	const double start = now();
	struct rusage usage;
	pid_t pid;
	int status;

	if ((pid = fork()) == 0)
		become(command->words, null);
	if (pid == -1 || wait4(pid, &status, 0, &usage) == -1 ||
	    !WIFEXITED(status) || WEXITSTATUS(status) > 1)
		fail(command->label, "failed");
	command->wall[round] = now() - start;
	command->system[round] = in_seconds(usage.ru_stime);
	command->cpu[round] = in_seconds(usage.ru_utime) +
	    in_seconds(usage.ru_stime);
	if (command->peak < in_bytes(usage.ru_maxrss))
		command->peak = in_bytes(usage.ru_maxrss);
}

/* Runs the commands that have a round of this number.  False if none has. */
static bool
run_round(struct command *commands, int n, int round, int null)
{
	bool ran = false;

	for (int i = 0; i < n; i++) {
		if (round < commands[i].rounds) {
			run(&commands[i], round, null);
			ran = true;
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

/* The median of n values, which are sorted in a copy. */
static double
median(const double *value, int n)
{
	double *sorted = allocate(n), middle;

	memcpy(sorted, value, (size_t)n * sizeof(*sorted));
	qsort(sorted, (size_t)n, sizeof(*sorted), ascending);
	middle = (sorted[(n - 1) / 2] + sorted[n / 2]) / 2;
	free(sorted);
	return middle;
}

static double
least(const double *value, int n)
{
	double x = value[0];

	for (int i = 1; i < n; i++)
		x = value[i] < x ? value[i] : x;
	return x;
}

/* The median ratio of the CPU times, over the rounds that both have. */
static double
compared(const struct command *command, const struct command *first)
{
	int n = command->rounds < first->rounds ? command->rounds :
	    first->rounds;
	double *ratio = allocate(n), middle;

	for (int i = 0; i < n; i++)
		ratio[i] = command->cpu[i] / first->cpu[i];
	middle = median(ratio, n);
	free(ratio);
	return middle;
}

static void
print_row(const struct command *command, const struct command *first)
{
	const int n = command->rounds;
	const double middle = median(command->cpu, n);

	printf("%-18s %8.3f %9.3f %9.3f %8.3f", command->label,
	    least(command->cpu, n) * 1e3, middle * 1e3,
	    median(command->system, n) * 1e3, median(command->wall, n) * 1e3);
	if (command->values > 0)
		printf(" %9.2f", middle / command->values * 1e9);
	else
		printf(" %9s", "-");
	printf(" %6.3f %6.1f\n", compared(command, first),
	    command->peak / 1048576);
}

static void
print_table(const char *title, const struct command *commands, int n)
{
	printf("\n%s\n%-18s %8s %9s %9s %8s %9s %6s %6s\n", title, "",
	    "min ms", "median ms", "system ms", "wall ms", "ns/value",
	    "/first", "MiB");
	for (int i = 0; i < n; i++)
		print_row(&commands[i], &commands[0]);
}

static void
print_pair(const char *title, const struct command *pair)
{
	printf("%-32s %9.1f %9.1f %7.3f\n", title,
	    median(pair[0].cpu, pair[0].rounds) * 1e3,
	    median(pair[1].cpu, pair[1].rounds) * 1e3,
	    compared(&pair[1], &pair[0]));
}

int
main(int argc, char *argv[])
{
	const bool pair = argc > 1 && strcmp(argv[1], "-p") == 0;
	char **arguments = argv + 1 + pair;
	const int count = argc - 1 - pair;
	const int n = (count - 1) / GROUP;
	const int null = open("/dev/null", O_RDWR);
	struct command *commands;

	if (n < 1 || count != 1 + n * GROUP || (pair && n != 2))
		fail("usage", "[-p] title [rounds values label command] ...");
	commands = calloc((size_t)n, sizeof(*commands));
	if (commands == NULL || null == -1)
		fail("start", "no memory, or no /dev/null");
	for (int i = 0; i < n; i++)
		commands[i] = make_command(arguments + 1 + i * GROUP);
	for (int round = 0; run_round(commands, n, round, null); round++)
		continue;
	if (pair)
		print_pair(arguments[0], commands);
	else
		print_table(arguments[0], commands, n);
	return EXIT_SUCCESS;
}
