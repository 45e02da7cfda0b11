/*
 * fuzz: ministat.c against inputs that a fuzzer makes up.
 *
 *	-DFUZZ_NUMBER	parse_number against strtod(3), bit by bit
 *	(without)	options and files to a report
 *	-DFUZZ_REPLAY	with a main of its own, which tries the files named
 *			by its arguments, or standard input: for afl-fuzz, and
 *			for `make check-corpus`, any compiler will do
 *
 * An input of the first target is "options", a newline and the files, with
 * \034 between them.  Options: a letter each, or a byte that chooses one,
 * then its argument if it has one, then a blank; so that any bytes are some
 * command line.  Before them stands a byte that says how much a read gives.
 *
 * A crash is not all that can be wrong.  A report must not hold raw control
 * characters or bytes that are no UTF-8, JSON must be JSON and CSV a table,
 * and all must be the same however the bytes arrive and whether or not
 * take_plain_lines has its way.
 *
 * The program exits only where it is out of memory or in main, which is not
 * used here, so that nothing has to stop it.
 */
#define main ministat_main
#define read fuzz_read
#include "../../ministat.c"
#undef read
#undef main

int LLVMFuzzerTestOneInput(const uint8_t *, size_t);

/* Ends the test with a finding. */
static void
found(const char *what, const char *text, size_t length)
{
	fprintf(stderr, "fuzz: %s:\n", what);
	fwrite(text, 1, length, stderr);
	fputs("\n", stderr);
	fflush(stderr);
	abort();
}

#ifdef FUZZ_NUMBER

ssize_t
fuzz_read(int fd, void *to, size_t size)
{
	(void)fd;
	(void)to;
	(void)size;
	return 0;
}

/* What strtod(3) and its manual say, without a look at parse_number. */
static enum number_status
expected_status(const char *text, size_t length, double *value)
{
	char *rest;

	*value = strtod(text, &rest);
	if (length == 0 || rest != text + length || rest == text)
		return NUMBER_INVALID;
	if (isnan(*value))
		return NUMBER_NAN;
	if (isfinite(*value))
		return NUMBER_OK;
	text += strspn(text, " \t\v\f\r\n+-");
	return *text == 'i' || *text == 'I' ? NUMBER_INFINITE :
	    NUMBER_TOO_LARGE;
}

/*
 * The field goes up to the first newline; what comes after it stands behind
 * it in the buffer, where it must do no harm.
 */
int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *buffer = malloc(size + 1 + PADDING), *field = malloc(size + 1);
	const uint8_t *newline = size > 0 ? memchr(data, '\n', size) : NULL;
	const size_t length = newline == NULL ? size :
	    (size_t)(newline - data);
	size_t behind;
	double got = 0, expected = 0;
	enum number_status status, expected_one;

	if (buffer == NULL || field == NULL ||
	    (size > 0 && memchr(data, '\0', size) != NULL)) {
		free(buffer);
		free(field);
		return 0;
	}
	if (length > 0) {
		memcpy(buffer, data, length);
		memcpy(field, data, length);
	}
	field[length] = '\0';
	behind = newline == NULL ? 0 : size - length - 1;
	if (behind > 0)
		memcpy(buffer + length, newline + 1, behind);
	buffer[length + behind] = '\n';	/* as in a line */
	memset(buffer + length + behind + 1, '7', size + PADDING - length -
	    behind);

	expected_one = expected_status(field, length, &expected);
	status = parse_number(buffer, buffer + length, &got);
	if (status != expected_one)
		found("status", field, length);
	if (status == NUMBER_OK && memcmp(&got, &expected, sizeof(got)) != 0)
		found("value", field, length);
	free(buffer);
	free(field);
	return 0;
}

#else

/* What fuzz_read gives, some bytes at a time. */
static const uint8_t *content, *content_end;
static size_t chunk;

ssize_t
fuzz_read(int fd, void *to, size_t size)
{
	size_t n = (size_t)(content_end - content);

	(void)fd;
	if (n > size)
		n = size;
	if (n > chunk)
		n = chunk;
	if (n > 0)
		memcpy(to, content, n);
	content += n;
	return (ssize_t)n;
}

