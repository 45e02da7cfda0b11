#!/bin/sh
# messages.sh
#
# Compares the messages of ministat.c with the sections DIAGNOSTICS and DOUBTS
# of ministat.1, both ways:
#
# - Each message of the program is in one of them.
# - Each message listed there (.It) is one of the program.
#
# Run by `make check-manual`.  Prints a line for each difference, then a tally;
# the status is 1 if there is a difference.
#
# A message of the program is a string literal with at least two words, or with
# a part of a message: it is in an argument of die(), of a macro that calls it,
# or of warn(), or anywhere in a section that does not print the report.  These
# are not messages:
#
# - literals with a newline or tab;
# - what an option expects, and what bad_json() expects, because both are values
#   within a message;
# - the table of known formats;
# - the formats of tests[], which belong to the report.
#
# A conversion such as %s is a value, which may be any text, so the literal is
# compared piece by piece, in order.  Pieces that the program puts together at
# run time are literals of their own.
#
# An item of the manual must be made of literals and values only.  A value is a
# text in quotes, or one without two plain words next to each other: old.txt,
# 12, or "results.mean (2), results.times (40)".  What -v prints about a set or
# a comparison is listed in the section DOUBTS in the same way.
set -u
cd "$(dirname "$0")/../.." || exit 2
LC_ALL=C
export LC_ALL

# Literals that look like messages, but are not: names in the report, and what
# is for the compiler.
not_messages='
Student'\''s t
Welch'\''s t
paired t
geometric mean
'

# Prints "LINE<tab>KIND<tab>LITERAL" for each string literal of ministat.c.
# KIND is direct (in an argument of die or warn), checked (where literals are
# messages) or other.  Neighbours are one literal, also where a
# macro is between, as in: message "; try ministat -h".
literals() {
	awk '
	function flush() {
		if (have)
			print at "\t" kind "\t" literal
		have = 0
		literal = ""
	}
	# What begins at text[i] and ends behind the next unescaped quote.
	function quoted(quote,	c, all) {
		all = ""
		for (i++; (c = substr(text, i, 1)) != quote && c != ""; i++) {
			if (c == "\\")
				c = c substr(text, ++i, 1)
			all = all c
		}
		return all
	}
	# Behind Report, up to Command line, are the sections that print it.
	/^ \* ---- / {
		prints = $3 == "Plot" || (behind_report && $3 != "Command")
		behind_report = $3 == "Report" || (behind_report && prints)
	}
	/^} (option_arguments|known_formats)\[/ { expects = 1 }
	/^static .* outcomes\[/ { expects = 1 }
	{
		formats = /\.format = "/
		kinds[NR] = prints || expects || formats ? "other" : "checked"
	}
	/^};/ { expects = 0 }
	# Directives are skipped, except for macros that make messages.
	/^#/ || continued {
		continued = /\\$/
		if (!/message "/)
			$0 = ""
	}
	{ text = text $0 "\n" }
	END {
		line = 1
		for (i = 1; (c = substr(text, i, 1)) != ""; i++) {
			if (c == "\n") {
				line++
				continue
			}
			if (c ~ /[ \t]/)
				continue
			if (substr(text, i, 2) == "/*") {
				rest = substr(text, i)
				length_of = index(rest, "*/") + 1
				comment = substr(rest, 1, length_of)
				line += gsub(/\n/, "", comment)
				i += length_of - 1
				continue
			}
			if (c == "\"") {
				if (!have) {
					at = line
					kind = direct == 0 ? kinds[line] : \
					    is_value ? "other" : "direct"
				}
				have = 1
				literal = literal quoted("\"")
				word = ""
				continue
			}
			flush()
			if (c == "\047") {
				quoted("\047")
			} else if (c ~ /[A-Za-z_0-9]/) {
				match(substr(text, i), /^[A-Za-z_0-9]+/)
				word = substr(text, i, RLENGTH)
				i += RLENGTH - 1
				continue
			} else if (c == "(") {
				depth++
				if (direct == 0 && word ~ \
				    /^(die|warn|bad_(file|line|usage|json))$/) {
					direct = depth
					is_value = word == "bad_json"
				}
			} else if (c == ")") {
				if (direct == depth)
					direct = 0
				depth--
			}
			word = ""
		}
	}' ministat.c
}

