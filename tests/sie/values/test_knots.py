"""Curves over labelled ticks have points at the ticks only where they bend there."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import pytest
from builders import make_axis, make_elements, make_path, make_structure

from sie.artifacts import Chart, Tick
from sie.options import ValueOptions
from sie.values.interpolate import read_chart
from sie.vocab import ChartType, Direction

TICKS = (100.0, 180.0, 260.0, 340.0, 420.0, 500.0)
VALUE_AXIS = make_axis(Direction.VERTICAL, [350.0, 200.0, 50.0], [0, 50, 100])
YEARS = make_axis(Direction.HORIZONTAL, list(TICKS), [2001, 2002, 2003, 2004, 2005, 2006])
HEIGHTS = (200.0, 120.0, 260.0, 150.0, 210.0, 90.0)


def read(path: list[tuple[float, float]], chart_type: ChartType = ChartType.LINE) -> Chart:
    structure = make_structure(VALUE_AXIS, YEARS)
    return read_chart(structure, make_elements(chart_type, [make_path("e", path)]), options=ValueOptions())


def path_of(row: Callable[[float], float], first: float = 100.0, last: float = 500.0) -> list[tuple[float, float]]:
    return [(float(x), row(float(x))) for x in np.arange(first, last + 1)]


def broken(x: float) -> float:
    return float(np.interp(x, TICKS, HEIGHTS))


def rounded(x: float) -> float:
    return float(np.mean([broken(x + dx) for dx in range(-4, 5)]))


@pytest.mark.parametrize("row", [broken, rounded])
def test_line_that_bends_at_the_ticks_has_its_points_there(row: Callable[[float], float]) -> None:
    points = read(path_of(row)).series[0].points
    assert [p.x for p in points] == [2001, 2002, 2003, 2004, 2005, 2006]
    assert [p.y for p in points] == pytest.approx([(350 - y) / 3 for y in HEIGHTS], abs=1.0)


def test_line_over_some_of_the_ticks_has_no_point_at_the_others() -> None:
    points = read(path_of(broken, first=180, last=420)).series[0].points
    assert [p.x for p in points] == [2002, 2003, 2004, 2005]


@pytest.mark.parametrize(
    "row",
    [
        lambda x: 200 + 60 * math.sin(x / 30),
        lambda x: 200 - 8 * math.sin(x / 25),
        lambda x: 340 - ((x - 100) / 25) ** 2,
        lambda x: float(np.interp(x, (100, 140, 230, 300, 390, 500), HEIGHTS)),
    ],
)
def test_curve_that_bends_between_the_ticks_is_kept_whole(row: Callable[[float], float]) -> None:
    assert len(read(path_of(row)).series[0].points) > 100


def test_curve_that_ends_between_the_ticks_is_kept_whole() -> None:
    assert len(read(path_of(broken, first=130)).series[0].points) > 100


def test_ticks_that_step_unevenly_are_no_row_of_points() -> None:
    def moved(tick: Tick) -> Tick:
        return tick.model_copy(update={"value": 2009}) if tick.value == 2006 else tick

    axis = YEARS.model_copy(update={"ticks": tuple(moved(tick) for tick in YEARS.ticks)})
    elements = make_elements(ChartType.LINE, [make_path("e", path_of(broken))])
    chart = read_chart(make_structure(VALUE_AXIS, axis), elements, options=ValueOptions())
    assert len(chart.series[0].points) > 100
