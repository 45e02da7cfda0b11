/*
 * simulate [table [pairs [seed]]]: shows how often the program's conclusions
 * are wrong, by drawing pairs of sets whose true difference is known.
 *
 * Run by `make simulate`.  It prints these tables, or the one that is named; in
 * parentheses is the number of pairs that are drawn unless another is given:
 *
 *	alarms		how often each test finds a difference between sets
 *			that have none (10,000)
 *	gates		how often each gate errs if the true difference is
 *			exactly the margin and the clock is coarse, and how
 *			often it passes what it should (2000)
 *	margins		how often each end of the relative interval errs if the
 *			true change is exactly the margin (20,000)
 *	quantiles	how often each end of a quantile's interval is wrong
 *			(2000)
 *	families	what -f each, all and shown find among 200 rows (100
 *			suites)
 *	geometric	how often the interval of the geometric mean's change
 *			covers the truth (1000 suites)
 *	single		how often each end of the interval of one or two runs
 *			against many is wrong (20,000)
 *	drift		how often a sample is said to drift, without and with a
 *			rise (10,000 samples)
 *
 * All tests see the same pairs.
 */

#ifndef MINISTAT
#define MINISTAT "../../ministat.c"
#endif
#define main ministat_main
#include MINISTAT
#undef main

/* Steele, Lea and Flood (2014), splitmix64. */
static uint64_t
draw(uint64_t *state)
{
	uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);

	z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
	return z ^ z >> 31;
}

/* In (0, 1): the middle of one of 2^52 equal parts. */
static double
draw_uniform(uint64_t *state)
{
	return ((double)(draw(state) >> 12) + 0.5) * 0x1p-52;
}

/* Box and Muller (1958); the second value is not used. */
static double
draw_normal(uint64_t *state)
{
	const double radius = sqrt(-2 * log(draw_uniform(state)));

	return radius * cos(6.283185307179586 * draw_uniform(state));
}

static struct sample
sample_from(double *value, size_t n)
{
	return (struct sample){ .value = value, .n = n };
}

/* A set to be drawn. */
struct population {
	size_t n;
	double sd;
	bool lognormal;	/* e to the power of a normal value */
};

/* What the sets of a pair come from; the second is the reference. */
struct experiment {
	const char *name;
	struct population a, b;
};

#define	EACH_SIZE(name, sd1, sd2, lognormal) \
	{ name, { 5, sd1, lognormal }, { 5, sd2, lognormal } }, \
	{ name, { 10, sd1, lognormal }, { 10, sd2, lognormal } }, \
	{ name, { 30, sd1, lognormal }, { 30, sd2, lognormal } }

static const struct experiment experiments[] = {
	EACH_SIZE("normal", 1, 1, false),
	EACH_SIZE("lognormal", 1, 1, true),
	EACH_SIZE("normal, sd 1 and 5", 1, 5, false),
	{ "normal, sd 1 and 5", { 20, 1, false }, { 5, 5, false } },
	{ "normal, sd 5 and 1", { 20, 5, false }, { 5, 1, false } }
};

enum { EXPERIMENTS = sizeof(experiments) / sizeof(*experiments), MOST = 30 };

static struct sample
draw_sample(struct population p, double value[MOST], uint64_t *state)
{
	size_t i;

	for (i = 0; i < p.n; i++) {
		value[i] = p.sd * draw_normal(state);
		if (p.lognormal)
			value[i] = exp(value[i]);
	}
	return sample_from(value, p.n);
}

/* All but the last two, for values without noise and for quantiles. */
enum {
	COMPARED_TESTS = sizeof(tests) / sizeof(*tests) - 2,
	QUANTILE_TEST = COMPARED_TESTS + 1
};

static struct comparison
compare_drawn(size_t test, double quantile, struct sample a, struct sample b,
    struct margin margin)
{
	const struct question question = {
		.test = tests[test], .quantile = quantile, .margin = margin
	};
	struct level level = level_of(95, 1);
	const struct summary sa = summarize(&a, &question, &level);
	const struct summary sb = summarize(&b, &question, &level);
	const struct comparison c = compare(&question, &level, &sa, &sb);

