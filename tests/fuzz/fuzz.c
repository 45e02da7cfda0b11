/*
 * fuzz: tries ministat.c on inputs that a fuzzer makes up.  Needs glibc.
 *
 *	make fuzz		runs libFuzzer for FUZZ_SECONDS on each target
 *	make check-corpus	tries the inputs in number/, report/ and json/
 *				again, with any compiler
 *
 * Macros choose the target:
 *
 *	-DFUZZ_NUMBER	number: compares parse_number with strtod(3), bit by
 *			bit
 *	-DFUZZ_JSON	json: reads JSON with one of a few command lines
 *	neither		report: makes a report from a command line and files
 *	-DFUZZ_REPLAY	adds a main that tries the files named by its
 *			arguments, or standard input, as afl-fuzz needs it
 *
 * An input of the target report is a byte that says how much each read gives,
 * the options, a newline, and the files with \034 between them.  An option is
 * its letter, or any byte, which then chooses a letter; then its argument, if
 * it takes one; then a blank.  So any bytes are some command line.  A byte
 * above 127 is a whole option out of ready_options, so that a change of one
 * byte gives another option that means something.
 *
 * An input of the target json is a byte that chooses the command line and how
 * much each read gives, then the file.  The program must refuse a file just if
 * the check for JSON below does, which also checks what the program prints.
 *
 * Not only crashes are wrong.  A report must not hold raw control characters
 * or bytes that are not UTF-8.  JSON must be JSON, and CSV a table.  The report
 * must be the same however the bytes arrive, and whether or not a pattern that
 * all lines match makes the program read them the slow way.
 *
 * The program's own main runs: exit, files, memory and standard output are
 * replaced below.  It frees nothing when it ends; what it leaves is freed here.
 */
#define main ministat_main
#ifndef FUZZ_NUMBER
#define exit fuzz_exit
#define open fuzz_open
#define read fuzz_read
#define close fuzz_close
#define fclose fuzz_fclose
#define malloc fuzz_malloc
#define calloc fuzz_calloc
#define realloc fuzz_realloc
#define free fuzz_free
#define regcomp fuzz_regcomp
#define regfree fuzz_regfree
#endif
#include "../../ministat.c"
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

/*
 * What is wrong with the text as strtod(3) and its manual say, or NULL, without
 * a look at parse_number.
 */
static const char *
expected_complaint(const char *text, size_t length, double *value)
{
	char *rest;

	*value = strtod(text, &rest);
	if (length == 0 || rest != text + length || rest == text)
		return "is not a number";
	if (isnan(*value))
		return "is NaN, which cannot be compared";
	if (isfinite(*value))
		return NULL;
	text += strspn(text, " \t\v\f\r\n+-");
	return *text == 'i' || *text == 'I' ?
	    "is infinite, which cannot be compared" :
	    "is out of the range of a double";
}

/*
 * The field goes up to the first newline.  The rest follows it in the buffer,
 * where it must do no harm.
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
	const char *why, *expected_why;

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

	expected_why = expected_complaint(field, length, &expected);
	why = parse_number(text_between(buffer, buffer + length), &got);
	if ((why == NULL) != (expected_why == NULL) ||
	    (why != NULL && strcmp(why, expected_why) != 0))
		found("complaint", field, length);
	if (why == NULL && memcmp(&got, &expected, sizeof(got)) != 0)
		found("value", field, length);
	free(buffer);
	free(field);
	return 0;
}

#else

#undef exit
#undef open
#undef read
#undef close
#undef fclose
#undef malloc
#undef calloc
#undef realloc
#undef free
#undef regcomp
#undef regfree

#include <setjmp.h>

/* Of these, what is used below. */
int fclose(FILE *);
void *malloc(size_t);
void *realloc(void *, size_t);
void free(void *);
int regcomp(regex_t *, const char *, int);
void regfree(regex_t *);

/* What the program has allocated, and the expressions it has compiled. */
static void **memory;
static size_t memory_count, memory_room;
static regex_t regex[MAX_COLUMNS + 2];
static size_t regex_count;

