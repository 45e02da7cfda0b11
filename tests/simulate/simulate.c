/*
 * simulate [table [pairs [seed]]]: shows how often the program's conclusions
 * are wrong, by drawing pairs of sets whose true difference is known.
 *
 * Run by `make simulate`.  It prints these tables, or the one that is named; in
 * parentheses is the number of pairs that are drawn unless another is given:
 *
 *	alarms		how often each test finds a difference between sets
 *			that have none, and misses a slowdown (10,000)
 *	spreads		the same of sets with different spreads (10,000)
 *	ticks		what rounding does to tables and to intervals: the
 *			status is 1 if it does more than it should (500 tables)
 *	gates		how often each gate errs if the true difference is
 *			exactly the margin and the clock is coarse, and how
 *			often it passes what it should (2000)
 *	margins		how often each end of the relative interval errs if the
 *			true change is exactly the margin (20,000)
 *	quantiles	how often each end of a quantile's interval is wrong
 *			(2000)
 *	geometric	how often the interval of the geometric mean's change
 *			covers the truth (1000 suites)
 *	single		how often each end of the interval of one or two runs
 *			against many is wrong (20,000)
 *	dependence	how often values are said to depend on each other, if
 *			they do not, and if they do (10,000 pairs); the status
 *			is 1 if it is too often
 *	statements	what README and ministat.1 say in numbers, and what
 *			their advice rests on; the status is 1 if it is not so
 *			(20,000)
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

static unsigned long nwrong;	/* promises that were not kept */

/* Values are e to the power of normal ones, or rounded to ticks, or neither. */
struct shape {
	const char *name;
	bool lognormal;
	double tick;	/* in standard deviations; 0: none */
};

static const struct shape shapes[] = {
	{ "normal", false, 0 }, { "lognormal", true, 0 },
	{ "tick 0.5", false, 0.5 }, { "tick 1", false, 1 },
	{ "tick 3", false, 3 }, { "tick 5", false, 5 }
};

enum { SHAPES = sizeof(shapes) / sizeof(*shapes), MOST = 30 };

/*
 * Draws n values.  What the clock shows is at a random place between two ticks,
 * the same one for sets that are compared.
 */
static struct sample
draw_shape(const struct shape *shape, double value[], size_t n, double shift,
    double place, uint64_t *state)
{
	for (size_t i = 0; i < n; i++) {
		const double x = shift + draw_normal(state);

		value[i] = shape->lognormal ? exp(x) : 100 + x;
		if (shape->tick > 0)
			value[i] = shape->tick *
			    floor(value[i] / shape->tick + place);
	}
	return sample_from(value, n);
}

/* A set to be drawn. */
struct population {
	size_t n;
	double sd;
};

/* What the sets of a pair come from; the second is the reference. */
struct experiment {
	struct population a, b;
};

static const struct experiment experiments[] = {
	{ { 5, 1 }, { 5, 5 } }, { { 10, 1 }, { 10, 5 } },
	{ { 30, 1 }, { 30, 5 } }, { { 20, 1 }, { 5, 5 } },
	{ { 20, 5 }, { 5, 1 } }
};

/* All but the last two, for values without noise and for quantiles. */
enum {
	PAIRED = 3,
	COMPARED_TESTS = sizeof(tests) / sizeof(*tests) - 2,
	QUANTILE_TEST = COMPARED_TESTS + 1
};

static struct comparison
compare_by(const struct question *question, struct sample a, struct sample b)
{
	struct level level = level_of(95, 1);
	const struct summary sa = summarize(&a, question, level);
	const struct summary sb = summarize(&b, question, level);
	const struct comparison c = compare(question, level, &sa, &sb);

	free(sa.sorted);
	free(sb.sorted);
	return c;
}

static struct comparison
compare_drawn(size_t test, double quantile, struct sample a, struct sample b,
    struct margin margin)
{
	const struct question question = {
		.test = tests[test], .quantile = quantile, .margin = margin
	};

	return compare_by(&question, a, b);
}

static double
percent_of(unsigned long count, unsigned long all)
{
	return 100 * (double)count / (double)all;
}

/* ---- alarms, spreads ---- */

static bool
is_shown(const struct comparison *c)
{
	return c->verdict == HIGHER || c->verdict == LOWER;
}

