/*
 * ---- Quantiles -----------------------------------------------------------
 * -t pN, calculated by hand.  tests/figures/figures.py does it again with
 * scipy.
 */

START_TEST(quantile_names)
{
	static const struct {
		const char *name;
		double quantile;	/* 0: no test */
	} names[] = {
		{ "p50", 50 }, { "p99.9", 99.9 }, { "p1", 1 }, { "p0", 0 },
		{ "p100", 0 }, { "p-5", 0 }, { "p5x", 0 }, { "p5 0", 0 },
		{ "pnan", 0 }, { "pinf", 0 }
	};
	struct question question;
	size_t i;

	for (i = 0; i < sizeof(names) / sizeof(*names); i++) {
		ck_assert_msg(find_test(names[i].name, &question) ==
		    (names[i].quantile > 0), "%s", names[i].name);
		if (names[i].quantile == 0)
			continue;
		ck_assert(question.test.any_quantile);
		ck_assert(question.quantile == names[i].quantile);
		ck_assert_str_eq(question.test.title, names[i].name);
	}
	ck_assert(find_test("p", &question) && question.test.paired);
	ck_assert(find_test("m", &question) && question.quantile == 50);
	ck_assert(!find_test("x", &question));
	ck_assert(!find_test("", &question));	/* fits all */
}
END_TEST

/*
 * Of 10 values 95% lie between the second and the ninth: P(B < 2) is 11 / 1024.
 * The medians are 5.5 and 105.5, and reach 3.5 down and up.
 */
START_TEST(quantile_by_hand)
{
	double x[] = { 101, 102, 103, 104, 105, 106, 107, 108, 109, 110 };
	double y[] = { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 };
	const struct sample a = sample_from(x, 10), b = sample_from(y, 10);
	struct comparison c = compare_samples("p50", &a, &b, 95);
	double low, high;

	ck_assert_double_eq(c.difference.value, 100);
	ck_assert_double_eq_tol(c.difference.lower, 100 - 3.5 * sqrt(2), 1e-13);
	ck_assert_double_eq_tol(c.difference.upper, 100 + 3.5 * sqrt(2), 1e-13);
	ck_assert(isnan(c.p) && isnan(c.half_width));
	ck_assert(c.verdict == HIGHER);
	low = hypot(log(105.5 / 102), log(9 / 5.5));
	high = hypot(log(109 / 105.5), log(5.5 / 2));
	ck_assert_double_eq_tol(c.relative.value, 105.5 / 5.5 - 1, 1e-13);
	ck_assert_double_eq_tol(c.relative.lower,
	    105.5 / 5.5 * exp(-low) - 1, 1e-12);
	ck_assert_double_eq_tol(c.relative.upper,
	    105.5 / 5.5 * exp(high) - 1, 1e-12);
	ck_assert_str_eq(describe_test(&c),
	    "p50 = 105.5 against 5.5 of the reference");

	/* Two equal values make a clock of 1. */
	y[5] = 5;
	c = compare_samples("p50", &a, &b, 95);
	ck_assert_double_eq(c.difference.value, 100.5);
	ck_assert_double_eq_tol(c.difference.lower, 100.5 - 1 -
	    hypot(3.5, 4), 1e-13);
	y[0] = -1;
	ck_assert(isnan(compare_samples("p50", &a, &b, 95).relative.value));
}
END_TEST

/* One value fewer than it takes, and as many. */
START_TEST(quantile_of_too_few)
{
	enum { MOST = 368 };
	static const struct {
		const char *name;
		size_t least;
	} cases[] = {
		{ "p50", 6 }, { "p90", 36 }, { "p10", 36 }, { "p99", MOST }
	};
	static double x[MOST], y[MOST];
	struct sample a = sample_from(x, 0), b = sample_from(y, 0);
	struct comparison c;
	size_t i;

	for (i = 0; i < MOST; i++) {
		x[i] = 10 + (double)(i * 7919 % MOST) / MOST;
		y[i] = 1 + (double)(i * 7919 % MOST) / MOST;
	}
	for (i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		a.n = b.n = cases[i].least;
		c = compare_samples(cases[i].name, &a, &b, 95);
		ck_assert(c.verdict == HIGHER && c.doubts == 0);
		a.n = b.n = cases[i].least - 1;
		c = compare_samples(cases[i].name, &a, &b, 95);
		ck_assert(c.verdict == UNDECIDED);
		ck_assert(c.doubts == DOUBT_TOO_FEW);
		ck_assert(c.difference.lower == -INFINITY);
		ck_assert(c.difference.upper == INFINITY);
	}
}
END_TEST

static Suite *
suite_quantile(void)
{
	Suite *suite = suite_create("quantile");
	TCase *tcase = tcase_create("quantile");

	tcase_add_test(tcase, quantile_names);
	tcase_add_test(tcase, quantile_by_hand);
	tcase_add_test(tcase, quantile_of_too_few);
	suite_add_tcase(suite, tcase);
	return suite;
}
