"""A curve's data points where its markers tell them, and its error bars.

A marker hides the stroke where the curve bends, so its row is not read from the ink there: the straight pieces on
either side are continued into it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from sie.artifacts import XY, ChartStructure, Element
from sie.elements.errorbars import find_error_bars
from sie.elements.ink import Canvas
from sie.elements.lines_bars import find_capped_strokes
from sie.elements.lines_curves import Curve
from sie.elements.lines_markers import MAX_RADIUS, thickness_of
from sie.elements.lines_refine import Stroke
from sie.vocab import MarkKind

LEAST_MARKERS = 3
NEAR = 5.0
"""Columns within which two curves' markers stand at one place."""
ARM = 10
"""Columns of stroke, on each side of a marker, whose direction is continued into it."""
LEAST_SHARE = 0.5
"""A line with error bars has them on at least this part of its data points."""
MARKER_REACH = 3.0
"""Half the width, in pixels, of the box that stands for a marker when its error bar is sought."""


def vertices_of(curves: Sequence[Curve], markers: Sequence[Sequence[XY]]) -> list[list[tuple[float, float]]]:
    """For each curve its markers, left to right in crop pixels; empty where it has none or they do not tell all of it.

    The curves of a chart mostly have their data at the same places along x. A place that two curves show (or one whose
    markers tell all of it) is one of every curve that passes it: markers hide each other.

    Args:
        curves: the curves.
        markers: of each, where markers may sit on it (`marker_places`).
    """
    own = [
        places if len(places) >= LEAST_MARKERS and _may_have_markers(curve) else []
        for curve, places in zip(curves, markers, strict=True)
    ]
    alone = [_checked(curve, [x for x, _ in places]) for curve, places in zip(curves, own, strict=True)]
    shared = _shared_places(own, alone)
    found = []
    for curve, places, points in zip(curves, own, alone, strict=True):
        if not points and places:
            low, high = curve.stroke.start - NEAR, curve.stroke.stop + NEAR
            points = _checked(curve, [x for x in shared if low <= x <= high])
        found.append(points)
    return found


def _may_have_markers(curve: Curve) -> bool:
    entries = curve.group.entries
    return not entries or any(entry.has_marker or entry.is_patch for entry in entries) or bool(curve.group.bars)


def _shared_places(own: Sequence[Sequence[tuple[float, float]]], told: Sequence[Sequence[XY]]) -> list[float]:
    """Places along x that two curves have, or one that is told in full."""
    n = sum(bool(places) for places in own)
    votes = sorted((x, n if points else 1) for places, points in zip(own, told, strict=True) for x, _ in places)
    shared: list[float] = []
    group: list[tuple[float, int]] = []
    for x, weight in [*votes, (float("inf"), 0)]:
        if group and x - group[-1][0] > NEAR:
            if sum(w for _, w in group) >= max(2, n / 2):
                shared.append(float(np.average([g for g, _ in group], weights=[w for _, w in group])))
            group = []
        group.append((x, weight))
    return shared


def _checked(curve: Curve, places: Sequence[float]) -> list[tuple[float, float]]:
    """The curve's points at places along x, or nothing where straight lines between them do not follow it."""
    if len(places) < LEAST_MARKERS:
        return []
    half = marker_half(curve, places)
    points = [(x, row_through(curve.stroke, x, half)) for x in places]
    return points if _tells_all(curve, points, half) else []


def marker_half(curve: Curve, places: Sequence[float]) -> float:
    """Half the usual width of the columns in which the markers thicken the stroke, in pixels."""
    thick = thickness_of(curve) + 1.5
    centres = curve.stroke.columns + 0.5
    widths = []
    for x in places:
        near = np.abs(centres - x) <= MAX_RADIUS
        steep = np.hypot(1.0, np.minimum(np.abs(curve.stroke.slope[near]), 4.0))
        widths.append(float((curve.stroke.height[near] > 1.3 * thick * steep + 1.0).sum()))
    half = float(np.median(widths)) / 2 if widths else 2.0
    caps = [bar.half_cap for bar in curve.group.bars]
    if caps:  # what is left of a marker beside the stem that was taken out says little of its size
        half = max(half, float(np.median(caps)))
    return float(np.clip(half, 2.0, MAX_RADIUS))


