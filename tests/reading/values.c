/*
 * values: prints what ministat reads.  reading.py builds and runs it.
 *
 * Each line of standard input has a directory and the options and operands of
 * ministat, with \037 between them.  A process of its own reads these files
 * there.  It prints a line for each row, set and measure that has values, which
 * begins with a tab, and in which tabs separate the measure's number, the key,
 * the set and the values; and `left', with the number of records left out.
 * Then comes what ministat says on standard error, and last `= status'.  In
 * keys and sets, bytes that are not plain ASCII are written as %XX.
 */
#define main ministat_main
#include "../../ministat.c"
#undef main

#include <sys/wait.h>

enum { MOST_ARGUMENTS = 64 };

static void
print_name(const char *name, size_t length)
{
	for (size_t i = 0; i < length; i++) {
		const unsigned char c = (unsigned char)name[i];

		if (c > ' ' && c < 0x7f && c != '%')
			putchar(c);
		else
			printf("%%%02X", c);
	}
}

static void
print_sample(const struct data *data, size_t row, size_t set, size_t measure)
{
	const struct text key = data->row[row].key;
	const struct sample *sample =
	    find_sample(data, row, set, measure);

	if (sample->n == 0)
		return;
	printf("\t%zu\t", measure);
	print_name(key.start, key.length);
	putchar('\t');
	print_name(data->set[set], strlen(data->set[set]));
	for (size_t i = 0; i < sample->n; i++)
		printf("\t%a", sample->value[i]);
	putchar('\n');
}

static int
read_case(int argc, char *argv[])
{
	struct options options = { .nfiles = 0 };
	struct warnings warnings = { .n = 0 };
	struct data data = { .warnings = &warnings, .seed = 1 };

	parse_options(&options, argc, argv);
	read_all(&options, &data);
	complete_data(&options, &data);
	for (size_t measure = 0; measure < data.nmeasures; measure++)
		for (size_t row = 0; row < data.nrows; row++)
			for (size_t set = 0; set < data.nsets; set++)
				print_sample(&data, row, set, measure);
	printf("left %zu\n", data.nleft_out);
	return 0;
}

/* Cuts a line into arguments, and reads them in a process of its own. */
static void
try_line(char *line)
{
	static char program[] = "ministat";
	char *argument[MOST_ARGUMENTS + 1] = { NULL }, *directory;
	int argc = 0, status;
	pid_t child;

	while (line != NULL && argc < MOST_ARGUMENTS) {
		argument[argc++] = line;
		line = strchr(line, '\037');
		if (line != NULL)
			*line++ = '\0';
	}
	directory = argument[0];
	argument[0] = program;
	child = fork();
	if (child == -1) {
		perror("fork");
		exit(EXIT_FAILURE);
	}
	if (child == 0) {
		dup2(STDOUT_FILENO, STDERR_FILENO);
		if (chdir(directory) != 0)
			die(directory, 0, "%s", strerror(errno));
		exit(read_case(argc, argument));
	}
	waitpid(child, &status, 0);
	printf("= %d\n", WIFEXITED(status) ? WEXITSTATUS(status) :
	    128 + WTERMSIG(status));
	fflush(stdout);
}

int
main(void)
{
	char *line = NULL;
	size_t capacity = 0;
	ssize_t length;

	while ((length = getline(&line, &capacity, stdin)) > 0) {
		line[length - 1] = '\0';
		try_line(line);
	}
	free(line);
	return EXIT_SUCCESS;
}
