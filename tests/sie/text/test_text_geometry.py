from __future__ import annotations

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sie.text.decode import Alphabet
from sie.text.detect import find_rects
from sie.text.quads import TextRect, crop_rect

ANGLES = st.floats(-179, 180)
SIDES = st.floats(2, 200)


@given(st.floats(0, 500), st.floats(0, 500), SIDES, SIDES, ANGLES)
def test_text_rect_comes_back_from_its_corners(x: float, y: float, width: float, height: float, angle: float) -> None:
    rect = TextRect((x, y), width, height, angle)
    back = TextRect.from_corners(rect.corners())
    assert back.center == pytest.approx(rect.center, abs=1e-6)
    assert (back.width, back.height) == pytest.approx((width, height), abs=1e-6)
    assert abs((back.angle - angle + 180) % 360 - 180) < 0.51


@given(SIDES, SIDES, ANGLES)
def test_text_rect_box_holds_its_corners(width: float, height: float, angle: float) -> None:
    rect = TextRect((100, 50), width, height, angle)
    xs, ys = zip(*rect.corners(), strict=True)
    assert rect.box() == pytest.approx((min(xs), min(ys), max(xs), max(ys)), abs=1e-6)


def test_text_rect_at_90_degrees_begins_at_the_bottom() -> None:
    corners = TextRect.from_box(10, 20, 30, 100, angle=90.0).corners()
    assert corners[0] == pytest.approx((10, 100))
    assert corners[1] == pytest.approx((10, 20))


def test_text_rect_parts_lie_along_the_line() -> None:
    part = TextRect.from_box(10, 20, 30, 100, angle=90.0).part(0.0, 0.25)
    assert part.box() == pytest.approx((10, 80, 30, 100))


def test_crop_of_upright_rect_is_the_picture_itself() -> None:
    rgb = np.random.default_rng(1).integers(0, 255, (40, 60, 3), dtype=np.uint8)
    assert np.array_equal(crop_rect(rgb, TextRect.from_box(10, 5, 30, 25)), rgb[5:25, 10:30])


def test_crop_of_vertical_rect_is_turned_upright() -> None:
    rgb = np.random.default_rng(1).integers(0, 255, (40, 60, 3), dtype=np.uint8)
    crop = crop_rect(rgb, TextRect.from_box(10, 5, 20, 35, angle=90.0))
    assert np.array_equal(crop, np.rot90(rgb[5:35, 10:20], -1))


def make_probability(rect: TextRect, shape: tuple[int, int] = (200, 300)) -> np.ndarray:
    canvas = np.zeros(shape, dtype=np.float32)
    cv2.fillPoly(canvas, [np.round(np.array(rect.corners())).astype(np.int32)], 0.9)
    return canvas


@pytest.mark.parametrize("angle", [0.0, 90.0, 45.0, -30.0])
def test_detected_rect_grows_from_its_kernel(angle: float) -> None:
    kernel = TextRect((150, 100), 80, 10, angle)
    (found,) = find_rects(make_probability(kernel))
    assert found.center == pytest.approx(kernel.center, abs=1.5)
    assert found.angle == pytest.approx(angle, abs=2)
    assert found.height == pytest.approx(10 + 2 * 1.6 * 800 / 180, abs=4)


def test_detected_square_is_upright() -> None:
    (found,) = find_rects(make_probability(TextRect((150, 100), 12, 10, 40.0)))
    assert found.angle == 0.0


def test_faint_kernels_are_not_text() -> None:
    assert find_rects(0.25 * (make_probability(TextRect((150, 100), 80, 10)) > 0)) == []


CHARACTERS = ("1", "2", "-", "口", "中", " ", "O", "o", "d")


def make_probabilities(*steps: dict[str, float]) -> np.ndarray:
    table = np.zeros((len(steps), len(CHARACTERS) + 1), dtype=np.float32)
    for row, step in zip(table, steps, strict=True):
        for character, value in step.items():
            row[CHARACTERS.index(character) + 1 if character else 0] = value
    return table


def test_decoding_collapses_repeats_and_blanks() -> None:
    reading = Alphabet(CHARACTERS).decode(make_probabilities({"1": 0.9}, {"1": 0.8}, {"": 1}, {"1": 0.7}, {"2": 1}))
    assert reading.text == "112"
    assert reading.confidence == pytest.approx((0.9 + 0.7 + 1) / 3)


@pytest.mark.parametrize(
    ("steps", "text", "confidence"),
    [
        ([{"O": 0.5, "o": 0.2}, {"o": 0.7}, {"": 1}, {"d": 0.9}], "Od", 0.7),
        ([{"d": 0.9}, {"": 1}, {"O": 0.5, "o": 0.2}, {"o": 0.7}], "do", 0.8),
        ([{"d": 0.9}, {" ": 0.9}, {"o": 0.7}, {"O": 0.5, "o": 0.2}], "d O", (0.9 + 0.9 + 0.5) / 3),
        ([{"O": 0.9}, {"": 1}, {"o": 0.9}, {"d": 0.9}], "Ood", 0.9),
        ([{"O": 0.9}, {"O": 0.9}, {"o": 0.9}, {"d": 0.9}], "Ood", 0.9),
    ],
)
def test_decoding_takes_a_letter_read_in_both_cases_at_one_place_once(
    steps: list[dict[str, float]], text: str, confidence: float
) -> None:
    reading = Alphabet(CHARACTERS).decode(make_probabilities(*steps))
    assert reading.text == text
    assert reading.confidence == pytest.approx(confidence)


def test_decoding_tells_where_characters_stand() -> None:
    reading = Alphabet(CHARACTERS).decode(make_probabilities({"1": 1}, {"": 1}, {"2": 1}, {"": 1}), used=0.75)
    assert reading.positions == pytest.approx((0.5 / 4 / 0.75, 2.5 / 4 / 0.75))


def test_decoding_reads_a_lone_chinese_character_as_the_print_it_resembles() -> None:
    assert Alphabet(CHARACTERS).decode(make_probabilities({"口": 0.6, "-": 0.3})).text == "-"


def test_decoding_believes_a_sure_chinese_word() -> None:
    assert Alphabet(CHARACTERS).decode(make_probabilities({"口": 0.95}, {"中": 0.95})).text == "口中"
