/*
 * ministat - do these measurements differ, and by how much?
 *
 * Build	cc ministat.c -lm -o ministat
 * Manual	ministat.1
 *
 * A section calls those above it, never those below it; they are listed by
 * `grep '^ \* ----' ministat.c`.  What they make of what, on the foundations of
 * Types, Diagnostics, Numbers, Arithmetic and Distributions:
 *
 *	Command line	arguments -> options
 *	Lines, JSON	files -> values, each of a row, a set and a run
 *	Table		these -> samples
 *	Summary		a sample -> its figures
 *	Comparison	two samples -> their difference
 *	Plot		samples -> grid, comparisons -> strip
 *	Report		all of them -> verdicts and exit status
 *	Rendering	the report -> text, JSON, CSV
 *
 * Copyright (c) 2026 The ministat authors
 *
 * Redistribution and use in source and binary forms, with or without
 * modification, are permitted provided that the following conditions
 * are met:
 * 1. Redistributions of source code must retain the above copyright
 *    notice, this list of conditions and the following disclaimer.
 * 2. Redistributions in binary form must reproduce the above copyright
 *    notice, this list of conditions and the following disclaimer in the
 *    documentation and/or other materials provided with the distribution.
 *
 * THIS SOFTWARE IS PROVIDED BY THE AUTHORS AND CONTRIBUTORS ``AS IS'' AND
 * ANY EXPRESS OR IMPLIED WARRANTIES, INCLUDING, BUT NOT LIMITED TO, THE
 * IMPLIED WARRANTIES OF MERCHANTABILITY AND FITNESS FOR A PARTICULAR PURPOSE
 * ARE DISCLAIMED.  IN NO EVENT SHALL THE AUTHORS OR CONTRIBUTORS BE LIABLE
 * FOR ANY DIRECT, INDIRECT, INCIDENTAL, SPECIAL, EXEMPLARY, OR CONSEQUENTIAL
 * DAMAGES (INCLUDING, BUT NOT LIMITED TO, PROCUREMENT OF SUBSTITUTE GOODS
 * OR SERVICES; LOSS OF USE, DATA, OR PROFITS; OR BUSINESS INTERRUPTION)
 * HOWEVER CAUSED AND ON ANY THEORY OF LIABILITY, WHETHER IN CONTRACT, STRICT
 * LIABILITY, OR TORT (INCLUDING NEGLIGENCE OR OTHERWISE) ARISING IN ANY WAY
 * OUT OF THE USE OF THIS SOFTWARE, EVEN IF ADVISED OF THE POSSIBILITY OF
 * SUCH DAMAGE.
 */

#define _POSIX_C_SOURCE 200809L
#define _FILE_OFFSET_BITS 64	/* files of 2 GiB and more, everywhere */

#if defined(__TINYC__)	/* cannot parse glibc's <regex.h> with them */
#define __STDC_NO_VLA__ 1
#endif

#include <sys/stat.h>

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <float.h>
#include <limits.h>
#include <math.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#if !defined(_WIN32)
#include <sys/ioctl.h>
#include <poll.h>
#include <regex.h>
#include <termios.h>
#define	PRINTF(at, first) __attribute__((format(printf, at, first)))
#else	/* by mingw-w64: nothing to wait for, no regular expressions */
enum { REG_EXTENDED, REG_NOSUB, REG_NOMATCH, POLLIN };
typedef int regex_t;
#define	regcomp(regex, text, flags)	(*(regex) = REG_NOMATCH)
#define	regexec(regex, line, n, found, flags)	(*(regex))
#define	regerror(error, regex, why, size) \
	strcpy(why, "this system has no <regex.h>")
struct pollfd { int fd, events; };
#define	poll(fds, n, timeout)	((void)(fds))
#define	PRINTF(at, first)	/* the compiler's printf is another */
#endif

#if !defined(__GNUC__)
#undef	__attribute__
#define	__attribute__(list)
#endif
#define	NORETURN	__attribute__((noreturn))
#define	ALWAYS_INLINE	inline __attribute__((always_inline))

/*
 * Figures are the same on every machine: a product is rounded before it is
 * added, and to a double (no x87).  clang puts -ffp-contract=fast above
 * FP_CONTRACT, but not above FENV_ACCESS, which it knows for x86 alone.
 */
#if defined(__clang__)
#pragma STDC FP_CONTRACT OFF
#if defined(__FMA__)
#pragma STDC FENV_ACCESS ON
#endif
#if defined(__i386__) && !defined(__SSE2__)
#pragma clang attribute push (__attribute__((target("sse2"))), \
    apply_to = function)
#endif
#elif defined(__GNUC__)
#pragma GCC optimize ("fp-contract=off")
#if defined(__i386__) || defined(__x86_64__)
#pragma GCC target ("sse2,fpmath=sse")
#endif
#endif

#if defined(__FAST_MATH__) || __FINITE_MATH_ONLY__
#error "-ffast-math makes the figures wrong: build without it"
#endif

#define	VERSION	"1.0"

enum {
	MAX_SETS = 50,
	MIN_VALUES = 3,		/* in a set that is to be compared */
	MIN_WIDTH = 2,		/* of the plot, in characters */
	MAX_WIDTH = 10000,
	DEFAULT_WIDTH = 74,
	DEFAULT_HEIGHT = 24,	/* of the plot, in rows */
	BLOCK_SIZE = 128 * 1024,	/* bytes read at a time */
	PADDING = 32	/* bytes that scan_decimal may read behind */
};

/* The exit status, a promise to scripts. */
enum status { STATUS_SAME, STATUS_DIFFERENT, STATUS_TROUBLE };

/*
 * ---- Types ---------------------------------------------------------------
 * One struct a stage; what a single section needs stands there.
 */

/* A stretch of bytes; start NULL: there is none. */
struct text {
	char *start;
	size_t length;
};

/* Where the coordinates of an observation stand in a record. */
enum {
	COLUMN_VALUE, COLUMN_DIVISOR, COLUMN_SET, COLUMN_RUN, COLUMN_KEYS,
	MAX_KEYS = 14, MAX_COLUMNS = COLUMN_KEYS + MAX_KEYS
};

/* What tells the run of a value. */
enum run_of { NO_RUNS, RUN_OF_COLUMN, RUN_OF_FILE, RUN_OF_ARRAY };

/* What to read, and how lines are cut: the same for every file. */
struct selection {
	const char *delimiters;	/* of -d, or NULL: as headers tell */
	const char *column[MAX_COLUMNS];	/* as typed, or NULL */
	size_t ncolumns;	/* COLUMN_KEYS and as many as keys */
	enum run_of run_of;
	const char *unit;	/* the value stands before it */
	bool filtered;	/* by one at least of these patterns: */
	const regex_t *pattern[2];	/* not to match, to match; or NULL */
};

/* Values in the order in which they were read; all are finite. */
struct sample {
	double *value;
	size_t n, capacity;
};

/* One benchmark; the parts of its key are separated by NUL bytes. */
struct row {
	struct text key;
	struct sample *sample;	/* sample[set]; at the end one for each */
	size_t nsamples;
};

/* Names numbered in order of first appearance, and a hash table of them. */
struct index {
	struct text *name;
	size_t n;
	size_t *slot;	/* of a name's number, from 1; 0: free */
	size_t nslots;	/* a power of two */
};

/* What the key of a run begins with; its label follows. */
struct run { size_t file, row, set; };

/* The long table that all input becomes. */
struct table {
	size_t nfiles;	/* that were opened */
	char *set[MAX_SETS];	/* labels; the first is the reference */
	bool shared[MAX_SETS];	/* any operand of this label adds to it */
	size_t nsets;
	struct row *row;	/* in order of first appearance */
	size_t nrows;
	struct index keys;	/* of the rows */
	struct table *runs;	/* of -r, as rows of one set, or NULL */
};

/* An unrounded result hi + lo; hi is what it rounds to. */
struct dd { double hi, lo; };

/* A figure and the ends, perhaps infinite, of the interval around it. */
struct estimate {
	double value, lower, upper;
	double half_width;	/* NAN: the interval is not symmetric */
};

/* A confidence, and what it leaves outside: each exact where small. */
struct level {
	double percent;	/* in (0, 100) */
	double outside;	/* 1 - percent / 100 */
	double df, t;	/* what t_at_level was last asked for and told */
};

/* The smallest difference that matters. */
struct margin {
	bool given;
	bool percent;	/* of the reference, else in the data's unit */
	double size;	/* at least 0; 0 if not given */
};

/* What to compare, and how; the test is one of tests[]. */
struct question {
	const struct test *test;
	const char *name, *title;	/* of the test; quantiles: as typed */
	double quantile;	/* that the test compares, in (0, 1) */
	struct margin margin;
	bool one_sided;	/* one end within the margin is enough */
};

/* What casts doubt on a sample, then what does on a comparison. */
enum doubt {
	DOUBT_CONSTANT = 1,	/* all values are equal */
	DOUBT_WARM_UP = 2,	/* the first is an outlier */
	DOUBT_COARSE = 4,	/* standard deviation below half a tick */
	DOUBT_CORRELATED = 8,	/* successive values or differences are */
	DOUBT_TOO_FEW = 16,	/* for the test to show anything */
	DOUBT_UNEQUAL = 32,	/* spreads and counts, under Student's t */
	DOUBT_NO_RELATIVE = 64	/* to hold against a margin in percent */
};

/* A sample in figures. */
struct summary {
	const struct sample *sample;
	size_t n;	/* 0: no figure below means anything */
	double *sorted;	/* the values in order; NULL: of means */
	double min, max, median;
	struct dd mean;
	double stddev;	/* INFINITY: beyond the range of a double */
	double centre;	/* what the test compares: mean or quantile */
	double centre_error;	/* to its farther end, relative; or NAN */
	/* What -v tells, by examine(); but for the first, 0 before it. */
	double mean_half_width;	/* of the interval of the mean */
	double variation;	/* standard deviation / |mean|, if finite */
	size_t outliers;	/* beyond Tukey's outer fences */
	double lag1;	/* correlation of successive values; NAN: too few */
	unsigned doubts;	/* a set of enum doubt */
};

/* What an interval shows: that all of it is beyond, or within, the margin. */
enum verdict { UNDECIDED, HIGHER, LOWER, EQUAL };

/* Why two samples cannot be compared. */
enum obstacle { NOT_ASKED, COMPARED, MISSING, TOO_FEW, BEYOND_RANGE };

/* A sample against the reference; differences are sample - reference. */
struct comparison {
	enum obstacle obstacle;	/* if not COMPARED the rest is void */
	const struct question *question;
	const struct summary *set, *reference;
	struct level level;
	struct estimate difference;
	struct estimate relative;	/* difference / |reference| */
	bool has_relative;
	double spread;	/* the pooled s, or that of differences; or NAN */
	double df;	/* NAN: the test has none */
	double u;	/* Mann and Whitney's; NAN: another test */
	double p;	/* NAN: 0/0, or the test has none */
	bool exact;	/* p, and no normal approximation */
	struct estimate tested;	/* the one of these that decides, and */
	double margin;	/* what its interval is held against */
	enum verdict verdict;
	unsigned doubts;	/* a set of enum doubt */
	double lag1;	/* of successive differences of pairs; NAN: none */
	double needed;	/* values a set for 80% power; NAN: unknown */
};

/* What a test looks at; from RANKS on, it wants values sorted. */
enum basis { MEANS, PAIRS, RANKS, QUANTILES };

/* A way to compare; under a verdict, figure follows the title. */
struct test {
	const char *name, *title, *figure;
	enum basis basis;
	void (*compare)(struct comparison *, struct level *);
};

/*
 * ---- Diagnostics ---------------------------------------------------------
 * What goes wrong becomes a line on standard error.  Calls libc alone.
 */

/* The bytes of the character at text; 0: no UTF-8 (Unicode 15, table 3-7). */
static size_t
character(const char *text, size_t length)
{
	const unsigned char *s = (const unsigned char *)text;
	size_t n = s[0] < 0x80 ? 1 : s[0] < 0xe0 ? 2 : s[0] < 0xf0 ? 3 : 4;

	if (n > length || (s[0] >= 0x80 && s[0] < 0xc2) || s[0] > 0xf4)
		return 0;
	for (size_t i = 1; i < n; i++)
		if ((s[i] & 0xc0) != 0x80)
			return 0;
	/* Longer than need be, a surrogate, or above U+10FFFF. */
	if ((s[0] == 0xe0 && s[1] < 0xa0) || (s[0] == 0xed && s[1] > 0x9f) ||
	    (s[0] == 0xf0 && s[1] < 0x90) || (s[0] == 0xf4 && s[1] > 0x8f))
		return 0;
	return n;
}

/* The length of the character at text if it may go to a terminal, else 0. */
static size_t
printable_length(const char *text, size_t length)
{
	const unsigned char *s = (const unsigned char *)text;
	const bool control = s[0] < ' ' || s[0] == 0x7f ||
	    (s[0] == 0xc2 && length > 1 && s[1] < 0xa0);

	return control ? 0 : character(text, length);
}

/* Prints what others named, with \xNN for each byte that is not printable. */
static void
put_text(FILE *out, const char *text, size_t length)
{
	for (size_t used; length > 0; text += used, length -= used) {
		used = printable_length(text, length);
		fwrite(text, 1, used, out);
		if (used == 0) {
			fprintf(out, "\\x%02x", (unsigned char)*text);
			used = 1;
		}
	}
}

static void
put_string(FILE *out, const char *string)
{
	put_text(out, string, strlen(string));
}

/* file: what is to blame, or NULL; line: where in it, from 1, or 0. */
PRINTF(4, 5) static void
complain(const char *file, uintmax_t line, const char *kind,
    const char *format, ...)
{
	char message[32768];	/* what is longer is cut */
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(message, sizeof(message), format, arguments);
	va_end(arguments);
	fputs("ministat: ", stderr);
	if (file != NULL) {
		put_string(stderr, file);
		if (line > 0)
			fprintf(stderr, ":%ju", line);
		fputs(": ", stderr);
	}
	fputs(kind, stderr);
	put_string(stderr, message);
	putc('\n', stderr);
}

/* Both take a file, a line and a message. */
#define	warn(file, line, ...) \
	complain(file, line, "warning: ", __VA_ARGS__)
#define	die(file, line, ...) \
	(complain(file, line, "", __VA_ARGS__), exit(STATUS_TROUBLE))

/* realloc(3) for count elements, or the end; file: the one being read. */
static void *
resize_for(const char *file, void *memory, size_t count, size_t size)
{
	memory = count > SIZE_MAX / size ? NULL :
	    realloc(memory, count > 0 ? count * size : 1);
	if (memory == NULL)
		die(file, 0, "out of memory: asked for %zu times %zu bytes",
		    count, size);
	return memory;
}

/* Memory for the elements that are wanted, with some to spare if it grows. */
static inline void *
grow(const char *file, void *memory, size_t *capacity, size_t wanted,
    size_t size)
{
	if (wanted <= *capacity)
		return memory;
	*capacity = wanted + wanted / 2 + 8;
	return resize_for(file, memory, *capacity, size);
}

/* Room for one more than n elements, where it only grows by this: doubled. */
static void *
one_more(const char *file, void *memory, size_t n, size_t size)
{
	return (n & (n - 1)) == 0 ?
	    resize_for(file, memory, 2 * n + 1, size) : memory;
}

static void *
allocate(size_t count, size_t size)
{
	return resize_for(NULL, NULL, count, size);
}

/* The first length bytes as a string. */
static char *
copy_string(const char *bytes, size_t length)
{
	char *copy = allocate(length + 1, 1);

	memcpy(copy, bytes, length);
	copy[length] = '\0';
	return copy;
}

/*
 * ---- Numbers -------------------------------------------------------------
 * Text in, double out: by strtod(3), with a shortcut past it for what files are
 * full of, scan_decimal.  Calls libc, prints nothing.
 */

/* A double, and the integer of the same bits. */
union bits { double value; uint64_t bits; };

static inline bool
is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/* The eight bytes at p, the first lowest whatever the byte order. */
static inline uint64_t
load_eight(const char *p)
{
	const uint16_t one = 1;
	uint64_t bytes;

	memcpy(&bytes, p, sizeof(bytes));
	if (*(const unsigned char *)&one == 0)
		for (int i = 8; i-- > 0; )
			bytes = bytes << 8 | (unsigned char)p[i];
	return bytes;
}

/*
 * The eight bytes at p, exclusive or '0', and in *others the top bits of those
 * that are not 0 to 9.  Adding 0x76 takes what is above 9 to 0x80 or more; what
 * is above 0x89 carries, so that only the lowest of *others is sure.
 */
static inline uint64_t
load_digits(const char *p, uint64_t *others)
{
	const uint64_t bytes = load_eight(p) ^ 0x3030303030303030;

	*others = (bytes | (bytes + 0x7676767676767676)) & 0x8080808080808080;
	return bytes;
}

/* The place, from 0, of the lowest byte that is not 0; there is one. */
static inline uint64_t
lowest_byte(uint64_t bytes)
{
#if defined(__GNUC__)
	return (uint64_t)__builtin_ctzll(bytes) / 8;
#else
	uint64_t place = 0;

	for (; bytes % 256 == 0; bytes /= 256)
		place++;
	return place;
#endif
}

/* The first blank or control character at p: taking 0x21 from it borrows. */
static inline const char *
end_of_field(const char *p)
{
	uint64_t bytes, low = 0;

	for (; low == 0; p += 8) {
		bytes = load_eight(p);
		low = (bytes - 0x2121212121212121) & ~bytes &
		    0x8080808080808080;
	}
	return p - 8 + lowest_byte(low);
}

/*
 * The number that eight digits make.  Each step joins neighbours a, b of X bits
 * to 10a + b, then to 100a + b and 10000a + b: (a + b 2^X)(10 2^X + 1) = a +
 * (10a + b) 2^X + 10b 2^2X, of which shift and mask keep the middle.  The last
 * term falls on the next a, and their sum is below 2^X.
 */
static inline uint64_t
eight_digits(uint64_t bytes)
{
	bytes = bytes * ((10 << 8) + 1) >> 8 & 0x00ff00ff00ff00ff;
	bytes = bytes * ((100 << 16) + 1) >> 16 & 0x0000ffff0000ffff;
	return bytes * (((uint64_t)10000 << 32) + 1) >> 32;
}

/*
 * Set *number to what the digits at p make, modulo 2^64, and return their end.
 * The last 0 to 7 get zeros in front: a branch on their number mispredicts.
 */
static ALWAYS_INLINE const char *
scan_integer(const char *p, uint64_t *number)
{
	static const uint32_t power[] = {
		1, 10, 100, 1000, 10000, 100000, 1000000, 10000000
	};
	uint64_t bytes, others, digits, n = 0;

	for (; bytes = load_digits(p, &others), others == 0; p += 8)
		n = n * 100000000 + eight_digits(bytes);
	digits = lowest_byte(others);
	*number = n * power[digits] +
	    eight_digits(bytes << (56 - 8 * digits) << 8);
	return p + digits;
}

/* Append the digits at p to *number; fractions of one length predict well. */
static ALWAYS_INLINE const char *
scan_fraction(const char *p, uint64_t *number)
{
	uint64_t bytes, others, n = *number;
	uint32_t four;

	for (; bytes = load_digits(p, &others), others == 0; p += 8)
		n = n * 100000000 + eight_digits(bytes);
	if ((others & 0x80808080) == 0) {
		four = (uint32_t)bytes * ((10 << 8) + 1) >> 8 & 0x00ff00ff;
		n = n * 10000 + (four * ((100 << 16) + 1) >> 16);
		p += 4;
	}
	for (; is_digit(*p); p++)
		n = n * 10 + (uint64_t)(*p - '0');
	*number = n;
	return p;
}

static const double ten[] = {
	1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12,
	1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22, 1e23, 1e24,
	1e25, 1e26
};

/*
 * Set *value to mantissa * 10^exponent, correctly rounded, or return false.
 *
 * Whole numbers up to 2^53 and powers of ten up to 10^22 are doubles, and one
 * operation on two doubles rounds once (Clinger 1990), as does a conversion.
 *
 * A quotient by 10^k is rounded thrice: mantissa, 10^k and it.  Let it be m
 * 2^t, 2^52 <= m < 2^53, and q = mantissa / (10^k 2^t), what m should be: the
 * first two roundings move it by about 1 each, the third by a half, so that
 * |q - m| < 2.6.  With u = 5^k and s = -t - k >= 0, r = (q - m) u = mantissa
 * 2^s - m u is a whole number below 2.6u in magnitude.  So 3u + r + u/2 is
 * positive and below 6.1u < 2^64, and arithmetic modulo 2^64 gives it exactly.
 * u is odd, therefore q is never halfway between two whole numbers, and
 * floor((r + u/2) / u) is what m lacks.  The whole number nearest to q is the
 * nearest double if it and its neighbours are in one binade; 2^53 will do too,
 * as doubles are only wider apart above it.
 */
static bool
scale_decimal(uint64_t mantissa, ptrdiff_t exponent, double *value)
{
	static const uint64_t five[] = {
		1, 5, 25, 125, 625, 3125, 15625, 78125, 390625, 1953125,
		9765625, 48828125, 244140625, 1220703125, 6103515625,
		30517578125, 152587890625, 762939453125, 3814697265625,
		19073486328125, 95367431640625, 476837158203125,
		2384185791015625, 11920928955078125, 59604644775390625,
		298023223876953125, 1490116119384765625
	};
	const uint64_t binade = (uint64_t)1 << 52;

	if (exponent < -26 || exponent > 22)
		return false;
	if (exponent >= 0) {
		*value = (double)mantissa * ten[exponent];
		return exponent == 0 || mantissa <= 2 * binade;
	}
	union bits quotient = { (double)mantissa / ten[-exponent] };
	uint64_t m = quotient.bits % binade + binade;
	const uint64_t u = five[-exponent];
	const ptrdiff_t s = exponent + 1075 -
	    (ptrdiff_t)(quotient.bits / binade);
	if (s < 0 || s > 63)
		return false;
	quotient.bits -= m;
	m += (3 * u + (mantissa << s) - m * u + u / 2) / u - 3;
	quotient.bits += m;
	*value = quotient.value;
	return m > binade && m <= 2 * binade;
}

