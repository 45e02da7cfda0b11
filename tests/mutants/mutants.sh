#!/bin/sh
# mutants.sh [count [seed]]
#
# Finds code that no test examines.  Makes one small change in a copy of
# ministat.c, and runs the goldens on it and, if they notice nothing, the unit
# tests; then the next change, and so on: 200 changes (or this many), spread
# evenly.  Another seed gives other changes.
#
# Run by `make mutants MUTANTS="count seed"`; 200 take about half an hour.
# Prints the changes that no test noticed, and a tally.  Each of them is a place
# to look at, but a change without an effect cannot be noticed.
set -u
cd "$(dirname "$0")/../.." || exit 2

count=${1:-200}
seed=${2:-1}
root=$PWD
temp=$(mktemp -d) || exit 2
trap 'rm -rf "$temp"' EXIT
trap 'exit 2' HUP INT TERM
make -s tests/golden/golden tests/golden/terminal || exit 2
flags=$(sh tests/unit/libcheck.sh) || exit 2

# The tests run in a copy of the tree, with the program that was changed.
cp -r tests data README ministat.1 "$temp" || exit 2

# Prints all changes that can be made: the line, the byte in it, the old text
# and the new one.  Comments, strings and directives are left alone, and the
# line of a message without a file, which is not printed.
changes() {
	awk '
	BEGIN {
		n = split("<|<=,<=|<,>|>=,>=|>,==|!=,!=|==," \
		    "&&|\\|\\|,\\|\\||&&,+|-,-|+,*|/,/|*,+=|-=,-=|+=," \
		    "true|false,false|true,0|1,1|2,2|3," \
		    "return|(void)", pair, ",")
	}
	function string_at(at,	i, open) {
		for (i = 1; i < at; i++)
			if (substr($0, i, 1) ~ /["\047]/ &&
			    substr($0, i - 1, 1) != "\\")
				open = !open
		return open
	}
	/^(#|\/\*| \*)/ || /^\t+ ?\/?\*/ { next }
	{
		comment = index($0 "/*", "/*")
		for (i = 1; i <= n; i++) {
			match(pair[i], /[^\\]\|/)
			from = substr(pair[i], 1, RSTART)
			to = substr(pair[i], RSTART + 2)
			gsub(/\\/, "", from)
			gsub(/\\/, "", to)
			at = index($0 " ", " " from " ")
			if (at == 0 && from ~ /^[a-z0-9]/)
				at = match($0, "[ (]" from "[ ;,)]")
			if (at > 0 && !string_at(at) && at <= comment &&
			    substr($0, at - 5, 6) != "NULL, ")
				print NR "\t" at "\t" from "\t" to
		}
	}' ministat.c
}

# change LINE BYTE FROM TO
change() {
	awk -v line="$1" -v at="$2" -v from="$3" -v to="$4" '
	NR == line {
		$0 = substr($0, 1, at) to substr($0, at + 1 + length(from))
	}
	{ print }' ministat.c
}

# Prints which tests notice the change: build, goldens, units or none.
noticed() {
	cc -O1 ministat.c -lm -o ministat 2>/dev/null || { echo build; return; }
	timeout 60 tests/golden/golden >/dev/null 2>&1 ||
	    { echo goldens; return; }
	# shellcheck disable=SC2086 # a list of words
	cc -O1 tests/unit/check_ministat.c $flags -lm -o check 2>/dev/null
	timeout 300 ./check >/dev/null 2>&1 || { echo units; return; }
	echo none
}

changes >"$temp/changes"
step=$(($(wc -l <"$temp/changes") / count + 1))
awk -v step="$step" -v seed="$seed" 'NR % step == seed % step' \
    "$temp/changes" >"$temp/chosen"
while IFS='	' read -r line at from to; do
	change "$line" "$at" "$from" "$to" >"$temp/ministat.c"
	by=$(cd "$temp" && noticed)
	echo "$by" >>"$temp/noticed"
	[ "$by" != none ] || diff "$root/ministat.c" "$temp/ministat.c" |
	    sed -n "s/^>/$line:/p"
done <"$temp/chosen"

echo
awk '
{ by[$1]++ }
END {
	built = NR - by["build"]
	printf "mutants: %d tried, %d noticed by the goldens, %d by the unit " \
	    "tests, %d by none\n", built, by["goldens"], by["units"], by["none"]
}' "$temp/noticed"
