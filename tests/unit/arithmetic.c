/*
 * ---- Arithmetic ----------------------------------------------------------
 * Sums, ranks and orders that are to be exact.
 */

/* Means of a few values, written down by hand; NAN: whatever lo is. */
static const struct mean_case {
	size_t n;
	double value[6];
	double hi, lo;
} mean_cases[] = {
	{ 1, { 0.1 }, 0.1, 0 },
	{ 3, { 1e308, -1e308, 3e-300 }, 1e-300, NAN },
	{ 3, { 3e-300, 1e308, -1e308 }, 1e-300, NAN },
	{ 3, { DBL_MAX, DBL_MAX, DBL_MAX }, DBL_MAX, 0 },
	{ 4, { DBL_MAX, DBL_MAX, -DBL_MAX, -DBL_MAX }, 0, 0 },
	{ 2, { DBL_MAX, -DBL_MAX }, 0, 0 },
	{ 2, { DBL_MAX, 0 }, DBL_MAX / 2, 0 },
	{ 4, { -0x1p1023, -0x1p1023, -0x1p1023, -0x1p1023 }, -0x1p1023, 0 },
	{ 3, { 5e-324, 5e-324, 5e-324 }, 5e-324, 0 },
	{ 3, { 5e-324, 1e-323, 1.5e-323 }, 1e-323, 0 },
	{ 4, { -5e-324, 5e-324, 1e-323, -1e-323 }, 0, 0 },
	{ 3, { DBL_MIN, 5e-324, -5e-324 }, DBL_MIN / 3, NAN },
	{ 3, { 1, 1e-300, -1 }, 1e-300 / 3, NAN },
	{ 2, { 0x1p53, 1 }, 0x1p52, 0.5 },
	{ 2, { 1, 0x1p-60 }, 0.5, 0x1p-61 },
	{ 2, { -1, 0x1p-60 }, -0.5, 0x1p-61 },
	{ 2, { 0x1p14, 0x1p-85 }, 0x1p13, 0x1p-86 },
	{ 4, { 0x1p-100, 0x1p52, 0x1p-100, -0x1p52 }, 0x1p-101, 0 },
	{ 5, { 1e9 + 1, 1e9 + 2, 1e9 + 3, 1e9 + 4, 1e9 + 5 }, 1e9 + 3, 0 },
	{ 6, { 0x1p600, 1, 0x1p-600, -0x1p-600, -1, -0x1p600 }, 0, 0 }
};

START_TEST(mean_by_hand)
{
	const struct mean_case *c = &mean_cases[_i];
	struct interval range;
	const struct dd mean = mean_of(c->value, c->n, &range);

	ck_assert_msg(mean.hi == c->hi, "hi %a, not %a", mean.hi, c->hi);
	ck_assert_msg(isnan(c->lo) || mean.lo == c->lo, "lo %a, not %a",
	    mean.lo, c->lo);
}
END_TEST

/* Equal values: exactly their value, however their sum would round. */
START_TEST(mean_of_constants)
{
	static const double constants[] = { 0.1, -0.1, 1.0 / 3, 1e9 + 0.1,
	    DBL_MAX, -DBL_MAX, DBL_MIN, 5e-324, 0 };
	const double constant = constants[_i];
	enum { MOST = 3000 };
	double value[MOST];
	struct interval range;
	struct dd mean;
	size_t n;

	for (n = 0; n < MOST; n++)
		value[n] = constant;
	for (n = 1; n <= MOST; n++) {
		mean = mean_of(value, n, &range);
		if (mean.hi != constant || mean.lo != 0)
			ck_abort_msg("%zu times %a: %a + %a", n, constant,
			    mean.hi, mean.lo);
	}
}
END_TEST

/*
 * Whole numbers of up to 40 bits, scaled by powers of two: their sum is a
 * whole number that a double holds, so that fma(3) says what hi lacks.
 */
START_TEST(mean_of_whole_numbers)
{
	static const int exponents[] = { 0, -1000, -500, 32, 500, 960 };
	enum { N = 3000 };
	double value[N], sum = 0, lacking;
	uint64_t state = 1 + (uint64_t)_i;
	struct interval range;
	struct dd mean;
	size_t i, n = N - (size_t)_i;

	for (i = 0; i < n; i++) {
		value[i] = floor((random_number(&state) - 0.3) * 0x1p40);
		sum += value[i];
		value[i] = ldexp(value[i], exponents[_i]);
	}
	mean = dd_scale(mean_of(value, n, &range), -exponents[_i]);
	lacking = -fma(mean.hi, (double)n, -sum) / (double)n;
	ck_assert_msg(mean.hi + lacking == mean.hi, "%a is not the nearest",
	    mean.hi);
	ck_assert_msg(fabs(mean.lo - lacking) <= 0x1p-100 * fabs(mean.hi),
	    "%a + %a lacks %a", mean.hi, mean.lo, lacking);
}
END_TEST