/* A command line of which the strings are cut out of text. */
struct command {
	char *argument[128];
	int count;
	char *text;
	size_t nfiles;
};

enum { MOST_FILES = 60, MOST_ARGUMENTS = 64 };

/* Names that no terminal and no JSON should get as they are. */
static const char *const names[] = {
	"a", "b\033[31m\n\t\"\\,", "c\xff\xfe\xc3\xa9", "-", "d=e", ""
};

/* Patterns that may take all day tell nothing about this program. */
static bool
is_cheap(const char *pattern)
{
	return strlen(pattern) < 12 && strpbrk(pattern, "{\\(") == NULL;
}

static bool
add_option(struct command *command, char *word)
{
	const struct command_option *o = find_option((unsigned char)*word);
	static char flag[OPTIONS][3];
	size_t i;

	if (o == NULL)
		o = &option_table[(unsigned char)*word % OPTIONS];
	i = (size_t)(o - option_table);
	flag[i][0] = '-';
	flag[i][1] = o->letter;
	command->argument[command->count++] = flag[i];
	if (o->argument != NULL)
		command->argument[command->count++] = word + 1;
	return strchr("ex", o->letter) == NULL || is_cheap(word + 1);
}

static bool
make_command(struct command *command)
{
	char *word, *end;

	command->argument[command->count++] = (char *)"ministat";
	for (word = command->text; *word != '\0' &&
	    command->count < MOST_ARGUMENTS; word = end) {
		end = word + strcspn(word, " ");
		if (*end != '\0')
			*end++ = '\0';
		if (*word != '\0' && !add_option(command, word))
			return false;
	}
	command->argument[command->count++] = (char *)"--";
	for (size_t i = 0; i < command->nfiles; i++)
		command->argument[command->count++] = (char *)names[i < 5 ?
		    i : 5];
	command->argument[command->count] = NULL;
	return true;
}

/* What came of an input: all that was printed, and the status. */
struct outcome {
	char *out, *err;
	size_t out_length, err_length;
	int status;
	const struct format *format;	/* of a report, else NULL */
};

static bool
read_contents(const struct options *options, const uint8_t *data, size_t size,
    struct table *table, struct diagnostic *d)
{
	const uint8_t *const end = data + size;
	const char *name;
	size_t i;

	for (i = 0; i < options->nfiles; i++) {
		content = data;
		content_end = size > 0 ? memchr(data, '\034',
		    (size_t)(end - data)) : NULL;
		if (content_end == NULL)
			content_end = end;
		data = content_end == end ? end : content_end + 1;
		name = options->file[i];
		if (!has_set_column(&options->selection))
			add_set(table, name, strlen(name));
		if (!read_file(&options->selection, STDIN_FILENO, name,
		    table->nsets - 1, table, d))
			return false;
	}
	return true;
}

/* As main does. */
static void
report_on(struct options *options, const uint8_t *data, size_t size,
    FILE *out, struct outcome *outcome)
{
	struct table table = { .nsets = 0 };
	struct report report = { .row = NULL };
	struct diagnostic d;

	outcome->status = STATUS_TROUBLE;
	if (!read_contents(options, data, size, &table, &d))
		complain(&d);
	else if (!make_report(options, &table, &report, &d)) {
		complain(&d);
		free_report(&report);
	} else {
		render_warnings(&report);
		options->format->render(out, &report);
		outcome->status = (int)report.status;
		outcome->format = options->format;
		free_report(&report);
	}
	free_table(&table);
}

/* Resets getopt(3), also within a group of letters. */
static void
reset_getopt(void)
{
#ifdef __GLIBC__
	optind = 0;
#else
	optind = 1;
#endif
}

/*
 * Runs the command on the data.  slowly: let every line pass a pattern, so
 * that take_plain_lines has no say.
 */
