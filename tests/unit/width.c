/*
 * ---- Table: the columns that characters fill -------------------------------
 * Compares them with Python's unicodedata; the first lines of
 * tests/unit/ref/widths.tsv say how.
 */

/* Encodes a code point; returns the number of bytes. */
static size_t
encode_utf8(char text[], uint32_t code)
{
	const size_t length = code < 0x80 ? 1 : code < 0x800 ? 2 :
	    code < 0x10000 ? 3 : 4;
	static const unsigned char first[] = { 0, 0, 0xc0, 0xe0, 0xf0 };
	size_t i;

	for (i = length; i-- > 1; code >>= 6)
		text[i] = (char)(0x80 | (code & 0x3f));
	text[0] = (char)(first[length] | code);
	return length;
}

/* No character of these is taken for wider or narrower than it is. */
static const struct {
	uint32_t first, last;
} main_blocks[] = {
	{ 0x20, 0x58f }, { 0x900, 0x939 }, { 0xe00, 0xe7f }, { 0x1100, 0x11ff },
	{ 0x1e00, 0x22ff }, { 0x2e80, 0x3029 }, { 0x3041, 0x3247 },
	{ 0x3250, 0xa4c6 }, { 0xac00, 0xd7a3 }, { 0xf900, 0xfad9 },
	{ 0xfe00, 0xffe6 }, { 0x1f600, 0x1f64f }, { 0x1f680, 0x1f6c5 },
	{ 0x20000, 0x3134a }, { 0xe0001, 0xe01ef }
};

static bool
is_in_main_block(uint32_t code)
{
	size_t i;

	for (i = 0; i < sizeof(main_blocks) / sizeof(*main_blocks); i++)
		if (code >= main_blocks[i].first && code <= main_blocks[i].last)
			return true;
	return false;
}

/* All are right in the main blocks, and all but a few elsewhere. */
START_TEST(width_of_every_character)
{
	struct reference r;
	struct extent e;
	char text[5];
	uint32_t code, last;
	size_t columns, length, n = 0, wrong = 0;

	open_reference(&r, "tests/unit/ref/widths.tsv");
	while (next_reference(&r)) {
		code = (uint32_t)strtoul(r.field[0], NULL, 16);
		last = (uint32_t)strtoul(r.field[1], NULL, 16);
		columns = strtoul(r.field[2], NULL, 10);
		for (; code <= last; code++) {
			if ((code >= 0x7f && code < 0xa0) ||
			    (code >= 0xd800 && code < 0xe000) ||
			    (code >= 0x202a && code < 0x202f) ||
			    (code >= 0x2066 && code < 0x206a))
				continue;	/* controls, surrogates */
			length = encode_utf8(text, code);
			text[length] = '\0';
			e = extent_in(text, 4);
			ck_assert_uint_eq(e.bytes, length);
			ck_assert_msg(e.columns == columns ||
			    !is_in_main_block(code),
			    "U+%04X: %zu columns, not %zu", code, e.columns,
			    columns);
			n++;
			wrong += e.columns != columns;
		}
	}
	ck_assert_uint_gt(n, 100000);
	ck_assert_uint_lt(wrong, 300);
}
END_TEST

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
	{ "\346\274\242\345\255\227\343\201\213\346\274\242\345\255\227",
	    10, 8,	/* two columns each */
	    "\346\274\242..\346\274\242\345\255\227", 8 },
	/* What is cut has no combining accent in front. */
	{ "abcdefe\314\201e\314\201", 8, 8, "abcdefe\314\201e\314\201", 8 },
	{ "abcdeffe\314\201e\314\201", 9, 8, "abc..fe\314\201e\314\201", 8 },
	{ "abcdefge\314\201kl", 10, 8, "abc..e\314\201kl", 8 },
	{ "abcdefghe\314\201kl", 11, 8, "abc..e\314\201kl", 8 },
	{ "abcdefghije\314\201ok", 13, 7, "abc..ok", 7 },
	{ "a\001\377b1234567", 17, 8, "a..34567", 8 }	/* \x01, \xff */
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
	ck_assert_uint_eq(columns_of(name), cuts[_i].whole);
	ck_assert_str_eq(text, cuts[_i].printed);
	ck_assert_uint_eq(table.column, cuts[_i].used);
}
END_TEST

static Suite *
suite_width(void)
{
	Suite *suite = suite_create("width");
	TCase *tcase = tcase_create("columns");

	tcase_add_test(tcase, width_of_every_character);
	tcase_add_loop_test(tcase, width_cut, 0, CUTS);
	suite_add_tcase(suite, tcase);
	return suite;
}
