"""Points on stems: lollipops, which are thin bars with a marker at their end, and dots with a range about them.

Both stand at the names of an axis, one a name. A lollipop's stem begins on the zero line and tells nothing that a bar
does not; a stroke on both sides of a dot is its range.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from sie.artifacts import Axis, ChartStructure, Element
from sie.elements.hypothesis import Hypothesis
from sie.elements.ink import Canvas
from sie.vocab import ChartType, Direction, MarkKind, ScaleType

MIN_POINTS = 3
AT_NAME = 0.2
"""How far from its name's tick a point may stand, as a part of the ticks' spacing."""
SAME_PLACE = 0.5
"""Markers nearer than this part of their size are the edge and the fill of one."""
MOST = 0.8
"""Part of the points that must have stems."""
AT_BASE = 4.0
"""How near to the zero line a lollipop's stem begins, pixels: the axis line may cover its end."""
MIN_STEM = 4.0
"""Shortest stem beyond a marker, pixels."""
THIN_PART = 0.6
"""A stem is thinner than this part of its marker."""
SCORE = 0.97


@dataclass(frozen=True)
class _Point:
    """A marker in crop pixels of a view with values along x: its middle, its half size and its stem's ends."""

    element: Element
    value: float
    place: float
    half: float
    low: float
    high: float

    @property
    def has_low(self) -> bool:
        """Whether a stem leaves it towards smaller x."""
        return self.value - self.half - self.low >= MIN_STEM

    @property
    def has_high(self) -> bool:
        """Whether a stem leaves it towards larger x."""
        return self.high - self.value - self.half >= MIN_STEM


def find_stems(points: Hypothesis | None, canvas: Canvas, chart: ChartStructure) -> Hypothesis | None:
    """Points as lollipops (bars) or as dots with ranges, or None where they do not stand on stems at an axis' names."""
    if points is None or points.chart_type is not ChartType.SCATTER:
        return None
    below, beside = chart.axis(Direction.HORIZONTAL), chart.axis(Direction.VERTICAL)
    if below is None or beside is None or (below.fit is None) is (beside.fit is None):
        return None
    lying = beside.fit is None
    names, values = (beside, below) if lying else (below, beside)
    if names.scale is not ScaleType.CATEGORICAL or values.scale is not ScaleType.LINEAR or values.fit is None:
        return None
    ink = canvas.ink & canvas.inside if lying else (canvas.ink & canvas.inside).T
    found = _points(points.elements, ink, canvas.origin, names, lying=lying)
    if len(found) < MIN_POINTS:
        return None
    base = values.fit.offset_px - canvas.origin[0 if lying else 1]
    if _share(found, [_stands(point, base) for point in found]):
        return _lollipops(points, found, ink, base, canvas, lying=lying)
    if _share(found, [point.has_low and point.has_high for point in found]):
        kept = tuple(point.element for point in found)
        return replace(points, elements=kept, explained=_explained(found, ink), score=SCORE)
    return None


def _share(found: Sequence[_Point], holds: Sequence[bool]) -> bool:
    return sum(holds) >= MOST * len(found)


def _stands(point: _Point, base: float) -> bool:
    """Whether a stem joins a point to the zero line and goes no farther; at the line no stem is seen."""
    if abs(point.value - base) <= point.half + MIN_STEM:
        return True
    if point.value > base:
        return abs(point.low - base) <= AT_BASE and not point.has_high
    return abs(point.high - base) <= AT_BASE and not point.has_low


def _points(
    elements: Sequence[Element], ink: NDArray[np.bool_], origin: tuple[int, int], names: Axis, *, lying: bool
) -> list[_Point]:
    """The markers, one at each name at most; none where a name has several or markers stand between names."""
    ticks = np.array([tick.px for tick in names.ticks])
    if len(ticks) < MIN_POINTS:
        return []
    spacing = float(np.median(np.diff(np.sort(ticks))))
    found: dict[int, _Point] = {}
    for element in sorted(elements, key=lambda e: -(e.box[2] - e.box[0])):
        if element.kind is not MarkKind.POINT:
            return []
        x, y = element.px["center"]
        off = np.abs(ticks - (y if lying else x))
        half = max(element.box[2] - element.box[0], element.box[3] - element.box[1]) / 2
        x, y = x - origin[0], y - origin[1]
        value, place = (x, y) if lying else (y, x)
        known = found.get(int(off.argmin()))
        if known is not None and abs(known.value - value) <= 2 * SAME_PLACE * known.half:
            continue
        if known is not None or off.min() > AT_NAME * spacing:
            return []
        low, high = _stem(ink, value, place, half)
        found[int(off.argmin())] = _Point(element, value, place, half, low, high)
    return [found[key] for key in sorted(found)]


def _stem(ink: NDArray[np.bool_], value: float, place: float, half: float) -> tuple[float, float]:
    """How far thin ink runs from a marker's middle to both sides."""
    row, column = int(place), int(value)
    near = slice(max(0, row - 1), row + 2)
    wide = slice(max(0, int(place - half - 1)), int(place + half + 2))
    thin = ink[near].any(axis=0) & (ink[wide].sum(axis=0) <= max(3.0, 2 * half * THIN_PART))
    ends = []
    for step in (-1, 1):
        at = column + step * int(np.ceil(half))
        last, misses = at, 0
        while 0 <= at < len(thin) and misses <= 2:
            misses = 0 if thin[at] else misses + 1
            last = at if thin[at] else last
            at += step
        ends.append(float(last + (step > 0)))
    return ends[0], ends[1]


def _lollipops(
    points: Hypothesis, found: Sequence[_Point], ink: NDArray[np.bool_], base: float, canvas: Canvas, *, lying: bool
) -> Hypothesis:
    """The points as bars of one series that end in the markers' middles."""
    series = points.series[0].model_copy(update={"name": None, "legend_entry": None, "text_ids": ()})
    elements = []
    for index, point in enumerate(found):
        low, high = sorted((point.value, base))
        near, far = (low, point.place - 1), (high, point.place + 1)
        ends = {"base": (base, point.place), "end": (point.value, point.place)}
        corners = [canvas.to_picture(*(spot if lying else spot[::-1])) for spot in (near, far)]
        elements.append(
            point.element.model_copy(
                update={
                    "id": f"bar{index}",
                    "kind": MarkKind.BAR,
                    "box": (*corners[0], *corners[1]),
                    "series": series.id,
                    "px": {key: canvas.to_picture(*(spot if lying else spot[::-1])) for key, spot in ends.items()},
                }
            )
        )
    return Hypothesis(
        ChartType.HORIZONTAL_BAR if lying else ChartType.VERTICAL_BAR,
        Direction.HORIZONTAL if lying else Direction.VERTICAL,
        (series,),
        tuple(elements),
        _explained(found, ink),
        SCORE,
    )


def _explained(found: Sequence[_Point], ink: NDArray[np.bool_]) -> float:
    """Part of the ink within the markers and along their stems."""
    covered = np.zeros(ink.shape, bool)
    for point in found:
        rows = slice(max(0, int(point.place - point.half - 2)), int(point.place + point.half + 3))
        low, high = min(point.low, point.value - point.half), max(point.high, point.value + point.half)
        covered[rows, max(0, int(low) - 1) : int(high) + 2] = True
    total = int(ink.sum())
    return float((ink & covered).sum() / total) if total else 0.0
