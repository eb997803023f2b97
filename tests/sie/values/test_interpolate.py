"""Marks and axes of known geometry give the values that were drawn."""

from __future__ import annotations

import math
from itertools import pairwise

import pytest
from builders import make_axis, make_bar, make_elements, make_path, make_point, make_structure

from sie.artifacts import Chart, Element, Issue, SeriesMarks
from sie.options import ValueOptions
from sie.values.interpolate import read_chart
from sie.vocab import ChartType, Direction, MarkKind, ScaleType, Stacking, Stage

VALUE_AXIS = make_axis(Direction.VERTICAL, [350.0, 200.0, 50.0], [0, 50, 100])
CATEGORIES = make_axis(Direction.HORIZONTAL, [200.0, 300.0, 400.0], ["a", "b", "c"], scale=ScaleType.CATEGORICAL)
NUMBERS = make_axis(Direction.HORIZONTAL, [100.0, 300.0, 500.0], [0, 10, 20])
OPTIONS = ValueOptions()
PX_TO_VALUE = 100 / 300


def read(structure_axes: tuple[object, ...], elements: object) -> Chart:
    return read_chart(make_structure(*structure_axes), elements, options=OPTIONS)  # type: ignore[arg-type]


def table(chart: Chart) -> list[list[tuple[object, float]]]:
    return [[(p.x, round(p.y, 6)) for p in s.points if p.y is not None] for s in chart.series]


def test_bars_read_at_their_ends_and_are_named_by_the_nearest_label() -> None:
    bars = [make_bar("e1", 201, 350, 200), make_bar("e2", 299, 350, 290), make_bar("e3", 400, 350, 50)]
    chart = read((VALUE_AXIS, CATEGORIES), make_elements(ChartType.VERTICAL_BAR, bars))
    assert table(chart) == [[("a", 50.0), ("b", 20.0), ("c", 100.0)]]
    assert chart.x_scale is ScaleType.CATEGORICAL


def test_negative_bar_reads_below_its_base() -> None:
    axis = make_axis(Direction.VERTICAL, [350.0, 200.0, 50.0], [-50, 0, 50])
    chart = read((axis, CATEGORIES), make_elements(ChartType.VERTICAL_BAR, [make_bar("e1", 200, 200, 260)]))
    assert table(chart) == [[("a", -20.0)]]


def test_stacked_parts_are_their_own_sizes() -> None:
    bars = [make_bar("e1", 200, 350, 290), make_bar("e2", 200, 290, 200, series="s2")]
    series = [SeriesMarks(id="s1", name="low"), SeriesMarks(id="s2", name="high")]
    elements = make_elements(ChartType.STACKED_VERTICAL_BAR, bars, series=series, stacking=Stacking.STACKED)
    assert table(read((VALUE_AXIS, CATEGORIES), elements)) == [[("a", 20.0)], [("a", 30.0)]]


def test_horizontal_bars_take_their_category_from_the_vertical_axis() -> None:
    across = make_axis(
        Direction.VERTICAL, [100.0, 200.0, 300.0], ["a", "b", "c"], scale=ScaleType.CATEGORICAL, title="kind"
    )
    along = make_axis(Direction.HORIZONTAL, [100.0, 300.0, 500.0], [0, 10, 20], title="rate (%)")
    bar = Element(
        id="e1", kind=MarkKind.BAR, box=(100, 190, 260, 210), series="s1", px={"base": (100, 200), "end": (260, 200)}
    )
    chart = read((across, along), make_elements(ChartType.HORIZONTAL_BAR, [bar], orientation=Direction.HORIZONTAL))
    assert table(chart) == [[("b", 8.0)]]
    assert (chart.x_title, chart.y_title, chart.y_unit) == ("kind", "rate (%)", "%")


def test_bars_between_the_labels_of_a_year_axis_read_their_year() -> None:
    years = make_axis(Direction.HORIZONTAL, [100.0, 300.0, 500.0], [2000, 2010, 2020])
    bars = [make_bar(f"e{i}", 100 + 20 * i, 350, 340 - i, width=10) for i in range(4)]
    chart = read((VALUE_AXIS, years), make_elements(ChartType.VERTICAL_BAR, bars))
    assert [p.x for p in chart.series[0].points] == pytest.approx([2000, 2001, 2002, 2003])


