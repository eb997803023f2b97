"""Questions at the edges: levels on log and time axes, empty series, ranks among several series, parts of bins."""

from __future__ import annotations

import pytest
from gold_figures import gold_figure

import qa
from sie.figure import Figure

RENTS = gold_figure(
    "line", None, "Rent (EUR)",
    {
        "A": [("2020-01-01", 10), ("2020-01-31", 40), ("2020-03-01", 10)],
        "B": [("2020-01-01", 20), ("2020-01-31", 20), ("2020-03-01", 20)],
    },
    x_scale="time",
)  # fmt: skip
CELLS = gold_figure("line", None, "Cells", {"A": [(0, 10), (2, 1000)], "B": [(0, 1000), (2, 10)]}, y_scale="log")
GAIN = gold_figure("line", None, "Gain (dB)", {None: [(1, 0), (100, 20), (10000, 0)]}, x_scale="log")
BALANCE = gold_figure("line", None, "Balance (EUR)", {"A": [(2000, -5), (2001, 5), (2002, -5), (2003, 5)]})
HALF_EMPTY = gold_figure("line", None, "Load (N)", {"A": [], "B": [(0, 1), (2, 5)]})
YIELDS = gold_figure(
    "grouped vertical bar", None, "Yield (t)",
    {"2010": [("North", 12), ("East", 18), ("South", 9)], "2020": [("North", 10), ("East", 15), ("South", 13)]},
)  # fmt: skip
STACK = gold_figure(
    "stacked vertical bar", None, "Harvest (t)", {"rye": [("P", 2), ("Q", 3)], "hay": [("P", 0), ("Q", 3)]},
)  # fmt: skip
CHANGES = gold_figure("vertical bar", None, "Change (%)", {None: [("Steel", 9), ("Paper", -3), ("Cloth", -8)]})
HEIGHTS = gold_figure(
    "histogram", None, "Count",
    {
        "Men": [{"x": 15, "y": 4, "x0": 10, "x1": 20}, {"x": 25, "y": 7, "x0": 20, "x1": 30}],
        "Women": [{"x": 15, "y": 2, "x0": 10, "x1": 20}, {"x": 25, "y": 9, "x0": 20, "x1": 30}],
    },
)  # fmt: skip


@pytest.mark.parametrize(
    ("of", "question", "answer"),
    [
        (RENTS, "When does A cross 25?", ["2020-01-16", "2020-02-15"]),
        (RENTS, "On which date did A last cross 25?", "2020-02-15"),
        (RENTS, "Where does A cross B?", ["2020-01-11", "2020-02-20"]),
        (CELLS, "When does A cross 100?", 1.0),
        (CELLS, "Where do A and B cross?", 1.0),
        (CELLS, "Does A cross 0?", "no"),
        (GAIN, "Where does the gain cross 10?", [10.0, 1000.0]),
        (BALANCE, "When does A first cross zero?", 2000.5),
        (BALANCE, "In which year does A cross zero upward?", [2000.5, 2002.5]),
        (BALANCE, "Does A cross 0?", "yes"),
        (BALANCE, "How many times does A cross 2?", 3),
        (CELLS, "Do A and B cross?", "yes"),
        (HALF_EMPTY, "Where does B cross 3?", 1.0),
    ],
)
def test_levels_are_crossed_straight_as_the_axes_have_it(of: Figure, question: str, answer: object) -> None:
    given = qa.answer(of, question)
    assert given.refusal is None
    assert given.answer == answer


@pytest.mark.parametrize(
    ("of", "question"),
    [
        (HALF_EMPTY, "Where does A cross 3?"),
        (BALANCE, "When does it not cross 0?"),
        (BALANCE, "Which line crosses 3?"),
        (BALANCE, "How many lines cross zero?"),
        (CELLS, "Do A and B intersect more than once?"),
        (STACK, "What rank does hay hold?"),
        (YIELDS, "the growth per year from 2010 to 2020 in North"),
        (CHANGES, "How many of them fell?"),
    ],
)
def test_what_the_lines_do_not_tell_is_refused(of: Figure, question: str) -> None:
    given = qa.answer(of, question)
    assert given.answer is None
    assert given.refusal


