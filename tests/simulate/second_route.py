#!/usr/bin/env python3
"""second_route.py [pairs [seed]]: check ministat's figures by another way.

Runs ../ministat over all pairs in ref/twosample and so many random ones (300
unless said), with every test at several confidences, and compares its JSON
with

  - exact rational arithmetic, for means, deviations and differences;
  - all orders counted, in whole numbers, for the exact Mann-Whitney test,
    for its p and on both sides of both ends of its interval;
  - scipy, for t quantiles and p-values, and for Mann-Whitney again;
  - numpy, for the Hodges-Lehmann shift;
  - t.test and wilcox.test of R, if there is an Rscript.

Prints each figure that differs by too much, then a table of the largest
relative differences.  Status 1 if there is one, 0 also if there is no scipy.
"""

import collections
import csv
import itertools
import json
import math
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import warnings
from fractions import Fraction

try:
    import numpy
    import scipy
    from scipy import stats
except ImportError as missing:
    print("second_route: skipped:", missing)
    sys.exit(0)

HERE = os.path.dirname(os.path.abspath(__file__))
MINISTAT = os.path.join(HERE, "..", "..", "ministat")
CONFIDENCES = ["50", "80", "95", "99", "99.9", "99.999"]

# What relative difference is too large.  Means and deviations are exact here;
# quantiles and p-values are as good as scipy's; R rounds more.
TOLERANCE = {"exact": 2**-51, "t": 1e-9, "p": 1e-9, "rank p": 1e-11,
             "scipy rank p": 1e-9, "R": 1e-7}

LARGEST = sys.float_info.max

worst = collections.defaultdict(lambda: (0.0, "-"))
checked = collections.Counter()
failures = 0


