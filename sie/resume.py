"""Going on from a figure that a person may have corrected: what was edited, and what depends on it."""

from __future__ import annotations

from sie.artifacts import FIVE, XY, Axis, Chart, ChartElements, ChartStructure, DataPoint, Element, StructureAnalysis
from sie.errors import FigureError
from sie.figure import Figure
from sie.options import Options, StructureOptions
from sie.pipeline import STAGES, digest_text, digests
from sie.values.axes import AxisReader, chart_axes
from sie.values.interpolate import read_chart
from sie.values.refit import kept_value, refit_axis
from sie.values.scale import px_at
from sie.vocab import MarkKind, ScaleType, Stacking, Stage, TickStatus

_MOVED_PX = 0.01
"""A point whose pixel differs from its mark's by more than this was moved by hand."""
_SAME_REL = 1e-9
_READ_AT = {MarkKind.BAR: "end", MarkKind.POINT: "center"}


def first_stage(figure: Figure, until: Stage) -> Stage:
    """The first stage to run: the one after the last that ran, or earlier, after one edited by hand.

    Raises:
        FigureError: nothing is left to do before `until`.
    """
    order = [stage for stage, *_ in STAGES]
    changed = edited_stages(figure)
    done = order.index(figure.stage)
    start = order[min(done + 1, len(order) - 1)]
    if Stage.TEXT in changed:
        start = Stage.STRUCTURE
    elif Stage.STRUCTURE in changed and _geometry_changed(figure):
        start = Stage.ELEMENTS
    elif changed and done >= order.index(Stage.ELEMENTS):
        start = Stage.VALUES
    if order.index(start) > order.index(until):
        raise FigureError(f"{figure.image.path}: stage {until} is already done and nothing before it was changed")
    return start


def edited_stages(figure: Figure) -> set[Stage]:
    """The stages whose artifact is not as it was written."""
    now = digests(figure.text, figure.charts)
    then = figure.provenance.digests if figure.provenance else now
    return {stage for stage in now if now[stage] != then.get(stage, now[stage])}


def _geometry_changed(figure: Figure) -> bool:
    then = figure.provenance.geometry if figure.provenance else ""
    return any(chart.elements is None for chart in figure.charts) or geometry_digest(figure.charts) != then


def geometry_digest(charts: tuple[Chart, ...]) -> str:
    """A digest of the part of the structure that the marks depend on: all but tick values and titles."""
    parts = []
    for chart in charts:
        if chart.structure is not None:
            axes = tuple(_axis_geometry(axis) for axis in chart.structure.axes)
            bare = {"axes": axes, "title": None, "title_ids": (), "issues": ()}
            parts.append(chart.structure.model_copy(update=bare).model_dump_json())
    return digest_text("".join(parts))


def _axis_geometry(axis: Axis) -> Axis:
    blank = {"value": None, "text": "", "status": TickStatus.KEPT, "reason": "", "confidence": 1.0}
    ticks = tuple(tick.model_copy(update=blank) for tick in axis.ticks)
    place = {"id", "direction", "side", "secondary", "line_px", "reversed"}
    kept = {name: getattr(axis, name) for name in place}
    return Axis(**kept, scale=ScaleType.LINEAR, ticks=ticks)


def refit_edited_axes(structure: StructureAnalysis, *, options: StructureOptions) -> StructureAnalysis:
    """The structure with each axis fitted anew through its ticks where their values no longer lie on its fit."""
    charts = tuple(
        chart.model_copy(update={"axes": tuple(_refit(axis, chart, options) for axis in chart.axes)})
        for chart in structure.charts
    )
    return StructureAnalysis(charts=charts, issues=structure.issues)


def _refit(axis: Axis, chart: ChartStructure, options: StructureOptions) -> Axis:
    if axis.scale is ScaleType.CATEGORICAL:
        return axis
    off = axis.fit is None and any(kept_value(tick, axis.scale) is not None for tick in axis.ticks)
    if axis.fit is not None:
        fit, scale = axis.fit, axis.scale
        known = [(tick.px, kept_value(tick, scale)) for tick in axis.ticks]
        off = any(v is not None and abs(px_at(fit, scale, v) - px) > options.max_residual_px for px, v in known)
    return refit_axis(axis, plot_area=chart.plot_area) if off else axis


def apply_point_edits(figure: Figure, *, options: Options) -> Figure:
    """The figure with marks moved to where a person has put their points, by pixel or by value.

    Values are compared with what the stored marks and axes give; where the structure was edited too they cannot be, and
    only moved pixels count. Where marks were edited themselves they count, and the points follow.
    """
    changed = edited_stages(figure)
    if figure.stage is not Stage.VALUES or Stage.ELEMENTS in changed:
        return figure
    same_axes = Stage.STRUCTURE not in changed
    charts = tuple(_move_marks(chart, options, by_value=same_axes) for chart in figure.charts)
    return figure.model_copy(update={"charts": charts})


def _move_marks(chart: Chart, options: Options, *, by_value: bool) -> Chart:
    if chart.elements is None or chart.structure is None:
        return chart
    fresh = read_chart(chart.structure, chart.elements, options=options.values) if by_value else chart
    readers = chart_axes(chart.structure, chart.elements)
    before = {series.id: series.points for series in fresh.series}
    marks = {element.id: element for element in chart.elements.elements}
    for series in chart.series:
        reader = readers.value_reader(secondary=series.secondary)
        old_points = before.get(series.id, ())
        if reader is None or len(old_points) != len(series.points):
            continue
        for old, new in zip(old_points, series.points, strict=True):
            mark = marks.get(new.element_ids[0]) if new.element_ids else None
            if mark is not None:
                marks[mark.id] = _moved(mark, old, new, reader, chart.elements)
    changed = {"elements": tuple(marks[element.id] for element in chart.elements.elements)}
    return chart.model_copy(update={"elements": chart.elements.model_copy(update=changed)})


def _moved(mark: Element, old: DataPoint, new: DataPoint, reader: AxisReader, elements: ChartElements) -> Element:
    """The mark where its point now is; the same one where nothing was changed."""
    if mark.kind is MarkKind.BOX and isinstance(new.px, dict):
        places = {**mark.px, **new.px}
        for name in FIVE:
            if _differs(getattr(old, name), getattr(new, name)):
                places[name] = _at_value(places[name], getattr(new, name), reader)
        return mark.model_copy(update={"px": places})
    key = _READ_AT.get(mark.kind)
    if key is None or not isinstance(new.px, tuple):
        return mark
    place = new.px if _apart(new.px, mark.px[key]) else mark.px[key]
    if _differs(old.y, new.y) and new.y is not None:
        stacked = mark.kind is MarkKind.BAR and elements.stacking is not Stacking.NONE
        base = reader.read(mark.px["base"][reader.index], 0.0).value if stacked else 0.0
        place = _at_value(place, base + new.y, reader)
    return mark.model_copy(update={"px": {**mark.px, key: place}})


def _at_value(place: XY, value: float, reader: AxisReader) -> XY:
    assert reader.axis.fit is not None
    px = px_at(reader.axis.fit, reader.axis.scale, value) + reader.offset_px
    return (px, place[1]) if reader.index == 0 else (place[0], px)


def _differs(old: float | None, new: float | None) -> bool:
    return old is not None and new is not None and abs(old - new) > _SAME_REL * max(abs(old), abs(new))


def _apart(a: XY, b: XY) -> bool:
    return abs(a[0] - b[0]) > _MOVED_PX or abs(a[1] - b[1]) > _MOVED_PX
