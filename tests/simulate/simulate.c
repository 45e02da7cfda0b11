/*
 * simulate [pairs [seed]]: how often each test raises a false alarm, by so
 * many pairs of sets (10,000 unless said) that come from what has the same
 * mean, or the same distribution; at 95 % confidence 5 % of them should.
 * All four tests see the same pairs.
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
	return (struct sample){ value, p.n, MOST };
}

/* Adds to alarms[] which tests show a difference in a pair. */
static void
try_pair(const struct experiment *e, struct level *level,
    unsigned long alarms[TESTS], uint64_t *state)
{
	const struct margin none = { .given = false };
	double x[MOST], y[MOST];
	const struct sample a = draw_sample(e->a, x, state);
	const struct sample b = draw_sample(e->b, y, state);
	const struct summary sa = summarize(&a, level);
	const struct summary sb = summarize(&b, level);
	const struct side side = { &a, &sa }, reference = { &b, &sb };
	struct comparison c;
	size_t i;

	for (i = 0; i < TESTS; i++) {
		if (tests[i].paired && a.n != b.n)
			continue;
		c = compare(&tests[i], side, reference, level, none);
		alarms[i] += c.verdict == HIGHER || c.verdict == LOWER;
	}
}

/* Each test's column is as wide as its name. */
static int
width_of_test(size_t i)
{
	return (int)strlen(tests[i].name) + 2;
}

static void
print_experiment(const struct experiment *e, unsigned long pairs_tried,
    const unsigned long alarms[TESTS])
{
	size_t i;

	printf("%-20s%4zu%4zu", e->name, e->a.n, e->b.n);
	for (i = 0; i < TESTS; i++)
		if (tests[i].paired && e->a.n != e->b.n)
			printf("%*s", width_of_test(i), "-");
		else
			printf("%*.1f", width_of_test(i), 100 *
			    (double)alarms[i] / (double)pairs_tried);
	putchar('\n');
}

static void
print_caption(unsigned long count, unsigned long seed)
{
	size_t i;

	printf("False alarms, in percent, of each test at 95%% confidence, in "
	    "%lu pairs\nof sets without a difference (seed %lu).  5.0 is "
	    "right; the standard error\nof such a figure is %.2f.\n\n", count,
	    seed, 100 * sqrt(0.05 * 0.95 / (double)count));
	printf("%-20s%4s%4s", "values", "n1", "n2");
	for (i = 0; i < TESTS; i++)
		printf("%*s", width_of_test(i), tests[i].name);
	putchar('\n');
}

int
main(int argc, char *argv[])
{
	const unsigned long count = argc > 1 ? strtoul(argv[1], NULL, 10) :
	    10000;
	const unsigned long seed = argc > 2 ? strtoul(argv[2], NULL, 10) : 1;
	struct level level = level_of(95, 1);
	uint64_t state = seed;
	unsigned long i;
	size_t e;

	print_caption(count, seed);
	for (e = 0; e < EXPERIMENTS; e++) {
		unsigned long alarms[TESTS] = { 0 };

		for (i = 0; i < count; i++)
			try_pair(&experiments[e], &level, alarms, &state);
		print_experiment(&experiments[e], count, alarms);
	}
	return fflush(stdout) != 0;
}
