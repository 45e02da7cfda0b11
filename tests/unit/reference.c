/*
 * Reads the tables of reference values in ref/, and has what the suites that
 * use them share.
 *
 * Lines at the start of a table that begin with # say what it is.  The next
 * line names the columns.  Fields are separated by tabs.
 */

enum { MOST_COLUMNS = 24 };

struct reference {
	FILE *file;
	const char *path;
	char names[512], line[2048];	/* cut into the fields */
	char *name[MOST_COLUMNS], *field[MOST_COLUMNS];
	size_t columns;
	int number;	/* of the line */
};

/*
 * Cuts a line at its tabs, in place.  Here and in next_reference, a check that
 * passes must cost nothing: ck_assert writes to a pipe each time.
 */
static size_t
cut_at_tabs(char *line, char *field[])
{
	size_t n = 0;

	line[strcspn(line, "\n")] = '\0';
	for (field[n++] = line; (line = strchr(line, '\t')) != NULL; ) {
		*line++ = '\0';
		if (n == MOST_COLUMNS)
			ck_abort_msg("more than %d fields", MOST_COLUMNS);
		field[n++] = line;
	}
	return n;
}

static void
open_reference(struct reference *r, const char *path)
{
	int c;

	memset(r, 0, sizeof(*r));
	r->path = path;
	r->file = fopen(path, "r");
	ck_assert_msg(r->file != NULL, "%s: cannot be opened", path);
	for (r->number = 1; (c = getc(r->file)) == '#'; r->number++)
		while (c != '\n' && c != EOF)
			c = getc(r->file);
	ungetc(c, r->file);
	ck_assert(fgets(r->names, sizeof(r->names), r->file) != NULL);
	r->columns = cut_at_tabs(r->names, r->name);
}

/* Takes the next line; at the end of the table, closes it. */
static bool
next_reference(struct reference *r)
{
	size_t n;

	if (fgets(r->line, sizeof(r->line), r->file) == NULL) {
		fclose(r->file);
		return false;
	}
	r->number++;
	n = cut_at_tabs(r->line, r->field);
	if (n != r->columns)
		ck_abort_msg("%s:%d: %zu fields", r->path, r->number, n);
	return true;
}

static const char *
text_of(const struct reference *r, const char *name)
{
	size_t i;

	for (i = 0; i < r->columns; i++)
		if (strcmp(r->name[i], name) == 0)
			return r->field[i];
	ck_abort_msg("%s: no column %s", r->path, name);
	return NULL;
}

/* A value beyond the range of a double becomes an infinity or 0. */
static double
value_of(const struct reference *r, const char *name)
{
	return strtod(text_of(r, name), NULL);
}

/* The distance of got from want in units of want's last place. */
static double
ulps_between(double got, double want)
{
	int exponent;

	if (got == want)
		return 0;
	frexp(want, &exponent);
	return fabs(got - want) /
	    ldexp(1, exponent < -1021 ? -1074 : exponent - 53);
}

static double
relative_error(double got, double want)
{
	return got == want ? 0 : fabs(got - want) / fabs(want);
}

/* A file with a number in each line that does not begin with #. */
static struct sample
read_sample(const char *path)
{
	FILE *file = fopen(path, "r");
	struct sample s = { .n = 0 };
	char line[64];

	ck_assert_msg(file != NULL, "%s: cannot be opened", path);
	while (fgets(line, sizeof(line), file) != NULL) {
		if (line[0] != '#')
			append_value(&s, strtod(line, NULL));
	}
	fclose(file);
	return s;
}

/*
 * The cases of two samples and what is expected of them, line by line.  Cases
 * are numbered from 0.
 */
enum { TWO_SAMPLE_CASES = 79 };

static void
open_expected(struct reference *r)
{
	open_reference(r, "tests/unit/ref/twosample.tsv");
}

/* Takes the next line of this case; at the end of the table, closes it. */
static bool
next_expected(struct reference *r, int number)
{
	char name[16];

	snprintf(name, sizeof(name), "s%02d", number + 1);
	while (next_reference(r))
		if (strcmp(text_of(r, "case"), name) == 0)
			return true;
	return false;
}

/* A sample of n values that are elsewhere. */
static struct sample
sample_from(double *value, size_t n)
{
	return (struct sample){ .value = value, .n = n };
}

struct two_samples {
	struct sample reference, compared;
};

static struct two_samples
read_two_samples(int number)
{
	struct two_samples two = { .reference = { .n = 0 } };
	struct reference r;
	const char *quantity;

	open_expected(&r);
	while (next_expected(&r, number)) {
		quantity = text_of(&r, "quantity");
		if (strcmp(quantity, "ref") == 0)
			append_value(&two.reference, value_of(&r, "value"));
		else if (strcmp(quantity, "cmp") == 0)
			append_value(&two.compared, value_of(&r, "value"));
	}
	ck_assert_uint_gt(two.reference.n, 0);
	ck_assert_uint_gt(two.compared.n, 0);
	return two;
}

/* What is asked for, and its answer, of samples as they are. */
struct asked {
	struct question question;
	struct level level;
	struct summary set, reference;
	struct comparison c;
};

/* What the comparison points at is valid until the next one. */
static struct asked
compare_with(struct question question, const struct sample *compared,
    const struct sample *reference, double percent)
{
	static struct asked a;

	a.question = question;
	a.level = level_of(percent, 1);
	a.set = summarize(compared, &a.question, a.level);
	a.reference = summarize(reference, &a.question, a.level);
	a.c = compare(&a.question, a.level, &a.set, &a.reference);
	free(a.set.sorted);
	free(a.reference.sorted);
	return a;
}

static struct margin
percent_margin(double percent)
{
	return (struct margin){ .typed = "given", .has_percent = true,
	    .percent = percent };
}

static struct margin
amount_margin(double amount)
{
	return (struct margin){ .typed = "given", .has_amount = true,
	    .amount = amount };
}

static struct question
question_of(const char *test)
{
	struct question question = { .quantile = 0 };

	ck_assert_msg(find_test(test, &question), "%s: no test", test);
	return question;
}

static struct comparison
compare_samples(const char *test, const struct sample *compared,
    const struct sample *reference, double percent)
{
	return compare_with(question_of(test), compared, reference,
	    percent).c;
}
