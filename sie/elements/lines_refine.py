"""A traced way made exact: the stroke's centre in each column, and the pieces that are really drawn."""

from __future__ import annotations

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


def refine_trace(trace: Trace, alpha: np.ndarray, stroke: float, *, alone: bool) -> Stroke | None:
    """The stroke along a trace.

    Args:
        trace: the way, in crop pixels.
        alpha: coverage by the curve's colour.
        stroke: thickness of the strokes.
        alone: no other curve has this colour, so a tall run of ink is all the curve's own (a spike, a step).
    """
    slope = _smooth_slope(trace.rows)
    n = len(trace.rows)
    rows = np.full(n, np.nan)
    height = np.zeros(n)
    spans = np.full((n, 2), np.nan)
    for i, (x, y) in enumerate(zip(trace.columns, trace.rows, strict=True)):
        run = _run_at(alpha[:, x], y, max(2.0, stroke) * float(np.hypot(1.0, min(abs(slope[i]), 6.0))) + 1.0)
        if run is None:
            continue
        top, bottom = run
        height[i] = bottom - top
        spans[i] = top, bottom
        rows[i] = _centre(alpha[:, x], top, bottom, y, stroke, float(slope[i]), alone=alone)
    seen = ~np.isnan(rows)
    if seen.sum() < 3:
        return None
    if alone:
        _reach_extremes(rows, spans, stroke)
    first, last = int(np.flatnonzero(seen)[0]), int(np.flatnonzero(seen)[-1]) + 1
    index = np.arange(n)
    rows = np.interp(index, index[seen], rows[seen])
    part = slice(first, last)
    return Stroke(trace.start + first, rows[part], seen[part], height[part], slope[part])


def _smooth_slope(rows: np.ndarray, half: int = 4) -> np.ndarray:
    if len(rows) < 3:
        return np.zeros(len(rows))
    padded = np.pad(rows, half, mode="edge")
    span = np.minimum(np.arange(len(rows)), half) + np.minimum(np.arange(len(rows))[::-1], half)
    return np.asarray((padded[2 * half :] - padded[: len(rows)]) / np.maximum(span, 1))


def _run_at(column: np.ndarray, y: float, reach: float) -> tuple[int, int] | None:
    """The run of ink nearest to row y within reach, as half-open rows."""
    low, high = max(0, int(y - reach)), min(len(column), int(y + reach) + 1)
    near = np.flatnonzero(column[low:high] >= INK)
    if len(near) == 0:
        return None
    seed = low + int(near[np.argmin(np.abs(near + low + 0.5 - y))])
    top = bottom = seed
    while top > 0 and column[top - 1] >= INK:
        top -= 1
    while bottom < len(column) - 1 and column[bottom + 1] >= INK:
        bottom += 1
    return top, bottom + 1


def _centre(column: np.ndarray, top: int, bottom: int, y: float, stroke: float, slope: float, *, alone: bool) -> float:
    """The coverage centroid of the run, or of its part around y where the run is too tall to be one stroke."""
    usual = stroke * float(np.hypot(1.0, slope)) + 1.0
    if bottom - top > 1.8 * usual + 2 and not alone:
        low, high = max(top, int(y - usual / 2 - 0.5)), min(bottom, int(np.ceil(y + usual / 2 + 0.5)))
        if high <= low:
            return float(np.clip(y, top + 0.5, bottom - 0.5))
        top, bottom = low, high
    low, high = max(0, top - 1), min(len(column), bottom + 1)
    weight = column[low:high]
    return float(np.dot(weight, np.arange(low, high) + 0.5) / weight.sum())


def _reach_extremes(rows: np.ndarray, spans: np.ndarray, stroke: float) -> None:
    """Puts the curve at the top of peaks and the foot of troughs that are narrower than a stroke, in place.

    Where a curve turns within a few columns its ink fills the column from turn to turn. The upper edge of the ink then
    peaks where the curve does, the lower edge where it has a trough; a column that is neither keeps the centre.
    """
    half = stroke / 2
    upper, lower = spans[:, 0] + half, spans[:, 1] - half
    reach = max(2, round(stroke))
    original = rows.copy()
    for i in range(1, len(rows) - 1):
        if np.isnan(upper[i]) or lower[i] - upper[i] < 1.0:
            continue
        low, high = max(0, i - reach), min(len(rows), i + reach + 1)
        peak = _prominence(-upper[low:high], i - low)
        trough = _prominence(lower[low:high], i - low)
        if peak > max(1.0, trough):
            rows[i] = upper[i]
        elif trough > max(1.0, peak):
            rows[i] = lower[i]
        elif abs(original[i - 1] - original[i]) > 3 * stroke and abs(original[i + 1] - original[i]) > 3 * stroke:
            rows[i] = (upper[i] + lower[i]) / 2


def _prominence(values: np.ndarray, at: int) -> float:
    """How far a value stands above the lowest on either side; 0 where it is not the window's highest."""
    if np.isnan(values).any() or values[at] < values.max() - 1e-6:
        return 0.0
    left, right = values[: at + 1], values[at:]
    return float(min(values[at] - left.min(), values[at] - right.min()))


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
