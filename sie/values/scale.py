"""Fits the scale of an axis to the readings of its tick labels, and reads positions through it.

A label may have several readings (a lost minus sign, `103` for 10^3); the fit is the line in pixel space that most
labels agree with, each by its cheapest fitting reading. Pairs of labels propose lines, all labels vote. Least squares
over the likeliest readings was refused: one wrong digit bends it everywhere.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from sie.artifacts import ScaleFit
from sie.vocab import ScaleType

Floats = NDArray[np.float64]

MAX_READINGS = 8
"""Readings of one label that take part."""
MIN_CERTAIN_TICKS = 3
RIVAL_PART = 0.82
"""A different line with this part of the best line's votes makes the fit uncertain."""
RIVAL_SHIFT_REL = 0.03
"""Two lines differ when they part by this much of the axis' span."""
MAX_PAIRS = 400
MIN_LOG_RATIO = 4.0
"""Over a smaller range a logarithm is nearly straight, and labels of categories fit it by chance."""
PLAIN_COST = 0.5
"""A reading that costs less is one as printed, or nearly: dearer ones do not make a fit certain."""
EXPLICIT_COST = 0.2
"""A power that costs less was printed as one."""
FLAT_COST = 0.5
"""A power that costs less had its exponent read as if on the line; above, it needs a further mistake."""


class Notation(StrEnum):
    """How a label writes its value."""

    NUMBER = "number"
    POWER = "power"
    DATE = "date"


@dataclass(frozen=True)
class Reading:
    """One way to read a label.

    Attributes:
        value: the number; days since 1970-01-01 for dates.
        cost: 0 as printed, up to 1 for a reading that needs a mistake of the recognizer.
    """

    value: float
    cost: float = 0.0
    notation: Notation = Notation.NUMBER


@dataclass(frozen=True)
class LabelPlace:
    """A tick label for the fit: where it stands along the axis, and its readings, cheapest first."""

    px: float
    sigma_px: float
    readings: tuple[Reading, ...]


@dataclass(frozen=True)
class ScaleSolution:
    """A fitted scale and what it says of each label.

    Attributes:
        chosen: the reading of each label that agrees with the line, None where none does.
        predicted: the value at each label's place.
        support: votes for the line, at most one a label.
    """

    scale: ScaleType
    fit: ScaleFit
    chosen: tuple[Reading | None, ...]
    predicted: tuple[float, ...]
    support: float
    base: float | None = None


def transform(value: float, scale: ScaleType) -> float:
    """The number in which an axis of this scale is linear: the value, or its decimal logarithm.

    >>> transform(1000.0, ScaleType.LOG)
    3.0

    Raises:
        ValueError: a value that is not positive on a log axis.
    """
    if scale is not ScaleType.LOG:
        return value
    if value <= 0:
        raise ValueError(f"log axis: expected a positive value, got {value}")
    return math.log10(value)


def inverse(t: float, scale: ScaleType) -> float:
    """The value of a transformed number; the exponent of a log axis is held within what a float can hold.

    >>> inverse(2.0, ScaleType.LOG)
    100.0
    """
    return 10.0 ** min(max(t, -300.0), 300.0) if scale is ScaleType.LOG else t


def value_at(fit: ScaleFit, scale: ScaleType, px: float) -> float:
    """The value at a coordinate along the axis; days since 1970-01-01 on a time axis.

    Raises:
        ValueError: the fit has no slope, or the axis is categorical.
    """
    if fit.px_per_unit == 0 or scale is ScaleType.CATEGORICAL:
        raise ValueError(f"expected a numeric axis with a slope, got {scale} with {fit.px_per_unit} px per unit")
    return inverse((px - fit.offset_px) / fit.px_per_unit, scale)


def px_at(fit: ScaleFit, scale: ScaleType, value: float) -> float:
    """The coordinate along the axis where a value lies.

    Raises:
        ValueError: a value that is not positive on a log axis.
    """
    return fit.offset_px + fit.px_per_unit * transform(value, scale)


def fit_line(px: Sequence[float], t: Sequence[float], sigma_px: Sequence[float]) -> ScaleFit:
    """The weighted least squares line `px = offset_px + px_per_unit * t`, with standard errors.

    `residual_px` is the weighted root mean square distance; with two labels it is 0 and the standard errors come from
    `sigma_px` alone.

    Raises:
        ValueError: fewer than two different t.
    """
    x, y = np.asarray(t, float), np.asarray(px, float)
    sigma = np.asarray(sigma_px, float)
    if len(x) < 2 or float(np.ptp(x)) == 0.0:
        raise ValueError(f"expected at least two different values, got {sorted(set(t))}")
    weight = 1.0 / sigma**2
    total = float(weight.sum())
    x_mean, y_mean = float((weight * x).sum()) / total, float((weight * y).sum()) / total
    spread = float((weight * (x - x_mean) ** 2).sum())
    slope = float((weight * (x - x_mean) * (y - y_mean)).sum()) / spread
    residual = y - y_mean - slope * (x - x_mean)
    rms = math.sqrt(float((weight * residual**2).sum()) / total)
    # the scatter that was seen, but no less than what each place is good for
    freedom = max(len(x) - 2, 1)
    noise = max(1.0, float((weight * residual**2).sum()) / freedom) if len(x) > 2 else 1.0
    return ScaleFit(
        offset_px=y_mean - slope * x_mean,
        px_per_unit=slope,
        residual_px=rms,
        sigma_px=math.sqrt(noise / total),
        sigma_slope=math.sqrt(noise / spread) / abs(slope) if slope else 0.0,
        middle_px=y_mean,
        n_ticks=len(x),
    )


