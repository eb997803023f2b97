from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sie.artifacts import ScaleFit
from sie.values.scale import (
    LabelPlace,
    Notation,
    Reading,
    ScaleSolution,
    fit_line,
    fit_scale,
    inverse,
    px_at,
    transform,
    value_at,
)
from sie.vocab import ScaleType

RESIDUAL_PX = 2.5


def make_places(pairs: list[tuple[float, float | list[Reading]]], sigma_px: float = 0.5) -> list[LabelPlace]:
    places = []
    for px, value in pairs:
        readings = tuple(value) if isinstance(value, list) else (Reading(value),)
        places.append(LabelPlace(px, sigma_px, readings))
    return places


def make_fit(offset_px: float, px_per_unit: float) -> ScaleFit:
    return ScaleFit(offset_px=offset_px, px_per_unit=px_per_unit, residual_px=0.0, sigma_px=0.1, n_ticks=5)


def solve(pairs: list[tuple[float, float | list[Reading]]]) -> ScaleSolution:
    solution = fit_scale(make_places(pairs), max_residual_px=RESIDUAL_PX)
    assert solution is not None
    return solution


def powers(exponents: list[int], *, flat: bool) -> list[list[Reading]]:
    """Readings of 10^n labels whose exponent was read raised, or flat ("102")."""
    readings = []
    for exponent in exponents:
        power = Reading(10.0**exponent, 0.42 if flat else 0.0, Notation.POWER)
        readings.append([Reading(float(f"10{exponent}")), power] if flat else [power])
    return readings


slopes = st.floats(0.01, 1000.0) | st.floats(-1000.0, -0.01)


@given(st.floats(-5000, 5000), slopes, st.floats(-4000, 4000))
def test_scale_round_trips_linear_positions(offset: float, slope: float, px: float) -> None:
    fit = make_fit(offset, slope)
    assert px_at(fit, ScaleType.LINEAR, value_at(fit, ScaleType.LINEAR, px)) == pytest.approx(px, abs=1e-6)


@given(st.floats(-500, 500), st.floats(20, 300) | st.floats(-300, -20), st.floats(0, 1000))
def test_scale_round_trips_log_positions(offset: float, slope: float, px: float) -> None:
    fit = make_fit(offset, slope)
    assert px_at(fit, ScaleType.LOG, value_at(fit, ScaleType.LOG, px)) == pytest.approx(px, abs=1e-6)


@given(st.floats(-2000, 40000), slopes)
def test_scale_round_trips_time_values(days: float, slope: float) -> None:
    fit = make_fit(100.0, slope)
    assert value_at(fit, ScaleType.TIME, px_at(fit, ScaleType.TIME, days)) == pytest.approx(days, abs=1e-5)


@given(st.floats(1e-6, 1e6))
def test_scale_transform_inverts_on_log_axes(value: float) -> None:
    assert inverse(transform(value, ScaleType.LOG), ScaleType.LOG) == pytest.approx(value)


def test_scale_refuses_logarithm_of_zero() -> None:
    with pytest.raises(ValueError, match="positive"):
        transform(0.0, ScaleType.LOG)


def test_scale_refuses_values_of_categorical_axis() -> None:
    with pytest.raises(ValueError, match="numeric axis"):
        value_at(make_fit(0, 1), ScaleType.CATEGORICAL, 3.0)


def test_scale_refuses_line_through_one_value() -> None:
    with pytest.raises(ValueError, match="two different values"):
        fit_line([1.0, 2.0], [5.0, 5.0], [0.5, 0.5])


def test_scale_fits_linear_axis() -> None:
    solution = solve([(400, 0), (300, 10), (200, 20), (100, 30)])
    assert solution.scale is ScaleType.LINEAR
    assert solution.fit.certain
    assert value_at(solution.fit, solution.scale, 250) == pytest.approx(15)


@given(st.floats(-1e6, 1e6), st.floats(1e-3, 1e4), st.integers(3, 12), st.floats(15, 120), st.booleans(), st.booleans())
def test_scale_finds_any_evenly_stepped_axis(
    start: float, step: float, count: int, pitch: float, upwards: bool, falling: bool
) -> None:
    sign = -1.0 if upwards else 1.0
    values = [start + (count - 1 - i if falling else i) * step for i in range(count)]
    solution = solve([(500 + sign * i * pitch, value) for i, value in enumerate(values)])
    assert solution.scale is ScaleType.LINEAR
    assert solution.fit.n_ticks == count
    assert value_at(solution.fit, solution.scale, 500) == pytest.approx(values[0], abs=1e-6 * max(abs(start), step))


