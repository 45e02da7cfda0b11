/*
 * Reads files with given options and shows what was read as text, for the
 * suites of Data, Lines and JSON.  A child process does this, because an error
 * in the input ends the process.
 */
#include <sys/wait.h>
#include <time.h>

/* Writes to a pipe, from another process; returns the end to read from. */
static int
open_writer(const char *text, size_t length, size_t chunk, bool slow)
{
	const struct timespec pause = { .tv_nsec = slow ? 10000000 : 0 };
	size_t part;
	int end[2];

	ck_assert_int_eq(pipe(end), 0);
	if (fork() > 0) {
		close(end[1]);
		return end[0];
	}
	close(end[0]);
	for (; length > 0; text += part, length -= part) {
		part = chunk < length ? chunk : length;
		if (slow) {
			nanosleep(&pause, NULL);
			kill(getppid(), SIGUSR1);
			nanosleep(&pause, NULL);
		}
		if (write(end[1], text, part) != (ssize_t)part)
			_exit(1);
	}
	_exit(0);
}

/* The table as text: key:set=value,value;set=... and so on. */
static char *
describe(const struct data *data, const char *const *measure)
{
	const struct row *row;
	char *all = NULL;
	size_t length, i, set;
	FILE *out = open_memstream(&all, &length);

	ck_assert(out != NULL);
	for (row = data->row; row < data->row + data->nrows; row++) {
		for (i = 0; i < row->key.length; i++)
			putc(row->key.start[i] == '\0' ? '/' :
			    row->key.start[i], out);
		fputs(row->key.length > 0 ? ":" : "", out);
		for (set = 0; set < data->nsets * data->nmeasures; set++) {
			const struct sample *sample = find_sample(data,
			    (size_t)(row - data->row), set / data->nmeasures,
			    set % data->nmeasures);

			if (sample->n == 0)
				continue;
			if (data->nmeasures > 1)
				fprintf(out, "%s.",
				    measure[set % data->nmeasures]);
			fprintf(out, "%s=", data->set[set / data->nmeasures]);
			for (i = 0; i < sample->n; i++)
				fprintf(out, "%s%.17g", i == 0 ? "" : ",",
				    sample->value[i]);
			putc(';', out);
		}
	}
	fclose(out);
	return all;
}

/* In the child: prints the table, or ends with a message. */
static void
read_and_describe(int fd, char *const argument[])
{
	char *all[20] = { (char *)"ministat" };
	struct options options = defaults;
	struct warnings warnings = { .n = 0 };
	struct data data = { .warnings = &warnings, .seed = 1 };
	int n;

	for (n = 1; argument[n - 1] != NULL; n++)
		all[n] = argument[n - 1];
	all[n++] = (char *)"t=-";
	dup2(fd, STDIN_FILENO);
	parse_options(n, all, &options);
	read_all(&options, &data);
	fprintf(stderr, "%s", describe(&data,
	    options.selection.measure));
}

/*
 * What is read from fd: the table, behind what there is to say on the way;
 * "ministat: " is left out, and each line ends in a blank instead.
 */
static char *
reading_from(int fd, char *const argument[])
{
	static const char prefix[] = "ministat: ";
	char *all = copied(""), part[4096], *found, *p;
	ssize_t got;
	int end[2], status;
	pid_t child;

	ck_assert_int_eq(pipe(end), 0);
	child = fork();
	if (child == 0) {
		dup2(end[1], STDERR_FILENO);
		read_and_describe(fd, argument);
		_exit(0);
	}
	close(end[1]);
	while ((got = read(end[0], part, sizeof(part) - 1)) > 0) {
		part[got] = '\0';
		all = joined(all, part);
	}
	close(end[0]);
	ck_assert_int_eq(waitpid(child, &status, 0), child);
	ck_assert(WIFEXITED(status));
	while ((found = strstr(all, prefix)) != NULL)
		memmove(found, found + strlen(prefix),
		    strlen(found + strlen(prefix)) + 1);
	for (p = all; (p = strchr(p, '\n')) != NULL; )
		*p = p[1] == '\0' ? '\0' : ' ';
	return all;
}

static char *
reading_of(char *const argument[], const char *text, size_t length)
{
	const int fd = open_writer(text, length, BLOCK_SIZE, false);
	char *all = reading_from(fd, argument);

	close(fd);
	return all;
}

/* A text, how it is read, and what is read. */
struct reading_case {
	char *argument[9];
	const char *text, *want;
};

static void
check_reading(const struct reading_case *c)
{
	char *all = reading_of(c->argument, c->text, strlen(c->text));

	ck_assert_str_eq(all, c->want);
	free(all);
}
