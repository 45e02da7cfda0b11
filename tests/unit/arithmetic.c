/*
 * ---- Arithmetic ----------------------------------------------------------
 * Sums, ranks and orders, which must be exact.
 */

static double *
sorted_copy(const double *value, size_t n)
{
	double *copy = allocate(n, sizeof(*copy));

	memcpy(copy, value, n * sizeof(*copy));
	qsort(copy, n, sizeof(*copy), by_value);
	return copy;
}

/* Means of a few values, written down by hand; NAN: whatever lo is. */
static const struct mean_case {
	size_t n;
	double value[6];
	double hi, lo;
} mean_cases[] = {
	{ 1, { 0.1 }, 0.1, 0 },
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
	const struct dd mean = moments_of(c->value, c->n).mean;

	ck_assert_msg(mean.hi == c->hi, "hi %a, not %a", mean.hi, c->hi);
	ck_assert_msg(isnan(c->lo) || mean.lo == c->lo, "lo %a, not %a",
	    mean.lo, c->lo);
}
END_TEST

/*
 * Whole numbers of up to 40 bits, scaled by powers of two: their sum is a
 * whole number that a double holds, so that fma(3) gives what hi is short of.
 */
START_TEST(mean_of_whole_numbers)
{
	static const int exponents[] = { 0, -1000, -500, 32, 500, 960 };
	enum { N = 3000 };
	double value[N], sum = 0, lacking;
	uint64_t state = 1 + (uint64_t)_i;
	struct dd mean;
	size_t i, n = N - (size_t)_i;

	for (i = 0; i < n; i++) {
		value[i] = floor((random_number(&state) - 0.3) * 0x1p40);
		sum += value[i];
		value[i] = ldexp(value[i], exponents[_i]);
	}
	mean = moments_of(value, n).mean;
	mean.hi = ldexp(mean.hi, -exponents[_i]);
	mean.lo = ldexp(mean.lo, -exponents[_i]);
	lacking = -fma(mean.hi, (double)n, -sum) / (double)n;
	ck_assert_msg(mean.hi + lacking == mean.hi, "%a is not the nearest",
	    mean.hi);
	ck_assert_msg(fabs(mean.lo - lacking) <= 0x1p-100 * fabs(mean.hi),
	    "%a + %a lacks %a", mean.hi, mean.lo, lacking);
}
END_TEST

/*
 * Values within a factor of 2^40, each with its opposite, and three times one
 * more: whatever the order, only that one remains.
 */
START_TEST(mean_of_opposites)
{
	enum { OPPOSITES = 1500, N = 2 * OPPOSITES + 3 };
	static double value[N];
	uint64_t state = 77 + (uint64_t)_i;
	double left = ldexp(random_number(&state) + 0.5, 20 * _i - 500);
	struct dd mean;
	size_t i;

	for (i = 0; i < OPPOSITES; i++) {
		value[i] = left * ldexp(random_number(&state) + 0.5,
		    (int)(random_number(&state) * 40) - 20);
		value[OPPOSITES + i] = -value[i];
	}
	value[N - 3] = value[N - 2] = value[N - 1] = left;
	for (i = 0; i < 5; i++) {
		shuffle(value, N, &state);
		mean = moments_of(value, N).mean;
		ck_assert_msg(relative_error(mean.hi, left * 3 / N) <
		    0x1p-51, "%a, not %a", mean.hi, left * 3 / N);
	}
}
END_TEST

/*
 * The squared deviations of -k, ..., k about any centre sum up to
 * k (k + 1) (2k + 1) / 3, with no rounding.
 */
START_TEST(squares_of_whole_numbers)
{
	static const struct {
		double centre, step;
	} cases[] = {
		{ 0, 1 }, { 1e9, 1 }, { -1e15, 1 }, { 1e15, 0.125 },
		{ 0x1p450, 0x1p400 }, { 1, 0x1p-50 }, { 0, 0x1p-530 },
		{ 0x1p-450, 0x1p-500 }, { 0x1p52, 1 }, { 0, 0x1p1016 },
		{ -0x1p1023, 0x1p1000 }, { 0, 5e-324 }, { DBL_MIN, 5e-324 }
	};
	const double centre = cases[_i].centre, step = cases[_i].step;
	double value[201], squares;
	struct summary s;
	int i, k;

	for (k = 1; k <= 100; k++) {
		for (i = -k; i <= k; i++)
			value[i + k] = centre + i * step;
		s = moments_of(value, 2 * (size_t)k + 1);
		squares = k * (k + 1) * (2 * k + 1) / 3;
		ck_assert_double_eq(s.mean.hi, centre);
		ck_assert_double_eq(s.stddev, sqrt(squares / (2 * k)) * step);
		ck_assert_double_eq(s.min, centre - k * step);
		ck_assert_double_eq(s.max, centre + k * step);
	}
}
END_TEST

