"""Readings whose answer is whether, or which way, values move: trends, relations of two quantities."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from qa.parse.compose import Candidate
from qa.parse.conditions import (
    values_are_changes,
)
from qa.parse.frame import Focus, Frame, PlaceRef, SeriesRef
from qa.parse.lexicon import Item, Sense
from qa.parse.operands import number_of
from qa.parse.scope import Binder, Scope
from qa.plan import (
    Agg,
    Arithmetic,
    Choose,
    Compare,
    Dim,
    Exists,
    Fit,
    FitKind,
    Fn,
    ForAll,
    Group,
    Literal,
    Not,
    Nth,
    Num,
    Number,
    Op,
    Order,
    Pairs,
    Rel,
    Text,
    Truth,
    Value,
    Where,
    Zip,
)
from qa.template import AnswerType
from sie.vocab import ChartFamily


def made(
    plan: Truth | Text,
    binder: Binder,
    *items: Item | None,
    prior: float = 0.0,
    tokens: frozenset[int] = frozenset(),
) -> Candidate:
    """A candidate with yes or no, or one of two words, as its answer."""
    used = frozenset(item for item in items if item is not None)
    kind = AnswerType.BINARY if isinstance(plan, Truth) else AnswerType.STRING
    return Candidate(plan, binder.bindings(), kind, used, tokens, 0, prior)


def quantified(frame: Frame, rel: Rel, op: Op, number: Num) -> tuple[Truth | None, tuple[Item, ...]]:
    """A condition on many rows, as the question's quantifier says; None where there is none."""
    never = frame.first(Sense.NONE)
    if never is not None and frame.norms[never.start] != "no":
        return Not(Exists(Where(rel, op, number))), (never,)
    every = frame.all(Sense.ALL)
    some = frame.all(Sense.ANY)
    if some:
        return Exists(Where(rel, op, number)), tuple(some)
    if every:
        return ForAll(rel, op, number), tuple(every)
    return None, ()


def trend(frame: Frame) -> Iterator[Candidate]:
    """Whether values rise or fall: each time, ever, or from the first place to the last."""
    if frame.focus is not Focus.TRUTH:
        return
    moved = frame.first(Sense.TREND) or _moving_comparative(frame)
    if moved is None or frame.thresholds or (frame.than is not None and frame.has(Sense.COMPARATIVE)):
        return
    sides = [ref for ref in frame.places if ref.end is None]
    binder = Binder()
    scope = Scope(frame, binder)
    op = Op.GT if moved.payload == 1 else Op.LT
    negated = frame.all(Sense.NOT)
    between = _places_between(frame, sides) if frame.has(Sense.ALL, Sense.NONE) else []
    if between:
        rel = scope.relation(places=between)
        truth, quantifiers = quantified(frame, scope.steps(rel), op, Number(0)) if rel.spot is not None else (None, ())
        if truth is not None:
            used = (moved, *quantifiers, *frame.all(Sense.BETWEEN, Sense.TREND, Sense.CHANGE))
            yield made(truth, binder, *used, prior=0.02)
        return
    if len(sides) == 2 and not any(ref.is_range and not frame.vocabulary.time_x for ref in sides):
        first, second = sides
        (a, lost), (b, more) = (_at(frame, scope, ref) for ref in (first, second))
        plain: Truth = Compare(op, b, a)
        yield made(
            Not(plain) if negated else plain,
            binder,
            moved,
            *negated,
            *frame.all(Sense.CHANGE, Sense.BETWEEN, Sense.TREND),
            prior=lost + more + 0.02,
        )
        return
    if len(sides) == 1 and values_are_changes(frame):
        rel = scope.relation(places=sides)
        if not rel.dims:
            risen: Truth = Compare(op, Value(rel), Number(0))
            yield made(Not(risen) if negated else risen, binder, moved, *negated, *frame.all(Sense.CHANGE))
            return
    if frame.vocabulary.timed_series and not frame.series:
        yield from _over_series(frame, moved, op)
        return
    if not frame.vocabulary.ordered_places:
        return
    stretch = [ref for ref in scope.places if ref.end is None]
    rel = scope.relation(places=stretch)
    if rel.dims == {Dim.SERIES, Dim.PLACE}:
        rel = Group(rel, Dim.PLACE, Fn.SUM) if frame.vocabulary.stacked else rel
    if rel.spot is None:
        return
    yield from _moves(frame, scope, rel, moved, op, negated)