/*
 * Set *value to the decimal at p, as strtod(3) would, and return its end; NULL
 * if it is none of at most 19 digits (less than 2^64) and a small exponent.
 * Reads less than PADDING bytes past the first that is no part of a number.
 */
static ALWAYS_INLINE const char *
scan_decimal(const char *p, double *value)
{
	const bool negative = *p == '-';
	const char *const first = p + negative, *q;
	uint64_t mantissa = (uint64_t)(*first - '0');
	ptrdiff_t digits, exponent = 0;

	if (is_digit(*first) && first[1] == '.')
		p = first + 1;
	else
		p = scan_integer(first, &mantissa);
	digits = p - first;
	if (*p == '.') {
		q = p + 1;
		p = scan_fraction(q, &mantissa);
		exponent = q - p;
		digits -= exponent;
	}
	if (*p > ' ' && (*p == 'e' || *p == 'E')) {
		const bool below = *++p == '-';

		if (below || *p == '+')	/* sooner than a sum */
			p++;
		if (!is_digit(*p))
			return NULL;
		int power = *p++ - '0';
		if (is_digit(*p))
			power = power * 10 + (*p++ - '0');
		if (is_digit(*p))	/* beyond 99: strtod knows */
			return NULL;
		exponent += below ? -power : power;
	}
	const size_t scale = (size_t)-exponent;
	if ((size_t)digits - 1 < 15 && scale <= 22)
		*value = (double)(int64_t)mantissa / ten[scale];
	else {
		if (digits > 19)
			for (q = first; *q == '0' || *q == '.'; q++)
				digits -= *q == '0';
		if (digits <= 0 || digits > 19 ||
		    !scale_decimal(mantissa, exponent, value))
			return NULL;
	}
	if (negative)
		*value = -*value;
	return p;
}

static const char not_a_number[] = "is not a number";

/*
 * Set *value to the number that the text up to end is, and return what is wrong
 * with it, or NULL; underflow is not.  Only a written infinity or NaN has an n;
 * errno does not tell overflow everywhere.  The byte at end is a NUL meanwhile.
 */
static const char *
parse_number(char *text, char *end, double *value)
{
	const char after = *end;
	char *rest;

	if (scan_decimal(text, value) == end)
		return NULL;
	*end = '\0';
	*value = strtod(text, &rest);
	const bool has_n = strpbrk(text, "nN") != NULL;
	*end = after;
	if (rest != end || end == text)
		return not_a_number;
	if (isnan(*value))
		return "is NaN, which cannot be compared";
	if (isinf(*value))
		return has_n ? "is infinite, which cannot be compared" :
		    "is out of the range of a double";
	return NULL;
}

/*
 * ---- Table ---------------------------------------------------------------
 * Values find their row, set and run, be they new or not.  Calls Diagnostics.
 */

/* A file being read, how lines are cut, and the coordinates of a record. */
struct source {
	const struct selection *selection;
	struct table *table;
	const char *name;
	int fd;
	char *buffer;	/* read but not yet used: [start, end) of it */
	size_t start, end, capacity;
	bool keeps;	/* in the buffer what is used, too */
	bool at_end;	/* of the file */
	uintmax_t line;	/* of the record, from 1 */
	size_t set;	/* unless a column tells */
	size_t only_place;	/* the value's, if no other is wanted */
	bool chosen;	/* -b says which labels to take */
	struct text found[MAX_COLUMNS];	/* length 0: lacking */
	struct text joined;	/* what the row or run is found by */
	size_t room;	/* for it */
	bool has_values;
	uintmax_t lacking;	/* records without some column */
	uintmax_t first_lacking;	/* the line of the first */
	/* What only lines have. */
	bool delimiter[UCHAR_MAX + 1];
	bool merge;	/* a run of delimiters is one cut */
	bool blanks;	/* delimiters are blank and tab, as by default */
	struct text *field;	/* from 1; field[0]: what a line lacks */
	size_t nfields, field_capacity;
	char *unquoted;	/* what stood between quotes, where it stood */
	size_t unquoted_room;
	size_t place[MAX_COLUMNS];	/* from 1; 0: not wanted */
	size_t most;	/* the last field of use */
	struct text header;	/* a copy, to know it again; or no text */
	size_t named;	/* fields of the header, until they are compared */
};

static inline bool
equals(struct text text, const char *start, size_t length)
{
	return text.length == length && memcmp(text.start, start, length) == 0;
}

/* The slot of a name's number, or a free one; reads 7 bytes behind it. */
static inline size_t *
slot_of(const struct index *index, struct text name)
{
	const uint64_t factor = UINT64_C(0x9e3779b97f4a7c15);
	uint64_t hash = name.length, bytes;
	size_t *slot;

	for (size_t i = 0; i < name.length; i += 8) {
		bytes = load_eight(name.start + i);
		if (name.length - i < 8)
			bytes &= ((uint64_t)1 << 8 * (name.length - i)) - 1;
		hash = (hash ^ bytes) * factor;
		hash ^= hash >> 32;
	}
	hash = hash * factor >> 32;	/* which all bytes have a part in */
	do
		slot = &index->slot[hash++ & (index->nslots - 1)];
	while (*slot > 0 && !equals(name, index->name[*slot - 1].start,
	    index->name[*slot - 1].length));
	return slot;
}

/* The number of a name, from 0, be it new or not. */
static size_t
find_name(struct index *index, struct text name, const char *file)
{
	const size_t n = index->n;

	if (4 * n >= index->nslots) {	/* most of them stay free */
		index->nslots = n == 0 ? 16 : 8 * n;
		index->slot = resize_for(file, index->slot, index->nslots,
		    sizeof(n));
		memset(index->slot, 0, index->nslots * sizeof(n));
		for (size_t i = 0; i < n; i++)
			*slot_of(index, index->name[i]) = i + 1;
	}

	size_t *slot = slot_of(index, name);
	if (*slot > 0)
		return *slot - 1;
	char *copy = resize_for(file, NULL, name.length + sizeof(uint64_t), 1);
	memcpy(copy, name.start, name.length);
	index->name = one_more(file, index->name, n, sizeof(*index->name));
	index->name[n] = (struct text){ copy, name.length };
	*slot = ++index->n;
	return n;
}

/* The set of an operand; shared: all operands label=path of a label are one. */
static size_t
add_set(struct table *t, const char *label, size_t length, bool shared)
{
	const struct text text = { (char *)label, length };

	for (size_t i = 0; shared && i < t->nsets; i++)
		if (t->shared[i] && equals(text, t->set[i], strlen(t->set[i])))
			return i;
	if (t->nsets == MAX_SETS)
		die(NULL, 0, "more than %d sets", MAX_SETS);
	t->shared[t->nsets] = shared;
	t->set[t->nsets] = copy_string(label, length);
	return t->nsets++;
}

/* The set of a label that -b found; MAX_SETS if it is to be left out. */
static size_t
find_set(const struct source *s, struct text label)
{
	struct table *t = s->table;
	const char *p = !s->chosen || t->nsets > 0 ? NULL :
	    strchr(s->selection->column[COLUMN_SET], '=');

	for (; p != NULL; p = strchr(p + 1, ','))
		add_set(t, p + 1, strcspn(p + 1, ","), false);
	for (size_t i = 0; i < t->nsets; i++)
		if (equals(label, t->set[i], strlen(t->set[i])))
			return i;
	if (s->chosen)
		return MAX_SETS;
	if (t->nsets == MAX_SETS)
		die(s->name, s->line, "more than %d sets: does -b name a "
		    "column of labels?", MAX_SETS);
	return add_set(t, label.start, label.length, false);
}

/* Whether columns tell the row; else there is but one. */
static bool
has_keys(const struct selection *s)
{
	return s->ncolumns > COLUMN_KEYS;
}

/* Appends to what joins; it may have no start if it has no length. */
static void
join(struct source *s, const void *bytes, size_t length)
{
	s->joined.start = grow(s->name, s->joined.start, &s->room,
	    s->joined.length + length + PADDING, 1);
	if (length > 0)
		memcpy(s->joined.start + s->joined.length, bytes, length);
	s->joined.length += length;
}

static size_t
find_row(struct table *t, struct text key, const char *file)
{
	const size_t i = find_name(&t->keys, key, file);

	if (i == t->nrows) {
		t->row = one_more(file, t->row, i, sizeof(*t->row));
		t->row[t->nrows++] = (struct row){ .key = t->keys.name[i] };
	}
	return i;
}

static inline struct sample *
find_sample(const struct table *t, size_t row, size_t set, const char *file)
{
	struct row *r = &t->row[row];

	for (; r->nsamples <= set; r->nsamples++) {
		r->sample = one_more(file, r->sample, r->nsamples,
		    sizeof(*r->sample));
		r->sample[r->nsamples] = (struct sample){ .n = 0 };
	}
	return &r->sample[set];
}

static inline void
append(struct sample *sample, double value, const char *file)
{
	sample->value = grow(file, sample->value, &sample->capacity,
	    sample->n + 1, sizeof(value));
	sample->value[sample->n++] = value;
}

/* Takes a value of the record whose coordinates were found. */
static void
add_value(struct source *s, double value)
{
	const struct selection *selection = s->selection;
	const struct text *label = &s->found[COLUMN_RUN];
	struct table *t = s->table;
	size_t row = 0, set = s->set;

	s->has_values = true;
	if (selection->column[COLUMN_SET] != NULL)
		set = find_set(s, s->found[COLUMN_SET]);
	if (set == MAX_SETS)
		return;
	if (selection->ncolumns == COLUMN_KEYS + 1)
		row = find_row(t, s->found[COLUMN_KEYS], s->name);
	else if (has_keys(selection)) {
		s->joined.length = 0;
		for (size_t i = COLUMN_KEYS; i < selection->ncolumns; i++) {
			join(s, "", i > COLUMN_KEYS);
			join(s, s->found[i].start, s->found[i].length);
		}
		row = find_row(t, s->joined, s->name);
	}
	if (selection->run_of != NO_RUNS) {
		const struct run run = { t->nfiles, row, set };

		s->joined.length = 0;
		join(s, &run, sizeof(run));
		join(s, label->start, label->length);
		if (t->runs == NULL)
			t->runs = memset(allocate(1, sizeof(*t)), 0,
			    sizeof(*t));
		t = t->runs;
		row = find_row(t, s->joined, s->name);
		set = 0;
	}
	append(find_sample(t, row, set, s->name), value, s->name);
}

/* Counts a record that lacks its value, set, run or all parts of its key. */
static bool
is_complete(struct source *s, bool complete)
{
	bool has_key = !has_keys(s->selection);

	for (size_t i = COLUMN_SET; i < s->selection->ncolumns; i++)
		if (i >= COLUMN_KEYS)
			has_key |= s->found[i].length > 0;
		else if (s->selection->column[i] != NULL)
			complete &= s->found[i].length > 0;
	complete &= has_key;
	if (!complete && s->lacking++ == 0)
		s->first_lacking = s->line;
	return complete;
}

/* Ends the reading: every row has all samples, and every set values. */
static void
finish_table(struct table *t)
{
	for (size_t set = 0, n = 0; set < t->nsets; set++, n = 0) {
		for (size_t row = 0; row < t->nrows; row++)
			n += find_sample(t, row, set, NULL)->n;
		if (n == 0)
			die(NULL, 0, "no values are labelled %s, which -b "
			    "asks for", t->set[set]);
	}
}

/*
 * ---- Lines ---------------------------------------------------------------
 * Text becomes lines, lines become fields, and fields values of the table.
 * Calls Diagnostics, Numbers and Table.
 */

/* Reads on, whatever signals come; waits where reading would not wait. */
static void
refill(struct source *s)
{
	struct pollfd ready = { .fd = s->fd, .events = POLLIN };
	ssize_t got;

	if (s->start > 0 && !s->keeps) {
		s->end -= s->start;
		memmove(s->buffer, s->buffer + s->start, s->end);
		s->start = 0;
	}
	s->buffer = grow(s->name, s->buffer, &s->capacity,
	    s->end + BLOCK_SIZE + PADDING, 1);
	while ((got = read(s->fd, s->buffer + s->end, BLOCK_SIZE)) == -1) {
		if (errno == EAGAIN || errno == EWOULDBLOCK)
			poll(&ready, 1, -1);
		else if (errno != EINTR)
			die(s->name, 0, "%s", strerror(errno));
	}
	const char *nul = memchr(s->buffer + s->end, '\0', (size_t)got);
	if (nul != NULL) {
		for (const char *p = s->buffer + s->start; p < nul; p++)
			s->line += *p == '\n';
		die(s->name, s->line + 1, "a NUL byte: this is not plain "
		    "text (binary, UTF-16?)");
	}
	s->at_end = got == 0;
	s->end += (size_t)got;
	memset(s->buffer + s->end, '\n', PADDING);
}

/* The next line, without white space at its end; false: there is none. */
static bool
next_line(struct source *s, struct text *line)
{
	size_t searched = 0;	/* bytes that hold no newline */
	char *start, *end;

	while ((end = memchr(s->buffer + s->start + searched, '\n',
	    s->end - s->start - searched)) == NULL) {
		if (s->at_end && s->start == s->end)
			return false;
		searched = s->end - s->start;
		if (s->at_end)
			s->end++;	/* the newline is in the padding */
		else
			refill(s);
	}
	start = s->buffer + s->start;
	s->start = (size_t)(end + 1 - s->buffer);
	while (end > start && isspace((unsigned char)end[-1]))
		end--;
	*line = (struct text){ start, (size_t)(end - start) };
	s->line++;
	return true;
}

static bool
is_blank(char c)
{
	return c == ' ' || c == '\t';
}

static const char blanks[] = " \t";	/* to cut at, by default */

/* Copies a quoted field; returns its end, or NULL if it is not well quoted. */
static char *
unquote(const struct source *s, char *p, const char *end, struct text *field)
{
	char *to = field->start, *quote;

	do {	/* of two quotes inside the first stays */
		quote = memchr(p + 1, '"', (size_t)(end - p) - 1);
		if (quote == NULL)
			return NULL;
		memcpy(to, p + 1, (size_t)(quote - p));
		to += quote - p;
		p = quote + 1;
	} while (*p == '"');
	for (; p < end && !s->delimiter[(unsigned char)*p]; p++)
		if (!is_blank(*p))
			return NULL;
	field->length = (size_t)(to - field->start) - 1;
	memset(to, '\n', PADDING);	/* scan_decimal looks there */
	return p;
}

/* Cuts a line as far as asked, and as quotes follow; false: one is wrong. */
static bool
cut(struct source *s, struct text line, size_t most)
{
	char *p = line.start, *const end = p + line.length;

	s->nfields = 0;
	s->unquoted = grow(s->name, s->unquoted, &s->unquoted_room,
	    line.length + PADDING, 1);
	if (line.length == 0 ||
	    (!s->merge && *p == '#' && (p + 1 == end || p[1] == ' ')))
		return true;
	do {
		while (p < end && (s->merge ? s->delimiter[(unsigned char)*p] :
		    is_blank(*p) && !s->delimiter[(unsigned char)*p]))
			p++;
		if (s->merge && (p == end || *p == '#'))
			break;
		s->field = grow(s->name, s->field, &s->field_capacity,
		    s->nfields + 2, sizeof(line));
		struct text *field = &s->field[++s->nfields];
		if (!s->merge && p < end && *p == '"') {
			field->start = s->unquoted + (p - line.start);
			p = unquote(s, p, end, field);
			if (p == NULL)
				return false;
			continue;
		}
		field->start = p;
		if (s->blanks)
			p += end_of_field(p) - p;
		while (p < end && !s->delimiter[(unsigned char)*p])
			p++;
		char *last = p;
		while (!s->merge && last > field->start && is_blank(last[-1]))
			last--;
		field->length = (size_t)(last - field->start);
	} while (p++ < end && (s->nfields < most || (!s->merge &&
	    memchr(p, '"', (size_t)(end - p)) != NULL)));
	return true;
}

/* Whether -e and -x let a record pass; a NUL ends it meanwhile. */
static bool
passes(const struct source *s, struct text record)
{
	char *const end = record.start + record.length, after = *end;

	for (int wanted = 0; wanted < 2; wanted++) {
		const regex_t *pattern = s->selection->pattern[wanted];

		if (pattern == NULL)
			continue;
		errno = 0;
		*end = '\0';
		const int error = regexec(pattern, record.start, 0, NULL, 0);
		*end = after;	/* glibc tells of memory by errno */
		if (error != 0 && (error != REG_NOMATCH || errno == ENOMEM))
			die(s->name, s->line, "out of memory for a regular "
			    "expression");
		if ((error == 0) != (wanted == 1))
			return false;
	}
	return true;
}

/* Cuts at each of these characters (\t: a tab) or, with a blank, at runs. */
static void
cut_at(struct source *s, const char *delimiters)
{
	memset(s->delimiter, 0, sizeof(s->delimiter));
	for (const char *p = delimiters; *p != '\0'; p++) {
		const bool tab = *p == '\\' && p[1] == 't';

		p += tab;
		s->delimiter[tab ? '\t' : (unsigned char)*p] = true;
	}
	s->merge = s->delimiter[' '];
	s->blanks = strcmp(delimiters, blanks) == 0;
}

/* The number of a column that goes by number; 0: it goes by name. */
static size_t
column_number(const char *name, size_t length)
{
	uint64_t number = 0;
	size_t i;

	for (i = 0; i < length && is_digit(name[i]) && number < INT_MAX; i++)
		number = number * 10 + (uint64_t)(name[i] - '0');
	return i < length || number > INT_MAX ? 0 : (size_t)number;
}

/* The place of a column: its number, or that of its name in the line cut. */
static size_t
place_of(const struct source *s, const char *name, size_t length)
{
	size_t place = column_number(name, length);

	for (size_t i = 1; place == 0 && i <= s->nfields; i++)
		if (length > 0 && equals(s->field[i], name, length))
			place = i;
	return place;
}

/* Learns the places of all columns; returns how many names it did not find. */
static size_t
find_places(struct source *s)
{
	const struct selection *selection = s->selection;
	const char *const *column = selection->column;
	const char *value = column[COLUMN_VALUE], *slash = value;
	const char *const set = column[COLUMN_SET];
	size_t *place = s->place, missing = 0;

	for (size_t i = 0; i < selection->ncolumns; i++)
		place[i] = column[i] == NULL ? 0 :
		    place_of(s, column[i], strlen(column[i]));
	if (value == NULL && selection->unit == NULL)
		place[COLUMN_VALUE] = 1;
	/* -C a/b, either of which may hold slashes */
	while (value != NULL && place[COLUMN_VALUE] == 0 &&
	    (slash = strchr(slash, '/')) != NULL) {
		place[COLUMN_VALUE] = place_of(s, value,
		    (size_t)(slash++ - value));
		place[COLUMN_DIVISOR] = place_of(s, slash, strlen(slash));
		if (place[COLUMN_DIVISOR] == 0)
			place[COLUMN_VALUE] = 0;
	}
	/* -b column=label, unless all that is a column */
	s->chosen = set != NULL && place[COLUMN_SET] == 0 &&
	    strchr(set, '=') != NULL;
	if (s->chosen)
		place[COLUMN_SET] = place_of(s, set, strcspn(set, "="));
	for (size_t i = 0; i < selection->ncolumns; i++)
		missing += column[i] != NULL && place[i] == 0;
	return missing;
}

/*
 * Finds the header, the first line that names all columns, cut by -d or by the
 * first delimiter that will do; else the end, with what the likeliest offers.
 */
static struct text
find_header(struct source *s)
{
	const char *const given = s->selection->delimiters;
	const char *const cuts[] = {
		"\t", ",", ";", given != NULL ? given : blanks
	};
	size_t best = 0;
	struct text line;

	join(s, "nothing", 7);
	while (next_line(s, &line))
		for (int i = given != NULL ? 3 : 0; i < 4; i++) {
			if (i < 3 &&
			    memchr(line.start, *cuts[i], line.length) == NULL)
				continue;
			cut_at(s, cuts[i]);
			if (!cut(s, line, SIZE_MAX) || s->nfields == 0)
				continue;
			const size_t missing = find_places(s);
			if (missing == 0)
				return line;
			size_t like = (MAX_COLUMNS - missing) * 1000;
			for (size_t k = 1; k <= s->nfields; k++)
				like += s->field[k].length > 0;
			if (like <= best)
				continue;
			best = like;
			s->joined.length = 0;
			for (size_t k = 1; k <= s->nfields; k++) {
				const struct text *name = &s->field[k];

				join(s, ", ", name->length == 0 ||
				    s->joined.length == 0 ? 0 : 2);
				join(s, name->start, name->length);
			}
		}
	die(s->name, 0, "no line names the columns asked for; the likeliest "
	    "offers %.*s", (int)s->joined.length, s->joined.start);
}

/* Ends the program because of what a field is; remedy: what to type. */
NORETURN static void
bad_number(const struct source *s, struct text field, const char *why,
    const char *remedy)
{
	const bool cut_off = field.length > 60;

	die(s->name, s->line, "\"%.*s%s\" %s%s", cut_off ? 60 :
	    (int)field.length, field.start, cut_off ? "..." : "", why, remedy);
}

