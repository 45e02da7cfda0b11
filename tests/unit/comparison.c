/*
 * ---- Comparison ----------------------------------------------------------
 * The t tests, against figures of exact arithmetic and 70 digits, and against
 * themselves: what must not change, or change sign, or scale.  (The rank-sum
 * test has a suite of its own.)
 */

static const struct test *
find_test(const char *name)
{
	const struct test *test = tests;

	while (test < tests + TESTS - 1 && strcmp(test->name, name) != 0)
		test++;
	return test;
}

static struct comparison
compare_samples(const struct test *test, const struct sample *compared,
    const struct sample *reference, double percent)
{
	static const struct margin none = { .given = false };
	struct level level = level_of(percent, 1);
	const struct summary s = summarize(compared, &level);
	const struct summary r = summarize(reference, &level);

	return compare(test, (struct side){ compared, &s },
	    (struct side){ reference, &r }, &level, none);
}

#define IN(member)	offsetof(struct comparison, member)

/* What expected.tsv calls the figures; some names end in _ and a level. */
static const struct quantity {
	const char *name, *test;
	size_t offset;		/* of a double in a comparison */
	double unit;
	double bound;		/* of the relative error */
} quantities[] = {
	{ "diff", "student", IN(difference), 1, 1e-14 },
	{ "rel_diff_pct", "student", IN(relative), 100, 1e-14 },
	{ "pooled_s", "student", IN(spread), 1, 1e-14 },
	{ "pooled_df", "student", IN(df), 1, 0 },
	{ "pooled_p", "student", IN(p), 1, 1e-12 },
	{ "pooled_hw", "student", IN(half_width), 1, 1e-13 },
	{ "fbsd_relhw_pct", "student", IN(relative_half_width), 100, 1e-13 },
	{ "welch_df", "welch", IN(df), 1, 1e-14 },
	{ "welch_p", "welch", IN(p), 1, 1e-12 },
	{ "welch_hw", "welch", IN(half_width), 1, 1e-13 },
	{ "paired_mean", "paired", IN(difference), 1, 1e-14 },
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

static const struct quantity *
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
is_relative(const struct quantity *quantity)
{
	return quantity->unit != 1;
}

/* Subnormal means have few digits, and so has what is relative to them. */
static double
bound_for(const struct quantity *quantity, const struct reference *r)
{
	return is_relative(quantity) &&
	    strcmp(text_of(r, "case"), "s33") == 0 ? 1e-12 : quantity->bound;
}

/* undef in the table is 0/0, or relative to a mean of 0. */
static void
check_figure(const struct reference *r, const struct quantity *quantity,
    const struct comparison *c)
{
	const bool is_undef = strcmp(text_of(r, "value"), "undef") == 0;
	const double want = value_of(r, "value");
	double got;

	memcpy(&got, (const char *)c + quantity->offset, sizeof(got));
	got *= quantity->unit;
	if (is_relative(quantity))
		ck_assert_msg(c->has_relative == !is_undef, "%s:%d: %d",
		    r->path, r->number, c->has_relative);
	else if (is_undef && quantity->offset == IN(p))
		ck_assert_msg(isnan(got), "%s:%d: %g", r->path, r->number,
		    got);
	if (is_undef)
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

/* Each figure at each level, and the verdict that follows from them. */
START_TEST(comparison_two_samples)
{
	enum { UNPAIRED = 34, PAIRED = 13 };
	struct reference r;
	struct table table;
	const struct sample *cell;
	struct comparison c;
	const struct quantity *quantity;
	double percent, difference = NAN;
	int figures = 0;

	read_two_samples(&table, _i);
	cell = table.row[0].cell;
	open_expected(&r);
	while (next_expected(&r, _i)) {
		quantity = find_quantity(text_of(&r, "quantity"));
		if (quantity == NULL)
			continue;
		percent = level_in(text_of(&r, "quantity"));
		c = compare_samples(find_test(quantity->test), &cell[1],
		    &cell[0], percent > 0 ? percent : 95);
		check_figure(&r, quantity, &c);
		if (quantity->offset == IN(difference))
			difference = value_of(&r, "value");
		if (quantity->offset == IN(half_width))
			check_verdict(&r, c.verdict, difference,
			    value_of(&r, "value"));
		figures++;
	}
	ck_assert_int_eq(figures,
	    UNPAIRED + (cell[0].n == cell[1].n ? PAIRED : 0));
	free_table(&table);
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
	struct table table;
	struct comparison c;
	size_t i;

	for (i = 0; i < sizeof(thresholds) / sizeof(thresholds[0]); i++) {
		read_two_samples(&table, thresholds[i].number - 1);
		c = compare_samples(find_test(thresholds[i].test),
		    &table.row[0].cell[1], &table.row[0].cell[0],
		    thresholds[i].percent);
		ck_assert_msg((c.verdict == HIGHER || c.verdict == LOWER) ==
		    thresholds[i].shown, "s%d", thresholds[i].number);
		free_table(&table);
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

	ck_assert_double_eq(c->difference, of->difference * factor);
	ck_assert_double_eq(c->half_width, of->half_width * size);
	ck_assert_double_eq(c->interval.upper - c->interval.lower,
	    (of->interval.upper - of->interval.lower) * size);
	ck_assert_double_eq(c->spread, of->spread * size);
	ck_assert_double_eq(c->relative, of->relative);
	ck_assert_double_eq(c->relative_half_width, of->relative_half_width);
	ck_assert_double_eq(c->p, of->p);
}

START_TEST(comparison_scales)
{
	static const double factors[] = { 0x1p-900, 0x1p-3, 4, 0x1p900 };
	struct table table;
	struct sample *cell;
	struct comparison before, after;
	size_t i;

	for (i = 0; i < sizeof(factors) / sizeof(factors[0]); i++) {
		read_two_samples(&table, _i);
		cell = table.row[0].cell;
		before = compare_samples(tests, &cell[1], &cell[0], 95);
		scale_sample(&cell[0], factors[i]);
		scale_sample(&cell[1], factors[i]);
		after = compare_samples(tests, &cell[1], &cell[0], 95);
		expect_scaled(&after, &before, factors[i]);
		ck_assert(after.verdict == before.verdict);
		free_table(&table);
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
	struct table table;
	struct sample *cell;
	struct comparison c, swapped, negated;

	read_two_samples(&table, _i);
	cell = table.row[0].cell;
	c = compare_samples(tests, &cell[1], &cell[0], 90);
	swapped = compare_samples(tests, &cell[0], &cell[1], 90);
	ck_assert_double_eq(swapped.difference, -c.difference);
	ck_assert_double_eq(swapped.half_width, c.half_width);
	ck_assert_double_eq(swapped.interval.lower, -c.interval.upper);
	ck_assert_double_eq(swapped.interval.upper, -c.interval.lower);
	ck_assert_double_eq(swapped.spread, c.spread);
	ck_assert(swapped.p == c.p || (isnan(swapped.p) && isnan(c.p)));
	ck_assert(swapped.verdict == mirrored(c.verdict));

	scale_sample(&cell[0], -1);
	scale_sample(&cell[1], -1);
	negated = compare_samples(tests, &cell[1], &cell[0], 90);
	ck_assert_double_eq(negated.difference, -c.difference);
	ck_assert_double_eq(negated.half_width, c.half_width);
	ck_assert(negated.has_relative == c.has_relative);
	if (c.has_relative) {
		ck_assert_double_eq(negated.relative, c.relative);
		ck_assert_double_eq(negated.relative_half_width,
		    c.relative_half_width);
	}
	ck_assert(negated.verdict == mirrored(c.verdict));
	free_table(&table);
}
END_TEST

/* A relative figure may be beyond a double; even then it is a number. */
START_TEST(comparison_beyond_range)
{
	static double tiny[] = { 1e-300, 2e-300, 3e-300 };
	static double tiny_constant[] = { 1e-300, 1e-300, 1e-300 };
	static double huge[] = { 1e300, 2e300, 3e300 };
	static double huge_constant[] = { 3e300, 3e300, 3e300 };
	static double *const pairs[][2] = {
		{ tiny, huge }, { tiny_constant, huge }, { tiny, huge_constant }
	};
	const struct sample reference = { pairs[_i][0], 3, 3 };
	const struct sample compared = { pairs[_i][1], 3, 3 };
	const struct comparison c = compare_samples(tests, &compared,
	    &reference, 80);

	ck_assert(c.verdict == HIGHER);
	ck_assert(c.has_relative && isinf(c.relative));
	ck_assert_msg(isinf(c.relative_half_width), "%g",
	    c.relative_half_width);
}
END_TEST

/*
 * The difference is beyond a double, and at 99.999 % so is the half-width,
 * but the p-value is an ordinary one.
 */
START_TEST(comparison_of_opposite_limits)
{
	static double low[] = { -1.7e308, -1.6e308, -1.5e308 };
	static double high[] = { 1.7e308, 1.6e308, 1.5e308 };
	const struct sample reference = { low, 3, 3 };
	const struct sample compared = { high, 3, 3 };
	static const double percents[] = { 80, 95, 99.999 };
	const struct comparison c = compare_samples(tests, &compared,
	    &reference, percents[_i]);

	ck_assert(c.verdict == HIGHER);
	ck_assert(isinf(c.difference));
	ck_assert_double_eq(c.relative, -2);
	/* t is 3.2e308 / (1e307 sqrt(2 / 3)) = 16 sqrt(6), and df 4. */
	ck_assert_msg(relative_error(c.p,
	    t_two_sided(16 * sqrt(6), 4)) < 1e-12, "%.17g", c.p);
}
END_TEST

/* What lies outside is exact, or else 99.9999999999 % would not be. */
START_TEST(level_is_exact_in_the_tail)
{
	const struct level one = level_of(99.9999999999, 1);
	const struct level many = level_of(95, 20);

	ck_assert_double_eq(one.percent, 99.9999999999);
	ck_assert_double_eq(one.outside, (100 - 99.9999999999) / 100);
	ck_assert_double_eq(level_of(1e-12, 1).inside, 1e-14);
	ck_assert_double_eq(many.percent, 99.75);
	ck_assert_double_eq(many.outside, 0.0025);
	ck_assert_double_eq(many.inside, 0.9975);
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
	tcase_add_loop_test(tcase, comparison_of_opposite_limits, 0, 3);
	tcase_add_test(tcase, level_is_exact_in_the_tail);
	suite_add_tcase(suite, tcase);
	return suite;
}
