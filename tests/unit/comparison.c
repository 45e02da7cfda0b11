/*
 * ---- Comparison ----------------------------------------------------------
 * Compares the t tests with figures of exact arithmetic and 70 digits, and with
 * themselves: if the data change in a simple way, some figures must not change,
 * and others must change sign or scale.  (The rank-sum test has a suite of its
 * own.)
 */

#define IN(member)	offsetof(struct comparison, member)

/* What twosample.tsv calls the figures; some names end in _ and a level. */
static const struct expected_quantity {
	const char *name, *test;
	size_t offset;		/* of a double in a comparison */
	double unit;
	double bound;		/* of the relative error */
} quantities[] = {
	{ "diff", "student", IN(difference.value), 1, 1e-14 },
	{ "rel_diff_pct", "student", IN(relative.value), 100, 1e-14 },
	{ "pooled_s", "student", IN(spread), 1, 1e-14 },
	{ "pooled_df", "student", IN(df), 1, 0 },
	{ "pooled_p", "student", IN(p), 1, 1e-12 },
	{ "pooled_hw", "student", IN(half_width), 1, 1e-13 },
	{ "fbsd_relhw_pct", "student", IN(bsd_half_width), 100, 1e-13 },
	{ "welch_df", "welch", IN(df), 1, 1e-14 },
	{ "welch_p", "welch", IN(p), 1, 1e-12 },
	{ "welch_hw", "welch", IN(half_width), 1, 1e-13 },
	{ "paired_mean", "paired", IN(difference.value), 1, 1e-14 },
	{ "paired_sd", "paired", IN(spread), 1, 1e-14 },
	{ "paired_df", "paired", IN(df), 1, 0 },
	{ "paired_p", "paired", IN(p), 1, 1e-12 },
	{ "paired_hw", "paired", IN(half_width), 1, 1e-13 }
};

/* The level at the end of a quantity's name; 0: there is none. */
static double
level_in(const char *name)
{
	const char *end = strrchr(name, '_');

	return end == NULL ? 0 : strtod(end + 1, NULL);
}

static const struct expected_quantity *
find_quantity(const char *name)
{
	const size_t length = level_in(name) > 0 ?
	    (size_t)(strrchr(name, '_') - name) : strlen(name);
	size_t i;

	for (i = 0; i < sizeof(quantities) / sizeof(quantities[0]); i++)
		if (strlen(quantities[i].name) == length &&
		    strncmp(quantities[i].name, name, length) == 0)
			return &quantities[i];
	return NULL;
}

static bool
is_relative(const struct expected_quantity *quantity)
{
	return quantity->unit != 1;
}

/* Subnormal figures have few digits, and so has what rests upon them. */
static double
bound_for(const struct expected_quantity *quantity, const struct reference *r)
{
	return strcmp(text_of(r, "case"), "s33") == 0 ? 2e-12 :
	    quantity->bound;
}

/*
 * The table knows no ticks: these widen, and p has tests of its own.
 *
 * undef in the table is 0/0, or relative to a mean of 0.  There what is
 * relative to a negative mean has its sign, here that of the difference.
 */
static void
check_figure(const struct reference *r,
    const struct expected_quantity *quantity, const struct comparison *c)
{
	const bool is_undef = strcmp(text_of(r, "value"), "undef") == 0;
	double want = value_of(r, "value"), got;

	if (quantity->offset == IN(relative.value) &&
	    c->difference.value * want < 0)
		want = -want;
	if (c->tick > 0 && quantity->offset == IN(p))
		return;
	memcpy(&got, (const char *)c + quantity->offset, sizeof(got));
	if (quantity->offset == IN(half_width))
		got -= c->tick;
	else if (quantity->offset == IN(bsd_half_width))
		got -= c->tick / fabs(c->reference->mean.hi);
	got *= quantity->unit;
	if (is_relative(quantity))
		ck_assert_msg(!isnan(c->relative.value) ==
		    (!is_undef && isfinite(want)), "%s:%d: %d",
		    r->path, r->number, !isnan(c->relative.value));
	else if (is_undef && quantity->offset == IN(p))
		ck_assert_msg(isnan(got), "%s:%d: %g", r->path, r->number,
		    got);
	if (is_undef || isinf(want))
		return;
	ck_assert_msg(relative_error(got, want) <= bound_for(quantity, r) ||
	    ulps_between(got, want) <= 2, "%s:%d: %s is %.17g, not %.17g",
	    r->path, r->number, text_of(r, "quantity"), got, want);
}

static void
check_verdict(const struct reference *r, enum verdict got, double difference,
    double half_width)
{
	const enum verdict want = difference > half_width ? HIGHER :
	    difference < -half_width ? LOWER : UNDECIDED;

	ck_assert_msg(got == want, "%s:%d: the verdict is %d", r->path,
	    r->number, (int)got);
}

/* Differences beyond a double: there is nothing to compare. */
enum { OPPOSITE_LIMITS = 37 };

