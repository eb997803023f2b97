from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise

import cv2
import numpy as np
import pytest
from builders import make_axis
from drawn_marks import BLACK, RGB, Drawing

from sie.artifacts import Axis, ChartStructure, Element, Legend, LegendEntry, Raster, TextBlock
from sie.elements.analyze import analyze_chart
from sie.elements.bars import find_bars
from sie.elements.histogram import as_histogram
from sie.elements.hypothesis import Hypothesis
from sie.elements.ink import make_canvas
from sie.vocab import ChartType, Direction, ScaleType, Stacking

BLUE: RGB = (31, 119, 180)
ORANGE: RGB = (255, 127, 14)
GREEN: RGB = (44, 160, 44)
WHITE: RGB = (255, 255, 255)
GREY: RGB = (190, 190, 190)
BASE = 240.3
TOPS = (200.25, 90.5, 150.75, 60.125, 180.0)
CENTERS = (60.0, 120.0, 180.0, 240.0, 300.0)
WIDTH = 36.0
EXACT_PX = 0.2
OUTLINED_PX = 0.25
NOISY_PX = 0.6

Draw = Callable[[Drawing], None]


def named_axis(places: Sequence[float] = CENTERS, direction: Direction = Direction.HORIZONTAL) -> Axis:
    names = [f"name{i}" for i in range(len(places))]
    return make_axis(direction, list(places), names, scale=ScaleType.CATEGORICAL)


def value_axis(base: float = BASE) -> Axis:
    """Upwards, 2 px a unit, zero at the base line."""
    return make_axis(Direction.VERTICAL, [base, base - 100, base - 200], [0, 50, 100])


def chart_of(drawing: Drawing, *axes: Axis, **more: object) -> ChartStructure:
    return drawing.chart().model_copy(update={"axes": axes, **more})


def read(drawing: Drawing, chart: ChartStructure, raster: Raster | None = None) -> Hypothesis:
    picture = drawing.raster() if raster is None else raster
    found = find_bars(make_canvas(picture, chart), chart, raster=picture)
    assert found is not None
    return found


def draw_bar(
    drawing: Drawing, center: float, end: float, color: RGB, *, base: float = BASE, width: float = WIDTH
) -> None:
    drawing.rect(center - width / 2, min(base, end), center + width / 2, max(base, end), color)


def outlined(
    drawing: Drawing, center: float, end: float, fill: RGB, *, base: float = BASE, width: float = WIDTH
) -> None:
    x0, x1 = center - width / 2, center + width / 2
    drawing.rect(x0 - 0.5, end - 0.5, x1 + 0.5, base + 0.5, BLACK)
    drawing.rect(x0 + 0.5, end + 0.5, x1 - 0.5, base - 0.5, fill)


def ends(found: Hypothesis, *, axis: int = 1) -> list[float]:
    return [bar.px["end"][axis] for bar in sorted(found.elements, key=lambda e: e.px["end"][1 - axis])]


def draw_axis_line(drawing: Drawing) -> None:
    drawing.rect(30, BASE - 0.5, 330, BASE + 0.5, BLACK)


def plain(drawing: Drawing) -> None:
    for center, top in zip(CENTERS, TOPS, strict=True):
        draw_bar(drawing, center, top, BLUE)


def black(drawing: Drawing) -> None:
    for center, top in zip(CENTERS, TOPS, strict=True):
        draw_bar(drawing, center, top, BLACK)
    draw_axis_line(drawing)


def over_dark_grid(drawing: Drawing) -> None:
    for y in (100.3, 170.3):
        drawing.rect(30, y - 0.5, 330, y + 0.5, (120, 120, 120))
    plain(drawing)
    draw_axis_line(drawing)


def under_white_grid(drawing: Drawing) -> None:
    drawing.rect(30, 30, 330, 250, (235, 235, 235))
    plain(drawing)
    for y in (100.5, 170.5, 210.5):
        drawing.rect(30, y - 0.5, 330, y + 0.5, WHITE)


