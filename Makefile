# POSIX make: GNU make and bmake both run it.
.POSIX:
.SUFFIXES:
.NOTPARALLEL:
.PHONY: all abuse analysis bench check check-corpus check-figures \
    check-formats check-golden check-manual check-markdown check-packaging \
    check-parser check-reading check-unit clean demo deps dist faults fuzz \
    golden install lint mutants portability simulate uninstall

CC = cc
CPPFLAGS =
CFLAGS = -O2
LDFLAGS =
COMPILE = $(CC) $(CPPFLAGS) $(CFLAGS) $(LDFLAGS)

# The program is installed as $(DESTDIR)$(BINDIR)/$(PROGRAM).  Choose another
# PROGRAM where BSD's ministat is to remain.
DESTDIR =
PREFIX = /usr/local
BINDIR = $(PREFIX)/bin
MANDIR = $(PREFIX)/share/man/man1
PROGRAM = ministat

all: ministat

ministat: ministat.c
	$(COMPILE) ministat.c -lm -o ministat

# Three examples.  SHOW prints a command, runs it, and fails unless its status is
# 1, a difference, as in all of them.
SHOW = show() { \
	    echo "$$ ./ministat $$*"; \
	    status=0; \
	    ./ministat "$$@" || status=$$?; \
	    echo "(status $$status)"; \
	    [ "$$status" -eq 1 ]; \
	}

demo: ministat
	@$(SHOW); \
	echo '1. Two files are compared: times of gcc without and with -g.' && \
	show data/without data/with && \
	echo && \
	echo '2. What hyperfine wrote becomes a table, without options.' && \
	show data/text-old.json data/text-new.json && \
	echo && \
	echo '3. A gate for CI fails: gcc -g may be 2 percent slower or more.' && \
	show -A -q -g not-higher -m 2% data/without data/with

deps:
	CC="$(CC)" sh tests/unit/deps.sh

check: check-golden check-unit check-manual check-formats

# What the program prints, on the examples of tests/golden/TOPIC.txt, README
# and ministat.1, or of one TOPIC.
TOPIC =
GOLDEN = tests/golden/golden tests/golden/terminal

check-golden: ministat $(GOLDEN)
	tests/golden/golden $(TOPIC)

# What it prints now is what is expected: review it with git diff.
golden: ministat $(GOLDEN)
	tests/golden/golden -u $(TOPIC)

tests/golden/golden: tests/golden/golden.c
	$(COMPILE) tests/golden/golden.c -lm \
	    -o tests/golden/golden

tests/golden/terminal: tests/golden/terminal.c
	$(COMPILE) tests/golden/terminal.c \
	    -o tests/golden/terminal

# Its functions, all or one SUITE.  The test program is built every time, so
# that no suite can be stale.
SUITE =

check-unit:
	flags=$$(CC="$(CC)" sh tests/unit/libcheck.sh) && \
	    $(COMPILE) tests/unit/check_ministat.c $$flags \
	    -lm -o tests/unit/check_ministat
	tests/unit/check_ministat $(SUITE)

# Every message that the manual lists is one of the program.
check-manual:
	sh tests/manual/messages.sh

# The known formats, on files that the tools wrote and on all others.
check-formats: ministat
	sh tests/formats/formats.sh

# The number parser against strtod(3) on LINES random strings.
LINES = 100000000

check-parser:
	$(COMPILE) tests/fuzz/check_parser.c -lm \
	    -o tests/fuzz/check_parser
	tests/fuzz/check_parser $(LINES)

# How often the tests raise false alarms, one pair at a time and in suites.
simulate: ministat
	$(COMPILE) tests/simulate/simulate.c -lm -o tests/simulate/simulate
	tests/simulate/simulate
	sh tests/simulate/simulate_suites.sh
	sh tests/simulate/simulate_gates.sh
	sh tests/simulate/simulate_measures.sh
	bash tests/simulate/real_runs.sh

# All figures once more, by scipy and R where they are installed.
check-figures: ministat
	python3 tests/figures/figures.py

# What is read, value by value, by an implementation of its own in Python, on
# INPUTS random inputs with random options.
INPUTS = 20000

check-reading:
	CC="$(CC)" python3 tests/reading/reading.py $(INPUTS)
	python3 tests/reading/like.py $(INPUTS)

# What -o markdown prints, rendered by cmark-gfm and by markdown-it, on REPORTS
# random reports with names that try to leave their cell.
REPORTS = 2000

