from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import pytest
from drawn_marks import BLACK, RGB, Drawing

from sie.artifacts import ChartStructure, Legend, LegendEntry
from sie.elements.boxplots import find_boxplots
from sie.elements.boxplots_whiskers import Trace, seek_whisker, stroke_strength
from sie.elements.hypothesis import Hypothesis
from sie.vocab import ChartType, Direction

WHITE = (255, 255, 255)
GREY = (190, 190, 190)
BLUE = (120, 160, 220)


@dataclass(frozen=True)
class Five:
    """A box on the page: y of max, q3, median, q1, min."""

    x: float
    top: float
    q3: float
    median: float
    q1: float
    bottom: float


BOXES = (
    Five(70.0, 60.5, 90.5, 120.5, 150.5, 200.5),
    Five(140.0, 80.5, 110.5, 130.5, 180.5, 220.5),
    Five(210.0, 50.5, 70.5, 100.5, 120.5, 160.5),
    Five(280.0, 90.5, 120.5, 160.5, 190.5, 230.5),
)


def draw_box(
    drawing: Drawing, five: Five, *, fill: RGB, median: RGB = BLACK, median_stroke: float = 1.0, caps: bool = True,
    dash: float = 0.0, half: float = 18.0, outline: RGB | None = BLACK,
) -> None:  # fmt: skip
    for a, b in ((five.top, five.q3), (five.q1, five.bottom)):
        y = a
        while y < b:
            drawing.rect(five.x - 0.5, y, five.x + 0.5, min(y + (dash or 999), b), BLACK)
            y += 2 * dash or 9999
    if outline is not None:
        drawing.rect(five.x - half - 0.5, five.q3 - 0.5, five.x + half + 0.5, five.q1 + 0.5, outline)
        drawing.rect(five.x - half + 0.5, five.q3 + 0.5, five.x + half - 0.5, five.q1 - 0.5, fill)
    else:
        drawing.rect(five.x - half, five.q3, five.x + half, five.q1, fill)
    drawing.rect(five.x - half, five.median - median_stroke / 2, five.x + half, five.median + median_stroke / 2, median)
    if caps:
        for y in (five.top, five.bottom):
            drawing.rect(five.x - half / 2, y - 0.5, five.x + half / 2, y + 0.5, BLACK)


def find(drawing: Drawing, chart: ChartStructure | None = None) -> Hypothesis:
    found = find_boxplots(drawing.canvas(), chart or drawing.chart())
    assert found is not None
    return found


def read(hypothesis: Hypothesis) -> np.ndarray:
    """y of max, q3, median, q1, min of each box, left to right."""
    names = ("max", "q3", "median", "q1", "min")
    boxes = sorted(hypothesis.elements, key=lambda e: e.px["median"][0])
    return np.array([[e.px[name][1] for name in names] for e in boxes])


def drawn(boxes: tuple[Five, ...] = BOXES) -> np.ndarray:
    return np.array([[b.top, b.q3, b.median, b.q1, b.bottom] for b in boxes])


@pytest.mark.parametrize("fill", [WHITE, GREY, BLUE])
@pytest.mark.parametrize("caps", [True, False])
def test_halves_with_fills_of_their_own_are_one_box(fill: RGB, caps: bool) -> None:
    drawing = Drawing()
    for five in BOXES:
        draw_box(drawing, five, fill=fill, caps=caps)
        drawing.rect(five.x - 17.5, five.median + 0.5, five.x + 17.5, five.q1 - 0.5, (92, 71, 66))
    assert read(find(drawing)) == pytest.approx(drawn(), abs=0.3)


@pytest.mark.parametrize("fill", [WHITE, GREY, BLUE])
@pytest.mark.parametrize("caps", [True, False])
def test_outlined_boxes_are_read_at_their_strokes(fill: RGB, caps: bool) -> None:
    drawing = Drawing()
    for box in BOXES:
        draw_box(drawing, box, fill=fill, caps=caps)
    found = find(drawing)
    assert found.chart_type is ChartType.VERTICAL_BOX
    assert read(found) == pytest.approx(drawn(), abs=0.5)
    assert found.score > 0.9


def test_dashed_whiskers_end_at_their_caps() -> None:
    drawing = Drawing()
    for box in BOXES:
        draw_box(drawing, box, fill=GREY, dash=4)
    assert read(find(drawing)) == pytest.approx(drawn(), abs=0.6)


def test_filled_boxes_with_white_medians_are_read_at_the_fill() -> None:
    drawing = Drawing()
    for box in BOXES:
        draw_box(drawing, box, fill=(76, 120, 168), median=WHITE, outline=None, caps=False)
    assert read(find(drawing)) == pytest.approx(drawn(), abs=0.6)


