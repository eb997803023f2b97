"""What the labels of a chart say about each other: noise, joined words, rows, gaps, exponents, spelling."""

from __future__ import annotations

import numpy as np
import pytest
from drawn_text import FakeEngine, ink_box, make_canvas, write
from PIL import ImageDraw, ImageFilter

from sie.text.engine import RawText, Reading
from sie.text.exponents import find_exponents
from sie.text.gaps import find_in_gaps
from sie.text.joining import join_fragments
from sie.text.label import Label
from sie.text.missed import find_missed
from sie.text.noise import are_aligned, drop_noise, even_lines
from sie.text.quads import TextRect
from sie.text.refine import refine_texts
from sie.text.spelling import correct_rows, correct_spelling
from sie.text.turned_rows import turn_with_rows

HEIGHT = 10.0


def make_label(
    text: str, x: float, y: float, *, confidence: float = 0.99, angle: float = 0.0, height: float = HEIGHT
) -> Label:
    """A label whose middle is at (x, y), as wide as its text is long."""
    return Label(TextRect((x, y), 0.6 * height * len(text), height, angle), text, confidence)


def texts(labels: list[Label]) -> list[str]:
    return [label.text for label in labels]


def make_ticks() -> list[Label]:
    return [make_label(str(value), 20, 300 - 2 * value) for value in (10, 20, 30, 40, 50)]


def test_swarm_of_circles_is_dropped_and_words_stay() -> None:
    rng = np.random.default_rng(3)
    circles = [make_label("o", *rng.uniform(60, 400, 2), confidence=0.8) for _ in range(30)]
    kept = drop_noise([make_label("Weight", 200, 420), *make_ticks(), *circles])
    assert texts(kept) == ["Weight", "10", "20", "30", "40", "50"]


def test_lone_title_letter_is_kept_beside_a_swarm() -> None:
    rng = np.random.default_rng(3)
    circles = [make_label("o", *rng.uniform(60, 300, 2), confidence=0.8) for _ in range(30)]
    assert "x" in texts(drop_noise([make_label("x", 200, 480), *make_ticks(), *circles]))


def test_lone_digit_in_the_column_of_ticks_is_kept() -> None:
    assert "0" in texts(drop_noise([*make_ticks(), make_label("0", 23, 300, confidence=0.5)]))


def test_row_of_letters_is_kept() -> None:
    letters = [make_label(letter, 50 + 20 * index, 300, confidence=0.75) for index, letter in enumerate("TOAIX")]
    assert texts(drop_noise(letters)) == list("TOAIX")


def test_tick_mark_read_as_a_letter_is_dropped() -> None:
    assert texts(drop_noise([*make_ticks(), make_label("T", 100, 290, height=4)])) == ["10", "20", "30", "40", "50"]


def test_even_lines_allow_gaps_but_not_uneven_places() -> None:
    even = [make_label("a", x, 10) for x in (0, 30, 60, 120)]
    uneven = [make_label("a", x, 10) for x in (0, 30, 41, 88)]
    assert len(even_lines(even, at_least=4)) == 1
    shaky = [make_label("a", 22.1 * index + 0.4 * (-1) ** index, 10) for index in range(26)]
    assert len(even_lines(shaky, at_least=26)) == 1
    assert even_lines(uneven, at_least=4) == []


def test_labels_of_different_height_are_not_aligned() -> None:
    assert are_aligned(make_label("10", 0, 0), make_label("20", 0, 50))
    assert not are_aligned(make_label("10", 0, 0), make_label("20", 0, 50, height=20))


@pytest.mark.parametrize("angle", [0.0, 90.0])
def test_torn_title_is_joined(angle: float) -> None:
    along, _ = TextRect((0, 0), 1, 1, angle).axes()
    left = make_label("Current", 100, 100, angle=angle)
    reach = left.rect.width / 2 + 4 + 0.5 * 0.6 * HEIGHT * 4
    right = make_label("(mA)", 100 + reach * along[0], 100 + reach * along[1], angle=angle)
    (joined,) = join_fragments([right, left])
    assert joined.text == "Current (mA)"
    assert joined.rect.width == pytest.approx(left.rect.width + 4 + right.rect.width)


def test_neighbouring_numbers_are_not_joined() -> None:
    assert len(join_fragments([make_label("1951", 100, 100), make_label("1952", 128, 100)])) == 2


def test_torn_decimals_are_joined() -> None:
    assert texts(join_fragments([make_label("29", 100, 100), make_label(".9", 114, 100)])) == ["29.9"]


def test_raised_label_behind_ten_is_its_exponent() -> None:
    base = make_label("10", 100, 100)
    exponent = make_label("3", 110, 95, height=7)
    (power,) = find_exponents(np.full((200, 200, 3), 255, np.uint8), [base, exponent], FakeEngine())
    assert power.text == "10^3"
    assert power.rect.box()[1] == pytest.approx(91.5)


