#!/bin/sh
# formats.sh
#
# Tries the known formats on files that the tools really wrote:
#
# - Without options, the report and the status are those of the options that
#   the note on standard error names, pasted into a shell, for text, Markdown,
#   JSON and CSV, and with other options before them.
# - The note is the one that is listed below, and is all that is different.
# - A file means the same if it comes from a pipe, some bytes at a time.
# - No other file is of a known format.
# - 100,000 changes of the strings by which files are known give the same
#   options or none (known.c).
# - The manual lists the options of each line of the table.
#
# Run by `make check-formats`.  Prints a line for each difference, then a tally;
# the status is 1 if there is a difference.
set -u
cd "$(dirname "$0")/../.." || exit 2
# shellcheck source=tests/environment.sh
. tests/environment.sh

temp=$(mktemp -d) || exit 2
trap 'rm -rf "$temp"' EXIT
trap 'exit 2' HUP INT TERM
tried=0
findings=0

finding() {
	echo "$*"
	findings=$((findings + 1))
}

# The old and the new file in data/ (- for none), and the note.
pairs() {
	cat <<'END'
go-old.txt go-new.txt go test -bench -benchmem: -k pkg:,1 -u ns/op,B/op,allocs/op
go-packages-old.txt go-packages-new.txt go test -bench -benchmem: -k pkg:,1 -u ns/op,B/op,allocs/op
go-plain-old.txt go-plain-new.txt go test -bench: -k pkg:,1 -u ns/op
libtest-old.txt libtest-new.txt libtest: -k 2 -u ns/iter
criterion-old.txt criterion-new.txt libtest: -k 2 -u ns/iter
google-old.json google-new.json Google Benchmark: -k name,time_unit -x '"aggregate"|"error_occurred"|"skipped"' -C real_time,cpu_time
hyperfine-old.json hyperfine-new.json hyperfine: -k command -C times
hyperfine-alone-old.json hyperfine-alone-new.json hyperfine: -C times
hyperfine-scan.json - hyperfine: -b command -C times
criterion-old.json criterion-new.json criterion: -C times/iters
criterion-old.csv criterion-new.csv criterion: -k group,function,value -C sample_measured_value/iteration_count
pytest-old.json pytest-new.json pytest-benchmark: -k fullname -C stats.data
pyperf-old.json pyperf-new.json pyperf: -k metadata.name -r '[]' -C values
jmh-old.json jmh-new.json JMH: -k benchmark,mode,params -r '[]' -C primaryMetric.rawData
mitata-old.json mitata-new.json mitata: -k name -C stats.samples
benchmarkjs-old.txt benchmarkjs-new.txt benchmark.js: -k '~(.*) x ' -u ops/sec
perf-old.json perf-new.json perf stat -j: -k event -x '<not' -C counter-value
bash-old.txt bash-new.txt time in bash: -e ^real -C 2
k6-old.json k6-new.json k6: -k metric,data.tags.name -C data.value
k6-old.csv k6-new.csv k6: -k metric_name,name -C metric_value
hey-old.csv hey-new.csv hey: -C response-time
ping-old.txt ping-new.txt ping: -C time=
ab-old.tsv ab-new.tsv ab -g: -C ttime
oha-old.csv oha-new.csv oha: -C request-duration
vegeta-old.json vegeta-new.json vegeta: -C latency
jmeter-old.jtl jmeter-new.jtl JMeter: -k label -C elapsed
nanobench-old.json nanobench-new.json nanobench: -k title,name -C measurements.elapsed
benchmarkdotnet-old.json benchmarkdotnet-new.json BenchmarkDotNet: -k FullName -C Statistics.OriginalValues
text-old.json text-new.json hyperfine: -k command -C times
criterion/words/base/sample.json criterion/words/new/sample.json criterion: -C times/iters
criterion/digits/base/sample.json criterion/digits/new/sample.json criterion: -C times/iters
criterion/upper/base/sample.json criterion/upper/new/sample.json criterion: -C times/iters
END
}

