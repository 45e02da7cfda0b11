/*
 * ---- Summary -------------------------------------------------------------
 * Compares the figures of samples with those of exact arithmetic: for the
 * univariate sets of NIST, and both sets of each two-sample case.
 */

enum { NIST_SETS = 9 };

static struct summary
summary_of(const struct sample *sample)
{
	struct level level = level_of(95, 1);
	const struct question question = question_of("student");

	return summarize(sample, &question, level);
}

START_TEST(summary_nist)
{
	struct reference r;
	struct sample sample;
	struct summary s;
	char path[64];
	int i;

	open_reference(&r, "tests/unit/ref/nist/certified.tsv");
	for (i = 0; i <= _i; i++)
		ck_assert(next_reference(&r));
	snprintf(path, sizeof(path), "tests/unit/ref/nist/%s.dat",
	    text_of(&r, "name"));
	sample = read_sample(path);
	s = summary_of(&sample);

	ck_assert_double_eq((double)s.n, value_of(&r, "n"));
	ck_assert_double_eq(s.min, value_of(&r, "min"));
	ck_assert_double_eq(s.max, value_of(&r, "max"));
	ck_assert_double_eq(s.median, value_of(&r, "median"));
	ck_assert_double_eq(s.mean.hi, value_of(&r, "mean_double"));
	ck_assert_msg(relative_error(s.stddev, value_of(&r, "sd_double")) <
	    1e-15, "%s: standard deviation %.17g", path, s.stddev);
	free(sample.value);
	fclose(r.file);
}
END_TEST

/*
 * The figure that a quantity of expected.tsv is about, and the error it may
 * have: 1 ulp where 20 digits do not show a tie between two doubles.
 */
static bool
find_figure(const struct summary *s, const char *quantity, double *figure,
    double *ulps)
{
	const struct {
		const char *quantity;
		double figure, ulps;
	} known[] = {
		{ "n", (double)s->n, 0 },
		{ "min", s->min, 0 },
		{ "max", s->max, 0 },
		{ "median", s->median, 1 },
		{ "mean", s->mean.hi, 1 },
		{ "sd", s->stddev, 2 }
	};
	size_t i;

	for (i = 0; i < sizeof(known) / sizeof(known[0]); i++)
		if (strcmp(known[i].quantity, quantity) == 0) {
			*figure = known[i].figure;
			*ulps = known[i].ulps;
			return true;
		}
	return false;
}

START_TEST(summary_two_samples)
{
	static const char *const prefix[] = { "ref_", "cmp_" };
	struct reference r;
	struct two_samples two = read_two_samples(_i);
	struct summary s[2];
	const char *quantity;
	double figure, ulps, want;
	size_t set, checked = 0;

	s[0] = summary_of(&two.reference);
	s[1] = summary_of(&two.compared);
	open_expected(&r);
	while (next_expected(&r, _i)) {
		quantity = text_of(&r, "quantity");
		want = value_of(&r, "value");
		for (set = 0; set < 2; set++) {
			if (strncmp(quantity, prefix[set], 4) != 0 ||
			    !find_figure(&s[set], quantity + 4, &figure,
			    &ulps))
				continue;
			ck_assert_msg(ulps_between(figure, want) <= ulps,
			    "%s:%d: %s is %.17g, not %.17g", r.path, r.number,
			    quantity, figure, want);
			checked++;
		}
	}
	ck_assert_uint_eq(checked, 12);
	free(two.reference.value);
	free(two.compared.value);
}
END_TEST

START_TEST(summary_small)
{
	double value[] = { -3.5 };
	const struct sample none = { .n = 0 }, one = sample_from(value, 1);
	const struct summary s = summary_of(&one);

	ck_assert_uint_eq(summary_of(&none).n, 0);
	ck_assert_uint_eq(s.n, 1);
	ck_assert_double_eq(s.min, -3.5);
	ck_assert_double_eq(s.max, -3.5);
	ck_assert_double_eq(s.median, -3.5);
	ck_assert_double_eq(s.mean.hi, -3.5);
	ck_assert(isnan(s.stddev));
}
END_TEST

