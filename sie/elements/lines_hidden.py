"""What of a curve cannot be seen but is known: its way behind other curves or the frame, and through its markers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from sie.elements.lines_curves import Curve
from sie.elements.lines_refine import Stroke

NEAR_END = 4
"""A curve that ends this near, in columns, to where the others end is not cut short."""


def extend_hidden(curves: Sequence[Curve], frames: Sequence[float]) -> list[Curve]:
    """Curves, those that vanish behind another one (or the frame) continued along it to where the curves end.

    Curves of one chart mostly share their extent, and the one drawn last hides the others where they coincide. A curve
    that ends in the open is left as it is.

    Args:
        curves: the curves of a plot area.
        frames: rows of level frame lines.
    """
    if not curves:
        return []
    starts = sorted(curve.stroke.start for curve in curves)
    stops = sorted(curve.stroke.stop for curve in curves)
    start, stop = starts[len(starts) // 3], stops[-1 - len(stops) // 3]
    if len(curves) == 2:
        start, stop = starts[0], stops[-1]
    extended = []
    for curve in curves:
        others = [other for other in curves if other is not curve]
        before = _behind(curve, others, frames, start, right=False)
        after = _behind(curve, others, frames, stop, right=True)
        extended.append(_joined(curve, before, after))
    return extended


def _behind(curve: Curve, others: Sequence[Curve], frames: Sequence[float], limit: int, *, right: bool) -> np.ndarray:
    """Rows of the hidden continuation from the curve's end outwards to the limit; empty where it ends in the open."""
    stroke = curve.stroke
    edge = stroke.stop if right else stroke.start
    missing = limit - edge if right else edge - limit
    if missing <= NEAR_END or len(stroke.rows) < 8:
        return np.zeros(0)
    row = float(stroke.rows[-1] if right else stroke.rows[0])
    best: tuple[float, np.ndarray] | None = None
    for other in others:
        rows = _rows_of(other.stroke, edge, limit, right=right)
        if len(rows) < 0.8 * missing:
            continue
        gap = abs(float(rows[0]) - row)
        reach = (curve.group.stroke + other.group.stroke) / 2 + 1.5
        if gap <= reach and (best is None or gap < best[0]):
            best = gap, rows
    for frame in frames:
        gap = abs(frame - row)
        if gap <= curve.group.stroke / 2 + 2.5 and best is None:
            best = gap, np.full(missing, row)
    return best[1] if best is not None else np.zeros(0)


def _rows_of(stroke: Stroke, edge: int, limit: int, *, right: bool) -> np.ndarray:
    """A stroke's rows from a column outwards to a limit, in that order, as far as it goes."""
    if right:
        return (
            stroke.rows[max(0, edge - stroke.start) : max(0, limit - stroke.start)]
            if edge >= stroke.start
            else np.zeros(0)
        )
    low, high = max(limit, stroke.start), min(edge, stroke.stop)
    if high < edge or low >= high:
        return np.zeros(0)
    return stroke.rows[low - stroke.start : high - stroke.start][::-1]


def _joined(curve: Curve, before: np.ndarray, after: np.ndarray) -> Curve:
    if not len(before) and not len(after):
        return curve
    pieces = list(curve.pieces)
    pieces[0] = _padded(pieces[0], before, np.zeros(0))
    pieces[-1] = _padded(pieces[-1], np.zeros(0), after)
    return replace(curve, stroke=_padded(curve.stroke, before, after), pieces=tuple(pieces))


def _padded(stroke: Stroke, before: np.ndarray, after: np.ndarray) -> Stroke:
    """A stroke with unseen rows put before its start (given outwards) and after its end."""
    n, m = len(before), len(after)
    return Stroke(
        stroke.start - n,
        np.concatenate((before[::-1], stroke.rows, after)),
        np.pad(stroke.seen, (n, m)),
        np.pad(stroke.height, (n, m)),
        np.pad(stroke.slope, (n, m)),
    )