def test_outliers_do_not_lengthen_whiskers() -> None:
    drawing = Drawing()
    for box in BOXES:
        draw_box(drawing, box, fill=GREY, caps=False)
        drawing.disc(box.x, box.top - 12, 3, BLACK)
        drawing.ring(box.x, box.bottom + 12, 3, BLACK)
    assert read(find(drawing)) == pytest.approx(drawn(), abs=0.6)


def test_lying_boxes_are_horizontal() -> None:
    drawing = Drawing(280, 360)
    for box in BOXES:
        draw_box(drawing, box, fill=BLUE)
    drawing.fine = np.ascontiguousarray(drawing.fine.swapaxes(0, 1))
    drawing.plot = (30.0, 30.0, 330.0, 250.0)
    tall = Drawing(360, 280)
    for box in BOXES:
        draw_box(tall, box, fill=BLUE)
    lying = Drawing(280, 360)
    lying.fine = np.ascontiguousarray(tall.fine.swapaxes(0, 1))
    found = find(lying)
    assert found.chart_type is ChartType.HORIZONTAL_BOX
    assert found.orientation is Direction.HORIZONTAL
    first = min(found.elements, key=lambda e: e.px["median"][1])
    assert [first.px[n][0] for n in ("min", "q1", "median", "q3", "max")] == pytest.approx(
        [60.5, 90.5, 120.5, 150.5, 200.5], abs=0.5
    )


def test_a_thick_edge_is_the_median() -> None:
    drawing = Drawing()
    for box in BOXES[:3]:
        draw_box(drawing, box, fill=GREY, median_stroke=3)
    last = Five(280.0, 90.5, 120.5, 120.5, 190.5, 230.5)
    draw_box(drawing, last, fill=GREY, median_stroke=3)
    assert read(find(drawing))[3][2] == pytest.approx(120.5, abs=0.6)


def test_a_missing_whisker_ends_at_the_box() -> None:
    drawing = Drawing()
    boxes = (*BOXES[:3], Five(280.0, 120.5, 120.5, 160.5, 190.5, 230.5))
    for box in boxes:
        draw_box(drawing, box, fill=GREY, caps=False)
    assert read(find(drawing)) == pytest.approx(drawn(boxes), abs=0.6)


def test_boxes_of_two_fills_take_their_legend_entries() -> None:
    drawing = Drawing()
    for i, box in enumerate(BOXES):
        draw_box(drawing, box, fill=GREY if i % 2 else BLUE)
    entries = (LegendEntry(id="e0", label="low", color="#78a0dc"), LegendEntry(id="e1", label="high", color="#bebebe"))
    chart = drawing.chart().model_copy(update={"legend": Legend(entries=entries)})
    found = find(drawing, chart)
    assert [s.name for s in found.series] == ["low", "high"]
    assert all(sum(e.series == s.id for e in found.elements) == 2 for s in found.series)


def test_white_boxes_of_two_outlines_take_their_legend_entries() -> None:
    red, teal = (248, 118, 109), (0, 191, 196)
    drawing = Drawing()
    for i, box in enumerate(BOXES):
        draw_box(drawing, box, fill=WHITE, outline=teal if i % 2 else red, median=teal if i % 2 else red)
    entries = (LegendEntry(id="e0", label="no", color="#f8766d"), LegendEntry(id="e1", label="yes", color="#00bfc4"))
    chart = drawing.chart().model_copy(update={"legend": Legend(entries=entries)})
    found = find(drawing, chart)
    assert [s.name for s in found.series] == ["no", "yes"]
    assert [e.series for e in sorted(found.elements, key=lambda e: e.box[0])] == [s.id for s in found.series] * 2


def test_bars_are_weak_box_plots() -> None:
    drawing = Drawing()
    for i in range(5):
        drawing.rect(50 + 50 * i, 100 + 20 * i, 80 + 50 * i, 250, BLUE)
    found = find_boxplots(drawing.canvas(), drawing.chart())
    assert found is None or found.score < 0.3


@pytest.mark.parametrize("gap", [0, 3])
def test_lying_parts_above_each_other_are_weak_box_plots(gap: int) -> None:
    drawing = Drawing()
    for row, length in enumerate((200, 120, 160, 90)):
        y = 60 + 45 * row
        drawing.rect(60, y, 60 + length, y + 18, BLUE)
        drawing.rect(60 + length + gap, y, 340, y + 18, GREY)
        drawing.rect(199.5, y - 12, 200.5, y, BLACK)
        drawing.rect(199.5, y + 18, 200.5, y + 30, BLACK)
    found = find_boxplots(drawing.canvas(), drawing.chart())
    assert found is not None
    assert found.score < 0.1


def whisker_in(strength: np.ndarray, x: float, start: int, step: int, mark_width: float) -> Trace | None:
    """The whisker of a lightness in a field of shares of that lightness on black."""
    stroke = np.array([100, 0, 0], np.float32)
    lab = strength[..., None] * stroke
    return seek_whisker(lab, np.zeros_like(lab), stroke, x, start, step, mark_width=mark_width)


