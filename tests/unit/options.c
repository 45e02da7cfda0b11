/*
 * ---- Options -------------------------------------------------------------
 * What arguments ask for, or what is wrong with them.
 */

#define LIST_14	"1,2,3,4,5,6,7,8,9,10,11,12,13,14"
#define LIST_50	LIST_14 ",15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31," \
    "32,33,34,35,36,37,38,39,40,41,42,43,44,45,46,47,48,49,50"

/* Arguments that are refused, and why. */
static const struct refused {
	char *argument[7];
	const char *message;
} refused[] = {
	{ { "-Z" }, "-Z: no such option" },
	{ { "--foo" }, "--: no such option" },
	{ { "-A", "-w" }, "-w: expected a width from 2 to 10000" },
	{ { "-c" }, "-c: expected a number such as 95, above 0 and below 100" },

	{ { "-C", "0" },
	    "-C: \"0\" is not a column's number "
	    "or name, with /column or ~regex, or a list" },
	{ { "-C", "-1" },
	    "-C: \"-1\" is not a column's number "
	    "or name, with /column or ~regex, or a list" },
	{ { "-C", "+1" },
	    "-C: \"+1\" is not a column's number "
	    "or name, with /column or ~regex, or a list" },
	{ { "-C", "00" },
	    "-C: \"00\" is not a column's number "
	    "or name, with /column or ~regex, or a list" },
	{ { "-C", "" },
	    "-C: \"\" is not a column's number "
	    "or name, with /column or ~regex, or a list" },
	{ { "-C", "4294967297" },
	    "-C: \"4294967297\" is not a column's number "
	    "or name, with /column or ~regex, or a list" },
	{ { "-C", "18446744073709551617" },
	    "-C: \"18446744073709551617\" is not a column's number "
	    "or name, with /column or ~regex, or a list" },
	{ { "-b", "0" }, "-b: \"0\" is not a column's number or name, "
	    "or one and =label,..." },
	{ { "-b", "" }, "-b: \"\" is not a column's number or name, "
	    "or one and =label,..." },

	{ { "-b", "=b" }, "-b: \"=b\" is not a column's number or name, "
	    "or one and =label,..." },
	{ { "-b", "a=b,b" }, "-b: \"b\" is listed twice" },
	{ { "-b", "a=" LIST_50 ",51" }, "-b: more than 50 are listed" },
	{ { "-b", "a=b,,c" }, "-b: \"a=b,,c\" is not a column's number or "
	    "name, or one and =label,..." },
	{ { "-b", "a=b~" }, "-b: \"a=b~\" is not a column's number or name, "
	    "or one and =label,..." },

	{ { "-c", "0" },
	    "-c: \"0\" is not a number such as 95, "
	    "above 0 and below 100" },
	{ { "-c", "100" },
	    "-c: \"100\" is not a number such as 95, "
	    "above 0 and below 100" },
	{ { "-c", "-5" },
	    "-c: \"-5\" is not a number such as 95, "
	    "above 0 and below 100" },
	{ { "-c", "95%" },
	    "-c: \"95%\" is not a number such as 95, "
	    "above 0 and below 100" },
	{ { "-c", "nan" },
	    "-c: \"nan\" is not a number such as 95, "
	    "above 0 and below 100" },
	{ { "-c", "" },
	    "-c: \"\" is not a number such as 95, "
	    "above 0 and below 100" },

	{ { "-d", "" },
	    "-d: \"\" is not a list of ASCII characters other than "
	    "quote, newline and backslash (\\t is a tab)" },
	{ { "-d", ",\"" },
	    "-d: \",\"\" is not a list of ASCII characters other than "
	    "quote, newline and backslash (\\t is a tab)" },
	{ { "-d", "\n" },
	    "-d: \"\\x0a\" is not a list of ASCII characters other than "
	    "quote, newline and backslash (\\t is a tab)" },

	{ { "-d", "\\n" },
	    "-d: \"\\n\" is not a list of ASCII characters other than "
	    "quote, newline and backslash (\\t is a tab)" },
	{ { "-d", ",\\" },
	    "-d: \",\\\" is not a list of ASCII characters other than "
	    "quote, newline and backslash (\\t is a tab)" },
	{ { "-d", "\xe2\x94\x82" },	/* U+2502, the bar of tables */
	    "-d: \"\xe2\x94\x82\" is not a list of ASCII characters "
	    "other than quote, newline and backslash (\\t is a tab)" },

	{ { "-d", "\xc2\xb7" },	/* U+00B7, a dot */
	    "-d: \"\xc2\xb7\" is not a list of ASCII characters "
	    "other than quote, newline and backslash (\\t is a tab)" },

	{ { "-H", "-1" }, "-H: \"-1\" is not a number of rows, or 0" },
	{ { "-H", "1.5" }, "-H: \"1.5\" is not a number of rows, or 0" },
	{ { "-H", "" }, "-H: \"\" is not a number of rows, or 0" },
	{ { "-w", "1" }, "-w: \"1\" is not a width from 2 to 10000" },
	{ { "-w", "10001" }, "-w: \"10001\" is not a width from 2 to 10000" },
	{ { "-w", "8O" }, "-w: \"8O\" is not a width from 2 to 10000" },
	{ { "-w", " 60" }, "-w: \" 60\" is not a width from 2 to 10000" },
	{ { "-w", "-60" }, "-w: \"-60\" is not a width from 2 to 10000" },
	{ { "-w", "0x20" }, "-w: \"0x20\" is not a width from 2 to 10000" },
	{ { "-w", "99999999999999999999999" },
	    "-w: \"99999999999999999999999\" is not a width from 2 to 10000" },
	{ { "-u", "" }, "-u: \"\" is not a list of units" },

	{ { "-f", "some" }, "-f: \"some\" is not each, all or shown" },
	{ { "-m", "" },
	    "-m: \"\" is not a percentage such as 2%, a number such "
	    "as 0.5, or both: 2%,0.5" },
	{ { "-m", "%" },
	    "-m: \"%\" is not a percentage such as 2%, a number such "
	    "as 0.5, or both: 2%,0.5" },
	{ { "-m", "-1" },
	    "-m: \"-1\" is not a percentage such as 2%, a number such "
	    "as 0.5, or both: 2%,0.5" },
	{ { "-m", "2%%" },
	    "-m: \"2%%\" is not a percentage such as 2%, a number such "
	    "as 0.5, or both: 2%,0.5" },
	{ { "-m", "inf" },
	    "-m: \"inf\" is not a percentage such as 2%, a number such "
	    "as 0.5, or both: 2%,0.5" },
	{ { "-o", "xml" }, "-o: \"xml\" is not text, markdown, json or csv" },
	{ { "-o", "" }, "-o: \"\" is not text, markdown, json or csv" },
	{ { "-t", "" },
	    "-t: \"\" is not student, welch, mannwhitney, paired, "
	    "exact or a quantile such as p99" },
	{ { "-t", "students" },
	    "-t: \"students\" is not student, welch, mannwhitney, paired, "
	    "exact or a quantile such as p99" },
	{ { "-k", "1,,2" },
	    "-k: \"1,,2\" is not a list of columns" },
	{ { "-k", LIST_14 ",15" }, "-k: more than 14 are listed" },
	{ { "-k", LIST_14, "-k", "15" }, "-k: more than 14 are listed" },
	{ { "-C", LIST_14 ",15" }, "-C: more than 14 are listed" },
	{ { "-u", LIST_14 ",15" }, "-u: more than 14 are listed" },

	{ { "-k", "1,01" }, "-k: \"01\" is listed twice" },
	{ { "-k", "a,b", "-k", "c,a" }, "-k: \"a\" is listed twice" },
	{ { "-C", "1,01" }, "-C: \"01\" is listed twice" },
	{ { "-C", "x,y,x" }, "-C: \"x\" is listed twice" },
	{ { "-C", "y,002,1,2" }, "-C: \"2\" is listed twice" },
	{ { "-u", "ns,ns" }, "-u: \"ns\" is listed twice" },
	{ { "-C", "-1/2" },
	    "-C: \"-1/2\" is not a column's number "
	    "or name, with /column or ~regex, or a list" },
	{ { "-C", "/" },
	    "-C: \"/\" is not a column's number "
	    "or name, with /column or ~regex, or a list" },
	{ { "-C", "@" },
	    "-C: \"@\" is not a column's number "
	    "or name, with /column or ~regex, or a list" },
	{ { "-C", "a,@~x" },
	    "-C: \"a,@~x\" is not a column's number "
	    "or name, with /column or ~regex, or a list" },
	{ { "-C", "a:,b" },
	    "-C: \"a:,b\" has both tags and other columns" },
	{ { "-C", "2,time=" },
	    "-C: \"2,time=\" has both tags and other columns" },
	{ { "-u", "ns,total:" }, "-u: -C total: takes the number after it" },
	{ { "-r", "-" },
	    "-r: \"-\" is not a column's number or name, @ or []" },

	{ { "-g", "equal" }, "-g equal needs a margin (-m)" },
	{ { "-g", "not-lower" }, "-g not-lower needs a margin (-m)" },
	{ { "-C", "2", "-u", "ns" }, "-C and -u both choose the value" },
	{ { "-u", "ns", "-C", "2" }, "-C and -u both choose the value" },
	{ { "-u", "ns", "-C", "time" }, "-C and -u both choose the value" },
	{ { "-g", "equal", "-m", "1", "-f", "shown" }, "-f shown does not go "
	    "with -g equal, which passes only when all is shown" },
	{ { "-", "a", "-" }, "standard input (-) can be read only once" }
};

