#!/bin/sh
# abuse.sh
#
# Runs the program with arguments, inputs and surroundings that are at their
# limits or beyond them.  Run by `make abuse`.
#
# Each case says which status is expected, and which words on standard error.
# Wrong in any case are raw control characters in the output, the end by a
# signal, and more than LIMIT seconds (60 unless set).  Prints what is wrong,
# then a table and a tally; the status is 1 if anything is wrong.
# shellcheck disable=SC1003,SC2015 # '\' is an argument; && || is meant
set -u
cd "$(dirname "$0")/../.." || exit 2
# shellcheck source=tests/environment.sh
. tests/environment.sh

LIMIT=${LIMIT:-60}
data=$(pwd)/data
temp=$(mktemp -d) || exit 2
trap 'rm -rf "$temp"' EXIT
trap 'exit 2' HUP INT TERM
cd "$temp" || exit 2
command -v ministat >/dev/null || exit 2
have_timeout=
command -v timeout >/dev/null && have_timeout="timeout $LIMIT"
: >findings
printf '1\n2\n3\n4\n' >a
printf '11\n12\n13\n14\n' >b
printf 'time=1\ntime=1\ntime=1\n' >labelled1
printf '\303\251\303\250 1\n\303\251 2\n\346\227\245 3\n' >accents
printf 'a~ x 1\nb~~ x 2\nc~~~ x 3\n' >tildes
printf 'k s v\nx a 1\nx a 2\nx a 3\nx b 2\nx b 3\nx b 4\n' >long

group=
failed() {
	echo "$group: $1" | tr '\n\033' ' .' | cut -c 1-160
	sed 's/^/	/' err | cut -c 1-200 | head -n 3
	echo "$group 1" >>findings
}

# Control characters other than newline, and tabs but in the report, are raw.
is_clean() {
	[ "$(tr -d '\n\t\040-\176\200-\377' <"$1" | wc -c)" -eq 0 ]
}

# expect STATUS WORDS COMMAND...: run by sh, so that it may have redirections;
# STATUS may be a list "0|1", WORDS an extended regular expression, or - where
# standard error must be empty, but for doubts about what is compared.
expect() {
	status=$1
	words=$2
	shift 2
	echo "$group" >>tried
	$have_timeout sh -c "$*" >out 2>err </dev/null
	rc=$?
	case "|$status|" in
	*"|$rc|"*)	;;
	*)		failed "status $rc, not $status: $*"; return ;;
	esac
	if [ "$words" = - ]; then
		! grep -v '^ministat: warning: ' err >errors ||
		    { failed "a message: $*"; return; }
	else
		grep -Eq -e "$words" err ||
		    { failed "not the message \"$words\": $*"; return; }
	fi
	is_clean out && is_clean err || failed "raw control characters: $*"
	[ "$rc" -lt 2 ] || [ ! -s out ] || failed "a report too: $*"
}

repeat() {
	awk -v n="$1" -v s="$2" 'BEGIN { while (n-- > 0) printf "%s", s }'
}

group=widths
for w in 0 1 -1 10001 4294967298 18446744073709551618 1e2 ' 5' 5x '' +5; do
	expect 2 "-w: .* is not a width" "ministat -w '$w' a b"
done
for w in 2 3 9999 10000; do
	expect 1 - "ministat -w $w a b"
	expect 1 - "ministat -s -w $w a b"
done
for h in -1 x 2147483648 99999999999999999999; do
	expect 2 "-H: .* is not a number of rows" "ministat -H '$h' a b"
done
for h in 0 1 2147483647; do
	expect 1 - "ministat -H $h a b"
done

group=columns
for c in 0 -1 2147483648 99999999999999999999 00 ''; do
	expect 2 "-C: .* is not a column" "ministat -C '$c' a b"
	expect 2 "-b: .* is not a column" "ministat -b '$c' a b"
done
for c in 0 -1 2147483648 99999999999999999999 00; do
	expect 2 "-k: .* is not a list" "ministat -k '$c' a b"
