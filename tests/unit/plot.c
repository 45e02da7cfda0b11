/*
 * ---- Plot ----------------------------------------------------------------
 * Values, bars and symbols must be where this formula puts them: a value v is
 * in column (int)((v - x0) / dx), where dx = span / (width - 1) and
 * x0 = least - dx / 2, and the span covers all values and all bars.
 */

enum { PLOT_VALUES = 40 };

/* Two sets and their figures. */
struct plot_input {
	double value[2][PLOT_VALUES];
	struct sample sample[2];
	struct summary summary[2];
	struct cell cell[2];
};

static void
summarize_input(struct plot_input *in)
{
	struct level level = level_of(95, 1);
	const struct question question = { .test = tests[0] };
	size_t set;

	for (set = 0; set < 2; set++) {
		in->summary[set] = summarize(&in->sample[set], &question,
		    level);
		in->cell[set].summary = in->summary[set];
	}
}

/* From 3 to PLOT_VALUES values each, by size and seed. */
static void
fill_input(struct plot_input *in, uint64_t seed, double centre, double size)
{
	uint64_t state = seed * 7919 + 1;
	size_t set, i, n;

	for (set = 0; set < 2; set++) {
		n = 3 + (size_t)(random_number(&state) * (PLOT_VALUES - 3));
		for (i = 0; i < n; i++)
			in->value[set][i] = centre +
			    floor(random_number(&state) * 16) * size;
		in->sample[set] = sample_from(in->value[set], n);
	}
	summarize_input(in);
}

/* The tallest of n stacks. */
static size_t
tallest_of(const size_t *stack, size_t n)
{
	size_t i, most = 0;

	for (i = 0; i < n; i++)
		if (stack[i] > most)
			most = stack[i];
	return most;
}

static double
smaller_of(double a, double b)
{
	return a < b ? a : b;
}

static double
larger_of(double a, double b)
{
	return a > b ? a : b;
}

struct plain_axis {
	double x0, dx;
};

static struct plain_axis
plain_axis_of(const struct summary *s, size_t width)
{
	double least = INFINITY, most = -INFINITY, dx;
	size_t i;

	for (i = 0; i < 2; i++) {
		least = smaller_of(least, s[i].min);
		least = smaller_of(least, s[i].mean.hi - s[i].stddev);
		most = larger_of(most, s[i].max);
		most = larger_of(most, s[i].mean.hi + s[i].stddev);
	}
	dx = (most - least) / (double)(width - 1);
	return (struct plain_axis){ least - dx / 2, dx };
}

static size_t
plain_column(struct plain_axis axis, double v)
{
	return (size_t)((v - axis.x0) / axis.dx);
}

static size_t
count_in_column(const struct sample *sample, struct plain_axis axis,
    size_t column)
{
	size_t i, n = 0;

	for (i = 0; i < sample->n; i++)
		n += plain_column(axis, sample->value[i]) == column;
	return n;
}

static void
check_bar(const struct plot *plot, const double *bar,
    const struct summary *s, struct plain_axis axis)
{
	ck_assert_uint_eq(bin_of(plot->axis, bar[MEAN]),
	    plain_column(axis, s->mean.hi));
	ck_assert_uint_eq(bin_of(plot->axis, bar[MEDIAN]),
	    plain_column(axis, s->median));
	ck_assert_uint_eq(bin_of(plot->axis, bar[LEFT]),
	    plain_column(axis, s->mean.hi - s->stddev));
	ck_assert_uint_eq(bin_of(plot->axis, bar[RIGHT]),
	    plain_column(axis, s->mean.hi + s->stddev));
}

static const size_t plot_widths[] = { 2, 3, 10, 60, 74, 200, 10000 };

enum { PLOT_WIDTHS = sizeof(plot_widths) / sizeof(plot_widths[0]) };

START_TEST(plot_by_formula)
{
	const size_t width = plot_widths[_i];
	struct plot_input in;
	struct plain_axis axis;
	struct plot plot;
	uint64_t seed;
	size_t set, column;

	for (seed = 0; seed < 20; seed++) {
		fill_input(&in, seed, seed % 2 == 0 ? 100 : -1, 0.37);
		axis = plain_axis_of(in.summary, width);
		plot = make_plot(in.cell, 2, width, 0);
		ck_assert_uint_eq(plot.axis.nbins, width);
		ck_assert_uint_eq(plot.each, 1);
		for (set = 0; set < 2; set++) {
			for (column = 0; column < width; column++)
				if (plot.stack[set * width + column] !=
				    count_in_column(&in.sample[set], axis,
				    column))
					ck_abort_msg("set %zu, column %zu",
					    set, column);
			check_bar(&plot, plot.bar[set], &in.summary[set],
			    axis);
		}
		ck_assert_uint_eq(plot.height,
		    tallest_of(plot.stack, 2 * width));
		free(plot.stack);
	}
}
END_TEST

