/*
 * bench title rounds label command [label command ...]
 *
 * Measures commands.  bench.sh builds and runs it.
 *
 * The commands run in turn, A B C A B C, as many rounds as asked for, so that
 * whatever disturbs the machine disturbs all of them.  Then a line is printed
 * for each command, below the title:
 *
 *	cpu ms		the median CPU time: user and system
 *	wall ms		the median of the elapsed time
 *	/first		how many times the first command's CPU time: the median
 *			over the rounds
 *	faults		page faults that needed no disk
 *	MiB		the most memory that was resident
 *
 * A command is run by sh.  Its input is empty and its output is thrown away.  A
 * status above 1 ends the program; 1 is a verdict of ministat.
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
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST_ROUNDS = 1000 };

struct command {
	const char *label, *text;
	double cpu[MOST_ROUNDS], wall[MOST_ROUNDS], ratio[MOST_ROUNDS];
	long faults, peak;
};

static double
in_ms(struct timeval t)
{
	return (double)t.tv_sec * 1e3 + (double)t.tv_usec / 1e3;
}

static void
run(struct command *c, int round)
{
	struct timeval start, end;
	struct rusage usage;
	pid_t pid;
	int status;

	gettimeofday(&start, NULL);
	pid = fork();
	if (pid == 0) {
		dup2(open("/dev/null", O_RDWR), STDIN_FILENO);
		dup2(STDIN_FILENO, STDOUT_FILENO);
		execl("/bin/sh", "sh", "-c", c->text, (char *)NULL);
		_exit(127);
	}
	if (pid == -1 || wait4(pid, &status, 0, &usage) == -1 ||
	    !WIFEXITED(status) || WEXITSTATUS(status) > 1) {
		fprintf(stderr, "bench: failed: %s\n", c->text);
		exit(EXIT_FAILURE);
	}
	gettimeofday(&end, NULL);
	c->cpu[round] = in_ms(usage.ru_utime) + in_ms(usage.ru_stime);
	c->wall[round] = in_ms(end) - in_ms(start);
	c->faults = usage.ru_minflt;
	if (c->peak < usage.ru_maxrss)
		c->peak = usage.ru_maxrss;
}

static int
ascending(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

/* The median of n values, which are sorted. */
static double
median(double *value, int n)
{
	qsort(value, (size_t)n, sizeof(*value), ascending);
	return (value[(n - 1) / 2] + value[n / 2]) / 2;
}

int
main(int argc, char *argv[])
{
	const int rounds = argc > 4 ? atoi(argv[2]) : 0, n = (argc - 3) / 2;
	struct command *c;

	if (rounds < 1 || rounds > MOST_ROUNDS || argc != 3 + 2 * n ||
	    (c = calloc((size_t)n, sizeof(*c))) == NULL) {
		fputs("usage: bench title rounds label command ...\n", stderr);
		return EXIT_FAILURE;
	}
	for (int round = 0; round < rounds; round++)
		for (int i = 0; i < n; i++) {
			c[i].label = argv[3 + 2 * i];
			c[i].text = argv[4 + 2 * i];
			run(&c[i], round);
			c[i].ratio[round] = c[i].cpu[round] / c[0].cpu[round];
		}
	printf("%-34s %9s %9s %7s %7s %7s\n", argv[1], "cpu ms", "wall ms",
	    "/first", "faults", "MiB");
	for (int i = 0; i < n; i++)
		printf("  %-32s %9.2f %9.2f %7.3f %7ld %7.1f\n", c[i].label,
		    median(c[i].cpu, rounds), median(c[i].wall, rounds),
		    median(c[i].ratio, rounds), c[i].faults,
		    (double)c[i].peak / 1024);
	return EXIT_SUCCESS;
}
