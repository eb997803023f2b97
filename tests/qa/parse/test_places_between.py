"""Places between points and edges: levels crossed, all values at a place, bins cut by a number, charts by name."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from gold_figures import GoldSeries, gold_chart, gold_figure

import qa
from qa.answer import Answer
from sie.figure import Figure

RUNS = gold_figure(
    "line", "Time (s)", "Load (N)",
    {"A": [(0, 0), (2, 40), (4, 80), (6, 20)], "B": [(0, 10), (2, 15), (4, 20), (6, 25)]},
)  # fmt: skip
HEIGHTS = gold_figure(
    "histogram", "Height (cm)", "Count",
    {None: [
        {"x": 15, "y": 4, "x0": 10, "x1": 20}, {"x": 25, "y": 7, "x0": 20, "x1": 30},
        {"x": 35, "y": 9, "x0": 30, "x1": 40}, {"x": 45, "y": 2, "x0": 40, "x1": 50},
    ]},
)  # fmt: skip


def ask(of: Figure, question: str) -> Answer:
    answer = qa.answer(of, question)
    assert answer.refusal is None
    return answer


def test_all_values_at_a_place_between_points_are_pairs() -> None:
    assert ask(RUNS, "What are all values at 1.5?").answer == [["A", "30"], ["B", "13.75"]]
    assert "interpolated" in ask(RUNS, "What are the values of all lines at 1.5 s?").reading


def test_a_level_is_crossed_between_points() -> None:
    assert ask(RUNS, "Where does A cross 50?").answer == [2.5, 5.0]
    assert ask(RUNS, "At what time does B cross 12?").answer == pytest.approx(0.8)
    assert "does not cross" in (qa.answer(RUNS, "Where does B cross 70?").refusal or "")


def test_the_first_point_beyond_a_level_comes_with_its_neighbours() -> None:
    answer = ask(RUNS, "When does A first exceed 50?")
    assert answer.answer == 4
    assert "between 2 and 4, at about 2.5" in answer.reading


def test_a_number_at_an_edge_divides_the_bins() -> None:
    assert ask(HEIGHTS, "How many are above 30?").answer == 11
    assert ask(HEIGHTS, "How many are between 20 and 40?").answer == 16
    assert ask(HEIGHTS, "How many are in the bin from 30 to 40?").answer == 9


@pytest.mark.parametrize("question", ["How many are above 35?", "What percentage is below 35?"])
def test_a_number_inside_a_bin_is_refused_with_bounds(question: str) -> None:
    refusal = qa.answer(HEIGHTS, question).refusal
    assert refusal is not None
    assert "inside the bin from 30 to 40" in refusal
    assert ("between 2 and 11" in refusal) is question.startswith("How many")


def test_numbers_have_no_digits_of_their_arithmetic() -> None:
    tenths = gold_figure("line", "Time (s)", "Load (N)", {"A": [(0, 0.1), (1, 0.2)]})
    assert ask(tenths, "What is the sum of all values?").answer == 0.3


def test_a_folder_answers_from_the_chart_whose_words_a_question_has(tmp_path: Path) -> None:
    for name, title, top in (("one", "Bridge test", 5), ("two", "Crane test", 9)):
        runs: GoldSeries = {"A": [(0, 1), (2, top)], "B": [(0, 2), (2, 3)]}
        gold = gold_chart("line", "Time (s)", "Load (N)", runs, title=title)
        (tmp_path / f"{name}.json").write_text(json.dumps(gold), encoding="utf-8")
    answer = qa.answer(tmp_path, "In the chart of the crane test, what is the load of A at 2 s?")
    assert answer.answer == 9
    assert "two.json" in answer.reading
    assert qa.answer(tmp_path, "In the bridge test, what is the highest load?").answer == 5


def test_each_value_column_of_a_wide_table_is_a_series(tmp_path: Path) -> None:
    table = tmp_path / "wide.csv"
    table.write_text("Ward,Beds,Nurses\nNorth,20,8\nSouth,35,11\n", encoding="utf-8")
    assert qa.answer(table, "Which ward has the most nurses?").answer == "South"
    assert qa.answer(table, "How many beds does the North ward have?").answer == 20
