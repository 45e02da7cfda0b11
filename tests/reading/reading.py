#!/usr/bin/env python3
"""reading.py [-d damages] [-s seed] [-v] [inputs]

Compares what ministat reads, value by value, with what reader.py reads, which
was written from the design alone.  Needs a C compiler (CC).  Four things:

- EXAMPLES of the design, by which reader.py itself is checked;
- the samples in data, with the options of their known format, and by COMMANDS;
- random inputs, 20,000 or this many, each with random options.  Each value must
  have the same bits, row, set and measure, in the same order; both must leave
  out as many records, and refuse the same inputs, in the same line (of several
  errors in JSON, in the line of any);
- samples in which a line, byte or member was deleted, doubled or changed, 2,000
  or as many as -d says.  The same is compared; besides, no gate may pass where
  a row has lost all its values or a record is left out, and a damage to a value
  must change the report.

-v prints each difference in full.  Status 1 if there is any.
"""
import collections
import getopt
import math
import os
import random
import re
import shlex
import subprocess
import sys
import tempfile
import urllib.parse

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import reader
from inputs import Generator, damage

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
BATCH = 500

Case = collections.namedtuple("Case", "arguments files")	# files: pairs of an operand and bytes

# values: [(measure, key, set, [float])], None if refused; line: of the error, or None;
# words: on standard error; taken: the options of a known format; others: the lines of
# further errors.
Outcome = collections.namedtuple("Outcome", "values left_out line words taken others", defaults=((),))


def agree(got, expected):
    """Without any value, an input is refused in the end.

    Of several errors in JSON, ministat may tell any.  Differences of long
    numbers may be rounded otherwise.
    """
    if not got.values or not expected.values:
        lines = (expected.line, *expected.others)
        return not got.values and not expected.values and (None in (got.line, *lines) or got.line in lines)
    return got[1] == expected[1] and len(got[0]) == len(expected[0]) and all(
        one[:3] == two[:3] and len(one[3]) == len(two[3]) and all(x == y or math.isclose(x, y, rel_tol=1e-14) for x, y in zip(one[3], two[3]))
        for one, two in zip(got[0], expected[0]))


def expect(case, taken=()):
    """What the second reader reads, with the options that ministat took by itself."""
    try:
        reading = reader.read(taken or case.arguments, case.files, lenient=bool(taken))
    except reader.Trouble as trouble:
        return Outcome(None, 0, trouble.line, str(trouble), (), trouble.others)
    return Outcome([(measure, "\0".join(key), label, numbers) for measure, key, label, numbers in reading.values], reading.left_out, None, "", ())


def plain(text):
    return urllib.parse.unquote_to_bytes(text).decode("latin-1")


def split_words(text):
    try:
        return shlex.split(text)
    except ValueError:	# these were no options
        return ()


def parse_outcomes(output):
    """What values.c printed, an Outcome for each case."""
    values, words, left = [], [], 0
    for line in output.decode("latin-1").split("\n"):
        if line.startswith("\t"):
            _, measure, key, label, *numbers = line.split("\t")
            values.append((int(measure), plain(key), plain(label), [float.fromhex(number) for number in numbers]))
        elif line.startswith("left "):
            left = int(line[5:])
        elif line.startswith("= "):
            status = int(line[2:])
            text = "\n".join(words)
            at = re.search(r"\A(?!.*warning:)ministat: [^:\n]*:([0-9]+): ", words[-1] if words else "")
            taken = re.search(r"(?m)^ministat: [^:]*: (?!warning)[^:]*: (-[a-zA-Z] .*)$", text)
            if status not in (0, 2):
                values, left, status, text = [(0, "a crash", "", [])], 0, 0, f"status {status}: {text}"
            yield Outcome(values if status == 0 else None, left if status == 0 else 0, int(at[1]) if at else None, text, split_words(taken[1]) if taken else ())
            values, words, left = [], [], 0
        elif line:
            words.append(line)


def store(directory, case):
    """Writes the files of a case."""
    for operand, data in case.files:
        path = os.path.join(directory, operand.rpartition("=")[2])
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as file:
            file.write(data)
    return [*case.arguments, "--", *[operand for operand, _ in case.files]]


def run_cases(values, cases):
    """What ministat makes of each case."""
    with tempfile.TemporaryDirectory() as directory:
        lines = []
        for number, case in enumerate(cases):
            place = os.path.join(directory, str(number))
            lines.append("\037".join([place, *store(place, case)]) + "\n")
        result = subprocess.run([values], input="".join(lines).encode("latin-1"), capture_output=True)
    outcomes = list(parse_outcomes(result.stdout))
    if result.returncode != 0 or len(outcomes) != len(cases):
        sys.exit(f"reading.py: {len(outcomes)} outcomes of {len(cases)} cases: {result.stderr}")
    return outcomes


