/*
 * Runs what should end the program in a child process, and returns its message,
 * for all suites.
 */
#include <sys/wait.h>

/*
 * The line that run(argument) ends the program with, without "ministat: " and
 * the newline; NULL if it returns.  The next call overwrites it.
 */
static const char *
trouble_of(void (*run)(const void *), const void *argument)
{
	static char message[2000];
	const char prefix[] = "ministat: ";
	size_t length = 0;
	ssize_t got;
	pid_t child;
	int end[2], status;

	ck_assert_int_eq(pipe(end), 0);
	ck_assert_int_ne(child = fork(), -1);
	if (child == 0) {
		dup2(end[1], STDERR_FILENO);
		run(argument);
		_exit(0);
	}
	close(end[1]);
	while ((got = read(end[0], message + length,
	    sizeof(message) - 1 - length)) > 0)
		length += (size_t)got;
	close(end[0]);
	ck_assert_int_eq(waitpid(child, &status, 0), child);
	ck_assert(WIFEXITED(status));
	if (WEXITSTATUS(status) == 0)
		return NULL;
	ck_assert_int_eq(WEXITSTATUS(status), STATUS_TROUBLE);
	ck_assert(strncmp(message, prefix, strlen(prefix)) == 0);
	ck_assert(message[length - 1] == '\n');
	message[length - 1] = '\0';
	return message + strlen(prefix);
}
