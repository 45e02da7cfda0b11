/*
 * ministat - do these measurements differ, and by how much?
 *
 * Build	cc ministat.c -lm -o ministat
 * Manual	ministat.1
 *
 * The file reads from top to bottom; a section calls those above it, never
 * those below it.  `grep '^ \* ----' ministat.c` lists the sections:
 *
 *	Types		one struct a stage, for all sections
 *	Diagnostics	what goes wrong, and memory
 *	Numbers		text -> double
 *	Input		files -> samples, one for each row and set
 *	Arithmetic	doubles -> sums, order, ranks
 *	Distributions	Student's t, the normal, U: value <-> probability
 *	Summary		a sample -> its figures
 *	Comparison	two samples -> their difference
 *	Plot		samples -> grid
 *	Report		all of them -> verdicts and exit status
 *	Rendering	the report -> text, JSON, CSV
 *	Command line	arguments -> options
 *	Main		opens, calls and exits
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

#if !defined(_WIN32)	/* where these are not to be had */
#include <sys/ioctl.h>
#include <poll.h>
#include <regex.h>
#include <termios.h>
#endif

#include <sys/types.h>
#include <sys/stat.h>

#include <assert.h>
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

/* Windows, by mingw-w64: nothing to wait for, no regular expressions. */
#if defined(_WIN32)
#define	A_REGEX	"supported here: this system has no <regex.h>"
enum { REG_EXTENDED, REG_NOSUB, REG_ESPACE, REG_NOMATCH, POLLIN };
typedef int regex_t;
#define	regcomp(regex, text, flags)	(*(regex) = REG_NOMATCH)
#define	regexec(regex, line, n, found, flags)	(*(regex))
#define	regfree(regex)	((void)(regex))
struct pollfd { int fd, events; };
#define	poll(fds, n, timeout)	((void)(fds))
#else
#define	A_REGEX	"an extended regular expression"
#endif

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

#if defined(__FAST_MATH__) || \
    (defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__)
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
	PADDING = 32		/* readable bytes behind any text */
};

enum status {			/* the exit status, a promise to scripts */
	STATUS_SAME = 0,
	STATUS_DIFFERENT = 1,
	STATUS_TROUBLE = 2
};

/*
 * ---- Types ---------------------------------------------------------------
 * One struct a stage, in the order of the stages; what a single section needs
 * stands there.
 */

/* What went wrong, and where. */
struct diagnostic {
	const char *file;	/* NULL: no file is to blame */
	uintmax_t line;	/* from 1; 0: no line is to blame */
	char text[400];
};

/* A stretch of bytes; start NULL: there is none. */
struct text {
	char *start;
	size_t length;
};

/* Where a coordinate of an observation stands in a line. */
struct column {
	const char *name;	/* in the header; NULL: by number */
	size_t number;	/* from 1; 0: not wanted, or known by name */
};

enum { COLUMN_VALUE, COLUMN_SET, COLUMN_KEYS, MAX_COLUMNS = 16 };

/* A regular expression, if one was given. */
struct pattern {
	bool given;
	regex_t regex;
};

/* What to read, and how lines are cut: the same for every file. */
struct selection {
	bool delimiter[UCHAR_MAX + 1];
	bool merge;	/* a run of delimiters is one cut */
	struct column column[MAX_COLUMNS];	/* value, set, keys */
	size_t ncolumns;	/* COLUMN_KEYS and as many as keys */
	const char *unit;	/* the value stands before it */
	struct pattern only;	/* what a line must match */
	struct pattern except;	/* what it must not */
};

/* Values in the order in which they were read; all are finite. */
struct sample {
	double *value;
	size_t n;
	size_t capacity;
};

/* One benchmark; the parts of its key are separated by NUL bytes. */
struct row {
	struct text key;
	struct sample *cell;	/* cell[set] */
	size_t ncells;	/* sets from here on have no values */
};

/* Where a row is found by the hash of its key. */
struct slot {
	size_t hash;	/* tells most keys apart, without a look at them */
	size_t row;	/* from 1; 0: free */
};

/* The long table that all input becomes. */
struct table {
	char *set[MAX_SETS];	/* labels; the first is the reference */
	size_t nsets;
	struct row *row;	/* in order of first appearance */
	size_t nrows, capacity;
	size_t latest;	/* the row last found */
	struct slot *slot;	/* a row's: the first free from its hash on */
	size_t nslots;	/* a power of two, or 0 */
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
	DOUBT_CORRELATED = 8,	/* successive values, or differences, are */
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
	double scale;	/* a power of two that keeps squares in range */
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
	double spread;	/* the pooled s, or that of differences */
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
	/* What -v tells, by examine_comparison(). */
	double needed;	/* values a set to show the margin, or 1%, with a
			   chance of 80%; NAN: there is no telling */
	double lag1;	/* of successive differences of pairs; NAN: none */
};

/* A set, its reference, and what is asked of them. */
struct inquiry {
	const struct question *question;
	const struct level *level;
	const struct summary *set, *reference;
	double p;	/* if known from another level; NAN: it is not */
};

/* What a test looks at; but for means, it wants values sorted. */
enum basis { MEANS, RANKS, QUANTILES };

/* A way to compare. */
struct test {
	const char *name, *title;
	struct comparison (*compare)(const struct inquiry *);
	void (*describe)(char *to, size_t size, const struct comparison *);
	bool paired;	/* value by value: of equal counts */
	enum basis basis;
};

/*
 * ---- Diagnostics ---------------------------------------------------------
 * What went wrong becomes one line on standard error.  Calls libc alone.
 */

/*
 * The length in bytes of the character at text; 0 if it is not well-formed
 * UTF-8 (Unicode 15, table 3-7).
 */
static size_t
character(const char *text, size_t length)
{
	const unsigned char *s = (const unsigned char *)text;
	size_t more, i;

	if (s[0] < 0x80)
		return 1;
	more = s[0] < 0xc2 ? 0 : s[0] < 0xe0 ? 1 : s[0] < 0xf0 ? 2 :
	    s[0] < 0xf5 ? 3 : 0;
	if (more == 0 || more >= length)
		return 0;
	for (i = 1; i <= more; i++)
		if ((s[i] & 0xc0) != 0x80)
			return 0;
	if ((s[0] == 0xe0 && s[1] < 0xa0) || (s[0] == 0xed && s[1] > 0x9f) ||
	    (s[0] == 0xf0 && s[1] < 0x90) || (s[0] == 0xf4 && s[1] > 0x8f))
		return 0;
	return more + 1;
}

/* The code of a control character of 1 or 2 bytes, C0, DEL or C1; else 0. */
static unsigned
control(const char *text, size_t length)
{
	const unsigned char *s = (const unsigned char *)text;

	if (s[0] < ' ' || s[0] == 0x7f)
		return s[0];
	return length > 1 && s[0] == 0xc2 && s[1] >= 0x80 && s[1] < 0xa0 ?
	    s[1] : 0;
}

/* Whether nobody sees the character at text, or it turns a line around. */
static bool
is_invisible(const char *text, size_t length)
{
	static const char *const ranges[][2] = {
		{ "\xc2\xa0", "\xc2\xa0" },	/* no-break space */
		{ "\xe2\x80\x8b", "\xe2\x80\x8f" },	/* U+200B... */
		{ "\xe2\x80\xa8", "\xe2\x80\xae" },	/* U+2028... */
		{ "\xe2\x81\xa0", "\xe2\x81\xaf" },	/* U+2060... */
		{ "\xef\xbb\xbf", "\xef\xbb\xbf" }	/* byte-order mark */
	};
	size_t i, n;

	for (i = 0; i < sizeof(ranges) / sizeof(*ranges); i++) {
		n = strlen(ranges[i][0]);
		if (length >= n && memcmp(text, ranges[i][0], n) >= 0 &&
		    memcmp(text, ranges[i][1], n) <= 0)
			return true;
	}
	return false;
}

/* The length of the character at text if it may go to a terminal, else 0. */
static size_t
printable_length(const char *text, size_t length)
{
	return *text == '\0' || control(text, length) != 0 ||
	    is_invisible(text, length) ? 0 : character(text, length);
}

/* Prints what others named: never raw control characters. */
static void
put_text(FILE *out, const char *text, size_t length)
{
	size_t used;

	for (; length > 0; text += used, length -= used) {
		used = printable_length(text, length);
		if (used > 0) {
			fwrite(text, 1, used, out);
			continue;
		}
		used = 1;
		if (*text == '\0')	/* between the parts of a key */
			putc(' ', out);
		else
			fprintf(out, "\\x%02x", (unsigned char)*text);
	}
}

static void
put_string(FILE *out, const char *string)
{
	put_text(out, string, strlen(string));
}

/*
 * Records a failure, or what a warning shall say; returns false, so that
 * readers can return it.
 */
static bool
fail(struct diagnostic *d, const char *file, uintmax_t line,
    const char *format, ...)
{
	va_list arguments;

	d->file = file;
	d->line = line;
	va_start(arguments, format);
	vsnprintf(d->text, sizeof(d->text), format, arguments);
	va_end(arguments);
	return false;
}

/* Prints a failure, or a warning, as ministat: file:line: text. */
static void
complain(const struct diagnostic *d)
{
	fputs("ministat: ", stderr);
	if (d->file != NULL) {
		put_string(stderr, d->file);
		if (d->line > 0)
			fprintf(stderr, ":%ju", d->line);
		fputs(": ", stderr);
	}
	put_string(stderr, d->text);
	putc('\n', stderr);
}

static void
give_up(const struct diagnostic *d)
{
	complain(d);
	exit(STATUS_TROUBLE);
}

/* realloc(3) for count elements, or the end of the program. */
static void *
resize(void *memory, size_t count, size_t size)
{
	struct diagnostic d;
	void *resized;

	if (count == 0)
		count = 1;
	resized = count > SIZE_MAX / size ? NULL :
	    realloc(memory, count * size);
	if (resized == NULL) {
		fail(&d, NULL, 0, "out of memory: asked for %zu times %zu "
		    "bytes", count, size);
		give_up(&d);
	}
	return resized;
}

static void *
allocate(size_t count, size_t size)
{
	return resize(NULL, count, size);
}

/* The first length bytes, as a string of its own, to be freed. */
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
 * Text in, double out.  Calls libc and allocate, prints nothing.
 *
 * parse_number says what a number is, by strtod(3).  scan_decimal is a shortcut
 * past it for what files are full of: plain decimals of at most 19 digits with
 * a small exponent.  It gives the bits that strtod gives or else gives up, so
 * that the program would be right without it.  Its parts are to be read in
 * turn: finding digits, adding them up eight at a time, scaling by a power of
 * ten, and what makes the scaled number the nearest double.
 */

enum number_status {
	NUMBER_OK,
	NUMBER_INVALID,		/* no number, or something after it */
	NUMBER_NAN,
	NUMBER_INFINITE,	/* written as an infinity */
	NUMBER_TOO_LARGE	/* finite, but not as a double */
};

/* Whether an operation on doubles is at once rounded to a double. */
#if defined(FLT_EVAL_METHOD) && (FLT_EVAL_METHOD == 0 || FLT_EVAL_METHOD == 1)
enum { ROUNDS_TO_DOUBLE = 1 };
#else
enum { ROUNDS_TO_DOUBLE = 0 };
#endif

/* For what the shortcut's loop is made of: gcc gives up on so much code. */
#if defined(__GNUC__)
#define ALWAYS_INLINE	inline __attribute__((always_inline))
#else
#define ALWAYS_INLINE	inline
#endif

/* A double as the integer of the same bits, and back. */

static inline uint64_t
bits_of(double value)
{
	uint64_t bits;

	memcpy(&bits, &value, sizeof(bits));
	return bits;
}

static inline double
double_of(uint64_t bits)
{
	double value;

	memcpy(&value, &bits, sizeof(value));
	return value;
}

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

/* The same less '0', by exclusive or, for 0x30 | 9 is '9'. */
static inline uint64_t
load_digits(const char *p)
{
	return load_eight(p) ^ 0x3030303030303030;
}

/*
 * Which of the eight bytes were no digits, and so are not now 0 to 9: the top
 * bits of these, but above the lowest one they may be wrong.  Adding 0x76
 * takes them to 0x80 or above, unless they are above 0x89 and have their top
 * bit already.  Only those carry, so all is right up to the lowest that is no
 * digit.
 */
static inline uint64_t
not_digits(uint64_t bytes)
{
	return (bytes | (bytes + 0x7676767676767676)) & 0x8080808080808080;
}

/*
 * The place of the lowest byte, from 0, that has its top bit set; bytes is not
 * 0 and has no other bits.  Only the lowest bit is left, as 2^(8 place), and
 * the product has the place as its top byte.
 */
static inline uint64_t
lowest_byte(uint64_t bytes)
{
#if defined(__GNUC__)	/* sooner: the next number waits for it */
	return (uint64_t)__builtin_ctzll(bytes) / 8;
#else
	return ((bytes & (~bytes + 1)) >> 7) * 0x0001020304050607 >> 56;
#endif
}

/*
 * The number that eight digits make.  Every step joins neighbours a, b in
 * fields of width X (2^8, 2^16, 2^32) to one, 10a + b (then 100a + b, then
 * 10000a + b): (a + bX)(10X + 1) = a + (10a + b)X + 10bX^2.  The last term
 * falls on the a of the next pair, where the sum stays below X; shift and mask
 * leave 10a + b.
 */
static inline uint64_t
eight_digits(uint64_t bytes)
{
	const uint64_t one = 1;

	bytes = bytes * ((10 * one << 8) + 1) >> 8 & 0x00ff00ff00ff00ff;
	bytes = bytes * ((100 * one << 16) + 1) >> 16 & 0x0000ffff0000ffff;
	return bytes * ((10000 * one << 32) + 1) >> 32;
}

/*
 * The first of the bytes at p that is a blank or a control character: the
 * lowest one below 0x21, from which 0x21 cannot be taken without a borrow.
 */
static inline const char *
end_of_field(const char *p)
{
	uint64_t bytes, low;

	for (;; p += 8) {
		bytes = load_eight(p);
		low = (bytes - 0x2121212121212121) & ~bytes &
		    0x8080808080808080;
		if (low != 0)
			break;
	}
	return p + lowest_byte(low);
}

/* The number that the first four of eight digits make. */
static inline uint64_t
four_digits(uint64_t bytes)
{
	uint32_t low = (uint32_t)bytes;

	low = low * ((10 << 8) + 1) >> 8 & 0x00ff00ff;
	return low * ((100 << 16) + 1) >> 16;
}

/*
 * Set *number to what the digits at p make, modulo 2^64, and return their end.
 * Whole numbers vary in length, and a branch on that would often be foretold
 * wrong: so the last 0 to 7 digits are moved to the end of eight, behind zeros.
 */
static ALWAYS_INLINE const char *
scan_integer(const char *p, uint64_t *number)
{
	static const uint32_t power[] = {
		1, 10, 100, 1000, 10000, 100000, 1000000, 10000000
	};
	uint64_t bytes, others, digits, n = 0;

	while ((others = not_digits(bytes = load_digits(p))) == 0) {
		n = n * 100000000 + eight_digits(bytes);
		p += 8;
	}
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
	uint64_t bytes, n = *number;
	uint64_t others = not_digits(bytes = load_digits(p));

	if (others == 0) {
		n = n * 100000000 + eight_digits(bytes);
		p += 8;
		if (*p <= ' ') {
			*number = n;
			return p;
		}
		others = not_digits(bytes = load_digits(p));
		if (others == 0) {
			n = n * 100000000 + eight_digits(bytes);
			p += 8;
			others = not_digits(bytes = load_digits(p));
		}
	}
	if ((others & 0x80808080) == 0) {
		n = n * 10000 + four_digits(bytes);
		p += 4;
	}
	for (; is_digit(*p); p++)
		n = n * 10 + (uint64_t)(*p - '0');
	*number = n;
	return p;
}

/*
 * Add the exponent at p, which is after the e, to *exponent.  Return its end,
 * or NULL if it has no digits or is far out of scan_decimal's range.
 */
static ALWAYS_INLINE const char *
scan_exponent(const char *p, ptrdiff_t *exponent)
{
	const bool negative = *p == '-';
	ptrdiff_t n;

	if (negative || *p == '+')
		p++;
	if (!is_digit(*p))
		return NULL;
	n = *p++ - '0';
	if (is_digit(*p))
		n = n * 10 + (*p++ - '0');
	for (; is_digit(*p); p++) {
		n = n * 10 + (*p - '0');
		if (n >= 1000)
			return NULL;
	}
	*exponent += negative ? -n : n;
	return p;
}

/*
 * Make *value, which is mantissa / 10^k but for three roundings (of mantissa,
 * of 10^k and of their quotient), the double nearest to that quotient.  Return
 * false where the argument below does not hold.  0 < k <= 26.
 *
 * Let *value = m 2^t, 2^52 <= m < 2^53, and let q = mantissa / (10^k 2^t), the
 * exact quotient in units of the last place.  Each of the first two roundings
 * moves it by at most 2^-53 q, about one unit, the third by half a unit: so
 * |q - m| < 2.6.  With u = 5^k and s = -t - k >= 0, the remainder
 *
 *	r = (q - m) u = mantissa 2^s - m u
 *
 * is a whole number below 2.6u in magnitude.  So 3u + r + u/2 is positive and
 * below 6.1u < 2^64, and though both products may exceed 2^64, arithmetic
 * modulo 2^64 gives it exactly.  u is odd, therefore q is never halfway between
 * two whole numbers, and floor((r + u/2) / u) is what m lacks.  The whole
 * number nearest to q is the nearest double if it and its neighbours are in
 * one binade; 2^53 will do too, as doubles are only wider apart above it.
 */