# Examples of the design: arguments | lines (\f between files) | values, or "error", and how many are left out

EXAMPLES = r"""
-C 2 | a 55364kB\nb 5kB | 55364 5
-C 2 | a 1.2G\fb 866M | error
-C 2 | a 1.2s\fb 866ms | 1.2 0.866
-C 2 | a 1m2.5s\nb 0:05 | error
-C t | n t\na 1m2.5s\nb 0:05 | 62.5 5
-C 1 | 250m\n3m | 250 3
-C 1 | 5 ms\n6 ms\n7 s | error
-C 1 | 5 apples\n6 pears | 5 6
-C 1 | 5\n6 # x\n# y\n7 | 5 6 7
-C 1 | 1,5 | error
-C 1 | 5\nnan | error
-d , -C 2 | a,310 W\nb,12 W\nc, | 310 12 +1
-d , -C 1 | 1,x\n2\n3,y | 1 3 +1
-d , -C 1 | 1,x\n2,x,y | error
-C ms | a|ms|x\nb|5|\nc|6|y\nd|7 | 5 6 +1
-C ms | | a | ms |\n|---|---:|\n| b | 5 |\ntext\n| c | 6 | | 5 6
-C usr | cpu usr sys\nall 1 2\nall 2 2\nAverage: 5 | 1 2 +1
-C Time | a;Time (ms)\nx;5\ny;6 | 5 6
-C Time | a;Time (ms)\nx;5\fa;Time (s)\nx;5 | error
-C ms | x 5\nname ms\na 6\nname ms\nb 7 | 6 7 +1
-C b | # a b\n1 2\n3 4 | 2 4
-C took | GET took 20 ms\nGET took: 35 ms\ntook=1 s | 0.02 0.035 1
-C took | name took\na 5\nb 6 | 5 6
-C took | took 5\n10 20\n11 21 | 10 11
-C time= | realtime=5 x\ntime=6\n(time=7) | 6 7
-C time=,2 | time=5 | error
-C time= | time= time=5\ntime=\nx | 5 +1
-C total: | total: 2 minutes, 3 seconds\ntotal: 0m 1.2s | 123 1.2
-C time= -u ms | time=5\ntime=6s | 5 6000
-C 1,2 -u ms,s | 5us 6us | 0.005 0.000006
-u ms | a 5 ms\nb (6ms)\ncopy(7ms)\nsleep_8ms\nc 9 s | 5 6 9000
-u ms | a n/a ms\nb - ms\np50 ms\nc 5 ms\nd 1,234e5x ms | error
-u ms | a n/a ms\nb - ms\np50 ms\nc 5 ms | 5 +2
-u MB/s | a 5 MB/s\nb 6 GB/s | error
-u ops/sec | a x 478,061 ops/sec | 478061
-u ns/op | a 5 us/op | 5000
-u ms,s | 5 ms | error
-u * | a 100 5 ns/op 3 B/op\na 100 6 us/op\nok 7s | 5 6000 3 7
-u s | x 250m\nx 1m2.5s\nx 1m 2s | 62.5 62
-u s | Test #1: 0.5 s\n# 7 s | 0.5
-C ~t=([0-9]+) | t=5.25 | error
-C ~t=([0-9]+) | t=5 ms\nt=6 s | error
-C ~t=([0-9.]+.ms) | t=5 ms\nx | 0.005
-C 2-1 | 5 8\n1 0 | 3 -1
-C a/b | a b\n6s 3s\n8s 4s | 2 2
-C a/b | a b\n6s 3 | error
-C a/b | a/b c\n6 3 | 6
-b a,b | a b\n1 2\n3 4 | 1 3 2 4
-b a,b -C 1 | a b\n1 2 | error
-b 1=x -C 2 | x 5\ny z | 5
-b 1=x,w -C 2 | x 5\ny 6 | error
-k ~ok.(.*) -C ms: | ok a\nms: 5\nok b\nms: 6 | 5 6
-k pkg:,1 -u ns | pkg: p\na 5 ns\npkg: q\na 6 ns | 5 6
-k n: -u ms | 5 ms\nn: a\n6 ms\nn: b | error
-x b -C 2 | a 5\nb x\nc 6 | 5 6
-X b -C 2 | a 5\nb x\nc 6 | 5 6 +1
-C 1 -C 2 | 5 6 | error
-C 1,01 | 5 6 | error
-k 1 -C 2 -b 1~(a|b) | ax 5\nbx 6\ncx 7 | 5 6 +1
-C ~[µ]s | 5 | error
-C t -k n | {"n":"a","t":[1,null,"2ms"]} | error
-C t -k n | {"n":"a","t":[1,null,2]} {"n":"b"} {"x":1} | 1 2 +2
-C t -k n | {"n":"a","t":[1,[],2]} | 1 2 +1
-C t -r [] | {"t":[[1,3],[]]} | 2 +1
-C t -k n | {"n":"a","r":[{"t":1},null,{"t":2}]} | 1 2 +1
-C t -k n | {"n":"a","r":{"t":1}} {"n":"b","r":null} | 1 +1
-C ~t=([0-9]+) | t=1m5s | error
-C ~t=([0-9]+) | t=1_005 | error
-C t | {"t":"12 ms"} {"t":"(3 s)"} {"t":"0:05"} | 0.012 3 5
-C t | {"t":"310 W"} | error
-C times/iters | {"times":[10,20],"iters":[1,2]} | 10 10
-C times-iters | {"times":[10,20],"iters":[1]} | error
-C *.v -k * | {"a":{"v":1},"b":{"v":2}} | 1 2
-C t | {"a":{"t":1},"b":{"t":2}} | error
-C t -k mode | {"c":{"mode":"x"},"t":1} | 1
-C t -X bad | {"t":1,"s":"bad"} {"t":2} | 2 +1
| [1,2,3] | 1 2 3
| [1,[2,3]] | error
-C 1 -d ; | "a;b";5\n"1";2 | error
-C 2 -d ; | "a;b";5\n"1";2 | 5 2
"""


