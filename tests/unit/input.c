/*
 * ---- Data, Input, Lines --------------------------------------------------
 * What a transcript cannot show: which memory is moved, where names are kept,
 * and that each byte counts.
 */
#include <sys/mman.h>

/*
 * What was read stays where it is if what is read next can begin at a page
 * there: a move of this memory, which is only for reading, ends the test.
 */
START_TEST(input_stays)
{
	enum { PAGE = 4096, SIZE = 4 * BLOCK_SIZE };
	void *memory;
	struct file in = { .capacity = SIZE };

	ck_assert_int_eq(posix_memalign(&memory, PAGE, SIZE), 0);
	ck_assert_int_eq(mprotect(memory, SIZE, PROT_READ), 0);
	in.buffer = memory;
	in.start = PAGE;
	in.end = PAGE + BLOCK_SIZE + 100;
	make_room(&in);
	ck_assert_uint_eq(in.start, PAGE);
	ck_assert_uint_eq(in.end, PAGE + BLOCK_SIZE + 100);
	mprotect(memory, SIZE, PROT_READ | PROT_WRITE);
	free(memory);
}
END_TEST

/*
 * Names of which one seed puts all into one of 256 slots are spread by another,
 * so that no file can be made in which all names collide.
 */
START_TEST(names_are_spread)
{
	size_t n[256] = { 0 }, found = 0;

	for (unsigned i = 0; found < 2560; i++) {
		char name[32 + PADDING] = "";
		const struct text text = { name,
			(size_t)snprintf(name, 32, "BM_%u/%u", i % 7, i) };

		if (hash_of(text, 1) % 256 != 0)
			continue;
		n[hash_of(text, UINT64_C(0xfedcba9876543210)) % 256]++;
		found++;
	}
	for (size_t slot = 0; slot < 256; slot++)
		ck_assert_msg(n[slot] < 40, "slot %zu: %zu names where 10 "
		    "are expected", slot, n[slot]);
}
END_TEST

/* Copies a line with one 0 in place of each number. */
static void
squeeze(const char *line, char *to)
{
	for (const char *p = line; *p != '\n'; p++) {
		if (p > line && is_digit(*p) && is_digit(p[-1]))
			continue;
		*to = is_digit(*p) ? '0' : *p;
		to++;
	}
	*to = '\0';
}

/* Lines are alike if they are the same but for their numbers. */
START_TEST(lines_are_alike)
{
	static const struct cutter searching = { .searches = true };
	static const struct pattern pattern = { .power = 0 };
	char a[64 + PADDING], b[64 + PADDING], x[64], y[64];
	uint64_t state = 5;
	int nalike = 0;

	for (int round = 0; round < 200000; round++) {
		char *to = b;
		int length = below(&state, 30);

		memset(a, '\n', sizeof(a));
		memset(b, '\n', sizeof(b));
		for (int i = 0; i < length; i++) {
			int kind = below(&state, 80);

			a[i] = "ab,. \x80\xff-0123456789"[below(&state, 18)];
			*to = kind == 1 ? 'a' : kind < 9 ? '7' : a[i];
			if (is_digit(a[i]) && kind < 40)
				*to = (char)('0' + kind % 10);
			if (kind != 2)
				to++;
			if (kind == 3)
				*to++ = '8';
		}
		*to = '\n';	/* unless there is a byte left out */
		squeeze(a, x);
		squeeze(b, y);
		bool alike = strcmp(x, y) == 0;
		nalike += alike;
		ck_assert_ptr_eq(skip_like(&searching, &pattern, a,
		    a + length + 1, b), alike ? to + 1 : NULL);
	}
	ck_assert_int_gt(nalike, 5000);
}
END_TEST

/* symptom_at() looks for a word where its first letter says. */
START_TEST(symptoms_are_in_place)
{
	size_t nwords = 0;

	for (size_t i = 0; i < COUNT(symptoms); i++) {
		const char *word = symptoms[i];

		for (; word != NULL && *word != '\0'; nwords++) {
			if (ispunct((unsigned char)*word))
				word++;
			ck_assert_uint_eq((unsigned char)*word | 0x20, i);
			word = strchr(word, '|');
			ck_assert_ptr_nonnull(word);
			word++;
		}
	}
	ck_assert_uint_gt(nwords, 50);
}
END_TEST

static Suite *
suite_input(void)
{
	Suite *suite = suite_create("input");
	TCase *tcase = tcase_create("input");

	tcase_add_test(tcase, input_stays);
	tcase_add_test(tcase, names_are_spread);
	tcase_add_test(tcase, lines_are_alike);
	tcase_add_test(tcase, symptoms_are_in_place);
	suite_add_tcase(suite, tcase);
	return suite;
}
