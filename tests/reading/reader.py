"""A second implementation of what ministat reads, written from its design.

    read(arguments, files)

takes ministat's options as a list, and the files as pairs of an operand and
its bytes.  It returns a Reading, or raises Trouble for what must be refused.

It is short and plain, not fast: a file is kept, a field is a string, a number
is a fraction until the end.  Bytes are characters here (Latin-1), as they are
to a regular expression in the C locale.  Expressions must not have
alternatives that overlap: Python takes the first that matches, POSIX the
longest.  RULES counts how often each rule decided something.
"""
import collections
import fractions
import getopt
import json
import math
import re

RULES = collections.Counter()
SPACE = " \t\r\v\f"


class Trouble(Exception):
    """What ends ministat with status 2; line: where, or None.

    others: where else there is trouble in JSON, whose records have no order of
    their own: a member may be read after one behind it.
    """
    line = None
    others = ()


class Infinite(Trouble):
    """A quotient or difference of two values that is not finite."""


class Unlike(Infinite):
    """Two values of which no quotient or difference is taken, as their units differ: values all the same."""


class Part(Trouble):
    """A value that is only a part of one."""


class FirstPart(Part):
    """The first part of a time: a number all the same, and refused only where it would be taken."""


class Reading:
    """values: [(measure, key, set, [value, ...])] in the order of the report."""

    def __init__(self, values, left_out):
        self.values, self.left_out = values, left_out


def rule(name, value=True):
    """Counts a rule that decided something."""
    if value:
        RULES[name] += 1
    return value


# Values and units

def table_of_times():
    sizes = {"ps": fractions.Fraction(1, 10**12), "ns": fractions.Fraction(1, 10**9), "us": fractions.Fraction(1, 10**6),
             "ms": fractions.Fraction(1, 1000), "s": fractions.Fraction(1), "min": fractions.Fraction(60), "h": fractions.Fraction(3600),
             "d": fractions.Fraction(86400), "hnsec": fractions.Fraction(1, 10**7)}
    words = {"ns": "nsec nanosec nano nanosecond", "us": "usec microsec micro microsecond", "ms": "msec millisec milli millisecond",
             "s": "sec second", "min": "minute", "h": "hour hr", "d": "day"}
    result = dict(sizes, mins=sizes["min"], m=sizes["min"], mks=sizes["us"], millis=sizes["ms"], hnsecs=sizes["hnsec"])
    for micro in "\u00b5", "\u03bc":
        for name in "s", "sec":
            result[(micro + name).encode().decode("latin-1")] = sizes["us"]
    for name, synonyms in words.items():
        for word in synonyms.split():
            result[word] = result[word + "s"] = sizes[name]
    for word in [word for word in result if word.isalpha() and len(word) > 3]:	# Ms is another, and Min none
        result[word.capitalize()] = result[word.upper()] = result[word]
    return result


class Times(dict):
    """Seconds by unit of time; words of more than three letters have them in any case."""
    def __contains__(self, word):
        return dict.__contains__(self, word) or len(word) > 3 and dict.__contains__(self, word.lower())

    def __missing__(self, word):
        if word in self:
            return self[word.lower()]
        raise KeyError(word)


SECONDS = Times(table_of_times())
LETTERS = "m", "h", "d", "day", "days", "Days", "DAYS"	# need a smaller unit behind them
TIME = "a time"				# the unit of all durations, in seconds
UNIT = r"[A-Za-z%/\x80-\xff]+"
CLOSERS = ",;:.!)]}"
DEVIATION = r"\(?[ \t]*(?:\xc2\xb1|\+/-|\+-)[ \t]*"
BEHIND_UNITS = CLOSERS + "\"'|*_`>"
NONE = "n/a", "nan", "inf", "infinity", "null", "none", "undefined"
DECIMAL = r"(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][-+]?[0-9]+)?"
HEX = r"0[xX](?:[0-9a-fA-F]+\.?[0-9a-fA-F]*|\.[0-9a-fA-F]+)(?:[pP][-+]?[0-9]+)?"
NUMBER = f"[-+]?(?:{HEX}|{DECIMAL})"
GROUPED = r"[-+]?[1-9][0-9]{0,2}(?:,[0-9]{3})+(?![0-9])(?:\.[0-9]*)?(?:[eE][-+]?[0-9]+)?"
# A unit that is a word is not the name of what follows it: avg: 5.2 min: 1.1
PART = re.compile(r"((?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][-+]?[0-9]+)?)(?P<blanks>[ \t]+)?(?P<unit>%s)(?![A-Za-z%%/\x80-\xff])"
                  r"(?(blanks)(?=[ \t,;:.!)\]}\"'*`>|]|\Z)(?!:[ \t]*[-+]?[.,]*[0-9]))" % "|".join(f"(?i:{name})" if len(name) > 3 else name for name in sorted(SECONDS, key=len, reverse=True)))
CLOCK = re.compile(r"([-+]?)(?:([0-9]+):([0-5][0-9])|([0-9]+)):([0-5][0-9](?:\.[0-9]*)?)")


def exact(text):
    """A number as a fraction; a float if it is hexadecimal."""
    if "x" in text.lower():
        try:
            return float.fromhex(text)
        except OverflowError:
            raise Trouble("beyond a double")
    text = text.replace(",", "")
    _, _, exponent = text.lower().partition("e")
    if len(exponent) > 6:	# a fraction would fill the memory
        if float(text) in (math.inf, -math.inf):
            raise Trouble("beyond a double")
        return fractions.Fraction(float(text))
    return fractions.Fraction(text)


def to_double(number):
    try:
        return float(number)
    except OverflowError:
        raise Trouble("beyond a double")


def in_unit(seconds, unit):
    """Seconds in a unit of time; minutes and hours by way of nanoseconds, which are rounded first."""
    if SECONDS[unit] <= 1:
        return seconds / SECONDS[unit]
    return fractions.Fraction(float(seconds * 10**9) / float(SECONDS[unit] * 10**9))


def is_time(unit):
    return unit in SECONDS and unit not in LETTERS


def scan_duration(text):
    """The longest duration at the beginning: (seconds, its end, parts), or None.

    Several parts are added up in nanoseconds, as doubles.
    """
    sign = re.match("[-+]?", text)
    at, total, last, best, parts = sign.end(), 0.0, None, None, 0
    while found := PART.match(text, at):
        number, unit = found[1], found["unit"]
        if last is not None and SECONDS[unit] >= last:
            break
        if last is not None and re.match(r"[^0-9 \t,;:.!)\]}\"'*`>|]", text[found.end():]):
            break
        last, parts = SECONDS[unit], parts + 1
        whole = max(last, 1)
        total += to_double(exact(number) * (last / whole) * 10**9) * int(whole)
        if (unit not in LETTERS or parts > 1) and not re.match("[0-9]", text[found.end():]):
            seconds = exact(number) * last if parts == 1 else fractions.Fraction(total) / 10**9
            best = (-seconds if sign[0] == "-" else seconds, found.end(), parts)
        if "." in number:
            break
        at = re.compile("(?:[ \t]*,|[.],|[.](?= ))?[ \t]*(?:and [ \t]*)?").match(text, found.end()).end()
    return best


def scan_clock(text):
    found = CLOCK.fullmatch(text)
    if not found:
        return None
    sign, hours, minutes_of_hour, minutes, seconds = found.groups("0")
    total = 3600 * int(hours) + 60 * (int(minutes_of_hour) + int(minutes)) + fractions.Fraction(seconds)
    return rule("clock", (-total if sign == "-" else total, TIME))


def value_of(text, loose=False, clock=False, blank=False, grouped=False):
    """The number and unit of a text that is wholly a value: '' is no unit.

    loose: a bracket or quote around it and what closes behind it do not count,
    and a unit of time may be the next word; blank: so may any unit; clock: 0:05
    is a time; grouped: so is 1,234 a number.
    """
    bare = text
    if loose:
        bare = re.sub(r"\A[(\[{\"']|[)\]}\"']\Z", "", text)
        rule("bracket or quote around a value", bare != text)
    for spelled in (bare, bare.rstrip(CLOSERS + "\"'")) if loose else (bare,):
        if clock and (found := scan_clock(spelled)):
            return found
        whole = scan_duration(spelled)
        if whole and whole[1] == len(spelled):
            rule("duration of several parts" if whole[2] > 1 else "duration")
            return whole[0], TIME
        found = re.fullmatch(f"({GROUPED}|{NUMBER})(?:([ \t]*)({UNIT}))?", spelled)
        if not found or re.fullmatch(GROUPED, found[1]) and not rule("digits in threes", grouped):
            continue
        number, unit = exact(found[1]), found[3] or ""
        if unit and "x" in found[1].lower():	# 0x1Fms may be anything
            continue
        if is_time(unit) and (loose or blank or not found[2]):
            return number * SECONDS[unit], TIME
        if blank or not found[2]:
            rule("unit behind a blank", found[2])
            rule("unit stuck", unit)
            return number, unit
    raise Trouble(f"{text!r} is no value")


def is_value(text, **how):
    try:
        to_double(value_of(text, **how)[0])
    except Trouble:
        return False
    return True


def has_number(text, **how):
    """The same, but for a number that may be beyond a double."""
    try:
        value_of(text, **how)
    except Trouble as trouble:
        return str(trouble) == "beyond a double" or re.fullmatch("[-+]?(nan|inf|infinity)", text, re.I) is not None
    return True


def convertible(unit):
    """{unit: how many of the asked unit it is}, of itself and, if it begins with one of time, others; ops/sec is ops/s."""
    for name in sorted(filter(is_time, SECONDS), key=len, reverse=True):
        if unit == name or unit.startswith(name + "/"):
            return {other + unit[len(name):]: SECONDS[other] / SECONDS[name] for other in SECONDS if is_time(other)}
    return {unit: 1} | {other: 1 for other in like_rates(unit) if not differ_in_scale(unit, other)}


def like_rates(unit):
    """Those of the same in any time."""
    work, _, time = unit.partition("/")
    return {f"{work}/{other}" for other in SECONDS} if time in SECONDS else set()


def same_but_for_time(unit):
    if is_rate(unit):
        return unit.partition("/")[0] + f"/{SECONDS[unit.partition('/')[2]]} s"	# unlike MB/1
    return "s" + unit[len(name):] if (name := next((name for name in SECONDS if is_time(name) and unit in (name, name + unit[len(name):])
                                                   and unit[len(name):][:1] in ("", "/")), None)) else unit


PREFIXES = ["", "k", "K", "M", "G", "T", "P", "Ki", "Mi", "Gi", "Ti", "Pi", "m", "u", "n", "\u00c2\u00b5", "\u00ce\u00bc"]


ALONE = ["k", "K", "M", "G", "T", "P", "Ki", "Mi", "Gi", "Ti", "Pi"]


def is_rate(unit):
    return unit.partition("/")[2] in SECONDS


