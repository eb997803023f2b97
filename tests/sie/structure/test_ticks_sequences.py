from __future__ import annotations

import pytest

from sie.artifacts import TextBlock
from sie.structure.labels import aligned_groups, anchor, make_label
from sie.structure.readings import read_label, read_texts
from sie.structure.sequences import (
    LabelSequence,
    category_sequences,
    evenness,
    numeric_sequences,
    with_further_lines,
)
from sie.structure.strays import join_split_numbers, with_stray_words, with_strays
from sie.values.scale import Notation
from sie.vocab import ScaleType, Side

RESIDUAL_PX = 2.5


def make_block(text: str, x0: float, y0: float, x1: float, y1: float, angle: float = 0.0) -> TextBlock:
    polygon = ((x0, y0), (x1, y0), (x1, y1), (x0, y1))
    if angle == 90:
        polygon = ((x0, y1), (x0, y0), (x1, y0), (x1, y1))
    return TextBlock(id=f"{text}@{x0:g},{y0:g}", text=text, polygon=polygon, confidence=0.9, angle=angle)


def make_column(values: dict[str, float], right: float = 50.0) -> list[TextBlock]:
    """Right-aligned labels at heights."""
    return [make_block(text, right - 7 * len(text), y - 5, right, y + 5) for text, y in values.items()]


def make_row(values: dict[str, float], top: float = 200.0) -> list[TextBlock]:
    return [make_block(text, x - 3.5 * len(text), top, x + 3.5 * len(text), top + 10) for text, x in values.items()]


def columns_of(blocks: list[TextBlock], height: float = 220.0) -> list[LabelSequence]:
    return numeric_sequences(blocks, Side.LEFT, read_label, image_side=height, max_residual_px=RESIDUAL_PX)


def test_ticks_sequence_takes_aligned_numbers_only() -> None:
    column = make_column({"0": 180, "10": 140, "20": 100, "30": 60})
    noise = [make_block("7", 150, 90, 157, 100), make_block("Total", 5, 95, 40, 105)]
    best = columns_of(column + noise)[0]
    assert [label.text for label in best.labels] == ["30", "20", "10", "0"]


def test_ticks_sequence_keeps_misread_number_among_others() -> None:
    best = columns_of(make_column({"0": 180, "10": 140, "Z0": 100, "30": 60, "40": 20}))[0]
    assert [label.text for label in best.labels] == ["40", "30", "Z0", "10", "0"]


def test_ticks_letters_alike_digits_are_no_scale() -> None:
    row = make_row({"B": 66.5, "G": 143.5, "S": 328, "N": 435})
    found = numeric_sequences(row, Side.BOTTOM, read_label, image_side=449, max_residual_px=RESIDUAL_PX)
    assert found == []


def test_ticks_sequence_ends_where_next_chart_begins() -> None:
    row = make_row({"0.0": 426, "0.5": 467, "1.0": 507, "1.5": 547, "2.0": 588})
    before = make_row({"1.5 ": 228, "2.0 ": 268, "2.5 ": 308, "3.0 ": 349})
    best = numeric_sequences(row + before, Side.BOTTOM, read_label, image_side=756, max_residual_px=RESIDUAL_PX)[0]
    assert [label.text for label in best.labels] == ["0.0", "0.5", "1.0", "1.5", "2.0"]


def test_ticks_sequence_of_short_span_is_none() -> None:
    assert columns_of(make_column({"1": 100, "2": 106, "3": 112}), height=800) == []


def test_ticks_columns_align_at_any_edge() -> None:
    left = [make_block(t, 20, y - 5, 20 + 7 * len(t), y + 5) for t, y in {"5": 160, "10": 120, "150": 80}.items()]
    labels = [make_label(block, Side.LEFT, ()) for block in left]
    assert max(len(group) for group in aligned_groups(labels, Side.LEFT)) == 3


@pytest.mark.parametrize(
    ("side", "expected"),
    [(Side.BOTTOM, 120.0), (Side.TOP, 80.0)],
)
def test_ticks_slanted_label_stands_at_its_near_end(side: Side, expected: float) -> None:
    rising = TextBlock(
        id="r", text="California", polygon=((78, 228), (118, 198), (122, 202), (82, 232)), confidence=0.9, angle=37
    )
    assert anchor(rising, side) == pytest.approx(expected)


def test_ticks_words_become_categories_nearest_first() -> None:
    near, far = make_row({"oak": 60, "ash": 120, "elm": 180}), make_row({"red": 90, "blue": 150}, top=230)
    found = category_sequences(near + far, Side.BOTTOM, read_label)
    assert [label.text for label in found[0].labels] == ["oak", "ash", "elm"]


def test_ticks_read_as_strokes_are_no_categories() -> None:
    strokes = make_row({"1": 60, "1 ": 120, " 1": 180})
    blocks = [block.model_copy(update={"text": "1"}) for block in strokes]
    assert category_sequences(blocks, Side.BOTTOM, read_label) == []


