# POSIX make: GNU make and bmake both run it.
.POSIX:
.SUFFIXES:
.NOTPARALLEL:
.PHONY: all demo deps check check-parser golden lint bench bench-ir install \
    second-route simulate uninstall dist clean

CC = cc
CFLAGS = -O2
LDFLAGS =

DESTDIR =
PREFIX = /usr/local
BINDIR = $(DESTDIR)$(PREFIX)/bin
MANDIR = $(DESTDIR)$(PREFIX)/share/man/man1

# make check SUITE=golden runs one suite alone.
SUITE =

all: ministat

ministat: ministat.c
	$(CC) $(CFLAGS) $(LDFLAGS) ministat.c -lm -o ministat

# A difference (status 1) is what the demonstration is about, not a failure.
demo: ministat
	./ministat data/without data/with || [ $$? -eq 1 ]

deps:
	CC="$(CC)" sh tests/deps.sh

# The test program is built every time, so that no suite can be stale.
check: ministat
	flags=$$(CC="$(CC)" sh tests/libcheck.sh) && \
	    $(CC) $(CFLAGS) $(LDFLAGS) tests/check_ministat.c $$flags -lm \
	    -o tests/check_ministat
	tests/check_ministat $(SUITE)

# The number parser against strtod(3) on LINES random strings.
LINES = 100000000

check-parser:
	$(CC) $(CFLAGS) $(LDFLAGS) tests/check_parser.c -lm \
	    -o tests/check_parser
	tests/check_parser $(LINES)

# How often the tests raise false alarms, one pair at a time and in suites.
simulate: ministat
	$(CC) $(CFLAGS) $(LDFLAGS) tests/simulate.c -lm -o tests/simulate
	tests/simulate
	sh tests/simulate_suites.sh

# All figures once more, by scipy and R where they are installed.
second-route: ministat
	python3 tests/second_route.py

golden: ministat
	sh tests/golden.sh -u

lint:
	sh tests/lint.sh

# The speed and memory of ministat and its peers, in a few minutes; bench.sh
# says what BENCH="values rounds most" means.
BENCH =

bench: ministat
	CC="$(CC)" CFLAGS="$(CFLAGS)" sh tests/bench.sh $(BENCH)

bench-ir: ministat
	CC="$(CC)" sh tests/bench_ir.sh

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
	rm -f ministat tests/check_ministat tests/check_parser tests/simulate \
	    ministat-*.tar.gz