def with_error_bars(drawing: Drawing) -> None:
    plain(drawing)
    for center, top in zip(CENTERS, TOPS, strict=True):
        drawing.rect(center - 0.5, top - 12, center + 0.5, top + 12, BLACK)
        for y in (top - 12, top + 12):
            drawing.rect(center - 5, y - 0.5, center + 5, y + 0.5, BLACK)


def gradient(drawing: Drawing) -> None:
    for center, top in zip(CENTERS, TOPS, strict=True):
        steps = np.linspace(top, BASE, 40)
        for index, (first, second) in enumerate(pairwise(steps)):
            shade = 150 - 3 * index
            draw_bar(drawing, center, first, (shade, shade, 230), base=second)


def narrow(drawing: Drawing) -> None:
    for center, top in zip(CENTERS, TOPS, strict=True):
        draw_bar(drawing, center + 0.3, top, BLUE, width=2.6)


@pytest.mark.parametrize(
    "draw",
    [plain, black, over_dark_grid, under_white_grid, with_error_bars, gradient, narrow],
    ids=lambda f: f.__name__,
)
def test_bar_ends_are_found_to_a_fraction_of_a_pixel(draw: Draw) -> None:
    drawing = Drawing()
    draw(drawing)

    found = read(drawing, chart_of(drawing, named_axis(), value_axis()))

    assert found.chart_type is ChartType.VERTICAL_BAR
    assert ends(found) == pytest.approx(TOPS, abs=EXACT_PX)
    assert len(found.series) == 1


@pytest.mark.parametrize("fill", [WHITE, GREY, BLUE])
def test_an_outlined_bar_ends_at_the_middle_of_its_outline(fill: RGB) -> None:
    drawing = Drawing()
    for center, top in zip(CENTERS, TOPS, strict=True):
        outlined(drawing, center, top, fill)

    found = read(drawing, chart_of(drawing, named_axis(), value_axis()))

    assert ends(found) == pytest.approx(TOPS, abs=OUTLINED_PX)


def test_bars_hang_from_the_base_line_where_values_are_negative() -> None:
    drawing = Drawing()
    tops = (60.5, 180.25, 90.75, 200.5, 100.0)
    for center, top in zip(CENTERS, tops, strict=True):
        draw_bar(drawing, center, top, BLUE, base=140.5)

    found = read(drawing, chart_of(drawing, named_axis(), value_axis(140.5)))

    assert ends(found) == pytest.approx(tops, abs=EXACT_PX)
    assert {round(bar.px["base"][1], 1) for bar in found.elements} == {140.5}


def test_horizontal_bars_are_read_along_x() -> None:
    drawing = Drawing()
    places, tips = (60.0, 120.0, 180.0), (150.25, 290.5, 210.75)
    for y, x in zip(places, tips, strict=True):
        drawing.rect(40.5, y - 15, x, y + 15, BLUE)
    axes = named_axis(places, Direction.VERTICAL), make_axis(Direction.HORIZONTAL, [40.5, 140.5, 240.5], [0, 1, 2])

    found = read(drawing, chart_of(drawing, *axes))

    assert found.chart_type is ChartType.HORIZONTAL_BAR
    assert found.orientation is Direction.HORIZONTAL
    assert ends(found, axis=0) == pytest.approx(tips, abs=EXACT_PX)


def entry(index: int, label: str, color: RGB) -> LegendEntry:
    return LegendEntry(id=f"e{index}", label=label, color=f"#{color[0]:02x}{color[1]:02x}{color[2]:02x}", is_patch=True)


def by_name(found: Hypothesis) -> dict[str | None, list[Element]]:
    names = {series.id: series.name for series in found.series}
    grouped: dict[str | None, list[Element]] = {}
    for bar in found.elements:
        grouped.setdefault(names[bar.series or ""], []).append(bar)
    return grouped


def test_grouped_bars_take_their_names_from_the_legend() -> None:
    drawing = Drawing()
    centers = (70.0, 150.0, 230.0)
    for center, first, second in zip(centers, TOPS, TOPS[1:], strict=False):
        draw_bar(drawing, center - 12, first, BLUE, width=24)
        draw_bar(drawing, center + 12, second, ORANGE, width=24)
    legend = Legend(entries=(entry(0, "left", BLUE), entry(1, "right", ORANGE)))

    found = read(drawing, chart_of(drawing, named_axis(centers), value_axis(), legend=legend))

    assert found.chart_type is ChartType.GROUPED_VERTICAL_BAR
    named = by_name(found)
    assert [bar.px["end"][1] for bar in named["left"]] == pytest.approx(TOPS[:3], abs=EXACT_PX)
    assert [bar.px["end"][1] for bar in named["right"]] == pytest.approx(TOPS[1:4], abs=EXACT_PX)


