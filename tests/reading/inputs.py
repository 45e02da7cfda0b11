"""Random inputs for reading.py: options and files that they may fit.

About half can be read.  A small part of each file is damaged afterwards.
Expressions have no alternatives that overlap, and no file is that of a known
format.
"""
import json
import random

# Words of one kind, with expressions and labels that fit them.
POOLS = [(["parse", "sort", "copy", "a", "x1"], ["[a-z]+", "^.", "(.)$", "[a-z]+([0-9])?", "(a*)", "[[:alpha:]]+", "x{1,2}", "[]x]+"], "=parse,sort"),
         (["old", "new", "new"], ["[a-z]+", "^(.)", "(old|new)", "e*", "(a|w|d)"], "=old,new"),
         (["BM_copy/8", "BM_memcpy/8", "BM_copy/64"], ["BM_(memcpy|copy)", "^[^/]*", "/([0-9]+)$"], "=copy,memcpy~BM_(memcpy|copy)"),
         (["BenchA/proto=gob-8", "BenchB/proto=json-8", "BenchA/proto=json-8"], ["/proto=([^/ -]*)", "^Bench(.)", "-[0-9]+$"], "=gob,json~/proto=([^/ -]*)")]
ODD_WORDS = ["k=v", "#1", "µ", "a~b", "2x", "b", "copy", "old", "'", "\\"]
NUMBER_REGEXES = ["[0-9.]+", "([0-9.]+)", "([0-9]+)", "([0-9.]+ ?[mun]?s)", "=([0-9.e+-]+)", "^[^0-9]*([0-9.]+)", "([0-9]+)[^0-9]*$", "[0-9.]+[a-z]*", "([(][^ ]*)", "([^ ]+)$"]
LINE_REGEXES = ["^([a-z]+)", "([a-z]+):", "[a-z]+$", "run ([0-9]+)", "^bench (.*)", "^([^ ,;|]+)", "#.*", "time"]
PATH_REGEXES = ["(old|new)", "f[0-9]", "^[^/]*", "/(.*)"]
TIMES = ["ns", "us", "µs", "μs", "ms", "s", "ms", "s", "ps", "nsec", "msecs", "millis", "secs", "seconds", "microseconds", "hnsecs", "min", "hours"]
UNITS = ["kB", "MB", "%", "W", "m", "G", "B", "µA", "MB/s", "x"]
RATES = ["ns/op", "B/op", "allocs/op", "ms", "s", "us", "GB/s", "MB/s", "ops/sec", "ops/s", "KiB", "req", "Mbit/s", "fps", "elapsed", "%", "W", "min"]
NAMES = ["name", "time", "value", "size", "set", "run", "bench", "cpu"]


