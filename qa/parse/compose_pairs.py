"""Readings whose answer is a number made of two: a difference, a change, a ratio, a share."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from qa.parse.compose import Candidate
from qa.parse.compose_shares import compares_first_to_second, percent_of_other, share
from qa.parse.compose_values import ASKS_VALUE, aggregates, made
from qa.parse.concepts import title_field
from qa.parse.conditions import values_are_changes
from qa.parse.fillers import spells_unit
from qa.parse.frame import Focus, Frame, SeriesRef
from qa.parse.lexicon import Item, Sense
from qa.parse.operands import Cell, cells, number_of, raw_rows, value_of
from qa.parse.scope import Binder, Scope, percent_of
from qa.parse.words import Kind, ordinal_of
from qa.plan import (
    Agg,
    Arith,
    Arithmetic,
    Dim,
    Fn,
    Nth,
    Num,
    Number,
    Op,
    Order,
    Rel,
    Value,
)
from sie.vocab import ChartFamily


def difference(frame: Frame) -> Iterator[Candidate]:
    """How far two numbers are apart."""
    if frame.focus is Focus.TRUTH or frame.focus is Focus.LIST or frame.focus is Focus.NAME:
        return
    asked = frame.first(Sense.DIFFERENCE, Sense.MINUS, Sense.CHANGE, Sense.TREND) or _implied(frame)
    if asked is None:
        return
    if values_are_changes(frame) and asked.sense in (Sense.CHANGE, Sense.TREND) and frame.has(Sense.AGGREGATE):
        return
    frame = with_both_series(frame)
    binder = Binder()
    scope = Scope(frame, binder)
    if values_are_changes(frame) and frame.has(Sense.CHANGE, Sense.TREND) and len(frame.places) == 1:
        yield from _told_change(frame, scope)
        return
    used = tuple(
        frame.all(
            Sense.DIFFERENCE,
            Sense.MINUS,
            Sense.CHANGE,
            Sense.TREND,
            Sense.COMPARATIVE,
            Sense.MEASURE,
            Sense.IQR,
            Sense.HOW_MANY,
            Sense.START,
            Sense.END,
        )
    )
    if asked.sense in (Sense.BETWEEN, Sense.RELATION):
        used = (*used, asked)
    supers = frame.all(Sense.SUPERLATIVE)
    if len(supers) >= 1 and not cells(frame, scope):
        yield from _between_extremes(frame, scope, supers, used)
        return
    sides = cells(frame, scope)
    if len(sides) == 2:
        (left, lost), (right, lost_too) = (value_of(frame, scope, cell) for cell in sides)
        used = (*used, asked, *_first_to_last(frame))
        if frame.has(Sense.RELATION) and asked.sense is Sense.DIFFERENCE:
            used = (*used, *frame.all(Sense.RELATION, Sense.SHARE))
        if frame.has(Sense.SHARE) and frame.vocabulary.family is ChartFamily.PIE:
            whole = Agg(Fn.SUM, scope.relation(places=[]))
            left, right = percent_of(left, whole), percent_of(right, whole)
        yield made(_apart(frame, asked, sides, left, right), binder, *used, *aggregates(frame), prior=lost + lost_too)
    elif len(sides) < 2 and _aggregates(frame) and (frame.series or frame.places):
        rel = scope.relation()
        value, lost = number_of(frame, rel) if rel.dims else (Value(rel), 0.0)
        average = Agg(Fn(str(frame.all(Sense.AGGREGATE)[0].payload)), _all_like(frame, scope))
        if value == average:
            return
        op = Arithmetic.SUB if frame.has(Sense.COMPARATIVE, Sense.MINUS) else Arithmetic.ABSDIFF
        yield made(Arith(op, value, average), binder, *used, *aggregates(frame), prior=lost)
    elif not sides and (frame.has(Sense.CHANGE, Sense.TREND) or frame.has(Sense.START, Sense.END)):
        yield from _overall_change(frame, scope, used)


def _aggregates(frame: Frame) -> bool:
    """Whether an average or a sum is asked for by a word that is no series' own ("mean" of "Mean", "Lowest")."""
    names = {word for name in frame.vocabulary.series for word in name.stems}
    return any(frame.tokens[item.start].stem not in names for item in frame.all(Sense.AGGREGATE))


