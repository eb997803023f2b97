"""CHART-Info annotations (tasks 1 to 6 of the CHART-Infographics challenge) as figures.

The format has come in several shapes: text places as polygons or as `bb`, tasks that are null, outputs that are only
repeated as a later task's input, values on % axes as fractions. They are evened out here, into the conventions of
this project's figures: x is the independent variable, and values are what the ticks say.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TypeGuard

from sie.artifacts import (
    XYXY,
    Axis,
    Chart,
    ChartElements,
    ChartStructure,
    ImageInfo,
    Issue,
    Legend,
    LegendEntry,
    Series,
    TextBlock,
)
from sie.errors import FigureError
from sie.figure import Figure
from sie.io.chartinfo_axes import assign_titles, joined_text, read_axes
from sie.io.chartinfo_data import read_data
from sie.io.chartinfo_json import Json, bounds, items, label, mapping, polygon, task_output, text_of
from sie.io.jsontext import JsonError, parse_json
from sie.vocab import AxisRole, ChartType, Stacking, TextRole

CHART_ID = "c1"

_TYPES = {kind.value: kind for kind in ChartType} | {
    "donut": ChartType.PIE,
    "hbox": ChartType.HORIZONTAL_BOX,
    "vbox": ChartType.VERTICAL_BOX,
    "bar": ChartType.VERTICAL_BAR,
    "grouped bar": ChartType.GROUPED_VERTICAL_BAR,
    "stacked bar": ChartType.STACKED_VERTICAL_BAR,
    "scatter-line": ChartType.LINE,
    "vertical boxplot": ChartType.VERTICAL_BOX,
    "horizontal boxplot": ChartType.HORIZONTAL_BOX,
}
_GROUPED = {
    ChartType.VERTICAL_BAR: (ChartType.GROUPED_VERTICAL_BAR, ChartType.STACKED_VERTICAL_BAR),
    ChartType.HORIZONTAL_BAR: (ChartType.GROUPED_HORIZONTAL_BAR, ChartType.STACKED_HORIZONTAL_BAR),
}
_OVERLAP = 0.5
"""Bars that share this much of their width stand on each other."""


def is_chartinfo(data: object) -> TypeGuard[Mapping[str, Json]]:
    """Whether a parsed JSON value is a CHART-Info annotation."""
    return isinstance(data, dict) and any(f"task{n}" in data for n in range(1, 7))


def load_chartinfo(path: Path) -> Figure:
    """The chart of an annotation file.

    Raises:
        FigureError: missing, unreadable, not JSON, or not an annotation.
    """
    try:
        data = parse_json(path.read_text(encoding="utf-8"))
    except JsonError as error:
        raise FigureError(f"{path}: {error}") from error
    except UnicodeDecodeError as error:
        raise FigureError(f"{path}: not JSON: not UTF-8 text") from error
    except OSError as error:
        raise FigureError(f"{path}: cannot be read: {error.strerror}") from error
    if not is_chartinfo(data):
        raise FigureError(f"{path}: not a CHART-Info annotation: expected task1 to task6 at the top")
    return figure_of_chartinfo(data, name=str(path))


def figure_of_chartinfo(data: Mapping[str, Json], *, name: str = "chartinfo.json") -> Figure:
    """The chart of an annotation as a figure with one chart.

    What an annotation lacks (a null task, an unknown chart type) becomes an issue, and its values are left out.

    Raises:
        FigureError: the annotation's own structure is broken; the message names the task.
    """
    issues: list[Issue] = []
    outputs = {number: task_output(data, number, name) for number in range(1, 7)}
    for task, output in outputs.items():
        if output is None:
            issues.append(Issue(stage="figure", code="task-missing", message=f"task {task} is not annotated"))
    blocks = _text_blocks(outputs[2], outputs[3], name)
    written = text_of(mapping(outputs[1]).get("chart_type")).casefold().strip()
    chart_type = _TYPES.get(written)
    if written and chart_type is None:
        issues.append(Issue(stage="figure", code="type-unknown", message=f"charts of type {written!r} are not read"))
    chart_type = _full_type(chart_type, mapping(outputs[6]))
    axes = read_axes(mapping(outputs[4]), blocks, chart_type, issues)
    plot = bounds(mapping(outputs[4]).get("_plot_bb"))
    axes = assign_titles(axes, blocks, plot)
    legend = _legend(mapping(outputs[5]), blocks)
    data_part = read_data(mapping(outputs[6]), chart_type, axes, mapping(data.get("_synth")), issues)
    structure = ChartStructure(
        id=CHART_ID, box=_extent(blocks, plot), plot_area=plot, axes=tuple(axes), legend=legend,
        title=joined_text(blocks, TextRole.CHART_TITLE), text=tuple(blocks), chart_type=chart_type,
        chart_type_fixed=chart_type is not None,
    )  # fmt: skip
    series = _named_by_order(data_part.series, legend, issues)
    chart = _chart(structure, data_part.elements(CHART_ID, chart_type), issues).model_copy(
        update={"series": series, "x_scale": data_part.x_scale}
    )
    image = ImageInfo(path=name, sha256="", width=0, height=0)
    return Figure(image=image, charts=(chart,))


def _chart(structure: ChartStructure, elements: ChartElements, issues: Sequence[Issue]) -> Chart:
    independent = _role(structure.axes, AxisRole.INDEPENDENT)
    dependent = _role(structure.axes, AxisRole.DEPENDENT)
    legend = structure.legend
    return Chart(
        id=structure.id,
        chart_type=structure.chart_type,
        title=structure.title,
        x_title=independent.title if independent else None,
        y_title=dependent.title if dependent else None,
        x_unit=independent.unit if independent else None,
        y_unit=dependent.unit if dependent else None,
        legend=tuple(entry.label for entry in legend.entries) if legend else (),
        legend_title=legend.title if legend else None,
        y_scale=dependent.scale if dependent else None,
        x_domain=independent.domain if independent else None,
        y_domain=dependent.domain if dependent else None,
        text=structure.text,
        structure=structure,
        elements=elements.model_copy(update={"stacking": _stacking(structure.chart_type)}),
        issues=tuple(issues),
        confidence=1.0,
    )


def _stacking(chart_type: ChartType | None) -> Stacking:
    return Stacking.STACKED if chart_type is not None and chart_type.startswith("stacked") else Stacking.NONE


def _role(axes: Sequence[Axis], role: AxisRole) -> Axis | None:
    return next((axis for axis in axes if axis.role is role and not axis.secondary), None)


def _extent(blocks: Sequence[TextBlock], plot: XYXY | None) -> XYXY:
    """The smallest box around everything that is placed."""
    boxes = [block.box for block in blocks] + ([plot] if plot else [])
    if not boxes:
        return (0.0, 0.0, 0.0, 0.0)
    lows, highs = [box[:2] for box in boxes], [box[2:] for box in boxes]
    return min(x for x, _ in lows), min(y for _, y in lows), max(x for x, _ in highs), max(y for _, y in highs)


# --------------------------------------------------------------------------- text and legend


def _text_blocks(texts: Json, roles: Json, name: str) -> list[TextBlock]:
    known = {role.value for role in TextRole}
    role_of = {label(row.get("id")): text_of(row.get("role")) for row in items(mapping(roles).get("text_roles"))}
    blocks: list[TextBlock] = []
    seen: set[str] = set()
    for row in items(mapping(texts).get("text_blocks")):
        corners = polygon(row)
        key = label(row.get("id"))
        if corners is None or not key:
            raise FigureError(f"{name}: task 2: text block {key or '?'}: expected an id and a polygon or bb")
        if key in seen:
            raise FigureError(f"{name}: task 2: text block {key}: expected distinct ids, got it twice")
        seen.add(key)
        role = role_of.get(key, "")
        blocks.append(
            TextBlock(
                id=key,
                text=label_text(row.get("text")),
                polygon=corners,
                confidence=1.0,
                angle=_angle(corners),
                role=TextRole(role) if role in known else (TextRole.OTHER if role else None),
                engine="annotation",
            )
        )
    return blocks


def label_text(value: Json) -> str:
    """A label as it stands on the picture: LaTeX made plain, line breaks as blanks."""
    from sie.io.chartinfo_text import plain_text

    return " ".join(plain_text(text_of(value)).split())


def _angle(corners: Sequence[tuple[float, float]]) -> float:
    """Degrees counter-clockwise as seen, from the first side of the polygon."""
    import math

    (x0, y0), (x1, y1) = corners[0], corners[1]
    if x0 == x1 and y0 == y1:
        return 0.0
    return round(math.degrees(math.atan2(y0 - y1, x1 - x0)), 1) + 0.0


def _legend(task: Mapping[str, Json], blocks: Sequence[TextBlock]) -> Legend | None:
    by_id = {block.id: block for block in blocks}
    entries = []
    for place, row in enumerate(items(task.get("legend_pairs"))):
        block = by_id.get(label(row.get("id")))
        if block is not None:
            entries.append(
                LegendEntry(
                    id=f"l{place + 1}",
                    label=block.text,
                    label_box=block.box,
                    swatch_box=bounds(row.get("bb")),
                    text_ids=(block.id,),
                )
            )
    if not entries:
        labels = [block for block in blocks if block.role is TextRole.LEGEND_LABEL]
        entries = [
            LegendEntry(id=f"l{n + 1}", label=block.text, label_box=block.box, text_ids=(block.id,))
            for n, block in enumerate(labels)
        ]
    return Legend(entries=tuple(entries), title=joined_text(blocks, TextRole.LEGEND_TITLE)) if entries else None


def _named_by_order(series: tuple[Series, ...], legend: Legend | None, issues: list[Issue]) -> tuple[Series, ...]:
    """Series that the annotator left unnamed, named by the legend in its order where the two are equally many."""
    unnamed = bool(series) and all(row.name is None for row in series)
    if not unnamed or legend is None or len(legend.entries) != len(series):
        return series
    message = "the data series are not named; the legend's labels were taken in their order"
    issues.append(Issue(stage="figure", code="names-by-order", message=message))
    pairs = zip(series, legend.entries, strict=True)
    return tuple(row.model_copy(update={"name": entry.label, "legend_entry": entry.id}) for row, entry in pairs)


# --------------------------------------------------------------------------- kinds of bars


def _full_type(chart_type: ChartType | None, task: Mapping[str, Json]) -> ChartType | None:
    """Bars of several series are grouped or stacked, also where the annotation only says bar."""
    if chart_type not in _GROUPED or len(items(task.get("data series"))) < 2:
        return chart_type
    bars = [box for row in items(mapping(task.get("visual elements")).get("bars")) if (box := bounds(row))]
    across = 0 if chart_type is ChartType.VERTICAL_BAR else 1
    grouped, stacked = _GROUPED[chart_type]
    return stacked if _stand_on_each_other(bars, across) else grouped


def _stand_on_each_other(bars: Sequence[XYXY], across: int) -> bool:
    """Whether most bars share their place across with another one."""
    shared = 0
    for i, bar in enumerate(bars):
        for k, other in enumerate(bars):
            low, high = max(bar[across], other[across]), min(bar[across + 2], other[across + 2])
            if i != k and high - low > _OVERLAP * (bar[across + 2] - bar[across]):
                shared += 1
                break
    return bool(bars) and shared > len(bars) / 2


__all__ = ["figure_of_chartinfo", "is_chartinfo", "label_text", "load_chartinfo"]
