"""What is said again in other words, and what must stay as it is said."""

from __future__ import annotations

import json

import pytest

import qa
from qa.database import ChartDatabase
from qa.errors import BindingError
from qa.execute import units_of_charts
from qa.loading import figure_of_json
from qa.parse.free import plain_words
from qa.parse.spoken import plainly_asked
from sie.figure import Figure


def bars(y_title: str, series: dict[str | None, dict[str, float]]) -> Figure:
    gold = {
        "id": "g", "source": "", "licence": "", "chart_type": "stacked vertical bar" if len(series) > 1 else
        "vertical bar", "title": None, "x_title": None, "y_title": y_title, "legend": [name for name in series if name],
        "x_scale": "categorical", "y_scale": "linear",
        "series": [{"name": name, "points": [{"x": x, "y": y} for x, y in row.items()]} for name, row in series.items()]
    }  # fmt: skip
    return figure_of_json(json.dumps(gold), name="g.json")


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("is A above one in five", "is A above 20%"),
        ("more than 1 in 4 agree", "more than 25% agree"),
        ("more than 3 out of 4 agree", "more than 75% agree"),
        ("more than 3 in every 4 agree", "more than 75% agree"),
        ("more than three in four agree", "more than 75% agree"),
        ("is A above 5 in 10 years", None),
        ("is A above 5 in 10", None),
        ("is A above five in ten years", None),
        ("is A above one in two-week trials", None),
        ("is A over 9 out of 3", None),
        ("Which series made it past 50?", None),
        ("what share of adults made it", None),
        ("How many cities go into decline?", None),
        ("How many buses go in the morning?", None),
    ],
)
def test_only_parts_of_some_are_percentages_and_other_idioms_stay(said: str, meant: str | None) -> None:
    assert plainly_asked(said) == (said if meant is None else meant)


def test_how_often_one_fits_into_another_keeps_its_plural() -> None:
    assert plainly_asked("How many Texas fit into Alaska?") == "what is the ratio of Alaska to Texas ?"
    assert plainly_asked("How many buses would fit in Ohio") == "what is the ratio of Ohio to buses"


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("how many lines r there", "how many lines are there"),
        ("what r they", "what are they"),
        ("is r above 0.5", None),
        ("where is r in the plot", None),
        ("does it turn clock-wise", None),
    ],
)
def test_r_is_a_letter_unless_there_or_they_follow(said: str, meant: str | None) -> None:
    assert plain_words(said) == (said if meant is None else meant)


def test_who_made_it_survived_where_the_chart_tells_of_survival() -> None:
    ship = bars("People", {"Died": {"1st": 25, "2nd": 60}, "Survived": {"1st": 75, "2nd": 40}})
    assert qa.answer(ship, "what percent of 1st made it").answer == 75
    sales = bars("Sales", {"Died": {"1st": 25, "2nd": 60}, "Sold": {"1st": 75, "2nd": 40}})
    assert "survive" not in qa.answer(sales, "what percent of 1st made it").reading


def test_wise_is_a_respect_only_of_the_charts_own_words() -> None:
    states = bars("Population", {None: {"Ohio": 12, "Utah": 3}})
    assert qa.answer(states, "How many Utahs fit into Ohio, population-wise?").answer == 4
    assert qa.answer(states, "Which state is highest, population-wise?").answer == "Ohio"


@pytest.mark.parametrize("left_out", ["other than", "apart from", "except", "without", "ignoring", "leaving out"])
def test_names_are_left_out_by_the_same_words_of_an_extreme_and_of_a_total(left_out: str) -> None:
    states = bars("Population", {None: {"Ohio": 12, "Utah": 3, "Iowa": 5}})
    assert qa.answer(states, f"Which state is the highest {left_out} Ohio?").answer == "Iowa"
    assert qa.answer(states, f"What is the total {left_out} Ohio?").answer == 8


def test_the_units_of_a_chart_that_is_not_there_are_an_error() -> None:
    with ChartDatabase() as db, pytest.raises(BindingError, match="'none'"):
        units_of_charts(db, ["none"])
