/*
 * The rank-sum test, against reference tables, enumeration and its own
 * definition.  Included after ministat.c.
 */

#define MW_REFERENCE	"tests/unit/ref/twosample/"
#define MW_CASES	79

static uint64_t
mw_random(uint64_t *state)
{
	return draw(state) >> 11;
}

/* Integers in 0..span-1, which tie; for a span of 2^40, hardly ever. */
static void
mw_fill(double *v, size_t n, uint64_t span, uint64_t *state)
{
	for (size_t i = 0; i < n; i++)
		v[i] = (double)(mw_random(state) % span);
}

static struct ranks
mw_ranks(double *x, size_t m, double *y, size_t n)
{
	struct sorted_pair s = { x, y, m, n };

	sort(x, m);
	sort(y, n);
	return rank_at(&s, 0, TIED);
}

/* p of x less d against y. */
static double
mw_shifted_p(const double *x, size_t m, const double *y, size_t n, double d)
{
	double *moved = allocate(m, sizeof *moved), p;

	for (size_t i = 0; i < m; i++)
		moved[i] = x[i] - d;
	p = rank_sum(moved, m, y, n, 0.5).p;
	free(moved);
	return p;
}

static bool
mw_close(double got, double expected, double tolerance)
{
	return got == expected ||
	    fabs(got - expected) <= tolerance * fabs(expected);
}

static size_t
mw_read(int which, const char *side, double *v, size_t room)
{
	char name[64], line[64];
	size_t n = 0;
	FILE *f;

	snprintf(name, sizeof name, MW_REFERENCE "s%02d_%s.txt", which, side);
	f = fopen(name, "r");
	ck_assert_ptr_nonnull(f);
	while (n < room && fgets(line, sizeof line, f) != NULL)
		v[n++] = strtod(line, NULL);
	fclose(f);
	return n;
}

static double
mw_expected(int which, const char *quantity)
{
	static const char name[] = MW_REFERENCE "expected.tsv";
	char line[8192], id[8], got[64], value[64];
	FILE *f = fopen(name, "r");

	ck_assert_ptr_nonnull(f);
	snprintf(id, sizeof id, "s%02d\t", which);
	while (fgets(line, sizeof line, f) != NULL) {
		if (strncmp(line, id, 4) != 0 ||
		    sscanf(line, "%*s %63s %63s", got, value) != 2 ||
		    strcmp(got, quantity) != 0)
			continue;
		fclose(f);
		/* 0/0, where all values are equal: the test says 1. */
		return strcmp(value, "undef") == 0 ? 1 : strtod(value, NULL);
	}
	fclose(f);
	ck_abort_msg("%s has no %s", id, quantity);
	return 0;
}

START_TEST(mw_reference)
{
	int which = _i + 1;
	double x[512], y[512];
	size_t m = mw_read(which, "cmp", x, 512);
	size_t n = mw_read(which, "ref", y, 512);
	struct ranks r = mw_ranks(x, m, y, n);
	struct rank_sum_test t = rank_sum(x, m, y, n, 0.05);
	double exact = two_sided(exact_tails(&r));
	double by_normal = two_sided(normal_tails(&r, twice_u(&r)));
	double exact_ref = mw_expected(which, "mw_p_exact");
	double normal_ref = mw_expected(which, "mw_p_normal_cc");

	ck_assert(t.u == mw_expected(which, "mw_U_cmp"));
	ck_assert_msg(mw_close(exact, exact_ref, 1e-12),
	    "s%02d: exact p %.17g, expected %.17g", which, exact, exact_ref);
	ck_assert_msg(mw_close(by_normal, normal_ref, 1e-12),
	    "s%02d: normal p %.17g, expected %.17g", which, by_normal,
	    normal_ref);
	ck_assert(t.exact || m > 50 || n > 50);
	ck_assert(mw_close(t.p, t.exact ? exact_ref : normal_ref, 1e-12));
	ck_assert((t.p <= 0.05) == (t.at_0 != UNDECIDED));
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

static struct tails
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
	return (struct tails){ lower / all, upper / all };
}

START_TEST(mw_enumeration)
{
	static const uint64_t span[] = { 1, 2, 3, 5, 8, 1 << 30 };
	uint64_t state = 1 + (uint64_t)_i;

	for (int round = 0; round < 200; round++) {
		unsigned m = 1 + (unsigned)(mw_random(&state) % 5);
		unsigned n = 1 + (unsigned)(mw_random(&state) % 5);
		double pool[10], x[5], y[5];
		struct tails expected, got;
		struct ranks r;

		mw_fill(pool, m + n, span[round % 6], &state);
		memcpy(x, pool, m * sizeof *x);
		memcpy(y, pool + m, n * sizeof *y);
		expected = mw_enumerate(pool, m, n);
		r = mw_ranks(x, m, y, n);
		got = exact_tails(&r);
		ck_assert(mw_close(got.lower, expected.lower, 1e-14));
		ck_assert(mw_close(got.upper, expected.upper, 1e-14));
	}
}
END_TEST

