#!/bin/sh
# packaging.sh
#
# Checks what packagers rely on: where `make install` puts its files, that
# `make uninstall` removes them, that the compiler gets the usual flags, and
# that `make dist` makes the same tarball in a clone and in an unpacked tarball.
#
# Run by `make check-packaging`.  MAKE is the make to try.  Everything happens
# in a clone, where HEAD is packed, or a copy.  Prints what is wrong, and a
# tally; the status is 1 if anything is.
set -u
cd "$(dirname "$0")/../.." || exit 2

make=${MAKE:-make}
temp=$(mktemp -d) || exit 2
trap 'rm -rf "$temp"' EXIT
trap 'exit 2' HUP INT TERM
root=$temp/root
clone=$temp/clone
tried=0
findings=0

# check WHAT COMMAND...: the command must succeed.
check() {
	what=$1
	shift
	tried=$((tried + 1))
	"$@" >"$temp/log" 2>&1 && return
	echo "packaging: failed: $what"
	tail -n 5 "$temp/log"
	findings=$((findings + 1))
}

# Below $root are these files, and nothing else.
holds() {
	find "$root" -type f | sed "s,^$root,," | sort >"$temp/is"
	printf '%s\n' "$@" | sort | grep . | diff - "$temp/is"
}

# install PROGRAM PAGE VARIABLE...: installs, looks, and uninstalls.
install() {
	program=$1
	page=$2
	shift 2
	check "install $*" "$make" install DESTDIR="$root" "$@"
	check "files of install $*" holds "$program" "$page"
	check "the program of install $*" "$root$program" -V
	cp "$root$page" "$temp/page"
	check "uninstall $*" "$make" uninstall DESTDIR="$root" "$@"
	check "nothing is left of install $*" holds
}

# Makes a tarball in the folder $1, and unpacks it in $2.
unpack() {
	(cd "$1" && "$make" dist) && mkdir "$2" &&
	    gzip -dc "$1"/ministat-*.tar.gz | (cd "$2" && tar -xf -)
}

if git rev-parse -q --verify HEAD >/dev/null 2>&1; then
	check 'git clone' git clone -q . "$clone"
	check 'make dist in a clone' unpack "$clone" "$temp/first"
	set -- "$temp"/first/ministat-*
	check 'make dist without git' unpack "$1" "$temp/second"
	rm -f "$1/ministat" "$1"/ministat-*.tar.gz
	check 'both tarballs' diff -r "$temp/first" "$temp/second"
else
	echo 'packaging: skipped: make dist, as this is not a clone'
	cp -R . "$clone"
fi
cd "$clone" || exit 2
check build "$make"
install /usr/local/bin/ministat /usr/local/share/man/man1/ministat.1
check 'the page as it is' cmp "$temp/page" ministat.1
install /usr/bin/ministat /m/ministat.1 BINDIR=/usr/bin MANDIR=/m
install /usr/bin/mstat /usr/share/man/man1/mstat.1 PREFIX=/usr PROGRAM=mstat
check 'the name in the page' grep -q '^\.Nm mstat$' "$temp/page"
check 'the title of the page' grep -q '^\.Dt MSTAT 1$' "$temp/page"
rm -f ministat
"$make" -n CC=show CPPFLAGS=-Dcpp CFLAGS=-Dc LDFLAGS=-Dld >"$temp/shown"
check 'flags of the compiler' grep -q 'show -Dcpp -Dc -Dld' "$temp/shown"

echo "packaging: $tried tried, $findings findings"
[ "$findings" -eq 0 ]