/* Each figure at each level, and the verdict that follows from them. */
START_TEST(comparison_two_samples)
{
	enum { OF_SAMPLES = 34, OF_PAIRS = 13 };
	struct two_samples two = read_two_samples(_i);
	struct reference r;
	struct comparison c;
	const struct expected_quantity *quantity;
	double percent, difference = NAN;
	int figures = 0;

	open_expected(&r);
	while (next_expected(&r, _i)) {
		quantity = find_quantity(text_of(&r, "quantity"));
		if (quantity == NULL)
			continue;
		figures++;
		percent = level_in(text_of(&r, "quantity"));
		c = compare_samples(quantity->test, &two.compared,
		    &two.reference, percent > 0 ? percent : 95);
		ck_assert((!is_compared(&c)) ==
		    (_i + 1 == OPPOSITE_LIMITS));
		if (!is_compared(&c))
			continue;
		check_figure(&r, quantity, &c);
		if (quantity->offset == IN(difference.value))
			difference = value_of(&r, "value");
		if (quantity->offset == IN(half_width))
			check_verdict(&r, c.verdict, difference,
			    value_of(&r, "value") + c.tick);
	}
	ck_assert_int_eq(figures, OF_SAMPLES +
	    (two.reference.n == two.compared.n ? OF_PAIRS : 0));
}
END_TEST

/* Cases made so that a little less than the truth is another verdict. */
START_TEST(comparison_threshold)
{
	static const struct {
		int number;
		const char *test;
		double percent;
		bool shown;
	} thresholds[] = {
		{ 68, "student", 95, true },	/* p = 0.05 (1 - 1e-6) */
		{ 70, "student", 95, false },	/* p = 0.05 (1 + 1e-6) */
		{ 69, "welch", 99, true },	/* p = 0.01 (1 - 1e-6) */
		{ 71, "welch", 99, false },	/* p = 0.01 (1 + 1e-6) */
		{ 72, "student", 95, false },	/* t = 2.776 would show it, */
		{ 73, "student", 95, false },	/* the normal's 1.960 too, */
		{ 74, "student", 99.5, true }	/* but not the t of 99.8 % */
	};
	struct two_samples two;
	struct comparison c;
	size_t i;

	for (i = 0; i < sizeof(thresholds) / sizeof(thresholds[0]); i++) {
		two = read_two_samples(thresholds[i].number - 1);
		c = compare_samples(thresholds[i].test, &two.compared,
		    &two.reference, thresholds[i].percent);
		ck_assert_msg((c.verdict == HIGHER || c.verdict == LOWER) ==
		    thresholds[i].shown, "s%d", thresholds[i].number);
	}
}
END_TEST

/* In the first 26 cases, nothing is near the limits of a double. */
enum { ORDINARY_CASES = 26 };

static void
scale_sample(struct sample *sample, double factor)
{
	size_t i;

	for (i = 0; i < sample->n; i++)
		sample->value[i] *= factor;
}

static void
expect_scaled(const struct comparison *c, const struct comparison *of,
    double factor)
{
	const double size = fabs(factor);

	const struct estimate d = c->difference, e = of->difference;

	ck_assert_double_eq(d.value, e.value * factor);
	ck_assert_double_eq(c->half_width, of->half_width * size);
	ck_assert_double_eq(d.upper - d.lower, (e.upper - e.lower) * size);
	ck_assert_double_eq(c->spread, of->spread * size);
	ck_assert_double_eq(c->relative.value, of->relative.value);
	ck_assert_double_eq(c->bsd_half_width, of->bsd_half_width);
	ck_assert_double_eq(c->p, of->p);
}

START_TEST(comparison_scales)
{
	static const double factors[] = { 0x1p-900, 0x1p-3, 4, 0x1p900 };
	struct two_samples two;
	struct comparison before, after;
	size_t i;

	for (i = 0; i < sizeof(factors) / sizeof(factors[0]); i++) {
		two = read_two_samples(_i);
		before = compare_samples("student", &two.compared,
		    &two.reference, 95);
		scale_sample(&two.reference, factors[i]);
		scale_sample(&two.compared, factors[i]);
		after = compare_samples("student", &two.compared,
		    &two.reference, 95);
		expect_scaled(&after, &before, factors[i]);
		ck_assert(after.verdict == before.verdict);
	}
}
END_TEST

static enum verdict
mirrored(enum verdict verdict)
{
	return verdict == HIGHER ? LOWER : verdict == LOWER ? HIGHER : verdict;
}

START_TEST(comparison_mirrors)
{
	struct two_samples two = read_two_samples(_i);
	const struct sample *a = &two.compared, *b = &two.reference;
	const struct comparison c = compare_samples("student", a, b, 90);
	const struct comparison swapped = compare_samples("student", b, a, 90);
	struct comparison negated;

	if (!is_compared(&c))
		return;
	const struct estimate d = c.difference, s = swapped.difference;
	ck_assert_double_eq(s.value, -d.value);
	ck_assert_double_eq(swapped.half_width, c.half_width);
	ck_assert_double_eq(s.lower, -d.upper);
	ck_assert_double_eq(s.upper, -d.lower);
	ck_assert_double_eq(swapped.spread, c.spread);
	ck_assert(swapped.p == c.p || (isnan(swapped.p) && isnan(c.p)));
	ck_assert(swapped.verdict == mirrored(c.verdict));

	scale_sample(&two.compared, -1);
	scale_sample(&two.reference, -1);
	negated = compare_samples("student", a, b, 90);
	ck_assert_double_eq(negated.difference.value, -d.value);
	ck_assert_double_eq(negated.half_width, c.half_width);
	ck_assert(isnan(negated.relative.value) == isnan(c.relative.value));
	if (!isnan(c.relative.value)) {
		ck_assert_double_eq(negated.relative.value, -c.relative.value);
		ck_assert_double_eq(negated.bsd_half_width,
		    c.bsd_half_width);
	}
	ck_assert(negated.verdict == mirrored(c.verdict));
}
END_TEST

