"""Readings of shares: a part in percent of its whole, or of another number."""

from __future__ import annotations

from collections.abc import Iterator

from qa.parse.compose import Candidate
from qa.parse.compose_values import ASKS_VALUE, made
from qa.parse.frame import Frame
from qa.parse.lexicon import Item, Sense
from qa.parse.operands import cells, raw_rows, value_of
from qa.parse.scope import Binder, Scope, percent_of
from qa.plan import (
    Agg,
    Arith,
    Arithmetic,
    Dim,
    Fn,
    Num,
    Value,
)
from sie.vocab import ChartFamily


def compares_first_to_second(frame: Frame) -> bool:
    """Whether a comparative and its "than" set two names side by side."""
    return frame.has(Sense.COMPARATIVE) and frame.than is not None and not frame.than_a_number


def share(frame: Frame) -> Iterator[Candidate]:
    """A part in percent of its whole; of values that are percentages already, the value."""
    asked = frame.first(Sense.SHARE)
    if asked is None or frame.focus not in ASKS_VALUE or compares_first_to_second(frame):
        return
    binder = Binder()
    scope = Scope(frame, binder)
    vocabulary = frame.vocabulary
    supers = frame.all(Sense.SUPERLATIVE)
    used = (*frame.all(Sense.SHARE, Sense.HOW_MANY, Sense.ALL, Sense.MARK_WORD), *_total_words(frame))
    if any(ref.is_range for ref in frame.places):
        used = (*used, *frame.all(Sense.COMPARATIVE, Sense.RELATION))
    if {item.payload for item in supers} == {1, -1} and not frame.refs:
        # "the smallest as a percentage of the biggest"
        rel = raw_rows(frame, scope)
        ends = [Agg(Fn.MAX if item.payload == 1 else Fn.MIN, rel) for item in supers[:2]]
        if len(supers) == 2 and "of" in frame.norms[supers[0].end : supers[1].start] and rel.dims:
            yield made(percent_of(ends[0], ends[1]), binder, *used, *supers)
        return
    if supers and not frame.series and not frame.places:
        rel = raw_rows(frame, scope)
        part: Num = Agg(Fn.MAX if supers[0].payload == 1 else Fn.MIN, rel)
        yield made(percent_of(part, Agg(Fn.SUM, rel)), binder, *used, *supers, prior=_share_prior(frame))
        return
    if not frame.series and not frame.places:
        return
    rel = scope.relation()
    if frame.thresholds:
        return
    part = Value(rel) if not rel.dims else Agg(Fn.SUM, rel)
    whole = _whole_of(frame, scope)
    negated = frame.all(Sense.NOT)
    if negated:
        if whole is not None and len(negated) == 1 and negated[0].start > asked.start - 1:
            rest = Arith(Arithmetic.SUB, whole, part)
            yield made(percent_of(rest, whole), binder, *used, *negated, prior=_share_prior(frame))
        return
    if whole is not None:
        prior = 0.0 if _of_total(frame) else _share_prior(frame)
        unlike = rel.dims == {Dim.SERIES} and not (vocabulary.stacked or vocabulary.counts or vocabulary.bins)
        yield made(percent_of(part, whole), binder, *used, prior=prior - (_UNLIKE if unlike else 0.0))
    if _of_total(frame) and whole is not None:
        return
    ranged = rel.dims == {Dim.PLACE} and any(ref.is_range for ref in frame.places)
    if vocabulary.percent and ranged and vocabulary.n_series == 1 and abs(sum(vocabulary.values) - 100) <= _WHOLE:
        yield made(Agg(Fn.SUM, rel), binder, *used)
    if vocabulary.percent and not rel.dims and vocabulary.family is not ChartFamily.PIE:
        yield made(Value(rel), binder, *used, prior=0.0)
    elif not rel.dims and vocabulary.family is not ChartFamily.PIE and not vocabulary.stacked:
        counted = bool(vocabulary.title_stems["y_title"]) and vocabulary.counts
        yield made(Value(rel), binder, *used, prior=-0.3 if counted else -0.06)


