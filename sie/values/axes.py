"""Reading positions off the two axes of a chart: numbers with their standard deviation, categories, dates."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import pairwise

from sie.artifacts import Axis, ChartElements, ChartStructure, Tick, Value
from sie.values.scale import value_at
from sie.vocab import Direction, ScaleType, TickStatus

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_CATEGORY_REACH = 0.6
"""A mark belongs to a category whose tick is nearer than this part of the spacing between ticks."""
_GROUP_REACH = 0.5
"""Bars of a group stand within this part of the tick spacing from their tick."""
_GROUP_MIDDLE = 0.2
"""The middle of a full group lies within this part of the tick spacing from its tick."""
_GROUP_OFF, _GROUP_SLACK = 0.35, 0.1
"""Groups at all ticks may stand off them by the first part of the spacing, alike to the second."""
_BAND_TICKS = 3
_BAND_SLACK = 0.1
_ON_TICK = 0.06
_UNIT = re.compile(r"[(\[]\s*([^()\[\]]{1,24}?)\s*[)\]]\s*$")


def iso_of_days(days: float, *, with_time: bool = False) -> str:
    """The ISO 8601 date (and time) of days since 1970-01-01.

    >>> iso_of_days(365)
    '1971-01-01'
    """
    moment = _EPOCH + timedelta(days=days)
    if with_time:
        return moment.strftime("%Y-%m-%dT%H:%M:%S")
    rounded = moment + timedelta(hours=12)
    return rounded.strftime("%Y-%m-%d")


def unit_of(axis: Axis | None) -> str | None:
    """The unit of an axis: its own, else what stands in brackets at the end of its title."""
    if axis is None:
        return None
    if axis.unit:
        return axis.unit
    found = _UNIT.search(axis.title or "")
    return found.group(1) if found else None


@dataclass(frozen=True)
class ValueReading:
    """A number read at a pixel: `t` in the fit's linear space, and one standard deviation (relative on log axes)."""

    value: float
    sigma: float


