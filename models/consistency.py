"""Marks and the chart type of the plot area they lie in must fit: there are no bars in box plots, nor boxes among bars.

A half of a box cut by its median looks like a bar; what tells them apart is the whole chart, which the plot area's
types sum up. Scores are weighed, not cut off: the type may be wrong, and a chart may mix marks.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from models.classes import DetectionClass, PlotType

TRUST = 0.6
"""So much of a mark's score is taken away where its plot area is surely of a type without such marks."""
_MARGIN_PX = 3.0

HOLDERS: Mapping[DetectionClass, frozenset[PlotType]] = {
    DetectionClass.BAR: frozenset(t for t in PlotType if t.value.endswith("bar") or t is PlotType.HISTOGRAM),
    DetectionClass.BOX: frozenset((PlotType.VERTICAL_BOX, PlotType.HORIZONTAL_BOX)),
}
"""The chart types that hold the marks of a class, for the classes that are mistaken for each other."""

Area = tuple[np.ndarray, Mapping[PlotType, float]]
"""A plot area's box (4,) and its score by chart type."""


def weigh_marks(boxes: np.ndarray, cls: DetectionClass, areas: Sequence[Area]) -> np.ndarray:
    """Weights (n,) from `1 - TRUST` to 1 for the scores of boxes (n, 4) as marks of a class.

    A box whose centre lies in no plot area keeps its score; in several, the first counts.
    """
    weights = np.ones(len(boxes), dtype=np.float32)
    centers = (boxes[:, :2] + boxes[:, 2:]) / 2
    free = np.ones(len(boxes), dtype=bool)
    for place, types in areas:
        inside = (centers >= place[:2] - _MARGIN_PX).all(axis=1) & (centers <= place[2:] + _MARGIN_PX).all(axis=1)
        fitting = sum(score for kind, score in types.items() if kind in HOLDERS[cls]) / max(sum(types.values()), 1e-6)
        weights[inside & free] = 1.0 - TRUST + TRUST * fitting
        free &= ~inside
    return weights