def test_ticks_join_second_lines_of_categories() -> None:
    first = make_row({"Self care,": 60, "Education,": 160, "Leisure": 260})
    second = make_row({"mobility": 60, "work": 160}, top=213)
    sequence = category_sequences(first, Side.BOTTOM, read_label)[0]
    joined = with_further_lines(sequence, second)
    assert [label.text for label in joined.labels] == ["Self care, mobility", "Education, work", "Leisure"]


def test_ticks_join_second_lines_without_ascenders() -> None:
    def line(texts: dict[str, float], bottom: float) -> list[TextBlock]:
        ems = {"Raw": 0.72, "Fine": 0.72, "Loam": 0.72, "soils": 0.72, "ores": 0.53, "sums": 0.53}
        return [make_block(t, x - 15, bottom - 10 * ems[t], x + 15, bottom) for t, x in texts.items()]

    first = line({"Raw": 60, "Fine": 160, "Loam": 260}, 207)
    second = line({"ores": 60, "soils": 160, "sums": 260}, 219)
    joined = with_further_lines(category_sequences(first, Side.BOTTOM, read_label)[0], second)
    assert [label.text for label in joined.labels] == ["Raw ores", "Fine soils", "Loam sums"]


def test_ticks_join_words_of_categories_beside_the_plot() -> None:
    near = [make_block(t, 80, y, 120, y + 10) for t, y in {"oaks": 40, "of trees": 100, "elms": 160}.items()]
    far = [make_block("All", 50, 41, 74, 51), make_block("Some kinds", 10, 100, 72, 110)]
    sequence = category_sequences(near, Side.LEFT, read_label)[0]
    joined = with_further_lines(sequence, [*near, *far, make_block("Kind", 2, 100, 8, 110)])
    assert [label.text for label in joined.labels] == ["All oaks", "Kind Some kinds of trees", "elms"]
    assert [label.px for label in joined.labels] == [45, 105, 165]


def test_ticks_leave_axis_title_below_middle_category() -> None:
    first = make_row({"Biscoe": 60, "Dream": 160, "Torgersen": 260})
    sequence = category_sequences(first, Side.BOTTOM, read_label)[0]
    joined = with_further_lines(sequence, make_row({"Island": 160}, top=214))
    assert [label.text for label in joined.labels] == ["Biscoe", "Dream", "Torgersen"]


def test_ticks_leave_legend_row_below_categories() -> None:
    first = make_row({"1st": 60, "2nd": 160, "3rd": 260, "Crew": 360})
    sequence = category_sequences(first, Side.BOTTOM, read_label)[0]
    joined = with_further_lines(sequence, make_row({"Died": 210, "Survived": 262}, top=214))
    assert [label.text for label in joined.labels] == ["1st", "2nd", "3rd", "Crew"]


def test_ticks_bring_in_number_that_is_framed_oddly() -> None:
    column = make_column({"30": 60, "40": 100, "50": 140})
    odd = make_block("20", 30, 8, 62, 30)
    sequence = with_strays(columns_of(column)[0], [odd], read_label, max_residual_px=RESIDUAL_PX)
    assert [label.text for label in sequence.labels] == ["20", "30", "40", "50"]


def test_ticks_put_flush_end_label_at_its_tick() -> None:
    row = make_row({"3500": 100, "4500": 200, "5500": 300})
    flush = make_block("6500", 372, 200, 402, 210)
    sequence = numeric_sequences([*row, flush], Side.BOTTOM, read_label, image_side=420, max_residual_px=RESIDUAL_PX)[0]
    moved = with_strays(sequence, [], read_label, max_residual_px=RESIDUAL_PX)
    assert moved.labels[-1].text == "6500"
    assert moved.labels[-1].px == pytest.approx(400, abs=1)


@pytest.mark.parametrize(
    ("places", "expected"), [([10, 20, 30, 50], 1.0), ([10, 20], 1.0), ([10], 0.0), ([0, 10, 25, 31], 1 / 3)]
)
def test_ticks_evenness_counts_whole_steps(places: list[float], expected: float) -> None:
    assert evenness(places) == pytest.approx(expected)


def test_ticks_readings_offer_power_and_number() -> None:
    readings = read_texts(("103",))
    assert {(r.value, r.notation) for r in readings} >= {(103.0, Notation.NUMBER), (1000.0, Notation.POWER)}
    assert (0.001, Notation.POWER) in {(r.value, r.notation) for r in readings}


def test_ticks_alternative_texts_cost_more() -> None:
    readings = {r.value: r.cost for r in read_texts(("20", "29"))}
    assert readings[20.0] < readings[29.0]


def test_ticks_put_split_number_together() -> None:
    parts = [make_block("1", 300, 200, 305, 210), make_block("000.0", 308, 200, 340, 210)]
    joined = join_split_numbers([*make_row({"0.1": 100, "10.0": 200}), *parts])
    assert [block.text for block in joined] == ["0.1", "10.0", "1000.0"]
    assert joined[-1].box == (300, 200, 340, 210)


