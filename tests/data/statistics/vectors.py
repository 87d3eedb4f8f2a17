"""Writes vectors.csv: what scipy, statsmodels and numpy say, for the tests of src/statistics.

    python3 -m venv venv && venv/bin/pip install numpy==2.4.6 scipy==1.17.1 statsmodels==0.15.0
    venv/bin/python vectors.py > vectors.csv
"""
import csv
import itertools
import sys

import numpy as np
from scipy import stats
from statsmodels.stats.multitest import multipletests

out = csv.writer(sys.stdout, lineterminator="\n")
out.writerow(["function", "argument", "a", "b", "expected", "source"])
text = lambda xs: " ".join(repr(float(x)) for x in xs)


def row(function, argument, a, b, expected, source):
    out.writerow([function, argument, text(a), text(b), text(np.atleast_1d(expected)), source])


rng = np.random.default_rng(20240611)
samples = [np.array([3.0]), np.array([1.0, 2.0]), rng.lognormal(size=7), rng.lognormal(3, 2, 40),
           np.array([5.0] * 6), np.array([1e-9, 1.0, 1e9, 2.0, 2.0])]
for x in samples:
    for q in (0.0, 0.05, 0.25, 0.5, 0.9, 1.0):
        row("quantile", q, x, [], np.quantile(x, q), "numpy quantile, method linear")
    row("mad", "", x, [], stats.median_abs_deviation(x), "scipy median_abs_deviation")
    if len(x) > 1:
        row("standard_deviation", "", x, [], np.std(x, ddof=1), "numpy std, ddof 1")
    row("geometric_mean", "", x, [], stats.gmean(x), "scipy gmean")
    for shift in (1.0, 10.0):
        row("shifted_geometric_mean", shift, np.append(x, 0.0), [],
            stats.gmean(np.append(x, 0.0) + shift) - shift, "scipy gmean of x + s, less s")


def signed_rank_by_hand(d):
    """Every sign pattern of the ranks that Pratt keeps: the conditional exact test."""
    ranks = stats.rankdata(np.abs(d))[d != 0]
    w = ranks[d[d != 0] > 0].sum()
    sums = np.array([np.dot(signs, ranks) for signs in itertools.product((0, 1), repeat=len(ranks))])
    return w, min(1.0, 2 * min((sums <= w + 1e-9).mean(), (sums >= w - 1e-9).mean()))


for n in (1, 2, 5, 6, 10, 23, 50):
    d = rng.normal(0.4, 1, n)
    r = stats.wilcoxon(d, method="exact")
    w = stats.rankdata(np.abs(d))[d > 0].sum()
    row("wilcoxon", "", d, [], [w, r.pvalue], "scipy wilcoxon, exact")
for d in ([1, 1, -1, 2, 3, 3], [0, 1, 2, -3, 4, 5, 6], [0, 0, 0, 1, 2, 2, -1, 5], [4] * 6, [0, 0, 7],
          [1, -1, 1, -1], [-8, 2, 2, 0, -5, -5, -5, 1, 9, -9, -12, -4]):
    d = np.array(d, float)
    row("wilcoxon", "", d, [], signed_rank_by_hand(d), "all 2^n signs enumerated, zeros after Pratt")
for n, spread in ((51, 1e9), (60, 4), (120, 3), (400, 6)):
    d = np.round(rng.normal(0.05, 0.3, n) * spread)
    r = stats.wilcoxon(d, zero_method="pratt", correction=True, method="asymptotic")
    w = stats.rankdata(np.abs(d))[d > 0].sum()
    row("wilcoxon", "", d, [], [w, r.pvalue], "scipy wilcoxon, pratt, corrected, asymptotic")


def rank_sum_by_hand(a, b):
    both = np.concatenate([a, b])
    ranks = stats.rankdata(both)
    base = len(a) * (len(a) + 1) / 2
    u = ranks[: len(a)].sum() - base
    us = np.array([ranks[list(c)].sum() - base for c in itertools.combinations(range(len(both)), len(a))])
    return u, min(1.0, 2 * min((us <= u + 1e-9).mean(), (us >= u - 1e-9).mean()))