/* Kinds of values that make a selection take different ways. */
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

static double
median_by_sorting(const double *value, size_t n)
{
	double *sorted = sorted_copy(value, n);
	const double a = sorted[(n - 1) / 2], b = sorted[n / 2];

	free(sorted);
	return isfinite(a + b) ? (a + b) / 2 : a / 2 + b / 2;
}

static void
check_median(int kind, size_t n, uint64_t *state)
{
	double *value = values_of_kind(kind, n, state);
	const double got = value_at(value, n, (double)(n - 1) / 2);
	const double want = median_by_sorting(value, n);

	ck_assert_msg(fabs(got - want) <= 0x1p-1074, "kind %d, %zu values: "
	    "%a, not %a", kind, n, got, want);
	free(value);
}

START_TEST(median_by_selection)
{
	static const size_t sizes[] = { 4095, 4096, 4097, 1022, 1023, 1024,
	    1025, 1026, 2047, 2048, 5000, 99999, 100000, 700000, 2500001 };
	uint64_t state = 4711;
	size_t n, i;

	for (n = 1; n <= 40; n++)
		check_median(_i, n, &state);
	for (i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++)
		check_median(_i, sizes[i], &state);
}
END_TEST

/* Any place, between two values too. */
START_TEST(place_by_selection)
{
	static const size_t sizes[] = { 3001, 4096, 4097, 100000 };
	uint64_t state = 815;
	double *value, *sorted, share, want;
	size_t i, n, rank;

	for (i = 0; i < sizeof(sizes) / sizeof(*sizes); i++) {
		n = sizes[i];
		value = values_of_kind(_i, n, &state);
		sorted = sorted_copy(value, n);
		for (rank = 0; rank < n; rank += n / 40) {
			share = rank + 1 < n && rank % 2 == 0 ? 0.25 : 0;
			want = interpolate(sorted[rank],
			    sorted[rank + (share > 0)], share);
			ck_assert_msg(value_at(value, n, (double)rank +
			    share) == want, "kind %d, rank %zu of %zu", _i,
			    rank, n);
		}
		ck_assert(value_at(value, n, (double)n - 1) == sorted[n - 1]);
		free(sorted);
		free(value);
	}
}
END_TEST

/*
 * Values in an order that misleads the guess, which looks at every 79th: then
 * all are looked at.
 */
START_TEST(median_of_a_trap)
{
	enum { N = 100000 };
	double *value = allocate(N, sizeof(*value));
	size_t i;

	for (i = 0; i < N; i++)
		value[i] = i % 79 == 0 ? 1e9 + (double)i : (double)i;
	ck_assert_double_eq(value_at(value, N, (N - 1) / 2.0),
	    median_by_sorting(value, N));
	free(value);
}
END_TEST

/*
 * An order in which each pivot is the least value left, so that each partition
 * takes one value away.  Without the sort, this would take hours.
 */
START_TEST(selection_with_bad_pivots)
{
	enum { N = 2000000, RANK = N / 2 };
	double *value = allocate(N, sizeof(*value)), swapped;
	size_t i;

	for (i = 0; i < N; i++)
		value[i] = (double)i;
	for (i = RANK; i-- > 0; ) {
		swapped = value[i];
		value[i] = value[RANK];
		value[RANK] = swapped;
	}
	ck_assert_double_eq(quickselect(value, N, RANK), RANK);
	free(value);
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
		ck_assert_double_eq(value_at(cases[i].value,
		    cases[i].n, (double)(cases[i].n - 1) / 2),
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
	tcase_add_loop_test(sums, mean_of_whole_numbers, 0, 6);
	tcase_add_loop_test(sums, mean_of_opposites, 0, 49);
	tcase_add_loop_test(sums, squares_of_whole_numbers, 0, 13);
	suite_add_tcase(suite, sums);
	tcase_add_loop_test(ranks, median_by_selection, 0, KINDS);
	tcase_add_loop_test(ranks, place_by_selection, 0, KINDS);
	tcase_add_test(ranks, median_of_a_trap);
	tcase_add_test(ranks, selection_with_bad_pivots);
	tcase_add_test(ranks, median_by_hand);
	suite_add_tcase(suite, ranks);
	return suite;
}
