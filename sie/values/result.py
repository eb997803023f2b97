"""What each series reader gives back, and what they share."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sie.artifacts import DataPoint, Element, Issue, Series, SeriesMarks, Value
from sie.values.axes import AxisReader
from sie.vocab import MarkKind, ScaleType


@dataclass(frozen=True)
class SeriesResult:
    """The series of a chart and how its independent axis was taken."""

    series: tuple[Series, ...] = ()
    issues: tuple[Issue, ...] = ()
    x_scale: ScaleType | None = None
    shares: bool = False


def make_series(marks: SeriesMarks, points: Sequence[DataPoint], **curve: tuple[tuple[Value, float], ...]) -> Series:
    """A series of points under the name and look of its marks."""
    return Series(
        id=marks.id,
        name=marks.name,
        points=tuple(points),
        legend_entry=marks.legend_entry,
        color=marks.color,
        secondary=marks.secondary,
        **curve,
    )


def of_kind(elements: Sequence[Element], kind: MarkKind, series: str | None = None) -> list[Element]:
    """The elements of one kind, of one series where it is named."""
    return [e for e in elements if e.kind is kind and (series is None or e.series == series)]


def error_ends(mark: Element, elements: Sequence[Element], reader: AxisReader) -> tuple[float | None, float | None]:
    """The values at the ends of a mark's error bar, low before high; None for an end that is not drawn."""
    for element in elements:
        if element.kind is MarkKind.ERROR_BAR and mark.id in element.parent_ids:
            places = [element.px[key][reader.index] for key in ("low", "high") if key in element.px]
            ends = sorted(reader.read(px, element.sigma_px).value for px in places)
            if len(ends) == 2:
                return ends[0], ends[1]
            if len(ends) == 1:
                return _one_sided(ends[0], mark, reader)
    return None, None


def _one_sided(end: float, mark: Element, reader: AxisReader) -> tuple[float | None, float | None]:
    place = mark.px.get("end") or mark.px.get("center")
    if place is None:
        return None, None
    above = end >= reader.read(place[reader.index], mark.sigma_px).value
    return (None, end) if above else (end, None)
