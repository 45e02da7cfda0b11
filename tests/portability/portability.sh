#!/bin/sh
# portability.sh [-f]
#
# Builds the program for many machines, with many compilers and options.  On
# each of them it runs the tests (with qemu where the machine is another
# one), compares the reports with those of the first build, and compares the
# number parser with strtod(3) on random lines.  Prints a table and, below it,
# what went wrong.
#
# Run by `make portability`, or `make portability PORTABILITY=-f` as CI does:
# with -f, it tries only the rows marked F, and runs only the goldens.
#
# The cross compilers are those of Debian.  A row whose compiler or emulator is
# not installed is `not tried`.  In CI they are installed first, and a row that
# is not tried is a failure.
set -u
cd "$(dirname "$0")/../.." || exit 2
# shellcheck source=tests/environment.sh
. tests/environment.sh

# The unit tests use tests/portability/check.h, because most of these platforms
# do not have the check library.
#
# clang with -ffp-contract=fast ignores what the source says about contraction,
# except on x86.
#
# Marks, machine, compiler and flags.  F: in the fast subset.  S: linked with
# -static, because this machine has no shared libc of that kind.
rows='
--	x86_64	gcc -O2
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
FS	aarch64	aarch64-linux-gnu-gcc -O2
-S	aarch64	aarch64-linux-gnu-gcc -O3 -ffp-contract=fast
-S	aarch64	clang --target=aarch64-linux-gnu -O3
FS	arm	arm-linux-gnueabihf-gcc -O2
-S	arm	arm-linux-gnueabihf-gcc -O3 -ffp-contract=fast -mfpu=neon-vfpv4
FS	riscv64	riscv64-linux-gnu-gcc -O2
-S	riscv64	riscv64-linux-gnu-gcc -O3 -ffp-contract=fast
'

# Under qemu the suite mannwhitney takes minutes; its figures are among the
# bytes that are compared.
suites=$(sed -n 's/^	suite_\(.*\),$/\1/p' tests/unit/check_ministat.c |
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

# Makes the files s01.ref and s01.cmp, and so on, of the reference cases.
write_pairs() {
	mkdir "$temp/pairs"
	awk -v folder="$temp/pairs" '$2 == "ref" || $2 == "cmp" {
		file = folder "/" $1 "." $2
		if (file != last)
			close(last)
		last = file
		print $3 >file
	}' tests/unit/ref/twosample.tsv
}

# The reports of the program $1 that are compared: every test in the formats
# $2, of every reference case, or half of them; and of real outputs as tables.
reports() {
	program=$1
	for reference in "$temp"/pairs/${cases}.ref; do
		compared=${reference%ref}cmp
		for test in student welch mannwhitney paired; do
			for format in $2; do
				"$program" -v -t "$test" -o "$format" \
				    "$reference" "$compared"
				echo "status $?"
			done
		done
	done
	for format in $2; do
		"$program" -v -c 99.9 -o "$format" data/iguana data/chameleon
		"$program" -k 1 -u ns/op -f all -o "$format" data/go-old.txt \
		    data/go-new.txt
		echo "status $?"
		"$program" -s -w 60 -o "$format" data/without - <data/with
		sed 's/$/\r/' data/with | "$program" -n -o "$format"
	done
}

# Writes them to $2.text and $2.digits.
write_reports() {
	reports "$1" text >"$2.text" 2>&1
	reports "$1" "$formats" >"$2.digits" 2>&1
}

# Whether two files hold the same text, and numbers within 1e-13 of each other.
# The end of an interval may be so near 0 that its digits are those of rounding:
# it may also be off by 1e-15 of the number before it, the estimate.
agree() {
	paste -d '\t' "$1" "$2" | awk -F '\t' '
	function size(x) { return x < 0 ? -x : x }
	{
		a = $1
		b = $2
		last = 0
		while (match(a, number)) {
			at = RSTART
			x = substr(a, at, RLENGTH)
			before = substr(a, 1, at - 1)
			a = substr(a, at + RLENGTH)
			if (!match(b, number) || at != RSTART ||
			    before != substr(b, 1, at - 1))
				exit bad = 1
			y = substr(b, at, RLENGTH)
			b = substr(b, at + RLENGTH)
			if (size(x - y) > 1e-13 * size(x) &&
			    size(x - y) > 1e-15 * size(last))
				exit bad = 1
			last = x
		}
		if (a != b)
			exit bad = 1
	}
	END {
		if (bad)
			print "line " NR ":\n" $1 "\n" $2
		exit bad
	}' number='-?[0-9]+([.][0-9]+)?([eE][-+]?[0-9]+)?'
}

# The reports of the first build in words are those of all, byte by byte; in
# digits, the last ones are the mathematical library's.
same_reports() {
	write_reports "$1" "$where/reports"
	cmp "$temp/reports.text" "$where/reports.text" &&
	    agree "$temp/reports.digits" "$where/reports.digits"
}

