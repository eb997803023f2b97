"""Lone letters that look alike in both sizes are told apart by the height of the picture's digits."""

from __future__ import annotations

import pytest

from sie.text.label import Label
from sie.text.letter_size import correct_case
from sie.text.quads import TextRect

DIGITS_HIGH = 10.0


def label(text: str, width: float, height: float) -> Label:
    return Label(TextRect.from_box(50, 50, 50 + width, 50 + height), text, 0.99)


def numbers(height: float = DIGITS_HIGH) -> list[Label]:
    return [label(text, 18, height) for text in ("10", "20", "-30")]


@pytest.mark.parametrize(
    ("text", "width", "height", "read"),
    [("X", 7, 7.5, "x"), ("X", 8, 9.0, "x"), ("X", 9, 10.0, "X"), ("C", 7, 7.5, "c"), ("K", 7, 7.5, "K")],
)
def test_a_letter_lower_than_the_digits_is_a_small_one(text: str, width: float, height: float, read: str) -> None:
    assert correct_case([*numbers(), label(text, width, height)])[-1].text == read


def test_a_capital_on_its_side_is_as_wide_as_the_digits_are_high() -> None:
    lying = [label("2", 10, 7), label("5", 10, 7)]
    assert correct_case([*numbers()[:1], *lying, label("C", 10, 7.5)])[-1].text == "C"
    assert correct_case([*numbers()[:1], *lying, label("C", 7.5, 7)])[-1].text == "c"


def test_small_letters_tell_where_there_are_no_numbers() -> None:
    assert correct_case([label("a", 7, 8), label("C", 7, 8.2)])[-1].text == "c"
    assert correct_case([label("a", 7, 8), label("C", 8, 10.5)])[-1].text == "C"


def test_nothing_is_told_without_numbers_and_words_stay() -> None:
    assert correct_case([*numbers()[:2], label("X", 7, 7)])[-1].text == "X"
    assert correct_case([*numbers(), label("XX", 14, 7)])[-1].text == "XX"
