/*
 * golden: runs the examples in transcripts and documents, and compares what
 * they print with what is written there.
 *
 *	make check-golden		runs all of them
 *	make check-golden TOPIC=gate	runs those of tests/golden/gate.txt;
 *					README and ministat.1 are topics too
 *	make golden [TOPIC=gate]	writes what is printed now into the
 *					files: review it with git diff
 *
 *	golden [-u] [-x regex] [topic ...]
 *	-u	rewrites the files, as make golden does
 *	-x	leaves out each example that has a line, in its command or its
 *		output, that matches
 *
 * A transcript reads like a terminal:
 *
 *	# What the example shows.
 *
 *	$ printf '1\n2\n3\nx\n' |
 *	> ministat
 *	ministat: <stdin>:4: "x" is not a number
 *	status 2
 *
 * A line `$ COMMAND' begins an example, and lines `> MORE' right below it
 * continue the command.  Below it is what it prints on standard error, then
 * what it prints on standard output, then its status unless that is 0.  A
 * status above 128 is 128 plus the number of a signal.  Lines of standard
 * error should begin with `ministat: ' and lines of standard output should
 * not; those that break this rule are marked `stderr: ' and `stdout: '.  Blank
 * lines at the end do not count.  A line that begins with `#', below a blank
 * line, begins a heading or comment, which ends at the next command.  The last
 * digits of a number that is printed with all its digits may differ.
 *
 * Examples run in tests/golden.  The files beside the transcripts are their
 * inputs, the samples are ../../data/SAMPLE, and terminal.c is a command.
 *
 * In README, code is what is indented by four blanks, and the blank lines
 * within it.  A line of output that would make README wider than 80 columns is
 * folded there before a parenthesis, as ministat does on a terminal.  In the
 * manual, code is what is between `.Bd -literal' and `.Ed', with the escapes
 * undone.  The examples there that run ministat are run in the project's root.
 * Standard error is where a terminal would show it, and the status is not
 * shown.
 */
#define _POSIX_C_SOURCE 200809L
#include <sys/types.h>
#include <sys/wait.h>

#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <math.h>
#include <regex.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define GOLDEN_DIRECTORY	"tests/golden"
#define TRANSCRIPTS		GOLDEN_DIRECTORY "/*.txt"
#define ERROR_START		"ministat: "
#define SECONDS			300	/* of an example, emulated or not */
#define WIDEST			76	/* line of code in README */

/* Text that grows: what is printed to the stream. */
struct text {
	FILE	*stream;
	char	*start;
	size_t	length;
};

struct example {
	bool		open;		/* the lines below belong to it */
	int		line;
	int		blank;		/* lines; not yet in expected */
	struct text	command, expected;
};

struct document {
	const char	*path;
	const char	*directory;	/* where the examples run */
	char		*(*code)(char *line, bool *inside); /* NULL: prose */
	bool		is_transcript;
	bool		is_folded;	/* wide lines are two lines */
};

static struct {
	bool	update, except;
	regex_t	exception;
	int	run, failed;
} golden;
static pid_t child;		/* 0: none */

/* Ends the program: the tests themselves are at fault. */
static void
abandon(const char *subject, const char *problem)
{
	fprintf(stderr, "golden: %s: %s\n", subject, problem);
	exit(2);
}

static void
open_text(struct text *text)
{
	if ((text->stream = open_memstream(&text->start,
	    &text->length)) == NULL)
		abandon("memory", strerror(errno));
}

static char *
text_so_far(struct text *text)
{
	fflush(text->stream);
	return text->start;
}

static void
close_text(struct text *text)
{
	fclose(text->stream);
	free(text->start);
}

/*
 * The forms of documents.
 */

static char *
transcript_code(char *line, bool *inside)
{
	(void)inside;
	return line;
}

static char *
readme_code(char *line, bool *inside)
{
	(void)inside;
	if (*line == '\0')
		return line;
	return strncmp(line, "    ", 4) == 0 ? line + 4 : NULL;
}

/* Puts text, which is not longer, in place of each escape in the line. */
static void
replace(char *line, const char *escape, const char *text)
{
	size_t length = strlen(text);

	while ((line = strstr(line, escape)) != NULL) {
		const char *rest = line + strlen(escape);

		memcpy(line, text, length);
		memmove(line + length, rest, strlen(rest) + 1);
		line += length;
	}
}

