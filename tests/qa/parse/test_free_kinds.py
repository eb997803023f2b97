"""Kinds of free questions, asked of small charts made here: what is answered, and what is refused."""

from __future__ import annotations

import pytest
from gold_figures import gold_figure

import qa

CHARTS = {
    "rain": gold_figure(
        "vertical bar", None, "Precipitation (inches)",
        {None: [("Mobile", 67), ("Miami", 60), ("Denver", 13), ("Phoenix", 7)]},
    ),
    "weather": gold_figure(
        "stacked vertical bar", "Month", "Count of records",
        {
            "fog": [("Jan", 3), ("Feb", 5), ("Mar", 1), ("Apr", 2)],
            "sun": [("Jan", 10), ("Feb", 9), ("Mar", 20), ("Apr", 25)],
            "snow": [("Jan", 4), ("Feb", 2)],
        },
    ),
    "years": gold_figure(
        "vertical bar", "Year", "Passengers", {None: [("1950", 100), ("1951", 120), ("1952", 200), ("1953", 190)]}
    ),
    "hair": gold_figure(
        "grouped vertical bar", "Hair colour", "Students",
        {"Brown": [("Black", 60), ("Red", 30)], "Blue": [("Black", 40), ("Red", 10)]},
    ),
    "days": gold_figure(
        "grouped vertical bar", "Year", "Rainfall days",
        {"East": [("2010", 120), ("2020", 90)], "West": [("2010", 80), ("2020", 200)]},
    ),
    "power": gold_figure(
        "grouped vertical bar", "Country", "Power (TWh)",
        {"wind": [("France", 40), ("Germany", 110)], "gas": [("France", 30), ("Germany", 35)]},
    ),
    "body": gold_figure(
        "scatter", "Height (cm)", "Weight (kg)",
        {"male": [(180, 80), (190, 75), (170, 90)], "female": [(160, 50), (172, 60)]},
    ),
    "ozone": gold_figure(
        "scatter", "Temperature (°F)", "Ozone (ppb)", {None: [(60, 10), (70, 90), (80, 40)]}
    ),
    "decay": gold_figure("line", "Time (s)", "N", {"A": [(0, 8), (10, 4)], "B": [(0, 6), (10, 1)]}),
}  # fmt: skip