static void
accept(const void *argument)
{
	accepted((char *const *)argument);
}

START_TEST(option_refused)
{
	const char *trouble = trouble_of(accept, refused[_i].argument);

	ck_assert_ptr_nonnull(trouble);
	ck_assert_str_eq(trouble, joined(copied(refused[_i].message),
	    "; try ministat -h"));
}
END_TEST

#define ACCEPTED(...)	accepted((char *[]){ __VA_ARGS__, NULL })

START_TEST(option_defaults)
{
	const struct options o = accepted((char *[]){ NULL });

	ck_assert_double_eq(o.confidence, 95);
	ck_assert_uint_eq(o.width, 0);
	ck_assert_uint_eq(o.height, DEFAULT_HEIGHT);
	ck_assert(o.plot && !o.gate_matters);
	for (int i = 0; i <= UCHAR_MAX; i++)
		ck_assert(!o.given[i]);
	ck_assert_str_eq(o.gate->name, "any");
	ck_assert_uint_eq(o.selection.nmeasures, 1);
	ck_assert_ptr_eq(o.selection.column[VALUE].typed, NULL);
	ck_assert_ptr_eq(o.selection.column[SET].typed, NULL);
	ck_assert_ptr_eq(o.selection.delimiters, default_delimiters);
	ck_assert_uint_eq(o.nfiles, 0);
}
END_TEST

