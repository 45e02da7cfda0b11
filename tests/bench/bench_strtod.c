/*
 * bench_strtod column file
 *
 * The simplest program that does some of what ministat does: fgets, strtod, an
 * array that grows, and two passes.  It has no median and checks nothing.
 * bench.sh compares its speed.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static double *
append(double *values, size_t n, size_t *room)
{
	if (n == *room) {
		*room = *room == 0 ? 1024 : 2 * *room;
		values = realloc(values, *room * sizeof(*values));
		if (values == NULL)
			exit(2);
	}
	return values;
}

static void
report(const double *values, size_t n)
{
	double least = values[0], most = values[0], sum = 0, squares = 0;

	for (size_t i = 0; i < n; i++) {
		least = values[i] < least ? values[i] : least;
		most = values[i] > most ? values[i] : most;
		sum += values[i];
	}
	for (size_t i = 0; i < n; i++) {
		double deviation = values[i] - sum / (double)n;

		squares += deviation * deviation;
	}
	printf("%zu %.8g %.8g %.8g %.8g\n", n, least, most, sum / (double)n,
	    sqrt(squares / (double)(n - 1)));
}

int
main(int argc, char *argv[])
{
	char line[4096], *field;
	double *values = NULL;
	size_t n = 0, room = 0;
	FILE *file = argc == 3 ? fopen(argv[2], "r") : NULL;

	if (file == NULL)
		return 2;
	while (fgets(line, sizeof(line), file) != NULL) {
		field = line;
		for (int i = atoi(argv[1]); i > 1; i--) {
			field += strcspn(field, " \t");
			field += strspn(field, " \t");
		}
		values = append(values, n, &room);
		values[n++] = strtod(field, NULL);
	}
	if (n < 2)
		return 2;
	report(values, n);
	return 0;
}
