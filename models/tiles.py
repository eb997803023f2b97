"""Large pictures in tiles: small marks would not survive the scale at which the whole fits the largest canvas."""

from __future__ import annotations

import numpy as np

Tile = tuple[int, int, int, int]

OVERLAP_PX = 320
"""Neighbouring tiles share so many pixels of the picture: what is no longer than that lies whole in one of them."""
SMALL_PX = 16.0
"""What has both sides longer than this on the whole picture's canvas is seen there, and only its parts in a tile."""
_BORDER_PX = 3.0


def plan_tiles(width: int, height: int, *, side: int) -> list[Tile]:
    """Boxes xyxy of equal tiles that cover a picture, none longer than `side` pixels.

    >>> plan_tiles(100, 50, side=100), len(plan_tiles(4000, 1000, side=2048))
    ([(0, 0, 100, 50)], 3)
    """
    return [(x0, y0, x1, y1) for y0, y1 in _spans(height, side) for x0, x1 in _spans(width, side)]


def _spans(length: int, side: int) -> list[tuple[int, int]]:
    if length <= side:
        return [(0, length)]
    count = -(-(length - OVERLAP_PX) // (side - OVERLAP_PX))
    starts = np.linspace(0, length - side, count).round().astype(int)
    return [(int(start), int(start) + side) for start in starts]


def whole_in_tile(boxes: np.ndarray, tile: Tile, *, width: int, height: int, scale: float) -> np.ndarray:
    """Which boxes (n, 4) of a tile are small and not cut by a border inside the picture.

    Args:
        boxes: in pixels of the picture.
        tile: the tile they were found in.
        width: of the picture.
        height: of the picture.
        scale: of the whole picture's canvas, in canvas pixels for one of the picture.
    """
    sides = boxes[:, 2:] - boxes[:, :2]
    small = (sides.max(axis=1, initial=0) <= OVERLAP_PX) & (sides.min(axis=1, initial=np.inf) * scale <= SMALL_PX)
    x0, y0, x1, y1 = tile
    cut = (boxes[:, 0] < x0 + _BORDER_PX) & (x0 > 0)
    cut |= (boxes[:, 1] < y0 + _BORDER_PX) & (y0 > 0)
    cut |= (boxes[:, 2] > x1 - _BORDER_PX) & (x1 < width)
    cut |= (boxes[:, 3] > y1 - _BORDER_PX) & (y1 < height)
    return np.asarray(small & ~cut)
