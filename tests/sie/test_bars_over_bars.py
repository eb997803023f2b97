"""What lies over bars: a half transparent legend, a curve; and stacks of nearly one colour."""

from __future__ import annotations

import numpy as np
import pytest
from drawn_figures import read_figure
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from sie.artifacts import Chart
from sie.vocab import ChartType

AGES = ("0-17", "18-34", "35-54", "55-64", "65+")
MEN, WOMEN = np.array([81.0, 54.0, 32.0, 41.0, 44.0]), np.array([9.0, 60.0, 67.0, 46.0, 97.0])


def make_axes(width: float = 5.0, height: float = 4.0) -> tuple[Figure, Axes]:
    fig = Figure(figsize=(width, height), dpi=100)
    return fig, fig.add_subplot()


def values(chart: Chart, name: str) -> dict[object, float | None]:
    (series,) = [series for series in chart.series if series.name == name]
    return {point.x: point.y for point in series.points}


def test_the_legend_over_a_bar_names_the_series() -> None:
    fig, ax = make_axes()
    ax.barh(AGES, MEN, label="Men", color="#1f77b4")
    ax.barh(AGES, WOMEN, left=MEN, label="Women", color="#ff7f0e")
    ax.legend(loc="upper right", framealpha=0.8)
    chart = read_figure(fig)
    assert chart.chart_type is ChartType.STACKED_HORIZONTAL_BAR
    assert values(chart, "Men") == {x: pytest.approx(y, abs=1.5) for x, y in zip(AGES, MEN, strict=True)}
    assert {series.name for series in chart.series} == {"Men", "Women"}


def test_shades_of_one_colour_are_a_legend() -> None:
    fig, ax = make_axes()
    base = np.zeros(len(AGES))
    for name, color, part in zip("NPK", ("#4f81bd", "#5a8bc4", "#6695cb"), (MEN, WOMEN, MEN), strict=True):
        ax.bar(AGES, part, bottom=base, label=name, color=color)
        base += part
    ax.set_ylim(0, 300)
    ax.legend(loc="upper right")
    chart = read_figure(fig)
    assert {series.name for series in chart.series} == {"N", "P", "K"}
    assert values(chart, "P") == {x: pytest.approx(y, abs=3) for x, y in zip(AGES, WOMEN, strict=True)}


@pytest.mark.parametrize("color", ["red", "#2ca02c"])
def test_a_density_over_a_histogram_leaves_its_bins_whole(color: str) -> None:
    fig, ax = make_axes(5.0, 3.6)
    edges = np.arange(20.0, 83, 3)
    middles = (edges[:-1] + edges[1:]) / 2
    counts = np.exp(-(((middles - 50) / 11) ** 2) / 2) * (1 + 0.12 * np.sin(middles))
    ax.bar(middles, counts, 3.0, color="#9ecae1", edgecolor="#333333", linewidth=0.6)
    xs = np.linspace(15, 87, 200)
    ax.plot(xs, np.exp(-(((xs - 50) / 11) ** 2) / 2), color=color, lw=2)
    chart = read_figure(fig)
    assert chart.chart_type is ChartType.HISTOGRAM
    (series,) = chart.series
    read = {round((float(p.x) - 21.5) / 3): p for p in series.points if isinstance(p.x, int | float)}
    off = [abs((read[i].y or 0.0) - count) if i in read else 1.0 for i, count in enumerate(counts)]
    assert sum(error <= 0.03 for error in off) >= 19  # the first two bins are given the same edges
    assert max(off[2:]) < 0.01
    for i, left in enumerate(edges[:-1]):
        if i >= 2:
            assert (read[i].x0, read[i].x1) == (pytest.approx(left, abs=0.25), pytest.approx(left + 3, abs=0.25))
