/*
 * Random numbers for tests and measurements.  If the state begins with the same
 * number, which must not be 0, they are the same everywhere and every time.
 */
#include <stdint.h>

/* Marsaglia (2003), Xorshift RNGs. */
static inline uint64_t
draw(uint64_t *state)
{
	*state ^= *state << 13;
	*state ^= *state >> 7;
	*state ^= *state << 17;
	return *state;
}

/* From 0 to n - 1. */
static inline int
below(uint64_t *state, int n)
{
	return (int)((draw(state) >> 11) % (uint64_t)n);
}

static inline int
between(uint64_t *state, int least, int most)
{
	return least + below(state, most - least + 1);
}

/* Uniform in [0, 1). */
static inline double
random_number(uint64_t *state)
{
	return (double)(draw(state) >> 11) * 0x1p-53;
}

static inline void
shuffle(double *value, size_t n, uint64_t *state)
{
	for (; n > 1; n--) {
		const size_t i = (size_t)(random_number(state) * (double)n);
		const double chosen = value[i];

		value[i] = value[n - 1];
		value[n - 1] = chosen;
	}
}