/* True if a test takes these counts. */
static bool
takes(size_t test, size_t n, size_t m)
{
	return n >= tests[test].least && m >= tests[test].least &&
	    (!tests[test].paired || n == m);
}

/* Each test's column is as wide as its name. */
static int
width_of_test(size_t i)
{
	return (int)larger(12, (double)strlen(tests[i].name) + 2);
}

static void
print_tests(void)
{
	for (size_t i = 0; i < COMPARED_TESTS; i++)
		printf("%*s", width_of_test(i), tests[i].name);
	putchar('\n');
}

/* The slowdown, in spreads, that Student's t shows in 80 of 100 cases. */
static double
slowdown_for(size_t n)
{
	const double df = 2 * (double)n - 2;

	return (t_critical(0.05, 0.95, df) + t_critical(0.4, 0.6, df)) *
	    sqrt(2 / (double)n);
}

static void
simulate_alarms(unsigned long count, uint64_t *state)
{
	static const size_t ns[] = { 3, 5, 10, 30 };
	const struct margin none = { .typed = NULL };

	printf("False alarms and missed slowdowns, in percent, of each test at "
	    "95%% confidence, in\n%lu pairs of sets (a fifth if n is 30).  A "
	    "slowdown is that which Student's t\nmisses in 20 percent of "
	    "normal values.  The standard errors are %.2f at 5 and %.2f\nat "
	    "20, and more than twice that if n is 30.  Ticks are in standard "
	    "deviations.\n\n%-12s%4s", count,
	    100 * sqrt(0.05 * 0.95 / (double)count),
	    100 * sqrt(0.2 * 0.8 / (double)count), "values", "n");
	print_tests();
	for (size_t k = 0; k < SHAPES; k++)
	for (size_t s = 0; s < 4; s++) {
		const size_t n = ns[s];
		const unsigned long tries = n == 30 ? count / 5 : count;
		unsigned long found[COMPARED_TESTS][2] = { 0 };

		for (unsigned long i = 0; i < 2 * tries; i++) {
			double x[MOST], y[MOST];
			const double place = draw_uniform(state);
			const struct sample a = draw_shape(&shapes[k], x, n,
			    i % 2 == 0 ? 0 : slowdown_for(n), place, state);
			const struct sample b = draw_shape(&shapes[k], y, n, 0,
			    place, state);

			for (size_t t = 0; t < COMPARED_TESTS; t++)
				if (takes(t, n, n)) {
					const struct comparison c =
					    compare_drawn(t, 50, a, b, none);

					found[t][i % 2] += is_shown(&c);
				}
		}
		printf("%-12s%4zu", shapes[k].name, n);
		for (size_t t = 0; t < COMPARED_TESTS; t++)
			if (takes(t, n, n))
				printf("%*.1f%6.1f", width_of_test(t) - 6,
				    percent_of(found[t][0], tries),
				    100 - percent_of(found[t][1], tries));
			else
				printf("%*s", width_of_test(t), "-");
		putchar('\n');
	}
}

static void
simulate_spreads(unsigned long count, uint64_t *state)
{
	const struct margin none = { .typed = NULL };

	printf("False alarms, in percent, of each test at 95%% confidence, in "
	    "%lu pairs of normal\nsets with different spreads.  5.0 is right; "
	    "the standard error is %.2f.\n\n%4s%4s%5s%4s", count,
	    100 * sqrt(0.05 * 0.95 / (double)count), "n1", "sd1", "n2", "sd2");
	print_tests();
	for (size_t e = 0; e < sizeof(experiments) / sizeof(*experiments);
	    e++) {
		const struct population p = experiments[e].a;
		const struct population q = experiments[e].b;
		unsigned long alarms[COMPARED_TESTS] = { 0 };

		for (unsigned long i = 0; i < count; i++) {
			double x[MOST], y[MOST];

			for (size_t j = 0; j < p.n; j++)
				x[j] = p.sd * draw_normal(state);
			for (size_t j = 0; j < q.n; j++)
				y[j] = q.sd * draw_normal(state);
			for (size_t t = 0; t < COMPARED_TESTS; t++)
				if (takes(t, p.n, q.n)) {
					const struct comparison c =
					    compare_drawn(t, 50,
					    sample_from(x, p.n),
					    sample_from(y, q.n), none);

					alarms[t] += is_shown(&c);
				}
		}
		printf("%4zu%4g%5zu%4g", p.n, p.sd, q.n, q.sd);
		for (size_t t = 0; t < COMPARED_TESTS; t++)
			if (takes(t, p.n, q.n))
				printf("%*.1f", width_of_test(t),
				    percent_of(alarms[t], count));
			else
				printf("%*s", width_of_test(t), "-");
		putchar('\n');
	}
}

