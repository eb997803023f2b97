"""Values as read beside the true ones, each with its sigma, as parts of the value axis' span.

Only values that were read are judged: a point whose value is off by more than `MISREAD` of the span is a wrong mark,
not an inexact one, and is counted apart. On log axes all is in natural logarithms, as sigma is relative there. Lines
and areas over numbers are compared with the straight pieces between the true points.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from sie.artifacts import FIVE, Chart, DataPoint, Element, Series, Value
from sie.metrics.pairing import assigned
from sie.metrics.table_score import alike
from sie.vocab import ChartFamily, ChartType, MarkKind, ScaleType, Stacking, family_of

MISREAD = 0.02
"""The tolerance that the gold charts' score has, as a part of the span."""
SAME_PLACE = 0.01
"""Points of one x, as a part of the x span."""
SAME_NAME = 0.8
MAX_PER_SERIES = 100
"""A traced curve counts as so many values at most, or it would outweigh all bars."""
_FAR = 1e6


class ReadMark(StrEnum):
    """What a value was read at: kinds of marks whose places are found in different ways."""

    BAR = "bar"
    PART = "stacked part"
    BOX = "box"
    WHISKER = "whisker"
    POINT = "point"
    VERTEX = "line at its points"
    CURVE = "traced curve"
    AREA = "area"
    SLICE = "slice"
    UNKNOWN = "unknown"


_MARKS = {
    MarkKind.BAR: ReadMark.BAR,
    MarkKind.BOX: ReadMark.BOX,
    MarkKind.POINT: ReadMark.POINT,
    MarkKind.AREA: ReadMark.AREA,
    MarkKind.SLICE: ReadMark.SLICE,
}


@dataclass(frozen=True)
class Reading:
    """One value: `error` (read less true) and `sigma`, both as parts of the span of the value axis."""

    chart_type: ChartType
    error: float
    sigma: float
    mark: ReadMark = ReadMark.UNKNOWN

    @property
    def misread(self) -> bool:
        """Whether it is so far off that another mark was read."""
        return abs(self.error) > MISREAD


def readings_of(predicted: Chart, gold: Chart) -> list[Reading]:
    """Every true value that has one with a sigma read at its place; empty where the chart types' families differ."""
    if predicted.chart_type is None or gold.chart_type is None:
        return []
    chart_type, family = gold.chart_type, family_of(gold.chart_type)
    if family_of(predicted.chart_type) is not family:
        return []
    gold = in_read_units(gold, predicted)
    axis = _ValueAxis(gold)
    marks = {} if predicted.elements is None else {one.id: one for one in predicted.elements.elements}
    stacked = predicted.elements is not None and predicted.elements.stacking is not Stacking.NONE
    found: list[Reading] = []
    for read, true in _paired(predicted, gold, axis):
        for point, value, key in _matched(read, true, axis):
            sigma = point.sigma.get(key) if isinstance(point.sigma, dict) else point.sigma
            said = getattr(point, key)
            if sigma is None or said is None or not sigma > 0:
                continue
            error = axis.place(said) - axis.place(value)
            size = sigma if axis.log else sigma / axis.span
            part = error / axis.span
            mark = _mark_of([marks[i] for i in point.element_ids if i in marks], key, stacked=stacked)
            found.append(Reading(chart_type, part, size / axis.span if axis.log else size, mark))
    return [reading for reading in found if math.isfinite(reading.error)]


def _mark_of(elements: Sequence[Element], key: str, *, stacked: bool) -> ReadMark:
    if not elements:
        return ReadMark.UNKNOWN
    first = elements[0]
    if first.kind is MarkKind.LINE:
        return ReadMark.VERTEX if first.vertices else ReadMark.CURVE
    if first.kind is MarkKind.BAR and stacked:
        return ReadMark.PART
    return ReadMark.WHISKER if key in ("min", "max") else _MARKS.get(first.kind, ReadMark.UNKNOWN)


def in_read_units(gold: Chart, predicted: Chart) -> Chart:
    """The gold chart with decimal years for dates where the axis was read as numbers: bare years may be either."""
    if gold.x_scale is not ScaleType.TIME or predicted.x_scale is not ScaleType.LINEAR:
        return gold
    series = tuple(
        one.model_copy(update={"points": tuple(p.model_copy(update={"x": _years(p.x)}) for p in one.points)})
        for one in gold.series
    )
    return gold.model_copy(update={"series": series, "x_scale": ScaleType.LINEAR})


def _years(value: Value | None) -> Value | None:
    days = number_of(value)
    return value if days is None or not isinstance(value, str) else 1970.0 + days / 365.2425


