"""Ways that leap over bare ground from the curve that they began on to one that another way has left.

A way gains by every inked column: where its own curve is lost on an axis or in faint dots it rather leaps to another
curve's ink, and that curve's own way ends there. The tail beyond the leap is the other way's.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from sie.elements.lines_swap import leaps
from sie.elements.trace import Trace

LEAST_LEAP = 12.0
"""Rows of bare ground that no gap between the dashes of a steep curve is as long as."""
NEAR = 14
"""Columns between a leap and the end of the way that it leaps to the curve of, where both may end a little off."""
OFF = 6.0
"""Rows by which a tail may miss what a way's end leads to, beside two strokes' thickness."""


def with_tails_moved(ways: Sequence[Trace], alpha: np.ndarray, stroke: float) -> list[Trace]:
    """The ways, each part beyond a leap over bare ground joined to the way that ends (or begins) where it sets in."""
    found = list(ways)
    for first in range(len(found)):
        for low, high in _bare_leaps(found[first], alpha):
            way = found[first]
            head, tail = _cut(way, way.start, low), _cut(way, high, way.stop)
            for second in range(len(found)):
                other = found[second]
                if second == first:
                    continue
                if abs(other.stop - high) <= NEAR and len(other.rows) > NEAR and _leads(other, tail, stroke):
                    found[first], found[second] = head, _joined(other, tail)
                    break
                if abs(other.start - low) <= NEAR and len(other.rows) > NEAR and _leads(head, other, stroke):
                    found[first], found[second] = tail, _joined(head, other)
                    break
            if found[first] is not way:
                break
    return found


def _bare_leaps(way: Trace, alpha: np.ndarray) -> list[tuple[int, int]]:
    """Column ranges (half-open) over which a way leaps, those first that leave the least of it."""
    columns = [column for column in range(way.start + NEAR, way.stop - NEAR) if leaps(way, column, alpha)]
    runs: list[tuple[int, int]] = []
    for column in columns:
        if runs and column <= runs[-1][1]:
            runs[-1] = (runs[-1][0], column + 1)
        else:
            runs.append((column, column + 1))
    far = [(a, b) for a, b in runs if abs(way.rows[b - 1 - way.start] - way.rows[a - way.start]) >= LEAST_LEAP]
    return sorted(far, key=lambda run: min(run[0] - way.start, way.stop - run[1]))


def _cut(way: Trace, start: int, stop: int) -> Trace:
    return replace(way, start=start, rows=way.rows[start - way.start : stop - way.start])


def _leads(before: Trace, after: Trace, stroke: float) -> bool:
    """Whether the end of one way leads to the beginning of another."""
    a, b = before.rows[-NEAR:], after.rows[:NEAR]
    if min(len(a), len(b)) < NEAR // 2:
        return False
    slopes = [float(np.polyfit(np.arange(len(rows)), rows, 1)[0]) for rows in (a, b)]
    slope = min(slopes, key=abs)
    return abs(float(b[0] - a[-1]) - slope * (after.start - before.stop + 1)) <= 2.0 * stroke + OFF


def _joined(before: Trace, after: Trace) -> Trace:
    """One way of two, straight between them; where both have columns those of the first."""
    start = max(after.start, before.stop)
    rest = after.rows[start - after.start :]
    if len(rest) == 0:
        return before
    between = np.linspace(before.rows[-1], rest[0], start - before.stop + 2)[1:-1]
    rows = np.concatenate((before.rows, between, rest))
    return Trace(before.start, rows, before.score + after.score)
