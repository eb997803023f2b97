"""Verdicts on numeric axes from the values read through them."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from builders import make_axis, make_bar, make_elements, make_structure

from sie.artifacts import Chart, DataPoint, Series, Value
from sie.metrics.calibration.axes import AxisVerdict, _number, axis_report, judge_axes
from sie.vocab import AxisRole, ChartType, Direction, ScaleType

NAMES = ("a", "b", "c", "d", "e")
TRUE = (10.0, 35.0, 22.0, 80.0, 64.0)
XS = tuple(float(x) for x in range(12))
CURVE = tuple(5.0 + 3.0 * x + (x % 3) for x in XS)


def gold_chart(ys: Sequence[float], xs: Sequence[Value] = NAMES, kind: ChartType = ChartType.VERTICAL_BAR) -> Chart:
    scale = ScaleType.CATEGORICAL if isinstance(xs[0], str) else ScaleType.LINEAR
    points = tuple(DataPoint(x=x, y=y, sigma=0.5) for x, y in zip(xs, ys, strict=True))
    series = (Series(id="s", name=None, points=points),)
    return Chart(id="c", chart_type=kind, series=series, x_scale=scale, y_scale=ScaleType.LINEAR)


def read_chart(
    ys: Sequence[float], xs: Sequence[Value] = NAMES, kind: ChartType = ChartType.VERTICAL_BAR, *, certain: bool = True
) -> Chart:
    values = make_axis(Direction.VERTICAL, [350.0, 250.0, 150.0], [0, 50, 100])
    assert values.fit is not None
    values = values.model_copy(update={"fit": values.fit.model_copy(update={"certain": certain})})
    across = make_axis(Direction.HORIZONTAL, [150.0, 250.0, 350.0], [0, 5, 10])
    elements = make_elements(kind, [make_bar("b", 150, 350, 330)])
    return gold_chart(ys, xs, kind).model_copy(
        update={"structure": make_structure(values, across), "elements": elements}
    )


def verdict(read: Chart | None, true: Chart, role: AxisRole = AxisRole.DEPENDENT) -> AxisVerdict:
    return next(one.verdict for one in judge_axes("c", read, true) if one.role is role)


def test_an_axis_through_which_the_values_were_read_is_right() -> None:
    assert verdict(read_chart(TRUE), gold_chart(TRUE)) is AxisVerdict.RIGHT


@pytest.mark.parametrize(("factor", "shift"), [(10.0, 0.0), (1.1, 0.0), (1.0, 8.0), (-1.0, 90.0)])
def test_an_axis_of_another_scale_is_wrong(factor: float, shift: float) -> None:
    assert verdict(read_chart([factor * y + shift for y in TRUE]), gold_chart(TRUE)) is AxisVerdict.WRONG


def test_values_that_no_scale_explains_are_misread_marks() -> None:
    assert verdict(read_chart((50.0, 3.0, 90.0, 12.0, 30.0)), gold_chart(TRUE)) is AxisVerdict.UNCLEAR


def test_an_axis_that_says_that_it_is_uncertain_is_flagged() -> None:
    assert verdict(read_chart([10 * y for y in TRUE], certain=False), gold_chart(TRUE)) is AxisVerdict.FLAGGED


def test_an_axis_that_was_not_read_is_refused() -> None:
    assert verdict(None, gold_chart(TRUE)) is AxisVerdict.REFUSED
    assert verdict(gold_chart(TRUE), gold_chart(TRUE)) is AxisVerdict.REFUSED


def test_a_scaled_axis_below_a_curve_is_wrong_and_the_one_beside_it_right() -> None:
    true = gold_chart(CURVE, XS, ChartType.LINE)
    read = read_chart(CURVE, [2 * x + 20 for x in XS], ChartType.LINE)

    assert verdict(read, true, AxisRole.INDEPENDENT) is AxisVerdict.WRONG
    assert verdict(read, true) is AxisVerdict.RIGHT


def test_dates_read_as_bare_years_are_right() -> None:
    true = gold_chart(CURVE, [f"{2000 + int(x)}-01-01" for x in XS], ChartType.LINE)
    true = true.model_copy(update={"x_scale": ScaleType.TIME})

    assert verdict(read_chart(CURVE, [2000 + x for x in XS], ChartType.LINE), true, AxisRole.INDEPENDENT) == "right"


def test_the_report_counts_verdicts_and_names_what_is_not_right() -> None:
    judged = judge_axes("one", read_chart(TRUE), gold_chart(TRUE)) + judge_axes("two", None, gold_chart(TRUE))

    assert axis_report(judged) == (
        "numeric axes: 2; right 1, wrong and not flagged 0, flagged 0, refused 1, unclear 0\n  refused: two (dependent)"
    )


@pytest.mark.parametrize(("name", "number"), [("-2.5", -2.5), ("10", 10.0), ("10²", None), ("²", None), (".", None)])
def test_only_plain_numbers_are_numbers_of_categories(name: str, number: float | None) -> None:
    assert _number(name) == number
