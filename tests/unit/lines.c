/*
 * ---- Lines ---------------------------------------------------------------
 * Bytes become lines, lines become fields, and fields become values with their
 * row, set and run.
 */

/* What next_line makes of a text, however much of it comes at a time. */
static const struct {
	const char *text, *lines;	/* each of these ends in ; */
} line_cases[] = {
	{ "", "" },
	{ "\n", ";" },
	{ "a", "a;" },
	{ "a\n", "a;" },
	{ "a\nb", "a;b;" },
	{ "\n\na\n\n", ";;a;;" },
	{ "a\r\nb\r\n\r\n", "a;b;;" },
	{ "  a b\t \n\t\n", "  a b;;" },
	{ "a line that is a good deal longer\nthan its\npredecessors\nare",
	    "a line that is a good deal longer;than its;predecessors;are;" }
};

enum { LINE_CASES = sizeof(line_cases) / sizeof(line_cases[0]) };

static char *
lines_of(int fd, uintmax_t *number)
{
	struct input s = { .fd = fd, .name = "t" };
	char *all = copied("");
	struct text line;

	refill(&s);
	while (next_line(&s, &line)) {
		line.start[line.length] = '\0';
		all = joined(joined(all, line.start), ";");
	}
	*number = s.line;
	free(s.buffer);
	close(fd);
	return all;
}

START_TEST(lines_cut)
{
	static const size_t sizes[] = { 1, 2, 3, 5, 16, 1000 };
	const char *text = line_cases[_i].text, *p;
	uintmax_t number, want = 0;
	char *all;
	int fd;

	for (p = line_cases[_i].lines; *p != '\0'; p++)
		want += *p == ';';
	for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
		fd = open_writer(text, strlen(text), sizes[i], false);
		all = lines_of(fd, &number);
		ck_assert_str_eq(all, line_cases[_i].lines);
		ck_assert_uint_eq(number, want);
		free(all);
	}
}
END_TEST

static void
ignore(int number)
{
	(void)number;
}

/* A writer that lets the reader wait, and interrupts it with signals. */
START_TEST(lines_slow)
{
	const struct sigaction action = { .sa_handler = ignore };
	static const char text[] = "1 2\n3\n4";
	uintmax_t number;
	char *all;
	int fd;

	sigaction(SIGUSR1, &action, NULL);
	fd = open_writer(text, strlen(text), 1, true);
	if (_i == 1)
		fcntl(fd, F_SETFL, O_NONBLOCK);
	all = lines_of(fd, &number);
	ck_assert_str_eq(all, "1 2;3;4;");
	free(all);
}
END_TEST

#define UTF8_MARK	"\xef\xbb\xbf"
#define BAD_QUOTES	"a quote is not closed, or text follows it"
#define TEN_X		"xxxxxxxxxx"
#define NO_NAME		"is not a number (if the first line names the " \
			"columns, -C chooses one)"

/* A byte-order mark is skipped at the front, however it comes. */
START_TEST(lines_mark)
{
	static char *labels[] = { "-b", "1", "-C", "2", NULL };
	static const char *const cases[][2] = {
		{ UTF8_MARK "a 1\n" UTF8_MARK "a 2\n",
		    "a=1;" UTF8_MARK "a=2;" },
		{ "\xef\xbb" "a 1\n", "\xef\xbb" "a=1;" },
		{ UTF8_MARK, "-: the input is empty" },
		{ "\xef", "-:1: warning: 1 line left out; "
	    "in this one, column 2 is missing or empty -: no "
	    "values" }
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++)
		for (size_t chunk = 1; chunk < 5; chunk++) {
			int fd = open_writer(cases[i][0], strlen(cases[i][0]),
			    chunk, false);
			char *all = reading_from(fd, labels);

			ck_assert_str_eq(all, cases[i][1]);
			free(all);
			close(fd);
		}
}
END_TEST