/*
 * Values all over the range, each with its opposite, and three times one
 * more: whatever the order, only that one remains.
 */
START_TEST(mean_of_opposites)
{
	enum { PAIRS = 1500, N = 2 * PAIRS + 3 };
	static double value[N];
	uint64_t state = 77 + (uint64_t)_i;
	double left = ldexp(random_number(&state) - 0.5, 41 * _i - 1000);
	struct interval range;
	struct dd mean;
	size_t i;

	for (i = 0; i < PAIRS; i++) {
		value[i] = ldexp(random_number(&state) + 0.5,
		    (int)(random_number(&state) * 2097) - 1073);
		value[PAIRS + i] = -value[i];
	}
	value[N - 3] = value[N - 2] = value[N - 1] = left;
	for (i = 0; i < 5; i++) {
		shuffle(value, N, &state);
		mean = mean_of(value, N, &range);
		ck_assert_msg(relative_error(mean.hi, left * 3 / N) <
		    0x1p-51, "%a, not %a", mean.hi, left * 3 / N);
	}
}
END_TEST

/*
 * Blocks of values within a factor of 2^_i, of one sign or both, with zeros:
 * what sum_block says it added is what add_exactly adds.  It says so of all
 * up to 2^32, and never beyond 2^34.
 */
START_TEST(sum_of_a_block)
{
	static double value[BLOCK];
	uint64_t state = 5 + (uint64_t)_i;
	struct exact_sum exact = { { 0 } }, sum = { { 0 } };
	struct interval range, here;
	struct dd total;
	size_t i, n;
	bool proven;

	for (n = 3; n <= BLOCK; n += n < 20 ? 1 : 167) {
		for (i = 0; i < n; i++) {
			value[i] = ldexp(1 + random_number(&state),
			    (int)(random_number(&state) * (_i + 1)) - 9 * _i);
			if (n % 3 == 0 && random_number(&state) < 0.5)
				value[i] = -value[i];
			if (n % 5 == 0 && i % 7 == 6)
				value[i] = 0;
		}
		value[0] = ldexp(1.0 / 3, -9 * _i + 1);
		value[1] = ldexp(1 - 0x1p-53, -8 * _i + 1);
		range = extremes_of(value, n);
		proven = sum_block(value, n, exponent_beyond(range), &here,
		    &total);
		ck_assert(here.lower == range.lower &&
		    here.upper == range.upper);
		ck_assert(!sum_block(value, n, exponent_beyond(range) - 1,
		    &here, &total));
		ck_assert(proven || _i > 31);
		ck_assert(!proven || _i < 34);
		if (!proven)
			continue;
		add_exactly(&sum, total.hi);
		add_exactly(&sum, total.lo);
		for (i = 0; i < n; i++)
			add_exactly(&exact, value[i]);
		carry(&sum);
		carry(&exact);
		ck_assert_msg(memcmp(&sum, &exact, sizeof(sum)) == 0,
		    "2^%d, %zu values", _i, n);
	}
}
END_TEST

/* The sum of squared deviations, in units of 4^unit. */
static double
squares_of(const double *value, size_t n, double min, double max, int unit)
{
	struct interval range;
	const struct centre centre = centre_on(mean_of(value, n, &range), min,
	    max);

	return ldexp(sum_products(&centre, value, n, 0),
	    2 * (centre.exponent - unit));
}

/* -k, ..., k about any centre: k (k + 1) (2k + 1) / 3, with no rounding. */
START_TEST(squares_of_whole_numbers)
{
	static const struct {
		double centre, unit;
	} cases[] = {
		{ 0, 1 }, { 1e9, 1 }, { -1e15, 1 }, { 1e15, 0.125 },
		{ 0x1p450, 0x1p400 }, { 1, 0x1p-50 }, { 0, 0x1p-530 },
		{ 0x1p-450, 0x1p-500 }, { 0x1p52, 1 }
	};
	const double centre = cases[_i].centre, unit = cases[_i].unit;
	double value[201], sum;
	int i, k;

	for (k = 1; k <= 100; k++) {
		for (i = -k; i <= k; i++)
			value[i + k] = centre + i * unit;
		sum = squares_of(value, 2 * (size_t)k + 1, value[0],
		    value[2 * k], 0);
		ck_assert_double_eq(sum,
		    k * (k + 1) * (2 * k + 1) / 3 * unit * unit);
	}
}
END_TEST

