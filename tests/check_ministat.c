/*
 * check_ministat: all tests of ministat in one program.
 *
 *	make check			all suites
 *	make check SUITE=golden		one suite (so does CK_RUN_SUITE)
 *	CK_RUN_CASE=README:12		one case; CK_FORK=no for a debugger
 *
 * It includes the program, main and all, so that a suite calls any function
 * of it and the program needs no test hook.  It comes first, since it chooses
 * the feature-test macros.  It runs in the project's root.
 *
 * A suite is a file suite_NAME.c with a function suite_NAME, included and
 * entered in the table below.  suite_golden runs the program on the cases in
 * golden/ (golden.sh says how they are laid out; `make golden` rewrites what
 * they expect), suite_documents on the examples in README and the manual.
 * ref/ holds reference values.
 */
#define main ministat_main
#include "../ministat.c"
#undef main

#include <sys/types.h>
#include <sys/wait.h>

#include <check.h>
#include <dirent.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* As in ministat.c: what calls its functions must be of the same target. */
#if defined(__clang__) && defined(__i386__) && !defined(__SSE2__)
#pragma clang attribute push (__attribute__((target("sse2"))), \
    apply_to = function)
#endif

#include "capture.c"

#include "reference.c"

#include "random_numbers.c"
#include "suite_numbers.c"
#include "suite_arithmetic.c"
#include "suite_distributions.c"
#include "suite_summary.c"
#include "suite_comparison.c"
#include "suite_mannwhitney.c"
#include "suite_input.c"
#include "suite_plot.c"
#include "suite_options.c"
#include "suite_report.c"
#include "suite_golden.c"
#include "suite_documents.c"

static Suite *(*const suites[])(void) = {
	suite_numbers,
	suite_arithmetic,
	suite_distributions,
	suite_summary,
	suite_comparison,
	suite_mannwhitney,
	suite_input,
	suite_plot,
	suite_options,
	suite_report,
	suite_golden,
	suite_documents,
};

int
main(int argc, char *argv[])
{
	SRunner *runner = srunner_create(NULL);
	int run, failed;

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

#if defined(__clang__) && defined(__i386__) && !defined(__SSE2__)
#pragma clang attribute pop
#endif
