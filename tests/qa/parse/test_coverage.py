"""A reading must do what every operator of its question says: what it leaves out makes it no answer."""

from __future__ import annotations

import pytest
from gold_figures import gold_figure

import qa
from qa.parse.coverage import traits_of
from qa.plan import Agg, Arith, Arithmetic, Best, Dim, Fn, Names, Number, Values
from sie.figure import Figure

FLATS = gold_figure(
    "line", "Year", "Rent (EUR)",
    {"Oslo": [(2010, 900), (2012, 1100)], "Riga": [(2010, 400), (2012, 380)], "Bern": [(2010, 1000), (2012, 1500)]},
)  # fmt: skip
SLEEP = gold_figure(
    "stacked vertical bar", None, "Hours",
    {"Deep rest": [("Owl", 2), ("Fox", 3)], "Non-deep rest": [("Owl", 6), ("Fox", 9)]},
)  # fmt: skip
SOIL = gold_figure("vertical bar", "Soil type", "Yield (t)", {None: [("clay", 3), ("sand", 1), ("loam", 6)]})
LOADS = gold_figure("vertical bar", None, None, {None: [("Mon", 200), ("Tue", 250), ("Wed", 500)]})
SEEDS = gold_figure("grouped vertical bar", "Plot", "Seeds",
              {"Men": [("A", 5), ("B", 7), ("C", 9)], "Women": [("A", 6), ("B", 6), ("C", 11)]})  # fmt: skip
TURNS = gold_figure("line", "Turn", "Loss (dB)", {None: [(1, 10), (2, 6), (3, 5), (4, 1)]})
BOATS = gold_figure("scatter", "Weight (t)", "Speed (knots)", {None: [(2, 20), (4, 15), (6, 11), (9, 8)]})
HARVEST = gold_figure(
    "stacked vertical bar", "Year", "Harvest (tonnes)",
    {"rye": [("2000", 2), ("2001", 3)], "oats": [("2000", 4), ("2001", 9)]},
)  # fmt: skip
SHIFTS = gold_figure("vertical bar", "Crew", "Change in output (kg)", {None: [("red", 4), ("blue", -3), ("grey", -1)]})
GREEK = gold_figure(
    "line", "Frequency (Hz)", "Level (dB)",
    {"α=0.5": [(500, 1), (1000, 6), (2000, 2)], "α=1.5": [(500, 3), (1000, 4), (2000, 5)]},
)  # fmt: skip
FADING = gold_figure("line", "Time (s)", "Charge", {"A": [(0, 90), (5, 60)], "B": [(0, 90), (5, 20)]})
WHEELS = gold_figure("vertical bar", "Wheels", "Count of vehicles", {None: [("4", 50), ("2", 20), ("3", 5), ("6", 9)]})


@pytest.mark.parametrize(
    ("figure", "question", "answer"),
    [
        (FLATS, "cheapest city in 2012?", "Riga"),
        (FLATS, "dearest city 2012", "Bern"),
        (SLEEP, "What percent of the fox's total rest is deep?", 25.0),
        (SLEEP, "How tall is the whole column Owl when you put all its pieces together?", 8.0),
        (LOADS, "Increase Mon -> Tue, percent", 25.0),
        (SEEDS, "In how many plots do women have the higher count?", 2.0),
        (TURNS, "By how much does the loss fall from the first turn to the second?", 4.0),
        (BOATS, "How many boats weigh more than 5 t?", 2.0),
        (WHEELS, "How many vehicles have fewer than 4 wheels?", 25.0),
        (WHEELS, "How many vehicles have 4 wheels, 4?", 50.0),
        (WHEELS, "How many vehicles have three wheels?", 5.0),
        (SOIL, "What rank does clay hold?", 2.0),
        (SOIL, "Where does sand rank, counting from the lowest?", 1.0),
        (SOIL, "total yield without loam", 4.0),
        (SOIL, "average yield of all but sand", 4.5),
        (SOIL, "yield of sand as a percentage of that of loam", 100 / 6),
        (SOIL, "How many sands fit into loam?", 6.0),
        (SOIL, "What is on second place?", "clay"),
        (HARVEST, "In which year was the share of rye the lowest?", "2001"),
        (HARVEST, "Of the rye, how many percent are of 2001?", 60.0),
        (HARVEST, "What percentage of 2001 is rye?", 25.0),
        (HARVEST, "How many tonnes of rye are there for each tonne of oats in 2000?", 0.5),
        (FLATS, "Which is the dearer city in 2010, Oslo or Bern?", "Bern"),
        (SEEDS, "In which plots have men more seeds as women?", "B"),
        (SEEDS, "Of the plots shown, which has the fewest men?", "A"),
        (SOIL, "loam / clay", 2.0),
        (SOIL, "Spread from the lowest to the highest bar", 5.0),
        (SOIL, "Height of the tallest bar", 6.0),
        (SOIL, "Runner-up by yield?", "clay"),
        (SOIL, "Give me the average of all soils", 10 / 3),
        (SOIL, "How many soils gave more than 2000 kilograms?", 2.0),
        (SOIL, "By how much does loam exceed clay and sand combined?", 2.0),
        (SOIL, "How much more yield has loam than clay and sand combined?", 2.0),
        (SEEDS, "Plots that have over 6 men?", ["B", "C"]),
        (SEEDS, "Name the plots with over 6 men and, at the same time, under 10 women", "B"),
        (SEEDS, "were is men above 8", "C"),
        (SHIFTS, "Number of crews who lost output", 2.0),
        (SHIFTS, "which crew has the longest bar pointing down", "blue"),
        (GREEK, "level of alpha zero point five at 1 kHz", 6.0),
        (GREEK, "At the last frequency, which curve is highest?", "α=1.5"),
        (FADING, "Which of the two disappears fastest?", "B"),
        (LOADS, "How many percent did it jump from Monday to Tuesday?", 25.0),
        (SOIL, "Which soil comes right after loam in yield?", "clay"),
        (SOIL, "how many soils beat sand", 2.0),
        (SOIL, "Are there more than two soils with over 0.5 tonnes?", "yes"),
        (SEEDS, "which plots have more than 6 of both", "C"),
        (SEEDS, "Do men ever have less than half the seeds of women?", "no"),
        (SOIL, "lowest as a percentage of the highest", 100 / 6),
        (LOADS, "Mon to Wed total", 950.0),
        (SHIFTS, "What happened to blue, up or down?", "fall"),
        (FLATS, "do Oslo and Bern ever cross", "no"),
        (BOATS, "When a ship is heavier, is its speed generally lower?", "yes"),
    ],
)
def test_every_operator_of_a_question_shows_in_its_answer(figure: Figure, question: str, answer: object) -> None:
    given = qa.answer(figure, question)
    assert given.refusal is None
    shown = given.answer[0] if isinstance(given.answer, list) and len(given.answer) == 1 else given.answer
    assert shown == (pytest.approx(answer) if isinstance(answer, float) else answer)


