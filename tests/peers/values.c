/*
 * values option ... file ...: the values that ministat reads, by its options,
 * a line for each row and set: row, set, and the values, cut by tabs.  For
 * json_values.py and values.py, which build and run it.
 */
#define main ministat_main
#include "../../ministat.c"
#undef main

int
main(int argc, char *argv[])
{
	struct options options = defaults;
	struct table table = { .nsets = 0 };
	const struct sample *sample;
	struct text key;
	size_t i, row, set;

	parse_options(argc, argv, &options);
	read_all(&options, &table);
	for (row = 0; row < table.nrows; row++) {
		key = table.row[row].key;
		for (i = 0; i < key.length; i++)	/* between its parts */
			if (key.start[i] == '\0')
				key.start[i] = ' ';
		for (set = 0; set < table.nsets; set++) {
			sample = &table.row[row].sample[set];
			if (sample->n == 0)
				continue;
			put_text(stdout, key.start, key.length);
			printf("\t%s", table.set[set]);
			for (i = 0; i < sample->n; i++)
				printf("\t%.17g", sample->value[i]);
			putchar('\n');
		}
	}
	return 0;
}
