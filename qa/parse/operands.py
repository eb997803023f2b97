"""The things that a question compares or combines: cells of the chart, extremes, averages."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass

from qa.parse.frame import Frame, PlaceRef, Ref, SeriesRef
from qa.parse.lexicon import Item, Sense
from qa.parse.scope import Scope
from qa.plan import Agg, Dim, Fn, Group, Num, Rel, Value
from sie.vocab import ChartFamily


@dataclass(frozen=True)
class Cell:
    """A series at a place, either of them open."""

    series: tuple[SeriesRef, ...]
    places: tuple[PlaceRef, ...]
    at: int


def cells(frame: Frame, scope: Scope) -> list[Cell]:
    """The cells that a question sets side by side, in the order of mention.

    Two series share the places that are named once, and the other way round; two series with two places pair up.
    """
    series = _distinct(frame.series)
    places = _distinct_places(scope.places)
    summed = _against_sum(frame, series if len(series) > 2 else places if len(places) > 2 else [])
    if summed is not None and min(len(series), len(places)) < 2:
        one, rest = summed
        if isinstance(one, SeriesRef):
            others = tuple(ref for ref in rest if isinstance(ref, SeriesRef))
            return [Cell((one,), tuple(places), one.at), Cell(others, tuple(places), others[0].at)]
        labels = tuple(ref for ref in rest if isinstance(ref, PlaceRef))
        return [Cell(tuple(series), (one,), one.at), Cell(tuple(series), labels, labels[0].at)]
    if len(series) >= 2 and len(places) >= 2:
        if len(series) == len(places) and _alternate(series, places):
            return [Cell((s,), (p,), min(s.at, p.at)) for s, p in zip(series, places, strict=True)]
        return [Cell((s,), tuple(places), s.at) for s in series]
    if len(series) >= 2:
        return [Cell((s,), tuple(places), s.at) for s in series]
    if len(places) >= 2:
        return [Cell(tuple(series), (p,), p.at) for p in places]
    return []


def _against_sum(frame: Frame, refs: Sequence[Ref]) -> tuple[Ref, Sequence[Ref]] | None:
    """ "A than B and C combined": the one name before "than", and those behind it that are added up."""
    beyond = next((item.start for item in frame.all(Sense.RELATION) if frame.norms[item.start] != "="), None)
    than = frame.than if frame.than is not None else beyond
    summed = any(
        item.payload is Fn.SUM and than is not None and item.start > than for item in frame.all(Sense.AGGREGATE)
    )
    before = [ref for ref in refs if than is not None and ref.at < than]
    return (before[0], [ref for ref in refs if ref not in before]) if summed and len(before) == 1 else None


def _alternate(series: Sequence[SeriesRef], places: Sequence[PlaceRef]) -> bool:
    """Whether each series is mentioned with a place of its own ("A in 2010 and B in 2012")."""
    order = sorted([*((ref.at, "s") for ref in series), *((ref.at, "p") for ref in places)])
    kinds = [kind for _, kind in order]
    return all(a != b for a, b in itertools.pairwise(kinds)) or kinds in (
        ["s", "p", "p", "s"],
        ["p", "s", "s", "p"],
    )


def _distinct(refs: Sequence[SeriesRef]) -> list[SeriesRef]:
    seen: dict[str, SeriesRef] = {}
    for ref in refs:
        seen.setdefault(ref.name, ref)
    return list(seen.values())


def _distinct_places(refs: Sequence[PlaceRef]) -> list[PlaceRef]:
    seen: dict[tuple[object, ...], PlaceRef] = {}
    for ref in refs:
        seen.setdefault((ref.label, ref.x, ref.low, ref.high, ref.end), ref)
    return list(seen.values())


def value_of(frame: Frame, scope: Scope, cell: Cell) -> tuple[Num, float]:
    """The number in a cell, and what speaks against it: open dimensions are summed or averaged."""
    rel = scope.relation(cell.series, cell.places)
    return number_of(frame, rel, ends=any(ref.end is not None for ref in cell.places))


def number_of(frame: Frame, rel: Rel, *, ends: bool = False) -> tuple[Num, float]:
    """One number for a relation."""
    if not rel.dims or (ends and Dim.SERIES not in rel.dims):
        return Value(rel), 0.0
    item = frame.first(Sense.AGGREGATE)
    if item is not None:
        return Agg(Fn(str(item.payload)), rel), 0.0
    vocabulary = frame.vocabulary
    if vocabulary.stacked or vocabulary.counts or vocabulary.bins:
        return Agg(Fn.SUM, rel), -0.05
    return Agg(Fn.MEAN, rel), -0.15


def best_item(frame: Frame) -> Item | None:
    """The superlative of a question; of "best, i.e. lowest" the one that says what counts."""
    items = frame.all(Sense.SUPERLATIVE)
    telling = [item for item in items if frame.norms[item.start] not in _OPEN]
    return next(iter(telling or items), None)


_OPEN = ("best", "worst", "favourite", "hardest", "easiest", "nicest", "safest", "toughest", "weakest", "healthiest")
"""Superlatives that do not tell which end is meant where another one stands beside them."""


def raw_rows(frame: Frame, scope: Scope) -> Rel:
    """The values as drawn, for extremes: points where places are numbers, parts of stacks added up where asked."""
    vocabulary = frame.vocabulary
    points = vocabulary.numeric_x and not vocabulary.bins and not any(ref.end for ref in scope.places)
    rel = scope.relation(points=points)
    if stacks_add_up(frame) and rel.dims == {Dim.SERIES, Dim.PLACE}:
        return Group(rel, Dim.PLACE, Fn.SUM)
    return rel


def one_curve(rel: Rel) -> Rel:
    """The rows of several series along x as those of one, so that the first and the last are told by x alone."""
    return Group(rel, Dim.PLACE, Fn.MEAN) if rel.dims == {Dim.SERIES, Dim.PLACE} else rel


def stacks_add_up(frame: Frame) -> bool:
    """Whether the whole of a stack is meant, not its parts."""
    vocabulary = frame.vocabulary
    if not vocabulary.stacked or frame.series:
        return False
    summed = any(item.payload is Fn.SUM for item in frame.all(Sense.AGGREGATE))
    named = frame.word("stack", "stacks", "bar", "bars", "column", "columns", "overall", "total")
    return summed or named or vocabulary.family is ChartFamily.BAR
