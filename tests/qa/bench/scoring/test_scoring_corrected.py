from __future__ import annotations

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qa.bench.scoring import MISSING, Rule, ScoringError, Truth, score_one
from qa.bench.scoring.answers import key_of, read_list, read_number, read_truth
from qa.bench.scoring.lists import bag_score, ranking_score, soft_score
from qa.template import AnswerType

KINDS = [kind.value for kind in AnswerType]


def value(kind: str, truth: object, predicted: object) -> float:
    return score_one(Rule.CORRECTED, Truth("q", truth, kind), predicted).value


# --------------------------------------------------------------------------- numbers


@pytest.mark.parametrize(
    ("truth", "predicted", "expected"),
    [
        (100, 105, 1.0),
        (100, 105.01, 0.0),
        (1.0, 1.05, 1.0),
        (-100, -95, 1.0),
        (-100, 95, 0.0),
        (-100, 1e9, 0.0),
        (0, 0, 1.0),
        (0, 1e-9, 0.0),
        (0, -0.0, 1.0),
        (1e-30, 1.04e-30, 1.0),
        (math.nan, math.nan, 1.0),
        (math.nan, 1.0, 0.0),
        (math.inf, math.inf, 1.0),
        (math.inf, -math.inf, 0.0),
        (math.inf, 1e300, 0.0),
        ("12.5", 12.4, 1.0),
        (1200, "1,200", 1.0),
        (45, "45 %", 1.0),
        (3e5, "3 × 10^5", 1.0),
        (-5, "−5", 1.0),
        (7, ["7"], 1.0),
    ],
)
def test_number_is_right_within_five_percent_of_the_truths_size(
    truth: object, predicted: object, expected: float
) -> None:
    assert value("Numerical", truth, predicted) == expected


def test_number_has_its_errors_beside_the_value() -> None:
    score = score_one(Rule.CORRECTED, Truth("q", -2.0, "Numerical"), "2")
    assert score.details == {"l1": 4.0, "l2": 16.0, "relative": 2.0}


def test_error_relative_to_zero_is_left_out() -> None:
    assert set(score_one(Rule.CORRECTED, Truth("q", 0, "Numerical"), 0.5).details) == {"l1", "l2"}


@pytest.mark.parametrize("predicted", ["about 7", "", {}, [1, 2], True, "9" * 500, "[[[", "nan", math.inf])
def test_what_is_no_finite_number_is_wrong_and_says_so(predicted: object) -> None:
    score = score_one(Rule.CORRECTED, Truth("q", 7, "Numerical"), predicted)
    assert score.value == 0.0
    assert score.problem


# --------------------------------------------------------------------------- yes and no


@pytest.mark.parametrize("predicted", ["yes", "Yes.", " YES ", True, 1, "true", '"yes"', ["yes"]])
def test_yes_is_understood_in_any_spelling(predicted: object) -> None:
    assert value("Binary", "yes", predicted) == 1.0
    assert value("Binary", "no", predicted) == 0.0


@pytest.mark.parametrize("predicted", ["maybe", "", 2, [], {}, "yes or no"])
def test_what_is_neither_yes_nor_no_is_malformed(predicted: object) -> None:
    assert score_one(Rule.CORRECTED, Truth("q", "no", "Binary"), predicted).problem


# --------------------------------------------------------------------------- texts and ties


@pytest.mark.parametrize(
    ("truth", "predicted", "expected"),
    [
        ("North America", " north  america", 1.0),
        ("it's", "it’s", 1.0),
        ("2010", 2010, 1.0),
        ("2010", "2011", 0.0),
        (2000, 2005, 0.0),
        ("a", ["a"], 1.0),
        ("a", ["a", "b"], 0.5),
        (["a", "b"], ["b", "a"], 1.0),
        (["a", "b"], "a", 0.5),
        (["a", "b"], "b, a", 1.0),
        ("a, b and c", "a, b and c", 1.0),
        ("a, b", "a", 0.0),
        ("", "", 1.0),
        ([], [], 1.0),
        ([], "x", 0.0),
    ],
)
@pytest.mark.parametrize("kind", ["String", "String/Unranked List"])
def test_text_is_exact_and_its_ties_are_a_set(kind: str, truth: object, predicted: object, expected: float) -> None:
    assert value(kind, truth, predicted) == expected