static void *
remembered(void *new)
{
	if (memory_count == memory_room) {
		memory_room = 2 * memory_room + 64;
		memory = realloc(memory, memory_room * sizeof(*memory));
	}
	if (memory == NULL)
		abort();
	if (new != NULL)
		memory[memory_count++] = new;
	return new;
}

static void
forget(const void *old)
{
	for (size_t i = memory_count; i-- > 0; )
		if (memory[i] == old) {
			memory[i] = memory[--memory_count];
			return;
		}
}

void *
fuzz_malloc(size_t size)
{
	return remembered(malloc(size));
}

void *
fuzz_calloc(size_t n, size_t size)
{
	void *new = n > 0 && size > SIZE_MAX / n ? NULL :
	    fuzz_malloc(n * size);

	return new == NULL ? NULL : memset(new, 0, n * size);
}

void *
fuzz_realloc(void *old, size_t size)
{
	void *new;

	forget(old);
	new = realloc(old, size);
	remembered(new == NULL ? old : new);
	return new;
}

void
fuzz_free(void *old)
{
	forget(old);
	free(old);
}

int
fuzz_regcomp(regex_t *compiled, const char *text, int flags)
{
	int error = regcomp(compiled, text, flags);

	if (error == 0 && regex_count < sizeof(regex) / sizeof(*regex))
		regex[regex_count++] = *compiled;
	return error;
}

void
fuzz_regfree(regex_t *compiled)
{
	(void)compiled;
}

static void
free_memory(void)
{
	while (memory_count > 0)
		free(memory[--memory_count]);
	while (regex_count > 0)
		regfree(&regex[--regex_count]);
}

/* exit(3) is a jump to where the program was called. */
static jmp_buf caller;

void
fuzz_exit(int status)
{
	longjmp(caller, status + 1);
}

/* What is read, some bytes at a time: the files follow one another. */
static const uint8_t *content, *content_end, *input_end;
static int content_fd, last_fd;
static size_t chunk;

int
fuzz_open(const char *path, int flags, ...)
{
	(void)path;
	(void)flags;
	return ++last_fd;
}

int
fuzz_close(int fd)
{
	(void)fd;
	return 0;
}

static void
set_input(const uint8_t *data, size_t size)
{
	content = content_end = data;
	input_end = data + size;
	content_fd = -1;
	last_fd = STDERR_FILENO;
}

/* Goes on to the next file, which \034 or the input's end ends. */
static void
start_content(int fd)
{
	if (content_fd != -1 && content_end < input_end)
		content_end++;
	content_fd = fd;
	content = content_end;
	while (content_end < input_end && *content_end != '\034')
		content_end++;
}

ssize_t
fuzz_read(int fd, void *to, size_t size)
{
	size_t n;

	if (fd != content_fd)
		start_content(fd);
	n = (size_t)(content_end - content);
	if (n > size)
		n = size;
	if (n > chunk)
		n = chunk;
	if (n > 0)
		memcpy(to, content, n);
	content += n;
	return (ssize_t)n;
}

/* Standard output is closed by us. */
int
fuzz_fclose(FILE *stream)
{
	return stream == stdout ? fflush(stream) : fclose(stream);
}

/* A command line of which the strings are cut out of text. */
struct command {
	char *argument[128];
	int count;
	char *text;
	size_t nfiles;
};

enum { MOST_FILES = 60, MOST_ARGUMENTS = 64 };

/* As for getopt(3); -h and -V are left to the goldens. */
static const char options_known[] =
    "ADnpqSsvb:C:c:d:e:f:g:H:k:m:o:r:t:u:w:x:";

