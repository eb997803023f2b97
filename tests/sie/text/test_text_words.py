"""Names and codes spelled as their siblings ask."""

from __future__ import annotations

import pytest

from sie.text.label import Label
from sie.text.quads import TextRect
from sie.text.words import correct_words


def row(texts: list[str], *, angle: float = 0.0) -> list[Label]:
    return [Label(TextRect((40.0 + 50 * i, 200.0), 30.0, 10.0, angle), text, 0.95) for i, text in enumerate(texts)]


def read(texts: list[str], *, angle: float = 0.0) -> list[str]:
    return [label.text for label in correct_words(row(texts, angle=angle))]


@pytest.mark.parametrize(
    ("read_as", "printed"),
    [
        (["May", "Jun", "Júl", "Aug"], ["May", "Jun", "Jul", "Aug"]),
        (["Aug", "Sep", "0ct", "Nov"], ["Aug", "Sep", "Oct", "Nov"]),
        (["JUN", "JUI", "AUG", "SEP"], ["JUN", "JUL", "AUG", "SEP"]),
        (["Jan 2010", "Apr 2010", "Ju1 2010", "Oct 2010"], ["Jan 2010", "Apr 2010", "Jul 2010", "Oct 2010"]),
        (["Wed", "Thu", "Fr1", "Sat"], ["Wed", "Thu", "Fri", "Sat"]),
        (["Sep", "Oct", "NON", "Dec"], ["Sep", "Oct", "Nov", "Dec"]),
        (["June", "Ju1y", "August", "September"], ["June", "July", "August", "September"]),
    ],
)
@pytest.mark.parametrize("angle", [0.0, 45.0])
def test_words_of_a_row_of_names_are_spelled_as_the_names(read_as: list[str], printed: list[str], angle: float) -> None:
    assert read(read_as, angle=angle) == printed


@pytest.mark.parametrize(
    ("read_as", "printed"),
    [
        (
            ["I1", "O12", "OI1", "VO2", "VO1", "VVO2", "VVO1", "IF"],
            ["I1", "OI2", "OI1", "VO2", "VO1", "VVO2", "VVO1", "IF"],
        ),
        (["11", "OI2", "OI1", "VO2"], ["I1", "OI2", "OI1", "VO2"]),
        (["OI2", "OI1", "VO2", "VOI", "WO2", "VVO1"], ["OI2", "OI1", "VO2", "VO1", "VVO2", "VVO1"]),
        (["Q1", "Q2", "Q3", "Q4"], ["Q1", "Q2", "Q3", "Q4"]),
        (["IF", "VVO1", "VVO2", "VO1", "VO2", "O11", "O12"], ["IF", "VVO1", "VVO2", "VO1", "VO2", "OI1", "OI2"]),
        (["T1", "T2", "T3", "Tio", "Ti1"], ["T1", "T2", "T3", "T10", "T11"]),
        (["O12", "OI1", "VO2", "VO1", "VVO2"], ["OI2", "OI1", "VO2", "VO1", "VVO2"]),
    ],
)
def test_codes_are_spelled_in_the_letters_of_their_siblings(read_as: list[str], printed: list[str]) -> None:
    assert read(read_as) == printed


@pytest.mark.parametrize(
    "texts",
    [
        ["Jan", "Feb", "Mar", "Avg"],
        ["Jan", "Feb", "Mar", "Apr", "Max"],
        ["Mon", "Tue", "Wed", "Sum"],
        ["Jan", "Feb", "Mar", "Aue"],
        ["0ct", "Apples", "Pears", "Plums"],
        ["T8", "T9", "T10", "T11", "T12"],
        ["OI7", "OI8", "OI9", "OI10"],
        ["S1", "S2", "S3", "SI0"],
        ["O2", "CO2", "CH4", "H2O", "N2O"],
        ["10", "12", "A1", "A2", "A3"],
        ["IF", "I1", "OI2", "OI1"],
        ["01", "02", "03", "04"],
        ["Thur", "Fri", "Sat", "Sun"],
        ["Jun", "Jul", "Aug", "Sept"],
        ["02", "03", "Male"],
        ["Mar", "Apr", "May", "Mean"],
        ["Jan", "Feb", "Mar", "Mal", "Total"],
        ["Jan", "Feb", "Mär", "Apr", "Mai", "Jun"],
        ["Jul", "Aug", "Sep", "Okt", "Nov"],
    ],
)
def test_words_and_codes_that_may_be_as_read_stay(texts: list[str]) -> None:
    assert read(texts) == texts


def test_corrected_words_keep_what_was_read_as_an_alternative() -> None:
    label = correct_words(row(["May", "Jun", "Júl", "Aug"]))[2]
    assert label.alternatives == ("Júl",)


def test_nought_before_a_digit_is_an_o_among_formulas() -> None:
    assert read(["02", "CO2", "CH4"]) == ["O2", "CO2", "CH4"]


def test_labels_in_line_by_chance_do_not_hide_a_column() -> None:
    column = [Label(TextRect((200.0, 50.0 + 20 * i), 30.0, 10.0), t, 0.95) for i, t in enumerate(["02", "CO2", "CH4"])]
    ticks = [Label(TextRect((20.0, 50.0 + 20 * i), 12.0, 10.0), str(50 - 10 * i), 0.95) for i in range(4)]
    assert [label.text for label in correct_words([*column, *ticks])][:4] == ["O2", "CO2", "CH4", "50"]


@pytest.mark.parametrize("first", ["p≥0.05", "p ≥0.05", "p≥ 0.05", "p ≥ 0.05"])
def test_signs_have_blanks_where_those_of_siblings_have(first: str) -> None:
    assert read([first, "p < 0.05"]) == ["p ≥ 0.05", "p < 0.05"]
    assert read(["n=12", "n=15"]) == ["n=12", "n=15"]
