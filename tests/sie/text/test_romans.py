from __future__ import annotations

import cv2
import numpy as np
import pytest

from sie.text.label import Label
from sie.text.quads import TextRect
from sie.text.romans import with_romans

PLACES = ((60, 100), (160, 100), (260, 100), (360, 100))
COLUMN = ((60, 40), (60, 70), (60, 100), (60, 130))
NUMERALS = ("I", "II", "III", "IV")


def picture(places: tuple[tuple[int, int], ...]) -> np.ndarray:
    rgb = np.full((160, 420, 3), 255, np.uint8)
    for (x, y), numeral in zip(places, NUMERALS, strict=True):
        for k in range(min(len(numeral), 3) if numeral != "IV" else 1):
            cv2.rectangle(rgb, (x + 4 * k, y), (x + 4 * k + 1, y + 10), (0, 0, 0), -1)
    x, y = places[3]
    cv2.line(rgb, (x + 4, y), (x + 8, y + 10), (0, 0, 0), 1)
    cv2.line(rgb, (x + 8, y + 10), (x + 12, y), (0, 0, 0), 1)
    return rgb


def four(places: tuple[tuple[int, int], ...]) -> Label:
    x, y = places[3]
    return Label(TextRect.from_box(x, y, x + 13, y + 11), "IV", 0.97)


@pytest.mark.parametrize("places", [PLACES, COLUMN])
def test_numerals_of_bare_strokes_are_found_beside_a_larger_one(places: tuple[tuple[int, int], ...]) -> None:
    found = with_romans(picture(places), [four(places)])
    assert [(label.text, label.rect.box()[:2]) for label in found[1:]] == list(zip(NUMERALS[:3], places, strict=False))


def test_strokes_read_as_ones_become_numerals() -> None:
    ones = [
        Label(TextRect.from_box(x, y, x + 4 * k + 2, y + 11), "1" * (k + 1), 0.6) for k, (x, y) in enumerate(PLACES[:3])
    ]
    assert {label.text for label in with_romans(picture(PLACES), [four(PLACES), *ones])} == set(NUMERALS)


def test_strokes_that_do_not_count_up_to_a_numeral_are_none() -> None:
    places = (PLACES[1], PLACES[0], PLACES[2], PLACES[3])
    assert [label.text for label in with_romans(picture(places), [four(places)])] == ["IV"]