# Compares what is printed without options, in known.*, and with those of the
# note, in typed.*.
compare() {
	tried=$((tried + 1))
	grep -v '^ministat: [^ ]*: [a-zA-Z].*: -[a-zA-Z] ' "$temp/known.err" \
	    >"$temp/known.rest"
	cmp -s "$temp/known.out" "$temp/typed.out" ||
	    finding "$1: the report differs"
	cmp -s "$temp/known.rest" "$temp/typed.err" ||
	    finding "$1: the messages differ"
	[ "$(cat "$temp/known.status")" = "$(cat "$temp/typed.status")" ] ||
	    finding "$1: the status differs"
}

# Runs a line of shell: run NAME LINE.
run() {
	eval "$2" >"$temp/$1.out" 2>"$temp/$1.err"
	echo $? >"$temp/$1.status"
}

others='
-o json
-o csv
-o markdown -c 99
-q -A -t welch -f each
-m 5% -g not-higher -o json
-D -S -v
-n -p
-x zzz -A
-g higher -m 1% -t p50
'
pairs >"$temp/pairs"
while read -r old new note; do
	files=data/$old
	[ "$new" = - ] || files="$files data/$new"
	run known "ministat $files"
	said=$(grep "^ministat: data/$old: [^ ].*: -" "$temp/known.err")
	[ "$said" = "ministat: data/$old: $note" ] ||
	    finding "$old: said is: $said"
	options=${note#*: }
	run typed "ministat $options $files"
	compare "$old"
	echo "$others" | grep . >"$temp/others"
	while read -r other; do
		run known "ministat $other $files"
		run typed "ministat $other $options $files"
		compare "$old $other"
	done <"$temp/others"

	# What a pipe gives is what the file gives.
	run typed "ministat -o json <data/$old"
	run known "{ head -c 700; sleep 0.01; cat; } <data/$old |
	    ministat -o json"
	tried=$((tried + 1))
	cmp -s "$temp/known.out" "$temp/typed.out" ||
	    finding "$old: it is something else in a pipe"
done <"$temp/pairs"

# What is known, and what is not.
known=$temp/known
${CC:-cc} -O2 tests/formats/known.c -lm -o "$known" || exit 2
samples=$(awk '{ print "data/" $1; if ($2 != "-") print "data/" $2 }' \
    "$temp/pairs" | sort -u)
more='data/google-families.json data/go-proto.txt data/hyperfine.json
data/jmh-gc-old.json data/jmh-gc-new.json'
# Programs, and inputs with a NUL, cannot be searched.  Transcripts and these
# tests quote what the tools print; header-ab has the names of ab -g.
find data tests -type f ! -path 'tests/golden/*.txt' \
    ! -path 'tests/formats/*' ! -name header-ab | while read -r file; do
	tr -d '\000' <"$file" | cmp -s "$file" - && echo "$file"
done | sort >"$temp/all"
for file in $samples $more; do
	echo "$file"
done | sort >"$temp/samples"
# shellcheck disable=SC2046 # one argument for each file
"$known" other $(comm -23 "$temp/all" "$temp/samples") >"$temp/result" ||
    findings=$((findings + 1))
cat "$temp/result"
# shellcheck disable=SC2086
"$known" mutate 100000 $samples $more || findings=$((findings + 1))

# The options of each line of the table are in the manual's table.
sed -n '/^\.Sh KNOWN FORMATS/,/^\.Ed/p' ministat.1 |
    sed -e "s/\\\\(aq/'/g; s/\\\\(ha/^/g; s/\\\\(ti/~/g; s/\\\\-/-/g" |
    tr -s ' \n' '  ' >"$temp/manual"
"$known" notes 2>&1 | sed 's/^ministat: f: [^:]*: //' >"$temp/notes"
while read -r note; do
	tried=$((tried + 1))
	grep -qF -e " $note " "$temp/manual" ||
	    finding "the manual does not have: $note"
done <"$temp/notes"
echo "formats: $tried tried, $findings findings"
[ "$findings" -eq 0 ]
