"""Outlines of bars in the ground's own colour, which make a bar seem smaller than it is on every side.

Such an outline is seen where it cuts the grid lines beside a bar, or lifts the bar's foot off the zero line. A bar that
merely has gaps beside it does neither.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from sie.artifacts import Axis
from sie.elements.bars_series import Bar
from sie.elements.bars_view import View
from sie.structure.marks import sharpness

MIN_GAP_PX = 0.6
MAX_GAP_PX = 4.0
"""An outline's width; wider gaps have other reasons."""
GRID_CONTRAST = 12.0
"""Grey levels that a grid line beside a bar differs from the ground above and below it."""
GROUND_PX = 3
"""So far from a grid line's middle the ground is bare."""
MIN_ROOM_PX = 6
TOUCH_PX = 0.5
INSIDE_PX = 4
SAME_GROUND = 16.0
"""Grey levels by which a gap may leave the way from fill to ground: a dark outline cuts the grid lines too."""
MIN_PLACES = 3
FOOT_PX = 0.6
"""A foot so far above zero is lifted by an outline: ticks may be drawn half a pixel beside their places."""
MAX_FOOT_PX = 2.0
SAME_GAP_PX = 0.5
MIN_ROUNDED = 4
ROUNDED = 0.88
"""Length of the mean of places as turns of a circle of one pixel, above which they are all rounded."""


def are_rounded(places: Sequence[float]) -> bool:
    """Whether places are at one and the same part of a pixel, as those that a tool rounds; True of too few to tell."""
    if len(places) < MIN_ROUNDED:
        return True
    turns = 2j * np.pi * np.asarray(places)
    return bool(abs(np.mean(np.exp(turns))) >= ROUNDED)


def with_hidden_outline(bars: Sequence[Bar], view: View, values: Axis | None) -> list[Bar]:
    """The bars with their ends (and feet that an outline lifted) moved out by half the outline's width.

    Feet of bars that go up and down tell by what parts them. Others tell only where the ticks of the value axis are
    anti-aliased: sharp ones may stand beside their places.
    """
    sharp = values is None or sharpness([tick.px for tick in values.ticks if tick.marked]) in ("odd", "even")
    half, lifted = _parted_feet(bars, view), True
    if half is None and not sharp:
        half = _lift(bars, view)
    if half is None:
        width = _gap_width(bars, view)
        half, lifted = (0.0 if width is None else width / 2), False
    if half == 0.0:
        return list(bars)
    tallest: dict[tuple[int, bool], float] = {}
    for bar in bars:
        tallest[bar.slot, bar.up] = max(tallest.get((bar.slot, bar.up), -math.inf), _reach(bar))
    outermost = [_reach(bar) == tallest[bar.slot, bar.up] for bar in bars]
    return [_grown(bar, half, lifted=lifted) if last else bar for bar, last in zip(bars, outermost, strict=True)]


def _reach(bar: Bar) -> float:
    """How far a part's end lies out, rows."""
    return -bar.end if bar.up else bar.end


def _grown(bar: Bar, half: float, *, lifted: bool) -> Bar:
    out = -half if bar.up else half
    return replace(bar, end=bar.end + out, base=bar.base - out if lifted else bar.base)


def _lift(bars: Sequence[Bar], view: View) -> float | None:
    """How far all feet lie within the bars from the zero line; None where they stand on it."""
    slots = {(bar.slot, bar.up) for bar in bars}
    if len(slots) < len(bars) or not view.base_hints or are_rounded([bar.end for bar in bars]):
        return None
    inset = []
    for bar in bars:
        zero = min(view.base_hints, key=lambda row, base=bar.base: abs(row - base))  # type: ignore[misc]
        inset.append(zero - bar.base if bar.up else bar.base - zero)
    middle = float(np.median(inset)) if inset else 0.0
    return middle if FOOT_PX < middle <= MAX_FOOT_PX and np.ptp(inset) <= SAME_GAP_PX else None


