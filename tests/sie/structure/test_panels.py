from __future__ import annotations

import numpy as np
import pytest
from drawn_figures import analyze_figure, px_of
from matplotlib.figure import Figure

from sie.values.scale import value_at
from sie.vocab import Direction


def make_grid(rows: int, columns: int, **options: object) -> tuple[Figure, np.ndarray]:
    fig = Figure(figsize=(4.2 * columns, 3.2 * rows), dpi=90)
    axes = np.atleast_2d(fig.subplots(rows, columns, squeeze=False, **options))  # type: ignore[arg-type]
    for i, ax in enumerate(axes.ravel()):
        ax.plot([0, 1, 2, 3], [i, i + 5, i + 2, i + 8])
    return fig, axes


@pytest.mark.parametrize(("rows", "columns"), [(1, 2), (2, 1), (2, 2), (1, 3)])
def test_panels_split_at_axes_that_begin_anew(rows: int, columns: int) -> None:
    fig, axes = make_grid(rows, columns)
    charts = analyze_figure(fig).charts
    assert len(charts) == rows * columns
    for chart, ax in zip(charts, axes.ravel(), strict=True):
        axis = chart.axis(Direction.VERTICAL)
        assert axis is not None
        assert axis.fit is not None
        low, high = ax.get_ylim()
        middle = (low + high) / 2
        assert value_at(axis.fit, axis.scale, px_of(ax, y=middle)) == pytest.approx(middle, abs=0.01 * (high - low))


def test_panels_share_outer_labels() -> None:
    fig, axes = make_grid(1, 2, sharey=True)
    charts = analyze_figure(fig).charts
    assert len(charts) == 2
    axis = charts[1].axis(Direction.VERTICAL)
    assert axis is not None
    assert axis.fit is not None
    assert value_at(axis.fit, axis.scale, px_of(axes[0, 1], y=4)) == pytest.approx(4, abs=0.1)


def test_panels_stay_whole_with_second_axis() -> None:
    fig = Figure(figsize=(6, 4), dpi=90)
    ax = fig.add_subplot()
    ax.plot([0, 1, 2, 3], [3, 5, 2, 8])
    ax.twinx().plot([0, 1, 2, 3], [300, 100, 700, 200], color="red")
    assert len(analyze_figure(fig).charts) == 1


def test_panels_stay_whole_with_inner_legend_of_numbers() -> None:
    fig = Figure(figsize=(6, 4), dpi=90)
    ax = fig.add_subplot()
    for dose in (10, 20, 30, 40):
        ax.plot([0, 1, 2, 3], [dose, dose + 5, dose - 3, dose + 8], label=str(dose))
    ax.legend(loc="center left", bbox_to_anchor=(1, 0.5))
    fig.subplots_adjust(right=0.8)
    assert len(analyze_figure(fig).charts) == 1


def test_panels_stay_whole_with_repeated_category_numbers() -> None:
    fig = Figure(figsize=(7, 4), dpi=90)
    ax = fig.add_subplot()
    ax.bar([0, 1, 2, 4, 5, 6], [3, 5, 6, 2, 4, 7])
    ax.set_xticks([0, 1, 2, 4, 5, 6], ["1", "2", "3", "1", "2", "3"])
    assert len(analyze_figure(fig).charts) == 1


@pytest.mark.parametrize(
    ("rows", "columns", "words"),
    [
        (1, 2, ("Oak", "Ash", "Elm")),
        (1, 3, ("Low", "Mid", "High")),
        (2, 2, ("Ctrl", "Dry", "Wet")),
        (2, 3, ("Ant", "Bee", "Fly")),
        (1, 2, ("before", "after")),
    ],
)
def test_facets_of_categories_share_their_axes(rows: int, columns: int, words: tuple[str, ...]) -> None:
    fig = Figure(figsize=(2.1 * columns + 0.6, 2.2 * rows + 0.4), dpi=100)
    axes = np.atleast_2d(fig.subplots(rows, columns, squeeze=False, sharex=True, sharey=True))
    for i, ax in enumerate(axes.ravel()):
        ax.bar(words, [3 + i, 8, 5][: len(words)])
    fig.supylabel("Abundance")
    fig.tight_layout()
    charts = analyze_figure(fig).charts
    assert len(charts) == rows * columns
    for chart, ax in zip(charts, axes.ravel(), strict=True):
        across, down = chart.axis(Direction.HORIZONTAL), chart.axis(Direction.VERTICAL)
        assert across is not None
        assert [tick.text for tick in across.ticks] == list(words)
        assert [tick.px for tick in across.ticks] == pytest.approx(
            [px_of(ax, x=place) for place in range(len(words))], abs=3.0
        )
        assert down is not None
        assert down.fit is not None
        assert value_at(down.fit, down.scale, px_of(ax, y=4)) == pytest.approx(4, abs=0.1)


def test_panels_stay_whole_with_categories_that_repeat() -> None:
    fig = Figure(figsize=(5, 3), dpi=100)
    ax = fig.add_subplot()
    ax.bar(range(6), [3, 5, 4, 8, 2, 6])
    ax.set_xticks(range(6), ["men", "women"] * 3)
    assert len(analyze_figure(fig).charts) == 1