/* The number that a field is; if it is none, the end, with what may help. */
static double
number_in(const struct source *s, struct text field)
{
	const bool by_unit = s->selection->unit != NULL;
	const char *p = field.start, *remedy = "";
	double value;
	const char *why = parse_number(field.start, field.start + field.length,
	    &value);

	if (why == NULL)
		return value;
	const size_t digits = strspn(p, "+-.0123456789");
	if (!by_unit && (strncmp(p, "goos:", 5) == 0 ||
	    strncmp(p, "Benchmark", 9) == 0))
		remedy = " (Go's output? -k 1 -u ns/op)";
	else if (s->merge && memchr(p, ',', field.length) != NULL)
		remedy = " (-d , if commas separate columns)";
	else if (!by_unit && isalpha((unsigned char)*p) &&
	    s->header.length == 0 && !s->has_values)
		remedy = " (a header? -C name)";
	else if (0 < digits && digits < field.length && (p[digits] == '%' ||
	    isalpha((unsigned char)p[digits]) ||
	    memcmp(p + digits, "\xc2\xb5", 2) == 0))
		remedy = " (a unit is stuck to it)";
	bad_number(s, field, why, why == not_a_number ? remedy : "");
}

/* NAN stands for what is lacking. */
static double
divide(const struct source *s, double value, double divisor)
{
	if (!isnan(value) && !isnan(divisor) && !isfinite(value / divisor))
		die(s->name, s->line, "%.17g/%.17g is not a finite number",
		    value, divisor);
	return value / divisor;
}

/* One line becomes one value. */
static void
take_line(struct source *s, struct text line)
{
	struct text *found = s->found;
	const char *unit = s->selection->unit;
	const bool quotient = s->place[COLUMN_DIVISOR] > 0;

	if (!cut(s, line, s->named > 0 ? SIZE_MAX : s->most))
		die(s->name, s->line, "field %zu: a quote is not closed, or "
		    "text follows it", s->nfields);
	if (s->nfields == 0 || (s->selection->filtered && !passes(s, line)) ||
	    equals(line, s->header.start, s->header.length))
		return;
	/* With fewer fields, a name of several words may be above them. */
	if (s->named > 0 && (s->nfields > s->named ||
	    (s->merge && s->nfields < s->named)))
		warn(s->name, s->line, "%zu fields, but %s%zu are named: the "
		    "names may be of other columns", s->nfields,
		    s->nfields > s->named ? "only " : "", s->named);
	s->named = 0;
	for (size_t i = 0; i < s->selection->ncolumns; i++) {
		const size_t place = s->place[i] > s->nfields ? 0 : s->place[i];

		/* As a whole, the copy would wait for what cut() wrote. */
		found[i].start = s->field[place].start;
		found[i].length = s->field[place].length;
	}
	if (unit != NULL) {
		size_t i = 2;

		while (i <= s->nfields &&
		    !equals(s->field[i], unit, strlen(unit)))
			i++;
		if (i > s->nfields)	/* no measurement of it */
			return;
		found[COLUMN_VALUE] = s->field[i - 1];
	}
	if (!is_complete(s, found[COLUMN_VALUE].length > 0 &&
	    (!quotient || found[COLUMN_DIVISOR].length > 0)))
		return;
	double value = number_in(s, found[COLUMN_VALUE]);
	if (quotient)
		value = divide(s, value, number_in(s, found[COLUMN_DIVISOR]));
	add_value(s, value);
}

/* The nth field of a line; NULL if there may be none: take_line will see. */
static inline const char *
skip_fields(const char *p, size_t n)
{
	while (is_blank(*p))
		p++;
	for (; n > 1; n--) {
		if (*p == '#')
			return NULL;
		p = end_of_field(p);
		if (!is_blank(*p))
			return NULL;
		while (is_blank(*p))
			p++;
	}
	return p;
}

/*
 * A shortcut past next_line and take_line where only one value between blanks
 * is wanted: takes whole lines in the buffer up to the first that scan_decimal
 * cannot read.  The line's end is found first, as the next line waits for it.
 */
static void
take_plain_lines(struct source *s, struct sample *sample)
{
	const char *p = s->buffer + s->start, *end = s->buffer + s->end, *q;
	const char *newline = NULL;
	const size_t n = sample->n, place = s->only_place;
	double *to;

	while (end > p && end[-1] != '\n')
		end--;
	sample->value = grow(s->name, sample->value, &sample->capacity,
	    n + (size_t)(end - p) / 2 + 1, sizeof(*to));
	for (to = sample->value + n; p < end; p = q + 1, to++) {
		q = p;
		if (place > 1 || *p <= ' ') {
			newline = memchr(p, '\n', (size_t)(end - p));
			q = skip_fields(p, place);
			if (q == NULL)
				break;
		}
		q = scan_decimal(q, to);
		if (q == NULL)
			break;
		if (*q == '\n')
			continue;
		if (!is_blank(*q) && !(*q == '\r' && q[1] == '\n'))
			break;
		q = place > 1 ? newline : memchr(q, '\n', (size_t)(end - q));
	}
	sample->n = (size_t)(to - sample->value);
	s->line += sample->n - n;
	s->start = (size_t)(p - s->buffer);
}

static void
read_lines(struct source *s)
{
	const struct selection *selection = s->selection;
	const size_t start = s->start;
	struct text line;
	double unused;

	if (selection->run_of == RUN_OF_ARRAY)
		die(s->name, 0, "-r []: there are no arrays, as this is not "
		    "JSON");
	s->field = grow(s->name, NULL, &s->field_capacity, 1, sizeof(line));
	s->field[0] = (struct text){ NULL, 0 };
	cut_at(s, selection->delimiters != NULL ? selection->delimiters :
	    blanks);
	if (find_places(s) > 0) {
		s->keeps = true;
		line = find_header(s);
		s->keeps = false;
		s->header.start = copy_string(line.start, line.length);
		s->header.length = line.length;
		s->named = s->nfields;
	}
	const size_t place = s->place[COLUMN_VALUE];
	struct source above = *s;
	above.start = start;
	above.line = 0;
	while (s->named > 0 && next_line(&above, &line) &&
	    above.line < s->line) {
		/* Might this line above the header be one below it? */
		if (!cut(s, line, SIZE_MAX) || s->nfields != s->named ||
		    place == 0 || place > s->named ||
		    parse_number(s->field[place].start, s->field[place].start +
		    s->field[place].length, &unused) != NULL)
			continue;
		warn(s->name, s->line, "this line names the columns: lines "
		    "above it are ignored, though they hold numbers");
		break;
	}
	s->only_place = place;
	for (size_t i = 0; i < selection->ncolumns; i++) {
		if (s->place[i] > s->most)
			s->most = s->place[i];
		if (i > COLUMN_VALUE && s->place[i] > 0)
			s->only_place = 0;
	}
	if (selection->unit != NULL)
		s->most = SIZE_MAX;
	const bool plain = s->only_place > 0 && s->blanks &&
	    selection->run_of == NO_RUNS && !selection->filtered;
	while (next_line(s, &line)) {
		take_line(s, line);
		if (plain && s->has_values)
			take_plain_lines(s, &s->table->row[0].sample[s->set]);
	}
}

/*
 * ---- JSON ----------------------------------------------------------------
 * JSON becomes values of the table, with no tree in memory.  A first walk
 * checks the text and learns which paths of members there are; a second takes
 * the values, and looks up names around them.  Calls what Lines does, and it.
 */

/* Where members of one name stand; the first path is outside all objects. */
struct path {
	size_t parent;	/* the path of the object around them */
	struct text name;	/* the last one of the path */
	uintmax_t scalars;	/* that stand there, in arrays or alone */
	uintmax_t numbers;	/* among them */
	int rank;	/* how well they answer to -C; 0: not at all */
};

/* An open object or array; the outermost stands around all of a document. */
struct bracket {
	struct bracket *around;	/* NULL: this is the outermost */
	const char *start;	/* the bracket; there, the document */
	const char *next;	/* behind it, or behind what was read */
	struct text name;	/* of the member at hand */
	const char *array;	/* the innermost that is open, or NULL */
	size_t depth;
	const char *named[MAX_COLUMNS];	/* by column; NULL: unsought */
	enum { UNSEEN, TAKEN, LEFT_OUT } filtered;	/* by -e and -x */
};

struct json {
	struct source *source;
	const char *counted;	/* what stands in the source's line */
	struct path *path;
	struct index paths;	/* of names, with a NUL before each */
	size_t latest;	/* the path last found */
	size_t wanted;	/* that of the values; SIZE_MAX: the first walk */
	const char *divisor;	/* a member beside them; NULL: none */
	struct index names;	/* all that were found */
	char *unescaped;
};

/* Counts lines on, or back, to p. */
static uintmax_t
line_at(struct json *j, const char *p)
{
	const char *q = j->counted;
	uintmax_t line = j->source->line;

	while (q < p)
		line += *q++ == '\n';
	while (q > p)
		line -= *--q == '\n';
	j->counted = p;
	return j->source->line = line;
}

NORETURN static void
bad_json(struct json *j, const char *p, const char *expected)
{
	if (*p == '\0')
		die(j->source->name, line_at(j, p - (p[-1] == '\n')),
		    "not JSON: it ends where %s is expected", expected);
	die(j->source->name, line_at(j, p), "not JSON: %s expected, not "
	    "\"%.20s\" (-d tells of text)", expected, p);
}

static const char *
skip_space(const char *p)
{
	while (*p == ' ' || *p == '\n' || *p == '\t' || *p == '\r')
		p++;
	return p;
}

static const char *
scan_digits(struct json *j, const char *p)
{
	if (!is_digit(*p))
		bad_json(j, p, "a digit");
	while (is_digit(*p))
		p++;
	return p;
}

/* Checks the scalar that begins at p; returns what is behind it. */
static const char *
scan_scalar(struct json *j, const char *p)
{
	if (*p == '-' || is_digit(*p)) {
		p += *p == '-';
		p = *p == '0' ? p + 1 : scan_digits(j, p);
		if (*p == '.')
			p = scan_digits(j, p + 1);
		if (*p != 'e' && *p != 'E')
			return p;
		return scan_digits(j, p + 1 + (p[1] == '+' || p[1] == '-'));
	}
	if (*p != '"') {
		if (strncmp(p, "null", 4) == 0 || strncmp(p, "true", 4) == 0)
			return p + 4;
		if (strncmp(p, "false", 5) != 0)
			bad_json(j, p, "a value");
		return p + 5;
	}
	for (p++; *p != '"'; p++) {
		if ((unsigned char)*p < ' ')	/* at the end, too */
			bad_json(j, p, "the end of a string");
		if (*p != '\\')
			continue;
		p++;
		if (*p == 'u' && strspn(p + 1, "0123456789abcdefABCDEF") >= 4)
			p += 4;
		else if (*p == '\0' || strchr("\"\\/bfnrt", *p) == NULL)
			bad_json(j, p, "an escape");
	}
	return p + 1;
}

/*
 * The text of the scalar at *p, which moves behind it; with escapes, a copy
 * that lasts until the next.  U+0000 becomes two bytes: keys and paths use NUL.
 */
static struct text
read_text(struct json *j, const char **p)
{
	static const unsigned char mark[] = { 0, 0xc0, 0xe0, 0xf0 };
	const size_t quote = **p == '"';
	struct text text = { (char *)*p + quote, 0 };
	char hex[5] = "", *to;

	*p = scan_scalar(j, *p);
	text.length = (size_t)(*p - text.start) - quote;
	if (memchr(text.start, '\\', text.length) == NULL)
		return text;
	j->unescaped = to = resize_for(j->source->name, j->unescaped,
	    text.length + PADDING, 1);
	for (const char *q = text.start; *q != '"'; q++) {
		const char *letter = *q != '\\' ? NULL :
		    strchr("b\bf\fn\nr\rt\tu", *++q);

		if (letter == NULL || *letter != 'u') {
			*to++ = letter == NULL ? *q : letter[1];
			continue;
		}
		unsigned long code = strtoul(memcpy(hex, q + 1, 4), NULL, 16);
		q += 4;
		const unsigned long low = q[1] != '\\' || q[2] != 'u' ? 0 :
		    strtoul(memcpy(hex, q + 3, 4), NULL, 16);
		if (code >> 10 == 0xd800 >> 10 && low >> 10 == 0xdc00 >> 10) {
			code = 0x10000 + ((code & 0x3ff) << 10 | (low & 0x3ff));
			q += 6;
		}
		int more = code > 0 && code < 0x80 ? 0 : code < 0x800 ? 1 :
		    code < 0x10000 ? 2 : 3;
		*to++ = (char)(mark[more] | code >> 6 * more);
		while (more-- > 0)
			*to++ = (char)(0x80 | (code >> 6 * more & 0x3f));
	}
	return (struct text){ j->unescaped, (size_t)(to - j->unescaped) };
}

/* Goes to the next member or element; false: there is none. */
static bool
next_item(struct json *j, struct bracket *b)
{
	const bool object = *b->start == '{';
	const char *p = skip_space(b->next);

	if (*p == (object ? '}' : ']')) {
		b->next = p + 1;
		return false;
	}
	if (b->next != b->start + 1) {
		if (*p != ',')
			bad_json(j, p, object ? ", or }" : ", or ]");
		p = skip_space(p + 1);
	}
	if (object) {
		if (*p != '"')
			bad_json(j, p, "the name of a member");
		b->name = read_text(j, &p);
		p = skip_space(p);
		if (*p != ':')
			bad_json(j, p, "a colon");
		p = skip_space(p + 1);
	}
	b->next = p;
	return true;
}

/* What is behind the value at p. */
static const char *
skip_value(struct json *j, const char *p)
{
	struct bracket b = { .start = p, .next = p + 1 };

	if (*p != '{' && *p != '[')
		return scan_scalar(j, p);
	while (next_item(j, &b))
		b.next = skip_value(j, b.next);
	return b.next;
}

static const char absent[] = "null";

/* The value of the member that a dotted name finds in an object, or absent. */
static const char *
look_up(struct json *j, const char *object, const char *name, size_t length)
{
	struct bracket b = { .start = object, .next = object + 1 };
	const char *found = absent;

	while (*object == '{' && next_item(j, &b)) {
		const size_t n = b.name.length;

		if (equals(b.name, name, length))
			return b.next;
		if (*found == 'n' && n < length && name[n] == '.' &&
		    memcmp(b.name.start, name, n) == 0)
			found = look_up(j, b.next, name + n + 1,
			    length - n - 1);
		b.next = skip_value(j, b.next);
	}
	return found;
}

/* What the value at p reads as a name; n=10,size=64 for an object. */
static struct text
name_at(struct json *j, const char *p, const char *column)
{
	struct source *s = j->source;
	struct bracket b = { .start = p, .next = p + 1 };
	struct text part;
	size_t i;

	if (*p == '[')
		die(s->name, line_at(j, p), "%s is an array, which is no name",
		    column);
	s->joined.length = 0;
	while (*b.start == '{' && next_item(j, &b)) {
		p = b.next;
		if (*p == '{' || *p == '[')
			die(s->name, line_at(j, p), "%s holds more than "
			    "scalars, and is no name", column);
		b.next = scan_scalar(j, p);
		if (*p == 'n')
			continue;
		join(s, ",", s->joined.length > 0);
		join(s, b.name.start, b.name.length);
		join(s, "=", 1);
		part = read_text(j, &p);
		join(s, part.start, part.length);
	}
	i = find_name(&j->names, *b.start == '{' ? s->joined :
	    read_text(j, &p), s->name);
	return j->names.name[i];
}

/*
 * Finds what -b, -r and -k name, from the innermost object on.  Whether -e and
 * -x let the record pass: the first in which -b or -k found any, or innermost.
 */
static bool
find_names(struct json *j, struct bracket *innermost)
{
	const struct selection *s = j->source->selection;
	struct text *found = j->source->found;
	struct bracket *record = NULL;

	memset(found, 0, sizeof(j->source->found));
	for (struct bracket *b = innermost; b->around != NULL; b = b->around)
		for (size_t i = COLUMN_SET; i < s->ncolumns; i++) {
			const char *const name = s->column[i];

			if (name == NULL || found[i].start != NULL)
				continue;
			if (b->named[i] == NULL)
				b->named[i] = look_up(j, b->start, name,
				    strcspn(name, i == COLUMN_SET &&
				    j->source->chosen ? "=" : ""));
			if (*b->named[i] == 'n')
				continue;
			found[i] = name_at(j, b->named[i], name);
			if (record == NULL && i != COLUMN_RUN)
				record = b;
		}
	if (record == NULL)
		record = innermost;
	if (s->filtered && record->filtered == UNSEEN)
		record->filtered = passes(j->source, (struct text){
			(char *)record->start,
			(size_t)(skip_value(j, record->start) - record->start)
		}) ? TAKEN : LEFT_OUT;
	return record->filtered != LEFT_OUT;
}

/* The number at *p, which moves behind it; NAN for null. */
static double
read_number(struct json *j, const char **p)
{
	const char *const start = *p;
	const struct text text = read_text(j, p);
	const char *why = not_a_number;
	double value;

	if (*start == 'n')
		return NAN;
	if (!isspace((unsigned char)*text.start))	/* strtod skips it */
		why = parse_number(text.start, text.start + text.length,
		    &value);
	if (why == NULL)
		return value;
	line_at(j, start);
	bad_number(j->source, text, why, "");
}

/*
 * The first scalar from p to end that is in no object, or end.  **open is the
 * innermost array around it, on top of those around that.
 */
static const char *
next_scalar(struct json *j, const char *p, const char *end, const char ***open)
{
	for (; p < end && strchr("{[], \n\t\r", *p) != NULL; p++) {
		if (*p == '[')
			*++*open = p;
		else if (*p == ']')
			--*open;
		else if (*p == '{')
			p = skip_value(j, p) - 1;
	}
	return p;
}

/* Takes the values of an object's member at p; returns what is behind it. */
static const char *
take_values(struct json *j, const char *p, struct bracket *object)
{
	struct source *s = j->source;
	const char *const end = skip_value(j, p), *by = end, *by_end = end;
	const char *arrays[2][502], **open = arrays[0], **unused = arrays[1];

	if (j->divisor != NULL) {
		by = look_up(j, object->start, j->divisor, strlen(j->divisor));
		by_end = skip_value(j, by);
	}
	if (by == absent || !find_names(j, object))
		return end;
	for (*open = object->array;;) {
		p = next_scalar(j, p, end, &open);
		by = next_scalar(j, by, by_end, &unused);
		line_at(j, p);
		if (j->divisor != NULL && (p < end) != (by < by_end))
			die(s->name, s->line, "there are %s values than "
			    "divisors", p < end ? "more" : "fewer");
		if (p == end)
			return end;
		double value = read_number(j, &p);
		if (j->divisor != NULL)
			value = divide(s, value, read_number(j, &by));
		if (s->selection->run_of == RUN_OF_ARRAY) {
			if (*open == NULL)
				die(s->name, s->line, "-r []: no array is "
				    "around this value");
			s->found[COLUMN_RUN] = (struct text){
				(char *)open, sizeof(*open)
			};
		}
		if (is_complete(s, !isnan(value)))
			add_value(s, value);
	}
}

/* The number of the path of the members of this name in objects of a path. */
static size_t
find_path(struct json *j, size_t parent, struct text name)
{
	struct source *s = j->source;
	const size_t n = j->paths.n;
	size_t i = j->latest + 1;	/* as objects tend to be alike */

	if (i >= n || j->path[i].parent != parent ||
	    !equals(name, j->path[i].name.start, j->path[i].name.length)) {
		s->joined.length = 0;
		if (n > 0) {	/* the first path has no name */
			join(s, j->paths.name[parent].start,
			    j->paths.name[parent].length);
			join(s, "", 1);
		}
		join(s, name.start, name.length);
		i = find_name(&j->paths, s->joined, s->name);
	}
	if (i == n) {
		name.start = j->paths.name[i].start + s->joined.length -
		    name.length;
		j->path = one_more(s->name, j->path, i, sizeof(*j->path));
		j->path[i] = (struct path){ .parent = parent, .name = name };
	}
	return j->latest = i;
}

/* Walks over the value at p; path: of the member that it or its array is. */
static const char *
walk_value(struct json *j, const char *p, size_t path, struct bracket *around)
{
	if (path == j->wanted)
		return take_values(j, p, around);
	if (*p != '{' && *p != '[') {
		const char *const end = scan_scalar(j, p);

		j->path[path].scalars++;
		if (*p == '-' || is_digit(*p) || (*p == '"' && end - p > 2 &&
		    p + 1 + strspn(p + 1, "0123456789.+-eE") == end - 1))
			j->path[path].numbers++;
		return end;
	}

	struct bracket b = {
		.around = around, .start = p, .next = p + 1,
		.array = *p == '[' ? p : around->array,
		.depth = around->depth + 1
	};

	if (b.depth > 500)
		die(j->source->name, line_at(j, p), "JSON nested deeper than "
		    "500");
	while (next_item(j, &b))
		b.next = walk_value(j, b.next, *p == '[' ? path :
		    find_path(j, path, b.name), &b);
	return b.next;
}

/* Skips what may stand between the values of a file. */
static const char *
skip_between(const char *p, const char *end)
{
	while (p < end && (*p == '#' || isspace((unsigned char)*p)))
		p += *p == '#' ? strcspn(p, "\n") : 1;
	return p;
}

/* How a path answers to a name: 2 as a whole, 1 by its last names, else 0. */
static int
match(const struct json *j, size_t i, const char *name, size_t length)
{
	const struct text path = j->paths.name[i];
	const char *tail = path.start + path.length - length;

	if (path.length <= length || tail[-1] != '\0')
		return 0;
	for (size_t k = 0; k < length; k++)
		if (tail[k] != name[k] && (tail[k] != '\0' || name[k] != '.'))
			return 0;
	return path.length == length + 1 ? 2 : 1;
}