def test_bars_each_with_a_numeric_label_take_the_label_as_printed() -> None:
    chart = read((VALUE_AXIS, NUMBERS), make_elements(ChartType.VERTICAL_BAR, [make_bar("e1", 302, 350, 200)]))
    assert chart.series[0].points[0].x == "10"


def test_groups_around_numeric_labels_take_the_label_as_printed() -> None:
    bars = [make_bar("e1", 285, 350, 200), make_bar("e2", 315, 350, 100, series="s2")]
    elements = make_elements(ChartType.GROUPED_VERTICAL_BAR, bars, series=[SeriesMarks(id="s1"), SeriesMarks(id="s2")])
    assert [s.points[0].x for s in read((VALUE_AXIS, NUMBERS), elements).series] == ["10", "10"]


@pytest.mark.parametrize("off", [-50, -35, 35, 60])
def test_bars_all_beside_their_labels_are_named_in_order(off: float) -> None:
    bars = [make_bar(f"e{i}", x + off, 350, 200) for i, x in enumerate((200, 300, 400))]
    chart = read((VALUE_AXIS, CATEGORIES), make_elements(ChartType.VERTICAL_BAR, bars))
    assert [p.x for p in chart.series[0].points] == ["a", "b", "c"]


def test_bars_unequally_far_from_the_labels_are_named_by_the_nearest() -> None:
    bars = [make_bar(f"e{i}", x, 350, 200) for i, x in enumerate((255, 345, 410))]
    chart = read((VALUE_AXIS, CATEGORIES), make_elements(ChartType.VERTICAL_BAR, bars))
    assert [p.x for p in chart.series[0].points] == ["b", "b", "c"]


def test_line_over_a_banded_numeric_axis_has_points_at_its_labels() -> None:
    axis = make_axis(Direction.HORIZONTAL, [150.0, 250.0, 350.0, 450.0], [1, 2, 3, 4])
    axis = axis.model_copy(update={"domain": (0.5, 4.5)})
    path = [(150.0 + i, 350.0 - i / 2) for i in range(301)]
    chart = read((VALUE_AXIS, axis), make_elements(ChartType.LINE, [make_path("e1", path)]))
    assert [p.x for p in chart.series[0].points] == ["1", "2", "3", "4"]


def test_curve_beyond_the_labels_of_a_half_step_axis_is_no_row_of_categories() -> None:
    axis = make_axis(Direction.HORIZONTAL, [150.0, 250.0, 350.0, 450.0], [1, 2, 3, 4])
    axis = axis.model_copy(update={"domain": (0.5, 4.5)})
    path = [(100.0 + i, 350.0 - i / 2) for i in range(401)]
    chart = read((VALUE_AXIS, axis), make_elements(ChartType.LINE, [make_path("e1", path)]))
    assert chart.series[0].points[0].x == pytest.approx(0.5)


def test_markers_that_all_stand_on_ticks_have_the_ticks_values() -> None:
    path = [(101.0, 350.0), (299.5, 200.0), (500.0, 50.0)]
    chart = read((VALUE_AXIS, NUMBERS), make_elements(ChartType.LINE, [make_path("e1", path, vertices=True)]))
    assert [p.x for p in chart.series[0].points] == [0, 10, 20]


def test_histogram_bins_have_centres_and_edges() -> None:
    bars = [make_bar("e1", 110, 350, 200), make_bar("e2", 130, 350, 290)]
    chart = read((VALUE_AXIS, NUMBERS), make_elements(ChartType.HISTOGRAM, bars))
    found = [(p.x0, p.x, p.x1) for p in chart.series[0].points]
    assert [x for edges in found for x in edges] == pytest.approx([0, 0.5, 1, 1, 1.5, 2])


@pytest.mark.parametrize(
    ("title", "edges"),
    [("Flow, lower bin edge", (10, 20)), ("upper class limits", (0, 10)), ("Flow", (5, 15)), ("lower field", (5, 15))],
)
def test_bins_whose_labels_name_an_edge_begin_or_end_at_it(title: str, edges: tuple[float, float]) -> None:
    axis = NUMBERS.model_copy(update={"title": title})
    bars = [make_bar(f"e{i}", 100 + 200 * i, 350, 200, width=200) for i in range(3)]
    point = read((VALUE_AXIS, axis), make_elements(ChartType.HISTOGRAM, bars)).series[0].points[1]
    assert (point.x0, point.x, point.x1) == pytest.approx((edges[0], sum(edges) / 2, edges[1]))


