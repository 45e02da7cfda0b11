/*
 * Makes random decimals, and compares scan_decimal and parse_number with
 * strtod(3) on them.  The suite numbers tries a few of them, and
 * tests/fuzz/check_parser.c many.  It is included after ministat.c.
 */
#include <inttypes.h>

#include "random.h"

/* digits * 10^exponent, the digits a string without a point */
struct decimal {
	char	digits[128];
	int	exponent;
};

static void
multiply(struct decimal *d, int factor)
{
	int carry = 0;

	for (size_t i = strlen(d->digits); i-- > 0; carry /= 10) {
		carry += (d->digits[i] - '0') * factor;
		d->digits[i] = (char)('0' + carry % 10);
	}
	if (carry > 0) {
		memmove(d->digits + 1, d->digits, strlen(d->digits) + 1);
		d->digits[0] = (char)('0' + carry);
	}
}

/* Keep this many digits, and now and then move the last one by 1. */
static void
truncate_digits(struct decimal *d, int keep, uint64_t *state)
{
	int count = (int)strlen(d->digits);
	char *last;

	if (count > keep) {
		d->exponent += count - keep;
		d->digits[keep] = '\0';
	}
	last = d->digits + strlen(d->digits) - 1;
	if (*last > '0' && *last < '9')
		*last = (char)(*last + between(state, -1, 1));
}

/*
 * Halfway between two doubles (or, one time in four, a double): an odd (even)
 * number of 54 bits times a power of two, every digit of it.
 */
static void
draw_midpoint(struct decimal *d, uint64_t *state)
{
	const uint64_t top = (uint64_t)1 << 53;
	uint64_t n = top + draw(state) % top;
	int power = between(state, -95, 12);

	if (below(state, 8) == 0)	/* next to a power of two */
		n = below(state, 2) ? top + draw(state) % 8 :
		    2 * top - 1 - draw(state) % 8;
	if (below(state, 4) > 0)
		n |= 1;
	else
		n &= ~(uint64_t)1;
	snprintf(d->digits, sizeof(d->digits), "%" PRIu64, n);
	d->exponent = power < 0 ? power : 0;
	for (int i = 0; i < power; i++)
		multiply(d, 2);
	for (int i = 0; i < -power; i++)
		multiply(d, 5);
}

static void
draw_decimal(struct decimal *d, uint64_t *state)
{
	static const struct { int digits, lowest, highest; } forms[] = {
		{ 9, -9, 1 },	/* as measured */
		{ 19, -28, 3 },	/* as other programs print all they have */
		{ 25, -50, 30 }
	};
	const int kind = below(state, 6);
	uint64_t n;

	if (kind < 3) {
		const int count = between(state, 1, forms[kind].digits);

		for (int i = 0; i < count; i++)
			d->digits[i] = (char)('0' + below(state, 10));
		d->digits[count] = '\0';
		d->exponent = between(state, forms[kind].lowest,
		    forms[kind].highest);
	} else if (kind == 3) {	/* near 2^i and 10^i, something changes */
		n = below(state, 2) ? (uint64_t)1 << below(state, 64) :
		    (uint64_t)(pow(10, below(state, 20)) + 0.5);
		n += (uint64_t)below(state, 5) - 2;
		snprintf(d->digits, sizeof(d->digits), "%" PRIu64, n);
		d->exponent = between(state, -24, 3);
	} else {
		draw_midpoint(d, state);
		if (kind == 5)
			truncate_digits(d, between(state, 15, 20), state);
	}
}

/*
 * Writes d with its point anywhere, zeros before and behind it, and the
 * exponent that this takes, or none where zeros will do.  Returns the end.
 */
