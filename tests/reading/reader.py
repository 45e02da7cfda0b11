"""A second implementation of what ministat reads, written from its manual.

    read(arguments, files)

takes ministat's options as a list, and the files as pairs of an operand and
its bytes; see Reading for what it returns.  It raises Trouble for what
ministat must refuse.

It is written to be short and plainly right, not to be fast: all of a file is
kept, every field is a string, every number a fraction until the end.  Bytes are
characters here (Latin-1), as they are to a regular expression in the C locale.
Expressions must not have overlapping alternatives: Python takes the first one
that matches, POSIX the longest.
"""
import fractions
import getopt
import json
import math
import re

OPTIONS = "ADhnpqSsVvb:C:c:d:e:f:g:H:k:m:o:r:t:u:w:x:"
SPACE = " \t\r\v\f"
SECONDS = {"ns": fractions.Fraction(1, 10**9), "us": fractions.Fraction(1, 10**6),
           "ms": fractions.Fraction(1, 1000), "s": fractions.Fraction(1),
           "m": fractions.Fraction(60), "h": fractions.Fraction(3600)}
MICRO = ["\u00b5s".encode().decode("latin-1"), "\u03bcs".encode().decode("latin-1")]
SECONDS.update((name, SECONDS["us"]) for name in MICRO)
SECONDS.update((name + "ec", SECONDS[name]) for name in ("ns", "us", "ms", "s"))
TIMES = [name for name in SECONDS if name not in "mh"]
DECIMAL = r"(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][-+]?[0-9]+)?"
HEX = r"0[xX](?:[0-9a-fA-F]+\.?[0-9a-fA-F]*|\.[0-9a-fA-F]+)(?:[pP][-+]?[0-9]+)?"
PREFIXES = ["", "k", "K", "M", "G", "T", "P", "Ki", "Mi", "Gi", "Ti", "Pi", "m", "u", "n", "\u00c2\u00b5", "\u00ce\u00bc"]


class Trouble(Exception):
    """What ends ministat with status 2."""


class NoNumber(Trouble):
    """It is none of a record that has no key either: that is only counted."""


class Reading:
    """All that was read.

    values: {(measure, key, set): [value, ...]}, key being the tuple of its
    parts and measure an index; rows and sets in order of first appearance;
    missing: {operand's path: count}.
    """

    def __init__(self):
        self.values = {}
        self.rows, self.sets = [], []
        self.missing = {}

    def in_order(self):
        """(measure, key, set, values), as the report would have them."""
        return [(*place, self.values[place]) for place in sorted(
            self.values, key=lambda place: (place[0], self.rows.index(place[1]), self.sets.index(place[2])))]


# Numbers

def plain_number(text):
    """What strtod(3) takes, as a float; None if it does not take it all."""
    text = text.lstrip(SPACE + "\n")
    if re.fullmatch(r"[-+]?" + HEX, text):
        try:
            return finite(float.fromhex(text))
        except OverflowError:
            raise NoNumber("beyond the range of a double")
    if re.fullmatch(r"[-+]?" + DECIMAL, text):
        return finite(float(text))
    return None


def finite(value):
    if not math.isfinite(value):
        raise NoNumber("not finite")
    return value


def clock(text):
    """Seconds as a fraction: m:ss or h:mm:ss, with or without a fraction; None: neither."""
    found = re.fullmatch(r"([-+]?)(?:([0-9]+):([0-5][0-9])|([0-9]+)):([0-5][0-9](?:\.[0-9]+)?)", text)
    if not found:
        return None
    sign, hours, minutes_of_hour, minutes, seconds = found.groups("0")
    total = 3600 * int(hours) + 60 * (int(minutes_of_hour) + int(minutes)) + fractions.Fraction(seconds)
    return -total if sign == "-" else total


def duration(text, blank="", clocks=False):
    """Seconds as a fraction; None: it is not a duration.

    blank: may be before a unit; clocks: 0:00.14 is one.
    """
    if clocks and clock(text) is not None:
        return clock(text)
    units = "|".join(sorted(SECONDS, key=len, reverse=True))
    part = f"({DECIMAL}){blank}({units})(?![a-z\u00b5\u00c2\u00ce])"
    if not re.fullmatch(f"[-+]?(?:{part})+", text):
        return None
    parts = re.findall(part, text)
    sizes = [SECONDS[unit] for _, unit in parts]
    if any(a <= b for a, b in zip(sizes, sizes[1:])) or parts[-1][1] in ("m", "h"):
        return None
    total = sum(fractions.Fraction(number) * SECONDS[unit] for number, unit in parts)
    return -total if text[0] == "-" else total


def to_double(value):
    try:
        return finite(float(value))
    except OverflowError:
        raise NoNumber("beyond the range of a double")


def number_of(text, matched=False, named=False):
    """A field's value, and whether it is a duration.

    matched: a tag or an expression selected the field; named: the name of a column.
    """
    value = plain_number(text)
    if value is not None:
        return value, False
    value = duration(text, "[ \t]?" if matched else "", matched or named)
    if value is None:
        raise Trouble(f"{text!r} is not a number")
    return to_double(value), True


# Columns

