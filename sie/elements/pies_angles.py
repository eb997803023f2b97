"""The slices of a disc: where its colour, read along the turn, changes, to a fraction of a degree."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import cv2
import numpy as np
from numpy.typing import NDArray

from sie.artifacts import XY
from sie.elements.bars_edges import locate_edge
from sie.elements.bars_zones import Mask, Rgb
from sie.elements.pies_disk import Disk

Profile = NDArray[np.float32]

SIGMA_PX = 0.42
"""Standard error of a boundary along the rim."""
STEPS_PER_PX = 3
"""Samples of the turn per pixel of the rim."""
RINGS = 40
FLAT_STEP = 2.0
"""Largest change of a channel from sample to sample within a slice."""
JOIN_STEP = 8.0
MIN_SLICE_PX = 1.5
"""A slice shorter along the rim is a separator."""
SEPARATOR_PX = 5.0
"""Largest width along the rim of a line between slices."""
LETTERED = 0.3
"""Part of a radius that texts cover where what is between two stretches of one colour may be a letter."""
HIDDEN = 0.85
"""Part of a radius that texts cover where its colour is not seen."""
HOLE_SHARE = 0.9


@dataclass(frozen=True)
class Slice:
    """A slice in crop pixels: `start` and `stop` in radians, clockwise as seen from the right, start < stop."""

    center: XY
    radius: float
    start: float
    stop: float
    color: tuple[float, float, float]
    sigma: float

    @property
    def middle(self) -> float:
        """The direction of its middle, radians."""
        return (self.start + self.stop) / 2


def find_slices(rgb: Rgb, text: Mask, disk: Disk, background: tuple[int, int, int]) -> list[Slice]:
    """The slices of a disc or ring, clockwise from the first boundary."""
    inner = _inner_radius(rgb, text, disk, background)
    count = int(2 * np.pi * disk.radius * STEPS_PER_PX)
    angles = (np.arange(count) + 0.5) / count * 2 * np.pi
    radii = np.linspace(max(0.45 * disk.radius, inner + 2), 0.94 * disk.radius - 1, RINGS)
    profile, lettered = _turn_profile(rgb, text, disk, angles, radii)
    places = _boundaries(profile, lettered)
    if len(places) < 2:
        return []
    slices = []
    for first, second in zip(places, [*places[1:], places[0] + count], strict=True):
        middle = profile[np.arange(int(first) + 1, max(int(first) + 2, int(second))) % count]
        color = np.median(middle, axis=0)
        scale = 2 * np.pi / count
        slices.append(
            Slice(
                (disk.cx, disk.cy),
                disk.radius,
                first * scale,
                second * scale,
                (float(color[0]), float(color[1]), float(color[2])),
                SIGMA_PX,
            )
        )
    return slices


def _inner_radius(rgb: Rgb, text: Mask, disk: Disk, background: tuple[int, int, int]) -> float:
    """The radius of a ring's hole: out to where (nearly) the whole turn shows the background; 0 for a full disc."""
    angles = np.linspace(0, 2 * np.pi, 180, endpoint=False)
    inner = 0.0
    for radius in np.arange(3.0, 0.9 * disk.radius, 1.0):
        colors, hidden = _sample(rgb, text, disk, angles, np.array([radius]))
        empty = np.abs(colors[:, 0] - np.array(background, np.float32)).max(axis=1) < 12
        shown = ~hidden[:, 0]
        if shown.sum() < 20:
            continue
        if empty[shown].mean() < HOLE_SHARE:
            return inner if inner > 0.15 * disk.radius else 0.0
        inner = float(radius)
    return inner