/* A tall plot is scaled as little as will do. */
START_TEST(plot_scaled)
{
	const size_t width = 10;
	struct plot_input in;
	struct plot full, scaled;
	size_t limit, i;

	fill_input(&in, 5, 0, 1);
	full = make_plot(in.cell, 2, width, 0);
	ck_assert_uint_gt(full.height, 4);
	for (limit = 1; limit <= full.height + 1; limit++) {
		scaled = make_plot(in.cell, 2, width, limit);
		ck_assert_uint_le(scaled.height, limit);
		ck_assert(scaled.each == 1 ||
		    limit * (scaled.each - 1) < full.height);
		ck_assert_uint_eq(scaled.height,
		    full.height / scaled.each +
		    (full.height % scaled.each > 0));
		for (i = 0; i < 2 * width; i++)
			ck_assert_uint_eq(scaled.stack[i], full.stack[i]);
		free(scaled.stack);
	}
	free(full.stack);
}
END_TEST

/*
 * Spans that overflow, or vanish; and spans of a few units in the last place,
 * where rounding may move all by a column, but not off the plot.
 */
static const struct {
	double least, middle, most;
	bool exact;
} extremes[] = {
	{ -1e308, 0, 1e308, true },
	{ -DBL_MAX, 0, DBL_MAX, true },
	{ 1.5e308, 1.6e308, DBL_MAX, true },
	{ 0, 5e-324, 5e-324, true },
	{ -5e-324, 0, 5e-324, true },
	{ -1e-310, 3e-320, 1e-300, true },
	{ 0, DBL_MIN, DBL_MAX, true },
	{ 1, 1 + DBL_EPSILON, 1 + 2 * DBL_EPSILON, true },
	{ 1, 1, 1 + DBL_EPSILON, false },
	{ 1e15, 1e15, 1e15 + 0.125, false },
	{ -DBL_MAX, -DBL_MAX, -DBL_MAX * (1 - DBL_EPSILON), false }
};

enum { EXTREMES = sizeof(extremes) / sizeof(extremes[0]) };

static void
check_extreme(int i, size_t width)
{
	double value[] = { extremes[i].least, extremes[i].middle,
	    extremes[i].most };
	const struct sample sample = sample_from(value, 3);
	struct level level = level_of(95, 1);
	const struct question question = { .test = tests[0] };
	const struct summary summary = summarize(&sample, &question, level);
	const struct cell cell = { .summary = summary };
	const struct plot plot = make_plot(&cell, 1, width, 0);
	const double *bar = plot.bar[0];
	const size_t left = bin_of(plot.axis, bar[LEFT]);
	const size_t right = bin_of(plot.axis, bar[RIGHT]);
	const size_t mean = bin_of(plot.axis, bar[MEAN]);
	size_t column, first = width, last = 0, n = 0;

	ck_assert_uint_eq(plot.axis.nbins, width);
	for (column = 0; column < width; column++)
		if (plot.stack[column] > 0) {
			n += plot.stack[column];
			first = column < first ? column : first;
			last = column;
		}
	ck_assert_uint_eq(n, 3);
	ck_assert(left <= mean && mean <= right);
	ck_assert_uint_lt(right, width);
	ck_assert_uint_lt(bin_of(plot.axis, bar[MEDIAN]), width);
	ck_assert(!extremes[i].exact || first < last);
	/* There is something at either end. */
	ck_assert(!extremes[i].exact || first == 0 || left == 0);
	ck_assert(!extremes[i].exact || last == width - 1 ||
	    right == width - 1);
	free(plot.stack);
}

START_TEST(plot_extremes)
{
	size_t i;

	for (i = 0; i < PLOT_WIDTHS; i++)
		check_extreme(_i, plot_widths[i]);
}
END_TEST

START_TEST(plot_without_span)
{
	static const double constants[] = { 0, 5, -0.1, DBL_MAX, 5e-324 };
	struct plot_input in;
	size_t i, j;

	for (i = 0; i < sizeof(constants) / sizeof(constants[0]); i++) {
		fill_input(&in, i, 0, 1);
		for (j = 0; j < PLOT_VALUES; j++)
			in.value[0][j] = in.value[1][j] = constants[i];
		summarize_input(&in);
		ck_assert(make_plot(in.cell, 2, 20, 24).axis.step == 0);
	}
}
END_TEST

#define	X	"\033[36m"
#define	PLUS	"\033[33m"
#define	STAR	"\033[35m"
#define	OFF	"\033[0m"

