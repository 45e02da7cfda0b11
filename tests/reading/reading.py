#!/usr/bin/env python3
"""reading.py [-f feature,...] [-s seed] [-v] [inputs]

Compares what ministat reads, value by value, with what reader.py reads, which
is a second implementation on Python's re and json.  Run by `make
check-reading`; needs a C compiler (CC).  Three things are compared:

- the samples in data, by the commands in SAMPLES below;
- whether damaged JSON is refused: cut off at 500 places, and with one byte
  changed 1000 times, by Python's json module;
- random inputs, 20,000 or this many, each with random options: text (tables, lines
  with tags and headings, numbers before units) and JSON.
  Each value must have the same bits, row, set and measure, in the same order.
  The two must find the same number of incomplete records in each file, and must
  refuse the same inputs.  Where ministat says that it took the options of a known
  format, the other reader takes them, too.

-f leaves only these FEATURES of the generator; -f -feature leaves one out.
-v prints each disagreement in full.  Status 1 if there is any.
"""
import collections
import getopt
import json
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

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
BATCH = 500

FEATURES = ["text", "tags", "json", "units", "regex", "lists", "headings", "comments", "stars",
            "durations", "clocks", "groups", "times", "paths", "empty", "nan", "bad"]

SAMPLES = """
-k command -C times hyperfine.json
-b command -C times hyperfine.json
-k command -C times hyperfine-old.json hyperfine-new.json
-k command -C results.times hyperfine-old.json hyperfine-new.json
-b parameters.level -C times hyperfine-scan.json
-b parameters.level=6,9 -C times hyperfine-scan.json
-k name -x aggregate -C real_time google-old.json google-new.json
-k name -x aggregate -C items_per_second google-old.json google-new.json
-k name -C data pytest-old.json pytest-new.json
-k params -C stats.data pytest-old.json pytest-new.json
-k fullname,params.n -C data pytest-old.json pytest-new.json
-k benchmark,params -C rawData jmh-old.json jmh-new.json
-k benchmark,params -r [] -C rawData jmh-old.json jmh-new.json
-k benchmark,params.size -r [] -C primaryMetric.rawData jmh-gc-old.json jmh-gc-new.json
-k benchmark,params -C gc.alloc.rate.norm.rawData jmh-gc-old.json jmh-gc-new.json
-C times/iters criterion-old.json criterion-new.json
-k metadata.name -r [] -C values pyperf-old.json pyperf-new.json
-k metadata.name -C values pyperf-old.json pyperf-new.json
-k event -C counter-value perf-old.json perf-new.json
-k endpoint -C latency_ms access-old.json access-new.json
-k endpoint,status -C latency_ms access-old.json access-new.json
-k endpoint -e "status":.200 -C latency_ms access-old.json access-new.json
-b status=200,404 -C latency_ms access-old.json
-C time= ping-old.txt ping-new.txt
-k '~from (.*): ' -r icmp_seq= -C time= ping-old.txt ping-new.txt
-b '@~(old|new)' -k 'ttl=' -C time=,icmp_seq= ping-old.txt ping-new.txt
-k cmd: -C totals: callgrind-old.txt callgrind-new.txt
-k cmd:~[a-z]+$ -C totals: callgrind-old.txt callgrind-new.txt
-C parse:,sort: node-old.txt node-new.txt
-k pkg:,1 -u ns/op,B/op,allocs/op go-packages-old.txt go-packages-new.txt
-b pkg:~[a-z]+$ -k 1 -u ns/op go-packages-old.txt
-k 1 -b '1~/proto=([^/ -]*)' -u ns/op go-proto.txt
-k 2 -u ns/iter libtest-old.txt libtest-new.txt
-e ^real -C 2 bash-old.txt bash-new.txt
-k 1 -C 2 bash-old.txt bash-new.txt
-u KiB,s rss-old.txt rss-new.txt
-C real,user/real time-old.txt time-new.txt
-k CPU -C %user sadf-old.txt sadf-new.txt
-k filename -C dec size-old.txt size-new.txt
-x ministat -x values -e golden -e o -k filename -C text size-old.txt size-new.txt
"""


class Case:
    """A command line's options, and the files: pairs of an operand and bytes."""

    def __init__(self, arguments, files):
        self.arguments, self.files = arguments, files


# Both readers

class Outcome:
    """values: [(measure, key, set, [float])], None if refused; missing: {file: count}.

    taken: the options of a known format, as ministat says that it took them.
    """

    def __init__(self, values, missing, words="", taken=()):
        self.values, self.missing, self.words, self.taken = values, missing, words, list(taken)

    def agrees(self, other):
        return self.values == other.values and (self.values is None or self.missing == other.missing)

    def but_for(self, other):
        """What is not the same in the other one."""
        if self.values is None:
            return f"refused: {self.words}"
        different = [entry for entry in self.values if entry not in (other.values or [])]
        order = "" if different else [entry[:3] for entry in self.values]
        return f"{different or order}; missing {self.missing}; {self.words}"


def expected_outcome(case, got=None):
    """What the second reader reads, with the options that ministat took by itself."""
    try:
        reading = reader.read(case.arguments + (got.taken if got else []), case.files)
    except reader.Trouble as trouble:
        return Outcome(None, {}, str(trouble))
    return Outcome([(measure, "\0".join(key), label, numbers)
                    for measure, key, label, numbers in reading.in_order()], reading.missing)


def plain(text):
    return urllib.parse.unquote_to_bytes(text).decode("latin-1")


def parse_outcomes(output):
    """What values.c printed, an Outcome for each case."""
    values, missing, words, taken = [], {}, [], []
    for line in output.decode("latin-1").split("\n"):
        if line.startswith("\t"):
            _, measure, key, label, *numbers = line.split("\t")
            values.append((int(measure), plain(key), plain(label), [float.fromhex(number) for number in numbers]))
        elif line.startswith("= "):
            status = int(line[2:])
            if status not in (0, 2):
                sys.exit(f"reading.py: status {status}: {words}")
            yield Outcome(values if status == 0 else None, missing, " | ".join(words), taken)
            values, missing, words, taken = [], {}, [], []
        elif line:
            words.append(line)
            found = re.match(r"ministat: ([^:]*):.*warning: ([0-9]+) (?:line|value|record)s? left out; ", line)
            if found:
                missing[found[1]] = missing.get(found[1], 0) + int(found[2])
            found = re.match(r"ministat: [^:]*: [^:]*: ((?:-[bCdekrux] (?:'[^']*'|[^' ]+) ?)+)$", line)
            if found:
                taken = shlex.split(found[1])