/* P(U = 0) = 1 / C(m + n, m), for chances down to 1e-119. */
START_TEST(mw_far_tail)
{
	static const size_t sizes[][2] = { { 3, 200 }, { 50, 50 }, { 145, 145 },
	    { 200, 200 }, { 3, 100000 } };

	for (size_t c = 0; c < sizeof sizes / sizeof *sizes; c++) {
		size_t m = sizes[c][0], n = sizes[c][1];
		double *x = allocate(m, sizeof *x), *y = allocate(n, sizeof *y);
		double one = 1;
		struct rank_sum_test t;

		for (size_t i = 0; i < m; i++)
			x[i] = -1 - (double)i;
		for (size_t i = 0; i < n; i++)
			y[i] = (double)i;
		for (size_t i = 0; i < m; i++)
			one *= (double)(i + 1) / (double)(n + i + 1);
		t = rank_sum(x, m, y, n, 0.05);
		ck_assert(t.exact && t.u == 0);
		ck_assert(mw_close(t.p, 2 * one, 1e-12));
		free(x);
		free(y);
	}
}
END_TEST

static const double mw_outside[] = { 0.5, 0.2, 0.05, 0.01, 1e-9 };

/*
 * The interval is the test inverted: just outside it the test rejects, just
 * inside it does not.  The values are whole, so shifts by halves are exact
 * and no difference.
 */
static void
mw_check_inversion(const double *x, size_t m, const double *y, size_t n,
    double outside, bool ties)
{
	struct rank_sum_test t = rank_sum(x, m, y, n, outside);
	double widened = outside * (1 + 1e-13);	/* as in rank_sum() */
	bool rejected = t.p <= outside;

	ck_assert(rejected == (t.at_0 != UNDECIDED));
	ck_assert(t.at_0 != HIGHER || t.lower > 0 || (ties && t.lower == 0));
	ck_assert(t.at_0 != LOWER || t.upper < 0 || (ties && t.upper == 0));
	ck_assert(t.at_0 != UNDECIDED || (t.lower <= 0 && t.upper >= 0));
	ck_assert(t.lower <= t.upper);
	ck_assert(ties || (t.lower <= t.shift && t.shift <= t.upper));
	if (isinf(t.lower) || isinf(t.upper)) {
		double far = (double)((uint64_t)1 << 45);

		ck_assert(isinf(t.lower) && isinf(t.upper));
		ck_assert(mw_shifted_p(x, m, y, n, far) > outside);
		return;
	}
	ck_assert(mw_shifted_p(x, m, y, n, t.lower - 0.5) <= widened);
	ck_assert(mw_shifted_p(x, m, y, n, t.upper + 0.5) <= widened);
	if (t.lower == t.upper)
		return;
	/* With ties 0 may be all that is not rejected, and so be the end. */
	if (!ties || t.lower != 0 || t.at_0 == HIGHER)
		ck_assert(mw_shifted_p(x, m, y, n, t.lower + 0.5) > outside);
	if (!ties || t.upper != 0 || t.at_0 == LOWER)
		ck_assert(mw_shifted_p(x, m, y, n, t.upper - 0.5) > outside);
	for (int i = 1; i < 8 && !ties; i++) {
		double d = floor(t.lower + (t.upper - t.lower) * i / 8) + 0.5;

		ck_assert(d > t.upper ||
		    mw_shifted_p(x, m, y, n, d) > outside);
	}
}

START_TEST(mw_inversion)
{
	static const uint64_t span[] = { 3, 6, 20, (uint64_t)1 << 40 };
	uint64_t state = 77 + (uint64_t)_i;
	uint64_t size = _i < 30 ? 12 : 50;

	for (int round = 0; round < (_i < 30 ? 100 : 5); round++) {
		size_t m = 1 + (size_t)(mw_random(&state) % size);
		size_t n = 1 + (size_t)(mw_random(&state) % size);
		double x[50], y[50];
		uint64_t s = span[(round + _i) % 4];

		mw_fill(x, m, s, &state);
		mw_fill(y, n, s, &state);
		for (size_t i = 0; i < m; i++)
			x[i] += (double)(mw_random(&state) % 2 * (s / 2));
		mw_check_inversion(x, m, y, n, mw_outside[round % 5], s < 100);
	}
}
END_TEST