def takes_prefix(base, prefix, unit):
    return base[:1].isupper() or base.startswith("b") or (prefix in ["", *ALONE] and base != "" and is_rate(unit))


def base_of(unit):
    return next((unit[len(prefix):] for prefix in sorted(PREFIXES, key=len, reverse=True)
                 if unit.startswith(prefix) and takes_prefix(unit[len(prefix):], prefix, unit)), unit)


def other_prefixes(unit):
    """The units that differ from this one in their prefix."""
    if unit in ALONE:
        return set(ALONE) - {unit}
    for prefix in sorted(PREFIXES, key=len, reverse=True):
        base = unit[len(prefix):]
        if unit.startswith(prefix) and takes_prefix(base, prefix, unit):
            others = {other + base for other in PREFIXES if takes_prefix(base, other, other + base)} - {unit} if base != "PS" else set()
            return {other for other in others if base_of(other) == base}	# MB is no MMB
    return set()


def may_be_unit(word):
    """Whether a word behind a number is looked at: a time or rate, or bits or bytes, or what has a prefix."""
    return word in SECONDS or "/" in word and re.match(r"[A-Za-z%/\x80-\xff]", word) or word[:1] in ("b", "B") or word in ALONE or any(
        prefix and word.startswith(prefix) and (word[len(prefix):][:1].isupper() or word[len(prefix):].startswith("b")) for prefix in PREFIXES)


def differ_in_scale(unit, other):
    if unit in SECONDS and other in SECONDS:		# m and h, too
        return SECONDS[unit] != SECONDS[other]
    work, time = unit.partition("/")[::2]
    if time in SECONDS and other.startswith(work + "/") and other[len(work) + 1:] in SECONDS:	# rates
        return SECONDS[time] != SECONDS[other[len(work) + 1:]]
    return unit != other and (other in other_prefixes(unit) or convertible(unit).get(other, 1) != 1)


class Kind:
    """What all values of a measure have in common."""

    def __init__(self, asked=None):
        self.asked = asked		# the unit of -u, with -C
        self.unit = self.word = self.behind = self.latest = None
        self.looked = False
        self.earlier = None		# of -u: whether another prefix is before the value
        self.owner = self	# whose unit it must have
        self.names = ()		# of the record
        if asked is not None:	# words are held against it
            self.word, self.looked, self.behind = asked, True, asked

    def double(self, value):
        number, unit = value
        if self.asked is not None and unit != "":
            factors = convertible(self.asked)
            if unit == TIME and is_time(self.asked):
                number = in_unit(number, self.asked)
            elif unit in factors:
                number = number * factors[unit]
            else:
                raise Trouble(f"{unit}, not {self.asked}")
            rule("converted to the unit of -u for -C")
        elif self.asked is None:
            if self.owner.unit is None:
                self.owner.unit = unit
            elif unit not in convertible(self.owner.unit) or convertible(self.owner.unit)[unit] != 1:
                rule("units differ")
                raise Trouble(f"{unit}, but others have {self.owner.unit}")
        return to_double(number)

    def see_word(self, word):
        """The word behind a plain number, which is not read."""
        word = word.rstrip(CLOSERS)
        first, self.latest = self.owner, word
        if not first.looked:
            first.word = word if may_be_unit(word) else None
        elif first.word and differ_in_scale(first.word, word):
            rule("word behind a number differs")
            raise Trouble(f"{first.word}, then {word}")

    def see_behind(self, text):
        """What follows the match of an expression."""
        word = re.match("[)\\]}\"']*[ \t]*([^ \t]*)", text)[1].rstrip(CLOSERS + "\"'")
        if rule("the word behind a match is a name", any((name or "").rstrip(CLOSERS + "\"'") == word and (at is None or at == len(text) - text.index(word)) for name, at in self.names)):
            return
        if may_be_unit(word):
            if self.behind is None:
                self.behind = word
            elif differ_in_scale(self.behind, word):
                rule("unit behind a match changes")
                raise Trouble("the unit behind the match changes")


def see(kind, value, word):
    """A value, when the word behind it was looked at."""
    if value[1] == "" and word and any(name == word for name, _ in kind.names):
        return value	# 5 B, with -k 2; with -b a,b, the next column may have the unit
    if value[1] == "":
        kind.see_word(word)
        kind.owner.looked = True
    return value


NOTHING = object()	# no measurement: the tag, unit or match is not in the line
MISSING = object()	# the record has no value


def matched_value(kind, column, text, delimiters, grouped, behind=""):
    """NOTHING, or what gives the value that an expression selects; behind: what follows the text."""
    part, end = column.find(text) if text else (None, 0)
    if not part:
        return NOTHING

    start = column.regex.search(text).start()
    if ".*" in column.typed or ".+" in column.typed:	# what it takes is not chosen
        chosen = column.regex.search(text).start(min(1, column.regex.groups))
        start = text.index(part, chosen)
    comma = "," not in (delimiters or "")	# it does not cut the line
    is_part = False
    if re.match("[0-9]", text[start:]) and re.search(r"[0-9](\.|[eE][-+]?)?\Z", text[:start]) or \
            re.match("[0-9]{3}(?![0-9])", text[start:]) and re.search("[0-9][,'_]\\Z" if comma else "[0-9]['_]\\Z", text[:start]):
        is_part = rule("expression begins within a number")
    for clock in re.finditer(r"(?<![0-9A-Za-z])[0-9]+(\.[0-9]+)?(:[0-9]{2}(?![0-9])(\.[0-9]+)?)+", text):
        if clock.start() < start < clock.end() or clock.start() < end < clock.end():
            is_part = rule("expression selects a part of a time")
    if re.match(r"\.?[0-9]", text[start:]) and re.search(r"(\A|[ \t=:,;([{\"'])-\Z", text[:start]):
        is_part = rule("expression begins behind the sign of a number")
    if re.search(r"[0-9.][eE]\Z", text[:end]) and re.match("[-+]?[0-9]", text[end:]) or re.search(r"[0-9.]\Z", text[:end]) and re.match(r"[0-9]|\.[0-9]|[eE][-+]?[0-9]|['_][0-9]{3}(?![0-9])" + "|,[0-9]{3}(?![0-9])" * comma, text[end:]):
        is_part = rule("expression ends within a number")
    for number in re.finditer(r"[0-9][0-9.]*", text[:start]):
        duration = scan_duration(text[number.start():])
        if duration and number.start() + duration[1] > text.index(part, column.regex.search(text).start(min(1, column.regex.groups))):
            is_part = rule("expression begins within a duration")
    for fraction in re.finditer(r"(?:\A|(?<=[ \t=:,;(\[{\"']))-?\.[0-9]+", text):
        if fraction.start() < start < fraction.end():
            is_part = rule("expression begins behind the point of a number")
    for hexadecimal in re.finditer(r"(?<![0-9.])0[xX][0-9a-fA-F]+", text):
        cut = start < hexadecimal.end() and hexadecimal.start() < end
        if cut and (end < hexadecimal.end() or start > hexadecimal.start()):
            is_part = rule("expression cuts a hexadecimal number")

    def value():
        if is_part:
            raise Part("an expression selects a part of a number")
        result = value_of(part, loose=True, clock=True, grouped=grouped)
        whole = scan_duration(part + text[end:] + behind)
        if whole and whole[2] > 1 and rule("expression selects the first part of a time", whole[1] > len(part)):
            raise FirstPart("an expression selects the first part of a time")
        if result[1] == "":
            kind.see_behind(text[end:] + behind)
        rule("value by expression")
        return kind.double(result)
    return value


# Columns and options

CLASSES = {"[:blank:]": " \\t", "[:space:]": "\\s", "[:digit:]": "0-9", "[:alpha:]": "A-Za-z", "[:alnum:]": "0-9A-Za-z"}


def compile_regex(text):
    """A POSIX expression: $ is the end, not also before a newline there."""
    if len(text) > 1000:
        raise Trouble("an expression that is too long")

    def in_python(found):
        bracket = found[0]
        if bracket == "$":
            return r"\Z"
        if bracket[0] != "[":
            return bracket
        if re.search("[\x80-\xff]", bracket):
            rule("bytes beyond ASCII in a bracket")
            raise Trouble("a bracket with a character beyond ASCII")
        bracket = "[" + bracket[1:].replace("\\", "\\\\")
        for name, characters in CLASSES.items():
            bracket = bracket.replace(name, characters)
        return "[" + bracket[1:].replace("[", "\\[")

    inside = re.sub(r"\\.|\[\^?\]?(?:\[:[a-z]+:\]|[^]])*\]|\$", in_python, text)
    try:
        return re.compile(inside, re.DOTALL | re.ASCII)
    except re.error as error:
        raise Trouble(f"bad expression: {error}")


class Column:
    """A column as it was asked for.  kind: number, path (@), line (~regex), tag (total: or time=), name."""

    def __init__(self, typed):
        self.typed = typed
        self.name, tilde, expression = typed.partition("~")
        self.regex = compile_regex(expression) if tilde else None
        self.number = None
        if tilde and expression == "" or not typed:
            raise Trouble("an empty name or expression")
        if self.name == "":
            self.kind = "line"
        elif re.fullmatch("[-+]?[0-9]+", self.name):
            if not self.name.isdigit() or not 0 < int(self.name) < 2**31:
                raise Trouble(f"{self.name} is no column")
            self.number = int(self.name)
            self.kind = "number"
        else:
            self.kind = "path" if self.name == "@" else "tag" if self.name[-1] in ":=" else "name"

    def same_as(self, other):
        """True for 1 and 01, too."""
        if self.number is None or self.regex or other.regex:
            return self.typed == other.typed
        return self.number == other.number

    def find(self, text):
        """What the expression finds: (text, or None if there is no match; where it ends)."""
        found = self.regex.search(text)
        if not found:
            return None, 0
        group = 1 if self.regex.groups else 0
        return (found[group] or "").strip(" \t"), found.end(group)

    def part(self, text):
        """What of a field counts, and the field without the match."""
        if text is None or self.regex is None:
            return text, text
        found = self.regex.search(text)
        return self.find(text)[0], text[:found.start()] + text[found.end():] if found else text


class Item:
    """An item of -C: a column, or two of them with / or - between."""

    def __init__(self, typed, may_be_better=True):
        """may_be_better: a + before it says that more is better."""
        has_plus = may_be_better and typed[:1] == "+"
        self.plus = Column(typed) if has_plus and typed[1:].isdigit() is False else None
        self.typed = typed[1:] if has_plus else typed
        self.splits = []
        name, tilde, _ = self.typed.partition("~")
        for found in re.finditer("[-/]", name) if not tilde and name[-1:] not in ":=" else ():
            try:
                self.splits.append((Column(name[:found.start()]), found[0], Column(name[found.end():])))
            except Trouble:
                pass
        self.column = Column(self.typed)
        if self.column.kind == "path":
            raise Trouble("@ is no number")

    def same_as(self, other):
        return self.column.same_as(other.column)

    def by_number(self):
        return self.column.kind == "number" or any(above.number and below.number for above, _, below in self.splits)