@pytest.mark.parametrize(
    ("truth", "predicted", "expected"),
    [("a,b", ["b", "a"], 1.0), ("a,b", "b, a", 1.0), ("a,b", "a", 0.5), ("a,b", "a,b", 1.0), ("a, b", ["a", "b"], 0.0)],
)
def test_ties_joined_by_bare_commas_are_a_set(truth: object, predicted: object, expected: float) -> None:
    assert value("String/Unranked List", truth, predicted) == expected


def test_string_with_a_comma_is_one_name() -> None:
    assert value("String", "a,b", ["b", "a"]) == 0.0


def test_misread_text_keeps_its_edit_similarity() -> None:
    score = score_one(Rule.CORRECTED, Truth("q", "north", "String"), "nord")
    assert (score.value, score.details["edit"]) == (0.0, 0.6)


# --------------------------------------------------------------------------- lists


@pytest.mark.parametrize(
    ("truth", "predicted", "expected"),
    [
        (["a", "b"], ["b", "a"], 1.0),
        (["a", "a"], ["a"], 0.5),
        (["a"], ["a", "a"], 0.5),
        (["a", "b"], ["a", "c", "d", "e"], 0.25),
        ([], [], 1.0),
        ([], ["a"], 0.0),
        (["a"], [], 0.0),
        ([["a", "b"], ["c", "d"]], [["d", "c"], ["b", "a"]], 1.0),
        ([["a", "b"]], [["a", "c"]], 0.0),
        ([["a", "a"]], [["a"]], 0.0),
        ([2000, 2005], [2005.0, "2000"], 1.0),
        ([2000], [2005], 0.0),
        (["a", "b"], '["b", "a"]', 1.0),
        (["a", "b"], "['b', 'a']", 1.0),
        (["a", "b"], "b; a", 1.0),
        (["a, b"], "a, b", 1.0),
        (["a"], "a", 1.0),
        ([float("nan")], [float("nan")], 1.0),
    ],
)
def test_unranked_list_is_the_best_matching_over_the_larger_side(
    truth: object, predicted: object, expected: float
) -> None:
    assert value("Unranked List", truth, predicted) == expected


def test_ranking_is_ndcg_with_relevance_falling_by_rank() -> None:
    # relevances 3, 2, 1; predicted c, a, b
    expected = (1 + 3 / math.log2(3) + 2 / 2) / (3 + 2 / math.log2(3) + 1 / 2)
    assert value("Ranked List", ["a", "b", "c"], ["c", "a", "b"]) == pytest.approx(expected)


@pytest.mark.parametrize(
    ("truth", "predicted", "expected"),
    [
        (["a", "b"], ["a", "b", "c", "d"], 1.0),
        (["a", "b"], ["c", "d", "a", "b"], 0.0),
        (["a"], ["a"], 1.0),
        (["a"], ["b"], 0.0),
        ([], [], 1.0),
        ([], ["a"], 0.0),
        (["a"], [], 0.0),
        ([["a", "b"], ["c"]], [["b", "a"], ["c"]], 1.0),
        (["a", "a", "b"], ["a", "a", "b"], 1.0),
    ],
)
def test_ranking_at_its_edges(truth: object, predicted: object, expected: float) -> None:
    assert value("Ranked List", truth, predicted) == expected


def test_first_places_of_a_ranking_weigh_most() -> None:
    truth = ["a", "b", "c", "d"]
    assert value("Ranked List", truth, ["a", "b", "x", "y"]) > value("Ranked List", truth, ["x", "y", "c", "d"])


def test_repeated_item_is_rewarded_once() -> None:
    assert value("Ranked List", ["a", "b"], ["a", "a"]) < value("Ranked List", ["a", "b"], ["a", "b"])


@pytest.mark.parametrize("predicted", [{}, {"a": 1}, [{"a": 1}], [[[[[[[[[[["a"]]]]]]]]]]]])
@pytest.mark.parametrize("kind", ["Unranked List", "Ranked List"])
def test_list_of_strange_things_is_malformed(kind: str, predicted: object) -> None:
    score = score_one(Rule.CORRECTED, Truth("q", ["a"], kind), predicted)
    assert (score.value, bool(score.problem)) == (0.0, True)


# --------------------------------------------------------------------------- every kind


