"""Bars that something crosses, hides or parts: outlines, error bars, legends, grid lines, light fills."""

from __future__ import annotations

import pytest
from builders import make_axis
from drawn_marks import BLACK, RGB, Drawing

from sie.artifacts import XYXY, Axis, ChartStructure, Element, Legend, LegendEntry, TextBlock
from sie.elements.analyze import analyze_chart
from sie.elements.bars import find_bars
from sie.elements.boxplots import find_boxplots
from sie.elements.ink import make_canvas
from sie.vocab import ChartFamily, ChartType, Direction, ScaleType, family_of

BLUE: RGB = (31, 119, 180)
ORANGE: RGB = (255, 127, 14)
GREEN: RGB = (44, 160, 44)
WHITE: RGB = (255, 255, 255)
CENTERS = (70.0, 140.0, 210.0, 280.0)
BASE = 250.0
PARTS = (
    (BASE, 200.0, 150.0, 110.0),
    (BASE, 180.0, 140.0, 60.0),
    (BASE, 220.0, 170.0, 100.0),
    (BASE, 190.0, 160.0, 90.0),
)


def axes(zero: float = BASE) -> tuple[Axis, ...]:
    names = make_axis(Direction.HORIZONTAL, list(CENTERS), ["a", "b", "c", "d"], scale=ScaleType.CATEGORICAL)
    return names, make_axis(Direction.VERTICAL, [zero, zero - 50, zero - 100], [0, 25, 50])


def chart_of(drawing: Drawing, zero: float = BASE) -> ChartStructure:
    return drawing.chart().model_copy(update={"axes": axes(zero)})


def draw_stack(drawing: Drawing, stroke: float, color: RGB, *, fills: tuple[RGB, ...] = (BLUE, ORANGE, GREEN)) -> None:
    for x, rows in zip(CENTERS, PARTS, strict=True):
        for below, above, fill in zip(rows, rows[1:], fills, strict=False):
            half = stroke / 2
            drawing.rect(x - 20 - half, above - half, x + 20 + half, below + half, color)
            drawing.rect(x - 20 + half, above + half, x + 20 - half, below - half, fill)


OUTLINES = ((1.0, BLACK), (2.0, BLACK), (3.0, BLACK), (2.0, WHITE), (3.0, WHITE))


@pytest.mark.parametrize(("stroke", "color"), OUTLINES)
def test_parts_of_a_stack_are_joined_over_their_outlines(stroke: float, color: RGB) -> None:
    drawing = Drawing()
    draw_stack(drawing, stroke, color)

    found = analyze_chart(drawing.raster(), chart_of(drawing))

    assert found.chart_type is ChartType.STACKED_VERTICAL_BAR
    assert len(found.elements) == 12
    tops = sorted(min(e.px["end"][1] for e in found.elements if abs(e.px["end"][0] - x) < 5) for x in CENTERS)
    assert tops == pytest.approx([60.0, 90.0, 100.0, 110.0], abs=1.6)


@pytest.mark.parametrize("corner", [2, 3])
def test_a_part_with_round_corners_ends_its_stack(corner: int) -> None:
    drawing = Drawing()
    for x, (base, first, second, _) in zip(CENTERS, PARTS, strict=True):
        rows = (base, first, second, second - 24)
        for below, above, fill in zip(rows, rows[1:], (BLUE, ORANGE, GREEN), strict=False):
            drawing.rect(x - 9, above, x + 9, below - 1, fill)
        for side in (x - 9, x + 9 - corner):
            drawing.rect(side, rows[-1], side + corner, rows[-1] + corner, WHITE)

    found = find_bars(make_canvas(drawing.raster(), chart_of(drawing)), chart_of(drawing))

    assert found is not None
    assert len(found.elements) == 12


@pytest.mark.parametrize("light", [(250, 250, 250), (247, 247, 247), (245, 250, 255), (255, 250, 240), (252, 252, 245)])
def test_a_nearly_white_part_does_not_end_a_stack(light: RGB) -> None:
    drawing = Drawing()
    for x, rows in zip(CENTERS, PARTS, strict=True):
        for below, above, fill in zip(rows, rows[1:], (BLUE, light, GREEN), strict=False):
            drawing.rect(x - 20, above, x + 20, below, fill)

    canvas = make_canvas(drawing.raster(), chart_of(drawing))
    found = find_bars(canvas, chart_of(drawing))

    assert found is not None
    assert len(found.elements) == 12


