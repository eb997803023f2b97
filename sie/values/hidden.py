"""Points of lines that nobody can see: markers wholly under the marker of another line."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from sie.artifacts import Issue, Series
from sie.values.axes import AxisReader
from sie.vocab import Stage

_SAME_PX = 3.0
"""Points of two lines this near each other along the axis stand at one place."""
_COVERED_PX = 10.0
"""A marker this near the line's way from one neighbour to the next, pixels, may hide the line's own."""
_LEAST_OTHERS = 2
_SHARED = 0.8
"""Part of a line's own points that stand where the others have theirs."""
_DOUBLE = 0.15
"""How well the step over the place is twice the line's usual one."""
_MIN_POINTS = 4


def hidden_points(series: Sequence[Series], across: AxisReader) -> tuple[Issue, ...]:
    """One issue for each series with points that other lines' markers hide: what is under them is not told.

    A place is one where all the other lines (two at least) have a point, or one after which a line's even step comes
    out double, and where another's marker lies on the line's way.

    Args:
        series: lines with their points at markers, `px` known.
        across: the axis along which the lines run.
    """
    places = [_places(one, across.index) for one in series]
    issues = []
    for index, (one, own) in enumerate(zip(series, places, strict=True)):
        others = [other for position, other in enumerate(places) if position != index and len(other) >= _MIN_POINTS]
        missing = _missing(own, others) if len(own) >= _MIN_POINTS and others else []
        if missing:
            named = ", ".join(_value(across, px) for px in missing)
            message = (
                f"no point of {one.name or 'a series'} is seen at {named}, where another line's marker lies over it"
            )
            issues.append(Issue(stage=Stage.VALUES, code="hidden-point", message=message, ids=(one.id,)))
    return tuple(issues)


def _value(across: AxisReader, px: float) -> str:
    value = across.stored(across.read(px, 0.0).value)
    return f"{value:.4g}" if isinstance(value, int | float) else str(value)


def _places(series: Series, index: int) -> np.ndarray:
    """(n, 2) places of a series' points: along the axis, then the other way, ascending."""
    found = [(point.px[index], point.px[1 - index]) for point in series.points if isinstance(point.px, tuple)]
    return np.array(sorted(found), float).reshape(-1, 2)


def _missing(own: np.ndarray, others: Sequence[np.ndarray]) -> list[float]:
    """Places along the axis where a line has a hidden point, pixels."""
    if min(_shared(own, other) for other in others) < _SHARED:
        return []
    step = float(np.median(np.diff(own[:, 0])))
    found: list[float] = []
    for left, right in pairwise(own):
        there = [other[(other[:, 0] > left[0] + _SAME_PX) & (other[:, 0] < right[0] - _SAME_PX)] for other in others]
        if any(len(one) > 1 for one in there) or not any(len(one) for one in there):
            continue
        marks = np.concatenate(there)
        if float(np.ptp(marks[:, 0])) > _SAME_PX:
            continue
        ways = np.interp(marks[:, 0], [left[0], right[0]], [left[1], right[1]])
        everywhere = len(others) >= _LEAST_OTHERS and all(len(one) for one in there)
        double = abs(right[0] - left[0] - 2 * step) <= _DOUBLE * step
        if (everywhere or double) and float(np.abs(marks[:, 1] - ways).min()) <= _COVERED_PX:
            found.append(float(np.median(marks[:, 0])))
    return found


def _shared(own: np.ndarray, other: np.ndarray) -> float:
    return float(np.mean(np.abs(own[:, :1] - other[None, :, 0]).min(axis=1) <= _SAME_PX))
