"""Readings whose answer is a name or a list of names: the best, the k-th, the first k, all that fulfil something."""

from __future__ import annotations

from collections.abc import Iterator

from qa.parse.compose import Candidate
from qa.parse.compose_values import of_x, rank_of
from qa.parse.concepts import concept_of
from qa.parse.conditions import against_other, combined_series, first_or_last, fulfilling
from qa.parse.frame import Focus, Frame
from qa.parse.lexicon import Item, Sense
from qa.parse.operands import best_item, raw_rows, stacks_add_up
from qa.parse.scope import Binder, Scope
from qa.plan import (
    Arithmetic,
    Best,
    Dim,
    Fn,
    Group,
    Listing,
    NameOf,
    Names,
    Nth,
    Number,
    Order,
    Rel,
    Text,
    Top,
    Zip,
)
from qa.template import AnswerType
from sie.vocab import ChartFamily

_CURVES = (ChartFamily.LINE, ChartFamily.AREA, ChartFamily.SCATTER)
_OTHER_DIM = 0.06
"""What speaks against names of the less likely dimension where a noun does not tell: little, so that both are given."""


def made(
    plan: Listing | Text,
    binder: Binder,
    *items: Item | None,
    answer_type: AnswerType = AnswerType.STRING_OR_LIST,
    prior: float = 0.0,
    tokens: frozenset[int] = frozenset(),
) -> Candidate:
    """A candidate with a name or names as its answer."""
    used = frozenset(item for item in items if item is not None)
    return Candidate(plan, binder.bindings(), answer_type, used, tokens, 0, prior)


def dims_asked(frame: Frame, rel: Rel) -> list[tuple[Dim, float]]:
    """The dimensions whose names may be asked for, with what speaks against each."""
    available = [
        dim for dim in (Dim.SERIES, Dim.PLACE) if dim in rel.dims or (dim is Dim.PLACE and rel.spot is Dim.POINT)
    ]
    if frame.focus_dim is not None and (frame.focus_dim in available or not available):
        return [(dim, 0.0 if dim is frame.focus_dim else 0.5) for dim in available]
    if frame.focus_dim is not None and len(available) == 1:
        return [(available[0], 0.1)]
    if len(available) <= 1:
        return [(dim, 0.0) for dim in available]
    curved = frame.vocabulary.family in _CURVES
    preferred = Dim.SERIES if curved and not frame.has(Sense.WHEN) else Dim.PLACE
    if frame.focus_tokens and not curved and frame.vocabulary.title_stems["x_title"]:
        # the places have a title, and the noun is not of it
        preferred = Dim.SERIES
    return [(dim, 0.0 if dim is preferred else _OTHER_DIM if frame.focus_tokens else 0.12) for dim in available]


def _choosing_rows(frame: Frame, scope: Scope, dim: Dim) -> tuple[Rel, tuple[Item, ...], float]:
    """The rows to choose among for the names of a dimension: other dimensions added up, averaged, or left open."""
    rel = scope.relation(points=frame.vocabulary.family is ChartFamily.SCATTER and dim is Dim.SERIES)
    if rel.dims == {dim}:
        return _as_share(frame, scope, rel), (), 0.0
    other = next(iter(rel.dims - {dim}), None)
    aggregates = frame.all(Sense.AGGREGATE)
    lasting = tuple(frame.all(Sense.ALL))
    if aggregates and dim in rel.dims and dim in (Dim.SERIES, Dim.PLACE):
        return Group(rel, dim, Fn(str(aggregates[0].payload))), (*aggregates, *lasting), 0.0
    if other is Dim.POINT or (other is not None and dim not in rel.dims):
        return rel, (), 0.0
    if other is Dim.PLACE and _ends_only(scope):
        return rel, (), 0.0
    if stacks_add_up(frame) or (frame.vocabulary.stacked and not frame.series):
        return Group(rel, dim, Fn.SUM), lasting, 0.0
    if lasting and dim is Dim.SERIES:
        return Group(rel, dim, Fn.MEAN), lasting, 0.0
    return rel, lasting, 0.0


def _as_share(frame: Frame, scope: Scope, rel: Rel) -> Rel:
    """The part that one series is of each place's stack, where "share" is said of values that are no shares."""
    vocabulary = frame.vocabulary
    parts = vocabulary.stacked and frame.has(Sense.SHARE) and not vocabulary.percent and not frame.places
    if not parts or len({ref.name for ref in frame.series}) != 1 or rel.dims != {Dim.PLACE}:
        return rel
    whole = scope.relation(series=[])
    return Zip(Arithmetic.DIV, rel, Group(whole, Dim.PLACE, Fn.SUM)) if Dim.SERIES in whole.dims else rel


