#!/bin/sh
# simulate_measures.sh [suites]
#
# Shows how often a suite of 200 benchmarks with three measures each raises an
# alarm although nothing changed: 600 comparisons in one report.  There are 2000
# suites, or this many, with 5 values for each benchmark in each of two files,
# and the real program reads them.  The status is 1 if with -f all more than
# 6.5 percent of 2000 suites or more raise one.  Run by `make simulate`.
set -u
cd "$(dirname "$0")/../.." || exit 2
# shellcheck source=tests/environment.sh
. tests/environment.sh
# shellcheck source=tests/simulate/normal.sh
. tests/simulate/normal.sh

suites=${1:-2000} rows=200 values=5
temp=$(mktemp -d) || exit 2
trap 'rm -rf "$temp"' EXIT

# Two files with lines such as `b7 100.123 99.456 101.789'; the file state holds
# where the random numbers go on, as in simulate_suites.sh.
draw_suite() {
	awk -v dir="$temp" -v rows=$rows -v values=$values "$normal"'
	function value() { return 100 + normal() }
	{
		a = $1
		b = $2
		for (row = 1; row <= rows; row++)
			for (i = 0; i < 2 * values; i++)
				printf "b%d %.4f %.4f %.4f\n", row, value(),
				    value(), value() >(dir "/" \
				    (i < values ? "old" : "new"))
		printf "%d %d\n", a, b >(dir "/next")
	}' "$temp/state" && mv "$temp/next" "$temp/state"
}

echo 12345 67890 >"$temp/state"
each=0 all=0 one=0 suite=1
while [ $suite -le "$suites" ]; do
	draw_suite || exit 2
	for family in each all; do
		ministat -k 1 -C 2,3,4 -f $family "$temp/old" "$temp/new" \
		    >"$temp/report" 2>/dev/null
		status=$?
		[ $status -le 1 ] || exit 2
		eval "$family=\$(($family + status))"
	done
	ministat -k 1 -C 2 -f all "$temp/old" "$temp/new" \
	    >"$temp/report" 2>/dev/null
	status=$?
	[ $status -le 1 ] || exit 2
	one=$((one + status))
	suite=$((suite + 1))
done

awk -v suites="$suites" -v each=$each -v all=$all -v one=$one \
    -v rows=$rows -v values=$values 'BEGIN {
	print suites " suites of " rows " benchmarks with three measures, " \
	    values " normal values each;"
	print "suites with status 1 although nothing changed, in percent:"
	printf "  -f each   %5.1f\n  -f all    %5.1f\n", 100 * each / suites,
	    100 * all / suites
	printf "  -f all    %5.1f  with one measure only\n", 100 * one / suites
	exit suites >= 2000 && all / suites > 0.065
}'
