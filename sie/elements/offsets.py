"""How far marks are drawn from where the tick marks say, and how well they are placed.

A line of one pixel is sharp only in the middle of a pixel. Tools that round a tick to a whole pixel and move it there
(browser libraries, Matplotlib) draw their ticks half a pixel right of and below their places; fills and curves they
draw where they belong, and markers with the ticks or without. Others place both alike. Reading all marks off the ticks
was refused: on a plot of 200 pixels it is wrong by 0.25 % of the span for half of all tools.

The offset is told by bars and boxes beside their categories' ticks, by the feet of bars and by whole counts; where
nothing tells it, what is usual for such ticks decides and its doubt goes into the sigma.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from sie.artifacts import Axis, ChartElements, ChartStructure, Element, Raster
from sie.elements.bars_outline import MIN_ROUNDED, are_rounded
from sie.elements.bars_zones import LINK_STEP, noise_step
from sie.elements.histogram_outline import whole_count_miss
from sie.structure.marks import SHARP_PX, sharpness
from sie.vocab import ChartType, Direction, MarkKind, ScaleType, Stacking

SHIFTS = (0.0, -0.5, -0.75, -1.0)
"""Offsets that tools have, in pixels: none, half a pixel, and that of a picture drawn 1.5 or 2 times as large."""
_USUAL = {
    "smooth": (0.95, 0.04, 0.005, 0.005),
    "begun": (0.1, 0.88, 0.01, 0.01),
    "blurred": (0.84, 0.15, 0.005, 0.005),
    "inside": (0.92, 0.07, 0.005, 0.005),
    "outside": (0.3, 0.68, 0.01, 0.01),
    "grid": (0.5, 0.48, 0.01, 0.01),
    "wide": (0.8, 0.05, 0.01, 0.14),
}
"""How usual each offset is, by the ticks: smooth at any part of a pixel; begun the same with both axes beginning in the
middle of one, as D3 moves ticks without rounding them; blurred in a noisy picture; sharp by their strokes; wide."""
_ALIKE = (0.94, 0.05, 0.005, 0.005)
"""The same of markers and outlines that are placed at whole pixels as the ticks are."""
_MIN_TICKS = 3
_OWN_PART = 0.45
"""Marks of a category stand within this part of the ticks' spacing from its tick."""
_FLOOR_PX = 0.08
_COARSE_PX = 0.25
_EVEN_PX = 0.12
_FAR_PX = 0.15
"""What is farther from every offset that tools have tells none."""
_FOOT_PX = 0.12
_FOOT_REACH_PX = 1.5
ROUNDED_PX = 0.29
"""Standard deviation of what rounding to whole pixels adds."""
NOISY_PX = 0.25
"""The same of compression and scaling."""
_ASTRAY = 2.5
"""What is so many standard errors from every offset tells of something else: an outline, a gap, a line over feet."""
_FOOT_ASTRAY = 0.05
"""How often a foot that is seen is another's: of an outline, of the axis line over it."""
_ROUNDED_NOISY = 0.6
_BY_CHANCE = 0.01
"""Places in a noisy picture are rounded where they agree on a part of a pixel so well (the length of the mean of their
turns of one pixel), and better than so few random places do."""
_GAP_PX = 2.5
"""Two bins with no more between them touch, but for their outlines."""


def is_noisy(raster: Raster) -> bool:
    """Whether a picture was compressed or scaled: its flat fills are uneven and its sharp lines are blurred."""
    return noise_step(raster.rgb) > LINK_STEP


def with_offset(
    elements: ChartElements, chart: ChartStructure, *, noisy: bool = False, enlarged: float = 1.0
) -> ChartElements:
    """The marks with the offset of their chart, and what rounding to pixels and noise add in each one's sigma.

    Args:
        elements: the marks.
        chart: its axes.
        noisy: whether the picture was compressed or scaled.
        enlarged: how many times it was enlarged. What its tool rounded to pixels, marks and ticks, is off by as many
            more, and can no longer be told from what was not.
    """
    value = chart.axis(elements.orientation)
    if value is None or value.fit is None:
        return elements
    rounded = _rounded(elements, noisy=noisy)
    mean, sigma = _settled(elements, chart, value, rounded, noisy=noisy)
    noise = NOISY_PX if noisy else 0.0
    unknown = enlarged * ROUNDED_PX if enlarged > 1.0 else 0.0
    marks = []
    for element in elements.elements:
        rounding = enlarged * ROUNDED_PX if element.kind in rounded else unknown
        marks.append(_doubted(element, math.hypot(noise, rounding)))
    sigma = math.hypot(sigma, unknown)
    return elements.model_copy(update={"offset_px": mean, "offset_sigma_px": sigma, "elements": tuple(marks)})


