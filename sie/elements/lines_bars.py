"""Error bars on curves: upright strokes with caps, found before tracing so that no curve runs along them.

Unlike those of bars and points they are sought on their own: a capped upright stroke among curves is nothing else,
and where everything is black the curve cannot be traced before they are gone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

LEAST = 3
"""Fewer capped strokes than this are letters or brackets."""


@dataclass(frozen=True)
class CappedStroke:
    """An upright stroke in crop pixels: its middle column, the middle rows of its ends, half its caps' width, its box."""

    x: float
    top: float
    bottom: float
    half_cap: float
    box: tuple[int, int, int, int]


def find_capped_strokes(inked: np.ndarray, stroke: float) -> list[CappedStroke]:
    """The capped upright strokes of a mask, none where there are fewer than `LEAST`.

    Args:
        inked: bool (h, w).
        stroke: thickness of the mask's strokes in pixels.
    """
    length = max(9, round(4 * stroke))
    mask = inked.astype(np.uint8)
    upright = cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((length, 1), np.uint8))
    count, _, stats, _ = cv2.connectedComponentsWithStats(upright, connectivity=8)
    thickest = stroke + 2
    found = []
    for index in range(1, count):
        x, y, w, h, area = (int(v) for v in stats[index])
        if w > thickest or area < 0.7 * w * h:
            continue
        piece = _capped_stroke(inked, x, y, w, h, stroke)
        if piece is not None:
            found.append(piece)
    return found if len(found) >= LEAST else []


def _capped_stroke(inked: np.ndarray, x: int, y: int, w: int, h: int, stroke: float) -> CappedStroke | None:
    """The stroke at a box if it stands free and has a cap at an end."""
    reach = max(2, round(stroke) + 1)
    beside = [column for column in (x - reach, x + w - 1 + reach) if 0 <= column < inked.shape[1]]
    if any(inked[y : y + h, column].mean() > 0.45 for column in beside):
        return None
    middle = x + w / 2
    halves = [_half_cap(inked, middle, w, rows) for rows in (range(y - 1, y + 3), range(y + h - 3, y + h + 1))]
    widths = [half for half in halves if half > 0]
    if not widths:
        return None
    if len(widths) == 2 and abs(widths[0] - widths[1]) > max(2.0, 0.35 * max(widths)):
        return None
    half = max(widths)
    box = (int(middle - half) - 1, y - 1, int(np.ceil(middle + half)) + 1, y + h + 1)
    return CappedStroke(middle, y + stroke / 2, y + h - stroke / 2, half, box)


def _half_cap(inked: np.ndarray, middle: float, width: int, rows: range) -> float:
    """Half the width of a level run centred on the stroke in one of the rows, 0 where there is none."""
    best = 0.0
    for row in rows:
        if not 0 <= row < inked.shape[0]:
            continue
        line = inked[row]
        left = right = int(middle)
        if not line[left]:
            continue
        while left > 0 and line[left - 1]:
            left -= 1
        while right < len(line) - 1 and line[right + 1]:
            right += 1
        to_left, to_right = middle - left, right + 1 - middle
        if min(to_left, to_right) >= width / 2 + 1.0 and abs(to_left - to_right) <= max(
            1.5, 0.3 * (to_left + to_right)
        ):
            best = max(best, (to_left + to_right) / 2)
    return best


def without_strokes(alpha: np.ndarray, bars: Sequence[CappedStroke], stroke: float) -> np.ndarray:
    """Coverage without the error bars: their stems and their caps are emptied."""
    if not bars:
        return alpha
    cleared = alpha.copy()
    half = stroke / 2 + 1
    for bar in bars:
        x0, x1 = max(0, round(bar.x - half)), round(bar.x + half)
        cleared[max(0, bar.box[1]) : bar.box[3], x0:x1] = 0
        for end in (bar.top, bar.bottom):
            rows = slice(max(0, round(end - half)), round(end + half))
            cleared[rows, max(0, bar.box[0]) : bar.box[2]] = 0
    return cleared
