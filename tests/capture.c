/*
 * Running a shell command and taking what it prints.
 */

/* Says why no test can be run, and ends. */
static void
abandon_tests(const char *subject, const char *problem)
{
	fprintf(stderr, "check_ministat: %s: %s\n", subject, problem);
	exit(EXIT_FAILURE);
}

/* The string a followed by b, in place of a, which is freed. */
static char *
joined(char *a, const char *b)
{
	size_t length = strlen(a);
	char *both = realloc(a, length + strlen(b) + 1);

	if (both == NULL)
		abandon_tests("memory", "exhausted");
	strcpy(both + length, b);
	return both;
}

static char *
copied(const char *text)
{
	return joined(calloc(1, 1), text);
}

/*
 * What a shell command prints on standard output and standard error, in the
 * order in which a terminal would show it.  *status becomes what the shell
 * would say: the exit status, or 128 + the signal.
 */
static char *
capture(const char *command, int *status)
{
	char *script, *output = copied("");
	char chunk[4096];
	FILE *pipe;
	size_t n;
	int how;

	script = joined(
	    copied("exec 2>&1 </dev/null\n. tests/environment.sh\n"), command);
	if ((pipe = popen(script, "r")) == NULL)
		abandon_tests(command, "cannot be run");
	while ((n = fread(chunk, 1, sizeof(chunk) - 1, pipe)) > 0) {
		chunk[n] = '\0';
		output = joined(output, chunk);
	}
	how = pclose(pipe);
	*status = WIFEXITED(how) ? WEXITSTATUS(how) : 128 + WTERMSIG(how);
	free(script);
	return output;
}
