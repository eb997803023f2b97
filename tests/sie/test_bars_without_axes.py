"""Bars that no axis measures or names, as reports draw them: their printed numbers and the words at their feet do."""

from __future__ import annotations

import numpy as np
import pytest
from drawn_figures import read_figure
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from sie.artifacts import Chart
from sie.vocab import ChartType

NAMES = ("Wheat", "Rye", "Oats", "Barley", "Maize")
SHARES = (62.0, 18.0, 35.0, 9.0, 47.0)
OTHERS = (41.0, 30.0, 22.0, 15.0, 58.0)

Table = dict[str | None, dict[object, float | None]]


def make_axes() -> tuple[Figure, Axes]:
    fig = Figure(figsize=(5.4, 3.8), dpi=100)
    return fig, fig.add_subplot()


def bare(ax: Axes, *, lying: bool, spine: bool) -> None:
    """No ticks with numbers, no frame but perhaps the line that the bars stand on."""
    (ax.set_xticks if lying else ax.set_yticks)([])
    ax.tick_params(length=0)
    kept = "left" if lying else "bottom"
    for side, line in ax.spines.items():
        line.set_visible(spine and side == kept)


def table(chart: Chart) -> Table:
    return {series.name: {point.x: point.y for point in series.points} for series in chart.series}


@pytest.mark.parametrize("spine", [True, False])
@pytest.mark.parametrize("form", ["{:.0f}", "{:.0f}%"])
def test_bars_with_printed_numbers_alone_are_read(spine: bool, form: str) -> None:
    fig, ax = make_axes()
    ax.bar_label(ax.bar(NAMES, SHARES, color="#4472c4"), fmt=form)
    bare(ax, lying=False, spine=spine)
    chart = read_figure(fig)
    assert chart.chart_type is ChartType.VERTICAL_BAR
    assert table(chart) == {None: dict(zip(NAMES, SHARES, strict=True))}


def test_lying_bars_with_printed_numbers_alone_are_read() -> None:
    fig, ax = make_axes()
    ax.bar_label(ax.barh(NAMES, SHARES, color="#4472c4"), fmt="{:.0f}%")
    bare(ax, lying=True, spine=True)
    assert table(read_figure(fig)) == {None: dict(zip(NAMES, SHARES, strict=True))}


@pytest.mark.parametrize("form", ["{:.0f}", "{:.0f}%"])
def test_lying_bars_take_no_word_of_another_row_and_no_number_for_a_name(form: str) -> None:
    values = (30.0, -12.0, 45.0, -20.0, 18.0)
    fig, ax = make_axes()
    ax.bar_label(ax.barh(NAMES, values, color="#4472c4"), fmt=form, padding=2)
    ax.margins(0.15)
    bare(ax, lying=True, spine=False)
    # the bars left of zero, of Rye and Barley, are missed: what is read is right, but it is not all
    assert table(read_figure(fig)) == {None: {"Wheat": 30.0, "Oats": 45.0, "Maize": 18.0}}


def test_groups_of_bars_are_named_by_the_word_below_each() -> None:
    fig, ax = make_axes()
    places = np.arange(len(NAMES))
    for shift, name, values, color in ((-0.2, "men", SHARES, "#4472c4"), (0.2, "women", OTHERS, "#ed7d31")):
        ax.bar_label(ax.bar(places + shift, values, 0.4, label=name, color=color))
    ax.set_xticks(places, NAMES)
    ax.legend(loc="upper center", ncols=2, bbox_to_anchor=(0.5, 1.15), frameon=False)
    bare(ax, lying=False, spine=True)
    wanted = {name: dict(zip(NAMES, values, strict=True)) for name, values in (("men", SHARES), ("women", OTHERS))}
    assert table(read_figure(fig)) == wanted


def test_a_bar_without_a_number_is_read_on_the_scale_of_the_others() -> None:
    fig, ax = make_axes()
    labels = [f"{value:.0f}" for value in SHARES[:-1]]
    ax.bar_label(ax.bar(NAMES, SHARES, color="#4472c4"), [*labels, ""])
    bare(ax, lying=False, spine=True)
    (series,) = read_figure(fig).series
    last = series.points[-1]
    assert (last.x, last.y) == ("Maize", pytest.approx(SHARES[-1], abs=0.6))
    assert last.sigma is not None
    assert last.sigma > 0


def test_stacks_with_numbers_in_their_parts_are_bars_and_no_pie() -> None:
    fig, ax = make_axes()
    left = np.zeros(len(NAMES))
    parts = {"yes": np.array(SHARES), "no": (100 - np.array(SHARES)) * 0.6, "unsure": (100 - np.array(SHARES)) * 0.4}
    for (name, values), color in zip(parts.items(), ("#4472c4", "#ed7d31", "#a5a5a5"), strict=True):
        drawn = ax.barh(NAMES, values, 0.7, left=left, label=name, color=color)
        ax.bar_label(drawn, label_type="center", fmt="{:.0f}", fontsize=8)
        left += values
    ax.legend(loc="lower center", ncols=3, bbox_to_anchor=(0.5, 1.0), frameon=False)
    bare(ax, lying=True, spine=False)
    chart = read_figure(fig)
    assert chart.chart_type is ChartType.STACKED_HORIZONTAL_BAR
    found = table(chart)
    assert set(found) == set(parts)
    for name, values in parts.items():
        assert found[name] == {x: pytest.approx(y, abs=0.6) for x, y in zip(NAMES, values, strict=True)}


def test_lying_bars_are_named_by_the_words_above_them() -> None:
    fig, ax = make_axes()
    ax.barh(np.arange(len(NAMES)), SHARES, 0.4, color="#4472c4")
    for place, name in enumerate(NAMES):
        ax.text(0.5, place + 0.26, name, va="bottom")
    ax.set_yticks([])
    ax.set_ylim(-0.6, 5)
    found = table(read_figure(fig))
    assert found == {None: {x: pytest.approx(y, abs=0.5) for x, y in zip(NAMES, SHARES, strict=True)}}


def test_two_numbers_and_two_words_in_line_are_no_axes() -> None:
    fig, ax = make_axes()
    ax.bar_label(ax.bar(NAMES[:3], (40, 30, 40), color="#4472c4"))
    bare(ax, lying=False, spine=False)
    assert read_figure(fig).structure.axes == ()