def row_through(stroke: Stroke, x: float, half: float) -> float:
    """The row at x, from the strokes that lead to x from both sides, `half` columns around it left out.

    Where one side is missing (a curve's end) the other is continued; where the sides disagree by more than the hidden
    part can bend, the row as traced is kept.
    """
    centres = stroke.columns + 0.5
    traced = float(np.interp(x, centres, stroke.rows))
    found = []
    for side in (-1.0, 1.0):
        away = (centres - x) * side
        arm = (away > half + 0.5) & (away <= half + ARM) & stroke.seen
        if arm.sum() >= 4:
            slope, offset = np.polyfit(centres[arm] - x, stroke.rows[arm], 1)
            if abs(slope) < 4.0:
                found.append(float(offset))
    if not found or max(abs(row - traced) for row in found) > 2.0 * half:
        return traced
    return float(np.mean(found))


def _tells_all(curve: Curve, points: Sequence[tuple[float, float]], half: float) -> bool:
    """Whether straight lines from marker to marker follow the stroke from end to end."""
    stroke = curve.stroke
    centres = stroke.columns + 0.5
    reach = half + 6.0
    if points[0][0] - centres[0] > reach or centres[-1] - points[-1][0] > reach:
        return False
    straight = np.interp(centres, [x for x, _ in points], [y for _, y in points])
    plain = stroke.seen.copy()
    for x, _ in points:
        plain &= np.abs(centres - x) > half + 2.0
    if plain.sum() < 3 * len(points):
        return False
    off = np.abs(straight - stroke.rows)[plain]
    return bool(np.percentile(off, 92) <= max(2.0, curve.group.stroke))


def smoothed_at_markers(curve: Curve, places: Sequence[XY]) -> Curve:
    """The curve with its rows led straight through its markers' places instead of along their outlines."""
    if len(places) < LEAST_MARKERS:
        return curve
    rows = curve.stroke.rows.copy()
    centres = curve.stroke.columns + 0.5
    half = marker_half(curve, [x for x, _ in places])
    for x, _ in places:
        left, right = x - half - 0.5, x + half + 0.5
        middle = row_through(curve.stroke, x, half)
        inside = (centres > left) & (centres < right)
        ends = np.interp([left, right], centres, curve.stroke.rows)
        rows[inside] = np.interp(centres[inside], [left, x, right], [ends[0], middle, ends[1]])
    stroke = replace(curve.stroke, rows=rows)
    pieces = tuple(
        replace(piece, rows=rows[piece.start - stroke.start : piece.stop - stroke.start]) for piece in curve.pieces
    )
    return replace(curve, stroke=stroke, pieces=pieces)


def has_error_bars(canvas: Canvas, curves: Sequence[Curve]) -> bool:
    """Whether capped upright strokes stand in the plot area, in a curve's ink or in another."""
    if any(curve.group.bars for curve in curves):
        return True
    return any(find_capped_strokes(layer.alpha >= 0.3, 1.5) for layer in canvas.layers)


def error_bars_of(canvas: Canvas, chart: ChartStructure, line: Element, points: Sequence[XY]) -> tuple[Element, ...]:
    """The error bars that stand on a line's data points, as children of the line.

    Args:
        canvas: the plot area.
        chart: its structure.
        line: the LINE element.
        points: its data points, picture pixels.
    """
    anchors = [
        Element(
            id=f"{line.id}-point{index}",
            kind=MarkKind.POINT,
            box=(x - MARKER_REACH, y - MARKER_REACH, x + MARKER_REACH, y + MARKER_REACH),
            series=line.series,
            px={"center": (x, y)},
            color=line.color,
        )
        for index, (x, y) in enumerate(points)
    ]
    bars = find_error_bars(canvas, chart, anchors)
    if len(bars) < LEAST_SHARE * len(anchors):
        return ()
    return tuple(
        bar.model_copy(update={"id": f"{line.id}-error{index}", "parent_ids": (line.id,)})
        for index, bar in enumerate(bars)
    )