done
expect 1 - "ministat -k '' a b"
expect 2 'a: no values' "ministat -C 2147483647 a b"
expect 2 'no header names the column' "ministat -C nosuch a b"
expect 0 - "ministat -n -k 1,2,3,4,5,6,7,8,9,10,11,12,13,14 a"
expect 2 "-k: more than 14 are listed" \
    "ministat -k 1,2,3,4,5,6,7,8,9,10,11,12,13,14,15 a"
expect 2 "-k: .* is not a list" "ministat -k 1, a"
expect 2 "-k: .* is not a list" "ministat -k ,1 a"
repeat 1000000 '1 ' | sed 's/$/7/' >million
{ cat million; echo; cat million; echo; cat million; echo; } >millions
expect 0 - "ministat -C 1000001 -n millions"
grep -q ' 7  *7  *7 ' out || failed 'the last of a million columns'
expect 2 'no values' "ministat -C 1000002 -n millions"
expect 0 - "ministat -C 1000001 -d ' ' -e . -n millions"
tr ' ' , <millions >commas
expect 0 - "ministat -d , -C 1000001 -n commas"

group=confidences
for c in 0 5e-324 49.9 100 -1 101 nan inf 1e999 '' x 95% 0x; do
	expect 2 '-c: .* is not a number such as 95, at least 50 and below 100' \
	    "ministat -c '$c' a b"
done
for c in 50 50.000000000001 99.99999999999999 0x1p6; do
	for t in student welch mannwhitney paired; do
		expect '0|1' - "ministat -v -c $c -t $t a b"
	done
done
expect 2 '-c: .* is not' "ministat -c $(repeat 101 9) a b"
expect 2 '-c: .* is not' "ministat -c 9$(repeat 100000 .) a b"
for m in -1 nan inf x '' % -0.1% 1%% 1e999; do
	expect 2 '-m: .* is not a percentage such as 2%' "ministat -m '$m' a b"
done
for m in 0 -0 1e308 1e308% 5e-324 5e-324% 0%; do
	for g in any higher lower worse none equal not-higher not-lower \
	    not-worse; do
		expect '0|1' - "ministat -v -m $m -g $g a b"
	done
done

group=delimiters
expect 2 '-d: .* is not a list of ASCII characters' "ministat -d '' a"
expect 2 '-d: .* is not a list of ASCII characters' "ministat -d '\"' a"
expect 2 '-d: .* is not a list of ASCII characters' "ministat -d '
' a"
for d in '#' 1 . e '\' '-' "$(printf '\001')" "$(printf '\377')"; do
	expect '0|2' . "ministat -d '$d' a; s=\$?; echo . >&2; exit \$s"
done
expect 0 - "ministat -n -d '$(repeat 100000 ,)' a"

group=expressions
for e in '(' '[' '*' 'a{2,1}' 'a{1,99999}' '[[:nosuch:]]' '\'; do
	expect '0|2' . "ministat -n -e '$e' a; s=\$?; echo . >&2; exit \$s"
done
expect 2 '-e: .*( is not a |memory)' "ministat -n -e '(' a"
expect 0 - "ministat -n -e '^(.*)*(.*)*(.*)*$' a"
expect 0 - "ministat -n -e '' a"
# What takes memory without end in regcomp(3) is to end as all else.
expect '0|2' . "ulimit -v 2000000
	ministat -n -e '((((1{1,99}){1,99}){1,99}){1,99}){1,99}' a
	s=\$?; echo . >&2; exit \$s"
repeat 30000 1 >ones
{ echo 1; cat ones; echo; echo 2; } >ones3
expect '0|2' . "ministat -n -e '^(1|11|111)*\$' ones3
	s=\$?; echo . >&2; exit \$s"
