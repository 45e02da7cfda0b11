#!/bin/sh
# abuse.sh
#
# Runs the program with arguments, inputs and surroundings that are at their
# limits or beyond them, as far as they are too large or too rude for a
# transcript.  Run by `make abuse`.
#
# Each case says which status is expected, and which words on standard error.
# Wrong in any case are raw control characters in the output, a report beside an
# error, and the end by a signal or after LIMIT seconds (600 unless set).
# Prints what is wrong, then a tally; the status is 1 if anything is wrong.
# shellcheck disable=SC1003 # '\' is an argument
set -u
cd "$(dirname "$0")/../.." || exit 2
# shellcheck source=tests/environment.sh
. tests/environment.sh

data=$(pwd)/data
temp=$(mktemp -d) || exit 2
trap 'rm -rf "$temp"' EXIT
trap 'exit 2' HUP INT TERM
cd "$temp" || exit 2
command -v ministat >/dev/null || exit 2
limit=
command -v timeout >/dev/null && limit="timeout ${LIMIT:-600}"
tried=0
findings=0
printf '1\n2\n3\n4\n' >a
printf '11\n12\n13\n14\n' >b

failed() {
	echo "abuse: $1" | tr '\n\033' ' .' | cut -c 1-160
	sed 's/^/	/' err | cut -c 1-200 | head -n 3
	findings=$((findings + 1))
}

# expect STATUS WORDS COMMAND...: run by sh, so that it may have redirections;
# STATUS may be a list "0|1"; WORDS is an extended regular expression, - where
# standard error must be empty, but for doubts, or . where it may have anything.
expect() {
	status=$1
	words=$2
	shift 2
	tried=$((tried + 1))
	$limit sh -c "$*" >out 2>err </dev/null
	rc=$?
	case "|$status|" in
	*"|$rc|"*)	;;
	*)		failed "status $rc, not $status: $*"; return ;;
	esac
	case $words in
	-)	! grep -q -v '^ministat: .*warning: ' err ;;
	.)	;;
	*)	grep -Eq -e "$words" err ;;
	esac || failed "not the message $words: $*"
	[ "$(cat out err | tr -d '\n\t\040-\176\200-\377' | wc -c)" -eq 0 ] ||
	    failed "raw control characters: $*"
	[ "$rc" -lt 2 ] || [ ! -s out ] || failed "a report, too: $*"
}

# shows WORDS: the report of the last case has them.
shows() {
	grep -q -e "$1" out || failed "not in the report: $1"
}

repeat() {
	awk -v n="$1" -v s="$2" 'BEGIN { while (n-- > 0) printf "%s", s }'
}

# Extreme options.
for w in 2 3 9999 10000; do
	expect 1 - "ministat -s -w $w a b"
done
for h in 0 1 2147483647; do
	expect 1 - "ministat -H $h a b"
done
for c in 50 95 99.99999999999999 0x1p6; do
	for t in student welch mannwhitney paired; do
		expect '0|1' - "ministat -v -c $c -t $t a b"
	done
done
expect 2 '-c: .* is not' "ministat -c 9$(repeat 100000 .) a b"
for m in 0 -0 1e308 1e308% 5e-324 5e-324% 0%; do
	for g in any higher lower worse none equal not-higher not-lower \
	    not-worse; do
		expect '0|1' - "ministat -v -m $m -g $g a b"
	done
done
for d in '#' 1 . e '\' '-' "$(printf '\001')" "$(printf '\377')"; do
	expect '0|2' . "ministat -d '$d' a"
done
expect 0 - "ministat -n -d '$(repeat 100000 ,)' a"
expect 2 'more than 50 sets' "ministat $(repeat 51 'a ')"
expect 0 - "ministat $(repeat 50 'a ')"
expect 2 ': .*name too long' "ministat $(repeat 5000 n)"

# Long lines, many fields, many names.
repeat 1000000 '1 ' | sed 's/$/7/' >million
{ cat million; echo; cat million; echo; cat million; echo; } >millions
expect 0 - "ministat -C 1000001 -n millions"
shows ' 7  *7  *7 '
expect 2 'no values' "ministat -C 1000002 -n millions"
tr ' ' , <millions >commas
expect 0 - "ministat -d , -C 1000001 -n commas"
awk 'BEGIN { for (i = 0; i < 100000; i++) print "k" i, "s", i }' >rows
expect 0 - "ministat -n -k 1 -b 2 -C 3 rows"
awk 'BEGIN { for (i = 0; i < 100000; i++) print "pkg: p" i "\n" i }' >heads
expect 0 - "ministat -n -k pkg: heads"
awk 'BEGIN { for (i = 0; i < 100000; i++) printf "%s\"k%d\":{\"v\":%d}",
    (i > 0 ? "," : "{"), i, i; print "}" }' >members
expect 0 - "ministat -n -k '*' -C '*.v' members"
expect 2 'more than 50 sets' "ministat -n -b '*' -C '*.v' members"
{ printf 1; repeat 100000 ,234; echo ' ops'; } >groups
expect 2 'is NaN, infinite, or out of the range' "ministat -n -u ops groups"

# Expressions that are no good, and those that take memory or time without end.
for e in '[' '*' 'a{2,1}' 'a{1,99999}' '[[:nosuch:]]' '\'; do
	expect '0|2' . "ministat -n -e '$e' a"