@dataclass(frozen=True)
class _Votes:
    """Labels by readings in transformed values (nan where there is none) and what each reading is worth."""

    t: Floats
    worth: Floats
    px: Floats
    tolerance: Floats
    sigma: Floats


@dataclass(frozen=True)
class _Line:
    offset: float
    slope: float
    support: float


def fit_scale(
    places: Sequence[LabelPlace], *, max_residual_px: float, scales: Sequence[ScaleType] | None = None
) -> ScaleSolution | None:
    """The scale that most labels agree with, or None where no two labels give a line.

    Every scale is tried (dates only for labels read as dates); more votes win, a linear scale wins a tie unless the
    labels are written as powers.

    Args:
        max_residual_px: a label farther than this from the line does not agree with it; labels with a larger
            `sigma_px` are allowed three of them, but never a third of the labels' spacing.
        scales: the scales to try.
    """
    return _fit_scale(tuple(places), max_residual_px, None if scales is None else tuple(scales))


@lru_cache(maxsize=256)  # rows and columns of labels are looked for several times in one picture
def _fit_scale(
    places: tuple[LabelPlace, ...], max_residual_px: float, scales: tuple[ScaleType, ...] | None
) -> ScaleSolution | None:
    tried = scales or (ScaleType.LINEAR, ScaleType.LOG, ScaleType.TIME)
    variants = [(scale, False) for scale in tried] + ([(ScaleType.LOG, True)] if ScaleType.LOG in tried else [])
    fitted = [_fit_one(places, scale, max_residual_px, powers=powers) for scale, powers in variants]
    solutions = [s for s in fitted if s is not None]
    if not solutions:
        return None
    return max(solutions, key=lambda s: s.support + _bonus(s))


def _bonus(solution: ScaleSolution) -> float:
    kept = [reading for reading in solution.chosen if reading is not None]
    if solution.scale is ScaleType.TIME:
        return 0.2
    if solution.scale is not ScaleType.LOG:
        return 0.0
    if all(reading.notation is Notation.POWER for reading in kept):
        return _power_bonus(kept)
    values = [reading.value for reading in kept]
    if max(values) < MIN_LOG_RATIO * min(values):
        return -1.6
    return -0.6 if len(kept) < MIN_CERTAIN_TICKS else -0.1


def _power_bonus(kept: Sequence[Reading]) -> float:
    """What labels that are all powers of ten gain: a raised exponent read flat is no mistake of the single label.

    `100 101 102` may be plain numbers, but an axis of them is far rarer than one of powers; `100 102 104` may not.
    """
    exponents = sorted({round(math.log10(reading.value)) for reading in kept})
    steps = {b - a for a, b in itertools.pairwise(exponents)}
    explicit = any(reading.cost < EXPLICIT_COST for reading in kept)
    common = 0.8 if explicit or 1 in steps or min(exponents) < 0 else -0.6
    return sum(reading.cost for reading in kept if reading.cost < FLAT_COST) + common


def _fit_one(
    places: Sequence[LabelPlace], scale: ScaleType, max_residual_px: float, *, powers: bool
) -> ScaleSolution | None:
    if powers:
        places = [replace(p, readings=tuple(r for r in p.readings if r.notation is Notation.POWER)) for p in places]
    votes = _votes(places, scale, max_residual_px)
    if votes is None:
        return None
    lines = _propose(votes)
    if not lines:
        return None
    best = max(lines, key=lambda line: line.support)
    return _solve(places, votes, best, lines, scale)


def _votes(places: Sequence[LabelPlace], scale: ScaleType, max_residual_px: float) -> _Votes | None:
    count = max((len(p.readings) for p in places), default=0)
    if len(places) < 2 or count == 0:
        return None
    width = min(count, MAX_READINGS)
    t = np.full((len(places), width), np.nan)
    worth = np.zeros((len(places), width))
    for i, place in enumerate(places):
        usable = [r for r in place.readings if _suits(r, scale)][:width]
        for k, reading in enumerate(usable):
            t[i, k] = transform(reading.value, scale)
            worth[i, k] = max(0.0, 1.0 - reading.cost)
    if int(np.isfinite(t).any(axis=1).sum()) < 2:
        return None
    px = np.array([p.px for p in places])
    sigma = np.array([p.sigma_px for p in places])
    gaps = np.diff(np.sort(px))
    spacing = float(np.median(gaps[gaps > 1.0])) if (gaps > 1.0).any() else math.inf
    tolerance = np.minimum(np.maximum(max_residual_px, 3 * sigma), max(0.3 * spacing, 1.0))
    return _Votes(t, worth, px, tolerance, sigma)