@dataclass(frozen=True)
class AxisReader:
    """Reads positions along one axis.

    Attributes:
        offset_px: how far marks are drawn from their places on the ticks' scale, along the axis.
        offset_sigma_px: how well that is known.
    """

    axis: Axis
    offset_px: float = 0.0
    offset_sigma_px: float = 0.0

    @property
    def index(self) -> int:
        """Which coordinate of a pixel this axis reads: 0 for x, 1 for y."""
        return 0 if self.axis.direction is Direction.HORIZONTAL else 1

    @property
    def numeric(self) -> bool:
        """Whether positions have values."""
        return self.axis.fit is not None and self.axis.scale is not ScaleType.CATEGORICAL

    @property
    def increasing(self) -> bool:
        """Whether larger pixel coordinates mean larger values."""
        return self.axis.fit is not None and self.axis.fit.px_per_unit > 0

    def read(self, px: float, sigma_px: float) -> ValueReading:
        """The value at a coordinate along the axis; days since 1970 on a time axis.

        Raises:
            ValueError: the axis has no fit.
        """
        fit = self.axis.fit
        if fit is None:
            raise ValueError(f"axis {self.axis.id}: expected a fitted scale, got none")
        value = value_at(fit, self.axis.scale, px - self.offset_px)
        sigma = math.hypot(sigma_px, self.calibration_px(px)) / abs(fit.px_per_unit)
        return ValueReading(value, sigma * math.log(10) if self.axis.scale is ScaleType.LOG else sigma)

    def calibration_px(self, px: float) -> float:
        """One standard deviation, in pixels, of what the axis says of a coordinate; 0 without a fit."""
        fit = self.axis.fit
        if fit is None:
            return 0.0
        return math.hypot(fit.sigma_px, fit.sigma_slope * (px - fit.middle_px), self.offset_sigma_px)

    def size(self, from_px: float, to_px: float, sigma_px: float) -> ValueReading:
        """The difference of the values at two coordinates: what both share of the calibration's doubt cancels.

        Args:
            from_px: where to begin.
            to_px: where to end.
            sigma_px: standard deviation of either coordinate.

        Raises:
            ValueError: the axis has no fit.
        """
        start, end = self.read(from_px, sigma_px), self.read(to_px, sigma_px)
        fit = self.axis.fit
        if fit is None or self.axis.scale is ScaleType.LOG:
            return ValueReading(end.value - start.value, math.hypot(start.sigma, end.sigma))
        sigma = math.hypot(math.sqrt(2) * sigma_px, fit.sigma_slope * (to_px - from_px)) / abs(fit.px_per_unit)
        return ValueReading(end.value - start.value, sigma)

    def stored(self, value: float) -> Value:
        """A value as it is stored: ISO 8601 on a time axis, else the number."""
        if self.axis.scale is not ScaleType.TIME or self.axis.fit is None:
            return value
        days_per_px = 1.0 / abs(self.axis.fit.px_per_unit)
        return iso_of_days(value, with_time=days_per_px < 1 / 24)

    def ticks(self) -> list[Tick]:
        """The ticks that name positions, by place."""
        named = [tick for tick in self.axis.ticks if tick.text.strip()]
        if self.numeric:
            named = [tick for tick in named if tick.status is not TickStatus.REJECTED]
        return sorted(named, key=lambda tick: tick.px)

    def spacing(self) -> float:
        """The median distance between neighbouring ticks in pixels; infinite with fewer than two."""
        places = [tick.px for tick in self.ticks()]
        gaps = sorted(b - a for a, b in pairwise(places) if b - a > 1.0)
        return gaps[len(gaps) // 2] if gaps else math.inf

    def category(self, px: float) -> Tick | None:
        """The tick whose label names a position, or None where none is near enough."""
        ticks = self.ticks()
        if not ticks:
            return None
        nearest = min(ticks, key=lambda tick: abs(tick.px - px))
        return nearest if abs(nearest.px - px) <= _CATEGORY_REACH * self.spacing() else None

    def names_groups(self, places: Sequence[Sequence[float]]) -> bool:
        """Whether the labels can serve as categories of bars: each stands at a tick, as a group around it.

        Groups one at each tick and all equally far from it are named too: a mark beside the label is its tick then.

        Args:
            places: for each series the places of its bars.
        """
        ticks, spacing = self.ticks(), self.spacing()
        if not ticks or not any(places):
            return False
        around: dict[str, list[float]] = {}
        for one in places:
            own: set[str] = set()
            for px in one:
                tick = min(ticks, key=lambda tick: abs(tick.px - px))
                if abs(tick.px - px) > _GROUP_REACH * spacing or tick.id in own:
                    return False
                own.add(tick.id)
                around.setdefault(tick.id, []).append(px - tick.px)
        full = max(len(offsets) for offsets in around.values())
        middles = [sum(offsets) / len(offsets) for offsets in around.values() if len(offsets) == full]
        if all(abs(middle) <= _GROUP_MIDDLE * spacing for middle in middles):
            return True
        even = max(middles) - min(middles) <= _GROUP_SLACK * spacing and max(map(abs, middles)) <= _GROUP_OFF * spacing
        return even and len(middles) == len(ticks) >= _BAND_TICKS

    def is_banded(self) -> bool:
        """Whether a numeric axis is a row of categories: whole steps, and half a step left free at both ends."""
        fit, domain, ticks = self.axis.fit, self.axis.domain, self.ticks()
        if fit is None or domain is None or self.axis.scale is not ScaleType.LINEAR or len(ticks) < _BAND_TICKS:
            return False
        numbers = [tick.value for tick in ticks if isinstance(tick.value, int | float)]
        ends = [end for end in domain if isinstance(end, int | float)]
        if len(numbers) != len(ticks) or len(ends) != 2:
            return False
        steps = [b - a for a, b in pairwise(numbers)]
        step = abs(steps[0])
        if step == 0 or any(abs(abs(one) - step) > _BAND_SLACK * step for one in steps):
            return False
        free = (min(numbers) - min(ends)) / step, (max(ends) - max(numbers)) / step
        return all(abs(part - 0.5) <= _BAND_SLACK for part in free)

    def snapped(self, place: float) -> Tick | None:
        """The tick that a place lies on, to a small part of their spacing, or None."""
        ticks = self.ticks()
        if not ticks:
            return None
        tick = min(ticks, key=lambda tick: abs(tick.px - place))
        return tick if abs(tick.px - place) <= _ON_TICK * self.spacing() else None


@dataclass(frozen=True)
class ChartAxes:
    """The axes of a chart by their logical roles, given which way its values run."""

    independent: AxisReader | None
    dependent: AxisReader | None
    second: AxisReader | None

    def value_reader(self, *, secondary: bool) -> AxisReader | None:
        """The reader of a series' values."""
        return self.second if secondary and self.second is not None else self.dependent


def chart_axes(structure: ChartStructure, elements: ChartElements) -> ChartAxes:
    """The axes of a chart by role: the dependent one runs in the direction of `elements.orientation`."""
    along = elements.orientation
    across = Direction.HORIZONTAL if along is Direction.VERTICAL else Direction.VERTICAL

    def reader(axis: Axis | None) -> AxisReader | None:
        return AxisReader(axis, elements.offset_px, elements.offset_sigma_px) if axis is not None else None

    return ChartAxes(
        independent=reader(structure.axis(across)),
        dependent=reader(structure.axis(along)),
        second=reader(structure.axis(along, secondary=True)),
    )
