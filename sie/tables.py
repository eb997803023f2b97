"""The one schema of what is stored: every table, its columns and their DuckDB types.

Parquet datasets, the databases that `qa` queries and the SQL it writes are all built from `TABLES`. Keys: `chart_id`
is unique over a dataset (the figure's key and the chart's id, joined by `#`); `*_idx` count from 0 in reading order.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class ColumnType(StrEnum):
    """The column types used, by their DuckDB names."""

    TEXT = "VARCHAR"
    REAL = "DOUBLE"
    INT = "BIGINT"
    BOOL = "BOOLEAN"


@dataclass(frozen=True)
class Column:
    """A column: its name, its type and what it holds."""

    name: str
    type: ColumnType
    doc: str


@dataclass(frozen=True)
class Table:
    """A table: its name, what one row is, its columns and the columns that identify a row."""

    name: str
    doc: str
    columns: tuple[Column, ...]
    key: tuple[str, ...]

    def __post_init__(self) -> None:
        names = [column.name for column in self.columns]
        if len(set(names)) != len(names):
            raise ValueError(f"table {self.name}: expected distinct columns, got {names}")
        if not set(self.key) <= set(names):
            raise ValueError(f"table {self.name}: expected key columns among {names}, got {self.key}")

    @property
    def names(self) -> tuple[str, ...]:
        """The column names, in order."""
        return tuple(column.name for column in self.columns)


def _text(name: str, doc: str) -> Column:
    return Column(name, ColumnType.TEXT, doc)


def _real(name: str, doc: str) -> Column:
    return Column(name, ColumnType.REAL, doc)


def _int(name: str, doc: str) -> Column:
    return Column(name, ColumnType.INT, doc)


def _bool(name: str, doc: str) -> Column:
    return Column(name, ColumnType.BOOL, doc)


_CHART = _text("chart_id", "the chart")


def _box(what: str, prefix: str = "") -> tuple[Column, ...]:
    return tuple(_real(f"{prefix}{side}", f"{what}, pixels") for side in ("x0", "y0", "x1", "y1"))


CHARTS = Table(
    "charts",
    "one chart (panel) of a figure",
    (
        _CHART,
        _text("source", "the figure's file, relative to the folder given"),
        _text("figure_sha256", "hash of the picture's bytes"),
        _int("panel_idx", "place among the figure's charts"),
        _text("chart_type", "see sie.vocab.ChartType"),
        _text("family", "see sie.vocab.ChartFamily"),
        _text("orientation", "direction of the dependent axis"),
        _text("title", "chart title"),
        _text("x_title", "title of the independent axis"),
        _text("y_title", "title of the dependent axis"),
        _text("legend_title", "title of the legend"),
        _text("x_unit", "unit of the independent axis"),
        _text("y_unit", "unit of the dependent axis"),
        _text("x_scale", "linear, log, categorical or time"),
        _text("y_scale", "linear or log"),
        _real("x_low", "start of the independent axis"),
        _real("x_high", "end of the independent axis"),
        _real("y_low", "start of the dependent axis"),
        _real("y_high", "end of the dependent axis"),
        _bool("sigma_rel", "sigma is relative (log value axis)"),
        *_box("plot area", "plot_"),
        *_box("the panel's part of the picture", "panel_"),
        _real("confidence", "0 to 1"),
    ),
    ("chart_id",),
)

AXES = Table(
    "axes",
    "one axis of a chart",
    (
        _CHART,
        _text("axis_id", "the axis"),
        _text("role", "independent or dependent"),
        _text("direction", "horizontal or vertical"),
        _text("side", "where its labels are"),
        _bool("secondary", "a second axis of its direction"),
        _text("scale", "linear, log, categorical or time"),
        _real("base", "of a log axis"),
        _bool("reversed", "values fall along the usual direction"),
        _text("title", "axis title"),
        _text("unit", "unit"),
        _real("offset_px", "px = offset_px + px_per_unit * t"),
        _real("px_per_unit", "slope of the fit"),
        _real("residual_px", "root mean square of the fit"),
        _int("n_ticks", "kept ticks"),
        _bool("certain", "the calibration is trusted"),
    ),
    ("chart_id", "axis_id"),
)

TICKS = Table(
    "ticks",
    "one labelled tick",
    (
        _CHART,
        _text("axis_id", "its axis"),
        _text("tick_id", "the tick"),
        _text("role", "independent or dependent: its axis' role"),
        _bool("secondary", "on a second axis"),
        _int("tick_idx", "place along the axis, by value direction (left to right, bottom to top)"),
        _text("text", "the label as read"),
        _real("value", "number, days since 1970 on a time axis, null on a categorical one"),
        _real("px", "place along the axis"),
        _text("status", "kept, repaired or rejected"),
        _text("reason", "why it was repaired or rejected"),
    ),
    ("chart_id", "tick_id"),
)

LEGEND_ENTRIES = Table(
    "legend_entries",
    "one entry of a legend",
    (
        _CHART,
        _text("entry_id", "the entry"),
        _int("entry_idx", "place in the legend"),
        _text("label", "its text"),
        _text("color", "#rrggbb"),
        *_box("label box", "label_"),
        *_box("swatch box", "swatch_"),
    ),
    ("chart_id", "entry_id"),
)

TEXTS = Table(
    "texts",
    "one text block",
    (
        _CHART,
        _text("text_id", "the block"),
        _int("text_idx", "place in the file"),
        _text("text", "as read"),
        _text("role", "see sie.vocab.TextRole"),
        _real("confidence", "0 to 1"),
        _real("angle", "degrees, counter-clockwise"),
        *_box("bounds of its polygon"),
        _text("polygon", "JSON list of [x, y]"),
    ),
    ("chart_id", "text_id"),
)

SERIES = Table(
    "series",
    "one data series",
    (
        _CHART,
        _text("series_id", "the series"),
        _int("series_idx", "place in the chart"),
        _text("name", "as drawn, null where nothing names it"),
        _text("color", "#rrggbb"),
        _bool("secondary", "on a second value axis"),
    ),
    ("chart_id", "series_id"),
)

_PLACE = (
    _CHART,
    _text("series_id", "its series"),
    _int("series_idx", "place of its series"),
    _int("point_idx", "place in its series"),
    _text("x_text", "the category label, the ISO date or the number as text"),
    _real("x", "number, days since 1970 on a time axis, null for a category"),
)

POINTS = Table(
    "points",
    "one data point of a bar, line, area, scatter, histogram or pie chart",
    (
        *_PLACE,
        _real("x0", "left edge of a histogram's bin"),
        _real("x1", "right edge"),
        _real("y", "the value"),
        _real("y_low", "lower end of its error bar"),
        _real("y_high", "upper end"),
        _real("sigma", "one standard deviation of y"),
        _real("sigma_x", "one standard deviation of x"),
        _real("px_x", "where it was read"),
        _real("px_y", "where it was read"),
        _text("element_id", "the mark it was read from"),
    ),
    ("chart_id", "series_id", "point_idx"),
)

_FIVE = ("min", "q1", "median", "q3", "max")

BOXES = Table(
    "boxes",
    "one box of a box plot",
    (
        *_PLACE,
        *(_real(name, f"{name}, whisker ends as drawn" if name in ("min", "max") else name) for name in _FIVE),
        *(_real(f"sigma_{name}", f"one standard deviation of {name}") for name in _FIVE),
        _real("px_x", "centre of the box"),
        _real("px_y", "centre of the box"),
        _text("element_id", "the mark it was read from"),
    ),
    ("chart_id", "series_id", "point_idx"),
)

ELEMENTS = Table(
    "elements",
    "one visual element",
    (
        _CHART,
        _text("element_id", "the element"),
        _text("kind", "see sie.vocab.MarkKind"),
        _text("series_id", "its series"),
        *_box("bounding box"),
        _real("sigma_px", "standard deviation of its edges"),
        _real("confidence", "0 to 1"),
        _text("color", "#rrggbb"),
        _text("source", "geometry or detector"),
    ),
    ("chart_id", "element_id"),
)

ISSUES = Table(
    "issues",
    "something that could not be had",
    (
        _text("source", "the figure's file"),
        _text("chart_id", "the chart, null for the whole figure"),
        _text("stage", "where it was noticed"),
        _text("code", "short reason"),
        _text("message", "in words"),
    ),
    (),
)

TABLES: dict[str, Table] = {
    table.name: table for table in (CHARTS, AXES, TICKS, LEGEND_ENTRIES, TEXTS, SERIES, POINTS, BOXES, ELEMENTS, ISSUES)
}
"""Every table by name."""