_WHOLE = 2.0
"""How far percentages of parts may be from 100 in all, by rounding."""

_UNLIKE = 0.4
"""What it costs to add up values of several series that count nothing."""


def _of_total(frame: Frame) -> bool:
    """Whether the whole is named: "of the total", "of all"."""
    return bool(_total_words(frame)) and frame.word("of")


def _total_words(frame: Frame) -> list[Item]:
    return [item for item in frame.all(Sense.AGGREGATE) if item.payload is Fn.SUM]


def _share_prior(frame: Frame) -> float:
    """How likely a share is meant to be worked out: always of pies and stacks, not of values in percent."""
    vocabulary = frame.vocabulary
    if vocabulary.family is ChartFamily.PIE or vocabulary.stacked or vocabulary.bins:
        return 0.0
    if vocabulary.percent:
        return -0.5
    return -0.02 if vocabulary.counts else -0.12


def _whole_of(frame: Frame, scope: Scope) -> Num | None:
    """What a part is a part of: the place's stack where a series is named, else everything alike."""
    vocabulary = frame.vocabulary
    if vocabulary.n_series > 1 and frame.series and _whole_is_series(frame):
        rel = scope.relation(places=[])
        return Agg(Fn.SUM, rel) if rel.dims == {Dim.PLACE} else None
    if vocabulary.n_series > 1 and frame.series:
        rel = scope.relation(series=[])
        return Agg(Fn.SUM, rel) if Dim.SERIES in rel.dims else None
    if vocabulary.numeric_x and not vocabulary.bins:
        return None  # the points of a curve are no parts of a whole
    rel = scope.relation(places=[])
    return Agg(Fn.SUM, rel) if rel.dims else None


_VERBS = frozenset({"is", "are", "was", "were", "has", "have", "had", "who", "that", "live", "lives", "come", "comes"})


def _whole_is_series(frame: Frame) -> bool:
    """ "Of the blue-eyed, how many percent are blond?": of a series and a place the series is the whole."""
    share = frame.first(Sense.SHARE)
    if share is None or len(frame.series) != 1 or len(frame.places) != 1:
        return False
    series, place = frame.series[0], frame.places[0]
    if place.label is None or series.at > place.at:
        return False
    opening = set(frame.norms[: series.at]) & {"of", "among"}
    between = set(frame.norms[max(series.tokens) + 1 : min(place.tokens)])
    if "among" in between or "amongst" in between:
        return False
    opened = series.at < share.start < place.at and bool(opening)
    return opened or (share.end <= series.at and bool(between & _VERBS) and "of" in frame.norms[share.end : series.at])


def percent_of_other(frame: Frame) -> Iterator[Candidate]:
    """ "A as a percentage of B", "what percentage is A of B": one number in percent of another."""
    asked = frame.first(Sense.SHARE)
    moved = (Sense.COMPARATIVE, Sense.TREND, Sense.CHANGE, Sense.DIFFERENCE, Sense.PERCENT_CHANGE, Sense.AGGREGATE)
    if asked is None or frame.focus not in ASKS_VALUE or frame.thresholds or frame.has(*moved):
        return
    binder = Binder()
    scope = Scope(frame, binder)
    sides = cells(frame, scope)
    if len(sides) != 2 or any(scope.relation(side.series, side.places).dims for side in sides):
        return
    first, second = sides
    between = frame.norms[first.at : second.at]
    if (first.at < asked.start < second.at and "as" in between and between[-4:].count("of")) or (
        asked.end <= first.at and "of" in between and not {"and", ","} & set(between)
    ):
        whole, part = second, first
    elif (
        asked.end <= first.at
        and set(between) & {"is", "was", "are", "were"}
        and "of" in frame.norms[asked.end : first.at]
    ):
        whole, part = first, second
    else:
        return
    values = [value_of(frame, scope, cell)[0] for cell in (part, whole)]
    yield made(percent_of(values[0], values[1]), binder, *frame.all(Sense.SHARE, Sense.LIST), prior=0.05)
