#!/usr/bin/env python3
"""figures.py [pairs [seed]]: computes ministat's figures another way.
figures.py -r: prints tests/unit/ref/relative.tsv, which needs mpmath.
figures.py -w: prints tests/unit/ref/wilcoxon.tsv, which needs R.

Run by `make check-figures`; needs scipy.  It runs ./ministat on all pairs in
tests/unit/ref/twosample.tsv and on 300 random pairs (or on this many), with
every test at several confidences; then on 500 random cases (or more) of each
other figure: -t exact, two margins, -p, one or two runs against many, the
geometric mean, dependence, the relative interval of each t test, signed ranks,
and the change that would be shown.  It compares the JSON with

  - exact rational arithmetic: means, deviations and differences, and the ratios
    at which a t test of x against a multiple of y is at the limit of its level;
  - all permutations, counted in whole numbers: the exact p of Mann and Whitney,
    and the ranks of the ends of its interval;
  - all signs of ranks, counted in the same way: p of Wilcoxon, and those ends;
  - all differences, ratios and means of two distances, sorted: the ends, with
    the ticks of the clock;
  - scipy: t quantiles and p-values, Mann-Whitney again, signed ranks of more
    than 50 pairs, and the ranks of the ends of quantiles, which numpy then
    finds;
  - t.test and wilcox.test of R, if Rscript is installed.

Prints each figure that differs by too much, then a table of the largest
relative differences.  The status is 1 if a figure differs, and 0 if none does
or scipy is not installed.
"""

import collections
import csv
import functools
import itertools
import json
import math
import os
import random
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
    print("figures: skipped:", missing)
    sys.exit(0)

HERE = os.path.dirname(os.path.abspath(__file__))
MINISTAT = os.path.join(HERE, "..", "..", "ministat")
CONFIDENCES = ["50", "80", "95", "99", "99.9", "99.999"]

# What relative difference is too large.  Means and deviations are exact here;
# quantiles and p-values are as good as scipy's; R rounds more.
TOLERANCE = {"exact": 2**-51, "t": 1e-9, "p": 1e-9, "rank p": 1e-11,
             "scipy rank p": 1e-9, "R": 1e-7, "sorted": 1e-12, "new": 1e-12}

LARGEST = sys.float_info.max
ROUNDING = Fraction(1, 10**12)  # of squares
T_TESTS = ("student", "welch", "paired")

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


def sets_of(report, kind="row"):
    """What the report has of each set, for the first row of this kind."""
    rows = [row for row in report["rows"] if row["kind"] == kind]
    return rows[:len(report["sets"])]


def compare(test, confidence, a, b):
    text = run("-o", "json", "-t", test, "-c", confidence, b, a)
    if text is None:
        return None, None
    sets = sets_of(json.loads(text))
    return sets, sets[1]


# ---- the other way ---------------------------------------------------------


class Set:
    """Values, and their mean and variance as Fractions."""

    def __init__(self, values):
        self.values = values
        self.exact = [Fraction(v) for v in values]
        self.n = len(values)
        self.mean = sum(self.exact) / self.n
        self.variance = sum((x - self.mean)**2 for x in self.exact) / \
            max(self.n - 1, 1)


def t_quantile(outside, df):
    """scipy's, but older ones have no more than nine digits: one step of
    Newton's method doubles them."""
    outside, df = float(outside), float(df)
    t = stats.t.isf(outside, df)
    return t + (stats.t.sf(t, df) - outside) / stats.t.pdf(t, df)


def t_errors(test, a, b):
    """df, the variances of both means, and their covariance."""
    if test == "paired":
        c = sum((x - a.mean) * (y - b.mean)
                for x, y in zip(a.exact, b.exact)) / (a.n - 1) / a.n
        return Fraction(a.n - 1), a.variance / a.n, b.variance / b.n, c
    if test == "welch":
        v1, v2 = a.variance / a.n, b.variance / b.n
        df = Fraction(a.n + b.n - 2) if v1 + v2 == 0 else \
            (v1 + v2)**2 / (v1**2 / (a.n - 1) + v2**2 / (b.n - 1))
        return df, v1, v2, Fraction(0)
    df = Fraction(a.n + b.n - 2)
    pooled = ((a.n - 1) * a.variance + (b.n - 1) * b.variance) / df
    return df, pooled / a.n, pooled / b.n, Fraction(0)


def relative_ends(a, b, va, vb, c, t):
    """The relative changes at which |a - q b| is t times its standard error,
    where q is their ratio: Fractions or infinities, or None."""
    # leading q^2 - 2 middle q + last = 0
    leading, middle = b**2 - t**2 * vb, a * b - t**2 * c
    last = a**2 - t**2 * va
    if leading <= 0 and (a * b <= 0 or last <= 0):
        return None
    reach = root(max(middle**2 - leading * last, Fraction(0)))
    if leading > 0:
        ends = [(middle - reach) / leading - 1, (middle + reach) / leading - 1]
    elif middle + reach > 0:
        ends = [last / (middle + reach) - 1, math.inf]
    else:
        ends = [(middle - reach) / leading - 1, math.inf]
    return ends if b > 0 else [-ends[1], -ends[0]]


