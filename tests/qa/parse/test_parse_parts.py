"""The parts of the semantic parser: tokens, likeness of words, links, thresholds, places, focus."""

from __future__ import annotations

import pytest

from qa.chartview import ChartView, views
from qa.parse.frame import Focus
from qa.parse.framing import frames_of
from qa.parse.lexicon import Sense, find_items, grade
from qa.parse.linking import find_links, same_word
from qa.parse.nouns import dim_of_noun
from qa.parse.vocabulary import Vocabulary
from qa.parse.words import alike, tokenize
from qa.plan import Dim, Op


def make_view(
    series: tuple[str | None, ...],
    places: tuple[str | float, ...],
    *,
    kind: str = "grouped vertical bar",
    **titles: str,
) -> ChartView:
    numeric = all(isinstance(place, float) for place in places)
    family = "line" if kind == "line" else "bar"
    chart = {"chart_id": "c", "chart_type": kind, "family": family, "x_scale": "linear" if numeric else "categorical"}
    rows = {
        "charts": [{**chart, **titles}],
        "series": [
            {"chart_id": "c", "series_id": f"s{i}", "series_idx": i, "name": name} for i, name in enumerate(series)
        ],
        "points": [
            {
                "chart_id": "c", "series_id": f"s{i}", "series_idx": i, "point_idx": k, "y": float(10 * i + k),
                "x_text": f"{place:g}" if numeric else place, "x": place if numeric else None,
            }
            for i in range(len(series))
            for k, place in enumerate(places)
        ],
    }  # fmt: skip
    return views(rows)["c"]


def linked(question: str, vocabulary: Vocabulary) -> list[tuple[Dim, str]]:
    frame = frames_of(tokenize(question), vocabulary)[0]
    return [(link.dim, link.name) for link in frame.links]


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("over 4,500", [4500.0]),
        ("1 000 thousand", [1000.0]),
        ("55-64", [55.0, 64.0]),
        ("1.5k", [1500.0]),
        ("three", [3.0]),
    ],
)
def test_numbers_are_read_as_people_write_them(text: str, values: list[float]) -> None:
    assert [token.value for token in tokenize(text) if token.value is not None] == values


@pytest.mark.parametrize(
    ("asked", "name"),
    [
        ("lndonesia", "indonesia"),
        ("speceis", "species"),
        ("catholic", "catholic"),
        ("working", "work"),
        ("0regon", "oregon"),
    ],
)
def test_misread_and_mistyped_words_are_alike(asked: str, name: str) -> None:
    assert alike(asked, name) >= 0.85


@pytest.mark.parametrize(("asked", "name"), [("nevada", "alaska"), ("six", "sex"), ("east", "west"), ("dog", "dot")])
def test_other_words_are_not_alike(asked: str, name: str) -> None:
    assert alike(asked, name) < 0.85


@pytest.mark.parametrize(
    ("asked", "name"),
    [("girl", "female"), ("thursday", "thu"), ("thrusday", "thu"), ("second", "2nd"), ("dept", "department")],
)
def test_words_of_one_thing_are_the_same(asked: str, name: str) -> None:
    assert same_word(asked, name) >= 0.8


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("urban male 70-74", [(Dim.SERIES, "Urban Male"), (Dim.PLACE, "70-74")]),
        ("rural females at 65-69", [(Dim.SERIES, "Rural Female"), (Dim.PLACE, "65-69")]),
        ("Is Rural Male above Urban Male?", [(Dim.SERIES, "Rural Male"), (Dim.SERIES, "Urban Male")]),
    ],
)
def test_names_are_linked_longest_and_nearest_first(question: str, expected: list[tuple[Dim, str]]) -> None:
    series = ("Rural Male", "Rural Female", "Urban Male", "Urban Female")
    assert linked(question, Vocabulary(make_view(series, ("65-69", "70-74")))) == expected


def test_names_that_are_words_of_grammar_are_linked_only_where_they_stand_as_names() -> None:
    vocabulary = Vocabulary(make_view(("no", "yes"), ("First", "A"), x_title="class"))
    assert linked("Is there no difference?", vocabulary) == []
    assert (Dim.PLACE, "First") in linked("median of first class", vocabulary)
    assert {name for _, name in linked("do the no and yes values differ", vocabulary)} == {"no", "yes"}


