"""Rows of lone letters as names of categories."""

from __future__ import annotations

import pytest

from sie.text.label import Label
from sie.text.letters import with_letter_rows
from sie.text.quads import TextRect

STEP = 140.0


def row_of(*read: tuple[str, float], height: float = 7.0) -> list[Label]:
    return [
        Label(TextRect.from_box(100 + STEP * i, 450 - height, 105 + STEP * i, 450), text, confidence)
        for i, (text, confidence) in enumerate(read)
    ]


def texts(labels: list[Label]) -> list[str]:
    return [label.text for label in with_letter_rows(labels)]


@pytest.mark.parametrize(
    ("read", "expected"),
    [
        ((("A", 1.0), ("è", 0.64), ("C", 0.95), ("0", 0.51)), ["A", "B", "C", "D"]),
        ((("a", 0.95), ("b", 0.97), ("0", 0.4)), ["a", "b", "c"]),
        ((("8", 0.6), ("C", 0.99), ("D", 0.99)), ["B", "C", "D"]),
    ],
)
def test_sure_letters_tell_the_doubtful_ones_beside_them(
    read: tuple[tuple[str, float], ...], expected: list[str]
) -> None:
    found = with_letter_rows(row_of(*read))

    assert [label.text for label in found] == expected
    assert all(label.placed or label.confidence >= 0.9 for label in found)


@pytest.mark.parametrize(
    "read",
    [
        (("A", 1.0), ("è", 0.64), ("D", 0.95), ("0", 0.51)),
        (("A", 1.0), ("8", 0.95), ("0", 0.5)),
        (("1", 1.0), ("2", 0.99), ("B", 0.5)),
        (("Y", 1.0), ("Z", 1.0), ("0", 0.5)),
    ],
    ids=["out of order", "one letter", "digits", "past the last"],
)
def test_rows_that_are_not_in_the_alphabet_stay_as_they_are(read: tuple[tuple[str, float], ...]) -> None:
    assert texts(row_of(*read)) == [text for text, _ in read]


def test_uneven_letters_are_no_row() -> None:
    labels = row_of(("A", 1.0), ("8", 0.5), ("C", 1.0))
    labels[1] = Label(TextRect.from_box(160, 443, 165, 450), "8", 0.5)

    assert texts(labels) == ["A", "8", "C"]


def test_a_tick_mark_that_touches_its_letter_is_cut_off() -> None:
    labels = row_of(("A", 1.0), ("B", 0.95), ("D", 0.95))
    labels.insert(2, Label(TextRect.from_box(380, 438, 385, 450), "-C", 0.91))

    cut = with_letter_rows(labels)[2]

    assert (cut.text, cut.rect.box()) == ("C", (380.0, 443.0, 385.0, 450.0))