static bool
settle_quotient(uint64_t mantissa, ptrdiff_t k, double *value)
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
	uint64_t bits = bits_of(*value), m, u = five[k];
	int s;

	m = bits % binade + binade;
	s = 1075 - (int)(bits / binade) - (int)k;
	if (s < 0 || s > 63)
		return false;
	bits -= m;
	m += (3 * u + (mantissa << s) - m * u + u / 2) / u - 3;
	if (m <= binade || m > 2 * binade)
		return false;
	*value = double_of(bits + m);
	return true;
}

static const double ten[] = {
	1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12,
	1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22, 1e23, 1e24,
	1e25, 1e26
};

/*
 * Set *value to mantissa * 10^exponent, correctly rounded, or return false.
 * Whole numbers up to 2^53 and powers of ten up to 10^22 are doubles, and one
 * operation on two doubles rounds once (Clinger 1990), as does the conversion
 * of a mantissa that needs no scaling.  Not so where double expressions are
 * evaluated in a wider format.
 */
static bool
scale_decimal(uint64_t mantissa, ptrdiff_t exponent, double *value)
{
	if (!ROUNDS_TO_DOUBLE)
		return false;
	if (exponent < -26 || exponent > 22)
		return false;
	*value = (double)mantissa;
	if (exponent >= 0) {
		*value *= ten[exponent];
		return exponent == 0 || mantissa <= (uint64_t)1 << 53;
	}
	*value /= ten[-exponent];
	/* In this order, as it is hard to foretell what 16 digits exceed. */
	return settle_quotient(mantissa, -exponent, value) ||
	    (mantissa <= (uint64_t)1 << 53 && exponent >= -22);
}

/* How many zeros the number from p to end begins with. */
static ptrdiff_t
leading_zeros(const char *p, const char *end)
{
	ptrdiff_t zeros = 0;

	for (; p < end && (*p == '0' || *p == '.'); p++)
		zeros += *p == '0';
	return zeros;
}

/* A number as it was read: mantissa * 10^exponent, and its sign. */
struct scanned {
	const char *first, *end;	/* of its digits, and a point */
	ptrdiff_t digits;
	bool negative;
	uint64_t mantissa;	/* modulo 2^64 */
	ptrdiff_t exponent;
};

/*
 * Set *value to what scan_decimal leaves, or return false.  19 digits are less
 * than 2^64; zeros in front do not count.
 */
static bool
scale_long_decimal(struct scanned d, double *value)
{
	if (d.digits == 0)
		return false;
	if (d.digits > 19 && d.digits - leading_zeros(d.first, d.end) > 19)
		return false;
	if (!scale_decimal(d.mantissa, d.exponent, value))
		return false;
	if (d.negative)
		*value = -*value;
	return true;
}

/*
 * The decimal number at p, its value correctly rounded.  Return the first byte
 * after it, or NULL if there is none or it is not one for this shortcut: ask
 * parse_number then.  Reads less than PADDING bytes past the first byte that
 * cannot be part of a number.
 *
 * Most are of the simplest kind that scale_decimal knows: 1 to 15 digits are
 * below 2^53, and without an exponent the scale is 1 to 10^-15.
 */
static ALWAYS_INLINE const char *
scan_decimal(const char *p, double *value)
{
	struct scanned d = { .exponent = 0 };
	unsigned digit;

	if (*p == '-') {
		d.negative = true;
		p++;
	}
	d.first = p;
	digit = (unsigned char)*p - (unsigned)'0';
	d.mantissa = digit;
	if (p[1] == '.' && digit <= 9)
		p++;
	else
		p = scan_integer(p, &d.mantissa);
	d.digits = p - d.first;
	if (*p == '.') {
		const char *fraction = ++p;

		p = scan_fraction(p, &d.mantissa);
		d.exponent = fraction - p;
		d.digits -= d.exponent;
	}
	d.end = p;
	/* What scan_fraction asked is not asked again. */
	if (*p > ' ' && (*p == 'e' || *p == 'E')) {
		p = scan_exponent(p + 1, &d.exponent);
		if (p == NULL)
			return NULL;
		if (d.exponent < -22 || d.exponent > 22)
			return scale_long_decimal(d, value) ? p : NULL;
	}
	if (!ROUNDS_TO_DOUBLE || d.digits == 0 || d.digits > 15)
		return scale_long_decimal(d, value) ? p : NULL;
	if (d.exponent <= 0)
		*value = (double)(int64_t)d.mantissa / ten[-d.exponent];
	else
		*value = (double)(int64_t)d.mantissa * ten[d.exponent];
	if (d.negative)
		*value = -*value;
	return p;
}

/*
 * The number that is the whole of the field from text to end: what strtod takes
 * in the C locale, if it is finite.  Underflow is no error: 0 or a subnormal is
 * then the nearest double.  No number but a written infinity or NaN has an n in
 * it; errno does not tell overflow everywhere.
 */
static enum number_status
parse_number(const char *text, const char *end, double *value)
{
	size_t length = (size_t)(end - text), used;
	char small[64], *copy = small, *rest;

	if (scan_decimal(text, value) == end)
		return NUMBER_OK;
	if (length >= sizeof(small))
		copy = allocate(length + 1, 1);
	memcpy(copy, text, length);
	copy[length] = '\0';
	*value = strtod(copy, &rest);
	used = (size_t)(rest - copy);
	if (copy != small)
		free(copy);
	if (used == 0 || used != length)
		return NUMBER_INVALID;
	if (isnan(*value))
		return NUMBER_NAN;
	if (!isinf(*value))
		return NUMBER_OK;
	if (memchr(text, 'n', length) || memchr(text, 'N', length))
		return NUMBER_INFINITE;
	return NUMBER_TOO_LARGE;
}

/*
 * ---- Input ---------------------------------------------------------------
 * Files become samples.  Calls Diagnostics and Numbers; knows no statistics.
 */

/* An open file, and its bytes that were read but not yet used. */
struct reader {
	int fd;
	const char *name;
	uintmax_t line;	/* number of the line last returned */
	char *buffer;	/* of capacity + PADDING bytes */
	size_t capacity;
	size_t start, end;	/* what is unused: [start, end) */
	size_t whole;	/* behind the last newline in it, or 0 */
	size_t searched;	/* [start, searched) has no newline */
	bool at_end;	/* of the file */
	bool at_nul;	/* a NUL byte follows, and the file is no text */
};

/* read(2), but signals do not end it and it waits where it would block. */
static ssize_t
read_some(int fd, char *to, size_t size)
{
	struct pollfd ready = { .fd = fd, .events = POLLIN };
	ssize_t got;

	while ((got = read(fd, to, size)) == -1) {
		if (errno == EAGAIN || errno == EWOULDBLOCK)
			poll(&ready, 1, -1);
		else if (errno != EINTR)
			break;
	}
	return got;
}

/* Moves what is unused to the front of the buffer, and reads on. */
static bool
refill(struct reader *r, struct diagnostic *d)
{
	ssize_t got;
	const char *nul;

	r->searched -= r->start;
	r->end -= r->start;
	memmove(r->buffer, r->buffer + r->start, r->end);
	r->start = 0;
	if (r->end == r->capacity) {
		r->buffer = resize(r->buffer, 2 * r->capacity + PADDING, 1);
		r->capacity *= 2;
	}
	got = read_some(r->fd, r->buffer + r->end, r->capacity - r->end);
	if (got == -1)
		return fail(d, r->name, 0, "%s", strerror(errno));
	nul = memchr(r->buffer + r->end, '\0', (size_t)got);
	r->at_end = got == 0;
	r->at_nul = nul != NULL;
	r->end = r->at_nul ? (size_t)(nul - r->buffer) : r->end + (size_t)got;
	memset(r->buffer + r->end, '\n', PADDING);
	for (r->whole = r->end; r->whole > r->searched; r->whole--)
		if (r->buffer[r->whole - 1] == '\n')
			return true;
	r->whole = 0;
	return true;
}

/* Drops the white space at the end, and a byte-order mark at the front. */
static struct text
trim_line(struct text line, bool first)
{
	if (first && line.length >= 3 &&
	    memcmp(line.start, "\xef\xbb\xbf", 3) == 0) {
		line.start += 3;
		line.length -= 3;
	}
	while (line.length > 0 &&
	    isspace((unsigned char)line.start[line.length - 1]))
		line.length--;
	return line;
}

enum reading { READ_LINE, READ_END, READ_FAILED };

/*
 * The next line.  It stays in place until the next call; it may be changed,
 * and there is room for a NUL behind it.
 */
static enum reading
next_line(struct reader *r, struct text *line, struct diagnostic *d)
{
	char *from, *newline;

	for (;;) {
		from = r->buffer + r->searched;
		newline = memchr(from, '\n', r->end - r->searched);
		if (newline != NULL || r->at_end)
			break;
		r->searched = r->end;
		if (r->at_nul) {
			fail(d, r->name, r->line + 1, "a NUL byte: this is "
			    "not plain text (binary, UTF-16?)");
			return READ_FAILED;
		}
		if (!refill(r, d))
			return READ_FAILED;
	}
	if (newline == NULL) {
		if (r->start == r->end)
			return READ_END;
		newline = r->buffer + r->end++;	/* there is padding */
		*newline = '\n';
	}
	line->start = r->buffer + r->start;
	line->length = (size_t)(newline - line->start);
	r->start = r->searched = (size_t)(newline + 1 - r->buffer);
	*line = trim_line(*line, r->line++ == 0);
	return READ_LINE;
}

enum cut { CUT_FIELD, CUT_END, CUT_BAD_QUOTES };

/* Cuts a field off the front of *rest where a run of delimiters is one. */
static enum cut
cut_at_runs(const bool *delimiter, struct text *rest, struct text *field)
{
	char *p = rest->start, *end = rest->start + rest->length;

	while (p < end && delimiter[(unsigned char)*p])
		p++;
	if (p == end || *p == '#')
		return CUT_END;
	field->start = p;
	while (p < end && !delimiter[(unsigned char)*p])
		p++;
	field->length = (size_t)(p - field->start);
	rest->start = p;
	rest->length = (size_t)(end - p);
	return CUT_FIELD;
}

static bool
is_blank(char c)
{
	return c == ' ' || c == '\t';
}

static struct text
trim_blanks(char *start, char *end)
{
	while (start < end && is_blank(*start))
		start++;
	while (start < end && is_blank(end[-1]))
		end--;
	return (struct text){ start, (size_t)(end - start) };
}

/*
 * Undoes the quotes of the field whose opening quote is at p, in place.
 * Returns where the field ends; NULL if it is not closed, or if something
 * stands between its closing quote and the next delimiter.
 */
static char *
unquote(const bool *delimiter, char *p, char *end, struct text *field)
{
	char *to = p;
	bool closed = false;

	field->start = p++;
	while (p < end && !closed) {
		closed = *p == '"' && (p + 1 == end || p[1] != '"');
		if (*p == '"')
			p++;
		if (!closed && p < end)
			*to++ = *p++;
	}
	field->length = (size_t)(to - field->start);
	while (p < end && is_blank(*p))
		p++;
	if (!closed || (p < end && !delimiter[(unsigned char)*p]))
		return NULL;
	return p;
}

/* Cuts a field off where every delimiter counts, so that it may be empty. */
static enum cut
cut_at_each(const bool *delimiter, struct text *rest, struct text *field)
{
	char *p = rest->start, *end;

	if (p == NULL)
		return CUT_END;
	end = p + rest->length;
	while (p < end && is_blank(*p))
		p++;
	if (p < end && *p == '#')
		return CUT_END;
	if (p < end && *p == '"') {
		p = unquote(delimiter, p, end, field);
		if (p == NULL)
			return CUT_BAD_QUOTES;
	} else {
		while (p < end && !delimiter[(unsigned char)*p])
			p++;
		*field = trim_blanks(rest->start, p);
	}
	rest->start = p == end ? NULL : p + 1;
	rest->length = p == end ? 0 : (size_t)(end - p - 1);
	return CUT_FIELD;
}

static enum cut
cut_field(const struct selection *s, struct text *rest, struct text *field)
{
	return s->merge ? cut_at_runs(s->delimiter, rest, field) :
	    cut_at_each(s->delimiter, rest, field);
}

static bool
equals(struct text text, const char *string)
{
	return text.length == strlen(string) &&
	    memcmp(text.start, string, text.length) == 0;
}

/* The table: sets and rows are made when they first appear. */

static void
add_set(struct table *t, const char *label, size_t length)
{
	assert(t->nsets < MAX_SETS);
	t->set[t->nsets++] = copy_string(label, length);
}

/* Which set goes by this label; MAX_SETS if there is no room for it. */
static size_t
find_set(struct table *t, struct text label)
{
	size_t i;

	for (i = 0; i < t->nsets; i++)
		if (equals(label, t->set[i]))
			return i;
	if (t->nsets < MAX_SETS)
		add_set(t, label.start, label.length);
	return i;
}

/* FNV-1a (Fowler, Noll and Vo 1991), folded for use of its low bits. */
static size_t
hash(struct text key)
{
	uint64_t h = UINT64_C(0xcbf29ce484222325);
	size_t i;

	for (i = 0; i < key.length; i++) {
		h ^= (unsigned char)key.start[i];
		h *= UINT64_C(0x100000001b3);
	}
	return (size_t)(h ^ h >> 32);
}

static bool
is_key_of(const struct row *row, struct text key)
{
	return row->key.length == key.length &&
	    memcmp(row->key.start, key.start, key.length) == 0;
}

/*
 * Whether the key's row is the one last found or the next, and is now the
 * latest: programs repeat one benchmark, or all of them in one order.
 */
static bool
find_nearby(struct table *t, struct text key)
{
	size_t i;

	for (i = t->latest; i < t->nrows && i < t->latest + 2; i++)
		if (is_key_of(&t->row[i], key)) {
			t->latest = i;
			return true;
		}
	return false;
}

/* The slot that holds the key of this hash, or the free one for it. */
static struct slot *
find_slot(const struct table *t, struct text key, size_t key_hash)
{
	size_t i = key_hash;
	struct slot *slot;

	for (;; i++) {
		slot = &t->slot[i & (t->nslots - 1)];
		if (slot->row == 0)
			return slot;
		if (slot->hash == key_hash &&
		    is_key_of(&t->row[slot->row - 1], key))
			return slot;
	}
}

/* Doubles the slots, so that at most half of them are in use. */
static void
grow_slots(struct table *t)
{
	size_t i, key_hash;

	t->nslots = t->nslots == 0 ? 16 : 2 * t->nslots;
	t->slot = resize(t->slot, t->nslots, sizeof(*t->slot));
	memset(t->slot, 0, t->nslots * sizeof(*t->slot));
	for (i = 0; i < t->nrows; i++) {
		key_hash = hash(t->row[i].key);
		*find_slot(t, t->row[i].key, key_hash) =
		    (struct slot){ key_hash, i + 1 };
	}
}

static struct row *
find_row(struct table *t, struct text key)
{
	size_t key_hash;
	struct slot *slot;

	if (find_nearby(t, key))
		return &t->row[t->latest];
	key_hash = hash(key);
	if (2 * (t->nrows + 1) > t->nslots)
		grow_slots(t);
	slot = find_slot(t, key, key_hash);
	if (slot->row == 0) {
		if (t->nrows == t->capacity) {
			t->capacity = 2 * t->capacity + 1;
			t->row = resize(t->row, t->capacity, sizeof(*t->row));
		}
		t->row[t->nrows] = (struct row){ .key = {
			    copy_string(key.start, key.length), key.length
			} };
		*slot = (struct slot){ key_hash, ++t->nrows };
	}
	t->latest = slot->row - 1;
	return &t->row[t->latest];
}

static struct sample *
find_cell(struct row *row, size_t set)
{
	if (set >= row->ncells) {
		row->cell = resize(row->cell, set + 1, sizeof(*row->cell));
		while (row->ncells <= set)
			row->cell[row->ncells++] = (struct sample){ .n = 0 };
	}
	return &row->cell[set];
}

/* Makes room for so many more values. */
static void
reserve(struct sample *sample, size_t more)
{
	if (sample->capacity - sample->n >= more)
		return;
	while (sample->capacity - sample->n < more)
		sample->capacity = 2 * sample->capacity + 8;
	sample->value = resize(sample->value, sample->capacity,
	    sizeof(*sample->value));
}

static void
append(struct sample *sample, double value)
{
	reserve(sample, 1);
	sample->value[sample->n++] = value;
}

static void
free_table(struct table *t)
{
	size_t i, j;

	for (i = 0; i < t->nsets; i++)
		free(t->set[i]);
	for (i = 0; i < t->nrows; i++) {
		for (j = 0; j < t->row[i].ncells; j++)
			free(t->row[i].cell[j].value);
		free(t->row[i].cell);
		free(t->row[i].key.start);
	}
	free(t->row);
	free(t->slot);
}

/* Whether columns tell the row; else there is but one. */
static bool
has_keys(const struct selection *s)
{
	return s->ncolumns > COLUMN_KEYS;
}

/* Whether a column tells the set; else the file does. */
static bool
has_set_column(const struct selection *s)
{
	return s->column[COLUMN_SET].name != NULL ||
	    s->column[COLUMN_SET].number > 0;
}

