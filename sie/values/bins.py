"""Histogram bins on round or even edges: equal bins that fit such a grid to the reading error are on it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import chain

from sie.artifacts import DataPoint

_LEAST_BINS = 4
_LEAST_WIDTH_PX = 8.0
_OFF = (1.5, 0.1)
"""No edge may be further than this from the round one: in pixels, and as a part of the width."""
_MEAN_OFF = (0.9, 0.06)
"""The same of the root mean square; bars with a gap between them end inside their bins."""
_MOST_EDGES = 0.85
"""The part of the edges that these hold for; a side hidden by its neighbour may be read amiss,"""
_FAR = 0.25
"""but not by more than this part of the width."""
_EVEN_OFF_PX = 0.9
_EVEN_MEAN_PX = 0.5
"""How far edges that a tool moved to whole pixels may lie from even ones: each, and the root mean square."""
_ROUND = (1.0, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0, 6.0)
_DIGITS = 12


def on_round_edges(points: Sequence[DataPoint], per_px: float) -> list[DataPoint]:
    """The bins with the round edges that they plainly have, else as they are.

    Bins are drawn at round widths from a round start, or about round middles; that every edge of several bins falls on
    such a grid by chance is unlikely, while the pixel places of edges are never round.

    Args:
        points: the bins of a chart, with numeric `x0` and `x1`.
        per_px: axis units of a pixel along the bins' axis.
    """
    known = _known_edges(points)
    width = round_width(known, per_px) if known is not None and per_px > 0 else None
    if known is None or width is None:
        return list(points)
    step, start = width
    snapped = [(_nearest(low, step, start), _nearest(high, step, start)) for low, high in known]
    return _with_edges(points, snapped)


def on_even_edges(points: Sequence[DataPoint], per_px: float) -> list[DataPoint]:
    """The bins with evenly spaced edges where they are as near to such as whole pixels are, else as they are.

    Args:
        points: the bins of a chart, with numeric `x0` and `x1`.
        per_px: axis units of a pixel along the bins' axis.
    """
    known = _known_edges(points)
    even = _evenly_spaced(known, per_px) if known is not None and per_px > 0 else None
    return list(points) if even is None else _with_edges(points, even)


def _known_edges(points: Sequence[DataPoint]) -> list[tuple[float, float]] | None:
    """The edges of the bins; None where one has none that is a number."""
    edges = [(point.x0, point.x1) for point in points]
    known = [(low, high) for low, high in edges if isinstance(low, float | int) and isinstance(high, float | int)]
    return known if len(known) == len(points) else None


def _with_edges(points: Sequence[DataPoint], edges: Sequence[tuple[float, float]]) -> list[DataPoint]:
    return [
        point.model_copy(update={"x": round((low + high) / 2, _DIGITS), "x0": low, "x1": high})
        for point, (low, high) in zip(points, edges, strict=True)
    ]


def round_width(edges: Sequence[tuple[float, float]], per_px: float) -> tuple[float, float] | None:
    """The width and the offset (0 or half a width) of the round grid that all bins fit, in axis units; else None."""
    if len(set(edges)) < _LEAST_BINS:
        return None
    wide = sorted(high - low for low, high in edges)[len(edges) // 2]
    if wide < _LEAST_WIDTH_PX * per_px:
        return None
    power = 10.0 ** math.floor(math.log10(wide))
    most, mean_most = (min(px * per_px, part * wide) for px, part in (_OFF, _MEAN_OFF))
    fits = []
    for step in (factor * power for factor in (*_ROUND, 10.0)):
        if abs(step - wide) > 2 * most:
            continue
        for start in (0.0, step / 2):
            off = sorted(abs(edge - _nearest(edge, step, start)) for edge in chain.from_iterable(edges))
            best = off[: math.ceil(_MOST_EDGES * len(off))]
            mean = math.sqrt(sum(value * value for value in best) / len(best))
            one_each = all(round((high - low) / step) == 1 for low, high in edges)
            if one_each and best[-1] <= most and mean <= mean_most and off[-1] <= _FAR * step:
                fits.append((mean, step, start))
    if not fits:
        return None
    _, step, start = min(fits)
    return step, start


def _evenly_spaced(edges: Sequence[tuple[float, float]], per_px: float) -> list[tuple[float, float]] | None:
    """The edges moved to the straight line through them by their number; None where they lie off it."""
    wide = sorted(high - low for low, high in edges)[len(edges) // 2] if edges else 0.0
    if len(set(edges)) < _LEAST_BINS or wide < _LEAST_WIDTH_PX * per_px:
        return None
    first = min(low for low, _ in edges)
    numbers = [round((edge - first) / wide) for edge in chain.from_iterable(edges)]
    if any(high - low != 1 for low, high in zip(numbers[::2], numbers[1::2], strict=True)):
        return None
    places = list(chain.from_iterable(edges))
    middle, mean = sum(numbers) / len(numbers), sum(places) / len(places)
    spread = sum((number - middle) ** 2 for number in numbers)
    step = sum((number - middle) * edge for number, edge in zip(numbers, places, strict=True)) / spread
    even = [round(mean + (number - middle) * step, _DIGITS) for number in numbers]
    off = [abs(edge - fitted) / per_px for edge, fitted in zip(places, even, strict=True)]
    if max(off) > _EVEN_OFF_PX or math.hypot(*off) > _EVEN_MEAN_PX * math.sqrt(len(off)):
        return None
    return list(zip(even[::2], even[1::2], strict=True))


def _nearest(edge: float, step: float, start: float) -> float:
    """The grid line nearest to an edge."""
    return round(start + round((edge - start) / step) * step, _DIGITS)
