"""Error bars: the thin strokes, mostly capped, that stand on bar ends and points.

They are sought from the marks they belong to, not on their own: a capped stroke alone could be a whisker, a bracket or
a letter, but at a bar's end or through a marker it is an error bar.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from sie.artifacts import XY, XYXY, ChartStructure, Element
from sie.elements.boxplots_cells import FloatMap
from sie.elements.boxplots_whiskers import Trace, seek_whisker, shift_trace
from sie.elements.ink import Canvas
from sie.medians import median_of
from sie.pixels import length_of
from sie.structure.legend_text import is_number
from sie.vocab import Direction, MarkKind

MIN_CONTRAST = 14.0
"""Lab distance from what lies behind of the faintest error bar."""
MIN_LENGTH = 2.0
MIN_BARE_LENGTH = 6.0
"""An uncapped stroke shorter than this may be a line that leaves a marker steeply."""
SAMPLE_ROWS = 6
MIN_SHARE = 0.25
"""Uncapped strokes, and those that may be other points' markers, are believed when this part of the marks has one."""
MANY_POINTS = 12
LEAST_SHARE = 0.1
"""Of so many points error bars belong to more than this part, and more than one: a lone one is other markers' ink."""
BARE_SHARE = 0.5
"""A stroke of which less than this part lies beside other points' markers may be their ink."""
MARKER_EDGE_PX = 1.5
LABEL_EDGE_PX = 1.5
LABEL_GAP_PX = 6.0
"""A stroke of a digit begins at most this far before the box of the number, which text engines draw loosely."""


@dataclass(frozen=True)
class _Side:
    """The stroke on one side of a mark's end: `end` along the value direction, picture pixels."""

    end: float
    capped: bool
    length: float


@dataclass(frozen=True)
class _Scene:
    """The canvas turned so that values run along y, in crop pixels."""

    lab: FloatMap
    ground: FloatMap
    origin: tuple[int, int]
    transposed: bool
    bottom: float
    top: float


_Found = tuple[Element, Direction, _Side | None, _Side | None]


def find_error_bars(
    canvas: Canvas,
    chart: ChartStructure,
    anchors: Sequence[Element],
    *,
    direction: Direction = Direction.VERTICAL,
) -> tuple[Element, ...]:
    """The error bars of bars and points.

    Each has `px` `center` (the mark's own value), and `low` and `high` as far as they were seen: a one-sided bar has
    one of them. `low` is the lower on the page (left for horizontal bars). `parent_ids` holds the mark's id.

    Args:
        canvas: the plot area.
        chart: its structure (its id names the elements).
        anchors: BAR or POINT elements; others are passed over.
        direction: of the values, for points; bars tell it themselves.
    """
    found: list[_Found] = []
    scenes: dict[Direction, _Scene] = {}
    marks = [a for a in anchors if a.kind in (MarkKind.BAR, MarkKind.POINT)]
    numbers = [block.box for block in chart.text if is_number(block.text) and len(block.text.strip()) > 1]
    for anchor in marks:
        along = _bar_direction(anchor) if anchor.kind is MarkKind.BAR else direction
        if along not in scenes:
            scenes[along] = _make_scene(canvas, along)
        lower, upper = _sides(scenes[along], anchor)
        sides = _unlettered(lower, anchor, along, numbers), _unlettered(upper, anchor, along, numbers)
        if sides != (None, None):
            found.append((anchor, along, *sides))
    clear = [f for f in found if f[0].kind is MarkKind.BAR or not _is_crowded(f, marks)]
    if len(clear) < MIN_SHARE * len(marks):
        found = clear
    if all(mark.kind is MarkKind.POINT for mark in marks) and len(marks) >= MANY_POINTS:
        found = found if len(found) > max(1.0, LEAST_SHARE * len(marks)) else []
    bare = [f for f in found if not _capped(f[2], f[3])]
    capped = len(found) - len(bare)
    believe_bare = len(bare) >= max(2, MIN_SHARE * len(marks)) and len(bare) > capped
    elements: list[Element] = []
    for anchor, along, lower, upper in found:
        if _capped(lower, upper) or believe_bare:
            elements.append(_element(f"{chart.id}-error{len(elements)}", anchor, along, lower, upper))
    return tuple(elements)