/* A quotient beyond a double is none. */
START_TEST(comparison_beyond_range)
{
	static double tiny[] = { 1e-300, 2e-300, 3e-300 };
	static double tiny_constant[] = { 1e-300, 1e-300, 1e-300 };
	static double huge[] = { 1e300, 2e300, 3e300 };
	static double huge_constant[] = { 3e300, 3e300, 3e300 };
	static double *const pairs[][2] = {
		{ tiny, huge }, { tiny_constant, huge }, { tiny, huge_constant }
	};
	const struct sample reference = sample_from(pairs[_i][0], 3);
	const struct sample compared = sample_from(pairs[_i][1], 3);
	const struct comparison c = compare_samples("student", &compared,
	    &reference, 80);

	ck_assert(c.verdict == HIGHER);
	ck_assert(isnan(c.relative.value));
}
END_TEST

/* Nor of quantiles or ranks: the interval's end would be NAN. */
START_TEST(comparison_of_quotients_that_vanish)
{
	static double tiny[] = { 1e-300, 2e-300, 3e-300 };
	static double huge[] = { 1e300, 2e300, 3e300 };
	static const char *const names[] = { "mannwhitney", "p50", "wilcoxon" };
	const struct sample a = sample_from(tiny, 3), b = sample_from(huge, 3);
	const struct comparison c = compare_samples(names[_i], &a, &b, 95);
	const struct comparison d = compare_samples(names[_i], &b, &a, 95);

	ck_assert(is_compared(&c) && isnan(c.relative.value));
	ck_assert(is_compared(&d) && isnan(d.relative.value));
}
END_TEST

/* Of values about 20, changes of 1e-11 have all their digits. */
START_TEST(comparison_of_near_quantiles)
{
	double x[10], y[10], lower, upper;
	const struct sample a = sample_from(x, 10), b = sample_from(y, 10);
	struct comparison c;
	size_t i;

	for (i = 0; i < 10; i++) {
		y[i] = 20 + (double)(i * i) * 0x1p-36;
		x[i] = 20 + (double)(i * i + 17 * i) * 0x1p-36;
	}
	c = compare_samples("p50", &a, &b, 90);
	lower = c.difference.lower / 20;
	upper = c.difference.upper / 20;
	ck_assert(relative_error(c.relative.value, c.difference.value / 20) <
	    1e-9);
	ck_assert(relative_error(c.relative.lower, lower) < 1e-8);
	ck_assert(relative_error(c.relative.upper, upper) < 1e-8);
}
END_TEST

/* A zero is never -0: not of zeros of either sign, nor of tiny values. */
START_TEST(comparison_of_zeros)
{
	static const char *const names[] = { "student", "welch",
	    "mannwhitney", "paired", "p50", "wilcoxon" };
	static double minus[] = { -0.0, -0.0, -0.0, -0.0 }, zero[4];
	static double low[] = { -5e-324, 0, 0, 0 }, big[] = { 1e300, 1e300,
	    1e300, 1e300 };
	double *const pairs[][2] = { { minus, zero }, { zero, minus },
	    { minus, minus }, { low, zero }, { low, big }, { minus, big } };
	size_t i;

	for (i = 0; i < sizeof(pairs) / sizeof(*pairs); i++) {
		const struct sample a = sample_from(pairs[i][0], 4);
		const struct sample b = sample_from(pairs[i][1], 4);
		const struct asked got = compare_with(question_of(names[_i]),
		    &a, &b, 95);
		const double zeros[] = { got.set.mean.hi, got.set.centre,
		    got.set.median, got.c.difference.value,
		    got.c.difference.lower, got.c.difference.upper,
		    got.c.relative.value };

		for (size_t j = 0; j < sizeof(zeros) / sizeof(*zeros); j++)
			ck_assert_msg(zeros[j] != 0 || !signbit(zeros[j]),
			    "%s, pair %zu: figure %zu is -0", names[_i], i, j);
	}
}
END_TEST

/* Nor is a difference beyond a double, by whatever test. */
START_TEST(comparison_of_opposite_limits)
{
	static double low[] = { -1.7e308, -1.6e308, -1.5e308 };
	static double high[] = { 1.7e308, 1.6e308, 1.5e308 };
	static const char *const names[] = { "student", "welch",
	    "mannwhitney", "paired", "p50", "wilcoxon" };
	const struct sample reference = sample_from(low, 3);
	const struct sample compared = sample_from(high, 3);

	ck_assert(isnan(compare_samples(names[_i], &compared, &reference,
	    80).difference.value));
	ck_assert(!isnan(compare_samples(names[_i], &compared, &compared,
	    80).difference.value));
}
END_TEST

/*
 * What is printed decides: the relative interval if the margin is in percent
 * and there is one, else the absolute.
 */
