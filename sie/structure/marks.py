"""Finds the tick marks and grid lines of an axis to sub-pixel, and matches labels to them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from sie.artifacts import XYXY
from sie.structure.lines import MIN_CONTRAST, LineField, Pixels
from sie.vocab import Direction

FLUSH_PX = 2.0
"""An outer label that is set flush reaches its mark, to so many pixels."""
UNEVEN_REL = 0.12
"""In their even spacing: how far off it marks are at most."""

MARK_SIGMA_PX = 0.25
"""How well a mark's anti-aliased middle tells its place."""
BAND_PX = 3
"""Rows of pixels in which a tick mark must go on: shorter ones are noise."""
MAX_OFF_LINE_PX = 0.5
"""Renderers round ticks to whole pixels: 0.3 root mean square."""
MAX_INNER_SHIFT_PX = 3.5
"""Strokes inside the plot that lie farther from the labels' middles are data, unless all labels have one, exactly."""
MIN_COMPLETE = 5
MAX_COMPLETE_OFF_PX = 0.35
"""Rounding to whole pixels makes 0.29 root mean square."""
DENSE_PART = 0.5
"""Marks within reach of this part of an axis would match any labels."""
MATCH_PX = 1.6
"""A mark belongs to a label when it is this near to where the label, moved as all labels are, stands."""


MarkSource = Literal["outside", "inside", "grid"]
Sharpness = Literal["odd", "even", "smooth"]


SHARP_PX = 0.06
"""A sharp line's middle is within this of the middle or the edge of a pixel."""
MOSTLY_SHARP = 0.75


@dataclass(frozen=True)
class MarkRow:
    """Places of marks along an axis, all seen in one band of pixels across it."""

    px: tuple[float, ...]
    source: MarkSource


@dataclass(frozen=True)
class MarkMatch:
    """Marks matched to labels.

    Attributes:
        px: for each label its mark's place, or None.
        shift_px: by how much the marks lie from where the labels stand.
        spare: marks of the row that no label took.
        residual_px: how far the marks lie off an even stretch of the labels' places, root mean square; 0 for two.
    """

    px: tuple[float | None, ...]
    shift_px: float
    spare: int
    source: MarkSource
    residual_px: float = 0.0

    @property
    def count(self) -> int:
        """Labels that have a mark."""
        return sum(p is not None for p in self.px)


def mark_rows(
    field: LineField, direction: Direction, *, line_px: float, outer_px: float, low_px: float, high_px: float
) -> list[MarkRow]:
    """The rows of marks beside an axis line: bands from the labels' edge to just inside the plot.

    Args:
        line_px: where the axis line (or the plot area's edge) lies across the axis.
        outer_px: the labels' edge, across the axis, on the outer side of the line.
        low_px: where to begin along the axis.
        high_px: where to end.
    """
    response = field.vertical if direction is Direction.HORIZONTAL else field.horizontal.T
    across, along = response.shape
    outward = 1 if outer_px >= line_px else -1
    reach = max(abs(outer_px - line_px), 0.0)
    first, last = int(max(0, np.floor(low_px))), int(min(along, np.ceil(high_px)))
    rows: list[MarkRow] = []
    inside = int(max(10, 0.03 * across))
    for step in range(int(reach) - 1, -inside, -1):
        start = int(np.floor(line_px)) + outward * step
        lo, hi = (start - BAND_PX + 1, start + 1) if outward > 0 else (start, start + BAND_PX)
        if lo < 0 or hi > across or last - first < 3:
            continue
        px = _peaks(response[lo:hi, first:last])
        if px:
            rows.append(MarkRow(tuple(first + p for p in px), "outside" if step > 0 else "inside"))
    return rows


def _peaks(band: Pixels) -> list[float]:
    """Sub-pixel places along a band where a thin mark crosses all of it, dark or light."""
    places: list[float] = []
    for sign in (-1.0, 1.0):
        strength = (band * sign).min(axis=0)
        mean = np.maximum((band * sign).mean(axis=0), 0.0)
        places += _centres(strength >= MIN_CONTRAST, mean)
    return sorted(places)


def _centres(mask: NDArray[np.bool_], weight: Pixels) -> list[float]:
    edges = np.diff(np.concatenate(([0], mask.astype(np.int8), [0])))
    starts, ends = np.flatnonzero(edges == 1), np.flatnonzero(edges == -1)
    centres = []
    for start, end in zip(starts, ends, strict=True):
        lo, hi = max(0, int(start) - 1), min(len(weight), int(end) + 1)
        w = weight[lo:hi]
        centres.append(float((w * (np.arange(lo, hi) + 0.5)).sum() / w.sum()))
    return centres


def sharpness(px: Sequence[float]) -> Sharpness | None:
    """Whether marks are sharp lines: "odd" or "even" by their width in pixels, "smooth" at any part of one.

    A mark that touches an axis line or a label is measured less well; None of fewer than two marks.

    >>> sharpness([10.5, 50.5, 90.5]), sharpness([10.2, 50.5, 90.9])
    ('odd', 'smooth')
    """
    if len(px) < 2:
        return None
    part = np.asarray(px, float) % 1.0
    if np.mean(np.abs(part - 0.5) <= SHARP_PX) >= MOSTLY_SHARP:
        return "odd"
    return "even" if np.mean(np.abs(part - np.round(part)) <= SHARP_PX) >= MOSTLY_SHARP else "smooth"