/* What a byte above 127 means. */
static const char *const ready_options[] = {
	"k1", "kn", "kn,p.n", "k1,2", "k*", "kpkg:", "kpkg:,1", "k1~^[^/]*",
	"kn~[a-z]+", "k~^[a-z]*", "k~\"([^\"]*)\"", "kpkg:~[a-z]*", "k*~(.)$",
	"kp,n~([a-z])/", "k",
	"b2", "bs", "bs=b,a", "bn~(a|b)", "b1~^(.)", "b1=b,a~(a|b)", "b~o|n",
	"bpkg:", "b*", "b*~^.", "bs~", "b=a~a",
	"C2", "Cv", "C1,2", "Cv,w", "Cv,2", "C2/3", "Ca/b", "Ca/b,v", "C*.v",
	"C*.v,*.w", "C*", "Ca.*", "C*.*", "Cv~[0-9.]+", "C2~t=([0-9.]+)",
	"C~t=([0-9.]+)", "C~[0-9.]+ *m?s", "Cv,w~([0-9]+)", "C1,2,1/2", "Cv,,w",
	"Cv,v", "Ca/b~x", "C~", "C~(", "C~()",
	"uns", "ums", "us", "uns/op", "uns/op,B/op", "uGB/s", "uMiB", "uops",
	"us,ms", "uns,", "u~",
	"d,", "d;", "d\\t", "d|", "e.", "e^a", "xa", "e[0-9]", "xx*$",
	"r-", "r[]", "rn", "r1~.", "rpkg:", "r1",
	"p", "D", "S", "A", "n", "q", "s", "v",
	"texact", "twelch", "tmann", "tpaired", "tp50", "tp99.9", "tstudent",
	"otext", "ojson", "ocsv", "omarkdown", "w40", "w2", "H3",
	"m1%", "m0.5", "m1%,0.5", "m2,3%", "m,", "m1%,", "m0",
	"ghigher", "glower", "gequal", "gnot-higher", "gnot-lower", "gnone",
	"gany", "feach", "fall", "fshown", "c99.9", "c50"
};

/* Names that no terminal and no JSON should get as they are. */
static const char *const names[] = {
	"a", "b\033[31m\n\t\"\\,", "c\xff\xfe\xc3\xa9", "-", "d=e", ""
};

static void
add_argument(struct command *command, const char *argument)
{
	command->argument[command->count++] = (char *)argument;
	command->argument[command->count] = NULL;
}

/*
 * An expression that regexec(3) may take all day for says nothing about this
 * program: one with back references, bounds, or a repeated group.
 */
static bool
is_cheap(const char *expression)
{
	const char *p;

	for (p = expression; *p != '\0'; p++)
		if (*p == '{' || (*p == '\\' && isalnum((unsigned char)p[1])) ||
		    (*p == ')' && p[1] != '\0' && strchr("*+", p[1]) != NULL))
			return false;
	return p - expression < 24;
}

/* The expression in an option's argument, or an empty one. */
static const char *
expression_of(char option, const char *argument)
{
	const char *tilde = strchr(argument, '~');

	if (option == 'e' || option == 'x')
		return argument;
	return strchr("Cbkr", option) == NULL || tilde == NULL ? "" : tilde + 1;
}

static bool
add_option(struct command *command, char *word)
{
	static char flag[sizeof(options_known)][3];
	const char *known = *word == ':' ? NULL :
	    strchr(options_known, *word);
	size_t i;

	for (i = (unsigned char)*word; known == NULL; i++)
		if (options_known[i % (sizeof(options_known) - 1)] != ':')
			known = &options_known[i % (sizeof(options_known) - 1)];
	i = (size_t)(known - options_known);
	flag[i][0] = '-';
	flag[i][1] = *known;
	add_argument(command, flag[i]);
	if (known[1] == ':')
		add_argument(command, word + 1);
	return is_cheap(expression_of(*known, word + 1));
}

/* An option out of ready_options; add_option only reads it. */
static void
add_ready_option(struct command *command, unsigned char byte)
{
	static char word[sizeof(ready_options) / sizeof(*ready_options)][24];
	const size_t i = byte % (sizeof(word) / sizeof(*word));

	snprintf(word[i], sizeof(word[i]), "%s", ready_options[i]);
	add_option(command, word[i]);
}