def _unlettered(side: _Side | None, anchor: Element, along: Direction, numbers: Sequence[XYXY]) -> _Side | None:
    """The stroke, unless it is one of a number written at the mark's end ("47.6"): it lies in that number's box.

    A number beyond an error bar begins where that ends; lone characters are not looked at, for text engines read error
    bars themselves as "I" or "1".
    """
    spot = anchor.px.get("end") if anchor.kind is MarkKind.BAR else anchor.px.get("center")
    if side is None or spot is None:
        return side
    step = 1 if along is Direction.VERTICAL else 0
    start, across = spot[step], spot[1 - step]
    for box in numbers:
        low, high = box[step], box[2 + step]
        near, far = (low, high) if side.end > start else (high, low)
        before = (near - start) if side.end > start else (start - near)
        beside = box[1 - step] <= across <= box[3 - step]
        within = low + LABEL_EDGE_PX <= side.end <= high - LABEL_EDGE_PX or abs(side.end - far) <= LABEL_EDGE_PX
        if beside and within and before <= LABEL_GAP_PX:
            return None
    return side


def _is_crowded(found: _Found, marks: Sequence[Element]) -> bool:
    """Whether a point's strokes end in another point's marker or run mostly over such markers."""
    anchor, along, *sides = found
    step = 1 if along is Direction.VERTICAL else 0
    x, y = anchor.px["center"][1 - step], anchor.px["center"][step]
    others = [
        (mark.box[step] - MARKER_EDGE_PX, mark.box[2 + step] + MARKER_EDGE_PX)
        for mark in marks
        if mark is not anchor
        and mark.kind is MarkKind.POINT
        and mark.box[1 - step] - MARKER_EDGE_PX <= x <= mark.box[3 - step] + MARKER_EDGE_PX
    ]
    for side in sides:
        if side is None:
            continue
        edge = anchor.box[2 + step] if side.end > y else anchor.box[step]
        places = np.linspace(edge, side.end, 33)
        hidden = np.any([(places >= low) & (places <= high) for low, high in others], axis=0) if others else places < 0
        if hidden[-1] or float(np.mean(~hidden)) < BARE_SHARE:
            return True
    return False


def _capped(lower: _Side | None, upper: _Side | None) -> bool:
    return bool((lower and lower.capped) or (upper and upper.capped))


def _bar_direction(bar: Element) -> Direction:
    base, end = bar.px.get("base"), bar.px.get("end")
    if base is None or end is None or base == end:
        upright = bar.box[3] - bar.box[1] >= bar.box[2] - bar.box[0]
        return Direction.VERTICAL if upright else Direction.HORIZONTAL
    return Direction.VERTICAL if abs(end[1] - base[1]) >= abs(end[0] - base[0]) else Direction.HORIZONTAL


def _make_scene(canvas: Canvas, direction: Direction) -> _Scene:
    ground = canvas.background_lab
    lab = canvas.lab
    x0, y0, x1, y1 = canvas.plot
    if direction is Direction.VERTICAL:
        return _Scene(lab, ground, canvas.origin, False, y1, y0)
    return _Scene(
        np.ascontiguousarray(lab.swapaxes(0, 1)),
        np.ascontiguousarray(ground.swapaxes(0, 1)),
        (canvas.origin[1], canvas.origin[0]),
        True,
        x1,
        x0,
    )


def _sides(scene: _Scene, anchor: Element) -> tuple[_Side | None, _Side | None]:
    """The strokes towards larger y and towards smaller y of the turned picture."""
    spot = anchor.px.get("end") if anchor.kind is MarkKind.BAR else anchor.px.get("center")
    if spot is None:
        return None, None
    x, y = (spot[1], spot[0]) if scene.transposed else spot
    box = anchor.box
    bounds = (box[1], box[0], box[3], box[2]) if scene.transposed else box
    x, y = x - scene.origin[0], y - scene.origin[1]
    bounds = (
        bounds[0] - scene.origin[0],
        bounds[1] - scene.origin[1],
        bounds[2] - scene.origin[0],
        bounds[3] - scene.origin[1],
    )
    width = max(bounds[2] - bounds[0], 5.0)
    if anchor.kind is MarkKind.POINT:
        down = _seek(scene, x, int(np.ceil(bounds[3])), 1, 3 * width, None)
        up = _seek(scene, x, int(np.floor(bounds[1])) - 1, -1, 3 * width, None)
        return _side(scene, down, y), _side(scene, up, y)
    outward = 1 if y - (bounds[1] + bounds[3]) / 2 > 0 else -1
    outer_start = int(np.ceil(y)) + 1 if outward > 0 else int(np.floor(y)) - 2
    outer = _seek(scene, x, outer_start, outward, width, None)
    inner_start = int(np.floor(y)) - 3 if outward > 0 else int(np.ceil(y)) + 2
    inner = _seek(scene, x, inner_start, -outward, width, _bar_fill(scene, bounds))
    if outer is None and inner is not None and not inner.capped:
        inner = None
    pair = (_side(scene, outer, y), _side(scene, inner, y))
    return pair if outward > 0 else (pair[1], pair[0])


