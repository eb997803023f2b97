from __future__ import annotations

from types import SimpleNamespace
from typing import cast

import numpy as np
import pytest
from builders import make_axis
from drawn_marks import RGB, Drawing

from sie.artifacts import ChartStructure
from sie.elements.bars import find_bars
from sie.elements.bars_outline import _gaps
from sie.elements.bars_view import View
from sie.elements.ink import make_canvas
from sie.vocab import ChartType, Direction, ScaleType

BLUE: RGB = (31, 119, 180)
WHITE: RGB = (255, 255, 255)
GRID: RGB = (200, 200, 200)
BASE = 240.5
TOPS = (200.25, 90.5, 150.75, 60.125, 180.0)
CENTERS = (60.0, 120.0, 180.0, 240.0, 300.0)
HALF_WIDTH = 18.0
EXACT_PX = 0.25


def chart_of(drawing: Drawing) -> ChartStructure:
    names = make_axis(Direction.HORIZONTAL, list(CENTERS), list("abcde"), scale=ScaleType.CATEGORICAL)
    values = make_axis(Direction.VERTICAL, [BASE, BASE - 100, BASE - 200], [0, 50, 100])
    return drawing.chart().model_copy(update={"axes": (names, values)})


def ends_of(drawing: Drawing) -> list[float]:
    chart, raster = chart_of(drawing), drawing.raster()
    found = find_bars(make_canvas(raster, chart), chart, raster=raster)
    assert found is not None
    return [bar.px["end"][1] for bar in sorted(found.elements, key=lambda e: e.px["end"][0])]


def draw(drawing: Drawing, *, outline: float, gap: float = 0.0) -> None:
    """Bars with a white outline of a width, then `gap` px more of bare ground, on grid lines and an axis line."""
    for y in (80.5, 120.5, 160.5, 210.5):
        drawing.rect(30, y - 0.5, 330, y + 0.5, GRID)
    for center, top in zip(CENTERS, TOPS, strict=True):
        half = outline / 2
        drawing.rect(center - HALF_WIDTH - half - gap, top - half, center + HALF_WIDTH + half + gap, BASE + half, WHITE)
        drawing.rect(center - HALF_WIDTH + half, top + half, center + HALF_WIDTH - half, BASE - half, BLUE)


@pytest.mark.parametrize("outline", [1.0, 1.4, 2.0, 3.0])
def test_white_outlines_that_cut_grid_lines_belong_to_their_bars(outline: float) -> None:
    drawing = Drawing()
    draw(drawing, outline=outline)
    drawing.rect(30, BASE - 0.5, 330, BASE + 0.5, (0, 0, 0))

    assert ends_of(drawing) == pytest.approx(TOPS, abs=EXACT_PX)


def test_bars_that_grid_lines_reach_have_no_outline() -> None:
    drawing = Drawing()
    draw(drawing, outline=0.0)
    drawing.rect(30, BASE - 0.5, 330, BASE + 0.5, (0, 0, 0))

    assert ends_of(drawing) == pytest.approx(TOPS, abs=EXACT_PX)


@pytest.mark.parametrize("outline", [1.5, 2.4])
def test_white_outlines_that_lift_all_feet_belong_to_their_bars(outline: float) -> None:
    drawing = Drawing()
    for center, top in zip(CENTERS, TOPS, strict=True):
        half = outline / 2
        drawing.rect(center - HALF_WIDTH + half, top + half, center + HALF_WIDTH - half, BASE - half, BLUE)

    assert ends_of(drawing) == pytest.approx(TOPS, abs=EXACT_PX)


def test_a_thin_bar_at_the_edge_of_the_picture_is_measured_within_it() -> None:
    raw = np.full((60, 60, 3), 255, np.uint8)
    raw[:, 58:] = BLUE
    raw[[20, 40], :58] = GRID
    view = cast("View", SimpleNamespace(raw=raw))
    assert _gaps(view, slice(8, 52), 58.0, 2.0, outward=-1) == [0.0, 0.0]


def test_bars_in_thick_outlines_are_whole_behind_points_and_error_bars() -> None:
    drawing = Drawing()
    tops = (180.0, 90.0, 140.0)
    inks = ((0, 0, 0), (192, 0, 0), (0, 112, 192))
    for k, (x, top, ink) in enumerate(zip((80.0, 180.0, 280.0), tops, inks, strict=True)):
        drawing.rect(x - 31.5, top - 1.5, x + 31.5, 251.5, ink)
        drawing.rect(x - 28.5, top + 1.5, x + 28.5, 248.5, (255, 255, 255))
        drawing.rect(x - 1.5, top - 20, x + 1.5, top + 20, ink)
        for y in (top - 20, top + 20):
            drawing.rect(x - 12, y - 1.5, x + 12, y + 1.5, ink)
        for i in range(6):
            drawing.disc(x - 18 + 7 * i, top - 12 + (37 * (i + k)) % 40, 3.5, ink)
    names = make_axis(Direction.HORIZONTAL, [80, 180, 280], ["a", "b", "c"], scale=ScaleType.CATEGORICAL)
    heights = make_axis(Direction.VERTICAL, [250, 150, 50], [0, 50, 100])
    chart = drawing.chart().model_copy(update={"axes": (names, heights)})

    found = find_bars(make_canvas(drawing.raster(), chart), chart)

    assert found is not None
    assert found.chart_type is ChartType.VERTICAL_BAR
    bars = sorted(found.elements, key=lambda bar: bar.box[0])
    assert [bar.px["end"][1] for bar in bars] == pytest.approx(tops, abs=0.6)


@pytest.mark.parametrize("outline", [1.2, 1.55, 2.4])
def test_white_outlines_that_part_the_feet_of_rising_and_falling_bars_belong_to_them(outline: float) -> None:
    drawing = Drawing()
    zero, half = 150.5, outline / 2
    tops = (60.25, 100.6, 200.25, 120.8, 220.4)
    for center, top in zip(CENTERS, tops, strict=True):
        low, high = sorted((top, zero))
        drawing.rect(center - HALF_WIDTH + half, low + half, center + HALF_WIDTH - half, high - half, BLUE)
    chart, raster = chart_of(drawing), drawing.raster()

    found = find_bars(make_canvas(raster, chart), chart, raster=raster)

    assert found is not None
    bars = sorted(found.elements, key=lambda e: e.px["end"][0])
    assert [bar.px["end"][1] for bar in bars] == pytest.approx(tops, abs=EXACT_PX)
    assert [bar.px["base"][1] for bar in bars] == pytest.approx([zero] * 5, abs=EXACT_PX)
