"""Patterned fills made plain, so that bars with hatches, dots and decals are found like plain ones.

Two pictures are made of a view: a smoothed one, where each pattern becomes its prevailing colour, and a solid one,
where whatever ink encloses is filled and only long straight strokes (outlines) part the fills. Bars are then found in
these; their edges are still measured in the view itself.
"""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from sie.elements.bars_view import View
from sie.elements.bars_zones import Rect
from sie.pixels import largest_channel

SMOOTH_SIZES = (5, 9)
"""Sides of the median filters that are tried: patterns repeat every 4 to 16 pixels."""
MIN_SOLID_PART = 0.02
"""Part of the plot area that must be filled before patterns are looked for."""
MIN_INK_IN_SOLID = 0.5
PATTERN_STEP = 24
MIN_STEPS = 0.15
"""Part of the pixels inside fills that differ from a neighbour by `PATTERN_STEP`: crossing lines make fewer."""
SOLID_COLOR = (128, 128, 128)
TEXTURED = 0.12
"""Part of a fill's pixels off its prevailing colour from which it is a pattern."""
FAINT_STEP, UNEVEN = 12, 0.05
"""Steps of that many levels at that part of a fill's pixels make a pattern; one edge within a fill makes fewer."""
DIRECTION_WEIGHT = 14.0
"""Lab units between two hatches that cross at right angles."""


def solid_mask(view: View) -> NDArray[np.bool_]:
    """Ink with what it encloses, without thin strokes."""
    mask = cv2.morphologyEx(view.strokes.astype(np.uint8), cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8))
    count, labels, stats, _ = cv2.connectedComponentsWithStats(1 - mask, connectivity=4)
    height, width = mask.shape
    x0, y0, x1, y1 = view.plot
    filled = np.asarray(mask, np.uint8).copy()
    for index in range(1, count):
        x, y, w, h, area = (int(v) for v in stats[index])
        starts_inside = x > max(0, x0 + 1) and y > max(0, y0 + 1)
        ends_inside = x + w < min(width, x1 - 0.4) and y + h < min(height, y1 - 0.4)
        if starts_inside and ends_inside and h < 0.97 * (y1 - y0) and area < 0.2 * height * width:
            filled[labels == index] = 1
    opened = cv2.morphologyEx(filled, cv2.MORPH_OPEN, np.ones((5, 5), np.uint8))
    return np.asarray(opened > 0)


def may_be_patterned(view: View, solid: NDArray[np.bool_]) -> bool:
    """Whether enough of the plot area is filled, and most ink lies in the filled parts."""
    ink, filled = int(view.ink.sum()), int(solid.sum())
    if not ink or filled < MIN_SOLID_PART * solid.size or (view.ink & solid).sum() < MIN_INK_IN_SOLID * ink:
        return False
    steps = np.zeros(view.shape, bool)
    steps[:, 1:] = largest_channel(cv2.absdiff(view.rgb[:, 1:], view.rgb[:, :-1])) > PATTERN_STEP
    steps[1:] |= largest_channel(cv2.absdiff(view.rgb[1:], view.rgb[:-1])) > PATTERN_STEP
    inner = cv2.erode(solid.astype(np.uint8), np.ones((7, 7), np.uint8)) > 0
    return bool(inner.any() and steps[inner].mean() > MIN_STEPS)


def smooth_views(view: View) -> list[View]:
    """The view median-filtered at each size."""
    return [replace(view, rgb=np.asarray(cv2.medianBlur(view.rgb, size), np.uint8)) for size in SMOOTH_SIZES]


def solid_view(view: View, solid: NDArray[np.bool_]) -> View:
    """The view with filled parts in one grey, parted by long straight strokes, on the plain background."""
    rgb = np.empty_like(view.rgb)
    rgb[:] = view.background
    rgb[solid] = SOLID_COLOR
    far = largest_channel(np.abs(view.rgb.astype(np.int16) - np.array(view.background, np.int16)))
    strong = 0.6 * float(np.percentile(far[view.ink], 90)) if view.ink.any() else 255.0
    dark = (far > strong).astype(np.uint8)
    length = int(max(12, 0.04 * max(view.shape)))
    upright = cv2.morphologyEx(dark, cv2.MORPH_OPEN, np.ones((length, 1), np.uint8))
    flat = cv2.morphologyEx(dark, cv2.MORPH_OPEN, np.ones((1, length), np.uint8))
    thin = cv2.morphologyEx(dark, cv2.MORPH_OPEN, np.ones((7, 7), np.uint8)) == 0
    rgb[((upright > 0) | (flat > 0)) & solid & thin] = 0
    return replace(view, rgb=rgb, strokes=view.strokes | solid, ink=view.ink | solid)


def is_textured(view: View, part: Rect) -> bool:
    """Whether a fill is a pattern of two colours."""
    pixels = interior_of(view.rgb, part).reshape(-1, 3).astype(np.float32)
    if len(pixels) < 16:
        return False
    main = np.median(pixels, axis=0)
    return bool((np.abs(pixels - main).max(axis=1) > 40).mean() > TEXTURED)


def is_uneven(view: View, part: Rect) -> bool:
    """Whether a fill has steps of colour all over, as a pattern has, however faint."""
    inner = interior_of(view.rgb, part)
    if min(inner.shape[:2]) < 2:
        return False
    down, along = cv2.absdiff(inner[1:], inner[:-1]), cv2.absdiff(inner[:, 1:], inner[:, :-1])
    return max(float((largest_channel(step) > FAINT_STEP).mean()) for step in (down, along)) > UNEVEN


def interior_of(rgb: NDArray[np.uint8], part: Rect) -> NDArray[np.uint8]:
    """A part's pixels, shape (h, w, 3), without its edges."""
    dx, dy = min(3, (part.width - 1) // 3), min(3, (part.height - 1) // 3)
    return rgb[part.y0 + dy : part.y1 - dy, part.x0 + dx : part.x1 - dx]


def texture_look(rgb: NDArray[np.uint8]) -> NDArray[np.float32]:
    """How a patterned patch looks: mean Lab, the direction of its lines and their crossing, shape (6,).

    The direction is that of the structure tensor, doubled so that opposite directions are one, times its coherence. The
    crossing is the mean cosine of four times the gradient's angle: 1 for upright and flat lines, -1 for diagonal ones,
    0 for circles.
    """
    scaled = rgb.astype(np.float32) / np.float32(255)
    mean = cv2.cvtColor(np.asarray(scaled.mean(axis=(0, 1)), np.float32).reshape(1, 1, 3), cv2.COLOR_RGB2LAB)[0, 0]
    grey = cv2.cvtColor(rgb, cv2.COLOR_RGB2GRAY).astype(np.float32)
    gx, gy = cv2.Sobel(grey, cv2.CV_32F, 1, 0), cv2.Sobel(grey, cv2.CV_32F, 0, 1)
    xx, yy, xy = float((gx * gx).mean()), float((gy * gy).mean()), float((gx * gy).mean())
    total = max(xx + yy, 1e-6)
    direction = np.array([(xx - yy) / total, 2 * xy / total], np.float32) * np.float32(DIRECTION_WEIGHT / 2)
    energy = gx * gx + gy * gy
    cosine = 1 - 8 * (gx * gy) ** 2 / np.maximum(energy, 1e-6) ** 2
    crossing = np.float32(float((cosine * energy).mean()) / total * DIRECTION_WEIGHT / 2)
    return np.concatenate((np.asarray(mean, np.float32), direction, [crossing])).astype(np.float32)
