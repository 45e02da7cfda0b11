/*
 * make_numbers kind count [seed]
 *
 * Prints so many lines with a pseudo-random number in each: the same lines
 * everywhere and every time, for the same seed.
 */
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../unit/random.h"

#define NAMES	100000

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

/* So many digits behind the point, as a tool prints a fraction. */
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

static const struct kind {
	const char	*name;
	void		(*print)(struct line *);
} kinds[] = {
	{ "short", print_short },
	{ "long", print_long },
	{ "integer", print_integer },
	{ "scientific", print_scientific },
	{ "column", print_column },
	{ "named", print_named },
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
