/*
 * ---- JSON ----------------------------------------------------------------
 * Paths find values, names are looked up around them, and what is not JSON is
 * refused.
 */

static const struct reading_case json_readings[] = {
	/* numbers in no object; strings, null, arrays in arrays */
	{ { NULL }, "[1,2,[3,\"4\"],[[]]]", "t=1,2,3,4;" },
	{ { NULL }, " \n[1]\n2\n-3.5e1\n[4]", "t=1,2,-35,4;" },
	{ { NULL }, "[1] 0.5\n[1] 0.6\n", "-:1: not JSON: the end of the "
	    "line expected, not \"0.5\\x0a[1] 0.6\\x0a\" (-d if it is text)" },
	{ { NULL }, "\xef\xbb\xbf# a log\n[1]\n# more\n[2]\n", "t=1,2;" },
	{ { NULL }, "[1,null,2]", "-:1: warning: 1 value left out; "
	    "in this one, column 1 is missing or empty "
	    "t=1,2;" },
	{ { NULL }, "[1,{\"v\":5},2]", "t=1,2;" },
	{ { NULL }, "[1,\"2 \"]", "-:1: \"2 \" is not a number" },
	{ { NULL }, "[1,\n\"\"]", "-:2: warning: 1 value left out; "
	    "in this one, column 1 is missing or empty t=1;" },
	{ { NULL }, "[1,\n\" 2\"]", "-:2: \" 2\" is not a number" },
	{ { NULL }, "[1,false]", "-:1: \"false\" is not a number" },
	{ { NULL }, "[1,\ntrue]", "-:2: \"true\" is not a number" },
	{ { NULL }, "[1,1e999]",
	    "-:1: \"1e999\" is out of the range of a double" },
	{ { NULL }, "[1,\"\\u0032\\u002e5\"]", "t=1,2.5;" },

	/* paths */
	{ { "-C", "v" }, "{\"v\":1}{\"v\":2}\n{\"w\":0}\n{\"v\":[3,4]}",
	    "t=1,2,3,4;" },
	{ { "-C", "b" }, "{\"a\":[{\"b\":1},{\"b\":2}]}", "t=1,2;" },
	{ { "-C", "a.b" }, "{\"a\":[{\"b\":1},{\"b\":2}]}", "t=1,2;" },
	{ { "-C", "v" }, "{\"a\":{\"v\":9},\"v\":[1,2]}", "t=1,2;" },
	{ { "-C", "v" }, "{\"v\":1,\"v\":2}", "t=1,2;" },
	{ { "-C", "a.b" }, "{\"a.b\":1}", "t=1;" },
	{ { "-C", "c.d" }, "{\"a\":{\"b.c\":{\"d\":1}}}",
	    "-: no member is called \"c.d\"; those with the most numbers are "
	    "a.b.c.d (1)" },
	{ { "-C", "\xc3\xa4" }, "{\"\\u00e4\":1,\"v\":2}", "t=1;" },
	{ { "-C", "\xf0\x9f\x98\x80" }, "{\"\\ud83d\\ude00\":1}", "t=1;" },
	{ { "-C", "v" }, "{\"a\":{\"v\":[1,2]},\"b\":{\"v\":3}}",
	    "-: -C names several members: a.v (2), b.v (1)" },
	{ { "-C", "v" }, "{\"a\":{\"v\":\"x\"},\"b\":{\"v\":3}}", "t=3;" },
	{ { "-C", "x" }, "{\"a\":{\"v\":[1,2]},\"b\":\"no\"}",
	    "-: no member is called \"x\"; those with the most "
	    "numbers are a.v (2)" },
	{ { NULL }, "{\"v\":1}", "-: this is JSON, so -C is needed: "
	    "v (1)" },
	{ { "-C", "2" }, "[5,{\"v\":1}]", "-: no member is called "
	    "\"2\"; those with the most numbers are "
	    "numbers in no object, without -C "
	    "(1), v (1)" },
	{ { "-C", "2" }, "{\"2\":5,\"v\":1}", "t=5;" },
	{ { "-C", "v" }, "{\"v\":{\"w\":1}}", "-: no member with a "
	    "value is called \"v\"; those with the most numbers are "
	    "v.w (1)" },
	{ { "-C", "v" }, "{\n\"v\":\"x\"}", "-:2: \"x\" is not a number" },
	{ { "-C", "v" }, "{\"v\":null}", "-:1: warning: 1 value left out; "
	    "in this one, column v is missing or empty -: no "
	    "values" },

	/* quotients */
	{ { "-C", "a/b" }, "{\"a\":6,\"b\":2}{\"b\":4,\"a\":2}", "t=3,0.5;" },
	{ { "-C", "a/b" }, "{\"a\":[6,8],\"b\":[2,4]}", "t=3,2;" },
	{ { "-C", "a/b" }, "{\"a\":[6,null],\"b\":[2,4]}", "-:1: warning: 1 "
	    "value left out; "
	    "in this one, column a/b is missing or empty t=3;" },
	{ { "-C", "a/b" }, "{\"a/b\":7,\"a\":6,\"b\":2}", "t=7;" },
	{ { "-C", "a/b/c" }, "{\"a\":6,\"b/c\":2}", "t=3;" },
	{ { "-C", "a/b" }, "{\"a\":6,\"b\":2}{\"a\":1}{\"b\":1}", "t=3;" },
	{ { "-k", "@", "-C", "t" }, "{\"@\":[1,2],\"t\":[5,6]}", "-:t=5,6;" },
	{ { "-C", "a/b" }, "{\"a\":[6,8],\"b\":2}",
	    "-:1: there are not as many divisors as values" },
	{ { "-C", "a/b" }, "{\"a\":[6,8],\"b\":[]}{\"a\":1,\"b\":1}",
	    "-:1: there are not as many divisors as values" },
	{ { "-C", "a/b" }, "{\"a\":[6,8],\"b\":[2,4,5]}",
	    "-:1: there are not as many divisors as values" },
	{ { "-C", "a/b" }, "{\"a\":[6,[],{\"c\":1},8],\"b\":[[2],[4]]}",
	    "t=3,2;" },
	{ { "-C", "a/b" }, "{\"a\":1,\n\"b\":0}",
	    "-:1: 1/0 is not a finite number" },
	{ { "-C", "x.a/b" }, "{\"x\":{\"a\":6,\"b\":2},\"b\":1}", "t=3;" },
	{ { "-C", "x.a/x.b" }, "{\"x\":{\"a\":6,\"b\":2},\"b\":1}",
	    "-: -C x.a/x.b: the divisor is not the name of a member "
	    "beside it" },
	{ { "-C", "a/b" }, "{\"x\":{\"a\":6,\"b\":2},\"y\":{\"a\":6}}",
	    "-: -C names several members: x.a (1), y.a (1)" },
	{ { "-C", "a/b" }, "{\"x\":{\"a\":6},\"b\":2}", "-: -C a/b: the "
	    "divisor is not the name of a member beside it" },
	{ { "-C", "*.a/b", "-k", "*" }, "{\"x\":{\"a\":6,\"b\":2},\"y\":"
	    "{\"b\":[2,3],\"a\":[4,3]}}", "x:t=3;y:t=2,1;" },
	{ { "-C", "a/b" }, "{\"a\":1,\"b\":2,\"a\":3}", "t=0.5,1.5;" },
	{ { "-C", "a/b" }, "{\"a\":[6,{\"a\":1,\"b\":2},8],\"b\":[2,4]}",
	    "t=3,2;" },
	{ { "-C", "a/b" }, "{\"a\":[6],\"b\":\"\"}", "-:1: warning: 1 value "
	    "left out; "
	    "in this one, column a/b is missing or empty -: "
	    "no values" },
	{ { "-C", "a/c" }, "{\"a\":6,\"b\":2}", "-: no member is called "
	    "\"a/c\"; those with the most numbers are a (1), b (1)" },

	/* names: in the object, outwards, downwards, before and behind */
	{ { "-C", "v", "-k", "n" },
	    "{\"n\":\"out\",\"l\":[{\"v\":1,\"n\":\"in\"},{\"v\":2}]}",
	    "in:t=1;out:t=2;" },
	{ { "-C", "v", "-k", "n" },
	    "{\"l\":[{\"v\":1,\"n\":null},{\"v\":2}],\"n\":true}",
	    "true:t=1,2;" },
	{ { "-C", "v", "-k", "p.n" },
	    "{\"p\":{\"m\":0,\"n\":7},\"l\":{\"p\":{\"m\":1},\"v\":2}}",
	    "7:t=2;" },
	{ { "-C", "v", "-k", "p.n" }, "{\"v\":1,\"p.n\":\"x\"}", "x:t=1;" },
	{ { "-C", "v", "-k", "p" },
	    "{\"v\":1,\"p\":{\"n\":10,\"a\":null,\"s\":\"6\\u0034\"}}",
	    "n=10,s=64:t=1;" },
	{ { "-C", "v", "-k", "n,m" }, "{\"v\":1,\"n\":\"x\"}{\"v\":2,\"m\":3}"
	    "{\"v\":4}", "-:1: warning: 1 value left out; "
	    "in this one, column m is missing or empty "
	    "x/:t=1;/3:t=2;" },
	{ { "-C", "v", "-b", "n" }, "{\"v\":1,\"n\":\"x\\ty\"}{\"v\":2}",
	    "-:1: warning: 1 value left out; "
	    "in this one, column n is missing or empty "
	    "x\ty=1;" },
	{ { "-C", "v", "-b", "n=b,a" }, "{\"v\":1,\"n\":\"a\"}{\"v\":2,"
	    "\"n\":\"b\"}{\"v\":3,\"n\":\"c\"}", "b=2;a=1;" },
	{ { "-C", "v", "-b", "n=b" }, "{\"v\":1,\"n=b\":\"a\",\"n\":\"b\"}",
	    "b=1;" },
	{ { "-C", "v", "-k", "n" }, "{\"v\":1,\n\"n\":[1]}",
	    "-:2: n is not a name: it is neither a scalar nor an object of "
	    "scalars" },
	{ { "-C", "v", "-k", "n" }, "{\"v\":1,\"n\":[]}",
	    "-:1: n is not a name: it is neither a scalar nor an object of "
	    "scalars" },
	{ { "-C", "v", "-k", "n" }, "{\"v\":1,\"n\":{\"a\":[]}}",
	    "-:1: n is not a name: it is neither a scalar nor an object of "
	    "scalars" },
	{ { "-C", "v", "-k", "1" }, "{\"v\":1}",
	    "-: no member is called \"1\"" },
	{ { "-C", "v", "-k", "n,m" }, "{\"v\":1,\"n\":\"x\"}",
	    "-: no member is called \"m\"" },
	{ { "-C", "v", "-k", "n,m" }, "{\"v\":1,\"n\":\"x\"}{\"m\":null}",
	    "x/:t=1;" },
	{ { "-C", "v", "-r", "m" }, "{\"v\":1,\"n\":\"x\"}",
	    "-: no member is called \"m\"" },
	{ { "-C", "v", "-k", "p.n" }, "{\"p\":[{\"n\":1}],\"v\":2}",
	    "-:1: warning: 1 value left out; "
	    "in this one, column p.n is missing or empty "
	    "-: no values" },
	{ { "-C", "v,w", "-k", "p.n" }, "{\"p\":{\"n\":1,\"l\":{\"p\":{\"n\":2,"
	    "\"p\":{\"n\":3}},\"v\":4}},\"w\":5}", "2:v.t=4;1:w.t=5;" },

	/* runs */
	{ { "-C", "v", "-r", "[]" }, "{\"v\":[[1,3],[5]]}{\"v\":[7,8]}",
	    "t=2,5,7.5;" },
	{ { "-C", "v", "-r", "[]" }, "{\"a\":[{\"v\":1},{\"v\":3}]}", "t=2;" },
	{ { "-C", "v", "-r", "[]" }, "{\"v\":1}",
	    "-:1: -r []: no array is around this value" },
	{ { "-C", "v", "-r", "n" }, "{\"v\":1,\"n\":1}{\"v\":5,\"n\":2}"
	    "{\"v\":3,\"n\":1}", "t=2,5;" },

	/* patterns see an object as it is written */
	{ { "-C", "v", "-e", "\"n\": \"a\"" },
	    "{\"v\":1,\"n\": \"a\"}{\"v\":2,\"n\": \"b\"}", "t=1;" },
	{ { "-C", "v", "-k", "n", "-e", "host" },
	    "{\"host\":0,\"l\":[{\"n\":\"a\",\"v\":1,\"x\":\"host\"},"
	    "{\"n\":\"b\",\"v\":2}]}", "a:t=1;" },
	{ { "-C", "v", "-k", "n", "-x", "out" },
	    "[{\"n\":\"out\",\"d\":{\"v\":1}},{\"n\":\"in\",\"d\":{\"v\":2}}]",
	    "in:t=2;" },

	/* parts of a member, and a * for any */
	{ { "-C", "v", "-k", "n", "-b", "n=c,m~B_(m|c)" },
	    "[{\"n\":\"B_m/8\",\"v\":1},{\"n\":\"B_c/8\",\"v\":2},"
	    "{\"n\":\"B_m\",\"v\":3}]", "/8:c=2;m=1;m=3;" },
	{ { "-C", "v~([0-9.]+ ?m?s)" }, "[{\"v\":\"took 5 ms\"},{\"v\":"
	    "\"2s!\"},{\"v\":null}]", "-:1: warning: 1 value left out; "
	    "in this one, column v~([0-9.]+ ?m?s) is missing or empty "
	    "t=0.0050000000000000001,2;" },
	{ { "-C", "v~x" }, "{\"v~x\":1}", "t=1;" },
	{ { "-C", "v", "-k", "~x" }, "{\"v\":1}", "-: no member is called "
	    "\"~x\"" },
	{ { "-C", "v", "-k", "n~[a-z]*$" }, "{\"v\":1,\"n\":\"7\\u0061b\"}",
	    "ab:t=1;" },
	{ { "-C", "*.l.v", "-k", "*" }, "{\"P\":{\"l\":{\"v\":3.1},\"t\":1},"
	    "\"Q\":{\"l\":{\"v\":[1,2]}}}", "P:t=3.1000000000000001;Q:t=1,2;" },
	{ { "-C", "*.v", "-b", "*=b,a~^." }, "{\"a1\":{\"v\":1},\"b1\":"
	    "{\"v\":2},\"c\":{\"v\":3}}", "b=2;a=1;" },
	{ { "-C", "m.*", "-k", "n,*" }, "[{\"n\":\"x\",\"m\":{\"p\":1,"
	    "\"q\":2}}]", "x/p:t=1;x/q:t=2;" },
	{ { "-C", "*.v" }, "{\"*\":{\"v\":1},\"a\":{\"v\":2}}", "t=1;" },
	{ { "-C", "v", "-k", "*" }, "{\"v\":1,\"*\":\"s\"}", "s:t=1;" },
	{ { "-C", "v", "-k", "*" }, "{\"v\":1}",
	    "-: no member is called \"*\"" },
	{ { "-C", "v", "-b", "*" }, "{\"v\":1}",
	    "-: no member is called \"*\"" },
	{ { "-C", "*.v", "-k", "a.*" }, "{\"a\":{\"v\":1}}",
	    "-: no member is called \"a.*\"" },
	{ { "-C", "*.v,x.*", "-k", "*" },
	    "{\"a\":{\"v\":1},\"x\":{\"w\":2}}", "a:*.v.t=1;w:x.*.t=2;" },
	{ { "-C", "*.v,v", "-k", "*" }, "{\"a\":{\"v\":1},\"v\":2}",
	    "-:1: warning: 1 value left out; "
	    "in this one, column * is missing or empty "
	    "-: no values of v" },

	/* durations */
	{ { "-C", "v" }, "[{\"v\":\"5ms\"},{\"v\":\"1m0.5s\"}]",
	    "t=0.0050000000000000001,60.5;" },
	{ { "-C", "v" }, "{\"v\":\"5 ms\"}", "-:1: \"5 ms\" is not a number" },
	{ { "-C", "v" }, "{\"v\":[\"5ms\",\n6]}",
	    "-:2: 6 has no unit, but others have" },

	/* lists */
	{ { "-C", "a,b" }, "[{\"a\":1,\"b\":2},{\"a\":3},{\"b\":null}]",
	    "-:1: warning: 1 value left out; "
	    "in this one, column b is missing or empty "
	    "a.t=1,3;b.t=2;" },
	{ { "-C", "a,b" }, "{\"a,b\":7,\"a\":1}", "-: no member is called "
	    "\"b\"; those with the most numbers are a,b (1), a (1)" },
	{ { "-C", "b/a,a", "-k", "n" }, "{\"n\":\"x\",\"a\":2,\"b\":6}",
	    "x:b/a.t=3;a.t=2;" },
	{ { "-C", "a,a.b" }, "{\"a\":[1,{\"b\":2}]}", "a.t=1;a.b.t=2;" },
	{ { "-C", "a,c" }, "{\"a\":1}", "-: no member is called \"c\"; those "
	    "with the most numbers are a (1)" },
	{ { "-C", "c" }, "{\"a\":\"x\"}", "-: no member is called \"c\"" },

	/* what Python writes, and what is like it */
	{ { "-C", "v" }, "{\"v\":1,\"w\":NaN,\"x\":[Infinity,-Infinity]}",
	    "t=1;" },
	{ { "-C", "v" }, "{\"v\":NaN}",
	    "-:1: \"NaN\" is NaN, which cannot be compared" },
	{ { "-C", "v" }, "{\"v\":-Infinity}",
	    "-:1: \"-Infinity\" is infinite, which cannot be compared" },

	/* names that no option uses */
	{ { "-C", "v" }, "[{\"n\":\"a\",\"v\":[1,2]},{\"n\":\"b\",\"v\":"
	    "[3,4]}]", "t=1,2,3,4;" },
	{ { NULL }, "{\"s\":{\"v\":[1,2],\"w\":1},\"n\":\"x\"}", "-: this is "
	    "JSON, so -C is needed: s.v (2), s.w (1)" },

	/* two paths that read the same, and names in quotes */
	{ { "-C", "u.a.b" }, "{\"u\":{\"a.b\":1,\"a\":{\"b\":[2,3]}}}",
	    "-: -C names several members: \"u\".\"a\".\"b\" (2), "
	    "\"u\".\"a.b\" (1)" },
	{ { "-C", "\"u\".\"a\".\"b\"" },
	    "{\"u\":{\"a.b\":1,\"a\":{\"b\":[2,3]}}}", "t=2,3;" },
	{ { "-C", "u.\"a.b\"" },
	    "{\"u\":{\"a.b\":1,\"a\":{\"b\":[2,3]}}}", "t=1;" },
	{ { "-C", "\"a" }, "{\"\\\"a\":1,\"a\":2}", "t=1;" },

	/* clocks, where a name selects them */
	{ { "-C", "v" }, "{\"v\":[\"0:00.25\",\"1:02:03\"]}", "t=0.25,3723;" },
	{ { NULL }, "[\"0:00.25\"]", "-:1: \"0:00.25\" is not a number" },

	/* the path of the file */
	{ { "-C", "v", "-k", "@,n" }, "{\"v\":1,\"n\":2,\"@\":3}",
	    "-/2:t=1;" },
	{ { "-C", "v", "-k", "@~^(.)" }, "{\"v\":1}", "-:t=1;" },
	{ { "-C", "v", "-k", "n", "-b", "@~x" }, "{\"v\":1,\"n\":2}",
	    "-:1: warning: 1 value left out; "
	    "in this one, column @~x is missing or empty "
	    "-: no values" },

	/* lines and JSON */
	{ { "-d", "," }, "[1]\n", "-:1: \"[1]\" is not a number" }
};

