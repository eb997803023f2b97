"""Cross comparisons: each side names a series and a place of its own ("A in 2020 above B in 2010").

Such a question has one reading only, a comparison of two single values; all others would mix up the sides.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from qa.parse.compose import Candidate
from qa.parse.conditions import factor_of, factor_tokens, own_measure
from qa.parse.frame import Focus, Frame, PlaceRef, SeriesRef
from qa.parse.lexicon import Item, Sense
from qa.parse.scope import Binder, Scope
from qa.parse.senses import operator_of
from qa.plan import (
    Agg,
    Arith,
    Arithmetic,
    Both,
    Compare,
    Either,
    Exists,
    Fn,
    ForAll,
    Node,
    Not,
    Num,
    Rel,
    Value,
    Where,
)
from qa.template import AnswerType

_PARTS = ("compared", "versus", "vs")


@dataclass(frozen=True)
class Side:
    """What one side of a comparison names."""

    series: tuple[SeriesRef, ...]
    places: tuple[PlaceRef, ...]

    @property
    def names(self) -> tuple[set[str], set[tuple[object, ...]]]:
        """The series and the places, to be told from those of another side."""
        spots: set[tuple[object, ...]] = {(ref.label, ref.x, ref.low, ref.high, ref.end) for ref in self.places}
        return {ref.name for ref in self.series}, spots


def _cut(frame: Frame) -> tuple[int, Item] | None:
    """Where a comparison parts its sides, and the word that says how they are compared."""
    compared = frame.all(Sense.COMPARATIVE, Sense.RELATION, Sense.EQUAL)
    relation = next((item for item in compared if frame.norms[item.start] != "="), None)
    if relation is None:
        return None
    if frame.than is not None:
        return frame.than, relation
    if relation.sense is Sense.EQUAL:
        second = [i for i, norm in enumerate(frame.norms) if norm == "as"]
        return (second[-1] if len(second) > 1 else relation.start), relation
    parted = next((i for i, norm in enumerate(frame.norms) if norm in _PARTS), None)
    return (parted if parted is not None else relation.start), relation


def sides_named(frame: Frame) -> tuple[Side, Side] | None:
    """The two sides of a comparison that differ both in series and in place; None of any other question."""
    cut = _cut(frame)
    if frame.focus is not Focus.TRUTH or cut is None or frame.vocabulary.n_series < 2:
        return None
    left, right = (
        Side(
            tuple(ref for ref in frame.series if (ref.at > cut[0]) is after),
            tuple(ref for ref in frame.places if (ref.at > cut[0]) is after),
        )
        for after in (False, True)
    )
    if not (left.series and right.series and left.places and right.places):
        return None
    (names, spots), (others, elsewhere) = left.names, right.names
    return None if names == others or spots == elsewhere else (left, right)


def cross_compared(frame: Frame) -> Iterator[Candidate]:
    """ "Did A in 2020 have more than B in 2010?": two single values, each with its own series and place."""
    sides, cut = sides_named(frame), _cut(frame)
    if sides is None or cut is None or frame.thresholds:
        return
    binder = Binder()
    scope = Scope(frame, binder)
    values: list[Num] = []
    for side in sides:
        names, spots = side.names
        rel = scope.relation(side.series, side.places, rel=own_measure(frame, side.places[0]))
        ends = len(spots) == 1 and side.places[0].end is not None
        if len(names) != 1 or len(spots) != 1 or (rel.dims and not ends):
            return
        values.append(Value(rel))
    left, right = values
    factor = factor_of(frame)
    if factor is not None:
        right = Arith(Arithmetic.MUL, right, binder.number(factor))
    truth = Compare(operator_of(cut[1]), left, right)
    negated = frame.all(Sense.NOT)
    used = frame.all(
        Sense.COMPARATIVE, Sense.RELATION, Sense.EQUAL, Sense.THAN, Sense.TIMES, Sense.HOW_MANY, Sense.SHARE,
        Sense.START, Sense.END, Sense.NOT, Sense.MEASURE, Sense.IQR,
    )  # fmt: skip
    yield Candidate(
        Not(truth) if negated else truth,
        binder.bindings(),
        AnswerType.BINARY,
        frozenset(used),
        factor_tokens(frame),
    )


def rows_judged(plan: Node) -> Iterator[Rel]:
    """The rows that a yes or no rests on: where there are none, neither would be true."""
    match plan:
        case Not(truth):
            yield from rows_judged(truth)
        case Both(left, right) | Either(left, right) | Compare(_, left, right) | Arith(_, left, right):
            yield from rows_judged(left)
            yield from rows_judged(right)
        case Exists(Where(rel)) | ForAll(rel):
            yield rel
        case Value(rel):
            yield rel
        case Agg(fn, rel) if fn is not Fn.COUNT:
            yield rel


__all__ = ["Side", "cross_compared", "rows_judged", "sides_named"]