@pytest.mark.parametrize("base", [10.0, 2.0, math.e])
def test_scale_tells_base_of_log_axis(base: float) -> None:
    solution = solve([(100 + 60 * i, base**i) for i in range(5)])
    assert solution.scale is ScaleType.LOG
    assert solution.base == pytest.approx(base)


def test_scale_inverts_log_axis_with_one_two_five_labels() -> None:
    values = [1, 2, 5, 10, 20, 50]
    solution = solve([(400 - 100 * math.log10(v), v) for v in values])
    assert solution.scale is ScaleType.LOG
    assert value_at(solution.fit, solution.scale, 300) == pytest.approx(10)


@pytest.mark.parametrize("flat", [False, True])
def test_scale_takes_powers_for_log_axis(flat: bool) -> None:
    readings = powers([0, 1, 2, 3, 4], flat=flat)
    solution = solve([(50 + 80 * i, r) for i, r in enumerate(readings)])
    assert solution.scale is ScaleType.LOG
    assert value_at(solution.fit, solution.scale, 50 + 80 * 2) == pytest.approx(100)


def test_scale_leaves_even_hundreds_linear() -> None:
    readings = powers([0, 2, 4, 6, 8], flat=True)
    solution = solve([(50 + 80 * i, r) for i, r in enumerate(readings)])
    assert solution.scale is ScaleType.LINEAR


def test_scale_outvotes_one_wrong_label() -> None:
    solution = solve([(100, 0), (200, 10), (300, 70), (400, 30), (500, 40)])
    assert solution.chosen[2] is None
    assert solution.predicted[2] == pytest.approx(20)
    assert value_at(solution.fit, solution.scale, 300) == pytest.approx(20)


def test_scale_takes_dearer_reading_that_agrees() -> None:
    minus = [Reading(20.0), Reading(-20.0, 0.7)]
    solution = solve([(500, minus), (400, [Reading(10.0), Reading(-10.0, 0.7)]), (300, 0), (200, 10), (100, 20)])
    assert [reading.value for reading in solution.chosen if reading] == [-20, -10, 0, 10, 20]


def test_scale_of_dates_is_time() -> None:
    dates = [[Reading(days, 0.0, Notation.DATE)] for days in (16000.0, 16031.0, 16059.0, 16090.0)]
    solution = solve([(100 + (r[0].value - 16000) * 3, r) for r in dates])
    assert solution.scale is ScaleType.TIME
    assert value_at(solution.fit, solution.scale, 400) == pytest.approx(16100)


def test_scale_of_two_labels_is_uncertain() -> None:
    assert not solve([(100, 0), (300, 50)]).fit.certain


def test_scale_is_uncertain_where_labels_split() -> None:
    solution = solve([(100, 0), (150, 10), (200, 20), (250, 700), (300, 725), (350, 750)])
    assert not solution.fit.certain


def test_scale_needs_two_readable_labels() -> None:
    places = [LabelPlace(10, 0.5, ()), LabelPlace(20, 0.5, (Reading(3.0),))]
    assert fit_scale(places, max_residual_px=RESIDUAL_PX) is None


def test_scale_weighs_exact_marks_over_label_middles() -> None:
    fit = fit_line([100.0, 200.0, 306.0], [0.0, 1.0, 2.0], [0.1, 0.1, 3.0])
    assert px_at(fit, ScaleType.LINEAR, 1.0) == pytest.approx(200.0, abs=0.1)


@given(st.lists(st.floats(-0.4, 0.4), min_size=6, max_size=6))
def test_scale_error_covers_noise_of_places(noise: list[float]) -> None:
    px = [100 + 50 * i + n for i, n in enumerate(noise)]
    fit = fit_line(px, [float(i) for i in range(6)], [0.25] * 6)
    assert abs(px_at(fit, ScaleType.LINEAR, 2.5) - 225) <= 8 * fit.sigma_px
