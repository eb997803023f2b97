"""A chart as the table that RNSS and RMS compare: rows by x, a column a series."""

from __future__ import annotations

from dataclasses import dataclass

from sie.artifacts import FIVE, Chart, DataPoint, Value
from sie.metrics.pairing import plain


@dataclass(frozen=True)
class Entry:
    """A cell of the table: its row's and its column's header, plain, and its number."""

    row: str
    column: str
    value: float


def header(value: Value | None) -> str:
    """A header as text: numbers without a needless ending.

    >>> header(2010.0), header("North  America"), header(None)
    ('2010', 'north america', '')
    """
    if isinstance(value, str):
        return plain(value)
    return "" if value is None else f"{value:.10g}"


def numbers_of_point(point: DataPoint) -> dict[str, float]:
    """The numbers of a data point: its y under "", or a box's five by name."""
    five = {name: value for name in FIVE if (value := getattr(point, name)) is not None}
    return five or ({"": point.y} if point.y is not None else {})


def entries_of(chart: Chart) -> list[Entry]:
    """The cells of a chart's table.

    A series without a name takes the y title for its column, as such tables have it; a box has a column for each of
    its five numbers. A pie's slices are its rows.
    """
    found = []
    for series in chart.series:
        name = header(series.name if series.name is not None else chart.y_title)
        for point in series.points:
            for part, value in numbers_of_point(point).items():
                found.append(Entry(header(point.x), f"{name} {part}".strip(), value))
    return found


def numbers_of(chart: Chart) -> list[float]:
    """All numbers of a chart's table: the values, and the rows' headers where those are numbers, once a row."""
    rows: dict[float, int] = {}
    for series in chart.series:
        here: dict[float, int] = {}
        for point in series.points:
            if isinstance(point.x, float):
                here[point.x] = here.get(point.x, 0) + 1
        for x, count in here.items():
            rows[x] = max(rows.get(x, 0), count)
    headers = [x for x, count in rows.items() for _ in range(count)]
    return headers + [entry.value for entry in entries_of(chart)]