def test_label_on_the_line_of_ten_is_no_exponent() -> None:
    labels = [make_label("10", 100, 100), make_label("3", 112, 100)]
    assert texts(find_exponents(np.full((200, 200, 3), 255, np.uint8), labels, FakeEngine())) == ["10", "3"]


def test_lost_exponents_of_log_ticks_are_looked_up() -> None:
    canvas = make_canvas(200, 300)
    labels = []
    for y in (50, 150, 250):
        write(canvas, 40, y, "10", size=20)
        write(canvas, 64, y - 6, "2", size=12)
        labels.append(Label(TextRect.from_box(40, y, 62, y + 15), "10", 0.99))
    engine = FakeEngine(readings=[Reading(text, 0.9, (0.5,)) for text in "432"])
    assert texts(find_exponents(np.array(canvas), labels, engine)) == ["10^4", "10^3", "10^2"]


def test_missing_digit_of_a_column_is_found_by_its_ink() -> None:
    canvas = make_canvas(200, 300)
    labels = []
    for y in (50, 100, 150, 200):
        write(canvas, 40, y, "25", size=20)
        if y != 150:
            labels.append(Label(TextRect.from_box(40, y, 62, y + 14), "25", 0.99))
    engine = FakeEngine(readings=[Reading("25", 0.9, (0.3, 0.7))])
    (found,) = find_missed(np.array(canvas), labels, engine)
    assert found.text == "25"
    assert found.rect.center[1] == pytest.approx(157, abs=2)


def test_a_pale_small_letter_between_others_is_found_by_its_ink() -> None:
    canvas = make_canvas(300, 60)
    labels = []
    for index, letter in enumerate("abc"):
        write(canvas, 50 + 80 * index, 30 if letter == "b" else 32, letter, size=10, color=(77, 77, 77))
        if letter != "b":
            rgb = np.array(canvas)[:, 40 + 80 * index :]
            x0, y0, x1, y1 = ink_box(rgb)
            box = (x0 + 40 + 80 * index, y0 + 0.4, x1 + 40 + 80 * index, y1 - 0.4)
            labels.append(Label(TextRect.from_box(*box), letter, 0.98))
    canvas = canvas.filter(ImageFilter.GaussianBlur(0.7))
    engine = FakeEngine(readings=[Reading("b", 0.99, (0.5,))])
    anchor = make_label("count", 20, 12, height=7.0)
    (found,) = find_missed(np.array(canvas), [anchor, *labels], engine)
    assert found.text == "b"
    assert found.rect.center[0] == pytest.approx(133, abs=2)


def test_gap_of_a_slanted_row_is_read() -> None:
    canvas = make_canvas(400, 200)
    row = [Label(TextRect((60.0 + 50 * index, 100), 40, 10, 45.0), "Ohio", 0.99) for index in (0, 1, 2, 4, 5)]
    write(canvas, 202, 92, "Iowa", size=16)
    engine = FakeEngine(readings=[Reading("Iowa", 0.95)])
    (found,) = find_in_gaps(np.array(canvas), row, engine)
    assert found.text == "Iowa"
    assert len(engine.crops) == 1


@pytest.mark.parametrize(
    ("blocking", "found"),
    [
        (Label(TextRect((210.0, 100), 4, 4, 45.0), "1", 0.99), ["Iowa"]),
        (Label(TextRect((210.0, 100), 12, 10, 45.0), "l", 0.3), ["Iowa"]),
        (Label(TextRect((210.0, 100), 12, 10, 45.0), "l", 0.9), []),
    ],
)
def test_gap_is_read_past_a_speck_or_a_doubtful_reading(blocking: Label, found: list[str]) -> None:
    canvas = make_canvas(400, 200)
    row = [Label(TextRect((60.0 + 50 * index, 100), 40, 10, 45.0), "Ohio", 0.99) for index in (0, 1, 2, 4, 5)]
    write(canvas, 202, 92, "Iowa", size=16)
    engine = FakeEngine(readings=[Reading("Iowa", 0.95)])
    assert texts(find_in_gaps(np.array(canvas), [*row, blocking], engine)) == found


def test_gap_without_ink_is_not_read() -> None:
    row = [make_label(str(10 * index), 20, 20 + 30 * index) for index in (0, 1, 2, 4, 5)]
    engine = FakeEngine()
    assert find_in_gaps(np.full((250, 200, 3), 255, np.uint8), row, engine) == []
    assert engine.crops == []


