"""Free questions that join operators: bounds with extremes, clauses, names set apart, negated comparisons."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from qa.database import ChartDatabase
from qa.loading import Library, add_figure
from qa.parse.ask import ask
from sie.io.tabular import figure_of_csv

SALES = """Shop,Tea,Coffee
Aldwych,10,45
Borough,30,20
Camden,60,90
Deptford,50,15
"""
CHANGES = "Town,Change\nArle,-4\nBrae,7\nCove,-9\nDale,2\n"
STOCK = "Fruit,Number of crates\nApples,22\nPears,30\nPlums,50\n"
MONTHS = "Month,Rain days,Sun days\nJan,9,3\nFeb,8,5\nMar,6,7\nApr,5,8\nMay,4,6\nJun,2,9\nJul,3,7\nAug,1,8\n"
DOSES = "Age,0-39 g/day,120+\n25-34,12,5\n35-44,9,7\n"
TABLES = {"sales": SALES, "changes": CHANGES, "stock": STOCK, "months": MONTHS, "doses": DOSES}


@pytest.fixture(scope="module")
def libraries() -> Iterator[dict[str, Library]]:
    made = {}
    for name, text in TABLES.items():
        made[name] = Library(ChartDatabase())
        add_figure(made[name], figure_of_csv(text), key=name)
    yield made
    for library in made.values():
        library.close()


@pytest.mark.parametrize(
    ("table", "question", "expected"),
    [
        ("sales", "Which shops have tea above 20 and coffee below 50?", ["Borough", "Deptford"]),
        ("sales", "Which shops have at least 50 tea while coffee stays under 40?", "Deptford"),
        ("sales", "Which shops have tea under 20 or coffee over 80?", ["Aldwych", "Camden"]),
        ("stock", "fruit that are neither below 25 nor over 40", "Pears"),
        ("sales", "Of the shops with tea above 20, which has the least coffee?", "Deptford"),
        ("stock", "What is the lowest value above 25?", 30),
        ("stock", "Which fruit is nearest to the average?", "Pears"),
        ("stock", "Which fruit is closest to half of Plums?", "Apples"),
        ("stock", "How many crates are not of pears?", 72),
        ("stock", "How many crates are there in total, not counting the plums?", 52),
        ("stock", "Which fruit has the most crates, leaving aside plums?", "Pears"),
        ("changes", "Sum of all negative bars", -13),
        ("stock", "Average of the fruit above 25", 40),
        ("sales", "In how many shops is tea not higher than coffee?", 2),
        ("sales", "Is tea in Camden not as high as coffee in Camden?", "yes"),
        ("stock", "Plums less Pears?", 20),
        ("stock", "Pears above Plums?", "no"),
        ("stock", "Does Plums have a higher number of crates than the other two?", "yes"),
        ("stock", "How many times as large is the biggest bar as the second biggest?", 5 / 3),
        ("stock", "Are there twice as many crates of plums as of apples?", "yes"),
        ("sales", "Which shop loses the most going from tea to coffee?", "Deptford"),
        ("sales", "How often is tea above coffee?", 2),
        ("changes", "By how much did Arle fall?", 4),
        ("stock", "What is the largest fruit after Plums?", "Pears"),
        ("stock", "Is the number of crates of plums higher than those of apples and pears?", "yes"),
        ("sales", "Where does coffee exceed tea the most?", "Aldwych"),
        ("sales", "Which shop's tea is closest to 50?", "Deptford"),
    ],
)
def test_operators_join(libraries: dict[str, Library], table: str, question: str, expected: object) -> None:
    library = libraries[table]
    answer = ask(library, library.chart_ids, question)
    assert answer.refusal is None
    given = answer.answer
    if isinstance(expected, float):
        assert given == pytest.approx(expected)
    else:
        assert (given[0] if isinstance(given, list) and len(given) == 1 else given) == expected


@pytest.mark.parametrize(
    ("table", "question", "expected"),
    [
        ("sales", "Is it false that tea in Camden is above coffee in Camden?", "yes"),
        ("sales", "Is it false that Camden has more coffee than tea?", "no"),
        ("stock", "Would it be incorrect to claim that there are more apples than pears?", "yes"),
        ("stock", "Is it untrue that pears are below 25?", "yes"),
        ("stock", "Is it not true that plums are above 40?", "yes"),
        ("stock", "Is it wrong to say that it is false that plums are above 40?", "yes"),
        ("stock", "True or false: it is false that apples are above pears.", "yes"),
        ("stock", "Wouldn't it be wrong to say that plums are the lowest?", "yes"),
        ("sales", "Is there no shop that sells more coffee than tea?", "no"),
        ("sales", "Are there no shops with tea above 70?", "yes"),
        ("stock", "Is it false that there is no fruit with more than 45 crates?", "yes"),
        ("stock", "Is it true that no fruit has more than 60 crates?", "yes"),
        ("stock", "Is there any fruit whose number exceeds that of Pears?", "yes"),
        ("sales", "Is there no shop whose coffee lies below that of Deptford?", "yes"),
    ],
)
def test_claims_are_judged_with_each_denial_counted(
    libraries: dict[str, Library], table: str, question: str, expected: str
) -> None:
    library = libraries[table]
    assert ask(library, library.chart_ids, question).answer == expected


@pytest.mark.parametrize(
    ("table", "question", "expected"),
    [
        ("stock", "rank the fruits by crates, hi to lo", ["Plums", "Pears", "Apples"]),
        ("stock", "list the fruits, lo to hi", ["Apples", "Pears", "Plums"]),
        (
            "sales",
            "For coffee, rank the shops from the one with most to the one with fewest.",
            ["Camden", "Aldwych", "Borough", "Deptford"],
        ),
        (
            "sales",
            "Disregarding Camden, which two shops have the most tea, in descending order?",
            ["Deptford", "Borough"],
        ),
        (
            "sales",
            "Which shop has the most tea? List all four shops, highest to lowest.",
            ["Camden", "Deptford", "Borough", "Aldwych"],
        ),
        ("stock", "Could you tell me the fruits in order, the largest one first?", ["Plums", "Pears", "Apples"]),
        (
            "sales",
            "Looking only at tea, sort the shops by their number, most first.",
            ["Camden", "Deptford", "Borough", "Aldwych"],
        ),
        ("stock", "Can you tell me the two largest fruits, starting with the largest one?", ["Plums", "Pears"]),
        (
            "sales",
            "Please to order the shops after their tea, the highest as first.",
            ["Camden", "Deptford", "Borough", "Aldwych"],
        ),
    ],
)
def test_names_are_listed_in_the_order_told(
    libraries: dict[str, Library], table: str, question: str, expected: list[str]
) -> None:
    library = libraries[table]
    assert ask(library, library.chart_ids, question).answer == expected


@pytest.mark.parametrize(
    ("table", "question", "expected"),
    [
        ("stock", "nr of bars?", 3),
        ("sales", "total number of bars rendered?", 8),
        ("sales", "What is the total number of bars drawn in this chart?", 8),
        ("sales", "how many groups are there?", 4),
        ("stock", "Does Pears rank second among the fruits?", "yes"),
        ("stock", "Does Plums rank third by crates?", "no"),
        ("sales", "Is Borough the third highest in tea?", "yes"),
        ("sales", "Is Deptford the highest for tea?", "no"),
        ("sales", "In Borough, is tea the highest?", "yes"),
        ("sales", "Which shop has the most tea, my boss wants to know?", "Camden"),
        ("sales", "What was Camden's tea that year?", 60),
        ("months", "From May to Aug, are there fewer rain days every month than the month before?", "no"),
        ("months", "From May to Aug, do rain days fall?", "yes"),
        ("months", "Do sun days rise every month from January to March?", "yes"),
        ("months", "Do sun days keep increasing?", "no"),
        ("doses", "How many cases are there in the 35-44 year olds with 120+ a day?", 7),
    ],
)
def test_what_is_drawn_is_counted_and_ranks_are_judged(
    libraries: dict[str, Library], table: str, question: str, expected: object
) -> None:
    library = libraries[table]
    assert ask(library, library.chart_ids, question).answer == expected


@pytest.mark.parametrize(
    ("table", "question", "word"),
    [
        ("stock", "Which fruit is the oldest?", "oldest"),
        ("stock", "Which fruit has the most customers?", "customers"),
        ("stock", "What price do plums have?", "price"),
        ("stock", "Which fruit is the fastest?", "fastest"),
        ("stock", "How many crates of plums are in first class?", "class"),
        ("stock", "How many fruits are above 5000?", "5000"),
    ],
)
def test_quantities_that_no_title_is_of_are_refused(
    libraries: dict[str, Library], table: str, question: str, word: str
) -> None:
    library = libraries[table]
    answer = ask(library, library.chart_ids, question)
    assert answer.answer is None
    assert answer.refusal is not None
    assert word in answer.refusal
