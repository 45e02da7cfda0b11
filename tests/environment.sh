# shellcheck shell=sh
# The environment in which the tests run the program; read with `.` in the
# project's root.  MINISTAT_DIR is where the program stands, if not there.
LC_ALL=C
PATH=$(cd "${MINISTAT_DIR:-.}" && pwd):$PATH
export LC_ALL PATH
unset COLUMNS