/* Undoes the escapes of mdoc.  \e comes last: what it leaves is a backslash. */
static char *
unescaped(char *line)
{
	static const char *const table[][2] = {
		{ "\\&", "" }, { "\\-", "-" }, { "\\(aq", "'" },
		{ "\\(dq", "\"" }, { "\\(ga", "`" }, { "\\(ha", "^" },
		{ "\\(ti", "~" }, { "\\e", "\\" },
	};

	for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++)
		replace(line, table[i][0], table[i][1]);
	return line;
}

static char *
manual_code(char *line, bool *inside)
{
	if (strncmp(line, ".Bd -literal", 12) == 0)
		*inside = true;
	else if (strcmp(line, ".Ed") == 0)
		*inside = false;
	return *inside && *line != '.' ? unescaped(line) : NULL;
}

static const struct document documents[] = {
	{ "README",	".",	readme_code,	false,	true },
	{ "ministat.1",	".",	manual_code,	false,	false },
};

/* Whether ministat is the first word of a line or of a command in it. */
static bool
runs_ministat(const char *command)
{
	static const char name[] = "ministat";
	const char *word = command;

	while ((word = strstr(word, name)) != NULL) {
		const char *before = word;
		const char *after = word += sizeof(name) - 1;

		while (before > command && strchr(" \t", before[-1]) != NULL)
			before--;
		if ((before == command ||
		    strchr("|&;(!\n", before[-1]) != NULL) &&
		    (*after == '\0' || strchr(" \t\n|&;)<>", *after) != NULL))
			return true;
	}
	return false;
}

/*
 * Running an example.
 */

/* Kills what the example has started; goes on if its time was up. */
static void
kill_child(int cause)
{
	if (child > 0)
		kill(-child, SIGKILL);
	if (cause != SIGALRM)
		_exit(128 + cause);
}

static void
become_shell(const char *command, const char *directory, int out, int err)
{
	if (setpgid(0, 0) == 0 && chdir(directory) == 0 &&
	    close(STDIN_FILENO) == 0 && open("/dev/null", O_RDONLY) == 0 &&
	    dup2(out, STDOUT_FILENO) != -1 && dup2(err, STDERR_FILENO) != -1)
		execl("/bin/sh", "sh", "-c", command, (char *)NULL);
	_exit(127);
}

/* Runs the command; the status is what a shell would say. */
static int
run_shell(const char *command, const char *directory, FILE *out, FILE *err)
{
	int status;

	fflush(NULL);
	if ((child = fork()) == -1)
		abandon("fork", strerror(errno));
	if (child == 0)
		become_shell(command, directory, fileno(out), fileno(err));
	alarm(SECONDS);
	while (waitpid(child, &status, 0) == -1)
		if (errno != EINTR)
			abandon("waitpid", strerror(errno));
	alarm(0);
	child = 0;
	return WIFEXITED(status) ? WEXITSTATUS(status) :
	    128 + WTERMSIG(status);
}

/* Puts a newline in place of the blank before ( in a line that is too wide. */
static void
fold(char *line)
{
	char *blank = strstr(line, " (");

	if (blank != NULL && strcspn(line, "\n") > WIDEST)
		*blank = '\n';
}

/* Copies what was printed on a stream; marks lines of the other's kind. */
static void
put_stream(FILE *to, FILE *from, bool is_error, const char *mark,
    bool is_folded)
{
	char *line = NULL;
	size_t size = 0;
	ssize_t n;

	rewind(from);
	while ((n = getline(&line, &size, from)) > 0) {
		bool is_message = strncmp(line, ERROR_START,
		    sizeof(ERROR_START) - 1) == 0;

		if (is_folded)
			fold(line);
		fputs(is_message == is_error ? "" : mark, to);
		fwrite(line, 1, (size_t)n, to);
		fputs(line[n - 1] == '\n' ? "" : "\n\\ no newline\n", to);
	}
	free(line);
	fclose(from);
}

static FILE *
temporary_file(void)
{
	FILE *file = tmpfile();

	if (file == NULL)
		abandon("tmpfile", strerror(errno));
	return file;
}

/* In a document, the two streams are mixed as a terminal would show them. */
static void
run_example(const struct document *document, const char *command, FILE *to)
{
	FILE *out = temporary_file(), *err = temporary_file();
	bool apart = document->is_transcript;
	int status = run_shell(command, document->directory, out,
	    apart ? err : out);

	put_stream(to, err, true, "stderr: ", false);
	put_stream(to, out, false, apart ? "stdout: " : "",
	    document->is_folded);
	if (apart && status != 0)
		fprintf(to, "status %d\n", status);
}

/*
 * Comparing.
 */