# Builds $1.c as $where/$2.exe.
build() {
	# shellcheck disable=SC2086 # flags are lists of words
	$cc $flags -Itests/portability "$1.c" -lm -o "$where/$2.exe"
}

build_all() {
	build ministat program && build tests/fuzz/check_parser parser || return
	$fast || build tests/unit/check_ministat tests
}

# Makes $where/ministat what runs the program built there, and finds out what
# runs programs of this machine.
wrap() {
	emulator=
	if ! "$where/program.exe" -V >/dev/null 2>&1; then
		emulator=qemu-$machine-static
		command -v "$emulator" >/dev/null || return
	fi
	cat >"$where/ministat" <<-END
		#!/bin/sh
		exec $emulator "$where/program.exe" "\$@"
	END
	chmod +x "$where/ministat"
}

# Runs a program of this row, with its arguments.
run() {
	built=$1
	shift
	timeout 900 ${emulator:+"$emulator"} "$where/$built.exe" "$@"
}

# Runs the suite $1, or all.
run_suite() {
	MINISTAT_DIR=$where run tests "$@" >"$where/log.${1-all}" 2>&1
}

# Runs the examples of the transcripts and documents, in a copy of the tree:
# some of them write files, and other platforms run them at the same time.
run_goldens() {
	mkdir "$where/tree" &&
	    cp -R README ministat.1 ministat.c tests data "$where/tree" &&
	    (cd "$where/tree" && MINISTAT_DIR=$where timeout 900 \
		tests/golden/golden) >"$where/log.golden" 2>&1
	rm -rf "$where/tree"
}

# Runs the tests, and prints how many of them passed.
run_tests() {
	run_goldens
	if $fast; then
		:
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
	END { printf "%d/%d%s\n", run - failed, run,
	    ended < files || run == 0 ? " CRASHED" : "" }' "$where"/log.*
}

# Prints how many random lines the parser read as strtod(3) does.
run_parser() {
	run parser "$LINES" | tr -d '\r' >"$where/parser"
	awk '/^numbers: / { agree = $2 - $4 }
	END { print agree + 0 "/" '"$LINES"' }' "$where/parser"
}

print_row() {
	printf '%-9s%-65s%-11s%-15s%s\n' "$@"
}

# Tries row $1: a line of the table in $temp/row.$1, and the result, passed,
# failed or `not tried', in $temp/result.$1.
try() (
	where=$temp/$1
	mkdir "$where"
	line=$(sed -n "${1}p" "$temp/rows")
	marks=${line%%	*}
	line=${line#*	}
	machine=${line%%	*}
	line=${line#*	}
	flags=${line#"${line%% *}"}
	case $marks in
	?S)	flags="$flags -static" ;;
	esac
	tally=-
	agree=-
	same=-
	result='not tried'
	if ! find_compiler "${line%% *}"; then
		:
	elif ! build_all; then
		result='not built'
	elif wrap; then
		tally=$(run_tests)
		agree=$(run_parser)
		same=no
		! same_reports "$where/ministat" || same=yes
		result=failed
		[ "${tally%/*}" != "${tally#*/}" ] || [ "$same" != yes ] ||
		    [ "$agree" != "$LINES/$LINES" ] || result=passed
	fi >"$where/log" 2>&1
	case $result in
	not*)	tally=$result ;;
	esac
	echo "$result" >"$temp/result.$1"
	print_row "$machine" "$line" "$tally" "$agree" "$same" >"$temp/row.$1"
)

# One row that did not pass: why.
explain() {
	echo
	cat "$temp/row.$1"
	cat "$temp/$1"/log "$temp/$1"/log.* 2>/dev/null |
	    grep -v '^[0-9]*%: Checks: ' | tail -n 12
}

fast=false
formats='csv json'
cases='*'
if [ "${1-}" = -f ]; then
	fast=true
	formats=json
	cases='*[13579]'
fi
install || exit

LINES=200000
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
make -s tests/golden/golden tests/golden/terminal || exit 2
write_pairs
write_reports "$temp/first/ministat" "$temp/reports"

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

print_row machine compiler tests strtod 'same reports'
n=0
tried=0
failed=
while [ "$n" -lt "$count" ]; do
	n=$((n + 1))
	cat "$temp/row.$n"
	result=$(cat "$temp/result.$n")
	[ "$result" = 'not tried' ] || tried=$((tried + 1))
	case $result in
	passed)	;;
	'not tried')
		[ "${CI-}" != true ] || failed="$failed $n" ;;
	*)	failed="$failed $n" ;;
	esac
done
status=0
findings=0
for n in $failed; do
	explain "$n"
	findings=$((findings + 1))
	status=1
done
echo
echo "platforms: $tried tried, $findings findings"
exit $status
