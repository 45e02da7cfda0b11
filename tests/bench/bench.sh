#!/bin/sh
# bench.sh [values [rounds [most]]]
#
# Measures CPU time and memory of ./ministat and of the programs that do some of
# the same and are installed (BSD ministat, mawk, datamash, and DuckDB as a
# module of Python): on 10,000,000 values (or on this many), 5 times (or this
# many times).  One table shows ./ministat alone on 1000 values, 10,000 and so
# on up to the number most, which is the number of values unless given.
#
# Run by `make bench`, in a few minutes.  CC and CFLAGS build what is compared.
# Needs 33 bytes under $TMPDIR for each value, or 13 for each value of most.
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
	for name in bench make_numbers bench_strtod bench_reads; do
		${CC:-cc} ${CFLAGS:--O2} "$tests/bench/$name.c" -lm -o $name ||
		    exit
	done
}

find_peers() {
	for peer in datamash mawk; do
		command -v $peer >/dev/null || skip $peer
	done
	have_duckdb=false
	if python3 -c 'import duckdb' 2>/dev/null; then
		have_duckdb=true
	else
		skip "duckdb"
	fi
	# The one of BSD has no -V.  If it has, it is this program, installed.
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
	n=$((values / 10))
	./make_numbers short $n 1 >a && ./make_numbers short $n 2 >b || exit
	./bench "two sets of $n (1000000: mannwhitney at most 1000 ms)" \
	    "$rounds" $((2 * n)) "-t student" "./ministat a b" \
	    "$rounds" $((2 * n)) "-t mannwhitney" "./ministat -t mann a b" ||
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

# A table, and sums by name in mawk, which should take WANTED times as long.
# tables TITLE WANTED KIND OPTIONS MAWK COLUMNS
tables() {
	./make_numbers "$3" $((values / 2)) >input || exit
	n=$((values / 2))
	title="$n lines, 1000 names, $1 (wanted: mawk $2)"
	options=$4
	script=$5
	echo "select name, count(*), avg(value), stddev(value), median(value)
	    from $6 group by name" >query
	set -- "$few" $n ministat "./ministat $options input"
	! command -v mawk >/dev/null || set -- "$@" "$few" $n mawk \
	    "\$ exec mawk $script input"
	! $have_duckdb || set -- "$@" \
	    "$few" $n duckdb "python3 $tests/bench/bench_duckdb.py query" \
	    "$few" 0 'duckdb, start' "python3 $tests/bench/bench_duckdb.py"
	./bench "$title" "$@" || exit
	rm input
}

# Two measures are read in one run.
measures() {
	n=$((values / 10))
	./make_numbers csv $n >input || exit
	./ministat -n -C real_time,cpu_time input >/dev/null 2>&1 || {
		skip "-C with two columns"
		return
	}
	./bench "$n lines, CSV: two measures against one" \
	    "$rounds" $n "-C real_time" \
	    "./ministat -n -C real_time input" \
	    "$rounds" $n "-C real,cpu" \
	    "./ministat -n -C real_time,cpu_time input" \
	    "$rounds" $n "-k, -C real_time" \
	    "./ministat -k name -C real_time input" \
	    "$rounds" $n "-k, -C real,cpu" \
	    "./ministat -k name -C real_time,cpu_time input" || exit
	rm input
}

# The system time shows whether reads collide with themselves.
reads() {
	./make_numbers short "$values" >input || exit
	set -- "reading alone, by the offset in a page (see bench_reads.c)"
	for offset in 0 16 20 22 24 64 2048 4090; do
		set -- "$@" "$rounds" "$values" "read, offset $offset" \
		    "./bench_reads $offset input"
	done
	./bench "$@" "$rounds" "$values" ministat "./ministat input" || exit
	rm input
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
compare short 1 "wanted: BSD 25"
compare scientific 1 "wanted: BSD 20"
compare long 1 "wanted: BSD 15"
compare integer 1 "wanted: BSD 15"
compare column 3 "wanted: BSD 13"
reads
start_up
linearity
mann_whitney
rows
tables blanks 2.63 few '-k 1 -C 2' \
    "'{ s[\$1] += \$2; n[\$1]++ } END { print length(s) }'" \
    "read_csv('input', delim=' ', header=false, names=['name', 'value'])"
tables 'CSV, quoted' 2.00 csv '-k name -C real_time' \
    "-F, '{ s[\$1] += \$3; n[\$1]++ } END { print length(s) }'" \
    "(select name, real_time as value from read_csv('input', header=true))"
measures
pipe
