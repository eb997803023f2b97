"""Readings whose answer is a name, chosen by how values change, differ, lack or come near."""

from __future__ import annotations

from collections.abc import Iterator

from qa.parse.compose import Candidate
from qa.parse.compose_names import dims_asked, made
from qa.parse.conditions import combined_series, comparison_of, says_lost, sides_of, zipped
from qa.parse.frame import Focus, Frame, Ref, SeriesRef
from qa.parse.lexicon import Item, Sense
from qa.parse.linking import same_word
from qa.parse.nouns import dim_of_noun
from qa.parse.operands import best_item
from qa.parse.scope import Binder, Scope
from qa.parse.senses import operator_of
from qa.parse.thresholds import signed_value
from qa.plan import (
    Agg,
    AllSeries,
    Among,
    Arithmetic,
    Best,
    Dim,
    Fn,
    Group,
    Map,
    Measure,
    Named,
    NameOf,
    Names,
    Op,
    Pairs,
    Spots,
    Steps,
    Values,
    Where,
    Zip,
)
from qa.template import AnswerType


def most_apart(frame: Frame) -> Iterator[Candidate]:
    """Where two names differ most or least."""
    if frame.focus is not Focus.NAME:
        return
    best = best_item(frame)
    apart = frame.first(Sense.DIFFERENCE, Sense.EQUAL, Sense.NEARLY, Sense.CROSSING)
    if apart is None:
        return
    _, pair = comparison_of_two(frame)
    if pair is None:
        return
    binder = Binder()
    scope = Scope(frame, binder)
    compared = zipped(frame, scope, *pair, op=Arithmetic.ABSDIFF)
    if compared is None:
        return
    closest = (
        apart.sense in (Sense.EQUAL, Sense.NEARLY)
        or frame.word("closest", "least", "smallest")
        or (best is not None and best.payload == -1)
    )
    items = (
        best,
        apart,
        *frame.all(Sense.EQUAL, Sense.NEARLY, Sense.MEASURE, Sense.DIFFERENCE, Sense.WHEN, Sense.BETWEEN),
    )
    for dim in compared.dims:
        yield made(Names(Best(compared, highest=not closest), (dim,)), binder, *items)


def most_beyond(frame: Frame) -> Iterator[Candidate]:
    """ "Where does A outnumber B the most": the place where one series is farthest above, or below, another."""
    best, relation = best_item(frame), frame.first(Sense.RELATION)
    names = {ref.name for ref in frame.series}
    if frame.focus is not Focus.NAME or best is None or relation is None or len(names) != 2 or frame.thresholds:
        return
    first, second = frame.series[0], frame.series[-1]
    if not first.at < relation.start < second.at or frame.has(Sense.DIFFERENCE, Sense.SHARE):
        return
    binder = Binder()
    above = operator_of(relation) in (Op.GT, Op.GE)
    apart = zipped(frame, Scope(frame, binder), *((first, second) if above else (second, first)))
    if apart is None or apart.dims != {Dim.PLACE}:
        return
    used = (best, relation, *frame.all(Sense.WHERE, Sense.WHEN, Sense.MEASURE))
    yield made(Names(Best(apart, highest=best.payload == 1), (Dim.PLACE,)), binder, *used, prior=0.05)


def most_combined(frame: Frame) -> Iterator[Candidate]:
    """Where two series, subtracted, divided, added or multiplied place by place, come to most or least."""
    combined, best = combined_series(frame), best_item(frame)
    if frame.focus is not Focus.NAME or combined is None or best is None or frame.thresholds:
        return
    item, op, pair = combined
    binder = Binder()
    left, right = sides_of(frame, Scope(frame, binder), *pair)
    if left.dims != {Dim.PLACE} or right.dims != {Dim.PLACE}:
        return
    rows = Best(Zip(op, left, right), highest=best.payload == 1)
    yield made(Names(rows, (Dim.PLACE,)), binder, best, item, *frame.all(Sense.WHEN, Sense.MEASURE))


def comparison_of_two(frame: Frame) -> tuple[Item | None, tuple[Ref, Ref] | None]:
    """The two names of one dimension, with or without a comparing word."""
    relation, pair = comparison_of(frame)
    if pair is not None:
        return relation, pair
    if len({ref.name for ref in frame.series}) == 2:
        return None, (frame.series[0], frame.series[-1])
    labels = [ref for ref in frame.places if ref.end is None]
    if len(labels) == 2:
        return None, (labels[0], labels[1])
    if frame.vocabulary.n_series == 2 and len(frame.vocabulary.series) == 2 and not frame.series:
        first, second = frame.vocabulary.series
        return None, (SeriesRef(0, frozenset(), first.name), SeriesRef(0, frozenset(), second.name))
    return None, None


