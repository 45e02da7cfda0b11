/*
 * Tests of Student's t, the normal, and the distributions of counts.  Included
 * by check_ministat.c, after ministat.c.
 */

/* The bounds that ministat.c states.  That of a very small p is wider. */
#define T_BOUND		1e-14
#define P_BOUND(p)	((p) < 1e-30 ? 1e-12 : 1e-14)
#define TWO_OVER_PI	0.63661977236758134
#define T_REFERENCE	"tests/unit/ref/student_t/"

/* ck_assert_msg writes to a pipe each time: too slow for a million checks. */
#define t_check(ok, ...) do { if (!(ok)) ck_abort_msg(__VA_ARGS__); } while (0)

/* Relative, but among the subnormal numbers a few units of the last place. */
static int
t_close(double got, double want, double bound)
{
	if (got == want)
		return 1;
	return fabs(got - want) <= bound * fabs(want) + 4 * 0x1p-1074;
}

static double
t_two_sided(double t, double df)
{
	return t_tail(t, df).outside;
}

/* Compares with the column of this name; the first two say where. */
static void
t_expect(double got, const struct reference *r, const char *name)
{
	ck_assert_msg(t_close(got, value_of(r, name), P_BOUND(got)),
	    "%s:%d: for %s, %s got %.17g, not %s", r->path, r->number,
	    r->field[0], r->field[1], got, text_of(r, name));
}

static double
t_random(double low, double high)
{
	static uint64_t state = 88172645463325252U;

	return low + (high - low) * random_number(&state);
}

static const double t_dfs[] = { 1, 1.5, 2, 3, 4, 7.43, 10, 29, 30, 100, 1000,
    12345.678, 1e9, 1e15, INFINITY };

static double
t_random_df(void)
{
	const double count = sizeof(t_dfs) / sizeof(t_dfs[0]);

	if (t_random(0, 1) < 0.5)
		return t_dfs[(int)t_random(0, count)];
	return exp(t_random(0, 20));
}

START_TEST(t_p_values)
{
	struct reference r;
	int rows = 0;

	open_reference(&r, T_REFERENCE "t_pvalues.tsv");
	for (; next_reference(&r); rows++) {
		const double t = value_of(&r, "t"), df = value_of(&r, "df");

		if (isfinite(t) && fabs(t) > 1e150)
			continue;	/* taken to be infinite */
		t_expect(t_two_sided(t, df), &r, "p_two_sided");
		t_expect(t_tail(t, df).inside, &r, "central");
	}
	ck_assert_int_ge(rows, 500);
}
END_TEST

START_TEST(t_quantiles)
{
	struct reference r;
	int rows = 0;

	open_reference(&r, T_REFERENCE "t_quantiles.tsv");
	for (; next_reference(&r); rows++) {
		const double confidence = value_of(&r, "conf");

		t_expect(t_critical((100 - confidence) / 100,
		    confidence / 100, value_of(&r, "df")), &r, "t_dblconf");
	}
	ck_assert_int_ge(rows, 600);
}
END_TEST

/* In the rows of quantiles x is a confidence, and two_sided its quantile. */
START_TEST(normal)
{
	struct reference r;
	int rows = 0;

	open_reference(&r, T_REFERENCE "normal.tsv");
	for (; next_reference(&r); rows++) {
		const double x = value_of(&r, "x"), upper =
		    value_of(&r, "upper");
		const struct tails tail = t_tail(fabs(x), INFINITY);

		if (strcmp(text_of(&r, "kind"), "tail") == 0) {
			t_expect(t_two_sided(x, INFINITY), &r, "two_sided");
			t_expect(x < 0 ? 1 - tail.outside / 2 :
			    tail.outside / 2, &r, "upper");
		} else
			t_expect(t_critical(2 * upper, x / 100, INFINITY),
			    &r, "two_sided");
	}
	ck_assert_int_ge(rows, 50);
}
END_TEST

