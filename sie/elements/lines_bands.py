"""Confidence bands: wide pale fills along both sides of a line, which are no data ink of their own.

What tells a band from an area under its outline is the pale ink above the line as well as below it, and a lower edge
that is not the base line.
"""

from __future__ import annotations

import cv2
import numpy as np

from sie.elements.ink import Canvas, Layer
from sie.elements.ink_background import lab_of

WIDE = 0.5
"""A fill has at least this part of its pixels where a square of ink fits, a stroke at most `THIN`."""
THIN = 0.3
LEAST_SHARE = 0.004
"""A band covers at least this part of the plot area."""
PALER = 0.75
"""A band's distance from the background is at most this part of its line's."""
REACH = 5
"""The band begins within this many rows of its line's pixels."""
ALONG = 0.5
"""Part of a line's columns that have the band on both sides."""
ON_BASE = 0.4
"""Fills that stand on the plot area's bottom in this part of its columns are areas."""


def band_layers(canvas: Canvas) -> frozenset[int]:
    """Indices of the layers that are bands about lines or mixtures of such bands; empty where there are none."""
    inside = canvas.inside
    side = max(5, round(0.012 * min(canvas.shape)))
    shares = {layer.index: _wide_share(layer.mask & inside, side) for layer in canvas.layers}
    least = LEAST_SHARE * float(inside.sum())
    fills = [layer for layer in canvas.layers if shares[layer.index] >= WIDE and layer.count >= least]
    strokes = [layer for layer in canvas.layers if shares[layer.index] <= THIN]
    if not fills or not strokes:
        return frozenset()
    pale = np.isin(canvas.labels, [layer.index for layer in fills]) & inside
    if _stands_on_base(canvas, pale):
        return frozenset()
    ground = lab_of(canvas.background_color)
    depths = [_depth(layer, ground) for layer in strokes if _is_between(layer.mask & inside, pale)]
    limit = PALER * max(depths, default=0.0)
    return frozenset(layer.index for layer in fills if _depth(layer, ground) <= limit)


def _wide_share(mask: np.ndarray, side: int) -> float:
    opened = cv2.morphologyEx(mask.astype(np.uint8), cv2.MORPH_OPEN, np.ones((side, side), np.uint8))
    return float(opened.sum()) / max(float(mask.sum()), 1.0)


def _depth(layer: Layer, ground: np.ndarray) -> float:
    return float(np.linalg.norm(layer.lab - ground))


def _stands_on_base(canvas: Canvas, pale: np.ndarray) -> bool:
    x0, _, x1, y1 = (round(v) for v in canvas.plot)
    lowest = pale[max(0, y1 - REACH) : max(1, y1 - 1), max(0, x0) : x1]
    return bool(lowest.size) and float(lowest.any(axis=0).mean()) >= ON_BASE


def _is_between(stroke: np.ndarray, pale: np.ndarray) -> bool:
    """Whether a stroke has pale ink above and below it in most of the columns where it is."""
    up, down = np.zeros_like(pale), np.zeros_like(pale)
    for step in range(1, REACH + 1):
        up[step:] |= pale[:-step]
        down[:-step] |= pale[step:]
    columns = stroke.any(axis=0)
    both = (stroke & up).any(axis=0) & (stroke & down).any(axis=0)
    return bool(columns.any()) and float(both[columns].mean()) >= ALONG
