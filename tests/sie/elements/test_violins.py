"""Violins are named and refused; boxes, bars, hills and columns of markers are none."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from drawn_figures import read_figure
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from sie.vocab import ChartType


def samples(count: int = 4) -> list[np.ndarray]:
    rng = np.random.default_rng(5)
    return [np.concatenate([rng.normal(k, 1.0, 60), rng.normal(k + 2.0, 0.5, 30)]) for k in range(count)]


def figure(draw: Callable[[Axes], object]) -> Figure:
    fig = Figure(figsize=(6, 4), dpi=100)
    draw(fig.add_subplot())
    return fig


@pytest.mark.parametrize("lying", [False, True])
@pytest.mark.parametrize("lines", [False, True])
def test_violins_are_named_and_no_value_is_given(lying: bool, lines: bool) -> None:
    def draw(ax: Axes) -> None:
        ax.violinplot(
            samples(), orientation="horizontal" if lying else "vertical", showmedians=lines, showextrema=lines
        )

    chart = read_figure(figure(draw))
    assert chart.chart_type is None
    assert chart.series == ()
    assert "unread-type" in {issue.code for issue in chart.issues}


def draw_boxes(ax: Axes) -> None:
    ax.boxplot(samples(), patch_artist=True)


def draw_notched_boxes(ax: Axes) -> None:
    ax.boxplot(samples(), notch=True, patch_artist=True)


def draw_markers(ax: Axes) -> None:
    for x in range(3):
        ax.plot([x] * 9, np.arange(9), "o", color="C0", markersize=26)


def draw_stems(ax: Axes) -> None:
    ax.vlines(range(4), 0, [3, 7, 5, 9], colors="C0", linewidth=6)
    ax.plot(range(4), [3, 7, 5, 9], "o", color="C0", markersize=18)
    ax.set_ylim(0, 10)


def draw_hill(ax: Axes) -> None:
    x = np.linspace(-3, 3, 200)
    ax.fill_between(x, np.exp(-(x**2)))


@pytest.mark.parametrize(
    ("draw", "kind"),
    [
        (draw_boxes, ChartType.VERTICAL_BOX),
        (draw_notched_boxes, ChartType.VERTICAL_BOX),
        (draw_hill, ChartType.AREA),
        (draw_stems, ChartType.VERTICAL_BAR),
    ],
)
def test_what_is_no_violin_is_read(draw: Callable[[Axes], None], kind: ChartType) -> None:
    assert read_figure(figure(draw)).chart_type is kind


def test_columns_of_touching_markers_are_no_violins() -> None:
    assert [issue.code for issue in read_figure(figure(draw_markers)).issues] == []
