"""Conditions on rows: compared with a number, with zero, with an average, or with another name."""

from __future__ import annotations

from collections.abc import Iterator

from qa.parse.clauses import joined_conditions
from qa.parse.concepts import concept_of
from qa.parse.frame import Focus, Frame, PlaceRef, Ref, SeriesRef, Threshold
from qa.parse.kinds import KINDS
from qa.parse.lexicon import Item, Sense
from qa.parse.merging import NEGATED
from qa.parse.nouns import dim_of_noun
from qa.parse.operands import number_of, stacks_add_up
from qa.parse.scope import Scope, scaled_threshold
from qa.parse.senses import operator_of
from qa.plan import (
    Agg,
    Arithmetic,
    Dim,
    Fn,
    Group,
    Map,
    Measure,
    Num,
    Number,
    Op,
    Order,
    Rel,
    Spots,
    Value,
    Values,
    Where,
    Zip,
)
from sie.vocab import ChartFamily

Rows = tuple[Rel, tuple[Item, ...], float]


def fulfilling(frame: Frame, scope: Scope) -> Iterator[Rows]:
    """The rows that fulfil the question's condition, the operators that say so, and what speaks against it."""
    yield from _compared_names(frame, scope)
    yield from joined_conditions(frame, scope)
    yield from _beyond_one(frame, scope)
    if frame.has(Sense.SHARE) and frame.series and frame.vocabulary.stacked and frame.thresholds:
        yield from _shares(frame, scope)
    yield from _grown(frame, scope)
    for rel, lost in condition_base(frame, scope):
        yield from ((rows, used, lost + more) for rows, used, more in threshold_rows(frame, scope, rel))
        yield from ((rows, used, lost) for rows, used in _against_zero(frame, rel))
        yield from ((rows, used, lost) for rows, used in _against_average(frame, scope, rel))
        yield from ((rows, used, lost) for rows, used in _risen(frame, scope, rel))


def _beyond_one(frame: Frame, scope: Scope) -> Iterator[Rows]:
    """ "How many of them are bigger than Australia": the places beyond the value of one that is named."""
    compared = frame.first(Sense.COMPARATIVE)
    places = list({ref.label: ref for ref in frame.places}.values())
    parted = frame.than
    if compared is None or parted is None:
        # "how many of them beat Georgia": the comparing verb stands right before the name
        ats = {min(ref.tokens) for ref in places if all(frame.tokens[i].value is None for i in ref.tokens)}
        compared = next((item for item in frame.all(Sense.RELATION) if {item.end, item.end + 1} & ats), None)
        parted = compared.start if compared is not None else None
    if compared is None or parted is None or frame.thresholds or frame.focus not in _NAMING:
        return
    if len(places) != 1 or places[0].label is None or places[0].at < parted or frame.has(Sense.TREND, Sense.CHANGE):
        return
    one, rel = scope.relation(frame.series, places), scope.relation(frame.series, [])
    if not one.dims and rel.dims == {Dim.PLACE}:
        yield Where(rel, operator_of(compared), Value(one)), (compared, *frame.all(Sense.THAN, Sense.MEASURE)), 0.0


_NAMING = (Focus.COUNT, Focus.NAME, Focus.LIST)