static bool
make_command(struct command *command)
{
	char *word, *end;

	add_argument(command, "ministat");
	for (word = command->text; *word != '\0' &&
	    command->count < MOST_ARGUMENTS; word = end) {
		if ((unsigned char)*word > 127) {
			add_ready_option(command, (unsigned char)*word);
			end = word + 1;
			continue;
		}
		end = word + strcspn(word, " ");
		if (*end != '\0')
			*end++ = '\0';
		if (*word != '\0' && !add_option(command, word))
			return false;
	}
	return true;
}

static void
add_files(struct command *command)
{
	add_argument(command, "--");
	for (size_t i = 0; i < command->nfiles; i++)
		add_argument(command, names[i < 5 ? i : 5]);
}

/* What came of an input: all that was printed, and the status. */
struct printed {
	char *out, *err;
	size_t out_length, err_length;
	int status;
};

/*
 * Runs the command on the data.  slowly: have all lines pass a pattern, if
 * there is none, so that no short cut can be taken.
 */
static struct printed
run(struct command command, const uint8_t *data, size_t size, bool slowly)
{
	static struct printed outcome;
	static FILE *own_stdout, *own_stderr;
	int jump;

	for (int i = 0; i < command.count; i++)
		slowly = slowly && strcmp(command.argument[i], "-e") != 0;
	if (slowly) {
		add_argument(&command, "-e");
		add_argument(&command, "");
	}
	add_files(&command);
	set_input(data, size);
	own_stdout = stdout;
	own_stderr = stderr;
	stdout = open_memstream(&outcome.out, &outcome.out_length);
	stderr = open_memstream(&outcome.err, &outcome.err_length);
	if (stdout == NULL || stderr == NULL)
		abort();
	optind = 0;	/* getopt(3) starts anew */
	if ((jump = setjmp(caller)) == 0)
		outcome.status = ministat_main(command.count,
		    command.argument);
	else
		outcome.status = jump - 1;
	fclose(stdout);
	fclose(stderr);
	stdout = own_stdout;
	stderr = own_stderr;
	free_memory();
	return outcome;
}

/* How many bytes the character at s takes, or 0 if it is not UTF-8. */
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
after_space(const char *p)
{
	return p + strspn(p, " \n\t\r");
}

static const char *
after_string(const char *p)
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
after_digits(const char *p)
{
	const size_t n = strspn(p, "0123456789");

	return n == 0 ? NULL : p + n;
}

static const char *
after_number(const char *p)
{
	p += *p == '-';
	if (*p == '0' && isdigit((unsigned char)p[1]))
		return NULL;
	p = after_digits(p);
	if (p != NULL && *p == '.')
		p = after_digits(p + 1);
	if (p != NULL && (*p == 'e' || *p == 'E')) {
		p++;
		p = after_digits(p + (*p == '+' || *p == '-'));
	}
	return p;
}

static const char *
after_value(const char *p)
{
	/* The last three are read, but must not be printed. */
	static const char *const words[] = {
		"null", "true", "false", "NaN", "Infinity", "-Infinity"
	};
	const char close = *(p = after_space(p)) == '{' ? '}' : ']';

	for (size_t i = 0; i < 6; i++)
		if (strncmp(p, words[i], strlen(words[i])) == 0)
			return p + strlen(words[i]);
	if (*p == '"')
		return after_string(p);
	if (*p != '{' && *p != '[')
		return after_number(p);
	p = after_space(p + 1);
	if (*p == close)
		return p + 1;
	for (;; p++) {
		if (close == '}') {
			p = after_string(after_space(p));
			if (p == NULL || *(p = after_space(p)) != ':')
				return NULL;
			p++;
		}
		p = after_value(p);
		if (p == NULL)
			return NULL;
		p = after_space(p);
		if (*p == close)
			return p + 1;
		if (*p != ',')
			return NULL;
	}
}