def _ends_only(scope: Scope) -> bool:
    return any(ref.end is not None for ref in scope.places)


def best_name(frame: Frame) -> Iterator[Candidate]:
    """Who or where is highest, lowest, or k-th."""
    if frame.focus not in (Focus.NAME, Focus.TRUTH):
        return
    best = best_item(frame) or _comparative_as_best(frame)
    if best is None or frame.thresholds or frame.has(Sense.DIFFERENCE) or _is_moved(frame):
        return
    if combined_series(frame) is not None:
        return  # each row is one number made of two
    yield from _best(frame, best)


def _is_moved(frame: Frame) -> bool:
    return frame.has(Sense.TREND, Sense.CHANGE) and not frame.has(Sense.SORT)


def _comparative_as_best(frame: Frame) -> Item | None:
    """ "Which is higher, A or B?" chooses the best of two."""
    if frame.than is not None or frame.thresholds:
        return None
    item = frame.first(Sense.COMPARATIVE)
    if frame.focus_dim is Dim.PLACE and len({ref.name for ref in frame.series}) > 1 and not frame.word("or"):
        return None  # the two series are compared with each other
    if item is not None and frame.focus_dim is not Dim.SERIES and against_other(frame, item) is not None:
        return None
    if item is None or (frame.focus is not Focus.NAME and not frame.word("or")):
        return None
    return Item(Sense.SUPERLATIVE, item.start, item.end, item.payload)


def _best(frame: Frame, best: Item) -> Iterator[Candidate]:
    if frame.focus is Focus.TRUTH:
        return
    probe = Scope(frame, Binder())
    rel = raw_rows(frame, probe) if not frame.vocabulary.stacked else probe.relation()
    for dim, lost in dims_asked(frame, rel):
        if (
            dim is Dim.PLACE
            and frame.vocabulary.numeric_x
            and not frame.vocabulary.time_x
            and not frame.vocabulary.bins
        ):
            continue
        binder = Binder()
        scope = Scope(frame, binder)
        rows, used, more = _choosing_rows(frame, scope, dim)
        if dim not in rows.dims:
            continue
        if frame.vocabulary.family is ChartFamily.SCATTER and dim is Dim.SERIES and of_x(frame, best) and not used:
            order = Order.BACKWARD if best.payload == 1 else Order.FORWARD
            yield made(NameOf(Nth(scope.relation(), Number(1), order), dim), binder, best, prior=0.02 - lost)
            continue
        if frame.vocabulary.family is ChartFamily.SCATTER and used and _says_x(frame, best):
            continue  # an average of x is none of the values
        rank, tokens = rank_of(frame, best)
        items = (
            best,
            *used,
            *frame.all(
                Sense.COMPARATIVE,
                Sense.MEASURE,
                Sense.IQR,
                Sense.ANY,
                Sense.SHARE,
                Sense.WHEN,
                Sense.HOW_MANY,
                Sense.TOP,
            ),
            *_restated(frame, best),
        )
        prior = -(lost + more)
        rising = best.payload == -1
        k, counted = count_asked(frame)
        if k is not None and rank == 1:
            order = Order.RISING if rising else Order.FALLING
            top = Top(rows, binder.number(k), order, ties=False)
            yield made(
                Names(top, (dim,), order), binder, *items, answer_type=AnswerType.RANKED, prior=prior, tokens=counted
            )
        elif rank > 1:
            order = Order.RISING if rising else Order.FALLING
            yield made(Names(Nth(rows, binder.number(rank), order), (dim,)), binder, *items, prior=prior, tokens=tokens)
        else:
            yield made(_names_once(frame, Best(rows, highest=not rising), dim), binder, *items, prior=prior)


def _says_x(frame: Frame, best: Item) -> bool:
    """Whether an extreme is of x: by its own word ("heaviest" where x is weight), or by what it is judged by."""
    titles = frame.vocabulary.title_stems
    x = titles["x_title"] - titles["y_title"]
    return of_x(frame, best) or concept_of(frame.tokens[best.start], x)


def _restated(frame: Frame, best: Item) -> list[Item]:
    """A second superlative of a clarification ("works best, i.e. has the lowest median"): the later one counts."""
    return [item for item in frame.all(Sense.SUPERLATIVE) if item is not best]


def _names_once(frame: Frame, rel: Rel, dim: Dim) -> Listing | Text:
    """The names of rows; where rows of several series or points may share one, the first row's."""
    if rel.dims == {dim}:
        return Names(rel, (dim,))
    return NameOf(rel, dim)