done
expect 0 - "ministat -n -e '^(.*)*(.*)*(.*)*$' a"
expect '0|2' . "ulimit -v 2000000
	ministat -n -e '((((1{1,99}){1,99}){1,99}){1,99}){1,99}' a"
{ echo 1; repeat 30000 1; echo; echo 2; } >ones
expect '0|2' . "ministat -n -e '^(1|11|111)*\$' ones"
# Memory for a line ends in the midst: never a set without that line.
{ repeat 12 '5
'; printf '9 '; repeat 3000000 1; echo; } >bigline
for v in 14000 20000 26000 32000 40000 60000; do
	expect '0|2' . "ulimit -v $v
		ministat -n -e '^[59]( (1|11)*1)?$' bigline"
	[ "$rc" -eq 2 ] || shows '^x  13 '
done
# Some systems' regcomp(3) crashes on deeply nested parentheses.
nested=$(repeat 20000 '('; printf 1; repeat 20000 ')')
for o in -e -x -C1~ -k1~ -b1~ -r1~ -C~; do
	expect 2 "${o%%[1~]*}: .*1000 bytes" "ministat -n '$o$nested' a"
	expect 2 "${o%%[1~]*}: " "ministat -n '$o(' a"
done
expect 0 - "ministat -n -x '$(repeat 1000 1)' a"
expect 0 - "ministat -n -x '$(repeat 499 '('; repeat 499 ')')2' a"

# Bytes that are no text, and lines that end at, before and behind blocks.
dd if=/dev/zero of=zeros bs=1024 count=100 2>/dev/null
expect 2 'NUL byte' "ministat zeros"
awk 'BEGIN { srand(1); for (i = 0; i < 50000; i++)
	printf "%c", 1 + int(rand() * 255) }' >noise
expect 2 'is not a number|NUL' "ministat noise"
expect 2 . "ministat \$(command -v ministat)"
printf '\377\376\061\000\012\000' >utf16le
printf '\376\377\000\061\000\012' >utf16be
expect 2 'UTF-16' "ministat utf16le"
expect 2 'UTF-16' "ministat utf16be"
for n in 131069 131070 131071 131072 131073 262143 262144 262145; do
	{ printf '#'; repeat "$n" x; printf '\n1\n2\n3'; } >blocks
	expect 0 - "ministat -n blocks"
	shows '^x   3             1             3'
	{ repeat "$n" 0; printf '1\n2\n3\n'; } >blocks
	expect 0 - "ministat -n blocks"
	shows '^x   3             1             3'
	{ repeat "$((n / 2))" '
'; printf '12345\n12345\n12345\n'; } >blocks
	expect 0 - "cat blocks | ministat -n"
	shows '^x   3         12345         12345'
done

# Memory that ends.
expect 2 'out of memory' "ulimit -v 400000
	yes 1 | tr -d '\n' | head -c 1073741824 | ministat"
expect 2 'out of memory' "ulimit -v 60000
	ministat -k 1 -b 2 -C 3 rows rows rows rows rows rows rows rows"

# Names that no terminal should get as they are.
name=$(printf 'new\nline\033[31m\001\377"\\,')
cp a "$name"
for o in '' '-o json' '-o csv' '-v' '-n -k 1'; do
	expect '0|1' . "ministat $o '$name' '$name'"
	grep -q '^line' out && failed "a raw newline with $o"
done
expect 2 'x1b' "ministat '$name.nosuch'"
[ "$(wc -l <err)" -eq 1 ] || failed 'a message in many lines'

# Locales, closed and full outputs, small stacks.
ministat "$data/without" "$data/with" >english 2>/dev/null
for locale in de_DE.UTF-8 tr_TR.UTF-8 nosuch; do
	expect 1 - "LC_ALL=$locale ministat $data/without $data/with"
	cmp -s out english || failed "another report with LC_ALL=$locale"
done
expect 2 'is not a number' "echo 1,5 | LC_ALL=de_DE.UTF-8 ministat"
expect 2 'standard output: ' "ministat a b >&-"
expect 2 '<stdin>: Bad file' "ministat <&-"
expect 2 - "ministat nosuch <&- >&- 2>&-"
expect 1 - "ministat a b <&-"
expect 1 - "ministat a b 2>&-"
expect 2 'standard output: Broken pipe' \
    "{ sleep 0.3; ministat a b; echo \$? >rc; } | :; exit \$(cat rc)"
if [ -w /dev/full ]; then
	for o in '' '-o json' '-o csv' '-h' '-V' '-w 10000'; do
		expect 2 'standard output: No space' \
		    "ministat $o a b >/dev/full"
	done
fi
expect 2 'standard output: File too large' \
    "trap '' XFSZ; ulimit -f 1; ministat -w 10000 a b >limited"
expect 0 - "ulimit -s 256; ministat -w 10000 -s $(repeat 50 'a ')"

# Files that come late, grow or shrink.
mkfifo fifo
expect 0 - "{ for i in 1 2 3 4 5 6; do printf \$i; sleep 0.1; echo 5; done
	} >fifo & ministat -n fifo"
shows '^x   6            15            65'
expect 2 'is empty' ": >fifo & ministat fifo"
yes 1 | head -n 3000000 >growing
expect 0 - "{ for i in 1 2 3 4 5 6 7 8; do echo 2; done >>growing; } &
	ministat -n growing; s=\$?; wait; exit \$s"
expect '0|2' . "{ : >growing; } & ministat -n growing; s=\$?; wait; exit \$s"

cd /
echo "abuse: $tried tried, $findings findings"
[ "$findings" -eq 0 ]
