#!/bin/sh
# messages.sh
#
# Each message that the sections DIAGNOSTICS and DOUBTS of ministat.1 list (.It)
# is one of the program: without the texts that are literals of ministat.c, or
# parts of them between conversions such as %s, only values are left of it.  A
# value is what has no two words next to each other, or is in quotes.
#
# Run by `make check-manual`.  Prints what is no message, then a tally; the
# status is 1 if there is any.
set -u
cd "$(dirname "$0")/../.." || exit 2
LC_ALL=C
export LC_ALL

# The parts of literals with two words at least, the longest first.
awk '
{ text = text $0 "\n" }
END {
	gsub(/\047\\?"\047/, "", text)
	gsub(/\/\*([^*]|\*+[^*\/])*\*+\//, "", text)
	while (match(text, /"([^"\\\n]|\\.)*"/)) {
		# Neighbours are one literal.
		if (substr(text, 1, RSTART - 1) !~ /^[ \t\n]*$/)
			all = all "\n"
		all = all substr(text, RSTART + 1, RLENGTH - 2)
		text = substr(text, RSTART + RLENGTH)
	}
	gsub(/\\n|%[-+#0 ]*[0-9*]*(\.[0-9*]+)?[hlzj]*[diouxgcsf]/, "\n", all)
	gsub(/; try ministat -h/, "\n", all)
	gsub(/%%/, "%", all)
	gsub(/\\"/, "\"", all)
	n = split(all, part, "\n")
	for (i = 1; i <= n; i++)
		if (part[i] ~ /[a-z].* /)
			print length(part[i]) "\t" part[i]
}' ministat.c | sort -rn | cut -f 2- | awk '
FILENAME == "-" {
	part[++parts] = $0
	next
}
/^\.Sh / { inside = $2 ~ /^(DIAGNOSTICS|DOUBTS)$/ }
inside && /\\$/ {
	before = before substr($0, 1, length - 1)
	next
}
{
	line = before $0
	before = ""
}
inside && line ~ /^\.It ("|Li \()/ {
	sub(/^\.It (Li )?/, "", line)
	gsub(/^"|"$/, "", line)
	gsub(/\\\(dq/, "\"", line)
	gsub(/\\\(aq/, "\047", line)
	gsub(/\\&/, "", line)
	rest = line
	sub(/No (such file or directory|space left on device)|write error/, \
	    "", rest)
	for (i = 1; i <= parts; i++)
		while (at = index(rest, part[i]))
			rest = substr(rest, 1, at - 1) "," \
			    substr(rest, at + length(part[i]))
	gsub(/"[^"]*"/, "", rest)
	tried++
	if (rest ~ /[A-Za-z][a-z]+ +[A-Za-z][a-z]/) {
		print "ministat.1:" FNR ": not a message of ministat.c: " line
		findings++
	}
}
END {
	print "messages: " tried " tried, " findings + 0 " findings"
	exit findings > 0
}' - ministat.1
