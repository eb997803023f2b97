"""Numbers compared: within a part of the truth's size, and their errors."""

from __future__ import annotations

import math

NUMBER_TOLERANCE = 0.05
"""A number is right within this part of the truth's size (RealCQA, ChartQA and PlotQA alike)."""
ROUNDING = 1e-9
"""Slack of the tolerance itself, in parts of it, so that 1.05 is within 5 % of 1."""
ZERO = 1e-12
"""A number this small is a truth of 0: what is left of a sum that is 0 but for rounding."""


def near(truth: float, predicted: float, tolerance: float = NUMBER_TOLERANCE) -> bool:
    """Whether `|predicted - truth| <= tolerance * |truth|`.

    A truth of 0 takes only 0 (up to `ZERO`). NaN equals NaN, an infinity itself, and neither any finite number. Signs
    matter: -1 is not near 1.

    >>> near(-100.0, -95.0), near(-100.0, 95.0), near(0.0, 0.01), near(1.0, 1.05)
    (True, False, False, True)
    """
    if not math.isfinite(truth):
        return predicted == truth or (math.isnan(truth) and math.isnan(predicted))
    if truth == 0:
        return abs(predicted) <= ZERO
    return abs(predicted - truth) <= tolerance * abs(truth) * (1 + ROUNDING)


def errors(truth: float, predicted: float) -> dict[str, float]:
    """The errors of a number that are finite.

    `l1 = |p - t|`, `l2 = (p - t)^2`, `relative = l1 / |t|` (0 where both are 0, none where only the truth is).

    >>> errors(-2.0, 2.0), errors(0.0, 0.5)
    ({'l1': 4.0, 'l2': 16.0, 'relative': 2.0}, {'l1': 0.5, 'l2': 0.25})
    """
    l1 = abs(predicted - truth)
    found = {"l1": l1, "l2": l1 * l1, "relative": l1 / abs(truth) if truth else math.inf if l1 else 0.0}
    return {name: value for name, value in found.items() if math.isfinite(value)}
