/*
 * ---- Report --------------------------------------------------------------
 * The confidence of families, gates, and what must not change if a constant is
 * added to all values.  tests/golden/gate.txt tries every gate from end to end.
 */

/* One of m tests shows p exactly if the whole shows m p. */
START_TEST(report_family_levels)
{
	static const double percents[] = { 80, 95, 99, 99.9 };
	struct reference r;
	struct level level;
	double whole, adjusted;
	size_t i, compared = 0;

	open_reference(&r, "tests/unit/ref/multiple/adjust.tsv");
	while (next_reference(&r))
		for (i = 0; i < sizeof(percents) / sizeof(*percents); i++) {
			whole = (100 - percents[i]) / 100;
			adjusted = value_of(&r, "bonferroni");
			if (fabs(adjusted - whole) < 1e-14)
				continue;	/* equal but for rounding */
			level = level_of(percents[i], value_of(&r, "m"));
			ck_assert_msg((value_of(&r, "p") <= level.outside) ==
			    (adjusted <= whole), "%s:%d at %g%%", r.path,
			    r.number, percents[i]);
			compared++;
		}
	ck_assert_uint_gt(compared, 6000);
}
END_TEST

START_TEST(report_family_percent)
{
	ck_assert_double_eq(level_of(95, 1).percent, 95);
	ck_assert_double_eq(level_of(95, 5).percent, 99);
	ck_assert_double_eq_tol(level_of(99, 200).percent, 99.995, 1e-12);
}
END_TEST

/* Which gates fail, in the order of gates[], for an interval and margin 2. */
static const struct {
	double lower, upper;
	const char *fails;	/* any higher lower worse none equal nh nl nw */
} gate_table[] = {
	{ 3, 5, "11.1.11.1" },	/* higher */
	{ -5, -3, "1.1..1.1." },	/* lower */
	{ -1, 1, "........." },	/* equal */
	{ -3, 3, ".....1111" },	/* undecided */
	{ 1, 3, ".....11.1" },	/* perhaps higher */
	{ -3, -1, ".....1.1." },	/* perhaps lower */
	{ 2, 3, ".....11.1" },	/* the margin itself is not beyond it */
	{ -2, 2, ".....1111" }
};

static const struct gate *
gate_called(const char *name)
{
	const struct gate *gate = gates;

	while (strcmp(gate->name, name) != 0)
		gate++;
	return gate;
}

/* True if a gate fails because of a comparison. */
static bool
gate_fails(const struct gate *gate, bool more_is_better,
    const struct comparison *c)
{
	struct options o = { .gate = gate };
	const struct data data = { .nsets = 2 };
	struct report_row row = { .cell = NULL };
	const struct report report = { .options = &o, .data = &data,
	    .row = &row, .nrows = 1 };

	o.selection.measure[0] = "";
	o.selection.unit[0].more_is_better = more_is_better;
	find_directions(&report, 0, 0);
	return failure_of(gate, &row, c) != NO_VERDICT;
}

static void
expect_gates(double lower, double upper, const char *fails)
{
	const struct question question = { .margin = amount_margin(2) };
	struct comparison c = {
		.verdict = UNDECIDED, .question = &question, .u = NAN,
		.reference = &nothing_summarized,
		.difference = { 0, lower, upper }
	};
	size_t i;

	judge(&c);
	for (i = 0; i < COUNT(gates); i++)
		ck_assert_msg(gate_fails(&gates[i], false, &c) ==
		    (fails[i] == '1'), "%s", gates[i].name);
	/* Where more is better, what is worse is lower. */
	ck_assert(gate_fails(gate_called("worse"), true, &c) ==
	    gate_fails(gate_called("lower"), false, &c));
	ck_assert(gate_fails(gate_called("not-worse"), true, &c) ==
	    gate_fails(gate_called("not-lower"), false, &c));
}

START_TEST(report_gates)
{
	expect_gates(gate_table[_i].lower, gate_table[_i].upper,
	    gate_table[_i].fails);
}
END_TEST

/* Two equal constants are equal, and neither higher nor lower. */
START_TEST(report_gates_of_equal_constants)
{
	const struct question question = { .margin = amount_margin(0) };
	struct comparison c = {
		.verdict = UNDECIDED, .question = &question, .u = NAN,
		.reference = &nothing_summarized
	};
	size_t i;

	judge(&c);
	ck_assert_int_eq(c.verdict, EQUAL);
	for (i = 0; i < COUNT(gates); i++)
		ck_assert(!gate_fails(&gates[i], false, &c));
}
END_TEST

/* Not in the table, since -INFINITY is not a constant for tcc. */
START_TEST(report_gates_of_endless_interval)
{
	expect_gates(-INFINITY, INFINITY, ".....1111");
}
END_TEST

START_TEST(report_gates_of_what_was_not_compared)
{
	struct comparison c = nothing_compared;
	size_t i;

	c.verdict = MISSING;
	for (i = 0; i < COUNT(gates); i++)
		ck_assert(gate_fails(&gates[i], false, &c) ==
		    gates[i].needs_proof);
}
END_TEST

