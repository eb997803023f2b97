"""Conditions of several clauses: "A above 10 and B below 30", "under 4 or over 9", "neither below 100 nor over 140"."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from qa.parse.frame import Frame, SeriesRef, Threshold
from qa.parse.lexicon import Item, Sense
from qa.parse.merging import NEGATED
from qa.parse.scope import Scope, scaled_threshold
from qa.plan import Among, Dim, Fn, Group, Measure, Op, Rel, Spots, Values, Where

_AND = frozenset({"and", "but", "while", "whereas", "yet", "although", "though", "with", "where", "when", ",", ";"})
_OR = frozenset({"or", "nor"})


@dataclass(frozen=True)
class Clause:
    """One bound of a condition, and the series that it is asked of."""

    threshold: Threshold
    op: Op
    series: tuple[SeriesRef, ...]


def clauses_of(frame: Frame) -> tuple[list[Clause], str] | None:
    """The clauses of a condition with two bounds or more, and the word that joins them; None of any other question."""
    thresholds = sorted(frame.thresholds, key=lambda one: one.at)
    if len(thresholds) < 2:
        return None
    bounds, words = [0], []
    for first, second in itertools.pairwise(thresholds):
        joint = _joint(frame, max(first.tokens) + 1, min(second.tokens))
        if joint is None:
            return None
        bounds.append(joint)
        words.append(frame.norms[joint])
    bounds.append(len(frame.tokens))
    neither = frame.word("neither") and "nor" in words
    joined = "and" if neither or not any(word in _OR for word in words) else "or"
    if joined == "or" and not all(word in _OR for word in words):
        return None
    clauses: list[Clause] = []
    for threshold, low, high in zip(thresholds, bounds, bounds[1:], strict=False):
        named = tuple(ref for ref in frame.series if low <= ref.at < high)
        if not named and clauses:
            named = clauses[-1].series
        negated = neither or any(low <= item.start < high for item in frame.all(Sense.NOT))
        clauses.append(Clause(threshold, NEGATED[threshold.op] if negated else threshold.op, named))
    if not clauses[0].series and clauses[1].series and joined == "or":
        clauses[0] = Clause(clauses[0].threshold, clauses[0].op, clauses[1].series)
    return clauses, joined


def _joint(frame: Frame, start: int, end: int) -> int | None:
    """The place of the word between two bounds that parts their clauses."""
    free = [i for i in range(start, end) if i not in frame.named_tokens and frame.norms[i] in _AND | _OR]
    telling = [i for i in free if frame.norms[i] in _OR] or [i for i in free if frame.norms[i] != ","]
    return next(iter(telling or free), None)


def joined_conditions(frame: Frame, scope: Scope) -> Iterator[tuple[Rel, tuple[Item, ...], float]]:
    """The places that fulfil the clauses of a condition, each asked of its own series."""
    found = clauses_of(frame)
    if found is None:
        return
    clauses, joined = found
    apart = len({tuple(ref.name for ref in clause.series) for clause in clauses}) > 1
    if not (apart or joined == "or" or frame.word("neither")) or len(clauses) > _MOST:
        return
    rows = [_asked_of(frame, scope, clause.series) for clause in clauses]
    if any(rel is None or rel.dims != rows[0].dims or len(rel.dims) != 1 for rel in rows if rows[0] is not None):
        return
    kept = [rel for rel in rows if rel is not None]
    if len(kept) < len(rows):
        return
    used = tuple(frame.all(*_USED))
    if joined == "and":
        chosen: Rel = _where(frame, scope, kept[0], clauses[0], clauses[0].op)
        for rel, clause in zip(kept[1:], clauses[1:], strict=True):
            chosen = Among(chosen, _where(frame, scope, rel, clause, clause.op))
        yield chosen, used, -0.02
        return
    missed: Rel = _where(frame, scope, kept[0], clauses[0], NEGATED[clauses[0].op])
    for rel, clause in zip(kept[1:], clauses[1:], strict=True):
        missed = Among(missed, _where(frame, scope, rel, clause, NEGATED[clause.op]))
    yield Among(_every(kept), missed, exclude=True), used, -0.02


_MOST = 3
_USED = (
    Sense.COMPARATIVE, Sense.RELATION, Sense.THAN, Sense.NOT, Sense.AGGREGATE, Sense.SHARE, Sense.MEASURE, Sense.IQR,
    Sense.BETWEEN,
)  # fmt: skip


def _every(rows: Sequence[Rel]) -> Rel:
    """All names that any of some relations has."""
    if all(rel == rows[0] for rel in rows) or rows[0].dims != {Dim.PLACE}:
        return rows[0]
    return Group(Values(Measure.Y, Spots.LABELS), Dim.PLACE, Fn.COUNT)


def _where(frame: Frame, scope: Scope, rel: Rel, clause: Clause, op: Op) -> Rel:
    value = scaled_threshold(frame, clause.threshold.value, percent=clause.threshold.percent)
    return Where(rel, op, scope.binder.number(value))


def _asked_of(frame: Frame, scope: Scope, series: Sequence[SeriesRef]) -> Rel | None:
    """One number for each name that a clause is asked of; None where it is not one."""
    rel = scope.relation(series, scope.places)
    if rel.dims == {Dim.SERIES, Dim.PLACE}:
        summed = any(item.payload is Fn.SUM for item in frame.all(Sense.AGGREGATE)) or frame.vocabulary.stacked
        return Group(rel, Dim.PLACE, Fn.SUM) if summed else None
    return rel if len(rel.dims) == 1 else None


__all__ = ["Clause", "clauses_of", "joined_conditions"]