START_TEST(json_reading)
{
	check_reading(&json_readings[_i]);
}
END_TEST

static const struct reading_case json_bad[] = {
	{ { NULL }, "[NaN0]",
	    "-:1: not JSON: , or ] expected, not \"0]\" (-d if "
	    "it is text)" },
	{ { NULL }, "{\"k\":NaN.1}", "-:1: not JSON: , or } expected, not "
	    "\".1}\" (-d if it is text)" },
	{ { NULL }, "[-NaN]",
	    "-:1: not JSON: a digit expected, not \"NaN]\" (-d "
	    "if it is text)" },
	{ { NULL }, "[Infinityx]", "-:1: not JSON: , or ] expected, not \"x]\" "
	    "(-d if it is text)" },
	{ { NULL }, "[1,2", "-:1: not JSON: it ends where , or ] is expected" },
	{ { NULL }, "[1,\n2\n", "-:2: not JSON: it ends where , or ] is "
	    "expected" },
	{ { NULL }, "[1,]", "-:1: not JSON: a value "
	    "expected, not \"]\" (-d if it is text)" },
	{ { NULL }, "[01]", "-:1: not JSON: , or ] expected, "
	    "not \"1]\" (-d if it is text)" },
	{ { NULL }, "[1.]", "-:1: not JSON: a digit expected, "
	    "not \"]\" (-d if it is text)" },
	{ { NULL }, "[+1]", "-:1: not JSON: a value expected, "
	    "not \"+1]\" (-d if it is text)" },
	{ { NULL }, "[nan]", "-:1: not JSON: a value expected, not \"nan]\" "
	    "(-d if it is text)" },
	{ { NULL }, "{\"a\" 1}", "-:1: not JSON: a colon expected, not \"1}\" "
	    "(-d if it is text)" },
	{ { NULL }, "{a:1}", "-:1: not JSON: the name of a member expected, "
	    "not \"a:1}\" (-d if it is text)" },
	{ { NULL }, "[\"a\nb\"]", "-:1: not JSON: the end of a string expected"
	    ", not \"\\x0ab\"]\" (-d if it is text)" },
	{ { NULL }, "[\"\\x\"]", "-:1: not JSON: an escape expected, not "
	    "\"x\"]\" (-d if it is text)" },
	{ { NULL }, "[\"\\u12g4\"]", "-:1: not JSON: an escape expected, not "
	    "\"u12g4\"]\" (-d if it is text)" },
	{ { NULL }, "[1]x", "-:1: not JSON: the end of the line expected, not "
	    "\"x\" (-d if it is text)" }
};