def condition_base(frame: Frame, scope: Scope) -> Iterator[tuple[Rel, float]]:
    """The rows that a condition is asked of, one for each name of the dimension asked for."""
    rel = scope.relation()
    counts_points = frame.vocabulary.family is ChartFamily.SCATTER and frame.focus is Focus.COUNT
    if counts_points and frame.focus_dim is not Dim.SERIES:
        yield scope.relation(points=True), 0.0
        return
    if not rel.dims:
        return
    if len(rel.dims) == 1:
        yield rel, 0.0
        return
    if _counts_marks(frame):
        yield rel, 0.0
        return
    wanted = frame.focus_dim
    for dim, lost in ((Dim.PLACE, 0.0), (Dim.SERIES, 0.1)):
        if dim not in rel.dims or (wanted is not None and dim is not wanted):
            continue
        if stacks_add_up(frame) or frame.vocabulary.stacked:
            yield Group(rel, dim, Fn.SUM), lost + 0.0
        else:
            stated = _stated_fn(frame)
            if stated is not None:
                yield Group(rel, dim, stated), lost
                continue
            above = not frame.thresholds or frame.thresholds[0].op in (Op.GT, Op.GE)
            anywhere = frame.has(Sense.ANY, Sense.ALL, Sense.NONE) or dim is Dim.SERIES
            every = any(
                item.start > min(frame.thresholds[0].tokens) and frame.norms[item.start] in _EACH
                for item in (frame.all(Sense.ALL) if frame.thresholds else ())
            )
            yield Group(rel, dim, Fn.MAX if above is not every else Fn.MIN), lost + (0.15 if anywhere else _UNNAMED)


def _stated_fn(frame: Frame) -> Fn | None:
    """The one number of each name that a bound is asked of ("whose maximum is above 1", "averaging over 5")."""
    if not frame.thresholds:
        return None
    stated: Fn | None = None
    names = {word for name in frame.vocabulary.series for word in name.stems}
    for item in frame.all(Sense.SUPERLATIVE, Sense.AGGREGATE):
        if item.start < frame.thresholds[0].at and frame.tokens[item.start].stem not in names:
            extreme = Fn.MAX if item.payload == 1 else Fn.MIN
            stated = extreme if item.sense is Sense.SUPERLATIVE else Fn(str(item.payload))
    return stated


_EACH = ("both", "each", "every", "all")
"""Behind a bound, words that ask for it of every series ("more than 100 of both kinds")."""


def names_bounded(frame: Frame) -> Threshold | None:
    """The bound of how many names fulfil a condition ("more than two states with ..."); None where there is none."""
    for one in frame.thresholds:
        noun = frame.tokens[max(one.tokens) + 1] if max(one.tokens) + 1 < len(frame.tokens) else None
        if noun is None or noun.norm == noun.stem or one.value > _NAMES:
            continue
        if noun.stem in KINDS or dim_of_noun(frame, noun) is not None:
            return one
    return None


_NAMES = 50
"""No more names than this are counted by a bound."""


def _counts_marks(frame: Frame) -> bool:
    """Whether single bars are counted, of every series and place."""
    counted = any(frame.tokens[i].stem in ("bar", "column", "box", "dot", "point") for i in frame.focus_tokens)
    return frame.focus is Focus.COUNT and counted and not frame.vocabulary.stacked


_UNNAMED = 0.35
"""What a condition on places costs where several series could be meant and none is named."""


def threshold_rows(frame: Frame, scope: Scope, rel: Rel) -> Iterator[Rows]:
    """The rows beyond the thresholds."""
    if not frame.thresholds or not rel.dims:
        return
    used: list[Item] = [*frame.all(Sense.COMPARATIVE, Sense.RELATION, Sense.TIMES, Sense.MEASURE, Sense.IQR)]
    if isinstance(rel, Group) and _stated_fn(frame) is rel.fn:
        used += frame.all(Sense.SUPERLATIVE, Sense.AGGREGATE)
    negated = frame.all(Sense.NOT, Sense.NONE) if len(frame.thresholds) == 1 else []
    rows = rel
    moved = frame.first(Sense.TREND, Sense.CHANGE)
    if moved is not None and changes_by(frame) and rel.dims == {Dim.PLACE}:
        yield _moved_rows(frame, scope, rel, moved), (*used, moved), 0.0
        return
    for threshold in frame.thresholds:
        value = scaled_threshold(frame, threshold.value, percent=threshold.percent)
        op = NEGATED[threshold.op] if negated and frame.norms[negated[0].start] != "no" else threshold.op
        rows = Where(rows, op, scope.binder.number(value))
    yield rows, (*used, *negated, *([moved] if moved else [])), 0.0