def _places_between(frame: Frame, sides: list[PlaceRef]) -> list[PlaceRef]:
    """The places from the first to the second of two that are named, both included; none where they have no order."""
    labels = [name.name for name in frame.vocabulary.places]
    ends = [labels.index(ref.label) for ref in sides if ref.label in labels]
    if len(sides) != 2 or len(ends) != 2 or ends[0] >= ends[1] or not frame.vocabulary.ordered_places:
        return []
    first, last = sides
    between = [replace(first, tokens=frozenset(), label=label) for label in labels[ends[0] + 1 : ends[1]]]
    return [first, *between, last]


def _over_series(frame: Frame, moved: Item, op: Op) -> Iterator[Candidate]:
    """Whether values rise from the first year's series to the last."""
    binder = Binder()
    scope = Scope(frame, binder)
    years = sorted(frame.vocabulary.series, key=lambda name: name.value or 0.0)
    earlier, later = (
        scope.relation([SeriesRef(0, frozenset(), name.name)], scope.places) for name in (years[0], years[-1])
    )
    if earlier.dims != later.dims:
        return
    if not earlier.dims:
        yield made(Compare(op, Value(later), Value(earlier)), binder, moved)
        return
    truth, quantifiers = quantified(frame, Zip(Arithmetic.SUB, later, earlier), op, Number(0))
    if truth is not None:
        yield made(truth, binder, moved, *quantifiers)


def _moving_comparative(frame: Frame) -> Item | None:
    """ "is it getting warmer": a comparative that nothing is compared with."""
    item = frame.first(Sense.COMPARATIVE)
    if item is None or frame.than is not None or frame.thresholds:
        return None
    before = frame.norms[item.start - 1] if item.start else ""
    return item if before in ("get", "getting", "become", "becoming", "gets", "got", "become", "became") else None


def _moves(frame: Frame, scope: Scope, rel: Rel, moved: Item, op: Op, negated: list[Item]) -> Iterator[Candidate]:
    changes = rel if values_are_changes(frame) else scope.steps(rel)
    truth, quantifiers = quantified(frame, changes, op, Number(0))
    items = (moved, *frame.all(Sense.TREND, Sense.TREND_WORD, Sense.CHANGE))
    if truth is not None:
        yield made(truth, scope.binder, *items, *quantifiers)
    if Dim.SERIES not in rel.dims:
        last, first = (scope.end_value(rel, first=first) for first in (False, True))
        plain: Truth = Compare(op, last, first)
        prior = -0.03 if truth is None else -0.15
        yield made(Not(plain) if negated else plain, scope.binder, *items, *negated, prior=prior)


def _at(frame: Frame, scope: Scope, ref: PlaceRef) -> tuple[Num, float]:
    rel = scope.relation(frame.series, [ref])
    if ref.is_range and Dim.SERIES not in rel.dims and rel.dims:
        return Value(Nth(rel, Number(1), Order.FORWARD)), -0.05
    return number_of(frame, rel, ends=ref.end is not None)


def related(frame: Frame) -> Iterator[Candidate]:
    """Whether two quantities go together: by the sign of their correlation."""
    vocabulary = frame.vocabulary
    if not vocabulary.numeric_x or vocabulary.bins:
        return
    choice = frame.first(Sense.SIGN_CHOICE)
    binder = Binder()
    rel = Scope(frame, binder).relation(points=True)
    if rel.spot is None:
        return
    rising = _goes_up(frame, Scope(frame, binder), rel)
    words = frame.all(Sense.CORRELATION, Sense.TREND_WORD)
    if choice is not None or (
        words and frame.focus is Focus.VALUE and frame.word("kind", "type", "sort", "what", "how")
    ):
        if choice is None and not frame.word("kind", "type", "sort"):
            return
        named = Choose(rising(Op.GT), Literal("positive"), Literal("negative"))
        yield made(named, binder, choice, *words, prior=0.02)
        return
    if frame.focus is not Focus.TRUTH:
        return
    sign, items = _sign_claimed(frame)
    if sign is None:
        return
    op = Op.GT if sign > 0 else Op.LT
    prior = 0.05 if vocabulary.family is ChartFamily.SCATTER else -0.1
    yield made(rising(op), binder, *items, *words, prior=prior)


