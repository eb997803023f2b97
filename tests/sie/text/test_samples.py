from __future__ import annotations

import cv2
import numpy as np
import pytest

from sie.text.label import Label
from sie.text.quads import TextRect
from sie.text.samples import without_samples


def picture() -> np.ndarray:
    """A line sample from x = 10 to 36 and letters from 42 on, on white."""
    rgb = np.full((30, 120, 3), 255, np.uint8)
    cv2.line(rgb, (10, 15), (35, 15), (80, 112, 221), 2)
    cv2.circle(rgb, (23, 15), 5, (80, 112, 221), -1)
    for x in range(42, 100, 8):
        cv2.rectangle(rgb, (x, 10), (x + 5, 20), (60, 60, 60), -1)
    return rgb


def label(text: str) -> Label:
    return Label(TextRect.from_box(10, 8, 101, 22), text, 0.95)


@pytest.mark.parametrize("text", ["-O- Visitors", "-O-Visitors", "O- Visitors", "-0 -O- Visitors"])
def test_a_line_sample_before_a_label_is_taken_off_with_its_place(text: str) -> None:
    (found,) = without_samples(picture(), [label(text)])
    assert found.text == "Visitors"
    assert found.rect.box()[0] == pytest.approx(42, abs=1.5)
    assert text in found.alternatives


@pytest.mark.parametrize("text", ["-0 [I] = 5 mM", "Δ· [I] = 5 mM", "–o (b) late", "-∇- Visitors"])
def test_a_marker_and_its_stroke_before_a_bracket_or_a_word_are_taken_off(text: str) -> None:
    (found,) = without_samples(picture(), [label(text)])
    assert found.text == text.split(" ", 1)[1]
    assert found.rect.box()[0] == pytest.approx(42, abs=1.5)


@pytest.mark.parametrize("text", ["o-xylene", "O-ring", "-0.5 V", "-10", "0 (cold)", "Δ T (K)", "Visitors"])
def test_labels_that_begin_with_letters_or_numbers_stay(text: str) -> None:
    before = label(text)
    assert without_samples(picture(), [before]) == [before]


def test_a_label_that_was_cut_off_its_sample_before_keeps_its_place() -> None:
    (found,) = without_samples(picture(), [Label(TextRect.from_box(42, 8, 101, 22), "-O- Visitors", 0.95)])
    assert found.text == "Visitors"
    assert found.rect.box()[0] == pytest.approx(42)
