/*
 * ---- Mann-Whitney --------------------------------------------------------
 * Compares p, and the order statistics of differences and ratios, with
 * reference values, enumeration and sorting, also where values tie and a tick
 * is added.
 */

/* Whole numbers from 1 to span, which tie unless the span is like 2^40. */
static void
mw_fill(double *v, size_t n, uint64_t span, uint64_t *state)
{
	size_t i;

	for (i = 0; i < n; i++)
		v[i] = 1 + (double)((draw(state) >> 11) % span);
}

static struct comparison
mw_compare(const double *x, size_t m, const double *y, size_t n,
    double percent)
{
	double *a = allocate(m, sizeof(*a)), *b = allocate(n, sizeof(*b));
	const struct sample compared = sample_from(a, m);
	const struct sample reference = sample_from(b, n);
	struct comparison c;

	memcpy(a, x, m * sizeof(*a));
	memcpy(b, y, n * sizeof(*b));
	c = compare_samples("mannwhitney", &compared, &reference, percent);
	free(a);
	free(b);
	return c;
}

static bool
mw_close(double got, double expected, double tolerance)
{
	return got == expected ||
	    fabs(got - expected) <= tolerance * fabs(expected);
}

/* 0/0, where all values are equal, counts as 1. */
static double
mw_expected(int number, const char *quantity)
{
	struct reference r;
	double value = NAN;

	open_expected(&r);
	while (next_expected(&r, number))
		if (strcmp(text_of(&r, "quantity"), quantity) == 0)
			value = strcmp(text_of(&r, "value"), "undef") == 0 ?
			    1 : value_of(&r, "value");
	ck_assert(!isnan(value));
	return value;
}

START_TEST(mw_reference)
{
	const struct two_samples two = read_two_samples(_i);
	const size_t m = two.compared.n, n = two.reference.n;
	const struct asked a = compare_with(question_of("mannwhitney"),
	    &two.compared, &two.reference, 95);
	const double p = mw_expected(_i, m * n <= EXACT_CONTRASTS ?
	    "mw_p_exact" : "mw_p_normal_cc");
	double squares = 0, pooled = (double)(m + n);
	double *rank;
	size_t i;

	rank = rank_values(pool_values(&(struct comparison){ .set = &a.set,
	    .reference = &a.reference }), m + n, 0);
	for (i = 0; i < m + n; i++)
		squares += rank[i] * rank[i];
	ck_assert(mw_close(normal_p(mw_expected(_i, "mw_U_cmp") -
	    (double)m * (double)n / 2, (double)m * (double)n /
	    (pooled * (pooled - 1)) * squares),
	    mw_expected(_i, "mw_p_normal_cc"), 1e-12));
	if (!is_compared(&a.c))
		return;
	ck_assert_double_eq(a.c.u, mw_expected(_i, "mw_U_cmp"));
	ck_assert(a.c.p_is_exact == (m * n <= EXACT_CONTRASTS));
	ck_assert_msg(mw_close(a.c.p, p, 1e-12), "s%02d: %.17g, not %.17g",
	    _i + 1, a.c.p, p);
	ck_assert((a.c.p <= 0.05) == (a.c.verdict != UNDECIDED));
}
END_TEST

/* Twice U for the pooled values that mask draws. */
static unsigned
mw_twice(const double *pool, unsigned total, unsigned mask)
{
	unsigned twice = 0;

	for (unsigned i = 0; i < total; i++)
		for (unsigned j = 0; j < total; j++)
			if ((mask >> i & 1) != 0 && (mask >> j & 1) == 0)
				twice += pool[i] > pool[j] ? 2 :
				    pool[i] == pool[j];
	return twice;
}

