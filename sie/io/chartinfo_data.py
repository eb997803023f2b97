"""The data series and marks of a CHART-Info annotation, in the project's conventions."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sie.artifacts import XY, XYXY, Axis, ChartElements, DataPoint, Element, Issue, Series, SeriesMarks, Value
from sie.io.chartinfo_json import Json, bounds, items, mapping, number, text_of
from sie.vocab import AxisRole, ChartFamily, ChartType, Direction, MarkKind, ScaleType, family_of

_UNNAMED = re.compile(r"\[?\s*unnamed data series\s*#?\s*\d*\s*\]?", re.IGNORECASE)
_BOX_KEYS = {"min": "min", "q1": "first_quartile", "median": "median", "q3": "third_quartile", "max": "max"}
_FRACTION_SLACK = 1.5
"""Values up to this many times the last tick's hundredth are fractions of a % axis."""
_OUTSIDE = 0.25
"""A series leaves its axis when most of its values lie farther outside than this part of the axis."""


@dataclass(frozen=True)
class DataPart:
    """What task 6 gives: the series and the marks that they were drawn with."""

    series: tuple[Series, ...]
    x_scale: ScaleType | None
    marks: tuple[Element, ...]

    def elements(self, chart_id: str, chart_type: ChartType | None) -> ChartElements:
        """The marks as the artifact of the elements stage."""
        sideways = chart_type is not None and "horizontal" in chart_type
        series = tuple(SeriesMarks(id=row.id, name=row.name, secondary=row.secondary) for row in self.series if row.id)
        return ChartElements(
            chart_id=chart_id,
            chart_type=chart_type,
            orientation=Direction.HORIZONTAL if sideways else Direction.VERTICAL,
            series=series,
            elements=self.marks,
        )


def read_data(
    task: Mapping[str, Json],
    chart_type: ChartType | None,
    axes: Sequence[Axis],
    extra: Mapping[str, Json],
    issues: list[Issue],
) -> DataPart:
    """The series of task 6; `extra` is what our own drawn charts add to the format."""
    rows = items(task.get("data series"))
    independent = next((axis for axis in axes if axis.role is AxisRole.INDEPENDENT and not axis.secondary), None)
    scale = _x_scale(rows, chart_type, independent)
    second = _second_flags(rows, axes, extra)
    series = []
    for place, row in enumerate(rows):
        axis = _value_axis(axes, secondary=second[place])
        factor = _percent_factor(row, axis)
        points = [point for item in items(row.get("data")) if (point := _point(item, scale, factor)) is not None]
        if not points and items(row.get("data")):
            issues.append(
                Issue(stage="figure", code="series-without-values", message=f"data series {place + 1} has no values")
            )
        name = _plain(row.get("name"))
        named = None if not name or _UNNAMED.fullmatch(name) else name
        series.append(Series(id=f"s{place + 1}", name=named, points=tuple(points), secondary=second[place]))
    marks, linked = _marks(mapping(task.get("visual elements")), series, chart_type, axes)
    return DataPart(tuple(linked), scale, marks)


def _plain(value: Json) -> str:
    from sie.io.chartinfo_text import plain_text

    return " ".join(plain_text(text_of(value)).split())


def _x_scale(rows: Sequence[Mapping[str, Json]], chart_type: ChartType | None, axis: Axis | None) -> ScaleType | None:
    xs = [item.get("x") for row in rows for item in items(row.get("data"))]
    if not xs:
        return axis.scale if axis is not None else None
    if not all(number(x) is not None for x in xs):
        return ScaleType.CATEGORICAL
    family = family_of(chart_type) if chart_type is not None else None
    if family in (ChartFamily.BAR, ChartFamily.BOX, ChartFamily.PIE):
        return ScaleType.CATEGORICAL
    return axis.scale if axis is not None and axis.fit is not None else ScaleType.LINEAR