def _told_change(frame: Frame, scope: Scope) -> Iterator[Candidate]:
    """ "By how much did it fall in 2009" where the values are changes: the value there, of a fall its size."""
    rel = scope.relation()
    if rel.dims:
        return
    fallen = any(item.payload == -1 for item in frame.all(Sense.TREND)) or _lost(frame)
    change = Arith(Arithmetic.MUL, Value(rel), Number(-1)) if fallen else Value(rel)
    yield made(change, scope.binder, *frame.all(Sense.DIFFERENCE, Sense.CHANGE, Sense.TREND, Sense.HOW_MANY))


def _implied(frame: Frame) -> Item | None:
    """ "how far is A below B", "how much lies between the highest and the lowest": a distance without the word."""
    measured = _measured_comparative(frame)
    if measured is not None:
        return measured
    extremes = {item.payload for item in frame.all(Sense.SUPERLATIVE)} == {1, -1}
    between = frame.first(Sense.BETWEEN)
    if extremes and between is not None:
        return between
    how_far = frame.first(Sense.HOW_MUCH)
    if how_far is not None and frame.norms[how_far.end - 1] == "far":
        return frame.first(Sense.RELATION)
    return None


def with_both_series(frame: Frame) -> Frame:
    """A frame of a difference or ratio that names nothing to set side by side: its two series are meant."""
    names = frame.vocabulary.series
    apart = frame.has(Sense.DIFFERENCE, Sense.RATIO)
    if not apart or frame.series or len(names) != 2 or frame.vocabulary.n_series != 2:
        return frame
    if len(frame.places) > 1 or frame.has(Sense.SUPERLATIVE, Sense.CHANGE, Sense.TREND, Sense.MEASURE, Sense.IQR):
        return frame
    return replace(frame, series=tuple(SeriesRef(0, frozenset(), name.name) for name in names))


def _measured_comparative(frame: Frame) -> Item | None:
    """ "how many grams heavier is A than B": a comparative that a number is asked for, of two single values."""
    asked = frame.first(Sense.HOW_MANY, Sense.HOW_MUCH)
    compared = frame.first(Sense.COMPARATIVE) or next(
        (item for item in frame.all(Sense.RELATION) if frame.norms[item.start] in ("ahead", "behind")), None
    )
    if asked is None or compared is None or frame.thresholds or compared.start < asked.end or frame.has(Sense.TIMES):
        return None
    if frame.than is None and len(frame.refs) < 2:
        return None
    if frame.focus not in ASKS_VALUE:
        return None
    scope = Scope(frame, Binder())
    sides = cells(frame, scope)
    ends = any(ref.end is not None for cell in sides for ref in cell.places)
    summed = frame.has(Sense.AGGREGATE) or frame.vocabulary.stacked
    measured = ends or (summed and any(spells_unit(token.norm) for token in frame.tokens[asked.end : compared.start]))
    single = len(sides) == 2 and all(measured or not scope.relation(s.series, s.places).dims for s in sides)
    return compared if single else None


def _first_to_last(frame: Frame) -> list[Item]:
    """The words of "from first to last", which name the two ends."""
    ends = {i for ref in frame.places if ref.end is not None for i in ref.tokens}
    return [item for item in frame.all(Sense.FIRST, Sense.LAST) if item.start in ends]


def _all_like(frame: Frame, scope: Scope) -> Rel:
    """The values of the same series at all places, or of all series at the same place."""
    if frame.places and not (frame.vocabulary.n_series > 1 and frame.series):
        return scope.relation(places=[])
    return scope.relation(places=[])


def _apart(frame: Frame, asked: Item, sides: list[Cell], left: Num, right: Num) -> Num:
    """The signed difference that the words mean: A minus B, B after A, or the distance."""
    if frame.has(Sense.MINUS):
        return Arith(Arithmetic.SUB, left, right)
    if compares_first_to_second(frame):
        less = all(item.payload == -1 for item in frame.all(Sense.COMPARATIVE))
        return Arith(Arithmetic.SUB, right, left) if less else Arith(Arithmetic.SUB, left, right)
    trend = frame.first(Sense.TREND)
    if asked.sense in (Sense.CHANGE, Sense.TREND) or _from_to(frame, sides):
        later, earlier = (right, left) if _in_order(sides) else (left, right)
        if (trend is not None and trend.payload == -1) or _lost(frame):
            return Arith(Arithmetic.SUB, earlier, later)
        return Arith(Arithmetic.SUB, later, earlier)
    return Arith(Arithmetic.ABSDIFF, left, right)


