"""Readings whose answer is yes or no (or one of two words): comparisons, quantifiers, trends, relations."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from qa.parse.compose import Candidate
from qa.parse.conditions import (
    changes_by,
    comparison_of,
    factor_of,
    factor_tokens,
    fulfilling,
    names_bounded,
    numbers_compared,
    values_are_changes,
    zipped,
)
from qa.parse.frame import Focus, Frame, PlaceRef, SeriesRef
from qa.parse.lexicon import Item, Sense
from qa.parse.operands import best_item, number_of, raw_rows
from qa.parse.scope import Binder, Scope, scaled_threshold
from qa.parse.senses import operator_of
from qa.plan import (
    Agg,
    Arith,
    Arithmetic,
    Best,
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
from qa.template import AnswerType
from sie.vocab import ChartFamily


def _made(
    plan: Truth | Text,
    binder: Binder,
    *items: Item | None,
    prior: float = 0.0,
    tokens: frozenset[int] = frozenset(),
) -> Candidate:
    used = frozenset(item for item in items if item is not None)
    kind = AnswerType.BINARY if isinstance(plan, Truth) else AnswerType.STRING
    return Candidate(plan, binder.bindings(), kind, used, tokens, 0, prior)


def _quantified(frame: Frame, rel: Rel, op: Op, number: Num) -> tuple[Truth | None, tuple[Item, ...]]:
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
        truth, quantifiers = _quantified(frame, compared, op, Number(0))
        if truth is not None:
            yield _made(truth, binder, *used, *quantifiers, tokens=tokens)
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
    yield _made(plain, binder, *used, *negated, prior=prior, tokens=tokens)
    if compared is not None and not frame.has(Sense.ANY, Sense.ALL, Sense.NONE):
        binder = Binder()
        again = zipped(frame, Scope(frame, binder), *pair)
        if again is not None:
            yield _made(ForAll(again, op, Number(0)), binder, *used, prior=-0.22, tokens=tokens)


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
            truth, quantifiers = _quantified(frame, rows.rel, rows.op, rows.number)
            if truth is None:
                truth = Exists(rows)
                lost += 0.1
            yield _made(truth, binder, *used, *quantifiers, *frame.all(Sense.MARK_WORD, Sense.PLACE_WORD), prior=-lost)


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
        yield _made(Not(truth) if negated else truth, scope.binder, *used, *negated, *frame.all(Sense.START, Sense.END))


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
    yield _made(Not(met) if negated else met, binder, *used)


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
            yield _made(
                plan, binder, *used, *frame.all(Sense.ANY, Sense.COMPARATIVE, Sense.RELATION), prior=0.05 - lost
            )


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
    if len(sides) == 2 and not any(ref.is_range and not frame.vocabulary.time_x for ref in sides):
        first, second = sides
        (a, lost), (b, more) = (_at(frame, scope, ref) for ref in (first, second))
        plain: Truth = Compare(op, b, a)
        yield _made(
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
            yield _made(Not(risen) if negated else risen, binder, moved, *negated, *frame.all(Sense.CHANGE))
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
        yield _made(Compare(op, Value(later), Value(earlier)), binder, moved)
        return
    truth, quantifiers = _quantified(frame, Zip(Arithmetic.SUB, later, earlier), op, Number(0))
    if truth is not None:
        yield _made(truth, binder, moved, *quantifiers)


def _moving_comparative(frame: Frame) -> Item | None:
    """ "is it getting warmer": a comparative that nothing is compared with."""
    item = frame.first(Sense.COMPARATIVE)
    if item is None or frame.than is not None or frame.thresholds:
        return None
    before = frame.norms[item.start - 1] if item.start else ""
    return item if before in ("get", "getting", "become", "becoming", "gets", "got", "become", "became") else None


def _moves(frame: Frame, scope: Scope, rel: Rel, moved: Item, op: Op, negated: list[Item]) -> Iterator[Candidate]:
    changes = rel if values_are_changes(frame) else scope.steps(rel)
    truth, quantifiers = _quantified(frame, changes, op, Number(0))
    items = (moved, *frame.all(Sense.TREND, Sense.TREND_WORD, Sense.CHANGE))
    if truth is not None:
        yield _made(truth, scope.binder, *items, *quantifiers)
    if Dim.SERIES not in rel.dims:
        last, first = (scope.end_value(rel, first=first) for first in (False, True))
        plain: Truth = Compare(op, last, first)
        prior = -0.03 if truth is None else -0.15
        yield _made(Not(plain) if negated else plain, scope.binder, *items, *negated, prior=prior)


def _at(frame: Frame, scope: Scope, ref: PlaceRef) -> tuple[Num, float]:
    rel = scope.relation(frame.series, [ref])
    if ref.is_range and Dim.SERIES not in rel.dims and rel.dims:
        return Value(Nth(rel, Number(1), Order.FORWARD)), -0.05
    return number_of(frame, rel, ends=ref.end is not None)


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
    yield _made(Compare(operator_of(relation), values[0], values[1]), binder, *items, prior=0.05)


def is_best(frame: Frame) -> Iterator[Candidate]:
    """Whether a name is the highest or lowest."""
    best = best_item(frame)
    if frame.focus is not Focus.TRUTH or best is None or frame.thresholds:
        return
    if len(frame.series) == 1 and frame.vocabulary.n_series > 1:
        yield from _is_best(frame, best, Dim.SERIES)
    labels = [ref for ref in frame.places if ref.label is not None]
    if len(labels) == 1:
        yield from _is_best(frame, best, Dim.PLACE)


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
        yield _made(ForAll(gap, Op.EQ, Number(0)), binder, best, *frame.all(Sense.ALL, Sense.MEASURE), prior=0.02)
        return
    if len(rel.dims) > 1:
        fn = Fn.SUM if frame.vocabulary.stacked else (Fn.MAX if best.payload == 1 else Fn.MIN)
        rel = Group(rel, dim, fn)
    chosen = Named(Best(rel, highest=best.payload == 1), dim, (name,))
    yield _made(
        Exists(chosen), binder, best, *frame.all(Sense.MEASURE, Sense.ALL, Sense.ANY, Sense.AGGREGATE, Sense.IQR)
    )


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
    yield _made(Compare(Op.EQ, Agg(Fn.RANGE, rel), Number(0)), binder, *items)


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
        yield _made(named, binder, choice, *words, prior=0.02)
        return
    if frame.focus is not Focus.TRUTH:
        return
    sign, items = _sign_claimed(frame)
    if sign is None:
        return
    op = Op.GT if sign > 0 else Op.LT
    prior = 0.05 if vocabulary.family is ChartFamily.SCATTER else -0.1
    yield _made(rising(op), binder, *items, *words, prior=prior)


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
    yield _made(plan, binder, word, *frame.all(Sense.START, Sense.END), prior=-0.05)


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
        yield _made(risen, binder, *both.values(), *frame.all(Sense.TREND_WORD), prior=0.05)
        return
    if rel.spot is None or Dim.SERIES in rel.dims:
        return
    last, first = (scope.end_value(rel, first=first) for first in (False, True))
    words = {payload: frame.norms[item.start] for payload, item in both.items()}
    plan = Choose(Compare(Op.GT, last, first), Literal(words[1]), Literal(words[-1]))
    yield _made(plan, binder, *both.values(), prior=0.05)


TRUTH_CONSTRUCTORS = (
    names_compared, crossing_at_all, names_counted, threshold_met, trend, ends_compared, is_best, all_equal, related,
    direction, rises_or_falls,
)  # fmt: skip
