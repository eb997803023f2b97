"""A traced way made exact: the stroke's centre in each column, and the pieces that are really drawn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from sie.elements.trace import Trace

INK = 0.25


@dataclass(frozen=True)
class Stroke:
    """A curve in crop pixels, one sample per column.

    Attributes:
        start: first column.
        rows: the curve's row in each column (pixel centres at .5); bridged where nothing is seen.
        seen: whether the column shows the curve's own ink.
        height: length of the vertical run of ink that the curve passes through, 0 where unseen.
        slope: rows per column, smoothed.
    """

    start: int
    rows: np.ndarray
    seen: np.ndarray
    height: np.ndarray
    slope: np.ndarray

    @property
    def stop(self) -> int:
        """One past the last column."""
        return self.start + len(self.rows)

    @property
    def columns(self) -> np.ndarray:
        """The columns, as integers."""
        return np.arange(self.start, self.stop)

    @property
    def duty(self) -> float:
        """Part of the columns that show ink."""
        return float(self.seen.mean()) if len(self.seen) else 0.0


@dataclass(frozen=True)
class RunMap:
    """Where the ink of one colour runs down the columns; all arrays are (h, w).

    Attributes:
        above, below: nearest inked row at or above (below) each pixel; -1 (h) where there is none.
        top, bottom: for inked pixels the half-open rows of their column's run.
        mass, moment: sums of coverage, and of coverage times row, over the rows before each row: (h + 1, w).
    """

    above: np.ndarray
    below: np.ndarray
    top: np.ndarray
    bottom: np.ndarray
    mass: np.ndarray
    moment: np.ndarray


def map_runs(alpha: np.ndarray) -> RunMap:
    """The runs of a coverage array; coverage from `INK` is ink."""
    height, width = alpha.shape
    inked = alpha >= INK
    row = np.broadcast_to(np.arange(height, dtype=np.int32)[:, None], alpha.shape)
    above = np.maximum.accumulate(np.where(inked, row, -1), axis=0)
    below = np.minimum.accumulate(np.where(inked, row, height)[::-1], axis=0)[::-1]
    blank_above = np.maximum.accumulate(np.where(inked, -1, row), axis=0)
    blank_below = np.minimum.accumulate(np.where(inked, height, row)[::-1], axis=0)[::-1]
    weight = alpha.astype(np.float64)
    mass, moment = np.zeros((height + 1, width)), np.zeros((height + 1, width))
    np.cumsum(weight, axis=0, out=mass[1:])
    np.cumsum(weight * (row + 0.5), axis=0, out=moment[1:])
    return RunMap(above, below, blank_above + 1, blank_below, mass, moment)


def refine_trace(trace: Trace, runs: RunMap, stroke: float, *, others: Sequence[Trace] | None = None) -> Stroke | None:
    """The stroke along a trace.

    Args:
        trace: the way, in crop pixels.
        runs: of the curve's colour.
        stroke: thickness of the strokes.
        others: ways of the other curves of this colour; None where they are not known. Where none of them is in the
            column's run of ink, all of it is the curve's own, however tall (a spike, a step); else only the part
            around the way is.
    """
    height = runs.above.shape[0]
    slope = _smooth_slope(trace.rows)
    lean = np.hypot(1.0, np.minimum(np.abs(slope), 6.0))
    top, bottom = _runs_at(trace, runs, max(2.0, stroke) * lean + 1.0)
    seen = top >= 0
    if seen.sum() < 3:
        return None
    tall = np.where(seen, bottom - top, 0)
    shared = np.ones(len(top), bool) if others is None else _shared(trace, others, top, bottom)
    usual = stroke * np.hypot(1.0, slope) + 1.0
    cut = seen & shared & (tall > 1.8 * usual + 2)
    low = np.where(cut, np.maximum(top, np.floor(trace.rows - usual / 2 - 0.5)), top - 1).astype(int)
    high = np.where(cut, np.minimum(bottom, np.ceil(trace.rows + usual / 2 + 0.5)), bottom + 1).astype(int)
    low, high = np.clip(low, 0, height - 1), np.clip(high, 1, height)
    high = np.maximum(high, low + 1)
    columns = trace.columns
    mass = runs.mass[high, columns] - runs.mass[low, columns]
    moment = runs.moment[high, columns] - runs.moment[low, columns]
    rows = np.where(mass > 1e-6, moment / np.maximum(mass, 1e-6), trace.rows)
    rows = np.where(seen, rows, np.nan)
    spans = np.stack([np.where(seen & ~cut, top, np.nan), np.where(seen & ~cut, bottom, np.nan)], axis=1)
    _reach_extremes(rows, spans, stroke)
    first, last = int(np.flatnonzero(seen)[0]), int(np.flatnonzero(seen)[-1]) + 1
    index = np.arange(len(rows))
    rows = np.interp(index, index[seen], rows[seen])
    part = slice(first, last)
    return Stroke(trace.start + first, rows[part], seen[part], tall[part].astype(float), slope[part])


def _runs_at(trace: Trace, runs: RunMap, reach: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """For each column the run of ink nearest to the way within reach, as half-open rows; -1 where there is none."""
    height = runs.above.shape[0]
    columns = trace.columns
    at = np.clip(trace.rows.astype(int), 0, height - 1)
    above, below = runs.above[at, columns], runs.below[at, columns]
    up = np.where(above >= 0, np.abs(above + 0.5 - trace.rows), np.inf)
    down = np.where(below < height, np.abs(below + 0.5 - trace.rows), np.inf)
    nearest = np.where(up <= down, above, below)
    found = np.minimum(up, down) <= reach
    safe = np.where(found, np.clip(nearest, 0, height - 1), 0)
    top = np.where(found, runs.top[safe, columns], -1)
    bottom = np.where(found, runs.bottom[safe, columns], -1)
    return top, bottom


def _shared(trace: Trace, others: Sequence[Trace], top: np.ndarray, bottom: np.ndarray) -> np.ndarray:
    """Columns whose run of ink another way passes through too."""
    shared = np.zeros(len(trace.rows), bool)
    for other in others:
        low, high = max(trace.start, other.start), min(trace.stop, other.stop)
        if high <= low:
            continue
        mine = slice(low - trace.start, high - trace.start)
        rows = other.rows[low - other.start : high - other.start]
        shared[mine] |= (rows >= top[mine] - 1) & (rows <= bottom[mine] + 1)
    return shared


def _smooth_slope(rows: np.ndarray, half: int = 4) -> np.ndarray:
    if len(rows) < 3:
        return np.zeros(len(rows))
    padded = np.pad(rows, half, mode="edge")
    span = np.minimum(np.arange(len(rows)), half) + np.minimum(np.arange(len(rows))[::-1], half)
    return np.asarray((padded[2 * half :] - padded[: len(rows)]) / np.maximum(span, 1))


def _reach_extremes(rows: np.ndarray, spans: np.ndarray, stroke: float) -> None:
    """Puts the curve at the top of peaks and the foot of troughs that are narrower than a stroke, in place.

    Where a curve turns within a few columns its ink fills the column from turn to turn. The upper edge of the ink then
    peaks where the curve does, the lower edge where it has a trough; a column that is neither keeps the centre.
    """
    half = stroke / 2
    upper, lower = spans[:, 0] + half, spans[:, 1] - half
    reach = max(2, round(stroke))
    tall = lower - upper >= 1.0  # not where either is nan
    tall[[0, -1]] = False
    if not tall.any():
        return
    peak, trough = _prominences(-upper, reach), _prominences(lower, reach)
    leap = np.abs(np.diff(rows)) > 3 * stroke
    lone = np.zeros(len(rows), bool)
    lone[1:-1] = leap[:-1] & leap[1:]
    at_peak, at_trough = peak > np.maximum(1.0, trough), trough > np.maximum(1.0, peak)
    rows[tall & lone] = ((upper + lower) / 2)[tall & lone]
    rows[tall & at_peak] = upper[tall & at_peak]
    rows[tall & at_trough] = lower[tall & at_trough]


def _prominences(values: np.ndarray, reach: int) -> np.ndarray:
    """How far each value stands above the lowest within `reach` on either side.

    It is 0 where a value is not the highest of its window, and where one of the window's is unknown (nan).
    """
    windows = np.lib.stride_tricks.sliding_window_view(np.pad(values, reach, constant_values=-np.inf), 2 * reach + 1)
    around = np.lib.stride_tricks.sliding_window_view(np.pad(values, reach, constant_values=np.inf), 2 * reach + 1)
    lowest = np.maximum(around[:, : reach + 1].min(axis=1), around[:, reach:].min(axis=1))
    highest = windows.max(axis=1)
    return np.where(np.isnan(highest) | (values < highest - 1e-6), 0.0, values - lowest)


def split_pieces(stroke: Stroke, hidden: np.ndarray, *, max_gap: float) -> list[Stroke]:
    """The drawn pieces of a stroke: cut where more than `max_gap` unseen columns are not hidden by other ink.

    Args:
        stroke: the curve.
        hidden: bool (h, w), ink that may lie in front of it.
        max_gap: longest gap that dashes or noise explain, in columns.
    """
    cuts: list[tuple[int, int]] = []
    edges = np.flatnonzero(np.diff(np.concatenate(([0], (~stroke.seen).astype(np.int8), [0]))))
    for a, b in zip(edges[::2], edges[1::2], strict=True):
        if b - a <= max_gap:
            continue
        rows = np.clip(stroke.rows[a:b].astype(int), 0, hidden.shape[0] - 1)
        covered = hidden[rows, stroke.columns[a:b]]
        if (~covered).sum() > max_gap:
            cuts.append((int(a), int(b)))
    pieces = []
    begin = 0
    for a, b in [*cuts, (len(stroke.rows), len(stroke.rows))]:
        if a - begin >= 2:
            pieces.append(_part(stroke, begin, a))
        begin = b
    return pieces


def _part(stroke: Stroke, a: int, b: int) -> Stroke:
    return Stroke(stroke.start + a, stroke.rows[a:b], stroke.seen[a:b], stroke.height[a:b], stroke.slope[a:b])


def usual_gap(stroke: Stroke) -> float:
    """The longest gap, in columns, that the curve's own dashes explain.

    Dashes come often and alike: from three gaps on, 2.5 times their upper quartile; else a few pixels.
    """
    edges = np.flatnonzero(np.diff(np.concatenate(([0], (~stroke.seen).astype(np.int8), [0]))))
    gaps = (edges[1::2] - edges[::2]).astype(float)
    if len(gaps) >= 4 and stroke.duty < 0.93:
        return max(8.0, 2.5 * float(np.percentile(gaps, 75)))
    return 8.0
