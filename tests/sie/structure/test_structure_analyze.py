from __future__ import annotations

import datetime

import numpy as np
import pytest
from drawn_figures import analyze_figure, px_of
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from sie.artifacts import Axis, ChartStructure, TextBlock
from sie.structure.layout import choose_layout
from sie.structure.readings import read_label
from sie.values.scale import value_at
from sie.vocab import AxisRole, Direction, ScaleType, Side, TickStatus

VALUE_REL = 0.004
"""Values are read back to this part of the axis' span."""
EDGE_PX = 2.0


def block(text: str, x0: float, y0: float, x1: float, y1: float) -> TextBlock:
    polygon = ((x0, y0), (x1, y0), (x1, y1), (x0, y1))
    return TextBlock(id=f"{text}@{x0:g},{y0:g}", text=text, polygon=polygon, confidence=0.99)


def make_axes(width: float = 6.0, height: float = 4.0, dpi: int = 100) -> tuple[Figure, Axes]:
    fig = Figure(figsize=(width, height), dpi=dpi)
    return fig, fig.add_subplot()


def one_chart(fig: Figure) -> ChartStructure:
    analysis = analyze_figure(fig)
    assert len(analysis.charts) == 1
    return analysis.charts[0]


def the_axis(chart: ChartStructure, direction: Direction, *, secondary: bool = False) -> Axis:
    axis = chart.axis(direction, secondary=secondary)
    assert axis is not None
    return axis


def assert_reads(axis: Axis, ax: Axes, values: list[float]) -> None:
    """The axis reads values back at the places where they were drawn."""
    assert axis.fit is not None
    horizontal = axis.direction is Direction.HORIZONTAL
    limits = ax.get_xlim() if horizontal else ax.get_ylim()
    for value in values:
        px = px_of(ax, x=value) if horizontal else px_of(ax, y=value)
        read = value_at(axis.fit, axis.scale, px)
        if axis.scale is ScaleType.LOG:
            span = abs(np.log10(limits[1]) - np.log10(limits[0]))
            assert abs(np.log10(read) - np.log10(value)) <= VALUE_REL * span
        else:
            assert read == pytest.approx(value, abs=VALUE_REL * abs(limits[1] - limits[0]))


def assert_plot_area(chart: ChartStructure, ax: Axes) -> None:
    assert chart.plot_area is not None
    height = ax.figure.bbox.height
    box = ax.get_window_extent()
    wanted = (box.x0, height - box.y1, box.x1, height - box.y0)
    assert chart.plot_area == pytest.approx(wanted, abs=EDGE_PX)


def test_analyze_calibrates_framed_line_chart() -> None:
    fig, ax = make_axes()
    ax.plot([0, 1, 2, 3, 4], [3, 7, 4, 9, 6])
    chart = one_chart(fig)
    assert_plot_area(chart, ax)
    assert_reads(the_axis(chart, Direction.VERTICAL), ax, [3, 6, 9])
    assert_reads(the_axis(chart, Direction.HORIZONTAL), ax, [0, 2, 4])


@pytest.mark.parametrize("kind", ["outside", "inside", "grid", "none"])
def test_analyze_finds_ticks_of_every_kind(kind: str) -> None:
    fig, ax = make_axes()
    ax.scatter([-30, 10, 35, 60], [0.002, 0.011, 0.007, 0.004], s=12)
    ax.tick_params(direction="in" if kind == "inside" else "out", length=0 if kind in ("grid", "none") else 4)
    ax.grid(kind == "grid")
    chart = one_chart(fig)
    axis = the_axis(chart, Direction.HORIZONTAL)
    assert_reads(axis, ax, [-30, 10, 60])
    assert all(tick.marked for tick in axis.ticks) is (kind != "none")


def test_analyze_reads_log_axis_of_powers() -> None:
    fig, ax = make_axes()
    ax.plot([0, 1, 2, 3], [2, 40, 900, 30000], "o-")
    ax.set_yscale("log")
    axis = the_axis(one_chart(fig), Direction.VERTICAL)
    assert axis.scale is ScaleType.LOG
    assert_reads(axis, ax, [2, 100, 30000])


