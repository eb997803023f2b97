from __future__ import annotations

import numpy as np
import pytest
from drawn_text import make_canvas, make_reading, write
from PIL import ImageDraw, ImageFont

from sie.text.engine import Reading
from sie.text.ink import find_runs
from sie.text.refine import mark_exponent
from sie.text.split import split_line


def texts(rgb: np.ndarray, reading: Reading) -> list[str]:
    return [piece.text for piece in split_line(rgb, reading)]


def draw_words(*words: tuple[float, str], width: int = 400) -> tuple[np.ndarray, Reading]:
    """A line with words at given places, and its true reading."""
    canvas = make_canvas(width, 40)
    text, positions = "", []
    for x, word in words:
        before = np.array(canvas)
        write(canvas, x, 8, word)
        changed = np.nonzero((np.array(canvas) != before).any(axis=(0, 2)))[0]
        first, last = changed[0], changed[-1] + 1
        if text:
            text += " "
            positions.append((first - 3) / width)
        text += word
        positions += [(first + (index + 0.5) * (last - first) / len(word)) / width for index in range(len(word))]
    return np.array(canvas), Reading(text, 0.99, tuple(positions))


def test_numbers_side_by_side_are_split() -> None:
    rgb, reading = draw_words((10, "1951"), (80, "1952"), (150, "1953"))
    assert texts(rgb, reading) == ["1951", "1952", "1953"]


def test_merged_months_are_split_at_the_gap() -> None:
    rgb, reading = draw_words((10, "Mar"), (90, "Apr"))
    merged = Reading(reading.text.replace(" ", ""), 0.9, tuple(np.delete(reading.positions, 3)))
    assert texts(rgb, merged) == ["Mar", "Apr"]


def test_words_of_a_title_stay_together() -> None:
    rgb, reading = draw_words((10, "Fuel"), (66, "economy"))
    assert texts(rgb, reading) == ["Fuel economy"]


def test_thousands_stay_together() -> None:
    rgb, reading = draw_words((10, "10"), (45, "000"))
    assert texts(rgb, reading) == ["10 000"]


def test_colored_patch_between_legend_labels_splits_and_is_dropped() -> None:
    rgb, reading = draw_words((10, "Male"), (110, "Female"))
    rgb[8:28, 80:100] = (200, 30, 30)
    pieces = split_line(rgb, reading)
    assert [piece.text for piece in pieces] == ["Male", "Female"]
    assert pieces[0].box[2] < 80


def test_tick_mark_behind_a_number_is_dropped() -> None:
    rgb, reading = draw_words((10, "12"))
    rgb[18:20, 46:60] = 0
    x = reading.positions
    pieces = split_line(rgb, Reading("12-", 0.9, (*x, 53 / 400)))
    assert [piece.text for piece in pieces] == ["12"]
    assert pieces[0].box[2] < 46


def test_piece_box_is_tight() -> None:
    rgb, reading = draw_words((50, "250"))
    (piece,) = split_line(rgb, reading)
    ys, xs = np.nonzero(rgb.min(axis=2) < 128)
    assert piece.box == pytest.approx((xs.min(), ys.min(), xs.max() + 1, ys.max() + 1), abs=1)


def test_bold_letters_are_not_swatches() -> None:
    canvas = make_canvas(200, 40)
    ImageDraw.Draw(canvas)
    for shift in (0, 1, 2):
        write(canvas, 10 + shift, 8, "date")
    assert not any(run.swatch for run in find_runs(np.array(canvas)))


def test_empty_crop_has_no_pieces() -> None:
    assert split_line(np.full((30, 60, 3), 255, dtype=np.uint8), Reading("x", 0.5, (0.5,))) == ()


def draw_power(raise_by: int, size: int) -> str:
    canvas = make_canvas(120, 60)
    write(canvas, 10, 20, "10", size=32)
    write(canvas, 52, 20 - raise_by, "3", size=size)
    rgb = np.array(canvas)
    (piece,) = split_line(rgb, make_reading(rgb, "103"))
    return mark_exponent(piece)


def test_raised_small_digit_is_an_exponent() -> None:
    assert draw_power(8, 20) == "10^3"


def test_digit_on_the_line_is_no_exponent() -> None:
    assert draw_power(0, 32) == "103"


def test_negative_numbers_that_touch_are_split() -> None:
    rgb, reading = draw_words((10, "-60"), (58, "-40"))
    joined = Reading("-60-40", 0.9, tuple(np.delete(reading.positions, 3)))
    assert texts(rgb, joined) == ["-60", "-40"]


