/*
 * Numbers: the tables of ref/parse, and scan_decimal against strtod(3).
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

static enum number_status
parse_field(struct field *field, double *value)
{
	return parse_number(field->text, field->text + field->length, value);
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
		ck_assert_msg(parse_field(&field, &value) == NUMBER_OK,
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
		ck_assert_msg(parse_field(&field, &value) != NUMBER_OK,
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
		ck_assert_msg(parse_field(&field, &value) == NUMBER_OK,
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
	enum number_status status;
} statuses[] = {
	{ "", NUMBER_INVALID },
	{ " ", NUMBER_INVALID },
	{ "+", NUMBER_INVALID },
	{ "1x", NUMBER_INVALID },
	{ "1 ", NUMBER_INVALID },
	{ "nano", NUMBER_INVALID },
	{ "infinit", NUMBER_INVALID },
	{ "nan", NUMBER_NAN },
	{ "-NaN", NUMBER_NAN },
	{ "nan(1)", NUMBER_NAN },
	{ "inf", NUMBER_INFINITE },
	{ "-INFINITY", NUMBER_INFINITE },
	{ "1e309", NUMBER_TOO_LARGE },
	{ "-0x1p1024", NUMBER_TOO_LARGE },
	{ "1e-999", NUMBER_OK },
	{ "5e-324", NUMBER_OK },
	{ "+1", NUMBER_OK },
	{ " 1", NUMBER_OK },
	{ "0x.8p1", NUMBER_OK },
};

START_TEST(test_status)
{
	struct field field = { .length = strlen(statuses[_i].text) };
	double value;

	strcpy(field.text, statuses[_i].text);
	ck_assert_msg(parse_field(&field, &value) == statuses[_i].status,
	    "%s", field.text);
}
END_TEST

/* The field ends where its end is, whatever follows; -d5 makes 5 a delimiter */
START_TEST(test_end_of_field)
{
	char text[64] = "1.75e3,5\n";
	double value;

	ck_assert_int_eq(parse_number(text, text + 3, &value), NUMBER_OK);
	ck_assert(to_bits(value) == to_bits(strtod("1.7", NULL)));
	ck_assert_int_eq(parse_number(text, text + 4, &value), NUMBER_OK);
	ck_assert(value == 1.75);
	ck_assert_int_eq(parse_number(text, text + 5, &value), NUMBER_INVALID);
	ck_assert_int_eq(parse_number(text, text + 6, &value), NUMBER_OK);
	ck_assert(value == 1750);
	ck_assert_int_eq(parse_number(text, text, &value), NUMBER_INVALID);
	ck_assert_int_eq(parse_number(text, text + 8, &value), NUMBER_INVALID);
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
	ck_assert_int_eq(parse_number(text, text + length, &value), NUMBER_OK);
	ck_assert(value == 7);
	text[0] = '1';
	ck_assert_int_eq(parse_number(text, text + length, &value),
	    NUMBER_TOO_LARGE);
	text[length - 1] = 'x';
	ck_assert_int_eq(parse_number(text, text + length, &value),
	    NUMBER_INVALID);
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
	if (ROUNDS_TO_DOUBLE)
		ck_assert(taken > 100000);
	else
		ck_assert(taken == 0);
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
	    (int)(sizeof(statuses) / sizeof(*statuses)));
	tcase_add_test(tcase, test_end_of_field);
	tcase_add_test(tcase, test_long_field);
	tcase_add_test(tcase, test_words);
	tcase_add_test(tcase, test_against_strtod);
	suite_add_tcase(suite, tcase);
	return suite;
}