/* P(|T| > t) is 1 - 2/pi atan(t) with one degree of freedom; with two it is
 * 1 - t / r, r = sqrt(2 + t^2), which is 2 / (r (r + t)). */
START_TEST(t_closed_forms)
{
	int i;

	for (i = 0; i < 20000; i++) {
		const double t = exp(t_random(-300, 300));
		const double r = sqrt(2 + t * t);
		const struct tails one = t_tail(t, 1), two = t_tail(t, 2);

		t_check(t_close(one.outside, atan(1 / t) * TWO_OVER_PI,
		    P_BOUND(one.outside)), "df 1, outside %.17g", t);
		t_check(t_close(one.inside, atan(t) * TWO_OVER_PI, T_BOUND),
		    "df 1, inside %.17g", t);
		t_check(t_close(two.outside, 2 / r / (r + t),
		    P_BOUND(two.outside)), "df 2, outside %.17g", t);
		t_check(t_close(two.inside, t / r, T_BOUND),
		    "df 2, inside %.17g", t);
	}
}
END_TEST

START_TEST(t_critical_inverts_t_tail)
{
	int i;

	for (i = 0; i < 50000; i++) {
		const double df = t_random_df();
		const double t = exp(t_random(-50, 5));
		const struct tails tail = t_tail(t, df);
		double found;

		if (tail.outside < 1e-300)
			continue;
		found = t_critical(tail.outside, tail.inside, df);
		t_check(t_close(found, t, T_BOUND),
		    "t %.17g, df %.17g: %.17g comes back", t, df, found);
	}
}
END_TEST

/* The slope is the derivative: 2 t density(t). */
START_TEST(t_slope)
{
	int i;

	for (i = 0; i < 20000; i++) {
		const double df = t_random_df(), t = exp(t_random(-4, 1.5));
		const double h = 1e-4;
		const double rise = t_tail(t * exp(h), df).inside -
		    t_tail(t * exp(-h), df).inside;

		t_check(fabs(rise / (2 * h) - t_tail(t, df).slope) <
		    1e-6, "t %.17g, df %.17g", t, df);
	}
}
END_TEST

/* Across the change from series to fraction, too.  The fewer the degrees of
 * freedom, the heavier the tail. */
START_TEST(t_is_monotonic)
{
	const size_t count = sizeof(t_dfs) / sizeof(t_dfs[0]);
	size_t i;
	double t;

	for (i = 0; i < count; i++) {
		for (t = 1e-3; t < 37; t *= 1.001) {
			const double p = t_two_sided(t, t_dfs[i]);

			t_check(t_two_sided(t * 1.001, t_dfs[i]) < p,
			    "t %.17g, df %g", t, t_dfs[i]);
			t_check(i == 0 || p <=
			    t_two_sided(t, t_dfs[i - 1]) * (1 + T_BOUND),
			    "t %.17g, df %g: not below the df before", t,
			    t_dfs[i]);
		}
	}
}
END_TEST

START_TEST(t_special_values)
{
	const double dfs[] = { 1, 2.5, 30, 1e6, 1e25, 1e300,
	    INFINITY };
	size_t i;

	for (i = 0; i < sizeof(dfs) / sizeof(dfs[0]); i++) {
		const double df = dfs[i];

		ck_assert(t_two_sided(0, df) == 1);
		ck_assert(t_two_sided(INFINITY, df) == 0);
		ck_assert(t_two_sided(-INFINITY, df) == 0);
		ck_assert(t_two_sided(-1.5, df) == t_two_sided(1.5, df));
		ck_assert(isnan(t_two_sided(NAN, df)));
		ck_assert(t_tail(INFINITY, df).inside == 1);
		ck_assert(t_critical(0, 1, df) == INFINITY);
		ck_assert(t_critical(1, 0, df) == 0);
		ck_assert(t_critical(1, 5e-324, df) >= 0);
		ck_assert(t_critical(5e-324, 1, df) > 38);
		ck_assert(t_critical(1e-302, 1, df) > 37);
	}
	ck_assert(isnan(t_two_sided(1, NAN)));
	ck_assert(t_two_sided(2, 1e300) == t_two_sided(2, INFINITY));
	ck_assert(t_close(t_critical(0.5, 0.5, 1), 1, T_BOUND));
}
END_TEST