def _bar_fill(scene: _Scene, bounds: tuple[float, float, float, float]) -> FloatMap | None:
    """Lab of a bar's fill, without its middle, where the error bar runs."""
    x0, y0, x1, y1 = bounds
    quarter = (x1 - x0) / 4
    rows = slice(max(int(y0) + 1, 0), max(int(np.ceil(y1)) - 1, 0))
    left = scene.lab[rows, max(int(x0) + 1, 0) : max(int(x0 + quarter) + 1, 0)].reshape(-1, 3)
    right = scene.lab[rows, max(int(x1 - quarter), 0) : max(int(x1) - 1, 0)].reshape(-1, 3)
    pixels = np.concatenate([left, right])
    return np.asarray(median_of(pixels, axis=0), np.float32) if len(pixels) else None


def _seek(scene: _Scene, x: float, start: int, step: int, width: float, fill: FloatMap | None) -> Trace | None:
    """The stroke that leaves row `start`, or None; inside a bar `fill` is what lies behind it."""
    height, full = scene.lab.shape[:2]
    reach = 1.3 * width + 8
    left, right = max(int(x - reach), 0), min(int(x + reach) + 1, full)
    rows = [r for r in range(start, start + SAMPLE_ROWS * step, step) if 0 <= r < height]
    lo, hi = max(int(x) - 2, left), min(int(x) + 3, right)
    if not rows or lo >= hi:
        return None
    colors = scene.lab[rows, lo:hi].reshape(-1, 3)
    distance = length_of(colors - (scene.ground[rows, lo:hi].reshape(-1, 3) if fill is None else fill))
    if distance.max() < MIN_CONTRAST:
        return None
    stroke = np.asarray(colors[int(distance.argmax())], np.float32)
    lab = scene.lab[:, left:right]
    ground = scene.ground[:, left:right] if fill is None else np.broadcast_to(fill, lab.shape)
    trace = seek_whisker(lab, ground, stroke, x - left, start, step, mark_width=width)
    if trace is None or trace.length < MIN_LENGTH:
        return None
    reaches_frame = trace.end >= scene.bottom - 2 or trace.end <= scene.top + 2
    if not trace.capped and (reaches_frame or trace.length < MIN_BARE_LENGTH):
        return None
    return shift_trace(trace, left)


def _side(scene: _Scene, trace: Trace | None, y: float) -> _Side | None:
    if trace is None:
        return None
    return _Side(trace.end + scene.origin[1], trace.capped, abs(trace.end - y))


def _element(
    element_id: str, anchor: Element, direction: Direction, lower: _Side | None, upper: _Side | None
) -> Element:
    spot = anchor.px["end"] if anchor.kind is MarkKind.BAR else anchor.px["center"]
    upright = direction is Direction.VERTICAL
    px: dict[str, XY] = {"center": spot}
    # upright: down the page is low; lying: left is low, which the turned picture has at small y
    for name, side in (("low", lower), ("high", upper)) if upright else (("high", lower), ("low", upper)):
        if side is not None:
            px[name] = (spot[0], side.end) if upright else (side.end, spot[1])
    xs = [p[0] for p in px.values()]
    ys = [p[1] for p in px.values()]
    half = 2.0
    return Element(
        id=element_id,
        kind=MarkKind.ERROR_BAR,
        box=(min(xs) - half, min(ys) - half, max(xs) + half, max(ys) + half),
        series=anchor.series,
        px=px,
        sigma_px=0.4,
        confidence=0.9 if _capped(lower, upper) else 0.6,
        color=anchor.color,
        parent_ids=(anchor.id,),
    )