def test_bars_in_a_colour_for_each_category_are_one_series() -> None:
    drawing = Drawing()
    for center, top, color in zip(CENTERS, TOPS, (BLUE, ORANGE, GREEN, GREY, BLACK), strict=True):
        draw_bar(drawing, center, top, color)

    found = read(drawing, chart_of(drawing, named_axis(), value_axis()))

    assert found.chart_type is ChartType.VERTICAL_BAR
    assert [series.name for series in found.series] == [None]


def draw_stack(drawing: Drawing, levels: Sequence[Sequence[float]]) -> None:
    for center, rows in zip(CENTERS, levels, strict=False):
        for color, base, end in zip((BLUE, ORANGE, GREEN), rows, rows[1:], strict=False):
            draw_bar(drawing, center, end, color, base=base)


def test_stacked_parts_have_their_own_bases() -> None:
    drawing = Drawing()
    levels = [(BASE, 200.25, 120.5, 90.75), (BASE, 180.5, 150.25, 60.5), (BASE, 210.75, 110.25, 100.0)]
    draw_stack(drawing, levels)

    found = read(drawing, chart_of(drawing, named_axis(CENTERS[:3]), value_axis()))

    assert found.chart_type is ChartType.STACKED_VERTICAL_BAR
    assert found.stacking is Stacking.STACKED
    for center, rows in zip(CENTERS, levels, strict=False):
        parts = [bar for bar in found.elements if abs(bar.px["end"][0] - center) < 5]
        assert [bar.px["base"][1] for bar in parts] == pytest.approx(rows[:3], abs=EXACT_PX)
        assert [bar.px["end"][1] for bar in parts] == pytest.approx(rows[1:], abs=EXACT_PX)


def test_stacks_that_end_in_one_row_are_shares() -> None:
    drawing = Drawing()
    draw_stack(drawing, [(BASE, 200.25, 120.5, 60.0), (BASE, 180.5, 150.25, 60.0), (BASE, 210.75, 110.25, 60.0)])

    found = read(drawing, chart_of(drawing, named_axis(CENTERS[:3]), value_axis()))

    assert found.stacking is Stacking.PERCENT
    assert len(found.elements) == 9


def test_jpeg_noise_moves_ends_by_less_than_a_pixel() -> None:
    drawing = Drawing()
    for center, top in zip(CENTERS, TOPS, strict=True):
        outlined(drawing, center, top, GREY)
    draw_axis_line(drawing)
    _, packed = cv2.imencode(".jpg", drawing.raster().rgb, [cv2.IMWRITE_JPEG_QUALITY, 60])
    raster = Raster(rgb=np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8))

    found = read(drawing, chart_of(drawing, named_axis(), value_axis()), raster)

    assert ends(found) == pytest.approx(TOPS, abs=NOISY_PX)


def draw_hatched(drawing: Drawing, center: float, end: float, *, step: float, rising: bool) -> None:
    outlined(drawing, center, end, WHITE)
    x0, x1 = center - WIDTH / 2, center + WIDTH / 2
    for start in np.arange(end - WIDTH, BASE + WIDTH, step):
        for x in np.arange(x0, x1, 0.25):
            y = start + (x1 - x if rising else x - x0)
            if end < y < BASE:
                drawing.rect(x, y - 0.5, x + 0.25, y + 0.5, BLACK)