/* The two-sided p of the first m, by trying all draws. */
static double
mw_enumerate(const double *pool, unsigned m, unsigned n)
{
	unsigned seen = mw_twice(pool, m + n, (1U << m) - 1);
	double all = 0, lower = 0, upper = 0;

	for (unsigned mask = 0; mask < 1U << (m + n); mask++) {
		unsigned bits = 0, twice;

		for (unsigned i = 0; i < m + n; i++)
			bits += mask >> i & 1;
		if (bits != m)
			continue;
		twice = mw_twice(pool, m + n, mask);
		all++;
		lower += twice <= seen;
		upper += twice >= seen;
	}
	return smaller(1, 2 * smaller(lower, upper) / all);
}

START_TEST(mw_enumeration)
{
	static const uint64_t span[] = { 1, 2, 3, 5, 8, 1 << 30 };
	uint64_t state = 1 + (uint64_t)_i;

	for (int round = 0; round < 200; round++) {
		unsigned m = 1 + (unsigned)below(&state, 5);
		unsigned n = 1 + (unsigned)below(&state, 5);
		double pool[10];

		mw_fill(pool, m + n, span[round % 6], &state);
		ck_assert(mw_close(mw_compare(pool, m, pool + m, n, 95).p,
		    mw_enumerate(pool, m, n), 1e-14));
	}
}
END_TEST

/* P(U = 0) = 1 / C(m + n, m), for chances down to 1e-29. */
START_TEST(mw_far_tail)
{
	static const size_t sizes[][2] = { { 3, 200 }, { 50, 50 },
	    { 2500, 1 }, { 1, 2500 }, { 25, 100 }, { 10, 250 } };
	double x[2500], y[2500], one;
	struct comparison c;

	for (size_t s = 0; s < sizeof(sizes) / sizeof(*sizes); s++) {
		size_t m = sizes[s][0], n = sizes[s][1];

		one = 1;
		for (size_t i = 0; i < m; i++)
			x[i] = -1 - (double)i;
		for (size_t i = 0; i < n; i++)
			y[i] = (double)i;
		for (size_t i = 0; i < m; i++)
			one *= (double)(i + 1) / (double)(n + i + 1);
		c = mw_compare(x, m, y, n, 95);
		ck_assert(c.p_is_exact && c.u == 0);
		ck_assert(mw_close(c.p, 2 * one, 1e-12));
		c = mw_compare(y, n, x, m, 95);
		ck_assert(c.u == (double)(m * n));
		ck_assert(mw_close(c.p, 2 * one, 1e-12));
	}
}
END_TEST

/* How many orders of m and n values have U = u (Mann and Whitney 1947). */
static double
mw_orders(size_t m, size_t n, size_t u)
{
	if (m == 0 || n == 0)
		return u == 0;
	return (u >= n ? mw_orders(m - 1, n, u - n) : 0) +
	    mw_orders(m, n - 1, u);
}

/* The k that the interval's ends must have, from the orders. */
static size_t
mw_rank(size_t m, size_t n, double outside)
{
	double all = 1, count = 0;
	size_t i, k;

	for (i = 1; i <= m; i++)
		all *= (double)(n + i) / (double)i;
	for (k = 0; k <= m * n / 2; k++) {
		count += mw_orders(m, n, k);
		if (2 * count / all > outside * (1 + 1e-12))
			break;
	}
	return k;
}

static double
mw_tick(const double *x, size_t m, const double *y, size_t n)
{
	double pool[128], gap = INFINITY;
	size_t i, ties = 0;

	memcpy(pool, x, m * sizeof(*x));
	memcpy(pool + m, y, n * sizeof(*y));
	qsort(pool, m + n, sizeof(*pool), by_value);
	for (i = 1; i < m + n; i++)
		if (pool[i] == pool[i - 1])
			ties++;
		else
			gap = smaller(gap, pool[i] - pool[i - 1]);
	return ties > 0 && isfinite(gap) ? gap : 0;
}

