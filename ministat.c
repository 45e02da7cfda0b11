/*
 * ministat - do these measurements differ, and by how much?
 *
 * Build	cc ministat.c -lm -o ministat
 * Manual	ministat.1
 *
 * The file reads from top to bottom; a section calls those above it, never
 * those below it.  `grep '^ \* ----' ministat.c` lists the sections.  What they
 * make of what, on the foundations of Types, Diagnostics, Numbers, Arithmetic
 * and Distributions:
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
#define	PRINTF(at, first)	__attribute__((format(printf, at, first)))
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
 * Every figure is the same on every machine: a product is rounded before it
 * is added (no contraction), and to a double (no x87 registers).  clang puts
 * -ffp-contract=fast above FP_CONTRACT, but contracts nothing where code might
 * change the direction of rounding, as FENV_ACCESS says; for x86 alone.
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
 * One struct a stage, in the order of the stages; what a single section needs
 * stands there.
 */

/* A stretch of bytes; start NULL: there is none. */
struct text {
	char *start;
	size_t length;
};

/* Where a coordinate of an observation stands in a record. */
struct column {
	const char *name;	/* as it was typed; NULL: by number */
	size_t number;	/* from 1; 0: not wanted, or known by name */
};

enum {
	COLUMN_VALUE, COLUMN_DIVISOR, COLUMN_SET, COLUMN_RUN, COLUMN_KEYS,
	MAX_KEYS = 14, MAX_COLUMNS = COLUMN_KEYS + MAX_KEYS
};

/* What else may tell the run of a value. */
enum run_of { RUN_OF_COLUMN, RUN_OF_FILE, RUN_OF_ARRAY };

/* What to read, and how lines are cut: the same for every file. */
struct selection {
	bool delimiter[UCHAR_MAX + 1];
	bool merge;	/* a run of delimiters is one cut */
	bool delimited;	/* by -d, so that no header tells */
	struct column column[MAX_COLUMNS];
	size_t ncolumns;	/* COLUMN_KEYS and as many as keys */
	bool value_column;	/* -C was given */
	enum run_of run_of;
	char *label[MAX_SETS];	/* of -b column=label,... */
	size_t nlabels;	/* 0: all that occur */
	const char *unit;	/* the value stands before it */
	const regex_t *only;	/* what a record must match, or NULL */
	const regex_t *except;	/* what it must not */
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

/*
 * Names numbered in order of first appearance.  They are the nodes of a tree,
 * in which the bits of a name's hash, two at a time, tell the way to it.
 */
struct index {
	struct name {
		uint64_t hash;
		struct text text;
		size_t next[4];	/* 0: none, as the first is the root */
	} *name;
	size_t n;
	size_t latest;	/* the name last found */
};

/* Values of one file, row, set and run, which become one: their mean. */
struct run {
	size_t row, set, n;
	double sum, error;	/* error: what rounding took from the sum */
	double scale;	/* 1, or less where the sum would overflow */
};

/* The long table that all input becomes. */
struct table {
	const char *file;	/* that is being read */
	size_t nfiles;
	char *set[MAX_SETS];	/* labels; the first is the reference */
	bool shared[MAX_SETS];	/* any operand of this label adds to it */
	size_t nsets;
	struct row *row;	/* in order of first appearance */
	size_t nrows;
	struct index keys;	/* of the rows */
	struct run *run;	/* of -r */
	size_t nruns;
	struct index runs;	/* their file, row, set and label */
};

/* An unrounded result hi + lo; hi is what it rounds to. */
struct dd {
	double hi, lo;
};

struct interval {
	double lower, upper;
};

/* What a confidence leaves outside and inside, each exact where small. */
struct level {
	double percent;	/* in (0, 100) */
	double outside;	/* 1 - percent / 100 */
	double inside;	/* percent / 100 */
	double df, t;	/* the latest of t_at_level: rows tend to agree */
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
	double centre_error;	/* to the farther end of its interval, as a
				   part of it; NAN: there is none */
	/* What -v tells, by examine(); but for the first, 0 before it. */
	double mean_half_width;	/* of the interval of the mean */
	double variation;	/* standard deviation / |mean| */
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
	struct level level;
	double difference;
	struct interval interval;	/* may be unbounded */
	double half_width;	/* NAN: the interval is not symmetric */
	bool has_relative;
	double relative;	/* difference / |reference| */
	struct interval relative_interval;
	double relative_half_width;	/* NAN: likewise */
	double spread;	/* the pooled s, or that of differences; or NAN */
	double single;	/* s of the difference of one value from each */
	double df;	/* NAN: the test has none */
	double u;	/* Mann and Whitney's; NAN: another test */
	double p;	/* NAN: 0/0, or the test has none */
	bool exact;	/* p, and no normal approximation */
	double quantile;	/* what a quantile test compares, and */
	double of_set, of_reference;	/* that of either */
	struct interval tested;	/* the interval that decides, and */
	double margin;	/* what it is held against */
	enum verdict verdict;
	unsigned doubts;	/* a set of enum doubt */
	double least;	/* values a set to show anything at this level */
	double lag1;	/* of successive differences of pairs; NAN: none */
	double needed;	/* values a set to show the margin, or 1%, with a
			   chance of 80%, by examine_comparison(); NAN: there
			   is no telling */
};

/* A set, its reference, and what is asked of them. */
struct inquiry {
	const struct question *question;
	struct level *level;
	const struct summary *set, *reference;
	double p;	/* if known from another level; NAN: it is not */
};

/* What a test looks at; but for means, it wants values sorted. */
enum basis { MEANS, RANKS, QUANTILES };

/* A way to compare. */
struct test {
	const char *name, *title;
	const char *figure;	/* what it names under a verdict */
	struct comparison (*compare)(const struct inquiry *);
	bool paired;	/* value by value: of equal counts */
	enum basis basis;
};

/*
 * ---- Diagnostics ---------------------------------------------------------
 * What goes wrong becomes one line on standard error, and what cannot be
 * mended the end of the program.  Calls libc alone.
 */

/*
 * The length in bytes of the character at text; 0 if it is not well-formed
 * UTF-8 (Unicode 15, table 3-7).
 */
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

	if (s[0] < ' ' || s[0] == 0x7f ||	/* C0, DEL; C1 */
	    (s[0] == 0xc2 && length > 1 && s[1] < 0xa0))
		return 0;
	return character(text, length);
}