START_TEST(option_flags)
{
	struct options o = ACCEPTED("-Aqs");

	ck_assert(!o.plot && !o.given['n'] && o.given['q'] && o.given['s']);
	o = ACCEPTED("-n");
	ck_assert(!o.plot && o.given['n'] && !o.given['q'] && !o.given['s']);
	ck_assert(ACCEPTED("-v").given['v']);
	ck_assert(!ACCEPTED("-o", "csv").given['v']);
	ck_assert(ACCEPTED("-DSp").given['D'] && ACCEPTED("-DSp").given['S']);
	ck_assert(ACCEPTED("-DSp").given['p'] && !ACCEPTED("-DS").given['p']);
	ck_assert(!ACCEPTED("-o", "csv").plot);
}
END_TEST

/*
 * -h has a line for each option with an argument, and a word for each flag.  It
 * fits a screen of 80 columns and 30 lines.
 */
START_TEST(option_letters_and_help)
{
	char flag[] = " -? ";
	size_t nlines = 1, width = 0, narguments = 0;

	for (const char *p = option_letters + 1; *p != '\0'; p++) {
		flag[2] = *p;
		if (p[1] == ':') {
			ck_assert_int_eq(find_argument(*p)->letter, *p);
			narguments++;
			p++;
		} else {
			ck_assert_msg(strstr(help_end, flag) != NULL,
			    "-%c: no help", *p);
		}
	}
	ck_assert_uint_eq(narguments, COUNT(option_arguments));
	for (size_t i = 0; i < COUNT(option_arguments); i++) {
		const struct argument *a = &option_arguments[i];
		const char *line = a->help;

		ck_assert(find_argument(a->letter) == a);
		ck_assert(strcspn(a->help, " ") < 17);
		ck_assert(strcspn(line, "\n") <= 75);
		nlines++;
		while ((line = strchr(line, '\n')) != NULL) {
			line++;
			ck_assert(strcspn(line, "\n") <= 80);
			nlines++;
		}
	}
	for (const char *p = help_end; *p != '\0'; p++) {
		width = *p == '\n' ? 0 : width + 1;
		ck_assert_uint_le(width, 80);
		if (*p == '\n')
			nlines++;
	}
	ck_assert_uint_le(nlines, 30);
}
END_TEST