def test_analyze_reads_time_axis() -> None:
    fig, ax = make_axes()
    start = datetime.date(2015, 1, 1)
    days = [start + datetime.timedelta(days=30 * i) for i in range(24)]
    ax.plot(days, np.linspace(3, 9, 24))  # type: ignore[arg-type]
    ax.set_xlim(days[0], days[-1])  # type: ignore[arg-type]
    axis = the_axis(one_chart(fig), Direction.HORIZONTAL)
    assert axis.scale is ScaleType.TIME
    wanted = float((days[12] - datetime.date(1970, 1, 1)).days)
    assert axis.fit is not None
    assert value_at(axis.fit, axis.scale, px_of(ax, x=wanted)) == pytest.approx(wanted, abs=3)


def test_analyze_takes_bare_years_for_numbers() -> None:
    fig, ax = make_axes()
    ax.plot([1990, 1995, 2000, 2005, 2010], [1, 3, 2, 5, 4])
    axis = the_axis(one_chart(fig), Direction.HORIZONTAL)
    assert axis.scale is ScaleType.LINEAR
    assert_reads(axis, ax, [1990, 2005])


def test_analyze_tells_reversed_axis() -> None:
    fig, ax = make_axes()
    ax.plot([0, 1, 2, 3], [10, 35, 20, 60])
    ax.invert_yaxis()
    axis = the_axis(one_chart(fig), Direction.VERTICAL)
    assert axis.reversed
    assert_reads(axis, ax, [10, 60])


def test_analyze_finds_second_value_axis() -> None:
    fig, ax = make_axes()
    ax.plot([0, 1, 2, 3], [10, 35, 20, 60])
    other = ax.twinx()
    other.plot([0, 1, 2, 3], [0.7, 0.2, 0.5, 0.3], color="red")
    chart = one_chart(fig)
    assert_reads(the_axis(chart, Direction.VERTICAL), ax, [10, 60])
    second = the_axis(chart, Direction.VERTICAL, secondary=True)
    assert second.side is Side.RIGHT
    assert_reads(second, other, [0.2, 0.7])


def test_analyze_applies_offset_text() -> None:
    fig, ax = make_axes()
    ax.plot([0, 1, 2, 3], [10000, 35000, 20000, 60000])
    ax.ticklabel_format(axis="y", style="sci", scilimits=(0, 0), useMathText=True)
    axis = the_axis(one_chart(fig), Direction.VERTICAL)
    assert axis.factor == pytest.approx(1e4)
    assert_reads(axis, ax, [10000, 60000])


def test_analyze_names_categories_of_bars() -> None:
    fig, ax = make_axes()
    ax.bar(["Oats", "Rye", "Wheat", "Barley"], [3, 7, 5, 2])
    chart = one_chart(fig)
    axis = the_axis(chart, Direction.HORIZONTAL)
    assert axis.scale is ScaleType.CATEGORICAL
    assert [tick.text for tick in axis.ticks] == ["Oats", "Rye", "Wheat", "Barley"]
    assert [tick.px for tick in axis.ticks] == pytest.approx([px_of(ax, x=i) for i in range(4)], abs=1.0)
    assert axis.role is AxisRole.INDEPENDENT


def test_analyze_turns_roles_for_horizontal_bars() -> None:
    fig, ax = make_axes()
    ax.barh(["Oats", "Rye", "Wheat", "Barley"], [30, 70, 55, 20])
    fig.subplots_adjust(left=0.2)
    chart = one_chart(fig)
    assert the_axis(chart, Direction.VERTICAL).role is AxisRole.INDEPENDENT
    assert the_axis(chart, Direction.HORIZONTAL).role is AxisRole.DEPENDENT
    assert [t.text for t in the_axis(chart, Direction.VERTICAL).ticks] == ["Barley", "Wheat", "Rye", "Oats"]


@pytest.mark.parametrize(("rotation", "anchor"), [(45, "right"), (90, "center"), (-30, "left")])
def test_analyze_places_turned_labels_at_their_ticks(rotation: int, anchor: str) -> None:
    fig, ax = make_axes()
    names = ["California", "Texas", "New York", "Ohio", "Utah"]
    ax.bar(range(5), [3, 7, 5, 2, 6])
    ax.set_xticks(range(5), names, rotation=rotation, ha=anchor, rotation_mode="anchor" if rotation % 90 else None)
    fig.subplots_adjust(bottom=0.3)
    axis = the_axis(one_chart(fig), Direction.HORIZONTAL)
    assert [tick.text for tick in axis.ticks] == names
    assert [tick.px for tick in axis.ticks] == pytest.approx([px_of(ax, x=i) for i in range(5)], abs=1.5)


