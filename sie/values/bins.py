"""Histogram bins on round edges: equal bins that fit multiples of a round width to the reading error are those."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import chain

from sie.artifacts import DataPoint

_LEAST_BINS = 4
_LEAST_WIDTH_PX = 8.0
_OFF_PX = 1.0
"""No edge may be further than this from the round one."""
_MEAN_OFF_PX = 0.5
"""Root mean square of the same."""
_ROUND = (1.0, 2.0, 2.5, 5.0)
_DIGITS = 12


def on_round_edges(points: Sequence[DataPoint], per_px: float) -> list[DataPoint]:
    """The bins with the round edges that they plainly have, else as they are.

    Bins are drawn at round widths from a round start, or about round middles; that every edge of several bins falls on
    such a grid by chance is unlikely, while the pixel places of edges are never round.

    Args:
        points: the bins of a chart, with numeric `x0` and `x1`.
        per_px: axis units of a pixel along the bins' axis.
    """
    edges = [(point.x0, point.x1) for point in points]
    known = [(low, high) for low, high in edges if isinstance(low, float | int) and isinstance(high, float | int)]
    if len(known) < len(points) or per_px <= 0:
        return list(points)
    width = round_width(known, per_px)
    if width is None:
        return list(points)
    step, start = width
    snapped = [tuple(_nearest(edge, step, start) for edge in pair) for pair in known]
    return [
        point.model_copy(update={"x": round((low + high) / 2, _DIGITS), "x0": low, "x1": high})
        for point, (low, high) in zip(points, snapped, strict=True)
    ]


def round_width(edges: Sequence[tuple[float, float]], per_px: float) -> tuple[float, float] | None:
    """The width and the offset (0 or half a width) of the round grid that all bins fit, in axis units; else None."""
    if len(set(edges)) < _LEAST_BINS:
        return None
    wide = sorted(high - low for low, high in edges)[len(edges) // 2]
    if wide < _LEAST_WIDTH_PX * per_px:
        return None
    power = 10.0 ** math.floor(math.log10(wide))
    fits = []
    for step in (factor * power for factor in (*_ROUND, 10.0)):
        if abs(step - wide) > 2 * _OFF_PX * per_px:
            continue
        for start in (0.0, step / 2):
            off = [abs(edge - _nearest(edge, step, start)) for edge in chain.from_iterable(edges)]
            mean = math.sqrt(sum(value * value for value in off) / len(off))
            one_each = all(round((high - low) / step) == 1 for low, high in edges)
            if one_each and max(off) <= _OFF_PX * per_px and mean <= _MEAN_OFF_PX * per_px:
                fits.append((mean, step, start))
    if not fits:
        return None
    _, step, start = min(fits)
    return step, start


def _nearest(edge: float, step: float, start: float) -> float:
    """The grid line nearest to an edge."""
    return round(start + round((edge - start) / step) * step, _DIGITS)
