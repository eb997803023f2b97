from __future__ import annotations

import cv2
import numpy as np
import pytest

from sie.artifacts import TextBlock
from sie.structure.axes import AxisContext, axis_domain, build_axis, iso_date
from sie.structure.frame import Frame
from sie.structure.labels import make_label
from sie.structure.lines import find_lines
from sie.structure.readings import read_texts
from sie.structure.sequences import LabelSequence, refit
from sie.structure.strays import has_swatches, text_mask
from sie.values.scale import Reading, fit_line, value_at
from sie.vocab import Direction, ScaleType, Side, TickStatus

BOX = (60.0, 20.0, 380.0, 260.0)
PLACES = (60.5, 140.5, 220.5, 300.5, 380.5)


def make_canvas(*, ticks: bool = True) -> np.ndarray:
    canvas = np.full((300, 400, 3), 255, np.uint8)
    cv2.rectangle(canvas, (60, 20), (380, 260), (0, 0, 0), 1)
    for x in PLACES if ticks else ():
        canvas[261:267, int(x)] = 0
    return canvas


def make_sequence(texts: list[str], *, aside: float = 0.0) -> LabelSequence:
    labels = []
    for i, (text, x) in enumerate(zip(texts, PLACES, strict=False)):
        left, right = x + aside - 10, x + aside + 10
        polygon = ((left, 270), (right, 270), (right, 280), (left, 280))
        block = TextBlock(id=f"t{i}", text=text, polygon=polygon, confidence=0.9)
        labels.append(make_label(block, Side.BOTTOM, read_texts((text,))))
    return refit(LabelSequence(Side.BOTTOM, tuple(labels)), max_residual_px=2.5)


def make_context(canvas: np.ndarray, **options: object) -> AxisContext:
    frame = Frame(BOX, frozenset(Side), {Side.BOTTOM: 260.5, Side.LEFT: 60.5})
    return AxisContext(find_lines(canvas), frame, 2.5, **options)  # type: ignore[arg-type]


def test_axes_place_ticks_at_their_marks() -> None:
    axis = build_axis(make_sequence(["0", "1", "2", "3", "4"], aside=1.7), make_context(make_canvas()), axis_id="x")
    assert [tick.px for tick in axis.ticks] == pytest.approx(PLACES, abs=0.1)
    assert all(tick.marked for tick in axis.ticks)
    assert axis.domain == pytest.approx((0, 4), abs=0.02)
    assert axis.fit is not None
    assert axis.fit.certain


def test_axes_without_marks_are_less_sure_of_places() -> None:
    marked = build_axis(make_sequence(["0", "1", "2", "3", "4"]), make_context(make_canvas()), axis_id="x")
    plain = build_axis(make_sequence(["0", "1", "2", "3", "4"]), make_context(make_canvas(ticks=False)), axis_id="x")
    assert marked.fit is not None
    assert plain.fit is not None
    assert plain.fit.sigma_px > 2 * marked.fit.sigma_px


def test_axes_reject_label_that_nothing_explains() -> None:
    sequence = make_sequence(["0", "0.1", "0.9", "0.301", "0.4"])
    statuses = [t.status for t in build_axis(sequence, make_context(make_canvas()), axis_id="x").ticks]
    assert statuses[2] is not TickStatus.KEPT


def test_axes_take_second_opinion_on_label_that_does_not_fit() -> None:
    asked = []

    def reread(label: object) -> tuple[Reading, ...]:
        asked.append(label)
        return (Reading(20.0, 0.05),)

    sequence = make_sequence(["0", "10", "29", "30", "40"])
    axis = build_axis(sequence, make_context(make_canvas(), reread=reread), axis_id="x")
    assert len(asked) == 1
    assert axis.ticks[2].value == pytest.approx(20)


def test_axes_multiply_values_by_offset_text() -> None:
    axis = build_axis(make_sequence(["0", "1", "2", "3", "4"]), make_context(make_canvas()), axis_id="x", factor=1e4)
    assert axis.ticks[-1].value == pytest.approx(4e4)
    assert axis.fit is not None
    assert value_at(axis.fit, axis.scale, 220.5) == pytest.approx(2e4, rel=1e-3)


