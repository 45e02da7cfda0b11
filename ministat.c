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
 *	Diagnostics	warnings, the end with status 2, memory
 *	Numbers		text -> double
 *	Table		values, rows, sets, runs -> samples
 *	Lines		lines of text -> values in the table
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

/* A regular expression, if one was given. */
struct pattern {
	bool given;
	regex_t regex;
};

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
	struct pattern only;	/* what a record must match */
	struct pattern except;	/* what it must not */
};

/* Values in the order in which they were read; all are finite. */
struct sample {
	double *value;
	size_t n, capacity;
};

/* One benchmark; the parts of its key are separated by NUL bytes. */
struct row {
	struct text key;
	struct sample *sample;	/* sample[set], one for each set at the end */
	size_t nsamples;
};

/* Names numbered in order of first appearance, and found by their hash. */
struct index {
	struct indexed {
		uint64_t hash;
		struct text text;
	} *name;
	size_t n, capacity;
	size_t latest;	/* the name last found */
	size_t *slot;	/* a name's number + 1, or 0: free */
	size_t nslots;	/* a power of two, or 0 */
};

/* Values of one file, row, set and run, which become one: their mean. */
struct run {
	size_t row, set, place;	/* the mean is sample.value[place] */
	size_t n;
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
	size_t nrows, capacity;
	struct index keys;	/* of the rows */
	struct run *run;	/* of -r */
	size_t runs_capacity;
	struct index runs;	/* their file, row, set and label */
};

/* An unrounded result hi + lo; hi is what it rounds to. */
struct dd {
	double hi, lo;
};

/* fraction * 2^exponent: a figure that may lie outside a double's range. */
struct scaled {
	double fraction;
	int exponent;
};

/* A sample in figures. */
struct summary {
	size_t n;	/* 0: no figure below means anything */
	double min, max, median;
	struct dd mean;
	struct scaled spread;	/* the standard deviation */
	double stddev;	/* the same, or INFINITY */
	double mean_half_width;	/* of the interval of the mean */
	double relative_error;	/* the same / |mean|; NAN: none */
};

enum doubt {
	DOUBT_CONSTANT = 1,
	DOUBT_CORRELATED = 2,
	DOUBT_TOO_FEW = 4,
	ANY_DOUBT = 7
};

/* A closer look at a sample. */
struct detail {
	double variation;	/* standard deviation / |mean| */
	size_t outliers;	/* beyond Tukey's outer fences */
	double lag1;	/* correlation of successive values */
	unsigned doubts;	/* a set of enum doubt */
};

/* What a confidence leaves outside and inside, each exact where small. */
struct level {
	double percent;	/* in (0, 100) */
	double outside;	/* 1 - percent / 100 */
	double inside;	/* percent / 100 */
	double df, critical;	/* t_critical's last answer */
};

struct interval {
	double lower, upper;
};

/* A sample and its figures. */
struct side {
	const struct sample *sample;
	const struct summary *summary;
};

/* What an interval shows: that all of it is beyond, or within, the margin. */
enum verdict { UNDECIDED, HIGHER, LOWER, EQUAL };

/* Why two samples cannot be compared. */
enum obstacle { NOT_ASKED, COMPARED, MISSING, TOO_FEW };

/* A sample against the reference; differences are sample - reference. */
struct comparison {
	enum obstacle obstacle;	/* if not COMPARED the rest is void */
	double difference;
	struct interval interval;
	double half_width;	/* NAN: the interval is not symmetric */
	bool has_relative;	/* the reference mean is not 0 */
	double relative;	/* difference / reference mean */
	struct interval relative_interval;
	double relative_half_width;	/* NAN: likewise */
	double spread;	/* the pooled s, or that of differences */
	double df;	/* NAN: the test has none */
	double u;	/* Mann and Whitney's; NAN: another test */
	bool exact;	/* U's distribution, not the normal in its place */
	enum verdict at_0;	/* its test's, as 0 may be rejected alone */
	double p;	/* NAN: 0/0 */
	double single;	/* s of the difference of one value from each */
	double margin;	/* as a difference, at least 0 */
	enum verdict verdict;
};

/*
 * ---- Diagnostics ---------------------------------------------------------
 * What goes wrong becomes one line on standard error, and what cannot be
 * mended the end of the program.  Calls libc alone.
 */

#if defined(__GNUC__)
#define	NORETURN	__attribute__((noreturn))
#define	PRINTF(string, first)	__attribute__((format(printf, string, first)))
#else
#define	NORETURN
#define	PRINTF(string, first)
#endif

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

