"""Readings whose answer is yes or no (or one of two words): comparisons, quantifiers, trends, relations."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from qa.parse.compose import Candidate
from qa.parse.compose_trends import direction, made, quantified, related, rises_or_falls, trend
from qa.parse.compose_values import rank_of
from qa.parse.conditions import (
    changes_by,
    comparison_of,
    factor_of,
    factor_tokens,
    fulfilling,
    names_bounded,
    numbers_compared,
    zipped,
)
from qa.parse.frame import Focus, Frame, Ref, SeriesRef
from qa.parse.lexicon import Item, Sense
from qa.parse.operands import best_item, number_of, raw_rows
from qa.parse.scope import Binder, Scope, scaled_threshold
from qa.parse.senses import operator_of
from qa.plan import (
    Agg,
    Arith,
    Arithmetic,
    Best,
    Compare,
    Dim,
    Exists,
    Fn,
    ForAll,
    Group,
    Named,
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
from sie.vocab import ChartFamily


def names_compared(frame: Frame) -> Iterator[Candidate]:
    """Whether one name is above another: at a place, everywhere, anywhere, or on the whole."""
    if frame.focus is not Focus.TRUTH:
        return
    relation, pair = comparison_of(frame)
    if (
        relation is None
        or pair is None
        or (frame.has(Sense.CORRELATION) and frame.vocabulary.family is ChartFamily.SCATTER)
    ):
        return
    op = operator_of(relation)
    used = (
        relation,
        *frame.all(
            Sense.COMPARATIVE,
            Sense.RELATION,
            Sense.EQUAL,
            Sense.THAN,
            Sense.TIMES,
            Sense.MEASURE,
            Sense.IQR,
            Sense.NEARLY,
            Sense.SHARE,
            Sense.HOW_MANY,
            Sense.AGGREGATE,
        ),
    )
    tokens = factor_tokens(frame)
    negated = frame.all(Sense.NOT)
    binder = Binder()
    scope = Scope(frame, binder)
    compared = zipped(frame, scope, *pair)
    if compared is not None:
        truth, quantifiers = quantified(frame, compared, op, Number(0))
        if truth is not None:
            yield made(truth, binder, *used, *quantifiers, tokens=tokens)
    binder = Binder()
    scope = Scope(frame, binder)
    left, right, lost = numbers_compared(frame, scope, *pair)
    factor = factor_of(frame)
    if factor is not None:
        right = Arith(Arithmetic.MUL, right, binder.number(factor))
        op = Op.GE if op is Op.EQ and not frame.word("exactly", "precisely") else op
    plain: Truth = Compare(op, left, right)
    if frame.thresholds:
        plain = _apart_by(frame, scope, left, right)
    if negated:
        plain = Not(plain)
    prior = lost - (0.05 if compared is not None else 0.0)
    yield made(plain, binder, *used, *negated, prior=prior, tokens=tokens)
    if compared is not None and not frame.has(Sense.ANY, Sense.ALL, Sense.NONE):
        binder = Binder()
        again = zipped(frame, Scope(frame, binder), *pair)
        if again is not None:
            yield made(ForAll(again, op, Number(0)), binder, *used, prior=-0.22, tokens=tokens)


def _apart_by(frame: Frame, scope: Scope, left: Num, right: Num) -> Truth:
    """ "more than 1000 g above": the difference against a number."""
    threshold = frame.thresholds[0]
    side = next((item for item in frame.all(Sense.RELATION, Sense.COMPARATIVE) if item.start > threshold.at), None)
    below = side is not None and operator_of(side) in (Op.LT, Op.LE)
    gap = Arith(Arithmetic.SUB, right, left) if below else Arith(Arithmetic.SUB, left, right)
    return Compare(threshold.op, gap, scope.binder.number(threshold.value))


def threshold_met(frame: Frame) -> Iterator[Candidate]:
    """Whether a value, some value or every value is beyond a number, zero or the average."""
    if frame.focus is not Focus.TRUTH:
        return
    binder = Binder()
    scope = Scope(frame, binder)
    rel = scope.relation()
    ends = any(ref.end is not None for ref in scope.places)
    yield from _cell_met(frame, scope, rel, ends=ends)
    if rel.dims and not ends:
        binder = Binder()
        scope = Scope(frame, binder)
        for rows, used, lost in fulfilling(frame, scope):
            if not isinstance(rows, Where) or rows.rel.dims & {Dim.POINT}:
                continue
            if any(item.sense is Sense.TREND for item in used) and not (frame.thresholds and changes_by(frame)):
                continue
            truth, quantifiers = quantified(frame, rows.rel, rows.op, rows.number)
            if truth is None:
                truth = Exists(rows)
                lost += 0.1
            yield made(truth, binder, *used, *quantifiers, *frame.all(Sense.MARK_WORD, Sense.PLACE_WORD), prior=-lost)


def _cell_met(frame: Frame, scope: Scope, rel: Rel, *, ends: bool) -> Iterator[Candidate]:
    if rel.dims and not (ends and Dim.SERIES not in rel.dims) and not frame.has(Sense.AGGREGATE, Sense.SUPERLATIVE):
        return
    used = [
        *frame.all(
            Sense.COMPARATIVE,
            Sense.RELATION,
            Sense.MEASURE,
            Sense.IQR,
            Sense.ZERO,
            Sense.SIGN,
            Sense.TIMES,
            Sense.AGGREGATE,
            Sense.THAN,
            Sense.SHARE,
            Sense.HOW_MANY,
        )
    ]
    best = best_item(frame)
    if best is not None:
        rows = raw_rows(frame, scope)
        value: Num = Agg(Fn.MAX if best.payload == 1 else Fn.MIN, rows) if rows.dims else Value(rows)
        used.append(best)
    else:
        value, _ = number_of(frame, rel, ends=ends)
    negated = frame.all(Sense.NOT)
    for op, number in _against(frame, scope):
        truth: Truth = Compare(op, value, number)
        yield made(Not(truth) if negated else truth, scope.binder, *used, *negated, *frame.all(Sense.START, Sense.END))


def _against(frame: Frame, scope: Scope) -> Iterator[tuple[Op, Num]]:
    for threshold in frame.thresholds[:1]:
        value = scaled_threshold(frame, threshold.value, percent=threshold.percent)
        yield threshold.op, scope.binder.number(value)
    average = next((item for item in frame.all(Sense.AGGREGATE) if item.payload in (Fn.MEAN, Fn.MEDIAN)), None)
    compared = frame.first(Sense.RELATION, Sense.COMPARATIVE)
    if average is not None and compared is not None and compared.start < average.start and not frame.thresholds:
        every = scope.relation(places=[]) if frame.places else scope.relation(series=[])
        if every.dims:
            yield operator_of(compared), Agg(Fn(str(average.payload)), every)
    sign = frame.first(Sense.SIGN)
    if sign is not None:
        yield Op(str(sign.payload)), Number(0)
    zero = frame.first(Sense.ZERO)
    relation = frame.first(Sense.RELATION, Sense.COMPARATIVE)
    if zero is not None and relation is not None:
        yield operator_of(relation), Number(0)
    elif zero is not None:
        yield Op.EQ, Number(0)


def crossing_at_all(frame: Frame) -> Iterator[Candidate]:
    """ "Do the two lines ever cross": whether the sign of their difference changes between two neighbouring places."""
    asked = frame.first(Sense.CROSSING)
    names = list({ref.name for ref in frame.series}) or [name.name for name in frame.vocabulary.series]
    if frame.focus is not Focus.TRUTH or asked is None or len(names) != 2 or frame.places or frame.thresholds:
        return
    counted = (Sense.ZERO, Sense.COMPARATIVE, Sense.RELATION, Sense.TIMES, Sense.EQUAL, Sense.FIRST, Sense.LAST)
    if not frame.vocabulary.ordered_places or frame.has(*counted):
        return
    view = frame.vocabulary.view
    drawn = [{x for x, _ in view.curve(index)} for index, name in view.series.items() if name in names]
    if frame.vocabulary.numeric_x and (len(drawn) != 2 or drawn[0] != drawn[1]):
        return  # the points of the two stand apart, and no join of rows tells where they change sides
    binder = Binder()
    scope = Scope(frame, binder)
    sides = [scope.relation([SeriesRef(0, frozenset(), name)], []) for name in names]
    if any(rel.dims != {Dim.PLACE} for rel in sides):
        return
    turned = Where(Pairs(Arithmetic.MUL, Zip(Arithmetic.SUB, *sides), consecutive=True), Op.LT, Number(0))
    met: Truth = Exists(turned)
    negated = frame.all(Sense.NONE, Sense.NOT)
    used = (asked, *negated, *frame.all(Sense.ANY, Sense.SERIES_WORD))
    yield made(Not(met) if negated else met, binder, *used)


def names_counted(frame: Frame) -> Iterator[Candidate]:
    """ "Are there more than two states with over ten million people": how many names fulfil it, against a number."""
    counted = names_bounded(frame)
    if frame.focus is not Focus.TRUTH or counted is None or len(frame.thresholds) != 2:
        return
    rest = tuple(one for one in frame.thresholds if one is not counted)
    inner = replace(frame, thresholds=rest, focus=Focus.COUNT)
    binder = Binder()
    scope = Scope(inner, binder)
    for rows, used, lost in fulfilling(inner, scope):
        if len(rows.dims) == 1:
            plan = Compare(counted.op, Agg(Fn.COUNT, rows), binder.number(counted.value))
            yield made(plan, binder, *used, *frame.all(Sense.ANY, Sense.COMPARATIVE, Sense.RELATION), prior=0.05 - lost)


def ends_compared(frame: Frame) -> Iterator[Candidate]:
    """Whether the value at one end is above that at the other."""
    if frame.focus is not Focus.TRUTH:
        return
    ends = [ref for ref in frame.places if ref.end is not None]
    relation = frame.first(Sense.COMPARATIVE, Sense.RELATION, Sense.EQUAL)
    if relation is None or len({ref.end for ref in ends}) != 2 or len(ends) != 2:
        return
    binder = Binder()
    scope = Scope(frame, binder)
    first, second = sorted(ends, key=lambda ref: ref.at)
    values = []
    for ref in (first, second):
        rel = scope.relation(frame.series, [ref])
        if Dim.SERIES in rel.dims:
            return
        values.append(Value(rel))
    items = (relation, *frame.all(Sense.THAN, Sense.START, Sense.END, Sense.COMPARATIVE))
    yield made(Compare(operator_of(relation), values[0], values[1]), binder, *items, prior=0.05)


def is_best(frame: Frame) -> Iterator[Candidate]:
    """Whether a name is the highest or lowest."""
    best = best_item(frame) or _beyond_all_others(frame)
    if frame.focus is not Focus.TRUTH or best is None or frame.thresholds:
        return
    labels = [ref for ref in frame.places if ref.label is not None]
    series = frame.series if frame.vocabulary.n_series > 1 else ()
    named: list[Ref] = [*series, *labels]
    pair = len(series) == len(labels) == 1
    judged = [ref for ref in named if not (pair and _sets_aside(frame, ref))] or named
    if len(series) == 1 and series[0] in judged:
        yield from _is_best(frame, best, Dim.SERIES)
    if len(labels) == 1 and labels[0] in judged:
        yield from _is_best(frame, best, Dim.PLACE)


_ASIDE = frozenset(
    {"in", "at", "for", "on", "by", "its", "their", "of", "from", "within", "during", "highest", "lowest"}
)


def _sets_aside(frame: Frame, ref: Ref) -> bool:
    """Whether a name says where or in what the others are compared ("in tea", "by its share"), not which is judged."""
    start = min(ref.tokens, default=0)
    before = [norm for norm in frame.norms[max(0, start - 2) : start] if norm != "the"]
    return bool(before) and before[-1] in _ASIDE


def _beyond_all_others(frame: Frame) -> Item | None:
    """ "higher than the other two", "than any other": the comparative of what is the extreme."""
    than, compared = frame.than, frame.first(Sense.COMPARATIVE, Sense.RELATION)
    if compared is None or any(ref.at > compared.start for ref in frame.refs):
        return None
    start = than + 1 if than is not None else compared.end
    behind = frame.norms[start : start + 4]
    if not {"other", "others", "rest", "else"} & set(behind):
        return None
    return Item(Sense.SUPERLATIVE, compared.start, compared.end, 1 if operator_of(compared) in (Op.GT, Op.GE) else -1)


def _is_best(frame: Frame, best: Item, dim: Dim) -> Iterator[Candidate]:
    binder = Binder()
    scope = Scope(frame, binder)
    if dim is Dim.SERIES:
        rel = scope.relation(series=[])
        name: Text = binder.series(frame.series[0].name)
    else:
        rel = scope.relation(places=[])
        name = binder.place(next(ref.label for ref in frame.places if ref.label is not None))
    if dim not in rel.dims:
        return
    if len(rel.dims) > 1 and frame.has(Sense.ALL) and dim is Dim.SERIES:
        top = Group(rel, Dim.PLACE, Fn.MAX if best.payload == 1 else Fn.MIN)
        gap = Zip(Arithmetic.SUB, top, scope.relation())
        yield made(ForAll(gap, Op.EQ, Number(0)), binder, best, *frame.all(Sense.ALL, Sense.MEASURE), prior=0.02)
        return
    if len(rel.dims) > 1:
        fn = Fn.SUM if frame.vocabulary.stacked else (Fn.MAX if best.payload == 1 else Fn.MIN)
        rel = Group(rel, dim, fn)
    rank, ranked = rank_of(frame, best)
    order = Order.FALLING if best.payload == 1 else Order.RISING
    first = Best(rel, highest=best.payload == 1)
    chosen = Named(first if rank == 1 else Nth(rel, binder.number(rank), order), dim, (name,))
    used = frame.all(
        Sense.MEASURE, Sense.ALL, Sense.ANY, Sense.AGGREGATE, Sense.IQR, Sense.COMPARATIVE, Sense.RELATION, Sense.THAN
    )
    yield made(Exists(chosen), binder, best, *used, tokens=ranked)


def all_equal(frame: Frame) -> Iterator[Candidate]:
    """Whether names have the same value: two, or all of them."""
    same = frame.first(Sense.EQUAL)
    if frame.focus is not Focus.TRUTH or same is None or frame.norms[same.start] == "as":
        return
    if len(frame.series) + len([ref for ref in frame.places if ref.label]) >= 2:
        return
    binder = Binder()
    scope = Scope(frame, binder)
    rel = scope.relation()
    if len(rel.dims) == 2:
        rel = Group(rel, Dim.PLACE, Fn.SUM) if frame.vocabulary.stacked else rel
    if not rel.dims:
        return
    items = (same, *frame.all(Sense.ALL, Sense.MEASURE, Sense.MARK_WORD, Sense.PLACE_WORD, Sense.NEARLY))
    yield made(Compare(Op.EQ, Agg(Fn.RANGE, rel), Number(0)), binder, *items)


TRUTH_CONSTRUCTORS = (
    names_compared, crossing_at_all, names_counted, threshold_met, trend, ends_compared, is_best, all_equal, related,
    direction, rises_or_falls,
)  # fmt: skip
