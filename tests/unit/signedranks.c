/*
 * ---- Signed ranks and dependence -----------------------------------------
 * Compares -t wilcoxon with R, with all signs tried, and with all means of two
 * distances sorted; and what is expected of neighbouring ranks with all orders.
 */

static struct comparison
sr_compare(double *x, double *y, size_t n, double percent)
{
	const struct sample a = sample_from(x, n), b = sample_from(y, n);

	return compare_samples("wilcoxon", &a, &b, percent);
}

enum { EXACT_PAIRS = 50 };	/* 50 times 50 is EXACT_CONTRASTS */

/* wilcox.test(log(x), log(y), paired = TRUE, conf.int = TRUE) of R. */
START_TEST(sr_reference)
{
	struct reference r;
	size_t cases = 0;

	open_reference(&r, "tests/unit/ref/wilcoxon.tsv");
	while (next_reference(&r)) {
		struct sample a = read_values(text_of(&r, "x"));
		struct sample b = read_values(text_of(&r, "y"));
		const struct comparison c = compare_samples("wilcoxon", &a, &b,
		    value_of(&r, "percent"));
		const bool exact = a.n <= EXACT_PAIRS;

		cases++;
		ck_assert_msg(relative_error(c.p, value_of(&r, "p")) < 1e-12,
		    "%s:%d: p is %.17g", r.path, r.number, c.p);
		ck_assert(c.p_is_exact == exact);
		if (exact) {	/* else R searches, and stops early */
			check_end(&r, "relative", c.relative.value, 10);
			check_end(&r, "low", c.relative.lower, 10);
			check_end(&r, "high", c.relative.upper, 10);
		}
		free(a.value);
		free(b.value);
	}
	ck_assert_uint_eq(cases, 60);
}
END_TEST

/* Whether the distance of pair i is less than that of j, equal, or more. */
static int
sr_order(const double *x, const double *y, size_t i, size_t j, bool in_logs)
{
	double a, b;

	if (in_logs) {	/* products of whole numbers are exact */
		a = larger(x[i], y[i]) * smaller(x[j], y[j]);
		b = larger(x[j], y[j]) * smaller(x[i], y[i]);
	} else {
		a = fabs(x[i] - y[i]);
		b = fabs(x[j] - y[j]);
	}
	return (a > b) - (a < b);
}

/* p by trying all signs of the distances that are not 0. */
static double
sr_enumerate(const double *x, const double *y, size_t n, bool in_logs)
{
	double rank[12], seen = 0, lower = 0, upper = 0, all = 0;
	size_t i, j, signs = 0;

	for (i = 0; i < n; i++) {
		double below = 0, equal = 0;

		for (j = 0; j < n; j++) {
			const int order = sr_order(x, y, j, i, in_logs);

			below += order < 0;
			equal += order == 0;
		}
		if (x[i] == y[i])
			continue;
		rank[signs] = below + (equal + 1) / 2;
		if (x[i] > y[i])
			seen += rank[signs];
		signs++;
	}
	for (size_t mask = 0; mask < (size_t)1 << signs; mask++) {
		double sum = 0;

		for (i = 0; i < signs; i++)
			sum += mask >> i & 1 ? rank[i] : 0;
		all++;
		lower += sum <= seen;
		upper += sum >= seen;
	}
	return smaller(1, 2 * smaller(lower, upper) / all);
}

START_TEST(sr_enumeration)
{
	static const uint64_t span[] = { 1, 2, 3, 6, 20, 1000 };
	uint64_t state = 1 + (uint64_t)_i;
	double x[12], y[12];

	for (int round = 0; round < 30; round++) {
		const size_t n = 1 + (size_t)below(&state, 12);
		const bool in_logs = round % 2 == 0;
		double p;

		for (size_t i = 0; i < n; i++) {
			x[i] = in_logs + below(&state, (int)span[round % 6]);
			y[i] = in_logs + below(&state, (int)span[round % 6]);
		}
		if (!in_logs)
			x[0] = 0;
		p = sr_enumerate(x, y, n, in_logs);
		ck_assert_msg(relative_error(sr_compare(x, y, n, 95).p, p) <
		    1e-12, "%zu pairs, round %d: not %g", n, round, p);
	}
}
END_TEST