def twice(columns):
    return any(a.same_as(b) for i, a in enumerate(columns) for b in columns[:i])


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
            pairs, _ = getopt.getopt(arguments, "ADhnpqsVvb:C:c:d:e:f:g:H:k:m:o:r:t:u:w:X:x:")
        except getopt.GetoptError as error:
            raise Trouble(str(error))
        given = dict(pairs)
        if any([option for option, _ in pairs].count(once) > 1 for once in ("-C", "-u")):
            raise Trouble("-C or -u given twice")
        self.keys = []
        for option, text in pairs:
            if option == "-k":
                self.keys = self.keys + [Column(item) for item in split_list(text)] if text else []
        self.include, self.exclude, self.failed = [[compile_regex(text) for option, text in pairs if option == wanted]
                                                   for wanted in ("-e", "-x", "-X")]
        self.delimiters = given.get("-d", "").replace("\\t", "\t") or None
        if "\\" in (self.delimiters or ""):
            raise Trouble("-d: a backslash")
        self.set = self.wanted = self.run = None
        self.array_is_run = given.get("-r") == "[]"
        if given.get("-r") and not self.array_is_run:
            self.run = Column(given["-r"])
        self.paired = given.get("-t", "") in ("paired", "wilcoxon") and self.run is not None
        self.pairs_files = given.get("-r") == "@" and "-b" not in given	# the i-th of each set
        self.typed = given.get("-C")
        self.pairs_in_order = given.get("-t", "") in ("paired", "wilcoxon") and given.get("-r", "") in ("", "[]")
        self.read_sets(given)
        self.pairs_in_order &= not self.spread	# there a record is a pair
        self.read_units(given)
        if twice(self.items) or twice(self.keys):
            raise Trouble("a column given twice")
        tags = [item.column.kind == "tag" for item in self.items]
        if any(tags) and not all(tags):
            raise Trouble("tags and other columns")
        self.tagged = any(tags)
        self.nmeasures = len(self.units or self.items)
        if self.nmeasures > 14 or len(self.keys) > 14:
            raise Trouble("too many columns")
        self.json_possible = not ("-d" in given or self.units or self.tagged or (self.typed or "").startswith("~"))

    def read_sets(self, given):
        self.spread = False		# -b a,b: each column is a set
        name, labels = labels_of(given.get("-b") or "")
        if len(split_list(name)) > 1:
            self.items = [Item(item) for item in split_list(name)]
            if labels or self.typed or "-u" in given or any(item.column.kind not in ("number", "name") or item.column.regex for item in self.items):
                raise Trouble("-b lists columns: no labels, tags, expressions, -C or -u")
            for item in self.items:
                item.splits = []
            self.spread = rule("-b with columns")
            self.typed = name
            return
        if name:
            self.set, self.wanted = Column(name), labels
        self.items = [Item(item) for item in split_list(self.typed if self.typed is not None else "1")]

    def read_units(self, given):
        self.units, self.every_unit = None, False
        asked = [None] * len(self.items)
        if "-u" in given:
            units = [unit[1:] if unit[:1] == "+" and len(unit) > 1 else unit for unit in given["-u"].split(",")]
            if any(not unit or unit[-1] in ":=" or "~" in unit for unit in units) or "*" in units and (len(units) > 1 or self.typed) \
                    or not self.typed and len({same_but_for_time(unit) for unit in units}) < len(units):
                raise Trouble("-u: an empty unit, a tag, or one twice")
            if not self.typed:
                self.units, self.every_unit, self.items = units, units == ["*"], []
            elif len(units) in (1, len(asked)):
                asked = units * (len(asked) // len(units))
            else:
                raise Trouble("-u: one unit, or one for each column")
        self.kinds = [Kind(unit) for unit in asked]
        for kind in self.kinds if self.spread else ():
            kind.owner = self.kinds[0]

    def names(self):
        """The columns that name rows, sets and runs."""
        return [*self.keys, *[column for column in (self.set, self.run) if column]]

    def excludes(self, text):
        return not all(regex.search(text) for regex in self.include) or any(regex.search(text) for regex in self.exclude)

    def fails(self, text):
        return any(regex.search(text) for regex in self.failed)


# What all records go through

class Intake:
    """Gives each value its row, set and run."""

    def __init__(self, options):
        self.options = options
        self.values = {}	# by measure, key and set
        self.rows, self.sets = [], [item.typed for item in options.items] if options.spread else []
        self.runs = {}		# by file, key, set and run, in order of first appearance: values by measure
        self.left_out = self.left_out_above = 0		# of these, above a header
        self.counts = set()	# the measures that have values in this file
        self.width = None	# fields of the first record of the first file
        self.tail = 0	# tabs at its end
        self.brackets = {}	# by column: what the header has in brackets behind its name
        self.every_unit = None	# that -u '*' found
        self.unit_kinds = collections.defaultdict(Kind)		# by measure of -u
        self.operands = self.new_operands()
        self.numbers = []	# of the operands, each in its set

    def new_operands(self):
        """By measure: the kinds of a and b in a/b and a-b."""
        return [(Kind(kind.asked), Kind(kind.asked)) for kind in self.options.kinds]

    def place(self, label, key, run, cut=False):
        """(set, key, run), or None if the record does not have all of them; cut: by -b."""
        options = self.options
        if options.set is None:
            label = self.set_of_file
        if not label or options.keys and not any(key) and not cut or (options.run or options.array_is_run) and not run:
            rule("left out: no key, set or run")
            return None
        return label, tuple(part or "" for part in key), run

    def is_unlisted(self, label):
        return rule("set that -b does not list", bool(self.options.wanted and label and label not in self.options.wanted))

    def leave_out(self, why):
        rule("left out: " + why)
        self.left_out += 1

    def take(self, where, index, value):
        label, key, run = where
        self.counts.add(index)
        if self.options.spread:
            label, index = self.options.items[index].typed, 0
        if key not in self.rows:
            self.rows.append(key)
        if label not in self.sets:
            self.sets.append(label)
        if run is None:
            self.values.setdefault((index, key, label), []).append(value)
        else:
            self.runs.setdefault((self.position, key, label, run), {}).setdefault(index, []).append(value)

    def end_file(self, nmeasures):
        if len(self.counts) < nmeasures and not (self.options.every_unit and self.counts):
            raise Trouble(f"{self.path}: no values of some measure")
        self.counts = set()

    def average_runs(self):
        runs = [(key, label, measures) for (_, key, label, _), measures in self.runs.items()]
        if self.options.paired:
            runs, named = [], {}	# all of a name are together
            for (position, key, label, run), measures in self.runs.items():
                name = self.numbers[position] if self.options.pairs_files else run
                named.setdefault((key, name), []).append((key, label, measures))
            for found in named.values():	# a measure needs as many of them in each set
                counts = collections.Counter((index, label) for _, label, measures in found for index in measures)
                lonely = {index for index, _ in counts if len({counts[index, label] for label in self.sets}) > 1}
                runs += [(key, label, {index: numbers for index, numbers in measures.items() if index not in lonely})
                         for key, label, measures in found]
                if lonely:
                    self.leave_out("a run without its pair")
        for key, label, measures in runs:
            for index, numbers in measures.items():
                mean = sum(map(fractions.Fraction, numbers)) / len(numbers)
                self.values.setdefault((index, key, label), []).append(float(mean))

    def end(self):
        if self.options.wanted is not None:
            if set(self.options.wanted) != set(self.sets):
                raise Trouble("no values are labelled as -b asks")
            self.sets = self.options.wanted
        if self.options.pairs_in_order and self.left_out > self.left_out_above:
            rule("pairs in order need all records")
            raise Trouble("pairs in order, but records were left out")
        self.average_runs()
        order = sorted(self.values, key=lambda place: (place[0], self.rows.index(place[1]), self.sets.index(place[2])))
        return Reading([(*place, self.values[place]) for place in order], self.left_out)


def combine(operator, above, below):
    """The quotient or difference of two doubles."""
    if operator == "/" and below == 0:
        raise Infinite("a quotient is not finite")
    result = above / below if operator == "/" else above - below
    if not math.isfinite(result):
        raise Infinite("a result is not finite")
    return rule("quotient" if operator == "/" else "difference") and result


def two_values(kinds, operator, above, below, kind):
    """The result of an operation; kinds: a Kind for each of its operands."""
    for value in above, below:
        if value[1] not in ("", TIME):
            raise Unlike("an operand has a unit")
    if above[1] != below[1]:
        raise Unlike("a time and a bare number")
    words = [kind.latest or "" for kind in kinds]
    if above[1] == "" and differ_in_scale(*words):
        raise Unlike("the words behind the operands differ")
    return combine(operator, kinds[0].double(above), kinds[1].double(below))


def second_of(texts):
    """The second operand; the first is a value even if this is none."""
    try:
        return texts[1]()
    except Trouble as trouble:
        raise Unlike(str(trouble))


# Text



ESCAPE = r"\x1b\[[ -?]*[@-\x7f]?"	# be it cut off


def shown(line):
    """A line as a terminal shows it."""
    plain = re.sub(ESCAPE, "", line)
    rule("escape sequence", plain != line)
    plain = plain.rstrip(SPACE)
    rule("carriage return", "\r" in plain)
    return plain.rpartition("\r")[2]


def cuts_at_blanks(delimiters):
    return delimiters is None or " " in delimiters


def cut(line, delimiters, comments=True, bars=False):
    """The fields of a line; comments: a field that begins with # ends a line between blanks.

    bars: a | at both ends makes no field.
    """
    if cuts_at_blanks(delimiters):
        fields = [field for field in re.split("[" + re.escape(delimiters or " \t") + "]+", line) if field]
        ends = [i for i, field in enumerate(fields) if field.startswith("#")] if comments else []
        return fields[:ends[0]] if ends else fields
    fields, at = [], 0
    blanks = "".join(c for c in " \t" if c not in delimiters)
    if bars and (inner := re.fullmatch(r"[ \t]*\|(.*)\|", line)):
        line = rule("bars at both ends") and inner[1]
    while True:
        while at < len(line) and line[at] in blanks:
            at += 1
        if line[at:at + 1] == '"':
            found = re.compile(r'"((?:[^"]|"")*)"[%s]*' % blanks).match(line, at)
            if not found or found.end() < len(line) and line[found.end()] not in delimiters:
                raise Trouble("quotes")
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


def find_tags(name, line, delimiters):
    """(field, all behind the tag) of each place of a tag in a line."""
    cuts = re.escape((delimiters or "") + " \t")
    behind = re.escape(name) + "[ \t]*" if name[-1] in ":=" else re.escape(name) + r"(?=[%s(\[{:=]|\Z)[ \t]*[:=]?[ \t]*" % cuts
    bound = re.escape(name[:-1] if name[-1] == "=" else name) + "(?=[<>][0-9])"
    tag = re.compile(r"(?:\A|(?<=[%s(\[{]))(?:%s|%s)" % (cuts, bound, behind))
    for found in tag.finditer(line):
        rest = line[found.end():]
        field = re.match(r'(?:(["\'])(?:(?!\1).)*\1(?=[%s,;:.)\]}"\']|\Z))?[^%s]*' % (cuts, cuts), rest, re.DOTALL)[0]
        field = re.sub(r"[,;:)\]}]+\Z", "", field)
        quoted = re.fullmatch(r'(["\'])((?:(?!\1).)*)\1', field, re.DOTALL)
        yield quoted[2] if quoted else field, rest


def tagged_value(field, rest, delimiters):
    """The text of a tag's value, with the parts of a duration, and the word behind it."""
    if rest.startswith((f'"{field}"', f"'{field}'")):
        return rule("quoted field of a tag") and field, ""
    cuts = re.escape((delimiters or "") + " \t")
    cell = rest if cuts_at_blanks(delimiters) else re.split("[" + re.escape(delimiters) + "]", rest)[0]
    opening = re.match(r"[(\[{\"']?", cell).end()
    found = scan_duration(cell[opening:])
    ends = opening + found[1] if found else 0
    if found and (ends > len(field) or re.match(r"[,;:.)\]}\"']*(?:[%s]|\Z)" % cuts, cell[ends:])):
        return cell[opening:ends], ""
    words = cell.split()
    word = words[1].rstrip(CLOSERS) if len(words) > 1 and words[0].startswith(field) else ""
    number = re.fullmatch(f"({NUMBER})[)\\]}}\"']*", field[opening:])
    if words and words[0] == field and number and is_time(word):
        return number[1] + word, ""
    return field, word


def find_unit(fields, unit, joined, others):
    """The value before a unit of -u in a line, and the other prefix of an earlier number; NOTHING; or MISSING.

    joined: a duration that begins with minutes or hours goes on in the next field;
    others: an amount in another prefix is no error if it is one of these units.
    """
    factors = convertible(unit)
    bare = is_time(unit)
    result = NOTHING
    foreign = None
    for i, field in enumerate(fields):
        if re.match(DEVIATION + ".", field) or joined and i and re.fullmatch(DEVIATION, fields[i - 1]) and re.match(f"{NUMBER}|[0-9.]", field):
            rule("-u: a deviation is no value")
            continue
        inner = re.sub(r"\A[(\[{\"']", "", field)
        after = fields[i + 1] if i + 1 < len(fields) else ""
        if joined and re.match("min: *[-+]?[.,]*[0-9]", " ".join([after, *fields[i + 2:]])):
            after = rule("min: before a number is a name") and ""
        deviation = joined and re.fullmatch(f"(?:{NUMBER})[)\\]}}\"']*", inner) and re.match(f"{DEVIATION}(?:{NUMBER})?[)\\]}}\"']*[ \t]*([^ \t]+)", " ".join(fields[i + 1:]))
        if deviation:
            after = deviation[1]
        if bare:
            rest = " ".join([inner, *fields[i + 1:]])
            part = PART.match(rest.lstrip("+-"))
            if not joined or not part:
                rest = inner
            found = scan_duration(rest)
            if found and re.match(r"[,;:.!)\]}\"'|*_`>]*( |\Z)", rest[found[1]:]) and (
                    joined or not re.search("[ \t]", rest[:found[1]]) or not rest[found[1]:].lstrip(BEHIND_UNITS)):	# in a cell, only that follows 5 ms
                rule("-u: duration of several fields", " " in rest[:found[1]])
                return in_unit(found[0], unit), unit, foreign
            if found and joined and " " in rest[:found[1]] and found[2] > 1 and part["unit"] not in LETTERS:
                raise Trouble("a time goes on")
        stuck = re.fullmatch(r"(.*?[0-9.,])[ \t]*((?![0-9.,])[^\s0-9]+)", inner)
        deviation = re.fullmatch(f"({NUMBER})(?:{DEVIATION})(?:{NUMBER})?([^\\s0-9]+)", inner)
        stuck = deviation or stuck
        if unit in LETTERS:
            rest = " ".join([inner, *fields[i + 1:]]) if joined else inner
            first = re.match(f"{NUMBER}[ \t]*{unit}(?![A-Za-z%/\x80-\xff])", rest)
            whole = scan_duration(rest)
            if first and whole and whole[1] > first.end():
                rule("-u: the first part of a time")
                raise Part("the first part of a time")
        for other, factor in factors.items():
            if stuck and other in (stuck[2], stuck[2].rstrip(CLOSERS), stuck[2].rstrip(BEHIND_UNITS)):
                if (number := unit_number(stuck[1], bare, other)) is not None:
                    return amount(number[0], factor, other, unit), number[1] or unit, foreign
                if re.fullmatch("[<>~]?[-+]?[0-9.,]*[0-9][0-9.,]*(:[0-9]{2}[0-9.,]*)*", stuck[1]):
                    raise Trouble(f"{stuck[1]!r} is no number")
            if after and other in (after, after.rstrip(CLOSERS), after.rstrip(BEHIND_UNITS)):
                if (number := unit_number(inner.rstrip(")]}\"'"), bare, other)) is not None:
                    rule("-u: converted", factor != 1)
                    return amount(number[0], factor, other, unit), number[1] or unit, foreign
                if inner.rstrip(CLOSERS + "\"'").lower().lstrip("+-") in NONE or not re.match("[A-Za-z]", inner) and not re.search("[0-9]", inner):
                    result = MISSING
                elif not re.match("[A-Za-z]", inner):
                    rule("-u: what is before the unit is no number")
                    raise Trouble(f"{inner!r} before a unit")
        for other in factors:
            glued = re.match(r"[^A-Za-z]*[0-9]", inner)
            none = re.match("[-+]?(?i:%s)(?=%s)" % ("|".join(NONE), re.escape(other)), inner)
            if (glued or none) and re.split("[,|+]", inner[(glued or none).end():])[0].rstrip(BEHIND_UNITS) == other:
                if glued:
                    rule("-u: a unit is stuck to what is no number")
                    raise Trouble(f"{inner!r} is no number")
                if inner.lower() not in ("nulls", "nones"):
                    rule("-u: a unit is stuck to a word that says none")
                    result = MISSING
        number, name = (stuck[1], stuck[2]) if stuck else (inner.rstrip(")]}\"'"), after)
        behind = fields[i + (1 if stuck else 2):][:1]
        behind = behind[0].rstrip(BEHIND_UNITS) if behind and joined else ""
        name = name.rstrip(BEHIND_UNITS)
        scales = (other_prefixes(unit) | like_rates(unit)) - set(others) - set(factors) if set(factors.values()) == {1} and others else set()
        if others and behind == unit and name in ALONE and name not in others:	# 5 k iops
            scales.add(name)
        if name in scales and re.fullmatch(f"{GROUPED}|{NUMBER}|[-+]?[0-9.,]*[0-9][0-9.,]*", number):
            foreign = name
    if foreign and result is NOTHING:
        rule("-u: another prefix")
        raise Trouble(f"{foreign}, not {unit}")
    return result


def amount(number, factor, other, unit):
    """A number of one unit in another that it is converted to."""
    return in_unit(number * SECONDS[other], unit) if is_time(unit) and is_time(other) and other != unit else number * factor


def unit_number(text, bare, unit):
    """What is before a unit, with its unit if that is a time; None: no number."""
    if re.fullmatch(f"{GROUPED}|{NUMBER}" if not bare else NUMBER, text) and "x" not in text.lower():
        rule("-u: digits in threes", "," in text)
        return exact(text), ""
    if (unit == "s" or convertible(unit) == {unit: 1}) and (found := scan_clock(text)):
        return found[0], "" if unit == "s" else TIME
    return None


class Heading:
    """What a tag or expression found in the lines above."""

    def __init__(self):
        self.text = None
        self.pending = self.first_lacks = self.failed = False
        self.is_seen = False	# in a line that is no heading
        self.is_beside = False	# and in one that has a value


class TextReader:
    def __init__(self, options, intake, text):
        self.options, self.intake = options, intake
        self.lines = [shown(line) for line in text.split("\n")]
        plain = [re.sub(ESCAPE, "", line) for line in text.split("\n")]
        self.tails = [re.match(r"[ \t]*", line[len(line.rstrip(SPACE)):])[0].count("\t") for line in plain]
        self.tail = 0
        self.delimiters, self.bars = options.delimiters, False
        self.names = None
        self.finder = True	# in names_are_tags
        self.tags = self.names_are_tags()
        self.tagged = self.tags or options.tagged
        self.finder = bool(options.units) or all(self.is_tag(item.column) or item.column.regex for item in options.items)
        self.headings = {column.typed: Heading() for column in options.names() if self.is_tag(column) or column.kind == "line"}
        self.needs_header = any(column.kind == "name" and not self.tags for column in options.names()) or any(
            not item.by_number() and item.column.kind == "name" and not self.tags for item in options.items)
        self.found = self.find_places(None)
        self.width = None
        self.units = options.units

    def is_tag(self, column):
        return column.kind == "tag" or column.kind == "name" and self.tags

    # Headers

    def names_are_tags(self):
        """Whether the names without : and = are tags."""
        options = self.options
        if options.tagged or options.spread or not options.items:
            return options.tagged
        first = options.items[0].column
        if first.kind != "name" or options.items[0].by_number():
            return False
        self.tags = False
        for line in self.lines:
            prose = self.delimiters == "|" and "|" not in line	# it may have any quotes
            names = cut(line, self.delimiters, False) if options.items[0].splits and first.typed not in line.split() and not prose else []
            if any(above.typed in names and below.typed in names for above, _, below in options.items[0].splits):
                return False
        for i, line in enumerate(self.lines):
            places = list(find_tags(first.name, line, self.delimiters)) if not self.is_comment(line) else []
            if not places:
                continue
            behind = [text for text in (tagged_value(*place, self.delimiters)[0] for place in places) if re.match(r"[(\[{\"']?[<>~]?[-+]?[.,]*[0-9]|[-+]?(?i:n/a|nan|inf|infinity|null|none|undefined)\Z", text)]
            if not behind:
                return False
            fields = cut(line, self.delimiters)
            self.refuse_unit(fields, first.name)
            at = fields.index(first.name) if first.name in fields else len(fields)
            if fields[at + 2:] and is_time(fields[at + 2].rstrip(BEHIND_UNITS)) and is_value(fields[at + 1], clock=True, blank=True):
                return rule("bare word as a tag: a time is behind it", True)
            other = next((other for other in self.lines[i + 1:] if other and not self.is_comment(other) and not is_rule(other)), "")
            after = cut(other, self.delimiters)
            place = fields.index(first.name) if first.name in fields else len(after)
            after_tags = list(find_tags(first.name, other, self.delimiters))
            listed = is_value(first.name, clock=True) and behind[0][-1] != first.name[-1]	# 50% in a list
            return rule("bare word as a tag", after_tags != [] or listed or len(after) < place + 2 or not all(is_value(text, clock=True, blank=True) for text in after[place:place + 2]))
        return False

    def refuse_unit(self, fields, name):
        """A name behind its value is no tag: 361.8 ns/op 208 B/op, or 0.01 real 0.02 user 0.00 sys."""
        i = fields.index(name) if name in fields else 0
        if i == 0 or i + 2 >= len(fields) or not is_value(fields[i - 1], loose=True, clock=True):
            return
        pairs = list(zip(fields[::2], fields[1::2]))
        paired = len(fields) >= 6 and len(fields) % 2 == 0 and all(
            re.fullmatch(r"[-+]?[0-9,]*\.[0-9.,]*([eE][-+]?[0-9]+)?", number) and not re.match("[-+.,]*[0-9]", word) and word not in SECONDS
            for number, word in pairs)
        if "/" in name and ("/" in fields[i + 2] or fields[i + 2][:1] == "%") or rule("pairs of a number and a name", paired):
            rule("a bare name behind its value")
            raise Trouble("the name is behind its value")

    def place(self, column, names):
        """(where, name, regex), or None: it is not among the names.  Where: an index, or path, line, tag."""
        if column.number:
            return column.number - 1, None, column.regex
        if column.kind in ("path", "line") or self.is_tag(column):
            return "tag" if self.is_tag(column) else column.kind, column.name, column.regex
        for name, regex in (column.typed, None), (column.name, column.regex):
            if name in (names or []):
                return names.index(name), "", regex
            fitting = [(i, found[1]) for i, cell in enumerate(names or [])
                       if (found := re.fullmatch(r"%s[ \t]*([(\[].*[)\]])" % re.escape(name), cell))]
            if len(fitting) == 1:
                return *fitting[0], regex
        return None

    def place_item(self, item, names):
        """[place], or [above, operator, below]; None: it is not among the names."""
        for column in item.plus, item.column:
            if column and column.kind == "name" and not self.tags and names and column.typed in names:
                return [(names.index(column.typed), "", None)]
            place = self.place(column, names) if column is item.plus and column and column.kind == "name" and not self.tags else None
            if place and not place[2]:	# but for what is in brackets
                return [place]
        if item.splits and not self.tags and not item.column.typed in (names or []):
            for above, operator, below in item.splits:
                places = [self.place(above, names), operator, self.place(below, names)]
                if None not in places:
                    return places
        place = self.place(item.column, names)
        return place and [place]

    def find_places(self, names):
        """Where all is that was asked for; None: not all names are there."""
        options = self.options
        found = {"items": [self.place_item(item, names) for item in options.items], "keys": [self.place(column, names) for column in options.keys],
                 "set": options.set and self.place(options.set, names), "run": options.run and self.place(options.run, names)}
        complete = None not in found["items"] + found["keys"] and not (options.set and not found["set"]) and not (options.run and not found["run"])
        return found if complete else None

    def header(self, line):
        """Whether this line is the header."""
        comment = re.match("#[ \t]*", line)
        typed = self.options.delimiters
        for text in ([line[comment.end():]] if comment else []) + [line]:
            for delimiters in [typed] if typed else ["\t", ",", ";", "|", None]:
                if delimiters and not typed and delimiters not in text and not text.startswith('"'):
                    continue
                try:
                    names = cut(text, delimiters, not self.finder, delimiters == "|" and not typed)
                except Trouble:
                    continue
                found = self.find_places(names) if names else None
                if found and self.has_unnamed_value(text, delimiters, found):
                    return False
                if found:
                    self.found, self.names, self.delimiters = found, names, delimiters
                    self.bars = delimiters == "|" and not typed
                    rule("header in a comment", text != line)
                    rule(f"header cut at {delimiters or 'blanks'!r}")
                    return True
        return False

    def has_unnamed_value(self, text, delimiters, found):
        """Whether a line with all the names is a record: the values are not in columns by name, and it has one."""
        kept = self.found, self.delimiters, self.units
        first = self.options.items[0] if self.options.items else None
        if not self.options.units and (first is None or not first.by_number() and first.column.kind == "name" and not self.tags):
            return False
        named = [*found["keys"], found["set"], found["run"], *(place for places in found["items"] for place in places[::2])]
        if found["items"] and any(place and place[1] is not None and isinstance(place[0], int) and place[0] == found["items"][0][0][0] for place in named):
            return rule("a name that is a number") and False	# 99%
        if first and first.column.kind == "line" and (match := first.column.regex.search(text)):
            at = match.start(min(1, first.column.regex.groups))
            cells = [cut(text, delimiters, not self.finder, False)[place[0]] for place in named if place and place[1] is not None and isinstance(place[0], int)]
            if any(cell and text[at:].startswith(cell[:1]) and text.find(cell) == at for cell in cells):
                return False
        self.found, self.delimiters = found, delimiters
        try:
            return self.has_value(text, parts=True)
        finally:
            self.found, self.delimiters, self.units = kept

    def check_brackets(self):
        """What is in brackets behind a name must be the same in all files."""
        columns = [*zip(self.options.keys, self.found["keys"]), (self.options.set, self.found["set"]), (self.options.run, self.found["run"])]
        columns += [(item.column, place) for item, places in zip(self.options.items, self.found["items"]) for place in places[::2]]
        together = [places[::2] for places in self.found["items"] if len(places) == 3 and places[1] == "-"]
        if self.options.spread:
            together.append([places[0] for places in self.found["items"]])
        for places in together:
            brackets = {bracket[0] for place in places if place[1] is not None and (bracket := re.search(r"[(\[](.*)[)\]]\Z", self.names[place[0]]))
                        and bracket[1].rstrip(")]")}
            if len(brackets) > 1:
                rule("units in brackets differ")
                raise Trouble("columns with two units")
        for i, (_, place) in enumerate(columns):
            if place and place[1] is not None and isinstance(place[0], int):
                rule("name without its bracket", place[1])
                if self.intake.brackets.setdefault(i, place[1]) != place[1]:
                    raise Trouble("brackets differ")

    # Lines

    def is_comment(self, line):
        if not self.finder and cuts_at_blanks(self.delimiters):
            return not cut(line, self.delimiters)
        return line == "#" or line.startswith("# ")

    def fields(self, line):
        return cut(line, self.delimiters, not self.finder, self.bars)

    def searched(self, line):
        """A line without the comment at its end, if there may be one."""
        if self.finder or not cuts_at_blanks(self.delimiters):
            return line
        return re.split("(?:^|(?<=[%s]))#" % re.escape(self.delimiters or " \t"), line)[0]

    def read(self):
        """Returns how many measures there are."""
        at = None
        if self.needs_header:
            at = next((i for i, line in enumerate(self.lines) if self.header(line)), None)
            if at is None:
                raise Trouble("no header")
            self.names_tail = self.tails[at] if self.delimiters and "\t" in self.delimiters and " " not in self.delimiters else 0
            self.check_brackets()
            header = without_clock(self.lines[at])
            self.indent = len(header) - len(header.lstrip(" \t"))
        if self.options.every_unit:
            self.units = self.units_of_block(at)
        for i, line in enumerate(self.lines):
            try:
                self.tail = self.tails[i]
                if i != at and line.strip((self.delimiters or "") + " \t"):
                    copy = at is not None and words_of(without_clock(line)) == words_of(without_clock(self.lines[at]))
                    rule("header with another time", copy and line != self.lines[at])
                    rule("later copy of the header", copy and i > at)
                    if not copy:
                        self.line(line, at is not None and i < at, at is not None and i == at + 1)
            except Trouble as trouble:
                trouble.line = i + 1
                raise
        if any(heading.pending and heading.first_lacks and not heading.is_beside for heading in self.headings.values()):
            rule("names after their values")
            raise Trouble("names after their values")
        return len(self.units or self.options.items)

    def units_of_block(self, at):
        """The units that -u '*' takes."""
        if self.intake.every_unit is None:
            units = {}
            for line in self.lines[0 if at is None else at + 1:]:
                if line and not self.is_comment(line) and not is_rule(line) and not self.options.excludes(line) and not self.options.fails(line):
                    fields = self.fields(line)
                    for i, field in enumerate(fields):
                        after = (fields[i + 1:] or [""])[0]
                        if deviation := re.match(f"{DEVIATION}(?:{NUMBER})?[)\\]}}\"']*[ \t]*([^ \t]+)", " ".join(fields[i + 1:])):
                            after = deviation[1]
                        found = re.match(f"[(\\[{{\"']?({GROUPED}|{NUMBER})(?:[ \t]*({UNIT})[{re.escape(BEHIND_UNITS)}]*|[)\\]}}\"']*)\\Z", field)
                        unit = found and (found[2] or re.match(UNIT, after) and after.rstrip(BEHIND_UNITS))
                        if unit and "," not in unit and unit.lower().lstrip("+-") not in NONE:	# -u could not name it
                            units.setdefault(same_but_for_time(unit), unit)
            if not 0 < len(units) <= 14:
                raise Trouble("-u '*': no unit, or too many")
            rule("-u '*'")
            self.intake.every_unit = list(units.values())
        return self.intake.every_unit

    def line(self, line, above, below):
        """Takes a line; above: it is above the header; below: right below."""
        options, intake = self.options, self.intake
        texts = error = None
        comment, ruled = self.is_comment(line), is_rule(line, below)
        try:
            if not comment and not ruled:
                self.fields(line)	# its quotes are asked, whatever it is
            texts = self.texts(line) if not comment and not ruled and not above or self.finder else None
        except Trouble as trouble:
            if str(trouble) == "quotes" and not (self.delimiters == "|" and "|" not in line):
                if above:
                    return
                raise
            error = trouble
        if not (ruled and not comment) and self.is_heading(line, texts, error):
            return
        if comment or rule("a rule", ruled):
            return
        if options.excludes(line):
            rule("-e or -x", True)
            return
        if self.delimiters == "|" and "|" not in line and not options.fails(line):
            rule("no bar in the line")
            return
        for column in options.names():
            if column.typed in self.headings and self.has_own(column, line):
                self.headings[column.typed].is_seen = True
                self.headings[column.typed].is_beside |= self.has_value(line)
        label, rest = (None, "") if str(error) == "quotes" else self.named(options.set, self.found["set"], line)
        has_value = error or not self.finder or any(text is not NOTHING for text in texts)
        by_field = options.set and options.set.kind not in ("line", "path") and options.set.typed not in self.headings
        if intake.is_unlisted(label) and not (by_field and options.fails(line) and not self.has_value(line)):
            return
        if self.is_below_failure(line):
            rule("below a heading that failed", True)
        elif above and not options.fails(line):
            if self.has_value(line):
                intake.leave_out("above the header")
                intake.left_out_above += 1
        elif options.fails(line):
            intake.leave_out("failed")
            for heading in self.headings.values() if has_value else ():
                heading.pending = False
        elif has_value:
            self.record(line, texts, error, label, rest)

    def has_value(self, line, parts=False):
        """Whether it would have a value, in whatever unit, if it were no line above the header; or a part of one."""
        options, intake = self.options, self.intake
        kept = options.kinds, intake.unit_kinds, intake.operands
        options.kinds, intake.unit_kinds, intake.operands = [Kind() for _ in kept[0]], collections.defaultdict(Kind), intake.new_operands()
        try:
            return any(gives_value(text, parts) for text in self.texts(line))
        except FirstPart:
            return True
        except Part:
            return parts
        except Infinite:	# or Unlike
            return True
        except Trouble:
            return False
        finally:
            options.kinds, intake.unit_kinds, intake.operands = kept

    def is_heading(self, line, texts, error):
        """Keeps what the line says about the records below it, if it is a heading."""
        if self.finder and (error or any(text is not NOTHING for text in texts or [])):
            return False
        is_heading = False
        for column in self.options.names():
            heading = self.headings.get(column.typed)
            text = None
            if heading and column.kind == "line":
                text = column.find(line)[0] if self.finder else None
            elif heading and line.lstrip(SPACE).startswith(column.name):
                _, rest = next(find_tags(column.name, line.lstrip(SPACE), None), ("", ""))
                rest = rest.strip(SPACE)
                begins = re.match(re.escape(column.name) + ("" if column.name[-1] in ":=" else r"(?=[ \t(\[{:=]|\Z)"), line.lstrip(SPACE))
                text = rest if begins else None
            if text is not None:
                rule("heading by expression" if column.kind == "line" else "heading by tag")
                heading.text, heading.pending, is_heading = text, True, True
                heading.failed = self.options.fails(line)
        if is_heading and self.options.fails(line):
            set_of_it = self.named(self.options.set, self.found["set"], line)[0] if self.options.set and self.options.set.typed in self.headings else None
            if not self.intake.is_unlisted(set_of_it):
                self.intake.leave_out("failed")
        return is_heading

    def has_own(self, column, line):
        """Whether a line has the tag, or a match of the expression."""
        if column.kind == "line":
            return column.find(self.searched(line))[0] is not None
        return any(True for _ in find_tags(column.name, self.searched(line), self.delimiters))

    def is_below_failure(self, line):
        """Whether it takes a name from a heading that -X matches."""
        for column in self.options.names():
            heading = self.headings.get(column.typed)
            if heading and heading.failed and not self.has_own(column, line):
                return True
        return False

    def named(self, column, place, line):
        """The text of a key, set or run, and what is left without it."""
        if column is None:
            return None, None
        where, name, regex = place
        heading = self.headings.get(column.typed)
        if where == "line":
            text, rest = column.part(self.searched(line))
            return (heading.text, heading.text) if text is None else (text, rest)
        if where == "tag":
            found = next(find_tags(name, self.searched(line), self.delimiters), None)
            text = found[0] if found else heading.text
        elif where == "path":
            text = self.intake.path
        else:
            fields = self.fields(line)
            text = fields[where] if where < len(fields) else None
        return column.part(text) if regex else (text, text)

    def record(self, line, texts, error, label, rest):
        options, found, intake = self.options, self.found, self.intake
        for column in options.names():
            heading = self.headings.get(column.typed)
            if heading:
                if heading.pending is False and heading.text is None and not heading.is_seen and not self.width:
                    heading.first_lacks = True
                heading.pending = False
        if not self.count_fields(line):
            return
        run = self.named(options.run, found["run"], line)[0]
        key, cut_key = [], False
        for column, place in zip(options.keys, found["keys"]):
            text, _ = self.named(column, place, line)
            if options.set and label and found["set"][2] and not place[2] and place[0] == found["set"][0] and (place[0] != "tag" or place[1] == found["set"][1]):
                text, cut_key = rule("key cut by -b") and rest, True
            key.append(text)
        where = intake.place(label, key, run, cut_key)
        if where is None:
            intake.left_out += 1
            return
        if error:
            raise error
        if MISSING in texts:
            intake.leave_out("the value is missing")
            return
        for kind in (*options.kinds, *(kind for pair in intake.operands for kind in pair)):
            kind.names = [(name, self.from_end(column, line)) for column, name in zip([options.set, options.run, *options.keys], [label, run, *key])]
        for index, text in enumerate(texts):
            if text is not NOTHING:
                intake.take(where, index, text())

    def from_end(self, column, line):
        """How far from the end of a line the match of an expression or a field by number begins; None: it may be anywhere."""
        if column is not None and column.kind == "number" and cuts_at_blanks(self.delimiters):
            fields = list(re.finditer("[^%s]+" % re.escape(self.delimiters or " \t"), line))
            if column.number > len(fields):
                return -1
            field = fields[column.number - 1]
            found = column.regex.search(field[0]) if column.regex else None
            return len(line) - field.start() - (found.start(min(1, column.regex.groups)) if found else 0)
        if column is None or column.kind != "line":
            return None
        text = self.searched(line)
        found = column.regex.search(text)
        return len(text) - found.start(min(1, column.regex.groups)) if found else -1

    def count_fields(self, line):
        """Counts the fields of a record; False: it is left out."""
        blanks = cuts_at_blanks(self.delimiters)
        first = self.width is None
        width = len(self.fields(line))
        tail = self.tail if not blanks and "\t" in self.delimiters else 0	# tabs at the end: empty cells, or none
        if first:
            self.width = width
            if blanks and self.names and width > len(self.names):
                field = self.fields(line)[0]
                if rule("a column without a name", line.index(field) + len(field) < self.indent):
                    raise Trouble("a column without a name")
        if not blanks and not self.names and self.intake.width is None:
            self.intake.width, self.intake.tail = width, tail
        expected = len(self.names) if self.names and not blanks else self.width if self.names else self.intake.width if not blanks else 0
        more = self.names_tail if self.names else self.intake.tail
        if width > expected + more and not blanks and self.delimiters in ",;\t|":
            rule("more fields")
            raise Trouble(f"{width} fields, but the others have {expected}")
        if width < expected:
            width += rule("empty cells at the end", tail)
        if width < expected:
            self.intake.leave_out("fewer fields")
            return False
        return True

    def texts(self, line):
        """For each measure NOTHING, MISSING, or what gives the value."""
        if self.units:
            fields = self.fields(line)
            others = [] if self.options.every_unit else self.units
            found = [self.find_unit(fields, unit, others) for unit in self.units]
            return [text if text in (NOTHING, MISSING) else lambda i=i, value=text: self.unit_value(i, value) for i, text in enumerate(found)]
        return [self.text_of(i, places, line) for i, places in enumerate(self.found["items"])]

    def find_unit(self, fields, unit, others):
        """The same as the function; what it raises counts if nothing is missing."""
        try:
            return find_unit(fields, unit, cuts_at_blanks(self.delimiters), others)
        except Trouble as trouble:
            return trouble

    def unit_value(self, i, value):
        if isinstance(value, Trouble):
            raise value
        kind = self.intake.unit_kinds[i]
        if kind.earlier is None:
            kind.earlier = bool(value[2])
        if kind.earlier != bool(value[2]):
            rule("-u: another prefix before some values")
            raise Trouble("another prefix before it, unlike the first")
        return kind.double(value[:2])

    def cell(self, place, line):
        """The text of a column, and the word behind it."""
        fields = self.fields(line)[place[0]:] + ["", ""]
        return fields[0], fields[1] if cuts_at_blanks(self.delimiters) else ""

    def text_of_column(self, kind, place, line, grouped=False):
        """MISSING, or what gives the number and unit of a column."""
        text, word = self.cell(place, line)

        def value():
            result = value_of(text.rstrip(" \t"), clock=place[1] is not None, blank=not cuts_at_blanks(self.delimiters), grouped=grouped)
            rest = " ".join(self.fields(line)[place[0]:])
            part = PART.match(rest.lstrip("+-"))
            if cuts_at_blanks(self.delimiters) and part and SECONDS[part["unit"]] >= 60:
                whole, signs = scan_duration(rest), len(rest) - len(rest.lstrip("+-"))
                if rule("a time goes on in the next column", whole and whole[1] > max(len(text), signs + part.end())):
                    raise FirstPart("the first part of a time")
            return see(kind, result, word)
        return value if text else MISSING

    def text_of(self, i, places, line):
        options, kind, item = self.options, self.options.kinds[i], self.options.items[i]
        grouped = kind.asked is not None and not is_time(kind.asked)
        if len(places) == 3:
            kinds = self.intake.operands[i]
            texts = [self.text_of_column(operand, place, line) for operand, place in zip(kinds, places[::2])]
            return MISSING if MISSING in texts else lambda: two_values(kinds, places[1], texts[0](), second_of(texts), kind)
        where, name, regex = places[0]
        if where == "tag":
            return self.text_of_tag(i, name, regex, line, grouped)
        if where != "line" and not regex:
            value = self.text_of_column(kind, places[0], line, grouped)
            return MISSING if value is MISSING else lambda: kind.double(value())
        if where == "line":
            return matched_value(kind, item.column, line, self.delimiters, grouped)
        text, *others = self.fields(line)[places[0][0]:] or [""]
        behind = "".join(" " + other for other in others) if cuts_at_blanks(self.delimiters) else ""
        return matched_value(kind, item.column, text, "", grouped, behind)

    def text_of_tag(self, i, name, regex, line, grouped):
        column = self.options.items[i].column
        fields = [(field, *tagged_value(field, rest, self.delimiters)) for field, rest in find_tags(name, line, self.delimiters)]
        if not fields:
            return NOTHING
        how = {"loose": True, "clock": True, "grouped": grouped}
        if regex:
            places = [(field, rest if cuts_at_blanks(self.delimiters) else re.split("[" + re.escape(self.delimiters) + "]", rest)[0])
                      for field, rest in find_tags(name, line, self.delimiters)]
            parts = [(matched_value(self.options.kinds[i], column, field, "", grouped, rest.partition(field)[2] if field else ""), column.find(field)[0])
                     for field, rest in places]
            found = [part for part, _ in parts if part is not NOTHING]
            return next((part for part, text in parts if part is not NOTHING and (re.fullmatch("n/a|null|none", text or "", re.I) or has_number(text, **how))),
                        found[0] if found else NOTHING)
        good = [place for place in fields if re.fullmatch("n/a|null|none", place[0], re.I) or has_number(place[1], **how)]
        rule("a later place of the tag", good and good[0] is not fields[0])
        full = good or fields	# the first counts
        if not full[0][1]:
            return MISSING
        rule("value by tag")
        kind = self.options.kinds[i]
        return lambda: kind.double(see(kind, value_of(full[0][1], **how), full[0][2]))


def gives_value(text, parts=False):
    """Whether there is a value without any trouble, or only a part of one."""
    try:
        return text not in (NOTHING, MISSING) and text() is not None
    except (FirstPart, Infinite):
        return True
    except Part:
        return parts
    except Trouble:
        return False


def without_clock(line):
    """A line without the time of day that it may begin with."""
    clock = re.match("[0-9:]*", line)[0]
    return line[len(clock):].lstrip(" \t") if ":" in clock else line


def words_of(line):
    return re.findall(r"[^ \t]+", line)


def is_rule(line, below=True):
    """below: right below a header, where single dashes between bars are a rule"""
    marks = "[-=+|_~\u00e2]"	# a box: U+2500
    two = f"{marks}{marks}|[|]" if below else r"([-=+|_~])\1"
    return not re.search("[0-9A-Za-z,;\t]", line) and len(re.findall(marks, line)) >= 3 and re.search(f"{two}|\u00e2", line)


# JSON

class Object:
    """spans: where each member's value begins and ends"""

    def __init__(self, start):
        self.start, self.end, self.members, self.spans = start, start, [], []


class Scalar:
    """kind: n(umber), s(tring), w(ord: true, false), 0 (null), x (not finite), e(mpty array)"""

    def __init__(self, kind, text, at):
        self.kind, self.text, self.at = kind, text, at

    def is_missing(self):
        return self.kind in "0e" or (self.kind, self.text) == ("s", "")


class Parser:
    """RFC 8259, with NaN and the infinities, and # lines between values."""
    SPACE = re.compile(r"[ \t\n\r]*")
    BETWEEN = re.compile(r"(?:[ \t\n\r\v\f]|#[^\n]*)*")
    STRING = re.compile(r'"((?:[^"\\\x00-\x1f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*)"')
    NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?(?![0-9A-Za-z.+-])")
    WORD = re.compile(r"(true|false|null|NaN|-?Infinity)(?![0-9A-Za-z.+-])")
    KINDS = {"true": "w", "false": "w", "null": "0", "NaN": "x", "Infinity": "x", "-Infinity": "x"}

    def __init__(self, text):
        self.text, self.at = text, 0
        self.texts = []		# of the documents

    def documents(self):
        self.at = self.BETWEEN.match(self.text).end()
        while self.at < len(self.text):
            start = self.at
            document = self.value(0)
            self.texts.append(self.text[start:self.at])
            yield document
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
        first, start = self.skip(), self.at
        if first in ("{", "["):
            if depth == 500:
                raise Trouble("nested too deep")
            return self.object(depth) if first == "{" else [self.value(depth + 1) for _ in self.elements("]")]
        if first == '"':
            return Scalar("s", self.string(), start)
        found = self.NUMBER.match(self.text, self.at) or self.WORD.match(self.text, self.at)
        if not found:
            raise Trouble("not JSON")
        self.at = found.end()
        return Scalar(self.KINDS.get(found[0], "n"), found[0], start)

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

    def object(self, depth):
        result = Object(self.at)
        for _ in self.elements("}"):
            if self.skip() != '"':
                raise Trouble("not JSON: a name expected")
            name = self.string()
            if self.skip() != ":":
                raise Trouble("not JSON: a colon expected")
            self.at += 1
            self.skip()
            start = self.at
            result.members.append((name, self.value(depth + 1)))
            result.spans.append((start, self.at))
        result.end = self.at
        return result


# A scalar that may be a value, the names to it, and the objects and arrays around it.
Leaf = collections.namedtuple("Leaf", "scalar path around arrays")


def leaves(value, path=(), around=(), arrays=()):
    if isinstance(value, Object):
        for name, member in value.members:
            yield from leaves(member, path + (name,), around + (value,), arrays)
    elif value == []:
        yield Leaf(Scalar("e", "", 0), path, around, arrays + (value,))
    elif isinstance(value, list):
        for element in value:
            yield from leaves(element, path, around, arrays + (value,))
    else:
        yield Leaf(value, path, around, arrays)


def objects(value, path=(), around=()):
    """All objects: (path, around, object)."""
    if isinstance(value, Object):
        yield path, around, value
        for name, member in value.members:
            yield from objects(member, path + (name,), around + (value,))
    elif isinstance(value, list):
        for element in value:
            yield from objects(element, path, around)


def matches(path, typed, star):
    """How typed names a path: (2 whole or 1 its end, the place of the name at *), or None."""
    for start in range(len(path)):
        tail = path[start:]
        if not star:
            if ".".join(tail) == typed:
                return 2 if start == 0 else 1, None
            continue
        before, after = star
        for i in range(len(tail)):
            if ".".join(tail[:i]) == before and ".".join(tail[i + 1:]) == after and \
                    (before != "" or i == 0) and (after != "" or i == len(tail) - 1):
                return 2 if start == 0 else 1, start + i
    return None


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
        found = [(leaf, match) for leaf in every if (match := matches(leaf.path, typed, star))]
        held = {leaf.path for leaf, _ in found if not leaf.scalar.is_missing() or leaf.scalar.kind == "s"}
        found = [(leaf, match) for leaf, match in found if leaf.path in held]	# a path of nulls is none
        good = {leaf.path for leaf, _ in found if leaf.scalar.kind in "nx" or leaf.scalar.kind == "s" and (
            with_regex or is_value(leaf.scalar.text, loose=True, clock=True))}
        best = max(((leaf.path in good, match[0]) for leaf, match in found), default=None)
        found = [(leaf, match[1]) for leaf, match in found if (leaf.path in good, match[0]) == best]
        if found:
            if star is None and len({leaf.path for leaf, _ in found}) > 1:
                rule("several members have the name")
                raise Trouble(f"{typed} names several members")
            rule("* in a path", star)
            return found
    return []


def is_missing_member(found):
    """Whether these leaves are a member that is null or an empty string."""
    scalar = found[0].scalar
    return scalar.is_missing() and any(scalar is member for _, member in found[0].around[-1].members)


def is_empty_array(leaf):
    """Whether this leaf is a member that is an array without elements."""
    return leaf.scalar.kind == "e" and any(leaf.arrays[-1] is member for _, member in leaf.around[-1].members)


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


def has(value, name):
    """Whether a dotted name leads to something, be it null or in arrays."""
    if isinstance(value, list):
        return any(has(item, name) for item in value)
    return not name or any(has(member, name[len(other) + 1:]) for other, member in (value.members if isinstance(value, Object) else ())
                           if name == other or name.startswith(other + "."))


def at_end(value, name, valued=(), start=(), path=()):
    """{path: what it leads to} of the members below an object whose path ends with a name.

    start: the path of that object.  A member of an object on a path that has
    values inside names these, and is none.
    """
    result = {}
    for member, found in value.members:
        inner = path + (member,)
        if start + path not in valued and matches(inner, name, None) and not (isinstance(found, Scalar) and found.kind == "0"):
            result[inner] = found
        if isinstance(found, Object):
            result.update(at_end(found, name, valued, start, inner))
    return result


def spell(value):
    """The text of what names something: a scalar, or all that are in it with their paths."""
    if isinstance(value, Scalar):
        return value.text
    rule("object as a name" if isinstance(value, Object) else "array as a name")
    return ",".join(".".join(leaf.path) + "=" * bool(leaf.path) + leaf.scalar.text for leaf in leaves(value) if leaf.scalar.kind not in "0e")


def own(found, path, name):
    """What a name leads to in an object with this path, where the name may begin."""
    for start in range(len(path), -1, -1):
        before = "".join(part + "." for part in path[start:])
        if name.startswith(before) and name != before and (member := below(found, name[len(before):])) is not None:
            return member
    return None


def look_up(around, path, name, valued):
    """The text that a name has, and how deep it was found."""
    for depth in range(len(around) - 1, -1, -1):
        found = own(around[depth], path[:depth], name)
        if found is not None:
            while depth > 0 and own(around[depth - 1], path[:depth - 1], name) is found:
                depth -= 1
            return spell(found), depth
    for depth in range(len(around) - 1, -1, -1):
        found = at_end(around[depth], name, valued, path[:depth])
        if len(found) > 1:
            rule("several members at the end of a path")
            continue
        for member in found.values():
            rule("name at the end of a path")
            for outer in range(depth - 1, -1, -1):	# the outermost object that finds it names the record
                others = list(at_end(around[outer], name, valued, path[:outer]).values())
                if len(others) == 1 and others[0] is not member:
                    break
                if len(others) == 1:
                    depth = outer
            return spell(member), depth
    return None, -1


class JsonReader:
    def __init__(self, options, intake, text, lenient):
        self.options, self.intake, self.text, self.lenient = options, intake, text, lenient
        self.left = set()	# records left out
        self.asked = set()	# those whose -e, -x and -X were asked

    def read(self):
        options = self.options
        parser = Parser(self.text)
        self.documents = list(parser.documents())
        every, self.text_around = [], {}
        for document, text in zip(self.documents, parser.texts):
            for leaf in leaves(document):
                every.append(leaf)
                self.text_around[id(leaf)] = text
        if options.typed is None:
            chosen = [[(leaf, None, None, None) for leaf in every if not leaf.path]]
            if not options.array_is_run and any(len(leaf.arrays) > (2 if leaf.scalar.kind == "e" else 1) for leaf, *_ in chosen[0]):
                rule("arrays in arrays without -r []")
                raise Trouble("arrays in arrays")
        else:
            chosen = self.measures(every)
        if any(all(leaf.scalar.is_missing() for leaf, *_ in found) for found in chosen):
            raise Trouble("no member is what -C names")
        self.check_names(any(item[1] is not None for found in chosen for item in found))
        self.inside = {id(around) for found in chosen for leaf, *_ in found for around in leaf.around}
        self.valued = {leaf.path[:i] for found in chosen for leaf, *_ in found for i in range(len(leaf.around))}
        stands_for = {}
        if options.typed is not None:
            for index, found in enumerate(chosen):
                above = {leaf.path[:i] for leaf, *_ in found for i in range(len(leaf.path))}
                taken = {id(leaf) for others in chosen for leaf, *_ in others}
                for leaf in every:
                    if rule("null or another scalar in place of an object", leaf.path in above and id(leaf) not in taken):
                        missing = stands_for.setdefault(id(leaf), leaf._replace(scalar=Scalar("e", "", leaf.scalar.at)))
                        self.text_around[id(missing)] = self.text_around[id(leaf)]
                        found.append((missing, None, options.items[index], None))
        order = {id(leaf): place for place, leaf in enumerate(every)}
        order.update({id(missing): order[leaf] for leaf, missing in stands_for.items()})
        items = sorted(((order[id(item[0])], index, item) for index, found in enumerate(chosen) for item in found), key=lambda item: item[:2])
        lacking = self.find_lacking(chosen)
        troubles = []
        for _, index, item in items:
            if item[0].around and id(item[0].around[-1]) in lacking:
                continue
            try:
                self.record(index, *item)
            except Trouble as trouble:
                trouble.line = self.text.count("\n", 0, item[0].scalar.at) + 1 if item[0].scalar.at and trouble is not item[3] else None
                troubles.append(trouble)
        if troubles:
            troubles[0].others = tuple(trouble.line for trouble in troubles[1:])
            raise troubles[0]
        self.find_others([item[0] for _, _, item in items], {item[0].path[:item[1] + 1] for _, _, item in items if item[1] is not None})
        return len(chosen)

    def check_names(self, has_star):
        # Where a tool names nothing, what a known format asks for is not missing.
        self.nameless = self.lenient
        for column in self.options.names():
            if column.kind == "path" or column.name == "*" and has_star:
                self.nameless = False
                continue
            known = column.kind in ("name", "tag") and any(
                has(found, name) or at_end(found, name) for document in self.documents for _, _, found in objects(document)
                for name in (column.typed, column.name))
            if known and column in self.options.keys:
                self.nameless = False
            if not known and not (self.lenient and column in self.options.keys):
                raise Trouble(f"no object has {column.name}")

    def measures(self, every):
        """For each measure (leaf, place of *, item, (operator, other leaf)); all in order of the file."""
        result = []
        for item in self.options.items:
            found = []
            for column in filter(None, (item.plus, item.column)):
                found = found or [(leaf, star, None, None) for leaf, star in choose(every, column.typed)]
            for split in item.splits if not found else ():
                found = found or self.operations(every, item, *split)
            if not found and item.column.regex and item.column.kind == "name":
                found = [(leaf, star, item, None) for leaf, star in choose(every, item.column.name, True)]
            result.append(found)
        return result

    def operations(self, every, item, above, operator, below_it):
        if above.number or below_it.number:
            return []
        chosen = choose(every, above.name)
        beside = [leaf for leaf in every if leaf.path and leaf.path[-1] == below_it.name]
        found, done = [], set()
        for around, path in [(leaf.around[-1], leaf.path) for leaf, _ in chosen]:
            if (id(around), path) in done:
                continue
            done.add((id(around), path))
            ours = [(leaf, star) for leaf, star in chosen if leaf.around[-1] is around and leaf.path == path]
            theirs = [leaf for leaf in beside if leaf.around[-1] is around]
            if not theirs or is_missing_member(theirs) or is_missing_member([leaf for leaf, _ in ours]) or is_empty_array(ours[0][0]):
                found += [(leaf._replace(scalar=Scalar("0", "", leaf.scalar.at)), star, item, None) for leaf, star in ours]
            elif len(ours) != len(theirs) or is_empty_array(theirs[0]):
                rule("not as many operands")
                found += [(leaf, star, item, Trouble("not as many operands")) for leaf, star in ours]
            else:
                found += [(leaf, star, item, (operator, other)) for (leaf, star), other in zip(ours, theirs)]
        for leaf, *_ in found:
            if not any(leaf is other for other in every):
                every.append(leaf)
        return found if any(leaf.path[-1:] == (below_it.name,) for leaf in beside) else []

    def named(self, column, leaf, star):
        """The text of a key, set or run; what is left without it; how deep; whether by expression."""
        if column.kind == "path":
            return *column.part(self.intake.path), -1, column.regex is not None
        for name, regex in (column.typed, None), (column.name, column.regex):
            text, depth = look_up(leaf.around, leaf.path, name, self.valued)
            if text is None and name == "*" and star is not None:
                text = leaf.path[star]
            if text is not None or column.regex is None:
                break
        if isinstance(text, Trouble) or not regex:
            return text, text, depth, False
        return *column.part(text), depth, True

    def leave_out(self, record, why):
        if id(record) not in self.left:
            self.left.add(id(record))
            self.intake.leave_out(why)

    def record(self, index, leaf, star, item, operation):
        options, intake = self.options, self.intake
        label, rest, depth, cut = self.named(options.set, leaf, star) if options.set else (None, None, -1, False)
        keys = [self.named(asked, leaf, star) for asked in options.keys]
        depth = max([depth, *[deep for _, _, deep, *_ in keys]])
        around = leaf.around[depth] if leaf.around else None	# -1: the innermost
        self.asked.add(id(around))
        source = self.text[around.start:around.end] if around else self.text_around[id(leaf)]
        if options.excludes(source):
            rule("-e or -x")
            return
        record = around or leaf.scalar
        if not isinstance(label, Trouble) and intake.is_unlisted(label):
            return
        if options.fails(source):
            self.leave_out(record, "failed")
            return
        run = self.named(options.run, leaf, star)[0] if options.run else None
        key, cut_key = [], False
        for asked, (text, _, _, matched) in zip(options.keys, keys):
            if cut and label and not matched and asked.typed == options.set.name:
                text, cut_key = rest, True
            key.append(text)
        if options.array_is_run:
            run = "[]", id(leaf.arrays[-1]) if leaf.arrays else None
        mismatch = isinstance(operation, Trouble)
        scalars = [leaf.scalar, *([operation[1].scalar] if operation and not mismatch else [])]
        matched = bool(item) and not operation and item.column.regex is not None
        if not mismatch and any(scalar.kind == "e" or scalar.is_missing() and not matched for scalar in scalars):
            self.leave_out(record, "the value is missing")
            return
        for text in (label, run, *key):
            if isinstance(text, Trouble):
                raise text
        where = intake.place(label, key, run, cut_key or self.nameless)
        if where is None:
            self.leave_out(record, "no key, set or run")
            return
        if options.array_is_run and not leaf.arrays:
            raise Trouble("no array is around this value")
        if mismatch:
            raise operation
        if matched:
            grouped = options.kinds[index].asked is not None and not is_time(options.kinds[index].asked)
            found = NOTHING if leaf.scalar.is_missing() else matched_value(options.kinds[index], item.column, leaf.scalar.text, "", grouped)
            if found is not NOTHING:
                intake.take(where, index, found())
        else:
            values = [self.value(scalar, options.kinds[index]) for scalar in scalars]
            kind = options.kinds[index]
            intake.take(where, index, two_values(intake.operands[index], operation[0], *values, kind) if operation else kind.double(values[0]))

    def value(self, scalar, kind):
        if scalar.kind in "wx":
            raise Trouble(f"{scalar.text} is no number")
        if scalar.kind == "n":
            return exact(scalar.text), ""
        return value_of(scalar.text, loose=True, clock=True,
                        grouped=kind.asked is not None and not is_time(kind.asked))

    def find_lacking(self, chosen):
        """Leaves out objects with values of some measures, but not of all there are on their path; their ids."""
        options, expected, present = self.options, collections.defaultdict(set), {}
        for index, found in enumerate(chosen):
            for leaf, star, *_ in found:
                if leaf.around:
                    expected[leaf.path[:-1]].add(index)
                    in_array = any(name == leaf.path[-1] and isinstance(member, list) for name, member in leaf.around[-1].members)
                    if in_array or not leaf.scalar.is_missing():
                        present.setdefault(id(leaf.around[-1]), (leaf, star, set()))[2].add(index)
        lacking = set()
        for place, (leaf, star, measures) in present.items():
            if measures == expected[leaf.path[:-1]]:
                continue
            lacking.add(place)
            label, _, depth, *_ = self.named(options.set, leaf, star) if options.set else (None, None, -1)
            depth = max([depth, *[self.named(asked, leaf, star)[2] for asked in options.keys]])
            record = leaf.around[depth]
            self.asked.add(id(record))
            source = self.text[record.start:record.end]
            if not options.excludes(source) and not self.intake.is_unlisted(label):
                rule("left out: it lacks a measure")
                self.leave_out(record, "failed" if options.fails(source) else "the value is missing")
        return lacking

    def find_others(self, chosen, starred):
        """Leaves out objects with a name that lack a value, on paths where others have one.

        starred: the paths to what a * names.
        """
        inside = self.inside
        named = [column for column in (*self.options.keys, self.options.set) if column and column.kind != "path"]
        every = [found for document in self.documents for found in objects(document)]
        counted = set()
        taken = {id(member) for leaf in chosen for column in named for i, around in enumerate(leaf.around)
                 for member in at_end(around, column.name, self.valued, leaf.path[:i]).values()}
        for path, around, found in reversed(every):	# those inside come first, and are counted once
            members = [(own(found, path, name), own(around[-1], path[:-1], name) if around else None)
                       for column in named for name in (column.typed, column.name)]
            members = [member for member, outer in members if member is not None and member is not outer]
            source = self.text[found.start:found.end]
            has_name = members and not any(id(member) in taken for member in members)
            is_starred = path in starred
            is_empty = rule("an empty object", not found.members)
            has_failed = self.options.fails(source) and not self.options.excludes(source)
            if id(found) in inside or id(found) in counted or path not in self.valued or not (has_name or is_starred or has_failed or is_empty):
                continue
            leaf = Leaf(None, path, around + (found,), ())
            label = self.named(self.options.set, leaf, None)[0] if self.options.set else None
            depth = max([-1, *[self.named(column, leaf, None)[2] for column in named]])
            record = found if has_name else leaf.around[depth]
            self.asked.add(id(record))
            source = self.text[record.start:record.end]
            if not self.options.excludes(source) and not self.intake.is_unlisted(label):
                self.leave_out(record, "failed" if self.options.fails(source) else "object with a name but no value")
            counted.update(map(id, around))
        self.find_failed_around(every, named, inside | counted)

    def find_failed_around(self, every, named, inside):
        """Counts objects around records that have failed, whatever the records in them have."""
        for path, around, found in every:
            leaf = Leaf(None, path, around + (found,), ())
            depth = max([-1, *[self.named(column, leaf, None)[2] for column in named]])
            if id(found) not in inside or id(leaf.around[depth]) in self.asked:
                continue
            start, source = found.start, ""
            for (name, member), span in zip(found.members, found.spans):
                if isinstance(member, (Object, list)) and path + (name,) in self.valued:
                    source += self.text[start:span[0]]
                    start = span[1]
            source += self.text[start:found.end]
            if self.options.fails(source) and not self.options.excludes(source):
                rule("-X around the values", True)
                self.leave_out(found, "failed around the values")


# Files

def is_json(text):
    return re.match(r"(?:[ \t\n\r\v\f]|#[^\n]*\n)*[{[]", text) is not None


def read(arguments, files, lenient=False):
    """lenient: a known format chose the keys; a JSON file need not have all."""
    options = Options(arguments)
    options.every_unit |= lenient and len(options.units or []) > 1	# only -u '*' of a format has several
    intake = Intake(options)
    for position, (operand, data) in enumerate(files):
        label, equals, path = operand.partition("=")
        intake.position, intake.path = position, path if equals else operand
        intake.set_of_file = label
        intake.numbers.append(sum(before.partition("=")[0] == label for before, _ in files[:position]))
        if b"\0" in data:
            raise Trouble("a NUL byte")
        text = data.decode("latin-1").removeprefix("\u00ef\u00bb\u00bf")
        if options.json_possible and is_json(text):
            nmeasures = JsonReader(options, intake, text, lenient).read()
        elif options.array_is_run:
            raise Trouble("-r []: this is not JSON")
        else:
            nmeasures = TextReader(options, intake, text).read()
        intake.end_file(nmeasures)
    return intake.end()
