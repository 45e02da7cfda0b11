/*
 * check.h: the part of the check library that the suites use, in one file.
 *
 * It is for platforms that do not have the library: portability.sh compiles the
 * tests with -Itests/portability, and analysis.sh does so to measure coverage.
 * Everywhere else the real library runs them.
 *
 * Unlike the library, it does not fork: a crash ends the run, and the caller
 * must end a test that hangs.
 */
#ifndef PORTABLE_CHECK_H
#define PORTABLE_CHECK_H

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef void TFun(int _i);

struct check_test {
	struct check_test *next;
	const char *name;
	TFun *run;
	int first, last;
};

typedef struct check_case {
	struct check_case *next;
	const char *name;
	struct check_test *test, **end;
} TCase;

typedef struct check_suite {
	struct check_suite *next;
	const char *name;
	TCase *tcase, **end;
} Suite;

typedef struct check_runner {
	Suite *suite, **end;
	int run, failed;
} SRunner;

enum print_output { CK_SILENT, CK_NORMAL };

static jmp_buf check_failure;

static void
check_fail(const char *file, int line, const char *format, ...)
{
	va_list arguments;

	printf("%s:%d: ", file, line);
	va_start(arguments, format);
	vprintf(format, arguments);
	va_end(arguments);
	longjmp(check_failure, 1);
}

/* Each is evaluated once, in the widest type of its kind. */
#define	CK_FAIL(...)	check_fail(__FILE__, __LINE__, __VA_ARGS__)
#define	CK_COMPARE(type, format, a, op, b) do {				\
	type ck_a = (a);						\
	type ck_b = (b);						\
									\
	if (!(ck_a op ck_b))						\
		CK_FAIL("%s %s %s: " format ", " format,		\
		    #a, #op, #b, ck_a, ck_b);				\
} while (0)

#define	ck_assert_msg(expression, ...) do {				\
	if (!(expression))						\
		CK_FAIL(__VA_ARGS__);					\
} while (0)
#define	ck_assert(expression)	ck_assert_msg(expression, "%s", #expression)
#define	ck_abort_msg(...)	CK_FAIL(__VA_ARGS__)

#define	CK_INT(a, op, b)	CK_COMPARE(intmax_t, "%jd", a, op, b)
#define	CK_UINT(a, op, b)	CK_COMPARE(uintmax_t, "%ju", a, op, b)
#define	CK_POINTER(a, op, b)	CK_COMPARE(const void *, "%p", a, op, b)
#define	ck_assert_int_eq(a, b)	CK_INT(a, ==, b)
#define	ck_assert_int_ne(a, b)	CK_INT(a, !=, b)
#define	ck_assert_int_lt(a, b)	CK_INT(a, <, b)
#define	ck_assert_int_le(a, b)	CK_INT(a, <=, b)
#define	ck_assert_int_gt(a, b)	CK_INT(a, >, b)
#define	ck_assert_int_ge(a, b)	CK_INT(a, >=, b)
#define	ck_assert_uint_eq(a, b)	CK_UINT(a, ==, b)
#define	ck_assert_uint_ne(a, b)	CK_UINT(a, !=, b)
#define	ck_assert_uint_lt(a, b)	CK_UINT(a, <, b)
#define	ck_assert_uint_le(a, b)	CK_UINT(a, <=, b)
#define	ck_assert_uint_gt(a, b)	CK_UINT(a, >, b)
#define	ck_assert_uint_ge(a, b)	CK_UINT(a, >=, b)
#define	CK_DOUBLE(a, op, b)	CK_COMPARE(double, "%.17g", a, op, b)
#define	ck_assert_double_eq(a, b)	CK_DOUBLE(a, ==, b)
#define	ck_assert_double_ne(a, b)	CK_DOUBLE(a, !=, b)
#define	ck_assert_double_lt(a, b)	CK_DOUBLE(a, <, b)
#define	ck_assert_double_le(a, b)	CK_DOUBLE(a, <=, b)
#define	ck_assert_double_gt(a, b)	CK_DOUBLE(a, >, b)
#define	ck_assert_double_ge(a, b)	CK_DOUBLE(a, >=, b)
#define	ck_assert_double_eq_tol(a, b, tolerance)			\
	CK_DOUBLE(fabs((double)(a) - (double)(b)), <=, tolerance)
