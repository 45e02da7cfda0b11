#!/bin/sh
# formats.sh
#
# Tries the known formats on files that the tools really wrote.  A line of
# pairs.txt is an old and a new file in data/ (- for none), and the note, which
# names the options that are taken.
#
# - Without options, the note is this one.  The report, other messages and the
#   status are those of the options in the note, pasted into a shell; so they
#   are for Markdown, JSON and CSV, and with other options before them.  Only
#   names of -k that the file does not have must be left out, as the known
#   format does, and a tag that is nowhere is told only if it was typed.
# - A file means the same if it comes from a pipe, some bytes at a time.
# - No other file in data/ and in tests/ is of a known format.
# - The manual lists these options, with `...' for expressions, without -e, -x
#   and -X, and `*' for the units.
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
is_note='^ministat: [^ ]*: [a-zA-Z].*: -[a-zA-Z] '

finding() {
	echo "formats: $*"
	findings=$((findings + 1))
}

# Runs a line of shell; $temp/NAME has what it printed, without the note, and
# its status: run NAME LINE.  Only a known format says that values are sorted,
# so that they are not dependent: this is left out, too.
run() {
	eval "$2" >"$temp/out" 2>"$temp/err"
	status=$?
	sed -e '/^\*\*Warnings/,$d; /"warnings":/d; /"key":/s/, ""//g' \
	    -e 's/\(, \)\{0,1\}"dependent"//g; s/ \{0,1\}dependent//g' \
	    -e '/values resemble/d' "$temp/out" >"$temp/$1"
	echo "status $status" >>"$temp/$1"
	grep -v -e "$is_note" -e 'no record or heading has' \
	    -e 'values resemble' "$temp/err" >>"$temp/$1"
}

# Prints a line of shell without the name of -k that a file does not have.
without_absent() {
	name=$(sed -n 's/.*no member is called "\(.*\)".*/\1/p' "$temp/typed" |
	    tail -n 1 | sed 's/[].[*^$]/\\&/g')
	echo "$1" | sed -e "s#,'$name'##; t" -e "s#,$name\([ ,']\)#\1#; t" \
	    -e "s#-k '\{0,1\}$name'\{0,1\} ##"
}

# Two lines of shell must do the same.
same() {
	tried=$((tried + 1))
	run known "$1"
	typed=$2
	run typed "$typed"
	while grep -q 'no member is called' "$temp/typed"; do
		shorter=$(without_absent "$typed")
		[ "$shorter" != "$typed" ] || break
		typed=$shorter
		run typed "$typed"
	done
	cmp -s "$temp/known" "$temp/typed" && return
	finding "$1 is not $typed"
	diff "$temp/known" "$temp/typed" | head -n 4
}

# Prints options as the manual's table has them.
shorten() {
	printf '%s\n' "$1" |
	    sed -e "s/ *-[eXx] '[^']*'//g; s/ *-[eXx] [^ ]*//g" \
	        -e "s/'\([^~']*\)~[^']*'/\1~.../g; s/^ *//; s/ -k /,/g" \
	        -e "s/^\(-k goos.*\) -u .*/\1 -u '*'/" \
	        -e "s/^-b command/-k command,parameters/"
}

# The table of the manual in one line, with its escapes undone.
sed -n '/^\.Sh KNOWN FORMATS/,/^\.Ed/p' ministat.1 |
    sed -e "s/\\\\(aq/'/g; s/\\\\(ha/^/g; s/\\\\(ti/~/g; s/\\\\-/-/g" \
        -e 's/\\e/\\/g' |
    tr -s ' \n' '  ' | sed 's/, /,/g' >"$temp/manual"

while read -r old new note; do
	files=data/$old
	[ "$new" = - ] || files="$files data/$new"
	for file in $files; do
		echo "$file" >>"$temp/samples"
	done
	options=${note#*: }
	tried=$((tried + 1))
	# shellcheck disable=SC2086 # a list of files
	said=$(ministat $files 2>&1 >/dev/null | grep "$is_note")
	[ "$said" = "ministat: data/$old: $note" ] || finding "said is $said"
	listed=$(shorten "$options")
	grep -qF -e " $listed " "$temp/manual" ||
	    finding "the manual does not have: $listed"
	while read -r other; do
		same "ministat $other $files" \
		    "ministat $other $options $files"
	done <<-'END'

		-o json
		-o csv
		-o markdown -c 99
		-q -A -t welch -f each
		-m 5% -g not-worse -o json
		-D -v
		-n -p
		-x zzz -A
		-g worse -m 1% -t p50
	END
	same "{ head -c 700; sleep 0.01; cat; } <data/$old |
	    ministat -o json" "ministat -o json <data/$old"
done <tests/formats/pairs.txt

# Transcripts and these tests quote what the tools print; others.txt lists
# more files of known formats.
{ cat "$temp/samples"; sed 's,^,data/,' tests/formats/others.txt; } |
    sort >"$temp/known"
find data tests -type f ! -path 'tests/golden/*' ! -path 'tests/formats/*' |
    sort | comm -23 - "$temp/known" >"$temp/others"
while read -r file; do
	tried=$((tried + 1))
	said=$(ministat "$file" 2>&1 >/dev/null | grep -a "$is_note")
	[ -z "$said" ] || finding "$said"
done <"$temp/others"

echo "formats: $tried tried, $findings findings"
[ "$findings" -eq 0 ]
