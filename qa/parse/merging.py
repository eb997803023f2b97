"""Operators that only their neighbours make plain: "not longer than", "not as high as", "A less B", "cross above"."""

from __future__ import annotations

from collections.abc import Sequence

from qa.parse.lexicon import plain_direction
from qa.parse.senses import Item, Sense
from qa.parse.words import Kind, Token
from qa.plan import Op

NEGATED = {Op.GT: Op.LE, Op.GE: Op.LT, Op.LT: Op.GE, Op.LE: Op.GT, Op.EQ: Op.NE, Op.NE: Op.EQ}
_BETWEEN = frozenset({"any", "been", "be", "being", "have", "even", "really", "actually", "get", "go", "is", "are"})
_NOT = frozenset({"not", "n't", "isn't", "aren't", "wasn't", "weren't", "don't", "doesn't", "didn't"})
_THAN = ("than", "then")
_MINUS_SIDE = frozenset({"bar", "column", "slice", "value", "box", "line", "point", "one", "the", "'s", "s"})


def merged(items: Sequence[Item], tokens: Sequence[Token], linked: set[int], *, curved: bool) -> list[Item]:
    """The operators of a question, those joined that mean one thing together.

    Args:
        items: the operators found, not overlapping.
        tokens: the question.
        linked: the tokens of names.
        curved: whether lines run along numbers, so that they can cross between places.
    """
    found = list(items)
    for item in items:
        joined = _negated(item, items, tokens) or _not_as(item, items, tokens) or _subtracted(item, tokens, linked)
        joined = joined or (_crossing(item, tokens) if curved else None)
        if joined is not None:
            inside = range(joined.start, joined.end)
            found = [one for one in found if one is not item and one.start not in inside]
            found.append(joined)
    return sorted(found, key=lambda one: one.start)


def _negated(item: Item, items: Sequence[Item], tokens: Sequence[Token]) -> Item | None:
    """ "not longer than", "no longer than", "not above": the opposite comparison."""
    if item.sense not in (Sense.COMPARATIVE, Sense.RELATION) or tokens[item.start].norm == "=":
        return None
    start = item.start - 1
    while start > 0 and tokens[start].norm in _BETWEEN:
        start -= 1
    word = tokens[start].norm if start >= 0 else ""
    plain = word in _NOT and any(one.sense is Sense.NOT and one.start <= start < one.end for one in items)
    no_more = word == "no" and start == item.start - 1 and item.sense is Sense.COMPARATIVE
    if not plain and not no_more:
        return None
    compared = any(token.norm in _THAN for token in tokens[item.end : item.end + 4])
    numbered = item.end < len(tokens) and tokens[item.end].value is not None
    if item.sense is Sense.COMPARATIVE and not (compared or numbered):
        return None
    op = Op(str(item.payload)) if item.sense is Sense.RELATION else Op.GT if item.payload == 1 else Op.LT
    return Item(Sense.RELATION, start, item.end, NEGATED[op])


def _not_as(item: Item, items: Sequence[Item], tokens: Sequence[Token]) -> Item | None:
    """ "not as high as", "not so many as": less, of an adjective that means little more."""
    if item.sense is not Sense.NOT or item.end + 2 >= len(tokens) or tokens[item.end].norm not in ("as", "so"):
        return None
    graded = plain_direction(tokens[item.end + 1].norm)
    if graded is None or not any(token.norm == "as" for token in tokens[item.end + 2 : item.end + 5]):
        return None
    return Item(Sense.RELATION, item.start, item.end + 2, Op.LT if graded == 1 else Op.GT)


def _subtracted(item: Item, tokens: Sequence[Token], linked: set[int]) -> Item | None:
    """ "A less B": a difference, where a name stands on each side and nothing is compared."""
    if item.sense is not Sense.COMPARATIVE or tokens[item.start].norm != "less" or item.end - item.start > 1:
        return None
    if any(token.norm in _THAN for token in tokens) or any(tokens[i].norm in ("is", "are", "has") for i in (0,)):
        return None
    before, after = item.start - 1, item.end
    while before >= 0 and (tokens[before].norm in _MINUS_SIDE or tokens[before].kind is Kind.SIGN):
        before -= 1
    while after < len(tokens) and tokens[after].norm in ("the", "that", "of"):
        after += 1
    return Item(Sense.MINUS, item.start, item.end) if before in linked and after in linked else None


def _crossing(item: Item, tokens: Sequence[Token]) -> Item | None:
    """ "cross above": a crossing in one direction, of two lines or of a line and a level."""
    words = [tokens[i].stem for i in range(item.start, item.end)]
    if item.sense is not Sense.RELATION or words[0] not in ("cross", "crossing", "crossed") or len(words) < 2:
        return None
    return Item(Sense.CROSSING, item.start, item.end, 1 if item.payload in (Op.GT, Op.GE) else -1)


__all__ = ["NEGATED", "merged"]
