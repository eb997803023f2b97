from __future__ import annotations

from dataclasses import replace

import pytest
from builders import make_axis, make_point, make_structure

from sie.artifacts import Axis, ChartStructure, Element, Legend, LegendEntry, SeriesMarks
from sie.elements.choose import choose, fixed_type
from sie.elements.hypothesis import Hypothesis
from sie.vocab import ChartFamily, ChartType, Direction, MarkKind, ScaleType


def hypothesis(chart_type: ChartType, score: float, explained: float = 1.0) -> Hypothesis:
    return Hypothesis(chart_type, Direction.VERTICAL, (), (), explained, score)


def categories() -> Axis:
    return make_axis(Direction.HORIZONTAL, [100, 200, 300], ["a", "b", "c"], scale=ScaleType.CATEGORICAL)


def numbers(direction: Direction) -> Axis:
    return make_axis(direction, [100, 200, 300], [0, 1, 2])


def chart(*axes: Axis) -> ChartStructure:
    return make_structure(*axes)


@pytest.mark.parametrize(
    ("feet", "expected"),
    [(categories(), ChartType.VERTICAL_BAR), (numbers(Direction.HORIZONTAL), ChartType.SCATTER)],
)
def test_equal_readings_are_told_apart_by_the_axes(feet: Axis, expected: ChartType) -> None:
    found = [hypothesis(ChartType.VERTICAL_BAR, 0.8), hypothesis(ChartType.SCATTER, 0.8)]

    chosen = choose(found, chart(feet, numbers(Direction.VERTICAL)))

    assert chosen is not None
    assert chosen[0].chart_type is expected


def test_the_reading_that_explains_more_ink_is_taken() -> None:
    found = [hypothesis(ChartType.LINE, 0.9, explained=0.1), hypothesis(ChartType.AREA, 0.9, explained=1.0)]

    chosen = choose(found, chart())

    assert chosen is not None
    assert chosen[0].chart_type is ChartType.AREA


def test_weak_readings_are_none() -> None:
    assert choose([hypothesis(ChartType.LINE, 0.1)], chart()) is None


def test_a_fixed_chart_type_is_kept() -> None:
    fixed = chart().model_copy(update={"chart_type": ChartType.SCATTER, "chart_type_fixed": True})
    found = [hypothesis(ChartType.LINE, 0.9), hypothesis(ChartType.SCATTER, 0.1)]

    chosen = choose(found, fixed)

    assert chosen is not None
    assert fixed_type(chosen[0], fixed) is ChartType.SCATTER


def test_a_reading_of_hardly_any_ink_is_none() -> None:
    assert choose([hypothesis(ChartType.HORIZONTAL_BOX, 1.0, explained=0.04)], chart()) is None


def test_many_clear_points_go_before_unnamed_curves_that_are_hardly_stronger() -> None:
    dots = tuple(make_point(f"p{i}", 100 + i, 100 + i) for i in range(20))
    points = Hypothesis(ChartType.SCATTER, Direction.VERTICAL, (), dots, 0.6, 0.93)
    curves = Hypothesis(ChartType.LINE, Direction.VERTICAL, (SeriesMarks(id="s"),), (), 0.75, 0.85)

    chosen = choose([curves, points], chart(numbers(Direction.HORIZONTAL), numbers(Direction.VERTICAL)))

    assert chosen is not None
    assert chosen[0].chart_type is ChartType.SCATTER


@pytest.mark.parametrize(("dots", "expected"), [(20, ChartType.SCATTER), (5, ChartType.LINE)])
def test_the_prior_does_not_lead_curves_past_many_clear_points(dots: int, expected: ChartType) -> None:
    marks = tuple(make_point(f"p{i}", 100 + i, 100 + i) for i in range(dots))
    points = Hypothesis(ChartType.SCATTER, Direction.VERTICAL, (), marks, 1.0, 1.0)
    curves = hypothesis(ChartType.LINE, 0.94)
    axes = chart(numbers(Direction.HORIZONTAL), numbers(Direction.VERTICAL))

    chosen = choose([points, curves], axes, prior={ChartFamily.LINE: 1.0})

    assert chosen is not None
    assert chosen[0].chart_type is expected