START_TEST(json_refused)
{
	check_reading(&json_bad[_i]);
}
END_TEST

/* Up to 500 brackets may be open, but no more. */
START_TEST(json_nesting)
{
	char *none[] = { NULL }, text[2100], *all;

	memset(text, '[', 500);
	text[500] = '1';
	memset(text + 501, ']', 500);
	all = reading_of(none, text, 1001);
	ck_assert_str_eq(all, "t=1;");
	memset(text, '[', 1000);
	all = reading_of(none, text, 1000);
	ck_assert_str_eq(all, "-:1: JSON nested deeper than 500");
	text[3] = '\0';
	text[1] = '\n';
	all = reading_of(none, text, 1000);
	ck_assert_str_eq(all, "-:2: a NUL byte: this is not plain text "
	    "(binary, UTF-16?)");
}
END_TEST

/* A long array is one run, as a short one is. */
START_TEST(json_long_array)
{
	char *arguments[] = { "-C", "v", "-k", "n", "-r", "[]", NULL };
	static char text[10000];
	size_t length = (size_t)sprintf(text, "{\"n\":\"x\",\"v\":[1");

	while (length < 9000)
		length += (size_t)sprintf(text + length, ",1");
	length += (size_t)sprintf(text + length, "]}");
	ck_assert_str_eq(reading_of(arguments, text, length), "x:t=1;");
}
END_TEST