def kth_place(frame: Frame) -> Iterator[Candidate]:
    """ "in second place", "the runner-up", "ranks third": by value, highest first."""
    from qa.parse.words import ordinal_of

    if frame.focus not in (Focus.NAME, Focus.LIST) or best_item(frame) is not None or frame.thresholds:
        return
    linked = set(frame.named_tokens)
    for token in frame.tokens:
        numbered = token.index > 0 and frame.norms[token.index - 1] in ("number", "rank", "position", "place")
        rank = 2 if token.norm == "runner" else int(token.value) if numbered and token.value else ordinal_of(token)
        after = frame.norms[token.index + 1] if token.index + 1 < len(frame.tokens) else ""
        before = frame.norms[token.index - 1] if token.index else ""
        placed = (
            after in ("place", "rank", "position", "?", "in", "-", "up")
            or numbered
            or before
            in (
                "come",
                "comes",
                "ranks",
                "ranked",
                "came",
                "number",
                "is",
            )
        )
        if rank is None or token.index in linked or not placed:
            continue
        probe = Scope(frame, Binder()).relation()
        for dim, lost in dims_asked(frame, probe):
            binder = Binder()
            rows, used, more = _choosing_rows(frame, Scope(frame, binder), dim)
            if dim not in rows.dims:
                continue
            chosen = Nth(rows, binder.number(rank), Order.FALLING)
            tokens = frozenset({token.index - numbered, token.index, token.index + 1})
            items = (*used, *frame.all(Sense.FIRST, Sense.SORT, Sense.LAST))
            yield made(Names(chosen, (dim,)), binder, *items, prior=-(lost + more), tokens=tokens)


_FACTORS = ("time", "times", "x", "×", "multiplied", "divided", "by")
"""What stands before a number to calculate with ("sales times 2"), which counts nothing."""


def count_asked(frame: Frame) -> tuple[int | None, frozenset[int]]:
    """The k of "top 3", "the two makers with the least", "three most common"; and its token."""
    linked = set(frame.named_tokens)
    thresholds = {i for one in frame.thresholds for i in one.tokens}
    for token in frame.numbers:
        if token.index in linked | thresholds or token.value is None or token.value != int(token.value):
            continue
        before = frame.norms[token.index - 1] if token.index else ""
        if before in _FACTORS:
            continue
        after = frame.tokens[token.index + 1] if token.index + 1 < len(frame.tokens) else None
        near = before in (
            "top",
            "bottom",
            "best",
            "worst",
            "first",
            "last",
            "highest",
            "lowest",
            "largest",
            "smallest",
            "biggest",
            "name",
            "list",
            "which",
            "what",
            "",
        )
        named = after is not None and (
            any(later.norm.endswith("s") for later in frame.tokens[after.index : after.index + 3])
            or any(item.start == after.index for item in frame.all(Sense.SUPERLATIVE))
            or after.norm in ("most", "least")
        )
        opened = frame.norms[max(0, token.index - 2)] in ("of", "all", "among")
        graded = any(item.start == token.index + 1 for item in frame.all(Sense.SUPERLATIVE))
        counts_all = before in ("the", "these", "those") and opened and not graded
        if 1 < token.value <= 50 and (near or named) and before not in ("all",) and not counts_all:
            return int(token.value), frozenset({token.index})
    return None, frozenset()


def in_order(frame: Frame) -> Iterator[Candidate]:
    """All names, or the first k, in the order of their values."""
    top = frame.first(Sense.TOP)
    if frame.focus is not Focus.LIST and top is None:
        return
    best = best_item(frame)
    probe = Scope(frame, Binder()).relation()
    summed = any(item.payload in (Fn.SUM, Fn.MEAN) for item in frame.all(Sense.AGGREGATE))
    if summed and len(probe.dims) == 1 and not frame.has(Sense.SORT, Sense.LIST, Sense.WHICH):
        return
    for dim, lost in dims_asked(frame, probe):
        binder = Binder()
        scope = Scope(frame, binder)
        rows, used, more = _choosing_rows(frame, scope, dim)
        if dim not in rows.dims:
            continue
        order = order_asked(frame)
        k, tokens = count_asked(frame)
        if k is not None and not _counts_all(frame, dim, k):
            if best is not None:
                chosen_by = Order.RISING if best.payload == -1 else Order.FALLING
            else:
                chosen_by = Order.RISING if top is not None and top.payload == -1 else Order.FALLING
                order = chosen_by if not frame.has(Sense.RISING, Sense.FALLING) else order
            rows = Top(rows, binder.number(k), chosen_by, ties=False)
        items = (
            best,
            *frame.all(Sense.SUPERLATIVE),
            top,
            *used,
            *frame.all(
                Sense.SORT,
                Sense.LIST,
                Sense.WHICH,
                Sense.HOW_MANY,
                Sense.BETWEEN,
                Sense.RISING,
                Sense.FALLING,
                Sense.FIRST,
                Sense.LAST,
                Sense.MEASURE,
                Sense.IQR,
                Sense.SHARE,
                Sense.ALL,
                Sense.START,
                Sense.END,
            ),
            *(frame.all(Sense.AGGREGATE) if k is None or len(probe.dims) > 1 else ()),
        )
        yield made(
            Names(rows, (dim,), order),
            binder,
            *items,
            answer_type=AnswerType.RANKED,
            prior=-(lost + more),
            tokens=tokens,
        )


