#!/bin/sh
# portability.sh [-f]
#
# Builds the program for many machines, compilers and levels of optimisation,
# runs the tests on each (by qemu where the machine is another one), and
# compares the bytes of its reports with those of the first build.  Prints a
# table, with what went wrong below it.  With -f, only the rows marked F, and
# of the tests only the goldens: what CI does each time.
#
# The cross compilers are Debian's.  What is missing is `not tried`; in CI it
# is installed first, and a row not tried is a failure.
set -u
cd "$(dirname "$0")/.." || exit 2
# shellcheck source=tests/environment.sh
. tests/environment.sh

# The unit tests need the check library, which is not to be had for most of
# these: tests/portable/check.h stands in for it.
#
# Marks, machine, compiler and flags.  F: in the fast subset.  S: linked with
# -static, since this machine has no such libc to share.
rows='
F-	x86_64	gcc -O2
--	x86_64	gcc -O0
F-	x86_64	gcc -O3 -ffp-contract=fast -march=native
--	x86_64	gcc -O2 -flto
--	x86_64	gcc -O2 -funsigned-char
--	x86_64	gcc -O2 -mfpmath=387
--	x86_64	clang -O0
--	x86_64	clang -O2
F-	x86_64	clang -O3 -ffp-contract=fast -march=native
--	x86_64	clang -O2 -flto
F-	x86_64	tcc
FS	x86_64	musl-gcc -O2
FS	i386	i686-linux-gnu-gcc -O2
-S	i386	i686-linux-gnu-gcc -O0 -march=i686 -mfpmath=387
-S	i386	i686-linux-gnu-gcc -O3 -msse2 -mfpmath=sse
FS	i386	clang --target=i686-linux-gnu -O2 -march=i586
-S	i386	clang --target=i686-linux-gnu -O2 -msse2
FS	s390x	s390x-linux-gnu-gcc -O2
-S	s390x	s390x-linux-gnu-gcc -O3 -ffp-contract=fast
-S	aarch64	aarch64-linux-gnu-gcc -O2
-S	aarch64	clang --target=aarch64-linux-gnu -O3 -ffp-contract=fast
-S	arm	arm-linux-gnueabihf-gcc -O2
-S	arm	arm-linux-gnueabihf-gcc -O3 -ffp-contract=fast -mfpu=neon-vfpv4
-S	riscv64	riscv64-linux-gnu-gcc -O2
-S	riscv64	riscv64-linux-gnu-gcc -O3 -ffp-contract=fast
'

# Under qemu the suite mannwhitney takes minutes; its figures are among the
# bytes that are compared.
suites=$(sed -n 's/^#include "suite_\(.*\)\.c"$/\1/p' tests/check_ministat.c |
    grep -v mannwhitney)

# Debian's cross compilers of no version conflict with gcc-multilib; those
# with one do the same without it.
version=$(gcc -dumpversion 2>/dev/null)

install() {
	[ "${CI-}" = true ] && [ "$(id -u)" -eq 0 ] || return 0
	[ -f /etc/debian_version ] && command -v apt-get >/dev/null || return 0
	command -v gcc >/dev/null || packages='gcc libc6-dev'
	packages="${packages-} clang lld tcc musl-tools qemu-user-static"
	for triple in i686-linux-gnu s390x-linux-gnu aarch64-linux-gnu \
	    arm-linux-gnueabihf riscv64-linux-gnu; do
		packages="$packages gcc${version:+-$version}-$triple"
	done
	for machine in i386 s390x arm64 armhf riscv64; do
		packages="$packages libc6-dev-$machine-cross"
	done
	# shellcheck disable=SC2086 # a list of words
	dpkg -s $packages >/dev/null 2>&1 && return
	apt-get -qq update
	# shellcheck disable=SC2086
	DEBIAN_FRONTEND=noninteractive apt-get -qq -y \
	    --no-install-recommends install $packages >/dev/null
}

# Sets cc to the compiler $1 as it is called here.
find_compiler() {
	for cc in "$1" "$1-$version"; do
		command -v "$cc" >/dev/null && return
	done
	return 1
}