static enum verdict
verdict_of(const struct comparison *c, struct margin margin)
{
	const bool relative = margin.has_percent && !isnan(c->relative.lower);
	const struct estimate i = relative ? c->relative : c->difference;
	const double m = relative ? margin.percent / 100 : margin.amount;

	const bool ranks = c->question->test.of_quantiles && !isnan(c->p);

	if (m == 0 && ranks && i.lower == 0 && i.upper == 0)
		return margin.typed != NULL ? EQUAL : UNDECIDED;
	if (m == 0 && ranks)	/* p, by its side */
		return c->p > c->level.outside * (1 + 1e-12) ? UNDECIDED :
		    c->side > 0 ? HIGHER : LOWER;
	if (i.lower > m)
		return HIGHER;
	if (i.upper < -m)
		return LOWER;
	if ((i.lower > -m && i.upper < m) ||
	    (margin.typed != NULL && i.lower == 0 && i.upper == 0))
		return EQUAL;
	return UNDECIDED;
}

static void
draw_values(double *value, size_t n, int kind, uint64_t *state)
{
	const double centre = below(state, 4) == 0 ? -20 : 20;
	const double shift = below(state, 5), size = 0.1 * below(state, 30);
	size_t i;

	for (i = 0; i < n; i++) {
		value[i] = centre + shift + size * random_number(state);
		if (kind == 1)
			value[i] = floor(value[i]);
		else if (kind == 2)
			value[i] -= centre + shift;
	}
}

/* 10,000 pairs a test, each with a margin, without, and with one of 0. */
START_TEST(comparison_verdicts)
{
	static const char *const names[] = { "student", "welch",
	    "mannwhitney", "paired", "p50", "p80", "wilcoxon" };
	static const double percents[] = { 50, 80, 95, 99 };
	const struct margin none = { .typed = NULL };
	struct question question = question_of(names[_i]);
	double x[30], y[30], size;
	struct sample a = sample_from(x, 0), b = sample_from(y, 0);
	uint64_t state = 4 + (uint64_t)_i;
	size_t round, seen[VERDICTS] = { 0 };
	struct comparison c;
	struct estimate d, r;

	for (round = 0; round < 10000; round++) {
		a.n = 3 + (size_t)below(&state, 27);
		b.n = question.test.paired ? a.n :
		    3 + (size_t)below(&state, 27);
		draw_values(x, a.n, (int)(round % 3), &state);
		draw_values(y, b.n, (int)(round % 3), &state);
		size = round % 5 == 1 ? 0 : 0.25 * below(&state, 40);
		question.margin = round % 5 == 0 ? none :
		    round % 2 == 0 ? percent_margin(size) :
		    amount_margin(size);
		c = compare_with(question, &a, &b, percents[round % 4]).c;
		d = c.difference;
		r = c.relative;
		ck_assert(is_compared(&c));
		if (c.verdict != verdict_of(&c, question.margin))
			ck_abort_msg("%s, %zu: %d, %g to %g",
			    names[_i], round, (int)c.verdict, d.lower, d.upper);
		ck_assert(d.lower <= d.value && d.value <= d.upper);
		ck_assert(isnan(r.lower) ||
		    (r.lower <= r.value && r.value <= r.upper));
		ck_assert(!signbit(d.value) || d.value < 0);
		ck_assert(!signbit(d.upper) || d.upper < 0);
		ck_assert(!signbit(d.lower) || d.lower < 0);
		ck_assert(isnan(r.lower) == isnan(r.upper));
		ck_assert(!signbit(r.value) || r.value < 0 || isnan(r.value));
		ck_assert(!signbit(r.lower) || r.lower < 0 || isnan(r.lower));
		ck_assert(!signbit(r.upper) || r.upper < 0 || isnan(r.upper));
		if (question.test.t_test && !isnan(r.lower))
			ck_assert((r.lower > 0) == (d.lower > 0) &&
			    (r.upper < 0) == (d.upper < 0));
		ck_assert(isnan(c.half_width) || (d.upper - d.lower) / 2 <=
		    c.half_width * (1 + 1e-9) + 1e-13);
		seen[c.verdict]++;
	}
	ck_assert(seen[HIGHER] > 100 && seen[LOWER] > 100 &&
	    seen[EQUAL] > 100 && seen[UNDECIDED] > 100);
}
END_TEST

/* 0 against 0 is equal within any margin, and needs no relative interval. */
START_TEST(comparison_of_constants)
{
	static const char *const names[] = { "student", "welch",
	    "mannwhitney", "paired", "p50", "wilcoxon" };
	static double zero[10], five[10];
	const struct sample zeros = sample_from(zero, 10);
	const struct sample fives = sample_from(five, 10);
	struct question question = question_of(names[_i]);
	struct comparison c;
	size_t i;

	for (i = 0; i < 10; i++)
		five[i] = 5;
	ck_assert(compare_samples(names[_i], &zeros, &zeros,
	    95).verdict == UNDECIDED);
	question.margin = percent_margin(2);
	c = compare_with(question, &zeros, &zeros, 95).c;
	ck_assert(c.verdict == EQUAL && c.doubts == 0);
	c = compare_with(question, &fives, &fives, 95).c;
	ck_assert(c.verdict == EQUAL && c.doubts == 0);
	c = compare_with(question, &fives, &zeros, 95).c;
	ck_assert(c.doubts & DOUBT_NO_RELATIVE);
	/* To quantiles, all of the difference may be one tick. */
	ck_assert(c.verdict == (_i == 4 ? UNDECIDED : HIGHER));
	c = compare_with(question, &zeros, &fives, 95).c;
	ck_assert(c.verdict == (_i == 4 ? UNDECIDED : LOWER));
}
END_TEST