def test_boxes_at_the_ticks_of_a_year_axis_stand_at_categories() -> None:
    boxes = tuple(
        Element(id=f"b{i}", kind=MarkKind.BOX, box=(x - 9, 100, x + 9, 200)) for i, x in enumerate((100, 200, 300))
    )
    found = [
        Hypothesis(ChartType.VERTICAL_BOX, Direction.VERTICAL, (), boxes, 1.0, 0.80),
        hypothesis(ChartType.LINE, 0.85),
    ]
    chosen = choose(found, chart(numbers(Direction.HORIZONTAL), numbers(Direction.VERTICAL)))

    assert chosen is not None
    assert chosen[0].chart_type is ChartType.VERTICAL_BOX


def test_readings_whose_series_the_legend_does_not_name_lose() -> None:
    entries = tuple(LegendEntry(id=f"e{i}", label=f"S{i}", color="#112233") for i in range(2))
    named = tuple(SeriesMarks(id=f"s{i}", name=f"S{i}") for i in range(2))
    unnamed = tuple(SeriesMarks(id=f"s{i}") for i in range(4))
    found = [
        Hypothesis(ChartType.STACKED_VERTICAL_BAR, Direction.VERTICAL, unnamed, (), 1.0, 0.9),
        Hypothesis(ChartType.HISTOGRAM, Direction.VERTICAL, named, (), 1.0, 0.85),
    ]
    legend = Legend(entries=entries)

    chosen = choose(found, chart(numbers(Direction.HORIZONTAL)).model_copy(update={"legend": legend}))

    assert chosen is not None
    assert chosen[0].chart_type is ChartType.HISTOGRAM


def test_many_faultless_bars_are_taken_before_unnamed_curves_along_their_outlines() -> None:
    marks = tuple(
        Element(id=f"b{i}", kind=MarkKind.BAR, box=(10.0 * i, 0, 10.0 * i + 8, 50), series="s") for i in range(8)
    )
    bars = Hypothesis(ChartType.VERTICAL_BAR, Direction.VERTICAL, (), marks, 0.85, 1.0)
    curves = hypothesis(ChartType.LINE, 0.97, 0.97)
    axes = chart(numbers(Direction.HORIZONTAL), numbers(Direction.VERTICAL))
    chosen, few = choose([curves, bars], axes), choose([curves, replace(bars, elements=marks[:3])], axes)
    assert chosen is not None
    assert few is not None
    assert chosen[0] is bars
    assert few[0] is curves


@pytest.mark.parametrize(("lined", "expected"), [(True, ChartType.LINE), (False, ChartType.SCATTER)])
def test_a_legend_of_lines_that_names_every_curve_outweighs_the_prior(lined: bool, expected: ChartType) -> None:
    entries = tuple(LegendEntry(id=f"e{i}", label=f"S{i}", color="#000000", has_line=lined) for i in range(2))
    legend = Legend(entries=entries)
    marks = tuple(SeriesMarks(id=f"s{i}", name=f"S{i}", color="#000000") for i in range(2))
    curves = replace(hypothesis(ChartType.LINE, 0.8), series=marks)
    points = replace(hypothesis(ChartType.SCATTER, 0.79 + 0.2 * lined), series=marks[:1])
    prior = {ChartFamily.SCATTER: 0.8, ChartFamily.LINE: 0.2}

    chosen = choose([curves, points], chart().model_copy(update={"legend": legend}), prior=prior)

    assert chosen is not None
    assert chosen[0].chart_type is expected


def test_a_box_without_a_category_goes_before_the_points_over_it() -> None:
    found = [
        hypothesis(ChartType.VERTICAL_BOX, 1.0, explained=0.96),
        hypothesis(ChartType.SCATTER, 0.98, explained=0.93),
    ]

    chosen = choose(found, chart(numbers(Direction.VERTICAL)))

    assert chosen is not None
    assert chosen[0].chart_type is ChartType.VERTICAL_BOX


@pytest.mark.parametrize(("marker", "expected"), [(False, ChartType.LINE), (True, ChartType.SCATTER)])
def test_points_that_the_legend_shows_as_bare_lines_are_weak(marker: bool, expected: ChartType) -> None:
    entry = LegendEntry(id="e0", label="Male", color="#000000", has_line=True, has_marker=marker)
    legend = Legend(box=(190, 15, 265, 35), entries=(entry,))
    shown = chart(numbers(Direction.HORIZONTAL), numbers(Direction.VERTICAL)).model_copy(update={"legend": legend})
    named = (SeriesMarks(id="s", name="Male", legend_entry="e0"),)
    found = [
        replace(hypothesis(ChartType.SCATTER, 0.99), series=named),
        replace(hypothesis(ChartType.LINE, 0.58), series=named),
    ]

    chosen = choose(found, shown)

    assert chosen is not None
    assert chosen[0].chart_type is expected
