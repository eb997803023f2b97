"""Which way two curves of one colour go on where they have met: straight on, and in their own dashes.

Ways are found one by one, and the first may turn off at a crossing where the second should; seen together, the pairing
of the arms before a meeting with those after it that bends least and keeps each curve's look is the right one.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from sie.elements.trace import Trace

ARM = 14
"""Columns over which an arm's direction is taken."""
STYLE = 80
"""Columns over which an arm's look is taken."""
STYLE_WEIGHT = 1.5
"""Rows per column of bend that a change from solid to unbroken gaps is worth."""
CLEARLY, LEAST = 0.4, 0.2
"""Tails are exchanged when that costs less than this part of going on as traced, less this."""


@dataclass(frozen=True)
class _Arm:
    """One side of a meeting: slope in rows per column, inked part, mean coverage where inked; nan where too short."""

    slope: float
    duty: float
    weight: float


def straighten(traces: list[Trace], alpha: np.ndarray, stroke: float) -> list[Trace]:
    """The ways with tails exchanged at the meetings where that makes both go straighter."""
    ways = list(traces)
    for first in range(len(ways)):
        for second in range(first + 1, len(ways)):
            ways[first], ways[second] = _untangle(ways[first], ways[second], alpha, stroke)
    return ways


def _untangle(one: Trace, two: Trace, alpha: np.ndarray, stroke: float) -> tuple[Trace, Trace]:
    for low, high in meetings(one, two, 2.0 * stroke + 3.0):
        keep, swap = _costs(one, two, low, high, alpha)
        if swap < CLEARLY * keep - LEAST:
            one, two = _exchanged(one, two, (low + high) // 2)
    return one, two


def meetings(one: Trace, two: Trace, near: float) -> list[tuple[int, int]]:
    """Column ranges (half-open) in which two ways keep within `near` rows, apart from those at their ends."""
    low, high = max(one.start, two.start), min(one.stop, two.stop)
    if high - low < 3:
        return []
    gap = np.abs(one.rows[low - one.start : high - one.start] - two.rows[low - two.start : high - two.start])
    difference = one.rows[low - one.start : high - one.start] - two.rows[low - two.start : high - two.start]
    crossing = np.zeros(len(gap), bool)
    crossing[1:] = np.sign(difference[1:]) * np.sign(difference[:-1]) < 0
    close = (gap <= near) | crossing
    edges = np.flatnonzero(np.diff(np.concatenate(([0], close.astype(np.int8), [0]))))
    runs = [(int(a) + low, int(b) + low) for a, b in zip(edges[::2], edges[1::2], strict=True)]
    return [(a, b) for a, b in runs if a - low >= 4 and high - b >= 4]


def _costs(one: Trace, two: Trace, low: int, high: int, alpha: np.ndarray) -> tuple[float, float]:
    """What going on as traced and what exchanging tails costs, in rows per column of bend."""
    before = [_arm(way, low, alpha, forward=False) for way in (one, two)]
    after = [_arm(way, high, alpha, forward=True) for way in (one, two)]
    keep = _turn(before[0], after[0]) + _turn(before[1], after[1])
    swap = _turn(before[0], after[1]) + _turn(before[1], after[0])
    return keep, swap


def _arm(way: Trace, at: int, alpha: np.ndarray, *, forward: bool) -> _Arm:
    index = at - way.start
    rows = way.rows[index : index + ARM] if forward else way.rows[max(0, index - ARM) : index]
    slope = float(np.polyfit(np.arange(len(rows)), rows, 1)[0]) if len(rows) >= 4 else float("nan")
    long = slice(index, index + STYLE) if forward else slice(max(0, index - STYLE), index)
    columns = way.columns[long]
    middle = np.clip(way.rows[long].astype(int), 1, alpha.shape[0] - 2)
    seen = np.maximum.reduce([alpha[middle + d, columns] for d in (-1, 0, 1)])
    on = seen >= 0.3
    return _Arm(slope, float(on.mean()), float(seen[on].mean()) if on.any() else 0.0)


def _turn(before: _Arm, after: _Arm) -> float:
    """How unlike two arms are: the change of direction (in angle-like measure) and of look."""
    bend = abs(float(np.arctan(before.slope)) - float(np.arctan(after.slope)))
    if np.isnan(bend):
        bend = 0.0
    return bend + STYLE_WEIGHT * (abs(before.duty - after.duty) + 0.5 * abs(before.weight - after.weight))


def _exchanged(one: Trace, two: Trace, at: int) -> tuple[Trace, Trace]:
    heads = one.rows[: at - one.start], two.rows[: at - two.start]
    tails = one.rows[at - one.start :], two.rows[at - two.start :]
    return (
        replace(one, rows=np.concatenate((heads[0], tails[1]))),
        replace(two, rows=np.concatenate((heads[1], tails[0]))),
    )