@pytest.mark.parametrize("swatches", [False, True])
def test_column_of_digits_read_as_one_is_taken_apart(swatches: bool) -> None:
    canvas = make_canvas(100, 200)
    for index, digit in enumerate("345"):
        write(canvas, 40, 20 + 40 * index, digit, size=20)
    if swatches:
        ImageDraw.Draw(canvas).rectangle((14, 10, 34, 124), fill=(248, 118, 109))
    reading = Reading("3", 0.99, (0.5,)) if swatches else Reading("345", 0.99, (0.1, 0.5, 0.9))
    box = TextRect.from_box(32, 14, 56, 120, angle=0.0 if swatches else 90.0)
    raw = RawText(box.corners(), reading)
    looked_at = "3345" if swatches else "345"  # once more whether it is a turned line
    engine = FakeEngine(readings=[Reading(digit, 0.99, (0.5,)) for digit in looked_at])
    labels = refine_texts(np.array(canvas), [raw], engine)
    assert sorted(texts(labels)) == ["3", "4", "5"]
    assert all(label.rect.angle == 0.0 for label in labels)


@pytest.mark.parametrize(
    ("read", "printed"),
    [("↑ frequency", "frequency"), ("price →", "price"), ("totaI", "total"), ("1000 Ibs", "1000 lbs"), ("IBM", "IBM")],
)
def test_spelling_of_one_label(read: str, printed: str) -> None:
    (label,) = correct_spelling([make_label(read, 0, 0)])
    assert label.text == printed
    assert (read in label.alternatives) == (read != printed)


def test_small_l_starts_a_word_only_among_small_words() -> None:
    states = [make_label(name, 60 * index, 10) for index, name in enumerate(("lowa", "Ohio", "Utah", "Texas"))]
    assert texts(correct_spelling([*states, make_label("letter", 90, 50)])) == [
        "Iowa",
        "Ohio",
        "Utah",
        "Texas",
        "letter",
    ]
    crops = [make_label(name, 60 * index, 10) for index, name in enumerate(("lupins", "barley", "oats"))]
    assert texts(correct_spelling(crops))[0] == "lupins"


def test_row_of_capitals_makes_its_lookalikes_capitals() -> None:
    row = [make_label(letter, 50 + 20 * index, 300) for index, letter in enumerate("TcA0IXz")]
    assert "".join(texts(correct_rows(row))) == "TCAOIXZ"


def test_row_of_digits_makes_its_lookalikes_digits() -> None:
    row = [make_label(letter, 50 + 20 * index, 300) for index, letter in enumerate("Ol234S6")]
    assert "".join(texts(correct_rows(row))) == "0123456"


def test_raised_characters_and_degree_signs_are_exponents_beside_powers() -> None:
    labels = [make_label(text, 20, 30 * index) for index, text in enumerate(("10⁻²", "10^-1", "10°", "10^1"))]
    powers = find_exponents(np.full((200, 200, 3), 255, np.uint8), labels, FakeEngine())
    assert texts(powers) == ["10^-2", "10^-1", "10^0", "10^1"]


def test_degrees_stay_degrees_without_powers() -> None:
    labels = [make_label(text, 20, 30 * index) for index, text in enumerate(("10°", "20°", "30°"))]
    assert texts(find_exponents(np.full((200, 200, 3), 255, np.uint8), labels, FakeEngine())) == ["10°", "20°", "30°"]


def test_letter_between_letters_stays_one_where_a_row_of_digits_follows() -> None:
    row = [make_label(text, 50 + 20 * index, 300) for index, text in enumerate("ABC0123456")]
    assert "".join(texts(correct_rows(row))) == "ABC0123456"


@pytest.mark.parametrize(
    ("printed", "company", "corrected"),
    [
        ("le-4", (), "1e-4"),
        ("I.5e+06", (), "1.5e+06"),
        ("0J", ("VC",), "OJ"),
        ("0J", ("5J", "10J"), "0J"),
        ("lemon", (), "lemon"),
    ],
)
def test_digits_and_letters_are_told_by_what_stands_beside_them(
    printed: str, company: tuple[str, ...], corrected: str
) -> None:
    labels = [make_label(text, 50, 40 + 20 * i) for i, text in enumerate((printed, *company))]
    assert correct_spelling(labels)[0].text == corrected


@pytest.mark.parametrize("row", ["abcd", "aepx", "xyz", "agbq"])
def test_small_letters_of_a_row_differ_in_height_as_letters_do(row: str) -> None:
    labels = []
    for i, letter in enumerate(row):
        top, bottom = (2.7, 0.0) if letter in "acemnorsuvwxz" else (2.7, 2.7) if letter in "gpqy" else (0.0, 0.0)
        box = (50.0 + 40 * i, 100 + top, 56.0 + 40 * i, 110 + bottom)
        labels.append(Label(TextRect.from_box(*box), letter, 0.98))
    assert texts(drop_noise([*make_ticks(), *labels]))[-len(row) :] == list(row)