/* Prints the lines from start to end, each behind the mark. */
static void
print_lines(const char *mark, const char *start, const char *end)
{
	while (start < end) {
		const char *newline = memchr(start, '\n',
		    (size_t)(end - start));

		newline = newline == NULL ? end - 1 : newline;
		printf("%s%.*s", mark, (int)(newline + 1 - start), start);
		start = newline + 1;
	}
}

/* Prints what differs, without the lines that both begin and end with. */
static void
print_difference(const char *expected, const char *got)
{
	const char *e = expected + strlen(expected), *g = got + strlen(got);
	const char *e_end = e, *g_end = g;
	size_t i, line = 0;

	for (i = 0; expected[i] == got[i] && got[i] != '\0'; i++)
		if (got[i] == '\n')
			line = i + 1;
	expected += line;
	got += line;
	while (e > expected && g > got && *--e == *--g)
		if (*e == '\n') {
			e_end = e + 1;
			g_end = g + 1;
		}
	print_lines("-", expected, e_end);
	print_lines("+", got, g_end);
}

/* How long the number at the text is, and what it is; 0: there is none. */
static size_t
take_number(const char *text, double *number)
{
	char *end;

	*number = 0;
	if (strspn(text, "-0123456789") == 0)
		return 0;
	*number = strtod(text, &end);
	return (size_t)(end - text);
}

/*
 * Whether the texts are the same, but for the last digits of numbers that are
 * printed in all digits: these are the mathematical library's, and may be off
 * by 1e-13 of the number.
 */
static bool
agree(const char *a, const char *b)
{
	enum { ALL_DIGITS = 15 };
	double x, y;
	size_t n, m;

	while (*a != '\0' && *b != '\0') {
		n = take_number(a, &x);
		m = take_number(b, &y);
		if (n < ALL_DIGITS || m < ALL_DIGITS) {
			if (*a++ != *b++)
				return false;
			continue;
		}
		if (fabs(x - y) > 1e-13 * fabs(x))
			return false;
		a += n;
		b += m;
	}
	return *a == *b;
}

static void
compare(const struct document *document, struct example *example,
    const char *got)
{
	const char *expected = text_so_far(&example->expected);

	golden.run++;
	if (agree(expected, got))
		return;
	golden.failed++;
	printf("%s:%d: $ %s\n", document->path, example->line,
	    text_so_far(&example->command));
	print_difference(expected, got);
}

static bool
is_left_out(const struct document *document, struct example *example)
{
	const char *command = text_so_far(&example->command);

	if (!document->is_transcript && !runs_ministat(command))
		return true;
	return golden.except &&
	    (regexec(&golden.exception, command, 0, NULL, 0) == 0 ||
	    regexec(&golden.exception, text_so_far(&example->expected), 0,
	    NULL, 0) == 0);
}

/*
 * Reading.
 */

static void
start_example(struct example *example, int line, const char *command)
{
	*example = (struct example){ .open = true, .line = line };
	open_text(&example->command);
	open_text(&example->expected);
	fputs(command, example->command.stream);
}

static void
drop_blank_lines_at_end(char *text)
{
	size_t length = strlen(text);

	while (length > 1 && text[length - 1] == '\n' &&
	    text[length - 2] == '\n') {
		length--;
		text[length] = '\0';
	}
}

/* Runs and compares the example; to gets what is now expected. */
static void
finish_example(const struct document *document, struct example *example,
    FILE *to)
{
	struct text got;

	if (!example->open)
		return;
	open_text(&got);
	if (is_left_out(document, example))
		fputs(text_so_far(&example->expected), got.stream);
	else {
		run_example(document, text_so_far(&example->command),
		    got.stream);
		drop_blank_lines_at_end(text_so_far(&got));
		compare(document, example, got.start);
	}
	fputs(text_so_far(&got), to);
	for (; example->blank > 0; example->blank--)
		putc('\n', to);
	close_text(&got);
	close_text(&example->command);
	close_text(&example->expected);
	example->open = false;
}

/* Takes a line of an example below its first. */
static void
continue_example(struct example *example, const char *code, FILE *to)
{
	if (strncmp(code, "> ", 2) == 0 && example->blank == 0 &&
	    *text_so_far(&example->expected) == '\0') {
		fprintf(example->command.stream, "\n%s", code + 2);
		fprintf(to, "%s\n", code);
	} else if (*code == '\0') {
		example->blank++;
	} else {
		for (; example->blank > 0; example->blank--)
			putc('\n', example->expected.stream);
		fprintf(example->expected.stream, "%s\n", code);
	}
}

