#!/bin/sh
# deps.sh
#
# Installs the check library with the package manager of the system, if it is
# missing.  Run by `make deps`.
set -u
cd "$(dirname "$0")" || exit 2

! sh ./libcheck.sh >/dev/null 2>&1 || exit 0

sudo=
if [ "$(id -u)" -ne 0 ] && command -v sudo >/dev/null; then
	sudo=sudo
fi

# Runs a command with the rights to install, and shows it.
root() {
	echo "+${sudo:+ $sudo} $*"
	$sudo "$@"
}

have() {
	command -v "$1" >/dev/null
}

if have apt-get; then
	root apt-get -qq update
	root env DEBIAN_FRONTEND=noninteractive \
	    apt-get -qq -y --no-install-recommends install check
elif have dnf; then
	root dnf -q -y install check-devel
elif have zypper; then
	root zypper -q -n install check-devel
elif have apk; then
	root apk add -q check-dev
elif have pacman; then
	root pacman -Sy --needed --noconfirm check
elif have brew; then
	brew install check	# refuses to run as root
elif have pkgin; then
	root pkgin -y install check
elif have pkg_add; then
	root pkg_add -I check
elif have pkg; then
	root pkg install -y check
else
	echo "deps.sh: no package manager that I know:" \
	    "install the check library (libcheck.github.io) by hand" >&2
	exit 1
fi

# The package manager's word is not enough: can a program be built now?
sh ./libcheck.sh >/dev/null