def test_numbers_that_may_be_thousands_are_split_on_request() -> None:
    rgb, reading = draw_words((10, "100"), (62, "120"))
    assert texts(rgb, reading) == ["100 120"]
    assert [piece.text for piece in split_line(rgb, reading, thousands=False)] == ["100", "120"]


def test_widely_spaced_sentence_stays_together() -> None:
    canvas = make_canvas(900, 40)
    text, positions, x = "", [], 10
    for word in ("Fuel", "economy", "declines", "as", "weight"):
        before = np.array(canvas)
        write(canvas, x, 8, word)
        changed = np.nonzero((np.array(canvas) != before).any(axis=(0, 2)))[0]
        if text:
            text += " "
            positions.append((x - 10) / 900)
        text += word
        positions += [(changed[0] + (k + 0.5) * len(changed) / len(word)) / 900 for k in range(len(word))]
        x = int(changed[-1]) + 24
    assert texts(np.array(canvas), Reading(text, 0.99, tuple(positions))) == [text]


def test_open_patch_between_legend_labels_splits_and_letters_are_no_patches() -> None:
    rgb, reading = draw_words((10, "BED"), (130, "HOME"))
    rgb[8:28, 95:115] = 0
    rgb[10:26, 97:113] = 255
    assert texts(rgb, reading) == ["BED", "HOME"]
    assert sum(run.swatch for run in find_runs(rgb)) == 1


def test_tick_mark_behind_a_name_is_dropped_and_a_hyphen_is_not() -> None:
    rgb, reading = draw_words((10, "Cameron"))
    xs = np.nonzero(rgb.min(axis=2) < 128)[1]
    end = int(xs.max()) + 1
    ticked, hyphenated = rgb.copy(), rgb.copy()
    ticked[18:20, end + 10 : end + 20] = 0
    hyphenated[18:20, end + 2 : end + 9] = 0
    tick = Reading("Cameron-", 0.9, (*reading.positions, (end + 15) / 400))
    hyphen = Reading("Cameron-", 0.9, (*reading.positions, (end + 5) / 400))
    assert texts(ticked, tick) == ["Cameron"]
    assert texts(hyphenated, hyphen) == ["Cameron-"]


def test_line_samples_between_legend_labels_split_and_are_dropped() -> None:
    rgb, reading = draw_words((10, "Tree"), (100, "--"), (150, "1"), (200, "--"), (250, "2"))
    assert texts(rgb, reading) == ["Tree", "1", "2"]


def test_dash_in_a_title_does_not_split() -> None:
    rgb, reading = draw_words((10, "Sales"), (76, "-"), (94, "2010"))
    assert texts(rgb, reading) == ["Sales - 2010"]


def draw_row(texts_: list[str], *, left: float = 10, pitch: float, size: int = 24) -> tuple[np.ndarray, Reading]:
    """Numbers at even middles, close together, read as one text without blanks."""
    font = ImageFont.load_default(size)
    width = int(left + pitch * len(texts_) + 20)
    canvas = make_canvas(width, 40)
    text, positions = "", []
    for index, word in enumerate(texts_):
        x = left + (index + 0.5) * pitch - font.getlength(word) / 2
        write(canvas, x, 8, word, size=size)
        text += word
        positions += [(x + font.getlength(word[:k]) + 5) / width for k in range(len(word))]
    return np.array(canvas), Reading(text, 0.99, tuple(positions))


@pytest.mark.parametrize(
    ("row", "gap"),
    [
        (["2000.0", "2002.5", "2005.0", "2007.5"], 9),
        (["0.0", "0.2", "0.4", "0.6", "0.8"], 8),
        (["1.00", "1.25", "1.50"], 9),
        (["2012", "2014", "2016", "2018"], 9),
        (["0.5", "1.0", "1.5", "2.0"], 10),
    ],
)
def test_numbers_that_nearly_touch_are_split_where_they_step_evenly(row: list[str], gap: float) -> None:
    widest = max(ImageFont.load_default(24).getlength(number) for number in row)
    rgb, reading = draw_row(row, pitch=widest + gap)
    assert texts(rgb, reading) == row


@pytest.mark.parametrize("number", ["123456", "2012.25", "100200300", "0.25", "1951"])
def test_one_number_stays_whole(number: str) -> None:
    rgb, reading = draw_words((10, number))
    assert texts(rgb, reading) == [number]


@pytest.mark.parametrize(
    "row", [["11-20", "21-40", "41-60", "61-80"], ["Q1/19", "Q2/19", "Q3/19"], ["3-4y", "5-6y", "7-8y"]]
)
def test_labels_without_blanks_are_split_at_even_gaps(row: list[str]) -> None:
    widest = max(ImageFont.load_default(24).getlength(label) for label in row)
    rgb, reading = draw_row(row, pitch=widest + 12)
    assert texts(rgb, reading) == row


