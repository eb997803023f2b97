"""Published forms over a chart whose names were read with small mistakes."""

from __future__ import annotations

from typing import Any

import pytest
from gold_folder import figure_of, gold_bars, gold_line

from qa.generation.gold import questions_library, views_of
from qa.parse.published import Match, Recognizer
from qa.parse.published_near import NearRecognizer, nearest_name


def read(table: dict[str, Any], question: str) -> Match | None:
    library = questions_library([("c", figure_of(table))])
    (_, view), *_ = views_of(library)
    return NearRecognizer(view, Recognizer(view)).match(question)


def test_names_and_titles_with_misread_letters_are_bound() -> None:
    table = gold_bars(y_title="Tcns", legend=["Dept A", "Dept B"])
    table["series"] = [dict(row, name=name) for row, name in zip(table["series"], table["legend"], strict=True)]
    match = read(table, "What is the value of the 'Tons' for Dept. A in the Region North?") or read(
        table, "What is the total 'Tons' for Dept. A in the graph?"
    )
    assert match is not None
    assert match.slots["L"] == "Dept A"


def test_number_between_places_is_no_place() -> None:
    assert read(gold_line(), "Across all 'Time', what is the maximum 'Height' for nobody?") is None


@pytest.mark.parametrize(
    ("asked", "names", "meant"),
    [
        ("Dept. A", ["Dept A", "Dept B"], "Dept A"),
        ("2012", ["2010", "2013"], None),
        ("2010", ["2010.0"], "2010.0"),
        ("-5", ["5", "10"], None),
        ("North", ["Nortn", "Nortm"], None),
        ("1 - 5", ["1–5", "6–10"], "1–5"),
    ],
)
def test_nearest_name_keeps_digits_signs_and_ties_apart(asked: str, names: list[str], meant: str | None) -> None:
    assert nearest_name(asked, names) == meant


def test_stray_mark_label_does_not_forbid_questions_of_one_series() -> None:
    from sie.artifacts import TextBlock
    from sie.vocab import TextRole

    corners = ((0.0, 0.0), (9.0, 0.0), (9.0, 9.0), (0.0, 9.0))
    stray = TextBlock(id="t1", text="HWWN", polygon=corners, confidence=0.4, role=TextRole.MARK_LABEL)
    figure = figure_of(gold_line())
    figure = figure.model_copy(update={"charts": (figure.charts[0].model_copy(update={"text": (stray,)}),)})
    (_, view), *_ = views_of(questions_library([("c", figure)]))
    exact = Recognizer(view)
    question = "What is the 'Height' at 4?"
    assert exact.match(question) is None
    match = NearRecognizer(view, exact).match(question)
    assert match is not None
    assert match.slots["x_i"] == "4"