def changes_by(frame: Frame) -> bool:
    """Whether a threshold is of changes ("grew by more than 5"), on places in order."""
    ordered = frame.vocabulary.ordered_places or values_are_changes(frame)
    first = min(frame.thresholds[0].tokens)
    return ordered and len(frame.thresholds) == 1 and "by" in frame.norms[max(0, first - 4) : first]


def _moved_rows(frame: Frame, scope: Scope, rel: Rel, moved: Item) -> Rel:
    """The places whose change from the one before, rise or fall, is beyond the threshold."""
    threshold = frame.thresholds[0]
    steps = rel if values_are_changes(frame) else scope.steps(rel)
    if moved.sense is Sense.TREND and moved.payload == -1:
        steps = Map(Arithmetic.MUL, steps, Number(-1))
    value = scaled_threshold(frame, threshold.value, percent=threshold.percent)
    return Where(steps, threshold.op, scope.binder.number(value))


def says_lost(frame: Frame) -> bool:
    """Whether a change is one of a loss ("which loses most")."""
    return any(_SIGNED.get(frame.norms[item.start]) is Op.LT for item in frame.all(Sense.CHANGE))


_SIGNED = {
    **dict.fromkeys(("lose", "loses", "lost", "losing", "loss"), Op.LT),
    **dict.fromkeys(("gain", "gains", "gained", "gaining"), Op.GT),
}


def _lost_or_gained(frame: Frame, rel: Rel) -> Iterator[tuple[Rel, tuple[Item, ...]]]:
    """ "patients who lost sleep": values of both signs at places in no order, which are changes themselves."""
    values = frame.vocabulary.values
    moved = next((item for item in frame.all(Sense.CHANGE) if frame.norms[item.start] in _SIGNED), None)
    signed = bool(values) and min(values) < 0 < max(values)
    if moved is None or not signed or frame.thresholds or frame.has(Sense.SUPERLATIVE, Sense.COMPARATIVE):
        return
    if not (rel.dims and len(frame.places) < 2) or frame.vocabulary.numeric_x:
        return
    yield Where(rel, _SIGNED[frame.norms[moved.start]], Number(0)), (moved,)


def _against_zero(frame: Frame, rel: Rel) -> Iterator[tuple[Rel, tuple[Item, ...]]]:
    yield from _lost_or_gained(frame, rel)
    sign = frame.first(Sense.SIGN)
    if sign is not None:
        yield Where(rel, Op(str(sign.payload)), Number(0)), (sign, *frame.all(Sense.NOT))
    zero = frame.first(Sense.ZERO)
    relation = frame.first(Sense.RELATION, Sense.COMPARATIVE)
    if zero is not None and relation is not None and relation.end <= zero.start:
        if relation.sense is Sense.RELATION:
            op = Op(str(relation.payload))
        else:
            op = Op.GT if relation.payload == 1 else Op.LT
        yield Where(rel, op, Number(0)), (zero, relation)
    elif zero is not None and sign is None:
        yield Where(rel, Op.EQ, Number(0)), (zero,)


def _against_average(frame: Frame, scope: Scope, rel: Rel) -> Iterator[tuple[Rel, tuple[Item, ...]]]:
    average = next((item for item in frame.all(Sense.AGGREGATE) if item.payload in (Fn.MEAN, Fn.MEDIAN)), None)
    relation = frame.first(Sense.RELATION, Sense.COMPARATIVE)
    if average is None or relation is None or relation.start > average.start or frame.thresholds:
        return
    op = operator_of(relation)
    whole = scope.relation(places=[]) if not frame.series else rel
    yield Where(rel, op, Agg(Fn(str(average.payload)), whole if whole.dims else rel)), (average, relation)


_OCCASIONS = frozenset({"time", "step", "occasion", "interval", "period", "bar", "value", "point"})


