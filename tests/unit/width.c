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

START_TEST(width_of_every_character)
{
	struct reference r;
	struct extent e;
	char text[4];
	uint32_t code, last;
	size_t columns, length, n = 0;

	open_reference(&r, "tests/unit/ref/widths.tsv");
	while (next_reference(&r)) {
		code = (uint32_t)strtoul(r.field[0], NULL, 16);
		last = (uint32_t)strtoul(r.field[1], NULL, 16);
		columns = strtoul(r.field[2], NULL, 10);
		for (; code <= last; code++) {
			if ((code >= 0x7f && code < 0xa0) ||
			    (code >= 0xd800 && code < 0xe000))
				continue;	/* controls, surrogates */
			length = encode_utf8(text, code);
			e = measure_character(text, length);
			ck_assert_uint_eq(e.bytes, length);
			ck_assert_msg(e.columns == columns,
			    "U+%04X: %zu columns, not %zu", code, e.columns,
			    columns);
			n++;
		}
	}
	ck_assert_uint_gt(n, 100000);
}
END_TEST

/* Names, what of them fits at the beginning and at the end, and how wide. */
static const struct {
	const char *name;
	size_t columns;
	const char *beginning, *end;
	size_t whole;
} cuts[] = {
	{ "parse/large", 5, "parse", "large", 11 },
	{ "abc", 5, "abc", "abc", 3 },
	{ "", 5, "", "", 0 },
	{ "\346\274\242\345\255\227\343\201\213", 5,	/* two columns each */
	    "\346\274\242\345\255\227", "\345\255\227\343\201\213", 6 },
	{ "e\314\201e\314\201e\314\201", 2,	/* e with an acute accent */
	    "e\314\201e\314\201", "e\314\201e\314\201", 3 },
	{ "a\001\377b", 5, "a\001", "\377b", 10 },	/* \x01, \xff */
	{ "a\001\377b", 4, "a", "b", 10 },
	{ "a\314\201", 0, "", "", 1 }
};

enum { CUTS = sizeof(cuts) / sizeof(cuts[0]) };

START_TEST(width_cut)
{
	const char *name = cuts[_i].name;
	const struct extent e = extent_in(name, cuts[_i].columns);

	ck_assert_uint_eq(extent_in(name, SIZE_MAX).columns, cuts[_i].whole);
	ck_assert_uint_eq(e.bytes, strlen(cuts[_i].beginning));
	ck_assert_uint_le(e.columns, cuts[_i].columns);
	ck_assert_int_eq(strncmp(name, cuts[_i].beginning, e.bytes), 0);
	ck_assert_str_eq(end_that_fits(name, cuts[_i].columns), cuts[_i].end);
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
