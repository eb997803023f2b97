"""Two lists compared: as bags by the best one-to-one matching, as rankings by nDCG.

Items are keys (`qa.bench.scoring.answers.key_of`): a label, or a nested list as a set. Equality of keys is an
equivalence, so the best one-to-one matching pairs as many items as the two bags share.

Definitions: the matching normalised by the larger side is the paper's measure of unranked lists (Ahmed et al., RealCQA,
ICDAR 2023); nDCG is that of Jarvelin and Kekalainen (TOIS 2002) with the gain itself, not two to its power.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence

from rapidfuzz.distance import Levenshtein

from qa.bench.scoring.answers import Key

MAX_CELLS = 250_000
"""Leftover items are compared letter by letter only where this many pairs suffice."""


def edit_similarity(truth: Key, predicted: Key) -> float:
    """`1 - Levenshtein distance / longer length` of two items; nested ones are written one after the other.

    >>> edit_similarity("north", "nord"), edit_similarity("", "")
    (0.6, 1.0)
    """
    return float(Levenshtein.normalized_similarity(shown(truth), shown(predicted)))


def shown(key: Key) -> str:
    """A key as one text."""
    return key if isinstance(key, str) else " ".join(shown(part) for part in key)


def bag_score(truth: Sequence[Key], predicted: Sequence[Key]) -> float:
    """Pairs of the best one-to-one matching, divided by the length of the longer list.

    Both empty is 1, one empty is 0. Repeated items count as often as they occur on both sides.

    >>> bag_score(("a", "b"), ("b", "a")), bag_score(("a", "b"), ("a", "c", "d", "e"))
    (1.0, 0.25)
    """
    longer = max(len(truth), len(predicted))
    return (Counter(truth) & Counter(predicted)).total() / longer if longer else 1.0


def soft_score(truth: Sequence[Key], predicted: Sequence[Key]) -> float | None:
    """`bag_score` with part marks: equal items first, the others by the best matching of their edit similarities.

    None where more than `MAX_CELLS` pairs are left to compare.

    >>> soft_score(("north", "south"), ("south", "nord"))
    0.8
    """
    longer = max(len(truth), len(predicted))
    if not longer:
        return 1.0
    shared = Counter(truth) & Counter(predicted)
    missed, spare = list((Counter(truth) - shared).elements()), list((Counter(predicted) - shared).elements())
    pairs = len(truth) - len(missed)
    if not missed or not spare:
        return pairs / longer
    if len(missed) == len(spare) == 1:
        return (pairs + edit_similarity(missed[0], spare[0])) / longer
    if len(missed) * len(spare) > MAX_CELLS:
        return None
    from rapidfuzz.process import cdist
    from scipy.optimize import linear_sum_assignment

    texts, others = [shown(key) for key in missed], [shown(key) for key in spare]
    likeness = cdist(texts, others, scorer=Levenshtein.normalized_similarity)
    rows, columns = linear_sum_assignment(likeness, maximize=True)
    return float(pairs + likeness[rows, columns].sum()) / longer


def ranking_score(truth: Sequence[Key], predicted: Sequence[Key]) -> float:
    """nDCG@K of a ranking, K the length of the truth, relevance K for its first item, K - 1 for the next, ... 1.

    `DCG = sum over the first K predicted items of relevance / log2(place + 1)`, places from 1, divided by that of the
    truth itself. A predicted item takes the most relevant equal item of the truth that none before it took; others have
    relevance 0, as have items after the K-th. Both empty is 1, an empty truth or prediction alone is 0.

    >>> ranking_score(("a", "b"), ("a", "b")), round(ranking_score(("a", "b"), ("b", "a")), 3)
    (1.0, 0.86)
    """
    size = len(truth)
    if not size or not predicted:
        return 1.0 if not size and not predicted else 0.0
    if list(truth) == list(predicted[:size]):
        return 1.0
    places: dict[Key, list[int]] = {}
    for place in range(size - 1, -1, -1):
        places.setdefault(truth[place], []).append(place)
    gains = []
    for key in predicted[:size]:
        slots = places.get(key)
        gains.append(size - slots.pop() if slots else 0)
    return _dcg(gains) / _dcg(range(size, 0, -1))


def _dcg(gains: Sequence[int]) -> float:
    return math.fsum(gain / math.log2(place + 2) for place, gain in enumerate(gains))
