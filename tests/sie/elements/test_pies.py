from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

import numpy as np
import pytest
from drawn_marks import BLACK, RGB, Drawing

from sie.artifacts import ChartStructure, Element, Legend, LegendEntry, TextBlock
from sie.elements.hypothesis import Hypothesis
from sie.elements.ink import make_canvas
from sie.elements.pies import find_pie
from sie.vocab import TextRole

WHITE: RGB = (255, 255, 255)
COLORS: tuple[RGB, ...] = ((84, 112, 198), (145, 204, 117), (250, 200, 88), (238, 102, 102))
SHARES = (40.0, 27.0, 20.5, 12.5)
CENTER = (180.4, 140.2)
RADIUS = 90.0
SHARE_POINTS = 0.15


def bounds(shares: Sequence[float] = SHARES) -> list[float]:
    """Angles of the boundaries in radians, clockwise as seen, the first slice from the top."""
    return [-math.pi / 2 + 2 * math.pi * part / 100 for part in np.cumsum([0.0, *shares])]


def wedge(
    drawing: Drawing, start: float, stop: float, color: RGB, *, radius: float = RADIUS, shift: float = 0.0
) -> None:
    middle = (start + stop) / 2
    x, y = CENTER[0] + shift * math.cos(middle), CENTER[1] + shift * math.sin(middle)
    rim = [(x + radius * math.cos(a), y + radius * math.sin(a)) for a in np.linspace(start, stop, 90)]
    drawing.polygon([(x, y), *rim], color)


def draw_pie(drawing: Drawing, colors: Sequence[RGB] = COLORS, *, shift: float = 0.0) -> None:
    for (start, stop), color in zip(pairwise(bounds()), colors, strict=True):
        wedge(drawing, start, stop, color, shift=shift)


def draw_lines(drawing: Drawing, color: RGB, stroke: float) -> None:
    for angle in bounds()[:-1]:
        tip = CENTER[0] + RADIUS * math.cos(angle), CENTER[1] + RADIUS * math.sin(angle)
        drawing.line(*CENTER, *tip, color, stroke)


def chart_of(drawing: Drawing, **more: object) -> ChartStructure:
    return drawing.chart().model_copy(update={"plot_area": None, **more})


def read(drawing: Drawing, chart: ChartStructure | None = None) -> Hypothesis:
    chart = chart or chart_of(drawing)
    raster = drawing.raster()
    found = find_pie(make_canvas(raster, chart), chart, raster=raster)
    assert found is not None
    return found


def share(one: Element) -> float:
    (cx, cy), start, end = one.px["center"], one.px["start"], one.px["end"]
    turn = math.atan2(end[1] - cy, end[0] - cx) - math.atan2(start[1] - cy, start[0] - cx)
    return turn % (2 * math.pi) / (2 * math.pi) * 100


def shares(found: Hypothesis) -> list[float]:
    return sorted((share(one) for one in found.elements), reverse=True)


def flat(drawing: Drawing) -> None:
    draw_pie(drawing)


def white_lines(drawing: Drawing) -> None:
    draw_pie(drawing)
    draw_lines(drawing, WHITE, 2.0)


def black_and_white(drawing: Drawing) -> None:
    drawing.disc(*CENTER, RADIUS + 1, BLACK)
    draw_pie(drawing, [WHITE, (200, 200, 200), WHITE, (90, 90, 90)])
    draw_lines(drawing, BLACK, 1.0)


def one_color(drawing: Drawing) -> None:
    draw_pie(drawing, [COLORS[0]] * 4)
    draw_lines(drawing, WHITE, 2.0)


def ring(drawing: Drawing) -> None:
    draw_pie(drawing)
    drawing.disc(*CENTER, 45, WHITE)


@pytest.mark.parametrize("draw", [flat, white_lines, black_and_white, one_color, ring], ids=lambda f: f.__name__)
def test_shares_of_a_pie_are_right_to_a_fraction_of_a_percent(draw: object) -> None:
    drawing = Drawing()
    assert callable(draw)
    draw(drawing)

    assert shares(read(drawing)) == pytest.approx(sorted(SHARES, reverse=True), abs=SHARE_POINTS)


def test_exploded_slices_are_measured_about_their_own_centres() -> None:
    drawing = Drawing()
    draw_pie(drawing, shift=9.0)

    assert shares(read(drawing)) == pytest.approx(sorted(SHARES, reverse=True), abs=1.0)


def test_slices_go_clockwise_from_start_to_end() -> None:
    drawing = Drawing()
    draw_pie(drawing)

    found = read(drawing)

    first = min(found.elements, key=lambda one: math.dist(one.px["start"], (CENTER[0], CENTER[1] - RADIUS)))
    assert share(first) == pytest.approx(SHARES[0], abs=SHARE_POINTS)
    assert first.px["center"] == pytest.approx(CENTER, abs=0.3)


