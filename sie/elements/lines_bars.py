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
    """An upright stroke in crop pixels.

    Attributes:
        x: its middle.
        top, bottom: the middle rows of its ends.
        half_cap: half the width of its caps.
        caps: how many of its ends show a cap.
        box: of all its ink.
    """

    x: float
    top: float
    bottom: float
    half_cap: float
    caps: int
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
    count, labels, stats, _ = cv2.connectedComponentsWithStats(upright, connectivity=8)
    thickest = stroke + 2
    found = []
    for index in range(1, count):
        x, y, w, h = (int(v) for v in stats[index, :4])
        stem = _longest_columns(labels[y : y + h, x : x + w] == index)
        if stem is None or stem[1] - stem[0] > thickest:
            continue
        piece = _capped_stroke(inked, x + stem[0], y, stem[1] - stem[0], h, stroke)
        if piece is not None:
            found.append(piece)
    return _alike(found)


def _longest_columns(piece: np.ndarray) -> tuple[int, int] | None:
    """The columns of a piece that reach through its whole height, or None: sides of markers may cling to a stem."""
    full = np.flatnonzero(piece.sum(axis=0) >= 0.85 * len(piece))
    if len(full) == 0 or full[-1] - full[0] >= len(full):
        return None
    return int(full[0]), int(full[-1]) + 1


def _alike(strokes: list[CappedStroke]) -> list[CappedStroke]:
    """Strokes whose caps are as wide as those of the strokes that have two; none where few have two."""
    usual = [s.half_cap for s in strokes if s.caps == 2]
    if len(usual) < LEAST:
        return []
    width = float(np.median(usual))
    kept = [s for s in strokes if abs(s.half_cap - width) <= max(1.0, 0.25 * width)]
    return kept if sum(s.caps == 2 for s in kept) >= LEAST else []


def _capped_stroke(inked: np.ndarray, x: int, y: int, w: int, h: int, stroke: float) -> CappedStroke | None:
    """The stroke at a box if it stands free and has a cap at an end."""
    reach = max(2, round(stroke) + 1)
    beside = [column for column in (x - reach, x + w - 1 + reach) if 0 <= column < inked.shape[1]]
    crowd = max((float(inked[y : y + h, column].mean()) for column in beside), default=0.0)
    middle = x + w / 2
    halves = [_half_cap(inked, middle, w, rows) for rows in (range(y - 1, y + 3), range(y + h - 3, y + h + 1))]
    widths = [half for half in halves if half > 0]
    if not widths:
        return None
    if len(widths) == 2 and abs(widths[0] - widths[1]) > max(2.0, 0.35 * max(widths)):
        return None
    if crowd > (0.8 if len(widths) == 2 else 0.45):
        return None
    half = max(widths)
    box = (int(middle - half) - 1, y - 1, int(np.ceil(middle + half)) + 1, y + h + 1)
    return CappedStroke(middle, y + stroke / 2, y + h - stroke / 2, half, len(widths), box)


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
    inked = alpha >= 0.3
    half = stroke / 2 + 1
    for bar in bars:
        x0, x1 = max(0, round(bar.x - half)), round(bar.x + half)
        caps = [*_inner_caps(inked, bar, stroke), bar.top, bar.bottom]
        cleared[max(0, bar.box[1]) : bar.box[3], x0:x1] = 0
        for end in caps:
            rows = slice(max(0, round(end - half)), round(end + half))
            cleared[rows, max(0, bar.box[0]) : bar.box[2]] = 0
    return cleared


def _inner_caps(inked: np.ndarray, bar: CappedStroke, stroke: float) -> list[float]:
    """Rows between a stroke's ends that are caps too: bars of several curves stand in one column."""
    rows = range(max(0, bar.box[1] + 2), min(inked.shape[0], bar.box[3] - 2))
    level = np.array([abs(_half_cap(inked, bar.x, 1, range(row, row + 1)) - bar.half_cap) <= 1.0 for row in rows])
    edges = np.flatnonzero(np.diff(np.concatenate(([0], level.astype(np.int8), [0]))))
    runs = zip(edges[::2].tolist(), edges[1::2].tolist(), strict=True)
    return [rows.start + (a + b) / 2 for a, b in runs if b - a <= stroke + 1.5]
