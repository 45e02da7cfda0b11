#!/bin/sh
# lint.sh
#
# Checks the sources with compilers, mandoc, groff and shellcheck, and a few
# rules of style by itself.  Run by `make lint`.  Prints what was found; the
# status is 1 if anything was.  A tool that is not installed is skipped with a
# message, but in CI it is a failure.
# shellcheck disable=SC2317 # silent calls the functions it is given
set -u
cd "$(dirname "$0")/../.." || exit 2

LC_ALL=C
export LC_ALL
strict="-std=c99 -pedantic -Wall -Wextra -Wshadow -Wconversion -Werror -O2"
temp=$(mktemp -d) || exit 2
trap 'rm -rf "$temp"' EXIT
status=0

# Runs a command, which must succeed and print nothing.
silent() {
	output=$("$@" 2>&1) && [ -z "$output" ] && return
	printf '%s\n' "$output"
	echo "lint: failed: $*" | cut -c 1-80
	status=1
}

skip() {
	echo "lint: skipped: no $1"
	[ "${CI-}" != true ] || status=1
}

have() {
	command -v "$1" >/dev/null && return
	skip "$1"
	return 1
}

wide_lines() {
	for file; do
		expand "$file" | awk -v file="$file" \
		    'length > 80 { print file ":" NR ": over 80 columns" }'
	done
}

trailing_blanks() {
	awk '/[ \t\r]$/ { print FILENAME ":" FNR ": trailing blanks" }' "$@"
}

# Without forward declarations, the compiler makes sure that a function calls
# only what is above it, and so a section only sections above it.
forward_declarations() {
	awk '
	/^[A-Za-z_][^={]*\(/ && !/^typedef/ { name = FILENAME ":" FNR }
	name != "" && /;$/ { print name ": a forward declaration" }
	/[;{]$/ { name = "" }' "$@"
}

# The program keeps its state in structs that are passed as arguments.
mutable_variables() {
	awk '/^static .*[=;]/ && !/const / {
		print FILENAME ":" FNR ": a file-scope variable that may change"
	}' "$@"
}

# What mandoc says about its own database is not about the manual.
lint_manual() {
	! mandoc -T lint "$1" 2>&1 | grep -v 'outdated mandoc\.db'
}

# Both ways of showing characters: Latin ones and Unicode.
format_manual() {
	groff -mdoc -ww -z -T ascii "$1" && groff -mdoc -ww -z -T utf8 "$1"
}

# shellcheck disable=SC2086 # the flags are lists of words
for cc in gcc clang; do
	have $cc || continue
	silent $cc ministat.c -lm -o "$temp/ministat"
	silent $cc $strict ministat.c -lm -o "$temp/ministat"
	if flags=$(CC=$cc sh tests/unit/libcheck.sh 2>/dev/null); then
		silent $cc $strict tests/unit/check_ministat.c $flags -lm \
		    -o "$temp/check_ministat"
	else
		skip "check library for $cc"
	fi
done

for source in bench/bench bench/bench_reads bench/bench_strtod \
    bench/make_numbers fuzz/check_parser golden/golden golden/terminal \
    reading/values simulate/simulate; do
	# shellcheck disable=SC2086
	silent cc $strict tests/$source.c -lm -o "$temp/test"
done

# shellcheck disable=SC2086
silent cc $strict -DFUZZ_REPLAY tests/fuzz/fuzz.c -lm -o "$temp/replay"

silent forward_declarations ministat.c
silent mutable_variables ministat.c
if have mandoc; then
	silent lint_manual ministat.1
fi
if have groff; then
	silent format_manual ministat.1
fi
if have shellcheck; then
	silent shellcheck -x tests/*.sh tests/*/*.sh .ci/run
fi
silent wide_lines ministat.c tests/*/*.[ch] tests/*.sh tests/*/*.sh .ci/run
silent trailing_blanks ministat.c ministat.1 Makefile README tests/*/*.[ch] \
    tests/*.sh tests/*/*.sh .ci/run

exit $status