	free(sa.sorted);
	free(sb.sorted);
	return c;
}

static double
percent_of(unsigned long count, unsigned long all)
{
	return 100 * (double)count / (double)all;
}

/* ---- alarms ---- */

/* Adds to alarms[] which tests show a difference in a pair. */
static void
try_pair(const struct experiment *e, unsigned long alarms[COMPARED_TESTS],
    uint64_t *state)
{
	const struct margin none = { .typed = NULL };
	double x[MOST], y[MOST];
	const struct sample a = draw_sample(e->a, x, state);
	const struct sample b = draw_sample(e->b, y, state);
	struct comparison c;
	size_t i;

	for (i = 0; i < COMPARED_TESTS; i++) {
		if (tests[i].paired && a.n != b.n)
			continue;
		c = compare_drawn(i, 50, a, b, none);
		alarms[i] += c.outcome == HIGHER || c.outcome == LOWER;
	}
}

/* Each test's column is as wide as its name. */
static int
width_of_test(size_t i)
{
	return (int)strlen(tests[i].name) + 2;
}

static void
print_experiment(const struct experiment *e, unsigned long count,
    const unsigned long alarms[COMPARED_TESTS])
{
	size_t i;

	printf("%-20s%4zu%4zu", e->name, e->a.n, e->b.n);
	for (i = 0; i < COMPARED_TESTS; i++)
		if (tests[i].paired && e->a.n != e->b.n)
			printf("%*s", width_of_test(i), "-");
		else
			printf("%*.1f", width_of_test(i),
			    percent_of(alarms[i], count));
	putchar('\n');
}

static void
simulate_alarms(unsigned long count, uint64_t *state)
{
	unsigned long alarms[COMPARED_TESTS], i;
	size_t e, test;

	printf("False alarms, in percent, of each test at 95%% confidence, in "
	    "%lu pairs\nof sets without a difference.  5.0 is right; the "
	    "standard error\nof such a figure is %.2f.\n\n", count,
	    100 * sqrt(0.05 * 0.95 / (double)count));
	printf("%-20s%4s%4s", "values", "n1", "n2");
	for (test = 0; test < COMPARED_TESTS; test++)
		printf("%*s", width_of_test(test), tests[test].name);
	putchar('\n');
	for (e = 0; e < EXPERIMENTS; e++) {
		memset(alarms, 0, sizeof(alarms));
		for (i = 0; i < count; i++)
			try_pair(&experiments[e], alarms, state);
		print_experiment(&experiments[e], count, alarms);
	}
}

/* ---- gates ---- */

/* A spread in proportion to the mean, and a clock's tick in spreads at 1. */
struct clocked {
	size_t n;
	double variation, tick;	/* 0: a clock as fine as can be */
};

static struct sample
draw_clocked(const struct clocked *c, double mean, double value[MOST],
    uint64_t *state)
{
	const double tick = c->tick * c->variation;
	size_t i;

	for (i = 0; i < c->n; i++) {
		value[i] = mean * (1 + c->variation * draw_normal(state));
		if (tick > 0)
			value[i] = tick * floor(value[i] / tick + 0.5);
	}
	return sample_from(value, c->n);
}

static bool
is_constant(struct sample s)
{
	size_t i = 1;

	while (i < s.n && s.value[i] == s.value[0])
		i++;
	return i == s.n;
}

/* Whether -v warns of the clock. */
static bool
is_coarse(struct sample sample)
{
	const struct question question = { .test = tests[0] };
	struct level level = level_of(95, 1);
	struct summary s = summarize(&sample, &question, &level);

	examine(&s, &question.test, false);
	return s.doubts & (DOUBT_COARSE | DOUBT_CONSTANT);
}

/* What is found of pairs whose truth is m times the reference. */
struct outcomes {
	unsigned long pairs, constant, coarse, beyond, within, equal;
};

