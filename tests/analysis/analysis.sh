#!/bin/sh
# analysis.sh [check ...]
#
# Runs tools that analyse the program: all of these checks, or those named.
# Run by `make analysis`.
#
#	analyzer	gcc -fanalyzer
#	cppcheck
#	tidy		clang-tidy
#	memory		clang's sanitizer finds uses of memory that was never
#			written, in all examples of the goldens
#	coverage	all tests together reach at least LEAST percent of the
#			lines of ministat.c; prints the others
#
# Prints a line for each check, what it found, and a tally.  A tool that is not
# installed is skipped with a message, but in CI it is a failure.
# shellcheck disable=SC2317 # check calls the functions it is given
set -u
cd "$(dirname "$0")/../.." || exit 2
# shellcheck source=tests/environment.sh
. tests/environment.sh

LEAST=95
temp=$(mktemp -d) || exit 2
trap 'rm -rf "$temp"' EXIT
trap 'exit 2' HUP INT TERM
status=0
tried=0
findings=0

# The warnings that are left out were false.  A null dereference needs a letter
# that getopt returns although it is not in its list.  -fanalyzer believes that
# realloc(3) frees the same pointer, NULL, each time; and it calls memory leaked
# that the program keeps until it ends.  What is not initialized is found by
# the run called memory; -fanalyzer loses sight of initializers.
run_analyzer() {
	gcc -std=c99 -O2 -fanalyzer -Wno-analyzer-null-dereference \
	    -Wno-analyzer-double-free -Wno-analyzer-malloc-leak \
	    -Wno-analyzer-use-of-uninitialized-value \
	    -c ministat.c -o "$temp/analyzed.o"
}

run_cppcheck() {
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
run_tidy() {
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
-clang-analyzer-core.uninitialized.*" ministat.c -- -std=c99 \
	    2>"$temp/tidy" || { cat "$temp/tidy"; return 1; }
}

run_memory() {
	mkdir "$temp/memory" &&
	    clang -O1 -g -fsanitize=memory -fno-sanitize-recover ministat.c \
	        -lm -o "$temp/memory/ministat" || return
	MINISTAT_DIR=$temp/memory tests/golden/golden >"$temp/log" 2>&1 ||
	    cat "$temp/log"
}

# Where a line was reached in neither the program nor the unit tests, gcov
# marks it with ##### in both; - is a line without code.
uncovered() {
	awk -F: -v least="$LEAST" '
	$2 + 0 == 0 && $3 == "Source" {
		ours = $4 ~ /(^|\/)ministat\.c$/
	}
	ours && $2 + 0 > 0 && $1 !~ /^ *-$/ {
		line = $2 + 0
		last = line > last ? line : last
		text[line] = substr($0, index($0, ":") + 1)
		if ($1 !~ /[#=]/)
			reached[line] = 1
	}
	END {
		for (line = 1; line <= last; line++) {
			if (!(line in text))
				continue
			lines++
			if (line in reached)
				n++
			else
				print text[line]
		}
		percent = lines > 0 ? 100 * n / lines : 0
		printf "%d of %d lines reached: %.2f%%\n", n, lines, percent
		exit percent < least
	}'
}

run_coverage() {
	mkdir "$temp/coverage" || return
	for source in ministat tests/unit/check_ministat; do
		object=$temp/coverage/${source##*/}
		gcc -O0 --coverage -Itests/portability -c "$source.c" \
		    -o "$object.o" &&
		    gcc --coverage "$object.o" -lm -o "$object" || return
	done
	{ MINISTAT_DIR=$temp/coverage tests/golden/golden &&
	    "$temp/coverage/check_ministat"; } >"$temp/log" 2>&1 ||
	    { tail -n 20 "$temp/log"; return 1; }
	for object in ministat check_ministat; do
		gcov -t -o "$temp/coverage" "$object.gcda" 2>/dev/null
	done | uncovered
}

skip() {
	echo "analysis: skipped: no $1"
	[ "${CI-}" != true ] || status=1
}

# check NAME TOOL: runs the check NAME, which needs TOOL.
check() {
	if ! command -v "$2" >/dev/null; then
		skip "$2"
		return
	fi
	tried=$((tried + 1))
	if "run_$1" >"$temp/output" 2>&1 &&
	    { [ "$1" = coverage ] || [ ! -s "$temp/output" ]; }; then
		echo "analysis: passed: $1"
	else
		echo "analysis: failed: $1"
		findings=$((findings + 1))
		status=1
	fi
	cat "$temp/output"
}

make -s tests/golden/golden tests/golden/terminal || exit 2
[ $# -gt 0 ] || set -- analyzer cppcheck tidy memory coverage
for name; do
	case $name in
	analyzer)	check analyzer gcc ;;
	cppcheck)	check cppcheck cppcheck ;;
	tidy)		check tidy clang-tidy ;;
	memory)		check memory clang ;;
	coverage)	check coverage gcov ;;
	*)		echo "analysis.sh: $name: no such check" >&2
			exit 2 ;;
	esac
done
echo "analyses: $tried tried, $findings findings"
exit $status