def test_bins_whose_labels_stand_at_their_edges_are_read_there() -> None:
    axis = NUMBERS.model_copy(update={"title": "lower bin edge"})
    point = read((VALUE_AXIS, axis), make_elements(ChartType.HISTOGRAM, [make_bar("e", 200, 350, 200, width=200)]))
    assert (point.series[0].points[0].x0, point.series[0].points[0].x1) == pytest.approx((0, 10))


def test_scatter_reads_both_axes_with_both_sigmas() -> None:
    chart = read((VALUE_AXIS, NUMBERS), make_elements(ChartType.SCATTER, [make_point("e1", 260, 260)]))
    point = chart.series[0].points[0]
    assert (point.x, point.y) == (pytest.approx(8.0), pytest.approx(30.0))
    assert isinstance(point.sigma, float)
    assert point.sigma > 0.2 * PX_TO_VALUE
    assert point.sigma_x is not None


def test_points_without_a_line_beside_a_curve_are_read_at_their_places() -> None:
    series = [SeriesMarks(id="s1", name="fit"), SeriesMarks(id="s2", name="data")]
    marks = [make_path("e1", [(100.0, 350.0), (500.0, 50.0)], vertices=True)]
    for index, place in enumerate([(300.0, 50.0), (100.0, 200.0)]):
        marks.append(make_point(f"p{index}", *place).model_copy(update={"series": "s2"}))
    chart = read((VALUE_AXIS, NUMBERS), make_elements(ChartType.LINE, marks, series=series))
    assert [[(p.x, p.y) for p in one.points] for one in chart.series] == [
        [(0, pytest.approx(0)), (20, pytest.approx(100))],
        [(pytest.approx(0), pytest.approx(50)), (pytest.approx(10), pytest.approx(100))],
    ]


def test_log_axis_reads_powers_and_gives_relative_sigma() -> None:
    log = make_axis(Direction.VERTICAL, [350.0, 200.0, 50.0], [1, 10, 100], scale=ScaleType.LOG)
    chart = read((log, NUMBERS), make_elements(ChartType.SCATTER, [make_point("e1", 260, 125)]))
    point = chart.series[0].points[0]
    assert point.y == pytest.approx(10**1.5)
    assert chart.sigma_rel
    assert point.sigma == pytest.approx(math.log(10) / 150 * 0.23, rel=0.5)


def test_traced_curve_is_thinned_to_the_limit() -> None:
    path = [(100.0 + i, 350.0 - i / 2) for i in range(401)]
    structure = make_structure(VALUE_AXIS, NUMBERS)
    chart = read_chart(
        structure, make_elements(ChartType.LINE, [make_path("e1", path)]), options=ValueOptions(curve_points=50)
    )
    points = chart.series[0].points
    assert len(points) == 50
    assert (points[0].x, points[-1].x) == (pytest.approx(0.0, abs=1e-9), pytest.approx(20.0))


def test_line_over_categories_has_points_at_the_labels_only() -> None:
    path = [(200.0, 350.0), (300.0, 200.0), (400.0, 50.0)]
    chart = read((VALUE_AXIS, CATEGORIES), make_elements(ChartType.LINE, [make_path("e1", path)]))
    assert table(chart) == [[("a", 0.0), ("b", 50.0), ("c", 100.0)]]


def test_line_that_ends_early_has_no_point_beyond() -> None:
    path = [(200.0, 350.0), (300.0, 200.0)]
    chart = read((VALUE_AXIS, CATEGORIES), make_elements(ChartType.LINE, [make_path("e1", path)]))
    assert [p.x for p in chart.series[0].points] == ["a", "b"]


def test_time_axis_gives_iso_dates() -> None:
    axis = make_axis(
        Direction.HORIZONTAL,
        [100.0, 465.0],
        ["2010-01-01", "2011-01-01"],
        scale=ScaleType.TIME,
        numbers=[14610.0, 14975.0],
    )
    path = [(131.0, 350.0), (190.0, 200.0)]
    chart = read((VALUE_AXIS, axis), make_elements(ChartType.LINE, [make_path("e1", path, vertices=True)]))
    assert [p.x for p in chart.series[0].points] == ["2010-02-01", "2010-04-01"]