static void
try_gates(const struct clocked *c, double margin, double truth,
    struct outcomes found[COMPARED_TESTS], uint64_t *state)
{
	const struct margin given = { .typed = "", .has_percent = true,
	    .percent = 100 * margin };
	/* The reference is anywhere between two ticks. */
	const double mean = 1 + c->tick * c->variation * draw_uniform(state);
	double x[MOST], y[MOST];
	const struct sample a = draw_clocked(c, mean * (1 + truth), x, state);
	const struct sample b = draw_clocked(c, mean, y, state);
	const bool constant = is_constant(a) && is_constant(b);
	const bool coarse = is_coarse(a) || is_coarse(b);
	struct comparison d;
	size_t i;

	for (i = 0; i < COMPARED_TESTS; i++) {
		if (constant) {
			found[i].constant++;
			continue;
		}
		d = compare_drawn(i, 50, a, b, given);
		found[i].pairs++;
		found[i].coarse += coarse;
		/* At a truth of -margin, everything the other way round. */
		found[i].beyond += truth < 0 ? d.outcome == LOWER :
		    d.outcome == HIGHER;
		found[i].within += truth < 0 ? d.not_lower : d.not_higher;
		found[i].equal += d.outcome == EQUAL;
	}
}

/* One line: for each test false failures, false passes, and true passes. */
static void
simulate_clocked(const struct clocked *c, double margin, unsigned long count,
    uint64_t *state)
{
	const double truths[] = { margin, -margin, 0 };
	struct outcomes found[3][COMPARED_TESTS] = { 0 };
	const struct outcomes *up, *down, *same;
	unsigned long i;
	size_t t;

	for (t = 0; t < 3; t++)
		for (i = 0; i < count; i++)
			try_gates(c, margin, truths[t], found[t], state);
	printf("%3g%3zu%3g%5g%5.1f%5.0f", 100 * margin, c->n,
	    100 * c->variation, c->tick, percent_of(found[1][0].constant,
	    count), percent_of(found[1][0].coarse, found[1][0].pairs));
	for (t = 0; t < COMPARED_TESTS; t++) {
		up = &found[0][t];
		down = &found[1][t];
		same = &found[2][t];
		printf(" %5.1f%5.1f%4.0f%4.0f",
		    larger(percent_of(up->beyond, up->pairs),
		    percent_of(down->beyond, down->pairs)),
		    larger(percent_of(up->within, up->pairs),
		    percent_of(down->within, down->pairs)),
		    percent_of(same->within, same->pairs),
		    percent_of(same->equal, same->pairs));
	}
	putchar('\n');
}

static void
simulate_gates(unsigned long count, uint64_t *state)
{
	static const double margins[] = { 0.02, 0.1, 0.5 };
	static const double variations[] = { 0.01, 0.1 };
	static const double ticks[] = { 0, 0.25, 1, 2.5 };
	static const size_t sizes[] = { 5, 10, 30 };
	size_t m, v, k, n, i;

	printf("Gates in percent, at a truth just on the margin, of %lu pairs "
	    "at 95%% confidence;\nthe worse of both sides, of which each may "
	    "err in 2.5 (standard error %.1f).\nfail: higher and lower fail "
	    "falsely; pass: not-higher and not-lower pass falsely\n(equal "
	    "never passes more often).  ok, eq: how often these pass, and "
	    "equal does,\nif nothing changed.  cv: spread in percent of each "
	    "mean; tick: of the clock, in\nspreads.  At the lower truth, "
	    "const: pairs of constant sets, which are left out;\nwarn: pairs "
	    "in which -v warns of the clock.\n\n%24s", count,
	    100 * sqrt(0.025 * 0.975 / (double)count), "");
	for (i = 0; i < COMPARED_TESTS; i++)
		printf("  %-17s", tests[i].name);
	printf("\n%3s%3s%3s%5s%5s%5s", "m%", "n", "cv", "tick", "const",
	    "warn");
	for (i = 0; i < COMPARED_TESTS; i++)
		printf(" %5s%5s%4s%4s", "fail", "pass", "ok", "eq");
	putchar('\n');
	for (m = 0; m < 3; m++)
		for (v = 0; v < 2; v++)
			for (k = 0; k < 4; k++)
				for (n = ticks[k] > 2; n < 3; n++)
					simulate_clocked(&(struct clocked){
					    sizes[n], variations[v], ticks[k]
					}, margins[m], count, state);
}