@pytest.mark.parametrize("half", [6.0, 9.0, 14.0, 20.0, 26.0])
def test_error_bars_do_not_cut_bars(half: float) -> None:
    drawing = Drawing()
    tops = (100.0, 150.0, 80.0, 120.0)
    for x, top in zip(CENTERS, tops, strict=True):
        drawing.rect(x - half, top, x + half, BASE, BLUE)
        drawing.rect(x - 1, top - 20, x + 1, top + 60, BLACK)
        for y in (top - 20, top + 60):
            drawing.rect(x - min(half, 5), y - 1, x + min(half, 5), y + 1, BLACK)

    found = analyze_chart(drawing.raster(), chart_of(drawing))

    assert found.chart_type is ChartType.VERTICAL_BAR
    ends = [e.px["end"][1] for e in found.elements if e.kind == "bar"]
    assert ends == pytest.approx(list(tops), abs=1.0)


LEGENDS = (
    (120.0, 120.0, 240.0, 200.0),
    (40.0, 150.0, 325.0, 190.0),
    (180.0, 130.0, 325.0, 215.0),
    (45.0, 160.0, 160.0, 235.0),
    (100.0, 140.0, 300.0, 160.0),
)


@pytest.mark.parametrize("box", LEGENDS)
def test_bars_pass_behind_a_legend(box: XYXY) -> None:
    drawing = Drawing()
    tops = (100.0, 90.0, 80.0, 110.0)
    for x, top in zip(CENTERS, tops, strict=True):
        drawing.rect(x - 20, top, x + 20, BASE, BLUE)
    x0, y0, x1, y1 = box
    drawing.rect(x0, y0, x1, y1, WHITE)
    swatch, label = (x0 + 4, y0 + 5, x0 + 16, y0 + 12), (x0 + 20, y0 + 3, x1 - 4, y0 + 14)
    drawing.rect(*swatch, BLUE)
    entry = LegendEntry(id="e", label="some", label_box=label, swatch_box=swatch, color="#1f77b4", is_patch=True)
    chart = chart_of(drawing).model_copy(update={"legend": Legend(entries=(entry,), box=box)})

    found = find_bars(make_canvas(drawing.raster(), chart), chart)

    assert found is not None
    assert sorted(e.px["end"][1] for e in found.elements) == pytest.approx(sorted(tops), abs=1.0)


@pytest.mark.parametrize("zero", [120.0, 140.0, 160.0, 180.0, 200.0])
def test_stacks_grow_both_ways_from_the_base_line(zero: float) -> None:
    drawing = Drawing()
    for x in CENTERS:
        drawing.rect(x - 20, zero - 50, x + 20, zero, BLUE)
        drawing.rect(x - 20, zero, x + 20, zero + 30, ORANGE)
    drawing.rect(30, zero - 0.5, 330, zero + 0.5, BLACK)

    chart = chart_of(drawing, zero)
    found = find_bars(make_canvas(drawing.raster(), chart), chart)

    assert found is not None
    assert len(found.elements) == 8
    assert {round(e.px["end"][1]) for e in found.elements} == {round(zero - 50), round(zero + 30)}


@pytest.mark.parametrize("width", [1.5, 2.0, 2.6, 3.0, 3.5])
def test_thin_bars_on_grid_lines_of_their_own_are_bars(width: float) -> None:
    drawing = Drawing()
    places = [45.0 + 9 * i for i in range(31)]
    tops = [60.0 + (37 * i) % 150 for i in range(31)]
    for y in (80.0, 120.0, 160.0, 200.0):
        drawing.rect(30, y - 0.5, 330, y + 0.5, (204, 204, 204))
    for x, top in zip(places, tops, strict=True):
        drawing.rect(x - 0.5, 30, x + 0.5, BASE, (204, 204, 204))
        drawing.rect(x - width / 2, top, x + width / 2, BASE, BLUE)
    names = make_axis(Direction.HORIZONTAL, places, [f"n{i}" for i in range(31)], scale=ScaleType.CATEGORICAL)
    chart = drawing.chart().model_copy(update={"axes": (names, axes()[1])})

    found = find_bars(make_canvas(drawing.raster(), chart), chart)

    assert found is not None
    ends = {round(e.box[0] + (e.box[2] - e.box[0]) / 2): e.px["end"][1] for e in found.elements}
    near = [min((abs(x - at), end) for at, end in ends.items())[1] for x in places]
    assert sum(abs(a - b) < 1.5 for a, b in zip(near, tops, strict=True)) >= 28