# Prints DIAGNOSTICS and DOUBTS, as "LINE<tab>KIND<tab>TEXT": an item for each
# message that is listed, and at the end all of these sections as one text.
manual() {
	awk '
	function plain(s) {
		gsub(/\\\(dq/, "\"", s)
		gsub(/\\\(aq/, "\047", s)
		gsub(/\\(\(rs|e)/, "\\", s)
		gsub(/\\-/, "-", s)
		gsub(/\\&/, "", s)
		return s
	}
	/^\.Sh / { inside = $2 ~ /^(DIAGNOSTICS|DOUBTS)$/ }
	!inside || /^\.\\"/ { next }
	/\\$/ {
		before = before substr($0, 1, length - 1)
		next
	}
	{
		$0 = before $0
		before = ""
	}
	/^\.It ("|Li \()/ {
		item = $0
		sub(/^\.It (Li )?/, "", item)
		if (item ~ /^".*"$/)
			item = substr(item, 2, length(item) - 2)
		print NR "\titem\t" plain(item)
		all = all " " plain(item)
		next
	}
	/^\./ {
		# A macro: .Fl x is -x; of the others the arguments remain.
		sub(/^\.Fl /, "-")
		sub(/^\.[A-Z][a-z]+ ?/, "")
		sub(/^(Li|Cm|Ar|Ql|Dq|Sy|Va) /, "")
		gsub(/ Fl /, " -")
	}
	{ all = all " " plain($0) }
	END {
		gsub(/ +/, " ", all)
		print NR "\tall\t" all
	}' ministat.1
}

temp=$(mktemp -d) || exit 2
trap 'rm -rf "$temp"' EXIT
trap 'exit 2' HUP INT TERM
echo "$not_messages" >"$temp/not"
literals >"$temp/literals"
manual >"$temp/manual"

awk -F '\t' -v temp="$temp" '
# Cuts a literal at its conversions into piece[n, 1 ...]; returns how many.
function cut(n, literal,	k) {
	gsub(/\\"/, "\"", literal)
	gsub(/%%/, "\001", literal)
	gsub(/\\\\/, "\\", literal)
	while (match(literal, /%[-+#0 ]*[0-9*]*(\.[0-9*]+)?[a-z]+/)) {
		# The letters of the conversion alone, not of words behind it.
		spec = substr(literal, RSTART, RLENGTH)
		match(spec, /(hh|h|ll|l|j|z|t|L)?[diouxXeEfgGcsp]/)
		spec = substr(spec, 1, RSTART + RLENGTH - 1)
		at = index(literal, spec)
		if (at > 1)
			piece[n, ++k] = substr(literal, 1, at - 1)
		literal = substr(literal, at + length(spec))
		open_end[n] = literal == ""
		if (k == 0)
			open_start[n] = 1
	}
	if (literal != "")
		piece[n, ++k] = literal
	for (at = 1; at <= k; at++)
		gsub(/\001/, "%", piece[n, at])
	return k
}
# True if a text may be printed in place of a conversion, or beside a literal.
function is_value(text) {
	gsub(/"[^"]*"/, "", text)
	return text !~ /[A-Za-z] +[A-Za-z]/
}
# True if a text is a value, or is made of literals and values.
function is_explained(text) {
	return is_value(text) || is_composed(text)
}
function is_composed(text,	n) {
	for (n = 1; n <= literals; n++)
		if (fits(text, n))
			return 1
	return 0
}
function is_letter(c) {
	return c ~ /[A-Za-z]/
}
# True if the pieces of literal n are in the text, in order, and what is
# between, before and behind them is explained.
function fits(text, n,	k, at, gap, ends) {
	for (k = 1; k <= pieces[n]; k++) {
		at = index(text, piece[n, k])
		if (at == 0)
			return 0
		gap = substr(text, 1, at - 1)
		ends = at + length(piece[n, k])
		if (k == 1 && !open_start[n] && is_letter(substr(gap, at - 1)) \
		    && is_letter(substr(piece[n, 1], 1, 1)))
			return 0
		text = substr(text, ends)
		if (!is_explained(gap))
			return 0
	}
	return is_explained(text)
}
# True if the pieces of literal n are in the text, in order.
function occurs(text, n,	k, at) {
	for (k = 1; k <= pieces[n]; k++) {
		at = index(text, piece[n, k])
		if (at == 0)
			return 0
		text = substr(text, at + length(piece[n, k]))
	}
	return 1
}
function finding(text) {
	print text
	findings++
}

FILENAME ~ /\/not$/ {
	if ($0 != "")
		not[$0] = 1
	next
}
# The literals: those of at least two words, and with something to say.
FILENAME ~ /\/literals$/ {
	literal = substr($0, length($1 $2) + 3)
	if (literal in not) {
		used[literal] = 1
		next
	}
	words = literal
	gsub(/%[-+#0 ]*[0-9*]*(\.[0-9*]+)?(h|l|j|z)*[diouxgcs]/, "", words)
	if (literal ~ /\\[nt]/)
		next
	if (words !~ /[A-Za-z][^A-Za-z]* +[^A-Za-z]*[A-Za-z]/ &&
	    !($2 == "direct" && words ~ /[a-z][a-z]/))
		next
	# How usage messages end is said once for all of them.
	if (literal !~ /^;/)
		sub(/; try ministat -h$/, "", literal)
	gsub(/^[ ;,]+| +$/, "", literal)
	literals++
	pieces[literals] = cut(literals, literal)
	source[literals] = $1
	shown[literals] = literal
	required[literals] = $2 != "other"
	next
}
$2 == "item" {
	items++
	line[items] = $1
	item[items] = substr($0, length($1 $2) + 3)
	next
}
{ all = substr($0, length($1 $2) + 3) }

END {
	for (n = 1; n <= literals; n++) {
		if (!required[n])
			continue
		tried++
		found = pieces[n] == 1 && index(all, piece[n, 1])
		for (i = 1; i <= items && !found; i++)
			found = occurs(item[i], n)
		if (!found)
			finding("ministat.c:" source[n] ": \"" shown[n] \
			    "\" is not in DIAGNOSTICS of ministat.1")
	}
	for (i = 1; i <= items; i++) {
		tried++
		text = item[i]
		# What the system says about a file is a value.
		sub(/No such file or directory/, "?", text)
		sub(/No space left on device/, "?", text)
		sub(/^warning: /, "", text)
		sub(/^[a-z]+\.[a-z]+(:[0-9]+)?: /, "", text)
		if (text != "?" && !is_composed(text))
			finding("ministat.1:" line[i] ": no message of " \
			    "ministat.c is \"" item[i] "\"")
	}
	for (literal in not)
		if (!(literal in used))
			finding("tests/manual/messages.sh: ministat.c no " \
			    "longer has \"" literal "\"")
	print "messages: " tried " tried, " findings + 0 " findings"
	exit findings > 0
}' "$temp/not" "$temp/literals" "$temp/manual"