static const struct reading_case line_readings[] = {
	/* blanks */
	{ { NULL }, "1\n2\n3\n", "t=1,2,3;" },
	{ { NULL }, "1 2 3\n4 5\n", "t=1,4;" },
	{ { NULL }, "\n  \n\t\n 7\t\n", "t=7;" },
	{ { NULL }, "# a\n1 # two\n#3\n 4\t#5\n", "t=1,4;" },
	{ { NULL }, "1\n4#\n", "-:2: \"4#\" is not a number" },
	{ { NULL }, UTF8_MARK "1\r\n2\r\n3", "t=1,2,3;" },
	{ { NULL }, "0x1p3\n1e3\n+5\n-.5\n5.\n", "t=8,1000,5,-0.5,5;" },
	{ { "-C", "3" }, "a b 1\n\ta  b\t2 x\n", "t=1,2;" },
	{ { NULL }, "\"1\"\n", "-:1: \"\"1\"\" is not a number" },

	/* numbers that are none */
	{ { NULL }, "1\n\n1,5\n", "-:3: \"1,5\" is not a number: "
	    "does the comma mark decimals, group digits, or separate columns "
	    "(-d ,)?" },
	{ { NULL }, "1,a,b\n", "-:1: \"1,a,b\" is not a number (-d , if commas "
	    "separate columns)" },
	{ { NULL }, "nan\n",
	    "-:1: \"nan\" is NaN, which cannot be compared" },
	{ { NULL }, "1\n-inf\n",
	    "-:2: \"-inf\" is infinite, which cannot be compared" },
	{ { NULL }, "1e999", "-:1: \"1e999\" is out of the range of a double" },
	{ { NULL }, TEN_X TEN_X TEN_X TEN_X TEN_X TEN_X "y", "-:1: \"" TEN_X
	    TEN_X TEN_X TEN_X TEN_X TEN_X "...\" " NO_NAME },

	/* delimiters that count each */
	{ { "-d", ",", "-C", "2" }, "a,1\n,2\n a , 3 ,\n, 4\n", "t=1,2,3,4;" },
	{ { "-d", ",;", "-C", "3" }, "a;b,1;\n;,2\n", "t=1,2;" },
	{ { "-d", ",", "-C", "2" }, "\"x,y\",1\n\"a \"\"b,c\"\"\",\"2\"\n",
	    "t=1,2;" },
	{ { "-d", ",", "-C", "2", "-b", "1" },
	    "\"a,b\",1\n\"a \"\"b\"\"\",2\n \"c\" ,3\n\"\"\"\",4\n\" c \",5\n",
	    "a,b=1;a \"b\"=2;c=3;\"=4; c =5;" },
	{ { "-d", ",", "-C", "2" }, "a,1\nb,\"2\nc,3\n",
	    "-:2: field 2: " BAD_QUOTES },
	{ { "-d", ",", "-C", "2" }, "\"b\"c,2\n",
	    "-:1: field 1: " BAD_QUOTES },
	{ { "-d", ",", "-C", "2" }, "a,\"2\" 3\n",
	    "-:1: field 2: " BAD_QUOTES },
	{ { "-d", ",", "-C", "2" }, "a,\"2\"\"\n",
	    "-:1: field 2: " BAD_QUOTES },
	{ { "-d", ",", "-C", "2" }, "# a,1\n  #a,2\na,3 4\n",
	    "-:3: \"3 4\" is not a number" },

	/* delimiters of which a run counts as one */
	{ { "-d", ", ", "-C", "2" }, "a, 1\n,b,,2\n\"c, 3\n", "t=1,2,3;" },
	{ { "-d", ":\t", "-C", "3" }, "a b\t:1\n:a b:2\n", "t=1,2;" },

	/* names */
	{ { "-C", "time" }, "by hand\nname time\na 1\nb 2\n", "t=1,2;" },
	{ { "-C", "ns", "-b", "v" }, "v ns\nold 1\nnew 2\nold 3\n",
	    "old=1,3;new=2;" },
	{ { "-C", "1", "-b", "v" }, "ns v\n1 old\n2 new\n", "old=1;new=2;" },
	{ { "-C", "b~, c", "-d", "," }, "a,\"b~, c\"\n1,2\n", "t=2;" },
	{ { "-C", "a" }, UTF8_MARK "a a\n1 2\n", "t=1;" },
	{ { "-C", "memory" }, "name time\na 1\n", "-: no header names "
	    "the column \"memory\"; the first line is \"name time\"" },

	/* units */
	{ { "-u", "ns/op" }, "B-8 100 1.5 ns/op 3 B/op\nB-8 2 4.5 ns/op\n",
	    "t=1.5,4.5;" },
	{ { "-u", "B/op" }, "B-8 100 1.5 ns/op 3 B/op\n", "t=3;" },
	{ { "-u", "s" }, "s 5 s 6 s\n", "t=5;" },
	{ { "-u", "s", "-d", "," }, "a, 5 ,s\n", "t=5;" },
	{ { "-u", "s" }, "x s\n", "-:1: \"x\" is not a number" },

	{ { "-u", "s" }, "goos: x\n5 s\nPASS\n", "t=5;" },
	{ { "-u", "us" }, "5 s\n", "t=5000000;" },
	{ { "-u", "us" }, "5 B\n", "-: no values: no field is us" },
	{ { "-u", "s", "-k", "3" }, "5 s a\n6 s\n7\n", "-:2: warning: 1 line "
	    "left out; "
	    "in this one, column 3 is missing or empty "
	    "a:t=5;" },

	/* a tab cuts at each, and comments are # and a blank */
	{ { "-d", "\t", "-C", "2" }, "\t1\na b\t2\t\nx\t\t\n", "-:3: warning: "
	    "1 line left out; "
	    "in this one, column 2 is missing or empty t=1,2;" },
	{ { "-d", "\\t", "-C", "3" }, "a\t\t1\n\"b\tc\"\t\t2\n", "t=1,2;" },
	{ { "-d", ",", "-C", "2" }, "#1 parse,5\n# 2,6\n#\n#,7\n", "t=5,7;" },

	/* the header determines the delimiter, and may come again */
	{ { "-C", "b" }, "a\tb\nx y\t1\n\t2\n", "t=1,2;" },
	{ { "-C", "b c" }, "a,b c\nx y,1\n,2\n", "t=1,2;" },
	{ { "-C", "b" }, "a;b\n1,5;2\n", "t=2;" },
	{ { "-C", "b" }, "a, b\n1 2\n", "-:2: warning: 1 line left out; "
	    "in this one, column b is missing or empty -: no values" },
	{ { "-C", "b" }, "a b, c\n1 2\n", "-: no header names the column "
	    "\"b\"; the first line is \"a b, c\"" },
	{ { "-C", "b" }, "a;b,c b\n1 2 3\n", "-:2: warning: 3 fields, but "
	    "the header has only 2: the names may not belong to these columns "
	    "t=2;" },
	{ { "-C", "b" }, "a b\n1 2\na b \r\n3 4\n", "t=2,4;" },
	{ { "-C", "b" }, "x\n\n1 7\na b\n1 2\n", "-:4: warning: this line "
	    "names the columns: lines above it are ignored, though they hold "
	    "numbers t=2;" },
	{ { "-C", "b" }, "1\n1 x\n1 2 3\na b\n1 2\n", "t=2;" },
	{ { "-C", "wall" }, "max RSS wall time\n1 2\n", "-:2: warning: 2 "
	    "fields, but the header has 4: the names may not belong to these "
	    "columns -:2: warning: 1 line left out; "
	    "in this one, column wall is missing or empty "
	    "-: no values" },
	{ { "-C", "b" }, "a,b,c\n1,2\n", "t=2;" },

	/* quotients */
	{ { "-C", "1/2" }, "6 2\n7 2\n1\n", "-:3: warning: 1 line left out; "
	    "in this one, column 1/2 is missing or empty "
	    "t=3,3.5;" },
	{ { "-C", "a/b" }, "a b\n6 2\n", "t=3;" },
	{ { "-C", "a/2" }, "a b\n6 2\n", "t=3;" },
	{ { "-C", "a/b" }, "a b a/b\n6 2 9\n", "t=9;" },
	{ { "-C", "ns/op/n/k" }, "n/k ns/op\n2 6\n", "t=3;" },
	{ { "-C", "1/2" }, "6 0\n", "-:1: 6/0 is not a finite number" },
	{ { "-C", "1/2" }, "6 x\n", "-:1: \"x\" is not a number" },

	/* sets, and what to read at all */
	{ { "-b", "1", "-C", "2" }, "a 1\nb 2\na 3\n", "a=1,3;b=2;" },
	{ { "-e", "^a", "-C", "2" }, "a 1\nb x\nab 2\n", "t=1,2;" },
	{ { "-x", "b", "-e", "^a", "-C", "2" }, "a 1\nb x\nab x\n", "t=1;" },
	{ { "-x", "n", "-C", "n" }, "n\n1\n# n\n2\n", "t=1,2;" },
	{ { "-e", "\"$", "-d", ",", "-C", "1" }, "1,\"a\"\"b\"\n2,b\n",
	    "t=1;" },
	{ { "-x", "see", "-d", ",", "-C", "2" }, "\"see\n5\",1\n",
	    "-:1: field 1: " BAD_QUOTES },

	/* what to type instead */
	{ { NULL }, "goos: linux\n", "-:1: \"goos:\" " NO_NAME },
	{ { NULL }, "name time\n", "-:1: \"name\" " NO_NAME },
	{ { NULL }, "name time\na 1\n", "-:1: \"name\" " NO_NAME },
	{ { NULL }, "name,time (ms)\na,1\n", "-:1: \"name,time\" " NO_NAME },
	{ { "-k", "name" }, "name time\na 1\n", "-:2: \"a\" " NO_NAME },
	{ { NULL }, "1\nname\n", "-:2: \"name\" is not a number" },
	{ { NULL }, "5%\n", "-:1: \"5%\" is not a number (if it has a unit, "
	    "see -u)" },

	/* durations */
	{ { NULL }, "0m1.25s\n1h\n", "-:2: \"1h\" is not a number (if it has "
	    "a unit, see -u)" },
	{ { NULL }, "0m1.25s\n1h1m1s\n1h0.5s\n+2s\n-3ms\n",
	    "t=1.25,3661,3600.5,2,-0.0030000000000000001;" },
	{ { NULL }, "5\xc2\xb5s\n5\xce\xbcs\n5us\n5e3ns\n",
	    "t=5.0000000000000004e-06,5.0000000000000004e-06,"
	    "5.0000000000000004e-06,5.0000000000000004e-06;" },
	{ { NULL }, "1ms\n1m1m1s\n", "-:2: \"1m1m1s\" is not a number (if it "
	    "has a unit, see -u)" },
	{ { NULL }, "1ms2s\n", "-:1: \"1ms2s\" is not a number (if it has a "
	    "unit, see -u)" },
	{ { NULL }, "1us1\xc2\xb5s\n", "-:1: \"1us1\xc2\xb5s\" is not a number "
	    "(if it has a unit, see -u)" },
	{ { "-C", "v" }, "n v\na 0:00.25\nb -1:02\n", "t=0.25,-62;" },
	{ { "-C", "~in (.*)" }, "in  1:00:00.5 \n", "t=3600.5;" },
	{ { "-C", "~[^a]*" }, " 7 ab\n", "t=7;" },
	{ { NULL }, "0:00.11\n", "-:1: \"0:00.11\" is not a number" },
	{ { "-d", ";" }, "1 ms\n", "-:1: \"1 ms\" is not a number" },
	{ { NULL }, "1,5s\n", "-:1: \"1,5s\" is not a number (-d , if commas "
	    "separate columns)" },
	{ { NULL }, "1\n2ms\n", "-:2: 2ms has a unit, but others have none" },
	{ { NULL }, "1ms\n2\n", "-:2: 2 has no unit, but others have" },
	{ { "-C", "1/2" }, "6ms 2\n9ms 3\n", "t=0.0030000000000000001,"
	    "0.0029999999999999996;" },

	/* units */
	{ { "-u", "ms" }, "a 1.02 s b\n980\xc2\xb5s\n998 us 1.01 ms\n1m2.5s\n",
	    "t=1020,0.97999999999999998,0.998,62500;" },
	{ { "-u", "ms" }, "1.005s\n", "t=1005;" },
	{ { "-u", "ms" }, "5s ms\n", "t=5000;" },
	{ { "-u", "s" }, "1e+3ms 5 s\n", "t=1;" },
	{ { "-d", ",", "-u", "ms" }, "a,12.5 ms\nb, 1 s\n", "t=12.5,1000;" },
	{ { "-u", "s" }, "2 hours 4 s\n", "-:1: \"hours\": minutes and hours "
	    "are "
	    "read only with seconds in one word, such as 1m2.5s" },
	{ { "-d", ",", "-C", "t", "-k", "#id" }, "#id,t\na,1\n#b,2\n",
	    "a:t=1;#b:t=2;" },
	{ { "-u", "ns/op" }, "1 \xc2\xb5s/op\n2ms/op\n7 s\n",
	    "t=1000,2000000;" },
	{ { "-u", "ms" }, "x ms\n", "-:1: \"x\" is not a number" },
	{ { "-u", "ms" }, "x s 3 ms\n", "t=3;" },
	{ { "-u", "ms" }, "1m 2.5s\n", "-:1: \"1m\": minutes and hours are "
	    "read only with seconds in one word, such as 1m2.5s" },
	{ { "-u", "s" }, "1,234 s\n", "-:1: \"1,234\" is not a number: does "
	    "the comma mark decimals or group digits?" },
	{ { "-u", "ops/sec" }, "478,061 ops/sec\n1,234,567.5ops/sec\n",
	    "t=478061,1234567.5;" },
	{ { "-u", "ops" }, "1,23 ops\n", "-:1: \"1,23\" is not a number: does "
	    "the comma mark decimals or group digits?" },
	{ { "-u", "ops" }, "0,123 ops\n", "-:1: \"0,123\" is not a number: "
	    "does the comma mark decimals or group digits?" },
	{ { "-u", "ops" }, "-1,234 ops\n", "t=-1234;" },
	{ { "-u", "GB/s" }, "1.5 GB/s 7 MB/s\n900 MB/s\n", "-:2: the unit is "
	    "\"MB/s\", not GB/s: a prefix means 1000 in one tool and 1024 in "
	    "another" },
	{ { "-u", "KiB" }, "5MiB\n", "-:1: the unit is \"MiB\", not KiB: a "
	    "prefix means 1000 in one tool and 1024 in another" },
	{ { "-u", "GB/s" }, "5 B/s\n", "-:1: the unit is \"B/s\", not GB/s: a "
	    "prefix means 1000 in one tool and 1024 in another" },
	{ { "-u", "B" }, "5 B\n5 of MB\n", "t=5;" },
	{ { "-u", "allocs/op" }, "5 allocs/op\n6 Mallocs/op\n", "t=5;" },
	{ { "-u", "Mbit/s" }, "5 kbit/s\n", "-:1: the unit is \"kbit/s\", "
	    "not Mbit/s: a prefix means 1000 in one tool and 1024 in another" },
	{ { "-u", "fps" }, "5.5 fps, 6fps;\n7 fps)\n", "t=5.5,7;" },
	{ { "-u", "msec" }, "5 ms\n6 sec\n7nsec\n",
	    "t=5,6000,6.9999999999999999e-06;" },
	{ { "-u", "elapsed" }, "0:00.25elapsed\n1:02 elapsed\n",
	    "t=0.25,62;" },
	{ { "-u", "s" }, "12:03:55 took 5 s\n", "t=5;" },
	{ { "-u", "ms" }, "5e3us +1.5e-1s\n-1m2s\n", "t=5,-62000;" },
	{ { "-u", "ops" }, "1e3 ops\n-1,234.5e1 ops\n", "t=1000,-12345;" },
	{ { "-u", "ops" }, "1e ops\n", "-:1: \"1e\" is not a number" },
	{ { "-u", "ns/op" }, "1m2s ns/op\n", "-:1: \"1m2s\" is not a number" },
	{ { "-u", "MB/s" }, "2s MB/s\n", "-:1: \"2s\" is not a number" },
	{ { "-u", "ns/op" }, "0s ns/op\n", "-:1: \"0s\" is not a number" },
	{ { "-u", "ms" }, "0:14 s\n0:02sec\n0:14 ms\n", "-:3: \"0:14\" is not "
	    "a number" },
	{ { "-u", "a,b", "-k", "1" }, "x 1 a 2 b\ny 3 b\nz\n",
	    "x:a.t=1;b.t=2;y:b.t=3;" },
	{ { "-u", "a,b" }, "1 a\n", "-: no values: no field is b" },

	/* parts of a column or a line */
	{ { "-C", "~time=([0-9.]+ ms)" }, "64 bytes time=0.5 ms\n"
	    "time=0.7 ms x\n", "t=0.00050000000000000001,"
	    "0.00069999999999999999;" },
	{ { "-C", "~=([0-9]*)" }, "a=1\nb\nc=\n", "-:2: warning: 2 lines left "
	    "out; "
	    "in this one, column ~=([0-9]*) is missing or empty t=1;" },
	{ { "-C", "2~[0-9]+" }, "a x12y\nb 13\n", "t=12,13;" },
	{ { "-C", "v~[0-9]+" }, "n v\nb x13\n", "t=13;" },
	{ { "-C", "v~1" }, "n v~1\n1 2\n", "t=2;" },
	{ { "-k", "~\"[A-Z]+ ([^ ?]*)", "-C", "3" },
	    "\"GET /a?b 5\n\"PUT /c 7\n", "/a:t=5;/c:t=7;" },
	{ { "-d", ",", "-k", "1~^.", "-C", "2" }, "\"x\"\"y\",5\n", "x:t=5;" },
	{ { "-d", ",", "-k", "~^.", "-C", "2" }, "\"xy\",5\n", "\":t=5;" },
	{ { "-k", "1~a,b|c", "-C", "2" }, "xa,bx 5\nc 6\n", "a,b:t=5;c:t=6;" },
	{ { "-k", "1", "-k", "2~..", "-C", "3" }, "x yyy 5\n", "x/yy:t=5;" },
	{ { "-k", "1", "-b", "1~/p=([a-z]*)", "-C", "2" },
	    "B/p=x-8 1\nB/p=y-8 2\n/p=x 3\nB 4\n", "-:4: warning: 1 line left "
	    "out; "
	    "in this one, column 1~/p=([a-z]*) is missing or empty "
	    "B-8:x=1;y=2;x=3;" },
	{ { "-k", "1,2", "-b", "2=b,a~[ab]", "-C", "3" },
	    "x 1a2 1\nx 1b2 2\nx 1c2 3\n", "-:3: warning: 1 line left out; "
	    "in this one, column 2~[ab] is missing or empty "
	    "x/12:b=2;a=1;" },
	{ { "-b", "=b,a~v=(.)", "-C", "2" }, "v=a 1\nv=b 2\nv=c 3\n",
	    "b=2;a=1;" },
	{ { "-r", "1~^.", "-C", "2" }, "a1 1\na2 3\nb1 5\n", "t=2,5;" },

	/* headings and comments as headers */
	{ { "-k", "pkg:,1", "-u", "ns/op" }, "X 1 9 ns/op\npkg: a\n"
	    "X 1 1 ns/op\npkg: b\nX 1 2 ns/op\n",
	    "/X:t=9;a/X:t=1;b/X:t=2;" },
	{ { "-b", "v:", "-C", "1" }, "v: old\n1\nv: new\n2\n",
	    "old=1;new=2;" },
	{ { "-k", "p:,n", "-C", "v" }, "p:  a b \nn v\nx 1\n", "a b/x:t=1;" },
	{ { "-k", "p:,n:", "-C", "v" }, "n: v\np: a\nx 1\n", "a/x:t=1;" },
	{ { "-k", "p:,q:", "-C", "1", "-e", "^[0-9]" },
	    "p: a\n1 q: b\n2 p: c\n3\n", "a/b:t=1;c/:t=2;a/:t=3;" },
	{ { "-k", "pkg:", "-C", "1" }, "1\n2\n", "-: warning: no record or "
	    "heading has the tag pkg: -:1: warning: 2 lines left out; "
	    "in this one, column pkg: is missing or empty -: no "
	    "values" },
	{ { "-b", "v:", "-C", "1" }, "1\nv: a\n2\n", "-:1: warning: 1 line "
	    "left out; "
	    "in this one, column v: is missing or empty a=2;" },
	{ { "-b", "p:~[ab]", "-k", "p:", "-C", "1" }, "p: xa\n1\np: xb\n2\n",
	    "x:a=1;b=2;" },
	{ { "-k", "# n:", "-u", "s" }, "# n: a\n1 s\n# n: b\n2 s\n",
	    "a:t=1;b:t=2;" },

	/* tags */
	{ { "-C", "total:" }, "connect: 1 total: 2\nfoo\ntotal: 3\n",
	    "t=2,3;" },
	{ { "-C", "time=" }, "realtime=5 time=6\n(time=7)\nxtime=8\n",
	    "t=6,7;" },
	{ { "-C", "time=" }, "time=5 ms\ntime=6ms,\ntime= 7 us) x\n",
	    "t=0.0050000000000000001,0.0060000000000000001,"
	    "6.9999999999999999e-06;" },
	{ { "-C", "t:" }, "t: 0:00.25\nt: 1:02:03\nt: 2m3.5s\n",
	    "t=0.25,3723,123.5;" },
	{ { "-C", "t:" }, "t: 5ms s\nt: 0:14 s\n",
	    "t=0.0050000000000000001,14;" },
	{ { "-C", "t:" }, "t: 0xF s\n", "-:1: \"0xF\" is not a number" },
	{ { "-C", "t:" }, "t: 0:14 ms\n", "-:1: \"0:14\" is not a number" },
	{ { "-C", "t:" }, "t: 0xF\n", "t=15;" },
	{ { "-C", "t:" }, "t: 1:60\n", "-:1: \"1:60\" is not a number" },
	{ { "-C", "t:" }, "t: 5m\n", "-:1: \"5m\" is not a number" },
	{ { "-C", "a:,b:" }, "a: 1 b: 2\nb: 3\na:\nc\n", "-:3: warning: 1 "
	    "line left out; "
	    "in this one, column a: is missing or empty a:.t=1;b:.t=2,3;" },
	{ { "-C", "a:" }, "b: 1\n", "-: no values: no line has a:" },
	{ { "-C", "a:", "-k", "k=" }, "k=\"x\", a: 1 s\n{k=y a: 2s, # a: 3\n",
	    "x:t=1;y:t=2;" },
	{ { "-C", "v:", "-k", "n" }, "n v: w\na 1 2\n", "a:t=1;" },
	{ { "-C", "v:", "-k", "n:" }, "n: a\nv: 1\nn: b v: 2\nv: 3\n",
	    "a:t=1,3;b:t=2;" },
	{ { "-C", "rate:~[0-9]+" }, "rate: x7y 8\n", "t=7;" },

	/* the file's path */
	{ { "-k", "@", "-C", "1" }, "1\n2\n", "-:t=1,2;" },
	{ { "-k", "@~(.)", "-C", "a" }, "@ a\n1 2\n", "-:t=2;" },

	/* XML, and what is empty */
	{ { "-C", "2" }, "<?xml a?>\n1 2\n",
	    "-: this is XML, which is not read" },
	{ { "-C", "~v=\"(.*)\"" }, "<?xml v=\"1\"?>\n<a v=\"2\"/>\n",
	    "t=1,2;" },
	{ { "-C", "a" }, "", "-: the input is empty" },
	{ { "-C", "a" }, "\n", "-: no header names the column \"a\"; the "
	    "first line is \"\"" },

	{ { "-C", "usr" }, "# time usr sys\n1 2 3\n# time usr sys\n4 5 6\n",
	    "t=2,5;" },
	{ { "-C", "t" }, "# h;i;t\na;b;7\n# h;i;t\na;b;8\n", "t=7,8;" },
	{ { "-C", "t" }, "#h;t\na;7\n#h;t\n", "t=7;" },

	/* lists */
	{ { "-C", "a,b" }, "a b\n1 2\n3 4\n", "a.t=1,3;b.t=2,4;" },
	{ { "-C", "2/1,1", "-k", "3" }, "2 6 x\n",
	    "x:2/1.t=3;1.t=2;" },
	{ { "-C", "1,2~[0-9]" }, "1 x2\n3\n", "-:2: warning: 1 line left out; "
	    "in this one, column 2~[0-9] is missing or empty "
	    "1.t=1,3;2~[0-9].t=2;" },
	{ { "-C", "1,9" }, "1\n", "-:1: warning: 1 line left out; "
	    "in this one, column 9 is missing or empty -: no values of 9" },

	/* all of -e, none of -x */
	{ { "-e", "a", "-e", "b", "-x", "c", "-C", "2" },
	    "a 1\nab 2\nabc 3\nb 4\n", "t=2;" }
};