# Memory for a line ends in the midst: never a set without that line.
{ repeat 12 '5
'; printf '9 '; repeat 3000000 1; echo; } >bigline
line='^[59]( (1|11)*1)?$'
for v in 14000 20000 26000 32000 40000 60000; do
	expect '0|2' . "ulimit -v $v; ministat -n -e '$line' bigline
		s=\$?; echo . >&2; exit \$s"
	[ "$rc" -eq 2 ] || grep -q '^x  13 ' out ||
	    failed "a line lost under ulimit -v $v"
done

# Some systems' regcomp(3) crashes on deeply nested parentheses, as in a long
# expression.
nest() {
	repeat "$1" '('; printf 1; repeat "$1" ')'
}
printf 'k,s,v\nx a,b,1\ny a,b,2\nz a,b,3\n' >cells
for n in 500 20000; do
	nest "$n" >nested
	for o in -e -x -C1~ -k1~ -b1~ -r1~ -C~ -k~ -b~ -r~; do
		expect 2 "${o%%[1~]*}: .*1000 bytes" \
		    "ministat -n '$o'\"\$(cat nested)\" a"
	done
done
for n in 1001 100000; do
	repeat "$n" 1 >long1
	for o in -e -x -C1~ -k1~ -b1~ -r1~ -C~ -k~ -b~ -r~; do
		expect 2 "${o%%[1~]*}: .*1000 bytes" \
		    "ministat -n '$o'\"\$(cat long1)\" a"
	done
done
expect 0 - "ministat -n -x '$(repeat 1000 1)' a"
expect 0 'a:2: warning: 3 lines' "ministat -n -k '1~$(repeat 500 1?)' a"
expect 0 - "ministat -n -C '~$(nest 499)' labelled1"
expect 0 - "ministat -n -x '$(nest 499)2' a"
for c in '~' '1~' '1~(' '1~[' '1~[[:nosuch:]]' '~(' '~[' '~a{2,1}' 'k~(' \
    ':~('; do
	expect 2 "-C: " "ministat -n -C '$c' a"
	expect 2 "-k: " "ministat -n -k '$c' a"
	expect 2 "-b: " "ministat -n -b '$c' a"
	expect 2 "-r: " "ministat -n -r '$c' a"
done
# What matches nothing, or the empty text, is a missing field.
for c in '~()' '1~x*' '~^' '~nosuch'; do
	expect 2 'no values' "ministat -n -C '$c' a"
	expect 2 'no values' "ministat -n -k '$c' a"
	expect 2 'no values' "ministat -n -b '$c' a"
	expect 2 'no values' "ministat -n -r '$c' a"
done
expect 0 - "ministat -n -k '1~^.' -C 2 accents"
expect 0 - "ministat -n -k 1 -b '1~.\$' -C 2 accents"
expect 0 'tildes:1: warning: 1 line' "ministat -n -k '1~~~' -C 3 tildes"

group=lists
for c in ',' '1,' ,1 1,,2 1,1 v,v 'v,' ,v v,,s 1,2,1 v/s,v/s; do
	expect 2 '-C: ' "ministat -n -d , -C '$c' cells"
	expect 2 '-u: ' "ministat -n -u '$c' a"
done
for c in 'v/s~x' '1/2~x' 'v/~x' '/v~x' '~x/y,~z'; do
	expect '0|2' . "ministat -n -d , -C '$c' cells
		s=\$?; echo . >&2; exit \$s"
done
expect 2 '-C: ' "ministat -n -C '1/2~x' cells"
expect 2 '-u: ' "ministat -n -u 'ns~x' a"
expect 2 '-C: ' "ministat -n -C 1,2,3,4,5,6,7,8,9,10,11,12,13,14,15 a"
expect 2 '-u: ' "ministat -n -u a,b,c,d,e,f,g,h,i,j,k,l,m,n,o a"
expect 2 '-k: ' "ministat -n $(repeat 15 '-k 1 ') a"
expect 2 '-k: ' "ministat -n -k 1 -k 1 a"
expect 2 '-k: ' "ministat -n -k 1,2,3,4,5,6,7 -k 1,2,3,4,5,6,7,8 a"
expect 2 '-k: ' "ministat -n -k '1,~x' -k ,2 a"
for b in = =a '=a~x' ',' '1=' '1=~x' '1=,~x' '1=a,~x' '1=a,a~x'; do
	expect '0|2' . "ministat -n -b '$b' a; s=\$?; echo . >&2; exit \$s"
done
expect 2 'more than 50 sets' "awk 'BEGIN { for (i = 0; i < 51; i++)
	print i \"/\" }' | ministat -b '1~([0-9]+)/' -C '1~[0-9]+'"

group=headings
for k in : ':,1' 'nosuch:' ':~x' '#:' 'pkg:~(' ; do
	expect '0|2' . "ministat -n -k '$k' a; s=\$?; echo . >&2; exit \$s"
done
{ printf pkg:; repeat 300000 x; printf '\n1\n2\n3\npkg:\n4\n5\n6'; } >heads
expect 0 'heads:6: warning: 3 lines' "ministat -n -k pkg: heads"
expect 0 'heads:6: warning: 3 lines' "ministat -n -k 'pkg:~^(.)' heads"
awk 'BEGIN { for (i = 0; i < 100000; i++) print "pkg: p" i "\n" i }' >heads
expect 0 - "ministat -n -k pkg: heads"
expect 2 'no values' "printf 'pkg: 1\n' | ministat -k pkg:"

group=durations
for d in 250m 1h 1m1h2s 1s1s '5 ms' 1e999s -1e308h1s 12msx 0:00.11 1d ms; do
	expect 2 . "echo '$d' | ministat -n"
done
expect 0 - "printf '1h0m0s\n-1.5ms\n+.5s\n' | ministat -n"
expect 2 'has no unit' "printf '12ms\n13ms\n0\n' | ministat -n"
for d in 1,23 1,2345 ,123 1,,234 1234,567; do
	expect 2 . "echo '$d ops' | ministat -n -u ops"
done
expect 2 . "echo '1,234 ms' | ministat -n -u ms"
{ printf 1; repeat 100000 ,234; echo ' ops'; } >groups
expect 2 'is not a number' "ministat -n -u ops groups"
expect 2 . "printf '5 MB/s\n1 GB/s\n1 GB/s\n' | ministat -n -u GB/s"

group=members
printf '{"a":{"v":1},"b":{"v":2},"*":{"v":3},"c~d":4}' >members
for c in '*.*.v' '*.*' '**' '*.' '.*' '~v' '*~' '*.v~(' '*.v~x' ; do
	expect '0|2' . "ministat -n -C '$c' members
	    s=\$?; echo . >&2; exit \$s"
done
expect 2 . "ministat -n -k '~a' -C v members"
awk 'BEGIN { for (i = 0; i < 100000; i++) printf "%s\"k%d\":{\"v\":%d}",
    (i > 0 ? "," : "{"), i, i; print "}" }' >members