/* All contrasts sorted, against what select_contrast finds. */
START_TEST(mw_intervals)
{
	static const uint64_t span[] = { 3, 6, 20, (uint64_t)1 << 40 };
	static const double percents[] = { 50, 80, 95, 99, 99.9999 };
	uint64_t state = 77 + (uint64_t)_i;
	double x[8], y[8], d[64], r[64], tick, percent;
	struct comparison c;

	for (int round = 0; round < 100; round++) {
		size_t m = 1 + (size_t)below(&state, 8);
		size_t n = 1 + (size_t)below(&state, 8), all = m * n, i, k;

		mw_fill(x, m, span[round % 4], &state);
		mw_fill(y, n, span[round % 4], &state);
		percent = percents[round % 5];
		for (i = 0; i < all; i++) {
			d[i] = x[i / n] - y[i % n];
			r[i] = x[i / n] / y[i % n];
		}
		qsort(d, all, sizeof(*d), by_value);
		qsort(r, all, sizeof(*r), by_value);
		c = mw_compare(x, m, y, n, percent);
		k = mw_rank(m, n, (100 - percent) / 100);
		tick = mw_tick(x, m, y, n);
		ck_assert_double_eq(c.difference.value,
		    (d[(all - 1) / 2] + d[all / 2]) / 2);
		ck_assert_double_eq_tol(c.relative.value,
		    (r[(all - 1) / 2] + r[all / 2]) / 2 - 1, 1e-15);
		if (k == 0) {
			ck_assert(c.difference.lower == -INFINITY);
			ck_assert(c.difference.upper == INFINITY);
			ck_assert(c.doubts & DOUBT_TOO_FEW);
			continue;
		}
		ck_assert_double_eq(c.difference.lower, d[k - 1] - tick);
		ck_assert_double_eq(c.difference.upper, d[all - k] + tick);
		tick /= value_at(y, n, (double)(n - 1) / 2);
		ck_assert_double_eq_tol(c.relative.lower,
		    larger(-1, r[k - 1] - 1 - tick), 1e-15);
		ck_assert_double_eq_tol(c.relative.upper,
		    r[all - k] - 1 + tick, 1e-15 * (r[all - k] + tick));
	}
}
END_TEST

/* The rank of the ends, of which only a part of the distribution is known. */
START_TEST(mw_ranks_of_ends)
{
	static const double outside[] = { 0.999, 0.5, 0.05, 1e-3, 1e-6, 1e-9,
	    1e-12, 1e-15, 1e-16, 1e-17, 1e-18, 1e-20, 1e-25 };
	size_t m = (size_t)_i, n, k, i, *score;
	struct level level;
	double *at_most;

	for (n = m; m * n <= EXACT_CONTRASTS; n += 1 + n / 5) {
		score = allocate(m + n, sizeof(*score));
		for (i = 0; i < m + n; i++)
			score[i] = i + 1;
		at_most = draw_chances(score, m + n, m, m * n / 2);
		for (i = 0; i < sizeof(outside) / sizeof(*outside); i++) {
			level.outside = outside[i];
			level.percent = 100 * (1 - outside[i]);
			for (k = 0; k <= m * n / 2 &&
			    rejects(2 * at_most[k], level); k++)
				;
			ck_assert_msg(rank_of_ends((struct contrasts){
			    DIFFERENCES, n, m, NULL, NULL }, level) == k,
			    "%zu, %zu at %g", m, n, outside[i]);
		}
		free(at_most);
		free(score);
	}
}
END_TEST

