from __future__ import annotations

import numpy as np
import pytest
from drawn_text import FakeEngine, ink_box, make_canvas, write

from sie.text.cut import read_cut, widen
from sie.text.engine import Reading
from sie.text.quads import TextRect
from sie.text.turned import has_stacked_ink, turn_vertical


def make_number() -> np.ndarray:
    canvas = make_canvas(200, 80)
    write(canvas, 60, 30, "2000", size=20)
    return np.array(canvas)


def test_rect_that_cuts_a_glyph_is_widened_to_the_end_of_the_text() -> None:
    rgb = make_number()
    x0, y0, x1, y1 = ink_box(rgb)
    wide = widen(rgb, TextRect.from_box(x0 - 4, y0 - 4, (x0 + x1) / 2 + 3, y1 + 4)).box()
    assert wide[0] == pytest.approx(x0 - 4)
    assert x1 <= wide[2] < x1 + 12


def test_rect_around_all_of_the_text_stays() -> None:
    rgb = make_number()
    x0, y0, x1, y1 = ink_box(rgb)
    rect = TextRect.from_box(x0 - 4, y0 - 4, x1 + 4, y1 + 4)
    assert widen(rgb, rect) == rect


@pytest.mark.parametrize("line", [np.s_[:, 116:118], np.s_[37:39, 112:125]])
def test_axis_lines_and_tick_marks_do_not_widen(line: tuple[slice, slice]) -> None:
    rgb = make_number()
    rgb[line] = 0
    x0, y0, _, y1 = ink_box(make_number())
    rect = TextRect.from_box(x0 - 4, y0 - 4, 117, y1 + 4)
    assert widen(rgb, rect) == rect


def test_widened_text_is_read_again_and_kept_when_it_is_longer() -> None:
    rgb = make_number()
    x0, y0, x1, y1 = ink_box(rgb)
    rect = TextRect.from_box(x0 - 4, y0 - 4, (x0 + x1) / 2 + 3, y1 + 4)
    ((_, longer),) = read_cut(rgb, [(rect, Reading("20", 0.9))], FakeEngine(readings=[Reading("2000", 0.99)]))
    ((_, same),) = read_cut(rgb, [(rect, Reading("20", 0.9))], FakeEngine(readings=[Reading("2", 0.99)]))
    assert (longer.text, same.text) == ("2000", "20")


def make_square(text: str, *, lying: bool) -> tuple[np.ndarray, TextRect]:
    canvas = make_canvas(80, 80)
    write(canvas, 25, 30, text, size=20)
    rgb = np.array(canvas)
    if lying:
        rgb = np.ascontiguousarray(np.rot90(rgb))
    x0, y0, x1, y1 = ink_box(rgb)
    return rgb, TextRect.from_box(x0 - 4, y0 - 4, x1 + 4, y1 + 4)


def test_short_label_on_its_side_is_read_along_its_line() -> None:
    rgb, rect = make_square("60", lying=True)
    engine = FakeEngine(readings=[Reading("60", 0.99), Reading("09", 0.8)])
    ((turned, reading),) = turn_vertical(rgb, [(rect, Reading("60", 0.9))], engine)
    assert (turned.angle, reading.text) == (90.0, "60")
    assert turned.box() == pytest.approx(rect.box())


def test_short_upright_label_is_not_turned() -> None:
    rgb, rect = make_square("60", lying=False)
    engine = FakeEngine()
    assert turn_vertical(rgb, [(rect, Reading("60", 0.9))], engine) == [(rect, Reading("60", 0.9))]
    assert engine.crops == []


@pytest.mark.parametrize(
    ("seen", "rest"), [("Share (", "%)"), ("Mass (", "g)"), ("Load [", "kN]"), ("Rate (1", "/s)"), ("Time (", "h)")]
)
def test_text_with_an_open_bracket_goes_on_behind_a_gap(seen: str, rest: str) -> None:
    canvas = make_canvas(240, 60)
    write(canvas, 20, 20, seen, size=20)
    x0, y0, x1, y1 = ink_box(np.array(canvas))
    write(canvas, x1 + 6, 20, rest, size=20)
    rgb = np.array(canvas)
    rect = TextRect.from_box(x0 - 4, y0 - 4, x1 + 3, y1 + 4)
    assert widen(rgb, rect) == rect
    assert widen(rgb, rect, open_end=True).box()[2] >= ink_box(rgb)[2]


def test_short_word_on_its_side_is_turned_though_one_letter_was_read() -> None:
    rgb, rect = make_square("Fir", lying=True)
    engine = FakeEngine(readings=[Reading("Fir", 0.99), Reading("u", 0.3)])
    ((turned, reading),) = turn_vertical(rgb, [(rect, Reading("F", 0.94))], engine)
    assert (reading.text, turned.angle) == ("Fir", 90.0)


def test_only_glyphs_on_their_side_have_a_gap_across_them() -> None:
    upright, digit = make_square("6", lying=False)
    assert not has_stacked_ink(upright, digit)
    assert not has_stacked_ink(upright, digit.turned(90.0))
    lying, rect = make_square("60", lying=True)
    assert has_stacked_ink(lying, rect)
    assert has_stacked_ink(lying, rect.turned(-90.0))