/* Ends the program with the first paths of numbers that so answer to -C. */
NORETURN static void
list_paths(struct json *j, int rank, const char *why)
{
	struct text *list = &j->source->joined;
	char count[80];

	list->length = 0;
	for (size_t i = 0; i < j->paths.n && list->length < 4000; i++) {
		if (j->path[i].numbers == 0 || j->path[i].rank != rank)
			continue;
		join(j->source, ", ", list->length > 0 ? 2 : 0);
		if (i > 0)
			join(j->source, j->paths.name[i].start + 1,
			    j->paths.name[i].length - 1);
		sprintf(count, "%s (%ju)", i == 0 ? "numbers in no object, "
		    "without -C" : "", j->path[i].numbers);
		join(j->source, count, strlen(count));
	}
	for (size_t k = 0; k < list->length; k++)
		if (list->start[k] == '\0')
			list->start[k] = '.';
	join(j->source, "nothing", list->length == 0 ? 7 : 0);
	join(j->source, "", 1);
	die(j->source->name, 0, "%s%s", why, list->start);
}

/*
 * Finds the path that answers best to -C, or to what is before a slash in it if
 * a member beside it answers to the rest; and whether -b is member=label,...
 */
static void
choose_path(struct json *j)
{
	const struct selection *s = j->source->selection;
	const char *const name = s->column[COLUMN_VALUE];
	const char *const set = s->column[COLUMN_SET];
	const bool given = name != NULL && column_number(name,
	    strlen(name)) == 0;
	const char *slash = given ? name + strlen(name) : NULL;
	const size_t npaths = j->paths.n;
	/* How many paths answer best; without -C, that of no object does. */
	size_t n = name == NULL && j->path[0].numbers > 0;
	int best = 0;

	j->wanted = 0;
	j->source->chosen = set != NULL && strchr(set, '=') != NULL;
	for (size_t i = 1; i < npaths && j->source->chosen; i++)
		j->source->chosen &= match(j, i, set, strlen(set)) == 0;
	/* At first it is the end: all of -C may be one name. */
	for (; slash != NULL && best == 0;
	    slash = strchr(*slash == '/' ? slash + 1 : name, '/'))
		for (size_t i = 1; i < npaths; i++) {
			const size_t length = (size_t)(slash - name);
			const size_t x = length - j->path[i].name.length;
			const char *divisor = *slash == '/' ? slash + 1 : NULL;
			int rank = match(j, i, name, length);

			if (rank == 0 || j->path[i].scalars == 0)
				continue;
			if (divisor != NULL) {	/* x.a/b, or x.a/x.b */
				if (strncmp(divisor, name, x) == 0)
					divisor += x;
				if (find_path(j, j->path[i].parent,
				    (struct text){ (char *)divisor,
				    strlen(divisor) }) >= npaths)
					continue;
			}
			rank += j->path[i].numbers > 0 ? 2 : 0;
			j->path[i].rank = rank;
			if (rank < best)
				continue;
			n = rank > best ? 1 : n + 1;
			best = rank;
			j->wanted = i;
			j->divisor = divisor;
		}
	if (n != 1)
		list_paths(j, best, best > 0 ? "-C names several members: " :
		    given ? "no member is what -C names; there are " :
		    name != NULL ? "this is JSON, where -C is a name; "
		    "there are " : "this is JSON: -C is needed; there are ");
}

static void
read_json(struct source *s)
{
	const char *const *column = s->selection->column;
	struct json j = { .source = s, .wanted = SIZE_MAX };

	while (!s->at_end)
		refill(s);
	s->buffer[s->end] = '\0';
	const char *const end = s->buffer + s->end;
	j.counted = s->buffer + s->start;
	find_path(&j, 0, (struct text){ s->buffer, 0 });
	s->line = 1;
	for (size_t i = COLUMN_SET; i < s->selection->ncolumns; i++)
		if (column[i] != NULL && is_digit(*column[i]))
			die(s->name, 0, "this is JSON, which has no column "
			    "%d: name a member", atoi(column[i]));
	for (int walk = 1; walk <= 2; walk++) {
		for (const char *p = s->buffer + s->start;
		    (p = skip_between(p, end)) < end; ) {
			struct bracket outermost = { .start = p };

			p = walk_value(&j, p, 0, &outermost);
			if (isalnum((unsigned char)*p) || *p == '.')
				bad_json(&j, p, "the end of a value");
		}
		if (walk == 1)
			choose_path(&j);
	}
}

/* Reads the file open as fd; its values are of this set, unless -b tells. */
static void
read_file(const struct selection *selection, int fd, const char *name,
    size_t set, struct table *table)
{
	struct source s = {
		.selection = selection, .table = table, .name = name,
		.fd = fd, .set = set
	};
	const char *p;

	table->nfiles++;
	if (!has_keys(selection))	/* then there is one row */
		find_row(table, (struct text){ (char *)name, 0 }, name);
	while (s.end < 3 && !s.at_end)
		refill(&s);
	if (s.end >= 3 && memcmp(s.buffer, "\xef\xbb\xbf", 3) == 0)
		s.start = 3;	/* behind a byte-order mark */
	while ((p = skip_between(s.buffer + s.start, s.buffer + s.end)) ==
	    s.buffer + s.end && !s.at_end)
		refill(&s);
	const bool json = selection->delimiters == NULL &&
	    selection->unit == NULL && (*p == '{' || *p == '[');
	if (json)
		read_json(&s);
	else
		read_lines(&s);
	if (s.lacking > 0)
		warn(name, s.first_lacking, s.only_place > 0 ?
		    "%ju %s%s without column %zu, here the first" :
		    "%ju %s%s without a column asked for, here the first",
		    s.lacking, json ? "value" : "line",
		    s.lacking == 1 ? "" : "s", s.only_place);
	if (!s.has_values)
		die(name, 0, selection->unit != NULL && s.lacking == 0 ?
		    "no values: no field is %s" : "no values",
		    selection->unit);
	free(s.buffer);
}

/*
 * ---- Arithmetic ----------------------------------------------------------
 * Doubles become sums and order statistics.  Calls libm and allocate.
 */

static inline double
larger(double a, double b)
{
	return a > b ? a : b;
}

static inline double
smaller(double a, double b)
{
	return a < b ? a : b;
}

/* A finite sum, and exactly what its rounding lost (Knuth 2, 4.2.2, B). */
static inline struct dd
two_sum(double a, double b)
{
	const double sum = a + b, from_b = sum - a, from_a = sum - from_b;

	return (struct dd){ sum, (a - from_a) + (b - from_b) };
}

/* a - b, to 2 units of its last place. */
static double
dd_difference(struct dd a, struct dd b)
{
	return (a.hi - b.hi) + (a.lo - b.lo);
}

/* Two sums at a time, for speed, and what their roundings have lost. */
struct sums {
	double sum[2], lost[2];
};

static inline void
add_to(struct sums *s, size_t i, double x)
{
	const struct dd next = two_sum(s->sum[i], x);

	s->sum[i] = next.hi;
	s->lost[i] += next.lo;
}

static struct dd
total_of(const struct sums *s)
{
	const struct dd total = two_sum(s->sum[0], s->sum[1]);

	return two_sum(total.hi, total.lo + s->lost[0] + s->lost[1]);
}

/*
 * The extremes, mean and standard deviation of n > 0 values: one pass for the
 * mean, one for the squared deviations from it.  Values whose sum or squares
 * would overflow or vanish are scaled by a power of two.  Equal values have
 * exactly their value as mean, and 0 as deviation.
 */
static struct summary
moments_of(const double *value, size_t n)
{
	const double first = value[0], count = (double)n;
	struct sums sums = { { n % 2 > 0 ? first : 0 }, { 0 } };
	double least[2] = { first, first }, most[2] = { first, first };

	for (size_t i = n % 2; i < n; i += 2)
		for (size_t j = 0; j < 2; j++) {
			least[j] = smaller(least[j], value[i + j]);
			most[j] = larger(most[j], value[i + j]);
			add_to(&sums, j, value[i + j]);
		}

	const double min = smaller(least[0], least[1]) + 0.0; /* not -0 */
	const double max = larger(most[0], most[1]) + 0.0;
	const double reach = larger(-min, max);
	struct summary s = { .n = n, .min = min, .max = max, .mean.hi = min };

	if (min == max)
		return s;
	if (reach < 0x1p-440 || (reach > 0x1p440 && reach <= DBL_MAX)) {
		const double scale = reach < 1 ? 0x1p640 : 0x1p-640;
		double *scaled = allocate(n, sizeof(*scaled));

		for (size_t i = 0; i < n; i++)
			scaled[i] = value[i] * scale;
		s = moments_of(scaled, n);
		free(scaled);
		return (struct summary){ .n = n, .min = min, .max = max,
		    .mean = { s.mean.hi / scale + 0.0, s.mean.lo / scale },
		    .stddev = s.stddev / scale };
	}

	const struct dd total = total_of(&sums);
	const double mean = total.hi / count;
	s.mean = two_sum(mean,
	    (fma(-mean, count, total.hi) + total.lo) / count);
	double d = (first - s.mean.hi) - s.mean.lo;
	sums = (struct sums){ { n % 2 > 0 ? d * d : 0 }, { 0 } };
	for (size_t i = n % 2; i < n; i += 2)
		for (size_t j = 0; j < 2; j++) {
			d = (value[i + j] - s.mean.hi) - s.mean.lo;
			add_to(&sums, j, d * d);
		}
	s.stddev = sqrt(total_of(&sums).hi / (count - 1));
	return s;
}