def _lost(frame: Frame) -> bool:
    """Whether a loss is asked for, so that a fall is a positive number: "how much is lost", "how many less"."""
    lost = any(frame.norms[item.start] in _LOSSES for item in frame.all(Sense.CHANGE))
    less = any(item.payload == -1 for item in frame.all(Sense.COMPARATIVE))
    return lost or (less and frame.than is None)


_LOSSES = ("lose", "loses", "lost", "loss", "losing")


def _in_order(sides: list[Cell]) -> bool:
    """Whether the first side comes first along the axis; places that are no numbers are taken as mentioned."""
    xs = [ref.x if ref.x is not None else ref.low for cell in sides for ref in cell.places[:1]]
    return len(xs) < 2 or xs[0] is None or xs[1] is None or xs[0] <= xs[1]


def _from_to(frame: Frame, sides: list[Cell]) -> bool:
    first, second = sides[0].at, sides[1].at
    before = frame.norms[max(0, first - 3) : first]
    between = frame.norms[first:second]
    return "from" in before and "to" in between and (frame.has(Sense.CHANGE, Sense.TREND))


def _between_extremes(frame: Frame, scope: Scope, supers: list[Item], used: tuple[Item, ...]) -> Iterator[Candidate]:
    rel = raw_rows(frame, scope)
    if not rel.dims:
        return
    items = (*supers, *used, *frame.all(Sense.PLUS))
    directions = {item.payload for item in supers}
    sorts = frame.all(Sense.RISING, Sense.FALLING)
    if directions == {1, -1}:
        yield made(Agg(Fn.RANGE, rel), scope.binder, *items, *sorts)
        return
    rank, tokens = _second_rank(frame)
    if rank is not None:
        order = Order.FALLING if supers[0].payload == 1 else Order.RISING
        first, other = (Value(Nth(rel, scope.binder.number(k), order)) for k in (1, rank))
        yield made(Arith(Arithmetic.ABSDIFF, first, other), scope.binder, *items, tokens=tokens)
    elif frame.has(Sense.AGGREGATE):
        extreme_value = Agg(Fn.MAX if supers[0].payload == 1 else Fn.MIN, rel)
        average = Agg(Fn(str(frame.all(Sense.AGGREGATE)[0].payload)), rel)
        yield made(Arith(Arithmetic.ABSDIFF, extreme_value, average), scope.binder, *items, *frame.all(Sense.AGGREGATE))


def _second_rank(frame: Frame) -> tuple[int | None, frozenset[int]]:
    for token in frame.tokens:
        rank = ordinal_of(token)
        if rank is not None and rank > 1:
            return rank, frozenset({token.index})
    for token in frame.tokens:
        if token.norm == "runner":
            return 2, frozenset({token.index, token.index + 1, token.index + 2})
    return None, frozenset()


def _overall_change(frame: Frame, scope: Scope, used: tuple[Item, ...]) -> Iterator[Candidate]:
    """From the first place to the last (of a stretch, its ends)."""
    places = [ref for ref in scope.places if ref.end is None and ref.is_range]
    if [ref for ref in scope.places if ref.end is None and not ref.is_range]:
        return
    rel = scope.relation(places=places)
    if Dim.SERIES in rel.dims or rel.spot is None:
        return
    last, first = (scope.end_value(rel, first=first) for first in (False, True))
    trend = frame.first(Sense.TREND)
    falling = trend is not None and trend.payload == -1
    change = Arith(Arithmetic.SUB, first, last) if falling else Arith(Arithmetic.SUB, last, first)
    yield made(change, scope.binder, *used, prior=-0.05)


