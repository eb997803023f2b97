"""Bins of a few counts beside high ones, and empty bins whose sides stand on ticks."""

from __future__ import annotations

import pytest
from builders import make_axis
from drawn_marks import BLACK, RGB, Drawing

from sie.artifacts import ChartStructure, Element
from sie.elements.analyze import analyze_chart
from sie.vocab import ChartType, Direction

BLUE: RGB = (76, 120, 168)
GREY: RGB = (136, 136, 136)
WHITE: RGB = (255, 255, 255)
BASE = 249.5
EXACT_PX = 0.5
EDGES = tuple(45.5 + 30 * i for i in range(10))
"""Sides of nine bins, within a plot from 30 to 330."""


def chart_of(drawing: Drawing) -> ChartStructure:
    numbers = make_axis(Direction.HORIZONTAL, list(EDGES), list(range(10)))
    counts = make_axis(Direction.VERTICAL, [BASE, BASE - 100, BASE - 200], [0, 500, 1000])
    return drawing.chart().model_copy(update={"axes": (numbers, counts)})


def draw(heights: tuple[float, ...], fill: RGB, line: RGB | None) -> Drawing:
    drawing = Drawing()
    for x0, x1, height in zip(EDGES, EDGES[1:], heights, strict=False):
        drawing.rect(x0 + 0.5, BASE - height, x1 - 0.5, BASE, fill)
    if line is not None:
        drawing.rect(30, BASE - 0.5, 330, BASE + 0.5, line)
    return drawing


def heights_of(drawing: Drawing) -> list[float]:
    found = analyze_chart(drawing.raster(), chart_of(drawing))
    assert found.chart_type is ChartType.HISTOGRAM
    bins = sorted(found.elements, key=lambda e: e.px["end"][0])
    return [height(one) for one in bins]


def height(one: Element) -> float:
    return one.px["base"][1] - one.px["end"][1]


@pytest.mark.parametrize("line", [None, GREY, BLACK])
@pytest.mark.parametrize(
    "heights",
    [(1.5, 13.0, 30.0, 82.0, 190.0, 120.0, 60.0, 20.0, 1.5), (20.0, 130.0, 30.0, 12.0, 9.0, 1.6, 2.4, 1.2, 3.0)],
)
def test_bins_of_a_pixel_or_two_are_read(heights: tuple[float, ...], line: RGB | None) -> None:
    assert heights_of(draw(heights, BLUE, line)) == pytest.approx(heights, abs=EXACT_PX)


@pytest.mark.parametrize("line", [GREY, BLACK])
def test_the_axis_line_beside_the_bins_is_none(line: RGB) -> None:
    heights = (13.0, 30.0, 82.0, 190.0, 120.0, 60.0, 20.0)

    assert heights_of(draw(heights, BLUE, line)) == pytest.approx(heights, abs=EXACT_PX)


@pytest.mark.parametrize("color", [BLACK, BLUE])
def test_sides_of_empty_bins_on_ticks_are_no_grid(color: RGB) -> None:
    heights = (35.0, 197.0, 98.0, 63.0, 25.0, 22.0)
    drawing = Drawing()
    for x0, x1, top in zip(EDGES, EDGES[1:], heights, strict=False):
        drawing.rect(x0 - 0.5, BASE - top - 0.5, x1 + 0.5, BASE + 0.5, color)
        drawing.rect(x0 + 0.5, BASE - top + 0.5, x1 - 0.5, BASE - 0.5, WHITE)
    for x1, low, high in zip(EDGES[1:], heights, heights[1:], strict=False):
        drawing.rect(x1 - 0.5, BASE - max(low, high) - 0.5, x1 + 0.5, BASE + 0.5, color)
    for edge in EDGES:
        drawing.rect(edge - 0.5, 30, edge + 0.5, 36, BLACK)
    drawing.rect(30, BASE - 0.5, 330, BASE + 0.5, BLACK)

    assert heights_of(drawing) == pytest.approx(heights, abs=0.6)