/* The numbers in these texts are the limits, and the fields of JSON fit. */
START_TEST(option_limits)
{
	char text[80];

	sprintf(text, "from %d to %d", MIN_WIDTH, MAX_WIDTH);
	ck_assert_ptr_nonnull(strstr(find_argument('w')->expected, text));
	sprintf(text, "(default %d ", DEFAULT_WIDTH);
	ck_assert_ptr_nonnull(strstr(find_argument('w')->help, text));
	sprintf(text, "(default %d;", DEFAULT_HEIGHT);
	ck_assert_ptr_nonnull(strstr(find_argument('H')->help, text));
	ck_assert_int_le(MAX_MEASURES, 16);
}
END_TEST

/* What -o and -t expect, and their help, have all names of the tables. */
START_TEST(option_names_in_help)
{
	for (size_t i = 0; i < COUNT(formats); i++) {
		ck_assert_ptr_nonnull(strstr(find_argument('o')->expected,
		    formats[i].name));
		ck_assert_ptr_nonnull(strstr(find_argument('o')->help,
		    formats[i].name));
	}
	for (const struct test *t = tests; !t->any_quantile; t++) {
		ck_assert_ptr_nonnull(strstr(find_argument('t')->expected,
		    t->name));
		ck_assert_ptr_nonnull(strstr(find_argument('t')->help,
		    t->name));
	}
	for (size_t i = 0; i < COUNT(gates); i++)
		ck_assert_ptr_nonnull(strstr(find_argument('g')->expected,
		    gates[i].name));
}
END_TEST

START_TEST(option_values)
{
	ck_assert_uint_eq(ACCEPTED("-w", "2").width, 2);
	ck_assert_uint_eq(ACCEPTED("-w10000").width, 10000);
	ck_assert_uint_eq(ACCEPTED("-w", "007").width, 7);
	ck_assert_uint_eq(ACCEPTED("-H", "0").height, 0);
	ck_assert_uint_eq(ACCEPTED("-H", "2147483647").height, 2147483647);
	ck_assert_double_eq(ACCEPTED("-c", "99.99").confidence, 99.99);
	ck_assert_double_eq(ACCEPTED("-c", "1e-3").confidence, 0.001);
	ck_assert_double_eq(ACCEPTED("-c", "50", "-c80").confidence, 80);
	ck_assert_str_eq(ACCEPTED("-g", "any").gate->name, "any");
	ck_assert_str_eq(ACCEPTED("-g", "higher").gate->name, "higher");
	ck_assert_str_eq(ACCEPTED("-g", "lower").gate->name, "lower");
	ck_assert_str_eq(ACCEPTED("-g", "none").gate->name, "none");
	ck_assert_str_eq(
	    ACCEPTED("-u", "ns/op").selection.column[VALUE].typed,
	    "ns/op");
}
END_TEST