def match_marks(places: Sequence[float], row: MarkRow, *, reach_px: float) -> MarkMatch:
    """The marks that belong to labels, when all labels stand equally far from theirs.

    Args:
        places: where the labels stand along the axis.
        reach_px: labels stand no farther from their marks than this.
    """
    wanted = np.asarray(places, float)
    marks = np.asarray(row.px, float)
    shifts = (marks[None, :] - wanted[:, None]).ravel()
    shifts = shifts[np.abs(shifts) <= reach_px]
    best: tuple[float, float] | None = None
    tried = np.array(sorted(set(np.round(shifts, 2)), key=abs))
    gap = _nearest_gaps(np.sort(marks), wanted, tried) if len(tried) else np.zeros((0, len(wanted)))
    worth = np.clip(1.0 - (gap / MATCH_PX) ** 2, 0.0, None).sum(axis=1) - 0.05 * np.abs(tried)
    for votes, shift in zip(worth.tolist(), tried.tolist(), strict=True):
        if best is None or votes > best[0] + 0.35:
            best = (votes, shift)
    if best is None:
        return MarkMatch((None,) * len(places), 0.0, len(row.px), row.source)
    gaps = np.abs(marks[None, :] - wanted[:, None] - best[1])
    nearest = gaps.argmin(axis=1)
    px = tuple(
        float(marks[k]) if gaps[i, k] <= MATCH_PX and int((nearest == k).sum()) == 1 else None
        for i, k in enumerate(nearest)
    )
    first, last = wanted.min() + best[1] - MATCH_PX, wanted.max() + best[1] + MATCH_PX
    between = int(((marks >= first) & (marks <= last)).sum())
    count = sum(p is not None for p in px)
    return MarkMatch(px, best[1], max(0, between - count), row.source, _residual(wanted, px))


def _nearest_gaps(
    marks: NDArray[np.float64], places: NDArray[np.float64], shifts: NDArray[np.float64]
) -> NDArray[np.float64]:
    """How far each shifted place is from the nearest of the sorted marks, shape (shifts, places)."""
    after = np.searchsorted(marks, places[None, :] + shifts[:, None])
    either = np.stack((np.minimum(after, len(marks) - 1), np.maximum(after - 1, 0)))
    return np.asarray(np.abs(marks[either] - places[None, None, :] - shifts[None, :, None]).min(axis=0))


def _residual(places: NDArray[np.float64], px: Sequence[float | None]) -> float:
    kept = [(place, mark) for place, mark in zip(places, px, strict=True) if mark is not None]
    if len(kept) < 3:
        return 0.0
    x, y = np.array([k[0] for k in kept]), np.array([k[1] for k in kept])
    slope, offset = np.polyfit(x, y, 1)
    return float(np.sqrt(np.mean((y - slope * x - offset) ** 2)))


def best_match(
    places: Sequence[float], rows: Sequence[MarkRow], *, reach_px: float, in_line: bool = False
) -> MarkMatch | None:
    """The row of marks that serves most labels with few to spare, the outer one first; None where none serves two.

    Args:
        in_line: the places lie on a fitted scale, so that true marks do too.
    """
    best: MarkMatch | None = None
    for row in rows:
        if _is_dense(row, places):
            continue
        match = match_marks(places, row, reach_px=reach_px)
        if match.count < 2 or (in_line and not _is_sound(match)):
            continue
        if best is None or _merit(match) > _merit(best) + 1e-9:
            best = match
    return best


def _is_sound(match: MarkMatch) -> bool:
    """Whether marks can be ticks of a fitted scale: on a line, and inside the plot not among many other strokes."""
    if match.residual_px > MAX_OFF_LINE_PX:
        return False
    if match.source != "inside":
        return True
    complete = match.spare == 0 and match.count == len(match.px) >= MIN_COMPLETE
    near = abs(match.shift_px) <= MAX_INNER_SHIFT_PX or (complete and match.residual_px <= MAX_COMPLETE_OFF_PX)
    return match.spare <= 2 * match.count and near


def _is_dense(row: MarkRow, places: Sequence[float]) -> bool:
    """Whether marks stand so close that any place is near one."""
    low, high = min(places), max(places)
    between = sum(low <= px <= high for px in row.px)
    return between * 2 * MATCH_PX > DENSE_PART * (high - low)


def _merit(match: MarkMatch) -> float:
    return match.count - 0.3 * math.sqrt(min(match.spare, 4 * match.count)) - 0.02 * abs(match.shift_px)


def flush_at_marks(boxes: Sequence[XYXY], px: Sequence[float | None], direction: Direction) -> list[float | None]:
    """The labels' marks, the missing one of an outer label put where even spacing and the label's box have it."""
    index = 0 if direction is Direction.HORIZONTAL else 1
    marks = list(px)
    inner = range(1, len(marks) - 1)
    if len(inner) < 2 or any(marks[i] is None for i in inner):
        return marks
    places = np.array([marks[i] for i in inner], float)
    pitch = float(np.median(np.diff(places)))
    if pitch <= 0 or np.abs(np.diff(places) - pitch).max() > UNEVEN_REL * pitch:
        return marks
    for i, near, way in ((0, places[0], -1.0), (len(marks) - 1, places[-1], 1.0)):
        expected = float(near + way * pitch)
        low, high = boxes[i][index] - FLUSH_PX, boxes[i][index + 2] + FLUSH_PX
        if marks[i] is None and low <= expected <= high:
            marks[i] = expected
    return marks
