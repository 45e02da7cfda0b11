"""
Lines that are like the one above them are read in a faster way, but not in a
file that has escape sequences of terminals.  So the same lines must give the
same report with such a sequence above them and without.

like.py [-s SEED] [N]: N files (200) of about 1,040 lines, as the faster way
begins only after 1,000.  Those behind these differ from the others at random:
in units, numbers of fields, quotes, comments and so on.
"""
import argparse
import os
import random
import subprocess
import sys
import tempfile

PLAIN = 1002        # lines without a surprise
WORDS = ['a', 'bb', 'run1', 'run22', 'GET', 'x9y', 'é', 'µs', 'p99', 'p50',
         '"q"', 'a,b', '#1', '-', 'took', 'ms', '2026-11-27', '10:02:03',
         '1.2.3.4', '50%', 's', 'us', 'error', 'done.', 'kB', '5ms', '(x)',
         'nan', '/a', '/b(3ms)', 'time']
# Words that a number before them, or a tag, makes more than a word.
NEAR = ['took', 'took=3', 'ms', 's', 'us', 'and', 'n/a', 'to', 'x(took', '/s',
        'min', 'kB', 'x(7ms)']
VALUES = ['1,234', '-5', '+5', '1e3', '1.5e-3', '0x1f', '5:02', '1m2s', 'n/a',
          '', 'nan', '-', '5ms', '5 ms', '(5)', '"5"', '0', '00', '1s 0ms',
          '2s 5ms', '5.', '.5', '1.2.3', '5', '7 us', '3 s', '5ms,', '# x',
          'a', '-0', '12 345', '5%', '1 234']
UNITS = ['', 'ms', 's', 'us', 'kB', 'ns/op', 'min', 'm', '%', 'ms,', 'ms)',
         ' ms', ' s', ' MB/s', ' x', ' s N ms', 's Nms', 'sNms']
SEPARATORS = {',': ['-d', ','], '\t': ['-d', '\\t'], '|': ['-d', '|'],
              ' ': []}
ENDS = ['  ', '\t', ',', ' 5', '#', ' ms', '|', '"', ' 3 s']
STARTS = ['# ', '#', '\ufeff', ' ', '', '"']


def number(r):
    return r.choice(['%.2f' % r.uniform(0, 200), '%d' % r.randint(0, 1200),
                     '%.4g' % r.uniform(0, 9), '0', '7.%d' % r.randint(0, 9)])


def make_field(r, kind, words, odd):
    if odd and r.random() < 0.01:
        return r.choice(WORDS + VALUES)
    if odd and kind == 'word' and r.random() < 0.1:
        return r.choice(odd)
    if kind == 'number':
        return number(r)
    if kind == 'name':
        return 'r%d' % r.randint(1, 30)
    if kind == 'word':
        return r.choice(words)
    return kind


def make_line(r, kinds, words, at, before, unit, separator, odd):
    fields = [make_field(r, kind, words, odd) for kind in kinds]
    value = number(r)
    if odd and r.random() < 0.3:       # another word in place of the tag
        before = r.choice(['wait', 'to', 'x']).join(before.split('took'))
    if odd and r.random() < 0.05:
        before = before.replace('all', r.choice(['one', 'any']))
    if odd and r.random() < 0.02:
        value = r.choice(VALUES)
    fields[at] = before + value + unit.replace('N', r.choice('003'))
    line = separator.join(fields)
    if odd and r.random() < 0.01:
        line += r.choice(ENDS)
    if odd and r.random() < 0.005:
        line = r.choice(STARTS) + line
    if odd and r.random() < 0.001:
        line = r.choice(['', '---', 'foo error', '# a', '5'])
    return line


def make_input(r):
    """Returns options and a text."""
    separator = r.choice(list(SEPARATORS) + [' ', ' ', ' '])
    way = r.choice(['number', 'name', 'tag', 'unit', 'tag', 'unit'])
    unit = r.choice(UNITS)
    fixed = r.choice(WORDS)
    words = r.choice([WORDS] + 3 * [['alpha', 'beta', 'a/b']] +
                     3 * [['x', '/y', 'z9']])
    kinds = [r.choice(['number', 'name', 'word', 'word', fixed])
             for _ in range(r.randint(1, 6))]
    # One that begins like JSON would be taken for it.
    kinds[0] = r.choice(['number', 'name', 'run'])
    at = r.randrange(len(kinds))
    other = r.randrange(len(kinds))
    lines, before = [], ''
    options = list(SEPARATORS[separator])
    if way == 'number':
        options += ['-C', str(at + 1)]
    elif way == 'name':
        names = ['c%s' % 'abcdef'[i] for i in range(len(kinds))]
        lines = [separator.join(names)]
        options += ['-C', names[at]]
    elif way == 'tag':
        before = r.choice(['took=', 'took ', 'took: ', 'all took ',
                           'took all '])
        options += ['-C', r.choice(['took', before.strip()])]
    else:
        word = unit.replace(',', '').replace(')', '').split()
        options += ['-u', word[0] if word and 'N' not in unit else 's']
    if way in ('number', 'name') and r.random() < 0.6:
        options += ['-k', lines[0].split(separator)[other] if lines
                    else str(other + 1)]
    near = NEAR + [unit.strip(' ,)') or 'ms'] * 9
    for i in range(r.randint(PLAIN + 3, PLAIN + 60)):
        lines.append(make_line(r, kinds, words, at, before, unit, separator,
                               near if i > PLAIN else None))
    return options, '\n'.join(lines) + '\n'


def report(path, options):
    done = subprocess.run(['./ministat', '-o', 'csv'] + options + [path],
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    return done.returncode, done.stdout, done.stderr


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('-s', type=int, default=1)
    parser.add_argument('n', type=int, nargs='?', default=200)
    arguments = parser.parse_args()
    r = random.Random(arguments.s)
    differ = 0
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, 'lines')
        for _ in range(arguments.n):
            options, text = make_input(r)
            reports = []
            for first in '', '\033[0m':
                with open(path, 'w', encoding='utf-8') as f:
                    f.write(first + '\n' + text)
                reports.append(report(path, options))
            if reports[0] != reports[1]:
                differ += 1
                print('like.py: -s %d: %s' % (arguments.s, options))
                for status, out, err in reports:
                    print(status, err.decode(errors='replace')[-400:],
                          out.decode(errors='replace')[-300:])
    print('like.py: %d files, %d differ' % (arguments.n, differ))
    return differ > 0


sys.exit(main())
