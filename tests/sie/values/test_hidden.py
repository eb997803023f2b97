"""Points of lines under other lines' markers."""

from __future__ import annotations

import pytest
from builders import make_axis, make_elements, make_path, make_structure

from sie.artifacts import XY, SeriesMarks
from sie.options import ValueOptions
from sie.values.interpolate import read_chart
from sie.vocab import ChartType, Direction

STEPS = range(9)
VALUES = make_axis(Direction.VERTICAL, [350, 250, 150, 50], [0, 10, 20, 30])
NUMBERS = make_axis(Direction.HORIZONTAL, [100, 300, 500], [0, 12, 24])


def line_of(start: float, slope: float, *, without: int | None = None) -> list[XY]:
    return [(110.0 + 40 * i, start + slope * i) for i in STEPS if i != without]


def told(*lines: list[XY], vertices: bool = True) -> list[str]:
    names = [chr(ord("a") + i) for i in range(len(lines))]
    paths = [make_path(f"e{n}", line, vertices=vertices) for n, line in zip(names, lines, strict=True)]
    elements = [path.model_copy(update={"series": n}) for n, path in zip(names, paths, strict=True)]
    marks = tuple(SeriesMarks(id=n, name=f"line {n}") for n in names)
    drawn = make_elements(ChartType.LINE, elements).model_copy(update={"series": marks})
    chart = read_chart(make_structure(VALUES, NUMBERS), drawn, options=ValueOptions())
    assert sum(len(one.points) for one in chart.series) > 0
    return [issue.message for issue in chart.issues if issue.code == "hidden-point"]


def test_a_point_where_another_marker_lies_over_the_line_is_named_with_its_place() -> None:
    crossing = line_of(300, -20, without=4)
    found = told(crossing, line_of(216, 0), line_of(90, 5))
    assert len(found) == 1
    assert "line a" in found[0]
    assert "10.2" in found[0]


def test_of_two_lines_an_even_step_that_comes_out_double_tells() -> None:
    assert len(told(line_of(300, -20, without=4), line_of(216, 0))) == 1


@pytest.mark.parametrize(
    "lines",
    [
        [line_of(300, -20), line_of(216, 0), line_of(90, 5)],
        [line_of(300, -20, without=4), line_of(120, 0), line_of(90, 5)],  # nothing lies over it: it has no point there
        [line_of(300, -20, without=0), line_of(300, 0), line_of(90, 5)],  # begins later
        [[(118.0 + 52 * i, 300 - 20.0 * i) for i in range(7)], line_of(216, 0)],  # other places
    ],
)
def test_points_that_no_marker_hides_are_not_told(lines: list[list[XY]]) -> None:
    assert told(*lines) == []


def test_traced_curves_have_no_points_to_hide() -> None:
    assert told(line_of(300, -20, without=4), line_of(216, 0), vertices=False) == []
