"""One chart's rows as plain Python, for everything that must not go through SQL: domains, oracle, model checker."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from qa.database import Cell, Tables
from qa.readings import EDGE_SLACK, ROUNDING, UNTICKED
from sie.vocab import ChartFamily

_CURVED = frozenset({"line", "area", "scatter"})


@dataclass(frozen=True)
class Place:
    """A position of the independent axis that questions name."""

    index: int
    name: str
    x: float | None


@dataclass(frozen=True)
class Datum:
    """A data point or a box: its series, label, number on the independent axis and its numbers by measure."""

    series: int
    index: int
    label: str | None
    x: float | None
    numbers: Mapping[str, float]


def _text(cell: Cell) -> str | None:
    return cell if isinstance(cell, str) else None


def _number(cell: Cell) -> float | None:
    return float(cell) if isinstance(cell, int | float) and not isinstance(cell, bool) else None


def _index(cell: Cell) -> int:
    if not isinstance(cell, int):
        raise TypeError(f"expected an index, got {cell!r}")
    return cell


class ChartView:
    """The rows of one chart with the readings that questions need.

    Args:
        chart_id: the chart.
        tables: rows by table; only this chart's.
    """

    def __init__(self, chart_id: str, tables: Tables) -> None:
        self.chart_id = chart_id
        self.tables = tables
        self._values: dict[str, list[tuple[int, Place, float]]] = {}

    def rows(self, name: str) -> Sequence[Mapping[str, Cell]]:
        """The rows of a table."""
        return self.tables.get(name, ())

    @cached_property
    def chart(self) -> Mapping[str, Cell]:
        """The chart's own row."""
        return self.rows("charts")[0]

    def field(self, name: str) -> str | None:
        """A text of the chart's own row; empty counts as none."""
        return _text(self.chart.get(name)) or None

    @cached_property
    def family(self) -> ChartFamily | None:
        """The chart's family."""
        name = self.field("family")
        return ChartFamily(name) if name else None

    @property
    def direction(self) -> str | None:
        """The direction of the dependent axis."""
        kind = self.field("chart_type") or ""
        return next((way for way in ("horizontal", "vertical") if way in kind), self.field("orientation"))

    @cached_property
    def data(self) -> list[Datum]:
        """Points and boxes, in stored order."""
        found = []
        for table, names in (("points", ("y", "y_low", "y_high")), ("boxes", ("min", "q1", "median", "q3", "max"))):
            for row in self.rows(table):
                numbers = {name: value for name in names if (value := _number(row.get(name))) is not None}
                place = (_index(row["series_idx"]), _index(row["point_idx"]))
                found.append(Datum(*place, _text(row.get("x_text")), _number(row.get("x")), numbers))
        return found

    @cached_property
    def series(self) -> dict[int, str | None]:
        """Series names by index, in order."""
        rows = sorted(self.rows("series"), key=lambda row: _index(row["series_idx"]))
        return {_index(row["series_idx"]): _text(row.get("name")) for row in rows}

    @property
    def names(self) -> list[str]:
        """The distinct names of named series, in order."""
        return list(dict.fromkeys(name for name in self.series.values() if name is not None))

    @cached_property
    def legend(self) -> list[Mapping[str, Cell]]:
        """The legend's entries, in order."""
        return sorted(self.rows("legend_entries"), key=lambda row: _index(row["entry_idx"]))

    def texts(self, *roles: str) -> list[Mapping[str, Cell]]:
        """The text blocks of some roles, in order."""
        chosen = [row for row in self.rows("texts") if row.get("role") in roles]
        return sorted(chosen, key=lambda row: _index(row["text_idx"]))

    def axis_ticks(self, role: str) -> list[Place]:
        """The primary ticks of an axis as stored, in order; rejected ones have no number."""
        rows = [row for row in self.rows("ticks") if row.get("role") == role and not row.get("secondary")]
        rows.sort(key=lambda row: _index(row["tick_idx"]))
        return [
            Place(
                _index(row["tick_idx"]),
                _text(row.get("text")) or "",
                None if row.get("status") == "rejected" else _number(row.get("value")),
            )
            for row in rows
        ]

    @cached_property
    def at_ticks(self) -> bool:
        """True when values are read at numeric ticks rather than at the points' labels."""
        return self.family in _CURVED and any(tick.x is not None for tick in self.axis_ticks("independent"))

    @cached_property
    def labelled(self) -> list[tuple[Datum, Place]]:
        """Every point or box with the place that its own label stands for."""
        ticks: dict[tuple[str, int], int] = {}
        seen: dict[object, int] = {}
        for tick in self.axis_ticks("independent"):
            seen[tick.name] = seen.get(tick.name, 0) + 1
            ticks[tick.name, seen[tick.name]] = tick.index
        numbers = sorted({datum.x for datum in self.data if datum.x is not None})
        nth: dict[int, int] = {}
        counted: dict[object, int] = {}
        for key, datum in enumerate(sorted(self.data, key=lambda d: (d.series, d.index))):
            group = (datum.series, datum.label)
            counted[group] = counted.get(group, 0) + 1
            nth[id(datum)] = counted[group]
            del key
        loose: dict[tuple[str | None, int], list[Datum]] = {}
        for datum in self.data:
            label = (datum.label, nth[id(datum)])
            if datum.x is None and (datum.label is None or (datum.label, label[1]) not in ticks):
                loose.setdefault(label, []).append(datum)
        way = -1 if self.field("orientation") == "horizontal" or "horizontal" in (self.field("chart_type") or "") else 1
        order = sorted(
            loose,
            key=lambda label: (
                way * max(d.index for d in loose[label]),
                way * min(d.series for d in loose[label]),
                label[0] or "",
                label[1],
            ),
        )
        rank = {label: place for place, label in enumerate(order)}
        placed = []
        for datum in self.data:
            label = (datum.label, nth[id(datum)])
            if datum.x is not None:
                index = numbers.index(datum.x)
            elif label in rank:
                index = UNTICKED + 1 + rank[label]
            else:
                index = ticks[datum.label or "", label[1]]
            placed.append((datum, Place(index, datum.label or "", datum.x)))
        return placed

    @cached_property
    def x_ticks(self) -> list[Place]:
        """The places of the independent axis: its ticks, else the labels of the points."""
        ticks = self.axis_ticks("independent")
        return ticks or sorted({place for _, place in self.labelled}, key=lambda place: (place.index, place.name))

    def values(self, measure: str = "y") -> list[tuple[int, Place, float]]:
        """Every value at a place: (series, place, value)."""
        if measure not in self._values:
            self._values[measure] = self._read_values(measure)
        return self._values[measure]

    def _read_values(self, measure: str) -> list[tuple[int, Place, float]]:
        found = []
        if measure == "y" and self.at_ticks:
            for series in sorted({datum.series for datum in self.data}):
                found += [(series, tick, value) for tick, value in self._read_at_ticks(series)]
        averaged = measure == "y" and self.family in _CURVED
        shared: dict[tuple[int, float], tuple[Place, list[float]]] = {}
        for datum, place in self.labelled:
            if measure not in datum.numbers or (measure == "y" and self.at_ticks and datum.x is not None):
                continue
            if averaged and datum.x is not None:
                shared.setdefault((datum.series, datum.x), (place, []))[1].append(datum.numbers["y"])
            else:
                found.append((datum.series, place, datum.numbers[measure]))
        found += [(series, place, sum(ys) / len(ys)) for (series, _), (place, ys) in shared.items()]
        return sorted(found, key=lambda item: (item[0], item[1].index))

    def curve(self, series: int) -> list[tuple[float, float]]:
        """A series' points by rising x; points of one x count as their mean."""
        columns: dict[float, list[float]] = {}
        for datum in self.data:
            if datum.series == series and datum.x is not None and "y" in datum.numbers:
                columns.setdefault(datum.x, []).append(datum.numbers["y"])
        return [(x, sum(ys) / len(ys)) for x, ys in sorted(columns.items())]

    def read_at(self, series: int, x: float) -> float | None:
        """The value of a series' line at x, straight between points as the axes have it, or None outside."""
        curve = self.curve(series)
        for (x0, y0), (x1, y1) in pairwise(curve):
            if x0 < x < x1:
                log_x, log_y = self.field("x_scale") == "log" and x0 > 0, self.field("y_scale") == "log"
                share = math.log(x / x0) / math.log(x1 / x0) if log_x else (x - x0) / (x1 - x0)
                return y0 * (y1 / y0) ** share if log_y and min(y0, y1) > 0 else y0 + (y1 - y0) * share
        return next((y for at, y in curve if at == x), None)

    def _read_at_ticks(self, series: int) -> list[tuple[Place, float]]:
        curve = self.curve(series)
        ticks = sorted((t for t in self.axis_ticks("independent") if t.x is not None), key=lambda t: t.x or 0.0)
        values = [tick.x for tick in ticks if tick.x is not None]
        found = []
        for place, tick in enumerate(ticks):
            x = values[place]
            gaps = [abs(values[near] - x) for near in (place - 1, place + 1) if 0 <= near < len(values)]
            value = read_curve(curve, x, EDGE_SLACK * min(gaps) if gaps else 0.0)
            if value is not None:
                found.append((tick, value))
        return found

    def raw(self, series: int | None = None, measure: str = "y") -> list[tuple[float | None, float]]:
        """(x, value) of the points as drawn, series by series, each by rising x."""
        chosen = [d for d in self.data if (series is None or d.series == series) and measure in d.numbers]
        chosen.sort(key=lambda d: (d.series, d.x is None, d.x or 0.0, d.index))
        return [(datum.x, datum.numbers[measure]) for datum in chosen]