def compile_regex(text):
    """A POSIX expression: $ is the end, not also before a newline there."""
    if len(text) > 1000:
        raise Trouble("an expression that is too long")
    def in_python(found):
        if found[0] == "$":
            return r"\Z"
        return found[0].replace("\\", "\\\\").replace("[", "\\[").replace("\\[", "[", 1) if found[0][0] == "[" else found[0]

    inside = re.sub(r"\\.|\[\^?\]?[^]]*\]|\$", in_python, text)
    try:
        return re.compile(inside, re.DOTALL | re.ASCII)
    except re.error as error:
        raise Trouble(f"bad expression: {error}")


class Column:
    """One column as it was asked for.

    kind: number, path (@), line (~regex), tag (in text: total: or time=), name.
    """

    def __init__(self, typed):
        self.typed = typed
        self.name, tilde, expression = typed.partition("~")
        self.regex = compile_regex(expression) if tilde else None
        self.number = None
        if tilde and expression == "":
            raise Trouble("an empty expression")
        if self.name == "":
            if not tilde:
                raise Trouble("a name is empty")
            self.kind = "line"
        elif re.fullmatch("[-+]?[0-9]+", self.name):
            if not self.name.isdigit() or not 0 < int(self.name) < 2**31:
                raise Trouble(f"{self.name} is no column")
            self.number = int(self.name)
            self.kind = "number"
        elif self.name == "@":
            self.kind = "path"
        elif self.name[-1] in ":=":
            self.kind = "tag"
        else:
            self.kind = "name"

    def same_as(self, other):
        """True for 1 and 01, too."""
        if self.number is None or self.regex or other.regex:
            return self.typed == other.typed
        return self.number == other.number

    def part(self, text):
        """What of a field counts: (text or None, the field without the match)."""
        if text is None or self.regex is None:
            return text, text
        found = self.regex.search(text)
        if found is None:
            return None, text
        value = found[1] if self.regex.groups else found[0]
        return (value or "").strip(" \t") or None, text[:found.start()] + text[found.end():]


class Split:
    """One way to cut the name of a quotient in two."""

    def __init__(self, above, below):
        self.above, self.below = Column(above), Column(below)


class Quotient:
    def __init__(self, typed):
        self.typed = typed
        if "~" in typed:
            raise Trouble("a quotient takes no expression")
        names = typed.split("/")
        self.splits = []
        for i in range(1, len(names)):
            above, below = "/".join(names[:i]), "/".join(names[i:])
            try:
                self.splits.append(Split(above, below))
            except Trouble:	# neither a name nor a number
                pass
        if not self.splits:
            raise Trouble(f"{typed} divides nothing")

    def same_as(self, other):
        return self.typed == other.typed


def measure(typed):
    """One item of -C."""
    name = typed.partition("~")[0]
    if "/" in name and name[-1] not in ":=":
        return Quotient(typed)
    column = Column(typed)
    if column.kind == "path":
        raise Trouble("@ is not a number")
    return column


def twice(columns):
    """Whether one of them is there twice."""
    return any(a.same_as(b) for i, a in enumerate(columns) for b in columns[:i] if type(a) is type(b))


def labels_of(typed):
    """-b's column, and its labels or None."""
    head, tilde, expression = typed.partition("~")
    for i, c in enumerate(head):
        if c == "=" and i < len(head) - 1 and head[i + 1] != "=":
            return head[:i] + tilde + expression, head[i + 1:].split(",")
    return typed, None


def split_list(typed):
    """The items of a list, which ends at the first ~."""
    head, tilde, expression = typed.partition("~")
    items = head.split(",")
    items[-1] += tilde + expression
    return items


class Options:
    def __init__(self, arguments):
        try:
            pairs, rest = getopt.getopt(arguments, OPTIONS)
        except getopt.GetoptError as error:
            raise Trouble(str(error))
        given = dict(pairs)
        self.keys = []
        for option, text in pairs:
            if option == "-k":
                self.keys += [Column(item) for item in split_list(text)]
        self.include = [compile_regex(text) for option, text in pairs if option == "-e"]
        self.exclude = [compile_regex(text) for option, text in pairs if option == "-x"]
        self.delimiters = given.get("-d", "").replace("\\t", "\t") or None
        if "\\" in (self.delimiters or ""):
            raise Trouble("-d: a backslash")
        self.set = self.wanted = None
        if "-b" in given:
            name, self.wanted = labels_of(given["-b"])
            self.set = Column(name)
        self.run = None
        self.run_of_array = given.get("-r") == "[]"
        if "-r" in given and not self.run_of_array:
            self.run = Column(given["-r"])
        if "-C" in given and "-u" in given:
            raise Trouble("-C and -u both choose the value")
        self.units = split_list(given["-u"]) if "-u" in given else None
        if self.units and any(unit == "" or unit[-1] in ":=" or "~" in unit for unit in self.units):
            raise Trouble("an empty unit, or a tag")
        if self.units and len(set(self.units)) < len(self.units):
            raise Trouble("a unit given twice")
        self.typed = given.get("-C")
        self.measures = [measure(item) for item in split_list(given.get("-C", "1"))]
        if twice(self.measures) or twice(self.keys):
            raise Trouble("a column given twice")
        tags = [isinstance(item, Column) and item.kind == "tag" for item in self.measures]
        if any(tags) and not all(tags):
            raise Trouble("tags and other columns")
        self.tagged = all(tags)
        self.nmeasures = len(self.units or self.measures)
        if self.nmeasures > 14 or len(self.keys) > 14:
            raise Trouble("too many columns")
        self.json_possible = not ("-d" in given or "-u" in given or self.tagged or (self.typed or "").startswith("~"))

    def names(self):
        """The columns that name rows, sets and runs."""
        return [*self.keys, *[column for column in (self.set, self.run) if column]]


