"""Figures as CHART-Info annotations, one for each chart: the reader's inverse, in the format's latest shape."""

from __future__ import annotations

import json
from pathlib import Path

from sie.artifacts import XYXY, Axis, Chart, Element, Series, TextBlock
from sie.io.chartinfo_json import Json
from sie.io.outputs import write_bytes
from sie.vocab import Direction, MarkKind

_TASKS = (
    "Chart Classification",
    "Text Detection and Recognition",
    "Text Role Classification",
    "Axes Analysis",
    "Legend Analysis",
    "Data Extraction",
)
_BOX_KEYS = {"min": "min", "q1": "first_quartile", "median": "median", "q3": "third_quartile", "max": "max"}
_AXIS_KEYS = {
    (Direction.HORIZONTAL, False): "x-axis",
    (Direction.VERTICAL, False): "y-axis",
    (Direction.HORIZONTAL, True): "x-axis-2",
    (Direction.VERTICAL, True): "y-axis-2",
}
_PERCENT = 0.01
"""Values on % axes are stored as fractions."""


def chartinfo_of(chart: Chart) -> dict[str, Json]:
    """The annotation of a chart: tasks 1 to 6; what was not looked for is left empty."""
    blocks = list(chart.text or ())
    ids = {block.id: place for place, block in enumerate(blocks)}
    outputs: tuple[Json, ...] = (
        {"chart_type": chart.chart_type.value if chart.chart_type is not None else ""},
        {"text_blocks": [_block(block, ids[block.id]) for block in blocks]},
        {"text_roles": [{"id": ids[block.id], "role": block.role.value} for block in blocks if block.role is not None]},
        _axes(chart, ids),
        {"legend_pairs": _legend(chart, ids)},
        {"data series": _series(chart), "visual elements": _elements(chart)},
    )
    tasks: dict[str, Json] = {
        f"task{number}": {"name": name, "input": {}, "output": output}
        for number, (name, output) in enumerate(zip(_TASKS, outputs, strict=True), start=1)
    }
    if any(series.secondary for series in chart.series):  # the format does not say which axis a series is read on
        tasks["_synth"] = {"secondary": [series.secondary for series in chart.series]}
    return tasks


def write_chartinfo(chart: Chart, path: Path) -> None:
    """Write a chart's annotation, whole or not at all.

    Raises:
        OutputError: the path cannot be written.
    """
    write_bytes(path, (json.dumps(chartinfo_of(chart), ensure_ascii=False, indent=1) + "\n").encode("utf-8"))


def _bb(box: XYXY) -> Json:
    return {"x0": box[0], "y0": box[1], "width": box[2] - box[0], "height": box[3] - box[1]}


def _block(block: TextBlock, key: int) -> Json:
    corners = block.polygon if len(block.polygon) == 4 else _corners(block.box)
    polygon: dict[str, Json] = {}
    for place, (x, y) in enumerate(corners):
        polygon[f"x{place}"], polygon[f"y{place}"] = x, y
    return {"id": key, "polygon": polygon, "text": block.text}


def _corners(box: XYXY) -> tuple[tuple[float, float], ...]:
    x0, y0, x1, y1 = box
    return (x0, y0), (x1, y0), (x1, y1), (x0, y1)


def _axes(chart: Chart, ids: dict[str, int]) -> Json:
    axes: dict[str, Json] = {key: [] for key in _AXIS_KEYS.values()}
    structure = chart.structure
    for axis in structure.axes if structure else ():
        key = _AXIS_KEYS[axis.direction, axis.secondary]
        axes[key] = [_tick(axis, tick.px, ids[tick.text_id]) for tick in axis.ticks if tick.text_id in ids]
    plot = structure.plot_area if structure else None
    return {"_plot_bb": _bb(plot) if plot else None, "axes": axes}


def _tick(axis: Axis, px: float, key: int) -> Json:
    across = axis.line_px if axis.line_px is not None else 0.0
    x, y = (px, across) if axis.direction is Direction.HORIZONTAL else (across, px)
    return {"id": key, "tick_pt": {"x": x, "y": y}}


def _legend(chart: Chart, ids: dict[str, int]) -> list[Json]:
    legend = chart.structure.legend if chart.structure else None
    pairs: list[Json] = []
    for entry in legend.entries if legend else ():
        known = [ids[text] for text in entry.text_ids if text in ids]
        if known and entry.swatch_box is not None:
            pairs.append({"id": known[0], "bb": _bb(entry.swatch_box)})
    return pairs


def _series(chart: Chart) -> list[Json]:
    rows: list[Json] = []
    for place, series in enumerate(chart.series):
        name = series.name if series.name is not None else f"[unnamed data series #{place}]"
        rows.append({"name": name, "data": _points(series, _PERCENT if _on_percent(chart, series) else 1.0)})
    return rows


def _on_percent(chart: Chart, series: Series) -> bool:
    if not series.secondary:
        return chart.y_unit == "%"
    axes = chart.structure.axes if chart.structure else ()
    return any(axis.secondary and axis.unit == "%" for axis in axes)


def _points(series: Series, unit: float) -> list[Json]:
    data: list[Json] = []
    for point in series.points:
        if point.median is not None:
            five: dict[str, Json] = {"x": point.x}
            for key, name in _BOX_KEYS.items():
                value = getattr(point, key)
                five[name] = value * unit if value is not None else None
            data.append(five)
        elif point.y is not None:
            data.append({"x": point.x, "y": point.y * unit})
    return data


def _elements(chart: Chart) -> Json:
    elements = chart.elements.elements if chart.elements else ()
    upright = chart.elements is None or chart.elements.orientation is Direction.VERTICAL

    def of(kind: MarkKind) -> list[Element]:
        return [element for element in elements if element.kind is kind]

    points = [element.px["center"] for element in of(MarkKind.POINT) if "center" in element.px]
    return {
        "bars": [_bb(element.box) for element in of(MarkKind.BAR)],
        "boxplots": [_box_plot(element, upright=upright) for element in of(MarkKind.BOX) if element.px],
        "lines": [[{"x": x, "y": y} for x, y in element.path] for element in of(MarkKind.LINE)],
        "scatter points": [{"x": x, "y": y} for x, y in points],
    }


def _box_plot(element: Element, *, upright: bool) -> Json:
    """The five lines of a box plot, each as wide as the box, with their middles."""
    x0, y0, x1, y1 = element.box
    lines: dict[str, Json] = {}
    for key, name in _BOX_KEYS.items():
        if key in element.px:
            x, y = element.px[key]
            line = (x0, y, x1, y) if upright else (x, y0, x, y1)
            lines[name] = {"x": x, "y": y, "_bb": _bb(line)}
    return lines
