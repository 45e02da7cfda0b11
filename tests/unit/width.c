/*
 * ---- Table: the columns that characters fill -------------------------------
 * A character of UTF-8 fills one column; a byte that is shown as \xNN fills 4.
 */

/* Names, their widths, how they are printed in some columns, and how wide. */
static const struct {
	const char *name;
	size_t whole, columns;
	const char *printed;
	size_t used;
} cuts[] = {
	{ "parse/large", 11, 11, "parse/large", 11 },
	{ "parse/large", 11, 10, "pars..arge", 10 },
	{ "parse/large", 11, 9, "pars..rge", 9 },
	{ "parse/large", 11, 8, "par..rge", 8 },
	{ "abc", 3, 8, "abc", 3 },
	{ "", 0, 8, "", 0 },
	/* A character is not cut. */
	{ "\346\274\242\345\255\227\303\251\303\251e\314\201klmn",
	    10, 8, "\346\274\242\345\255\227\303\251..lmn", 8 },
	/* To some CI systems, a line that begins with :: is a command. */
	{ "::error::x", 10, 20, "\\x3a:error::x", 13 },
	{ "  ::x", 5, 20, "  \\x3a:x", 8 },
	{ "\302\240::x", 4, 20, "\302\240\\x3a:x", 7 },
	{ "a::x", 4, 20, "a::x", 4 },
	{ ":x", 2, 20, ":x", 2 },
	{ "a\001\377b1234567", 17, 8, "a\\x..567", 8 }	/* \x01, \xff */
};

enum { CUTS = sizeof(cuts) / sizeof(cuts[0]) };

START_TEST(width_cut)
{
	const char *name = cuts[_i].name;
	struct table table = { .name = cuts[_i].columns };
	FILE *file = tmpfile();
	const int before = catch_output(file);
	char text[100];

	put_name(&table, name);
	end_catching(before, file, text, sizeof(text));
	ck_assert_uint_eq(columns_of(printable(name)), cuts[_i].whole);
	ck_assert_str_eq(text, cuts[_i].printed);
	ck_assert_uint_eq(table.column, cuts[_i].used);
}
END_TEST

static Suite *
suite_width(void)
{
	Suite *suite = suite_create("width");
	TCase *tcase = tcase_create("columns");

	tcase_add_loop_test(tcase, width_cut, 0, CUTS);
	suite_add_tcase(suite, tcase);
	return suite;
}