def wide_tick(test, a, b):
    """The tick, if it is more than twice the spread and not both are
    constant."""
    if a.variance == b.variance == 0:
        return 0
    if test == "paired":
        square = Set([x - y for x, y in zip(a.exact, b.exact)]).variance
    elif test == "welch":
        square = (a.variance + b.variance) / 2
    else:
        square = ((a.n - 1) * a.variance + (b.n - 1) * b.variance) / \
            (a.n + b.n - 2)
    tick = tick_of(a, b)
    return tick if Fraction(tick)**2 > 4 * square * (1 + ROUNDING) else 0


def t_figures(test, a, b, confidence, quantile=None):
    """The figures by scipy's t, and what they may be wrong in parts of."""
    quantile = quantile or t_quantile
    difference = a.mean - b.mean
    df, va, vb, c = t_errors(test, a, b)
    error = root(va - 2 * c + vb)
    t = Fraction(quantile(outside_of(confidence) / 2, df))
    tick = Fraction(wide_tick(test, a, b))
    half = t * error + tick
    want = {"df": as_double(df), "difference": as_double(difference),
            "low": as_double(difference - half),
            "high": as_double(difference + half)}
    if tick > 0 and abs(difference) <= tick:
        want["p"] = 1.0
    elif error != 0:
        ratio = as_double((abs(difference) - tick) / error)
        want["p"] = 2 * stats.t.sf(ratio, float(df)) if ratio else 1.0 \
            if ratio == 0 else 0.0
    else:
        want["p"] = None if difference == 0 else 0.0
    scale = {"low": as_double(half), "high": as_double(half)}
    want["relative"] = want["relative_low"] = want["relative_high"] = None
    relative = None if b.mean == 0 else as_double(difference / abs(b.mean))
    if relative is not None:
        want["relative"] = relative
        scale["relative_low"] = scale["relative_high"] = abs(relative)
        ends = relative_ends(a.mean, b.mean, va, vb, c, t)
        # where a change is too small for a double, there is no interval
        if ends is not None and all(end == 0 or abs(end) > Fraction(1, 10**307)
                                    for end in ends):
            if tick > 0:  # the difference decides about 0
                size = abs(b.mean)
                low, high = ends[0] - tick / size, ends[1] + tick / size
                if (low > 0) != (difference - half > 0):
                    low = (difference - half) / size
                if (high < 0) != (difference + half < 0):
                    high = (difference + half) / size
                ends = low, high
            want["relative_low"], want["relative_high"] = \
                (as_double(end) for end in ends)
    return want, scale


def check_verdict(got, where, side=None):
    """By the interval, or by p of ranks and its side."""
    low, high = got["low"], got["high"]
    if side is not None:
        outside = 1 - got["confidence"] / 100
        want = "undecided" if got["p"] > outside * (1 + 1e-13) else \
            "higher" if side > 0 else "lower"
    else:
        want = "higher" if low is not None and low > 0 else \
            "lower" if high is not None and high < 0 else "undecided"
    check_equal("verdict", got["verdict"], want, where)


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


@functools.lru_cache(maxsize=None)
def untied_orders(m, n):
    """In how many orders of m and n values U is 0, 1, ..., m n."""
    ways = [1] + [0] * (m * n)
    for i in range(1, m + 1):  # times (1 - q^(n + i)) / (1 - q^i)
        for u in range(m * n, n + i - 1, -1):
            ways[u] -= ways[u - n - i]
        for u in range(i, m * n + 1):
            ways[u] += ways[u - i]
    return ways