/* As wide as doubles reach, and wider than the spread can be told. */
START_TEST(summary_widest)
{
	double value[] = { DBL_MAX, -DBL_MAX };
	const struct sample sample = sample_from(value, 2);
	const struct summary s = summary_of(&sample);

	ck_assert_double_eq(s.median, 0);
	ck_assert_double_eq(s.mean.hi, 0);
	ck_assert(isinf(s.stddev));
}
END_TEST

/* The sum of these is beyond a double. */
START_TEST(summary_of_a_large_sum)
{
	enum { N = 5000 };
	static double value[N];
	const struct sample sample = sample_from(value, N);
	struct summary s;
	size_t i;

	for (i = 0; i < N; i++)
		value[i] = i % 2 == 0 ? 0x1p1022 : 0x1p1023;
	s = summary_of(&sample);
	ck_assert_double_eq(s.mean.hi, 0x1.8p1022);
	ck_assert_msg(relative_error(s.stddev,
	    0x1p1021 * sqrt(N / (N - 1.0))) < 1e-15, "%a", s.stddev);
}
END_TEST

/*
 * Equal values are exactly their mean, and have a spread of 0.  One value has
 * no standard deviation.
 */
START_TEST(summary_of_constants)
{
	static const double constants[] = { 0.1, -0.1, 1.0 / 3, 1e9 + 0.1,
	    DBL_MAX, -DBL_MAX, DBL_MIN, 5e-324, 0 };
	double value[1000];
	struct sample sample = sample_from(value, 0);
	struct summary s;

	for (sample.n = 0; sample.n < 1000; ) {
		value[sample.n++] = constants[_i];
		s = summary_of(&sample);
		ck_assert_double_eq(s.mean.hi, constants[_i]);
		ck_assert_double_eq(s.mean.lo, 0);
		ck_assert_double_eq(s.median, constants[_i]);
		if (s.n == 1)
			ck_assert(isnan(s.stddev));
		else
			ck_assert_double_eq(s.stddev, 0);
	}
}
END_TEST

static void
expect_detail(const double *value, size_t n, const char *test,
    double outliers, unsigned expected)
{
	struct level level = level_of(95, 1);
	const struct question question = question_of(test);
	double copy[64];
	const struct sample sample = sample_from(copy, n);
	struct summary s;

	memcpy(copy, value, n * sizeof(*copy));
	s = summarize(&sample, &question, level);
	examine(&s, &question.test);
	ck_assert_msg(s.outliers == outliers, "%s, %g...: %g outliers",
	    test, value[0], s.outliers);
	ck_assert_msg(s.doubts == expected, "%s, %g...: doubts %x", test,
	    value[0], s.doubts);
	free(s.sorted);
}

/* One more or one less changes them. */
START_TEST(summary_doubts)
{
	static const double low[] = { 100, 101, 102, 103, 104, 1 };
	static const double warm_up[] = { 9, 5, 6, 7, 8, 5, 8, 6, 7, 6 };
	static const double first[] = { 20, 5, 6, 7, 8, 5, 8, 6, 7, 6 };
	static const double fence[] = { 11, 8, 5, 5, 5, 8, 8, 5, 8, 17 };
	static const double beyond[] = { 11, 8, 5, 5, 5, 8, 8, 5, 8, 17.5 };
	static const double same[] = { 4, 4, 4, 4, 4, 4, 4, 4, 4, 4 };
	static const double coarse[] = { 0, 0, 0, 0, 0, 1, 0, 0, 0, 0 };

	expect_detail(low, 6, "student", 1, DOUBT_LOW);
	expect_detail(warm_up, 10, "student", 0, 0);
	expect_detail(first, 10, "student", 1, DOUBT_WARM_UP);
	expect_detail(fence, 10, "student", 0, 0);
	expect_detail(beyond, 10, "student", 1, 0);
	expect_detail(same, 10, "student", 0, DOUBT_CONSTANT);
	expect_detail(coarse, 10, "student", 1, 0);
	expect_detail(low, 3, "mannwhitney", 0, 0);
	expect_detail(low, 6, "p50", 1, DOUBT_LOW);
	expect_detail(low, 5, "p50", 0, DOUBT_TOO_FEW);
	expect_detail(low, 6, "p99", 1, DOUBT_TOO_FEW | DOUBT_LOW);
}
END_TEST

