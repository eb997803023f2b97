"""How well a curve's places are known beside what its own ink tells: where it rises, turns, or runs by another one.

A curve's place along the axis is known to a part of a pixel only, which counts where it is steep. Its pen rounds what
turns within its reach. Where another curve of its colour runs near by, the one may be taken for the other; under the
pen of a curve of any colour its own middle is not seen. One standard error for all places of a curve was refused: flat
curves that run alone are known ten times as well as such places.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sie.artifacts import Element
from sie.vocab import MarkKind

Floats = NDArray[np.float64]

PLACE_PX = 0.2
"""Standard error of a curve's place along the axis, pixels."""
VERTEX_PX = 0.4
"""Standard error of a data point beside what the curve's stroke is good for: markers hide it, pens round it."""
TURN_PX = 0.9
"""Standard error where a curve turns, pixels for each pixel a pixel by which its rise changes."""
MOST_TURN_PX = 2.7
"""It grows no further than to this: no pen rounds more."""
TURN_REACH_PX = 3.0
"""So far on either side of a place the rise is measured for that."""
ALIKE = 40
"""Colours whose channels differ by no more than this are one."""
CROWDED_PX, CROWDED_PENS = 8.0, 4.0
"""Lines of one colour, nearer than this in pixels or in widths of their pens, may be taken for one another."""
CROWDED_PART = 0.5
"""Standard error then, as a part of their distance, or of the pens' width where that is more."""
COVERED_PENS = 1.5
COVERED_PART = 0.2
"""Standard error, as a part of the pens' width, of a line nearer than `COVERED_PENS` to one of another colour."""


@dataclass(frozen=True)
class CurveDoubt:
    """What makes a curve's places doubtful, by place along the axis, pixels.

    Attributes:
        along: (n,) places, ascending.
        rises: (n,) pixels that the curve rises a pixel, at a data point the mean of both sides.
        turns: (n,) by how much that changes; 0 at data points, where it is meant to.
        crowded: (n,) standard error, pixels, from lines near by.
        vertices: whether the places are data points.
    """

    along: Floats
    rises: Floats
    turns: Floats
    crowded: Floats
    vertices: bool

    def at(self, px: float, *, aside_px: float = 0.0) -> float:
        """One standard error across the axis, pixels.

        Args:
            px: the place along the axis.
            aside_px: standard error of the axis itself there.
        """
        rise, turn, crowded = (float(np.interp(px, self.along, v)) for v in (self.rises, self.turns, self.crowded))
        bent = TURN_PX * turn / math.hypot(1.0, TURN_PX * turn / MOST_TURN_PX) if not self.vertices else VERTEX_PX
        return math.hypot(math.hypot(PLACE_PX, aside_px) * rise, bent, crowded)


def curve_doubts(curves: Sequence[Element], index: int) -> dict[str, CurveDoubt]:
    """The doubts of all curves of a chart, by element id; those without a path have none.

    Args:
        curves: lines or areas with their paths; areas do not crowd each other, for they are told by their fills.
        index: which coordinate runs along the axis: 0 for x, 1 for y.
    """
    traced = [_Traced.of(curve, index) for curve in curves if curve.path]
    doubts = {}
    for one in traced:
        others = [other for other in traced if other is not one and other.is_line]
        rises, turns = _steepness(one.along, one.value, vertices=one.curve.vertices)
        crowded = _crowded(one, others) if one.is_line else np.zeros(len(one.along))
        doubts[one.curve.id] = CurveDoubt(one.along, rises, turns, crowded, one.curve.vertices)
    return doubts


@dataclass(frozen=True)
class _Traced:
    """A curve by place along the axis, ascending, and the width of its pen: what its box is wider than its path."""

    curve: Element
    along: Floats
    value: Floats
    pen: float

    @classmethod
    def of(cls, curve: Element, index: int) -> _Traced:
        path = np.array(sorted(curve.path, key=lambda place: place[index]), float)
        value, across = path[:, 1 - index], 1 - index
        pen = curve.box[across + 2] - curve.box[across] - float(np.ptp(value))
        return cls(curve, path[:, index], value, max(pen, 1.0))

    @property
    def is_line(self) -> bool:
        return self.curve.kind is MarkKind.LINE

    def has_color_of(self, other: _Traced) -> bool:
        """Whether two curves cannot be told apart by their colours."""
        one, two = self.curve.color, other.curve.color
        if one is None or two is None:
            return True
        return all(abs(int(one[i : i + 2], 16) - int(two[i : i + 2], 16)) <= ALIKE for i in (1, 3, 5))


def _steepness(along: Floats, value: Floats, *, vertices: bool) -> tuple[Floats, Floats]:
    if len(along) < 3:
        return np.zeros(len(along)), np.zeros(len(along))
    rises = np.abs(np.diff(value)) / np.maximum(np.diff(along), 0.5)
    before, after = np.concatenate((rises[:1], rises)), np.concatenate((rises, rises[-1:]))
    if vertices:
        return (before + after) / 2, np.zeros(len(along))
    left, right = (np.interp(along + way * TURN_REACH_PX, along, value) for way in (-1.0, 1.0))
    return np.maximum(before, after), np.abs(right - 2 * value + left) / TURN_REACH_PX


def _crowded(one: _Traced, others: Sequence[_Traced]) -> Floats:
    """Standard error of a line's places from other lines near by, pixels; 0 where none is."""
    error = np.zeros(len(one.along))
    for other in others:
        beside = np.interp(one.along, other.along, other.value, left=np.inf, right=np.inf)
        gap, wide = np.abs(beside - one.value), (one.pen + other.pen) / 2
        if one.has_color_of(other):
            near = gap < max(CROWDED_PX, CROWDED_PENS * wide)
            part = np.where(near, CROWDED_PART * np.maximum(gap, wide), 0.0)
        else:
            part = np.where(gap < COVERED_PENS * wide, COVERED_PART * wide, 0.0)
        error = np.maximum(error, part)
    return error
