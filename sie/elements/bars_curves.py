"""Curves that run over bars, a density over a histogram or a line on a second axis: bars are sought without them."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from sie.elements.bars_view import Cleaned
from sie.elements.bars_zones import Mask
from sie.elements.ink import Canvas

SPAN_REL = 0.4
"""In the plot's width: a curve is at least this long."""
ONE_PIECE = 0.7
"""Part of a curve's ink that is connected."""
SINGLE_RUN = 0.8
"""Part of its columns in which a curve has one run of ink; outlines have two."""
LEVEL = 0.75
"""A curve is level in no larger part of its columns; the outline of steps is."""
THIN_REL = 0.05
"""In the plot's height: the usual height of a curve's run of ink."""
ON_FILLS = 0.2
"""Part of the pixels beside a curve that are ink of something else."""
REACH_PX = 2.0
SAME_COLOR = 24
"""Largest difference of a channel between two pixels of one fill or one outline."""


def without_curves(canvas: Canvas, cleaned: Cleaned) -> Cleaned | None:
    """The cleaned picture with curves over fills painted with what is beside them; None where there are none."""
    curves = np.zeros(canvas.shape, bool)
    for layer in canvas.layers:
        mask = _largest(layer.mask & canvas.inside)
        if mask is not None and _is_curve(mask, canvas):
            curves |= mask
    if not curves.any():
        return None
    hidden = cv2.dilate(curves.astype(np.uint8), np.ones((3, 3), np.uint8))
    rgb = np.asarray(cv2.inpaint(cleaned.rgb, hidden, REACH_PX, cv2.INPAINT_TELEA), np.uint8)
    _continue_columns(rgb, cleaned.rgb, np.asarray(hidden > 0))
    return replace(cleaned, rgb=rgb, strokes=cleaned.strokes & ~_bare(curves, canvas))


def _continue_columns(rgb: NDArray[np.uint8], before: NDArray[np.uint8], hidden: Mask) -> None:
    """Paint what a curve hides between two pixels of one colour in a column in that colour: the sides of bars go on."""
    padded = np.pad(hidden.astype(np.int8), ((1, 1), (0, 0)))
    change = np.diff(padded, axis=0)
    start_x, start_y = np.nonzero((change == 1).T)
    stop_y = np.nonzero((change == -1).T)[1]
    for x, top, bottom in zip(start_x.tolist(), start_y.tolist(), stop_y.tolist(), strict=True):
        if top == 0 or bottom == len(hidden):
            continue
        above, below = before[top - 1, x].astype(np.int16), before[bottom, x].astype(np.int16)
        if int(np.abs(above - below).max()) <= SAME_COLOR:
            rgb[top:bottom, x] = before[bottom, x]


def _largest(mask: Mask) -> Mask | None:
    """The largest connected piece of an ink, where it is most of it."""
    total = int(mask.sum())
    if total == 0:
        return None
    _, labels, stats, _ = cv2.connectedComponentsWithStats(mask.astype(np.uint8), connectivity=8)
    best = int(stats[1:, cv2.CC_STAT_AREA].argmax()) + 1
    return np.asarray(labels == best) if stats[best, cv2.CC_STAT_AREA] >= ONE_PIECE * total else None


def _is_curve(mask: Mask, canvas: Canvas) -> bool:
    x0, y0, x1, y1 = canvas.plot
    columns = np.flatnonzero(mask.any(axis=0))
    if len(columns) < SPAN_REL * (x1 - x0):
        return False
    part = mask[:, columns]
    padded = np.pad(part.astype(np.int8), ((1, 1), (0, 0)))
    runs = (np.diff(padded, axis=0) == 1).sum(axis=0)
    heights = part.sum(axis=0)
    if float((runs == 1).mean()) < SINGLE_RUN or float(np.median(heights)) > max(4.0, THIN_REL * (y1 - y0)):
        return False
    middles: NDArray[np.float64] = (part * np.arange(len(part))[:, None]).sum(axis=0) / np.maximum(heights, 1)
    if float((np.abs(np.diff(middles)) < 0.05).mean()) > LEVEL:
        return False
    ring = (cv2.dilate(mask.astype(np.uint8), np.ones((5, 5), np.uint8)) > 0) & ~mask
    return float((canvas.ink & ring).sum()) >= ON_FILLS * float(ring.sum())


def _bare(curves: Mask, canvas: Canvas) -> Mask:
    """The pixels of curves that have no other ink beside them."""
    others = (canvas.ink & ~curves).astype(np.uint8)
    return curves & ~(cv2.erode(cv2.dilate(others, np.ones((7, 7), np.uint8)), np.ones((5, 5), np.uint8)) > 0)
