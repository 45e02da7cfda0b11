/*
 * golden: runs the examples in transcripts and documents, and compares what
 * they print with what is written there.
 *
 *	make check-golden		runs all of them
 *	make check-golden TOPIC=gate	runs those of tests/golden/gate.txt;
 *					README and ministat.1 are topics too
 *	make golden [TOPIC=gate]	(golden -u) writes what is printed now
 *					into the files: see git diff
 *	golden -q			ends at the first difference
 *
 * What hangs is ended after LIMIT seconds of CPU time, or 300 if not set; what
 * waits for ever ends all after two hours.
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
 * The examples of a transcript run one after the other in a folder of their
 * own, where they may write files.  The inputs and commands beside the
 * transcripts are there, too, and the samples are ../../data/SAMPLE.  A topic
 * with a slash is the path of another transcript.
 *
 * In README, code is what is indented by four blanks, and the blank lines
 * within it.  A line of output that would make README wider than 80 columns is
 * folded there before -x, -X or a parenthesis, but no row of a table.  In the
 * manual, code is what is between `.Bd -literal' and `.Ed', with the escapes
 * undone.  The examples there that run ministat are run in a folder with data/.
 * Standard error is where a terminal would show it, and the status is not
 * shown.
 */
#define _POSIX_C_SOURCE 200809L
#include <sys/wait.h>

#include <glob.h>
#include <math.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum form { TRANSCRIPT, README, MANUAL };

/*
 * The example that is being read.  Its parts are files in the temporary folder,
 * where this program runs: the command, what is expected, and what it printed.
 */
struct example {
	const char	*path;		/* of the document */
	enum form	form;
	bool		open;		/* the lines below belong to it */
	bool		ours;		/* it is to be run */
	int		line, nlines;	/* its first; lines that are expected */
	int		blank;		/* lines; not yet in expected */
	FILE		*command, *expected;
	FILE		*document;	/* as it is now */
};

static bool updates, quits;
static int run, failed;
static char temp[] = "/tmp/golden.XXXXXX";	/* the temporary folder */

/* Ends the program: the tests themselves are at fault. */
static void
abandon(const char *what)
{
	perror(what);
	exit(2);
}

static FILE *
open_file(const char *path, const char *mode)
{
	FILE *file = fopen(path, mode);

	if (file == NULL)
		abandon(path);
	return file;
}

/* Runs a command; returns what a shell would call its status. */
static int
shell(const char *command)
{
	const int status = system(command);

	if (WIFEXITED(status))
		return WEXITSTATUS(status);
	if (WTERMSIG(status) == SIGINT)
		abandon("interrupted");
	return 128 + WTERMSIG(status);
}

/* Ends the program.  The status is 1 if an example failed. */
static void
finish(void)
{
	setenv("TEMP", temp, 1);
	shell("cd / && rm -rf \"$TEMP\"");
	printf("%d%%: Checks: %d, Failures: %d, Errors: 0\n",
	    run == 0 ? 0 : 100 * (run - failed) / run, run, failed);
	exit(failed > 0 && !updates);
}

/* Undoes the escapes of mdoc.  \e comes last: what it leaves is a backslash. */
static char *
unescape(char *line)
{
	static const char *const escape[] = { "\\&", "\\-", "\\(aq", "\\(dq",
		"\\(ga", "\\(ha", "\\(ti", "\\e" };
	static const char character[] = "\0-'\"`^~\\";

	for (size_t i = 0; i < sizeof(escape) / sizeof(*escape); i++)
		for (char *p = line; (p = strstr(p, escape[i])) != NULL; ) {
			const char *rest = p + strlen(escape[i]);

			if (character[i] != '\0')
				*p++ = character[i];
			memmove(p, rest, strlen(rest) + 1);
		}
	return line;
}

/* The code in a line of a document, or NULL. */
static char *
code_in(char *line, enum form form)
{
	static bool literal;

	if (form == TRANSCRIPT)
		return line;
	if (form == README)
		return strncmp(line, "    ", 4) == 0 ? line + 4 :
		    *line == '\0' ? line : NULL;
	if (*line == '.')
		literal = strncmp(line, ".Bd -literal", 12) == 0;
	return literal && *line != '.' ? unescape(line) : NULL;
}