def test_analyze_repairs_misread_label() -> None:
    fig, ax = make_axes()
    ax.plot([0, 1, 2, 3], [0, 40, 20, 60])
    ax.set_yticks([0, 10, 20, 30, 40, 50, 60], ["0", "10", "20", "80", "40", "50", "60"])
    axis = the_axis(one_chart(fig), Direction.VERTICAL)
    wrong = next(tick for tick in axis.ticks if tick.text == "80")
    assert wrong.status is TickStatus.REPAIRED
    assert wrong.value == pytest.approx(30)
    assert_reads(axis, ax, [0, 60])


def test_analyze_restores_lost_minus_signs() -> None:
    fig, ax = make_axes()
    ax.plot([0, 1, 2, 3], [-40, 40, 20, 0])
    ax.set_yticks([-40, -20, 0, 20, 40], ["40", "20", "0", "20", "40"])
    axis = the_axis(one_chart(fig), Direction.VERTICAL)
    assert_reads(axis, ax, [-40, 0, 40])


def test_analyze_takes_coloured_panel_for_plot_area() -> None:
    fig, ax = make_axes()
    ax.set_facecolor("#ebebeb")
    for spine in ax.spines.values():
        spine.set_visible(False)
    ax.grid(color="white")
    ax.set_axisbelow(True)
    ax.bar([1, 2, 3], [4, 9, 6], color="tab:red")
    assert_plot_area(one_chart(fig), ax)


def test_analyze_grows_open_plot_to_its_marks() -> None:
    fig, ax = make_axes()
    ax.bar([1, 2, 3], [4, 9.6, 6])
    ax.set_ylim(0, 10)
    ax.set_yticks([0, 2, 4, 6, 8])
    ax.spines[["top", "right"]].set_visible(False)
    ax.spines["left"].set_bounds(0, 8)
    chart = one_chart(fig)
    assert chart.plot_area is not None
    assert chart.plot_area[1] <= px_of(ax, y=9.6) + 1


def test_analyze_lets_axes_cross_inside_plot() -> None:
    fig, ax = make_axes()
    x = np.linspace(-4, 4, 60)
    ax.plot(x, x**2 - 6)
    ax.set_ylim(-7, 10)
    ax.spines[["top", "right"]].set_visible(False)
    ax.spines["left"].set_position("zero")
    ax.spines["bottom"].set_position("zero")
    chart = one_chart(fig)
    assert_reads(the_axis(chart, Direction.VERTICAL), ax, [-6, 10])
    assert_reads(the_axis(chart, Direction.HORIZONTAL), ax, [-4, 4])


def test_analyze_says_when_there_are_no_axis_numbers() -> None:
    fig, ax = make_axes()
    ax.pie([3, 4, 5], labels=["a", "b", "c"])
    chart = one_chart(fig)
    assert chart.axes == ()
    assert any(issue.code == "no-axis-numbers" for issue in chart.issues)
    assert chart.plot_area is not None


def test_analyze_gives_the_plot_background() -> None:
    fig, ax = make_axes()
    ax.set_facecolor("#eaeaf2")
    ax.plot([0, 1, 2], [1, 5, 3])
    assert one_chart(fig).background == "#eaeaf2"


def test_a_legend_in_line_with_the_categories_names_none_of_them() -> None:
    fig, ax = make_axes()
    fig.subplots_adjust(left=0.15)
    names = ["Jan", "Feb", "Mar", "Apr", "May"]
    ax.barh(names[::-1], [3, 5, 4, 6, 2], color="#1783ff")
    ax.barh(names[::-1], [2, 1, 3, 2, 2], left=[3, 5, 4, 6, 2], color="#00c9c9")
    for spine in ax.spines.values():
        spine.set_visible(False)
    ax.tick_params(length=0)
    for x, name, color in ((0.085, "London", "#1783ff"), (0.25, "Berlin", "#00c9c9")):
        fig.text(x, 0.99, name, va="top", fontsize=10)
        fig.patches.append(Rectangle((x - 0.025, 0.96), 0.015, 0.02, color=color, transform=fig.transFigure))
    chart = one_chart(fig)
    assert [tick.text for tick in the_axis(chart, Direction.VERTICAL).ticks] == names
    assert chart.legend is not None
    assert [entry.label for entry in chart.legend.entries] == ["London", "Berlin"]