expect 0 - "ministat -n -k '*' -C '*.v' members"
expect 0 - "ministat -n -b '*~(.)$' -C '*.v' members"
expect 2 'more than 50 sets' "ministat -n -b '*' -C '*.v' members"
for n in NaN0 -NaN Infinityx +Infinity nan NaN.1 --Infinity; do
	expect 2 'not JSON' "echo '{\"v\":1,\"x\":$n}' | ministat -n -C v"
done
expect 0 - "echo '{\"v\":1,\"x\":[NaN,-Infinity]}' |
	ministat -n -t exact -C v"
expect 2 . "echo '{\"v\":NaN}' | ministat -n -C v"

group=choices
for o in '-g higher -n' '-g higher'; do
	expect 2 . "ministat $o a"
done
for o in -D '-D -n -k 1'; do
	expect 0 - "ministat $o a"
done
for o in '-t exact' '-t exact -p'; do
	expect 0 'warning: -t exact needs equal values' "ministat $o a b a"
done
for o in '-t exact -k 1 -D' '-m 1%,2' '-m 2,1%' '-o markdown' \
    '-t exact -o markdown -k 1 -D' '-p -o markdown -v' '-p -f all'; do
	expect '0|1' - "ministat $o a b a"
done
for m in ',' '1,' ,1 1%,1% 1,2 1%,2,3 1%,x ',,'; do
	expect 2 '-m: ' "ministat -m '$m' a b"
done
expect 2 . "ministat -d , -C 3,3/3 -m 1 cells cells"

group=files
i=0
names=
while [ $i -lt 1000 ]; do
	cp a "many.$i"
	names="$names many.$i"
	i=$((i + 1))