def test_ticks_leave_neighbouring_numbers_apart() -> None:
    parts = [make_block("1", 300, 200, 305, 210), make_block("2", 308, 200, 314, 210)]
    assert len(join_split_numbers(parts)) == 2


@pytest.mark.parametrize(
    ("texts", "log"),
    [
        (("1,000", "10,000", "100,000"), True),
        (("1", "100", "10,000"), True),
        (("0.001", "0.01", "0.1", "1"), True),
        (("0", "500", "1000"), False),
        (("0", "250", "500", "750", "1000"), False),
    ],
)
def test_ticks_put_both_flush_end_labels_at_their_outer_edges(texts: tuple[str, ...], log: bool) -> None:
    places = [60.0 + 480.0 * i / (len(texts) - 1) for i in range(len(texts))]
    blocks = []
    for i, (text, x) in enumerate(zip(texts, places, strict=True)):
        width = 7.0 * len(text)
        left = x if i == 0 else x - width if i == len(texts) - 1 else x - width / 2
        blocks.append(make_block(text, left, 200, left + width, 210))
    rows = numeric_sequences(blocks, Side.BOTTOM, read_label, image_side=600, max_residual_px=RESIDUAL_PX)
    mended = with_strays(rows[0], blocks, read_label, max_residual_px=RESIDUAL_PX)
    assert mended.solution is not None
    assert (mended.solution.scale is ScaleType.LOG) == log
    assert [label.px for label in mended.labels] == pytest.approx(places)


@pytest.mark.parametrize("odd", [0, 1, 2, 3, 4])
def test_ticks_bring_in_category_that_is_framed_oddly(odd: int) -> None:
    words = ("Alder", "Birch", "Cedar", "Douglas", "Elm")
    blocks = make_column({word: 40 + 45 * i for i, word in enumerate(words)})
    x0, y0, x1, y1 = blocks[odd].box
    blocks[odd] = make_block(words[odd], x0, y0, x1 + 7, y1)
    rest = [make_label(block, Side.LEFT, ()) for i, block in enumerate(blocks) if i != odd]
    whole = with_stray_words(LabelSequence(Side.LEFT, tuple(rest)), [*blocks, make_block("Total", 10, 300, 45, 310)])
    assert [label.text for label in whole.labels] == list(words)


def test_ticks_leave_words_off_the_lattice_alone() -> None:
    blocks = make_column({"Alder": 40, "Birch": 85, "Cedar": 130})
    title = make_block("Species", 1, 60, 50, 70)
    sequence = LabelSequence(Side.LEFT, tuple(make_label(block, Side.LEFT, ()) for block in blocks))
    assert with_stray_words(sequence, [*blocks, title]) == sequence


def test_ticks_leave_a_word_with_a_number_below_them() -> None:
    column = make_column({"1000": 60, "100": 120, "10": 180, "1": 240})
    legend = make_block("Log2", 22, 292, 50, 302)
    assert [label.text for label in columns_of([*column, legend])[0].labels] == ["1000", "100", "10", "1"]


@pytest.mark.parametrize(
    ("values", "names"),
    [
        ("0 10 20 40 80", True),
        ("1 2 3 4 6 8", True),
        ("0 1 2 3 4", False),
        ("1 2 4 8 16", False),
        ("0 1 2 3 8", False),
        ("0 10 20 80 40", False),
    ],
)
def test_rising_numbers_at_even_distances_on_no_scale_are_names(values: str, names: bool) -> None:
    row = [make_block(text, 50 + 60 * i, 300, 60 + 60 * i, 310) for i, text in enumerate(values.split())]
    found = numeric_sequences(row, Side.BOTTOM, read_label, image_side=400, max_residual_px=RESIDUAL_PX)
    assert (found == []) is names


def test_numbers_at_uneven_distances_are_no_names() -> None:
    places = (50, 80, 140, 260, 330)
    row = [make_block(text, x, 300, x + 10, 310) for x, text in zip(places, ["0", "10", "20", "40", "80"], strict=True)]
    assert numeric_sequences(row, Side.BOTTOM, read_label, image_side=400, max_residual_px=RESIDUAL_PX)


@pytest.mark.parametrize(
    "texts",
    [
        ["A1", "A2", "A3", "A4", "B1", "B2", "B3", "B4"],
        ["S1", "S2", "S3", "S4"],
        ["10 Jan", "17 Jan", "24 Jan", "31 Jan"],
        ["1 Sept", "8 Sept", "15 Sept", "22 Sept"],
    ],
)
def test_ticks_codes_and_days_of_months_are_no_numbers(texts: list[str]) -> None:
    row = make_row({text: 60 + 45 * i for i, text in enumerate(texts)})
    assert not numeric_sequences(row, Side.BOTTOM, read_label, image_side=420, max_residual_px=RESIDUAL_PX)


def test_ticks_noughts_read_as_letters_are_numbers() -> None:
    row = make_row({text: 60 + 45 * i for i, text in enumerate(["O.1", "O.2", "O.3", "O.4"])})
    assert numeric_sequences(row, Side.BOTTOM, read_label, image_side=420, max_residual_px=RESIDUAL_PX)