def test_hatched_bars_are_told_apart_by_the_direction_of_their_lines() -> None:
    drawing = Drawing()
    pairs = (70.0, 106.0, 160.0, 196.0, 250.0, 286.0)
    tops = (*TOPS, 120.5)
    for index, (center, top) in enumerate(zip(pairs, tops, strict=True)):
        draw_hatched(drawing, center, top, step=6, rising=index % 2 == 0)

    found = read(drawing, chart_of(drawing, named_axis((88.0, 178.0, 268.0)), value_axis()))

    assert found.chart_type is ChartType.GROUPED_VERTICAL_BAR
    assert ends(found) == pytest.approx(tops, abs=OUTLINED_PX)
    bars = sorted(found.elements, key=lambda e: e.px["end"][0])
    assert len({bar.series for bar in bars[::2]}) == 1
    assert len({bar.series for bar in bars[1::2]}) == 1
    assert bars[0].series != bars[1].series


PAIRS = (70.0, 106.0, 160.0, 196.0, 250.0, 286.0)


def slanted(drawing: Drawing, center: float, end: float) -> None:
    draw_hatched(drawing, center, end, step=11, rising=True)


def ruled_upright(drawing: Drawing, center: float, end: float) -> None:
    outlined(drawing, center, end, WHITE)
    for x in np.arange(center - WIDTH / 2 + 3, center + WIDTH / 2 - 1, 7):
        drawing.rect(x - 0.5, end, x + 0.5, BASE, BLACK)


def ruled_flat(drawing: Drawing, center: float, end: float) -> None:
    outlined(drawing, center, end, WHITE)
    for y in np.arange(np.ceil(end) + 5, BASE - 2, 7):
        drawing.rect(center - WIDTH / 2, y - 0.5, center + WIDTH / 2, y + 0.5, BLACK)


def dotted(drawing: Drawing, center: float, end: float) -> None:
    outlined(drawing, center, end, WHITE)
    for y in np.arange(end + 6, BASE - 3, 8):
        for x in np.arange(center - WIDTH / 2 + 5, center + WIDTH / 2 - 3, 8):
            drawing.rect(x, y, x + 2, y + 2, BLACK)


HATCHES = (slanted, ruled_upright, ruled_flat, dotted)


@pytest.mark.parametrize("hatch", HATCHES)
def test_white_hatched_bars_that_touch_black_ones_are_a_series(hatch: Callable[[Drawing, float, float], None]) -> None:
    drawing = Drawing()
    tops = (*TOPS, 120.5)
    for index, (center, top) in enumerate(zip(PAIRS, tops, strict=True)):
        if index % 2:
            draw_bar(drawing, center, top, BLACK)
        else:
            hatch(drawing, center, top)

    found = read(drawing, chart_of(drawing, named_axis((88.0, 178.0, 268.0)), value_axis()))

    assert found.chart_type is ChartType.GROUPED_VERTICAL_BAR
    assert ends(found) == pytest.approx(tops, abs=NOISY_PX)
    bars = sorted(found.elements, key=lambda e: e.px["end"][0])
    assert [len({bar.series for bar in half}) for half in (bars[::2], bars[1::2])] == [1, 1]
    assert bars[0].series != bars[1].series


@pytest.mark.parametrize("hatch", HATCHES)
def test_white_hatched_bars_alone_are_plain_bars(hatch: Callable[[Drawing, float, float], None]) -> None:
    drawing = Drawing()
    for center, top in zip(CENTERS, TOPS, strict=True):
        hatch(drawing, center, top)

    found = read(drawing, chart_of(drawing, named_axis(), value_axis()))

    assert found.chart_type is ChartType.VERTICAL_BAR
    assert ends(found) == pytest.approx(TOPS, abs=NOISY_PX)


@pytest.mark.parametrize("gap", [2.0, 3.0, 5.0])
def test_letters_close_above_the_ends_are_no_outline(gap: float) -> None:
    drawing = Drawing()
    plain(drawing)
    for center, top in zip(CENTERS, TOPS, strict=True):
        for k in range(4):
            x = center - 15 + 8 * k
            drawing.rect(x, top - gap - 8, x + 5, top - gap - 7, BLACK)
            drawing.rect(x, top - gap - 1, x + 5, top - gap, BLACK)
            drawing.rect(x, top - gap - 8, x + 1, top - gap, BLACK)

    found = read(drawing, chart_of(drawing, named_axis(), value_axis()))

    assert ends(found) == pytest.approx(TOPS, abs=EXACT_PX)