def read_curve(curve: Sequence[tuple[float, float]], x: float, slack: float = 0.0) -> float | None:
    """The value of a polyline at x, or None outside; within `slack` of an end it is the end's.

    >>> read_curve([(0.0, 1.0), (2.0, 3.0)], 0.5)
    1.5
    """
    for (x0, y0), (x1, y1) in pairwise(curve):
        if x0 < x < x1:
            share = (x - x0) / (x1 - x0)
            value = y0 * (1 - share) + y1 * share
            return 0.0 if abs(value) <= ROUNDING * max(abs(y0), abs(y1)) else value
    for x0, y0 in curve:
        if x0 == x:
            return y0
    if curve and curve[0][0] - slack <= x <= curve[0][0]:
        return curve[0][1]
    if curve and curve[-1][0] <= x <= curve[-1][0] + slack:
        return curve[-1][1]
    return None


def views(tables: Tables) -> dict[str, ChartView]:
    """A view of every chart in some tables, by chart id."""
    parts: dict[str, dict[str, list[Mapping[str, Cell]]]] = {}
    for row in tables.get("charts", ()):
        parts[str(row["chart_id"])] = {}
    for name, rows in tables.items():
        for row in rows:
            key = row.get("chart_id")
            if key in parts:
                parts[str(key)].setdefault(name, []).append(row)
    return {chart_id: ChartView(chart_id, part) for chart_id, part in parts.items()}