# What all records go through

class Intake:
    """Gives each value its row, set and run."""

    def __init__(self, options, files):
        self.options = options
        self.result = Reading()
        self.runs = {}		# numbered in order of first appearance
        self.of_run = {}	# by run and measure: the run's number, and its values
        self.timed = {}		# by measure: whether it is one of durations
        self.counts = [0] * options.nmeasures	# in this file
        self.wanted = None	# the labels that -b lists, if it does
        self.position = 0
        self.path = None
        self.set_of_file = None

    def coordinates(self, label, key, run):
        """(set, key, run), or None if the record does not have all of them."""
        if self.options.set is None:
            label = self.set_of_file
        if not label:
            return None
        if self.options.keys and not any(key):
            return None
        if (self.options.run is not None or self.options.run_of_array) and run in (None, ""):
            return None
        return label, tuple(part or "" for part in key), run

    def count_missing(self):
        self.result.missing[self.path] = self.result.missing.get(self.path, 0) + 1

    def take(self, where, index, value, timed):
        if self.timed.setdefault(index, timed) != timed:
            raise Trouble("durations and bare numbers")
        label, key, run = where
        self.counts[index] += 1
        if self.wanted is not None and label not in self.wanted:
            return
        if key not in self.result.rows:
            self.result.rows.append(key)
        if label not in self.result.sets:
            self.result.sets.append(label)
        values = self.result.values.setdefault((index, key, label), [])
        if run is None:
            values.append(value)
            return
        number = self.runs.setdefault((self.position, key, label, run), len(self.runs))
        if (number, index) not in self.of_run:
            self.of_run[number, index] = number, []
            values.append(self.of_run[number, index])
        self.of_run[number, index][1].append(value)

    def end_file(self, nmeasures):
        if 0 in self.counts[:nmeasures]:
            raise Trouble(f"{self.path}: no values")
        self.counts = [0] * self.options.nmeasures

    def end(self):
        if self.wanted is not None:
            if set(self.wanted) != set(self.result.sets):
                raise Trouble(f"no values are labelled as -b asks")
            self.result.sets = self.wanted
        for values in self.result.values.values():
            if isinstance(values[0], tuple):
                values[:] = [mean(run) for _, run in sorted(values)]
        return self.result


def mean(values):
    """Correctly rounded, as that of a run should be."""
    return float(sum(map(fractions.Fraction, values)) / len(values))


def passes(options, text):
    return all(regex.search(text) for regex in options.include) and not any(regex.search(text) for regex in options.exclude)


# Text

def cut(line, delimiters):
    """The fields of a line; delimiters None: blanks.  None: bad quotes."""
    if delimiters is None:
        delimiters = " \t"
    if " " in delimiters:
        fields = [field for field in re.split("[" + re.escape(delimiters) + "]+", line) if field]
        for i, field in enumerate(fields):
            if field.startswith("#"):
                return fields[:i]
        return fields
    if line == "#" or line.startswith("# "):
        return []
    fields, at = [], 0
    blanks = "".join(c for c in " \t" if c not in delimiters)
    while True:
        while at < len(line) and line[at] in blanks:
            at += 1
        if line[at:at + 1] == '"':
            found = re.compile(r'"((?:[^"]|"")*)"[%s]*' % blanks).match(line, at)
            if not found or found.end() < len(line) and line[found.end()] not in delimiters:
                return None
            fields.append(found[1].replace('""', '"'))
            at = found.end()
        else:
            end = at
            while end < len(line) and line[end] not in delimiters:
                end += 1
            fields.append(line[at:end].rstrip(blanks))
            at = end
        if at >= len(line):
            return fields
        at += 1


def without_comment(line, delimiters):
    """Between blanks, a field that begins with # ends the line."""
    if delimiters is not None and " " not in delimiters:
        return line
    cuts = re.escape(delimiters or " \t")
    return re.split(f"(?:^|(?<=[{cuts}]))#", line)[0]


def find_tag(tag, line, delimiters):
    """(field, what follows it) of a tag in a line; None: the line does not have it."""
    cuts = re.escape((delimiters or "") + " \t")
    found = re.search(r"(?:^|(?<=[%s(\[{]))%s[ \t]*((?:\x22[^\x22]*\x22)?[^%s]*)(.*)" % (cuts, re.escape(tag), cuts), without_comment(line, delimiters), re.DOTALL)
    if not found:
        return None
    field = re.sub(r"[,;:)\]}]+\Z", "", found[1])
    quoted = re.fullmatch('"(.*)"', field, re.DOTALL)
    return quoted[1] if quoted else field, found[2]


def tagged_text(field, rest, delimiters):
    """The number of a tag, with its unit of time if that is the next field."""
    cuts = re.escape((delimiters or "") + " \t")
    unit = re.match(r"[%s]*(%s)[,;:.)\]}]*(?![^%s])" % (cuts, "|".join(sorted(TIMES, key=len, reverse=True)), cuts), rest)
    return field + unit[1] if unit and plain_number(field) is not None else field