def check_examples():
    wrong = 0
    for line in EXAMPLES.strip().split("\n"):
        arguments, _, rest = line.partition("| ")
        lines, _, want = rest.rpartition(" | ")
        files = [(f"f{i}", text.replace("\\n", "\n").encode()) for i, text in enumerate(lines.split("\\f"))]
        got = expect(Case([word.encode().decode("latin-1") for word in arguments.split()], files))
        found = "error" if got.values is None else " ".join(
            [f"{number:.15g}" for entry in got.values for number in entry[3]] + [f"+{got.left_out}"] * (got.left_out > 0))
        if found != want.replace("0.000006", "6e-06"):
            wrong += 1
            print(f"reading.py: example {arguments}{files}: {found} {got.words}, not {want}")
    return wrong


# Samples

COMMANDS = """
-b command -C times hyperfine.json
-b parameters.level=6,9 -C times hyperfine-scan.json
-k name -x aggregate -C items_per_second google-old.json google-new.json
-k fullname,params.n -C data pytest-old.json pytest-new.json
-k benchmark,params.size -r [] -C primaryMetric.rawData jmh-gc-old.json jmh-gc-new.json
-k benchmark,params -C gc.alloc.rate.norm.rawData jmh-gc-old.json jmh-gc-new.json
-k endpoint,status -C latency_ms access-old.json access-new.json
-k endpoint -e "status":.200 -C latency_ms access-old.json access-new.json
-k endpoint -C latency_ms access-old.csv access-new.csv
-k '~from (.*): ' -r icmp_seq= -C time= ping-old.txt ping-new.txt
-b '@~(old|new)' -k ttl= -C time=,icmp_seq= ping-old.txt ping-new.txt
-k cmd: -C totals: callgrind-old.txt callgrind-new.txt
-C parse:,sort: node-old.txt node-new.txt
-b pkg:~[a-z]+$ -k 1 -u ns/op go-packages-old.txt
-k 1 -b '1~/proto=([^/ -]*)' -u ns/op go-proto.txt
-k 2 -u ns/iter libtest-old.txt libtest-new.txt
-u KiB,s rss-old.txt rss-new.txt
-C real,user/real time-old.txt time-new.txt
-k CPU -C %user sadf-old.txt sadf-new.txt
-k filename -C dec size-old.txt size-new.txt
iguana chameleon
with without
"""


def sample_cases():
    """Cases from COMMANDS, and without options from each pair NAME-old, NAME-new and each lone file."""
    data = os.path.join(ROOT, "data")
    contents = {name: open(os.path.join(data, name), "rb").read() for name in sorted(os.listdir(data)) if os.path.isfile(os.path.join(data, name)) and name != "README"}
    lines = [shlex.split(line) for line in COMMANDS.strip().split("\n")]
    lines += [[name, name.replace("-old", "-new")] if "-old" in name else [name] for name in contents if "-new" not in name]
    for words in lines:
        files = [(word, contents[word]) for word in words if word in contents]
        yield Case([word for word in words if word not in contents], files)


