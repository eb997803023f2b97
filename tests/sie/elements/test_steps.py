"""Histograms without bins' sides: staircases cut into bins."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from builders import make_axis
from drawn_marks import BLACK, RGB, Drawing

from sie.artifacts import ChartStructure
from sie.elements.analyze import analyze_chart
from sie.elements.steps import Level, bins_of, common_width, levels_of
from sie.vocab import ChartType, Direction, ScaleType

BLUE: RGB = (31, 119, 180)
COUNTS = (10.0, 35.0, 60.0, 95.0, 80.0, 40.0, 15.0)
BASE, LEFT, STEP = 250.0, 50.0, 40.0


def chart_of(drawing: Drawing) -> ChartStructure:
    axes = (
        make_axis(Direction.HORIZONTAL, [50.0, 170.0, 290.0], [0, 3, 6]),
        make_axis(Direction.VERTICAL, [250.0, 150.0, 50.0], [0, 50, 100]),
    )
    return drawing.chart().model_copy(update={"axes": axes})


def draw_fill(drawing: Drawing, counts: tuple[float, ...] = COUNTS, color: RGB = BLUE) -> None:
    for i, count in enumerate(counts):
        if count:
            drawing.rect(LEFT + STEP * i, BASE - 2 * count, LEFT + STEP * (i + 1), BASE, color)


def draw_outline(drawing: Drawing, counts: tuple[float, ...] = COUNTS, color: RGB = BLACK, stroke: float = 1.5) -> None:
    tops = [BASE, *(BASE - 2 * count for count in counts), BASE]
    for i, (before, after) in enumerate(pairwise(tops)):
        x = LEFT + STEP * i
        drawing.line(x, before, x, after, color, stroke)
        if i < len(counts):
            drawing.line(x, after, x + STEP, after, color, stroke)


def light_fill(drawing: Drawing) -> None:
    draw_fill(drawing, color=(200, 215, 235))


def outline(drawing: Drawing) -> None:
    draw_outline(drawing)


def colored_outline(drawing: Drawing) -> None:
    draw_outline(drawing, color=(214, 39, 40), stroke=2.0)


def fill_with_outline(drawing: Drawing) -> None:
    draw_fill(drawing, color=(150, 190, 220))
    draw_outline(drawing, stroke=1.0)


@pytest.mark.parametrize("draw", [draw_fill, light_fill, outline, colored_outline, fill_with_outline])
def test_steps_on_the_zero_line_are_a_histogram(draw: object) -> None:
    drawing = Drawing()
    assert callable(draw)
    draw(drawing)

    found = analyze_chart(drawing.raster(), chart_of(drawing))

    assert found.chart_type is ChartType.HISTOGRAM
    bins = sorted(found.elements, key=lambda e: e.box[0])
    assert len(bins) == len(COUNTS)
    ends = [bar.px["end"][1] for bar in bins]
    assert ends == pytest.approx([BASE - 2 * count for count in COUNTS], abs=1.0)
    assert [bar.box[0] for bar in bins] == pytest.approx([LEFT + STEP * i for i in range(len(COUNTS))], abs=1.5)


def test_equal_neighbours_are_bins_of_their_own() -> None:
    drawing = Drawing()
    draw_fill(drawing, (10.0, 35.0, 35.0, 95.0, 80.0, 15.0, 15.0))

    found = analyze_chart(drawing.raster(), chart_of(drawing))

    assert len(found.elements) == 7


def test_empty_bins_are_left_out() -> None:
    drawing = Drawing()
    draw_fill(drawing, (10.0, 35.0, 60.0, 95.0, 40.0, 0.0, 15.0))

    found = analyze_chart(drawing.raster(), chart_of(drawing))

    assert len(found.elements) == 6


def test_steps_that_end_in_the_air_stay_a_line() -> None:
    drawing = Drawing()
    for i, count in enumerate(COUNTS):
        x, y = LEFT + STEP * i, BASE - 2 * count
        drawing.line(x, y, x + STEP, y, BLACK, 1.5)
        if i + 1 < len(COUNTS):
            drawing.line(x + STEP, y, x + STEP, BASE - 2 * COUNTS[i + 1], BLACK, 1.5)

    found = analyze_chart(drawing.raster(), chart_of(drawing))

    assert found.chart_type is ChartType.LINE


def test_steps_over_categories_are_no_histogram() -> None:
    drawing = Drawing()
    draw_fill(drawing)
    names = make_axis(Direction.HORIZONTAL, [70.0, 190.0, 310.0], ["a", "d", "g"], scale=ScaleType.CATEGORICAL)
    values = make_axis(Direction.VERTICAL, [250.0, 150.0, 50.0], [0, 50, 100])
    chart = drawing.chart().model_copy(update={"axes": (names, values)})

    assert analyze_chart(drawing.raster(), chart).chart_type is not ChartType.HISTOGRAM


def test_levels_take_a_half_covered_column_in_part() -> None:
    rows = np.array([4.0] * 6 + [6.0] + [8.0] * 6 + [2.0] * 6 + [5.0] * 6)

    levels = levels_of(np.arange(len(rows)) + 0.5, rows)

    assert levels[0].x1 == pytest.approx(6.5)
    assert [level.row for level in levels] == [4.0, 8.0, 2.0, 5.0]


def test_a_curve_has_no_levels() -> None:
    columns = np.arange(200.0)
    assert levels_of(columns, 100 + 60 * np.sin(columns / 20)) == []


def test_levels_without_a_common_width_stay_whole() -> None:
    levels = [Level(0, 10, 5), Level(10, 17, 4), Level(17, 61.3, 3), Level(61.3, 74, 2), Level(74, 93.5, 1)]
    assert common_width([0, *(level.x1 for level in levels)]) is None
    assert len(bins_of(levels, 50.0)) == len(levels)


def test_an_area_whose_edge_moves_by_less_than_a_pixel_at_once_is_no_histogram() -> None:
    drawing = Drawing()
    for i, x in enumerate(range(50, 290, 5)):
        drawing.rect(x, 120.0 + i * 0.9, x + 5, BASE, BLUE)
    assert analyze_chart(drawing.raster(), chart_of(drawing)).chart_type is ChartType.AREA
