"""CSV tables and gold files become charts with the project's conventions."""

from __future__ import annotations

import pytest

from sie.errors import FigureError
from sie.io.outputs import long_csv
from sie.io.tabular import figure_of_csv, figure_of_gold, number_in
from sie.vocab import ChartType, ScaleType


def test_wide_table_has_x_first_and_a_series_a_column() -> None:
    chart = figure_of_csv("year,men,women\n2000,1,2\n2001,3,\n").charts[0]
    assert [(s.name, [(p.x, p.y) for p in s.points]) for s in chart.series] == [
        ("men", [(2000.0, 1.0), (2001.0, 3.0)]),
        ("women", [(2000.0, 2.0)]),
    ]
    assert (chart.chart_type, chart.x_scale, chart.x_title, chart.legend) == (
        ChartType.LINE, ScaleType.LINEAR, "year", ("men", "women"),
    )  # fmt: skip


def test_one_value_column_is_an_unnamed_series_and_its_header_the_title() -> None:
    chart = figure_of_csv("fruit;tons\nApfel;1,5\nBirne;2,0\n").charts[0]
    assert (chart.series[0].name, chart.y_title, chart.chart_type) == (None, "tons", ChartType.VERTICAL_BAR)
    assert [point.y for point in chart.series[0].points] == [1.5, 2.0]


def test_header_of_years_is_a_header() -> None:
    assert figure_of_csv("country,2010,2011\nA,1,2\n").charts[0].legend == ("2010", "2011")


def test_long_table_and_our_own_csv_are_read() -> None:
    long = figure_of_csv("series,x,y\na,1,2\na,2,3\nb,1,4\n")
    assert [(s.name, len(s.points)) for s in long.charts[0].series] == [("a", 2), ("b", 1)]
    again = figure_of_csv(long_csv(long))
    assert [[(p.x, p.y) for p in s.points] for s in again.charts[0].series] == [[(1.0, 2.0), (2.0, 3.0)], [(1.0, 4.0)]]


def test_dates_make_a_time_axis_and_five_numbers_a_box_plot() -> None:
    assert figure_of_csv("day,price\n2010-01-02,3\n2010-01-03,4\n").charts[0].x_scale is ScaleType.TIME
    boxes = figure_of_csv("group,min,q1,median,q3,max\nA,1,2,3,4,5\n").charts[0]
    assert boxes.chart_type is ChartType.VERTICAL_BOX
    assert boxes.series[0].points[0].median == 3


def test_type_of_a_table_is_called_an_assumption() -> None:
    assert [issue.code for issue in figure_of_csv("a,b\nx,1\n").issues] == ["type-assumed"]


@pytest.mark.parametrize(
    ("cell", "number"), [("1,200", 1200.0), ("45 %", 45.0), ("−3", -3.0), ("1e3", 1000.0), ("12a", None), ("", None)]
)
def test_cells_are_read_as_numbers(cell: str, number: float | None) -> None:
    assert number_in(cell) == number


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "empty"),
        ("\n \n", "empty"),
        ("only\n1\n", "at least two columns"),
        ("a,1\nb,2\n", "no header"),
        ("x,y\n", "no rows"),
        ("x,y\na,1\nb,2,3\n", "line 3: expected 2 cells"),
        ("x,y\na,oops\n", "line 2, column 2: expected a number"),
        ("x,y\na,\n", "no numbers"),
    ],
)
def test_bad_table_is_refused_with_the_place(text: str, message: str) -> None:
    with pytest.raises(FigureError, match=message):
        figure_of_csv(text)


def test_gold_file_of_the_wrong_form_is_refused_with_the_field() -> None:
    gold = {"chart_type": "spider", "series": [], "x_scale": "linear", "y_scale": "linear", "legend": []}
    with pytest.raises(FigureError, match="chart_type"):
        figure_of_gold(gold)
    with pytest.raises(FigureError, match="series: expected a list"):
        figure_of_gold({**gold, "series": 3})


def test_repeated_categories_are_told_apart_by_a_column_that_repeats_too() -> None:
    chart = figure_of_csv("drug,dose,effect\nA,1,10\nA,2,20\nB,1,5\nB,2,40\n").charts[0]
    assert {series.name: [(p.x, p.y) for p in series.points] for series in chart.series} == {
        "1": [("A", 10), ("B", 5)],
        "2": [("A", 20), ("B", 40)],
    }
    assert chart.y_title == "effect"


def test_repeated_categories_that_nothing_tells_apart_are_refused() -> None:
    with pytest.raises(FigureError, match="'A' stands in several rows"):
        figure_of_csv("drug,effect\nA,10\nA,20\n")
