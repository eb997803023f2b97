"""Tight polygons around drawn ink, found by comparing a picture before and after something is drawn on it."""

from __future__ import annotations

import numpy as np

from models.synth.truth import Box, Point

# Anti-aliased fringes fainter than this part of the strongest change do not count as ink.
FAINT = 0.3


def changed(before: np.ndarray, after: np.ndarray) -> np.ndarray:
    """Where drawing left ink: a boolean (height, width) array from two uint8 (height, width, 4) arrays."""
    mask = np.zeros(before.shape[:2], dtype=bool)
    same = _packed(before) == _packed(after)
    rows, cols = np.flatnonzero(~same.all(axis=1)), np.flatnonzero(~same.all(axis=0))
    if not len(rows):
        return mask
    where = (slice(rows[0], rows[-1] + 1), slice(cols[0], cols[-1] + 1))
    change = strongest_channel(after[where].astype(np.int16) - before[where])
    mask[where] = change > max(8.0, FAINT * int(change.max()))
    return mask


def strongest_channel(difference: np.ndarray) -> np.ndarray:
    """The largest magnitude over the colour channels of (height, width, channels)."""
    size = np.abs(difference)
    return np.asarray(np.maximum(np.maximum(size[:, :, 0], size[:, :, 1]), size[:, :, 2]))


def _packed(rgba: np.ndarray) -> np.ndarray:
    return np.ascontiguousarray(rgba).view(np.uint32)[:, :, 0]


def mask_box(mask: np.ndarray, *, x: float = 0.0, y: float = 0.0) -> Box | None:
    """The half-open box of a mask's set pixels, the mask's corner at (x, y); None for an empty mask."""
    rows = np.flatnonzero(mask.any(axis=1))
    cols = np.flatnonzero(mask.any(axis=0))
    if not len(rows):
        return None
    return x + float(cols[0]), y + float(rows[0]), x + float(cols[-1]) + 1.0, y + float(rows[-1]) + 1.0


def mask_polygon(mask: np.ndarray, angle: float, *, x: float = 0.0, y: float = 0.0) -> tuple[Point, ...] | None:
    """The tightest rectangle at an angle around a mask's pixels, corners in the text's reading order.

    Args:
        mask: boolean (height, width).
        angle: degrees, counter-clockwise as seen, of the text's direction.
        x: pixel column of the mask's left edge.
        y: pixel row of the mask's top edge.

    Returns:
        Top left, top right, bottom right and bottom left corner as the text is read; None for an empty mask.
    """
    rows, cols = np.nonzero(mask)
    if not len(rows):
        return None
    turn = np.deg2rad(angle)
    along = np.array([np.cos(turn), -np.sin(turn)])
    down = np.array([np.sin(turn), np.cos(turn)])
    centers = np.stack([cols + 0.5 + x, rows + 0.5 + y], axis=1)
    half = 0.5 if angle % 90 == 0 else 0.35
    u, v = centers @ along, centers @ down
    u0, u1, v0, v1 = u.min() - half, u.max() + half, v.min() - half, v.max() + half
    corners = [along * a + down * b for a, b in ((u0, v0), (u1, v0), (u1, v1), (u0, v1))]
    return tuple((float(c[0]), float(c[1])) for c in corners)