done
expect 2 'more than 50 sets' "ministat $names"
expect 2 'more than 50 sets' "ministat $(repeat 51 'a ')"
expect 0 - "ministat $(repeat 50 'a ')"
for t in student welch mannwhitney paired; do
	expect 0 - "ministat -v -t $t a a"
done
sed 's/^/x s /' a >labelled
expect 0 - "ministat -n -b 2 -C 3 $(repeat 1000 'labelled ')"
grep -q 4000 out || failed '1000 files of a long table'
expect 2 'only once' "ministat - -"
expect 2 'No such file' "ministat nosuch"
expect 2 'directory' "ministat ."
expect 2 'No such file' "ministat ''"
expect 0 - "ministat /dev/null=a"
expect 2 'is empty' "ministat /dev/null"
expect 2 ': .*name too long' "ministat $(repeat 5000 n)"
awk 'BEGIN { for (i = 0; i < 51; i++) print "x", "s" i, i }' >sets
expect 2 'more than 50 sets' "ministat -b 2 -C 3 sets"
awk 'BEGIN { for (i = 0; i < 100000; i++) print "k" i, "s", i }' >rows
expect 0 - "ministat -n -k 1 -b 2 -C 3 rows"

group=bytes
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
printf '\357\273\2771\n2\n3\n' >bom
expect 0 - "ministat -n bom"
printf '\357\273\277v\n1\n2\n3\n' >bomname
expect 0 - "ministat -n -C v bomname"
printf '1\r\n2\r\n3\r\n' >crlf
expect 0 - "ministat -n crlf"
printf '1\r2\r3\r' >cr
expect 2 'is not a number' "ministat -n cr"
printf '1\n2\n3' >unended
expect 0 - "ministat -n unended"
grep -q '^x   3' out || failed 'the last line'
printf '\342\210\2225\n' >minus
expect 2 'is not a number' "ministat minus"
printf '1\n2\n\033[31m3\n' >escape
expect 2 'x1b' "ministat escape"
# Lines that end at, before and behind the reader's blocks, and without end.
for n in 131069 131070 131071 131072 131073 262143 262144 262145; do
	{ printf '#'; repeat "$n" x; printf '\n1\n2\n3'; } >blocks
	expect 0 - "ministat -n blocks"
	grep -q '^x   3             1             3' out ||
	    failed "behind a line of $n bytes"
	{ repeat "$n" 0; printf '1\n2\n3\n'; } >blocks
	expect 0 - "ministat -n blocks"
	grep -q '^x   3             1             3' out ||
	    failed "a number of $n digits"
	{ repeat "$((n / 2))" '
'; printf '12345\n12345\n12345\n'; } >blocks
	expect 0 - "cat blocks | ministat -n"
	grep -q '^x   3         12345         12345' out ||
	    failed "behind $((n / 2)) empty lines"
done

group=memory
expect 2 'out of memory' "ulimit -v 400000
	yes 1 | tr -d '\n' | head -c 1073741824 | ministat"
expect 2 'out of memory' "ulimit -v 100000
	yes 1.5 | head -c 100000000 | ministat"
expect 2 'out of memory' "ulimit -v 60000
	awk 'BEGIN { for (i = 0; i < 1e6; i++) print \"k\" i, \"s\", i }' |
	ministat -k 1 -b 2 -C 3"

group=surroundings
for locale in de_DE.UTF-8 tr_TR.UTF-8 nosuch; do
	expect 1 - "LC_ALL=$locale ministat $data/without $data/with"
	mv out german
	expect 1 - "ministat $data/without $data/with"
	cmp -s out german || failed "another report with LC_ALL=$locale"
done
expect 2 'is not a number' "echo 1,5 | LC_ALL=de_DE.UTF-8 ministat"
expect 2 'standard output: ' "ministat a b >&-"
expect 2 - "ministat nosuch 2>&-"
expect 2 '<stdin>: Bad file' "ministat <&-"
expect 2 -  "ministat nosuch <&- >&- 2>&-"
expect 1 - "ministat a b <&-"
expect 1 - "ministat a b 2>&-"
expect 2 'standard output: Broken pipe' \
    "exec 3>&1; { sleep 0.3; ministat a b; echo \$? >rc; } | :
	exit \$(cat rc)"
if [ -w /dev/full ]; then
	for o in '' '-o json' '-o csv' '-h' '-V' '-w 10000'; do
		expect 2 'standard output: No space' \
		    "ministat $o a b >/dev/full"
	done
fi
expect 2 'standard output: File too large' \
    "trap '' XFSZ; ulimit -f 1; ministat -w 10000 a b >limited"
expect 0 - "ulimit -s 256; ministat -w 10000 -s $(repeat 50 'a ')"

group=terminal
if command -v script >/dev/null &&
    script -qec true /dev/null >/dev/null 2>&1; then
	for c in x -1 0 3 4 80 10002 10003 99999999999999999999 '' 80x; do
		expect '1' . "COLUMNS='$c' script -qec 'ministat a b' typed \
		    >/dev/null; s=\$?; echo . >&2; exit \$s"
		w=$(grep -a '^+--' typed | head -n 1 | tr -d '\r\n' | wc -c)
		case $c in
		4|80|10002)	[ "$w" -eq "$c" ] ;;
		*)		[ "$w" -ge 4 ] && [ "$w" -le 10002 ] ;;
		esac || failed "COLUMNS=$c: a plot of $w columns"
	done