def test_a_frame_that_was_read_as_text_does_not_hide_what_it_holds() -> None:
    canvas = make_canvas(200, 300)
    labels = [Label(TextRect.from_box(5, 5, 195, 295), "Ln=", 0.4)]
    for y in (50, 100, 150, 200):
        write(canvas, 40, y, "25", size=20)
        if y != 150:
            labels.append(Label(TextRect.from_box(40, y, 62, y + 14), "25", 0.99))
    engine = FakeEngine(readings=[Reading("25", 0.9, (0.3, 0.7))])
    assert texts(find_missed(np.array(canvas), labels, engine)) == ["25"]


@pytest.mark.parametrize(("last", "found"), [("2", ["1"]), ("9", [])])
def test_a_stroke_between_two_numbers_is_the_digit_that_its_place_tells(last: str, found: list[str]) -> None:
    canvas = make_canvas(400, 200)
    write(canvas, 198, 96, "1", size=14)
    labels = [make_label("0", 100, 101), make_label(last, 300, 101), make_label("count", 200, 150)]
    engine = FakeEngine(readings=[Reading("i", 0.69)])
    assert texts(find_missed(np.array(canvas), labels, engine)) == found


@pytest.mark.parametrize("read", ["25 \u2103", "25 °\u2103", "25 °C"])
def test_degrees_celsius_are_spelled_in_one_way(read: str) -> None:
    assert texts(correct_spelling([make_label(read, 0, 0)])) == ["25 °C"]


def test_a_symmetric_unit_read_upside_down_joins_its_vertical_title() -> None:
    title = Label(TextRect((20.0, 211.0), 68.0, 12.0, 90.0), "Moisture (", 0.96)
    unit = Label(TextRect((20.0, 169.5), 21.5, 12.0, -90.0), "(%)", 0.99)
    (joined,) = join_fragments([title, unit])
    assert (joined.text, joined.rect.angle) == ("Moisture (%)", 90.0)


def test_words_on_opposite_sides_are_not_turned() -> None:
    left = Label(TextRect((20.0, 211.0), 68.0, 12.0, 90.0), "Moisture", 0.96)
    right = Label(TextRect((20.0, 150.0), 40.0, 12.0, -90.0), "Rain", 0.99)
    assert texts(join_fragments([left, right])) == ["Moisture", "Rain"]


def test_two_narrow_glyphs_on_the_base_line_of_a_row_are_kept() -> None:
    row = [make_label(text, 60 + 50 * i, 300) for i, text in enumerate(("OI2", "OI1", "VO2", "IF"))]
    ticks = [make_label("1", 10 + 50 * i, 293, confidence=0.8, height=4.0) for i in range(3)]
    assert "I1" in texts(drop_noise([*row, *ticks, make_label("I1", 10, 300, confidence=0.75)]))
    assert "II" not in texts(drop_noise([*row, *ticks, make_label("II", 120, 180, confidence=0.75)]))


@pytest.mark.parametrize(("read_as", "found"), [("T1", ["T1"]), ("Group", [])])
def test_ends_of_a_row_of_codes_are_read_and_only_codes_are_believed(read_as: str, found: list[str]) -> None:
    canvas = make_canvas(400, 200)
    row = [make_label(f"T{index}", 40 + 50 * index, 100) for index in (2, 3, 4, 5)]
    write(canvas, 84, 94, "T1", size=14)
    engine = FakeEngine(readings=[Reading(read_as, 0.9)] * 2)
    assert texts(find_in_gaps(np.array(canvas), row, engine)) == found


@pytest.mark.parametrize(("others", "kept"), [("Oct Dec Jan", "Nov"), ("Oct Dec", "NON")])
def test_vertical_label_is_read_in_the_direction_of_its_row(others: str, kept: str) -> None:
    row = [make_label(name, 40 + 30 * index, 100, angle=90.0) for index, name in enumerate(others.split())]
    label = make_label("NON", 200, 100, angle=-90.0)
    engine = FakeEngine(readings=[Reading("Nov", 0.95)])
    turned = turn_with_rows(np.array(make_canvas(400, 200)), [*row, label], engine)[-1]
    assert turned.text == kept
    assert turned.rect.angle == (90.0 if kept == "Nov" else -90.0)


def test_a_short_word_read_with_doubt_is_kept_in_a_row_of_words() -> None:
    names = [make_label("EMEA", 80, 300), make_label("APAC", 170, 300), make_label("us", 250, 300, confidence=0.57)]
    kept = drop_noise([*make_ticks(), *names])
    assert texts(kept)[-3:] == ["EMEA", "APAC", "us"]


def test_a_short_word_read_with_doubt_is_dropped_without_company() -> None:
    assert "us" not in texts(drop_noise([*make_ticks(), make_label("us", 250, 150, confidence=0.57)]))