#define	ck_assert_ptr_eq(a, b)	CK_POINTER(a, ==, b)
#define	ck_assert_ptr_ne(a, b)	CK_POINTER(a, !=, b)
#define	ck_assert_ptr_null(a)	CK_POINTER(a, ==, NULL)
#define	ck_assert_ptr_nonnull(a)	CK_POINTER(a, !=, NULL)
#define	ck_assert_str_eq(a, b) do {					\
	const char *ck_a = (a), *ck_b = (b);				\
									\
	if (strcmp(ck_a, ck_b) != 0)					\
		CK_FAIL("%s == %s: \"%s\", \"%s\"", #a, #b, ck_a,	\
		    ck_b);						\
} while (0)

#define	START_TEST(name)	static void name(int _i) { (void)_i;
#define	END_TEST		}

/* Room for one more thing; what a run of tests allocates is never freed. */
static void *
check_new(size_t size)
{
	void *new = calloc(1, size);

	if (new == NULL) {
		perror("check.h");
		exit(EXIT_FAILURE);
	}
	return new;
}

static Suite *
suite_create(const char *name)
{
	Suite *suite = check_new(sizeof(*suite));

	suite->name = name;
	suite->end = &suite->tcase;
	return suite;
}

static TCase *
tcase_create(const char *name)
{
	TCase *tcase = check_new(sizeof(*tcase));

	tcase->name = name;
	tcase->end = &tcase->test;
	return tcase;
}

static void
suite_add_tcase(Suite *suite, TCase *tcase)
{
	*suite->end = tcase;
	suite->end = &tcase->next;
}

static void
check_add(TCase *tcase, TFun *run, const char *name, int first, int last)
{
	struct check_test *test = check_new(sizeof(*test));

	test->name = name;
	test->run = run;
	test->first = first;
	test->last = last;
	*tcase->end = test;
	tcase->end = &test->next;
}

#define	tcase_add_loop_test(tcase, test, first, last)			\
	check_add(tcase, test, #test, first, last)
#define	tcase_add_test(tcase, test)	check_add(tcase, test, #test, 0, 1)
#define	tcase_set_timeout(tcase, seconds) do {				\
	(void)(tcase);							\
	(void)(seconds);						\
} while (0)

static void
srunner_add_suite(SRunner *runner, Suite *suite)
{
	*runner->end = suite;
	runner->end = &suite->next;
}

static SRunner *
srunner_create(Suite *suite)
{
	SRunner *runner = check_new(sizeof(*runner));

	runner->end = &runner->suite;
	if (suite != NULL)
		srunner_add_suite(runner, suite);
	return runner;
}

static void
check_run(SRunner *runner, const char *suite, const TCase *tcase,
    const struct check_test *test)
{
	/* Not a local: longjmp may spoil those. */
	static int i;

	for (i = test->first; i < test->last; i++) {
		runner->run++;
		if (setjmp(check_failure) == 0) {
			test->run(i);
			continue;
		}
		runner->failed++;
		printf("\n%s:%s:%s:%d: failed\n", suite, tcase->name,
		    test->name, i);
	}
	fflush(stdout);
}

/* Runs the named suite and case; NULL: all. */
static void
srunner_run(SRunner *runner, const char *suite, const char *tcase,
    enum print_output verbosity)
{
	(void)verbosity;
	for (const Suite *s = runner->suite; s != NULL; s = s->next) {
		if (suite != NULL && strcmp(suite, s->name) != 0)
			continue;
		for (const TCase *c = s->tcase; c != NULL; c = c->next) {
			const struct check_test *t = c->test;

			if (tcase != NULL && strcmp(tcase, c->name) != 0)
				continue;
			for (; t != NULL; t = t->next)
				check_run(runner, s->name, c, t);
		}
	}
	/* The line that the real one ends with. */
	printf("%d%%: Checks: %d, Failures: %d, Errors: 0\n",
	    runner->run == 0 ? 0 :
	    100 * (runner->run - runner->failed) / runner->run,
	    runner->run, runner->failed);
}

static void
srunner_run_all(SRunner *runner, enum print_output verbosity)
{
	srunner_run(runner, getenv("CK_RUN_SUITE"), getenv("CK_RUN_CASE"),
	    verbosity);
}

static int
srunner_ntests_run(const SRunner *runner)
{
	return runner->run;
}

static int
srunner_ntests_failed(const SRunner *runner)
{
	return runner->failed;
}

static void
srunner_free(SRunner *runner)
{
	free(runner);
}

#endif