START_TEST(option_tests_and_margins)
{
	struct options o = ACCEPTED("-m", "2.5%", "-g", "equal");

	ck_assert(o.question.margin.has_percent);
	ck_assert_double_eq(o.question.margin.percent, 2.5);
	ck_assert_str_eq(o.gate->name, "equal");
	o = ACCEPTED("-m", "0.5", "-g", "not-higher");
	ck_assert(o.question.margin.has_amount);
	ck_assert_double_eq(o.question.margin.amount, 0.5);
	ck_assert_str_eq(o.gate->name, "not-higher");
	ck_assert_str_eq(ACCEPTED("-A").question.test.name, "student");
	ck_assert_str_eq(ACCEPTED("-t", "w").question.test.name, "welch");
	ck_assert_str_eq(ACCEPTED("-t", "mann").question.test.name,
	    "mannwhitney");
	ck_assert_str_eq(ACCEPTED("-t", "paired").question.test.name,
	    "paired");
	ck_assert_str_eq(ACCEPTED("-A").format->name, "text");
	ck_assert_str_eq(ACCEPTED("-o", "json").format->name, "json");
	ck_assert_str_eq(ACCEPTED("-o", "csv").format->name, "csv");
}
END_TEST

START_TEST(option_keys_and_families)
{
	struct options o = ACCEPTED("-k", "2,name,14");
	const struct column *key = o.selection.column + KEY;

	ck_assert_uint_eq(o.selection.ncoordinates, KEY + 3);
	ck_assert_str_eq(key[0].typed, "2");
	ck_assert_str_eq(key[1].typed, "name");
	ck_assert_str_eq(key[2].typed, "14");
	ck_assert(!o.given['f']);
	ck_assert(ACCEPTED("-f", "all").family == FAMILY_ALL);
	ck_assert(ACCEPTED("-f", "each", "-k", "1").family == FAMILY_EACH);
	ck_assert(ACCEPTED("-f", "shown").family == FAMILY_SHOWN);
	o = ACCEPTED("-k", "1,2,3", "-k", "4~(a,b)~c");
	ck_assert_uint_eq(o.selection.ncoordinates, KEY + 4);
	ck_assert_str_eq(o.selection.column[KEY + 3].typed, "4~(a,b)~c");
}
END_TEST

START_TEST(option_gates)
{
	static char *const bad[] = { "", "an", "anything", "Higher", "0" };
	const char *trouble;
	size_t i;

	for (i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		trouble = trouble_of(accept,
		    (char *[]){ "-g", bad[i], NULL });
		ck_assert_msg(trouble != NULL, "-g \"%s\"", bad[i]);
		ck_assert(strncmp(trouble, "-g: \"", 5) == 0);
		ck_assert_ptr_ne(strstr(trouble, "any, higher, lower"), NULL);
	}
}
END_TEST

#define VALUE_COLUMN(...) \
	ACCEPTED(__VA_ARGS__).selection.column[VALUE].typed