def percent_change(frame: Frame) -> Iterator[Candidate]:
    """A change in percent of what it started from."""
    asked = frame.first(Sense.PERCENT_CHANGE) or _change_in_percent(frame) or _compared_in_percent(frame)
    if asked is None or frame.focus is Focus.TRUTH:
        return
    binder = Binder()
    scope = Scope(frame, binder)
    used = (
        asked,
        *frame.all(Sense.TREND, Sense.CHANGE, Sense.COMPARATIVE, Sense.RELATION, Sense.SHARE, Sense.HOW_MANY),
        *frame.all(Sense.DIFFERENCE, Sense.THAN, Sense.RATIO),
        *_first_to_last(frame),
        *frame.all(Sense.START, Sense.END, Sense.ALL, Sense.BETWEEN),
    )
    sides = cells(frame, scope)
    if len(sides) == 2:
        (left, lost), (right, lost_too) = (value_of(frame, scope, cell) for cell in sides)
        reference = _reference(frame, sides)
        if reference is not None:
            whole, part = (left, right) if reference == 0 else (right, left)
            apart = Arith(Arithmetic.SUB, whole, part) if _says_less(frame) else Arith(Arithmetic.SUB, part, whole)
            yield made(percent_of(apart, whole), binder, *used, prior=lost + lost_too)
            return
        beside = frame.first(Sense.COMPARATIVE, Sense.RELATION)
        of_first = compares_first_to_second(frame) or (beside is not None and not frame.has(Sense.TREND, Sense.CHANGE))
        later, earlier = (left, right) if of_first or not _forward(frame, sides) else (right, left)
        trend = frame.first(Sense.TREND)
        change = Arith(Arithmetic.SUB, later, earlier)
        if (
            (trend is not None and trend.payload == -1)
            or _lost(frame)
            or (of_first and beside is not None and _means_less(beside))
        ):
            change = Arith(Arithmetic.SUB, earlier, later)
        yield made(percent_of(change, earlier), binder, *used, prior=lost + lost_too)
    elif not sides:
        rel = scope.relation(places=[ref for ref in scope.places if ref.end is None and ref.is_range])
        if Dim.SERIES not in rel.dims and rel.spot is not None:
            last, first = (scope.end_value(rel, first=first) for first in (False, True))
            yield made(percent_of(Arith(Arithmetic.SUB, last, first), first), binder, *used, prior=-0.05)


def _change_in_percent(frame: Frame) -> Item | None:
    """ "growth in 1960 against 1959, in percent": a change, asked for in percent."""
    moved, share = frame.first(Sense.CHANGE, Sense.TREND), frame.first(Sense.SHARE)
    if moved is None or share is None or frame.vocabulary.percent:
        return None
    ends = all(token.kind is Kind.SIGN for token in frame.tokens[share.end :])
    said = frame.norms[share.start - 1] == "in" or frame.norms[share.start] == "%" or ends
    if not said and share.end <= moved.start:
        # "how many percent did it jump from A to B", "what percentage of its price did it lose"
        before = frame.norms[share.start - 1] if share.start else ""
        asked = frame.norms[share.start] == "how" or before in ("what", "which", "many")
        return moved if asked and len(frame.places) == 2 else None
    return moved if said and share.start > 0 and len(frame.places) == 2 else None


def _compared_in_percent(frame: Frame) -> Item | None:
    """ "how many percent lower is A than B", "how much lower ..., in percent": a distance, asked for in percent."""
    if frame.than is None or frame.vocabulary.percent or frame.than_a_number:
        return None
    compared = frame.first(Sense.COMPARATIVE, Sense.RELATION, Sense.DIFFERENCE, Sense.TREND)
    if compared is None:
        return None
    for told in frame.all(Sense.SHARE):
        before = frame.norms[told.start - 1] if told.start else ""
        first, last = frame.norms[told.start], frame.norms[told.end - 1]
        if frame.norms[told.end : told.end + 1] in (["points"], ["point"]):
            continue
        if last in _PERCENT and (first == "how" or before in ("in", "by", "what", "which")):
            return told
    return None


_PERCENT = ("percent", "percentage", "%", "pct")


def _reference(frame: Frame, sides: list[Cell]) -> int | None:
    """Which of two sides a percentage is of: the one that "than" or "relative to" stands before; None untold."""
    if frame.than is None:
        return None
    behind = [cell.at > frame.than for cell in sides]
    if all(behind):
        return 0 if frame.than <= 1 else None
    return behind.index(True) if any(behind) else None


def _says_less(frame: Frame) -> bool:
    """Whether a percentage is asked of a fall, so that less than the reference is a positive number."""
    trend = frame.first(Sense.TREND)
    beside = frame.first(Sense.COMPARATIVE, Sense.RELATION)
    told = {norm for item in frame.all(Sense.DIFFERENCE, Sense.PERCENT_CHANGE) for norm in _words(frame, item)}
    lesser = bool(told & {"lower", "less", "fewer", "smaller", "drop", "decrease", "colder", "worse", "below"})
    return (
        lesser
        or _lost(frame)
        or (trend is not None and trend.payload == -1)
        or (beside is not None and _means_less(beside))
    )