/* Expects these lines below the border. */
static void
check_symbols(const struct plot *plot, const char *expected)
{
	const struct options options = { .layout = { .colour = true } };
	FILE *file = tmpfile();
	const int before = catch_output(file);
	char text[400];

	put_plot(&options, *plot);
	end_catching(before, file, text, sizeof(text));
	text[strlen("+---+\n") + strlen(expected)] = '\0';
	ck_assert_str_eq(text + strlen("+---+\n"), expected);
}

/* What shares a place: of two sets *, of more &, else the set's own symbol. */
START_TEST(plot_symbols)
{
	size_t stacks[] = { 2, 0, 0,  1, 1, 0,  1, 0, 0 };
	struct plot plot = {
		.nsets = 2, .height = 2, .each = 1,
		.axis = { .step = 1, .nbins = 3 }, .stack = stacks
	};

	check_symbols(&plot, "|" X "x" OFF "  |\n|*" PLUS "+" OFF " |\n");
	plot.nsets = 3;
	check_symbols(&plot, "|" X "x" OFF "  |\n|&" PLUS "+" OFF " |\n");
	plot.height = 1;
	stacks[0] = stacks[3] = 0;
	check_symbols(&plot, "|" STAR "*" PLUS "+" OFF " |\n");
	/* A symbol for up to 10 values: no part of a stack gets lost. */
	plot = (struct plot){ .nsets = 1, .height = 2,
	    .each = 10, .axis = { .step = 1, .nbins = 3 },
	    .stack = (size_t []){ 10, 11, 1 } };
	check_symbols(&plot, "| " X "x" OFF " |\n|" X "xxx" OFF "|\n");
}
END_TEST

/* What the strip shows of comparisons with these relative intervals. */
static const struct {
	double low, centre, high;	/* as ratios */
	const char *line;
} strip_rows[] = {
	{ 0.501, 0.7071067811865476, 1, " |-------A-------|" },
	{ 1, 1.4142135623730951, 1.99,   "                 |-------A-------|" },
	{ 0.99, 1, 1.01,              "                |A|" },
	{ 0.3, 0.8, 1.9,              "<-----------A----:--------------|" },
	{ 0.9, 1.1, 8,                "               |-:-A-------------->" },
	{ -0.1, 0.7071067811865476, 1, "<--------A-------|" }
};

enum { STRIP_ROWS = sizeof(strip_rows) / sizeof(*strip_rows) };

START_TEST(plot_strip)
{
	struct cell cell[STRIP_ROWS][2];
	struct report_row row[STRIP_ROWS], *lines[STRIP_ROWS];
	const struct block block = { .line = lines, .nlines = STRIP_ROWS };
	struct estimate nothing = NO_ESTIMATE;
	struct axis axis;
	size_t i;

	for (i = 0; i < STRIP_ROWS; i++) {
		cell[i][1].comparison.relative = (struct estimate){
			strip_rows[i].centre - 1, strip_rows[i].low - 1,
			strip_rows[i].high - 1
		};
		row[i] = (struct report_row){ .cell = cell[i] };
		lines[i] = &row[i];
	}
	axis = make_strip(block, 35);
	ck_assert_double_eq_tol(axis.least, log(0.5), 1e-15);
	ck_assert_double_eq_tol(axis.most, log(2), 1e-15);
	for (i = 0; i < STRIP_ROWS; i++) {
		ck_assert_str_eq(draw_strip(axis,
		    cell[i][1].comparison.relative), strip_rows[i].line);
	}
	ck_assert_str_eq(draw_strip(axis, nothing), "                 :");
}
END_TEST

/* A symbol for each set, and each of its own. */
START_TEST(plot_alphabet)
{
	size_t i, j;

	ck_assert_uint_ge(strlen(symbols), MAX_SETS);
	ck_assert(strncmp(symbols, "x+*%#@O", 7) == 0);
	for (i = 0; i < MAX_SETS; i++)
		for (j = 0; j < i; j++)
			ck_assert_int_ne(symbols[i], symbols[j]);
}
END_TEST

static Suite *
suite_plot(void)
{
	Suite *suite = suite_create("plot");
	TCase *tcase = tcase_create("places");

	tcase_add_loop_test(tcase, plot_by_formula, 0, PLOT_WIDTHS);
	tcase_add_test(tcase, plot_scaled);
	tcase_add_loop_test(tcase, plot_extremes, 0, EXTREMES);
	tcase_add_test(tcase, plot_without_span);
	tcase_add_test(tcase, plot_symbols);
	tcase_add_test(tcase, plot_strip);
	tcase_add_test(tcase, plot_alphabet);
	suite_add_tcase(suite, tcase);
	return suite;
}
