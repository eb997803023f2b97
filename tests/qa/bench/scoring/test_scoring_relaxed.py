from __future__ import annotations

import pytest

from qa.bench.scoring import MISSING, Rule, Truth, score_one


def value(rule: Rule, truth: object, predicted: object) -> float:
    return score_one(rule, Truth("q", truth, "String"), predicted).value


@pytest.mark.parametrize(
    ("truth", "predicted", "expected"),
    [
        ("100", "105", 1.0),
        ("100", "105.1", 0.0),
        ("-100", "-95", 1.0),
        ("-100", "100", 0.0),
        ("0", "0", 1.0),
        ("0", "0.0", 0.0),
        ("0", "0.001", 0.0),
        ("45%", "0.45", 1.0),
        ("45%", "45", 0.0),
        ("Yes", "yes", 1.0),
        ("Yes", "yes.", 0.0),
        ("2010", "2020", 1.0),
        ("a", "5", 0.0),
        (14, 14.2, 1.0),
        (["14", "fourteen"], "Fourteen", 1.0),
        ("a", {"x": 1}, 0.0),
        ("a", None, 0.0),
        ("a", MISSING, 0.0),
    ],
)
def test_relaxed_accuracy_as_chartqas_code_has_it(truth: object, predicted: object, expected: float) -> None:
    assert value(Rule.RELAXED, truth, predicted) == expected


@pytest.mark.parametrize(
    ("truth", "predicted", "expected"),
    [
        (2.5, 2.6, 1.0),
        (2.5, 2.7, 0.0),
        (25, 26, 0.0),
        ("25", "25.0", 1.0),
        (0.0, 0.0, 1.0),
        (0.0, 0.1, 0.0),
        (-2.5, -2.4, 1.0),
        ("Yes", "yes", 1.0),
        ("Poland", "Polen", 0.0),
    ],
)
def test_plotqa_relaxes_floating_point_answers_only(truth: object, predicted: object, expected: float) -> None:
    assert value(Rule.PLOTQA, truth, predicted) == expected


@pytest.mark.parametrize("rule", [Rule.RELAXED, Rule.PLOTQA])
@pytest.mark.parametrize("truth", ["0", 0, 0.0, -3, "-3.5", "x", "", "45%", ["a", "b"], "nan", "inf", 1e308])
def test_target_answers_itself(rule: Rule, truth: object) -> None:
    assert value(rule, truth, truth) == 1.0
