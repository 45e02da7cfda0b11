/*
 * ---- Data ----------------------------------------------------------------
 * Names are numbered, sets and rows are made when they first appear, and runs
 * become their means.
 */

/* Rows stay where they first appeared, however many there are. */
START_TEST(data_many_keys)
{
	enum { KEYS = 100000 };
	struct data data = { .nmeasures = 1 };
	char key[40];
	struct text text = { key, 0 };
	size_t i, round;

	for (round = 0; round < 2; round++)
		for (i = 0; i < KEYS; i++) {
			snprintf(key, sizeof(key), "Benchmark%.0f-8",
			    (double)i * (double)i);
			text.length = strlen(key);
			key[5] = '\0';	/* as between parts of a key */
			if (row_of_key(&data, text) != i)
				ck_abort_msg("key %zu is not row %zu", i, i);
		}
	ck_assert_uint_eq(data.nrows, KEYS);
}
END_TEST

/* A name that begins another, or differs in its last byte, is its own. */
START_TEST(data_names)
{
	static const char *const names[] = { "ab", "a", "", "abcdefgh",
	    "abcdefghi", "abcdefg", "abcdefgi", "a\xff" };
	enum { NAMES = sizeof(names) / sizeof(*names) };
	struct data data = { .nmeasures = 1 };
	char room[40];
	size_t i, round;

	for (round = 0; round < 3; round++)
		for (i = 0; i < NAMES; i++) {
			memset(room, round == 1 ? 'x' : 0, sizeof(room));
			memcpy(room, names[i], strlen(names[i]));
			ck_assert_uint_eq(row_of_key(&data, (struct text){
				room, strlen(names[i]) }), i);
		}
}
END_TEST

/* The number of a set whose label is the beginning of a text. */
static size_t
set_called(struct data *data, const char *text, size_t length, bool shared)
{
	return add_set(data, (struct text){ (char *)text, length }, shared);
}

/* Every row has a sample for every set, if only an empty one. */
START_TEST(data_samples)
{
	struct data data = { .nmeasures = 1 };
	char key[40] = "x";
	size_t i, set;

	for (set = 0; set < 4; set++)
		ck_assert_uint_eq(set_called(&data, "s", 1, false), set);
	row_of_key(&data, (struct text){ key, 1 });
	row_of_key(&data, (struct text){ key, 0 });
	append(make_sample(&data, 0, 3, 0), 5);
	for (i = 0; i < 1000; i++)
		for (set = 0; set < 3; set++)
			append(make_sample(&data, 1, set, 0), (double)i);
	check_labels(&data);
	for (set = 0; set < 3; set++) {
		ck_assert_uint_eq(find_sample(&data, 0, set, 0)->n, 0);
		ck_assert_uint_eq(find_sample(&data, 1, set, 0)->n, 1000);
	}
	ck_assert_double_eq(find_sample(&data, 1, 1, 0)->value[999], 999);
	ck_assert_double_eq(find_sample(&data, 0, 3, 0)->value[0], 5);
	ck_assert_uint_eq(find_sample(&data, 1, 3, 0)->n, 0);
}
END_TEST

/* Operands of one label are one set; those without are their own. */
START_TEST(data_labels)
{
	struct data data = { .nmeasures = 1 };

	ck_assert_uint_eq(set_called(&data, "old=1", 3, true), 0);
	ck_assert_uint_eq(set_called(&data, "new=1", 3, true), 1);
	ck_assert_uint_eq(set_called(&data, "old=2", 3, true), 0);
	ck_assert_uint_eq(set_called(&data, "old", 3, false), 2);
	ck_assert_uint_eq(set_called(&data, "old", 3, false), 3);
	ck_assert_uint_eq(set_called(&data, "older=1", 5, true), 4);
	ck_assert_str_eq(data.set[4], "older");
}
END_TEST

static double
average_of(const double *value, size_t n)
{
	struct data data = { .nmeasures = 1, .nsets = 1 };
	struct data runs = { .nmeasures = 1, .nsets = 1 };
	struct run run = { 0, 0, 0 };
	char key[sizeof(run) + PADDING] = "";

	row_of_key(&data, (struct text){ key, 0 });
	memcpy(key, &run, sizeof(run));
	row_of_key(&runs, (struct text){ key, sizeof(run) });
	while (n-- > 0)
		append(make_sample(&runs, 0, 0, 0), *value++);
	data.runs = &runs;
	average_runs(&data);
	ck_assert_uint_eq(find_sample(&data, 0, 0, 0)->n, 1);
	return find_sample(&data, 0, 0, 0)->value[0];
}

