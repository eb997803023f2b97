"""The scorer of axes by real charts' calibration."""

from __future__ import annotations

import pytest
from builders import make_axis
from real_axes import AxisError, axis_error, chart_errors, report

from models.real import Calibration, PageAxis
from sie.vocab import Direction, ScaleType

NAMES = PageAxis((20.0, 60.0), names=("a", "b", "c"))


def test_a_shifted_axis_errs_by_its_shift_in_per_cent_of_the_span() -> None:
    known = PageAxis((100.0, 300.0), values=(0.0, 50.0))
    exact = make_axis(Direction.HORIZONTAL, [100, 200, 300], [0, 25, 50])
    shifted = make_axis(Direction.HORIZONTAL, [102, 202, 302], [0, 25, 50])
    assert axis_error(known, exact) == pytest.approx(0.0, abs=1e-9)
    assert axis_error(known, shifted) == pytest.approx(1.0)


def test_log_axes_are_compared_by_their_logarithms() -> None:
    known = PageAxis((100.0, 300.0), values=(1.0, 100.0), log=True)
    log = make_axis(Direction.VERTICAL, [100, 200, 300], [1, 10, 100], scale=ScaleType.LOG)
    assert axis_error(known, log) == pytest.approx(0.0, abs=1e-9)
    assert axis_error(known, make_axis(Direction.VERTICAL, [100, 200, 300], [0, 1, 2])) is None


def test_axes_of_names_have_no_error_and_missing_ones_are_told() -> None:
    calibration = Calibration("one", "charts/one.png", NAMES, PageAxis((300.0, 100.0), values=(0.0, 50.0)))
    assert list(chart_errors(calibration, [])) == [AxisError("one", Direction.VERTICAL, None)]


def test_the_report_names_lost_axes() -> None:
    errors = [AxisError("one", Direction.VERTICAL, None), AxisError("two", Direction.VERTICAL, 0.25)]
    assert "2 axes, 1 not read: one vertical" in report(errors)
