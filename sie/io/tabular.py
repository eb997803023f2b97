"""Charts from tables that were typed or exported rather than read from a picture: plain CSV and gold files.

A CSV says nothing of how it is drawn. Questions are asked in the words of some kind of chart, so numbers or dates in x
make it a line chart, categories a bar chart, and an issue of the figure says that this was assumed.
"""

from __future__ import annotations

import csv
import io
import math
import re
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import TypeGuard

from pydantic import ValidationError

from sie.artifacts import FIVE, Chart, ChartStructure, DataPoint, ImageInfo, Issue, Legend, LegendEntry, Series, Value
from sie.errors import FigureError
from sie.faults import first_fault
from sie.figure import Figure
from sie.vocab import ChartType, ScaleType

GOLD_KEYS = frozenset({"chart_type", "series", "x_scale", "y_scale", "legend"})
"""Keys that a gold file has and no other JSON file of ours has together at its top."""

_MISSING = frozenset({"", "na", "n/a", "nan", "null", "none", "-", "–", ".", "?"})
_NUMBER = re.compile(r"[-+−]?(\d+(\.\d*)?|\.\d+)([eE][-+]?\d+)?")
_THOUSANDS = re.compile(r"[-+−]?\d{1,3}([, '\u2009\u00a0]\d{3})+(\.\d+)?")
_DECIMAL_COMMA = re.compile(r"[-+−]?\d+,\d+")
_POINT_NUMBERS = ("y", "y_low", "y_high", *FIVE, "sigma")
_EARLIEST_YEAR, _LATEST_YEAR = 1000, 2999


def number_in(cell: str, *, decimal_comma: bool = False) -> float | None:
    """The number in a table's cell, or None: thousands separators and one % sign are allowed.

    >>> number_in("1,200"), number_in("45 %"), number_in("1,5", decimal_comma=True), number_in("north")
    (1200.0, 45.0, 1.5, None)
    """
    text = cell.strip().removesuffix("%").strip()
    if decimal_comma and _DECIMAL_COMMA.fullmatch(text):
        text = text.replace(",", ".")
    elif _THOUSANDS.fullmatch(text):
        text = re.sub(r"[, '\u2009\u00a0]", "", text)
    text = text.replace("−", "-")
    return float(text) if _NUMBER.fullmatch(text) else None


def _missing(cell: str) -> bool:
    return cell.strip().casefold() in _MISSING


def _is_date(cell: str) -> bool:
    if not re.match(r"\d{4}-\d{2}", cell):
        return False
    try:
        datetime.fromisoformat(cell if len(cell) > 7 else f"{cell}-01")
    except ValueError:
        return False
    return True


# --------------------------------------------------------------------------- CSV


def figure_of_csv(text: str, *, name: str = "table.csv") -> Figure:
    """The charts in a CSV text, one unless a column `chart` tells several apart.

    Read are our own long table (columns `series`, `x`, `y` and the others of `sie.figure.LONG_COLUMNS`), any long table
    with the columns `series`, `x` and `y`, and wide tables: x in the first column, a series in each further one.

    Raises:
        FigureError: no header, no rows, no numbers; the message names the line where there is one.
    """
    header, rows, comma = _cells(text, name)
    lowered = [cell.strip().casefold() for cell in header]
    long = "x" in lowered and ("y" in lowered or "median" in lowered) and ("series" in lowered or "x0" in lowered)
    charts = _long_charts(lowered, rows, name, comma) if long else (_wide_chart(header, rows, name, comma),)
    assumed = Issue(stage="figure", code="type-assumed", message="a table does not say how it is drawn")
    return Figure(image=_no_image(name), charts=charts, issues=(assumed,))


def _no_image(name: str) -> ImageInfo:
    return ImageInfo(path=name, sha256="", width=0, height=0)


def _cells(text: str, name: str) -> tuple[list[str], list[list[str]], bool]:
    """Header, rows and whether numbers have decimal commas."""
    text = text.removeprefix("\ufeff")
    if not text.strip():
        raise FigureError(f"{name}: the table is empty: expected a header and rows")
    first = text.lstrip("\r\n").splitlines()[0]
    delimiter = max((",", ";", "\t", "|"), key=first.count)
    table = [row for row in csv.reader(io.StringIO(text), delimiter=delimiter) if any(cell.strip() for cell in row)]
    header, rows = table[0], table[1:]
    if len(header) < 2:
        raise FigureError(f"{name}: expected at least two columns (x and a value), got the header {first!r}")
    if not _looks_like_header(header):
        raise FigureError(f"{name}: no header: the first line {first!r} holds values; name the columns there")
    if not rows:
        raise FigureError(f"{name}: no rows below the header {first!r}")
    for place, row in enumerate(rows, start=2):
        if len(row) > len(header) and any(cell.strip() for cell in row[len(header) :]):
            raise FigureError(f"{name}: line {place}: expected {len(header)} cells as in the header, got {len(row)}")
    padded = [[*row, *[""] * (len(header) - len(row))] for row in rows]
    return header, padded, delimiter != ","