START_TEST(lines_readings)
{
	check_reading(&line_readings[_i]);
}
END_TEST

static char *no_arguments[] = { NULL };

/* Lines as files have them, most of them plain; each has two fields. */
static char *
random_lines(size_t count, uint64_t *state)
{
	static const char *const fields[] = { "1", "-2.5", "3e4", "0", ".5",
	    "12345678901234567890", "1e-400", "0x1p4", "+7" };
	static const char *const odd[] = { "x", "1e999", "2x", "nan", "-" };
	static const char *const gaps[] = { " ", "\t", "  ", " \t " };
	static const char *const ends[] = { "\n", "\n", "\r\n", " \n", "\t\n",
	    " # 5\n", " 6 #\n", " #\r\n", "\n\n", "\n#\n", "\n \r\n",
	    "\f\n", "\n# 1 2\n" };
	char *text = copied("");
	size_t i, j;

#define ANY(list) \
	list[(size_t)(random_number(state) * (sizeof(list) / sizeof(*list)))]
	for (i = 0; i < count; i++) {
		text = joined(text, random_number(state) < 0.1 ? " " : "");
		for (j = 0; j < 2; j++) {
			text = joined(text, j == 0 ? "" : ANY(gaps));
			text = joined(text, random_number(state) < 0.002 ?
			    ANY(odd) : ANY(fields));
		}
		text = joined(text, ANY(ends));
	}
#undef ANY
	if (random_number(state) < 0.5)
		text[strlen(text) - 1] = '\0';
	return text;
}

