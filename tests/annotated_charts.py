"""CHART-Info annotations made up in the test: few charts, of which all 240 templates can be asked."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

Xs = Sequence[str] | Sequence[float]
FIVE = ("min", "first_quartile", "median", "third_quartile", "max")


def annotation(
    chart_type: str,
    series: Mapping[str, Sequence[Any]],
    xs: Xs,
    *,
    legend: bool = True,
    others: Mapping[str, Sequence[str]] | None = None,
    stacked: bool = False,
) -> dict[str, Any]:
    """The annotation of a chart of series over xs; a box's value is its five numbers.

    Args:
        chart_type: as annotations name it.
        series: values by name.
        xs: labels or numbers; the independent axis has a tick at each.
        legend: the series' names stand in a legend, else beside the marks; without names in neither.
        others: further texts by role.
        stacked: bars of one label stand on each other.
    """
    upright = "horizontal" not in chart_type
    page = _Page(upright)
    page.text("chart_title", "Harvest")
    below, beside = ("Region", "Yield (t)") if upright else ("Yield (t)", "Region")
    page.text("axis_title", below, box=_bb(180, 430, 60))
    page.text("axis_title", beside, box=_bb(5, 180, 10, 60))
    for role, texts in (others or {}).items():
        for text in texts:
            page.text(role, text)
    across = [page.tick(str(x), 100.0 + 50 * place, independent=True) for place, x in enumerate(xs)]
    along = [page.tick(f"{value}", 10.0 * value, independent=False) for value in range(0, 25, 5)]
    names = [name for name in series if name]
    labels = [page.text("legend_label" if legend else "mark_label", name) for name in names]
    pairs = [{"id": key, "bb": _bb(560, 20 + 20 * place)} for place, key in enumerate(labels)] if legend else []
    rows = [{"name": name or "[unnamed data series #0]", "data": _data(xs, ys)} for name, ys in series.items()]
    bars = []
    if "bar" in chart_type:
        step = 0 if stacked else 12
        spots = [(50 * place, step * k) for k, ys in enumerate(series.values()) for place, _ in enumerate(ys)]
        bars = [_bb(x + y, 100) if upright else _bb(100, x + y) for x, y in spots]
    outputs: list[Any] = [
        {"chart_type": chart_type},
        {"text_blocks": page.blocks},
        {"text_roles": page.roles},
        {"axes": {"x-axis": across if upright else along, "y-axis": along if upright else across}},
        {"legend_pairs": pairs},
        {"data series": rows, "visual elements": {"bars": bars, "boxplots": [], "lines": [], "scatter points": []}},
    ]
    return {f"task{i}": {"input": {}, "output": output} for i, output in enumerate(outputs, start=1)}


class _Page:
    """Text blocks and their roles, each block at a place of its own."""

    def __init__(self, upright: bool) -> None:
        self.upright = upright
        self.blocks: list[dict[str, Any]] = []
        self.roles: list[dict[str, Any]] = []

    def text(self, role: str, text: str, *, box: Mapping[str, float] | None = None) -> int:
        key = len(self.blocks)
        self.blocks.append({"id": key, "text": text, "bb": box or _bb(550, 15 * key)})
        self.roles.append({"id": key, "role": role})
        return key

    def tick(self, text: str, px: float, *, independent: bool) -> dict[str, Any]:
        key = self.text("tick_label", text)
        flat = independent is self.upright
        return {"id": key, "tick_pt": {"x": px, "y": 400.0} if flat else {"x": 50.0, "y": 400.0 - px}}


def _bb(x: float, y: float, width: float = 10.0, height: float = 10.0) -> dict[str, float]:
    return {"x0": x, "y0": y, "width": width, "height": height}


def _data(xs: Xs, ys: Sequence[Any]) -> list[dict[str, Any]]:
    return [
        {"x": x, **dict(zip(FIVE, y, strict=True))} if isinstance(y, tuple) else {"x": x, "y": y}
        for x, y in zip(xs, ys, strict=True)
    ]


REGIONS = ("North", "South", "East", "West")
NUMBERS = (2.0, 4.0, 6.0, 8.0)
_BOX, _EQUAL, _SKEWED, _HIGH = (2, 4, 6, 8, 12), (1, 4, 6, 8, 11), (1, 2, 4, 6, 9), (5, 8, 9, 12, 20)
THREE = {"Wheat": (5, 8, 5, 5), "Rye": (2, 4, 2, 9), "Oats": (7, 3, 7, 1)}

CHARTS: dict[str, dict[str, Any]] = {
    "bars": annotation("vertical bar", {"": (5, 8, 3, 5)}, REGIONS),
    "groups": annotation("horizontal bar", THREE, REGIONS),
    "stacks": annotation("vertical bar", THREE, REGIONS, stacked=True),
    "line": annotation("line", {"": (5, 8, 3, 5)}, NUMBERS),
    "lines": annotation(
        "line", THREE, NUMBERS, others={"legend_title": ("Crop",), "other": ("drought",)}
    ),
    "labelled": annotation("line", THREE, NUMBERS, legend=False),
    "cloud": annotation("scatter", {"": (5, 8, 3, 5)}, NUMBERS),
    "clouds": annotation("scatter", THREE, NUMBERS),
    "boxes": annotation("vertical box", {"": (_BOX, _EQUAL, _SKEWED, _HIGH)}, REGIONS),
    "pairs": annotation(
        "horizontal box", {"Wheat": (_BOX, _EQUAL, _SKEWED, _HIGH), "Rye": (_HIGH, _SKEWED, _BOX, _EQUAL)}, REGIONS
    ),
}  # fmt: skip


def write_charts(folder: Path) -> Path:
    """All charts as a folder of gold charts."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, data in CHARTS.items():
        (folder / f"{name}.json").write_text(json.dumps(data), encoding="utf-8")
    return folder
