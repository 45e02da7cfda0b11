/*
 * ---- Known formats -------------------------------------------------------
 * The table, how much of a file is searched, and what gives way to what.
 * tests/formats tries the files of the tools.
 */

/* Each line can be known and taken, and its note can be typed in a shell. */
START_TEST(format_table)
{
	for (size_t i = 0; i < COUNT(known_formats); i++) {
		const struct known_format *f = &known_formats[i];
		struct options o = defaults;
		bool has_value = false;
		size_t length = 0;	/* of what tell_options says */

		ck_assert_ptr_nonnull(f->sign[0]);
		ck_assert_ptr_null(f->sign[4]);
		ck_assert_ptr_nonnull(f->option[0]);
		ck_assert_ptr_null(f->option[5]);
		for (size_t k = 0; f->sign[k] != NULL; k++) {
			ck_assert_uint_gt(strlen(f->sign[k]), 0);
			ck_assert_ptr_null(strchr(f->sign[k] + 1, '\n'));
		}
		for (size_t k = 0; f->option[k] != NULL; k++) {
			const char *option = f->option[k];

			length += strlen(option) + 5;
			ck_assert_int_eq(option[0], '-');
			ck_assert_ptr_nonnull(strchr("bCekrux", option[1]));
			ck_assert_ptr_null(strpbrk(option + 2, "'\\$`!;&#{}"));
			ck_assert(parse_argument(&o, option[1], option + 2));
			if (option[1] == 'C' || option[1] == 'u')
				has_value = true;
		}
		ck_assert(has_value);
		ck_assert_uint_lt(length, 500);
	}
}
END_TEST

/* Writes a text into a pipe, a few bytes at a time, and returns what reads. */
static int
trickle(const char *text, size_t length, size_t step)
{
	int end[2];

	ck_assert_int_eq(pipe(end), 0);
	if (fork() == 0) {
		close(end[0]);
		while (length > 0) {
			const ssize_t put = write(end[1], text,
			    step < length ? step : length);

			text += put;
			length -= (size_t)put;
		}
		_exit(0);
	}
	close(end[1]);
	return end[0];
}

/*
 * 128 KiB are searched, however they arrive, but no byte more; and what was
 * read for this is still there.
 */
START_TEST(format_start)
{
	static const char name[] = "\nreal\t1\n";
	static const size_t steps[] = { 1000, 4096, 65536, 3 * BLOCK_SIZE };
	const size_t size = 2 * BLOCK_SIZE;
	char *text = allocate(size + 1, 1);
	struct selection nothing = { .delimiters = default_delimiters };

	for (int late = 0; late < 2; late++) {
		memset(text, 'x', size);
		text[size] = '\0';
		memcpy(text + BLOCK_SIZE - 6 + late, name, strlen(name));
		for (size_t i = 0; i < sizeof(steps) / sizeof(*steps); i++) {
			struct input in = {
				.name = "pipe",
				.fd = trickle(text, size, steps[i]),
				.selection = &nothing
			};

			look_at_start(&in);
			const struct known_format *f =
			    find_format(copy_start(&in), false, true);

			ck_assert(in.is_text);
			ck_assert((f == NULL) == (late == 1));
			while (!in.at_end)
				refill(&in);
			ck_assert_uint_eq(in.end - in.start, size);
			ck_assert_int_eq(memcmp(in.buffer + in.start, text,
			    size), 0);
			close(in.fd);
		}
	}
}
END_TEST

static const char *
tool_of(const char *text, bool is_only)
{
	struct selection nothing = { .delimiters = default_delimiters };
	struct input in = {
		.name = "pipe", .fd = trickle(text, strlen(text), 100),
		.selection = &nothing
	};

	look_at_start(&in);
	const struct known_format *f = find_format(copy_start(&in),
	    !in.is_text, is_only);

	close(in.fd);
	return f == NULL ? "" : f->tool;
}

