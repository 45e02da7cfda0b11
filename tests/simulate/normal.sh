# shellcheck shell=sh disable=SC2034
# normal.sh: awk functions that draw normal values.  The scripts in this folder
# read it with `.` and put $normal before their awk programs.
#
# normal() makes a normal value as Box and Muller (1958) did, from uniform
# numbers that are drawn as L'Ecuyer (CACM 31, 1988) did, with the seeds a
# and b.

normal='
	function uniform() {
		a = a * 40014 % 2147483563
		b = b * 40692 % 2147483399
		return ((a - b + 2147483562) % 2147483562 + 0.5) / 2147483562
	}
	function normal(	radius) {
		radius = sqrt(-2 * log(uniform()))
		return radius * cos(6.283185307179586 * uniform())
	}
'