@pytest.mark.parametrize(
    ("name", "question", "answer"),
    [
        ("rain", "wich city gets teh most rain", "Mobile"),
        ("rain", "how many citys get less then 10 inch", 1.0),
        ("rain", "What's the wettest city?", "Mobile"),
        ("rain", "Name the three wettest cities, starting with the wettest.", ["Mobile", "Miami", "Denver"]),
        ("rain", "Give the two cities with the lowest values in ascending order.", ["Phoenix", "Denver"]),
        ("rain", "Apart from Mobile, which city is the wettest?", "Miami"),
        ("rain", "Who are number two and number three on the list, in that order?", ["Miami", "Denver"]),
        ("rain", "How many inches lie between the wettest and the driest city?", 60.0),
        ("rain", "How many times would Phoenix fit into Mobile?", 67 / 7),
        ("rain", "How many times more rain falls in Miami than in Denver?", 60 / 13),
        ("rain", "miami+denver combined", 73.0),
        ("rain", "Is Mobile wetter than Denver and Phoenix combined?", "yes"),
        ("rain", "We are planning a holiday: which city is the driest?", "Phoenix"),
        ("weather", "foggiest month?", "Feb"),
        ("weather", "What was never recorded from March through April?", "snow"),
        ("weather", "How many foggy days in total from January to March?", 9.0),
        ("weather", "In which months do we find all three kinds?", ["Jan", "Feb"]),
        ("years", "passengers in '52", 200.0),
        ("years", "By what factor did passengers multiply between 1950 and 1952?", 2.0),
        ("years", "How many passengers were lost from 1952 to 1953?", 10.0),
        ("years", "In which years did passengers grow by more than 50?", "1952"),
        ("hair", "Of the red-haired students, what proportion in % has brown eyes?", 75.0),
        ("hair", "Which hair colour has more than 35 students with blue eyes?", "Black"),
        ("ozone", "How hot was it on the day with the most ozone?", 70.0),
        ("ozone", "ozone on the hottest day", 40.0),
        ("decay", "N for A after ten seconds", 4.0),
        ("days", "Did the East have more rainfall days in 2020 than the West had in 2010?", "yes"),
        ("days", "Was West in 2010 higher compared to East in 2020?", "no"),
        ("days", "Did the East have as many rainfall days in 2020 as the West in 2010?", "no"),
        ("power", "Does France generate more from wind than Germany does from gas?", "yes"),
        ("decay", "Is A at 10 seconds larger than B at 0 seconds?", "no"),
        ("body", "What is the weight of the tallest male?", 75.0),
        ("rain", "List the cities, begin from the driest", ["Phoenix", "Denver", "Miami", "Mobile"]),
        ("rain", "By what percentage is Mobile above Miami?", 100 * 7 / 60),
        ("rain", "How many inches more does Miami get than Denver?", 47.0),
        ("rain", "How many inches fewer does Denver get than Miami?", 47.0),
        ("weather", "sun in the last two months", 45.0),
        ("weather", "How many foggy days in the first half of the period?", 8.0),
        ("years", "How much did passengers grow per year from 1950 to 1952?", 50.0),
        ("decay", "Is the gap between A and B wider at 10 than at 0?", "yes"),
        ("decay", "Which curve falls most from 0 to 10?", "B"),
        ("decay", "At 10 s, is A or B higher?", "A"),
        ("body", "What is the height of the heaviest male?", 170.0),
        ("body", "weight of the shortest female", 50.0),
    ],
)
def test_kinds_of_questions_are_answered(name: str, question: str, answer: object) -> None:
    given = qa.answer(CHARTS[name], question)
    assert given.refusal is None
    shown = given.answer[0] if isinstance(given.answer, list) and len(given.answer) == 1 else given.answer
    assert shown == (pytest.approx(answer) if isinstance(answer, float) else answer)


@pytest.mark.parametrize(
    ("name", "question"),
    [
        ("rain", "How much rain does Seattle get?"),
        ("rain", "How many people live in Miami?"),
        ("rain", "How old is Miami?"),
        ("rain", "What is the temperature in Miami?"),
        ("years", "How many passengers were there in 1975?"),
        ("hair", "What percentage of the brown-eyed are women?"),
        ("weather", "Why is it so foggy in February?"),
        ("weather", "Was there more snow in Apr than fog in Feb?"),
        ("power", "Does Spain generate more from wind than Germany does from gas?"),
        ("body", "What is the weight of the oldest male?"),
    ],
)
def test_what_the_chart_does_not_tell_is_refused(name: str, question: str) -> None:
    given = qa.answer(CHARTS[name], question)
    assert given.answer is None
    assert given.refusal


def test_talk_that_is_a_name_of_the_chart_stays() -> None:
    wards = gold_figure("vertical bar", "Ward", "Visits", {None: [("ER", 10), ("ICU", 20)]})
    assert qa.answer(wards, "How many visits did the ER have?").answer == 10
    assert qa.answer(wards, "um how many visits did the ICU have?").answer == 20


def test_two_months_are_no_quarter_but_a_stretch_is() -> None:
    year = gold_figure("vertical bar", "Quarter", "Sales", {None: [("Q1", 10), ("Q2", 20), ("Q3", 30), ("Q4", 40)]})
    refused = qa.answer(year, "What are the sales of July and September?")
    assert refused.answer is None
    assert "nothing in this chart is called 'July' or 'September'" in (refused.refusal or "")
    assert qa.answer(year, "What are the sales between July and September?").answer == 30
    assert qa.answer(year, "What are the sales from July to September?").answer == 30
