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
MIN_CLIMB = 3
"""Rows of the shortest run of ink that is climbed."""
_MARGIN = int(_HALF_SLOPES[-1])
"""Rows that the steepest slope moves."""


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
    for mask, least in ((hidden, -0.2), (used, -0.25), (lost, -0.04)):
        if mask is not None:
            np.maximum(reward, least, out=reward, where=mask)
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
    rows = np.maximum.reduce([padded[part::factor] for part in range(factor)])
    return np.asarray(np.maximum.reduce([rows[:, part::factor] for part in range(factor)]))


def _search(reward: np.ndarray, inked: np.ndarray) -> tuple[int, np.ndarray, float] | None:
    """The best way's first column, its rows and its score, or None where nothing is gained.

    Only scores are kept on the way forward; where the best one came from is worked out again on the way back, for
    the places that it passes alone.
    """
    field = _Field(np.ascontiguousarray(reward.T), _gaps(inked), _tall_runs(inked))
    scores = _forward(field)
    tops = scores.reshape(len(scores), -1).max(axis=1)
    x = int(np.argmax(tops))
    if tops[x] <= 0:
        return None
    s, y = divmod(int(np.argmax(scores[x])), scores.shape[2])
    start, rows = _walk_back(field, scores, (x, s, y))
    return start, rows, float(tops[x])


@dataclass(frozen=True)
class _Field:
    """What the search knows of each column.

    Attributes:
        columns: float32 (width, height), the reward.
        gaps: float32 (width, height + 1), uninked rows above each row.
        runs: of each column the unbroken runs of ink that may be climbed, first row and the one after the last.
    """

    columns: np.ndarray
    gaps: np.ndarray
    runs: list[list[tuple[int, int]]]


def _gaps(inked: np.ndarray) -> np.ndarray:
    gaps = np.zeros((inked.shape[1], inked.shape[0] + 1), np.float32)
    np.cumsum(~inked.T, axis=1, out=gaps[:, 1:])
    return gaps


def _tall_runs(inked: np.ndarray) -> list[list[tuple[int, int]]]:
    padded = np.zeros((inked.shape[1], inked.shape[0] + 2), np.int8)
    padded[:, 1:-1] = inked.T
    steps = np.diff(padded, axis=1)
    columns, tops = np.nonzero(steps == 1)
    bottoms = np.nonzero(steps == -1)[1]
    runs: list[list[tuple[int, int]]] = [[] for _ in range(inked.shape[1])]
    for at in np.flatnonzero(bottoms - tops >= MIN_CLIMB).tolist():
        runs[columns[at]].append((int(tops[at]), int(bottoms[at])))
    return runs


def _forward(field: _Field) -> np.ndarray:
    """float32 (width, slopes, height): the best score of a way that ends in each column, slope and row."""
    width, height = field.columns.shape
    n = len(SLOPES)
    scores = np.empty((width, n, height), np.float32)
    leaps = _leaps(field.gaps)
    steep = leaps.shape[1] // 2
    mixed = np.full((n, height + 2 * _MARGIN), -1.0, np.float32)  # the margin: what comes from outside is a start
    inner = mixed[:, _MARGIN:-_MARGIN]
    places = _MARGIN + np.arange(height) + np.arange(n)[:, None] * mixed.shape[1]
    sources = {tuple(shift): places - shift[:, None] for shift in np.unique(_shifts(width), axis=0)}
    score = np.full((n, height), -1.0, np.float32)
    top = score[0]
    turned = np.empty_like(score)
    for x, shift in enumerate(_shifts(width)):
        np.subtract(score, np.float32(BEND), out=turned)
        np.maximum(score, top - np.float32(KINK), out=inner)
        np.maximum(inner[1:], turned[:-1], out=inner[1:])
        np.maximum(inner[:-1], turned[1:], out=inner[:-1])
        score = scores[x]
        np.take(mixed, sources[tuple(shift)], out=score, mode="clip")
        score[:steep] -= leaps[x, :steep]
        score[-steep:] -= leaps[x, steep:]
        np.maximum(score, 0.0, out=score)
        score += field.columns[x]
        top = score.max(axis=0)
        if field.runs[x]:
            lift = _lift(top, field.runs[x])
            np.maximum(score, lift, out=score)
            top = np.maximum(top, lift)
    return scores


