"""Which of two curves of one colour goes on where they have met, by what the legend's samples look like.

Directions tell it where curves cross; where they touch, run together or turn at the meeting only dashes and markers do.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations

import numpy as np
from scipy.optimize import linear_sum_assignment

from sie.artifacts import LegendEntry
from sie.elements.ink import Canvas
from sie.elements.lines_curves import Curve, refine
from sie.elements.lines_looks import look_costs
from sie.elements.lines_refine import Stroke
from sie.elements.lines_swap import exchanged, meetings
from sie.elements.trace import Trace

LEAST_STRETCH = 40
"""Columns between two meetings in which a dash or a marker is seen often enough to be told."""
CLEARLY = 0.5
"""By how much two stretches must look more like each other's sample than like their own curve's."""


def by_looks(canvas: Canvas, curves: Sequence[Curve], hidden: np.ndarray) -> list[Curve]:
    """The curves of one group, with the stretches between two curves' meetings given to the one whose look they have.

    Args:
        canvas: the plot area, for the legend's samples.
        curves: all of one colour.
        hidden: bool (h, w), other ink and texts, which may lie in front.
    """
    if len(curves) < 2 or len(curves[0].group.entries) < 2:
        return list(curves)
    found = list(curves)
    cost = look_costs(canvas, found, found[0].group.entries)
    rows, columns = linear_sum_assignment(cost)
    own = {row: found[row].group.entries[column] for row, column in zip(rows.tolist(), columns.tolist(), strict=True)}
    for first, second in combinations(sorted(own), 2):
        pair = (found[first], found[second])
        traces = _sorted_out(canvas, pair, (own[first], own[second]))
        if traces is not None:
            anew = refine(pair[0].group, hidden, traces)
            found[first], found[second] = anew if len(anew) == 2 else pair
    return found


def _sorted_out(
    canvas: Canvas, pair: tuple[Curve, Curve], entries: tuple[LegendEntry, LegendEntry]
) -> list[Trace] | None:
    """The ways of two curves, their tails exchanged where they take on each other's look; None where they do not."""
    one, two = (curve.trace for curve in pair)
    met = meetings(one, two, 2.0 * pair[0].group.stroke + 3.0)
    bounds = [max(one.start, two.start), *(edge for run in met for edge in run), min(one.stop, two.stop)]
    leanings = [_leaning(canvas, pair, entries, stretch) for stretch in zip(bounds[::2], bounds[1::2], strict=True)]
    turns = _turns(met, leanings)
    if not turns:
        sides = [((bounds[0], low), (high, bounds[-1])) for low, high in met]
        both = [[_leaning(canvas, pair, entries, side) for side in two_sides] for two_sides in sides]
        parted = [abs(a - b) if a * b < 0 else 0.0 for a, b in both]
        turns = [met[int(np.argmax(parted))]] if any(parted) else []
    for low, high in turns:
        one, two = exchanged(one, two, (low + high) // 2)
    return [one, two] if turns else None


def _turns(met: Sequence[tuple[int, int]], leanings: Sequence[float]) -> list[tuple[int, int]]:
    """The meetings after which two curves look the other way round than before; stretches that lean none are passed."""
    turns = []
    last = leanings[0]
    for run, leaning in zip(met, leanings[1:], strict=True):
        if last * leaning < 0:
            turns.append(run)
        last = leaning or last
    return turns


def _leaning(
    canvas: Canvas, pair: tuple[Curve, Curve], entries: tuple[LegendEntry, LegendEntry], stretch: tuple[int, int]
) -> float:
    """How much more two curves look like each other's sample than their own over a stretch; 0 where that is unclear."""
    parts = [_part(curve, *stretch) for curve in pair]
    if any(len(part.stroke.rows) < LEAST_STRETCH for part in parts):
        return 0.0
    cost = look_costs(canvas, parts, entries)
    more = float(cost[0, 0] + cost[1, 1] - cost[0, 1] - cost[1, 0])
    return more if abs(more) >= CLEARLY else 0.0


def _part(curve: Curve, low: int, high: int) -> Curve:
    """A curve's columns within a range."""
    stroke = curve.stroke
    a, b = max(low, stroke.start), min(high, stroke.stop)
    cut = slice(a - stroke.start, max(a, b) - stroke.start)
    part = Stroke(a, stroke.rows[cut], stroke.seen[cut], stroke.height[cut], stroke.slope[cut])
    return replace(curve, stroke=part, pieces=(part,))