/* Beyond the exact sizes. */
START_TEST(mw_inversion_normal)
{
	enum { SIZE = 400 };
	uint64_t state = 5 + (uint64_t)_i;
	double x[SIZE], y[SIZE];

	for (int c = 0; c < 4; c++) {
		uint64_t span = _i % 2 == 0 ? 30 : (uint64_t)1 << 40;

		mw_fill(x, SIZE, span, &state);
		mw_fill(y, SIZE, span, &state);
		for (size_t i = 0; i < SIZE; i++)
			x[i] += (double)(span / 30 * (unsigned)_i);
		ck_assert(!rank_sum(x, SIZE, y, SIZE, mw_outside[c]).exact ||
		    _i > 5);
		mw_check_inversion(x, SIZE, y, SIZE, mw_outside[c], span < 100);
	}
}
END_TEST

/* The gate: p <= outside just if the interval excludes 0. */
START_TEST(mw_consistent_at_0)
{
	uint64_t state = 1234 + (uint64_t)_i;

	for (int round = 0; round < 2000; round++) {
		size_t m = 2 + (size_t)(mw_random(&state) % 9);
		size_t n = 2 + (size_t)(mw_random(&state) % 9);
		uint64_t span = 2 + mw_random(&state) % 6;
		double outside = round % 3 == 0 ?
		    (double)(1 + mw_random(&state) % 99) / 100 :
		    mw_outside[round % 5];
		double x[10], y[10];
		struct rank_sum_test t;

		mw_fill(x, m, span, &state);
		mw_fill(y, n, span, &state);
		for (size_t i = 0; i < m; i++)
			x[i] += (double)(round % 3);
		t = rank_sum(x, m, y, n, outside);
		ck_assert((t.p <= outside) == (t.at_0 != UNDECIDED));
		ck_assert(t.lower <= t.upper);
		/* At just its own p the test rejects. */
		t = rank_sum(x, m, y, n, t.p < 1 ? t.p : 0.99);
		ck_assert((t.p < 1) == (t.at_0 != UNDECIDED));
	}
}
END_TEST

START_TEST(mw_mirror_and_scale)
{
	uint64_t state = 99 + (uint64_t)_i;
	double x[60], y[60], kx[60], ky[60];
	size_t m = 1 + (size_t)(mw_random(&state) % 60);
	size_t n = _i % 4 == 0 ? m : 1 + (size_t)(mw_random(&state) % 60);
	struct rank_sum_test t, s, k;

	mw_fill(x, m, _i % 2 == 0 ? 10 : (uint64_t)1 << 40, &state);
	mw_fill(y, n, _i % 2 == 0 ? 10 : (uint64_t)1 << 40, &state);
	for (size_t i = 0; i < m; i++)
		kx[i] = ldexp(x[i], 900);
	for (size_t i = 0; i < n; i++)
		ky[i] = ldexp(y[i], 900);
	t = rank_sum(x, m, y, n, 0.2);
	s = rank_sum(y, n, x, m, 0.2);
	k = rank_sum(kx, m, ky, n, 0.2);
	ck_assert(s.u == (double)(m * n) - t.u);
	ck_assert(s.p == t.p && s.shift == -t.shift && s.exact == t.exact);
	ck_assert(s.lower == -t.upper && s.upper == -t.lower);
	ck_assert(k.u == t.u && k.p == t.p && k.exact == t.exact);
	ck_assert(k.shift == ldexp(t.shift, 900));
	ck_assert(k.lower == ldexp(t.lower, 900));
	ck_assert(k.upper == ldexp(t.upper, 900));
}
END_TEST

/* Selection against sorting all differences. */
START_TEST(mw_select_brute)
{
	static const uint64_t span[] = { 2, 50, 100000, (uint64_t)1 << 40 };
	uint64_t state = 3 + (uint64_t)_i;
	size_t m = 1 + (size_t)(mw_random(&state) % 900);
	size_t n = 1 + (size_t)(mw_random(&state) % 900), all = m * n;
	double *x = allocate(m, sizeof *x), *y = allocate(n, sizeof *y);
	double *d = allocate(all, sizeof *d);
	struct sorted_pair s = { x, y, m, n };

	mw_fill(x, m, span[_i % 4], &state);
	mw_fill(y, n, span[_i % 4], &state);
	for (size_t i = 0; i < m; i++)
		x[i] /= 1000;		/* so that differences round */
	for (size_t j = 0; j < n; j++)
		y[j] = _i % 3 == 0 ? y[j] / 1000 : y[j] * y[j] / 1e9;
	sort(x, m);
	sort(y, n);
	for (size_t i = 0; i < all; i++)
		d[i] = x[i / n] - y[i % n];
	sort(d, all);
	for (int c = 0; c < 20; c++) {
		size_t k = c == 0 ? 1 : c == 1 ? all :
		    1 + (size_t)(mw_random(&state) % all);

		ck_assert(select_difference(&s, k) == d[k - 1]);
	}
	ck_assert(median_difference(&s) ==
	    midpoint(d[(all - 1) / 2], d[all / 2]));
	free(d);
	free(y);
	free(x);
}
END_TEST