def run_cases(program, cases):
    """What ministat makes of each case."""
    with tempfile.TemporaryDirectory() as directory:
        lines = []
        for number, case in enumerate(cases):
            place = os.path.join(directory, str(number))
            os.mkdir(place)
            for operand, data in case.files:
                path = os.path.join(place, operand.rpartition("=")[2])
                os.makedirs(os.path.dirname(path), exist_ok=True)
                with open(path, "wb") as file:
                    file.write(data)
            lines.append("\037".join([place, *case.arguments, "--", *[operand for operand, _ in case.files]]) + "\n")
        result = subprocess.run([program], input="".join(lines).encode("latin-1"), capture_output=True)
    outcomes = list(parse_outcomes(result.stdout))
    if result.returncode != 0 or len(outcomes) != len(cases):
        sys.exit(f"reading.py: {len(outcomes)} outcomes of {len(cases)} cases: {result.stderr}")
    return outcomes


# Random words, numbers and expressions.  Every choice is one of r, a Random.

NAMES = ["name", "time", "value", "size", "set", "run", "bench", "cpu"]
WORDS = ["parse", "sort", "copy", "a", "b", "x1", "gob", "json", "old", "new", "MiB"]

# What fields may look like, with expressions that fit: the number is a group
# or the whole match.  No alternative is the beginning of another.
TAGGED = ["time=%s", "time=%sms", "t:%s;", "BM_%s", "(%s)", "[%s]", "%s%%"]
NUMBER_REGEXES = ["time=([0-9.]+)", " *[0-9]+[ \t]*", "([0-9.]+ ?m?s?)", "[0-9]+", "[0-9.]+[a-z]*", "=([0-9.e+-]+)", "([0-9]+)[^0-9]*$", "^[^0-9]*([0-9.]+)",
                  "[0-9]+(\\.[0-9]+)?", "([0-9.]+)(ms|us|ns|s)"]
WORD_REGEXES = {
    "plain": ["[a-z]+", "^.", "^(.)", "(.)$", "[a-z]([a-z]*)", "[a-z]+([0-9])?", "[^a-z]*[a-z]", "(a)|b", "o", "(old|new)", "p.*e", "x{1,2}"],
    "cpp": ["BM_(memcpy|copy)", "^[^/]*", "BM_", "/([0-9]+)$", "(copy)|64", "_[a-z]+", "([0-9])$", "memcpy|copy"],
    "go": ["/proto=([^/ -]*)", "^Benchmark([a-z0-9]+)", "-([0-9]+)$", "/[^/]*", "proto=(gob|json)-8", "[a-z]+=[a-z]+"],
}
ODD_REGEXES = ["", "^", "e*", "\"([a-z]*)\"", "[[]([0-9]*)", "[]x]+", "[^]]", "()a", "(a*)", "\\.", "a|b|()"]
LINE_REGEXES = ["time=([0-9.]+)", "[a-z]+([^a-z,]*)", "([0-9]+ [a-z]*)", "([0-9.]+)$", "^[a-z]+", "#.*", "\"([^\"]*)\"", "^([^ ,;]+)", "[^ ,;]+$", ", ?([a-z]+)"]
PATH_REGEXES = ["(old|new)", "(base|new)/", "f[0-9]", "[0-9]", "^[^/]*", "/(.*)", "f([0-9]*)$"]


class Generator:
    def __init__(self, seed, features):
        self.r = random.Random(seed)
        self.features = features
        self.count = 0
        self.kind = "plain"
        self.clocks = False		# whether durations may be 0:05

    def has(self, feature, chance=1.0):
        return feature in self.features and self.r.random() < chance

    def word(self):
        """A name, often of the kind that this case prefers."""
        r = self.r
        kind = self.kind if r.random() < 0.9 else r.choice(list(WORD_REGEXES))
        if kind == "cpp":
            return r.choice(["BM_memcpy", "BM_copy", "BM_copy", "Fast"]) + r.choice(["", "/8", "/8", "/64"])
        if kind == "go":
            return f"Benchmark{r.choice(['a', 'x1'])}/proto={r.choice(['gob', 'json'])}-8"
        if r.random() < 0.05:
            return r.choice(["é", "日本", "µ", "#1", "x#y", "a~b", "*", "k=v", "'", "\\", "%d", "a\\b"])
        return r.choice(WORDS)

    def word_regex(self):
        r = self.r
        return "~" + r.choice(ODD_REGEXES if r.random() < 0.07 else WORD_REGEXES[self.kind if r.random() < 0.9 else "plain"])

    def number(self):
        kind = self.r.random()
        if kind < 0.4:
            return str(self.r.randrange(10 ** self.r.randrange(1, 7)))
        if kind < 0.7:
            return f"{self.r.uniform(0, 100):.{self.r.randrange(1, 5)}f}"
        if kind < 0.8:
            return repr(self.r.random() * 10 ** self.r.randrange(-9, 9))
        if kind < 0.87:
            return "-" + str(self.r.randrange(100))
        return self.r.choice(["1e3", "+5", ".5", "5.", "0x1F", "0x.8p3", "1E-300", "010", "0", "-0", "1e-400", "12345678901234567890"])

    def duration(self):
        amount = self.r.choice([str(self.r.randrange(1, 1000)), f"{self.r.uniform(0, 60):.3f}"])
        kind = self.r.random()
        if self.clocks and self.has("clocks", 0.15):
            return self.clock()
        if kind < 0.75:
            return amount + self.r.choice(["ns", "us", "µs", "μs", "ms", "s", "ms", "s", "nsec", "usec", "msec", "sec"])
        if kind < 0.95:
            return self.r.choice(["", "1h", "0h"]) + self.r.choice(["1m", "0m", "59m"]) + amount + self.r.choice(["s", "s", "ms"])
        return self.r.choice(["-1.5ms", "1s500ms", "1h2m3s4ms5us6ns", "+2s", "1h5s", "1.5h30s", ".5s", "5.ms", "1e3ms"])

    def clock(self):
        minutes = self.r.choice(["0", "0", "1", "59", "07", "100", "1:02", "0:00", "10:59"])
        return f"{minutes}:{self.r.randrange(60):02}" + self.r.choice(["", ".5", ".14", f".{self.r.randrange(1000):03}"])

    def bad_number(self):
        return self.r.choice(["nan", "inf", "1e999", "1,5", "1_0", "x", "1.2.3", "250m", "1m1h2s", "5 ms", "1h", "12e",
                              "0x", "--1", "1d", "2S", "1s1s", "0:60", "1:5", "1:60:00", "1:2:03", ":05", "1,5s", "5secs", "1ms2msec", "12ms3", "-", "ms", "1m30", "1e309s"])

    def noise(self, text):
        """Now and then, a bad value."""
        if self.has("bad", 0.003):
            return self.bad_number()
        return text

    def case(self):
        kinds = [kind for kind in ("text", "json", "units", "tags") if kind in self.features]
        kind = self.r.choice(kinds)
        self.clocks = kind != "text"
        self.kind = self.r.choice(list(WORD_REGEXES))
        nfiles = self.r.choice([1, 1, 1, 2, 2, 3])
        arguments, make = {"text": TextCase, "json": JsonCase, "units": UnitsCase, "tags": TagsCase}[kind](self).make()
        files = []
        for i in range(nfiles):
            self.count += 1
            operand = self.r.choice(["", "", "", "old/", "new/", "x/base/"] if self.has("paths") else [""]) + f"f{self.count}"
            if self.r.random() < 0.15:
                operand = self.r.choice(["old", "new"]) + "=" + operand
            files.append((operand, make()))
        self.r.shuffle(arguments)
        flat = []
        for option, argument in arguments:
            flat += [option, argument] if self.r.random() < 0.5 else [option + argument] if argument else [option, argument]
        encoded = [argument.encode("utf-8").decode("latin-1") for argument in flat]
        return Case(encoded, files)

    def expression(self, pool):
        return "~" + self.r.choice(pool)

    def path_column(self, names=False):
        """@, perhaps with an expression, and with labels where it names sets."""
        if self.r.random() < 0.3:
            return "@"
        expression = self.r.choice(PATH_REGEXES)
        return "@" + ("=new,old" if names and "old" in expression and self.r.random() < 0.3 else "") + "~" + expression

    def filter(self, words):
        """-e or -x, now and then, and more than one of them."""
        filters = []
        while len(filters) < 4 and self.r.random() < (0.35 if filters else 0.12):
            option = self.r.choice(["-e", "-x"])
            filters.append((option, self.r.choice(words + ["a|e|o", "[0-9]", "o.*[0-9]", "^.", "e|x", "5|7", "[^#]", "1"])))
        return filters