def nearest_pair(frame: Frame) -> Iterator[Candidate]:
    """The two names whose values are closest, or farthest apart."""
    if frame.focus not in (Focus.NAME, Focus.LIST) or not frame.word("two", "pair", "both"):
        return
    alike = frame.first(Sense.EQUAL, Sense.NEARLY)
    apart = frame.first(Sense.DIFFERENCE)
    if alike is None and apart is None:
        return
    binder = Binder()
    scope = Scope(frame, binder)
    rel = scope.relation()
    if rel.dims != {Dim.PLACE}:
        return
    highest = alike is None and not any(item.payload == -1 for item in frame.all(Sense.SUPERLATIVE))
    pair = Best(Pairs(Arithmetic.ABSDIFF, rel), highest=highest)
    both = Named(rel, Dim.PLACE, (NameOf(pair, Dim.PLACE), NameOf(pair, Dim.PARTNER)))
    items = frame.all(Sense.EQUAL, Sense.NEARLY, Sense.DIFFERENCE, Sense.SUPERLATIVE, Sense.MEASURE, Sense.LIST)
    tokens = frozenset(token.index for token in frame.tokens if token.norm in ("two", "pair", "both"))
    yield made(Names(both, (Dim.PLACE,)), binder, *items, answer_type=AnswerType.UNRANKED, tokens=tokens)


def biggest_step(frame: Frame) -> Iterator[Candidate]:
    """Where the value rises or falls most from one place to the next, or which series does over all."""
    if frame.focus is not Focus.NAME:
        return
    best, moved = best_item(frame), frame.first(Sense.TREND, Sense.CHANGE)
    if moved is None or best is None or frame.thresholds:
        return
    falling = (moved.sense is Sense.TREND and moved.payload == -1) or says_lost(frame)
    least = best.payload == -1
    binder = Binder()
    scope = Scope(frame, binder)
    items = (best, moved, *frame.all(Sense.WHEN, Sense.START, Sense.END, Sense.BETWEEN))
    _, pair = comparison_of_two(frame)
    of_series = frame.focus_dim is Dim.SERIES or (frame.focus_dim is not Dim.PLACE and frame.vocabulary.numeric_x)
    if not frame.series and of_series and not frame.vocabulary.timed_series and len(frame.places) != 2:
        pair = None
    if pair is not None and (len(frame.series) == 2 or len(frame.places) == 2 or frame.vocabulary.timed_series):
        parted = frame.than is not None and pair[0].at < frame.than < pair[1].at
        grown = zipped(frame, scope, *(pair if parted else pair[::-1]))
        if grown is not None:
            for dim in grown.dims:
                yield made(Names(Best(grown, highest=(falling == least)), (dim,)), binder, *items, prior=0.02)
            return
    rel = scope.relation(places=[ref for ref in scope.places if ref.end is None])
    if frame.focus_dim is not Dim.SERIES and rel.dims == {Dim.PLACE}:
        steps = scope.steps(rel)
        if _titled_change(frame):
            yield made(Names(Best(rel, highest=(falling == least)), (Dim.PLACE,)), binder, *items)
        elif frame.vocabulary.ordered_places and (not frame.vocabulary.numeric_x or frame.vocabulary.time_x):
            yield made(Names(Best(steps, highest=(falling == least)), (Dim.PLACE,)), binder, *items)
    if rel.dims == {Dim.SERIES, Dim.PLACE} and frame.focus_dim is not Dim.PLACE:
        summed = Group(Steps(rel), Dim.SERIES, Fn.SUM)
        yield made(Names(Best(summed, highest=(falling == least)), (Dim.SERIES,)), binder, *items)


def _titled_change(frame: Frame) -> bool:
    words = frame.vocabulary.title_stems["y_title"] | frame.vocabulary.title_stems["title"]
    return bool(words & {"change", "growth", "increase"})


def nearest_to_number(frame: Frame) -> Iterator[Candidate]:
    """The name whose value is closest to a number."""
    near = frame.first(Sense.NEARLY)
    if near is None or frame.focus is not Focus.NAME or frame.thresholds or not frame.numbers:
        return
    token = next((token for token in frame.numbers if token.index > near.start and token.value is not None), None)
    if token is None or token.value is None:
        return
    binder = Binder()
    rel = Scope(frame, binder).relation()
    value, words = signed_value(frame, token)
    for dim, lost in dims_asked(frame, rel):
        if rel.dims == {dim}:
            gap = Map(Arithmetic.ABSDIFF, rel, binder.number(value))
            yield made(
                Names(Best(gap, highest=False), (dim,)),
                binder,
                near,
                *frame.all(Sense.EQUAL),
                prior=-lost,
                tokens=words,
            )