static char *
write_decimal(char *p, const struct decimal *d, uint64_t *state)
{
	static const char zeros[] = "0000000000000000000000000000000000000000";
	const int count = (int)strlen(d->digits);
	int whole = below(state, count + 1), exponent = d->exponent;

	if (below(state, 2) && exponent <= 0 && -exponent <= count)
		whole = count + exponent;
	p += sprintf(p, "%s%.*s", below(state, 8) ? "" : "-",
	    below(state, 8) ? whole == 0 : below(state, 24), zeros);
	if (below(state, 2) && exponent < -count && exponent > -40) {
		return p + sprintf(p, "0.%.*s%s", -exponent - count, zeros,
		    d->digits);
	}
	p += sprintf(p, "%.*s", whole, d->digits);
	if (whole < count)
		p += sprintf(p, ".%s%.*s", d->digits + whole,
		    below(state, 8) ? 0 : below(state, 12), zeros);
	exponent += count - whole;
	if (exponent != 0 || below(state, 8) == 0)
		p += sprintf(p, below(state, 2) ? "e%0*d" : "E%+0*d",
		    between(state, 1, 4), exponent);
	return p;
}

/* A line that may hold a number, and in the padding after it what misleads. */
static void
draw_line(char *line, uint64_t *state)
{
	static const char bytes[] = "0123456789.eE+-00..ee", *const tails[] = {
		"", "", "", "", " 1", "\t2", ",3", ".", ".5", "e", "e+",
		"E5", "e5.", "-1", "+1", "a", "/", ":", "\x7f", "\xb0", "\xff"
	};
	struct decimal d;
	char *p = line;
	int garbage = below(state, 16) == 0 ? below(state, 30) : 0;

	if (garbage == 0) {
		draw_decimal(&d, state);
		p = write_decimal(p, &d, state);
		p += sprintf(p, "%s",
		    tails[below(state, (int)(sizeof(tails) / sizeof(*tails)))]);
	}
	for (int i = 0; i < garbage + 1 + PADDING; i++)
		*p++ = i == garbage ? '\n' :
		    bytes[below(state, (int)sizeof(bytes) - 1)];
	*p = '\0';
}

static bool
same_bits(double a, double b)
{
	return memcmp(&a, &b, sizeof(a)) == 0;
}

/*
 * Whether both functions agree with strtod on this line; whether scan_decimal
 * did not leave it to strtod is added to *taken.
 */
static bool
agrees_with_strtod(char *line, uint64_t *taken)
{
	char *newline = strchr(line, '\n'), *rest;
	const char *end, *why;
	double expected, value;

	expected = strtod(line, &rest);
	end = scan_decimal(line, 0, &value);
	*taken += end != NULL;
	if (end != NULL && (end != rest || !same_bits(value, expected)))
		return false;
	why = parse_number(text_between(line, newline), 0, &value);
	if (rest != newline || rest == line)
		return why == not_a_number;
	if (isinf(expected))
		return why != NULL && strstr(why, "out of the range") != NULL;
	return why == NULL && same_bits(value, expected);
}

/* The same for a decimal number times 10^exponent. */
static bool
scales_as_strtod(const char *line, int exponent)
{
	char number[320 + PADDING], scaled[400];
	double expected, value;
	int length = (int)strspn(line, "+-.0123456789");
	const char *why;

	snprintf(number, sizeof(number), "%.*s", length, line);
	snprintf(scaled, sizeof(scaled), "%se%d", number, exponent);
	expected = strtod(scaled, NULL);
	memset(number + length, '\n', PADDING);
	why = parse_number((struct text){ number, (size_t)length }, exponent,
	    &value);
	return why == not_a_number || (isinf(expected) && why != NULL) ||
	    same_bits(value, expected);
}

/*
 * Compare on count lines from this seed, which is not 0.  Returns how many
 * differ, and prints the first of them; *taken is how many scan_decimal took.
 */
static uint64_t
compare_with_strtod(uint64_t count, uint64_t seed, uint64_t *taken)
{
	uint64_t state = seed, different = 0;
	char line[320];

	*taken = 0;
	while (count-- > 0) {
		draw_line(line, &state);
		if (agrees_with_strtod(line, taken) &&
		    scales_as_strtod(line, (int)(count % 31) - 12))
			continue;
		if (different++ < 20)
			fprintf(stderr, "differs from strtod: %.*s\n",
			    (int)strcspn(line, "\n"), line);
	}
	return different;
}