# The reports of the program $1 that are compared: every test in every format,
# in all digits, of every reference case; and of real outputs as tables.
reports() {
	program=$1
	for reference in tests/ref/twosample/*_ref.txt; do
		compared=${reference%_ref.txt}_cmp.txt
		for test in student welch mannwhitney paired; do
			for format in text csv json; do
				"$program" -v -t "$test" -o "$format" "$reference" \
				    "$compared"
				echo "status $?"
			done
		done
	done
	for format in text csv json; do
		"$program" -v -c 99.9 -o "$format" data/iguana data/chameleon
		"$program" -e ^Benchmark -k 1 -u ns/op -f all -o "$format" \
		    data/go-old.txt data/go-new.txt
		echo "status $?"
	done
}

# Builds the source $1 as $2.
build() {
	# shellcheck disable=SC2086 # flags are lists of words
	$cc $flags -Itests/portable "$1" -lm -o "$2"
}

# Makes $temp/$n/ministat what runs the program built there as `program'.
wrap() {
	emulator=
	if ! "$where/program" -V >/dev/null 2>&1; then
		emulator=qemu-$machine-static
		command -v "$emulator" >/dev/null || return
	fi
	cat >"$where/ministat" <<-END
		#!/bin/sh
		exec $emulator "$where/program" "\$@"
	END
	chmod +x "$where/ministat"
}

# Runs the suite $1, or all.
run_suite() {
	MINISTAT_DIR=$where timeout 600 ${emulator:+"$emulator"} "$where/tests" "$@" \
	    >"$where/log.${1-all}" 2>&1
}

# Runs the tests, and leaves their last line in $where/tally.
run_tests() {
	if $fast; then
		run_suite golden
	elif [ -z "$emulator" ]; then
		run_suite
	else
		for suite in $suites; do
			run_suite "$suite"
		done
	fi
	# A log without its last line is that of a crash, or hang.
	awk -F '[:,]' '
	FNR == 1 { files++ }
	/^[0-9]+%: Checks: / { ended++; run += $3; failed += $5 + $7 }
	END { printf "%d/%d%s", run - failed, run,
	    ended < files ? " CRASHED" : "" }' "$where"/log.* >"$where/tally"
}

# Tries row $1, and leaves a line of the table in $temp/row.$1.
try() (
	n=$1
	where=$temp/$n
	mkdir "$where"
	line=$(grep -v '^$' "$temp/rows" | sed -n "${n}p")
	marks=${line%%	*}
	line=${line#*	}
	machine=${line%%	*}
	line=${line#*	}
	flags=${line#"${line%% *}"}
	case $marks in
	?S)	flags="$flags -static" ;;
	esac
	bytes=no
	if ! find_compiler "${line%% *}"; then
		tally='not tried'
		bytes=-
	elif ! build ministat.c "$where/program" ||
	    ! build tests/check_ministat.c "$where/tests"; then
		tally='not built'
	elif ! wrap; then
		tally='not tried'
		bytes=-
	else
		run_tests
		tally=$(cat "$where/tally")
		reports "$where/ministat" >"$where/reports" 2>&1
		! cmp "$temp/reports" "$where/reports" || bytes=yes
	fi >"$where/log" 2>&1
	printf '%-9s%-65s%-10s%s\n' "$machine" "$line" "$tally" "$bytes" \
	    >"$temp/row.$n"
)

# One row that did not pass: why.
explain() {
	echo
	cat "$temp/row.$1"
	cat "$temp/$1"/log "$temp/$1"/log.* 2>/dev/null |
	    grep -v '^100%: ' | tail -n 12
}

fast=false
[ "${1-}" != -f ] || fast=true
install || exit

temp=$(mktemp -d) || exit 2
trap 'rm -rf "$temp"' EXIT
trap 'exit 2' HUP INT TERM
if $fast; then
	echo "$rows" | grep ^F >"$temp/rows"
else
	echo "$rows" | grep . >"$temp/rows"
fi

mkdir "$temp/first"
gcc -O2 ministat.c -lm -o "$temp/first/ministat" || exit 2
reports "$temp/first/ministat" >"$temp/reports" 2>&1

# As many at a time as there are processors.
count=$(wc -l <"$temp/rows")
jobs=$(nproc 2>/dev/null || echo 1)
n=0
job() {
	k=$1
	while [ "$k" -le "$count" ]; do
		try "$k"
		k=$((k + jobs))
	done
}
while [ "$n" -lt "$jobs" ]; do
	n=$((n + 1))
	job "$n" &
done
wait

printf '%-9s%-65s%-10s%s\n' machine compiler tests 'same bytes'
status=0
n=0
failed=
while [ "$n" -lt "$count" ]; do
	n=$((n + 1))
	cat "$temp/row.$n"
	case $(cat "$temp/row.$n") in
	*'not tried'*)
		[ "${CI-}" != true ] || status=1 ;;
	*yes)
		tally=$(cat "$temp/$n/tally")
		[ "${tally%/*}" = "${tally#*/}" ] && continue
		failed="$failed $n" ;;
	*)	failed="$failed $n" ;;
	esac
done
for n in $failed; do
	explain "$n"
	status=1
done
exit $status
