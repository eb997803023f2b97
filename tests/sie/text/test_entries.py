"""Legend entries of one character beside their swatches."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from sie.text.entries import entry_ids, swatch_beside, with_entries_placed
from sie.text.label import Label
from sie.text.quads import TextRect

HEIGHT = 8.0


def make_picture() -> np.ndarray:
    return np.full((200, 300, 3), 255, np.uint8)


def entry(rgb: np.ndarray, text: str, y: int, *, swatch: str = "disc", x: int = 100, confidence: float = 0.95) -> Label:
    """A character at (x, y) with a swatch 14 px left of it."""
    if swatch == "disc":
        cv2.circle(rgb, (x - 14, y), 3, (220, 60, 40), -1)
    elif swatch == "line":
        cv2.line(rgb, (x - 34, y), (x - 12, y), (0, 0, 0), 2)
    return Label(TextRect((float(x), float(y)), 5.0, HEIGHT), text, confidence)


def ink(rgb: np.ndarray) -> np.ndarray:
    return (rgb.min(axis=2) < 128).astype(np.uint8)


@pytest.mark.parametrize(("texts", "swatch"), [("4fr", "disc"), ("fm", "line"), ("123", "disc"), ("AB", "line")])
def test_different_characters_beside_swatches_in_a_column_are_entries(texts: str, swatch: str) -> None:
    rgb = make_picture()
    labels = [entry(rgb, text, 40 + 20 * i, swatch=swatch, confidence=0.98) for i, text in enumerate(texts)]
    assert all(label.placed for label in with_entries_placed(rgb, labels))


def test_entries_of_a_row_are_found() -> None:
    rgb = make_picture()
    labels = [entry(rgb, text, 50, x=60 + 50 * i) for i, text in enumerate("468")]
    assert entry_ids(ink(rgb), labels) == {id(label) for label in labels}


@pytest.mark.parametrize(
    ("texts", "swatch", "confidence"),
    [("fr", "none", 0.95), ("xx", "disc", 0.95), ("oT", "disc", 0.95), ("fr", "disc", 0.6)],
)
def test_what_may_be_markers_is_no_entry(texts: str, swatch: str, confidence: float) -> None:
    rgb = make_picture()
    labels = [entry(rgb, t, 40 + 20 * i, swatch=swatch, confidence=confidence) for i, t in enumerate(texts)]
    assert entry_ids(ink(rgb), labels) == set()


def test_a_character_with_more_ink_right_behind_it_has_no_swatch() -> None:
    rgb = make_picture()
    label = entry(rgb, "4", 50)
    assert swatch_beside(ink(rgb), label.rect.box(), HEIGHT) is not None
    cv2.circle(rgb, (107, 50), 3, (220, 60, 40), -1)
    assert swatch_beside(ink(rgb), label.rect.box(), HEIGHT) is None


def test_of_three_entries_at_even_steps_one_may_be_read_badly() -> None:
    rgb = make_picture()
    labels = [
        entry(rgb, t, 40 + 20 * i, confidence=c) for i, (t, c) in enumerate([("x", 0.93), ("y", 1.0), ("z", 0.4)])
    ]
    assert len(entry_ids(ink(rgb), labels)) == 3


def test_badly_read_characters_at_uneven_steps_are_no_entries() -> None:
    rgb = make_picture()
    labels = [entry(rgb, t, y, confidence=c) for t, y, c in [("x", 40, 0.93), ("y", 60, 1.0), ("z", 95, 0.4)]]
    assert entry_ids(ink(rgb), labels) == set()


def test_a_swatch_in_the_colour_of_large_bars_is_seen() -> None:
    rgb = make_picture()
    labels = [entry(rgb, text, 40 + 20 * i, confidence=0.98) for i, text in enumerate("fr")]
    rgb[120:, :80] = (220, 60, 40)
    assert all(label.placed for label in with_entries_placed(rgb, labels))
