#!/usr/bin/env python3
"""markdown.py [reports [seed]]: renders what -o markdown prints in two ways.

Run it in the project's root after make.  It needs cmark-gfm (Debian has a
package), node and markdown-it (npm install markdown-it, in a folder that
NODE_PATH names).

It makes random reports, 2000 or this many, with names that try everything to
leave their cell.  cmark-gfm and markdown-it must make the same tables of each,
and the same lines around them.  Each name must be the text of exactly one cell,
or of one heading in each table.  Nothing may become a link or any other
element.  The rows that are shown, and what their cells say, must be those of
the same report as JSON.  One row is no table, but text in a block of code, which
the legend, the only names in it, must not end.
"""
import html.parser
import json
import os
import random
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
PIECES = [piece.encode() for piece in (
    "| || ` `` ``` ````````````` \\ \\\\ \\| \\\\| \\` `\\ a|b \\a <details> </details> <summary> "
    "</summary> <script>alert(1)</script> </td></tr></table> <td> <code> </code> <b> <!-- --> "
    "<![CDATA[ ]]> <?x ?> <a\u00a0href=x> @name a@b.co #1 org/repo#2 ![x](y) [x](y) [x] [x]: "
    "http://a.b/c www.a.bc mailto:a@b.c **b** __b__ *i* _i_ ~~s~~ ~s~ $x$ :smile: --- |---| "
    "# - > + 1. &amp; &#124; &lt; & ; { } {{x}} é 漢字 e\u0301 \u202eabc \u200b \ufeff \u2028 "
    "\u00a0 \u0085 \ud7ff \ufffd \U0001f680 \x7f name parse/large=1 (a) \"q\" 'q' % ^ = ? !"
).split(" ")] + [b"", b" ", b"  ", b"\n", b"\r\n", b"\n\n", b"\n| a |\n", b"\t", b"\x1b[1m", b"\xff",
                 b"\xc3", b"\xe2\x82", b"`" * 100, b"k" * 10000, b" `", b"` "]
ELEMENTS = {"p", "strong", "code", "table", "thead", "tbody", "tr", "th", "td", "details",
            "summary", "pre", "ul", "li", "em"}


def random_name(generator):
    if generator.random() < 0.1:
        return bytes(generator.randrange(1, 256) for _ in range(generator.randrange(12)))
    return b"".join(generator.choice(PIECES) for _ in range(generator.randrange(6)))


def random_names(generator, count):
    """Distinct ones, as they are shown.  Without a name, a record is not read."""
    names = {}
    for _ in range(count):
        name = random_name(generator)
        names.setdefault(shown(name), name)
    names.pop("", None)
    return names or {"x": b"x"}


def shown(name):
    r"""A name as it is printed: \xNN for control characters and bytes that are not UTF-8."""
    text, i = "", 0
    while i < len(name):
        for length in (1, 2, 3, 4):
            try:
                character = name[i:i + length].decode()
            except UnicodeDecodeError:
                continue
            if len(character) == 1 and not (ord(character) < 32 or 127 <= ord(character) < 160):
                text += character
                i += length
                break
        else:
            text += f"\\x{name[i]:02x}"
            i += 1
    return text


def quoted(name):
    """A JSON string whose bytes need not be UTF-8."""
    escaped = name.replace(b"\\", b"\\\\").replace(b'"', b'\\"')
    for code in range(32):
        escaped = escaped.replace(bytes([code]), b"\\u%04x" % code)
    return b'"' + escaped + b'"'


class Page(html.parser.HTMLParser):
    """The tables, each a list of rows of cells, and the texts around them."""

    def __init__(self, text):
        super().__init__()
        self.tables, self.around, self.cell, self.elements = [], [], None, set()
        self.folded, self.open = [], []
        self.feed(text)
        self.close()
        assert not self.open, self.open

    def handle_starttag(self, tag, attributes):
        self.elements.add(tag)
        assert all(name in ("align", "style") for name, _ in attributes), attributes
        self.open.append(tag)
        if tag == "table":
            self.tables.append([])
            self.folded.append("details" in self.open)
        elif tag == "tr":
            self.tables[-1].append([])
        elif tag in ("td", "th"):
            self.cell = {"text": "", "bold": False, "code": False}
        elif tag in ("p", "li", "summary", "pre"):
            self.around.append("")
        elif tag in ("strong", "code") and self.cell is not None:
            self.cell["bold" if tag == "strong" else "code"] = True

    def handle_endtag(self, tag):
        assert self.open and self.open[-1] == tag, (self.open, tag)
        self.open.pop()
        if tag in ("td", "th"):
            self.tables[-1][-1].append(self.cell)
            self.cell = None

    def handle_data(self, data):
        if self.cell is not None:
            self.cell["text"] += data
        elif any(tag in self.open for tag in ("p", "li", "summary", "pre")):
            self.around[-1] += data
        else:
            assert data.strip() == "", data


