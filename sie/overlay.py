"""Draws what was understood of a picture on the picture itself, so that a person can check it at a glance.

Everything that a value depends on is shown: the role of each text, the ticks with the values read (those left out in
red), the legend's pairs, the marks in their series' colour and the values themselves.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from sie.artifacts import FIVE, XY, Axis, Chart, ChartElements, DataPoint, Element, Legend, Raster, Tick, Value
from sie.overlay_pen import Color, Pen, parse_color
from sie.vocab import ChartFamily, Direction, MarkKind, Side, TextRole, TickStatus, family_of

ROLE_COLORS: dict[TextRole, Color] = {
    TextRole.CHART_TITLE: (148, 0, 211),
    TextRole.AXIS_TITLE: (0, 90, 200),
    TextRole.TICK_LABEL: (0, 140, 60),
    TextRole.TICK_GROUPING: (0, 160, 160),
    TextRole.LEGEND_TITLE: (200, 110, 0),
    TextRole.LEGEND_LABEL: (230, 80, 0),
    TextRole.VALUE_LABEL: (190, 0, 110),
    TextRole.MARK_LABEL: (120, 80, 40),
    TextRole.OTHER: (130, 130, 130),
}
"""The colour of each role's boxes."""
TICK_COLORS: dict[TickStatus, Color] = {
    TickStatus.KEPT: (0, 120, 50),
    TickStatus.REPAIRED: (225, 120, 0),
    TickStatus.REJECTED: (220, 0, 0),
}
"""The colour of a tick by what became of it."""
PLOT_COLOR: Color = (0, 150, 170)
SERIES_COLORS: tuple[Color, ...] = (
    (220, 20, 60),
    (0, 90, 220),
    (0, 140, 60),
    (150, 50, 200),
    (220, 120, 0),
    (0, 150, 160),
    (120, 80, 40),
)
"""For series without a colour of their own, in turn."""
MAX_VALUES = 60
"""At most so many values of a chart are written, evenly spread over its series and along each."""


def draw_overlay(raster: Raster, figure_charts: Sequence[Chart]) -> np.ndarray:
    """The picture, faded, with what was understood drawn on it and a key below, uint8 rgb.

    Pictures narrower than about 1,200 px are enlarged; text and lines grow with the drawing.
    """
    pen = Pen(raster.rgb)
    for chart in figure_charts:
        _draw_text(pen, chart)
        if chart.elements is not None:
            _draw_elements(pen, chart.elements)
        _draw_structure(pen, chart)
    for chart in figure_charts:
        _draw_values(pen, chart)
    return pen.with_footer([_role_key(figure_charts), *(_summary(chart) for chart in figure_charts)])


def _draw_text(pen: Pen, chart: Chart) -> None:
    blocks = chart.text if chart.text is not None else (chart.structure.text if chart.structure else ())
    for block in blocks:
        color = ROLE_COLORS[block.role or TextRole.OTHER]
        pen.polygon(block.polygon, color, width=0.7)
        if block.role not in (None, TextRole.OTHER, TextRole.MARK_LABEL):
            pen.reserve(block.box)


def _draw_structure(pen: Pen, chart: Chart) -> None:
    structure = chart.structure
    if structure is None:
        return
    if structure.plot_area is not None:
        pen.box(structure.plot_area, PLOT_COLOR, width=1.0)
    for axis in structure.axes:
        _draw_axis(pen, axis, structure.plot_area or structure.box)
    if structure.legend is not None:
        _draw_legend(pen, structure.legend)