/* ---- margins ---- */

/*
 * Prints how often the gates higher and not-higher err at a change of margin,
 * and lower and not-lower at one of -margin.  The spreads are proportional to
 * the means.
 */
static void
simulate_margin(size_t test, size_t n, double spread_x, double spread_y,
    double margin, unsigned long count, uint64_t *state)
{
	const struct margin given = { .typed = "", .has_percent = true,
	    .percent = 100 * margin };
	unsigned long higher = 0, not_higher = 0, lower = 0, not_lower = 0, i;
	double x[30], z[30], y[30];
	struct comparison up, down;
	size_t j;

	for (i = 0; i < count; i++) {
		for (j = 0; j < n; j++) {
			const double v = 1 + spread_x * draw_normal(state);

			x[j] = (1 + margin) * v;
			z[j] = (1 - margin) * v;
			y[j] = 1 + spread_y * draw_normal(state);
		}
		up = compare_drawn(test, 50, sample_from(x, n),
		    sample_from(y, n), given);
		down = compare_drawn(test, 50, sample_from(z, n),
		    sample_from(y, n), given);
		higher += up.outcome == HIGHER;
		not_higher += up.not_higher;
		lower += down.outcome == LOWER;
		not_lower += down.not_lower;
	}
	printf("  %5.2f%5.2f%5.2f%5.2f", percent_of(higher, count),
	    percent_of(not_higher, count), percent_of(lower, count),
	    percent_of(not_lower, count));
}

static void
simulate_margins(unsigned long count, uint64_t *state)
{
	static const double margins[] = { 0.02, 0.05, 0.5 };
	static const double spreads[][2] = { { 0.01, 0.01 }, { 0.1, 0.1 },
	    { 0.3, 0.3 }, { 0.025, 0.1 }, { 0.1, 0.025 }, { 0.075, 0.3 },
	    { 0.3, 0.075 } };
	static const size_t sizes[] = { 3, 5, 10, 30 };
	size_t test, s, n, m;

	printf("Errors of gates in percent, at a true change of exactly the "
	    "margin, of %lu pairs at 95%%\nconfidence: higher fails, "
	    "not-higher passes; lower fails, not-lower passes.  2.50 is "
	    "right,\nwith a standard error of %.2f.  Spreads in percent of "
	    "each mean, of the set and the reference.\n", count,
	    100 * sqrt(0.025 * 0.975 / (double)count));
	for (test = 0; test < 2; test++) {
		printf("\n%-16s%-22s%-22s%s\n%5s%5s%3s", tests[test].name,
		    "  margin 2%", "  5%", "  50%", "set", "ref", "n");
		for (m = 0; m < 3; m++)
			printf("  %5s%5s%5s%5s", "high", "not", "low", "not");
		putchar('\n');
		for (s = 0; s < sizeof(spreads) / sizeof(*spreads); s++)
			for (n = 0; n < 4; n++) {
				printf("%5g%5g%3zu", 100 * spreads[s][0],
				    100 * spreads[s][1], sizes[n]);
				for (m = 0; m < 3; m++)
					simulate_margin(test, sizes[n],
					    spreads[s][0], spreads[s][1],
					    margins[m], count, state);
				putchar('\n');
			}
	}
}

/* ---- quantiles ---- */

static const char *const shapes[] = { "normal", "exponential", "lognormal",
    "Pareto" };

static double
draw_of_shape(size_t shape, uint64_t *state)
{
	const double u = draw_uniform(state);

	return shape == 0 ? 10 + draw_normal(state) : shape == 1 ? -log(u) :
	    shape == 2 ? exp(draw_normal(state)) : pow(u, -1 / 1.5);
}

