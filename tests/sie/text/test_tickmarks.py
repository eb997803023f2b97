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
        ("18-24 =", "18-24"),
        ("a = b", "a = b"),
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


@pytest.mark.parametrize("word", ["MOMIT", "WMWIT", "Wavy"])
def test_a_word_of_wide_and_narrow_letters_is_not_cut_before_its_end(word: str) -> None:
    rgb = np.full((40, 140, 3), 255, np.uint8)
    (width, _), _ = cv2.getTextSize(word, cv2.FONT_HERSHEY_DUPLEX, 0.7, 1)
    cv2.putText(rgb, word, (8, 26), cv2.FONT_HERSHEY_DUPLEX, 0.7, (0, 0, 0), 1, cv2.LINE_AA)
    rgb[18:20, width + 14 : width + 22] = 0
    ink = np.nonzero((rgb[:, : width + 10] < 128).any(axis=(0, 2)))[0]
    label = Label(TextRect.from_box(5, 6, width + 24, 30), f"{word} -", 0.9)
    _x0, _y0, x1, _y1 = without_tick_marks(rgb, [label])[0].rect.box()
    assert x1 == pytest.approx(ink[-1] + 1, abs=1.5)


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


def column(texts: list[str], gap: int, *, dash: int = 14, right: bool = False) -> list[Label]:
    """Numbers in a column, begun or ended at one place, those with a minus in their text with a dash at a gap."""
    rgb = np.full((40 * len(texts), 160, 3), 255, np.uint8)
    labels = []
    for i, text in enumerate(texts):
        digits = text.lstrip("- ")
        (width, _), _ = cv2.getTextSize(digits, cv2.FONT_HERSHEY_SIMPLEX, 0.7, 2)
        start = 120 - width if right else 50
        if not right and not text.startswith("-") and gap < 5:
            start -= dash + gap
        cv2.putText(rgb, digits, (start, 40 * i + 28), cv2.FONT_HERSHEY_SIMPLEX, 0.7, (0, 0, 0), 2, cv2.LINE_AA)
        left = start - gap - dash if text.startswith("-") else start
        if text.startswith("-"):
            rgb[40 * i + 20 : 40 * i + 22, left : left + dash] = 0
        labels.append(Label(TextRect.from_box(left - 1, 40 * i + 10, start + width + 2, 40 * i + 31), text, 0.9))
    return without_tick_marks(rgb, labels)


def test_dashes_far_before_a_column_of_numbers_are_tick_marks() -> None:
    assert [label.text for label in column(["- 30", "-20", "- 10"], 9)] == ["30", "20", "10"]


def test_a_shorter_number_below_the_others_digits_tells_that_their_dashes_are_tick_marks() -> None:
    assert [label.text for label in column(["-30", "-20", "-10", "0"], 5)] == ["30", "20", "10", "0"]


@pytest.mark.parametrize("right", [False, True])
def test_dashes_near_their_digits_are_minus_signs(right: bool) -> None:
    texts = ["-30", "-20", "-10", "0", "10"]
    assert [label.text for label in column(texts, 2, right=right)] == texts
