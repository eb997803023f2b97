"""Bars on numeric and date axes stand at the whole steps that they were drawn for."""

from __future__ import annotations

from datetime import date
from itertools import pairwise

import pytest
from builders import make_axis, make_bar, make_elements, make_structure

from sie.artifacts import Chart, Element, SeriesMarks, Value
from sie.options import ValueOptions
from sie.values.interpolate import read_chart
from sie.vocab import ChartType, Direction, ScaleType

HEIGHTS = make_axis(Direction.VERTICAL, [350.0, 200.0, 50.0], [0, 50, 100])
EPOCH = date(1970, 1, 1)


def days(year: int, month: int = 1, day: int = 1) -> int:
    return (date(year, month, day) - EPOCH).days


def time_axis(places: list[float], dates: list[date]) -> object:
    values: list[Value] = [one.isoformat() for one in dates]
    numbers = [float((one - EPOCH).days) for one in dates]
    return make_axis(Direction.HORIZONTAL, places, values, scale=ScaleType.TIME, numbers=numbers)


def read(across: object, bars: list[Element], names: tuple[str, ...] = ("s1",)) -> list[list[Value | None]]:
    kind = ChartType.GROUPED_VERTICAL_BAR if len(names) > 1 else ChartType.VERTICAL_BAR
    elements = make_elements(kind, bars, series=[SeriesMarks(id=name) for name in names])
    chart: Chart = read_chart(make_structure(HEIGHTS, across), elements, options=ValueOptions())  # type: ignore[arg-type]
    return [[point.x for point in series.points] for series in chart.series]


@pytest.mark.parametrize("off", [-0.6, 0.0, 0.6])
def test_bars_of_years_between_labelled_ones_are_whole_years(off: float) -> None:
    years = make_axis(Direction.HORIZONTAL, [100.0, 190.0, 280.0, 370.0], [2001, 2004, 2007, 2010])
    bars = [make_bar(f"e{i}", 100 + 30 * i + off, 350, 200) for i in range(10)]
    assert read(years, bars) == [[2001 + i for i in range(10)]]


def test_bars_of_a_group_stand_at_the_step_of_its_middle() -> None:
    years = make_axis(Direction.HORIZONTAL, [100.0, 220.0, 340.0], [2000, 2002, 2004])
    bars = [
        make_bar(f"{name}{i}", 100 + 60 * i + side, 350, 200, series=name)
        for name, side in (("s1", -10.0), ("s2", 10.0))
        for i in range(5)
    ]
    assert read(years, bars, ("s1", "s2")) == [[2000 + i for i in range(5)]] * 2


def test_bars_of_a_group_between_two_steps_are_not_parted_among_them() -> None:
    years = make_axis(Direction.HORIZONTAL, [100.0, 220.0, 340.0], [2000, 2002, 2004])
    bars = [
        make_bar(f"{name}{i}", 130 + 60 * i + side, 350, 200, series=name)
        for name, side in (("s1", -10.0), ("s2", 10.0))
        for i in range(4)
    ]
    first, second = read(years, bars, ("s1", "s2"))
    assert first == pytest.approx([2000 + i + 1 / 3 for i in range(4)])
    assert second == pytest.approx([2000 + i + 2 / 3 for i in range(4)])


def test_bars_between_steps_are_read_where_they_stand() -> None:
    numbers = make_axis(Direction.HORIZONTAL, [100.0, 300.0, 500.0], [0, 10, 20])
    bars = [make_bar(f"e{i}", x, 350, 200) for i, x in enumerate((113.0, 171.0, 238.0, 331.0))]
    (read_x,) = read(numbers, bars)
    assert read_x == pytest.approx([0.65, 3.55, 6.9, 11.55])


def test_bars_that_each_cover_a_month_are_named_for_its_first_day() -> None:
    axis = time_axis([100.0, 218.0, 340.0, 463.0], [date(2021, m, 1) for m in (1, 5, 9)] + [date(2022, 1, 1)])
    per_day = (463.0 - 100.0) / (days(2022) - days(2021))
    bars = []
    for month in range(1, 13):
        low = 100 + per_day * (days(2021, month) - days(2021))
        high = 100 + per_day * (days(2022 if month == 12 else 2021, month % 12 + 1) - days(2021))
        bars.append(make_bar(f"e{month}", (low + high) / 2, 350, 200, width=high - low - 1))
    assert read(axis, bars) == [[f"2021-{month:02d}-01" for month in range(1, 13)]]


def test_bars_about_their_dates_are_named_by_them() -> None:
    axis = time_axis([100.0, 250.0, 403.0], [date(2020, 1, 1), date(2020, 6, 1), date(2020, 11, 1)])
    per_day = 303.0 / (days(2020, 11) - days(2020))
    bars = [make_bar(f"e{m}", 100.4 + per_day * (days(2020, m) - days(2020)), 350, 200) for m in (1, 2, 4, 7, 11)]
    assert read(axis, bars) == [["2020-01-01", "2020-02-01", "2020-04-01", "2020-07-01", "2020-11-01"]]


def test_bars_from_year_to_year_are_named_for_the_year_that_begins() -> None:
    years = make_axis(Direction.HORIZONTAL, [100.0, 130.0, 160.0, 190.0], [1990, 1991, 1992, 1993])
    bars = [make_bar(f"e{i}", 115 + 30 * i, 350, 200, width=29) for i in range(4)]
    assert read(years, bars) == [[1990, 1991, 1992, 1993]]


def test_bars_that_reach_from_one_label_to_the_next_are_named_by_the_first() -> None:
    names = ["Jan", "Feb", "Mar", "Apr", "Jan"]
    labels = make_axis(Direction.HORIZONTAL, [100.0, 131.0, 159.0, 190.0, 220.0], names, scale=ScaleType.CATEGORICAL)
    ends = list(pairwise([100, 131, 159, 190, 220]))
    bars = [make_bar(f"e{i}", (a + b) / 2, 350, 200, width=b - a - 1) for i, (a, b) in enumerate(ends)]
    assert read(labels, bars) == [["Jan", "Feb", "Mar", "Apr"]]


@pytest.mark.parametrize(
    ("off", "wanted"),
    [(-14.0, ["2", "3", "4", "5"]), (11.0, ["2", "3", "4", "5"]), (23.0, pytest.approx([2.46, 3.46, 4.46, 5.46]))],
)
def test_one_bar_at_each_tick_all_equally_far_from_it_takes_its_number(off: float, wanted: object) -> None:
    tests = make_axis(Direction.HORIZONTAL, [100.0, 150.0, 200.0, 250.0], [2, 3, 4, 5])
    bars = [make_bar(f"e{i}", 100 + 50 * i + off, 350, 200 - 20 * i, width=17) for i in range(4)]
    (read_x,) = read(tests, bars)
    assert read_x == wanted


def test_bars_at_their_own_places_between_ticks_keep_them() -> None:
    tests = make_axis(Direction.HORIZONTAL, [100.0, 150.0, 200.0, 250.0], [2, 3, 4, 5])
    bars = [make_bar(f"e{i}", x, 350, 200) for i, x in enumerate((112.0, 141.0, 209.0, 238.0))]
    (read_x,) = read(tests, bars)
    assert read_x == pytest.approx([2.24, 2.82, 4.18, 4.76])