/* Without ties p and the interval agree. */
START_TEST(mw_consistent)
{
	static const double percents[] = { 1, 20, 50, 80, 95, 99 };
	uint64_t state = 1234 + (uint64_t)_i;
	double x[70], y[70];
	struct comparison c;

	for (int round = 0; round < 500; round++) {
		size_t m = 1 + (size_t)below(&state, _i % 2 == 0 ? 10 : 70);
		size_t n = 1 + (size_t)below(&state, _i % 2 == 0 ? 10 : 70);
		double percent = percents[round % 6];

		mw_fill(x, m, (uint64_t)1 << 40, &state);
		mw_fill(y, n, (uint64_t)1 << 40, &state);
		for (size_t i = 0; i < m; i++)
			x[i] += 0x1p38 * (double)(round % 3 - 1);
		c = mw_compare(x, m, y, n, percent);
		ck_assert(c.verdict == (c.difference.lower > 0 ? HIGHER :
		    c.difference.upper < 0 ? LOWER : UNDECIDED));
		ck_assert(c.difference.lower <= c.difference.value);
		ck_assert(c.difference.upper >= c.difference.value);
		if (c.p < 1 && c.p > 1e-6) {	/* at its own p it is shown */
			c = mw_compare(x, m, y, n, 100 - 100 * c.p * (1 +
			    1e-9));
			ck_assert(c.verdict != UNDECIDED);
		}
	}
}
END_TEST

START_TEST(mw_mirror_and_scale)
{
	uint64_t state = 99 + (uint64_t)_i;
	double x[60], y[60], kx[60], ky[60];
	size_t m = 1 + (size_t)below(&state, 60);
	size_t n = _i % 4 == 0 ? m : 1 + (size_t)below(&state, 60);
	struct comparison t, s, k;

	mw_fill(x, m, _i % 2 == 0 ? 10 : (uint64_t)1 << 40, &state);
	mw_fill(y, n, _i % 2 == 0 ? 10 : (uint64_t)1 << 40, &state);
	for (size_t i = 0; i < m; i++)
		kx[i] = ldexp(x[i], 900);
	for (size_t i = 0; i < n; i++)
		ky[i] = ldexp(y[i], 900);
	t = mw_compare(x, m, y, n, 80);
	s = mw_compare(y, n, x, m, 80);
	k = mw_compare(kx, m, ky, n, 80);
	ck_assert(s.u == (double)(m * n) - t.u);
	ck_assert(mw_close(s.p, t.p, 1e-13));
	ck_assert(s.difference.value == -t.difference.value);
	ck_assert(s.p_is_exact == t.p_is_exact);
	ck_assert(s.difference.lower == -t.difference.upper);
	ck_assert(s.difference.upper == -t.difference.lower);
	ck_assert(k.u == t.u && k.p == t.p && k.p_is_exact == t.p_is_exact);
	ck_assert(k.difference.value == ldexp(t.difference.value, 900));
	ck_assert(k.difference.lower == ldexp(t.difference.lower, 900));
	ck_assert(k.difference.upper == ldexp(t.difference.upper, 900));
	ck_assert(k.relative.value == t.relative.value);
	ck_assert(k.relative.lower == t.relative.lower);
}
END_TEST

/*
 * Bisecting on the side of a target ends at it, with the double below it as the
 * other bound: at zero, subnormals, ends, anywhere.
 */
START_TEST(mw_doubles_in_order)
{
	static const double special[] = { 0, 5e-324, -5e-324, 1e-310, -1e-310,
	    DBL_MIN, -DBL_MIN, DBL_MAX, -DBL_MAX, 1, -1, INFINITY };
	uint64_t state = 5;
	size_t i;

	for (i = 0; i < 1000; i++) {
		const union bits any = { .bits = draw(&state) };
		const double target = i < 12 ? special[i] :
		    isfinite(any.value) ? any.value : 2;
		double low = -INFINITY, high = INFINITY;
		int steps = 0;

		for (;;) {
			const double middle = halfway(low, high);

			if (middle == low || middle == high)
				break;
			ck_assert(low < middle && middle < high);
			if (middle >= target)
				high = middle;
			else
				low = middle;
			steps++;
		}
		ck_assert(high == target && steps <= 65);
		ck_assert(low == nextafter(target, -INFINITY));
	}
}
END_TEST

