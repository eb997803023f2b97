"""The ink of a whole picture: what is no background."""

from __future__ import annotations

import cv2
import numpy as np

from sie.text.ink import rough_colors

MIN_CONTRAST = 60
"""Ink differs from every background by this much, in levels of its most different channel."""
BACKGROUND_PART = 0.08
"""A colour that covers this part of the picture is a background: the page, a plot's panel."""
PAGE_PART = 0.2
"""The same where the fill of large bars, which is also their swatch's, must not pass for one."""


def page_ink(rgb: np.ndarray, contrast: int = MIN_CONTRAST, *, part: float = BACKGROUND_PART) -> np.ndarray:
    """Pixels that are far from every background colour, as uint8 0 or 1; `part` is what a background covers."""
    codes = rough_colors(rgb)
    counts = np.bincount(codes.ravel())
    common = np.flatnonzero(counts >= part * codes.size)
    nearest = np.full(codes.shape, 255, dtype=np.uint8)
    channels = cv2.split(rgb)
    for code in common if len(common) else [counts.argmax()]:
        own = (codes == code).view(np.uint8)
        red, green, blue = (cv2.LUT(channel, _distances(_median(channel, own))) for channel in channels)
        nearest = np.minimum(nearest, cv2.max(cv2.max(red, green), blue))
    return (nearest > contrast).view(np.uint8)


def _median(channel: np.ndarray, mask: np.ndarray) -> int:
    """The median over a mask, from the histogram: a picture's background is half a million pixels."""
    counts = np.cumsum(cv2.calcHist([channel], [0], mask, [256], [0, 256]))
    return int(np.searchsorted(counts, (counts[-1] + 1) // 2))


def _distances(level: int) -> np.ndarray:
    """How far each of the 256 levels is from one."""
    return np.abs(np.arange(256) - level).astype(np.uint8)