def test_a_label_on_a_bar_does_not_split_it() -> None:
    drawing = Drawing()
    plain(drawing)
    drawing.rect(230, 100, 250, 112, WHITE)
    label = TextBlock(id="t1", text="99", polygon=((228, 98), (252, 98), (252, 114), (228, 114)), confidence=1.0)

    found = read(drawing, chart_of(drawing, named_axis(), value_axis(), text=(label,)))

    assert ends(found) == pytest.approx(TOPS, abs=EXACT_PX)


def test_a_bar_of_a_pixel_is_found_where_its_category_has_none() -> None:
    drawing = Drawing()
    tops = (*TOPS[:4], BASE - 0.8)
    for center, top in zip(CENTERS, tops, strict=True):
        draw_bar(drawing, center, top, BLUE)

    found = read(drawing, chart_of(drawing, named_axis(), value_axis()))

    assert ends(found) == pytest.approx(tops, abs=0.4)


def test_a_category_without_a_bar_gets_none() -> None:
    drawing = Drawing()
    for center, top in zip(CENTERS[:4], TOPS, strict=False):
        draw_bar(drawing, center, top, BLUE)
    draw_axis_line(drawing)

    found = read(drawing, chart_of(drawing, named_axis(), value_axis()))

    assert len(found.elements) == 4


def test_an_empty_plot_area_has_no_bars() -> None:
    drawing = Drawing()
    chart = chart_of(drawing, named_axis(), value_axis())

    assert find_bars(make_canvas(drawing.raster(), chart), chart) is None


def histogram_drawing(*, outline: bool) -> Drawing:
    drawing = Drawing()
    for index, top in enumerate(TOPS):
        center = 60.0 + 40.0 * index
        if outline:
            outlined(drawing, center, top, GREY, width=40)
        else:
            draw_bar(drawing, center, top, BLUE, width=40)
    return drawing


@pytest.mark.parametrize("outline", [False, True])
def test_touching_bars_over_numbers_are_a_histogram_with_its_bin_edges(outline: bool) -> None:
    drawing = histogram_drawing(outline=outline)
    numbers = make_axis(Direction.HORIZONTAL, [40, 120, 200, 280], [0, 20, 40, 60])
    chart = chart_of(drawing, numbers, value_axis())

    found = as_histogram(read(drawing, chart), chart)

    assert found is not None
    assert found.chart_type is ChartType.HISTOGRAM
    edges = [bar.box[0] for bar in sorted(found.elements, key=lambda e: e.box[0])]
    assert edges == pytest.approx([40, 80, 120, 160, 200], abs=OUTLINED_PX)


def test_bars_with_gaps_over_years_are_no_histogram() -> None:
    drawing = Drawing()
    plain(drawing)
    years = make_axis(Direction.HORIZONTAL, list(CENTERS), [2001, 2002, 2003, 2004, 2005])
    chart = chart_of(drawing, years, value_axis())

    assert as_histogram(read(drawing, chart), chart) is None


def test_a_fill_that_grid_lines_cut_from_tick_to_tick_is_no_row_of_lying_bars() -> None:
    drawing = Drawing()
    drawing.rect(30, 75, 330, BASE, BLUE)
    for y in (90.3, 140.3, 190.3):
        drawing.rect(30, y - 1, 330, y + 1, (200, 200, 220))
    numbers = make_axis(Direction.HORIZONTAL, [30, 130, 230, 330], [2006, 2008, 2010, 2012])
    levels = make_axis(Direction.VERTICAL, [BASE, 190.3, 140.3, 90.3], [0, 25, 50, 75])
    chart = chart_of(drawing, numbers, levels)

    found = find_bars(make_canvas(drawing.raster(), chart), chart)

    assert found is not None
    assert found.score == 0.0
    assert analyze_chart(drawing.raster(), chart).chart_type is not ChartType.HORIZONTAL_BAR