def _looks_like_header(header: Sequence[str]) -> bool:
    numbers = [number_in(cell) for cell in header[1:] if cell.strip()]
    if not numbers or any(number is None for number in numbers):
        return True
    years = [number for number in numbers if number is not None and _EARLIEST_YEAR <= number <= _LATEST_YEAR]
    return len(set(years)) == len(numbers) and number_in(header[0]) is None


def _x_values(cells: Sequence[str], *, comma: bool) -> tuple[list[Value], ScaleType]:
    """The x of each row and the scale that they make: numbers, ISO dates, else categories."""
    labels = [" ".join(cell.split()) for cell in cells]
    if labels and all(_is_date(label) for label in labels):
        return [label if len(label) > 7 else f"{label}-01" for label in labels], ScaleType.TIME
    numbers = [number_in(label, decimal_comma=comma) for label in labels]
    known = [number for number in numbers if number is not None]
    if labels and len(known) == len(labels):
        return list(known), ScaleType.LINEAR
    return list(labels), ScaleType.CATEGORICAL


def _wide_chart(header: list[str], rows: list[list[str]], name: str, comma: bool) -> Chart:
    xs, scale = _x_values([row[0] for row in rows], comma=comma)
    titles = [" ".join(cell.split()) for cell in header]
    repeated = next((x for x in xs if xs.count(x) > 1), None) if scale is ScaleType.CATEGORICAL else None
    if repeated is not None:
        place = _telling_column(rows)
        if place is None or len(header) != _LONG:
            told = f"{name}: {repeated!r} stands in several rows of the column {titles[0]!r}"
            raise FigureError(f"{told}: name the columns series, x and y to tell the rows apart")
        value = _LONG - place
        at = {"x": 0, "series": place, "y": value}
        chart = _long_chart("c1", list(enumerate(rows, start=2)), at, name, comma)
        return chart.model_copy(update={"x_title": titles[0], "y_title": titles[value], "legend_title": titles[place]})
    columns = {place: title for place, title in enumerate(titles) if place > 0 and title}
    lowered = [title.casefold() for title in titles[1:]]
    if set(FIVE) <= set(lowered):
        places = {key: 1 + lowered.index(key) for key in FIVE}
        points = [
            _point(x, {k: _cell(row, p, line, name, comma) for k, p in places.items()})
            for line, x, row in _lines(xs, rows)
        ]
        return _chart(name, [(None, points)], scale, x_title=titles[0], y_title=None)
    series: list[tuple[str | None, list[DataPoint]]] = []
    for place, title in columns.items():
        values = ((x, _cell(row, place, line, name, comma)) for line, x, row in _lines(xs, rows))
        points = [DataPoint(x=x, y=y) for x, y in values if y is not None]
        series.append((title if len(columns) > 1 else None, points))
    return _chart(name, series, scale, x_title=titles[0], y_title=titles[1] if len(columns) == 1 else None)


_LONG = 3
"""Columns of a long table without names that we know: x, what tells equal x apart, and the value."""


def _telling_column(rows: list[list[str]]) -> int | None:
    """The one column, of names or numbers that repeat, which tells equal x apart; None where none or several."""
    found = []
    for place in range(1, len(rows[0])):
        cells = [" ".join(row[place].split()) for row in rows]
        pairs = {(" ".join(row[0].split()), cell) for row, cell in zip(rows, cells, strict=True)}
        if len(set(cells)) < len(rows) and len(pairs) == len(rows):
            found.append(place)
    return found[0] if len(found) == 1 else None


def _lines(xs: Sequence[Value], rows: list[list[str]]) -> list[tuple[int, Value, list[str]]]:
    return [(place, x, row) for place, (x, row) in enumerate(zip(xs, rows, strict=True), start=2)]


def _cell(row: list[str], place: int, line: int, name: str, comma: bool) -> float | None:
    cell = row[place]
    if _missing(cell):
        return None
    number = number_in(cell, decimal_comma=comma)
    if number is None:
        raise FigureError(f"{name}: line {line}, column {place + 1}: expected a number, got {cell.strip()!r}")
    return number


def _point(x: Value, numbers: Mapping[str, float | None]) -> DataPoint:
    return DataPoint.model_validate({"x": x, **{key: value for key, value in numbers.items() if value is not None}})


def _long_charts(header: list[str], rows: list[list[str]], name: str, comma: bool) -> tuple[Chart, ...]:
    at = {column: place for place, column in enumerate(header)}
    charts: dict[str, list[tuple[int, list[str]]]] = {}
    for line, row in enumerate(rows, start=2):
        charts.setdefault(row[at["chart"]] if "chart" in at else "c1", []).append((line, row))
    return tuple(_long_chart(key or "c1", lines, at, name, comma) for key, lines in charts.items())