def _risen(frame: Frame, scope: Scope, rel: Rel) -> Iterator[tuple[Rel, tuple[Item, ...]]]:
    """Places where the value is higher or lower than at the place before."""
    moved = frame.first(Sense.TREND)
    if not frame.vocabulary.ordered_places and not values_are_changes(frame):
        return
    if moved is None or rel.dims != {Dim.PLACE} or frame.thresholds or frame.has(Sense.SUPERLATIVE):
        return
    things = any(frame.tokens[i].stem not in _OCCASIONS for i in frame.focus_tokens)
    if frame.focus is Focus.COUNT and frame.focus_dim is not Dim.PLACE and things:
        return
    if values_are_changes(frame):
        yield Where(rel, Op.GT if moved.payload == 1 else Op.LT, Number(0)), (moved,)
    else:
        yield Where(scope.steps(rel), Op.GT if moved.payload == 1 else Op.LT, Number(0)), (moved,)


def _grown(frame: Frame, scope: Scope) -> Iterator[Rows]:
    """Places whose value rose or fell from one series to another ("which countries fell from 2010 to 2012")."""
    moved = frame.first(Sense.TREND)
    refs = {ref.name: ref for ref in frame.series}
    if not refs and frame.vocabulary.timed_series:
        years = sorted(frame.vocabulary.series, key=lambda name: name.value or 0.0)
        refs = {name.name: SeriesRef(0, frozenset(), name.name) for name in (years[0], years[-1])}
    if moved is None or len(refs) != 2 or frame.thresholds or frame.has(Sense.SUPERLATIVE):
        return
    earlier, later = refs.values()
    change = zipped(frame, scope, later, earlier)
    if change is not None:
        op = Op.GT if moved.payload == 1 else Op.LT
        yield Where(change, op, Number(0)), (moved, *frame.all(Sense.BETWEEN, Sense.CHANGE)), -0.02


def values_are_changes(frame: Frame) -> bool:
    """Whether the chart's titles say that its values are changes themselves; a "growth of trees" in the title of the
    chart may be of their size, unless the axis says so too."""
    titles = frame.vocabulary.title_stems
    return bool(titles["y_title"] & {"change", "growth", "increase", "gain"}) or "change" in titles["title"]


def _shares(frame: Frame, scope: Scope) -> Iterator[Rows]:
    """Places where a series' share of the stack is beyond a threshold."""
    part = scope.relation()
    whole_rel = scope.relation(series=[])
    if part.dims != {Dim.PLACE} or Dim.SERIES not in whole_rel.dims:
        return
    whole = Group(whole_rel, Dim.PLACE, Fn.SUM)
    percent = Map(Arithmetic.MUL, Zip(Arithmetic.DIV, part, whole), Number(100.0))
    rows: Rel = percent
    for threshold in frame.thresholds:
        rows = Where(rows, threshold.op, scope.binder.number(threshold.value))
    used = frame.all(Sense.SHARE, Sense.COMPARATIVE, Sense.RELATION)
    yield rows, tuple(used), 0.05


def _compared_names(frame: Frame, scope: Scope) -> Iterator[Rows]:
    """Places where one series is above another (or series where one place is)."""
    relation, pair = comparison_of(frame)
    if relation is None or pair is None:
        return
    left, right = pair
    compared = zipped(frame, scope, left, right)
    if compared is None:
        return
    op = operator_of(relation)
    rows: Rel = Where(compared, op, Number(0))
    used = [
        relation,
        *frame.all(Sense.THAN, Sense.RELATION, Sense.COMPARATIVE, Sense.TIMES, Sense.MEASURE, Sense.IQR, Sense.SHARE),
    ]
    yield rows, tuple(used), 0.02


def comparison_of(frame: Frame) -> tuple[Item | None, tuple[Ref, Ref] | None]:
    """The comparing word and the two names it stands between (or that its `than` parts)."""
    compared = [item for item in frame.all(Sense.COMPARATIVE, Sense.RELATION) if frame.norms[item.start] != "="]
    relations = [item for item in compared if not _has_threshold(frame, item)]
    relation = relations[0] if relations else frame.first(Sense.EQUAL)
    if relation is None:
        return None, None
    for refs in (_two(frame.series), _two([ref for ref in frame.places if ref.end is None])):
        if refs is None:
            continue
        parted = frame.than if frame.than is not None and relation.sense is Sense.COMPARATIVE else relation.start
        first, second = refs
        if first.at < parted < second.at:
            return relation, (first, second)
        if relation.sense in (Sense.RELATION, Sense.EQUAL) or parted < first.at:
            return relation, (first, second)
        return relation, (first, second)
    return relation, against_other(frame, relation)