def test_second_name_may_leave_out_what_it_shares_with_the_first() -> None:
    vocabulary = Vocabulary(make_view(("Quebec, chilled", "Quebec, nonchilled", "Mississippi, chilled"), ("a", "b")))
    assert [name for _, name in linked("difference between Quebec chilled and nonchilled at a", vocabulary)][:2] == [
        "Quebec, chilled", "Quebec, nonchilled",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("question", "op", "value"),
    [
        ("how many are over 30", Op.GT, 30.0),
        ("which are bigger than +1000", Op.GT, 1000.0),
        ("which have at least 5 %", Op.GE, 5.0),
        ("which are 12 or more", Op.GE, 12.0),
        ("which stay below -3", Op.LT, -3.0),
        ("which are more than half", Op.GT, 50.0),
    ],
)
def test_comparisons_with_numbers_are_thresholds(question: str, op: Op, value: float) -> None:
    frame = frames_of(tokenize(question), Vocabulary(make_view((None,), ("a", "b"), kind="vertical bar")))[0]
    assert [(one.op, one.value) for one in frame.thresholds] == [(op, value)]


def test_numbers_on_the_axis_are_places_and_stretches() -> None:
    vocabulary = Vocabulary(make_view(("A",), (1950.0, 1955.0, 1960.0), kind="line", x_title="Year"))
    frame = frames_of(tokenize("value in 1955"), vocabulary)[0]
    assert [place.x for place in frame.places] == [1955.0]
    frame = frames_of(tokenize("highest value between 1950 and 1960"), vocabulary)[0]
    assert [(place.low, place.high) for place in frame.places] == [(1950.0, 1960.0)]
    frame = frames_of(tokenize("lowest value in the 1950s"), vocabulary)[0]
    assert frame.places[0].low == 1950.0


@pytest.mark.parametrize(
    ("word", "graded"),
    [("foggiest", ("sup", 1)), ("cheapest", ("sup", -1)), ("heavier", ("comp", 1)), ("west", None), ("letter", None)],
)
def test_graded_adjectives_have_a_direction(word: str, graded: tuple[str, int] | None) -> None:
    assert grade(word) == graded


def test_phrases_are_found_across_hyphens() -> None:
    assert Sense.AXIS in {item.sense for item in find_items(tokenize("What's on the x-axis?"))}


@pytest.mark.parametrize(
    ("question", "focus"),
    [
        ("Which group is highest?", Focus.NAME),
        ("biggest bar?", Focus.NAME),
        ("max value of A", Focus.VALUE),
        ("How many are above 3?", Focus.COUNT),
        ("Is A above B?", Focus.TRUTH),
        ("In x, is A higher than B?", Focus.TRUTH),
        ("Rank the groups", Focus.LIST),
        ("Which share has A?", Focus.VALUE),
    ],
)
def test_focus_is_what_kind_of_answer_is_wanted(question: str, focus: Focus) -> None:
    vocabulary = Vocabulary(make_view(("A", "B"), ("x", "y"), x_title="Group"))
    assert frames_of(tokenize(question), vocabulary)[0].focus is focus


def test_nouns_name_the_dimension_by_titles_and_shared_words() -> None:
    vocabulary = Vocabulary(make_view(("Diet 1", "Diet 2"), ("x", "y"), x_title="Age group"))
    frame = frames_of(tokenize("Which diet or which age?"), vocabulary)[0]
    assert dim_of_noun(frame, frame.tokens[1]) is Dim.SERIES
    assert dim_of_noun(frame, frame.tokens[4]) is Dim.PLACE


def test_unknown_names_weigh_more_than_talk() -> None:
    vocabulary = Vocabulary(make_view(("Austin", "Dallas"), ("2010", "2012"), y_title="Price"))
    frame = frames_of(tokenize("So what is the price in Chicago in 2012, please?"), vocabulary)[0]
    assert [(frame.tokens[i].text, weight) for i, weight in frame.leftover.items()] == [("Chicago", 1.0)]


def test_links_are_found_for_every_name() -> None:
    vocabulary = Vocabulary(make_view(("a; b", "O'Brien", "größer & Größer"), ("x", "y")))
    for name in ("a; b", "O'Brien", "größer & Größer"):
        assert any(link.name == name for link in find_links(tokenize(f"value of {name} at x"), vocabulary))
