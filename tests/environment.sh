# shellcheck shell=sh
# environment.sh: the environment in which the scripts here run the program.
#
# Scripts read it with `.` after they have gone to the project's root.  The
# program is ./ministat, or the one in the folder MINISTAT_DIR.
LC_ALL=C
PATH=$(cd "${MINISTAT_DIR:-.}" && pwd):$PATH
export LC_ALL PATH
unset COLUMNS