class Renderers:
    def __init__(self):
        self.node = subprocess.Popen(["node", os.path.join(HERE, "markdown.js")],
                                     stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def pages(self, text):
        extensions = [word for name in ("table", "autolink", "strikethrough", "tagfilter")
                      for word in ("-e", name)]
        by_cmark = subprocess.run(["cmark-gfm", "--unsafe", *extensions], input=text.encode(),
                                  capture_output=True, check=True).stdout.decode()
        self.node.stdin.write(json.dumps(text).encode() + b"\n")
        self.node.stdin.flush()
        by_markdown_it = json.loads(self.node.stdout.readline())
        return Page(by_cmark), Page(by_markdown_it)


def random_values(generator, scale):
    centre = scale * generator.choice((1, 1, 1, 1.2, 0.8, 1.02))
    return [round(generator.gauss(centre, scale / 100), 4) for _ in range(generator.choice((3, 5)))]


def random_report(generator):
    """The input, the arguments, the labels and the keys."""
    distinct = random_names(generator, generator.randrange(1, 16))
    labels = random_names(generator, generator.choice((1, 2, 2, 2, 3)))
    records = []
    for index, key in enumerate(distinct.values()):
        scale = 10 ** generator.randrange(-3, 7)
        left_out = generator.choice(list(labels) + 10 * [None]) if len(labels) > 1 and index else None
        for shown_label, label in labels.items():
            if shown_label == left_out:
                continue
            for value in random_values(generator, scale):
                records.append(b'{"k": %s, "b": %s, "ns|`op`": %r}'
                               % (quoted(key), quoted(label), value))
    arguments = ["-k", "k", "-b", "b", "-C", "ns|`op`"]
    if len(labels) > 1:
        arguments += generator.choice(([], [], ["-D"], ["-D", "-A"], ["-t", "mannwhitney"],
                                       ["-t", "p50"], ["-n"], ["-f", "each"], ["-v"], ["-v", "-D"]))
    if len(labels) > 1 and "-n" not in arguments:
        arguments += generator.choice(([], [], ["-g", "higher"], ["-g", "equal", "-m", "3%"]))
    return b"\n".join(records) + b"\n", arguments, list(labels), list(distinct)


def run(arguments, data):
    result = subprocess.run(["./ministat", *arguments], input=data, capture_output=True)
    return result.returncode, result.stdout


def compare(page, other, report, arguments, labels, keys):
    """Raises AssertionError unless both pages have what the report has."""
    assert page.tables == other.tables, "the renderers differ in a table"
    assert page.around == other.around, "the renderers differ around tables"
    assert page.folded == other.folded
    assert page.elements | other.elements <= ELEMENTS, page.elements | other.elements
    rows = {}
    for table, folded in zip(page.tables, page.folded):
        width = len(table[0])
        assert all(len(row) == width for row in table), "rows of different lengths"
        heads = [cell["text"] for cell in table[0] if cell["code"]]
        assert heads == labels, (heads, labels)
        for row in table[1:]:
            if row[0]["code"]:
                assert row[0]["text"] not in rows, row
                rows[row[0]["text"]] = row, folded
    if "-g" in arguments:
        gate = page.around.pop(0)
        assert ("failed" in gate) != report["passed"], gate
        assert report["failed"] == 1 or f" in {report['failed']} of " in gate or report["passed"], gate
    if len(keys) == 1:
        assert not page.tables
        assert f"{keys[0]}, ns|`op`" in page.around
        assert all(f"x {label}\n" in page.around[-1] for label in labels[:1])
        return
    hidden = 0
    rows_of = [row for row in report["rows"] if row["kind"] == "row"]
    for index, key in enumerate(keys):
        sets = rows_of[index * len(labels):(index + 1) * len(labels)]
        compared = [row for row in sets if row["reference"] is not None]
        plain = all(c["verdict"] in ("undecided", "equal") for c in compared)
        fails = "-g" in arguments and "equal" in arguments and \
            any(c["verdict"] != "equal" for c in compared)
        if "-D" in arguments and plain and not fails:
            hidden += 1
            assert key not in rows, key
            continue
        assert key in rows, key
        assert not rows[key][1] or (plain and not fails and compared), key
    assert len(rows) + hidden == len(keys)
    assert ("rows not shown" in page.around[0] or "row not shown" in page.around[0]) == (hidden > 0)


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 2000
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    renderers, findings, names = Renderers(), 0, 0
    for number in range(count):
        generator = random.Random(seed * 1000003 + number)
        data, arguments, labels, keys = random_report(generator)
        status, text = run(arguments + ["-o", "markdown"], data)
        same, report = run([a for a in arguments if a != "-D"] + ["-o", "json"], data)
        assert status == same, (status, same)
        if status == 2:
            continue
        names += len(keys) + len(labels)
        try:
            text = text.decode()
            page, other = renderers.pages(text)
            compare(page, other, json.loads(report), arguments, labels, keys)
        except (AssertionError, UnicodeDecodeError) as finding:
            findings += 1
            kept = tempfile.mkdtemp(prefix=f"markdown-{number}-")
            with open(os.path.join(kept, "input"), "wb") as file:
                file.write(data)
            with open(os.path.join(kept, "report.md"), "w") as file:
                file.write(text if isinstance(text, str) else repr(text))
            print(f"markdown.py: report {number}: {' '.join(arguments)}: {finding!r:.400} ({kept})")
    print(f"markdown: {count} tried, {findings} findings")
    print(f"markdown.py: {names} names")
    return findings > 0


sys.exit(main())
