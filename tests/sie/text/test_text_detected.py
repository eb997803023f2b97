"""Texts that the trained detector saw and the text engine did not."""

from __future__ import annotations

import numpy as np
import pytest
from drawn_text import FakeEngine, make_canvas, write

from models.classes import DetectionClass
from sie.structure.detection import Detection
from sie.text.detected import find_detected
from sie.text.engine import Reading
from sie.text.label import Label
from sie.text.quads import TextRect

ROW = 100.0


def make_picture(words: list[tuple[str, float]]) -> np.ndarray:
    canvas = make_canvas(400, 200)
    for word, x in words:
        write(canvas, x, ROW, word, size=12)
    return np.asarray(canvas)


def make_tick(x: float, width: float, cls: DetectionClass = DetectionClass.X_TICK_LABEL) -> Detection:
    return Detection(cls, (x, ROW - 1, x + width, ROW + 10), 0.8)


def make_label(text: str, x: float, width: float) -> Label:
    return Label(TextRect.from_box(x, ROW - 1, x + width, ROW + 10), text, 0.9)


def texts(labels: list[Label]) -> list[str]:
    return [label.text for label in labels]


def test_missed_label_is_read_where_the_detector_saw_it() -> None:
    rgb = make_picture([("Fir", 20), ("Oak", 100)])
    engine = FakeEngine(readings=[Reading("Oak", 0.95)])
    found = find_detected(rgb, [make_label("Fir", 20, 20)], engine, [make_tick(20, 20), make_tick(100, 22)])
    assert texts(found) == ["Fir", "Oak"]
    x0, _, x1, _ = found[1].rect.box()
    assert 98 <= x0 <= 104
    assert 116 <= x1 <= 126


@pytest.mark.parametrize(
    ("reading", "kept"),
    [
        (Reading("Oak", 0.79), False),
        (Reading("Oak", 0.81), True),
        (Reading("12", 0.61), True),
        (Reading("12", 0.59), False),
        (Reading("--", 0.99), False),
    ],
)
def test_only_what_is_read_surely_is_added(reading: Reading, kept: bool) -> None:
    found = find_detected(make_picture([("Oak", 100)]), [], FakeEngine(readings=[reading]), [make_tick(100, 22)])
    assert bool(found) is kept


def test_tall_box_is_read_upwards_and_downwards() -> None:
    tall = Detection(DetectionClass.Y_TITLE, (10, 20, 22, 120), 0.9)
    engine = FakeEngine(readings=[Reading("Weight", 0.97), Reading("qubiaW", 0.85)])
    found = find_detected(make_picture([]), [], engine, [tall])
    assert [(label.text, label.rect.angle) for label in found] == [("Weight", 90.0)]


def test_box_around_several_found_labels_is_not_read() -> None:
    rgb = make_picture([("D-E", 100), ("F-G", 160), ("H-J", 220)])
    labels = [make_label(text, x, 22) for text, x in (("D-E", 100), ("F-G", 160), ("H-J", 220))]
    around = make_tick(96, 160, DetectionClass.LEGEND_LABEL)
    engine = FakeEngine(readings=[Reading("-E F-GH-J", 0.95)])
    assert texts(find_detected(rgb, labels, engine, [around])) == ["D-E", "F-G", "H-J"]
    assert engine.crops == []


def test_marks_are_not_read_as_text() -> None:
    bar = Detection(DetectionClass.BAR, (100, 20, 120, 180), 0.9)
    engine = FakeEngine(readings=[Reading("Oak", 0.99)])
    assert find_detected(make_picture([]), [], engine, [bar]) == []
    assert engine.crops == []


def make_merged() -> tuple[np.ndarray, Label, list[Detection]]:
    words = [("Jan", 40.0), ("Feb", 80.0), ("Mar", 120.0)]
    return make_picture(words), make_label("Jan Feb Mar", 38, 106), [make_tick(x, 20) for _, x in words]


def test_text_of_several_detected_labels_is_taken_apart() -> None:
    rgb, merged, ticks = make_merged()
    engine = FakeEngine(readings=[Reading(word, 0.95) for word in ("Jan", "Feb", "Mar")])
    assert texts(find_detected(rgb, [merged], engine, ticks)) == ["Jan", "Feb", "Mar"]


def test_parts_that_do_not_spell_the_text_leave_it_whole() -> None:
    rgb, merged, ticks = make_merged()
    engine = FakeEngine(readings=[Reading(word, 0.95) for word in ("JanF", "anana", "Mar")])
    assert texts(find_detected(rgb, [merged], engine, ticks)) == ["Jan Feb Mar"]


def test_words_at_uneven_distances_stay_one_text() -> None:
    rgb = make_picture([("Very", 40.0), ("Good", 66.0), ("x", 180.0)])
    ticks = [make_tick(40, 22), make_tick(66, 26)]
    engine = FakeEngine(readings=[Reading("Very", 0.95), Reading("Good", 0.95)])
    labels = [make_label("Very Good", 39, 54), make_label("x", 180, 8)]
    assert texts(find_detected(rgb, labels, engine, ticks)) == ["Very Good", "x"]


def test_a_lone_letter_stands_upright() -> None:
    narrow = Detection(DetectionClass.LEGEND_LABEL, (100, 20, 107, 31), 0.9)
    engine = FakeEngine(readings=[Reading("d", 0.9), Reading("p", 0.99), Reading("b", 0.99)])
    found = find_detected(make_picture([]), [], engine, [narrow])
    assert [(label.text, label.rect.angle) for label in found] == [("d", 0.0)]


def test_a_lone_letter_beside_a_vertical_axis_may_lie_on_its_side() -> None:
    wide = Detection(DetectionClass.Y_TITLE, (10, 90, 19, 97), 0.9)
    engine = FakeEngine(readings=[Reading("<", 0.5), Reading("y", 0.99), Reading("k", 0.85)])
    found = find_detected(make_picture([]), [], engine, [wide])
    assert [(label.text, label.rect.angle) for label in found] == [("y", 90.0)]
