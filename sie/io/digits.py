"""How many digits of a value are worth writing in a table; the figure's JSON keeps all of them."""

from __future__ import annotations

import math

from sie.artifacts import FIVE, Chart, DataPoint
from sie.vocab import ScaleType

BEYOND_SIGMA = 2
"""Decimal places kept beyond that of sigma's first digit: rounding adds less than a hundredth of sigma."""
WITHOUT_SIGMA = 10
"""Significant digits of a number whose error is not known: enough for any printed number, without binary noise."""
_OF_SIGMA = 3
"""Significant digits of sigma itself."""


def rounded(value: float, sigma: float | None) -> float:
    """A value with the digits that its standard deviation, in the same units, warrants.

    >>> rounded(9.448161995678486, 0.03)
    9.4482
    >>> rounded(0.1 + 0.2, None)
    0.3
    """
    if isinstance(value, int) or not math.isfinite(value):
        return value
    if sigma is None or not math.isfinite(sigma) or sigma <= 0.0:
        return float(f"{value:.{WITHOUT_SIGMA}g}")
    return round(value, BEYOND_SIGMA - math.floor(math.log10(sigma)))


def shortened(chart: Chart) -> Chart:
    """The chart with all numbers of its points rounded to what their errors warrant."""
    log_x = chart.x_scale is ScaleType.LOG
    series = tuple(
        one.model_copy(
            update={"points": tuple(_shortened(p, relative=chart.sigma_rel, log_x=log_x) for p in one.points)}
        )
        for one in chart.series
    )
    return chart.model_copy(update={"series": series})


def _shortened(point: DataPoint, *, relative: bool, log_x: bool) -> DataPoint:
    update: dict[str, object] = {}
    for name in ("y", "y_low", "y_high", *FIVE):
        value = getattr(point, name)
        if value is not None:
            update[name] = rounded(value, _sigma_of(point, name, value, relative=relative))
    for name in ("x", "x0", "x1"):
        value = getattr(point, name)
        if isinstance(value, float):
            update[name] = rounded(value, None if log_x else point.sigma_x)
    if isinstance(point.sigma, float):
        update["sigma"] = _short(point.sigma)
    elif isinstance(point.sigma, dict):
        update["sigma"] = {key: _short(value) for key, value in point.sigma.items()}
    return point.model_copy(update=update)


def _sigma_of(point: DataPoint, name: str, value: float, *, relative: bool) -> float | None:
    """The error of one of a point's numbers in the axis' units."""
    sigma = point.sigma.get(name) if isinstance(point.sigma, dict) else point.sigma
    return sigma * abs(value) if sigma is not None and relative else sigma


def _short(sigma: float) -> float:
    return float(f"{sigma:.{_OF_SIGMA}g}")