static void
simulate_quantiles(unsigned long count, uint64_t *state)
{
	static const struct {
		double percent;
		size_t n;
	} cases[] = {
		{ 50, 10 }, { 50, 50 }, { 50, 400 }, { 90, 50 }, { 90, 400 },
		{ 99, 400 }, { 99, 2000 }
	};
	const struct margin none = { .typed = NULL };
	static double x[2000], y[2000];
	struct comparison c;
	unsigned long i, low, high;
	size_t k, shape, j, n;

	printf("How often, in percent, the interval of a difference of "
	    "quantiles lies above or\nbelow a truth of 0, each with at most "
	    "2.5 at 95%% confidence, in %lu pairs.\n\n%-6s%6s", count, "test",
	    "n");
	for (shape = 0; shape < 4; shape++)
		printf("%16s", shapes[shape]);
	putchar('\n');
	for (k = 0; k < sizeof(cases) / sizeof(*cases); k++) {
		n = cases[k].n;
		printf("p%-5g%6zu", cases[k].percent, n);
		for (shape = 0; shape < 4; shape++) {
			low = high = 0;
			for (i = 0; i < count; i++) {
				for (j = 0; j < n; j++) {
					x[j] = draw_of_shape(shape, state);
					y[j] = draw_of_shape(shape, state);
				}
				c = compare_drawn(QUANTILE_TEST,
				    cases[k].percent,
				    sample_from(x, n),
				    sample_from(y, n), none);
				low += c.difference.upper < 0;
				high += c.difference.lower > 0;
			}
			printf("%9.1f%7.1f", percent_of(high, count),
			    percent_of(low, count));
		}
		putchar('\n');
	}
}

/* ---- families ---- */

enum { ROWS = 200 };

/* The p that a row must not exceed to be shown, by each family. */
static void
find_limits(const double *p, double limit[3])
{
	double *sorted = allocate(ROWS, sizeof(*sorted));
	size_t shown = ROWS;

	memcpy(sorted, p, ROWS * sizeof(*p));
	qsort(sorted, ROWS, sizeof(*sorted), by_value);
	while (shown > 1 && sorted[shown - 1] > 0.05 * (double)shown / ROWS)
		shown--;
	limit[0] = 0.05;
	limit[1] = 0.05 / ROWS;
	limit[2] = 0.05 * (double)shown / ROWS;
	free(sorted);
}

/* Rows that change by this many sd, and how many of them are found. */
struct family_counts {
	unsigned long found[3];
	double false_share[3];
};

static void
try_suite(size_t n, size_t changed, double by, struct family_counts *f,
    uint64_t *state)
{
	const struct margin none = { .typed = NULL };
	double p[ROWS], limit[3], x[MOST], y[MOST];
	size_t row, i, k;
	unsigned long found, alarms;

	for (row = 0; row < ROWS; row++) {
		for (i = 0; i < n; i++) {
			x[i] = draw_normal(state) + (row < changed ? by : 0);
			y[i] = draw_normal(state);
		}
		p[row] = compare_drawn(0, 50, sample_from(x, n),
		    sample_from(y, n), none).p;
	}
	find_limits(p, limit);
	for (k = 0; k < 3; k++) {
		found = alarms = 0;
		for (row = 0; row < ROWS; row++)
			if (p[row] <= limit[k])
				row < changed ? found++ : alarms++;
		f->found[k] += found;
		f->false_share[k] += alarms == 0 ? 0 :
		    (double)alarms / (double)(alarms + found);
	}
}

static void
simulate_families(unsigned long count, uint64_t *state)
{
	static const double sizes[] = { 0, 1, 1.5, 2, 3 };
	static const size_t ns[] = { 10, 20 };
	struct family_counts f;
	size_t n, s, changed, k;
	unsigned long i;

	printf("Of %d rows some changed by this many standard deviations: how "
	    "many of these, in\npercent, a family of 95%% confidence shows in "
	    "%lu suites (found), and how many\nof the rows it shows did not "
	    "change (false).\n\n%4s%9s%5s", ROWS, count, "n", "changed", "by");
	printf("%14s%14s%14s\n%18s", "each", "all", "shown", "");
	for (k = 0; k < 3; k++)
		printf("%8s%6s", "found", "false");
	putchar('\n');
	for (n = 0; n < 2; n++)
		for (s = 0; s < 5; s++)
			for (changed = 10; changed <= 50; changed += 40) {
				if (sizes[s] == 0 && changed > 10)
					continue;
				memset(&f, 0, sizeof(f));
				for (i = 0; i < count; i++)
					try_suite(ns[n], sizes[s] == 0 ? 0 :
					    changed, sizes[s], &f, state);
				printf("%4zu%9zu%5g", ns[n], sizes[s] == 0 ?
				    0 : changed, sizes[s]);
				for (k = 0; k < 3; k++)
					printf("%8.0f%6.0f", percent_of(
					    f.found[k], count * changed),
					    100 * f.false_share[k] /
					    (double)count);
				putchar('\n');
			}
}