/* Whether a line of shell runs ministat: it is the first word of a command. */
static bool
runs_ministat(const char *line)
{
	const char *at = strstr(line, "ministat"), *before = at;

	while (before != NULL && before > line && before[-1] == ' ')
		before--;
	return at != NULL && strchr(" \n", at[8]) != NULL &&
	    (before == line || strchr("|&;(", before[-1]) != NULL);
}

/*
 * Copies what was printed.  Lines of the other stream's kind are marked.  In
 * README, a line of more than 76 bytes is folded before each -x and -X, or else
 * before a parenthesis.
 */
static void
copy_stream(FILE *to, const char *path, enum form form, bool is_error)
{
	FILE *from = open_file(path, "r");
	char *line = NULL, *blank;
	size_t size = 0;
	ssize_t n;

	while ((n = getline(&line, &size, from)) > 0) {
		const bool is_message = strncmp(line, "ministat: ", 10) == 0;
		const bool is_long = form == README && n > 77;

		blank = is_long ? strstr(line, " (") : NULL;
		for (char *p = line; is_long && (p = strpbrk(p, "xX")) != NULL;
		    p++)
			if (p > line + 1 && strncmp(p - 2, " -", 2) == 0) {
				p[-2] = '\n';
				blank = NULL;
			}
		if (blank != NULL &&
		    (is_message || strchr("+-", blank[2]) == NULL))
			*blank = '\n';
		if (form == TRANSCRIPT && is_message != is_error)
			fputs(is_error ? "stderr: " : "stdout: ", to);
		fwrite(line, 1, (size_t)n, to);
		if (line[n - 1] != '\n')
			fputs("\n\\ no newline\n", to);
	}
	free(line);
	fclose(from);
}

/* All of a file, without the blank lines at its end. */
static char *
contents(const char *path)
{
	FILE *file = open_file(path, "r");
	char *all = NULL;
	size_t size = 0;
	ssize_t n = getdelim(&all, &size, '\0', file);

	fclose(file);
	if (n <= 0)
		return calloc(1, 1);
	while (n > 1 && all[n - 1] == '\n' && all[n - 2] == '\n')
		all[--n] = '\0';
	return all;
}