def test_the_level_passed_before_a_first_place_is_read_on_a_log_axis() -> None:
    given = qa.answer(CELLS, "When does A first exceed 100?")
    assert given.answer == 2
    assert "passes 100 between 0 and 2, at about 1" in given.reading


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("What is the rank of South in 2020?", 2),
        ("Where does South rank in 2010?", 3),
        ("What is the rank of 2020 in South?", 1),
        ("In which regions did 2020 have the higher yield?", ["South"]),
        ("In how many regions did 2010 have the higher yield?", 2),
        ("Which region had the higher yield in 2010, North or East?", "East"),
    ],
)
def test_a_name_is_ranked_and_compared_among_its_kind(question: str, answer: object) -> None:
    given = qa.answer(YIELDS, question)
    assert given.refusal is None
    assert given.answer == answer


def test_things_that_fell_are_counted() -> None:
    assert qa.answer(CHANGES, "How many fell?").answer == 2
    refused = qa.answer(CHANGES, "How many of the products fell?")
    assert refused.answer is None
    assert "no reading of the question accounts for 'How' or 'many'" in (refused.refusal or "")


@pytest.mark.parametrize(
    ("question", "bounds"), [("How many men are above 15?", "7 and 11"), ("How many are above 15?", "16 and 22")]
)
def test_bounds_are_those_of_the_series_named(question: str, bounds: str) -> None:
    assert f"between {bounds}" in (qa.answer(HEIGHTS, question).refusal or "")


def test_medians_are_listed_with_their_names() -> None:
    numbers = {"min": 1, "q1": 2, "median": 3, "q3": 4, "max": 5}
    boxes = gold_figure(
        "vertical box", None, "Moisture", {None: [{"x": "Clay", **numbers}, {"x": "Sand", **numbers, "median": 3.5}]},
    )  # fmt: skip
    assert qa.answer(boxes, "list the medians").answer == [["Clay", "3"], ["Sand", "3.5"]]


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("What is the rent of A on 2020-01-31?", 40),
        ("What are all values on 2020-01-31?", [["A", "40"], ["B", "20"]]),
        ("rent of A in 2020-03", 10),
        ("By how much did A change from 2020-01-01 to 2020-01-31?", 30),
    ],
)
def test_dates_are_read_as_written(question: str, answer: object) -> None:
    assert qa.answer(RENTS, question).answer == answer


@pytest.mark.parametrize(
    ("of", "question"),
    [
        (RENTS, "When did A fall below 25?"),
        (BALANCE, "When does the balance turn negative?"),
        (CELLS, "When does B rise above 500?"),
    ],
)
def test_a_line_that_starts_beyond_a_level_does_not_come_to_pass_it(of: Figure, question: str) -> None:
    assert "at its first point already" in (qa.answer(of, question).refusal or "")


def test_a_line_that_comes_to_pass_a_level_does_so_at_its_first_point_beyond() -> None:
    assert qa.answer(RENTS, "When did A rise above 25?").answer == "2020-01-31"
    assert qa.answer(BALANCE, "When does the balance become positive?").answer == "2001"


@pytest.mark.parametrize(
    ("of", "question", "answer"),
    [
        (CELLS, "What is the value of A at 1?", 100),
        (GAIN, "What is the gain at 10?", 10),
        (BALANCE, "What is the balance in 2000.5?", 0),
    ],
)
def test_values_between_points_are_straight_as_the_axes_have_it(of: Figure, question: str, answer: float) -> None:
    given = qa.answer(of, question)
    assert given.answer == pytest.approx(answer)
    assert "interpolated between points" in given.reading


def test_may_is_a_month_where_a_place_is_told() -> None:
    months = gold_figure("vertical bar", None, "Sales", {None: [("Jan", 3), ("Feb", 9)]})
    assert "May" in (qa.answer(months, "highest value in May").refusal or "")
    assert qa.answer(months, "What may be the highest value?").answer == 9