for m, n in ((1, 1), (3, 4), (5, 5), (10, 10), (8, 20), (20, 20)):
    a, b = rng.normal(0, 1, m), rng.normal(0.7, 1, n)
    r = stats.mannwhitneyu(a, b, method="exact")
    row("mann_whitney", "", a, b, [r.statistic, r.pvalue], "scipy mannwhitneyu, exact")
for a, b in (([1, 1, 2], [2, 3, 3, 3]), ([5] * 4, [5] * 5), ([1, 2, 2, 7, 9], [2, 2, 8, 9, 9, 11]), ([1] * 5, [2] * 5)):
    a, b = np.array(a, float), np.array(b, float)
    row("mann_whitney", "", a, b, rank_sum_by_hand(a, b), "all choices enumerated")
for m, n, spread in ((30, 30, 1e9), (25, 40, 3), (100, 80, 5)):
    a, b = np.round(rng.normal(0, 1, m) * spread), np.round(rng.normal(0.3, 1, n) * spread)
    r = stats.mannwhitneyu(a, b, method="asymptotic", use_continuity=True)
    row("mann_whitney", "", a, b, [r.statistic, r.pvalue], "scipy mannwhitneyu, asymptotic")

for p in ([0.01, 0.04, 0.03, 0.005], [0.5], [0.9, 0.8, 0.7], [0.02, 0.02, 0.02], rng.uniform(0, 0.2, 12)):
    row("holm", "", p, [], multipletests(p, method="holm")[1], "statsmodels multipletests, holm")


def medians(values, draws):
    """The medians of as many values as there are, drawn with replacement, `draws` times."""
    return np.median(rng.choice(values, size=(draws, len(values))), axis=1)


def cluster_bootstrap(base, new, resamples=1_000_000):
    """The ratio, and the 95 % percentile interval: instances are drawn, then the repeats of each."""
    n = len(base)
    ratio = stats.gmean(np.median(new, axis=1) / np.median(base, axis=1))
    slots = np.zeros((resamples, n))
    drawn = rng.integers(n, size=(resamples, n))
    for i in range(n):
        at = drawn == i
        slots[at] = np.log(medians(new[i], at.sum()) / medians(base[i], at.sum()))
    return [ratio, *np.exp(np.quantile(slots.mean(axis=1), [0.025, 0.975]))]


for n, repeats, noise in ((6, 5, 0.1), (8, 7, 0.02), (12, 4, 0.3), (1, 10, 0.05)):
    sizes = rng.lognormal(3, 1, (n, 1))
    base = sizes * (1 + rng.exponential(noise, (n, repeats)))
    new = sizes * rng.lognormal(0.1, 0.05, (n, 1)) * (1 + rng.exponential(noise, (n, repeats)))
    row("ratio_interval", n, base.ravel(), new.ravel(), cluster_bootstrap(base, new),
        "numpy: 1,000,000 resamples, instances and then repeats")
# Two instances of two repeats: all 2^2 × (2^2 × 2^2)^2 outcomes, equally likely.
base, new = np.array([[10.0, 12.0], [100.0, 101.0]]), np.array([[11.0, 13.0], [90.0, 99.0]])
logs = [[np.log(np.mean(m) / np.mean(b)) for b in itertools.product(base[i], repeat=2)
         for m in itertools.product(new[i], repeat=2)] for i in range(2)]
outcomes = [(x + y) / 2 for i in range(2) for j in range(2) for x in logs[i] for y in logs[j]]
row("ratio_interval", 2, base.ravel(), new.ravel(),
    [stats.gmean(np.median(new, axis=1) / np.median(base, axis=1)), *np.exp(np.quantile(outcomes, [0.025, 0.975]))],
    "all 1,024 outcomes enumerated")
