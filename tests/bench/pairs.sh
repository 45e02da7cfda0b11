#!/bin/sh
# pairs.sh base [values [rounds]]
#
# Compares the CPU time of ./ministat with that of another build, base, such as
# one of an older commit: on 10,000,000 values (or on this many), in 10 pairs
# of runs (or in this many), A B A B.  Prints a line for each kind of input:
# the median of both, and the median ratio.  Below 1, ./ministat is faster.
#
# Run by `make bench BASE=/path/to/ministat`.  CC and CFLAGS build what
# measures.  Under $TMPDIR it takes 20 bytes for each value.
set -u
cd "$(dirname "$0")/../.." || exit 2
# shellcheck source=tests/environment.sh
. tests/environment.sh

base=$1
values=${2:-10000000}
rounds=${3:-10}
case $base in
*[\ \	]*)	echo "pairs.sh: $base: a blank in the path" >&2; exit 2 ;;
/*)	;;
*)	base=$PWD/$base ;;
esac
[ -x "$base" ] || { echo "pairs.sh: $base: not a program" >&2; exit 2; }
tests=$PWD/tests
temp=$(mktemp -d) || exit 2
trap 'rm -rf "$temp"' EXIT
trap 'exit 2' HUP INT PIPE TERM
ln -s "$PWD/ministat" "$temp/ministat" || exit 2
cd "$temp" || exit 2
for name in bench make_numbers; do
	# shellcheck disable=SC2086 # a list of words
	${CC:-cc} ${CFLAGS:--O2} "$tests/bench/$name.c" -lm -o $name || exit
done

# pair TITLE KIND LINES OPTIONS: LINES lines of this kind, read with OPTIONS.
pair() {
	./make_numbers "$2" "$3" >input || exit
	./bench -p "$1, $3 lines" "$rounds" "$3" base "$base $4 input" \
	    "$rounds" "$3" new "./ministat $4 input" || exit
}

printf '%-32s %9s %9s %7s\n' '' 'base ms' 'new ms' ratio
pair 'short decimals' short "$values" ''
pair '17 digits' long "$values" ''
pair integers integer "$values" ''
pair 'column 3 of 5' column "$values" '-C 3'
pair '-k, blanks' few $((values / 2)) '-k 1 -C 2'
pair '-k, CSV' csv $((values / 2)) '-k name -C real_time'
pair '-k, JSON' json $((values / 20)) '-k name -C real_time'