/* A margin in percent against an interval that reaches 49.6%. */
START_TEST(comparison_holds_what_it_prints)
{
	double y[] = { 102, 101, 103, 105, 95 };
	double x[] = { 152, 162, 161, 158, 160 };
	const struct sample a = sample_from(x, 5), b = sample_from(y, 5);
	struct question question = question_of("student");
	struct comparison c;

	question.margin = percent_margin(50);
	c = compare_with(question, &a, &b, 95).c;
	ck_assert_double_eq_tol(c.relative.lower, 0.4962, 0.0001);
	ck_assert(c.verdict == UNDECIDED);
}
END_TEST

/* The sign of a percentage is that of the difference. */
START_TEST(comparison_of_negative_means)
{
	double y[] = { -10, -11, -9 }, x[] = { -5, -5.5, -4.5 };
	const struct sample a = sample_from(x, 3), b = sample_from(y, 3);
	const struct comparison c = compare_samples("student", &a, &b, 95);

	ck_assert(c.verdict == HIGHER);
	ck_assert_double_eq(c.relative.value, 0.5);
	ck_assert(c.relative.lower < c.relative.upper);
}
END_TEST

/*
 * Pairs that differ by 1e-14 of their spread, and a ratio of 2^100.  The
 * offsets do not depend on y, so the changes are within t times their standard
 * error / sqrt(b^2 - g^2), where g is t times that of the mean of y, b = 2.5.
 */
START_TEST(comparison_paired_ratio)
{
	static const double off[] = { 0x1p-48, -0x1p-48, -0x1p-48, 0x1p-48 };
	const double t = t_critical(0.05, 0.95, 3);
	const double below_root = 2.5 * 2.5 - t * t * (5 / 3.) / 4;
	double y[4], x[4], expected;
	const struct sample a = sample_from(x, 4), b = sample_from(y, 4);
	struct comparison c;
	size_t i;

	for (i = 0; i < 4; i++) {
		y[i] = (double)i + 1;
		x[i] = y[i] + off[i];
	}
	expected = t * 0x1p-48 * sqrt(4 / 3.0) / sqrt(4) / sqrt(below_root);
	c = compare_samples("paired", &a, &b, 95);
	ck_assert_msg(relative_error(c.relative.upper, expected) < 1e-13,
	    "%g, not %g", c.relative.upper, expected);
	ck_assert(relative_error(-c.relative.lower, expected) < 1e-13);
	ck_assert(isnan(c.bsd_half_width));
	for (i = 0; i < 4; i++)
		x[i] = 0x1p100 * (y[i] + (i % 3 == 0 ? 0.25 : -0.25));
	c = compare_samples("paired", &a, &b, 95);
	expected *= 0x1p100 * 0.25 / 0x1p-48;
	ck_assert_msg(relative_error(c.relative.upper - 0x1p100, expected) <
	    1e-13, "%g, not %g", c.relative.upper - 0x1p100, expected);
	ck_assert_msg(relative_error(0x1p100 - c.relative.lower, expected) <
	    1e-13, "%g, not %g", 0x1p100 - c.relative.lower, expected);
	/* The mean of y may be 0, that of x may not; no product overflows. */
	for (i = 0; i < 4; i++) {
		y[i] = i == 1 ? -1e5 : i == 2 ? 1e5 : 1e-3;
		x[i] = 1e302 * (1 + (double)i);
	}
	c = compare_samples("paired", &a, &b, 95);
	ck_assert(isfinite(c.relative.value) && isfinite(c.relative.lower));
	ck_assert(isinf(c.relative.upper));
}
END_TEST

/* Reads values with blanks between them. */
static struct sample
read_values(const char *text)
{
	struct sample s = { .n = 0 };
	char *end;

	for (;;) {
		const double value = strtod(text, &end);

		if (end == text)
			return s;
		append_value(&s, value);
		text = end;
	}
}

static void
check_end(const struct reference *r, const char *name, double got,
    double size)
{
	const double want = value_of(r, name);

	if (strcmp(text_of(r, name), "none") == 0)
		ck_assert_msg(isnan(got), "%s:%d: %s is %.17g", r->path,
		    r->number, name, got);
	else if (isinf(want))
		ck_assert_msg(got == want, "%s:%d: %s is %.17g", r->path,
		    r->number, name, got);
	else
		ck_assert_msg(fabs(got - want) <= 1e-13 * larger(fabs(want),
		    size), "%s:%d: %s is %.17g, not %.17g", r->path, r->number,
		    name, got, want);
}

