"""A scatter plot's canvas without the strokes that cross its points: a fitted line in the points' own ink.

Discs and filled shapes outlast an opening that thin strokes do not, wherever the stroke runs. Whether the strokes are a
fit or the data is not told here: `judge` looks at how many of the points sit on them.
"""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np

from sie.elements.ink import Canvas
from sie.elements.markers import BoolMap
from sie.elements.points_inks import contrast_of, is_area
from sie.elements.runs import upright_strokes

KERNELS = (3, 5, 7)
"""Sides of the openings, in pixels: strokes up to about one less are taken out."""
MIN_POINTS = 5
LONG_REL = 0.35
"""In the plot's shorter side: strokes shorter than this altogether are none; nothing longer than this is a point."""
PIECE_PX = 8
"""A piece of a stroke is this long at least."""
HOLE_REL = 0.1
"""In the plot's shorter side: rings with holes up to this are filled before strokes are looked for."""
SOLID = 0.5
PALE = 0.5
"""In the strongest ink's contrast: a band is no stronger than this."""


def without_strokes(canvas: Canvas) -> tuple[Canvas, Canvas] | None:
    """The canvas without bands and long thin strokes, and without bands alone; None where it has no such strokes."""
    x0, y0, x1, y1 = canvas.plot
    side = min(x1 - x0, y1 - y0)
    bands = _bands(canvas, LONG_REL * side)
    solid = canvas.ink & (canvas.labels >= 0) & (canvas.coverage >= SOLID) & ~bands
    filled = _filled(solid, HOLE_REL * side)
    for size in KERNELS:
        kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size, size))
        core = cv2.morphologyEx(filled, cv2.MORPH_OPEN, kernel)
        points = (cv2.dilate(core, np.ones((3, 3), np.uint8)) > 0) & solid
        strokes = solid & ~points
        if _are_points(points, LONG_REL * side) and _length(strokes) >= LONG_REL * side:
            return without_ink(canvas, bands | strokes, points), without_ink(canvas, bands, points)
    return None


def without_bars(canvas: Canvas) -> tuple[Canvas, Canvas] | None:
    """The canvas without bands and error bars, and without bands alone; None where it has no upright or level strokes.

    What is as thin as a stroke and hangs on such a bar goes with it: caps, and fits that cross it.
    """
    x0, y0, x1, y1 = canvas.plot
    least = LONG_REL * min(x1 - x0, y1 - y0)
    bands = _bands(canvas, least)
    solid = canvas.ink & (canvas.labels >= 0) & (canvas.coverage >= SOLID) & ~bands
    bars = upright_strokes(solid) | upright_strokes(solid.T).T
    left = (solid & ~bars).astype(np.uint8)
    core = cv2.morphologyEx(left, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    count, pieces = cv2.connectedComponents(left, connectivity=8)
    hanging = np.zeros(count, bool)
    hanging[np.unique(pieces[cv2.dilate(bars.astype(np.uint8), np.ones((3, 3), np.uint8)) > 0])] = True
    hanging[np.unique(pieces[core > 0])] = False
    hanging[0] = False
    bars |= hanging[pieces]
    points = solid & ~bars
    if not _are_points(points, least) or _length(bars) < least:
        return None
    return without_ink(canvas, bands | bars, points), without_ink(canvas, bands, points)


def _bands(canvas: Canvas, long_px: float) -> BoolMap:
    """Pixels of inks that fill areas or are a pale band along a line."""
    found = np.zeros(canvas.shape, bool)
    strongest = max((contrast_of(canvas, layer) for layer in canvas.layers), default=0.0)
    for layer in canvas.layers:
        mask = canvas.labels == layer.index
        pale = contrast_of(canvas, layer) <= PALE * strongest
        if is_area(mask) or (pale and _longest(mask) >= long_px):
            found |= mask
    return found


def _longest(mask: BoolMap) -> float:
    """The longer side of the largest connected piece, in pixels."""
    _, _, stats, _ = cv2.connectedComponentsWithStats(mask.astype(np.uint8), connectivity=8)
    return float(stats[1:, [cv2.CC_STAT_WIDTH, cv2.CC_STAT_HEIGHT]].max(initial=0))


def _filled(solid: BoolMap, hole_px: float) -> np.ndarray:
    """The ink with its small enclosed holes filled, as uint8."""
    filled = solid.astype(np.uint8)
    count, labels, stats, _ = cv2.connectedComponentsWithStats(1 - filled, connectivity=4)
    small = np.zeros(count, bool)
    small[1:] = stats[1:, [cv2.CC_STAT_WIDTH, cv2.CC_STAT_HEIGHT]].max(axis=1) <= hole_px
    filled[small[labels]] = 1
    return filled


def _are_points(mask: BoolMap, longest: float) -> bool:
    count, _ = cv2.connectedComponents(mask.astype(np.uint8), connectivity=8)
    return count > MIN_POINTS and _longest(mask) <= longest


def _length(strokes: BoolMap) -> float:
    """The length of all pieces of strokes together, in pixels."""
    _, _, stats, _ = cv2.connectedComponentsWithStats(strokes.astype(np.uint8), connectivity=8)
    lengths = np.hypot(stats[1:, cv2.CC_STAT_WIDTH], stats[1:, cv2.CC_STAT_HEIGHT])
    return float(lengths[lengths >= PIECE_PX].sum())


def without_ink(canvas: Canvas, gone: BoolMap, points: BoolMap) -> Canvas:
    """The canvas without some ink and its fringe, the points' own fringe kept."""
    kernel = np.ones((3, 3), np.uint8)
    fringe = (cv2.dilate(gone.astype(np.uint8), kernel) > 0) & ~(cv2.dilate(points.astype(np.uint8), kernel) > 0)
    gone = gone | (fringe & (canvas.coverage < SOLID))
    labels = np.where(gone, -1, canvas.labels).astype(canvas.labels.dtype)
    layers = tuple(replace(one, labels=labels, count=int((labels == one.index).sum())) for one in canvas.layers)
    return replace(canvas, labels=labels, ink=canvas.ink & ~gone, layers=layers)
