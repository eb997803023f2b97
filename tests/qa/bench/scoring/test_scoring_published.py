"""Each quirk of the public RealCQA evaluator, one by one."""

from __future__ import annotations

import math

import pytest

from qa.bench.scoring import MISSING, Rule, Score, Truth, score_one, tally


def score(kind: str, truth: object, predicted: object) -> Score:
    return score_one(Rule.PUBLISHED, Truth("q", truth, kind), predicted)


@pytest.mark.parametrize("predicted", [-100, 0, 1e9, "17", -1e9])
def test_negative_truth_scores_any_number_right(predicted: object) -> None:
    assert score("Numerical", -3.5, predicted).value == 1.0


@pytest.mark.parametrize(
    ("truth", "predicted", "expected"),
    [
        (100, 105, 1.0),
        (100, 106, 0.0),
        (0, 0, 1.0),
        (0, 4e-11, 1.0),
        (0, 1e-9, 0.0),
        (1.0, 1.05, 1.0),
        (math.nan, math.nan, 0.0),
        (math.inf, math.inf, 0.0),
        (-1e-9, -1e-9, 0.0),
        (5, "1_0", 0.0),
        (10, "1_0", 1.0),
        (1000, "1,000", 0.0),
        (45, "45%", 0.0),
    ],
)
def test_number_by_the_printed_formula(truth: object, predicted: object, expected: float) -> None:
    assert score("Numerical", truth, predicted).value == expected


@pytest.mark.parametrize("predicted", ["True", "Yes", "yes", "true", 1, "1", True, 1.0])
def test_binary_accepts_the_listed_spellings_of_yes(predicted: object) -> None:
    assert score("Binary", "yes", predicted).value == 1.0
    assert score("Binary", "no", predicted).value == 0.0


@pytest.mark.parametrize("predicted", ["YES", "yes.", " yes", "y", ["yes"], "TRUE"])
def test_binary_takes_no_other_spelling(predicted: object) -> None:
    assert score("Binary", "yes", predicted).value == 0.0
    assert score("Binary", "no", predicted).value == 0.0


def test_binary_truth_that_is_not_listed_counts_as_no() -> None:
    assert score("Binary", "YES", "no").value == 1.0
    assert score("Binary", True, "no").value == 1.0


@pytest.mark.parametrize(
    ("truth", "predicted", "expected"),
    [("A b", "a B", 1.0), ("a", "a\n", 1.0), ("a", " a", 0.0), ("a", "'a'", 0.0), ("2010", 2010, 1.0), ("1", 1.0, 0.0)],
)
def test_string_is_exact_but_for_case_and_line_breaks(truth: object, predicted: object, expected: float) -> None:
    assert score("String", truth, predicted).value == expected


def test_unranked_list_is_f1() -> None:
    assert score("Unranked List", ["a", "b", "c"], ["A", "x"]).value == pytest.approx(2 * (1 / 3) * (1 / 2) / (5 / 6))


def test_repeated_items_of_an_unranked_list_exceed_one() -> None:
    assert score("Unranked List", ["a", "a"], ["a", "a"]).value == 2.0


def test_order_inside_a_pair_counts() -> None:
    assert score("Unranked List", [["a", "b"]], [["b", "a"]]).value == 0.0
    assert score("Unranked List", [["a", "b"]], [["a", "b"]]).value == 1.0


@pytest.mark.parametrize(
    ("predicted", "expected"),
    [("['a', 'b']", 1.0), ("('b', 'a')", 1.0), ("a, b", 0.0), (5, 0.0), ([], 0.0), ("[]", 0.0), ({"a": 1}, 0.0)],
)
def test_unranked_text_is_read_as_a_python_literal(predicted: object, expected: float) -> None:
    assert score("Unranked List", ["a", "b"], predicted).value == expected


def test_ranked_relevance_is_the_list_index() -> None:
    # relevances a 0, b 1, c 2; predicted scores a 0, c 1, b 2, so the ranking is b, c, a
    expected = (1 + 2 / math.log2(3)) / (2 + 1 / math.log2(3))
    assert score("Ranked List", ["a", "b", "c"], ["a", "c", "b"]).value == pytest.approx(expected)


def test_first_item_of_a_ranking_is_worth_nothing() -> None:
    assert score("Ranked List", ["a", "b", "c"], ["x", "b", "c"]).value == 1.0
    assert score("Ranked List", ["a", "b"], ["b", "a"]).value == pytest.approx(1 / math.log2(3))


def test_only_ten_items_of_a_ranking_count() -> None:
    truth = [f"t{n}" for n in range(15)]
    assert score("Ranked List", truth, truth).value == 1.0
    assert score("Ranked List", truth, ["x"] * 0 + [f"x{n}" for n in range(5)] + truth[5:]).value == 1.0
    assert score("Ranked List", truth, [*truth[:10], *(f"x{n}" for n in range(10))]).value == 0.0


@pytest.mark.parametrize(
    ("truth", "predicted", "expected"),
    [
        (["a"], ["a"], 1.0),
        (["a"], ["a", "b"], 0.0),
        (["a", "a"], ["b", "a"], 0.0),
        ([["a", "b"], "c"], ["ab", "c"], 1.0),
        (["a", "b"], "ab", 1.0),
        (["a", "b"], 7, 0.0),
        (["a", "b"], [], 0.0),
        ([], [], 1.0),
    ],
)
def test_ranked_list_at_its_edges(truth: object, predicted: object, expected: float) -> None:
    assert score("Ranked List", truth, predicted).value == expected


@pytest.mark.parametrize("predicted", ["a", ["a"], MISSING, None])
def test_string_unranked_items_are_not_scored(predicted: object) -> None:
    assert not score("String/Unranked List", "a", predicted).scored


@pytest.mark.parametrize("kind", ["Binary", "Numerical", "String", "Unranked List", "Ranked List"])
@pytest.mark.parametrize("predicted", [None, MISSING])
def test_null_and_missing_are_wrong(kind: str, predicted: object) -> None:
    found = score(kind, ["a"], predicted)
    assert (found.value, found.scored, bool(found.problem)) == (0.0, True, True)


@pytest.mark.parametrize(
    ("kind", "truth"),
    [
        ("Binary", "yes"),
        ("Binary", "no"),
        ("Numerical", 3.25),
        ("Numerical", -3.25),
        ("Numerical", 0),
        ("String", "Upper Right"),
        ("Unranked List", ["a", ["b", "c"]]),
        ("Ranked List", ["a", "b", "c"]),
        ("Ranked List", ["a"]),
    ],
)
def test_truth_as_released_answers_itself(kind: str, truth: object) -> None:
    assert score(kind, truth, truth).value == pytest.approx(1.0, abs=1e-12)


def test_unscored_questions_are_in_no_mean() -> None:
    truths = [Truth("a", "x", "String"), Truth("b", "y", "String/ Unranked List")]
    found = tally(Rule.PUBLISHED, truths, {"a": "x", "b": "z"})
    assert (found.total.mean, found.total.count) == (1.0, 1)
    assert found.unscored == {"String/Unranked List": 1}