def rank_of_ends(m, n, outside):
    """The k of the interval from the k-th least to the k-th greatest."""
    if m * n > 2500:
        z = stats.norm.isf(float(outside / 2))
        return max(0, math.floor(m * n / 2 + 0.5 -
                                 z * math.sqrt(m * n * (m + n + 1) / 12)))
    ways = untied_orders(m, n)
    most = outside / 2 * sum(ways)
    return sum(count <= most for count in
               itertools.accumulate(ways[:m * n // 2 + 1]))


def tick_of(a, b):
    """The least gap between values, if some are equal."""
    values = sorted(set(a.values + b.values))
    if len(values) == a.n + b.n or len(values) == 1:
        return 0
    return min(y - x for x, y in zip(values, values[1:]))


def ends(pairs, k, tick):
    pairs = numpy.sort(pairs, axis=None)
    if k == 0:
        return -math.inf, math.inf
    return pairs[k - 1] - tick, pairs[-k] + tick


def check_ends(figure, got, low, high, where, scale=0):
    """scale: what the ends are differences of"""
    size = max(abs(x) for x in (low, high, scale) if math.isfinite(x))
    check(figure, "sorted", got[0], float(low), where, size)
    check(figure, "sorted", got[1], float(high), where, size)


def positive(a, b):
    return min(a.values + b.values) > 0


def check_rank_interval(got, a, b, confidence, where):
    k = rank_of_ends(a.n, b.n, outside_of(confidence))
    x, y = numpy.array(a.values), numpy.array(b.values)
    tick = tick_of(a, b)
    differences = numpy.subtract.outer(x, y)
    check_ends("ends of differences", (got["low"], got["high"]),
               *ends(differences, k, tick), where)
    if not positive(a, b):
        check_equal("no ratio", got["relative"], None, where)
        return
    ratios = numpy.divide.outer(x, y)
    low, high = ends(ratios, k, 0)
    part = tick / numpy.median(y)
    check("ratio", "sorted", got["relative"],
          float(numpy.median(ratios)) - 1, where, 1)
    check_ends("ends of ratios", (got["relative_low"], got["relative_high"]),
               max(max(low, 0) - 1 - part, -1), high - 1 + part, where)


def quantile_ends(values, p, outside):
    """A quantile between two values, or infinities."""
    n, side = len(values), float(outside) / 2
    order = [-math.inf] + sorted(values) + [math.inf]
    below = stats.binom.cdf(numpy.arange(-1, n), n, p)  # P(B < 0, 1, ...)
    above = stats.binom.sf(numpy.arange(0, n + 1) - 1, n, p)
    lower = max(l for l in range(n + 1) if below[l] <= side)
    upper = min([u for u in range(1, n + 1) if above[u] <= side] + [n + 1])
    return order[lower], order[upper]


def recover(d, reach_a, reach_b):
    return (d - math.hypot(reach_a[0], reach_b[1]),
            d + math.hypot(reach_a[1], reach_b[0]))


def check_quantile(name, a, b, path_a, path_b, confidence, percent):
    where = f"{name} -t p{percent} -c {confidence}"
    got = compare(f"p{percent}", confidence, path_a, path_b)[1]
    p, outside = percent / 100, outside_of(confidence)
    qa, qb = (float(numpy.quantile(s.values, p)) for s in (a, b))
    la, ua = quantile_ends(a.values, p, outside)
    lb, ub = quantile_ends(b.values, p, outside)
    tick = tick_of(a, b)
    size = max(abs(qa), abs(qb))
    low, high = recover(qa - qb, (qa - la, ua - qa), (qb - lb, ub - qb))
    check("difference of quantiles", "sorted", got["difference"], qa - qb,
          where, size)
    check_ends("ends of quantiles", (got["low"], got["high"]), low - tick,
               high + tick, where)
    if not positive(a, b):
        check_equal("no ratio", got["relative"], None, where)
        return

    def logs(q, l, u):
        return (math.log(q / l) if l > 0 else math.inf,
                math.log(u / q) if u < math.inf else math.inf)

    low, high = recover(math.log(qa / qb), logs(qa, la, ua), logs(qb, lb, ub))
    tick /= qb
    check("ratio of quantiles", "sorted", got["relative"], qa / qb - 1, where,
          1)
    check_ends("ends of quantiles' ratios",
               (got["relative_low"], got["relative_high"]),
               max(math.exp(low) - tick, 0) - 1, math.exp(high) + tick - 1,
               where, 1)


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
    if beyond_range(a, b):
        check_equal("refusal", got is None or got["verdict"] is None, True,
                    where)
        return
    groups = tie_groups(a.values, b.values)
    check_equal("U", got["u"], twice_u(groups) / 2, where)
    check_equal("exact", got["exact"], a.n * b.n <= 2500, where)
    check("shift", "exact", got["difference"], float(numpy.median(
        numpy.subtract.outer(numpy.array(a.values, dtype=numpy.longdouble),
                             numpy.array(b.values, dtype=numpy.longdouble)))),
          where, max(map(abs, a.values + b.values)))
    check_verdict(got, where, got["u"] - a.n * b.n / 2)
    check_rank_interval(got, a, b, confidence, where)
    tied = len(groups) < a.n + b.n
    if not got["exact"] or not tied:
        p = scipy_rank_p(a, b, got["exact"])
        if not math.isnan(p):
            check("scipy's Mann-Whitney p", "scipy rank p", got["p"], p,
                  where)
    if got["exact"] and a.n * b.n <= 400:
        check("exact Mann-Whitney p", "rank p", got["p"],
              float(min(1, 2 * min(tails(groups, a.n)))), where)


def sign_ways(scores):
    """In how many ways some of the scores add up to 0, 1, ...."""
    ways = [1]
    for score in scores:
        ways += [0] * score
        for w in range(len(ways) - 1, score - 1, -1):
            ways[w] += ways[w - score]
    return ways


def mid_ranks(values):
    """Twice the ranks, from 1, of which equal values share the mean."""
    order = sorted(values)
    count = collections.Counter(values)
    return [2 * order.index(v) + count[v] + 1 for v in values]


def check_signed_ranks(folder, where, source):
    """Pairs, with ties and zeros in half of them."""
    n = source.choice((6, 7, 8, 10, 12, 20, 35, 50, 51, 80))
    lists = random_pair(source, [n, n])
    a, b = map(Set, lists)
    paths = [os.path.join(folder, "w" + side) for side in "ab"]
    for path, values in zip(paths, lists):
        write_values(path, values)
    confidence = source.choice(CONFIDENCES)
    where = f"{where} -t wilcoxon -c {confidence}"
    got = compare("wilcoxon", confidence, *paths)[1]
    in_logs = positive(a, b)
    pairs = list(zip(a.values, b.values))
    # ratios and differences of the numbers as they are written
    exact = [(Fraction(repr(x)), Fraction(repr(y))) for x, y in pairs]
    sizes = [max(p) / min(p) if in_logs else abs(p[0] - p[1]) for p in exact]
    scores = [(rank if x > y else -rank if x < y else 0)
              for rank, (x, y) in zip(mid_ranks(sizes), pairs)]
    total = sum(map(abs, scores))
    up = sum(s for s in scores if s > 0)
    if n <= 50:
        ways = sign_ways([abs(s) for s in scores if s != 0])
        tail = sum(ways[:min(up, total - up) + 1])
        p = float(min(Fraction(1), Fraction(2 * tail, sum(ways))))
    else:
        z = (abs(up - total / 2) / 2 - 0.5) / math.sqrt(
            sum(s * s for s in scores) / 16) if total else 0
        p = 2 * stats.norm.sf(max(0, z))
    check("Wilcoxon's p", "rank p", got["p"], p, where)
    check_verdict(got, where, up - total / 2)
    check_walsh(got, a, b, in_logs, confidence, where)


def check_walsh(got, a, b, in_logs, confidence, where):
    n, outside = a.n, outside_of(confidence)
    x, y = numpy.array(a.values), numpy.array(b.values)
    d = numpy.log(x / y) if in_logs else x - y
    walsh = numpy.add.outer(d, d)[numpy.triu_indices(n)] / 2
    if n <= 50:
        ways = sign_ways(range(1, n + 1))
        k = sum(count <= outside / 2 * 2**n for count in
                itertools.accumulate(ways[:n * (n + 1) // 4 + 1]))
    else:
        k = max(0, math.floor(
            n * (n + 1) / 4 + 0.5 - stats.norm.isf(float(outside / 2)) *
            math.sqrt(n * (n + 1) * (2 * n + 1) / 24)))
    low, high = ends(walsh, k, 0)
    middle, tick = float(numpy.median(walsh)), tick_of(a, b)
    if not in_logs:
        check("Walsh averages", "sorted", got["difference"], middle, where,
              max(map(abs, a.values + b.values)))
        check_ends("ends of Walsh averages", (got["low"], got["high"]),
                   low - tick, high + tick, where)
        check_equal("no ratio", got["relative"], None, where)
        return
    median = float(numpy.median(y))
    want = (math.expm1(middle), max(-1.0, math.expm1(low) - tick / median),
            math.expm1(high) + tick / median)
    for name, factor in ("relative", 1), ("difference", median):
        figures = [name] + (["low", "high"] if name == "difference" else
                            ["relative_low", "relative_high"])
        for figure, value in zip(figures, want):
            check(f"Walsh averages: {name}", "sorted", got[figure],
                  value * factor, where, factor)


def beyond_range(a, b):
    values = a.values + b.values
    return math.isinf(max(values) - min(values))


def check_pair(name, path_a, path_b, confidences):
    a, b = Set(read_values(path_a)), Set(read_values(path_b))
    for confidence in confidences:
        for test in "student", "welch", "paired":
            where = f"{name} -t {test} -c {confidence}"
            sets, got = compare(test, confidence, path_a, path_b)
            if got is None or got["verdict"] is None:
                check_equal("refusal", test == "paired" and a.n != b.n or
                            beyond_range(a, b), True, where)
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


def check_quantiles(folder, count, source):
    """Of sets large enough, mostly, for the quantile."""
    for i in range(count):
        percent = source.choice((50, 50, 75, 90, 95, 99, 12.5, 99.9))
        sizes = [source.choice((5, 10, 60, 400, 1000)) for _ in range(2)]
        lists = random_pair(source, sizes)
        paths = [os.path.join(folder, f"q{side}") for side in "ab"]
        for path, values in zip(paths, lists):
            write_values(path, values)
        check_quantile(f"quantile {i}", *map(Set, lists), *paths,
                       source.choice(CONFIDENCES), percent)


# ---- verdicts --------------------------------------------------------------


def compare_files(folder, options, *lists):
    """The JSON of sets of lines, each in a file of its own."""
    paths = []
    for i, lines in enumerate(lists):
        paths.append(f"s{i}={os.path.join(folder, f's{i}')}")
        with open(os.path.join(folder, f"s{i}"), "w", encoding="utf-8") as f:
            f.writelines(f"{line}\n" for line in lines)
    text = run("-o", "json", *options, *paths)
    return None if text is None else json.loads(text)


def draw_positive(source, n):
    draw = source.choice((lambda: source.lognormvariate(3, 0.05),
                          lambda: source.lognormvariate(0, 0.5),
                          lambda: source.gauss(100, 1)))
    return [draw() for _ in range(n)]


def check_figures(name, got, want, scale, where):
    for figure in want:
        check(f"{name}: {figure}", "new", got[figure], want[figure], where,
              scale.get(figure))


def check_exact(folder, where, source):
    """Sets of one to four values, which are equal or not."""
    values = [source.choice((0, 1, -3, 1e9)) + source.choice((0, 1, 0.1)) *
              source.randrange(-5, 100) for _ in range(2)]
    lists = [[v] * source.randrange(1, 5) for v in values]
    noisy = [source.random() < 0.2 for _ in range(2)]
    for values, noise in zip(lists, noisy):
        if noise:
            values.append(values[0] + 1)
    sets = sets_of(compare_files(folder, ["-t", "exact"], *lists))
    got, (y, x) = sets[1], map(Set, lists)
    difference = x.mean - y.mean
    relative = difference / abs(y.mean) if y.mean != 0 else None
    check("exact: difference", "new", got["difference"],
          as_double(difference), where,
          as_double(max(abs(x.mean), abs(y.mean))) if any(noisy) else None)
    check("exact: relative", "new", got["relative"],
          None if relative is None else as_double(relative), where, 1)
    for end in "low", "high", "relative_low", "relative_high":
        point = "relative" if "relative" in end else "difference"
        check_equal("exact: ends", got[end],
                    None if any(noisy) else got[point], where)
    for figure in "p", "df", "confidence":
        check_equal("exact: none", got[figure], None, where)
    for s, noise in zip(sets, noisy):
        check_equal("exact: doubt", s["doubts"],
                    ["not-exact"] if noise else [], where)
    check_equal("exact: verdict", got["verdict"], "undecided"
                if any(noisy) or difference == 0 else
                "higher" if difference > 0 else "lower", where)


def check_margins(folder, where, source):
    lists = random_pair(source, [source.choice((3, 5, 12))] * 2)
    percent = source.choice((1, 5, 20, 100))
    amount = source.choice((0.05, 0.5, 2, 10))
    margin = [f"{percent}%", f"{amount}"]
    source.shuffle(margin)
    test = source.choice(("student", "welch", "paired"))
    old, got = sets_of(compare_files(
        folder, ["-t", test, "-m", ",".join(margin)], *lists))
    size = abs(old["mean"])
    relative = (got["relative_low"], got["relative_high"]) != (None, None) \
        and size * percent / 100 >= amount
    low, high = (got[("relative_" if relative else "") + end]
                 for end in ("low", "high"))
    low = -math.inf if low is None else low
    high = math.inf if high is None else high
    m = percent / 100 if relative else amount
    check_equal("margins: verdict", got["verdict"],
                "equal" if low > -m and high < m or low == high == 0 else
                "higher" if low > m else "lower" if high < -m else
                "undecided", where)


def check_previous(folder, where, source):
    """Each comparison is the one with the set before it alone."""
    lists = [random_pair(source, [source.choice((3, 5, 9))] * 2)[0]
             for _ in range(source.randrange(3, 6))]
    got = sets_of(compare_files(folder, ["-p"], *lists))[1:]
    check_equal("previous: reference", [c["reference"] for c in got],
                [f"s{i}" for i in range(len(lists) - 1)], where)
    for i, c in enumerate(got):
        want = sets_of(compare_files(folder, [], *lists[i:i + 2]))[1]
        want["reference"], want["set"] = f"s{i}", f"s{i + 1}"
        check_equal("previous: figures", c, want, where)


def check_single(folder, where, source):
    """One or two runs against many, or these against those."""
    few = draw_positive(source, source.choice((1, 1, 2)))
    many = [source.choice((1, 1, -1)) * v for v in
            draw_positive(source, source.randrange(3, 31))]
    if source.random() < 0.5:  # as runs are: all near one mean
        many = [few[0] * source.gauss(1, 0.03) for _ in many]
    new, old = (few, many) if source.random() < 0.6 else (many, few)
    confidence = source.choice(CONFIDENCES)
    sets = sets_of(compare_files(
        folder, ["-r", "1", "-C", "2", "-c", confidence],
        *([f"{i} {v!r}" for i, v in enumerate(values)]
          for values in (old, new))))
    a, b = Set(new), Set(old)
    want, scale = t_figures("student", a, b, confidence)
    if want["relative"] is not None:
        scale["relative"] = max(1, abs(want["relative"]))
    scale["difference"] = as_double(max(abs(a.mean), abs(b.mean)))
    for end in "low", "high":
        scale[end] = max(scale[end], scale["difference"])
    p = want.pop("p")
    check("single: p", "p", sets[1]["p"], p, where)
    check_figures("single", sets[1], want, scale, where)
    for s, values in zip(sets, (b, a)):
        check("single: stddev", "new", s["stddev"], None if values.n == 1 else
              as_double(root(values.variance)), where)


def check_geometric(folder, where, source):
    """The y of DESIGN, and a t test of them."""
    test = source.choice(("student", "welch", "paired"))
    n = [source.choice((3, 4, 5, 10, 20))] * 2
    if test != "paired":
        n[1] = source.choice((3, 5, 8))
    nrows = source.choice((2, 3, 5, 12))
    sets = [[draw_positive(source, count) for _ in range(nrows)]
            for count in n]
    confidence = source.choice(CONFIDENCES)
    got = compare_files(folder, ["-k", "1", "-C", "2", "-t", test, "-c",
                                 confidence],
                        *([f"b{row} {v!r}" for row, values in enumerate(s)
                           for v in values] for s in sets))
    means, ys = [], []
    for s in sets:
        centres = [Set(values).mean for values in s]
        mean = math.exp(math.fsum(map(math.log, centres)) / nrows)
        means.append(mean)
        ys.append(Set([Fraction(mean) / nrows * sum(
            Fraction(values[i]) / centre
            for values, centre in zip(s, centres))
            for i in range(len(s[0]))]))
    got = sets_of(got, "geometric mean")
    for mean, want in zip(got, means):
        check("geometric: mean", "new", mean["mean"], want, where)
    want, scale = t_figures(test, ys[1], ys[0], confidence)
    for figure in "relative", "relative_low", "relative_high":
        check(f"geometric: {figure}", "t", got[1][figure],
              want[figure], where, max(1, scale.get(figure, 0)))


def check_dependence(folder, where, source):
    """Sets that rise, or whose neighbours are alike or unlike, or neither."""
    test = source.choice(("student", "mannwhitney", "paired", "wilcoxon"))
    n = [source.choice((6, 7, 8, 9, 12, 30, 100)) for _ in range(2)]
    if test in ("paired", "wilcoxon"):
        n[1] = n[0]
    rise, alike = source.choice((0, 1, 3)), source.choice((0, 0.5, -0.9))
    digits, lists = source.choice((0, 1, 17)), []
    for count in n:
        noise, values = 0, []
        for i in range(count):
            noise = alike * noise + source.gauss(0, 1)
            values.append(round(noise + rise * i / count, digits))
        lists.append(values)
    got = sets_of(compare_files(folder, ["-t", test], *lists))[1]
    y, x = lists
    series = lists if test in ("student", "mannwhitney") else \
        [[v - w for v, w in zip(x, y)]] if test == "paired" or \
        min(x + y) <= 0 else [[math.log(v / w) for v, w in zip(x, y)]]
    excess = variance = Fraction(0)
    for values in series:
        m = len(values)
        r = [Fraction(rank - m - 1, 2) for rank in mid_ranks(values)]
        s2, s4 = sum(v**2 for v in r), sum(v**4 for v in r)
        excess += sum(v * w for v, w in zip(r, r[1:])) + s2 / m
        variance += (s2**2 - s4) / m + (s2**2 - 2 * s4) / (m * (m - 1)) - \
            s2**2 / m**2
    errors = float(excess) / math.sqrt(variance) if variance else 0
    for doubt, sign in (("dependent", 1), ("turns", -1)):
        p = stats.norm.sf(sign * errors)
        if abs(p - 0.01) > 1e-9:
            check_equal(doubt, doubt in got["comparison_doubts"],
                        min(n) >= 8 and p <= 0.01, where)


KINDS = ("alike", "negative", "signs", "zero mean", "zeros", "constant",
         "wide", "scaled")
LEVELS = ("50", "80", "95", "99", "99.9", "99.99")


def draw_relative(source, kind, test):
    """Two lists for a t test, with spreads of 1e-7 to 1 of their means."""
    n = source.choice((3, 4, 5, 10, 20))
    m = n if test == "paired" else source.choice((3, 5, 8, 20))
    spread = 10**source.uniform(-7, 0)
    other = spread * source.choice((1, 1, 0.25, 4))
    change = source.choice((0, 0, 1e-8, spread, -spread, 0.05, 0.5, 3))
    y = [source.gauss(1, spread) for _ in range(m)]
    x = [source.gauss(1, other) for _ in range(n)]
    if test == "paired" and source.random() < 0.5:  # each follows its pair
        x = [v * source.gauss(1, 10**source.uniform(-12, -1)) for v in y]
    x = [v * (1 + change) for v in x]
    if kind == "negative":
        x, y = [-v for v in x], [-v for v in y]
    elif kind == "signs":
        x, y = source.choice((([-v for v in x], y), (x, [-v for v in y])))
    elif kind == "zero mean":  # exactly
        y = [float(i - (m - 1) / 2) * spread for i in range(m)]
    elif kind == "zeros":
        x, y = source.choice((([0.0] * n, y), (x, [0.0] * m)))
    elif kind == "constant":
        x, y = source.choice((([x[0]] * n, y), (x, [y[0]] * m),
                              ([x[0]] * n, [source.choice((x[0], 1.0))] * m)))
    elif kind == "wide":  # one end, or none
        x = [source.choice((1, 1, -1)) * source.gauss(3, 1) for _ in x]
        y = [source.gauss(1, source.choice((1, 3))) for _ in y]
    elif kind == "scaled":
        scale = 10**source.uniform(-300, 299)
        y = [v * scale for v in y]
        x = [v * source.choice((scale, scale, 1)) for v in x]
    return x, y


def count_kinds(name, got):
    ends = (got["relative_low"], got["relative_high"]).count(None)
    checked[f"{name}: {2 - ends} ends"] += 1


def check_relative(folder, where, source):
    """Each kind of data with each t test.  0 is in the relative interval if
    and only if nothing is shown."""
    for kind, test in itertools.product(KINDS, ("student", "welch", "paired")):
        x, y = draw_relative(source, kind, test)
        level = source.choice(LEVELS)
        got = sets_of(compare_files(
            folder, ["-t", test, "-c", level],
            *([repr(v) for v in values] for values in (y, x))))[1]
        a, b = Set(x), Set(y)
        want, scale = t_figures(test, a, b, level)
        name = f"relative, {test}, {kind}"
        count_kinds(name, got)
        at = f"{where} {kind} {test} {level}"
        for figure in "relative", "relative_low", "relative_high":
            check(name, "t", got[figure], want[figure], at,
                  scale.get(figure))
        low, high = got["relative_low"], got["relative_high"]
        if (low, high) != (None, None):
            check_equal("relative: verdict", got["verdict"],
                        "higher" if low is not None and low > 0 else
                        "lower" if high is not None and high < 0 else
                        "undecided", at)


def check_detectable(folder, where, source):
    n = source.choice((3, 5, 20))
    lists = [draw_positive(source, n), draw_positive(source, n)]
    sign = source.choice((1, -1))
    lists = [[sign * v for v in values] for values in lists]
    test = source.choice(("student", "welch", "paired"))
    margin = source.choice(([], ["-m", "3%"], ["-m", "2%,0.7"], ["-m", "4"]))
    confidence = source.choice(CONFIDENCES)
    sets = sets_of(compare_files(
        folder, ["-v", "-t", test, "-c", confidence, *margin], *lists))
    b, a = map(Set, lists)
    df, va, vb, c = t_errors(test, a, b)
    t = t_quantile(outside_of(confidence) / 2, df) + t_quantile(0.2, df)
    size = abs(float(b.mean))
    more = {"": 0, "3%": 0.03 * size, "2%,0.7": max(0.02 * size, 0.7),
            "4": 4}[margin[1] if margin else ""]
    check("detectable", "t", sets[1]["detectable"],
          (t * float(root(va - 2 * c + vb)) + more) / size, where)


def check_verdicts(folder, count, source):
    for name, check_case in (
            ("exact", check_exact), ("margins", check_margins),
            ("previous", check_previous), ("single", check_single),
            ("geometric", check_geometric), ("dependence", check_dependence),
            ("signed ranks", check_signed_ranks),
            ("detectable", check_detectable), ("relative", check_relative)):
        for i in range(count):
            check_case(folder, f"{name} {i}", source)


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
        if (length(a) == length(b) && length(a) > 5 && min(a, b) > 0) {
            r <- wilcox.test(log(a), log(b), paired = TRUE, exact = TRUE,
                             conf.int = TRUE, conf.level = level)
            say(i, "wilcoxon", c(r$p.value, expm1(r$conf.int)))
        }
    }
})
"""


def check_with_r(jobs, folder):
    """jobs: (name, path_a, path_b, confidence).  R takes differences of
    rounded means, so values far from 0 are not for it."""
    if shutil.which("Rscript") is None:
        print("figures: skipped: no Rscript")
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
        if got["p"] == 1.0 and test in T_TESTS or "coarse" in got["comparison_doubts"]:
            continue  # a tick: R knows none
        check("R's p", "R", got["p"], float(p), where, 1e-15)
        if math.isnan(low) or test == "mannwhitney" and \
                (got["low"] is None or is_borderline(a, b, confidence)):
            continue  # R gives what it has at a lower confidence, or more
        if test == "wilcoxon":
            if got["high"] is not None:
                check("R's interval", "R", got["relative_low"], low, where, 1)
                check("R's interval", "R", got["relative_high"], high, where,
                      1 + high)
            continue
        if wide_tick(test, *(Set(read_values(p)) for p in (path_a, path_b))):
            continue
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


def random_pair(source, n=None):
    """Two lists of values: of several kinds, half of them with ties."""
    if n is None:
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


def reference_cases():
    """The values of each case, as text, in {name: {"ref": [], "cmp": []}}."""
    cases = collections.defaultdict(lambda: collections.defaultdict(list))
    path = os.path.join(HERE, "..", "unit", "ref", "twosample.tsv")
    with open(path, encoding="utf-8") as f:
        for line in f:
            if line.startswith("s"):
                name, quantity, value = line.rstrip("\n").split("\t")
                if quantity in ("ref", "cmp"):
                    cases[name][quantity].append(value)
    return cases


def all_pairs(folder, count, source):
    """(name, path of the set, path of the reference, confidences)"""
    for name, lists in reference_cases().items():
        paths = [os.path.join(folder, name + end) for end in ("cmp", "ref")]
        for path, quantity in zip(paths, ("cmp", "ref")):
            with open(path, "w", encoding="utf-8") as f:
                f.writelines(value + "\n" for value in lists[quantity])
        yield name, *paths, ["95", source.choice(CONFIDENCES)]
    for i in range(count):
        a = os.path.join(folder, f"{i}a")
        b = os.path.join(folder, f"{i}b")
        for path, values in zip((a, b), random_pair(source)):
            write_values(path, values)
        yield f"random {i}", a, b, [source.choice(CONFIDENCES)]


# ---- reference cases -------------------------------------------------------

REFERENCE = """\
# Relative intervals of t tests: the changes r at which the test of x against
# (1 + r) y is at the limit of its level, and the relative difference between
# them.  A negative mean of y turns the sign of all.  none: there is no interval.
#
# Printed by tests/figures/figures.py -r: from exact rational arithmetic
# of the doubles that the decimals are read as, and a t with 40 digits.
#
test\tpercent\tx\ty\trelative\tlow\thigh"""


def exact_t(outside, df):
    """The quantile with about 40 digits, as a Fraction."""
    with mpmath.workdps(50):
        a = mpmath.mpf(df.numerator) / df.denominator / 2
        want = mpmath.mpf(outside.numerator) / outside.denominator
        t = mpmath.mpf(t_quantile(outside, df))
        for _ in range(3):
            x = a / (a + t * t / 2)
            tail = mpmath.betainc(a, 0.5, 0, x, regularized=True) / 2
            density = x**(a + 0.5) / mpmath.sqrt(2 * a) / mpmath.beta(a, 0.5)
            t += (tail - want) / density
        return Fraction(*mpmath.libmp.to_rational(t._mpf_))


def print_digits(x):
    if x is None or not isinstance(x, Fraction):
        return "none" if x is None else str(x)
    with mpmath.workdps(40):
        return mpmath.nstr(mpmath.mpf(x.numerator) / x.denominator, 20)


def print_case(test, level, x, y):
    a, b = Set(x), Set(y)
    df, va, vb, c = t_errors(test, a, b)
    relative, ends = None, None
    if b.mean != 0:
        relative = (a.mean - b.mean) / abs(b.mean)
        ends = relative_ends(a.mean, b.mean, va, vb, c, exact_t(
            outside_of(level) / 2, df))
    print(test, level, *(" ".join(map(repr, values)) for values in (x, y)),
          *map(print_digits, [relative] + (ends or [None, None])), sep="\t")


def print_reference(source):
    global mpmath
    import mpmath
    print(REFERENCE)
    for kind, test, _ in itertools.product(
            KINDS, ("student", "welch", "paired"), range(4)):
        x, y = draw_relative(source, kind, test)
        if test == "paired":
            y = y[:10]
        print_case(test, source.choice(LEVELS), x[:10], y[:10])
    for _ in range(12):
        few = [source.gauss(1, 0.1) for _ in range(source.choice((1, 1, 2)))]
        many = [source.gauss(1, source.choice((0.01, 0.1, 1)))
                for _ in range(source.choice((3, 5, 8)))]
        if source.random() < 0.5:
            few, many = many, few
        print_case("student", source.choice(LEVELS), few, many)


SIGNED_RANKS = """\
# wilcox.test(log(x), log(y), paired = TRUE, conf.int = TRUE) of R: p, and exp
# of the estimate and of the ends, less 1.  With up to 50 pairs, p is exact and
# nothing ties.
#
# Printed by tests/figures/figures.py -w.
#
test\tpercent\tx\ty\tp\trelative\tlow\thigh"""

R_SIGNED_RANKS = r"""
f <- file("stdin")
for (line in readLines(f)) {
    field <- strsplit(line, "\t")[[1]]
    x <- scan(text = field[2], quiet = TRUE)
    y <- scan(text = field[3], quiet = TRUE)
    r <- suppressWarnings(wilcox.test(
        log(x), log(y), paired = TRUE, exact = length(x) <= 50,
        conf.int = TRUE, conf.level = as.numeric(field[1]) / 100))
    cat("wilcoxon", field, sprintf("%.17g", c(
        r$p.value, expm1(c(r$estimate, r$conf.int)))), sep = "\t")
    cat("\n")
}
"""


def print_signed_ranks(source):
    """Pairs of few digits; more than 50 of them have ties, and no zeros."""
    print(SIGNED_RANKS, flush=True)
    lines = []
    for i in range(60):
        n = source.randrange(8, 51) if i < 50 else source.randrange(51, 80)
        x = y = [0, 0]
        while i < 50 and len(set(x + y)) < 2 * n:  # no ticks
            y = [round(source.lognormvariate(3, 0.3), 4) for _ in range(n)]
            x = [round(v * source.lognormvariate(0.05, 0.1), 4) for v in y]
        if i >= 50:
            y = [float(source.randrange(20, 30)) for _ in range(n)]
            x = [v + source.choice((-2, -1, 1, 1, 2)) for v in y]
        lines.append("\t".join((source.choice(("80", "90", "95", "98")),
                                *(" ".join(map(repr, v)) for v in (x, y)))))
    subprocess.run(["Rscript", "-e", R_SIGNED_RANKS], check=True, text=True,
                   input="\n".join(lines) + "\n")


def main():
    if sys.argv[1:] == ["-r"]:
        print_reference(random.Random(1))
        return 0
    if sys.argv[1:] == ["-w"]:
        print_signed_ranks(random.Random(1))
        return 0
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 300
    source = random.Random(int(sys.argv[2]) if len(sys.argv) > 2 else 1)
    folder = tempfile.mkdtemp()
    try:
        jobs = []
        for name, a, b, confidences in all_pairs(folder, count, source):
            check_pair(name, a, b, confidences)
            jobs += [(name, a, b, c) for c in confidences]
        check_quantiles(folder, max(count, 500), source)
        check_verdicts(folder, max(count, 500), source)
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