START_TEST(format_of_text)
{
	ck_assert_str_eq(tool_of("real\t1\n", true), "time in bash");
	ck_assert_str_eq(tool_of("\nreal\t1\n", true), "time in bash");
	ck_assert_str_eq(tool_of("\xef\xbb\xbfreal\t1\n", true),
	    "time in bash");
	ck_assert_str_eq(tool_of("x\r\nreal\t1\r\n", true), "time in bash");
	ck_assert_str_eq(tool_of(" real\t1\n", true), "");
	ck_assert_str_eq(tool_of("#real\t1\n", true), "");
	ck_assert_str_eq(tool_of("#x\nreal\t1\n", true), "time in bash");
	ck_assert_str_eq(tool_of("1\nreal\t1\n", true), "");
	ck_assert_str_eq(tool_of("# 1\n -1.5e3,x\nreal\t1\n", true), "");
	ck_assert_str_eq(tool_of("12ms\nreal\t1\n", true), "");
	ck_assert_str_eq(tool_of("2026/11/23 12:00\nreal\t1\n", true),
	    "time in bash");
	ck_assert_str_eq(tool_of("{\"primaryMetric\": 1}", true), "JMH");
	ck_assert_str_eq(tool_of("# x\n[\"primaryMetric\"]", true), "JMH");
	ck_assert_str_eq(tool_of("{\n#\"primaryMetric\"\n}", true), "");
	ck_assert_str_eq(tool_of("x {\"primaryMetric\": 1}", true), "");
	ck_assert_str_eq(tool_of("{\"x\": \"\nreal\t\"}", true), "");
	ck_assert_str_eq(tool_of("", true), "");
	ck_assert_str_eq(tool_of("5", true), "");	/* no byte beyond it */
}
END_TEST

/* What is typed before a file of a format, and what is then taken of it. */
static const struct {
	char *argument[6];
	const char *option[6];
	bool taken[6];
} replacements[] = {
	{ { NULL }, { "-kname", "-r[]", "-x<", "-Ct" }, { 1, 1, 1, 1 } },
	{ { "-C", "a" }, { "-kname", "-Ct", "-uns" }, { 1, 0, 0 } },
	{ { "-u", "a" }, { "-kname", "-Ct", "-uns" }, { 1, 0, 0 } },
	{ { "-k", "a" }, { "-bname", "-kname", "-Ct" }, { 0, 0, 1 } },
	{ { "-k", "" }, { "-bname", "-kname", "-Ct" }, { 0, 0, 1 } },
	{ { "-r", "" }, { "-r[]", "-Ct" }, { 0, 1 } },
	{ { "-r", "a" }, { "-r[]", "-Ct" }, { 0, 1 } },
	{ { "-e", "a" }, { "-ereal", "-x<", "-C2" }, { 0, 1, 1 } },
	{ { "-x", "a" }, { "-ereal", "-x<", "-C2" }, { 1, 1, 1 } },
	{ { "-b", "a" }, { "-bname", "-ka", "-kab", "-kb" }, { 0, 0, 1, 1 } },
	{ { "-b", "ab=x,y" }, { "-ka", "-kab", "-kb" }, { 1, 0, 1 } },
	{ { "-b", "a~b" }, { "-ka", "-kab", "-ka~b" }, { 1, 1, 1 } },
	{ { "-b", "a=x,y~b" }, { "-ka", "-kab" }, { 1, 1 } }
};

START_TEST(format_replaced)
{
	const struct options o = accepted(replacements[_i].argument);

	for (size_t i = 0; replacements[_i].option[i] != NULL; i++) {
		const char *option = replacements[_i].option[i];

		ck_assert_msg(replacements[_i].taken[i] !=
		    is_replaced(&o, option), "%s", option);
	}
}
END_TEST

static Suite *
suite_formats(void)
{
	Suite *suite = suite_create("formats");
	TCase *tcase = tcase_create("formats");

	tcase_add_test(tcase, format_table);
	tcase_add_test(tcase, format_start);
	tcase_add_test(tcase, format_of_text);
	tcase_add_loop_test(tcase, format_replaced, 0,
	    sizeof(replacements) / sizeof(*replacements));
	suite_add_tcase(suite, tcase);
	return suite;
}