class TextReader:
    def __init__(self, options, intake):
        self.options = options
        self.intake = intake
        self.headings = {column.name: "" for column in options.names() if column.kind == "tag"}
        self.needs_header = any(column.kind == "name" for column in options.names())
        for item in options.measures if not options.units else []:
            if isinstance(item, Column):
                self.needs_header = self.needs_header or item.kind == "name"
            elif not any(split.above.number and split.below.number for split in item.splits):
                self.needs_header = True
        self.delimiters = options.delimiters
        self.names = None

    def place(self, column, names):
        """(where, whether its expression counts), or None: not among the names.

        Where: an index, or @, line, tag.
        """
        if column.number:
            return column.number - 1, True
        if column.kind in ("path", "line"):
            return column.kind, True
        for name, matched in (column.typed, False), (column.name, True):
            if names and name in names:
                return names.index(name), matched
        return ("tag", True) if column.kind == "tag" else None

    def places(self, names):
        """Where all is that was asked for; None: not all names are there."""
        options = self.options
        found = {"keys": [self.place(column, names) for column in options.keys], "measures": []}
        for what, column in ("set", options.set), ("run", options.run):
            if column:
                found[what] = self.place(column, names)
        for item in options.measures if not options.units else []:
            if names and item.typed in names and not (isinstance(item, Column) and item.number):
                found["measures"].append((item, (names.index(item.typed), False)))
            elif isinstance(item, Quotient):
                places = [(split, self.place(split.above, names), self.place(split.below, names)) for split in item.splits]
                found["measures"].append(next((place for place in places if None not in place), (item, None)))
            else:
                found["measures"].append((item, self.place(item, names)))
        every = [*found["keys"], *[found[what] for what in ("set", "run") if what in found],
                 *[place for m in found["measures"] for place in m[1:]]]
        return None if None in every else found

    def header(self, line):
        """Whether this line is the header; sets delimiters and places."""
        comment = re.match("#[ \t]*", line)
        for text in ([line[comment.end():]] if comment else []) + [line]:
            for delimiters in [self.options.delimiters] if self.options.delimiters else ["\t", ",", ";", None]:
                if delimiters and not self.options.delimiters and delimiters not in text and not text.startswith('"'):
                    continue
                names = cut(text, delimiters)
                if not names:
                    continue
                found = self.places(names)
                if found:
                    self.found = found
                    self.delimiters = delimiters
                    self.names = names
                    return True
        return False

    def read(self, text):
        """Returns how many measures there are."""
        options = self.options
        header = None
        self.intake.wanted = options.wanted
        self.found = None if self.needs_header else self.places(None)
        for line in text.split("\n"):
            line = line.rstrip(SPACE)
            if self.needs_header and header is None and self.header(line):
                header = line
            elif self.is_heading(line):
                for name in self.headings:
                    if line.startswith(name):
                        self.headings[name] = line[len(name):].strip(SPACE)
            elif (header is not None or not self.needs_header) and line != header:
                self.line(line)
        if self.needs_header and header is None:
            raise Trouble("no header")
        return options.nmeasures

    def is_heading(self, line):
        """Whether the line begins with a heading, and has no value by -u or a tag of -C."""
        options = self.options
        columns = []	# tags that are columns of the header are no headings
        if self.found:
            places = [*self.found["keys"], self.found.get("set"), self.found.get("run")]
            columns = [column.name for column, place in zip([*options.keys, options.set, options.run], places) if place and place[0] != "tag"]
        if not any(line.startswith(name) for name in self.headings if name not in columns):
            return False
        tagged = options.tagged and (not self.found or self.found["measures"][0][1][0] == "tag")
        fields = cut(line, self.delimiters) if options.units or tagged else []
        if fields is None:
            raise Trouble("bad quotes")
        if options.units:
            return not any(try_value_of_unit(fields, unit) for unit in options.units)
        if tagged:
            return not any(self.text_of(item, self.place(item, self.names), line) for item in options.measures)
        return True

    def line(self, line):
        if self.delimiters is None or " " in self.delimiters:
            if not cut(line, self.delimiters):
                return
        elif not line.strip(SPACE) or line == "#" or line.startswith("# "):
            return
        fields = cut(line, self.delimiters)
        if fields is None:
            raise Trouble("bad quotes")
        if passes(self.options, line):
            self.record(fields, line)

    def text_of(self, column, place, line, fields=None):
        """The text of a measure; None: it is empty, or missing, or does not match."""
        where, matched = place
        if where != "tag":
            return self.field(column, place, cut(line, self.delimiters) if fields is None else fields, line)[0]
        found = find_tag(column.name, line, self.delimiters)
        if not found:
            return None
        return (column.part(found[0])[0] if column.regex else found[0] and tagged_text(*found, self.delimiters)) or None

    def field(self, column, place, fields, line):
        """The text, what is left without it, and whether an expression matched."""
        where, matched = place
        if where == "tag":
            found = find_tag(column.name, line, self.delimiters)
            text = found[0] if found else self.headings[column.name]
        elif where == "path":
            text = self.intake.path
        elif where == "line":
            text = line
        else:
            text = fields[where] if where < len(fields) and fields[where] else None
        part, rest = column.part(text) if matched else (text, text)
        return part, rest, matched and column.regex is not None

    def record(self, fields, line):
        options, found, intake = self.options, self.found, self.intake
        values = None
        if options.units:
            values = [try_value_of_unit(fields, unit) for unit in options.units]
            if not any(values):
                return
        elif options.tagged and not any(place[0] != "tag" or find_tag(column.name, line, self.delimiters) for column, place in found["measures"]):
            return
        label = key_cut = run = None
        if options.set:
            label, rest, matched = self.field(options.set, found["set"], fields, line)
            key_cut = rest if matched and label else None
        if options.run:
            run = self.field(options.run, found["run"], fields, line)[0]
        key, nameless = [], False
        for column, place in zip(options.keys, found["keys"]):
            text, _, matched = self.field(column, place, fields, line)
            if key_cut is not None and not matched and self.same(column, place, options.set, found["set"]):
                text = key_cut
                nameless = True
            key.append(text)
        where = intake.coordinates(label, key + ["x"] if nameless else key, run)
        if where is None:
            intake.count_missing()
            return
        where = where[0], tuple(part or "" for part in key), where[2]
        if options.units:
            for index, value in enumerate(values):
                if isinstance(value, NoNumber):
                    raise value
                if value:
                    intake.take(where, index, *value)
            return
        complete = True
        for index, item in enumerate(found["measures"]):
            if item[1][0] == "tag" and not find_tag(item[0].name, line, self.delimiters):
                continue
            value = self.value(item, fields, line)
            if value is None:
                complete = False
            else:
                intake.take(where, index, *value)
        if not complete:
            intake.count_missing()

    def same(self, column, place, other, other_place):
        if isinstance(place[0], str) or isinstance(other_place[0], str):
            return column.name == other.name and place[0] == other_place[0]
        return place[0] == other_place[0]

    def value(self, item, fields, line):
        if len(item) == 2:
            column, place = item
            if isinstance(column, Quotient):	# a column that is called a/b
                column = Column("a name")
            text = self.text_of(column, place, line, fields)
            matched = place[0] == "tag" or place[1] and column.regex is not None
            return number_of(text, matched, column.number is None) if text else None
        split, *places = item
        above, below = [self.field(column, place, fields, line)[0] for column, place in zip((split.above, split.below), places)]
        if not above or not below:
            return None
        return divide(number_of(above, named=split.above.number is None), number_of(below, named=split.below.number is None))


