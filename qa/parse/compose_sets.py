"""Readings over sets of names: the best of the others, several ranks, all present, never seen, sums set against one."""

from __future__ import annotations

from collections.abc import Iterator

from qa.parse.compose import Candidate
from qa.parse.compose_names import dims_asked, made
from qa.parse.frame import Focus, Frame, Ref, SeriesRef
from qa.parse.lexicon import Sense
from qa.parse.operands import best_item
from qa.parse.scope import Binder, Scope
from qa.parse.words import ordinal_of
from qa.plan import (
    Agg,
    AllSeries,
    Among,
    Arith,
    Arithmetic,
    Best,
    Both,
    Compare,
    Dim,
    Fn,
    Group,
    Measure,
    Named,
    NameOf,
    Names,
    Nth,
    Number,
    Numbers,
    Op,
    Order,
    Rel,
    Spots,
    Text,
    Truth,
    Value,
    Values,
    Where,
)
from qa.template import AnswerType

_WITHOUT = (
    "besides",
    "except",
    "excluding",
    "without",
    "ignoring",
    "other than",
    "apart from",
    "leaving out",
    "all but",
)
_BEHIND = ("after", "behind", "following")


def _opens_others(frame: Frame) -> tuple[bool, bool]:
    """Whether the words before the first name leave out the names that follow, and whether they rank behind them."""
    first = min((ref.at for ref in frame.refs), default=0)
    opening = f" {' '.join(frame.norms[max(0, first - 3) : first])} "
    without, behind = (any(f" {words} " in opening for words in listed) for listed in (_WITHOUT, _BEHIND))
    return without, behind


def _all_but_named(frame: Frame, binder: Binder) -> tuple[Rel, Dim, tuple[Text, ...]] | None:
    """The chart's rows, the dimension of the names in the question, and those names, to be left out of the rows."""
    labels = [ref.label for ref in frame.places]
    if frame.thresholds or (frame.series and frame.places) or any(label is None for label in labels):
        return None
    rel = Scope(frame, binder).relation(series=[], places=[])
    dim = Dim.SERIES if frame.series else Dim.PLACE
    if dim not in rel.dims:
        return None
    slots: list[Text] = [binder.series(ref.name) for ref in frame.series]
    slots += [binder.place(label) for label in labels if label is not None]
    return rel, dim, tuple(slots)


def best_of_others(frame: Frame) -> Iterator[Candidate]:
    """ "After E and T, which letter is the next most frequent?": the extreme name, those named left out."""
    best = best_item(frame)
    without, behind = _opens_others(frame)
    if best is None or frame.focus is not Focus.NAME or not (without or behind):
        return
    ranked = frame.word("next", "then") or all(ref.at > best.start for ref in frame.refs)
    if behind and not ranked:
        return
    binder = Binder()
    others = _all_but_named(frame, binder)
    if others is None:
        return
    rel, dim, names = others
    rows = rel if rel.dims == {dim} else Group(rel, dim, Fn.SUM)
    rest = Named(rows, dim, names, exclude=True)
    used = frame.all(Sense.SUPERLATIVE, Sense.WHICH, Sense.RELATION)
    yield made(Names(Best(rest, highest=best.payload == 1), (dim,)), binder, *used, prior=0.1)


def next_in_rank(frame: Frame) -> Iterator[Candidate]:
    """ "Which state comes right after Texas": the name whose value is next below, or with "before" next above."""
    labels = [ref for ref in frame.places if ref.label is not None]
    if frame.focus is not Focus.NAME or len(labels) != 1 or frame.thresholds or frame.vocabulary.ordered_places:
        return
    word = frame.norms[min(labels[0].tokens) - 1] if min(labels[0].tokens) else ""
    said = frame.word("come", "comes", "came", "rank", "ranks", "ranked", "follows", "next")
    if word not in ("after", "behind", "before") or not said or best_item(frame) is not None:
        return
    binder = Binder()
    scope = Scope(frame, binder)
    rel, one = scope.relation(frame.series, []), scope.relation(frame.series, labels)
    if rel.dims != {Dim.PLACE} or one.dims:
        return
    ahead = word == "before"
    others = Where(rel, Op.GT if ahead else Op.LT, Value(one))
    used = frame.all(Sense.RELATION, Sense.SORT, Sense.WHICH)
    yield made(Names(Best(others, highest=not ahead), (Dim.PLACE,)), binder, *used, prior=0.05)