def _shifts(width: int) -> np.ndarray:
    """int (width, slopes): by how many rows each slope moves on the step to each column."""
    x = np.arange(width, dtype=np.float32)[:, None]
    return np.asarray(np.round(SLOPES * x) - np.round(SLOPES * (x - 1)), int)


def _leaps(gaps: np.ndarray) -> np.ndarray:
    """float32 (width, steep slopes, height): what the uninked rows that a steep step passes over cost."""
    width, height = gaps.shape[0], gaps.shape[1] - 1
    shifts = _shifts(width)
    steep = [s for s in range(len(SLOPES)) if np.abs(shifts[:, s]).max(initial=0) > 1]
    leaps = np.zeros((width, len(steep), height), np.float32)
    for at, s in enumerate(steep):
        for shift in np.unique(shifts[:, s]).tolist():
            passed = max(0, height - abs(shift))
            if abs(shift) <= 1 or not passed:
                continue
            on = shifts[:, s] == shift
            if shift > 0:
                leaps[on, at, shift:] = np.float32(LEAP) * (gaps[on, shift:height] - gaps[on, 1 : 1 + passed])
            else:
                leaps[on, at, :shift] = np.float32(LEAP) * (gaps[on, -shift:height] - gaps[on, 1 : 1 + passed])
    return leaps


def _lift(top: np.ndarray, runs: list[tuple[int, int]]) -> np.ndarray:
    """The score with which every row of an unbroken run of ink can be reached from the run's best place."""
    lift = np.full_like(top, -np.inf)
    for first, last in runs:
        lift[first:last] = top[first:last].max() - np.float32(CLIMB)
    return lift


def _walk_back(field: _Field, scores: np.ndarray, place: tuple[int, int, int]) -> tuple[int, np.ndarray]:
    x, s, y = place
    shifts = _shifts(len(scores))
    rows: list[int] = []
    while True:
        gained, source = _arrival(field, scores, shifts[x], (x, s, y))
        if scores[x, s, y] > gained:
            s, y = _foot_of_climb(field.runs[x], scores[x], y)
            _, source = _arrival(field, scores, shifts[x], (x, s, y))
        rows.append(y)
        if source is None:
            return x, np.array(rows[::-1], np.float64)
        y -= int(shifts[x, s])
        s = source
        x -= 1


def _arrival(
    field: _Field, scores: np.ndarray, shifts: np.ndarray, place: tuple[int, int, int]
) -> tuple[np.float32, int | None]:
    """The score of stepping to a place (column, slope, row), and the slope it comes from, None for a start there."""
    x, s, y = place
    shift = int(shifts[s])
    before = y - shift
    if x == 0 or not 0 <= before < scores.shape[2]:
        return field.columns[x, y], None
    column = scores[x - 1, :, before]
    best, source = column[s], s
    for neighbour in (s - 1, s + 1):
        if 0 <= neighbour < len(column) and column[neighbour] - np.float32(BEND) > best:
            best, source = column[neighbour] - np.float32(BEND), neighbour
    if column.max() - np.float32(KINK) > best:
        best, source = column.max() - np.float32(KINK), int(column.argmax())
    if abs(shift) > 1:
        first, last = (before + 1, y) if shift > 0 else (y + 1, before)
        best = best - np.float32(LEAP) * (field.gaps[x, last] - field.gaps[x, first])
    if best <= 0:
        return field.columns[x, y], None
    return best + field.columns[x, y], source


def _foot_of_climb(runs: list[tuple[int, int]], score: np.ndarray, y: int) -> tuple[int, int]:
    """Slope and row of the best place in the run of ink that holds row y."""
    first, last = next(run for run in runs if run[0] <= y < run[1])
    s, row = divmod(int(np.argmax(score[:, first:last])), last - first)
    return s, first + row