def divide(above, below):
    if below[0] == 0:
        raise Trouble("a quotient is not finite")
    try:
        return finite(above[0] / below[0]), (above[1], below[1])
    except OverflowError:
        raise Trouble("a quotient is not finite")


def grouped(text, time):
    """A number before a unit; before one of time, digits are not grouped."""
    if not time and re.fullmatch(r"[-+]?[0-9]{1,3}(,[0-9]{3})+(\.[0-9]*)?", text):
        text = text.replace(",", "")
    return plain_number(text)


def looks_like_number(text):
    """True for 1,5 and 1.2.3 and 0:60, which are none: whoever wrote them meant one."""
    return re.fullmatch(r"[-+]?(?=[.,]*[0-9])[0-9.,]+(?::[0-9]{2}[0-9.,]*)*(?:[eE][-+]?[0-9]+)?", text) is not None


def is_amount(text):
    return grouped(text, False) is not None or looks_like_number(text)


def units_of_time(unit):
    """{unit: its seconds}; empty if it is none of time."""
    for name in sorted(TIMES, key=len, reverse=True):
        if unit == name or unit.startswith(name + "/"):
            suffix = unit[len(name):]
            return {other + suffix: SECONDS[other] for other in TIMES}
    return {}


def has_prefix(base):
    """Whether what is before this may be a prefix."""
    return base[:1].isupper() or base.startswith("bit")


def with_other_prefix(unit):
    """The units that differ from this one in their prefix."""
    base = unit
    for prefix in sorted(PREFIXES, key=len, reverse=True):
        if unit.startswith(prefix) and has_prefix(unit[len(prefix):]):
            base = unit[len(prefix):]
            break
    return {prefix + base for prefix in PREFIXES} - {unit} if has_prefix(base) else set()


def try_value_of_unit(fields, unit):
    try:
        return value_of_unit(fields, unit)
    except NoNumber as trouble:
        return trouble


def value_of_unit(fields, unit):
    """The number before a unit, and whether it is 0:14; None: this line has none."""
    times = units_of_time(unit)
    bare = unit in TIMES
    def is_minutes(i):
        last = "(?:mins?|minutes?|hrs?|hours?|(?:[0-9hm]*[0-9])?[hm])[],;:.)}]*"
        return re.fullmatch(f"[-+]?{DECIMAL}[ \t]*{last}", fields[i]) or i > 0 and re.fullmatch(last, fields[i]) and re.fullmatch("[-+]?[.,]*[0-9][0-9.,]*(?:[eE][-+]?[0-9]+)?", fields[i - 1])

    def check_before(i):
        if bare and i > 0 and is_minutes(i - 1):
            raise Trouble("a time in more than one field")

    for i, field in enumerate(fields):
        if bare and duration(behind(field)) is not None:
            check_before(i)
        if bare and duration(behind(field)) is not None:
            return to_double(duration(behind(field)) / SECONDS[unit]), False
        for other in times or [unit]:
            clocks = not times or times[other] == 1	# 0:14 ms would be seconds and milliseconds
            if i > 0 and other in (field, behind(field)):
                if other != unit and not re.match("[-+]?[0-9.,](?![xX])", fields[i - 1]):
                    continue	# only decimal digits are converted
                number = amount(fields[i - 1], bare, clocks)
                if number is None:
                    if other == unit or looks_like_number(fields[i - 1]):
                        raise NoNumber(f"{fields[i - 1]!r} is not a number")
                    continue
                check_before(i - 1)
                return convert(number, times, other, unit), not times and ":" in fields[i - 1]
            before = before_unit(field, other)
            if before and not re.match(r"[-+]?0[xX]|\s", before):	# 0xFms might be anything
                number = amount(before, bare, clocks)
                if number is not None:
                    check_before(i)
                    return convert(number, times, other, unit), not times and ":" in before
                if looks_like_number(before):
                    raise NoNumber(f"{field!r} is not a number and a unit")
    if not times:
        for i, field in enumerate(fields):
            for other in with_other_prefix(unit):
                if i > 0 and other in (field, behind(field)) and is_amount(fields[i - 1]) or is_amount(before_unit(field, other)):
                    raise Trouble(f"{other} for {unit}")
    if bare and any(is_minutes(i) for i in range(len(fields))):
        raise Trouble("minutes without seconds")
    return None


