"""Readings whose answer is a number: looked up, extreme, averaged, a difference, a ratio, a share, a count."""

from __future__ import annotations

from collections.abc import Iterator

from qa.parse.compose import Candidate
from qa.parse.concepts import concept_of, title_field
from qa.parse.conditions import values_are_changes
from qa.parse.crossing import of_lines
from qa.parse.frame import Focus, Frame
from qa.parse.lexicon import Item, Sense
from qa.parse.operands import best_item, one_curve, raw_rows
from qa.parse.scope import Binder, Scope
from qa.plan import (
    Agg,
    Arith,
    Arithmetic,
    Best,
    Compare,
    Dim,
    Fit,
    FitKind,
    Fn,
    Group,
    Measure,
    Nth,
    Num,
    Number,
    Op,
    Order,
    Pairs,
    Rel,
    Round,
    Spots,
    Top,
    Value,
    Values,
    Where,
    XOf,
)
from qa.template import AnswerType
from sie.vocab import ChartFamily

_NUMBER = AnswerType.NUMERICAL
ASKS_VALUE = (Focus.VALUE, Focus.COUNT)


def made(
    plan: Num,
    binder: Binder,
    *items: Item | None,
    prior: float = 0.0,
    tokens: frozenset[int] = frozenset(),
    unused: int = 0,
) -> Candidate:
    """A candidate with a number as its answer."""
    used = frozenset(item for item in items if item is not None)
    return Candidate(plan, binder.bindings(), _NUMBER, used, tokens, unused, prior)


def lookup(frame: Frame) -> Iterator[Candidate]:
    """The value of a cell; of a row or column that adds up, its sum."""
    if frame.focus not in ASKS_VALUE or frame.thresholds:
        return
    binder = Binder()
    scope = Scope(frame, binder)
    compared = frame.than is not None and frame.has(Sense.COMPARATIVE) and not frame.than_a_number
    if frame.has(Sense.DIFFERENCE, Sense.MINUS) or compared:
        return
    bounds = frame.all(Sense.COMPARATIVE, Sense.RELATION) if any(ref.is_range for ref in frame.places) else []
    stretch = any(ref.is_range for ref in scope.places) or len({ref.tokens for ref in scope.places}) == 1
    if len(frame.series) > 1 or (len(scope.places) > 1 and not stretch):
        return
    rel = scope.relation()
    measure = frame.first(Sense.MEASURE, Sense.IQR, Sense.WHISKERS)
    named = len(frame.series) + len(scope.places)
    ends = any(ref.end is not None for ref in scope.places)
    how_many = frame.first(Sense.HOW_MANY)
    if frame.vocabulary.family is ChartFamily.SCATTER and how_many is not None:
        yield from _counted_points(frame, scope, how_many, bounds)
        return
    if _counts_places(frame):
        if rel.dims == {Dim.PLACE} and frame.series and not frame.places:
            yield made(Agg(Fn.COUNT, rel), binder, how_many, *frame.all(Sense.PLACE_WORD), prior=-0.05)
        return
    if not rel.dims or (ends and Dim.SERIES not in rel.dims):
        ends_used = frame.all(Sense.START, Sense.END)
        yield made(Value(rel), binder, measure, how_many, *ends_used, prior=0.0 if named or measure else -0.6)
    elif _single_row(frame) and Dim.SERIES not in rel.dims:
        yield made(Value(rel), binder, measure, how_many, prior=0.0 if measure else -0.2)
    elif rel.dims == {Dim.SERIES} and _only_datum(frame, scope):
        # bars coloured by group: the place has one value, whatever its series
        yield made(Agg(Fn.SUM, rel), binder, how_many, prior=0.0)
    elif named and _adds_up(frame) and not [item for item in aggregates(frame) if item.payload is not Fn.SUM]:
        summed = frame.all(Sense.AGGREGATE)
        prior = -0.02 if how_many is not None or summed or frame.vocabulary.bins else -0.1
        yield made(Agg(Fn.SUM, rel), binder, how_many, *summed, *bounds, *frame.all(Sense.ALL), prior=prior)
    elif named and frame.vocabulary.time_x and any(ref.is_range for ref in scope.places) and Dim.SERIES not in rel.dims:
        # a year on a finer axis: its start is where its tick stands; its average is the other reading
        yield made(Value(Nth(rel, Number(1), Order.FORWARD)), binder, prior=-0.05)
        yield made(Agg(Fn.MEAN, rel), binder, prior=-0.12)