/* Selection against sorting all differences, or ratios. */
START_TEST(mw_select)
{
	static const uint64_t span[] = { 2, 50, 100000, (uint64_t)1 << 40 };
	uint64_t state = 3 + (uint64_t)_i;
	size_t m = 1 + (size_t)below(&state, 500);
	size_t n = 1 + (size_t)below(&state, 500), all = m * n;
	double *x = allocate(m, sizeof(*x)), *y = allocate(n, sizeof(*y));
	double *d = allocate(all, sizeof(*d));
	struct contrasts s = { _i % 2 == 1 ? CHANGES : DIFFERENCES, m, n, x,
	    y };
	struct estimate e;

	mw_fill(x, m, span[_i % 4], &state);
	mw_fill(y, n, span[_i % 4], &state);
	for (size_t i = 0; i < m; i++)
		x[i] /= 1000;		/* so that differences round */
	for (size_t j = 0; j < n; j++)
		y[j] = _i % 3 == 0 ? y[j] / 1000 : y[j] * y[j] / 1e9;
	qsort(x, m, sizeof(*x), by_value);
	qsort(y, n, sizeof(*y), by_value);
	for (size_t i = 0; i < all; i++)
		d[i] = contrast_at(s, i / n, i % n);
	qsort(d, all, sizeof(*d), by_value);
	for (int c = 0; c < 20; c++) {
		size_t k = c == 0 ? 1 : c == 1 ? all :
		    1 + (size_t)(draw(&state) >> 11) % all;

		ck_assert(select_contrast(s, k) == d[k - 1]);
	}
	e = estimate_contrasts(s, 0);
	ck_assert(e.value == interpolate(d[(all - 1) / 2], d[all / 2],
	    0.5 * (all % 2 == 0)));
	ck_assert(isinf(e.lower) && isinf(e.upper));
	free(d);
	free(y);
	free(x);
}
END_TEST

/* Among 1e10 contrasts: fewer than k come before, and at least k up to it. */
START_TEST(mw_select_large)
{
	enum { SIZE = 100000 };
	uint64_t state = 11 + (uint64_t)_i;
	double *x = allocate(SIZE, sizeof(*x)), *y = allocate(SIZE, sizeof(*y));
	struct contrasts s = { _i == 1 ? CHANGES : DIFFERENCES, SIZE, SIZE,
	    x, y };

	mw_fill(x, SIZE, (uint64_t)1 << 53, &state);
	mw_fill(y, SIZE, (uint64_t)1 << 53, &state);
	for (size_t i = 0; i < SIZE; i++) {
		if (_i % 4 == 1) {	/* decimals: ties but for rounding */
			x[i] = floor(x[i] / 9e12) / 1000;
			y[i] = floor(y[i] / 9e12) / 1000 + 1e-16;
		} else if (_i % 4 == 2)	/* wild */
			x[i] = 1e60 / (x[i] - 4503599627370495.5);
		else if (_i % 4 == 3)	/* two clusters */
			x[i] = x[i] > 4e15 ? 1e9 + x[i] * 1e-16 : x[i] * 1e-9;
	}
	qsort(x, SIZE, sizeof(*x), by_value);
	qsort(y, SIZE, sizeof(*y), by_value);
	for (int c = 0; c < 4; c++) {
		uint64_t k = 1 + draw(&state) % (s.m * (uint64_t)s.n);
		double got = select_contrast(s, k);

		ck_assert(count_up_to(s, got, got, NULL) >= k);
		got = nextafter(got, -INFINITY);
		ck_assert(count_up_to(s, got, got, NULL) < k);
	}
	free(y);
	free(x);
}
END_TEST

