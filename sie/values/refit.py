"""Fits an axis anew through its kept ticks, after a person has corrected one."""

from __future__ import annotations

from sie.artifacts import XYXY, Axis, Tick, Value
from sie.io.rows import number_of
from sie.values.axes import iso_of_days
from sie.values.scale import fit_line, transform, value_at
from sie.vocab import Direction, ScaleType, TickStatus


def refit_axis(axis: Axis, *, plot_area: XYXY | None) -> Axis:
    """The axis with the least-squares line through all its kept ticks, and its domain by that line.

    Nothing is rejected here: what a person has set is taken as it is. Where fewer than two ticks have a value the axis
    comes back without a fit.
    """
    ticks = [(tick, value) for tick in axis.ticks if (value := kept_value(tick, axis.scale)) is not None]
    if len({tick.px for tick, _value in ticks}) < 2 or len({value for _tick, value in ticks}) < 2:
        return axis.model_copy(update={"fit": None, "domain": None})
    fit = fit_line(
        [tick.px for tick, _value in ticks],
        [transform(value, axis.scale) for _tick, value in ticks],
        [tick.sigma_px for tick, _value in ticks],
    )
    domain: tuple[Value, Value] | None = None
    if plot_area is not None:
        first = 0 if axis.direction is Direction.HORIZONTAL else 1
        ends = sorted(value_at(fit, axis.scale, plot_area[i]) for i in (first, first + 2))
        timed = axis.scale is ScaleType.TIME
        domain = (iso_of_days(ends[0]), iso_of_days(ends[1])) if timed else (ends[0], ends[1])
    return axis.model_copy(update={"fit": fit, "domain": domain})


def kept_value(tick: Tick, scale: ScaleType) -> float | None:
    """The number of a tick that takes part in the fit, else None."""
    value = number_of(tick.value, scale)
    if tick.status is TickStatus.REJECTED or value is None or (scale is ScaleType.LOG and value <= 0):
        return None
    return value
