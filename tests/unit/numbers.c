/*
 * ---- Numbers -------------------------------------------------------------
 * Compares parse_number with the tables in tests/unit/ref/parse, and
 * scan_decimal with strtod(3).
 */

#define PARSE_REFERENCE	"tests/unit/ref/parse/"

/* A field of a table, with the padding that parse_number asks for. */
struct field {
	char	text[1024 + PADDING];
	size_t	length;
};

static uint64_t
to_bits(double value)
{
	uint64_t bits;

	memcpy(&bits, &value, sizeof(bits));
	return bits;
}

/* The bits of a double, as the column of this name has them. */
static uint64_t
bits_in(const struct reference *r, const char *name)
{
	return strtoull(text_of(r, name), NULL, 16);
}

/* Undoes the C notation between double quotes at text. */
static void
undo_escapes(const char *text, struct field *field)
{
	const char *p = text + 1;
	char hex[3] = "";

	ck_assert_msg(*text == '"', "not quoted: %s", text);
	memset(field, 0, sizeof(*field));
	for (; *p != '"'; p++) {
		char c = *p;

		if (c == '\\') {
			c = *++p;
			if (c == 'x') {
				memcpy(hex, p + 1, 2);
				c = (char)strtol(hex, NULL, 16);
				p += 2;
			} else if (c == 't')
				c = '\t';
			else if (c == 'r')
				c = '\r';
		}
		field->text[field->length++] = c;
	}
}

/* The caller of parse_number strips what is after the field. */
static void
strip_trailing(struct field *field)
{
	while (field->length > 0 &&
	    strchr(" \t\r", field->text[field->length - 1]) != NULL)
		field->length--;
}

/* What is wrong with the field, or NULL. */
static const char *
parse_field(struct field *field, double *value)
{
	return parse_number((struct text){ field->text, field->length },
	    value);
}

START_TEST(test_accept)
{
	struct reference r;
	struct field field;
	double value;
	int rows = 0;

	open_reference(&r, PARSE_REFERENCE "accept.tsv");
	for (; next_reference(&r); rows++) {
		const char *string = text_of(&r, "string");

		memset(&field, '7', sizeof(field));	/* must not be read */
		field.length = strlen(string);
		ck_assert(field.length < sizeof(field.text) - PADDING);
		memcpy(field.text, string, field.length);
		field.text[field.length] = '\n';
		ck_assert_msg(parse_field(&field, &value) == NULL,
		    "refused: %s", string);
		ck_assert_msg(to_bits(value) == bits_in(&r, "bits"),
		    "got %.17g: %s", value, string);
	}
	ck_assert_int_gt(rows, 2000);
}
END_TEST

START_TEST(test_reject)
{
	struct reference r;
	struct field field;
	double value;
	int rows = 0;

	open_reference(&r, PARSE_REFERENCE "reject.tsv");
	for (; next_reference(&r); rows++) {
		undo_escapes(text_of(&r, "field"), &field);
		ck_assert_msg(parse_field(&field, &value) != NULL,
		    "accepted as %.17g: %s", value, text_of(&r, "field"));
	}
	ck_assert_int_gt(rows, 80);
}
END_TEST

START_TEST(test_policy)
{
	struct reference r;
	struct field field;
	double value;
	int rows = 0;

	open_reference(&r, PARSE_REFERENCE "policy.tsv");
	for (; next_reference(&r); rows++) {
		undo_escapes(text_of(&r, "field"), &field);
		strip_trailing(&field);
		if (isspace((unsigned char)*field.text))
			continue;
		ck_assert_msg(parse_field(&field, &value) == NULL,
		    "refused: %s", text_of(&r, "field"));
		ck_assert_msg(to_bits(value) ==
		    bits_in(&r, "bits_if_accepted"),
		    "got %.17g: %s", value, text_of(&r, "field"));
	}
	ck_assert_int_ge(rows, 10);
}
END_TEST

