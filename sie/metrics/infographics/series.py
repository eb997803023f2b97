"""Task 6b: data series, compared by their kind and matched with their names.

Formulas: metrics/metric.tex of chartinfo.github.io, hyperparameters as in its script (alpha 1, beta 2, gamma 1).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from sie.artifacts import FIVE, Chart, DataPoint, Series
from sie.metrics.infographics.result import TaskScore, mean_score
from sie.metrics.pairing import ChartPair, edit_distance, harmonic, matched_score
from sie.metrics.tables import header
from sie.vocab import ChartFamily, family_of

BETA = 2.0
"""A series under a wrong name is worth its score over this at most."""
_SPAN_PARTS = 100.0
"""Continuous errors are relative to the value plus this part of the gold's range."""
_MEAN_PARTS = 20.0
"""A whole error is at least this part of the gold's mean, 5 %, however little the gold varies."""
_FAR = 1e6
"""A distance as good as infinite, in units where 1 is a whole error."""


def task6b(pairs: Iterable[ChartPair]) -> TaskScore:
    """Data extraction: the mean over charts of the best one-to-one matching of their series, over the larger count.

    A predicted series under the name n and a gold one under m, whose data compare with s (by the kind of the gold
    series, below), score `max(s / 2, (1 - L(n, m)) s)`, L the edit distance over the longer name; where the gold has
    no name the predicted one is ignored, and they score s.

    - continuous (lines and areas over numbers): `continuous_score`;
    - point set (scatter plots, histograms over numbers): `point_set_score`;
    - discrete (everything over labels): `discrete_score`;
    - boxes: one score a box, `(1 - L(labels))` times the mean over its five numbers of 1 - distance, matched like
      points. The definition compares one box; charts have several, told apart by their labels.

    A chart without gold series is left out; one that was not read is 0.
    """
    return mean_score([_of_chart(pair) for pair in pairs])


def _of_chart(pair: ChartPair) -> float | None:
    gold = pair.gold.series
    if not gold:
        return None
    predicted = pair.predicted.series if pair.predicted is not None else ()
    cost = [[1.0 - _named_score(series, truth, pair.gold) for series in predicted] for truth in gold]
    return matched_score(np.array(cost).reshape(len(gold), len(predicted)))


def _named_score(predicted: Series, gold: Series, chart: Chart) -> float:
    score = series_score(predicted, gold, chart)
    if gold.name is None:
        return score
    return max(score / BETA, (1.0 - edit_distance(header(predicted.name), header(gold.name))) * score)


def series_score(predicted: Series, gold: Series, chart: Chart) -> float:
    """How alike two series' data are, in [0, 1], names aside; `chart` is the gold one. Two empty series are 1."""
    if not predicted.points or not gold.points:
        return float(not predicted.points and not gold.points)
    family = family_of(chart.chart_type) if chart.chart_type is not None else None
    if family is ChartFamily.BOX or gold.points[0].median is not None:
        return _boxes_score(predicted.points, gold.points)
    here, there = _numbers(predicted), _numbers(gold)
    if len(there) == len(gold.points):
        if family in (ChartFamily.LINE, ChartFamily.AREA):
            return continuous_score(here, there)
        if family in (ChartFamily.SCATTER, ChartFamily.HISTOGRAM):
            return point_set_score(here, there) * max(len(here), len(there)) / max(len(predicted.points), len(there))
    return discrete_score(_labelled(predicted), _labelled(gold))


def _numbers(series: Series) -> np.ndarray:
    """The points with a number on both axes, of shape (n, 2)."""
    rows = [(point.x, point.y) for point in series.points if isinstance(point.x, float) and point.y is not None]
    return np.array(rows, dtype=float).reshape(-1, 2)


def _labelled(series: Series) -> list[tuple[str, float]]:
    return [(header(point.x), point.y) for point in series.points if point.y is not None]


# --------------------------------------------------------------------------- continuous


def continuous_score(predicted: np.ndarray, gold: np.ndarray) -> float:
    """F1 of two polylines, of shapes (n, 2) and (m, 2), as functions of x.

    `Recall(P, G) = sum over gold points of (1 - e_i) w_i / sum of w_i`, w_i half the span to the neighbours,
    `e_i = min(1, |v_i - P(u_i)| / (|v_i| + epsilon))`, P read by linear interpolation and constant beyond its ends,
    epsilon a hundredth of the gold's range; `Precision(P, G) = Recall(G, P)` with the same epsilon. One point, or
    points at one x, weigh alike. A value of 0 on a flat gold line of 0 is matched by 0 alone.
    """
    if not len(predicted) or not len(gold):
        return float(len(predicted) == len(gold))
    p, g = predicted[np.argsort(predicted[:, 0], kind="stable")], gold[np.argsort(gold[:, 0], kind="stable")]
    epsilon = float(np.ptp(g[:, 1])) / _SPAN_PARTS
    return harmonic(_recall(g, p, epsilon), _recall(p, g, epsilon))


def _recall(predicted: np.ndarray, gold: np.ndarray, epsilon: float) -> float:
    weights = _intervals(gold[:, 0])
    read = _read_at(predicted, gold)
    apart, size = np.abs(gold[:, 1] - read), np.abs(gold[:, 1]) + epsilon
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        error = np.where(apart == 0, 0.0, np.minimum(1.0, apart / size))
    return float(((1.0 - error) * weights).sum() / weights.sum())


def _intervals(x: np.ndarray) -> np.ndarray:
    if len(x) == 1 or x[0] == x[-1]:
        return np.ones(len(x))
    weights = np.zeros(len(x))
    steps = np.diff(x) / 2
    weights[:-1] += steps
    weights[1:] += steps
    return weights


