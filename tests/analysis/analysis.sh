#!/bin/sh
# analysis.sh check ...
#
# Runs these checks of the sources.  `make lint` runs those above the line,
# `make analysis` those below it.
#
#	warnings	gcc and clang, of the program and of the tests in C
#	style		lines of 80 columns, no trailing blanks, no forward
#			declarations, no variables that may change at file scope
#	manual		mandoc and groff
#	scripts		shellcheck
#	------------------------------------------------------------
#	analyzer	gcc -fanalyzer
#	cppcheck
#	tidy		clang-tidy
#	memory		clang's sanitizer finds uses of memory that was never
#			written, in all examples of the goldens
#	coverage	the goldens reach at least LEAST percent of the lines of
#			ministat.c; prints the others
#
# A check passes if its tools succeed and print nothing.  Prints what was found,
# and a tally.  A tool that is not installed is skipped with a message, but in
# CI it is a failure.
set -u
cd "$(dirname "$0")/../.." || exit 2
# shellcheck source=tests/environment.sh
. tests/environment.sh

LEAST=99
strict="-std=c99 -pedantic -Wall -Wextra -Wshadow -Wconversion -Werror -O2"
temp=$(mktemp -d) || exit 2
trap 'rm -rf "$temp"' EXIT
trap 'exit 2' HUP INT TERM

# shellcheck disable=SC2086 # the flags are lists of words
check_warnings() {
	for cc in gcc clang; do
		flags=$(CC=$cc sh tests/unit/libcheck.sh) || return
		$cc ministat.c -lm -o "$temp/ministat"
		$cc $strict ministat.c -lm -o "$temp/ministat"
		$cc $strict tests/unit/check_ministat.c $flags -lm \
		    -o "$temp/check_ministat"
	done
	for source in tests/[!ru]*/*.c tests/reading/*.c; do
		case $source in
		*/faults.c)	gnu=-std=gnu99\ -fPIC\ -shared ;;
		*/fuzz.c)	gnu=-DFUZZ_REPLAY ;;
		*)		gnu= ;;
		esac
		cc $strict $gnu "$source" -lm -o "$temp/test"
	done
}