def _goes_up(frame: Frame, scope: Scope, points: Rel) -> Callable[[Op], Truth]:
    """Whether values go up with x: by the correlation, on log axes by whether more pairs of points rise than fall."""
    view = frame.vocabulary.view
    labels = scope.relation()
    if "log" not in (view.field("x_scale"), view.field("y_scale")) or labels.dims != {Dim.PLACE}:
        return lambda op: Compare(op, Fit(FitKind.CORRELATION, points), Number(0))
    pairs = Pairs(Arithmetic.SUB, labels)
    rising, falling = (Agg(Fn.COUNT, Where(pairs, op, Number(0))) for op in (Op.LT, Op.GT))
    return lambda op: Compare(op, rising, falling)


def _sign_claimed(frame: Frame) -> tuple[int | None, tuple[Item, ...]]:
    """The sign of the correlation that a question supposes: "bigger ... bigger" +1, "falls as ... rises" -1."""
    sign = frame.first(Sense.SIGN)
    if sign is not None and frame.has(Sense.CORRELATION):
        return (1 if sign.payload in (Op.GT, Op.GE) else -1), (sign,)
    graded = frame.all(Sense.COMPARATIVE, Sense.TREND)
    parted: list[Item] = []
    for item in graded:
        if not parted or item.start >= parted[-1].end:
            parted.append(item)
    if len(parted) == 2:
        return int(parted[0].payload) * int(parted[1].payload), tuple(graded)
    if len(parted) == 1 and frame.word("with", "as") and frame.vocabulary.family is ChartFamily.SCATTER:
        return int(parted[0].payload), tuple(graded)
    if frame.has(Sense.CORRELATION) and frame.word("inversely", "inverse"):
        return -1, ()
    return None, ()


def direction(frame: Frame) -> Iterator[Candidate]:
    """ "What is the trend?": rising or falling, by the ends."""
    word = frame.first(Sense.TREND_WORD)
    if (
        word is None
        or frame.focus is Focus.TRUTH
        or frame.vocabulary.family not in (ChartFamily.LINE, ChartFamily.AREA, ChartFamily.BAR)
    ):
        return
    binder = Binder()
    scope = Scope(frame, binder)
    rel = scope.relation()
    if rel.spot is None or Dim.SERIES in rel.dims:
        return
    last, first = (scope.end_value(rel, first=first) for first in (False, True))
    plan = Choose(Compare(Op.GT, last, first), Literal("increasing"), Literal("decreasing"))
    yield made(plan, binder, word, *frame.all(Sense.START, Sense.END), prior=-0.05)


def rises_or_falls(frame: Frame) -> Iterator[Candidate]:
    """ "Does it rise or fall?": a choice of two words."""
    both = {item.payload: item for item in frame.all(Sense.TREND)}
    if len(both) != 2 or not frame.word("or"):
        return
    binder = Binder()
    scope = Scope(frame, binder)
    rel = scope.relation()
    if values_are_changes(frame) and not rel.dims and frame.places:
        said = {payload: frame.norms[item.start] for payload, item in both.items()}
        risen = Choose(Compare(Op.GT, Value(rel), Number(0)), Literal(said[1]), Literal(said[-1]))
        yield made(risen, binder, *both.values(), *frame.all(Sense.TREND_WORD), prior=0.05)
        return
    if rel.spot is None or Dim.SERIES in rel.dims:
        return
    last, first = (scope.end_value(rel, first=first) for first in (False, True))
    words = {payload: frame.norms[item.start] for payload, item in both.items()}
    plan = Choose(Compare(Op.GT, last, first), Literal(words[1]), Literal(words[-1]))
    yield made(plan, binder, *both.values(), prior=0.05)