def _point(item: Mapping[str, Json], scale: ScaleType | None, factor: float) -> DataPoint | None:
    x: Value | None = _plain(item.get("x")) or None
    if scale is not ScaleType.CATEGORICAL:
        x = number(item.get("x"))
    five = {key: number(item.get(name)) for key, name in _BOX_KEYS.items()}
    known = {key: value * factor for key, value in five.items() if value is not None}
    if "median" in known:
        return DataPoint.model_validate({"x": x, **known})
    y = number(item.get("y"))
    return DataPoint(x=x, y=y * factor) if y is not None else None


def _values(row: Mapping[str, Json]) -> list[float]:
    keys = ("y", *_BOX_KEYS.values())
    return [value for item in items(row.get("data")) for key in keys if (value := number(item.get(key))) is not None]


def _value_axis(axes: Sequence[Axis], *, secondary: bool) -> Axis | None:
    chosen = [axis for axis in axes if axis.role is AxisRole.DEPENDENT]
    exact = [axis for axis in chosen if axis.secondary is secondary]
    return next(iter(exact or chosen), None)


def _percent_factor(row: Mapping[str, Json], axis: Axis | None) -> float:
    """100 where a series on a % axis is stored as fractions, else 1."""
    if axis is None or axis.unit != "%":
        return 1.0
    ends = [abs(tick.value) for tick in axis.ticks if isinstance(tick.value, float)]
    values = _values(row)
    if not ends or not values:
        return 1.0
    return 100.0 if max(abs(value) for value in values) <= _FRACTION_SLACK * max(ends) / 100 else 1.0


def _second_flags(rows: Sequence[Mapping[str, Json]], axes: Sequence[Axis], extra: Mapping[str, Json]) -> list[bool]:
    """Which series belong to the second value axis: as told, else those whose values fit only there."""
    told = extra.get("secondary")
    if isinstance(told, list) and len(told) == len(rows):
        return [flag is True for flag in told]
    first, second = (_value_axis_exact(axes, secondary=flag) for flag in (False, True))
    if first is None or second is None:
        return [False] * len(rows)
    return [not _fits(row, first) and _fits(row, second) for row in rows]


def _value_axis_exact(axes: Sequence[Axis], *, secondary: bool) -> Axis | None:
    found = (axis for axis in axes if axis.role is AxisRole.DEPENDENT and axis.secondary is secondary)
    return next(found, None)


def _fits(row: Mapping[str, Json], axis: Axis) -> bool:
    low, high = axis.domain or (None, None)
    if not isinstance(low, float) or not isinstance(high, float):
        return True
    slack = _OUTSIDE * (high - low)
    factor = _percent_factor(row, axis)
    values = [value * factor for value in _values(row)]
    inside = sum(low - slack <= value <= high + slack for value in values)
    return inside * 2 >= len(values)


# --------------------------------------------------------------------------- marks


def _marks(
    drawn: Mapping[str, Json], series: Sequence[Series], chart_type: ChartType | None, axes: Sequence[Axis]
) -> tuple[tuple[Element, ...], list[Series]]:
    """The marks, each with the point that it was drawn for where that can be told by place and length."""
    boxes: list[tuple[MarkKind, XYXY, dict[str, XY]]] = [
        (MarkKind.BAR, box, {}) for row in items(drawn.get("bars")) if (box := bounds(row))
    ]
    boxes += [(MarkKind.BOX, box, _five(row)) for row in items(drawn.get("boxplots")) if (box := _box_plot(row))]
    marks = [
        Element(id=f"e{n}", kind=kind, box=box, px=px, source="annotation")
        for n, (kind, box, px) in enumerate(boxes, start=1)
    ]
    lines = drawn.get("lines")
    for n, path in enumerate(lines if isinstance(lines, list) else []):
        points = [place for row in items(path) if (place := _place(row))]
        if points:
            marks.append(_line(f"line{n + 1}", points, series, n))
    for n, row in enumerate(items(drawn.get("scatter points"))):
        place = _place(row)
        if place is not None:
            marks.append(_spot(f"p{n + 1}", place))
    sideways = chart_type is not None and "horizontal" in chart_type
    return _linked(marks, series, axes, 1 if sideways else 0)


