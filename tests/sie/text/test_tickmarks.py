"""A tick mark read as a dash is cut off the word beside it."""

from __future__ import annotations

import pytest

from sie.text.label import Label
from sie.text.quads import TextRect
from sie.text.tickmarks import without_tick_marks


def cut(text: str) -> Label:
    return without_tick_marks([Label(TextRect.from_box(0, 0, 70, 10), text, 0.9)])[0]


@pytest.mark.parametrize(
    ("text", "label"),
    [("Paper -", "Paper"), ("- Paper", "Paper"), ("Low – high", "Low – high"), ("- 5", "- 5"), ("x-ray", "x-ray")],
)
def test_only_a_lone_dash_beside_a_word_is_cut(text: str, label: str) -> None:
    assert cut(text).text == label


def test_rectangle_is_cut_with_the_dash() -> None:
    assert cut("Paper -").rect.box() == pytest.approx((0, 0, 50, 10))
