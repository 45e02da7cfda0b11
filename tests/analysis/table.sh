#!/bin/sh
# table.sh [-f]
#
# Runs all the trials that the program is put to, and prints one table: how
# many of what were tried, and what they found.  With -f, of the platforms only
# the fast subset of portability.sh.
#
# Each script ends with a tally of its own, `abuse: 7 tried, 0 findings'.  One
# that fails without any shows `failed', and below the table is what it said.
set -u
cd "$(dirname "$0")/../.." || exit 2

temp=$(mktemp -d) || exit 2
trap 'rm -rf "$temp"' EXIT
trap 'exit 2' HUP INT TERM
status=0
make=${MAKE:-make}

# The tallies of a log, added up; the check library and libFuzzer have theirs.
add_up() {
	awk '
	/: [0-9]+ tried, [0-9]+ findings$/ {
		tried += $(NF - 3)
		findings += $(NF - 1)
	}
	/^[0-9]+%: Checks: / {
		tried += $3
		findings += $5 + $7
	}
	/^stat::number_of_executed_units:/ { tried += $2 }
	/^SUMMARY: / { findings++ }
	END { print tried + 0, findings + 0 }' "$1"
}

# trial NAME COMMAND...
trial() {
	name=$1
	shift
	log=$temp/$name
	if "$@" >"$log" 2>&1; then
		failed=false
	else
		failed=true
		status=1
	fi
	total=$(add_up "$log")
	tried=${total% *}
	findings=${total#* }
	if $failed; then
		[ "$findings" -gt 0 ] || findings=failed
	else
		rm "$log"
	fi
	printf '%-10s %12s %9s   %s\n' "$name" "$tried" "$findings" "$*"
}

printf '%-10s %12s %9s   %s\n' trial tried findings by
trial tests "$make" check
trial numbers "$make" check-parser LINES=10000000
trial corpus "$make" check-corpus
trial fuzz "$make" fuzz FUZZ_SECONDS=60
trial abuse "$make" abuse
trial faults "$make" faults
trial analyses "$make" analysis
trial platforms "$make" portability PORTABILITY="${1-}"

for log in "$temp"/*; do
	[ -f "$log" ] || continue
	printf '\n%s:\n' "${log##*/}"
	tail -n 20 "$log"
done
exit $status
