/*
 * terminal [-i] COLUMNS command [argument ...]: runs a command whose standard
 * output is a terminal of this width, and prints what the terminal receives.
 * With -i, the terminal is its standard input, too: the line on our standard
 * input is typed there, and then the end of the file.
 *
 * The transcripts use it for what the program prints only on a terminal.
 * Control characters other than newlines and tabs are shown as ^X.
 */
#define _XOPEN_SOURCE 700
#ifdef __APPLE__
#define _DARWIN_C_SOURCE
#endif
#ifdef __NetBSD__
#define _NETBSD_SOURCE
#endif
#include <sys/ioctl.h>
#include <sys/types.h>
#include <sys/wait.h>

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

static void
abandon(const char *what)
{
	perror(what);
	exit(126);
}

/* A terminal that changes nothing of what is written. */
static int
open_terminal(int master, unsigned short columns)
{
	struct winsize window = { .ws_row = 24, .ws_col = columns };
	const char *name;
	struct termios mode;
	int terminal;

	if (grantpt(master) == -1 || unlockpt(master) == -1 ||
	    (name = ptsname(master)) == NULL ||
	    (terminal = open(name, O_RDWR | O_NOCTTY)) == -1)
		abandon("terminal");
	if (tcgetattr(terminal, &mode) == -1)
		abandon("tcgetattr");
	mode.c_oflag &= ~(tcflag_t)OPOST;
	mode.c_lflag &= ~(tcflag_t)ECHO;
	if (tcsetattr(terminal, TCSANOW, &mode) == -1 ||
	    ioctl(terminal, TIOCSWINSZ, &window) == -1)
		abandon("terminal");
	return terminal;
}

/* Types the line on our standard input, and the end of the file. */
static void
type(int master)
{
	char line[200];
	ssize_t n = read(STDIN_FILENO, line, sizeof(line));

	if (n < 0 || write(master, line, (size_t)n) != n ||
	    write(master, "\4", 1) != 1)
		abandon("typing");
}

static void
copy(int from)
{
	unsigned char bytes[4096];
	ssize_t n, i;

	while ((n = read(from, bytes, sizeof(bytes))) > 0)
		for (i = 0; i < n; i++)
			if (bytes[i] < ' ' && bytes[i] != '\n' &&
			    bytes[i] != '\t')
				printf("^%c", bytes[i] + '@');
			else
				putchar(bytes[i]);
	fflush(stdout);
}

int
main(int argc, char *argv[])
{
	int master = posix_openpt(O_RDWR | O_NOCTTY), terminal, status;
	const int is_input = argc > 1 && strcmp(argv[1], "-i") == 0;
	pid_t child;

	argc -= is_input;
	argv += is_input;
	if (master == -1 || argc < 3)
		abandon("terminal: [-i] COLUMNS command ...");
	terminal = open_terminal(master, (unsigned short)atoi(argv[1]));
	if ((child = fork()) == -1)
		abandon("fork");
	if (child == 0) {
		if (is_input)
			dup2(terminal, STDIN_FILENO);
		dup2(terminal, STDOUT_FILENO);
		close(terminal);
		close(master);
		execvp(argv[2], argv + 2);
		abandon(argv[2]);
	}
	if (is_input)
		type(master);
	close(terminal);
	copy(master);
	if (waitpid(child, &status, 0) == -1)
		abandon("waitpid");
	return WIFEXITED(status) ? WEXITSTATUS(status) :
	    128 + WTERMSIG(status);
}
