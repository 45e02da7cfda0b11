#!/bin/sh
# formats.sh
#
# Tries the known formats on files that the tools really wrote:
#
# - Without options, the report and the status are those of the options that
#   the note on standard error names, pasted into a shell, for text, Markdown,
#   JSON and CSV, and with other options before them.
# - The note is the one in pairs.txt, and is all that is different.  A line of
#   pairs.txt is an old and a new file in data/ (- for none), and the note.
# - A file means the same if it comes from a pipe, some bytes at a time.
# - No other file is of a known format.
# - 100,000 changes of the strings by which files are known give the same
#   options or none (known.c).
# - The manual lists the options of each line of the table.
#
# Run by `make check-formats`.  Prints a line for each difference, then a tally;
# the status is 1 if there is a difference.
set -u
cd "$(dirname "$0")/../.." || exit 2
# shellcheck source=tests/environment.sh
. tests/environment.sh

temp=$(mktemp -d) || exit 2
trap 'rm -rf "$temp"' EXIT
trap 'exit 2' HUP INT TERM
tried=0
findings=0

finding() {
	echo "$*"
	findings=$((findings + 1))
}

# Compares what is printed without options, in known.*, and with those of the
# note, in typed.*.
compare() {
	tried=$((tried + 1))
	grep -v '^ministat: [^ ]*: [a-zA-Z].*: -[a-zA-Z] ' "$temp/known.err" \
	    >"$temp/known.rest"
	cmp -s "$temp/known.out" "$temp/typed.out" ||
	    finding "$1: the report differs"
	cmp -s "$temp/known.rest" "$temp/typed.err" ||
	    finding "$1: the messages differ"
	[ "$(cat "$temp/known.status")" = "$(cat "$temp/typed.status")" ] ||
	    finding "$1: the status differs"
}

# Runs a line of shell: run NAME LINE.
run() {
	eval "$2" >"$temp/$1.out" 2>"$temp/$1.err"
	echo $? >"$temp/$1.status"
}

others='
-o json
-o csv
-o markdown -c 99
-q -A -t welch -f each
-m 5% -g not-higher -o json
-D -S -v
-n -p
-x zzz -A
-g higher -m 1% -t p50
'
while read -r old new note; do
	files=data/$old
	[ "$new" = - ] || files="$files data/$new"
	run known "ministat $files"
	said=$(grep "^ministat: data/$old: [^ ].*: -" "$temp/known.err")
	[ "$said" = "ministat: data/$old: $note" ] ||
	    finding "$old: said is: $said"
	options=${note#*: }
	run typed "ministat $options $files"
	compare "$old"
	echo "$others" | grep . >"$temp/others"
	while read -r other; do
		run known "ministat $other $files"
		run typed "ministat $other $options $files"
		compare "$old $other"
	done <"$temp/others"

	# What a pipe gives is what the file gives.
	run typed "ministat -o json <data/$old"
	run known "{ head -c 700; sleep 0.01; cat; } <data/$old |
	    ministat -o json"
	tried=$((tried + 1))
	cmp -s "$temp/known.out" "$temp/typed.out" ||
	    finding "$old: it is something else in a pipe"
done <tests/formats/pairs.txt

# What is known, and what is not.
known=$temp/known
${CC:-cc} -O2 tests/formats/known.c -lm -o "$known" || exit 2
samples=$(awk '{ print "data/" $1; if ($2 != "-") print "data/" $2 }' \
    tests/formats/pairs.txt | sort -u)
more='data/google-families.json data/go-proto.txt data/hyperfine.json
data/jmh-gc-old.json data/jmh-gc-new.json'
# Programs, and inputs with a NUL, cannot be searched.  Transcripts and these
# tests quote what the tools print; header-ab has the names of ab -g.
find data tests -type f ! -path 'tests/golden/*.txt' \
    ! -path 'tests/formats/*' ! -name header-ab | while read -r file; do
	[ "$(tr -cd '\000' <"$file" | wc -c)" -gt 0 ] || echo "$file"
done | sort >"$temp/all"
for file in $samples $more; do
	echo "$file"
done | sort >"$temp/samples"
# shellcheck disable=SC2046 # one argument for each file
"$known" other $(comm -23 "$temp/all" "$temp/samples") >"$temp/result" ||
    findings=$((findings + 1))
cat "$temp/result"
# shellcheck disable=SC2086
"$known" mutate 100000 $samples $more || findings=$((findings + 1))

# The options of each line of the table are in the manual's table.
sed -n '/^\.Sh KNOWN FORMATS/,/^\.Ed/p' ministat.1 |
    sed -e "s/\\\\(aq/'/g; s/\\\\(ha/^/g; s/\\\\(ti/~/g; s/\\\\-/-/g" |
    tr -s ' \n' '  ' >"$temp/manual"
"$known" notes 2>&1 | sed 's/^ministat: f: [^:]*: //' >"$temp/notes"
while read -r note; do
	tried=$((tried + 1))
	grep -qF -e " $note " "$temp/manual" ||
	    finding "the manual does not have: $note"
done <"$temp/notes"
echo "formats: $tried tried, $findings findings"
[ "$findings" -eq 0 ]
