/*
 * check_ministat: all unit tests in one program.
 *
 *	make check-unit			runs all suites
 *	make check-unit SUITE=numbers	runs one, as CK_RUN_SUITE=numbers does
 *	CK_RUN_CASE=numbers		runs one test case
 *	CK_FORK=no			does not fork, for a debugger
 *
 * It includes the whole program, so that a suite can call any function of it
 * and the program needs no test hook.  The program is included first, because
 * it chooses the feature-test macros.  The tests run in the project's root.
 *
 * A suite is a file NAME.c, after the section of the program that it tests,
 * with a function suite_NAME, included and entered in the table below.  ref/
 * holds reference values; text.c, reference.c, random.h and decimals.c are
 * what several suites need.  What is read, and what is wrong with it, is in
 * tests/golden.
 */
#define main ministat_main
#include "../../ministat.c"
#undef main

#include <check.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "text.c"
#include "reference.c"
#include "decimals.c"

#include "numbers.c"
#include "arithmetic.c"
#include "distributions.c"
#include "summary.c"
#include "comparison.c"
#include "mannwhitney.c"
#include "signedranks.c"
#include "quantile.c"
#include "input.c"
#include "plot.c"
#include "width.c"
#include "report.c"

static Suite *(*const suites[])(void) = {
	suite_numbers,
	suite_arithmetic,
	suite_distributions,
	suite_summary,
	suite_comparison,
	suite_mannwhitney,
	suite_signedranks,
	suite_quantile,
	suite_input,
	suite_plot,
	suite_width,
	suite_report,
};

int
main(int argc, char *argv[])
{
	SRunner *runner;
	int run, failed;

	/* In seconds, for each test: only what hangs may ever reach it. */
	setenv("CK_DEFAULT_TIMEOUT", "600", 0);
	runner = srunner_create(NULL);
	for (size_t i = 0; i < sizeof(suites) / sizeof(suites[0]); i++)
		srunner_add_suite(runner, suites[i]());

	if (argc > 1)
		srunner_run(runner, argv[1], NULL, CK_NORMAL);
	else
		srunner_run_all(runner, CK_NORMAL);
	run = srunner_ntests_run(runner);
	failed = srunner_ntests_failed(runner);
	srunner_free(runner);

	if (run == 0)
		abandon_tests("no such suite",
		    argc > 1 ? argv[1] : "CK_RUN_SUITE");
	return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
