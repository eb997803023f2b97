"""How wide the steps between plain grounds are: one pixel as tools draw them, two and more in enlarged pictures."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from sie.artifacts import Raster

REACH = 4
"""Pixels looked at on either side of a step."""
MIN_STEP = 60.0
"""Grey levels from ground to ground."""
MIN_RISE = 25.0
"""Grey levels of a step's steepest pixel."""
FLAT = 4.0
"""Grey levels by which the ground beside a step may still change."""
STRAY = 1.12
"""A step that goes up and down, such as an outline, changes by more than this part of its height."""
MOST_STEPS = 20_000
MIN_STEPS = 20
DRAWN_PX = 1.2
"""The width of steps that were drawn, at any part of a pixel, and never enlarged."""
ENLARGED_PX = 1.8
"""Steps are as wide as this where a picture was enlarged; compression alone, or reduction, makes them less wide."""


def enlargement(raster: Raster) -> float:
    """How many times a picture was enlarged, by the width of its steps; 1 where it shows no such thing."""
    width = step_width(raster.rgb)
    return width / DRAWN_PX if width is not None and width >= ENLARGED_PX else 1.0


def step_width(rgb: NDArray[np.uint8]) -> float | None:
    """The median width of steps between two plain grounds, pixels: height by steepest rise; None of too few.

    Args:
        rgb: (h, w, 3).
    """
    grey = rgb.astype(np.float32) @ np.array([0.299, 0.587, 0.114], np.float32)
    found = np.concatenate([_widths(grey), _widths(grey.T)])
    return float(np.median(found)) if len(found) >= MIN_STEPS else None


def _widths(grey: NDArray[np.float32]) -> NDArray[np.float32]:
    """Widths of the steps along the rows of a grey picture."""
    rise = np.abs(np.diff(grey, axis=1))
    if rise.shape[1] <= 2 * REACH:
        return np.zeros(0, np.float32)
    inner = rise[:, REACH:-REACH]
    before, after = rise[:, REACH - 1 : -REACH - 1], rise[:, REACH + 1 : rise.shape[1] - REACH + 1]
    rows, cols = np.nonzero((inner >= MIN_RISE) & (inner >= before) & (inner > after))
    every = max(1, len(rows) // MOST_STEPS)
    rows, cols = rows[::every], cols[::every] + REACH
    left, right = grey[rows, cols - REACH], grey[rows, cols + REACH + 1]
    height = np.abs(right - left)
    way = sum((rise[rows, cols + k] for k in range(-REACH, REACH + 1)), np.zeros(len(rows), np.float32))
    flat = (rise[rows, cols - REACH] < FLAT) & (rise[rows, cols + REACH] < FLAT)
    plain = flat & (height >= MIN_STEP) & (way <= STRAY * height)
    widths: NDArray[np.float32] = height[plain] / rise[rows, cols][plain]
    return widths
