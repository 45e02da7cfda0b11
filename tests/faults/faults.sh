#!/bin/sh
# faults.sh
#
# Lets every system call that can fail do so, one after the other, in several
# runs of the program.  Run by `make faults`; needs glibc.
#
# Each run must end with status 2 and one line on standard error, or exactly as
# it does without the fault.  faults.c is the library that makes calls fail.
# Prints what is wrong, and a tally; the status is 1 if anything is.
set -u
cd "$(dirname "$0")/../.." || exit 2
# shellcheck source=tests/environment.sh
. tests/environment.sh
unset LD_PRELOAD FAULT FAULT_COUNT

temp=$(mktemp -d) || exit 2
trap 'rm -rf "$temp"' EXIT
trap 'exit 2' HUP INT TERM
${CC:-cc} -std=gnu99 -O1 -Wall -Wextra -fPIC -shared tests/faults/faults.c \
    -ldl -o "$temp/faults.so" || exit 2
program=$(command -v ministat) || exit 2
tried=0
findings=0

awk 'BEGIN {
	print "bench who ns"
	for (i = 0; i < 240; i++)
		print "bench" i % 20, i % 40 < 20 ? "old" : "new", i % 7 + 100
}' >"$temp/long"
awk 'BEGIN {
	for (i = 0; i < 40000; i++)
		print (i * 7919) % 10007 / 8
}' >"$temp/many"

# try NAME ARGUMENTS...: a run with FAULT as it is; leaves $temp/NAME.*
try() {
	name=$1
	shift
	timeout 600 env LD_PRELOAD="$temp/faults.so" ${FAULT:+FAULT="$FAULT"} \
	    FAULT_COUNT="$temp/count" "$program" "$@" <"$input" \
	    >"$temp/$name.out" 2>"$temp/$name.err"
	echo $? >"$temp/$name.status"
}

same() {
	cmp -s "$temp/normal.out" "$temp/fault.out" &&
	    cmp -s "$temp/normal.status" "$temp/fault.status"
}

# Trouble is told with status 2 and one clear line besides warnings, and nothing
# else was printed, unless it is the output that failed.
told() {
	[ "$(cat "$temp/fault.status")" = 2 ] &&
	    [ "$(grep -vc '^minis.*warning: ' "$temp/fault.err")" -eq 1 ] &&
	    grep -q '^ministat: [ -~]*$' "$temp/fault.err" &&
	    ! grep -q 'Success' "$temp/fault.err" || return
	case $FAULT in
	write*|close*)	;;
	*)		[ ! -s "$temp/fault.out" ] ;;
	esac
}

# each CALL SUFFIX ERRNO ARGUMENTS...: every call in turn, or 100 of them.
each() {
	call=$1 suffix=$2 error=$3
	shift 3
	calls=$(awk -v call="$call" '$1 == call { print $2 }' "$temp/normal")
	n=1
	while [ "$n" -le "$calls" ]; do
		FAULT="$call $n$suffix $error"
		try fault "$@"
		tried=$((tried + 1))
		n=$((n + calls / 100 + 1))
		same && continue
		# EINTR, EAGAIN and short reads must not be seen at all.
		case "$call $error" in
		'read 0'|'read 4'|'read 11')	;;
		*)				told && continue ;;
		esac
		# glibc 2.36 frees twice when its regcomp has no memory.
		grep -q '^free(): double free' "$temp/fault.err" && continue
		findings=$((findings + 1))
		echo "FAULT=\"$FAULT\" ministat $*:"
		cat "$temp/fault.status" "$temp/fault.err" | head -n 4
	done
	FAULT=
}

run() {
	FAULT=
	try normal "$@"
	cp "$temp/count" "$temp/normal"
	for suffix in ' ' +; do
		each memory "$suffix" 12 "$@"	# ENOMEM
		each open "$suffix" 13 "$@"	# EACCES
		each read "$suffix" 5 "$@"	# EIO
		each read "$suffix" 0 "$@"	# a single byte
		each write "$suffix" 28 "$@"	# ENOSPC
		each close "$suffix" 5 "$@"	# EIO
	done
	each read ' ' 4 "$@"			# EINTR
	each read ' ' 11 "$@"			# EAGAIN
}

input=/dev/null
run -v -s -w 40 -c 99 data/iguana data/chameleon
run -t mannwhitney -v data/without data/with
run -t paired -m 5% -g not-higher data/without data/with
run -k bench -b who -C ns -o json "$temp/long"
run -x 'old$' -k bench -C ns -e 'bench(1|2)* ' "$temp/long"
run -k command -C times data/text-old.json data/text-new.json
run "$temp/many" same="$temp/many"
input=data/without
run data/with -
input=$temp/long
run -k bench -b who -C ns -e bench -o csv
run -h

echo "faults: $tried tried, $findings findings"
[ "$findings" -eq 0 ]
