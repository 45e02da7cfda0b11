#!/usr/bin/env bash
# real_runs.sh [runs [file]]
#
# Shows how many false alarms real noise raises if old and new are not taken in
# turns, and how many of these come with the warning that values depend on
# earlier ones.  It runs six programs of this machine 200 times each (or as
# often), one after the other, which takes a minute or two; or it reads a file
# with lines of a name and a time in seconds, as it writes one if it does not
# exist.  The old and the new values are neighbouring runs of one program, of
# which each next pair begins half a set later, so there is no difference to be
# found.  Needs bash 5.
set -u
cd "$(dirname "$0")/../.." || exit 2
# shellcheck source=tests/environment.sh
. tests/environment.sh

runs=${1:-200}
temp=$(mktemp -d) || exit 2
trap 'rm -rf "$temp"' EXIT
file=${2:-$temp/runs}

measure() {
	local name=$1 start i
	shift
	for ((i = 0; i < runs; i++)); do
		start=${EPOCHREALTIME/./}
		"$@" >"$temp/output" 2>&1
		awk -v us=$((${EPOCHREALTIME/./} - start)) -v name="$name" \
		    'BEGIN { printf "%s %.6f\n", name, us / 1e6 }'
	done
}

if [ ! -s "$file" ]; then
	awk 'BEGIN { for (i = 0; i < 60000; i++) print i * 7919 % 60013 }' \
	    >"$temp/numbers"
	echo 'int main(void) { return 0; }' >"$temp/main.c"
	{
		measure sort sort -n "$temp/numbers"
		measure gzip gzip -c "$temp/numbers"
		# shellcheck disable=SC2016 # awk expands it
		measure awk awk '{ s += $1 * $1 } END { print s }' \
		    "$temp/numbers"
		measure cc cc -O2 -c "$temp/main.c" -o "$temp/main.o"
		measure sed sed 's/[13]/x/g' "$temp/numbers"
		measure cksum cksum ./ministat "$temp/numbers" ./ministat.c
	} >"$file"
fi

echo 'False alarms of student at 95 percent, of neighbouring sets of runs'
printf '\n%4s%8s%8s%20s%20s\n' n pairs alarms 'of these warned' \
    'of others warned'
for n in 10 20 30 50; do
	pairs=0 alarms=0 warned=0 others=0
	# shellcheck disable=SC2013 # names have no blanks
	for name in $(awk '!seen[$1]++ { print $1 }' "$file"); do
		awk -v name="$name" '$1 == name { print $2 }' "$file" \
		    >"$temp/all"
		last=$(($(wc -l <"$temp/all") - 2 * n))
		for ((at = 1; at <= last + 1; at += n / 2)); do
			tail -n +$at "$temp/all" | head -n $n >"$temp/old"
			tail -n +$((at + n)) "$temp/all" | head -n $n \
			    >"$temp/new"
			ministat -o csv "$temp/old" "$temp/new" \
			    >"$temp/report" 2>/dev/null
			status=$?
			[ $status -le 1 ] || exit 2
			is_warned=$(grep -c dependent "$temp/report")
			pairs=$((pairs + 1))
			alarms=$((alarms + status))
			warned=$((warned + status * is_warned))
			others=$((others + (1 - status) * is_warned))
		done
	done
	awk -v n=$n -v pairs=$pairs -v alarms=$alarms -v warned=$warned \
	    -v others=$others 'BEGIN {
		printf "%4d%8d%7.0f%%%19.0f%%%19.0f%%\n", n, pairs,
		    100 * alarms / pairs,
		    (alarms > 0) ? 100 * warned / alarms : 0,
		    (pairs > alarms) ? 100 * others / (pairs - alarms) : 0
	}'
done