/* ---- geometric ---- */

enum { MOST_ROWS = 200, T_TESTS = 3 };

static const char *const t_tests[T_TESTS] = { "student", "welch", "paired" };

/* How the values of a suite are drawn. */
struct noise {
	const char *name;
	double own, shared;	/* parts of the spread: of each row, of all */
};

/* What a value is multiplied by. */
static double
draw_factor(double sd, bool lognormal, uint64_t *state)
{
	const double x = sd * draw_normal(state);

	return lognormal ? exp(x) : 1 + x;
}

/* Fills value[row][i] of one set; all rows share one factor for each i. */
static void
draw_set(double value[MOST_ROWS][MOST], size_t nrows, size_t n,
    const struct noise *noise, double sd, bool lognormal, uint64_t *state)
{
	size_t row, i;

	for (i = 0; i < n; i++) {
		const double shared = draw_factor(noise->shared * sd,
		    lognormal, state);

		for (row = 0; row < nrows; row++)
			value[row][i] = (double)(row + 1) * shared *
			    draw_factor(noise->own * sd, lognormal, state);
	}
}

/* True if the interval of the change of the geometric mean covers 0. */
static bool
is_change_covered(const char *test, double value[2][MOST_ROWS][MOST],
    size_t nrows, size_t n)
{
	static struct sample sample[2][MOST_ROWS];
	static struct summary summary[MOST_ROWS + 1][2];
	static struct report_row row[MOST_ROWS + 1];
	struct options o = { .confidence = 95 };
	struct comparison comparison[2] = {
		nothing_compared, nothing_compared
	};
	struct report report = { .options = &o, .nsets = 2,
	    .set_level = level_of(95, 1) };
	size_t r, set;

	find_test(test, &o.question);
	for (r = 0; r < nrows; r++) {
		for (set = 0; set < 2; set++) {
			sample[set][r] = sample_from(value[set][r], n);
			summary[r][set] = summarize(&sample[set][r],
			    &o.question, &report.set_level);
		}
		row[r] = (struct report_row){
			.summary = summary[r], .complete = true
		};
	}
	summary[nrows][0] = summary[nrows][1] = nothing_summarized;
	comparison[1].reference = &summary[nrows][0];
	row[nrows] = (struct report_row){
		.summary = summary[nrows], .comparison = comparison
	};
	find_geometric_means(&report, row, nrows);
	return comparison[1].relative.lower <= 0 &&
	    comparison[1].relative.upper >= 0;
}