/* The length of the character at text if it may go to a terminal, else 0. */
static size_t
printable_length(const char *text, size_t length)
{
	return *text == '\0' || control(text, length) != 0 ? 0 :
	    character(text, length);
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

/* Prints ministat: file:line: kind and the message, however long it is. */
static void
complain(const char *file, uintmax_t line, const char *kind,
    const char *format, va_list arguments)
{
	char small[400], *message = small;
	va_list again;
	int length;

	va_copy(again, arguments);
	length = vsnprintf(small, sizeof(small), format, arguments);
	if (length >= (int)sizeof(small))
		message = malloc((size_t)length + 1);
	if (message == NULL)	/* better cut than lost */
		message = small;
	else if (message != small)
		vsnprintf(message, (size_t)length + 1, format, again);
	va_end(again);
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
	if (message != small)
		free(message);
}

/*
 * The one way to end with STATUS_TROUBLE.  file: what is to blame, or NULL;
 * line: where in it, from 1, or 0.
 */
PRINTF(3, 4) NORETURN static void
die(const char *file, uintmax_t line, const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	complain(file, line, "", format, arguments);
	va_end(arguments);
	exit(STATUS_TROUBLE);
}

PRINTF(3, 4) static void
warn(const char *file, uintmax_t line, const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	complain(file, line, "warning: ", format, arguments);
	va_end(arguments);
}

/* realloc(3) for count elements, or the end; file: the one being read. */
static void *
resize_for(const char *file, void *memory, size_t count, size_t size)
{
	void *resized;

	if (count == 0)
		count = 1;
	resized = count > SIZE_MAX / size ? NULL :
	    realloc(memory, count * size);
	if (resized == NULL)
		die(file, 0, "out of memory: asked for %zu times %zu bytes",
		    count, size);
	return resized;
}

static void *
resize(void *memory, size_t count, size_t size)
{
	return resize_for(NULL, memory, count, size);
}

static void *
allocate(size_t count, size_t size)
{
	return resize(NULL, count, size);
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
	uint64_t bytes, others, n = *number;

	while ((others = not_digits(bytes = load_digits(p))) == 0) {
		n = n * 100000000 + eight_digits(bytes);
		p += 8;
		if (*p <= ' ') {
			*number = n;
			return p;
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

/* How many of the digits at p, a point apart, are zeros in front. */
static ptrdiff_t
leading_zeros(const char *p, ptrdiff_t digits)
{
	ptrdiff_t zeros = 0;

	for (; zeros < digits && (*p == '0' || *p == '.'); p++)
		zeros += *p == '0';
	return zeros;
}

/*
 * The decimal number at p, its value correctly rounded.  Return the first byte
 * after it, or NULL if there is none or it is not one for this shortcut: ask
 * parse_number then.  Reads less than PADDING bytes past the first byte that
 * cannot be part of a number.
 *
 * Most are of the simplest kind that scale_decimal knows: 1 to 15 digits are
 * below 2^53, and without an exponent the scale is 1 to 10^-15.  19 digits are
 * less than 2^64; zeros in front do not count.
 */
static ALWAYS_INLINE const char *
scan_decimal(const char *p, double *value)
{
	const bool negative = *p == '-';
	const char *const first = p + negative, *fraction;
	const unsigned digit = (unsigned char)*first - (unsigned)'0';
	uint64_t mantissa = digit;
	ptrdiff_t digits, exponent = 0;

	if (digit <= 9 && first[1] == '.')
		p = first + 1;
	else
		p = scan_integer(first, &mantissa);
	digits = p - first;
	if (*p == '.') {
		fraction = p + 1;
		p = scan_fraction(fraction, &mantissa);
		exponent = fraction - p;
		digits -= exponent;
	}
	if (*p > ' ' && (*p == 'e' || *p == 'E')) {
		p = scan_exponent(p + 1, &exponent);
		if (p == NULL)
			return NULL;
	}
	if (ROUNDS_TO_DOUBLE && digits > 0 && digits <= 15 &&
	    exponent >= -22 && exponent <= 0)
		*value = (double)(int64_t)mantissa / ten[-exponent];
	else if (digits == 0 || (digits > 19 &&
	    digits - leading_zeros(first, digits) > 19) ||
	    !scale_decimal(mantissa, exponent, value))
		return NULL;
	if (negative)
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
 * ---- Table ---------------------------------------------------------------
 * Values find their row, set and run, which are made when they first appear.
 * Calls Diagnostics.
 */

/* A file being read, and the coordinates of the record at hand. */
struct source {
	const struct selection *selection;
	struct table *table;
	const char *name;
	size_t set;	/* unless a column tells */
	size_t place;	/* of the value in a line; 0: no such */
	bool chosen;	/* -b says which labels to take */
	struct text found[MAX_COLUMNS];
	struct text key, run;	/* room to join what they are found by */
	size_t key_capacity, run_capacity;
	bool has_values;
	const char *what;	/* its records are called */
	uintmax_t lacking;	/* records without some column */
	uintmax_t first_lacking;	/* the line of the first */
};

static bool
equals(struct text text, const char *string)
{
	return text.length == strlen(string) &&
	    memcmp(text.start, string, text.length) == 0;
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

static bool
is_name(const struct indexed *name, uint64_t h, struct text text)
{
	return name->hash == h && name->text.length == text.length &&
	    memcmp(name->text.start, text.start, text.length) == 0;
}

/* Doubles the slots, so that at most half of them are in use. */
static void
grow_slots(struct index *index, const char *file)
{
	size_t i, j;

	index->nslots = index->nslots == 0 ? 16 : 2 * index->nslots;
	index->slot = resize_for(file, index->slot, index->nslots,
	    sizeof(*index->slot));
	memset(index->slot, 0, index->nslots * sizeof(*index->slot));
	for (i = 0; i < index->n; i++) {
		j = (size_t)index->name[i].hash;
		while (index->slot[j & (index->nslots - 1)] != 0)
			j++;
		index->slot[j & (index->nslots - 1)] = i + 1;
	}
}

/* The number of a name that is new. */
static size_t
add_name(struct index *index, uint64_t h, struct text text, const char *file)
{
	char *copy = resize_for(file, NULL, text.length, 1);

	if (index->n == index->capacity) {
		index->capacity = 2 * index->capacity + 8;
		index->name = resize_for(file, index->name, index->capacity,
		    sizeof(*index->name));
	}
	memcpy(copy, text.start, text.length);
	index->name[index->n] = (struct indexed){ h, { copy, text.length } };
	return index->n++;
}

/*
 * The number of a name, from 0, be it new or not.  It is sought near the one
 * last found first: programs repeat one benchmark, or all in one order.
 */
static size_t
find_name(struct index *index, struct text text, const char *file)
{
	const uint64_t h = hash(text);
	size_t i, *slot;

	for (i = index->latest; i < index->n && i < index->latest + 2; i++)
		if (is_name(&index->name[i], h, text))
			return index->latest = i;
	if (2 * (index->n + 1) > index->nslots)
		grow_slots(index, file);
	for (i = (size_t)h;; i++) {
		slot = &index->slot[i & (index->nslots - 1)];
		if (*slot == 0)
			*slot = add_name(index, h, text, file) + 1;
		else if (!is_name(&index->name[*slot - 1], h, text))
			continue;
		return index->latest = *slot - 1;
	}
}

/*
 * The set for what an operand gives.  shared: it was written label=path, and
 * all operands of that label are one set.
 */
static size_t
add_set(struct table *t, const char *label, size_t length, bool shared)
{
	size_t i;

	for (i = 0; shared && i < t->nsets; i++)
		if (t->shared[i] && strlen(t->set[i]) == length &&
		    memcmp(t->set[i], label, length) == 0)
			return i;
	if (t->nsets == MAX_SETS)
		die(NULL, 0, "more than %d sets", MAX_SETS);
	t->shared[t->nsets] = shared;
	t->set[t->nsets] = copy_string(label, length);
	return t->nsets++;
}

/* The set of a label that -b found; MAX_SETS if it is to be left out. */
static size_t
find_set(const struct source *s, struct text label, uintmax_t line)
{
	const struct selection *selection = s->selection;
	struct table *t = s->table;
	size_t i;

	if (s->chosen && t->nsets == 0)
		for (i = 0; i < selection->nlabels; i++)
			add_set(t, selection->label[i],
			    strlen(selection->label[i]), false);
	for (i = 0; i < t->nsets; i++)
		if (equals(label, t->set[i]))
			return i;
	if (s->chosen)
		return MAX_SETS;
	if (t->nsets == MAX_SETS)
		die(s->name, line, "more than %d sets: does -b name a column "
		    "of labels?", MAX_SETS);
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

/* Joins the key's columns by NUL bytes, which no column holds. */
static struct text
join_key(struct source *s)
{
	const size_t n = s->selection->ncolumns;
	size_t i, length = n - COLUMN_KEYS;
	char *to;

	if (length == 1)
		return s->found[COLUMN_KEYS];
	for (i = COLUMN_KEYS; i < n; i++)
		length += s->found[i].length;
	make_room(s, &s->key, &s->key_capacity, length);
	to = s->key.start;
	for (i = COLUMN_KEYS; i < n; i++) {
		if (i > COLUMN_KEYS)
			*to++ = '\0';
		if (s->found[i].length > 0)
			memcpy(to, s->found[i].start, s->found[i].length);
		to += s->found[i].length;
	}
	s->key.length = (size_t)(to - s->key.start);
	return s->key;
}

/* The number of the row of a key. */
static size_t
find_row(struct table *t, struct text key)
{
	const size_t i = find_name(&t->keys, key, t->file);

	if (i < t->nrows)
		return i;
	if (t->nrows == t->capacity) {
		t->capacity = 2 * t->capacity + 1;
		t->row = resize_for(t->file, t->row, t->capacity,
		    sizeof(*t->row));
	}
	t->row[t->nrows++] = (struct row){ .key = t->keys.name[i].text };
	return i;
}

static struct sample *
find_sample(const struct table *t, size_t row, size_t set)
{
	struct row *r = &t->row[row];

	if (set >= r->nsamples) {
		r->sample = resize_for(t->file, r->sample, set + 1,
		    sizeof(*r->sample));
		while (r->nsamples <= set)
			r->sample[r->nsamples++] = (struct sample){ .n = 0 };
	}
	return &r->sample[set];
}

/* Makes room for so many more values. */
static void
reserve(struct sample *sample, size_t more, const char *file)
{
	if (sample->capacity - sample->n >= more)
		return;
	while (sample->capacity - sample->n < more)
		sample->capacity = 2 * sample->capacity + 8;
	sample->value = resize_for(file, sample->value, sample->capacity,
	    sizeof(*sample->value));
}

static void
append(struct sample *sample, double value, const char *file)
{
	reserve(sample, 1, file);
	sample->value[sample->n++] = value;
}

/* The run at hand in this row and set, be it new or not. */
static struct run *
find_run(struct source *s, size_t row, size_t set)
{
	struct table *t = s->table;
	const size_t coordinates[] = { t->nfiles, row, set };
	const struct text label = s->found[COLUMN_RUN];
	struct sample *sample;
	size_t i;

	make_room(s, &s->run, &s->run_capacity,
	    sizeof(coordinates) + label.length);
	memcpy(s->run.start, coordinates, sizeof(coordinates));
	if (label.length > 0)
		memcpy(s->run.start + sizeof(coordinates), label.start,
		    label.length);
	s->run.length = sizeof(coordinates) + label.length;
	if (t->runs.n == t->runs_capacity) {
		t->runs_capacity = 2 * t->runs_capacity + 8;
		t->run = resize_for(t->file, t->run, t->runs_capacity,
		    sizeof(*t->run));
	}
	i = t->runs.n;
	if (find_name(&t->runs, s->run, t->file) == i) {
		sample = find_sample(t, row, set);
		t->run[i] = (struct run){ row, set, sample->n, .scale = 1 };
		append(sample, 0, t->file);
	}
	return &t->run[t->runs.latest];
}

/* Neumaier's compensated sum (1974), scaled before it can overflow. */
static void
add_to_run(struct run *run, double value)
{
	double x = value * run->scale, sum = run->sum + x;

	if (run->scale == 1 && !(fabs(sum) < 0x1p1000)) {
		run->scale = 0x1p-100;
		run->sum *= run->scale;
		run->error *= run->scale;
		x = value * run->scale;
		sum = run->sum + x;
	}
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

/* Takes a value of the record whose coordinates were found. */
static void
add_value(struct source *s, double value, uintmax_t line)
{
	struct table *t = s->table;
	size_t row = 0, set = s->set;

	s->has_values = true;
	if (has_set_column(s->selection)) {
		set = find_set(s, s->found[COLUMN_SET], line);
		if (set == MAX_SETS)
			return;
	}
	if (has_keys(s->selection))
		row = find_row(t, join_key(s));
	if (has_runs(s->selection))
		add_to_run(find_run(s, row, set), value);
	else
		append(find_sample(t, row, set), value, t->file);
}

static void
count_lacking(struct source *s, uintmax_t line)
{
	if (s->lacking++ == 0)
		s->first_lacking = line;
}

/* Whether the record lacks its set, its run or all parts of its key. */
static bool
is_lacking(const struct source *s)
{
	const struct selection *selection = s->selection;
	size_t i;

	for (i = COLUMN_SET; i <= COLUMN_RUN; i++)
		if (is_wanted(selection, i) && s->found[i].length == 0)
			return true;
	for (i = COLUMN_KEYS; i < selection->ncolumns; i++)
		if (s->found[i].length > 0)
			return false;
	return has_keys(selection);
}

/* Ends the reading: every row has a sample for every set, runs their means. */
static void
finish_table(struct table *t)
{
	bool has_values[MAX_SETS] = { false };
	size_t i, set;

	for (i = 0; i < t->nrows; i++) {
		find_sample(t, i, t->nsets - 1);
		for (set = 0; set < t->nsets; set++)
			has_values[set] = has_values[set] ||
			    t->row[i].sample[set].n > 0;
	}
	for (set = 0; set < t->nsets; set++)
		if (!has_values[set])
			die(NULL, 0, "no values are labelled %s, which -b "
			    "asks for", t->set[set]);
	for (i = 0; i < t->runs.n; i++)
		t->row[t->run[i].row].sample[t->run[i].set].value
		    [t->run[i].place] = mean_of_run(&t->run[i]);
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
static void
refill(struct reader *r)
{
	ssize_t got;
	const char *nul;

	if (r->at_nul)
		die(r->name, r->line + 1, "a NUL byte: this is not plain "
		    "text (binary, UTF-16?)");
	r->searched -= r->start;
	r->end -= r->start;
	memmove(r->buffer, r->buffer + r->start, r->end);
	r->start = 0;
	if (r->end == r->capacity) {
		r->buffer = resize_for(r->name, r->buffer,
		    2 * r->capacity + PADDING, 1);
		r->capacity *= 2;
	}
	got = read_some(r->fd, r->buffer + r->end, r->capacity - r->end);
	if (got == -1)
		die(r->name, 0, "%s", strerror(errno));
	nul = memchr(r->buffer + r->end, '\0', (size_t)got);
	r->at_end = got == 0;
	r->at_nul = nul != NULL;
	r->end = r->at_nul ? (size_t)(nul - r->buffer) : r->end + (size_t)got;
	memset(r->buffer + r->end, '\n', PADDING);
	for (r->whole = r->end; r->whole > r->searched; r->whole--)
		if (r->buffer[r->whole - 1] == '\n')
			return;
	r->whole = 0;
}

/* Skips a byte-order mark at the front. */
static void
skip_mark(struct reader *r)
{
	while (r->end < 3 && !r->at_end && !r->at_nul)
		refill(r);
	if (r->end >= 3 && memcmp(r->buffer, "\xef\xbb\xbf", 3) == 0)
		r->start = r->searched = 3;
}

/*
 * The next line without white space at its end, in place until the next call;
 * false: there is none.
 */
static bool
next_line(struct reader *r, struct text *line)
{
	char *newline;

	for (;;) {
		newline = memchr(r->buffer + r->searched, '\n',
		    r->end - r->searched);
		if (newline != NULL || r->at_end)
			break;
		r->searched = r->end;
		refill(r);
	}
	if (newline == NULL) {
		if (r->start == r->end)
			return false;
		newline = r->buffer + r->end++;	/* there is padding */
	}
	line->start = r->buffer + r->start;
	line->length = (size_t)(newline - line->start);
	r->start = r->searched = (size_t)(newline + 1 - r->buffer);
	while (line->length > 0 &&
	    isspace((unsigned char)line->start[line->length - 1]))
		line->length--;
	r->line++;
	return true;
}

/* How lines are cut, and the fields of the one at hand. */
struct cutter {
	bool delimiter[UCHAR_MAX + 1];
	bool merge;	/* a run of delimiters is one cut */
	bool blanks;	/* delimiters are blank and tab, as by default */
	struct text *field;
	size_t nfields, capacity;
	struct text unquoted;	/* fields that lost quotes inside them */
	size_t room;
};

static bool
is_blank(char c)
{
	return c == ' ' || c == '\t';
}

static inline void
add_field(struct cutter *c, char *start, const char *end)
{
	if (c->nfields == c->capacity) {
		c->capacity = 2 * c->capacity + 16;
		c->field = resize(c->field, c->capacity, sizeof(*c->field));
	}
	c->field[c->nfields++] = (struct text){ start, (size_t)(end - start) };
}

/* Cuts where a run of delimiters is one, up to most fields. */
static void
cut_at_runs(struct cutter *c, struct text line, size_t most)
{
	char *p = line.start, *start, *const end = p + line.length;

	while (c->nfields < most) {
		while (p < end && c->delimiter[(unsigned char)*p])
			p++;
		if (p == end || *p == '#')
			return;
		start = p;
		if (c->blanks)
			p += end_of_field(p) - p;
		while (p < end && !c->delimiter[(unsigned char)*p])
			p++;
		add_field(c, start, p);
	}
}

/*
 * Cuts off the field whose opening quote is at p.  Returns where it ends; NULL
 * if it is not closed, or if something stands between its closing quote and
 * the next delimiter.  Quotes inside are undone in a copy.
 */
static char *
unquote(struct cutter *c, char *p, char *end)
{
	char *start = ++p, *quote, *to = NULL;

	while ((quote = memchr(p, '"', (size_t)(end - p))) != NULL &&
	    quote + 1 < end && quote[1] == '"') {
		if (c->unquoted.length == 0 &&
		    c->room < (size_t)(end - p) + PADDING) {
			c->room = 2 * ((size_t)(end - p) + PADDING);
			c->unquoted.start = resize(c->unquoted.start,
			    c->room, 1);
		}
		if (to == NULL)
			start = to = c->unquoted.start + c->unquoted.length;
		memcpy(to, p, (size_t)(quote + 1 - p));
		to += quote + 1 - p;
		p = quote + 2;
	}
	if (quote == NULL)
		return NULL;
	if (to != NULL) {
		memcpy(to, p, (size_t)(quote - p));
		to += quote - p;
		c->unquoted.length = (size_t)(to - c->unquoted.start);
	}
	for (p = quote + 1; p < end && !c->delimiter[(unsigned char)*p]; p++)
		if (!is_blank(*p))
			return NULL;
	add_field(c, start, to != NULL ? to : quote);
	return p;
}

/*
 * Cuts where every delimiter counts, so that a field may be empty: up to most
 * fields, but on as long as quotes follow, which all must be closed.
 */
static bool
cut_at_each(struct cutter *c, struct text line, size_t most)
{
	char *p = line.start, *start, *end = p + line.length, *last;

	if (p < end && *p == '#' && (p + 1 == end || p[1] == ' '))
		return true;
	for (;; p++) {
		if (c->nfields >= most &&
		    memchr(p, '"', (size_t)(end - p)) == NULL)
			return true;
		while (p < end && is_blank(*p) &&
		    !c->delimiter[(unsigned char)*p])
			p++;
		if (p < end && *p == '"') {
			p = unquote(c, p, end);
			if (p == NULL)
				return false;
		} else {
			start = p;
			while (p < end && !c->delimiter[(unsigned char)*p])
				p++;
			for (last = p; last > start && is_blank(last[-1]); )
				last--;
			add_field(c, start, last);
		}
		if (p == end)
			return true;
	}
}

/* Cuts a line once, at least its first fields; false: bad quotes. */
static bool
cut(struct cutter *c, struct text line, size_t most)
{
	c->nfields = 0;
	c->unquoted.length = 0;
	if (!c->merge)
		return cut_at_each(c, line, most);
	cut_at_runs(c, line, most);
	return true;
}

static void
cut_at(struct cutter *c, const bool delimiter[], bool merge)
{
	size_t i, n = 0;

	memcpy(c->delimiter, delimiter, sizeof(c->delimiter));
	for (i = 0; i <= UCHAR_MAX; i++)
		n += delimiter[i];
	c->merge = merge;
	c->blanks = n == 2 && delimiter[' '] && delimiter['\t'];
}

enum {
	KEPT = 65536	/* bytes above a header, to be held to it */
};

/* A file of lines. */
struct lines {
	struct source *source;
	struct reader *reader;
	struct cutter cutter;
	size_t place[MAX_COLUMNS];	/* from 1; 0: not wanted */
	size_t most;	/* the last field of use */
	struct text header;	/* a copy, to know it again */
	size_t nheader;	/* its fields, until a line was held to it */
	char *above;	/* lines above the header, each with its newline */
	size_t nabove;
	size_t likely;	/* how much the likeliest header looks like one */
	char *offered;	/* what it offers */
};

/* The place of a column of that name in the line that was cut; 0: none. */
static size_t
place_of(const struct cutter *c, const char *name, size_t length)
{
	size_t i;

	for (i = 0; i < c->nfields; i++)
		if (c->field[i].length == length &&
		    memcmp(c->field[i].start, name, length) == 0)
			return i + 1;
	return 0;
}

/* The same; digits alone are a place themselves. */
static size_t
place_of_part(const struct cutter *c, const char *name, size_t length)
{
	size_t i, number = 0;

	for (i = 0; i < length && is_digit(name[i]) && number < INT_MAX; i++)
		number = number * 10 + (size_t)(name[i] - '0');
	return i == length ? number : place_of(c, name, length);
}

/* Learns the places of -C a/b, which may have more slashes than that one. */
static void
place_quotient(struct lines *l, const char *name)
{
	const char *slash;
	size_t value, divisor;

	for (slash = strchr(name, '/'); slash != NULL;
	    slash = strchr(slash + 1, '/')) {
		value = place_of_part(&l->cutter, name, (size_t)(slash - name));
		divisor = place_of_part(&l->cutter, slash + 1,
		    strlen(slash + 1));
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
	const struct selection *selection = l->source->selection;
	size_t i, missing = 0;

	for (i = 0; i < selection->ncolumns; i++) {
		const char *name = selection->column[i].name;

		l->place[i] = selection->column[i].number;
		if (name == NULL)
			continue;
		l->place[i] = place_of(&l->cutter, name, strlen(name));
		if (i == COLUMN_SET)
			l->source->chosen = l->place[i] == 0 &&
			    selection->nlabels > 0;
		if (l->place[i] == 0 && i == COLUMN_VALUE)
			place_quotient(l, name);
		else if (l->place[i] == 0 && i == COLUMN_SET)
			l->place[i] = place_of(&l->cutter, name,
			    strcspn(name, "="));
		missing += l->place[i] == 0;
	}
	l->most = selection->unit != NULL ? SIZE_MAX : 1;
	for (i = 0; i < selection->ncolumns; i++)
		if (l->place[i] > l->most)
			l->most = l->place[i];
	return missing;
}

/* Notes what the line that was cut offers, if it is the likeliest header. */
static void
offer(struct lines *l, size_t missing)
{
	const struct cutter *c = &l->cutter;
	size_t i, names = 0, length = 1;
	char *to;

	for (i = 0; i < c->nfields; i++) {
		names += c->field[i].length > 0;
		length += c->field[i].length + 2;
	}
	names += (MAX_COLUMNS - missing) * 1000;
	if (names <= l->likely)
		return;
	l->likely = names;
	l->offered = resize(l->offered, length, 1);
	to = l->offered;
	*to = '\0';
	for (i = 0; i < c->nfields; i++)
		if (c->field[i].length > 0)
			to += sprintf(to, "%s%.*s", to == l->offered ? "" :
			    ", ", (int)c->field[i].length, c->field[i].start);
}

/* Warns if lines above the header look as if they held values. */
static void
look_above(struct lines *l)
{
	struct cutter *c = &l->cutter;
	const size_t place = l->place[COLUMN_VALUE];
	struct text line = { l->above, 0 }, *value;
	char *const end = l->above + l->nabove;
	double unused;

	for (; line.start < end; line.start += line.length + 1) {
		line.length = (size_t)((char *)memchr(line.start, '\n',
		    (size_t)(end - line.start)) - line.start);
		if (!cut(c, line, SIZE_MAX) || c->nfields != l->nheader ||
		    place == 0 || place > c->nfields)
			continue;
		value = &c->field[place - 1];
		if (parse_number(value->start, value->start + value->length,
		    &unused) == NUMBER_OK) {
			warn(l->reader->name, l->reader->line, "this line "
			    "names the columns: lines above it are ignored, "
			    "though they hold numbers");
			return;
		}
	}
}

static bool
take_header(struct lines *l, struct text line)
{
	static const char trial[] = "\t,; ";
	const struct selection *selection = l->source->selection;
	struct cutter *c = &l->cutter;
	bool delimiter[UCHAR_MAX + 1] = { false };
	size_t i, missing;

	for (i = selection->delimited ? 3 : 0; i < 4; i++) {
		if (i == 3)
			cut_at(c, selection->delimiter, selection->merge);
		else if (memchr(line.start, trial[i], line.length) == NULL)
			continue;
		else {
			delimiter[(unsigned char)trial[i]] = true;
			cut_at(c, delimiter, false);
			delimiter[(unsigned char)trial[i]] = false;
		}
		if (!cut(c, line, SIZE_MAX))
			continue;
		missing = find_places(l);
		if (missing == 0)
			break;
		offer(l, missing);
	}
	if (i == 4) {
		if (l->nabove + line.length < KEPT) {
			memcpy(l->above + l->nabove, line.start, line.length);
			l->nabove += line.length;
			l->above[l->nabove++] = '\n';
		}
		return false;
	}
	l->nheader = c->nfields;
	l->header.start = copy_string(line.start, line.length);
	l->header.length = line.length;
	look_above(l);
	return true;
}

/* regexec(3), which may run out of memory; glibc's says so by errno alone. */
static bool
matches(const struct source *s, const struct pattern *pattern,
    const char *text, uintmax_t line)
{
	int error;

	errno = 0;
	error = regexec(&pattern->regex, text, 0, NULL, 0);
	if (error != 0 && (error != REG_NOMATCH || errno == ENOMEM))
		die(s->name, line, "out of memory for a regular expression");
	return error == 0;
}

/* Whether -e and -x let a record pass; a NUL ends it meanwhile. */
static bool
passes(const struct source *s, struct text record, uintmax_t line)
{
	const struct selection *selection = s->selection;
	const char after = record.start[record.length];
	bool passed;

	if (!selection->only.given && !selection->except.given)
		return true;
	record.start[record.length] = '\0';
	passed = (!selection->only.given ||
	    matches(s, &selection->only, record.start, line)) &&
	    (!selection->except.given ||
	    !matches(s, &selection->except, record.start, line));
	record.start[record.length] = after;
	return passed;
}

/* What to type instead of what gave a field that is no number, if plain. */
static const char *
remedy(const struct lines *l, struct text field)
{
	const struct selection *selection = l->source->selection;
	const char *p = field.start, *const end = p + field.length;

	if (selection->unit == NULL && (field.length > 9 || *p == 'g') &&
	    (memcmp(p, "goos:", 5) == 0 || memcmp(p, "Benchmark", 9) == 0))
		return " (Go's output? -k 1 -u ns/op)";
	if (l->cutter.merge && memchr(p, ',', field.length) != NULL)
		return " (-d , if commas separate columns)";
	while (p < end && strchr("+-.0123456789", *p) != NULL)
		p++;
	if (p > field.start && p < end && isalpha((unsigned char)*p))
		return " (a unit is stuck to it)";
	if (p == field.start && !l->source->has_values &&
	    l->header.start == NULL)
		return " (a header? -C name)";
	return "";
}

/* Ends the program because of what a field is; remedy: what to type. */
NORETURN static void
bad_number(const struct source *s, uintmax_t line, struct text field,
    enum number_status status, const char *remedy)
{
	static const char *const what[] = {
		[NUMBER_INVALID] = "is not a number",
		[NUMBER_NAN] = "is NaN, which cannot be compared",
		[NUMBER_INFINITE] = "is infinite, which cannot be compared",
		[NUMBER_TOO_LARGE] = "is out of the range of a double"
	};
	const bool cut_off = field.length > 60;

	die(s->name, line, "\"%.*s%s\" %s%s", cut_off ? 60 :
	    (int)field.length, field.start, cut_off ? "..." : "", what[status],
	    remedy);
}

static double
number_in(const struct lines *l, struct text field)
{
	enum number_status status;
	double value;

	status = parse_number(field.start, field.start + field.length, &value);
	if (status != NUMBER_OK)
		bad_number(l->source, l->reader->line, field, status,
		    status == NUMBER_INVALID ? remedy(l, field) : "");
	return value;
}

/*
 * Warns if the first line after the header has more fields than that, or
 * between blanks fewer: then a name of several words stands before a column.
 */
static void
hold_to_header(struct lines *l)
{
	const size_t n = l->cutter.nfields;

	if (n > l->nheader || (l->cutter.merge && n < l->nheader))
		warn(l->reader->name, l->reader->line, "%zu fields, but %s%zu "
		    "are named: the names may be of other columns", n,
		    n > l->nheader ? "only " : "", l->nheader);
	l->nheader = 0;
}

/* Finds the columns in the line that was cut; false: it has no unit. */
static bool
find_columns(struct lines *l)
{
	const struct cutter *c = &l->cutter;
	struct source *s = l->source;
	size_t i, place;

	for (i = 0; i < s->selection->ncolumns; i++) {
		place = l->place[i];
		s->found[i] = place > 0 && place <= c->nfields ?
		    c->field[place - 1] : (struct text){ NULL, 0 };
	}
	if (s->selection->unit == NULL)
		return true;
	for (i = 1; i < c->nfields; i++)
		if (equals(c->field[i], s->selection->unit)) {
			s->found[COLUMN_VALUE] = c->field[i - 1];
			return true;
		}
	return false;
}

/* NAN stands for what is lacking. */
static double
divide(const struct source *s, uintmax_t line, double value, double divisor)
{
	if (!isnan(value) && !isnan(divisor) && !isfinite(value / divisor))
		die(s->name, line, "%.17g/%.17g is not a finite number", value,
		    divisor);
	return value / divisor;
}

/* One line becomes one value. */
static void
take_line(struct lines *l, struct text line)
{
	struct source *s = l->source;
	const struct text *found = s->found;
	const uintmax_t number = l->reader->line;
	double value;

	if (!cut(&l->cutter, line, l->nheader > 0 ? SIZE_MAX : l->most))
		die(s->name, number, "field %zu: a quote is not closed, or "
		    "text follows it", l->cutter.nfields + 1);
	if (l->cutter.nfields == 0 || !passes(s, line, number))
		return;
	if (line.length == l->header.length &&
	    memcmp(line.start, l->header.start, line.length) == 0)
		return;
	if (l->nheader > 0)
		hold_to_header(l);
	if (!find_columns(l))
		return;
	if (found[COLUMN_VALUE].length == 0 || is_lacking(s) ||
	    (l->place[COLUMN_DIVISOR] > 0 &&
	    found[COLUMN_DIVISOR].length == 0)) {
		count_lacking(s, number);
		return;
	}
	value = number_in(l, found[COLUMN_VALUE]);
	if (l->place[COLUMN_DIVISOR] > 0)
		value = divide(s, number, value,
		    number_in(l, found[COLUMN_DIVISOR]));
	add_value(s, value, number);
}

/* Whether lines can be taken by take_plain_lines. */
static bool
is_plain(const struct lines *l)
{
	const struct selection *s = l->source->selection;

	return l->cutter.blanks && !s->only.given && !s->except.given &&
	    s->unit == NULL && l->place[COLUMN_DIVISOR] == 0 &&
	    !has_keys(s) && !has_set_column(s) && !has_runs(s);
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

/*
 * A short cut past next_line and take_line, which would do the same with
 * these lines: takes from the whole lines in the buffer those where the value
 * is a number that scan_decimal can read, up to the first that is not so.
 *
 * Where a line ends is best found from its start if there are fields to skip,
 * so that the next line need not wait for that, but else from the value's end.
 */
static void
take_plain_lines(struct lines *l, struct sample *sample)
{
	struct reader *r = l->reader;
	const char *p = r->buffer + r->start, *end = r->buffer + r->whole;
	const size_t place = l->place[COLUMN_VALUE];
	const char *after, *newline = NULL;
	double *to;
	size_t n;

	if (p >= end)
		return;
	reserve(sample, (size_t)(end - p) / 2 + 1, r->name);
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
			if (!is_blank(*after) &&
			    !(*after == '\r' && after[1] == '\n'))
				break;
			after = place > 1 ? newline :
			    memchr(after, '\n', (size_t)(end - after));
		}
		to++;
		p = after + 1;
	}
	n = (size_t)(to - sample->value) - sample->n;
	l->source->has_values = l->source->has_values || n > 0;
	sample->n += n;
	r->line += n;
	r->start = r->searched = (size_t)(p - r->buffer);
}

static void
read_lines(struct source *s, struct reader *r)
{
	struct lines l = { .source = s, .reader = r };
	bool in_preamble, plain = false;
	struct text line;

	if (s->selection->run_of == RUN_OF_ARRAY)
		die(s->name, 0, "-r []: there are no arrays, as this is not "
		    "JSON");
	cut_at(&l.cutter, s->selection->delimiter, s->selection->merge);
	s->chosen = s->selection->nlabels > 0;
	in_preamble = find_places(&l) > 0;
	if (in_preamble)
		l.above = resize(NULL, KEPT + PADDING, 1);
	else
		plain = is_plain(&l);
	for (;;) {
		if (plain && l.nheader == 0)
			take_plain_lines(&l, find_sample(s->table, 0, s->set));
		if (!next_line(r, &line))
			break;
		if (line.length == 0)
			continue;
		if (!in_preamble)
			take_line(&l, line);
		else if (take_header(&l, line)) {
			in_preamble = false;
			plain = is_plain(&l);
		}
	}
	s->place = l.place[COLUMN_VALUE];
	if (in_preamble)
		die(s->name, 0, "no line names the columns asked for; the "
		    "likeliest offers %s",
		    l.offered != NULL ? l.offered : "nothing");
}

/* One line for all that a file lacks: never silent, never fatal. */
static void
warn_lacking(const struct source *s)
{
	const struct selection *selection = s->selection;
	char what[40] = "a column asked for";

	if (s->place > 0 && !has_keys(selection) && !has_set_column(selection))
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
	size_t child, next;	/* what followed last time, within and behind */
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
	size_t npaths, capacity;
	struct index names;	/* of the paths */
	size_t value, divisor;	/* paths; divisor 0: none */
	struct sample divisors;	/* of the values at hand */
	size_t ndivided;
	struct frame frame[MAX_NESTING];
	size_t nframes, depth;
	const char *array;	/* the innermost that is open */
	struct text text[MAX_COLUMNS];	/* room for strings without escapes */
	size_t room[MAX_COLUMNS];
	const char *counted;	/* lines were, up to here */
	uintmax_t line;
};

static uintmax_t
line_at(struct json *j, const char *p)
{
	if (p < j->counted) {
		j->counted = j->start;
		j->line = 1;
	}
	for (; j->counted < p; j->counted++)
		j->line += *j->counted == '\n';
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
	struct text *names = &j->text[COLUMN_DIVISOR];

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
	*guess = find_name(&j->names, *names, j->source->name);
	if (*guess < j->npaths)
		return *guess;
	before = *guess;
	if (j->npaths == j->capacity) {
		j->capacity *= 2;
		j->path = resize_for(j->source->name, j->path, j->capacity,
		    sizeof(*j->path));
	}
	j->path[j->npaths++] = (struct path){
		.names = j->names.name[before].text, .parent = parent
	};
	return before;
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
		if (member.length <= length && *value != 'n' &&
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
find_column(struct json *j, size_t column)
{
	const struct selection *s = j->source->selection;
	const char *name = s->column[column].name;
	struct frame *f;
	size_t i;

	j->source->found[column] = (struct text){ NULL, 0 };
	for (i = j->nframes; name != NULL && i > 0; i--) {
		f = &j->frame[i - 1];
		if (!f->member[column].sought)
			f->member[column].value = look_up(j, f->start, name,
			    column == COLUMN_SET && j->source->chosen ?
			    strcspn(name, "=") : strlen(name));
		f->member[column].sought = true;
		if (f->member[column].value == NULL)
			continue;
		j->source->found[column] = name_at(j,
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
	const uintmax_t line = line_at(j, p);
	struct source *s = j->source;
	const struct text text = scalar_text(j, p, end, COLUMN_VALUE);
	enum number_status status = NUMBER_INVALID;
	double value = NAN;

	if (is_numeric(p, end))
		status = parse_number(text.start, text.start + text.length,
		    &value);
	if (status != NUMBER_OK && *p != 'n')
		bad_number(s, line, text, status, "");
	if (j->gathering) {
		append(&j->divisors, value, s->name);
		return;
	}
	if (j->divisor > 0 && j->ndivided < j->divisors.n)
		value = divide(s, line, value,
		    j->divisors.value[j->ndivided]);
	j->ndivided++;
	if (s->selection->run_of == RUN_OF_ARRAY && array == NULL)
		die(s->name, line, "-r []: no array is around this value");
	if (s->selection->run_of == RUN_OF_ARRAY)
		s->found[COLUMN_RUN] = (struct text){
			(char *)&array, sizeof(array)
		};
	if (isnan(value) || is_lacking(s))
		count_lacking(s, line);
	else
		add_value(s, value, line);
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
	const char *object = p;
	size_t i, around, innermost = 0, skipped;

	j->divisors.n = j->ndivided = 0;
	if (j->divisor > 0) {
		skipped = j->path[divisor->parent].names.length + 1;
		object = look_up(j, j->frame[j->nframes - 1].start,
		    divisor->names.start + skipped,
		    divisor->names.length - skipped);
		if (object == NULL)
			return;
		j->gathering = true;
		take_values(j, object, NULL);
		j->gathering = false;
	}
	for (i = COLUMN_SET; i < s->ncolumns; i++) {
		around = find_column(j, i);
		if (around > innermost && i != COLUMN_RUN)
			innermost = around;
	}
	if (innermost == 0)
		innermost = j->nframes;
	if (s->only.given || s->except.given) {
		object = innermost > 0 ? j->frame[innermost - 1].start : p;
		if (!passes(j->source, (struct text){ (char *)object,
		    (size_t)(skip_value(j, object) - object) }, line_at(j, p)))
			return;
	}
	take_values(j, p, j->array);
	if (j->divisor > 0 && j->ndivided != j->divisors.n)
		die(j->source->name, line_at(j, p), "%zu values cannot be "
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
		list = resize(list, used + names.length + 60, 1);
		to = list + used;
		to += sprintf(to, "%s", n > 1 ? ", " : "");
		for (k = 1; k < names.length; k++)
			*to++ = names.start[k] == BETWEEN ? '.' :
			    names.start[k];
		to += sprintf(to, "%s (%ju)", i == 0 ? "none" : "",
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
	list_paths(j, name != NULL ? "no member is what -C names; it may be " :
	    "this is JSON: -C names a member, which may be ", "", 0);
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
	struct json *j = resize(NULL, 1, sizeof(*j));

	while (!r->at_end) {
		r->searched = r->end;
		for (; r->at_nul && r->start < r->end; r->start++)
			r->line += r->buffer[r->start] == '\n';
		refill(r);
	}
	*j = (struct json){
		.source = s, .line = 1, .npaths = 1, .capacity = 64,
		.start = r->buffer + r->start, .end = r->buffer + r->end,
		.counted = r->buffer, .path = resize(NULL, 64, sizeof(*j->path))
	};
	find_name(&j->names, (struct text){ r->buffer, 0 }, s->name);
	j->path[0] = (struct path){ .names = j->names.name[0].text };
	s->what = "value";
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
		die(name, 0, "no values");
	free(reader.buffer);
}

/*
 * ---- Arithmetic ----------------------------------------------------------
 * Doubles become sums, extremes and ranks, exactly or to the last digit.
 * Calls libm and allocate; knows nothing of sets and rows.
 */

/*
 * Double-double: the unevaluated sum of two doubles, hi the one nearest to
 * the whole.  It carries some 31 digits through the few places where 16 would
 * be lost: an exponent before exp, a difference of nearly equal means.
 *
 * Method	two_sum: Knuth, The Art of Computer Programming 2, 4.2.2,
 *		theorem B; two_prod: Dekker, A floating-point technique for
 *		extending the available precision, Numer. Math. 18 (1971)
 * Accuracy	two_sum and two_prod are exact; the others are good to a
 *		few 1e-32 relative
 * Special	not for infinities and NANs; products and quotients must stay
 *		within 1e290 and, to be exact, not be below 1e-290
 */
static struct dd
two_sum(double a, double b)
{
	const double sum = a + b;
	const double from_b = sum - a;
	const double from_a = sum - from_b;

	return (struct dd){ sum, (a - from_a) + (b - from_b) };
}

/* a as a sum of two numbers of at most 26 bits, whose products are exact. */
static struct dd
split(double a)
{
	const double c = 0x1p27 * a + a;
	const double hi = c - (c - a);

	return (struct dd){ hi, a - hi };
}

static struct dd
two_prod(double a, double b)
{
	const double product = a * b;
	const struct dd x = split(a), y = split(b);
	const double error = x.hi * y.hi - product + x.hi * y.lo + x.lo * y.hi;

	return (struct dd){ product, error + x.lo * y.lo };
}

static struct dd
dd_add(struct dd a, struct dd b)
{
	const struct dd hi = two_sum(a.hi, b.hi);
	const struct dd lo = two_sum(a.lo, b.lo);
	const struct dd sum = two_sum(hi.hi, hi.lo + lo.hi);

	return two_sum(sum.hi, sum.lo + lo.lo);
}

static struct dd
dd_sub(struct dd a, struct dd b)
{
	return dd_add(a, (struct dd){ -b.hi, -b.lo });
}

static struct dd
dd_mul(struct dd a, struct dd b)
{
	const struct dd product = two_prod(a.hi, b.hi);

	return two_sum(product.hi,
	    product.lo + (a.hi * b.lo + a.lo * b.hi));
}

/* Long division with two digits, each of them a double. */
static struct dd
dd_div(struct dd a, struct dd b)
{
	const double first = a.hi / b.hi;
	const struct dd rest = dd_sub(a, dd_mul((struct dd){ first, 0 }, b));

	return two_sum(first, rest.hi / b.hi);
}

static struct dd
dd_div_double(struct dd a, double b)
{
	return dd_div(a, (struct dd){ b, 0 });
}

/* ln 2, to 106 bits. */
static const struct dd LN2 = { 0x1.62e42fefa39efp-1, 0x1.abc9e3b39803fp-56 };

/*
 * dd_log1p(z) = ln(1 + z) for z in [sqrt(1/2) - 1, sqrt(2) - 1].
 *
 * Method	2 atanh(f), f = z / (2 + z), as the power series in f; only its
 *		first term needs two doubles, as the rest is 1% of it at most
 * Accuracy	3e-18 relative
 */
static struct dd
dd_log1p(struct dd z)
{
	const struct dd f = dd_div(z, dd_add((struct dd){ 2, 0 }, z));
	const double square = f.hi * f.hi;
	double rest = 0;
	int n;

	for (n = 23; n >= 3; n -= 2)
		rest = (rest + 2.0 / n) * square;
	return dd_add((struct dd){ 2 * f.hi, 2 * f.lo },
	    (struct dd){ rest * f.hi, 0 });
}

/* ln(x * 2^exponent) for x > 0, by ln(m * 2^k) = ln m + k ln 2. */
static struct dd
dd_log(struct dd x, int exponent)
{
	struct dd m;
	int k;

	if (frexp(x.hi, &k) < 0.70710678118654752)
		k--;
	m = (struct dd){ ldexp(x.hi, -k), ldexp(x.lo, -k) };
	return dd_add(dd_mul((struct dd){ k + exponent, 0 }, LN2),
	    dd_log1p(dd_sub(m, (struct dd){ 1, 0 })));
}

/*
 * dd_exp(x) = e^x, of a double-double because an error in x, however small
 * against x, is a relative error of the result.
 *
 * Method	e^x = 2^k e^r, |r| <= ln(2) / 2, and the power series of e^r
 * Accuracy	0.6 ulp, 1 where the result is subnormal
 * Special	0 or INFINITY beyond the range of a double
 */
static double
dd_exp(struct dd x)
{
	struct dd r, sum;
	double k, rest;
	int n;

	if (!(fabs(x.hi) < 1000))
		return x.hi < 0 ? 0 : x.hi * INFINITY;
	k = floor(x.hi / LN2.hi + 0.5);
	r = dd_sub(x, dd_mul((struct dd){ k, 0 }, LN2));
	rest = 0;
	for (n = 14; n >= 2; n--)
		rest = (rest + 1) * (r.hi / n);
	sum = two_sum(1, r.hi);
	return ldexp(sum.hi + (sum.lo + (r.lo + rest * r.hi)), (int)k);
}

/*
 * natural_log(x) = ln x and exponential(x) = e^x, by + - * / alone, so that
 * they give the same bits on every machine, as log(3) and exp(3) do not.
 *
 * Accuracy	0.6 ulp (exponential: 1 where the result is subnormal)
 * Special	as of log(3) and exp(3)
 */
static double
natural_log(double x)
{
	if (!(x > 0))
		return x == 0 ? -INFINITY : NAN;
	if (isinf(x))
		return x;
	return dd_log((struct dd){ x, 0 }, 0).hi;
}

static double
exponential(double x)
{
	return dd_exp((struct dd){ x, 0 });
}

/* a - b; the rounding errors of both count. */
static double
dd_difference(struct dd a, struct dd b)
{
	struct dd difference = two_sum(a.hi, -b.hi);

	return difference.hi + (difference.lo + (a.lo - b.lo));
}

/*
 * A sum of doubles, exact: a fixed-point number of 67 chunks, where chunk i
 * counts units of 2^(32 i - 1074).  A double adds at most 2^52 to a chunk,
 * so that a block of 2^10 of them may be added between two carries.
 *
 * Method	Neal (2015), Fast exact summation using small and large
 *		superaccumulators, arXiv:1505.05571, section 3
 */
enum { CHUNKS = 67, CHUNK_BITS = 32 };

struct exact_sum {
	int64_t chunk[CHUNKS];
};

/* Brings each chunk but the last, which has the sign, into [0, 2^32). */
static void
carry(struct exact_sum *sum)
{
	const int64_t unit = INT64_C(1) << CHUNK_BITS;
	int64_t rest;
	size_t i;

	for (i = 0; i < CHUNKS - 1; i++) {
		rest = (int64_t)((uint64_t)sum->chunk[i] & UINT32_MAX);
		sum->chunk[i + 1] += (sum->chunk[i] - rest) / unit;
		sum->chunk[i] = rest;
	}
}

static void
add_exactly(struct exact_sum *sum, double value)
{
	const uint64_t bits = bits_of(value);
	uint64_t mantissa = bits & ((UINT64_C(1) << 52) - 1);
	int64_t low, high;
	unsigned exponent, shift;
	int64_t *chunk;

	exponent = bits >> 52 & 0x7ff;
	if (exponent > 0) {
		mantissa |= UINT64_C(1) << 52;
		exponent--;
	}
	chunk = &sum->chunk[exponent / CHUNK_BITS];
	shift = exponent % CHUNK_BITS;
	low = (int64_t)(mantissa << shift & UINT32_MAX);
	high = (int64_t)(mantissa >> (CHUNK_BITS - shift));
	chunk[0] += bits >> 63 ? -low : low;
	chunk[1] += bits >> 63 ? -high : high;
}

static struct dd
dd_scale(struct dd a, int exponent)
{
	return (struct dd){ ldexp(a.hi, exponent), ldexp(a.lo, exponent) };
}

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
 * Values are taken in blocks that stay in the cache, and in pairs of lanes:
 * chains of operations that overlap, and that compilers make vectors of.
 */
enum { BLOCK = 1024, LANES = 2 };

static struct interval
join_intervals(struct interval a, struct interval b)
{
	return (struct interval){
		smaller(a.lower, b.lower), larger(a.upper, b.upper)
	};
}

/* The least and the greatest of n > 0 values. */
static struct interval
extremes_of(const double *value, size_t n)
{
	double least[LANES], most[LANES];
	size_t i, j;

	for (j = 0; j < LANES; j++)
		least[j] = most[j] = value[n - 1];
	for (i = 0; i + LANES <= n; i += LANES)
		for (j = 0; j < LANES; j++) {
			least[j] = smaller(least[j], value[i + j]);
			most[j] = larger(most[j], value[i + j]);
		}
	return join_intervals((struct interval){ least[0], most[0] },
	    (struct interval){ least[1], most[1] });
}

/* The least magnitude of n values other than 0; INFINITY: there are none. */
static double
least_magnitude(const double *value, size_t n)
{
	double least = INFINITY;
	size_t i;

	for (i = 0; i < n; i++)
		if (value[i] != 0)
			least = smaller(least, fabs(value[i]));
	return least;
}

struct lanes {
	double sum[LANES];
	double lost[LANES];	/* by the sum's roundings */
};

static struct lanes
start_lanes(double start)
{
	struct lanes lanes;
	size_t j;

	for (j = 0; j < LANES; j++) {
		lanes.sum[j] = start;
		lanes.lost[j] = 0;
	}
	return lanes;
}

/*
 * Adds to a sum that begins at 1.5 * 2^k, and stays within 2^k and 2^(k+1):
 * there it is a multiple of u = 2^(k-52), so that its steps are exact, and so
 * is what a step lacks of x, at most u / 2 (Dekker 1971).
 */
static inline void
add_to(struct lanes *lanes, size_t j, double x)
{
	const double next = lanes->sum[j] + x;

	lanes->lost[j] += x - (next - lanes->sum[j]);
	lanes->sum[j] = next;
}

/* What was added to two pairs of lanes. */
static struct dd
join_lanes(const struct lanes *a, const struct lanes *b, double start)
{
	return (struct dd){
		((a->sum[0] - start) + (a->sum[1] - start)) +
		((b->sum[0] - start) + (b->sum[1] - start)),
		(a->lost[0] + a->lost[1]) + (b->lost[0] + b->lost[1])
	};
}

/* The e where all magnitudes within the range are less than 2^e. */
static int
exponent_beyond(struct interval range)
{
	return exponent_of(larger(-range.lower, range.upper));
}

/*
 * The sum of a block, exactly hi + lo, and in *range its extremes, sought in
 * the same loop: they cost no time while one addition waits for another.
 * False where the sum is not proven, *range is right even so.
 *
 * Let all magnitudes be below 2^e and each value a multiple of g.  With
 * k = e + 10 the values of a lane, fewer than 2^9, keep its sum within bounds.
 * All lanes make hi at most 2^(e+10) = 2^52 u, and lo at most 2^10 u/2 =
 * 2^(e-33), so that no sum is rounded if g >= 2^(e-86).  This is so if no
 * magnitude but 0 is less than 2^(e-34), for a value has 53 bits.
 */
static bool
sum_block(const double *value, size_t n, int e, struct interval *range,
    struct dd *total)
{
	const double start = ldexp(1.5, e + 10);
	struct lanes a = start_lanes(start), b = a;
	double lower[LANES], upper[LANES], least;
	size_t i, j;

	assert(n <= BLOCK);
	for (j = 0; j < LANES; j++)
		lower[j] = upper[j] = value[n - 1];
	for (i = 0; i + 2 * LANES <= n; i += 2 * LANES) {
		for (j = 0; j < LANES; j++) {
			lower[j] = smaller(lower[j], value[i + j]);
			upper[j] = larger(upper[j], value[i + j]);
			add_to(&a, j, value[i + j]);
		}
		for (j = 0; j < LANES; j++) {
			lower[j] = smaller(lower[j], value[i + LANES + j]);
			upper[j] = larger(upper[j], value[i + LANES + j]);
			add_to(&b, j, value[i + LANES + j]);
		}
	}
	for (; i < n; i++) {
		lower[0] = smaller(lower[0], value[i]);
		upper[0] = larger(upper[0], value[i]);
		add_to(&a, 0, value[i]);
	}
	*total = join_lanes(&a, &b, start);
	*range = join_intervals((struct interval){ lower[0], upper[0] },
	    (struct interval){ lower[1], upper[1] });
	least = range->lower > 0 ? range->lower :
	    range->upper < 0 ? -range->upper : least_magnitude(value, n);
	return e <= 900 && exponent_beyond(*range) <= e &&
	    least >= 0x1p-900 && least >= ldexp(1, e - 34);
}

/* The exact sum of n > 0 values, and in *range their extremes. */
static struct exact_sum
add_up(const double *value, size_t n, struct interval *range)
{
	struct exact_sum sum = { { 0 } };
	struct interval here = extremes_of(value, n < BLOCK ? n : BLOCK);
	struct dd total;
	size_t i, size, count, added = 0;
	int e = exponent_beyond(here);
	bool proven;

	*range = here;
	for (; n > 0; value += size, n -= size) {
		size = n < BLOCK ? n : BLOCK;
		proven = sum_block(value, size, e, &here, &total);
		if (!proven) {	/* again, with what suits this block */
			e = exponent_beyond(here);
			proven = sum_block(value, size, e, &here, &total);
		}
		*range = join_intervals(*range, here);
		count = proven ? 2 : size;
		if (added + count > BLOCK) {
			carry(&sum);
			added = 0;
		}
		added += count;
		if (proven) {
			add_exactly(&sum, total.hi);
			add_exactly(&sum, total.lo);
		} else {
			for (i = 0; i < size; i++)
				add_exactly(&sum, value[i]);
		}
	}
	carry(&sum);
	return sum;
}

/* An exact sum / n. */
static struct dd
divide_sum(struct exact_sum sum, size_t n)
{
	struct dd total = { 0, 0 }, part;
	double sign = 1;
	size_t top, i;

	if (sum.chunk[CHUNKS - 1] < 0) {
		sign = -1;
		for (i = 0; i < CHUNKS; i++)
			sum.chunk[i] = -sum.chunk[i];
		carry(&sum);
	}
	for (top = CHUNKS - 1; top > 0 && sum.chunk[top] == 0; top--)
		;
	/* Five chunks of 32 bits: more than the 106 bits that fit. */
	for (i = 0; i < 5 && i <= top; i++) {
		part = two_sum(total.hi, ldexp((double)sum.chunk[top - i],
		    -CHUNK_BITS * (int)i));
		total = two_sum(part.hi, part.lo + total.lo);
	}
	total = dd_div_double(total, sign * (double)n);
	return dd_scale(total, CHUNK_BITS * (int)top - 1074);
}

/*
 * The mean of n > 0 finite values, within 2^-100 of its size or, if that
 * is more, 2^-1074: of equal values, exactly their value.  *range receives
 * their extremes.
 */
static struct dd
mean_of(const double *value, size_t n, struct interval *range)
{
	struct dd total;

	if (n <= BLOCK) {
		*range = extremes_of(value, n);
		if (sum_block(value, n, exponent_beyond(*range), range, &total))
			return dd_div_double(two_sum(total.hi, total.lo),
			    (double)n);
	}
	return divide_sum(add_up(value, n, range), n);
}

/*
 * How to take a sample's deviations from its mean in units of 2^exponent, so
 * that neither they nor their squares overflow or vanish.
 */
struct centre {
	struct dd mean;	/* in units of 1 / before */
	double before, after;	/* powers of two: see deviation() */
	int exponent;
};

static struct centre
centre_on(struct dd mean, double min, double max)
{
	/* Halved, for the range may be twice that of a double. */
	const double reach = larger(max / 2 - mean.hi / 2,
	    mean.hi / 2 - min / 2);
	const int exponent = exponent_of(reach);
	const int down = exponent > 900 ? 100 : 0;

	return (struct centre){
		.mean = dd_scale(mean, -down),
		.before = ldexp(1, -down),
		.after = ldexp(1, down - exponent),
		.exponent = exponent
	};
}

/* Accuracy: 2 roundings, as a first difference that cancels is exact. */
static inline double
deviation(const struct centre *c, double value)
{
	return ((value * c->before - c->mean.hi) - c->mean.lo) * c->after;
}

static inline void
add_products(struct lanes *lanes, const struct centre *c, const double *value,
    size_t lag)
{
	size_t j;

	for (j = 0; j < LANES; j++)
		add_to(lanes, j,
		    deviation(c, value[j]) * deviation(c, value[j + lag]));
}

/*
 * The sum of n products of deviations, value[i] with value[i + lag], in units
 * of 4^exponent: of squares if lag is 0.
 *
 * Method	each block by add_to.  No product exceeds 4 by more than
 *		rounding: 2^8 of them keep a lane within 2^13 and 2^14.
 *		The last few, which may be all, do not even round the product
 * Accuracy	relative error of a sum of squares, which are all positive,
 *		below 6 * 2^-53: 5 of each term, 1 of their sum.  That is at
 *		least 1, a lane of a block loses at most 2^-32 to lost[], and
 *		so adding this up errs by n 2^-84 at most.  (Where the
 *		exponent had to be -1000 the sum may be smaller, and right
 *		to 2^9 * 2^-53.)
 */
static ALWAYS_INLINE double
sum_products(const struct centre *centre, const double *value, size_t n,
    size_t lag)
{
	const double start = 0x1.8p13;
	const size_t whole = n - n % (2 * LANES);
	const struct centre c = *centre;
	struct dd total = { 0, 0 };
	struct lanes a, b;
	size_t i = 0, end;

	while (i < whole) {
		a = b = start_lanes(start);
		end = whole - i < BLOCK ? whole : i + BLOCK;
		for (; i < end; i += 2 * LANES) {
			add_products(&a, &c, value + i, lag);
			add_products(&b, &c, value + i + LANES, lag);
		}
		total = dd_add(total, join_lanes(&a, &b, start));
	}
	for (; i < n; i++)
		total = dd_add(total, two_prod(deviation(&c, value[i]),
		    deviation(&c, value[i + lag])));
	return total.hi;
}

static double
sum_squares(const struct centre *centre, const double *value, size_t n)
{
	return sum_products(centre, value, n, 0);
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

enum {
	SORT_SMALL = 128,	/* below, insertion beats clearing counters */
	DIGIT_BITS = 8,	/* 11 need fewer passes, but miss the cache */
	DIGITS = 64 / DIGIT_BITS,
	RADIX = 1 << DIGIT_BITS
};

static void
insertion_sort(double *v, size_t n)
{
	for (size_t i = 1; i < n; i++) {
		double moving = v[i];
		size_t j = i;

		for (; j > 0 && v[j - 1] > moving; j--)
			v[j] = v[j - 1];
		v[j] = moving;
	}
}

static size_t
digit(uint64_t key, int which)
{
	return (size_t)(key >> which * DIGIT_BITS) & (RADIX - 1);
}

/* One pass over the values counts the digits of all places. */
static void
count_digits(const double *v, size_t n, size_t *count)
{
	for (size_t i = 0; i < DIGITS * RADIX; i++)
		count[i] = 0;
	for (size_t i = 0; i < n; i++) {
		uint64_t key = order_key(v[i]);

		for (int d = 0; d < DIGITS; d++)
			count[(size_t)d * RADIX + digit(key, d)]++;
	}
}

/* A stable pass by one digit; count is how often each value of it occurs. */
static void
scatter(const double *from, double *to, size_t n, size_t *count, int which)
{
	size_t start = 0;

	for (size_t i = 0; i < RADIX; i++) {
		size_t here = count[i];

		count[i] = start;
		start += here;
	}
	for (size_t i = 0; i < n; i++)
		to[count[digit(order_key(from[i]), which)]++] = from[i];
}

/*
 * Radix sort from the lowest digit: time linear in n whatever the order, and
 * the digits that all values share, as measurements often do, cost nothing.
 */
static void
radix_sort(double *v, size_t n)
{
	size_t *count = allocate(DIGITS * RADIX, sizeof(*count));
	double *spare = allocate(n, sizeof(*spare));
	double *from = v, *to = spare;

	count_digits(v, n, count);
	for (int d = 0; d < DIGITS; d++) {
		size_t *here = count + (size_t)d * RADIX;
		double *swap = from;

		if (here[digit(order_key(v[0]), d)] == n)
			continue;
		scatter(from, to, n, here, d);
		from = to;
		to = swap;
	}
	if (from != v)
		memcpy(v, from, n * sizeof(*v));
	free(spare);
	free(count);
}

/* Sorts v in ascending order. */
static void
sort(double *v, size_t n)
{
	if (n <= SORT_SMALL)
		insertion_sort(v, n);
	else
		radix_sort(v, n);
}

static double *
sorted_copy(const double *v, size_t n)
{
	double *copy = allocate(n, sizeof(*copy));

	memcpy(copy, v, n * sizeof(*copy));
	sort(copy, n);
	return copy;
}

/*
 * A rank among n values is found without sorting or moving them, by counting
 * LEVEL_BITS of their order-preserving bits at a time, until the bucket that
 * holds it is small enough to be gathered and sorted.
 */
enum { LEVEL_BITS = 14, SMALL_BUCKET = 1024 };

struct bucket {
	uint64_t prefix;	/* the high bits of all in it, shifted down */
	int shift;	/* 64: everything is in it */
	size_t n;
	size_t rank;	/* within it */
};

static bool
in_bucket(const struct bucket *b, double value)
{
	return b->shift == 64 || order_key(value) >> b->shift == b->prefix;
}

/* The part of the bucket that holds its rank. */
static struct bucket
narrow_bucket(struct bucket b, const double *value, size_t n, size_t *count)
{
	const int shift = b.shift > LEVEL_BITS ? b.shift - LEVEL_BITS : 0;
	const size_t levels = (size_t)1 << (b.shift - shift);
	size_t i, level = 0;

	memset(count, 0, levels * sizeof(*count));
	for (i = 0; i < n; i++)
		if (in_bucket(&b, value[i]))
			count[order_key(value[i]) >> shift & (levels - 1)]++;
	for (; b.rank >= count[level]; level++)
		b.rank -= count[level];
	b.prefix = (b.shift == 64 ? 0 : b.prefix << (b.shift - shift)) | level;
	b.shift = shift;
	b.n = count[level];
	return b;
}

/* The value of that rank, from 0. */
static double
select_rank(const double *value, size_t n, size_t rank)
{
	struct bucket b = { 0, 64, n, rank };
	size_t *count, i, gathered = 0;
	double *few, selected;

	if (n > SMALL_BUCKET) {
		count = allocate((size_t)1 << LEVEL_BITS, sizeof(*count));
		while (b.n > SMALL_BUCKET && b.shift > 0)
			b = narrow_bucket(b, value, n, count);
		free(count);
	}
	few = allocate(b.n < SMALL_BUCKET ? b.n : SMALL_BUCKET, sizeof(*few));
	for (i = 0; i < n && gathered < SMALL_BUCKET; i++)
		if (in_bucket(&b, value[i]))
			few[gathered++] = value[i];
	sort(few, gathered);
	/* More than that many are all of the same bits. */
	selected = few[b.n > SMALL_BUCKET ? 0 : b.rank];
	free(few);
	return selected;
}

/*
 * The mean of two values, also where their sum is beyond a double.  Opposite
 * infinities, which are differences that overflowed, have mean 0.
 */
static double
midpoint(double a, double b)
{
	const double sum = a + b;

	if (isfinite(sum))
		return sum / 2;
	return a == -b ? 0 : a / 2 + b / 2;
}

/*
 * The values from least to most, and perhaps a few that are next to most, up
 * to room of them, and in *below how many come before least.  Returns how
 * many were stored: more than room - BLOCK means that some may have been left
 * out.  They may be stored where value points to: all were read before.
 *
 * Rounded differences from least grow with the value, so that those from 0 to
 * that of most are of successive values.  They are compared as bits, without a
 * branch: these grow with a difference that is not negative, and of one that
 * is (or -0, of -0 from 0, which comes before it) the first bit is set.
 */
static size_t
gather(const double *value, size_t n, double least, double most,
    double *inside, size_t room, size_t *below)
{
	const uint64_t span = bits_of(most - least);
	uint64_t difference, less = 0;
	size_t i, end, stored = 0;

	for (i = 0; i < n && stored + BLOCK <= room; ) {
		end = n - i < BLOCK ? n : i + BLOCK;
		for (; i < end; i++) {
			difference = bits_of(value[i] - least);
			inside[stored] = value[i];
			stored += difference <= span;
			less += difference >> 63;
		}
	}
	*below = (size_t)less;
	return stored;
}

/*
 * The median of values of which rank - 1 and rank are the middle two, or the
 * value of that rank if single.
 */
static double
median_at(const double *value, size_t n, size_t rank, bool single)
{
	const double upper = select_rank(value, n, rank);
	double lower = -INFINITY;
	size_t i, less = 0;

	if (single)
		return upper;
	for (i = 0; i < n; i++)
		if (value[i] < upper) {
			less++;
			lower = larger(lower, value[i]);
		}
	return midpoint(less == rank ? lower : upper, upper);
}

/* The same of few values. */
static double
median_of_few(const double *value, size_t n, bool single)
{
	double sorted[SORT_SMALL];

	memcpy(sorted, value, n * sizeof(*sorted));
	insertion_sort(sorted, n);
	return single ? sorted[n / 2] :
	    midpoint(sorted[n / 2 - 1], sorted[n / 2]);
}

/* Evenly taken values, sorted, to guess from. */
static double *
take_sample(const double *value, size_t n, size_t size)
{
	double *sample = allocate(size, sizeof(*sample));
	size_t i;

	for (i = 0; i < size; i++)
		sample[i] = value[n / size * i];
	sort(sample, size);
	return sample;
}

enum { MANY = 65536 };	/* so many values are worth guessing */

/*
 * Stores in inside those of n >= MANY values among which the ranks *rank - 1
 * and *rank are, and makes *rank the rank there.  Returns how many; 0: more
 * than room, or the guess was no help.
 *
 * Method	Floyd and Rivest (1975): they are between two values that a
 *		sample puts 4 standard errors below and above the rank
 */
static size_t
gather_about(const double *value, size_t n, size_t *rank, double *inside,
    size_t room)
{
	enum { EACH = 64, MOST = 16384 };
	const size_t size = n / EACH < MOST ? n / EACH : MOST;
	const size_t reach = (size_t)(4 * sqrt((double)size) / 2);
	const size_t place = (size_t)((double)*rank / (double)n *
	    (double)size);
	double *sample = take_sample(value, n, size);
	size_t count, below;

	count = gather(value, n, sample[place > reach ? place - reach : 0],
	    sample[place + reach < size ? place + reach : size - 1],
	    inside, room, &below);
	free(sample);
	if (count + BLOCK > room || below >= *rank || *rank >= below + count)
		return 0;
	*rank -= below;
	return count;
}

/*
 * The middle value of n > 0, or the mean of the middle two.  Of 10^7 values
 * some 3% remain to look at, and of these some 6%.
 */
static double
median_of(const double *value, size_t n)
{
	const bool single = n % 2 == 1;
	const size_t room = n / 16 + MANY / 4;
	size_t rank = n / 2, count;
	double *inside, median;

	if (n <= SORT_SMALL)
		return median_of_few(value, n, single);
	if (n < MANY)
		return median_at(value, n, rank, single);
	inside = allocate(room, sizeof(*inside));
	count = gather_about(value, n, &rank, inside, room);
	if (count >= MANY)
		count = gather_about(inside, count, &rank, inside, room);
	median = count > 0 ? median_at(inside, count, rank, single) :
	    median_at(value, n, n / 2, single);
	free(inside);
	return median;
}

/*
 * Two sorted samples, and with them the m * n differences x[i] - y[j], each
 * rounded to a double.  They are counted and selected but never all stored:
 * as they fall with j and rise with i, two indices that only ever advance
 * find those within given bounds in m + n steps.
 */
struct sorted_pair {
	const double *x, *y;
	size_t m, n;
};

static uint64_t
pairs(const struct sorted_pair *s)
{
	return (uint64_t)s->m * s->n;
}

/*
 * How many differences lie in [least, most], and in *below how many under
 * least.  Of those within the first are stored in inside, up to room of them.
 */
static uint64_t
gather_differences(const struct sorted_pair *s, double least, double most,
    double *inside, size_t room, uint64_t *below)
{
	const double *x = s->x, *y = s->y;
	size_t first = 0, end = 0;	/* y[first..end) are within */
	size_t i, j, stored = 0;
	uint64_t count = 0, under = 0;

	for (i = 0; i < s->m; i++) {
		while (first < s->n && x[i] - y[first] > most)
			first++;
		while (end < s->n && x[i] - y[end] >= least)
			end++;
		under += s->n - end;
		count += end - first;
		for (j = first; j < end && stored < room; j++)
			inside[stored++] = x[i] - y[j];
	}
	*below = under;
	return count;
}

/* The least difference above d, or d where at least k do not exceed d. */
static double
next_difference(const struct sorted_pair *s, double d, uint64_t k)
{
	double next = INFINITY;
	uint64_t at_most = 0;
	size_t i, j = 0;

	for (i = 0; i < s->m; i++) {
		while (j < s->n && s->x[i] - s->y[j] > d)
			j++;
		at_most += s->n - j;
		if (j > 0 && s->x[i] - s->y[j - 1] < next)
			next = s->x[i] - s->y[j - 1];
	}
	return at_most >= k ? d : next;
}

enum {
	THIN = 16,		/* one value stands for so many */
	THIN_LEAST = 256	/* shorter samples stay whole */
};

/* How many differences select_difference() sorts at once. */
static size_t
gather_room(const struct sorted_pair *s)
{
	double longer = (double)(s->m > s->n ? s->m : s->n);
	double room = 512 * sqrt(longer);

	return room < 65536 ? 65536 : (size_t)room;
}

/*
 * By how many the count of the differences below some d may be wrong when x
 * (m values) is thinned: m / THIN blocks, each of which errs independently by
 * THIN^1.5 steps of x, each worth n / m (at least 1) differences.  Twice the
 * standard error of uniform spacings; no bound, nor need it be one.
 */
static double
thinning_error(size_t m, size_t n)
{
	double rm = sqrt((double)m), rn = sqrt((double)n);

	return 2 * THIN * ((double)n / rm + rn);
}

/* Cuts v into equal blocks, kept of them, and takes the middle of each. */
static double *
thinned(const double *v, size_t n, size_t kept)
{
	double *thin = allocate(kept, sizeof(*thin));
	size_t i;

	for (i = 0; i < kept; i++)
		thin[i] = v[(size_t)((2 * (uint64_t)i + 1) * n / (2 * kept))];
	return thin;
}

/*
 * A few of the values of both samples, to guess from, and by how many pairs
 * of the whole a rank taken from them may be off.  A sample much shorter than
 * the other stays whole, but never both where there are more differences than
 * are gathered: so what selects among them, in turn, comes to an end.  x and y
 * are to be freed.
 */
struct thin_pair {
	struct sorted_pair s;
	double *x, *y;	/* what s points to, if thinned */
	double slack;
};

static struct thin_pair
thin_pair(const struct sorted_pair *s)
{
	double most = (double)gather_room(s) / 4;
	double slack_x = thinning_error(s->m, s->n);
	double slack_y = thinning_error(s->n, s->m);
	struct thin_pair t = { *s, NULL, NULL, 0 };

	if (s->m >= THIN_LEAST && slack_x <= most) {
		t.s.m = s->m / THIN;
		t.s.x = t.x = thinned(s->x, s->m, t.s.m);
		t.slack += slack_x;
	}
	if (s->n >= THIN_LEAST && slack_y <= most) {
		t.s.n = s->n / THIN;
		t.s.y = t.y = thinned(s->y, s->n, t.s.n);
		t.slack += slack_y;
	}
	return t;
}

/* Where the kth smallest difference is looked for. */
struct bracket {
	double least, most;	/* closed */
	uint64_t below;	/* differences < least, fewer than k */
	uint64_t upto;	/* differences <= most, at least k */
};

/*
 * Narrows b to the part that holds the kth smallest difference.  Within b,
 * [least, most] holds count of them, below of them are under it.  Returns
 * whether that is the part.
 */
static bool
narrow(struct bracket *b, uint64_t k, double least, double most,
    uint64_t below, uint64_t count)
{
	if (k <= below) {
		b->most = nextafter(least, -INFINITY);
		b->upto = below;
		return false;
	}
	if (k > below + count) {
		b->least = nextafter(most, INFINITY);
		b->below = below + count;
		return false;
	}
	*b = (struct bracket){ least, most, below, below + count };
	return true;
}

/* The value halfway, by the number of doubles on either side. */
static double
halfway(double a, double b)
{
	uint64_t low = order_key(a), high = order_key(b);

	return key_value(low + (high - low) / 2);
}

/*
 * The kth smallest difference x[i] - y[j], k from 1 to m * n: exactly the
 * double that sorting all of them would put there.
 *
 * Method	a bracket is narrowed until few enough differences to sort are
 *		left in it.  Its first ends are differences of the thinned
 *		samples, selected by this same function, with ranks a little
 *		below and above k; one pass over the samples nearly always
 *		finds them right.  If not they are moved apart, and when
 *		that narrows no more, as with heavy ties, the doubles in
 *		the bracket are bisected, which takes 64 more passes at most.
 */
static double
select_difference(const struct sorted_pair *s, uint64_t k)
{
	size_t room = gather_room(s);
	double *inside = allocate(room, sizeof(*inside));
	struct bracket b = { -INFINITY, INFINITY, 0, pairs(s) };
	struct thin_pair t = thin_pair(s);
	double scale = (double)pairs(&t.s) / (double)pairs(s);

	for (;; t.slack *= 4) {
		double least = b.least, most = b.most;
		double low = floor(((double)k - t.slack) * scale);
		double high = ceil(((double)k + t.slack) * scale);
		uint64_t below, count;

		if (b.upto - b.below > room) {
			if (low >= 1)
				least = larger(least,
				    select_difference(&t.s, (uint64_t)low));
			if (high <= (double)pairs(&t.s))
				most = smaller(most,
				    select_difference(&t.s, (uint64_t)high));
			if (least > most ||
			    (least == b.least && most == b.most))
				least = most = halfway(b.least, b.most);
		}
		count = gather_differences(s, least, most, inside, room,
		    &below);
		if (narrow(&b, k, least, most, below, count) &&
		    (count <= room || least == most))
			break;
	}
	if (b.least < b.most) {
		sort(inside, (size_t)(b.upto - b.below));
		b.least = inside[k - b.below - 1];
	}
	free(t.x);
	free(t.y);
	free(inside);
	return b.least + 0.0;	/* 0, not -0 */
}

/* The median of all differences x[i] - y[j], after Hodges & Lehmann (1963). */
static double
median_difference(const struct sorted_pair *s)
{
	uint64_t k = (pairs(s) + 1) / 2;
	double middle = select_difference(s, k);

	if (pairs(s) % 2 == 1)
		return middle;
	return midpoint(middle, next_difference(s, middle, k + 1));
}

/* x / y, which may be finite where x is not. */
static double
quotient(struct scaled x, double y)
{
	int exponent;
	const double fraction = frexp(y, &exponent);

	return ldexp(x.fraction / fraction, x.exponent - exponent);
}

/* x in units of 2^exponent. */
static double
in_units(struct scaled x, int exponent)
{
	return ldexp(x.fraction, x.exponent - exponent);
}

static struct scaled
product(struct scaled x, struct scaled y)
{
	return (struct scaled){
		x.fraction * y.fraction, x.exponent + y.exponent
	};
}

/* x / y; 0 if y is 0, where nobody should ask. */
static struct scaled
ratio_of(double x, double y)
{
	int ex, ey;
	const double fx = frexp(x, &ex), fy = frexp(y, &ey);

	return (struct scaled){ y == 0 ? 0 : fx / fy, ex - ey };
}

/* The e where |x| < 2^e, and no less will do; of 0, below any other. */
static int
magnitude(struct scaled x)
{
	return x.fraction == 0 ? -100000 :
	    exponent_of(x.fraction) + x.exponent;
}

/* The root of w x^2 + v y^2, none of which overflows or vanishes. */
static struct scaled
root_of_squares(double w, struct scaled x, double v, struct scaled y)
{
	const int ex = magnitude(x), ey = magnitude(y);
	const int exponent = ex > ey ? ex : ey;
	const double a = in_units(x, exponent), b = in_units(y, exponent);

	return (struct scaled){ sqrt(w * a * a + v * b * b), exponent };
}

/*
 * ---- Distributions -------------------------------------------------------
 * A value becomes its probability, and back.  Calls Arithmetic and allocate;
 * no tables.
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
 * -ln (1 + t^2/df)^(df/2), which is -t^2/2 for the normal distribution.  As
 * an exponent it may be -700, hence the two doubles.
 */
static struct dd
t_exponent(double t, double df)
{
	const double scale = t > 0x1p300 ? 0x1p-650 : 1;
	const double scaled = t * scale;
	const struct dd z = dd_div_double(two_prod(scaled, scaled), df);
	struct dd power;

	if (scale < 1)		/* and 1 is nothing beside t^2/df */
		power = dd_log(z, 2 * 650);
	else if (z.hi < 0.4)
		power = dd_log1p(z);
	else
		power = dd_log(dd_add(z, (struct dd){ 1, 0 }), 0);
	return dd_mul(power, (struct dd){ -df / 2, 0 });
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
 * degrees of freedom, t >= 0 and df >= 1e-70; df = INFINITY is the normal.
 *
 * Method	P(|T| > t) = I_x(df/2, 1/2) with x = 1 - y = df / (df + t^2);
 *		a power series near the centre, a continued fraction for the
 *		tail, each where it takes few terms; then 1 minus the one
 *		is the other
 * Accuracy	1e-14 relative for df >= 1, for whichever is the smaller and
 *		for outside down to 1e-300; 2e-13 for df down to 0.01
 * Special	t = 0 gives 0 inside, t = INFINITY gives 0 outside
 */
static struct t_tail
t_tail(double t, double df)
{
	const double nu = df > NORMAL_DF ? NORMAL_DF : df;
	const double a = nu / 2;
	const double z = t * t / nu;	/* INFINITY or 0 will do */
	const double x = 1 / (1 + z);
	const double root = z < 1 ? t * sqrt(x) : sqrt(nu / (1 + 1 / z));
	const double y = root * root / nu;
	double slope, part;

	if (isinf(t))
		return (struct t_tail){ .outside = 0, .inside = 1 };
	slope = SQRT_2_OVER_PI * gamma_ratio(a) *
	    dd_exp(t_exponent(t, nu)) * root;
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
 * A t that has no more than outside beyond it: P(|T| > t) is at most
 * (1 + t^2/df)^(-df/2).  (For the normal that is exp(-t^2/2); a t is a normal
 * of random scale, and the mean of the bound over the scales is this.)
 */
static double
t_far(double outside, double df)
{
	const double e = natural_log(outside) * -2 / df;
	const double square = e < 0.01 ? e * (1 + e) : exponential(e) - 1;

	return sqrt(df) * sqrt(square);
}

/* A t that has no more than inside below it: the density falls from 0 on. */
static double
t_near(double inside, double df)
{
	return inside / (SQRT_2_OVER_PI * gamma_ratio(df / 2));
}

/*
 * t_critical(outside, inside, df) = the t with P(|T| > t) = outside and
 * P(|T| <= t) = inside.  They add up to 1, and the caller, who knows the
 * smaller one without the rounding of 1 - the other, gives both.
 *
 * Method	Newton's on the logarithm of the smaller one, as a function of
 *		ln t.  That is concave, so from a start where the tail (or the
 *		centre) is too small every step leads towards the root and
 *		none past it.  A step of 1e-9 leaves an error of its square;
 *		it takes 5 steps, or 9 where df is 1e-4.
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
	t = in_tail ? t_far(outside, nu) : t_near(inside, nu);
	for (i = 0; i < 100 && fabs(step) > 1e-9; i++) {
		const struct t_tail at = t_tail(t, nu);
		const double part = in_tail ? at.outside : at.inside;
		const double excess = part / (in_tail ? outside : inside);

		if (part == 0 || at.slope == 0)		/* underflow */
			break;
		step = natural_log(excess) * part / at.slope;
		t *= exponential(in_tail ? step : -step);
	}
	return t;
}

/*
 * The rank-sum statistic.  All permutations of the pooled values are equally
 * likely.  A set of m of them is drawn, n are left; W counts the pairs with
 * the drawn value above the one left, ties half.  What matters of the values
 * is only how many are equal, in ascending order: tie[0] of the least, tie[1]
 * of the next, and so on.
 */
struct rank_null {
	size_t m, n;
	const size_t *tie;	/* NULL: no two values are equal */
	size_t groups;	/* entries in tie; m + n if NULL */
	unsigned unit;	/* W * unit is whole: 1 or 2 */
};

/*
 * What the distribution up to W * unit = limit costs: the states of the walk
 * in rank_sum_distribution(), for every number a of drawn and b of left.
 */
static double
rank_sum_cost(size_t m, size_t n, unsigned unit, uint64_t limit)
{
	double cost = (double)m * (double)n;
	size_t a;

	for (a = 1; a <= m && cost < 1e12; a++) {
		uint64_t whole = limit / unit / a;
		double b = (double)(whole < n ? whole : n);

		cost += unit * (double)a * b * (b + 1) / 2 +
		    (double)limit * ((double)n - b);
	}
	return cost;
}

/*
 * Puts in w[k] the chance that k = least..most of the next t values are drawn,
 * where drawn values are still to be drawn and left values are not.  From the
 * ratios of successive chances, outwards from the mode, so that nothing that
 * counts underflows.
 */
static void
hypergeometric(double *w, size_t t, size_t drawn, size_t left, size_t least,
    size_t most)
{
	size_t mode = (size_t)((uint64_t)(t + 1) * (drawn + 1) /
	    (drawn + left + 2));
	double sum = 1;
	size_t k;

	mode = mode < least ? least : mode > most ? most : mode;
	w[mode] = 1;
	for (k = mode; k < most; k++) {
		w[k + 1] = w[k] * ((double)(t - k) * (double)(drawn - k)) /
		    ((double)(k + 1) * (double)(left + k + 1 - t));
		sum += w[k + 1];
	}
	for (k = mode; k > least; k--) {
		w[k - 1] = w[k] * ((double)k * (double)(left + k - t)) /
		    ((double)(t - k + 1) * (double)(drawn - k + 1));
		sum += w[k - 1];
	}
	for (k = least; k <= most; k++)
		w[k] /= sum;
}

/*
 * Draws among the t values that follow a drawn and b left.  row[a][w] is the
 * chance of having drawn a with W * unit = w; the rows after a have this step
 * behind them already.
 */
static void
draw_from_tie(const struct rank_null *null, double *row, size_t limit,
    double *chance, size_t t, size_t a, size_t b)
{
	size_t drawn = null->m - a, left = null->n - b;
	size_t least = t > left ? t - left : 0, most = t < drawn ? t : drawn;
	uint64_t reach = (uint64_t)a * b * null->unit;
	size_t length = reach < limit ? (size_t)reach + 1 : limit + 1;
	double *from = row + a * (limit + 1), stay;
	size_t k, w;

	hypergeometric(chance, t, drawn, left, least, most);
	for (k = least > 0 ? least : 1; k <= most; k++) {
		uint64_t shift = null->unit *
		    ((uint64_t)k * (2 * (uint64_t)b + t - k)) / 2;
		double *to = row + (a + k) * (limit + 1);

		for (w = 0; w < length && w + shift <= limit; w++)
			to[w + shift] += chance[k] * from[w];
	}
	stay = least == 0 ? chance[0] : 0;
	for (w = 0; w < length; w++)
		from[w] *= stay;
}

/*
 * P(W * unit <= w) for w = 0..limit, as an array to be freed.
 *
 * Method	the values are taken in ascending order, a tie at a time, and
 *		the chance of every (number drawn, W so far) is kept.  States
 *		with W over the limit are dropped: W never falls.
 * Accuracy	only positive terms are added, of magnitudes that chances
 *		have, so the relative error stays near (m + n) ulps, and far
 *		below 1e-12, for any chance above 1e-300
 */
static double *
rank_sum_distribution(const struct rank_null *null, size_t limit)
{
	size_t longest = 1, taken = 0, states = (null->m + 1) * (limit + 1);
	double *row = allocate(null->m + 1, (limit + 1) * sizeof(*row));
	double *at_most = allocate(limit + 1, sizeof(*at_most));
	double *chance, sum = 0;
	size_t g, i, w;

	for (g = 0; null->tie != NULL && g < null->groups; g++)
		if (null->tie[g] > longest)
			longest = null->tie[g];
	chance = allocate(longest + 1, sizeof(*chance));
	for (i = 0; i < states; i++)
		row[i] = 0;
	row[0] = 1;
	for (g = 0; g < null->groups; g++) {
		size_t t = null->tie != NULL ? null->tie[g] : 1;
		size_t a = taken < null->m ? taken : null->m;

		for (;; a--) {
			draw_from_tie(null, row, limit, chance, t, a,
			    taken - a);
			if (a == 0 || taken - a == null->n)
				break;
		}
		taken += t;
	}
	for (w = 0; w <= limit; w++)
		at_most[w] = sum += row[null->m * (limit + 1) + w];
	free(chance);
	free(row);
	return at_most;
}

/* The chances of a statistic no higher, and no lower, than the one seen. */
struct tails {
	double lower, upper;	/* P(U <= u), P(U >= u) */
};

static struct tails
opposite(struct tails t)
{
	return (struct tails){ t.upper, t.lower };
}

static double
two_sided(struct tails t)
{
	return smaller(1, 2 * smaller(t.lower, t.upper));
}

/* Both tails from at_most[w] = P(W * unit <= w), for w in the lower half. */
static struct tails
tails_at(const double *at_most, size_t w)
{
	double below = w > 0 ? at_most[w - 1] : 0;

	return (struct tails){ at_most[w], 1 - below };
}

/*
 * ---- Summary -------------------------------------------------------------
 * A sample in, its figures out.  Calls Arithmetic and Distributions; prints
 * nothing.
 */

/*
 * The level of each of m comparisons that shall hold together with the given
 * confidence (Bonferroni 1936; m = 1: that confidence).
 */
static struct level
level_of(double percent, size_t m)
{
	struct level level = {
		.percent = percent,
		.outside = (100 - percent) / 100 / (double)m,
		.inside = percent / 100,
		.df = NAN
	};

	if (m > 1) {
		level.percent = 100 - (100 - percent) / (double)m;
		level.inside = 1 - level.outside;
	}
	return level;
}

/*
 * t_critical() of the level.  Rows tend to have the same df, for which it is
 * remembered: that alone is why levels are passed to be changed.
 */
static double
t_at_level(struct level *level, double df)
{
	if (df != level->df) {
		level->df = df;
		level->critical = t_critical(level->outside, level->inside,
		    df);
	}
	return level->critical;
}

static struct interval
about(double centre, double half_width)
{
	return (struct interval){ centre - half_width, centre + half_width };
}

/* The interval of the mean, by Student's t; n > 1. */
static void
bound_mean(struct summary *s, struct level *level)
{
	const double n = (double)s->n;
	const double t = t_at_level(level, n - 1);
	const struct scaled half_width = {
		t * s->spread.fraction / sqrt(n), s->spread.exponent
	};

	s->mean_half_width = in_units(half_width, 0);
	if (s->mean.hi != 0)
		s->relative_error = fabs(quotient(half_width, s->mean.hi));
}

static struct summary
summarize(const struct sample *sample, struct level *level)
{
	const double *value = sample->value;
	const size_t n = sample->n;
	struct summary s = { .n = n, .relative_error = NAN };
	struct interval extremes;
	struct centre centre;

	if (n == 0)
		return s;
	s.mean = mean_of(value, n, &extremes);
	s.min = extremes.lower + 0.0;	/* -0 is 0 */
	s.max = extremes.upper + 0.0;
	s.median = median_of(value, n) + 0.0;
	if (n == 1)
		return s;
	centre = centre_on(s.mean, s.min, s.max);
	s.spread = (struct scaled){
		sqrt(sum_squares(&centre, value, n) / (double)(n - 1)),
		centre.exponent
	};
	s.stddev = in_units(s.spread, 0);
	bound_mean(&s, level);
	return s;
}

/* The median of each half of n > 0 sorted values (Tukey 1977: hinges). */
static struct interval
hinges(const double *sorted, size_t n)
{
	const size_t half = (n + 1) / 2;
	const double *upper = sorted + n - half;

	return (struct interval){
		midpoint(sorted[(half - 1) / 2], sorted[half / 2]),
		midpoint(upper[(half - 1) / 2], upper[half / 2])
	};
}

/* How many values are beyond Tukey's (1977) outer fences. */
static size_t
count_outliers(const struct sample *sample)
{
	double *sorted = sorted_copy(sample->value, sample->n);
	const struct interval hinge = hinges(sorted, sample->n);
	const double reach = 3 * (hinge.upper - hinge.lower);
	size_t i, n = 0;

	for (i = 0; i < sample->n; i++)
		n += sorted[i] < hinge.lower - reach ||
		    sorted[i] > hinge.upper + reach;
	free(sorted);
	return n;
}

/*
 * The correlation of successive values, in [-1, 1]; 0 if all are equal.  Of
 * n independent values it has a standard error of about 1 / sqrt(n).
 */
static double
lag1_correlation(const struct sample *sample, const struct summary *s)
{
	const struct centre c = centre_on(s->mean, s->min, s->max);
	const double squares = sum_squares(&c, sample->value, s->n);

	return squares == 0 ? 0 :
	    sum_products(&c, sample->value, s->n - 1, 1) / squares;
}

/*
 * Whether n > 2 values correlate as at most 1 in 100 independent samples do:
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

/*
 * Which doubts a sample raises.  Too few: not even the range of so many
 * values holds the median of what they came from at this level, so that all
 * rests on the normal distribution.
 */
static unsigned
find_doubts(const struct summary *s, double lag1, const struct level *level)
{
	unsigned doubts = 0;

	if (s->min == s->max)
		doubts |= DOUBT_CONSTANT;
	else if (s->n > 2 && is_correlated(lag1, s->n))
		doubts |= DOUBT_CORRELATED;
	if (s->n < 1100 && ldexp(1, 1 - (int)s->n) > level->outside)
		doubts |= DOUBT_TOO_FEW;
	return doubts;
}

/* A closer look at a sample of at least two values. */
static struct detail
examine(const struct sample *sample, const struct summary *s,
    const struct level *level, unsigned concern)
{
	struct detail d = {
		.variation = s->mean.hi == 0 ? NAN :
		    fabs(quotient(s->spread, s->mean.hi)),
		.outliers = count_outliers(sample),
		.lag1 = lag1_correlation(sample, s)
	};

	d.doubts = find_doubts(s, d.lag1, level) & concern;
	return d;
}

/*
 * ---- Comparison ----------------------------------------------------------
 * Two samples in, their difference out.  Calls Arithmetic, Distributions and
 * Summary.  Prints nothing, and fails only for want of memory.
 */

/* The difference of the means, which may be twice the range of a double. */
static struct scaled
mean_difference(struct dd a, struct dd b)
{
	const int exponent = exponent_of(larger(fabs(a.hi), fabs(b.hi)));

	return (struct scaled){
		dd_difference(dd_scale(a, -exponent), dd_scale(b, -exponent)),
		exponent
	};
}

/* What a t test rests upon. */
struct t_test {
	double df;
	struct scaled error;	/* of the difference */
	struct scaled ratio_error;	/* of mean 1 / mean 2, times mean 2 */
};

/* difference / error; INFINITY if there is no error, NAN if neither. */
static double
t_statistic(struct scaled difference, struct scaled error)
{
	if (error.fraction == 0)
		return difference.fraction == 0 ? NAN : INFINITY;
	return ldexp(difference.fraction / error.fraction,
	    difference.exponent - error.exponent);
}

/*
 * What all t tests have in common: the intervals and p.  Here and below a is
 * the sample, b the reference.
 */
static struct comparison
conclude(struct side a, struct side b, struct t_test test,
    struct level *level)
{
	const double reference = b.summary->mean.hi;
	const struct scaled d = mean_difference(a.summary->mean,
	    b.summary->mean);
	const int exponent = magnitude(d) > magnitude(test.error) ?
	    magnitude(d) : magnitude(test.error);
	const double t = t_at_level(level, test.df);
	const double centre = in_units(d, exponent);
	const double half = t * in_units(test.error, exponent);
	struct comparison c = {
		.obstacle = COMPARED, .df = test.df, .u = NAN,
		.difference = in_units(d, 0),
		.half_width = ldexp(half, exponent),
		.interval = {
			ldexp(centre - half, exponent),
			ldexp(centre + half, exponent)
		},
		.p = t_two_sided(t_statistic(d, test.error), test.df),
		.has_relative = reference != 0
	};

	if (c.has_relative) {
		c.relative = quotient(d, reference);
		c.relative_half_width = t * fabs(quotient(test.ratio_error,
		    reference));
		c.relative_interval = about(c.relative,
		    c.relative_half_width);
	}
	return c;
}

/*
 * The error of mean 1 / mean 2, times mean 2, by the delta method: that of
 * mean 1 - q mean 2, q being their ratio.
 */
static struct scaled
ratio_error(struct side a, struct side b, double w1, double w2)
{
	const struct scaled q = ratio_of(a.summary->mean.hi,
	    b.summary->mean.hi);

	return root_of_squares(w1, a.summary->spread, w2,
	    product(q, b.summary->spread));
}

/* Student (1908): the variances are taken to be equal, and pooled. */
static struct comparison
compare_by_student(struct side a, struct side b, struct level *level)
{
	const double n1 = (double)a.summary->n, n2 = (double)b.summary->n;
	const double df = n1 + n2 - 2;
	const double w1 = (n1 - 1) / df, w2 = (n2 - 1) / df;
	const double w = (n1 + n2) / (n1 * n2);
	const struct scaled pooled = root_of_squares(w1, a.summary->spread,
	    w2, b.summary->spread);
	struct comparison c = conclude(a, b, (struct t_test){
		.df = df,
		.error = { pooled.fraction * sqrt(w), pooled.exponent },
		.ratio_error = ratio_error(a, b, w1 * w, w2 * w)
	}, level);

	c.spread = in_units(pooled, 0);
	c.single = c.spread * sqrt(2);
	return c;
}

/*
 * The degrees of freedom of an error made of two, of which v1 and v2 are the
 * variances (Satterthwaite 1946); if both are 0, what pooling would give.
 */
static double
satterthwaite(double v1, double n1, double v2, double n2)
{
	double r1, r2;

	if (v1 + v2 == 0)
		return n1 + n2 - 2;
	r1 = v1 / (v1 + v2);
	r2 = v2 / (v1 + v2);
	return 1 / (r1 * r1 / (n1 - 1) + r2 * r2 / (n2 - 1));
}

/* Welch (1947): the variances may differ. */
static struct comparison
compare_by_welch(struct side a, struct side b, struct level *level)
{
	const struct scaled s1 = a.summary->spread, s2 = b.summary->spread;
	const double n1 = (double)a.summary->n, n2 = (double)b.summary->n;
	const struct scaled error = root_of_squares(1 / n1, s1, 1 / n2, s2);
	const struct scaled single = root_of_squares(1, s1, 1, s2);
	const double e1 = in_units(s1, error.exponent);
	const double e2 = in_units(s2, error.exponent);
	struct comparison c = conclude(a, b, (struct t_test){
		.df = satterthwaite(e1 * e1 / n1, n1, e2 * e2 / n2, n2),
		.error = error,
		.ratio_error = ratio_error(a, b, 1 / n1, 1 / n2)
	}, level);

	c.single = in_units(single, 0);
	return c;
}

/*
 * The standard deviation of w1 x - w2 y over the pairs (x, y), for weights
 * of at most 1.  As double-doubles, because pairs tend to differ by little.
 *
 * Accuracy	2^-95 of the largest value: less than that is the rounding of
 *		the means, and taken to be 0
 */
static struct scaled
paired_spread(struct side a, struct side b, double w1, double w2)
{
	const struct summary *s = a.summary, *r = b.summary;
	const int exponent = exponent_of(larger(
	    larger(fabs(s->min), fabs(s->max)),
	    larger(fabs(r->min), fabs(r->max))));
	const double unit = ldexp(1, -exponent);
	const struct dd mean1 = dd_scale(s->mean, -exponent);
	const struct dd mean2 = dd_scale(r->mean, -exponent);
	struct dd sum = { 0, 0 }, x, y, d;
	double spread;
	size_t i;

	for (i = 0; i < s->n; i++) {
		x = (struct dd){ a.sample->value[i] * unit, 0 };
		y = (struct dd){ b.sample->value[i] * unit, 0 };
		x = dd_mul(dd_sub(x, mean1), (struct dd){ w1, 0 });
		y = dd_mul(dd_sub(y, mean2), (struct dd){ w2, 0 });
		d = dd_sub(x, y);
		sum = dd_add(sum, dd_mul(d, d));
	}
	spread = sqrt(sum.hi / (double)(s->n - 1));
	return (struct scaled){ spread < 0x1p-95 ? 0 : spread, exponent };
}

/* The standard deviation of x - q y, q being the ratio of their means. */
static struct scaled
paired_ratio_spread(struct side a, struct side b)
{
	const struct scaled q = ratio_of(a.summary->mean.hi,
	    b.summary->mean.hi);

	if (magnitude(q) <= 0)
		return paired_spread(a, b, 1, in_units(q, 0));
	return product(q, paired_spread(a, b, ldexp(1 / q.fraction,
	    -q.exponent), 1));
}

/* Student's t of the differences of the i-th values; n1 = n2. */
static struct comparison
compare_by_pairs(struct side a, struct side b, struct level *level)
{
	const double n = (double)a.summary->n;
	const struct scaled root = { 1 / sqrt(n), 0 };
	const struct scaled spread = paired_spread(a, b, 1, 1);
	struct comparison c = conclude(a, b, (struct t_test){
		.df = n - 1, .error = product(root, spread),
		.ratio_error = product(root, paired_ratio_spread(a, b))
	}, level);

	c.spread = c.single = in_units(spread, 0);
	return c;
}

/*
 * How the samples rank when d is taken from every x: x[i] is above y[j] if
 * x[i] - y[j] exceeds d.  A difference of just d counts as TIED, or as ABOVE
 * for the d just under it; between differences the test sees nothing change.
 */
enum rank_equal { TIED, ABOVE };

struct ranks {
	struct sorted_pair s;
	double d;
	enum rank_equal equal;
	uint64_t above, tied;	/* pairs of x and y */
	double spread;	/* the variance of U is this times
					   m n / (4 N (N - 1)) */
	bool distinct;	/* no two pooled values tie */
	bool even;	/* some even number tie */
};

/* A walk up the pooled values, one group of equal values a step. */
struct rank_walk {
	struct sorted_pair s;
	double d;
	enum rank_equal equal;
	size_t i, j;	/* x and y passed */
	size_t a, b;	/* x and y in this group */
};

static inline size_t
run_length(const double *v, size_t n)
{
	size_t i = 1;

	while (i < n && v[i] == v[0])
		i++;
	return i;
}

static inline bool
next_group(struct rank_walk *w)
{
	bool take_x, take_y;

	w->i += w->a;
	w->j += w->b;
	take_x = w->i < w->s.m;
	take_y = w->j < w->s.n;
	if (take_x && take_y) {
		double diff = w->s.x[w->i] - w->s.y[w->j];

		take_x = diff < w->d || (diff == w->d && w->equal == TIED);
		take_y = diff >= w->d;
	}
	w->a = take_x ? run_length(w->s.x + w->i, w->s.m - w->i) : 0;
	w->b = take_y ? run_length(w->s.y + w->j, w->s.n - w->j) : 0;
	return take_x || take_y;
}

/*
 * The variance of U is m n (N^3 - sum of t^3) / (12 N (N - 1)) over groups of
 * t equal values (Lehmann, Nonparametrics, 1.35).  With B values below each
 * group, N^3 is the sum of (B + t)^3 - B^3, so the difference is 3 times the
 * sum of t B (B + t): positive terms, where the textbook's cancel.
 */
static struct ranks
rank_at(const struct sorted_pair *s, double d, enum rank_equal equal)
{
	struct ranks r = { .s = *s, .d = d, .equal = equal, .distinct = true };
	struct rank_walk w = { *s, d, equal, 0, 0, 0, 0 };
	double lost = 0;		/* Kahan's compensation */

	while (next_group(&w)) {
		double t = (double)(w.a + w.b), b = (double)(w.i + w.j);
		double term = t * b * (b + t) - lost;
		double sum = r.spread + term;

		lost = sum - r.spread - term;
		r.spread = sum;
		r.above += (uint64_t)w.a * w.j;
		r.tied += (uint64_t)w.a * w.b;
		r.distinct = r.distinct && w.a + w.b == 1;
		r.even = r.even || (w.a + w.b) % 2 == 0;
	}
	return r;
}

/* Twice U, which is whole; U itself is if all ties are of odd numbers. */
static uint64_t
twice_u(const struct ranks *r)
{
	return 2 * r->above + r->tied;
}

/*
 * Operations to be spent on exact distributions.  Without ties one serves for
 * every d; with ties each d looked at, up to some 30, needs its own.
 */
static const double EXACT_BUDGET = 1e8;
static const double EXACT_BUDGET_TIES = 1e7;

/* The sizes of the groups in ascending order, or in descending. */
static size_t
list_ties(const struct ranks *r, bool descending, size_t *tie)
{
	struct rank_walk w = { r->s, r->d, r->equal, 0, 0, 0, 0 };
	size_t i, swap, groups = 0;

	while (next_group(&w))
		tie[groups++] = w.a + w.b;
	for (i = 0; descending && i < groups / 2; i++) {
		swap = tie[i];
		tie[i] = tie[groups - 1 - i];
		tie[groups - 1 - i] = swap;
	}
	return groups;
}

/* U without ties; the smaller sample is the one drawn, which is less work. */
static struct rank_null
null_without_ties(const struct sorted_pair *s)
{
	return (struct rank_null){
		.m = s->m < s->n ? s->m : s->n,
		.n = s->m < s->n ? s->n : s->m,
		.groups = s->m + s->n,
		.unit = 1
	};
}

/*
 * Whether the exact tails at U = twice / 2 or, what is as far out, m n - U are
 * within the budget.
 */
static bool
exact_is_cheap(const struct ranks *r, uint64_t twice)
{
	struct rank_null null = null_without_ties(&r->s);
	uint64_t far = 2 * pairs(&r->s) - twice;
	uint64_t near = twice < far ? twice : far;
	double budget = r->distinct ? EXACT_BUDGET : EXACT_BUDGET_TIES;

	if ((double)null.m * (double)null.n > budget)
		return false;
	return rank_sum_cost(null.m, null.n, r->even ? 2 : 1,
	    r->even ? near : near / 2) <= budget;
}

/*
 * The exact tails of U, ties included.  U of the sample drawn or m n - U,
 * whichever is the lesser, is looked up: seen from the other end, going down
 * through the values, the second is the first.  Samples of equal size need not
 * go down: there U and m n - U have the same distribution.
 */
static struct tails
exact_tails(const struct ranks *r)
{
	size_t m = r->s.m, n = r->s.n;
	uint64_t all = 2 * pairs(&r->s), twice = twice_u(r);
	bool high = twice > all - twice;	/* its upper tail is short */
	bool descending = m != n && high != (m > n);
	uint64_t near = high ? all - twice : twice;
	size_t *tie = NULL, w = (size_t)(r->even ? near : near / 2);
	struct rank_null null = null_without_ties(&r->s);
	double *at_most;
	struct tails t;

	if (!r->distinct) {
		null.tie = tie = allocate(m + n, sizeof(*tie));
		null.groups = list_ties(r, descending, tie);
		null.unit = r->even ? 2 : 1;
	}
	at_most = rank_sum_distribution(&null, w);
	t = tails_at(at_most, w);
	free(at_most);
	free(tie);
	return high ? opposite(t) : t;
}

/*
 * The tails by the normal approximation, variance corrected for ties, U moved
 * 0.5 towards its mean but not past it.
 */
static struct tails
normal_tails(const struct ranks *r, uint64_t twice)
{
	double m = (double)r->s.m, n = (double)r->s.n, total = m + n;
	double variance = m * n / (4 * total * (total - 1)) * r->spread;
	uint64_t all = 2 * pairs(&r->s);
	bool high = twice > all - twice;
	uint64_t off = high ? 2 * twice - all : all - 2 * twice;
	double z = off <= 2 ? 0 : ((double)off / 4 - 0.5) / sqrt(variance);
	double p = variance > 0 ? t_two_sided(z, INFINITY) : 1;
	struct tails t = { p / 2, 1 - p / 2 };

	return high ? opposite(t) : t;
}

static struct tails
rank_tails(const struct ranks *r)
{
	uint64_t twice = twice_u(r);

	return exact_is_cheap(r, twice) ? exact_tails(r) :
	    normal_tails(r, twice);
}

/*
 * The test for all shifts d that are no difference of the samples, so that
 * only values of the same sample may tie.  Where none do, one distribution
 * serves all d and both directions; it is computed when first needed.
 */
struct shift_test {
	struct ranks apart;	/* for some such d */
	double outside;	/* rejects if p <= outside */
	double *at_most;	/* P(U <= 0..limit), or NULL */
	size_t limit;
};

/* Fills in at_most, as far as the budget goes; u = 0 is within. */
static void
share_distribution(struct shift_test *test)
{
	const struct sorted_pair *s = &test->apart.s;
	struct rank_null null = null_without_ties(s);
	uint64_t low = 0, high = pairs(s) / 2 + 1;

	while (high - low > 1) {
		uint64_t middle = low + (high - low) / 2;

		if (exact_is_cheap(&test->apart, 2 * middle))
			low = middle;
		else
			high = middle;
	}
	test->limit = (size_t)low;
	test->at_most = rank_sum_distribution(&null, test->limit);
}

/* The tails without any ties. */
static struct tails
shared_tails(struct shift_test *test, uint64_t u)
{
	uint64_t opposite_u = pairs(&test->apart.s) - u;
	uint64_t near = u < opposite_u ? u : opposite_u;
	struct tails t;

	if (!exact_is_cheap(&test->apart, 2 * near))
		return normal_tails(&test->apart, 2 * u);
	if (test->at_most == NULL)
		share_distribution(test);
	t = tails_at(test->at_most, (size_t)near);
	return near == u ? t : opposite(t);
}

/*
 * Whether x, shifted by a little less than the kth smallest difference, is
 * still significantly higher than y.
 */
static bool
higher_before(struct shift_test *test, const struct sorted_pair *s, uint64_t k)
{
	uint64_t u = pairs(s) - (k - 1);	/* but for equal differences */
	struct tails t;

	if (test->apart.distinct)
		t = shared_tails(test, u);
	else if (!exact_is_cheap(&test->apart, 2 * u))
		t = normal_tails(&test->apart, 2 * u);
	else {
		struct ranks r = rank_at(s, select_difference(s, k), ABOVE);

		t = rank_tails(&r);
	}
	return 2 * t.upper <= test->outside;
}

/*
 * The lower end of the interval: the difference below which x is found higher
 * and above which it is not, or -INFINITY if no shift makes it higher.  With
 * ties the p of a shift is not quite monotone, and at a difference, as 0 may
 * be one, not between those on either side.  So the search starts from what
 * the test said of no shift at all.  If x was found higher, but not after the
 * least shift above 0, then the end is 0 and is itself no part of the interval.
 */
static double
lower_end(struct shift_test *test, const struct sorted_pair *s,
    bool higher_at_0, uint64_t not_above_0)
{
	uint64_t low = higher_at_0 ? not_above_0 + 1 : 0;
	uint64_t high = (higher_at_0 ? pairs(s) : not_above_0) + 1;

	if (higher_at_0 && !higher_before(test, s, low))
		return 0;
	while (high - low > 1) {
		uint64_t k = low + (high - low) / 2;

		if (higher_before(test, s, k))
			low = k;
		else
			high = k;
	}
	return low == 0 ? -INFINITY : select_difference(s, low);
}

struct rank_sum_test {
	double u;	/* pairs with x > y, ties count half */
	double p;	/* two-sided */
	double shift;	/* Hodges-Lehmann: the median difference */
	double lower, upper;	/* shifts not rejected; may be infinite */
	enum verdict at_0;	/* UNDECIDED: 0 is not rejected */
	bool exact;	/* p is no approximation */
};

/*
 * The Mann-Whitney (Wilcoxon rank-sum) test of x against the reference y, and
 * the interval of the shifts d for which x - d and y do not differ with
 * p <= outside.
 *
 * Method	2 min(P(U <= u), P(U >= u)) over the permutations of the pooled
 *		values; while these are too many, the normal approximation.
 *		The upper end is minus the lower end of y against x.
 * Accuracy	u, shift and the ends are exact (of the rounded differences);
 *		p has relative error < 1e-12 to what it is or approximates
 * Special	where ties exclude 0 alone it is an end of the interval, and
 *		at_0 tells; a p that misses outside by no more than rounding
 *		is taken to be outside
 */
static struct rank_sum_test
rank_sum(const double *x, size_t m, const double *y, size_t n,
    double given_outside)
{
	const double outside = smaller(given_outside * (1 + 1e-13),
	    1 - DBL_EPSILON / 2);	/* a p of 1 is never outside */
	double *sx = sorted_copy(x, m), *sy = sorted_copy(y, n);
	struct sorted_pair s = { sx, sy, m, n }, swapped = { sy, sx, n, m };
	struct ranks at_0 = rank_at(&s, 0, TIED);
	struct shift_test test = {
		.apart = at_0.tied == 0 ? at_0 : rank_at(&s, -INFINITY, ABOVE),
		.outside = outside
	};
	bool share = at_0.distinct && exact_is_cheap(&at_0, pairs(&s));
	struct tails t = share ? shared_tails(&test, at_0.above) :
	    rank_tails(&at_0);
	bool higher = 2 * t.upper <= outside, lower = 2 * t.lower <= outside;
	struct rank_sum_test result = {
		.u = (double)at_0.above + (double)at_0.tied / 2,
		.p = higher || lower ? smaller(two_sided(t), given_outside) :
		    two_sided(t),
		.shift = median_difference(&s),
		.lower = lower_end(&test, &s, higher, pairs(&s) - at_0.above),
		.upper = 0.0 - lower_end(&test, &swapped, lower,
		    at_0.above + at_0.tied),
		.at_0 = higher ? HIGHER : lower ? LOWER : UNDECIDED,
		.exact = exact_is_cheap(&at_0, twice_u(&at_0))
	};

	free(test.at_most);
	free(sx);
	free(sy);
	return result;
}

/* Against normal data it takes pi / 3 times as many values: the root. */
static const double RANK_EFFICIENCY = 1.0233267079464885;

/* Mann and Whitney (1947): which values are higher, not by how much. */
static struct comparison
compare_by_ranks(struct side a, struct side b, struct level *level)
{
	const double reference = b.summary->mean.hi;
	const struct scaled single = root_of_squares(1, a.summary->spread,
	    1, b.summary->spread);
	const struct rank_sum_test r = rank_sum(a.sample->value, a.sample->n,
	    b.sample->value, b.sample->n, level->outside);
	struct comparison c = {
		.obstacle = COMPARED,
		.difference = r.shift, .interval = { r.lower, r.upper },
		.half_width = NAN, .relative_half_width = NAN, .df = NAN,
		.u = r.u, .exact = r.exact, .at_0 = r.at_0, .p = r.p,
		.single = RANK_EFFICIENCY * in_units(single, 0),
		.has_relative = reference != 0
	};

	if (!c.has_relative)
		return c;
	c.relative = r.shift / reference;
	c.relative_interval = reference > 0 ?
	    (struct interval){ r.lower / reference, r.upper / reference } :
	    (struct interval){ r.upper / reference, r.lower / reference };
	return c;
}

/* The tests by name; any beginning of a name that fits no other will do. */
static const struct test {
	const char *name;
	struct comparison (*compare)(struct side, struct side, struct level *);
	bool paired;	/* value by value: of equal counts */
	unsigned doubts;	/* those about a sample that concern it */
} tests[] = {
	{ "student", compare_by_student, false, ANY_DOUBT },
	{ "welch", compare_by_welch, false, ANY_DOUBT },
	{ "mannwhitney", compare_by_ranks, false, ANY_DOUBT & ~DOUBT_TOO_FEW },
	{ "paired", compare_by_pairs, true, ANY_DOUBT & ~DOUBT_CORRELATED }
};

enum { TESTS = sizeof(tests) / sizeof(*tests) };

/* The smallest difference that matters. */
struct margin {
	bool given;
	bool percent;	/* of the reference mean, else absolute */
	double size;	/* at least 0; 0 if not given */
};

/* Without a margin the test of no shift decides where 0 is but an end. */
static enum verdict
judge(const struct comparison *c)
{
	const struct interval interval = c->interval;

	if (interval.lower > c->margin)
		return HIGHER;
	if (interval.upper < -c->margin)
		return LOWER;
	if (interval.lower > -c->margin && interval.upper < c->margin)
		return EQUAL;
	return c->margin == 0 ? c->at_0 : UNDECIDED;
}

static struct comparison
compare(const struct test *test, struct side a, struct side b,
    struct level *level, struct margin margin)
{
	struct comparison c = test->compare(a, b, level);

	c.margin = margin.percent ?
	    fabs(b.summary->mean.hi) * (margin.size / 100) : margin.size;
	c.verdict = judge(&c);
	return c;
}

/* What it takes to show a difference, were the spread as it is here. */
struct power {
	double detectable;	/* the least that this would have shown */
	double needed;	/* values a set that show the margin, or 1%, with
			   a chance of 80%; NAN: there is no telling */
	double lag1;	/* correlation of successive differences of pairs */
	bool correlated;	/* they are not independent */
};

/* The size of two sets from which on ranks can show anything at all. */
static double
least_for_ranks(double outside)
{
	double n, p = 2;	/* 2 / C(2n, n) */

	for (n = 0; p > outside; n++)
		p *= (n + 1) / (2 * (2 * n + 1));
	return n;
}

/*
 * How many values a set it takes to show the effect at this level with a
 * chance of 80%: the least n, not below least, of at least
 * ((t_level + t_80) single / effect)^2, where t has df degrees of freedom,
 * groups (n - 1).  The normal's n, from which the search goes up, is but a
 * few too small.
 */
static double
values_needed(double single, double effect, double groups, double least,
    const struct level *level)
{
	double n = least, enough, t, df = INFINITY;

	if (!(effect > 0) || !isfinite(single / effect))
		return NAN;
	for (;;) {
		t = t_critical(level->outside, level->inside, df) +
		    t_critical(0.4, 0.6, df);
		enough = ceil(t * t * (single / effect) * (single / effect));
		if (enough <= n && df < INFINITY)
			return n;
		if (n > 1e15)
			return NAN;
		n = df < INFINITY ? n + 1 : larger(n, enough);
		df = groups * (n - 1);
	}
}

/* What is left of the order of measurement in the differences of pairs. */
static void
correlate_pairs(struct power *power, struct side a, struct side b)
{
	const size_t n = a.sample->n;
	struct sample differences = { allocate(n, sizeof(double)), n, n };
	struct summary s = { .n = n };
	struct interval extremes;
	size_t i;

	for (i = 0; i < n; i++)
		differences.value[i] = a.sample->value[i] -
		    b.sample->value[i];
	extremes = extremes_of(differences.value, n);
	s.min = extremes.lower;
	s.max = extremes.upper;
	if (isfinite(s.min) && isfinite(s.max)) {
		s.mean = mean_of(differences.value, n, &extremes);
		power->lag1 = lag1_correlation(&differences, &s);
		power->correlated = is_correlated(power->lag1, n);
	}
	free(differences.value);
}

static struct power
find_power(const struct test *test, const struct comparison *c,
    struct side side, struct side reference, struct margin margin,
    const struct level *level)
{
	const double effect = margin.given ? c->margin :
	    fabs(reference.summary->mean.hi) / 100;
	const double least = isnan(c->u) ? MIN_VALUES :
	    larger(MIN_VALUES, least_for_ranks(level->outside));
	struct power power = {
		.detectable = c->margin +
		    (c->interval.upper / 2 - c->interval.lower / 2),
		.needed = values_needed(c->single, effect,
		    test->paired ? 1 : 2, least, level)
	};

	if (test->paired)
		correlate_pairs(&power, side, reference);
	return power;
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
	    k * in_units(s->spread, exponent);
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
	const struct test *test;
	enum family family;
	struct margin margin;
	enum gate gate;
	const struct format *format;
	size_t width;	/* of the plot; 0: fit the output */
	size_t height;	/* of the plot; 0: no limit */
	bool plot;
	bool compare;
	bool headings;
	bool separate_bars;
	bool verbose;
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
	struct detail *detail;	/* of each set; NULL: not asked for */
	struct power *power;	/* of each comparison; likewise */
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
		    !(c->interval.upper < c->margin);
	case GATE_NOT_LOWER:
		return c->verdict != HIGHER &&
		    !(c->interval.lower > -c->margin);
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
		r.summary[i] =
		    summarize(&row->sample[i], &report->mean_level);
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
compare_row(struct report *report, const struct row *row,
    struct report_row *r)
{
	const struct options *options = report->options;
	const struct side reference = { &row->sample[0], &r->summary[0] };
	struct comparison *c;
	struct side side;
	size_t i;

	for (i = 1; i < report->table->nsets; i++) {
		c = &r->comparison[i];
		if (c->obstacle == COMPARED) {
			side = (struct side){ &row->sample[i], &r->summary[i] };
			*c = compare(options->test, side, reference,
			    &report->level, options->margin);
			r->differs = r->differs || gate_fails(GATE_ANY, c);
			report->nhopeless += is_hopeless(c);
		}
		if (c->obstacle != NOT_ASKED && gate_fails(options->gate, c))
			report->status = STATUS_DIFFERENT;
	}
}

/* What -v adds, where there are values enough. */
static void
examine_row(struct report *report, const struct row *row,
    struct report_row *r)
{
	const struct options *options = report->options;
	const size_t nsets = report->table->nsets;
	const struct side reference = { &row->sample[0], &r->summary[0] };
	size_t i;

	r->detail = allocate(nsets, sizeof(*r->detail));
	r->power = allocate(nsets, sizeof(*r->power));
	for (i = 0; i < nsets; i++) {
		if (r->summary[i].n > 1)
			r->detail[i] = examine(&row->sample[i], &r->summary[i],
			    &report->level, options->test->doubts);
		if (r->comparison[i].obstacle == COMPARED)
			r->power[i] = find_power(options->test,
			    &r->comparison[i],
			    (struct side){ &row->sample[i], &r->summary[i] },
			    reference, options->margin, &report->level);
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
	struct dd sum = { 0, 0 };
	double mean;
	size_t i, n = 0;

	for (i = 0; i < report->table->nrows; i++) {
		if (!report->row[i].complete)
			continue;
		mean = report->row[i].summary[set].mean.hi;
		if (!(mean > 0))
			return NAN;
		sum = dd_add(sum, dd_log((struct dd){ mean, 0 }, 0));
		n++;
	}
	return n == 0 ? NAN : dd_exp(dd_div_double(sum, (double)n));
}

/* In the classic report every set must have enough values. */
static void
check_sizes(const struct report *report)
{
	const struct summary *s = report->row[0].summary;
	size_t i;

	for (i = 0; i < report->table->nsets; i++)
		if (s[i].n < MIN_VALUES)
			die(report->table->set[i], 0, "%zu value%s, "
			    "but at least %d are needed", s[i].n,
			    s[i].n == 1 ? "" : "s", MIN_VALUES);
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
static void
check_pairs(const struct report *report, const struct report_row *row)
{
	const struct summary *s = row->summary;
	char key[200];
	size_t i;

	copy_key(row->key, key, sizeof(key));
	for (i = 1; i < report->table->nsets; i++)
		if (row->comparison[i].obstacle != NOT_ASKED &&
		    row->comparison[i].obstacle != MISSING &&
		    s[i].n != s[0].n)
			die(report->table->set[i], 0, "%s%s%zu "
			    "value%s cannot be paired with %zu of the "
			    "reference", key, *key != '\0' ? ": " : "",
			    s[i].n, s[i].n == 1 ? "" : "s", s[0].n);
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

static void
check_report(const struct report *report)
{
	const struct options *options = report->options;
	size_t i;

	if (!has_keys(&options->selection))
		check_sizes(report);
	for (i = 0; options->test->paired && i < report->table->nrows; i++)
		check_pairs(report, &report->row[i]);
	if (report->ncompared > 0 || !expects_comparisons(report))
		return;
	if (report->table->nsets == 1)
		die(NULL, 0, "nothing could be compared: there is "
		    "but one set, %s", report->table->set[0]);
	die(NULL, 0, "nothing could be compared: no row has %d "
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

	report->mean_level = level_of(options->confidence, 1);
	for (i = 0; i < table->nrows; i++) {
		r = &report->row[i];
		*r = summarize_row(report, &table->row[i]);
		n = count_compared(r, table->nsets);
		report->ncompared += n;
		report->nrows_compared += n > 0;
	}
	report->level = level_of(options->confidence,
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

/* Summaries of the table, which stays in use by the report. */
static void
begin_report(const struct options *options, const struct table *table,
    struct report *report)
{
	*report = (struct report){ .options = options, .table = table };
	report->row = allocate(table->nrows, sizeof(*report->row));
	fill_report(report);
}

/* All else there is to tell. */
static void
make_report(struct report *report)
{
	const struct options *options = report->options;
	const struct table *table = report->table;
	size_t i;

	for (i = 0; i < table->nrows; i++) {
		compare_row(report, &table->row[i], &report->row[i]);
		if (options->verbose)
			examine_row(report, &table->row[i], &report->row[i]);
		report->nrows_different += report->row[i].differs;
	}
	fill_geometric(report);
	if (options->plot && !has_keys(&options->selection))
		report->plot = make_plot(table->row[0].sample,
		    report->row[0].summary, table->nsets, options->width,
		    options->height);
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
	    options->margin);
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

static void
print_student(FILE *out, const struct comparison *c)
{
	fprintf(out, "\t(Student's t, pooled s = %g)\n", c->spread);
}

static void
print_welch(FILE *out, const struct comparison *c)
{
	fprintf(out, "\t(Welch's t, df = %g)\n", c->df);
}

static void
print_mannwhitney(FILE *out, const struct comparison *c)
{
	fprintf(out, "\t(Mann-Whitney U = %g, p = %g%s)\n", c->u, c->p,
	    c->exact ? "" : ", normal approximation");
}

static void
print_paired(FILE *out, const struct comparison *c)
{
	fprintf(out, "\t(paired t, s of differences = %g)\n", c->spread);
}

/* How each test names itself, in the order of tests[]. */
static void (*const print_test[])(FILE *, const struct comparison *) = {
	print_student, print_welch, print_mannwhitney, print_paired
};

/* -5 +/- 2, then the same in percent, then the test. */
static void
print_figures(FILE *out, const struct options *options,
    const struct comparison *c)
{
	print_estimate(out, c->difference, c->half_width, c->interval, "");
	if (c->has_relative)
		print_estimate(out, 100 * c->relative,
		    100 * c->relative_half_width,
		    in_percent(c->relative_interval), "%");
	print_test[options->test - tests](out, c);
}

static const char distrust[] = "the confidence is not to be trusted\n";

static void
print_power(FILE *out, const struct report *report,
    const struct comparison *c, const struct power *power)
{
	const struct margin margin = report->options->margin.given ?
	    report->options->margin :
	    (struct margin){ .percent = true, .size = 1 };

	if (!isnan(c->p) && report->options->margin.given)
		fprintf(out, "\tp = %g (against no difference at all)\n", c->p);
	else if (!isnan(c->p))
		fprintf(out, "\tp = %g (a difference is shown at %g or less)"
		    "\n", c->p, report->level.outside);
	if (isfinite(power->detectable))
		fprintf(out, "\tsmallest difference these samples would "
		    "show: %g\n", power->detectable);
	if (!isnan(power->needed))
		fprintf(out, "\tto show %g%s at 80%% power takes %.0f values "
		    "a set\n", margin.size, margin.percent ? "%" : "",
		    power->needed);
	if (power->correlated)
		fprintf(out, "\twarning: successive differences are "
		    "correlated (%.2f): %s", power->lag1, distrust);
}

static void
print_detail(FILE *out, const struct summary *s, const struct detail *d)
{
	fprintf(out, "\tmean %g +/- %g", s->mean.hi, s->mean_half_width);
	if (isfinite(d->variation))
		fprintf(out, ", variation %.3g%%", 100 * d->variation);
	fprintf(out, ", %zu outlier%s, lag-1 correlation %.2f\n", d->outliers,
	    d->outliers == 1 ? "" : "s", d->lag1);
	if (d->doubts & DOUBT_CONSTANT)
		fputs("\twarning: all values are equal\n", out);
	if (d->doubts & DOUBT_CORRELATED)
		fprintf(out, "\twarning: successive values are correlated: "
		    "%s", distrust);
	if (d->doubts & DOUBT_TOO_FEW)
		fputs("\twarning: too few values for this confidence, unless "
		    "they are normal\n", out);
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
	if (c->verdict != UNDECIDED || row->power != NULL)
		print_figures(out, options, c);
	if (row->power != NULL)
		print_power(out, report, c, &row->power[set]);
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
		print_detail(out, &row->summary[i], &row->detail[i]);
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
		if (row->detail != NULL)
			print_detail(out, s, &row->detail[i]);
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
		[NOT_ASKED] = "", [MISSING] = "missing", [TOO_FEW] = "too few"
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
		format_figure(cell, s->mean.hi);
	else if (what == CELL_ERROR && s != NULL && s->n > 1 &&
	    !isnan(s->relative_error))
		snprintf(cell, CELL_SIZE, "+/- %.*g%%",
		    percent_digits(100 * s->relative_error, 2),
		    100 * s->relative_error);
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
	print_margin(out, "beyond", options->margin);
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
		if (row[i].detail != NULL)
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
}

static void
render_hopeless(const struct report *report)
{
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
	const struct options *options = report->options;
	const struct table *table = report->table;
	size_t i;

	fprintf(out, "{\n  \"version\": \"%s\",\n  \"test\": \"%s\"", VERSION,
	    options->test->name);
	fprintf(out, ",\n  \"confidence\": %.17g", options->confidence);
	fprintf(out, ",\n  \"family\": \"%s\"", families[options->family]);
	fprintf(out, ",\n  \"comparisons\": %zu", report->ncompared);
	fputs(",\n  \"margin\": ", out);
	print_json_margin(out, options->margin);
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

/* -b column, or column=label,... */
static bool
take_set_column(const char *text, struct selection *s)
{
	struct column *column = &s->column[COLUMN_SET];
	char *copy = copy_string(text, strlen(text)), *equal, *comma;

	s->nlabels = 0;
	equal = strchr(copy, '=');
	if (equal == NULL || equal == copy)
		return take_column(copy, column);
	for (comma = equal; comma != NULL; ) {
		if (s->nlabels == MAX_SETS)
			return false;
		*comma++ = '\0';
		s->label[s->nlabels++] = comma;
		comma = strchr(comma, ',');
	}
	if (!take_column(copy, column))
		return false;
	if (column->name != NULL)	/* a column may have all that as name */
		column->name = text;
	return true;
}

/* -C column, or column/column. */
static bool
take_value_column(const char *text, struct selection *s)
{
	struct column *value = &s->column[COLUMN_VALUE];
	struct column *divisor = &s->column[COLUMN_DIVISOR];
	const char *slash = strchr(text, '/');

	s->value_column = true;
	*divisor = (struct column){ .name = NULL };
	if (slash == NULL || slash == text || slash[1] == '\0')
		return take_column(text, value);
	if (take_column(copy_string(text, (size_t)(slash - text)), value) &&
	    take_column(slash + 1, divisor) && value->name == NULL &&
	    divisor->name == NULL)
		return true;
	*divisor = (struct column){ .name = NULL };
	*value = (struct column){ .name = text };
	return true;
}

/* Columns by number or name, between commas. */
static bool
take_keys(const char *text, struct selection *s)
{
	char *part, *comma = copy_string(text, strlen(text));

	for (s->ncolumns = COLUMN_KEYS; comma != NULL; ) {
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

/* -r column, - (each file is a run) or [] (each innermost array). */
static bool
take_run(const char *text, struct selection *s)
{
	s->column[COLUMN_RUN] = (struct column){ .name = NULL };
	s->run_of = strcmp(text, "-") == 0 ? RUN_OF_FILE :
	    strcmp(text, "[]") == 0 ? RUN_OF_ARRAY : RUN_OF_COLUMN;
	return s->run_of != RUN_OF_COLUMN ||
	    take_column(text, &s->column[COLUMN_RUN]);
}

/* Some characters; \t is a tab. */
static bool
take_delimiters(const char *text, struct selection *s)
{
	const char *p;

	s->delimited = true;
	memset(s->delimiter, 0, sizeof(s->delimiter));
	for (p = text; *p != '\0'; p++) {
		if (*p == '\\' && p[1] == 't') {
			s->delimiter['\t'] = true;
			p++;
		} else
			s->delimiter[(unsigned char)*p] = true;
	}
	s->merge = s->delimiter[' '];
	return p > text && !s->delimiter['\n'] && !s->delimiter['"'];
}

static void
take_regex(char letter, const char *text, struct pattern *pattern)
{
	char why[200];
	const int error = regcomp(&pattern->regex, text,
	    REG_EXTENDED | REG_NOSUB);

	pattern->given = true;
	if (error == 0)
		return;
	regerror(error, &pattern->regex, why, sizeof(why));
	die(NULL, 0, "-%c: \"%s\" is not " A_REGEX ": %s", letter, text, why);
}

/* A file to read, and how its set is called. */
struct operand {
	const char *path;
	const char *label;
	size_t length;	/* of the label */
	bool labelled;	/* written as label=path */
};

/* An operand is label=path if no file is called all that. */
static struct operand
parse_operand(const char *text)
{
	const char *equal = strchr(text, '=');
	struct stat unused;

	if (equal == NULL || equal == text || stat(text, &unused) == 0)
		return (struct operand){ text, text, strlen(text), false };
	return (struct operand){
		equal + 1, text, (size_t)(equal - text), true
	};
}

/*
 * Opens what an operand names.  text: as it was typed, for the message;
 * behind: other operands stand before it.
 */
static int
open_operand(const struct operand *operand, const char *text, bool behind)
{
	int fd = STDIN_FILENO;

	if (strcmp(operand->path, "-") != 0)
		fd = open(operand->path, O_RDONLY);
	if (fd == -1)
		die(text, 0, "%s%s", strerror(errno), behind && *text == '-' ?
		    " (options come before files)" : "");
	return fd;
}

static bool
take_word(const char *text, const char *const word[], size_t n, size_t *which)
{
	for (*which = 0; *which < n; ++*which)
		if (strcmp(text, word[*which]) == 0)
			return true;
	return false;
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
	return take_set_column(text, &o->selection);
}

static bool
option_value_column(struct options *o, const char *text)
{
	return take_value_column(text, &o->selection);
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
	return take_delimiters(text, &o->selection);
}

static bool
option_only(struct options *o, const char *text)
{
	take_regex('e', text, &o->selection.only);
	return true;
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

static bool
option_keys(struct options *o, const char *text)
{
	return take_keys(text, &o->selection);
}

static bool
option_run(struct options *o, const char *text)
{
	return take_run(text, &o->selection);
}

/* A number, or a number and %. */
static bool
option_margin(struct options *o, const char *text)
{
	char *number = copy_string(text, strlen(text));
	const size_t length = strlen(text);
	bool ok;

	o->margin.given = true;
	o->margin.percent = length > 0 && text[length - 1] == '%';
	if (o->margin.percent)
		number[length - 1] = '\0';
	ok = take_number(number, &o->margin.size) && o->margin.size >= 0;
	o->margin.size += 0.0;	/* -0 is 0 */
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
	size_t i, matching = 0;

	for (i = 0; i < TESTS; i++)
		if (strncmp(text, tests[i].name, strlen(text)) == 0) {
			o->test = &tests[i];
			matching++;
		}
	return matching == 1;
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
	take_regex('x', text, &o->selection.except);
	return true;
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
	{ 'r', option_run, "run", "a column's number or name, - or []",
	    "values of one run count as their mean" },
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

/* Ends the program because of how it was called. */
PRINTF(1, 2) NORETURN static void
usage_error(const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	complain(NULL, 0, "", format, arguments);
	va_end(arguments);
	print_synopsis(stderr);
	exit(STATUS_TROUBLE);
}

/* What no option can know alone. */
static void
check_together(const struct options *o)
{
	const struct selection *s = &o->selection;
	size_t i, dashes = 0, sets = 0;
	bool labelled = false;
	struct operand operand;

	for (i = 0; i < o->nfiles; i++) {
		operand = parse_operand(o->file[i]);
		dashes += strcmp(operand.path, "-") == 0;
		sets += !operand.labelled;
		labelled = labelled || operand.labelled;
	}
	if (dashes > 1)
		usage_error("standard input (-) can be read only "
		    "once");
	if (!has_set_column(s) && sets + labelled > MAX_SETS)
		usage_error("%zu files, but at most %d sets",
		    o->nfiles, MAX_SETS);
	if (passes_only_shown(o->gate) && !o->margin.given)
		usage_error("-g %s needs a margin (-m)",
		    gates[o->gate]);
	if (passes_only_shown(o->gate) && !o->compare)
		usage_error("-g %s needs the comparisons that -n "
		    "leaves out", gates[o->gate]);
	if (s->unit != NULL && s->value_column)
		usage_error("-C and -u both choose the value");
}

static void
parse_options(int argc, char *argv[], struct options *o)
{
	char letters[2 * OPTIONS + 2];
	const struct command_option *option;
	int letter;

	option_letters(letters);
	while ((letter = getopt(argc, argv, letters)) != -1) {
		option = find_option(letter == ':' ? optopt : letter);
		if (letter == '?')
			usage_error("-%c: no such option", optopt);
		if (letter == ':')
			usage_error("-%c: expected %s", optopt,
			    option->expected);
		if (!option->take(o, optarg))
			usage_error("-%c: \"%.100s\" is not %s",
			    letter, optarg, option->expected);
	}
	if (o->family == FAMILIES)
		o->family = has_keys(&o->selection) ? FAMILY_ALL :
		    FAMILY_EACH;
	o->file = argv + optind;
	o->nfiles = (size_t)(argc - optind);
	check_together(o);
	if (o->selection.unit != NULL)	/* it tells the value instead */
		o->selection.column[COLUMN_VALUE].number = 0;
}

/*
 * ---- Main ----------------------------------------------------------------
 * Opens the files, calls the stages in turn, and exits.
 */

static void
read_operand(const struct selection *selection, const char *text, bool behind,
    struct table *table)
{
	const struct operand operand = parse_operand(text);
	const int fd = open_operand(&operand, text, behind);
	size_t set = 0;

	if (!has_set_column(selection))
		set = add_set(table, operand.label, operand.length,
		    operand.labelled);
	read_file(selection, fd, operand.path, set, table);
	if (fd != STDIN_FILENO)
		close(fd);
}

static void
read_all(const struct options *o, struct table *table)
{
	static const char name[] = "<stdin>";
	size_t i;

	if (o->nfiles == 0) {
		if (!has_set_column(&o->selection))
			add_set(table, name, strlen(name), false);
		read_file(&o->selection, STDIN_FILENO, name, 0, table);
	}
	for (i = 0; i < o->nfiles; i++)
		read_operand(&o->selection, o->file[i], i > 0, table);
	finish_table(table);
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
static void
finish_output(void)
{
	errno = 0;	/* ferror tells of an error without its number */
	if (fflush(stdout) == 0 && !ferror(stdout) && fclose(stdout) == 0)
		return;
	die(NULL, 0, "standard output: %s",
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
	.test = &tests[0],
	.family = FAMILIES,	/* to be told by -k */
	.format = &formats[0],
	.height = DEFAULT_HEIGHT,
	.plot = true, .compare = true, .headings = true
};

static int
inform(const struct options *options)
{
	if (options->version)
		puts("ministat " VERSION);
	else
		print_help(stdout);
	finish_output();
	return STATUS_SAME;
}

int
main(int argc, char *argv[])
{
	struct options options = defaults;
	struct table table = { .nsets = 0 };
	struct report report;

#if defined(_WIN32)	/* bytes are bytes, CR LF and 26 too */
	_fmode = _O_BINARY;
	_setmode(STDIN_FILENO, _O_BINARY);
	_setmode(STDOUT_FILENO, _O_BINARY);
	_setmode(STDERR_FILENO, _O_BINARY);
#else
	signal(SIGPIPE, SIG_IGN);	/* a failed write is an error */
#endif
	parse_options(argc, argv, &options);
	if (options.help || options.version)
		return inform(&options);
	options.plot = options.plot && options.format->plots;
	if (options.width == 0)
		options.width = fitting_width();
	read_all(&options, &table);
	begin_report(&options, &table, &report);
	render_warnings(&report);
	check_report(&report);
	make_report(&report);
	render_hopeless(&report);
	options.format->render(stdout, &report);
	finish_output();
	return (int)report.status;
}

#if defined(__clang__) && defined(__i386__) && !defined(__SSE2__)
#pragma clang attribute pop
#endif