@pytest.mark.parametrize(
    ("figure", "question"),
    [
        (SOIL, "mean yield, peat soil"),
        (FLATS, "Oslo's share of the rent in 2012, as a percentage of the second highest"),
        (BOATS, "How many people drowned on the fastest boat?"),
        (BOATS, "How fast is the heaviest rescue boat?"),
        (TURNS, "How much is the loss in percent at turn 2?"),
        (SOIL, "What did the farmers order on the best soil?"),
        (FADING, "Which series is quickest?"),
        (BOATS, "Which animal is fastest?"),
    ],
)
def test_what_no_reading_accounts_for_is_refused(figure: Figure, question: str) -> None:
    given = qa.answer(figure, question)
    assert given.answer is None
    assert given.refusal


def test_a_refusal_names_the_words_left_out() -> None:
    refusal = qa.answer(TURNS, "How much is the loss in percent at turn 2?").refusal
    assert refusal is not None
    assert "'percent'" in refusal


def test_traits_tell_what_a_plan_does() -> None:
    total = Agg(Fn.SUM, Values())
    shared = traits_of(Arith(Arithmetic.MUL, Arith(Arithmetic.DIV, total, total), Number(100.0)))
    assert shared.percent
    assert shared.fns == {Fn.SUM}
    best = traits_of(Names(Best(Values()), (Dim.PLACE,)))
    assert best.chooses
    assert not best.percent


SHOP = gold_figure(
    "grouped vertical bar", "Month", "Pieces",
    {"Sales": [("Jan", 10), ("Feb", 12), ("Mar", 8), ("Apr", 11.5)],
     "Returns": [("Jan", 1), ("Feb", 6), ("Mar", 7.9), ("Apr", 3)]},
)  # fmt: skip
READ = gold_figure(
    "line", "Year", "Warmth (K)",
    {"Oslo": [(2010.014, 5), (2010.993, 9), (2011.98, 7)], "Lima": [(2010.01, 3), (2010.99, 4), (2011.996, 8)]},
)  # fmt: skip
PARTS = gold_figure("line", "Year", "Warmth (K)", {"Oslo": [(2010.25, 6), (2010.5, 4), (2010.75, 9), (2011.0, 8)]})


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("In which month were sales minus returns largest?", "Jan"),
        ("In which month was sales minus returns the smallest?", "Mar"),
        ("In which month were returns subtracted from sales smallest?", "Mar"),
        ("Which month had the largest sales divided by returns?", "Jan"),
        ("In which month was the ratio of sales to returns largest?", "Jan"),
        ("In which month is the ratio of returns to sales highest?", "Mar"),
        ("Which month has the highest sales plus returns?", "Feb"),
    ],
)
def test_two_series_calculated_with_row_by_row_are_ranked_as_one(question: str, answer: str) -> None:
    given = qa.answer(SHOP, question)
    assert given.refusal is None
    assert given.answer == answer


@pytest.mark.parametrize(
    ("question", "reason"),
    [
        ("Is sales minus returns largest in Jan?", "no reading of the question accounts for 'minus'"),
        ("In which month were returns times 2 largest?", "nothing in this chart is called '2'"),
    ],
)
def test_other_calculations_with_series_are_refused_by_their_words(question: str, reason: str) -> None:
    given = qa.answer(SHOP, question)
    assert given.answer is None
    assert reason in (given.refusal or "")


@pytest.mark.parametrize(
    ("figure", "question", "year"),
    [
        (READ, "In which year was Oslo warmest?", 2011.0),
        (READ, "In which year was Lima warmest?", 2012.0),
        (READ, "In which year was Lima coldest?", 2010.0),
        (PARTS, "In which year was Oslo warmest?", 2010.0),
    ],
)
def test_years_read_off_a_picture_are_whole(figure: Figure, question: str, year: float) -> None:
    given = qa.answer(figure, question)
    assert given.answer == year
    assert "0." not in given.reading