class Table:
    """Shared by the makers of text: the columns, their kinds and the lines."""

    def __init__(self, generator):
        self.g, self.r = generator, generator.r
        self.crlf = self.r.random() < 0.15
        self.bom = self.r.random() < 0.08
        self.headings = []
        self.labels = []	# what words are, if -b may list them
        self.delimiter = " "

    def finish(self, lines):
        end = "\r\n" if self.crlf else "\n"
        out = []
        for line in lines:
            out.append(line + self.r.choice([""] * 12 + [" ", "\t", "  "]))
            if self.r.random() < 0.04:
                out.append(self.r.choice(["", " ", "# a comment", "#", "\t", "#!x"] if self.delimiter == " " else ["", " ", "# a comment", "#"]))
            if self.headings and self.r.random() < 0.2:
                out.append(self.r.choice([""] * 9 + [" "]) + self.r.choice(self.headings) + self.r.choice(["", " "]) + self.r.choice(self.labels or ["one", "two/x", "", "a b", "net/http"]))
        text = end.join(out) + self.r.choice([end, end, end, ""])
        return ("\ufeff" if self.bom else "").encode() + text.encode()


class TextCase(Table):
    def make(self):
        g, r = self.g, self.r
        self.width = r.randrange(1, 7)
        self.kinds = [r.choice(["word", "word", "number", "number", "tagged", "duration"]) for _ in range(self.width)]
        if not g.has("durations"):
            self.kinds = ["number" if kind == "duration" else kind for kind in self.kinds]
        if not any(kind in ("number", "duration") for kind in self.kinds):
            self.kinds[r.randrange(self.width)] = "number"
        self.delimiter = r.choice([" ", " ", ",", ";", "\t", ":", ",;"])
        self.named = self.delimiter in " ,;\t" and r.random() < 0.55
        g.clocks = self.named and r.random() < 0.7
        self.names = r.sample(NAMES, self.width)
        if self.named:
            self.odd_names()
        self.comment_header = self.named and g.has("comments", 0.25) and not self.names[0].startswith("#")
        self.arguments = []
        self.choose_delimiter()
        if g.has("headings", 0.2):
            self.headings = r.sample(["pkg:", "goos:", "cpu:"], r.randrange(1, 3)) if self.delimiter != ":" else []
        self.choose_values()
        self.choose_rows()
        self.arguments += g.filter(["parse", "BM_"])
        return self.arguments, self.text

    def odd_names(self):
        r = self.r
        i = r.randrange(self.width)
        odd = ["a/b", "ns/op", "#", "a~b", "*", "time~[0-9]+", "cpu/time", "x=y", "b=old,new", "99%", "5xx", "1e3", "total:", "time=", "pkg:", "@"]
        if self.delimiter != " ":
            odd += ["a b", "real time", '"q"']
        if r.random() < 0.15 and self.g.has("regex"):
            self.names[i] = r.choice(odd)
            if self.names[i] == "#" and (i == 0 or self.delimiter == " "):
                self.names[i] = "n"
        if r.random() < 0.07 and self.delimiter == ";":
            self.names[i] = r.choice(["time,value", "name,size"])

    def choose_delimiter(self):
        if self.delimiter == " ":
            if self.r.random() < 0.1:
                self.arguments.append(("-d", " "))
                self.only_blanks = True
        elif not self.named or self.r.random() < 0.3:
            self.arguments.append(("-d", "\\t" if self.delimiter == "\t" and self.r.random() < 0.7 else self.delimiter))

    def column(self, place):
        """How a place may be asked for."""
        if self.named and self.r.random() < 0.85:
            return self.names[place]
        return str(place + 1)

    def columns(self, *kinds):
        return [i for i, kind in enumerate(self.kinds) if kind in kinds]

    def choose_values(self):
        g, r = self.g, self.r
        numbers = self.columns("number")
        if self.columns("duration") and (not numbers or r.random() < 0.5):
            numbers = self.columns("duration")
        place = r.choice(numbers)
        if r.random() < 0.03:
            return
        if g.has("regex", 0.2):
            places = self.columns("tagged", "number", "duration")
            place = r.choice(places)
            asked = self.column(place) + g.expression(NUMBER_REGEXES) if r.random() < 0.7 else g.expression(LINE_REGEXES)
        elif r.random() < 0.1:
            asked = self.column(place) + "/" + self.column(r.choice(numbers))
        else:
            asked = self.column(place)
        if g.has("lists", 0.2):
            more = [self.column(other) for other in r.sample(numbers, r.randrange(1, len(numbers) + 1))]
            if r.random() < 0.2:
                more.append(more[0] + "/" + self.column(r.choice(numbers)))
            more = [item for item in dict.fromkeys(more) if item != asked and "," not in item]
            if "/" not in asked.partition("~")[0] or "~" not in asked:
                asked = ",".join(more + [asked])
        self.arguments.append(("-C", asked))

    def choose_rows(self):
        g, r = self.g, self.r
        others = list(range(self.width))
        keys = [self.column(place) for place in r.sample(others, r.choice([0, 1, 1, 2, min(3, self.width)]) if self.width > 2 else r.randrange(2))]
        keys = [key for key in keys if "," not in key]
        if self.headings and r.random() < 0.8:
            keys[:0] = [heading for heading in self.headings if heading not in keys]
        else:
            self.headings = []
        if keys:
            if g.has("regex", 0.3):
                keys[-1] += g.word_regex()
                self.arguments.append(("-k", ",".join(keys)))
                if r.random() < 0.4:
                    more = self.column(r.choice(others)).partition(",")[0]
                    if more not in keys or r.random() < 0.05:
                        self.arguments.append(("-k", more))
            else:
                self.arguments.append(("-k", ",".join(keys)))
        elif g.has("regex", 0.2):
            self.arguments.append(("-k", g.expression(LINE_REGEXES)))
        if g.has("paths", 0.1):
            self.arguments.append(("-k", g.path_column()))
        if g.has("paths", 0.1):
            self.arguments.append(("-b", g.path_column(names=True)))
        elif r.random() < 0.35:
            self.arguments.append(("-b", self.set_column()))
        if r.random() < 0.2:
            run = r.choice([g.path_column(), "", "", "", "[]" if r.random() < 0.1 else ""])
            run = run or self.column(r.choice(others)) + (g.word_regex() if g.has("regex", 0.3) else "")
            self.arguments.append(("-r", run))

    def set_column(self):
        g, r = self.g, self.r
        words = self.columns("word") or list(range(self.width))
        name = self.column(r.choice(words))
        if self.headings and r.random() < 0.1:
            name = r.choice(self.headings)
        labels, expression = "", ""
        if g.has("regex", 0.4):
            whole = r.random() < 0.15
            name = "" if whole else name
            expression = g.expression(LINE_REGEXES) if whole else g.word_regex()
            if r.random() < 0.2 and "old" in expression:
                labels = "=new,old"
            elif r.random() < 0.4 and "memcpy" in expression:
                labels = "=copy,memcpy"
        elif r.random() < 0.25:
            labels = "=" + ",".join(r.sample(WORDS[:6], r.randrange(1, 4)))
        return name + labels + expression

    def text(self):
        r = self.r
        lines = []
        if r.random() < 0.1:
            lines.append(r.choice(["some words above", "2024-01-01 12:00", "1 2 3"]))
        if self.named:
            lines += self.header()
        for _ in range(r.randrange(1, 15)):
            cells = [self.cell(kind) for kind in self.kinds]
            if r.random() < 0.06:
                cells = cells[:r.randrange(1, self.width + 1)]
            elif r.random() < 0.03:
                cells.append(r.choice(["more", "# comment", "7"]))
            lines.append(self.join(cells))
        if self.named and r.random() < 0.1:
            lines.insert(r.randrange(len(lines) + 1), lines[self.header_at])
        return self.finish(lines)

    def header(self):
        line = self.join([self.quoted(name) for name in self.names])
        if self.comment_header:
            line = self.r.choice(["# ", "#", "#  "]) + line
        self.header_at = 0
        return [line]

    def join(self, cells):
        r = self.r
        if self.delimiter == " ":
            gaps = [" "] if any(option == "-d" for option, _ in self.arguments) else [" ", " ", "\t", "  "]
            line = r.choice(gaps).join(cell for cell in cells if cell)
            return r.choice(["", "", "", " "]) + line
        return "".join(cell + (r.choice(self.delimiter) if i < len(cells) - 1 else "") for i, cell in enumerate(cells))

    def cell(self, kind):
        g, r = self.g, self.r
        if r.random() < 0.03:
            return ""
        if kind == "number":
            return self.quoted(g.noise(g.number()))
        if kind == "duration":
            return self.quoted(g.noise(g.duration()))
        if kind == "tagged":
            return self.quoted(r.choice(TAGGED) % g.number())
        return self.quoted(g.word())

    def quoted(self, text):
        r = self.r
        if self.delimiter == " ":
            return text.replace(" ", "")
        chance = r.random()
        if chance < 0.15 or any(c in text for c in self.delimiter + '"'):
            if chance < 0.03 and text[0:1].isalpha():
                text += r.choice(self.delimiter) + r.choice(WORDS)
            text = '"' + text.replace('"', '""') + '"'
        if self.g.has("bad", 0.0005):
            return r.choice(['"open', '"a"b'])
        return r.choice(["", "", "", " "]) + text + r.choice(["", "", "", " "])