static void
compare_ways(const char *text, char *column)
{
	char *plain[] = { "-C", column, NULL };
	char *careful[] = { "-C", column, "-x", "never", NULL };
	FILE *file = tmpfile();
	char *quick, *slow;

	ck_assert(file != NULL);
	fputs(text, file);
	rewind(file);
	quick = reading_from(fileno(file), plain);
	rewind(file);
	slow = reading_from(fileno(file), careful);
	ck_assert_msg(strcmp(quick, slow) == 0, "column %s of\n%.2000s\n"
	    "%.1000s\n%.1000s", column, text, quick, slow);
	free(slow);
	free(quick);
	fclose(file);
}

/* What the shortcut for plain lines reads is what all else reads. */
START_TEST(lines_plain)
{
	uint64_t state = 1 + (uint64_t)_i;
	char *text;
	int i;

	for (i = 0; i < 500; i++) {
		text = random_lines(1 + (size_t)_i * 10, &state);
		compare_ways(text, "1");
		compare_ways(text, "2");
		free(text);
	}
}
END_TEST

/* The same text, repeated over some blocks. */
START_TEST(lines_plain_blocks)
{
	uint64_t state = 17 + (uint64_t)_i;
	char *text = random_lines(50, &state), *many;
	const size_t length = strlen(text), copies = 3 * BLOCK_SIZE / length;
	size_t i;

	many = allocate(length * copies + 1, 1);
	for (i = 0; i < copies; i++)
		memcpy(many + i * length, text, length);
	many[length * copies] = '\0';
	compare_ways(many, "1");
	compare_ways(many, "2");
	free(many);
	free(text);
}
END_TEST