def amount(text, time, clocks):
    """What is before a unit, as a fraction or a float; None: it is no number."""
    number = grouped(text, time)
    if number is None:
        return clock(text) if clocks else None
    try:
        return fractions.Fraction(text.replace(",", ""))
    except ValueError:	# hexadecimal, or with an exponent that is out of range
        return number


def behind(field):
    """A field without what may be behind a unit."""
    return re.sub(r"[,;:.)\]}]+\Z", "", field)


def before_unit(field, unit):
    """What is before a unit in a field that ends with it; empty if it does not."""
    for text in field, behind(field):
        if text.endswith(unit):
            return text[:-len(unit)].rstrip(" \t")
    return ""


def convert(number, times, other, unit):
    factor = times[other] / times[unit] if times else 1
    return to_double(fractions.Fraction(number) * factor)


# JSON

class Object:
    def __init__(self, start):
        self.start, self.end, self.members = start, start, []


class Scalar:
    """kind: n(umber), s(tring), w(ord: true, false), 0 (null), x (not finite),
    e(mpty array: no value, but what names it must be right)"""

    def __init__(self, kind, text):
        self.kind, self.text = kind, text


class Parser:
    """RFC 8259, with NaN and the infinities, and # lines between values."""
    SPACE = re.compile(r"[ \t\n\r]*")
    BETWEEN = re.compile(r"(?:[ \t\n\r\v\f]|#[^\n]*)*")
    STRING = re.compile(r'"((?:[^"\\\x00-\x1f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*)"')
    NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?(?![0-9A-Za-z.+-])")
    WORD = re.compile(r"(true|false|null|NaN|-?Infinity)(?![0-9A-Za-z.+-])")

    def __init__(self, text):
        self.text, self.at = text, 0

    def documents(self):
        self.at = self.BETWEEN.match(self.text).end()
        while self.at < len(self.text):
            yield self.value(0)
            if not re.compile(r"[ \t]*(?:[\n\v\f\r#{\[]|\Z)").match(self.text, self.at):
                raise Trouble("not JSON: more in the line")	# R prints [1] 0.5
            self.at = self.BETWEEN.match(self.text, self.at).end()

    def skip(self):
        self.at = self.SPACE.match(self.text, self.at).end()
        return self.text[self.at:self.at + 1]

    def string(self):
        found = self.STRING.match(self.text, self.at)
        if not found:
            raise Trouble("not JSON: a string")
        self.at = found.end()
        return re.sub(r"(?:\\u[0-9a-fA-F]{4})+|\\.",
                      lambda m: json.loads(f'"{m[0]}"').encode("utf-8", "replace").decode("latin-1"), found[1])

    def value(self, depth):
        first = self.skip()
        if first in ("{", "["):
            if depth == 500:
                raise Trouble("nested too deep")
            return self.object(depth) if first == "{" else self.array(depth)
        if first == '"':
            return Scalar("s", self.string())
        found = self.NUMBER.match(self.text, self.at) or self.WORD.match(self.text, self.at)
        if not found:
            raise Trouble(f"not JSON: {self.text[self.at:self.at + 9]!r}")
        self.at = found.end()
        kinds = {"true": "w", "false": "w", "null": "0", "NaN": "x", "Infinity": "x", "-Infinity": "x"}
        return Scalar(kinds.get(found[0], "n"), found[0])

    def elements(self, close):
        """Goes on to each element; the caller takes it."""
        self.at += 1
        if self.skip() == close:
            self.at += 1
            return
        while True:
            yield
            mark = self.skip()
            self.at += 1
            if mark == close:
                return
            if mark != ",":
                raise Trouble("not JSON: , expected")

    def array(self, depth):
        return [self.value(depth + 1) for _ in self.elements("]")]

    def object(self, depth):
        result = Object(self.at)
        for _ in self.elements("}"):
            if self.skip() != '"':
                raise Trouble("not JSON: a name expected")
            name = self.string()
            if self.skip() != ":":
                raise Trouble("not JSON: a colon expected")
            self.at += 1
            result.members.append((name, self.value(depth + 1)))
        result.end = self.at
        return result


class Leaf:
    """A scalar that may be a value, and what is around it."""

    def __init__(self, scalar, path, around, arrays):
        self.scalar, self.path, self.around, self.arrays = scalar, path, around, arrays

    def has_value(self):
        """False for null, an empty array and an empty string."""
        return self.scalar.kind not in "0e" and (self.scalar.kind, self.scalar.text) != ("s", "")