@pytest.mark.parametrize(("side", "certain"), [("right", False), ("left", True)])
def test_an_axis_right_of_the_plot_whose_signs_may_be_tick_marks_is_flagged(side: str, certain: bool) -> None:
    fig, ax = make_axes()
    ax.plot([0, 1, 2, 3], [-5, -42, -31, -78])
    ax.set_ylim(0, -80)
    ax.yaxis.set_ticks_position(side)
    axis = the_axis(one_chart(fig), Direction.VERTICAL)
    assert axis.fit is not None
    assert axis.fit.certain is certain
    assert any(issue.code == "uncertain-axis" for issue in axis.issues) is not certain


@pytest.mark.parametrize(
    "names", [["2.0", "8.0", "70.0", "1.5", "25.0", "12.0", "28.0"], ["1", "4", "9", "49", "25", "36"]]
)
def test_clearly_read_numbers_in_no_order_name_categories(names: list[str]) -> None:
    fig, ax = make_axes()
    ax.bar(range(len(names)), [5, 9, 3, 7, 6, 8, 4][: len(names)])
    ax.set_xticks(range(len(names)), names)
    axis = the_axis(one_chart(fig), Direction.HORIZONTAL)
    assert axis.scale is ScaleType.CATEGORICAL
    assert [tick.text for tick in axis.ticks] == names


def test_the_words_of_a_title_are_no_categories() -> None:
    fig, ax = make_axes()
    ax.bar([0, 1, 2], [5, 9, 3])
    ax.set_xticks([])
    x = 180.0
    for word in ("Yield", "of", "trees"):
        drawn = ax.annotate(word, (x, 362), xycoords="figure pixels", fontsize=14)
        x = drawn.get_window_extent().x1 + 8
    chart = one_chart(fig)
    assert chart.axis(Direction.HORIZONTAL) is None
    assert chart.title == "Yield of trees"


def test_names_a_text_height_apart_are_categories_however_uneven_their_steps() -> None:
    fig, ax = make_axes()
    ax.bar([0, 1, 2], [5, 9, 3])
    ax.set_xticks([])
    x = 180.0
    for word in ("Maize Wheat", "Rice", "Barley Sorghum"):
        drawn = ax.annotate(word, (x, 34), xycoords="figure pixels", fontsize=11).get_window_extent()
        x = drawn.x1 + drawn.height
    axis = the_axis(one_chart(fig), Direction.HORIZONTAL)
    assert [tick.text for tick in axis.ticks] == ["Maize Wheat", "Rice", "Barley Sorghum"]


def test_names_at_even_steps_are_categories_however_close() -> None:
    fig, ax = make_axes()
    names = ["06:00-10:00", "10:00-14:00", "14:00-18:00", "18:00-22:00"]
    ax.bar(range(4), [5, 9, 3, 7])
    ax.set_xticks(range(4), names, fontsize=13.5)
    axis = the_axis(one_chart(fig), Direction.HORIZONTAL)
    assert [tick.text for tick in axis.ticks] == names


def test_powers_whose_exponents_were_lost_are_no_names() -> None:
    rows = [("10", 20), ("10^5", 105), ("Z10", 190), ("10^3", 275), ("10^2", 360)]
    blocks = [block(text, 40, y, 70, y + 14) for text, y in rows]
    blocks += [block(text, x, 390, x + 14, 400) for text, x in (("0", 80), ("10", 240), ("20", 400), ("30", 560))]
    rgb = np.full((430, 600, 3), 255, np.uint8)
    layout = choose_layout(blocks, read_label, box=(0, 0, 600, 430), rgb=rgb, max_residual_px=2.5)
    solution = layout.columns[0].solution
    assert solution is not None
    assert solution.scale is ScaleType.LOG