def several_ranks(frame: Frame) -> Iterator[Candidate]:
    """ "number two and number three", "the second and third highest": the names at several ranks, in that order."""
    if frame.focus not in (Focus.NAME, Focus.LIST) or frame.thresholds or frame.places or frame.series:
        return
    ranks: list[int] = []
    tokens: set[int] = set()
    for token in frame.tokens:
        numbered = token.index > 0 and frame.norms[token.index - 1] in ("number", "rank", "no", "position", "place")
        rank = int(token.value) if numbered and token.value else ordinal_of(token)
        if rank is not None and rank not in ranks:
            ranks.append(rank)
            tokens |= {token.index, token.index - 1} if numbered else {token.index}
    between = frame.norms[min(tokens) : max(tokens)] if tokens else []
    if len(ranks) < 2 or not {"and", ",", "&"} & set(between):
        return
    best = best_item(frame)
    order = Order.RISING if best is not None and best.payload == -1 else Order.FALLING
    probe = Scope(frame, Binder()).relation()
    for dim, lost in dims_asked(frame, probe):
        binder = Binder()
        rel = Scope(frame, binder).relation()
        if rel.dims != {dim}:
            continue
        names = tuple(NameOf(Nth(rel, binder.number(rank), order), dim) for rank in ranks)
        used = frame.all(Sense.SUPERLATIVE, Sense.SORT, Sense.FIRST, Sense.LIST, Sense.WHO, Sense.HOW_MANY)
        listed = Names(Named(rel, dim, names), (dim,), order)
        yield made(listed, binder, *used, answer_type=AnswerType.RANKED, prior=0.05 - lost, tokens=frozenset(tokens))


def all_present(frame: Frame) -> Iterator[Candidate]:
    """ "On which decks do we find all three classes?": the places where every series has a value."""
    vocabulary = frame.vocabulary
    every = frame.first(Sense.ALL)
    if every is None or frame.focus not in (Focus.NAME, Focus.COUNT) or frame.refs or frame.thresholds:
        return
    if vocabulary.n_series < 2 or vocabulary.numeric_x or frame.focus_dim is not Dim.PLACE:
        return
    if frame.has(Sense.SUPERLATIVE, Sense.COMPARATIVE, Sense.RELATION, Sense.TREND, Sense.AGGREGATE, Sense.EQUAL):
        return
    binder = Binder()
    every_value = Values(Measure.MEDIAN if vocabulary.is_box else Measure.Y, Spots.LABELS)
    full = Where(Group(every_value, Dim.PLACE, Fn.COUNT), Op.EQ, binder.number(vocabulary.n_series))
    counted = {token.index for token in frame.numbers if token.value == vocabulary.n_series}
    used = frame.all(
        Sense.ALL, Sense.PLACE_WORD, Sense.SERIES_WORD, Sense.MARK_WORD, Sense.ANY, Sense.HOW_MANY, Sense.WHICH
    )
    if frame.focus is Focus.NAME:
        kind = AnswerType.UNRANKED
        yield made(Names(full, (Dim.PLACE,)), binder, *used, answer_type=kind, prior=-0.05, tokens=frozenset(counted))


def never_seen(frame: Frame) -> Iterator[Candidate]:
    """ "What was never recorded from May to October?": the series without a value, or with zero, at some places."""
    gone = frame.first(Sense.NONE, Sense.MISSING, Sense.NOT)
    if gone is None or frame.focus is Focus.TRUTH or frame.series or not frame.places or frame.thresholds:
        return
    if frame.vocabulary.n_series < 2 or frame.has(Sense.SUPERLATIVE, Sense.COMPARATIVE, Sense.RELATION, Sense.SHARE):
        return
    if not frame.has(Sense.WHAT, Sense.WHICH) or frame.focus is Focus.COUNT or frame.vocabulary.numeric_x:
        return
    binder = Binder()
    rel: Rel = Scope(frame, binder).relation()
    if Dim.SERIES not in rel.dims:
        return
    seen = Where(rel if rel.dims == {Dim.SERIES} else Group(rel, Dim.SERIES, Fn.SUM), Op.NE, Number(0))
    used = frame.all(Sense.NONE, Sense.MISSING, Sense.NOT, Sense.BETWEEN, Sense.WHICH, Sense.ANY)
    plan = Names(Among(AllSeries(), seen, exclude=True), (Dim.SERIES,))
    yield made(plan, binder, *used, answer_type=AnswerType.UNRANKED, prior=0.05)


