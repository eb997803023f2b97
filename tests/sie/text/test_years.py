"""Years read as one number are taken apart where they follow each other in one step."""

from __future__ import annotations

import pytest

from sie.text.label import Label
from sie.text.quads import TextRect
from sie.text.years import part_years

DIGITS_HIGH = 7.0


def label(text: str, x0: float, x1: float, *, y: float = 170.0, angle: float = 0.0) -> Label:
    return Label(TextRect.from_box(x0, y - DIGITS_HIGH / 2, x1, y + DIGITS_HIGH / 2, angle=angle), text, 0.99)


def texts(labels: list[Label]) -> list[str]:
    return [one.text for one in labels]


def test_years_in_one_step_are_parted_at_their_places() -> None:
    pitch, width = 23.0, 21.0
    parted = part_years([label("201020112012201320142015", 40, 40 + 5 * pitch + width)])
    assert texts(parted) == ["2010", "2011", "2012", "2013", "2014", "2015"]
    middles = [one.rect.center[0] for one in parted]
    assert middles == pytest.approx([40 + width / 2 + pitch * k for k in range(6)], abs=1.0)


def test_two_years_are_parted_in_a_row_of_parted_ones_only() -> None:
    pair, row = label("20102011", 40, 84), label("201220132014", 86, 153)
    assert texts(part_years([pair, row])) == ["2010", "2011", "2012", "2013", "2014"]
    assert texts(part_years([pair])) == ["20102011"]
    assert texts(part_years([label("20102011", 40, 84, y=20), row]))[0] == "20102011"
    assert texts(part_years([label("20102015", 40, 84), row]))[0] == "20102015"


@pytest.mark.parametrize("text", ["2012", "201220192013", "20122012", "120000000000", "2012 2013 2014", "2012-2013"])
def test_other_texts_stay_whole(text: str) -> None:
    assert texts(part_years([label(text, 40, 120)])) == [text]