/* The mean of a run is right to the last digit, and what all values are. */
START_TEST(data_means)
{
	static const struct { double value[4], mean; } means[] = {
		{ { 1, 2, 3, 4 }, 2.5 },
		{ { 1e16, 1, -1e16, 1 }, 0.5 },
		{ { 1, 1e100, 1, -1e100 }, 0.5 },
		{ { DBL_MAX, DBL_MAX, DBL_MAX, DBL_MAX }, DBL_MAX },
		{ { DBL_MAX, -DBL_MAX, DBL_MAX, -DBL_MAX }, 0 },
		{ { DBL_MAX, DBL_MAX, -DBL_MAX, -DBL_MAX }, 0 },
		{ { 5e-324, 5e-324, 5e-324, 5e-324 }, 5e-324 },
		{ { 1e-308, 1e-308, 1e-308, 1e-308 }, 1e-308 }
	};
	double value[1000];
	uint64_t state = 3;
	size_t i, n, round;

	for (i = 0; i < sizeof(means) / sizeof(*means); i++)
		ck_assert_double_eq(average_of(means[i].value, 4),
		    means[i].mean);
	for (round = 0; round < 200; round++) {
		value[0] = ldexp(random_number(&state) - 0.5,
		    below(&state, 2000) - 1000);
		for (n = 1; n < 1000; n++)
			value[n] = value[0];
		n = (size_t)between(&state, 1, 1000);
		ck_assert_double_eq(average_of(value, n), value[0]);
	}
}
END_TEST

static const struct reading_case data_readings[] = {
	/* runs: of a column, of a file */
	{ { "-r", "1", "-C", "2" }, "a 1\na 3\nb 5\na 2\n", "t=2,5;" },
	{ { "-r", "run", "-k", "k", "-C", "v" },
	    "run k v\n1 x 1\n2 x 5\n1 y 7\n1 x 2\n", "x:t=1.5,5;y:t=7;" },
	{ { "-r", "@" }, "1\n2\n6\n", "t=3;" },
	{ { "-r", "@", "-b", "1", "-C", "2" }, "a 1\nb 4\na 3\n", "a=2;b=4;" },
	{ { "-r", "1", "-C", "2", "-d", "," }, "a,1\n,3\na,2\n",
	    "-:2: warning: 1 line left out; "
	    "in this one, column 1 is missing or empty "
	    "t=1.5;" },
	{ { "-r", "[]" }, "1\n2\n", "-: -r []: there are no arrays, as this is "
	    "not JSON" },

	/* labels that -b asks for */
	{ { "-b", "1=b,a", "-C", "2" }, "a 1\nb 2\nc 7\na 3\n",
	    "b=2;a=1,3;" },
	{ { "-b", "v=new,old", "-C", "t" }, "v t\nold 1\nnew 2\nmid 3\n",
	    "new=2;old=1;" },
	{ { "-b", "v=new", "-C", "t" }, "v=w v t\nold new 1\nnew x 2\n",
	    "new=1;" },
	{ { "-b", "1=a,x", "-C", "2" }, "a 1\nb 2\n",
	    "no values are labelled x, which -b asks for" },

	/* keys */
	{ { "-k", "1", "-C", "2" }, "b 1\na 2\nb 3\n", "b:t=1,3;a:t=2;" },
	{ { "-k", "1", "-C", "2" }, "ab 1\na 2\nab 3\n", "ab:t=1,3;a:t=2;" },
	{ { "-k", "1,2", "-C", "3" }, "a bc 1\nab c 2\na bc 3\n",
	    "a/bc:t=1,3;ab/c:t=2;" },
	{ { "-k", "1,2", "-C", "3", "-d", "," }, "a,,1\n,a,2\n,,3\na,,4\n",
	    "-:3: warning: 1 line left out; "
	    "in this one, column 2 is missing or empty "
	    "a/:t=1,4;/a:t=2;" }
};

START_TEST(data_reading)
{
	check_reading(&data_readings[_i]);
}
END_TEST

static Suite *
suite_data(void)
{
	Suite *suite = suite_create("data");
	TCase *names = tcase_create("names"), *read = tcase_create("readings");

	tcase_add_test(names, data_many_keys);
	tcase_add_test(names, data_names);
	tcase_add_test(names, data_samples);
	tcase_add_test(names, data_labels);
	tcase_add_test(names, data_means);
	suite_add_tcase(suite, names);
	tcase_add_loop_test(read, data_reading, 0,
	    sizeof(data_readings) / sizeof(*data_readings));
	suite_add_tcase(suite, read);
	return suite;
}