/* ---- ticks ---- */

static bool
is_constant(struct sample s)
{
	size_t i = 1;

	while (i < s.n && s.value[i] == s.value[0])
		i++;
	return i == s.n;
}

/* Says that a figure is too large, but for chance. */
static void
promise(const char *what, double percent, double most, unsigned long count)
{
	const double error = 100 * sqrt(most / 100 * (1 - most / 100) /
	    (double)count);

	if (percent <= most + 3 * error)
		return;
	printf("too large: %s: %.2f, not at most %g (standard error %.2f)\n",
	    what, percent, most, error);
	nwrong++;
}

/*
 * How many of these tables of 100 rows show a difference that is none: in a row
 * with two constant sets, which no test doubts, or in another row.
 */
struct table_alarms {
	unsigned long constant, other;
};

static struct table_alarms
alarms_of_tables(size_t test, const struct shape *shape, size_t n,
    unsigned long count, uint64_t *state)
{
	enum { TABLE_ROWS = 100 };
	const struct question question = { .test = tests[test],
	    .quantile = 50 };
	struct level level = level_of(95, TABLE_ROWS);
	struct table_alarms alarms = { 0, 0 };

	for (unsigned long i = 0; i < count; i++) {
		bool constant = false, other = false;

		for (size_t row = 0; row < TABLE_ROWS; row++) {
			double x[MOST], y[MOST];
			const double place = draw_uniform(state);
			const struct sample a = draw_shape(shape, x, n, 0,
			    place, state);
			const struct sample b = draw_shape(shape, y, n, 0,
			    place, state);
			const struct summary sa = summarize(&a, &question,
			    level);
			const struct summary sb = summarize(&b, &question,
			    level);
			const struct comparison c = compare(&question, level,
			    &sa, &sb);

			if (is_shown(&c) && is_constant(a) && is_constant(b))
				constant = true;
			else if (is_shown(&c))
				other = true;
			free(sa.sorted);
			free(sb.sorted);
		}
		alarms.constant += constant;
		alarms.other += other;
	}
	return alarms;
}

/*
 * Percent of 1500 tables of 100 rows in which the paired t test shows a
 * difference that is none, for n = 3 and n = 5:
 *
 *	tick                     0.5          1          3          5
 *	all rows              33.7  2.9  43.1  0.7  72.7  6.9  54.7  3.6
 *	not of two constants  30.9  2.9  16.7  0.4   0.0  0.0   0.0  0.0
 *
 * A tick of 0.5 at n = 5 is no more than twice most spreads: these 2.9 are a
 * part of the 5 that any test has.  Ten equal values show no tick, so that the
 * interval of Mann-Whitney is 0.  With a tick of 4 and n = 5, that is so in
 * 22.8, 17.1, 11.2, 5.7 and 2.2 of 100 pairs whose true shift is 0.5, 1, 1.5, 2
 * and 2.5 deviations; other pairs err in none of 20,000.
 */
