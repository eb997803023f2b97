"""What is printed of a figure whose reading stopped early."""

from __future__ import annotations

from builders import make_axis, make_bar, make_elements, make_structure

from sie.artifacts import Chart
from sie.commands import unfinished_chart
from sie.vocab import ChartType, Direction, Stage

AXIS = make_axis(Direction.VERTICAL, [350.0, 200.0, 50.0], [0, 50, 100])


def test_chart_stopped_after_structure_shows_its_axes() -> None:
    chart = Chart(id="c1", title="Rain", structure=make_structure(AXIS))
    assert unfinished_chart(chart, Stage.STRUCTURE).splitlines() == [
        "c1 · Rain (stopped after structure)",
        "  vertical axis, linear: 0, 50, 100",
    ]


def test_chart_stopped_after_elements_counts_its_marks() -> None:
    marks = make_elements(ChartType.VERTICAL_BAR, [make_bar("e1", 100, 350, 200), make_bar("e2", 200, 350, 200)])
    chart = Chart(id="c1", structure=make_structure(AXIS), elements=marks)
    assert unfinished_chart(chart, Stage.ELEMENTS).endswith("  marks: 2 bar")