@pytest.mark.parametrize("kind", KINDS)
def test_no_prediction_and_null_are_wrong_for_different_reasons(kind: str) -> None:
    truth = Truth("q", "x", kind)
    missing, null = score_one(Rule.CORRECTED, truth, MISSING), score_one(Rule.CORRECTED, truth, None)
    assert missing.value == null.value == 0.0
    assert missing.problem != null.problem


def test_question_without_an_answer_is_answered_by_null() -> None:
    assert value("String", None, None) == 1.0
    assert value("String", None, "x") == 0.0


def test_unknown_answer_type_names_the_question() -> None:
    with pytest.raises(ScoringError, match=r"q7: answer type: expected .* got 'essay'"):
        Truth("q7", 1, "essay")


ATOMS = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=12)
JSON = st.recursive(
    ATOMS, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=3), inner), max_leaves=8
)
ITEM = st.text(max_size=6) | st.integers(-9999, 9999)
ANSWERS = {
    "Binary": st.sampled_from(["yes", "no"]),
    "Numerical": st.floats() | st.integers(),
    "String": st.text(max_size=20),
    "String/Unranked List": st.text(max_size=20) | st.lists(ITEM, max_size=5),
    "Unranked List": st.lists(ITEM | st.lists(ITEM, min_size=2, max_size=2), max_size=8),
    "Ranked List": st.lists(ITEM | st.lists(ITEM, min_size=2, max_size=2), max_size=8),
}


@settings(max_examples=40, deadline=None)
@given(data=st.data())
@pytest.mark.parametrize("kind", KINDS)
def test_truth_answers_itself(kind: str, data: st.DataObject) -> None:
    truth = data.draw(ANSWERS[kind])
    score = score_one(Rule.CORRECTED, Truth("q", truth, kind), truth)
    assert (score.value, score.problem) == (1.0, None)


@settings(max_examples=120, deadline=None)
@given(rule=st.sampled_from(list(Rule)), kind=st.sampled_from(KINDS), truth=JSON, predicted=JSON)
def test_any_json_gets_a_score_and_never_an_exception(rule: Rule, kind: str, truth: object, predicted: object) -> None:
    score = score_one(rule, Truth("q", truth, kind), predicted)
    assert score.value >= 0.0
    assert score.value <= 1.0 or rule is Rule.PUBLISHED
    assert all(math.isfinite(number) for number in score.details.values())


@given(truth=st.lists(st.sampled_from("abcd"), max_size=6), predicted=st.lists(st.sampled_from("abcd"), max_size=6))
def test_part_marks_are_at_least_the_exact_ones(truth: list[str], predicted: list[str]) -> None:
    soft = soft_score(truth, predicted)
    assert soft is not None
    assert bag_score(truth, predicted) - 1e-12 <= soft <= 1.0 + 1e-12


@given(truth=st.lists(st.sampled_from("abcd"), max_size=6), predicted=st.permutations(list("abcd")))
def test_ranking_stays_in_its_range(truth: list[str], predicted: list[str]) -> None:
    assert 0.0 <= ranking_score(truth, predicted) <= 1.0


# --------------------------------------------------------------------------- reading


@pytest.mark.parametrize(
    ("written", "number"),
    [("1,234,567.5", 1234567.5), ("1,5", None), ("-.5", -0.5), ("2e3", 2000.0), ("12 kg", None), ("1e999", math.inf)],
)
def test_numerals_are_read_and_nothing_else(written: str, number: float | None) -> None:
    assert read_number(written) == number


def test_lists_are_read_from_json_python_and_commas() -> None:
    assert read_list('["a, b", "c"]') == ["a, b", "c"]
    assert read_list("('a', 'b')") == ["a", "b"]
    assert read_list("[a, b]") == ["a", "b"]
    assert read_list("  ") == []
    assert read_list({"a": 1}) is None
    assert read_list("[" * 100_000 + "]" * 100_000) is not None  # too deep to parse: a text like any other


def test_keys_of_equal_labels_are_equal() -> None:
    assert key_of("2010.0") == key_of(2010) == key_of(" 2010 ")
    assert key_of(["b", "a"]) == key_of(("A", "B"))
    assert key_of("10 %") != key_of("10")


def test_only_yes_and_no_are_truths() -> None:
    assert (read_truth("FALSE"), read_truth(0.0), read_truth(3), read_truth("nope")) == (False, False, None, None)
