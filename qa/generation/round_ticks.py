"""Round numbers of a numeric axis as its ticks, for charts that come without ticks.

The benchmark asks of curves and clouds what they are at the ticks of the independent axis. A gold table has points
only; asking at every point would be neither the benchmark's question nor one that a reader of the picture can answer.
So the places are the round numbers that divide the data's range into at most eight steps, found by one rule from the
values alone. The same rule gives the places of a chart that was read from the picture and is to be compared.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from datetime import date, datetime

from sie.artifacts import Axis, Chart, ChartStructure, Tick, Value
from sie.vocab import AxisRole, ChartFamily, Direction, ScaleType, Side, family_of

ROUND = "round"
"""Ids of these axes and ticks begin so."""

MOST_STEPS = 8
_SLACK = 0.01
"""Round numbers this part of the range outside the data are still taken: data often end on one but for rounding."""
_CURVED = frozenset({ChartFamily.LINE, ChartFamily.AREA, ChartFamily.SCATTER})
_DAYS_OF_YEAR = 365.2425
_MONTH_STEPS = (1, 2, 3, 6)
_FEWEST_YEARS = 3.0


def has_x_ticks(chart: Chart) -> bool:
    """Whether the chart has ticks on its primary independent axis."""
    axes = chart.structure.axes if chart.structure else ()
    return any(axis.role is AxisRole.INDEPENDENT and not axis.secondary and axis.ticks for axis in axes)


def needs_round_ticks(chart: Chart) -> bool:
    """Whether the chart is a curve or cloud over numbers or dates."""
    if chart.chart_type is None or family_of(chart.chart_type) not in _CURVED:
        return False
    return chart.x_scale in (ScaleType.LINEAR, ScaleType.LOG, ScaleType.TIME) and bool(_numbers(chart))


def with_round_ticks(chart: Chart) -> Chart:
    """The chart with round numbers as the ticks of its independent axis; as it is where they make no sense."""
    if not needs_round_ticks(chart):
        return chart
    numbers = _numbers(chart)
    low, high = min(numbers), max(numbers)
    if chart.x_scale is ScaleType.TIME:
        ticks = _time_ticks(low, high)
    elif chart.x_scale is ScaleType.LOG and low > 0:
        ticks = [(f"{value:g}", value) for value in _log_numbers(low, high)]
    else:
        ticks = [(f"{value:.12g}", value) for value in round_numbers(low, high)]
    placed: list[tuple[str, Value]] = list(ticks)
    return _with_axis(chart, placed)


def round_numbers(low: float, high: float) -> list[float]:
    """The multiples of 1, 2 or 5 times a power of ten in a range, at most `MOST_STEPS` steps.

    >>> round_numbers(3.0, 97.0)
    [20.0, 40.0, 60.0, 80.0]
    """
    if not high > low:
        return [low]
    step = _step((high - low) / MOST_STEPS)
    slack = _SLACK * (high - low)
    first, last = math.ceil((low - slack) / step), math.floor((high + slack) / step)
    digits = max(0, 2 - math.floor(math.log10(step)))
    return [round(k * step, digits) + 0.0 for k in range(first, last + 1)]


def _step(least: float) -> float:
    power = 10.0 ** math.floor(math.log10(least))
    return next(power * factor for factor in (1, 2, 5, 10) if power * factor >= least * (1 - 1e-9))


def _log_numbers(low: float, high: float) -> list[float]:
    slack = 1 + _SLACK
    decades = range(math.floor(math.log10(low)) - 1, math.ceil(math.log10(high)) + 2)
    factors = (1,) if high / low >= 1000 else (1, 2, 5)
    found = [factor * 10.0**power for power in decades for factor in factors]
    return [value for value in found if low / slack <= value <= high * slack]


def _time_ticks(low: float, high: float) -> list[tuple[str, Value]]:
    """First days of round years, of months, or else of single days."""
    years = (high - low) / _DAYS_OF_YEAR
    first, last = (date.fromordinal(_EPOCH + math.floor(day)) for day in (low, high))
    if years > _FEWEST_YEARS:
        step = max(1, round(_step(years / MOST_STEPS)))
        whole = range(-(-first.year // step) * step, last.year + 2, step)
        dates = [(str(year), date(year, 1, 1)) for year in whole if 1 <= year <= date.max.year]
    elif years * 12 > _FEWEST_YEARS:
        step = next((months for months in _MONTH_STEPS if years * 12 / months <= MOST_STEPS), _MONTH_STEPS[-1])
        months = range(first.year * 12, last.year * 12 + 13, step)
        dates = [(f"{m // 12:04d}-{m % 12 + 1:02d}", date(m // 12, m % 12 + 1, 1)) for m in months]
    else:
        step = max(1, round(_step(max(high - low, 1.0) / MOST_STEPS)))
        days = range(first.toordinal(), last.toordinal() + 2, step)
        dates = [(date.fromordinal(day).isoformat(), date.fromordinal(day)) for day in days]
    slack = _SLACK * (high - low)
    return [(text, day.isoformat()) for text, day in dates if low - slack <= day.toordinal() - _EPOCH <= high + slack]


_EPOCH = date(1970, 1, 1).toordinal()


def _numbers(chart: Chart) -> list[float]:
    found = (_number(point.x) for series in chart.series for point in series.points)
    return [number for number in found if number is not None and math.isfinite(number)]


def _number(value: Value | None) -> float | None:
    if not isinstance(value, str):
        return value
    try:
        moment = datetime.fromisoformat(value).replace(tzinfo=None)
    except ValueError:
        return None
    return (moment - datetime(1970, 1, 1)).total_seconds() / 86400.0


def _with_axis(chart: Chart, ticks: Sequence[tuple[str, Value]]) -> Chart:
    """The chart with these ticks in place of its own on the independent axis."""
    structure = chart.structure or ChartStructure(id=chart.id, box=(0.0, 0.0, 0.0, 0.0))
    old = next((a for a in structure.axes if a.role is AxisRole.INDEPENDENT and not a.secondary), None)
    made = tuple(
        Tick(id=f"{ROUND}-{place}", text=text, value=value, px=float(place))
        for place, (text, value) in enumerate(ticks)
    )
    direction = old.direction if old else Direction.HORIZONTAL
    side = old.side if old else Side.BOTTOM
    scale = chart.x_scale or ScaleType.LINEAR
    axis = Axis(id=ROUND, direction=direction, side=side, role=AxisRole.INDEPENDENT, scale=scale, ticks=made)
    others = tuple(a for a in structure.axes if a is not old)
    return chart.model_copy(update={"structure": structure.model_copy(update={"axes": (axis, *others)})})