/* Against Fieller's intervals with 20 digits, and with both sets negated. */
START_TEST(comparison_relative)
{
	struct reference r;
	size_t intervals = 0, cases = 0;

	open_reference(&r, "tests/unit/ref/relative.tsv");
	while (next_reference(&r)) {
		struct sample a = read_values(text_of(&r, "x"));
		struct sample b = read_values(text_of(&r, "y"));
		const struct comparison c = compare_samples(
		    text_of(&r, "test"), &a, &b, value_of(&r, "percent"));
		const struct estimate e = c.relative, d = c.difference;
		const double size = fabs(value_of(&r, "relative"));

		check_end(&r, "relative", e.value, size);
		check_end(&r, "low", e.lower, size);
		check_end(&r, "high", e.upper, size);
		cases++;
		intervals += isnan(e.lower) ? 0 : 1;
		if (!isnan(e.lower))
			ck_assert((e.lower > 0) == (d.lower > 0) &&
			    (e.upper < 0) == (d.upper < 0));
		scale_sample(&a, -1);
		scale_sample(&b, -1);
		const struct estimate n = compare_samples(text_of(&r, "test"),
		    &a, &b, value_of(&r, "percent")).relative;
		ck_assert(n.lower == -e.upper || isnan(e.lower));
		ck_assert(n.upper == -e.lower || isnan(e.lower));
		ck_assert(isnan(n.lower) == isnan(e.lower));
		free(a.value);
		free(b.value);
	}
	ck_assert_uint_eq(cases, 108);
	ck_assert(intervals > 70);
}
END_TEST

/* The doubts that a comparison has by itself. */
START_TEST(comparison_doubts)
{
	double x[] = { 1, 2, 3, 4, 5, 6 }, wide[] = { 1, 3, 5, 7, 9, 11 };
	double near[] = { 1, 3, 4, 5, 7 };
	const struct sample six = sample_from(x, 6);
	const struct sample four = sample_from(wide, 4);
	const struct sample five = sample_from(wide, 5);
	const struct sample three = sample_from(x, 3);

	const struct sample double_spread = sample_from(near, 5);

	/* Spreads 1.87 and 2.58, 1.87 and 3.16; 1 and 3.16, 1 and 2.24. */
	ck_assert(compare_samples("student", &six, &four, 95).doubts == 0);
	ck_assert(compare_samples("student", &six, &five, 95).doubts == 0);
	ck_assert(compare_samples("student", &five, &three, 95).doubts ==
	    DOUBT_UNEQUAL);
	ck_assert(compare_samples("student", &double_spread, &three,
	    95).doubts == DOUBT_UNEQUAL);
	ck_assert(compare_samples("welch", &five, &three, 95).doubts == 0);
	ck_assert(compare_samples("mannwhitney", &three, &three,
	    95).doubts == DOUBT_TOO_FEW);
	ck_assert(compare_samples("p90", &six, &five, 95).doubts ==
	    DOUBT_TOO_FEW);
}
END_TEST

static double
detectable(const char *test, double sd, struct margin margin)
{
	double x[20], y[20];
	const struct sample a = sample_from(x, 20), b = sample_from(y, 20);
	struct question question = question_of(test);
	size_t i;

	for (i = 0; i < 20; i++) {
		y[i] = -100 - (i % 2 == 0 ? sd : -sd) * sqrt(0.95);
		x[i] = -100 - (i % 4 < 2 ? sd : -sd) * sqrt(0.95);
	}
	question.margin = margin;
	return compare_with(question, &a, &b, 95).c.detectable;
}

/* (t.ppf(0.975, df) + t.ppf(0.8, df)) sd sqrt(2 / 20) / 100, by scipy. */
START_TEST(comparison_detectable)
{
	const struct margin none = { .typed = NULL };
	/* two quantiles of t, added */
	const double of_38 = 2.87557692, of_19 = 2.95397460;
	const double error = 3 * sqrt(0.1) / 100;
	struct margin both = percent_margin(2);

	ck_assert_double_eq_tol(detectable("student", 3, none), of_38 * error,
	    1e-10);
	ck_assert_double_eq_tol(detectable("welch", 3, none), of_38 * error,
	    1e-10);
	ck_assert_double_eq_tol(detectable("paired", 3, none), of_19 * error,
	    1e-10);
	ck_assert_double_eq_tol(detectable("student", 3, percent_margin(2)),
	    of_38 * error + 0.02, 1e-10);
	ck_assert_double_eq_tol(detectable("student", 3, amount_margin(3)),
	    of_38 * error + 0.03, 1e-10);
	both.has_amount = true;
	both.amount = 1;
	ck_assert_double_eq_tol(detectable("student", 3, both),
	    of_38 * error + 0.02, 1e-10);
	ck_assert(isnan(detectable("mannwhitney", 3, none)));
	ck_assert(isnan(detectable("p50", 3, none)));
}
END_TEST