def leaves(value, path=(), around=(), arrays=()):
    if isinstance(value, Object):
        for name, member in value.members:
            yield from leaves(member, path + (name,), around + (value,), arrays)
    elif value == []:
        yield Leaf(Scalar("e", ""), path, around, arrays + (value,))
    elif isinstance(value, list):
        for element in value:
            yield from leaves(element, path, around, arrays + (value,))
    else:
        yield Leaf(value, path, around, arrays)


def matches(path, typed, star):
    """How typed names a path: (2 whole or 1 its end, the name at *), or None."""
    for start in range(len(path)):
        tail = path[start:]
        if not star:
            if ".".join(tail) == typed:
                return 2 if start == 0 else 1, None
            continue
        before, after = star
        for i, name in enumerate(tail):
            if ".".join(tail[:i]) == before and ".".join(tail[i + 1:]) == after and \
                    (before != "" or i == 0) and (after != "" or i == len(tail) - 1):
                return 2 if start == 0 else 1, start + i
    return None


def is_numeric(scalar):
    if scalar.kind in "nx":
        return True
    if scalar.kind != "s" or not re.match("[-+.0-9]", scalar.text):
        return False
    try:
        return plain_number(scalar.text) is not None or duration(scalar.text, clocks=True) is not None
    except Trouble:
        return False


def choose(every, typed, with_regex=False):
    """The leaves that a column of -C names, each with the place of its *.

    A path that has numbers, or strings that an expression looks into, is
    better than one that does not, and then a whole path than its end.
    """
    names = typed.split(".")
    if names.count("*") > 1:
        raise Trouble("more than one *")
    stars = [None]
    if "*" in names:
        i = names.index("*")
        stars.append((".".join(names[:i]), ".".join(names[i + 1:])))
    for star in stars:		# a member that is called * comes first
        found = [(leaf, matches(leaf.path, typed, star)) for leaf in every]
        found = [(leaf, match) for leaf, match in found if match]
        held = {leaf.path for leaf, _ in found if leaf.has_value() or leaf.scalar.kind == "s"}
        found = [(leaf, match) for leaf, match in found if leaf.path in held]	# a path of nulls is none
        good = {leaf.path for leaf, _ in found if is_numeric(leaf.scalar) or with_regex and leaf.scalar.kind == "s"}
        best = max(((leaf.path in good, match[0]) for leaf, match in found), default=None)
        found = [(leaf, match[1]) for leaf, match in found if (leaf.path in good, match[0]) == best]
        if found:
            if star is None and len({leaf.path for leaf, _ in found}) > 1:
                raise Trouble(f"{typed} names several members")
            return found
    return []


def below(value, name):
    """What a dotted name leads to in an object; None: nothing, or null."""
    if not name:
        return None if isinstance(value, Scalar) and value.kind == "0" else value
    for member, found in value.members if isinstance(value, Object) else ():
        if name == member or name.startswith(member + "."):
            found = below(found, name[len(member) + 1:])
            if found is not None:
                return found
    return None


def spell(value):
    if isinstance(value, list):
        raise Trouble("an array names nothing")
    if isinstance(value, Object):
        if any(isinstance(member, (Object, list)) for _, member in value.members):
            raise Trouble("more than scalars")
        return ",".join(f"{name}={member.text}" for name, member in value.members if member.kind != "0")
    return value.text


def look_up(around, name):
    """The text that a name has, from the inside out, and how deep it was found.

    Trouble in place of the text is raised when the record has passed -e and -x.
    """
    for depth in range(len(around) - 1, -1, -1):
        found = below(around[depth], name)
        if found is not None:
            try:
                return spell(found), depth
            except Trouble as trouble:
                return trouble, depth
    return None, -1


def objects(value):
    """All objects of a document."""
    if isinstance(value, Object):
        yield value
        for _, member in value.members:
            yield from objects(member)
    elif isinstance(value, list):
        for element in value:
            yield from objects(element)


def has(value, name):
    """Whether a file has what a dotted name leads to, be it null or in arrays, where no name is found."""
    if isinstance(value, list):
        return any(has(item, name) for item in value)
    return not name or any(has(member, name[len(other) + 1:]) for other, member in (value.members if isinstance(value, Object) else ())
                           if name == other or name.startswith(other + "."))


