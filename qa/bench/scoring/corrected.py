"""The rule `corrected`: what an answer is worth by the meaning of its question.

| answer type | value | details |
|---|---|---|
| Binary | 1 where both are the same yes or no | |
| Numerical | 1 where `|p - t| <= 0.05 |t|`; see `numbers.near` for 0, NaN, infinities | `l1`, `l2`, `relative` |
| String | 1 where the texts are equal once made plain | `edit`: edit similarity |
| String/Unranked List | as a String where one item is right, else as an Unranked List: ties are a set | `edit` |
| Unranked List | best one-to-one matching over the larger side | `edit`: the same with part marks |
| Ranked List | nDCG@K, K the length of the truth; nested items are sets | `exact`: 1 where the order is right |

A tie that the data set wrote as one text ("A,B") is read both as one name and as two, and the better reading counts;
so is a prediction that is one text ("A, B") for a list or a tie.
A prediction that is not of the kind asked for is wrong and its score says why; nothing raises. The refused alternative,
F1 over items as the public evaluator has it, counts repeated items several times and leaves its range.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence

from qa.bench.scoring.answers import Key, key_of, plain, read_list, read_number, read_truth
from qa.bench.scoring.lists import bag_score, edit_similarity, ranking_score, soft_score
from qa.bench.scoring.numbers import errors, near
from qa.bench.scoring.truths import (
    MISSING,
    NO_ANSWER,
    NO_PREDICTION,
    RIGHT,
    WRONG,
    Score,
    ScoringError,
    Truth,
    unreadable,
)
from qa.template import AnswerType

_BARE_COMMA = re.compile(r",(?!\s)")
"""The released data join ties by commas without blanks; "North, South" is one name."""
_SAME_TEXT = Score(1.0, {"edit": 1.0})


def score_corrected(truth: Truth, predicted: object) -> Score:
    """The score of a prediction (`MISSING` for none) under `corrected`.

    A truth of null is answered by null alone.
    """
    if predicted is MISSING:
        return Score(0.0, problem=NO_PREDICTION)
    if truth.answer is None:
        return RIGHT if predicted is None else WRONG
    if predicted is None:
        return Score(0.0, problem=NO_ANSWER)
    return _SCORERS[truth.kind](truth.answer, predicted)


def _single(predicted: object) -> object:
    """The item of a list of one, which is how some systems write every answer."""
    return predicted[0] if isinstance(predicted, list | tuple) and len(predicted) == 1 else predicted


def _as_written(truth: object, predicted: object, expected: str) -> Score:
    """A truth that is not of its own kind: only the same text answers it."""
    same = plain(truth) == plain(predicted)
    return RIGHT if same else Score(0.0, problem=unreadable(f"a truth that is {expected}", truth))


def _binary(truth: object, predicted: object) -> Score:
    right, said = read_truth(truth), read_truth(_single(predicted))
    if right is None:
        return _as_written(truth, predicted, "yes or no")
    if said is None:
        return Score(0.0, problem=unreadable("yes or no", predicted))
    return RIGHT if right is said else WRONG


def _numerical(truth: object, predicted: object) -> Score:
    right, said = read_number(truth), read_number(_single(predicted))
    if right is None:
        return _as_written(truth, predicted, "a number")
    if said is None:
        return Score(0.0, problem=unreadable("a number", predicted))
    value = float(near(right, said))
    if not math.isfinite(said):
        return Score(value, problem=None if value else unreadable("a finite number", predicted))
    return Score(value, errors(right, said)) if math.isfinite(right) else Score(value)


def _string(truth: object, predicted: object) -> Score:
    """One text; where the truth is a list, or the prediction one of several items, both are sets."""
    if not isinstance(truth, str):
        return _tied(truth, predicted)
    items = [predicted] if isinstance(predicted, str) else read_list(predicted)
    return _best([_keys([truth])], [] if items is None else [_keys(items)], truth, predicted)


def _tied(truth: object, predicted: object) -> Score:
    """One text or, where several tie, a set of them."""
    truths: list[list[Key] | None] = [_keys(truth)] if isinstance(truth, list | tuple) else []
    if isinstance(truth, str):
        truths = [_keys([truth]), _keys(_BARE_COMMA.split(truth))]
    elif isinstance(truth, int | float):
        truths = [_keys([truth])]
    return _best(truths, list(_readings(predicted)), truth, predicted)


def _best(
    truths: Sequence[list[Key] | None], said: Sequence[list[Key] | None], truth: object, predicted: object
) -> Score:
    """The score of the readings that agree best."""
    if isinstance(truth, str) and isinstance(predicted, str) and plain(truth) == plain(predicted):
        return _SAME_TEXT
    pairs = [(a, b) for a in truths for b in said if a is not None and b is not None]
    if pairs:
        value, edit = max((bag_score(a, b), _likeness(a, b)) for a, b in pairs)
        return Score(value, {"edit": edit})
    if not any(keys is not None for keys in truths):
        return _as_written(truth, predicted, "a text or a list of texts")
    return Score(0.0, problem=unreadable("a text or a list of texts", predicted))


def _likeness(truth: list[Key], predicted: list[Key]) -> float:
    if len(truth) == 1 and len(predicted) == 1:
        return edit_similarity(truth[0], predicted[0])
    found = soft_score(truth, predicted)
    return bag_score(truth, predicted) if found is None else found


def _readings(value: object) -> list[list[Key]]:
    """How a value can be read as items: a text as one item and, where it names several, as those."""
    options = [read_list(value)]
    if isinstance(value, str):
        options.append([value])
    keyed = [_keys(option) for option in options if option is not None]
    return [keys for keys in keyed if keys is not None]


def _keys(items: Sequence[object]) -> list[Key] | None:
    try:
        return [key_of(item) for item in items]
    except ScoringError:
        return None


def _listed(compare: Callable[[list[Key], list[Key]], Score]) -> Callable[[object, object], Score]:
    def score(truth: object, predicted: object) -> Score:
        items = read_list(truth)
        right = None if items is None else _keys(items)
        if right is None:
            return _as_written(truth, predicted, "a list")
        said = _readings(predicted)
        if not said:
            return Score(0.0, problem=unreadable("a list", predicted))
        return max((compare(right, keys) for keys in said), key=lambda found: found.value)

    return score


def _unranked(truth: list[Key], predicted: list[Key]) -> Score:
    value = bag_score(truth, predicted)
    soft = 1.0 if value == 1.0 else soft_score(truth, predicted)
    return Score(value) if soft is None else Score(value, {"edit": soft})


def _ranked(truth: list[Key], predicted: list[Key]) -> Score:
    return Score(ranking_score(truth, predicted), {"exact": float(truth == predicted)})


_SCORERS: dict[AnswerType, Callable[[object, object], Score]] = {
    AnswerType.BINARY: _binary,
    AnswerType.NUMERICAL: _numerical,
    AnswerType.STRING: _string,
    AnswerType.STRING_OR_LIST: _tied,
    AnswerType.UNRANKED: _listed(_unranked),
    AnswerType.RANKED: _listed(_ranked),
}
