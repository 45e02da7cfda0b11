/*
 * Tests of Student's t, the normal, and the arithmetic below them.  Included
 * by check_ministat.c, after ministat.c.
 */

/* The bound that ministat.c states; the errors measured are a tenth of it. */
#define T_BOUND		1e-14
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

/* Compares with the column of this name; the first two say where. */
static void
t_expect(double got, const struct reference *r, const char *name)
{
	ck_assert_msg(t_close(got, value_of(r, name), T_BOUND),
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

		t_expect(t_two_sided(t, df), &r, "p_two_sided");
		t_expect(t_tail(fabs(t), df).inside, &r, "central");
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
		const struct t_tail tail = t_tail(fabs(x), INFINITY);

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
		const struct t_tail one = t_tail(t, 1), two = t_tail(t, 2);

		t_check(t_close(one.outside, atan(1 / t) * TWO_OVER_PI,
		    T_BOUND), "df 1, outside %.17g", t);
		t_check(t_close(one.inside, atan(t) * TWO_OVER_PI, T_BOUND),
		    "df 1, inside %.17g", t);
		t_check(t_close(two.outside, 2 / r / (r + t), T_BOUND),
		    "df 2, outside %.17g", t);
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
		const struct t_tail tail = t_tail(t, df);
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
	const double dfs[] = { 0.01, 0.1, 1, 2.5, 30, 1e6, 1e25, 1e300,
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
	ck_assert(t_critical(0.5, 0.5, 1) == 1);
}
END_TEST

START_TEST(logarithm_and_exponential)
{
	int i;

	for (i = 0; i < 500000; i++) {
		const double any = ldexp(t_random(1, 2),
		    (int)t_random(-1074, 1024));
		const double near_1 = t_random(0.5, 2);
		const double power = t_random(-745, 709.7);
		const double small = t_random(-1, 1) * any;

		t_check(ulps_between(natural_log(any), log(any)) <= 2,
		    "ln %.17g", any);
		t_check(ulps_between(natural_log(near_1), log(near_1)) <= 2,
		    "ln %.17g", near_1);
		t_check(ulps_between(exponential(power), exp(power)) <= 2,
		    "e^%.17g", power);
		t_check(fabs(small) > 700 ||
		    ulps_between(exponential(small), exp(small)) <= 2,
		    "e^%.17g", small);
	}
	ck_assert(natural_log(1) == 0);
	ck_assert(natural_log(0) == -INFINITY);
	ck_assert(natural_log(INFINITY) == INFINITY);
	ck_assert(isnan(natural_log(-1)) && isnan(natural_log(NAN)));
	ck_assert(exponential(0) == 1);
	ck_assert(exponential(-INFINITY) == 0 && exponential(-746) == 0);
	ck_assert(exponential(INFINITY) == INFINITY);
	ck_assert(exponential(710) == INFINITY && exponential(1e300) > 1e308);
	ck_assert(isnan(exponential(NAN)));
}
END_TEST

START_TEST(double_double_is_exact)
{
	int i;

	for (i = 0; i < 200000; i++) {
		const double a = floor(t_random(-0x1p53, 0x1p53));
		const double b = 256 * floor(t_random(-0x1p53, 0x1p53));
		const struct dd sum = two_sum(a, b);
		const struct dd product = two_prod(a, b);
		const struct dd again = dd_mul(dd_div_double(sum, a),
		    (struct dd){ a, 0 });

		t_check((int64_t)sum.hi + (int64_t)sum.lo ==
		    (int64_t)a + (int64_t)b, "%.17g + %.17g", a, b);
		t_check(product.lo == fma(a, b, -product.hi),
		    "%.17g * %.17g", a, b);
		t_check(fabs(dd_sub(again, sum).hi) <= 1e-30 * fabs(sum.hi),
		    "(%.17g + %.17g) / %.17g", a, b, a);
	}
}
END_TEST

/* FNV-1a over the bits of a double, least significant byte first. */
static uint64_t
t_hash(uint64_t hash, double x)
{
	uint64_t bits;
	int i;

	memcpy(&bits, &x, sizeof(bits));
	for (i = 0; i < 64; i += 8)
		hash = (hash ^ (bits >> i & 0xff)) * 1099511628211U;
	return hash;
}

/* The promise is the same bits everywhere.  Where another compiler or machine
 * gives another hash, look for contraction or excess precision; if the method
 * has been changed on purpose, put the new hash here. */
START_TEST(same_bits_everywhere)
{
	const size_t count = sizeof(t_dfs) / sizeof(t_dfs[0]);
	uint64_t hash = 14695981039346656037U;
	size_t i;
	double t;

	for (i = 0; i < count; i++) {
		for (t = 0x1p-40; t < 0x1p60; t *= 1.375) {
			const struct t_tail tail = t_tail(t, t_dfs[i]);

			hash = t_hash(hash, tail.outside);
			hash = t_hash(hash, tail.inside);
			hash = t_hash(hash, tail.slope);
			hash = t_hash(hash, t_critical(tail.outside,
			    tail.inside, t_dfs[i]));
			hash = t_hash(hash, natural_log(t));
			hash = t_hash(hash, exponential(t));
		}
	}
	ck_assert_msg(hash == 0x64224d7442b9d206U, "the hash is 0x%016llx",
	    (unsigned long long)hash);
}
END_TEST

static Suite *
suite_distributions(void)
{
	Suite *const suite = suite_create("distributions");
	TCase *const tables = tcase_create("reference tables");
	TCase *const identities = tcase_create("identities");
	TCase *const arithmetic = tcase_create("arithmetic");

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
	tcase_add_test(arithmetic, logarithm_and_exponential);
	tcase_add_test(arithmetic, double_double_is_exact);
	tcase_add_test(arithmetic, same_bits_everywhere);
	suite_add_tcase(suite, arithmetic);
	return suite;
}