/* In standard errors, against the noncentral t (scipy.stats.nct). */
START_TEST(comparison_power)
{
	static const struct {
		double percent;
		size_t n;	/* of each set */
		double expected, most;	/* most: of the relative error */
	} power[] = {
		{ 95, 3, 3.761060261, 0.012 }, { 95, 5, 3.200922238, 0.002 },
		{ 95, 20, 2.874921893, 0.0003 },
		{ 99.99, 3, 19.097467054, 0.14 },
		{ 99.99, 5, 8.585045373, 0.07 },
		{ 99.99, 20, 5.256302569, 0.012 }
	};
	double value[20];
	size_t i, j;

	for (i = 0; i < sizeof(power) / sizeof(power[0]); i++) {
		const double n = (double)power[i].n;
		const struct sample sample = sample_from(value, power[i].n);
		struct comparison c;

		for (j = 0; j < power[i].n; j++)
			value[j] = 100 + (double)j;
		c = compare_samples("student", &sample, &sample,
		    power[i].percent);
		ck_assert(relative_error(c.detectable * c.reference->mean.hi /
		    (c.spread * sqrt(2 / n)), power[i].expected) <
		    power[i].most);
	}
}
END_TEST

/* A difference of exact values is its own interval, if they are exact. */
START_TEST(comparison_of_exact_values)
{
	double one[] = { 100 }, same[] = { 105, 105 }, noisy[] = { 105, 106 };
	double zero[] = { 0 };
	const struct sample a = sample_from(one, 1), b = sample_from(same, 2);
	const struct sample n = sample_from(noisy, 2), z = sample_from(zero, 1);
	struct comparison c = compare_samples("exact", &b, &a, 95);

	ck_assert(is_compared(&c) && c.verdict == HIGHER &&
	    c.doubts == 0);
	ck_assert_double_eq(c.difference.lower, 5);
	ck_assert_double_eq(c.difference.upper, 5);
	ck_assert_double_eq(c.relative.lower, 0.05);
	ck_assert_double_eq(c.relative.upper, 0.05);
	ck_assert(isnan(c.p) && isnan(c.df));
	ck_assert_int_eq(compare_samples("exact", &a, &b, 95).verdict, LOWER);
	ck_assert_int_eq(compare_samples("exact", &a, &a, 95).verdict,
	    UNDECIDED);
	ck_assert(isnan(compare_samples("exact", &a, &z, 95).relative.value));
	c = compare_samples("exact", &n, &a, 95);
	ck_assert(c.verdict == UNDECIDED && c.doubts == DOUBT_NOT_EXACT);
	ck_assert(isinf(c.difference.lower) && isinf(c.difference.upper));
	c = compare_samples("exact", &a, &n, 95);
	ck_assert(c.verdict == UNDECIDED && c.doubts == DOUBT_NOT_EXACT);
}
END_TEST

/* x and (1 + r) y are just t standard errors apart, by the pooled s. */
static void
expect_at_limit(const struct comparison *c, double r)
{
	const double a = c->set->mean.hi, b = c->reference->mean.hi;
	const double q = b > 0 ? 1 + r : 1 - r;
	const double error = c->spread * sqrt(1 / (double)c->set->n +
	    q * q / (double)c->reference->n);

	ck_assert_double_eq_tol(fabs(a - q * b), t_at_level(c->level, c->df) *
	    error, 1e-12 * fabs(a));
}

/*
 * A single run of 120 against 99, 100 and 101: s = 1, df = 2, so that one more
 * run is within t sqrt(4/3) of 100.
 */
START_TEST(comparison_of_a_single_run)
{
	double run[] = { 120 }, many[] = { 99, 100, 101 };
	double negative[] = { -99, -100, -101 }, wide[] = { -50, 100, 250 };
	const struct sample a = sample_from(run, 1), b = sample_from(many, 3);
	const struct sample n = sample_from(negative, 3);
	const struct sample w = sample_from(wide, 3);
	const double half = t_critical(0.05, 0.95, 2) * sqrt(4. / 3);
	struct comparison c = compare_samples("student", &a, &b, 95);

	ck_assert_double_eq(c.df, 2);
	ck_assert_double_eq_tol(c.spread, 1, 1e-15);
	ck_assert_double_eq_tol(c.half_width, half, 1e-13);
	ck_assert_double_eq_tol(c.relative.value, 0.2, 1e-15);
	expect_at_limit(&c, c.relative.lower);
	expect_at_limit(&c, c.relative.upper);
	c = compare_samples("student", &b, &a, 95);
	expect_at_limit(&c, c.relative.lower);
	expect_at_limit(&c, c.relative.upper);
	/* Of a negative mean, the other way round; -120 would be higher. */
	c = compare_samples("student", &a, &n, 95);
	ck_assert_double_eq_tol(c.relative.value, 2.2, 1e-14);
	expect_at_limit(&c, c.relative.lower);
	expect_at_limit(&c, c.relative.upper);
	ck_assert(c.relative.lower < 2.2 && c.relative.upper > 2.2);
	/* A spread that is wider than the mean: there is no end. */
	c = compare_samples("student", &a, &w, 95);
	ck_assert(isnan(c.relative.upper) && isnan(c.relative.lower));
}
END_TEST

/*
 * The interval of a t test is wider by a tick of more than twice the spread,
 * and p is that of a difference less by it.
 */