/* In how many ways some of the ranks 1..n add up to w. */
static double
sr_ways(size_t n, size_t w)
{
	static double ways[EXACT_PAIRS + 1][EXACT_PAIRS * 26 + 1];

	for (size_t i = 0; ways[n][0] == 0 && i <= n; i++)
		for (size_t sum = 0; sum <= EXACT_PAIRS * 26; sum++)
			ways[i][sum] = i == 0 ? sum == 0 : ways[i - 1][sum] +
			    (sum >= i ? ways[i - 1][sum - i] : 0);
	return ways[n][w];
}

static size_t
sr_rank(size_t n, double outside)
{
	double count = 0;
	size_t k;

	for (k = 0; k <= n * (n + 1) / 4; k++) {
		count += sr_ways(n, k);
		if (2 * ldexp(count, -(int)n) > outside * (1 + 1e-12))
			break;
	}
	return k;
}

/* All means of two distances sorted, against what is selected. */
START_TEST(sr_intervals)
{
	static const uint64_t span[] = { 3, 20, (uint64_t)1 << 40 };
	static const double percents[] = { 50, 80, 95, 99, 99.9999 };
	uint64_t state = 7 + (uint64_t)_i;
	double x[EXACT_PAIRS], y[EXACT_PAIRS];
	static double walsh[EXACT_PAIRS * 26];

	for (int round = 0; round < 60; round++) {
		const size_t n = 1 + (size_t)below(&state, EXACT_PAIRS);
		const bool in_logs = round % 2 == 0;
		const double percent = percents[round % 5];
		const size_t k = sr_rank(n, (100 - percent) / 100);
		size_t all = 0, i, j;

		mw_fill(x, n, span[round % 3], &state);
		mw_fill(y, n, span[round % 3], &state);
		if (!in_logs)
			x[0] = -1;
		for (i = 0; i < n; i++)
			for (j = 0; j <= i; j++)
				walsh[all++] = in_logs ?
				    (log(x[i] / y[i]) + log(x[j] / y[j])) / 2 :
				    (x[i] - y[i] + x[j] - y[j]) / 2;
		qsort(walsh, all, sizeof(*walsh), by_value);
		const struct comparison c = sr_compare(x, y, n, percent);
		const double tick = mw_tick(x, n, y, n);
		const double median = value_at(y, n, (double)(n - 1) / 2);
		const double middle = walsh[(all - 1) / 2] / 2 +
		    walsh[all / 2] / 2;
		const double low = k == 0 ? -INFINITY : walsh[k - 1];
		const double high = k == 0 ? INFINITY : walsh[all - k];
		const struct estimate want = in_logs ? (struct estimate){
			expm1(middle), larger(-1, expm1(low) - tick / median),
			expm1(high) + tick / median
		} : (struct estimate){ middle, low - tick, high + tick };
		const struct estimate got = in_logs ? c.relative : c.difference;
		const double size = larger(1, fabs(want.value));

		ck_assert_double_eq_tol(got.value, want.value, 1e-12 * size);
		ck_assert(got.lower == want.lower ||
		    fabs(got.lower - want.lower) <= 1e-12 * size);
		ck_assert(got.upper == want.upper || fabs(got.upper -
		    want.upper) <= 1e-12 * larger(1, want.upper));
		ck_assert(isnan(c.relative.value) == !in_logs);
		ck_assert(k > 0 || c.verdict != UNDECIDED ||
		    c.doubts & DOUBT_TOO_FEW);
		if (in_logs) {
			ck_assert_double_eq(c.difference.value, got.value *
			    median);
			ck_assert(c.difference.upper == got.upper * median);
		}
	}
}
END_TEST