class _ValueAxis:
    """The gold chart's axes: where values lie on them, and how long they are."""

    def __init__(self, gold: Chart) -> None:
        self.family = family_of(gold.chart_type) if gold.chart_type is not None else None
        self.log = gold.y_scale is ScaleType.LOG
        self.log_x = gold.x_scale is ScaleType.LOG
        self.categories = gold.x_scale is ScaleType.CATEGORICAL or self.family in (ChartFamily.PIE, ChartFamily.BAR)
        points = [point for series in gold.series for point in series.points]
        ys = [value for point in points for key in ("y", *FIVE) if (value := getattr(point, key)) is not None]
        self.span = self._length(gold.y_domain, ys, zero=self.family in (ChartFamily.BAR, ChartFamily.HISTOGRAM))
        xs = [x for point in points if (x := number_of(point.x)) is not None]
        self.x_span = float(np.ptp([self.along(x) for x in xs])) if len(xs) > 1 else 1.0

    def _length(self, domain: tuple[Value, Value] | None, values: Sequence[float], *, zero: bool) -> float:
        ends = [end for end in domain or () if isinstance(end, int | float)]
        if self.family is ChartFamily.PIE:
            return 100.0
        used = ends if len(ends) == 2 else [*values, *([0.0] if zero and not self.log else [])]
        places = [self.place(value) for value in used if not self.log or value > 0]
        return (float(np.ptp(places)) if places else 0.0) or 1.0

    def place(self, value: float) -> float:
        """The value itself, on log axes its logarithm (nan where it has none)."""
        return (math.log(value) if value > 0 else math.nan) if self.log else value

    def along(self, x: float) -> float:
        """The same for the independent axis."""
        return (math.log(x) if x > 0 else math.nan) if self.log_x else x


def number_of(value: Value | None) -> float | None:
    """A number along the independent axis, dates as days since 1970; None of a name.

    >>> number_of("1970-01-03"), number_of(4.5), number_of("North")
    (2.0, 4.5, None)
    """
    if value is None or isinstance(value, int | float):
        return None if value is None else float(value)
    try:
        return float((np.datetime64(value) - np.datetime64("1970-01-01")) / np.timedelta64(1, "D"))
    except ValueError:
        return None


def _paired(predicted: Chart, gold: Chart, axis: _ValueAxis) -> list[tuple[Series, Series]]:
    """Series of one name, unnamed ones by how many of their points match."""
    if not predicted.series or not gold.series:
        return []
    costs = np.array([[_unlikeness(read, true, axis) for read in predicted.series] for true in gold.series])
    return [(predicted.series[j], gold.series[i]) for i, j in assigned(costs) if costs[i, j] < 1.0]


def _unlikeness(read: Series, true: Series, axis: _ValueAxis) -> float:
    if true.name is not None and read.name is not None:
        return 0.0 if alike(true.name, read.name) >= SAME_NAME else _FAR
    if true.name is not None or read.name is not None:
        return _FAR
    near = [
        abs(axis.place(getattr(p, k)) - axis.place(v)) <= MISREAD * axis.span for p, v, k in _matched(read, true, axis)
    ]
    return 1.0 - sum(near) / (len(near) + 1.0) - 1e-6


def _matched(read: Series, true: Series, axis: _ValueAxis) -> list[tuple[DataPoint, float, str]]:
    """Points as read, each with the true value at its place and the key it has it under."""
    if axis.family in (ChartFamily.LINE, ChartFamily.AREA) and not axis.categories:
        return _on_curve(read, true, axis)
    if axis.family is ChartFamily.SCATTER and not axis.categories:
        return _nearest(read, true, axis)
    found = []
    for point in true.points:
        named = [one for one in read.points if one.x == point.x]  # `SL` is not `SLC`
        other = next(iter(named or [one for one in read.points if _same_place(one.x, point.x, axis)]), None)
        for key in ("y", *FIVE):
            value = getattr(point, key)
            if other is not None and value is not None and getattr(other, key) is not None:
                found.append((other, float(value), key))
    return found


def _same_place(one: Value | None, other: Value | None, axis: _ValueAxis) -> bool:
    a, b = number_of(one), number_of(other)
    if axis.categories or a is None or b is None:
        return alike(one, other) >= SAME_NAME
    return abs(axis.along(a) - axis.along(b)) <= SAME_PLACE * axis.x_span


def _on_curve(read: Series, true: Series, axis: _ValueAxis) -> list[tuple[DataPoint, float, str]]:
    knots = sorted(
        (axis.along(x), axis.place(point.y)) for point in true.points
        if (x := number_of(point.x)) is not None and point.y is not None
    )  # fmt: skip
    if len(knots) < 2:
        return []
    xs, ys = np.array(knots).T
    step = max(1, math.ceil(len(read.points) / MAX_PER_SERIES))
    found = []
    for point in read.points[::step]:
        x = number_of(point.x)
        if x is None or point.y is None or not xs[0] <= axis.along(x) <= xs[-1]:
            continue
        at = float(np.interp(axis.along(x), xs, ys))
        found.append((point, math.exp(at) if axis.log else at, "y"))
    return found


def _nearest(read: Series, true: Series, axis: _ValueAxis) -> list[tuple[DataPoint, float, str]]:
    """Points of a scatter plot in the pairing of least total distance, those within `MISREAD` along x."""
    left = [(p, x) for p in read.points if (x := number_of(p.x)) is not None and p.y is not None]
    right = [(p, x) for p in true.points if (x := number_of(p.x)) is not None and p.y is not None]
    if not left or not right:
        return []
    a = np.array([(axis.along(x) / axis.x_span, axis.place(p.y or 0.0) / axis.span) for p, x in left])
    b = np.array([(axis.along(x) / axis.x_span, axis.place(p.y or 0.0) / axis.span) for p, x in right])
    costs = np.nan_to_num(np.linalg.norm(a[:, None] - b[None], axis=2), nan=_FAR)
    return [(left[i][0], float(right[j][0].y or 0.0), "y") for i, j in assigned(costs) if costs[i, j] <= MISREAD]
