"""What all measures share: charts paired, texts paired, costs assigned, F1."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike
from rapidfuzz.distance import Levenshtein
from scipy.optimize import linear_sum_assignment
from shapely.geometry import MultiPoint

from sie.artifacts import XYXY, Chart, TextBlock

TEXT_IOU = 0.5
"""Two text blocks are one when they overlap at least so much (CHART-Infographics task 2)."""
SAME_TEXT_IOU = 0.2
"""For the tasks that the competition gives the gold texts (3 to 5) blocks are paired from this overlap on: how tightly
a box was drawn is measured by task 2 alone. Texts do not lie on each other, so the partner is plain."""


@dataclass(frozen=True)
class PrecisionRecallF1:
    """A precision, a recall, both in [0, 1], and their harmonic mean (0 where both are 0)."""

    precision: float
    recall: float

    @property
    def f1(self) -> float:
        """The harmonic mean."""
        return harmonic(self.precision, self.recall)


def harmonic(a: float, b: float) -> float:
    """The harmonic mean of two numbers that are not negative; 0 where both are 0.

    >>> harmonic(1.0, 0.5)
    0.6666666666666666
    """
    return 2 * a * b / (a + b) if a + b > 0 else 0.0


@dataclass(frozen=True)
class ChartPair:
    """A chart as read and as it is, and the size of their picture in pixels.

    Attributes:
        predicted: what was read, None where nothing was.
        gold: the annotation.
        width: of the picture; 0 where it is not known, then the extent of the gold chart stands for it.
        height: likewise.
    """

    predicted: Chart | None
    gold: Chart
    width: float = 0.0
    height: float = 0.0

    @property
    def size(self) -> tuple[float, float]:
        """Width and height in pixels; (1, 1) where nothing tells them."""
        if self.width > 0 and self.height > 0:
            return self.width, self.height
        box = self.gold.structure.box if self.gold.structure is not None else (0.0, 0.0, 0.0, 0.0)
        return max(box[2], 1.0), max(box[3], 1.0)


def pair_charts(
    predicted: Sequence[Chart], gold: Sequence[Chart], *, width: float = 0.0, height: float = 0.0
) -> list[ChartPair]:
    """The charts of one picture paired by place, one pair for each gold chart.

    Pairs are those whose panels overlap most in all (intersection over union); charts without a panel are paired in
    their order. A gold chart without a partner has None. Predicted charts beyond the gold ones are left out here; RMS
    and RNSS count them.
    """
    overlap = np.zeros((len(gold), len(predicted)))
    for row, truth in enumerate(gold):
        for column, chart in enumerate(predicted):
            here, there = panel(truth), panel(chart)
            overlap[row, column] = box_iou(here, there) if here and there else 0.0
            overlap[row, column] += 1e-6 / (1 + abs(row - column))
    partner = dict(assigned(-overlap))
    return [
        ChartPair(predicted[partner[row]] if row in partner else None, truth, width, height)
        for row, truth in enumerate(gold)
    ]


def panel(chart: Chart) -> XYXY | None:
    """The part of the picture that a chart takes, or None."""
    if chart.structure is None:
        return None
    box = chart.structure.box
    return box if box[2] > box[0] and box[3] > box[1] else chart.structure.plot_area


def assigned(cost: np.ndarray) -> list[tuple[int, int]]:
    """The one-to-one assignment of rows to columns with the lowest total cost; what is over has no partner."""
    if cost.size == 0:
        return []
    rows, columns = linear_sum_assignment(cost)
    return [(int(row), int(column)) for row, column in zip(rows, columns, strict=True)]


def matched_score(cost: ArrayLike) -> float:
    """`1 - cost / max(N, M)` of the best assignment, what has no partner costing 1; 1 where both sides are empty.

    The normalisation of CHART-Infographics (metric.tex, "Point Set") and of RNSS.

    >>> matched_score([[0.0, 1.0]]), matched_score([[0.25]])
    (0.5, 0.75)
    """
    matrix = np.asarray(cost, dtype=float)
    longer = max(matrix.shape) if matrix.ndim == 2 else 0
    if longer == 0:
        return 1.0
    pairs = assigned(matrix)
    return float(sum(1.0 - matrix[pair] for pair in pairs)) / longer


def box_iou(a: XYXY, b: XYXY) -> float:
    """Intersection over union of two boxes; of two equal boxes without area 1.

    >>> box_iou((0, 0, 2, 2), (1, 0, 3, 2))
    0.3333333333333333
    """
    if a == b:
        return 1.0
    across, down = min(a[2], b[2]) - max(a[0], b[0]), min(a[3], b[3]) - max(a[1], b[1])
    shared = max(across, 0.0) * max(down, 0.0)
    union = (a[2] - a[0]) * (a[3] - a[1]) + (b[2] - b[0]) * (b[3] - b[1]) - shared
    return shared / union if union > 0 else 0.0


def block_iou(a: TextBlock, b: TextBlock) -> float:
    """Intersection over union of two text blocks' polygons (their convex hulls); of two equal ones 1."""
    if a.polygon == b.polygon:
        return 1.0
    if box_iou(a.box, b.box) == 0.0:
        return 0.0
    one, two = MultiPoint(a.polygon).convex_hull, MultiPoint(b.polygon).convex_hull
    union = one.union(two).area
    return float(one.intersection(two).area / union) if union > 0 else 0.0


def pair_texts(
    predicted: Sequence[TextBlock], gold: Sequence[TextBlock], *, least: float = SAME_TEXT_IOU
) -> dict[str, tuple[TextBlock, float]]:
    """For each gold block that was found, by id: the predicted block and their overlap.

    Blocks match from an overlap of `least` on; of all one-to-one pairings that with the most overlap in all is taken,
    which is the definition's "tighter IOU resolves ties" (the public code takes the first).
    """
    overlap = np.array([[block_iou(truth, block) for block in predicted] for truth in gold])
    overlap = overlap.reshape(len(gold), len(predicted))
    good = np.where(overlap >= least, overlap, 0.0)
    return {
        gold[row].id: (predicted[column], float(good[row, column]))
        for row, column in assigned(-good)
        if good[row, column] > 0
    }


def edit_distance(a: str, b: str) -> float:
    """Levenshtein distance over the longer length, in [0, 1]; 0 of two empty texts.

    >>> edit_distance("north", "nord")
    0.4
    """
    return float(Levenshtein.normalized_distance(a, b))


def texts_of(chart: Chart | None) -> tuple[TextBlock, ...]:
    """The text blocks of a chart with their roles."""
    if chart is None:
        return ()
    return chart.text or (chart.structure.text if chart.structure is not None else ())


def plain(text: str) -> str:
    """A text as it is compared: no case, single blanks.

    >>> plain("Crop  Yield ")
    'crop yield'
    """
    return " ".join(text.split()).casefold()