def _suits(reading: Reading, scale: ScaleType) -> bool:
    if scale is ScaleType.TIME:
        return reading.notation is Notation.DATE
    if reading.notation is Notation.DATE:
        return False
    return scale is not ScaleType.LOG or reading.value > 0


def _pairs(n: int) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    first, second = np.triu_indices(n, 1)
    if len(first) <= MAX_PAIRS:
        return first, second
    near = second - first <= max(2, MAX_PAIRS // n)
    return first[near], second[near]


def _propose(votes: _Votes) -> list[_Line]:
    """The lines through each two labels, by each two of their readings."""
    first, second = _pairs(len(votes.px))
    run = (votes.px[second] - votes.px[first])[:, None, None]
    t_first, t_second = np.broadcast_arrays(votes.t[first][:, :, None], votes.t[second][:, None, :])
    step = t_second - t_first
    usable = (np.abs(run) >= 2.0) & np.isfinite(step) & (step != 0)
    if not usable.any():
        return []
    slopes = np.broadcast_to(run, step.shape)[usable] / step[usable]
    offsets = np.broadcast_to(votes.px[first][:, None, None], step.shape)[usable] - slopes * t_first[usable]
    support = _support(votes, offsets, slopes).max(axis=2).sum(axis=1)
    return [_Line(o, s, v) for o, s, v in zip(offsets.tolist(), slopes.tolist(), support.tolist(), strict=True)]


def _support(votes: _Votes, offsets: Floats, slopes: Floats) -> Floats:
    """Votes by line, label and reading."""
    predicted = offsets[:, None, None] + slopes[:, None, None] * votes.t[None]
    distance = np.abs(predicted - votes.px[None, :, None]) / votes.tolerance[None, :, None]
    agree = np.where(np.isfinite(distance), np.clip(1.0 - distance**2, 0.0, None), 0.0)
    # half of a vote is for agreeing at all, the rest for how closely
    result: Floats = np.where(agree > 0, 0.5 + 0.5 * agree, 0.0) * votes.worth[None]
    return result


def _solve(
    places: Sequence[LabelPlace], votes: _Votes, line: _Line, lines: Sequence[_Line], scale: ScaleType
) -> ScaleSolution | None:
    offset, slope = line.offset, line.slope
    fit: ScaleFit | None = None
    picks: list[int | None] = []
    for _ in range(3):
        support = _support(votes, np.array([offset]), np.array([slope]))[0]
        picks = [int(row.argmax()) if row.max() > 0 else None for row in support]
        kept = [(i, k) for i, k in enumerate(picks) if k is not None]
        t = [float(votes.t[i, k]) for i, k in kept]
        if len(set(t)) < 2:
            return None
        fit = fit_line([float(votes.px[i]) for i, _ in kept], t, [float(votes.sigma[i]) for i, _ in kept])
        if fit.px_per_unit == 0:
            return None
        offset, slope = fit.offset_px, fit.px_per_unit
    assert fit is not None
    usable = [[r for r in p.readings if _suits(r, scale)] for p in places]
    chosen = tuple(None if k is None else usable[i][k] for i, k in enumerate(picks))
    total = float(_support(votes, np.array([offset]), np.array([slope]))[0].max(axis=1).sum())
    predicted = tuple(inverse((float(px) - offset) / slope, scale) for px in votes.px)
    plain = sum(reading is not None and reading.cost < PLAIN_COST for reading in chosen)
    certain = plain >= MIN_CERTAIN_TICKS and _is_certain(votes, fit, total, lines)
    base = _log_base(t) if scale is ScaleType.LOG else None
    return ScaleSolution(scale, fit.model_copy(update={"certain": certain}), chosen, predicted, total, base)


def _is_certain(votes: _Votes, fit: ScaleFit, support: float, lines: Sequence[_Line]) -> bool:
    readable = int(np.isfinite(votes.t).any(axis=1).sum())
    if fit.n_ticks < MIN_CERTAIN_TICKS or fit.n_ticks < 0.6 * readable:
        return False
    ends = np.array([votes.px.min(), votes.px.max()])
    best = (ends - fit.offset_px) / fit.px_per_unit
    span = abs(float(best[1] - best[0]))
    for line in lines:
        if line.support < RIVAL_PART * support:
            continue
        other = (ends - line.offset) / line.slope
        if float(np.abs(other - best).max()) > RIVAL_SHIFT_REL * span:
            return False
    return True


def _log_base(t: Sequence[float]) -> float:
    """The base whose whole powers the labels are: 2 when every step is one of 2, else 10."""
    steps = np.abs(np.diff(sorted(set(t))))
    if len(steps) and bool(np.all(np.abs(steps / math.log10(2) - np.round(steps / math.log10(2))) < 0.02)):
        return 2.0
    if len(steps) and bool(np.all(np.abs(steps - math.log10(math.e) * np.round(steps / math.log10(math.e))) < 0.005)):
        return math.e
    return 10.0