enum { OFFER_SIZE = 200 };

/* A file being read into the table. */
struct source {
	const struct selection *selection;
	struct table *table;
	struct reader reader;
	size_t set;	/* unless a column tells */
	size_t place[MAX_COLUMNS];	/* from 1; 0: not wanted */
	struct text found[MAX_COLUMNS];	/* in the line at hand */
	struct text key;	/* room for one */
	size_t key_capacity;
	char offered[OFFER_SIZE];	/* the names of the likeliest header */
	size_t noffered;	/* how many */
	size_t nheader;	/* a header's, until a line was held to it */
	bool has_values;
	uintmax_t lacking;	/* lines without some column */
	uintmax_t first_lacking;
};

/* Adds a name to a list for a message, while there is room. */
static void
offer(char list[OFFER_SIZE], struct text name)
{
	const size_t used = strlen(list);

	if (name.length > 0 && used + name.length + 3 <= OFFER_SIZE)
		sprintf(list + used, "%s%.*s", used > 0 ? ", " : "",
		    (int)name.length, name.start);
}

/* Whether every column that goes by name has a place. */
static bool
has_places(const struct source *s)
{
	size_t i;

	for (i = 0; i < s->selection->ncolumns; i++)
		if (s->selection->column[i].name != NULL && s->place[i] == 0)
			return false;
	return true;
}

static void
reset_places(struct source *s)
{
	size_t i;

	for (i = 0; i < s->selection->ncolumns; i++)
		s->place[i] = s->selection->column[i].number;
}

/* Learns the places of the columns that the line names, if it is a header. */
static void
take_header(struct source *s, struct text line)
{
	const struct column *column = s->selection->column;
	char list[OFFER_SIZE] = "";
	struct text field;
	size_t number, names = 0, i, n = s->selection->ncolumns;

	reset_places(s);
	for (number = 1; cut_field(s->selection, &line, &field) == CUT_FIELD;
	    number++) {
		names += field.length > 0;
		offer(list, field);
		for (i = 0; i < n; i++)
			if (column[i].name != NULL && s->place[i] == 0 &&
			    equals(field, column[i].name))
				s->place[i] = number;
	}
	s->nheader = has_places(s) ? number - 1 : 0;
	if (names > s->noffered) {
		s->noffered = names;
		memcpy(s->offered, list, sizeof(list));
	}
}

/* regexec(3), which may run out of memory; glibc's says so by errno alone. */
static bool
match(const struct source *s, const struct pattern *pattern,
    const char *line, bool *matched, struct diagnostic *d)
{
	int error;

	errno = 0;
	error = regexec(&pattern->regex, line, 0, NULL, 0);
	*matched = error == 0;
	if (error == 0 || (error == REG_NOMATCH && errno != ENOMEM))
		return true;
	return fail(d, s->reader.name, s->reader.line,
	    "out of memory for a regular expression");
}

/* Whether -e and -x let the line pass; ends it with a NUL. */
static bool
filter_line(const struct source *s, struct text line, bool *wanted,
    struct diagnostic *d)
{
	const struct pattern *only = &s->selection->only;
	const struct pattern *except = &s->selection->except;
	bool unwanted = false;

	*wanted = true;
	line.start[line.length] = '\0';
	if (only->given && !match(s, only, line.start, wanted, d))
		return false;
	if (except->given && !match(s, except, line.start, &unwanted, d))
		return false;
	*wanted = *wanted && !unwanted;
	return true;
}

/*
 * Whether a line needs a look beyond the columns asked for: after a header, to
 * count the fields, or because a quote that is not closed would make a value
 * of what stands in the next line.
 */
static bool
needs_all(const struct source *s, struct text line)
{
	return s->nheader > 0 || (!s->selection->merge &&
	    memchr(line.start, '"', line.length) != NULL);
}

/* Finds the columns in a line; *nfields is 0 if the line says nothing. */
static enum cut
cut_line(struct source *s, struct text line, size_t *nfields)
{
	const struct selection *selection = s->selection;
	const bool all = needs_all(s, line);
	const char *unit = selection->unit;	/* until it is found */
	struct text field, last = { NULL, 0 };
	size_t i, missing = 0;
	enum cut cut = CUT_FIELD;

	for (i = 0; i < selection->ncolumns; i++) {
		s->found[i] = (struct text){ NULL, 0 };
		missing += s->place[i] > 0;
	}
	missing += unit != NULL;
	for (*nfields = 0; missing > 0 || all; last = field) {
		cut = cut_field(selection, &line, &field);
		if (cut != CUT_FIELD)
			break;
		++*nfields;
		for (i = 0; i < selection->ncolumns; i++)
			if (s->place[i] == *nfields) {
				s->found[i] = field;
				missing--;
			}
		if (unit != NULL && last.start != NULL && equals(field, unit)) {
			s->found[COLUMN_VALUE] = last;
			unit = NULL;
			missing--;
		}
	}
	return cut;
}

/* Whether a line lacks something; an empty cell is as good as none. */
static bool
is_lacking(const struct source *s)
{
	size_t i;

	if (s->found[COLUMN_VALUE].length == 0)
		return true;
	for (i = COLUMN_SET; i < s->selection->ncolumns; i++)
		if (s->place[i] > 0 && s->found[i].length == 0)
			return true;
	return false;
}

/* Joins the key's columns by NUL bytes, which no input holds. */
static struct text
join_key(struct source *s)
{
	size_t i, length = 0;
	struct text part;

	for (i = COLUMN_KEYS; i < s->selection->ncolumns; i++) {
		part = s->found[i];
		if (length + part.length + 1 > s->key_capacity) {
			s->key_capacity = 2 * (length + part.length + 1);
			s->key.start = resize(s->key.start,
			    s->key_capacity, 1);
		}
		if (i > COLUMN_KEYS)
			s->key.start[length++] = '\0';
		memcpy(s->key.start + length, part.start, part.length);
		length += part.length;
	}
	s->key.length = length;
	return s->key;
}

/* Fails because of what the field is. */
static bool
bad_number(const struct source *s, struct text field,
    enum number_status status, struct diagnostic *d)
{
	static const char *const what[] = {
		[NUMBER_INVALID] = "is not a number",
		[NUMBER_NAN] = "is NaN, which cannot be compared",
		[NUMBER_INFINITE] = "is infinite, which cannot be compared",
		[NUMBER_TOO_LARGE] = "is out of the range of a double"
	};
	const bool cut = field.length > 60;

	return fail(d, s->reader.name, s->reader.line, "\"%.*s%s\" %s",
	    cut ? 60 : (int)field.length, field.start, cut ? "..." : "",
	    what[status]);
}

/*
 * Warns if the first line after the header has more fields than that: then a
 * name stands before another column, as after a date of several words.
 */
static void
hold_to_header(struct source *s, size_t nfields)
{
	struct diagnostic d;

	if (nfields > s->nheader) {
		fail(&d, s->reader.name, s->reader.line, "warning: %zu fields, "
		    "but only %zu are named: the names may be of other columns",
		    nfields, s->nheader);
		complain(&d);
	}
	s->nheader = 0;
}

/* One line becomes one value of one sample. */
static bool
take_line(struct source *s, struct text line, struct diagnostic *d)
{
	struct table *t = s->table;
	enum number_status status;
	struct text field;
	size_t nfields, set = s->set;
	double value;

	if (cut_line(s, line, &nfields) == CUT_BAD_QUOTES)
		return fail(d, s->reader.name, s->reader.line, "field %zu: "
		    "a quote is not closed, or text follows it", nfields + 1);
	if (nfields == 0)
		return true;
	if (s->nheader > 0)
		hold_to_header(s, nfields);
	if (is_lacking(s)) {
		if (s->lacking++ == 0)
			s->first_lacking = s->reader.line;
		return true;
	}
	field = s->found[COLUMN_VALUE];
	status = parse_number(field.start, field.start + field.length, &value);
	if (status != NUMBER_OK)
		return bad_number(s, field, status, d);
	if (s->place[COLUMN_SET] > 0)
		set = find_set(t, s->found[COLUMN_SET]);
	if (set == MAX_SETS)
		return fail(d, s->reader.name, s->reader.line, "more than %d "
		    "sets: does -b name a column of labels?", MAX_SETS);
	s->has_values = true;
	append(find_cell(has_keys(s->selection) ?
	    find_row(t, join_key(s)) : t->row, set), value);
	return true;
}

/* Whether lines can be taken by take_plain_lines. */
static bool
is_plain(const struct selection *s)
{
	size_t i, delimiters = 0;

	for (i = 0; i <= UCHAR_MAX; i++)
		delimiters += s->delimiter[i];
	return delimiters == 2 && s->delimiter[' '] && s->delimiter['\t'] &&
	    !s->only.given && !s->except.given && s->unit == NULL &&
	    !has_keys(s) && !has_set_column(s);
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
		do
			p++;
		while (is_blank(*p));
	}
	return p;
}

/* Whether p is at the end of a field, but not at that of the line. */
static inline bool
ends_field(const char *p)
{
	return is_blank(*p) || (*p == '\r' && p[1] == '\n');
}

/*
 * A short cut past next_line and take_line, which would do the same with
 * these lines: takes from the whole lines in the buffer those where the value
 * is a number that scan_decimal can read, up to the first that is not so.
 *
 * Where a line ends is best found from its start if there are fields to skip,
 * so that the next line need not wait for that, but else from the value's end.
 */
static void
take_plain_lines(struct source *s, struct sample *sample)
{
	struct reader *r = &s->reader;
	const char *p = r->buffer + r->start, *end = r->buffer + r->whole;
	const size_t place = s->place[COLUMN_VALUE];
	const char *after, *newline = NULL;
	double *to;
	size_t n;

	if (p >= end)
		return;
	reserve(sample, (size_t)(end - p) / 2 + 1);
	to = sample->value + sample->n;
	while (p < end) {
		after = p;
		if (place > 1 || *p <= ' ') {
			newline = memchr(p, '\n', (size_t)(end - p));
			after = skip_fields(p, place);
			if (after == NULL)
				break;
		}
		after = scan_decimal(after, to);
		if (after == NULL)
			break;
		if (*after != '\n') {
			if (!ends_field(after))
				break;
			after = place > 1 ? newline :
			    memchr(after, '\n', (size_t)(end - after));
		}
		to++;
		p = after + 1;
	}
	n = (size_t)(to - sample->value) - sample->n;
	if (n == 0)
		return;
	s->has_values = true;
	sample->n += n;
	r->line += n;
	r->start = r->searched = (size_t)(p - r->buffer);
}

static bool
take_lines(struct source *s, struct diagnostic *d)
{
	bool in_preamble, plain, wanted;
	enum reading reading;
	struct text line;

	reset_places(s);
	in_preamble = !has_places(s);
	plain = is_plain(s->selection);
	for (;;) {
		if (plain && !in_preamble && s->nheader == 0)
			take_plain_lines(s, find_cell(s->table->row, s->set));
		reading = next_line(&s->reader, &line, d);
		if (reading != READ_LINE)
			break;
		if (line.length == 0)
			continue;
		if (in_preamble) {
			take_header(s, line);
			in_preamble = s->nheader == 0;
			continue;
		}
		if (!filter_line(s, line, &wanted, d) ||
		    (wanted && !take_line(s, line, d)))
			return false;
	}
	if (reading == READ_END && in_preamble)
		return fail(d, s->reader.name, 0, "no line names the columns "
		    "asked for; the likeliest offers %s",
		    s->offered[0] != '\0' ? s->offered : "nothing");
	return reading == READ_END;
}

/* One line for all that a file lacks: never silent, never fatal. */
static void
warn_lacking(const struct source *s)
{
	const struct selection *selection = s->selection;
	struct diagnostic d;
	const bool alone = !has_keys(selection) && !has_set_column(selection);
	char what[80] = "a column asked for";

	if (selection->unit != NULL)
		snprintf(what, sizeof(what), "the unit %s%s",
		    selection->unit, alone ? "" : ", or a column asked for");
	else if (alone)
		snprintf(what, sizeof(what), "column %zu",
		    s->place[COLUMN_VALUE]);
	fail(&d, s->reader.name, s->first_lacking,
	    "warning: %ju line%s without %s, here the first", s->lacking,
	    s->lacking == 1 ? "" : "s", what);
	complain(&d);
}

/*
 * Reads all of a file that is open as fd; its values go into the given set
 * unless a column tells the set.  name: what to call it in messages.
 */
