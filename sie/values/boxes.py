"""Box plots to five-number summaries."""

from __future__ import annotations

from sie.artifacts import FIVE, ChartElements, DataPoint, Element
from sie.values.axes import AxisReader, ChartAxes
from sie.values.result import SeriesResult, make_series, of_kind
from sie.vocab import MarkKind, ScaleType


def box_series(elements: ChartElements, axes: ChartAxes) -> SeriesResult:
    """The series of a box plot; a box is named by the tick label at its place."""
    across = axes.independent
    series = []
    for marks in elements.series:
        reader = axes.value_reader(secondary=marks.secondary)
        boxes = of_kind(elements.elements, MarkKind.BOX, marks.id)
        if reader is None or not boxes:
            continue
        if across is not None:
            boxes.sort(key=lambda box: _place(box, across))
        series.append(make_series(marks, [_point(box, reader, across) for box in boxes]))
    return SeriesResult(tuple(series), (), ScaleType.CATEGORICAL)


ENDS = 1.4
"""How much less well whisker ends are known than the box: thin, faint, dashed or without caps."""


def _place(box: Element, across: AxisReader) -> float:
    return (box.box[across.index] + box.box[across.index + 2]) / 2


def _point(box: Element, reader: AxisReader, across: AxisReader | None) -> DataPoint:
    readings = {
        key: reader.read(box.px[key][reader.index], box.sigma_px * (ENDS if key in ("min", "max") else 1.0))
        for key in FIVE
        if key in box.px
    }
    if len(readings) == len(FIVE) and readings["min"].value > readings["max"].value:
        swapped = dict(zip(FIVE, reversed(FIVE), strict=True))
        readings = {key: readings[swapped[key]] for key in FIVE}
    values = {key: reading.value for key, reading in readings.items()}
    tick = across.category(_place(box, across)) if across is not None else None
    return DataPoint(
        x=tick.text if tick is not None else "" if across is None or not across.ticks() else None,
        min=values.get("min"),
        q1=values.get("q1"),
        median=values.get("median"),
        q3=values.get("q3"),
        max=values.get("max"),
        px=box.px,
        sigma={key: reading.sigma for key, reading in readings.items()},
        element_ids=(box.id,),
        confidence=box.confidence,
    )
