"""A small folder of gold charts for tests, and figures that read them well or badly."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from sie.artifacts import Chart
from sie.figure import Figure
from sie.io.tabular import figure_of_gold


def gold_bars(**changes: Any) -> dict[str, Any]:
    """Grouped bars of two series over three regions."""
    points = {"Dept. A": (5.0, 8.0, 3.0), "Dept. B": (2.0, 4.0, 7.0)}
    series = [
        {"name": name, "points": [{"x": x, "y": y} for x, y in zip(("North", "South", "East"), ys, strict=True)]}
        for name, ys in points.items()
    ]
    table = {
        "id": "bars", "chart_type": "grouped vertical bar", "title": "Yield", "x_title": "Region", "y_title": "Tons",
        "legend": ["Dept. A", "Dept. B"], "x_scale": "categorical", "y_scale": "linear", "y_domain": [0, 10],
        "series": series,
    }  # fmt: skip
    return table | changes


def gold_line(**changes: Any) -> dict[str, Any]:
    """A line over numbers, 0 to 10 with the values 0 to 20."""
    table = {
        "id": "line", "chart_type": "line", "title": None, "x_title": "Time", "y_title": "Height", "legend": [],
        "x_scale": "linear", "y_scale": "linear",
        "series": [{"name": None, "points": [{"x": float(x), "y": 2.0 * x} for x in range(11)]}],
    }  # fmt: skip
    return table | changes


def write_gold(folder: Path, *tables: dict[str, Any]) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    for table in tables:
        (folder / f"{table['id']}.json").write_text(json.dumps(table), encoding="utf-8")
    return folder


def chart_of(table: dict[str, Any]) -> Chart:
    return figure_of_gold(table).charts[0]


def figure_of(*tables: dict[str, Any]) -> Figure:
    """What a perfect extraction of the tables would give."""
    figure = figure_of_gold(tables[0])
    return figure.model_copy(update={"charts": tuple(chart_of(table) for table in tables)})
