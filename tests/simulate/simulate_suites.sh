#!/bin/sh
# simulate_suites.sh [option ...]
#
# Shows how often a suite of 200 benchmarks fails the gate although nothing
# changed, and whether 10 benchmarks that did change are found.  There are 100
# suites with 20 values for each benchmark in each of two files, and the real
# program reads them, with these options, such as -t welch.  The status is 1 if
# more than 10 suites fail or a change is missed.  Run by `make simulate`.
set -u
cd "$(dirname "$0")/../.." || exit 2
# shellcheck source=tests/environment.sh
. tests/environment.sh
# shellcheck source=tests/simulate/normal.sh
. tests/simulate/normal.sh

suites=100 rows=200 values=20 changed=10
temp=$(mktemp -d) || exit 2
trap 'rm -rf "$temp"' EXIT

# Normal values, mean 100 and standard deviation 1, with three digits after
# the point.  In the file moved, the first benchmarks are three standard
# deviations higher.  Numbers are drawn as L'Ecuyer (CACM 31, 1988) does it,
# which takes no more digits than doubles have, so that every awk draws the
# same, and made normal as by Box and Muller (1958).  The file state holds
# where the numbers go on.
draw_suite() {
	awk -v dir="$temp" -v rows=$rows -v values=$values \
	    -v changed=$changed "$normal"'
	{
		a = $1
		b = $2
		for (row = 1; row <= rows; row++)
			for (i = 0; i < values; i++) {
				x = 100 + normal()
				y = 100 + normal()
				z = y + (row <= changed ? 3 : 0)
				printf "b%d %.3f\n", row, x >(dir "/old")
				printf "b%d %.3f\n", row, y >(dir "/same")
				printf "b%d %.3f\n", row, z >(dir "/moved")
			}
		printf "%d %d\n", a, b >(dir "/next")
	}' "$temp/state" && mv "$temp/next" "$temp/state"
}

# Compares old with file $1 in family $2 and adds a line to the file $1.$2:
# the exit status, how many of the first rows are shown to be higher, and in
# how many of all rows a difference is shown.
judge() {
	file=$1 family=$2
	shift 2
	ministat -k 1 -C 2 -f "$family" -o csv "$@" "$temp/old" \
	    "$temp/$file" >"$temp/report" 2>/dev/null
	status=$?
	[ $status -le 1 ] || exit 2
	awk -F , -v status="$status" -v changed=$changed '
	NR == 1 {
		for (verdict = NF; $verdict != "verdict"; verdict--)
			;
	}
	$verdict == "higher" || $verdict == "lower" {
		shown++
		gsub("[b\"]", "", $1)
		found += $1 + 0 <= changed && $verdict == "higher"
	}
	END { print status, found + 0, shown + 0 }' "$temp/report" \
	    >>"$temp/$file.$family"
}

echo 12345 67890 >"$temp/state"
suite=1
while [ $suite -le $suites ]; do
	draw_suite || exit 2
	for family in each all; do
		judge same "$family" "$@"
		judge moved "$family" "$@"
	done
	suite=$((suite + 1))
done

echo "$suites suites of $rows benchmarks, $values normal values in each of" \
    "two files"
[ $# -eq 0 ] || echo "options: $*"
printf '\n%-48s%9s%9s\n' '' '-f each' '-f all'
cd "$temp" && awk -v suites=$suites -v changed=$changed '
function row(text, format, what, of) {
	printf("%-48s%9s%9s\n", text,
	    sprintf(format, sum["each", what, of] / suites),
	    sprintf(format, sum["all", what, of] / suites))
}
{
	split(FILENAME, name, ".")
	sum[name[2], "failed", name[1]] += 100 * $1
	sum[name[2], "found", name[1]] += $2
	sum[name[2], "false", name[1]] += $3 - $2
	sum[name[2], "shown", name[1]] += $3
	missed[name[2]] += name[1] == "moved" && $2 < changed
}
END {
	print "no benchmark changed:"
	row("  false alarms a suite", "%.2f", "shown", "same")
	row("  suites with status 1, percent", "%.0f", "failed", "same")
	print changed " benchmarks higher by three standard deviations:"
	row("  found of these a suite", "%.2f", "found", "moved")
	row("  false alarms a suite", "%.2f", "false", "moved")
	row("  suites with status 1, percent", "%.0f", "failed", "moved")
	exit sum["all", "failed", "same"] / suites > 10 || missed["all"] > 0
}' same.each moved.each same.all moved.all