START_TEST(squares_at_the_limits)
{
	static const double widest[] = { DBL_MAX, 0, -DBL_MAX };
	static const double smallest[] = { 5e-324, 0, -5e-324 };
	static const double constant[] = { 0.1, 0.1, 0.1, 0.1, 0.1, 0.1 };

	ck_assert_msg(relative_error(squares_of(widest, 3, -DBL_MAX, DBL_MAX,
	    1024), 2) < 1e-15, "widest");
	ck_assert_double_eq(squares_of(smallest, 3, -5e-324, 5e-324, -1074),
	    2);
	ck_assert_double_eq(squares_of(constant, 6, 0.1, 0.1, 0), 0);
}
END_TEST

START_TEST(products_of_neighbours)
{
	static const double value[] = { 1, 2, 3, 4, 5 };
	struct interval range;
	const struct centre centre = centre_on(mean_of(value, 5, &range), 1,
	    5);

	/* -2 * -1 + -1 * 0 + 0 * 1 + 1 * 2 */
	ck_assert_double_eq(ldexp(sum_products(&centre, value, 4, 1),
	    2 * centre.exponent), 4);
}
END_TEST

START_TEST(exponents)
{
	static const struct {
		double x;
		int exponent;
	} cases[] = {
		{ 1, 1 }, { -1, 1 }, { 0.75, 0 }, { 2, 2 }, { -1023, 10 },
		{ DBL_MAX, 1024 }, { 0x1p-999, -998 }, { 0x1p-1001, -1000 },
		{ 0x1p-1002, -1000 }, { 5e-324, -1000 }, { 0, -1000 }
	};
	size_t i;

	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		ck_assert_int_eq(exponent_of(cases[i].x), cases[i].exponent);
}
END_TEST

START_TEST(bits_are_in_order)
{
	static const double rising[] = {
		-DBL_MAX, -1e308, -2, -1.0000000000000002, -1,
		-0.99999999999999989, -DBL_MIN, -1e-323, -5e-324, -0.0, 0,
		5e-324, 1e-323, DBL_MIN, 0.99999999999999989, 1,
		1.0000000000000002, 2, 1e308, DBL_MAX
	};
	size_t i;

	for (i = 0; i < sizeof(rising) / sizeof(rising[0]); i++)
		ck_assert_double_eq(key_value(order_key(rising[i])),
		    rising[i]);
	for (i = 1; i < sizeof(rising) / sizeof(rising[0]); i++)
		ck_assert_msg(order_key(rising[i - 1]) <
		    order_key(rising[i]), "%a, %a", rising[i - 1],
		    rising[i]);
}
END_TEST

/* Kinds of values that make select_rank take different ways. */
static double
value_of_kind(int kind, uint64_t *state)
{
	const double random = random_number(state);

	switch (kind) {
	case 0:		/* all over the range, of both signs */
		return ldexp(random - 0.5, (int)(random_number(state) *
		    2097) - 1073);
	case 1:		/* many ties */
		return floor(random * 5) - 2;
	case 2:		/* the same but for the lowest bits */
		return 1 + floor(random * 3000) * DBL_EPSILON;
	case 3:		/* mostly one value */
		return random < 0.9 ? 42 : random - 0.95;
	case 4:		/* zeros and their neighbours */
		return random < 0.3 ? -0.0 : random < 0.6 ? 0 :
		    random < 0.8 ? 5e-324 : -5e-324;
	case 5:		/* sums overflow */
		return random < 0.1 ? DBL_MAX : -DBL_MAX * (0.9 + random / 10);
	default:	/* all equal */
		return -0.1;
	}
}

enum { KINDS = 7 };

static double *
values_of_kind(int kind, size_t n, uint64_t *state)
{
	double *value = allocate(n, sizeof(*value));
	size_t i;

	for (i = 0; i < n; i++)
		value[i] = value_of_kind(kind, state);
	return value;
}

