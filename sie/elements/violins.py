"""Violins: densities drawn to both sides of a middle line. They are not read: what looks like a box in one is none.

A violin's width goes up and down steadily, where that of a box leaps from its whiskers' to its own and back.
"""

from __future__ import annotations

import itertools

import cv2
import numpy as np
from numpy.typing import NDArray

from sie.elements.bars_zones import Mask
from sie.elements.ink import Canvas

MIN_LENGTH_REL = 0.15
"""A violin is as long as this part of the plot area, at least,"""
SLENDER = 2.0
"""and longer than wide by this factor, which no marker is, nor one on a short stem."""
BETWEEN = (0.25, 0.45, 0.65, 0.85)
"""Widths, in parts of the widest row's, that a box and its whiskers do not have,"""
GRADUAL, EACH = 0.3, 0.05
"""and the part of a violin's rows that have them, and have those between each two of them: a stem has one width."""
ENDS = 0.6
"""In parts of the widest row's width: the first and the last rows are narrower, those of a hill on a line are not."""
EVEN_SIDES = 0.06
"""In parts of the widest row's width: how far the middles of a violin's rows are off its middle line, mostly."""
FULL = 0.7
"""Part of its rows' widths that is filled."""
MAX_HUMPS = 3
HUMP = 0.2
"""In parts of the widest row's width: how deep the dents between humps are; a column of touching markers has many."""
MIN_VIOLINS = 2
MIN_SHARE = 0.6
"""Part of the plot area's ink that violins make up."""


def has_violins(canvas: Canvas) -> bool:
    """Whether most ink of a plot area is in several violins, standing or lying."""
    ink = canvas.ink & canvas.inside & ~canvas.grid
    total = int(ink.sum())
    return total > 0 and any(_are_violins(np.ascontiguousarray(view), total) for view in (ink, ink.T))


def _are_violins(ink: Mask, total: int) -> bool:
    """Whether standing violins make up most of the ink."""
    count, labels, stats, _ = cv2.connectedComponentsWithStats(ink.astype(np.uint8), connectivity=8)
    found, area = 0, 0
    for index in range(1, count):
        x, y, w, h, own = (int(value) for value in stats[index])
        if (
            h >= MIN_LENGTH_REL * ink.shape[0]
            and h >= SLENDER * w
            and _is_violin(labels[y : y + h, x : x + w] == index)
        ):
            found, area = found + 1, area + own
    return found >= MIN_VIOLINS and area >= MIN_SHARE * total


def _is_violin(piece: Mask) -> bool:
    """Whether a connected piece of ink, cut to its bounds, is a violin that stands upright."""
    first = piece.argmax(axis=1)
    last = piece.shape[1] - piece[:, ::-1].argmax(axis=1)
    widths = (last - first).astype(np.float64)
    widest = float(widths.max())
    broad = widths >= BETWEEN[0] * widest
    middles = (first + last)[broad] / 2
    off = np.abs(middles - np.median(middles))
    if float(np.quantile(off, 0.9)) > max(1.0, EVEN_SIDES * widest):
        return False
    parts = [float(((widths >= a * widest) & (widths < b * widest)).mean()) for a, b in itertools.pairwise(BETWEEN)]
    rim = max(1, len(widths) // 50)
    ends = max(float(np.median(widths[:rim])), float(np.median(widths[-rim:])))
    full = float(piece[broad].sum()) >= FULL * float(widths[broad].sum())
    gradual = sum(parts) >= GRADUAL and min(parts) >= EACH
    return gradual and ends <= ENDS * widest and full and _humps(widths) <= MAX_HUMPS


def _humps(widths: NDArray[np.float64]) -> int:
    """How often a profile goes up and down again by a fifth of its largest width."""
    depth = HUMP * float(widths.max())
    humps, low, high, rising = 0, float(widths[0]), float(widths[0]), True
    for width in widths:
        low, high = min(low, float(width)), max(high, float(width))
        if rising and width <= high - depth:
            humps, rising, low = humps + 1, False, float(width)
        elif not rising and width >= low + depth:
            rising, high = True, float(width)
    return humps + int(rising)
