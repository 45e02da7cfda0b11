#!/bin/sh
# bench_ir.sh
#
# Counts with valgrind how many instructions ./ministat executes for each value.
# A busy machine does not change this number.  Those of a short run are
# subtracted.  Run by `make bench-ir`.
set -u
cd "$(dirname "$0")/../.." || exit 2
# shellcheck source=tests/environment.sh
. tests/environment.sh

few=1000
many=1000000

if ! command -v valgrind >/dev/null; then
	echo "bench_ir: skipped: no valgrind"
	exit 0
fi
temp=$(mktemp -d) || exit 2
trap 'rm -rf "$temp"' EXIT
trap 'exit 2' HUP INT PIPE TERM

# The instructions of ministat with these arguments; its profile is left.
instructions() {
	valgrind --tool=callgrind --callgrind-out-file="$temp/profile" \
	    ministat "$@" 2>&1 >/dev/null |
	    awk '$2 == "Collected" { print $4 }'
}

"${CC:-cc}" -O2 tests/bench/make_numbers.c -o "$temp/make_numbers" || exit
"$temp/make_numbers" short $few >"$temp/few" || exit
"$temp/make_numbers" short $many >"$temp/many" || exit

for options in -A -H24; do
	awk -v options=$options -v n=$((many - few)) \
	    -v few="$(instructions $options "$temp/few")" \
	    -v many="$(instructions $options "$temp/many")" \
	    'BEGIN { printf "%s: %.1f instructions a value\n",
		options == "-A" ? "no plot" : "full report", (many - few) / n }'
done
echo "of which, with the functions called left out (the start included):"
callgrind_annotate "$temp/profile" |
    awk -v n=$many '/\([ 0-9.]*%\)/ && NR > 1 && $NF != "TOTALS" {
	count = $1
	gsub(",", "", count)
	sub(/ \[.*/, "")
	sub(/.*:/, "")
	if (count / n >= 0.5)
		printf "%8.1f %s\n", count / n, $0
    }'
