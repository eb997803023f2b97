"""Sub-pixel edges of bars from their anti-aliased profiles.

A fill's edge is where its covered length ends: the sum of coverages, which blur does not move. Where an outline is
drawn the true edge is the outline's middle, for plotting tools centre strokes on the path they outline.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Profile = NDArray[np.float32]

REACH = 4
"""Pixels looked at on each side of a whole-pixel edge."""
MIXED_ROW = 20.0
"""Standard deviation of a row's grey levels above which letters cross it."""
LINE_CONTRAST = 24.0
"""Grey levels by which a stroke must leave the way from one side's colour to the other's."""


def row_profile(rgb: NDArray[np.uint8], x0: int, x1: int, y0: int, y1: int) -> Profile:
    """Median colour of each row y0..y1 over the middle of the columns x0..x1, float32 (y1 - y0, 3).

    The median leaves out what stands before the bar: error bars, letters.
    """
    margin = min(max(1, round(0.12 * (x1 - x0))), max(0, (x1 - x0 - 1) // 2))
    strip = rgb[max(0, y0) : y1, max(0, x0 + margin) : x1 - margin]
    return np.asarray(np.median(strip, axis=1), np.float32)


def without_letters(
    profile: Profile, rgb: NDArray[np.uint8], columns: tuple[int, int], rows: tuple[int, int], edge: int, *, outward: int
) -> Profile:
    """The profile with the rows that letters beyond a bar's end cross taken from the plain row between them and it.

    Args:
        profile: colours of the rows.
        rgb: the view they were taken from.
        columns: first and last (exclusive) column of the bar.
        rows: first and last (exclusive) row of the profile.
        edge: index in the profile of the bar's whole-pixel end.
        outward: -1 where the rows beyond the end come before it, 1 where they come after.
    """
    strip = rgb[rows[0] : rows[1], columns[0] : columns[1]].astype(np.float32)
    mixed = strip.std(axis=1).max(axis=1) > MIXED_ROW
    cleaned = profile.copy()
    plain: Profile | None = None
    index = edge - 1 if outward < 0 else edge
    while 0 <= index < len(profile):
        if not mixed[index]:
            plain = profile[index]
        elif plain is not None:
            cleaned[index] = plain
        index += outward
    return cleaned


def locate_edge(profile: Profile, edge: int, *, reach: int = REACH, inner_reach: int = REACH) -> float:
    """The sub-pixel place of an edge near index `edge` of a colour profile, in pixels from the profile's start.

    Args:
        profile: float32 (n, 3) colours, `edge` being the index of the first sample of the side after the edge.
        reach: samples looked at before the edge.
        inner_reach: samples looked at after it.
    """
    low, high = max(0, edge - reach), min(len(profile), edge + inner_reach)
    window = profile[low:high]
    if len(window) < 2:
        return float(edge)
    before = np.median(window[: max(1, min(2, edge - low))], axis=0)
    after = np.median(window[-max(1, min(2, high - edge)) :], axis=0)
    stroke = _stroke(window, before, after)
    if stroke is None:
        return low + _step(window, before, after)
    peak, color = stroke
    outer = _step(window[: peak + 1], before, color) if peak > 0 else 0.0
    inner = peak + _step(window[peak:], color, after) if peak < len(window) - 1 else float(len(window))
    return low + (outer + inner) / 2


def _stroke(window: Profile, before: Profile, after: Profile) -> tuple[int, Profile] | None:
    """Index and colour of a stroke between two fills, or None where one passes straight into the other."""
    way = after - before
    length = float(way @ way)
    offset = window - before
    along = np.clip(offset @ way / length, 0, 1) if length > 1 else np.zeros(len(window))
    residual = np.abs(offset - along[:, None] * way).max(axis=1)
    peak = int(np.argmax(residual))
    if residual[peak] < LINE_CONTRAST or peak in (0, len(window) - 1):
        return None
    return peak, window[peak]


def _step(window: Profile, before: Profile, after: Profile) -> float:
    """Where `before` passes into `after`, in pixels from the window's start, by covered length."""
    way = after - before
    length = float(way @ way)
    if length < 1:
        return len(window) / 2
    share = np.clip((window - before) @ way / length, 0, 1)
    return float(len(window) - share.sum())


def stroke_color(window: Profile) -> Profile | None:
    """The colour of a stroke between the first and the last sample of a profile, or None where there is none."""
    if len(window) < 3:
        return None
    stroke = _stroke(window, window[0], window[-1])
    return None if stroke is None else stroke[1]