static bool
read_file(const struct selection *selection, int fd, const char *name,
    size_t set, struct table *table, struct diagnostic *d)
{
	struct source s = {
		.selection = selection, .table = table, .set = set,
		.reader = {
			.fd = fd, .name = name, .capacity = BLOCK_SIZE,
			.buffer = allocate(BLOCK_SIZE + PADDING, 1)
		}
	};
	bool ok;

	if (!has_keys(selection))	/* then there is one row */
		find_row(table, (struct text){ s.reader.buffer, 0 });
	ok = take_lines(&s, d);
	free(s.reader.buffer);
	free(s.key.start);
	if (ok && s.lacking > 0)
		warn_lacking(&s);
	if (ok && !s.has_values)
		return fail(d, name, 0, "no values");
	return ok;
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

/* The e where 2^(e-1) <= |x| < 2^e, within [-1000, 1024]; of 0, -1000. */
static int
exponent_of(double x)
{
	int exponent;

	if (x == 0)
		return -1000;
	frexp(x, &exponent);
	return exponent < -1000 ? -1000 : exponent;
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

/* Sums that overlap in time, each beside what its roundings have lost. */
enum { LANES = 4 };

struct lanes {
	double sum[LANES], lost[LANES];
};

static inline void
add_to(struct lanes *lanes, size_t j, double x)
{
	const struct dd sum = two_sum(lanes->sum[j], x);

	lanes->sum[j] = sum.hi;
	lanes->lost[j] += sum.lo;
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

/* The least and the greatest of n > 0 values. */
static struct interval
extremes_of(const double *value, size_t n)
{
	double least = value[0], most = value[0];
	size_t i;

	for (i = 1; i < n; i++) {
		least = smaller(least, value[i]);
		most = larger(most, value[i]);
	}
	return (struct interval){ least, most };
}

/*
 * The power of two by which to multiply values of up to this magnitude, so
 * that neither their sum nor their squares overflow or vanish: mostly 1.
 */
static double
scale_for(double magnitude)
{
	const int exponent = exponent_of(magnitude);

	return abs(exponent) <= 400 ? 1 : ldexp(1, -exponent);
}

/* Where deviations are taken from, in units of 1 / scale. */
struct centre {
	double scale;
	struct dd mean;
};

/* The mean of n > 0 values, times scale. */
static struct centre
centre_of(const double *value, size_t n, double scale)
{
	const double size = (double)n;
	struct lanes lanes = { { 0 }, { 0 } };
	double mean, split, high;
	struct dd sum;
	size_t i, j;

	for (i = 0; i + LANES <= n; i += LANES)
		for (j = 0; j < LANES; j++)
			add_to(&lanes, j, value[i + j] * scale);
	for (; i < n; i++)
		add_to(&lanes, 0, value[i] * scale);
	sum = join_lanes(&lanes);

	/* What is left of the sum; mean * n is exact in halves of the digits. */
	mean = sum.hi / size;
	split = mean * 0x1p27;
	high = split - (split - mean);
	sum.lo += (sum.hi - high * size) - (mean - high) * size;
	return (struct centre){ scale, two_sum(mean, sum.lo / size) };
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
static double
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
deviation_of(const double *value, size_t n, const struct centre *centre)
{
	return sqrt(sum_products(centre, value, n, 0) / (double)(n - 1)) /
	    centre->scale;
}

/*
 * The bits of a double as an integer that orders as the doubles do, and back.
 * -0 comes just before 0.
 */
static uint64_t
order_key(double v)
{
	const uint64_t sign = (uint64_t)1 << 63, bits = bits_of(v);

	return bits & sign ? ~bits : bits | sign;
}

static double
key_value(uint64_t key)
{
	const uint64_t sign = (uint64_t)1 << 63;

	return double_of(key & sign ? key ^ sign : ~key);
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

/* The values of a sample from least to most, in any order. */
struct window {
	double least, most;
	double *value;
	size_t n, below;	/* how many, and how many are less */
};

/* Puts evenly taken values' 4 standard errors about the rank in least, most. */
static void
guess_window(struct window *w, const double *value, size_t n, size_t rank)
{
	enum { EACH = 64, MOST = 16384 };
	const size_t size = n / EACH < MOST ? n / EACH : MOST;
	const size_t reach = (size_t)(2 * sqrt((double)size));
	const size_t place = (size_t)((double)rank / (double)n * (double)size);
	double *few = allocate(size, sizeof(*few));
	size_t i;

	for (i = 0; i < size; i++)
		few[i] = value[n / size * i];
	qsort(few, size, sizeof(*few), by_value);
	if (place > reach)
		w->least = few[place - reach];
	if (place + reach < size)
		w->most = few[place + reach];
	free(few);
}

static void
fill_window(struct window *w, const double *value, size_t n)
{
	enum { BLOCK = 1024 };
	const double least = w->least, most = w->most;
	size_t i = 0, end, stored = 0, below = 0, room = 0;
	double *inside = NULL;

	while (i < n) {
		end = n - i < BLOCK ? n : i + BLOCK;
		if (room - stored < BLOCK) {
			room = 2 * room + BLOCK;
			inside = resize(inside, room, sizeof(*inside));
		}
		for (; i < end; i++) {	/* without a branch */
			inside[stored] = value[i];
			stored += (value[i] >= least) & (value[i] <= most);
			below += value[i] < least;
		}
	}
	w->value = inside;
	w->n = stored;
	w->below = below;
}

/* The point that far from a to b; their mean, correctly rounded, at 0.5. */
static double
interpolate(double a, double b, double share)
{
	return a == b || share == 0 ? a : (1 - share) * a + share * b;
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
	const struct window all = { .least = -INFINITY, .most = INFINITY };
	const size_t rank = (size_t)place, next = rank + (place > (double)rank);
	struct window w = all;
	double lower, upper;

	if (n > 4096)
		guess_window(&w, value, n, rank);
	fill_window(&w, value, n);
	if (rank < w.below || next >= w.below + w.n) {	/* a wrong guess */
		free(w.value);
		w = all;
		fill_window(&w, value, n);
	}
	lower = quickselect(w.value, w.n, rank - w.below);
	upper = quickselect(w.value, w.n, next - w.below);
	free(w.value);
	return interpolate(lower, upper, place - (double)rank);
}

/*
 * ---- Distributions -------------------------------------------------------
 * A value becomes its probability, and back.  Calls Arithmetic, libm and
 * allocate; no tables.
 */

/*
 * A Student t with more degrees of freedom than this has no tail that differs
 * from a normal one by 1e-19 of itself before both are 0 in a double: the
 * difference is some t^4 / (4 df).  So the normal distribution, df = INFINITY,
 * is no special case.
 */
static const double NORMAL_DF = 1e25;

static const double SQRT_2_OVER_PI = 0.79788456080286536;

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
	static const double coefficients[] = {
		1858590154455. / 0x1p46, -7334801895. / 0x1p40,
		20491783. / 0x1p33, -174317. / 0x1p27, 631. / 0x1p19,
		-19. / 0x1p13, 1. / 0x1p6, 1
	};
	const size_t count = sizeof(coefficients) / sizeof(coefficients[0]);
	double raised, w, series = 0, above = 1, below = 1;
	size_t i;

	for (raised = a; raised < 10.25; raised++) {
		above *= raised;
		below *= raised + 0.5;
	}
	w = raised - 0.25;
	for (i = 0; i < count; i++)
		series = series / (w * w) + coefficients[i];
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
 * P(|T| > t) / (slope / 2), as the continued fraction
 *
 *	alpha_1   alpha_2   alpha_3
 *	-------   -------   -------
 *	beta_1  + beta_2  + beta_3  + ...
 *
 * of DiDonato & Morris, Significant digit computation of the incomplete beta
 * function ratios, ACM TOMS 18 (1992), there BFRAC, with b = 1/2.  Every alpha
 * after the first is negative, so that the differences of its convergents
 * (Steed's method) are all positive, and summing them loses nothing.
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
 * P(|T| <= t) = inside.  They add up to 1, and the caller, who knows the
 * smaller one without the rounding of 1 - the other, gives both.
 *
 * Method	Newton's on the logarithm of the smaller one, as a function of
 *		ln t.  That is concave, so from a start where the tail (or the
 *		centre) is too small every step leads towards the root and
 *		none past it.  Such starts are: P(|T| > t) is at most
 *		(1 + t^2/df)^(-df/2), as for the normal, of which a t is a
 *		mixture, it is at most exp(-t^2/2); and the density falls from
 *		0 on.  A step of 1e-9 leaves an error of its square.
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
	double t, step = 1;
	int i;

	if (inside <= 0)
		return 0;
	if (outside <= 0)
		return INFINITY;
	t = in_tail ? sqrt(nu) * sqrt(expm1(log(outside) * -2 / nu)) :
	    inside / (SQRT_2_OVER_PI * gamma_ratio(nu / 2));
	for (i = 0; i < 100 && fabs(step) > 1e-9; i++) {
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
	for (; below + at <= chance * all; k++) {
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
	size_t i, a, w, shift, most, rest, reach;

	sum[0] = 0;	/* of the first scores */
	for (i = 0; i < pooled; i++)
		sum[i + 1] = sum[i] + score[i];
	for (w = 0; w < (drawn + 1) * width; w++)
		ways[w] = 0;
	ways[0] = 1;
	for (i = 0; i < pooled; i++)
		for (a = i < drawn ? i + 1 : drawn; a-- > 0 &&
		    pooled - i >= drawn - a; ) {
			from = ways + a * width;
			to = from + width;
			shift = score[i] - score[a];
			/* The least that the rest will add, once drawn. */
			rest = (sum[i + drawn - a] - sum[i + 1]) -
			    (sum[drawn] - sum[a + 1]);
			if (rest + shift > limit)
				continue;
			most = limit - rest - shift;
			reach = sum[i] - sum[i - a] - sum[a];
			if (reach < most)
				most = reach;
			for (w = 0; w <= most; w++)
				to[w + shift] += from[w];
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
 * The level of each of whole comparisons, of which part may be wrong as often
 * together as one of the given confidence.
 */
static struct level
level_of(double percent, size_t part, size_t whole)
{
	const double of = (double)part, all = (double)whole;
	const double outside = (100 - percent) / 100 * of / all;

	if (part == whole)
		return (struct level){ percent, outside, percent / 100 };
	return (struct level){
		100 - (100 - percent) * of / all, outside, 1 - outside
	};
}

/* Of fewer values their order tells nothing. */
enum { MIN_LAG1 = 8 };

static double
t_at_level(const struct level *level, double df)
{
	return t_critical(level->outside, level->inside, df);
}

static struct interval
about(double centre, double half_width)
{
	return (struct interval){ centre - half_width, centre + half_width };
}

/* A quantile as a place among n values in order (Hyndman & Fan's type 7). */
static double
place_of(size_t n, double share)
{
	return (double)(n - 1) * share;
}

/* The value at a place in a sample whose test wants it sorted. */
static double
sorted_at(const struct summary *s, double place)
{
	const size_t rank = (size_t)place;

	return interpolate(s->sorted[rank],
	    s->sorted[rank + (place > (double)rank)], place - (double)rank);
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
    const struct level *level)
{
	struct interval interval;
	double reach;

	s->mean_half_width = s->n < 2 ? NAN : t_at_level(level,
	    (double)s->n - 1) * s->stddev / sqrt((double)s->n);
	s->centre = s->mean.hi;
	reach = s->mean_half_width;
	if (question->test->basis != MEANS) {
		s->centre = sorted_at(s, place_of(s->n, question->quantile));
		interval = quantile_interval(s, question->quantile, level);
		reach = larger(interval.upper - s->centre,
		    s->centre - interval.lower);
	}
	if (s->centre != 0 && isfinite(reach / s->centre))
		s->centre_error = fabs(reach / s->centre);
}

/* The figures of a sample, which must outlive them. */
static struct summary
summarize(const struct sample *sample, const struct question *question,
    const struct level *level)
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
	extremes = extremes_of(value, n);
	s.min = extremes.lower + 0.0;	/* -0 is 0 */
	s.max = extremes.upper + 0.0;
	s.scale = scale_for(larger(-s.min, s.max));
	s.mean.hi = s.min;
	if (s.min < s.max) {
		centre = centre_of(value, n, s.scale);
		s.mean.hi = centre.mean.hi / s.scale;
		s.mean.lo = centre.mean.lo / s.scale;
		s.stddev = deviation_of(value, n, &centre);
	}
	if (question->test->basis != MEANS) {
		s.sorted = sorted_copy(value, n);
		s.median = sorted_at(&s, place_of(n, 0.5)) + 0.0;
	} else
		s.median = value_at(value, n, place_of(n, 0.5)) + 0.0;
	find_centre(&s, question, level);
	return s;
}

/* How many values are beyond Tukey's (1977) outer fences; is the first? */
static void
find_outliers(struct summary *s)
{
	const double *value = s->sample->value;
	/* The hinges are the medians of either half. */
	const double place = (double)((s->n + 1) / 2 - 1) / 2;
	const double lower = value_at(value, s->n, place);
	const double upper = value_at(value, s->n, (double)(s->n - 1) - place);
	const double reach = 3 * (upper - lower);
	size_t i;

	s->outliers = 0;
	for (i = 0; i < s->n; i++)
		s->outliers += value[i] < lower - reach ||
		    value[i] > upper + reach;
	if (value[0] < lower - reach || value[0] > upper + reach)
		s->doubts |= DOUBT_WARM_UP;
}

/*
 * The correlation of successive values, in [-1, 1]; 0 if all are equal.  Of
 * n independent values it has a standard error of about 1 / sqrt(n).
 */
static double
lag1_correlation(const struct summary *s)
{
	const struct centre centre = { s->scale,
		{ s->mean.hi * s->scale, s->mean.lo * s->scale } };
	const double *value = s->sample->value;

	return s->stddev == 0 ? 0 :
	    sum_products(&centre, value, s->n - 1, 1) /
	    sum_products(&centre, value, s->n, 0);
}

/*
 * Whether n values correlate as at most 1 in 100 independent samples do:
 * their lag-1 correlation has a mean of -1/n and a standard deviation of
 * (n - 2) / (n sqrt(n - 1)) (Moran 1948).
 */
static bool
is_correlated(double lag1, size_t count)
{
	const double n = (double)count;

	return fabs(lag1 + 1 / n) * n * sqrt(n - 1) >
	    (n - 2) * t_critical(0.01, 0.99, INFINITY);
}

/* The doubts by the words that programs are told. */
static const struct {
	enum doubt doubt;
	const char *word;
} doubt_words[] = {
	{ DOUBT_CONSTANT, "constant" },
	{ DOUBT_WARM_UP, "warm-up" },
	{ DOUBT_COARSE, "coarse clock" },
	{ DOUBT_CORRELATED, "correlated" },
	{ DOUBT_TOO_FEW, "too few values" },
	{ DOUBT_UNEQUAL, "unequal spreads" },
	{ DOUBT_NO_RELATIVE, "no relative difference" }
};

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
	const double p = question->quantile;
	double n, chance = 2;	/* of the most extreme ranks: 2 / C(2n, n) */

	if (question->test->basis == MEANS)
		return 2;
	if (question->test->basis == QUANTILES)
		return ceil(log(level->outside / 2) /
		    log(larger(p, 1 - p)));
	for (n = 0; chance > level->outside; n++)
		chance *= (n + 1) / (2 * (2 * n + 1));
	return n;
}

/* A closer look at a sample of at least two values, for -v. */
static void
examine(struct summary *s, const struct question *question,
    const struct level *level)
{
	const double *value = s->sample->value;

	s->variation = s->mean.hi == 0 ? NAN : fabs(s->stddev / s->mean.hi);
	find_outliers(s);
	if (s->min == s->max)
		s->doubts |= DOUBT_CONSTANT;
	else if (s->stddev < half_tick_of(value, s->n))
		s->doubts |= DOUBT_COARSE;
	if (s->n >= MIN_LAG1)
		s->lag1 = lag1_correlation(s);
	if (s->n >= MIN_LAG1 && !question->test->paired &&
	    is_correlated(s->lag1, s->n))
		s->doubts |= DOUBT_CORRELATED;
	if ((double)s->n < least_needed(question, level))
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

/* What a t test rests upon. */
struct t_test {
	double df;
	double error;	/* of the difference */
	double ratio_error;	/* of mean 1 / mean 2, times mean 2 */
};

/* What all t tests have in common: the intervals and p. */
static struct comparison
conclude(const struct inquiry *q, struct t_test test)
{
	const struct dd reference = q->reference->mean;
	const double d = dd_difference(q->set->mean, reference);
	const double t = t_at_level(q->level, test.df);
	const double size = fabs(reference.hi);
	struct comparison c = {
		.obstacle = isfinite(fabs(d) + t * test.error) ?
		    COMPARED : BEYOND_RANGE,
		.difference = d,
		.half_width = t * test.error,
		.interval = about(d, t * test.error),
		.df = test.df, .u = NAN,
		.p = d == 0 && test.error == 0 ? NAN :
		    t_two_sided(d / test.error, test.df),
		.relative = d / size,
		.relative_half_width = t * test.ratio_error / size
	};

	c.relative_interval = about(c.relative, c.relative_half_width);
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
	struct comparison c = conclude(q, (struct t_test){
		df, pooled * sqrt(w), ratio_error(q, w1 * w, w2 * w)
	});

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
	struct comparison c = conclude(q, (struct t_test){
		error == 0 ? n1 + n2 - 2 :
		    1 / (r1 * r1 / (n1 - 1) + r2 * r2 / (n2 - 1)),
		error, ratio_error(q, 1 / n1, 1 / n2)
	});

	c.single = weighted_hypot(1, s1, 1, s2);
	return c;
}

/*
 * What x - y - ratio y of each pair is above that of the first pair, in units
 * of 1 / scale; as an array to be freed.  Pairs tend to differ by little, so
 * differences of equal size must give exactly 0.
 */
static double *
pair_residuals(const struct inquiry *q, double ratio, double scale)
{
	const double *x = q->set->sample->value;
	const double *y = q->reference->sample->value;
	const struct dd first = two_sum(x[0] * scale, -y[0] * scale);
	double *residual = allocate(q->set->n, sizeof(*residual));
	struct dd d;
	size_t i;

	for (i = 0; i < q->set->n; i++) {
		d = two_sum(x[i] * scale, -y[i] * scale);
		residual[i] = (d.hi - first.hi) + (d.lo - first.lo) -
		    ratio * (y[i] * scale - y[0] * scale);
	}
	return residual;
}

/* Their standard deviation. */
static double
paired_spread(const struct inquiry *q, double ratio)
{
	const size_t n = q->set->n;
	const double scale = smaller(q->set->scale, q->reference->scale);
	double *residual = pair_residuals(q, ratio, scale);
	struct centre centre = centre_of(residual, n, 1);
	const double spread = deviation_of(residual, n, &centre) / scale;

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
	const double spread = paired_spread(q, 0);
	struct comparison c = conclude(q, (struct t_test){
		n - 1, spread / sqrt(n),
		isfinite(above) ? paired_spread(q, above) / sqrt(n) : INFINITY
	});

	c.spread = c.single = spread;
	return c;
}

/* How two samples rank among each other. */
struct ranks {
	uint64_t twice_u;	/* pairs with the set's value higher, ties
				   counting half, twice */
	double variance;	/* of U, ties corrected for */
	double half_tick;	/* half the least gap between values, if some
				   are equal; else 0 */
	bool tied;
	size_t *score;	/* 2 ranks of the pooled values, ties at the mean */
};

/*
 * The variance of U is m n (N^3 - sum of t^3) / (12 N (N - 1)) over groups of
 * t equal values (Lehmann, Nonparametrics, 1.35).  With B values below each
 * group, N^3 is the sum of (B + t)^3 - B^3, so the difference is 3 times the
 * sum of t B (B + t): positive terms, where the textbook's cancel.
 */
static struct ranks
rank_pooled(const struct summary *a, const struct summary *b)
{
	const double *x = a->sorted, *y = b->sorted;
	const size_t m = a->n, n = b->n, total = m + n;
	struct ranks r = { .score = allocate(total, sizeof(*r.score)) };
	double value, before = -INFINITY, gap = INFINITY;
	struct dd sum = { 0, 0 };
	size_t i = 0, j = 0, from_x, from_y, t, k;

	while (i + j < total) {
		value = j == n || (i < m && x[i] < y[j]) ? x[i] : y[j];
		for (from_x = i; from_x < m && x[from_x] == value; from_x++)
			;
		for (from_y = j; from_y < n && y[from_y] == value; from_y++)
			;
		from_x -= i;
		from_y -= j;
		t = from_x + from_y;
		for (k = i + j; k < i + j + t; k++)
			r.score[k] = 2 * (i + j) + t + 1;
		r.twice_u += (uint64_t)from_x * (2 * (uint64_t)j + from_y);
		sum = two_sum(sum.hi, sum.lo + (double)t * (double)(i + j) *
		    (double)(i + j + t));
		gap = smaller(gap, value - before);
		r.tied = r.tied || t > 1;
		before = value;
		i += from_x;
		j += from_y;
	}
	r.half_tick = r.tied && isfinite(gap) ? gap / 2 : 0;
	r.variance = (double)m * (double)n /
	    (4 * (double)total * (double)(total - 1)) * sum.hi;
	return r;
}

/* A p that misses the level by no more than rounding is taken to reach it. */
static bool
rejects(double p, const struct level *level)
{
	return p < 1 && p <= level->outside * (1 + 1e-13);
}

/*
 * P over all permutations of the pooled values, ties and all.  The smaller
 * sample is drawn, from the end that is nearer, as that is less work.
 */
static double
exact_p(const struct ranks *ranks, size_t m, size_t n)
{
	const size_t drawn = m < n ? m : n, total = m + n, pairs = m * n;
	size_t *score = ranks->score, w, i, swap;
	double *at_most, lower, upper;

	w = m <= n ? ranks->twice_u : 2 * pairs - ranks->twice_u;
	if (w > pairs) {	/* count ranks from the top */
		w = 2 * pairs - w;
		for (i = 0; i < total - 1 - i; i++) {
			swap = score[i];
			score[i] = score[total - 1 - i];
			score[total - 1 - i] = swap;
		}
		for (i = 0; i < total; i++)
			score[i] = 2 * (total + 1) - score[i];
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
rank_of_ends(size_t m, size_t n, const struct level *level)
{
	const size_t total = m + n, drawn = m < n ? m : n;
	const double pairs = (double)m * (double)n;
	size_t *score, k;
	double *at_most, reach;

	if (pairs > EXACT_PAIRS) {
		reach = t_at_level(level, INFINITY) *
		    sqrt(pairs * (double)(total + 1) / 12);
		return (uint64_t)larger(0, pairs / 2 + 0.5 - reach);
	}
	score = allocate(total, sizeof(*score));
	for (k = 0; k < total; k++)
		score[k] = k + 1;
	at_most = draw_chances(score, total, drawn, m * n / 2);
	for (k = 0; k <= m * n / 2 && rejects(2 * at_most[k], level); k++)
		;
	free(at_most);
	free(score);
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

/* The median of all pairs, and from the k-th least to the k-th greatest. */
static void
estimate_pairs(const struct pairs *s, uint64_t k, double *median,
    struct interval *interval)
{
	const uint64_t all = (uint64_t)s->m * s->n;

	*median = select_pair(s, (all + 1) / 2);
	if (all % 2 == 0)
		*median = interpolate(*median, select_pair(s, all / 2 + 1),
		    0.5);
	*interval = (struct interval){ -INFINITY, INFINITY };
	if (k > 0) {
		interval->lower = select_pair(s, k);
		interval->upper = select_pair(s, all + 1 - k);
	}
}

/* Both ends moved outward. */
static struct interval
widen(struct interval interval, double by)
{
	return (struct interval){ interval.lower - by, interval.upper + by };
}

/* Whether differences of values of both stay within the range of a double. */
static bool
differences_fit(const struct summary *a, const struct summary *b)
{
	return isfinite(larger(a->max, b->max) - smaller(a->min, b->min));
}

/* A ratio and its interval, each less 1 and so never less than -1. */
static void
set_relative(struct comparison *c, double ratio, struct interval interval)
{
	c->relative = ratio - 1;
	c->relative_interval.lower = larger(0, interval.lower) - 1;
	c->relative_interval.upper = interval.upper - 1;
	c->has_relative = isfinite(ratio);
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
	const struct ranks ranks = rank_pooled(a, b);
	const uint64_t k = rank_of_ends(m, n, q->level);
	struct pairs pairs = { a->sorted, b->sorted, m, n, false };
	struct interval interval;
	double ratio;
	struct comparison c = {
		.obstacle = differences_fit(a, b) ? COMPARED : BEYOND_RANGE,
		.half_width = NAN, .relative_half_width = NAN, .df = NAN,
		.u = (double)ranks.twice_u / 2, .exact = exact,
		.p = !isnan(q->p) ? q->p : exact ? exact_p(&ranks, m, n) :
		    normal_p(&ranks, m, n)
	};

	free(ranks.score);
	if (c.obstacle != COMPARED)
		return c;
	estimate_pairs(&pairs, k, &c.difference, &interval);
	c.interval = widen(interval, ranks.half_tick);
	if (a->min > 0 && b->min > 0) {
		pairs.ratios = true;
		estimate_pairs(&pairs, k, &ratio, &interval);
		set_relative(&c, ratio, widen(interval,
		    ranks.half_tick / b->median));
	}
	return c;
}

/*
 * The interval of a difference, recovered from how far the intervals of its
 * terms reach down and up (Zou & Donner, Statistics in Medicine 27, 2008).
 */
static struct interval
recover(double difference, struct interval a, struct interval b)
{
	return (struct interval){
		difference - hypot(a.lower, b.upper),
		difference + hypot(a.upper, b.lower)
	};
}

/* How far an interval reaches from its centre, and so do its logarithms. */
static struct interval
reach_of(double centre, struct interval i)
{
	return (struct interval){ centre - i.lower, i.upper - centre };
}

static struct interval
log_reach_of(double centre, struct interval i)
{
	return (struct interval){
		log(centre / larger(0, i.lower)), log(i.upper / centre)
	};
}

/* Two quantiles, whatever the distributions. */
static struct comparison
compare_by_quantile(const struct inquiry *q)
{
	const double share = q->question->quantile;
	const double a = q->set->centre, b = q->reference->centre;
	const struct interval ia = quantile_interval(q->set, share, q->level);
	const struct interval ib = quantile_interval(q->reference, share,
	    q->level);
	const struct ranks ranks = rank_pooled(q->set, q->reference);
	struct interval logs;
	struct comparison c = {
		.obstacle = differences_fit(q->set, q->reference) ? COMPARED :
		    BEYOND_RANGE,
		.half_width = NAN, .relative_half_width = NAN, .df = NAN,
		.u = NAN, .p = NAN, .difference = a - b,
		.quantile = share, .of_set = a, .of_reference = b,
		.interval = widen(recover(a - b, reach_of(a, ia),
		    reach_of(b, ib)), ranks.half_tick)
	};

	if (q->set->min > 0 && q->reference->min > 0) {
		logs = recover(log(a / b), log_reach_of(a, ia),
		    log_reach_of(b, ib));
		set_relative(&c, a / b, widen((struct interval){
			exp(logs.lower), exp(logs.upper)
		}, ranks.half_tick / b));
	}
	free(ranks.score);
	return c;
}

/* How each test names itself under a verdict. */

static void
describe_student(char *to, size_t size, const struct comparison *c)
{
	snprintf(to, size, "Student's t, pooled s = %g", c->spread);
}

static void
describe_welch(char *to, size_t size, const struct comparison *c)
{
	snprintf(to, size, "Welch's t, df = %g", c->df);
}

static void
describe_ranks(char *to, size_t size, const struct comparison *c)
{
	char p[32];

	snprintf(p, sizeof(p), c->p < 1e-300 ? "< 1e-300" : "= %g", c->p);
	snprintf(to, size, "Mann-Whitney U = %g, p %s%s", c->u, p,
	    c->exact ? "" : ", normal approximation");
}

static void
describe_pairs(char *to, size_t size, const struct comparison *c)
{
	snprintf(to, size, "paired t, s of differences = %g", c->spread);
}

static void
describe_quantile(char *to, size_t size, const struct comparison *c)
{
	snprintf(to, size, "p%.10g %g against %g", 100 * c->quantile,
	    c->of_set, c->of_reference);
}

/* The tests by name; the last is that of quantiles, pN. */
static const struct test tests[] = {
	{ "student", "Student's t", compare_by_student, describe_student,
	    false, MEANS },
	{ "welch", "Welch's t", compare_by_welch, describe_welch,
	    false, MEANS },
	{ "mannwhitney", "Mann-Whitney", compare_by_ranks, describe_ranks,
	    false, RANKS },
	{ "paired", "paired t", compare_by_pairs, describe_pairs,
	    true, MEANS },
	{ "p", "quantiles", compare_by_quantile, describe_quantile,
	    false, QUANTILES }
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
	double percent;
	size_t i;

	question->quantile = 0.5;
	if (name[0] == 'p' && isdigit((unsigned char)name[1])) {
		percent = strtod(name + 1, &end);
		question->test = &tests[QUANTILE_TEST];
		question->quantile = percent / 100;
		return *end == '\0' && strspn(name + 1, "0123456789.") ==
		    strlen(name + 1) && question->quantile > 0 &&
		    question->quantile < 1;
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

/* Holds a comparison against the margin, in that margin's own terms. */
static struct comparison
compare(const struct inquiry *q)
{
	const struct margin margin = q->question->margin;
	struct comparison c = q->question->test->compare(q);

	c.level = *q->level;
	c.needed = c.lag1 = NAN;
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
 * chance missed.  The normal's n, from which the search goes up, is but a few
 * too small.
 */
static double
values_needed(double single, double effect, double groups, double missed,
    const struct level *level)
{
	double n = MIN_VALUES, enough, t, df = INFINITY;

	if (!(effect > 0) || !isfinite(single / effect))
		return NAN;
	for (;;) {
		t = t_at_level(level, df) + t_critical(missed, 1 - missed, df);
		enough = ceil(t * t * (single / effect) * (single / effect));
		if (enough <= n && df < INFINITY)
			return n;
		if (n > 1e15)
			return NAN;
		n = df < INFINITY ? n + 1 : larger(n, enough);
		df = groups * (n - 1);
	}
}

/*
 * A closer look, for -v.  To show 1% the interval must leave out 0 at one end,
 * and a chance of 0.2 to miss it is 0.4 at both.  To show that an unchanged
 * set is within the margin both ends must be within, unless a gate asks for
 * one alone: each may be missed with a chance of 0.1.
 */
static void
examine_comparison(struct comparison *c, const struct inquiry *q)
{
	const struct margin margin = q->question->margin;
	const double size = fabs(q->reference->mean.hi);
	const bool one_end = !margin.given || q->question->one_sided;
	const size_t n = q->set->n;
	struct sample differences = { .n = n };
	struct summary s = { .sample = &differences, .n = n };

	if (q->question->test->basis == MEANS)
		c->needed = values_needed(c->single, !margin.given ?
		    size / 100 : margin.percent ? size * (margin.size / 100) :
		    margin.size, q->question->test->paired ? 1 : 2,
		    one_end ? 0.4 : 0.2, q->level);
	if (!q->question->test->paired || n < MIN_LAG1)
		return;
	differences.value = pair_residuals(q, 0,
	    smaller(q->set->scale, q->reference->scale));
	s.stddev = c->spread;
	s.mean = centre_of(differences.value, n, 1).mean;
	s.scale = 1;
	c->lag1 = lag1_correlation(&s);
	if (c->spread > 0 && is_correlated(c->lag1, n))
		c->doubts |= DOUBT_CORRELATED;
	free(differences.value);
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
	size_t rows;	/* height of the tallest stack, in symbols */
	size_t each;	/* values for which a symbol stands */
	size_t *height;	/* [set * width + column], in symbols */
	struct bar bar[MAX_SETS];
};

/* Where a value stands; all in units of 2^exponent. */
struct axis {
	double origin, step;
	size_t width;
	double unit;	/* 2^-exponent */
	int exponent;
};

static size_t
column_of(const struct axis *axis, double scaled_value)
{
	const double place = (scaled_value - axis->origin) / axis->step;

	if (!(place > 0))
		return 0;
	return place < (double)axis->width ? (size_t)place : axis->width - 1;
}

/*
 * Counts the values that stand in each column.  The axis holds them all, so
 * that none is before its origin and column_of would say the same; but these
 * places are found side by side, where there are such divisions.
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
			column[j] = (int)smaller((value[i + j] * a.unit -
			    a.origin) / a.step, last);
		for (j = 0; j < ABREAST; j++)
			count[column[j]]++;
	}
	for (; i < sample->n; i++)
		count[column_of(axis, value[i] * a.unit)]++;
}

/* The summary's mean + k standard deviations, in the axis' units. */
static double
mean_plus(const struct summary *s, double k, int exponent)
{
	return ldexp(s->mean.hi, -exponent) +
	    k * ldexp(s->stddev, -exponent);
}

/*
 * An axis for all values and all bars.  Its units keep far from overflow the
 * span of values near the ends of a double's range, and far from 0 the step
 * among the smallest; for others they are 1.
 */
static struct axis
make_axis(const struct summary *summary, size_t nsets, size_t width)
{
	struct axis axis = { .width = width };
	double reach = 0, least = INFINITY, most = -INFINITY;
	const struct summary *s;

	for (s = summary; s < summary + nsets; s++)
		reach = larger(reach, larger(fabs(s->min), fabs(s->max)));
	axis.exponent = exponent_of(reach) > 900 ? 200 :
	    exponent_of(reach) < -900 ? -200 : 0;
	axis.unit = ldexp(1, -axis.exponent);
	for (s = summary; s < summary + nsets; s++) {
		most = larger(most, s->max * axis.unit);
		most = larger(most, mean_plus(s, 1, axis.exponent));
		least = smaller(least, s->min * axis.unit);
		least = smaller(least, mean_plus(s, -1, axis.exponent));
	}
	axis.step = (most - least) / (double)(width - 1);
	axis.origin = least - axis.step / 2;
	return axis;
}

static struct bar
make_bar(const struct axis *axis, const struct summary *s)
{
	return (struct bar){
		.left = column_of(axis, mean_plus(s, -1, axis->exponent)),
		.right = column_of(axis, mean_plus(s, 1, axis->exponent)),
		.mean = column_of(axis, mean_plus(s, 0, axis->exponent)),
		.median = column_of(axis, s->median * axis->unit)
	};
}

static size_t
largest(const size_t *number, size_t n)
{
	size_t i, most = 0;

	for (i = 0; i < n; i++)
		if (number[i] > most)
			most = number[i];
	return most;
}

/*
 * The plot of samples, of which each has a summary: no wider than width
 * columns (at least 2), no higher than limit rows (0: as high as it gets).
 * Its width is 0 if all stands in one place.
 */
static struct plot
make_plot(const struct sample *sample, const struct summary *summary,
    size_t nsets, size_t width, size_t limit)
{
	const struct axis axis = make_axis(summary, nsets, width);
	struct plot plot = { .width = width, .nsets = nsets, .each = 1 };
	size_t i, set, tallest;

	if (!(axis.step > 0))
		return (struct plot){ .width = 0 };
	plot.height = allocate(nsets * width, sizeof(*plot.height));
	memset(plot.height, 0, nsets * width * sizeof(*plot.height));
	for (set = 0; set < nsets; set++) {
		count_columns(&axis, &sample[set], plot.height + set * width);
		plot.bar[set] = make_bar(&axis, &summary[set]);
	}
	tallest = largest(plot.height, nsets * width);
	if (limit > 0 && tallest > limit)
		plot.each = (tallest - 1) / limit + 1;
	for (i = 0; i < nsets * width; i++)	/* none is lost */
		plot.height[i] = (plot.height[i] + plot.each - 1) / plot.each;
	plot.rows = (tallest - 1) / plot.each + 1;
	return plot;
}

/*
 * ---- Report --------------------------------------------------------------
 * The table becomes figures, verdicts and the exit status.  Prints nothing.
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

/* What the confidence covers: each comparison, or all of them together. */
enum family { FAMILY_EACH, FAMILY_ALL, FAMILIES };

static const char *const families[FAMILIES] = { "each", "all" };

/* What the command line asks for. */
struct options {
	struct selection selection;
	double confidence;	/* percent */
	struct question question;
	enum family family;
	enum gate gate;
	const struct format *format;
	size_t width;	/* of the plot; 0: fit the output */
	size_t height;	/* of the plot; 0: no limit */
	bool plot;
	bool compare;
	bool headings;
	bool separate_bars;
	bool verbose;
	bool value_column;	/* -C was given */
	bool help, version;
	char *keys;	/* the argument of -k, cut at its commas */
	char *const *file;
	size_t nfiles;
};

/* A row in figures: a summary and a comparison for each set. */
struct report_row {
	struct text key;
	struct summary *summary;
	struct comparison *comparison;	/* [0] is not asked for */
	bool examined;
	bool differs;	/* some comparison shows a difference */
	bool complete;	/* every set has values */
};

/* The means of a set in all complete rows. */
struct geometric {
	double mean;	/* NAN: there is none */
	double relative;	/* difference / that of the reference */
};

struct report {
	const struct options *options;
	const struct table *table;
	struct level level;	/* of each comparison */
	struct level mean_level;	/* of each set's mean */
	struct report_row *row;	/* table->nrows of them */
	size_t ncompared;	/* comparisons made */
	size_t nrows_compared;	/* rows with some comparison */
	size_t nrows_different;	/* of these, rows that differ */
	size_t nhopeless;	/* comparisons that no values could decide */
	bool has_geometric;	/* rows are complete, and means positive */
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
	if (c->obstacle != COMPARED)
		return passes_only_shown(gate);
	switch (gate) {
	case GATE_ANY:
		return c->verdict == HIGHER || c->verdict == LOWER;
	case GATE_HIGHER:
		return c->verdict == HIGHER;
	case GATE_LOWER:
		return c->verdict == LOWER;
	case GATE_NONE:
		return false;
	case GATE_EQUAL:
		return c->verdict != EQUAL;
	case GATE_NOT_HIGHER:
		return c->verdict != LOWER &&
		    !(c->tested.upper < c->margin);
	case GATE_NOT_LOWER:
		return c->verdict != HIGHER &&
		    !(c->tested.lower > -c->margin);
	case GATES:
		break;
	}
	return true;
}

static enum obstacle
find_obstacle(const struct options *options, const struct summary *a,
    const struct summary *b)
{
	if (!options->compare)
		return NOT_ASKED;
	if (a->n == 0 || b->n == 0)
		return MISSING;
	return a->n < MIN_VALUES || b->n < MIN_VALUES ? TOO_FEW : COMPARED;
}

/* Summaries, and what stands in the way of comparisons. */
static struct report_row
summarize_row(struct report *report, const struct row *row)
{
	const size_t nsets = report->table->nsets;
	struct report_row r = { .key = row->key, .complete = true };
	size_t i;

	r.summary = allocate(nsets, sizeof(*r.summary));
	r.comparison = allocate(nsets, sizeof(*r.comparison));
	for (i = 0; i < nsets; i++) {
		r.summary[i] = i < row->ncells ?
		    summarize(&row->cell[i], &report->options->question,
		    &report->mean_level) :
		    (struct summary){ .n = 0 };
		r.complete = r.complete && r.summary[i].n > 0;
		r.comparison[i] = (struct comparison){
			.obstacle = i == 0 ? NOT_ASKED :
			    find_obstacle(report->options, &r.summary[i],
			    &r.summary[0])
		};
	}
	return r;
}

/* Whether so few ranks show nothing at this level, whatever their order. */
static bool
is_hopeless(const struct comparison *c)
{
	return !isnan(c->u) && c->interval.lower == -INFINITY &&
	    c->interval.upper == INFINITY;
}

static void
compare_row(struct report *report, struct report_row *r)
{
	const struct options *options = report->options;
	struct comparison *c;
	size_t i;

	for (i = 1; i < report->table->nsets; i++) {
		c = &r->comparison[i];
		if (c->obstacle == COMPARED) {
			*c = compare(&(struct inquiry){ &options->question,
			    &report->level, &r->summary[i], &r->summary[0],
			    NAN });
			r->differs = r->differs || gate_fails(GATE_ANY, c);
			report->nhopeless += is_hopeless(c);
		}
		if (c->obstacle != NOT_ASKED && gate_fails(options->gate, c))
			report->status = STATUS_DIFFERENT;
	}
}

/* What -v adds, where there are values enough. */
static void
examine_row(struct report *report, struct report_row *r)
{
	const struct options *options = report->options;
	const size_t nsets = report->table->nsets;
	size_t i;

	r->examined = true;
	for (i = 0; i < nsets; i++) {
		if (r->summary[i].n > 1)
			examine(&r->summary[i], &options->question,
			    &report->level);
		if (r->comparison[i].obstacle == COMPARED)
			examine_comparison(&r->comparison[i],
			    &(struct inquiry){ &options->question,
			    &report->level, &r->summary[i], &r->summary[0],
			    NAN });
	}
}

static size_t
count_compared(const struct report_row *r, size_t nsets)
{
	size_t i, n = 0;

	for (i = 1; i < nsets; i++)
		n += r->comparison[i].obstacle == COMPARED;
	return n;
}

/* The geometric mean of a set's means over all complete rows. */
static double
geometric_mean(const struct report *report, size_t set)
{
	double mean, sum = 0;
	size_t i, n = 0;

	for (i = 0; i < report->table->nrows; i++) {
		if (!report->row[i].complete)
			continue;
		mean = report->row[i].summary[set].mean.hi;
		if (!(mean > 0))
			return NAN;
		sum += log(mean);
		n++;
	}
	return n == 0 ? NAN : exp(sum / (double)n);
}

/* In the classic report every set must have enough values. */
static bool
check_sizes(const struct report *report, struct diagnostic *d)
{
	const struct summary *s = report->row[0].summary;
	size_t i;

	for (i = 0; i < report->table->nsets; i++)
		if (s[i].n < MIN_VALUES)
			return fail(d, report->table->set[i], 0, "%zu value%s, "
			    "but at least %d are needed", s[i].n,
			    s[i].n == 1 ? "" : "s", MIN_VALUES);
	return true;
}

/* The key for a message: what fits, blanks between its parts. */
static void
copy_key(struct text key, char *to, size_t size)
{
	const size_t length = key.length < size ? key.length : size - 1;
	size_t i;

	memcpy(to, key.start, length);
	to[length] = '\0';
	for (i = 0; i < length; i++)
		if (to[i] == '\0')
			to[i] = ' ';
}

/* Pairs are an order of measurement: one value too few shifts them all. */
static bool
check_pairs(const struct report *report, const struct report_row *row,
    struct diagnostic *d)
{
	const struct summary *s = row->summary;
	char key[sizeof(d->text) / 2];
	size_t i;

	copy_key(row->key, key, sizeof(key));
	for (i = 1; i < report->table->nsets; i++)
		if (row->comparison[i].obstacle != NOT_ASKED &&
		    row->comparison[i].obstacle != MISSING &&
		    s[i].n != s[0].n)
			return fail(d, report->table->set[i], 0, "%s%s%zu "
			    "value%s cannot be paired with %zu of the "
			    "reference", key, *key != '\0' ? ": " : "",
			    s[i].n, s[i].n == 1 ? "" : "s", s[0].n);
	return true;
}

/* Whether a report without any comparison is trouble: not of one file. */
static bool
expects_comparisons(const struct report *report)
{
	const struct options *options = report->options;

	return options->compare && (report->table->nsets > 1 ||
	    has_set_column(&options->selection) ||
	    passes_only_shown(options->gate));
}

static bool
check_report(const struct report *report, struct diagnostic *d)
{
	const struct options *options = report->options;
	size_t i;

	if (!has_keys(&options->selection) && !check_sizes(report, d))
		return false;
	for (i = 0; options->question.test->paired && i < report->table->nrows; i++)
		if (!check_pairs(report, &report->row[i], d))
			return false;
	if (report->ncompared > 0 || !expects_comparisons(report))
		return true;
	if (report->table->nsets == 1)
		return fail(d, NULL, 0, "nothing could be compared: there is "
		    "but one set, %s", report->table->set[0]);
	return fail(d, NULL, 0, "nothing could be compared: no row has %d "
	    "values in the reference and in another set", MIN_VALUES);
}

/* Figures for every row, then the level, which depends on how many. */
static void
fill_report(struct report *report)
{
	const struct options *options = report->options;
	const struct table *table = report->table;
	struct report_row *r;
	size_t i, n;

	report->mean_level = level_of(options->confidence, 1, 1);
	for (i = 0; i < table->nrows; i++) {
		r = &report->row[i];
		*r = summarize_row(report, &table->row[i]);
		n = count_compared(r, table->nsets);
		report->ncompared += n;
		report->nrows_compared += n > 0;
	}
	report->level = level_of(options->confidence, 1,
	    options->family == FAMILY_ALL && report->ncompared > 0 ?
	    report->ncompared : 1);
}

static void
fill_geometric(struct report *report)
{
	const double reference = geometric_mean(report, 0);
	size_t i;

	report->has_geometric = true;
	for (i = 0; i < report->table->nsets; i++) {
		const double mean = geometric_mean(report, i);

		report->geometric[i] = (struct geometric){
			mean, (mean - reference) / reference
		};
		report->has_geometric = report->has_geometric && mean > 0;
	}
}

/*
 * All there is to tell.  The table stays in use by the report, which
 * free_report frees, also after a failure.
 */
static bool
make_report(const struct options *options, const struct table *table,
    struct report *report, struct diagnostic *d)
{
	size_t i;

	*report = (struct report){ .options = options, .table = table };
	report->row = allocate(table->nrows, sizeof(*report->row));
	fill_report(report);
	if (!check_report(report, d))
		return false;
	for (i = 0; i < table->nrows; i++) {
		compare_row(report, &report->row[i]);
		if (options->verbose)
			examine_row(report, &report->row[i]);
		report->nrows_different += report->row[i].differs;
	}
	fill_geometric(report);
	if (options->plot && !has_keys(&options->selection))
		report->plot = make_plot(table->row[0].cell,
		    report->row[0].summary, table->nsets, options->width,
		    options->height);
	return true;
}

static void
free_report(struct report *report)
{
	size_t i;

	for (i = 0; report->row != NULL && i < report->table->nrows; i++) {
		free(report->row[i].summary);
		free(report->row[i].comparison);
	}
	free(report->row);
	free(report->plot.height);
}

/*
 * ---- Rendering -----------------------------------------------------------
 * The report becomes text, JSON or CSV.  Calls stdio and put_text, and computes
 * nothing but its layout.
 */

/* One for each of MAX_SETS; x, O, A and M have a meaning of their own. */
static const char symbols[] =
    "x+*%#@Oabcdefghijklmnopqrstuvwyz" "BCDEFGHIJKLNPQRSTUVWXYZ";

/* The symbol of a place in the plot, row 0 being the lowest. */
static char
symbol_at(const struct plot *plot, size_t row, size_t column)
{
	size_t set, sharing = 0;
	char symbol = ' ';

	for (set = 0; set < plot->nsets; set++)
		if (plot->height[set * plot->width + column] > row) {
			symbol = symbols[set];
			sharing++;
		}
	if (sharing <= 1)
		return symbol;
	return plot->nsets == 2 ? '*' : '&';
}

static void
draw_bar(char *line, const struct bar *bar)
{
	size_t i;

	line[bar->left] = line[bar->right] = '|';
	for (i = bar->left; i <= bar->right; i++)
		if (line[i] == ' ')
			line[i] = '_';
	line[bar->median] = 'M';
	line[bar->mean] = 'A';
}

static void
print_border(FILE *out, size_t width)
{
	putc('+', out);
	while (width-- > 0)
		putc('-', out);
	fputs("+\n", out);
}

static void
print_bars(FILE *out, const struct plot *plot, bool separate)
{
	char line[MAX_WIDTH];
	const int width = (int)plot->width;
	size_t set;

	memset(line, ' ', plot->width);
	for (set = 0; set < plot->nsets; set++) {
		draw_bar(line, &plot->bar[set]);
		if (separate || set + 1 == plot->nsets) {
			fprintf(out, "|%.*s|\n", width, line);
			memset(line, ' ', plot->width);
		}
	}
}

static void
print_plot(FILE *out, const struct plot *plot, bool separate_bars)
{
	size_t row, column;

	if (plot->width == 0) {
		fputs("[no plot, span is zero width]\n", out);
		return;
	}
	print_border(out, plot->width);
	for (row = plot->rows; row-- > 0; ) {
		putc('|', out);
		for (column = 0; column < plot->width; column++)
			putc(symbol_at(plot, row, column), out);
		fputs("|\n", out);
	}
	print_bars(out, plot, separate_bars);
	print_border(out, plot->width);
	if (plot->each > 1)
		fprintf(out, "[a symbol stands for up to %zu values]\n",
		    plot->each);
}

/* At least one decimal, and as many as it takes to tell the number. */
static void
print_confidence(FILE *out, const struct options *options)
{
	char text[400];
	int decimals;

	for (decimals = 1; decimals < 330; decimals++) {
		snprintf(text, sizeof(text), "%.*f", decimals,
		    options->confidence);
		if (strtod(text, NULL) == options->confidence)
			break;
	}
	fprintf(out, " at %s%% confidence%s\n", text,
	    options->family == FAMILY_ALL ? " over all" : "");
}

static void
print_legend(FILE *out, const struct table *table)
{
	size_t i;

	for (i = 0; i < table->nsets; i++) {
		fprintf(out, "%c ", symbols[i]);
		put_string(out, table->set[i]);
		putc('\n', out);
	}
}

/* " beyond 2%", say, or nothing. */
static void
print_margin(FILE *out, const char *word, struct margin margin)
{
	if (margin.given)
		fprintf(out, " %s %g%s", word, margin.size,
		    margin.percent ? "%" : "");
}

static void
print_verdict(FILE *out, const struct options *options, enum verdict verdict)
{
	const bool undecided = verdict == UNDECIDED;

	fputs(verdict == EQUAL ? "Equal" : undecided ? "No difference" :
	    "Difference", out);
	print_margin(out, verdict == EQUAL ? "within" : "beyond",
	    options->question.margin);
	fputs(undecided ? " proven" : "", out);
	print_confidence(out, options);
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

static struct interval
in_percent(struct interval share)
{
	return (struct interval){ 100 * share.lower, 100 * share.upper };
}

/* -5 +/- 2, then the same in percent, then the test. */
static void
print_figures(FILE *out, const struct options *options,
    const struct comparison *c)
{
	char name[200];

	print_estimate(out, c->difference, c->half_width, c->interval, "");
	if (c->has_relative)
		print_estimate(out, 100 * c->relative,
		    100 * c->relative_half_width,
		    in_percent(c->relative_interval), "%");
	options->question.test->describe(name, sizeof(name), c);
	fprintf(out, "\t(%s)\n", name);
}

static const char distrust[] = "the confidence is not to be trusted\n";

static void
print_power(FILE *out, const struct report *report,
    const struct comparison *c)
{
	const struct margin margin = report->options->question.margin.given ?
	    report->options->question.margin :
	    (struct margin){ .percent = true, .size = 1 };

	if (!isnan(c->p) && report->options->question.margin.given)
		fprintf(out, "\tp = %g (against no difference at all)\n", c->p);
	else if (!isnan(c->p))
		fprintf(out, "\tp = %g (a difference is shown at %g or less)"
		    "\n", c->p, report->level.outside);
	if (!isnan(c->needed))
		fprintf(out, "\tto show %g%s at 80%% power takes %.0f values "
		    "a set\n", margin.size, margin.percent ? "%" : "",
		    c->needed);
	if (c->doubts & DOUBT_CORRELATED)
		fprintf(out, "\twarning: successive differences are "
		    "correlated (%.2f): %s", c->lag1, distrust);
}

static void
print_detail(FILE *out, const struct summary *s)
{
	fprintf(out, "\tmean %g +/- %g", s->mean.hi, s->mean_half_width);
	if (isfinite(s->variation))
		fprintf(out, ", variation %.3g%%", 100 * s->variation);
	fprintf(out, ", %zu outlier%s", s->outliers,
	    s->outliers == 1 ? "" : "s");
	if (!isnan(s->lag1))
		fprintf(out, ", lag-1 correlation %.2f", s->lag1);
	putc('\n', out);
	if (s->doubts & DOUBT_CONSTANT)
		fputs("\twarning: all values are equal\n", out);
	if (s->doubts & DOUBT_CORRELATED)
		fprintf(out, "\twarning: successive values are correlated: "
		    "%s", distrust);
	if (s->doubts & DOUBT_TOO_FEW)
		fputs("\twarning: too few values for this confidence\n", out);
}

/* A verdict, and what -v has to say under it. */
static void
print_comparison(FILE *out, const struct report *report,
    const struct report_row *row, size_t set)
{
	const struct options *options = report->options;
	const struct comparison *c = &row->comparison[set];

	if (c->obstacle != COMPARED)
		return;
	print_verdict(out, options, c->verdict);
	if (c->verdict != UNDECIDED || row->examined)
		print_figures(out, options, c);
	if (row->examined)
		print_power(out, report, c);
}

/* What -v has to say of a row in the table. */
static void
print_row_details(FILE *out, const struct report *report,
    const struct report_row *row)
{
	size_t i;

	for (i = 0; i < report->table->nsets; i++) {
		if (row->summary[i].n < 2)
			continue;
		fprintf(out, "    %c", symbols[i]);
		print_detail(out, &row->summary[i]);
		print_comparison(out, report, row, i);
	}
}

/* The classic report: one row, and a verdict for each set but the first. */
static void
print_classic(FILE *out, const struct report *report)
{
	const struct options *options = report->options;
	const struct report_row *row = &report->row[0];
	const struct summary *s;
	size_t i;

	if (options->plot)
		print_plot(out, &report->plot, options->separate_bars);
	if (options->headings)
		fprintf(out, "%5s %13s %13s %13s %13s %13s\n", "N", "Min",
		    "Max", "Median", "Avg", "Stddev");
	for (i = 0; i < report->table->nsets; i++) {
		s = &row->summary[i];
		fprintf(out, "%c %3zu %13.8g %13.8g %13.8g %13.8g %13.8g\n",
		    symbols[i], s->n, s->min, s->max, s->median, s->mean.hi,
		    s->stddev);
		if (row->examined)
			print_detail(out, s);
		print_comparison(out, report, row, i);
	}
}

/* What stands in a place of the table: three columns a set. */
enum { CELL_CENTRE, CELL_ERROR, CELL_DIFFERENCE, CELLS, CELL_SIZE = 80 };

/* Five digits, without an exponent where that is readable. */
static void
format_figure(char cell[], double figure)
{
	char *exponent;
	int digits;

	snprintf(cell, CELL_SIZE, "%.4e", figure);
	exponent = strchr(cell, 'e');
	if (exponent == NULL)
		return;
	digits = 4 - atoi(exponent + 1);
	if (digits >= -8 && digits <= 9)
		snprintf(cell, CELL_SIZE, "%.*f", digits > 0 ? digits : 0,
		    figure);
}

/* How many digits %g needs: so many, or all that are before the point. */
static int
percent_digits(double percent, int digits)
{
	double next = pow(10, digits);

	for (; fabs(percent) >= next - 0.5 && digits < 9; digits++)
		next *= 10;
	return digits;
}

static void
format_difference(char cell[], const struct comparison *c)
{
	static const char *const words[] = {
		[NOT_ASKED] = "", [MISSING] = "missing", [TOO_FEW] = "too few",
		[BEYOND_RANGE] = "beyond range"
	};
	const struct interval interval = in_percent(c->relative_interval);
	const double percent = 100 * c->relative;
	const double error = 100 * c->relative_half_width;

	if (c->obstacle != COMPARED)
		strcpy(cell, words[c->obstacle]);
	else if (c->verdict == UNDECIDED || c->verdict == EQUAL)
		strcpy(cell, c->verdict == EQUAL ? "=" : "~");
	else if (!c->has_relative)
		snprintf(cell, CELL_SIZE, "%+.3g", c->difference);
	else if (isnan(c->relative_half_width))
		snprintf(cell, CELL_SIZE, "%+.*g%% (%+.*g%% to %+.*g%%)",
		    percent_digits(percent, 3), percent,
		    percent_digits(interval.lower, 3), interval.lower,
		    percent_digits(interval.upper, 3), interval.upper);
	else
		snprintf(cell, CELL_SIZE, "%+.*g%% +/- %.*g%%",
		    percent_digits(percent, 3), percent,
		    percent_digits(error, 3), error);
}

/* A cell of a row, or of the line of geometric means if row is NULL. */
static void
format_cell(char cell[], const struct report *report,
    const struct report_row *row, size_t column)
{
	const size_t set = column / CELLS, what = column % CELLS;
	const struct geometric *geometric = &report->geometric[set];
	const struct summary *s = row == NULL ? NULL : &row->summary[set];

	cell[0] = '\0';
	if (what == CELL_CENTRE && s == NULL)
		format_figure(cell, geometric->mean);
	else if (what == CELL_DIFFERENCE && s == NULL && set > 0 &&
	    report->options->compare)
		snprintf(cell, CELL_SIZE, "%+.*g%%",
		    percent_digits(100 * geometric->relative, 3),
		    100 * geometric->relative);
	else if (what == CELL_DIFFERENCE && s != NULL)
		format_difference(cell, &row->comparison[set]);
	else if (what == CELL_CENTRE && s != NULL && s->n > 0)
		format_figure(cell, s->centre);
	else if (what == CELL_ERROR && s != NULL && s->n > 1 &&
	    !isnan(s->centre_error))
		snprintf(cell, CELL_SIZE, "+/- %.*g%%",
		    percent_digits(100 * s->centre_error, 2),
		    100 * s->centre_error);
}

/* How many columns a name takes: one a character. */
static size_t
width_of(struct text name)
{
	size_t width = 0, used;

	while (name.length > 0) {
		used = printable_length(name.start, name.length);
		width += used > 0 || *name.start == '\0' ? 1 : 4;
		used += used == 0;
		name.start += used;
		name.length -= used;
	}
	return width;
}

/* The widths of the names, and of the columns; 0: such a column is empty. */
struct layout {
	size_t name;
	size_t cell[MAX_SETS * CELLS];
	size_t ncells;
};

static const char geometric_label[] = "geometric mean";

static void
lay_out_row(struct layout *layout, const struct report *report,
    const struct report_row *row, size_t name_width)
{
	char cell[CELL_SIZE];
	size_t i;

	if (name_width > layout->name)
		layout->name = name_width;
	for (i = 0; i < layout->ncells; i++) {
		format_cell(cell, report, row, i);
		if (strlen(cell) > layout->cell[i])
			layout->cell[i] = strlen(cell);
	}
}

static void
pad(FILE *out, size_t width)
{
	while (width-- > 0)
		putc(' ', out);
}

/* Errors stand left, next to their means; all else stands right. */
static void
print_row(FILE *out, const struct layout *layout,
    const struct report *report, const struct report_row *row)
{
	char cell[CELL_SIZE];
	size_t i, blank, gap = 0;

	for (i = 0; i < layout->ncells; i++) {
		if (layout->cell[i] == 0)
			continue;
		format_cell(cell, report, row, i);
		blank = layout->cell[i] - strlen(cell);
		gap += i % CELLS == CELL_ERROR ? 1 : 2 + blank;
		if (cell[0] != '\0') {
			pad(out, gap);
			fputs(cell, out);
			gap = 0;
		}
		gap += i % CELLS == CELL_ERROR ? blank : 0;
	}
	putc('\n', out);
}

/* Each set's symbol above its means. */
static void
print_table_heading(FILE *out, const struct layout *layout)
{
	size_t i, width = layout->name;

	for (i = 0; i < layout->ncells; i++) {
		if (layout->cell[i] == 0)
			continue;
		width += layout->cell[i] + (i % CELLS == CELL_ERROR ? 1 : 2);
		if (i % CELLS != CELL_CENTRE)
			continue;
		pad(out, width - 1);
		putc(symbols[i / CELLS], out);
		width = 0;
	}
	putc('\n', out);
}

static void
print_closing(FILE *out, const struct report *report)
{
	const struct options *options = report->options;
	const size_t different = report->nrows_different;

	if (report->nrows_compared == 0)
		return;
	fputs(different > 0 ? "Difference" : "No difference", out);
	print_margin(out, "beyond", options->question.margin);
	if (different > 0)
		fprintf(out, " in %zu of", different);
	else
		fputs(" proven in", out);
	fprintf(out, " %zu rows", report->nrows_compared);
	print_confidence(out, options);
}

/* The table: a line a row, then the geometric means and how many differ. */
static void
print_table(FILE *out, const struct report *report)
{
	struct layout layout = { .ncells = report->table->nsets * CELLS };
	const struct report_row *row = report->row;
	const size_t nrows = report->table->nrows;
	size_t i;

	for (i = 0; i < nrows; i++)
		lay_out_row(&layout, report, &row[i], width_of(row[i].key));
	if (report->has_geometric)
		lay_out_row(&layout, report, NULL, strlen(geometric_label));
	if (report->options->headings)
		print_table_heading(out, &layout);
	for (i = 0; i < nrows; i++) {
		put_text(out, row[i].key.start, row[i].key.length);
		pad(out, layout.name - width_of(row[i].key));
		print_row(out, &layout, report, &row[i]);
		if (row[i].examined)
			print_row_details(out, report, &row[i]);
	}
	if (report->has_geometric) {
		fputs(geometric_label, out);
		pad(out, layout.name - strlen(geometric_label));
		print_row(out, &layout, report, NULL);
	}
	print_closing(out, report);
}

static void
render_text(FILE *out, const struct report *report)
{
	if (report->options->headings)
		print_legend(out, report->table);
	if (has_keys(&report->options->selection))
		print_table(out, report);
	else
		print_classic(out, report);
}

static void
warn_of_row(const struct report *report, const struct report_row *row,
    size_t set)
{
	const size_t reference = row->summary[0].n, n = row->summary[set].n;

	fputs("ministat: warning: ", stderr);
	put_text(stderr, row->key.start, row->key.length);
	fputs(": not compared: ", stderr);
	put_string(stderr, report->table->set[0]);
	fprintf(stderr, " has %zu value%s, ", reference,
	    reference == 1 ? "" : "s");
	put_string(stderr, report->table->set[set]);
	fprintf(stderr, " %zu\n", n);
}

/* What was not compared, or in vain, for standard error. */
static void
render_warnings(const struct report *report)
{
	const struct report_row *row = report->row;
	size_t i, j;

	for (i = 0; i < report->table->nrows; i++)
		for (j = 1; j < report->table->nsets; j++)
			if (row[i].key.length > 0 &&
			    (row[i].comparison[j].obstacle == MISSING ||
			    row[i].comparison[j].obstacle == TOO_FEW))
				warn_of_row(report, &row[i], j);
	if (report->nhopeless > 0)
		fprintf(stderr, "ministat: warning: %zu of %zu comparisons "
		    "have too few values to show anything at this "
		    "confidence\n", report->nhopeless, report->ncompared);
}

/* For programs: 17 digits tell every double. */

static void
print_json_string(FILE *out, struct text text)
{
	size_t used;

	putc('"', out);
	for (; text.length > 0; text.start += used, text.length -= used) {
		used = character(text.start, text.length);
		if (used == 0) {	/* not UTF-8 */
			fputs("\\ufffd", out);
			used = 1;
		} else if (control(text.start, text.length) != 0)
			fprintf(out, "\\u%04x",
			    control(text.start, text.length));
		else if (*text.start == '\0')	/* inside a key */
			putc(' ', out);
		else {
			if (*text.start == '"' || *text.start == '\\')
				putc('\\', out);
			fwrite(text.start, 1, used, out);
		}
	}
	putc('"', out);
}

static struct text
whole_text(char *string)
{
	return (struct text){ string, strlen(string) };
}

/* A number, or what stands for none. */
static void
print_number(FILE *out, double number, const char *none)
{
	if (isfinite(number))
		fprintf(out, "%.17g", number);
	else
		fputs(none, out);
}

/* "name": number */
static void
print_member(FILE *out, const char *name, double number)
{
	fprintf(out, ", \"%s\": ", name);
	print_number(out, number, "null");
}

/* A comparison's figures by the names they have in JSON and CSV. */
enum { FIGURES = 9 };

static const char *const figure_names[FIGURES] = {
	"difference", "low", "high", "relative", "relative_low",
	"relative_high", "p", "df", "confidence"
};

static void
list_figures(double figure[FIGURES], const struct comparison *c,
    const struct level *level)
{
	size_t i;

	for (i = 0; i < FIGURES; i++)
		figure[i] = NAN;
	if (c->obstacle != COMPARED)
		return;
	figure[0] = c->difference;
	figure[1] = c->interval.lower;
	figure[2] = c->interval.upper;
	if (c->has_relative) {
		figure[3] = c->relative;
		figure[4] = c->relative_interval.lower;
		figure[5] = c->relative_interval.upper;
	}
	figure[6] = c->p;
	figure[7] = c->df;
	figure[8] = level->percent;
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

static void
print_json_summary(FILE *out, const struct summary *s)
{
	fprintf(out, "{\"n\": %zu", s->n);
	print_member(out, "min", s->n > 0 ? s->min : NAN);
	print_member(out, "max", s->n > 0 ? s->max : NAN);
	print_member(out, "median", s->n > 0 ? s->median : NAN);
	print_member(out, "mean", s->n > 0 ? s->mean.hi : NAN);
	print_member(out, "stddev", s->n > 1 ? s->stddev : NAN);
	putc('}', out);
}

static void
print_json_comparison(FILE *out, const struct report *report,
    const struct comparison *c, size_t set)
{
	const char *verdict = verdict_name(c);
	double figure[FIGURES];
	size_t i;

	fputs("{\"set\": ", out);
	print_json_string(out, whole_text(report->table->set[set]));
	fputs(", \"reference\": ", out);
	print_json_string(out, whole_text(report->table->set[0]));
	list_figures(figure, c, &report->level);
	for (i = 0; i < FIGURES; i++)
		print_member(out, figure_names[i], figure[i]);
	if (c->obstacle == COMPARED && !isnan(c->u)) {
		print_member(out, "u", c->u);
		fprintf(out, ", \"exact\": %s", c->exact ? "true" : "false");
	}
	if (verdict == NULL)
		fputs(", \"verdict\": null}", out);
	else
		fprintf(out, ", \"verdict\": \"%s\"}", verdict);
}

static void
print_json_row(FILE *out, const struct report *report,
    const struct report_row *row)
{
	const size_t nsets = report->table->nsets;
	size_t i;

	fputs("    {\"key\": ", out);
	if (has_keys(&report->options->selection))
		print_json_string(out, row->key);
	else
		fputs("null", out);
	fputs(", \"sets\": [", out);
	for (i = 0; i < nsets; i++) {
		fputs(i > 0 ? ",\n      " : "\n      ", out);
		print_json_summary(out, &row->summary[i]);
	}
	fputs("\n    ], \"comparisons\": [", out);
	for (i = 1; i < nsets && report->options->compare; i++) {
		fputs(i > 1 ? ",\n      " : "\n      ", out);
		print_json_comparison(out, report, &row->comparison[i], i);
	}
	fputs("]}", out);
}

static void
print_json_margin(FILE *out, struct margin margin)
{
	fputs(margin.percent ? "\"" : "", out);
	print_number(out, margin.given ? margin.size : NAN, "null");
	fputs(margin.percent ? "%\"" : "", out);
}

/* What the table ends with. */
static void
print_json_totals(FILE *out, const struct report *report)
{
	size_t i;

	fputs("  \"geometric_means\": [", out);
	for (i = 0; i < report->table->nsets; i++) {
		fputs(i > 0 ? ", " : "", out);
		print_number(out, report->has_geometric ?
		    report->geometric[i].mean : NAN, "null");
	}
	fprintf(out, "],\n  \"compared_rows\": %zu,\n"
	    "  \"different_rows\": %zu,\n", report->nrows_compared,
	    report->nrows_different);
}

static void
render_json(FILE *out, const struct report *report)
{
	char name[40];
	const struct options *options = report->options;
	const struct table *table = report->table;
	size_t i;

	name_test(name, sizeof(name), &options->question, false);
	fprintf(out, "{\n  \"version\": \"%s\",\n  \"test\": \"%s\"", VERSION,
	    name);
	fprintf(out, ",\n  \"confidence\": %.17g", options->confidence);
	fprintf(out, ",\n  \"family\": \"%s\"", families[options->family]);
	fprintf(out, ",\n  \"comparisons\": %zu", report->ncompared);
	fputs(",\n  \"margin\": ", out);
	print_json_margin(out, options->question.margin);
	fprintf(out, ",\n  \"gate\": \"%s\"", gates[options->gate]);
	fputs(",\n  \"sets\": [", out);
	for (i = 0; i < table->nsets; i++) {
		fputs(i > 0 ? ", " : "", out);
		print_json_string(out, whole_text(table->set[i]));
	}
	fputs("],\n  \"rows\": [\n", out);
	for (i = 0; i < table->nrows; i++) {
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
print_csv_string(FILE *out, struct text text)
{
	char *quote;
	size_t length;

	putc('"', out);
	while ((quote = memchr(text.start, '"', text.length)) != NULL) {
		length = (size_t)(quote - text.start) + 1;
		put_text(out, text.start, length);
		putc('"', out);
		text.start += length;
		text.length -= length;
	}
	put_text(out, text.start, text.length);
	putc('"', out);
}

static void
print_csv_line(FILE *out, const struct report *report,
    const struct report_row *row, size_t set)
{
	const struct comparison *c = &row->comparison[set];
	const struct summary *s = &row->summary[set];
	const double of_sample[] = { s->min, s->max, s->median, s->mean.hi };
	const char *verdict = verdict_name(c);
	double figure[FIGURES];
	size_t i;

	print_csv_string(out, row->key);
	putc(',', out);
	print_csv_string(out, whole_text(report->table->set[set]));
	fprintf(out, ",%zu", s->n);
	for (i = 0; i < sizeof(of_sample) / sizeof(*of_sample); i++) {
		putc(',', out);
		print_number(out, s->n > 0 ? of_sample[i] : NAN, "");
	}
	putc(',', out);
	print_number(out, s->n > 1 ? s->stddev : NAN, "");
	putc(',', out);
	if (c->obstacle != NOT_ASKED)
		print_csv_string(out, whole_text(report->table->set[0]));
	list_figures(figure, c, &report->level);
	for (i = 0; i < FIGURES; i++) {
		putc(',', out);
		print_number(out, figure[i], "");
	}
	fprintf(out, ",%s\n", verdict == NULL ? "" : verdict);
}

/* The geometric means stand where means do, without a number of values. */
static void
print_csv_totals(FILE *out, const struct report *report)
{
	size_t i;

	for (i = 0; i < report->table->nsets; i++) {
		fprintf(out, "\"%s\",", geometric_label);
		print_csv_string(out, whole_text(report->table->set[i]));
		fputs(",,,,,", out);
		print_number(out, report->geometric[i].mean, "");
		fputs(",,", out);
		if (i > 0 && report->options->compare) {
			print_csv_string(out,
			    whole_text(report->table->set[0]));
			fputs(",,,,", out);
			print_number(out, report->geometric[i].relative, "");
			fputs(",,,,,,\n", out);
		} else
			fputs(",,,,,,,,,,\n", out);
	}
}

static void
render_csv(FILE *out, const struct report *report)
{
	size_t i, j;

	fputs("key,set,n,min,max,median,mean,stddev,reference", out);
	for (i = 0; i < FIGURES; i++)
		fprintf(out, ",%s", figure_names[i]);
	fputs(",verdict\n", out);
	for (i = 0; i < report->table->nrows; i++)
		for (j = 0; j < report->table->nsets; j++)
			print_csv_line(out, report, &report->row[i], j);
	if (has_keys(&report->options->selection) && report->has_geometric)
		print_csv_totals(out, report);
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

static bool
take_number(const char *text, double *value)
{
	char copy[100 + PADDING] = "";
	const size_t length = strlen(text);

	if (length > sizeof(copy) - PADDING - 1)
		return false;
	strcpy(copy, text);
	return parse_number(copy, copy + length, value) == NUMBER_OK;
}

/* Decimal digits alone, from least to most, which is at least 9. */
static bool
take_count(const char *text, size_t least, size_t most, size_t *count)
{
	size_t n = 0;
	const char *p;

	for (p = text; isdigit((unsigned char)*p); p++) {
		if (n > (most - (size_t)(*p - '0')) / 10)
			return false;
		n = 10 * n + (size_t)(*p - '0');
	}
	if (p == text || *p != '\0' || n < least)
		return false;
	*count = n;
	return true;
}

/* A column by number, or by a name, which begins with no digit or sign. */
static bool
take_column(const char *text, struct column *column)
{
	*column = (struct column){ .name = NULL };
	if (isdigit((unsigned char)*text) || *text == '-' || *text == '+')
		return take_count(text, 1, INT_MAX, &column->number);
	column->name = text;
	return *text != '\0';
}

static bool
take_word(const char *text, const char *const word[], size_t n, size_t *which)
{
	for (*which = 0; *which < n; ++*which)
		if (strcmp(text, word[*which]) == 0)
			return true;
	return false;
}

/* Nested deeper than the longest can be, regcomp(3) may run out of stack. */
enum { LONGEST_REGEX = 4096 };

/* Whether \1 to \9 occur: no part of POSIX, they can take endless time. */
static bool
has_back_reference(const char *regex)
{
	while ((regex = strchr(regex, '\\')) != NULL && regex[1] != '\0') {
		if (isdigit((unsigned char)regex[1]))
			return true;
		regex += 2;
	}
	return false;
}

static bool
take_regex(const char *text, struct pattern *pattern)
{
	struct diagnostic d;
	int error;

	if (strlen(text) > LONGEST_REGEX || has_back_reference(text))
		return false;
	if (pattern->given)
		regfree(&pattern->regex);
	error = regcomp(&pattern->regex, text, REG_EXTENDED | REG_NOSUB);
	pattern->given = error == 0;
	if (error == REG_ESPACE) {
		fail(&d, NULL, 0, "out of memory for the regular expression "
		    "\"%.100s\"", text);
		give_up(&d);
	}
	return pattern->given;
}

/* One function an option; false if the argument is not what it expects. */

static bool
option_no_plot(struct options *o, const char *unused)
{
	(void)unused;
	o->plot = false;
	return true;
}

static bool
option_set_column(struct options *o, const char *text)
{
	return take_column(text, &o->selection.column[COLUMN_SET]);
}

static bool
option_value_column(struct options *o, const char *text)
{
	o->value_column = true;
	return take_column(text, &o->selection.column[COLUMN_VALUE]);
}

static bool
option_confidence(struct options *o, const char *text)
{
	return take_number(text, &o->confidence) && o->confidence > 0 &&
	    o->confidence < 100;
}

static bool
option_delimiters(struct options *o, const char *text)
{
	struct selection *s = &o->selection;
	const char *p;

	memset(s->delimiter, 0, sizeof(s->delimiter));
	for (p = text; *p != '\0'; p++)
		s->delimiter[(unsigned char)*p] = true;
	s->merge = s->delimiter[' '] || s->delimiter['\t'];
	return p > text && !s->delimiter['\n'] && !s->delimiter['"'];
}

static bool
option_only(struct options *o, const char *text)
{
	return take_regex(text, &o->selection.only);
}

static bool
option_family(struct options *o, const char *text)
{
	size_t which;

	if (!take_word(text, families, FAMILIES, &which))
		return false;
	o->family = (enum family)which;
	return true;
}

static bool
option_gate(struct options *o, const char *text)
{
	size_t which;

	if (!take_word(text, gates, GATES, &which))
		return false;
	o->gate = (enum gate)which;
	return true;
}

static bool
option_height(struct options *o, const char *text)
{
	return take_count(text, 0, INT_MAX, &o->height);
}

static bool
option_help(struct options *o, const char *unused)
{
	(void)unused;
	o->help = true;
	return true;
}

/* Columns by number or name, between commas. */
static bool
option_keys(struct options *o, const char *text)
{
	struct selection *s = &o->selection;
	char *part, *comma = copy_string(text, strlen(text));

	free(o->keys);
	o->keys = comma;
	s->ncolumns = COLUMN_KEYS;
	while (comma != NULL) {
		part = comma;
		comma = strchr(part, ',');
		if (comma != NULL)
			*comma++ = '\0';
		if (s->ncolumns == MAX_COLUMNS ||
		    !take_column(part, &s->column[s->ncolumns++]))
			return false;
	}
	return true;
}

/* A number, or a number and %. */
static bool
option_margin(struct options *o, const char *text)
{
	char *number = copy_string(text, strlen(text));
	const size_t length = strlen(text);
	bool ok;

	o->question.margin.given = true;
	o->question.margin.percent = length > 0 && text[length - 1] == '%';
	if (o->question.margin.percent)
		number[length - 1] = '\0';
	ok = take_number(number, &o->question.margin.size) && o->question.margin.size >= 0;
	o->question.margin.size += 0.0;	/* -0 is 0 */
	free(number);
	return ok;
}

static bool
option_summaries_only(struct options *o, const char *unused)
{
	(void)unused;
	o->plot = o->compare = false;
	return true;
}

static bool
option_format(struct options *o, const char *text)
{
	size_t i;

	for (i = 0; i < FORMATS; i++)
		if (strcmp(text, formats[i].name) == 0) {
			o->format = &formats[i];
			return true;
		}
	return false;
}

static bool
option_quiet(struct options *o, const char *unused)
{
	(void)unused;
	o->headings = false;
	return true;
}

static bool
option_separate_bars(struct options *o, const char *unused)
{
	(void)unused;
	o->separate_bars = true;
	return true;
}

/* Any beginning of a name will do if no other begins so. */
static bool
option_test(struct options *o, const char *text)
{
	return find_test(text, &o->question);
}

static bool
option_unit(struct options *o, const char *text)
{
	o->selection.unit = text;
	return *text != '\0';
}

static bool
option_verbose(struct options *o, const char *unused)
{
	(void)unused;
	o->verbose = true;
	return true;
}

static bool
option_version(struct options *o, const char *unused)
{
	(void)unused;
	o->version = true;
	return true;
}

static bool
option_width(struct options *o, const char *text)
{
	return take_count(text, MIN_WIDTH, MAX_WIDTH, &o->width);
}

static bool
option_except(struct options *o, const char *text)
{
	return take_regex(text, &o->selection.except);
}

/* All that is known of an option, in the order of the synopsis. */
static const struct command_option {
	char letter;
	bool (*take)(struct options *, const char *);
	const char *argument;	/* what the synopsis calls it, or NULL */
	const char *expected;	/* of the argument */
	const char *help;
} option_table[] = {
	{ 'A', option_no_plot, NULL, NULL, "no plot" },
	{ 'h', option_help, NULL, NULL, "this help" },
	{ 'n', option_summaries_only, NULL, NULL,
	    "the summaries alone: no plot, no comparisons" },
	{ 'q', option_quiet, NULL, NULL, "no legend and no headings" },
	{ 's', option_separate_bars, NULL, NULL,
	    "a line for each set's bar under the plot" },
	{ 'V', option_version, NULL, NULL, "the version" },
	{ 'v', option_verbose, NULL, NULL, "more figures, and doubts" },
	{ 'b', option_set_column, "column", "a column's number or name",
	    "the column that tells the set (default: the file does)" },
	{ 'C', option_value_column, "column", "a column's number or name",
	    "the column of the values (default 1)" },
	{ 'c', option_confidence, "confidence",
	    "a percentage above 0 and below 100", "default 95" },
	{ 'd', option_delimiters, "delimiters",
	    "some characters, without quote or newline",
	    "between columns (default: blank and tab)" },
	{ 'e', option_only, "regex", A_REGEX,
	    "read only lines that match" },
	{ 'f', option_family, "each|all", "each or all",
	    "what the confidence covers (default each; with -k all)" },
	{ 'g', option_gate, "gate", "any, higher, lower, none, equal, "
	    "not-higher or not-lower",
	    "what gives status 1 (default any)" },
	{ 'H', option_height, "rows", "a number of rows, or 0",
	    "the most the plot may be high (default 24; 0: no limit)" },
	{ 'k', option_keys, "column,...", "a list of up to 14 columns",
	    "the columns that name a row: a table is printed" },
	{ 'm', option_margin, "margin", "a number from 0, or one and %",
	    "the smallest difference that matters" },
	{ 'o', option_format, "format", "text, json or csv",
	    "of the report (default text)" },
	{ 't', option_test, "test",
	    "student, welch, mannwhitney or paired",
	    "default student; a unique beginning will do" },
	{ 'u', option_unit, "unit", "a unit",
	    "take the field that stands before this one" },
	{ 'w', option_width, "width", "a width from 2 to 10000",
	    "of the plot (default: the terminal's, or 74)" },
	{ 'x', option_except, "regex", A_REGEX,
	    "leave out lines that match" }
};

enum { OPTIONS = sizeof(option_table) / sizeof(*option_table) };

/* usage: ministat [-flags] [-letter argument] ... [file ...] */
static void
print_synopsis(FILE *out)
{
	static const char start[] = "usage: ministat";
	const struct command_option *o;
	char item[40];
	size_t i, used;

	used = (size_t)fprintf(out, "%s [-", start);
	for (o = option_table; o->argument == NULL; o++, used++)
		putc(o->letter, out);
	putc(']', out);
	for (i = (size_t)(o - option_table); i <= OPTIONS; i++) {
		if (i == OPTIONS)
			strcpy(item, "[file ...]");
		else
			snprintf(item, sizeof(item), "[-%c %s]",
			    option_table[i].letter, option_table[i].argument);
		if (used + 1 + strlen(item) >= 80)
			used = (size_t)fprintf(out, "\n%*s",
			    (int)sizeof(start) - 1, "") - 1;
		used += (size_t)fprintf(out, " %s", item);
	}
	putc('\n', out);
}

static void
print_help(FILE *out)
{
	const struct command_option *o;

	print_synopsis(out);
	for (o = option_table; o < option_table + OPTIONS; o++)
		fprintf(out, "  -%c %-12s %s\n", o->letter,
		    o->argument == NULL ? "" : o->argument, o->help);
}

static const struct command_option *
find_option(int letter)
{
	const struct command_option *o = option_table;

	while (o < option_table + OPTIONS && o->letter != letter)
		o++;
	return o < option_table + OPTIONS ? o : NULL;
}

/* What getopt(3) wants to know; the : asks it to print nothing itself. */
static void
option_letters(char letters[])
{
	const struct command_option *o;

	*letters++ = ':';
	for (o = option_table; o < option_table + OPTIONS; o++) {
		*letters++ = o->letter;
		if (o->argument != NULL)
			*letters++ = ':';
	}
	*letters = '\0';
}

/*
 * The path of an operand, which is label=path if no file is called all that.
 * *label is how many characters of it name the set: the label, or the path.
 */
static const char *
operand_path(const char *operand, size_t *label)
{
	const char *equal = strchr(operand, '=');
	struct stat unused;

	*label = strlen(operand);
	if (equal == NULL || equal == operand || stat(operand, &unused) == 0)
		return operand;
	*label = (size_t)(equal - operand);
	return equal + 1;
}

/* What no option can know alone. */
static bool
check_together(const struct options *o, struct diagnostic *d)
{
	const struct selection *s = &o->selection;
	size_t i, label, dashes = 0;

	for (i = 0; i < o->nfiles; i++)
		dashes += strcmp(operand_path(o->file[i], &label), "-") == 0;
	if (dashes > 1)
		return fail(d, NULL, 0, "standard input (-) can be read only "
		    "once");
	if (!has_set_column(s) && o->nfiles > MAX_SETS)
		return fail(d, NULL, 0, "%zu files, but at most %d sets",
		    o->nfiles, MAX_SETS);
	if (passes_only_shown(o->gate) && !o->question.margin.given)
		return fail(d, NULL, 0, "-g %s needs a margin (-m)",
		    gates[o->gate]);
	if (passes_only_shown(o->gate) && !o->compare)
		return fail(d, NULL, 0, "-g %s needs the comparisons that -n "
		    "leaves out", gates[o->gate]);
	if (s->unit != NULL && o->value_column)
		return fail(d, NULL, 0, "-C and -u both choose the value");
	return true;
}

static bool
parse_options(int argc, char *argv[], struct options *o,
    struct diagnostic *d)
{
	char letters[2 * OPTIONS + 2];
	const struct command_option *option;
	int letter;

	option_letters(letters);
	while ((letter = getopt(argc, argv, letters)) != -1) {
		option = find_option(letter == ':' ? optopt : letter);
		if (letter == '?')
			return fail(d, NULL, 0, "-%c: no such option", optopt);
		if (letter == ':')
			return fail(d, NULL, 0, "-%c: expected %s", optopt,
			    option->expected);
		if (!option->take(o, optarg))
			return fail(d, NULL, 0, "-%c: \"%.100s\" is not %s",
			    letter, optarg, option->expected);
	}
	if (o->family == FAMILIES)
		o->family = has_keys(&o->selection) ? FAMILY_ALL :
		    FAMILY_EACH;
	o->file = argv + optind;
	o->nfiles = (size_t)(argc - optind);
	if (!check_together(o, d))
		return false;
	if (o->selection.unit != NULL)	/* it tells the value instead */
		o->selection.column[COLUMN_VALUE].number = 0;
	return true;
}

/*
 * ---- Main ----------------------------------------------------------------
 * Opens the files, calls the stages in turn, and exits.
 */

/*
 * Least privilege, where the system offers it: what is parsed and computed
 * here needs neither files to be opened, once they are, nor anything else.
 * Declared here because a strictly POSIX <unistd.h> hides them.
 */
#if defined(__OpenBSD__)
int pledge(const char *, const char *);
#elif defined(__FreeBSD__)
int cap_enter(void);
#endif

static bool
restrict_process(bool may_open, struct diagnostic *d)
{
	int failed = 0;

#if defined(__OpenBSD__)
	failed = pledge(may_open ? "stdio rpath tty" : "stdio", NULL);
#elif defined(__FreeBSD__)
	failed = may_open ? 0 : cap_enter();
	if (failed != 0 && errno == ENOSYS)	/* a kernel without it */
		failed = 0;
#else
	(void)may_open;
#endif
	return failed == 0 ||
	    fail(d, NULL, 0, "cannot give up privileges: %s", strerror(errno));
}

static bool
read_operand(const struct selection *selection, const char *operand,
    struct table *table, struct diagnostic *d)
{
	size_t label;
	const char *path = operand_path(operand, &label);
	int fd = STDIN_FILENO;
	bool ok;

	if (strcmp(path, "-") != 0)
		fd = open(path, O_RDONLY);
	if (fd == -1)
		return fail(d, path, 0, "%s", strerror(errno));
	if (!has_set_column(selection))
		add_set(table, operand, label);
	ok = read_file(selection, fd, path, table->nsets - 1, table, d);
	if (fd != STDIN_FILENO)
		close(fd);
	return ok;
}

static bool
read_all(const struct options *o, struct table *table, struct diagnostic *d)
{
	static const char name[] = "<stdin>";
	size_t i;

	if (o->nfiles == 0) {
		if (!has_set_column(&o->selection))
			add_set(table, name, strlen(name));
		return read_file(&o->selection, STDIN_FILENO, name, 0, table,
		    d);
	}
	for (i = 0; i < o->nfiles; i++)
		if (!read_operand(&o->selection, o->file[i], table, d))
			return false;
	return true;
}

/* The width of the plot that fits the output: two columns are its frame. */
static size_t
fitting_width(void)
{
	const char *columns = getenv("COLUMNS");
	size_t width = 0;
#ifdef TIOCGWINSZ
	struct winsize window;
#endif

	if (!isatty(STDOUT_FILENO))
		return DEFAULT_WIDTH;
	if (columns != NULL &&
	    take_count(columns, MIN_WIDTH + 2, MAX_WIDTH + 2, &width))
		return width - 2;
#ifdef TIOCGWINSZ
	if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &window) == 0)
		width = window.ws_col;
#endif
	return width < MIN_WIDTH + 2 || width > MAX_WIDTH + 2 ?
	    DEFAULT_WIDTH : width - 2;
}

/* Whether all that was printed has arrived. */
static bool
finish_output(struct diagnostic *d)
{
	errno = 0;	/* ferror tells of an error without its number */
	if (fflush(stdout) == 0 && !ferror(stdout) && fclose(stdout) == 0)
		return true;
	return fail(d, NULL, 0, "standard output: %s",
	    errno != 0 ? strerror(errno) : "write error");
}

static const struct options defaults = {
	.selection = {
		.delimiter = { [' '] = true, ['\t'] = true },
		.merge = true,
		.column = { [COLUMN_VALUE] = { .number = 1 } },
		.ncolumns = COLUMN_KEYS
	},
	.confidence = 95,
	.question = { .test = &tests[0], .quantile = 0.5 },
	.family = FAMILIES,	/* to be told by -k */
	.format = &formats[0],
	.height = DEFAULT_HEIGHT,
	.plot = true, .compare = true, .headings = true
};

static void
free_options(struct options *options)
{
	if (options->selection.only.given)
		regfree(&options->selection.only.regex);
	if (options->selection.except.given)
		regfree(&options->selection.except.regex);
	free(options->keys);
}

static int
inform(const struct options *options)
{
	struct diagnostic d;

	if (options->version)
		puts("ministat " VERSION);
	else
		print_help(stdout);
	if (finish_output(&d))
		return STATUS_SAME;
	complain(&d);
	return STATUS_TROUBLE;
}

int
main(int argc, char *argv[])
{
	struct options options = defaults;
	struct table table = { .nsets = 0 };
	struct report report;
	struct diagnostic d;
	bool ok;

#if defined(_WIN32)	/* bytes are bytes, CR LF and 26 too */
	_fmode = _O_BINARY;
	_setmode(STDIN_FILENO, _O_BINARY);
	_setmode(STDOUT_FILENO, _O_BINARY);
	_setmode(STDERR_FILENO, _O_BINARY);
#else
	signal(SIGPIPE, SIG_IGN);	/* a failed write is an error */
#endif
	if (!restrict_process(true, &d))
		give_up(&d);
	if (!parse_options(argc, argv, &options, &d)) {
		complain(&d);
		print_synopsis(stderr);
		return STATUS_TROUBLE;
	}
	if (options.help || options.version)
		return inform(&options);
	options.plot = options.plot && options.format->plots;
	if (options.width == 0)
		options.width = fitting_width();
	if (!read_all(&options, &table, &d) || !restrict_process(false, &d))
		give_up(&d);
	ok = make_report(&options, &table, &report, &d);
	if (report.row != NULL)
		render_warnings(&report);
	if (!ok)
		give_up(&d);
	options.format->render(stdout, &report);
	if (!finish_output(&d))
		give_up(&d);
	free_report(&report);
	free_table(&table);
	free_options(&options);
	return (int)report.status;
}

#if defined(__clang__) && defined(__i386__) && !defined(__SSE2__)
#pragma clang attribute pop
#endif