def missing(frame: Frame) -> Iterator[Candidate]:
    """Places where a series has no value."""
    gone = frame.first(Sense.MISSING, Sense.NONE, Sense.NOT)
    if gone is None or frame.focus not in (Focus.NAME, Focus.LIST) or not frame.series or frame.thresholds:
        return
    if frame.places or frame.has(Sense.COMPARATIVE, Sense.SUPERLATIVE):
        return
    binder = Binder()
    scope = Scope(frame, binder)
    every = Values(Measure.Y, Spots.LABELS)
    has = scope.relation(rel=every)
    if has.dims != {Dim.PLACE}:
        return
    without = Among(Group(every, Dim.PLACE, Fn.COUNT), has, exclude=True)
    items = frame.all(Sense.MISSING, Sense.NONE, Sense.NOT, Sense.MARK_WORD, Sense.PLACE_WORD, Sense.SERIES_WORD)
    yield made(Names(without, (Dim.PLACE,)), binder, *items)


def present(frame: Frame) -> Iterator[Candidate]:
    """Places where a series has a value, asked without any condition ("on which islands do Gentoo live")."""
    yield from _present_series(frame)
    if frame.focus is not Focus.NAME or len(frame.series) != 1 or frame.places or frame.thresholds:
        return
    if frame.vocabulary.n_series < 2 or frame.vocabulary.numeric_x or best_item(frame) is not None:
        return
    if frame.has(Sense.MISSING, Sense.NOT, Sense.NONE, Sense.TREND, Sense.COMPARATIVE, Sense.RELATION):
        return
    binder = Binder()
    rel = Scope(frame, binder).relation()
    if rel.dims == {Dim.PLACE} and frame.focus_dim is Dim.PLACE:
        yield made(Names(rel, (Dim.PLACE,)), binder, answer_type=AnswerType.UNRANKED, prior=-0.1)


def _present_series(frame: Frame) -> Iterator[Candidate]:
    """ "Which species are found on Dream": the series that have a value at a place."""
    labels = {ref.label for ref in frame.places}
    if frame.focus is Focus.NAME and not (frame.series or labels) and frame.has(Sense.ALL):
        yield from _present_everywhere(frame)
        return
    if frame.focus is not Focus.NAME or frame.series or len(labels) != 1 or frame.thresholds or frame.focus_dim:
        return
    plural = any(frame.norms[i].endswith("s") for i in frame.focus_tokens) or not frame.focus_tokens
    said = frame.word("found", "occur", "live", "present", "exist", "lives", "occurs", "exists", "inhabit", "seen")
    graded = (Sense.SUPERLATIVE, Sense.COMPARATIVE, Sense.RELATION, Sense.MISSING, Sense.NOT, Sense.NONE, Sense.TREND)
    if not (plural and said) or frame.vocabulary.n_series < 2 or frame.has(*graded):
        return
    binder = Binder()
    rel = Scope(frame, binder).relation()
    if rel.dims == {Dim.SERIES}:
        tokens = frozenset(frame.focus_tokens)
        yield made(
            Names(rel, (Dim.SERIES,)), binder, *frame.all(Sense.ALL), answer_type=AnswerType.UNRANKED, tokens=tokens
        )


_SEEN = ("found", "occur", "occurs", "live", "lives", "present", "exist", "exists", "inhabit", "inhabits", "seen",
         "represented", "appear", "appears")  # fmt: skip


def _present_everywhere(frame: Frame) -> Iterator[Candidate]:
    """ "Which species occurs on all islands": the series with a value at every place, or the other way round."""
    graded = (Sense.SUPERLATIVE, Sense.COMPARATIVE, Sense.RELATION, Sense.MISSING, Sense.NOT, Sense.NONE, Sense.TREND)
    vocabulary = frame.vocabulary
    every = frame.first(Sense.ALL)
    counted = [dim_of_noun(frame, token) for token in frame.tokens[every.end : every.end + 4]] if every else []
    others = next((dim for dim in counted if dim is not None), None)
    said = frame.word(*_SEEN) and not frame.has(*graded) and not frame.thresholds
    if every is None or others is None or not said or vocabulary.n_series < 2 or not vocabulary.places:
        return
    dim = Dim.SERIES if others is Dim.PLACE else Dim.PLACE
    if frame.focus_dim is others:
        return
    binder = Binder()
    size = len(vocabulary.place_labels) if others is Dim.PLACE else len(vocabulary.series)
    counts = Group(Values(Measure.Y, Spots.LABELS), dim, Fn.COUNT)
    rows = Where(counts, Op.EQ, binder.number(float(size)))
    tokens = frozenset(frame.focus_tokens) | {t.index for t in frame.tokens if t.norm in _SEEN}
    yield made(Names(rows, (dim,)), binder, every, answer_type=AnswerType.UNRANKED, tokens=frozenset(tokens))


