# shellcheck shell=sh disable=SC2034
# normal.sh: what the scripts in this folder put before their awk programs.
#
# normal() is a normal value, made as by Box and Muller (1958) from numbers that
# are drawn as L'Ecuyer (CACM 31, 1988) does it, from the seeds a and b.

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
