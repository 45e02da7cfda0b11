#!/bin/sh
# bench.sh [values [rounds [most]]]
#
# CPU time and memory of ./ministat and of the peers that are found, on so
# many values (10000000), so many times (5); and of ./ministat alone on 1000
# values to most (values).  CC, CFLAGS, CXX and CXXFLAGS build what is
# compared.  Under $TMPDIR it takes 33 bytes a value, or 13 for each of most.
set -u
cd "$(dirname "$0")/../.." || exit 2
# shellcheck source=tests/environment.sh
. tests/environment.sh

values=${1:-10000000}
rounds=${2:-5}
most=${3:-$values}
few=$((rounds < 3 ? rounds : 3))	# for the slow ones
limit="at most $((values * 9 / 1048576 + 3)) MiB"

tests=$PWD/tests
temp=$(mktemp -d) || exit 2
trap 'rm -rf "$temp"' EXIT
trap 'exit 2' HUP INT PIPE TERM
ln -s "$PWD/ministat" "$temp/ministat" || exit 2
cd "$temp" || exit 2

skip() {
	echo "bench: skipped: no $1"
}

# shellcheck disable=SC2086 # the flags are lists of words
build() {
	for name in bench make_numbers bench_strtod; do
		${CC:-cc} ${CFLAGS:--O2} "$tests/bench/$name.c" -lm -o $name || exit
	done
	${CXX:-c++} ${CXXFLAGS:--O2} "$tests/bench/bench_fast_float.cc" \
	    -o bench_fast_float 2>/dev/null ||
	    skip "fast_float, or no ${CXX:-c++}"
}

find_peers() {
	for peer in datamash mawk; do
		command -v $peer >/dev/null || skip $peer
	done
	# BSD's has no -V: so it is not ours, installed.
	bsd=/usr/bin/ministat
	if [ ! -x $bsd ] || $bsd -V >/dev/null 2>&1; then
		skip "BSD ministat"
		bsd=
	fi
}

# compare kind column wanted: ministat and its peers on one kind of input.
compare() {
	input=$1.txt
	column=$2
	on="$column $input"
	./make_numbers "$1" "$values" >"$input" || exit
	set -- "$1, $values values ($3; $limit)" \
	    "$rounds" "$values" ministat "./ministat -C $on" \
	    "$rounds" "$values" "ministat -A" "./ministat -A -C $on"
	[ -z "$bsd" ] || set -- "$@" \
	    "$rounds" "$values" "BSD ministat -n" "$bsd -n -C $on"
	[ ! -x bench_fast_float ] || set -- "$@" \
	    "$rounds" "$values" "fast_float, nth" "./bench_fast_float $on"
	set -- "$@" \
	    "$rounds" "$values" "fgets, strtod" "./bench_strtod $on"
	! command -v mawk >/dev/null || set -- "$@" \
	    "$few" "$values" "mawk, sum" \
	    "\$ exec mawk '{ s += \$$column } END { print s }' $input"
	! command -v datamash >/dev/null || set -- "$@" \
	    "$few" "$values" datamash "\$ exec datamash -t ' ' min $column \
	    max $column median $column mean $column sstdev $column <$input"
	./bench "$@" "$rounds" "$values" "wc -l" "wc -l $input" || exit
	rm "$input"
}

start_up() {
	./make_numbers short 7 >seven || exit
	true=/bin/true
	[ -x $true ] || true=/usr/bin/true
	set -- "start-up, 7 values (at most 1.3 of true, no more than BSD)" \
	    500 0 true $true \
	    500 0 ministat "./ministat seven"
	[ -z "$bsd" ] || set -- "$@" 500 0 "BSD ministat" "$bsd seven"
	./bench "$@" || exit
}

# Few values are soon read: often, then, against the noise.
linearity() {
	set -- "short, more and more values (ns/value grows no more)"
	n=1000
	while [ "$n" -le "$most" ]; do
		./make_numbers short "$n" >"short$n" || exit
		often=$((rounds * (n < 1000000 ? 1000000 / n : 1)))
		set -- "$@" $((often < 100 ? often : 100)) "$n" "$n" \
		    "./ministat short$n"
		n=$((n * 10))
	done
	[ $# -eq 1 ] || ./bench "$@" || exit
	rm -f short1*
}

mann_whitney() {
	./make_numbers short $((values / 2)) 1 >a &&
	    ./make_numbers short $((values / 2)) 2 >b || exit
	./bench "two sets of $((values / 2)) (mannwhitney: at most 1500 ms)" \
	    "$rounds" "$values" "-t student" "./ministat a b" \
	    "$rounds" "$values" "-t mannwhitney" "./ministat -t mann a b" ||
	    exit
	rm a b
}

rows() {
	./make_numbers named 1000000 >a && ./make_numbers named 500000 2 >b &&
	    ./make_numbers named 500000 3 >c || exit
	./bench "1000000 lines, 100000 names (at most 500 ms)" \
	    "$rounds" 1000000 "no -k" "./ministat -C 2 a" \
	    "$rounds" 1000000 "-k 1" "./ministat -k 1 -C 2 a" \
	    "$rounds" 1000000 "-k 1, two files" "./ministat -k 1 -C 2 b c" ||
	    exit
	rm a b c
}

pipe() {
	./make_numbers short "$values" >file || exit
	./bench "short, file and pipe (both $limit)" \
	    "$rounds" "$values" file "./ministat file" \
	    "$rounds" "$values" "cat and pipe" "\$ cat file | ./ministat" ||
	    exit
	rm file
}

build
find_peers
compare short 1 "wanted: BSD 25, fast_float 0.42"
compare scientific 1 "wanted: BSD 20, fast_float 0.45"
compare long 1 "wanted: BSD 15, fast_float 0.50"
compare integer 1 "wanted: BSD 15, fast_float 0.45"
compare column 3 "wanted: BSD 13, fast_float 0.50"
start_up
linearity
mann_whitney
rows
pipe