START_TEST(comparison_with_ticks)
{
	double low[] = { 12, 13, 12 }, high[] = { 13, 14, 13 };
	double five[] = { 5, 5, 5, 5, 5, 6 }, six[] = { 6, 6, 6, 6, 6, 6 };
	double nine[] = { 9, 9, 9, 9, 9, 9 };
	const struct sample l = sample_from(low, 3), h = sample_from(high, 3);
	const struct sample f = sample_from(five, 6), s = sample_from(six, 6);
	const struct sample n = sample_from(nine, 6);
	/* The spread of pairs is 0. */
	struct comparison c = compare_samples("paired", &h, &l, 95);

	ck_assert_double_eq(c.difference.lower, 0);
	ck_assert_double_eq(c.difference.upper, 2);
	ck_assert(c.p == 1 && c.verdict == UNDECIDED);
	ck_assert_uint_eq(c.doubts, DOUBT_COARSE);
	/* Half a tick is less than the spread: student widens nothing. */
	c = compare_samples("student", &h, &l, 95);
	ck_assert(c.tick == 0 && c.doubts == 0);
	/* s = sqrt(5/6 / 10) = 0.29, for Welch sqrt(5/6 / 5 / 2). */
	for (int i = 0; i < 2; i++) {
		c = compare_samples(i == 0 ? "student" : "welch", &s, &f, 95);
		ck_assert_double_eq_tol(c.tick, 1, 1e-13);
		ck_assert(c.p == 1 && c.verdict == UNDECIDED);
		ck_assert_uint_eq(c.doubts, DOUBT_COARSE);
		c = compare_samples(i == 0 ? "student" : "welch", &n, &f, 95);
		ck_assert_double_eq_tol(c.p, t_tail((c.difference.value - 1) /
		    (c.half_width - 1) *
		    t_at_level(c.level, c.df), c.df).outside, 1e-15);
		ck_assert(c.verdict == HIGHER && c.doubts == 0);
	}
	/* Both are constant: there is no spread that it could hide. */
	c = compare_samples("student", &n, &s, 95);
	ck_assert_double_eq(c.half_width, 0);
	ck_assert(c.verdict == HIGHER && c.doubts == 0);
}
END_TEST

/* Plain decimals between 0 and 100 alone are quantiles. */
START_TEST(comparison_test_names)
{
	static const char *const good[] = { "p50", "p99.9", "p.5", "p0.001",
	    "p50.0000000000000000", "s", "student", "we", "wi", "m", "mann",
	    "pa", "paired" };
	static const char *const bad[] = { "p", "p0", "p100", "p1.2.3", "p1e1",
	    "p0x10", "p50%", "p-1", "p 50", "px", "students", "", "t", "w",
	    "p50.00000000000000000" };	/* 21 bytes */
	struct question question;
	size_t i;

	for (i = 0; i < sizeof(good) / sizeof(*good); i++)
		ck_assert_msg(find_test(good[i], &question) == (i != 2),
		    "%s", good[i]);
	for (i = 0; i < sizeof(bad) / sizeof(*bad); i++)
		ck_assert_msg(!find_test(bad[i], &question) ||
		    (i == 0 && question.test.paired), "%s", bad[i]);
}
END_TEST

/* What lies outside is exact, or else 99.9999999999 % would not be. */
START_TEST(level_is_exact_in_the_tail)
{
	const struct level one = level_of(99.9999999999, 1);
	const struct level many = level_of(95, 20);

	ck_assert_double_eq(one.percent, 99.9999999999);
	ck_assert_double_eq(one.outside, (100 - 99.9999999999) / 100);
	ck_assert_double_eq(level_of(1e-12, 1).percent, 1e-12);
	ck_assert_double_eq(many.percent, 99.75);
	ck_assert_double_eq(many.outside, 0.0025);
}
END_TEST

static Suite *
suite_comparison(void)
{
	Suite *suite = suite_create("comparison");
	TCase *tcase = tcase_create("student");

	tcase_add_loop_test(tcase, comparison_two_samples, 0,
	    TWO_SAMPLE_CASES);
	tcase_add_test(tcase, comparison_threshold);
	tcase_add_loop_test(tcase, comparison_scales, 0, ORDINARY_CASES);
	tcase_add_loop_test(tcase, comparison_mirrors, 0, TWO_SAMPLE_CASES);
	tcase_add_loop_test(tcase, comparison_beyond_range, 0, 3);
	tcase_add_loop_test(tcase, comparison_of_quotients_that_vanish, 0, 3);
	tcase_add_test(tcase, comparison_of_near_quantiles);
	tcase_add_loop_test(tcase, comparison_of_zeros, 0, 6);
	tcase_add_loop_test(tcase, comparison_of_opposite_limits, 0, 6);
	tcase_add_test(tcase, level_is_exact_in_the_tail);
	tcase_add_loop_test(tcase, comparison_verdicts, 0, 7);
	tcase_add_loop_test(tcase, comparison_of_constants, 0, 6);
	tcase_add_test(tcase, comparison_holds_what_it_prints);
	tcase_add_test(tcase, comparison_of_negative_means);
	tcase_add_test(tcase, comparison_paired_ratio);
	tcase_add_test(tcase, comparison_relative);
	tcase_add_test(tcase, comparison_doubts);
	tcase_add_test(tcase, comparison_of_exact_values);
	tcase_add_test(tcase, comparison_of_a_single_run);
	tcase_add_test(tcase, comparison_with_ticks);
	tcase_add_test(tcase, comparison_detectable);
	tcase_add_test(tcase, comparison_power);
	tcase_add_test(tcase, comparison_test_names);
	suite_add_tcase(suite, tcase);
	return suite;
}
