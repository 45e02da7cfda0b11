/*
 * ---- Summary -------------------------------------------------------------
 * The figures of a sample, against those of exact arithmetic: the univariate
 * sets of NIST, and both sets of each two-sample case.
 */

enum { NIST_SETS = 9 };

static struct summary
summary_of(const struct sample *sample)
{
	struct level level = level_of(95, 1);

	return summarize(sample, &level);
}

START_TEST(summary_nist)
{
	struct reference r;
	struct table table;
	struct summary s;
	char path[64], *file[] = { path, NULL };
	double correlation;
	int i;

	open_reference(&r, "tests/unit/ref/nist/certified.tsv");
	for (i = 0; i <= _i; i++)
		ck_assert(next_reference(&r));
	snprintf(path, sizeof(path), "tests/unit/ref/nist/%s.dat",
	    text_of(&r, "name"));
	read_files(&table, file);
	s = summary_of(&table.row[0].cell[0]);

	ck_assert_double_eq((double)s.n, value_of(&r, "n"));
	ck_assert_double_eq(s.min, value_of(&r, "min"));
	ck_assert_double_eq(s.max, value_of(&r, "max"));
	ck_assert_double_eq(s.median, value_of(&r, "median"));
	ck_assert_double_eq(s.mean.hi, value_of(&r, "mean_double"));
	ck_assert_msg(relative_error(s.stddev, value_of(&r, "sd_double")) <
	    1e-15, "%s: standard deviation %.17g", path, s.stddev);
	correlation = lag1_correlation(&table.row[0].cell[0], &s);
	ck_assert_msg(relative_error(correlation,
	    value_of(&r, "autocorr_double")) < 1e-13, "%s: correlation %.17g",
	    path, correlation);
	free_table(&table);
	fclose(r.file);
}
END_TEST

/*
 * The figure that a quantity of expected.tsv is about, and the error it may
 * have: 1 ulp where 20 digits cannot tell a tie between two doubles.
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
	struct table table;
	struct summary s[2];
	const char *quantity;
	double figure, ulps, want;
	size_t set, checked = 0;

	read_two_samples(&table, _i);
	for (set = 0; set < 2; set++)
		s[set] = summary_of(&table.row[0].cell[set]);
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
	free_table(&table);
}
END_TEST

START_TEST(summary_small)
{
	double value[] = { -3.5 };
	const struct sample none = { .n = 0 }, one = { value, 1, 1 };
	const struct summary s = summary_of(&one);

	ck_assert_uint_eq(summary_of(&none).n, 0);
	ck_assert_uint_eq(s.n, 1);
	ck_assert_double_eq(s.min, -3.5);
	ck_assert_double_eq(s.max, -3.5);
	ck_assert_double_eq(s.median, -3.5);
	ck_assert_double_eq(s.mean.hi, -3.5);
	ck_assert_double_eq(s.stddev, 0);
}
END_TEST

/* As wide as doubles reach: only the fraction of the spread is in range. */
START_TEST(summary_widest)
{
	double value[] = { DBL_MAX, -DBL_MAX };
	const struct sample sample = { value, 2, 2 };
	const struct summary s = summary_of(&sample);

	ck_assert_double_eq(s.median, 0);
	ck_assert_double_eq(s.mean.hi, 0);
	ck_assert(isinf(s.stddev));
	ck_assert_msg(relative_error(ldexp(s.spread.fraction,
	    s.spread.exponent - 1024), sqrt(2)) < 1e-15, "%.17g * 2^%d",
	    s.spread.fraction, s.spread.exponent);
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
	suite_add_tcase(suite, tcase);
	return suite;
}
