/*
 * Copies and joins strings of any length, for all suites.
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