def upright_bars(drawing: Drawing) -> None:
    for x, top in zip(CENTERS, (100.0, 150.0, 80.0, 120.0), strict=True):
        drawing.rect(x - 21, top - 1, x + 21, BASE, BLACK)
        drawing.rect(x - 20, top, x + 20, BASE, (120, 160, 220))


def with_error_bars(drawing: Drawing) -> None:
    upright_bars(drawing)
    for x, top in zip(CENTERS, (100.0, 150.0, 80.0, 120.0), strict=True):
        drawing.rect(x - 0.7, top - 20, x + 0.7, top, BLACK)


def with_capped_error_bars(drawing: Drawing) -> None:
    with_error_bars(drawing)
    for x, top in zip(CENTERS, (100.0, 150.0, 80.0, 120.0), strict=True):
        drawing.rect(x - 6, top - 20.7, x + 6, top - 19.3, BLACK)


def with_tick_marks(drawing: Drawing) -> None:
    with_capped_error_bars(drawing)
    for x in CENTERS:
        drawing.rect(x - 0.7, BASE, x + 0.7, BASE + 6, BLACK)


def with_tick_marks_inside(drawing: Drawing) -> None:
    with_capped_error_bars(drawing)
    drawing.rect(30, BASE, 330, BASE + 1.4, BLACK)
    for x in CENTERS:
        drawing.rect(x - 0.7, BASE, x + 0.7, BASE + 6, BLACK)
    drawing.plot = (30.0, 30.0, 330.0, 275.0)


def two_stacks(drawing: Drawing) -> None:
    for x, rows in zip(CENTERS[:2], PARTS[:2], strict=True):
        for below, above, fill in zip(rows, rows[1:], (BLUE, ORANGE, GREEN), strict=False):
            drawing.rect(x - 21, above - 1, x + 21, below + 1, BLACK)
            drawing.rect(x - 20, above + 1, x + 20, below - 1, fill)


@pytest.mark.parametrize(
    "draw",
    [upright_bars, with_error_bars, with_capped_error_bars, with_tick_marks, with_tick_marks_inside, two_stacks],
)
def test_marks_that_stand_on_one_line_are_no_boxes(draw: object) -> None:
    drawing = Drawing()
    assert callable(draw)
    draw(drawing)

    found = analyze_chart(drawing.raster(), chart_of(drawing))

    assert found.chart_type is not None
    assert family_of(found.chart_type) is ChartFamily.BAR
    boxes = find_boxplots(make_canvas(drawing.raster(), chart_of(drawing)), chart_of(drawing))
    assert boxes is None or boxes.score < 0.6


@pytest.mark.parametrize("alpha", [0.3, 0.5, 0.7, 0.9, 1.0])
def test_a_smooth_fill_is_an_area_not_bars(alpha: float) -> None:
    drawing = Drawing()
    tint = (round(255 - alpha * 224), round(255 - alpha * 136), round(255 - alpha * 75))
    outline = [(30.0 + i, 200.0 - 90 * (i / 300) ** 2 - 0.1 * i) for i in range(0, 301, 5)]
    drawing.polygon([(30.0, BASE), *outline, (330.0, BASE)], tint)
    numbers = make_axis(Direction.HORIZONTAL, [30.0, 180.0, 330.0], [0, 5, 10])
    chart = drawing.chart().model_copy(update={"axes": (numbers, axes()[1])})

    assert analyze_chart(drawing.raster(), chart).chart_type is ChartType.AREA