else
	echo "terminal: skipped: no script(1) of util-linux"
fi

group=names
name=$(printf 'new\nline\033[31m\001\377"\\,')
cp a "$name"
for o in '' '-o json' '-o csv' '-v' '-n -k 1'; do
	expect '0|1' . "ministat $o '$name' '$name'
	    s=\$?; echo . >&2; exit \$s"
	grep -q '^line' out && failed "a raw newline with $o"
	cp out "report$(echo "$o" | tr -d ' ')"
done
expect 2 'x1b' "ministat '$name.nosuch'"
[ "$(wc -l <err)" -eq 1 ] || failed 'a message in many lines'
expect 2 'x1b' "ministat -w '$(printf '\033[m')' a"
printf 'a\033[m b\n1 2\n' >header
expect 2 'x1b' "ministat -C nosuch header"
if command -v python3 >/dev/null; then
	printf 'k,s,v\n"\t""\033\\\303\251\377",\001,1\n' >keys
	expect 0 - "ministat -n -d , -k k -b s -C v -o json keys"
	cp out report-keys
	for f in report-ojson report-keys; do
		python3 -c 'import json, sys; json.load(sys.stdin)' <"$f" \
		    2>err || failed "$f is not JSON"
	done
else
	echo "names: JSON not judged: no python3"
fi

group=timing
mkfifo fifo
expect 0 - "{ for i in 1 2 3 4 5 6; do printf \$i; sleep 0.1; echo 5; done
	} >fifo & ministat -n fifo"
grep -q '^x   6            15            65' out || failed 'a slow writer'
expect 0 - "{ printf '1\n2'; sleep 0.3; printf '\n3'; } | ministat -n"
expect 2 'is empty' ": >fifo & ministat fifo"
# A file is what it is when read; it may grow or shrink meanwhile.
yes 1 | head -n 3000000 >growing
expect 0 - "{ for i in 1 2 3 4 5 6 7 8; do echo 2; done >>growing; } &
	ministat -n growing; s=\$?; wait; exit \$s"
expect '0|2' . "{ : >growing; } & ministat -n growing
	s=\$?; wait; echo . >&2; exit \$s"

cd /
echo
awk '
FILENAME ~ /findings$/ { findings[$1]++; bad++; next }
{ if (!tried[$1]++) order[++groups] = $1; all++ }
END {
	printf "%-14s %8s %8s\n", "abuse", "cases", "findings"
	for (i = 1; i <= groups; i++)
		printf "%-14s %8d %8d\n", order[i], tried[order[i]],
		    findings[order[i]]
	printf "\nabuse: %d tried, %d findings\n", all, bad
	exit bad > 0
}' "$temp/tried" "$temp/findings"