static void
simulate_geometric(unsigned long count, uint64_t *state)
{
	static const struct noise noises[] = {
		{ "own", 1, 0 }, { "both", 1, 1 }, { "shared", 0, 1 }
	};
	static const size_t rows[] = { 2, 3, 10, 40, MOST_ROWS };
	static const size_t ns[] = { 3, 5, 10, MOST };
	static const struct { double a, b; bool lognormal; } spreads[] = {
		{ 1, 1, false }, { 5, 5, false }, { 20, 20, false },
		{ 1, 1, true }, { 5, 5, true }, { 20, 20, true },
		{ 20, 5, false }, { 5, 20, false }
	};
	static double value[2][MOST_ROWS][MOST];
	unsigned long covered[T_TESTS], i;
	size_t s, k, n, r, t;

	printf("How often, in percent, the interval of the geometric mean's "
	    "change covers the truth,\nin %lu suites without a change; 95.0 is "
	    "right, with a standard error of %.1f.\nThe spread of new and old "
	    "values is in percent of the mean.  Noise: of each row (own),\n"
	    "shared by all rows of a run, or both, which are of one size.  "
	    "For each number of\nrows: Student's t, Welch's and paired.\n\n"
	    "%-10s%7s%8s%4s", count, 100 * sqrt(0.05 * 0.95 / (double)count),
	    "values", "spread", "noise", "n");
	for (r = 0; r < 5; r++)
		printf("%15zu rows", rows[r]);
	putchar('\n');
	for (s = 0; s < sizeof(spreads) / sizeof(*spreads); s++)
	for (k = 0; k < 3; k++)
	for (n = 0; n < 4; n++) {
		printf("%-10s%4g/%-2g%8s%4zu", spreads[s].lognormal ?
		    "lognormal" : "normal", spreads[s].a, spreads[s].b,
		    noises[k].name, ns[n]);
		for (r = 0; r < 5; r++) {
			memset(covered, 0, sizeof(covered));
			for (i = 0; i < count; i++) {
				draw_set(value[0], rows[r], ns[n], &noises[k],
				    spreads[s].b / 100, spreads[s].lognormal,
				    state);
				draw_set(value[1], rows[r], ns[n], &noises[k],
				    spreads[s].a / 100, spreads[s].lognormal,
				    state);
				for (t = 0; t < T_TESTS; t++)
					covered[t] += is_change_covered(
					    t_tests[t], value, rows[r], ns[n]);
			}
			for (t = 0; t < T_TESTS; t++)
				printf("%*.1f", t == 0 ? 8 : 6,
				    percent_of(covered[t], count));
		}
		putchar('\n');
	}
}

/* ---- single ---- */

/* Values around a mean, with a spread in proportion to it. */
static struct sample
draw_runs(double value[MOST], size_t n, double mean, double sd, bool lognormal,
    uint64_t *state)
{
	size_t i;

	for (i = 0; i < n; i++)
		value[i] = mean * draw_factor(sd, lognormal, state);
	return sample_from(value, n);
}

/* How often an interval is wholly above and below the truth. */
struct misses {
	unsigned long above, below;
};

static void
count_miss(struct misses *m, double truth, struct estimate e)
{
	m->above += e.lower > truth;
	m->below += e.upper < truth;
}

static void
print_misses(const struct misses *m, unsigned long count)
{
	printf("%7.1f%5.1f", percent_of(m->above, count),
	    percent_of(m->below, count));
}

static void
simulate_single(unsigned long count, uint64_t *state)
{
	static const size_t ns[] = { 3, 10, MOST };
	static const double spreads[] = { 0.01, 0.05, 0.2 };
	static const struct { size_t new; double truth; bool reverse; } runs[] =
	    { { 1, 0, false }, { 1, 1, false }, { 1, -0.5, false },
	    { 2, 0, false }, { 1, 0, true }, { 2, 0, true } };
	enum { RUNS = sizeof(runs) / sizeof(*runs) };
	const struct margin none = { .typed = NULL };
	unsigned long i;
	size_t shape, s, n, k;

	printf("How often, in percent, the relative interval lies above or "
	    "below the truth, where one\nor two new runs are compared with old "
	    "ones, or these with new ones, in %lu pairs; 2.5\neach is right, "
	    "with a standard error of %.1f.  For a single run, it should "
	    "cover the run itself.\n\n%-10s%7s%4s", count,
	    100 * sqrt(0.025 * 0.975 / (double)count), "values", "spread",
	    "old");
	for (k = 0; k < RUNS; k++) {
		char title[40];

		snprintf(title, sizeof(title), runs[k].reverse ?
		    "%zu old" : "%zu new %+g%%", runs[k].new,
		    100 * runs[k].truth);
		printf("%12s", title);
	}
	putchar('\n');
	for (shape = 0; shape < 2; shape++)
	for (s = 0; s < 3; s++)
	for (n = 0; n < 3; n++) {
		printf("%-10s%7g%4zu", shape > 0 ? "lognormal" : "normal",
		    100 * spreads[s], ns[n]);
		for (k = 0; k < RUNS; k++) {
			struct misses m = { 0, 0 };

			for (i = 0; i < count; i++) {
				double x[MOST], y[MOST];
				const struct sample many = draw_runs(x, ns[n],
				    1, spreads[s], shape > 0, state);
				const struct sample few = draw_runs(y,
				    runs[k].new, 1 + runs[k].truth, spreads[s],
				    shape > 0, state);

				count_miss(&m, runs[k].truth, compare_drawn(0,
				    50, runs[k].reverse ? many : few,
				    runs[k].reverse ? few : many,
				    none).relative);
			}
			print_misses(&m, count);
		}
		putchar('\n');
	}
}