/*
 * Where a chance is just that of the level, n values are enough: 2^-n at
 * both ends of a median, 2 / C(2n, n) of ranks.
 */
START_TEST(summary_values_needed)
{
	static const double orders[] = { 20, 70, 252, 924, 3432 };
	static const struct sample none = { .n = 0 };
	struct summary s = summary_of(&none);
	double sorted[40] = { 0 }, n;
	struct level level;

	s.sorted = sorted;
	for (n = 3; n <= 40; n++) {
		level = level_of(100 - 100 * ldexp(1, 1 - (int)n), 1);
		s.n = (size_t)n;
		ck_assert(isfinite(estimate_quantile(&s, 0.5, level).lower));
		ck_assert(isfinite(estimate_quantile(&s, 0.5, level).upper));
		s.n--;
		ck_assert(isinf(estimate_quantile(&s, 0.5, level).lower));
		ck_assert(isinf(estimate_quantile(&s, 0.5, level).upper));
	}
	for (n = 3; n <= 7; n++) {
		level = level_of(100 - 200 / orders[(int)n - 3], 1);
		ck_assert_uint_eq(rank_of_ends((struct contrasts){
		    DIFFERENCES, (size_t)n, (size_t)n, NULL, NULL }, level),
		    1);
		ck_assert_uint_eq(rank_of_ends((struct contrasts){
		    DIFFERENCES, (size_t)n - 1, (size_t)n - 1, NULL, NULL },
		    level), 0);
	}
}
END_TEST

/* What the table shows: the test's own figure, and the farther end. */
START_TEST(summary_centre)
{
	double value[] = { 1, 2, 3, 4, 5, 6, 7, 8, 9, 100 };
	const struct sample sample = sample_from(value, 10);
	struct level level = level_of(95, 1);
	struct question question = question_of("mannwhitney");
	struct summary s = summarize(&sample, &question, level);

	/* P(B < 2) = 11 / 1024: the second values from either end. */
	ck_assert_double_eq(s.centre, 5.5);
	ck_assert_double_eq(s.centre_error, 3.5 / 5.5);
	question = question_of("p90");
	s = summarize(&sample, &question, level);
	ck_assert_double_eq_tol(s.centre, 18.1, 1e-13);
	ck_assert(isnan(s.centre_error));
	question = question_of("welch");
	s = summarize(&sample, &question, level);
	ck_assert_double_eq(s.centre, 14.5);
	ck_assert_double_eq(s.centre_error, s.mean_half_width / 14.5);
}
END_TEST

static Suite *
suite_summary(void)
{
	Suite *suite = suite_create("summary");
	TCase *tcase = tcase_create("figures");

	tcase_add_loop_test(tcase, summary_nist, 0, NIST_SETS);
	tcase_add_loop_test(tcase, summary_two_samples, 0, TWO_SAMPLE_CASES);
	tcase_add_test(tcase, summary_small);
	tcase_add_test(tcase, summary_widest);
	tcase_add_test(tcase, summary_of_a_large_sum);
	tcase_add_loop_test(tcase, summary_of_constants, 0, 9);
	tcase_add_test(tcase, summary_doubts);
	tcase_add_test(tcase, summary_centre);
	tcase_add_test(tcase, summary_values_needed);
	suite_add_tcase(suite, tcase);
	return suite;
}
