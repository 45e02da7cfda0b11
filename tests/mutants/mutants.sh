#!/bin/sh
# mutants.sh [count [seed]]
#
# Finds code that no test examines.  Makes one small change in a copy of
# ministat.c, and runs the goldens on it and, if they notice nothing, the unit
# tests; then the next change, and so on: 200 changes (or this many), spread
# evenly.  Another seed gives other changes.
#
# Run by `make mutants MUTANTS="count seed"`; 200 take about half an hour, less
# with a compiler as fast as CC=tcc.  Prints the changes that no test
# noticed, and a tally.  Each of them is a place to look at, but a change
# without an effect cannot be noticed.
set -u
cd "$(dirname "$0")/../.." || exit 2

count=${1:-200}
seed=${2:-1}
temp=$(mktemp -d) || exit 2

# Also if it is interrupted.
tally() {
	awk '
	{ by[$1]++ }
	END {
		printf "mutants: %d tried, %d noticed by the goldens, %d by " \
		    "the unit tests, %d by none\n", NR - by["build"],
		    by["goldens"], by["units"], by["none"]
	}' "$temp/noticed"
	rm -rf "$temp"
}
: >"$temp/noticed"
trap tally EXIT
trap 'exit 2' HUP INT TERM
make -s tests/golden/golden tests/golden/terminal || exit 2
flags=$(CC=${CC:-cc} sh tests/unit/libcheck.sh) || exit 2

# The tests run in a copy of the tree, with the program that was changed.
cp -r tests data README ministat.1 "$temp" || exit 2
LIMIT=10
CK_DEFAULT_TIMEOUT=100
export LIMIT CK_DEFAULT_TIMEOUT

# All changes that can be made: the line, the byte in it, the old text and the
# new one.  Comments, strings, assertions and directives are left alone, and the
# line of a message without a file, which is not printed.
awk '
BEGIN {
	n = split("< <=,<= <,> >=,>= >,== !=,!= ==,&& ||,|| &&,+ -,- +,* /," \
	    "/ *,+= -=,-= +=,true false,false true,0 1,1 0,1 2,2 3," \
	    "return (void)", pair, ",")
}
/^(#|\/\*| \*|__)/ || /^\t+ ?\/?\*/ || /assert\(/ { next }
{
	line = $0
	while (match(line, /"([^"\\]|\\.)*"|\047([^\047\\]|\\.)*\047|\/\*.*/)) {
		blank = sprintf("%" RLENGTH "s", "")
		gsub(/ /, "~", blank)
		line = substr(line, 1, RSTART - 1) blank \
		    substr(line, RSTART + RLENGTH)
	}
	for (i = 1; i <= n; i++) {
		split(pair[i], change, " ")
		at = index(line " ", " " change[1] " ")
		if (at == 0 && change[1] ~ /^[a-z0-9]/)
			at = match(line, "[\t (]" change[1] "[ ;,)]")
		if (at > 0 && substr(line, at - 5, 6) != "NULL, ")
			print NR "\t" at "\t" change[1] "\t" change[2]
	}
}' ministat.c >"$temp/changes"

# Which tests notice the change: build, goldens, units or none.
noticed() {
	${CC:-cc} -w ministat.c -lm -o ministat 2>/dev/null ||
	    { echo build; return; }
	timeout 600 tests/golden/golden -q >/dev/null 2>&1 ||
	    { echo goldens; return; }
	# shellcheck disable=SC2086 # a list of words
	${CC:-cc} -w tests/unit/check_ministat.c $flags -lm -o check 2>/dev/null
	timeout 600 ./check >/dev/null 2>&1 || { echo units; return; }
	echo none
}

step=$(($(wc -l <"$temp/changes") / count + 1))
awk -v step="$step" -v seed="$seed" 'NR % step == seed % step' \
    "$temp/changes" >"$temp/chosen"
while IFS='	' read -r line at from to; do
	awk -v line="$line" -v at="$at" -v from="$from" -v to="$to" '
	NR == line {
		$0 = substr($0, 1, at) to substr($0, at + 1 + length(from))
	}
	{ print }' ministat.c >"$temp/ministat.c"
	by=$(cd "$temp" && noticed)
	echo "$by" >>"$temp/noticed"
	[ "$by" != none ] || diff ministat.c "$temp/ministat.c" |
	    sed -n "s/^>/$line:/p"
done <"$temp/chosen"
