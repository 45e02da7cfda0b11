/*
 * fuzz: makes reports of inputs that a fuzzer makes up.  Needs glibc.
 *
 *	make fuzz		runs libFuzzer for FUZZ_SECONDS
 *	make check-corpus	tries the inputs in inputs/ again, with any
 *				compiler: -DFUZZ_REPLAY adds a main that tries
 *				the files that are its arguments
 *
 * An input is a byte that says how much each read gives, the options, a
 * newline, and the files with \034 between them.  An option is its letter, or
 * any byte, which then chooses a letter; then its argument, if it takes one;
 * then a blank.  So any bytes are some command line.  A byte above 127 is a
 * whole option out of ready_options, so that a change of one byte gives another
 * option that means something.
 *
 * Not only crashes are wrong.  A report must not hold raw control characters
 * or bytes that are not UTF-8.  It must be the same however the bytes arrive,
 * and whether or not a pattern that no line matches makes the program read them
 * the slow way.  Whether JSON and CSV are right is for tests/reading and
 * tests/figures.
 *
 * The program's own main runs: exit, files, memory and standard output are
 * replaced below.  It frees nothing when it ends; what it leaves is freed here.
 */
#define main ministat_main
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
#define setvbuf fuzz_setvbuf
#include "../../ministat.c"
#undef main
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
#undef setvbuf

#include <setjmp.h>

/* Of these, what is used below. */
int fclose(FILE *);
void *realloc(void *, size_t);
void free(void *);
int regcomp(regex_t *, const char *, int);
void regfree(regex_t *);

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

/* Before each piece of the program's memory, so that all can be freed. */
struct piece {
	struct piece *next, **at;	/* at: what points to this one */
};
static struct piece *pieces;
static regex_t regex[MAX_COLUMNS + 2];
static size_t regex_count;

static struct piece *
unlinked(void *memory)
{
	struct piece *p = memory;

	if (memory == NULL)
		return NULL;
	p--;
	*p->at = p->next;
	if (p->next != NULL)
		p->next->at = p->at;
	return p;
}

void *
fuzz_realloc(void *old, size_t size)
{
	struct piece *p;

	if (size > SIZE_MAX / 2)
		return NULL;
	p = realloc(unlinked(old), sizeof(*p) + size);
	if (p == NULL)
		abort();
	p->next = pieces;
	p->at = &pieces;
	if (pieces != NULL)
		pieces->at = &p->next;
	pieces = p;
	return p + 1;
}

void *
fuzz_malloc(size_t size)
{
	return fuzz_realloc(NULL, size);
}

void *
fuzz_calloc(size_t n, size_t size)
{
	void *new = n > 0 && size > SIZE_MAX / n ? NULL :
	    fuzz_malloc(n * size);

	return new == NULL ? NULL : memset(new, 0, n * size);
}

void
fuzz_free(void *old)
{
	free(unlinked(old));
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
	while (pieces != NULL)
		fuzz_free(pieces + 1);
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
	(void)flags;
	if (strncmp(path, "/dev/", 5) == 0)
		return -1;	/* not the seed */
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

/* What is printed is kept in memory, and standard output is closed by us. */
int
fuzz_setvbuf(FILE *stream, char *buffer, int mode, size_t size)
{
	(void)stream;
	(void)buffer;
	return mode == _IONBF || size == 0;
}

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
	"gany", "feach", "fall", "c99.9", "c50"
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
 * Runs the command on the data.  slowly: with a pattern that no line matches,
 * so that no short cut can be taken.
 */
static struct printed
run(struct command command, const uint8_t *data, size_t size, bool slowly)
{
	static struct printed outcome;
	static FILE *own_stdout, *own_stderr;
	int jump;

	if (slowly) {
		add_argument(&command, "-x");
		add_argument(&command, "x^");
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

static void
check_outcome(const struct printed *o)
{
	if (o->status < 0 || o->status > 2)
		found("status", o->out, o->out_length);
	if (o->status == 2 && o->out_length > 0)
		found("a report in spite of trouble", o->out, o->out_length);
	check_clean(o->out, o->out_length);
	check_clean(o->err, o->err_length);
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

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static char text[4096];
	struct command command = { .text = text };
	struct printed plain, slow;
	const uint8_t *newline;
	size_t length, pace;

	newline = size > 0 ? memchr(data, '\n', size) : NULL;
	if (newline == NULL || newline == data)
		return 0;
	pace = data[0];
	length = (size_t)(newline - data);
	if (length > sizeof(text))
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
	return 0;
}

#ifdef FUZZ_REPLAY
int
main(int argc, char *argv[])
{
	static uint8_t data[1 << 20];

	for (int i = 1; i < argc; i++) {
		FILE *in = fopen(argv[i], "rb");

		if (in == NULL) {
			perror(argv[i]);
			return EXIT_FAILURE;
		}
		LLVMFuzzerTestOneInput(data, fread(data, 1, sizeof(data), in));
		fclose(in);
	}
	printf("corpus: %d tried, 0 findings\n", argc - 1);
	return EXIT_SUCCESS;
}
#endif
