#!/bin/sh
# lint.sh
#
# All that a machine can judge about the sources.  A tool that is missing is
# said so and passed over, but not in CI, where it is a failure.
# shellcheck disable=SC2317 # silent calls the functions it is given
set -u
cd "$(dirname "$0")/../.." || exit 2

LC_ALL=C
export LC_ALL
strict="-std=c99 -pedantic -Wall -Wextra -Wshadow -Wconversion -Werror -O2"
temp=$(mktemp -d) || exit 2
trap 'rm -rf "$temp"' EXIT
status=0

# Runs a command that is to succeed and to print nothing.
silent() {
	output=$("$@" 2>&1) && [ -z "$output" ] && return
	printf '%s\n' "$output" "lint: failed: $*"
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

# The lines that are for other systems: as much as can be told here.
if have clang; then
	for system in __OpenBSD__ __FreeBSD__; do
		# shellcheck disable=SC2086
		silent clang $strict -D$system -c ministat.c \
		    -o "$temp/ministat.o"
	done
fi

for source in bench/bench bench/make_numbers bench/bench_strtod \
    fuzz/check_parser golden/golden simulate/simulate; do
	# shellcheck disable=SC2086
	silent cc $strict tests/$source.c -lm -o "$temp/test"
done

# shellcheck disable=SC2086
for target in REPORT NUMBER; do
	silent cc $strict -DFUZZ_$target -DFUZZ_REPLAY tests/fuzz/fuzz.c -lm \
	    -o "$temp/replay"
done

if have mandoc; then
	silent mandoc -T lint -W warning ministat.1
fi
if have shellcheck; then
	silent shellcheck -x tests/*.sh tests/*/*.sh .ci/run
fi
silent wide_lines ministat.c tests/*/*.c
silent trailing_blanks ministat.c ministat.1 Makefile README tests/*/*.c \
    tests/*.sh tests/*/*.sh .ci/run

exit $status