static const struct {
	const char *text;
	const char *why;	/* NULL: it is a number */
} verdicts[] = {
	{ "", not_a_number },
	{ " ", not_a_number },
	{ "+", not_a_number },
	{ "1x", not_a_number },
	{ "1 ", not_a_number },
	{ "nano", not_a_number },
	{ "infinit", not_a_number },
	{ "nan", "is NaN, which cannot be compared" },
	{ "-NaN", "is NaN, which cannot be compared" },
	{ "nan(1)", "is NaN, which cannot be compared" },
	{ "inf", "is infinite, which cannot be compared" },
	{ "-INFINITY", "is infinite, which cannot be compared" },
	{ "1e309", "is out of the range of a double" },
	{ "-0x1p1024", "is out of the range of a double" },
	{ "1e-999", NULL },
	{ "5e-324", NULL },
	{ "+1", NULL },
	{ " 1", not_a_number },
	{ "0x.8p1", NULL },
};

START_TEST(test_status)
{
	struct field field = { .length = strlen(verdicts[_i].text) };
	const char *why, *want = verdicts[_i].why;
	double value;

	strcpy(field.text, verdicts[_i].text);
	why = parse_field(&field, &value);
	ck_assert_msg(why == want || (why != NULL && want != NULL &&
	    strcmp(why, want) == 0), "%s", field.text);
}
END_TEST

/* The field ends where its end is, whatever follows; -d5 makes 5 a delimiter */
START_TEST(test_end_of_field)
{
	char text[64] = "1.75e3,5\n";
	double value;

	ck_assert_ptr_null(parse_number((struct text){ text, 3 }, &value));
	ck_assert(to_bits(value) == to_bits(strtod("1.7", NULL)));
	ck_assert_ptr_null(parse_number((struct text){ text, 4 }, &value));
	ck_assert(value == 1.75);
	ck_assert_ptr_eq(parse_number((struct text){ text, 5 }, &value),
	    not_a_number);
	ck_assert_ptr_null(parse_number((struct text){ text, 6 }, &value));
	ck_assert(value == 1750);
	ck_assert_ptr_eq(parse_number((struct text){ text, 0 }, &value),
	    not_a_number);
	ck_assert_ptr_eq(parse_number((struct text){ text, 8 }, &value),
	    not_a_number);
}
END_TEST

/* Longer than any buffer: 10^5 digits with a point in the middle. */
START_TEST(test_long_field)
{
	size_t half = 50000, length = 2 * half + 1;
	char *text = allocate(length + PADDING, 1);
	double value;

	memset(text, '0', length);
	text[half - 1] = '7';
	text[half] = '.';
	ck_assert_ptr_null(parse_number((struct text){ text, length }, &value));
	ck_assert(value == 7);
	text[0] = '1';
	ck_assert_str_eq(parse_number((struct text){ text, length }, &value),
	    "is out of the range of a double");
	text[length - 1] = 'x';
	ck_assert_ptr_eq(parse_number((struct text){ text, length }, &value),
	    not_a_number);
	free(text);
}
END_TEST

/* Every byte in each place of a word of digits: it is found unless a digit. */
START_TEST(test_words)
{
	uint64_t others;

	for (int place = 0; place < 8; place++)
		for (int c = 0; c < 256; c++) {
			char word[] = "01234567";

			word[place] = (char)c;
			load_digits(word, &others);
			if (c >= '0' && c <= '9')
				ck_assert_msg(others == 0, "place %d, byte "
				    "%d", place, c);
			else
				ck_assert_msg(lowest_byte(others) ==
				    (uint64_t)place, "place %d, byte %d",
				    place, c);
		}
	ck_assert(eight_digits(load_digits("12345678", &others)) == 12345678);
	ck_assert(eight_digits(load_digits("00000000", &others)) == 0);
	ck_assert(eight_digits(load_digits("99999999", &others)) == 99999999);
}
END_TEST

START_TEST(test_against_strtod)
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

	tcase_add_test(tcase, test_accept);
	tcase_add_test(tcase, test_reject);
	tcase_add_test(tcase, test_policy);
	tcase_add_loop_test(tcase, test_status, 0,
	    (int)(sizeof(verdicts) / sizeof(*verdicts)));
	tcase_add_test(tcase, test_end_of_field);
	tcase_add_test(tcase, test_long_field);
	tcase_add_test(tcase, test_words);
	tcase_add_test(tcase, test_against_strtod);
	suite_add_tcase(suite, tcase);
	return suite;
}
