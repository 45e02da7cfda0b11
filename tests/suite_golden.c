/*
 * ---- Golden --------------------------------------------------------------
 * The program from end to end: one check a case of tests/golden, named after
 * it.  golden.sh runs the case, and prints how it differs when it fails.
 */

#define GOLDEN_DIRECTORY	"tests/golden"
#define GOLDEN_SUFFIX		".args"
#define GOLDEN_SECONDS		20

static struct dirent **golden_cases;	/* sorted; names without the suffix */

START_TEST(golden_case)
{
	char *command, *output;
	int status;

	command = joined(copied("sh tests/golden.sh '"),
	    golden_cases[_i]->d_name);
	command = joined(command, "'");
	output = capture(command, &status);
	ck_assert_msg(status == 0, "\n%s", output);
	free(output);
	free(command);
}
END_TEST

static int
is_golden_case(const struct dirent *entry)
{
	size_t length = strlen(entry->d_name);
	size_t suffix = strlen(GOLDEN_SUFFIX);

	return length > suffix &&
	    strcmp(entry->d_name + length - suffix, GOLDEN_SUFFIX) == 0;
}

static Suite *
suite_golden(void)
{
	Suite *suite = suite_create("golden");
	int n = scandir(GOLDEN_DIRECTORY, &golden_cases, is_golden_case,
	    alphasort);

	if (n <= 0)
		abandon_tests(GOLDEN_DIRECTORY, "no cases (run in the root)");
	for (int i = 0; i < n; i++) {
		char *name = golden_cases[i]->d_name;
		TCase *tcase;

		name[strlen(name) - strlen(GOLDEN_SUFFIX)] = '\0';
		tcase = tcase_create(name);
		tcase_set_timeout(tcase, GOLDEN_SECONDS);
		tcase_add_loop_test(tcase, golden_case, i, i + 1);
		suite_add_tcase(suite, tcase);
	}
	return suite;
}
