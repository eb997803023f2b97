"""The rule `published`: what RealCQA's public evaluator computes, for comparison with printed numbers only.

Source: `code/evaluation/eval_PMC.py` of github.com/cse-ai-lab/RealCQA, read for its arithmetic and written anew. What
it computes differs from what the paper says; each difference is kept here:

- Binary: only the spellings `True Yes yes true 1` and `False No no false 0` are understood; "YES" or "yes." is wrong.
  A truth that is none of the first four is taken for no.
- Numerical: `|t - p| / (t + 1e-9) <= 0.05`. For a negative t the left side is negative, so **any number is right**; for
  t = 0 only |p| <= 5e-11 is; a truth of NaN or infinity is never right.
- String: equal but for case and line breaks at the ends. Blanks and quotes count.
- Unranked List: F1 over all equal pairs, so repeated items count several times and the value **may exceed 1**. Items
  are compared as text but for case; the order of a pair counts. A text is read as a Python literal.
- Ranked List: the relevance of an item is its **index** in the truth, the score of a predicted item its index, and
  the measure nDCG@10 as trec_eval has it. So the last item is the most relevant and is expected last; the first one
  is worth nothing; nothing after the ten last counts. One right item: 1 where the lists are the same. Nested items are
  written one after the other.
- String/Unranked List: **not scored**.
- A prediction that is null is wrong. Where the evaluator would stop with an exception (an empty list, a ranked
  prediction that is no list) the answer is wrong and listed; of two empty lists the value is 1.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable

from qa.bench.scoring.answers import python_value
from qa.bench.scoring.truths import (
    MISSING,
    NO_ANSWER,
    NO_PREDICTION,
    NOT_SCORED,
    RIGHT,
    WRONG,
    Score,
    Truth,
    unreadable,
)
from qa.template import AnswerType

TOLERANCE = 0.05
EPSILON = 1e-9
CUT = 10
"""nDCG@10."""

_YES: tuple[object, ...] = ("True", "Yes", "yes", "true", 1, "1")
_NO: tuple[object, ...] = ("False", "No", "no", "false", 0, "0")
_YES_TRUTHS: tuple[object, ...] = ("True", "Yes", "yes", "true")


def score_published(truth: Truth, predicted: object) -> Score:
    """The score of a prediction (`MISSING` for none) under `published`."""
    scorer = _SCORERS.get(truth.kind)
    if scorer is None:
        return NOT_SCORED
    if predicted is MISSING:
        return Score(0.0, problem=NO_PREDICTION)
    if predicted is None:
        return Score(0.0, problem=NO_ANSWER)
    return scorer(truth.answer, predicted)


def _binary(truth: object, predicted: object) -> Score:
    said = True if predicted in _YES else False if predicted in _NO else None
    if said is None:
        return Score(0.0, problem=unreadable("a listed spelling of yes or no", predicted))
    return RIGHT if said is (truth in _YES_TRUTHS) else WRONG


def _numerical(truth: object, predicted: object) -> Score:
    said, right = _float(predicted), _float(truth)
    if said is None or right is None or right + EPSILON == 0:
        return Score(0.0, problem=unreadable("a number", predicted if said is None else truth))
    return RIGHT if abs(right - said) / (right + EPSILON) <= TOLERANCE else WRONG


def _float(value: object) -> float | None:
    """What Python's `float` makes of a value, or None where it raises."""
    if not isinstance(value, str | int | float):
        return None
    try:
        return float(value)
    except (ValueError, OverflowError):
        return None


def _string(truth: object, predicted: object) -> Score:
    return RIGHT if _written(truth) == _written(predicted) else WRONG


def _written(value: object) -> str:
    return str(value).lower().strip("\n")


def _iterated(value: object) -> list[object] | None:
    """What a loop over a value gives: items of a list, letters of a text, names of an object; None of a number."""
    return list(value) if isinstance(value, list | tuple | str | dict | set) else None


def _unranked(truth: object, predicted: object) -> Score:
    value = predicted if isinstance(predicted, list) else _literal(predicted)
    said, right = _iterated(value), _iterated(truth)
    if said is None or right is None:
        return Score(0.0, problem=unreadable("a list", predicted if said is None else truth))
    if not said or not right:
        return RIGHT if not said and not right else Score(0.0, problem=unreadable("a list with items", predicted))
    lowered = [str(item).lower() for item in right]
    hits = sum(lowered.count(str(item).lower()) for item in said)
    precision, recall = hits / len(right), hits / len(said)
    return Score(2 * precision * recall / (precision + recall)) if hits else WRONG


def _literal(value: object) -> object:
    """The Python literal in a text, or None."""
    return python_value(value) if isinstance(value, str) else None


def _ranked(truth: object, predicted: object) -> Score:
    right, said = _by_index(_iterated(truth)), _by_index(_iterated(predicted))
    if said is None or right is None:
        return Score(0.0, problem=unreadable("a list", predicted if said is None else truth))
    if len(right) <= 1:
        return RIGHT if right == said else WRONG
    placed = sorted(said, key=lambda name: -said[name])
    best = _dcg(sorted(right.values(), reverse=True))
    return Score(_dcg(right.get(name, 0) for name in placed) / best)


def _by_index(items: list[object] | None) -> dict[str, int] | None:
    """Each item's index, the last one of equal items."""
    if items is None:
        return None
    names = ("".join(str(part) for part in item) if isinstance(item, list) else str(item) for item in items)
    return {name: index for index, name in enumerate(names)}


def _dcg(relevances: Iterable[int]) -> float:
    """trec_eval's DCG: the relevance itself as gain, over log2 of place + 1."""
    return math.fsum(gain / math.log2(place + 2) for place, gain in enumerate(relevances) if place < CUT)


_SCORERS: dict[AnswerType, Callable[[object, object], Score]] = {
    AnswerType.BINARY: _binary,
    AnswerType.NUMERICAL: _numerical,
    AnswerType.STRING: _string,
    AnswerType.UNRANKED: _unranked,
    AnswerType.RANKED: _ranked,
}
