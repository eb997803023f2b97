"""Patterned bars made plain by the legend: stripes, decals and grids are drawn in one hue, their entry's.

Where patterns have no outline, nothing but their colour tells which strokes belong together. The pixels of each
entry's hue, light or dark, are closed to one fill, in which bars are found like plain ones.
"""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from sie.artifacts import ChartStructure
from sie.elements.bars_series import useful_entries
from sie.elements.bars_view import View
from sie.elements.ink_background import lab_of, parse_hex, to_lab

MIN_CHROMA = 10.0
"""Lab chroma from which a legend's colour has a hue to tell it by."""
SAME_HUE = np.deg2rad(20.0)
"""Mixtures with black and white keep a colour's hue to this angle in Lab."""
PALE_PART = 0.35
"""Part of its entry's chroma that a pixel of its fill has at least."""
CLOSED = (5, 9)
"""Sides of the squares that patterns are closed with: the gaps between their strokes are up to that wide, pixels."""


def hue_views(view: View, chart: ChartStructure) -> list[View]:
    """The view with what has the hue of a legend's entry painted in the entry's colour, for each width of gaps.

    Empty where entries have no hue or share one.
    """
    colors = [entry.color for entry in useful_entries(chart)]
    if len(colors) < 2 or any(color is None for color in colors):
        return []
    shades = [parse_hex(color) for color in colors if color is not None]
    chroma = np.array([lab_of(shade)[1:] for shade in shades], np.float32)
    angles = np.sort(np.arctan2(chroma[:, 1], chroma[:, 0]))
    apart = np.diff(np.append(angles, angles[0] + 2 * np.pi))
    if np.linalg.norm(chroma, axis=1).min() < MIN_CHROMA or apart.min() < 2 * SAME_HUE:
        return []
    masks = _masks(view, chroma)
    return [_painted(view, masks, shades, size) for size in CLOSED]


def _masks(view: View, chroma: NDArray[np.float32]) -> list[NDArray[np.uint8]]:
    """Where each entry's hue is, of the given chroma (n, 2)."""
    own = np.asarray(to_lab(view.rgb.astype(np.float32)), np.float32)[..., 1:]
    length = np.linalg.norm(own, axis=2)
    masks = []
    for entry in chroma:
        full = float(np.linalg.norm(entry))
        along = own @ (entry / full)
        near = (along >= PALE_PART * full) & (along >= np.cos(SAME_HUE) * length)
        masks.append((near & view.strokes & ~view.cuts).astype(np.uint8))
    return masks


def _painted(view: View, masks: list[NDArray[np.uint8]], shades: list[tuple[int, int, int]], size: int) -> View:
    rgb = view.rgb.copy()
    ink = view.ink.copy()
    rgb[view.ink] = view.background
    for mask, shade in zip(masks, shades, strict=True):
        closed = cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((size, size), np.uint8)) > 0
        rgb[closed & ~view.cuts] = shade
        ink |= closed
    return replace(view, rgb=rgb, ink=ink, strokes=view.strokes | ink)