static struct outcome
run(struct command command, const uint8_t *data, size_t size, bool slowly)
{
	struct outcome outcome = { .status = STATUS_TROUBLE };
	struct options options = defaults;
	struct diagnostic d;
	FILE *out = open_memstream(&outcome.out, &outcome.out_length);
#ifdef __GLIBC__
	FILE *const own_stderr = stderr;

	stderr = open_memstream(&outcome.err, &outcome.err_length);
#endif
	if (out == NULL || stderr == NULL)
		abort();
	reset_getopt();
	if (!parse_options(command.count, command.argument, &options, &d))
		complain(&d);
	else if (!options.help && !options.version) {
		if (options.width == 0)
			options.width = DEFAULT_WIDTH;
		if (slowly && !options.selection.only.given)
			take_regex("", &options.selection.only);
		report_on(&options, data, size, out, &outcome);
	}
	free_options(&options);
	fclose(out);
#ifdef __GLIBC__
	fclose(stderr);
	stderr = own_stderr;
#endif
	return outcome;
}

/* How many bytes the character at s takes, or 0 if it is no good. */
static size_t
clean_character(const unsigned char *s, size_t length)
{
	static const uint32_t least[] = { 0, 0, 0x80, 0x800, 0x10000 };
	uint32_t code;
	size_t n, i;

	if (s[0] < 0x80)
		return (s[0] >= ' ' && s[0] < 0x7f) || s[0] == '\n' ||
		    s[0] == '\t';
	n = s[0] >= 0xf8 ? 0 : s[0] >= 0xf0 ? 4 : s[0] >= 0xe0 ? 3 :
	    s[0] >= 0xc0 ? 2 : 0;
	if (n == 0 || n > length)
		return 0;
	code = s[0] & (0x7fu >> n);
	for (i = 1; i < n; i++) {
		if (s[i] >> 6 != 2)
			return 0;
		code = code << 6 | (s[i] & 0x3fu);
	}
	if (code < least[n] || code < 0xa0 || code > 0x10ffff ||
	    (code >= 0xd800 && code < 0xe000))
		return 0;
	return n;
}

static void
check_clean(const char *text, size_t length)
{
	size_t i, n;

	for (i = 0; i < length; i += n) {
		n = clean_character((const unsigned char *)text + i,
		    length - i);
		if (n == 0)
			found("raw bytes", text, length);
	}
}

/* JSON (RFC 8259): each returns what follows, or NULL. */

static const char *
skip_space(const char *p)
{
	return p + strspn(p, " \n\t\r");
}

static const char *
json_string(const char *p)
{
	if (*p++ != '"')
		return NULL;
	for (; *p != '"'; p++) {
		if ((unsigned char)*p < ' ')
			return NULL;
		if (*p != '\\')
			continue;
		p++;
		if (*p == 'u') {
			if (strspn(p + 1, "0123456789abcdefABCDEF") < 4)
				return NULL;
			p += 4;
		} else if (*p == '\0' || strchr("\"\\/bfnrt", *p) == NULL)
			return NULL;
	}
	return p + 1;
}

static const char *
json_digits(const char *p)
{
	const size_t n = strspn(p, "0123456789");

	return n == 0 ? NULL : p + n;
}

static const char *
json_number(const char *p)
{
	p += *p == '-';
	if (*p == '0' && is_digit(p[1]))
		return NULL;
	p = json_digits(p);
	if (p != NULL && *p == '.')
		p = json_digits(p + 1);
	if (p != NULL && (*p == 'e' || *p == 'E')) {
		p++;
		p = json_digits(p + (*p == '+' || *p == '-'));
	}
	return p;
}

static const char *
json_value(const char *p)
{
	static const char *const words[] = { "null", "true", "false" };
	const char close = *(p = skip_space(p)) == '{' ? '}' : ']';

	for (size_t i = 0; i < 3; i++)
		if (strncmp(p, words[i], strlen(words[i])) == 0)
			return p + strlen(words[i]);
	if (*p == '"')
		return json_string(p);
	if (*p != '{' && *p != '[')
		return json_number(p);
	p = skip_space(p + 1);
	if (*p == close)
		return p + 1;
	for (;; p++) {
		if (close == '}') {
			p = json_string(skip_space(p));
			if (p == NULL || *(p = skip_space(p)) != ':')
				return NULL;
			p++;
		}
		p = json_value(p);
		if (p == NULL)
			return NULL;
		p = skip_space(p);
		if (*p == close)
			return p + 1;
		if (*p != ',')
			return NULL;
	}
}

static void
check_json(const char *text, size_t length)
{
	const char *end = json_value(text);

	if (end == NULL || *skip_space(end) != '\0')
		found("not JSON", text, length);
}