class UnitsCase(Table):
    UNITS = ["ns/op", "B/op", "allocs/op", "ms", "s", "us", "µs", "GB/s", "MB/s", "ops/sec", "ns/iter", "KiB", "req", "ms/op", "msec", "nsec/op", "Mallocs/op", "Mbit/s", "fps", "elapsed"]

    def make(self):
        g, r = self.g, self.r
        self.units = r.sample(self.UNITS, r.randrange(1, 4))
        asked = r.sample(self.units, r.randrange(1, len(self.units) + 1)) if g.has("lists", 0.4) else [r.choice(self.units)]
        arguments = [("-u", ",".join(asked))]
        if r.random() < 0.02:
            arguments = [("-u", r.choice(["total:", "time=", "ms,total:", "ms,", "ms,ms"]))]
        if g.has("headings", 0.3):
            self.headings = ["pkg:"]
        if r.random() < 0.6:
            key = r.choice(["1", "1", "2"])
            if self.headings and r.random() < 0.7:
                key = "pkg:," + key
            if g.has("regex", 0.25):
                key += g.word_regex()
            arguments.append(("-k", key))
        if r.random() < 0.25:
            set_column = "1"
            if g.has("regex", 0.7):
                set_column += g.expression(["/proto=([^/ -]*)", "BM_(memcpy|copy)", "^.", "(.)-8"])
            arguments.append(("-b", set_column))
        elif g.has("paths", 0.15):
            arguments.append(("-b", g.path_column(names=True)))
        if r.random() < 0.1:
            arguments.append(("-r", r.choice([g.path_column(), "1", "2"])))
        arguments += g.filter(["ns", "Benchmark"])
        return arguments, self.text

    def text(self):
        r = self.r
        lines = []
        for _ in range(r.randrange(1, 15)):
            if r.random() < 0.1:
                lines.append(r.choice(["PASS", "ok  \tnet/http\t1.5x", "Benchmark", "goos: linux"]))
                continue
            fields = [self.g.word()]
            if r.random() < 0.5:
                fields.append(str(r.randrange(1000)))
            for unit in self.units:
                if r.random() < 0.9:
                    fields += self.amount(unit)
            if r.random() < 0.1:
                fields.append("# 5 " + self.units[0])
            lines.append(r.choice(["  ", " ", "\t"]).join(fields))
        return self.finish(lines)

    def amount(self, unit):
        g, r = self.g, self.r
        number = g.noise(str(r.randrange(1, 1000)) if r.random() < 0.5 else f"{r.uniform(0, 999):.3f}")
        end = r.choice([",", ";", ":", ")", "]", "),", ".", "}"]) if r.random() < 0.15 else ""
        for time in ("ns", "us", "µs", "ms", "s", "msec", "nsec"):
            if (unit == time or unit.startswith(time + "/")) and g.has("times", 0.3):
                unit = r.choice(["ns", "us", "µs", "μs", "ms", "s", "usec", "msec", "sec"]) + unit[len(time):]
                if "/" not in unit and r.random() < 0.2:
                    return [g.duration() + end]
            if (unit == time or unit.startswith(time + "/")):
                break
        else:
            if g.has("groups", 0.2) and unit != "s":
                number = r.choice(["1,234", "12,345,678", "478,061", "1,001.5", "-1,000"])
                if g.has("bad", 0.03):
                    number = r.choice(["1,23", "1,2345", ",123", "1234,567"])
            if g.has("times", 0.01):
                unit = {"GB/s": "MB/s", "KiB": "MiB", "MB/s": "B/s", "allocs/op": "Mallocs/op", "Mallocs/op": "allocs/op", "Mbit/s": "bit/s"}.get(unit, unit)
        if unit == "elapsed" and g.has("clocks", 0.5):
            number = g.clock()
        elif g.has("bad", 0.005):
            number = r.choice([g.clock(), g.duration()])
        if g.has("times", 0.3) and "," not in number:
            return [number + unit + end]
        return [number, unit + end]