def against_other(frame: Frame, relation: Item) -> tuple[Ref, Ref] | None:
    """ "women have the higher rate": of two series the one that is named, and does it, against the other."""
    names = frame.vocabulary.series
    named = {ref.name for ref in frame.series}
    judged = frame.focus in (Focus.COUNT, Focus.NAME, Focus.TRUTH) and frame.than is None and not frame.thresholds
    if relation.sense is not Sense.COMPARATIVE or not judged or len(named) != 1 or len(names) != 2:
        return None
    said_of_it = frame.focus is Focus.TRUTH and frame.has(Sense.ALL, Sense.ANY)
    if (
        frame.norms[relation.start - 1 : relation.start] != ["the"] and not said_of_it
    ) or frame.vocabulary.n_series != len(names):
        return None
    before = frame.norms[max(0, min(frame.series[0].tokens, default=0) - 1)]
    if frame.series[0].at > relation.start or before in ("in", "at", "for", "during", "of", "on"):
        return None
    other = next(name.name for name in names if name.name not in named)
    return frame.series[0], SeriesRef(frame.series[0].at, frozenset(), other)


def _has_threshold(frame: Frame, item: Item) -> bool:
    return any(0 <= one.at - item.end <= 4 for one in frame.thresholds)


def _two(refs: list[SeriesRef] | tuple[SeriesRef, ...] | list[PlaceRef]) -> tuple[Ref, Ref] | None:
    names: dict[object, Ref] = {}
    for ref in refs:
        key = ref.name if isinstance(ref, SeriesRef) else (ref.label, ref.x, ref.low, ref.high)
        names.setdefault(key, ref)
    listed = list(names.values())
    return (listed[0], listed[1]) if len(listed) == 2 else None


def own_measure(frame: Frame, ref: Ref) -> Rel | None:
    """The number of a box that a place is named with, where a question speaks of two of them."""
    measures = frame.all(Sense.MEASURE)
    if len({item.payload for item in measures}) < 2:
        return None
    before = [item for item in measures if item.start < ref.at]
    after = [item for item in measures if item.start > ref.at]
    owned = after and max(ref.tokens) + 1 < len(frame.tokens) and frame.norms[max(ref.tokens) + 1] in ("'", "s")
    written = frame.tokens[max(ref.tokens)].text
    if after and (owned or written.endswith(("'s", "’s", "'"))):
        return Values(Measure(str(after[0].payload)), Spots.LABELS)
    return Values(Measure(str(before[-1].payload)), Spots.LABELS) if before else None


def sides_of(frame: Frame, scope: Scope, left: Ref, right: Ref) -> tuple[Rel, Rel]:
    """The relations of two names that share what else is named."""
    if isinstance(left, SeriesRef) and isinstance(right, SeriesRef):
        first, second = (
            scope.relation([ref], scope.places, rel=own)
            if (own := own_measure(frame, ref))
            else scope.relation([ref], scope.places)
            for ref in (left, right)
        )
        return first, second
    if isinstance(left, PlaceRef) and isinstance(right, PlaceRef):
        shared = list(dict.fromkeys(frame.series))
        first, second = (
            scope.relation(shared, [ref], rel=own)
            if (own := own_measure(frame, ref))
            else scope.relation(shared, [ref])
            for ref in (left, right)
        )
        return first, second
    raise TypeError("expected two series or two places")