/* A NUL byte in or behind the first block; lines are counted to it. */
START_TEST(lines_nul)
{
	static const size_t lines[] = { 0, 1, 2, 70000, 200000 };
	const size_t length = 2 * lines[_i];
	char *text = allocate(length + 4, 1), *all, want[100];
	size_t i;

	for (i = 0; i < length; i++)
		text[i] = i % 2 == 0 ? '1' : '\n';
	memcpy(text + length, "2\0003\n", 4);
	all = reading_of(no_arguments, text, length + 4);
	snprintf(want, sizeof(want), "-:%zu: a NUL byte: this is not plain "
	    "text (binary, UTF-16?)", lines[_i] + 1);
	ck_assert_str_eq(all, want);
	free(all);
	free(text);
}
END_TEST

/* Fields and lines about the size of a block, and far beyond. */
START_TEST(lines_long)
{
	static const size_t lengths[] = { BLOCK_SIZE - 3, BLOCK_SIZE - 2,
	    BLOCK_SIZE - 1, BLOCK_SIZE, BLOCK_SIZE + 1, 2 * BLOCK_SIZE,
	    1000000 };
	const size_t length = lengths[_i];
	static const char rest[] = " 1\ny 2\n";
	char *text = allocate(length + sizeof(rest), 1), *all;
	char *second_column[] = { "-C", "2", NULL };

	memset(text, 'x', length);
	strcpy(text + length, rest);
	all = reading_of(second_column, text, strlen(text));
	ck_assert_str_eq(all, "t=1,2;");
	free(all);
	free(text);
}
END_TEST