def _counted_points(frame: Frame, scope: Scope, how_many: Item, bounds: list[Item]) -> Iterator[Candidate]:
    if frame.has(Sense.LEGEND, Sense.SERIES_WORD) and not frame.series:
        return
    rel = scope.relation(points=True)
    prior = 0.0 if frame.series or frame.places else -0.1
    yield made(Agg(Fn.COUNT, rel), scope.binder, how_many, *bounds, *frame.all(Sense.MARK_WORD), prior=prior)


def _counts_places(frame: Frame) -> bool:
    """ "on how many islands do Adelie live": places are counted, no value is looked up."""
    asked = frame.first(Sense.HOW_MANY)
    if asked is None or asked.start == 0 or frame.focus is not Focus.COUNT or frame.focus_dim is not Dim.PLACE:
        return False
    return frame.norms[asked.start - 1] in ("in", "on", "at", "for") and not frame.vocabulary.numeric_x


def _only_datum(frame: Frame, scope: Scope) -> bool:
    """Whether the one place that is named has a single value, of one of several series."""
    labels = {ref.label for ref in scope.places}
    if len(labels) != 1 or None in labels or frame.series:
        return False
    return sum(datum.label in labels for datum in frame.vocabulary.view.data) == 1


def _single_row(frame: Frame) -> bool:
    return len(frame.vocabulary.view.data) == 1


def _adds_up(frame: Frame) -> bool:
    vocabulary = frame.vocabulary
    asked = frame.has(Sense.HOW_MANY) or any(item.payload is Fn.SUM for item in frame.all(Sense.AGGREGATE))
    return bool(vocabulary.bins) or vocabulary.stacked or (vocabulary.counts and asked)


def extreme(frame: Frame) -> Iterator[Candidate]:
    """The highest or lowest value, or the k-th."""
    best = best_item(frame)
    if best is None or frame.focus not in ASKS_VALUE or frame.has(Sense.DIFFERENCE, Sense.RATIO):
        return
    if _asks_x(frame):
        return
    binder = Binder()
    scope = Scope(frame, binder)
    rel = raw_rows(frame, scope)
    if frame.vocabulary.is_box and not frame.has(Sense.MEASURE, Sense.IQR, Sense.WHISKERS, Sense.AGGREGATE):
        whisker = Measure.MAX if best.payload == 1 else Measure.MIN
        rel = scope.relation(rel=Values(whisker, Spots.LABELS))
    if frame.vocabulary.family is ChartFamily.SCATTER and of_x(frame, best):
        at_end = Nth(one_curve(scope.relation()), Number(1), Order.BACKWARD if best.payload == 1 else Order.FORWARD)
        asked = Value(at_end) if _asks_y_before(frame, best) else XOf(at_end)
        yield made(asked, binder, best, *frame.all(Sense.ANY, Sense.ALL))
        return
    items = (
        best,
        *frame.all(Sense.MEASURE),
        *frame.all(Sense.HOW_MANY),
        *frame.all(Sense.ANY, Sense.ALL),
        frame.first(Sense.IQR),
    )
    if not rel.dims:
        # "average life span" and the like: a superlative with nothing to choose from; of a box it is a whisker's end
        whisker_end = frame.vocabulary.is_box and not frame.has(Sense.MEASURE)
        yield made(Value(rel), binder, *items, prior=0.0 if whisker_end else -0.45)
        return
    rank, tokens = rank_of(frame, best)
    if frame.vocabulary.stacked and any(item.payload is Fn.SUM for item in frame.all(Sense.AGGREGATE)):
        items = (*items, *frame.all(Sense.AGGREGATE))
    if frame.has(Sense.AGGREGATE) and len(rel.dims) == 2:
        # "the highest average": of the series, or of the places
        fn = Fn(str(frame.all(Sense.AGGREGATE)[0].payload))
        for dim in (Dim.SERIES, Dim.PLACE):
            if dim in rel.dims:
                grouped = Group(rel, dim, fn)
                yield made(
                    _ranked(grouped, best, rank, binder),
                    binder,
                    *items,
                    *frame.all(Sense.AGGREGATE),
                    tokens=tokens,
                    prior=-0.05,
                )
    yield made(_ranked(rel, best, rank, binder), binder, *items, tokens=tokens)


