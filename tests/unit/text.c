/* Catches what is printed, for all suites. */

/* Says why no test can be run, and ends. */
static void
abandon_tests(const char *subject, const char *problem)
{
	fprintf(stderr, "check_ministat: %s: %s\n", subject, problem);
	exit(EXIT_FAILURE);
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