def compare(values, cases, verbose, tally):
    """Both readers' outcomes; shows where they differ."""
    for case, got in zip(cases, run_cases(values, cases)):
        expected = expect(case, got.taken)
        tally["read" if expected.values is not None else "refused"] += 1
        tally["values"] += sum(len(entry[3]) for entry in expected.values or [])
        tally["left out"] += expected.left_out
        if not agree(got, expected):
            tally["differences"] += 1
            if verbose or tally["differences"] <= 10:
                show(values, case)
        yield case, got, expected


def report(what, number, tally):
    print(f"reading.py: {number} {what}: " + ", ".join(f"{tally[name]} {name}" for name in ("read", "refused", "values", "left out", "differences", "wrong") if name in tally))
    return tally["differences"] + tally["wrong"]


def shrink(values, case):
    """A smaller case on which the two disagree: without options, files, bytes."""
    def kind_of(one, got):
        expected = expect(one, got.taken)
        return None if agree(got, expected) else (got.values is None, expected.values is None)

    def disagree(cases):
        return next((smaller for smaller, got in zip(cases, run_cases(values, cases)) if kind_of(smaller, got) == kind), None)

    kind = kind_of(case, run_cases(values, [case])[0])
    size = None
    while size != (size := len(case.arguments) + sum(len(data) + 1 for _, data in case.files)):
        starts = [i for i, word in enumerate(case.arguments) if word.startswith("-") and len(word) > 1]
        smaller = [Case(case.arguments[:i] + case.arguments[j:], case.files) for i, j in zip(starts, starts[1:] + [len(case.arguments)])]
        smaller += [Case(case.arguments, case.files[:i] + case.files[i + 1:]) for i in range(len(case.files)) if len(case.files) > 1]
        case = disagree(smaller) or case
        for i, (operand, _) in enumerate(case.files):
            for cut, lengths in (rb"(?<=\n)", (64, 16, 4, 1)), (b"(?s)(?=.)", (16, 4, 2, 1)):
                for length in lengths:
                    pieces = re.split(cut, case.files[i][1])
                    if 1 < len(pieces) < 600:
                        case = disagree([Case(case.arguments, case.files[:i] + [(operand, b"".join(pieces[:j] + pieces[j + length:]))] + case.files[i + 1:])
                                         for j in range(0, len(pieces), length)]) or case
    return case


def show(values, case):
    case = shrink(values, case)
    got = run_cases(values, [case])[0]
    print("reading.py:", *[repr(argument) for argument in case.arguments])
    for operand, data in case.files:
        print(f"    {operand}: {data!r}")
    for who, outcome in ("ministat", got), ("expected", expect(case, got.taken)):
        print(f"    {who} " + (f"refuses: line {outcome.line}: {outcome.words}" if outcome.values is None else f"{outcome.values}, {outcome.left_out} left out; {outcome.words}"))


def compare_random(values, inputs, seed, verbose):
    generator = Generator(seed)
    tally, done = collections.Counter(), 0
    reader.RULES.clear()
    while done < inputs:
        cases = [Case(*generator.case()) for _ in range(min(BATCH, inputs - done))]
        done += len(cases)
        for _ in compare(values, cases, verbose, tally):
            pass
    wrong = report("random inputs", inputs, tally)
    print("how often a rule of the design decided something there:")
    for name, count in sorted(reader.RULES.items()):
        print(f"{count:9} {name}")
    return wrong


# Damaged samples

def number_at(before, after, span):
    """The number in which one byte was damaged; '' if there is none, if it has few digits, or if it is still the same."""
    start, end = span
    rest = len(before) - end
    begin, tail = re.search(rb"[0-9.]*\Z", before[:start])[0], re.match(rb"[0-9.]*", before[end:])[0]
    old, new = [(begin + data[start:len(data) - rest] + tail).decode("latin-1") for data in (before, after)]
    is_number = lambda text: re.fullmatch(r"[0-9]+\.?[0-9]*|\.[0-9]+", text)
    if end != start + 1 or not is_number(old) or len(old) < 4 or is_number(new.strip()) and math.isclose(float(old), float(new), rel_tol=1e-15):
        return ""
    return old