def test_stacked_areas_are_less_what_they_stand_on() -> None:
    low = make_path("e1", [(100, 290), (500, 290)], kind=MarkKind.AREA)
    high = make_path("e2", [(100, 200), (500, 50)], series="s2", kind=MarkKind.AREA)
    series = [SeriesMarks(id="s1"), SeriesMarks(id="s2")]
    elements = make_elements(ChartType.AREA, [high, low], series=series, stacking=Stacking.STACKED)
    assert [[y for _x, y in s] for s in table(read((VALUE_AXIS, NUMBERS), elements))] == [[20.0, 20.0], [30.0, 80.0]]


def test_box_gives_its_five_numbers_whichever_way_the_axis_runs() -> None:
    places = {"min": 350.0, "q1": 290.0, "median": 260.0, "q3": 200.0, "max": 50.0}
    box = Element(
        id="e1", kind=MarkKind.BOX, box=(280, 50, 320, 350), series="s1", px={k: (300.0, y) for k, y in places.items()}
    )
    chart = read((VALUE_AXIS, CATEGORIES), make_elements(ChartType.VERTICAL_BOX, [box]))
    point = chart.series[0].points[0]
    assert point.x == "b"
    assert [point.min, point.q1, point.median, point.q3, point.max] == pytest.approx([0, 20, 30, 50, 100])
    assert isinstance(point.sigma, dict)
    assert set(point.sigma) == set(places)


def test_error_bar_gives_both_ends() -> None:
    bar = make_bar("e1", 200, 350, 200)
    error = Element(
        id="e2", kind=MarkKind.ERROR_BAR, box=(195, 170, 205, 230), px={"low": (200, 230), "high": (200, 170)},
        parent_ids=("e1",),
    )  # fmt: skip
    chart = read((VALUE_AXIS, CATEGORIES), make_elements(ChartType.VERTICAL_BAR, [bar, error]))
    point = chart.series[0].points[0]
    assert (point.y_low, point.y_high) == (pytest.approx(40.0), pytest.approx(60.0))


def test_one_sided_error_bar_gives_the_end_that_is_drawn() -> None:
    bar = make_bar("e1", 200, 350, 200)
    error = Element(
        id="e2", kind=MarkKind.ERROR_BAR, box=(195, 170, 205, 200), px={"high": (200, 170)}, parent_ids=("e1",)
    )
    point = read((VALUE_AXIS, CATEGORIES), make_elements(ChartType.VERTICAL_BAR, [bar, error])).series[0].points[0]
    assert (point.y_low, point.y_high) == (None, pytest.approx(60.0))


def test_without_a_value_scale_no_value_is_given_and_the_reason_is() -> None:
    chart = read((CATEGORIES,), make_elements(ChartType.VERTICAL_BAR, [make_bar("e1", 200, 350, 200)]))
    assert chart.series == ()
    assert [issue.code for issue in chart.issues] == ["no-value-scale"]
    assert chart.confidence == 0.0


def test_second_axis_reads_its_own_series() -> None:
    second = make_axis(Direction.VERTICAL, [350.0, 50.0], [0, 1], secondary=True)
    series = [SeriesMarks(id="s1"), SeriesMarks(id="s2", secondary=True)]
    points = [make_point("e1", 260, 200), make_point("e2", 260, 200, series="s2")]
    chart = read((VALUE_AXIS, second, NUMBERS), make_elements(ChartType.SCATTER, points, series=series))
    assert [s.points[0].y for s in chart.series] == pytest.approx([50.0, 0.5])


def make_slice(name: str, start: float, end: float, label: str) -> Element:
    def rim(degrees: float) -> tuple[float, float]:
        return 300 + 100 * math.cos(math.radians(degrees)), 200 + 100 * math.sin(math.radians(degrees))

    return Element(
        id=name, kind=MarkKind.SLICE, box=(200, 100, 400, 300), series="s1",
        px={"center": (300.0, 200.0), "start": rim(start), "end": rim(end)}, parent_ids=(f"text:{label}",),
    )  # fmt: skip


def test_pie_slices_are_shares_of_the_turn_clockwise_from_the_top() -> None:
    slices = [make_slice("e2", 0, 270, "t2"), make_slice("e1", -90.5, 0, "t1")]
    chart = read((), make_elements(ChartType.PIE, slices))
    assert [p.y for p in chart.series[0].points] == pytest.approx([25.0, 75.0], abs=0.2)
    assert chart.y_unit == "%"


