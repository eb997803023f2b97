"""Figures made from gold tables: charts of a few points, to ask questions of."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

from qa.loading import figure_of_json
from sie.figure import Figure

GoldPoint = tuple[str | float, float] | Mapping[str, str | float]
GoldSeries = Mapping[str | None, Sequence[GoldPoint]]
NAMED_PLACES = ("bar", "box")
"""Charts whose kind ends so have categories, all others numbers, where no scale is told."""


def gold_chart(
    kind: str,
    x_title: str | None,
    y_title: str | None,
    series: GoldSeries,
    *,
    title: str | None = None,
    x_scale: str | None = None,
    y_scale: str = "linear",
) -> dict[str, object]:
    """A chart as gold files have it; a point is its x and y, or all that is stored of it by name."""
    rows = {
        name: [{"x": point[0], "y": point[1]} if isinstance(point, tuple) else dict(point) for point in points]
        for name, points in series.items()
    }
    return {
        "id": "g", "source": "", "licence": "", "chart_type": kind, "title": title, "x_title": x_title,
        "y_title": y_title, "legend": [name for name in series if name],
        "x_scale": x_scale or ("categorical" if kind.endswith(NAMED_PLACES) else "linear"), "y_scale": y_scale,
        "series": [{"name": name, "points": points} for name, points in rows.items()],
    }  # fmt: skip


def gold_figure(
    kind: str,
    x_title: str | None,
    y_title: str | None,
    series: GoldSeries,
    *,
    x_scale: str | None = None,
    y_scale: str = "linear",
) -> Figure:
    """A figure of one such chart."""
    chart = gold_chart(kind, x_title, y_title, series, x_scale=x_scale, y_scale=y_scale)
    return figure_of_json(json.dumps(chart), name="g.json")