/* How long the number at the text is, and what it is; 0: there is none. */
static size_t
take_number(const char *text, double *number)
{
	char *end;

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
	double x = 0, y = 0;

	while (*a != '\0' && *b != '\0') {
		const size_t n = take_number(a, &x), m = take_number(b, &y);

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

/* Runs the example, and leaves in the file `got' what it printed. */
static void
run_example(const struct example *e)
{
	FILE *got = open_file("got", "w");
	int status;

	if (e->form == TRANSCRIPT) {
		status = shell("ulimit -t ${LIMIT:-300}; cd tests/golden && "
		    "sh ../../command >../../out 2>../../err </dev/null");
		copy_stream(got, "err", e->form, true);
		copy_stream(got, "out", e->form, false);
		if (status != 0)
			fprintf(got, "status %d\n", status);
	} else {
		shell("ulimit -t ${LIMIT:-300}; "
		    "sh ./command >out 2>&1 </dev/null");
		copy_stream(got, "out", e->form, false);
	}
	fclose(got);
}

/* Runs the example that ends here, and writes it as it is now. */
static void
finish_example(struct example *e)
{
	char *expected, *got;

	if (!e->open)
		return;
	fclose(e->command);
	fclose(e->expected);
	expected = contents("expected");
	got = expected;
	if (e->ours) {
		run_example(e);
		got = contents("got");
		run++;
	}
	if (!agree(expected, got)) {
		failed++;
		printf("%s:%d: ", e->path, e->line);
		fflush(stdout);
		shell("sed '1s/^/$ /; 2,$s/^/> /' command; diff expected got");
		if (quits)
			finish();
	}
	fputs(got, e->document);
	for (; e->blank > 0; e->blank--)
		putc('\n', e->document);
	free(expected);
	if (got != expected)
		free(got);
	e->open = false;
}

/* Takes a line of code in an example, or the one that begins it. */
static void
take_code(struct example *e, const char *code, int line)
{
	if (!e->open) {
		e->open = true;
		e->line = line;
		e->nlines = e->blank = 0;
		e->ours = e->form == TRANSCRIPT;
		e->command = open_file("command", "w");
		e->expected = open_file("expected", "w");
	} else if (*code == '\0') {
		e->blank++;
		return;
	} else if (strncmp(code, "> ", 2) != 0 || e->nlines + e->blank > 0) {
		for (; e->blank > 0; e->blank--)
			putc('\n', e->expected);
		fprintf(e->expected, "%s\n", code);
		e->nlines++;
		return;
	}
	fprintf(e->command, "%s\n", code + 2);
	e->ours = e->ours || runs_ministat(code + 2);
}

static void
try_document(const char *path, enum form form)
{
	struct example e = { .path = path, .form = form };
	const int run_before = run, failed_before = failed;
	FILE *from;
	char *line = NULL, *code, all[8192];
	size_t size = 0;

	snprintf(all, sizeof(all), "%s/%s", *path == '/' ? "" :
	    getenv("ROOT"), path);
	from = open_file(all, "r");
	e.document = open_file("document", "w");
	if (shell("rm -rf tests data README && mkdir -p tests/golden && "
	    "ln -s \"$ROOT/data\" \"$ROOT/README\" . && cd tests/golden && "
	    "for f in \"$ROOT\"/tests/golden/*; do case $f in "
	    "*.txt|*.c|*/golden) ;; *) ln -s \"$f\" .; esac; done") != 0)
		abandon("temporary folder");
	for (int number = 1; getline(&line, &size, from) != -1; number++) {
		bool begins;

		line[strcspn(line, "\n")] = '\0';
		code = code_in(line, form);
		begins = code != NULL && strncmp(code, "$ ", 2) == 0;
		if (code == NULL || begins ||
		    (form == TRANSCRIPT && *code == '#' && e.blank > 0))
			finish_example(&e);
		if (!e.open || (e.nlines + e.blank == 0 &&
		    strncmp(code, "> ", 2) == 0))
			fprintf(e.document, "%s\n", line);
		if (begins || e.open)
			take_code(&e, code, number);
	}
	finish_example(&e);
	free(line);
	fclose(from);
	if (fclose(e.document) == EOF || run == run_before) {
		fprintf(stderr, "golden: %s: no examples\n", path);
		exit(2);
	}
	if (updates && form == TRANSCRIPT && failed > failed_before) {
		setenv("DOCUMENT", all, 1);
		shell("cat document >\"$DOCUMENT\"");
	}
}

static void
try_topic(const char *topic)
{
	char path[256];

	snprintf(path, sizeof(path), "tests/golden/%s.txt", topic);
	if (strcmp(topic, "README") == 0)
		try_document(topic, README);
	else if (strcmp(topic, "ministat.1") == 0)
		try_document(topic, MANUAL);
	else
		try_document(strchr(topic, '/') == NULL ? path : topic,
		    TRANSCRIPT);
}

/* As tests/environment.sh, and a terminal without colours. */
static void
set_environment(void)
{
	const char *given = getenv("MINISTAT_DIR");
	char root[4096], path[16384];

	if (getcwd(root, sizeof(root)) == NULL)
		abandon("root");
	snprintf(path, sizeof(path), "%s:%s/tests/golden:%s",
	    given == NULL ? root : given, root, getenv("PATH"));
	setenv("ROOT", root, 1);
	setenv("PATH", path, 1);
	setenv("LC_ALL", "C", 1);
	setenv("TERM", "dumb", 1);
	unsetenv("COLUMNS");
	unsetenv("NO_COLOR");
}

int
main(int argc, char *argv[])
{
	glob_t found;
	int i = 1;

	updates = argc > 1 && strcmp(argv[1], "-u") == 0;
	quits = argc > 1 && strcmp(argv[1], "-q") == 0;
	i += updates || quits;
	if (glob("tests/golden/*.txt", 0, NULL, &found) != 0) {
		fputs("golden: run it in the project's root\n", stderr);
		return 2;
	}
	set_environment();
	alarm(7200);
	if (mkdtemp(temp) == NULL || chdir(temp) == -1)
		abandon(temp);
	if (i == argc) {
		for (size_t k = 0; k < found.gl_pathc; k++)
			try_document(found.gl_pathv[k], TRANSCRIPT);
		try_topic("README");
		try_topic("ministat.1");
	}
	for (; i < argc; i++)
		try_topic(argv[i]);
	finish();
}
