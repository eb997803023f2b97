"""Numbers that name categories: 0, 10, 20, 40, 80 at even distances are no axis of numbers.

A scale that some of the labels agree with can be had of any such row; what tells it is that the others, read without
doubt and rising like the rest, do not agree.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from sie.structure.labels import Label
from sie.values.scale import LabelPlace, Notation, fit_scale
from sie.vocab import ScaleType

MIN_NAMES = 4
SURE_COST = 0.1
"""A reading that costs less is the label as printed."""
EVEN = 0.1
"""In distances: how far neighbours' distance may be from the usual one."""
MIN_OFF = 2
"""One number that does not fit may be misread; so many are not."""


def are_names(labels: Sequence[Label], *, max_residual_px: float) -> bool:
    """Whether a row of labels are rising numbers at even distances that lie on no scale.

    Args:
        labels: sorted along the row.
        max_residual_px: as for `fit_scale`.
    """
    if len(labels) < MIN_NAMES or not all(label.readings and label.readings[0].cost < SURE_COST for label in labels):
        return False
    if any(label.readings[0].notation is not Notation.NUMBER for label in labels):
        return False
    gaps = np.diff([label.px for label in labels])
    usual = float(np.median(gaps))
    values = np.array([label.readings[0].value for label in labels])
    steps = np.diff(values)
    if float(np.abs(gaps - usual).max()) > EVEN * usual or not ((steps > 0).all() or (steps < 0).all()):
        return False
    progressions = [steps, values[1:] / values[:-1]] if (values > 0).all() else [steps]
    if any(np.allclose(one, one[0], rtol=EVEN) for one in progressions):
        return False
    plain = [LabelPlace(label.px, label.place.sigma_px, label.readings[:1]) for label in labels]
    return all(
        _off(plain, scale, max_residual_px) >= least
        for scale, least in ((ScaleType.LINEAR, MIN_OFF), (ScaleType.LOG, 1))
    )


def _off(places: Sequence[LabelPlace], scale: ScaleType, max_residual_px: float) -> int:
    """How many labels do not lie on the best scale of a kind."""
    solution = fit_scale(places, max_residual_px=max_residual_px, scales=(scale,))
    return len(places) if solution is None else sum(reading is None for reading in solution.chosen)