static int
by_value(const void *a, const void *b)
{
	const double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

/* The value of that rank, from 0 (Hoare 1961, FIND); v is reordered. */
static double
quickselect(double *v, size_t n, size_t rank)
{
	const ptrdiff_t wanted = (ptrdiff_t)rank;
	ptrdiff_t first = 0, last = (ptrdiff_t)n - 1;

	while (first < last) {
		const double pivot = v[wanted];
		ptrdiff_t i = first, j = last;

		while (i <= j) {
			while (v[i] < pivot)
				i++;
			while (v[j] > pivot)
				j--;
			if (i <= j) {
				const double swapped = v[i];

				v[i++] = v[j];
				v[j--] = swapped;
			}
		}
		if (j < wanted)
			first = i;
		if (wanted < i)
			last = j;
	}
	return v[rank];
}

/* a + share (b - a) for a <= b, and at 0.5 their mean, well rounded. */
static double
interpolate(double a, double b, double share)
{
	return larger(a, smaller(b, (1 - share) * a + share * b));
}

/*
 * What would stand at a place in [0, n - 1] if the n > 0 values were sorted;
 * between two of them, interpolated; never -0.
 *
 * Method	Floyd and Rivest (1975): a sample guesses which values are
 *		near, one pass gathers them, and quickselect ends
 */
static double
value_at(const double *value, size_t n, double place)
{
	const size_t rank = (size_t)place, next = rank + (place > (double)rank);
	double *near = allocate(n, sizeof(*near));
	double low = -INFINITY, high = INFINITY;
	size_t inside, below;

	if (n > 1000) {		/* 4 standard errors either side of it */
		const size_t size = (size_t)(4 * sqrt((double)n));
		const size_t reach = (size_t)(2 * sqrt((double)size));
		const size_t guess = (size_t)(place / (double)n * (double)size);

		for (size_t i = 0; i < size; i++)
			near[i] = value[n / size * i];
		if (guess > reach)
			low = quickselect(near, size, guess - reach);
		if (guess + reach < size)
			high = quickselect(near, size, guess + reach);
	}
	for (;; low = -INFINITY, high = INFINITY) {	/* if that failed */
		inside = below = 0;
		for (size_t i = 0; i < n; i++) {	/* without a branch */
			near[inside] = value[i];
			inside += value[i] <= high;
			inside -= value[i] < low;
			below += value[i] < low;
		}
		if (below <= rank && next < below + inside)
			break;
	}
	const double a = quickselect(near, inside, rank - below);
	const double b = quickselect(near, inside, next - below);
	free(near);
	return interpolate(a, b, place - (double)rank) + 0.0;
}

/*
 * ---- Distributions -------------------------------------------------------
 * A value becomes its probability, and back.  Calls Arithmetic, libm, allocate.
 */

/* With so many, t is normal: the two differ by some t^4 / (4 df), or 1e-19. */
static const double NORMAL_DF = 1e25;
/* A chance that misses its level by no more than this is taken to reach it. */
static const double ROUNDING = 1e-13;

/* How |T| is distributed about one t, T being Student's t. */
struct t_tail {
	double outside, inside;	/* P(|T| > t), and the rest */
	double slope;	/* d inside / d ln t = 2 t density(t) */
};

/*
 * The density of |T| at 0: sqrt(2/pi) Gamma(a + 1/2) / (Gamma(a) sqrt(a)) with
 * a = df / 2.
 *
 * Method	with w = a - 1/4, Gamma(w + 3/4) / Gamma(w + 1/4) is sqrt(w)
 *		times a series in 1/w^2 (Fields 1966), whose terms left out
 *		are below 2e-17 once Gamma(a + 1) = a Gamma(a) raised w to 10
 * Accuracy	2e-15 relative
 */
static double
density_at_0(double df)
{
	static const double term[] = {
		1858590154455. / 0x1p46, -7334801895. / 0x1p40,
		20491783. / 0x1p33, -174317. / 0x1p27, 631. / 0x1p19,
		-19. / 0x1p13, 1. / 0x1p6, 1
	};
	const double root_2_over_pi = 0.79788456080286536;
	double w = df / 2 - 0.25, above = 1, below = 1, series = 0;

	for (; w < 10; w++) {	/* exact for a few whole df */
		above *= w + 0.25;
		below *= w + 0.75;
	}
	for (size_t i = 0; i < sizeof(term) / sizeof(*term); i++)
		series = series / (w * w) + term[i];
	return above / below * sqrt(w / (df / 2)) * series * root_2_over_pi;
}

/*
 * t_tail(t, df): what lies outside of +-t, which is a two-sided p-value, and
 * inside, for Student's t with df >= 1; df = INFINITY is the normal.
 *
 * Method	P(|T| > t) = I_x(df/2, 1/2) with x = 1 - y = df / (df + t^2);
 *		near the centre the hypergeometric series of the incomplete
 *		beta function (Abramowitz & Stegun 26.5.4), for the tail the
 *		continued fraction alpha_1 / (beta_1 + alpha_2 / (beta_2 +
 *		...)) of DiDonato & Morris, ACM TOMS 18 (1992), there BFRAC,
 *		with b = 1/2, as the sum of the differences of its
 *		convergents (Steed).  All terms of both are positive.
 * Accuracy	1e-14 relative, for whichever is the smaller, down to 1e-30;
 *		then 1e-12, as an error of the exponent counts, down to 1e-300
 * Special	t = 0 gives 0 inside, |t| > 1e150 0 outside, and NAN NAN
 */
static struct t_tail
t_tail(double t, double df)
{
	const double nu = smaller(NORMAL_DF, df), a = nu / 2;
	const double z = t * t / nu, x = 1 / (1 + z), y = z * x;
	const double slope = density_at_0(nu) * exp(-a * log1p(z)) *
	    (fabs(t) * sqrt(x));
	const double lambda = a * y - x / 2;
	double inverse = (a + 1) / (a * (lambda + 1));
	double term = inverse, sum = inverse;

	if (fabs(t) > 1e150)
		return (struct t_tail){ .outside = 0, .inside = 1 };
	if (y <= 3 / (6 + nu)) {
		term = sum = slope;
		for (int n = 0; term > 1e-17 * sum; n++) {
			term *= (a + n + 0.5) * y / (n + 1.5);
			sum += term;
		}
		return (struct t_tail){ 1 - sum, sum, slope };
	}
	for (int n = 1; term > 1e-17 * sum; n++) {
		const double c = n * (n - 0.5) * x / (a + 2 * n - 1);
		const double alpha = -c * x *
		    (a + n - 1) * (a + n - 0.5) / (a + 2 * n - 1);
		const double beta = n - c +
		    (a + n) / (a + 2 * n + 1) * (lambda + 1 + n * (1 + y));
		const double before = inverse;

		inverse = 1 / (beta + alpha * before);
		term *= -alpha * before * inverse;
		sum += term;
	}
	sum *= slope / 2;
	return (struct t_tail){ sum, 1 - sum, slope };
}

/*
 * t_critical(outside, inside, df) = the t with P(|T| > t) = outside and
 * P(|T| <= t) = inside.  They add up to 1; the smaller one must be exact.
 *
 * Method	Newton's on the logarithm of the smaller one as a function of
 *		ln t, which is concave: no step leads past the root from a
 *		start below it, which P(|T| > t) <= (1 + t^2/df)^(-df/2)
 *		gives, or the density, which falls from 0 on
 * Accuracy	1e-14 relative, as a step of 1e-9 leaves its square
 * Special	outside = 0 gives INFINITY, inside = 0 gives 0; outside below
 *		1e-300 underflows, and t may be 2% too large
 */
static double
t_critical(double outside, double inside, double df)
{
	const double nu = smaller(NORMAL_DF, df);
	const bool in_tail = outside < inside;
	double step = 1, t = in_tail ?
	    sqrt(nu) * sqrt(expm1(log(outside) * -2 / nu)) :
	    inside / density_at_0(nu);

	for (int i = 0; i < 100 && fabs(step) > 1e-9; i++) {
		const struct t_tail at = t_tail(t, nu);
		const double part = in_tail ? at.outside : at.inside;

		if (part == 0 || at.slope == 0)		/* underflow */
			break;
		step = log(part / (in_tail ? outside : inside)) * part /
		    at.slope;
		t *= exp(in_tail ? step : -step);
	}
	return t;
}

/*
 * The greatest l with P(B < l) <= chance, where B is how many of n things
 * happen of which each has probability p, 0 < p < 1; chance < 1/2.
 *
 * Method	relative chances, each from the one before it; those of 36
 *		standard deviations below the mean and more are left out
 */
static size_t
binomial_rank(size_t n, double p, double chance)
{
	const double odds = p / (1 - p), size = (double)n, tiny = 1e-280;
	const double first = floor(larger(0,
	    size * p - 36 * sqrt(size * p * (1 - p))));
	double at = tiny, all = 0, below = 0, k;

	for (k = first; at > 1e-20 * all; k++) {
		all += at;
		at *= (size - k) / (k + 1) * odds;
	}
	at = tiny;
	for (k = first; below + at <= chance * all * (1 + ROUNDING); k++) {
		below += at;
		at *= (size - k) / (k + 1) * odds;
	}
	return (size_t)k;
}

/*
 * The chances that a random draw from the ascending scores has a sum no more
 * than w above the least possible: for w = 0..limit, as an array to be freed.
 *
 * Method	Streitberg and Roehmel's (1986) shift algorithm: ways[a][w]
 *		counts the draws of a of the scores so far, w being above the
 *		least sum of a scores, but for those sure to leave the limit
 * Accuracy	1e-14 relative, as only positive numbers are added; there
 *		must be less than 1e300 draws
 */
static double *
draw_chances(const size_t *score, size_t pooled, size_t drawn, size_t limit)
{
	const size_t width = limit + 1;
	double *ways = allocate((drawn + 1) * width, sizeof(*ways));
	double all = 1, count = 0;

	memset(ways, 0, (drawn + 1) * width * sizeof(*ways));
	ways[0] = 1;
	for (size_t i = 0; i < pooled; i++) {
		size_t a = i < drawn ? i : drawn - 1;
		size_t rest = score[i] - score[a];	/* added at least */
		for (; rest <= limit; a--) {
			double *from = ways + a * width;
			double *to = from + width + score[i] - score[a];

			for (size_t w = 0; w + rest <= limit; w++)
				to[w] += from[w];
			if (a == 0 || i + drawn - a >= pooled)
				break;
			rest += score[i + drawn - a] - score[a - 1];
		}
	}
	for (size_t a = 1; a <= drawn; a++)
		all *= (double)(pooled - drawn + a) / (double)a;
	for (size_t w = 0; w <= limit; w++) {
		count += ways[drawn * width + w];
		ways[w] = count / all;
	}
	return ways;
}

/*
 * ---- Summary -------------------------------------------------------------
 * A sample becomes its figures.  Calls Arithmetic and Distributions.
 */

/* Values of one file, row, set and run become one: their mean. */
static void
average_runs(struct table *t)
{
	const struct table *runs = t->runs;

	for (size_t i = 0; runs != NULL && i < runs->nrows; i++) {
		const struct sample *values = &runs->row[i].sample[0];
		struct run run;

		memcpy(&run, runs->row[i].key.start, sizeof(run));
		append(find_sample(t, run.row, run.set, NULL),
		    moments_of(values->value, values->n).mean.hi, NULL);
	}
}

/* The level of what gets a part of the chance that a confidence leaves. */
static struct level
level_of(double percent, size_t part, size_t whole)
{
	const double outside = (100 - percent) / 100 * (double)part /
	    (double)whole;

	return (struct level){
		.percent = part == whole ? percent : 100 - 100 * outside,
		.outside = outside
	};
}

/* The quantile of Student's t; in a table, rows of equal df stand together. */
static double
t_at_level(struct level *level, double df)
{
	if (level->df != df) {
		level->df = df;
		level->t = t_critical(level->outside, level->percent / 100, df);
	}
	return level->t;
}

static bool
rejects(double p, const struct level *level)
{
	return p < 1 && p <= level->outside * (1 + ROUNDING);
}

/* The centre, a quantile, and values beyond which is at most half the level. */
static struct estimate
estimate_quantile(const struct summary *s, double quantile,
    const struct level *level)
{
	const double side = level->outside / 2;
	const size_t lower = binomial_rank(s->n, quantile, side);
	const size_t upper = binomial_rank(s->n, 1 - quantile, side);

	return (struct estimate){
		s->centre, lower > 0 ? s->sorted[lower - 1] : -INFINITY,
		upper > 0 ? s->sorted[s->n - upper] : INFINITY, NAN
	};
}

/* The figures of a sample, which must outlive them; a zero is never -0. */
static struct summary
summarize(const struct sample *sample, const struct question *question,
    struct level *level)
{
	const double *value = sample->value, n = (double)sample->n;

	if (sample->n == 0)
		return (struct summary){ .sample = sample };
	struct summary s = moments_of(value, sample->n);
	s.sample = sample;
	s.centre_error = s.lag1 = NAN;
	s.median = value_at(value, s.n, (n - 1) / 2);
	s.centre = s.mean.hi;
	s.mean_half_width = s.n == 1 ? NAN :
	    t_at_level(level, n - 1) * s.stddev / sqrt(n);
	double reach = s.mean_half_width;
	if (question->test->basis >= RANKS) {
		s.sorted = allocate(s.n, sizeof(*s.sorted));
		memcpy(s.sorted, value, s.n * sizeof(*s.sorted));
		qsort(s.sorted, s.n, sizeof(*s.sorted), by_value);
		s.centre = value_at(value, s.n, (n - 1) * question->quantile);
		const struct estimate q = estimate_quantile(&s,
		    question->quantile, level);
		reach = larger(q.upper - q.value, q.value - q.lower);
	}
	if (isfinite(reach / s.centre))
		s.centre_error = fabs(reach / s.centre);
	return s;
}

/* It is in [-1, 1]; 0 if all values are equal, NAN if fewer than 8. */
static double
lag1_correlation(const double *value, const struct summary *s)
{
	double squares = 0, products = 0, before = 0;

	if (s->n < 8 || s->stddev == 0)
		return s->n < 8 ? NAN : 0;
	for (size_t i = 0; i < s->n; i++) {
		const double d = ((value[i] - s->mean.hi) - s->mean.lo) /
		    s->stddev;

		squares += d * d;
		products += d * before;
		before = d;
	}
	return products / squares;
}

/*
 * Whether at most 1 in 100 independent samples correlates so: lag1 then has a
 * mean of -1/n and a deviation of (n - 2) / (n sqrt(n - 1)) (Moran 1948).
 */
static bool
is_correlated(double lag1, size_t count)
{
	const double n = (double)count, normal = 2.5758293035489004;

	return fabs(lag1 + 1 / n) * n * sqrt(n - 1) > (n - 2) * normal;
}

/* Whether each gap is above two standard deviations; then there are few. */
static bool
is_clock_coarse(const struct summary *s)
{
	const double *value = s->sample->value;

	for (double at = s->min, next; at < s->max; at = next) {
		next = s->max;
		for (size_t i = 0; i < s->n; i++)
			if (value[i] > at)
				next = smaller(next, value[i]);
		if ((next - at) / 2 <= s->stddev)
			return false;
	}
	return true;
}

/* The values a set it takes for ranks or quantiles to show anything. */
static double
least_needed(const struct question *question, const struct level *level)
{
	const double p = larger(question->quantile, 1 - question->quantile);
	double n = 0, chance = 2;	/* of extreme ranks: 2 / C(2n, n) */

	if (question->test->basis == QUANTILES)
		return ceil(log(level->outside / 2) / log(p) * (1 - ROUNDING));
	for (; !rejects(chance, level); n++)
		chance *= (n + 1) / (2 * (2 * n + 1));
	return n;
}

/* A closer look at a sample of at least two values, for -v. */
static void
examine(struct summary *s, const struct question *question,
    const struct level *level)
{
	const double *value = s->sample->value;
	/* Tukey's (1977) hinges and outer fences. */
	const double place = (double)((s->n + 1) / 2 - 1) / 2;
	const double lower = value_at(value, s->n, place);
	const double upper = value_at(value, s->n, (double)(s->n - 1) - place);
	const double low = lower - 3 * (upper - lower);
	const double high = upper + 3 * (upper - lower);

	for (size_t i = 0; i < s->n; i++)
		s->outliers += value[i] < low || value[i] > high;
	s->variation = fabs(s->stddev / s->mean.hi);
	s->lag1 = lag1_correlation(value, s);
	if (value[0] < low || value[0] > high)
		s->doubts |= DOUBT_WARM_UP;
	if (s->min == s->max)
		s->doubts |= DOUBT_CONSTANT;
	else if (is_clock_coarse(s))
		s->doubts |= DOUBT_COARSE;
	if (question->test->basis != PAIRS && is_correlated(s->lag1, s->n))
		s->doubts |= DOUBT_CORRELATED;
	if (question->test->basis == QUANTILES &&
	    (double)s->n < least_needed(question, level))
		s->doubts |= DOUBT_TOO_FEW;
}

/*
 * ---- Comparison ----------------------------------------------------------
 * Two samples in, their difference out.  Calls Arithmetic, Distributions and
 * Summary.  Prints nothing, and fails only for want of memory.
 */

/* ratio_error is that of mean 1 - ratio mean 2, by the delta method. */
static void
conclude(struct comparison *c, struct level *level, double df, double error,
    double ratio_error)
{
	const double size = fabs(c->reference->mean.hi);
	const double t = t_at_level(level, df);
	const double d = dd_difference(c->set->mean, c->reference->mean);
	const double half = t * error;
	const double part = d / size + 0.0, half_part = t * ratio_error / size;

	c->df = df;
	c->p = t_tail(d / error, df).outside;
	c->difference = (struct estimate){ d, d - half, d + half, half };
	c->relative = (struct estimate){
		part, part - half_part, part + half_part, half_part
	};
	c->has_relative = isfinite(fabs(part) + half_part);
	if (!isfinite(fabs(d) + half))
		c->obstacle = BEYOND_RANGE;
}

/* Student (1908): the variances are taken to be equal, and pooled. */
static void
compare_by_student(struct comparison *c, struct level *level)
{
	const double n1 = (double)c->set->n, n2 = (double)c->reference->n;
	const double s1 = c->set->stddev, s2 = c->reference->stddev;
	const double ratio = c->set->mean.hi / c->reference->mean.hi;
	const double df = n1 + n2 - 2, w = sqrt((n1 + n2) / (n1 * n2));
	const double e1 = sqrt((n1 - 1) / df) * s1;
	const double e2 = sqrt((n2 - 1) / df) * s2;

	c->spread = hypot(e1, e2);
	conclude(c, level, df, w * c->spread, w * hypot(e1, ratio * e2));
	if (larger(n1, n2) >= 1.5 * smaller(n1, n2) &&
	    larger(s1, s2) >= 2 * smaller(s1, s2) && c->spread > 0)
		c->doubts |= DOUBT_UNEQUAL;
}

/* Welch (1947): the variances may differ; df by Satterthwaite (1946). */
static void
compare_by_welch(struct comparison *c, struct level *level)
{
	const double n1 = (double)c->set->n, n2 = (double)c->reference->n;
	const double ratio = c->set->mean.hi / c->reference->mean.hi;
	const double e1 = sqrt(1 / n1) * c->set->stddev;
	const double e2 = sqrt(1 / n2) * c->reference->stddev;
	const double error = hypot(e1, e2);
	const double r1 = (e1 / error) * (e1 / error);
	const double r2 = (e2 / error) * (e2 / error);

	conclude(c, level, error == 0 ? n1 + n2 - 2 :
	    1 / (r1 * r1 / (n1 - 1) + r2 * r2 / (n2 - 1)), error,
	    hypot(e1, ratio * e2));
}

/*
 * Student's t of the differences of the i-th values, less the first of them:
 * pairs tend to differ by little, and equal differences must give exactly 0.
 */
static void
compare_by_pairs(struct comparison *c, struct level *level)
{
	const double *x = c->set->sample->value;
	const double *y = c->reference->sample->value;
	const double above = dd_difference(c->set->mean, c->reference->mean) /
	    c->reference->mean.hi;	/* the ratio of means - 1 */
	const struct dd first = two_sum(x[0], -y[0]);
	const size_t n = c->set->n;
	const double root = sqrt((double)n);
	double *residual = allocate(n, sizeof(*residual));

	for (size_t i = 0; i < n; i++)
		residual[i] = dd_difference(two_sum(x[i], -y[i]), first);
	struct summary s = moments_of(residual, n);
	c->spread = s.stddev;
	c->lag1 = lag1_correlation(residual, &s);
	if (is_correlated(c->lag1, n))
		c->doubts |= DOUBT_CORRELATED;
	for (size_t i = 0; i < n; i++)
		residual[i] -= above * (y[i] - y[0]);
	s = moments_of(residual, n);
	conclude(c, level, (double)n - 1, c->spread / root, s.stddev / root);
	free(residual);
}

/* How two samples rank among each other. */
struct ranks {
	uint64_t twice_u;	/* ties count half in U, and here once */
	double variance;	/* of U, ties corrected for */
	double half_tick;	/* half the least gap; 0 if no values tie */
};

/*
 * score, unless NULL, receives twice the midranks of the pooled values.  The
 * variance of U is m n (N^3 - sum of t^3) / (12 N (N - 1)) over groups of t
 * equal values (Lehmann, Nonparametrics, 1.35).  With B values below a group,
 * N^3 - sum of t^3 is 3 times the sum of t B (B + t), where nothing cancels.
 */
static struct ranks
rank_pooled(const struct summary *a, const struct summary *b, size_t *score)
{
	const double *x = a->sorted, *y = b->sorted;
	const size_t m = a->n, n = b->n;
	struct ranks r = { .variance = 0 };
	double before = -INFINITY, gap = INFINITY;
	bool tied = false;

	for (size_t i = 0, j = 0; i < m || j < n;) {
		const double value = j == n || (i < m && x[i] < y[j]) ?
		    x[i] : y[j];
		const size_t j_below = j, below = i + j;

		while (j < n && y[j] == value)
			j++;
		for (; i < m && x[i] == value; i++)
			r.twice_u += j_below + j;
		const size_t up_to = i + j;
		r.variance += (double)(up_to - below) * (double)below *
		    (double)up_to;
		gap = smaller(gap, value - before);
		before = value;
		tied = tied || up_to - below > 1;
		for (size_t t = below; score != NULL && t < up_to; t++)
			score[t] = below + up_to + 1;
	}
	const double total = (double)(m + n);
	r.half_tick = tied && isfinite(gap) ? gap / 2 : 0;
	r.variance *= (double)m * (double)n / (4 * total * (total - 1));
	return r;
}

/* Up to so many pairs of values, ranks are tested exactly. */
enum { EXACT_PAIRS = 2500 };

/*
 * P over all permutations of the pooled scores, ties and all; the sample of
 * the lower U is drawn, whose tail is the nearer one.  Without scores, P is
 * normal, U moved 0.5 towards its mean but not past it.
 */
static double
p_of_ranks(const struct ranks *ranks, const size_t *score, size_t m, size_t n)
{
	const double off = (double)ranks->twice_u - (double)m * (double)n;

	if (score == NULL)
		return fabs(off) <= 1 ? 1 : t_tail((fabs(off) - 1) / 2 /
		    sqrt(ranks->variance), INFINITY).outside;
	const size_t drawn = off > 0 ? n : m, u = (size_t)ranks->twice_u;
	size_t w = (off > 0 ? 2 * m * n - u : u) + drawn * (drawn + 1);
	for (size_t i = 0; i < drawn; i++)	/* the least sum of scores */
		w -= score[i];
	double *at_most = draw_chances(score, m + n, drawn, w);
	const double lower = at_most[w], upper = w > 0 ? 1 - at_most[w - 1] : 1;
	free(at_most);
	return smaller(1, 2 * smaller(lower, upper));
}

/*
 * The interval ends at the k-th least and greatest difference: without ties,
 * P(U < k) is at most half of what the level leaves out.  0: no interval.
 */
static uint64_t
rank_of_ends(size_t m, size_t n, struct level *level)
{
	const double pairs = (double)m * (double)n;
	size_t score[EXACT_PAIRS + 1], k;

	if (pairs > EXACT_PAIRS)
		return (uint64_t)larger(0, pairs / 2 + 0.5 -
		    t_at_level(level, INFINITY) *
		    sqrt(pairs * (double)(m + n + 1) / 12));
	for (k = 0; k < m + n; k++)
		score[k] = k + 1;
	double *at_most = draw_chances(score, m + n, m, m * n / 2);
	for (k = 0; k <= m * n / 2 && rejects(2 * at_most[k], level); k++)
		;
	free(at_most);
	return k;
}

/*
 * Two sorted samples, and so all differences x[i] - y[j], or ratios if y > 0.
 * They are counted, not stored: as they rise with i and fall with j, two
 * indices that only advance find those up to a bound in m + n steps.
 */
struct pairs {
	const double *x, *y;
	size_t m, n;
	bool ratios;
};

static inline double
pair_at(const struct pairs *s, size_t i, size_t j)
{
	return s->ratios ? s->x[i] / s->y[j] : s->x[i] - s->y[j];
}

/* How many are up to high; those that are above low go to few, if not NULL. */
static uint64_t
count_up_to(const struct pairs *s, double high, double low, double *few)
{
	uint64_t count = 0;

	for (size_t i = 0, j = 0; i < s->m; i++) {
		while (j < s->n && pair_at(s, i, j) > high)
			j++;
		count += s->n - j;
		for (size_t k = j; few != NULL && k < s->n &&
		    pair_at(s, i, k) > low; k++)
			*few++ = pair_at(s, i, k);
	}
	return count;
}

/* The n-th of all doubles in their order; -INFINITY is the 0th. */
static double
nth_double(uint64_t n)
{
	const uint64_t zero = (uint64_t)0x7ff << 52;	/* which 0 is */
	const union bits size = { .bits = n < zero ? zero - n : n - zero };

	return n < zero ? -size.value : size.value;
}

/* The k-th least, from 1: bisects the doubles until few are in between. */
static double
select_pair(const struct pairs *s, uint64_t k)
{
	const size_t room = s->m + s->n;
	uint64_t low = 0, below = 0, up_to = (uint64_t)s->m * s->n;
	uint64_t high = (uint64_t)0x7ff << 53;	/* the last, INFINITY */

	while (up_to - below > room) {
		const uint64_t middle = low + (high - low) / 2;

		if (middle == low)
			return nth_double(high) + 0.0;
		const uint64_t count = count_up_to(s, nth_double(middle), 0,
		    NULL);
		if (count >= k) {
			high = middle;
			up_to = count;
		} else {
			low = middle;
			below = count;
		}
	}
	double *few = allocate(room, sizeof(*few));
	count_up_to(s, nth_double(high), nth_double(low), few);
	const double selected = quickselect(few, (size_t)(up_to - below),
	    (size_t)(k - below - 1));
	free(few);
	return selected + 0.0;
}

/* Their median; and the k-th least and greatest, each moved half a tick out. */
static struct estimate
estimate_pairs(const struct pairs *s, uint64_t k, double half_tick)
{
	const uint64_t all = (uint64_t)s->m * s->n;
	const double lower = select_pair(s, (all + 1) / 2);
	const double upper = all % 2 != 0 ? lower : select_pair(s, all / 2 + 1);

	return (struct estimate){
		interpolate(lower, upper, 0.5),
		k > 0 ? select_pair(s, k) - half_tick : -INFINITY,
		k > 0 ? select_pair(s, all + 1 - k) + half_tick : INFINITY, NAN
	};
}

/* Mann and Whitney (1947), with the interval of Hodges and Lehmann (1963). */
static void
compare_by_ranks(struct comparison *c, struct level *level)
{
	const struct summary *a = c->set, *b = c->reference;
	const size_t m = a->n, n = b->n;
	const uint64_t k = rank_of_ends(m, n, level);
	struct pairs pairs = { a->sorted, b->sorted, m, n, false };
	size_t score[EXACT_PAIRS + 1];

	c->exact = (double)m * (double)n <= EXACT_PAIRS;
	const struct ranks ranks = rank_pooled(a, b, c->exact ? score : NULL);
	c->u = (double)ranks.twice_u / 2;
	c->p = p_of_ranks(&ranks, c->exact ? score : NULL, m, n);
	c->difference = estimate_pairs(&pairs, k, ranks.half_tick);
	if (a->min > 0 && b->min > 0) {
		pairs.ratios = true;
		const struct estimate ratio = estimate_pairs(&pairs, k,
		    ranks.half_tick / b->median);
		c->has_relative = ratio.value > 0 && isfinite(ratio.value);
		c->relative = (struct estimate){
			ratio.value - 1, larger(-1, ratio.lower - 1),
			ratio.upper - 1, NAN
		};
	}
}

/* a - b; for ratios ln (a / b), with no digits lost where they are near. */
static double
distance(double a, double b, bool ratio)
{
	return !ratio ? a - b : fabs(a - b) < b / 2 ? log1p((a - b) / b) :
	    log(larger(0, a) / larger(0, b));
}

/* Their distance, its interval recovered from theirs (Zou & Donner 2008). */
static struct estimate
recover(struct estimate a, struct estimate b, bool ratio)
{
	const double d = distance(a.value, b.value, ratio);

	return (struct estimate){
		d, d - hypot(distance(a.value, a.lower, ratio),
		    distance(b.upper, b.value, ratio)),
		d + hypot(distance(a.upper, a.value, ratio),
		    distance(b.value, b.lower, ratio)), NAN
	};
}

/* Two quantiles, whatever the distributions. */
static void
compare_by_quantile(struct comparison *c, struct level *level)
{
	const double share = c->question->quantile;
	const struct estimate a = estimate_quantile(c->set, share, level);
	const struct estimate b = estimate_quantile(c->reference, share, level);
	const double half_tick = rank_pooled(c->set, c->reference,
	    NULL).half_tick;

	c->difference = recover(a, b, false);
	c->difference.lower -= half_tick;
	c->difference.upper += half_tick;
	if (c->set->min > 0 && c->reference->min > 0) {
		const struct estimate logs = recover(a, b, true);

		c->has_relative = isfinite(logs.value);
		c->relative = (struct estimate){
			(a.value - b.value) / b.value,
			larger(-1, expm1(logs.lower) - half_tick / b.value),
			expm1(logs.upper) + half_tick / b.value, NAN
		};
	}
}

/* The tests; no two begin alike.  That of quantiles, last, is named pN. */
static const struct test tests[] = {
	{ "student", "Student's t", ", pooled s", MEANS, compare_by_student },
	{ "welch", "Welch's t", ", df", MEANS, compare_by_welch },
	{ "mannwhitney", "Mann-Whitney", " U", RANKS, compare_by_ranks },
	{ "paired", "paired t", ", s of differences", PAIRS, compare_by_pairs },
	{ NULL, NULL, NULL, QUANTILES, compare_by_quantile }
};

/* How a test names itself under a verdict. */
static void
describe_test(char *to, size_t size, const struct comparison *c)
{
	const struct question *q = c->question;
	char p[32];

	snprintf(p, sizeof(p), c->p < 1e-300 ? "< 1e-300" : "= %g", c->p);
	if (q->test->basis == QUANTILES)
		snprintf(to, size, "%s %g against %g", q->name, c->set->centre,
		    c->reference->centre);
	else if (q->test->basis == RANKS)
		snprintf(to, size, "%s%s = %g, p %s%s", q->title,
		    q->test->figure, c->u, p,
		    c->exact ? "" : ", normal approximation");
	else
		snprintf(to, size, "%s%s = %g", q->title, q->test->figure,
		    isnan(c->spread) ? c->df : c->spread);
}

/* Finds a test by its name, which q then keeps, or by a beginning of it. */
static bool
find_test(const char *name, struct question *q)
{
	const struct test *test = tests;
	char *end;

	while (test->name != NULL &&
	    strncmp(test->name, name, strlen(name)) != 0)
		test++;
	q->test = test;
	q->name = test->name;
	q->title = test->title;
	q->quantile = 0.5;
	if (test->name != NULL)
		return *name != '\0';
	q->name = q->title = name;
	q->quantile = strtod(name + 1, &end) / 100;
	return name[0] == 'p' && isdigit((unsigned char)name[1]) &&
	    name[strspn(name, "p.0123456789")] == '\0' && *end == '\0' &&
	    q->quantile > 0 && q->quantile < 1;
}

/* At a margin of 0, p decides for ranks, as ties may widen the interval. */
static enum verdict
judge(const struct comparison *c)
{
	const struct estimate i = c->tested;

	if ((i.lower > -c->margin && i.upper < c->margin) ||
	    (c->question->margin.given && i.lower == 0 && i.upper == 0))
		return EQUAL;
	if (isnan(c->u) || c->margin > 0)
		return i.lower > c->margin ? HIGHER :
		    i.upper < -c->margin ? LOWER : UNDECIDED;
	const double middle = (double)c->set->n * (double)c->reference->n / 2;
	return !rejects(c->p, &c->level) || c->u == middle ? UNDECIDED :
	    c->u > middle ? HIGHER : LOWER;
}

/* Compares, and holds the result against the margin, in the margin's terms. */
static struct comparison
compare(const struct question *question, struct level *level,
    const struct summary *a, const struct summary *b)
{
	const struct margin margin = question->margin;
	struct comparison c = {
		.obstacle = COMPARED, .question = question, .level = *level,
		.set = a, .reference = b, .spread = NAN, .df = NAN, .u = NAN,
		.p = NAN, .lag1 = NAN, .needed = NAN
	};

	if (question->test->basis >= RANKS &&
	    isinf(larger(a->max, b->max) - smaller(a->min, b->min)))
		c.obstacle = BEYOND_RANGE;
	else
		question->test->compare(&c, level);
	const bool relative = margin.percent && c.has_relative;
	c.tested = relative ? c.relative : c.difference;
	c.margin = relative ? margin.size / 100 :
	    margin.percent ? 0 : margin.size;
	if (margin.percent && !relative)
		c.doubts |= DOUBT_NO_RELATIVE;
	c.verdict = judge(&c);
	if (c.verdict == UNDECIDED &&
	    (isinf(c.difference.lower) || isinf(c.difference.upper)))
		c.doubts |= DOUBT_TOO_FEW;
	return c;
}

/*
 * A closer look, for -v: how many values a set it takes to show the margin, or
 * 1%, at this level with a power of 80%: the least n of at least ((t_level +
 * t_power) noise)^2, noise being the standard deviation of a difference of two
 * values, as a part of the effect.  If one end of the interval decides, it may
 * miss by chance 0.2, a two-sided 0.4; if both have to, each by 0.1.
 */
static void
examine_comparison(struct comparison *c)
{
	const struct question *q = c->question;
	const struct margin margin = q->margin;
	const double size = fabs(c->reference->mean.hi);
	const double effect = !margin.given ? size / 100 :
	    margin.percent ? size * (margin.size / 100) : margin.size;
	const double missed = !margin.given || q->one_sided ? 0.4 : 0.2;
	const double groups = q->test->basis == PAIRS ? 1 : 2;
	const double noise = (isnan(c->spread) ? hypot(c->set->stddev,
	    c->reference->stddev) : c->spread * sqrt(groups)) / effect;
	double n = MIN_VALUES, df = INFINITY;

	if (q->test->basis >= RANKS || !isfinite(noise))
		return;
	/* The search goes up from the n of the normal distribution. */
	for (; n <= 1e15 && isnan(c->needed); df = groups * (n - 1)) {
		const double t = t_at_level(&c->level, df) +
		    t_critical(missed, 1 - missed, df);
		const double enough = ceil(t * t * noise * noise);

		if (isinf(df))
			n = larger(n, enough);
		else if (enough > n)
			n++;
		else
			c->needed = n;
	}
}

/*
 * ---- Plot ----------------------------------------------------------------
 * Samples become heights of stacks and places of bars, comparisons places in
 * a strip.  Calls Arithmetic and allocate; prints nothing.
 */

struct plot {
	size_t width;	/* in columns; 0: no plot */
	size_t nsets;
	size_t height;	/* of the tallest stack, in symbols */
	size_t each;	/* values for which a symbol stands */
	size_t *stack;	/* [set * width + column], in symbols */
	struct bar {	/* |___A___| of a set, in columns from 0 */
		size_t left, right;	/* mean -+ one standard deviation */
		size_t mean, median;
	} bar[MAX_SETS];
	double least, most;	/* middles of the first and last column */
	double step;	/* the width of a column */
	/* Values times scale, so that no span overflows or vanishes. */
	double scale, scaled_origin, scaled_step;
};

static size_t
column_of(const struct plot *plot, double value)
{
	const double place = (value * plot->scale - plot->scaled_origin) /
	    plot->scaled_step;

	return (size_t)larger(0, smaller(place, (double)(plot->width - 1)));
}

/* It is at most limit lines high (0: any); none if all is in one place. */
static struct plot
make_plot(const struct summary *summary, size_t nsets, size_t width,
    size_t limit)
{
	const size_t count = nsets * width;
	const struct summary *const end = summary + nsets;
	double reach = 0, least = INFINITY, most = -INFINITY;
	size_t tallest = 0;

	for (const struct summary *s = summary; s < end; s++)
		reach = larger(reach, larger(s->max, -s->min));
	const double scale = reach > 1 ? 0x1p-4 : 0x1p60;
	for (const struct summary *s = summary; s < end; s++) {
		const double mean = s->mean.hi * scale, sd = s->stddev * scale;

		most = larger(most, larger(s->max * scale, mean + sd));
		least = smaller(least, smaller(s->min * scale, mean - sd));
	}
	const double step = (most - least) / (double)(width - 1);
	if (!(step > 0))
		return (struct plot){ .width = 0 };
	struct plot plot = {
		.width = width, .nsets = nsets, .each = 1,
		.least = least / scale, .most = most / scale,
		.step = step / scale, .scale = scale,
		.scaled_origin = least - step / 2, .scaled_step = step,
		.stack = allocate(count, sizeof(*plot.stack))
	};
	memset(plot.stack, 0, count * sizeof(*plot.stack));
	for (size_t i = 0; i < nsets; i++) {
		const struct summary *s = &summary[i];
		size_t *stack = plot.stack + i * width;

		for (size_t j = 0; j < s->n; j++)
			stack[column_of(&plot, s->sample->value[j])]++;
		plot.bar[i] = (struct bar){
			.left = column_of(&plot, s->mean.hi - s->stddev),
			.right = column_of(&plot, s->mean.hi + s->stddev),
			.mean = column_of(&plot, s->mean.hi),
			.median = column_of(&plot, s->median)
		};
	}
	for (size_t i = 0; i < count; i++)
		if (plot.stack[i] > tallest)
			tallest = plot.stack[i];
	if (limit > 0 && tallest > limit)
		plot.each = (tallest - 1) / limit + 1;
	for (size_t i = 0; i < count; i++)	/* none is lost */
		plot.stack[i] = (plot.stack[i] + plot.each - 1) / plot.each;
	plot.height = (tallest - 1) / plot.each + 1;
	return plot;
}

/* The axis beside a table, for the relative changes of all rows. */
struct strip {
	size_t width;	/* in columns; 0: no strip */
	double low, high;	/* its ends, as ln ratio */
	double low_change, high_change;	/* the same, relative */
};

/* ln (1 + relative); -INFINITY from -100 % down. */
static double
log_ratio(double relative)
{
	return log1p(larger(-1, relative));
}

/* The axis holds 0, all estimates, and their ends within twice that span. */
static struct strip
make_strip(const struct comparison *c, size_t n, size_t width)
{
	double low = 0, high = 0, lowest = 0, highest = 0;

	for (size_t i = 0; i < n; i++) {
		const struct estimate r = c[i].relative;
		const double changes[] = { r.value, r.lower, r.upper };

		for (size_t j = 0; j < 3 && c[i].has_relative; j++) {
			const double point = log_ratio(changes[j]);

			if (!isfinite(point))
				continue;
			lowest = smaller(lowest, point);
			highest = larger(highest, point);
			low = j == 0 ? smaller(low, point) : low;
			high = j == 0 ? larger(high, point) : high;
		}
	}
	const double more = high > low ? (high - low) / 2 : INFINITY;
	low = larger(lowest, low - more);
	high = smaller(highest, high + more);
	return (struct strip){ width, low, high, expm1(low), expm1(high) };
}

/* The column of a point; the axis leaves one free at either side. */
static size_t
strip_column(const struct strip *strip, double point)
{
	const double span = strip->high - strip->low;
	const double last = (double)(strip->width - 3);

	if (!(span > 0))
		return strip->width / 2;
	point = smaller(larger(point, strip->low), strip->high);
	return 1 + (size_t)((point - strip->low) / span * last + 0.5);
}

/*
 * ---- Report --------------------------------------------------------------
 * The table becomes figures, verdicts and the exit status.  Warns of rows that
 * cannot be compared, and ends the program if all are such.
 */

enum gate {
	/* These fail when something is shown. */
	GATE_ANY, GATE_HIGHER, GATE_LOWER, GATE_NONE,
	/* These, from GATE_EQUAL on, pass only when something is shown. */
	GATE_EQUAL, GATE_NOT_HIGHER, GATE_NOT_LOWER, GATES
};

static const char *const gates[GATES] = {
	"any", "higher", "lower", "none", "equal", "not-higher", "not-lower"
};

/* What the confidence covers: each comparison, all together, those shown. */
enum family { FAMILY_EACH, FAMILY_ALL, FAMILY_SHOWN, FAMILIES };

static const char *const families[FAMILIES] = { "each", "all", "shown" };

/* What the command line asks for. */
struct options {
	struct selection selection;
	struct question question;
	double confidence;	/* percent */
	enum family family;
	enum gate gate;
	const struct format *format;
	size_t width;	/* -w; 0: what fits */
	size_t columns;	/* of the terminal; 0: the output is none */
	size_t height;	/* of the plot; 0: no limit */
	bool plot, compare, headings, separate_bars, verbose, colour;
	bool closely;	/* find what -v or a program wants to know */
	int request;	/* h or V: help or the version; else 0 */
	char *const *file;
	size_t nfiles;
};

/* A row in figures: a summary and a comparison for each set. */
struct report_row {
	const char *key;	/* blanks between parts; "": the only row */
	struct summary *summary;
	struct comparison *comparison;	/* UNDECIDED unless COMPARED */
	bool complete;	/* nothing is missing or too few */
	unsigned doubts;	/* of any of its comparisons */
};

struct report {
	const struct options *options;
	const struct table *table;
	size_t nsets;
	size_t reference;	/* the set that the others are held against */
	struct level level;	/* of each set, then of each comparison */
	struct report_row *row;	/* and the means; comparisons adjoin */
	size_t nrows;	/* to be shown: with these, if all sets have one */
	size_t ncompared;	/* comparisons, and how they came out */
	size_t count[EQUAL + 1];	/* [verdict] */
	size_t nlacking;	/* comparisons that lack values */
	size_t nrows_compared;	/* rows with some comparison */
	size_t nrows_different;	/* of these, rows that differ */
	struct plot plot;	/* of the only row */
	enum status status;
};

static bool
gate_fails(enum gate gate, const struct comparison *c)
{
	const enum verdict v = c->verdict;
	const bool fails[GATES] = {
		[GATE_ANY] = v == HIGHER || v == LOWER,
		[GATE_HIGHER] = v == HIGHER, [GATE_LOWER] = v == LOWER,
		[GATE_EQUAL] = v != EQUAL,
		[GATE_NOT_HIGHER] = v != EQUAL && v != LOWER &&
		    !(c->tested.upper < c->margin),
		[GATE_NOT_LOWER] = v != EQUAL && v != HIGHER &&
		    !(c->tested.lower > -c->margin)
	};

	return c->obstacle != NOT_ASKED && fails[gate];
}

/* The summaries of a row, and which comparisons are possible. */
static void
summarize_row(struct report *report, const struct row *row,
    struct report_row *r)
{
	const struct options *o = report->options;
	const size_t reference = row->sample[report->reference].n;
	const size_t before = report->ncompared;
	char *key = copy_string(row->key.start, row->key.length);
	char *const *name = report->table->set;

	r->key = key;
	for (size_t i = 0; i < row->key.length; i++)
		key[i] = key[i] == '\0' ? ' ' : key[i];
	for (size_t i = 0; i < report->nsets; i++) {
		const size_t n = row->sample[i].n;
		const size_t fewer = n < reference ? n : reference;
		const enum obstacle obstacle =
		    i == report->reference || !o->compare ? NOT_ASKED :
		    fewer == 0 ? MISSING :
		    fewer < MIN_VALUES ? TOO_FEW : COMPARED;
		const bool lacks = obstacle == MISSING || obstacle == TOO_FEW;

		if (n < MIN_VALUES && !has_keys(&o->selection))
			die(name[i], 0, "%zu value%s, but at least %d are "
			    "needed", n, n == 1 ? "" : "s", MIN_VALUES);
		if (lacks && report->nlacking++ < 5)
			warn(NULL, 0, "%s: not compared: %s has %zu value%s, "
			    "%s %zu", key, name[report->reference], reference,
			    reference == 1 ? "" : "s", name[i], n);
		r->summary[i] = summarize(&row->sample[i], &o->question,
		    &report->level);
		if (isinf(r->summary[i].stddev))
			die(name[i], 0, "the standard deviation is beyond the "
			    "range of a double");
		r->comparison[i] = (struct comparison){ .obstacle = obstacle };
		r->complete = r->complete && n > 0 && !lacks;
		report->ncompared += obstacle == COMPARED;
	}
	report->nrows_compared += report->ncompared > before;
}

static void
compare_row(struct report *report, struct report_row *r)
{
	const struct options *o = report->options;
	const struct summary *reference = &r->summary[report->reference];
	const char *colon = *r->key == '\0' ? "" : ": ";
	bool different = false;

	r->doubts = 0;
	for (size_t i = 0; i < report->nsets; i++) {
		struct comparison *c = &r->comparison[i];
		const size_t n = r->summary[i].n;

		/* Pairs go by order: one value too few shifts them all. */
		if (o->question.test->basis == PAIRS && n != reference->n &&
		    (c->obstacle == COMPARED || c->obstacle == TOO_FEW))
			die(report->table->set[i], 0, "%s%s%zu value%s cannot "
			    "be paired with %zu of the reference", r->key,
			    colon, n, n == 1 ? "" : "s", reference->n);
		if (c->obstacle == COMPARED)
			*c = compare(&o->question, &report->level,
			    &r->summary[i], reference);
		if (c->obstacle == BEYOND_RANGE)
			die(report->table->set[i], 0, "%s%sthe difference is "
			    "beyond the range of a double", r->key, colon);
		if (c->obstacle == COMPARED && o->verbose)
			examine_comparison(c);
		report->count[c->verdict]++;
		r->doubts |= c->doubts;
		different |= c->verdict == HIGHER || c->verdict == LOWER;
		if (gate_fails(o->gate, c))
			report->status = STATUS_DIFFERENT;
	}
	report->nrows_different += different;
}

/*
 * Compares all rows at the level that the family asks for.  For those shown,
 * all are assumed to be shown at first; as long as fewer are, their number is
 * assumed instead (Benjamini & Hochberg 1995 for p; Benjamini & Yekutieli 2005
 * for intervals).  To compare nothing is trouble, but for a single file.
 */
static void
compare_rows(struct report *report)
{
	const struct options *o = report->options;
	const size_t m = report->ncompared > 0 ? report->ncompared : 1;
	size_t assumed, shown = o->family == FAMILY_ALL ? 1 : m;

	do {
		assumed = shown > 0 ? shown : 1;
		report->level = level_of(o->confidence, assumed, m);
		memset(report->count, 0, sizeof(report->count));
		report->nrows_different = 0;
		report->status = STATUS_SAME;
		for (size_t i = 0; i < report->table->nrows; i++)
			compare_row(report, &report->row[i]);
		shown = report->count[HIGHER] + report->count[LOWER];
	} while (o->family == FAMILY_SHOWN && shown < assumed && assumed > 1);
	if (report->ncompared > 0 || !o->compare)
		return;
	if (report->nsets > 1)
		die(NULL, 0, "nothing could be compared: no row has %d values "
		    "in the reference and in another set", MIN_VALUES);
	if (o->selection.column[COLUMN_SET] != NULL || o->gate >= GATE_EQUAL)
		die(NULL, 0, "nothing could be compared: there is but one "
		    "set, %s", report->table->set[report->reference]);
}

/*
 * Fills the last row with the geometric means of centres over all complete
 * rows, and their relative differences, which no test compares.  Each is sought
 * above the first centre, so that of equal ones it is exactly that.
 */
static void
find_geometric_means(struct report *report)
{
	const struct options *o = report->options;
	const size_t nrows = report->table->nrows;
	struct report_row *r = &report->row[nrows];

	for (size_t i = 0; i < report->nsets; i++) {
		double above = 0, first = NAN, n = 0, centre;

		for (size_t j = 0; j < nrows; j++)
			if (report->row[j].complete) {
				centre = report->row[j].summary[i].centre;
				first = n++ == 0 ? centre : first;
				above += log(centre) - log(first);
			}
		/* NAN or -INFINITY if a centre is not positive. */
		const double mean = above == 0 ? first : above > -INFINITY ?
		    exp(log(first) + above / n) : NAN;
		r->complete = r->complete && mean > 0;
		r->summary[i] = (struct summary){
			.n = 1, .mean = { mean, 0 }, .centre = mean,
			.centre_error = NAN
		};
	}
	const double reference = r->summary[report->reference].centre;
	for (size_t i = 0; i < report->nsets; i++) {
		const double change = i == report->reference || !o->compare ?
		    NAN : (r->summary[i].centre - reference) / reference;

		r->comparison[i] = (struct comparison){
			.has_relative = !isnan(change),
			.relative = { change, NAN, NAN, NAN }
		};
	}
	report->nrows = nrows + (r->complete && has_keys(&o->selection));
}

/* All there is to tell.  Options and table stay in use by the report. */
static struct report
make_report(const struct options *o, const struct table *table)
{
	const size_t nrows = table->nrows, nsets = table->nsets;
	const size_t n = nsets * (nrows + 1);
	struct summary *summary = allocate(n, sizeof(*summary));
	struct comparison *comparison = allocate(n, sizeof(*comparison));
	struct report report = {
		.options = o, .table = table, .nsets = nsets, .reference = 0,
		.level = level_of(o->confidence, 1, 1),
		.row = allocate(nrows + 1, sizeof(*report.row))
	};

	for (size_t i = 0; i <= nrows; i++) {
		report.row[i] = (struct report_row){
			"geometric mean", summary + i * nsets,
			comparison + i * nsets, true, 0
		};
		if (i < nrows)
			summarize_row(&report, &table->row[i], &report.row[i]);
	}
	if (report.nlacking > 5)
		warn(NULL, 0, "%zu more not compared", report.nlacking - 5);
	compare_rows(&report);
	for (size_t i = 0; o->closely && i < nrows * nsets; i++)
		if (summary[i].n > 1)
			examine(&summary[i], &o->question, &report.level);
	find_geometric_means(&report);
	if (o->plot && !has_keys(&o->selection))
		report.plot = make_plot(summary, nsets, o->width > 0 ?
		    o->width : o->columns > 0 ? o->columns - 2 :
		    DEFAULT_WIDTH, o->height);
	return report;
}

/*
 * ---- Rendering -----------------------------------------------------------
 * The report becomes text, JSON or CSV, and its doubts warnings.  Calls stdio,
 * put_text, find_name and Plot's strip; computes nothing but the layout.
 */

/* Enough for MAX_SETS; x, O, A and M have a meaning of their own. */
static const char symbols[] =
    "x+*%#@Oabcdefghijklmnopqrstuvwyz" "BCDEFGHIJKLNPQRSTUVWXYZ";

enum colour { PLAIN, BOLD, DIM, FAILED, PASSED, OF_SETS };

/* The escape (ECMA-48) for a colour; that of set i is OF_SETS + i. */
static const char *
paint(const struct options *o, size_t colour)
{
	static const char *const escapes[] = {
		[PLAIN] = "\033[0m", [BOLD] = "\033[1m", [DIM] = "\033[2m",
		[FAILED] = "\033[1;31m", [PASSED] = "\033[1;32m",
		/* Last those of verdicts, red and green. */
		[OF_SETS] = "\033[36m", "\033[33m", "\033[35m", "\033[34m",
		"\033[32m", "\033[31m"
	};
	const size_t n = sizeof(escapes) / sizeof(*escapes);

	while (colour >= n)	/* sets take turns */
		colour -= n - OF_SETS;
	return o->colour ? escapes[colour] : "";
}

/* What the gate makes of a comparison, if there is one. */
static enum colour
verdict_colour(const struct options *o, const struct comparison *c)
{
	if (c->obstacle != COMPARED)
		return PLAIN;
	if (gate_fails(o->gate, c))
		return FAILED;
	return o->gate >= GATE_EQUAL ||
	    (o->gate == GATE_HIGHER && c->verdict == LOWER) ||
	    (o->gate == GATE_LOWER && c->verdict == HIGHER) ? PASSED : BOLD;
}

/* A character of the plot; '\0' is blank. */
struct glyph {
	char symbol;
	size_t colour;	/* PLAIN, or that of its set */
};

/* Prints a line of the plot and leaves it blank. */
static void
print_glyphs(FILE *out, const struct options *o, struct glyph line[],
    size_t width)
{
	size_t colour = PLAIN;

	putc('|', out);
	for (size_t i = 0; i < width; i++) {
		if (line[i].colour != colour)
			fputs(paint(o, line[i].colour), out);
		colour = line[i].colour;
		putc(line[i].symbol != '\0' ? line[i].symbol : ' ', out);
	}
	fprintf(out, "%s|\n", colour != PLAIN ? paint(o, PLAIN) : "");
	memset(line, 0, width * sizeof(*line));
}

static void
print_plot(FILE *out, const struct options *o, const struct plot *plot)
{
	const struct glyph shared = { plot->nsets == 2 ? '*' : '&', PLAIN };
	struct glyph line[MAX_WIDTH] = { { '\0', PLAIN } }, *g;
	char border[MAX_WIDTH + 1];

	if (plot->width == 0) {
		fputs("[no plot, span is zero width]\n", out);
		return;
	}
	memset(border, '-', plot->width);
	border[plot->width] = '\0';
	fprintf(out, "+%s+\n", border);
	for (size_t height = plot->height; height-- > 0; ) {
		const size_t *stack = plot->stack;

		for (size_t i = 0; i < plot->nsets; i++)
			for (g = line; g < line + plot->width; g++)
				if (*stack++ > height)
					*g = g->symbol != '\0' ? shared :
					    (struct glyph){ symbols[i],
					    OF_SETS + i };
		print_glyphs(out, o, line, plot->width);
	}
	for (size_t i = 0; i < plot->nsets; i++) {
		const struct bar *bar = &plot->bar[i];
		const size_t colour = OF_SETS + i;

		line[bar->left] = line[bar->right] =
		    (struct glyph){ '|', colour };
		for (g = line + bar->left; g < line + bar->right; g++)
			if (g->symbol == '\0')
				*g = (struct glyph){ '_', colour };
		line[bar->median] = (struct glyph){ 'M', colour };
		line[bar->mean] = (struct glyph){ 'A', colour };
		if (o->separate_bars || i == plot->nsets - 1)
			print_glyphs(out, o, line, plot->width);
	}
	fprintf(out, "+%s+\n", border);
	if (plot->each > 1)
		fprintf(out, "[a symbol stands for up to %zu values]\n",
		    plot->each);
	if (o->verbose)
		fprintf(out, "[%g to %g, a column is %g wide]\n", plot->least,
		    plot->most, plot->step);
}

/* Prints a verdict; rows: of how many, in words.  Returns its length. */
static int
print_claim(FILE *out, const struct options *o, enum verdict verdict,
    const char *rows)
{
	static const char *const covered[] =
	    { "", " over all", " of those shown" };
	const struct margin m = o->question.margin;
	const bool equal = verdict == EQUAL, none = verdict == UNDECIDED;
	char margin[40] = "", confidence[400];
	int decimals = 0;

	if (m.given)
		sprintf(margin, " %s %g%s", equal ? "within" : "beyond",
		    m.size, m.percent ? "%" : "");
	do	/* one decimal, or as many as it takes */
		sprintf(confidence, "%.*f", ++decimals, o->confidence);
	while (strtod(confidence, NULL) != o->confidence && decimals < 330);
	return fprintf(out, "%s%s%s%s at %s%% confidence%s", equal ? "Equal" :
	    none ? "No difference" : "Difference", margin,
	    none ? " proven" : "", rows, confidence, covered[o->family]);
}

/* 5 +/- 2, or 5 (1 to 8) for an interval that is not symmetric. */
static void
print_estimate(FILE *out, double scale, const char *unit, struct estimate e)
{
	fprintf(out, "\t%g%s ", scale * e.value, unit);
	if (isnan(e.half_width))
		fprintf(out, "(%g%s to %g%s)\n", scale * e.lower,
		    unit, scale * e.upper, unit);
	else
		fprintf(out, "+/- %g%s\n", scale * e.half_width, unit);
}

/* Doubts in the order of enum doubt, that is by bits. */
static const struct {
	const char *word;	/* for programs */
	const char *sentence;	/* for people, with -v */
	const char *unasked;	/* without it, too; or NULL */
} doubts[] = {
	{ "constant", "all values are equal", NULL },
	{ "warm-up", "the first value is an outlier: was it a warm-up?", NULL },
	{ "coarse", "few distinct values: the clock is too coarse", NULL },
	{ "correlated",
	    "successive values are correlated: the confidence is too high",
	    NULL },
	{ "too-few", "too few values to show anything at this level",
	    "too few values to show anything at this confidence" },
	{ "unequal",
	    "counts and spreads differ: Student's t errs, use -t welch",
	    "Student's t errs where counts and spreads differ so: "
	    "use -t welch" },
	{ "no-relative",
	    "no relative interval, so that a margin in percent is 0",
	    "a margin in percent is taken as 0 where there is no relative "
	    "interval" }
};

enum { DOUBTS = sizeof(doubts) / sizeof(*doubts) };

static void
print_doubts(FILE *out, unsigned found)
{
	for (size_t i = 0; i < DOUBTS; i++)
		if (found & 1u << i)
			fprintf(out, "\twarning: %s\n", doubts[i].sentence);
}

/* What stands below the line of a set: what -v says of it, and the verdict. */
static void
print_findings(FILE *out, const struct options *o, const struct summary *s,
    const struct comparison *c)
{
	const struct margin m = o->question.margin;
	char description[200];

	if (o->verbose) {
		fprintf(out, "\tmean %g +/- %g", s->mean.hi,
		    s->mean_half_width);
		if (isfinite(s->variation))
			fprintf(out, ", variation %.3g%%", 100 * s->variation);
		fprintf(out, "\n\t%zu outlier%s", s->outliers,
		    s->outliers == 1 ? "" : "s");
		if (!isnan(s->lag1))	/* 0.00 without a minus */
			fprintf(out, ", lag-1 correlation %.2f",
			    fabs(s->lag1) < 0.005 ? 0 : s->lag1);
		putc('\n', out);
		print_doubts(out, s->doubts);
	}
	if (c->obstacle != COMPARED)
		return;
	fputs(paint(o, verdict_colour(o, c)), out);
	print_claim(out, o, c->verdict, "");
	fprintf(out, "%s\n", paint(o, PLAIN));
	if (c->verdict == UNDECIDED && !o->verbose)
		return;
	print_estimate(out, 1, "", c->difference);
	if (c->has_relative)
		print_estimate(out, 100, "%", c->relative);
	describe_test(description, sizeof(description), c);
	fprintf(out, "\t(%s)\n", description);
	if (!o->verbose)
		return;
	if (!isnan(c->p)) {
		fprintf(out, c->p < 1e-300 ? "\tp < 1e-300" : "\tp = %g", c->p);
		fprintf(out, m.given ? " (against no difference at all)\n" :
		    " (a difference is shown at %g or less)\n",
		    c->level.outside);
	}
	if (!isnan(c->lag1))
		fprintf(out, "\tlag-1 correlation of differences %.2f\n",
		    fabs(c->lag1) < 0.005 ? 0 : c->lag1);
	if (!isnan(c->needed) && m.given)
		fprintf(out, "\tto be within %g%s if unchanged: %.0f values "
		    "(80%% power%s)\n", m.size, m.percent ? "%" : "",
		    c->needed, o->question.one_sided ? ", one side" : "");
	else if (!isnan(c->needed))
		fprintf(out, "\tto show a change of 1%%: %.0f values a set "
		    "(80%% power)\n", c->needed);
	print_doubts(out, c->doubts);
}

/* A line of the table, heading or row, is a name, and some cells a set. */
enum { CELL_CENTRE, CELL_ERROR, CELL_DIFFERENCE, CELLS, CELL_SIZE = 64 };

struct paper {
	const char **name;	/* [line], cut if need be */
	char (*cell)[CELL_SIZE];	/* [line * ncells + cell] */
	size_t ncells;
	size_t name_width;	/* the widest name's */
	size_t width[MAX_SETS * CELLS];	/* and a gap before it; or 0 */
	struct strip strip;
};

/* So many bytes of a string fill so many columns. */
struct extent {
	size_t bytes, columns;
};

/* The beginning that fills this many columns: a byte shown as \xNN fills 4. */
static struct extent
measure(const char *string, size_t columns)
{
	const size_t length = strlen(string);
	struct extent e = { 0, 0 };

	while (e.columns < columns && e.bytes < length) {
		const size_t used =
		    printable_length(string + e.bytes, length - e.bytes);

		e.bytes += used > 0 ? used : 1;
		e.columns += used > 0 ? 1 : 4;
	}
	return e;
}

/* Appends a share as so many digits of percent, or all before the point. */
static void
add_percent(char cell[], const char *format, double share, int digits)
{
	const double percent = 100 * share;

	while (digits < 9 && fabs(percent) >= pow(10, digits) - 0.5)
		digits++;
	sprintf(cell + strlen(cell), format, digits, percent);
}

/* What a row has in this cell; "": there is nothing to tell. */
static void
format_cell(char cell[], const struct report_row *row, size_t i)
{
	const struct summary *s = &row->summary[i / CELLS];
	const struct comparison *c = &row->comparison[i / CELLS];
	const struct estimate r = c->relative;

	*cell = '\0';
	if (i % CELLS == CELL_CENTRE && s->n > 0) {
		/* Five digits or more; from 1e-5 to below 1e13 no exponent. */
		sprintf(cell, "%.4e", s->centre);
		const int exponent = atoi(strchr(cell, 'e') + 1);
		if (exponent >= -5 && exponent <= 12)
			sprintf(cell, "%.*f", exponent < 4 ? 4 - exponent : 0,
			    s->centre);
	}
	if (i % CELLS == CELL_ERROR && s->n > 0 && isfinite(s->centre_error))
		add_percent(cell, "+/- %.*g%%", s->centre_error, 2);
	if (i % CELLS != CELL_DIFFERENCE)
		return;
	if (c->obstacle == MISSING || c->obstacle == TOO_FEW)
		strcpy(cell, c->obstacle == MISSING ? "missing" : "too few");
	else if (c->obstacle == COMPARED &&
	    (c->verdict == EQUAL || c->verdict == UNDECIDED))
		strcpy(cell, c->verdict == EQUAL ? "=" : "~");
	else if (c->has_relative) {
		add_percent(cell, "%+.*g%%", r.value, 3);
		if (!isnan(r.half_width))
			add_percent(cell, " +/- %.*g%%", r.half_width, 3);
		else if (!isnan(r.lower)) {
			add_percent(cell, " (%+.*g%%", r.lower, 3);
			add_percent(cell, " to %+.*g%%)", r.upper, 3);
		}
	} else if (c->obstacle == COMPARED)
		sprintf(cell, "%+.3g", c->difference.value);
}

/*
 * Cuts names to a width: to the first columns, .. and the last that fit.  Of
 * equal ones all but one end in ~2, ~3 and so on.  Returns how many differ
 * without that.  Unless keep is set this is a trial.
 */
static size_t
cut_names(const char **name, size_t n, size_t width, size_t first, bool keep)
{
	struct index distinct = { .n = 0 };
	size_t *count = allocate(n, sizeof(*count));
	char cut[4 * MAX_WIDTH + 2 * PADDING], number[24];

	memset(count, 0, n * sizeof(*count));
	for (size_t i = 0; i < n; i++) {
		const size_t whole = measure(name[i], SIZE_MAX).columns;
		const size_t last = whole - width + 2 + first;

		if (whole <= width)
			strcpy(cut, name[i]);
		else
			sprintf(cut, "%.*s..%s",
			    (int)measure(name[i], first).bytes, name[i],
			    name[i] + measure(name[i], last).bytes);
		const size_t same = find_name(&distinct,
		    (struct text){ cut, strlen(cut) }, NULL);
		if (++count[same] > 1) {
			sprintf(number, "~%zu", count[same]);
			strcpy(cut + measure(cut, width - strlen(number)).bytes,
			    number);
		}
		if (keep)
			name[i] = copy_string(cut, strlen(cut));
	}
	for (size_t i = 0; i < distinct.n; i++)
		free(distinct.name[i].start);
	free(distinct.name);
	free(distinct.slot);
	free(count);
	return distinct.n;
}

enum { LEAST_NAME = 8, NARROWEST = 5, LEAST_STRIP = 20, MOST_STRIP = 60 };

/*
 * Makes a table of n rows fit a terminal: the sets' own errors go, then names
 * are cut where that keeps most of them apart.  Returns the columns left.
 */
static size_t
fit_paper(struct paper *paper, size_t n, size_t columns)
{
	size_t used = paper->name_width, most = 0, best = 0;

	for (size_t i = 0; i < paper->ncells; i++)
		used += paper->width[i];
	if (used > columns)
		for (size_t i = CELL_ERROR; i < paper->ncells; i += CELLS) {
			used -= paper->width[i];
			paper->width[i] = 0;
		}
	if (used <= columns || paper->name_width <= LEAST_NAME)
		return used < columns ? columns - used : 0;
	used -= paper->name_width;
	const size_t width = columns > used + LEAST_NAME ? columns - used :
	    LEAST_NAME;
	for (size_t first = width - 1; most < n && first-- > 0; ) {
		const size_t apart =
		    cut_names(paper->name + 1, n, width, first, false);

		best = apart > most ? first : best;
		most = apart > most ? apart : most;
	}
	cut_names(paper->name + 1, n, width, best, true);
	paper->name_width = width;
	return 0;
}

/* Formats the cells and makes them fit; the strip gets what is left, or -w. */
static struct paper
lay_out(const struct report *report)
{
	const struct options *o = report->options;
	const size_t n = 1 + report->nrows, ncells = report->nsets * CELLS;
	struct paper p = {
		.name = allocate(n, sizeof(*p.name)),
		.cell = allocate(n * ncells, sizeof(*p.cell)), .ncells = ncells
	};
	size_t width;

	for (size_t i = 0; i < n; i++) {
		p.name[i] = i == 0 ? "" : report->row[i - 1].key;
		width = measure(p.name[i], SIZE_MAX).columns;
		if (width > p.name_width)
			p.name_width = width;
		for (size_t j = 0; j < ncells; j++) {
			char *cell = p.cell[i * ncells + j];

			if (i > 0)
				format_cell(cell, &report->row[i - 1], j);
			else
				sprintf(cell, "%.*s", j % CELLS == CELL_CENTRE,
				    &symbols[j / CELLS]);
			width = strlen(cell) + 2 - (j % CELLS == CELL_ERROR);
			if (*cell != '\0' && width > p.width[j])
				p.width[j] = width;
		}
	}
	const size_t spare = o->columns == 0 ? 0 :
	    fit_paper(&p, report->nrows, o->columns);
	width = o->width >= NARROWEST ? o->width : o->width > 0 ? NARROWEST :
	    spare < LEAST_STRIP + 2 ? 0 :
	    spare < MOST_STRIP + 2 ? spare - 2 : MOST_STRIP;
	if (width > 0 && o->plot && report->nsets == 2)
		p.strip = make_strip(report->row->comparison,
		    2 * report->table->nrows, width);
	return p;
}

/* A row's interval in the strip: A covers |, | covers :, and : covers -. */
static void
draw_strip(char line[], const struct strip *strip, const struct comparison *c)
{
	const struct estimate r = c->relative;
	const double low = log_ratio(r.lower), high = log_ratio(r.upper);
	const size_t centre = strip_column(strip, log_ratio(r.value));
	const size_t unchanged = strip_column(strip, 0);
	const bool off_left = low < strip->low, off_right = high > strip->high;
	size_t left = off_left ? 0 : strip_column(strip, low);
	size_t right = off_right ? strip->width - 1 : strip_column(strip, high);

	left -= left == centre;
	right += right == centre;
	memset(line, ' ', strip->width);
	if (c->has_relative)
		memset(line + left, '-', right - left);
	line[unchanged] = ':';
	if (c->has_relative) {
		line[left] = off_left ? '<' : '|';
		line[right] = off_right ? '>' : '|';
		line[centre] = 'A';
	}
	if (!c->has_relative || right < unchanged)
		right = unchanged;
	line[right + 1] = '\0';
}

/* Prints a line.  A gap is left when something follows it: none ends a line. */
static void
print_line(FILE *out, const struct report *report, const struct paper *paper,
    size_t i)
{
	const struct options *o = report->options;
	const struct strip *strip = &paper->strip;
	const struct comparison *c = i == 0 ? NULL :
	    report->row[i - 1].comparison;
	const size_t used = measure(paper->name[i], SIZE_MAX).columns;
	size_t gap = used < paper->name_width ? paper->name_width - used : 0;
	char low[MAX_WIDTH + 1] = "", high[CELL_SIZE] = "";

	put_string(out, paper->name[i]);
	for (size_t j = 0; j < paper->ncells; j++) {
		const char *cell = paper->cell[i * paper->ncells + j];
		const bool error = j % CELLS == CELL_ERROR;
		size_t colour = i == 0 ? OF_SETS + j / CELLS : PLAIN;

		if (paper->width[j] == 0)
			continue;
		if (i > 0 && j % CELLS == CELL_DIFFERENCE)
			colour = *cell == '~' ? DIM :
			    verdict_colour(o, &c[j / CELLS]);
		gap += error ? 1 : paper->width[j] - strlen(cell);
		if (*cell != '\0') {
			fprintf(out, "%*s%s%s%s", (int)gap, "",
			    colour == PLAIN ? "" : paint(o, colour), cell,
			    colour == PLAIN ? "" : paint(o, PLAIN));
			gap = 0;
		}
		gap += error ? paper->width[j] - 1 - strlen(cell) : 0;
	}
	if (i > 0 && strip->width > 0 &&
	    c[1 - report->reference].obstacle != NOT_ASKED) {
		draw_strip(low, strip, &c[1 - report->reference]);
		fprintf(out, "%*s%s", (int)gap + 2, "", low);
	} else if (i == 0 && strip->width >= LEAST_STRIP) {
		add_percent(low, "%+.*g%%", strip->low_change, 2);
		add_percent(high, "%+.*g%%", strip->high_change, 2);
		fprintf(out, "%*s%s%*s", (int)gap + 2, "", low,
		    (int)(strip->width - strlen(low)), high);
	}
	putc('\n', out);
}

/* The table: a line a row, and how many differ, and which way. */
static void
print_table(FILE *out, const struct report *report, const struct paper *paper)
{
	const struct options *o = report->options;
	const size_t *count = report->count, n = report->nrows_compared;
	const size_t different = report->nrows_different;
	const char *test = o->question.title;
	char rows[80] = " in", counts[100] = "";

	if (o->headings)
		print_line(out, report, paper, 0);
	for (size_t i = 0; i < report->nrows && !ferror(out); i++) {
		const struct report_row *row = &report->row[i];

		print_line(out, report, paper, i + 1);
		for (size_t j = 0; o->verbose && j < report->nsets; j++) {
			if (row->summary[j].n < 2)
				continue;
			fprintf(out, "%s    %c%s", paint(o, OF_SETS + j),
			    symbols[j], paint(o, PLAIN));
			print_findings(out, o, &row->summary[j],
			    &row->comparison[j]);
		}
	}
	if (n == 0)
		return;
	if (different > 0) {
		sprintf(rows, " in %zu of", different);
		sprintf(counts, ": %zu higher, %zu lower", count[HIGHER],
		    count[LOWER]);
	}
	sprintf(rows + strlen(rows), " %zu row%s", n, n == 1 ? "" : "s");
	if (count[EQUAL] > 0)
		sprintf(counts + strlen(counts), "%s %zu equal",
		    different > 0 ? "," : ":", count[EQUAL]);
	const size_t width = strlen(test) + strlen(counts) + 3 + (size_t)
	    print_claim(out, o, different > 0 ? HIGHER : UNDECIDED, rows);
	fprintf(out, "%c(%s)%s\n", o->columns > 0 && width > o->columns ?
	    '\n' : ' ', test, counts);
}

/* The table, or the classic report: one row, and a verdict for each set. */
static void
render_text(FILE *out, const struct report *report)
{
	const struct options *o = report->options;
	const bool table = has_keys(&o->selection);
	/* For this memory may run out, so before anything is printed. */
	const struct paper paper = table ? lay_out(report) :
	    (struct paper){ .name = NULL };

	for (size_t i = 0; i < report->nsets && o->headings; i++) {
		fprintf(out, "%s%c ", paint(o, OF_SETS + i), symbols[i]);
		put_string(out, report->table->set[i]);
		fprintf(out, "%s\n", paint(o, PLAIN));
	}
	if (table) {
		print_table(out, report, &paper);
		return;
	}
	if (o->plot)
		print_plot(out, o, &report->plot);
	if (o->headings)
		fprintf(out, "%5s %13s %13s %13s %13s %13s\n", "N", "Min",
		    "Max", "Median", "Avg", "Stddev");
	for (size_t i = 0; i < report->nsets; i++) {
		const struct summary *s = &report->row->summary[i];

		fprintf(out, "%s%c %3zu %13.8g %13.8g %13.8g %13.8g %13.8g%s\n",
		    paint(o, OF_SETS + i), symbols[i], s->n, s->min, s->max,
		    s->median, s->mean.hi, s->stddev, paint(o, PLAIN));
		print_findings(out, o, s, &report->row->comparison[i]);
	}
}

/* What is doubtful enough to be told without -v: each kind in a line. */
static void
render_warnings(const struct report *report)
{
	const struct options *o = report->options;
	const struct margin margin = o->question.margin;
	bool huge = margin.given && !margin.percent && report->ncompared > 0;

	if (o->confidence < 50)
		warn(NULL, 0, "the confidence is %g%%: is %g%% meant?",
		    o->confidence, o->confidence < 1 ? 100 * o->confidence :
		    100 - o->confidence);
	for (size_t i = 0; i < report->table->nrows; i++) {
		const struct summary *s =
		    &report->row[i].summary[report->reference];
		const double mean = fabs(s->mean.hi);

		huge &= s->n == 0 || (mean != 0 && margin.size >= mean);
	}
	if (huge)
		warn(NULL, 0, "the margin %g is no less than the reference: "
		    "is %g%% meant?", margin.size, margin.size);
	for (size_t i = 0; i < DOUBTS; i++) {
		const char *first = "";
		char needed[100] = "";
		size_t nrows = 0;

		for (size_t j = report->table->nrows; j-- > 0; )
			if (report->row[j].doubts & 1u << i) {
				first = report->row[j].key;
				nrows++;
			}
		if (1u << i == DOUBT_TOO_FEW)
			sprintf(needed, ": it takes %.0f a set",
			    least_needed(&o->question, &report->level));
		if (nrows == 0 || doubts[i].unasked == NULL)
			continue;
		warn(NULL, 0, *first == '\0' ? "%s%s" :
		    "%s%s (%zu row%s, the first %s)", doubts[i].unasked,
		    needed, nrows, nrows == 1 ? "" : "s", first);
	}
}

/* Writes named values: members in JSON, in CSV cells below a heading. */
struct writer {
	FILE *out;
	enum { JSON, CSV, HEADING } form;
	const char *before;	/* what the next value goes behind */
	const char *between;	/* and each one after it */
};

/* Tells whether the value is to follow: it exists, and this is no heading. */
static bool
write_name(struct writer *w, const char *name, bool exists)
{
	fputs(w->before, w->out);
	w->before = w->between;
	if (name != NULL && w->form != CSV)
		fprintf(w->out, w->form == JSON ? "\"%s\": " : "%s", name);
	if (!exists && w->form == JSON)
		fputs("null", w->out);
	return exists && w->form != HEADING;
}

/* The fewest digits (15 or more, if not subnormal) that read back the same. */
static void
write_number(struct writer *w, const char *name, double number)
{
	int digits = fabs(number) < DBL_MIN ? 1 : 15;
	char text[32];

	if (!write_name(w, name, isfinite(number)))
		return;
	do
		snprintf(text, sizeof(text), "%.*g", digits, number);
	while (strtod(text, NULL) != number && digits++ < 17);
	fputs(text, w->out);
}

/* A string in quotes; NULL does not exist. */
static void
write_string(struct writer *w, const char *name, const char *string)
{
	const bool json = w->form == JSON;

	if (!write_name(w, name, string != NULL))
		return;
	putc('"', w->out);
	for (size_t used, left = strlen(string); left > 0; left -= used) {
		used = character(string, left);
		const unsigned code = used == 0 ? 0xfffd :
		    (unsigned char)string[used - 1];
		used += used == 0;	/* one byte that is no UTF-8 */
		if (*string == '"' || (json && *string == '\\'))
			putc(json ? '\\' : '"', w->out);
		if (json && printable_length(string, left) == 0)
			fprintf(w->out, "\\u%04x", code);
		else
			put_text(w->out, string, used);
		string += used;
	}
	putc('"', w->out);
}

/* The words for doubts: a list in JSON, else with blanks between them. */
static void
write_doubts(struct writer *w, const char *name, unsigned found)
{
	const bool json = w->form == JSON;
	const char *before = json ? "[" : "";

	if (!write_name(w, name, true))
		return;
	for (size_t i = 0; i < DOUBTS; i++)
		if (found & 1u << i) {
			fprintf(w->out, json ? "%s\"%s\"" : "%s%s", before,
			    doubts[i].word);
			before = json ? ", " : " ";
		}
	if (json)
		fputs(found == 0 ? "[]" : "]", w->out);
}

static void
write_summary(struct writer *w, const struct options *o,
    const struct summary *s)
{
	const bool one = s->sample != NULL && s->n > 0, two = s->n > 1;
	const double mean = s->mean.hi, reach = s->mean_half_width;

	write_number(w, "n", s->sample != NULL ? (double)s->n : NAN);
	write_number(w, "min", one ? s->min : NAN);
	write_number(w, "max", one ? s->max : NAN);
	write_number(w, "median", one ? s->median : NAN);
	write_number(w, "mean", s->n > 0 ? mean : NAN);
	write_number(w, "stddev", two ? s->stddev : NAN);
	if (o->question.test->basis == QUANTILES)
		write_number(w, "quantile", two ? s->centre : NAN);
	if (!o->verbose)
		return;
	write_number(w, "mean_low", two ? mean - reach : NAN);
	write_number(w, "mean_high", two ? mean + reach : NAN);
	write_number(w, "variation", two ? s->variation : NAN);
	write_number(w, "outliers", two ? (double)s->outliers : NAN);
	write_number(w, "lag1", two ? s->lag1 : NAN);
}

static void
write_comparison(struct writer *w, const struct report *report,
    const struct comparison *c)
{
	static const char *const verdicts[] =
	    { "undecided", "higher", "lower", "equal" };
	const bool known = c->obstacle == COMPARED;
	const struct estimate d = c->difference, r = c->relative;

	write_string(w, "reference", c->obstacle == NOT_ASKED &&
	    !c->has_relative ? NULL : report->table->set[report->reference]);
	write_number(w, "difference", known ? d.value : NAN);
	write_number(w, "low", known ? d.lower : NAN);
	write_number(w, "high", known ? d.upper : NAN);
	write_number(w, "relative", c->has_relative ? r.value : NAN);
	write_number(w, "relative_low", c->has_relative ? r.lower : NAN);
	write_number(w, "relative_high", c->has_relative ? r.upper : NAN);
	write_number(w, "p", known ? c->p : NAN);
	write_number(w, "df", known ? c->df : NAN);
	write_number(w, "confidence", known ? c->level.percent : NAN);
	if (report->options->verbose) {
		write_number(w, "needed", known ? c->needed : NAN);
		write_number(w, "difference_lag1", known ? c->lag1 : NAN);
	}
	if (w->form == JSON && known && !isnan(c->u)) {
		write_number(w, "u", c->u);
		write_name(w, "exact", true);
		fputs(c->exact ? "true" : "false", w->out);
	}
	if (write_name(w, "verdict", known))
		fprintf(w->out, w->form == JSON ? "\"%s\"" : "%s",
		    verdicts[c->verdict]);
}

static void
write_json_row(struct writer *w, const struct report *report,
    const struct report_row *r)
{
	const struct options *o = report->options;

	write_string(w, "key", has_keys(&o->selection) ? r->key : NULL);
	write_name(w, "sets", true);
	for (size_t i = 0; i < report->nsets; i++) {
		w->before = i == 0 ? "[\n      {" : ",\n      {";
		write_summary(w, o, &r->summary[i]);
		write_doubts(w, "doubts", r->summary[i].doubts);
		putc('}', w->out);
	}
	fputs("\n    ]", w->out);
	write_name(w, "comparisons", true);
	putc('[', w->out);
	w->before = "\n      {";
	for (size_t i = 0; i < report->nsets; i++) {
		const struct comparison *c = &r->comparison[i];

		if (c->obstacle == NOT_ASKED)
			continue;
		write_string(w, "set", report->table->set[i]);
		write_comparison(w, report, c);
		write_doubts(w, "doubts", c->doubts);
		putc('}', w->out);
		w->before = ",\n      {";
	}
	fputs("]}", w->out);
}

static void
render_json(FILE *out, const struct report *report)
{
	const struct options *o = report->options;
	const struct report_row *means = &report->row[report->table->nrows];
	const struct margin margin = o->question.margin;
	struct writer w = { out, JSON, "{\n  ", ",\n  " };
	struct writer inner = { out, JSON, "", ", " };

	write_string(&w, "version", VERSION);
	write_string(&w, "test", o->question.name);
	write_number(&w, "confidence", o->confidence);
	write_string(&w, "family", families[o->family]);
	write_number(&w, "comparisons", (double)report->ncompared);
	write_name(&w, "margin", true);	/* "2%", or 0.5 */
	inner.before = margin.percent ? "\"" : "";
	write_number(&inner, NULL, margin.given ? margin.size : NAN);
	fputs(margin.percent ? "%\"" : "", out);
	write_string(&w, "gate", gates[o->gate]);
	write_name(&w, "sets", true);
	inner.before = "[";
	for (size_t i = 0; i < report->nsets; i++)
		write_string(&inner, NULL, report->table->set[i]);
	putc(']', out);
	write_name(&w, "rows", true);
	for (size_t i = 0; i < report->table->nrows && !ferror(out); i++) {
		inner.before = i == 0 ? "[\n    {" : ",\n    {";
		write_json_row(&inner, report, &report->row[i]);
	}
	fputs("\n  ]", out);
	if (has_keys(&o->selection)) {
		write_name(&w, "geometric_means", true);
		inner.before = "[";
		for (size_t i = 0; i < report->nsets; i++)
			write_number(&inner, NULL, means->summary[i].centre);
		putc(']', out);
		write_name(&w, "geometric_relative", true);
		inner.before = "[";
		for (size_t i = 0; i < report->nsets; i++)
			write_number(&inner, NULL,
			    means->comparison[i].relative.value);
		putc(']', out);
		write_number(&w, "compared_rows",
		    (double)report->nrows_compared);
		write_number(&w, "different_rows",
		    (double)report->nrows_different);
	}
	write_number(&w, "status", (double)report->status);
	fputs("\n}\n", out);
}

static void
render_csv(FILE *out, const struct report *report)
{
	const size_t nsets = report->nsets;
	struct writer w = { out, HEADING, "", "," };

	for (size_t i = 0; i <= report->nrows * nsets && !ferror(out); i++) {
		const size_t line = i - (i > 0);	/* below the heading */
		const struct report_row *r = &report->row[line / nsets];
		const size_t set = line % nsets;

		w.form = i == 0 ? HEADING : CSV;
		w.before = "";
		write_string(&w, "key", r->key);
		write_string(&w, "set", report->table->set[set]);
		write_summary(&w, report->options, &r->summary[set]);
		write_comparison(&w, report, &r->comparison[set]);
		write_doubts(&w, "doubts", r->summary[set].doubts);
		write_doubts(&w, "comparison_doubts",
		    r->comparison[set].doubts);
		putc('\n', out);
	}
}

static const struct format {
	const char *name;
	void (*render)(FILE *, const struct report *);
	bool plots;
} formats[] = {
	{ "text", render_text, true },
	{ "json", render_json, false },
	{ "csv", render_csv, false }
};

enum { FORMATS = sizeof(formats) / sizeof(*formats) };

/*
 * ---- Command line --------------------------------------------------------
 * Arguments become options, all checked before a file is opened.  Names what
 * Comparison, Report and Rendering have to choose from.
 */

/* What getopt(3) wants to know; the : in front asks it to print nothing. */
static const char option_letters[] = ":b:C:c:d:e:f:g:H:k:m:o:r:t:u:w:x:AhnqsVv";

static const char help[] =
"usage: ministat [options] [file ...]\n"
"  -b column[=a,b]     sets by the labels of a column (else by file)\n"
"  -C column[/column]  values: a column, or a quotient of two (default 1)\n"
"  -c confidence       in percent (default 95)\n"
"  -d delimiters       as , or '\\t' (default: blanks, or what the header "
    "has)\n"
"  -e regex            read only lines that match\n"
"  -f family           confidence in each (default), all (with -k), shown\n"
"  -g gate             status 1 if shown: any (default), higher, lower, none;\n"
"                      or, with -m, if not shown: equal, not-higher, "
    "not-lower\n"
"  -H rows             of the plot at most (default 24; 0: no limit)\n"
"  -k column,...       rows of a table by the names in these columns\n"
"  -m margin[%]        the smallest difference that matters\n"
"  -o format           text (default), json, csv\n"
"  -r run              a mean for each run; - by file, [] by JSON array\n"
"  -t test             student (default), welch, mannwhitney, paired,\n"
"                      p50, p99, p99.9 (a quantile)\n"
"  -u unit             values: what stands before it, as ns/op\n"
"  -w width            of plot or strip (default: what fits, or 74)\n"
"  -x regex            leave out lines that match\n"
"  -A no plot          -n no comparisons   -q no headings      "
    "-s separate bars\n"
"  -v more figures     -V the version      -h this help\n";

/* What the argument of an option is to be; NULL: it takes none. */
static const char *const expectation[UCHAR_MAX + 1] = {
	['b'] = "a column's number or name, or one and =label,...",
	['C'] = "a column's number or name, or two and /",
	['c'] = "a percentage above 0 and below 100",
	['d'] = "some characters, without quote or newline",
	['e'] = "an extended regular expression",
	['f'] = "each, all or shown",
	['g'] = "any, higher, lower, none, equal, not-higher or not-lower",
	['H'] = "a number of rows, or 0",
	['k'] = "a list of up to 14 columns",
	['m'] = "a number from 0, or one and %",
	['o'] = "text, json or csv",
	['r'] = "a column's number or name, - or []",
	['t'] = "student, welch, mannwhitney, paired or a quantile such as p99",
	['u'] = "a unit",
	['w'] = "a width from 2 to 10000",
	['x'] = "an extended regular expression"
};

/* How a complaint about the command line ends. */
#define	TRY(message)	message "; try ministat -h"

/* Decimal digits alone, from least to most. */
static bool
take_count(const char *text, size_t least, size_t most, size_t *count)
{
	*count = strtoul(text, NULL, 10);	/* too large: ULONG_MAX */
	return *text != '\0' && text[strspn(text, "0123456789")] == '\0' &&
	    *count >= least && *count <= most;
}

/* Whether it is a column: a number, or a name, which begins with none. */
static bool
is_column(const char *text, size_t length)
{
	return column_number(text, length) > 0 || (length > 0 &&
	    !is_digit(*text) && *text != '-' && *text != '+');
}

/* Columns by number or name, between commas. */
static bool
take_keys(const char *text, struct selection *s)
{
	size_t length;

	for (s->ncolumns = COLUMN_KEYS; ; text += length + 1) {
		length = strcspn(text, ",");
		if (s->ncolumns == MAX_COLUMNS || !is_column(text, length))
			return false;
		s->column[s->ncolumns++] = copy_string(text, length);
		if (text[length] == '\0')
			return true;
	}
}

static const regex_t *
take_regex(int letter, const char *text)
{
	regex_t *regex = memset(allocate(1, sizeof(*regex)), 0, sizeof(*regex));
	const int error = regcomp(regex, text, REG_EXTENDED | REG_NOSUB);

	if (error != 0) {
		char why[200];

		regerror(error, regex, why, sizeof(why));
		die(NULL, 0, "-%c: \"%.400s\" is not %s: %s", letter, text,
		    expectation[letter], why);
	}
	return regex;
}

/* A number, or a number and %. */
static bool
take_margin(const char *text, struct margin *margin)
{
	char *rest;
	const double size = strtod(text, &rest) + 0.0;	/* -0 is 0 */

	*margin = (struct margin){ true, *rest == '%', size };
	return rest > text && rest[margin->percent] == '\0' &&
	    isfinite(size) && size >= 0;
}

/* Which of n words the text is; n if none. */
static size_t
find_word(const char *text, const char *const word[], size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (strcmp(text, word[i]) == 0)
			return i;
	return n;
}

/* Takes an option's argument; false if it is not what is expected. */
static bool
take_argument(struct options *o, int letter, const char *text)
{
	struct selection *s = &o->selection;
	char *rest;

	switch (letter) {
	case 'b':
		s->column[COLUMN_SET] = text;
		return is_column(text, strcspn(text, "="));
	case 'C':
		s->column[COLUMN_VALUE] = text;
		return is_column(text, strlen(text)) ||
		    strchr(text, '/') != NULL;
	case 'c':
		o->confidence = strtod(text, &rest);
		return *rest == '\0' && o->confidence > 0 &&
		    o->confidence < 100;
	case 'd':
		s->delimiters = text;
		return *text != '\0' && strpbrk(text, "\n\"") == NULL;
	case 'e': case 'x':
		s->pattern[letter == 'e'] = take_regex(letter, text);
		return s->filtered = true;
	case 'f':
		o->family = (enum family)find_word(text, families, FAMILIES);
		return o->family < FAMILIES;
	case 'g':
		o->gate = (enum gate)find_word(text, gates, GATES);
		return o->gate < GATES;
	case 'H':
		return take_count(text, 0, INT_MAX, &o->height);
	case 'k':
		return take_keys(text, s);
	case 'm':
		return take_margin(text, &o->question.margin);
	case 'o':
		for (o->format = formats; o->format < formats + FORMATS;
		    o->format++)
			if (strcmp(text, o->format->name) == 0)
				return true;
		return false;
	case 'r':
		s->run_of = strcmp(text, "-") == 0 ? RUN_OF_FILE :
		    strcmp(text, "[]") == 0 ? RUN_OF_ARRAY : RUN_OF_COLUMN;
		if (s->run_of != RUN_OF_COLUMN)
			text = NULL;
		s->column[COLUMN_RUN] = text;
		return text == NULL || is_column(text, strlen(text));
	case 't':
		return find_test(text, &o->question);
	case 'u':
		s->unit = text;
		return *text != '\0';
	case 'w':
		return take_count(text, MIN_WIDTH, MAX_WIDTH, &o->width);
	}
	return false;
}

/* The path in an operand: all, or behind label= if no file is called all. */
static const char *
path_in(const char *operand)
{
	const char *equal = strchr(operand, '=');
	struct stat unused;

	return equal == NULL || equal == operand ||
	    stat(operand, &unused) == 0 ? operand : equal + 1;
}

/* Checks options together, and sets defaults that hang on others. */
static void
settle_options(struct options *o, const bool given[])
{
	const bool only_shown = o->gate >= GATE_EQUAL;
	const char *gate = gates[o->gate];
	size_t dashes = 0;

	o->compare = !given['n'];
	o->plot = !given['A'] && !given['n'] && o->format->plots;
	o->headings = !given['q'];
	o->separate_bars = given['s'];
	o->verbose = given['v'];
	o->closely = o->verbose || !o->format->plots;
	o->question.one_sided = o->gate != GATE_EQUAL;
	if (!given['t'])
		find_test("student", &o->question);
	if (only_shown && !given['m'])
		die(NULL, 0, TRY("-g %s needs a margin (-m)"), gate);
	if (only_shown && given['n'])
		die(NULL, 0, TRY("-g %s needs the comparisons that -n leaves "
		    "out"), gate);
	if (only_shown && o->family == FAMILY_SHOWN)
		die(NULL, 0, TRY("-f shown does not go with -g %s, which "
		    "passes only when all is shown"), gate);
	if (given['u'] && given['C'])
		die(NULL, 0, TRY("-C and -u both choose the value"));
	if (o->family == FAMILIES)
		o->family = has_keys(&o->selection) && !only_shown ?
		    FAMILY_ALL : FAMILY_EACH;
	for (size_t i = 0; i < o->nfiles; i++)
		dashes += strcmp(path_in(o->file[i]), "-") == 0;
	if (dashes > 1)
		die(NULL, 0, TRY("standard input (-) can be read only once"));
}

static void
parse_options(int argc, char *argv[], struct options *o)
{
	bool given[UCHAR_MAX + 1] = { false };
	int letter;

	for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++)
		if (strcmp(argv[i], "--help") == 0 ||
		    strcmp(argv[i], "--version") == 0)
			o->request = argv[i][2] == 'h' ? 'h' : 'V';
	while (o->request == 0 &&	/* they win over complaints */
	    (letter = getopt(argc, argv, option_letters)) != -1)
		if (letter == 'h' || letter == 'V')
			o->request = letter;
	if (o->request != 0)
		return;
	optind = 1;
	while ((letter = getopt(argc, argv, option_letters)) != -1) {
		if (letter == '?')
			die(NULL, 0, TRY("-%c: no such option"), optopt);
		else if (letter == ':')
			die(NULL, 0, TRY("-%c: expected %s"), optopt,
			    expectation[optopt]);
		else if (expectation[letter] != NULL &&
		    !take_argument(o, letter, optarg))
			die(NULL, 0, TRY("-%c: \"%.400s\" is not %s"), letter,
			    optarg, expectation[letter]);
		given[letter] = true;
	}
	o->file = argv + optind;
	o->nfiles = (size_t)(argc - optind);
	settle_options(o, given);
}

