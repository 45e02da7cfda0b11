#!/usr/bin/env python3
"""The values that ministat should take out of JSON, by Python's json.

    json_values.py [-a] [-k column,...] [-b column[=label,...]] [-r run]
        [-e regex] [-x regex] -C column[/column] file ...

prints a line for each row and set: row, set, n, first, last, min, max and
mean, cut by tabs; with -a, every value.  The options are those of ministat.

    json_values.py --compare ministat data

does so for all samples of JSON in data, by the commands in SAMPLES below, and
compares with what `ministat -n -o json' tells of each row and set: n, min and
max to the bit, mean to 1e-14 of it.

A second reader by the rules of the manual, as short as may be: it keeps the
whole document and walks it.  It matches -e and -x against the object as
written anew.
"""
import fractions
import getopt
import json
import math
import os
import re
import subprocess
import sys

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
"""


class Object(list):
    """Members as pairs, so that those named twice both count."""


def documents(file):
    """Every JSON value of a file; lines that begin with # may stand between."""
    text = open(file, encoding="utf-8-sig").read()
    decoder = json.JSONDecoder(object_pairs_hook=Object)
    between = re.compile(r"(?:\s|^#.*\n?)*", re.MULTILINE)
    at = between.match(text).end()
    while at < len(text):
        value, at = decoder.raw_decode(text, at)
        yield value
        at = between.match(text, at).end()


def members(value, path=(), around=()):
    """Each member of each object: its path, its value, the objects around it."""
    if isinstance(value, Object):
        for name, member in value:
            yield path + (name,), member, around + (value,)
            yield from members(member, path + (name,), around + (value,))
    elif isinstance(value, list):
        for element in value:
            yield from members(element, path, around)


def plain(value):
    """An object as the dict that json would make of it."""
    if isinstance(value, Object):
        return {name: plain(member) for name, member in value}
    return [plain(v) for v in value] if isinstance(value, list) else value


def number(value):
    """A value as a float, None where there is none; objects are no values."""
    if isinstance(value, bool):
        raise ValueError(f"no number: {value}")
    return None if value is None else float(value)


def arrays(value):
    """The innermost arrays of a member as lists of numbers."""
    if isinstance(value, Object):
        return
    if not isinstance(value, list):
        yield [number(value)]
    elif not any(isinstance(v, list) for v in value):
        yield [number(v) for v in value if not isinstance(v, Object)]
    else:
        for element in value:
            yield from arrays(element)


def names(path, column):
    """Whether a column names a path: 2 all of it, 1 its last members, else 0."""
    whole = ".".join(path)
    tails = [".".join(path[i:]) for i in range(1, len(path))]
    return 2 if whole == column else 1 if column in tails else 0


def below(value, name):
    """The scalar or object of scalars that a dotted name finds in an object."""
    if not name:
        return None if value is None or isinstance(value, list) and not isinstance(value, Object) else value
    for member, found in value if isinstance(value, Object) else ():
        if name == member or name.startswith(member + "."):
            found = below(found, name[len(member) + 1:])
            if found is not None:
                return found
    return None


def spell(value):
    if isinstance(value, Object):
        return ",".join(f"{name}={spell(member)}" for name, member in value)
    if isinstance(value, bool):
        return "true" if value else "false"
    return value if isinstance(value, str) else json.dumps(value)


def look_up(around, name):
    """A name from the innermost object outwards, and how deep it was found."""
    for depth in range(len(around) - 1, -1, -1):
        value = below(around[depth], name)
        if value is not None:
            return spell(value), depth
    return "", -1


def measurements(file, column):
    """The innermost arrays of numbers that a column names, with what is around."""
    found = []
    for document in documents(file):
        for path, value, around in members(document):
            found.append((path, value, around))
    above, _, below_line = column.partition("/")
    best = max(names(path, above) for path, _, _ in found)
    if best == 0:
        raise ValueError(f"{file}: nothing named {column}")
    for path, value, around in found:
        if names(path, above) != best:
            continue
        divisors = [None]
        if below_line:
            divisors = list(arrays(dict(around[-1])[below_line]))
        for run, array in enumerate(arrays(value)):
            if below_line:
                array = [a / b for a, b in zip(array, divisors[run], strict=True)]
            yield array, around


def mean(values):
    """Correctly rounded, as that of a run should be."""
    return float(sum(map(fractions.Fraction, values)) / len(values))


