#!/bin/sh
# faults.sh
#
# Lets every system call that can fail do so, one after the other, in several
# runs of the program.  Run by `make faults`; needs glibc.
#
# Each run must end with status 2 and one line on standard error, or exactly as
# it does without the fault.  faults.c is the library that makes calls fail.
# Prints a table and a tally; the status is 1 if anything is wrong.
set -u
cd "$(dirname "$0")/../.." || exit 2
# shellcheck source=tests/environment.sh
. tests/environment.sh
unset LD_PRELOAD FAULT FAULT_COUNT

temp=$(mktemp -d) || exit 2
trap 'rm -rf "$temp"' EXIT
trap 'exit 2' HUP INT TERM
shim=$temp/faults.so
${CC:-cc} -std=gnu99 -O1 -Wall -Wextra -fPIC -shared tests/faults/faults.c \
    -ldl -o "$shim" || exit 2
program=$(command -v ministat) || exit 2

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
	timeout 20 env LD_PRELOAD="$shim" ${FAULT:+FAULT="$FAULT"} \
	    FAULT_COUNT="$temp/count" "$program" "$@" <"$input" \
	    >"$temp/$name.out" 2>"$temp/$name.err"
	echo $? >"$temp/$name.rc"
}

same() {
	cmp -s "$temp/normal.out" "$temp/fault.out" &&
	    cmp -s "$temp/normal.rc" "$temp/fault.rc"
}

# Trouble that is told: status 2 and one clear line.
told() {
	[ "$(cat "$temp/fault.rc")" = 2 ] &&
	    [ "$(wc -l <"$temp/fault.err")" -eq 1 ] &&
	    grep -q '^ministat: [ -~]*$' "$temp/fault.err" &&
	    ! grep -q 'Success' "$temp/fault.err"
}

# Nothing was printed before the output itself failed.
nothing_printed() {
	[ ! -s "$temp/fault.out" ]
}

report() {
	found=$((found + 1))
	echo "FAULT=\"$FAULT\" ministat $*: status $(cat "$temp/fault.rc")"
	sed 's/^/	/' "$temp/fault.err" | head -n 3
}

# judge KIND ARGUMENTS...
judge() {
	kind=$1
	shift
	injected=$((injected + 1))
	case $kind in
	tolerate)	same && return ;;
	output)		told && return ;;
	# The end of the report must not have arrived with status 0 or 1.
	*)		told && nothing_printed && return
			same && return ;;
	esac
	# glibc 2.36 frees twice when its regcomp runs out of memory.
	grep -q '^free(): double free detected' "$temp/fault.err" && return
	report "$@"
}

# each CALL ERROR KIND SUFFIX: every call in turn, or 100 of them.
each() {
	call=$1 error=$2 kind=$3 suffix=$4
	shift 4
	calls=$(awk -v call="$call" '$1 == call { print $2 }' "$temp/normal")
	step=$((calls / 100 + 1))
	n=1
	injected=0 found=0
	while [ $n -le "$calls" ]; do
		FAULT="$call $n$suffix $error"
		try fault "$@"
		judge "$kind" "$@"
		n=$((n + step))
	done
	FAULT=
	[ "$injected" -eq 0 ] ||
	    echo "$call $error$suffix $injected $found" >>"$temp/table"
}

run() {
	FAULT=
	try normal "$@"
	if [ "$(cat "$temp/normal.rc")" -gt 1 ]; then
		echo "ministat $*: status $(cat "$temp/normal.rc")"
		cat "$temp/normal.err"
		exit 2
	fi
	cp "$temp/count" "$temp/normal"
	for suffix in '' +; do
		each memory ENOMEM any "$suffix" "$@"
		each open EACCES told "$suffix" "$@"
		each open EMFILE told "$suffix" "$@"
		each read EIO told "$suffix" "$@"
		each read EBADF told "$suffix" "$@"
		each write ENOSPC output "$suffix" "$@"
		each write EIO output "$suffix" "$@"
		each close EIO output "$suffix" "$@"
		each closefd EIO tolerate "$suffix" "$@"
	done
	each read EINTR tolerate '' "$@"
	each read EAGAIN tolerate '' "$@"
	each read short tolerate '' "$@"
	each read short tolerate + "$@"
}

: >"$temp/table"
input=/dev/null
run data/without data/with
run -v -s -w 40 -c 99 data/iguana data/chameleon
run -t mannwhitney -v data/iguana data/chameleon
run -t mannwhitney -q data/without data/with
run -t paired -m 5% -g not-higher data/without data/with
run -t welch -o csv data/iguana data/chameleon
run -k bench -b who -C ns -v "$temp/long"
run -k bench -b who -C ns -o json "$temp/long"
run -d ' ,' -e '^[0-9]+(\.[0-9]*)?$' -x '^(4|[5-6]x)' -n data/without
run -x 'old$' -k bench -C ns -e 'bench(1|2)* ' "$temp/long"
run "$temp/many" same="$temp/many"
input=data/without
run
run data/with -
input=$temp/long
run -k bench -b who -C ns -e bench -o csv
run -h
run -V

echo
awk '
{
	injected[$1 " " $2] += $3
	found[$1 " " $2] += $4
	all += $3
	bad += $4
}
END {
	printf "%-10s %-10s %8s %8s\n", "call", "fault", "injected", "findings"
	for (name in injected) {
		split(name, part, " ")
		printf "%-10s %-10s %8d %8d\n", part[1], part[2],
		    injected[name], found[name] | "sort"
	}
	close("sort")
	printf "\nfaults: %d tried, %d findings\n", all, bad
	exit bad > 0
}' "$temp/table"