def zipped(frame: Frame, scope: Scope, left: Ref, right: Ref, op: Arithmetic = Arithmetic.SUB) -> Rel | None:
    """The differences of two names row by row, where there is more than one row; a factor multiplies the second."""
    a, b = sides_of(frame, scope, left, right)
    if not a.dims or a.dims != b.dims:
        return None
    factor = factor_of(frame)
    if factor is not None:
        b = Map(Arithmetic.MUL, b, scope.binder.number(factor))
    return Zip(op, a, b)


def combined_series(frame: Frame) -> tuple[Item, Arithmetic, tuple[SeriesRef, SeriesRef]] | None:
    """Two series that a question adds, subtracts, multiplies or divides row by row, in that order, and the word for it.

    "Sales minus returns", "returns subtracted from sales", "the ratio of sales to returns".
    """
    if len({ref.name for ref in frame.series}) != 2:
        return None
    first, second = frame.series[0], frame.series[-1]
    for item in frame.all(Sense.MINUS, Sense.PLUS, Sense.RATIO, Sense.TIMES):
        word = frame.norms[item.start]
        between = max(first.tokens, default=first.at) < item.start < min(second.tokens, default=second.at)
        match item.sense:
            case Sense.MINUS if between and word == "subtracted":
                return item, Arithmetic.SUB, (second, first)
            case Sense.MINUS if between and word in ("minus", "-", "–", "−"):
                return item, Arithmetic.SUB, (first, second)
            case Sense.PLUS if between:
                return item, Arithmetic.ADD, (first, second)
            case Sense.RATIO if word in ("ratio", "quotient") or (word == "divided" and between):
                return item, Arithmetic.DIV, (first, second)
            case Sense.TIMES if between and item.payload == 0 and item.start - 1 in first.tokens:
                return item, Arithmetic.MUL, (first, second)
            case _:
                pass
    return None


def factor_of(frame: Frame) -> float | None:
    """The factor of "twice", "three times", "half"; None where there is none."""
    item = next((item for item in frame.all(Sense.TIMES)), None)
    if item is None or any(threshold.at == item.start for threshold in frame.thresholds):
        return None
    if item.payload != 0:
        return float(item.payload)
    before = frame.tokens[item.start - 1]
    return before.value


def factor_tokens(frame: Frame) -> frozenset[int]:
    """The number of "three times"."""
    item = frame.first(Sense.TIMES)
    return frozenset({item.start - 1}) if item is not None and item.payload == 0 else frozenset()


def first_or_last(frame: Frame) -> tuple[Order, tuple[Item, ...]]:
    """Whether the first or the last row is wanted; the first where nothing says."""
    last = frame.first(Sense.LAST)
    if last is not None:
        return Order.BACKWARD, (last,)
    first = frame.first(Sense.FIRST)
    extreme = end_of_axis(frame)
    if first is None and extreme is not None:
        return (Order.FORWARD if extreme.payload == -1 else Order.BACKWARD), (extreme,)
    return Order.FORWARD, (first,) if first is not None else ()


def end_of_axis(frame: Frame) -> Item | None:
    """The superlative of "the lowest dose at which it exceeds 10": it chooses among places, not values."""
    if not frame.thresholds or frame.focus is not Focus.NAME or frame.focus_dim is Dim.SERIES:
        return None
    noun = min(frame.focus_tokens, default=-1)
    x_title = frame.vocabulary.title_stems["x_title"]
    near = (
        item
        for item in frame.all(Sense.SUPERLATIVE)
        if (frame.focus_dim is Dim.PLACE and 0 <= noun - item.end <= 1) or concept_of(frame.tokens[item.start], x_title)
    )
    return next(near, None) if frame.vocabulary.ordered_places else None


def numbers_compared(frame: Frame, scope: Scope, left: Ref, right: Ref) -> tuple[Num, Num, float]:
    """Two names as numbers: open dimensions summed or averaged."""
    a, b = sides_of(frame, scope, left, right)
    ends = any(ref.end is not None for ref in scope.places)
    (x, lost), (y, lost_too) = number_of(frame, a, ends=ends), number_of(frame, b, ends=ends)
    return x, y, lost + lost_too