def samples(options, files):
    """{row: {set: [values]}}, in order of appearance, runs averaged."""
    keys = options["-k"].split(",") if "-k" in options else []
    label, _, wanted = options.get("-b", "").partition("=")
    table, sets, runs, arrays_seen = {}, [], {}, 0
    for position, operand in enumerate(files):
        for array, around in measurements(operand, options["-C"]):
            arrays_seen += 1
            found = [look_up(around, key) for key in keys]
            if keys and all(depth < 0 for _, depth in found):
                continue
            name, depth = look_up(around, label) if label else (operand, -1)
            depth = max([depth] + [d for _, d in found])
            written = json.dumps(plain(around[depth]))
            if "-e" in options and not re.search(options["-e"], written):
                continue
            if "-x" in options and re.search(options["-x"], written):
                continue
            if wanted and name not in wanted.split(","):
                continue
            if name not in sets:
                sets.append(name)
            run = options.get("-r")
            run = None if run is None else arrays_seen if run == "[]" else \
                position if run == "-" else look_up(around, run)[0]
            row = tuple(key for key, _ in found)
            for value in array:
                if value is not None:
                    cell = table.setdefault(row, {}).setdefault(name, [])
                    if run is None:
                        cell.append(value)
                        continue
                    place = (position, row, name, run)
                    if place not in runs:
                        runs[place] = []
                        cell.append(runs[place])
                    runs[place].append(value)
    sets = wanted.split(",") if wanted else sets
    return {row: {name: [mean(v) if isinstance(v, list) else v for v in cells[name]]
                  for name in sets if name in cells} for row, cells in table.items()}


def summary(values):
    return len(values), min(values), max(values), math.fsum(values) / len(values)


def compare(program, directory):
    """Runs each command of SAMPLES by both; tells and counts what differs."""
    wrong = 0
    for line in SAMPLES.split("\n"):
        if not line:
            continue
        arguments = line.split()
        pairs, files = getopt.getopt(arguments, "k:b:r:C:e:x:")
        here = os.getcwd()
        os.chdir(directory)
        expected = samples(dict(pairs), files)
        os.chdir(here)
        output = subprocess.run([os.path.abspath(program), "-n", "-o", "json", *arguments],
                                cwd=directory, capture_output=True, text=True)
        troubles = []
        if output.returncode != 0:
            troubles.append(f"status {output.returncode}: {output.stderr.strip()}")
        else:
            report = json.loads(output.stdout)
            order = [s if isinstance(s, str) else s.get("label", s.get("name")) for s in report["sets"]]
            if len(report["rows"]) != len(expected):
                troubles.append(f"{len(report['rows'])} rows, expected {len(expected)}")
            for row, (key, cells) in zip(report["rows"], expected.items()):
                got = row["key"] or ""
                if got != " ".join(key).strip() and got != " ".join(key):
                    troubles.append(f"row {got!r}, expected {' '.join(key)!r}")
                for name, cell in zip(order, row["sets"]):
                    n, least, greatest, mean = summary(cells[name]) if name in cells else (0, None, None, None)
                    same = cell["n"] == n and (n == 0 or cell["min"] == least and cell["max"] == greatest
                                               and math.isclose(cell["mean"], mean, rel_tol=1e-14))
                    if not same:
                        troubles.append(f"{got}: {name}: {cell}, expected n {n}, min {least}, max {greatest}, mean {mean}")
        print("ministat " + line)
        for trouble in troubles:
            print("    " + trouble)
        wrong += bool(troubles)
    count = len([line for line in SAMPLES.split("\n") if line])
    print(f"{count - wrong} passed, {wrong} failed")
    return 1 if wrong else 0


def main():
    if sys.argv[1:2] == ["--compare"]:
        sys.exit(compare(*sys.argv[2:]))
    pairs, files = getopt.getopt(sys.argv[1:], "ak:b:r:C:e:x:")
    options = dict(pairs)
    for row, cells in samples(options, files).items():
        for name, values in cells.items():
            if "-a" in options:
                print(*row, name, *map(repr, values), sep="\t")
            else:
                n, least, greatest, mean = summary(values)
                print(" ".join(row), name, n, *map(repr, (values[0], values[-1], least, greatest, mean)), sep="\t")


if __name__ == "__main__":
    main()
