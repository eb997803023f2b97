"""Scatter points to data points."""

from __future__ import annotations

from sie.artifacts import ChartElements, DataPoint, Element, Series, SeriesMarks, Value
from sie.values.axes import AxisReader, ChartAxes
from sie.values.result import SeriesResult, error_ends, make_series, of_kind
from sie.vocab import MarkKind, ScaleType


def scatter_series(elements: ChartElements, axes: ChartAxes) -> SeriesResult:
    """The series of a scatter plot, points by place; over a category axis x is the nearest label."""
    across = axes.independent
    series = []
    for marks in elements.series:
        one = point_series(marks, elements, axes)
        if one is not None:
            series.append(one)
    categorical = across is not None and not across.numeric
    return SeriesResult(tuple(series), (), ScaleType.CATEGORICAL if categorical else None)


def point_series(marks: SeriesMarks, elements: ChartElements, axes: ChartAxes) -> Series | None:
    """One series' points by place, or None where it has none or no axis tells their values."""
    across = axes.independent
    reader = axes.value_reader(secondary=marks.secondary)
    points = of_kind(elements.elements, MarkKind.POINT, marks.id)
    if reader is None or not points:
        return None
    if across is not None:
        points.sort(key=lambda point: point.px["center"][across.index])
    return make_series(marks, [_point(point, elements, reader, across) for point in points])


def _point(point: Element, elements: ChartElements, reader: AxisReader, across: AxisReader | None) -> DataPoint:
    center = point.px["center"]
    y = reader.read(center[reader.index], point.sigma_px)
    low, high = error_ends(point, elements.elements, reader)
    x: Value | None = None
    sigma_x = None
    if across is not None and across.numeric:
        reading = across.read(center[across.index], point.sigma_px)
        x, sigma_x = across.stored(reading.value), reading.sigma
    elif across is not None:
        tick = across.category(center[across.index])
        x = tick.text if tick is not None else None
    return DataPoint(
        x=x,
        y=y.value,
        y_low=low,
        y_high=high,
        px=center,
        sigma=y.sigma,
        sigma_x=sigma_x,
        element_ids=(point.id,),
        confidence=point.confidence,
    )
