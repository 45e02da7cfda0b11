#!/bin/sh
# golden.sh [-u] [name ...]
#
# Runs the end-to-end cases of tests/golden, all or those named, and shows
# where they differ from what is expected.  With -u, what they do now becomes
# what is expected: review it with git diff.
#
#	NAME.args	arguments, as the shell reads them; or "$ " and a whole
#			shell command that runs ministat
#	NAME.in		standard input (absent: /dev/null)
#	NAME.out	expected standard output (absent: none)
#	NAME.err	expected standard error (absent: none)
#	NAME.rc		expected exit status (absent: 0)
#
# Cases run in tests/golden, so other inputs stand there as NAME.in.SOMETHING
# and the samples are ../../data/SAMPLE.
set -u

update=false
if [ "${1-}" = -u ]; then
	update=true
	shift
fi

cd "$(dirname "$0")/.." || exit 2
# shellcheck source=tests/environment.sh
. tests/environment.sh
cd tests/golden || exit 2

temp=$(mktemp -d) || exit 2
trap 'rm -rf "$temp"' EXIT
trap 'exit 2' HUP INT TERM
mkdir "$temp/got" "$temp/absent"
: >"$temp/absent/out"
: >"$temp/absent/err"
echo 0 >"$temp/absent/rc"

# Runs the case $1 and leaves what it did in $temp/got.
run() {
	[ -f "$1.args" ] || { echo "$1: no such case"; return 1; }
	command=$(cat "$1.args")
	case $command in
	'$ '*)	command=${command#??} ;;
	*)	command="ministat $command" ;;
	esac
	input=$1.in
	[ -f "$input" ] || input=/dev/null

	sh -c "$command" <"$input" >"$temp/got/out" 2>"$temp/got/err"
	rc=$?
	echo $rc >"$temp/got/rc"

	# No command, or a signal: nobody can have expected that.
	[ $rc -lt 126 ] && return
	echo "$1: status $rc from: $command"
	cat "$temp/got/err"
	return 1
}

# Compares what was got with what the case $1 expects.
compare() {
	same=0
	for part in out err rc; do
		expected=$1.$part
		[ -f "$expected" ] || expected=$temp/absent/$part
		cmp -s "$expected" "$temp/got/$part" && continue
		same=1
		echo "$1.$part differs (- expected, + got):"
		diff -u "$expected" "$temp/got/$part" | sed -e 1,2d -e 20q
	done
	return $same
}

# Makes what was got what the case $1 expects.
accept() {
	for part in out err rc; do
		if cmp -s "$temp/got/$part" "$temp/absent/$part"; then
			rm -f "$1.$part"
		else
			cp "$temp/got/$part" "$1.$part"
		fi
	done
}

[ $# -gt 0 ] || set -- *.args
status=0
for name; do
	name=${name%.args}
	if ! run "$name"; then
		status=1
	elif ! compare "$name"; then
		if $update; then
			accept "$name"
		else
			status=1
		fi
	fi
done
exit $status