def _doubted(element: Element, added: float) -> Element:
    return element.model_copy(update={"sigma_px": math.hypot(element.sigma_px, added)}) if added else element


def _strokes(axis: Axis) -> str | None:
    """Key of `_USUAL` for the ticks of an axis, None where they have no marks."""
    kind = sharpness([tick.px for tick in axis.ticks if tick.marked])
    if kind is None:
        return None
    return {"smooth": "smooth", "even": "wide"}.get(kind) or axis.marks or "outside"


def _settled(
    elements: ChartElements, chart: ChartStructure, value: Axis, rounded: frozenset[MarkKind], *, noisy: bool
) -> tuple[float, float]:
    """Mean and standard deviation of the offset."""
    shifts = np.array(SHIFTS)
    across = Direction.HORIZONTAL if elements.orientation is Direction.VERTICAL else Direction.VERTICAL
    names = chart.axis(across)
    kind = _strokes(value)
    if kind is None:
        return 0.0, 0.0
    if kind == "smooth" and noisy:
        kind = "blurred"
    elif kind == "smooth" and names is not None and _begin_sharp(value, names) and not _has_points(elements):
        kind = "begun"
    weight = np.array(_ALIKE if _moved_alike(elements, rounded) else _USUAL[kind])
    beside = None if names is None or noisy else _beside_ticks(elements, names, coarse=bool(rounded))
    if beside is not None:
        weight = weight * _likelihood(shifts, *beside)
    foot = _at_foot(elements, value)
    if foot is not None:
        seen = _likelihood(shifts, foot, _COARSE_PX if rounded else _FLOOR_PX)
        weight = weight * (_FOOT_ASTRAY + (1 - _FOOT_ASTRAY) * seen)
    if elements.chart_type is ChartType.HISTOGRAM and elements.orientation is Direction.VERTICAL:
        miss = whole_count_miss([e for e in elements.elements if e.kind is MarkKind.BAR], value)
        weight = weight if miss is None else weight * _likelihood(shifts, miss, _COARSE_PX)
    weight = weight / weight.sum()
    mean = float((weight * shifts).sum())
    return mean, float(np.sqrt((weight * (shifts - mean) ** 2).sum()))


def _moved_alike(elements: ChartElements, rounded: frozenset[MarkKind]) -> bool:
    """Whether the marks are markers at whole pixels, or outlines of odd width that are sharp as the ticks are."""
    if MarkKind.POINT in rounded:
        return True
    index = 0 if elements.orientation is Direction.HORIZONTAL else 1
    ends = [e.px[key][index] for e in elements.elements for key in ("end", "median") if key in e.px]
    return bool(rounded) and sharpness(ends) == "odd"


def _begin_sharp(*axes: Axis) -> bool:
    """Whether axes' first ticks, at the ends of their ranges, lie in the middle of a pixel, and others at no half."""
    places = []
    for axis in axes:
        px = sorted(tick.px for tick in axis.ticks if tick.marked)
        if len(px) < 2 or sharpness([px[0 if axis.direction is Direction.HORIZONTAL else -1]] * 2) != "odd":
            return False
        places += px
    halves = np.array(places) * 2 % 1.0
    return bool(np.any(np.abs(halves - np.round(halves)) > 4 * SHARP_PX))


def _has_points(elements: ChartElements) -> bool:
    return any(element.kind is MarkKind.POINT for element in elements.elements)


def _likelihood(shifts: NDArray[np.float64], seen: float, sigma: float) -> NDArray[np.float64]:
    """How likely what was seen is for each offset; alike for all where it is far from any that tools have."""
    off = np.abs(shifts - seen) / sigma
    if float(off.min()) > _ASTRAY:
        return np.ones(len(shifts))
    result: NDArray[np.float64] = np.exp(-0.5 * np.minimum(off**2, 30.0))
    return result


