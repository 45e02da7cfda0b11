#!/usr/bin/env python3
"""What ministat reads, value by value, against Python's json and csv.

    values.py [files]

In the project's root; needs a C compiler (CC).  Three things are compared:

- the values of the samples of JSON in data: number, order and bits;
- whether damaged JSON is refused: cut off at 500 places, and with one byte
  changed 1000 times;
- so many random files (2000) of cells between tabs: empty ones, quoted ones,
  with blanks around them, with a header and without.
"""
import csv
import json
import os
import random
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import json_values

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def run(program, arguments, **more):
    result = subprocess.run([program, *arguments], capture_output=True, **more)
    if result.returncode not in (0, 2):
        sys.exit(f"values.py: status {result.returncode}: {arguments}: {result.stderr}")
    return result


def read(program, arguments, **more):
    """{(row, set): values} as ministat reads them; None: it refuses."""
    result = run(program, arguments, **more)
    if result.returncode == 2:
        return None
    lines = result.stdout.decode().split("\n")[:-1]
    cells = [line.split("\t") for line in lines]
    return {(c[0], c[1]): [float(value) for value in c[2:]] for c in cells}


def compare_samples(program):
    """The commands of json_values; returns how many differ."""
    wrong = 0
    os.chdir(os.path.join(ROOT, "data"))
    for line in json_values.SAMPLES.split("\n"):
        if not line:
            continue
        pairs, files = json_values.getopt.getopt(line.split(), "k:b:r:C:e:x:")
        expected = {(" ".join(row), name): values
                    for row, cells in json_values.samples(dict(pairs), files).items()
                    for name, values in cells.items()}
        got = read(program, line.split())
        if got != expected:
            wrong += 1
            print(f"values.py: {line}: not what json reads")
    os.chdir(ROOT)
    return wrong


def is_json(data):
    """Whether all of it is JSON, # lines and what follows apart."""
    try:
        text = data.decode("utf-8", "replace")
        decoder = json.JSONDecoder(parse_constant=int)  # no NaN
        at = 0
        while text[at:].strip(" \n\r\t"):
            at += len(text[at:]) - len(text[at:].lstrip(" \n\r\t"))
            at = decoder.raw_decode(text, at)[1]
        return True
    except ValueError:
        return False


def damage_samples(program):
    """Cuts a document off and changes bytes; returns how often json differs."""
    generator = random.Random(1)
    data = open(os.path.join(ROOT, "data/jmh-old.json"), "rb").read()
    data = data[:data.rindex(b"}")].rstrip() + b"}]"
    cases = [data[:i] for i in range(1, len(data), max(1, len(data) // 500))]
    for _ in range(1000):
        i = generator.randrange(len(data))
        byte = generator.choice(b'"\\{}[],:-+.eE019 \n\x01\x80tn')
        cases.append(data[:i] + bytes([byte]) + data[i + 1:])
    wrong = 0
    for case in cases:
        message = run(program, ["-C", "rawData", "-k", "benchmark"], input=case).stderr
        refused = b"not JSON" in message or b"NUL" in message
        if case[:1] == b"[" and refused == is_json(case):
            wrong += 1
            print(f"values.py: {'refused' if refused else 'taken'}: {message!r}")
            open(os.path.join(ROOT, "tests/damaged"), "wb").write(case)
    return wrong


def random_cell(generator):
    """A cell as it is written; its text is what csv makes of it."""
    word = generator.choice(["", "", "a", "b c", "x,y", "#1 parse", "1;2", "q"])
    if generator.random() < 0.3:
        word = generator.choice(["", "tab\tinside", 'quo"te', "#", "a b", "é"])
        word = '"' + word.replace('"', '""') + '"'
    return generator.choice(["", "", " "]) + word + generator.choice(["", "", " ", "  "])


def random_number(generator):
    if generator.random() < 0.1:
        return ""
    number = generator.choice([repr(generator.random()), str(generator.randrange(10**6)),
                               f"{generator.gauss(0, 1):.3e}", "-0.5"])
    return generator.choice(["", "", " "]) + generator.choice([number, f'"{number}"'])


def random_table(generator):
    width = generator.randrange(2, 7)
    place = generator.randrange(width)
    lines = []
    if generator.random() < 0.5:
        lines.append("\t".join("value" if i == place else f"col{i}" for i in range(width)))
    named = bool(lines)
    for _ in range(generator.randrange(1, 12)):
        cells = [random_cell(generator) for _ in range(width)]
        cells[place] = random_number(generator)
        line = "\t".join(cells[:generator.choice([width, width, width, place + 1])])
        lines.append(generator.choice([line, line, line, line, "# a comment", "", "\t\t"]))
    end = generator.choice(["\n", "\n", "\r\n"])
    return end.join(lines) + generator.choice(["", end]), named, place, width


def expected_values(text, named, place, key):
    """{key: values} by the csv module; cells are trimmed, as between tabs."""
    lines = [line for line in text.replace("\r\n", "\n").split("\n")
             if line.strip() and line != "#" and not line.startswith("# ")]
    values = {}
    for cells in csv.reader(lines[named:], delimiter="\t", skipinitialspace=True):
        cells = [cell.strip(" ") for cell in cells]
        value = cells[place] if place < len(cells) else ""
        name = "" if key is None or key >= len(cells) else cells[key]
        if value and (key is None or name):
            values.setdefault(name, []).append(float(value))
    return values


def compare_tables(program, files):
    generator = random.Random(2)
    wrong = 0
    for _ in range(files):
        text, named, place, width = random_table(generator)
        key = generator.choice([None, generator.randrange(width)])
        column = "value" if named else str(place + 1)
        arguments = ["-C", column] + ([] if named else ["-d", "\\t"])
        if key is not None:
            arguments += ["-k", str(key + 1)]
        got = read(program, arguments, input=text.encode())
        expected = expected_values(text, named, place, None if key == place else key)
        if key == place:
            continue
        given = {name.replace("\\x09", "\t"): values for (name, _), values in (got or {}).items()}
        if given != expected:
            wrong += 1
            print(f"values.py: {arguments}: {text!r}: {given}, csv {expected}")
    return wrong


def main():
    files = int(sys.argv[1]) if len(sys.argv) > 1 else 2000
    with tempfile.TemporaryDirectory() as directory:
        program = os.path.join(directory, "values")
        subprocess.run([os.environ.get("CC", "cc"), "-O1", "-o", program,
                        os.path.join(ROOT, "tests/peers/values.c"), "-lm"], check=True)
        wrong = compare_samples(program) + damage_samples(program) + compare_tables(program, files)
    print(f"values.py: {wrong} differences")
    sys.exit(1 if wrong else 0)


main()