/*
 * ---- Main ----------------------------------------------------------------
 * Opens the files, calls the stages in turn, and exits.
 */

/* Reads the operands, or standard input if there are none. */
static void
read_all(const struct options *o, struct table *table)
{
	for (size_t i = 0; i < o->nfiles || i == 0; i++) {
		const char *text = o->nfiles > 0 ? o->file[i] : "<stdin>";
		const char *path = path_in(text);
		const bool labelled = path != text;
		const int fd = o->nfiles == 0 || strcmp(path, "-") == 0 ?
		    STDIN_FILENO : open(path, O_RDONLY);
		size_t set = 0;

		if (fd == -1)
			die(text, 0, "%s%s", strerror(errno),
			    i > 0 && *text == '-' ?
			    " (options come before files)" : "");
		if (o->selection.column[COLUMN_SET] == NULL)
			set = add_set(table, text, labelled ?
			    (size_t)(path - text) - 1 : strlen(text),
			    labelled);
		read_file(&o->selection, fd, path, set, table);
		if (fd != STDIN_FILENO)
			close(fd);
	}
	average_runs(table);
	finish_table(table);
}

/* The terminal's width; 0 if the output is none. */
static size_t
terminal_columns(void)
{
	const char *columns = getenv("COLUMNS");
	size_t width;

	if (!isatty(STDOUT_FILENO))
		return 0;
	if (columns != NULL &&
	    take_count(columns, MIN_WIDTH + 2, MAX_WIDTH + 2, &width))
		return width;
#ifdef TIOCGWINSZ
	struct winsize window;

	if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &window) == 0 &&
	    window.ws_col >= MIN_WIDTH + 2 && window.ws_col <= MAX_WIDTH + 2)
		return window.ws_col;