def test_trace_stops_at_its_cap_and_not_at_a_passing_line() -> None:
    strength = np.zeros((60, 60), np.float32)
    strength[10:50, 30] = 1
    strength[20, :] = 1
    strength[10, 25:36] = 1
    trace = whisker_in(strength, 30.5, 49, -1, 20)
    assert trace is not None
    assert trace.capped
    assert trace.end == pytest.approx(10.5, abs=0.1)


@pytest.mark.parametrize("length", [8, 40, 58, 60, 62, 150])
def test_whisker_of_any_length_is_followed_to_its_end(length: int) -> None:
    strength = np.zeros((180, 40), np.float32)
    strength[160 - length : 160, 20] = 1
    trace = whisker_in(strength, 20.5, 159, -1, 20)
    assert trace is not None
    assert not trace.capped
    assert trace.length == pytest.approx(length, abs=0.1)


def test_trace_of_nothing_is_none() -> None:
    assert whisker_in(np.zeros((40, 40), np.float32), 20, 30, -1, 15) is None


def test_stroke_strength_is_the_share_of_the_stroke() -> None:
    ground = np.full((1, 3, 3), (100, 0, 0), np.float32)
    lab = np.array([[(100, 0, 0), (50, 0, 0), (0, 0, 0)]], np.float32)
    assert stroke_strength(lab, ground, np.array([0, 0, 0], np.float32))[0] == pytest.approx([0, 0.5, 1])


@pytest.mark.parametrize("half", [4.0, 5.0, 6.0, 7.0, 8.0])
def test_square_markers_that_a_line_joins_are_no_boxes(half: float) -> None:
    drawing = Drawing()
    places = [(50.0 + 28 * i, 140.0 + 70 * np.sin(i)) for i in range(9)]
    for (x0, y0), (x1, y1) in pairwise(places):
        drawing.line(x0, y0, x1, y1, (31, 119, 180), 1.5)
    for x, y in places:
        drawing.rect(x - half, y - half, x + half, y + half, (31, 119, 180))

    found = find_boxplots(drawing.canvas(), drawing.chart())

    assert found is None or found.score <= 0.3


@pytest.mark.parametrize("off", [-4.0, -3.0, 0.0, 3.0, 4.0])
def test_whiskers_that_leave_beside_the_middle_are_followed(off: float) -> None:
    drawing = Drawing()
    for five in BOXES:
        drawing.rect(five.x + off - 0.5, five.top, five.x + off + 0.5, five.q3, BLACK)
        drawing.rect(five.x + off - 0.5, five.q1, five.x + off + 0.5, five.bottom, BLACK)
        drawing.rect(five.x - 10.5, five.q3 - 0.5, five.x + 10.5, five.q1 + 0.5, BLACK)
        drawing.rect(five.x - 9.5, five.q3 + 0.5, five.x + 9.5, five.q1 - 0.5, BLUE)
        drawing.rect(five.x - 9.5, five.median - 0.5, five.x + 9.5, five.median + 0.5, BLACK)

    found = find_boxplots(drawing.canvas(), drawing.chart())

    assert found is not None
    for key, wanted in (("max", [five.top for five in BOXES]), ("min", [five.bottom for five in BOXES])):
        assert sorted(e.px[key][1] for e in found.elements) == pytest.approx(sorted(wanted), abs=1.0)


def test_fills_with_whiskers_of_their_own_colour_are_boxes() -> None:
    drawing = Drawing()
    for five in BOXES:
        drawing.rect(five.x - 1.5, five.top, five.x + 1.5, five.bottom, BLUE)
        drawing.rect(five.x - 18, five.q3, five.x + 18, five.q1, BLUE)
        drawing.rect(five.x - 18, five.median - 1, five.x + 18, five.median + 1, WHITE)
    found = find_boxplots(drawing.canvas(), drawing.chart())
    assert found is not None
    assert len(found.elements) == len(BOXES)
    for element, five in zip(found.elements, BOXES, strict=True):
        for name, y in (("max", five.top), ("q3", five.q3), ("median", five.median), ("min", five.bottom)):
            assert element.px[name][1] == pytest.approx(y, abs=1.0)


def test_faint_medians_between_whiskers_are_found() -> None:
    drawing = Drawing(340, 260)
    for five in BOXES:
        draw_box(drawing, five, fill=BLUE, median=(104, 142, 198))
    boxes = read(find(drawing))
    assert boxes[:, 2] == pytest.approx([five.median for five in BOXES], abs=0.3)


@pytest.mark.parametrize("gap", [1, 2, 4])
def test_a_tick_mark_at_the_edge_is_no_piece_of_a_whisker_before_it(gap: int) -> None:
    strength = np.zeros((80, 40), np.float32)
    strength[10 + gap : 60, 20] = 1
    strength[4:10, 20] = 1
    trace = whisker_in(strength, 20.5, 59, -1, 20)
    assert trace is not None
    assert trace.end == pytest.approx(10 + gap, abs=0.3)