/* As many fields in every line; fields hold no newline. */
static void
check_csv(const char *text, size_t length)
{
	size_t fields = 1, expected = 0;
	bool quoted = false;
	const char *p;

	for (p = text; *p != '\0'; p++) {
		quoted = quoted != (*p == '"');
		fields += *p == ',' && !quoted;
		if (*p != '\n')
			continue;
		if (expected == 0)
			expected = fields;
		if (quoted || fields != expected)
			found("not CSV", text, length);
		fields = 1;
	}
}

static void
check_outcome(const struct outcome *o)
{
	if (o->status < STATUS_SAME || o->status > STATUS_TROUBLE)
		found("status", o->out, o->out_length);
	if (o->format == NULL && o->out_length > 0)
		found("a report in spite of trouble", o->out, o->out_length);
	if (memchr(o->out, '\0', o->out_length) != NULL)
		found("a NUL", o->out, o->out_length);
	check_clean(o->out, o->out_length);
	if (o->err != NULL)
		check_clean(o->err, o->err_length);
	if (o->format != NULL && strcmp(o->format->name, "json") == 0)
		check_json(o->out, o->out_length);
	if (o->format != NULL && strcmp(o->format->name, "csv") == 0)
		check_csv(o->out, o->out_length);
}

/* A NUL is found when it is read, perhaps before what is wrong above it. */
static void
check_same(const struct outcome *a, const struct outcome *b, bool has_nul)
{
	if (a->status != b->status || a->out_length != b->out_length ||
	    memcmp(a->out, b->out, a->out_length) != 0)
		found("another report", b->out, b->out_length);
	if (!has_nul && a->err != NULL && (a->err_length != b->err_length ||
	    memcmp(a->err, b->err, a->err_length) != 0))
		found("another message", b->err, b->err_length);
}

static size_t
count_files(const uint8_t *data, size_t size)
{
	size_t i, n = 1;

	for (i = 0; i < size; i++)
		n += data[i] == '\034';
	return n < MOST_FILES ? n : MOST_FILES;
}

static void
free_outcome(struct outcome *o)
{
	free(o->out);
	free(o->err);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct command command = { .count = 0 };
	struct outcome plain, slow;
	const uint8_t *newline;
	size_t length, pace;

	newline = size > 0 ? memchr(data, '\n', size) : NULL;
	if (newline == NULL || newline == data)
		return 0;
	pace = data[0];
	length = (size_t)(newline - data);
	command.text = malloc(length);
	if (command.text == NULL)
		return 0;
	memcpy(command.text, data + 1, length - 1);
	command.text[length - 1] = '\0';
	size -= length + 1;
	data += length + 1;
	command.nfiles = count_files(data, size);
	if (make_command(&command)) {
		chunk = SIZE_MAX;
		plain = run(command, data, size, false);
		check_outcome(&plain);
		chunk = pace % 16 + 1;
		slow = run(command, data, size, pace & 16);
		check_same(&plain, &slow,
		    size > 0 && memchr(data, '\0', size) != NULL);
		free_outcome(&plain);
		free_outcome(&slow);
	}
	free(command.text);
	return 0;
}

#endif

#ifdef FUZZ_REPLAY
static void
try_stream(FILE *in)
{
	uint8_t *data = NULL;
	size_t size = 0, capacity = 0;

	do {
		if (size == capacity) {
			capacity = 2 * capacity + 4096;
			data = resize(data, capacity, 1);
		}
		size += fread(data + size, 1, capacity - size, in);
	} while (!feof(in) && !ferror(in));
	LLVMFuzzerTestOneInput(data, size);
	free(data);
}

int
main(int argc, char *argv[])
{
	FILE *in;
	int i;

	if (argc < 2)
		try_stream(stdin);
	for (i = 1; i < argc; i++) {
		in = fopen(argv[i], "rb");
		if (in == NULL) {
			perror(argv[i]);
			return EXIT_FAILURE;
		}
		try_stream(in);
		fclose(in);
	}
	printf("corpus: %d tried, 0 findings\n", argc < 2 ? 1 : argc - 1);
	return EXIT_SUCCESS;
}
#endif