@pytest.mark.parametrize("fill", [BLUE, (211, 211, 211)])
def test_an_error_bar_whose_cap_is_as_wide_as_its_bar_does_not_end_it(fill: RGB) -> None:
    drawing = Drawing()
    for center, top in zip(CENTERS, TOPS, strict=True):
        draw_bar(drawing, center, top, fill)
        drawing.line(center, top - 22, center, top + 22, (30, 30, 60), 1)
        for y in (top - 22, top + 22):
            drawing.line(center - WIDTH / 2, y, center + WIDTH / 2, y, (30, 30, 60), 1)

    found = read(drawing, chart_of(drawing, named_axis(), value_axis()))

    assert ends(found) == pytest.approx(TOPS, abs=NOISY_PX)


def test_touching_bars_of_named_colours_in_groups_over_numbers_are_grouped_though_the_last_group_lacks_some() -> None:
    drawing = Drawing()
    places = [(64, BLUE), (76, ORANGE), (88, GREEN), (116, BLUE), (128, ORANGE), (140, GREEN), (192, GREEN)]
    for index, (place, color) in enumerate(places):
        draw_bar(drawing, place, TOPS[index % 5], color, width=12)
    legend = Legend(entries=(entry(0, "low", BLUE), entry(1, "middle", ORANGE), entry(2, "high", GREEN)))
    numbers = make_axis(Direction.HORIZONTAL, [76, 128, 180], [4, 6, 8])
    chart = chart_of(drawing, numbers, value_axis(), legend=legend)

    found = read(drawing, chart)

    assert found.chart_type is ChartType.GROUPED_VERTICAL_BAR
    assert as_histogram(found, chart) is None


def test_bars_that_stand_and_hang_over_numbers_are_no_histogram() -> None:
    drawing = Drawing()
    for i, end in enumerate((120.0, 170.0, 90.0, 160.0, 110.0, 180.0)):
        draw_bar(drawing, 60.0 + 30 * i, end, BLUE, base=140.0, width=30)
    numbers = make_axis(Direction.HORIZONTAL, [60, 120, 180], [1, 3, 5])
    chart = chart_of(drawing, numbers, value_axis(140.0))

    assert as_histogram(read(drawing, chart), chart) is None


def test_a_low_bar_of_its_outlines_colour_makes_no_series() -> None:
    drawing = Drawing()
    groups = ((100.0, 190.0), (80.0, 239.0), (150.0, 120.0), (90.0, 60.0))
    for x, (first, second) in zip((70.0, 140.0, 210.0, 280.0), groups, strict=True):
        outlined(drawing, x - 10, first, (77, 77, 77), base=240.5, width=20)
        outlined(drawing, x + 10, second, (210, 210, 210), base=240.5, width=20)
    legend = Legend(entries=(entry(0, "in", (77, 77, 77)), entry(1, "out", (210, 210, 210))))
    chart = chart_of(drawing, named_axis((70.0, 140.0, 210.0, 280.0)), value_axis(240.5), legend=legend)

    found = read(drawing, chart)

    names = {series.id: series.name for series in found.series}
    assert found.chart_type is ChartType.GROUPED_VERTICAL_BAR
    assert list(names.values()) == ["in", "out"]
    bars = sorted(found.elements, key=lambda e: e.box[0])
    assert [names[bar.series] for bar in bars] == ["in", "out", "in", "in", "out", "in", "out"]


@pytest.mark.parametrize("curve", [ORANGE, (20, 70, 120)])
def test_a_curve_that_crosses_bars_does_not_split_them(curve: RGB) -> None:
    drawing = Drawing()
    for center, top in zip(CENTERS, TOPS, strict=True):
        drawing.rect(center - WIDTH / 2, top, center + WIDTH / 2, BASE, (165, 201, 225))
    places = [(50.0, 220.0), (120.0, 140.0), (180.0, 190.0), (240.0, 100.0), (310.0, 215.0)]
    for (x0, y0), (x1, y1) in pairwise(places):
        drawing.line(x0, y0, x1, y1, curve, 2.0)
    chart = chart_of(drawing, named_axis(), value_axis())
    found = find_bars(make_canvas(drawing.raster(), chart), chart)
    assert found is not None
    assert len(found.elements) == len(TOPS)
    for element, top in zip(found.elements, TOPS, strict=True):
        assert element.px["end"][1] == pytest.approx(top, abs=NOISY_PX)
