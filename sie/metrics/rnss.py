"""RNSS, the Relative Number Set Similarity of two tables."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from sie.artifacts import Chart
from sie.metrics.pairing import assigned
from sie.metrics.tables import numbers_of


def rnss(predicted: Sequence[Chart], gold: Sequence[Chart]) -> float:
    """How well the numbers of a picture's charts were read, names aside.

    With p the N predicted and t the M gold numbers, `D(p, t) = min(1, |p - t| / |t|)`, X the one-to-one matching with
    the lowest cost: `RNSS = 1 - sum of X_ij D(p_i, t_j) / max(N, M)`. By this definition a number without a partner
    costs nothing, so that RNSS says little of what was missed or invented; RMS does.

    Source: Masry et al., ChartQA (Findings of ACL 2022); as Liu et al., DePlot (Findings of ACL 2023, section 3.1) and
    google-research/deplot `metrics.py` define it. All numbers of the table count, those that head its rows too. The
    numbers of several charts are pooled.

    A gold 0 matches only 0 (D is 0 or 1). No numbers on both sides is 1, on one side 0. The sign matters.
    """
    p = np.array([number for chart in predicted for number in numbers_of(chart)])
    t = np.array([number for chart in gold for number in numbers_of(chart)])
    return number_set_similarity(p, t)


def number_set_similarity(predicted: np.ndarray, gold: np.ndarray) -> float:
    """RNSS of two sets of numbers, of shapes (N,) and (M,); see `rnss`.

    >>> number_set_similarity(np.array([0.5, 0.6]), np.array([0.4]))
    0.875
    """
    if not len(predicted) or not len(gold):
        return float(len(predicted) == len(gold))
    cost = relative_distance(predicted[None, :], gold[:, None])
    return 1.0 - sum(float(cost[pair]) for pair in assigned(cost)) / max(len(predicted), len(gold))


def relative_distance(predicted: np.ndarray, gold: np.ndarray) -> np.ndarray:
    """`min(1, |p - t| / |t|)`, elementwise; for a gold 0 it is 0 where p is 0, else 1."""
    size = np.abs(gold)
    with np.errstate(over="ignore"):
        ratio = np.abs(predicted - gold) / np.where(size > 0, size, 1.0)
    distance: np.ndarray = np.where(size > 0, np.minimum(1.0, ratio), (predicted != 0).astype(float))
    return distance