def _beside_ticks(elements: ChartElements, names: Axis, *, coarse: bool) -> tuple[float, float] | None:
    """How far the marks of categories stand from their ticks' marks, and how well that is known, in pixels.

    Of marks at whole pixels (`coarse`), of ticks rounded one by one and of boxes, whose sides are whole pixels, little
    is told.
    """
    ticks = sorted(tick.px for tick in names.ticks if tick.marked)
    if len(ticks) < _MIN_TICKS:
        return None
    spacing = float(np.median(np.diff(ticks)))
    index = 0 if names.direction is Direction.HORIZONTAL else 1
    around: list[list[tuple[float, float]]] = [[] for _tick in ticks]
    if elements.chart_type is ChartType.HISTOGRAM:
        return _edges_at_ticks(elements, ticks, index)
    for element in elements.elements:
        if element.kind not in (MarkKind.BAR, MarkKind.BOX):
            continue
        low, high = element.box[index], element.box[index + 2]
        gaps = [abs((low + high) / 2 - px) for px in ticks]
        nearest = int(np.argmin(gaps))
        if gaps[nearest] <= _OWN_PART * spacing:
            around[nearest].append((low, high))
    full = max((len(spans) for spans in around), default=0)
    off = [
        (min(low for low, _high in spans) + max(high for _low, high in spans)) / 2 - px
        for px, spans in zip(ticks, around, strict=True)
        if full and len(spans) == full
    ]
    if len(off) < _MIN_TICKS:
        return None
    middle = float(np.median(off))
    spread = 1.48 * float(np.median(np.abs(np.array(off) - middle)))
    boxes = any(element.kind is MarkKind.BOX for element in elements.elements)
    error = _COARSE_PX if coarse or boxes or spread > _EVEN_PX else _FLOOR_PX
    told = min(abs(middle - shift) for shift in SHIFTS) <= (_FAR_PX if error < _COARSE_PX else 2 * _COARSE_PX)
    return (middle, error) if told and spread <= 0.6 else None


def _edges_at_ticks(elements: ChartElements, ticks: Sequence[float], index: int) -> tuple[float, float] | None:
    """The same of a histogram whose bins meet at the ticks, in the middle of the gap that their outlines leave.

    Where they leave none, the edge between two bins is a hairline or a change of nothing, and tells little.
    """
    near, gaps = [], []
    for px in ticks:
        ends = [e.box[index + 2] for e in elements.elements if abs(e.box[index + 2] - px) <= _GAP_PX]
        starts = [e.box[index] for e in elements.elements if abs(e.box[index] - px) <= _GAP_PX]
        if ends and starts and abs(starts[0] - ends[0]) <= _GAP_PX:
            near.append((starts[0] + ends[0]) / 2 - px)
            gaps.append(starts[0] - ends[0])
    middle = float(np.median(near)) if near else 0.0
    even = len(near) >= _MIN_TICKS and np.median(np.abs(np.array(near) - middle)) <= _EVEN_PX
    error = _FLOOR_PX if gaps and float(np.median(gaps)) > _FOOT_PX else _COARSE_PX
    return (middle, error) if even and min(abs(middle - shift) for shift in SHIFTS) <= _FAR_PX else None


def _at_foot(elements: ChartElements, value: Axis) -> float | None:
    """How far bars stand from the zero of their axis, where their own feet are seen and not a line over them."""
    fit = value.fit
    if fit is None or value.scale is not ScaleType.LINEAR or elements.stacking is not Stacking.NONE:
        return None
    index = 0 if value.direction is Direction.HORIZONTAL else 1
    bars = [element for element in elements.elements if element.kind is MarkKind.BAR]
    if len(bars) < 2:
        return None
    feet = [bar.px["base"][index] - fit.offset_px for bar in bars]
    seen = float(np.median(feet))
    inset = float(np.median([(bar.px["end"][index] - bar.px["base"][index]) for bar in bars])) * seen > 0
    return seen if _FOOT_PX < abs(seen) <= _FOOT_REACH_PX and not inset else None


def _rounded(elements: ChartElements, *, noisy: bool) -> frozenset[MarkKind]:
    """The kinds of marks that are all placed at whole pixels (or all at half ones), each series by its own look."""
    index = 0 if elements.orientation is Direction.HORIZONTAL else 1
    kinds = {MarkKind.BAR: ("end",), MarkKind.BOX: ("q1", "median", "q3"), MarkKind.POINT: ("center",)}
    found = set()
    for kind, keys in kinds.items():
        by_series: dict[str | None, list[float]] = {}
        for element in elements.elements:
            if element.kind is kind:
                own = [element.px[key][index] for key in keys if key in element.px]
                by_series.setdefault(element.series, []).extend(own)
        groups = list(by_series.values())
        if min(map(len, groups), default=0) < MIN_ROUNDED:
            groups = [[place for places in groups for place in places]]
        if groups[0] and all(are_rounded(places) or (noisy and _nearly_rounded(places)) for places in groups):
            found.add(kind)
    return frozenset(found)


def _nearly_rounded(places: Sequence[float]) -> bool:
    """Whether places agree on a part of a pixel as rounded ones do that noise has moved.

    n random places agree to a length of more than r with a chance of exp(-n r**2) (Rayleigh's test).
    """
    agreed = abs(np.mean(np.exp(2j * np.pi * np.asarray(places))))
    return bool(agreed >= _ROUNDED_NOISY and math.exp(-len(places) * agreed**2) <= _BY_CHANCE)