def against_each(frame: Frame) -> Iterator[Candidate]:
    """ "Is A higher than B and C?": one name against each of several."""
    relation = frame.first(Sense.COMPARATIVE, Sense.RELATION)
    if frame.focus is not Focus.TRUTH or relation is None or frame.has(Sense.AGGREGATE, Sense.PLUS) or frame.thresholds:
        return
    parted = frame.than if frame.than is not None else relation.start
    for series in (True, False):
        refs: list[Ref] = [*frame.series] if series else [ref for ref in frame.places if ref.label is not None]
        left, right = [ref for ref in refs if ref.at < parted], [ref for ref in refs if ref.at > parted]
        joined = frame.norms[min(right[-1].tokens) - 1] if right and right[-1].tokens else ""
        if len(left) != 1 or len(right) < 2 or joined not in ("and", "both", "nor"):
            continue
        binder = Binder()
        scope = Scope(frame, binder)
        own, *others = (_relation_of(scope, one) for one in (*left, *right))
        if own.dims or any(rel.dims for rel in others):
            continue
        op = Op(str(relation.payload)) if relation.sense is Sense.RELATION else _DIRECTION[int(relation.payload)]
        plan: Truth = Compare(op, Value(own), Value(others[0]))
        for rel in others[1:]:
            plan = Both(plan, Compare(op, Value(own), Value(rel)))
        used = frozenset(
            (relation, *frame.all(Sense.THAN, Sense.COMPARATIVE, Sense.RELATION, Sense.MEASURE, Sense.ALL))
        )
        yield Candidate(plan, binder.bindings(), AnswerType.BINARY, used, prior=0.02)


def _relation_of(scope: Scope, ref: Ref) -> Rel:
    """The values of one name, at the places or of the series that are named besides."""
    return scope.relation([ref], scope.places) if isinstance(ref, SeriesRef) else scope.relation(None, [ref])


def against_a_sum(frame: Frame) -> Iterator[Candidate]:
    """ "Is A more than B and C combined?": one name against the sum of the others."""
    relation = frame.first(Sense.COMPARATIVE, Sense.RELATION)
    summed = [item for item in frame.all(Sense.AGGREGATE) if item.payload is Fn.SUM]
    if frame.focus is not Focus.TRUTH or relation is None or not summed or frame.thresholds:
        return
    parted = frame.than if frame.than is not None else relation.start
    for series in (True, False):
        refs = list(frame.series) if series else list(frame.places)
        left = [ref for ref in refs if ref.at < parted]
        right = [ref for ref in refs if ref.at > parted]
        if not left or not right or len(left) + len(right) <= 2:
            continue
        binder = Binder()
        scope = Scope(frame, binder)
        sides = []
        for side in (left, right):
            kept = [ref.at for ref in side]
            rel = scope.relation(
                series=[ref for ref in frame.series if not series or ref.at in kept],
                places=[ref for ref in scope.places if series or ref.at in kept],
            )
            sides.append(Agg(Fn.SUM, rel))
        op = Op(str(relation.payload)) if relation.sense is Sense.RELATION else _DIRECTION[int(relation.payload)]
        plan = Compare(op, sides[0], sides[1])
        used = frozenset(
            (relation, *summed, *frame.all(Sense.THAN, Sense.PLUS, Sense.ALL, Sense.ANY, Sense.COMPARATIVE))
        )
        yield Candidate(plan, binder.bindings(), AnswerType.BINARY, used, prior=0.05)


_DIRECTION = {1: Op.GT, -1: Op.LT}


def every_value(frame: Frame) -> Iterator[Candidate]:
    """ "What are all values at 1.5?", "list the values of A": the values of a row or a column, each with its name."""
    if frame.focus not in (Focus.VALUE, Focus.LIST, Focus.NAME) or frame.thresholds or not _of_values(frame):
        return
    if frame.focus is Focus.NAME and frame.focus_dim is not None:
        return
    other = (
        Sense.SUPERLATIVE, Sense.AGGREGATE, Sense.COMPARATIVE, Sense.RELATION, Sense.DIFFERENCE, Sense.SHARE,
        Sense.TREND, Sense.CHANGE, Sense.RATIO, Sense.SORT, Sense.TOP, Sense.MINUS, Sense.PERCENT_CHANGE, Sense.TITLE,
    )  # fmt: skip
    if frame.has(*other) or not (frame.has(Sense.ALL, Sense.LIST) or frame.refs):
        return
    binder = Binder()
    rel = Scope(frame, binder).relation()
    if rel.dims not in ({Dim.SERIES}, {Dim.PLACE}):
        return
    used = frame.all(
        Sense.ALL, Sense.LIST, Sense.SERIES_WORD, Sense.MARK_WORD, Sense.PLACE_WORD, Sense.MEASURE, Sense.IQR
    )
    yield Candidate(Numbers(rel), binder.bindings(), AnswerType.UNRANKED, frozenset(used), prior=-0.02)