/* Swapped sets; all multiplied by a power of two; ratios and their inverses. */
START_TEST(sr_mirror_and_scale)
{
	uint64_t state = 31 + (uint64_t)_i;
	const size_t n = 6 + (size_t)below(&state, 90);
	double x[100], y[100], kx[100], ky[100];
	struct comparison c, s, k;

	mw_fill(x, n, _i % 2 == 0 ? 30 : (uint64_t)1 << 40, &state);
	mw_fill(y, n, _i % 2 == 0 ? 30 : (uint64_t)1 << 40, &state);
	for (size_t i = 0; i < n; i++) {
		kx[i] = ldexp(x[i], -900);
		ky[i] = ldexp(y[i], -900);
	}
	c = sr_compare(x, y, n, 95);
	s = sr_compare(y, x, n, 95);
	k = sr_compare(kx, ky, n, 95);
	ck_assert(s.p == c.p && s.side == -c.side && k.p == c.p);
	ck_assert(s.verdict == mirrored(c.verdict));
	ck_assert_double_eq_tol((1 + s.relative.value) * (1 +
	    c.relative.value), 1, 1e-13);
	ck_assert(k.relative.value == c.relative.value);
	ck_assert(k.relative.lower == c.relative.lower);
	ck_assert(k.difference.upper == ldexp(c.difference.upper, -900));
}
END_TEST

/* Means of two of a set, of many and of few, against sorting. */
START_TEST(sr_select)
{
	static const uint64_t span[] = { 2, 50, (uint64_t)1 << 40 };
	uint64_t state = 3 + (uint64_t)_i;
	const size_t n = 1 + (size_t)below(&state, 600);
	const size_t all = n * (n + 1) / 2;
	double *x = allocate(n, sizeof(*x));
	double *sums = allocate(all, sizeof(*sums));
	const struct contrasts s = { MEANS, n, n, x, NULL };
	size_t i, j, m = 0;

	mw_fill(x, n, span[_i % 3], &state);
	for (i = 0; i < n; i++)
		x[i] = (x[i] - (double)(span[_i % 3] / 2)) / 1000;
	qsort(x, n, sizeof(*x), by_value);
	for (i = 0; i < n; i++) {
		for (j = 0; j <= i; j++)
			sums[m++] = (x[i] + x[j]) / 2;
	}
	qsort(sums, all, sizeof(*sums), by_value);
	for (i = 0; i < 40; i++) {
		const size_t k = i == 0 ? 1 : i == 1 ? all :
		    1 + (size_t)(draw(&state) >> 11) % all;

		ck_assert(select_contrast(s, k) == sums[k - 1]);
	}
	free(sums);
	free(x);
}
END_TEST

/* Reorders v into the next permutation, up to the last, of n marks. */
static bool
next_order(size_t *mark, size_t n)
{
	size_t i = n - 1, j = n - 1, left, swapped;

	while (i > 0 && mark[i - 1] > mark[i])
		i--;
	if (i == 0)
		return false;
	while (mark[j] < mark[i - 1])
		j--;
	swapped = mark[i - 1];
	mark[i - 1] = mark[j];
	mark[j] = swapped;
	for (left = i, j = n - 1; left < j; left++, j--) {
		swapped = mark[left];
		mark[left] = mark[j];
		mark[j] = swapped;
	}
	return true;
}

/* Over all orders the mean of the excess is 0, and its variance is known. */
START_TEST(dependence_of_all_orders)
{
	static const double sets[][8] = {
		{ 1, 2, 3, 4, 5, 6, 7, 8 }, { 1, 1, 2, 3, 5, 8, 13, 21 },
		{ 1, 1, 1, 1, 2, 2, 3, 3 }, { 5, 5, 5, 5, 5, 5, 5, 9 }
	};

	for (size_t n = 2; n <= 8; n++) {
		size_t mark[8] = { 0, 1, 2, 3, 4, 5, 6, 7 };
		double sum = 0, squares = 0, orders = 0, variance = 0;

		do {
			double value[8], excess = 0;

			for (size_t i = 0; i < n; i++)
				value[i] = sets[_i][mark[i]];
			variance = 0;
			add_order(value, n, &excess, &variance);
			sum += excess;
			squares += excess * excess;
			orders++;
		} while (next_order(mark, n));
		ck_assert_double_eq_tol(sum, 0, 1e-9 * orders);
		ck_assert_double_eq_tol(squares / orders, variance,
		    1e-11 * (1 + variance));
	}
}
END_TEST

