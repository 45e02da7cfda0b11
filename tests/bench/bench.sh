#!/bin/sh
# bench.sh base [values [rounds]]
#
# Measures CPU time, page faults and memory of ./ministat, on 10,000,000 values
# of each kind of input (or on this many), in 5 rounds (or this many).
#
# If base is another build of it, such as one of an older commit, the two run in
# turn.  If base is empty, ministat is compared with programs that do some of
# the same: wc -l, a sum in awk, and BSD's ministat if it is installed.
#
# Run by `make bench` and `make bench BASE=FILE`.  CC and CFLAGS build what
# measures.  Needs up to 60 bytes under $TMPDIR for each value.
set -u
cd "$(dirname "$0")/../.." || exit 2
# shellcheck source=tests/environment.sh
. tests/environment.sh

base=$1
values=${2:-10000000}
rounds=${3:-5}
program=$PWD/ministat
bsd=/usr/bin/ministat
if [ -n "$base" ]; then
	base=$(cd "$(dirname "$base")" && pwd)/${base##*/}
	[ -x "$base" ] || { echo "bench: $base: no program" >&2; exit 2; }
elif [ ! -x $bsd ] || $bsd -V >/dev/null 2>&1; then
	echo 'bench: skipped: no ministat of BSD'	# it has no -V
	bsd=
fi
temp=$(mktemp -d) || exit 2
trap 'rm -rf "$temp"' EXIT
trap 'exit 2' HUP INT PIPE TERM
# shellcheck disable=SC2086 # a list of words
${CC:-cc} ${CFLAGS:--O2} tests/bench/bench.c -o "$temp/bench" || exit
cd "$temp" || exit 2

# Prints $2 lines of the kind $1, with 1000 names or with random numbers.
lines() {
	awk -v kind="$1" -v n="$2" 'BEGIN {
		srand(1)
		if (kind == "csv")
			print "name,iterations,real_time,cpu_time,time_unit"
		for (i = 0; i < n; i++) {
			name = sprintf("BM_copy/%03d", i % 1000)
			x = sprintf("%.8f", rand())
			if (kind == "short")
				print x
			else if (kind == "long")
				printf "%s%09d\n", x, rand() * 1e9
			else if (kind == "integer")
				print int(10 ^ (5 + 4 * rand()))
			else if (kind == "column")
				print i, "gcc-12", x, i % 1000, "ns"
			else if (kind == "named")
				print name, x
			else if (kind == "unit")
				print name, "100 " x " ns/op 32 B/op"
			else if (kind == "csv")
				print "\"" name "\"," i "," x "," x ",ns"
			else if (kind == "json")
				print "{\"name\": \"" name "\"," \
				    "\"iterations\": 9, \"real_time\": " x "}"
		}
	}'
}

# measure KIND VALUES OPTIONS [COLUMN]: awk sums the column.
measure() {
	lines "$1" "$2" >input || exit
	set -- "$1 $3, $2" "$3" "${4-}" "$program $3 input"
	if [ -n "$base" ]; then
		./bench "$1" "$rounds" base "$base $2 input" new "$4"
		return
	fi
	column=$3
	set -- "$1" "$rounds" ministat "$4" 'wc -l' 'wc -l input' ${bsd:+"BSD \
ministat -n"} ${bsd:+"$bsd -n -C ${3:-1} input"}
	[ -z "$column" ] || set -- "$@" 'awk, sum' \
	    "awk '{ s += \$$column } END { print s }' input"
	./bench "$@"
}

measure short "$values" '' 1
measure long "$values" '' 1
measure integer "$values" '' 1
measure column "$values" '-C 3' 3
measure named "$((values / 2))" '-k 1 -C 2' 2
measure unit "$((values / 5))" '-k 1 -u ns/op' 3
measure csv "$((values / 5))" '-k name -C real_time'
measure json "$((values / 20))" '-k name -C real_time'

lines short 14 | split -l 7 - few
lines short "$((values / 5))" | split -l "$((values / 10))" - many
for files in 'fewaa fewab' '-t mannwhitney manyaa manyab'; do
	if [ -n "$base" ]; then
		./bench "$files" "$rounds" base "$base $files" \
		    new "$program $files"
	else
		./bench "$files" "$rounds" true true \
		    ministat "$program $files" ${bsd:+BSD} \
		    ${bsd:+"$bsd ${files#-t mannwhitney}"}
	fi
done
