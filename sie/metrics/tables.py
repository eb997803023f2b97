"""A chart as the table that RNSS and RMS compare: rows by x, a column a series.

The measures compare headers as texts, so it matters how a table writes the numbers that head its rows: 449.24, read off
a picture, beside a gold 450 would be another text altogether. `places_writer` writes both to a hundredth of the range
of the gold places, as a printed table would. Comparing such headers as numbers was refused: another measure.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise

from sie.artifacts import FIVE, Chart, DataPoint, Value
from sie.metrics.pairing import plain
from sie.vocab import ChartFamily, ScaleType, family_of

PLACES_STEP = 0.01
"""Numbers that head rows are written to this part of their range, or finer where places are closer than that."""
LOG_DIGITS = 2
"""On log axes they are written with so many digits."""


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


def places_writer(gold: Chart) -> Callable[[Value | None], str]:
    """How the tables of a gold chart and of a chart that was read instead of it write the headers of their rows.

    >>> from sie.artifacts import Series
    >>> points = tuple(DataPoint(x=x, y=1.0) for x in (450.0, 650.0, 1350.0))
    >>> write = places_writer(Chart(id="c1", series=(Series(name=None, points=points),)))
    >>> write(450.0), write(449.24), write("North")
    ('450', '450', 'north')
    """
    if gold.x_scale is ScaleType.LOG:
        return lambda value: header(float(f"{value:.{LOG_DIGITS}g}") if isinstance(value, float) else value)
    step = _step_of_places(gold)
    if step is None:
        return header
    return lambda value: header(_to_step(value, step) if isinstance(value, float) else value)


def _step_of_places(gold: Chart) -> float | None:
    """1, 2 or 5 times a power of ten; None where the places tell none."""
    places = sorted({point.x for series in gold.series for point in series.points if isinstance(point.x, float)})
    if len(places) < 2:
        return None
    most = PLACES_STEP * (places[-1] - places[0])
    if gold.chart_type is None or family_of(gold.chart_type) is not ChartFamily.SCATTER:
        most = min(most, *(b - a for a, b in pairwise(places)))
    if not 1e-300 < most < math.inf:
        return None
    power = 10.0 ** math.floor(math.log10(most))
    return max((factor * power for factor in (1, 2, 5) if factor * power <= most), default=power)


def _to_step(value: float, step: float) -> float:
    steps = value / step
    return round(steps) * step if abs(steps) < 1e15 else value


def numbers_of_point(point: DataPoint) -> dict[str, float]:
    """The numbers of a data point: its y under "", or a box's five by name."""
    five = {name: value for name in FIVE if (value := getattr(point, name)) is not None}
    return five or ({"": point.y} if point.y is not None else {})


def entries_of(chart: Chart, write: Callable[[Value | None], str] = header) -> list[Entry]:
    """The cells of a chart's table.

    A series without a name takes the y title for its column, as such tables have it; a box has a column for each of
    its five numbers. A pie's slices are its rows, and their values shares of the whole in %: a pie shows no others
    unless they are printed.

    Args:
        chart: its series.
        write: writes the headers of rows (`places_writer`).
    """
    unit = _unit(chart)
    found = []
    for series in chart.series:
        name = header(series.name if series.name is not None else chart.y_title)
        for point in series.points:
            for part, value in numbers_of_point(point).items():
                found.append(Entry(write(point.x), f"{name} {part}".strip(), value / unit))
    return found


def _unit(chart: Chart) -> float:
    """What the chart's values are divided by: a hundredth of a pie's whole, else 1."""
    if chart.chart_type is None or family_of(chart.chart_type) is not ChartFamily.PIE:
        return 1.0
    whole = math.fsum(point.y for series in chart.series for point in series.points if point.y is not None)
    return whole / 100 if whole > 0 else 1.0


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
