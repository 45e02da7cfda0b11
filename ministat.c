/*
 * ministat - do these measurements differ, and by how much?
 *
 * Build	cc ministat.c -lm -o ministat
 * Manual	ministat.1
 *
 * The file reads from top to bottom.  A section calls only those above it by
 * name:
 *
 *	Types, Foundations	what all sections need
 *	Numbers, Units	text -> a double; a number with its unit
 *	Arithmetic	arrays of doubles -> sums and order statistics
 *	Data		observations find their row, set and run
 *	Input		a file as bytes; records become observations
 *	Lines, JSON	text becomes records
 *	Files		decides which of these reads a file
 *	Distributions	values <-> probabilities
 *	Summary		a sample -> its figures
 *	Comparison	two samples -> their difference
 *	Tests		the ways to compare, by name
 *	Plot		samples -> stacks and bars
 *	Report		everything -> rows, verdicts and the exit status
 *	Text, Table, Markdown, JSON and CSV out
 *			the report -> what is printed
 *	Command line	arguments -> options
 *	Known formats	the beginning of a file -> options
 *	Main		calls the others
 *
 * `grep -n '^.\* ----' ministat.c' lists where they and their parts begin.
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
#define _FILE_OFFSET_BITS 64	/* large files on 32-bit systems, too */

/* tcc cannot parse the VLAs in glibc's <regex.h>. */
#if defined(__TINYC__)
#define __STDC_NO_VLA__ 1
#endif

#include <sys/ioctl.h>

#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <float.h>
#include <limits.h>
#include <math.h>
#include <poll.h>
#include <regex.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#if !defined(__GNUC__)
#undef	__attribute__
#define	__attribute__(list)
#endif
#define	NORETURN	__attribute__((noreturn))
#define	ALWAYS_INLINE	inline __attribute__((always_inline))

/*
 * The figures must be the same on every machine.  So a product is rounded
 * before it is added (no fused multiply-add unless fma is called), and every
 * result is rounded to a double (no x87 registers).  With clang, the option
 * -ffp-contract=fast overrides FP_CONTRACT but not FENV_ACCESS, which clang
 * supports on x86 only.  The last lines of this file undo the `attribute push'.
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

#define	VERSION	"1.1"

/* How many elements an array has. */
#define	COUNT(array)	(sizeof(array) / sizeof(*(array)))

enum {
	MAX_SETS = 50,
	/* Bits of an unsigned say which measures something has. */
	MAX_MEASURES = 14,
	MAX_KEYS = MAX_MEASURES,	/* parts of -k, which is a list, too */
	MIN_VALUES = 3,	/* that most tests need in each set */
	MIN_WIDTH = 2,		/* of the plot, in characters */
	MAX_WIDTH = 10000,
	DEFAULT_WIDTH = 74,
	DEFAULT_HEIGHT = 24,	/* of the plot, in rows */
	BLOCK_SIZE = 128 * 1024,	/* bytes that are read at a time */
	/* Records or, in JSON, members of each file whose words are checked. */
	CHECKED = 1000,
	/*
	 * Bytes past the end of a text that may be read, because numbers and
	 * names are read eight bytes at a time.  All text of the input has
	 * them, and a NUL among them: buffers, builders and copied strings.
	 */
	PADDING = 32
};

/* The exit status is a promise to scripts. */
enum status { STATUS_PASSED, STATUS_FAILED, STATUS_TROUBLE };

/*
 * ---- Types ---------------------------------------------------------------
 * The types of what passes from one stage to the next, except struct time_unit,
 * warnings, quantity, input, options and report, which are defined in the
 * sections that make them.
 */

/*
 * A stretch of bytes.  Without bytes, it may be an empty cell, say, or the end
 * of what was searched; if start is NULL, too, there is none at all.
 */
struct text {
	char *start;
	size_t length;
};

/*
 * A column of the input, as -C, -b, -k or -r names it: a number, a name, a tag
 * or @, with ~regex or without.  A header or JSON may have a column whose name
 * is the whole argument, even with a ~ in it.  So the argument is kept, and a
 * look-up tries all of it first.
 */
struct column {
	/* It, without the labels of -b and a + before it.  NULL: none. */
	const char *typed;
	/*
	 * In -C, -b a,b and -u, whose list is read as one of columns, too: the
	 * column with the + before it, if one was typed.  If the file has a
	 * column with this name, the + belongs to the name; else it says that
	 * more is better.  NULL: there was no +.
	 */
	const char *with_plus;
	struct text name;	/* of it, up to the ~ or the end */
	const regex_t *regex;	/* what comes after the ~, or NULL */
	bool takes_any;	/* it has .* or .+ in it: see set_value() */
};

struct time_unit;

/* A unit, taken apart. */
struct unit {
	struct text name;	/* all of it; no bytes: there is none */
	/* The unit of time that it is or, as ns/op, begins with; or NULL. */
	const struct time_unit *time;
	/* What follows the time or a metric prefix: /op, or B/s of MB/s. */
	struct text rest;
	bool more_is_better;	/* in -u: a + was typed before it */
};

/*
 * The columns: those that name a record, which are its set, its run and the
 * parts of its key, and those of its values, by measure.  -C a/b or a-b is one
 * column as typed, that of a measure m at VALUE + m.  In a file it is two: a is
 * at VALUE + m, and b at SECOND + m.  Arrays of values leave out the columns
 * before VALUE: a is at m in them, and b at MAX_MEASURES + m.
 */
enum {
	SET,
	RUN,
	KEY,
	VALUE = KEY + MAX_KEYS,
	SECOND = VALUE + MAX_MEASURES,
	TYPED_COLUMNS = SECOND,		/* so many were typed, at most */
	MAX_COLUMNS = SECOND + MAX_MEASURES
};

/* An expression of -e, -x or -X, which is its letter. */
struct filter {
	const regex_t *regex;
	int letter;
};

static const char default_delimiters[] = " \t";

/* What to read from every file. */
struct selection {
	const char *delimiters;	/* of -d, or default_delimiters */
	struct column column[TYPED_COLUMNS];
	/*
	 * Where those columns end that name a record: KEY plus the number of
	 * those of -k.  If it is KEY, there is no -k, and one row.
	 */
	size_t names_end;
	/*
	 * A known format chose those of -k.  A part of the key that a JSON file
	 * does not have is empty then, and a tag that no line has brings no
	 * warning.
	 */
	bool lenient_keys;
	/* What the report calls the values; "": they have no name. */
	const char *measure[MAX_MEASURES];
	size_t nmeasures;
	size_t ncolumns;	/* that -C or -b a,b list */
	size_t nunits;		/* that -u lists, or -u '*' found */
	struct unit unit[MAX_MEASURES];	/* of -u, by measure */
	bool by_unit;		/* -u alone finds the values */
	bool all_units;		/* -u '*' */
	bool sets_are_columns;	/* -b a,b: each column is a set */
	/* The sets of -b: columns, or labels, which only have `typed'. */
	struct column *label;
	size_t nlabels;		/* 0: it lists none */
	bool by_array;		/* -r []: runs are not by column[RUN] */
	struct filter *filter;	/* as typed, and then of a known format */
	size_t nfilters;
	size_t ntyped;		/* those typed, which are first */
};

/* Values in the order in which they were read.  All are finite. */
struct sample {
	double *value;
	size_t n, capacity;
	bool mixed;	/* with -r: some run had unequal values: not exact */
};

/*
 * What the key of a run begins with; the label of the run follows.  The row is
 * last, so that its bytes and the label behind them are one text, which is the
 * same for runs of one name in all files and sets: pair_runs finds them by it.
 */
struct run { size_t file, set, row; };

/*
 * A row and its key: parts with NUL bytes between them.  Two other tables have
 * rows with other keys: in data.runs, a struct run and then the run's label; in
 * pair_runs, the number of a row and then the label.
 */
struct row {
	struct text key;
	size_t next;	/* the row that may follow: see row_of_key */
	/* By set: the words beside its first value: see check_beside. */
	struct text *words;	/* no start, or NULL: there were none yet */
	struct text latest;	/* the same in the latest file */
	const char *above;	/* see check_above; NULL: no heading yet */
	size_t latest_file;	/* its number: it has this row */
	const char *outcome;	/* see check_symptoms; NULL: not known */
	/* By set, then by measure, as far as it has values. */
	struct sample *sample;
	size_t nsamples;
};

/*
 * How many fields a line has.  Tabs at its end may be empty cells or, as other
 * white space, nothing.
 */
struct width { size_t least, most; };

/* Why a record is left out, or has no value. */
enum omission {
	FAILED_RECORD,	/* -X matches */
	FAILED_LINE,	/* -X matches a line that has no value */
	FAILED_AROUND,	/* -X matches in JSON around values: they count */
	INCOMPLETE,	/* its value, set, run or key is missing */
	TOO_SHORT,	/* it has too few fields */
	NO_NUMBER,	/* -u: there is no number before the unit */
	NO_VALUE,	/* in JSON: an object that has no value in it */
	ABOVE_HEADER,
	UNPAIRED,	/* some set does not have the run */
	UNMATCHED,	/* the expression of -C: it is no measurement */
	FILTERED,	/* -e or -x leave it out: this needs no warning */
	OMISSIONS
};

/* The records that were left out for one reason. */
struct left_out {
	uintmax_t n;
	size_t nfiles;		/* that have some of them */
	size_t latest_file;	/* the number of the latest of these */
	/* Of the first record: */
	const char *file;
	uintmax_t line;
	size_t column;	/* that it lacks */
	bool lacks_vary;	/* some of the others lack another column */
	/* What is missing; or NULL. */
	const char *lacks;
	const char *example;	/* what it looks like */
};

/* Warnings that are printed only once, for the first line with a cause. */
enum topic {
	NEW_UNIT,		/* of take_line */
	WORDS_BESIDE, UNITS_BESIDE,	/* of check_beside and check_word */
	/* Of check_parts, checked_number, check_group and check_list. */
	LIST,	/* the value may be a part of one, or one of several */
	MORE_FIELDS,		/* of check_width and check_first */
	OTHER_HEADER,		/* of take_record */
	PASSED_OVER,		/* of check_passed_over */
	FAILURE,		/* of check_unread */
	FAILURE_BESIDE,		/* of check_symptoms */
	NAME_ABOVE,	/* of find_name, check_above and check_passed_over */
	BELOW_NAME,		/* of check_below */
	COMMENT,		/* of check_comment */
	NEGATIVE,		/* of combine */
	TOPICS
};

/* What the files have had so far, against which the later ones are checked. */
struct seen {
	/* By column: its cell in the header; no start: there was none. */
	struct text header[MAX_COLUMNS];
	/*
	 * By column, from VALUE on: the unit, which is read with values; no
	 * start: there were none.  With -b a,b, [0] is for all columns.
	 */
	struct text unit[MAX_COLUMNS - VALUE];
	/*
	 * In the same way, for check_word: the word behind the first value, if
	 * that has no unit.  It is not read, but may be a unit:
	 *
	 *	it has bytes	later words are compared with it
	 *	no bytes	it was no unit; later words do not matter
	 *	no start	it is still looked for
	 */
	struct text word[MAX_COLUMNS - VALUE];
	struct text earlier[MAX_MEASURES];	/* see check_earlier */
	struct text member[MAX_MEASURES];	/* in JSON: its whole path */
	struct width width;	/* of the first record, if delimited; or 0 */
	bool plus_is_name[MAX_MEASURES];	/* a + of -C is in the header */
	bool silent[TOPICS];	/* it was printed, or is not wanted */
	/* Words that were told, with a bar behind each; or NULL. */
	const char *failures;
	const char *outcome;	/* of the first record of all */
	size_t nwhole;	/* text files whose last line has a newline */
	const char *cut_file;	/* the latest one of the others, or NULL */
	/* With -b a,b: some record has values of some sets only. */
	bool sets_are_apart;
	/* A set lacks a value in a turn: the i-th need not be pairs. */
	bool lost_pairs;
};

/*
 * All input: every observation has a row, a set, a measure and a run.  With -r,
 * values are first taken into `runs', which is other data: it has one set, and
 * a row for each run, whose key is a struct run and its label.  average_runs
 * then adds the mean of each run to this data.
 */
struct data {
	struct warnings *warnings;
	/*
	 * Of the hash table.  Nobody who writes a file can know it, so that
	 * names cannot be made to collide.
	 */
	uint64_t seed;
	size_t nmeasures;	/* with -b a,b: 1 */
	size_t nfiles;		/* that were opened */
	const char *set[MAX_SETS];	/* labels */
	/* An operand label=path named it: others with this label add to it. */
	bool named[MAX_SETS];
	size_t noperands[MAX_SETS];	/* of each set, without -b */
	size_t nsets;
	struct row *row;	/* in order of first appearance */
	size_t nrows, row_capacity;
	size_t *slot;	/* hash table of keys: a row's number + 1, or 0 */
	size_t nslots;		/* a power of two */
	size_t latest;		/* the row of the latest value */
	/* With -r: its rows are runs, for average_runs; or NULL. */
	struct data *runs;
	struct seen seen;
	struct left_out left_out[OMISSIONS];
	/*
	 * The records that were left out, but not those that are UNMATCHED or
	 * FILTERED.  A gate may fail for these.
	 */
	uintmax_t nleft_out;
};

/* An unrounded result hi + lo; hi is what it rounds to. */
struct dd { double hi, lo; };

/*
 * A figure, and the interval around it, whose ends may be infinite.  If there
 * is no figure, all three are NAN.
 */
struct estimate {
	double value, lower, upper;
};

#define NO_ESTIMATE	{ NAN, NAN, NAN }

/*
 * A confidence.  Both percent and outside are kept, because 1 - x loses digits
 * when x is near 1.
 */
struct level {
	double percent;		/* in (0, 100) */
	double outside;		/* 1 - percent / 100 */
};

/*
 * The smallest difference that matters (-m): a percentage of the reference, an
 * amount, or the larger of the two.
 */
struct margin {
	const char *typed;	/* the argument of -m, or NULL */
	bool has_percent, has_amount;
	double percent;		/* of the reference; 0 if not given */
	double amount;		/* in the data's unit; 0 if not given */
};

struct comparison;

/*
 * A way to compare two samples.  At tests[] is what a new one needs.
 */
struct test {
	const char *name;	/* first; of a quantile, what was typed */
	const char *title;	/* for people */
	/*
	 * How it names itself under a verdict: a format for printf(3) of the
	 * title and one number: the spread or, if that is NAN, the df.  It need
	 * not use the number.  NULL: describe_test() has words of its own.
	 */
	const char *format;
	/*
	 * Sets the difference; where it has them, the relative difference, p,
	 * its side, df, u and the spread.  No figure may be -0.
	 * With of_quantiles, ties must widen the interval: widen_by_tick() does
	 * that.  If it sets p, it also sets p_is_exact, or p is called a normal
	 * approximation.
	 */
	void (*compare)(struct comparison *);
	/*
	 * It compares quantiles or ranks.  Tables show a quantile, which is
	 * the median for ranks, and -m in percent is of that.  summary.sorted
	 * has the values in order, whose span must fit a double.  Other tests
	 * compare means.
	 */
	bool of_quantiles;
	/*
	 * It compares means by Student's t: intervals have a half width, which
	 * is printed and must be finite, and geometric means have one, too.
	 */
	bool t_test;
	bool paired;		/* it compares the i-th values */
	bool any_quantile;	/* -t pN: its name chooses the quantile */
	bool certain;		/* values have no noise: no confidence */
	/* With -r, one set may have one run, if the other has `least' runs. */
	bool one_run_is_enough;
	size_t least;		/* values that each set must have */
};

/* What to compare, and how. */
struct question {
	struct test test;	/* a copy of one of tests[] */
	double quantile;	/* in percent: 50, unless -t chose another */
	struct margin margin;
};

/* What casts doubt on a sample or on a comparison. */
enum doubt {
	DOUBT_CONSTANT = 1,	/* all values are equal */
	DOUBT_WARM_UP = 2,	/* the first is an outlier */
	DOUBT_COARSE = 4,	/* a tick of the clock hides a difference */
	DOUBT_TOO_FEW = 8,	/* for the test to show anything */
	DOUBT_UNEQUAL = 16,	/* counts and spreads differ (Student's t) */
	DOUBT_NO_RELATIVE = 32,	/* there is none, but -m is in percent */
	DOUBT_DEPENDENT = 64,	/* values resemble those before them */
	DOUBT_ZERO = 128,	/* all values are 0, the reference's not */
	DOUBT_NOT_EXACT = 256,	/* values differ, under -t exact */
	DOUBT_MARGIN = 512,	/* an amount no less than the reference */
	DOUBT_UNIT = 1024,	/* a change so great that units may differ */
	DOUBT_LACKING = 2048,	/* too few values to compare */
	DOUBT_TURNS = 4096,	/* high and low values take turns */
	DOUBT_LOW = 262144,	/* some values are far below the others */
	DOUBT_TWICE = 524288,	/* each value is there twice */
	/* Not of samples or comparisons, only of rows: */
	DOUBT_UNEVEN = 8192,	/* counts differ, as in few rows */
	DOUBT_RATE = 16384,	/* more is better, but the gate is higher */
	DOUBT_LESS = 32768,	/* a rate, but less is better */
	DOUBT_REPEATED = 65536,	/* more values than most rows have */
	DOUBT_ROUNDED = 131072,	/* times and rates that vary nowhere */
	/* Those of a sample that are said without -v. */
	SET_DOUBTS = DOUBT_WARM_UP | DOUBT_LOW | DOUBT_TWICE |
	    DOUBT_NOT_EXACT | DOUBT_LACKING
};

/* A sample in figures.  What does not exist is NAN. */
struct summary {
	const struct sample *sample;	/* NULL: there is none */
	size_t n;
	double *sorted;	/* in order, if test.of_quantiles; or NULL */
	double min, max, median;
	struct dd mean;
	double stddev;	/* NAN: of one value; INFINITY: beyond a double */
	double centre;	/* what the test compares: mean or quantile */
	/* Distance to the farther end of its interval / |centre|; or NAN. */
	double centre_error;
	double mean_half_width;	/* of the interval of the mean */
	unsigned doubts;	/* bits of enum doubt; examine() adds some */
	/* What -v, JSON and CSV add; examine() fills it in. */
	double variation;	/* standard deviation / |mean| */
	double outliers;	/* beyond Tukey's outer fences */
};

/* What every summary is at first: no figure exists. */
static const struct summary nothing_summarized = {
	.min = NAN, .max = NAN, .median = NAN, .mean = { NAN, NAN },
	.stddev = NAN, .centre = NAN, .centre_error = NAN,
	.mean_half_width = NAN, .variation = NAN, .outliers = NAN
};

/*
 * How a comparison comes out, and why a gate fails, in the order in which
 * describe_gate lists it.  A gate that asks for what is worse says WORSE in
 * place of HIGHER and LOWER.  NOT_EXACT takes the place of UNDECIDED, if it is
 * the reason.
 */
enum verdict {
	NO_VERDICT,	/* it was not made, or is that of geometric means */
	/* All of the interval is above the margin, or below it. */
	HIGHER, LOWER,
	WORSE,		/* for gates: the one of these that is worse */
	UNDECIDED,
	EQUAL,	/* all of the interval is within the margin */
	/* It cannot be made: a set has no values, or too few for the test. */
	MISSING, TOO_FEW,
	NOT_EXACT,	/* for gates: values differ, under -t exact */
	VERDICTS
};

/*
 * A sample against its reference; differences are sample - reference.  If it
 * was not made, there are no figures.  That of two geometric means has only a
 * relative difference.
 */
struct comparison {
	enum verdict verdict;
	/* NULL: it was not made, or is that of geometric means. */
	const struct question *question;
	const struct summary *set, *reference;
	struct level level;
	struct estimate difference;
	double half_width;	/* of its interval, of a t test; or NAN */
	struct estimate relative;	/* to |reference|, or ratios - 1 */
	/* Of the relative one, by the delta method, as BSD's tool prints it. */
	double bsd_half_width;	/* it decides nothing */
	double spread;	/* the pooled s, or that of differences; or NAN */
	double tick;	/* if it hides the spread of a t test; or 0 */
	double df;	/* NAN: the test has none */
	double u;	/* Mann and Whitney's; NAN: another test */
	double p;	/* NAN: 0/0, or the test has none */
	bool p_is_exact;	/* of ranks: else a normal approximation */
	/*
	 * Of ranks: > 0 if the set tends to be higher, < 0 if lower; only the
	 * sign counts.  It is 0 if the test has none.  If it is not 0 and there
	 * is no margin, p decides, and not the interval.
	 */
	double side;
	/* Shown: it is not higher, or not lower, by the margin or more. */
	bool not_higher, not_lower;
	double detectable;	/* the least change shown, if finite */
	unsigned doubts;	/* bits of enum doubt */
};

/* What every comparison is at first: no figure exists. */
static const struct comparison nothing_compared = {
	.difference = NO_ESTIMATE, .relative = NO_ESTIMATE,
	.half_width = NAN, .bsd_half_width = NAN,
	.spread = NAN, .df = NAN, .u = NAN, .p = NAN,
	.detectable = NAN
};

/* What a row has of a set. */
struct cell {
	const char *label;	/* of the set */
	const struct cell *reference;	/* to compare with; NULL: none */
	struct summary summary;
	struct comparison comparison;
	/*
	 * Why the comparison fails the gate; NO_VERDICT: it does not.  Only
	 * here are WORSE and NOT_EXACT used.
	 */
	enum verdict failure;
};

/*
 * ---- Foundations ---------------------------------------------------------
 * Memory, text, and messages on standard error, of which some end the program
 * with status 2.
 */

/*
 * Returns memory.  If there is not enough, the program ends, and what is still
 * in the buffer of standard output is not printed.  Memory that is small, or
 * needed to the end, is not freed: exit(3) does that.
 */
static void *
check_memory(void *memory)
{
	if (memory == NULL) {
		fputs("ministat: out of memory\n", stderr);
		_exit(STATUS_TROUBLE);
	}
	return memory;
}

/* Returns memory for an array of one or more, which keeps what it holds. */
static void *
resize(void *memory, size_t count, size_t size)
{
	return check_memory(count > SIZE_MAX / size ? NULL :
	    realloc(memory, count * size));
}

/*
 * The same for a new array, all of whose bytes are 0.  It may have no elements:
 * calloc(3) may return NULL if asked for none.
 */
static void *
allocate(size_t count, size_t size)
{
	return check_memory(calloc(count > 0 ? count : 1, size));
}

#define	NEW(type, count)	((type *)allocate(count, sizeof(type)))

/*
 * Returns memory for `wanted' elements and half as many more, so that it seldom
 * has to grow.
 */
static void *
grow(void *memory, size_t *capacity, size_t wanted, size_t size)
{
	*capacity = wanted + wanted / 2 + 8;
	return resize(memory, *capacity, size);
}

/* Makes room in an array, which may move, for at least `wanted' elements. */
#define	GROW(array, capacity, wanted) \
	((wanted) <= (capacity) ? (array) : \
	    ((array) = grow(array, &(capacity), wanted, sizeof(*(array)))))

/* Returns a string as a text. */
static struct text
as_text(const char *string)
{
	return (struct text){ (char *)string, strlen(string) };
}

/* Returns the text from start up to end. */
static struct text
text_between(const char *start, const char *end)
{
	return (struct text){ (char *)start, (size_t)(end - start) };
}

static inline bool
equals(struct text a, struct text b)
{
	return a.length == b.length &&
	    (a.length == 0 || memcmp(a.start, b.start, a.length) == 0);
}

static inline bool
is_string(struct text text, const char *string)
{
	return equals(text, as_text(string));
}

/* Returns the end of a text. */
static inline const char *
end_of(struct text text)
{
	return text.start + text.length;
}

/* Returns what a text has from p on, which is in it or at its end. */
static inline struct text
from(struct text text, const char *p)
{
	return text_between(p, end_of(text));
}

/* Returns a text without its first n bytes. */
static inline struct text
after(struct text text, size_t n)
{
	return from(text, text.start + n);
}

/*
 * True if the first byte of a text is one of these.  No text of the input has a
 * NUL byte, which strchr would find.
 */
static inline bool
begins_in(struct text text, const char *bytes)
{
	return text.length > 0 && strchr(bytes, *text.start) != NULL;
}

static inline bool
begins_with(struct text text, const char *string)
{
	size_t n = strlen(string);

	return text.length >= n && memcmp(text.start, string, n) == 0;
}

/* Returns what a text has before the first such byte, or all of it. */
static struct text
up_to(struct text text, char byte)
{
	const char *end = text.length == 0 ? NULL :
	    memchr(text.start, byte, text.length);

	return end == NULL ? text : text_between(text.start, end);
}

static bool
has_byte(struct text text, char byte)
{
	return up_to(text, byte).length < text.length;
}

#define	WHITE_SPACE	" \t\n\v\f\r"
#define	DIGITS	"0123456789"

static bool
is_blank(char c)
{
	return c == ' ' || c == '\t';
}

static bool
is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/* True for a letter of ASCII. */
static bool
is_letter(char c)
{
	return isalpha((unsigned char)c) != 0;
}

/*
 * Returns a text without its first n bytes and the blanks that follow them; if
 * n is 0, without the blanks that it begins with.
 */
static struct text
skip(struct text text, size_t n)
{
	while (n < text.length && is_blank(text.start[n]))
		n++;
	return after(text, n);
}

/*
 * Returns a text without these characters at its end.  None of them may be a
 * letter or a digit: these end most texts, so they are looked for first.
 */
static struct text
trim(struct text text, const char *characters)
{
	while (text.length > 0 &&
	    !isalnum((unsigned char)text.start[text.length - 1]) &&
	    strchr(characters, text.start[text.length - 1]) != NULL)
		text.length--;
	return text;
}

/*
 * A buffer for text that is put together from parts.  All 0: it is empty, and
 * its text has no start.  Else NULs follow the text, as padding: whoever makes
 * the text shorter must append before it is read.
 */
struct builder {
	struct text text;
	size_t capacity;
};

/* Appends a text.  Without bytes, it need not have a start. */
static void
append_text(struct builder *b, struct text text)
{
	GROW(b->text.start, b->capacity,
	    b->text.length + text.length + PADDING);
	if (text.length > 0)
		memcpy(b->text.start + b->text.length, text.start, text.length);
	b->text.length += text.length;
	memset(b->text.start + b->text.length, '\0', PADDING);
}

static void
append_string(struct builder *b, const char *string)
{
	append_text(b, as_text(string));
}

/* Returns what printf(3) would print as a new string. */
__attribute__((format(printf, 1, 2))) static char *
format_text(const char *format, ...)
{
	va_list list;

	va_start(list, format);
	size_t length = (size_t)vsnprintf(NULL, 0, format, list);
	va_end(list);
	char *text = NEW(char, length + PADDING);
	va_start(list, format);
	vsnprintf(text, length + 1, format, list);
	va_end(list);
	return text;
}

/* Joins two strings.  What is between them is left out if one is empty. */
static const char *
join(const char *first, const char *between, const char *second)
{
	if (*first == '\0')
		return second;
	if (*second == '\0')
		return first;
	return format_text("%s%s%s", first, between, second);
}

/* Appends what printf(3) would print. */
#define	append_format(b, ...) \
	append_string(b, format_text(__VA_ARGS__))

/* Appends "name=value ". */
static void
append_pair(struct builder *b, struct text name, struct text value)
{
	append_text(b, name);
	append_string(b, "=");
	append_text(b, value);
	append_string(b, " ");
}

/* Returns a copy as a string, with padding. */
static char *
copy_text(struct text text)
{
	struct builder copy = { .capacity = 0 };

	append_text(&copy, text);
	return copy.text.start;
}

/* Returns a copy for a message: 60 bytes, and dots for what follows. */
static const char *
excerpt(struct text text)
{
	size_t length = text.length > 60 ? 60 : text.length;

	/* Do not end within a character. */
	while (length > 0 && length < text.length &&
	    (text.start[length] & 0xc0) == 0x80)
		length--;
	return format_text("%.*s%s", (int)length, text.start,
	    length < text.length ? "..." : "");
}

/* Returns the same in quotes, or "nothing" if there is no text. */
static const char *
quoted(struct text text)
{
	return text.length == 0 ? "nothing" :
	    format_text("\"%s\"", excerpt(text));
}

/* Returns what makes a noun plural, if there are n of it. */
static const char *
plural(uintmax_t n)
{
	return n == 1 ? "" : "s";
}

/* [n]: the least first byte of a UTF-8 character of n = 2 to 4 bytes. */
static const uint32_t utf8_first[] = {
	0, 0, 0xc0, 0xe0, 0xf0,
	0x100	/* above any byte, so that a search ends at n = 4 */
};

/* [n]: the least number of a character that needs n bytes. */
static const uint32_t utf8_least[] = {
	0, 0, 0x80, 0x800, 0x10000, 0x110000
};

/*
 * Returns the length in bytes of the UTF-8 character at the start of a string,
 * and sets *code to its number in Unicode.  Returns 0 if there is none (Unicode
 * 15, table 3-7).
 */
static size_t
decode_utf8(const char *string, uint32_t *code)
{
	const unsigned char *s = (const unsigned char *)string;
	size_t n = 1;

	/* 1 for ASCII, and for what begins none: the last test refuses it. */
	while (s[0] >= utf8_first[n + 1])
		n++;
	*code = s[0] - utf8_first[n];
	for (size_t i = 1; i < n; i++) {	/* a NUL ends it */
		if ((s[i] & 0xc0) != 0x80)
			return 0;
		*code = *code << 6 | (s[i] & 0x3f);
	}
	/*
	 * Not longer than necessary, up to U+10FFFF, no surrogate.  Nor, with
	 * n = 1, a byte from 0x80 on.
	 */
	if (*code < utf8_least[n] || *code >= utf8_least[n + 1] ||
	    (*code >= 0xd800 && *code < 0xe000))
		return 0;
	return n;
}

/*
 * The same for a character that may be sent to a terminal.  Returns 0 for a
 * control character, and for one that embeds, overrides or isolates text of
 * another direction.
 */
static size_t
printable_length(const char *string)
{
	uint32_t code = 0;
	size_t n = decode_utf8(string, &code);
	bool is_control = code < ' ' || (code >= 0x7f && code < 0xa0);
	bool turns = (code >= 0x202a && code <= 0x202e) ||
	    (code >= 0x2066 && code <= 0x2069);

	return is_control || turns ? 0 : n;
}

/*
 * Returns text from the input as it may be printed: a byte of anything else
 * than a printable character becomes \xNN.  So does the first of ## before a
 * [, with a word between or not, as in ##vso[: these are commands to some CI
 * systems wherever they are in a line.
 */
static const char *
printable(const char *string)
{
	struct builder shown = { .capacity = 0 };

	append_string(&shown, "");	/* if empty: a string, not NULL */
	while (*string != '\0') {
		size_t n = printable_length(string);

		if (strncmp(string, "##", 2) == 0 &&
		    string[2 + strcspn(string + 2, "[ #")] == '[')
			n = 0;
		if (n > 0)
			append_text(&shown, text_between(string, string + n));
		else {
			append_format(&shown, "\\x%02x",
			    (unsigned char)*string);
			n = 1;
		}
		string += n;
	}
	return shown.text.start;
}

/* The warnings that were printed.  The report has them, too. */
struct warnings {
	const char **text;
	size_t n, capacity;
};

/*
 * Prints a message.  Before it are the file or the set that is the cause, which
 * may be NULL, and its line, from 1, or 0 if there is none.  If warnings are
 * given, it is one, and is kept among them; for an error or a note, they are
 * NULL.
 */
static void
complain(struct warnings *warnings, const char *file, uintmax_t line,
    const char *message)
{
	const char *place = "", *kind = warnings == NULL ? "" : "warning: ";

	if (file != NULL)
		place = line > 0 ? format_text("%s:%ju: ", file, line) :
		    format_text("%s: ", file);
	message = format_text("%s%s%s", place, kind, message);
	fprintf(stderr, "ministat: %s\n", printable(message));
	if (warnings == NULL)
		return;
	GROW(warnings->text, warnings->capacity, warnings->n + 1);
	warnings->text[warnings->n] = message;
	warnings->n++;
}

/* Ends the program.  Takes a file, a line, and a message as printf(3) does. */
#define	die(file, line, ...) \
	(complain(NULL, file, line, format_text(__VA_ARGS__)), \
	    exit(STATUS_TROUBLE))

/* Prints a warning, and keeps it. */
#define	warn(warnings, file, line, ...) \
	complain(warnings, file, line, format_text(__VA_ARGS__))

/*
 * ---- Numbers -------------------------------------------------------------
 * Text becomes a double, correctly rounded.  strtod(3) reads every number;
 * scan_decimal is a faster way for those that files are full of.
 */

/* A double and the integer with the same bits. */
union bits { double value; uint64_t bits; };

/*
 * Returns the eight bytes at p, on any machine with the first as the lowest.
 * The loop below would do, but reading numbers would take 30 to 45 % longer.
 */
static uint64_t
load_eight(const char *p)
{
	uint16_t one = 1;
	uint64_t bytes, first_lowest = 0;

	memcpy(&bytes, p, sizeof(bytes));
	if (*(const unsigned char *)&one == 1)
		return bytes;
	for (int i = 7; i >= 0; i--)
		first_lowest = first_lowest << 8 | (unsigned char)p[i];
	return first_lowest;
}

/*
 * Returns the eight bytes at p, each combined with '0' by exclusive or, so that
 * digits become 0 to 9.  If all are digits, *others is 0.  Else its lowest bit
 * that is set is the top bit of the first byte that is not a digit: adding 0x76
 * takes a byte above 9 to 0x80 or more.  A byte above 0x89 carries, so a 9
 * behind it may count as no digit, too; but nothing else ever counts as one.
 */
static uint64_t
load_digits(const char *p, uint64_t *others)
{
	uint64_t bytes = load_eight(p) ^ 0x3030303030303030;

	*others = (bytes | (bytes + 0x7676767676767676)) & 0x8080808080808080;
	return bytes;
}

/*
 * Returns the index of the lowest byte that is not 0.  There must be one.  The
 * loop takes 17 % longer where a file has integers.
 */
static uint64_t
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
 * Returns the number that eight digits form, as load_digits returned them: the
 * first digit is the lowest byte.  Each step joins neighbours of X = 8, 16 and
 * 32 bits, of which a is the lower one: to 10a + b, to 100a + b, to 10000a + b.
 * (a + b 2^X)(10 2^X + 1) = a + (10a + b) 2^X + 10b 2^2X, and the shift and the
 * mask keep the middle term.  The last term is added to the next a; their sum
 * stays below 2^X.  The digits 12 are 0x0201; times 0x0a01, that is 0x140c01,
 * of which byte 1 is 12.
 */
static uint64_t
eight_digits(uint64_t bytes)
{
	bytes = (bytes * ((10 << 8) + 1) >> 8) & 0x00ff00ff00ff00ff;
	bytes = (bytes * ((100 << 16) + 1) >> 16) & 0x0000ffff0000ffff;
	return bytes * (((uint64_t)10000 << 32) + 1) >> 32;
}

/*
 * Sets *number to the number that the digits at p form, modulo 2^64, and
 * returns their end.  The last 0 to 7 digits get zeros in front, because a
 * branch on how many there are would often be mispredicted: integers would take
 * 20 % longer.
 */
static ALWAYS_INLINE const char *
scan_integer(const char *p, uint64_t *number)
{
	static const uint32_t power[] = {
		1, 10, 100, 1000, 10000, 100000, 1000000, 10000000
	};
	uint64_t bytes, others, digits, n = 0;

	bytes = load_digits(p, &others);
	while (others == 0) {
		n = n * 100000000 + eight_digits(bytes);
		p += 8;
		bytes = load_digits(p, &others);
	}
	digits = lowest_byte(others);
	/* Moved up, as behind zeros; in two steps, never << 64. */
	*number = n * power[digits] +
	    eight_digits(bytes << (56 - 8 * digits) << 8);
	return p + digits;
}

/*
 * Appends the digits at p to *number and returns their end: eight at a time,
 * and then four, two and one, joined as by eight_digits.  Here branches are
 * faster: the fractions of one file tend to have the same length.  Digit by
 * digit, a file would take 20 % longer with eight decimals or more, 15 % with
 * four to seven, and 4 % with three.
 */
static ALWAYS_INLINE const char *
scan_fraction(const char *p, uint64_t *number)
{
	uint64_t bytes, others, n = *number;

	bytes = load_digits(p, &others);
	while (others == 0) {
		n = n * 100000000 + eight_digits(bytes);
		p += 8;
		bytes = load_digits(p, &others);
	}
	if ((others & 0x80808080) == 0) {
		uint32_t four = ((uint32_t)bytes * ((10 << 8) + 1) >> 8) &
		    0x00ff00ff;

		n = n * 10000 + (four * ((100 << 16) + 1) >> 16);
		p += 4;
		bytes >>= 32;
		others >>= 32;
	}
	if ((others & 0x8080) == 0) {
		n = n * 100 + ((bytes * ((10 << 8) + 1) >> 8) & 0xff);
		p += 2;
		bytes >>= 16;
		others >>= 16;
	}
	if ((others & 0x80) == 0) {
		n = n * 10 + (bytes & 0xff);
		p++;
	}
	*number = n;
	return p;
}

static const double ten[] = {
	1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12,
	1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22, 1e23, 1e24,
	1e25, 1e26
};

/*
 * Sets *value to mantissa * 10^exponent, correctly rounded.  Returns false if
 * it cannot be sure of that.
 *
 * Method	Whole numbers up to 2^53 and powers of ten up to 10^22 are
 *		doubles, and one operation on two doubles rounds once
 *		(Clinger 1990).  So does the conversion to a double.
 *
 *		A quotient by 10^k may be two units of the last place too
 *		large or too small.  The remainder, which is a whole number,
 *		says by how many: the quotient is rounded at most three times,
 *		as the mantissa, as 10^k if k > 22, and as itself.  Let it be
 *		m 2^t with 2^52 <= m < 2^53, and q = mantissa / (10^k 2^t) be
 *		what m should be.  The first two roundings move m by about
 *		1 each and the third by 1/2, so |q - m| < 2.6.  With u = 5^k
 *		and s = -t - k >= 0, r = (q - m) u = mantissa 2^s - m u is a
 *		whole number below 2.6u in magnitude.  As u is odd, q is never
 *		halfway between two whole numbers, and floor((r + u/2) / u) is
 *		what must be added to m.  As r may be negative, 3u is added to
 *		the numerator, and then 3 subtracted: it is positive and below
 *		6.1u < 2^64, so that arithmetic modulo 2^64 gives it exactly.
 *		The whole number nearest to q is the nearest double if it and
 *		its neighbours are in one binade.  2^53 is right as well,
 *		because doubles above it are only further apart.
 * Example	1 / 10^1 is rounded to m = 7205759403792794, t = -56.  With u
 *		= 5 and s = 55, r = 2^55 - 5m = -2, and floor((-2 + 2) / 5) =
 *		0: this m is right, and one less would have given 1
 * Accuracy	exact: every bit is that of strtod(3), which would make a
 *		file of numbers with 17 digits 8 times slower
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
	uint64_t binade = (uint64_t)1 << 52;

	if (exponent < -26 || exponent > 22)
		return false;
	if (exponent >= 0) {
		*value = (double)mantissa * ten[exponent];
		return exponent == 0 || mantissa <= 2 * binade;
	}
	union bits quotient = { (double)mantissa / ten[-exponent] };
	uint64_t m = quotient.bits % binade + binade;
	uint64_t u = five[-exponent];
	/* s = -t - k; t is 1075 less than the exponent field of a double. */
	ptrdiff_t s = exponent + 1075 -
	    (ptrdiff_t)(quotient.bits / binade);
	if (s < 0 || s > 63)
		return false;
	uint64_t nearest = m +
	    (3 * u + (mantissa << s) - m * u + u / 2) / u - 3;
	quotient.bits += nearest - m;	/* 2^53 carries to the exponent */
	*value = quotient.value;
	return nearest > binade && nearest <= 2 * binade;
}

/*
 * Sets *value to the decimal number at p times 10^exponent, correctly rounded,
 * and returns its end.  Returns NULL if there is no number, one of more than 19
 * digits or with a large exponent, or one that scale_decimal is not sure of.
 * Reads up to PADDING bytes past its end.
 */
static ALWAYS_INLINE const char *
scan_decimal(const char *p, ptrdiff_t exponent, double *value)
{
	const char *first = *p == '-' ? p + 1 : p, *q;
	bool negative = first > p;
	uint64_t mantissa;
	ptrdiff_t digits;

	/* One digit, as in 0.123: this saves 15 to 25 % with such numbers. */
	if (is_digit(*first) && first[1] == '.') {
		mantissa = (uint64_t)(*first - '0');
		p = first + 1;
	} else
		p = scan_integer(first, &mantissa);
	digits = p - first;
	if (*p == '.') {
		q = p + 1;
		p = scan_fraction(q, &mantissa);
		exponent += q - p;
		digits += p - q;
	}
	if (*p == 'e' || *p == 'E') {
		bool below = *++p == '-';

		if (below || *p == '+')
			p++;
		if (!is_digit(*p))
			return NULL;
		int power = *p++ - '0';
		if (is_digit(*p))
			power = power * 10 + (*p++ - '0');
		if (is_digit(*p))	/* above 99: left to strtod */
			return NULL;
		exponent += below ? -power : power;
	}
	/*
	 * Whole numbers of 15 digits and ten[22] are exact: one rounding.  This
	 * saves 20 % with such numbers.  Signed ones are converted faster.
	 */
	if (digits > 0 && digits <= 15 && exponent <= 0 && exponent >= -22)
		*value = (double)(int64_t)mantissa / ten[-exponent];
	else {
		/* Zeros in front are not significant. */
		for (q = first; digits > 19 && (*q == '0' || *q == '.'); q++)
			digits -= *q == '0';
		if (digits == 0 || digits > 19 ||
		    !scale_decimal(mantissa, exponent, value))
			return NULL;
	}
	if (negative)
		*value = -*value;
	return p;
}

static const char not_a_number[] = "is not a number";
static const char out_of_range[] =
    "is NaN, infinite, or out of the range of a double";

/*
 * Sets *value to the number that a text is, times 10^exponent.  Unless the
 * exponent is 0, the text must not be hexadecimal; what span_number() finds
 * never is.  Returns NULL, or what is wrong with it.  Underflow is not wrong;
 * out of range, *value may be infinite.
 */
static const char *
parse_number(struct text text, int exponent, double *value)
{
	const char *end = scan_decimal(text.start, exponent, value);
	char *copy, *rest;

	if (end == end_of(text))
		return NULL;
	*value = NAN;
	/*
	 * Where scan_decimal stops within the text, strtod would, too, but for
	 * 0x.  If it goes on behind the text, or is not sure, strtod knows.
	 */
	if (end != NULL && end < end_of(text) && strchr("xX", *end) == NULL)
		return not_a_number;
	/* strtod(3) would skip white space. */
	if (text.length == 0 || begins_in(text, WHITE_SPACE))
		return not_a_number;
	copy = copy_text(text);
	*value = strtod(copy, &rest);
	bool is_whole = rest == copy + text.length;
	if (exponent != 0 && is_whole) {
		rest = copy + strcspn(copy, "eE");
		double typed = *rest == '\0' ? 0 : strtod(rest + 1, NULL);
		/*
		 * The exponent is typed anew, as a product would be rounded
		 * twice.  Exponents beyond these bounds are all alike.
		 */
		exponent += (int)fmax(-1e9, fmin(1e9, typed));
		snprintf(rest, PADDING, "e%d", exponent);	/* it fits */
		*value = strtod(copy, NULL);
	}
	free(copy);
	if (!is_whole)
		return not_a_number;
	return isfinite(*value) ? NULL : out_of_range;
}

/*
 * ---- Units ---------------------------------------------------------------
 * A text becomes a value: a number, and the unit behind it.  Times are
 * converted to one unit.
 */

/*
 * The units of time, in falling order, by which the parts of a duration are
 * checked; and further names for microseconds, which find_time_unit takes for
 * us.
 */
static const struct time_unit {
	const char *names;	/* with a bar behind each */
	int exponent;	/* the unit is factor * 10^exponent seconds */
	int factor;
} time_units[] = {
	{ "d|day|days|", 0, 86400 },
	{ "h|hr|hrs|hour|hours|", 0, 3600 },
	{ "m|min|mins|minute|minutes|", 0, 60 },
	{ "s|sec|secs|second|seconds|", 0, 1 },
	{ "ms|msec|msecs|milli|millis|millisec|millisecs|millisecond|"
	    "milliseconds|", -3, 1 },
	{ "us|usec|usecs|mks|", -6, 1 },
	{ "hnsec|hnsecs|", -7, 1 },	/* of D: hectonanoseconds */
	{ "ns|nsec|nsecs|nano|nanos|nanosec|nanosecs|nanosecond|nanoseconds|",
	    -9, 1 },
	{ "ps|", -12, 1 },
	{ "micro|micros|microsec|microsecs|microsecond|microseconds|", -6, 1 },
	{ "\xc2\xb5s|\xc2\xb5sec|", -6, 1 },	/* U+00B5, the micro sign */
	{ "\xce\xbcs|\xce\xbcsec|", -6, 1 },	/* U+03BC, the letter */
	{ "\xb5s|", -6, 1 }	/* the sign in ISO 8859-1 */
};

static const struct time_unit *const seconds = &time_units[3];
static const struct time_unit *const microseconds = &time_units[5];

/* strncmp, or strncasecmp where capitals do not count. */
typedef int compare_bytes(const char *, const char *, size_t);

/* True if a text is one of these words, which have a bar behind each. */
static bool
is_one_of(struct text text, const char *words, compare_bytes *differ)
{
	const char *bar;

	for (const char *word = words; *word != '\0'; word = bar + 1) {
		bar = strchr(word, '|');
		if (text.length == (size_t)(bar - word) &&
		    differ(text.start, word, text.length) == 0)
			return true;
	}
	return false;
}

/*
 * Returns the unit of time that a text is, or NULL.  -u asks for every word, so
 * most are sorted out by their first byte.
 */
static const struct time_unit *
find_time_unit(struct text text)
{
	if (!begins_in(text, "dhmsunpDHMSUN\xc2\xce\xb5"))
		return NULL;
	/* Longer words may have capitals, but Ms is another unit. */
	compare_bytes *compare = text.length > 3 ? strncasecmp : strncmp;
	for (size_t i = 0; i < COUNT(time_units); i++) {
		const struct time_unit *unit = &time_units[i];

		if (is_one_of(text, unit->names, compare))
			return unit->exponent == -6 ? microseconds : unit;
	}
	return NULL;
}

/*
 * True for m and h alone and all names of days, which need a smaller unit
 * behind them: 250m need not be minutes, but 1m2s are, and kept for 7 days is
 * no measurement.
 */
static bool
is_vague(const struct time_unit *unit, struct text name)
{
	return unit->factor == 86400 || (unit->factor > 1 && name.length == 1);
}

/*
 * Returns the length of the unit that a text begins with: letters, %, / and all
 * characters beyond ASCII but an ellipsis, which says that a text was cut off.
 */
static size_t
span_unit(struct text text)
{
	size_t n = 0;

	while (n < text.length && (is_letter(text.start[n]) ||
	    text.start[n] == '%' || text.start[n] == '/' ||
	    ((text.start[n] & 0x80) != 0 &&
	    strncmp(text.start + n, "\xe2\x80\xa6", 3) != 0)))
		n++;
	return n;
}

/*
 * Returns the unit of time of a rate, such as MB/s or only /s, which is behind
 * its only slash; or NULL, if a unit is no rate.
 */
static const struct time_unit *
time_of_rate(struct text unit)
{
	size_t n = up_to(unit, '/').length;

	return n < unit.length ? find_time_unit(after(unit, n + 1)) : NULL;
}

static bool
is_rate(struct text unit)
{
	return time_of_rate(unit) != NULL;
}

/* True for two rates of the same, in any times: ops/s, ops/sec and ops/min. */
static bool
are_like_rates(struct text a, struct text b)
{
	return is_rate(a) && is_rate(b) &&
	    equals(up_to(a, '/'), up_to(b, '/'));
}

/* True if two units are the same, as ops/s and ops/sec are. */
static bool
are_same_units(struct text a, struct text b)
{
	return equals(a, b) || (are_like_rates(a, b) &&
	    time_of_rate(a) == time_of_rate(b));
}

/*
 * Returns the length of the metric or binary prefix of a unit.  It counts only
 * before a capital letter and before a b, as in Gbps, because m, k and M begin
 * many words.  But k, K, M, G, T and P also count alone, as in 5 k, and in a
 * rate, as in kops/s.  So it is 1 for MB, Gbps, k, k/s and kops/s, 2 for KiB,
 * and 0 for ops/s, m and TPS.
 */
static size_t
prefix_length(struct text unit)
{
	size_t n = 0;
	bool is_large = begins_in(unit, "kKMGTP");

	if (is_large || begins_in(unit, "mun"))	/* PADDING follows it */
		n = is_large && unit.start[1] == 'i' ? 2 : 1;
	else if (begins_with(unit, "\xc2\xb5") || begins_with(unit, "\xce\xbc"))
		n = 2;
	if (n >= unit.length)	/* all of it may be a prefix */
		return is_large ? unit.length : 0;
	if (!isupper((unsigned char)unit.start[n]) && unit.start[n] != 'b' &&
	    !(is_large && is_rate(unit)))
		return 0;
	/* TPS is a number per second. */
	return is_string(after(unit, n), "PS") ? 0 : n;
}

/* Takes a unit apart, so that it can be compared with others. */
static struct unit
make_unit(struct text name)
{
	struct text time = up_to(name, '/');
	struct unit unit = { .name = name, .time = find_time_unit(time) };

	if (unit.time != NULL && is_vague(unit.time, time))
		unit.time = NULL;
	unit.rest = after(name, unit.time != NULL ? time.length :
	    prefix_length(name));
	return unit;
}

/* True if a word begins with a time or a prefix, as units do: us/op, MB. */
static bool
has_scale(struct text word)
{
	return make_unit(word).rest.length < word.length;
}

/* True if two units are the same, but for their unit of time or prefix. */
static bool
same_but_for_scale(const struct unit *a, const struct unit *b)
{
	return (a->time != NULL) == (b->time != NULL) &&
	    equals(a->rest, b->rest) && a->name.length > 0 &&
	    b->name.length > 0;
}

/* True if a unit is one of time, with nothing behind it. */
static bool
is_time(const struct unit *unit)
{
	return unit->time != NULL && unit->rest.length == 0;
}

/*
 * Returns the length of the number at the start of a text: a sign or none,
 * digits, with a point or commas among them, and an exponent; or a time as
 * clocks show it, in which a : has two digits behind it.  Whether it is well
 * formed, only convert, ungroup and parse_clock know.
 */
static size_t
span_number(struct text text)
{
	const char *p = text.start, *end = end_of(text);
	bool has_digit = false;

	if (p < end && (*p == '-' || *p == '+'))
		p++;
	for (; p < end; p++)
		if (is_digit(*p))
			has_digit = true;
		else if (*p != '.' && *p != ',' && !(*p == ':' && has_digit &&
		    end - p > 2 && is_digit(p[1]) && is_digit(p[2])))
			break;
	if (!has_digit)
		return 0;
	/* Without a digit behind it, an e is not part of the number. */
	if (p < end && (*p == 'e' || *p == 'E')) {
		const char *power = p + 1;

		if (begins_in(from(text, power), "+-"))
			power++;
		while (power < end && is_digit(*power))
			p = ++power;
	}
	return (size_t)(p - text.start);
}

/*
 * Returns a text without the deviation that it begins with, as in 5 +/- 1 s.
 * Of brackets around it, as in 5 (+/- 1) s, only the closing one is left.
 */
static inline struct text
skip_deviation(struct text text)
{
	static const char *const signs[] = { "\xc2\xb1", "+/-", "+-" };

	struct text sign = skip(text, begins_with(text, "(") ? 1 : 0);
	for (size_t i = 0; i < COUNT(signs); i++)
		if (begins_with(sign, signs[i])) {
			struct text rest = skip(sign, strlen(signs[i]));

			return rest.length == 0 ? text :
			    skip(rest, span_number(rest));
		}
	return text;
}

/*
 * Takes the commas out of a number, if they separate digits in threes: those of
 * 1,234.5, but not of 0,123.  Any other comma stays, which makes it no number.
 */
static void
ungroup(char *number)
{
	char *p = number + strspn(number, "+-");
	size_t n = strspn(p, DIGITS);

	if (*p == '0' || n == 0 || n > 3)
		return;
	p += n;
	char *to = p;
	while (*p == ',' && strspn(p + 1, DIGITS) == 3) {
		memmove(to, p + 1, 3);
		p += 4;
		to += 3;
	}
	memmove(to, p, strlen(p) + 1);
}

/* Converts nanoseconds to a unit of time. */
static double
from_nanoseconds(double ns, const struct time_unit *to)
{
	int power = 9 + to->exponent;

	return power < 0 ? ns * ten[-power] : ns / (ten[power] * to->factor);
}

/*
 * Sets *value to a number of one unit of time in another.  If this takes more
 * than a power of ten, it goes by way of nanoseconds: these are whole numbers
 * as a rule, and exact.  Returns NULL, or what is wrong with the number.
 */
static const char *
convert(struct text number, const struct time_unit *unit,
    const struct time_unit *to, double *value)
{
	const char *why;

	if (unit->factor == to->factor)
		return parse_number(number, unit->exponent - to->exponent,
		    value);
	why = parse_number(number, unit->exponent + 9, value);
	*value = from_nanoseconds(*value * unit->factor, to);
	return why == NULL && isinf(*value) ? out_of_range : why;
}

/* A value that a record has, or does not have. */
struct quantity {
	enum {
		ABSENT,	/* the record measures something else */
		EMPTY,	/* it should be there: the record is left out */
		PRESENT
	} state;
	struct text text;	/* as it was found */
	double number;		/* durations are converted */
	struct text unit;	/* or duration_unit; no bytes: there is none */
	struct text behind;	/* the rest of what it was found in */
	/* Of -u MB: the KB of 5 KB 3 MB.  No bytes: there is none. */
	struct text earlier;
	/* If it is PRESENT: why there is no number.  NULL: there is one. */
	const char *wrong;
};

static const char goes_on_behind[] =
    "is a part of a time, which goes on behind it";

/* The unit of all durations, as they are converted. */
static const struct text duration_unit = { "a unit of time", 14 };

/* What closes a value that may go on with its unit. */
#define	BRACKETS	")]}\"'"
/* What may be before a value, and behind it or its unit. */
#define	OPENING	"([{\"'"
#define	CLOSING	",;:.!" BRACKETS

/* What -u asks for, if it was not given. */
static const struct unit no_unit = { .time = NULL };

/* Returns the unit of time in which durations are wanted. */
static const struct time_unit *
wanted_time(const struct unit *asked)
{
	return asked->time != NULL ? asked->time : seconds;
}

/*
 * True if a unit of time that is a word of its own is rather the name of the
 * text that follows it, as in avg: 5.2 min: 1.1 or rtt=5 ms_max=7.
 */
static bool
names_next(struct text rest)
{
	if (begins_with(rest, ":"))
		return span_number(skip(rest, 1)) > 0;
	/* All that may be behind a unit but the _ of ms_max. */
	return rest.length > 0 && !begins_in(rest, " \t*`>|" CLOSING);
}

/* A number with a unit of time, of which a duration may have several. */
struct part {
	struct text number;
	const struct time_unit *unit;	/* NULL: it is no part */
	bool may_be_last;
	struct text rest;	/* what is behind the unit */
};

/* Returns the part that a text begins with, as the first or a later one. */
static struct part
find_part(struct text text, bool is_first)
{
	struct part part = { .number = { text.start, span_number(text) } };
	struct text name = skip(text, part.number.length);

	name.length = span_unit(name);
	part.unit = find_time_unit(name);
	part.rest = from(text, end_of(name));
	/* A digit is behind a unit only if another part begins there: 1m2s. */
	bool no_digit_follows = !begins_in(part.rest, DIGITS);
	bool is_word = name.start > end_of(part.number);
	/*
	 * The s of a later part may begin a name: in 1m5s_max=7, 5 is no part
	 * of the time.  But in 1m5s: it is.
	 */
	bool may_be_name = is_word ||
	    (no_digit_follows && !is_first && !begins_with(part.rest, ":"));
	if (may_be_name && names_next(part.rest))
		part.unit = NULL;
	part.may_be_last = no_digit_follows && part.unit != NULL &&
	    !(is_first && is_vague(part.unit, name));
	return part;
}

/*
 * Returns a copy of a text that ends with a time as clocks show it, with
 * letters for its last two colons and an s behind it: from the end on, 1:02:03
 * becomes 1:02m03s, then 1h02m03s.  If it has fewer than the least number of
 * colons, or digits that no clock shows, the copy has a ? in it, which is no
 * duration.
 */
static char *
spell_clock(struct text text, size_t least)
{
	char *copy = format_text("%.*ss", (int)text.length, text.start);
	char *colon = strrchr(copy, ':');
	size_t ncolons = 0;

	for (; colon != NULL && ncolons < 2; ncolons++) {
		*colon = strspn(colon + 1, DIGITS) == 2 && colon[1] <= '5' ?
		    "mh"[ncolons] : '?';
		colon = strrchr(copy, ':');
	}
	if (ncolons < least)
		*copy = '?';
	return copy;
}

/* Returns a text without what may join two parts: a point, a comma, "and". */
static struct text
skip_joint(struct text text)
{
	if (begins_with(text, ".") && begins_in(after(text, 1), " \t,"))
		text = skip(text, 1);	/* of an abbreviation */
	text = skip(text, begins_with(text, ",") ? 1 : 0);
	return skip(text, begins_with(text, "and ") ? 4 : 0);
}

/*
 * Sets a value to the duration that a text begins with, in the unit of -u or in
 * seconds; it may be wrong: out of range, or a clock behind days that shows no
 * time.  Returns its length, or 0 if there is none.
 *
 * A duration consists of numbers, each with a unit of time that is smaller than
 * the one before: 1m2.5s, "2 minutes, 3 seconds", "1 hour and 2 seconds";
 * behind days, it may go on as a clock: 1 day, 2:03:04.  Only the last part has
 * a fraction.  A part that is alone has no vague unit.  The numbers have no
 * commas, because 1,234ms may be 1.234ms.
 *
 * The parts are added up in nanoseconds, because these are whole numbers as a
 * rule, whose sum is exact.  So 1m4.948s is the double that 64.948 is.  A part
 * that is alone is converted directly: in nanoseconds it may be out of range
 * where the result is not.
 *
 * Each part that may be the last sets the value and `length', as what follows
 * may turn out to be no part.
 */
static size_t
parse_duration(struct text text, const struct unit *asked, struct quantity *q)
{
	const struct time_unit *to = wanted_time(asked), *allowed = time_units;
	struct text left = text;
	size_t length = 0;
	double sum = 0, nanoseconds = 0, alone = 0;

	for (;;) {
		bool is_first = left.start == text.start;
		const struct part part = find_part(left, is_first);
		/* The part before this one was of days, time_units[0]. */
		bool is_behind_days = allowed == time_units + 1;

		if (is_behind_days && has_byte(part.number, ':')) {
			char *copy = spell_clock(text_between(text.start,
			    end_of(trim(part.number, ".,"))), 2);

			length = strlen(copy) - 1;	/* without its s */
			/* -1 day, 23:59:59 is -1 s to some. */
			if (parse_duration(as_text(copy), asked, q) <= length ||
			    *text.start == '-')
				q->wrong = goes_on_behind;
			free(copy);
			return length;
		}
		if (part.unit == NULL || part.unit < allowed)
			return length;
		left = skip_joint(part.rest);
		/* Only the first has a sign, and only the last a fraction. */
		bool goes_on = begins_in(left, "." DIGITS) &&
		    !has_byte(part.number, '.');
		if (is_first)
			convert(part.number, part.unit, to, &alone);
		if (parse_number(part.number, part.unit->exponent + 9,
		    &nanoseconds) == not_a_number)
			return length;
		if (*text.start == '-' && !is_first)
			nanoseconds = -nanoseconds;
		sum += nanoseconds * part.unit->factor;
		if (part.may_be_last) {
			length = text.length - part.rest.length;
			q->number = is_first ? alone :
			    from_nanoseconds(sum, to);
			q->unit = duration_unit;
			q->wrong = isinf(q->number) ? out_of_range : NULL;
		}
		if (!goes_on)
			return length;
		allowed = part.unit + 1;	/* it, and those below it */
	}
}

/* Returns the length of the duration that a text begins with, or 0. */
static size_t
span_duration(struct text text)
{
	struct quantity duration;

	return parse_duration(text, &no_unit, &duration);
}

/*
 * Sets a value to a time as clocks show it, if all of a text is one: m:ss or
 * h:mm:ss, with or without a sign and a fraction.  Of another text, nothing is
 * set.  The word behind it may be any but a unit of time that does not fit:
 * 01:02 h is h:mm.
 */
static void
parse_clock(struct text text, struct text word, const struct unit *asked,
    struct quantity *q)
{
	const struct time_unit *unit = find_time_unit(up_to(word, '/'));
	char *copy = spell_clock(text, 1);
	size_t ncolons = has_byte(as_text(copy), 'h') ? 2 : 1;

	/*
	 * In the table, h, min and s follow each other: m:ss may have min or s
	 * behind it, and h:mm:ss also h.
	 */
	if (strspn(text.start, "+-.:" DIGITS) >= text.length &&
	    (unit == NULL || (unit >= seconds - ncolons && unit <= seconds)))
		parse_duration(as_text(copy), asked, q);
	free(copy);
}

/* Returns a text without a bracket or quote that it begins with. */
static inline struct text
without_opening(struct text text)
{
	return text.length > 1 && begins_in(text, OPENING) ? after(text, 1) :
	    text;
}

/* Returns the length of what a text has before its first blank. */
static size_t
span_word(struct text text)
{
	size_t n = 0;

	while (n < text.length && !is_blank(text.start[n]))
		n++;
	return n;
}

/* Returns the first word of a text, without what may be behind a value. */
static struct text
first_word(struct text text)
{
	struct text word = skip_deviation(skip(text, 0));

	/* What closes the value before it, as in (5) ms; but not 5 "ms. */
	while (begins_in(word, BRACKETS) &&
	    (word.start == text.start || !is_blank(word.start[-1])))
		word = skip_deviation(skip(word, 1));
	word.length = span_word(word);
	return trim(word, CLOSING);
}

/* How a value is found, which decides what may be around its number. */
enum manner {
	/*
	 * A field: a unit may be behind a blank in it.  1:02 may be a time of
	 * day, and is no number.
	 */
	BY_NUMBER,
	BY_NAME,	/* the same, but 1:02 is a duration */
	/*
	 * By a tag or an expression, or in JSON: brackets and quotes may be
	 * around it, and a unit of time behind a blank.
	 */
	CHOSEN
};

/*
 * Sets a value to a number and the unit behind it, if there is one.  A time is
 * converted, and so is a unit with a time in it, if it is otherwise that of -u.
 * Commas may group digits only if -u has a unit that is not just a time.  A
 * clock shows seconds, as in the 0:00.14elapsed of GNU time, which only -u
 * reads, and in the 01:02 min of Maven.
 */
static void
parse_measured(struct quantity *q, struct text number, const struct unit *unit,
    bool clock, const struct unit *asked)
{
	/* A number without a time is `converted' into the same unit. */
	const struct time_unit *to = wanted_time(asked), *time = to;
	bool takes_times = asked->name.length == 0 || is_time(asked);

	q->state = PRESENT;
	q->unit = unit->name;
	if (is_time(unit) && takes_times) {
		q->unit = duration_unit;
		time = unit->time;
	} else if (unit->time != NULL && same_but_for_scale(unit, asked)) {
		q->unit = asked->name;
		time = unit->time;
	}
	char *copy = copy_text(number);
	if (!takes_times)
		ungroup(copy);
	q->wrong = convert(as_text(copy), time, to, &q->number);
	free(copy);
	if (q->wrong == not_a_number && clock)
		parse_clock(number, unit->name, asked, q);
}

/*
 * Sets a value to what a text is, which has a byte or more; if CHOSEN, with
 * what is behind it up to a limit.  The first of these that fits:
 *
 *  1. a number alone		5, 0xF; but 0xFms is none
 *  2. a duration		5ms; the 1 of 1 min 5.2 s, with what follows
 *  3. a number in brackets	(5), (0xF), if CHOSEN
 *  4. with a unit stuck to it	5MB/s, 1,234ops/s, 5+/-1us
 *  5. before a unit of time	(5) before ms or +/- 1 ms; 0:05 before s
 *  6. a time as clocks show	1:02, unless BY_NUMBER
 *
 * Without a unit of -u, durations are in seconds.
 */
static void
parse_value(struct quantity *q, struct text text, const char *limit,
    enum manner manner, const struct unit *asked)
{
	if (manner != CHOSEN)
		limit = end_of(text);
	q->state = PRESENT;
	q->text = text;
	q->unit.length = 0;
	q->wrong = parse_number(text, 0, &q->number);
	bool is_plain = q->wrong != not_a_number;
	if (is_plain && end_of(text) == limit)
		return;	/* 1, as most values */
	if (!is_plain && manner == CHOSEN)
		text = without_opening(trim(text, CLOSING));
	if (parse_duration(text_between(text.start, limit), asked, q) >=
	    text.length)
		return;	/* 2: all of the text, or more */

	const struct text number = { text.start, span_number(text) };
	struct text stuck = after(text, number.length);
	struct text behind = text_between(end_of(text), limit);
	struct text word = first_word(behind);
	const struct time_unit *time = find_time_unit(word);
	bool time_follows = time != NULL && !is_vague(time, word) &&
	    !names_next(from(behind, end_of(word)));
	if (!is_plain)	/* now without its brackets */
		q->wrong = parse_number(text, 0, &q->number);
	if (q->wrong != not_a_number && !time_follows)
		return;		/* 3, or 1 with other words behind it */
	q->wrong = not_a_number;
	if (manner != CHOSEN)
		stuck = skip(stuck, 0);
	stuck = skip_deviation(stuck);
	/* 0xFms may be anything. */
	const char *digits = text.start + strspn(text.start, "+-");
	bool is_hexadecimal = strncasecmp(digits, "0x", 2) == 0 &&
	    isxdigit((unsigned char)digits[2]);
	if (number.length == 0 || span_unit(stuck) < stuck.length ||
	    is_hexadecimal)
		return;
	/* 4, or else 5: the time that follows; 6: any word that does. */
	bool is_next = stuck.length == 0 &&
	    (time_follows || has_byte(number, ':'));
	const struct unit unit = make_unit(is_next ? word : stuck);
	parse_measured(q, number, &unit, manner != BY_NUMBER &&
	    stuck.length == 0, asked);
}

/*
 * True if a text is a number, with or without a unit stuck to it, or a
 * duration, as a tag or JSON may have it.
 */
static bool
is_quantity(struct text text)
{
	struct quantity q;

	if (!begins_in(text, OPENING "+-." DIGITS))
		return false;
	parse_value(&q, text, end_of(text), CHOSEN, &no_unit);
	return q.wrong == NULL;
}

/* True if a word in place of a number says that there is none, also -nan. */
static bool
says_none(struct text field)
{
	field = after(field, begins_in(field, "+-") ? 1 : 0);
	return begins_in(field, "nNiIuU") &&	/* as most words do not */
	    is_one_of(field, "n/a|nan|inf|infinity|null|none|undefined|",
	    strncasecmp);
}

/*
 * ---- Arithmetic ----------------------------------------------------------
 * Turns arrays of doubles into sums, moments, order statistics and ranks.
 */

/* Returns the larger one; b, if either is NAN. */
static double
larger(double a, double b)
{
	return a > b ? a : b;
}

/* Returns the smaller one; b, if either is NAN. */
static double
smaller(double a, double b)
{
	return a < b ? a : b;
}

/*
 * Two figures that differ by no more than this share are taken as equal: a
 * probability and its level, ratios, ticks, a change and the margin.
 */
static const double ROUNDING = 1e-13;

/*
 * Returns a rounded sum and, if that is finite, exactly what rounding took from
 * it (Knuth 2, 4.2.2, B).
 */
static struct dd
two_sum(double a, double b)
{
	double sum = a + b, from_b = sum - a, from_a = sum - from_b;

	return (struct dd){ sum, (a - from_a) + (b - from_b) };
}

/* Returns a value, which is scaled first, less the mean of scaled values. */
static inline double
deviation(double value, double scale, struct dd mean)
{
	return (value * scale - mean.hi) - mean.lo;
}

/*
 * The first pass, where s->mean is 0, returns the sum of s->n values, and sets
 * the extremes.  The second (`squared') has the mean, and returns the sum of
 * the squares of the values' differences from it.  Values at even and at odd
 * places are added up side by side: else, to read and compare a file of plain
 * numbers would take a quarter longer.
 */
static ALWAYS_INLINE struct dd
sum_of(struct summary *s, const double *value, double scale, bool squared)
{
	struct dd mean = s->mean;
	double first = value[0];
	/* Of an odd number of values, the first is added alone. */
	double alone = s->n % 2 > 0 ? deviation(first, scale, mean) : 0;
	double sum[2] = { squared ? alone * alone : alone, 0 };
	double lost[2] = { 0, 0 };	/* by rounding */
	double least[2] = { first, first }, most[2] = { first, first };

	for (size_t i = s->n % 2; i < s->n; i += 2)
		for (size_t j = 0; j < 2; j++) {
			double d = deviation(value[i + j], scale, mean);
			struct dd next = two_sum(sum[j], squared ? d * d : d);

			sum[j] = next.hi;
			lost[j] += next.lo;
			if (squared)
				continue;
			least[j] = smaller(least[j], value[i + j]);
			most[j] = larger(most[j], value[i + j]);
		}
	if (!squared) {
		s->min = smaller(least[0], least[1]) + 0.0;	/* not -0 */
		s->max = larger(most[0], most[1]) + 0.0;
	}
	struct dd total = two_sum(sum[0], sum[1]);
	return two_sum(total.hi, total.lo + lost[0] + lost[1]);
}

/*
 * Returns a summary of n values that has only their extremes, mean and
 * standard deviation.
 *
 * Method	one pass for the mean, and one for the squared deviations from
 *		it.  If the sum or the squares might overflow or vanish, the
 *		values are scaled away from both ends of the range
 * Accuracy	1 ulp for the mean, 2 ulp for the standard deviation
 * Special	equal values have exactly their value as mean, and 0 as
 *		standard deviation
 */
static struct summary
moments_of(const double *value, size_t n)
{
	struct summary s = nothing_summarized;
	double count = (double)n, scale = 1;

	s.n = n;
	if (n == 0)
		return s;
	s.mean = (struct dd){ 0, 0 };
	struct dd total = sum_of(&s, value, scale, false);
	if (n > 1)
		s.stddev = 0;
	if (s.min == s.max) {
		s.mean.hi = s.min;
		return s;
	}
	double largest = larger(-s.min, s.max);	/* in magnitude */
	if (largest < 0x1p-440 || largest > 0x1p440) {
		scale = largest < 1 ? 0x1p640 : 0x1p-640;
		total = sum_of(&s, value, scale, false);
	}
	double high = total.hi / count;
	s.mean = two_sum(high, (fma(-high, count, total.hi) + total.lo) /
	    count);
	double squares = sum_of(&s, value, scale, true).hi;
	s.mean = (struct dd){ s.mean.hi / scale + 0.0, s.mean.lo / scale };
	s.stddev = sqrt(squares / (count - 1)) / scale;
	return s;
}

static int
by_value(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

/*
 * Returns the value of a rank, from 0, of n values.  Reorders v.
 *
 * Method	Hoare (1961), FIND.  It looks at about 3 n values.  In an order
 *		that makes it look at more than 16 n, the rest is sorted
 */
static double
quickselect(double *v, size_t n, size_t rank)
{
	double *wanted = v + rank, *first = v, *end = v + n;
	size_t seen = 0;

	assert(rank < n);
	while (end - first > 1) {
		double pivot = *wanted, *i = first, *j = end;

		seen += (size_t)(end - first);
		if (seen / 16 > n) {
			qsort(first, (size_t)(end - first), sizeof(*v),
			    by_value);
			break;
		}
		while (i < j) {
			while (*i < pivot)
				i++;
			while (j[-1] > pivot)
				j--;
			if (i < j) {
				double swapped = *i;

				j--;
				*i = *j;
				*j = swapped;
				i++;
			}
		}
		/* If neither part has it, it is in its place: the end. */
		if (j <= wanted)
			first = i;
		if (wanted < i)
			end = j;
	}
	return *wanted;
}

/*
 * Returns a + share (b - a) for a <= b.  It does not overflow, and rounding
 * does not lead out of [a, b].
 */
static double
interpolate(double a, double b, double share)
{
	return larger(a, smaller(b, (1 - share) * a + share * b));
}

/*
 * Copies the values in the range to inside, and returns how many these are.
 * Sets *below to how many are below the range.  inside needs room for n values:
 * each is copied there before it is known whether it counts.
 */
static size_t
gather(const double *value, size_t n, double low, double high, double *inside,
    size_t *below)
{
	size_t ninside = 0, nbelow = 0;

	for (size_t i = 0; i < n; i++) {	/* faster without a branch */
		inside[ninside] = value[i];
		ninside += value[i] <= high;
		ninside -= value[i] < low;
		nbelow += value[i] < low;
	}
	*below = nbelow;
	return ninside;
}

/*
 * Returns the value at a position, from 0, of n values in order, interpolated
 * if the position is between two.  It is never -0.
 *
 * Method	Floyd and Rivest (1975): a sample of every k-th value guesses
 *		in which range the value is, 4 standard errors to either side;
 *		one pass gathers that range, and quickselect finds it there.
 *		If the guess was wrong, or there are few values, all are the
 *		range.  The guess makes it 3 times as fast
 */
static double
value_at(const double *value, size_t n, double position)
{
	assert(position >= 0 && position <= (double)n - 1);
	size_t rank = (size_t)position;
	size_t next = (size_t)ceil(position);
	double *inside = NEW(double, n);
	double low = -INFINITY, high = INFINITY;
	size_t below;

	if (n > 1000) {
		size_t size = (size_t)(4 * sqrt((double)n));
		size_t aside = (size_t)(2 * sqrt((double)size));
		size_t middle = (size_t)(position / (double)n *
		    (double)size);

		/* The last values may have no part in the guess. */
		for (size_t i = 0; i < size; i++)
			inside[i] = value[n / size * i];
		if (middle > aside)
			low = quickselect(inside, size, middle - aside);
		if (middle + aside < size)
			high = quickselect(inside, size, middle + aside);
	}
	size_t ninside = gather(value, n, low, high, inside, &below);
	if (rank < below || next >= below + ninside)
		ninside = gather(value, n, -INFINITY, INFINITY, inside, &below);
	double a = quickselect(inside, ninside, rank - below);
	double b = quickselect(inside, ninside, next - below);
	free(inside);
	return interpolate(a, b, position - (double)rank) + 0.0;
}

/* A value and where it was. */
struct placed {
	double value;		/* first, for by_value */
	size_t place;
};

/*
 * Returns the ranks of n values, less the mean of all ranks.  Values that are
 * equal, or no more than a tolerance above the least of them, share the mean of
 * their ranks.  The caller frees the array.
 */
static double *
rank_values(const double *value, size_t n, double tolerance)
{
	struct placed *v = NEW(struct placed, n);
	double *rank = NEW(double, n);
	size_t end;

	for (size_t i = 0; i < n; i++)
		v[i] = (struct placed){ value[i], i };
	qsort(v, n, sizeof(*v), by_value);
	for (size_t first = 0; first < n; first = end) {
		for (end = first; end < n; end++)
			if (v[end].value - v[first].value > tolerance)
				break;
		for (size_t i = first; i < end; i++)
			rank[v[i].place] =
			    ((double)(first + end) - (double)n) / 2;
	}
	free(v);
	return rank;
}

/*
 * ---- Data ----------------------------------------------------------------
 * Observations find their row, set and run, which are made when they first
 * appear.
 */

/*
 * Returns a number below 2^32.  Reads up to 7 bytes past the name.
 *
 * Method	eight bytes are combined with a random number; the two halves
 *		of that are multiplied (as in NH of Black et al., UMAC,
 *		1999).  So two names chosen without the seed collide with a
 *		chance of about 2^-31, whatever they are
 */
static uint64_t
hash_of(struct text name, uint64_t seed)
{
	uint64_t hash = seed ^ name.length, bytes;

	for (size_t i = 0; i < name.length; i += 8) {
		bytes = load_eight(name.start + i);
		if (name.length - i < 8)
			bytes &= ((uint64_t)1 << 8 * (name.length - i)) - 1;
		hash ^= bytes;
		hash = (hash & UINT32_MAX) * (hash >> 32) + seed;
	}
	hash ^= hash >> 32;
	return hash * UINT64_C(0x9e3779b97f4a7c15) >> 32;
}

/* Returns the slot that holds a key's row, or the free slot for it. */
static inline size_t *
slot_of(const struct data *d, struct text key)
{
	uint64_t at = hash_of(key, d->seed);

	for (;; at++) {
		size_t *slot = &d->slot[at & (d->nslots - 1)];

		if (*slot == 0 || equals(key, d->row[*slot - 1].key))
			return slot;
	}
}

/*
 * Adds a row and returns its number.  A hash table that is a quarter full gets
 * twice as many slots.
 */
static size_t
add_row(struct data *d, struct text key)
{
	size_t n = d->nrows;

	key.start = copy_text(key);
	GROW(d->row, d->row_capacity, n + 1);
	d->row[n] = (struct row){ .key = key };
	d->nrows++;
	if (4 * n >= d->nslots) {
		free(d->slot);
		d->nslots = n == 0 ? 16 : 8 * n;
		d->slot = NEW(size_t, d->nslots);
		for (size_t i = 0; i < n; i++)
			*slot_of(d, d->row[i].key) = i + 1;
	}
	*slot_of(d, key) = n + 1;
	return n;
}

/*
 * Adds a set and returns its number.  If an operand label=path named it, all
 * operands with this label are one set.
 */
static size_t
add_set(struct data *d, struct text label, bool named)
{
	for (size_t i = 0; named && i < d->nsets; i++)
		if (d->named[i] && is_string(label, d->set[i]))
			return i;
	if (d->nsets == MAX_SETS)
		die(NULL, 0, "more than %d sets", MAX_SETS);
	d->named[d->nsets] = named;
	d->set[d->nsets] = copy_text(label);
	d->nsets++;
	return d->nsets - 1;
}

/*
 * Returns the number of the row with this key; a new key is a new row.  Files
 * tend to repeat their rows in one order, so the row that followed the latest
 * one last time is tried first.
 */
static inline size_t
row_of_key(struct data *d, struct text key)
{
	if (d->nrows == 0)
		add_row(d, key);
	size_t row = d->row[d->latest].next;
	if (!equals(key, d->row[row].key)) {
		size_t found = *slot_of(d, key);

		row = found > 0 ? found - 1 : add_row(d, key);
		d->row[d->latest].next = row;
	}
	d->latest = row;
	return row;
}

/* Returns the sample of a row, set and measure, or an empty one. */
static const struct sample *
find_sample(const struct data *d, size_t row, size_t set, size_t measure)
{
	static const struct sample none = { .n = 0 };
	const struct row *r = &d->row[row];
	size_t i = set * d->nmeasures + measure;

	return i < r->nsamples ? &r->sample[i] : &none;
}

/* The same for a sample that is to get values: the row has it from now on. */
static inline struct sample *
make_sample(struct data *d, size_t row, size_t set, size_t measure)
{
	struct row *r = &d->row[row];
	size_t i = set * d->nmeasures + measure;

	if (i >= r->nsamples)
		r->sample = resize(r->sample, i + 1, sizeof(*r->sample));
	for (; r->nsamples <= i; r->nsamples++)
		r->sample[r->nsamples] = (struct sample){ .n = 0 };
	return &r->sample[i];
}

static inline void
append_value(struct sample *sample, double value)
{
	GROW(sample->value, sample->capacity, sample->n + 1);
	sample->value[sample->n] = value;
	sample->n++;
}

/*
 * Begins the reading, once it is known what to read: makes the sets that -b
 * lists and, without -k, the one row, even if it gets no values.
 */
static void
start_data(struct data *d, const struct selection *s)
{
	d->nmeasures = s->sets_are_columns ? 1 : s->nmeasures;
	for (size_t i = 0; i < s->nlabels; i++)
		add_set(d, as_text(s->label[i].typed), false);
	if (s->names_end == KEY)
		row_of_key(d, as_text(""));
	if (s->by_array || s->column[RUN].typed != NULL) {
		d->runs = NEW(struct data, 1);
		d->runs->nmeasures = d->nmeasures;
		d->runs->seed = d->seed;
	}
}

/*
 * Counts a record that is left out, and keeps what tell_left_out says of the
 * first.
 */
static void
count_left_out(struct data *d, enum omission why, const char *file,
    uintmax_t line, struct text record)
{
	struct left_out *l = &d->left_out[why];

	if (l->n == 0) {
		l->file = file;
		l->line = line;
		l->example = excerpt(record);
	}
	if (l->latest_file != d->nfiles)
		l->nfiles++;
	l->latest_file = d->nfiles;
	l->n++;
	if (why != UNMATCHED && why != FILTERED)
		d->nleft_out++;
}

/*
 * With -r, adds the mean of each run and measure to the run's row in `to': the
 * data or, if by_name, the table that pair_runs makes, which has a row for each
 * row of the data and label of its runs.
 */
static void
average_runs(const struct data *runs, struct data *to, bool by_name)
{
	for (size_t i = 0; i < runs->nrows; i++) {
		struct text key = runs->row[i].key;
		struct run run;

		memcpy(&run, key.start, sizeof(run));
		if (by_name)	/* see struct run */
			run.row = row_of_key(to,
			    after(key, offsetof(struct run, row)));
		for (size_t m = 0; m < runs->nmeasures; m++) {
			const struct sample *s = find_sample(runs, i, 0, m);

			if (s->n == 0)
				continue;
			struct summary all = moments_of(s->value, s->n);
			struct sample *means = make_sample(to, run.row,
			    run.set, m);
			append_value(means, all.mean.hi);
			if (all.min != all.max)
				means->mixed = true;
		}
	}
}

/*
 * Warns of the first run that has fewer values than the first run of its row,
 * if two thirds of all have as many as the first.  Those of -r [] have no
 * names.
 */
static void
check_runs(const struct data *d, bool have_names)
{
	size_t *usual = NEW(size_t, d->nrows * d->nmeasures);
	size_t nusual = 0, nothers = 0;
	const char *set = NULL, *what = NULL;
	struct run run;

	for (size_t i = 0; i < d->runs->nrows; i++)
		for (size_t m = 0; m < d->nmeasures; m++) {
			struct text key = d->runs->row[i].key;
			size_t n = find_sample(d->runs, i, 0, m)->n;

			memcpy(&run, key.start, sizeof(run));
			size_t *first = &usual[run.row * d->nmeasures + m];
			if (*first == 0)
				*first = n;
			nusual += n == *first;
			nothers += n != *first;
			if (n == 0 || n >= *first || what != NULL)
				continue;
			set = d->set[run.set];
			what = format_text("%s has %zu value%s, but most have "
			    "%zu: was a file cut short?", have_names ?
			    format_text("the run \"%s\"",
			    excerpt(after(key, sizeof(run)))) : "a run", n,
			    plural(n), *first);
		}
	if (what != NULL && nusual > 2 * nothers)
		warn(d->warnings, set, 0, "%s", what);
	free(usual);
}

/*
 * Takes the means that runs of one name, a row of by_name, have of a measure,
 * if all sets have as many of them; else returns false.
 */
static bool
pair_means(struct data *d, size_t row, const struct data *by_name, size_t named,
    size_t m)
{
	size_t n = find_sample(by_name, named, 0, m)->n;

	for (size_t set = 1; set < d->nsets; set++)
		if (find_sample(by_name, named, set, m)->n != n)
			return false;
	for (size_t set = 0; set < d->nsets; set++)
		for (size_t i = 0; i < n; i++)
			append_value(make_sample(d, row, set, m),
			    find_sample(by_name, named, set, m)->value[i]);
	return true;
}

/*
 * With -r and a test of pairs, takes the means of the runs of one name in the
 * same order in all sets.  Of a measure, all sets must have equally many runs
 * of this name with values: else all of them are left out.
 */
static void
pair_runs(struct data *d)
{
	/*
	 * A row for each name that runs of a row of d have.  Its key is the
	 * number of the row of d, and the name.
	 */
	struct data *by_name = NEW(struct data, 1);

	by_name->nmeasures = d->nmeasures;
	by_name->seed = d->seed;
	average_runs(d->runs, by_name, true);
	for (size_t named = 0; named < by_name->nrows; named++) {
		struct text key = by_name->row[named].key;
		bool is_paired = true;
		size_t row;

		memcpy(&row, key.start, sizeof(row));
		for (size_t m = 0; m < d->nmeasures; m++)
			if (!pair_means(d, row, by_name, named, m))
				is_paired = false;
		if (!is_paired)
			count_left_out(d, UNPAIRED, NULL, 0,
			    after(key, sizeof(row)));
	}
}

/*
 * True if a set has values of two measures in some row, but not equally many:
 * then it is not known which record lacks one.
 */
static bool
has_gaps(const struct data *d)
{
	for (size_t i = 0; i < d->nrows * d->nsets; i++) {
		size_t first = 0;

		for (size_t m = 0; m < d->nmeasures; m++) {
			size_t n = find_sample(d, i / d->nsets, i % d->nsets,
			    m)->n;

			if (first == 0)
				first = n;
			else if (n > 0 && n != first)
				return true;
		}
	}
	return false;
}

/*
 * Ends the program if -b lists a label that no file has.  pair_runs may have
 * left out all runs of a set, which is told.
 */
static void
check_labels(const struct data *d)
{
	for (size_t set = 0; set < d->nsets; set++) {
		size_t nvalues = 0;

		for (size_t row = 0; row < d->nrows; row++)
			for (size_t m = 0; m < d->nmeasures; m++)
				nvalues += find_sample(d, row, set, m)->n;
		if (nvalues == 0 && d->left_out[UNPAIRED].n == 0)
			die(NULL, 0, "no values are labelled %s, which -b "
			    "asks for", d->set[set]);
	}
}

/*
 * ---- Input ---------------------------------------------------------------
 * What the readers of text and of JSON have in common.  A record is a line or a
 * JSON object.  For each file, a reader calls find_columns.  For each record,
 * it sets the names and values that it finds (set_name, set_value), and asks if
 * the record is wanted (filter_record, is_unlisted) and complete
 * (missing_name).  Then it takes the values, each of which is an observation
 * (take_value), or leaves the record out, which is counted (omit).
 *
 * Text and JSON have functions of their own for the same.  A value is set by
 * find_in_unit, take_tagged and find_value in text, and by take_scalar in JSON;
 * the values of a record are taken or left out by take_record and take_member.
 */

/* A file as bytes. */
struct file {
	const char *name;	/* for messages */
	const char *path;	/* as typed, without its label; - for stdin */
	/*
	 * For -r @: "file N", its number in its set, by which files pair; or
	 * its path, with -b or ~regex.
	 */
	const char *run;
	int fd;
	char *buffer;	/* [start, end) was read, but not yet used */
	size_t start, end;
	size_t capacity;	/* of the buffer */
	bool at_end;		/* there is nothing more to read */
	bool has_controls;	/* it has escapes or carriage returns */
	bool is_overwritten;	/* it has text before carriage returns */
	bool lacks_newline;	/* at the end of its last line */
	uintmax_t line;	/* of the current record: its number, from 1 */
};

/* Where a column is in a file. */
struct place {
	enum place_kind {
		NOT_WANTED,
		NOT_FOUND,
		FIELD,	/* a field of a line, or a JSON path */
		FILE_PATH,	/* or, of -r, `file 1' and so on */
		/* Only in text: */
		LINE,		/* all of it */
		TAG,		/* what follows this name in the line */
		UNIT		/* the number before a unit of -u */
	} kind;
	/* Of a FIELD: its number in the line, from 1, or of a JSON path. */
	size_t number;
	struct text name;	/* no bytes: the column has a number */
	const regex_t *regex;	/* selects a part of it; or NULL */
};

/* What a reader finds in a line, or in a JSON value and around it. */
struct record {
	struct text line;	/* in text: all of it */
	struct text name[VALUE];	/* set, run, parts of the key */
	/* Of column VALUE + i. */
	struct quantity value[MAX_COLUMNS - VALUE];
	/*
	 * The part of the field of -b that its ~regex matches: row_of_record
	 * cuts it out of the name.  Without ~regex, rm_eo is 0; without a
	 * match, -1.
	 */
	regmatch_t matched;
	/* Once it is known that it has a value: its place in the data. */
	bool is_placed;
	size_t row, set;
	bool failed;	/* in text: it is below a heading that failed */
};

/* A file that is being read, and what becomes of its records. */
struct input {
	struct file file;
	const struct selection *selection;
	struct data *data;
	size_t set;		/* of all records, unless -b is given */
	bool is_text;	/* columns may be numbers, tags or lines */
	/*
	 * Returns the number, from 1, of the column with this name or, in JSON,
	 * of the first path that ends in it; 0 if the file has none.
	 */
	size_t (*find)(void *reader, struct text name);
	void *reader;
	bool names_are_tags;	/* in text: there is no header */
	bool comma_cuts;	/* in text: a comma is a delimiter */
	bool at_blanks;	/* in text: blanks are the delimiters */
	struct place place[MAX_COLUMNS];	/* of all columns in the file */
	char operator[MAX_MEASURES];	/* of -C a/b and a-b; or 0 */
	struct record record;	/* the latest */
	bool has_values[MAX_MEASURES];	/* the file has some of each */
	/* With -b a,b, the latest round of turns: see check_turns. */
	unsigned taken;		/* bit m: set m had its turn in it */
	size_t nvalues;		/* of each set in it */
	/* Scratch: each text in them is used up before the next. */
	struct builder subject, key;
};

/* Both end the program because of what is wrong with a file, or its line. */
#define	bad_file(in, ...)	die((in)->file.name, 0, __VA_ARGS__)
#define	bad_line(in, ...) \
	die((in)->file.name, (in)->file.line, __VA_ARGS__)

/* Warns of the current line, unless a line with this topic was told before. */
#define	warn_once(in, topic, ...) \
	((in)->data->seen.silent[topic] ? (void)0 : \
	    ((in)->data->seen.silent[topic] = true, \
	    warn((in)->data->warnings, (in)->file.name, (in)->file.line, \
	    __VA_ARGS__)))

/* ---- Input: bytes */

/*
 * Makes room for a block after the bytes that were read.  What is left of
 * earlier ones is moved so that the block begins on a page boundary.  But if
 * what is left begins in the buffer's first page, it stays there, and the block
 * begins behind it.
 *
 * If a block began a few bytes above a page boundary, read(2) would be up to
 * five times slower on some processors: its loads would seem to depend on the
 * stores just before them, because their addresses agree in the low 12 bits.
 */
static void
make_room(struct file *f)
{
	size_t page = 4096, rest = f->end - f->start;

	GROW(f->buffer, f->capacity, f->end + page + BLOCK_SIZE + PADDING);
	if (rest > 0 && f->start <= page)
		return;
	size_t start = page - ((uintptr_t)f->buffer + rest) % page;
	memmove(f->buffer + start, f->buffer + f->start, rest);
	f->start = start;
	f->end = start + rest;
}

/*
 * Reads a block.  Goes on after a signal, and waits where read(2) would not.
 * Ends the program if there is a NUL in the block.  Newlines and a NUL follow
 * what was read, as padding.
 */
static void
refill(struct file *f)
{
	struct pollfd ready = { .fd = f->fd, .events = POLLIN };
	ssize_t got;

	make_room(f);
	struct text block = { f->buffer + f->end, 0 };
	for (;;) {
		got = read(f->fd, block.start, BLOCK_SIZE);
		if (got != -1)
			break;
		if (errno == EAGAIN || errno == EWOULDBLOCK)
			poll(&ready, 1, -1);
		else if (errno != EINTR)
			die(f->name, 0, "%s", strerror(errno));
	}
	block.length = (size_t)got;
	if (has_byte(block, '\0')) {
		for (const char *p = f->buffer + f->start; *p != '\0'; p++)
			f->line += *p == '\n';
		die(f->name, f->line + 1, "a NUL byte: this is binary, or "
		    "UTF-16, which iconv -f UTF-16 -t UTF-8 converts, or a log "
		    "with a NUL in it (tr -d '\\0')");
	}
	if (has_byte(block, '\033') || has_byte(block, '\r'))
		f->has_controls = true;
	f->at_end = got == 0;
	f->end += block.length;
	memset(f->buffer + f->end, '\n', PADDING - 1);
	f->buffer[f->end + PADDING - 1] = '\0';
}

/* ---- Input: columns */

/*
 * Returns a column's number, or 0 if the name is not a number from 1 on.  What
 * follows the name in memory must be no digit, which strtoul would read, too.
 */
static size_t
column_number(struct text name)
{
	unsigned long number = 0;

	if (name.length > 0 && strspn(name.start, DIGITS) >= name.length)
		number = strtoul(name.start, NULL, 10);
	return number > INT_MAX ? 0 : number;
}

/* True if a name is always a tag, which only text has. */
static bool
is_tag(struct text name)
{
	return trim(name, ":=").length < name.length;
}

/* True if a column is an expression for whole lines: ~regex alone. */
static bool
is_line(const struct column *column)
{
	return column->typed != NULL && *column->typed == '~';
}

/* True if the header names a column. */
static bool
is_named(const struct place *place)
{
	return place->kind == FIELD && place->name.length > 0;
}

/* Returns the place of a column with this number or name. */
static struct place
find_place(const struct input *in, struct text name)
{
	struct place place = { .kind = NOT_FOUND, .name = name };

	if (is_string(name, "@")) {
		place.kind = FILE_PATH;
		return place;
	}
	if (in->is_text)
		place.number = column_number(name);
	if (place.number > 0)
		place.name.length = 0;
	else if (!in->names_are_tags)
		place.number = in->find(in->reader, name);
	if (place.number > 0)
		place.kind = FIELD;
	else if (in->is_text && name.length == 0)
		place.kind = LINE;
	else if (in->names_are_tags || (in->is_text && is_tag(name)))
		place.kind = TAG;
	return place;
}

/*
 * Finds out what column i of a file is, the first of these that there is:
 * - for -C, all of the argument with the + before it, as a name
 * - all of the argument, even with a ~ in it
 * - the part before the ~
 * - for -C, two columns around a slash or a minus sign, which either name may
 *   have in it
 */
static void
find_column(struct input *in, size_t i)
{
	const struct column *column = &in->selection->column[i];
	struct place *place = &in->place[i];
	struct text name = as_text(column->typed);

	if (column->with_plus != NULL) {	/* it may be the name */
		*place = find_place(in, as_text(column->with_plus));
		in->data->seen.plus_is_name[i - VALUE] = place->kind == FIELD;
	}
	if (place->kind != FIELD)
		*place = find_place(in, name);
	if (column->regex != NULL && place->kind != FIELD) {
		*place = find_place(in, column->name);
		place->regex = column->regex;
	}
	/* What was found, as a tag, too, is not taken for two columns. */
	if (i < VALUE || column->regex != NULL || place->kind != NOT_FOUND)
		return;
	for (char *p = strpbrk(name.start, "/-"); p != NULL;
	    p = strpbrk(p + 1, "/-")) {
		struct place a = find_place(in, text_between(name.start, p));
		struct place b = find_place(in, as_text(p + 1));

		if (a.kind == FIELD && b.kind == FIELD) {
			*place = a;
			in->place[i - VALUE + SECOND] = b;
			in->operator[i - VALUE] = *p;
			return;
		}
	}
}

/*
 * Finds the places of all columns in a file.  Without -C, column 1 has the
 * values.  Returns the number of the first column that the file does not have,
 * or MAX_COLUMNS if it has all.
 */
static size_t
find_columns(struct input *in)
{
	const struct selection *s = in->selection;
	struct place *place = in->place;
	size_t absent = MAX_COLUMNS;

	memset(in->place, 0, sizeof(in->place));
	memset(in->operator, 0, sizeof(in->operator));
	for (size_t i = 0; i < TYPED_COLUMNS; i++) {
		if (s->by_unit && i >= VALUE && i < VALUE + s->nmeasures)
			place[i].kind = UNIT;
		else if (s->column[i].typed != NULL)
			find_column(in, i);
		else if (i == VALUE)	/* there is no -C */
			place[i] = (struct place){ .kind = FIELD, .number = 1 };
		if (place[i].kind == NOT_FOUND && absent == MAX_COLUMNS)
			absent = i;
	}
	return absent;
}

/* ---- Input: names and values */

/*
 * Runs a regular expression on a text.  As in the C locale, a . in it is one
 * byte.  Returns true if it matches, and then sets match[0] to the part that
 * does and match[1] to the first group in it; match may be NULL.
 */
static bool
matches(struct input *in, const regex_t *regex, struct text text,
    regmatch_t match[2])
{
	struct builder *subject = &in->subject;

	subject->text.length = 0;
	append_text(subject, text);
	errno = 0;
	int error = regexec(regex, subject->text.start, match == NULL ? 0 : 2,
	    match, 0);
	/* glibc reports a lack of memory as REG_NOMATCH, but sets errno. */
	if (error != 0 && (error != REG_NOMATCH || errno == ENOMEM))
		bad_line(in, "out of memory for a regular expression");
	return error == 0;
}

/*
 * Returns the part of a text that an expression matches: the first group, or
 * the whole match if there is no group, without blanks around it.  Without a
 * match it has no bytes.  Sets match[0] to the whole match.
 */
static struct text
select_part(struct input *in, const regex_t *regex, struct text text,
    regmatch_t match[2])
{
	struct text part = { text.start, 0 };

	match[0] = (regmatch_t){ .rm_so = -1, .rm_eo = -1 };
	if (text.length == 0 || !matches(in, regex, text, match))
		return part;
	regmatch_t group = match[regex->re_nsub > 0 ? 1 : 0];
	if (group.rm_so < 0)	/* the group took no part in the match */
		return part;
	part = text_between(text.start + group.rm_so, text.start + group.rm_eo);
	return skip(trim(part, " \t"), 0);
}

/* Returns the unit of -u for a column of values. */
static const struct unit *
unit_of(const struct input *in, size_t i)
{
	return &in->selection->unit[i < SECOND ? i - VALUE : i - SECOND];
}

/*
 * Sets a name of the record, which is its set, its run or a part of its key:
 * this text or, for the column @, the path of the file (for runs, see struct
 * file); or the part of it that ~regex selects.  Returns false if ~regex does
 * not match.
 */
static inline bool
set_name(struct input *in, size_t i, struct text text)
{
	struct record *r = &in->record;
	const struct place *place = &in->place[i];
	regmatch_t match[2];

	if (place->kind == FILE_PATH)
		text = as_text(i == RUN ? in->file.run : in->file.path);
	r->name[i] = text;
	if (place->regex == NULL)
		return true;
	r->name[i] = select_part(in, place->regex, text, match);
	if (i == SET)
		r->matched = match[0];
	return match[0].rm_so >= 0;
}

/*
 * Returns the end of the number that begins at p, with a digit or a sign.  It
 * goes on behind
 *
 *	a point		if one digit or more follow
 *	a colon		if two do, as in 1:00.96; but a1:00 is no time
 *	a comma, a '	if three do, and others that group digits; but no
 *			comma, where commas cut the text
 */
static const char *
end_of_number(struct text text, const char *p, bool comma_cuts)
{
	/* In UTF-8: two blanks that do not break, and an apostrophe. */
	static const char *const groups[] = {
		",", "'", "_", "\xc2\xa0", "\xe2\x80\xaf", "\xe2\x80\x99"
	};
	bool may_be_clock = p == text.start || !isalnum((unsigned char)p[-1]);
	char *next;

	for (;;) {
		strtod(p, &next);
		if (next[-1] == '.')	/* it takes that of 5., too */
			next--;
		if (next >= end_of(text))
			return end_of(text);
		size_t ndigits = strspn(next + 1, DIGITS);
		bool goes_on = (*next == '.' && ndigits > 0) ||
		    (*next == ':' && ndigits == 2 && may_be_clock);
		for (size_t i = 0; i < COUNT(groups); i++) {
			size_t n = strlen(groups[i]);

			if (strncmp(next, groups[i], n) == 0 &&
			    strspn(next + n, DIGITS) == 3 &&
			    !(*next == ',' && comma_cuts)) {
				next += n - 1;
				goes_on = true;
				break;
			}
		}
		if (!goes_on)
			return next;
		p = next + 1;
	}
}

/*
 * A value is wrong if it ends or begins inside a number: the 1 or the 5 of 1.5,
 * if an expression selects that, or the clock of 1 day, 2:03:04 behind the tag
 * day.  But if the number begins at chosen_from or later, an expression matches
 * its first digits, too, and cuts it on purpose: v2\.([0-9]+) in v2.5.
 */
static void
check_whole(struct quantity *q, struct text text, const char *chosen_from,
    bool comma_cuts)
{
	const char *first = q->text.start, *last = end_of(q->text);
	const char *next;

	for (const char *p = text.start; p < last; p = next) {
		next = p + 1;
		/* The marks of -.5 and .5 are of the number; not of a-5. */
		const char *digit = p + (*p == '-');
		digit += *digit == '.';
		bool has_mark = digit > p && is_digit(*digit) &&
		    (p == text.start ||
		    strchr(" \t=:,;" OPENING, p[-1]) != NULL);
		if (has_mark || is_digit(*p)) {
			next = end_of_number(text, p, comma_cuts);
			/* The part may be the 2 of 1m2s, which is short. */
			if (next < first && first - next < 100 &&
			    p + span_duration(from(text, p)) > first)
				next = last;
		}
		bool begins_before = p < chosen_from && next > first;
		if (next > last || begins_before) {
			q->wrong = format_text("is only the part of \"%s\" "
			    "that -C selects",
			    excerpt(text_between(p, next)));
			return;
		}
	}
}

/*
 * Sets a value of the record to the one in column i: this text, or the part of
 * it that ~regex selects.  What follows the text, up to a limit, may have its
 * unit.  An expression without a match finds no value; a text without a byte is
 * a missing one.  The second part of a quotient or difference is set last: if
 * it is missing, the first becomes missing, too.
 */
static inline void
set_value(struct input *in, size_t i, struct text text, const char *limit)
{
	const struct place *place = &in->place[i];
	struct quantity *q = &in->record.value[i - VALUE];
	bool by_regex = place->regex != NULL;
	struct text part = text;
	enum manner manner = CHOSEN;
	regmatch_t match[2];

	if (by_regex)
		part = select_part(in, place->regex, text, match);
	else if (in->is_text && place->kind == FIELD)
		manner = place->name.length > 0 ? BY_NAME : BY_NUMBER;
	q->behind = text_between(end_of(part), limit);
	if (part.length == 0) {
		q->state = by_regex ? ABSENT : EMPTY;
		if (i >= SECOND)	/* which has no ~regex */
			in->record.value[i - SECOND].state = EMPTY;
		return;
	}
	parse_value(q, part, by_regex ? end_of(part) : limit, manner,
	    unit_of(in, i));
	const char *chosen_from = part.start;
	/* What .* takes is not chosen: the 11 of 115 in .*([0-9]+). */
	if (by_regex && !in->selection->column[i].takes_any)
		chosen_from = text.start + match[0].rm_so;
	bool may_follow_days = in->is_text && has_byte(part, ':') &&
	    (place->kind == TAG || in->at_blanks);
	if (may_follow_days)	/* these are before the text */
		text = in->record.line;
	if (by_regex || may_follow_days)
		check_whole(q, text, chosen_from,
		    place->kind == LINE && in->comma_cuts);
}

/* ---- Input: records that are left out */

/*
 * What -e, -x and -X make of a record or a heading.  Of a record, `failed' does
 * not matter if it is excluded; of a heading, only `failed' matters.
 */
struct filtered {
	bool excluded, failed;
	bool hidden_by_format;	/* only a known format excludes it */
	bool on_purpose;	/* the first that excludes it is a typed -x */
};

/*
 * Filters a record by its text.  The filters of a known format come last; its
 * -e does not exclude what a -X that was typed has found.
 */
static inline struct filtered
filter_record(struct input *in, struct text record)
{
	const struct selection *s = in->selection;
	struct filtered is = { .excluded = false };

	for (size_t i = 0; i < s->nfilters; i++) {
		const struct filter *filter = &s->filter[i];
		bool found = matches(in, filter->regex, record, NULL);
		bool is_typed = i < s->ntyped;
		bool excludes = filter->letter == 'x' && found;

		if (filter->letter == 'X')
			is.failed = is.failed || found;
		if (filter->letter == 'e')
			excludes = !found && (is_typed || !is.failed);
		if (excludes && !is.excluded) {
			is.excluded = true;
			is.hidden_by_format = !is_typed;
			is.on_purpose = is_typed && filter->letter == 'x';
		}
	}
	return is;
}

/* Warns once of a record that has failed, if a -e that was typed drops it. */
static void
check_unread(const struct input *in, const struct filtered *is,
    struct text record)
{
	if (is->failed && is->excluded && !is->on_purpose &&
	    !is->hidden_by_format)
		warn_once(in, FAILURE, "\"%s\" matches -X, but not -e, so it "
		    "is not counted", excerpt(record));
}

/*
 * Returns the number of the record's set, or nsets if -b finds its label for
 * the first time.
 */
static inline size_t
find_set(const struct input *in)
{
	const struct data *d = in->data;
	size_t set = 0;

	if (in->selection->column[SET].typed == NULL)
		return in->set;
	while (set < d->nsets &&
	    !is_string(in->record.name[SET], d->set[set]))
		set++;
	return set;
}

/* True if -b lists labels, but not that of the record. */
static inline bool
is_unlisted(const struct input *in)
{
	return in->selection->nlabels > 0 && in->record.name[SET].length > 0 &&
	    find_set(in) == in->data->nsets;
}

/*
 * Returns SET or RUN, if that was asked for and is missing; else the last part
 * of the key, if all parts are missing; else MAX_COLUMNS.  If a file has none
 * of the columns that a known format gave to -k, no key is missed.
 */
static inline size_t
missing_name(const struct input *in)
{
	const struct text *name = in->record.name;
	const struct selection *s = in->selection;
	size_t missing = MAX_COLUMNS;

	for (size_t i = SET; i < KEY; i++)
		if (s->column[i].typed != NULL && name[i].length == 0)
			return i;
	for (size_t i = KEY; i < s->names_end; i++) {
		if (name[i].length > 0)
			return MAX_COLUMNS;	/* one part is enough */
		if (in->place[i].kind != NOT_FOUND)
			missing = i;
	}
	return missing;
}

/*
 * Returns an expression that matches a name: "a .ms." for "a (ms)".  In it, a
 * point is for each byte that is special to expressions, columns or the shell's
 * single quotes.
 */
static const char *
as_regex(const char *name)
{
	char *regex = copy_text(as_text(name)), *p = regex;

	if (strcmp(name, "*") == 0)	/* of -C: any member */
		return ".*";
	while ((p = strpbrk(p, "\\^$.[]|()*+?{}'~")) != NULL) {
		*p = '.';
		p++;
	}
	return regex;
}

/* Leaves a record out, as it has nothing in a column, or for another reason. */
static void
omit(struct input *in, enum omission why, size_t column, struct text record)
{
	const struct selection *s = in->selection;
	struct left_out *l = &in->data->left_out[why];

	if (l->n == 0)
		l->column = column;
	else if (column != l->column)
		l->lacks_vary = true;
	if (l->n == 0 && column < TYPED_COLUMNS) {
		enum place_kind kind = in->place[column].kind;
		const char *typed = s->column[column].typed;

		if (kind == UNIT)
			typed = s->measure[column - VALUE];
		if (why == NO_VALUE) {	/* a -e needs the b of a.b */
			const char *name = copy_text(in->place[column].name);
			const char *dot = strrchr(name, '.');

			l->lacks = as_regex(dot != NULL ? dot + 1 : name);
		} else
			l->lacks = typed == NULL ? "a value" :
			    format_text("%s%s%s",
			    kind == FIELD ? "column " : "", typed,
			    kind == TAG && column < VALUE ?
			    " (in it, or at the start of a line above)" : "");
	}
	count_left_out(in->data, why, in->file.name, in->file.line, record);
}

/* Warns of the records that were left out, one line for each reason. */
static void
tell_left_out(const struct data *d)
{
	/*
	 * Which records these are, and why.  The first %s is what they lack (or
	 * another), the second that name alone.
	 */
	static const char *const formats[OMISSIONS] = {
		[FAILED_RECORD] = "left out: failed (-X)",
		[FAILED_LINE] = "without a value: failed (-X); values in other "
		    "lines count",
		[FAILED_AROUND] = "around values: failed (-X); these values "
		    "count",
		[INCOMPLETE] = "left out: %s is missing or empty",
		[TOO_SHORT] = "left out: too few fields",
		[NO_NUMBER] = "left out: %s has no number before it",
		[NO_VALUE] = "left out: an object without %s (-e '\"%s\"' "
		    "leaves such objects out on purpose)",
		[ABOVE_HEADER] = "left out: above the line that names the "
		    "columns",
		[UNPAIRED] = "left out: not all sets have the run",
		[UNMATCHED] = "without a value: %s does not match"
	};

	for (size_t i = 0; i < OMISSIONS; i++) {
		const struct left_out *l = &d->left_out[i];

		if (l->n == 0 || formats[i] == NULL)
			continue;
		warn(d->warnings, l->file, l->line, "%ju record%s%s %s; the "
		    "first is \"%s\"", l->n, plural(l->n), l->nfiles > 1 ?
		    format_text(" in %zu files", l->nfiles) : "",
		    format_text(formats[i], l->lacks_vary ?
		    format_text("%s or another", l->lacks) : l->lacks,
		    l->lacks),
		    l->example);
	}
}

/* ---- Input: values that are taken */

/*
 * Returns what to type for the latest line, whose first field is a word.  If it
 * has one number, that is the value: behind a tag, or in a column.  Without a
 * number, it may be a header.
 */
static const char *
hint_at_line(const struct input *in)
{
	struct text line = in->record.line, tag = line;
	const char *number = line.start;
	size_t nfields = 0, nnumbers = 0, column = 0;

	for (const char *p = line.start; p < end_of(line); p++) {
		bool is_field = p == line.start || is_blank(p[-1]);

		nfields += is_field && !is_blank(*p);
		if (is_digit(*p) &&
		    (is_field || strchr(",;|=:(", p[-1]) != NULL)) {
			nnumbers++;
			number = p;
			/* 0: it is within a field */
			column = is_field && in->at_blanks ? nfields : 0;
		}
		/* A comma in -C begins another tag. */
		if (*p == ',' && nnumbers == 0)
			tag = from(line, p + 1);
	}
	if (nnumbers == 0 && !has_byte(line, ':'))
		return " (if this line names the columns, -C takes a name, or "
		    "-x leaves it out)";
	if (nnumbers == 1) {
		tag = trim(text_between(tag.start, number), " \t");
		tag = skip(tag, 0);
		if (is_tag(tag) && tag.length < 60 && !has_byte(tag, '\'') &&
		    !has_byte(tag, '~'))
			return format_text(" (-C '%s' takes the number behind "
			    "it)", excerpt(tag));
		if (column > 1 && is_letter(*line.start))
			return format_text(" (-k 1 -C %zu makes a row of each "
			    "first word)", column);
	}
	return " (-C says which column or which word before it, -u which unit; "
	    "-x drops a line without a value)";
}

/*
 * Returns what may help if a number has a comma in it.  Only the user knows
 * what this means: half of such a number is a number, too.
 */
static const char *
hint_at_comma(const struct input *in, const char *comma)
{
	bool may_group = strspn(comma + 1, DIGITS) == 3;
	/* No column begins with 02, as what follows the comma of 1225,02. */
	bool may_cut = in->place[VALUE].kind == FIELD && in->at_blanks &&
	    !(comma[1] == '0' && is_digit(comma[2]));

	if (in->place[VALUE].kind == TAG && in->at_blanks &&
	    is_letter(comma[1]))
		return " (-d ', ' if commas separate fields, too)";
	if (in->comma_cuts || !in->is_text)
		return ": where commas separate values, none may mark "
		    "decimals or group digits (export numbers without)";
	return format_text(": does the comma mark decimals (tr , .)%s%s?",
	    may_group ? " or group digits (tr -d ,)" : "",
	    may_cut ? " or separate columns (-d ,)" : "");
}

/* Returns what may help if a text is not a number. */
static const char *
hint_at_number(const struct input *in, struct text text)
{
	const char *p = copy_text(text), *cut = strpbrk(p, ";|");
	bool is_column = in->is_text && in->place[VALUE].kind == FIELD;
	bool has_name = is_column && is_named(&in->place[VALUE]);
	/* The line may be a header or prose. */
	bool is_first = is_column && !in->has_values[0];
	bool begins_number = span_number(without_opening(text)) > 0;
	/* It would be a value if something else than a column found it. */
	bool is_value = is_column && is_quantity(text);

	if (cut == NULL && in->at_blanks && !begins_number)
		cut = strchr(p, ',');
	if (is_first && cut != NULL)
		return format_text(" (-d '%c' if it separates columns)", *cut);
	const regex_t *regex = in->place[VALUE].regex;
	if (regex != NULL && regex->re_nsub > 0 && is_letter(*p))
		return " (the first ( ) in ~REGEX is the value)";
	if (begins_number && has_byte(text, ','))
		return hint_at_comma(in, strchr(p, ','));
	if (is_value && begins_in(text, "([{") && !has_name)
		return format_text(" (-C '~[%c]([^])} ]+)' takes what is "
		    "behind the bracket)", *p);
	if (is_value && has_byte(text, ':'))
		return format_text(" (if this is no time of day, -C '%zu~.*' "
		    "reads it as m:ss)", in->place[VALUE].number);
	if (says_none(text))
		return format_text(" (-X says what failed, as -X '%s'; -x "
		    "leaves it out)", as_regex(p));
	if (in->place[VALUE].kind == TAG && begins_number)
		return " (-C WORD~REGEX takes a part of it)";
	/* As in `used: 118 (1.5% of 8)' above a table with this column. */
	if ((is_value && has_name) || (in->place[VALUE].kind == TAG &&
	    (is_letter(*p) || strpbrk(p, DIGITS) == NULL)))
		return " (-x leaves this line out, if it is no measurement)";
	if (!is_column || !is_letter(*p))
		return "";
	if (is_first)
		return has_name ? " (a line above names the columns; -x leaves "
		    "this line out, if it is no measurement)" :
		    hint_at_line(in);
	return " (-X if this line reports a failure, -x if it is no "
	    "measurement, -C or -u if it has a value; if it names other "
	    "columns, the lines below must be read apart)";
}

/* True if two words are the same unit in different scales, as MB and KB. */
static bool
differ_in_scale(struct text a, struct text b)
{
	if (are_same_units(a, b))
		return false;
	const struct unit x = make_unit(a), y = make_unit(b);
	const struct time_unit *s = find_time_unit(a), *t = find_time_unit(b);

	/* Also m and h, which are no times to make_unit. */
	if (s != NULL && t != NULL)
		return s != t;
	return are_like_rates(a, b) || (same_but_for_scale(&x, &y) &&
	    (x.time == NULL || x.time != y.time));
}

static const char not_converted[] = ": these are not converted";

/*
 * Ends the program, as a value has another unit than the others or, if -u was
 * given, than -u says.  But with -u, a value without a unit has that of -u:
 * then it returns.
 */
static void
check_unit(const struct input *in, const struct quantity *q,
    const struct unit *asked, struct text expected)
{
	bool is_duration = equals(q->unit, duration_unit);
	/* If it is like that, the first was a time: 0:05elapsed. */
	bool is_unlike_asked = asked->name.length > 0 &&
	    !equals(q->unit, asked->name);

	if (is_unlike_asked) {
		if (q->unit.length == 0)
			return;
		expected = asked->name;
	}
	const char *hint = !differ_in_scale(q->unit, expected) ? "" :
	    make_unit(expected).time == NULL ? not_converted :
	    format_text(" (-C with -u %s converts)", excerpt(expected));
	/* One is a time, and the other has no unit. */
	if (is_duration ? expected.length == 0 :
	    q->unit.length == 0 && equals(expected, duration_unit))
		hint = " (-C with -u s, if those are seconds)";
	bad_line(in, "\"%s\" has %s%s, but %s %s%s", excerpt(q->text),
	    q->unit.length == 0 ? "no unit" : is_duration ? "" : "the unit ",
	    excerpt(q->unit), is_unlike_asked ? "-u says" : "the others have",
	    expected.length == 0 ? "none" : excerpt(expected), hint);
}

/* Warns once of a text that may be one value, where only a part is read. */
static void
warn_of_part(const struct input *in, const char *start, const char *end)
{
	warn_once(in, LIST, "\"%s\" may be one value, of which only a part is "
	    "read", excerpt(text_between(start, end)));
}

/*
 * Ends the program if a time goes on behind a value, as 1min 5s or 1 min 5 s in
 * a column that is cut at blanks, or 1m5s of which ~[0-9]+ selects the 1.  But
 * 5s 3ms may be two columns: this is a warning.
 */
static void
check_parts(const struct input *in, const struct quantity *q, bool by_regex)
{
	struct text all = text_between(q->text.start, end_of(q->behind));
	const char *end = all.start + span_duration(all);
	const struct part part = find_part(all, true);

	if (end <= end_of(q->text) || end <= part.rest.start)
		return;
	assert(part.unit != NULL);	/* all begins with a duration */
	if (part.unit->factor > 1 || by_regex ||
	    end <= all.start + span_word(all))
		bad_line(in, "\"%s\" %s%s", excerpt(q->text), goes_on_behind,
		    by_regex ? "" : " (-u, or the word before it, reads all)");
	if (in->selection->nmeasures == 1)	/* else the next may be one */
		warn_of_part(in, all.start, end);
}

/*
 * The word behind a number is not read.  But if the first one may be a unit (it
 * is one of time, has a prefix or a slash, or begins with b or B), then a later
 * one must not be the same unit in another scale.  Behind ~regex, words are
 * passed over until one may be a unit.
 */
static void
check_word(const struct input *in, const struct quantity *q,
    const struct unit *asked, bool by_regex, struct text *first)
{
	struct text word = first_word(q->behind);
	const char *hint = not_converted;

	for (size_t i = 0; i < in->selection->names_end; i++)
		if (in->record.name[i].start == word.start)
			return;		/* 5 B, 6 MB, with -k 2 */
	if (first->start == NULL && asked->name.length > 0)
		*first = asked->name;	/* -C 2 -u ms */
	if (first->start == NULL) {
		if (has_scale(word) || begins_in(word, "Bb") ||
		    (has_byte(word, '/') && span_unit(word) > 0) ||
		    find_time_unit(word) != NULL)
			*first = as_text(copy_text(word));
		else if (!by_regex)
			*first = as_text("");
	} else if (differ_in_scale(*first, word)) {
		if (make_unit(word).time != NULL)
			hint = format_text(": -u %s converts the first time of "
			    "a line, if -C is not given; ~REGEX one that it "
			    "matches", excerpt(asked->name.length > 0 ?
			    asked->name : word));
		bad_line(in, "%s in %s, this one in %s%s",
		    asked->name.length > 0 ? "-u says that values are" :
		    "the first value is", excerpt(*first), excerpt(word), hint);
	} else if (first->length > 0 && span_unit(word) == 0 &&
	    in->selection->ncolumns == 0)	/* else check_beside tells */
		warn_once(in, UNITS_BESIDE, "nothing is behind \"%s\", \"%s\" "
		    "behind the first value: has the unit changed?",
		    excerpt(q->text), excerpt(*first));
}

/*
 * Where -u finds a value, an earlier number may have its unit with another
 * prefix, but in all records or in none: else it may be the value of some.
 */
static void
check_earlier(const struct input *in, const struct quantity *q,
    struct text *first)
{
	bool has_one = q->earlier.length > 0;

	if (first->start == NULL)
		*first = as_text(copy_text(q->earlier));
	if ((first->length > 0) != has_one)
		bad_line(in, "\"%s\" is %sbehind a number in %s, unlike the "
		    "first value: a prefix means 1000 in one tool and 1024 in "
		    "another", excerpt(q->text), has_one ? "" : "not ",
		    excerpt(has_one ? q->earlier : *first));
}

/*
 * Returns the number of the value in column i.  Ends the program if there is
 * none, or if the column has another unit elsewhere.
 *
 * With -C and -u, the unit is that of -u; otherwise that of the first value,
 * also with -u alone: 0:05elapsed is a duration, but 5elapsed a number.
 */
static inline double
checked_number(const struct input *in, size_t i)
{
	const struct selection *s = in->selection;
	const struct quantity *q = &in->record.value[i - VALUE];
	const struct unit *asked = unit_of(in, i);
	const struct place *place = &in->place[i];
	bool by_regex = place->regex != NULL;
	struct seen *seen = &in->data->seen;
	size_t at = s->sets_are_columns ? 0 : i - VALUE;
	struct text *unit = &seen->unit[at], *word = &seen->word[at];
	/* Until it is known that no unit is behind the first value. */
	bool words_may_be_units = word->start == NULL || word->length > 0;

	if (q->wrong != NULL)
		bad_line(in, "\"%s\" %s%s", excerpt(q->text), q->wrong,
		    q->wrong == not_a_number || says_none(q->text) ?
		    hint_at_number(in, q->text) : "");
	if (unit->start == NULL) {
		if (asked->name.length == 0 || s->by_unit)
			*unit = as_text(copy_text(q->unit));
		else
			*unit = is_time(asked) ? duration_unit : asked->name;
	}
	if (!are_same_units(q->unit, *unit))
		check_unit(in, q, asked, *unit);
	bool may_cut = place->kind == LINE && in->comma_cuts;
	if (by_regex && !may_cut && begins_with(q->behind, ",") &&
	    is_digit(q->behind.start[1]) && !has_byte(q->text, '.'))
		warn_of_part(in, q->text.start,
		    end_of(up_to(q->behind, ' ')));
	if (s->by_unit)
		check_earlier(in, q, &seen->earlier[i - VALUE]);
	else {
		bool may_go_on = in->is_text && place->kind == FIELD &&
		    (q->unit.length > 0 || words_may_be_units);

		if (by_regex || may_go_on)
			check_parts(in, q, by_regex);
		if (q->unit.length == 0 && words_may_be_units)
			check_word(in, q, asked, by_regex, word);
	}
	return q->number;
}

/*
 * Returns the difference of two numbers.  They may have more digits than a
 * double, as time stamps in nanoseconds, with the same unit or without one:
 * their whole parts are subtracted as such.  But those of a duration of several
 * parts or of grouped digits are not.
 */
static double
subtract(const struct quantity *a, const struct quantity *b)
{
	const char *plain = "." DIGITS;
	double difference = a->number - b->number;

	if (a->number == 0 ||
	    (a->text.length <= DBL_DIG && b->text.length <= DBL_DIG))
		return difference;
	/* What is behind a text may be a digit, too. */
	char *s = copy_text(a->text), *t = copy_text(b->text), *x, *y;
	const char *unit = s + strspn(s, plain);
	/* Nineteen digits are below 2^64. */
	if (strspn(s, DIGITS) <= 19 && strspn(t, DIGITS) <= 19 &&
	    strcmp(unit, t + strspn(t, plain)) == 0 &&
	    strpbrk(unit, DIGITS) == NULL) {
		uint64_t m = strtoull(s, &x, 10), n = strtoull(t, &y, 10);

		difference = m < n ? -(double)(n - m) : (double)(m - n);
		difference += strtod(x, NULL) - strtod(y, NULL);
		/* The unit may have been converted. */
		difference *= a->number / strtod(s, NULL);
	}
	free(s);
	free(t);
	return difference;
}

/*
 * Returns the quotient or the difference of the two values of measure m: both
 * are durations, or have no unit, so that the result has a known one.
 */
static double
combine(const struct input *in, size_t m, char operator)
{
	const struct quantity *a = &in->record.value[m];
	const struct quantity *b = &in->record.value[SECOND - VALUE + m];
	double x = a->number, y = checked_number(in, SECOND + m), result;

	const struct text u = first_word(a->behind), v = first_word(b->behind);
	if (differ_in_scale(u, v))
		bad_line(in, "\"%s\" is in %s, but \"%s\" in %s",
		    excerpt(a->text), excerpt(u), excerpt(b->text), excerpt(v));
	if (!equals(a->unit, b->unit) || (a->unit.length > 0 &&
	    !equals(a->unit, duration_unit)))
		bad_line(in, "\"%s\" %c \"%s\": both must be numbers without a "
		    "unit, or both times", excerpt(a->text), operator,
		    excerpt(b->text));
	result = operator == '/' ? x / y : subtract(a, b);
	if (result < 0 && operator == '-')
		warn_once(in, NEGATIVE, "\"%s\" - \"%s\" is below 0: is this "
		    "the right order?", excerpt(a->text), excerpt(b->text));
	if (!isfinite(result))
		bad_line(in, "%.17g%c%.17g is not a finite number", x, operator,
		    y);
	return result + 0.0;	/* not -0 */
}

/*
 * Returns the row of the record, whose key is put together from its parts.  The
 * part that -b matched is cut out of a column of -k, if that is the column of
 * -b and has no expression of its own.
 */
static size_t
row_of_record(struct input *in)
{
	const struct record *r = &in->record;
	size_t n = in->selection->names_end;
	const struct place *set = &in->place[SET];
	struct builder *key = &in->key;
	bool is_cut = r->matched.rm_eo > 0;	/* out of the column of -b */

	if (n == KEY)
		return 0;
	key->text.length = 0;
	for (size_t i = KEY; i < n; i++) {
		const struct place *place = &in->place[i];
		struct text part = r->name[i];
		/* In JSON, it is a path, in which two names may end: b, a.b. */
		bool is_field = in->is_text && place->kind == FIELD;

		if (i > KEY)
			append_text(key, (struct text){ "\0", 1 });
		if (is_cut && place->regex == NULL &&
		    place->kind == set->kind && place->number == set->number &&
		    (is_field || equals(place->name, set->name))) {
			append_text(key, text_between(part.start,
			    part.start + r->matched.rm_so));
			part = after(part, (size_t)r->matched.rm_eo);
		}
		append_text(key, part);
	}
	return row_of_key(in->data, key->text);
}

/* Returns the row of the record's run, in the data that holds all runs. */
static size_t
row_of_run(struct input *in, size_t row, size_t set)
{
	struct run run = { in->data->nfiles, set, row };
	struct builder *key = &in->key;

	key->text.length = 0;
	append_text(key, (struct text){ (char *)&run, sizeof(run) });
	append_text(key, in->record.name[RUN]);
	return row_of_key(in->data->runs, key->text);
}

/* Sets the set and the row of the record, which are made if they are new. */
static inline void
place_record(struct input *in)
{
	struct record *r = &in->record;

	r->set = find_set(in);
	if (r->set == MAX_SETS)
		bad_line(in, "more than %d sets: does -b name a column of "
		    "labels (-k makes rows)?", MAX_SETS);
	if (r->set == in->data->nsets)
		add_set(in->data, r->name[SET], false);
	r->row = row_of_record(in);
	r->is_placed = true;
}

/*
 * Takes the value of measure m, which the record has.  With -b a,b its set is
 * that of the measure.
 */
static void
take_value(struct input *in, size_t m)
{
	struct record *r = &in->record;
	struct data *d = in->data;
	double value = checked_number(in, VALUE + m);

	if (in->operator[m] != '\0')
		value = combine(in, m, in->operator[m]);
	in->has_values[m] = true;
	if (!r->is_placed)
		place_record(in);
	size_t row = r->row, set = r->set, measure = m;
	if (in->selection->sets_are_columns) {
		set = m;
		measure = 0;
	}
	if (d->runs != NULL) {
		row = row_of_run(in, row, set);
		set = 0;
		d = d->runs;
	}
	append_value(make_sample(d, row, set, measure), value);
}

/*
 * With -b a,b, called after each record.  Bit m of found: it has values of set
 * m, and nvalues says how many of each.  Values pair in order if the sets take
 * turns: if each has as many as the others before one has values again.
 */
static void
check_turns(struct input *in, unsigned found, size_t nvalues)
{
	unsigned all = (1u << in->selection->nmeasures) - 1;

	if (found == 0)
		return;
	if (found != all)
		in->data->seen.sets_are_apart = true;
	if ((in->taken & found) != 0 ||
	    (in->taken != 0 && in->nvalues != nvalues))
		in->data->seen.lost_pairs = true;
	in->taken |= found;
	in->nvalues = nvalues;
	if (in->taken == all)
		in->taken = 0;
}

/* ---- Input: what is beside a value */

/* True if a text overlaps a name of the record. */
static bool
is_in_name(const struct input *in, struct text text)
{
	for (size_t i = 0; i < in->selection->names_end; i++) {
		struct text name = in->record.name[i];

		if (name.length > 0 && name.start < end_of(text) &&
		    end_of(name) > text.start)
			return true;
	}
	return false;
}

/*
 * True for a letter, and for the first byte of most letters beyond ASCII: for
 * U+00C0 to U+1FFF and U+3000 to U+DFFF, but not for symbols.
 */
static bool
begins_letter(char byte)
{
	int code = (unsigned char)byte;

	return isalpha(code) || (code >= 0xc3 && code <= 0xed && code != 0xe2);
}

/*
 * Appends a word beside a value, unless a name of the record is in it.  It may
 * say something of the benchmark if it has a letter and, if it has digits, one
 * from g to z before them, as run3; but abc1 and 7f may be hexadecimal.  One
 * with more than three numbers in it is rather random: k37g65hb7rr2.  So is
 * one of 16 bytes or more that has a digit, but no parts, as base64, and what
 * is called an id: tid=5rc.
 */
static void
append_word(const struct input *in, struct builder *words, struct text word)
{
	bool has_letter = false, has_g_to_z = false, has_parts = false;
	size_t nnumbers = 0;

	for (const char *p = word.start; p < end_of(word); p++) {
		/* No digit is before it. */
		bool is_early = begins_letter(*p) && nnumbers == 0;

		if (is_digit(*p))
			nnumbers += p == word.start || !is_digit(p[-1]);
		has_letter = has_letter || is_early;
		has_g_to_z = has_g_to_z ||
		    (is_early && !isxdigit((unsigned char)*p));
		has_parts = has_parts || strchr("-_.:,/ ", *p) != NULL;
	}
	if (nnumbers > 0 && word.length >= 16 && !has_parts)
		return;
	if (nnumbers > 3 || !(nnumbers > 0 ? has_g_to_z : has_letter))
		return;
	struct text name = up_to(word, '=');
	if (name.length < word.length && name.length > 1 &&
	    strncasecmp(end_of(name) - 2, "id", 2) == 0)
		return;
	if (is_in_name(in, word))
		return;
	append_string(words, words->text.length > 0 ? " " : "");
	append_text(words, word);
}

/*
 * Returns a copy of a word without the digits in it, without all points and
 * letters from a to f behind the first of these, and without an s at its end:
 * req-7fa and req-8.5 are both req-, and items is item.
 */
static struct text
without_numbers(struct text word)
{
	struct builder copy = { .capacity = 0 };
	bool in_number = false;

	for (size_t i = 0; i < word.length; i++) {
		const char *p = word.start + i;

		in_number = in_number || is_digit(*p);
		if (!in_number || (!isxdigit((unsigned char)*p) && *p != '.'))
			append_text(&copy, text_between(p, p + 1));
	}
	if (copy.text.length > 0 && end_of(copy.text)[-1] == 's')
		copy.text.length--;
	return copy.text;
}

/* Returns the unit that a word ends in, as max=9.5)Kibit/s; or all of it. */
static struct text
unit_of_word(struct text word)
{
	word = without_opening(trim(word, CLOSING));
	const char *p = end_of(word);

	while (p > word.start && !is_digit(p[-1]) && p[-1] != ')')
		p--;
	struct text unit = from(word, p);
	return span_unit(unit) == unit.length ? unit : word;
}

/*
 * True for units of two scales, and for a rate and a time: ops/us, us/op.  But
 * M/sec may be that of another figure, as in perf stat -j.
 */
static bool
are_other_units(struct text a, struct text b)
{
	a = unit_of_word(a);
	b = unit_of_word(b);
	const struct unit x = make_unit(a), y = make_unit(b);

	return (is_rate(a) && y.time != NULL) ||
	    (is_rate(b) && x.time != NULL) ||
	    (differ_in_scale(a, b) && !(is_rate(x.rest) &&
	    *x.rest.start == '/'));
}

/* True if words have another scale of a unit, as s for ms, but not the unit. */
static bool
has_other_unit(struct text words, struct text unit)
{
	bool has_other = false;

	while (words.length > 0) {
		struct text word = up_to(words, ' ');

		words = skip(words, word.length);
		if (are_same_units(word, unit))
			return false;
		has_other = has_other || (are_other_units(word, unit) &&
		    differ_in_scale(word, unit));	/* not rate and time */
	}
	return has_other;
}

/*
 * Values of one row may be of several benchmarks.  Warns once if other words
 * are beside this value than beside an earlier one of the row; the first line
 * that fits says which:
 *
 *	a later one of a set	is compared with the first of the set
 *	the first of a set	with the first of the row in this file
 *	the first in a file	with that in the file before: units and, in
 *				text, words where one of the two has none
 *
 * (JSON of another version of a tool may have more members.)  The words are
 * quoted from the first on that differs.
 */
static void
check_beside(struct input *in, struct text words)
{
	struct data *d = in->data;
	struct row *row = &d->row[in->record.row];

	if (row->words == NULL)
		row->words = NEW(struct text, MAX_SETS);
	struct text *own = &row->words[in->record.set];
	/* Files with the same label are one set, as where each is a run. */
	bool is_new = own->start == NULL;
	struct text this = words, that = is_new ? row->latest : *own;
	bool is_new_file = row->latest_file != d->nfiles;
	bool is_across_files = is_new && is_new_file;	/* the last case */

	if (is_new)
		*own = as_text(copy_text(words));
	if (is_new_file) {
		row->latest = as_text(copy_text(words));
		row->latest_file = d->nfiles;
	}
	/* If values have units of their own, these were compared before. */
	bool are_units_known = in->record.value[0].unit.length > 0;
	if (that.start == NULL || equals(this, that))
		return;
	bool are_alike = true;	/* the words up to here */
	const struct text all = that;

	while (this.length + that.length > 0) {
		struct text x = up_to(this, ' '), y = up_to(that, ' ');
		struct text a = without_numbers(x), b = without_numbers(y);
		/* x is MB/s where y has nothing, or the other way round. */
		bool is_alone = is_new_file && are_alike &&
		    (x.length == 0 || y.length == 0);
		bool are_others = are_other_units(x, y) ||
		    (has_scale(x) && has_other_unit(all, x));
		bool is_unit = !are_units_known && (are_others ||
		    (is_alone && (has_scale(x) || has_scale(y))));
		bool is_word = !equals(a, b) && !are_same_units(x, y) &&
		    !are_others &&
		    (!is_across_files || (is_alone && in->is_text));

		if (is_unit || is_word)
			warn_once(in, is_unit ? UNITS_BESIDE : WORDS_BESIDE,
			    "%s is beside this value, %s beside the first: %s",
			    quoted(this), quoted(that), is_unit ?
			    "has the unit changed?" : "are all of one "
			    "benchmark (-k makes rows, -e chooses)?");
		are_alike = are_alike && equals(a, b);
		free(a.start);
		free(b.start);
		this = skip(this, x.length);
		that = skip(that, y.length);
	}
}

/*
 * How a word says that something failed: by the mark that is before it, or
 * before the words of its kind, in symptoms[].
 */
enum symptom_kind {
	ALONE,		/* it needs no number; but 0 or false denies it */
	NUMBERED = '#',	/* it needs one: 3 errors, exit 124 */
	CODE = '$',	/* the same, but only a change of it is a doubt */
	METHOD = '~',	/* of HTTP; the status is anywhere in the line */
	SKIPPED = '-',	/* as ALONE, but beside a value, no number */
	GOOD = '+'	/* it needs false: "success": false */
};

/* A word that may say that something failed. */
struct symptom {
	struct text word;	/* no bytes: there is none */
	enum symptom_kind kind;
};

/*
 * The words of symptoms, by their first letter in lower case, with a bar behind
 * each.  Those before the first mark are ALONE; a mark is for all up to the
 * next.  `failed' here is failed, Failed and FAILED in a text; but where the
 * first letter here is a capital, it must be one in the text, too.
 */
static const char *const symptoms[UCHAR_MAX + 1] = {
	['a'] = "Abort|abort:|aborted|abort trap|",
	['b'] = "bus error|",
	['c'] = "cannot|connection reset|core dumped|could not|crashed|"
	    "$code|codes|",
	['d'] = "deadline exceeded|does not exist|~DELETE|",
	['e'] = "ERROR|ERR!|error:|error :|error=|error!|errored|exception|"
	    "#error|error_|errors|exit|exited with|exitval|$err=|",
	['f'] = "FAILURE|FATAL|fail|failed|fatal:|floating point exception|"
	    "#failed_|failure|failures|",
	['g'] = "~GET|",
	/* In logs of servers, the status is behind HTTP/1.1. */
	['h'] = "$HTTP/1.0|HTTP/1.1|HTTP/2.0|HTTP/2|HTTP/3.0|HTTP/3|",
	['i'] = "illegal instruction|interrupted|",
	['k'] = "killed|",
	['l'] = "limit exceeded|",
	['n'] = "Not Run|no matches found|no such file|non-zero|not found|"
	    "not ok|#non2xx|non 2xx|non-2xx|",
	['o'] = "out of memory|+ok|",
	['p'] = "panic:|panicked|permission denied|+passed|~POST|PUT|",
	['r'] = "ran out of|refused|$rc=|returncode|",
	['s'] = "SERVFAIL|SIGABRT|SIGINT|SIGKILL|SIGSEGV|segmentation fault|"
	    "status=error|status: error|-skip|skipped|$status|+success|",
	['t'] = "TIMEOUT|Timeout |terminate called|terminated|TIME LIMIT|"
	    "timed out|timed_out=|Traceback|",
	['u'] = "unable to|",
	/* Five crosses of Unicode. */
	[0xe2] = "\xe2\x9c\x95|\xe2\x9c\x96|\xe2\x9c\x97|\xe2\x9c\x98|"
	    "\xe2\x9d\x8c|"
};

/*
 * True if all of a word but its first byte, which was compared, is at p, and it
 * ends there; one such as error: always does.
 */
static bool
is_word_at(const char *p, struct text word)
{
	compare_bytes *compare = isupper((unsigned char)*p) &&
	    isupper((unsigned char)p[1]) ? strncasecmp : strncmp;
	const char *end = p + word.length;

	return compare(p + 1, word.start + 1, word.length - 1) == 0 &&
	    (!is_letter(end_of(word)[-1]) ||
	    (!is_letter(*end) && *end != '_'));
}

/*
 * Returns the symptom at p.  Behind a letter, it begins with C or E and a small
 * letter, and has no =: statusCode, TypeError: x, not scoreError=0.1 and not
 * NOERROR.
 */
static struct symptom
symptom_at(struct text text, const char *p)
{
	const struct symptom none = { .word.length = 0 };
	enum symptom_kind kind = ALONE;
	int byte = (unsigned char)*p;
	int small = byte | ('a' - 'A');	/* in lower case, if a letter */
	bool follows_letter = p > text.start && is_letter(p[-1]);
	/* So req_failed, conn-refused and src/fail.c are none. */
	bool follows_name = p > text.start && (p[-1] == '_' ||
	    (strchr("-/", p[-1]) != NULL && islower(byte)));

	/* 0xe2 begins the crosses of Unicode. */
	bool may_begin = follows_letter ?
	    strchr("CE", byte) != NULL && islower((unsigned char)p[1]) :
	    isalpha(byte) || byte == 0xe2;
	if (!may_begin)
		return none;
	const char *w = symptoms[small], *bar;
	for (; w != NULL && *w != '\0'; w = bar + 1) {
		if (ispunct((unsigned char)*w)) {
			kind = (enum symptom_kind)*w;
			w++;
		}
		int first = (unsigned char)*w;
		bar = strchr(w, '|');
		const struct text word = text_between(w, bar);
		if ((first == byte || first == small) && is_word_at(p, word) &&
		    !(follows_name && (kind == ALONE || kind == SKIPPED)) &&
		    !(follows_letter && bar[-1] == '='))
			return (struct symptom){ trim(word, " "), kind };
	}
	return none;
}

/* True if an HTTP request with this status was answered as it should be. */
static bool
is_http_success(double status)
{
	return (status >= 200 && status <= 226) ||
	    (status >= 300 && status <= 308);
}

/*
 * Returns the first number of a text, but the value, that may be the status of
 * an HTTP request: GET /a 500 1.4 ms, TCP_MISS/500.  Returns NULL if there is
 * none.
 */
static const char *
find_status(struct text text, const char *value)
{
	for (const char *p = text.start; p < end_of(text); p++) {
		size_t before = (size_t)(p - text.start);
		bool begins = (before > 0 && is_blank(p[-1])) || (before > 1 &&
		    p[-1] == '/' && isupper((unsigned char)p[-2]));

		if (begins && strspn(p, DIGITS) == 3 &&
		    isspace((unsigned char)p[3]) && p != value)
			return p;
	}
	return NULL;
}

/* What may be between a symptom and its number. */
#define	BEFORE_NUMBER	" \t=:([\"'-"

/*
 * True if a number counts what failed, as only a word of small letters may be
 * between it and the symptom: 0 failed, 3 tests failed, 0.00% failed, 1,000
 * errors, 6k errors, 0/12 failed.  It begins a word.  If it has no bytes, there
 * is none.
 */
static bool
counts_failures(struct text text, struct text number, const char *symptom)
{
	const char *p = end_of(number);

	if (number.length == 0 || (number.start > text.start &&
	    strchr(" \t(,", number.start[-1]) == NULL))
		return false;
	p += *p == 'k';
	p += strspn(p, " %");
	if (p[-1] == ' ')
		while (p < symptom && islower((unsigned char)*p))
			p++;
	while (p < symptom && *p == ' ')
		p++;
	return p == symptom;
}

/*
 * Returns the number behind a word that ends at end, or NULL.  A further word
 * may be between them, as in exit status 1; but if the word says by itself that
 * something failed, only with a colon or = behind it, as in Failed requests: 0,
 * not in FAILED in 0 s.  The value of the record, a time, and a part of a name,
 * as in errors-1.3.0, do not count.
 */
static const char *
number_behind(const char *end, bool says_alone, const char *value)
{
	const char *word = end + strspn(end, BEFORE_NUMBER), *next = word;

	while (is_letter(*next) && !is_digit(end[-1]))
		next++;		/* but not behind HTTP/1.1 */
	if (next > word && says_alone && *next != ':' && *next != '=')
		return NULL;
	next += strspn(next, BEFORE_NUMBER);
	/* 0.00s is a time, but 0xc0000005 may be a code. */
	char unit = next[strspn(next, "." DIGITS)];
	return is_digit(*next) && next != value && *end != '-' &&
	    (!is_letter(unit) || unit == 'x') ? next : NULL;
}

/*
 * Returns the first words of a text that say that something failed, beside the
 * value of the record or in a line without one, as a string that may be freed;
 * or a string without bytes, which may not.  The value and the names of the
 * record say nothing of that.
 */
static const char *
find_failure(const struct input *in, struct text text)
{
	bool is_beside = in->record.is_placed;
	const char *value = is_beside ? in->record.value[0].text.start : NULL;
	const char *status = find_status(text, value);
	struct text before = { text.start, 0 };	/* the latest number */

	for (const char *p = text.start; p < end_of(text); p++) {
		if (is_digit(*p) && p >= end_of(before))
			before = text_between(p, p + strspn(p, ",./" DIGITS));
		const struct symptom symptom = symptom_at(text, p);
		if (symptom.word.length == 0)
			continue;
		const char *end = p + symptom.word.length;
		const char *next = end + strspn(end, BEFORE_NUMBER);
		bool says_alone = symptom.kind == ALONE ||
		    symptom.kind == SKIPPED;
		bool has_status = symptom.kind == METHOD;
		const char *number = has_status ? status :
		    number_behind(end, says_alone, value);
		if (number != next && !has_status && before.start != value &&
		    counts_failures(text, before, p))
			number = before.start;
		bool is_false = strncasecmp(next, "false", 5) == 0;
		const char *word_end = next;
		while (word_end - next < 10 &&	/* infinity has 8 bytes */
		    strchr(" \t\n,;\")]}", *word_end) == NULL)
			word_end++;
		bool is_none = says_none(text_between(next, word_end));
		/* As in error 0.5%, not in FAILED 0.5 s. */
		bool is_measure = number != NULL && number > p &&
		    begins_with(symptom.word, "error") &&
		    strspn(number + strspn(number, DIGITS), ".%e") > 0;

		if (symptom.kind == GOOD && is_false)
			return format_text("%.*s: false",
			    (int)symptom.word.length, p);
		if (is_false || is_none || is_measure || symptom.kind == GOOD ||
		    (symptom.kind == SKIPPED && (!is_beside || number != NULL)))
			continue;
		bool is_name = is_in_name(in, text_between(p, end));
		if (is_beside && ((is_name && !has_status) || (number != NULL &&
		    is_in_name(in, text_between(number, number + 1)))))
			continue;
		if (number == NULL ? !says_alone : strtod(number, NULL) == 0)
			continue;
		if (symptom.kind != CODE && !has_status)
			return copy_text(text_between(p, end));
		double code = strtod(number, NULL);
		if (is_beside && !is_http_success(code) &&
		    !(has_status && code < 400))
			return format_text("%.*s %.0f",
			    (int)trim(symptom.word, "=").length, p, code);
	}
	return "";
}

/*
 * Compares a record with the first of its row, and that with the first of all.
 * Returns true if only one of the two says that something failed, or if their
 * codes differ, and warns of it once: in `75 ms (exit 124)', the value may not
 * be that of a whole run.  If the first of all says so, and not by a code, this
 * is told at once.
 */
static bool
check_symptoms(struct input *in, struct text text)
{
	struct row *row = &in->data->row[in->record.row];
	struct seen *seen = &in->data->seen;
	const char *word = find_failure(in, text), *where;
	const char *first = row->outcome != NULL ? row->outcome :
	    seen->outcome;

	if (row->outcome == NULL)
		row->outcome = word;
	if (first == NULL) {	/* it is the first record of all */
		seen->outcome = word;
		if (*word == '\0' || is_digit(word[strlen(word) - 1]))
			return false;
		where = "the first value";
	} else if (strcmp(word, first) == 0)
		return false;
	else if (*word != '\0')
		where = "this value, but not beside the first";
	else {
		word = first;
		where = "the first value, but not beside this one";
	}
	warn_once(in, FAILURE_BESIDE, "\"%s\" is beside %s: did it fail (-X "
	    "leaves such records out)?", word, where);
	return true;
}

/*
 * Warns of a record without a value that says that something failed, once for
 * each word that says so.  In JSON, text has its members as they would be in a
 * line.
 */
static void
check_failure(struct input *in, struct text text, struct text record)
{
	const char **told = &in->data->seen.failures;
	const char *word = find_failure(in, text);

	if (*word == '\0')
		return;
	if (*told == NULL)
		*told = "";
	if (!is_one_of(as_text(word), *told, strncmp)) {
		*told = format_text("%s%s|", *told, word);
		warn(in->data->warnings, in->file.name, in->file.line, "no "
		    "value, but \"%s\" in \"%s\": did something fail (-X "
		    "REGEX counts such records)?", word, excerpt(record));
	}
	free((char *)word);	/* any line may have one */
}

/*
 * ---- Lines ---------------------------------------------------------------
 * Text becomes lines, lines become fields, and lines with a value become
 * records.  Columns are fields, whose names a header may give; or tags, units
 * and expressions find them anywhere in a line.  take_line decides what a line
 * is: blank, a rule, a header, a comment, a heading, excluded or a record.
 */

/* How lines are cut into fields, and the fields of the latest line. */
struct cutter {
	/* A newline or NUL, too: one follows each line and ends its cutting. */
	bool is_delimiter[UCHAR_MAX + 1];	/* by byte: see delimits */
	bool at_runs;		/* a run of delimiters is one cut */
	bool only_bars;		/* there is no delimiter but | */
	/* It cuts only at commas, semicolons, tabs and |, as tables do. */
	bool is_table;
	/*
	 * Units, tags or expressions find the values anywhere in lines, or it
	 * is not yet known what does.  Then, and in delimited text, a comment
	 * is a line that is # alone, or begins with # and a space.  Else it
	 * begins at any field that begins with #.
	 */
	bool searches;
	bool framed;		/* a | at both ends makes no field */
	bool lacks_bar;	/* only | delimits, and the line has none */
	struct text *field;	/* [1..nfields] */
	size_t nfields, capacity;
	struct width width;	/* nfields, and empty cells at the end */
	/* Of the line; once it is cut, its comment begins at end. */
	const char *start, *end;
	struct builder unquoted;	/* copies of quoted fields */
};

/* A text file, and what is known about its lines. */
struct lines {
	struct input *input;
	struct cutter cutter;
	/* The header, without the time of day that it may begin with. */
	struct text header;	/* no bytes: there is none */
	struct text *title;	/* [1..ntitles]: its cells */
	size_t ntitles;
	uintmax_t header_line;	/* its number; 0: there is none */
	uintmax_t other_header;	/* see check_titles; 0: not below one */
	/* With a header: of it or, between blanks, of the first record. */
	struct width width;
	/* Of a tag or expression of -b, -k or -r: see keep_heading. */
	struct heading {
		struct builder text;	/* of the latest one */
		/* The line that first had the tag or a match; 0: none. */
		uintmax_t first;
		uintmax_t latest;	/* that of the latest heading */
		bool failed;	/* -X matches the latest one */
		bool is_beside;	/* some line has a name and a number */
	} heading[VALUE];
	uintmax_t first_record, last_record;	/* their lines; 0: none */
	size_t ntaken;		/* records whose values were taken */
	/* Of records that have no name of their own: see check_below. */
	size_t nbelow;		/* those below the latest heading */
	size_t nusual;		/* those below the first that had some */
	bool has_own_name;	/* the line has some part of its key */
	uintmax_t open_name;	/* the latest line that ends with its key */
	/* Of the line: it has some value, even a wrong or a missing one. */
	bool has_value;
	bool has_number;	/* one of its values is a number */
};

/*
 * Takes the escape sequences of terminals (ECMA-48, CSI) out of the text from p
 * to end, and returns its new end.  Blanks behind it take their place, so that
 * it can be read again.  CSI G, which goes to the first column, becomes a
 * carriage return.
 */
static char *
remove_escapes(char *p, char *end)
{
	char *to = p;

	while (p < end) {
		if (*p == '\033' && p[1] == '[') {
			p += 2;
			size_t column = strtoul(p, NULL, 10);
			while (*p >= ' ' && *p < '@')
				p++;
			if (*p == 'G' && column <= 1)
				*to++ = '\r';
			if (p < end && *p >= '@' && (*p & 0x80) == 0)
				p++;
		} else
			*to++ = *p++;
	}
	memset(to, ' ', (size_t)(end - to));
	return to;
}

/*
 * Sets *line to the line that begins at an offset from what is not yet used,
 * and *offset to that of the next line.  Escape sequences and all before the
 * last carriage return are taken out.  Returns false if there is no line.
 */
static bool
look_at_line(struct file *f, size_t *offset, struct text *line)
{
	size_t searched = *offset;	/* no newline is before it */
	char *end;

	for (;;) {
		end = memchr(f->buffer + f->start + searched, '\n',
		    f->end - f->start - searched);
		if (end != NULL)
			break;
		searched = f->end - f->start;
		if (f->at_end && searched == *offset)
			return false;
		f->lacks_newline = f->at_end;
		if (f->at_end)
			f->end++;	/* takes a newline that refill put */
		else
			refill(f);
	}
	char *start = f->buffer + f->start + *offset;
	*offset += (size_t)(end + 1 - start);
	/* Where another file was appended, a line has a byte-order mark. */
	if (strncmp(start, "\xef\xbb\xbf", 3) == 0)
		start += 3;
	if (f->has_controls)
		end = remove_escapes(start, end);
	while (end > start && isspace((unsigned char)end[-1]))
		end--;
	/* A carriage return makes what is before it disappear. */
	for (char *p = start; f->has_controls && p < end; p++)
		if (*p == '\r') {
			start = p + 1;
			f->is_overwritten = true;
		}
	*line = text_between(start, end);
	return true;
}

/* ---- Lines: fields */

/* True for a vertical line of a box at p: U+2502, 2503, 2506 or 2551. */
static bool
begins_bar(const char *p)
{
	return memcmp(p, "\xe2\x95\x91", 3) == 0 ||
	    (memcmp(p, "\xe2\x94", 2) == 0 &&
	    strchr("\202\203\206", p[2]) != NULL);
}

/*
 * Turns the vertical lines in a row of a box into | and two blanks.  Returns
 * the line without blanks at its end; any other line as it is.
 */
static struct text
unbox(struct text line)
{
	char *p = skip(line, 0).start;

	if (!begins_bar(p))
		return line;
	for (; p < end_of(line); p++)
		if (begins_bar(p))
			memcpy(p, "|  ", 3);
	return trim(line, " ");
}

static inline bool
delimits(const struct cutter *c, char byte)
{
	return c->is_delimiter[(unsigned char)byte];
}

/*
 * Sets how to cut: \t means a tab; with a space, a run is one cut.  Returns
 * false if these cannot be delimiters, which are single bytes.
 */
static bool
set_delimiters(struct cutter *c, const char *delimiters)
{
	memset(c->is_delimiter, 0, sizeof(c->is_delimiter));
	c->only_bars = c->is_table = true;
	for (const char *p = delimiters; *p != '\0'; p++) {
		char byte = *p;

		if (byte == '\\' && p[1] == 't') {
			byte = '\t';
			p++;
		} else if (strchr("\\\n\"", byte) != NULL || (byte & 0x80) != 0)
			return false;
		c->is_delimiter[(unsigned char)byte] = true;
		c->only_bars = c->only_bars && byte == '|';
		c->is_table = c->is_table && strchr(",;\t|", byte) != NULL;
	}
	c->at_runs = c->is_delimiter[' '];
	c->is_delimiter['\n'] = c->is_delimiter['\0'] = true;
	return *delimiters != '\0';
}

/* Sets how the lines of a file are cut. */
static void
use_delimiters(struct lines *l, const char *delimiters)
{
	set_delimiters(&l->cutter, delimiters);
	l->input->comma_cuts = l->cutter.is_delimiter[','];
	l->input->at_blanks = l->cutter.at_runs;
}

/*
 * Returns what follows the bytes at p that are skipped before a field: the
 * delimiters, if a run of them is one cut, or else the blanks that are none.
 */
static char *
skip_before(const struct cutter *c, char *p, const char *end)
{
	while (p < end && (delimits(c, *p) ? c->at_runs : is_blank(*p)))
		p++;
	return p;
}

/*
 * Sets *field to the text between the quote at p and its closing quote; two
 * quotes inside are one.  Returns where the delimiter after it is, or the end;
 * NULL if there is no closing quote, or if text follows it.
 */
static char *
unquote(struct cutter *c, char *p, const char *end, struct text *field)
{
	char *to;

	GROW(c->unquoted.text.start, c->unquoted.capacity,
	    (size_t)(end - c->start) + PADDING);
	/* At the place that it has in the line, so no two copies overlap. */
	to = c->unquoted.text.start + (p - c->start);
	*field = text_between(to, to);
	for (p++; p < end && (*p != '"' || p[1] == '"'); p++) {
		if (*p == '"')
			p++;	/* the second of two */
		*to = *p;
		to++;
	}
	if (p == end)
		return NULL;
	field->length = (size_t)(to - field->start);
	memset(to, '\0', PADDING);
	p = skip_before(c, p + 1, end);
	return p == end || delimits(c, *p) ? p : NULL;
}

/*
 * Cuts a line into fields from p on.  If every delimiter is a cut, a field may
 * be quoted.  Returns false if a quote is not closed, or if text follows the
 * closing quote.
 */
static bool
cut_fields(struct cutter *c, char *p, char *end)
{
	bool at_runs = c->at_runs;

	for (;;) {
		p = skip_before(c, p, end);
		if (at_runs && (p == end || (*p == '#' && !c->searches))) {
			c->end = p;
			break;
		}
		c->nfields++;
		GROW(c->field, c->capacity, c->nfields + 1);
		struct text *field = &c->field[c->nfields];
		char *start = p;
		if (*p == '"' && !at_runs) {
			p = unquote(c, p, end, field);
			if (p == NULL)
				return false;
		} else {
			/* The newline behind the line is one, too. */
			while (!delimits(c, *p))
				p++;
			if (p > end)	/* white space is behind the line */
				p = end;
			*field = text_between(start, p);
			if (!at_runs && p > start && is_blank(p[-1]))
				*field = trim(*field, " \t");
		}
		if (p == end)
			break;
		p++;	/* the delimiter */
	}
	c->width.least = c->width.most = c->nfields;
	/* Tabs at the end, which look_at_line trimmed, may be empty cells. */
	for (p = end; !at_runs && delimits(c, '\t') && is_blank(*p); p++)
		c->width.most += *p == '\t';
	return true;
}

/*
 * Cuts a line into fields.  A comment has none.  Returns false if its quotes
 * are wrong; but a line without the | that cuts is prose, and may have any.
 */
static bool
cut(struct cutter *c, struct text line)
{
	char *p = line.start, *end = p + line.length;

	c->nfields = 0;
	c->start = p;
	c->end = end;
	if (line.length == 0 || ((c->searches || !c->at_runs) && *p == '#' &&
	    (line.length == 1 || p[1] == ' ')))
		return true;
	c->lacks_bar = c->only_bars && !has_byte(line, '|');
	if (c->framed && line.length > 1 && *p == '|' && end[-1] == '|') {
		p++;
		end--;
	}
	return cut_fields(c, p, end) || c->lacks_bar;
}

/* ---- Lines: tags */

/* True for what ends the field of a tag. */
static bool
separates(const struct cutter *c, char byte)
{
	return is_blank(byte) || delimits(c, byte);
}

/* True for what may be before a tag. */
static bool
precedes_tag(const struct cutter *c, char byte)
{
	return separates(c, byte) || strchr("([{", byte) != NULL;
}

/*
 * Returns what follows a tag at p, without blanks.  A name that does not end in
 * : or = ends at one of these, which is left out, too, or at a blank, delimiter
 * or opening bracket.  In place of =, a bound may follow, as in time<1ms.  If
 * the tag is not there, the text has no start.
 */
static struct text
behind_tag(const struct cutter *c, struct text tag, const char *p)
{
	struct text rest = { NULL, 0 };
	bool is_bare = !is_tag(tag);
	const char *end = p + tag.length - (end_of(tag)[-1] == '=');
	bool is_bound = end + 1 < c->end && strchr("<>", *end) != NULL &&
	    is_digit(end[1]);

	if (!is_bound)
		end = p + tag.length;
	if ((size_t)(c->end - p) < tag.length ||
	    memcmp(p, tag.start, (size_t)(end - p)) != 0 ||
	    (is_bare && end < c->end && !separates(c, *end) && !is_bound &&
	    strchr(":=([{", *end) == NULL))
		return rest;
	rest = skip(text_between(end, c->end), 0);
	if (is_bare && strspn(rest.start, ":=") == 1)	/* not ::1 */
		rest = skip(rest, 1);
	return rest;
}

/*
 * Returns the field behind the first occurrence of a tag from p on: up to the
 * next blank or delimiter, without punctuation at its end, or what is between
 * quotes.  If there is none, it has no start.
 */
static struct text
find_tagged(const struct cutter *c, struct text tag, const char *p)
{
	/* What may be behind it: all of CLOSING but . and ! and quotes. */
	const char *closing = ",;:)]}";
	struct text field = { NULL, 0 };
	size_t n = 0;

	for (; field.start == NULL; p++) {
		p = memchr(p, *tag.start, (size_t)(c->end - p));
		if (p == NULL)
			return field;
		if (p == c->start || precedes_tag(c, p[-1]))
			field = behind_tag(c, tag, p);
	}
	if (field.length > 1 && begins_in(field, "\"'")) {
		const char *quote = memchr(field.start + 1, *field.start,
		    field.length - 1);

		if (quote != NULL && (quote + 1 == c->end ||
		    separates(c, quote[1]) ||
		    strchr(closing, quote[1]) != NULL))
			return text_between(field.start + 1, quote);
	}
	while (n < field.length && !separates(c, field.start[n]))
		n++;
	field.length = n;
	return trim(field, closing);
}

/* ---- Lines: units of -u */

/* What may be behind a unit: also a bar, as in 28.1x|, and Markdown's marks. */
#define	BEHIND_UNIT	CLOSING "|*_`>"

/*
 * Returns field i as a word that may be a unit: without what may be behind it.
 * If the line has no such field, the word has no bytes.
 */
static struct text
word_at(const struct cutter *c, size_t i)
{
	struct text word = text_between(c->end, c->end);

	if (i <= c->nfields)
		word = trim(c->field[i], BEHIND_UNIT);
	/* In avg: 5.2 min: 1.1 s, min is no unit. */
	if (c->at_runs && is_string(word, "min") &&
	    names_next(text_between(end_of(word), c->end)))
		word.length = 0;
	return word;
}

/* A number that a field begins with, and the unit behind it. */
struct measured {
	struct text number;	/* no bytes: there is none */
	struct text unit;	/* no bytes: there is none, or no number */
};

/*
 * Returns the number that field i begins with.  Its unit is the rest of the
 * field or else the next field: 5ns, 5 ns, (5ns) or (5) ns.  A number further
 * on in a field, as in sleep_5ms or copy(5ms), is part of a name; and 5: has no
 * unit.
 */
static struct measured
measured_at(const struct cutter *c, size_t i)
{
	struct text field = without_opening(c->field[i]);
	struct measured found = { .number = field };

	found.number.length = span_number(field);
	if (found.number.length == 0)
		return found;
	found.unit = skip_deviation(skip(field, found.number.length));
	if (trim(found.unit, BRACKETS).length > 0) {
		found.unit = trim(found.unit, BEHIND_UNIT);
		return found;
	}
	/* It is the next field or, behind +/- 1 in that, the next word. */
	found.unit = word_at(c, i + 1);
	struct text rest = c->at_runs ?
	    text_between(found.unit.start, c->end) : found.unit;
	if (skip_deviation(rest).start > rest.start)
		found.unit = first_word(rest);
	return found;
}

/* True if a unit is one of n, or one that is converted to one of them. */
static bool
is_listed(const struct unit list[], size_t n, struct text name)
{
	const struct unit unit = make_unit(name);

	for (size_t i = 0; i < n; i++)
		if (are_same_units(name, list[i].name) ||
		    (unit.time != NULL && same_but_for_scale(&unit, &list[i])))
			return true;
	return false;
}

/* Returns a text without the sign of a bound that it begins with, as <5ms. */
static struct text
without_bound(struct text text)
{
	return begins_in(text, "<>~") ? after(text, 1) : text;
}

/*
 * Returns the unit of -u that may be stuck to what is no number, as in >5ms,
 * **5ms**, 1'234ms and NaNms: behind its last digit, if no letter is before
 * that, or behind a word that says none; or no bytes.
 */
static struct text
stuck_unit(struct text field)
{
	/* Two words that are no unit behind such a word. */
	bool is_plural = is_one_of(field, "nulls|nones|", strncasecmp);
	size_t n = 0, end = is_plural ? 0 : field.length;

	for (size_t i = 0; i < field.length && !is_letter(field.start[i]); i++)
		if (is_digit(field.start[i]))
			n = i + 1;
	while (n == 0 && end > 0 &&
	    !says_none(text_between(field.start, field.start + end)))
		end--;
	if (n + end == 0)
		return after(field, field.length);
	struct text unit = after(field, n > 0 ? n : end);
	/* In 5ms,ok and 5ms+6us, more is behind it. */
	return trim(up_to(up_to(up_to(unit, ','), '|'), '+'), BEHIND_UNIT);
}

/* True for the time of one thing and a rate of it: s/it, it/s. */
static bool
is_inverse(const struct unit *time, const struct unit *rate)
{
	return time->time != NULL && time->rest.length > 0 &&
	    is_rate(rate->name) &&
	    equals(after(time->rest, 1), up_to(rate->name, '/'));
}

/*
 * True if the unit behind a number is that of -u in another scale, as MB for
 * kB, req/min for req/s and s/it for it/s, or only the prefix: the k of 5 k
 * iops.
 */
static bool
is_in_other_scale(const struct cutter *c, const struct selection *s,
    const struct unit *asked, struct text name)
{
	const struct unit unit = make_unit(name);
	bool is_prefix = c->at_runs && unit.time == NULL &&
	    unit.rest.length == 0 && equals(asked->name,
	    first_word(text_between(end_of(name), c->end)));

	return !s->all_units &&
	    (is_prefix || same_but_for_scale(&unit, asked) ||
	    are_like_rates(name, asked->name) || is_inverse(&unit, asked) ||
	    is_inverse(asked, &unit)) && !is_listed(s->unit, s->nunits, name);
}

/*
 * Sets a value to the number of field i, if its unit is the one asked for or is
 * converted to it.  Returns false if it is another.  The parts of a time may be
 * in several fields, if a blank is between these.  -u m, h and d are no times
 * that are converted, but a time may go on behind them.
 */
static bool
take_measured(const struct cutter *c, size_t i, const struct measured *found,
    const struct unit *asked, struct quantity *value)
{
	struct text number = found->number, name = found->unit;
	const char *limit = c->at_runs ? c->end : end_of(c->field[i]);
	const char *end = number.start + parse_duration(
	    text_between(number.start, limit), asked, value);
	bool is_duration = is_time(asked) && end > number.start;
	bool is_longer = end > end_of(name);

	while (end < limit && strchr(BEHIND_UNIT, *end) != NULL &&
	    !separates(c, *end))
		end++;
	/* In a cell, only blanks follow 5 ms; 5ms may be a word. */
	if (end < limit && (!separates(c, *end) ||
	    (!c->at_runs && name.start > end_of(number))))
		is_duration = false;
	if (!is_duration && !is_listed(asked, 1, name))
		return false;
	value->text = number;
	value->state = PRESENT;
	if (is_duration)
		return true;
	const struct unit unit = make_unit(name);
	parse_measured(value, number, &unit, true, asked);
	if (is_longer)	/* -u h is not converted: 1 h 30 min */
		value->wrong = goes_on_behind;
	return true;
}

/* True if field i is, or has before it, the sign of a deviation: +/- 5 ms. */
static bool
is_deviation(const struct cutter *c, size_t i)
{
	struct text field = c->field[i];
	const char *before = c->at_runs && i > 1 ? c->field[i - 1].start :
	    field.start;

	return skip_deviation(field).start > field.start ||
	    skip_deviation(text_between(before, end_of(field))).start >
	    field.start;
}

/*
 * Sets value m to the first in the line that is in its unit, or in one that is
 * converted: a duration, or us/op for ns/op.  A garbled number before the unit
 * is wrong, if it comes first.  If there is no value, it is EMPTY if the unit
 * follows a field such as - or n/a; or else wrong if the line has the unit with
 * another prefix.
 */
static void
find_in_unit(struct input *in, const struct cutter *c, size_t m)
{
	const struct selection *s = in->selection;
	const struct unit *asked = &s->unit[m];
	struct quantity *value = &in->record.value[m];

	value->state = ABSENT;
	value->earlier.length = 0;
	for (size_t i = 1; i <= c->nfields; i++) {
		struct text field = without_opening(c->field[i]);
		bool is_word = is_letter(*field.start);
		const struct text stuck = stuck_unit(field);

		if (field.length == 0 || is_deviation(c, i) || (is_word &&
		    stuck.length == 0 && !says_none(trim(field, CLOSING))))
			continue;
		const struct measured found = measured_at(c, i);
		if (found.unit.length > 0) {
			if (take_measured(c, i, &found, asked, value))
				return;
			if (value->earlier.length == 0 &&
			    is_in_other_scale(c, s, asked, found.unit))
				value->earlier = found.unit;
		}
		/* The unit may be behind no number, or a garbled one. */
		if (!is_listed(asked, 1, word_at(c, i + 1)) &&
		    !is_listed(asked, 1, stuck))
			continue;
		value->text = field;
		value->state = EMPTY;	/* but a value may follow */
		if (!is_word && strcspn(field.start, DIGITS) < field.length) {
			value->state = PRESENT;
			value->wrong = not_a_number;
			return;
		}
	}
	if (value->state == ABSENT && value->earlier.length > 0) {
		value->state = PRESENT;
		value->text = value->earlier;
		value->wrong = format_text("is not the unit of -u, and not "
		    "converted%s", prefix_length(value->earlier) > 0 ? " (a "
		    "prefix means 1000 in one tool and 1024 in another)" : "");
	}
}

/*
 * Finds the first unit behind a number of the line that is not one of -u '*',
 * or returns false.
 */
static bool
find_new_unit(const struct cutter *c, const struct selection *s,
    struct unit *unit)
{
	struct quantity q;

	for (size_t i = 1; i <= c->nfields; i++) {
		const struct measured found = measured_at(c, i);
		struct text name = found.unit;
		bool is_next = i < c->nfields &&
		    name.start == c->field[i + 1].start;

		/*
		 * The next field may be a unit if it begins like one, as ns2;
		 * what is stuck to a number must be one: in 5x3, x3 is none.
		 */
		size_t span = span_unit(name);
		if (span == 0 || (!is_next && span < name.length) ||
		    says_none(name) || has_byte(name, ','))
			continue;
		*unit = make_unit(name);
		parse_measured(&q, found.number, unit, false, unit);
		if (q.wrong == NULL && !is_listed(s->unit, s->nunits, name))
			return true;
	}
	return false;
}

/* ---- Lines: columns */

/*
 * Returns the text that a column has in the line.  If it has none, the text has
 * no bytes and, if that is for want of a tag, no start.
 */
static struct text
text_at(const struct input *in, const struct cutter *c, size_t i)
{
	const struct place *place = &in->place[i];

	if (place->kind == FIELD && place->number <= c->nfields)
		return c->field[place->number];
	if (place->kind == LINE)
		return in->record.line;
	if (place->kind == TAG)
		return find_tagged(c, place->name, c->start);
	return text_between(c->end, c->end);
}

/*
 * Sets value i to the first number behind its tag, or to an n/a before it.  If
 * the line has none of these, it is what is behind the first of the tags.
 */
static void
take_tagged(struct input *in, const struct cutter *c, size_t i)
{
	struct quantity *value = &in->record.value[i - VALUE];
	struct quantity first = { .state = ABSENT };
	struct text tag = in->place[i].name;
	struct text field = find_tagged(c, tag, c->start);
	/* The end of the line or, between delimiters, of a cell: below. */
	const char *limit = c->at_runs ? c->end : c->start;

	for (; field.start != NULL; field = find_tagged(c, tag, field.start)) {
		if (limit < end_of(field))
			limit = end_of(field);
		/* Its unit may be behind a blank, but not in the next cell. */
		while (limit < c->end && !delimits(c, *limit))
			limit++;
		set_value(in, i, field, limit);
		if (value->state == PRESENT &&
		    (value->wrong != not_a_number || says_none(field)))
			return;
		if (first.state == ABSENT)
			first = *value;
	}
	*value = first;
}

/* Sets a value of the record to what its column has. */
static void
find_value(struct input *in, const struct cutter *c, size_t i)
{
	if (in->place[i].kind == TAG) {
		take_tagged(in, c, i);
		return;
	}
	struct text text = text_at(in, c, i);
	set_value(in, i, text, c->at_runs ? c->end : end_of(text));
}

/*
 * Sets the values of the record, and whether it has some, even wrong or missing
 * ones, and some numbers.
 */
static void
find_values(struct lines *l)
{
	struct input *in = l->input;
	const struct cutter *c = &l->cutter;

	l->has_value = l->has_number = false;
	for (size_t m = 0; m < in->selection->nmeasures; m++) {
		const struct quantity *value = &in->record.value[m];

		if (in->place[VALUE + m].kind == UNIT)
			find_in_unit(in, c, m);
		else
			find_value(in, c, VALUE + m);
		if (in->operator[m] != '\0')
			find_value(in, c, SECOND + m);
		if (value->state != ABSENT)
			l->has_value = true;
		if (value->state == PRESENT && value->wrong == NULL)
			l->has_number = true;
	}
}

/* ---- Lines: headings and records */

/*
 * True for a line that is drawn: |---:|, +----+, right below a header |-|-|, or
 * with the characters of Unicode for boxes, which begin with 0xe2.  It has no
 * letter or digit of ASCII.  Nor has it a comma, semicolon or tab: -,-,- is a
 * record without values.  Elsewhere, - - - and -|-|- are such records, too: two
 * equal marks must be side by side.
 */
static bool
is_rule(struct text line, bool below_header)
{
	size_t n = 0;
	bool has_two = false;
	char before = '\0';	/* the byte before this one */

	for (size_t i = 0; i < line.length; i++) {
		char byte = line.start[i];

		if (isalnum((unsigned char)byte) ||
		    strchr(",;\t", byte) != NULL)
			return false;
		bool is_mark = strchr("-=+|_~\xe2", byte) != NULL;
		n += is_mark;
		has_two = has_two || byte == '\xe2' || (is_mark &&
		    (before == byte || (below_header && byte == '|')));
		before = byte;
	}
	return n >= 3 && has_two;
}

/* True for a line without cells that have something: none, or ,,, or | | |. */
static bool
is_blank_line(const struct cutter *c, struct text line)
{
	size_t n = 0;

	while (n < line.length && separates(c, line.start[n]))
		n++;
	return n == line.length;
}

/* True if two texts are the same but for the number of blanks between words. */
static bool
have_same_words(struct text a, struct text b)
{
	a = skip(a, 0);
	b = skip(b, 0);
	while (a.length > 0 && b.length > 0) {
		bool are_blank = is_blank(*a.start) && is_blank(*b.start);

		if (*a.start != *b.start && !are_blank)
			return false;
		a = are_blank ? skip(a, 1) : after(a, 1);
		b = are_blank ? skip(b, 1) : after(b, 1);
	}
	return a.length == b.length;
}

/*
 * Returns a line without the time of day that it may begin with, in which one
 * header may differ from the next: 22:35:52 CPU %idle.
 */
static struct text
without_clock(struct text line)
{
	struct text clock = { line.start, 0 };

	while (is_digit(*end_of(clock)) || *end_of(clock) == ':')
		clock.length++;
	struct text rest = skip(line, clock.length);
	return has_byte(clock, ':') && rest.length > 0 ? rest : line;
}

/*
 * Sets the set, the run or a part of the key that the line has, or its latest
 * heading; if that has failed, so has the record.  Warns once if some values
 * have their names beside them, and others above: a total at the end would take
 * the name of the last test.
 */
static void
find_name(struct lines *l, size_t i)
{
	struct input *in = l->input;
	enum place_kind kind = in->place[i].kind;
	struct heading *h = &l->heading[i];
	struct text text = text_at(in, &l->cutter, i);
	bool matches_here = set_name(in, i, text);
	bool is_elsewhere = text.start == NULL ||	/* it has no tag */
	    (kind == LINE && !matches_here);

	if (is_elsewhere) {	/* it may be above, and is set once more */
		set_name(in, i, h->text.text);
		in->record.failed = in->record.failed || h->failed;
		struct text name = in->record.name[i];
		if (name.length > 0 && l->has_number && h->is_beside &&
		    !in->selection->lenient_keys)
			warn_once(in, NAME_ABOVE,
			    "\"%s\" is the name in a line above, but other "
			    "values have theirs beside them", excerpt(name));
	} else {
		l->has_own_name = l->has_own_name || i >= KEY;
		if (h->first == 0)
			h->first = in->file.line;
		h->is_beside = h->is_beside || l->has_number;
	}
}

/*
 * Checks how many records are below a heading, after the last of them.  Warns
 * once if they are not as many as below the first: a total at the end would
 * have the name of the last benchmark.
 */
static void
check_below(struct lines *l)
{
	const struct input *in = l->input;
	size_t n = l->nbelow, last = in->selection->names_end - 1;

	l->nbelow = 0;
	if (l->nusual == 0)
		l->nusual = n;
	if (n > 0 && n != l->nusual && !in->selection->lenient_keys)
		warn_once(in, BELOW_NAME, "%zu value%s below the name \"%s\", "
		    "but %zu below another: is one a total (-x leaves it out), "
		    "or do several clients write this log?", n, plural(n),
		    excerpt(in->record.name[last]), l->nusual);
}

/*
 * Keeps a line if it is a heading, and returns true.  Which lines are headings:
 *
 *	values are columns	those that a tag of -b, -k or -r begins
 *	values are searched	these, and where an expression for lines
 *				matches; but none with a value, unless a
 *				known format says that it is no record
 *
 * -e and -x of the user are for records, and do not look at headings.
 */
static bool
keep_heading(struct lines *l, const struct filtered *is)
{
	struct input *in = l->input;
	struct text line = in->record.line;
	bool is_heading = false, is_beside = false;

	if (l->cutter.searches && l->has_value && !is->hidden_by_format)
		return false;
	for (size_t i = 0; i < in->selection->names_end; i++) {
		const struct place *place = &in->place[i];
		struct heading *h = &l->heading[i];
		struct text rest = { NULL, 0 };

		if (place->kind == TAG)
			rest = behind_tag(&l->cutter, place->name,
			    skip(line, 0).start);
		else if (place->kind == LINE && l->cutter.searches &&
		    matches(in, place->regex, line, NULL))
			rest = line;
		if (rest.start == NULL)
			continue;
		check_below(l);
		h->text.text.length = 0;
		append_text(&h->text, rest);
		h->latest = in->file.line;
		if (h->first == 0)
			h->first = h->latest;
		h->failed = is->failed;
		is_heading = true;
		is_beside = is_beside || h->is_beside;
	}
	/* Where other lines have both, this one may only lack the value. */
	if (is_beside && !is->excluded && !is->failed &&
	    in->place[VALUE].kind == LINE)
		omit(in, UNMATCHED, VALUE, line);
	return is_heading;
}

/* True for a text in brackets, such as the (ms) or [W] behind a name. */
static bool
is_bracketed(struct text text)
{
	return begins_in(text, "([") && trim(text, ")]").length < text.length;
}

/*
 * Checks the rule below a header between blanks, which may have a part for each
 * column.  Names of two words have more, and cells of two words hide that.
 */
static void
check_rule(struct lines *l, struct text line)
{
	struct input *in = l->input;

	if (strspn(line.start, "-= ") >= line.length &&
	    l->cutter.at_runs && cut(&l->cutter, line) &&
	    l->cutter.nfields > 1 && l->cutter.nfields < l->ntitles)
		warn_once(in, MORE_FIELDS, "%zu columns are drawn, but line "
		    "%ju has %zu words: the names may not belong to these "
		    "columns", l->cutter.nfields, l->header_line, l->ntitles);
}

/*
 * Checks the first record below a header between blanks.  If it has more fields
 * than the header, and the first of them ends left of all names, that column
 * has no name, as in the output of Ruby's Benchmark; this ends the program.  If
 * the name of the column of values is before a number here, too, the header may
 * be a sentence, such as `the time used'; this is a warning.  So is a name with
 * a blank, as Time (ms), where a cell of two words has made up for it.
 */
static void
check_first(const struct lines *l)
{
	struct input *in = l->input;
	const struct cutter *c = &l->cutter;
	struct text name = in->place[VALUE].name;
	const char *first_name = skip(l->header, 0).start;

	if (c->width.most > l->width.most &&
	    end_of(c->field[1]) - in->record.line.start <
	    first_name - l->header.start)
		bad_line(in, "%s is in a column without a name, so the others "
		    "may be one off (-C also takes numbers)",
		    quoted(c->field[1]));
	bool is_as_wide = c->width.most == l->width.most;
	for (size_t i = 2; i <= l->ntitles; i++)
		if (is_as_wide && is_bracketed(l->title[i]) &&
		    !is_bracketed(c->field[i]) &&
		    span_number(without_opening(l->title[i])) == 0)
			warn_once(in, MORE_FIELDS, "\"%s\" is a column of its "
			    "own in line %ju: the names may not belong to "
			    "these columns", excerpt(l->title[i]),
			    l->header_line);
	if (name.length == 0)
		return;
	struct text tagged = find_tagged(c, name, c->start);
	if (span_number(without_opening(tagged)) > 0)
		warn_once(in, MORE_FIELDS,
		    "%s behind \"%s\" is not read, as line %ju names the "
		    "columns (-C takes more of the words before it, or ~REGEX)",
		    quoted(tagged), excerpt(name), l->header_line);
}

/*
 * Returns false if a record has fewer fields than the header or, without one,
 * than the first record of all.  Between blanks, fields are counted only below
 * a header, and the first record there says how many a record has.
 *
 * More of them end the program, if all delimiters are commas, semicolons, tabs
 * and bars.  Between blanks, this is a warning, and so is a first record that
 * has not as many as the header.
 */
static bool
check_width(struct lines *l)
{
	struct input *in = l->input;
	const struct cutter *c = &l->cutter;
	bool has_header = l->header.length > 0, is_first = l->first_record == 0;
	struct width *expected = has_header ? &l->width : &in->data->seen.width;
	size_t n = c->width.least;

	if (c->at_runs) {
		if (!has_header)
			return true;
		if (is_first)
			check_first(l);
		if (n > expected->most || (is_first && n < expected->most))
			warn_once(in, MORE_FIELDS, "%zu field%s, but line %ju "
			    "has %zu: the names may not belong to these "
			    "columns%s", n, plural(n), is_first ?
			    l->header_line : l->first_record, expected->most,
			    has_byte(in->record.line, '|') ? " (-d ' |')" : "");
		if (is_first)
			*expected = c->width;
	} else {
		if (expected->most == 0)
			*expected = c->width;
		if (n > expected->most && c->is_table)
			bad_line(in, "%zu fields, but the others have %zu: %s, "
			    "or is it another table (-e and -x choose)?%s", n,
			    expected->most, delimits(c, ',') ?
			    "does a comma mark decimals, or need quotes" :
			    "does a delimiter need quotes", has_header ?
			    format_text(" (line %ju names the columns)",
			    l->header_line) : "");
	}
	return c->width.most >= expected->least;
}

/*
 * Warns once of a number of up to three digits right before field i of three,
 * if these are of a rate or begin with a 0, or a : or = is before both: in 63
 * 151 ops/s, in 1 031 ms and in size: 88 479 bytes, a blank may group digits.
 * One of the two is the value.  Warns, too, if -u takes a number in brackets,
 * with one before it: in 10.1 (0.2) ms, the field is (0.2).
 */
static void
check_group(struct input *in, const struct cutter *c, size_t i)
{
	struct text before = c->field[i - 1], field = c->field[i];
	const char *end = end_of(before);
	bool follows_mark = i > 2 && c->field[i - 2].length > 0 &&
	    strchr(":=", end_of(c->field[i - 2])[-1]) != NULL;
	bool is_group = (is_rate(unit_of(in, VALUE)->name) ||
	    *field.start == '0' || follows_mark) &&
	    strspn(field.start, DIGITS) == 3 && before.length <= 3 &&
	    strspn(before.start, DIGITS) == before.length &&
	    *before.start != '0' && *end == ' ' && end + 1 == field.start;
	bool in_brackets = in->selection->by_unit && in->at_blanks &&
	    field.start + 1 == in->record.value[0].text.start &&
	    strchr(BRACKETS, *end_of(in->record.value[0].text)) != NULL &&
	    span_number(before) == before.length;

	if ((is_group || in_brackets) && !is_in_name(in, before))
		warn_of_part(in, before.start, end_of(field));
}

/*
 * Returns the cells of a line below a header with their names: status=500.
 * Those of the value and of the record's names are left out.
 */
static struct text
name_cells(const struct lines *l)
{
	struct builder *cells = &l->input->key;	/* scratch */

	cells->text.length = 0;
	append_string(cells, "");
	for (size_t i = 1; i <= l->cutter.nfields && i <= l->ntitles; i++) {
		struct text cell = l->cutter.field[i];

		if (i != l->input->place[VALUE].number && cell.length > 0 &&
		    !is_in_name(l->input, cell))
			append_pair(cells, l->title[i], cell);
	}
	return cells->text;
}

/*
 * Returns the first word of a text, or no bytes of it if that is a number or
 * the to of 5 to 6 ms.
 */
static struct text
unit_behind(struct text text)
{
	struct text word = first_word(text);

	if (span_number(word) > 0 || is_string(word, "to"))
		text.length = 0;
	else
		text = word;
	return text;
}

/*
 * Returns what is behind the value of a line between blanks and its unit, or
 * behind all parts of a duration.  Sets *unit to the word behind the number.
 */
static struct text
behind_value(const struct input *in, const struct cutter *c, struct text *unit)
{
	struct text number = without_opening(in->record.value[0].text);
	struct text rest = text_between(number.start, c->end);
	size_t length = span_duration(rest);

	*unit = unit_behind(after(rest, span_number(number)));
	/* 1:02.5 has no unit: in 1:02.5 total, the word is beside it. */
	if (has_byte(number, ':') && !in->selection->by_unit &&
	    find_time_unit(*unit) == NULL)
		unit->length = 0;
	return length > 0 ? after(rest, length) : from(rest, end_of(*unit));
}

/* True if -C, -u, -k or -b chooses what is read: not plain numbers. */
static bool
has_choice(const struct selection *s)
{
	return s->ncolumns + s->nunits > 0 || s->names_end > KEY ||
	    s->column[SET].typed != NULL;
}

/*
 * Checks the words of a line, where something was chosen: those of `took 5 ms
 * in foo (3 MB)' are in and foo, if took is the tag.
 */
static void
check_words(struct lines *l)
{
	struct input *in = l->input;
	const struct cutter *c = &l->cutter;
	enum place_kind kind = in->place[VALUE].kind;
	const struct quantity *q = &in->record.value[0];
	/* Its first byte says in which field it is. */
	const char *value = q->text.start, *value_end = value + 1;
	bool has_units = c->at_runs && l->header.length == 0;
	bool is_behind_value = false;
	const char *next_unit = NULL;	/* of a number beside the value */
	struct builder *words = &in->key;	/* scratch */

	if (!has_choice(in->selection))
		return;
	if (check_symptoms(in, l->ntitles > 0 ? name_cells(l) :
	    in->record.line))
		return;
	struct text ignored;
	if (c->at_runs && q->unit.length > 0)
		value_end = behind_value(in, c, &ignored).start;
	words->text.length = 0;
	for (size_t i = 1; i <= c->nfields; i++) {
		struct text field = c->field[i], word = trim(field, CLOSING);
		const char *end = end_of(field);
		bool has_value = field.start < value_end && end > value;
		bool is_unit = has_units && field.start == next_unit &&
		    (is_rate(word) || has_scale(word));
		/* Is the field a tag, or the last word of one? */
		const char *next = skip(text_between(end, c->end), 0).start;
		bool is_before = false;
		size_t n = kind == TAG ? in->selection->nmeasures : 0;
		for (size_t m = 0; m < n; m++) {
			const char *start = in->record.value[m].text.start;

			/* Or a quote is between them. */
			if (next == start || next + 1 == start)
				is_before = true;
		}

		if (i > 1 && (is_behind_value || (has_value && c->searches)))
			check_group(in, c, i);
		if (!has_value && !is_unit && !is_before)
			append_word(in, words, is_behind_value ? word : field);
		is_behind_value = has_value;
		next_unit = has_value ? NULL : measured_at(c, i).unit.start;
	}
	check_beside(in, words->text);
}

/*
 * Returns the next number of the line that may as well be the value, with its
 * unit, which is the same.  Behind a tag, it follows the value directly, as in
 * `took 5 ms, 6 s' or `5 6', and may have another unit of time; any may follow
 * `5 to'.  If there is none, the text has no bytes.
 */
static struct text
next_number(const struct input *in, const struct cutter *c, bool by_tag)
{
	bool is_duration = equals(in->record.value[0].unit, duration_unit);
	struct text unit;
	struct text next = skip(behind_value(in, c, &unit), 0);

	bool is_range = by_tag && is_string(first_word(next), "to");
	if (is_range)
		next = skip(next, 2);
	do {
		bool has_comma = begins_with(next, ",");
		if (has_comma)
			next = skip(next, 1);
		/* In 5 ms (+/- 1 ms), the 1 is no further value. */
		struct text number = by_tag && !is_duration ? next :
		    skip_deviation(without_opening(next));
		size_t n = span_number(number);
		struct text other = unit_behind(after(number, n));
		const struct time_unit *time = find_time_unit(other);
		bool is_like = equals(unit, other) || (is_duration &&
		    time != NULL && !is_vague(time, other));
		/* Plain numbers have only blanks between them. */
		if (n > 0 && (is_range || (is_like && (unit.length > 0 ||
		    has_comma || n == span_word(number)))))
			return text_between(number.start, end_of(other));
		next = skip(number, span_word(number));
	} while (!by_tag && next.length > 0);
	return after(next, next.length);
}

/*
 * Where values are searched in lines, only the first of a line is read.  Warns
 * once if a list follows the tag, or if the tag, the unit or the expression,
 * unless it begins with ^, is there again.
 */
static void
check_list(struct input *in, const struct cutter *c)
{
	const regex_t *regex = in->place[VALUE].regex;
	const struct quantity *q = &in->record.value[0];
	bool by_tag = in->place[VALUE].kind == TAG;
	regmatch_t match[2];

	if (!c->searches || !c->at_runs)
		return;
	struct text rest = q->behind;
	if (in->place[VALUE].kind != LINE)	/* the rest of the field */
		rest.length = span_word(rest);
	struct text next = regex == NULL ? next_number(in, c, by_tag) :
	    select_part(in, regex, rest, match);
	bool is_value = regex == NULL || (is_quantity(next) &&
	    strstr(in->selection->column[VALUE].typed, "~^") == NULL);
	if (next.length == 0 && by_tag) {
		next = find_tagged(c, in->place[VALUE].name, end_of(q->text));
		is_value = is_quantity(next);
	}
	if (next.length > 0 && is_value)
		warn_once(in, LIST, "\"%s\" is behind the value: only the "
		    "first of a line is read", excerpt(next));
}

/*
 * Warns once if the records of a row have their name beside them, but below
 * headings that have other names, to the same expression: in `sort' above `10 5
 * ms' and `hash' above `10 6 ms', 10 may be of two benchmarks.
 */
static void
check_above(struct lines *l)
{
	struct input *in = l->input;
	struct row *row = &in->data->row[in->record.row];

	for (size_t i = KEY; i < in->selection->names_end; i++) {
		struct text name = in->record.name[i];

		if (in->place[i].kind != LINE || l->heading[i].latest == 0)
			continue;
		bool fits = set_name(in, i, l->heading[i].text.text);
		struct text above = in->record.name[i];
		in->record.name[i] = name;
		if (!fits || equals(name, above))
			continue;
		if (row->above == NULL)
			row->above = copy_text(above);
		if (!is_string(above, row->above))
			warn_once(in, NAME_ABOVE, "\"%s\" is below \"%s\" "
			    "here, but below \"%s\" before: are these two "
			    "benchmarks (two -k find both names)?",
			    excerpt(name), excerpt(above), row->above);
	}
}

/*
 * Takes the values of the record, or leaves it out because something is
 * missing.
 */
static void
take_record(struct lines *l)
{
	struct input *in = l->input;
	const struct quantity *value = in->record.value;
	size_t n = in->selection->nmeasures;
	bool fits = check_width(l);
	size_t missing = missing_name(in);
	struct text line = in->record.line;

	if (l->first_record == 0)
		l->first_record = in->file.line;
	for (size_t m = 0; m < n && missing == MAX_COLUMNS; m++)
		if (value[m].state == EMPTY)
			missing = VALUE + m;
	if (missing < MAX_COLUMNS)
		omit(in, in->place[missing].kind == UNIT ? NO_NUMBER :
		    INCOMPLETE, missing, line);
	else if (!fits)
		omit(in, TOO_SHORT, MAX_COLUMNS, line);
	else {
		unsigned found = 0;
		for (size_t m = 0; m < n; m++)
			if (value[m].state == PRESENT) {
				take_value(in, m);
				found |= 1u << m;
			}
		if (in->selection->sets_are_columns)
			check_turns(in, found, 1);
		l->ntaken++;
		if (l->other_header > 0)
			warn_once(in, OTHER_HEADER, "line %ju, which is left "
			    "out, names other columns than line %ju: is this "
			    "record of the same table (-e chooses)?",
			    l->other_header, l->header_line);
		size_t last = in->selection->names_end - 1;
		bool has_key = last >= KEY;
		if (has_key && in->record.name[last].length > 0 &&
		    end_of(in->record.name[last]) == end_of(line))
			l->open_name = in->file.line;
		l->nbelow += has_key && !l->has_own_name;
		if (l->ntaken <= CHECKED && value[0].state == PRESENT) {
			check_list(in, &l->cutter);
			check_words(l);
			if (l->has_own_name)
				check_above(l);
		}
	}
}

/*
 * Checks a line without a value.  Warns once if it begins like the header: in
 * `test A' and `test B', test may be the word before a name.  Warns once of
 * what -u does not read: m:ss.f, which no unit follows, as it may be a time of
 * day; 2m or 2 m, which may be no time; and a number within a field, as in
 * x...[5 ms] and t=5ms.  The same warning is for an indented line, if the line
 * above ends with its name: statement: SELECT.
 */
static void
check_passed_over(const struct lines *l)
{
	const struct input *in = l->input;
	const struct cutter *c = &l->cutter;
	const struct unit *asked = unit_of(in, VALUE);

	if (c->searches && l->header.length > 0 &&
	    equals(c->field[1], l->title[1]))
		warn_once(in, NAME_ABOVE,
		    "\"%s\" begins like line %ju, which names the columns: is "
		    "it a name (~REGEX finds names in lines)?",
		    excerpt(in->record.line), l->header_line);
	if (l->open_name > 0 && in->file.line == l->open_name + 1 &&
	    is_blank(*c->start))
		warn_once(in, PASSED_OVER, "\"%s\" is passed over: does the "
		    "name in the line above go on here?",
		    excerpt(in->record.line));
	if (!in->selection->by_unit)
		return;
	for (size_t i = 1; i <= c->nfields; i++) {
		const struct measured found = measured_at(c, i);
		struct text number = found.number, unit = found.unit;
		struct text field = c->field[i];
		struct text whole = trim(without_opening(field), CLOSING);
		size_t n = field.length;	/* up to the last of ([{=: */

		while (n > 0 && strchr("([{=:", field.start[n - 1]) == NULL)
			n--;
		struct text inside = after(field, n);
		struct text stuck = after(inside, span_number(inside));
		bool is_inside = n > 1 && stuck.start > inside.start &&
		    is_listed(asked, 1, stuck.length > 0 ?
		    trim(stuck, BEHIND_UNIT) : word_at(c, i + 1));
		/* In 127.0.0.1:80, a point is before the colon. */
		struct text clock = up_to(number, '.');
		struct text minutes = after(clock, up_to(clock, ':').length);
		/* Behind a date, or as h:mm:ss.f where a log's line begins. */
		bool is_of_day = i > 1 ?
		    begins_in(without_opening(c->field[i - 1]), DIGITS) :
		    minutes.length > 3 && c->nfields > 1;
		bool is_clock = equals(number, whole) && !is_of_day &&
		    minutes.length > 0 && has_byte(number, '.');
		bool is_alone = is_one_of(unit, "m|h|", strncmp);
		if (is_alone)
			field = text_between(number.start, end_of(unit));
		if (is_inside || (is_time(asked) && (is_clock || is_alone)))
			warn_once(in, PASSED_OVER, "\"%s\" is passed over: -u "
			    "reads no m:ss, no m or h alone, and no number "
			    "within a field (-C ~REGEX does)", excerpt(field));
	}
}

/*
 * Takes a line that -e and -x let pass, or leaves it out; or leaves out a
 * heading that has failed, as one record with all below it.
 */
static void
take_wanted(struct lines *l, bool failed, bool is_heading)
{
	struct input *in = l->input;
	struct text line = in->record.line;

	if (l->cutter.lacks_bar && !failed)
		return;	/* not of the table */
	l->has_own_name = false;
	for (size_t i = 0; i < in->selection->names_end; i++)
		if (in->place[i].kind != NOT_WANTED)
			find_name(l, i);
	/* A line such as FAIL: x has another word in the field of -b. */
	bool may_lack_set = failed && (is_heading || !l->has_number) &&
	    in->place[SET].kind == FIELD;
	/* Its heading has failed, or its set is not wanted. */
	if ((in->record.failed && !is_heading) ||
	    (is_unlisted(in) && !may_lack_set))
		return;
	if (in->file.line < l->header_line && !is_heading && !failed) {
		if (l->has_number)
			omit(in, ABOVE_HEADER, MAX_COLUMNS, line);
		return;
	}
	if (l->has_value && !is_heading)
		l->last_record = in->file.line;
	if (failed)
		omit(in, l->has_value || is_heading ? FAILED_RECORD :
		    FAILED_LINE, MAX_COLUMNS, line);
	else if (l->has_value)
		take_record(l);
	else if (in->place[VALUE].regex != NULL &&
	    text_at(in, &l->cutter, VALUE).start != NULL)
		omit(in, UNMATCHED, VALUE, line);
}

/*
 * Keeps the number of a comment, or of a line that -e or -x leaves out, if it
 * has no value, but half of the columns' names where the header has them, or
 * all of them in another order: it may name the columns of another table, whose
 * records would be taken for those of this one.
 */
static void
check_titles(struct lines *l)
{
	const struct cutter *c = &l->cutter;
	size_t nsame = 0;
	bool has_all = l->ntitles > 1;

	if (l->has_number)
		return;
	for (size_t i = 1; i <= l->ntitles; i++) {
		size_t j = 1;

		while (has_all && j <= c->nfields &&
		    !equals(c->field[j], l->title[i]))
			j++;
		has_all = has_all && j <= c->nfields;
		nsame += i <= c->nfields && equals(c->field[i], l->title[i]);
	}
	if (has_all || (nsame > 0 && 2 * nsame >= l->ntitles))
		l->other_header = l->input->file.line;
}

/*
 * Checks a comment, which may name other columns.  Warns once of one that would
 * have a value.
 */
static void
check_comment(struct lines *l, struct text line)
{
	struct input *in = l->input;

	cut(&l->cutter, skip(line, 1));
	find_values(l);
	if (in->file.line > l->header_line && l->cutter.nfields == l->ntitles)
		check_titles(l);
	if (!l->cutter.searches && l->cutter.at_runs)
		return;		/* here, any # begins one */
	if (l->has_number)
		warn_once(in, COMMENT, "\"%s\" has a value, but is a comment: "
		    "it begins with # and a blank (sed 's/^# //')",
		    excerpt(line));
}

/*
 * True for a line that is blank, a rule, or a copy of the header.  Checks a
 * rule right below the header; below a copy, the header's columns are known
 * again.
 */
static bool
means_nothing(struct lines *l, struct text line)
{
	bool has_header = l->header.length > 0;
	bool is_below_header = has_header &&
	    l->input->file.line == l->header_line + 1;
	bool is_drawn = is_rule(line, is_below_header);
	bool is_copy = has_header &&
	    have_same_words(without_clock(line), l->header);

	if (is_drawn && is_below_header)
		check_rule(l, line);
	if (is_copy)
		l->other_header = 0;
	return is_drawn || is_copy || is_blank_line(&l->cutter, line);
}

/*
 * Takes a line, which is one of these:
 * - blank, a rule, or a copy of the header: nothing
 * - a heading, whatever -e and -x say: kept for the records below
 * - a comment: nothing
 * - excluded by -e or -x: counted
 * - a record, or no measurement: take_wanted() knows
 */
static void
take_line(struct lines *l, struct text line)
{
	struct input *in = l->input;
	struct cutter *c = &l->cutter;
	bool is_above = in->file.line < l->header_line;
	struct unit unit;

	in->record.line = line;
	in->record.is_placed = in->record.failed = false;
	if (means_nothing(l, line))
		return;
	/*
	 * This is before -e and -x: else they could leave out the first line of
	 * a quoted text, and its second line would be a record.
	 */
	if (!cut(c, line)) {
		if (is_above)
			return;
		bad_line(in,
		    "field %zu: a quote is not closed, or text follows it (a "
		    "cell has no line breaks)", c->nfields);
	}
	find_values(l);
	const struct filtered is = filter_record(in, line);
	bool is_comment = c->nfields == 0;
	bool passes = !is.excluded && !is.failed;	/* -e, -x and -X */
	bool is_passed_over = passes && !is_comment && (!l->has_value ||
	    c->lacks_bar || (is_above && !l->has_number));
	if (is_passed_over)
		check_passed_over(l);
	/* Without a value, nobody meant it with -e: it may say what failed. */
	bool is_hidden = is.excluded && !is.on_purpose && !l->has_number;
	if (is_passed_over || (is_hidden && !is.failed && !is_comment))
		check_failure(in, line, line);
	if (in->selection->all_units && passes &&
	    find_new_unit(c, in->selection, &unit))
		warn_once(in, NEW_UNIT,
		    "the unit %s is new here, and not read: -u lists units",
		    excerpt(unit.name));
	/* Not even -e or -x leaves out a heading. */
	bool is_heading = keep_heading(l, &is);
	if (is_comment && passes)
		check_comment(l, line);
	if ((is_heading && !is.failed) || (is_comment && !is_heading))
		return;
	if (is_heading || !is.excluded) {
		take_wanted(l, is.failed, is_heading);
		return;
	}
	check_unread(in, &is, line);
	if (is_above)
		return;
	if (!is.hidden_by_format)
		check_titles(l);
	omit(in, FILTERED, MAX_COLUMNS, line);
}

/* ---- Lines: plain lines */

/*
 * Returns the first blank or control character from p on.  Subtracting 0x21
 * from one of these borrows, which sets its top bit.  A byte of 0x80 or more
 * has this bit anyway, and ~bytes leaves it out.
 */
static const char *
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
 * Returns field n of a line whose fields are cut at blanks, or a # before it;
 * NULL if no blank follows an earlier field.
 */
static const char *
field_at(const char *p, size_t n)
{
	while (is_blank(*p))
		p++;
	for (; n > 1 && *p != '#'; n--) {
		p = end_of_field(p);
		if (!is_blank(*p))
			return NULL;
		while (is_blank(*p))
			p++;
	}
	return p;
}

/* Returns the end of the last whole line in the buffer. */
static const char *
end_of_lines(const struct file *f)
{
	const char *end = f->buffer + f->end;

	while (end > f->buffer + f->start && end[-1] != '\n')
		end--;
	return end;
}

/*
 * A shortcut past look_at_line and take_line, where lines are cut at blanks,
 * and only field n is wanted.  Takes the whole lines in the buffer, up to the
 * first whose value is not just a number that scan_decimal can read.  Where
 * other fields come before it, the line's end is found first: so the processor
 * can begin with the next line while it still works on this one.
 */
static void
take_plain_lines(struct input *in, size_t n)
{
	struct file *f = &in->file;
	struct sample *sample = make_sample(in->data, 0, in->set, 0);
	const char *p = f->buffer + f->start, *end = end_of_lines(f), *q;
	double *to;

	GROW(sample->value, sample->capacity,
	    sample->n + (size_t)(end - p) / 2 + 1);
	to = sample->value + sample->n;
	while (p < end) {
		const char *newline = n > 1 ?
		    memchr(p, '\n', (size_t)(end - p)) : NULL;
		q = n > 1 || *p <= ' ' ? field_at(p, n) : p;
		if (q == NULL)
			break;
		q = scan_decimal(q, 0, to);
		if (q == NULL)
			break;
		if (*q != '\n') {
			if ((!is_blank(*q) || f->has_controls) &&
			    !(*q == '\r' && q[1] == '\n'))
				break;
			q = n > 1 ? newline :
			    memchr(q, '\n', (size_t)(end - q));
		}
		to++;
		p = q + 1;
	}
	/* Each line has one value. */
	f->line += (size_t)(to - sample->value) - sample->n;
	sample->n = (size_t)(to - sample->value);
	f->start = (size_t)(p - f->buffer);
}

/* A line with a record, as a pattern for the lines below it. */
struct pattern {
	struct text line;	/* with its newline */
	struct text value;	/* its number */
	/* Its field, which may have more before and behind the number. */
	const char *value_field, *value_end;
	struct text key;	/* no bytes, at the line's end: there is none */
	/* Of ten: values in ms are the number times 10^-3, and so on. */
	ptrdiff_t power;
	char tag;		/* its first byte; or NUL */
	bool words_vary;	/* see may_vary() */
	/*
	 * Of delimited text (else 0): how many cells there are; and which of
	 * them, from 0, have the value and the key.  The latter is ncells if
	 * there is none.
	 */
	size_t ncells, value_cell, key_cell;
};

/* True for a letter or a slash.  No number begins so, and no unit such as %. */
static bool
begins_word(char byte)
{
	return is_letter(byte) || byte == '/';
}

/*
 * True if a line may have another word where o is in the pattern, from byte on.
 * Where units or tags of one word find the value, this changes nothing if none
 * of the two words is a tag, and neither they nor the one before them is a
 * number.  The text that may vary starts where the line does, or behind the
 * value: there, a third word must be before these two, as the first word behind
 * a value may be its unit.
 */
static bool
may_vary(const struct cutter *c, const struct pattern *old, const char *start,
    const char *o, char byte)
{
	const char *word = o, *before, *third;

	while (word > start && !precedes_tag(c, word[-1]))
		word--;
	before = word;
	while (before > start && separates(c, before[-1]))
		before--;
	while (before > start && !separates(c, before[-1]))
		before--;
	third = before;
	while (third > start && separates(c, third[-1]))
		third--;
	char first = word < o ? *word : byte;
	return old->words_vary && *word != old->tag && first != old->tag &&
	    begins_word(*word) && begins_word(first) && begins_word(*before) &&
	    (third > start || start == old->line.start);
}

/*
 * Returns where the text at p ends that is like the one from o to o_end in a
 * pattern: the same, but for the digits of numbers, of which there may be fewer
 * or more, and for words that may vary.  Returns NULL if it is not like that.
 */
static const char *
skip_like(const struct cutter *c, const struct pattern *old, const char *o,
    const char *o_end, const char *p)
{
	const char *start = o;
	uint64_t x, y;	/* of 8 bytes: 128 for each that is no digit */

	while (o < o_end) {
		uint64_t differ = load_digits(o, &x) ^ load_digits(p, &y);

		/* x >> 7 has 1 in each byte that is no digit, or 255 in it. */
		if (o_end - o >= 8 && x == y &&
		    (differ & (x >> 7) * 255) == 0) {
			o += 8;
			p += 8;
		} else if (*o == *p || (is_digit(*o) && is_digit(*p))) {
			o++;
			p++;
		} else if (o > start && is_digit(o[-1]) &&
		    (is_digit(*o) || is_digit(*p))) {
			if (is_digit(*o))
				o++;
			else
				p++;
		} else if (may_vary(c, old, start, o, *p)) {
			while (o < o_end && !precedes_tag(c, *o))
				o++;
			while (!precedes_tag(c, *p))
				p++;
			if (o == o_end || *p != *o)
				return NULL;
		} else
			return NULL;
	}
	return p;
}

/*
 * match_pattern for delimited text: any line with as many cells is like that of
 * the pattern, if the same is beside the number in its cell, and if no cell has
 * a quote, in which delimiters might be.
 */
static const char *
match_cells(const struct cutter *c, const struct pattern *old, const char *p,
    double *value, struct text *key)
{
	for (size_t i = 0; i < old->ncells; i++) {
		const char *start = p;

		if (i == old->value_cell) {
			size_t nbefore =
			    (size_t)(old->value.start - old->value_field);
			if (strncmp(p, old->value_field, nbefore) != 0)
				return NULL;
			p = scan_decimal(p + nbefore, old->power, value);
			const char *behind = end_of(old->value);
			size_t nbehind = (size_t)(old->value_end - behind);
			if (p == NULL || strncmp(p, behind, nbehind) != 0)
				return NULL;
			p += nbehind;
		} else
			while (!delimits(c, *p) && *p != '"')
				p++;
		if (!delimits(c, *p) || (*p == '\n') != (i + 1 == old->ncells))
			return NULL;
		if (i == old->key_cell) {
			*key = text_between(start, p);
			if (p == start || is_blank(*start) ||
			    isspace((unsigned char)p[-1]))
				return NULL;
		}
		p++;
	}
	return p;
}

/*
 * Returns the end of the line at p if it is like that of a pattern, or NULL.
 * But any value and any key will do, which goes up to the next delimiter.
 */
static const char *
match_pattern(const struct cutter *c, const struct pattern *old, const char *p,
    double *value, struct text *key)
{
	const char *o = old->line.start, *line_end = end_of(old->line);

	if (*p == '#' || *p == '\xef')	/* a comment, a byte-order mark */
		return NULL;
	if (old->ncells > 0)
		return match_cells(c, old, p, value, key);
	for (;;) {
		const char *stop = line_end, *start;

		/* The next of the value, the key and the end. */
		if (o <= old->value.start)
			stop = old->value.start;
		if (o <= old->key.start && old->key.start < stop)
			stop = old->key.start;
		p = start = skip_like(c, old, o, stop, p);
		if (p == NULL || stop == line_end)
			return p;
		if (stop == old->value.start) {
			p = scan_decimal(p, old->power, value);
			/* No further part of a time follows a fraction. */
			if (p == NULL || has_byte(old->value, '.') !=
			    has_byte(text_between(start, p), '.'))
				return NULL;
			p = skip_like(c, old, end_of(old->value),
			    old->value_end, p);
			if (p == NULL || !delimits(c, *p))
				return NULL;
			o = old->value_end;
		} else {
			while (!delimits(c, *p))
				p++;
			*key = text_between(start, p);
			/* In 5 s 3 ms, s may be more than a key. */
			if (p == start || strchr("#\" \t", *start) != NULL ||
			    isspace((unsigned char)p[-1]) ||
			    (c->at_runs && find_time_unit(*key) != NULL))
				return NULL;
			o = end_of(old->key);
		}
	}
}

/*
 * Makes the pattern for lines like the latest record's, behind which p is.
 * Returns false if that may be no pattern.
 */
static bool
make_pattern(const struct input *in, const struct cutter *c, const char *p,
    struct pattern *pattern)
{
	const struct quantity *q = &in->record.value[0];
	struct text line = text_between(in->record.line.start, p);
	bool has_cells = !c->searches && !c->at_runs;
	const char *start = q->text.start, *end = start, *next = NULL;
	double value = 0;

	*pattern = (struct pattern){
		.line = line, .value = q->text,
		.key = in->place[KEY].kind == FIELD ? in->record.name[KEY] :
		    after(line, line.length),
		.words_vary = c->searches && c->at_runs
	};
	if (in->place[VALUE].kind == TAG) {
		const char *tag = in->place[VALUE].name.start;

		pattern->tag = *tag;
		if (strpbrk(tag, in->selection->delimiters) != NULL)
			pattern->words_vary = false;
	}
	/* Of ten: the one with which the number becomes the value. */
	for (pattern->power = 0; pattern->power >= -12; pattern->power -= 3) {
		next = scan_decimal(start, pattern->power, &value);
		if (value == q->number)
			break;
	}
	/*
	 * Days may go on: 1 day, 3:05; the pattern would take 3:5, too.  And 2
	 * h goes on in 2 h 8 ms, but not in 2 h -8 ms.
	 */
	if (next == NULL || value != q->number || value <= 0 ||
	    (q->behind.length > 0 &&
	    find_time_unit(first_word(q->behind)) == time_units))
		return false;
	pattern->value.length = (size_t)(next - start);
	while (!delimits(c, *end))
		end++;
	pattern->value_end = end;
	for (const char *o = line.start; has_cells && o < p; o++)
		if (delimits(c, *o)) {
			pattern->value_cell += o < start;
			pattern->key_cell += o < pattern->key.start;
			pattern->ncells++;
		}
	pattern->value_field = start;
	while (pattern->value_field > line.start &&
	    !delimits(c, pattern->value_field[-1]))
		pattern->value_field--;
	/* Is there another part, as in 1s 0ms? */
	return next + strcspn(next, DIGITS) >= start + span_duration(
	    text_between(start, c->at_runs ? c->end : end));
}

/*
 * A shortcut past look_at_line and take_line for lines that are like the latest
 * one, which was taken: take_line would find the same in them.  Takes those
 * that follow in the buffer.
 */
static void
take_like_lines(struct input *in, const struct cutter *c)
{
	struct file *f = &in->file;
	struct data *d = in->data;
	const char *p = f->buffer + f->start, *end = end_of_lines(f), *next;
	struct pattern pattern;
	struct text key = { NULL, 0 };
	size_t row = 0;
	double value;

	if (!make_pattern(in, c, p, &pattern))
		return;
	for (; p < end; p = next) {
		next = match_pattern(c, &pattern, p, &value, &key);
		if (next == NULL)
			break;
		if (key.length > 0)
			row = row_of_key(d, key);
		append_value(make_sample(d, row, in->set, 0), value);
		f->line++;
	}
	f->start = (size_t)(p - f->buffer);
}

/* ---- Lines: the header */

/*
 * Returns the number of the first field with this text or, if there is none, of
 * the only one that has it before something in brackets; or 0.
 */
static size_t
find_header_field(void *reader, struct text name)
{
	const struct cutter *c = reader;
	size_t found = 0, nfound = 0;

	for (size_t i = 1; i <= c->nfields && name.length > 0; i++) {
		struct text cell = c->field[i];

		if (equals(cell, name))
			return i;
		if (cell.length > name.length &&
		    memcmp(cell.start, name.start, name.length) == 0 &&
		    is_bracketed(skip(cell, name.length))) {
			found = i;
			nfound++;
		}
	}
	return nfound == 1 ? found : 0;
}

/*
 * Cuts the next of the lines that begin in the first block, but not one that is
 * blank, a rule or a comment.  Returns false if there is none.
 */
static bool
cut_next(struct cutter *c, struct file *f, size_t *offset)
{
	struct text line;

	while (*offset < BLOCK_SIZE && look_at_line(f, offset, &line))
		if (!is_rule(line, true) && cut(c, line) &&
		    c->nfields > 0)
			return true;
	return false;
}

/*
 * Ends the program if the field that -C names is behind its value: in 361.8
 * ns/op 208 B/op, ns/op is no tag of 208; nor is real one of 0.02 in 0.01 real
 * 0.02 user.
 */
static void
refuse_unit(const struct input *in, const struct cutter *c, size_t i)
{
	/*
	 * The first field that is in no pair of a number and a name.  All are
	 * in pairs in 0.01 real 0.02 user 0.00 sys.
	 */
	size_t n = 1;

	if (i == 1 || i + 2 > c->nfields || !is_quantity(c->field[i - 1]))
		return;
	while (n < c->nfields && has_byte(c->field[n], '.') &&
	    span_number(c->field[n]) == c->field[n].length &&
	    span_number(c->field[n + 1]) == 0 &&
	    find_time_unit(c->field[n + 1]) == NULL)
		n += 2;
	bool are_all_pairs = n > c->nfields && c->nfields >= 6;
	bool are_units = has_byte(c->field[i], '/') &&
	    (has_byte(c->field[i + 2], '/') || *c->field[i + 2].start == '%');
	if (are_units || are_all_pairs)
		bad_file(in, "\"%s\" is behind the number %s: with -u in place "
		    "of -C, that is the value", excerpt(c->field[i]),
		    excerpt(c->field[i - 1]));
}

/* Returns the number of fields that are numbers, with units or without. */
static size_t
count_quantities(const struct cutter *c)
{
	size_t n = 0;

	for (size_t i = 1; i <= c->nfields; i++)
		n += is_quantity(c->field[i]);
	return n;
}

/*
 * True if a line names columns, in whose field n the name of -C has a value
 * behind it: with -C took, below `took 99%' is `5 4', two values, not the name.
 * The next line begins at the offset.  Warns if the line may name them: as with
 * Tot 100us among words, above 0 a 3 5 7, where a cell is empty.
 */
static bool
names_columns(struct lines *l, size_t n, struct text value, size_t offset)
{
	const struct input *in = l->input;
	struct cutter *c = &l->cutter;
	struct text name = in->selection->column[VALUE].name;
	size_t nwords = count_quantities(c) == 1 ? c->nfields : 0;
	const char *behind = excerpt(value);
	bool is_below = cut_next(c, &l->input->file, &offset) &&
	    /* c has the next line now */
	    find_tagged(c, name, c->start).start == NULL;

	if (is_below && c->nfields > n && is_quantity(c->field[n]) &&
	    is_quantity(c->field[n + 1]))
		return true;
	size_t nbelow = is_below && c->nfields <= nwords ?
	    count_quantities(c) : 0;
	if (nbelow >= 3 && 2 * nbelow > c->nfields)
		warn(in->data->warnings, in->file.name, 0, "\"%s\" behind "
		    "\"%s\" is read as a value, but numbers are below: does "
		    "the line name columns (-C takes their numbers)?", behind,
		    excerpt(name));
	return false;
}

/*
 * Returns true if names without : or = are tags.  They are if -C has tags, or
 * if the first line of the first block that has its first name has a number
 * behind it, as in `took 5 s', unless that line is rather a header.
 */
static bool
decide_tags(struct lines *l)
{
	struct input *in = l->input;
	struct cutter *c = &l->cutter;
	struct text name = in->selection->column[VALUE].name;
	struct text value;
	size_t offset = 0;

	if (is_tag(name))
		return true;
	if (name.length == 0 || column_number(name) > 0)
		return false;
	do {
		if (!cut_next(c, &in->file, &offset))
			return false;
		value = find_tagged(c, name, c->start);
	} while (value.start == NULL);
	/* <5 and n/a are none either, but errors later. */
	while (span_number(without_bound(without_opening(value))) == 0 &&
	    !says_none(value)) {
		value = find_tagged(c, name, value.start);
		if (value.start == NULL)
			return false;
	}
	/* In a header, the name is a field. */
	size_t field = find_header_field(c, name);
	if (field == 0)
		return true;
	refuse_unit(in, c, field);
	/* Nor is a time in a header, as in `took 43 ms' above a date. */
	struct text unit = word_at(c, field + 2);
	const struct time_unit *time = find_time_unit(unit);
	if (time != NULL && !is_vague(time, unit) &&
	    is_quantity(c->field[field + 1]))
		return true;
	/*
	 * With -C 50%: `50% 99%' above `5ms 9ms' may be a header, as both of
	 * its cells end in %; `50% 5ms' is none.
	 */
	if (is_quantity(name) &&
	    value.start[value.length - 1] != name.start[name.length - 1])
		return true;
	return !names_columns(l, field, value, offset);
}

/*
 * Returns what a title has from its first bracket on, without the last one; no
 * bytes, if it does not end in one.
 */
static struct text
bracketed(struct text title)
{
	struct text rest = after(title, strcspn(title.start, "(["));

	rest.length = is_bracketed(rest) ? trim(rest, ")]").length : 0;
	return rest;
}

/*
 * Ends the program if the brackets of a column's name have another unit than
 * those of a column to which it belongs: with -b a,b, those of all columns
 * before it; with -C a-b, those of a for b.  Warns if it is another unit than
 * that of -u.
 */
static void
check_brackets(const struct lines *l, size_t i)
{
	const struct input *in = l->input;
	size_t first = i < SECOND ? VALUE : i - MAX_MEASURES;
	size_t end = i < SECOND ? i : first + 1;
	bool belongs = i < SECOND ? in->selection->sets_are_columns :
	    in->operator[first - VALUE] == '-';
	struct text b = l->title[in->place[i].number], y = bracketed(b);
	struct text asked = unit_of(in, i)->name;

	if (y.length > 0 && differ_in_scale(after(y, 1), asked))
		warn(in->data->warnings, in->file.name, l->header_line,
		    "\"%s\": values without a unit are in %s, as -u says",
		    excerpt(b), excerpt(asked));
	for (size_t j = first; belongs && j < end; j++) {
		if (!is_named(&in->place[j]))
			continue;
		struct text a = l->title[in->place[j].number], x = bracketed(a);
		if (x.length > 0 && y.length > 0 && !equals(x, y))
			die(in->file.name, l->header_line, "\"%s\" and \"%s\": "
			    "have they the same unit?", excerpt(a), excerpt(b));
	}
}

/*
 * Warns if a column has the name of another.  Ends the program if it is called
 * otherwise than in an earlier file, as Time (s) and Time (ms), both of which
 * are Time.
 */
static void
check_header(const struct lines *l)
{
	const struct input *in = l->input;

	for (size_t i = 0; i < MAX_COLUMNS; i++) {
		size_t n = in->place[i].number, other = n + 1;
		size_t first = 0;	/* of the columns that read it */
		struct text *seen = &in->data->seen.header[i];

		if (!is_named(&in->place[i]))
			continue;
		struct text title = l->title[n];
		if (seen->start == NULL)
			*seen = title;
		if (!equals(title, *seen))
			die(in->file.name, l->header_line,
			    "the column is called \"%s\", but \"%s\" in an "
			    "earlier file", excerpt(title), excerpt(*seen));
		while (!is_named(&in->place[first]) ||
		    in->place[first].number != n)
			first++;
		while (other <= l->ntitles && !equals(title, l->title[other]))
			other++;
		if (other <= l->ntitles && first == i)
			warn(in->data->warnings, in->file.name, l->header_line,
			    "the columns %zu and %zu are both \"%s\": the "
			    "first is read", n, other, excerpt(title));
		if (i >= VALUE)
			check_brackets(l, i);
	}
}

/*
 * True if a line that has all names has a value, too, in a column that has no
 * name: then it is a record that happens to have these words, as `a 5' with
 * -C 2 -k a.  A quotient such as 1/ms has a name.
 */
static bool
has_unnamed_value(struct lines *l, struct text line)
{
	struct input *in = l->input;

	in->record.line = line;
	if (is_named(&in->place[VALUE]) ||
	    (in->operator[0] != '\0' && is_named(&in->place[SECOND])))
		return false;
	find_values(l);
	for (size_t i = 0; i < MAX_COLUMNS; i++)
		if (is_named(&in->place[i]) &&
		    text_at(in, &l->cutter, i).start ==
		    in->record.value[0].text.start)
			return false;	/* 99%, which -k names */
	/* Also one that is wrong: as it is only a part, or too large. */
	return l->has_number || (in->record.value[0].state == PRESENT &&
	    in->record.value[0].wrong != not_a_number);
}

/*
 * Looks for all columns in a line, as in a header.  Raises *found to the first
 * one that it lacks, or to MAX_COLUMNS if it has all: then its fields stay cut,
 * and nothing more is tried.  Without -d, these are tried: tabs, commas,
 * semicolons, bars and blanks, the first four only if the line has some or
 * begins with a quote.  Only a | that is found so may frame lines.
 */
static void
try_header(struct lines *l, struct text line, size_t *found)
{
	const char *given = l->input->selection->delimiters;
	const char *ways[] = { "\t", ",", ";", "|", given };
	size_t last = COUNT(ways) - 1;
	size_t i = given == default_delimiters ? 0 : last;

	for (; i <= last && *found < MAX_COLUMNS; i++) {
		if (i < last && *line.start != '"' &&
		    !has_byte(line, *ways[i]))
			continue;
		use_delimiters(l, ways[i]);
		l->cutter.framed = i < last && *ways[i] == '|';
		size_t absent = cut(&l->cutter, line) ?
		    find_columns(l->input) : 0;
		if (absent > *found)
			*found = absent;
	}
}

/*
 * Ends the program, as no header has this name.  Quotes the line that has most
 * of the other columns, which begins at an offset.  If the name is the first of
 * the columns, no line has others: then it is the first line that has the name
 * in its text, or else the first of all.
 */
static void
refuse_lines(const struct lines *l, const char *name, bool is_first,
    size_t offset)
{
	const struct file *f = &l->input->file;
	const char *all = f->buffer + f->start, *line = all + offset;
	const char *named = strstr(line, name), *hint = "";
	size_t n = strlen(name);

	if (is_first && named != NULL)
		for (line = named; line > all && line[-1] != '\n';)
			line--;
	line += strspn(line, WHITE_SPACE);
	struct text quote = text_between(line, line + strcspn(line, "\n"));
	bool has_name = named != NULL && named < end_of(quote);
	/* A tag is known only by a line of the first block. */
	const char *number_end = named;
	while (has_name && number_end > line && is_blank(number_end[-1]))
		number_end--;
	const char *digits = number_end;
	while (has_name && digits > line && strchr(".:" DIGITS, digits[-1]))
		digits--;
	bool is_unit = digits < number_end &&
	    name == l->input->selection->column[VALUE].typed &&
	    span_unit(as_text(name)) == n &&
	    !isalnum((unsigned char)named[n]) &&
	    (digits == line || strchr(" \t" OPENING, digits[-1]) != NULL);
	bool is_tagged = has_name && span_number(without_opening(
	    skip(from(quote, named), n))) > 0;
	char mark = has_name && named > line ? named[-1] : '\0';
	bool is_quoted = (mark == '"' || mark == '\'') && named[n] == mark;
	bool is_packed = is_quoted && named > line + 1 && named[-2] == ',';
	const char *like = quote.start;	/* the name in other letters */
	while (like < end_of(quote) && (strncasecmp(like, name, n) != 0 ||
	    isalnum((unsigned char)like[n]) ||
	    (like > quote.start && isalnum((unsigned char)like[-1]))))
		like++;
	if (mark == '"' && named[n] == ',')
		hint = " (of a name with a comma, -C takes the number)";
	else if (is_unit)
		hint = format_text(" (-u %s takes the number before it)", name);
	else if (is_packed)
		hint = " (~REGEX finds it; as JSON, the file must begin so)";
	else if (is_quoted && strchr(":=", named[n + 1]) != NULL)
		hint = format_text(mark == '"' ? " ('%.*s' finds it)" :
		    " (\"%.*s\" finds it)", (int)n + 3, named - 1);
	else if (!has_name && like < end_of(quote))
		hint = format_text(" (it has \"%.*s\")", (int)n, like);
	else if (has_name && has_byte(text_between(line, named), '#'))
		hint = " (between blanks, # begins a comment; -C also takes "
		    "numbers)";
	else if (l->cutter.searches || is_tagged)
		hint = format_text(
		    " ('~%s%s([^%s]+)' is what is behind it in lines)",
		    as_regex(name), has_name && !is_blank(named[n]) ? "" : " ",
		    strchr("([{", name[n - 1]) != NULL ? "])}" : " ");
	else if (has_name && strchr(name, ' ') != NULL)
		hint = " (between blanks, each word is a column; -C also takes "
		    "numbers)";
	bad_file(l->input, "no %s \"%s\"; the closest line is \"%s\"%s",
	    strstr(all, name) == NULL ? "line has the column or word" :
	    "header names the column", name, excerpt(trim(quote, WHITE_SPACE)),
	    hint);
}

/*
 * Finds the header: the first line that has all columns.  It may be a comment,
 * whose names begin after the # and the blanks that follow it.  Ends the
 * program if there is none.  `absent' is the first column that needs a header.
 * The lines above it are not yet used, as they may be headings.
 */
static void
find_header(struct lines *l, size_t absent)
{
	size_t best = absent;	/* the first that the closest line lacks */
	size_t closest = 0, offset = 0, start = 0;	/* of lines */
	struct text line;

	for (; look_at_line(&l->input->file, &offset, &line); start = offset) {
		size_t found = 0;	/* columns from the first on */

		line = unbox(line);
		l->header_line++;
		if (*line.start == '#')
			try_header(l, skip(line, 1), &found);
		try_header(l, line, &found);
		if (found == MAX_COLUMNS && !has_unnamed_value(l, line)) {
			l->header = as_text(copy_text(without_clock(line)));
			l->width = l->cutter.width;
			l->ntitles = l->cutter.nfields;
			l->title = NEW(struct text, l->ntitles + 1);
			for (size_t i = 1; i <= l->ntitles; i++)
				l->title[i] = as_text(copy_text(
				    l->cutter.field[i]));
			check_header(l);
			return;
		}
		if (found > best && found < MAX_COLUMNS) {
			best = found;
			closest = start;
		}
	}
	refuse_lines(l, l->input->selection->column[best].typed,
	    best == absent, closest);
}

/* ---- Lines: the file */

/* Finds out where the values and names are, and how lines are to be cut. */
static void
start_lines(struct lines *l)
{
	struct input *in = l->input;

	use_delimiters(l, in->selection->delimiters);
	l->cutter.searches = true;	/* as it is not known yet */
	in->names_are_tags = decide_tags(l);
	in->find = find_header_field;
	in->reader = &l->cutter;
	/* Without a field, this finds no names: they need a header. */
	l->cutter.nfields = 0;
	size_t absent = find_columns(in);
	const struct place *value = &in->place[VALUE];
	l->cutter.searches = value->regex != NULL ||
	    (value->kind != FIELD && value->kind != NOT_FOUND);
	if (absent < MAX_COLUMNS)
		find_header(l, absent);
}

/* Checks the headings of a file, after its last line. */
static void
check_headings(const struct lines *l)
{
	const struct input *in = l->input;
	const struct selection *s = in->selection;

	for (size_t i = 0; i < s->names_end && l->first_record > 0; i++) {
		const struct heading *h = &l->heading[i];
		enum place_kind kind = in->place[i].kind;
		const char *typed = s->column[i].typed;

		if (kind != TAG && kind != LINE)
			continue;
		if (h->first == 0 && (i < KEY || !s->lenient_keys))
			warn(in->data->warnings, in->file.name, 0,
			    "no record or heading has \"%s\"%s", typed,
			    kind == LINE && !l->cutter.searches ? " (where "
			    "values are columns, ~REGEX finds no headings)" :
			    "");
		if (h->first > l->first_record && !h->is_beside &&
		    h->latest > l->last_record)
			bad_file(in,
			    "the names come after their values: no %s is above "
			    "the first value, and no value below the last (-x "
			    "leaves out values without a name)", typed);
	}
}

/* Reads the file. */
static void
read_lines(struct input *in)
{
	const struct selection *s = in->selection;
	const struct seen *seen = &in->data->seen;
	struct lines l = { .input = in };
	size_t length = 0;	/* of the line, with its newline */
	size_t nwanted = 0;	/* places that columns have in the file */
	struct text line;

	start_lines(&l);
	for (size_t i = 0; i < MAX_COLUMNS; i++)
		nwanted += in->place[i].kind != NOT_WANTED;
	const struct place *value = &in->place[VALUE];
	const struct place *key = &in->place[KEY];
	bool has_key = key->kind == FIELD && key->regex == NULL;
	/* Tries of patterns that took no line, and lines until the next try. */
	size_t nvain = 0, nwait = 0;
	/* Only the value is wanted, and maybe a key: no -b, -r, or -C a/b. */
	bool may_skip = nwanted == (has_key ? 2 : 1) && s->nfilters == 0 &&
	    !l.cutter.framed;
	bool is_plain = may_skip && !has_key && !l.cutter.searches &&
	    s->delimiters == default_delimiters && l.header.length == 0;
	/* To a pattern, digits are alike: it would take p99= for p95=. */
	bool have_patterns = may_skip && value->regex == NULL &&
	    (l.cutter.searches ? !has_key && !s->all_units &&
	    strpbrk(s->measure[0], DIGITS) == NULL :
	    value->number != key->number && (value->number > l.ntitles ||
	    span_number(l.title[value->number]) == 0));
	/* Of what was chosen, the first ones are examined: see check_words. */
	size_t nexamined = has_choice(s) ? CHECKED : 1;
	while (look_at_line(&in->file, &length, &line)) {
		in->file.start += length;
		in->file.line++;
		length = 0;
		take_line(&l, l.cutter.framed ? unbox(line) : line);
		if (l.ntaken < nexamined)
			continue;
		if (is_plain && seen->unit[0].length == 0 &&
		    seen->word[0].length == 0)
			take_plain_lines(in, value->number);
		else if (nwait > 0)
			nwait--;
		else if (have_patterns && in->record.is_placed &&
		    !in->file.has_controls && (l.cutter.at_runs ||
		    (*end_of(line) == '\n' && !has_byte(line, '"')))) {
			uintmax_t latest = in->file.line;

			take_like_lines(in, &l.cutter);
			if (l.open_name == latest)
				l.open_name = in->file.line;
			nvain = in->file.line > latest ? 0 : nvain + 1;
			nwait = nvain;
		}
	}
	check_below(&l);
	check_headings(&l);
}

/*
 * -u '*': sets the units to those that follow numbers in the records of the
 * first block.
 */
static void
collect_units(struct input *in, struct selection *s)
{
	struct cutter c = { .searches = true };
	struct unit unit;
	size_t offset = 0;

	set_delimiters(&c, s->delimiters);
	s->nunits = 0;	/* it was 1, for the * */
	while (cut_next(&c, &in->file, &offset)) {
		const struct filtered is =
		    filter_record(in, text_between(c.start, c.end));
		if (is.excluded || is.failed)
			continue;
		while (find_new_unit(&c, s, &unit)) {
			if (s->nunits == MAX_MEASURES)
				bad_file(in,
				    "-u '*': more than %d units, such as %s "
				    "and %s", MAX_MEASURES,
				    excerpt(s->unit[0].name),
				    excerpt(unit.name));
			s->unit[s->nunits] =
			    make_unit(as_text(copy_text(unit.name)));
			s->nunits++;
		}
	}
	if (s->nunits == 0)
		bad_file(in, "no values: no number has a unit");
}

/*
 * ---- JSON ----------------------------------------------------------------
 * JSON becomes one array of nodes, and a table of the paths on which they are.
 * Columns choose paths; then the values on these become records.  Only
 * parse_file and what it calls check the syntax; later, the first byte of a
 * node says what it is.
 */

/*
 * A value of any kind.  What an object or array holds follows it, so the first
 * value in it is the next node, and node + size is what comes after it.  The
 * numbers take 32 bits, because 2^32 nodes would take 128 GiB.
 */
struct node {
	/*
	 * An object or array is as it is in the file.  A string is decoded,
	 * with a quote before it, but none behind it.  null has no bytes.
	 */
	const char *start, *end;
	uint32_t size;		/* nodes: this one and all in it */
	uint32_t array;	/* number + 1 of the innermost around it, or 0 */
	uint32_t path;	/* of the member that it is, or that it is in */
	uint32_t line;		/* where it starts */
};

/*
 * All members with the same names from the outside in.  Arrays add nothing.  If
 * -C t is measure 0, in {"r": [{"t": 1}]} bit 0 is set in measures of r.t, in
 * expected of r, and in leads_to of r and of path[0].
 */
struct path {
	struct text name;	/* of the member itself */
	uint32_t parent;	/* the path of the objects that it is in */
	uint32_t next;	/* another one in the same slot, or 0 */
	unsigned numbers;	/* scalars of which is_quantity is true */
	unsigned measures;	/* bit m: it has the values of measure m */
	/* Bit m: some of its objects have values of measure m: all should. */
	unsigned expected;
	/* Bit m: a path inside it has the values of measure m. */
	unsigned leads_to;
	bool has_scalars;	/* not only null */
	bool is_star;		/* a * in -C means its name */
};

/* In place of the number of a path. */
static const uint32_t NO_PATH = UINT32_MAX;

/* How many objects and arrays may be around a value. */
enum { MAX_DEPTH = 500 };

struct json {
	struct input *input;	/* its line is that of what is parsed */
	const char *next;	/* what is parsed next */
	char *decoded;	/* where the next string with escapes will be */
	struct node *node;
	/*
	 * In order of appearance: so the path of an object has a lower number
	 * than those of its members.  path[0] is outside all objects, and has
	 * no name.
	 */
	struct path *path;
	uint32_t nnodes, npaths;
	size_t node_capacity, path_capacity;
	uint32_t *slot;	/* hash table: numbers of paths; 0: none */
	size_t nslots;
	bool has_star;		/* a * in some -C matches names */
	size_t ntaken;	/* members with values, and objects without any */
	struct builder joined[VALUE];	/* objects as names */
	struct builder words, line;	/* scratch: see append_members */
};

/* ---- JSON: bytes become nodes and paths */

/* Ends the program: what is next is not what is expected. */
NORETURN static void
bad_json(const struct json *j, const char *expected)
{
	const char *found = "the end (was the file cut short?)";

	if (*j->next != '\0')
		found = format_text("\"%s\" (-d ' ' if it is text)",
		    excerpt(as_text(j->next)));
	else if (j->next[-1] == '\n')	/* there is no line behind it */
		j->input->file.line--;
	bad_line(j->input, "not JSON: %s expected, not %s", expected, found);
}

static inline void
skip_space(struct json *j)
{
	const char *p = j->next;

	for (; *p == ' ' || *p == '\n' || *p == '\t' || *p == '\r'; p++)
		if (*p == '\n')
			j->input->file.line++;
	j->next = p;
}

/* Skips a byte if it is next.  Returns whether it was. */
static bool
skip_byte(struct json *j, char byte)
{
	if (*j->next != byte)
		return false;
	j->next++;
	return true;
}

/* Skips a byte that must be next, and space behind it. */
static void
skip_mark(struct json *j, char mark, const char *expected)
{
	if (!skip_byte(j, mark))
		bad_json(j, expected);
	skip_space(j);
}

static void
skip_digits(struct json *j)
{
	if (!is_digit(*j->next))
		bad_json(j, "a digit");
	while (is_digit(*j->next))
		j->next++;
}

static void
skip_number(struct json *j)
{
	skip_byte(j, '-');
	if (!skip_byte(j, '0'))
		skip_digits(j);
	if (skip_byte(j, '.'))
		skip_digits(j);
	if (skip_byte(j, 'e') || skip_byte(j, 'E')) {
		if (!skip_byte(j, '-'))
			skip_byte(j, '+');
		skip_digits(j);
	}
}

/* Skips a word that is a value.  Returns whether it is a number. */
static bool
skip_word(struct json *j)
{
	/* The last three are not JSON, but numbers in Python's json module. */
	static const char *const words[] = {
		"null", "true", "false", "NaN", "Infinity", "-Infinity"
	};
	size_t i = 0;

	while (strncmp(j->next, words[i], strlen(words[i])) != 0) {
		i++;
		if (i == COUNT(words))
			bad_json(j, "a value");
	}
	j->next += strlen(words[i]);
	return i >= 3;
}

/* Returns the code of the \u escape at p, or ULONG_MAX if it is no such. */
static unsigned long
read_code(const char *p)
{
	char digits[5] = "";

	if (strncmp(p, "\\u", 2) != 0)
		return ULONG_MAX;
	memcpy(digits, p + 2, 4);
	return strspn(digits, DIGITS "abcdefABCDEF") == 4 ?
	    strtoul(digits, NULL, 16) : ULONG_MAX;
}

/* Decodes the escape that is next.  Returns the end of what it became. */
static char *
decode(struct json *j, char *to)
{
	static const char letters[] = "\"\\/bfnrt", bytes[] = "\"\\/\b\f\n\r\t";
	const char *letter = memchr(letters, j->next[1], sizeof(letters) - 1);
	unsigned long code = read_code(j->next), low = read_code(j->next + 6);
	size_t length = 6;	/* of the escape */
	size_t n = 1;		/* of what it becomes */

	if (letter != NULL) {
		code = (unsigned char)bytes[letter - letters];
		length = 2;
	}
	if (code == ULONG_MAX)
		bad_json(j, "an escape");
	/* Two halves are a character; one alone is taken as it is. */
	if (code >> 10 == 0xd800 >> 10 && low >> 10 == 0xdc00 >> 10) {
		code = 0x10000 + ((code & 0x3ff) << 10 | (low & 0x3ff));
		length = 12;
	}
	j->next += length;
	if (code == 0)	/* a NUL would separate the parts of a key */
		code = 0xfffd;
	while (code >= utf8_least[n + 1])
		n++;
	for (size_t i = n - 1; i > 0; i--) {
		to[i] = (char)(0x80 | (code & 0x3f));
		code >>= 6;
	}
	to[0] = (char)(utf8_first[n] | code);
	return to + n;
}

/*
 * Returns the text of the string that is next, decoded, with a quote before it.
 * One without escapes is not copied.  Only the name of a member may be anything
 * else: then ends the program.
 */
static struct text
parse_string(struct json *j)
{
	const char *quote = j->next;

	if (!skip_byte(j, '"'))
		bad_json(j, "the name of a member");
	for (; (unsigned char)*j->next >= ' ' && *j->next != '\\'; j->next++)
		if (skip_byte(j, '"'))
			return text_between(quote + 1, j->next - 1);
	size_t n = (size_t)(j->next - quote);
	char *start = j->decoded + 1, *to = j->decoded + n;
	memcpy(j->decoded, quote, n);
	while (!skip_byte(j, '"')) {
		if ((unsigned char)*j->next < ' ')	/* or the end */
			bad_json(j, "the end of a string");
		if (*j->next == '\\')
			to = decode(j, to);
		else {
			*to = *j->next;
			to++;
			j->next++;
		}
	}
	j->decoded = to;
	return text_between(start, to);
}

/* Parses the scalar that is next. */
static void
parse_scalar(struct json *j, struct node *node)
{
	struct path *path = &j->path[node->path];
	const char *start = j->next;
	bool is_number = true;

	if (*start == '"') {
		struct text string = parse_string(j);

		node->start = string.start - 1;	/* its quote */
		node->end = end_of(string);
		is_number = is_quantity(string);
	} else {
		if (is_digit(*start) || (*start == '-' && start[1] != 'I'))
			skip_number(j);
		else
			is_number = skip_word(j);
		node->end = *start == 'n' ? start : j->next;
	}
	path->has_scalars = path->has_scalars || *start != 'n';
	if (is_number)
		path->numbers++;
}

/*
 * Returns the number of the path of the members with a name in the objects of a
 * path.  A new one is added.
 */
static uint32_t
path_of_member(struct json *j, uint32_t parent, struct text name)
{
	uint64_t hash = hash_of(name, j->input->data->seed + parent);
	uint32_t *slot = &j->slot[hash % j->nslots], i;

	for (i = *slot; i != 0; i = j->path[i].next)
		if (j->path[i].parent == parent &&
		    equals(name, j->path[i].name))
			return i;
	i = j->npaths;
	GROW(j->path, j->path_capacity, i + 1);
	j->path[i] = (struct path){
		.name = name, .parent = parent, .next = *slot
	};
	*slot = i;
	j->npaths++;
	return i;
}

/*
 * Parses the value that is next: makes the nodes of it and of all in it.  depth
 * is the number of objects and arrays around it.
 */
static void
parse_node(struct json *j, uint32_t path, uint32_t array, int depth)
{
	uint32_t i = j->nnodes;
	bool is_object = *j->next == '{';

	GROW(j->node, j->node_capacity, i + 1);
	j->node[i] = (struct node){
		.start = j->next, .size = 1, .array = array, .path = path,
		.line = (uint32_t)j->input->file.line
	};
	j->nnodes++;
	if (!is_object && *j->next != '[') {
		parse_scalar(j, &j->node[i]);
		return;
	}
	if (depth == MAX_DEPTH)
		bad_line(j->input, "JSON nested deeper than %d", MAX_DEPTH);
	if (!is_object)
		array = i + 1;
	j->next++;
	skip_space(j);
	while (!skip_byte(j, is_object ? '}' : ']')) {
		uint32_t inner = path;

		if (j->nnodes > i + 1)
			skip_mark(j, ',', is_object ? ", or }" : ", or ]");
		if (is_object) {
			inner = path_of_member(j, path, parse_string(j));
			skip_space(j);
			skip_mark(j, ':', "a colon");
		}
		parse_node(j, inner, array, depth + 1);
		skip_space(j);
	}
	j->node[i].end = j->next;
	j->node[i].size = j->nnodes - i;
}

/* Parses all values of the file, which is in memory. */
static void
parse_file(struct json *j)
{
	skip_space(j);
	while (*j->next != '\0') {
		if (*j->next == '#')
			j->next += strcspn(j->next, "\n");
		else {
			parse_node(j, 0, 0, 0);
			j->next += strspn(j->next, " \t");
			/*
			 * The NUL at the end is found, too.  A number here is
			 * not JSON, but what R prints: [1] 0.5.
			 */
			if (strchr("\n\r#{[", *j->next) == NULL)
				bad_json(j, "the end of the line");
		}
		skip_space(j);
	}
}

/* ---- JSON: columns choose paths */

/* True if a dotted name ends in this name of a member. */
static bool
ends_in(struct text dotted, struct text name)
{
	size_t before = dotted.length - name.length;

	return name.length <= dotted.length &&
	    (before == 0 || dotted.start[before - 1] == '.') &&
	    memcmp(dotted.start + before, name.start, name.length) == 0;
}

/*
 * Returns what is left of a path if a dotted name is taken off its end.  For
 * a.b.c and the name b.c, that is a, the path of the objects in which b.c finds
 * these members.  It is 0 if the name is all of the path, and NO_PATH if the
 * path does not end in the name.
 *
 * If star is not NULL, one * in the name may be any name of the path.  Then
 * sets *star, which is 0 at first, to the path up to this name; if NO_PATH is
 * returned, *star says nothing.
 */
static uint32_t
outer_path(const struct json *j, uint32_t path, struct text name,
    uint32_t *star)
{
	while (path != 0) {
		size_t length = j->path[path].name.length;

		if (!ends_in(name, j->path[path].name)) {
			if (star == NULL || *star != 0 ||
			    !ends_in(name, as_text("*")))
				return NO_PATH;
			*star = path;
			length = 1;
		}
		path = j->path[path].parent;
		if (length == name.length)
			return path;
		name.length -= length + 1;
	}
	return NO_PATH;
}

/*
 * Returns the number of the first path of members with this name, or 0.  One
 * part of it may be a *, which matches any name.
 */
static size_t
find_member(void *reader, struct text name)
{
	const struct json *j = reader;

	for (uint32_t i = 1; i < j->npaths; i++) {
		uint32_t star = 0;

		if (outer_path(j, i, name, &star) != NO_PATH)
			return i;
	}
	return 0;
}

/* Appends a path with dots between its names, but without an outer path. */
static void
append_path(const struct json *j, struct builder *b, uint32_t path,
    uint32_t outer)
{
	const struct path *p = &j->path[path];

	if (p->parent != outer) {
		append_path(j, b, p->parent, outer);
		append_string(b, ".");
	}
	append_text(b, p->name);
}

/*
 * Lists up to ten paths for a message, those that contain the name first, then
 * those with most numbers: the paths of the measures in a set of bits or, if
 * that is 0, all that have numbers.  Returns "none" if there is none.
 */
static const char *
list_paths(const struct json *j, unsigned measures, const char *name)
{
	struct builder list = { .capacity = 0 }, dotted = { .capacity = 0 };
	/* By path; 0: it is not listed, or was already. */
	uint64_t *fit = NEW(uint64_t, j->npaths);
	size_t nlisted = 0;

	for (uint32_t i = 1; i < j->npaths; i++) {
		const struct path *p = &j->path[i];

		if (measures == 0 ? p->numbers == 0 :
		    (p->measures & measures) == 0)
			continue;
		nlisted++;
		fit[i] = 1 + (uint64_t)p->numbers;
		dotted.text.length = 0;
		append_path(j, &dotted, i, 0);
		if (strstr(dotted.text.start, name) != NULL)
			fit[i] += UINT32_MAX;	/* before all others */
	}
	for (size_t n = 0; n < nlisted && n < 10; n++) {
		uint32_t best = 0;

		for (uint32_t i = 1; i < j->npaths; i++)
			if (fit[i] > fit[best])
				best = i;
		fit[best] = 0;
		append_string(&list, n == 0 ? "" : ", ");
		append_path(j, &list, best, 0);
		append_format(&list, " (%u)", j->path[best].numbers);
	}
	if (nlisted > 10)
		append_format(&list, " and %zu more", nlisted - 10);
	return nlisted > 0 ? list.text.start : "none";
}

/* The bits of a rating: how well a path answers to a name. */
enum { IS_WHOLE = 1, HAS_NUMBERS = 2, IS_LITERAL = 4 };

/*
 * Returns how well a path answers to a column of -C, from 7 to 0, or -1 if it
 * does not: a name without * is best, then numbers, then a whole path.  Sets
 * *star to the path of what a * in it means, or to 0.
 */
static int
rate_path(const struct json *j, uint32_t path, const struct place *place,
    uint32_t *star)
{
	const struct path *p = &j->path[path];
	int rating = 0;

	*star = 0;
	uint32_t outermost = outer_path(j, path, place->name, star);

	if (outermost == NO_PATH || !p->has_scalars)
		return -1;
	if (outermost == 0)
		rating += IS_WHOLE;
	if (p->numbers > 0 || place->regex != NULL)
		rating += HAS_NUMBERS;
	if (*star == 0)
		rating += IS_LITERAL;
	return rating;
}

/* Warns if the only path of a measure is another one than in earlier files. */
static void
check_path(const struct json *j, size_t m, uint32_t path)
{
	struct text *seen = &j->input->data->seen.member[m];
	struct builder dotted = { .capacity = 0 };

	append_path(j, &dotted, path, 0);
	if (seen->start == NULL)
		*seen = dotted.text;
	if (!equals(dotted.text, *seen))
		warn(j->input->data->warnings, j->input->file.name, 0,
		    "-C is %s here, but %s in an earlier file: are both the "
		    "same?", excerpt(dotted.text), excerpt(*seen));
}

/*
 * Chooses the paths that have the values of a measure: the one with the best
 * rating or, if the name has a *, all of these.  Without -C, the values are the
 * numbers outside all objects.
 */
static void
choose_paths(struct json *j, size_t m)
{
	const char *typed = j->input->selection->column[VALUE + m].typed;
	const struct place *place = &j->input->place[VALUE + m];
	struct path *path = j->path;
	unsigned bit = 1u << m;
	int best = -1;
	uint32_t n = 0, chosen = 0, star;

	if (typed == NULL) {
		if (path->numbers == 0)
			bad_file(j->input, "this is JSON, so -C must name a "
			    "member with numbers; there are %s",
			    list_paths(j, 0, ""));
		path->measures = bit;
		return;
	}
	for (uint32_t i = 1; i < j->npaths; i++) {
		int rating = rate_path(j, i, place, &star);

		if (rating > best)
			best = rating;
	}
	if (best < 0)
		bad_file(j->input, "no member with a value is called \"%s\"; "
		    "there are %s", typed, list_paths(j, 0, typed));
	for (uint32_t i = 1; i < j->npaths; i++) {
		if (rate_path(j, i, place, &star) != best)
			continue;
		n++;
		chosen = i;
		path[i].measures |= bit;
		path[path[i].parent].expected |= bit;
		if (star != 0) {
			path[star].is_star = true;
			j->has_star = true;
		}
		uint32_t outer = i;
		do {	/* all paths that it is in, up to path[0] */
			outer = path[outer].parent;
			path[outer].leads_to |= bit;
		} while (outer != 0);
	}
	if ((best & IS_LITERAL) == 0)
		return;
	if (n > 1)
		bad_file(j->input, "-C names several members: %s",
		    list_paths(j, bit, ""));
	check_path(j, m, chosen);
}

/* Finds the columns in the file. */
static void
choose_columns(struct json *j)
{
	struct input *in = j->input;
	const struct selection *s = in->selection;

	in->find = find_member;
	in->reader = j;
	find_columns(in);
	for (size_t m = 0; m < s->nmeasures; m++)
		choose_paths(j, m);
	for (size_t i = 0; i < s->names_end; i++) {
		/* Any path answers to *, but only a * of -C gives names. */
		bool is_star = is_string(s->column[i].name, "*");

		if ((in->place[i].kind == NOT_FOUND ||
		    (is_star && !j->has_star)) &&
		    (i < KEY || !s->lenient_keys))
			bad_file(in, "no member is called \"%s\"",
			    s->column[i].typed);
	}
}

/* ---- JSON: values become records */

/*
 * An object while the values in it are taken; or what is outside all objects.
 * It begins as a copy of that of the object around it.
 */
struct scope {
	struct json *json;
	const struct node *object;
	const struct scope *around;	/* that of the object around it */
	/* By column: what names the values.  NULL: nothing does. */
	const struct node *name[VALUE];
	bool is_own[VALUE];	/* see find_in_object */
	/*
	 * That of the innermost object with a name for -k or -b: this one, or
	 * one around it.  NULL: there is none.
	 */
	struct scope *named;
	bool may_be_record;	/* even if there are no values in it */
	/* Bit m: it lacks measure m, but has others, so it is left out. */
	unsigned lacks;
	unsigned found;	/* bit m: values of measure m were taken in it */
	size_t nvalues;		/* how many of each */
	/*
	 * What -e, -x and -X say of the object.  From ACCEPTED on, its values
	 * are taken; and because of these, it may be counted as left out, for
	 * each of the two reasons once.
	 */
	enum fate {
		NOT_ASKED_YET,
		HAS_FAILED,	/* but is not yet counted */
		REFUSED,
		ACCEPTED,
		COUNTED_UNMATCHED,	/* a value does not match ~regex */
		COUNTED		/* for another reason */
	} fate;
};

static bool
is_scalar(const struct node *node)
{
	return *node->start != '{' && *node->start != '[';
}

static bool
is_null(const struct node *node)
{
	return *node->start == 'n';
}

/* Returns the text of a node, which is without quotes. */
static struct text
node_text(const struct node *node)
{
	const char *start = node->start;

	if (*start == '"')
		start++;
	return text_between(start, node->end);
}

/* True for null and an empty string. */
static bool
is_missing(const struct node *node)
{
	return node_text(node).length == 0;
}

/*
 * Returns what a dotted name finds in an object, or NULL; null is nothing.
 *
 * Own members come first.  Those of the object a in {"a": {"b": 1, "c": {"d":
 * 2}}} are b, which is also a.b, and c.d.
 *
 * So the name may begin in the object, or with the members around it, as a.b
 * does.  Of several own members, the one whose name begins nearest counts: in
 * {"a": {"b": 1, "a": {"b": 2}}}, a.b is 2 to the outer object a, and 1 to the
 * one around it.
 *
 * Otherwise the name may be that of a member further in, as d, if only one path
 * ends in it, and if the object around that member has no values: else it would
 * name those.
 *
 * Arrays are skipped: the objects in them have the same paths, but are no parts
 * of the object.
 */
static const struct node *
find_in_object(const struct json *j, const struct node *object,
    struct text name, bool *is_own)
{
	const struct node *own = NULL, *below = NULL;
	bool is_one_path = true;
	uint32_t nearest = 0;	/* where the name of own begins */

	/*
	 * outer and object->path both lead to n->path, and paths have numbers
	 * from the outside in: so the lower of the two is the outer one.  In
	 * {"a": {"b": 1}}, a is 1 and a.b is 2.
	 */
	for (const struct node *n = object + 1; n < object + object->size;
	    n += *n->start == '[' ? n->size : 1) {
		uint32_t outer = outer_path(j, n->path, name, NULL);

		if (outer == NO_PATH || is_null(n))
			continue;
		if (outer <= object->path) {
			if (own == NULL || outer > nearest) {
				own = n;
				nearest = outer;
			}
		} else if (j->path[j->path[n->path].parent].leads_to == 0) {
			if (below != NULL && below->path != n->path)
				is_one_path = false;
			below = n;
		}
	}
	*is_own = own != NULL;
	if (own != NULL)
		return own;
	return is_one_path ? below : NULL;
}

/*
 * Finds what the object of a scope has for -k, -b and -r.  An own member
 * replaces what the objects around it have; one further in never replaces an
 * own one.  An own member for -k or -b makes it a record.
 */
static void
find_names(struct scope *scope)
{
	const struct input *in = scope->json->input;
	const struct place *place = in->place;
	bool is_own;

	for (size_t i = 0; i < in->selection->names_end; i++) {
		if (place[i].kind != FIELD)
			continue;
		const struct node *n = find_in_object(scope->json,
		    scope->object, place[i].name, &is_own);
		bool was_own = scope->is_own[i];
		/* The object around found it; but now it may be an own one. */
		bool is_known = n == scope->name[i] && is_own == was_own;
		if (n == NULL || is_known || (was_own && !is_own))
			continue;
		scope->name[i] = n;
		scope->is_own[i] = is_own;
		if (i == RUN)	/* it does not choose what -e looks at */
			continue;
		scope->named = scope;
		if (is_own)
			scope->may_be_record = true;
	}
}

/*
 * Returns a value as a name; an object of scalars reads n=10,size=64, and an
 * array of them a,b.  What is in objects in it has a path: size.x=2.  Such a
 * name is put together in the builder.
 */
static struct text
name_of(struct json *j, const struct node *node, struct builder *b)
{
	const char *separator = "";

	if (is_scalar(node))
		return node_text(node);
	b->text.length = 0;
	for (const struct node *n = node + 1; n < node + node->size; n++) {
		if (!is_scalar(n) || is_null(n))
			continue;
		append_string(b, separator);
		separator = ",";
		if (n->path != node->path) {
			append_path(j, b, n->path, node->path);
			append_string(b, "=");
		}
		append_text(b, node_text(n));
	}
	return b->text;
}

/*
 * Returns the path whose name a * in -k or -b means, for the values of measure
 * m on a path: what the * of this measure means or, if it has none, the nearest
 * path around the values that the * of another measure means.  It is 0, which
 * has no name, if there is none.
 */
static uint32_t
find_star(const struct json *j, uint32_t path, size_t m)
{
	uint32_t star = 0;
	const struct place *place = &j->input->place[VALUE + m];

	if (outer_path(j, path, place->name, &star) != NO_PATH && star != 0)
		return star;
	while (path != 0 && !j->path[path].is_star)
		path = j->path[path].parent;
	return path;
}

/* Sets the set, the run and the key of the values of measure m on a path. */
static void
set_names(const struct scope *scope, uint32_t path, size_t m)
{
	struct json *j = scope->json;
	struct input *in = j->input;

	in->record.is_placed = false;
	for (size_t i = 0; i < in->selection->names_end; i++) {
		const struct node *name = scope->name[i];
		struct text text = as_text("");

		if (name != NULL)
			text = name_of(j, name, &j->joined[i]);
		else if (is_string(in->place[i].name, "*"))
			text = j->path[find_star(j, path, m)].name;
		set_name(in, i, text);
	}
}

/* Returns the scope of the record: the object that -e, -x and -X look at. */
static struct scope *
record_scope(struct scope *scope)
{
	return scope->named != NULL ? scope->named : scope;
}

/*
 * Counts an object as left out, because of all in it or of one value; set_names
 * has set its key, whose first part names it.  It is counted once for a reason
 * that fails gates.  Before, it may have been counted once as UNMATCHED, which
 * does not fail them.
 * Values outside all objects are counted one by one, but not for -X.
 */
static void
leave_out(struct scope *scope, enum omission reason, size_t column)
{
	struct input *in = scope->json->input;
	struct scope *record = record_scope(scope);
	struct text name = in->record.name[KEY];
	enum fate fate = reason == UNMATCHED ? COUNTED_UNMATCHED : COUNTED;

	if (record->fate >= fate)
		return;		/* it was, for this or a graver reason */
	if (*record->object->start == '{')
		record->fate = fate;
	if (name.length == 0)
		name = node_text(record->object);
	omit(in, reason, column, name);
}

/*
 * Sets the names of the values of measure m in a node.  Returns true if they
 * are wanted: -b lists their set, or none, and -e, -x and -X accept their
 * object.  The line is then that of the node.  If -X matches the object, it is
 * left out.
 */
static bool
admits(struct scope *scope, const struct node *n, size_t m)
{
	struct input *in = scope->json->input;
	struct scope *record = record_scope(scope);
	struct text text = node_text(record->object);

	set_names(scope, n->path, m);
	bool is_wanted = !is_unlisted(in);
	if (record->fate == NOT_ASKED_YET) {
		in->file.line = record->object->line;
		const struct filtered is = filter_record(in, text);
		record->fate = is.failed ? HAS_FAILED : ACCEPTED;
		check_unread(in, &is, text);
		if (is.excluded) {
			omit(in, FILTERED, MAX_COLUMNS, text);
			record->fate = REFUSED;
		}
	}
	if (record->fate == HAS_FAILED && is_wanted) {
		leave_out(scope, FAILED_RECORD, MAX_COLUMNS);
		record->fate = REFUSED;
	}
	if (!is_wanted || record->fate < ACCEPTED)
		return false;
	in->file.line = n->line;
	return true;
}

/* Returns the text of a value: no bytes, if it is an empty array. */
static struct text
value_text(const struct node *n)
{
	struct text text = node_text(n);

	return is_scalar(n) ? text : after(text, text.length);
}

/* Takes a value of measure m, with its second part if it has one. */
static void
take_scalar(struct scope *scope, size_t m, const struct node *n,
    const struct node *other)
{
	struct input *in = scope->json->input;
	const struct selection *s = in->selection;
	const struct quantity *value = &in->record.value[m];

	in->file.line = n->line;
	if (s->by_array) {
		/*
		 * The label of the run is the bytes of its array's number, NULs
		 * among them; they are never shown.  A missing value is left
		 * out below.
		 */
		if (n->array == 0 && !is_missing(n))
			bad_line(in, "-r []: no array is around this value");
		in->record.name[RUN] = (struct text){
			(char *)&n->array, sizeof(n->array)
		};
	} else if (s->column[VALUE].typed == NULL && n->array != 0 &&
	    scope->json->node[n->array - 1].array != 0)
		bad_line(in, "arrays in arrays: if each of the innermost is a "
		    "run, -r '[]'");
	set_value(in, VALUE + m, value_text(n), n->end);
	if (in->operator[m] != '\0')
		set_value(in, SECOND + m, value_text(other), other->end);
	if (value->state == PRESENT)
		take_value(in, m);
	else
		leave_out(scope, value->state == EMPTY || !is_scalar(n) ?
		    INCOMPLETE : UNMATCHED, VALUE + m);
}

/*
 * Returns the first scalar of a member from n on that is in no object.  An
 * empty array in the member, such as that of a run without values, is a missing
 * one.
 */
static inline const struct node *
find_scalar(const struct node *member, const struct node *n)
{
	const struct node *end = member + member->size;

	for (; n < end && !is_scalar(n); n += *n->start == '{' ? n->size : 1)
		if (*n->start == '[' && n->size == 1 && n > member)
			break;
	return n < end ? n : NULL;
}

/* True for a node in one that names the values of a scope. */
static bool
is_in_names(const struct scope *scope, const struct node *n)
{
	for (size_t i = 0; i < VALUE; i++) {
		const struct node *name = scope->name[i];

		if (name != NULL && n >= name && n < name + name->size)
			return true;
	}
	return false;
}

/*
 * Appends the scalars of an object to `words', and to `line' as they would be
 * in a line of text: status=200.  Those of objects in it that lead to no values
 * belong to it.  The names of a scope are left out.  Of a large object, only
 * the beginning is looked at.
 */
static void
append_members(const struct scope *scope, const struct node *object)
{
	struct json *j = scope->json;
	const struct node *n = object + 1;
	size_t size = object->size < 100 ? object->size : 100;

	while (n < object + size) {
		const struct path *path = &j->path[n->path];
		struct text text = node_text(n);

		if (is_scalar(n) && path->measures == 0 && !is_missing(n) &&
		    !is_in_names(scope, n)) {
			if (n->array == object->array)
				append_word(j->input, &j->words, text);
			append_pair(&j->line, path->name, text);
		}
		if ((path->leads_to | path->measures) == 0)
			n++;
		else
			n += n->size;
	}
}

/* Checks the words of the objects around a value, as lines are checked. */
static void
check_words_around(const struct scope *scope)
{
	struct json *j = scope->json;

	j->words.text.length = j->line.text.length = 0;
	for (const struct scope *s = scope; s->around != NULL; s = s->around) {
		const struct path *path = &j->path[s->object->path];

		if (path->is_star)
			append_word(j->input, &j->words, path->name);
		append_members(scope, s->object);
	}
	if (!check_symptoms(j->input, j->line.text))
		check_beside(j->input, j->words.text);
}

/*
 * Checks a member after its values were taken: what is beside them, and if they
 * pair in order.
 */
static void
check_member(struct scope *scope, size_t m, size_t nvalues)
{
	const struct json *j = scope->json;
	struct seen *seen = &j->input->data->seen;

	if (scope->found != 0 && scope->nvalues != nvalues)
		seen->lost_pairs = true;
	scope->found |= 1u << m;
	scope->nvalues = nvalues;
	if (j->ntaken <= CHECKED)
		check_words_around(scope);
}

/*
 * Leaves out an object that has no values of a set of measures, or a scalar or
 * an empty array where other records have an object.  It counts once, for the
 * first of the measures.
 */
static void
leave_out_lacking(struct scope *scope, const struct node *n, unsigned measures,
    enum omission reason)
{
	if (measures != 0)
		scope->json->ntaken++;
	for (size_t m = 0; measures >> m != 0; m++)
		if ((measures >> m & 1) && admits(scope, n, m)) {
			leave_out(scope, reason, VALUE + m);
			return;
		}
}

/*
 * Takes the values of measure m of a member, each with its second part.  It is
 * left out if it has none.
 */
static void
take_member(struct scope *scope, const struct node *member, size_t m)
{
	struct input *in = scope->json->input;
	/* Of a/b, the b for the a at n; else n itself. */
	const struct node *second = member, *n, *other;
	size_t nvalues = 0;
	bool has_value = false, is_own;

	scope->json->ntaken++;
	if (!admits(scope, member, m))
		return;
	size_t missing = missing_name(in);
	n = find_scalar(member, member);
	if (in->operator[m] != '\0') {
		second = find_in_object(scope->json, scope->object,
		    in->place[SECOND + m].name, &is_own);
		if (!is_own || is_missing(second) || is_missing(member))
			n = NULL;
	}
	if (n == NULL)
		missing = VALUE + m;
	if (missing < MAX_COLUMNS) {
		leave_out(scope, INCOMPLETE, missing);
		return;
	}
	other = find_scalar(second, second);
	while (n != NULL && other != NULL) {
		nvalues++;
		take_scalar(scope, m, n, other);
		if (in->record.value[m].state == PRESENT)
			has_value = true;
		else if (n != member)	/* those behind it move up */
			in->data->seen.lost_pairs = true;
		n = find_scalar(member, n + 1);
		other = find_scalar(second, other + 1);
	}
	if (n != NULL || other != NULL)
		die(in->file.name, member->line, "-C %s: the two do not have "
		    "the same number of values", in->selection->measure[m]);
	if (has_value)
		check_member(scope, m, nvalues);
}

/*
 * Counts an object with records in it as left out if -X matches in it, but
 * outside of all members that lead to values: these have not failed.
 */
static void
check_around(const struct json *j, const struct node *object)
{
	struct input *in = j->input;
	struct builder own = { .capacity = 0 };
	const char *start = object->start;

	for (const struct node *n = object + 1; n < object + object->size;
	    n += n->size)
		if (!is_scalar(n) && j->path[n->path].leads_to != 0) {
			append_text(&own, text_between(start, n->start));
			start = n->end;
		}
	append_text(&own, text_between(start, object->end));
	const struct filtered is = filter_record(in, own.text);
	if (is.failed && !is.excluded)
		omit(in, FAILED_AROUND, MAX_COLUMNS, node_text(object));
	free(own.text.start);
}

/* Begins an object, whose scope is a copy of that around it. */
static void
enter_object(struct scope *scope, const struct node *object)
{
	const struct json *j = scope->json;
	const struct path *path = &j->path[object->path];
	unsigned found = 0;

	scope->object = object;
	scope->found = 0;
	scope->fate = NOT_ASKED_YET;
	scope->may_be_record = path->is_star || object->size == 1;
	find_names(scope);
	for (const struct node *n = object + 1; n < object + object->size;
	    n += n->size)
		if (!is_missing(n))
			found |= j->path[n->path].measures;
	scope->lacks = found == 0 ? 0 : path->expected & ~found;
	leave_out_lacking(scope, object, scope->lacks, INCOMPLETE);
}

/*
 * Ends an object; `before' is what ntaken was when it began.  If nothing was
 * taken in it, while others on its path have values, it is a record without a
 * value if it has a name, is empty, or has failed by -X; else its words may say
 * that it failed.  If something was taken, -X may match around these records.
 */
static void
leave_object(struct scope *scope, size_t before)
{
	struct json *j = scope->json;
	struct input *in = j->input;
	const struct node *object = scope->object;
	const struct path *path = &j->path[object->path];

	if (in->selection->sets_are_columns)
		check_turns(in, scope->found, scope->nvalues);
	if (path->leads_to == 0)
		return;
	in->file.line = object->line;
	if (j->ntaken > before) {
		if (record_scope(scope)->fate == NOT_ASKED_YET &&
		    in->selection->nfilters > 0)
			check_around(j, object);
		return;
	}
	const struct filtered is = filter_record(in, node_text(object));
	check_unread(in, &is, node_text(object));
	if (scope->may_be_record || (is.failed && !is.excluded))
		leave_out_lacking(scope, object, path->leads_to, NO_VALUE);
	else if (path->expected != 0 && !is.excluded) {
		in->record.is_placed = false;
		j->words.text.length = j->line.text.length = 0;
		append_members(scope, object);
		check_failure(in, j->line.text, node_text(object));
	}
}

/*
 * Takes the values in the object of a scope, from a node on, and those in all
 * objects in it.  The names that these have take the place of those further
 * out.
 */
static void
take_values(struct scope *scope, const struct node *n)
{
	const struct json *j = scope->json;
	const struct node *object = scope->object;

	for (; n < object + object->size; n += *n->start == '{' ? n->size : 1) {
		/*
		 * A member is in the same array as its object.  Elements of an
		 * array that is a member are taken with it.  Without -C, what
		 * is outside all objects counts, but no object there.
		 */
		const struct path *path = &j->path[n->path];
		bool is_taken = scope->lacks == 0 &&
		    n->array == object->array &&
		    (n->path > 0 || *n->start != '{');
		unsigned measures = is_taken ? path->measures : 0;
		for (size_t m = 0; measures >> m != 0; m++)
			if (measures >> m & 1)
				take_member(scope, n, m);
		/*
		 * A scalar, or an array without elements, in the place of an
		 * object with values.
		 */
		if (scope->lacks == 0 && path->measures == 0 && n->size == 1 &&
		    *n->start != '{')
			leave_out_lacking(scope, n, path->leads_to, INCOMPLETE);
		if (*n->start == '{') {
			struct scope inner = *scope;
			size_t before = j->ntaken;

			inner.around = scope;
			enter_object(&inner, n);
			take_values(&inner, n + 1);
			leave_object(&inner, before);
		}
	}
}

/* Reads the file. */
static void
read_json(struct input *in)
{
	struct file *f = &in->file;
	struct json j = { .input = in };

	while (!f->at_end)
		refill(f);
	f->buffer[f->end] = '\0';
	f->line = 1;
	j.next = f->buffer + f->start;
	/* Each path takes five bytes or more: few share a slot. */
	j.nslots = f->end / 4 + 1;
	j.slot = NEW(uint32_t, j.nslots);
	char *decoded = NEW(char, f->end + PADDING);
	j.decoded = decoded;
	append_string(&j.line, "");	/* it has a start, even if empty */
	/* path[0]; its slot stays free, as its number is 0. */
	path_of_member(&j, 0, as_text(""));
	parse_file(&j);
	choose_columns(&j);
	for (const struct node *n = j.node; n < j.node + j.nnodes; n += n->size)
		take_values(&(struct scope){ .json = &j, .object = n }, n);
	free(decoded);
	free(j.node);
	free(j.slot);
	free(j.path);
}

/*
 * ---- Files ---------------------------------------------------------------
 * A file is text or JSON.  Unless an option decides, the first byte does that
 * is no white space and not in a line that begins with #.  Another format would
 * be a reader like those above, and a line of look_at_start.  What begins with
 * [ or { is JSON, so a format that may begin so needs another sign.
 */

/*
 * Reads the first block, skips a byte-order mark in it, and finds out whether
 * the file is text or JSON.
 */
static void
look_at_start(struct input *in)
{
	const struct selection *s = in->selection;
	const struct column *value = &s->column[VALUE];
	struct file *f = &in->file;
	const char *p;

	while (f->end - f->start < BLOCK_SIZE && !f->at_end)
		refill(f);
	if (strncmp(f->buffer + f->start, "\xef\xbb\xbf", 3) == 0)
		f->start += 3;
	if (f->start == f->end)
		bad_file(in, "the input is empty");
	p = f->buffer + f->start;	/* the padding ends with a NUL */
	p += strspn(p, WHITE_SPACE);
	while (*p == '#') {
		p += strcspn(p, "\n");
		p += strspn(p, WHITE_SPACE);
	}
	in->is_text = (*p != '{' && *p != '[') ||
	    s->delimiters != default_delimiters || s->by_unit ||
	    is_line(value) || is_tag(value->name);
}

/* Ends the program if a file has no value of some measure; -u '*': of any. */
static void
check_values(const struct input *in)
{
	const struct selection *s = in->selection;
	const struct left_out *filtered = &in->data->left_out[FILTERED];
	const struct left_out *incomplete = &in->data->left_out[INCOMPLETE];
	size_t missing = s->nmeasures;	/* the first without a value */
	const char *hint = "";

	for (size_t m = s->nmeasures; m-- > 0; )
		if (!in->has_values[m])
			missing = m;
		else if (s->all_units)
			return;
	if (missing == s->nmeasures)
		return;
	const char *name = s->measure[missing];
	enum place_kind kind = in->place[VALUE + missing].kind;
	if (filtered->n > 0)
		hint = format_text(" (-e and -x left out %ju record%s, "
		    "such as \"%s\")", filtered->n, plural(filtered->n),
		    filtered->example);
	else if (kind == FIELD && in->at_blanks &&
	    incomplete->file == in->file.name &&
	    strpbrk(incomplete->example, ",;|") != NULL)
		hint = format_text(" (-d '%c' if it separates columns)",
		    *strpbrk(incomplete->example, ",;|"));
	else if (in->data->nleft_out > 0)
		hint = " (records were left out)";
	else if (in->file.is_overwritten)
		hint = "; of a line with carriage returns, only what follows "
		    "the last one is read";
	else if (in->data->seen.silent[COMMENT])
		hint = " (comments have none)";
	else if (kind == UNIT)
		hint = " (no field begins with a number in this unit; -d , "
		    "cuts CSV, -C takes the word before one)";
	else if (kind == TAG)
		hint = " (no line begins with it, or has it behind a blank, an "
		    "opening bracket or a delimiter; ~REGEX finds it anywhere)";
	else if (in->is_text && kind == FIELD &&
	    in->place[VALUE + missing].name.length == 0)
		hint = s->nlabels > 0 ? " (no record has a label of -b)" :
		    " (comments, which begin with #, have none)";
	tell_left_out(in->data);
	bad_file(in, "%s%s", join("no values", " of ", name), hint);
}

/* Reads a file after a look at its start. */
static void
read_file(struct input *in)
{
	const struct selection *s = in->selection;
	struct file *f = &in->file;

	in->data->nfiles++;
	in->data->left_out[FILTERED].n = 0;	/* of this file */
	/* Lines may be read by expressions, whatever is in them. */
	if (!is_line(&s->column[VALUE]) && !is_line(&s->column[KEY]) &&
	    strncmp(f->buffer + f->start, "<?xml", 5) == 0)
		bad_file(in, "this is XML, which only ~regex can read: -C "
		    "'~time=\"([^\"]*)'");
	if (s->by_array && in->is_text)
		bad_file(in, "-r []: there are no arrays, as this is not JSON");
	if (in->is_text)
		read_lines(in);
	else
		read_json(in);
	if (f->lacks_newline)
		in->data->seen.cut_file = f->name;
	else if (in->is_text)
		in->data->seen.nwhole++;
	if (in->taken != 0)	/* a set has no value in the last turn */
		in->data->seen.lost_pairs = true;
	check_values(in);
}

/*
 * ---- Distributions -------------------------------------------------------
 * Turns values into probabilities and back: Student's t, the normal
 * distribution, and those of sums of ranks; and the quantile of the binomial
 * distribution.
 */

/*
 * From this df on, t is taken as normal.  The two differ by about t^4 / (4 df)
 * relative, which is below 1e-19 for every p that a double can hold.
 */
static const double NORMAL_DF = 1e25;

/* The distribution of |T| at one t, where T is Student's t. */
struct tails {
	double outside;	/* P(|T| > t) */
	double inside;	/* P(|T| <= t) */
	double slope;	/* d inside / d ln t = 2 t density(t) */
};

/*
 * Returns the density of |T| at 0, where T is Student's t: with a = df / 2,
 * sqrt(2/pi) Gamma(a + 1/2) / (Gamma(a) sqrt(a)).
 *
 * Method	with w = a - 1/4, Gamma(w + 3/4) / Gamma(w + 1/4) is sqrt(w)
 *		times a series in 1/w^2 (Fields 1966).  Gamma(a + 1) = a
 *		Gamma(a) raises w to at least 10 first; the terms left out
 *		are below 2e-17 then
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
	double root_2_over_pi = 0.79788456080286536;
	double w = df / 2 - 0.25, above = 1, below = 1, series = 0;

	while (w < 10) {	/* both products are exact for small whole df */
		above *= w + 0.25;
		below *= w + 0.75;
		w++;
	}
	for (size_t i = 0; i < COUNT(term); i++)
		series = series / (w * w) + term[i];
	return above / below * sqrt(w / (df / 2)) * series * root_2_over_pi;
}

/*
 * Returns the probability outside of +-t, which is a two-sided p-value, and
 * inside, for Student's t with df >= 1.  With df = INFINITY, that is the normal
 * distribution.
 *
 * Method	P(|T| > t) = I_x(df/2, 1/2) with x = 1 - y = df / (df + t^2).
 *		Near the centre, the rest, I_y(1/2, df/2), is the
 *		hypergeometric series of the incomplete beta function
 *		(Abramowitz & Stegun 26.5.4).  In the tail, P itself is the
 *		continued fraction alpha_1 / (beta_1 + alpha_2 / (beta_2 +
 *		...)) of DiDonato & Morris, ACM TOMS 18 (1992), there called
 *		BFRAC, with b = 1/2, summed as the differences of its
 *		convergents (Steed).  alpha_1 is 1, and beta_1 is the beta of
 *		the loop for n = 0.  The factor of the fraction, x^a sqrt(y) /
 *		B(a, 1/2), is slope / 2; that of the series is the same over
 *		b.  All terms of both are positive
 * Accuracy	1e-14 relative, for the smaller of the two, down to 1e-30;
 *		below that 1e-12, down to 1e-300, because errors in the
 *		exponent grow with it
 * Special	t = 0 gives 0 inside, |t| > 1e150 gives 0 outside, and NAN
 *		gives NAN
 */
static struct tails
t_tail(double t, double df)
{
	double nu = smaller(NORMAL_DF, df), a = nu / 2;

	if (fabs(t) > 1e150)
		return (struct tails){ .outside = 0, .inside = 1 };
	double z = t * t / nu, x = 1 / (1 + z), y = z * x;
	double slope = density_at_0(nu) * exp(-a * log1p(z)) *
	    (fabs(t) * sqrt(x));
	if (y <= 3 / (6 + nu)) {
		double term = slope, sum = slope;

		for (int n = 0; term > 1e-17 * sum; n++) {
			term *= (a + n + 0.5) * y / (n + 1.5);
			sum += term;
		}
		return (struct tails){ 1 - sum, sum, slope };
	}
	double lambda = a * y - x / 2;
	double inverse = (a + 1) / (a * (lambda + 1));	/* 1 / beta_1 */
	double term = inverse, sum = inverse;
	for (int n = 1; term > 1e-17 * sum; n++) {
		double c = n * (n - 0.5) * x / (a + 2 * n - 1);
		double alpha = -c * x *
		    (a + n - 1) * (a + n - 0.5) / (a + 2 * n - 1);
		double beta = n - c +
		    (a + n) / (a + 2 * n + 1) * (lambda + 1 + n * (1 + y));
		double before = inverse;

		inverse = 1 / (beta + alpha * before);
		term *= -alpha * before * inverse;
		sum += term;
	}
	sum *= slope / 2;
	return (struct tails){ sum, 1 - sum, slope };
}

/*
 * Returns the t with P(|T| > t) = outside and P(|T| <= t) = inside.  These add
 * up to 1; the smaller one must be exact.
 *
 * Method	Newton's method on the logarithm of the smaller one as a
 *		function of ln t.  This is concave, so that no step leads
 *		past the root, if the start is above it in the tail, or below
 *		it near the centre.  The first comes from P(|T| > t) <=
 *		(1 + t^2/df)^(-df/2), the second from the density, which is
 *		greatest at 0
 * Accuracy	1e-14 relative: after a step of 1e-9, the error is its square
 * Special	outside = 0 gives INFINITY, inside = 0 gives 0; if outside is
 *		below 1e-300 it underflows, and t may be 2% too large
 */
static double
t_critical(double outside, double inside, double df)
{
	double nu = smaller(NORMAL_DF, df);
	bool in_tail = outside < inside;
	double step = 1, t = in_tail ?
	    sqrt(nu) * sqrt(expm1(log(outside) * -2 / nu)) :
	    inside / density_at_0(nu);

	for (int i = 0; i < 100 && fabs(step) > 1e-9; i++) {
		struct tails at = t_tail(t, nu);
		double part = in_tail ? at.outside : at.inside;

		if (part == 0 || at.slope == 0)		/* underflow */
			break;
		step = log(part / (in_tail ? outside : inside)) * part /
		    at.slope;
		t *= exp(in_tail ? step : -step);
	}
	return t;
}

/*
 * Returns the greatest l with P(B < l) <= chance, which is below 1/2.  B is
 * binomially distributed: n trials with probability p each, 0 < p < 1.
 *
 * Method	sums relative probabilities, each computed from the one before
 *		it; those more than 36 standard deviations below the mean are
 *		left out, because they are far below any chance
 */
static size_t
binomial_rank(size_t n, double p, double chance)
{
	double odds = p / (1 - p), size = (double)n, tiny = 1e-280;
	double first = floor(larger(0,
	    size * p - 36 * sqrt(size * p * (1 - p))));
	double at = tiny, all = 0, below = 0, k;

	for (k = first; at > 1e-20 * all; k++) {
		all += at;
		at *= (size - k) / (k + 1) * odds;
	}
	double most = chance * all * (1 + ROUNDING);
	at = tiny;
	for (k = first; below + at <= most; k++) {
		below += at;
		at *= (size - k) / (k + 1) * odds;
	}
	return (size_t)k;
}

/*
 * Some of the pooled scores, which ascend, are drawn at random.  Returns, for
 * w = 0..limit, the probability that their sum is at most w above the least
 * one, which is that of the first scores.  The caller frees the array.
 *
 * Example	two of the scores 2, 4, 6 add up to 6, 8 or 10, which is 0, 2
 *		or 4 above the least.  With a limit of 2, it returns 1/3, 1/3
 *		and 2/3
 * Method	the shift algorithm of Streitberg and Roehmel (1986):
 *		ways[a][w] counts the draws of a out of the scores seen so
 *		far whose sum is w above that of the first a scores.  If
 *		score i is drawn after a others, w rises by score[i] -
 *		score[a].  For each i, a falls, so that ways[a] is read before
 *		score i is added to it
 * Accuracy	1e-14 relative, because only positive numbers are added;
 *		there must be fewer than 1e300 draws
 */
static double *
draw_chances(const size_t *score, size_t pooled, size_t drawn, size_t limit)
{
	size_t width = limit + 1;
	double *ways = NEW(double, (drawn + 1) * width);
	double all = 1, count = 0;

	ways[0] = 1;
	for (size_t i = 0; i < pooled; i++) {
		/*
		 * Of the i before this one, i - a are not drawn: at most
		 * pooled - drawn.
		 */
		size_t least = i + drawn > pooled ? i + drawn - pooled : 0;

		for (size_t a = i < drawn ? i + 1 : drawn; a-- > least; ) {
			size_t rise = score[i] - score[a];
			double *source = ways + a * width;
			double *target = source + width;

			for (size_t w = 0; w + rise <= limit; w++)
				target[w + rise] += source[w];
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
 * Each of n scores is taken or not, with even chances.  Returns, for w =
 * 0..limit, the probability that those taken add up to at most w.  The caller
 * frees the array.
 *
 * Method	the shift algorithm again: each score s splits the chances of
 *		every sum w between w and w + s
 * Accuracy	1e-14 relative, because only positive numbers are added
 */
static double *
signed_rank_chances(const size_t *score, size_t n, size_t limit)
{
	double *chance = NEW(double, limit + 1);

	chance[0] = 1;
	for (size_t i = 0; i < n; i++)
		for (size_t w = limit + 1; w-- > 0; ) {
			if (w >= score[i])
				chance[w] += chance[w - score[i]];
			chance[w] /= 2;
		}
	for (size_t w = 1; w <= limit; w++)
		chance[w] += chance[w - 1];
	return chance;
}

/*
 * ---- Summary -------------------------------------------------------------
 * Turns a sample into its figures and the doubts about it.
 */

/*
 * Returns the level of each of this many comparisons that a confidence in
 * percent covers together (Bonferroni).
 */
static struct level
level_of(double percent, double ncovered)
{
	struct level level = { percent, (100 - percent) / 100 / ncovered };

	if (ncovered > 1)	/* else this might only be rounded */
		level.percent = 100 - 100 * level.outside;
	return level;
}

/* Returns the two-sided quantile of Student's t, or NAN if df is below 1. */
static double
t_at_level(struct level level, double df)
{
	return df < 1 ? NAN :
	    t_critical(level.outside, level.percent / 100, df);
}

/* True if p is significant. */
static bool
rejects(double p, struct level level)
{
	return p <= level.outside * (1 + ROUNDING);
}

/*
 * Returns the quantile and its interval.  Each end leaves at most half of the
 * risk outside.
 */
static struct estimate
estimate_quantile(const struct summary *s, double quantile,
    struct level level)
{
	double side = level.outside / 2;

	assert(s->sorted != NULL);
	size_t lower = binomial_rank(s->n, quantile, side);
	size_t upper = binomial_rank(s->n, 1 - quantile, side);

	return (struct estimate){
		s->centre, lower > 0 ? s->sorted[lower - 1] : -INFINITY,
		upper > 0 ? s->sorted[s->n - upper] : INFINITY
	};
}

/*
 * Returns the figures of a sample, which must outlive them.  No figure is -0.
 */
static struct summary
summarize(const struct sample *sample, const struct question *question,
    struct level level)
{
	struct summary s = moments_of(sample->value, sample->n);
	double n = (double)s.n;

	s.sample = sample;
	if (s.n == 0)
		return s;
	s.centre = s.mean.hi;
	bool is_constant = s.min == s.max;
	if (!question->test.certain) {
		s.mean_half_width = t_at_level(level, n - 1) *
		    (s.stddev / sqrt(n));
		if (s.n > 1 && is_constant)
			s.doubts |= DOUBT_CONSTANT;
	} else if (!is_constant || sample->mixed)
		s.doubts |= DOUBT_NOT_EXACT;
	double error = s.mean_half_width;
	if (question->test.of_quantiles) {
		s.sorted = NEW(double, s.n);
		memcpy(s.sorted, sample->value, s.n * sizeof(*s.sorted));
		qsort(s.sorted, s.n, sizeof(*s.sorted), by_value);
		/* Divided last, so that whole positions are exact. */
		s.centre = value_at(sample->value, s.n,
		    (n - 1) * question->quantile / 100);
		struct estimate q = estimate_quantile(&s,
		    question->quantile / 100, level);
		error = larger(q.upper - q.value, q.value - q.lower);
		/* Its own interval has no end, whatever it is compared with. */
		if (question->test.any_quantile && isinf(error))
			s.doubts |= DOUBT_TOO_FEW;
	}
	s.median = value_at(sample->value, s.n, (n - 1) / 2);
	double share = fabs(error / s.centre);
	if (isfinite(100 * share))
		s.centre_error = share;
	return s;
}

/*
 * The order of values is examined in samples of this many.  Fewer tell little,
 * and of more, it seldom matters.  has_same_values() and only_rises() want
 * LEAST_ORDERED values, too.
 */
enum { LEAST_ORDERED = 8, MOST_ORDERED = 10000 };

/*
 * True if some values are far below the others, as those of runs that failed at
 * once, or never began.  They are below a quarter of the median.  The gap above
 * them, up to the least of the others, must be twice as wide (if they are 0, as
 * wide) as from there to the upper hinge of all.  As a coarse clock may show 0
 * for 1, it must also be three times as wide as the next gap.
 *
 * But where no values above 0 are equal, the clock is not coarse: then 0 is
 * less than any time, if the least of these is above twice the least gap of
 * them.
 *
 * Of samples of 5 normal values with a standard deviation of 30 percent, 1 in
 * 100 is doubted; of samples of 5 exponential values, 7.
 */
static bool
has_fallen(const struct summary *s, double upper_hinge)
{
	size_t n = s->n, nzeros = 0, nfallen = 0;
	double gap = INFINITY;

	if (s->min < 0 || s->min >= s->median / 4)
		return false;
	double *value = NEW(double, n);
	memcpy(value, s->sample->value, n * sizeof(*value));
	qsort(value, n, sizeof(*value), by_value);
	while (value[nzeros] == 0)
		nzeros++;
	for (size_t i = nzeros + 1; i < n; i++)
		gap = smaller(gap, value[i] - value[i - 1]);
	bool is_no_time = nzeros > 0 && gap > 0 && value[nzeros] > 2 * gap;
	while (value[nfallen] < s->median / 4)
		nfallen++;
	double fallen = value[nfallen - 1], least = value[nfallen];
	double next = INFINITY;
	for (size_t i = n; i > nfallen && value[i - 1] > least; i--)
		next = value[i - 1];
	free(value);
	/* Nothing that took place takes no time. */
	double times = fallen > 0 ? 2 : 1;
	return is_no_time ||
	    least - fallen > larger(times * (upper_hinge - least),
	    3 * (next - least));
}

/*
 * True if each value is there twice, one behind the other, and differs from the
 * next two, as where a tool prints the figures of a run in a total, too.  By
 * chance, 1 of 128 samples of 8 values that are each one of two is like that.
 */
static bool
comes_in_twos(const struct sample *s)
{
	for (size_t i = 1; i < s->n; i++)
		if ((s->value[i] == s->value[i - 1]) != (i % 2 == 1))
			return false;
	return s->n % 2 == 0;
}

/*
 * Adds what -v, JSON and CSV say of a sample of at least two values.  Outliers
 * are beyond Tukey's (1977) outer fences, which are three times the distance of
 * his hinges away from these.  depth is the lower hinge's position, from 0.
 */
static void
examine(struct summary *s, const struct test *test)
{
	const double *value = s->sample->value;
	double last = (double)s->n - 1;
	double depth = floor(last / 2) / 2;
	double lower = value_at(value, s->n, depth);
	double upper = value_at(value, s->n, last - depth);
	double low = lower - 3 * (upper - lower);
	double high = upper + 3 * (upper - lower);

	s->outliers = 0;
	for (size_t i = 0; i < s->n; i++)
		if (value[i] < low || value[i] > high)
			s->outliers++;
	s->variation = fabs(s->stddev / s->mean.hi);
	if (test->certain)
		return;
	bool is_far = value[0] < low || value[0] > high;
	/* Few values may be coarse: 2 and then 1, 1, 1. */
	if (s->n < LEAST_ORDERED)
		is_far = s->median > 0 && value[0] > 100 * s->median;
	if (is_far && s->n <= MOST_ORDERED)
		s->doubts |= DOUBT_WARM_UP;
	if (s->n <= MOST_ORDERED && has_fallen(s, upper))
		s->doubts |= DOUBT_LOW;
	if (s->n >= LEAST_ORDERED && comes_in_twos(s->sample))
		s->doubts |= DOUBT_TWICE;
}

/*
 * ---- Comparison ----------------------------------------------------------
 * Turns two samples into their difference, its interval and the verdict.
 */

/* ---- Comparison: the clock */

/*
 * If any values of both samples are equal, the least gap between distinct ones
 * is taken as the tick of the clock.  Each mean may be off by half a tick, so
 * that an interval for their difference needs a whole tick on each side.
 */

/*
 * Returns the values of both samples, those of the set first.  The caller frees
 * the array.
 */
static double *
pool_values(const struct comparison *c)
{
	const struct summary *a = c->set, *b = c->reference;
	double *value = NEW(double, a->n + b->n);

	memcpy(value, a->sample->value, a->n * sizeof(*value));
	memcpy(value + a->n, b->sample->value, b->n * sizeof(*value));
	return value;
}

/*
 * Returns the tick of two samples if it is more than a bound, or else 0.  If
 * the bound is not 0, two of the first few values nearly always differ by no
 * more than that.  Then the least gap is not above the bound either, and no
 * value has to be sorted.
 */
static double
tick_above(const struct comparison *c, double bound)
{
	const struct summary *both[] = { c->set, c->reference };
	size_t n = c->set->n + c->reference->n;
	double least = INFINITY;
	bool tied = false;

	for (size_t k = 0; k < 2 && bound > 0; k++)
		for (size_t i = 1; i < both[k]->n; i++) {
			const double *value = both[k]->sample->value + i;
			double gap = fabs(value[0] - value[-1]);

			if (gap > 0 && gap <= bound)
				return 0;
		}
	double *value = pool_values(c);
	qsort(value, n, sizeof(*value), by_value);
	for (size_t i = 1; i < n; i++) {
		double gap = value[i] - value[i - 1];

		if (gap == 0)
			tied = true;
		else
			least = smaller(least, gap);
	}
	free(value);
	return tied && least > bound && isfinite(least) ? least : 0;
}

/* Returns an end of an interval, moved; 0 if only rounding keeps it off 0. */
static double
move_end(double end, double by)
{
	double moved = end + by;

	return fabs(moved) <= ROUNDING * fabs(by) ? 0 : moved;
}

/* If values tie, moves the ends of both intervals outward by a tick. */
static void
widen_by_tick(struct comparison *c)
{
	double tick = tick_above(c, 0);
	double share = tick / fabs(c->reference->centre);

	c->difference.lower = move_end(c->difference.lower, -tick);
	c->difference.upper = move_end(c->difference.upper, tick);
	/* Values with ratios are positive: the change is never below -1. */
	c->relative.lower = larger(-1, move_end(c->relative.lower, -share));
	c->relative.upper = move_end(c->relative.upper, share);
}

/* ---- Comparison: distances */

/*
 * Distances of pairs are differences, or logarithms of ratios.
 */

/*
 * Returns ln (a / b).  One of the two must be positive; the other may be the
 * end of an interval, and counts as 0 if it is negative or -INFINITY.  If a is
 * near b, the result has all its digits.  Swapping the two changes its sign.
 */
static double
log_quotient(double a, double b)
{
	if (a < b)
		return a > 0 ? -log_quotient(b, a) : -INFINITY;
	if (b <= 0)
		return INFINITY;
	return a - b < b ? log1p((a - b) / b) : log(a / b);
}

/* Returns a - b, or that of their logarithms. */
static double
distance(double a, double b, bool in_logs)
{
	return in_logs ? log_quotient(a, b) : a - b;
}

/*
 * True if two samples are compared by their ratios, too: of quantiles and
 * ranks, if all of these, and their logarithms, are numbers.
 */
static bool
has_ratios(const struct comparison *c)
{
	const struct summary *a = c->set, *b = c->reference;

	return c->question->test.of_quantiles && a->min > 0 && b->min > 0 &&
	    isfinite(a->max / b->min) && isfinite(b->max / a->min);
}

/* Returns the distances of the i-th values.  The caller frees the array. */
static double *
pair_distances(const struct comparison *c)
{
	const struct sample *a = c->set->sample, *b = c->reference->sample;
	double *d = NEW(double, a->n);
	bool in_logs = has_ratios(c);

	assert(a->n == b->n);
	for (size_t i = 0; i < a->n; i++)
		d[i] = distance(a->value[i], b->value[i], in_logs);
	return d;
}

/* ---- Comparison: the relative interval of means */

/*
 * The interval consists of all changes r for which the t test of x - y against
 * r |y| is within its level (Fieller 1954).
 */

/*
 * Returns the double halfway between two in the order of all doubles, so that
 * 65 steps lead to any.  Only doubles of one sign are in the order of their
 * bits, read as whole numbers: between those of two signs, it is 0; and if high
 * is 0, it gets the sign of low.  low is never -0.
 */
static double
halfway(double low, double high)
{
	union bits a = { .value = low }, b = { .value = copysign(high, low) };

	if (low < 0 && high > 0)
		return 0;
	a.bits = a.bits / 2 + b.bits / 2 + (a.bits & b.bits & 1);
	return a.value;
}

/*
 * The standard errors of a t test, and a factor; or half widths, which are the
 * errors times the quantile of the level.
 */
struct t_errors {
	double reference;	/* of the mean of y */
	/*
	 * The factor: by how much x - y changes if y grows by 1.  If x does not
	 * depend on y, it is -1.
	 */
	double slope;
	double rest;	/* of (x - y) - slope * y */
};

/* True if both are positive, both are negative, or both are 0. */
static bool
has_same_sign(double a, double b)
{
	return (a > 0) == (b > 0) && (a < 0) == (b < 0);
}

/*
 * True if the mean of (x - y) - r |y| is within its half width of 0.  All is
 * divided by a scale.  Per unit of y, x - y changes by e.slope, and r |y| by r
 * if y is positive, else by -r.
 */
static bool
is_within(const struct comparison *c, struct t_errors e, double r)
{
	double b = c->reference->mean.hi;
	double scale = larger(1, fabs(r));	/* against overflow */
	double scaled = r / scale;
	double slope = e.slope / scale - copysign(1, b) * scaled;

	/*
	 * Without spread, the right side is 0, and only the exact change may
	 * pass: fma does not round the product before it is compared.
	 */
	return fabs(fma(-scaled, fabs(b), c->difference.value / scale)) <=
	    hypot(slope * e.reference, e.rest / scale);
}

/* Returns the last change that is within, on the way to one that is not. */
static double
last_within(const struct comparison *c, struct t_errors e, double within,
    double beyond)
{
	for (;;) {
		double r = halfway(smaller(within, beyond),
		    larger(within, beyond));

		if (r == within || r == beyond)
			return within + 0.0;
		if (is_within(c, e, r))
			within = r;
		else
			beyond = r;
	}
}

/*
 * Sets the ends of the relative interval, unless there is none, of a comparison
 * whose difference is known.  They move outward by a tick.  If the relative
 * difference is not finite, compare() takes them away.
 *
 * Accuracy	1e-13 of the larger of an end and the difference.  If y is
 *		nearly as likely to be 0, the far end has fewer digits
 */
static void
set_relative_interval(struct comparison *c, struct t_errors e, double tick)
{
	double a = c->set->mean.hi, b = c->reference->mean.hi, size = fabs(b);
	double below = -INFINITY, above = INFINITY;	/* the interval */
	struct estimate d = c->difference, *r = &c->relative;

	/*
	 * If y may as well be 0, changes can be of any size, and there is no
	 * interval, unless x clearly has the sign of y.  Then one end is
	 * infinite: of y = 1 +/- 2 and x = 5 +/- 1, the upper one, and the
	 * lower one is above -100 %, the change to 0.  If both are negative,
	 * the lower one is infinite, and the upper one is below +100 %.
	 */
	if (e.reference >= size) {
		double to_nothing = -copysign(1, b);

		if (!has_same_sign(a, b) || is_within(c, e, to_nothing))
			return;
		if (b > 0)
			below = to_nothing;
		else
			above = to_nothing;
	}
	double lower = last_within(c, e, r->value, below) - tick / size;
	double upper = last_within(c, e, r->value, above) + tick / size;
	/* If a tick or rounding leads across 0, the difference is right. */
	r->lower = has_same_sign(lower, d.lower) ? lower : d.lower / size;
	r->upper = has_same_sign(upper, d.upper) ? upper : d.upper / size;
}

/* ---- Comparison: the t tests */

/*
 * Sets the difference of two means, with this half width, and the relative
 * difference without an interval, which may be infinite or NAN.
 */
static void
set_difference(struct comparison *c, double half)
{
	struct dd a = c->set->mean, b = c->reference->mean;
	double d = (a.hi - b.hi) + (a.lo - b.lo);

	c->difference = (struct estimate){ d, d - half, d + half };
	c->relative.value = d / fabs(b.hi) + 0.0;
}

/*
 * Fills in the figures of a t test.  If a tick of the clock hides the spread,
 * the intervals are wider by it on each side, and p is that of a difference
 * which is less by it.  `detectable' is the change that sets with these counts
 * and spreads would show, in 80 of 100 cases, to be beyond the margin.  It is
 * not finite if the reference's mean is 0.
 *
 * Method	of the latter: the half width of the interval, plus the
 *		standard error times the quantile of Student's t for 0.8
 *		(Bloom, Evaluation Review 19, 1995), plus the margin
 * Accuracy	against the noncentral t: 1.2% at 95% from df = 4 on; at
 *		99.99% up to 14% too small
 */
static void
set_t_figures(struct comparison *c, double df, double spread, struct t_errors e)
{
	const struct summary *a = c->set, *b = c->reference;
	struct margin margin = c->question->margin;
	double t = t_at_level(c->level, df), mean = fabs(b->mean.hi);
	/* If both samples are constant, there is no spread to hide. */
	bool is_constant = a->min == a->max && b->min == b->max;
	double tick = is_constant ? 0 :
	    tick_above(c, 2 * spread * (1 + ROUNDING));

	c->df = df;
	c->tick = tick;
	double error = hypot(e.slope * e.reference, e.rest);
	c->half_width = t * error + tick;
	set_difference(c, c->half_width);
	double size = fabs(c->difference.value);
	c->p = tick > 0 && tick >= size ? 1 :
	    t_tail((size - tick) / error, df).outside;
	if (rejects(t_tail(size / error, df).outside, c->level) &&
	    !rejects(c->p, c->level))
		c->doubts |= DOUBT_COARSE;
	c->detectable = (c->half_width + error * t_critical(0.4, 0.6, df) +
	    larger(margin.amount, mean * (margin.percent / 100))) / mean;
	set_relative_interval(c, (struct t_errors){
		t * e.reference, e.slope, t * e.rest
	}, tick);
}

/*
 * Student (1908): the variances are taken to be equal, and pooled.  A single
 * value thus has the variance of the others.
 */
static void
compare_by_student(struct comparison *c)
{
	double n1 = (double)c->set->n, n2 = (double)c->reference->n;
	double s1 = c->set->stddev, s2 = c->reference->stddev;
	double x = c->set->mean.hi, y = c->reference->mean.hi;
	double df = n1 + n2 - 2;
	/* One value adds nothing to the spread: larger(NAN, 0) is 0. */
	double e1 = larger(sqrt((n1 - 1) / df) * s1, 0);
	double e2 = larger(sqrt((n2 - 1) / df) * s2, 0);
	double s = hypot(e1, e2);
	set_t_figures(c, df, s, (struct t_errors){
		s / sqrt(n2), -1, s / sqrt(n1)
	});
	c->spread = s;
	if (smaller(n1, n2) < MIN_VALUES)
		return;
	/* By the delta method: of x and y, the spread of x/y. */
	c->bsd_half_width = (t_at_level(c->level, df) *
	    sqrt((n1 + n2) / (n1 * n2)) * hypot(e1, x / y * e2) + c->tick) /
	    fabs(y);
	if (larger(n1, n2) >= 1.5 * smaller(n1, n2) &&
	    larger(s1, s2) >= 2 * smaller(s1, s2) && s > 0)
		c->doubts |= DOUBT_UNEQUAL;
}

/* Welch (1947): the variances may differ; df by Satterthwaite (1946). */
static void
compare_by_welch(struct comparison *c)
{
	double n1 = (double)c->set->n, n2 = (double)c->reference->n;
	double s1 = c->set->stddev, s2 = c->reference->stddev;
	double e1 = s1 / sqrt(n1), e2 = s2 / sqrt(n2), error = hypot(e1, e2);
	double r1 = (e1 / error) * (e1 / error);
	double r2 = (e2 / error) * (e2 / error);
	double df = error == 0 ? n1 + n2 - 2 :
	    1 / (r1 * r1 / (n1 - 1) + r2 * r2 / (n2 - 1));

	set_t_figures(c, df, hypot(s1, s2) / sqrt(2),
	    (struct t_errors){ e2, -1, e1 });
}

/*
 * Student's t of the differences of the i-th values.  A difference is slope * y
 * and a rest that does not depend on y: see struct t_errors.
 */
static void
compare_by_pairs(struct comparison *c)
{
	const struct summary *b = c->reference;
	const double *y = b->sample->value;
	double df = (double)c->set->n - 1, root = sqrt(df + 1);
	double *d = pair_distances(c);
	struct summary m = moments_of(d, b->n);
	double slope = 0;	/* of a line through the points (y, d) */

	if (m.stddev > 0 && b->stddev > 0) {
		for (size_t i = 0; i < b->n; i++)
			slope += (d[i] - m.mean.hi) / m.stddev *
			    ((y[i] - b->mean.hi) / b->stddev);
		slope *= m.stddev / b->stddev / df;
	}
	for (size_t i = 0; i < b->n; i++)
		d[i] -= slope * (y[i] - y[0]);	/* y[0] keeps it small */
	c->spread = m.stddev;
	set_t_figures(c, df, m.stddev, (struct t_errors){
		b->stddev / root, slope, moments_of(d, b->n).stddev / root
	});
	free(d);
}

/* ---- Comparison: ranks */

/*
 * Sums of ranks have a distribution over all orders, or over all signs, which
 * gives p.  The distribution without ties gives the ends of the interval, which
 * reaches from the k-th least to the k-th greatest of all contrasts, where k is
 * the greatest number such that P(sum < k) is at most half of the risk.  If k
 * is 0, it has no ends.  In large samples, the normal distribution takes the
 * place of both.
 */

/*
 * The contrasts of two sorted samples are all m n differences x[i] - y[j], or
 * all changes x[i] / y[j] - 1, where all values are above 0.  Those of one
 * sample are the n (n + 1) / 2 means of x[i] and x[n - 1 - j]: with j < n - i,
 * any two values are there once, and each value with itself.  m is n then, and
 * there is no y.
 *
 * Contrasts are counted, not stored.  As they rise with i and fall with j, two
 * indices that only advance count those up to a bound in m + n steps.
 */
struct contrasts {
	enum { DIFFERENCES, CHANGES, MEANS } kind;
	size_t m, n;
	const double *x, *y;
};

static double
contrast_at(struct contrasts s, size_t i, size_t j)
{
	switch (s.kind) {
	case CHANGES:
		return s.x[i] / s.y[j] - 1;
	case MEANS:
		return s.x[i] / 2 + s.x[s.n - 1 - j] / 2;
	default:
		return s.x[i] - s.y[j];
	}
}

static uint64_t
count_contrasts(struct contrasts s)
{
	return s.kind == MEANS ? (uint64_t)s.n * (s.n + 1) / 2 :
	    (uint64_t)s.m * s.n;
}

/*
 * Samples of m and n values, or n pairs where m is n, are tested exactly if m n
 * is at most this.  Then there are no more than EXACT_SCORES values.
 */
enum { EXACT_CONTRASTS = 2500, EXACT_SCORES = EXACT_CONTRASTS + 1 };

static bool
is_exact(struct contrasts s)
{
	return (uint64_t)s.m * s.n <= EXACT_CONTRASTS;
}

/*
 * Returns P(sum of scores <= w above the least sum) for w = 0..limit, with so
 * many drawn from those of two samples.
 */
static double *
score_chances(struct contrasts s, const size_t *score, size_t drawn,
    size_t limit)
{
	return s.kind == MEANS ? signed_rank_chances(score, s.n, limit) :
	    draw_chances(score, s.m + s.n, drawn, limit);
}

/*
 * Returns the k of the ends.  Without ties, both statistics have a mean of half
 * the number of contrasts, and a variance of that number / 12 * (count + 1).
 * Of signed ranks, it is n * (n + 1) / 2 / 12 * (2 * n + 1): as m is n there, a
 * count of m + n serves for both.  Only the first n scores are used.
 */
static uint64_t
rank_of_ends(struct contrasts s, struct level level)
{
	size_t score[EXACT_SCORES], count = s.m + s.n;
	uint64_t all = count_contrasts(s), k = 0;

	if (!is_exact(s))
		return (uint64_t)larger(0, (double)all / 2 + 0.5 -
		    t_at_level(level, INFINITY) *
		    sqrt((double)all / 12 * (double)(count + 1)));
	for (size_t i = 0; i < count; i++)
		score[i] = i + 1;
	double *at_most = score_chances(s, score, s.m, all / 2);
	while (k <= all / 2 && rejects(2 * at_most[k], level))
		k++;
	free(at_most);
	return k;
}

/* Returns p of a sum that is this far from its mean, if it is normal. */
static double
normal_p(double away, double variance)
{
	/*
	 * With a correction for continuity.  If all values are equal, the
	 * quotient is -INFINITY.
	 */
	return t_tail(larger(0, (fabs(away) - 0.5) / sqrt(variance)),
	    INFINITY).outside;
}

/*
 * Returns p.  Of two samples, it is over all draws of the one with the lower U
 * from the values of both; of one, over all signs of its ranks.  Sorts the
 * ranks.
 *
 * Example	of the ranks -1.5, -0.5, 0.5, 1.5, less their mean, one sample
 *		has the first and the third: side is -1.  The farthest is -2,
 *		with the first two.  Scores are twice the distances from the
 *		first rank, 0, 2, 4, 6, and w is 2 * (2 - 1) = 2 above the
 *		least sum.  2 of the 6 draws have at most that: p is 4/6
 */
static double
exact_p(struct contrasts s, double *rank, size_t count, double side)
{
	size_t score[EXACT_SCORES], drawn = side <= 0 ? s.m : s.n;
	/*
	 * The greatest distance of side from 0: of the sum of the least ranks,
	 * or of half the sum of all sizes, if all signs are the same.
	 */
	double farthest = 0;

	qsort(rank, count, sizeof(*rank), by_value);
	for (size_t i = 0; i < count; i++) {
		bool is_signed = s.kind == MEANS;
		double points = is_signed ? fabs(rank[i]) : rank[i] - rank[0];

		/* A whole number: shared ranks may be halves. */
		score[i] = (size_t)(2 * points);
		if (i < drawn)
			farthest += is_signed ? points / 2 : -rank[i];
	}
	/* How far the lower sum is above its least, in scores. */
	size_t w = (size_t)(2 * (farthest - fabs(side)));
	double *at_most = score_chances(s, score, drawn, w);
	/* With ties, the other tail may be the smaller one. */
	double upper = w > 0 ? 1 - at_most[w - 1] : 1;
	double p = smaller(1, 2 * smaller(at_most[w], upper));
	free(at_most);
	return p;
}

/*
 * Sets p of ranks, tied or not, and its side, which is U less its mean or, of
 * signed ranks, half of their sum.  Frees the ranks.
 */
static void
set_p_of_ranks(struct comparison *c, struct contrasts s, double *rank)
{
	size_t count = s.kind == MEANS ? s.n : s.m + s.n;
	double m = (double)s.m, n = (double)s.n, squares = 0;
	double part = s.kind == MEANS ? 0.25 :
	    m * n / ((m + n) * (m + n - 1));

	for (size_t i = 0; i < count; i++) {
		if (i < s.m)	/* signed ranks: all of them */
			c->side += rank[i];
		squares += rank[i] * rank[i];
	}
	if (s.kind == MEANS)
		c->side /= 2;
	c->p_is_exact = is_exact(s);
	c->p = c->p_is_exact ? exact_p(s, rank, count, c->side) :
	    normal_p(c->side, part * squares);
	free(rank);
}

/*
 * Returns how many contrasts are at most high.  If to is not NULL, those of
 * them that are above low are copied there.  It is inlined, because asking for
 * NULL in the loop takes time.
 */
static ALWAYS_INLINE uint64_t
count_up_to(struct contrasts s, double high, double low, double *to)
{
	uint64_t count = 0;

	for (size_t i = 0, j = 0; i < s.m; i++) {
		size_t end = s.kind == MEANS ? s.n - i : s.n;

		while (j < end && contrast_at(s, i, j) > high)
			j++;
		if (j < end)
			count += end - j;
		if (to == NULL)
			continue;
		for (size_t k = j; k < end && contrast_at(s, i, k) > low; k++)
			*to++ = contrast_at(s, i, k);
	}
	return count;
}

/*
 * Returns the k-th least contrast, from 1.
 *
 * Method	bounds that it is between are moved until few contrasts are
 *		left between them; these are collected, and quickselect finds
 *		the one.  In turns, the next bound is halfway, and where the
 *		k-th would be if all were evenly spaced, aimed a little to one
 *		side of it, so that the other bound comes close
 */
static double
select_contrast(struct contrasts s, uint64_t k)
{
	uint64_t below = 0, not_above = count_contrasts(s);
	size_t room = s.m + s.n;
	double low = nextafter(contrast_at(s, 0, s.n - 1), -INFINITY);
	double high = contrast_at(s, s.m - 1, 0);

	assert(k >= 1 && k <= not_above);
	for (int step = 0; not_above - below > room; step++) {
		double middle = halfway(low, high);
		/*
		 * Of four steps, the first and the third halve.  The second
		 * aims a third of the room below the k-th, the fourth above.
		 */
		double aim = (double)(k - below) +
		    (double)room / (step % 4 == 1 ? -3 : 3);
		double guess =
		    low + (high - low) * (aim / (double)(not_above - below));

		if (middle == low || middle == high)
			return high + 0.0;
		if (step % 2 == 1 && guess > low && guess < high)
			middle = guess;
		uint64_t count = count_up_to(s, middle, middle, NULL);
		if (count < k) {
			low = middle;
			below = count;
		} else {
			high = middle;
			not_above = count;
		}
	}
	double *between = NEW(double, room);
	count_up_to(s, high, low, between);
	double selected = quickselect(between, (size_t)(not_above - below),
	    (size_t)(k - below - 1));
	free(between);
	return selected + 0.0;
}

/*
 * Returns the median of the contrasts, between the k-th least and the k-th
 * greatest one (Hodges & Lehmann 1963).
 */
static struct estimate
estimate_contrasts(struct contrasts s, uint64_t k)
{
	uint64_t all = count_contrasts(s);

	return (struct estimate){
		interpolate(select_contrast(s, (all + 1) / 2),
		    select_contrast(s, all / 2 + 1), 0.5),
		k > 0 ? select_contrast(s, k) : -INFINITY,
		k > 0 ? select_contrast(s, all + 1 - k) : INFINITY
	};
}

/* Mann and Whitney (1947). */
static void
compare_by_ranks(struct comparison *c)
{
	const struct summary *a = c->set, *b = c->reference;
	struct contrasts contrasts = { DIFFERENCES, a->n, b->n, a->sorted,
	    b->sorted };
	uint64_t k = rank_of_ends(contrasts, c->level);
	double *value = pool_values(c);

	set_p_of_ranks(c, contrasts, rank_values(value, a->n + b->n, 0));
	free(value);
	c->u = c->side + (double)count_contrasts(contrasts) / 2;
	c->difference = estimate_contrasts(contrasts, k);
	if (has_ratios(c)) {
		contrasts.kind = CHANGES;
		c->relative = estimate_contrasts(contrasts, k);
	}
	widen_by_tick(c);
}

/*
 * Returns the ranks of the sizes of distances, from 1, with the signs of these.
 * Sizes that differ by no more than a tolerance are equal.
 * Zeros are ranked, but their ranks count for neither side (Pratt 1959).
 */
static double *
rank_distances(const double *d, size_t n, double tolerance)
{
	double *size = NEW(double, n);

	for (size_t i = 0; i < n; i++)
		size[i] = fabs(d[i]);
	double *rank = rank_values(size, n, tolerance);
	free(size);
	for (size_t i = 0; i < n; i++)
		rank[i] = d[i] == 0 ? 0 :
		    copysign(rank[i] + ((double)n + 1) / 2, d[i]);
	return rank;
}

/*
 * Wilcoxon (1945): the signed ranks of the distances of pairs, and the median
 * of the means of any two of these (Walsh averages).  If these are logarithms
 * of ratios, that estimates the relative difference; times the reference's
 * median, this is the difference.
 */
static void
compare_by_signed_ranks(struct comparison *c)
{
	const struct summary *a = c->set, *b = c->reference;
	size_t n = a->n;
	bool in_logs = has_ratios(c);
	double *d = pair_distances(c);
	struct contrasts walsh = { MEANS, n, n, d, NULL };

	/*
	 * Equal ratios, as 3.3/1.1 and 3.6/1.2, are rounded, and so are equal
	 * differences, as 0.3 - 0.1 and 0.4 - 0.2.
	 */
	double largest = larger(larger(-a->min, a->max),
	    larger(-b->min, b->max));
	set_p_of_ranks(c, walsh, rank_distances(d, n, in_logs ? ROUNDING :
	    4 * DBL_EPSILON * largest));
	qsort(d, n, sizeof(*d), by_value);
	struct estimate e = estimate_contrasts(walsh,
	    rank_of_ends(walsh, c->level));
	free(d);
	if (!in_logs) {
		c->difference = e;
		widen_by_tick(c);
		return;
	}
	c->relative = (struct estimate){
		expm1(e.value), expm1(e.lower), expm1(e.upper)
	};
	widen_by_tick(c);	/* not the difference, which is still NAN */
	struct estimate r = c->relative;
	double median = b->median;
	c->difference = (struct estimate){
		r.value * median, r.lower * median, r.upper * median
	};
}

/* ---- Comparison: quantiles */

/*
 * Returns the distance of two figures, with an interval made from theirs (Zou &
 * Donner 2008).
 */
static struct estimate
distance_of_estimates(struct estimate a, struct estimate b, bool in_logs)
{
	double d = distance(a.value, b.value, in_logs);

	return (struct estimate){
		d, d - hypot(distance(a.value, a.lower, in_logs),
		    distance(b.upper, b.value, in_logs)),
		d + hypot(distance(a.upper, a.value, in_logs),
		    distance(b.value, b.lower, in_logs))
	};
}

/*
 * Two quantiles, of any distributions.  One interval is that of their
 * difference, and the relative one is that of their ratio, so that only one of
 * them may include 0.  The unit of the margin decides which one counts.
 */
static void
compare_by_quantile(struct comparison *c)
{
	double quantile = c->question->quantile / 100;
	struct estimate a = estimate_quantile(c->set, quantile, c->level);
	struct estimate b = estimate_quantile(c->reference, quantile,
	    c->level);

	c->difference = distance_of_estimates(a, b, false);
	if (has_ratios(c)) {
		struct estimate logs = distance_of_estimates(a, b, true);

		c->relative = (struct estimate){
			(a.value - b.value) / b.value, expm1(logs.lower),
			expm1(logs.upper)
		};
	}
	widen_by_tick(c);
}

/* ---- Comparison: values without noise */

/* The difference is its own interval. */
static void
compare_exactly(struct comparison *c)
{
	unsigned noise = DOUBT_NOT_EXACT &
	    (c->set->doubts | c->reference->doubts);
	double reach = noise ? INFINITY : 0;

	c->doubts |= noise;
	set_difference(c, reach);
	c->relative.lower = c->relative.value - reach;
	c->relative.upper = c->relative.value + reach;
}

/* ---- Comparison: the verdict */

/*
 * Finds out on which side of the margin the interval is.  The relative one
 * decides if the margin is in percent.  If there are two margins, the larger
 * one counts; without a relative interval, the amount does.  An interval of
 * exactly 0 is within any margin that was typed, even 0.  Where p has a side
 * and the margin is 0, p decides, and not the interval, which ties may have
 * widened.
 */
static void
judge(struct comparison *c)
{
	struct margin margin = c->question->margin;
	double share = margin.percent / 100;
	bool in_percent = margin.has_percent &&
	    fabs(c->reference->centre) * share >= margin.amount;
	bool relative = in_percent && !isnan(c->relative.lower);
	double m = relative ? share : margin.amount;
	/* Rounding does not decide what is just at the margin. */
	double within = m * (1 - ROUNDING), beyond = m * (1 + ROUNDING);
	struct estimate i = relative ? c->relative : c->difference;
	bool is_zero = margin.typed != NULL && i.lower == 0 && i.upper == 0;

	if (in_percent && !relative && !is_zero)
		c->doubts |= DOUBT_NO_RELATIVE;
	if (m == 0 && c->side != 0) {
		/* p decides.  As m is 0, only the signs count. */
		bool shown = rejects(c->p, c->level);

		i.lower = shown ? c->side : -1;
		i.upper = shown ? c->side : 1;
	}
	c->not_higher = is_zero || i.upper < within;
	c->not_lower = is_zero || i.lower > -within;
	if (c->not_higher && c->not_lower)
		c->verdict = EQUAL;
	else if (i.lower > beyond)
		c->verdict = HIGHER;
	else if (i.upper < -beyond)
		c->verdict = LOWER;
	else
		c->verdict = UNDECIDED;
}

/*
 * A relative figure is there to be printed in percent.  If it cannot be, it
 * does not exist, and an end of its interval is infinite.
 */
static void
limit_to_percent(struct estimate *e)
{
	if (!isfinite(100 * e->value))
		*e = (struct estimate)NO_ESTIMATE;
	if (isinf(100 * e->lower))
		e->lower = -INFINITY;
	if (isinf(100 * e->upper))
		e->upper = INFINITY;
}

/* True if a comparison was made, and not of geometric means. */
static bool
is_compared(const struct comparison *c)
{
	return c->question != NULL;
}

/*
 * Compares a sample with its reference, and judges the result.  If the
 * difference or, of a t test, an end of its interval is beyond the range of a
 * double, nothing was compared.
 */
static struct comparison
compare(const struct question *question, struct level level,
    const struct summary *set, const struct summary *reference)
{
	double span = larger(set->max, reference->max) -
	    smaller(set->min, reference->min);
	struct comparison c = nothing_compared;

	c.question = question;
	c.level = level;
	c.set = set;
	c.reference = reference;
	if (!question->test.of_quantiles || isfinite(span))
		question->test.compare(&c);
	double reach = question->test.t_test ? c.half_width : 0;
	if (!isfinite(fabs(c.difference.value) + reach))
		return nothing_compared;
	limit_to_percent(&c.relative);
	judge(&c);
	if (c.verdict == UNDECIDED && !question->test.certain &&
	    (isinf(c.difference.lower) || isinf(c.difference.upper)))
		c.doubts |= DOUBT_TOO_FEW;
	if (set->min == 0 && set->max == 0 &&
	    (reference->min != 0 || reference->max != 0))
		c.doubts |= DOUBT_ZERO;
	if (reference->centre != 0 &&
	    fabs(reference->centre) <= question->margin.amount)
		c.doubts |= DOUBT_MARGIN;
	if (set->min >= 0 && reference->min >= 0 &&
	    set->max > 0 && reference->max > 0 &&
	    (set->centre / 100 > reference->centre ||
	    reference->centre / 100 > set->centre))
		c.doubts |= DOUBT_UNIT;
	return c;
}

/* ---- Comparison: dependence */

/*
 * Takes the sum of rank[i] rank[i - 1] of a sample.  Adds to *excess by how
 * much it is above its mean over all orders of the values, and to *variance its
 * variance.
 *
 * Method	Wald & Wolfowitz (1943), not circular, of ranks from which
 *		their mean is subtracted
 */
static void
add_order(const double *value, size_t n, double *excess, double *variance)
{
	double *rank = rank_values(value, n, 0), count = (double)n;
	double squares = 0, fourth = 0;

	for (size_t i = 0; i < n; i++) {
		double square = rank[i] * rank[i];

		squares += square;
		fourth += square * square;
	}
	*excess += squares / count;
	for (size_t i = 1; i < n; i++)
		*excess += rank[i] * rank[i - 1];
	*variance += (squares * squares - fourth) / count +
	    (squares * squares - 2 * fourth) / (count * (count - 1)) -
	    squares * squares / (count * count);
	free(rank);
}

/*
 * Returns by how many standard errors the values of a comparison, or the
 * distances of its pairs, resemble those before them more than chance has it;
 * below 0, they differ more from these, as high and low ones in turn do.
 * Returns 0 if there are too few to say, or too many.
 */
static double
dependence(const struct comparison *c)
{
	const struct summary *a = c->set, *b = c->reference;
	double excess = 0, variance = 0;

	if (a->n < LEAST_ORDERED || b->n < LEAST_ORDERED ||
	    a->n > MOST_ORDERED || b->n > MOST_ORDERED)
		return 0;
	if (c->question->test.paired) {
		double *d = pair_distances(c);

		add_order(d, a->n, &excess, &variance);
		free(d);
	} else {
		add_order(a->sample->value, a->n, &excess, &variance);
		add_order(b->sample->value, b->n, &excess, &variance);
	}
	return variance > 0 ? excess / sqrt(variance) : 0;
}

/*
 * ---- Tests ---------------------------------------------------------------
 * The ways to compare two samples, and their names.
 */

/*
 * A new test is a function, a line here, before the last, and its name in the
 * help.  As names may be shortened, what chooses another test, such as -t s or
 * -t we, must not become ambiguous.  If it compares no means and no quantiles,
 * summarize() needs another flag of struct test by which to set centre and
 * centre_error, and put_single(), describe_test() and write_cell() should print
 * them, as those of pN.
 */
static const struct test tests[] = {
	{ .name = "student", .title = "Student's t",
	    .format = "%s, pooled s = %g", .compare = compare_by_student,
	    .t_test = true, .one_run_is_enough = true, .least = MIN_VALUES },
	{ .name = "welch", .title = "Welch's t", .format = "%s, df = %g",
	    .compare = compare_by_welch, .t_test = true,
	    .least = MIN_VALUES },
	{ .name = "mannwhitney", .title = "Mann-Whitney",
	    .compare = compare_by_ranks, .of_quantiles = true,
	    .least = MIN_VALUES },
	{ .name = "paired", .title = "paired t",
	    .format = "%s, s of differences = %g", .compare = compare_by_pairs,
	    .t_test = true, .paired = true, .least = MIN_VALUES },
	{ .name = "wilcoxon", .title = "signed ranks",
	    .compare = compare_by_signed_ranks, .of_quantiles = true,
	    .paired = true, .least = 6 },
	{ .name = "exact", .title = "exact", .format = "%s",
	    .compare = compare_exactly, .certain = true, .least = 1 },
	/* The last one: find_test() ends here. */
	{ .name = "a quantile such as p99", .any_quantile = true,
	    .compare = compare_by_quantile, .of_quantiles = true,
	    .least = MIN_VALUES }
};

/* The longest pN.  It is printed as typed, where there is little room. */
enum { QUANTILE_LENGTH = 20 };

/*
 * Sets the test, and its quantile, to that with this name, to one that begins
 * like this if only one does, or to pN, 0 < N < 100.  Returns false if there is
 * none.
 */
static bool
find_test(const char *name, struct question *q)
{
	const struct test *of_quantiles = &tests[COUNT(tests) - 1];
	size_t fitting = 0;
	char *end;

	for (const struct test *test = tests; test < of_quantiles; test++)
		if (strncmp(test->name, name, strlen(name)) == 0) {
			q->test = *test;
			fitting++;
		}
	q->quantile = 50;
	if (fitting > 0)
		return fitting == 1;
	if (name[0] != 'p' || !is_digit(name[1]) ||
	    strlen(name) > QUANTILE_LENGTH ||
	    name[strspn(name, "p." DIGITS)] != '\0')
		return false;
	q->test = *of_quantiles;
	q->test.name = q->test.title = name;
	q->quantile = strtod(name + 1, &end);
	return *end == '\0' && q->quantile > 0 && q->quantile < 100;
}

/*
 * ---- Plot ----------------------------------------------------------------
 * Samples become stacks and bars.  Nothing is printed here.
 */

/* A row of bins, each as wide as one character. */
struct axis {
	double least, most;	/* the middles of the first and last bin */
	double step;	/* the width of a bin; 0: there is no span */
	size_t nbins;
};

static struct axis
make_axis(double least, double most, size_t nbins)
{
	return (struct axis){ least, most,
	    (most - least) / (double)(nbins - 1), nbins };
}

/*
 * Returns the bin of a point, or the end of the axis nearest to it.  Without
 * a span, it is the bin in the middle.
 */
static size_t
bin_of(struct axis axis, double point)
{
	double origin = axis.least - axis.step / 2;

	if (!(axis.step > 0))
		return axis.nbins / 2;
	double bin = (point - origin) / axis.step;
	return (size_t)larger(0, smaller(bin, (double)(axis.nbins - 1)));
}

/*
 * What the bar |___A___| of a set marks, in the order in which it is drawn: the
 * mean minus and plus one standard deviation, the median, and the mean.
 */
enum { LEFT, RIGHT, MEDIAN, MEAN, MARKS };
static const char marks[] = "||MA";

struct plot {
	struct axis axis;	/* no span: no plot */
	size_t nsets;
	size_t height;	/* of the tallest stack, in symbols */
	size_t each;	/* the most values that one symbol shows */
	size_t *stack;	/* [set * axis.nbins + bin], in values */
	double bar[MAX_SETS][MARKS];	/* points of the axis */
};

/*
 * Returns a plot of sets that all have values, of at most limit symbols in
 * height, or of any height if limit is 0.  Its axis covers all values and bars.
 */
static struct plot
make_plot(const struct cell cell[], size_t nsets, size_t width, size_t limit)
{
	struct plot plot = { .nsets = nsets, .each = 1 };
	double least = INFINITY, most = -INFINITY;
	double scale = 0x1p60;	/* no span of small values may vanish */
	size_t tallest = 0;

	/* Those of large ones must not overflow. */
	for (size_t i = 0; i < nsets; i++)
		if (cell[i].summary.max > 1 || cell[i].summary.min < -1)
			scale = 0x1p-4;
	for (size_t i = 0; i < nsets; i++) {
		const struct summary *s = &cell[i].summary;
		double *bar = plot.bar[i];
		/* larger() takes 0 in place of NAN. */
		double sd = larger(s->stddev, 0) * scale;

		bar[MEDIAN] = s->median * scale;
		bar[MEAN] = s->mean.hi * scale;
		bar[LEFT] = bar[MEAN] - sd;
		bar[RIGHT] = bar[MEAN] + sd;
		least = smaller(least, smaller(s->min * scale, bar[LEFT]));
		most = larger(most, larger(s->max * scale, bar[RIGHT]));
	}
	struct axis axis = make_axis(least, most, width);
	size_t *stack = NEW(size_t, nsets * width);
	for (size_t i = 0; i < nsets; i++) {
		const struct sample *sample = cell[i].summary.sample;

		for (size_t j = 0; j < sample->n; j++)
			stack[i * width +
			    bin_of(axis, sample->value[j] * scale)]++;
	}
	for (size_t i = 0; i < nsets * width; i++)
		if (stack[i] > tallest)
			tallest = stack[i];
	plot.axis = axis;
	plot.stack = stack;
	if (limit > 0)
		plot.each = (tallest - 1) / limit + 1;
	plot.height = (tallest - 1) / plot.each + 1;
	return plot;
}

/*
 * ---- Report --------------------------------------------------------------
 * Turns the data into rows of figures, verdicts and the exit status.  Warns of
 * what is doubtful and of rows that cannot be compared, and ends the program if
 * there is something to compare, but no row can be.
 */

/*
 * What -g makes of a comparison.  A gate fails when it is shown that a set is
 * on a side that matters.  If it needs proof, it fails unless it is shown that
 * the set is on no such side.
 */
struct gate {
	const char *name;	/* first, for list_names() */
	bool higher, lower;	/* the sides that matter */
	bool worse;	/* the side that is worse matters */
	bool needs_proof;	/* what is undecided or missing fails */
};

static const struct gate gates[] = {
	{ .name = "any", .higher = true, .lower = true },
	{ .name = "higher", .higher = true },
	{ .name = "lower", .lower = true },
	{ .name = "worse", .worse = true },
	{ .name = "none" },
	{ .name = "equal", .higher = true, .lower = true, .needs_proof = true },
	{ .name = "not-higher", .higher = true, .needs_proof = true },
	{ .name = "not-lower", .lower = true, .needs_proof = true },
	{ .name = "not-worse", .worse = true, .needs_proof = true }
};

struct report;

/* A format of -o; see formats[]. */
struct format {
	const char *name;	/* first */
	void (*render)(const struct report *);
	/* People want only the rows of -D, and not all figures. */
	bool for_people;
	/* For format_percent(): how its tables show the error of a centre. */
	const char *error;
};

/* How wide and high things are drawn, and with what. */
struct layout {
	size_t columns;	/* of the terminal: 4 or more; 0: none */
	size_t width;	/* of the plot and, with -w, of the strip */
	bool has_width;		/* -w */
	size_t height;	/* of the plot; 0: no limit */
	bool has_plot;	/* or a strip, if the format can have one */
	bool separate_bars;	/* -s */
	bool colour;
};

/* What the command line asks for. */
struct options {
	struct selection selection;
	struct question question;
	double confidence;	/* percent */
	const char *family;	/* of -f: each or all; or NULL */
	const struct gate *gate;
	const struct format *format;
	struct layout layout;
	bool compares;	/* -n was not given */
	bool with_previous;	/* -p: the reference is the previous set */
	bool needs_sets;	/* -b was given: one set is too few */
	bool quiet;		/* -q */
	bool verbose;		/* -v */
	bool hides;	/* -D: rows that do not differ; others are sorted */
	bool unordered;	/* values are not in the order of time */
	bool gate_matters;	/* -g was given, and it was not none */
	bool given[UCHAR_MAX + 1];	/* [letter]: it was typed */
	char *const *file;
	size_t nfiles;
};

/* A key and a measure, or the geometric mean of a block. */
struct report_row {
	bool is_mean;
	bool more_is_better;
	/* What the gate looks for; neither: it passes over the row. */
	bool fails_if_higher, fails_if_lower;
	/* It was compared, and no set differs, fails or has too few values. */
	bool is_unremarkable;
	const char *measure;	/* its name; "": it has none */
	const char **part;	/* of the key; NULL for a geometric mean */
	const char *name;	/* what a table calls it */
	struct cell *cell;	/* [set] */
	unsigned doubts;	/* that are told without -v */
	double change;	/* of the last set, relative; -INFINITY: none */
};

/* What is listed below one heading of a table. */
struct block {
	const char *heading;	/* of its measure; "": none, or several */
	struct report_row **line;	/* rows; the geometric mean is last */
	size_t nlines;
};

/*
 * A verdict in a word, and what a table shows in place of the difference; NULL:
 * it shows the difference.
 */
static const struct { const char *name, *shown; } verdicts[VERDICTS] = {
	[HIGHER] = { "higher", NULL }, [LOWER] = { "lower", NULL },
	[WORSE] = { "worse", NULL }, [UNDECIDED] = { "undecided", "~" },
	[EQUAL] = { "equal", "=" }, [MISSING] = { "missing", "missing" },
	[TOO_FEW] = { "too few", "too few" },
	[NOT_EXACT] = { "not comparable", NULL }
};

/* How the comparisons come out, and what the gate makes of them. */
struct outcome {
	size_t ncompared;	/* comparisons that are made */
	const char *why_not;	/* the first of the others is not made */
	bool same_values;	/* two sets that are compared have the same */
	size_t verdict[VERDICTS];
	size_t rows_compared;	/* rows with some comparison */
	size_t rows_different;	/* of these, rows that differ */
	unsigned doubts;	/* about differences that are shown */
	/* Of the comparisons that the gate looks at: */
	size_t nasked;
	size_t nfailed;
	size_t failed[VERDICTS];	/* how many of these for each reason */
	/* Not failed, but not compared or, by -t exact, not exact. */
	size_t nskipped;
	bool passed;		/* the gate */
};

struct report {
	const struct options *options;
	const struct data *data;
	size_t nsets;		/* of the data */
	/* How many values one of two sets must have, and the other. */
	size_t least_of_one;	/* no less than that of the other */
	size_t least_of_other;	/* see one_run_is_enough */
	struct report_row *row;	/* all rows, and then geometric means */
	size_t nrows;		/* without geometric means */
	struct block *block;
	size_t nblocks;
	bool is_table;		/* several rows: else it is classic */
	size_t nparts;		/* of a key */
	const char *title;	/* what the keys of all rows share; or "" */
	bool covers_all;	/* the confidence covers all comparisons */
	struct level level;	/* of each comparison */
	struct level set_level;	/* of each set's figures, and of means */
	size_t nhidden;	/* rows that -D leaves out */
	struct outcome outcome;
};

static const struct {
	unsigned bit;		/* enum doubt */
	const char *word;	/* for programs; NULL: of rows, not for them */
	const char *sentence;	/* for people */
} doubts[] = {
	{ DOUBT_UNEVEN, NULL, "the sets have different numbers of values, but "
	    "not in most rows: was a file cut short, or do several benchmarks "
	    "have this name?" },
	{ DOUBT_REPEATED, NULL, "it has twice as many values as most rows, or "
	    "more: are all of one benchmark?" },
	{ DOUBT_ROUNDED, NULL, "all times or rates of a set are equal: if a "
	    "tool rounds them, the difference may be rounding" },
	{ DOUBT_CONSTANT, "constant", "all values are equal" },
	{ DOUBT_WARM_UP, "warm-up", "the first value is an outlier: was it a "
	    "warm-up?" },
	{ DOUBT_LOW, "low", "some values are far below the others: did "
	    "runs fail, or are these of another benchmark (-k makes rows, -e "
	    "chooses)?" },
	{ DOUBT_TWICE, "twice", "each value is there twice: is it printed in a "
	    "total, too (-x drops lines, -k tells apart what is below "
	    "different names)?" },
	{ DOUBT_COARSE, "coarse", "the clock's tick is more than twice the "
	    "spread, so the difference may be rounding" },
	{ DOUBT_TOO_FEW, "too-few", "too few values to show anything at this "
	    "confidence" },
	{ DOUBT_UNEQUAL, "unequal", "counts and spreads differ, so Student's t "
	    "is unreliable: use -t welch" },
	{ DOUBT_NO_RELATIVE, "no-relative", "the values vary too much, or are "
	    "too near 0, for an interval in percent (with quantiles and ranks: "
	    "not all are positive), so a margin in percent counts as 0" },
	{ DOUBT_DEPENDENT, "dependent", "values resemble their neighbours, so "
	    "intervals may be too narrow: measure in turns (-t wilcoxon), or "
	    "average runs (-r)" },
	{ DOUBT_TURNS, "turns", "high and low values take turns: are they of "
	    "two benchmarks (-k makes rows, -e chooses)?" },
	{ DOUBT_ZERO, "zero", "all values are 0, but not those of the "
	    "reference: was it skipped?" },
	{ DOUBT_NOT_EXACT, "not-exact", "-t exact needs equal values in each "
	    "set, but these differ" },
	{ DOUBT_MARGIN, "margin", "the margin is no less than the reference: "
	    "is its unit right?" },
	{ DOUBT_UNIT, "unit", "it changed more than 100-fold: has the unit "
	    "changed, or did runs fail?" },
	{ DOUBT_LESS, NULL, "less is better here, but it looks like a rate: "
	    "does a + belong before its name in -C or -u?" },
	{ DOUBT_RATE, NULL, "more is better, which this gate does not "
	    "know: use -g worse or -g not-worse" }
};

/*
 * Returns why the gate fails because of a comparison, or NO_VERDICT if it does
 * not.
 */
static enum verdict
failure_of(const struct gate *gate, const struct report_row *r,
    const struct comparison *c)
{
	bool higher = c->verdict == HIGHER, lower = c->verdict == LOWER;
	bool may_be_higher = gate->needs_proof ? !c->not_higher : higher;
	bool may_be_lower = gate->needs_proof ? !c->not_lower : lower;

	if (!(r->fails_if_higher && may_be_higher) &&
	    !(r->fails_if_lower && may_be_lower))
		return NO_VERDICT;
	if (c->doubts & DOUBT_NOT_EXACT)
		return NOT_EXACT;
	return gate->worse && (higher || lower) ? WORSE : c->verdict;
}

/*
 * Joins the strings whose bits are set, and that are not empty, with blanks
 * between them.
 */
static const char *
join_parts(const char *const part[], size_t n, unsigned wanted)
{
	const char *joined = "";

	for (size_t i = 0; i < n; i++)
		if (wanted >> i & 1)
			joined = join(joined, " ", part[i]);
	return joined;
}

/*
 * What a message says of a row: "parse: message", or with several measures
 * "parse, B/op: message".
 */
static const char *
about_row(const struct report *report, const struct report_row *r,
    const char *message)
{
	return join(join(join_parts(r->part, report->nparts, ~0u), ", ",
	    report->data->nmeasures > 1 ? r->measure : ""), ": ", message);
}

/* Warns of the rows with a doubt: the first, and how many there are. */
static void
warn_of_rows(const struct report *report, unsigned doubt, const char *message)
{
	const struct report_row *first = NULL;
	size_t n = 0;

	for (size_t i = report->nrows; i-- > 0; )
		if (report->row[i].doubts & doubt) {
			first = &report->row[i];
			n++;
		}
	if (n > 0)
		warn(report->data->warnings, NULL, 0, "%s%s",
		    about_row(report, first, message), n == 1 ? "" :
		    format_text(" (the first of %zu rows)", n));
}

/* ---- Report: rows */

/* Returns the cells of a row, which have no figures. */
static struct cell *
make_cells(const struct report *report)
{
	struct cell *cell = NEW(struct cell, report->nsets);

	for (size_t i = 0; i < report->nsets; i++) {
		cell[i] = (struct cell){
			.label = report->data->set[i],
			.summary = nothing_summarized,
			.comparison = nothing_compared
		};
		if (i > 0 && report->options->compares)
			cell[i].reference =
			    &cell[report->options->with_previous ? i - 1 : 0];
	}
	return cell;
}

/* Sets the figures of a cell. */
static void
fill_cell(const struct report *report, struct cell *cell,
    const struct sample *sample)
{
	const struct options *o = report->options;
	struct summary *s = &cell->summary;

	*s = summarize(sample, &o->question, report->set_level);
	if (s->n == 0)
		s->doubts = DOUBT_LACKING;
	if (isinf(s->stddev))
		die(cell->label, 0, "the standard deviation is beyond the "
		    "range of a double");
	/* Without -v, all that is printed of this is a warm-up. */
	if (s->n > 1 && (s->n <= MOST_ORDERED || o->verbose ||
	    !o->format->for_people))
		examine(s, &o->question.test);
}

/*
 * Counts a comparison if the values are enough.  If they are not, the verdict
 * says so, and what the first has is kept for a warning.  Ends the program if
 * they should be pairs, and are not.
 */
static void
count_or_refuse(struct report *report, struct report_row *r, struct cell *cell)
{
	size_t n = cell->summary.n, m = cell->reference->summary.n;

	if (n != m && n > 0 && m > 0) {
		r->doubts |= DOUBT_UNEVEN;
		/* One that is missing shifts all pairs after it. */
		if (report->options->question.test.paired)
			die(cell->label, 0, "%s", about_row(report, r,
			    format_text("%zu value%s cannot be paired with %zu "
			    "of the reference", n, plural(n), m)));
	}
	if (n >= report->least_of_other && m >= report->least_of_other &&
	    (n >= report->least_of_one || m >= report->least_of_one)) {
		report->outcome.ncompared++;
		return;
	}
	cell->comparison.verdict = n == 0 || m == 0 ? MISSING : TOO_FEW;
	cell->comparison.doubts = DOUBT_LACKING;
	if (report->outcome.why_not == NULL)
		report->outcome.why_not = format_text("not compared: %s has "
		    "%zu value%s, %s %zu", cell->reference->label, m,
		    plural(m), cell->label, n);
}

/*
 * True if the column or name of a measure, the unit that is stuck to its
 * values, or the word behind them is that of a rate.
 */
static bool
looks_like_rate(const struct report *report, size_t measure)
{
	/* Per second anywhere; or a word at the end, or before ~regex. */
	static const char rates[] = "per.sec|("
	    "(^|[^[:alpha:]])([kMGTP]i?)?(hz|ops|tps|qps|rps|fps|ips|iops|bps|"
	    "pps|flops|throughput|bandwidth)|/s)[] :=)]*(~|$)";
	const struct seen *seen = &report->data->seen;
	const struct selection *s = &report->options->selection;
	const char *typed = s->column[VALUE + measure].typed;
	const char *name[] = {
		typed != NULL ? typed : s->measure[measure],
		copy_text(seen->unit[measure]), copy_text(seen->word[measure]),
		copy_text(seen->header[VALUE + measure])
	};
	regex_t regex;

	if (regcomp(&regex, rates, REG_EXTENDED | REG_ICASE) != 0)
		return false;
	for (size_t i = 0; i < COUNT(name); i++)
		if (regexec(&regex, name[i], 0, NULL, 0) == 0 ||
		    is_rate(trim(up_to(as_text(name[i]), '~'), " :=)]")))
			return true;
	return false;
}

/*
 * Finds out if more is better in the rows of a measure, which are those from
 * the first on, and what the gate looks for in them.  -g higher and -g lower
 * mean times: they pass over rates, if -u '*' found these.
 */
static void
find_directions(const struct report *report, size_t measure, size_t first)
{
	const struct selection *s = &report->options->selection;
	const struct gate *gate = report->options->gate;
	/* -g higher or lower, or not-higher or not-lower. */
	bool is_one_sided = gate->higher != gate->lower;
	bool more_in_measure = false;
	bool is_rate_by_name = gate->worse && looks_like_rate(report, measure);

	/* With -b a,+b, the + is for both. */
	for (size_t m = 0; m < MAX_MEASURES; m++)
		if ((m == measure || s->sets_are_columns) &&
		    (s->unit[m].more_is_better || is_rate(s->unit[m].name) ||
		    (s->column[VALUE + m].with_plus != NULL &&
		    !report->data->seen.plus_is_name[m])))
			more_in_measure = true;
	for (size_t i = first; i < report->nrows; i++) {
		struct report_row *r = &report->row[i];
		bool more = more_in_measure;

		/* For JMH, the unit is a part of the key. */
		for (size_t j = 0; j < report->nparts; j++)
			if (strncmp(r->part[j], "ops/", 4) == 0 &&
			    is_rate(as_text(r->part[j])))
				more = true;
		r->more_is_better = more;
		if (!more && is_rate_by_name)
			r->doubts |= DOUBT_LESS;
		if (more && is_one_sided && s->all_units)
			continue;
		r->fails_if_higher = gate->higher || (gate->worse && !more);
		r->fails_if_lower = gate->lower || (gate->worse && more);
		/* A rate that somebody named fails if it is better. */
		if (more && is_one_sided && gate->higher)
			r->doubts |= DOUBT_RATE;
	}
}

/* Adds the row of a key and a measure to a block, if it has values. */
static void
add_report_row(struct report *report, struct block *block, size_t key,
    size_t measure, const char *name)
{
	struct report_row *r = &report->row[report->nrows];
	const char *part = report->data->row[key].key.start;
	struct text unit = report->data->seen.unit[measure];
	bool is_timed = equals(unit, duration_unit) || is_rate(unit);
	size_t nvalues = 0;

	*r = (struct report_row){
		.measure = name, .name = name, .change = -INFINITY,
		.part = NEW(const char *, report->nparts),
		.cell = make_cells(report)
	};
	for (size_t i = 0; i < report->nparts; i++) {
		r->part[i] = part;
		part += strlen(part) + 1;	/* a NUL ends it */
	}
	for (size_t i = 0; i < report->nsets; i++) {
		fill_cell(report, &r->cell[i],
		    find_sample(report->data, key, i, measure));
		nvalues += r->cell[i].summary.n;
	}
	if (nvalues == 0)
		return;
	for (size_t i = 0; i < report->nsets; i++)
		if (r->cell[i].reference != NULL) {
			count_or_refuse(report, r, &r->cell[i]);
			if (is_timed && (DOUBT_CONSTANT &
			    r->cell[i].summary.doubts &
			    r->cell[i].reference->summary.doubts))
				r->doubts |= DOUBT_ROUNDED;
		}
	report->nrows++;
	block->line[block->nlines] = r;
	block->nlines++;
}

/*
 * Names the rows of several keys by the parts in which these differ.  The title
 * is made of those that all share; above a plot, the measure follows.
 */
static void
name_rows(struct report *report)
{
	const char *const *first = report->row->part;
	unsigned different = 0;

	for (size_t i = 0; i < report->nrows; i++)
		for (size_t j = 0; j < report->nparts; j++)
			if (strcmp(report->row[i].part[j], first[j]) != 0)
				different |= 1u << j;
	/* All keys but one may have lost their values: see pair_runs. */
	if (different == 0 && report->data->nrows > 1)
		different = ~0u;
	for (size_t i = 0; i < report->nrows && different != 0; i++)
		report->row[i].name = join_parts(report->row[i].part,
		    report->nparts, different);
	report->title = join_parts(first, report->nparts, ~different);
	/* Without -k, one row has no title, as in BSD's. */
	if (!report->is_table && report->nparts > 0)
		report->title = join(report->title, ", ", report->row->measure);
}

/*
 * Makes a block for each measure.  If there is only one key, or none, the rows
 * are measures, and all are in one block.
 */
static void
make_blocks(struct report *report)
{
	const struct selection *s = &report->options->selection;
	size_t nmeasures = report->data->nmeasures;
	size_t nkeys = report->data->nrows;

	report->nblocks = nkeys > 1 ? nmeasures : 1;
	report->block = NEW(struct block, report->nblocks);
	report->row = NEW(struct report_row, nmeasures * (nkeys + 1));
	for (size_t i = 0; i < nmeasures; i++) {
		const char *name = s->measure[i];
		struct block *block = &report->block[nkeys > 1 ? i : 0];
		size_t before = report->nrows;

		if (s->sets_are_columns)
			name = "";
		else if (report->data->seen.plus_is_name[i])
			name = s->column[VALUE + i].with_plus;
		block->heading = nkeys > 1 ? name : "";
		if (block->line == NULL)
			block->line = NEW(struct report_row *,
			    nmeasures + nkeys);
		for (size_t j = 0; j < nkeys; j++)
			add_report_row(report, block, j, i, name);
		find_directions(report, i, before);
		/* The records with a unit of -u '*' may all be left out. */
		if (report->nrows == before && !s->all_units)
			die(NULL, 0, "%s",
			    join("no set has values", " of ", name));
	}
	if (report->nrows == 0)
		die(NULL, 0, "no set has values");
	name_rows(report);
}

/* ---- Report: comparisons */

/* Compares what a row has of a set with the reference. */
static void
compare_cell(const struct report *report, const struct report_row *r,
    struct cell *cell)
{
	const struct options *o = report->options;
	struct comparison *c = &cell->comparison;
	/* Of dependence: one false alarm in 100 tables, or comparisons. */
	double risk = 0.01 / (report->is_table ?
	    (double)report->outcome.ncompared : 1);
	double errors;	/* see dependence(): each side has this risk */

	*c = compare(&o->question, report->level, &cell->summary,
	    &cell->reference->summary);
	if (!is_compared(c))
		die(cell->label, 0, "%s", about_row(report, r,
		    "the difference is beyond the range of a double"));
	errors = o->question.test.certain || o->unordered ? 0 : dependence(c);
	if (t_tail(fabs(errors), INFINITY).outside / 2 <= risk)
		c->doubts |= errors > 0 ? DOUBT_DEPENDENT : DOUBT_TURNS;
	if (o->selection.by_unit)	/* each value had its unit */
		c->doubts &= ~(unsigned)DOUBT_UNIT;
}

/* Compares the sets of a row, and counts how that comes out. */
static void
compare_row(struct report *report, struct report_row *r)
{
	struct outcome *outcome = &report->outcome;
	bool compared = false, differs = false, fails_gate = false;

	for (size_t i = 0; i < report->nsets; i++) {
		struct cell *cell = &r->cell[i];
		const struct comparison *c = &cell->comparison;

		r->doubts |= cell->summary.doubts & SET_DOUBTS;
		if (cell->reference == NULL)
			continue;
		if (c->verdict == NO_VERDICT) {
			compare_cell(report, r, cell);
			compared = true;
		}
		r->doubts |= c->doubts;
		r->change = isnan(c->relative.value) ? -INFINITY :
		    c->relative.value;
		outcome->verdict[c->verdict]++;
		if (c->verdict == HIGHER || c->verdict == LOWER) {
			differs = true;
			outcome->doubts |= c->doubts;
		}
		if (!r->fails_if_higher && !r->fails_if_lower)
			continue;
		outcome->nasked++;
		cell->failure = failure_of(report->options->gate, r, c);
		if (cell->failure != NO_VERDICT) {
			fails_gate = true;
			outcome->nfailed++;
			outcome->failed[cell->failure]++;
		} else if (!is_compared(c) || (c->doubts & DOUBT_NOT_EXACT))
			outcome->nskipped++;
	}
	if (compared)
		outcome->rows_compared++;
	if (differs)
		outcome->rows_different++;
	r->is_unremarkable = compared && !differs && !fails_gate &&
	    !(r->doubts & DOUBT_LACKING);
}

/*
 * Compares all rows, each with the confidence that -f asks for.  By default it
 * covers all rows of a table together, so that rows without a change seldom
 * fail the gate.  But if a gate needs proof for each row, it passes a bad one
 * no more often because there are others.
 */
static void
compare_rows(struct report *report)
{
	const struct options *o = report->options;

	report->covers_all = o->family != NULL ? strcmp(o->family, "all") == 0 :
	    report->is_table && !o->gate->needs_proof;
	report->level = level_of(o->confidence, report->covers_all ?
	    larger(1, (double)report->outcome.ncompared) : 1);
	for (size_t i = 0; i < report->nrows; i++)
		compare_row(report, &report->row[i]);
}

/* ---- Report: geometric means */

/*
 * Returns the geometric mean of the centres of a set, over the complete rows of
 * a block, as the mean and centre of a summary.  They are NAN if there are
 * fewer than two centres, if one is not positive, or if rows differ in whether
 * more is better.  What is added up are the logarithms of ratios to the first
 * centre, so that they are small.
 *
 * If all these rows have the same number of values, and the test is a t test,
 * the summary is that of values with this mean.  With the geometric mean G, and
 * n rows r that have the values x(r, i) and the means m(r), the i-th of y is
 *
 *	G * (x(1, i) / m(1) + ... + x(n, i) / m(n)) / n
 *
 * What slows all rows of a run together adds to the spread of these values.
 */
static struct summary
summarize_means(const struct report *report, const struct block *block,
    size_t set)
{
	struct sample *y = NEW(struct sample, 1);
	double first = NAN, logs = 0, count = 0;
	bool has_values = report->options->question.test.t_test;

	for (size_t i = 0; i < block->nlines; i++) {
		const struct report_row *r = block->line[i];
		const struct summary *s = &r->cell[set].summary;

		if (r->more_is_better != (*block->line)->more_is_better)
			return nothing_summarized;
		if (r->doubts & DOUBT_LACKING)
			continue;
		if (count == 0) {
			first = s->centre;
			y->n = s->n;
			y->value = NEW(double, y->n);
		}
		/* Square roots, as the ratio may be beyond a double. */
		logs += 2 * log(sqrt(s->centre) / sqrt(first));
		count++;
		has_values = has_values && s->n == y->n;
		for (size_t j = 0; j < y->n && has_values; j++)
			y->value[j] += s->sample->value[j] / s->centre;
	}
	/* It is not finite if a centre is not positive, or is next to 0. */
	if (count < 2 || !isfinite(logs))
		return nothing_summarized;
	/* In two steps, as one may be beyond a double, too. */
	double step = larger(-700, smaller(logs / count, 700));
	double mean = first * exp(step) * exp(logs / count - step);
	if (!has_values)
		y->n = 0;
	for (size_t i = 0; i < y->n; i++)
		y->value[i] *= mean / count;
	struct summary all = summarize(y, &report->options->question,
	    report->set_level);
	all.centre = mean;	/* the values' own differs by rounding only */
	all.mean = (struct dd){ mean, 0 };
	return all;
}

/*
 * Returns how a geometric mean changed, with an interval if both have values.
 * The family does not count means: each has all of the confidence.
 */
static struct estimate
change_of_mean(const struct report *report, struct summary s,
    const struct summary *reference)
{
	double mean = reference->centre;
	struct estimate change = NO_ESTIMATE;

	/* A rounding error is no change. */
	if (fabs(s.centre - mean) <= ROUNDING * mean) {
		s.centre = mean;
		s.mean = reference->mean;
	}
	if (s.n > 0 && reference->n > 0)
		change = compare(&report->options->question,
		    report->set_level, &s, reference).relative;
	if (isnan(change.value)) {
		change.value = (s.centre - mean) / mean;
		limit_to_percent(&change);
	}
	return change;
}

/* Adds the geometric means, as this row, to a block, if all sets have one. */
static void
add_means(const struct report *report, struct block *block,
    struct report_row *r)
{
	struct summary *means = NEW(struct summary, report->nsets);

	*r = (struct report_row){
		.is_mean = true,
		.more_is_better = (*block->line)->more_is_better,
		.measure = block->heading,
		.name = "geometric mean", .change = -INFINITY,
		.cell = make_cells(report)
	};
	for (size_t i = 0; i < report->nsets; i++) {
		struct cell *cell = &r->cell[i];

		means[i] = summarize_means(report, block, i);
		if (isnan(means[i].centre))
			return;
		cell->summary.centre = means[i].centre;
		cell->summary.mean = means[i].mean;
		if (cell->reference != NULL)
			cell->comparison.relative = change_of_mean(report,
			    means[i], &means[cell->reference - r->cell]);
	}
	block->line[block->nlines] = r;
	block->nlines++;
}

/* ---- Report: doubts, errors and the gate */

/*
 * Returns the first row that has values of a set.  There is one: check_values,
 * check_labels and make_blocks end the program otherwise.
 */
static const struct report_row *
first_row(const struct report *report, size_t set)
{
	const struct report_row *r = report->row;

	while (r->cell[set].summary.n == 0)
		r++;
	return r;
}

/*
 * Returns what is said if no key is in two sets.  Keys that differ in a unit
 * are not for comparing.
 */
static const char *
describe_keys(const struct report *report)
{
	const struct report_row *a = first_row(report, 0);
	const struct report_row *b = first_row(report, 1);
	bool may_be_one = report->data->nrows == 2;

	for (size_t i = 0; i < report->nparts; i++) {
		struct text part = as_text(a->part[i]);

		if (!is_string(part, b->part[i]) &&
		    (make_unit(part).time != NULL || is_rate(part)))
			may_be_one = false;
	}
	return format_text("; no key is in both: %s has \"%s\", %s has \"%s\""
	    "%s", report->data->set[0], a->name, report->data->set[1], b->name,
	    may_be_one ? " (-k '' compares them)" : "");
}

/*
 * Warns of rows with sets that cannot be compared, and ends the program if
 * nothing is left to report.  A report of one row without -k needs all its
 * sets, also with -n, which compares nothing; but with -r, some tests compare
 * one value with several.
 */
static void
check_rows(const struct report *report)
{
	const struct options *o = report->options;
	const char *hint = report->data->runs != NULL &&
	    !o->selection.by_array && !o->question.test.paired ?
	    " (-r '' counts single values)" : "";
	bool needs_all = report->nparts == 0 && !report->is_table &&
	    (report->outcome.ncompared == 0 ||
	    (report->row->doubts & DOUBT_LACKING));

	for (size_t i = 0; i < report->nsets && needs_all; i++) {
		size_t n = report->row->cell[i].summary.n;

		if (n < report->least_of_one)
			die(report->data->set[i], 0, "%zu value%s, but at "
			    "least %zu are needed%s", n, plural(n),
			    report->least_of_one, hint);
	}
	if (!o->compares)
		return;
	warn_of_rows(report, DOUBT_LACKING, report->outcome.why_not);
	if (report->outcome.ncompared > 0)
		return;
	if (report->nsets > 1) {
		size_t ntoo_few = report->outcome.verdict[TOO_FEW];

		if (ntoo_few == 0 && report->data->nrows > 1)
			hint = describe_keys(report);
		else if (ntoo_few > 0 && *hint == '\0')
			hint = " (-t exact compares steady counts)";
		die(NULL, 0, "nothing could be compared: a row needs %zu or "
		    "more values in each set%s", report->least_of_one, hint);
	}
	if (o->needs_sets || o->gate_matters)
		die(NULL, 0, "nothing could be compared: there is only one "
		    "set, %s", report->data->set[0]);
}

/*
 * True if a set and its reference have the same values in all rows in which
 * either varies, and if these are LEAST_ORDERED or more.
 */
static bool
has_same_values(const struct report *report, size_t set)
{
	size_t n = 0;

	for (size_t i = 0; i < report->nrows; i++) {
		const struct cell *cell = &report->row[i].cell[set];
		const struct summary *x = &cell->summary;
		const struct summary *y = &cell->reference->summary;

		if (!(x->min < x->max) && !(y->min < y->max))
			continue;
		if (x->n != y->n || memcmp(x->sample->value, y->sample->value,
		    x->n * sizeof(double)) != 0)
			return false;
		n += x->n;
	}
	return n >= LEAST_ORDERED;
}

/* True if a sample has LEAST_ORDERED values or more, which only rise. */
static bool
only_rises(const struct summary *s)
{
	for (size_t i = 1; i < s->n; i++)
		if (s->sample->value[i] <= s->sample->value[i - 1])
			return false;
	return s->n >= LEAST_ORDERED;
}

/*
 * Finds the rows whose numbers of values are unusual.  If -k was typed, a row
 * with more than others may be a total that each run prints several times.  If
 * most rows are uneven, that is no reason for doubt.
 */
static void
find_unusual_rows(struct report *report)
{
	size_t nrows = report->nrows, nuneven = 0, nusual = 0;
	/* Of each row: values in the set that has most. */
	double *n = NEW(double, nrows);

	for (size_t i = 0; i < nrows; i++) {
		for (size_t j = 0; j < report->nsets; j++)
			n[i] = larger(n[i], (double)
			    report->row[i].cell[j].summary.n);
		nuneven += (report->row[i].doubts & DOUBT_UNEVEN) != 0;
	}
	double usual = value_at(n, nrows, (double)((nrows - 1) / 2));
	for (size_t i = 0; i < nrows; i++)
		nusual += n[i] == usual;
	bool may_repeat = report->options->given['k'] &&
	    usual >= MIN_VALUES && nusual > 2 && nusual > nrows / 2;
	for (size_t i = 0; i < nrows; i++) {
		if (may_repeat && n[i] >= 2 * usual)
			report->row[i].doubts |= DOUBT_REPEATED;
		if (nuneven > nrows / 2)
			report->row[i].doubts &= ~(unsigned)DOUBT_UNEVEN;
	}
	free(n);
}

/* Warns of what looks right, and perhaps is not, in the data as a whole. */
static void
warn_of_data(struct report *report)
{
	const struct selection *s = &report->options->selection;
	struct warnings *w = report->data->warnings;
	/* Nothing chose the values. */
	bool rises = s->ncolumns == 0 && s->nunits == 0;

	for (size_t i = 0; i < report->nsets; i++) {
		const struct cell *cell = &report->row->cell[i];

		if (report->outcome.same_values || cell->reference == NULL ||
		    !has_same_values(report, i))
			continue;
		report->outcome.same_values = true;
		warn(w, NULL, 0, "%s and %s have the same values: is it the "
		    "same file?", cell->reference->label, cell->label);
	}
	for (size_t i = 0; i < report->nrows; i++)
		for (size_t j = 0; j < report->nsets; j++)
			rises = rises &&
			    only_rises(&report->row[i].cell[j].summary);
	if (rises)
		warn(w, NULL, 0, "each value is greater than the one before: "
		    "is this an index or a clock (-C chooses another)?");
}

/* Warns of what is doubtful enough to be said without -v. */
static void
warn_of_doubts(const struct report *report)
{
	for (size_t i = 0; i < COUNT(doubts); i++) {
		unsigned bit = doubts[i].bit;
		const char *sentence = doubts[i].sentence;

		if (bit == DOUBT_MARGIN)
			sentence = format_text("%s (or did you mean %g%%?)",
			    sentence, report->options->question.margin.amount);
		if (report->is_table || !(bit & SET_DOUBTS)) {
			warn_of_rows(report, bit, sentence);
			continue;
		}
		for (size_t j = 0; j < report->nsets; j++)
			if (report->row->cell[j].summary.doubts & bit)
				warn(report->data->warnings,
				    report->data->set[j], 0, "%s", sentence);
	}
}

/* Decides whether the gate passes: one that needs proof needs all input. */
static void
decide(struct report *report)
{
	const struct options *o = report->options;
	struct outcome *outcome = &report->outcome;

	if (o->gate_matters && outcome->nasked == 0)
		die(NULL, 0, "-g %s passes over rates that -u '*' found, and "
		    "there is nothing else: use -g worse or -g not-worse",
		    o->gate->name);
	bool lacks_proof = report->data->nleft_out > 0 || outcome->same_values;
	outcome->passed = outcome->nfailed == 0 &&
	    !(o->gate->needs_proof && lacks_proof);
}

/*
 * For qsort(3), on pointers to rows: the greatest increase first, else in the
 * order of the rows, of which geometric means are the last.
 */
static int
compare_changes(const void *a, const void *b)
{
	const struct report_row *x = *(struct report_row *const *)a;
	const struct report_row *y = *(struct report_row *const *)b;

	if (x->change != y->change)
		return x->change > y->change ? -1 : 1;
	return (x > y) - (x < y);
}

/* For -D: takes the lines out that are not shown, and sorts the others. */
static void
arrange_lines(struct report *report)
{
	for (size_t i = 0; i < report->nblocks; i++) {
		struct block *b = &report->block[i];
		size_t n = 0;

		for (size_t j = 0; j < b->nlines; j++)
			if (!b->line[j]->is_unremarkable) {
				b->line[n] = b->line[j];
				n++;
			}
		report->nhidden += b->nlines - n;
		b->nlines = n;
		qsort(b->line, n, sizeof(*b->line), compare_changes);
	}
}

/* Returns the report.  It points to the options and to the data. */
static struct report
make_report(const struct options *o, const struct data *data)
{
	const struct test *test = &o->question.test;
	struct report report = {
		.options = o, .data = data, .nsets = data->nsets,
		.least_of_one = test->least,
		.least_of_other = test->one_run_is_enough &&
		    data->runs != NULL ? 1 : test->least,
		.is_table = data->nmeasures > 1 || data->nrows > 1,
		.nparts = o->selection.names_end - KEY,
		.set_level = level_of(o->confidence, 1)
	};

	if (data->nmeasures > 1 && o->question.margin.has_amount)
		die(NULL, 0, "-m: an amount cannot be that of several "
		    "measures, such as %s: give a percentage, or choose one "
		    "of them by -C or -u", o->selection.measure[0]);
	make_blocks(&report);
	compare_rows(&report);
	if (data->nrows > 1)
		for (size_t i = 0; i < report.nblocks; i++)
			if (report.block[i].nlines > 0)
				add_means(&report, &report.block[i],
				    &report.row[report.nrows + i]);
	check_rows(&report);
	find_unusual_rows(&report);
	warn_of_data(&report);
	warn_of_doubts(&report);
	decide(&report);
	if (o->hides && o->format->for_people)
		arrange_lines(&report);
	return report;
}

/*
 * ---- Text ----------------------------------------------------------------
 * The report of one row: the legend, the plot, a line of figures for each set
 * and the verdict below it.  The symbols, colours and sentences here are used
 * by the table and by Markdown, too.
 */

/* One for each set.  A and M mark the mean and the median. */
static const char symbols[MAX_SETS + 1] =
    "x+*%#@OabcdefghijklmnopqrstuvwyzBCDEFGHIJKLNPQRSTU";

/* OF_SETS is the colour of the first set, OF_SETS + 1 that of the second. */
enum colour { PLAIN, BOLD, DIM, FAILED, PASSED, OF_SETS };

/* The escape sequence (ECMA-48) of a colour, if colours are wanted. */
static const char *
paint(const struct options *o, size_t colour)
{
	static const char *const escapes[] = {
		[PLAIN] = "\033[0m", [BOLD] = "\033[1m", [DIM] = "\033[2m",
		[FAILED] = "\033[1;31m", [PASSED] = "\033[1;32m",
		/* Green and red, as in verdicts, are for later sets. */
		[OF_SETS] = "\033[36m", "\033[33m", "\033[35m", "\033[34m",
		"\033[32m", "\033[31m"
	};

	if (!o->layout.colour)
		return "";
	/* If there are more sets than colours, these are used again. */
	while (colour >= COUNT(escapes))
		colour -= COUNT(escapes) - OF_SETS;
	return escapes[colour];
}

/*
 * Returns the colour of a comparison.  What fails a gate that was given is red;
 * if it is undecided, its colour is the one that is given.
 */
static enum colour
colour_of(const struct options *o, const struct cell *cell,
    enum colour if_undecided)
{
	if (o->gate_matters && cell->failure != NO_VERDICT)
		return FAILED;
	if (cell->comparison.verdict == UNDECIDED)
		return if_undecided;
	return is_compared(&cell->comparison) ? BOLD : PLAIN;
}

/*
 * Returns a name as it is printed at the beginning of a line.  Some CI systems
 * take a line that begins with :: for a command, even after white space, some
 * of which is not ASCII: so bytes beyond ASCII are skipped, too.
 */
static const char *
begin_line(const char *name)
{
	const char *shown = printable(name), *p = shown;

	while (*p == ' ' || (*p & 0x80) != 0)
		p++;
	if (strncmp(p, "::", 2) != 0)
		return shown;
	return format_text("%.*s\\x3a%s", (int)(p - shown), shown, p + 1);
}

/* ---- Text: the plot */

/* A bin of the plot as it is printed; the symbol of a free one is '\0'. */
struct glyph {
	char symbol;
	size_t colour;	/* PLAIN, or that of its set */
};

/* Prints a line of the plot, and clears it. */
static void
put_glyphs(const struct options *o, struct glyph line[], size_t width)
{
	size_t colour = PLAIN;

	putchar('|');
	for (size_t i = 0; i < width; i++) {
		const struct glyph glyph = line[i];

		if (glyph.colour != colour)
			fputs(paint(o, glyph.colour), stdout);
		colour = glyph.colour;
		putchar(glyph.symbol == '\0' ? ' ' : glyph.symbol);
		line[i] = (struct glyph){ '\0', PLAIN };
	}
	printf("%s|\n", colour == PLAIN ? "" : paint(o, PLAIN));
}

/* Draws what the stacks of all sets have at this height, counted from 0. */
static void
draw_stacks(struct glyph line[], const struct plot *plot, size_t height)
{
	const struct glyph shared = { plot->nsets == 2 ? '*' : '&', PLAIN };
	const size_t *stack = plot->stack;

	for (size_t set = 0; set < plot->nsets; set++)
		for (size_t i = 0; i < plot->axis.nbins; i++) {
			if (*stack > height * plot->each)
				line[i] = line[i].symbol != '\0' ? shared :
				    (struct glyph){ symbols[set],
					OF_SETS + set };
			stack++;
		}
}

/* Draws the bar of a set over what is there. */
static void
draw_bar(struct glyph line[], const struct plot *plot, size_t set)
{
	const double *bar = plot->bar[set];
	size_t colour = OF_SETS + set;
	size_t right = bin_of(plot->axis, bar[RIGHT]);

	/* The line between the ends only fills gaps. */
	for (size_t i = bin_of(plot->axis, bar[LEFT]); i < right; i++)
		if (line[i].symbol == '\0')
			line[i] = (struct glyph){ '_', colour };
	for (size_t i = 0; i < MARKS; i++)
		line[bin_of(plot->axis, bar[i])] =
		    (struct glyph){ marks[i], colour };
}

static void
put_plot(const struct options *o, struct plot plot)
{
	size_t width = plot.axis.nbins;

	if (!(plot.axis.step > 0)) {
		printf("[no plot, span is zero width]\n");
		return;
	}
	struct glyph *line = NEW(struct glyph, width);
	char *border = NEW(char, width + 1);
	memset(border, '-', width);
	printf("+%s+\n", border);
	for (size_t height = plot.height; height-- > 0; ) {
		draw_stacks(line, &plot, height);
		put_glyphs(o, line, width);
	}
	for (size_t set = 0; set < plot.nsets; set++) {
		draw_bar(line, &plot, set);
		if (o->layout.separate_bars || set == plot.nsets - 1)
			put_glyphs(o, line, width);
	}
	printf("+%s+\n", border);
	if (plot.each > 1)
		printf("[a symbol stands for up to %zu values]\n", plot.each);
}

/* ---- Text: sentences */

/*
 * Writes a number with this many digits, or with as many as it takes to read
 * back the same.  Returns the text.
 */
static const char *
format_exactly(const char *format, int digits, double number)
{
	const char *text = format_text(format, digits, number);

	return strtod(text, NULL) == number ? text :
	    format_exactly(format, digits + 1, number);
}

/*
 * Returns a verdict as a sentence; rows is as " in 3 of 41 rows", or empty.
 * `raised' has the doubts about these comparisons.  If there is no relative
 * interval, a difference may be less than the margin in percent: then that is
 * not in the sentence.
 */
static const char *
describe_verdict(const struct report *report, enum verdict verdict,
    unsigned raised, const char *rows)
{
	struct margin m = report->options->question.margin;
	bool differs = verdict == HIGHER || verdict == LOWER;
	bool equal = verdict == EQUAL;
	const char *claim = equal ? "Equal" :
	    differs ? "Difference" : "No difference";
	const char *percent = "", *amount = "";

	if (m.has_percent && !(differs && (raised & DOUBT_NO_RELATIVE)))
		percent = format_text("%g%%", m.percent);
	if (m.has_amount)
		amount = format_text("%g", m.amount);
	claim = join(claim, equal ? " within " : " beyond ",
	    join(percent, equal ? " or " : " and ", amount));
	const char *sentence = format_text("%s%s%s", claim,
	    verdict == UNDECIDED ? " proven" : "", rows);
	if (report->options->question.test.certain)
		return sentence;
	return format_text("%s at %s%% confidence%s", sentence,
	    format_exactly("%.*f", 1,
	    report->options->confidence),
	    report->covers_all ? " over all" : "");
}

/* Adds to a list how many there are of something, if there are any. */
static const char *
add_count(const char *list, uintmax_t n, const char *what)
{
	return join(list, ", ", n > 0 ? format_text("%ju %s", n, what) : "");
}

/*
 * Returns what the gate decided, and why: rows with their reasons, and then
 * what is not about rows that fail.
 *
 *	Gate equal 5%: failed in 2 of 9 rows (1 undecided, 1 too few),
 *	3 records left out
 *	Gate worse: passed (1 record left out)
 */
static const char *
describe_gate(const struct report *report)
{
	const struct outcome *outcome = &report->outcome;
	const struct options *o = report->options;
	const char *margin = o->question.margin.typed;
	uintmax_t nleft_out = report->data->nleft_out;
	bool alone = outcome->nasked == 1;	/* it needs no counts */
	bool fails = outcome->nfailed > 0;	/* and not because of input */
	const char *of_all = format_text(" of %zu %s", outcome->nasked,
	    report->is_table && report->nsets == 2 ? "rows" : "comparisons");
	const char *reasons = "", *besides = "", *rows = "";

	/* That a single one is higher, lower or worse is said above. */
	for (size_t i = alone ? UNDECIDED : HIGHER; i < VERDICTS; i++) {
		const char *name = verdicts[i].name;

		if (outcome->failed[i] > 0)
			reasons = alone ? name :
			    add_count(reasons, outcome->failed[i], name);
	}
	const char *other = o->question.test.certain ?
	    verdicts[NOT_EXACT].name : "not compared";
	if (outcome->nskipped > 0)
		besides = alone ? other : format_text("%zu%s %s",
		    outcome->nskipped, fails ? "" : of_all, other);
	besides = add_count(besides, nleft_out, nleft_out == 1 ?
	    "record left out" : "records left out");
	if (outcome->same_values && o->gate->needs_proof)
		besides = join(besides, ", ", "the sets have the same values");
	if (fails && !alone)
		rows = format_text(" in %zu%s", outcome->nfailed, of_all);
	const char *why = fails ? reasons : besides;
	if (*why != '\0')
		why = format_text(" (%s)", why);
	const char *line = format_text("Gate %s: %s%s%s",
	    join(o->gate->name, " ", margin != NULL ? margin : ""),
	    outcome->passed ? "passed" : "failed", rows, why);
	return printable(join(line, ", ", fails ? besides : ""));
}

/* ---- Text: figures */

/*
 * Returns a share in percent, with this many significant digits, or more if the
 * whole part has more, up to nine.  The format takes both, as "%.*g" does.
 */
static const char *
format_percent(const char *format, double share, int digits)
{
	double percent = 100 * share;

	while (digits < 9 && fabs(percent) >= pow(10, digits) - 0.5)
		digits++;
	return format_text(format, digits, percent);
}

enum style {
	AMOUNT,		/* a difference */
	SHARE,		/* one in percent, as in BSD's tool */
	IN_TABLE	/* a change in percent */
};

static const char *
format_figure(double figure, enum style style)
{
	if (style == IN_TABLE)
		return format_percent("%+.*g%%", figure, 3);
	return style == AMOUNT ? format_text("%g", figure) :
	    format_text("%g%%", 100 * figure);
}

/* Returns an interval such as " (1 to 8)", or "" if there is none. */
static const char *
format_interval(struct estimate e, enum style style)
{
	const char *lower = format_figure(e.lower, style);
	const char *upper = format_figure(e.upper, style);

	if (isnan(e.lower))
		return "";
	if (isinf(e.lower))
		return isinf(e.upper) ? " (unbounded)" :
		    format_text(" (%s or less)", upper);
	if (isinf(e.upper))
		return format_text(" (%s or more)", lower);
	return format_text(" (%s to %s)", lower, upper);
}

/* Returns a figure as two significant digits tell it. */
static double
round_to_two(double figure)
{
	return strtod(format_text("%.1e", figure), NULL);
}

/*
 * Returns half the width of an interval, or NAN if it is not symmetric: its
 * halves must agree to two digits.
 */
static double
half_width_of(struct estimate e)
{
	double below = e.value - e.lower, above = e.upper - e.value;

	if (larger(below, above) < 1e-12 * fabs(e.value))
		return 0;	/* they are rounding errors */
	below = round_to_two(below);
	above = round_to_two(above);
	return below == above && isfinite(above) ? above : NAN;
}

/*
 * Prints a line with 5 +/- 2 or, if half is NAN, 5 (1 to 8).  It has only 5 if
 * there is no interval, or if -t exact compared sets of equal values.  The note
 * is behind it.  If there is no figure, prints nothing.
 */
static void
put_estimate(struct estimate e, double half, const struct test *test,
    enum style style, const char *note)
{
	if (isnan(e.value))
		return;
	printf("\t%s", format_figure(e.value, style));
	if (!isnan(half))
		printf(" +/- %s", format_figure(half, style));
	else if (!test->certain || e.lower != e.upper)
		fputs(format_interval(e, style), stdout);
	printf("%s\n", note);
}

/* Returns a p-value, as far as it can be told. */
static const char *
format_p(double p)
{
	return p < 1e-300 ? "p < 1e-300" : format_text("p = %g", p);
}

/* Returns how a test names itself under a verdict. */
static const char *
describe_test(const struct comparison *c)
{
	const struct test *test = &c->question->test;

	if (test->any_quantile)
		return format_text("%s = %g against %g of the reference",
		    test->title, c->set->centre, c->reference->centre);
	if (!test->of_quantiles)
		return format_text(test->format, test->title,
		    isnan(c->spread) ? c->df : c->spread);
	return format_text("%s%s, %s%s", test->title,
	    isnan(c->u) ? "" : format_text(" U = %g", c->u),
	    format_p(c->p), c->p_is_exact ? "" : ", normal approximation");
}

static void
put_doubts(unsigned found)
{
	for (size_t i = 0; i < COUNT(doubts); i++)
		if (found & doubts[i].bit)
			printf("\twarning: %s\n", doubts[i].sentence);
}

/* Prints what -v adds to a comparison. */
static void
put_details(const struct comparison *c)
{
	if (!isnan(c->p))
		printf("\t%s (%s)\n", format_p(c->p),
		    c->question->margin.typed != NULL ?
		    "against no difference at all" :
		    format_text("a difference is shown at %g or less",
		    c->level.outside));
	if (isfinite(100 * c->detectable) && c->detectable > 0)
		printf("\tsets like these would show changes of %s in 4 of 5 "
		    "cases\n", format_percent("%.*g%%", c->detectable, 2));
	put_doubts(c->doubts);
}

/* Prints the verdict on a set.  If it is undecided, the difference needs -v. */
static void
put_verdict(const struct report *report, const struct cell *cell)
{
	const struct options *o = report->options;
	const struct test *test = &o->question.test;
	const struct comparison *c = &cell->comparison;
	double relative_half = test->t_test ? half_width_of(c->relative) : NAN;
	bool is_bsd = isfinite(100 * c->bsd_half_width) &&
	    o->question.margin.typed == NULL;

	printf("%s%s%s\n", paint(o, colour_of(o, cell, BOLD)),
	    describe_verdict(report, c->verdict, c->doubts, ""),
	    paint(o, PLAIN));
	if (c->verdict == UNDECIDED && !o->verbose)
		return;
	put_estimate(c->difference, c->half_width, test, AMOUNT, "");
	if (is_bsd)	/* a figure that decides nothing */
		put_estimate(c->relative, c->bsd_half_width, test, SHARE, "");
	if (!is_bsd || o->verbose)
		put_estimate(c->relative, relative_half, test, SHARE, is_bsd ?
		    ", by Fieller's method" : "");
	printf("\t(%s)\n", describe_test(c));
	if (o->verbose)
		put_details(c);
}

/* Prints the lines below that of a set: what -v says of it, and the verdict. */
static void
put_set_lines(const struct report *report, const struct cell *cell)
{
	const struct summary *s = &cell->summary;

	if (report->options->verbose && s->n > 1) {
		printf("\tmean %g", s->mean.hi);
		if (isfinite(s->mean_half_width))
			printf(" +/- %g", s->mean_half_width);
		if (isfinite(100 * s->variation))
			printf(", variation %.3g%%", 100 * s->variation);
		printf("\n\t%.0f outlier%s\n", s->outliers,
		    plural((uintmax_t)s->outliers));
		put_doubts(s->doubts);
	}
	if (is_compared(&cell->comparison))
		put_verdict(report, cell);
}

/* Prints a line for each set; with -q, there is none. */
static void
put_legend(const struct report *report)
{
	const struct options *o = report->options;

	if (o->quiet)
		return;
	for (size_t i = 0; i < report->nsets; i++)
		printf("%s%c %s%s\n", paint(o, OF_SETS + i), symbols[i],
		    printable(report->data->set[i]), paint(o, PLAIN));
}

/* Prints the report as BSD's tool does. */
static void
put_single(const struct report *report)
{
	const struct options *o = report->options;
	const struct test *test = &o->question.test;

	put_legend(report);
	if (o->layout.has_plot)
		put_plot(o, make_plot(report->row->cell, report->nsets,
		    o->layout.width, o->layout.height));
	if (!o->quiet)
		printf("    N           Min           Max        Median"
		    "           Avg        Stddev%s\n", test->any_quantile ?
		    format_text(" %13s", test->name) : "");
	for (size_t i = 0; i < report->nsets; i++) {
		const struct cell *cell = &report->row->cell[i];
		const struct summary *s = &cell->summary;

		printf("%s%c %3zu %13.8g %13.8g %13.8g %13.8g",
		    paint(o, OF_SETS + i), symbols[i], s->n, s->min, s->max,
		    s->median, s->mean.hi);
		if (s->n > 1)
			printf(" %13.8g", s->stddev);
		else if (test->any_quantile)
			printf(" %13s", "");
		if (test->any_quantile)
			printf(" %13.8g", s->centre);
		printf("%s\n", paint(o, PLAIN));
		put_set_lines(report, cell);
	}
}

/*
 * ---- Table ---------------------------------------------------------------
 * The report with rows: a line for each, whose cells are fitted to the width
 * of a terminal, a strip beside it, and a last line that counts.
 */

/* Returns how many columns a printable string fills: a character fills one. */
static size_t
columns_of(const char *string)
{
	size_t n = 0;

	for (; *string != '\0'; string += printable_length(string))
		n++;
	return n;
}

/* Returns what comes after the first n characters of a printable string. */
static const char *
skip_columns(const char *string, size_t n)
{
	for (; n > 0; n--)
		string += printable_length(string);
	return string;
}

/*
 * What a row shows of a set.  A table has a column, or slot, for each: number
 * set * PARTS + part.  Centres and changes end where their slots end.  Errors
 * and intervals are behind them, with a blank before.
 */
enum { CENTRE, ERROR, CHANGE, INTERVAL, PARTS };

/* Returns a centre in five digits or more; an exponent only beyond -5 to 12. */
static const char *
format_centre(double centre)
{
	if (!isfinite(centre))
		return "";
	const char *text = format_text("%.4e", centre);
	int exponent = atoi(strchr(text, 'e') + 1);
	if (exponent < -5 || exponent > 12)
		return text;
	return format_text("%.*f", exponent < 4 ? 4 - exponent : 0, centre);
}

/* Returns what a table shows of a cell. */
static const char *
format_part(const struct options *o, const struct cell *cell, size_t part)
{
	const struct comparison *c = &cell->comparison;

	switch (part) {
	case CENTRE:
		return format_centre(cell->summary.centre);
	case ERROR:
		return isnan(cell->summary.centre_error) ? "" :
		    format_percent(o->format->error,
		    cell->summary.centre_error, 2);
	case CHANGE:	/* or what is shown in its place */
		if (verdicts[c->verdict].shown != NULL)
			return verdicts[c->verdict].shown;
		if (!isnan(c->relative.value))
			return format_figure(c->relative.value, IN_TABLE);
		return is_compared(c) ?
		    format_text("%+.3g", c->difference.value) : "";
	default:
		return o->question.test.certain ? "" :
		    format_interval(c->relative, IN_TABLE);
	}
}

/* A table in the columns of a terminal, and the line that is being printed. */
struct table {
	const struct report *report;
	size_t name;	/* the width of the names */
	/* Of slots, each with the gap before it; 0: it is not shown. */
	size_t width[MAX_SETS * PARTS];
	const char *head[MAX_SETS];	/* what is above a set */
	size_t strip_at;	/* where the strip begins */
	size_t strip;	/* the width of the strip; 0: there is none */
	struct axis axis;	/* of the strip beside a block of rows */
	size_t column;	/* where the next character of the line goes */
};

enum {
	LEAST_NAME = 8,	/* the columns of a name that is cut */
	NARROWEST = 5,	/* the least strip that can be drawn */
	LEAST_STRIP = 20,	/* the least that is drawn unless -w asks */
	MOST_STRIP = 60,
	GAP = 2	/* before a centre or a change */
};

/*
 * The blanks before each part.  Those with 0 have a blank of their own, and are
 * what a narrow terminal does not show.
 */
static const size_t gaps[PARTS] = { [CENTRE] = GAP, [CHANGE] = GAP };

/* Makes a width enough for a cell, and the gap before it. */
static void
widen(size_t *width, const char *cell, size_t gap)
{
	size_t columns = columns_of(cell);

	if (columns > 0 && columns + gap > *width)
		*width = columns + gap;
}

/* Returns the column where a slot begins, or the one before it ends. */
static size_t
place_of(const struct table *t, size_t slot)
{
	size_t place = t->name;

	for (size_t i = 0; i < slot; i++)
		place += t->width[i];
	return place;
}

/*
 * Returns how many bytes all labels share: at their beginning (up to one of
 * `/-_= ') or at their end (from one of `/-_.').  For the end, `first' is what
 * they share at their beginning; each label has a byte or more between the two.
 */
static size_t
shared_part(const struct data *data, bool at_end, size_t first)
{
	size_t part = 0;

	if (data->nsets == 1)
		return 0;
	for (size_t n = 1; ; n++) {
		char shared = '\0';

		for (size_t i = 0; i < data->nsets; i++) {
			const char *label = data->set[i];
			size_t length = strlen(label);

			if (length <= first + n)
				return part;
			char c = label[at_end ? length - n : n - 1];
			if (i > 0 && c != shared)
				return part;
			shared = c;
		}
		if (strchr(at_end ? "/-_." : "/-_= ", shared) != NULL)
			part = n;
	}
}

/*
 * Chooses what is above the sets: the symbol and the label, without what all
 * labels share at their beginning and end, or the symbols if these do not fit.
 * They make no column wider.
 */
static void
choose_heads(struct table *t)
{
	const struct data *data = t->report->data;
	size_t first = shared_part(data, false, 0);
	size_t last = shared_part(data, true, first);
	bool fit = true;

	for (size_t i = 0; i < data->nsets; i++) {
		const char *label = data->set[i];

		t->head[i] = printable(format_text("%c %.*s", symbols[i],
		    (int)(strlen(label) - first - last), label + first));
		fit = fit && place_of(t, i * PARTS) + GAP +
		    columns_of(t->head[i]) <= place_of(t, (i + 1) * PARTS);
	}
	for (size_t i = 0; i < data->nsets && !fit; i++)
		t->head[i] = format_text("%c", symbols[i]);
}

/*
 * Lays a table out.  To fit a terminal, the sets' own errors go, then the
 * intervals of changes (the parts that have no gap), and then the middle of
 * names.  The strip is as wide as -w says, or takes the columns that the
 * terminal can spare.
 */
static struct table
lay_out(const struct report *report)
{
	struct layout layout = report->options->layout;
	size_t columns = layout.columns > 0 ? layout.columns : SIZE_MAX;
	size_t n = report->nsets * PARTS;
	struct table t = { .report = report };

	for (size_t i = CENTRE; i < n; i += PARTS)
		/* A symbol and a blank are the least. */
		t.width[i] = gaps[CENTRE] + 2;
	for (size_t i = 0; i < report->nblocks; i++) {
		struct block b = report->block[i];

		widen(&t.name, begin_line(b.heading), 0);
		for (size_t j = 0; j < b.nlines; j++) {
			widen(&t.name, begin_line(b.line[j]->name), 0);
			for (size_t k = 0; k < n; k++)
				widen(&t.width[k],
				    format_part(report->options,
				    &b.line[j]->cell[k / PARTS], k % PARTS),
				    gaps[k % PARTS]);
		}
	}
	for (size_t part = 0; part < PARTS; part++)
		if (gaps[part] == 0 && place_of(&t, n) > columns)
			for (size_t i = part; i < n; i += PARTS)
				t.width[i] = 0;
	while (t.name > LEAST_NAME && place_of(&t, n) > columns)
		t.name--;
	choose_heads(&t);
	t.strip_at = place_of(&t, n) + GAP;
	if (!layout.has_plot || report->nsets != 2)
		return t;
	if (layout.has_width)
		t.strip = layout.width > NARROWEST ? layout.width : NARROWEST;
	else if (layout.columns >= t.strip_at + LEAST_STRIP) {
		size_t spare = layout.columns - t.strip_at;

		t.strip = spare < MOST_STRIP ? spare : MOST_STRIP;
	}
	return t;
}

/*
 * Prints text in a column, with blanks before it: so none ends a line.  If the
 * line is already beyond that column, there are no blanks.
 */
static void
put_at(struct table *t, size_t column, const char *text, size_t colour)
{
	if (*text == '\0')
		return;
	for (; t->column < column; t->column++)
		putchar(' ');
	t->column += columns_of(text);
	if (colour != PLAIN)
		text = format_text("%s%s%s", paint(t->report->options, colour),
		    text, paint(t->report->options, PLAIN));
	printf("%s", text);
}

/*
 * Begins a line with a name.  One that is too long loses its middle, in place
 * of which are two dots.
 */
static void
put_name(struct table *t, const char *name)
{
	const char *shown = begin_line(name);
	size_t columns = columns_of(shown);

	if (columns > t->name) {	/* which is at least LEAST_NAME then */
		size_t first = (t->name - 1) / 2, last = t->name - 2 - first;

		shown = format_text("%.*s..%s",
		    (int)(skip_columns(shown, first) - shown), shown,
		    skip_columns(shown, columns - last));
	}
	t->column = 0;
	put_at(t, 0, shown, PLAIN);
}

/* Returns ln (1 + relative), or -INFINITY for -100 % and less. */
static double
log_ratio(double relative)
{
	return log1p(larger(-1, relative));
}

/* Makes a range of log ratios reach to a relative change, if it can. */
static void
stretch(double range[2], double relative)
{
	double point = log_ratio(relative);

	if (isfinite(point)) {
		range[0] = smaller(range[0], point);
		range[1] = larger(range[1], point);
	}
}

/*
 * Returns the axis beside a block of rows, for relative changes, as logarithms
 * of ratios.  It holds 0 and all changes.  Where the ends of intervals need it,
 * either side extends further, by up to half of the distance from the least to
 * the greatest change.  The strip's first and last cells are left free for the
 * arrows of what is beyond it.
 */
static struct axis
make_strip(struct block b, size_t width)
{
	double changes[2] = { 0, 0 }, ends[2] = { 0, 0 };

	for (size_t i = 0; i < b.nlines; i++) {
		struct estimate e = b.line[i]->cell[1].comparison.relative;

		if (isnan(e.lower))
			continue;
		stretch(changes, e.value);
		stretch(ends, e.value);
		stretch(ends, e.lower);
		stretch(ends, e.upper);
	}
	double span = changes[1] - changes[0];
	/* Without a change there is no span to limit the ends by. */
	double more = span > 0 ? span / 2 : INFINITY;
	return make_axis(larger(ends[0], changes[0] - more),
	    smaller(ends[1], changes[1] + more), width - 2);
}

/*
 * Draws a change and its interval: |-A-|, with : for no change, and < or > for
 * an end that is off the axis.  What is drawn last wins.
 */
static const char *
draw_strip(struct axis axis, struct estimate e)
{
	double low = log_ratio(e.lower), high = log_ratio(e.upper);
	bool off_left = low < axis.least, off_right = high > axis.most;
	size_t unchanged = 1 + bin_of(axis, 0);
	size_t centre = 1 + bin_of(axis, log_ratio(e.value));
	size_t left = off_left ? 0 : 1 + bin_of(axis, low);
	size_t right = off_right ? axis.nbins + 1 : 1 + bin_of(axis, high);

	if (isnan(e.lower))
		return format_text("%*s", (int)unchanged + 1, ":");
	if (left == centre)	/* which is 1 or more */
		left--;
	if (right == centre)
		right++;
	size_t last = right > unchanged ? right : unchanged;
	char *line = format_text("%*s", (int)last + 1, "");
	memset(line + left, '-', right - left);
	line[unchanged] = ':';
	line[left] = off_left ? '<' : '|';
	line[right] = off_right ? '>' : '|';
	line[centre] = 'A';
	return line;
}

/* Prints the measure, the sets and the ends of the axis, if both fit. */
static void
put_heading(struct table *t, const char *heading)
{
	const char *low = format_percent("%+.*g%%", expm1(t->axis.least), 2);
	const char *high = format_percent("%+.*g%%", expm1(t->axis.most), 2);

	put_name(t, heading);
	for (size_t i = 0; i < t->report->nsets; i++)
		put_at(t, place_of(t, i * PARTS) + GAP, t->head[i],
		    OF_SETS + i);
	if (t->strip >= LEAST_STRIP && t->axis.step > 0 &&
	    strlen(low) + strlen(high) < t->strip)
		put_at(t, t->strip_at, format_text("%s%*s", low,
		    (int)(t->strip - strlen(low)), high), PLAIN);
	putchar('\n');
}

/* Prints the line of a row, and what -v adds below it. */
static void
put_row(struct table *t, const struct report_row *r)
{
	const struct options *o = t->report->options;

	put_name(t, r->name);
	for (size_t i = 0; i < t->report->nsets * PARTS; i++) {
		const struct cell *cell = &r->cell[i / PARTS];
		size_t place = place_of(t, i), part = i % PARTS;
		const char *text = format_part(o, cell, part);

		if (t->width[i] == 0)
			continue;
		if (gaps[part] > 0)	/* it ends where its slot ends */
			place += t->width[i] - columns_of(text);
		put_at(t, place, text, part == CHANGE ?
		    colour_of(o, cell, DIM) : PLAIN);
	}
	if (t->strip > 0) {
		struct estimate e = r->cell[1].comparison.relative;

		if (!r->is_mean || !isnan(e.lower))
			put_at(t, t->strip_at, draw_strip(t->axis, e), PLAIN);
	}
	putchar('\n');
	for (size_t i = 0; i < t->report->nsets && o->verbose; i++) {
		const struct cell *cell = &r->cell[i];
		size_t n = cell->summary.n;

		if (n < 2 && !is_compared(&cell->comparison))
			continue;
		/* If n > 1, put_set_lines begins with a tab and the mean. */
		printf("%s    %c%s%s", paint(o, OF_SETS + i), symbols[i],
		    paint(o, PLAIN), n < 2 ? "\t" : "");
		put_set_lines(t->report, cell);
	}
}

/* Returns the last line: in how many rows a difference is shown, and how. */
static const char *
describe_rows(const struct report *report)
{
	const struct outcome *outcome = &report->outcome;
	const size_t *verdict = outcome->verdict;
	bool differs = outcome->rows_different > 0;
	size_t n = differs ? outcome->rows_different : outcome->rows_compared;
	size_t all = report->nrows;
	const char *some = differs || n < all ? format_text("%zu of ", n) : "";
	const char *counts = differs ? format_text("%zu higher, %zu lower",
	    verdict[HIGHER], verdict[LOWER]) : "";

	counts = add_count(counts, verdict[EQUAL], "equal");
	counts = add_count(counts, verdict[MISSING] + verdict[TOO_FEW],
	    "not compared");
	const char *line = describe_verdict(report,
	    differs ? HIGHER : UNDECIDED, outcome->doubts,
	    format_text(" in %s%zu row%s", some, all, plural(all)));
	line = join(format_text("%s (%s)", line,
	    report->options->question.test.title), ": ", counts);
	if (report->nhidden > 0)
		line = format_text("%s; %zu row%s not shown", line,
		    report->nhidden, plural(report->nhidden));
	return line;
}

/* Prints the table.  With -q, a name is above it if measures are several. */
static void
put_table(const struct report *report)
{
	struct table t = lay_out(report);

	put_legend(report);
	for (size_t i = 0; i < report->nblocks; i++) {
		struct block b = report->block[i];

		if (b.nlines == 0)
			continue;
		if (t.strip > 0)
			t.axis = make_strip(b, t.strip);
		if (!report->options->quiet)
			put_heading(&t, b.heading);
		else if (report->nblocks > 1)
			printf("%s\n", begin_line(b.heading));
		for (size_t j = 0; j < b.nlines; j++)
			put_row(&t, b.line[j]);
	}
	if (report->outcome.rows_compared > 0)
		printf("%s\n", describe_rows(report));
}

static void
render_text(const struct report *report)
{
	const struct options *o = report->options;

	if (!o->quiet && *report->title != '\0')
		printf("%s\n", begin_line(report->title));
	if (report->is_table)
		put_table(report);
	else
		put_single(report);
	if (o->gate_matters)
		printf("%s%s%s\n",
		    paint(o, report->outcome.passed ? PASSED : FAILED),
		    describe_gate(report), paint(o, PLAIN));
}

/*
 * ---- Markdown ------------------------------------------------------------
 * The report as people paste it into a pull request, for GitHub and GitLab.
 * Names from the input are code, so that nothing in them is taken as markup.
 */

/*
 * Returns a name as code.  Not all renderers agree on backquotes, bars and
 * outer blanks in `name`.  Such a name becomes an element, and what could be
 * markup in it becomes an entity.  Some renderers make an address of a letter
 * and @.
 */
static const char *
as_code(const char *name)
{
	size_t all = strlen(name);
	struct builder code = { .capacity = 0 };

	if (all > 0 && strpbrk(name, "`|") == NULL && *name != ' ' &&
	    name[all - 1] != ' ')
		return format_text("`%s`", printable(name));
	append_string(&code, "<code>");
	for (const char *p = printable(name); *p != '\0'; p++) {
		if (*p == '@')
			append_string(&code, "<!-- -->");
		append_format(&code, ispunct((unsigned char)*p) ? "&#%d;" :
		    "%c", *p);
	}
	append_string(&code, "</code>");
	return code.text.start;
}

/* Prints a row; what fails the gate is bold. */
static void
put_markdown_row(const struct report *report, const struct report_row *r)
{
	const struct options *o = report->options;

	printf("| %s |", r->is_mean ? r->name : as_code(r->name));
	for (size_t i = 0; i < report->nsets; i++) {
		const struct cell *cell = &r->cell[i];
		const char *bold = cell->failure != NO_VERDICT ? "**" : "";

		printf(" %s%s |", format_part(o, cell, CENTRE),
		    format_part(o, cell, ERROR));
		if (cell->reference != NULL)
			printf(" %s%s%s%s |", bold,
			    format_part(o, cell, CHANGE),
			    format_part(o, cell, INTERVAL), bold);
	}
	putchar('\n');
}

/*
 * Prints a table.  If what does not differ is folded, this is the table of that
 * (is_folded) or of the rest; else it has all.
 */
static void
put_markdown_table(const struct report *report, struct block b,
    bool folds, bool is_folded)
{
	const char *alignment = "|:---|";

	printf("| %s |", report->data->nrows > 1 ? "benchmark" : "measure");
	for (size_t i = 0; i < report->nsets; i++) {
		const struct cell *cell = &report->row->cell[i];
		bool changes = cell->reference != NULL;

		printf(" %s |%s", as_code(cell->label),
		    changes ? " change |" : "");
		alignment = format_text("%s---:|%s", alignment,
		    changes ? "---:|" : "");
	}
	printf("\n%s\n", alignment);
	for (size_t i = 0; i < b.nlines; i++)
		if ((folds && b.line[i]->is_unremarkable) == is_folded)
			put_markdown_row(report, b.line[i]);
	putchar('\n');
}

/* Prints a measure: its table, and folded below it what does not differ. */
static void
put_markdown_block(const struct report *report, struct block b)
{
	enum { MOST_UNFOLDED = 5 };
	size_t nfolded = 0;

	for (size_t i = 0; i < b.nlines; i++)
		if (b.line[i]->is_unremarkable)
			nfolded++;
	bool folds = nfolded > MOST_UNFOLDED;
	if (*b.heading != '\0')
		printf("**%s**\n\n", as_code(b.heading));
	if (!folds || b.nlines > nfolded)
		put_markdown_table(report, b, folds, false);
	if (!folds)
		return;
	printf("<details><summary>%zu rows without a difference"
	    "</summary>\n\n", nfolded);
	put_markdown_table(report, b, true, true);
	printf("</details>\n\n");
}

/* Prints the verdicts: the table's last line, or a line for each comparison. */
static void
put_markdown_verdicts(const struct report *report)
{
	if (report->is_table) {
		if (report->outcome.rows_compared > 0)
			printf("**%s**\n\n", describe_rows(report));
		return;
	}
	for (size_t i = 0; i < report->nsets; i++) {
		const struct cell *cell = &report->row->cell[i];

		if (is_compared(&cell->comparison))
			printf("%s: **%s**\n\n", as_code(cell->label),
			    describe_verdict(report, cell->comparison.verdict,
			    cell->comparison.doubts, ""));
	}
}

static void
render_markdown(const struct report *report)
{
	const struct warnings *w = report->data->warnings;

	if (report->options->gate_matters)
		printf("**%s**\n\n", describe_gate(report));
	put_markdown_verdicts(report);
	if (!report->options->quiet && *report->title != '\0')
		printf("%s\n\n", as_code(report->title));
	if (!report->is_table) {
		printf("```\n");
		put_single(report);
		printf("```\n");
	}
	for (size_t i = 0; i < report->nblocks && report->is_table; i++)
		if (report->block[i].nlines > 0)
			put_markdown_block(report, report->block[i]);
	if (w->n == 0)
		return;
	/* Few people see these on standard error. */
	printf("%s**Warnings**\n\n```\n", report->is_table ? "" : "\n");
	for (size_t i = 0; i < w->n; i++)
		printf("ministat: %s\n", printable(w->text[i]));
	printf("```\n");
}

/*
 * ---- JSON and CSV out ----------------------------------------------------
 * The report for programs: a record for each row, measure and set.  Both have
 * the same named values, as members in JSON, and as cells below a line of their
 * names in CSV.
 */

struct writer {
	bool json;	/* members; else cells */
	bool heading;	/* of cells: their names are printed, not values */
	/* What is printed before the next value, and before those after it. */
	const char *before, *between;
};

/*
 * Writes a value as it is, and what precedes it.  If it is NULL, the value does
 * not exist.  In a heading, the name takes its place.
 */
static void
write_raw(struct writer *w, const char *name, const char *value)
{
	if (w->heading)
		value = name;
	else if (value == NULL)
		value = w->json ? "null" : "";
	printf("%s", w->before);
	if (w->json)
		printf("\"%s\": ", name);
	printf("%s", value);
	w->before = w->between;
}

/*
 * Writes a number with as few digits as read back the same, but with 15 or
 * more, unless it is subnormal.
 */
static void
write_number(struct writer *w, const char *name, double number)
{
	write_raw(w, name, !isfinite(number) ? NULL :
	    format_exactly("%.*g", fabs(number) < DBL_MIN ? 1 : 15, number));
}

/*
 * Returns a string in quotes.  In JSON, what is not UTF-8 becomes U+FFFD, and
 * the first of ## is written as a number: see printable().  In CSV, it is
 * printable, and has quotes where it needs them, and where a colon might make
 * its line a command of a CI system.
 */
static const char *
quote(const char *string, bool json)
{
	struct builder b = { .capacity = 0 };

	if (!json) {
		string = printable(string);
		if (*string != '\0' && *string != ' ' &&
		    strpbrk(string, ",\":") == NULL)
			return string;
	}
	append_string(&b, "\"");
	while (*string != '\0') {
		uint32_t code;
		size_t length = decode_utf8(string, &code);

		if (length == 0) {
			length = 1;
			code = 0xfffd;
		}
		if (*string == '"' || (json && *string == '\\'))
			append_string(&b, json ? "\\" : "\"");
		if (printable_length(string) == 0 ||
		    (json && strncmp(string, "##", 2) == 0))
			append_format(&b, "\\u%04x", (unsigned)code);
		else
			append_text(&b, text_between(string, string + length));
		string += length;
	}
	append_string(&b, "\"");
	return b.text.start;
}

static void
write_string(struct writer *w, const char *name, const char *string)
{
	write_raw(w, name, string != NULL ? quote(string, w->json) : NULL);
}

/* Writes a list in JSON; in CSV, one string with blanks between. */
static void
write_strings(struct writer *w, const char *name, const char *const string[],
    size_t n)
{
	const char *list = "";

	if (!w->json) {
		write_string(w, name, n == 0 ? NULL :
		    join_parts(string, n, ~0u));
		return;
	}
	for (size_t i = 0; i < n; i++)
		list = join(list, ", ", quote(string[i], true));
	write_raw(w, name, format_text("[%s]", list));
}

static void
write_doubts(struct writer *w, const char *name, unsigned found)
{
	const char *word[COUNT(doubts)];
	size_t n = 0;

	for (size_t i = 0; i < COUNT(doubts); i++)
		if (found & doubts[i].bit) {
			word[n] = doubts[i].word;
			n++;
		}
	write_strings(w, name, word, n);
}

/* Writes a comparison, which is empty for a set without a reference. */
static void
write_comparison(struct writer *w, const struct options *o,
    const struct cell *cell, bool more_is_better)
{
	const struct comparison *c = &cell->comparison;
	bool compared = is_compared(c), asked = cell->reference != NULL;
	const char *exact = c->p_is_exact ? "true" : "false";
	const char *better = more_is_better ? "more" : "less";

	write_string(w, "reference", asked ? cell->reference->label : NULL);
	write_number(w, "difference", c->difference.value);
	write_number(w, "low", c->difference.lower);
	write_number(w, "high", c->difference.upper);
	write_number(w, "relative", c->relative.value);
	write_number(w, "relative_low", c->relative.lower);
	write_number(w, "relative_high", c->relative.upper);
	write_number(w, "p", c->p);
	write_number(w, "df", c->df);
	write_number(w, "u", c->u);
	/* Tests of ranks have an exact p, or an approximation. */
	write_raw(w, "exact", o->question.test.of_quantiles && !isnan(c->p) ?
	    exact : NULL);
	write_number(w, "confidence", compared && !o->question.test.certain ?
	    c->level.percent : NAN);
	if (o->verbose)
		write_number(w, "detectable", c->detectable);
	write_string(w, "better", asked ? better : NULL);
	write_string(w, "verdict", compared ? verdicts[c->verdict].name : NULL);
	if (asked)
		write_doubts(w, "comparison_doubts", c->doubts);
	else
		write_raw(w, "comparison_doubts", NULL);
}

/* Writes what a row has of a set. */
static void
write_cell(struct writer *w, const struct report *report,
    const struct report_row *r, const struct cell *cell)
{
	const struct summary *s = &cell->summary;

	if (r->is_mean || report->nparts == 0)
		write_raw(w, "key", NULL);
	else
		write_strings(w, "key", r->part, report->nparts);
	write_string(w, "measure", *r->measure != '\0' ? r->measure : NULL);
	write_string(w, "kind", r->is_mean ? "geometric mean" : "row");
	write_string(w, "set", cell->label);
	write_number(w, "n", r->is_mean ? NAN : (double)s->n);
	write_number(w, "min", s->min);
	write_number(w, "max", s->max);
	write_number(w, "median", s->median);
	write_number(w, "mean", s->mean.hi);
	write_number(w, "stddev", s->stddev);
	if (report->options->question.test.any_quantile)
		write_number(w, "quantile", r->is_mean ? NAN : s->centre);
	if (report->options->verbose) {
		write_number(w, "mean_low", s->mean.hi - s->mean_half_width);
		write_number(w, "mean_high", s->mean.hi + s->mean_half_width);
		write_number(w, "variation", s->variation);
		write_number(w, "outliers", s->outliers);
	}
	write_doubts(w, "doubts", s->doubts);
	write_comparison(w, report->options, cell, r->more_is_better);
}

/* Writes all cells: an object for each in JSON, a line in CSV. */
static void
write_cells(const struct report *report, bool json)
{
	struct writer w = {
		json, false, json ? "\n    {" : "", json ? ", " : ","
	};

	for (size_t i = 0; i < report->nblocks; i++) {
		struct block b = report->block[i];

		for (size_t j = 0; j < b.nlines * report->nsets; j++) {
			const struct report_row *r = b.line[j / report->nsets];

			write_cell(&w, report, r, &r->cell[j % report->nsets]);
			printf(json ? "}" : "\n");
			w.before = json ? ",\n    {" : "";
		}
	}
}

static void
render_json(const struct report *report)
{
	const struct options *o = report->options;
	struct margin margin = o->question.margin;
	const struct data *data = report->data;
	const char *passed = report->outcome.passed ? "true" : "false";
	struct writer w = { true, false, "{\n  ", ",\n  " };

	write_string(&w, "version", VERSION);
	write_string(&w, "test", o->question.test.name);
	write_number(&w, "confidence", o->confidence);
	write_string(&w, "family", report->covers_all ? "all" : "each");
	write_number(&w, "comparisons", (double)report->outcome.ncompared);
	/* An amount is a number; what has a percentage is as typed. */
	if (margin.has_percent)
		write_string(&w, "margin", margin.typed);
	else
		write_number(&w, "margin", margin.has_amount ?
		    margin.amount : NAN);
	write_string(&w, "gate", o->gate->name);
	write_raw(&w, "passed", o->gate_matters ? passed : NULL);
	write_number(&w, "failed", o->gate_matters ?
	    (double)report->outcome.nfailed : NAN);
	write_number(&w, "left_out", (double)data->nleft_out);
	write_strings(&w, "sets", data->set, data->nsets);
	write_strings(&w, "warnings", data->warnings->text,
	    data->warnings->n);
	write_number(&w, "compared_rows",
	    (double)report->outcome.rows_compared);
	write_number(&w, "different_rows",
	    (double)report->outcome.rows_different);
	write_raw(&w, "rows", "[");
	write_cells(report, true);
	printf("\n  ]");
	write_number(&w, "status", report->outcome.passed ? STATUS_PASSED :
	    STATUS_FAILED);
	printf("\n}\n");
}

static void
render_csv(const struct report *report)
{
	struct writer names = { false, true, "", "," };

	write_cell(&names, report, report->row, report->row->cell);
	putchar('\n');
	write_cells(report, false);
}

/*
 * The formats of -o.  A new one is a function, a line here, and its name in the
 * help.  Names from the input may be anything: see printable().
 */
static const struct format formats[] = {
	{ "text", render_text, true, " +/- %.*g%%" },
	/* U+00B1 is +/-, and U+00A0 a blank that ends no line. */
	{ "markdown", render_markdown, true, " \xc2\xb1\xc2\xa0%.*g%%" },
	{ "json", render_json, false, NULL },
	{ "csv", render_csv, false, NULL }
};

/*
 * ---- Command line --------------------------------------------------------
 * Arguments become options, which are checked before a file is opened, but for
 * what the options of a known format may change.
 */

/* For getopt(3), which the : at the beginning keeps from printing messages. */
static const char option_letters[] =
    ":b:C:c:d:e:f:g:H:k:m:o:r:t:u:w:X:x:ADhnpqsVv";

/* [letter]: what the argument of an option must be, if no table says it. */
static const char *const option_arguments[] = {
	['b'] = "a column's number or name, one and =label,..., or a list of "
	    "columns",
	['C'] = "a column's number or name (no comma), with /column or "
	    "~regex, or a list",
	['c'] = "a number such as 95, at least 50 and below 100",
	['d'] = "a list of ASCII characters other than quote, newline and "
	    "backslash (\\t is a tab)",
	['e'] = "a regular expression",
	['f'] = "each or all",
	['H'] = "a number of rows, or 0",
	['k'] = "a list of columns",
	['m'] = "a percentage such as 2%, a number such as 0.5 (times: "
	    "seconds, or the unit of -u), or both: "
	    "2%,0.5",
	['r'] = "a column's number or name, @ or []",
	['u'] = "a list of units (-C takes the word before a number)",
	['w'] = "a width from 2 to 10000",
	['X'] = "a regular expression",
	['x'] = "a regular expression"
};

/* Returns the names in a table, with which each of its elements begins. */
static const char *
list_names(const void *table, size_t n, size_t size)
{
	const char *list = "", *p = table;

	for (size_t i = 0; i < n; i++)
		list = join(list, i == n - 1 ? " or " : ", ",
		    *(const char *const *)(const void *)(p + i * size));
	return list;
}

/* Returns what the argument of an option must be. */
static const char *
expected_argument(int letter)
{
	if (letter == 'g')
		return list_names(gates, COUNT(gates), sizeof(*gates));
	if (letter == 'o')
		return list_names(formats, COUNT(formats), sizeof(*formats));
	if (letter == 't')
		return list_names(tests, COUNT(tests), sizeof(*tests));
	return option_arguments[letter];
}

static const char help[] =
"usage: ministat [options] [[label=]file ...]    (-h: this help, -V: version)\n"
"  -C column,...    where values are (default: 1); a/b, a-b: of two columns\n"
"  -u unit,...      values are the numbers before these units: 5 ns/op, 3ms\n"
"  -k column,...    where names of benchmarks are (default: only one)\n"
"  -b column[=a,b]  where names of variants are, a first; -b a,b: two columns\n"
"  -r column        runs, whose means are the values; @: files; []: arrays\n"
"A column is a number, a name in the header or in JSON (a.b), words before\n"
"the value (took, time=), or @, the file's path.  column~regex is what fits\n"
"in it, or its part in ( ); ~regex: in the line.  A + before it says that\n"
"more is better (-u MB/s needs none).  Known tools need no such options.\n"
"  -e, -x, -X regex lines that fit: read only these; leave out; failures\n"
"  -d characters    between columns, such as , (default: header's or blanks)\n"
"  -t test          student (default), welch, paired or wilcoxon (in turns),\n"
"                   mannwhitney (outliers), exact (counts), p99 (a quantile)\n"
"  -g gate          fails if it is shown: any (default), worse, higher, lower\n"
"                   or is not shown: not-worse, not-higher, not-lower, equal;\n"
"                   none: never.  Status: 0 passed, 1 failed, 2 error\n"
"  -m margin        the least change that matters: 5% or 0.5 (5%,0.5: both)\n"
"  -c percent       confidence (default 95); -f each|all: of each row, of all\n"
"  -o format        text (default), markdown, json, csv\n"
"  -A no plot       -D rows that differ, sorted  -H rows, -w width  of plots\n"
"  -n no comparison -p with previous  -q no headings -s bars apart -v figures\n"
"  ministat old.json new.json\n"
"  ministat -C took -g not-worse -m 5% old=a.log new=b.log\n";

/* Ends the program, with trouble if not all output could be written. */
NORETURN static void
finish(int status)
{
	bool has_failed = ferror(stdout);

	errno = 0;	/* what failed before may fail again, and say why */
	if (fclose(stdout) != 0 || has_failed)
		die(NULL, 0, "standard output: %s",
		    errno != 0 ? strerror(errno) : "write error");
	exit(status);
}

/* Ends the program because of what was typed: a message, and some values. */
#define	bad_usage(...) \
	die(NULL, 0, "%s; try ministat -h", format_text(__VA_ARGS__))

/* Sets *count to a number from least to most, or returns false. */
static bool
parse_count(const char *text, size_t least, size_t most, size_t *count)
{
	char *end;

	*count = strtoul(text, &end, 10);	/* too large: ULONG_MAX */
	return is_digit(*text) && *end == '\0' && *count >= least &&
	    *count <= most;
}

/*
 * Returns the ] of the bracket that begins at p, or the end.  A ] at its
 * beginning belongs to it, and so does that of [:alpha:], [.a.] and [=a=].
 */
static const char *
end_of_bracket(const char *p)
{
	p += p[1] == '^' ? 2 : 1;
	if (*p == ']')
		p++;
	while (*p != '\0' && *p != ']') {
		const char mark[] = { p[1], ']', '\0' };
		const char *end = NULL;

		if (*p == '[' && begins_in(as_text(p + 1), ":.="))
			end = strstr(p + 1, mark);
		p = end != NULL ? end + 2 : p + 1;
	}
	return p;
}

/*
 * Compiles an extended regular expression of at most 1000 bytes: on longer
 * ones, some systems' regcomp(3) crashes.  A bracket in it must be ASCII,
 * because expressions match bytes; and \d or \t, in a bracket also \w or \s,
 * would be letters.
 */
static const regex_t *
compile(int letter, const char *text)
{
	regex_t *regex = NEW(regex_t, 1);
	char why[200] = "it has more than 1000 bytes";
	const char *end = text;	/* that of the latest bracket */
	int error = REG_ESPACE;

	for (const char *p = text; *p != '\0'; p++) {
		bool is_inside = p < end;

		if (*p == '\\' && isalpha((unsigned char)p[1]) &&
		    (is_inside || strchr("wWsSbB", p[1]) == NULL))
			bad_usage("-%c: \"%.400s\": \\%c is no escape: type "
			    "[0-9], [[:blank:]] or a tab", letter, text, p[1]);
		if (!is_inside && *p == '[')
			end = end_of_bracket(p);
		if (!is_inside && *p == '\\' && p[1] != '\0')
			p++;
		if (is_inside && (*p & 0x80) != 0)
			bad_usage("-%c: \"%.400s\": a bracket holds bytes: "
			    "(m|\xc2\xb5)s, not [m\xc2\xb5]s", letter, text);
	}
	if (strlen(text) <= 1000) {
		error = regcomp(regex, text, REG_EXTENDED);
		regerror(error, regex, why, sizeof(why));
	}
	if (error != 0)
		bad_usage("-%c: \"%.400s\" is not a regular expression: %s",
		    letter, text, why);
	return regex;
}

/*
 * Parses a column with the ~regex that may follow it.  Returns false if there
 * is no expression after the ~, or no column: it is ~regex alone, a name, which
 * has not only digits, or a number from 1, without a sign.
 */
static bool
parse_column(int letter, struct column *column)
{
	const char *typed = column->typed, *rest = typed + strcspn(typed, "~");
	struct text name = text_between(typed, rest);
	bool has_mark = *typed == '-' || *typed == '+';

	column->name = name;
	if (strcmp(rest, "~") == 0 ||
	    (letter == 'C' && is_string(name, "@")) ||
	    (has_mark && (name.length == 1 || is_digit(typed[1]))))
		return false;
	if (*rest == '~')
		column->regex = compile(letter, rest + 1);
	column->takes_any = strstr(rest, ".*") != NULL ||
	    strstr(rest, ".+") != NULL;
	return is_line(column) || strspn(typed, DIGITS) < name.length ||
	    column_number(name) > 0;
}

/*
 * Parses a list of columns, units (-u) or labels (-b column=a,b), and adds its
 * items to n others.  Returns how many there are then, or 0 if one is wrong.  A
 * list of columns or units ends at the first ~, which begins the expression of
 * the last item; behind labels, it begins that of their column.  In the lists
 * of -C, -u and -b a,b, a + before an item says that more is better.
 */
static size_t
parse_list(int letter, bool are_columns, const char *text,
    struct column item[], size_t n)
{
	bool are_labels = letter == 'b' && !are_columns;
	size_t most = are_labels ? MAX_SETS : MAX_MEASURES;

	for (;;) {
		const char *end = text + strcspn(text, ",~");

		if (n == most)
			bad_usage("-%c: more than %zu are listed", letter,
			    most);
		if (!are_labels && *end == '~')
			end += strlen(end);
		const char *typed = copy_text(text_between(text, end));
		item[n] = (struct column){ .with_plus = NULL };
		if (*typed == '+' && letter != 'k' && !are_labels) {
			item[n].with_plus = typed;
			typed++;
		}
		if (*typed == '\0')
			return 0;
		/* Column 01 is column 1, but labels differ. */
		if (are_columns && column_number(as_text(typed)) > 0)
			typed += strspn(typed, "0");
		item[n].typed = typed;
		/* Units are compared later, as ms and s are one, too. */
		for (size_t i = 0; i < n && letter != 'u'; i++)
			if (strcmp(item[i].typed, typed) == 0)
				bad_usage("-%c: \"%.400s\" is listed twice",
				    letter, typed);
		if (are_columns && !parse_column(letter, &item[n]))
			return 0;
		n++;
		if (*end != ',')
			return n;
		text = end + 1;
	}
}

/* Parses the list of -u. */
static bool
parse_units(struct selection *s, const char *text)
{
	struct column item[MAX_MEASURES];

	s->all_units = strcmp(text, "*") == 0;
	s->nunits = parse_list('u', false, text, item, 0);
	for (size_t m = 0; m < s->nunits; m++) {
		struct text name = as_text(item[m].typed);

		if (is_tag(name) || has_byte(name, '~'))
			return false;
		s->unit[m] = make_unit(name);
		s->unit[m].more_is_better = item[m].with_plus != NULL;
	}
	return s->nunits > 0;
}

/*
 * Parses the column of -b, and the labels that it may list before the ~.  They
 * begin after the first = that is neither at the end nor before another =: the
 * column of name=a,b is name, that of proto==tcp,udp is the tag proto=.
 * Without labels, a list of columns has the values of one set in each.
 */
static bool
parse_set(struct selection *s, const char *text)
{
	const char *end = text + strcspn(text, "~"), *equal = text;
	struct column *set = &s->column[SET];

	*set = (struct column){ .typed = NULL };
	s->sets_are_columns = false;
	s->label = NEW(struct column, MAX_SETS);
	s->nlabels = 0;
	while (equal < end && (*equal != '=' || equal[1] == '=' ||
	    equal + 1 == end))
		equal++;
	if (equal < end) {
		s->nlabels = parse_list('b', false, equal + 1, s->label, 0);
		if (s->nlabels == 0)
			return false;
	} else if (has_byte(text_between(text, end), ',')) {
		s->sets_are_columns = true;
		s->nlabels = parse_list('b', true, text, s->label, 0);
		for (size_t i = 0; i < s->nlabels; i++)
			if (s->label[i].regex != NULL ||
			    is_tag(s->label[i].name) ||
			    is_string(s->label[i].name, "@"))
				return false;
		return s->nlabels > 0;
	}
	set->typed = format_text("%.*s%s", (int)(equal - text), text, end);
	return parse_column('b', set);
}

/*
 * Settles what the measures are, once -C, -u and the last -b are known, and
 * again with those of a known format.  A column that is alone has no name to
 * print if it is a number or the whole line.
 */
static void
settle_measures(struct selection *s)
{
	if (s->sets_are_columns) {
		s->ncolumns = s->nlabels;
		memcpy(s->column + VALUE, s->label,
		    s->nlabels * sizeof(*s->label));
	}
	s->by_unit = s->ncolumns == 0 && s->nunits > 0;
	s->nmeasures = s->by_unit ? s->nunits : s->ncolumns;
	if (s->nmeasures == 0)
		s->nmeasures = 1;
	if (!s->by_unit && (s->all_units ||
	    (s->nunits > 1 && s->nunits != s->ncolumns)))
		bad_usage("-u: with -C, it lists one unit, or one for each of "
		    "the %zu columns", s->ncolumns);
	for (size_t m = 0; m < s->nmeasures; m++) {
		const struct column *c = &s->column[VALUE + m];
		struct unit *unit = &s->unit[m];

		if (s->by_unit && is_listed(s->unit, m, unit->name))
			bad_usage("-u: %s is in the list already, as times are "
			    "converted", unit->name.start);
		if (s->nunits == 1)
			*unit = s->unit[0];
		s->measure[m] = c->typed;
		if (s->by_unit)
			s->measure[m] = unit->name.start;
		else if (s->nmeasures == 1 &&
		    (c->name.length == 0 || column_number(c->name) > 0))
			s->measure[m] = "";
	}
}

/* Parses a percentage, an amount, or both in either order. */
static bool
parse_margin(const char *text, struct margin *margin)
{
	char *rest;

	*margin = (struct margin){ .typed = text };
	for (;; text = rest + 1) {
		double size = strtod(text, &rest) + 0.0;	/* -0 is 0 */

		if (rest == text || !isfinite(size) || size < 0)
			return false;
		if (*rest == '%' && !margin->has_percent) {
			margin->has_percent = true;
			margin->percent = size;
			rest++;
		} else if (!margin->has_amount) {
			margin->has_amount = true;
			margin->amount = size;
		} else
			return false;
		if (*rest != ',')
			break;
	}
	/* As the larger of two counts, 0,5% is rather meant to be 0.5%. */
	return *rest == '\0' &&
	    !(margin->has_percent && margin->has_amount && margin->amount == 0);
}

/* Parses the argument of an option that chooses what is read. */
static bool
parse_selection(struct selection *s, int letter, const char *text)
{
	struct column *key = s->column + KEY, *value = s->column + VALUE;

	switch (letter) {
	case 'b':
		return parse_set(s, text);
	case 'C':	/* all of the list are tags, or nothing is */
		s->ncolumns = parse_list(letter, true, text, value, 0);
		for (size_t m = 1; m < s->ncolumns; m++)
			if (is_tag(value[m].name) != is_tag(value->name))
				bad_usage("-C: in \"%.400s\", only some end in "
				    ": or =, so these are tags, and the others "
				    "are columns", text);
		return s->ncolumns > 0;
	case 'u':
		return parse_units(s, text);
	case 'd':	/* only checked here: nothing is cut yet */
		s->delimiters = text;
		return set_delimiters(&(struct cutter){ .nfields = 0 }, text);
	case 'e':
	case 'x':
	case 'X':
		s->filter = resize(s->filter, s->nfilters + 1,
		    sizeof(*s->filter));
		s->filter[s->nfilters] = (struct filter){
			compile(letter, text), letter
		};
		s->nfilters++;
		break;
	case 'k':
		if (*text == '\0') {
			s->names_end = KEY;
			memset(key, 0, MAX_KEYS * sizeof(*key));
			break;
		}
		s->names_end = KEY + parse_list(letter, true, text, key,
		    s->names_end - KEY);
		return s->names_end > KEY;
	case 'r':
		s->column[RUN] = (struct column){ .typed = NULL };
		s->by_array = strcmp(text, "[]") == 0;
		if (*text == '\0' || s->by_array)
			break;
		s->column[RUN].typed = copy_text(as_text(text));
		return parse_column(letter, &s->column[RUN]);
	}
	return true;
}

/*
 * Parses an option's argument, if it has one.  Returns false if that is not
 * what is expected.
 */
static bool
parse_argument(struct options *o, int letter, const char *text)
{
	char *rest;

	switch (letter) {
	case 'c':
		o->confidence = strtod(text, &rest);
		return *rest == '\0' && o->confidence >= 50 &&
		    o->confidence < 100;
	case 'f':
		o->family = text;
		return strcmp(text, "each") == 0 || strcmp(text, "all") == 0;
	case 'g':
		for (o->gate = gates; o->gate < gates + COUNT(gates); o->gate++)
			if (strcmp(text, o->gate->name) == 0)
				return true;
		return false;
	case 'H':
		return parse_count(text, 0, INT_MAX, &o->layout.height);
	case 'm':
		return parse_margin(text, &o->question.margin);
	case 'o':
		for (o->format = formats; o->format < formats + COUNT(formats);
		    o->format++)
			if (strcmp(text, o->format->name) == 0)
				return true;
		return false;
	case 't':
		return find_test(text, &o->question);
	case 'w':
		return parse_count(text, MIN_WIDTH, MAX_WIDTH,
		    &o->layout.width);
	}
	return parse_selection(&o->selection, letter, text);
}

/*
 * Returns the path in an operand: what follows label=, or all of it if a file
 * has that name.
 */
static const char *
path_in(const char *operand)
{
	const char *equal = strchr(operand, '=');

	if (equal == NULL || equal == operand || access(operand, F_OK) == 0)
		return operand;
	return equal + 1;
}

/*
 * Ends the program if options do not go together.  Those of a known format
 * always do.
 */
static void
check_options_together(const struct options *o)
{
	const char *gate = o->gate->name;
	size_t dashes = 0;

	if (o->gate->needs_proof && !o->given['m'])
		bad_usage("-g %s needs a margin (-m)", gate);
	if (o->gate_matters && !o->compares)
		bad_usage("-g %s needs the comparisons that -n leaves out",
		    gate);
	if (o->selection.sets_are_columns && (o->given['u'] || o->given['C']))
		bad_usage("-b: its columns have the values, without -C and "
		    "-u");
	for (size_t i = 0; i < o->nfiles; i++) {
		const char *path = path_in(o->file[i]);

		if (strcmp(path, "-") == 0)
			dashes++;
		else if (i > 0 && *path == '-' && access(path, F_OK) != 0)
			die(path, 0, "%s (options come before files)",
			    strerror(errno));
	}
	if (dashes > 1)
		bad_usage("standard input (-) can be read only once");
}

/* Sets options, which are 0 before, to the defaults or to what is typed. */
static void
parse_options(struct options *o, int argc, char *argv[])
{
	bool *given = o->given;

	o->selection.delimiters = default_delimiters;
	o->selection.names_end = KEY;
	o->confidence = 95;
	o->gate = gates;
	o->format = formats;
	o->layout.height = DEFAULT_HEIGHT;
	find_test("student", &o->question);
	if (argc > 1 && strcmp(argv[1], "--help") == 0)
		argv[1] = "-h";
	if (argc > 1 && strcmp(argv[1], "--version") == 0)
		argv[1] = "-V";
	for (;;) {
		int letter = getopt(argc, argv, option_letters);

		if (letter == -1)
			break;
		if (letter == 'h' || letter == 'V') {
			fputs(letter == 'h' ? help : "ministat " VERSION "\n",
			    stdout);
			finish(STATUS_PASSED);
		}
		if (letter == '?')
			bad_usage("-%c: no such option", optopt);
		if (letter == ':')
			bad_usage("-%c: expected %s", optopt,
			    expected_argument(optopt));
		if ((letter == 'C' || letter == 'u') && given[letter])
			bad_usage("-%c is given twice: one can have a list, "
			    "-%c a,b", letter, letter);
		if (!parse_argument(o, letter, optarg))
			bad_usage("-%c: \"%.400s\" is not %s", letter, optarg,
			    expected_argument(letter));
		given[letter] = true;
	}
	o->file = argv + optind;
	o->nfiles = (size_t)(argc - optind);
	o->compares = !given['n'];
	o->layout.has_plot = !given['A'] && o->compares;
	o->layout.has_width = given['w'];
	o->layout.separate_bars = given['s'];
	o->with_previous = given['p'];
	o->needs_sets = given['b'];
	o->hides = given['D'];
	o->quiet = given['q'];
	o->verbose = given['v'];
	o->gate_matters = given['g'] && strcmp(o->gate->name, "none") != 0;
	check_options_together(o);
	/* It finds what is wrong early.  settle_options() does it once more. */
	settle_measures(&o->selection);
}

/*
 * ---- Known formats -------------------------------------------------------
 * The beginning of the first file becomes options, if a known tool has written
 * it.  A new format is a line of the table.  Nothing else here knows a tool,
 * but for JMH's ops/ in find_directions().
 */

/*
 * The options are taken as if they had been typed: -, a letter, a blank, and
 * the argument, which may have anything in it but a NUL.  -e is before -X: see
 * filter_record.  Each column of -k is an option of its own, because a -b that
 * is typed takes the place of the -k with the same column.  A column of -k that
 * a JSON file does not have is left out.
 *
 * Signs and options have a NUL between them, and more than one behind the last.
 *
 * A new format is a line here; and make check wants its files in data/, a line
 * of tests/formats/pairs.txt and one of ministat.1.  -X leaves out a record or
 * a heading.  If a tool says in a line above a value that it has failed, a -k
 * ~regex that matches this line, too, makes it a heading.
 */
static const struct known_format {
	char tool[20];
	enum {	/* bits */
		TEXT = 0,
		JSON = 1,
		UNORDERED = 2	/* values are not in the order of time */
	} kind;
	/* All are in the file, but not what is behind a !; \n begins a line. */
	char signs[60];
	/* A -b comes first: it is taken with one file or none, else the -k. */
	char options[280];
} known_formats[] = {	/* the first one that fits counts */
	{ "go test -bench", TEXT, "\nBenchmark\0 ns/op\0!\nBenchmark ",
	    "-k goos:\0-k goarch:\0-k pkg:\0-k cpu:\0"
	    "-k ~^[^[:alnum:]]*(Benchmark[^[:blank:]]*)([[:blank:]]|$)\0"
	    "-e ^([^[:alnum:]]*Benchmark.*[[:blank:]]|[[:blank:]]*)[0-9]+"
	    "[[:blank:]]+[-+0-9.NI]|--- FAIL:|^FAIL([[:blank:]]|$)|panic: \0"
	    "-X --- FAIL:|^FAIL([[:blank:]]|$)|panic: \0-u *" },
	{ "libtest", TEXT, "\ntest \0 ns/iter (+/-",
	    "-k ~^ *Running (.*) [(]\0"
	    "-k ~^ *Running .*[/\\]([^/\\]*)-[0-9a-f]{16}\0"
	    "-k ~^test (.*) [.]{3} bench:\0"
	    "-e ^test .* [.]{3} (bench:|FAILED)|[(]signal: |could not compile\0"
	    "-X ^test .* [.]{3} FAILED|[(]signal: |could not compile\0"
	    "-u ns/iter" },
	{ "Google Benchmark", JSON, "\"real_time\"\0\"cpu_time\"",
	    "-k name\0-k time_unit\0"
	    "-x \"run_type\" *: *\"aggregate\"|\"skipped\" *: *true\0"
	    "-X \"error_occurred\" *: *true\0-C real_time,cpu_time" },
	{ "hyperfine", JSON, "\"command\"\0\"time_wall_clock\"",
	    "-b command\0-k command\0-k name\0-k parameters\0-k environment\0"
	    "-X \"exit_code\" *: *[^0 ]\0"
	    "-C measurements.time_wall_clock.value" },
	{ "hyperfine", JSON, "\"command\"\0\"times\"",
	    "-b command\0-k command\0-k parameters\0"
	    "-X \"exit_codes\" *: *\\[[^]]*[1-9n]\0-C times" },
	{ "criterion", JSON, "\"sampling_mode\"\0\"iters\"",
	    "-C times/iters" },
	{ "criterion", TEXT, "sample_measured_value,unit,iteration_count",
	    "-k group\0-k function\0-k value\0-k unit\0"
	    "-C sample_measured_value/iteration_count" },
	{ "pytest-benchmark", JSON, "\"machine_info\"\0\"fullname\"",
	    "-k fullname\0-C stats.data" },
	{ "pyperf", JSON, "\"benchmarks\"\0\"runs\"\0\"values\"\0\"metadata\"",
	    "-k metadata.name\0-k metadata.unit\0-r []\0-C values" },
	{ "JMH", JSON, "\"primaryMetric\"",
	    "-k benchmark\0-k mode\0-k threads\0-k params\0"
	    "-k primaryMetric.scoreUnit\0-r []\0-C primaryMetric.rawData" },
	{ "BenchmarkDotNet", JSON, "\"OriginalValues\"",
	    "-k FullName\0-k DisplayInfo~: Job-[A-Z]+[([ ]|: ([^[(]*)\0"
	    "-k DisplayInfo~: [^[(]*([(][^[]*)\0-C Statistics.OriginalValues" },
	{ "nanobench", JSON, "\"medianAbsolutePercentError(elapsed)\"",
	    "-k title\0-k name\0-k unit\0-k batch\0-k complexityN~^[^-].*\0"
	    "-C measurements.elapsed" },
	{ "mitata", JSON | UNORDERED, "\"layout\"\0\"benchmarks\"\0\"samples\"",
	    "-k name\0-k args\0-k group\0-X \"error\" *: *[{\"]\0"
	    "-C stats.samples" },
	{ "mitata", JSON | UNORDERED, "\"alias\"\0\"samples\"",
	    "-k name\0-k args\0-k group\0-X \"error\" *: *[{\"]\0"
	    "-C stats.samples" },
	{ "benchmark.js", TEXT, " ops/sec \0 sampled)",
	    "-k ~^(.*) x [0-9,.]+ ops/sec\0-e  ops/sec .* sampled[)]\0"
	    "-u ops/sec" },
	{ "perf stat -j", JSON, "\"counter-value\"",
	    "-k event\0-k unit\0-k cpu\0-k core\0-k cluster\0-k die\0-k cache\0"
	    "-k socket\0-k node\0-k cgroup\0-k thread~(.*)-[0-9]+$\0-x <not\0"
	    "-C counter-value" },
	{ "time in bash", TEXT, "\nreal\t",
	    "-e ^real|^bash: |: line [0-9]+: |: not found$"
	    "|^Segmentation|^Killed|^Aborted\0"
	    "-X ^bash: |: line [0-9]+: |: not found$"
	    "|^Segmentation|^Killed|^Aborted\0-C 2" },
	{ "ping", TEXT, " bytes from \0 time=",
	    "-X [1-9][0-9.]*% packet loss|[Tt]imeout|Unreachable\0-C time=" },
	{ "k6", JSON, "\"Point\"\0\"metric\"\0\"tags\"",
	    "-e \"type\" *: *\"Point\"\0-k metric\0-k data.tags.method\0"
	    "-k data.tags.name\0-k data.tags.check\0-k data.tags.group\0"
	    "-k data.tags.scenario\0"
	    "-X \"expected_response\" *: *\"false\""
	    "|\"value\" *: *0,.*\"check\" *:\0-C data.value" },
	{ "k6", TEXT, "metric_name,timestamp,metric_value",
	    "-k metric_name\0-k method\0-k name\0-k check\0-k group\0"
	    "-k scenario\0-X ,false,|^checks,[0-9]+,0[.]\0-C metric_value" },
	{ "hey", TEXT, "response-time,DNS+dialup",
	    "-X ,[45][0-9][0-9],\0-C response-time" },
	{ "ab -g", TEXT | UNORDERED, "starttime\tseconds\tctime",
	    "-C ttime" },
	{ "oha", TEXT, "request-start,DNS",
	    "-X ,[45][0-9][0-9]$\0-C request-duration" },
	{ "vegeta", JSON, "\"attack\"\0\"latency\"",
	    "-k method\0-k url~//[^/]*([^?]*)\0-X \"error\" *: *\"[^\"]"
	    "|\"code\" *: *(0|[45][0-9][0-9])[^0-9]\0-C latency" },
	{ "JMeter", TEXT, "timeStamp,elapsed,label",
	    "-k label\0-X ,false(,|$)\0-C elapsed" }
};

/*
 * Returns the first 128 KiB of a file, or all of it if it is shorter, with a
 * newline before it, without escape sequences and lines that begin with #.
 */
static const char *
copy_start(const struct file *f)
{
	size_t length = f->end - f->start;
	struct builder b = { .capacity = 0 };

	append_string(&b, "\n");
	append_text(&b, (struct text){ f->buffer + f->start,
	    length < BLOCK_SIZE ? length : BLOCK_SIZE });
	char *copy = b.text.start;
	*remove_escapes(copy, copy + b.text.length) = '\0';
	for (char *line = strstr(copy, "\n#"); line != NULL;
	    line = strstr(line + 1, "\n#"))
		memset(line + 1, ' ', strcspn(line + 1, "\n"));
	return copy;
}

/* True if all signs of a format are in a text, but none of those after a !. */
static bool
has_signs(const struct known_format *f, const char *text)
{
	for (const char *sign = f->signs; *sign != '\0';
	    sign += strlen(sign) + 1)
		if (*sign == '!' ? strstr(text, sign + 1) != NULL :
		    strstr(text, sign) == NULL)
			return false;
	return true;
}

/* Returns the known format of a file after a look at its start, or NULL. */
static const struct known_format *
find_format(const struct input *in)
{
	const char *text = copy_start(&in->file);
	const char *field = text + strspn(text, WHITE_SPACE);
	const char *end = field + strcspn(field, WHITE_SPACE ",;");

	if (in->is_text && is_quantity(text_between(field, end)))
		return NULL;	/* it is the first column that has values */
	for (size_t i = 0; i < COUNT(known_formats); i++) {
		const struct known_format *f = &known_formats[i];

		if (in->is_text == !(f->kind & JSON) && has_signs(f, text))
			return f;
	}
	return NULL;
}

/*
 * True if an option of a format gives way to what was typed.  -x and -X do not:
 * they leave out what is no measurement, whatever was typed.
 */
static bool
is_replaced(const struct options *o, const char *option)
{
	const char *set = o->selection.column[SET].typed;
	const bool *given = o->given;
	int letter = (unsigned char)option[1];

	switch (letter) {
	case 'b':	/* by -k, too; and it is for one file at most */
		return given['b'] || given['k'] || o->nfiles > 1;
	case 'C':
	case 'u':
		return given['C'] || given['u'];
	case 'k':
		/*
		 * Also by the format's own -b, which came first; and by one
		 * that was typed, if that has this column.
		 */
		return given['k'] || (set != NULL &&
		    (!given['b'] || strcmp(set, option + 3) == 0));
	case 'x':
	case 'X':
		return false;
	}
	return given[letter];
}

/*
 * Appends an option to a note as it may be typed in a shell.  It may continue
 * the list that the latest option began.
 */
static void
append_option(struct builder *note, const char *latest, const char *option)
{
	static const char safe[] = "%+,-./0123456789:=@^_"
	    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
	const char *text = option + 3;
	const char *quote = text[strspn(text, safe)] == '\0' ? "" : "'";

	if (strncmp(latest, option, 2) == 0 && strchr(latest, '~') == NULL)
		append_string(note, ",");
	else
		append_format(note, " %.3s", option);
	append_string(note, quote);
	for (; *text != '\0'; text++)
		if (*text == '\'')
			append_string(note, "'\\''");
		else
			append_text(note, text_between(text, text + 1));
	append_string(note, quote);
}

/*
 * Takes the options of a known format that nothing replaces, and notes them,
 * but not -u '*', of which the units are noted.
 */
static void
take_options(struct options *o, const struct known_format *known,
    struct builder *note)
{
	const char *latest = "";

	for (const char *option = known->options; *option != '\0';
	    option += strlen(option) + 1) {
		if (is_replaced(o, option))
			continue;
		parse_argument(o, option[1], option + 3);
		if (strcmp(option, "-u *") != 0)
			append_option(note, latest, option);
		latest = option;
	}
}

/*
 * Adds the options of the known format of the first file, if it has one, unless
 * both the values (-C or -u) and the names (-k or -b) were typed.  Then the
 * options are final, and those that were added are told.
 */
static void
settle_options(struct options *o, struct input *in)
{
	struct selection *s = &o->selection;
	const struct known_format *known = NULL;
	const char *source = "the units are";
	struct builder note = { .capacity = 0 };

	if ((s->ncolumns == 0 && s->nunits == 0) ||
	    (!o->given['k'] && !o->given['b']))
		known = find_format(in);
	s->ntyped = s->nfilters;
	if (known != NULL) {
		source = format_text("%s:", known->tool);
		o->unordered = known->kind & UNORDERED;
		s->lenient_keys = !o->given['k'];
		take_options(o, known, &note);
	}
	if (s->all_units)
		collect_units(in, s);
	settle_measures(s);
	for (size_t m = 0; m < s->nmeasures && s->all_units; m++)
		append_option(&note, m > 0 ? "-u" : "",
		    format_text("-u %s", s->measure[m]));
	if (note.text.length > 0)
		complain(NULL, in->file.name, 0, format_text("%s%s", source,
		    note.text.start));
}

/*
 * ---- Main ----------------------------------------------------------------
 * Opens the files, calls the stages in turn, and exits.
 */

/*
 * Reads the file of an operand.  It is a set, unless -b finds sets in it.  The
 * first one may add options, which are final before it is read.
 */
static void
read_operand(struct options *o, const char *operand, struct data *data)
{
	const struct selection *s = &o->selection;
	const char *path = path_in(operand);
	bool is_stdin = o->nfiles == 0 || strcmp(path, "-") == 0;
	bool has_label = path != operand;
	struct input in = {
		.file = {
			.name = path,
			.path = copy_text(as_text(is_stdin ? "-" : path)),
			.fd = is_stdin ? STDIN_FILENO : open(path, O_RDONLY)
		},
		.selection = s, .data = data
	};

	if (in.file.fd == -1)
		die(operand, 0, "%s", strerror(errno));
	look_at_start(&in);
	if (data->nfiles == 0) {
		settle_options(o, &in);
		start_data(data, s);
		/*
		 * Warnings of words propose -k: if it was neither given nor
		 * taken from a known format, and if it was given and not ''.
		 */
		bool has_key = s->names_end > KEY;

		data->seen.silent[WORDS_BESIDE] = o->given['k'] != has_key;
		data->seen.silent[UNITS_BESIDE] = has_key && !o->given['k'];
	}
	in.file.run = in.file.path;
	if (s->column[SET].typed == NULL && !s->sets_are_columns) {
		in.set = add_set(data, has_label ?
		    text_between(operand, path - 1) : as_text(path), has_label);
		data->noperands[in.set]++;
		if (s->column[RUN].regex == NULL)
			in.file.run = format_text("file %zu",
			    data->noperands[in.set]);
	}
	read_file(&in);
	close(in.file.fd);
	free(in.file.buffer);
}

/* Reads the operands, or standard input if there are none. */
static void
read_all(struct options *o, struct data *data)
{
	if (o->nfiles == 0) {
		if (isatty(STDIN_FILENO))
			complain(NULL, NULL, 0, "reading standard input; "
			    "ministat -h for help");
		read_operand(o, "<stdin>", data);
	}
	for (size_t i = 0; i < o->nfiles; i++) {
		read_operand(o, o->file[i], data);
		size_t j = 0;
		while (j < i && strcmp(o->file[i], o->file[j]) != 0)
			j++;
		if (j < i &&
		    (o->needs_sets || path_in(o->file[i]) != o->file[i]))
			warn(data->warnings, NULL, 0, "%s is given twice: its "
			    "values count twice", o->file[i]);
	}
}

/*
 * Averages the runs, if there are any, when all is read.  Warns of what was
 * left out, and ends the program if values cannot be paired because of that.
 */
static void
complete_data(const struct options *o, struct data *data)
{
	const char *run = o->selection.column[RUN].typed;
	bool pair_in_order = o->question.test.paired && run == NULL;

	if (o->question.test.paired && run != NULL)
		pair_runs(data);
	else if (data->runs != NULL)
		average_runs(data->runs, data, false);
	if (data->runs != NULL)
		check_runs(data, !o->selection.by_array);
	tell_left_out(data);
	if (data->seen.cut_file != NULL && data->seen.nwhole > 0)
		warn(data->warnings, data->seen.cut_file, 0, "the last line "
		    "does not end, unlike those of other files: was the file "
		    "cut short?");
	if (o->selection.nlabels > 0)
		check_labels(data);
	/*
	 * A record that is left out may shift the pairs, unless it has a whole
	 * pair or is above a header.
	 */
	if (pair_in_order && (data->seen.lost_pairs ||
	    ((!o->selection.sets_are_columns || data->seen.sets_are_apart) &&
	    data->nleft_out > data->left_out[ABOVE_HEADER].n)))
		die(NULL, 0, "values cannot be paired in order: some failed or "
		    "were left out, or sets do not take turns (-r COLUMN pairs "
		    "by name, -t mannwhitney needs no pairs)");
	if (has_gaps(data))
		warn(data->warnings, NULL, 0, "there are fewer values of one "
		    "measure than of another: %s?", pair_in_order ?
		    "do they pair in order (-r COLUMN pairs by name)" :
		    "are all of one benchmark (-k makes rows, -e chooses)");
}

/* Returns the width of the terminal, or 0 if the output is not one. */
static size_t
terminal_columns(void)
{
	const char *columns = getenv("COLUMNS");
	size_t width;

	if (!isatty(STDOUT_FILENO))
		return 0;
	if (columns != NULL &&
	    parse_count(columns, MIN_WIDTH + 2, MAX_WIDTH + 2, &width))
		return width;
#ifdef TIOCGWINSZ
	struct winsize window;

	if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &window) == 0 &&
	    window.ws_col >= MIN_WIDTH + 2 && window.ws_col <= MAX_WIDTH + 2)
		return window.ws_col;
#endif
	return DEFAULT_WIDTH + 2;
}

/*
 * Settles how wide a plot is, which is what fits without -w, and whether the
 * report has colours; see no-color.org.
 */
static void
settle_layout(struct options *o)
{
	struct layout *l = &o->layout;
	const char *off = getenv("NO_COLOR"), *terminal = getenv("TERM");

	l->columns = terminal_columns();
	if (!l->has_width)
		l->width = l->columns > 0 ? l->columns - 2 : DEFAULT_WIDTH;
	l->colour = l->columns > 0 && o->format->render == render_text &&
	    (off == NULL || *off == '\0') &&
	    terminal != NULL && *terminal != '\0' &&
	    strcmp(terminal, "dumb") != 0;
}

int
main(int argc, char *argv[])
{
	struct warnings warnings = { .n = 0 };
	struct data data = {
		.warnings = &warnings,
		/* Where the stack is, systems choose at random. */
		.seed = (uintptr_t)&warnings * UINT64_C(0x9e3779b97f4a7c15)
	};
	struct options options = { .nfiles = 0 };

	/* A failed write is an error, not a signal. */
	signal(SIGPIPE, SIG_IGN);
#ifdef SIGXFSZ	/* some systems hide it with _POSIX_C_SOURCE */
	signal(SIGXFSZ, SIG_IGN);
#endif
	setvbuf(stderr, NULL, _IOLBF, BUFSIZ);	/* a message at a time */
	/* A report of up to 256 KiB is printed as a whole. */
	setvbuf(stdout, NEW(char, 2 * BLOCK_SIZE), _IOFBF, 2 * BLOCK_SIZE);
	parse_options(&options, argc, argv);
	settle_layout(&options);
	read_all(&options, &data);
	complete_data(&options, &data);
	struct report report = make_report(&options, &data);
	options.format->render(&report);
	finish(report.outcome.passed ? STATUS_PASSED : STATUS_FAILED);
}

#if defined(__clang__) && defined(__i386__) && !defined(__SSE2__)
#pragma clang attribute pop
#endif
