#!/bin/sh
# libcheck.sh
#
# Prints the compiler flags that build a program with the check library, or
# fails.  It tries one guess after the other, because pkg-config may be missing,
# and the library may be static or shared, or in a folder that the compiler does
# not search.  Used by `make check-unit`.
set -u

temp=$(mktemp -d) || exit 2
trap 'rm -rf "$temp"' EXIT

cat >"$temp/try.c" <<'END'
#include <check.h>

int
main(void)
{
	SRunner *runner = srunner_create(suite_create("try"));

	srunner_run_all(runner, CK_SILENT);
	srunner_free(runner);
	return 0;
}
END

# Ends the script with the flags $1 if a program can be built with them.
try() {
	# shellcheck disable=SC2086 # both are lists of words
	${CC:-cc} "$temp/try.c" $1 -o "$temp/try" >"$temp/errors" 2>&1 ||
	    return 0
	echo "$1"
	exit 0
}

if flags=$(pkg-config --cflags --libs check 2>/dev/null); then
	try "$flags"
fi
for prefix in '' /usr/local /usr/pkg /opt/homebrew /opt/local; do
	where=${prefix:+"-I$prefix/include -L$prefix/lib "}
	try "$where-lcheck"
	try "$where-lcheck -lm -lpthread"
	try "$where-lcheck -lm -lrt -lpthread"
	try "$where-lcheck -lsubunit -lm -lrt -lpthread"
done

echo "libcheck.sh: cannot build with the check library: try make deps" >&2
sed 's/^/libcheck.sh: /' "$temp/errors" >&2
exit 1