def _asks_x(frame: Frame) -> bool:
    """ "How hot was the windiest day?" asks for x of a scatter plot, so that an extreme of y is no answer."""
    x, y = frame.vocabulary.title_stems["x_title"], frame.vocabulary.title_stems["y_title"]
    asked = [frame.tokens[item.end - 1] for item in frame.all(Sense.HOW_MUCH)]
    scatter = frame.vocabulary.family is ChartFamily.SCATTER
    return scatter and any(concept_of(token, x) and not concept_of(token, y) for token in asked)


def of_x(frame: Frame, best: Item) -> bool:
    """Whether an extreme is one of the independent axis ("longest bill" where x is bill length)."""
    fields = [title_field(frame, token) for token in frame.tokens if token.index >= best.start]
    stems = [frame.tokens[best.start], *[t for t in frame.tokens if t.index > best.start]]
    x, y = frame.vocabulary.title_stems["x_title"], frame.vocabulary.title_stems["y_title"]
    only_x = any(token.stem in x - y or concept_of(token, x - y) for token in stems)
    only_y = any(token.stem in y - x or concept_of(token, y - x) for token in stems)
    return bool(fields) and only_x and not only_y


def _asks_y_before(frame: Frame, best: Item) -> bool:
    """Whether the value of an extreme point is asked for ("the mpg of the heaviest car")."""
    return any(title_field(frame, token) == "y_title" for token in frame.tokens[: best.start])


def _ranked(rel: Rel, best: Item, rank: int, binder: Binder) -> Num:
    falling = best.payload == 1
    if rank == 1:
        return Agg(Fn.MAX if falling else Fn.MIN, rel)
    return Value(Nth(rel, binder.number(rank), Order.FALLING if falling else Order.RISING))


def rank_of(frame: Frame, best: Item) -> tuple[int, frozenset[int]]:
    """The rank that an ordinal gives a superlative ("second highest", "in third place"), and its token."""
    from qa.parse.words import ordinal_of

    linked = set(frame.named_tokens)
    for token in frame.tokens:
        rank = ordinal_of(token)
        if rank is None or token.index in linked:
            continue
        after = frame.norms[token.index + 1 : token.index + 3]
        if best.start - 2 <= token.index < best.start or after[:1] in (["place"], ["rank"], ["position"], ["in"]):
            return rank, frozenset({token.index})
    return 1, frozenset()


def aggregate(frame: Frame) -> Iterator[Candidate]:
    """An average, a sum, a median, a spread."""
    if frame.focus not in ASKS_VALUE or frame.thresholds:
        return
    items = frame.all(Sense.AGGREGATE)
    if not items and not frame.has(Sense.PLUS):
        return
    if frame.has(Sense.PLUS) and len(frame.refs) < 2:
        return
    if frame.than is not None and frame.has(Sense.COMPARATIVE) and len(frame.refs) > 1:
        return
    fn = Fn(str(items[0].payload)) if items else Fn.SUM
    binder = Binder()
    scope = Scope(frame, binder)
    rel = scope.relation()
    used = (*items, *frame.all(Sense.PLUS, Sense.ALL, Sense.HOW_MANY, Sense.MEASURE))
    if fn is Fn.RANGE and frame.vocabulary.is_box:
        if not rel.dims:
            yield made(Value(rel), binder, *used)
        return
    if not rel.dims and frame.has(Sense.PLUS):
        return
    if not rel.dims:
        # one number has no average of its own; the word belongs to the name of the quantity
        yield made(Value(rel), binder, *used, prior=-0.1)
        return
    everything = not frame.series and not frame.places
    yield made(Agg(fn, rel), binder, *used, prior=-0.05 if everything and len(rel.dims) > 1 else 0.0)