@pytest.mark.parametrize(("kind", "codes"), [(ChartType.PIE, []), (ChartType.SCATTER, ["no-axis-numbers"])])
def test_a_pie_lacks_no_axis(kind: ChartType, codes: list[str]) -> None:
    issue = Issue(stage=Stage.STRUCTURE, code="no-axis-numbers", message="no row or column of tick labels was found")
    structure = make_structure().model_copy(update={"issues": (issue,)})
    chart = read_chart(structure, make_elements(kind, [make_slice("e1", 0, 270, "t1")]), options=OPTIONS)
    assert [one.code for one in chart.issues if one.stage is Stage.STRUCTURE] == codes


TICKS = make_axis(Direction.HORIZONTAL, [140.0, 220.0, 300.0, 380.0, 460.0], [1, 2, 3, 4, 5]).model_copy(
    update={"domain": (0.5, 5.5)}
)
"""Whole steps with half a step free at both ends, as of categories."""


@pytest.mark.parametrize("height", [8.0, 15.0, 30.0, 60.0, 100.0])
def test_a_curve_between_ticks_is_not_cut_down_to_them(height: float) -> None:
    path = [(140.0 + x, 200.0 - height * math.sin(x / 25)) for x in range(321)]
    chart = read((VALUE_AXIS, TICKS), make_elements(ChartType.LINE, [make_path("e", path)]))
    assert len(chart.series[0].points) > 100
    assert chart.x_scale is ScaleType.LINEAR


@pytest.mark.parametrize("height", [0.0, 15.0, 30.0, 60.0, 100.0])
def test_a_line_straight_between_ticks_is_read_at_them(height: float) -> None:
    knots = [(140.0, 200.0), (220.0, 200.0 - height), (300.0, 200.0), (380.0, 200.0 - height / 2), (460.0, 200.0)]
    path = [(x, _between(knots, x)) for x in range(140, 461)]
    chart = read((VALUE_AXIS, TICKS), make_elements(ChartType.LINE, [make_path("e", path)]))
    assert len(chart.series[0].points) == 5


def _between(knots: list[tuple[float, float]], x: float) -> float:
    for (x0, y0), (x1, y1) in pairwise(knots):
        if x0 <= x <= x1:
            return y0 + (y1 - y0) * (x - x0) / (x1 - x0)
    raise AssertionError(x)


def test_a_steep_curve_is_less_sure_than_a_level_one() -> None:
    path = [(100.0 + x, 300.0) for x in range(50)] + [(150.0 + x, 300.0 - 10 * x) for x in range(20)]
    chart = read((VALUE_AXIS, NUMBERS), make_elements(ChartType.LINE, [make_path("e", path)]))
    first, last = chart.series[0].points[5], chart.series[0].points[-3]
    assert isinstance(first.sigma, float)
    assert isinstance(last.sigma, float)
    assert last.sigma > 5 * first.sigma


def test_whisker_ends_are_less_sure_than_the_box() -> None:
    px = {
        "min": (200.0, 300.0),
        "q1": (200.0, 250.0),
        "median": (200.0, 200.0),
        "q3": (200.0, 150.0),
        "max": (200.0, 90.0),
    }
    box = Element(id="b", kind=MarkKind.BOX, box=(190, 150, 210, 250), series="s1", px=px)
    chart = read((VALUE_AXIS, CATEGORIES), make_elements(ChartType.VERTICAL_BOX, [box]))
    sigma = chart.series[0].points[0].sigma
    assert isinstance(sigma, dict)
    assert sigma["max"] > sigma["q3"]


def test_a_title_that_labels_a_slice_is_no_title() -> None:
    slices = [
        Element(
            id=f"s{i}", kind=MarkKind.SLICE, box=(100, 100, 300, 300), series="s1",
            px={"center": (200, 200), "start": (200, 100 + 200 * i), "end": (200, 300 - 200 * i)},
            parent_ids=(f"text:t{i}",),
        )
        for i in range(2)
    ]  # fmt: skip
    structure = make_structure().model_copy(update={"title": "Food", "title_ids": ("t0",)})
    chart = read_chart(structure, make_elements(ChartType.PIE, slices), options=OPTIONS)
    assert chart.title is None