START_TEST(lines_too_many_sets)
{
	char *first_column[] = { "-b", "1", "-C", "2", NULL };
	char *text = copied(""), *all, line[20];
	int i;

	for (i = 0; i <= MAX_SETS; i++) {
		snprintf(line, sizeof(line), "s%d %d\n", i, i);
		text = joined(text, line);
	}
	all = reading_of(first_column, text, strlen(text));
	ck_assert_str_eq(all, "-:51: more than 50 sets: does -b name a column "
	    "of labels?");
	free(all);
	free(text);
}
END_TEST

START_TEST(lines_unreadable)
{
	const int directory = open("tests", O_RDONLY);
	char *all, want[200];

	ck_assert_int_ne(directory, -1);
	all = reading_from(directory, no_arguments);
	snprintf(want, sizeof(want), "-: %s", strerror(EISDIR));
	ck_assert_str_eq(all, want);
	close(directory);
	free(all);
}
END_TEST

static Suite *
suite_lines(void)
{
	Suite *suite = suite_create("lines");
	TCase *lines = tcase_create("lines"), *read = tcase_create("readings");

	tcase_add_loop_test(lines, lines_cut, 0, LINE_CASES);
	tcase_add_loop_test(lines, lines_slow, 0, 2);
	tcase_add_test(lines, lines_mark);
	tcase_add_loop_test(lines, lines_nul, 0, 5);
	tcase_add_loop_test(lines, lines_long, 0, 7);
	tcase_add_test(lines, lines_unreadable);
	suite_add_tcase(suite, lines);
	tcase_set_timeout(read, 60);
	tcase_add_loop_test(read, lines_readings, 0,
	    sizeof(line_readings) / sizeof(*line_readings));
	tcase_add_loop_test(read, lines_plain, 0, 5);
	tcase_add_loop_test(read, lines_plain_blocks, 0, 6);
	tcase_add_test(read, lines_too_many_sets);
	suite_add_tcase(suite, read);
	return suite;
}
