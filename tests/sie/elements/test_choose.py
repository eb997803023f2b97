from __future__ import annotations

import pytest
from builders import make_axis, make_structure

from sie.artifacts import Axis, ChartStructure
from sie.elements.choose import choose, fixed_type
from sie.elements.hypothesis import Hypothesis
from sie.vocab import ChartType, Direction, ScaleType


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
