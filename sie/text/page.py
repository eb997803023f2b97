"""The ink of a whole picture: what is no background."""

from __future__ import annotations

import numpy as np

from sie.text.ink import COLOR_STEP

MIN_CONTRAST = 60
"""Ink differs from every background by this much, in levels of its most different channel."""
BACKGROUND_PART = 0.08
"""A colour that covers this part of the picture is a background: the page, a plot's panel."""


def page_ink(rgb: np.ndarray, contrast: int = MIN_CONTRAST) -> np.ndarray:
    """Pixels that are far from every background colour, as uint8 0 or 1."""
    rounded = (rgb // COLOR_STEP).astype(np.int32)
    codes = (rounded[..., 0] * 64 + rounded[..., 1]) * 64 + rounded[..., 2]
    values, counts = np.unique(codes, return_counts=True)
    common = values[counts >= BACKGROUND_PART * codes.size]
    if len(common) == 0:
        common = values[[counts.argmax()]]
    ink = np.ones(codes.shape, dtype=bool)
    signed = rgb.astype(np.int16)
    for code in common:
        background = np.median(rgb[codes == code], axis=0).astype(np.int16)
        ink &= np.abs(signed - background).max(axis=-1) > contrast
    return ink.astype(np.uint8)