static void
read_examples(const struct document *document, FILE *from, FILE *to)
{
	struct example example = { .open = false };
	char *line = NULL, *code;
	bool inside = false;
	size_t size = 0;
	int number = 0;

	while (getline(&line, &size, from) != -1) {
		number++;
		line[strcspn(line, "\n")] = '\0';
		code = document->code(line, &inside);
		if (code == NULL || strncmp(code, "$ ", 2) == 0 ||
		    (document->is_transcript && *code == '#' &&
		    example.blank > 0))
			finish_example(document, &example, to);
		if (code != NULL && example.open)
			continue_example(&example, code, to);
		else
			fprintf(to, "%s\n", line);
		if (code != NULL && strncmp(code, "$ ", 2) == 0)
			start_example(&example, number, code + 2);
	}
	finish_example(document, &example, to);
	free(line);
}

static void
rewrite(const char *path, const char *text)
{
	FILE *file = fopen(path, "w");

	if (file == NULL || fputs(text, file) == EOF || fclose(file) != 0)
		abandon(path, strerror(errno));
}

static void
try_document(const struct document *document)
{
	FILE *file = fopen(document->path, "r");
	const int run = golden.run, failed = golden.failed;
	struct text updated;

	if (file == NULL)
		abandon(document->path, strerror(errno));
	open_text(&updated);
	read_examples(document, file, updated.stream);
	fclose(file);
	if (golden.run == run && !golden.except)
		abandon(document->path, "no example");
	if (golden.update && document->is_transcript &&
	    golden.failed > failed)
		rewrite(document->path, text_so_far(&updated));
	close_text(&updated);
}

static void
try_transcript(const char *path)
{
	try_document(&(struct document){ path, GOLDEN_DIRECTORY,
	    transcript_code, true, false });
}

static void
try_topic(const char *topic)
{
	char path[256];

	for (size_t i = 0; i < sizeof(documents) / sizeof(*documents); i++)
		if (strcmp(topic, documents[i].path) == 0) {
			try_document(&documents[i]);
			return;
		}
	snprintf(path, sizeof(path), GOLDEN_DIRECTORY "/%s.txt", topic);
	try_transcript(path);
}

static void
try_all(void)
{
	glob_t found;

	if (glob(TRANSCRIPTS, 0, NULL, &found) != 0)
		abandon(TRANSCRIPTS, "no transcripts (run in the root)");
	for (size_t i = 0; i < found.gl_pathc; i++)
		try_transcript(found.gl_pathv[i]);
	globfree(&found);
	for (size_t i = 0; i < sizeof(documents) / sizeof(*documents); i++)
		try_document(&documents[i]);
}

/* As tests/environment.sh, and a terminal without colours. */
static void
set_environment(void)
{
	const char *given = getenv("MINISTAT_DIR"), *path = getenv("PATH");
	char root[4096];
	struct text value;

	if (getcwd(root, sizeof(root)) == NULL)
		abandon(".", strerror(errno));
	open_text(&value);
	fprintf(value.stream, "%s:%s/" GOLDEN_DIRECTORY ":%s",
	    given == NULL ? root : given, root, path == NULL ? "" : path);
	if (setenv("PATH", text_so_far(&value), 1) != 0 ||
	    setenv("LC_ALL", "C", 1) != 0 || setenv("TERM", "dumb", 1) != 0 ||
	    unsetenv("COLUMNS") != 0 || unsetenv("NO_COLOR") != 0)
		abandon("environment", strerror(errno));
	close_text(&value);
}

static void
take_options(int argc, char *argv[])
{
	int option;

	while ((option = getopt(argc, argv, "ux:")) != -1)
		switch (option) {
		case 'u':
			golden.update = true;
			break;
		case 'x':
			golden.except = true;
			if (regcomp(&golden.exception, optarg,
			    REG_EXTENDED | REG_NEWLINE | REG_NOSUB) != 0)
				abandon(optarg, "no extended expression");
			break;
		default:
			exit(2);
		}
}

static void
catch_signals(void)
{
	static const int signals[] = { SIGALRM, SIGHUP, SIGINT, SIGTERM };
	const struct sigaction action = { .sa_handler = kill_child };

	for (size_t i = 0; i < sizeof(signals) / sizeof(*signals); i++)
		sigaction(signals[i], &action, NULL);
}

int
main(int argc, char *argv[])
{
	take_options(argc, argv);
	set_environment();
	catch_signals();
	if (optind == argc)
		try_all();
	for (int i = optind; i < argc; i++)
		try_topic(argv[i]);
	printf("%d%%: Checks: %d, Failures: %d, Errors: 0\n",
	    golden.run == 0 ? 0 :
	    100 * (golden.run - golden.failed) / golden.run, golden.run,
	    golden.failed);
	return golden.failed > 0 && !golden.update;
}
