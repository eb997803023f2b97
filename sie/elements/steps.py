"""Histograms that show no bins' sides: solid fills and outlines whose upper edge is level in steps.

Bars are rectangles, and such a fill has none; its edge is a staircase. The steps are cut at their jumps, and a level
that spans several bins is cut by the width that all jumps are multiples of. Levels of no common width stay whole.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from sie.artifacts import XY, ChartStructure, Element, SeriesMarks
from sie.elements.hypothesis import Hypothesis
from sie.elements.ink import Canvas
from sie.values.axes import AxisReader
from sie.values.barsteps import BarSpan, cover_dates
from sie.vocab import ChartType, Direction, MarkKind, ScaleType, Stacking

FLAT = 0.7
"""Largest difference, in pixels, of an edge's rows on one level."""
MIN_LEVEL = 3
"""Columns of the shortest level."""
MIN_LEVELS = 4
MIN_JUMP = 1.5
"""Pixels between the rows of at least half of all neighbouring levels: an edge with little slope has lower ones."""
LEVEL_SHARE = 0.75
"""Part of an edge's columns that lie on levels."""
ON_BASE = 1.2
"""A level this near to the base line is an empty bin, pixels."""
AT_BASE = 3.0
"""How far from the base line an outline may begin and end, pixels."""
OFF_STEP = 0.15
"""Largest deviation of a jump from a whole number of bins, as a part of a bin."""
MAX_GAPS = 0.3
"""Part of the levels that may lie on the base line: more are the gaps between bars."""
MAX_BINS = 150
SCORE = 0.97

FloatArray = NDArray[np.float64]


@dataclass(frozen=True)
class Level:
    """A stretch of an edge on one row: columns x0 to x1 and the row, sub-pixel."""

    x0: float
    x1: float
    row: float


def levels_of(columns: FloatArray, rows: FloatArray) -> list[Level]:
    """The levels of an edge, left to right, each reaching to the next; empty where it is no staircase.

    Args:
        columns: middles of the pixel columns.
        rows: the edge's row in each.

    >>> levels_of(np.arange(20.0), np.repeat([4.0, 9.0, 6.0, 2.0], 5))[1]
    Level(x0=4.5, x1=9.5, row=9.0)
    """
    if len(rows) < MIN_LEVELS * MIN_LEVEL:
        return []
    steady = _steady(rows)
    if len(steady) < MIN_LEVELS or sum(b - a for a, b in steady) < LEVEL_SHARE * len(rows):
        return []
    heights = [float(np.median(rows[a:b])) for a, b in steady]
    bounds = [float(columns[0]) - 0.5]
    for (_, stop), (start, _), before, after in zip(steady, steady[1:], heights, heights[1:], strict=False):
        between = rows[stop:start]
        share = np.clip((between - after) / (before - after), 0, 1) if abs(before - after) > FLAT else between * 0 + 0.5
        bounds.append(float(columns[stop - 1]) + 0.5 + float(share.sum()))
    bounds.append(float(columns[-1]) + 0.5)
    return _merged([Level(x0, x1, row) for x0, x1, row in zip(bounds, bounds[1:], heights, strict=False)])


def _merged(levels: Sequence[Level]) -> list[Level]:
    """Neighbouring levels of one height as one: a speck between them is no jump."""
    merged: list[Level] = []
    for level in levels:
        if merged and abs(merged[-1].row - level.row) <= FLAT:
            merged[-1] = Level(merged[-1].x0, level.x1, merged[-1].row)
        else:
            merged.append(level)
    return merged


def _steady(rows: FloatArray) -> list[tuple[int, int]]:
    """The stretches (first, after the last index) on one row; blurred corners before and after are left out."""
    level = np.abs(np.diff(rows)) <= FLAT
    edges = np.flatnonzero(np.diff(np.concatenate(([0], level.astype(np.int8), [0]))))
    found = []
    for start, last in zip(edges[::2].tolist(), edges[1::2].tolist(), strict=True):
        on_row = np.flatnonzero(np.abs(rows[start : last + 1] - np.median(rows[start : last + 1])) <= FLAT)
        first, after = start + int(on_row[0]), start + int(on_row[-1]) + 1
        if after - first >= MIN_LEVEL:
            found.append((first, after))
    return found


def bins_of(levels: Sequence[Level], base: float) -> list[Level]:
    """The levels cut into bins of one width where there is one; those on the base line left out."""
    jumps = [levels[0].x0, *(level.x1 for level in levels)]
    width = common_width(jumps)
    bins: list[Level] = []
    for level in levels:
        if abs(level.row - base) <= ON_BASE:
            continue
        count = max(1, round((level.x1 - level.x0) / width)) if width else 1
        cuts = np.linspace(level.x0, level.x1, count + 1)
        bins += [Level(a, b, level.row) for a, b in pairwise(cuts.tolist())]
    return bins


