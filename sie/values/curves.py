"""Lines and areas to data points.

A line whose path holds data points (markers, kinks) gives those; a traced curve is sampled; over a category axis there
are points at the labels only. Stacked areas give each layer's own height: its outline less the one below.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from sie.artifacts import XY, ChartElements, DataPoint, Element, Series, SeriesMarks, Value
from sie.values.axes import AxisReader, ChartAxes
from sie.values.curvedoubt import CurveDoubt, curve_doubts
from sie.values.hidden import hidden_points
from sie.values.knots import REACH_PX, bends_at_ticks, places_at_ticks, straight_between_ticks, turn_at_ticks
from sie.values.result import SeriesResult, error_ends, make_series, of_kind
from sie.values.scatter import point_series
from sie.vocab import MarkKind, ScaleType, Stacking


def curve_series(elements: ChartElements, axes: ChartAxes, *, limit: int, area: bool) -> SeriesResult:
    """The series of a line or area chart, points without a line among them; `limit` bounds a traced curve's points."""
    kind = MarkKind.AREA if area else MarkKind.LINE
    below = _outlines_below(elements, axes) if area and elements.stacking is not Stacking.NONE else {}
    across = axes.independent
    categorical = across is not None and (not across.numeric or _over_bands(of_kind(elements.elements, kind), across))
    drawn = of_kind(elements.elements, kind)
    kinked = across is not None and not categorical and turn_at_ticks(drawn, across)
    on_ticks = kinked or (across is not None and _all_on_ticks(drawn, across))
    doubts = curve_doubts(drawn, across.index) if across is not None else {}
    series = []
    for marks in elements.series:
        reader = axes.value_reader(secondary=marks.secondary)
        lines = of_kind(elements.elements, kind, marks.id)
        if not lines and (loose := point_series(marks, elements, axes)) is not None:
            series.append(loose)
        if reader is None or across is None or not lines:
            continue
        view = _View(reader, across, doubts, categorical=categorical, on_ticks=on_ticks, kinked=kinked)
        one = _one_series(marks, lines, elements, view, limit, below)
        if one.points:
            series.append(one)
    told = across is not None and not area and not categorical and all(line.vertices for line in drawn)
    issues = hidden_points(series, across) if told and across is not None else ()
    return SeriesResult(tuple(series), issues, ScaleType.CATEGORICAL if categorical else None)


@dataclass(frozen=True)
class _View:
    """How curves are read: by which axes, how well each is known by its id, at categories only or not, whether points
    or bends stand on ticks."""

    reader: AxisReader
    across: AxisReader
    doubts: dict[str, CurveDoubt]
    categorical: bool
    on_ticks: bool
    kinked: bool


def _over_bands(lines: Sequence[Element], across: AxisReader) -> bool:
    """Whether a numeric axis is a row of categories: all lines begin and end on one and run straight between them."""
    if not across.is_banded():
        return False
    ends = [place for line in lines if line.path for place in _ends(line, across)]
    if not ends or any(across.snapped(px) is None for px in ends):
        return False
    return all(straight_between_ticks(line, across) for line in lines if line.path)


def _ends(line: Element, across: AxisReader) -> tuple[float, float]:
    along_axis = [place[across.index] for place in line.path]
    return min(along_axis), max(along_axis)


def _all_on_ticks(lines: Sequence[Element], across: AxisReader) -> bool:
    """Whether the lines hold data points that all stand on ticks: then a point's x is its tick's value."""
    places = [place[across.index] for line in lines if line.vertices for place in line.path]
    return bool(places) and all(across.snapped(px) is not None for px in places)


def _one_series(
    marks: SeriesMarks,
    lines: Sequence[Element],
    elements: ChartElements,
    view: _View,
    limit: int,
    below: dict[str, Element],
) -> Series:
    points: list[DataPoint] = []
    total = sum(len(line.path) for line in lines) or 1
    for line in lines:
        if view.kinked:
            places = bends_at_ticks(line, view.across)
        elif view.categorical:
            places = places_at_ticks(line, view.across)
        elif line.vertices:
            places = list(line.path)
        else:
            places = thin(line.path, max(2, round(limit * len(line.path) / total)))
        lower = below.get(line.id)
        points += [p for place in places if (p := _point(place, line, elements, view, lower)) is not None]
    points.sort(key=lambda point: _order(point, view.across))
    return make_series(marks, points)