def aggregate_of_top(frame: Frame) -> Iterator[Candidate]:
    """ "the sum of the three highest", "the average of the top 5": over the first k only."""
    from qa.parse.compose_names import count_asked

    summed = [item for item in frame.all(Sense.AGGREGATE) if item.payload in (Fn.SUM, Fn.MEAN)]
    chosen = frame.first(Sense.TOP) or best_item(frame)
    k, tokens = count_asked(frame)
    how_many = frame.first(Sense.HOW_MANY)
    behind = frame.focus is Focus.COUNT and how_many is not None and chosen is not None and how_many.start > chosen.end
    if not summed or chosen is None or k is None or frame.thresholds or frame.focus is Focus.TRUTH:
        return
    if frame.focus is Focus.LIST or (frame.focus is Focus.COUNT and not behind):
        return
    binder = Binder()
    rel = raw_rows(frame, Scope(frame, binder))
    if not rel.dims:
        return
    order = Order.FALLING if chosen.payload == 1 else Order.RISING
    top = Top(rel, binder.number(k), order, ties=False)
    used = (*summed, *frame.all(Sense.TOP, Sense.SUPERLATIVE, Sense.PLUS, Sense.ALL, Sense.HOW_MANY, Sense.MARK_WORD))
    yield made(Agg(Fn(str(summed[0].payload)), top), binder, *used, tokens=tokens, prior=0.02)


def aggregates(frame: Frame) -> list[Item]:
    """The words that ask for an average, a sum and the like."""
    return frame.all(Sense.AGGREGATE)


def count(frame: Frame) -> Iterator[Candidate]:
    """How many places or series fulfil a condition."""
    if frame.focus is not Focus.COUNT:
        return
    how_many = frame.first(Sense.HOW_MANY)
    binder = Binder()
    scope = Scope(frame, binder)
    for rel, used, lost in conditions(frame, scope):
        yield made(
            Agg(Fn.COUNT, rel),
            binder,
            how_many,
            *used,
            *frame.all(Sense.MARK_WORD, Sense.SERIES_WORD, Sense.PLACE_WORD),
            prior=-lost,
        )


def conditions(frame: Frame, scope: Scope) -> Iterator[tuple[Rel, tuple[Item, ...], float]]:
    """The rows that fulfil what a question demands: against numbers, zero, an average, another name."""
    from qa.parse.conditions import fulfilling

    yield from fulfilling(frame, scope)


def crossings(frame: Frame) -> Iterator[Candidate]:
    """How often a curve passes zero, or another curve; of a yes or no, whether it does."""
    asked = frame.first(Sense.CROSSING)
    if asked is None or of_lines(frame):
        return
    binder = Binder()
    scope = Scope(frame, binder)
    used = (asked, *frame.all(Sense.ZERO, Sense.RATIO, Sense.HOW_MANY, Sense.TIMES, Sense.AXIS, Sense.BETWEEN))
    rel: Rel
    if len(frame.series) == 2:
        from qa.plan import Zip

        left, right = (scope.relation([ref], scope.places) for ref in frame.series)
        rel = Zip(Arithmetic.SUB, left, right)
    else:
        rel = scope.relation()
    if rel.dims != {Dim.PLACE}:
        return
    turned = Agg(Fn.COUNT, Where(Pairs(Arithmetic.MUL, rel, consecutive=True), Op.LT, Number(0)))
    if frame.focus is Focus.TRUTH:
        if frame.has(Sense.TIMES, Sense.COMPARATIVE, Sense.RELATION):
            return  # "more than twice"
        yield Candidate(Compare(Op.GT, turned, Number(0)), binder.bindings(), AnswerType.BINARY, frozenset(used))
        return
    yield made(turned, binder, *used)