static int
by_value(const void *a, const void *b)
{
	const double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static double *
sorted_by_qsort(const double *value, size_t n)
{
	double *copy = allocate(n, sizeof(*copy));

	memcpy(copy, value, n * sizeof(*copy));
	qsort(copy, n, sizeof(*copy), by_value);
	return copy;
}

static double
median_by_sorting(const double *value, size_t n)
{
	double *sorted = sorted_by_qsort(value, n);
	const double a = sorted[(n - 1) / 2], b = sorted[n / 2];

	free(sorted);
	return isfinite(a + b) ? (a + b) / 2 : a / 2 + b / 2;
}

static void
check_median(int kind, size_t n, uint64_t *state)
{
	double *value = values_of_kind(kind, n, state);
	const double got = median_of(value, n);
	const double want = median_by_sorting(value, n);

	ck_assert_msg(got == want, "kind %d, %zu values: %a, not %a", kind, n,
	    got, want);
	free(value);
}

START_TEST(median_by_selection)
{
	static const size_t sizes[] = { 1022, 1023, 1024, 1025, 1026, 2047,
	    2048, 5000, 99999, 100000, 700000, 2500001 };
	uint64_t state = 4711;
	size_t n, i;

	for (n = 1; n <= 40; n++)
		check_median(_i, n, &state);
	for (i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++)
		check_median(_i, sizes[i], &state);
}
END_TEST

START_TEST(rank_by_selection)
{
	enum { N = 3001 };
	uint64_t state = 815;
	double *value = values_of_kind(_i, N, &state);
	double *sorted = sorted_by_qsort(value, N);
	size_t rank;

	for (rank = 0; rank < N; rank += 75)
		ck_assert_msg(select_rank(value, N, rank) == sorted[rank],
		    "kind %d, rank %zu", _i, rank);
	free(sorted);
	free(value);
}
END_TEST

/* Sizes about where sort changes its method, and well beyond. */
START_TEST(sorting)
{
	static const size_t sizes[] = { 1, 2, 3, 10, SORT_SMALL - 1,
	    SORT_SMALL, SORT_SMALL + 1, 1000, 5000, 100000 };
	uint64_t state = 99;
	size_t i, j;

	for (i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
		double *value = values_of_kind(_i, sizes[i], &state);
		double *want = sorted_by_qsort(value, sizes[i]);
		double *got = sorted_copy(value, sizes[i]);

		for (j = 0; j < sizes[i] && got[j] == want[j]; j++)
			;
		ck_assert_msg(j == sizes[i], "kind %d: %zu of %zu", _i, j,
		    sizes[i]);
		free(got);
		free(want);
		free(value);
	}
}
END_TEST

START_TEST(median_by_hand)
{
	static const struct {
		size_t n;
		double value[4], median;
	} cases[] = {
		{ 1, { -0.1 }, -0.1 },
		{ 2, { 3, 1 }, 2 },
		{ 3, { 3, -7, 1 }, 1 },
		{ 4, { 4, 1, 3, 2 }, 2.5 },
		{ 4, { 1, 2, 2, 1 }, 1.5 },
		{ 4, { 2, 1, 2, 2 }, 2 },
		{ 4, { -1, -2, -3, -4 }, -2.5 },
		{ 2, { DBL_MAX, DBL_MAX }, DBL_MAX },
		{ 2, { DBL_MAX, -DBL_MAX }, 0 },
		{ 4, { 1e308, 1.5e308, 1e308, 1.5e308 }, 1.25e308 },
		{ 2, { 5e-324, 1.5e-323 }, 1e-323 },
		{ 2, { -0.0, 0 }, 0 }
	};
	size_t i;

	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		ck_assert_double_eq(median_of(cases[i].value, cases[i].n),
		    cases[i].median);
}
END_TEST

static Suite *
suite_arithmetic(void)
{
	Suite *suite = suite_create("arithmetic");
	TCase *sums = tcase_create("sums"), *ranks = tcase_create("ranks");

	tcase_add_loop_test(sums, mean_by_hand, 0,
	    sizeof(mean_cases) / sizeof(mean_cases[0]));
	tcase_add_loop_test(sums, mean_of_constants, 0, 9);
	tcase_add_loop_test(sums, mean_of_whole_numbers, 0, 6);
	tcase_add_loop_test(sums, mean_of_opposites, 0, 49);
	tcase_add_loop_test(sums, sum_of_a_block, 0, 60);
	tcase_add_loop_test(sums, squares_of_whole_numbers, 0, 9);
	tcase_add_test(sums, squares_at_the_limits);
	tcase_add_test(sums, products_of_neighbours);
	tcase_add_test(sums, exponents);
	suite_add_tcase(suite, sums);
	tcase_add_test(ranks, bits_are_in_order);
	tcase_add_loop_test(ranks, sorting, 0, KINDS);
	tcase_add_loop_test(ranks, median_by_selection, 0, KINDS);
	tcase_add_loop_test(ranks, rank_by_selection, 0, KINDS);
	tcase_add_test(ranks, median_by_hand);
	suite_add_tcase(suite, ranks);
	return suite;
}
