/*
 * known: what the section Known formats of ministat.c makes of files.
 *
 *	known notes		prints what is said of each line of the table
 *	known format file ...	each file must have a known format
 *	known other file ...	no file may have one
 *	known mutate n file ...	changes files n times, each time in the strings
 *				by which their format is known: that must give
 *				the same options or none
 *
 * Run by formats.sh.  Prints a line for each finding, then a tally; the status
 * is 1 if there is a finding.
 */
#define main ministat_main
#include "../../ministat.c"
#undef main

#include "../unit/random.h"

/* A file with a known format. */
struct sample_file {
	const char *name;
	const struct known_format *format;
	char *text;		/* what is searched */
};

static size_t findings;

/* Reads the beginning of a file, and finds out what it is. */
static struct sample_file
look_at(const char *name)
{
	const struct selection nothing = { .delimiters = default_delimiters };
	struct input in = {
		.name = name, .fd = open(name, O_RDONLY), .selection = &nothing
	};

	if (in.fd == -1)
		die(name, 0, "%s", strerror(errno));
	look_at_start(&in);
	const char *text = copy_start(&in);
	close(in.fd);
	return (struct sample_file){
		name, find_format(text, !in.is_text, false),
		copy_text(as_text(text))
	};
}

static void
print_notes(void)
{
	for (size_t i = 0; i < COUNT(known_formats); i++) {
		const struct options o = {
			.known = &known_formats[i]
		};

		tell_options(&o, "f");
	}
}

/* Changes a string of at most 200 bytes by one edit. */
static void
edit(char s[], uint64_t *state)
{
	static const char any[] = "abz AZ09_\"'/:.,+-()\t#";
	const size_t length = strlen(s);
	char *at = s + below(state, (int)length);
	const char c = any[below(state, sizeof(any) - 1)];

	switch (below(state, 6)) {
	case 0:
		memmove(at, at + 1, strlen(at));
		break;
	case 1:
		memmove(at + 1, at, strlen(at) + 1);
		*at = c;
		break;
	case 2:
		*at = c;
		break;
	case 3:
		*at = isupper((unsigned char)*at) ?
		    (char)tolower((unsigned char)*at) :
		    (char)toupper((unsigned char)*at);
		break;
	case 4:
		if (at[1] != '\0') {
			const char first = *at;

			*at = at[1];
			at[1] = first;
		}
		break;
	default:
		memmove(at + 1, at, strlen(at) + 1);
	}
}

/* Replaces all occurrences of a string from the nth on, or only the nth. */
static const char *
replace(const char *text, const char *old, const char *new, int nth, bool all)
{
	struct builder b = { { NULL, 0 }, 0 };
	int n = 0;

	for (;;) {
		const char *at = strstr(text, old);

		if (at == NULL)
			break;
		append_text(&b, text, (size_t)(at - text));
		append_string(&b, n == nth || (all && n > nth) ? new : old);
		text = at + strlen(old);
		n++;
	}
	append_string(&b, text);
	append_text(&b, "", 1);
	return b.text.start;
}

/* The first two words of a name: one tool, even with other options. */
static size_t
tool_length(const char *tool)
{
	return strncmp(tool, "go test", 7) == 0 ? 7 : strlen(tool) + 1;
}

static void
mutate(const struct sample_file *file, uint64_t *state)
{
	const struct known_format *f = file->format, *found;
	const char *old, *text;
	char new[200];
	int nstrings = 0;

	while (f->sign[nstrings] != NULL)
		nstrings++;
	old = f->sign[below(state, nstrings)];
	strcpy(new, old);
	do
		edit(new, state);
	while (new[0] != '\0' && below(state, 3) == 0);
	text = replace(file->text, old, new, below(state, 4) == 0 ?
	    below(state, 5) : 0, below(state, 2) == 0);
	const char first = text[strspn(text, " \t\r\n")];
	found = find_format(text, first == '{' || first == '[', false);
	free((char *)text);
	if (found == NULL ||
	    strncmp(found->tool, f->tool, tool_length(f->tool)) == 0)
		return;
	printf("%s: with \"%s\" for \"%s\" it is %s\n", file->name, new, old,
	    found->tool);
	findings++;
}

int
main(int argc, char *argv[])
{
	const char *mode = argc > 1 ? argv[1] : "notes";
	const int nth = strcmp(mode, "mutate") == 0 ? 3 : 2;
	const int nfiles = argc > nth ? argc - nth : 0;
	struct sample_file *file = allocate((size_t)nfiles + 1, sizeof(*file));
	uint64_t state = 1;
	long tried = nfiles;

	if (strcmp(mode, "notes") == 0) {
		print_notes();
		return 0;
	}
	for (int i = 0; i < nfiles; i++) {
		const bool is_known = strcmp(mode, "other") != 0;

		file[i] = look_at(argv[nth + i]);
		if ((file[i].format != NULL) == is_known)
			continue;
		printf("%s: %s\n", file[i].name, is_known ?
		    "not known" : file[i].format->tool);
		findings++;
	}
	if (nth == 3 && findings == 0) {
		tried = atol(argv[2]);
		for (long i = 0; i < tried; i++)
			mutate(&file[below(&state, nfiles)], &state);
	}
	printf("%s: %ld tried, %zu findings\n", mode, tried, findings);
	return findings > 0;
}
