/*
 * ---- Documents -----------------------------------------------------------
 * The examples in README and the manual do print what they are said to: one
 * check an example, named after the document and line it stands on.
 *
 * Code is, in README, what is indented by four blanks or more (four are taken
 * off) and the blank lines within; in the manual, what stands between
 * `.Bd -literal` and `.Ed`, its escapes undone.  In code a line `$ COMMAND`
 * begins an example.  Lines `> MORE` right below continue the command; the
 * lines from there to the next command or the end of the code are what it
 * prints, standard error included.  Blank lines at the end do not count.
 *
 * An example is run, in the project's root, if ministat is a command in it:
 * the first word of a line, or the first one after any of | & ; ( ! as in
 * `$ sort data/with | ministat`.  Others (`$ make demo`) are not.
 */

#define EXAMPLE_SECONDS	20

struct example {
	char	*name;		/* document:line; check keeps the pointer */
	char	*command;
	char	*output;	/* what the document says it prints */
};

struct document {
	const char	*path;
	char		*(*code)(char *line, bool *inside); /* NULL: prose */
};

static struct example *examples;
static int example_count;

static char *
readme_code(char *line, bool *inside)
{
	(void)inside;
	if (*line == '\0')
		return line;
	return strncmp(line, "    ", 4) == 0 ? line + 4 : NULL;
}

/* Puts text, which is no longer, in place of each escape in the line. */
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
	{ "README",	readme_code },
	{ "ministat.1",	manual_code },
};

static struct example *
add_example(const char *path, int line, const char *command)
{
	size_t size = (size_t)(example_count + 1) * sizeof(*examples);
	struct example *example;
	char number[32];

	if ((examples = realloc(examples, size)) == NULL)
		abandon_tests("memory", "exhausted");
	example = &examples[example_count++];
	snprintf(number, sizeof(number), ":%d", line);
	example->name = joined(copied(path), number);
	example->command = copied(command);
	example->output = copied("");
	return example;
}

static void
read_examples(const struct document *document)
{
	FILE *file = fopen(document->path, "r");
	struct example *example = NULL;
	char *line = NULL, *code;
	size_t size = 0;
	bool inside = false;

	if (file == NULL)
		abandon_tests(document->path, "cannot be read");
	for (int number = 1; getline(&line, &size, file) != -1; number++) {
		line[strcspn(line, "\n")] = '\0';
		if ((code = document->code(line, &inside)) == NULL) {
			example = NULL;
		} else if (strncmp(code, "$ ", 2) == 0) {
			example = add_example(document->path, number,
			    code + 2);
		} else if (example == NULL) {
			continue;
		} else if (strncmp(code, "> ", 2) == 0 &&
		    *example->output == '\0') {
			example->command = joined(example->command, "\n");
			example->command = joined(example->command, code + 2);
		} else {
			example->output = joined(example->output, code);
			example->output = joined(example->output, "\n");
		}
	}
	free(line);
	fclose(file);
}

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

/* Takes the blank lines off the end. */
static void
trim(char *text)
{
	size_t n = strlen(text);

	while (n > 0 && text[n - 1] == '\n' && (n == 1 || text[n - 2] == '\n'))
		text[--n] = '\0';
}

/* Where the first line begins in which the two texts differ. */
static size_t
first_difference(const char *a, const char *b)
{
	size_t line = 0;

	for (size_t i = 0; a[i] == b[i] && a[i] != '\0'; i++)
		if (a[i] == '\n')
			line = i + 1;
	return line;
}

START_TEST(document_example)
{
	struct example *example = &examples[_i];
	const char *says, *prints;
	char *output;
	size_t line;
	int status;

	output = capture(example->command, &status);
	trim(output);
	trim(example->output);

	line = first_difference(example->output, output);
	says = example->output + line;
	prints = output + line;
	ck_assert_msg(strcmp(says, prints) == 0,
	    "\n$ %s\nThe document says:\n%.*s\nThe program prints:\n%.*s",
	    example->command, (int)strcspn(says, "\n"), says,
	    (int)strcspn(prints, "\n"), prints);
	ck_assert_msg(status < 126, "status %d from: %s", status,
	    example->command);
	free(output);
}
END_TEST

/* Adds the examples from number first on that can be run to the suite. */
static int
add_checks(Suite *suite, int first)
{
	int added = 0;

	for (int i = first; i < example_count; i++) {
		TCase *tcase;

		if (!runs_ministat(examples[i].command))
			continue;
		tcase = tcase_create(examples[i].name);
		tcase_set_timeout(tcase, EXAMPLE_SECONDS);
		tcase_add_loop_test(tcase, document_example, i, i + 1);
		suite_add_tcase(suite, tcase);
		added++;
	}
	return added;
}

static Suite *
suite_documents(void)
{
	Suite *suite = suite_create("documents");
	size_t count = sizeof(documents) / sizeof(documents[0]);

	for (size_t i = 0; i < count; i++) {
		int first = example_count;

		read_examples(&documents[i]);
		if (add_checks(suite, first) == 0)
			abandon_tests(documents[i].path, "no example to run");
	}
	return suite;
}
