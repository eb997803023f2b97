"""Bars on a numeric or date axis that does not label each of them: they stand on the even steps that its ticks count.

A bar's middle is read to a part of a pixel and is never a round number, but bars are drawn for whole years, months or
doses. Where all of them stand at whole steps, to the reading error, the step is the bar's name.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import pairwise

from sie.artifacts import Value
from sie.values.axes import AxisReader
from sie.vocab import ScaleType

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_DIGITS = 12
_MIN_BARS = 3
_OFF = (1.5, 0.15)
"""No bar may be further than this from its step: in pixels, and as a part of the step."""
_CENTERED = 0.12
"""A bar, or the middle of a group of bars, stands at a step when it is nearer to it than this part of the step."""
_COVERED = (0.75, 1.1)
"""A bar as wide as this part of a step, and from one step to the next, is named for the span that begins there."""
_TORN = 0.02
"""By more than this part of a step bars of one group are farther apart than from the next group, else it is even."""
_MOST_PARTS = 12
"""Bars between two ticks at most."""
_YEARS = (1000, 2999)


@dataclass(frozen=True)
class _Steps:
    """A way to count steps along an axis: `index` of a value, and the `value` stored for a whole index."""

    index: Callable[[float], float]
    value: Callable[[int], Value]
    covers: bool
    """Whether a bar may cover the span from one step to the next, as years and months do."""


@dataclass(frozen=True)
class BarSpan:
    """A bar's extent along the independent axis, in pixels."""

    low: float
    high: float

    @property
    def middle(self) -> float:
        """Its middle."""
        return (self.low + self.high) / 2


def on_steps(series: Sequence[Sequence[BarSpan]], across: AxisReader) -> list[list[Value]] | None:
    """For each bar of each series the step that it stands at, or None where they do not all stand at even steps.

    Args:
        series: the bars of each series; those of a group stand side by side.
        across: a numeric or date axis.
    """
    if not across.numeric or sum(map(len, series)) < _MIN_BARS:
        return None
    for steps in _candidates(across):
        found = _counted(series, across, steps)
        if found is not None:
            return [[steps.value(number) for number in one] for one in found]
    return None


def cover_dates(spans: Sequence[BarSpan], across: AxisReader) -> bool:
    """Whether each bar covers one year, quarter, month or day of the axis, and no two the same: bars, no bins."""
    if not across.numeric or len(spans) < _MIN_BARS:
        return False
    dated = [steps for steps in _candidates(across) if steps.covers]
    return any(_cover([spans], across, steps) and _counted([spans], across, steps) is not None for steps in dated)


def _candidates(across: AxisReader) -> list[_Steps]:
    """Ways to count steps, the coarsest first."""
    ticks = [tick.value for tick in across.ticks() if isinstance(tick.value, int | float)]
    if across.axis.scale is ScaleType.TIME:
        return [_months(12), _months(3), _months(1), _days()]
    if across.axis.scale is not ScaleType.LINEAR or len(ticks) < 2:
        return []
    gaps = sorted(abs(b - a) for a, b in pairwise(ticks))
    tick_step = gaps[len(gaps) // 2]
    whole = all(float(tick).is_integer() for tick in ticks)
    years = whole and _YEARS[0] <= min(ticks) and max(ticks) <= _YEARS[1]
    parts = [k for k in range(1, _MOST_PARTS + 1) if tick_step > 0 and (not whole or (tick_step / k).is_integer())]
    return [_even(float(ticks[0]), tick_step / k, covers=years and tick_step == k) for k in parts]


def _even(start: float, step: float, *, covers: bool) -> _Steps:
    return _Steps(
        lambda value: (value - start) / step, lambda number: round(start + number * step, _DIGITS), covers=covers
    )


def _months(count: int) -> _Steps:
    """Steps of so many calendar months from January on."""

    def index(days: float) -> float:
        moment = _EPOCH + timedelta(days=days)
        first = datetime(moment.year, moment.month, 1, tzinfo=UTC)
        following = datetime(moment.year + moment.month // 12, moment.month % 12 + 1, 1, tzinfo=UTC)
        return (12 * moment.year + moment.month - 1 + (moment - first) / (following - first)) / count

    def value(number: int) -> str:
        year, month = divmod(number * count, 12)
        return f"{year:04d}-{month + 1:02d}-01"

    return _Steps(index, value, covers=True)


def _days() -> _Steps:
    return _Steps(lambda days: days, lambda number: (_EPOCH + timedelta(days=number)).strftime("%Y-%m-%d"), covers=True)


def _counted(series: Sequence[Sequence[BarSpan]], across: AxisReader, steps: _Steps) -> list[list[int]] | None:
    """The whole number of steps at which each bar stands.

    None where some bar does not, shares it with another of its series, or is nearer to the bars of the next step.
    """
    numbers: list[list[int]] = []
    shifts: list[float] = []
    for bars in series:
        places = [steps.index(across.read(bar.middle, 0.0).value) for bar in bars]
        shift = _common_part(places)
        own = [round(place - shift) for place in places]
        for bar, place, number in zip(bars, places, own, strict=True):
            limit = min(_OFF[0] * _per_px(bar, across, steps), _OFF[1])
            if abs(place - shift - number) > limit:
                return None
        if len(set(own)) < len(own):
            return None
        numbers.append(own)
        shifts += [shift] * bool(own)
    if _are_torn(shifts):
        return None
    middle = sum(shifts) / len(shifts)
    if abs(middle) <= _CENTERED:
        return numbers
    covering = steps.covers and abs(abs(middle) - 0.5) <= _CENTERED and _cover(series, across, steps)
    down = 1 if covering and middle < 0 else 0
    return [[number - down for number in own] for own in numbers] if covering else None


def _are_torn(shifts: Sequence[float]) -> bool:
    """Whether the series of a group lie apart by more within a step than from one step to the next.

    >>> _are_torn([-0.2, 0.2]), _are_torn([-0.3, 0.3]), _are_torn([-0.3, -0.15, 0.0, 0.15, 0.3])
    (False, True, False)
    """
    ordered = sorted(shifts)
    widest = max((b - a for a, b in pairwise(ordered)), default=0.0)
    return widest > 1.0 - (ordered[-1] - ordered[0]) + _TORN


def _common_part(places: Sequence[float]) -> float:
    """The part of a step, from -0.5 to 0.5, by which places lie beyond whole ones: their circular mean."""
    turn = 2 * math.pi
    sine, cosine = (sum(f(turn * place) for place in places) for f in (math.sin, math.cos))
    return math.atan2(sine, cosine) / turn


def _per_px(bar: BarSpan, across: AxisReader, steps: _Steps) -> float:
    """Steps in a pixel at a bar."""
    ends = [steps.index(across.read(bar.middle + side, 0.0).value) for side in (-0.5, 0.5)]
    return abs(ends[1] - ends[0])


def _cover(series: Sequence[Sequence[BarSpan]], across: AxisReader, steps: _Steps) -> bool:
    """Whether every bar is about as wide as a step; those of a group are not."""
    widths = [
        abs(steps.index(across.read(bar.high, 0.0).value) - steps.index(across.read(bar.low, 0.0).value))
        for bars in series
        for bar in bars
    ]
    return all(_COVERED[0] <= width <= _COVERED[1] for width in widths)