/* However its bytes arrive, a document is the same. */
START_TEST(json_pieces)
{
	static const char text[] = "# x\n\n  {\"a\": [{\"n\": \"b\", \"v\": "
	    "[1, 2.5e1]}, {\"v\": 3}]}\n{\"n\": \"c\", \"v\": 4}";
	char *arguments[] = { "-C", "a.v", "-k", "n", NULL };
	size_t chunk;
	char *all;
	int fd;

	for (chunk = 1; chunk < sizeof(text); chunk++) {
		fd = open_writer(text, strlen(text), chunk, false);
		all = reading_from(fd, arguments);
		ck_assert_str_eq(all, "-:3: warning: 1 value left out; "
	    "in this one, column n is missing or empty "
	    "b:t=1,25;");
		close(fd);
		free(all);
	}
}
END_TEST

static Suite *
suite_json(void)
{
	Suite *suite = suite_create("json");
	TCase *read = tcase_create("readings"), *bad = tcase_create("refused");

	tcase_add_loop_test(read, json_reading, 0,
	    sizeof(json_readings) / sizeof(*json_readings));
	tcase_add_test(read, json_long_array);
	tcase_add_test(read, json_pieces);
	suite_add_tcase(suite, read);
	tcase_add_loop_test(bad, json_refused, 0,
	    sizeof(json_bad) / sizeof(*json_bad));
	tcase_add_test(bad, json_nesting);
	suite_add_tcase(suite, bad);
	return suite;
}