/* ---- drift ---- */

static double
draw_for_drift(size_t shape, uint64_t *state)
{
	const double x = draw_normal(state);

	return shape == 1 ? exp(x) : shape == 3 ? floor(x + 0.5) :
	    shape == 2 && draw_uniform(state) < 0.05 ? 10 * x : x;
}

static void
simulate_drift(unsigned long count, uint64_t *state)
{
	static const char *const names[] = { "normal", "lognormal",
	    "outliers", "ties" };
	static const size_t ns[] = { 8, 10, 20, 50, 200 };
	static const double rises[] = { 0, 1, 2, 3 };
	const struct question question = { .test = tests[0] };
	struct level level = level_of(95, 1);
	double value[200];
	unsigned long i;
	size_t shape, n, r, j;

	printf("How often, in percent, %lu samples are said to drift, if "
	    "each value is drawn from\none distribution and if they rise "
	    "steadily, by a number of standard deviations\nin all.  Without a "
	    "rise, 1.0 is right, with a standard error of "
	    "%.1f.\nOf the outliers, 1 in 20 is ten times as far off; ties are "
	    "whole numbers.\n\n%-10s%4s", count,
	    100 * sqrt(0.01 * 0.99 / (double)count), "values", "n");
	for (r = 0; r < 4; r++)
		printf("%8s%-1g", "rise ", rises[r]);
	putchar('\n');
	for (shape = 0; shape < 4; shape++)
	for (n = 0; n < 5; n++) {
		printf("%-10s%4zu", names[shape], ns[n]);
		for (r = 0; r < 4; r++) {
			unsigned long drift = 0;

			for (i = 0; i < count; i++) {
				const struct sample sample = sample_from(value,
				    ns[n]);
				struct summary s;

				for (j = 0; j < ns[n]; j++)
					value[j] = draw_for_drift(shape,
					    state) + rises[r] * (double)j /
					    (double)(ns[n] - 1);
				s = summarize(&sample, &question, &level);
				examine(&s, &question.test, true);
				drift += (s.doubts & DOUBT_DRIFT) != 0;
			}
			printf("%9.1f", percent_of(drift, count));
		}
		putchar('\n');
	}
}

static const struct {
	const char *name;
	void (*simulate)(unsigned long count, uint64_t *state);
	unsigned long count;
} tables[] = {
	{ "alarms", simulate_alarms, 10000 },
	{ "gates", simulate_gates, 2000 },
	{ "margins", simulate_margins, 20000 },
	{ "quantiles", simulate_quantiles, 2000 },
	{ "families", simulate_families, 100 },
	{ "geometric", simulate_geometric, 1000 },
	{ "single", simulate_single, 20000 },
	{ "drift", simulate_drift, 10000 }
};

int
main(int argc, char *argv[])
{
	const unsigned long count = argc > 2 ? strtoul(argv[2], NULL, 10) : 0;
	uint64_t state;
	size_t i, done = 0;

	for (i = 0; i < sizeof(tables) / sizeof(*tables); i++) {
		if (argc > 1 && strcmp(argv[1], tables[i].name) != 0)
			continue;
		printf("%s", done++ > 0 ? "\n" : "");
		state = argc > 3 ? strtoul(argv[3], NULL, 10) : 1;
		tables[i].simulate(count > 0 ? count : tables[i].count, &state);
	}
	if (done == 0)
		fprintf(stderr, "simulate: no table %s\n", argv[1]);
	return done == 0 || fflush(stdout) != 0;
}