@pytest.mark.parametrize(
    ("read", "parts"),
    [
        ("AbcDef", ["Abc", "Def"]),
        ("50100-200", ["50", "100", "200"]),
        ("Control-Treated", ["Control", "Treated"]),
        ("Groupab", ["Group", "a", "b"]),
    ],
)
def test_legend_row_is_split_at_samples_that_were_not_read(read: str, parts: list[str]) -> None:
    canvas = make_canvas(600, 40)
    pen = ImageDraw.Draw(canvas)
    positions, x = [], 20.0
    font = ImageFont.load_default(24)
    for index, part in enumerate(parts):
        if index:
            pen.line((x + 20, 18, x + 28, 18), fill=(0, 0, 0), width=2)
            pen.polygon([(x + 34, 24), (x + 41, 11), (x + 48, 24)], fill=(0, 0, 0))
            pen.line((x + 54, 18, x + 62, 18), fill=(0, 0, 0), width=2)
            if read[sum(len(p) for p in parts[:index])] == "-":
                positions.append((x + 24) / 600)
            x += 82
        write(canvas, x, 8, part)
        positions += [(x + font.getlength(part[:k]) + 5) / 600 for k in range(len(part))]
        x += font.getlength(part)
    if len(positions) < len(read):
        dash = read.index("-")
        before = positions[dash - 1] * 600
        positions.insert(dash, (before + 40) / 600)
    rgb = np.array(canvas)
    assert texts(rgb, Reading(read, 0.95, tuple(positions))) == parts


@pytest.mark.parametrize("text", ["n = 10", "T = 300", "k = 4", "a ≥ 3", "p ≤ 1"])
def test_signs_between_words_do_not_split_them(text: str) -> None:
    first, sign, last = text.split()
    font = ImageFont.load_default(24)
    after = 10 + font.getlength(first) + 9
    rgb, reading = draw_words((10, first), (after, sign), (after + font.getlength(sign) + 9, last))
    assert texts(rgb, reading) == [text]


def test_round_marker_cut_by_the_left_edge_is_no_bracket() -> None:
    canvas = make_canvas(120, 40)
    ImageDraw.Draw(canvas).ellipse((-26, 6, 5, 32), outline=(60, 130, 180), width=3)
    write(canvas, 40, 8, "C")
    rgb = np.array(canvas)
    assert texts(rgb, Reading(") C", 0.74, (3 / 120, 20 / 120, 48 / 120))) == ["C"]


def test_bracket_within_a_text_stays() -> None:
    rgb, reading = draw_words((10, "(a)"), (50, "Cost"))
    assert texts(rgb, reading) == ["(a) Cost"]


def test_equals_sign_behind_a_dash_of_a_sample_is_no_sample() -> None:
    rgb, reading = draw_words((10, "-"), (40, "n"), (60, "="), (80, "0.24"), (140, "/s"))
    assert texts(rgb, reading) == ["-", "n = 0.24 /s"]


def test_patches_part_the_names_of_a_legend_of_many_entries() -> None:
    names, x, words = ("A1", "B2", "Observed", "Fit"), 30.0, []
    for name in names:
        words.append((x, name))
        x += ImageFont.load_default(24).getlength(name) + 28
    rgb, reading = draw_words(*words, width=480)
    for x, _ in words:
        rgb[12:24, int(x) - 18 : int(x) - 6] = (200, 30, 30)
    merged = Reading("".join(names), 0.9, tuple(np.delete(reading.positions, (2, 5, 14))))
    assert texts(rgb, merged) == list(names)


def test_names_in_the_colours_of_their_series_are_no_patches() -> None:
    rgb, reading = draw_words((30, "Dataset2"), (200, "Dataset3"), width=330)
    for left, right, color in ((0, 140, (0, 128, 0)), (140, 330, (0, 0, 200))):
        part = rgb[:, left:right]
        part[part.min(axis=2) < 200] = color
    rgb[16:19, 155:192] = (0, 0, 200)
    merged = Reading("Dataset2Dataset3", 0.9, tuple(np.delete(reading.positions, 8)))
    assert texts(rgb, merged) == ["Dataset2", "Dataset3"]


def test_words_in_colours_of_their_own_are_parts_of_a_sentence() -> None:
    rgb, reading = draw_words((10, "Higher"), (94, "for"), (136, "yellow"), (220, "than"), (280, "blue"), (340, "ones"))
    for left, right, color in ((132, 214, (200, 80, 0)), (276, 335, (0, 90, 170))):
        part = rgb[:, left:right]
        part[part.min(axis=2) < 200] = color
    assert texts(rgb, reading) == ["Higher for yellow than blue ones"]