def text_at(name: str, words: str, angle: float, reach: float) -> TextBlock:
    x, y = CENTER[0] + reach * math.cos(angle), CENTER[1] + reach * math.sin(angle)
    corners = ((x - 15, y - 5), (x + 15, y - 5), (x + 15, y + 5), (x - 15, y + 5))
    return TextBlock(id=name, text=words, polygon=corners, confidence=1.0)


def middles() -> list[float]:
    return [(a + b) / 2 for a, b in pairwise(bounds())]


def test_labels_beside_slices_name_them_and_numbers_on_them_are_their_values() -> None:
    drawing = Drawing()
    draw_pie(drawing)
    names = [text_at(f"n{i}", word, angle, 115) for i, (word, angle) in enumerate(zip("ABCD", middles(), strict=True))]
    words = [block.model_copy(update={"text": f"part {block.text}"}) for block in names]
    numbers = [text_at(f"v{i}", f"{SHARES[i]}%", angle, 60) for i, angle in enumerate(middles())]

    found = read(drawing, chart_of(drawing, text=(*words, *numbers)))

    for one in found.elements:
        index = int(np.abs(np.array(SHARES) - share(one)).argmin())
        assert one.parent_ids == (f"text:n{index}", f"value:v{index}")


def test_a_legend_names_slices_by_their_colour() -> None:
    drawing = Drawing()
    draw_pie(drawing)
    entries = tuple(
        LegendEntry(id=f"e{i}", label=f"part {i}", color=f"#{r:02x}{g:02x}{b:02x}")
        for i, (r, g, b) in enumerate(COLORS)
    )

    found = read(drawing, chart_of(drawing, legend=Legend(entries=entries)))

    for one in found.elements:
        index = int(np.abs(np.array(SHARES) - share(one)).argmin())
        assert one.parent_ids == (f"legend:e{index}",)


def test_a_square_is_no_pie() -> None:
    drawing = Drawing()
    drawing.rect(100, 60, 260, 220, COLORS[0])
    drawing.rect(180, 60, 260, 220, COLORS[1])
    chart = chart_of(drawing)
    raster = drawing.raster()

    assert find_pie(make_canvas(raster, chart), chart, raster=raster) is None


def place_label(index: int, text: str, *, reach: float = 1.15) -> TextBlock:
    first, last = bounds()[index : index + 2]
    middle = (first + last) / 2
    x, y = CENTER[0] + reach * RADIUS * math.cos(middle), CENTER[1] + reach * RADIUS * math.sin(middle)
    corners = ((x - 12, y - 5), (x + 12, y - 5), (x + 12, y + 5), (x - 12, y + 5))
    return TextBlock(id=f"t{index}", text=text, polygon=corners, confidence=0.9)


@pytest.mark.parametrize("turn", [0.0, 15.0, 30.0, 45.0, 60.0])
def test_a_label_over_the_pie_that_was_taken_for_the_title_names_its_slice(turn: float) -> None:
    drawing = Drawing()
    shift = math.radians(turn)
    for (start, stop), color in zip(pairwise(bounds()), COLORS, strict=True):
        wedge(drawing, start - shift, stop - shift, color, radius=RADIUS)
    blocks = []
    for i, (start, stop) in enumerate(pairwise(bounds())):
        angle = (start + stop) / 2 - shift
        x, y = CENTER[0] + 1.15 * RADIUS * math.cos(angle), CENTER[1] + 1.15 * RADIUS * math.sin(angle)
        corners = ((x - 12, y - 5), (x + 12, y - 5), (x + 12, y + 5), (x - 12, y + 5))
        blocks.append(TextBlock(id=f"t{i}", text=f"name {'abcd'[i]}", polygon=corners, confidence=0.9))
    top = min(range(4), key=lambda i: blocks[i].center[1])
    blocks[top] = blocks[top].model_copy(update={"role": TextRole.CHART_TITLE})
    chart = chart_of(drawing, text=tuple(blocks), title=blocks[top].text, title_ids=(blocks[top].id,))

    found = find_pie(make_canvas(drawing.raster(), chart), chart, raster=drawing.raster())

    assert found is not None
    assert all(any(ref.startswith("text:") for ref in one.parent_ids) for one in found.elements)