/* Above it is the normal distribution once in 100 times. */
#define	ONE_IN_100	2.3263478740408408

/*
 * Whether two sets are found, pooled or by their pairs, to be dependent (+1) or
 * to have high and low values in turns (-1), or neither (0).
 */
static int
found(const char *test, const double *a, const double *b, size_t n)
{
	double x[64], y[64];
	const struct sample sx = sample_from(x, n), sy = sample_from(y, n);
	struct comparison c;

	memcpy(x, a, n * sizeof(*x));
	memcpy(y, b, n * sizeof(*y));
	c = compare_samples(test, &sx, &sy, 95);
	double errors = dependence(&c);
	return (errors > ONE_IN_100) - (errors < -ONE_IN_100);
}

START_TEST(dependence_found)
{
	static double many[MOST_ORDERED + 1];
	double rising[40], waves[40], same[40], turns[40], shifted[40];
	struct sample a = sample_from(many, MOST_ORDERED);
	struct comparison c;
	size_t i;

	for (i = 0; i < 40; i++) {
		rising[i] = 100 + (double)i;
		waves[i] = (double)(i / 5 % 2 * 100 + i * 7 % 10);
		same[i] = 5;
		turns[i] = (double)(i % 2 * 100 + i * 7 % 10);
		shifted[i] = rising[i] + (double)(i * 7 % 5);
	}
	ck_assert_int_eq(found("student", rising, rising, 8), 1);
	ck_assert_int_eq(found("student", rising, rising, 7), 0);
	ck_assert_int_eq(found("student", rising, same, 40), 1);
	ck_assert_int_eq(found("student", waves, waves, 40), 1);
	ck_assert_int_eq(found("student", same, same, 40), 0);
	ck_assert_int_eq(found("student", turns, turns, 40), -1);
	ck_assert_int_eq(found("paired", turns, same, 40), -1);
	/* What pairs have in common does no harm. */
	ck_assert_int_eq(found("welch", rising, shifted, 40), 1);
	ck_assert_int_ne(found("paired", rising, shifted, 40), 1);
	ck_assert_int_ne(found("wilcoxon", rising, shifted, 40), 1);
	ck_assert_int_eq(found("paired", rising, same, 40), 1);
	ck_assert_int_eq(found("wilcoxon", waves, shifted, 40), 1);
	for (i = 0; i < MOST_ORDERED + 1; i++)
		many[i] = (double)i;
	c = compare_samples("student", &a, &a, 95);
	ck_assert_double_gt(dependence(&c), 6);
	a.n++;
	c = compare_samples("student", &a, &a, 95);
	ck_assert_double_eq(dependence(&c), 0);
}
END_TEST

static Suite *
suite_signedranks(void)
{
	Suite *s = suite_create("signedranks");
	TCase *t = tcase_create("signedranks");

	tcase_set_timeout(t, 120);
	tcase_add_test(t, sr_reference);
	tcase_add_loop_test(t, sr_enumeration, 0, 20);
	tcase_add_loop_test(t, sr_intervals, 0, 10);
	tcase_add_loop_test(t, sr_mirror_and_scale, 0, 40);
	tcase_add_loop_test(t, sr_select, 0, 12);
	tcase_add_loop_test(t, dependence_of_all_orders, 0, 4);
	tcase_add_test(t, dependence_found);
	suite_add_tcase(s, t);
	return s;
}