def _draw_axis(pen: Pen, axis: Axis, plot: tuple[float, float, float, float]) -> None:
    x0, y0, x1, y1 = plot
    edge = {Side.LEFT: x0, Side.RIGHT: x1, Side.TOP: y0, Side.BOTTOM: y1}[axis.side]
    across = axis.line_px if axis.line_px is not None else edge
    inward = -1.0 if axis.side in (Side.RIGHT, Side.BOTTOM) else 1.0
    horizontal = axis.direction is Direction.HORIZONTAL
    long = 0.8 * pen.text_size / pen.scale
    for tick in axis.ticks:
        color = TICK_COLORS[tick.status]
        start, stop = across - 0.5 * inward * long, across + inward * long
        ends = ((tick.px, start), (tick.px, stop)) if horizontal else ((start, tick.px), (stop, tick.px))
        pen.polyline(ends, color, width=1.5, cased=True)
        label = _tick_text(tick)
        beyond = stop + 0.3 * inward * long
        if horizontal:
            pen.text(label, (tick.px, beyond), color, anchor="ma" if inward > 0 else "md")
        else:
            pen.text(label, (beyond, tick.px), color, anchor="lm" if inward > 0 else "rm")
        if tick.status is TickStatus.REJECTED:
            pen.cross(ends[0], color)


def _tick_text(tick: Tick) -> str:
    """The value read, or the text where there is none."""
    return tick.text if tick.value is None else _value_text(tick.value)


def _value_text(value: Value) -> str:
    """A value in few characters.

    >>> _value_text(1234.5678), _value_text("Jan")
    ('1235', 'Jan')
    """
    if isinstance(value, str):
        return value if len(value) <= 24 else value[:23] + "…"
    return f"{value:.4g}" if abs(value) < 1e5 or abs(value) >= 1e9 else f"{value:,.0f}"


def _draw_legend(pen: Pen, legend: Legend) -> None:
    for entry in legend.entries:
        color = parse_color(entry.color, ROLE_COLORS[TextRole.LEGEND_LABEL])
        swatch = entry.swatch_box
        start: XY | None = entry.anchor
        if swatch is not None:
            pen.box(swatch, color, width=1.5, cased=True)
            start = (swatch[0] + swatch[2]) / 2, (swatch[1] + swatch[3]) / 2
        if entry.label_box is None:
            continue
        x0, y0, x1, y1 = entry.label_box
        pen.polyline(((x0, y1), (x1, y1)), color, width=2.0, cased=True)
        if start is not None:
            end = (x0 if start[0] < x0 else x1, (y0 + y1) / 2)
            pen.polyline((start, end), color, width=1.5, cased=True)


def _draw_elements(pen: Pen, elements: ChartElements) -> None:
    colors = _series_colors(elements)
    for element in elements.elements:
        own = parse_color(element.color, SERIES_COLORS[0])
        _draw_element(pen, element, colors.get(element.series or "", own))


def _series_colors(elements: ChartElements) -> dict[str, Color]:
    return {
        series.id: parse_color(series.color, SERIES_COLORS[k % len(SERIES_COLORS)])
        for k, series in enumerate(elements.series)
    }


def _draw_element(pen: Pen, element: Element, color: Color) -> None:
    px = element.px
    match element.kind:
        case MarkKind.LINE | MarkKind.AREA:
            pen.polyline(element.path, color, cased=True)
            if element.vertices:
                for point in element.path:
                    pen.ring(point, 2.0, color)
        case MarkKind.POINT:
            pen.ring(px.get("center", _middle(element)), 2.5, color)
        case MarkKind.ERROR_BAR:
            if "low" in px and "high" in px:
                pen.polyline((px["low"], px["high"]), color, cased=True)
            for end in ("low", "high"):
                if end in px:
                    pen.ring(px[end], 1.2, color)
        case MarkKind.SLICE:
            corners = [px[name] for name in ("start", "center", "end") if name in px]
            pen.polyline(corners, color, cased=True)
        case MarkKind.BOX:
            pen.box(element.box, color, cased=True)
            for name in FIVE:
                if name in px:
                    pen.ring(px[name], 1.5, color)
        case MarkKind.BAR:
            pen.box(element.box, color, cased=True)
            if "base" in px and "end" in px:
                pen.polyline((px["base"], px["end"]), color, width=0.7)
                pen.ring(px["end"], 1.5, color)


def _middle(element: Element) -> XY:
    x0, y0, x1, y1 = element.box
    return (x0 + x1) / 2, (y0 + y1) / 2