def _words(frame: Frame, item: Item) -> list[str]:
    return frame.norms[item.start : item.end]


def _forward(frame: Frame, sides: list[Cell]) -> bool:
    """Whether the first of two sides is the earlier; by their numbers, unless "from ... to" says an order."""
    if frame.has(Sense.THAN) and not frame.word("from"):
        numbers = {name.name: name.value for name in frame.vocabulary.places}
        at = [ref.x if ref.x is not None else numbers.get(ref.label or "") for side in sides for ref in side.places[:1]]
        if len(at) == 2 and at[0] is not None and at[1] is not None:
            return at[0] < at[1]
    return True


def _means_less(item: Item) -> bool:
    return item.payload in (Op.LT, Op.LE) if item.sense is Sense.RELATION else item.payload == -1


def ratio(frame: Frame) -> Iterator[Candidate]:
    """One number divided by another."""
    asked = frame.first(Sense.RATIO)
    if asked is None or frame.has(Sense.CROSSING) or frame.focus is Focus.TRUTH:
        return
    binder = Binder()
    scope = Scope(frame, binder)
    used = (asked, *frame.all(Sense.COMPARATIVE, Sense.EQUAL, Sense.MEASURE, Sense.HOW_MANY, Sense.TIMES, Sense.IQR))
    sides = cells(frame, scope)
    supers = frame.all(Sense.SUPERLATIVE)
    if len(sides) == 2:
        (left, lost), (right, lost_too) = (value_of(frame, scope, cell) for cell in sides)
        grown = frame.has(Sense.TREND, Sense.CHANGE) and not compares_first_to_second(frame)
        grown = grown or frame.word("multiply", "multiplied", "multiplies")
        fits = frame.word("fit", "fits", "contain") and frame.word("into", "in", "inside")
        lesser = any(item.payload == -1 for item in frame.all(Sense.COMPARATIVE))
        if fits or _multiple_of_first(frame, asked, sides) or lesser or (grown and _in_order(sides)):
            left, right = right, left
        used = (*used, *frame.all(Sense.TREND, Sense.CHANGE, Sense.BETWEEN))
        yield made(Arith(Arithmetic.DIV, left, right), binder, *used, *aggregates(frame), prior=lost + lost_too)
    elif len(supers) == 2 and supers[0].payload == supers[1].payload and not sides:
        yield from _ratio_of_ranks(frame, scope, supers, used)
    elif {item.payload for item in supers} == {1, -1}:
        rel = raw_rows(frame, scope)
        high, low = Agg(Fn.MAX, rel), Agg(Fn.MIN, rel)
        top, bottom = (high, low) if supers[0].payload == 1 else (low, high)
        yield made(Arith(Arithmetic.DIV, top, bottom), binder, *used, *supers)


def _ratio_of_ranks(frame: Frame, scope: Scope, supers: list[Item], used: tuple[Item, ...]) -> Iterator[Candidate]:
    """ "How many times as large is the biggest as the second biggest?": one rank divided by another."""
    rel = raw_rows(frame, scope)
    ranks = [ordinal_of(frame.tokens[item.start - 1]) if item.start else None for item in supers]
    if not rel.dims or len({rank or 1 for rank in ranks}) != 2:
        return
    order = Order.FALLING if supers[0].payload == 1 else Order.RISING
    first, second = (Value(Nth(rel, scope.binder.number(rank or 1), order)) for rank in ranks)
    words = frozenset(item.start - 1 for item, rank in zip(supers, ranks, strict=True) if rank is not None)
    yield made(Arith(Arithmetic.DIV, first, second), scope.binder, *used, *supers, tokens=words)


def _multiple_of_first(frame: Frame, asked: Item, sides: list[Cell]) -> bool:
    """ "How many times A is B?" asks for B in units of A."""
    if frame.norms[asked.end - 1] not in ("times", "time", "multiple"):
        return False
    start = asked.end
    while start < min(len(frame.tokens), sides[0].at) and (
        frame.norms[start] in ("the", "of", "that", "those") or title_field(frame, frame.tokens[start]) == "y_title"
    ):
        start += 1
    between = frame.norms[sides[0].at : sides[1].at]
    verb = {"is", "was", "are", "were", "does", "did"} & set(between)
    return start == sides[0].at and bool(verb) and not {"as", "than"} & set(between)


PAIR_CONSTRUCTORS = (difference, percent_change, ratio, share, percent_of_other)