def all_names(frame: Frame) -> Iterator[Candidate]:
    """The names of the series, or of the places, in the order drawn."""
    if frame.focus not in (Focus.NAME, Focus.LIST, Focus.VALUE) or frame.series or frame.thresholds or best_item(frame):
        return
    if frame.has(
        Sense.SORT, Sense.TOP, Sense.RISING, Sense.FALLING, Sense.AXIS, Sense.UNIT, Sense.AGGREGATE, Sense.HOW_MANY
    ):
        return
    legend = frame.first(Sense.LEGEND)
    structural = (
        legend
        or frame.has(Sense.LIST)
        or frame.word(
            "plotted",
            "shown",
            "compared",
            "displayed",
            "drawn",
            "there",
            "listed",
            "appear",
            "covered",
            "included",
            "represented",
            "depicted",
            "present",
            "chart",
            "graph",
            "diagram",
        )
    )
    if not structural or frame.places:
        return
    items = (
        legend,
        *frame.all(
            Sense.SERIES_WORD, Sense.PLACE_WORD, Sense.MARK_WORD, Sense.LIST, Sense.ALL, Sense.TITLE, Sense.MISSING
        ),
    )
    prior = 0.0 if legend or frame.focus_dim is Dim.SERIES else -0.1
    if frame.vocabulary.series and (legend or frame.focus_dim is not Dim.PLACE):
        yield made(
            Names(AllSeries(), (Dim.SERIES,)), Binder(), *items, answer_type=AnswerType.STRING_OR_LIST, prior=prior
        )
    if frame.vocabulary.places and not legend and frame.focus_dim is not Dim.SERIES:
        rel = Group(Values(Measure.MEDIAN if frame.vocabulary.is_box else Measure.Y, Spots.LABELS), Dim.PLACE, Fn.COUNT)
        yield made(
            Names(rel, (Dim.PLACE,)),
            Binder(),
            *items,
            answer_type=AnswerType.UNRANKED,
            prior=-0.05 if frame.focus_dim is Dim.PLACE else -0.15,
        )


def adjective_of_series(frame: Frame) -> Iterator[Candidate]:
    """ "the foggiest month": a superlative made from a series' own name."""
    best = best_item(frame)
    if best is None or frame.series or frame.focus is not Focus.NAME or frame.vocabulary.n_series < 2:
        return
    token = frame.tokens[best.start]
    named = [name for name in frame.vocabulary.series if len(name.stems) == 1 and _made_of(token.norm, name.stems[0])]
    if len(named) != 1:
        return
    binder = Binder()
    scope = Scope(frame, binder)
    rel = scope.relation([SeriesRef(best.start, frozenset(), named[0].name)])
    if rel.dims == {Dim.PLACE}:
        yield made(Names(Best(rel), (Dim.PLACE,)), binder, best, *frame.all(Sense.ANY), prior=0.15)


def _made_of(adjective: str, name: str) -> bool:
    from qa.parse.words import root

    roots = (root(adjective), root(root(adjective)))
    return len(name) >= 3 and (root(name) in roots or same_word(adjective.removesuffix("iest"), name) >= 0.9)


_FOUND = ("found", "present", "represented", "occur", "exist", "appear", "seen")


def count_present(frame: Frame) -> Iterator[Candidate]:
    """ "How many classes are found on deck E": how many series have a value at a place."""
    labels = {ref.label for ref in frame.places}
    asked = frame.first(Sense.HOW_MANY)
    graded = (Sense.SUPERLATIVE, Sense.COMPARATIVE, Sense.RELATION, Sense.TREND, Sense.AGGREGATE, Sense.SHARE)
    if frame.focus is not Focus.COUNT or asked is None or frame.series or len(labels) != 1 or frame.thresholds:
        return
    if frame.vocabulary.n_series < 2 or not frame.word(*_FOUND) or frame.has(*graded) or frame.focus_dim is Dim.PLACE:
        return
    things = [frame.tokens[i].stem for i in frame.focus_tokens]
    if set(things) & frame.vocabulary.title_stems["y_title"]:
        return
    binder = Binder()
    rel = Scope(frame, binder).relation()
    if rel.dims == {Dim.SERIES}:
        plan = Agg(Fn.COUNT, rel)
        used = frozenset({asked, *frame.all(Sense.PLACE_WORD, Sense.SERIES_WORD)})
        words = frozenset(frame.focus_tokens)
        yield Candidate(plan, binder.bindings(), AnswerType.NUMERICAL, used, words, prior=0.05)


CHOICE_CONSTRUCTORS = (
    most_apart, most_beyond, most_combined, nearest_pair, biggest_step, nearest_to_number, missing, all_names,
    adjective_of_series, present, count_present,
)  # fmt: skip
