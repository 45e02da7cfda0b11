/*
 * Copies and joins strings of any length, and catches what is printed, for all
 * suites.
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
 * From now on, standard output goes to a file.  Returns where it went before,
 * for end_catching.
 */
static int
catch_output(FILE *file)
{
	int before;

	fflush(stdout);
	before = dup(STDOUT_FILENO);
	if (file == NULL || before == -1 ||
	    dup2(fileno(file), STDOUT_FILENO) == -1)
		abandon_tests("standard output", "cannot be caught");
	return before;
}

/* Ends it, puts what was printed into text, and closes the file. */
static void
end_catching(int before, FILE *file, char text[], size_t size)
{
	fflush(stdout);
	dup2(before, STDOUT_FILENO);
	close(before);
	rewind(file);
	text[fread(text, 1, size - 1, file)] = '\0';
	fclose(file);
}
