# POSIX make: GNU make and bmake both run it.
.POSIX:
.SUFFIXES:
.NOTPARALLEL:
.PHONY: all abuse analysis bench bench-ir check check-corpus check-golden \
    check-parser check-unit clean demo deps dist faults fuzz golden install \
    lint mutants portability second-reader second-route \
    simulate table uninstall

CC = cc
CFLAGS = -O2
LDFLAGS =

DESTDIR =
PREFIX = /usr/local
BINDIR = $(DESTDIR)$(PREFIX)/bin
MANDIR = $(DESTDIR)$(PREFIX)/share/man/man1

all: ministat

ministat: ministat.c
	$(CC) $(CFLAGS) $(LDFLAGS) ministat.c -lm -o ministat

# A difference (status 1) is what the demonstration is about, not a failure.
demo: ministat
	./ministat data/without data/with || [ $$? -eq 1 ]

deps:
	CC="$(CC)" sh tests/unit/deps.sh

check: check-golden check-unit

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
	$(CC) $(CFLAGS) $(LDFLAGS) tests/golden/golden.c -lm \
	    -o tests/golden/golden

tests/golden/terminal: tests/golden/terminal.c
	$(CC) $(CFLAGS) $(LDFLAGS) tests/golden/terminal.c \
	    -o tests/golden/terminal

# Its functions, all or one SUITE.  The test program is built every time, so
# that no suite can be stale.
SUITE =

check-unit:
	flags=$$(CC="$(CC)" sh tests/unit/libcheck.sh) && \
	    $(CC) $(CFLAGS) $(LDFLAGS) tests/unit/check_ministat.c $$flags \
	    -lm -o tests/unit/check_ministat
	tests/unit/check_ministat $(SUITE)

# The number parser against strtod(3) on LINES random strings.
LINES = 100000000

check-parser:
	$(CC) $(CFLAGS) $(LDFLAGS) tests/fuzz/check_parser.c -lm \
	    -o tests/fuzz/check_parser
	tests/fuzz/check_parser $(LINES)

# How often the tests raise false alarms, one pair at a time and in suites.
simulate: ministat
	$(CC) $(CFLAGS) $(LDFLAGS) tests/simulate/simulate.c -lm -o tests/simulate/simulate
	tests/simulate/simulate
	sh tests/simulate/simulate_suites.sh
	sh tests/simulate/simulate_gates.sh

# All figures once more, by scipy and R where they are installed.
second-route: ministat
	python3 tests/simulate/second_route.py

# What is read, value by value, by Python's json and csv.
second-reader: ministat
	python3 tests/peers/values.py
	python3 tests/peers/json_values.py --compare ./ministat data

# libFuzzer, with sanitizers, for so many seconds on each target.  What it
# finds becomes tests/fuzz/crash-*, what it learns stays in tests/fuzz/corpus.
FUZZ_SECONDS = 600
FUZZ_CC = clang -g -O1 -fno-sanitize-recover=all \
    -fsanitize=fuzzer,address,undefined,float-cast-overflow

fuzz:
	cd tests/fuzz && for target in report number json; do \
	    macro=FUZZ_$$(echo $$target | tr a-z A-Z) && \
	    $(FUZZ_CC) -D$$macro fuzz.c -lm -o fuzz_$$target && \
	    mkdir -p corpus/$$target && \
	    ASAN_OPTIONS=detect_leaks=0 ./fuzz_$$target -timeout=20 \
	        -max_len=1500 -max_total_time=$(FUZZ_SECONDS) -verbosity=0 \
	        -print_final_stats=1 corpus/$$target $$target || exit 1; \
	done

# The inputs that were kept, with any compiler.  For AFL++:
# CC=afl-clang-fast, then afl-fuzz -i report -o out ./replay in tests/fuzz
check-corpus:
	cd tests/fuzz && for target in number report json; do \
	    macro=FUZZ_$$(echo $$target | tr a-z A-Z) && \
	    $(CC) $(CFLAGS) $(LDFLAGS) -D$$macro -DFUZZ_REPLAY fuzz.c \
	        -lm -o replay && ./replay $$target/* || exit 1; \
	done

faults: ministat
	CC="$(CC)" sh tests/faults/faults.sh

abuse: ministat
	sh tests/abuse/abuse.sh

# Static analysis, memory that was never written, coverage.
analysis:
	sh tests/analysis/analysis.sh

# Other machines, compilers and levels: PORTABILITY=-f for a few of them.
PORTABILITY =

portability:
	sh tests/portability/portability.sh $(PORTABILITY)

# What was tried, how often, and what it found: in half an hour.
table: ministat
	MAKE="$(MAKE)" sh tests/analysis/table.sh $(PORTABILITY)

# What the tests would miss, in half an hour: MUTANTS="count seed".
MUTANTS =

mutants:
	sh tests/mutants/mutants.sh $(MUTANTS)

lint:
	sh tests/analysis/lint.sh

# The speed and memory of ministat and its peers, in a few minutes; bench.sh
# says what BENCH="values rounds most" means.
BENCH =

bench: ministat
	CC="$(CC)" CFLAGS="$(CFLAGS)" sh tests/bench/bench.sh $(BENCH)

bench-ir: ministat
	CC="$(CC)" sh tests/bench/bench_ir.sh

install: ministat
	mkdir -p "$(BINDIR)" "$(MANDIR)"
	cp ministat "$(BINDIR)/ministat"
	chmod 755 "$(BINDIR)/ministat"
	cp ministat.1 "$(MANDIR)/ministat.1"
	chmod 644 "$(MANDIR)/ministat.1"

uninstall:
	rm -f "$(BINDIR)/ministat" "$(MANDIR)/ministat.1"

# The last commit, as ministat-VERSION.tar.gz; VERSION is what -V ends with.
dist: ministat
	version=$$(./ministat -V | awk '{ print $$NF; exit }') && \
	    git archive --prefix="ministat-$$version/" \
	    -o "ministat-$$version.tar.gz" HEAD

clean:
	rm -f ministat ministat-*.tar.gz $(GOLDEN) \
	    tests/unit/check_ministat tests/simulate/simulate \
	    tests/fuzz/check_parser tests/fuzz/fuzz_report \
	    tests/fuzz/fuzz_number tests/fuzz/fuzz_json \
	    tests/fuzz/replay