check-markdown: ministat
	python3 tests/markdown/markdown.py $(REPORTS)

# libFuzzer, with sanitizers, for FUZZ_SECONDS.  What it finds becomes
# tests/fuzz/crash-*, what it learns stays in tests/fuzz/corpus.
FUZZ_SECONDS = 600
FUZZ_CC = clang -g -O1 -fno-sanitize-recover=all \
    -fsanitize=fuzzer,address,undefined,float-cast-overflow

fuzz:
	cd tests/fuzz && $(FUZZ_CC) fuzz.c -lm -o fuzz && mkdir -p corpus && \
	    ASAN_OPTIONS=detect_leaks=0 ./fuzz -timeout=20 -max_len=1500 \
	        -max_total_time=$(FUZZ_SECONDS) -verbosity=0 \
	        -print_final_stats=1 corpus inputs

# The inputs that were kept, with any compiler.
check-corpus:
	$(COMPILE) -DFUZZ_REPLAY tests/fuzz/fuzz.c -lm -o tests/fuzz/replay
	tests/fuzz/replay tests/fuzz/inputs/*

faults: ministat
	CC="$(CC)" sh tests/faults/faults.sh

abuse: ministat
	sh tests/abuse/abuse.sh

# Warnings, rules of style, the manual, scripts; and, slower, static analysis,
# memory that was never written, coverage.
lint:
	sh tests/analysis/analysis.sh warnings style manual scripts

analysis:
	sh tests/analysis/analysis.sh analyzer cppcheck tidy memory coverage

# Other machines, compilers and levels: PORTABILITY=-f for a few of them.
PORTABILITY =

portability:
	sh tests/portability/portability.sh $(PORTABILITY)

# What the tests would miss, in half an hour: MUTANTS="count seed".
MUTANTS =

mutants:
	CC="$(CC)" sh tests/mutants/mutants.sh $(MUTANTS)

# The speed and memory of ministat and of similar programs, in a few minutes; or,
# with BASE=FILE, of another build of it.  BENCH="values rounds".
BENCH =
BASE =

bench: ministat
	CC="$(CC)" CFLAGS="$(CFLAGS)" sh tests/bench/bench.sh "$(BASE)" $(BENCH)

install: ministat
	mkdir -p "$(DESTDIR)$(BINDIR)" "$(DESTDIR)$(MANDIR)"
	cp ministat "$(DESTDIR)$(BINDIR)/$(PROGRAM)"
	chmod 755 "$(DESTDIR)$(BINDIR)/$(PROGRAM)"
	title=$$(echo "$(PROGRAM)" | tr '[:lower:]' '[:upper:]') && \
	    sed -e "s/^\.Dt MINISTAT/.Dt $$title/" \
	    -e "s/^\.Nm ministat/.Nm $(PROGRAM)/" ministat.1 \
	    >"$(DESTDIR)$(MANDIR)/$(PROGRAM).1"
	chmod 644 "$(DESTDIR)$(MANDIR)/$(PROGRAM).1"

uninstall:
	rm -f "$(DESTDIR)$(BINDIR)/$(PROGRAM)" \
	    "$(DESTDIR)$(MANDIR)/$(PROGRAM).1"

# ministat-VERSION.tar.gz, where VERSION is what -V ends with: the last commit,
# or, without git, these files, which then are those of an unpacked tarball.
FILES = .ci .gitignore Makefile README data ministat.1 ministat.c tests

dist: ministat
	version=$$(./ministat -V | awk '{ print $$NF; exit }') && \
	name=ministat-$$version && \
	if [ -e .git ]; then \
		git archive --prefix="$$name/" -o "$$name.tar.gz" HEAD; \
	else \
		rm -rf "$$name" && mkdir "$$name" && \
		cp -R $(FILES) "$$name" && (cd "$$name" && $(MAKE) clean) && \
		tar -cf - "$$name" | gzip >"$$name.tar.gz" && rm -rf "$$name"; \
	fi

# Installs in a temporary folder in several ways, and makes tarballs.
check-packaging:
	MAKE="$(MAKE)" sh tests/packaging/packaging.sh

clean:
	rm -f ministat ministat-*.tar.gz $(GOLDEN) \
	    tests/unit/check_ministat tests/simulate/simulate \
	    tests/fuzz/check_parser tests/fuzz/fuzz tests/fuzz/replay \
	    tests/reading/values
	rm -rf tests/reading/__pycache__