/* Prints what others named, with \xNN for each byte that is not printable. */
static void
put_text(FILE *out, const char *text, size_t length)
{
	for (size_t used; length > 0; text += used, length -= used) {
		used = printable_length(text, length);
		if (used > 0)
			fwrite(text, 1, used, out);
		else {
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
	char message[32768];	/* cut there, which no one reads to its end */
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

/* Both take a file, a line and a message; die is the one way to fail. */
#define	warn(file, line, ...) \
	complain(file, line, "warning: ", __VA_ARGS__)
#define	die(file, line, ...) \
	(complain(file, line, "", __VA_ARGS__), exit(STATUS_TROUBLE))

/* realloc(3) for count elements, or the end; file: the one being read. */
static void *
resize_for(const char *file, void *memory, size_t count, size_t size)
{
	if (count == 0)
		count = 1;
	memory = count > SIZE_MAX / size ? NULL :
	    realloc(memory, count * size);
	if (memory == NULL)
		die(file, 0, "out of memory: asked for %zu times %zu bytes",
		    count, size);
	return memory;
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

/* The first length bytes as a string of its own. */
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
 * Text in, double out: parse_number, by strtod(3), and a shortcut past it for
 * what files are full of, scan_decimal.  Calls libc, prints nothing.
 */

/* A double, and the integer of the same bits. */
union bits {
	double value;
	uint64_t bits;
};

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
 * The eight bytes at p less '0' (by exclusive or, as 0x30 | 9 is '9'), and in
 * *others the top bits of those that are not 0 to 9.  Adding 0x76 takes what is
 * above 9 to 0x80 or more.  Only what is above 0x89 carries into the next byte,
 * so that the lowest of *others is right.
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

/*
 * The first of the bytes at p that is a blank or a control character: the
 * lowest below 0x21, from which 0x21 cannot be taken without a borrow.
 */
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
 * The last 0 to 7 are put behind zeros, to be eight: a branch on how many there
 * are would often be foretold wrong.
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

/*
 * Append the digits at p to *number, modulo 2^64, and return their end.  A
 * program prints most fractions to one length: branches run ahead there.
 */
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
	union bits quotient;
	uint64_t m, u;
	ptrdiff_t s;

	if (exponent < -26 || exponent > 22)
		return false;
	if (exponent >= 0) {
		*value = (double)mantissa * ten[exponent];
		return exponent == 0 || mantissa <= 2 * binade;
	}
	quotient.value = (double)mantissa / ten[-exponent];
	m = quotient.bits % binade + binade;
	u = five[-exponent];
	s = 1075 - (ptrdiff_t)(quotient.bits / binade) + exponent;
	if (s < 0 || s > 63)
		return false;
	quotient.bits -= m;
	m += (3 * u + (mantissa << s) - m * u + u / 2) / u - 3;
	quotient.bits += m;
	*value = quotient.value;
	return m > binade && m <= 2 * binade;
}

/*
 * Set *value to the decimal at p, to the bits that strtod(3) gives, and return
 * its end, or NULL if it is none of at most 19 digits (less than 2^64) and a
 * small exponent.  Reads less than PADDING bytes past the first one that cannot
 * be part of a number.
 */
static ALWAYS_INLINE const char *
scan_decimal(const char *p, double *value)
{
	const bool negative = *p == '-';
	const char *const first = p + negative, *q;
	uint64_t mantissa = (uint64_t)(*first - '0');
	ptrdiff_t digits, exponent = 0;
	int power;
	size_t scale;

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
		power = *p++ - '0';
		if (is_digit(*p))
			power = power * 10 + (*p++ - '0');
		if (is_digit(*p))	/* beyond 99: strtod knows */
			return NULL;
		exponent += below ? -power : power;
	}
	scale = (size_t)-exponent;
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
 * Set *value to the number that the text up to end is, by strtod in the C
 * locale (underflow is no error), and return what is wrong with it, or NULL.
 * Only a written infinity or NaN has an n in it; errno does not tell overflow
 * everywhere.  The byte at end is a NUL meanwhile.
 */
static const char *
parse_number(char *text, char *end, double *value)
{
	const char after = *end;
	bool has_n;
	char *rest;

	if (scan_decimal(text, value) == end)
		return NULL;
	*end = '\0';
	*value = strtod(text, &rest);
	has_n = strpbrk(text, "nN") != NULL;
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
 * Values find their row, set and run, which are made when they first appear.
 * Calls Diagnostics.
 */

/* A file being read, and the coordinates of the record at hand. */
struct source {
	const struct selection *selection;
	struct table *table;
	const char *name;
	uintmax_t line;	/* of the record */
	size_t set;	/* unless a column tells */
	size_t place;	/* of the value in a line; 0: no such */
	bool chosen;	/* -b says which labels to take */
	const struct text *found[MAX_COLUMNS];	/* length 0: lacking */
	struct text joined;	/* what the row or run is found by */
	size_t room;	/* for it */
	bool has_values;
	const char *what;	/* its records are called */
	uintmax_t lacking;	/* records without some column */
	uintmax_t first_lacking;	/* the line of the first */
};

static inline bool
equals(struct text text, const char *start, size_t length)
{
	return text.length == length && memcmp(text.start, start, length) == 0;
}

/*
 * Multiplies and folds eight bytes at a time; reads up to seven bytes behind
 * the text.
 */
static uint64_t
hash(struct text text)
{
	uint64_t h = text.length, bytes;
	const char *p = text.start;
	size_t left = text.length;

	for (; left > 0; left -= left < 8 ? left : 8, p += 8) {
		bytes = load_eight(p);
		if (left < 8)
			bytes &= ((uint64_t)1 << 8 * left) - 1;
		h = (h ^ bytes) * UINT64_C(0x9e3779b97f4a7c15);
		h ^= h >> 32;
	}
	return h;
}

/*
 * The number of a name, from 0, be it new or not.  It is sought near the one
 * last found first: programs repeat one benchmark, or all in one order.
 */
static size_t
find_name(struct index *index, struct text text, const char *file)
{
	const uint64_t h = hash(text);
	const struct name *name;
	size_t i, *next;
	uint64_t bits;
	char *copy;

	for (i = index->latest; i < index->n && i < index->latest + 2; i++) {
		name = &index->name[i];
		if (name->hash == h &&
		    equals(text, name->text.start, name->text.length))
			return index->latest = i;
	}
	for (i = 0, bits = h; i < index->n; i = *next, bits <<= 2) {
		name = &index->name[i];
		if (name->hash == h &&
		    equals(text, name->text.start, name->text.length))
			return index->latest = i;
		next = &index->name[i].next[bits >> 62];
		if (*next == 0)
			*next = index->n;
	}
	copy = resize_for(file, NULL, text.length, 1);
	memcpy(copy, text.start, text.length);
	index->name = one_more(file, index->name, i, sizeof(*index->name));
	index->name[i] = (struct name){
		.hash = h, .text = { copy, text.length }
	};
	index->n++;
	return index->latest = i;
}

/*
 * The set for what an operand gives.  shared: it was written label=path, and
 * all operands of that label are one set.
 */
static size_t
add_set(struct table *t, const char *label, size_t length, bool shared)
{
	const struct text text = { (char *)label, length };
	size_t i;

	for (i = 0; shared && i < t->nsets; i++)
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
	const struct selection *selection = s->selection;
	struct table *t = s->table;
	size_t i;

	if (s->chosen && t->nsets == 0)
		for (i = 0; i < selection->nlabels; i++)
			add_set(t, selection->label[i],
			    strlen(selection->label[i]), false);
	for (i = 0; i < t->nsets; i++)
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

static bool
is_wanted(const struct selection *s, size_t column)
{
	return s->column[column].name != NULL || s->column[column].number > 0;
}

/* Whether a column tells the set; else the file does. */
static bool
has_set_column(const struct selection *s)
{
	return is_wanted(s, COLUMN_SET);
}

static bool
has_runs(const struct selection *s)
{
	return s->run_of != RUN_OF_COLUMN || is_wanted(s, COLUMN_RUN);
}

/* Makes room for so many bytes, and for those that hash reads behind them. */
static void
make_room(const struct source *s, struct text *text, size_t *capacity,
    size_t length)
{
	if (length + PADDING <= *capacity)
		return;
	*capacity = 2 * (length + PADDING);
	text->start = resize_for(s->name, text->start, *capacity, 1);
}

/* Appends to what joins; it may have no start if it has no length. */
static void
join(struct source *s, const void *bytes, size_t length)
{
	make_room(s, &s->joined, &s->room, s->joined.length + length);
	if (length > 0)
		memcpy(s->joined.start + s->joined.length, bytes, length);
	s->joined.length += length;
}

/* The number of the row of a key. */
static size_t
find_row(struct table *t, struct text key)
{
	const size_t i = find_name(&t->keys, key, t->file);

	if (i == t->nrows) {
		t->row = one_more(t->file, t->row, i, sizeof(*t->row));
		t->row[t->nrows++] = (struct row){
			.key = t->keys.name[i].text
		};
	}
	return i;
}

static struct sample *
find_sample(const struct table *t, size_t row, size_t set)
{
	struct row *r = &t->row[row];

	if (set >= r->nsamples)
		r->sample = resize_for(t->file, r->sample, set + 1,
		    sizeof(*r->sample));
	while (r->nsamples <= set)
		r->sample[r->nsamples++] = (struct sample){ .n = 0 };
	return &r->sample[set];
}

/* Makes room for so many more values. */
static void
reserve(struct sample *sample, size_t more, const char *file)
{
	if (sample->capacity - sample->n >= more)
		return;
	sample->capacity = 2 * sample->capacity + more + 8;
	sample->value = resize_for(file, sample->value, sample->capacity,
	    sizeof(*sample->value));
}

static void
append(struct sample *sample, double value, const char *file)
{
	reserve(sample, 1, file);
	sample->value[sample->n++] = value;
}

/* Neumaier's compensated sum (1974), scaled before it can overflow. */
static void
add_to_run(struct run *run, double value)
{
	double x, sum;

	if (run->scale == 1 && fabs(run->sum) + fabs(value) > 0x1p1000) {
		run->scale = 0x1p-100;
		run->sum *= run->scale;
		run->error *= run->scale;
	}
	x = value * run->scale;
	sum = run->sum + x;
	run->error += fabs(run->sum) >= fabs(x) ? run->sum - sum + x :
	    x - sum + run->sum;
	run->sum = sum;
	run->n++;
}

/* The mean of a run's values: exactly their value, if they are all equal. */
static double
mean_of_run(const struct run *run)
{
	const double n = (double)run->n, mean = run->sum / n;

	return (mean + (fma(-mean, n, run->sum) + run->error) / n) /
	    run->scale;
}

/* The run of the record in this row and set, be it new or not. */
static struct run *
find_run(struct source *s, size_t row, size_t set)
{
	struct table *t = s->table;
	const size_t around[] = { t->nfiles, row, set };
	size_t i;

	s->joined.length = 0;
	join(s, around, sizeof(around));
	join(s, s->found[COLUMN_RUN]->start, s->found[COLUMN_RUN]->length);
	i = find_name(&t->runs, s->joined, t->file);
	if (i == t->nruns) {
		t->run = one_more(t->file, t->run, i, sizeof(*t->run));
		t->run[t->nruns++] = (struct run){ row, set, .scale = 1 };
	}
	return &t->run[i];
}

/* Takes a value of the record whose coordinates were found. */
static void
add_value(struct source *s, double value)
{
	const size_t ncolumns = s->selection->ncolumns;
	struct table *t = s->table;
	size_t i, row = 0, set = s->set;

	s->has_values = true;
	if (has_set_column(s->selection))
		set = find_set(s, *s->found[COLUMN_SET]);
	if (set == MAX_SETS)
		return;
	if (ncolumns == COLUMN_KEYS + 1)
		row = find_row(t, *s->found[COLUMN_KEYS]);
	else if (has_keys(s->selection)) {
		s->joined.length = 0;
		for (i = COLUMN_KEYS; i < ncolumns; i++) {
			join(s, "", i > COLUMN_KEYS);
			join(s, s->found[i]->start, s->found[i]->length);
		}
		row = find_row(t, s->joined);
	}
	if (has_runs(s->selection))
		add_to_run(find_run(s, row, set), value);
	else
		append(find_sample(t, row, set), value, t->file);
}

static void
count_lacking(struct source *s)
{
	if (s->lacking++ == 0)
		s->first_lacking = s->line;
}

/* Whether the record lacks its set, its run or all parts of its key. */
static bool
is_lacking(const struct source *s)
{
	const struct selection *selection = s->selection;
	size_t i;

	for (i = COLUMN_SET; i <= COLUMN_RUN; i++)
		if (is_wanted(selection, i) && s->found[i]->length == 0)
			return true;
	for (i = COLUMN_KEYS; i < selection->ncolumns; i++)
		if (s->found[i]->length > 0)
			return false;
	return has_keys(selection);
}

/* Ends the reading: runs become values, every row has all samples. */
static void
finish_table(struct table *t)
{
	bool has_values[MAX_SETS] = { false };
	size_t i, set;

	for (i = 0; i < t->nruns; i++)
		append(find_sample(t, t->run[i].row, t->run[i].set),
		    mean_of_run(&t->run[i]), NULL);
	for (i = 0; i < t->nrows; i++)
		for (set = 0; set < t->nsets; set++)
			has_values[set] |= find_sample(t, i, set)->n > 0;
	for (set = 0; set < t->nsets; set++)
		if (!has_values[set])
			die(NULL, 0, "no values are labelled %s, which -b "
			    "asks for", t->set[set]);
}

/*
 * ---- Lines ---------------------------------------------------------------
 * Text becomes lines, lines become fields, and fields values of the table.
 * Calls Diagnostics, Numbers and Table.
 */

/* An open file, and its bytes that were read but not yet used. */
struct reader {
	int fd;
	const char *name;
	uintmax_t line;	/* number of the line last returned */
	char *buffer;	/* of capacity + PADDING bytes */
	size_t capacity;
	size_t start, end;	/* what is unused: [start, end) */
	bool at_end;	/* of the file */
	bool at_nul;	/* a NUL byte follows, and the file is no text */
};

/*
 * Moves what is unused to the front of the buffer, and reads on: signals do
 * not end that, and it waits where it would block.
 */
static void
refill(struct reader *r)
{
	struct pollfd ready = { .fd = r->fd, .events = POLLIN };
	const char *nul;
	ssize_t got;

	if (r->at_nul)
		die(r->name, r->line + 1, "a NUL byte: this is not plain "
		    "text (binary, UTF-16?)");
	r->end -= r->start;
	memmove(r->buffer, r->buffer + r->start, r->end);
	r->start = 0;
	if (r->end == r->capacity) {
		r->buffer = resize_for(r->name, r->buffer,
		    2 * r->capacity + PADDING, 1);
		r->capacity *= 2;
	}
	while ((got = read(r->fd, r->buffer + r->end,
	    r->capacity - r->end)) == -1) {
		if (errno == EAGAIN || errno == EWOULDBLOCK)
			poll(&ready, 1, -1);
		else if (errno != EINTR)
			die(r->name, 0, "%s", strerror(errno));
	}
	nul = memchr(r->buffer + r->end, '\0', (size_t)got);
	r->at_end = got == 0;
	r->at_nul = nul != NULL;
	r->end = r->at_nul ? (size_t)(nul - r->buffer) : r->end + (size_t)got;
	memset(r->buffer + r->end, '\n', PADDING);
}

/* Skips a byte-order mark at the front. */
static void
skip_mark(struct reader *r)
{
	while (r->end < 3 && !r->at_end && !r->at_nul)
		refill(r);
	if (r->end >= 3 && memcmp(r->buffer, "\xef\xbb\xbf", 3) == 0)
		r->start = 3;
}

/*
 * The next line without white space at its end, in place until the next call;
 * false: there is none.
 */
static bool
next_line(struct reader *r, struct text *line)
{
	size_t searched = 0;	/* bytes that hold no newline */
	char *start, *end;

	for (;;) {
		start = r->buffer + r->start;
		end = memchr(start + searched, '\n',
		    r->end - r->start - searched);
		searched = r->end - r->start;
		if (end != NULL || r->at_end)
			break;
		refill(r);
	}
	if (end == NULL && searched == 0)
		return false;
	if (end == NULL)
		end = r->buffer + r->end++;	/* there is padding */
	r->start = (size_t)(end + 1 - r->buffer);
	while (end > start && isspace((unsigned char)end[-1]))
		end--;
	*line = (struct text){ start, (size_t)(end - start) };
	r->line++;
	return true;
}

enum {
	WAYS = 4,	/* to cut a line that may be a header */
	MOST_NOTED = 64,	/* fields of lines above a header, and */
	LINES_NOTED = 10000	/* such lines, where numbers are noted */
};

/* A file of lines: how they are cut, and the fields of the one at hand. */
struct lines {
	struct source *source;
	struct reader *reader;
	bool filtered;	/* by -e or -x */
	bool delimiter[UCHAR_MAX + 1];
	bool strip[UCHAR_MAX + 1];	/* in front of fields */
	bool merge;	/* a run of delimiters is one cut */
	bool blanks;	/* delimiters are blank and tab, as by default */
	struct text *field;
	size_t nfields, capacity;
	struct text unquoted;	/* fields that lost quotes inside them */
	size_t room;	/* for them */
	size_t place[MAX_COLUMNS];	/* from 1; 0: not wanted */
	size_t most;	/* the last field of use */
	struct text header;	/* a copy, to know it again */
	size_t nheader;	/* its fields, until a line was held to it */
	/* Bit i: the ith of so many fields of a line above was a number. */
	uint64_t numbers[WAYS][MOST_NOTED];
	size_t likely;	/* how much the likeliest header looks like one */
	char *offered;	/* what it offers */
};

static bool
is_blank(char c)
{
	return c == ' ' || c == '\t';
}

static inline void
add_field(struct lines *l, char *start, const char *end)
{
	if (l->nfields == l->capacity) {
		l->capacity = 2 * l->capacity + 16;
		l->field = resize_for(l->reader->name, l->field, l->capacity,
		    sizeof(*l->field));
	}
	l->field[l->nfields++] = (struct text){ start, (size_t)(end - start) };
}

/*
 * Cuts off the field whose opening quote is at p.  Returns where it ends; NULL
 * if it is not closed, or if something stands between its closing quote and
 * the next delimiter.  Quotes inside are undone in a copy.
 */
static char *
unquote(struct lines *l, char *p, const char *end)
{
	char *start = ++p, *last, *to;
	bool doubled = false;

	while ((last = memchr(p, '"', (size_t)(end - p))) != NULL &&
	    last[1] == '"') {
		doubled = true;
		p = last + 2;
	}
	if (last == NULL)
		return NULL;
	for (p = last + 1; p < end && !l->delimiter[(unsigned char)*p]; p++)
		if (!is_blank(*p))
			return NULL;
	if (doubled) {
		if (l->unquoted.length == 0)	/* enough for the line */
			make_room(l->source, &l->unquoted, &l->room,
			    (size_t)(end - start));
		to = l->unquoted.start + l->unquoted.length;
		for (; start < last; start += 1 + (*start == '"'))
			l->unquoted.start[l->unquoted.length++] = *start;
		start = to;
		last = l->unquoted.start + l->unquoted.length;
	}
	add_field(l, start, last);
	return p;
}

/*
 * Cuts a line, at least its first fields, and as far as quotes follow; false:
 * one is not closed, or text follows it.
 */
static bool
cut(struct lines *l, struct text line, size_t most)
{
	char *p = line.start, *const end = p + line.length, *start, *last;

	l->nfields = l->unquoted.length = 0;
	if (!l->merge && *p == '#' && (p + 1 == end || p[1] == ' '))
		return true;
	for (; l->nfields < most || (!l->merge &&
	    memchr(p, '"', (size_t)(end - p)) != NULL); p++) {
		while (p < end && l->strip[(unsigned char)*p])
			p++;
		if (l->merge && (p == end || *p == '#'))
			break;
		if (*p == '"' && p < end && !l->merge) {
			p = unquote(l, p, end);
			if (p == NULL)
				return false;
		} else {
			start = p;
			if (l->blanks)
				p += end_of_field(p) - p;
			while (p < end && !l->delimiter[(unsigned char)*p])
				p++;
			last = p;
			while (!l->merge && last > start && is_blank(last[-1]))
				last--;
			add_field(l, start, last);
		}
		if (p == end)
			break;
	}
	return true;
}

/* Cuts at this character; 0: as the selection says. */
static void
cut_at(struct lines *l, char c)
{
	const struct selection *s = l->source->selection;
	int i;

	l->merge = s->merge && c == 0;
	l->blanks = l->merge && !s->delimited;
	for (i = 0; i <= UCHAR_MAX; i++) {
		l->delimiter[i] = c == 0 ? s->delimiter[i] : i == c;
		l->strip[i] = l->merge ? l->delimiter[i] :
		    is_blank((char)i) && !l->delimiter[i];
	}
}

/*
 * The place of a column in the line that was cut; 0: none.  Digits alone are a
 * place themselves.
 */
static size_t
place_of(const struct lines *l, const char *name, size_t length)
{
	size_t i, number = 0;

	for (i = 0; i < length && is_digit(name[i]) && number < INT_MAX; i++)
		number = number * 10 + (size_t)(name[i] - '0');
	if (i == length)
		return number;
	for (i = 0; i < l->nfields; i++)
		if (equals(l->field[i], name, length))
			return i + 1;
	return 0;
}

/* Learns the places of -C a/b, which may have more slashes than that one. */
static void
place_quotient(struct lines *l, const char *name)
{
	const char *slash = name;
	size_t value, divisor;

	while ((slash = strchr(slash, '/')) != NULL) {
		value = place_of(l, name, (size_t)(slash++ - name));
		divisor = place_of(l, slash, strlen(slash));
		if (value > 0 && divisor > 0) {
			l->place[COLUMN_VALUE] = value;
			l->place[COLUMN_DIVISOR] = divisor;
			return;
		}
	}
}

/* Learns the places of all columns; returns how many names it did not find. */
static size_t
find_places(struct lines *l)
{
	const struct selection *s = l->source->selection;
	const char *name;
	size_t i, missing = 0;

	l->most = s->unit != NULL ? SIZE_MAX : 1;
	for (i = s->ncolumns; i-- > 0; ) {	/* the divisor, then -C a/b */
		name = s->column[i].name;
		l->place[i] = name == NULL ? s->column[i].number :
		    place_of(l, name, strlen(name));
		if (i == COLUMN_SET)
			l->source->chosen = s->nlabels > 0 &&
			    (name == NULL || l->place[i] == 0);
		if (name != NULL && l->place[i] == 0) {
			if (i == COLUMN_VALUE)
				place_quotient(l, name);
			else if (i == COLUMN_SET && s->nlabels > 0)
				l->place[i] = place_of(l, name,
				    strcspn(name, "="));
			missing += l->place[i] == 0;
		}
	}
	for (i = 0; i < s->ncolumns; i++)
		if (l->place[i] > l->most)
			l->most = l->place[i];
	return missing;
}

/*
 * Notes of the line that was cut, which lacks so many names, what it offers, if
 * it is the likeliest header, and where numbers are; way: how it was cut.
 */
static void
note_line(struct lines *l, size_t way, size_t missing)
{
	const size_t n = l->nfields;
	const struct text *field;
	size_t names = (MAX_COLUMNS - missing) * 1000, length = 1;
	double unused;
	char *to;

	for (field = l->field; field < l->field + n; field++) {
		names += field->length > 0;
		length += field->length + 2;
		if (n < MOST_NOTED && l->reader->line < LINES_NOTED &&
		    parse_number(field->start, field->start + field->length,
		    &unused) == NULL)
			l->numbers[way][n] |= (uint64_t)1 <<
			    (field - l->field + 1);
	}
	if (names <= l->likely)
		return;
	l->likely = names;
	l->offered = to = resize_for(l->reader->name, l->offered, length, 1);
	*to = '\0';
	for (field = l->field; field < l->field + n; field++)
		if (field->length > 0)
			to += sprintf(to, "%s%.*s", to == l->offered ? "" :
			    ", ", (int)field->length, field->start);
}

/* Whether a line names all columns, by -d or by the first that will do. */
static bool
is_header(struct lines *l, struct text line)
{
	static const char ways[WAYS] = { '\t', ',', ';', 0 };
	const size_t *place = &l->place[COLUMN_VALUE], *n = &l->nfields;
	size_t i, missing;

	for (i = l->source->selection->delimited ? 3 : 0; i < WAYS; i++) {
		if (ways[i] != 0 &&
		    memchr(line.start, ways[i], line.length) == NULL)
			continue;
		cut_at(l, ways[i]);
		if (!cut(l, line, SIZE_MAX))
			continue;
		missing = find_places(l);
		if (missing > 0) {
			if (l->nfields > 0)
				note_line(l, i, missing);
			continue;
		}
		if (*n < MOST_NOTED && *place <= *n &&
		    l->numbers[i][*n] >> *place & 1)
			warn(l->reader->name, l->reader->line, "this line "
			    "names the columns: lines above it are ignored, "
			    "though they hold numbers");
		return true;
	}
	return false;
}

static bool
is_filtered(const struct selection *s)
{
	return s->only != NULL || s->except != NULL;
}

/*
 * Whether -e and -x let a record pass; a NUL ends it meanwhile.  regexec(3)
 * may run out of memory; glibc's says so by errno alone.
 */
static bool
passes(const struct source *s, struct text record)
{
	const regex_t *const pattern[] = {
		s->selection->only, s->selection->except
	};
	const char after = record.start[record.length];
	bool passed = true;
	int i, error;

	record.start[record.length] = '\0';
	for (i = 0; i < 2 && passed; i++) {
		if (pattern[i] == NULL)
			continue;
		errno = 0;
		error = regexec(pattern[i], record.start, 0, NULL, 0);
		if (error != 0 && (error != REG_NOMATCH || errno == ENOMEM))
			die(s->name, s->line, "out of memory for a regular "
			    "expression");
		passed = (error == 0) == (i == 0);
	}
	record.start[record.length] = after;
	return passed;
}

/* What to type instead of what gave a field that is no number, if plain. */
static const char *
remedy(const struct lines *l, struct text field)
{
	const bool unit = l->source->selection->unit != NULL;
	const char *p = field.start, *const end = p + field.length;

	if (!unit && (strncmp(p, "goos:", 5) == 0 ||
	    strncmp(p, "Benchmark", 9) == 0))
		return " (Go's output? -k 1 -u ns/op)";
	if (l->merge && memchr(p, ',', field.length) != NULL)
		return " (-d , if commas separate columns)";
	if (isalpha((unsigned char)*p) && !unit && l->header.start == NULL &&
	    !l->source->has_values)
		return " (a header? -C name)";
	while (p < end && strchr("+-.0123456789", *p) != NULL)
		p++;
	return p > field.start && p < end && (*p == '%' ||
	    isalpha((unsigned char)*p) || memcmp(p, "\xc2\xb5", 2) == 0) ?
	    " (a unit is stuck to it)" : "";
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

static double
number_in(const struct lines *l, struct text field)
{
	double value;
	const char *why = parse_number(field.start,
	    field.start + field.length, &value);

	if (why != NULL)
		bad_number(l->source, field, why,
		    why == not_a_number ? remedy(l, field) : "");
	return value;
}

/* Finds the columns in the line that was cut; false: it has no unit. */
static bool
find_columns(struct lines *l)
{
	static const struct text nothing = { NULL, 0 };
	struct source *s = l->source;
	const char *unit = s->selection->unit;
	size_t i;

	for (i = 0; i < s->selection->ncolumns; i++)
		s->found[i] = l->place[i] == 0 || l->place[i] > l->nfields ?
		    &nothing : &l->field[l->place[i] - 1];
	if (unit == NULL)
		return true;
	for (i = 1; i < l->nfields; i++)
		if (equals(l->field[i], unit, strlen(unit))) {
			s->found[COLUMN_VALUE] = &l->field[i - 1];
			return true;
		}
	return false;
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

/*
 * One line becomes one value.  If the first one after the header has more
 * fields than that, or between blanks fewer, a name of several words may stand
 * before a column.
 */
static void
take_line(struct lines *l, struct text line)
{
	struct source *s = l->source;
	const bool quotient = l->place[COLUMN_DIVISOR] > 0;
	const size_t named = l->nheader;
	double value;

	s->line = l->reader->line;
	if (!cut(l, line, named > 0 ? SIZE_MAX : l->most))
		die(s->name, s->line, "field %zu: a quote is not closed, or "
		    "text follows it", l->nfields + 1);
	if (l->nfields == 0 || (l->filtered && !passes(s, line)) ||
	    equals(line, l->header.start, l->header.length))
		return;
	if (named > 0 && (l->nfields > named ||
	    (l->merge && l->nfields < named)))
		warn(s->name, s->line, "%zu fields, but %s%zu are named: the "
		    "names may be of other columns", l->nfields,
		    l->nfields > named ? "only " : "", named);
	l->nheader = 0;
	if (!find_columns(l))
		return;
	if (s->found[COLUMN_VALUE]->length == 0 || is_lacking(s) ||
	    (quotient && s->found[COLUMN_DIVISOR]->length == 0)) {
		count_lacking(s);
		return;
	}
	value = number_in(l, *s->found[COLUMN_VALUE]);
	if (quotient)
		value = divide(s, value,
		    number_in(l, *s->found[COLUMN_DIVISOR]));
	add_value(s, value);
}

/*
 * The place of the nth field of a line, n > 0; NULL if the line may have
 * none or needs a closer look.
 */
static inline const char *
skip_fields(const char *p, size_t n)
{
	if (*p <= ' ')
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
 * A shortcut past next_line and take_line for lines of which one value between
 * blanks is wanted and no more: takes whole lines in the buffer up to the first
 * whose value scan_decimal cannot read.  Where fields are skipped, the end of
 * the line is found beside that, not after it: the next line waits for it.
 */
static void
take_plain_lines(struct lines *l, struct sample *sample)
{
	struct reader *r = l->reader;
	const char *p = r->buffer + r->start, *end = r->buffer + r->end, *q;
	const size_t place = l->place[COLUMN_VALUE];
	const char *newline = NULL;
	double *to;
	size_t n;

	while (end > p && end[-1] != '\n')
		end--;
	reserve(sample, (size_t)(end - p) / 2 + 1, r->name);
	for (to = sample->value + sample->n; p < end; p = q + 1, to++) {
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
	n = (size_t)(to - sample->value) - sample->n;
	l->source->has_values |= n > 0;
	sample->n += n;
	r->line += n;
	r->start = (size_t)(p - r->buffer);
}

static void
read_lines(struct source *s, struct reader *r)
{
	const struct selection *selection = s->selection;
	struct lines l = {
		.source = s, .reader = r, .filtered = is_filtered(selection)
	};
	struct text line;
	bool named, plain;

	if (selection->run_of == RUN_OF_ARRAY)
		die(s->name, 0, "-r []: there are no arrays, as this is not "
		    "JSON");
	cut_at(&l, 0);
	for (named = find_places(&l) == 0; !named; ) {
		if (!next_line(r, &line))
			die(s->name, 0, "no line names the columns asked for; "
			    "the likeliest offers %s",
			    l.offered != NULL ? l.offered : "nothing");
		named = line.length > 0 && is_header(&l, line);
		if (named) {
			l.nheader = l.nfields;
			l.header.start = copy_string(line.start, line.length);
			l.header.length = line.length;
		}
	}
	s->place = l.place[COLUMN_DIVISOR] > 0 ? 0 : l.place[COLUMN_VALUE];
	plain = l.blanks && !l.filtered && selection->unit == NULL &&
	    l.place[COLUMN_DIVISOR] == 0 && !has_keys(selection) &&
	    !has_set_column(selection) && !has_runs(selection);
	for (;;) {
		if (plain && l.nheader == 0)
			take_plain_lines(&l, find_sample(s->table, 0, s->set));
		if (!next_line(r, &line))
			return;
		if (line.length > 0)
			take_line(&l, line);
	}
}

/* One line for all that a file lacks: never silent, never fatal. */
static void
warn_lacking(const struct source *s)
{
	const struct selection *selection = s->selection;
	char what[40] = "a column asked for";

	if (s->place > 0 && !has_keys(selection) &&
	    !has_set_column(selection) && !is_wanted(selection, COLUMN_RUN))
		snprintf(what, sizeof(what), "column %zu", s->place);
	warn(s->name, s->first_lacking, "%ju %s%s without %s, here the first",
	    s->lacking, s->what, s->lacking == 1 ? "" : "s", what);
}

/*
 * ---- JSON ----------------------------------------------------------------
 * JSON becomes values of the table, with the document's text but no tree in
 * memory.  A first walk checks the text and learns which paths of members
 * there are; a second one takes the values, and looks up what names them in
 * the text of the objects around.  Calls what Lines does, and its reader.
 */

enum {
	MAX_NESTING = 500,
	MAX_PATHS = 100,	/* in a message */
	BETWEEN = '\xff'	/* names of a path; no UTF-8 has it */
};

/* The names of a member from the outside in; the first path has none. */
struct path {
	struct text names;
	size_t parent;
	size_t child, next;	/* what followed last, within and behind */
	uintmax_t numbers;	/* that stand there, in arrays or alone */
	uintmax_t others;
};

/* An object that is open. */
struct frame {
	const char *start;
	struct {
		bool sought;
		const char *value;	/* NULL: there is none */
	} member[MAX_COLUMNS];	/* that a column names */
};

struct json {
	struct source *source;
	const char *start, *end;
	bool taking;	/* the second walk */
	bool gathering;	/* divisors */
	struct path *path;
	size_t npaths;
	struct index names;	/* of the paths */
	size_t value, divisor;	/* paths; divisor 0: none */
	struct sample divisors;	/* of the values at hand */
	size_t ndivided;
	struct frame frame[MAX_NESTING];
	size_t nframes, depth;
	const char *array;	/* the innermost that is open */
	const char *judged;	/* the record that -e and -x saw last */
	bool passed;
	struct text found[MAX_COLUMNS];
	struct text text[MAX_COLUMNS];	/* strings without escapes */
	size_t room[MAX_COLUMNS];
	const char *counted;	/* lines were, up to here */
	uintmax_t line;
};

static uintmax_t
line_at(struct json *j, const char *p)
{
	const char *newline;

	if (p < j->counted) {
		j->counted = j->start;
		j->line = 1;
	}
	while ((newline = memchr(j->counted, '\n',
	    (size_t)(p - j->counted))) != NULL) {
		j->line++;
		j->counted = newline + 1;
	}
	j->counted = p;
	return j->line;
}

NORETURN static void
bad_json(struct json *j, const char *p, const char *expected)
{
	if (p == j->end)
		die(j->source->name, line_at(j, p - (p[-1] == '\n')),
		    "not JSON: it ends where %s is expected", expected);
	die(j->source->name, line_at(j, p), "not JSON: %s expected, not "
	    "\"%.*s\" (-d tells of text)", expected,
	    (int)(j->end - p < 20 ? j->end - p : 20), p);
}

static const char *
skip_space(const struct json *j, const char *p)
{
	while (p < j->end && (*p == ' ' || *p == '\n' || *p == '\t' ||
	    *p == '\r'))
		p++;
	return p;
}

/* The number that four hexadecimal digits make; more, if they are none. */
static unsigned long
four_hex(const char *p)
{
	static const char digits[] = "0123456789abcdef";
	const char *digit;
	unsigned long code = 0;
	size_t i;

	for (i = 0; i < 4; i++) {
		digit = strchr(digits, tolower((unsigned char)p[i]));
		if (p[i] == '\0' || digit == NULL)
			return ULONG_MAX;
		code = code << 4 | (unsigned long)(digit - digits);
	}
	return code;
}

/* Checks the string that begins at p; returns what is behind it. */
static const char *
scan_string(struct json *j, const char *p)
{
	for (p++; *p != '"'; p++) {
		if ((unsigned char)*p < ' ')	/* at the end, too */
			bad_json(j, p, "the end of a string");
		if (*p != '\\')
			continue;
		p++;
		if (*p == 'u' && four_hex(p + 1) <= 0xffff)
			p += 4;
		else if (*p == '\0' || strchr("\"\\/bfnrt", *p) == NULL)
			bad_json(j, p, "an escape");
	}
	return p + 1;
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

static const char *
scan_number(struct json *j, const char *p)
{
	p += *p == '-';
	p = *p == '0' ? p + 1 : scan_digits(j, p);
	if (*p == '.')
		p = scan_digits(j, p + 1);
	if (*p == 'e' || *p == 'E') {
		p++;
		p = scan_digits(j, p + (*p == '+' || *p == '-'));
	}
	return p;
}

/* What is behind the value at p, which was checked before. */
static const char *
skip_value(struct json *j, const char *p)
{
	size_t depth = 0;

	do {
		if (*p == '"') {
			p = scan_string(j, p);
			continue;
		}
		if (depth == 0 && *p != '{' && *p != '[') {
			while (isalnum((unsigned char)*p) || *p == '-' ||
			    *p == '+' || *p == '.')
				p++;
			return p;
		}
		depth += *p == '{' || *p == '[';
		depth -= *p == '}' || *p == ']';
		p++;
	} while (depth > 0);
	return p;
}

/* UTF-8; U+0000 in two bytes, as NUL stands between the parts of a key. */
static char *
put_code(char *to, unsigned long code)
{
	static const unsigned char mark[] = { 0, 0xc0, 0xe0, 0xf0 };
	int more = code > 0 && code < 0x80 ? 0 : code < 0x800 ? 1 :
	    code < 0x10000 ? 2 : 3;

	*to++ = (char)(mark[more] | code >> 6 * more);
	while (more-- > 0)
		*to++ = (char)(0x80 | (code >> 6 * more & 0x3f));
	return to;
}

/* Undoes the escapes of the string at p, which make it longer. */
static char *
unescape(char *to, const char *p)
{
	static const char letters[] = "bfnrt", meant[] = "\b\f\n\r\t";
	const char *letter;
	unsigned long code, low;

	for (p++; *p != '"'; p++) {
		if (*p != '\\') {
			*to++ = *p;
			continue;
		}
		if (*++p != 'u') {
			letter = strchr(letters, *p);
			*to++ = letter == NULL ? *p : meant[letter - letters];
			continue;
		}
		code = four_hex(p + 1);
		p += 4;
		if (code >> 10 == 0xd800 >> 10 && p[1] == '\\' && p[2] == 'u' &&
		    (low = four_hex(p + 3)) >> 10 == 0xdc00 >> 10) {
			code = 0x10000 + ((code & 0x3ff) << 10 | (low & 0x3ff));
			p += 6;
		} else if (code >> 11 == 0xd800 >> 11)	/* half a pair */
			code = 0xfffd;
		to = put_code(to, code);
	}
	return to;
}

/* The string from p to end, or the scalar; strings in room of the column. */
static struct text
scalar_text(struct json *j, const char *p, const char *end, size_t column)
{
	struct text *text = &j->text[column];

	if (*p != '"')
		return (struct text){ (char *)p, (size_t)(end - p) };
	p++;
	if (memchr(p, '\\', (size_t)(end - p)) == NULL)
		return (struct text){ (char *)p, (size_t)(end - p) - 1 };
	make_room(j->source, text, &j->room[column], (size_t)(end - p));
	text->length = (size_t)(unescape(text->start, p - 1) - text->start);
	return *text;
}

/*
 * The path of a member, most often what stood there last time; before: the
 * member before it in its object, or 0.
 */
static size_t
find_path(struct json *j, size_t parent, size_t before, struct text name)
{
	size_t *guess = before > 0 ? &j->path[before].next :
	    &j->path[parent].child;
	const struct path *path = &j->path[*guess];
	const struct text around = j->path[parent].names;
	struct text *names = &j->text[COLUMN_DIVISOR];	/* free in JSON */
	size_t i;

	if (*guess > 0 && path->parent == parent &&
	    path->names.length == around.length + 1 + name.length &&
	    memcmp(path->names.start + around.length + 1, name.start,
	    name.length) == 0)
		return *guess;
	names->length = around.length + 1 + name.length;
	make_room(j->source, names, &j->room[COLUMN_DIVISOR], names->length);
	memcpy(names->start, around.start, around.length);
	names->start[around.length] = BETWEEN;
	memcpy(names->start + around.length + 1, name.start, name.length);
	i = *guess = find_name(&j->names, *names, j->source->name);
	if (i == j->npaths) {
		j->path = one_more(j->source->name, j->path, i,
		    sizeof(*j->path));
		j->path[j->npaths++] = (struct path){
			.names = j->names.name[i].text, .parent = parent
		};
	}
	return i;
}

/* The value of the member that a dotted name finds in an object, or NULL. */
static const char *
look_up(struct json *j, const char *object, const char *name, size_t length)
{
	const char *p = skip_space(j, object + 1), *value, *found;
	struct text member;

	while (*p == '"') {
		value = scan_string(j, p);
		member = scalar_text(j, p, value, COLUMN_VALUE);
		value = skip_space(j, skip_space(j, value) + 1);
		if (member.length <= length &&
		    memcmp(member.start, name, member.length) == 0) {
			if (member.length == length)
				return value;
			if (name[member.length] == '.' && *value == '{') {
				found = look_up(j, value,
				    name + member.length + 1,
				    length - member.length - 1);
				if (found != NULL)
					return found;
			}
		}
		p = skip_space(j, skip_value(j, value));
		if (*p == ',')
			p = skip_space(j, p + 1);
	}
	return NULL;
}

/* What the value at p reads as a name; n=10,size=64 for an object. */
static struct text
name_at(struct json *j, const char *p, size_t column)
{
	const char *const end = skip_value(j, p), *value;
	struct text all = { NULL, 0 }, part;
	size_t room = 0;

	if (*p == '[')
		die(j->source->name, line_at(j, p), "%s is an array, which is "
		    "no name", j->source->selection->column[column].name);
	if (*p != '{')
		return scalar_text(j, p, end, column);
	make_room(j->source, &all, &room, (size_t)(end - p));
	for (p = skip_space(j, p + 1); *p == '"'; p = skip_space(j, p + 1)) {
		value = scan_string(j, p);
		part = scalar_text(j, p, value, column);
		value = skip_space(j, skip_space(j, value) + 1);
		p = skip_value(j, value);
		if (*value == '{' || *value == '[')
			die(j->source->name, line_at(j, value), "%s holds more "
			    "than scalars, and is no name",
			    j->source->selection->column[column].name);
		if (*value != 'n') {
			if (all.length > 0)
				all.start[all.length++] = ',';
			memcpy(all.start + all.length, part.start, part.length);
			all.length += part.length;
			all.start[all.length++] = '=';
			part = scalar_text(j, value, p, column);
			memcpy(all.start + all.length, part.start, part.length);
			all.length += part.length;
		}
		p = skip_space(j, p);
	}
	free(j->text[column].start);
	j->text[column] = all;
	j->room[column] = room;
	return all;
}

/*
 * Looks a column up in the open objects from the innermost outwards; returns
 * how many are open around it and it, or 0.
 */
static size_t
look_up_column(struct json *j, size_t column)
{
	const struct selection *s = j->source->selection;
	const char *name = s->column[column].name;
	struct frame *f;
	size_t i;

	j->found[column] = (struct text){ NULL, 0 };
	for (i = j->nframes; name != NULL && i > 0; i--) {
		f = &j->frame[i - 1];
		if (!f->member[column].sought)
			f->member[column].value = look_up(j, f->start, name,
			    column == COLUMN_SET && j->source->chosen ?
			    strcspn(name, "=") : strlen(name));
		f->member[column].sought = true;
		if (f->member[column].value == NULL ||
		    *f->member[column].value == 'n')	/* null */
			continue;
		j->found[column] = name_at(j,
		    f->member[column].value, column);
		return i;
	}
	return 0;
}

/* Whether a scalar may be a number. */
static bool
is_numeric(const char *p, const char *end)
{
	return *p == '-' || is_digit(*p) || (*p == '"' && end - p > 2 &&
	    strspn(p + 1, "0123456789.+-eE") >= (size_t)(end - p) - 2);
}

/* Takes one value, or one divisor of the values to come. */
static void
take_scalar(struct json *j, const char *p, const char *end, const char *array)
{
	struct source *s = j->source;
	const struct text text = scalar_text(j, p, end, COLUMN_VALUE);
	const char *why = not_a_number;
	double value = NAN;

	if (*p == '"' ? text.length > 0 && !isspace((unsigned char)*text.start)
	    : is_numeric(p, end))
		why = parse_number(text.start, text.start + text.length,
		    &value);
	if (why != NULL) {
		s->line = line_at(j, p);
		if (*p != 'n')
			bad_number(s, text, why, "");
	}
	if (j->gathering) {
		append(&j->divisors, value, s->name);
		return;
	}
	if (j->divisor > 0 && j->ndivided < j->divisors.n)
		value = divide(s, value,
		    j->divisors.value[j->ndivided]);
	j->ndivided++;
	if (s->selection->run_of == RUN_OF_ARRAY && array == NULL)
		die(s->name, s->line, "-r []: no array is around this value");
	if (s->selection->run_of == RUN_OF_ARRAY)
		j->found[COLUMN_RUN] = (struct text){
			(char *)&array, sizeof(array)
		};
	if (isnan(value) || is_lacking(s))
		count_lacking(s);
	else
		add_value(s, value);
}

/* Takes a number, or all in an array; an object is no value. */
static const char *
take_values(struct json *j, const char *p, const char *array)
{
	const char *const end = *p == '[' ? p : skip_value(j, p);

	if (*p != '[') {
		if (*p != '{')
			take_scalar(j, p, end, array);
		return end;
	}
	for (array = p, p = skip_space(j, p + 1); *p != ']'; ) {
		p = skip_space(j, take_values(j, p, array));
		if (*p == ',')
			p = skip_space(j, p + 1);
	}
	return p + 1;
}

/* Takes the values of the member whose value begins at p. */
static void
take_member(struct json *j, const char *p)
{
	const struct selection *s = j->source->selection;
	const struct path *divisor = &j->path[j->divisor];
	const char *by, *record = p;
	size_t i, around, innermost = 0, skipped;

	j->source->line = line_at(j, p);
	j->divisors.n = j->ndivided = 0;
	if (j->divisor > 0) {
		skipped = j->path[divisor->parent].names.length + 1;
		by = look_up(j, j->frame[j->nframes - 1].start,
		    divisor->names.start + skipped,
		    divisor->names.length - skipped);
		if (by == NULL)
			return;
		j->gathering = true;
		take_values(j, by, NULL);
		j->gathering = false;
	}
	for (i = COLUMN_SET; i < s->ncolumns; i++) {
		around = look_up_column(j, i);
		if (around > innermost && i != COLUMN_RUN)
			innermost = around;
	}
	if (innermost == 0)
		innermost = j->nframes;
	if (innermost > 0)
		record = j->frame[innermost - 1].start;
	if (is_filtered(s) && record != j->judged) {
		j->judged = record;
		j->passed = passes(j->source, (struct text){
			(char *)record, (size_t)(skip_value(j, record) - record)
		});
	}
	if (is_filtered(s) && !j->passed)
		return;
	take_values(j, p, j->array);
	if (j->divisor > 0 && j->ndivided != j->divisors.n)
		die(j->source->name, j->source->line, "%zu values cannot be "
		    "divided by %zu", j->ndivided, j->divisors.n);
}

static const char *
scan_scalar(struct json *j, const char *p, size_t path)
{
	static const char *const words[] = { "null", "true", "false" };
	const char *end = p;
	size_t i;

	if (*p == '"')
		end = scan_string(j, p);
	else if (*p == '-' || is_digit(*p))
		end = scan_number(j, p);
	for (i = 0; i < 3 && end == p; i++)
		if (strncmp(p, words[i], strlen(words[i])) == 0)
			end += strlen(words[i]);
	if (end == p)
		bad_json(j, p, "a value");
	if (is_numeric(p, end))
		j->path[path].numbers++;
	else
		j->path[path].others++;
	return end;
}

/* Reads the name of a member; returns where its value begins. */
static const char *
scan_name(struct json *j, const char *p, size_t path, size_t *member)
{
	const char *end;

	if (*p != '"')
		bad_json(j, p, "the name of a member");
	end = scan_string(j, p);
	*member = find_path(j, path, *member,
	    scalar_text(j, p, end, COLUMN_VALUE));
	p = skip_space(j, end);
	if (*p != ':')
		bad_json(j, p, "a colon");
	p = skip_space(j, p + 1);
	if (j->taking && *member == j->value)
		take_member(j, p);
	return p;
}

/* Walks over a value; path: of the member that it or its array is. */
static const char *
scan_value(struct json *j, const char *p, size_t path)
{
	const bool object = *p == '{';
	const char close = object ? '}' : ']', *const array = j->array;
	size_t member = 0;

	if (!object && *p != '[')
		return scan_scalar(j, p, path);
	if (j->depth++ == MAX_NESTING)
		die(j->source->name, line_at(j, p), "JSON nested deeper than "
		    "%d", MAX_NESTING);
	if (object)
		j->frame[j->nframes++] = (struct frame){ .start = p };
	else
		j->array = p;
	for (p = skip_space(j, p + 1); *p != close; ) {
		if (object)
			p = scan_name(j, p, path, &member);
		p = skip_space(j, scan_value(j, p, object ? member : path));
		if (*p == close)
			break;
		if (*p != ',')
			bad_json(j, p, object ? ", or }" : ", or ]");
		p = skip_space(j, p + 1);
		if (*p == close)
			bad_json(j, p, "something behind the comma");
	}
	j->array = array;
	j->depth--;
	j->nframes -= object;
	return p + 1;
}

/* Skips what may stand between the values of a file. */
static const char *
skip_between(const char *p, const char *end)
{
	for (; p < end && (*p == '#' || isspace((unsigned char)*p)); p++)
		if (*p == '#')
			p = memchr(p, '\n', (size_t)(end - p) + 1);
	return p < end ? p : end;
}

/* Walks over all values of the file. */
static void
scan_document(struct json *j)
{
	const char *p = j->start;

	while ((p = skip_between(p, j->end)) < j->end) {
		if (j->taking && j->value == 0)
			take_member(j, p);
		p = scan_value(j, p, 0);
		if (isalnum((unsigned char)*p) || *p == '.')
			bad_json(j, p, "the end of a value");
	}
}

/*
 * How well a path answers to a name: 0 not at all, 1 by its last names, 2 as
 * a whole.  A path without numbers does only if others is true.
 */
static int
rank_of(const struct path *path, const char *name, size_t length, bool others)
{
	const char *p = path->names.start + path->names.length;

	if (path->names.length <= length ||
	    (path->numbers == 0 && (!others || path->others == 0)))
		return 0;
	while (length-- > 0)
		if (*--p != name[length] &&
		    !(*p == BETWEEN && name[length] == '.'))
			return 0;
	return p[-1] != BETWEEN ? 0 : p - 1 == path->names.start ? 2 : 1;
}

/* Ends the program with the paths that hold numbers, and how many. */
NORETURN static void
list_paths(struct json *j, const char *why, const char *name, size_t length)
{
	char *list = NULL, *to;
	size_t i, k, n = 0, used = 0;

	for (i = 0; i < j->npaths; i++) {
		const struct text names = j->path[i].names;

		if (j->path[i].numbers == 0 || (length > 0 &&
		    rank_of(&j->path[i], name, length, false) == 0) ||
		    n++ >= MAX_PATHS)
			continue;
		list = resize_for(j->source->name, list,
		    used + names.length + 60, 1);
		to = list + used;
		to += sprintf(to, "%s", n > 1 ? ", " : "");
		for (k = 1; k < names.length; k++)
			*to++ = names.start[k] == BETWEEN ? '.' :
			    names.start[k];
		to += sprintf(to, "%s (%ju)", i == 0 ?
		    "numbers in no object, without -C" : "",
		    j->path[i].numbers);
		used = (size_t)(to - list);
	}
	die(j->source->name, 0, "%s%s%s", why, n == 0 ? "nothing" : list,
	    n > MAX_PATHS ? ", ..." : "");
}

/*
 * Finds the path that answers best to a name, or two members of one object
 * that answer to what is before and behind slash; false: there are none.
 */
static bool
choose_paths(struct json *j, const char *name, const char *slash, bool others)
{
	const size_t length = slash == NULL ? strlen(name) :
	    (size_t)(slash - name);
	int best = 0, rank, n = 0;
	size_t i, k;

	for (i = 1; i < j->npaths; i++) {
		rank = rank_of(&j->path[i], name, length, others);
		for (k = slash == NULL ? i : 1; rank > 0 && k < j->npaths; k++)
			if (slash == NULL || (j->path[k].parent ==
			    j->path[i].parent && rank_of(&j->path[k],
			    slash + 1, strlen(slash + 1), others) > 0))
				break;
		if (rank == 0 || rank < best || k == j->npaths)
			continue;
		n = rank > best ? 1 : n + 1;
		best = rank;
		j->value = i;
		j->divisor = slash == NULL ? 0 : k;
	}
	if (n > 1)
		list_paths(j, "-C names several members: ", name, length);
	return n == 1;
}

/* Finds where the values are. */
static void
choose_values(struct json *j)
{
	const struct selection *s = j->source->selection;
	const char *name = s->column[COLUMN_VALUE].name, *slash;
	int others;

	if (name == NULL && j->path[0].numbers > 0 && !s->value_column)
		return;
	for (others = 0; others < 2 && name != NULL; others++) {
		if (choose_paths(j, name, NULL, others > 0))
			return;
		for (slash = strchr(name, '/'); slash != NULL;
		    slash = strchr(slash + 1, '/'))
			if (choose_paths(j, name, slash, others > 0))
				return;
	}
	list_paths(j, name != NULL ? "no member is what -C names; there are " :
	    s->value_column ? "this is JSON, where -C is a name; there are " :
	    "this is JSON: -C is needed; there are ", "", 0);
}

/* Refuses columns by number; sees whether -b is member=label,... here. */
static void
check_columns(struct json *j)
{
	const struct selection *s = j->source->selection;
	const char *name = s->column[COLUMN_SET].name;
	size_t i;

	for (i = COLUMN_SET; i < s->ncolumns; i++)
		if (s->column[i].number > 0)
			die(j->source->name, 0, "this is JSON, which has no "
			    "column %zu: name a member", s->column[i].number);
	j->source->chosen = s->nlabels > 0;
	for (i = 1; i < j->npaths && name != NULL; i++)
		if (rank_of(&j->path[i], name, strlen(name), true) > 0)
			j->source->chosen = false;
}

static void
read_json(struct source *s, struct reader *r)
{
	struct json *j = allocate(1, sizeof(*j));
	size_t i;

	while (!r->at_end) {
		for (; r->at_nul && r->start < r->end; r->start++)
			r->line += r->buffer[r->start] == '\n';
		refill(r);
	}
	*j = (struct json){
		.source = s, .line = 1, .npaths = 1,
		.start = r->buffer + r->start, .end = r->buffer + r->end,
		.counted = r->buffer, .path = allocate(1, sizeof(*j->path))
	};
	find_name(&j->names, (struct text){ r->buffer, 0 }, s->name);
	j->path[0] = (struct path){ .names = j->names.name[0].text };
	s->what = "value";
	for (i = 0; i < MAX_COLUMNS; i++)
		s->found[i] = &j->found[i];
	scan_document(j);
	choose_values(j);
	check_columns(j);
	j->taking = true;
	scan_document(j);
}

/* Whether a file is JSON: its first byte that counts is a bracket. */
static bool
is_json(struct reader *r)
{
	const char *p;

	for (;;) {
		p = skip_between(r->buffer + r->start, r->buffer + r->end);
		if (p < r->buffer + r->end)
			return *p == '{' || *p == '[';
		if (r->at_end || r->at_nul)
			return false;
		refill(r);
	}
}

/*
 * Reads all of a file that is open as fd; its values go into the given set
 * unless a column tells the set.  name: what to call it in messages.
 */
static void
read_file(const struct selection *selection, int fd, const char *name,
    size_t set, struct table *table)
{
	struct reader reader = {
		.fd = fd, .name = name, .capacity = BLOCK_SIZE,
		.buffer = resize_for(name, NULL, BLOCK_SIZE + PADDING, 1)
	};
	struct source s = {
		.selection = selection, .table = table, .name = name,
		.set = set, .what = "line"
	};

	table->file = name;
	table->nfiles++;
	if (!has_keys(selection))	/* then there is one row */
		find_row(table, (struct text){ reader.buffer, 0 });
	skip_mark(&reader);
	if (!selection->delimited && selection->unit == NULL &&
	    is_json(&reader))
		read_json(&s, &reader);
	else
		read_lines(&s, &reader);
	if (s.lacking > 0)
		warn_lacking(&s);
	if (!s.has_values)
		die(name, 0, selection->unit != NULL && s.lacking == 0 ?
		    "no values: no field is %s" : "no values",
		    selection->unit);
	free(reader.buffer);
}

/*
 * ---- Arithmetic ----------------------------------------------------------
 * Doubles become sums, order statistics and ranks.  Calls libm and allocate;
 * knows nothing of sets and rows.
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

/*
 * The sum of two doubles, exactly, as that of two others: what a sum is
 * rounded to, and what it lacks.
 *
 * Method	Knuth, The Art of Computer Programming 2, 4.2.2, theorem B
 * Special	not for infinities, nor where the sum is one
 */
static inline struct dd
two_sum(double a, double b)
{
	const double sum = a + b;
	const double from_b = sum - a;
	const double from_a = sum - from_b;

	return (struct dd){ sum, (a - from_a) + (b - from_b) };
}

/* a - b; the rounding errors of both count. */
static double
dd_difference(struct dd a, struct dd b)
{
	const struct dd difference = two_sum(a.hi, -b.hi);

	return difference.hi + (difference.lo + (a.lo - b.lo));
}

/* Sums that overlap in time, or as vectors, beside what roundings have lost. */
enum { LANES = 2 };

struct lanes {
	double sum[LANES], lost[LANES];
};

static inline void
add_to(struct lanes *lanes, size_t j, double x)
{
	const double before = lanes->sum[j], sum = before + x;
	const double added = sum - before;

	lanes->sum[j] = sum;
	lanes->lost[j] += (before - (sum - added)) + (x - added);
}

static struct dd
join_lanes(const struct lanes *lanes)
{
	struct dd total = { 0, 0 };
	double lost = 0;
	size_t j;

	for (j = 0; j < LANES; j++) {
		total = two_sum(total.hi, lanes->sum[j]);
		lost += total.lo + lanes->lost[j];
	}
	return two_sum(total.hi, lost);
}

/*
 * The power of two by which to multiply values of up to this magnitude, so
 * that neither their sum nor their squares overflow or vanish: mostly 1.
 */
static double
scale_for(double magnitude)
{
	int exponent;

	frexp(magnitude, &exponent);
	if (abs(exponent) <= 400)
		return 1;
	return ldexp(1, exponent < -1000 ? 1000 : -exponent);
}

/* Where deviations are taken from, in units of 1 / scale. */
struct centre {
	double scale;
	struct dd mean;
};

/* A sum / n: mean * n is exact in halves of the digits. */
static struct dd
divide_sum(struct dd sum, double n)
{
	const double mean = sum.hi / n, shifted = mean * 0x1p27;
	const double high = shifted - (shifted - mean);
	const double rest = (sum.hi - high * n) - (mean - high) * n;

	return two_sum(mean, (rest + sum.lo) / n);
}

/* The mean of n > 0 values, times scale, and in *range their extremes. */
static struct centre
centre_of(const double *value, size_t n, double scale, struct interval *range)
{
	struct lanes lanes = { { 0 }, { 0 } };
	double least[LANES], most[LANES];
	size_t i, j;

	for (j = 0; j < LANES; j++)
		least[j] = most[j] = value[n - 1];
	for (i = 0; i + LANES <= n; i += LANES)
		for (j = 0; j < LANES; j++) {
			least[j] = smaller(least[j], value[i + j]);
			most[j] = larger(most[j], value[i + j]);
			add_to(&lanes, j, value[i + j] * scale);
		}
	for (j = 0; i + j < n; j++) {
		least[j] = smaller(least[j], value[i + j]);
		most[j] = larger(most[j], value[i + j]);
		add_to(&lanes, j, value[i + j] * scale);
	}
	*range = (struct interval){ least[0], most[0] };
	for (j = 1; j < LANES; j++) {
		range->lower = smaller(range->lower, least[j]);
		range->upper = larger(range->upper, most[j]);
	}
	return (struct centre){
		scale, divide_sum(join_lanes(&lanes), (double)n)
	};
}

static inline double
deviation(const struct centre *c, double value)
{
	return (value * c->scale - c->mean.hi) - c->mean.lo;
}

/*
 * The sum of n products of deviations, value[i] with value[i + lag], in units
 * of 1 / scale^2: of squares if lag is 0.
 */
static ALWAYS_INLINE double
sum_products(const struct centre *centre, const double *value, size_t n,
    size_t lag)
{
	const struct centre c = *centre;
	struct lanes lanes = { { 0 }, { 0 } };
	size_t i, j;

	for (i = 0; i + LANES <= n; i += LANES)
		for (j = 0; j < LANES; j++)
			add_to(&lanes, j, deviation(&c, value[i + j]) *
			    deviation(&c, value[i + j + lag]));
	for (; i < n; i++)
		add_to(&lanes, 0, deviation(&c, value[i]) *
		    deviation(&c, value[i + lag]));
	return join_lanes(&lanes).hi;
}

/* The standard deviation of n > 1 values; of equal ones, exactly 0. */
static double
stddev_of(const double *value, size_t n, const struct centre *centre)
{
	return sqrt(sum_products(centre, value, n, 0) / (double)(n - 1)) /
	    centre->scale;
}

/* A double as an integer that orders as the doubles do, -0 < 0; and back. */
static uint64_t
order_key(double v)
{
	const uint64_t bits = (union bits){ .value = v }.bits;
	const uint64_t sign = (uint64_t)1 << 63;

	return bits & sign ? ~bits : bits | sign;
}

static double
key_value(uint64_t key)
{
	const uint64_t sign = (uint64_t)1 << 63;

	return (union bits){ .bits = key & sign ? key ^ sign : ~key }.value;
}

static int
by_value(const void *a, const void *b)
{
	const double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static double *
sorted_copy(const double *value, size_t n)
{
	double *copy = allocate(n, sizeof(*copy));

	memcpy(copy, value, n * sizeof(*copy));
	qsort(copy, n, sizeof(*copy), by_value);
	return copy;
}

/* The value of that rank, from 0 (Hoare 1961, FIND); v is reordered. */
static double
quickselect(double *v, size_t n, size_t rank)
{
	const ptrdiff_t wanted = (ptrdiff_t)rank;
	ptrdiff_t first = 0, last = (ptrdiff_t)n - 1, i, j;
	double pivot, swap;

	while (first < last) {
		pivot = v[wanted];
		for (i = first, j = last; i <= j; ) {
			while (v[i] < pivot)
				i++;
			while (v[j] > pivot)
				j--;
			if (i > j)
				break;
			swap = v[i];
			v[i++] = v[j];
			v[j--] = swap;
		}
		if (j < wanted)
			first = i;
		if (wanted < i)
			last = j;
	}
	return v[rank];
}

/* Evenly taken values, 4 standard errors either side of the rank. */
static struct interval
guess_window(const double *value, size_t n, size_t rank)
{
	enum { EACH = 64, MOST = 16384 };
	const size_t size = n / EACH < MOST ? n / EACH : MOST;
	const size_t reach = (size_t)(2 * sqrt((double)size));
	const size_t place = (size_t)((double)rank / (double)n * (double)size);
	struct interval window = { -INFINITY, INFINITY };
	double *few = allocate(size, sizeof(*few));
	size_t i;

	for (i = 0; i < size; i++)
		few[i] = value[n / size * i];
	qsort(few, size, sizeof(*few), by_value);
	if (place > reach)
		window.lower = few[place - reach];
	if (place + reach < size)
		window.upper = few[place + reach];
	free(few);
	return window;
}

/* The values in a window, and how many there are and are below it. */
static double *
gather(const double *value, size_t n, struct interval window, size_t *inside,
    size_t *below)
{
	double *gathered = allocate(n, sizeof(*gathered));
	size_t i, stored = 0, less = 0;

	for (i = 0; i < n; i++) {	/* without a branch */
		gathered[stored] = value[i];
		stored += value[i] <= window.upper;
		stored -= value[i] < window.lower;
		less += value[i] < window.lower;
	}
	*inside = stored;
	*below = less;
	return gathered;
}

/* a + share (b - a) for a <= b, and at 0.5 their mean, well rounded. */
static double
interpolate(double a, double b, double share)
{
	return larger(a, smaller(b, (1 - share) * a + share * b));
}

/*
 * The value at a place in [0, n - 1] among n > 0 values in ascending order,
 * which they need not be in; between two of them, interpolated.
 *
 * Method	Floyd and Rivest (1975): a sample guesses which values are
 *		near, one pass gathers them, and quickselect ends
 */
static double
value_at(const double *value, size_t n, double place)
{
	const struct interval all = { -INFINITY, INFINITY };
	const size_t rank = (size_t)place, next = rank + (place > (double)rank);
	size_t inside, below;
	double lower, upper;
	double *near = gather(value, n, n > 4096 ?
	    guess_window(value, n, rank) : all, &inside, &below);

	if (rank < below || next >= below + inside) {	/* a wrong guess */
		free(near);
		near = gather(value, n, all, &inside, &below);
	}
	lower = quickselect(near, inside, rank - below);
	upper = quickselect(near, inside, next - below);
	free(near);
	return interpolate(lower, upper, place - (double)rank);
}

/* The quantile of n sorted values, of Hyndman & Fan's type 7; never -0. */
static double
quantile_of(const double *sorted, size_t n, double share)
{
	const double place = (double)(n - 1) * share;
	const size_t rank = (size_t)place, next = rank + (place > (double)rank);

	return interpolate(sorted[rank], sorted[next],
	    place - (double)rank) + 0.0;
}

/*
 * ---- Distributions -------------------------------------------------------
 * A value becomes its probability, and back.  Calls Arithmetic, libm and
 * allocate; no tables.
 */

/*
 * With so many degrees of freedom, Student's t is normal to 1e-19 wherever its
 * tail is not 0 in a double: they differ by some t^4 / (4 df).
 */
static const double NORMAL_DF = 1e25;

static const double SQRT_2_OVER_PI = 0.79788456080286536;

/* A chance that misses its level by no more than this is taken to reach it. */
static const double ROUNDING = 1e-13;

/* How |T| is distributed about one t, T being Student's t. */
struct t_tail {
	double outside;	/* P(|T| > t) */
	double inside;	/* P(|T| <= t), the rest */
	double slope;	/* d inside / d ln t = 2 t density(t) */
};

/*
 * gamma_ratio(a) = Gamma(a + 1/2) / (Gamma(a) sqrt(a)) for a > 0; it rises
 * from 0 to 1.
 *
 * Method	with w = a - 1/4, Gamma(w + 3/4) / Gamma(w + 1/4) is sqrt(w)
 *		times 1 + 1/(64 w^2) - ..., an asymptotic series in 1/w^2
 *		(Fields, Proc. Edinburgh Math. Soc. 15, 1966).  First
 *		Gamma(a + 1) = a Gamma(a) raises w to 10, where the terms
 *		left out are below 2e-17.
 * Accuracy	2e-15 relative
 */
static double
gamma_ratio(double a)
{
	enum { TERMS = 8 };
	static const double term[TERMS] = {
		1858590154455. / 0x1p46, -7334801895. / 0x1p40,
		20491783. / 0x1p33, -174317. / 0x1p27, 631. / 0x1p19,
		-19. / 0x1p13, 1. / 0x1p6, 1
	};
	double raised, w, series = 0, above = 1, below = 1;
	int i;

	for (raised = a; raised < 10.25; raised++) {
		above *= raised;
		below *= raised + 0.5;
	}
	w = raised - 0.25;
	for (i = 0; i < TERMS; i++)
		series = series / (w * w) + term[i];
	return above / below * sqrt(w / a) * series;
}

/*
 * P(|T| <= t) / slope, as the hypergeometric series of the incomplete beta
 * function (Abramowitz & Stegun 26.5.4).  Its terms are all positive.
 */
static double
central_series(double a, double y)
{
	double term = 1, sum = 1;
	int n;

	for (n = 0; term > 1e-17 * sum; n++) {
		term *= (a + n + 0.5) * y / (n + 1.5);
		sum += term;
	}
	return sum;
}

/*
 * P(|T| > t) / (slope / 2), as the continued fraction alpha_1 / (beta_1 +
 * alpha_2 / (beta_2 + ...)) of DiDonato & Morris, ACM TOMS 18 (1992), there
 * BFRAC, with b = 1/2.  Every alpha after the first is negative, so that the
 * differences of its convergents (Steed's method) are all positive, and
 * summing them loses nothing.
 */
static double
tail_fraction(double a, double x, double y)
{
	const double lambda = a * y - x / 2;
	double inverse = (a + 1) / (a * (lambda + 1));
	double term = inverse, sum = inverse;
	int n;

	for (n = 1; term > 1e-17 * sum; n++) {
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
	return sum;
}

/*
 * t_tail(t, df): what lies outside and inside of +-t for Student's t with df
 * degrees of freedom, t >= 0 and df >= 0.01; df = INFINITY is the normal.
 *
 * Method	P(|T| > t) = I_x(df/2, 1/2) with x = 1 - y = df / (df + t^2);
 *		a power series near the centre, a continued fraction for the
 *		tail, each where it takes few terms; then 1 minus the one
 *		is the other
 * Accuracy	1e-14 relative, for whichever is the smaller, down to 1e-30;
 *		then 1e-12, as an error of the exponent counts, down to 1e-300
 * Special	t = 0 gives 0 inside, t = INFINITY gives 0 outside
 */
static struct t_tail
t_tail(double t, double df)
{
	const double nu = df > NORMAL_DF ? NORMAL_DF : df;
	const double a = nu / 2, ratio = t / sqrt(nu);
	const double z = ratio * ratio;	/* INFINITY or 0 will do */
	const double x = 1 / (1 + z);
	const double root = z < 1 ? t * sqrt(x) : sqrt(nu / (1 + 1 / z));
	const double y = root * root / nu;
	const double power = -a * (ratio < 1e9 ? log1p(t * t / nu) :
	    2 * log(ratio));
	const double slope = SQRT_2_OVER_PI * gamma_ratio(a) * exp(power) *
	    root;
	double part;

	if (isinf(t))
		return (struct t_tail){ .outside = 0, .inside = 1 };
	if (y > 3 / (6 + nu)) {
		part = slope / 2 * tail_fraction(a, x, y);
		return (struct t_tail){ part, 1 - part, slope };
	}
	part = slope * central_series(a, y);
	return (struct t_tail){ 1 - part, part, slope };
}

/* P(|T| > |t|), the p-value of a two-sided t test; NAN gives NAN. */
static double
t_two_sided(double t, double df)
{
	if (isnan(t) || isnan(df))
		return NAN;
	return t_tail(fabs(t), df).outside;
}

/*
 * t_critical(outside, inside, df) = the t with P(|T| > t) = outside and
 * P(|T| <= t) = inside.  They add up to 1; the smaller one must be exact.
 *
 * Method	Newton's on the logarithm of the smaller one as a function of
 *		ln t, which is concave: from a start where it is too small
 *		no step leads past the root.  Such starts follow from
 *		P(|T| > t) <= (1 + t^2/df)^(-df/2), and from the density's
 *		fall from 0 on.  A step of 1e-9 leaves an error of its square.
 * Accuracy	1e-14 relative for df >= 1, 1e-14 / df down to df = 0.01
 * Special	outside <= 0 gives INFINITY (as does a t beyond the doubles),
 *		inside <= 0 gives 0.  Below 1e-300 outside, where it gets lost
 *		in underflow, t may be 2% too large.
 */
static double
t_critical(double outside, double inside, double df)
{
	const double nu = df > NORMAL_DF ? NORMAL_DF : df;
	const bool in_tail = outside < inside;
	double t, part, step = 1;
	struct t_tail at;
	int i;

	if (inside <= 0)
		return 0;
	if (outside <= 0)
		return INFINITY;
	t = in_tail ? sqrt(nu) * sqrt(expm1(log(outside) * -2 / nu)) :
	    inside / (SQRT_2_OVER_PI * gamma_ratio(nu / 2));
	for (i = 0; i < 100 && fabs(step) > 1e-9; i++) {
		at = t_tail(t, nu);
		part = in_tail ? at.outside : at.inside;
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
 * Method	chances relative to that of the mode, each from the one beside
 *		it; those below 1e-280 of it are left out
 */
static size_t
binomial_rank(size_t n, double p, double chance)
{
	const double odds = p / (1 - p), size = (double)n;
	const double mode = floor(smaller(size, (size + 1) * p));
	double at, all = 0, below = 0, k;

	for (k = mode, at = 1; k < size && at > 1e-20; k++) {
		at *= (size - k) / (k + 1) * odds;
		all += at;
	}
	for (k = mode, at = 1; k > 0 && at > 1e-280; k--) {
		all += at;
		at *= k / (size - k + 1) / odds;
	}
	all += at;
	for (; below + at <= chance * all * (1 + ROUNDING); k++) {
		below += at;
		at *= (size - k) / (k + 1) * odds;
	}
	return (size_t)k;
}

/*
 * The chances that drawing some of the pooled values, all draws being equally
 * likely, gives a sum of scores no more than w above the least possible: for
 * w = 0..limit, as an array to be freed.  The scores ascend.
 *
 * Method	Streitberg and Roehmel's (1986) shift algorithm: ways[a][w]
 *		counts the draws of a of the scores so far, for each score in
 *		turn, w being above the least sum of a scores.  Only sums that
 *		still can end within the limit are followed.
 * Accuracy	1e-14 relative, as only positive numbers are added; there
 *		must be less than 1e300 draws
 */
static double *
draw_chances(const size_t *score, size_t pooled, size_t drawn, size_t limit)
{
	const size_t width = limit + 1;
	double *ways = allocate((drawn + 1) * width, sizeof(*ways));
	size_t *sum = allocate(pooled + 1, sizeof(*sum));
	double all = 1, count = 0, *from, *to;
	size_t i, a, w, added, most;

	sum[0] = 0;	/* of the first scores */
	for (i = 0; i < pooled; i++)
		sum[i + 1] = sum[i] + score[i];
	for (w = 0; w < (drawn + 1) * width; w++)
		ways[w] = w == 0;
	for (i = 0; i < pooled; i++)
		for (a = i < drawn ? i + 1 : drawn; a-- > 0 &&
		    pooled - i >= drawn - a; ) {
			/* The least that this score and the rest add. */
			added = (sum[i + drawn - a] - sum[i]) -
			    (sum[drawn] - sum[a]);
			most = sum[i] - sum[i - a] - sum[a];
			if (added > limit)
				continue;
			if (most > limit - added)
				most = limit - added;
			from = ways + a * width;
			to = from + width + (score[i] - score[a]);
			for (w = 0; w <= most; w++)
				to[w] += from[w];
		}
	for (a = 1; a <= drawn; a++)
		all *= (double)(pooled - drawn + a) / (double)a;
	for (w = 0; w <= limit; w++) {
		count += ways[drawn * width + w];
		ways[w] = count / all;
	}
	free(sum);
	return ways;
}

/*
 * ---- Summary -------------------------------------------------------------
 * A sample in, its figures out.  Calls Arithmetic and Distributions; prints
 * nothing.
 */

/*
 * The level of one comparison where the chance to be wrong that the confidence
 * leaves is spread over whole of them, and part of it is for this one.
 */
static struct level
level_of(double percent, size_t part, size_t whole)
{
	const double of = (double)part, all = (double)whole;
	struct level level = {
		.percent = percent, .inside = percent / 100,
		.outside = (100 - percent) / 100 * of / all
	};

	if (part != whole) {
		level.percent = 100 - (100 - percent) * of / all;
		level.inside = 1 - level.outside;
	}
	return level;
}

/* What t_critical says of this level; the level remembers the latest. */
static double
t_at_level(struct level *level, double df)
{
	if (df != level->df) {
		level->t = t_critical(level->outside, level->inside, df);
		level->df = df;
	}
	return level->t;
}

static bool
rejects(double p, const struct level *level)
{
	return p < 1 && p <= level->outside * (1 + ROUNDING);
}

/*
 * The interval of a quantile, between two values: the least u and greatest l
 * that leave out no more than half the level each.  Infinite where there is no
 * such value.
 */
static struct interval
quantile_interval(const struct summary *s, double share,
    const struct level *level)
{
	const double side = level->outside / 2;
	const size_t lower = binomial_rank(s->n, share, side);
	const size_t upper = binomial_rank(s->n, 1 - share, side);

	return (struct interval){
		lower > 0 ? s->sorted[lower - 1] : -INFINITY,
		upper > 0 ? s->sorted[s->n - upper] : INFINITY
	};
}

/* What the test compares, and how far off it may be, for the table. */
static void
find_centre(struct summary *s, const struct question *question,
    struct level *level)
{
	struct interval i;
	double reach;

	s->mean_half_width = s->n < 2 ? NAN : t_at_level(level,
	    (double)s->n - 1) * s->stddev / sqrt((double)s->n);
	s->centre = s->mean.hi;
	reach = s->mean_half_width;
	if (question->test->basis != MEANS) {
		s->centre = quantile_of(s->sorted, s->n, question->quantile);
		i = quantile_interval(s, question->quantile, level);
		reach = larger(i.upper - s->centre, s->centre - i.lower);
	}
	if (s->centre != 0 && isfinite(reach / s->centre))
		s->centre_error = fabs(reach / s->centre);
}

/* The scale at which the squares of these samples' values are in range. */
static double
common_scale(const struct summary *a, const struct summary *b)
{
	return scale_for(larger(-smaller(a->min, b->min),
	    larger(a->max, b->max)));
}

/* The figures of a sample, which must outlive them; a zero is never -0. */
static struct summary
summarize(const struct sample *sample, const struct question *question,
    struct level *level)
{
	const double *value = sample->value;
	const size_t n = sample->n;
	struct summary s = {
		.sample = sample, .n = n, .centre_error = NAN, .lag1 = NAN
	};
	struct interval extremes;
	struct centre centre;

	if (n == 0)
		return s;
	centre = centre_of(value, n, 1, &extremes);
	s.min = extremes.lower + 0.0;
	s.max = extremes.upper + 0.0;
	s.mean.hi = s.min;
	if (s.min < s.max) {
		if (common_scale(&s, &s) != 1)
			centre = centre_of(value, n, common_scale(&s, &s),
			    &extremes);
		s.mean.hi = centre.mean.hi / centre.scale + 0.0;
		s.mean.lo = centre.mean.lo / centre.scale;
		s.stddev = stddev_of(value, n, &centre);
	}
	if (question->test->basis != MEANS) {
		s.sorted = sorted_copy(value, n);
		s.median = quantile_of(s.sorted, n, 0.5);
	} else
		s.median = value_at(value, n, (double)(n - 1) / 2) + 0.0;
	find_centre(&s, question, level);
	return s;
}

/* How many values are beyond Tukey's (1977) outer fences; is the first? */
static void
find_outliers(struct summary *s)
{
	const double *value = s->sample->value;
	/* The hinges are the medians of either half. */
	const size_t half = (s->n + 1) / 2;
	const double place = (double)(half - 1) / 2;
	const double lower = value_at(value, s->n, place);
	const double upper = value_at(value, s->n, (double)(s->n - 1) - place);
	const double low = lower - 3 * (upper - lower);
	const double high = upper + 3 * (upper - lower);
	size_t i;

	for (i = 0; i < s->n; i++)
		s->outliers += value[i] < low || value[i] > high;
	if (value[0] < low || value[0] > high)
		s->doubts |= DOUBT_WARM_UP;
}

/* Of fewer values their order tells nothing. */
enum { MIN_LAG1 = 8 };

/*
 * The correlation of successive values, in [-1, 1]; 0 if all are equal, NAN of
 * too few.  Of n independent ones it has a standard error of 1 / sqrt(n).
 */
static double
lag1_correlation(const double *value, size_t n, const struct centre *centre)
{
	const double squares = sum_products(centre, value, n, 0);

	return n < MIN_LAG1 ? NAN : squares == 0 ? 0 :
	    sum_products(centre, value, n - 1, 1) / squares;
}

/*
 * Whether n values correlate as at most 1 in 100 independent samples do:
 * their lag-1 correlation has a mean of -1/n and a standard deviation of
 * (n - 2) / (n sqrt(n - 1)) (Moran 1948).  NAN does not.
 */
static bool
is_correlated(double lag1, size_t count)
{
	const double n = (double)count, normal = 2.5758293035489004;

	return fabs(lag1 + 1 / n) * n * sqrt(n - 1) > (n - 2) * normal;
}

/*
 * Half the least gap between values, if there are so few different ones that
 * a coarse clock is to be feared; else 0.
 */
static double
half_tick_of(const double *value, size_t n)
{
	enum { FEW = 16 };
	double known[FEW], tick = INFINITY;
	size_t i, j, n_known = 0;

	for (i = 0; i < n; i++) {
		for (j = 0; j < n_known && known[j] != value[i]; j++)
			;
		if (j == FEW)
			return 0;
		if (j < n_known)
			continue;
		known[n_known++] = value[i];
		for (j = 0; j + 1 < n_known; j++)
			tick = smaller(tick, fabs(known[j] - value[i]));
	}
	return tick / 2;
}

/* The values a set it takes for this test to show anything at this level. */
static double
least_needed(const struct question *question, const struct level *level)
{
	const double p = larger(question->quantile, 1 - question->quantile);
	double n = 0, chance = 2;	/* of extreme ranks: 2 / C(2n, n) */

	if (question->test->basis == MEANS)
		return 2;
	if (question->test->basis == QUANTILES)
		return ceil(log(level->outside / 2) / log(p) * (1 - ROUNDING));
	for (; !rejects(chance, level); n++)
		chance *= (n + 1) / (2 * (2 * n + 1));
	return n;
}

/*
 * A closer look at a sample of at least two values, for -v.  Whether ranks are
 * too few depends on the other sample, too.
 */
static void
examine(struct summary *s, const struct question *question,
    const struct level *level)
{
	const double *value = s->sample->value;
	const double scale = common_scale(s, s);
	const struct centre centre = { scale,
		{ s->mean.hi * scale, s->mean.lo * scale } };

	s->variation = s->mean.hi == 0 ? NAN : fabs(s->stddev / s->mean.hi);
	find_outliers(s);
	if (s->min == s->max)
		s->doubts |= DOUBT_CONSTANT;
	else if (s->stddev < half_tick_of(value, s->n))
		s->doubts |= DOUBT_COARSE;
	s->lag1 = lag1_correlation(value, s->n, &centre);
	if (!question->test->paired && is_correlated(s->lag1, s->n))
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

/* The root of w1 s1^2 + w2 s2^2. */
static double
weighted_hypot(double w1, double s1, double w2, double s2)
{
	return hypot(sqrt(w1) * s1, sqrt(w2) * s2);
}

/* Both ends moved outward. */
static struct interval
widen(struct interval interval, double by)
{
	return (struct interval){ interval.lower - by, interval.upper + by };
}

/*
 * What all t tests have in common, the intervals and p, from the error of the
 * difference and that of mean 1 / mean 2, times mean 2.
 */
static struct comparison
conclude(const struct inquiry *q, double df, double error, double ratio_error)
{
	const double size = fabs(q->reference->mean.hi);
	const double d = dd_difference(q->set->mean, q->reference->mean);
	const double t = t_at_level(q->level, df), half_width = t * error;
	struct comparison c = {
		.obstacle = isfinite(fabs(d) + half_width) ? COMPARED :
		    BEYOND_RANGE,
		.difference = d, .half_width = half_width,
		.interval = widen((struct interval){ d, d }, half_width),
		.relative = d / size + 0.0,	/* not -0 */
		.relative_half_width = t * ratio_error / size,
		.spread = NAN, .df = df, .u = NAN, .lag1 = NAN,
		.p = d == 0 && error == 0 ? NAN : t_two_sided(d / error, df)
	};

	c.relative_interval = widen((struct interval){
		c.relative, c.relative
	}, c.relative_half_width);
	c.has_relative = size > 0 &&
	    isfinite(fabs(c.relative) + c.relative_half_width);
	return c;
}

/*
 * The error of mean 1 / mean 2, times mean 2, by the delta method: that of
 * mean 1 - q mean 2, q being their ratio.
 */
static double
ratio_error(const struct inquiry *q, double w1, double w2)
{
	const double ratio = q->set->mean.hi / q->reference->mean.hi;

	return weighted_hypot(w1, q->set->stddev, w2,
	    ratio * q->reference->stddev);
}

/* Student (1908): the variances are taken to be equal, and pooled. */
static struct comparison
compare_by_student(const struct inquiry *q)
{
	const double n1 = (double)q->set->n, n2 = (double)q->reference->n;
	const double s1 = q->set->stddev, s2 = q->reference->stddev;
	const double df = n1 + n2 - 2;
	const double w1 = (n1 - 1) / df, w2 = (n2 - 1) / df;
	const double w = (n1 + n2) / (n1 * n2);
	const double pooled = weighted_hypot(w1, s1, w2, s2);
	struct comparison c = conclude(q, df, pooled * sqrt(w),
	    ratio_error(q, w1 * w, w2 * w));

	c.spread = pooled;
	c.single = pooled * sqrt(2);
	if (larger(n1, n2) >= 1.5 * smaller(n1, n2) &&
	    larger(s1, s2) >= 2 * smaller(s1, s2) && pooled > 0)
		c.doubts |= DOUBT_UNEQUAL;
	return c;
}

/* Welch (1947): the variances may differ; df by Satterthwaite (1946). */
static struct comparison
compare_by_welch(const struct inquiry *q)
{
	const double n1 = (double)q->set->n, n2 = (double)q->reference->n;
	const double s1 = q->set->stddev, s2 = q->reference->stddev;
	const double error = weighted_hypot(1 / n1, s1, 1 / n2, s2);
	const double e1 = s1 / error, e2 = s2 / error;
	const double r1 = e1 * e1 / n1, r2 = e2 * e2 / n2;
	struct comparison c = conclude(q, error == 0 ? n1 + n2 - 2 :
	    1 / (r1 * r1 / (n1 - 1) + r2 * r2 / (n2 - 1)), error,
	    ratio_error(q, 1 / n1, 1 / n2));

	c.single = weighted_hypot(1, s1, 1, s2);
	return c;
}

/*
 * The standard deviation of x - y - ratio y over the pairs, and the
 * correlation of successive ones.  They are taken from that of the first pair:
 * pairs tend to differ by little, and equal differences must give exactly 0.
 */
static double
paired_spread(const struct inquiry *q, double ratio, double *lag1)
{
	const double *x = q->set->sample->value;
	const double *y = q->reference->sample->value;
	const double scale = common_scale(q->set, q->reference);
	const struct dd first = two_sum(x[0] * scale, -y[0] * scale);
	const size_t n = q->set->n;
	double *residual = allocate(n, sizeof(*residual)), spread;
	struct interval unused;
	struct centre centre;
	struct dd d;
	size_t i;

	for (i = 0; i < n; i++) {
		d = two_sum(x[i] * scale, -y[i] * scale);
		residual[i] = (d.hi - first.hi) + (d.lo - first.lo) -
		    ratio * (y[i] * scale - y[0] * scale);
	}
	centre = centre_of(residual, n, 1, &unused);
	spread = stddev_of(residual, n, &centre) / scale;
	*lag1 = lag1_correlation(residual, n, &centre);
	free(residual);
	return spread;
}

/* Student's t of the differences of the i-th values; n1 = n2. */
static struct comparison
compare_by_pairs(const struct inquiry *q)
{
	const double n = (double)q->set->n;
	const double above = dd_difference(q->set->mean, q->reference->mean) /
	    q->reference->mean.hi;
	double lag1, unused;
	const double spread = paired_spread(q, 0, &lag1);
	struct comparison c = conclude(q, n - 1, spread / sqrt(n),
	    isfinite(above) ? paired_spread(q, above, &unused) / sqrt(n) :
	    INFINITY);

	c.spread = c.single = spread;
	c.lag1 = lag1;
	if (spread > 0 && is_correlated(lag1, q->set->n))
		c.doubts |= DOUBT_CORRELATED;
	return c;
}

/* How two samples rank among each other. */
struct ranks {
	uint64_t twice_u;	/* pairs with the set's value higher, ties
				   counting half, twice */
	double variance;	/* of U, ties corrected for */
	double half_tick;	/* half the least gap between values, if any
				   two are equal; else 0 */
};

/*
 * The variance of U is m n (N^3 - sum of t^3) / (12 N (N - 1)) over groups of
 * t equal values (Lehmann, Nonparametrics, 1.35).  With B values below each
 * group, N^3 is the sum of (B + t)^3 - B^3, so the difference is 3 times the
 * sum of t B (B + t): positive terms, where the textbook's cancel.
 * score, unless NULL, receives the ranks of the pooled values, twice, those of
 * equal ones at their mean.
 */
static struct ranks
rank_pooled(const struct summary *a, const struct summary *b, size_t *score)
{
	const double *x = a->sorted, *y = b->sorted;
	const size_t m = a->n, n = b->n;
	struct ranks r = { .twice_u = 0 };
	double value, before = -INFINITY, gap = INFINITY, total = 0;
	struct lanes sum = { { 0 }, { 0 } };
	size_t i = 0, j = 0, from_x, from_y, t;
	bool tied = false;

	while (i < m || j < n) {
		value = j == n || (i < m && x[i] < y[j]) ? x[i] : y[j];
		for (from_x = 0; i < m && x[i] == value; i++)
			from_x++;
		for (from_y = 0; j < n && y[j] == value; j++)
			from_y++;
		r.twice_u += (uint64_t)from_x * (2 * (uint64_t)j - from_y);
		t = from_x + from_y;
		add_to(&sum, 0, (double)t * total * (total + (double)t));
		total += (double)t;
		gap = smaller(gap, value - before);
		before = value;
		tied = tied || t > 1;
		for (; score != NULL && t > 0; t--)
			*score++ = 2 * (i + j) + 1 - from_x - from_y;
	}
	r.half_tick = tied && isfinite(gap) ? gap / 2 : 0;
	r.variance = (double)m * (double)n / (4 * total * (total - 1)) *
	    join_lanes(&sum).hi;
	return r;
}

/*
 * P over all permutations of the pooled values, ties and all, given by their
 * scores.  The smaller sample is drawn, from the end that is nearer, as that
 * is less work.
 */
static double
exact_p(size_t *score, size_t twice_u, size_t m, size_t n)
{
	const size_t drawn = m < n ? m : n, total = m + n, all = 2 * m * n;
	size_t w = m <= n ? twice_u : all - twice_u, i, swap;
	double *at_most, lower, upper;

	if (w > all / 2) {	/* count ranks from the top */
		w = all - w;
		for (i = 0; i < (total + 1) / 2; i++) {
			swap = 2 * (total + 1) - score[i];
			score[i] = 2 * (total + 1) - score[total - 1 - i];
			score[total - 1 - i] = swap;
		}
	}
	w += drawn * (drawn + 1);	/* the sum of the drawn scores */
	for (i = 0; i < drawn; i++)
		w -= score[i];
	at_most = draw_chances(score, total, drawn, w);
	lower = at_most[w];
	upper = w == 0 ? 1 : 1 - at_most[w - 1];
	free(at_most);
	return smaller(1, 2 * smaller(lower, upper));
}

/*
 * The same from the normal distribution, U moved 0.5 towards its mean but not
 * past it.
 */
static double
normal_p(const struct ranks *ranks, size_t m, size_t n)
{
	const double off = fabs((double)ranks->twice_u -
	    (double)m * (double)n) / 2;

	if (off <= 0.5 || !(ranks->variance > 0))
		return 1;
	return t_two_sided((off - 0.5) / sqrt(ranks->variance), INFINITY);
}

/* Up to so many pairs of values, ranks are tested exactly. */
enum { EXACT_PAIRS = 2500 };

/*
 * The k for which the interval goes from the k-th least to the k-th greatest
 * difference: U without ties is less than k with no more than half of what the
 * level leaves out.  0: there is none.
 */
static uint64_t
rank_of_ends(size_t m, size_t n, struct level *level)
{
	const double pairs = (double)m * (double)n;
	const double middle = pairs / 2 + 0.5;
	const double sd = sqrt(pairs * (double)(m + n + 1) / 12);
	const double normal = larger(0, middle -
	    t_at_level(level, INFINITY) * sd);
	size_t score[EXACT_PAIRS + 1], limit, k;
	double *at_most;

	if (pairs > EXACT_PAIRS)
		return (uint64_t)normal;
	for (k = 0; k < m + n; k++)
		score[k] = k + 1;
	/* The exact k is not 1 sd above the normal's. */
	limit = (size_t)smaller(middle, normal + 1.5 * sd);
	at_most = draw_chances(score, m + n, m < n ? m : n, limit);
	for (k = 0; k <= limit && rejects(2 * at_most[k], level); k++)
		;
	free(at_most);
	return k;
}

/*
 * Two sorted samples, and with them all m n differences x[i] - y[j], or all
 * ratios if y is positive.  They are counted but never stored: as they fall
 * with j and rise with i, two indices that only ever advance find those up to
 * a bound in m + n steps.
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

static uint64_t
count_up_to(const struct pairs *s, double bound)
{
	uint64_t count = 0;
	size_t i, j = 0;

	for (i = 0; i < s->m; i++) {
		while (j < s->n && pair_at(s, i, j) > bound)
			j++;
		count += s->n - j;
	}
	return count;
}

/* Stores those above low and up to high, in any order; returns how many. */
static size_t
gather_pairs(const struct pairs *s, double low, double high, double *to)
{
	size_t i, j = 0, each, count = 0;

	for (i = 0; i < s->m; i++) {
		while (j < s->n && pair_at(s, i, j) > high)
			j++;
		for (each = j; each < s->n && pair_at(s, i, each) > low; each++)
			to[count++] = pair_at(s, i, each);
	}
	return count;
}

/*
 * The k-th least, from 1: by bisection of the doubles until there are no more
 * in between than can be stored, or but one value.
 */
static double
select_pair(const struct pairs *s, uint64_t k)
{
	const size_t room = s->m + s->n;
	const double least = pair_at(s, 0, s->n - 1);
	uint64_t low = order_key(nextafter(least, -INFINITY)), below = 0;
	uint64_t high = order_key(pair_at(s, s->m - 1, 0)), middle, count;
	uint64_t up_to = (uint64_t)s->m * s->n;
	double *few, selected;

	while (high - low > 1 && up_to - below > room) {
		middle = low + (high - low) / 2;
		count = count_up_to(s, key_value(middle));
		if (count >= k) {
			high = middle;
			up_to = count;
		} else {
			low = middle;
			below = count;
		}
	}
	if (up_to - below > room)
		return key_value(high) + 0.0;
	few = allocate(room, sizeof(*few));
	count = gather_pairs(s, key_value(low), key_value(high), few);
	selected = quickselect(few, (size_t)count, (size_t)(k - below - 1));
	free(few);
	return selected + 0.0;
}

/* The median of all pairs; and from the k-th least to the k-th greatest. */
static double
estimate_pairs(const struct pairs *s, uint64_t k, struct interval *interval)
{
	const uint64_t all = (uint64_t)s->m * s->n;
	const double lower = select_pair(s, (all + 1) / 2);

	interval->lower = k > 0 ? select_pair(s, k) : -INFINITY;
	interval->upper = k > 0 ? select_pair(s, all + 1 - k) : INFINITY;
	return all % 2 != 0 ? lower :
	    interpolate(lower, select_pair(s, all / 2 + 1), 0.5);
}

/*
 * What a ratio tells of the relative difference, never less than -1.  A ratio
 * beyond the range of a double tells nothing.
 */
static void
set_relative(struct comparison *c, double ratio, double relative,
    struct interval interval)
{
	c->relative = relative;
	c->relative_interval.lower = larger(-1, interval.lower);
	c->relative_interval.upper = interval.upper;
	c->has_relative = ratio > 0 && isfinite(ratio);
}

/*
 * Mann and Whitney (1947), with the interval of Hodges and Lehmann (1963).
 * Equal values stand for a coarse clock, hence the half tick.
 */
static struct comparison
compare_by_ranks(const struct inquiry *q)
{
	const struct summary *a = q->set, *b = q->reference;
	const size_t m = a->n, n = b->n;
	const bool exact = (double)m * (double)n <= EXACT_PAIRS;
	size_t score[EXACT_PAIRS + 1];
	const struct ranks ranks = rank_pooled(a, b, exact ? score : NULL);
	const uint64_t k = rank_of_ends(m, n, q->level);
	struct pairs pairs = { a->sorted, b->sorted, m, n, false };
	struct interval interval;
	double ratio;
	struct comparison c = {
		.obstacle = COMPARED,
		.half_width = NAN, .relative_half_width = NAN, .df = NAN,
		.lag1 = NAN, .u = (double)ranks.twice_u / 2, .exact = exact,
		.p = !isnan(q->p) ? q->p : exact ?
		    exact_p(score, (size_t)ranks.twice_u, m, n) :
		    normal_p(&ranks, m, n)
	};

	c.difference = estimate_pairs(&pairs, k, &interval);
	c.interval = widen(interval, ranks.half_tick);
	if (a->min > 0 && b->min > 0) {
		pairs.ratios = true;
		ratio = estimate_pairs(&pairs, k, &interval);
		interval = widen(interval, ranks.half_tick / b->median);
		set_relative(&c, ratio, ratio - 1, (struct interval){
			interval.lower - 1, interval.upper - 1
		});
	}
	return c;
}

/* How far an interval reaches down and up from its centre, or its logarithm. */
static struct interval
reach_of(double centre, struct interval i, bool logs)
{
	const double down = centre - i.lower, up = i.upper - centre;

	if (!logs)
		return (struct interval){ down, up };
	return (struct interval){
		log1p(down / larger(0, i.lower)), log1p(up / centre)
	};
}

/*
 * How far the interval of a difference reaches, recovered from those of its
 * terms (Zou & Donner, Statistics in Medicine 27, 2008).
 */
static struct interval
recover(struct interval a, struct interval b)
{
	return (struct interval){
		hypot(a.lower, b.upper), hypot(a.upper, b.lower)
	};
}

/* ratio e^reach - 1, with no digits lost of a small relative = ratio - 1. */
static double
relative_end(double ratio, double relative, double reach)
{
	return fabs(reach) < 1 ? relative + ratio * expm1(reach) :
	    ratio * exp(reach) - 1;
}

/* Two quantiles, whatever the distributions. */
static struct comparison
compare_by_quantile(const struct inquiry *q)
{
	const double share = q->question->quantile;
	const double a = q->set->centre, b = q->reference->centre, d = a - b;
	const struct interval ia = quantile_interval(q->set, share, q->level);
	const struct interval ib = quantile_interval(q->reference, share,
	    q->level);
	const double half_tick = rank_pooled(q->set, q->reference,
	    NULL).half_tick;
	struct interval reach = recover(reach_of(a, ia, false),
	    reach_of(b, ib, false));
	struct comparison c = {
		.obstacle = COMPARED,
		.half_width = NAN, .relative_half_width = NAN, .df = NAN,
		.u = NAN, .p = NAN, .lag1 = NAN, .difference = d,
		.quantile = share, .of_set = a, .of_reference = b,
		.interval = widen((struct interval){
			d - reach.lower, d + reach.upper
		}, half_tick)
	};

	if (q->set->min > 0 && q->reference->min > 0) {
		reach = recover(reach_of(a, ia, true), reach_of(b, ib, true));
		set_relative(&c, a / b, d / b, widen((struct interval){
			relative_end(a / b, d / b, -reach.lower),
			relative_end(a / b, d / b, reach.upper)
		}, half_tick / b));
	}
	return c;
}

/* How a test names itself under a verdict. */
static void
describe_test(char *to, size_t size, const struct test *test,
    const struct comparison *c)
{
	char p[32];

	switch (test->basis) {
	case MEANS:
		snprintf(to, size, "%s = %g", test->figure,
		    isnan(c->spread) ? c->df : c->spread);
		break;
	case RANKS:
		snprintf(p, sizeof(p), c->p < 1e-300 ? "< 1e-300" : "= %g",
		    c->p);
		snprintf(to, size, "%s = %g, p %s%s", test->figure, c->u, p,
		    c->exact ? "" : ", normal approximation");
		break;
	case QUANTILES:
		snprintf(to, size, "%s%.10g %g against %g", test->figure,
		    100 * c->quantile, c->of_set, c->of_reference);
	}
}

/* The tests by name; the last is that of quantiles, pN. */
static const struct test tests[] = {
	{ "student", "Student's t", "Student's t, pooled s",
	    compare_by_student, false, MEANS },
	{ "welch", "Welch's t", "Welch's t, df",
	    compare_by_welch, false, MEANS },
	{ "mannwhitney", "Mann-Whitney", "Mann-Whitney U",
	    compare_by_ranks, false, RANKS },
	{ "paired", "paired t", "paired t, s of differences",
	    compare_by_pairs, true, MEANS },
	{ "p", "quantiles", "p",
	    compare_by_quantile, false, QUANTILES }
};

enum { TESTS = sizeof(tests) / sizeof(*tests), QUANTILE_TEST = TESTS - 1 };

/*
 * The test of that name, or of any beginning of it that fits no other; false:
 * there is none.
 */
static bool
find_test(const char *name, struct question *question)
{
	const struct test *found = NULL;
	char *end;
	size_t i;

	question->quantile = 0.5;
	if (name[0] == 'p' && isdigit((unsigned char)name[1])) {
		question->test = &tests[QUANTILE_TEST];
		question->quantile = strtod(name + 1, &end) / 100;
		return *end == '\0' && end ==
		    name + 1 + strspn(name + 1, "0123456789.") &&
		    question->quantile > 0 && question->quantile < 1;
	}
	for (i = 0; i < QUANTILE_TEST; i++)
		if (strncmp(tests[i].name, name, strlen(name)) == 0) {
			if (found != NULL)
				return false;
			found = &tests[i];
		}
	question->test = found;
	return found != NULL;
}

/* What the test is called: by -t, or as a title. */
static void
name_test(char *to, size_t size, const struct question *question, bool title)
{
	if (question->test == &tests[QUANTILE_TEST])
		snprintf(to, size, "p%.10g", 100 * question->quantile);
	else
		snprintf(to, size, "%s", title ? question->test->title :
		    question->test->name);
}

/*
 * What the interval shows.  At a margin of 0 the ranks' p decides, as equal
 * values may have widened the interval.
 */
static enum verdict
judge(const struct comparison *c, double middle_u, bool margin_given)
{
	const struct interval i = c->tested;

	if ((i.lower > -c->margin && i.upper < c->margin) ||
	    (margin_given && i.lower == 0 && i.upper == 0))
		return EQUAL;
	if (!isnan(c->u) && c->margin == 0)
		return !rejects(c->p, &c->level) || c->u == middle_u ?
		    UNDECIDED : c->u > middle_u ? HIGHER : LOWER;
	return i.lower > c->margin ? HIGHER :
	    i.upper < -c->margin ? LOWER : UNDECIDED;
}

/*
 * Holds a comparison against the margin, in that margin's own terms.  Sorted
 * values must not differ by more than a double holds.
 */
static struct comparison
compare(const struct inquiry *q)
{
	const struct margin margin = q->question->margin;
	const double span = larger(q->set->max, q->reference->max) -
	    smaller(q->set->min, q->reference->min);
	struct comparison c;

	if (q->question->test->basis != MEANS && isinf(span))
		return (struct comparison){ .obstacle = BEYOND_RANGE };
	c = q->question->test->compare(q);
	c.level = *q->level;
	c.needed = NAN;
	c.least = least_needed(q->question, q->level);
	c.tested = c.interval;
	c.margin = margin.size;
	if (margin.percent && c.has_relative) {
		c.tested = c.relative_interval;
		c.margin = margin.size / 100;
	} else if (margin.percent) {
		c.margin = 0;
		c.doubts |= DOUBT_NO_RELATIVE;
	}
	c.verdict = judge(&c, (double)q->set->n * (double)q->reference->n / 2,
	    margin.given);
	if (c.verdict == UNDECIDED &&
	    (isinf(c.interval.lower) || isinf(c.interval.upper)))
		c.doubts |= DOUBT_TOO_FEW;
	return c;
}

/*
 * How many values a set it takes to show the effect at this level: the least n
 * of at least ((t_level + t_power) single / effect)^2, where t has df degrees
 * of freedom, groups (n - 1), and t_power is exceeded on either side with the
 * chance missed.  The search goes up from the n of the normal distribution.
 */
static double
values_needed(double single, double effect, double groups, double missed,
    struct level *level)
{
	double n = MIN_VALUES, enough, t, df = INFINITY;

	if (!(effect > 0) || !isfinite(single / effect))
		return NAN;
	for (; n <= 1e15; df = groups * (n - 1)) {
		t = t_at_level(level, df) + t_critical(missed, 1 - missed, df);
		enough = ceil(t * t * (single / effect) * (single / effect));
		if (enough <= n && df < INFINITY)
			return n;
		n = df < INFINITY ? n + 1 : larger(n, enough);
	}
	return NAN;
}

/*
 * A closer look, for -v: the values needed for a power of 80%.  If one end of
 * the interval decides, it may fail with a chance of 0.2: that of a two-sided
 * t is 0.4.  If both must be within the margin, each may fail with 0.1.
 */
static void
examine_comparison(struct comparison *c, const struct inquiry *q)
{
	const struct margin margin = q->question->margin;
	const double size = fabs(q->reference->mean.hi);
	const bool one_end = !margin.given || q->question->one_sided;

	if (q->question->test->basis == MEANS)
		c->needed = values_needed(c->single, !margin.given ?
		    size / 100 : margin.percent ? size * (margin.size / 100) :
		    margin.size, q->question->test->paired ? 1 : 2,
		    one_end ? 0.4 : 0.2, q->level);
}

/*
 * ---- Plot ----------------------------------------------------------------
 * Samples become heights of stacks and places of bars.  Calls Arithmetic and
 * allocate; prints nothing.
 */

/* The bar |___A___| of a set, in columns from 0. */
struct bar {
	size_t left, right;	/* mean -+ one standard deviation */
	size_t mean, median;
};

struct plot {
	size_t width;	/* in columns; 0: no plot */
	size_t nsets;
	size_t height;	/* of the tallest stack, in symbols */
	size_t each;	/* values for which a symbol stands */
	size_t *stack;	/* [set * width + column], in symbols */
	struct bar bar[MAX_SETS];
	double least, most;	/* middles of the first and last column */
	double step;	/* the width of a column */
};

/* Where a value stands. */
struct axis {
	double origin, step;	/* in scaled values */
	double scale;	/* a power of two, 1 but near the range's ends */
	size_t width;
};

static size_t
column_of(const struct axis *axis, double value)
{
	const double place = (value * axis->scale - axis->origin) / axis->step;

	if (!(place > 0))
		return 0;
	return place < (double)axis->width ? (size_t)place : axis->width - 1;
}

/*
 * Counts the values that stand in each column.  The axis holds them all, so
 * column_of would say the same; here four divisions overlap.
 */
static void
count_columns(const struct axis *axis, const struct sample *sample,
    size_t *count)
{
	enum { ABREAST = 4 };
	const double *value = sample->value, last = (double)(axis->width - 1);
	const struct axis a = *axis;
	int column[ABREAST];
	size_t i, j;

	for (i = 0; i + ABREAST <= sample->n; i += ABREAST) {
		for (j = 0; j < ABREAST; j++)
			column[j] = (int)smaller((value[i + j] * a.scale -
			    a.origin) / a.step, last);
		for (j = 0; j < ABREAST; j++)
			count[column[j]]++;
	}
	for (; i < sample->n; i++)
		count[column_of(axis, value[i])]++;
}

/*
 * An axis for all values and all bars.  Near the ends of a double's range the
 * values are scaled, so that their span and the step neither overflow nor
 * vanish.
 */
static struct axis
make_axis(const struct summary *summary, size_t nsets, size_t width)
{
	struct axis axis = { .scale = 1, .width = width };
	double reach = 0, least = INFINITY, most = -INFINITY, centre, spread;
	const struct summary *s;

	for (s = summary; s < summary + nsets; s++)
		reach = larger(reach, larger(fabs(s->min), fabs(s->max)));
	if (reach > 0x1p900)
		axis.scale = 0x1p-200;
	else if (reach < 0x1p-900)
		axis.scale = 0x1p200;
	for (s = summary; s < summary + nsets; s++) {
		centre = s->mean.hi * axis.scale;
		spread = s->stddev * axis.scale;
		most = larger(most, larger(s->max * axis.scale,
		    centre + spread));
		least = smaller(least, smaller(s->min * axis.scale,
		    centre - spread));
	}
	axis.step = (most - least) / (double)(width - 1);
	axis.origin = least - axis.step / 2;
	return axis;
}

/* The scale keeps mean +- deviation from leaving the range. */
static struct bar
make_bar(const struct axis *axis, const struct summary *s)
{
	struct axis scaled = *axis;
	const double centre = s->mean.hi * axis->scale;
	const double spread = s->stddev * axis->scale;

	scaled.scale = 1;
	return (struct bar){
		.left = column_of(&scaled, centre - spread),
		.right = column_of(&scaled, centre + spread),
		.mean = column_of(&scaled, centre),
		.median = column_of(axis, s->median)
	};
}

/*
 * The plot of samples, of which each has a summary: no wider than width
 * columns (at least 2), no higher than limit lines (0: as high as it gets).
 * Its width is 0 if all stands in one place.
 */
static struct plot
make_plot(const struct summary *summary, size_t nsets, size_t width,
    size_t limit)
{
	const struct axis axis = make_axis(summary, nsets, width);
	const size_t count = nsets * width;
	struct plot plot = { .width = width, .nsets = nsets, .each = 1 };
	size_t i, tallest = 0;

	if (!(axis.step > 0))
		return (struct plot){ .width = 0 };
	plot.stack = allocate(count, sizeof(*plot.stack));
	memset(plot.stack, 0, count * sizeof(*plot.stack));
	for (i = 0; i < nsets; i++) {
		count_columns(&axis, summary[i].sample, plot.stack + i * width);
		plot.bar[i] = make_bar(&axis, &summary[i]);
	}
	for (i = 0; i < count; i++)
		if (plot.stack[i] > tallest)
			tallest = plot.stack[i];
	if (limit > 0 && tallest > limit)
		plot.each = (tallest - 1) / limit + 1;
	for (i = 0; i < count; i++)	/* none is lost */
		plot.stack[i] = (plot.stack[i] + plot.each - 1) / plot.each;
	plot.height = (tallest - 1) / plot.each + 1;
	plot.step = axis.step / axis.scale;
	plot.least = (axis.origin + axis.step / 2) / axis.scale;
	plot.most = (axis.origin + axis.step * ((double)width - 0.5)) /
	    axis.scale;
	return plot;
}

/*
 * The strip beside a table: each row's interval of the relative change, all
 * on one axis of logarithms of the ratio.
 */
struct strip {
	size_t width;	/* in columns; 0: no strip */
	double low, high;	/* the ends of the axis: ln ratio */
	double low_change, high_change;	/* the same, relative */
	size_t zero;	/* the column of no change */
};

/* Where a row stands in the strip, in columns from 0. */
struct mark {
	size_t left, centre, right;
	bool beyond_left, beyond_right;	/* does it leave the axis? */
};

/* ln (1 + relative); -INFINITY from -100 % down. */
static double
log_ratio(double relative)
{
	return relative > -1 ? log1p(relative) : -INFINITY;
}

/* Widens the axis to hold a point, or what of the way is within the bounds. */
static void
widen_strip(struct strip *strip, double point, struct interval bounds)
{
	if (!isfinite(point))
		return;
	point = larger(bounds.lower, smaller(bounds.upper, point));
	strip->low = smaller(strip->low, point);
	strip->high = larger(strip->high, point);
}

/* The column of a point; the axis leaves one free at either side. */
static size_t
strip_column(const struct strip *strip, double point)
{
	const double span = strip->high - strip->low;
	const double last = (double)(strip->width - 3);

	if (!(span > 0))
		return strip->width / 2;
	point = smaller(strip->high, larger(strip->low, point));
	return 1 + (size_t)((point - strip->low) / span * last + 0.5);
}

/*
 * The axis for n comparisons: 0 and all estimates, and the intervals as far as
 * that makes it no more than twice as long.
 */
static struct strip
make_strip(const struct comparison *const *c, size_t n, size_t width)
{
	struct strip strip = { .width = width };
	struct interval bounds = { -INFINITY, INFINITY };
	double half;
	size_t i;

	for (i = 0; i < n; i++)
		if (c[i]->has_relative)
			widen_strip(&strip, log_ratio(c[i]->relative), bounds);
	half = (strip.high - strip.low) / 2;
	if (half > 0)
		bounds = (struct interval){
			strip.low - half, strip.high + half
		};
	for (i = 0; i < n; i++)
		if (c[i]->has_relative) {
			widen_strip(&strip, log_ratio(
			    c[i]->relative_interval.lower), bounds);
			widen_strip(&strip, log_ratio(
			    c[i]->relative_interval.upper), bounds);
		}
	strip.zero = strip_column(&strip, 0);
	strip.low_change = expm1(strip.low);
	strip.high_change = expm1(strip.high);
	return strip;
}

static struct mark
mark_row(const struct strip *strip, const struct comparison *c)
{
	const double low = log_ratio(c->relative_interval.lower);
	const double high = log_ratio(c->relative_interval.upper);
	struct mark mark = {
		.left = strip_column(strip, low),
		.centre = strip_column(strip, log_ratio(c->relative)),
		.right = strip_column(strip, high),
		.beyond_left = low < strip->low,
		.beyond_right = high > strip->high
	};

	if (mark.left == mark.centre || mark.beyond_left)
		mark.left = mark.beyond_left ? 0 : mark.left - 1;
	if (mark.right == mark.centre || mark.beyond_right)
		mark.right = mark.beyond_right ? strip->width - 1 :
		    mark.right + 1;
	return mark;
}

/*
 * ---- Report --------------------------------------------------------------
 * The table becomes figures, verdicts and the exit status.  Ends the program
 * if nothing can be compared, and warns of rows that are not; prints nothing
 * else.
 */

enum gate {
	/* These fail when something is shown. */
	GATE_ANY, GATE_HIGHER, GATE_LOWER, GATE_NONE,
	/* These pass only when something is shown. */
	GATE_EQUAL, GATE_NOT_HIGHER, GATE_NOT_LOWER,
	GATES
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
	char *key;	/* blanks between its parts; "": the only row */
	struct summary *summary;
	struct comparison *comparison;	/* the reference's: NOT_ASKED */
	size_t ncompared;
	bool complete;	/* nothing is missing or too few */
};

/* The mean of a set's centres over all complete rows. */
struct geometric {
	double mean;	/* NAN: there is none */
	double relative;	/* change of the reference's; NAN: none */
};

struct report {
	const struct options *options;
	const struct table *table;
	size_t nsets;
	size_t reference;	/* the set that the others are held against */
	struct level level;	/* of each comparison */
	struct level set_level;	/* of each set's interval */
	struct report_row *row;	/* table->nrows of them */
	double least;	/* values a set to show anything */
	size_t ncompared, nhigher, nlower, nequal;	/* comparisons */
	size_t nrows_compared;	/* rows with some comparison */
	size_t nrows_different;	/* of these, rows that differ */
	bool has_geometric;	/* rows are complete, and centres positive */
	struct geometric geometric[MAX_SETS];
	struct plot plot;	/* of the only row */
	enum status status;
};

/* Whether the gate lets nothing pass but what is shown. */
static bool
passes_only_shown(enum gate gate)
{
	return gate == GATE_EQUAL || gate == GATE_NOT_HIGHER ||
	    gate == GATE_NOT_LOWER;
}

static bool
gate_fails(enum gate gate, const struct comparison *c)
{
	if (c->obstacle == NOT_ASKED)
		return false;
	if (c->obstacle != COMPARED)
		return passes_only_shown(gate);
	switch (gate) {
	case GATE_ANY:
		return c->verdict == HIGHER || c->verdict == LOWER;
	case GATE_HIGHER:
		return c->verdict == HIGHER;
	case GATE_LOWER:
		return c->verdict == LOWER;
	case GATE_EQUAL:
		return c->verdict != EQUAL;
	case GATE_NOT_HIGHER:
		return c->verdict != EQUAL && c->verdict != LOWER &&
		    !(c->tested.upper < c->margin);
	case GATE_NOT_LOWER:
		return c->verdict != EQUAL && c->verdict != HIGHER &&
		    !(c->tested.lower > -c->margin);
	case GATE_NONE:
	case GATES:
		break;
	}
	return false;
}

static enum obstacle
find_obstacle(const struct report *report, const struct report_row *row,
    size_t set)
{
	const size_t n = row->summary[set].n;
	const size_t reference = row->summary[report->reference].n;

	if (set == report->reference || !report->options->compare)
		return NOT_ASKED;
	if (n == 0 || reference == 0)
		return MISSING;
	return n < MIN_VALUES || reference < MIN_VALUES ? TOO_FEW : COMPARED;
}

/* Summaries, and what stands in the way of comparisons. */
static void
summarize_row(struct report *report, const struct row *row,
    struct report_row *r)
{
	char *key = copy_string(row->key.start, row->key.length);
	struct comparison *c;
	size_t i;

	for (i = 0; i < row->key.length; i++)
		if (key[i] == '\0')
			key[i] = ' ';
	*r = (struct report_row){ .key = key, .complete = true };
	r->summary = allocate(report->nsets, sizeof(*r->summary));
	r->comparison = allocate(report->nsets, sizeof(*r->comparison));
	for (i = 0; i < report->nsets; i++) {
		r->summary[i] = summarize(&row->sample[i],
		    &report->options->question, &report->set_level);
		if (isinf(r->summary[i].stddev))
			die(report->table->set[i], 0, "the standard deviation "
			    "is beyond the range of a double");
	}
	for (i = 0; i < report->nsets; i++) {
		c = &r->comparison[i];
		*c = (struct comparison){
			.obstacle = find_obstacle(report, r, i), .p = NAN
		};
		r->ncompared += c->obstacle == COMPARED;
		r->complete = r->complete && r->summary[i].n > 0 &&
		    (c->obstacle == COMPARED || c->obstacle == NOT_ASKED);
	}
	report->ncompared += r->ncompared;
	report->nrows_compared += r->ncompared > 0;
}

/* Tells of the first five comparisons that lack values. */
static void
warn_of_rows(const struct report *report)
{
	const struct report_row *r = report->row;
	size_t i, j, reference, n, told = 0;

	for (i = 0; i < report->table->nrows; i++, r++) {
		reference = r->summary[report->reference].n;
		for (j = 0; j < report->nsets; j++) {
			n = r->summary[j].n;
			if (r->comparison[j].obstacle == NOT_ASKED ||
			    r->comparison[j].obstacle == COMPARED ||
			    told++ >= 5)
				continue;
			warn(NULL, 0, "%s: not compared: %s has %zu value%s, "
			    "%s %zu", r->key,
			    report->table->set[report->reference], reference,
			    reference == 1 ? "" : "s",
			    report->table->set[j], n);
		}
	}
	if (told > 5)
		warn(NULL, 0, "%zu more not compared", told - 5);
}

/* In the classic report every set must have enough values. */
static void
check_sizes(const struct report *report)
{
	size_t i, n;

	for (i = 0; i < report->nsets; i++) {
		n = report->row[0].summary[i].n;
		if (n < MIN_VALUES)
			die(report->table->set[i], 0, "%zu value%s, but at "
			    "least %d are needed", n, n == 1 ? "" : "s",
			    MIN_VALUES);
	}
}

/* Pairs are an order of measurement: one value too few shifts them all. */
static void
check_pairs(const struct report *report, const struct report_row *row)
{
	size_t i, n, reference = row->summary[report->reference].n;

	for (i = 0; i < report->nsets; i++) {
		n = row->summary[i].n;
		if (row->comparison[i].obstacle != NOT_ASKED &&
		    row->comparison[i].obstacle != MISSING && n != reference)
			die(report->table->set[i], 0, "%s%s%zu value%s cannot "
			    "be paired with %zu of the reference", row->key,
			    *row->key != '\0' ? ": " : "", n, n == 1 ? "" : "s",
			    reference);
	}
}

/* That nothing can be compared is trouble, unless nobody could expect it. */
static void
check_compared(const struct report *report)
{
	const struct options *options = report->options;

	if (report->ncompared > 0 || !options->compare)
		return;
	if (report->nsets > 1)
		die(NULL, 0, "nothing could be compared: no row has %d values "
		    "in the reference and in another set", MIN_VALUES);
	if (has_set_column(&options->selection) ||
	    passes_only_shown(options->gate))
		die(NULL, 0, "nothing could be compared: there is but one "
		    "set, %s", report->table->set[report->reference]);
}

/* What there is to ask about a set; p is known once it was compared. */
static struct inquiry
inquire(struct report *report, const struct report_row *r, size_t set)
{
	return (struct inquiry){
		.question = &report->options->question,
		.level = &report->level, .set = &r->summary[set],
		.reference = &r->summary[report->reference],
		.p = r->comparison[set].p
	};
}

static void
compare_row(struct report *report, struct report_row *r)
{
	const size_t shown = report->nhigher + report->nlower;
	struct comparison *c;
	struct inquiry q;
	size_t i;

	for (i = 0; i < report->nsets; i++) {
		c = &r->comparison[i];
		if (c->obstacle != COMPARED)
			continue;
		q = inquire(report, r, i);
		*c = compare(&q);
		if (c->obstacle == BEYOND_RANGE)
			die(report->table->set[i], 0, "%s%sthe difference is "
			    "beyond the range of a double", r->key,
			    *r->key != '\0' ? ": " : "");
		report->nhigher += c->verdict == HIGHER;
		report->nlower += c->verdict == LOWER;
		report->nequal += c->verdict == EQUAL;
	}
	report->nrows_different += report->nhigher + report->nlower > shown;
}

/*
 * Compares all rows at the level that the family asks for.  For those shown,
 * all are assumed to be shown at first; as long as fewer are, their number is
 * assumed instead (Benjamini & Hochberg 1995 for p; Benjamini & Yekutieli 2005
 * for intervals).
 */
static void
compare_rows(struct report *report)
{
	const struct options *options = report->options;
	const size_t m = report->ncompared > 0 ? report->ncompared : 1;
	size_t i, assumed = options->family == FAMILY_ALL ? 1 : m, shown;

	for (;;) {
		report->level = level_of(options->confidence, assumed, m);
		report->nhigher = report->nlower = report->nequal = 0;
		report->nrows_different = 0;
		for (i = 0; i < report->table->nrows; i++)
			compare_row(report, &report->row[i]);
		shown = report->nhigher + report->nlower;
		if (options->family != FAMILY_SHOWN || assumed == 1 ||
		    shown >= assumed)
			break;
		assumed = shown > 0 ? shown : 1;
	}
	report->least = least_needed(&options->question, &report->level);
}

/* The status, and what -v and programs are told beyond the verdict. */
static void
judge_row(struct report *report, struct report_row *r)
{
	const struct options *options = report->options;
	struct comparison *c;
	struct inquiry q;
	size_t i;

	for (i = 0; i < report->nsets; i++) {
		c = &r->comparison[i];
		if (gate_fails(options->gate, c))
			report->status = STATUS_DIFFERENT;
		if (options->closely && r->summary[i].n > 1)
			examine(&r->summary[i], &options->question,
			    &report->level);
		q = inquire(report, r, i);
		if (c->obstacle == COMPARED && options->verbose)
			examine_comparison(c, &q);
	}
}

/*
 * The geometric mean of a set's centres over all complete rows.  It is sought
 * above the first, so that of equal ones it is exactly that.
 */
static double
geometric_mean(const struct report *report, size_t set)
{
	const struct report_row *r = report->row;
	double above = 0, first = NAN, centre;
	size_t i, n = 0;

	for (i = 0; i < report->table->nrows; i++, r++) {
		if (!r->complete)
			continue;
		centre = r->summary[set].centre;
		if (!(centre > 0))
			return NAN;
		if (n++ == 0)
			first = centre;
		above += log(centre) - log(first);
	}
	return above == 0 ? first : exp(log(first) + above / (double)n);
}

static void
fill_geometric(struct report *report)
{
	const double reference = geometric_mean(report, report->reference);
	double mean;
	size_t i;

	report->has_geometric = true;
	for (i = 0; i < report->nsets; i++) {
		mean = geometric_mean(report, i);
		report->has_geometric = report->has_geometric && mean > 0;
		report->geometric[i] = (struct geometric){ mean,
		    i == report->reference || !report->options->compare ? NAN :
		    (mean - reference) / reference };
	}
}

/* All there is to tell.  Options and table stay in use by the report. */
static struct report
make_report(const struct options *options, const struct table *table)
{
	const bool classic = !has_keys(&options->selection);
	struct report report = {
		.options = options, .table = table, .nsets = table->nsets,
		.reference = 0,
		.set_level = level_of(options->confidence, 1, 1),
		.row = allocate(table->nrows, sizeof(*report.row))
	};
	size_t i;

	for (i = 0; i < table->nrows; i++)
		summarize_row(&report, &table->row[i], &report.row[i]);
	if (classic)
		check_sizes(&report);
	else
		warn_of_rows(&report);
	for (i = 0; options->question.test->paired && i < table->nrows; i++)
		check_pairs(&report, &report.row[i]);
	check_compared(&report);
	compare_rows(&report);
	for (i = 0; i < table->nrows; i++)
		judge_row(&report, &report.row[i]);
	fill_geometric(&report);
	if (options->plot && classic)
		report.plot = make_plot(report.row[0].summary, report.nsets,
		    options->width > 0 ? options->width : options->columns > 0
		    ? options->columns - 2 : DEFAULT_WIDTH, options->height);
	return report;
}

/*
 * ---- Rendering -----------------------------------------------------------
 * The report becomes text, JSON or CSV, and its doubts warnings.  Calls stdio,
 * put_text and Plot's strip, and computes nothing but the layout.
 */

/* Enough for MAX_SETS; x, O, A and M have a meaning of their own. */
static const char symbols[] =
    "x+*%#@Oabcdefghijklmnopqrstuvwyz" "BCDEFGHIJKLNPQRSTUVWXYZ";

/* Select Graphic Rendition (ECMA-48): the parameters of an escape. */
#define	PLAIN	"0"
#define	BOLD	"1"
#define	DIM	"2"
#define	FAILED	"1;31"	/* bold red */
#define	PASSED	"1;32"	/* bold green */

static void
paint(FILE *out, const struct options *options, const char *parameters)
{
	if (options->colour)
		fprintf(out, "\033[%sm", parameters);
}

/* Prints in a colour what holds no control characters. */
PRINTF(4, 5) static void
print_painted(FILE *out, const struct options *options, const char *colour,
    const char *format, ...)
{
	va_list arguments;

	if (strcmp(colour, PLAIN) != 0)
		paint(out, options, colour);
	va_start(arguments, format);
	vfprintf(out, format, arguments);
	va_end(arguments);
	if (strcmp(colour, PLAIN) != 0)
		paint(out, options, PLAIN);
}

/* The colour of a set; last those of verdicts, red and green. */
static const char *
set_colour(size_t set)
{
	static const char *const colours[] = {
		"36", "33", "35", "34", "32", "31"
	};

	return colours[set % (sizeof(colours) / sizeof(*colours))];
}

/* What the gate makes of a comparison. */
static const char *
verdict_colour(const struct options *options, const struct comparison *c)
{
	if (gate_fails(options->gate, c))
		return FAILED;
	if (passes_only_shown(options->gate) ||
	    (options->gate == GATE_HIGHER && c->verdict == LOWER) ||
	    (options->gate == GATE_LOWER && c->verdict == HIGHER))
		return PASSED;
	return BOLD;
}

/* A line of the plot, and which set drew each character: set + 1, or 0. */
struct drawing {
	char text[MAX_WIDTH];
	unsigned char owner[MAX_WIDTH];
};

static void
clear(struct drawing *drawing, size_t width)
{
	memset(drawing->text, ' ', width);
	memset(drawing->owner, 0, width);
}

static void
put(struct drawing *drawing, size_t column, char c, size_t set)
{
	drawing->text[column] = c;
	drawing->owner[column] = (unsigned char)(set + 1);
}

static void
print_drawing(FILE *out, const struct options *options,
    const struct drawing *drawing, size_t width)
{
	unsigned owner = 0;
	size_t i;

	putc('|', out);
	for (i = 0; i < width; i++) {
		if (drawing->owner[i] != owner) {
			owner = drawing->owner[i];
			paint(out, options, owner > 0 ?
			    set_colour(owner - 1) : PLAIN);
		}
		putc(drawing->text[i], out);
	}
	if (owner > 0)
		paint(out, options, PLAIN);
	fputs("|\n", out);
}

/* The symbols at a height, 0 being the lowest. */
static void
draw_stacks(struct drawing *drawing, const struct plot *plot, size_t height)
{
	size_t set, column;

	clear(drawing, plot->width);
	for (set = 0; set < plot->nsets; set++)
		for (column = 0; column < plot->width; column++) {
			if (plot->stack[set * plot->width + column] <= height)
				continue;
			if (drawing->text[column] == ' ')
				put(drawing, column, symbols[set], set);
			else {
				drawing->text[column] =
				    plot->nsets == 2 ? '*' : '&';
				drawing->owner[column] = 0;
			}
		}
}

static void
draw_bar(struct drawing *drawing, const struct bar *bar, size_t set)
{
	size_t i;

	put(drawing, bar->left, '|', set);
	put(drawing, bar->right, '|', set);
	for (i = bar->left; i <= bar->right; i++)
		if (drawing->text[i] == ' ')
			put(drawing, i, '_', set);
	put(drawing, bar->median, 'M', set);
	put(drawing, bar->mean, 'A', set);
}

static void
print_plot(FILE *out, const struct options *options, const struct plot *plot)
{
	struct drawing drawing;
	char border[MAX_WIDTH + 1];
	size_t i;

	if (plot->width == 0) {
		fputs("[no plot, span is zero width]\n", out);
		return;
	}
	memset(border, '-', plot->width);
	border[plot->width] = '\0';
	fprintf(out, "+%s+\n", border);
	for (i = plot->height; i-- > 0; ) {
		draw_stacks(&drawing, plot, i);
		print_drawing(out, options, &drawing, plot->width);
	}
	clear(&drawing, plot->width);
	for (i = 0; i < plot->nsets; i++) {
		draw_bar(&drawing, &plot->bar[i], i);
		if (!options->separate_bars && i + 1 < plot->nsets)
			continue;
		print_drawing(out, options, &drawing, plot->width);
		clear(&drawing, plot->width);
	}
	fprintf(out, "+%s+\n", border);
	if (plot->each > 1)
		fprintf(out, "[a symbol stands for up to %zu values]\n",
		    plot->each);
	if (options->verbose)
		fprintf(out, "[%g to %g, a column is %g wide]\n", plot->least,
		    plot->most, plot->step);
}

enum { CONFIDENCE_SIZE = 400, MARGIN_SIZE = 32 };

/* 95.0% confidence over all: one decimal, or as many as it takes. */
static void
format_confidence(char text[CONFIDENCE_SIZE], const struct options *options)
{
	static const char *const covered[] = {
		[FAMILY_EACH] = "", [FAMILY_ALL] = " over all",
		[FAMILY_SHOWN] = " of those shown"
	};
	int decimals = 0;

	do
		sprintf(text, "%.*f", ++decimals, options->confidence);
	while (strtod(text, NULL) != options->confidence && decimals < 330);
	strcat(text, "% confidence");
	strcat(text, covered[options->family]);
}

/* " beyond 2%", say, or nothing. */
static void
format_margin(char text[MARGIN_SIZE], const char *word, struct margin margin)
{
	text[0] = '\0';
	if (margin.given)
		sprintf(text, " %s %g%s", word, margin.size,
		    margin.percent ? "%" : "");
}

static void
print_legend(FILE *out, const struct options *options,
    const struct table *table)
{
	size_t i;

	for (i = 0; i < table->nsets; i++) {
		paint(out, options, set_colour(i));
		fprintf(out, "%c ", symbols[i]);
		put_string(out, table->set[i]);
		paint(out, options, PLAIN);
		putc('\n', out);
	}
}

static void
print_verdict(FILE *out, const struct options *options,
    const struct comparison *c)
{
	const bool equal = c->verdict == EQUAL;
	const bool shown = c->verdict == HIGHER || c->verdict == LOWER;
	char confidence[CONFIDENCE_SIZE], margin[MARGIN_SIZE];

	format_confidence(confidence, options);
	format_margin(margin, equal ? "within" : "beyond",
	    options->question.margin);
	print_painted(out, options, verdict_colour(options, c),
	    "%s%s%s at %s", equal ? "Equal" : shown ? "Difference" :
	    "No difference", margin, equal || shown ? "" : " proven",
	    confidence);
	putc('\n', out);
}

/* 5 +/- 2, or 5 (1 to 8) for an interval that is not symmetric. */
static void
print_estimate(FILE *out, double estimate, double half_width,
    struct interval interval, const char *unit)
{
	if (isnan(half_width))
		fprintf(out, "\t%g%s (%g%s to %g%s)\n", estimate, unit,
		    interval.lower, unit, interval.upper, unit);
	else
		fprintf(out, "\t%g%s +/- %g%s\n", estimate, unit, half_width,
		    unit);
}

/* -5 +/- 2, then the same in percent, then the test. */
static void
print_figures(FILE *out, const struct test *test, const struct comparison *c)
{
	char description[200];

	print_estimate(out, c->difference, c->half_width, c->interval, "");
	if (c->has_relative)
		print_estimate(out, 100 * c->relative,
		    100 * c->relative_half_width, (struct interval){
			100 * c->relative_interval.lower,
			100 * c->relative_interval.upper
		    }, "%");
	describe_test(description, sizeof(description), test, c);
	fprintf(out, "\t(%s)\n", description);
}

/* What two decimals would show as -0 is 0. */
static double
not_minus_0(double x)
{
	return fabs(x) < 0.005 ? 0 : x;
}

/* What -v says under the figures. */
static void
print_power(FILE *out, const struct question *question,
    const struct comparison *c)
{
	const struct margin margin = question->margin;
	char p[24];

	snprintf(p, sizeof(p), c->p < 1e-300 ? "< 1e-300" : "= %g", c->p);
	if (!isnan(c->p) && margin.given)
		fprintf(out, "\tp %s (against no difference at all)\n", p);
	else if (!isnan(c->p))
		fprintf(out, "\tp %s (a difference is shown at %g or less)\n",
		    p, c->level.outside);
	if (!isnan(c->lag1))
		fprintf(out, "\tlag-1 correlation of differences %.2f\n",
		    not_minus_0(c->lag1));
	if (isnan(c->needed))
		return;
	if (margin.given)
		fprintf(out, "\tto be within %g%s if unchanged: %.0f values "
		    "(80%% power%s)\n", margin.size, margin.percent ? "%" : "",
		    c->needed, question->one_sided ? ", one side" : "");
	else
		fprintf(out, "\tto show a change of 1%%: %.0f values a set "
		    "(80%% power)\n", c->needed);
}

/* Doubts by the word for programs and the sentence for people. */
static const struct {
	enum doubt doubt;
	const char *word;
	const char *sentence;
} doubts[] = {
	{ DOUBT_CONSTANT, "constant", "all values are equal" },
	{ DOUBT_WARM_UP, "warm-up",
	    "the first value is an outlier: was it a warm-up?" },
	{ DOUBT_COARSE, "coarse",
	    "few distinct values: the clock is too coarse" },
	{ DOUBT_CORRELATED, "correlated",
	    "successive values are correlated: the confidence is too high" },
	{ DOUBT_TOO_FEW, "too-few",
	    "too few values to show anything at this level" },
	{ DOUBT_UNEQUAL, "unequal",
	    "counts and spreads differ: Student's t errs, use -t welch" },
	{ DOUBT_NO_RELATIVE, "no-relative",
	    "no relative interval, so that a margin in percent is 0" }
};

enum { DOUBTS = sizeof(doubts) / sizeof(*doubts) };

static void
print_doubts(FILE *out, unsigned found)
{
	size_t i;

	for (i = 0; i < DOUBTS; i++)
		if (found & doubts[i].doubt)
			fprintf(out, "\twarning: %s\n", doubts[i].sentence);
}

/* What -v says of a set. */
static void
print_detail(FILE *out, const struct summary *s)
{
	fprintf(out, "\tmean %g +/- %g", s->mean.hi, s->mean_half_width);
	if (isfinite(s->variation))
		fprintf(out, ", variation %.3g%%", 100 * s->variation);
	fprintf(out, "\n\t%zu outlier%s", s->outliers,
	    s->outliers == 1 ? "" : "s");
	if (!isnan(s->lag1))
		fprintf(out, ", lag-1 correlation %.2f", not_minus_0(s->lag1));
	putc('\n', out);
	print_doubts(out, s->doubts);
}

/* A verdict, and what -v has to say under it. */
static void
print_comparison(FILE *out, const struct report *report,
    const struct comparison *c)
{
	const struct options *options = report->options;

	if (c->obstacle != COMPARED)
		return;
	print_verdict(out, options, c);
	if (c->verdict != UNDECIDED || options->verbose)
		print_figures(out, options->question.test, c);
	if (options->verbose) {
		print_power(out, &options->question, c);
		print_doubts(out, c->doubts);
	}
}

/* The classic report: one row, and a verdict for each set but one. */
static void
print_classic(FILE *out, const struct report *report)
{
	const struct options *options = report->options;
	const struct report_row *row = &report->row[0];
	const struct summary *s;
	size_t i;

	if (options->headings)
		print_legend(out, options, report->table);
	if (options->plot)
		print_plot(out, options, &report->plot);
	if (options->headings)
		fprintf(out, "%5s %13s %13s %13s %13s %13s\n", "N", "Min",
		    "Max", "Median", "Avg", "Stddev");
	for (i = 0; i < report->nsets; i++) {
		s = &row->summary[i];
		print_painted(out, options, set_colour(i),
		    "%c %3zu %13.8g %13.8g %13.8g %13.8g %13.8g", symbols[i],
		    s->n, s->min, s->max, s->median, s->mean.hi, s->stddev);
		putc('\n', out);
		if (options->verbose)
			print_detail(out, s);
		print_comparison(out, report, &row->comparison[i]);
	}
}

/*
 * The table on paper: a name and CELLS cells a set in every line.  Cells are
 * formatted once and kept one after another, each with a NUL behind it.
 */
enum { CELL_CENTRE, CELL_ERROR, CELL_DIFFERENCE, CELLS, CELL_SIZE = 80 };

struct paper {
	char **name;	/* of each line */
	size_t nlines;
	char *cells;
	size_t used, capacity;
	size_t name_width;	/* the widest name's */
	size_t width[MAX_SETS * CELLS];	/* the widest cell's; 0: none */
	size_t ncells;	/* in a line */
	struct strip strip;
};

static void
add_cell(struct paper *paper, size_t column, const char *cell)
{
	const size_t width = strlen(cell);

	if (paper->capacity - paper->used < width + 1) {
		paper->capacity = 2 * paper->capacity + width + 1;
		paper->cells = resize_for(NULL, paper->cells,
		    paper->capacity, 1);
	}
	memcpy(paper->cells + paper->used, cell, width + 1);
	paper->used += width + 1;
	if (width > paper->width[column])
		paper->width[column] = width;
}

/*
 * What is behind the first n columns of a string: one a character, four a byte
 * that put_text shows as \xNN.
 */
static const char *
skip_columns(const char *string, size_t n)
{
	size_t used, length = strlen(string);

	while (n > 0 && length > 0) {
		used = printable_length(string, length);
		n -= used > 0 ? 1 : n < 4 ? n : 4;
		used += used == 0;
		string += used;
		length -= used;
	}
	return string;
}

static size_t
width_of(const char *string)
{
	size_t width = 0, used, length = strlen(string);

	for (; length > 0; string += used, length -= used) {
		used = printable_length(string, length);
		width += used > 0 ? 1 : 4;
		used += used == 0;
	}
	return width;
}

static void
begin_line(struct paper *paper, char *name)
{
	const size_t width = width_of(name);

	paper->name[paper->nlines++] = name;
	if (width > paper->name_width)
		paper->name_width = width;
}

/* Five digits or more, without an exponent from 1e-5 to below 1e13. */
static void
format_figure(char cell[], double figure)
{
	int exponent;

	snprintf(cell, CELL_SIZE, "%.4e", figure);
	exponent = atoi(strchr(cell, 'e') + 1);
	if (exponent >= -5 && exponent <= 12)
		snprintf(cell, CELL_SIZE, "%.*f", exponent < 4 ? 4 - exponent :
		    0, figure);
}

/* A share in percent, of so many digits or all that are before the point. */
enum { PERCENT_SIZE = 24 };

static char *
format_percent(char text[PERCENT_SIZE], bool sign, double share, int digits)
{
	const double percent = 100 * share;
	double next = pow(10, digits);

	for (; fabs(percent) >= next - 0.5 && digits < 9; digits++)
		next *= 10;
	snprintf(text, PERCENT_SIZE, sign ? "%+.*g%%" : "%.*g%%", digits,
	    percent);
	return text;
}

static void
format_difference(char cell[], const struct comparison *c)
{
	static const char *const words[] = {
		[NOT_ASKED] = "", [MISSING] = "missing", [TOO_FEW] = "too few"
	};
	const struct interval interval = c->relative_interval;
	char percent[PERCENT_SIZE], low[PERCENT_SIZE], high[PERCENT_SIZE];

	if (c->obstacle != COMPARED)
		strcpy(cell, words[c->obstacle]);
	else if (c->verdict == EQUAL || c->verdict == UNDECIDED)
		strcpy(cell, c->verdict == EQUAL ? "=" : "~");
	else if (!c->has_relative)
		snprintf(cell, CELL_SIZE, "%+.3g", c->difference);
	else if (isnan(c->relative_half_width))
		snprintf(cell, CELL_SIZE, "%s (%s to %s)",
		    format_percent(percent, true, c->relative, 3),
		    format_percent(low, true, interval.lower, 3),
		    format_percent(high, true, interval.upper, 3));
	else
		snprintf(cell, CELL_SIZE, "%s +/- %s",
		    format_percent(percent, true, c->relative, 3),
		    format_percent(low, false, c->relative_half_width, 3));
}

static void
add_row(struct paper *paper, const struct report_row *row)
{
	char cell[CELL_SIZE], percent[PERCENT_SIZE];
	const struct summary *s = row->summary;
	size_t i;

	begin_line(paper, row->key);
	for (i = 0; i < paper->ncells; i += CELLS, s++) {
		cell[0] = '\0';
		if (s->n > 0)
			format_figure(cell, s->centre);
		add_cell(paper, i + CELL_CENTRE, cell);
		cell[0] = '\0';
		if (s->n > 1 && isfinite(s->centre_error))
			snprintf(cell, CELL_SIZE, "+/- %s", format_percent(
			    percent, false, s->centre_error, 2));
		add_cell(paper, i + CELL_ERROR, cell);
		format_difference(cell, &row->comparison[i / CELLS]);
		add_cell(paper, i + CELL_DIFFERENCE, cell);
	}
}

static const char geometric_label[] = "geometric mean";

static void
add_geometric(struct paper *paper, const struct report *report)
{
	const struct geometric *g = report->geometric;
	char cell[CELL_SIZE], percent[PERCENT_SIZE];
	size_t i;

	begin_line(paper, copy_string(geometric_label,
	    strlen(geometric_label)));
	for (i = 0; i < paper->ncells; i += CELLS, g++) {
		format_figure(cell, g->mean);
		add_cell(paper, i + CELL_CENTRE, cell);
		add_cell(paper, i + CELL_ERROR, "");
		add_cell(paper, i + CELL_DIFFERENCE, isnan(g->relative) ? "" :
		    format_percent(percent, true, g->relative, 3));
	}
}

/* Errors stand left, next to their centres; all else stands right. */
static const size_t cell_gap[CELLS] = { 2, 1, 2 };

/* The width of a line, from the name to the last cell. */
static size_t
paper_width(const struct paper *paper)
{
	size_t i, width = paper->name_width;

	for (i = 0; i < paper->ncells; i++)
		if (paper->width[i] > 0)
			width += paper->width[i] + cell_gap[i % CELLS];
	return width;
}

/* The name if it fits, else its first characters, .. and as many last. */
static char *
cut_name(const char *name, size_t width, size_t first)
{
	const size_t whole = width_of(name);
	const char *head = skip_columns(name, first), *tail;
	char *cut = allocate(strlen(name) + 3, 1);

	if (whole <= width)
		return strcpy(cut, name);
	tail = skip_columns(name, whole - (width - 2 - first));
	sprintf(cut, "%.*s..%s", (int)(head - name), name, tail);
	return cut;
}

/* Orders places of names by the name, equal ones from top to bottom. */
static int
by_name(const void *a, const void *b)
{
	char *const *x = *(char *const *const *)a;
	char *const *y = *(char *const *const *)b;
	const int order = strcmp(*x, *y);

	return order != 0 ? order : (x > y) - (x < y);
}

/*
 * How many of n names differ.  If told to, ends those that are equal in ~2, ~3
 * and so on, but for the first, and within the width.
 */
static size_t
count_names(char **name, size_t n, bool number, size_t width)
{
	char ***place = allocate(n, sizeof(*place)), *before = NULL, *cut;
	char suffix[24];
	size_t i, same = 1, distinct = 0;

	for (i = 0; i < n; i++)
		place[i] = &name[i];
	qsort(place, n, sizeof(*place), by_name);
	for (i = 0; i < n; i++) {
		same = i > 0 && strcmp(*place[i], before) == 0 ? same + 1 : 1;
		before = *place[i];
		distinct += same == 1;
		if (!number || same == 1)
			continue;
		sprintf(suffix, "~%zu", same);
		cut = allocate(strlen(before) + sizeof(suffix), 1);
		sprintf(cut, "%.*s%s", (int)(skip_columns(before,
		    width - strlen(suffix)) - before), before, suffix);
		*place[i] = cut;
	}
	free(place);
	return distinct;
}

/* Cuts the names to a width, at the place that keeps most of them apart. */
static void
cut_names(struct paper *paper, size_t width)
{
	const size_t n = paper->nlines;
	char **cut = allocate(n, sizeof(*cut));
	size_t i, distinct, first, best = 0, most = 0;

	for (first = width - 1; first-- > 0; ) {
		for (i = 0; i < n; i++)
			cut[i] = cut_name(paper->name[i], width, first);
		distinct = count_names(cut, n, false, width);
		if (distinct > most) {
			most = distinct;
			best = first;
		}
		for (i = 0; i < n; i++)
			free(cut[i]);
	}
	for (i = 0; i < n; i++)
		paper->name[i] = cut_name(paper->name[i], width, best);
	count_names(paper->name, n, true, width);
	paper->name_width = width;
}

enum { LEAST_NAME = 8, NARROWEST = 5, LEAST_STRIP = 20, MOST_STRIP = 60 };

/*
 * Makes the table fit a terminal: if it is too wide the sets' own errors go,
 * and then the middle of names.
 */
static void
fit_paper(struct paper *paper, size_t columns)
{
	size_t i, rest, width;

	if (paper_width(paper) <= columns)
		return;
	for (i = 0; i < paper->ncells; i++)
		if (i % CELLS == CELL_ERROR)
			paper->width[i] = 0;
	rest = paper_width(paper) - paper->name_width;
	width = columns > rest + LEAST_NAME ? columns - rest : LEAST_NAME;
	if (width < paper->name_width)
		cut_names(paper, width);
}

/* Of two sets, the comparison of the one that is not the reference. */
static const struct comparison *
only_comparison(const struct report *report, size_t row)
{
	return &report->row[row].comparison[1 - report->reference];
}

/* The strip of two sets, as wide as -w or what the terminal has to spare. */
static struct strip
lay_strip(const struct report *report, const struct paper *paper)
{
	const struct options *options = report->options;
	const size_t n = report->table->nrows, used = paper_width(paper) + 2;
	const struct comparison **list;
	size_t width = options->width, i;

	if (width == 0 && options->columns >= used + LEAST_STRIP)
		width = options->columns - used < MOST_STRIP ?
		    options->columns - used : MOST_STRIP;
	if (width == 0 || !options->plot || report->nsets != 2)
		return (struct strip){ .width = 0 };
	list = allocate(n, sizeof(*list));
	for (i = 0; i < n; i++)
		list[i] = only_comparison(report, i);
	return make_strip(list, n, width < NARROWEST ? NARROWEST : width);
}

/*
 * A row's place in the strip: A covers |, | covers :, and : covers -.  It ends
 * in no blanks.
 */
static void
draw_strip(char line[], const struct strip *strip, const struct comparison *c)
{
	const struct mark mark = mark_row(strip, c);
	size_t i;

	memset(line, ' ', strip->width);
	if (c->has_relative)
		memset(line + mark.left, '-', mark.right - mark.left);
	line[strip->zero] = ':';
	if (c->has_relative) {
		line[mark.left] = mark.beyond_left ? '<' : '|';
		line[mark.right] = mark.beyond_right ? '>' : '|';
		line[mark.centre] = 'A';
	}
	for (i = strip->width; line[i - 1] == ' '; )
		i--;
	line[i] = '\0';
}

/*
 * Prints a line of the table, whose cells begin at cell, and returns what
 * follows these.
 */
static const char *
print_paper_line(FILE *out, const struct report *report,
    const struct paper *paper, size_t line, const char *cell)
{
	const struct options *options = report->options;
	const bool is_row = line < report->table->nrows;
	const struct comparison *c = report->row[line * is_row].comparison, *d;
	size_t i, blank, gap = paper->name_width - width_of(paper->name[line]);
	char strip[MAX_WIDTH + 1];

	put_string(out, paper->name[line]);
	for (i = 0; i < paper->ncells; i++, cell += strlen(cell) + 1) {
		if (paper->width[i] == 0)
			continue;
		blank = paper->width[i] - strlen(cell);
		gap += cell_gap[i % CELLS] + (i % CELLS == CELL_ERROR ? 0 :
		    blank);
		if (*cell != '\0') {
			fprintf(out, "%*s", (int)(gap), "");
			d = &c[i / CELLS];
			print_painted(out, options, !is_row ||
			    i % CELLS != CELL_DIFFERENCE ||
			    d->obstacle != COMPARED ? PLAIN :
			    d->verdict == UNDECIDED ? DIM :
			    verdict_colour(options, d), "%s", cell);
			gap = 0;
		}
		gap += i % CELLS == CELL_ERROR ? blank : 0;
	}
	if (paper->strip.width > 0 && is_row) {
		draw_strip(strip, &paper->strip, only_comparison(report, line));
		fprintf(out, "%*s", (int)(gap + 2), "");
		fputs(strip, out);
	}
	putc('\n', out);
	return cell;
}

/* Each set's symbol above its centres, and the ends of the strip's axis. */
static void
print_table_heading(FILE *out, const struct options *options,
    const struct paper *paper)
{
	char low[PERCENT_SIZE], high[PERCENT_SIZE];
	size_t i, width = paper->name_width;

	for (i = 0; i < paper->ncells; i++) {
		if (paper->width[i] == 0)
			continue;
		width += paper->width[i] + cell_gap[i % CELLS];
		if (i % CELLS != CELL_CENTRE)
			continue;
		fprintf(out, "%*s", (int)(width - 1), "");
		print_painted(out, options, set_colour(i / CELLS), "%c",
		    symbols[i / CELLS]);
		width = 0;
	}
	if (paper->strip.width >= LEAST_STRIP) {
		format_percent(low, true, paper->strip.low_change, 2);
		format_percent(high, true, paper->strip.high_change, 2);
		fprintf(out, "%*s", (int)(width + 2), "");
		fprintf(out, "%s%*s", low, (int)(paper->strip.width -
		    strlen(low)), high);
	}
	putc('\n', out);
}

static void
print_closing(FILE *out, const struct report *report)
{
	const struct options *options = report->options;
	const size_t n = report->nrows_compared;
	const size_t different = report->nrows_different;
	char confidence[CONFIDENCE_SIZE], margin[MARGIN_SIZE], test[40];
	char shown[80];
	int width;

	if (n == 0)
		return;
	format_confidence(confidence, options);
	format_margin(margin, "beyond", options->question.margin);
	name_test(test, sizeof(test), &options->question, true);
	if (different > 0)
		width = fprintf(out, "Difference%s in %zu of %zu row%s at %s",
		    margin, different, n, n == 1 ? "" : "s", confidence);
	else
		width = fprintf(out, "No difference%s proven in %zu row%s at "
		    "%s", margin, n, n == 1 ? "" : "s", confidence);
	shown[0] = '\0';
	if (different > 0)
		sprintf(shown, ": %zu higher, %zu lower", report->nhigher,
		    report->nlower);
	if (report->nequal > 0)
		sprintf(shown + strlen(shown), "%s %zu equal",
		    different > 0 ? "," : ":", report->nequal);
	width += (int)(strlen(test) + strlen(shown)) + 3;
	fprintf(out, "%c(%s)%s\n", options->columns > 0 &&
	    width > (int)options->columns ? '\n' : ' ', test, shown);
}

/* What -v has to say of a row in the table. */
static void
print_row_details(FILE *out, const struct report *report,
    const struct report_row *row)
{
	size_t i;

	for (i = 0; i < report->nsets; i++) {
		if (row->summary[i].n < 2)
			continue;
		print_painted(out, report->options, set_colour(i), "    %c",
		    symbols[i]);
		print_detail(out, &row->summary[i]);
		print_comparison(out, report, &row->comparison[i]);
	}
}

/* The table: a line a row, then the geometric means and how many differ. */
static void
print_table(FILE *out, const struct report *report)
{
	const struct options *options = report->options;
	const size_t nrows = report->table->nrows;
	struct paper paper = {
		.name = allocate(nrows + 1, sizeof(*paper.name)),
		.ncells = report->nsets * CELLS
	};
	const char *cell;
	size_t i;

	for (i = 0; i < nrows; i++)
		add_row(&paper, &report->row[i]);
	if (report->has_geometric)
		add_geometric(&paper, report);
	if (options->columns > 0)
		fit_paper(&paper, options->columns);
	paper.strip = lay_strip(report, &paper);
	if (options->headings) {
		print_legend(out, options, report->table);
		print_table_heading(out, options, &paper);
	}
	cell = paper.cells;
	for (i = 0; i < nrows && !ferror(out); i++) {
		cell = print_paper_line(out, report, &paper, i, cell);
		if (options->verbose)
			print_row_details(out, report, &report->row[i]);
	}
	if (report->has_geometric)
		print_paper_line(out, report, &paper, nrows, cell);
	print_closing(out, report);
}

/* Tells of a doubt about comparisons, if any has it. */
static void
warn_of_doubt(const struct report *report, enum doubt doubt, const char *what)
{
	const struct report_row *row = report->row, *first = NULL;
	size_t i, j, n = 0;

	for (i = 0; i < report->table->nrows; i++, row++)
		for (j = 0; j < report->nsets; j++)
			if (row->comparison[j].doubts & doubt) {
				first = n++ == 0 ? row : first;
				break;
			}
	if (first != NULL && *first->key != '\0')
		warn(NULL, 0, "%s (%zu row%s, the first %s)", what, n,
		    n == 1 ? "" : "s", first->key);
	else if (first != NULL)
		warn(NULL, 0, "%s", what);
}

/* Whether an absolute margin is no less than any reference, none being 0. */
static bool
is_huge_margin(const struct report *report)
{
	const struct margin margin = report->options->question.margin;
	const struct summary *s;
	size_t i;

	for (i = 0; i < report->table->nrows; i++) {
		s = &report->row[i].summary[report->reference];
		if (s->n > 0 && (s->mean.hi == 0 ||
		    margin.size < fabs(s->mean.hi)))
			return false;
	}
	return margin.given && !margin.percent && report->ncompared > 0;
}

/* What is doubtful enough to be told without -v: each kind in a line. */
static void
render_warnings(const struct report *report)
{
	const struct options *options = report->options;
	char too_few[100];

	if (options->confidence < 50)
		warn(NULL, 0, "the confidence is %g%%: is %g%% meant?",
		    options->confidence, options->confidence < 1 ?
		    100 * options->confidence : 100 - options->confidence);
	if (is_huge_margin(report))
		warn(NULL, 0, "the margin %g is no less than the reference: "
		    "is %g%% meant?", options->question.margin.size,
		    options->question.margin.size);
	snprintf(too_few, sizeof(too_few), "too few values to show anything "
	    "at this confidence: it takes %.0f a set",
	    report->least);
	warn_of_doubt(report, DOUBT_TOO_FEW, too_few);
	warn_of_doubt(report, DOUBT_UNEQUAL, "Student's t errs where counts "
	    "and spreads differ so: use -t welch");
	warn_of_doubt(report, DOUBT_NO_RELATIVE, "a margin in percent is taken "
	    "as 0 where there is no relative interval");
}

static void
render_text(FILE *out, const struct report *report)
{
	if (has_keys(&report->options->selection))
		print_table(out, report);
	else
		print_classic(out, report);
}

/* A figure by the name that it has in JSON and CSV. */
struct figure {
	const char *name;
	double value;	/* NAN: there is none */
	bool wanted;
};

enum { FIGURE_N = 0, FIGURE_MEAN = 4, SUMMARY_FIGURES = 12 };
enum { FIGURE_RELATIVE = SUMMARY_FIGURES + 3, FIGURES = SUMMARY_FIGURES + 11 };

/* Those of a set, then those of its comparison. */
static void
list_figures(struct figure list[], const struct options *options,
    const struct summary *s, const struct comparison *c)
{
	const bool more = options->verbose;
	const struct figure all[FIGURES] = {
		{ "n", (double)s->n, true },
		{ "min", s->min, true }, { "max", s->max, true },
		{ "median", s->median, true }, { "mean", s->mean.hi, true },
		{ "stddev", s->stddev, true },
		{ "quantile", s->centre,
		    options->question.test->basis == QUANTILES },
		{ "mean_low", s->mean.hi - s->mean_half_width, more },
		{ "mean_high", s->mean.hi + s->mean_half_width, more },
		{ "variation", s->variation, more },
		{ "outliers", (double)s->outliers, more },
		{ "lag1", s->lag1, more },
		{ "difference", c->difference, true },
		{ "low", c->interval.lower, true },
		{ "high", c->interval.upper, true },
		{ "relative", c->relative, true },
		{ "relative_low", c->relative_interval.lower, true },
		{ "relative_high", c->relative_interval.upper, true },
		{ "p", c->p, true }, { "df", c->df, true },
		{ "confidence", c->level.percent, true },
		{ "needed", c->needed, more },
		{ "difference_lag1", c->lag1, more }
	};
	const size_t known = s->n == 0 ? 1 : s->n == 1 ? 5 : SUMMARY_FIGURES;
	size_t i;

	for (i = 0; i < FIGURES; i++) {
		list[i] = all[i];
		if (i < SUMMARY_FIGURES ? i >= known :
		    c->obstacle != COMPARED || (!c->has_relative &&
		    i >= FIGURE_RELATIVE && i < FIGURE_RELATIVE + 3))
			list[i].value = NAN;
	}
}

/* NULL if nothing was compared. */
static const char *
verdict_name(const struct comparison *c)
{
	static const char *const names[] = {
		[UNDECIDED] = "undecided", [HIGHER] = "higher",
		[LOWER] = "lower", [EQUAL] = "equal"
	};

	return c->obstacle == COMPARED ? names[c->verdict] : NULL;
}

/*
 * A number in the fewest digits that read back as the same double, or what
 * stands for none.  15 digits are always kept, but by subnormal numbers.
 */
static void
print_number(FILE *out, double number, const char *none)
{
	char text[32];
	int digits = fabs(number) < DBL_MIN ? 1 : 15;

	if (!isfinite(number)) {
		fputs(none, out);
		return;
	}
	do
		snprintf(text, sizeof(text), "%.*g", digits, number);
	while (strtod(text, NULL) != number && digits++ < 17);
	fputs(text, out);
}

static void
print_json_string(FILE *out, const char *string)
{
	const char *p, *end = string + strlen(string);
	size_t used;

	putc('"', out);
	for (p = string; p < end; p += used > 0 ? used : 1) {
		used = character(p, (size_t)(end - p));
		if (used == 0)	/* not UTF-8 */
			fputs("\\ufffd", out);
		else if (printable_length(p, used) == 0)
			fprintf(out, "\\u%04x", (unsigned char)p[used - 1]);
		else
			fprintf(out, "%s%.*s", *p == '"' || *p == '\\' ? "\\" :
			    "", (int)used, p);
	}
	putc('"', out);
}

/* "name": number, ... of those from first on. */
static void
print_json_figures(FILE *out, const struct figure *first, size_t n)
{
	const struct figure *f;

	for (f = first; f < first + n; f++) {
		if (!f->wanted)
			continue;
		fprintf(out, "\"%s\": ", f->name);
		print_number(out, f->value, "null");
		fputs(", ", out);
	}
}

static void
print_doubt_words(FILE *out, unsigned found, const char *quote,
    const char *between)
{
	size_t i, n = 0;

	for (i = 0; i < DOUBTS; i++)
		if (found & doubts[i].doubt)
			fprintf(out, "%s%s%s%s", n++ > 0 ? between : "",
			    quote, doubts[i].word, quote);
}

static void
print_json_comparison(FILE *out, const struct report *report,
    const struct comparison *c, const struct figure *list, size_t set)
{
	const char *verdict = verdict_name(c);

	fputs("{\"set\": ", out);
	print_json_string(out, report->table->set[set]);
	fputs(", \"reference\": ", out);
	print_json_string(out, report->table->set[report->reference]);
	fputs(", ", out);
	print_json_figures(out, list + SUMMARY_FIGURES,
	    FIGURES - SUMMARY_FIGURES);
	if (c->obstacle == COMPARED && !isnan(c->u)) {
		fputs("\"u\": ", out);
		print_number(out, c->u, "null");
		fprintf(out, ", \"exact\": %s, ", c->exact ? "true" : "false");
	}
	fprintf(out, verdict == NULL ? "\"verdict\": null" :
	    "\"verdict\": \"%s\"", verdict);
	fputs(", \"doubts\": [", out);
	print_doubt_words(out, c->doubts, "\"", ", ");
	fputs("]}", out);
}

static void
print_json_row(FILE *out, const struct report *report,
    const struct report_row *row)
{
	const struct options *options = report->options;
	const char *between = "\n      ";
	struct figure list[FIGURES];
	size_t i;

	fputs("    {\"key\": ", out);
	if (has_keys(&report->options->selection))
		print_json_string(out, row->key);
	else
		fputs("null", out);
	fputs(", \"sets\": [", out);
	for (i = 0; i < report->nsets; i++) {
		list_figures(list, options, &row->summary[i],
		    &row->comparison[i]);
		fputs(i > 0 ? ",\n      {" : "\n      {", out);
		print_json_figures(out, list, SUMMARY_FIGURES);
		fputs("\"doubts\": [", out);
		print_doubt_words(out, row->summary[i].doubts, "\"", ", ");
		fputs("]}", out);
	}
	fputs("\n    ], \"comparisons\": [", out);
	for (i = 0; i < report->nsets && options->compare; i++) {
		if (i == report->reference)
			continue;
		list_figures(list, options, &row->summary[i],
		    &row->comparison[i]);
		fputs(between, out);
		print_json_comparison(out, report, &row->comparison[i], list,
		    i);
		between = ",\n      ";
	}
	fputs("]}", out);
}

/* What the table ends with. */
static void
print_json_totals(FILE *out, const struct report *report)
{
	const struct geometric *g = report->geometric;
	size_t i;

	fputs("  \"geometric_means\": [", out);
	for (i = 0; i < report->nsets; i++) {
		fputs(i > 0 ? ", " : "", out);
		print_number(out, g[i].mean, "null");
	}
	fputs("],\n  \"geometric_relative\": [", out);
	for (i = 0; i < report->nsets; i++) {
		fputs(i > 0 ? ", " : "", out);
		print_number(out, g[i].relative, "null");
	}
	fprintf(out, "],\n  \"compared_rows\": %zu,\n"
	    "  \"different_rows\": %zu,\n", report->nrows_compared,
	    report->nrows_different);
}

static void
render_json(FILE *out, const struct report *report)
{
	const struct options *options = report->options;
	const double margin = options->question.margin.given ?
	    options->question.margin.size : NAN;
	char name[40];
	size_t i;

	name_test(name, sizeof(name), &options->question, false);
	fprintf(out, "{\n  \"version\": \"%s\",\n  \"test\": \"%s\",\n"
	    "  \"confidence\": ", VERSION, name);
	print_number(out, options->confidence, "null");
	fprintf(out, ",\n  \"family\": \"%s\",\n  \"comparisons\": %zu,\n"
	    "  \"margin\": ", families[options->family], report->ncompared);
	fputs(options->question.margin.percent ? "\"" : "", out);
	print_number(out, margin, "null");
	fputs(options->question.margin.percent ? "%\"" : "", out);
	fprintf(out, ",\n  \"gate\": \"%s\",\n  \"sets\": [",
	    gates[options->gate]);
	for (i = 0; i < report->nsets; i++) {
		fputs(i > 0 ? ", " : "", out);
		print_json_string(out, report->table->set[i]);
	}
	fputs("],\n  \"rows\": [\n", out);
	for (i = 0; i < report->table->nrows && !ferror(out); i++) {
		fputs(i > 0 ? ",\n" : "", out);
		print_json_row(out, report, &report->row[i]);
	}
	fputs("\n  ],\n", out);
	if (has_keys(&options->selection))
		print_json_totals(out, report);
	fprintf(out, "  \"status\": %d\n}\n", (int)report->status);
}

/* A quoted cell. */
static void
print_csv_string(FILE *out, const char *string)
{
	const char *quote;

	putc('"', out);
	for (; (quote = strchr(string, '"')) != NULL; string = quote + 1) {
		put_text(out, string, (size_t)(quote + 1 - string));
		putc('"', out);
	}
	put_string(out, string);
	putc('"', out);
}

/* The line of a row and set. */
static void
print_csv_line(FILE *out, const struct report *report, const char *key,
    size_t set, const struct figure *list, const struct summary *s,
    const struct comparison *c)
{
	const struct options *options = report->options;
	const char *verdict = verdict_name(c);
	size_t i;

	print_csv_string(out, key);
	putc(',', out);
	print_csv_string(out, report->table->set[set]);
	for (i = 0; i < FIGURES; i++) {
		if (i == SUMMARY_FIGURES) {
			putc(',', out);
			if (set != report->reference && options->compare)
				print_csv_string(out,
				    report->table->set[report->reference]);
		}
		if (!list[i].wanted)
			continue;
		putc(',', out);
		print_number(out, list[i].value, "");
	}
	fprintf(out, ",%s,", verdict == NULL ? "" : verdict);
	print_doubt_words(out, s->doubts, "", " ");
	putc(',', out);
	print_doubt_words(out, c->doubts, "", " ");
	putc('\n', out);
}

/* The geometric means stand where means do, without a number of values. */
static void
render_csv(FILE *out, const struct report *report)
{
	const struct summary no_summary = { .n = 0 };
	const struct comparison none = { .obstacle = NOT_ASKED };
	const struct options *options = report->options;
	const struct report_row *row = report->row;
	const bool totals = has_keys(&options->selection) &&
	    report->has_geometric;
	struct figure list[FIGURES];
	size_t i, j;

	list_figures(list, options, &no_summary, &none);
	fputs("key,set", out);
	for (i = 0; i < FIGURES; i++)
		if (list[i].wanted)
			fprintf(out, "%s,%s", i == SUMMARY_FIGURES ?
			    ",reference" : "", list[i].name);
	fputs(",verdict,doubts,comparison_doubts\n", out);
	for (i = 0; i < report->table->nrows && !ferror(out); i++, row++)
		for (j = 0; j < report->nsets; j++) {
			list_figures(list, options, &row->summary[j],
			    &row->comparison[j]);
			print_csv_line(out, report, row->key, j, list,
			    &row->summary[j], &row->comparison[j]);
		}
	list_figures(list, options, &no_summary, &none);
	list[FIGURE_N].value = NAN;
	for (i = 0; totals && i < report->nsets; i++) {
		list[FIGURE_MEAN].value = report->geometric[i].mean;
		list[FIGURE_RELATIVE].value = report->geometric[i].relative;
		print_csv_line(out, report, geometric_label, i, list,
		     &no_summary, &none);
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
 * Arguments become options, all checked before anything is read.  Calls
 * Diagnostics and Numbers, and names what Comparison, Report and Rendering
 * have to choose from; opens no file.
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

/* A column by number, or by a name, which begins with no digit or sign. */
static bool
take_column(const char *text, struct column *column)
{
	*column = (struct column){ .name = NULL };
	if (is_digit(*text) || *text == '-' || *text == '+')
		return take_count(text, 1, INT_MAX, &column->number);
	column->name = text;
	return *text != '\0';
}

/* A column, or column=label,... */
static bool
take_set_column(const char *text, struct selection *s)
{
	struct column *column = &s->column[COLUMN_SET];
	char *copy = copy_string(text, strlen(text));
	char *label = strchr(copy, '=');

	for (s->nlabels = 0; label != NULL; label = strchr(label, ',')) {
		if (s->nlabels == MAX_SETS)
			return false;
		*label++ = '\0';
		s->label[s->nlabels++] = label;
	}
	if (!take_column(copy, column))
		return false;
	if (column->name != NULL)	/* all that may be a name */
		column->name = text;
	return true;
}

/* Columns by number or name, between commas. */
static bool
take_keys(const char *text, struct selection *s)
{
	char *part = copy_string(text, strlen(text)), *comma;

	for (s->ncolumns = COLUMN_KEYS; part != NULL; part = comma) {
		comma = strchr(part, ',');
		if (comma != NULL)
			*comma++ = '\0';
		if (s->ncolumns == MAX_COLUMNS ||
		    !take_column(part, &s->column[s->ncolumns++]))
			return false;
	}
	return true;
}

/* Some characters; \t is a tab. */
static bool
take_delimiters(const char *text, struct selection *s)
{
	s->delimited = true;
	memset(s->delimiter, 0, sizeof(s->delimiter));
	for (const char *p = text; *p != '\0'; p++) {
		const bool tab = *p == '\\' && p[1] == 't';

		p += tab;
		s->delimiter[tab ? '\t' : (unsigned char)*p] = true;
	}
	s->merge = s->delimiter[' '];
	return *text != '\0' && !s->delimiter['\n'] && !s->delimiter['"'];
}

static const regex_t *
take_regex(int letter, const char *text)
{
	regex_t *regex = allocate(1, sizeof(*regex));
	const int error = regcomp(regex, text, REG_EXTENDED | REG_NOSUB);
	char why[200];

	if (error != 0) {
		regerror(error, regex, why, sizeof(why));
		die(NULL, 0, "-%c: \"%s\" is not %s: %s", letter, text,
		    expectation[letter], why);
	}
	return regex;
}

/* A number, or a number and %. */
static bool
take_margin(const char *text, struct margin *margin)
{
	char *rest;

	margin->given = true;
	margin->size = strtod(text, &rest) + 0.0;	/* -0 is 0 */
	margin->percent = *rest == '%';
	return rest > text && rest[margin->percent] == '\0' &&
	    isfinite(margin->size) && margin->size >= 0;
}

/* Which of n words the text is; n if none. */
static size_t
find_word(const char *text, const char *const word[], size_t n)
{
	size_t i = 0;

	while (i < n && strcmp(text, word[i]) != 0)
		i++;
	return i;
}

/* Takes an option's argument; false if it is not what is expected. */
static bool
take_argument(struct options *o, int letter, const char *text)
{
	struct selection *s = &o->selection;
	char *rest;

	switch (letter) {
	case 'b':
		return take_set_column(text, s);
	case 'C':
		s->value_column = true;
		if (strchr(text, '/') == NULL)
			return take_column(text, &s->column[COLUMN_VALUE]);
		s->column[COLUMN_VALUE] = (struct column){ .name = text };
		return true;
	case 'c':
		o->confidence = strtod(text, &rest);
		return *rest == '\0' && o->confidence > 0 &&
		    o->confidence < 100;
	case 'd':
		return take_delimiters(text, s);
	case 'e':
		s->only = take_regex(letter, text);
		return true;
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
		s->column[COLUMN_RUN] = (struct column){ .name = NULL };
		return s->run_of != RUN_OF_COLUMN ||
		    take_column(text, &s->column[COLUMN_RUN]);
	case 't':
		return find_test(text, &o->question);
	case 'u':
		s->unit = text;		/* it tells the value */
		s->column[COLUMN_VALUE].number = 0;
		return *text != '\0';
	case 'w':
		return take_count(text, MIN_WIDTH, MAX_WIDTH, &o->width);
	case 'x':
		s->except = take_regex(letter, text);
		return true;
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

/* What no option can know alone, and defaults that hang on others. */
static void
settle_options(struct options *o, const bool given[])
{
	const bool only_shown = passes_only_shown(o->gate);
	const char *gate = gates[o->gate];
	size_t dashes = 0;

	o->compare = !given['n'];
	o->plot = !given['A'] && !given['n'] && o->format->plots;
	o->headings = !given['q'];
	o->separate_bars = given['s'];
	o->verbose = given['v'];
	o->closely = o->verbose || !o->format->plots;
	o->question.one_sided = o->gate != GATE_EQUAL;
	if (only_shown && !o->question.margin.given)
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

	for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++) {
		if (strcmp(argv[i], "--help") == 0)
			o->request = 'h';
		if (strcmp(argv[i], "--version") == 0)
			o->request = 'V';
	}
	while (o->request == 0 &&
	    (letter = getopt(argc, argv, option_letters)) != -1) {
		if (letter == 'h' || letter == 'V')
			o->request = letter;
		else if (letter == '?')
			die(NULL, 0, TRY("-%c: no such option"), optopt);
		else if (letter == ':')
			die(NULL, 0, TRY("-%c: expected %s"), optopt,
			    expectation[optopt]);
		else if (expectation[letter] != NULL &&
		    !take_argument(o, letter, optarg))
			die(NULL, 0, TRY("-%c: \"%s\" is not %s"), letter,
			    optarg, expectation[letter]);
		given[letter] = true;
	}
	o->file = argv + optind;
	o->nfiles = (size_t)(argc - optind);
	if (o->request == 0)
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
	const struct selection *s = &o->selection;

	for (size_t i = 0; i < o->nfiles || i == 0; i++) {
		const char *text = o->nfiles > 0 ? o->file[i] : "<stdin>";
		const char *path = path_in(text);
		const bool labelled = path != text;
		size_t set = 0;
		int fd = STDIN_FILENO;

		if (o->nfiles > 0 && strcmp(path, "-") != 0)
			fd = open(path, O_RDONLY);
		if (fd == -1)
			die(text, 0, "%s%s", strerror(errno),
			    i > 0 && *text == '-' ?
			    " (options come before files)" : "");
		if (!has_set_column(s))
			set = add_set(table, text, labelled ?
			    (size_t)(path - text) - 1 : strlen(text),
			    labelled);
		read_file(s, fd, path, set, table);
		if (fd != STDIN_FILENO)
			close(fd);
	}
	finish_table(table);
}

/* The terminal's width; 0 if the output is none. */
static size_t
terminal_columns(void)
{
	const char *columns = getenv("COLUMNS");
	size_t width = 0;

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

/* Whether a terminal takes colours (no-color.org). */
static bool
takes_colour(void)
{
	const char *off = getenv("NO_COLOR"), *terminal = getenv("TERM");

	return (off == NULL || *off == '\0') && terminal != NULL &&
	    *terminal != '\0' && strcmp(terminal, "dumb") != 0;
}

static const struct options defaults = {
	.selection = {
		.delimiter = { [' '] = true, ['\t'] = true },
		.merge = true,
		.column = { [COLUMN_VALUE] = { .number = 1 } },
		.ncolumns = COLUMN_KEYS
	},
	.question = { .test = &tests[0] },
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

#if defined(_WIN32)	/* bytes are bytes, CR LF and 26 too */
	_fmode = _O_BINARY;
	for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
		_setmode(fd, _O_BINARY);
#else
	signal(SIGPIPE, SIG_IGN);	/* failed writes are errors */
	signal(SIGXFSZ, SIG_IGN);
#endif
	parse_options(argc, argv, &options);
	if (options.request == 'h')
		fputs(help, stdout);
	else if (options.request == 'V')
		puts("ministat " VERSION);
	else {
		options.columns = terminal_columns();
		options.colour = options.columns > 0 && takes_colour() &&
		    options.format->plots;
		read_all(&options, &table);
		report = make_report(&options, &table);
		render_warnings(&report);
		options.format->render(stdout, &report);
	}
	errno = 0;	/* ferror tells of an error without its number */
	if (fflush(stdout) != 0 || ferror(stdout) || fclose(stdout) != 0)
		die(NULL, 0, "standard output: %s",
		    errno != 0 ? strerror(errno) : "write error");
	return (int)report.status;
}

#if defined(__clang__) && defined(__i386__) && !defined(__SSE2__)
#pragma clang attribute pop
#endif
