"""Free questions: the development set on the gold tables, and the kinds of words that every parser must bear."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).parent))

from free_scoring import load_questions, report, score

from qa.loading import Library, add_figure
from qa.parse.ask import ask
from sie.io.tabular import figure_of_csv

SHARED = Path(__file__).parents[3] / "shared"
DATA = Path(__file__).parent / "data"


HERE = all((SHARED / name).is_dir() for name in ("charts", "charts_tools"))


@pytest.mark.skipif(not HERE, reason="the shared gold charts are not here")
@pytest.mark.parametrize(
    ("file", "right", "refused", "wrong"),
    [
        ("free_questions.jsonl", 0.98, 1.0, 0.01),
        ("free_questions_wide.jsonl", 0.96, 0.99, 0.01),
        ("free_questions_second.jsonl", 0.87, 0.98, 0.01),
        ("free_questions_third.jsonl", 0.89, 0.98, 0.01),
        ("free_questions_fourth.jsonl", 0.98, 0.98, 0.01),
        ("free_questions_fifth.jsonl", 0.91, 0.98, 0.01),
        ("free_questions_sixth.jsonl", 0.97, 0.98, 0.01),
        ("free_questions_seventh.jsonl", 0.94, 0.98, 0.01),
        ("free_questions_eighth.jsonl", 0.90, 0.98, 0.01),
        ("free_questions_batches.jsonl", 0.91, 0.98, 0.01),
    ],
)
def test_free_questions_are_answered_and_refused_no_worse_than_reached(
    file: str, right: float, refused: float, wrong: float
) -> None:
    questions = load_questions(DATA / file)
    tally = score(questions, SHARED)
    text = report(tally, questions)
    print(text)  # noqa: T201
    assert tally.share(True, questions) >= right, text
    assert tally.share(False, questions) >= refused, text
    assert sum(tally.wrong.values()) <= wrong * len(questions), text


TABLE = """Country,2010,2012
Brazil,30,45
India,55,20
China,90,95
O'Brien & Sons,10,12
"""


@pytest.fixture(scope="module")
def library() -> Library:
    from qa.database import ChartDatabase

    loaded = Library(ChartDatabase())
    add_figure(loaded, figure_of_csv(TABLE), key="table")
    return loaded


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("2012 value for lndia", 20),
        ("brazl in 2010", 30),
        ("Which country is highest in 2010?", "China"),
        ("smallest country in 2012?", "O'Brien & Sons"),
        ("What is the value of O'Brien & Sons in 2012?", 12),
        ("average of Brazil and India in 2010", 42.5),
        ("difference between highest and lowest in 2010", 80),
        ("How many times larger is China than Brazil in 2010?", 3),
        ("Is Brazil more than twice O'Brien & Sons in 2010?", "yes"),
        ("How many countries are above 40 in 2012?", 2),
        ("top 2 countries in 2010", ["China", "India"]),
        ("Rank the countries in 2012, lowest first", ["O'Brien & Sons", "India", "Brazil", "China"]),
        ("Which countries fell from 2010 to 2012?", ["India"]),
        ("Is 2012 above 2010 for every country?", "no"),
        ("second highest in 2010", 55),
        ("sum of 2010", 185),
        ("By how many percent did Brazil grow from 2010 to 2012?", 50),
        ("Is China or India higher in 2010?", "China"),
        ("What is the sum of the two highest in 2010?", 145),
        ("Which country ranks third in 2010?", "Brazil"),
        ("How many times Brazil is China in 2010?", 3),
        ("um what was Brazil in twenty ten", 30),
        ("Is China above Brazil in 2010? y/n", "yes"),
        ("Express China as a multiple of Brazil in 2010.", 3),
        ("By what amount did China exceed India in 2010?", 35),
        ("how mnay countries are above fourty in 2012", 2),
        ("secnd hihgest contry in 2010", "India"),
        ("Countries in 2010, best to worst", ["China", "India", "Brazil", "O'Brien & Sons"]),
        ("How far is China ahead of India in 2010?", 35),
        ("smalest country in 2012", "O'Brien & Sons"),
    ],
)
def test_other_words_and_misread_names_are_understood(library: Library, question: str, expected: object) -> None:
    answer = ask(library, library.chart_ids, question)
    assert answer.refusal is None
    assert answer.answer == expected
    assert answer.reading


@pytest.mark.parametrize(
    "question",
    [
        "What was the value of Germany in 2010?",
        "Brazil in 1999",
        "GDP of Atlantis in 2010",
        "Why is China so high?",
        "What will India be in 2030?",
        "Should I move to Brazil?",
        "Who is the president of Brazil?",
        "asdf qwer",
        "Everest plus Brazil in 2010",
        "What is the sample size of Brazil?",
        "write a poem",
    ],
)
def test_what_the_chart_cannot_tell_is_refused_with_a_reason(library: Library, question: str) -> None:
    answer = ask(library, library.chart_ids, question)
    assert answer.answer is None
    assert answer.refusal


def test_two_readings_with_different_answers_are_both_given() -> None:
    from qa.database import ChartDatabase

    with ChartDatabase() as db:
        loaded = Library(db)
        add_figure(loaded, figure_of_csv("Cut,Count of gems\nFair,10\nGood,30\nIdeal,60\n"), key="gems")
        answer = ask(loaded, loaded.chart_ids, "What percentage is Good?")
        assert answer.answer == 30
        answers = [answer.answer, *(other.answer for other in answer.alternatives)]
        assert len(answers) == len(set(map(str, answers)))