/*
 * The change of the geometric mean of three rows of two sets with n and m
 * values: the values of row r are r + 1 times those of the first.
 */
static struct estimate
change_of_means(const char *test, struct sample one, struct sample other,
    size_t fewer)
{
	struct options o = { .confidence = 95, .compares = true };
	struct sample sample[3][2];
	const struct data data = { .nsets = 2 };
	struct cell cell[3][2];
	struct report_row row[4], *lines[4];
	struct block block = { .heading = "", .line = lines };
	struct report report = { .options = &o, .data = &data, .nsets = 2,
	    .set_level = level_of(95, 1) };
	size_t r, set, i;

	find_test(test, &o.question);
	for (r = 0; r < 3; r++) {
		sample[r][0] = one;
		sample[r][1] = other;
		sample[r][1].n -= r == 2 ? fewer : 0;
		for (set = 0; set < 2; set++) {
			struct sample *s = &sample[r][set];
			double *value = allocate(s->n, sizeof(*value));

			for (i = 0; i < s->n; i++)
				value[i] = (double)(r + 1) * s->value[i];
			s->value = value;
			cell[r][set].summary = summarize(s, &o.question,
			    report.set_level);
		}
		row[r] = (struct report_row){ .cell = cell[r] };
		lines[r] = &row[r];
	}
	block.nlines = 3;
	add_means(&report, &block, &row[3]);
	ck_assert_uint_eq(block.nlines, 4);
	return row[3].cell[1].comparison.relative;
}

/* If all rows change in the same way, so does their geometric mean. */
START_TEST(report_geometric_mean)
{
	static const char *const names[] = { "student", "welch", "paired" };
	double x[] = { 10, 11, 10.5, 9.8, 10.1 };
	double y[] = { 12, 11.5, 12.5, 12.1, 13 };
	const struct sample a = sample_from(x, 5), b = sample_from(y, 5);
	const struct estimate got = change_of_means(names[_i], a, b, 0);
	const struct estimate want = compare_samples(names[_i], &b, &a,
	    95).relative;

	ck_assert_double_eq_tol(got.value, want.value, 1e-14);
	ck_assert_double_eq_tol(got.lower, want.lower, 1e-14);
	ck_assert_double_eq_tol(got.upper, want.upper, 1e-14);
	/* With one value fewer in one row, there is no interval. */
	ck_assert(isnan(change_of_means(names[_i], a, b, 1).lower));
	ck_assert(isnan(change_of_means("mannwhitney", a, b, 0).lower));
	ck_assert_double_eq(change_of_means(names[_i], a, a, 0).value, 0);
}
END_TEST

/* Whole numbers plus a constant are exact, and so are their differences. */
START_TEST(report_added_constant)
{
	double x[9], y[7], shifted_x[9], shifted_y[7];
	const struct sample a = sample_from(x, 9), b = sample_from(y, 7);
	const struct sample c = sample_from(shifted_x, 9);
	const struct sample d = sample_from(shifted_y, 7);
	const char *test = tests[_i].name;
	struct comparison one, other;
	size_t i, round;

	srand(1);
	for (round = 0; round < 300; round++) {
		for (i = 0; i < 9; i++) {
			x[i] = rand() % 100 + (double)(round % 90);
			shifted_x[i] = x[i] + 1e9;
		}
		for (i = 0; i < 7; i++) {
			y[i] = rand() % 100;
			shifted_y[i] = y[i] + 1e9;
		}
		one = compare_samples(test, &a, &b, 95);
		other = compare_samples(test, &c, &d, 95);
		ck_assert_int_eq(one.verdict, other.verdict);
		ck_assert_double_eq_tol(one.p, other.p, 1e-12);
		ck_assert_double_eq_tol(one.difference.value,
		    other.difference.value, 1e-12 * 100);
	}
}
END_TEST

static Suite *
suite_report(void)
{
	Suite *suite = suite_create("report");
	TCase *tcase = tcase_create("levels");

	tcase_add_test(tcase, report_family_levels);
	tcase_add_test(tcase, report_family_percent);
	/* Student's, Welch's and the ranks: not pairs, of unequal counts. */
	tcase_add_loop_test(tcase, report_added_constant, 0, 3);
	suite_add_tcase(suite, tcase);

	tcase = tcase_create("gates");
	tcase_add_loop_test(tcase, report_gates, 0,
	    sizeof(gate_table) / sizeof(*gate_table));
	tcase_add_test(tcase, report_gates_of_equal_constants);
	tcase_add_test(tcase, report_gates_of_endless_interval);
	tcase_add_test(tcase, report_gates_of_what_was_not_compared);
	tcase_add_loop_test(tcase, report_geometric_mean, 0, 3);
	suite_add_tcase(suite, tcase);
	return suite;
}