#endif
	return DEFAULT_WIDTH + 2;
}

static const struct options defaults = {
	.selection = { .ncolumns = COLUMN_KEYS },
	.confidence = 95,
	.family = FAMILIES,	/* to be told by -k and -g */
	.format = &formats[0],
	.height = DEFAULT_HEIGHT
};

int
main(int argc, char *argv[])
{
	struct options options = defaults;
	struct table table = { .nsets = 0 };
	struct report report = { .status = STATUS_SAME };
	const char *off = getenv("NO_COLOR"), *terminal = getenv("TERM");

#if defined(_WIN32)	/* bytes are bytes, CR LF and 26 too */
	_fmode = _O_BINARY;
	for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
		_setmode(fd, _O_BINARY);
#else
	signal(SIGPIPE, SIG_IGN);	/* failed writes are errors */
	signal(SIGXFSZ, SIG_IGN);
#endif
	parse_options(argc, argv, &options);
	if (options.request != 0)
		fputs(options.request == 'h' ? help :
		    "ministat " VERSION "\n", stdout);
	else {
		options.columns = terminal_columns();
		options.colour = options.columns > 0 && options.format->plots &&
		    (off == NULL || *off == '\0') &&	/* no-color.org */
		    terminal != NULL && *terminal != '\0' &&
		    strcmp(terminal, "dumb") != 0;
		read_all(&options, &table);
		report = make_report(&options, &table);
		render_warnings(&report);
		options.format->render(stdout, &report);
	}
	errno = ferror(stdout) ? errno : 0;	/* that of the error */
	if (fflush(stdout) != 0 || ferror(stdout) || fclose(stdout) != 0)
		die(NULL, 0, "standard output: %s",
		    errno != 0 ? strerror(errno) : "write error");
	return (int)report.status;
}

#if defined(__clang__) && defined(__i386__) && !defined(__SSE2__)
#pragma clang attribute pop
#endif
