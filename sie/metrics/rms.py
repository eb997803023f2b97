"""RMS, the Relative Mapping Similarity of two tables."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from rapidfuzz.distance import Levenshtein
from rapidfuzz.process import cdist

from sie.artifacts import Chart
from sie.metrics.pairing import PrecisionRecallF1, assigned
from sie.metrics.rnss import relative_distance
from sie.metrics.tables import Entry, entries_of, places_writer

TAU = 0.5
"""Headers farther apart than this part of the longer one are as far apart as can be."""
THETA = 0.1
"""Numbers farther apart than this part of the gold one are as far apart as can be."""
_TIE = 1e-6
"""Weight of the values in the assignment, which only decides between equal headers."""


def rms(
    predicted: Sequence[Chart], gold: Sequence[Chart], *, tau: float = TAU, theta: float = THETA
) -> PrecisionRecallF1:
    """How well the table of a picture's charts was read, headers and values together.

    A table is a set of mappings (row header r, column header c) -> value v. With NL the Levenshtein distance over the
    longer length, 1 where above tau, and `D(p, t) = min(1, |p - t| / |t|)`, 1 from theta on, two mappings have the
    similarity `s = (1 - NL(r_p c_p, r_t c_t)) (1 - D(v_p, v_t))`. X is the one-to-one matching with the lowest NL in
    all: `precision = sum of X_ij s_ij / N`, `recall = sum of X_ij s_ij / M`, N predicted and M gold mappings. The
    predicted table counts as it is or transposed, whichever is better.

    Source: Liu et al., DePlot (Findings of ACL 2023, section 3.2), tau and theta as in google-research/deplot
    `metrics.py`. Titles are no part of the paper's table and are left out (the code adds one as a mapping). Where
    headers are equal (a scatter plot with an x twice) the paper leaves the matching open; here the values decide it.
    Numbers that head rows are written to a hundredth of their range (`sie.metrics.tables`). A curve that is read at
    every pixel has many more mappings than a gold table of its vertices, so its precision is low by definition.
    Of several charts those pairs are taken that give the highest sum.

    A gold 0 is matched by 0 alone. No mappings on both sides is 1, on one side 0 (the code gives the empty side 1 for
    its half, and F1 0 all the same).
    """
    found, there = (sum(len(entries_of(chart)) for chart in charts) for charts in (predicted, gold))
    if not found or not there:
        same = float(found == there)
        return PrecisionRecallF1(same, same)
    sums = np.array([[_of_charts(chart, truth, tau, theta) for chart in predicted] for truth in gold])
    total = float(sum(sums[pair] for pair in assigned(-sums)))
    return PrecisionRecallF1(total / found, total / there)


def _of_charts(predicted: Chart, gold: Chart, tau: float, theta: float) -> float:
    write = places_writer(gold)
    return _similarity(entries_of(predicted, write), entries_of(gold, write), tau, theta)


def _similarity(predicted: Sequence[Entry], gold: Sequence[Entry], tau: float, theta: float) -> float:
    """The sum of similarities of the best matching, the predicted table as it is or transposed."""
    if not predicted or not gold:
        return 0.0
    values = relative_distance(
        np.array([entry.value for entry in predicted])[None, :], np.array([entry.value for entry in gold])[:, None]
    )
    close = np.where(values < theta, 1.0 - values, 0.0)
    keys = [f"{entry.row} {entry.column}".strip() for entry in gold]
    best = 0.0
    for others in (
        [f"{entry.row} {entry.column}".strip() for entry in predicted],
        [f"{entry.column} {entry.row}".strip() for entry in predicted],
    ):
        apart = cdist(keys, others, scorer=Levenshtein.normalized_distance, dtype=np.float64)
        alike = np.where(apart <= tau, 1.0 - apart, 0.0)
        pairs = assigned(-(alike + _TIE * close))
        best = max(best, float(sum(alike[pair] * close[pair] for pair in pairs)))
    return best
