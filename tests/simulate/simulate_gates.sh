#!/bin/sh
# simulate_gates.sh [trials]
#
# Shows how often each gate fails, in percent of 1000 trials (or of this many),
# as CI would see it.  A trial is two files of 20 normal values; the values of
# the new file are slower by a known amount.  The spread is the standard
# deviation in percent of the mean.  Run by `make simulate`.
set -u
cd "$(dirname "$0")/../.." || exit 2
# shellcheck source=tests/environment.sh
. tests/environment.sh
# shellcheck source=tests/simulate/normal.sh
. tests/simulate/normal.sh

trials=${1:-1000} values=20
temp=$(mktemp -d) || exit 2
trap 'rm -rf "$temp"' EXIT

# draw SPREAD SLOWER makes the files old.I and new.I of all trials.  Numbers are
# drawn and made normal as in simulate_suites.sh.
draw() {
	awk -v dir="$temp" -v trials="$trials" -v values=$values \
	    -v spread="$1" -v slower="$2" "$normal"'
	function file(name, mean,	i) {
		for (i = 0; i < values; i++)
			printf "%.3f\n", mean + mean * spread / 100 * \
			    normal() >name
		close(name)
	}
	BEGIN {
		a = 12345 + spread
		b = 67890 + slower
		for (i = 0; i < 100; i++)
			uniform()
		for (trial = 1; trial <= trials; trial++) {
			file(dir "/old." trial, 100)
			file(dir "/new." trial, 100 + slower)
		}
	}'
}

# rate GATE: in percent, of the files drawn.
rate() {
	trial=1 failed=0
	while [ "$trial" -le "$trials" ]; do
		# shellcheck disable=SC2086
		ministat -A -g $1 "$temp/old.$trial" "$temp/new.$trial" \
		    >"$temp/report" 2>&1
		status=$?
		[ $status -le 1 ] || exit 2
		failed=$((failed + status))
		trial=$((trial + 1))
	done
	awk -v failed=$failed -v trials="$trials" \
	    'BEGIN { printf "%8.1f\n", 100 * failed / trials }'
}

gates='higher
higher -m 2%
higher -m 5%
not-higher -m 2%
not-higher -m 5%
not-higher -m 10%'

echo "Failed, in percent of $trials trials with $values values a file"
printf '\n%-20s%-24s  %s\n' '' '  spread 2%' '  spread 5%'
printf '%-20s%8s%8s%8s  %8s%8s%8s\n' 'slower by' 0% 5% 10% 0% 5% 10%
printf '%s\n' "$gates" >"$temp/table"
for spread in 2 5; do
	for slower in 0 5 10; do
		draw $spread $slower
		echo "$gates" | while read -r gate; do
			rate "$gate"
		done >"$temp/column" || exit 2
		paste "$temp/table" "$temp/column" >"$temp/wider"
		mv "$temp/wider" "$temp/table"
	done
done
awk -F '\t' '{ printf "%-20s%s%s%s  %s%s%s\n", $1, $2, $3, $4, $5, $6, $7 }' \
    "$temp/table"