def _sample(
    rgb: Rgb, text: Mask, disk: Disk, angles: NDArray[np.float64], radii: NDArray[np.float64]
) -> tuple[Profile, Mask]:
    """Colours (angles, radii, 3) and text mask (angles, radii) on a polar grid."""
    xs = (disk.cx + np.cos(angles)[:, None] * radii[None] - 0.5).astype(np.float32)
    ys = (disk.cy + np.sin(angles)[:, None] * radii[None] - 0.5).astype(np.float32)
    colors = cv2.remap(rgb, xs, ys, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    hidden = cv2.remap(text.astype(np.uint8), xs, ys, cv2.INTER_NEAREST, borderMode=cv2.BORDER_CONSTANT)
    return colors.astype(np.float32), hidden > 0


def _turn_profile(
    rgb: Rgb, text: Mask, disk: Disk, angles: NDArray[np.float64], radii: NDArray[np.float64]
) -> tuple[Profile, Profile]:
    """Median colour along the radius at each angle, letters left out where enough is seen, and the part they cover."""
    colors, hidden = _sample(rgb, text, disk, angles, radii)
    profile = np.median(colors, axis=1)
    for index in np.flatnonzero(hidden.any(axis=1) & (hidden.mean(axis=1) < HIDDEN)):
        profile[index] = np.median(colors[index][~hidden[index]], axis=0)
    return np.asarray(profile, np.float32), np.asarray(hidden.mean(axis=1), np.float32)


def _boundaries(profile: Profile, lettered: Profile) -> list[float]:
    """Sample positions (fractional, ascending) of the boundaries between slices."""
    count = len(profile)
    start = _quiet_start(profile)
    rolled = np.roll(profile, -start, axis=0)
    runs = _without_separators(_runs(rolled, np.roll(lettered, -start)), rolled)
    if len(runs) < 2:
        return []
    reach = 4 * STEPS_PER_PX
    places = []
    extended = np.concatenate((rolled, rolled[: 2 * reach]))
    for first, second in zip(runs, [*runs[1:], (runs[0][0] + count, runs[0][1] + count)], strict=True):
        edge = (first[1] + second[0]) // 2
        width = min(reach, max(2, (first[1] - first[0])), max(2, second[1] - second[0]))
        half = max(width, (second[0] - first[1]) // 2 + 2)
        at = edge if edge + half < len(extended) else edge - count
        window = extended if at - half >= 0 else np.concatenate((rolled[-2 * reach :], extended))
        shift = 0 if at - half >= 0 else 2 * reach
        places.append(locate_edge(window, at + shift, reach=half, inner_reach=half) - shift)
    return sorted((place + start) % count for place in places)


def _quiet_start(profile: Profile) -> int:
    """A sample in the middle of the longest stretch without change, where the turn can be cut open."""
    step = np.abs(np.diff(np.concatenate((profile, profile[:1])), axis=0)).max(axis=1)
    loud = np.flatnonzero(step > FLAT_STEP)
    if not len(loud):
        return 0
    gaps = np.diff(np.append(loud, loud[0] + len(profile)))
    widest = int(gaps.argmax())
    return int((loud[widest] + gaps[widest] // 2) % len(profile))


def _runs(profile: Profile, lettered: Profile) -> list[tuple[int, int]]:
    """Stretches of one colour, the cut one joined at the ends; separators and letters fall out as short ones."""
    step = np.abs(np.diff(profile, axis=0)).max(axis=1)
    cuts = np.flatnonzero(step > FLAT_STEP) + 1
    edges = [0, *cuts.tolist(), len(profile)]
    shortest = MIN_SLICE_PX * STEPS_PER_PX
    runs: list[tuple[int, int]] = []
    colors: list[NDArray[np.float32]] = []
    for start, stop in pairwise(edges):
        if stop - start < shortest or float(np.median(lettered[start:stop])) >= HIDDEN:
            continue
        color = np.median(profile[start:stop], axis=0)
        # equal neighbours are one slice unless a separator line passes between them
        equal = bool(runs) and float(np.abs(colors[-1] - color).max()) <= JOIN_STEP
        between = lettered[runs[-1][1] : start] if equal else lettered[:0]
        behind_letters = bool(between.size and (between >= LETTERED).mean() > 0.5)
        if equal and (behind_letters or not _line_between(profile, runs[-1][1], start, color)):
            runs[-1] = (runs[-1][0], stop)
        else:
            runs.append((start, stop))
            colors.append(color)
    if len(runs) >= 2 and float(np.abs(colors[0] - colors[-1]).max()) <= JOIN_STEP:
        first, last = runs[0], runs.pop()
        runs[0] = (last[0] - len(profile), first[1])
    return runs


def _without_separators(runs: list[tuple[int, int]], profile: Profile) -> list[tuple[int, int]]:
    """The runs without the broad separator lines: short white or black ones.

    A narrow slice mostly has a colour of its own.
    """
    widest = SEPARATOR_PX * STEPS_PER_PX
    colors = [np.median(np.take(profile, range(a, b), axis=0, mode="wrap"), axis=0) for a, b in runs]
    kept = []
    for index, (start, stop) in enumerate(runs):
        neutral = float(np.ptp(colors[index])) < 12 and (colors[index].min() > 235 or colors[index].max() < 40)
        if len(runs) > 2 and stop - start <= widest and neutral:
            continue
        kept.append((start, stop))
    return kept


def _line_between(profile: Profile, start: int, stop: int, color: NDArray[np.float32]) -> bool:
    part = profile[max(0, start - 1) : stop + 1]
    return bool(len(part)) and float(np.abs(part - color).max()) > 24 and stop - start <= 10 * STEPS_PER_PX