def test_stacks_that_fill_the_plot_have_the_page_behind_them() -> None:
    drawing, parts = Drawing(), (BLUE, ORANGE, GREEN)
    left, top, _, bottom = drawing.plot
    for index in range(6):
        x = left + 1 + index * 50.0
        edges = [bottom, bottom - 110.0 - 8 * index, bottom - 160.0, top]
        for color, low, high in zip(parts, edges, edges[1:], strict=False):
            drawing.rect(x, high, x + 48.0, low, color)
    entries = tuple(
        LegendEntry(id=f"e{i}", label=f"part {i}", color="#{:02x}{:02x}{:02x}".format(*color), is_patch=True)
        for i, color in enumerate(parts)
    )
    chart = chart_of(drawing, bottom).model_copy(update={"legend": Legend(entries=entries)})
    marks = analyze_chart(drawing.raster(), chart)
    assert marks.chart_type is ChartType.STACKED_VERTICAL_BAR
    names = {one.id: one.name for one in marks.series}
    assert len(marks.elements) == 18
    slots: dict[int, list[Element]] = {}
    for part in marks.elements:
        slots.setdefault(round(part.box[0] / 50), []).append(part)
    assert len(slots) == 6
    for slot in slots.values():
        upwards = sorted(slot, key=lambda part: -part.box[3])
        assert [names[part.series or ""] for part in upwards] == ["part 0", "part 1", "part 2"]


def draw_gapless(drawing: Drawing, shares: tuple[float, ...]) -> ChartStructure:
    """Stacks of two parts up to row 60 that touch each other, 40 px wide, the first part as high as `shares`."""
    centers = [60.0 + 40 * i for i in range(len(shares))]
    for x, share in zip(centers, shares, strict=True):
        drawing.rect(x - 20, BASE - 190 * share, x + 20, BASE, BLUE)
        drawing.rect(x - 20, BASE - 190, x + 20, BASE - 190 * share, ORANGE)
    ages = [str(5 * i) for i in range(len(shares))]
    names = make_axis(Direction.HORIZONTAL, centers, ages, scale=ScaleType.CATEGORICAL)
    values = make_axis(Direction.VERTICAL, [BASE, BASE - 95, BASE - 190], [0, 50, 100])
    return drawing.chart().model_copy(update={"axes": (names, values)})


@pytest.mark.parametrize(
    "shares",
    [
        (0.3, 0.5, 0.3, 0.6, 0.4, 0.7),
        (0.3, 0.6, 0.6, 0.2, 0.5, 0.4),
        (0.52, 0.5, 0.48, 0.5, 0.52, 0.54),
    ],
    ids=["alike beside another", "two alike", "nearly alike"],
)
def test_stacks_of_shares_without_gaps_are_bars(shares: tuple[float, ...]) -> None:
    drawing = Drawing()
    chart = draw_gapless(drawing, shares)

    found = analyze_chart(drawing.raster(), chart)

    assert found.chart_type is ChartType.STACKED_VERTICAL_BAR
    first = sorted((e for e in found.elements if e.px["base"][1] > BASE - 2), key=lambda e: e.box[0])
    assert [e.px["end"][1] for e in first] == pytest.approx([BASE - 190 * share for share in shares], abs=0.6)
    assert len(found.elements) == 2 * len(shares)


def test_letters_in_a_part_do_not_cut_it() -> None:
    drawing = Drawing()
    for x, rows in zip(CENTERS, PARTS, strict=True):
        for below, above, fill in zip(rows, rows[1:], (BLUE, ORANGE, GREEN), strict=False):
            drawing.rect(x - 20, above, x + 20, below, fill)
        drawing.rect(x - 14, rows[0] - 18, x + 14, rows[0] - 12, (110, 165, 205))
    around = [((x - 14, 230.0), (x + 14, 230.0), (x + 14, 240.0), (x - 14, 240.0)) for x in CENTERS]
    blocks = tuple(TextBlock(id=f"t{i}", text="123", polygon=p, confidence=1.0) for i, p in enumerate(around))
    chart = chart_of(drawing).model_copy(update={"text": blocks})

    found = analyze_chart(drawing.raster(), chart)

    assert found.chart_type is ChartType.STACKED_VERTICAL_BAR
    assert len(found.elements) == 12