def _long_chart(chart_id: str, lines: list[tuple[int, list[str]]], at: dict[str, int], name: str, comma: bool) -> Chart:
    xs, scale = _x_values([row[at["x"]] for _, row in lines], comma=comma)
    series: dict[str, list[DataPoint]] = {}
    for x, (line, row) in zip(xs, lines, strict=True):
        numbers = {key: _cell(row, at[key], line, name, comma) for key in _POINT_NUMBERS if key in at}
        if scale is ScaleType.LINEAR:
            numbers |= {key: _cell(row, at[key], line, name, comma) for key in ("x0", "x1") if key in at}
        if numbers.get("y") is not None or numbers.get("median") is not None:
            if numbers.get("median") is not None and numbers.get("sigma") is not None:
                del numbers["sigma"]
            key = " ".join(row[at["series"]].split()) if "series" in at else ""
            series.setdefault(key, []).append(_point(x, numbers))
    named = [(key or None, points) for key, points in series.items()]
    return _chart(name, named, scale, x_title=None, y_title=None, chart_id=chart_id)


def _chart(
    name: str,
    series: Sequence[tuple[str | None, Sequence[DataPoint]]],
    scale: ScaleType,
    *,
    x_title: str | None,
    y_title: str | None,
    chart_id: str = "c1",
) -> Chart:
    kept = [(key, tuple(points)) for key, points in series if points]
    if not kept:
        raise FigureError(f"{name}: no numbers in the table: expected a value in at least one row")
    names = tuple(key for key, _ in kept if key is not None)
    return Chart(
        id=chart_id,
        chart_type=_assumed_type(scale, len(kept), kept[0][1]),
        x_title=x_title or None,
        y_title=y_title or None,
        legend=names,
        x_scale=scale,
        y_scale=ScaleType.LINEAR,
        series=tuple(Series(id=f"s{i}", name=key, points=points) for i, (key, points) in enumerate(kept, start=1)),
        structure=_legend_only(chart_id, names),
        confidence=1.0,
    )


def _assumed_type(scale: ScaleType, series: int, points: Sequence[DataPoint]) -> ChartType:
    if any(point.median is not None for point in points):
        return ChartType.VERTICAL_BOX
    if any(point.x0 is not None for point in points):
        return ChartType.HISTOGRAM
    if scale is not ScaleType.CATEGORICAL:
        return ChartType.LINE
    return ChartType.GROUPED_VERTICAL_BAR if series > 1 else ChartType.VERTICAL_BAR


def _legend_only(chart_id: str, names: Sequence[str]) -> ChartStructure | None:
    """The names as a legend without places, so that questions about the legend find its labels."""
    if not names:
        return None
    entries = tuple(LegendEntry(id=f"l{i}", label=label) for i, label in enumerate(names, start=1))
    return ChartStructure(id=chart_id, box=(0.0, 0.0, 0.0, 0.0), legend=Legend(entries=entries))


# --------------------------------------------------------------------------- gold files


def is_gold(data: object) -> TypeGuard[Mapping[str, object]]:
    """Whether a parsed JSON value has the keys of a gold file."""
    return isinstance(data, dict) and set(data) >= GOLD_KEYS and "charts" not in data


def figure_of_gold(data: Mapping[str, object], *, name: str = "gold.json") -> Figure:
    """The chart of a gold file as a figure.

    Raises:
        FigureError: a field is missing or has the wrong form; the message names it.
    """
    chart_id = str(data.get("id") or "c1")
    names = [str(label) for label in _list(data.get("legend"), "legend", name)]
    fields: dict[str, object] = {
        "id": chart_id,
        **{key: data.get(key) for key in ("chart_type", "title", "x_title", "y_title", "x_scale", "y_scale")},
        **{key: data.get(key) for key in ("x_unit", "y_unit", "legend_title", "x_domain", "y_domain")},
        "legend": names,
        "series": [_gold_series(row, i, name) for i, row in enumerate(_list(data.get("series"), "series", name))],
        "structure": _legend_only(chart_id, names),
        "confidence": 1.0,
    }
    try:
        chart = Chart.model_validate(fields)
    except ValidationError as error:
        raise FigureError(f"{name}: not a gold file: {first_fault(error)}") from error
    return Figure(image=_no_image(name), charts=(chart,))


def _list(value: object, key: str, name: str) -> list[object]:
    if value is None:
        return []
    if not isinstance(value, list):
        raise FigureError(f"{name}: {key}: expected a list, got {type(value).__name__}")
    return value


def _gold_series(row: object, index: int, name: str) -> dict[str, object]:
    if not isinstance(row, dict):
        raise FigureError(f"{name}: series {index + 1}: expected an object, got {type(row).__name__}")
    points = [_gold_point(point) for point in _list(row.get("points"), "points", name)]
    return {"id": f"s{index + 1}", "name": row.get("name"), "points": points}


def _gold_point(point: object) -> object:
    """A point with its error bar as ends."""
    if not isinstance(point, dict) or "error" not in point:
        return point
    rest = {key: value for key, value in point.items() if key != "error"}
    size, y = point["error"], point.get("y")
    if isinstance(size, int | float) and isinstance(y, int | float) and math.isfinite(size):
        rest |= {"y_low": y - size, "y_high": y + size}
    return rest