def _order(point: DataPoint, across: AxisReader) -> float:
    return point.px[across.index] if isinstance(point.px, tuple) else 0.0


def thin(path: Sequence[XY], count: int) -> list[XY]:
    """At most `count` of a path's points, the first and the last among them, evenly spaced by index.

    >>> thin([(0.0, 0.0), (1.0, 0.0), (2.0, 0.0)], 2)
    [(0.0, 0.0), (2.0, 0.0)]
    """
    if len(path) <= count:
        return list(path)
    return [path[round(i)] for i in np.linspace(0, len(path) - 1, count)]


def _point(
    place: XY,
    line: Element,
    elements: ChartElements,
    view: _View,
    lower: Element | None,
) -> DataPoint | None:
    reader, across = view.reader, view.across
    at_px = place[across.index]
    doubt = view.doubts[line.id].at(at_px, aside_px=across.calibration_px(at_px))
    reading = reader.read(place[reader.index], math.hypot(line.sigma_px, doubt))
    y, sigma = reading.value, reading.sigma
    if lower is not None:
        base = _read_outline(lower, place[across.index], reader, across)
        if base is not None:
            y, sigma = y - base, math.hypot(sigma, sigma)
    x: Value | None
    tick = across.snapped(place[across.index]) if view.on_ticks and not view.categorical else None
    if tick is not None and tick.value is not None:
        x, sigma_x = tick.value, 0.0
    elif across.numeric and not view.categorical:
        at = across.read(place[across.index], line.sigma_px)
        x, sigma_x = across.stored(at.value), at.sigma
    else:
        tick = across.category(place[across.index])
        if tick is None:
            return None
        x, sigma_x = tick.text, None
    low, high = _error_at(place, line, elements, reader)
    return DataPoint(
        x=x, y=y, y_low=low, y_high=high, px=place, sigma=sigma, sigma_x=sigma_x,
        element_ids=(line.id,), confidence=line.confidence,
    )  # fmt: skip


def _error_at(
    place: XY, line: Element, elements: ChartElements, reader: AxisReader
) -> tuple[float | None, float | None]:
    """The error bar of the line that stands at a place, if one does."""
    across = 1 - reader.index
    for element in elements.elements:
        if element.kind is MarkKind.ERROR_BAR and line.id in element.parent_ids:
            middle = (element.box[across] + element.box[across + 2]) / 2
            if abs(middle - place[across]) <= max(REACH_PX, (element.box[across + 2] - element.box[across]) / 2):
                alone = element.model_copy(update={"parent_ids": (line.id,)})
                return error_ends(line, [alone], reader)
    return None, None


def _outlines_below(elements: ChartElements, axes: ChartAxes) -> dict[str, Element]:
    """For each stacked area the one it stands on, by element id; the lowest stands on the axis and has none."""
    reader = axes.dependent
    areas = of_kind(elements.elements, MarkKind.AREA)
    if reader is None:
        return {}
    sign = 1.0 if reader.increasing else -1.0
    heights = {area.id: sign * float(np.mean([p[reader.index] for p in area.path])) for area in areas if area.path}
    ordered = sorted((area for area in areas if area.path), key=lambda area: heights[area.id])
    return {upper.id: lower for lower, upper in pairwise(ordered)}


def _read_outline(area: Element, at_px: float, reader: AxisReader, across: AxisReader) -> float | None:
    path = sorted(area.path, key=lambda place: place[across.index])
    along = [place[across.index] for place in path]
    if not along or not along[0] - REACH_PX <= at_px <= along[-1] + REACH_PX:
        return None
    px = float(np.interp(at_px, along, [place[reader.index] for place in path]))
    return reader.read(px, area.sigma_px).value