# Without forward declarations, the compiler makes sure that a function calls
# only what is above it, and so a section only sections above it.
check_style() {
	for file in ministat.c tests/*/*.[ch] tests/*.sh tests/*/*.sh; do
		expand "$file" | awk -v file="$file" \
		    'length > 80 { print file ":" NR ": over 80 columns" }'
	done
	# Some editors and counters take a tab as 8 columns wherever it is.
	awk '{ gsub(/\t/, "        ") }
	    length > 80 { print "ministat.c:" NR ": over 80 columns" }' \
	    ministat.c
	grep -n '[[:blank:]]$' ministat.c ministat.1 Makefile README \
	    tests/*/*.[ch] tests/*.sh tests/*/*.sh .ci/run
	awk '
	/^[A-Za-z_][^={]*\(/ && !/^typedef/ { name = FILENAME ":" FNR }
	name != "" && /;$/ { print name ": a forward declaration" }
	/[;{]$/ { name = "" }
	/^static .*[=;]/ && !/const / {
		print FILENAME ":" FNR ": a file-scope variable that may change"
	}' ministat.c
}

# What mandoc says about its own database is not about the manual.
check_manual() {
	mandoc -T lint ministat.1 2>&1 | grep -v 'outdated mandoc\.db'
	groff -mdoc -ww -z -T ascii ministat.1
	groff -mdoc -ww -z -T utf8 ministat.1
}

check_scripts() {
	shellcheck -x tests/*.sh tests/*/*.sh tests/golden/values .ci/run
}

# The warnings that are left out were false.  A null dereference needs a letter
# that getopt returns although it is not in its list.  -fanalyzer believes that
# realloc(3) frees the same pointer, NULL, each time; it does not know that a
# builder with a capacity has memory; and it calls memory leaked that the
# program keeps until it ends.  What is not initialized is found by
# the run called memory; -fanalyzer loses sight of initializers.
check_analyzer() {
	gcc -std=c99 -O2 -fanalyzer -Wno-analyzer-null-dereference \
	    -Wno-analyzer-double-free -Wno-analyzer-malloc-leak \
	    -Wno-analyzer-use-of-uninitialized-value \
	    -Wno-analyzer-null-argument \
	    -c ministat.c -o "$temp/analyzed.o"
}

check_cppcheck() {
	cppcheck -q --force --std=c99 \
	    --enable=warning,portability,performance \
	    --suppress=missingIncludeSystem --error-exitcode=1 ministat.c
}

# These checks are left out, because what they found was not a fault:
#	easily-swappable	any two neighbours of one type
#	reserved-identifier	_POSIX_C_SOURCE (cert-dcl*: the same)
#	implicit-widening	int constants that make a size
#	err33			fprintf to stderr, snprintf where it cannot fail
#	err34			atoi of an exponent that printf wrote
#	flp30, FloatLoop	doubles that count whole numbers, exactly
#	insecureAPI		strcpy of a literal
#	narrowing-conversions	a char that ?: has made an int
#	sizeof-expression	arrays of pointers
#	not-null-terminated	text that carries its length
#	unix.Malloc		memory that is not freed before the program ends
#	Null, uninitialized, CallAndMessage	rows without a value, which no
#				caller passes on
#	UndefinedBinaryOperatorResult	arrays that another function fills
#	NonNullParamChecker	a string that was found to be there by a
#				function that was called before
#	integer-division	a place that must be a multiple of a half
#	missing-comma		long strings in tables, in several parts
check_tidy() {
	clang-tidy --quiet --warnings-as-errors='*' --checks="-*,bugprone-*,\
clang-analyzer-*,cert-*,-bugprone-easily-swappable-parameters,\
-bugprone-reserved-identifier,-cert-dcl*,\
-bugprone-implicit-widening-of-multiplication-result,\
-cert-err33-c,-cert-err34-c,-cert-flp30-c,\
-clang-analyzer-security.FloatLoopCounter,\
-clang-analyzer-security.insecureAPI.*,\
-clang-analyzer-core.NullDereference,-clang-analyzer-unix.Malloc,\
-bugprone-narrowing-conversions,-bugprone-sizeof-expression,\
-bugprone-not-null-terminated-result,\
-clang-analyzer-core.CallAndMessage,\
-clang-analyzer-core.UndefinedBinaryOperatorResult,\
-clang-analyzer-core.NonNullParamChecker,-bugprone-integer-division,\
-bugprone-suspicious-missing-comma,\
-clang-analyzer-core.uninitialized.*" ministat.c -- -std=c99 \
	    2>"$temp/tidy" || { cat "$temp/tidy"; return 1; }
}

# compile COMPILER FLAGS...: builds the program in a folder of its own, and runs
# the goldens with it.
compile_and_run() {
	mkdir "$temp/built" && "$@" -c ministat.c -o "$temp/built/ministat.o" &&
	    "$@" "$temp/built/ministat.o" -lm -o "$temp/built/ministat" ||
	    return
	MINISTAT_DIR=$temp/built tests/golden/golden >"$temp/log" 2>&1 ||
	    tail -n 20 "$temp/log"
}

check_memory() {
	compile_and_run clang -O1 -g -fsanitize=memory -fno-sanitize-recover
}

# gcov marks a line that was not reached with #####; - is a line without code.
check_coverage() {
	compile_and_run gcc -O0 --coverage
	gcov -t -o "$temp/built" ministat.gcda | awk -v least="$LEAST" '
	$1 ~ /^#/ { missed = missed $0 "\n"; n++ }
	$1 !~ /^-/ { all++ }
	END {
		if (all == 0 || n > (1 - least / 100) * all)
			printf "%s%d of %d lines not reached\n", missed, n, all
	}'
}

make -s ministat tests/golden/golden tests/golden/terminal || exit 2
tried=0
findings=0
for name; do
	case $name in
	warnings|memory)	tool=clang ;;
	style)			tool="awk" ;;
	manual)			tool=mandoc ;;
	scripts)		tool=shellcheck ;;
	analyzer)		tool=gcc ;;
	tidy)			tool=clang-tidy ;;
	coverage)		tool=gcov ;;
	*)			tool=$name ;;
	esac
	if ! command -v "$tool" >/dev/null; then
		echo "analysis: skipped: $name, no $tool"
		[ "${CI-}" = true ] || continue
	fi
	tried=$((tried + 1))
	rm -rf "$temp/built"
	"check_$name" >"$temp/output" 2>&1
	[ -s "$temp/output" ] || continue
	cat "$temp/output"
	echo "analysis: failed: $name"
	findings=$((findings + 1))
done
echo "analyses: $tried tried, $findings findings"
[ "$findings" -eq 0 ]
