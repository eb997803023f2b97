"""Sub-pixel edges of bars from their anti-aliased profiles.

A fill's edge is where its covered length ends: the sum of coverages, which blur does not move. Where an outline is
drawn the true edge is the outline's middle, for plotting tools centre strokes on the path they outline.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from sie.medians import median_of

Profile = NDArray[np.float32]
RGB = tuple[int, int, int]

REACH = 4
"""Pixels looked at on each side of a whole-pixel edge."""
MIXED_ROW = 8.0
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
    profile: Profile, rgb: NDArray[np.uint8], bounds: tuple[int, int, int, int], edge: int, ground: RGB, *, outward: int
) -> Profile:
    """The profile with bare ground in the rows that letters cross beyond a bar's end, past the first bare row.

    Args:
        profile: colours of the rows.
        rgb: the view they were taken from.
        bounds: the bar's columns and the profile's rows in the view, xyxy, half-open.
        edge: index in the profile of the bar's whole-pixel end.
        ground: colour of the bare background.
        outward: -1 where the rows beyond the end come before it, 1 where they come after.
    """
    x0, y0, x1, y1 = bounds
    mixed = rgb[y0:y1, x0:x1].astype(np.float32).std(axis=1).max(axis=1) > MIXED_ROW
    bare = ~mixed & (np.abs(profile - np.array(ground, np.float32)).max(axis=1) <= MIXED_ROW)
    beyond = range(edge - 1, -1, -1) if outward < 0 else range(edge, len(profile))
    first = next((index for index in beyond if bare[index]), None)
    if first is None:
        return profile
    cleaned = profile.copy()
    for index in range(first, beyond.stop, outward):
        if mixed[index]:
            cleaned[index] = ground
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
    before = median_of(window[: max(1, min(2, edge - low))], axis=0)
    after = median_of(window[-max(1, min(2, high - edge)) :], axis=0)
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
