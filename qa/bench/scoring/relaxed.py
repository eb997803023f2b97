"""Relaxed accuracy, the measure of ChartQA and PlotQA.

ChartQA (Masry et al., Findings of ACL 2022, section 5.1), as computed by google-research/pix2struct `metrics.py`, the
code behind the published numbers: where the target is a number other than 0 and the prediction a number, right within
5 % of the target's size; everything else by equal text but for case. A % sign divides by 100 on both sides, so "45%" is
0.45 and not 45. A target of 0 is compared as text: "0.0" does not answer "0". Of several targets the best counts.

PlotQA (Methani et al., WACV 2020, section on evaluation): only answers with floating point values get the 5 %; whole
numbers and texts must be exact. Here whole numbers are compared by value.
"""

from __future__ import annotations

import math

from qa.bench.scoring.answers import plain, read_number
from qa.bench.scoring.numbers import NUMBER_TOLERANCE, near
from qa.bench.scoring.truths import MISSING, NO_ANSWER, NO_PREDICTION, Rule, Score, Truth, unreadable


def score_relaxed(truth: Truth, predicted: object, rule: Rule = Rule.RELAXED) -> Score:
    """The relaxed score of a prediction (`MISSING` for none): 1 or 0; a truth that is a list names several targets."""
    if predicted is MISSING:
        return Score(0.0, problem=NO_PREDICTION)
    targets = truth.answer if isinstance(truth.answer, list | tuple) else (truth.answer,)
    if predicted is None and None not in targets:
        return Score(0.0, problem=NO_ANSWER)
    if isinstance(predicted, dict):
        return Score(0.0, problem=unreadable("a text or a number", predicted))
    correct = plotqa_correct if rule is Rule.PLOTQA else relaxed_correct
    said = predicted[0] if isinstance(predicted, list | tuple) and len(predicted) == 1 else predicted
    same = said == truth.answer or (predicted == [] and not targets)
    return Score(float(same or any(correct(target, said) for target in targets)))


def relaxed_correct(target: object, predicted: object) -> bool:
    """ChartQA's relaxed correctness.

    >>> relaxed_correct("100", "95"), relaxed_correct("-100", "95"), relaxed_correct("0", "0.0")
    (True, False, False)
    """
    right, said = _number(target), _number(predicted)
    if said is not None and right:  # a target of 0 falls through, as it does in the published code
        return abs(said - right) / abs(right) <= NUMBER_TOLERANCE
    return _text(target).lower() == _text(predicted).lower()


def plotqa_correct(target: object, predicted: object) -> bool:
    """PlotQA's accuracy.

    >>> plotqa_correct(2.5, 2.6), plotqa_correct(25, 26), plotqa_correct("Yes", "yes")
    (True, False, True)
    """
    right, said = read_number(target), read_number(predicted)
    if right is None or said is None:
        return plain(target) == plain(predicted)
    return said == right if _whole(target) else near(right, said)


def _whole(target: object) -> bool:
    return isinstance(target, int) or (isinstance(target, str) and "." not in target and "e" not in target.lower())


def _text(value: object) -> str:
    return value if isinstance(value, str) else str(value)


def _number(value: object) -> float | None:
    """A number as the published code reads it: `float`, a % sign dividing by 100."""
    text = _text(value)
    try:
        number = float(text.rstrip("%")) / 100.0 if text.endswith("%") else float(text)
    except ValueError:
        return None
    return number if math.isfinite(number) else None
