/*
 * ---- Numbers -------------------------------------------------------------
 * Compares parse_number with a table of decimals and their bits, and with
 * strtod(3).  What is no number is in tests/golden/numbers.txt.
 */

static uint64_t
to_bits(double value)
{
	uint64_t bits;

	memcpy(&bits, &value, sizeof(bits));
	return bits;
}

START_TEST(numbers_table)
{
	struct reference r;
	char field[1024 + PADDING];
	double value;
	int rows = 0;

	open_reference(&r, "tests/unit/ref/parse/accept.tsv");
	for (; next_reference(&r); rows++) {
		const char *string = text_of(&r, "string");
		const size_t length = strlen(string);

		memset(field, '7', sizeof(field));	/* must not be read */
		ck_assert(length < sizeof(field) - PADDING);
		memcpy(field, string, length);
		field[length] = '\n';
		ck_assert_msg(parse_number((struct text){ field, length }, 0,
		    &value) == NULL, "refused: %s", string);
		ck_assert_msg(to_bits(value) == strtoull(text_of(&r, "bits"),
		    NULL, 16), "got %.17g: %s", value, string);
	}
	ck_assert_int_gt(rows, 2000);
}
END_TEST

/* The field ends where its end is, whatever follows; -d5 makes 5 a delimiter */
START_TEST(numbers_end)
{
	static const double values[] = { NAN, 1, 1, 1.7, 1.75, NAN, 1750, NAN };
	char text[64] = "1.75e3,5\n";
	double value;

	for (size_t n = 0; n < sizeof(values) / sizeof(*values); n++) {
		const char *why = parse_number((struct text){ text, n }, 0,
		    &value);

		ck_assert_msg((why != NULL) == isnan(values[n]) &&
		    (why != NULL || value == values[n]), "%.*s", (int)n, text);
	}
}
END_TEST

START_TEST(numbers_strtod)
{
	uint64_t taken;

	ck_assert(compare_with_strtod(200000, 20, &taken) == 0);
	ck_assert(taken > 80000);
}
END_TEST

static Suite *
suite_numbers(void)
{
	Suite *suite = suite_create("numbers");
	TCase *tcase = tcase_create("numbers");

	tcase_add_test(tcase, numbers_table);
	tcase_add_test(tcase, numbers_end);
	tcase_add_test(tcase, numbers_strtod);
	suite_add_tcase(suite, tcase);
	return suite;
}