class TagsCase(Table):
    """Lines of words, tags and what follows them, with headings between them."""
    TAGS = ["total:", "time=", "real time:", "User time (seconds):", "proto=", "req/s:", "t:", "a,b:", "cpu=", "x=", "=", "99%:", "\"t\":"]
    HEADINGS = ["pkg:", "goos:", "path=", "total:", "# cpu:", "p:"]

    def make(self):
        g, r = self.g, self.r
        self.delimiter = r.choice([" ", " ", " ", " ", ",", ";", "\t", ", ", ":", "|"])
        self.arguments = []
        if self.delimiter != " ":
            self.arguments.append(("-d", self.delimiter))
        self.tags = r.sample(self.TAGS[:-6] if r.random() < 0.7 else self.TAGS, r.randrange(1, 5))
        if self.delimiter not in (" ", ", "):
            self.tags = [tag for tag in self.tags if '"' not in tag] or ["total:"]
        kinds = ["number", "duration" if g.has("durations") else "number", "number", "word", "word"]
        self.kinds = {tag: r.choice(kinds[:None if i else 3]) for i, tag in enumerate(self.tags)}
        self.headings = r.sample(self.HEADINGS, r.randrange(1, 3)) if g.has("headings", 0.5) else []
        self.named = g.has("text", 0.2)	# a header, that may have a column that is called like a tag
        self.columns = [r.choice(["name", "value", "n", r.choice(self.tags + self.headings)]) for _ in range(3)] if self.named else []
        self.columns = [name for name in self.columns if " " not in name]
        self.labels = ["a", "b"] if r.random() < 0.2 else []
        self.choose_values()
        self.choose_rows()
        self.arguments += g.filter(["total", "t", "parse", "^[^p]", "g|t"])
        return self.arguments, self.text

    def tag(self, *kinds):
        """A tag with such a field, or any other."""
        fitting = [tag for tag in self.tags if self.kinds[tag] in kinds]
        return self.r.choice(fitting if fitting and self.r.random() < 0.95 else self.tags)

    def choose_values(self):
        g, r = self.g, self.r
        numbers = [tag for tag in self.tags if self.kinds[tag] != "word" and "," not in tag]
        chance = r.random()
        self.unit = r.choice(["ms", "fps", "ns/op"]) if chance > 0.85 else None
        if self.unit:
            self.arguments.append(("-u", self.unit))
        elif chance > 0.75:
            self.arguments += r.choice([[("-C", "2")], []] + 8 * [[("-C", r.choice(["~([0-9]+)[^0-9]*$", "~^[^0-9]*([0-9]+)"]))]] +
                                       self.named * 9 * [[("-C", "value")]])
        elif g.has("lists", 0.3) and len(numbers) > 1:
            asked = ",".join(r.sample(numbers, r.randrange(2, len(numbers) + 1)))
            self.arguments.append(("-C", asked + (r.choice([",1", ",x", "/2", ",@"]) if r.random() < 0.02 else "")))
        else:
            asked = self.tag("number", "duration") if r.random() < 0.05 or not numbers else r.choice(numbers)
            if g.has("regex", 0.15):
                asked += g.expression(["[0-9.]+", "^[0-9]+(.*)", "([0-9]+)$", "[0-9.]+[a-z]*", "(x?)"])
            self.arguments.append(("-C", asked))

    def choose_rows(self):
        g, r = self.g, self.r
        keys = []
        for _ in range(r.choice([0, 1, 1, 2, 3])):
            keys.append(r.choice([self.tag("word"), "1", "1", *self.headings * 2, *self.columns[:1]]))
        keys = list(dict.fromkeys(key for key in keys if "," not in key))
        if keys and g.has("regex", 0.25):
            keys[-1] += g.word_regex()
        if g.has("paths", 0.15):
            self.arguments.append(("-k", g.path_column()))
        if keys:
            self.arguments.append(("-k", ",".join(keys)))
        if r.random() < (0.9 if self.labels else 0.35):
            self.arguments.append(("-b", self.set_column()))
        if r.random() < 0.2:
            self.arguments.append(("-r", r.choice([self.tag("word"), *self.headings, "1", "@", g.path_column()])))

    def set_column(self):
        g, r = self.g, self.r
        if g.has("paths", 0.2):
            return g.path_column(names=True)
        words = [tag for tag in self.tags if self.kinds[tag] == "word" and "," not in tag]
        if self.labels:
            return r.choice([*words * 2, *self.headings, "1"]) + "=" + ",".join(r.sample(self.labels, r.randrange(1, 3)))
        column = r.choice([self.tag("word"), *self.headings, "1", *self.columns[:1]])
        if g.has("regex", 0.4):
            expression = g.word_regex()
            return column + ("=copy,memcpy" if "memcpy" in expression and r.random() < 0.4 else "") + expression
        return column + ("=" + r.choice(["old", "new,a", "x=1"]) if r.random() < 0.05 else "")

    def text(self):
        r = self.r
        lines = []
        for _ in range(r.randrange(1, 14)):
            gap = r.choice([" ", " ", "  ", "\t"]) if self.delimiter == " " else r.choice(self.delimiter) + r.choice(["", "", " "])
            pieces = [self.piece() for _ in range(r.randrange(0, 4))]
            if r.random() < 0.7:
                pieces.insert(0, self.quoted(r.choice(self.labels or [self.g.word()])))
            for tag in self.tags:
                if r.random() < (0.8 if any(tag in argument for _, argument in self.arguments) else 0.1):
                    pieces.insert(r.randrange(len(pieces) + 1), self.tagged(tag))
            if self.unit and r.random() < 0.8:
                pieces.append(self.g.number() + r.choice([" ", ""]) + self.unit)
            if r.random() < 0.05:
                pieces.append(r.choice(["#", "# ", "#5 "]) + self.tagged(r.choice(self.tags)))
            lines.append(gap.join(pieces))
            if self.named and not lines[1:]:
                lines.append(r.choice(["", "", "# "]) + (gap if self.delimiter == " " else self.delimiter[0]).join(dict.fromkeys(["name", *self.columns])))
        if self.named:
            lines += r.choice([[], [r.choice(self.headings + ["x"]) + r.choice(["", " "]) + "sort 3 4"]])
            lines += ["sort 3 4 5".replace(" ", gap if self.delimiter == " " else self.delimiter[0])] * r.randrange(3)
        return self.finish(lines)

    def piece(self):
        r = self.r
        chance = r.random()
        if chance < 0.4:
            return self.tagged(r.choice(self.tags))
        if chance < 0.8:
            return self.g.number()
        return self.quoted(self.g.word())

    def tagged(self, tag):
        """Mostly where a tag is found, and followed by a field that fits."""
        g, r = self.g, self.r
        before = "" if r.random() < 0.6 else r.choice(["", "(", "[", "{", "x", "real", "<", "-", "((", '"' if self.delimiter in (" ", ", ") else ""])
        between = r.choice(["", "", " ", " ", "  ", "\t", " \t"])
        return before + tag + between + self.content(tag) + r.choice([""] * 7 + [",", ";", ":", ")", "]", "}", ")}", "),"]) + \
            r.choice([".", ";x", "'", ")x"] if g.has("bad", 0.01) else [""])

    def content(self, tag):
        g, r = self.g, self.r
        kind = self.kinds[tag]
        if r.random() < 0.04:
            return r.choice(["", "", '""', ",", '"' if g.has("bad", 0.2) else ""])
        if kind == "word" or g.has("bad", 0.001):
            text = r.choice(self.labels or [g.word()])
        elif kind == "duration":
            text = r.choice([str(r.randrange(1000)), f"{r.uniform(0, 9):.3f}"]) + r.choice([" ", "", " ", "\t", "  "]) + r.choice(["ms", "us", "s", "nsec", "µs"]) + r.choice(["", "", "", "."]) if r.random() < 0.4 else g.duration()
            if g.has("bad", 0.01):
                text = g.number() + r.choice([" m", " h", "", "s)"])
        else:
            text = g.number() + (r.choice([" m", " h", " ms/op", " sx", " x"]) if r.random() < 0.1 else "")
        if r.random() < 0.12 and " " not in text and self.delimiter not in "\t:":
            text = r.choice(['"%s"', '"%s"', '"%s"', "'%s'", '"%s', '"%s";', '"(%s)"']) % text if kind == "word" or g.has("bad", 0.02) else f'"{text}"'
        return text

    def quoted(self, text):
        return '"' + text.replace('"', '""') + '"' if self.delimiter == "," and self.r.random() < 0.07 else text


