"""A curve through a plot area: the most inked way from column to column that does not bend without need.

The way is found by dynamic programming over columns with the state (row, slope). Carrying the slope is what lets a
curve pass straight through a crossing, over a dash's gap, or under another mark; a search over rows alone turns off at
the first crossing. Bends cost, so that a kink is taken only where the ink asks for it; within a column a path may run
along unbroken ink (steps, spikes). A path starts and ends where that pays: its extent is found with it.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

_HALF_SLOPES = (0.0, 0.33, 0.67, 1.0, 1.5, 2.0, 3.0, 5.0, 8.0)
SLOPES = np.array([*(-s for s in _HALF_SLOPES[:0:-1]), *_HALF_SLOPES], np.float32)
"""Slopes in rows per column; steeper strokes are tall runs within a column."""
BEND = 0.12
"""Cost of turning to the next slope, in columns of solid ink."""
KINK = 1.6
"""Cost of turning to any slope."""
CLIMB = 2.0
"""Cost of moving along unbroken ink within a column."""
LEAP = 0.12
"""Cost of each uninked row that a steep step passes over."""
MAX_WIDTH, MAX_HEIGHT = 400, 300
"""Larger fields are traced at reduced size and refined at full size."""
_FROM_START, _FROM_CLIMB = -1, -2


@dataclass(frozen=True)
class Trace:
    """A traced way.

    Attributes:
        start: first column.
        rows: row (float, pixel centres at .5) for each column from `start` on.
        score: inked columns less what gaps and bends cost, in full-size columns.
    """

    start: int
    rows: np.ndarray
    score: float

    @property
    def columns(self) -> np.ndarray:
        """The columns, as integers."""
        return np.arange(self.start, self.start + len(self.rows))

    @property
    def stop(self) -> int:
        """One past the last column."""
        return self.start + len(self.rows)


def make_reward(
    fresh: np.ndarray,
    *,
    used: np.ndarray | None = None,
    hidden: np.ndarray | None = None,
    lost: np.ndarray | None = None,
    reach: float = 12.0,
) -> np.ndarray:
    """What a path gains in each pixel: 1 on ink, less than 0 elsewhere, float32 (h, w).

    Args:
        fresh: coverage (0 to 1) by ink that no path has yet.
        used: mask of ink of the same look that another path has.
        hidden: mask of other ink that may lie in front.
        lost: mask of lines of the curve's own colour that were taken out of the ink (a frame on which it may run).
        reach: pixels from the nearest ink at which empty ground costs in full; nearer ground costs less (dashes).
    """
    inked = fresh >= 0.3
    away = cv2.distanceTransform((~inked).astype(np.uint8), cv2.DIST_L2, 3)
    reward = -0.15 - 0.5 * np.minimum(away / reach, 1.0)
    if hidden is not None:
        reward = np.where(hidden & ~inked, np.maximum(reward, -0.2), reward)
    if used is not None:
        reward = np.where(used & ~inked, np.maximum(reward, -0.25), reward)
    if lost is not None:
        reward = np.where(lost & ~inked, np.maximum(reward, -0.04), reward)
    return np.asarray(np.where(inked, np.maximum(fresh, 0.5), reward), np.float32)


def trace_path(reward: np.ndarray) -> Trace | None:
    """The way of highest gain through a reward field, or None where nothing is inked."""
    factor = max(1, int(np.ceil(max(reward.shape[1] / MAX_WIDTH, reward.shape[0] / MAX_HEIGHT))))
    small = _shrink(reward, factor)
    inked = small > 0
    if not inked.any():
        return None
    band = np.flatnonzero(inked.any(axis=1))
    top, bottom = max(0, int(band[0]) - 2), int(band[-1]) + 3
    span = np.flatnonzero(inked.any(axis=0))
    left, right = int(span[0]), int(span[-1]) + 1
    found = _search(small[top:bottom, left:right], inked[top:bottom, left:right])
    if found is None:
        return None
    start, rows, score = found[0] + left, found[1] + top, found[2]
    if factor == 1:
        return Trace(start, rows + 0.5, score)
    fine = np.arange(start * factor, min((start + len(rows)) * factor, reward.shape[1]))
    at = (np.arange(start, start + len(rows)) + 0.5) * factor
    return Trace(int(fine[0]), np.interp(fine + 0.5, at, (rows + 0.5) * factor), score * factor)


def _shrink(reward: np.ndarray, factor: int) -> np.ndarray:
    """The field at 1/factor of its size: the best of each block, so that thin ink stays whole."""
    if factor == 1:
        return reward
    h, w = reward.shape
    padded = np.full((-(-h // factor) * factor, -(-w // factor) * factor), reward.min(), np.float32)
    padded[:h, :w] = reward
    blocks = padded.reshape(padded.shape[0] // factor, factor, padded.shape[1] // factor, factor)
    return np.asarray(blocks.max(axis=(1, 3)))


def _search(reward: np.ndarray, inked: np.ndarray) -> tuple[int, np.ndarray, float] | None:
    height, width = reward.shape
    n = len(SLOPES)
    gaps = np.zeros((width, height + 1), np.float32)
    np.cumsum(~inked.T, axis=1, out=gaps[:, 1:])
    columns = np.ascontiguousarray(reward.T)
    back = np.full((width, n, height), _FROM_START, np.int8)
    climbed = np.zeros((width, height), np.int32)
    score = np.full((n, height), -1.0, np.float32)
    best_value, best_place = 0.0, (-1, -1, -1)
    source = np.empty((n, height), np.int8)
    moved = np.empty((n, height), np.float32)
    for x in range(width):
        mixed = _turn(score, source)
        _move(mixed, source, x, gaps[x], moved, back[x])
        np.maximum(moved, 0.0, out=moved)
        moved += columns[x]
        _climb(moved, back[x], climbed[x], inked[:, x])
        score, moved = moved, score
        place = int(np.argmax(score))
        if score.flat[place] > best_value:
            best_value, best_place = float(score.flat[place]), (x, place // height, place % height)
    if best_place[0] < 0:
        return None
    return _walk_back(best_place, back, climbed, best_value)


def _turn(score: np.ndarray, source: np.ndarray) -> np.ndarray:
    """For each (new slope, row) the best score; writes the slope it comes from into `source`."""
    n = len(score)
    best = score.copy()
    source[:] = np.arange(n, dtype=np.int8)[:, None]
    for to, of in ((slice(1, n), slice(0, n - 1)), (slice(0, n - 1), slice(1, n))):
        neighbour = score[of] - np.float32(BEND)
        better = neighbour > best[to]
        np.copyto(best[to], neighbour, where=better)
        np.copyto(source[to], np.arange(n, dtype=np.int8)[of, None], where=better)
    kinked = score.max(axis=0) - np.float32(KINK)
    better = kinked > best
    if better.any():
        np.copyto(best, kinked[None], where=better)
        np.copyto(source, score.argmax(axis=0).astype(np.int8)[None], where=better)
    return best


def _move(mixed: np.ndarray, source: np.ndarray, x: int, gaps: np.ndarray, moved: np.ndarray, came: np.ndarray) -> None:
    """Scores after the step to column x, into `moved`, and where they came from, into `came`.

    Slope s moves by round(s x) - round(s (x - 1)) rows; a place that gains nothing from before is a start.
    """
    height = mixed.shape[1]
    moved[:] = -1.0
    shifts = np.round(SLOPES * x) - np.round(SLOPES * (x - 1))
    for s, shift in enumerate(shifts.astype(int)):
        low, high = max(0, shift), min(height, height + shift)
        if low >= high:
            came[s] = _FROM_START
            continue
        part = mixed[s, low - shift : high - shift]
        if abs(shift) > 1:
            rows = np.arange(low, high)
            first, last = (rows - shift + 1, rows) if shift > 0 else (rows + 1, rows - shift)
            part = part - np.float32(LEAP) * (gaps[last] - gaps[first])
        moved[s, low:high] = part
        came[s, low:high] = source[s, low - shift : high - shift]
    came[moved <= 0] = _FROM_START


def _climb(moved: np.ndarray, came: np.ndarray, climbed: np.ndarray, inked: np.ndarray) -> None:
    """Lets every place in an unbroken run of ink be reached from the run's best place, in place."""
    edges = np.flatnonzero(np.diff(np.concatenate(([0], inked.astype(np.int8), [0]))))
    for top, bottom in zip(edges[::2], edges[1::2], strict=True):
        if bottom - top < 3:
            continue
        part = moved[:, top:bottom]
        slope, row = divmod(int(np.argmax(part)), bottom - top)
        value = part[slope, row] - np.float32(CLIMB)
        better = part < value
        if better.any():
            part[better] = value
            came[:, top:bottom][better] = _FROM_CLIMB
            climbed[top:bottom] = slope * moved.shape[1] + top + row


def _walk_back(
    place: tuple[int, int, int], back: np.ndarray, climbed: np.ndarray, value: float
) -> tuple[int, np.ndarray, float]:
    x, s, y = place
    rows: list[int] = []
    while True:
        came = int(back[x, s, y])
        if came == _FROM_CLIMB:
            s, y = divmod(int(climbed[x, y]), back.shape[2])
            came = int(back[x, s, y])
        rows.append(y)
        if came == _FROM_START or x == 0:
            break
        y -= int(np.round(SLOPES[s] * x) - np.round(SLOPES[s] * (x - 1)))
        s = came
        x -= 1
    return x, np.array(rows[::-1], np.float64), value