def _read_at(predicted: np.ndarray, gold: np.ndarray) -> np.ndarray:
    """The predicted line at the gold's x; where a line is vertical there, the end of the stroke nearest the gold."""
    xs = predicted[:, 0]
    first, last = np.searchsorted(xs, gold[:, 0], side="left"), np.searchsorted(xs, gold[:, 0], side="right")
    read: np.ndarray = np.interp(gold[:, 0], xs, predicted[:, 1])
    for place in np.flatnonzero(last - first > 1):
        stroke = predicted[first[place] : last[place], 1]
        read[place] = stroke[np.argmin(np.abs(stroke - gold[place, 1]))]
    return read


# --------------------------------------------------------------------------- point sets


def point_set_score(predicted: np.ndarray, gold: np.ndarray) -> float:
    """`1 - cost / max(N, M)` of the best matching of points, of shapes (n, 2) and (m, 2).

    A pair costs `min(1, sqrt((g - p)' V^-1 (g - p)))`, V the covariance of the gold points, the diagonal of its
    inverse capped at 400 / mean^2. Where V has no inverse, or the capped matrix is no longer positive, the axes are
    taken one by one: `min(1 / variance, 400 / mean^2)`. On an axis where both are unbounded only equal values match.
    """
    if not len(predicted) or not len(gold):
        return float(len(predicted) == len(gold))
    size = np.abs(gold).max(axis=0)
    unit = np.where(size > 0, size, 1.0)  # the measure is the same in any unit; this one keeps squares in range
    with np.errstate(over="ignore"):
        p, g = np.clip(predicted / unit, -_FAR, _FAR), gold / unit
    apart = g[:, None, :] - p[None, :, :]
    inverse = _inverse(g)
    if inverse is not None:
        squares = np.einsum("gpi,ij,gpj->gp", apart, inverse, apart)
    else:
        squares = sum(_scaled(apart[:, :, axis], g[:, axis]) ** 2 for axis in range(g.shape[1]))
    return matched_score(np.minimum(1.0, np.sqrt(np.maximum(squares, 0.0))))


def _inverse(gold: np.ndarray) -> np.ndarray | None:
    """The inverse covariance with its diagonal capped, where it exists and is positive; `gold` is at most 1 in size."""
    if len(gold) <= gold.shape[1]:
        return None
    covariance = np.cov(gold.T)
    if np.linalg.matrix_rank(covariance) < gold.shape[1]:
        return None
    inverse: np.ndarray = np.linalg.inv(covariance)
    for axis, middle in enumerate(np.abs(gold.mean(axis=0))):
        if middle > 1 / _FAR:
            inverse[axis, axis] = min(inverse[axis, axis], (_MEAN_PARTS / middle) ** 2)
    return inverse if bool(np.all(np.linalg.eigvalsh(inverse) > 0)) else None


def _scaled(apart: np.ndarray, gold: np.ndarray) -> np.ndarray:
    """Distances in units of the gold's own spread, but no finer than 5 % of its mean; at most `_FAR`."""
    size = float(np.abs(gold).max()) or 1.0
    unit = gold / size
    spread = float(np.std(unit, ddof=1)) if len(gold) > 1 else 0.0
    scale = max(spread, abs(float(unit.mean())) / _MEAN_PARTS)
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        distance = np.abs(apart) / size / scale
    return np.where(apart == 0, 0.0, np.minimum(distance, _FAR))


# --------------------------------------------------------------------------- labels and boxes


def discrete_score(predicted: Sequence[tuple[str, float]], gold: Sequence[tuple[str, float]]) -> float:
    """`1 - cost / max(N, M)` of the best matching of (label, value) pairs.

    A pair costs `1 - (1 - L) (1 - min(1, |v - y| / scale))`, L the edit distance over the longer label and
    `scale = sqrt(max(variance, mean^2 / 400))` of the gold values. (The text divides by the variance, whose unit is
    wrong; its script takes the distance as here.)

    >>> discrete_score([("a", 1.0)], [("a", 1.0), ("b", 2.0)])
    0.5
    """
    if not predicted or not gold:
        return float(len(predicted) == len(gold))
    apart = np.array([[value - other for _, other in predicted] for _, value in gold])
    close = 1.0 - np.minimum(1.0, _scaled(apart, np.array([value for _, value in gold])))
    return matched_score(1.0 - _label_likeness([x for x, _ in predicted], [x for x, _ in gold]) * close)


def _label_likeness(predicted: Sequence[str], gold: Sequence[str]) -> np.ndarray:
    apart = np.array([[edit_distance(label, truth) for label in predicted] for truth in gold])
    likeness: np.ndarray = np.subtract(1.0, apart)
    return likeness


def _boxes_score(predicted: Sequence[DataPoint], gold: Sequence[DataPoint]) -> float:
    """See `task6b`. A number that the gold has not is not compared; one that the prediction lacks is wrong."""
    values = np.array([value for point in gold for name in FIVE if (value := getattr(point, name)) is not None])
    close = np.array([[_box_likeness(point, truth, values) for point in predicted] for truth in gold])
    likeness = _label_likeness([header(point.x) for point in predicted], [header(point.x) for point in gold])
    return matched_score(1.0 - likeness * close)


def _box_likeness(predicted: DataPoint, gold: DataPoint, values: np.ndarray) -> float:
    scores = []
    for name in FIVE:
        truth, said = getattr(gold, name), getattr(predicted, name)
        if truth is not None:
            apart = np.array([truth - said]) if said is not None else None
            far = 1.0 if apart is None else min(1.0, float(_scaled(apart, values)[0]))
            scores.append(1.0 - far)
    return sum(scores) / len(scores) if scores else 1.0