def _place(row: Mapping[str, Json]) -> XY | None:
    x, y = number(row.get("x")), number(row.get("y"))
    return (x, y) if x is not None and y is not None else None


def _around(points: Sequence[XY], reach: float = 0.0) -> XYXY:
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return min(xs) - reach, min(ys) - reach, max(xs) + reach, max(ys) + reach


def _line(name: str, points: Sequence[XY], series: Sequence[Series], place: int) -> Element:
    owner = series[place].id if place < len(series) else None
    return Element(
        id=name, kind=MarkKind.LINE, box=_around(points), path=tuple(points), series=owner, source="annotation"
    )


def _spot(name: str, place: XY) -> Element:
    return Element(id=name, kind=MarkKind.POINT, box=_around([place], 3.0), px={"center": place}, source="annotation")


def _five(row: Mapping[str, Json]) -> dict[str, XY]:
    """Where a box plot's five numbers are drawn: their points, else the middles of their lines."""
    found: dict[str, XY] = {}
    for key, name in _BOX_KEYS.items():
        part = mapping(row.get(name))
        line = bounds(part.get("_bb"))
        place = _place(part)
        if place is None and line is not None:
            place = ((line[0] + line[2]) / 2, (line[1] + line[3]) / 2)
        if place is not None:
            found[key] = place
    return found


def _box_plot(row: Mapping[str, Json]) -> XYXY | None:
    parts = [bounds(mapping(row.get(key)).get("_bb")) for key in _BOX_KEYS.values()]
    places = [place for key in _BOX_KEYS.values() if (place := _place(mapping(row.get(key))))]
    known = [box for box in parts if box is not None] + [(x, y, x, y) for x, y in places]
    if not known:
        return None
    return _around([(box[0], box[1]) for box in known] + [(box[2], box[3]) for box in known])


def _linked(
    marks: Sequence[Element], series: Sequence[Series], axes: Sequence[Axis], across: int
) -> tuple[tuple[Element, ...], list[Series]]:
    independent = next((axis for axis in axes if axis.role is AxisRole.INDEPENDENT), None)
    free = [mark for mark in marks if mark.kind in (MarkKind.BAR, MarkKind.BOX)]
    if independent is None or not free:
        return tuple(marks), list(series)
    place_of = {tick.text: tick.px for tick in independent.ticks}
    owners: dict[str, str] = {}
    linked = []
    for row in series:
        axis = _value_axis(axes, secondary=row.secondary)
        points = []
        for point in row.points:
            mark = _nearest(point, place_of, free, across, axis)
            if mark is not None:
                free.remove(mark)
                owners[mark.id] = row.id
                point = point.model_copy(update={"element_ids": (mark.id,)})
            points.append(point)
        linked.append(row.model_copy(update={"points": tuple(points)}))
    owned = [mark.model_copy(update={"series": owners.get(mark.id, mark.series)}) for mark in marks]
    return tuple(owned), linked


def _nearest(
    point: DataPoint, place_of: Mapping[str, float], free: Sequence[Element], across: int, axis: Axis | None
) -> Element | None:
    """The mark at a point's tick whose length is the value's; None where none comes near."""
    here = place_of.get(point.x) if isinstance(point.x, str) else None
    if here is None or axis is None or axis.fit is None or axis.scale is not ScaleType.LINEAR:
        return None
    span = abs((point.y if point.y is not None else (point.max or 0.0) - (point.min or 0.0)) * axis.fit.px_per_unit)
    steps = sorted(abs(a - b) for a in place_of.values() for b in place_of.values() if a != b)
    reach = steps[0] / 2 if steps else float("inf")
    best: tuple[float, Element] | None = None
    for mark in free:
        middle = (mark.box[across] + mark.box[across + 2]) / 2
        length = mark.box[3 - across] - mark.box[1 - across]
        miss = abs(length - span)
        if abs(middle - here) <= reach and miss <= max(4.0, 0.1 * span) and (best is None or miss < best[0]):
            best = (miss, mark)
    return best[1] if best is not None else None
