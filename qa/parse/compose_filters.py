"""Readings that choose or add up within a selection: the best of those above a bound, the one nearest to a number that
is worked out, all but the names that "not" sets aside."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from qa.parse.compose import Candidate
from qa.parse.compose_names import count_asked, dims_asked, made
from qa.parse.compose_scatter import axis_of
from qa.parse.conditions import end_of_axis, factor_of, factor_tokens, fulfilling
from qa.parse.exclusion import names_behind
from qa.parse.frame import Focus, Frame, PlaceRef, Ref, SeriesRef
from qa.parse.lexicon import Sense
from qa.parse.operands import best_item, one_curve
from qa.parse.scope import Binder, Scope, percent_of, scaled_threshold
from qa.plan import (
    Agg,
    Among,
    Arith,
    Arithmetic,
    Best,
    Dim,
    Fn,
    Group,
    Map,
    Named,
    Names,
    Nth,
    Num,
    Number,
    Order,
    Rel,
    Text,
    Top,
    Value,
    Where,
    XOf,
)
from qa.template import AnswerType
from sie.vocab import ChartFamily

_COMMA = 10
"""What a comma between a name and an operator counts, in words of distance."""


def _distance(frame: Frame, ref: Ref, place: int) -> int:
    low, high = sorted((ref.at, place))
    return high - low + _COMMA * sum(norm in (",", "which", "that") for norm in frame.norms[low:high])


def _near(frame: Frame, place: int, other: int) -> list[SeriesRef]:
    """The series that are named nearer to one operator than to another."""
    return [ref for ref in frame.series if _distance(frame, ref, place) <= _distance(frame, ref, other)]


def _single(frame: Frame, scope: Scope, series: Sequence[SeriesRef], dim: Dim, *, summed: bool) -> Rel | None:
    """One number for each name of a dimension."""
    rel = scope.relation(list(series), scope.places)
    if rel.dims == {dim}:
        return rel
    whole = summed or frame.vocabulary.stacked
    return Group(rel, dim, Fn.SUM) if dim in rel.dims and whole and Dim.POINT not in rel.dims else None


def best_of_those(frame: Frame) -> Iterator[Candidate]:
    """ "Of those above 12 in all, which has the least A?", "the lowest value above 50": an extreme within a bound."""
    best = best_item(frame)
    if best is None or len(frame.thresholds) != 1 or frame.focus is Focus.TRUTH or end_of_axis(frame) is not None:
        return
    if frame.has(Sense.DIFFERENCE, Sense.RATIO, Sense.TREND, Sense.CHANGE, Sense.SHARE):
        return
    threshold = frame.thresholds[0]
    asked, bounded = _near(frame, best.start, threshold.at), _near(frame, threshold.at, best.start)
    sums = [item for item in frame.all(Sense.AGGREGATE) if item.payload is Fn.SUM]
    of_bound = any(abs(item.start - threshold.at) < abs(item.start - best.start) for item in sums)
    names = frame.focus in (Focus.NAME, Focus.LIST)
    probe = Scope(frame, Binder()).relation([])
    for dim, lost in dims_asked(frame, probe) if names else ((Dim.PLACE, 0.0),):
        binder = Binder()
        scope = Scope(frame, binder)
        value = _single(frame, scope, asked, dim, summed=bool(sums) and not of_bound)
        tested = _single(frame, scope, bounded, dim, summed=of_bound)
        if value is None or tested is None:
            continue
        number = binder.number(scaled_threshold(frame, threshold.value, percent=threshold.percent))
        kept: Rel = Where(value, threshold.op, number)
        if value != tested:
            kept = Among(value, Where(tested, threshold.op, number))
        used = (best, *frame.all(*_USED))
        order = Order.FALLING if best.payload == 1 else Order.RISING
        k, tokens = count_asked(frame)
        if names and k is not None:
            top = Top(kept, binder.number(k), order, ties=False)
            kind = AnswerType.RANKED
            yield made(Names(top, (dim,), order), binder, *used, answer_type=kind, prior=-lost, tokens=tokens)
        elif names:
            yield made(Names(Best(kept, highest=best.payload == 1), (dim,)), binder, *used, prior=-lost)
        else:
            extreme = Agg(Fn.MAX if best.payload == 1 else Fn.MIN, kept)
            yield Candidate(extreme, binder.bindings(), AnswerType.NUMERICAL, frozenset(used))


_USED = (
    Sense.COMPARATIVE, Sense.RELATION, Sense.THAN, Sense.AGGREGATE, Sense.MEASURE, Sense.IQR, Sense.WHICH, Sense.ALL,
    Sense.ANY, Sense.HOW_MANY, Sense.LIST, Sense.MARK_WORD, Sense.PLACE_WORD, Sense.TOP,
)  # fmt: skip


def end_of_those(frame: Frame) -> Iterator[Candidate]:
    """ "the lowest temperature with a pressure above 1": the first or last x of the points beyond a bound of y."""
    best = best_item(frame)
    curved = frame.vocabulary.family in (ChartFamily.SCATTER, ChartFamily.LINE, ChartFamily.AREA)
    if best is None or len(frame.thresholds) != 1 or not curved or not frame.vocabulary.numeric_x:
        return
    if frame.focus is Focus.TRUTH or frame.has(Sense.DIFFERENCE, Sense.RATIO, Sense.TREND):
        return
    behind = frame.tokens[best.start : best.end + 3]
    if next((axis for token in behind if (axis := axis_of(frame, token))), None) != "x":
        return
    binder = Binder()
    scope = Scope(frame, binder)
    rel = one_curve(scope.relation(points=frame.vocabulary.n_series == 1))
    if rel.spot is None:
        return
    threshold = frame.thresholds[0]
    rows = Where(rel, threshold.op, binder.number(threshold.value))
    order = Order.BACKWARD if best.payload == 1 else Order.FORWARD
    used = frozenset((best, *frame.all(*_USED)))
    yield Candidate(XOf(Nth(rows, Number(1), order)), binder.bindings(), AnswerType.NUMERICAL, used, prior=0.05)


def nearest_to_computed(frame: Frame) -> Iterator[Candidate]:
    """ "Which feed is nearest to the average", "closest to half of Texas": the name whose value is nearest to a number
    that is worked out."""
    near = frame.first(Sense.NEARLY)
    if near is None or frame.focus is not Focus.NAME or frame.thresholds or frame.has(Sense.DIFFERENCE):
        return
    average = next((item for item in frame.all(Sense.AGGREGATE) if item.payload in (Fn.MEAN, Fn.MEDIAN)), None)
    labels = list({ref.label: ref for ref in frame.places if ref.label is not None}.values())
    binder = Binder()
    scope = Scope(frame, binder)
    rel = scope.relation(frame.series, [ref for ref in scope.places if ref.label is None])
    if len(rel.dims) != 1:
        return
    (dim,) = rel.dims
    factor = factor_of(frame)
    if average is not None and not labels:
        target: Num = Agg(Fn(str(average.payload)), rel)
    elif dim is Dim.PLACE and len(labels) == 1 and labels[0].at > near.start - _OF_NAME:
        target = Value(scope.relation(frame.series, labels))
        if factor is not None:
            target = Arith(Arithmetic.MUL, target, binder.number(factor))
        names: tuple[Text, ...] = (binder.place(labels[0].label or ""),)
        rel = Named(rel, dim, names, exclude=True)
    else:
        return
    gap = Map(Arithmetic.ABSDIFF, rel, target)
    used = (near, average, *frame.all(*_USED), *frame.all(Sense.NEARLY, Sense.EQUAL, Sense.TIMES, Sense.SUPERLATIVE))
    plan = Names(Best(gap, highest=False), (dim,))
    yield made(plan, binder, *used, prior=0.02, tokens=factor_tokens(frame))


def aggregate_of_those(frame: Frame) -> Iterator[Candidate]:
    """ "The sum of all positive bars", "the average of those above 50": over the names that fulfil a condition."""
    stated = frame.first(Sense.AGGREGATE)
    bounds = [one.at for one in frame.thresholds] + [item.start for item in frame.all(Sense.SIGN)]
    if stated is None or frame.focus not in (Focus.VALUE, Focus.COUNT) or not bounds or min(bounds) < stated.start:
        return
    if Fn(str(stated.payload)) not in (Fn.SUM, Fn.MEAN, Fn.MEDIAN) or frame.has(Sense.DIFFERENCE, Sense.RATIO):
        return
    if frame.has(Sense.HOW_MANY):
        return
    binder = Binder()
    scope = Scope(frame, binder)
    for rows, used, lost in fulfilling(frame, scope):
        if len(rows.dims) != 1 or not isinstance(rows, Where):
            continue
        plan = Agg(Fn(str(stated.payload)), rows)
        items = frozenset((stated, *used, *frame.all(*_USED)))
        yield Candidate(plan, binder.bindings(), AnswerType.NUMERICAL, items, prior=-lost)


_OF_NAME = 6
"""Words between a name and the "closest" that is said of it."""
_SETTING = frozenset({
    "from", "in", "of", "the", "a", "an", "on", "at", "by", "with", "for", "into", "among", "or", "and", ",", "either",
    "nor", "directly", "through", "via",
})  # fmt: skip


def set_aside(frame: Frame) -> Iterator[Candidate]:
    """ "How many cars are not from B", "the share that is not C": the sum of all but the names behind "not"."""
    negated = frame.all(Sense.NOT)
    if len(negated) != 1 or frame.focus not in (Focus.VALUE, Focus.COUNT) or frame.thresholds:
        return
    if frame.has(Sense.COMPARATIVE, Sense.RELATION, Sense.SUPERLATIVE, Sense.TREND, Sense.DIFFERENCE, Sense.EQUAL):
        return
    dropped = names_behind(frame, negated[0].end, _SETTING)
    vocabulary = frame.vocabulary
    summed = any(item.payload is Fn.SUM for item in frame.all(Sense.AGGREGATE))
    adds_up = vocabulary.counts or vocabulary.stacked or summed or frame.has(Sense.SHARE)
    if not dropped or not adds_up:
        return
    if any(isinstance(ref, PlaceRef) and ref.label is None for ref in dropped):
        return
    dim = Dim.SERIES if isinstance(dropped[0], SeriesRef) else Dim.PLACE
    kept_series = [ref for ref in frame.series if ref not in dropped]
    binder = Binder()
    scope = Scope(frame, binder)
    rel = scope.relation(kept_series, [ref for ref in scope.places if ref not in dropped])
    if dim not in rel.dims:
        return
    names: tuple[Text, ...] = tuple(
        binder.series(ref.name) if isinstance(ref, SeriesRef) else binder.place(ref.label or "") for ref in dropped
    )
    rest: Num = Agg(Fn.SUM, Named(rel, dim, names, exclude=True))
    if frame.has(Sense.SHARE):
        rest = percent_of(rest, Agg(Fn.SUM, rel))
    used = frozenset((*negated, *frame.all(Sense.HOW_MANY, Sense.SHARE, Sense.AGGREGATE, Sense.ALL, Sense.BETWEEN)))
    yield Candidate(rest, binder.bindings(), AnswerType.NUMERICAL, used, prior=0.05)


FILTER_CONSTRUCTORS = (best_of_those, end_of_those, nearest_to_computed, set_aside, aggregate_of_those)