class JsonCase:
    """Objects with names, values and what is around them."""

    def __init__(self, generator):
        self.g, self.r = generator, generator.r

    def make(self):
        r = self.r
        make = r.choice([self.benchmarks, self.lines, self.tree, self.tree, self.numbers])
        if self.g.has("stars", 0.2):
            make = self.keyed
        if self.g.has("lists", 0.1):
            make = self.lines
        self.arguments = []
        self.maker = make
        self.value_kind = r.choice(["number"] * 4 + ["string", "mixed"] + (["duration"] if self.g.has("durations") else [])
                                   + (["tagged"] * 2 if self.g.has("regex") else []))
        self.shape = None
        make(True)
        return self.arguments, self.text

    def text(self):
        r = self.r
        self.spaces = r.choice([[""], ["", " "], ["", "", "\n", " ", "\t", "\r\n "]])
        documents = [self.maker(False) for _ in range(1 if self.maker not in (self.lines, self.tree) else r.randrange(1, 8))]
        if len(documents) > 1 and r.random() < 0.2:
            documents = [documents]
        parts = []
        for document in documents:
            parts.append(self.spell(document))
            parts.append(r.choice(["\n", "\n", " ", "\r\n", "\n# a comment\n", "\n\n"]))
        text = r.choice(["", "", "", " ", "\ufeff", "\n", "# first\n"]) + "".join(parts)
        if self.g.has("bad", 0.005):
            at = r.randrange(len(text))
            text = text[:at] + r.choice(["", "x", ",", "{", "]", '"', "1"]) + text[at + 1:]
        return text.encode()

    def spell(self, value):
        """As JSON, with white space and spellings by chance."""
        r = self.r
        space = lambda: r.choice(self.spaces)
        if isinstance(value, dict):
            members = [f"{space()}{self.spell(str(name))}{space()}:{space()}{self.spell(member)}{space()}" for name, member in value.items()]
            return "{" + ",".join(members) + space() * (not members) + "}"
        if isinstance(value, list):
            return "[" + ",".join(space() + self.spell(element) + space() for element in value) + "]"
        if isinstance(value, Number):
            return value.text
        if isinstance(value, str):
            return json.dumps(value, ensure_ascii=r.random() < 0.5)
        return json.dumps(value)

    def scalar(self):
        """A value that may be measured."""
        g, r = self.g, self.r
        kind = self.value_kind
        if r.random() < 0.04:
            return None if not g.has("empty", 0.3) else ""
        if g.has("bad", 0.003):
            return r.choice([True, "", "x", g.bad_number(), False])
        if kind == "mixed":
            kind = r.choice(["number", "string"])
        if kind == "string":
            return g.number()
        if kind == "duration":
            return g.duration()
        if kind == "tagged":
            return r.choice(TAGGED) % g.number()
        if g.has("nan", 0.001):
            return Number("NaN")
        return self.number()

    def number(self):
        r = self.r
        return Number(r.choice([str(r.randrange(1000)), f"{r.uniform(0, 9):.3f}", f"{r.gauss(0, 1):.2e}", "-0", "1E5", "0.10"]))

    def name(self):
        """Something that names a row, set or run."""
        g, r = self.g, self.r
        chance = r.random()
        if chance < 0.75:
            return r.choice([g.word(), g.word(), "old", "new", "a/b", 'q"uote', "tab\there"][:3 if chance < 0.6 else 7])
        if chance < 0.85:
            return self.number()
        if chance < 0.9:
            return r.choice([True, False])
        if chance < 0.95:
            return {"n": self.number(), "kind": g.word()}
        return None

    def values(self):
        r = self.r
        chance = r.random()
        if chance < 0.4:
            return self.scalar()
        if chance < 0.8:
            return [self.scalar() for _ in range(r.randrange(0, 6))]
        return [[self.scalar() for _ in range(r.randrange(1, 4))] for _ in range(r.randrange(1, 4))]

    def ask(self, values, names, lists=True):
        """Options for paths of values and names."""
        g, r = self.g, self.r
        asked = r.choice(values)
        if self.value_kind == "tagged" or g.has("regex", 0.05):
            asked += g.expression(NUMBER_REGEXES)
        elif lists and g.has("lists", 0.3):
            asked = ",".join(r.sample(values, r.randrange(1, len(values) + 1)))
        elif g.has("bad", 0.03):
            asked = r.choice(["1", "nosuch", "", "a.b.c", "*.*.x"])
        self.arguments.append(("-C", asked))
        self.ask_names(names)

    def ask_names(self, names):
        g, r = self.g, self.r
        if r.random() < 0.7:
            keys = [r.choice(names) for _ in range(r.choice([1, 1, 2]))]
            keys = keys if r.random() < 0.05 else list(dict.fromkeys(keys))
            if g.has("regex", 0.25):
                keys[-1] += g.word_regex()
            if g.has("bad", 0.03):
                keys.append(r.choice(["nosuch", "1", "v", "data", "a.nosuch"]))
            self.arguments.append(("-k", ",".join(keys)))
        if g.has("paths", 0.15):
            self.arguments.append(("-k", g.path_column()))
        if g.has("paths", 0.15):
            self.arguments.append(("-b", g.path_column(names=True)))
        elif r.random() < 0.3:
            name = r.choice(names)
            if g.has("regex", 0.4):
                expression = g.word_regex()
                name += ("=copy,memcpy" if "memcpy" in expression and r.random() < 0.3 else "") + expression
            elif r.random() < 0.2:
                name += "=" + r.choice(["old,new", "new", "parse,old"])
            self.arguments.append(("-b", name))
        if r.random() < 0.3:
            self.arguments.append(("-r", r.choice(["@", "[]", "[]", r.choice(names)])))
        self.arguments += g.filter(["old", "true", "name"])

    def unused(self):
        """Members that nobody asks for."""
        r = self.r
        extra = {"extra": r.choice([None, True, "text", [], {}, [[]], {"v": 1}, [1, "x"]])}
        if self.g.has("nan", 0.1):
            extra["odd"] = Number(r.choice(["NaN", "Infinity", "-Infinity"]))
        return extra if r.random() < 0.3 else {}

    def benchmarks(self, asks):
        r = self.r
        if asks:
            self.ask(r.choice([["data"], ["stats.data", "time"], ["time"], ["benchmarks.time"], ["time/iters"]]),
                     ["name", "params", "params.n", "machine", "group"])
            return None
        result = []
        for _ in range(r.randrange(1, 6)):
            member = {"name": self.name(), "params": r.choice([None, {"n": self.number()}, {"n": "x", "m": True}]),
                      "group": self.name(), "time": self.scalar(), "iters": self.number(), "stats": {"data": self.values(), "mean": self.number()}}
            member.update(self.unused())
            if r.random() < 0.1:
                del member[r.choice(["name", "time", "stats"])]
            items = list(member.items())
            if r.random() < 0.5:
                r.shuffle(items)
            result.append(dict(items))
        whole = {"machine": self.name(), "benchmarks": result}
        return whole if r.random() < 0.8 else {"benchmarks": result, "machine": self.name(), **self.unused()}

    def lines(self, asks):
        r = self.r
        if asks:
            self.ask(["time", "cpu", "bytes"], ["name", "set", "run"])
            return None
        member = {"name": self.name(), "set": r.choice(["old", "new", "BM_copy", "BM_memcpy"]), "time": self.values(), "cpu": self.scalar(),
                  "bytes": self.scalar(), "run": r.randrange(3), **self.unused()}
        for name in list(member):
            if r.random() < 0.05:
                del member[name]
        return member

    def keyed(self, asks):
        """Objects whose members' names name the rows."""
        r = self.r
        if asks:
            self.ask(["*.latency.value", "*.value", "*.throughput.value", "latency.value", "*.latency.value,*.throughput.value"] if r.random() < 0.7
                     else ["*", "latency.*", "*.latency.*"],
                     ["*", "*", "*", "kind"], lists=False)
            return None
        return {self.g.word(): {"kind": self.name(), "latency": {"value": self.values()},
                                **({"throughput": {"value": self.scalar()}} if r.random() < 0.9 else {})}
                for _ in range(r.randrange(1, 5))}

    def numbers(self, asks):
        """Numbers outside all objects."""
        r = self.r
        if asks:
            if r.random() < 0.3:
                self.arguments.append(("-r", r.choice(["[]", "@"])))
            return None
        def array(depth):
            return [array(depth + 1) if depth < 3 and r.random() < 0.3 else self.scalar() for _ in range(r.randrange(1, 5))]
        return array(0) + ([{"v": 1}] if r.random() < 0.1 else [])

    def tree(self, asks):
        """Anything; the shape is the same in all documents of a case."""
        r = self.r
        if asks:
            self.ask(["v", "a.v", "b.v", "v/w"], ["k", "s", "a.k", "b", "k,s"])
            return None
        def branch(depth):
            result = {}
            for name in r.sample(["a", "b", "k", "s", "v", "w"], r.randrange(2, 6)):
                if name in "ab" and depth < 3:
                    result[name] = branch(depth + 1) if r.random() < 0.7 else [branch(depth + 1) for _ in range(r.randrange(3))]
                elif name in "vw":
                    result[name] = self.values()
                else:
                    result[name] = self.name()
            if self.g.has("bad", 0.01):
                result[r.choice(["a.v", "a.k", "b.v"])] = self.scalar()
            return result
        return branch(0)