/* Selection among 1e10 differences against bisection by counting. */
START_TEST(mw_select_large)
{
	enum { SIZE = 100000 };
	uint64_t state = 11 + (uint64_t)_i;
	double *x = allocate(SIZE, sizeof *x), *y = allocate(SIZE, sizeof *y);
	struct sorted_pair s = { x, y, SIZE, SIZE };

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
	sort(x, SIZE);
	sort(y, SIZE);
	for (int c = 0; c < 4; c++) {
		uint64_t k = 1 + mw_random(&state) % pairs(&s), low, high;
		double got = select_difference(&s, k);

		low = order_key(-INFINITY);
		high = order_key(INFINITY);
		while (low < high) {
			uint64_t middle = low + (high - low) / 2, below;

			if (gather_differences(&s, -INFINITY,
			    key_value(middle), NULL, 0, &below) >= k)
				high = middle;
			else
				low = middle + 1;
		}
		ck_assert(got == key_value(low));
	}
	free(y);
	free(x);
}
END_TEST

static int
mw_compare(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

START_TEST(mw_sort)
{
	static const size_t sizes[] = { 0, 1, 2, 128, 129, 1000, 50000 };
	uint64_t state = 21 + (uint64_t)_i;

	for (size_t c = 0; c < sizeof sizes / sizeof *sizes; c++) {
		size_t n = sizes[c];
		double *v = allocate(n, sizeof *v), *w = allocate(n, sizeof *w);

		mw_fill(v, n, _i % 2 == 0 ? 7 : (uint64_t)1 << 53, &state);
		for (size_t i = 0; i < n; i++)
			v[i] = ldexp(v[i] - (_i % 3 == 0 ? 3 : 0),
			    (int)(mw_random(&state) % 2000) - 1100) *
			    (mw_random(&state) % 2 == 0 ? 1 : -1);
		memcpy(w, v, n * sizeof *w);
		sort(v, n);
		qsort(w, n, sizeof *w, mw_compare);
		for (size_t i = 0; i < n; i++)
			ck_assert(v[i] == w[i]);
		free(w);
		free(v);
	}
}
END_TEST

START_TEST(mw_special)
{
	const double same[] = { 5, 5, 5, 5 }, zero[] = { 0, -0.0, 0, -0.0 };
	const double three[] = { 3, 3, 3, 3 }, near[] = { 1, 2, 3 };
	const double huge[] = { -1.7e308, 1.7e308, 1.6e308, -1.6e308 };
	struct rank_sum_test t = rank_sum(same, 4, same, 4, 0.05);

	ck_assert(t.u == 8 && t.p == 1 && t.shift == 0);
	ck_assert(t.lower == 0 && t.upper == 0);	/* 2 / 70 < 0.05 */
	t = rank_sum(zero, 4, zero + 1, 3, 0.05);
	ck_assert(t.p == 1 && t.u == 6 && !signbit(t.shift));
	t = rank_sum(same, 4, three, 4, 0.05);
	ck_assert(t.lower == 2 && t.upper == 2 && t.p < 0.05);
	t = rank_sum(near, 3, near, 3, 0.05);		/* 2 / 20 > 0.05 */
	ck_assert(t.p == 1 && isinf(t.lower) && isinf(t.upper));
	t = rank_sum(huge, 4, huge, 4, 0.05);
	ck_assert(t.p == 1 && t.shift == 0 && t.u == 8);
	ck_assert(t.lower < 0 && t.upper > 0);
	t = rank_sum(huge, 4, same, 4, 1e-9);
	ck_assert(t.lower == -INFINITY && t.upper == INFINITY);
}
END_TEST

static Suite *
suite_mannwhitney(void)
{
	Suite *s = suite_create("mannwhitney");
	TCase *t = tcase_create("mannwhitney");

	tcase_set_timeout(t, 120);
	tcase_add_loop_test(t, mw_reference, 0, MW_CASES);
	tcase_add_loop_test(t, mw_enumeration, 0, 10);
	tcase_add_test(t, mw_far_tail);
	tcase_add_loop_test(t, mw_inversion, 0, 40);
	tcase_add_loop_test(t, mw_inversion_normal, 0, 8);
	tcase_add_loop_test(t, mw_consistent_at_0, 0, 10);
	tcase_add_loop_test(t, mw_mirror_and_scale, 0, 200);
	tcase_add_loop_test(t, mw_select_brute, 0, 24);
	tcase_add_loop_test(t, mw_select_large, 0, 8);
	tcase_add_loop_test(t, mw_sort, 0, 12);
	tcase_add_test(t, mw_special);
	suite_add_tcase(s, t);
	return s;
}