@pytest.mark.parametrize("index", [0, 1, 2, 3])
def test_letters_on_a_ring_do_not_cut_a_slice(index: int) -> None:
    drawing = Drawing()
    draw_pie(drawing)
    drawing.disc(*CENTER, 0.6 * RADIUS, WHITE)
    block = place_label(index, "23.8%", reach=0.8)
    x0, y0, _, y1 = block.box
    for k in range(5):
        drawing.rect(x0 + 5 * k, y0, x0 + 5 * k + 2.5, y1, BLACK)
    chart = chart_of(drawing, text=(block,))

    found = find_pie(make_canvas(drawing.raster(), chart), chart, raster=drawing.raster())

    assert found is not None
    assert len(found.elements) == 4


def test_clear_colours_of_a_legend_go_before_labels_that_belong_to_neighbours() -> None:
    drawing = Drawing()
    draw_pie(drawing)
    angles = [middle + 0.9 for middle in middles()]
    beside = tuple(text_at(f"n{i}", f"part {i}", angle, 115) for i, angle in enumerate(angles))
    entries = tuple(
        LegendEntry(id=f"e{i}", label=f"part {i}", color=f"#{r:02x}{g:02x}{b:02x}")
        for i, (r, g, b) in enumerate(COLORS)
    )
    found = read(drawing, chart_of(drawing, legend=Legend(entries=entries), text=beside))
    assert sorted(one.parent_ids[0] for one in found.elements) == [f"legend:e{i}" for i in range(len(SHARES))]
    for one in found.elements:
        index = int(np.abs(np.array(SHARES) - share(one)).argmin())
        assert one.parent_ids[0] == f"legend:e{index}"


@pytest.mark.parametrize("gap", [4.0, 8.0])
def test_a_ring_of_slices_with_gaps_between_them_is_a_pie(gap: float) -> None:
    drawing = Drawing()
    draw_pie(drawing)
    draw_lines(drawing, WHITE, gap)
    drawing.disc(*CENTER, 45.0, WHITE)
    assert shares(read(drawing)) == pytest.approx(list(SHARES), abs=1.5)


def test_a_border_around_the_picture_is_no_part_of_a_pie() -> None:
    drawing = Drawing(360, 280)
    draw_pie(drawing)
    for x0, y0, x1, y1 in ((1, 1, 359, 1), (1, 279, 359, 279), (1, 1, 1, 279), (359, 1, 359, 279)):
        drawing.line(x0, y0, x1, y1, (200, 200, 200), 1.0)
    assert len(read(drawing).elements) == len(SHARES)


def test_rectangles_are_no_wedges_of_a_pie() -> None:
    drawing = Drawing()
    for row in range(8):
        drawing.rect(60, 30 + 26 * row, 340, 50 + 26 * row, COLORS[row % 4])
    chart, raster = chart_of(drawing), drawing.raster()
    assert find_pie(make_canvas(raster, chart), chart, raster=raster) is None


def blocks_at_slices(*, words: bool) -> tuple[TextBlock, ...]:
    """A share within each slice and a range of numbers at its rim, words inwards of these or none."""
    blocks = []
    for index, ((start, stop), value) in enumerate(zip(pairwise(bounds()), SHARES, strict=True)):
        middle = (start + stop) / 2
        texts = [(f"{value}%", 0.6), (f"{10 * index}-{10 * index + 9}", 1.3)]
        texts += [(("Rye", "Oats", "Wheat", "Barley", "Maize")[index], 1.2)] if words else []
        for text, away in texts:
            turned = middle + (0.12 if words and away == 1.2 else 0.0)
            x, y = CENTER[0] + away * RADIUS * math.cos(turned), CENTER[1] + away * RADIUS * math.sin(turned)
            corners = ((x - 14, y - 5), (x + 14, y - 5), (x + 14, y + 5), (x - 14, y + 5))
            blocks.append(TextBlock(id=text, text=text, polygon=corners, confidence=0.9))
    return tuple(blocks)


def test_numbers_at_the_rim_beside_words_are_no_names() -> None:
    drawing = Drawing()
    draw_pie(drawing)
    found = read(drawing, chart_of(drawing, text=blocks_at_slices(words=True)))
    names = [ref for one in found.elements for ref in one.parent_ids if ref.startswith("text:")]
    assert len(names) == len(SHARES)
    assert all(name.removeprefix("text:").isalpha() for name in names)


def test_ranges_at_the_rim_name_slices_whose_shares_stand_within() -> None:
    drawing = Drawing()
    draw_pie(drawing)
    found = read(drawing, chart_of(drawing, text=blocks_at_slices(words=False)))
    assert sorted(one.parent_ids for one in found.elements) == sorted(
        (f"text:{10 * i}-{10 * i + 9}", f"value:{value}%") for i, value in enumerate(SHARES)
    )