def fitted(frame: Frame) -> Iterator[Candidate]:
    """A correlation coefficient or a slope."""
    asked = frame.first(Sense.CORRELATION, Sense.SLOPE)
    if asked is None or frame.focus is not Focus.VALUE or frame.has(Sense.SIGN_CHOICE):
        return
    if not frame.vocabulary.numeric_x or frame.norms[asked.start] in ("usually", "generally", "in", "as", "tend"):
        return
    binder = Binder()
    scope = Scope(frame, binder)
    rel = scope.relation(points=True)
    kind = FitKind.SLOPE if asked.sense is Sense.SLOPE else FitKind.CORRELATION
    yield made(Fit(kind, rel), binder, asked)


def where_x(frame: Frame) -> Iterator[Candidate]:
    """The number on the axis where something is extreme or first happens."""
    if (
        frame.focus is not Focus.NAME
        or not frame.vocabulary.numeric_x
        or frame.vocabulary.time_x
        or frame.vocabulary.bins
    ):
        return
    if frame.focus_dim is Dim.SERIES:
        return
    binder = Binder()
    scope = Scope(frame, binder)
    if frame.has(Sense.WHERE) and frame.vocabulary.family is ChartFamily.SCATTER:
        return
    prior = 0.0 if frame.focus_dim is Dim.PLACE or frame.has(Sense.WHEN, Sense.WHERE) else -0.15
    if frame.vocabulary.n_series > 1 and not frame.series:
        prior -= 0.1
    best = best_item(frame)
    rel = scope.relation(points=True)
    if rel.spot is None:
        return
    if best is not None and not frame.thresholds:
        if frame.has(Sense.TREND, Sense.CHANGE):
            return
        rank, tokens = rank_of(frame, best)
        chosen: Rel = Best(rel, highest=best.payload == 1)
        if rank > 1:
            chosen = Nth(rel, binder.number(rank), Order.FALLING if best.payload == 1 else Order.RISING)
        yield made(
            _x_of(frame, chosen), binder, best, *frame.all(Sense.ANY, Sense.ALL, Sense.WHEN), prior=prior, tokens=tokens
        )
    from qa.parse.conditions import first_or_last, threshold_rows

    for rows, used, lost in threshold_rows(frame, scope, rel):
        order, items = first_or_last(frame)
        single = bool(items) or frame.has(Sense.WHEN)
        yield made(
            _x_of(frame, Nth(rows, Number(1), order)),
            binder,
            *used,
            *items,
            *frame.all(Sense.WHEN),
            prior=prior + lost - (0 if single else 0.15),
        )


def _x_of(frame: Frame, rel: Rel) -> Num:
    """The x of a row; of quarters and months as parts of years, the year; of years read off a picture, those."""
    x, xs = XOf(rel), frame.vocabulary.xs
    if not frame.vocabulary.years_x or not frame.word("year", "when", "years") or all(v == int(v) for v in xs):
        return x
    if all(abs(value - round(value)) <= _READING_ERROR for value in xs):
        return Round(x)
    return Round(Arith(Arithmetic.SUB, x, Number(_YEAR_ENDS - 0.5)))


_READING_ERROR = 0.2
"""Where all places are this near to whole years they are years; quarters are farther from them."""
_YEAR_ENDS = 0.95
"""The part of a year from which a place is the next one's beginning, misread: later than the first of December."""


def changes_between_neighbours(frame: Frame) -> Iterator[Candidate]:
    """The largest rise or fall from one place to the next, as a number."""
    best = best_item(frame)
    moved = frame.first(Sense.TREND, Sense.CHANGE)
    if best is None or moved is None or frame.focus is not Focus.VALUE or frame.has(Sense.DIFFERENCE):
        return
    binder = Binder()
    scope = Scope(frame, binder)
    rel = scope.relation()
    if rel.spot is None:
        return
    falling = moved.sense is Sense.TREND and moved.payload == -1
    if values_are_changes(frame):
        yield made(Agg(Fn.MIN if falling == (best.payload == 1) else Fn.MAX, rel), binder, best, moved, prior=0.05)
        return
    fn = Fn.MIN if falling == (best.payload == 1) else Fn.MAX
    yield made(Agg(fn, scope.steps(rel)), binder, best, moved)


VALUE_CONSTRUCTORS = (
    lookup,
    extreme,
    aggregate,
    aggregate_of_top,
    count,
    fitted,
    where_x,
    changes_between_neighbours,
    crossings,
)