class Number:
    """A JSON number as it is written."""

    def __init__(self, text):
        self.text = text


# The three comparisons

def compare_random(program, inputs, seed, features, verbose):
    generator = Generator(seed, features)
    wrong = done = 0
    tally = collections.Counter()
    while done < inputs:
        cases = [generator.case() for _ in range(min(BATCH, inputs - done))]
        for case, got in zip(cases, run_cases(program, cases)):
            expected = expected_outcome(case, got)
            tally["refused" if expected.values is None else "read"] += 1
            tally["values"] += sum(len(entry[3]) for entry in expected.values or [])
            tally["missing"] += sum(expected.missing.values())
            if not got.agrees(expected):
                wrong += 1
                if verbose or wrong <= 10:
                    show(program, case)
        done += len(cases)
    print(f"reading.py: {inputs} inputs: {tally['read']} read, {tally['refused']} refused; "
          f"{tally['values']} values, {tally['missing']} missing; {wrong} differences")
    return wrong


def shrink(program, case):
    """A smaller case on which the two disagree: without options, files, bytes."""
    def disagree(cases):
        for smaller, got in zip(cases, run_cases(program, cases)):
            if not got.agrees(expected_outcome(smaller, got)):
                return smaller
        return None

    def with_file(i, data):
        return Case(case.arguments, case.files[:i] + [(case.files[i][0], data)] + case.files[i + 1:])

    size = None
    while size != (size := len(case.arguments) + sum(len(data) + 1 for _, data in case.files)):
        starts = [i for i, word in enumerate(case.arguments) if word.startswith("-") and len(word) > 1]
        smaller = [Case(case.arguments[:i] + case.arguments[j:], case.files)
                   for i, j in zip(starts, starts[1:] + [len(case.arguments)])]
        smaller += [Case(case.arguments, case.files[:i] + case.files[i + 1:]) for i in range(len(case.files)) if len(case.files) > 1]
        case = disagree(smaller) or case
        for i in range(len(case.files)):
            lines = case.files[i][1].splitlines(keepends=True)
            case = disagree([with_file(i, b"".join(lines[:j] + lines[j + 1:])) for j in range(len(lines))]) or case
            for length in (64, 16, 4, 2, 1):
                data = case.files[i][1]
                if len(data) < 600:
                    case = disagree([with_file(i, data[:j] + data[j + length:]) for j in range(0, len(data), max(1, length // 2))]) or case
    return case


def show(program, case):
    case = shrink(program, case)
    got = run_cases(program, [case])[0]
    expected = expected_outcome(case, got)
    print("reading.py:", *[repr(argument) for argument in case.arguments])
    for operand, data in case.files:
        print(f"    {operand}: {data!r}")
    print(f"    ministat {got.but_for(expected)}\n    expected {expected.but_for(got)}")


def sample_cases(directory):
    for line in SAMPLES.strip().split("\n"):
        words = shlex.split(line)
        files = [word for word in words if os.path.exists(os.path.join(directory, word))]
        contents = [(file, open(os.path.join(directory, file), "rb").read()) for file in files]
        yield Case(words[:-len(files)], contents)


def compare_samples(program):
    cases = list(sample_cases(os.path.join(ROOT, "data")))
    wrong = 0
    for case, got in zip(cases, run_cases(program, cases)):
        if not got.agrees(expected_outcome(case, got)):
            wrong += 1
            print("reading.py: not what is expected:", *case.arguments)
    print(f"reading.py: {len(cases)} commands on samples: {wrong} differences")
    return wrong


def is_json(data):
    """By Python's json, which takes NaN, too; what follows the first value may be another."""
    text = data.decode("utf-8", "replace")
    decoder = json.JSONDecoder()
    at = 0
    try:
        while text[at:].strip(" \n\r\t"):
            at += len(text[at:]) - len(text[at:].lstrip(" \n\r\t"))
            at = decoder.raw_decode(text, at)[1]
    except ValueError:
        return False
    return True


def compare_damaged(program):
    """Cuts a document off and changes bytes; returns how often json differs."""
    r = random.Random(1)
    data = open(os.path.join(ROOT, "data/jmh-old.json"), "rb").read()
    data = data[:data.rindex(b"}")].rstrip() + b"}]"
    damaged = [data[:i] for i in range(1, len(data), max(1, len(data) // 500))]
    for _ in range(1000):
        i = r.randrange(len(data))
        damaged.append(data[:i] + bytes([r.choice(b'"\\{}[],:-+.eE019 \n\x01\x80tn')]) + data[i + 1:])
    damaged = [case for case in damaged if case[:1] == b"["]
    cases = [Case(["-C", "rawData", "-k", "benchmark"], [(f"f{i}", case)]) for i, case in enumerate(damaged)]
    wrong = 0
    for case, got in zip(cases, run_cases(program, cases)):
        refused = "not JSON" in got.words
        if refused == is_json(case.files[0][1]):
            wrong += 1
            print(f"reading.py: {'refused' if refused else 'taken'}: {got.words}")
    print(f"reading.py: {len(cases)} damaged documents: {wrong} differences")
    return wrong


def choose_features(text):
    chosen = text.split(",") if text else []
    without = [feature[1:] for feature in chosen if feature.startswith("-")]
    wanted = [feature for feature in chosen if not feature.startswith("-")] or FEATURES
    unknown = set(without + wanted) - set(FEATURES)
    if unknown:
        sys.exit(f"reading.py: no features: {unknown}; there are {', '.join(FEATURES)}")
    return {feature for feature in wanted if feature not in without}


def main():
    pairs, rest = getopt.getopt(sys.argv[1:], "f:s:v")
    options = dict(pairs)
    inputs = int(rest[0]) if rest else 20000
    with tempfile.TemporaryDirectory() as directory:
        program = os.path.join(directory, "values")
        subprocess.run([os.environ.get("CC", "cc"), "-O1", "-w", "-o", program,
                        os.path.join(ROOT, "tests/reading/values.c"), "-lm"], check=True)
        wrong = compare_samples(program) + compare_damaged(program) + compare_random(
            program, inputs, int(options.get("-s", 1)), choose_features(options.get("-f")), "-v" in options)
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