def root(x):
    """The square root of a Fraction, to 60 digits, as a Fraction."""
    if x == 0:
        return Fraction(0)
    shift = 200 - (x.numerator.bit_length() - x.denominator.bit_length()) // 2
    scaled = x * Fraction(4) ** shift
    return Fraction(math.isqrt(scaled.numerator // scaled.denominator)) / \
        Fraction(2) ** shift


def outside_of(confidence):
    """What the confidence leaves out, exactly, it being a double."""
    return 1 - Fraction(float(confidence)) / 100


def as_double(x):
    """A Fraction rounded; None if too large, as in ministat's JSON."""
    try:
        return float(x)
    except OverflowError:
        return None


def check(figure, kind, got, want, where, scale=None):
    """got is right if within the tolerance of want, relative to the larger
    of want and scale (what want is a difference of)."""
    global failures
    checked[figure] += 1
    if want is not None and not math.isfinite(want):
        want = None
    if got is None or want is None:
        error = 0.0 if got is want else math.inf
    elif got == want:
        error = 0.0
    else:
        size = max(abs(want), abs(scale or 0))
        # below 1e-300, doubles have fewer digits
        error = float(abs(Fraction(got) - Fraction(want)) /
                      max(Fraction(size), Fraction(1, 10**300)))
    if error > worst[figure][0]:
        worst[figure] = (error, where)
    if error > TOLERANCE[kind]:
        failures += 1
        print(f"{where}: {figure}: {got!r}, but {want!r}: {error:.2g}")


def check_equal(figure, got, want, where):
    global failures
    checked[figure] += 1
    if got != want:
        failures += 1
        worst[figure] = (math.inf, where)
        print(f"{where}: {figure}: {got!r}, but {want!r}")


# ---- ministat --------------------------------------------------------------


def run(*arguments):
    """What ministat prints: the JSON of the comparison, or None."""
    done = subprocess.run([MINISTAT, "-A", *arguments], text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    return None if done.returncode == 2 else done.stdout


def compare(test, confidence, a, b):
    text = run("-o", "json", "-t", test, "-c", confidence, b, a)
    if text is None:
        return None, None
    row = json.loads(text)["rows"][0]
    return row["sets"], row["comparisons"][0]


# ---- the other way ---------------------------------------------------------


class Set:
    """Values, and their mean and variance as Fractions."""

    def __init__(self, values):
        self.values = values
        self.exact = [Fraction(v) for v in values]
        self.n = len(values)
        self.mean = sum(self.exact) / self.n
        self.variance = sum((x - self.mean)**2 for x in self.exact) / \
            (self.n - 1)


def t_quantile(outside, df):
    """scipy's, but older ones have no more than nine digits: one step of
    Newton's method doubles them."""
    t = stats.t.isf(outside, df)
    return t + (stats.t.sf(t, df) - outside) / stats.t.pdf(t, df)


def t_figures(test, a, b, confidence):
    """df, and the figures by scipy's t, errors being Fractions."""
    difference = a.mean - b.mean
    q = a.mean / b.mean if b.mean != 0 else None
    if test == "student":
        df = Fraction(a.n + b.n - 2)
        weight = Fraction(a.n + b.n, a.n * b.n)
        w1, w2 = (a.n - 1) / df * weight, (b.n - 1) / df * weight
    elif test == "welch":
        w1, w2 = Fraction(1, a.n), Fraction(1, b.n)
        v1, v2 = a.variance * w1, b.variance * w2
        df = Fraction(a.n + b.n - 2) if v1 + v2 == 0 else \
            (v1 + v2)**2 / (v1**2 / (a.n - 1) + v2**2 / (b.n - 1))
    if test == "paired":
        df = Fraction(a.n - 1)

        def variance(factor):
            return Set([x - factor * y for x, y in
                        zip(a.exact, b.exact)]).variance / a.n
    else:
        def variance(factor):
            return w1 * a.variance + w2 * factor**2 * b.variance
    error = root(variance(1))
    t = t_quantile(float(outside_of(confidence) / 2), float(df))
    half = Fraction(t) * error
    want = {"df": as_double(df), "difference": as_double(difference),
            "low": as_double(difference - half),
            "high": as_double(difference + half)}
    if error != 0:
        ratio = as_double(abs(difference) / error)
        want["p"] = 2 * stats.t.sf(ratio, float(df)) if ratio else 1.0 \
            if ratio == 0 else 0.0
    else:
        want["p"] = None if difference == 0 else 0.0
    scale = {"low": as_double(half), "high": as_double(half)}
    if q is not None:
        relative_half = Fraction(t) * root(variance(q)) / abs(b.mean)
        want["relative"] = as_double(q - 1)
        want["relative_low"] = as_double(q - 1 - relative_half)
        want["relative_high"] = as_double(q - 1 + relative_half)
        scale["relative_low"] = scale["relative_high"] = \
            as_double(relative_half)
    else:
        want["relative"] = want["relative_low"] = want["relative_high"] = None
    return want, scale


def check_verdict(got, where):
    """By the interval; null may be an infinity on either side, which leaves
    it to the sign of the difference, or no end at all.  An end of 0 is not
    part of an interval by ranks if that test rejects 0."""
    low, high = got["low"], got["high"]
    if low is None and high is None:
        return
    alone = got.get("u") is not None and \
        got["p"] <= 1 - got["confidence"] / 100
    check_equal("verdict", got["verdict"],
                "higher" if low is not None and (low > 0 or
                                                 alone and low == 0) else
                "lower" if high is not None and (high < 0 or
                                                 alone and high == 0) else
                "undecided", where)


def tie_groups(x, y):
    """How many of x and of y are in each group of equal values."""
    where = collections.defaultdict(lambda: [0, 0])
    for v in x:
        where[v][0] += 1
    for v in y:
        where[v][1] += 1
    return [tuple(where[v]) for v in sorted(where)]


def twice_u(groups):
    u = below = 0
    for i, j in groups:
        u += i * (2 * below + j)
        below += j
    return u


def count_orders(groups, m):
    """{2U: in how many ways}, of all ways to draw m of the values."""
    state = {(0, 0): 1}
    passed = 0
    for size in (i + j for i, j in groups):
        after = collections.Counter()
        for (drawn, u), ways in state.items():
            for k in range(min(size, m - drawn) + 1):
                key = (drawn + k, u + k * (2 * (passed - drawn) + size - k))
                after[key] += ways * math.comb(size, k)
        state = after
        passed += size
    return {u: ways for (drawn, u), ways in state.items() if drawn == m}


def tails(groups, m):
    """P(U <= u) and P(U >= u), as Fractions."""
    ways, u = count_orders(groups, m), twice_u(groups)
    total = sum(ways.values())
    return (Fraction(sum(w for v, w in ways.items() if v <= u), total),
            Fraction(sum(w for v, w in ways.items() if v >= u), total))


def shifted_groups(x, y, d):
    """tie_groups of x - d and y, in exact arithmetic."""
    return tie_groups([v - d for v in x], y)


def around(a, b, end):
    """Just below and just above the differences that round to end."""
    little = Fraction(1, 10**400)
    exact = [x - y for x in a.exact for y in b.exact if as_double(x - y) == end]
    return min(exact) - little, max(exact) + little


def check_rank_interval(got, a, b, outside, groups, where):
    """Just inside either end the exact test does not reject, just outside
    it does; and the verdict is that of the test."""
    low, high = got["low"], got["high"]
    least, most = tails(groups, a.n)
    rejects = 2 * min(least, most) <= outside
    check_equal("verdict by exact p", got["verdict"], "undecided" if
                not rejects else "lower" if least < most else "higher", where)
    if len(groups) < a.n + b.n or max(
            abs(x - y) for x in a.exact for y in b.exact) > LARGEST:
        return  # with ties, p is not monotone: the verdict is what counts
    if low is None:
        shifts = [(Fraction(-10**400), 1, False)]
    else:
        below, above = around(a, b, low)
        shifts = [(below, 1, True), (above, 1, False)]
    if high is None:
        shifts += [(Fraction(10**400), 0, False)]
    else:
        below, above = around(a, b, high)
        shifts += [(below, 0, False), (above, 0, True)]
    for d, tail, want in shifts:
        p = tails(shifted_groups(a.exact, b.exact, d), a.n)[tail]
        check_equal("Mann-Whitney interval's ends", 2 * p <= outside, want,
                    where)


def scipy_rank_p(a, b, exact):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return float(stats.mannwhitneyu(
                a.values, b.values, use_continuity=True,
                method="exact" if exact else "asymptotic").pvalue)
        except ValueError:  # older ones do not know U = 0
            return math.nan


def check_ranks(name, a, b, path_a, path_b, confidence):
    where = f"{name} -t mannwhitney -c {confidence}"
    sets, got = compare("mannwhitney", confidence, path_a, path_b)
    text = run("-v", "-t", "mannwhitney", "-c", confidence, path_b, path_a)
    said = re.search(r"U = (\S+), p = [^,)]*(, normal)?", text)
    groups = tie_groups(a.values, b.values)
    check("U", "exact", float(said[1]),
          float(f"{twice_u(groups) / 2:g}"), where)
    check("shift", "exact", got["difference"], float(numpy.median(
        numpy.subtract.outer(numpy.array(a.values, dtype=numpy.longdouble),
                             numpy.array(b.values, dtype=numpy.longdouble)))),
          where, max(map(abs, a.values + b.values)))
    check_verdict(got, where)
    tied = len(groups) < a.n + b.n
    if said[2] is not None or not tied and a.n * b.n <= 2500:
        p = scipy_rank_p(a, b, said[2] is None)
        if not math.isnan(p):
            check("scipy's Mann-Whitney p", "scipy rank p", got["p"], p,
                  where)
    if said[2] is None and a.n * b.n <= 400:
        least = min(tails(groups, a.n))
        check("exact Mann-Whitney p", "rank p", got["p"],
              float(min(1, 2 * least)), where)
        outside = outside_of(confidence)
        check_rank_interval(got, a, b, outside, groups, where)


def check_pair(name, path_a, path_b, confidences):
    a, b = Set(read_values(path_a)), Set(read_values(path_b))
    for confidence in confidences:
        for test in "student", "welch", "paired":
            where = f"{name} -t {test} -c {confidence}"
            sets, got = compare(test, confidence, path_a, path_b)
            if got is None:
                check_equal("refusal", test == "paired" and a.n != b.n, True,
                            where)
                continue
            for s, want in zip(sets, (b, a)):
                check("mean", "exact", s["mean"], as_double(want.mean), where)
                check("stddev", "exact", s["stddev"],
                      as_double(root(want.variance)), where)
            want, scale = t_figures(test, a, b, confidence)
            for figure in want:
                kind = {"difference": "exact", "p": "p"}.get(figure, "t")
                check(figure, kind, got[figure], want[figure], where,
                      scale.get(figure))
            check_verdict(got, where)
        check_ranks(name, a, b, path_a, path_b, confidence)


# ---- R ---------------------------------------------------------------------

R_PROGRAM = r"""
pairs <- read.csv(commandArgs(TRUE)[1], header = FALSE,
                  colClasses = "character")
say <- function(i, what, x)
    cat(i, what, sprintf("%.17g", x), sep = ",", fill = 10000)
for (i in seq_len(nrow(pairs))) try(silent = TRUE, {
    a <- scan(pairs[i, 1], comment.char = "#", quiet = TRUE)
    b <- scan(pairs[i, 2], comment.char = "#", quiet = TRUE)
    level <- as.numeric(pairs[i, 3]) / 100
    t <- function(...) {
        r <- t.test(a, b, conf.level = level, ...)
        c(r$p.value, r$conf.int)
    }
    try(say(i, "student", t(var.equal = TRUE)), silent = TRUE)
    try(say(i, "welch", t()), silent = TRUE)
    if (length(a) == length(b))
        try(say(i, "paired", t(paired = TRUE)), silent = TRUE)
    if (!anyDuplicated(c(a, b)) && length(a) * length(b) <= 2500) {
        r <- wilcox.test(a, b, exact = TRUE, conf.int = TRUE,
                         conf.level = level)
        say(i, "mannwhitney", c(r$p.value, r$conf.int))
    }
})
"""


def check_with_r(jobs, folder):
    """jobs: (name, path_a, path_b, confidence).  R takes differences of
    rounded means, so values far from 0 are not for it."""
    if shutil.which("Rscript") is None:
        print("second_route: skipped: no Rscript")
        return
    jobs = [job for job in jobs if is_tame(job[1]) and is_tame(job[2])]
    listing = os.path.join(folder, "jobs.csv")
    with open(listing, "w", newline="", encoding="utf-8") as f:
        csv.writer(f).writerows(job[1:] for job in jobs)
    program = os.path.join(folder, "route.R")
    with open(program, "w", encoding="utf-8") as f:
        f.write(R_PROGRAM)
    done = subprocess.run(["Rscript", program, listing], text=True, check=True,
                          stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    for i, test, p, low, high in csv.reader(done.stdout.split()):
        name, path_a, path_b, confidence = jobs[int(i) - 1]
        where = f"{name} -t {test} -c {confidence}"
        got = compare(test, confidence, path_a, path_b)[1]
        low, high = float(low), float(high)
        a, b = (len(read_values(path)) for path in (path_a, path_b))
        check("R's p", "R", got["p"], float(p), where, 1e-15)
        if math.isnan(low) or test == "mannwhitney" and \
                (got["low"] is None or is_borderline(a, b, confidence)):
            continue  # R gives what it has at a lower confidence, or more
        for figure, want in ("low", low), ("high", high):
            check("R's interval", "R", got[figure], want, where, high - low)


def is_borderline(m, n, confidence):
    """Whether some rank-sum tail is just what the confidence leaves out:
    R's interval is then one difference wider than the test asks."""
    if m * n > 400:
        return False
    ways = count_orders([(1, 0)] * m + [(0, 1)] * n, m)
    outside = outside_of(confidence) / 2 * sum(ways.values())
    return outside in itertools.accumulate(ways[u] for u in sorted(ways))


def is_tame(path):
    values = read_values(path)
    return max(map(abs, values)) < 1e5 * (max(values) - min(values)) and \
        1e-100 < max(map(abs, values)) < 1e100


# ---- data ------------------------------------------------------------------


def read_values(path):
    with open(path, encoding="utf-8") as f:
        return [float(line.split()[0]) for line in f
                if line.strip() and not line.lstrip().startswith("#")]


def random_pair(source):
    """Two lists of values: of several kinds, half of them with ties."""
    n = [source.choice((3, 4, 5, 7, 10, 15, 20, 20, 60))] * 2
    if source.random() < 0.5:
        n[1] = source.choice((3, 5, 6, 8, 12, 25, 90))
    draw = source.choice((
        lambda: source.gauss(10, 1), lambda: source.gauss(0, 1),
        lambda: source.lognormvariate(0, 1), lambda: source.gauss(-3, 0.1)))
    shift = source.choice((0, 0, 0.1, 0.7, 2, 20))
    spread = source.choice((1, 1, 5))
    digits = source.choice((0, 1, 17, 17))
    return ([round(shift + spread * draw(), digits) for _ in range(n[0])],
            [round(draw(), digits) for _ in range(n[1])])


def write_values(path, values):
    with open(path, "w", encoding="utf-8") as f:
        f.writelines(f"{v!r}\n" for v in values)


def all_pairs(folder, count, source):
    """(name, path of the set, path of the reference, confidences)"""
    two_sample = os.path.join(HERE, "..", "unit", "ref", "twosample")
    for name in sorted(os.listdir(two_sample)):
        if name.endswith("_cmp.txt"):
            path = os.path.join(two_sample, name)
            yield (name[:-8], path, path.replace("_cmp", "_ref"),
                   ["95", source.choice(CONFIDENCES)])
    for i in range(count):
        a = os.path.join(folder, f"{i}a")
        b = os.path.join(folder, f"{i}b")
        for path, values in zip((a, b), random_pair(source)):
            write_values(path, values)
        yield f"random {i}", a, b, [source.choice(CONFIDENCES)]


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 300
    source = random.Random(int(sys.argv[2]) if len(sys.argv) > 2 else 1)
    folder = tempfile.mkdtemp()
    try:
        jobs = []
        for name, a, b, confidences in all_pairs(folder, count, source):
            check_pair(name, a, b, confidences)
            jobs += [(name, a, b, c) for c in confidences]
        check_with_r(jobs, folder)
    finally:
        shutil.rmtree(folder)
    print(f"scipy {scipy.__version__}, {len(jobs)} pairs and confidences")
    print(f"{'figure':30}{'checks':>8}{'largest':>10}  where")
    for figure in sorted(checked):
        error, where = worst[figure]
        print(f"{figure:30}{checked[figure]:8}{error:10.2g}  {where}")
    print(f"{failures} differ" if failures else "all agree")
    return failures > 0


if __name__ == "__main__":
    sys.exit(main())