static void
check_json(const char *text, size_t length)
{
	const char *end = after_value(text);

	if (end == NULL || *after_space(end) != '\0')
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
check_outcome(const struct printed *o)
{
	if (o->status < 0 || o->status > 2)
		found("status", o->out, o->out_length);
	if (o->status == 2 && o->out_length > 0)
		found("a report in spite of trouble", o->out, o->out_length);
	if (memchr(o->out, '\0', o->out_length) != NULL)
		found("a NUL", o->out, o->out_length);
	check_clean(o->out, o->out_length);
	check_clean(o->err, o->err_length);
	if (*o->out == '{')
		check_json(o->out, o->out_length);
	if (strncmp(o->out, "key,", 4) == 0)
		check_csv(o->out, o->out_length);
}

/* A NUL is found when it is read, perhaps before what is wrong above it. */
static void
check_same(const struct printed *a, const struct printed *b, bool has_nul)
{
	if (a->status != b->status || a->out_length != b->out_length ||
	    memcmp(a->out, b->out, a->out_length) != 0)
		found("another report", b->out, b->out_length);
	if (!has_nul && (a->err_length != b->err_length ||
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
free_outcome(struct printed *o)
{
	free(o->out);
	free(o->err);
}

#ifdef FUZZ_JSON
/* Whether all of a file is JSON, and lines that begin with # between. */
static bool
is_all_json(const char *p)
{
	for (;;) {
		p += strspn(p, " \n\t\r\v\f");
		if (*p == '\0')
			return true;
		if (*p == '#')
			p += strcspn(p, "\n");
		else if ((p = after_value(p)) == NULL ||
		    strchr(" \n\t\r\v\f#{[", *p) == NULL)
			return false;	/* strchr finds the end, too */
	}
}

static void
check_refusal(const struct printed *o, const uint8_t *data, size_t size)
{
	int line, refused = 0;
	char *text;

	if (size == 0 || memchr(data, '\0', size) != NULL ||
	    memchr(data, '\034', size) != NULL || (*data != '{' &&
	    *data != '[') || strstr(o->err, "nested deeper") != NULL)
		return;
	text = malloc(size + 8);	/* words are compared at the end */
	if (text == NULL)
		abort();
	memcpy(text, data, size);
	memset(text + size, 0, 8);
	sscanf(o->err, "ministat: a:%d: not JSON: %n", &line, &refused);
	if (is_all_json(text) == (refused > 0))
		found("JSON or not", text, size);
	free(text);
}

/* The input with a command line in front, as the other target has it. */
static uint8_t *
with_command(const uint8_t *data, size_t *size)
{
	static const char *const commands[] = {
		"ojson kn,p.n bs Cv", "r[] kp Cv", "kn Ca/b", "A", "en kp Cv",
		"rn xo Ca.v", "bs=b,a Cv", "k* C*.v", "k*,n C*.v,*.w ocsv",
		"Cv,w,a/b ojson", "kn~([a-z]) bn~(a|b) Cv", "Cv~[0-9.]+ n",
		"b*~^. k* C* e.", "bs=b,a~^(.) kn D omarkdown Cv texact"
	};
	const char *command = commands[*data %
	    (sizeof(commands) / sizeof(*commands))];
	const size_t length = strlen(command);
	uint8_t *all = malloc(*size + length + 1);

	if (all == NULL)
		abort();
	all[0] = *data == '\n' ? 0 : *data;
	memcpy(all + 1, command, length);
	all[length + 1] = '\n';
	memcpy(all + length + 2, data + 1, *size - 1);
	*size += length + 1;
	return all;
}
#endif

static int
try_input(const uint8_t *data, size_t size)
{
	struct command command = { .count = 0 };
	struct printed plain, slow;
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
#ifdef FUZZ_JSON
		check_refusal(&plain, data, size);
#endif
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

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
#ifdef FUZZ_JSON
	uint8_t *all;

	if (size == 0)
		return 0;
	all = with_command(data, &size);
	try_input(all, size);
	free(all);
	return 0;
#else
	return try_input(data, size);
#endif
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
			if ((data = realloc(data, capacity)) == NULL)
				abort();
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