static void
simulate_ticks(unsigned long count, uint64_t *state)
{
	static const size_t ns[] = { 3, 5, 10 };
	const struct margin none = { .typed = NULL };
	const struct shape coarse = { "", false, 4 };
	double worst[2] = { 0, 0 };

	printf("Tables of 100 rows without a change in which a difference is "
	    "shown, in percent of %lu,\nat 95%% confidence over all (standard "
	    "error at 5: %.1f): in a row whose sets are not both\n"
	    "constant, and "
	    "in one with two constants, which t tests take as counts without "
	    "noise.\n\n%-12s%4s", count,
	    100 * sqrt(0.05 * 0.95 / (double)count), "values", "n");
	print_tests();
	for (size_t k = 0; k < SHAPES; k++)
	for (size_t s = 0; s < 3; s++) {
		struct table_alarms alarms[COMPARED_TESTS];

		printf("%-12s%4zu", shapes[k].name, ns[s]);
		for (size_t t = 0; t < COMPARED_TESTS; t++) {
			if (!takes(t, ns[s], ns[s])) {
				printf("%*s", width_of_test(t), "-");
				continue;
			}
			alarms[t] = alarms_of_tables(t, &shapes[k], ns[s],
			    count, state);
			printf("%*.1f%6.1f", width_of_test(t) - 6,
			    percent_of(alarms[t].other, count),
			    percent_of(alarms[t].constant, count));
		}
		putchar('\n');
		/* A clock that is finer leaves the 5 percent of any test. */
		if (shapes[k].tick > 0 && ns[s] < 10)
			promise("paired", percent_of(alarms[PAIRED].other,
			    count), ns[s] == 3 ? 30 : shapes[k].tick < 1 ? 5 :
			    1, count);
	}
	count *= 20;
	printf("\nMann-Whitney's interval of 5 values with a tick of 4 "
	    "standard deviations, above and\nbelow the true shift, in percent "
	    "of %lu pairs that are not both constant (standard error\nat 2.5: "
	    "%.2f):\n\n", count, 100 * sqrt(0.025 * 0.975 / (double)count));
	for (double truth = 0; truth <= 4; truth += 0.5) {
		unsigned long above = 0, below = 0;

		for (unsigned long i = 0; i < count; ) {
			double x[5], y[5];
			const double place = draw_uniform(state);
			const struct sample a = draw_shape(&coarse, x, 5, truth,
			    place, state);
			const struct sample b = draw_shape(&coarse, y, 5, 0,
			    place, state);
			const struct comparison c = compare_drawn(2, 50, a, b,
			    none);

			if (is_constant(a) && is_constant(b))
				continue;
			i++;
			above += c.difference.lower > truth;
			below += c.difference.upper < truth;
		}
		printf("%6.1f%8.2f%6.2f\n", truth, percent_of(above, count),
		    percent_of(below, count));
		worst[0] = larger(worst[0], percent_of(above, count));
		worst[1] = larger(worst[1], percent_of(below, count));
	}
	promise("Mann-Whitney above", worst[0], 9, count);
	promise("Mann-Whitney below", worst[1], 9, count);
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
	struct comparison d;
	size_t i;

	for (i = 0; i < COMPARED_TESTS; i++) {
		if (constant || !takes(i, a.n, b.n)) {
			found[i].constant += constant;
			continue;
		}
		d = compare_drawn(i, 50, a, b, given);
		found[i].pairs++;
		found[i].coarse += (d.doubts & DOUBT_COARSE) != 0;
		/* At a truth of -margin, everything the other way round. */
		found[i].beyond += truth < 0 ? d.verdict == LOWER :
		    d.verdict == HIGHER;
		found[i].within += truth < 0 ? d.not_lower : d.not_higher;
		found[i].equal += d.verdict == EQUAL;
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
		if (!takes(t, c->n, c->n)) {
			printf("%18s ", "-");
			continue;
		}
		up = &found[0][t];
		down = &found[1][t];
		same = &found[2][t];
		if (t == 2 && c->n == 5 && c->tick == 4) {
			promise("Mann-Whitney fails", larger(percent_of(
			    up->beyond, up->pairs), percent_of(down->beyond,
			    down->pairs)), 9, count);
			promise("Mann-Whitney passes", larger(percent_of(
			    up->within, up->pairs), percent_of(down->within,
			    down->pairs)), 9, count);
		}
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
	static const double ticks[] = { 0, 0.5, 1, 2.5, 4 };
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
	    "in which Student's t warns of the clock.\n\n%24s", count,
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
			for (k = 0; k < 5; k++)
				for (n = 0; n < 3; n++)
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
		higher += up.verdict == HIGHER;
		not_higher += up.not_higher;
		lower += down.verdict == LOWER;
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

static const char *const tails[] = { "normal", "exponential", "lognormal",
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
		printf("%16s", tails[shape]);
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
	static struct cell cell[MOST_ROWS][2];
	static struct report_row row[MOST_ROWS + 1], *lines[MOST_ROWS + 1];
	struct options o = { .confidence = 95, .compares = true };
	const struct data data = { .nsets = 2 };
	struct block block = { .heading = "", .line = lines,
	    .nlines = nrows };
	struct report report = { .options = &o, .data = &data, .nsets = 2,
	    .set_level = level_of(95, 1) };

	find_test(test, &o.question);
	for (size_t r = 0; r < nrows; r++) {
		for (size_t set = 0; set < 2; set++) {
			sample[set][r] = sample_from(value[set][r], n);
			cell[r][set].summary = summarize(&sample[set][r],
			    &o.question, report.set_level);
		}
		row[r] = (struct report_row){ .cell = cell[r] };
		lines[r] = &row[r];
	}
	add_means(&report, &block, &row[nrows]);
	const struct estimate change =
	    row[nrows].cell[1].comparison.relative;
	return change.lower <= 0 && change.upper >= 0;
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

/* ---- dependence ---- */

/* How values follow each other. */
struct course {
	const char *name;
	double rise;	/* over all values, in standard deviations */
	double alike;	/* of the noise: correlation of neighbours */
	bool lognormal, ties, outliers;
};

static const struct course courses[] = {
	{ "normal", .rise = 0 }, { "lognormal", .lognormal = true },
	{ "whole numbers", .ties = true }, { "outliers", .outliers = true },
	{ "rise of 1", .rise = 1 }, { "rise of 2", .rise = 2 },
	{ "rise of 3", .rise = 3 }, { "correlation 0.3", .alike = 0.3 },
	{ "correlation 0.5", .alike = 0.5 }, { "correlation 0.8", .alike = 0.8 }
};

enum { COURSES = sizeof(courses) / sizeof(*courses), INDEPENDENT = 3 };

static struct sample
draw_course(const struct course *c, double value[], size_t n, uint64_t *state)
{
	double noise = draw_normal(state);

	for (size_t i = 0; i < n; i++) {
		const double x = noise + c->rise * (double)i / (double)n;

		value[i] = c->lognormal ? exp(x) : c->ties ? floor(x + 0.5) :
		    c->outliers && draw_uniform(state) < 0.05 ? 10 * x : x;
		noise = c->alike * noise + sqrt(1 - c->alike * c->alike) *
		    draw_normal(state);
	}
	return sample_from(value, n);
}

static bool
is_warned(size_t test, const struct course *c, size_t n, double risk,
    uint64_t *state)
{
	const struct question question = { .test = tests[test] };
	double x[200], y[200];
	const struct sample a = draw_course(c, x, n, state);
	const struct sample b = draw_course(c, y, n, state);
	const struct summary sa = { .sample = &a, .n = n };
	const struct summary sb = { .sample = &b, .n = n };
	const struct comparison d = { .question = &question, .set = &sa,
	    .reference = &sb };

	double errors = dependence(&d);
	return errors > 0 && t_tail(errors, INFINITY).outside / 2 <= risk;
}

static void
simulate_dependence(unsigned long count, uint64_t *state)
{
	static const size_t ns[] = { 8, 10, 20, 50, 200 };
	enum { TABLE_ROWS = 40 };

	printf("How often, in percent of %lu, pairs of sets are said to be "
	    "dependent: student, which\nlooks at both sets, and paired, which "
	    "looks at the differences.  In the first four,\nvalues are "
	    "independent, and 1.0 is right (standard error %.2f).  Of the "
	    "outliers, 1 in 20\nis ten times as far off.\n\n%-16s", count,
	    100 * sqrt(0.01 * 0.99 / (double)count), "n");
	for (size_t s = 0; s < 5; s++)
		printf("%12zu", ns[s]);
	putchar('\n');
	for (size_t k = 0; k < COURSES; k++) {
		printf("%-16s", courses[k].name);
		for (size_t s = 0; s < 5; s++) {
			double percent[2];

			for (size_t p = 0; p < 2; p++) {
				unsigned long warned = 0;

				for (unsigned long i = 0; i < count; i++)
					warned += is_warned(p == 0 ? 0 :
					    PAIRED, &courses[k], ns[s], 0.01,
					    state);
				percent[p] = percent_of(warned, count);
				if (k < INDEPENDENT)
					promise(courses[k].name, percent[p], 1,
					    count);
			}
			printf("%6.1f%6.1f", percent[0], percent[1]);
		}
		putchar('\n');
	}
	count /= 10;
	printf("\nTables of %d rows of independent values in which some row is "
	    "warned of, in percent\nof %lu (standard error at 1: %.2f):\n\n",
	    TABLE_ROWS, count, 100 * sqrt(0.01 * 0.99 / (double)count));
	for (size_t k = 0; k < INDEPENDENT; k++) {
		printf("%-16s", courses[k].name);
		for (size_t s = 0; s < 3; s++) {
			unsigned long warned = 0;

			for (unsigned long i = 0; i < count; i++) {
				bool found = false;

				for (size_t row = 0; row < TABLE_ROWS; row++)
					found = is_warned(0, &courses[k],
					    ns[s], 0.01 / TABLE_ROWS, state) ||
					    found;
				warned += found;
			}
			printf("%12.1f", percent_of(warned, count));
			promise("tables", percent_of(warned, count), 1, count);
		}
		putchar('\n');
	}
}

/* ---- statements ---- */

/* Prints what a document says, and what was found. */
static void
state_that(const char *what, double said, double found, double error)
{
	const bool is_so = fabs(found - said) <= 0.5 + 3 * error;

	printf("%-62s%6g%8.2f%6.2f%s\n", what, said, found, error,
	    is_so ? "" : "  not so");
	nwrong += is_so ? 0 : 1;
}

static void
state_percent(const char *what, double said, unsigned long found,
    unsigned long count)
{
	const double share = (double)found / (double)count;

	state_that(what, said, 100 * share, 100 * sqrt(share * (1 - share) /
	    (double)count));
}

/*
 * How often T exceeds t, where the difference is this many standard errors, and
 * the spread has this df: Simpson's rule over the spread, whose square is
 * chi-square / df.
 */
static double
power_of_t(double t, double away, double df)
{
	enum { STEPS = 2000 };
	const double reach = 12 / sqrt(2 * df), from = larger(1e-9, 1 - reach);
	const double step = (1 + reach - from) / STEPS;
	double sum = 0, all = 0;

	for (int i = 0; i <= STEPS; i++) {
		const double u = from + step * i;
		const double weight = (i == 0 || i == STEPS ? 1 : i % 2 == 0 ?
		    2 : 4) * exp((df - 1) * log(u) - df * (u * u - 1) / 2);

		all += weight;
		sum += weight * erfc((t * u - away) / sqrt(2)) / 2;
	}
	return sum / all;
}

/* The least number of values that show a change in 80 of 100 cases. */
static size_t
values_needed(double change)
{
	size_t n = MIN_VALUES;

	for (;; n++) {
		const double df = 2 * (double)n - 2;

		if (power_of_t(t_critical(0.05, 0.95, df), change *
		    sqrt((double)n / 2), df) >= 0.8)
			return n;
	}
}

static struct comparison
compare_named(const char *name, struct sample a, struct sample b)
{
	struct question question = { .quantile = 0 };

	find_test(name, &question);
	return compare_by(&question, a, b);
}

/* The least number of values with which a quantile's interval has ends. */
static size_t
least_for_quantile(double quantile, double rows)
{
	struct level level = level_of(95, rows);
	size_t n = 1;

	while (binomial_rank(n, quantile, level.outside / 2) == 0 ||
	    binomial_rank(n, 1 - quantile, level.outside / 2) == 0)
		n++;
	return n;
}

/* How often a look at the first n, 2 n... values shows a difference. */
static unsigned long
alarms_of_looks(size_t first, size_t step, size_t last, double percent,
    unsigned long count, uint64_t *state)
{
	const struct question question = { .test = tests[0], .quantile = 50 };
	struct level level = level_of(percent, 1);
	unsigned long alarms = 0;

	for (unsigned long i = 0; i < count; i++) {
		double x[50], y[50];
		bool shown = false;

		for (size_t j = 0; j < last; j++) {
			x[j] = draw_normal(state);
			y[j] = draw_normal(state);
		}
		for (size_t n = first; n <= last && !shown; n += step) {
			const struct sample a = sample_from(x, n);
			const struct sample b = sample_from(y, n);
			const struct summary sa = summarize(&a, &question,
			    level);
			const struct summary sb = summarize(&b, &question,
			    level);
			const struct comparison c = compare(&question, level,
			    &sa, &sb);

			shown = is_shown(&c);
		}
		alarms += shown;
	}
	return alarms;
}

/* Alarms of Student's t if 10 old values, then 10 new ones rise by this. */
static unsigned long
alarms_of_drift(double step, unsigned long count, uint64_t *state)
{
	unsigned long alarms = 0;

	for (unsigned long i = 0; i < count; i++) {
		double value[20];

		for (size_t j = 0; j < 20; j++)
			value[j] = draw_normal(state) + step * (double)j;
		const struct comparison c = compare_named("student",
		    sample_from(value + 10, 10), sample_from(value, 10));
		alarms += is_shown(&c);
	}
	return alarms;
}

/* 5 runs of 10 iterations in each set, all used or their means. */
static void
alarms_of_runs(unsigned long count, unsigned long alarms[2], uint64_t *state)
{
	for (unsigned long i = 0; i < count; i++) {
		double value[2][50], mean[2][5] = { { 0 } };

		for (size_t s = 0; s < 2; s++)
			for (size_t run = 0; run < 5; run++) {
				const double own = draw_normal(state);

				for (size_t j = 0; j < 10; j++) {
					const double v = own +
					    draw_normal(state);

					value[s][10 * run + j] = v;
					mean[s][run] += v / 10;
				}
			}
		const struct comparison all = compare_named("student",
		    sample_from(value[0], 50), sample_from(value[1], 50));
		const struct comparison by_run = compare_named("student",
		    sample_from(mean[0], 5), sample_from(mean[1], 5));
		alarms[0] += is_shown(&all);
		alarms[1] += is_shown(&by_run);
	}
}

/* Changes of 1.5 deviations among 10 values, of which the first may be slow. */
static unsigned long
found_with_warm_up(double slow, unsigned long count, uint64_t *state)
{
	unsigned long found = 0;

	for (unsigned long i = 0; i < count; i++) {
		double x[10], y[10];

		for (size_t j = 0; j < 10; j++) {
			x[j] = draw_normal(state) + 1.5 + (j == 0 ? slow : 0);
			y[j] = draw_normal(state) + (j == 0 ? slow : 0);
		}
		const struct comparison c = compare_named("student",
		    sample_from(x, 10), sample_from(y, 10));
		found += is_shown(&c);
	}
	return found;
}

/* Samples in which some values seem to have fallen. */
static unsigned long
seem_fallen(size_t n, bool exponential, unsigned long count, uint64_t *state)
{
	const struct question question = { .test = tests[0] };	/* Student */
	unsigned long seem = 0;

	for (unsigned long i = 0; i < count; i++) {
		double x[MOST];

		for (size_t j = 0; j < n; j++)
			x[j] = exponential ? -log(draw_uniform(state)) :
			    1 + 0.3 * draw_normal(state);
		const struct sample sample = sample_from(x, n);
		struct summary s = summarize(&sample, &question,
		    level_of(95, 1));
		examine(&s, &question.test);
		seem += (s.doubts & DOUBT_LOW) != 0;
	}
	return seem;
}

/* Lognormal latencies of which one set is a fifth slower. */
static unsigned long
found_in_tail(size_t n, double sd, unsigned long count, uint64_t *state)
{
	double *x = NEW(double, n), *y = NEW(double, n);
	unsigned long found = 0;

	for (unsigned long i = 0; i < count; i++) {
		for (size_t j = 0; j < n; j++) {
			x[j] = 1.2 * exp(sd * draw_normal(state));
			y[j] = exp(sd * draw_normal(state));
		}
		const struct comparison c = compare_named("p99",
		    sample_from(x, n), sample_from(y, n));
		found += is_shown(&c);
	}
	free(x);
	free(y);
	return found;
}

/* How many of 10 rows that changed, of 200, are shown with -f all and each. */
static void
found_of_family(unsigned long count, unsigned long found[2],
    unsigned long alarms[2], uint64_t *state)
{
	for (unsigned long i = 0; i < count; i++)
		for (size_t row = 0; row < 200; row++) {
			double x[10], y[10];

			for (size_t j = 0; j < 10; j++) {
				x[j] = draw_normal(state) + (row < 10 ? 2 : 0);
				y[j] = draw_normal(state);
			}
			const struct comparison c = compare_named("student",
			    sample_from(x, 10), sample_from(y, 10));
			if (c.p <= 0.05)
				row < 10 ? found[0]++ : alarms[0]++;
			if (c.p <= 0.05 / 200)
				row < 10 ? found[1]++ : alarms[1]++;
		}
}

static void
simulate_statements(unsigned long count, uint64_t *state)
{
	static const double changes[] = { 0.01, 0.02, 0.05, 0.1 };
	static const double variations[] = { 0.01, 0.02, 0.05, 0.1 };
	static const double needed[4][4] = {
		{ 17, 6, 3, 3 }, { 64, 17, 4, 3 }, { 394, 100, 17, 6 },
		{ 1571, 394, 64, 17 }
	};
	unsigned long runs[2] = { 0, 0 }, found[2] = { 0 }, alarms[2] = { 0 };

	printf("What README and ministat.1 say in numbers, and what their "
	    "advice "
	    "rests on; what is\nfound, and its standard error.  In percent of "
	    "%lu, if nothing else is said.\n\n", count);
	state_percent("a test after each of 50 values, stopped at the first",
	    30, alarms_of_looks(MIN_VALUES, 1, 50, 95, count / 10, state),
	    count / 10);
	for (size_t v = 0; v < 4; v++)
		for (size_t c = 0; c < 4; c++)
			state_that(format_text("values for a change of %g%% if "
			    "they vary by %g%%", 100 * changes[c],
			    100 * variations[v]), needed[v][c],
			    (double)values_needed(changes[c] / variations[v]),
			    0);
	/* The margin is what 17 values show in 80 of 100 cases. */
	state_that("40 rows of 44 values, 2.6 times 17, pass not-higher", 86,
	    100 * pow(1 - power_of_t(-t_critical(0.05, 0.95, 86),
	    -sqrt(22), 86), 40), 0);
	state_percent("p99 of 368 lognormal values, one set 20% slower", 14,
	    found_in_tail(368, 0.5, count / 10, state), count / 10);
	state_percent("p99 of 3000 of them", 95, found_in_tail(3000, 0.5,
	    count / 20, state), count / 20);
	state_that("least values for p50", 6, (double)least_for_quantile(0.5,
	    1), 0);
	state_that("for p90", 36, (double)least_for_quantile(0.9, 1), 0);
	state_that("for p99", 368, (double)least_for_quantile(0.99, 1), 0);
	state_percent("10 old values, then 10 new ones, drift of 1 in all", 20,
	    alarms_of_drift(1. / 19, count, state), count);
	state_percent("the same, drift of 1 in ten values", 53,
	    alarms_of_drift(0.1, count, state), count);
	alarms_of_runs(count, runs, state);
	state_percent("5 runs of 10 iterations, all values used", 43, runs[0],
	    count);
	state_percent("the same with -r", 5, runs[1], count);
	state_percent("changes of 1.5 deviations found among 10 values", 89,
	    found_with_warm_up(0, count, state), count);
	state_percent("the same, first ones 8 deviations off", 2,
	    found_with_warm_up(8, count, state), count);
	state_percent("5 normal values (30%) of which some seem fallen", 1,
	    seem_fallen(5, false, count, state), count);
	state_percent("of 5 exponential values", 7.4,
	    seem_fallen(5, true, count, state), count);
	state_percent("of 10 of these", 0.4, seem_fallen(10, true, count,
	    state), count);
	found_of_family(count / 100, found, alarms, state);
	state_percent("10 of 200 rows change by 2: found with -f all", 49,
	    found[1], count / 10);
	state_percent("found with -f each", 99, found[0], count / 10);
	state_percent("of what -f each shows, false", 49, alarms[0], alarms[0] +
	    found[0]);
	state_percent("5 looks at equal steps, -c 98.4", 5,
	    alarms_of_looks(10, 10, 50, 98.4, count, state), count);
	state_that("three tries of a gate that passes wrongly in 2.5", 7.3,
	    100 - 100 * pow(0.975, 3), 0);
}

static const struct {
	const char *name;
	void (*simulate)(unsigned long count, uint64_t *state);
	unsigned long count;
} tables[] = {
	{ "alarms", simulate_alarms, 10000 },
	{ "spreads", simulate_spreads, 10000 },
	{ "ticks", simulate_ticks, 500 },
	{ "gates", simulate_gates, 2000 },
	{ "margins", simulate_margins, 20000 },
	{ "quantiles", simulate_quantiles, 2000 },
	{ "geometric", simulate_geometric, 1000 },
	{ "single", simulate_single, 20000 },
	{ "dependence", simulate_dependence, 10000 },
	{ "statements", simulate_statements, 20000 }
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
	return done == 0 || nwrong > 0 || fflush(stdout) != 0;
}