class JsonReader:
    def __init__(self, options, intake):
        self.options, self.intake = options, intake
        self.unplaced = {}	# values without their set, run or key

    def read(self, text):
        options = self.options
        parser = Parser(text)
        self.text = text
        documents = list(parser.documents())
        every = [leaf for document in documents for leaf in leaves(document)]
        if options.typed is None:
            chosen = [[(leaf, None, None, None) for leaf in every if not leaf.path]]
        else:
            chosen = self.measures(every)
        if any(not any(leaf.has_value() for leaf, *_ in found) for found in chosen):
            raise Trouble("no member is what -C names")
        has_star = any(item[1] is not None for found in chosen for item in found)
        for column in options.names():
            if column.kind == "path" or column.name == "*" and has_star:
                continue
            if column.number or column.kind == "line" or \
                    not any(has(found, name) for document in documents for found in objects(document) for name in (column.typed, column.name)):
                raise Trouble(f"no object has {column.name}")
        self.intake.wanted = options.wanted
        order = {id(leaf): place for place, leaf in enumerate(every)}
        items = [(order[id(item[0])], index, item) for index, found in enumerate(chosen) for item in found]
        for _, index, item in sorted(items, key=lambda item: item[:2]):
            self.record(index, *item)
        return len(chosen)

    def measures(self, every):
        """For each measure (leaf, place of *, column, divisor); all in order of the file."""
        options = self.options
        result = []
        for item in options.measures:
            found = [(leaf, star, None, None) for leaf, star in choose(every, item.typed)]
            if not found and isinstance(item, Quotient):
                for split in item.splits:
                    found = found or self.quotients(every, split)
            elif not found:
                if item.number or item.kind == "line":
                    raise Trouble("-C is no name")
                found = [(leaf, star, item, None) for leaf, star in choose(every, item.name, item.regex is not None)]
            result.append(found)
        return result

    def quotients(self, every, item):
        found, used = [], {}
        if item.above.number or item.below.number:
            return []
        every = [leaf for leaf in every if leaf.path]
        for leaf, star in choose(every, item.above.name):
            if leaf.scalar.kind == "e" or item.below.name not in dict(leaf.around[-1].members):
                continue
            divisors = [other for other in every if other.scalar.kind != "e" and other.around and other.around[-1] is leaf.around[-1]
                        and other.path[-1] == item.below.name]
            place = used.setdefault((id(leaf.around[-1]), leaf.path), [0, len(divisors)])
            if place[0] == len(divisors):
                raise Trouble("more values than divisors")
            found.append((leaf, star, item, divisors[place[0]]))
            place[0] += 1
        paths = {leaf.path for leaf, *_ in found}
        for other in every:		# also where there is no value at all
            around, last = other.around[-1], item.above.name.rpartition(".")[2]
            path = other.path[:-1] + (last,)
            if other.scalar.kind != "e" and other.path[-1] == item.below.name and path in paths and last in dict(around.members):
                used.setdefault((id(around), path), [0, 1])
        if any(taken < there for taken, there in used.values()):
            raise Trouble("more divisors than values")
        return found

    def named(self, column, leaf, star):
        """The text of a key, set or run, what is left without it, how deep, matched."""
        typed = column.typed
        if column.kind == "path":
            part, rest = column.part(self.intake.path)
            return part, rest, -1, column.regex is not None
        text, depth = look_up(leaf.around, typed)
        if text is None and typed == "*" and star is not None:
            return leaf.path[star], leaf.path[star], -1, False
        if isinstance(text, Trouble):
            return text, text, depth, False
        if text is not None or column.regex is None:
            return text or None, text, depth, False
        text, depth = look_up(leaf.around, column.name)
        if isinstance(text, Trouble):
            return text, text, depth, False
        if text is None and column.name == "*" and star is not None:
            text = leaf.path[star]
        part, rest = column.part(text)
        return part, rest, depth, True

    def record(self, index, leaf, star, column, divisor):
        options, intake = self.options, self.intake
        label = key_cut = run = None
        depth = -1
        if options.set:
            label, rest, depth, matched = self.named(options.set, leaf, star)
            key_cut = rest if matched and label else None
        key, nameless = [], False
        for asked in options.keys:
            text, _, deep, matched = self.named(asked, leaf, star)
            depth = max(depth, deep)
            if key_cut is not None and not matched and asked.typed == options.set.name:
                text = key_cut
                nameless = True
            key.append(text)
        if options.include or options.exclude:
            around = leaf.around[depth]		# -1: the innermost
            if not passes(options, self.text[around.start:around.end]):
                return
        if options.run:
            run = self.named(options.run, leaf, star)[0]
        for text in (label, run, *key):
            if isinstance(text, Trouble):
                raise text
        if options.run_of_array:
            if not leaf.arrays:
                raise Trouble("no array is around this value")
            run = "[]", id(leaf.arrays[-1])
        if leaf.scalar.kind == "e":
            return
        where = intake.coordinates(label, key + ["x"] if nameless else key, run)
        if where is None:
            if id(leaf) not in self.unplaced:	# once for all its measures
                self.unplaced[id(leaf)] = leaf
                intake.count_missing()
            return
        where = where[0], tuple(part or "" for part in key), where[2]
        value = self.value(leaf.scalar, column)
        if divisor is not None and value is not None:
            by = self.value(divisor.scalar, column)
            value = None if by is None else divide(value, by)
        if value is None:
            intake.count_missing()
        else:
            intake.take(where, index, *value)

    def value(self, scalar, column):
        if scalar.kind == "0" or (scalar.kind, scalar.text) == ("s", ""):
            return None
        if column is not None and isinstance(column, Column) and column.regex:
            text = column.part(scalar.text)[0]
            return None if text is None else number_of(text, matched=True)
        if scalar.kind in "wx":
            raise Trouble(f"{scalar.text} is not a number")
        return number_of(scalar.text, named=self.options.typed is not None)


# Files

def is_json(text):
    return re.match(r"(?:[ \t\n\r\v\f]|#[^\n]*\n)*[{[]", text) is not None


def read(arguments, files):
    options = Options(arguments)
    intake = Intake(options, files)
    for position, (operand, data) in enumerate(files):
        label, equals, path = operand.partition("=")
        intake.position, intake.path = position, path if equals else operand
        intake.set_of_file = label
        if b"\0" in data:
            raise Trouble("a NUL byte")
        text = data.decode("latin-1")
        text = text.removeprefix("\u00ef\u00bb\u00bf")
        if options.json_possible and is_json(text):
            nmeasures = JsonReader(options, intake).read(text)
        elif options.run_of_array:
            raise Trouble("-r []: this is not JSON")
        else:
            nmeasures = TextReader(options, intake).read(text)
        intake.end_file(nmeasures)
    return intake.end()