class Generator:
    def __init__(self, seed):
        self.r = random.Random(seed)
        self.count = 0

    def chance(self, probability):
        return self.r.random() < probability

    def of(self, *choices):
        return self.r.choice(choices)

    def case(self):
        """(arguments, [(operand, text), ...])"""
        self.arguments, self.clocks, self.pool = [], self.chance(0.5), self.of(*POOLS)
        self.damage = self.of(0, 0, 0, 0.3)
        make = self.of(self.table, self.table, self.units, self.tags, self.tags, self.json, self.json)()
        files = []
        for _ in range(self.of(1, 1, 1, 2, 2, 3)):
            self.count += 1
            operand = self.of("", "", "", "old/", "new/", "x/base/") + f"f{self.count}"
            text = make()
            for _ in range(3):
                if self.chance(self.damage):
                    text = damage(self.r, text)[0]
            if self.chance(0.05):
                text = "\ufeff" + text
            files.append((self.of("old=", "new=") * self.chance(0.15) + operand, text.encode("utf-8", "surrogateescape")))
        self.r.shuffle(self.arguments)
        flat = []
        for option, argument in self.arguments:
            flat += [option, argument] if self.chance(0.5) or not argument else [option + argument]
        return [argument.encode().decode("latin-1") for argument in flat], files

    def ask(self, option, argument):
        self.arguments.append((option, argument))

    # Values

    def number(self):
        r = self.r
        return self.of(str(r.randrange(1000)), str(r.randrange(10**6)), f"{r.uniform(0, 100):.3f}", f"{r.uniform(0, 9):.1f}", repr(r.random() * 10**r.randrange(-9, 9)),
                       self.of("1e3", "-7", "+5", ".5", "5.", "0x1F", "1E-9", "010", "0", "-0", "12345678901234567890"))

    def duration(self):
        amount = self.of(str(self.r.randrange(1, 60)), f"{self.r.uniform(0, 60):.3f}")
        if self.chance(0.8):
            return amount + self.of(*TIMES)
        return self.of("1m%ss", "0m%ss", "1h2m%ss", "2min%ss", "1h5min", "-1.5ms", "1s500ms", "1h%ss", *["0:05", "1:02:03.5", "59:07"] * self.clocks).replace("%s", amount)

    def bad(self):
        return self.of("nan", "inf", "1.5h30s", "1e999", "1,5", "1,234", "x", "1.2.3", "1m1h2s", "0:60", "1:5", "12ms3", "-", "ms", "1s1s", "1h30m", "5x", "", "n/a", "(5ms)")

    def value(self, kind):
        """kind: number, duration or a unit."""
        if self.chance(0.006):
            return self.bad()
        if kind == "duration":
            return self.duration()
        return self.number() + ("" if kind == "number" else kind)

    def word(self):
        return self.of(*self.pool[0] if self.chance(0.96) else ODD_WORDS)

    # Options that all kinds share

    def ask_names(self, names, tags=(), lines=False):
        """-k, -b and -r; tags: columns that may be headings."""
        keys = [self.of(*names) for _ in range(self.of(0, 1, 1, 2))] if names else []
        keys = list(tags[:self.chance(0.7)]) + list(dict.fromkeys(keys)) + ["@"] * self.chance(0.05)
        if keys and self.chance(0.2):
            keys[-1] += "~" + self.of(*self.pool[1] if keys[-1] != "@" else PATH_REGEXES)
        if keys:
            self.ask("-k", ",".join(keys))
        if lines and self.chance(0.3):
            self.ask("-k", "~" + self.of(*LINE_REGEXES))
        if self.chance(0.1):
            self.ask("-b", self.of("@", "@~f[0-9]", "@~([a-z]+)/", "@=old,new~(old|new)"))
        elif names and self.chance(0.3):
            name = self.of(*names, *tags)
            self.ask("-b", name + self.of("", "", "~" + self.of(*self.pool[1]), self.pool[2], "=x1"))
        if names and self.chance(0.15):
            self.ask("-r", self.of(*names, *tags, "@"))
            if self.chance(0.4):
                self.ask("-t", self.of("paired", "wilcoxon", "welch"))
        for option, probability in ("-e", 0.03), ("-x", 0.08), ("-X", 0.12):
            while self.chance(probability):
                self.ask(option, self.of(self.pool[0][0], self.pool[0][0][-1] + ".*5", "7.*7", "FAIL", "^[^F]" if option == "-e" else "^[#a]"))

    # Text

    def finish(self, lines, extra, delimiter=" "):
        """The lines with what may be between them; extra: headings."""
        out = []
        for line in lines:
            if self.chance(0.03):
                line = self.of("\x1b[1m" + line + "\x1b[0m", "50%\r" + line, line + "\r", line + "\x1b[K")
            if extra and (not out and self.chance(0.8) or self.chance(0.2)):
                out.append(self.of("", "", "", "", " ") + self.of(*extra) + self.of("one", "two/x", "a b", "", "net/http"))
            out.append(line + self.of(*[""] * 9, " ", "\t"))
            if self.chance(0.06):
                out.append(self.of("", " ", "# a comment", "#", "#!x", "----", "|---:|", "+--+--+", "=====", "- -", "-- --", "-|-|-", "|-|-|", 3 * delimiter, "FAIL", "FAIL b", "some prose", "n/a ms"))
        end = self.of("\n", "\n", "\n", "\r\n")
        return end.join(out) + self.of(end, end, "")

    def table(self):
        width = self.r.randrange(1, 6)
        kinds = [self.of("word", "word", "number", "number", "duration", self.of(*UNITS)) for _ in range(width)]
        kinds[self.r.randrange(width)] = "number"
        delimiter = self.of(" ", " ", " ", ",", ";", "\t", "|", ":", ",;")
        named = delimiter in " ,;\t|" and self.chance(0.6)
        names = self.r.sample(NAMES, width)
        if named and self.chance(0.15):
            names[0] = self.of("a/b", "a-b", "a~b", "*", "99%", "+size", "counter-value", "ns/op")
        if delimiter != " " and (not named or self.chance(0.3)):
            self.ask("-d", delimiter.replace("\t", self.of("\t", "\\t")))
        column = lambda i: names[i] if named and self.chance(0.8) else str(i + 1)
        values = [i for i, kind in enumerate(kinds) if kind != "word"]
        pick = self.of(*values)
        alike = [i for i in values if kinds[i] == kinds[pick]]
        asked = column(pick)
        form = self.r.random()
        if form < 0.1:
            asked += self.of("/", "-") + column(self.of(*alike))
        elif form < 0.2:
            asked = ("" if self.chance(0.3) else asked) + "~" + self.of(*NUMBER_REGEXES)
        elif form < 0.35:
            asked = ",".join(dict.fromkeys([asked, *[column(i) for i in self.r.sample(values, self.r.randrange(1, len(values) + 1))]]))
        elif form < 0.4:
            asked = "+" + asked
        if form > 0.9 and len(alike) > 1:
            self.ask("-b", ",".join(column(i) for i in alike[:3]))
            others = [column(i) for i in range(width) if kinds[i] == "word"]
            if others and self.chance(0.5):
                self.ask("-k", self.of(*others))
        else:
            if self.chance(0.95):
                self.ask("-C", asked)
            if self.chance(0.12):
                self.ask("-u", self.of("ms", "s", "us", kinds[pick] if kinds[pick] in UNITS else "ns"))
            tags = self.r.sample(["pkg:", "cpu:"], 1) if self.chance(0.15) and delimiter != ":" else []
            self.ask_names([column(i) for i in range(width) if kinds[i] == "word" or self.chance(0.1)], tags)
        tags = [tag for option, text in self.arguments for tag in ("pkg:", "cpu:") if option in "-k-b-r" and tag in text]
        header = [name + self.of(*[""] * 9, " (ms)", "[W]") * (delimiter != " ") for name in names]
        comment = self.of("", "", "", "# ", "#") if named and delimiter != "|" else ""
        behind = self.of(*[""] * 6, " ms", " MB/s", " apples") if delimiter == " " else ""

        def join(cells):
            if delimiter == " ":
                return self.of("", "", "", " ") + self.of(" ", " ", "\t", "  ").join(cell.replace(" ", "") for cell in cells if cell)
            quoted = ['"' + cell.replace('"', '""') + '"' if self.chance(0.08) or any(c in cell for c in delimiter) else self.of("", "", " ") + cell for cell in cells]
            return "".join(cell + self.of(*delimiter) for cell in quoted)[:-1]

        bars = delimiter == "|" and self.chance(0.6)

        def text():
            lines = [self.of("some words above", "2024-01-01 12:00", "1 2 3", join(["5"] * width), join([self.word()] * width))] * (named and self.chance(0.15))
            rows = [comment + join(header)] if named else []
            for _ in range(self.r.randrange(4, 14)):
                cells = [self.word() if kind == "word" else self.value(kind) for kind in kinds]
                if delimiter != " ":
                    cells = ["" if self.chance(0.02) else cell for cell in cells]
                    if self.chance(0.1):
                        cells = [cell + " W" if cell.isdigit() and self.chance(0.1) else cell for cell in cells]
                if self.chance(0.03):
                    cells = cells[:self.r.randrange(1, width + 1)]
                elif self.chance(0.02):
                    cells.append(self.of("more", "# comment", "7"))
                rows.append(join(cells) + (behind if self.chance(0.95) else " " * bool(behind) + self.of("us", "GB/s", "x")))
            if bars:
                rows = ["|" + row + "|" if self.chance(0.97) else row for row in rows]
            if named and self.chance(0.1):
                rows.insert(self.r.randrange(len(rows)) + 1, rows[0])
            if named and self.chance(0.1):
                rows = [f"10:{i:02}{self.of(*delimiter)}{row}" for i, row in enumerate(rows)]
                rows.insert(self.r.randrange(len(rows)) + 1, self.of("", "11:00", "x") + rows[0][5:])
            return self.finish(lines + rows, tags, delimiter)
        return text

    def units(self):
        units = self.r.sample(RATES, self.r.randrange(1, 4))
        asked = self.r.sample(units, self.r.randrange(1, len(units) + 1))
        if self.chance(0.2):
            asked = ["*"]
        self.ask("-u", ",".join(self.of("", "", "", "+") * (unit != "*") + unit for unit in asked))
        tags = ["pkg:"] if self.chance(0.3) else []
        self.ask_names(["1", "1", "2"] if self.chance(0.96) else ["name"], tags, lines=True)
        if self.chance(0.05):
            self.ask("-d", self.of(",", " ", "\\t"))

        def amount(unit):
            number = self.of(str(self.r.randrange(1, 1000)), f"{self.r.uniform(0, 999):.3f}")
            base, slash, rest = unit.partition("/")
            if base in TIMES and self.chance(0.2):
                unit = self.of(*TIMES[:-2]) + slash + rest
                if not slash and self.chance(0.3):
                    return [self.duration()]
            elif base not in TIMES and self.chance(0.15):
                number = self.of("1,234", "478,061", "12,345,678", "1,001.5", "-1,000", "1,23" if self.chance(0.05) else "7")
            if self.chance(0.01):
                unit = {"GB/s": "MB/s", "KiB": "MiB", "MB/s": "kB/s", "Mbit/s": "Gbit/s", "W": "kW"}.get(unit, unit)
            if self.chance(0.02):
                number = self.of("n/a", "-", "nan", "---", "NULL", "p99", "of", "1,234e5x", "5x", "–", "sleep_5", "~", "undefined", "**5", "`5", "1_234", "3-5", "±5", "+/-5", "± 5", "(+/- 5", "+- 5", "≈5", "#5", "5,")
            if unit == "elapsed" and self.clocks:
                number = self.of("0:05.2", "1:02:03")
            number = self.of("(", "[", '"', "x") * self.chance(0.04) + number
            end = self.of(",", ";", ")", "),", ".", "*", "`", ",ok", "|b", "+5", "-run") if self.chance(0.08) else ""
            return [number + unit + end] if self.chance(0.3) else [number, unit + end]

        def text():
            lines = ["name x y z"] * self.chance(0.1) + [self.of("bench x", "run 5", "a:")] * self.chance(0.7)
            for _ in range(self.r.randrange(4, 14)):
                fields = [self.word()] + [str(self.r.randrange(1000))] * self.chance(0.4)
                for unit in units:
                    if self.chance(0.93):
                        fields += amount(unit)
                lines.append(self.of("", "", " ") + self.of("  ", " ", "\t").join(fields) + self.of("", " # 5 " + units[0]) * self.chance(0.05))
                if self.chance(0.1):
                    lines.append(self.of("PASS", "bench " + self.word(), "run 5", "goos: linux", "#map 5 " + units[0]))
            return self.finish(lines, tags)
        return text

    def tags(self):
        bare = self.chance(0.35)
        tags = self.r.sample(["took", "real time", "req/s", "in", "t"] if bare else ["total:", "time=", "User time (seconds):", "proto=", "req/s:", "t:", "x=", "a/b:"], self.r.randrange(1, 4))
        kinds = {tag: self.of("number", "number", "duration", "duration", "word")for tag in tags}
        kinds[tags[0]] = self.of("number", "duration")
        numbers = [tag for tag in tags if kinds[tag] != "word"]
        delimiter = self.of(" ", " ", " ", " ", ",", ";", "|")
        if delimiter != " ":
            self.ask("-d", delimiter)
        form = self.r.random()
        if form < 0.2:
            self.ask("-C", "~" + self.of(tags[0] if "(" not in tags[0] else "", "") + self.of("", "", " ?") + self.of(*NUMBER_REGEXES))
        elif form < 0.3:
            self.ask("-C", tags[0] + "~" + self.of(*NUMBER_REGEXES))
        else:
            self.ask("-C", ",".join(self.r.sample(numbers, self.of(1, len(numbers)))) + self.of(",1", ",@", "") * self.chance(0.02))
            if self.chance(0.15):
                self.ask("-u", self.of("ms", "s", "MB", "min", "h"))
        words = [tag for tag in tags if kinds[tag] == "word"]
        heads = self.r.sample(["pkg:", "goos:", "# cpu:", "p:"], 1) if self.chance(0.4) and not (bare and form >= 0.3) else []
        self.ask_names([*words, *["1"] * (not words)], heads, lines=True)
        if self.chance(0.05):
            self.ask_names([], [], lines=True)

        rare = 0.9 if delimiter == " " else 0.995	# fields of other lines are as many

        def tagged(tag):
            kind = kinds[tag]
            text = self.word() if kind == "word" else self.value(kind)
            if kind == "duration" and self.chance(0.5):
                text = f"{self.r.uniform(0, 9):.2f} " + self.of("ms", "us", "s", "seconds", "µs", "ms,", "ms.", "ms)", "nsecs", "min", "ms/op" if self.chance(0.03) else "µs,")
                if self.chance(0.2):
                    text = self.of("2 minutes, 3 seconds", "1 min. 4 sec.", "0m 1.2s", "1min 2.5s", "1 h 2 min", "5s 6s", "5 m" if self.chance(0.1) else "7 secs")
            elif kind == "number" and self.chance(0.1):
                text += self.of(" MB", " x", " us", " GB/s", " kB") if self.chance(0.05) else " MB/s"
            if self.chance(0.08):
                text = self.of('"%s"', "(%s)", "%s,", "%s;", "[%s", "")  .replace("%s", text)
            before = self.of("(", "[", "real", "x") if self.chance(0.06) else ""
            return before + tag + (self.of(" ", " ", ": ", "=", " = ") if tag[-1] not in ":=" else self.of("", "", " ", "  ", "\t")) + text

        def text():
            lines = [self.of("header of words", "# text")] * self.chance(0.1) + [self.of("bench x", "run 5", "a:")] * self.chance(0.7)
            for _ in range(self.r.randrange(4, 14)):
                pieces = [self.word()] * self.chance(0.5 + rare / 2)
                for tag in tags:
                    if self.chance(rare):
                        pieces.append(tagged(tag))
                    if self.chance(0.3 - 0.3 * rare):
                        pieces.insert(0, tag + self.of("", "", " 5", self.of(" x", " n/a", " NaN", "<5", " <5") if self.chance(0.1) else ""))
                if self.chance(0.8 - 0.8 * rare):
                    pieces.append(self.of("# 5", "#5", "7", "done", tagged(tags[0])))
                if self.chance(0.1):
                    lines.append(self.of("bench " + self.word(), "run 5", self.word() + ":", "Test #1"))
                lines.append((delimiter + self.of("", " ") if delimiter != " " else self.of(" ", " ", "\t")).join(pieces))
            return self.finish(lines, [head + self.of("", " ") for head in heads])
        return text

    # JSON

    def scalar(self, kind):
        if self.chance(0.03):
            return self.of(None, None, "")
        if self.chance(0.004):
            return self.of(True, "x", self.bad())
        if kind == "number":
            return Raw(self.of(str(self.r.randrange(1000)), f"{self.r.uniform(0, 9):.3f}", f"{self.r.gauss(0, 1):.2e}", "-0", "1E5", "NaN" if self.chance(0.01) else "7"))
        if kind == "string":
            return self.number()
        if kind == "tagged":
            return self.of("time=%sms", "%s ms left", "(%s)", "t: %s").replace("%s", self.number())
        text = self.value(kind)
        return self.of("", "", "(", '"') + text if self.chance(0.1) else text

    def json(self):
        shape = self.of("lines", "lines", "results", "results", "keyed", "numbers", "tree")
        kind = self.of("number", "number", "number", "string", "duration", "tagged", *UNITS[:3])
        values = {"lines": ["ms", "cpu", "data"], "results": ["data", "stats.data", "ms", "data/n", "data-n", "stats.data/n"], "keyed": ["*.v", "*.lat.v", "*.v", "*.lat.v", "v", "lat.*"],
                  "numbers": [], "tree": ["v", "a.v", "b.v", "v/w", "v-w"]}[shape]
        asked = ""
        if values and shape == "lines" and self.chance(0.08):
            self.ask("-b", "ms,cpu")
        elif values:
            asked = ",".join(self.r.sample(values[:3], 2)) if shape == "lines" and self.chance(0.3) else self.of(*values)
            if kind == "tagged" and not set("/-*") & set(asked):
                asked += "~" + self.of(*NUMBER_REGEXES)
            self.ask("-C", asked if self.chance(0.97) else self.of("nosuch", "1", "*.*.x", "+ms"))
            if self.chance(0.12):
                self.ask("-u", self.of("ms", "s", "%", "kB"))
            self.ask_names({"lines": ["name", "set", "run", "n", "tags"], "results": ["name", "set", "params", "params.n", "n", "os", "machine.os"],
                            "keyed": ["*", "*", "kind"], "tree": ["k", "s", "a.k", "b"]}[shape])
        if self.chance(0.25 if shape == "numbers" else 0.03):
            self.ask("-r", "[]")
        spaces = self.of([""], ["", " "], ["", "\n", " ", "\t"])

        def values_of():
            return self.scalar(kind) if self.chance(0.5) else [self.scalar(kind) for _ in range(self.r.randrange(0, 5))]

        def name():
            return self.of(self.word(), self.word(), self.word(), "old", "new", self.r.randrange(9), True, None, {"n": 1, "m": "x"}, ["a", "b"]) if self.chance(0.2) else self.word()

        def some(members, chance):
            return {key: member for key, member in members.items() if not self.chance(chance)}

        def branch(depth):
            result = {}
            for key in self.r.sample(["a", "b", "k", "s", "v", "w"], self.r.randrange(2, 6)):
                result[key] = name() if key in "ks" else values_of() if key in "vw" or depth == 3 else branch(depth + 1) if self.chance(0.6) else [branch(depth + 1) for _ in range(2)]
            return result

        def document():
            if shape == "lines":
                return some({"name": name(), "set": self.word(), "ms": values_of(), "cpu": self.scalar(kind), "data": values_of(), "run": self.r.randrange(4), "n": Raw("3"), "tags": ["x", 1]}, 0.03)
            if shape == "results":
                results = []
                for _ in range(self.r.randrange(1, 6)):
                    data = [self.scalar(kind) for _ in range(self.r.randrange(1, 5))]
                    results.append(some({"name": name(), "set": self.word(), "params": self.of(None, {"n": 2}, {"n": "x", "m": True}), "old" if "stats" in asked else "data": data,
                                         "stats": {"data" if "stats" in asked else "mean": values_of() if "/" not in asked else data}, "ms": self.scalar(kind), "n": [self.scalar(kind) for _ in data] if self.chance(0.97) else Raw("2"), "ok": self.of("yes", "yes", "FAIL")}, 0.03))
                return {"machine": {"os": name(), "cpu": {"os2": 1}}, "results": results}
            if shape == "keyed":
                return {self.word(): some({"kind": name(), "v": self.scalar(kind), "lat": {"v": values_of()}}, 0.05) for _ in range(self.r.randrange(1, 5))}
            if shape == "numbers":
                return [self.scalar(kind) if self.chance(0.98) else [self.scalar(kind)] for _ in range(self.r.randrange(1, 6))]
            return branch(0)

        def spell(value):
            space = lambda: self.of(*spaces)
            if isinstance(value, dict):
                return "{" + ",".join(f"{space()}{json.dumps(key)}{space()}:{space()}{spell(member)}{space()}" for key, member in value.items()) + "}"
            if isinstance(value, list):
                if self.chance(0.03):	# an element is missing
                    value = value + [self.of([], None)]
                return "[" + ",".join(space() + spell(element) for element in value) + space() + "]"
            return value.text if isinstance(value, Raw) else json.dumps(value, ensure_ascii=self.chance(0.5))

        def text():
            documents = [document() for _ in range(self.r.randrange(1, 8) if shape in ("lines", "tree") else 1)]
            if len(documents) > 1 and self.chance(0.2):
                documents = [documents]
            return "".join(spell(one) + self.of("\n", "\n", "\r\n", "\n# a comment\n", "\n\n") for one in documents)
        return text


class Raw:
    """A JSON number as it is written."""

    def __init__(self, text):
        self.text = text


def damage(r, text):
    """A text with one line, byte or member deleted, doubled or changed, and where (first byte, last byte) it was."""
    if not text:
        return text, (0, 0)
    how = r.choice(["line", "byte", "byte", "member"])
    at = r.randrange(len(text))
    start, end = at, at + 1
    if how == "line":
        start, end = text.rfind("\n", 0, at) + 1, text.find("\n", at) + 1 or len(text)
    elif how == "member":	# of JSON; of text, a field
        while start > 0 and text[start - 1] not in ",{[\n \t":
            start -= 1
        while end < len(text) and text[end] not in ",}]\n \t":
            end += 1
        end += text[end:end + 1] in (",", " ", "\t")
    piece = text[start:end]
    new = r.choice(["", piece + piece, "".join(chr((ord(c) ^ 1)) if c.isalnum() else c for c in piece), piece.swapcase() if how != "byte" else r.choice('"\\{}[],:-+.eE019 \n\tx|#')])
    return text[:start] + new + text[end:], (start, end)