def _parted_feet(bars: Sequence[Bar], view: View) -> float | None:
    """Half of the bare ground between the feet of bars that go up and those of bars that go down; None without it."""
    above, below = ({bar.base for bar in bars if bar.up is up} for up in (True, False))
    if len(above) != 1 or len(below) != 1:
        return None
    upper, lower = above.pop(), below.pop()
    if not MIN_GAP_PX <= lower - upper <= MAX_GAP_PX:
        return None
    middle = int((upper + lower) / 2)
    ground = np.array(view.background, np.float32)
    for bar in bars:
        columns = slice(int(bar.x0) + 1, max(int(bar.x0) + 2, int(bar.x1)))
        row = np.median(view.raw[middle, columns], axis=0).astype(np.float32)
        inner = np.median(view.raw[int((bar.base + bar.end) / 2), columns], axis=0).astype(np.float32)
        if bool(np.any(row < np.minimum(inner, ground) - SAME_GROUND)) or _nearer(row, inner, ground):
            return None
    return (lower - upper) / 2


def _nearer(color: NDArray[np.float32], one: NDArray[np.float32], other: NDArray[np.float32]) -> bool:
    return float(np.abs(color - one).max()) < float(np.abs(color - other).max())


def _gap_width(bars: Sequence[Bar], view: View) -> float | None:
    """Median width of bare ground between bars and the grid lines beside them; None without such gaps."""
    gaps: list[float] = []
    for bar in bars:
        rows = slice(int(min(bar.base, bar.end)) + GROUND_PX + 1, int(max(bar.base, bar.end)) - GROUND_PX)
        left = max((other.x1 for other in bars if other.x1 <= bar.x0 + TOUCH_PX), default=view.plot[0])
        right = min((other.x0 for other in bars if other.x0 >= bar.x1 - TOUCH_PX), default=view.plot[2])
        gaps += _gaps(view, rows, bar.x1, right, outward=1) + _gaps(view, rows, bar.x0, left, outward=-1)
    if len(gaps) < MIN_PLACES:
        return None
    middle = float(np.median(gaps))
    steady = float(np.mean(np.abs(np.array(gaps) - middle) <= SAME_GAP_PX))
    return middle if MIN_GAP_PX <= middle <= MAX_GAP_PX and steady >= 0.6 else None


def _gaps(view: View, rows: slice, side: float, next_side: float, *, outward: int) -> list[float]:
    """Widths of bare ground at one side of a bar, one a grid line that comes near it."""
    room = abs(next_side - side)
    if room < MIN_ROOM_PX or rows.stop <= rows.start:
        return []
    reach = int(min(room / 2, MAX_GAP_PX + 4))
    first = int(np.floor(side)) if outward > 0 else int(np.ceil(side)) - reach
    lanes = slice(max(0, first), max(0, first) + reach)
    contrast = _line_contrast(view.raw, rows, lanes)
    if contrast.shape[1] < 4:
        return []
    ground = np.median(view.raw[rows, lanes], axis=0).astype(np.float32)
    if outward < 0:
        contrast, ground = contrast[:, ::-1], ground[::-1]
    inner = min(max(0, int(side) - outward * INSIDE_PX), view.raw.shape[1] - 1)
    fill = np.median(view.raw[rows, inner], axis=0).astype(np.float32)
    low, high = np.minimum(fill, ground[-1]) - SAME_GROUND, np.maximum(fill, ground[-1]) + SAME_GROUND
    if bool(np.any((ground[:3] < low) | (ground[:3] > high))):
        return []
    far = contrast[:, -2:].mean(axis=1)
    part = side - np.floor(side) if outward > 0 else np.ceil(side) - side
    found = []
    for row in np.flatnonzero(far >= GRID_CONTRAST):
        if (row and far[row - 1] > far[row]) or (row + 1 < len(far) and far[row + 1] >= far[row]):
            continue
        share = np.clip(contrast[row] / far[row], 0, 1)
        if share.min() >= 0.5:
            found.append(0.0)
        else:
            last = int(np.flatnonzero(share < 0.5)[-1])
            found.append(float(last + 1 + (1 - share[last + 1 : last + 2]).sum() - share[last] - part))
    return found


def _line_contrast(raw: NDArray[np.uint8], rows: slice, lanes: slice) -> NDArray[np.float32]:
    """How far each pixel differs from the ground a few rows above and below it, the lesser of the two."""
    own = raw[rows, lanes].astype(np.float32)
    above = raw[rows.start - GROUND_PX : rows.stop - GROUND_PX, lanes].astype(np.float32)
    below = raw[rows.start + GROUND_PX : rows.stop + GROUND_PX, lanes].astype(np.float32)
    if not own.shape == above.shape == below.shape:
        return np.zeros((0, 0), np.float32)
    difference = np.minimum(np.abs(own - above).max(axis=2), np.abs(own - below).max(axis=2))
    return np.asarray(difference, np.float32)