def _counts_all(frame: Frame, dim: Dim, k: int) -> bool:
    """Whether a number only counts what is there ("the four lines")."""
    names = frame.vocabulary.series if dim is Dim.SERIES else frame.vocabulary.places
    return k >= len(names)


def order_asked(frame: Frame) -> Order:
    """The order that a question wants; from the highest down where it does not say."""
    if frame.has(Sense.FALLING) and not frame.has(Sense.RISING):
        return Order.FALLING
    if frame.has(Sense.RISING) and not frame.has(Sense.FALLING):
        return Order.RISING
    for item in frame.all(Sense.SUPERLATIVE, Sense.COMPARATIVE):
        following = frame.norms[item.end : item.end + 2]
        if "first" in following or "on" in following:
            return Order.FALLING if item.payload == 1 else Order.RISING
    pair = frame.all(Sense.SUPERLATIVE)
    if pair:
        return Order.FALLING if pair[0].payload == 1 else Order.RISING
    top = frame.first(Sense.TOP)
    return Order.RISING if top is not None and top.payload == -1 else Order.FALLING


def names_fulfilling(frame: Frame) -> Iterator[Candidate]:
    """All names whose values fulfil a condition."""
    if frame.focus not in (Focus.NAME, Focus.LIST):
        return
    if frame.has(Sense.SUPERLATIVE) and not frame.thresholds:
        return
    binder = Binder()
    scope = Scope(frame, binder)
    for rows, used, lost in fulfilling(frame, scope):
        order, items = first_or_last(frame)
        for dim, less in dims_asked(frame, rows):
            if dim not in rows.dims:
                continue
            single = bool(items) or _wants_one(frame, dim)
            words = (*used, *items, *frame.all(Sense.WHEN, Sense.ANY, Sense.LIST, Sense.ALL, Sense.SORT))
            prior = -(lost + less)
            if single and dim is Dim.PLACE:
                turned = _turned(scope, order)
                yield made(Names(Nth(rows, Number(1), turned), (dim,)), binder, *words, prior=prior)
            elif rows.dims == {dim}:
                kind = AnswerType.UNRANKED if not frame.has(Sense.SORT) else AnswerType.RANKED
                order_of = _turned(scope, Order.FORWARD) if kind is AnswerType.UNRANKED else order_asked(frame)
                yield made(Names(rows, (dim,), order_of), binder, *words, answer_type=kind, prior=prior)


def _wants_one(frame: Frame, dim: Dim) -> bool:
    """Whether "when did it exceed" means the first time."""
    plural = any(frame.norms[i] != frame.tokens[i].stem for i in frame.focus_tokens)
    if frame.norms[0] in ("from", "since", "starting") and not plural and frame.vocabulary.ordered_places:
        return dim is Dim.PLACE  # "from which step on"
    passes = any(frame.norms[item.start] in _PASSING for item in frame.all(Sense.RELATION))
    if passes and not plural and frame.vocabulary.ordered_places:
        return dim is Dim.PLACE
    return dim is Dim.PLACE and frame.has(Sense.WHEN) and frame.vocabulary.numeric_x


_PASSING = ("overtake", "overtakes", "overtook", "reach", "reaches", "reached", "hit", "hits", "attain", "attains")
"""What happens at one place: the first."""


def _turned(scope: Scope, order: Order) -> Order:
    """Earlier labels come first as they are read: from the top where bars lie."""
    if not scope.backward:
        return order
    return Order.BACKWARD if order is Order.FORWARD else Order.FORWARD


NAME_CONSTRUCTORS = (best_name, kth_place, in_order, names_fulfilling)
