/*
 * make_numbers kind count [seed]
 *
 * Prints lines with a pseudo-random number in each, for measurements of speed.
 * For the same seed, the lines are the same everywhere and every time.  The
 * kinds are in the table kinds[] below.  bench.sh and pairs.sh build and run
 * it.
 */
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../unit/random.h"

#define NAMES	100000		/* of the kind named */
#define FEW	1000		/* of the kinds few, csv and json */

struct line {
	uint64_t	number;		/* from 0 */
	uint64_t	random;		/* the generator's state, never 0 */
};

static uint64_t
draw_in(struct line *line)
{
	return draw(&line->random) >> 1;
}

static uint64_t
power_of_ten(unsigned exponent)
{
	return exponent == 0 ? 1 : 10 * power_of_ten(exponent - 1);
}

/* A fraction with this many digits behind the point. */
static void
print_fraction(struct line *line, unsigned digits)
{
	printf("0.%0*" PRIu64, (int)digits,
	    draw_in(line) % power_of_ten(digits));
}

static void
print_short(struct line *line)
{
	print_fraction(line, 8);
}

/* As Python prints a double. */
static void
print_long(struct line *line)
{
	print_fraction(line, 16 + (unsigned)(draw_in(line) % 2));
}

static void
print_integer(struct line *line)
{
	uint64_t least = power_of_ten(5 + (unsigned)(draw_in(line) % 4));

	printf("%" PRIu64, least + draw_in(line) % (9 * least));
}

static void
print_scientific(struct line *line)
{
	printf("%d.%06de-%02d", (int)(1 + draw_in(line) % 9),
	    (int)(draw_in(line) % 1000000), (int)(4 + draw_in(line) % 3));
}

static void
print_column(struct line *line)
{
	printf("%" PRIu64 " gcc-12 ", line->number);
	print_fraction(line, 8);
	printf(" %d ns", (int)(draw_in(line) % 1000));
}

/* Every name is there equally often, and never twice in a row. */
static void
print_named(struct line *line)
{
	printf("benchmark%05" PRIu64 " ", line->number * 70001 % NAMES);
	print_fraction(line, 8);
}

/* The names of a suite of benchmarks that runs again and again. */
static void
print_few(struct line *line)
{
	printf("benchmark%03" PRIu64 " ", line->number % FEW);
	print_fraction(line, 8);
}

/* As Google Benchmark writes CSV: names are quoted. */
static void
print_csv(struct line *line)
{
	printf("\"BM_copy/%03" PRIu64 "\",%d,", line->number % FEW,
	    (int)(draw_in(line) % 100000));
	print_fraction(line, 8);
	putchar(',');
	print_fraction(line, 8);
	printf(",ns");
}

static void
print_json(struct line *line)
{
	printf("{\"name\": \"BM_copy/%03" PRIu64 "\", \"iterations\": %d, "
	    "\"real_time\": ", line->number % FEW,
	    (int)(draw_in(line) % 100000));
	print_fraction(line, 8);
	printf(", \"cpu_time\": ");
	print_fraction(line, 8);
	printf(", \"time_unit\": \"ns\"}");
}

static const struct kind {
	const char	*name;
	void		(*print)(struct line *);
	const char	*header;	/* the first line, or NULL */
} kinds[] = {
	{ "short", print_short, NULL },
	{ "long", print_long, NULL },
	{ "integer", print_integer, NULL },
	{ "scientific", print_scientific, NULL },
	{ "column", print_column, NULL },
	{ "named", print_named, NULL },
	{ "few", print_few, NULL },
	{ "csv", print_csv, "name,iterations,real_time,cpu_time,time_unit" },
	{ "json", print_json, NULL },
};

static const struct kind *
find_kind(const char *name)
{
	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++)
		if (strcmp(kinds[i].name, name) == 0)
			return &kinds[i];
	return NULL;
}

int
main(int argc, char *argv[])
{
	const struct kind *kind = argc >= 3 ? find_kind(argv[1]) : NULL;
	uint64_t count, seed;
	struct line line;

	if (kind == NULL) {
		fprintf(stderr, "usage: make_numbers kind count [seed]\n");
		return EXIT_FAILURE;
	}
	count = strtoull(argv[2], NULL, 10);
	seed = argc > 3 ? strtoull(argv[3], NULL, 10) : 1;
	/* An odd multiplier, so that only seed 0 gives the state 0. */
	line.random = (seed + (seed == 0)) * UINT64_C(0x9e3779b97f4a7c15);
	if (kind->header != NULL)
		puts(kind->header);
	for (line.number = 0; line.number < count; line.number++) {
		kind->print(&line);
		putchar('\n');
	}
	if (fflush(stdout) != 0 || ferror(stdout)) {
		perror("make_numbers");
		return EXIT_FAILURE;
	}
	return EXIT_SUCCESS;
}