def test_a_pale_slice_whose_outline_a_label_covers_is_seen() -> None:
    drawing = Drawing()
    draw_pie(drawing, ((34, 34, 34), (119, 119, 119), (187, 187, 187), (242, 242, 242)))
    for angle in np.linspace(0, 2 * math.pi, 200):
        tip = [(CENTER[0] + RADIUS * math.cos(a), CENTER[1] + RADIUS * math.sin(a)) for a in (angle, angle + 0.04)]
        drawing.line(*tip[0], *tip[1], BLACK, 1.5)
    (start, stop) = list(pairwise(bounds()))[3]
    x = CENTER[0] + RADIUS * math.cos((start + stop) / 2) - 2
    y = CENTER[1] + RADIUS * math.sin((start + stop) / 2) - 2
    label = TextBlock(
        id="t", text="Rye", polygon=((x - 30, y - 12), (x + 2, y - 12), (x + 2, y + 3), (x - 30, y + 3)), confidence=0.9
    )
    found = read(drawing, chart_of(drawing, text=(label,)))
    assert shares(found) == pytest.approx(sorted(SHARES, reverse=True), abs=3 * SHARE_POINTS)


def test_a_frame_around_the_pie_but_not_the_title_is_no_part_of_it() -> None:
    drawing = Drawing()
    draw_pie(drawing)
    left, top, right, foot = (CENTER[0] - 120, CENTER[1] - 110, CENTER[0] + 120, CENTER[1] + 110)
    for ends in (
        (left, top, right, top),
        (left, foot, right, foot),
        (left, top, left, foot),
        (right, top, right, foot),
    ):
        drawing.line(*ends, BLACK, 1.0)
    assert shares(read(drawing)) == pytest.approx(SHARES, abs=SHARE_POINTS)


def tinted(drawing: Drawing) -> Drawing:
    """A drawing whose plot stands on a grey rectangle."""
    left, top, right, foot = (CENTER[0] - 120, CENTER[1] - 110, CENTER[0] + 120, CENTER[1] + 110)
    drawing.polygon([(left, top), (right, top), (right, foot), (left, foot)], (192, 192, 192))
    return drawing


def test_a_pie_on_a_tinted_plot_area_is_read_on_that_ground() -> None:
    drawing = tinted(Drawing())
    draw_pie(drawing)
    assert shares(read(drawing)) == pytest.approx(SHARES, abs=SHARE_POINTS)


def test_a_disc_whose_fills_no_legend_has_is_no_pie() -> None:
    drawing = Drawing()
    draw_pie(drawing)
    entries = tuple(
        LegendEntry(id=f"e{k}", label=f"set {k}", color=color) for k, color in enumerate(("#000000", "#7f7f7f"))
    )
    chart = chart_of(drawing, legend=Legend(box=(0, 0, 1, 1), entries=entries))
    raster = drawing.raster()
    assert find_pie(make_canvas(raster, chart), chart, raster=raster) is None


def test_upright_text_beside_the_pie_names_no_slice() -> None:
    drawing = Drawing()
    draw_pie(drawing)
    y = CENTER[1]
    beside = ((60.0, y + 30), (60.0, y - 30), (72.0, y - 30), (72.0, y + 30))
    texts = [TextBlock(id="t", text="weights", polygon=beside, confidence=0.99, angle=90.0)]
    found = read(drawing, chart_of(drawing, text=tuple(texts)))
    assert [one.parent_ids for one in found.elements] == [()] * 4


def test_lone_letters_around_the_pie_name_its_slices() -> None:
    drawing = Drawing()
    draw_pie(drawing)
    texts = []
    for name, (start, stop) in zip("abcd", pairwise(bounds()), strict=True):
        middle = (start + stop) / 2
        x, y = CENTER[0] + 1.1 * RADIUS * math.cos(middle), CENTER[1] + 1.1 * RADIUS * math.sin(middle)
        box = ((x - 3, y - 4), (x + 3, y - 4), (x + 3, y + 4), (x - 3, y + 4))
        texts.append(TextBlock(id=name, text=name, polygon=box, confidence=0.99))
    found = read(drawing, chart_of(drawing, text=tuple(texts)))
    assert sorted(one.parent_ids for one in found.elements) == [(f"text:{name}",) for name in "abcd"]


@pytest.mark.parametrize("offset", [4.0, 8.0, 12.0])
def test_a_grey_shadow_beside_a_pie_is_no_part_of_it(offset: float) -> None:
    drawing = Drawing()
    drawing.disc(CENTER[0] + offset, CENTER[1] + offset, RADIUS, (187, 187, 187))
    draw_pie(drawing)
    assert shares(read(drawing)) == pytest.approx(sorted(SHARES, reverse=True), abs=0.5)
