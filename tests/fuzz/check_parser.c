/*
 * check_parser [count [seed]]: compares the number parser of ministat.c with
 * strtod(3) on random lines: on 100,000,000, or on this many.  The status is 1
 * if any number differs.
 *
 *	make check-parser LINES=1000000
 */

#ifndef MINISTAT
#define MINISTAT "../../ministat.c"
#endif
#define main ministat_main
#include MINISTAT
#undef main
#include <inttypes.h>

/* As in ministat.c: what calls its functions must be of the same target. */
#if defined(__clang__) && defined(__i386__) && !defined(__SSE2__)
#pragma clang attribute push (__attribute__((target("sse2"))), \
    apply_to = function)
#endif

#include "../unit/decimals.c"

int
main(int argc, char *argv[])
{
	uint64_t count = argc > 1 ? strtoull(argv[1], NULL, 10) : 100000000;
	uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
	uint64_t different, taken;

	different = compare_with_strtod(count, seed == 0 ? 1 : seed, &taken);
	printf("%" PRIu64 " of %" PRIu64 " lines by the fast path\n", taken,
	    count);
	printf("numbers: %" PRIu64 " tried, %" PRIu64 " findings\n", count,
	    different);
	return different > 0 || fflush(stdout) != 0;
}

#if defined(__clang__) && defined(__i386__) && !defined(__SSE2__)
#pragma clang attribute pop
#endif