def test_axes_of_words_have_no_fit() -> None:
    axis = build_axis(make_sequence(["a", "b", "c", "d", "e"]), make_context(make_canvas()), axis_id="x")
    assert axis.scale is ScaleType.CATEGORICAL
    assert axis.fit is None
    assert [tick.value for tick in axis.ticks] == ["a", "b", "c", "d", "e"]


def test_axes_say_when_two_ticks_are_all() -> None:
    axis = build_axis(make_sequence(["0", "10"]), make_context(make_canvas()), axis_id="x")
    assert axis.fit is not None
    assert not axis.fit.certain
    assert [issue.code for issue in axis.issues] == ["uncertain-axis"]


def test_axes_domain_of_time_is_dates() -> None:
    fit = fit_line([60.0, 380.0], [0.0, 320.0], [0.5, 0.5])
    frame = Frame(BOX, frozenset(), {})
    assert axis_domain(fit, ScaleType.TIME, frame, Direction.HORIZONTAL) == ("1970-01-01", "1970-11-17")


@pytest.mark.parametrize(("days", "date"), [(0.0, "1970-01-01"), (364.6, "1971-01-01"), (-1.0, "1969-12-31")])
def test_axes_round_to_the_nearest_day(days: float, date: str) -> None:
    assert iso_date(days) == date


def test_axes_are_told_from_legends_of_numbers() -> None:
    sequence = make_sequence(["2", "3", "4", "5", "6"])
    blocks = [label.blocks[0] for label in sequence.labels]
    canvas = make_canvas()
    text = text_mask(blocks, canvas.shape[:2])
    assert not has_swatches(sequence, canvas, text)
    for x in PLACES:
        canvas[271:279, int(x) - 27 : int(x) - 15] = (200, 60, 60)
    assert has_swatches(sequence, canvas, text)


@pytest.mark.parametrize("words", [("0", "100", "200", "300", "400"), ("North", "South", "Centre", "East", "West")])
@pytest.mark.parametrize("half", [22.0, 40.0])
def test_slanted_labels_turned_about_their_middles_stand_at_them(words: tuple[str, ...], half: float) -> None:
    labels = []
    for i, (text, x) in enumerate(zip(words, PLACES, strict=True)):
        polygon = ((x - half - 4, 291), (x + half - 4, 271), (x + half + 4, 279), (x - half + 4, 299))
        block = TextBlock(id=f"t{i}", text=text, polygon=polygon, confidence=0.9, angle=27.0)
        labels.append(make_label(block, Side.BOTTOM, read_texts((text,))))
    sequence = LabelSequence(Side.BOTTOM, tuple(labels))
    if words[0].isdigit():
        sequence = refit(sequence, max_residual_px=2.5)
    axis = build_axis(sequence, make_context(make_canvas()), axis_id="x")
    assert [tick.px for tick in axis.ticks] == pytest.approx(PLACES, abs=0.2)


def test_lines_between_slanted_labels_are_no_marks_of_theirs() -> None:
    canvas = make_canvas(ticks=False)
    for x in (100, 160, 220, 280):
        canvas[21:260, x + 29 : x + 31] = (120, 160, 220)
    labels = []
    for i, (text, x) in enumerate(zip(("North", "South", "East", "West"), (104, 164, 224, 284), strict=True)):
        polygon = ((x + 4, 266), (x + 26, 288), (x + 18, 296), (x - 4, 274))
        block = TextBlock(id=f"t{i}", text=text, polygon=polygon, confidence=0.9, angle=-45.0)
        labels.append(make_label(block, Side.BOTTOM, ()))
    axis = build_axis(LabelSequence(Side.BOTTOM, tuple(labels)), make_context(canvas), axis_id="x")
    assert [tick.px for tick in axis.ticks] == pytest.approx([104, 164, 224, 284], abs=8.0)
