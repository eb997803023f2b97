"""A tick mark read as a dash is cut off the word beside it."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from sie.text.label import Label
from sie.text.quads import TextRect
from sie.text.tickmarks import without_tick_marks

BLANK = np.full((40, 120, 3), 255, np.uint8)


def cut(text: str, rgb: np.ndarray = BLANK) -> Label:
    return without_tick_marks(rgb, [Label(TextRect.from_box(5, 8, 95, 30), text, 0.9)])[0]


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("Paper -", "Paper"),
        ('Alder"', "Alder"),
        ("Alder”", "Alder"),
        ('the "best"', 'the "best"'),
        ('5"', '5"'),
        ("- Paper", "Paper"),
        ("Low – high", "Low – high"),
        ("- 5", "- 5"),
        ("x-ray", "x-ray"),
    ],
)
def test_only_a_lone_dash_beside_a_word_is_cut(text: str, label: str) -> None:
    assert cut(text).text == label


def test_rectangle_is_cut_to_the_words_ink() -> None:
    rgb = BLANK.copy()
    cv2.putText(rgb, "Paper", (8, 24), cv2.FONT_HERSHEY_SIMPLEX, 0.6, (0, 0, 0), 1, cv2.LINE_AA)
    rgb[18:20, 80:94] = 0
    ink = np.nonzero((rgb[:, :75] < 128).any(axis=(0, 2)))[0]
    x0, _y0, x1, _y1 = cut("Paper -", rgb).rect.box()
    assert (x0, x1) == pytest.approx((ink[0], ink[-1] + 1), abs=1.5)


@pytest.mark.parametrize(
    ("text", "line", "label"),
    [
        ("Paper-", 102, "Paper"),
        ("Paper–", 102, "Paper"),
        ("Paper-", None, "Paper-"),
        ("A-", 102, "A-"),
        ("x-ray", 102, "x-ray"),
    ],
)
def test_a_dash_right_behind_a_word_is_a_tick_mark_where_it_meets_the_axis_line(
    text: str, line: int | None, label: str
) -> None:
    rgb = BLANK.copy()
    cv2.putText(rgb, "Paper", (8, 24), cv2.FONT_HERSHEY_SIMPLEX, 0.6, (0, 0, 0), 1, cv2.LINE_AA)
    rgb[18:20, 80:102] = 90
    if line is not None:
        rgb[:, line : line + 2] = 90
    assert cut(text, rgb).text == label