def common_width(jumps: Sequence[float]) -> float | None:
    """The largest width of which all distances between jumps are (nearly) multiples, pixels; None where none is.

    >>> round(common_width([0.0, 10.1, 30.0, 39.9, 80.0]), 2)
    10.0
    """
    places = np.array(jumps) - jumps[0]
    steps = np.diff(places)
    if len(steps) < MIN_LEVELS:
        return None
    for first in sorted({round(float(step), 1) for step in steps if step >= MIN_LEVEL}, reverse=True):
        width = first
        for _ in range(3):
            counts = np.round(places / width)
            if counts[-1] < 1:
                break
            width = float((counts @ places) / max(float(counts @ counts), 1.0))
        counts = np.round(np.diff(np.round(places / width)))
        off = np.abs(places - np.round(places / width) * width)
        if (
            counts.min() >= 1
            and float(np.percentile(off, 95)) <= max(OFF_STEP * width, 0.8)
            and counts.sum() <= MAX_BINS
        ):
            return width
    return None


def stepped_histogram(shape: Hypothesis, chart: ChartStructure, canvas: Canvas) -> Hypothesis | None:
    """Areas or lines as a histogram where each edge is a staircase over numbers that stands on the zero line.

    Steps that each cover a year or another span of the calendar are bars.

    Args:
        shape: areas that are not stacked, or lines.
        chart: its structure.
        canvas: the plot area.
    """
    axis, values = chart.axis(Direction.HORIZONTAL), chart.axis(Direction.VERTICAL)
    numeric = axis is not None and axis.fit is not None and axis.scale in (ScaleType.LINEAR, ScaleType.TIME)
    if not numeric or values is None or values.fit is None or values.scale is not ScaleType.LINEAR:
        return None
    if shape.stacking is not Stacking.NONE:
        return None
    base = values.fit.offset_px
    series: list[SeriesMarks] = []
    elements: list[Element] = []
    for marks in shape.series:
        paths = [e for e in shape.elements if e.series == marks.id and e.kind in (MarkKind.AREA, MarkKind.LINE)]
        if len(paths) != 1:
            return None
        bins = _bins_of_path(paths[0], base, canvas)
        if len(bins) < MIN_LEVELS:
            return None
        series.append(marks)
        elements += [_bar(paths[0], bin_, base, f"bin{len(elements) + i}") for i, bin_ in enumerate(bins)]
    spans = [BarSpan(element.box[0], element.box[2]) for element in elements]
    dated = axis is not None and len(series) == 1 and cover_dates(spans, AxisReader(axis))
    kind = ChartType.VERTICAL_BAR if dated else ChartType.HISTOGRAM
    return Hypothesis(kind, Direction.VERTICAL, tuple(series), tuple(elements), shape.explained, SCORE)


def _bins_of_path(path: Element, base: float, canvas: Canvas) -> list[Level]:
    """The bins under a path, empty where it is no staircase or, for a line, does not begin and end on the base line."""
    places = np.array(path.path, float).reshape(-1, 2)
    if path.vertices or len(places) < MIN_LEVELS * MIN_LEVEL:
        return []
    ends = (places[0], places[-1])
    if path.kind is MarkKind.LINE and not all(_falls_to(base, end, canvas) for end in ends):
        return []
    levels = levels_of(places[:, 0], places[:, 1])
    if path.kind is MarkKind.AREA:
        base = path.box[3]  # where the fill ends; there its path runs where it has none
    jumps = [abs(after.row - before.row) for before, after in pairwise(levels)]
    if not jumps or float(np.median(jumps)) < MIN_JUMP:
        return []
    gaps = sum(abs(level.row - base) <= ON_BASE for level in levels)
    return bins_of(levels, base) if gaps <= MAX_GAPS * len(levels) else []


def _falls_to(base: float, end: FloatArray, canvas: Canvas) -> bool:
    """Whether a line's end is on the base line or joined to it by an upright stroke."""
    x, low, high = end[0] - canvas.origin[0], *sorted((end[1] - canvas.origin[1], base - canvas.origin[1]))
    if high - low <= AT_BASE:
        return True
    rows = slice(max(0, round(low)), max(1, round(high - AT_BASE)))  # the last pixels are the axis line's
    strip = canvas.ink[rows, max(0, int(x) - 2) : int(x) + 3]
    return bool(not strip.size or strip.any(axis=1).mean() > 0.8)


def _bar(path: Element, bin_: Level, base: float, element_id: str) -> Element:
    middle: XY = ((bin_.x0 + bin_.x1) / 2, bin_.row)
    return Element(
        id=element_id,
        kind=MarkKind.BAR,
        box=(bin_.x0, min(bin_.row, base), bin_.x1, max(bin_.row, base)),
        series=path.series,
        px={"base": (middle[0], base), "end": middle},
        sigma_px=path.sigma_px,
        confidence=path.confidence,
        color=path.color,
    )
