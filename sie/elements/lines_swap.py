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
LEAP_ROWS = 20.0
"""A leap of so many rows is as much as a turn by 45 degrees."""
LEAP_STEP = 3
"""Rows from a column to the next from which a way over bare ground leaps."""
BARE = 0.6
"""Less of the rows that a leap passes is inked."""
LEAST_ARM = 4
"""Columns on either side that a meeting leaves to the arms."""
CLEARLY, LEAST = 0.4, 0.2
"""Tails are exchanged when that costs less than this part of going on as traced, less this."""


@dataclass(frozen=True)
class _Arm:
    """One side of a meeting: slope in rows per column, its row at the meeting, inked part, mean coverage where inked.

    The slope is nan where the arm is too short.
    """

    slope: float
    row: float
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
    for near in meetings(one, two, 2.0 * stroke + 3.0):
        low, high = _with_leaps(one, two, near, alpha)
        keep, swap = _costs(one, two, low, high, alpha)
        if (low, high) != near and swap < keep and all(_leaps_in(way, low, high, alpha) for way in (one, two)):
            one, two = (_bridged(way, low, high) for way in exchanged(one, two, (low + high) // 2))
        elif swap < CLEARLY * keep - LEAST:
            one, two = exchanged(one, two, (low + high) // 2)
    return one, two


def _leaps_in(way: Trace, low: int, high: int, alpha: np.ndarray) -> bool:
    return any(leaps(way, column, alpha) for column in range(low, high))


def _bridged(way: Trace, low: int, high: int) -> Trace:
    """A way that runs straight over the columns of a meeting."""
    rows = way.rows.copy()
    a, b = low - 1 - way.start, high - way.start
    rows[a : b + 1] = np.linspace(rows[a], rows[b], b - a + 1)
    return replace(way, rows=rows)


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
    return [(a, b) for a, b in runs if a - low >= LEAST_ARM and high - b >= LEAST_ARM]


def _with_leaps(one: Trace, two: Trace, meeting: tuple[int, int], alpha: np.ndarray) -> tuple[int, int]:
    """A meeting with the columns on both sides in which either way leaps over bare ground: no curve is drawn there."""
    low, high = meeting
    least, most = max(one.start, two.start) + LEAST_ARM, min(one.stop, two.stop) - LEAST_ARM
    while low > least and any(leaps(way, low - 1, alpha) for way in (one, two)):
        low -= 1
    while high < most and any(leaps(way, high, alpha) for way in (one, two)):
        high += 1
    return low, high


def leaps(way: Trace, column: int, alpha: np.ndarray) -> bool:
    """Whether a way moves by several rows to a column, or on from it, over ground that is mostly bare."""
    at = column - way.start
    for a, b in ((at - 1, at), (at, at + 1)):
        if a < 0 or b >= len(way.rows):
            continue
        top, bottom = sorted((int(way.rows[a]), int(way.rows[b])))
        if bottom - top < LEAP_STEP:
            continue
        seen = alpha[top : bottom + 1, max(0, column - 1) : column + 2].max(axis=1)
        if float((seen >= 0.3).mean()) < BARE:
            return True
    return False


def _costs(one: Trace, two: Trace, low: int, high: int, alpha: np.ndarray) -> tuple[float, float]:
    """What going on as traced and what exchanging tails costs, in rows per column of bend."""
    before = [_arm(way, low, alpha, forward=False) for way in (one, two)]
    after = [_arm(way, high, alpha, forward=True) for way in (one, two)]
    over = high - low
    keep = _turn(before[0], after[0], over) + _turn(before[1], after[1], over)
    swap = _turn(before[0], after[1], over) + _turn(before[1], after[0], over)
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
    row = float(rows[0] if forward else rows[-1])
    return _Arm(slope, row, float(on.mean()), float(seen[on].mean()) if on.any() else 0.0)


def _turn(before: _Arm, after: _Arm, over: int) -> float:
    """How unlike two arms are: the change of direction (in angle-like measure), of row and of look.

    The row is the one that the flatter arm's slope leads to over the meeting's `over` columns.
    """
    bend = abs(float(np.arctan(before.slope)) - float(np.arctan(after.slope)))
    if np.isnan(bend):
        bend = 0.0
    else:
        slope = min(before.slope, after.slope, key=abs)
        bend += float(np.arctan(abs(after.row - before.row - slope * over) / LEAP_ROWS))
    return bend + STYLE_WEIGHT * (abs(before.duty - after.duty) + 0.5 * abs(before.weight - after.weight))


def exchanged(one: Trace, two: Trace, at: int) -> tuple[Trace, Trace]:
    """Two ways with their tails exchanged from a column on."""
    heads = one.rows[: at - one.start], two.rows[: at - two.start]
    tails = one.rows[at - one.start :], two.rows[at - two.start :]
    return (
        replace(one, rows=np.concatenate((heads[0], tails[1]))),
        replace(two, rows=np.concatenate((heads[1], tails[0]))),
    )
