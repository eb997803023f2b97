"""Traced curves against the ticks below them: where they pass each, and whether their points stand there."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from sie.artifacts import XY, Element
from sie.values.axes import AxisReader
from sie.vocab import ScaleType

REACH_PX = 3.0
"""How far beyond its drawn ends a curve is still read at a category's tick."""
_STRAIGHT_PX = 2.5
"""How far a line over categories may leave the straight way between them, pixels."""
_STRAIGHT_PART = 0.02
"""The same as a part of the line's height."""
_MIN_TICKS = 4
_MIN_STEP_PX = 8.0
_STEP_SLACK = 0.02
_SHARPER = 3.0
"""Straight pieces from tick to tick fit so many times better than pieces that bend halfway between the ticks."""


def places_at_ticks(line: Element, across: AxisReader) -> list[XY]:
    """Where a path passes the ticks of a category axis; ticks beyond its ends have no place."""
    path = sorted(line.path, key=lambda place: place[across.index])
    if not path:
        return []
    along = np.array([place[across.index] for place in path])
    value = np.array([place[1 - across.index] for place in path])
    reach = max(REACH_PX, 0.3 * across.spacing()) if math.isfinite(across.spacing()) else REACH_PX
    places: list[XY] = []
    for tick in across.ticks():
        if along[0] - reach <= tick.px <= along[-1] + reach:
            other = float(np.interp(tick.px, along, value))
            places.append((tick.px, other) if across.index == 0 else (other, tick.px))
    return places


def bends_at_ticks(line: Element, across: AxisReader) -> list[XY]:
    """Where straight pieces nearest to a path meet at the ticks: pen and blur have rounded its own corners."""
    places = places_at_ticks(line, across)
    knots = [place[across.index] for place in places]
    path = np.array(sorted(line.path, key=lambda place: place[across.index]))
    if len(knots) < 2:
        return places
    along, value = path[:, across.index], path[:, 1 - across.index]
    inside = (along >= knots[0]) & (along <= knots[-1])
    shares = np.array([np.interp(along[inside], knots, one) for one in np.eye(len(knots))]).T
    met = np.linalg.lstsq(shares, value[inside], rcond=None)[0]
    return [(px, float(v)) if across.index == 0 else (float(v), px) for px, v in zip(knots, met, strict=True)]


def straight_between_ticks(line: Element, across: AxisReader) -> bool:
    """Whether straight pieces from tick to tick follow a path, blurred corners and a few stray pixels aside."""
    misfit = _misfit(line, across, [tick.px for tick in across.ticks()])
    if misfit is None:
        return False
    height = float(np.ptp([place[1 - across.index] for place in line.path]))
    return bool(np.percentile(misfit, 90) <= max(_STRAIGHT_PX, _STRAIGHT_PART * height))


def turn_at_ticks(lines: Sequence[Element], across: AxisReader) -> bool:
    """Whether traced curves have their data points at the ticks of an evenly labelled axis.

    Each begins and ends at a tick and runs straight from tick to tick, and together they bend there: a smooth curve
    bends between the ticks as well.
    """
    traced = [line for line in lines if line.path]
    if not traced or any(line.vertices for line in traced) or not _is_even(across):
        return False
    places = [place[across.index] for line in traced for place in line.path[:1] + line.path[-1:]]
    if any(across.snapped(px) is None for px in places):
        return False
    if not all(straight_between_ticks(line, across) for line in traced):
        return False
    ticks = [tick.px for tick in across.ticks()]
    between = [ticks[0], *((a + b) / 2 for a, b in pairwise(ticks)), ticks[-1]]
    at, off = _pooled(traced, across, ticks), _pooled(traced, across, between)
    return off >= _SHARPER * max(at, 0.1)


def _is_even(across: AxisReader) -> bool:
    """Whether a linear axis has enough labelled ticks, one step apart."""
    ticks = across.ticks()
    if across.axis.scale is not ScaleType.LINEAR or len(ticks) < _MIN_TICKS or across.spacing() < _MIN_STEP_PX:
        return False
    numbers = [tick.value for tick in ticks if isinstance(tick.value, int | float)]
    steps = np.diff(numbers)
    step = float(np.median(steps)) if len(numbers) == len(ticks) else 0.0
    return step != 0.0 and bool(np.all(np.abs(steps - step) <= _STEP_SLACK * abs(step)))


def _pooled(lines: Sequence[Element], across: AxisReader, knots: Sequence[float]) -> float:
    """Root mean square of the curves' distances from straight pieces between knots, pixels."""
    parts = [misfit for line in lines if (misfit := _misfit(line, across, knots)) is not None]
    return math.sqrt(float(np.mean(np.concatenate(parts) ** 2))) if parts else 0.0


def _misfit(line: Element, across: AxisReader, knots: Sequence[float]) -> np.ndarray | None:
    """Distances of a path from straight pieces that meet at places along the axis, pixels; None for under two."""
    if not line.path:
        return None
    path = np.array(sorted(line.path, key=lambda place: place[across.index]))
    along, value = path[:, across.index], path[:, 1 - across.index]
    reach = max(REACH_PX, 0.3 * across.spacing()) if math.isfinite(across.spacing()) else REACH_PX
    own = [px for px in knots if along[0] - reach <= px <= along[-1] + reach]
    if len(own) < 2:
        return None
    distances: np.ndarray = np.abs(np.interp(along, own, np.interp(own, along, value)) - value)
    return distances
