"""What a trained detector expects of a plot area: how likely each chart family is, by its own type and its marks.

It only weighs in between readings that explain the ink nearly equally well (`sie.elements.choose`); what is measured
comes from geometry alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from models.classes import DetectionClass
from sie.artifacts import XYXY, ChartStructure
from sie.vocab import ChartFamily, family_of

if TYPE_CHECKING:
    from sie.structure.detection import Detection

SAME_AREA = 0.5
"""Intersection over union from which a detected plot area is the chart's."""
TYPE_PART = 0.7
"""How much the detector's chart type counts; the rest are the marks it found."""
MIN_SCORE = 0.3
"""Marks with lower scores are not counted."""

_MARKS = {
    DetectionClass.BAR: (ChartFamily.BAR, ChartFamily.HISTOGRAM),
    DetectionClass.BOX: (ChartFamily.BOX,),
    DetectionClass.POINT: (ChartFamily.SCATTER, ChartFamily.LINE),
    DetectionClass.PIE: (ChartFamily.PIE,),
}
_UNMARKED = (ChartFamily.LINE, ChartFamily.AREA)
"""Families that have no mark class of their own."""

Prior = Mapping[ChartFamily, float]


def family_prior(detections: Sequence[Detection], chart: ChartStructure) -> Prior | None:
    """How likely each family is, 0 to 1, adding up to 1; None where no detection lies in the chart's plot area.

    Args:
        detections: of the whole picture.
        chart: its plot area is matched by overlap; without one its panel is taken.
    """
    area = chart.plot_area or chart.box
    by_type = _by_type(detections, area)
    by_marks = _by_marks(detections, area)
    if by_type is None or by_marks is None:
        return by_type if by_marks is None else by_marks
    return {f: TYPE_PART * by_type.get(f, 0.0) + (1 - TYPE_PART) * by_marks.get(f, 0.0) for f in ChartFamily}


def _by_type(detections: Sequence[Detection], area: XYXY) -> Prior | None:
    """The type scores of the plot area that overlaps most, by family."""
    areas = [one for one in detections if one.cls is DetectionClass.PLOT_AREA and one.type_scores]
    best = max(areas, key=lambda one: overlap(one.box, area), default=None)
    if best is None or overlap(best.box, area) < SAME_AREA:
        return None
    found = dict.fromkeys(ChartFamily, 0.0)
    for chart_type, score in best.type_scores:
        found[family_of(chart_type)] += score
    return _normalised(found)


def _by_marks(detections: Sequence[Detection], area: XYXY) -> Prior | None:
    """Families by their share of the marks in the plot area; few marks speak for those without marks."""
    counts = {
        cls: sum(one.cls is cls and one.score >= MIN_SCORE and _within(one.box, area) for one in detections)
        for cls in _MARKS
    }
    if not any(one.cls in _MARKS for one in detections):
        return None
    found = dict.fromkeys(ChartFamily, 0.0)
    for cls, families in _MARKS.items():
        for family in families:
            found[family] += counts[cls] / len(families)
    for family in _UNMARKED:
        found[family] += 1.0
    return _normalised(found)


def _normalised(found: Prior) -> Prior | None:
    total = sum(found.values())
    return {family: value / total for family, value in found.items()} if total > 0 else None


def overlap(one: XYXY, other: XYXY) -> float:
    """Intersection over union of two boxes.

    >>> overlap((0, 0, 2, 2), (0, 0, 2, 4))
    0.5
    """
    width = min(one[2], other[2]) - max(one[0], other[0])
    height = min(one[3], other[3]) - max(one[1], other[1])
    shared = max(width, 0.0) * max(height, 0.0)
    whole = sum((b[2] - b[0]) * (b[3] - b[1]) for b in (one, other)) - shared
    return shared / whole if whole > 0 else 0.0


def _within(box: XYXY, area: XYXY) -> bool:
    x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    return area[0] <= x <= area[2] and area[1] <= y <= area[3]