def _of_values(frame: Frame) -> bool:
    """Whether values are asked for by a noun in the plural: "values", "medians", or one of the title."""
    told = frame.vocabulary.title_stems["y_title"] | {"value", "reading", "number", "figure"}
    measured = {item.end - 1 for item in frame.all(Sense.MEASURE)}
    return any(token.norm != token.stem and (token.stem in told or token.index in measured) for token in frame.tokens)


def rank_of_name(frame: Frame) -> Iterator[Candidate]:
    """ "What rank does A hold?", "where does A rank?": one more than the names that come before it, highest first."""
    asked = any(token.norm in RANKS for token in frame.tokens)
    labels = {ref.label for ref in frame.places if ref.label is not None}
    names = {ref.name for ref in frame.series} if frame.vocabulary.n_series > 1 else set()
    sorted_by = any(item.sense is Sense.SORT and frame.norms[item.start] not in RANKS for item in frame.items)
    dim = _ranked_dim(frame)
    single = len(labels) == 1 if dim is Dim.PLACE else len(names) == 1
    if not asked or not single or dim is None or frame.thresholds or sorted_by or frame.focus is Focus.TRUTH:
        return
    if not frame.has(Sense.WHAT, Sense.WHERE, Sense.WHICH) or frame.has(Sense.LIST, Sense.TOP, Sense.DIFFERENCE):
        return
    binder = Binder()
    scope = Scope(frame, binder)
    own = scope.relation()
    every = scope.relation(places=[]) if dim is Dim.PLACE else scope.relation(series=[])
    if own.dims or len(every.dims) != 1:
        return
    best = best_item(frame)
    rising = (best is not None and best.payload == -1) or frame.has(Sense.RISING)
    before = Agg(Fn.COUNT, Where(every, Op.LT if rising else Op.GT, Value(own)))
    used = frame.all(
        Sense.SORT, Sense.SUPERLATIVE, Sense.WHERE, Sense.WHAT, Sense.WHICH, Sense.RISING, Sense.FALLING, Sense.TITLE,
        Sense.ALL, Sense.HOW_MANY,
    )  # fmt: skip
    words = frozenset(t.index for t in frame.tokens if t.norm in RANKS or t.norm in _RANKING)
    plan = Arith(Arithmetic.ADD, before, Number(1))
    yield Candidate(plan, binder.bindings(), AnswerType.NUMERICAL, frozenset(used), words, prior=0.05)


def _ranked_dim(frame: Frame) -> Dim | None:
    """Whether a place or a series is ranked: of "the rank of South in 2020" that which no "in" sets aside."""
    if frame.vocabulary.n_series == 1 or not frame.series or not frame.places:
        return Dim.PLACE if frame.vocabulary.n_series == 1 else Dim.SERIES
    ranked = {
        Dim.SERIES if isinstance(ref, SeriesRef) else Dim.PLACE
        for ref in frame.refs
        if frame.norms[max(0, min(ref.tokens, default=ref.at) - 1)] not in _SETTING
    }
    return ranked.pop() if len(ranked) == 1 else None


_SETTING = frozenset({"in", "at", "on", "for", "during", "among"})
RANKS = frozenset({"rank", "ranks", "ranking"})
_RANKING = frozenset({"counting", "counted", "starting", "hold", "holds"})


def aggregate_of_others(frame: Frame) -> Iterator[Candidate]:
    """ "The total without A", "the average of all but A and B": over all names but those left out."""
    summed = frame.first(Sense.AGGREGATE)
    without, _ = _opens_others(frame)
    if summed is None or not without or frame.focus not in (Focus.VALUE, Focus.COUNT):
        return
    binder = Binder()
    others = _all_but_named(frame, binder)
    if others is None:
        return
    rel, dim, names = others
    rest = Named(rel, dim, names, exclude=True)
    used = frame.all(Sense.AGGREGATE, Sense.NOT, Sense.ALL, Sense.HOW_MANY)
    plan = Agg(Fn(str(summed.payload)), rest)
    yield Candidate(plan, binder.bindings(), AnswerType.NUMERICAL, frozenset(used), prior=0.1)


SET_CONSTRUCTORS = (
    next_in_rank,
    rank_of_name,
    aggregate_of_others,
    every_value,
    best_of_others,
    several_ranks,
    all_present,
    never_seen,
    against_a_sum,
    against_each,
)