START_TEST(mw_special)
{
	static const double same[] = { 5, 5, 5, 5 }, zero[] = { 0, -0.0, 0,
	    -0.0 };
	static const double three[] = { 3, 3, 3, 3 }, near[] = { 1, 2, 3 };
	static const double huge[] = { -1.7e308, 1.7e308, 1.6e308, -1.6e308 };
	struct comparison c = mw_compare(same, 4, same, 4, 95);

	ck_assert(c.u == 8 && c.p == 1 && c.difference.value == 0);
	ck_assert(c.difference.lower == 0 && c.difference.upper == 0);
	ck_assert(c.relative.value == 0 && c.verdict == UNDECIDED);
	c = mw_compare(zero, 4, zero + 1, 3, 95);
	ck_assert(c.p == 1 && c.u == 6 && !signbit(c.difference.value));
	ck_assert(isnan(c.relative.value));
	/* Two values: their gap is the tick. */
	c = mw_compare(same, 4, three, 4, 95);
	ck_assert(c.difference.lower == 0 && c.difference.upper == 4);
	ck_assert(c.p < 0.05 && c.verdict == HIGHER);
	ck_assert_double_eq_tol(c.relative.value, 2.0 / 3, 1e-15);
	ck_assert_double_eq_tol(c.relative.lower, 0, 1e-15);
	c = mw_compare(near, 3, near, 3, 95);		/* 2 / 20 > 0.05 */
	ck_assert(c.p == 1 && isinf(c.difference.lower));
	ck_assert(isnan(mw_compare(huge, 4, same, 4, 95).difference.value));
}
END_TEST

/* A value as large as a double gets, among small ones. */
START_TEST(mw_sentinel)
{
	static const double x[] = { 1, 1.5, 2, 2.5, 3, 3.5 };
	static const double y[] = { 5, 6, 7, 8, 9, DBL_MAX };
	const struct comparison c = mw_compare(x, 6, y, 6, 80);

	ck_assert_double_eq(c.difference.value, -5.25);
	ck_assert_double_eq(c.difference.upper, -4);
	ck_assert(!isnan(c.relative.value) && c.verdict == LOWER);
}
END_TEST

/* The published faults of ratios by means, and of ties without ticks. */
START_TEST(mw_ratios_and_ticks)
{
	static const double x[] = { 1, 1.1, 1.2, 1.3, 1000 };
	static const double y[] = { .5, .55, .6, .65, .7 };
	double a[100], b[100];
	struct sample compared = sample_from(a, 100);
	struct sample reference = sample_from(b, 100);
	struct question question = question_of("mannwhitney");
	struct comparison c = mw_compare(x, 5, y, 5, 95);
	size_t i;

	ck_assert_double_eq_tol(c.relative.value, 1, 1e-15);
	for (i = 0; i < 100; i++) {
		a[i] = i < 70 ? 10 : 20;
		b[i] = i < 45 ? 10 : 20;
	}
	question.margin = percent_margin(2);
	c = compare_with(question, &compared, &reference, 95).c;
	ck_assert(c.verdict == UNDECIDED);
	ck_assert(c.p < 0.001);
}
END_TEST

static Suite *
suite_mannwhitney(void)
{
	Suite *s = suite_create("mannwhitney");
	TCase *t = tcase_create("mannwhitney");

	tcase_set_timeout(t, 120);
	tcase_add_loop_test(t, mw_reference, 0, TWO_SAMPLE_CASES);
	tcase_add_loop_test(t, mw_enumeration, 0, 10);
	tcase_add_test(t, mw_far_tail);
	tcase_add_loop_test(t, mw_intervals, 0, 10);
	tcase_add_loop_test(t, mw_ranks_of_ends, 1, 51);
	tcase_add_loop_test(t, mw_consistent, 0, 4);
	tcase_add_loop_test(t, mw_mirror_and_scale, 0, 100);
	tcase_add_test(t, mw_doubles_in_order);
	tcase_add_loop_test(t, mw_select, 0, 24);
	tcase_add_loop_test(t, mw_select_large, 0, 4);
	tcase_add_test(t, mw_special);
	tcase_add_test(t, mw_sentinel);
	tcase_add_test(t, mw_ratios_and_ticks);
	suite_add_tcase(s, t);
	return s;
}