def compare_damaged(program, values, number, seed, verbose):
    """Each sample with a copy that is damaged: what is read, and what a gate says."""
    r = random.Random(seed)
    cases = list(sample_cases())
    samples = [case for case, got in zip(cases, run_cases(values, cases)) if got.values is not None]
    tally, done = collections.Counter(), 0
    while done < number:
        cases, spans, intact = [], [], []
        for _ in range(min(BATCH, number - done)):
            sample = r.choice(samples)
            name, data = sample.files[0]
            if len(data) > 100000:
                data = data[:data.rfind(b"\n", 0, 30000) + 1] if data[:1] not in b"[{" else data
            text, span = damage(r, data.decode("latin-1"))
            files = [("old/" + name, data), ("new/" + name, text.encode("latin-1"))]
            cases.append(Case(sample.arguments, files))
            intact.append(Case(sample.arguments, [files[0], ("new/" + name, data)]))
            spans.append(span)
        done += len(cases)
        for (case, got, expected), before, span in zip(compare(values, cases, verbose, tally), intact, spans):
            why = judge(program, case, before, expected, expect(before, got.taken), span, got.taken)
            tally["wrong"] += why is not None
            if why:
                print(f"reading.py: {why}: {case.arguments} {case.files[1][0]}: {before.files[1][1][max(0, span[0] - 40):span[1] + 40]!r} "
                      f"became {case.files[1][1][max(0, span[0] - 40):span[1] + 40]!r}")
    return report("damaged samples", number, tally)


def alike(values, others):
    """Whether they are the same as far as a report shows."""
    return len(values) == len(others) and all(
        one[:3] == two[:3] and len(one[3]) == len(two[3]) and all(math.isclose(x, y, rel_tol=1e-12) for x, y in zip(one[3], two[3]))
        for one, two in zip(values, others))


def judge(program, case, before, expected, intact, span, taken):
    """What is wrong with the report on a damaged file, or None."""
    ran, clean = [run_report(program, one) for one in (case, before)]
    if expected.values is None or intact.values is None:
        return "passed, though it cannot be read" if ran[0] == 0 and expected.values is None else None
    columns = not taken and "-b" in case.arguments or "-b" in taken
    rows = {entry[:3] if columns else entry[:2] for entry in intact.values}
    lost = rows - {entry[:3] if columns else entry[:2] for entry in expected.values if columns or entry[2].startswith("new/")}
    if ran[0] == 0 and lost and not columns:
        return "passed without a row's values"
    if ran[0] == 0 and expected.left_out > intact.left_out:
        return "passed with a record left out"
    if ran != clean or clean[0] == 2:
        return None
    if not alike(expected.values, intact.values):
        return "a changed value, but the same report"
    number = number_at(before.files[1][1], case.files[1][1], span)
    # Only a number with a unit is converted.
    has_unit = re.match(rb"[0-9.]* ?[A-Za-z\xb5\xc2\xce]", before.files[1][1][span[0]:])
    known = {f"{value * scale:.12g}" for entry in intact.values for value in entry[3] for scale in ((1, 1e3, 1e6, 1e9) if has_unit else (1,))}
    # An aggregate may be equal to a value, but for its last digits.
    equal = [one for one in re.findall(rb"[0-9]+\.[0-9.e+-]*[0-9]", before.files[1][1]) if one[:13] == number.encode()[:13]] if number else []
    if number and before.files[1][1].count(number.encode()) == 1 and len(equal) < 2 and f"{float(number):.12g}" in known:
        return "a value was damaged, but nothing says so"
    return None


def run_report(program, case):
    """Status, output and messages of a gate with a huge margin: what is missing fails it, but no difference."""
    with tempfile.TemporaryDirectory() as directory:
        arguments = store(directory, case)
        result = subprocess.run([program, "-g", "not-higher", "-m", "100000000%", "-o", "json", *arguments], cwd=directory, capture_output=True)
    return result.returncode, result.stdout, result.stderr


def build(directory):
    """Both programs."""
    compiler = [os.environ.get("CC", "cc"), "-O1", "-w", "-o"]
    for name, source in ("values", "tests/reading/values.c"), ("ministat", "ministat.c"):
        subprocess.run([*compiler, os.path.join(directory, name), os.path.join(ROOT, source), "-lm"], check=True)
        yield os.path.join(directory, name)


def main():
    pairs, rest = getopt.getopt(sys.argv[1:], "d:s:v")
    options = dict(pairs)
    seed, verbose = int(options.get("-s", 1)), "-v" in options
    wrong = check_examples()
    with tempfile.TemporaryDirectory() as directory:
        values, program = build(directory)
        tally = collections.Counter()
        cases = list(sample_cases())
        for _ in compare(values, cases, verbose, tally):
            pass
        wrong += report("samples", len(cases), tally)
        wrong += compare_random(values, int(rest[0]) if rest else 20000, seed, verbose)
        wrong += compare_damaged(program, values, int(options.get("-d", 2000)), seed, verbose)
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