START_TEST(option_columns)
{
	ck_assert_str_eq(VALUE_COLUMN("-C", "2147483647"), "2147483647");
	ck_assert_str_eq(VALUE_COLUMN("-C", "time 2"), "time 2");
	ck_assert_str_eq(VALUE_COLUMN("-C", "time", "-C", "3"), "3");
	ck_assert_str_eq(VALUE_COLUMN("-C", "2/3"), "2/3");
	ck_assert_str_eq(VALUE_COLUMN("-C", "99%"), "99%");
	ck_assert_str_eq(VALUE_COLUMN("-C", "2x"), "2x");
	ck_assert_str_eq(VALUE_COLUMN("-C", "a/b:"), "a/b:");
	ck_assert_str_eq(ACCEPTED("-b", "v==a").selection.label[0].typed, "a");
	ck_assert_str_eq(
	    ACCEPTED("-b", "v==a").selection.column[SET].typed, "v=");
	ck_assert_uint_eq(ACCEPTED("-b", "v=").selection.nlabels, 0);
	const struct selection s = ACCEPTED("-b", "v=a,b~x=y").selection;

	ck_assert_str_eq(s.column[SET].typed, "v~x=y");
	ck_assert_uint_eq(s.column[SET].name.length, 1);
	ck_assert_uint_eq(s.nlabels, 2);
	ck_assert_str_eq(s.label[0].typed, "a");
	ck_assert_str_eq(s.label[1].typed, "b");
}
END_TEST

/*
 * Only where a blank is among them does a run count as one.  What follows a
 * line, a newline or NUL, always ends a field.
 */
START_TEST(option_delimiter)
{
	static const struct { const char *text, *set; bool merge; } cases[] = {
		{ ",;", ",;", false },
		{ ", ", ", ", true },
		{ "\t", "\t", false },
		{ "\\t", "\t", false },
		{ "\xff", "\xff", false }
	};
	struct cutter s;

	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		set_delimiters(&s, cases[i].text);
		ck_assert(s.at_runs == cases[i].merge);
		for (int c = 0; c <= UCHAR_MAX; c++)
			ck_assert(s.is_delimiter[c] == (c == '\n' ||
			    strchr(cases[i].set, c) != NULL));
	}
}
END_TEST

static bool
fits(const regex_t *pattern, const char *line)
{
	return regexec(pattern, line, 0, NULL, 0) == 0;
}

START_TEST(option_regexes)
{
	const struct selection s =
	    ACCEPTED("-e", "x", "-e", "^a|b$", "-x", "c{2}").selection;

	ck_assert_uint_eq(s.nfilters, 3);
	ck_assert(fits(s.filter[0].regex, "xaz") && s.filter[0].accepts);
	ck_assert(fits(s.filter[1].regex, "az") && s.filter[1].accepts);
	ck_assert(!fits(s.filter[1].regex, "xaz"));
	ck_assert(fits(s.filter[2].regex, "acca") && !s.filter[2].accepts);
}
END_TEST

START_TEST(option_operands)
{
	struct options o = ACCEPTED("-w", "20", "a", "-", "-A");

	/* POSIX getopt(3) ends at the first operand, the GNU one need not. */
	ck_assert_uint_ge(o.nfiles, 2);
	ck_assert_str_eq(o.file[0], "a");
	ck_assert_str_eq(o.file[1], "-");
	o = ACCEPTED("-A", "--", "-n", "-w");
	ck_assert_uint_eq(o.nfiles, 2);
	ck_assert_str_eq(o.file[0], "-n");
	ck_assert_str_eq(o.file[1], "-w");
}
END_TEST

static Suite *
suite_options(void)
{
	Suite *suite = suite_create("options");
	TCase *tcase = tcase_create("arguments");

	tcase_add_loop_test(tcase, option_refused, 0,
	    sizeof(refused) / sizeof(refused[0]));
	tcase_add_test(tcase, option_defaults);
	tcase_add_test(tcase, option_flags);
	tcase_add_test(tcase, option_letters_and_help);
	tcase_add_test(tcase, option_limits);
	tcase_add_test(tcase, option_names_in_help);
	tcase_add_test(tcase, option_values);
	tcase_add_test(tcase, option_gates);
	tcase_add_test(tcase, option_tests_and_margins);
	tcase_add_test(tcase, option_keys_and_families);
	tcase_add_test(tcase, option_columns);
	tcase_add_test(tcase, option_delimiter);
	tcase_add_test(tcase, option_regexes);
	tcase_add_test(tcase, option_operands);
	suite_add_tcase(suite, tcase);
	return suite;
}