def _draw_values(pen: Pen, chart: Chart) -> None:
    offset = 0.9 * pen.text_size / pen.scale
    marks = {e.id: e for e in chart.elements.elements} if chart.elements else {}
    pairs = chart.chart_type is not None and family_of(chart.chart_type) is ChartFamily.SCATTER
    limit = max(4, MAX_VALUES // max(1, len(chart.series)))
    for k, series in enumerate(chart.series):
        color = _dark(parse_color(series.color, SERIES_COLORS[k % len(SERIES_COLORS)]))
        for point in _spread(series.points, limit):
            for (x, y), text in _labels(point, marks, pairs=pairs):
                _write(pen, text, [(x, y - offset), (x, y + offset)], color)


def _write(pen: Pen, text: str, places: Sequence[XY], color: Color) -> None:
    """Text at the first place that is free; none where all are taken."""
    for place in places:
        if pen.text(text, place, color):
            return


def _spread(points: Sequence[DataPoint], limit: int) -> Sequence[DataPoint]:
    placed = [point for point in points if point.px is not None]
    return placed[:: max(1, -(-len(placed) // limit))]


def _labels(point: DataPoint, marks: Mapping[str, Element], *, pairs: bool) -> Iterator[tuple[XY, str]]:
    """Place and text of the values of a point."""
    if isinstance(point.px, dict):
        for name in FIVE:
            value = getattr(point, name)
            if name in point.px and value is not None:
                yield point.px[name], _value_text(value)
    elif point.px is not None and point.y is not None:
        text = _value_text(point.y)
        if pairs and point.x is not None:
            text = f"{_value_text(point.x)}, {text}"
        slices = [marks[i] for i in point.element_ids if i in marks and marks[i].kind is MarkKind.SLICE]
        yield (_inside_slice(slices[0], point.px) if slices else point.px), text


def _inside_slice(mark: Element, place: XY) -> XY:
    """A place in the middle of a slice, 0.6 radii from its tip."""
    if not {"center", "start", "end"} <= mark.px.keys():
        return place
    (cx, cy), start, end = (mark.px[name] for name in ("center", "start", "end"))
    begin = math.atan2(start[1] - cy, start[0] - cx)
    turn = (math.atan2(end[1] - cy, end[0] - cx) - begin) % (2 * math.pi) or 2 * math.pi
    reach, angle = 0.6 * math.dist((cx, cy), start), begin + turn / 2
    return cx + reach * math.cos(angle), cy + reach * math.sin(angle)


def _dark(color: Color) -> Color:
    """The colour, darkened where it would not be read on white."""
    bright = 0.299 * color[0] + 0.587 * color[1] + 0.114 * color[2]
    factor = min(1.0, 110 / max(1.0, bright))
    r, g, b = (round(part * factor) for part in color)
    return r, g, b


def _role_key(charts: Sequence[Chart]) -> list[tuple[str, Color]]:
    """The roles and tick states that occur, with their colours."""
    roles = {block.role or TextRole.OTHER for chart in charts for block in (chart.text or ())}
    states = {t.status for c in charts if c.structure for axis in c.structure.axes for t in axis.ticks}
    key = [(role.value.replace("_", " "), color) for role, color in ROLE_COLORS.items() if role in roles]
    return key + [(f"tick {state.value}", color) for state, color in TICK_COLORS.items() if state in states]


def _summary(chart: Chart) -> list[tuple[str, Color]]:
    """What kind of chart it is, its titles, and its series with their colours."""
    kind = chart.chart_type.value if chart.chart_type else "no chart type"
    points = sum(len(series.points) for series in chart.series)
    titles = [f"{name}: {title}" for name, title in (("x", chart.x_title), ("y", chart.y_title)) if title]
    words: list[tuple[str, Color]] = [(f"{kind}, {points} points", (30, 30, 30))]
    if chart.title:
        words.append((chart.title, ROLE_COLORS[TextRole.CHART_TITLE]))
    words += [(title, ROLE_COLORS[TextRole.AXIS_TITLE]) for title in titles]
    for k, series in enumerate(chart.series[:12]):
        color = parse_color(series.color, SERIES_COLORS[k % len(SERIES_COLORS)])
        words.append((series.name or "(no name)", color))
    return words