/* P(B < l) against sums of exact binomial coefficients. */
START_TEST(binomial_ranks)
{
	static const double chances[] = { 0.4, 0.1, 0.025, 0.005, 5e-7 };
	static const double ps[] = { 0.5, 0.9, 0.1, 0.99, 0.25 };
	size_t n, l, c, k;
	double p, at, below;

	for (n = 1; n <= 60; n++)
		for (c = 0; c < 25; c++) {
			p = ps[c / 5];
			l = binomial_rank(n, p, chances[c % 5]);
			at = pow(1 - p, (double)n);
			for (below = 0, k = 0; k < l; k++) {
				below += at;
				at *= (double)(n - k) / (double)(k + 1) * p /
				    (1 - p);
			}
			ck_assert_msg(below <= chances[c % 5] * (1 + 1e-12) &&
			    below + at > chances[c % 5] * (1 - 1e-12),
			    "n %zu, p %g: %zu", n, p, l);
		}
}
END_TEST

/* With this many values, the normal distribution gives nearly every rank. */
START_TEST(binomial_ranks_of_many)
{
	static const double ps[] = { 0.5, 0.99, 0.999 };
	const double n = 1e7;
	double p, expected;
	size_t i;

	for (i = 0; i < sizeof(ps) / sizeof(*ps); i++) {
		p = ps[i];
		expected = n * p - 1.959963984540054 * sqrt(n * p * (1 - p));
		ck_assert_double_eq_tol((double)binomial_rank((size_t)n, p,
		    0.025), expected, 3);
	}
}
END_TEST

/* By hand: of 1, 2, 3, 4 two are drawn; and of 2, 5, 5, 8, twice ranks. */
START_TEST(draws)
{
	static const size_t untied[] = { 1, 2, 3, 4 }, tied[] = { 2, 5, 5, 8 };
	static const double want[] = { 1 / 6., 2 / 6., 4 / 6., 5 / 6., 1 };
	static const double want_tied[] = { 2 / 6., 2 / 6., 2 / 6., 4 / 6.,
	    4 / 6., 4 / 6., 1 };
	double *got = draw_chances(untied, 4, 2, 4);
	size_t i;

	for (i = 0; i <= 4; i++)
		ck_assert_double_eq_tol(got[i], want[i], 1e-15);
	free(got);
	got = draw_chances(tied, 4, 2, 6);
	for (i = 0; i <= 6; i++)
		ck_assert_double_eq_tol(got[i], want_tied[i], 1e-15);
	free(got);
}
END_TEST

static Suite *
suite_distributions(void)
{
	Suite *const suite = suite_create("distributions");
	TCase *const tables = tcase_create("reference tables");
	TCase *const identities = tcase_create("identities");
	TCase *const counts = tcase_create("counts");

	tcase_add_test(tables, t_p_values);
	tcase_add_test(tables, t_quantiles);
	tcase_add_test(tables, normal);
	suite_add_tcase(suite, tables);
	tcase_add_test(identities, t_closed_forms);
	tcase_add_test(identities, t_critical_inverts_t_tail);
	tcase_add_test(identities, t_slope);
	tcase_add_test(identities, t_is_monotonic);
	tcase_add_test(identities, t_special_values);
	suite_add_tcase(suite, identities);
	tcase_add_test(counts, binomial_ranks);
	tcase_add_test(counts, binomial_ranks_of_many);
	tcase_add_test(counts, draws);
	suite_add_tcase(suite, counts);
	return suite;
}
