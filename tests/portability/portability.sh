#!/bin/sh
# portability.sh [-f]
#
# Builds the program for many machines, with many compilers and options.  On
# each of them (with qemu where the machine is another one) it must print what
# the transcripts say, and what the first build here prints about many pairs of
# samples, with all digits; and the number parser must agree with strtod(3) on
# random lines.  Prints a table and, below it, what went wrong.
#
# Run by `make portability`, or `make portability PORTABILITY=-f` as CI does:
# with -f, it tries only the rows marked F, and half of the pairs.
#
# The cross compilers are those of Debian.  A row whose compiler or emulator is
# not installed is `not tried'.  In CI they are installed first, and a row that
# is not tried is a failure.
set -u
cd "$(dirname "$0")/../.." || exit 2
# shellcheck source=tests/environment.sh
. tests/environment.sh

# clang with -ffp-contract=fast ignores what the source says about contraction,
# except on x86.
#
# Marks, machine, compiler and flags.  F: in the fast subset.  S: linked with
# -static, because this machine has no shared libc of that kind.
rows='
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
marks=.
cases='*'
if [ "${1-}" = -f ]; then
	marks=^F
	cases='*[13579]'
fi

# Debian's cross compilers of no version conflict with gcc-multilib; those
# with one do the same without it.
version=$(gcc -dumpversion 2>/dev/null)

install() {
	[ "${CI-}" = true ] && [ "$(id -u)" -eq 0 ] || return 0
	[ -f /etc/debian_version ] && command -v apt-get >/dev/null || return 0
	packages='clang lld tcc musl-tools qemu-user-static'
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
install || exit

temp=$(mktemp -d) || exit 2
trap 'rm -rf "$temp"' EXIT
trap 'exit 2' HUP INT TERM
echo "$rows" | grep . | grep -e "$marks" >"$temp/rows"
make -s ministat tests/golden/golden tests/golden/terminal || exit 2

# A transcript of all tests, on every pair of reference samples.
mkdir "$temp/pairs"
awk -v folder="$temp/pairs" '$2 == "ref" || $2 == "cmp" {
	file = folder "/" $1 "." $2
	if (file != last)
		close(last)
	last = file
	print $3 >file
}' tests/unit/ref/twosample.tsv
for reference in "$temp"/pairs/$cases.ref; do
	for test in student welch mannwhitney paired; do
		echo "\$ ministat -v -t $test -o json old=$reference" \
		    "new=${reference%ref}cmp"
	done
done >"$temp/pairs.txt"
tests/golden/golden -u "$temp/pairs.txt" >/dev/null || exit

# Builds $1.c as $where/$2.
build() {
	# shellcheck disable=SC2086 # flags are lists of words
	$cc $flags "$1.c" -lm -o "$where/$2"
}

# Makes $where/ministat what runs the program, and finds out what runs programs
# of this machine.
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

# Tries row $1: a line of the table in $temp/row.$1, and what went wrong in
# $temp/log.$1.
try() (
	where=$temp/$1
	mkdir "$where"
	line=$(sed -n "${1}p" "$temp/rows")
	static=${line%%	*}
	line=${line#*	}
	machine=${line%%	*}
	line=${line#*	}
	flags=${line#"${line%% *}"}
	[ "$static" = "${static%S}" ] || flags="$flags -static"
	result='not tried'
	for cc in "${line%% *}" "${line%% *}-$version"; do
		command -v "$cc" >/dev/null || continue
		result=failed
		build ministat program || break
		build tests/fuzz/check_parser parser || break
		wrap || { result='not tried'; break; }
		export MINISTAT_DIR="$where"
		tests/golden/golden || break
		tests/golden/golden "$temp/pairs.txt" || break
		${emulator:+"$emulator"} "$where/parser" 200000 || break
		result=passed
		break
	done >"$temp/log.$1" 2>&1
	printf '%-9s%-65s%s\n' "$machine" "$line" "$result" >"$temp/row.$1"
)

# As many at a time as there are processors.
count=$(wc -l <"$temp/rows")
jobs=$(nproc 2>/dev/null || echo 1)
n=0
while [ "$n" -lt "$jobs" ]; do
	n=$((n + 1))
	k=$n
	while [ "$k" -le "$count" ]; do
		try "$k"
		k=$((k + jobs))
	done &
done
wait

tried=0
findings=0
n=0
while [ "$n" -lt "$count" ]; do
	n=$((n + 1))
	cat "$temp/row.$n"
	case $(cat "$temp/row.$n") in
	*'not tried')
		[ "${CI-}" = true ] || continue
		echo 'portability: its compiler or emulator is missing' ;;
	*passed)
		tried=$((tried + 1))
		continue ;;
	esac
	tried=$((tried + 1))
	findings=$((findings + 1))
	tail -n 20 "$temp/log.$n" | sed 's/^/	/'
done
echo "platforms: $tried tried, $findings findings"
[ "$findings" -eq 0 ]
