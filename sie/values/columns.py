"""Bars and histogram bins to data points."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence

from sie.artifacts import ChartElements, ChartStructure, DataPoint, Element, Issue, SeriesMarks, Value
from sie.values.axes import AxisReader, ChartAxes
from sie.values.bargroups import grouped_bars, names_at_base
from sie.values.barnames import length_px, names_beside, numbers_beside, px_per_unit
from sie.values.barsteps import BarSpan, on_steps
from sie.values.barwords import between_labels, only_named, with_words_told_apart
from sie.values.bins import on_even_edges, on_round_edges
from sie.values.result import SeriesResult, error_ends, make_series, of_kind
from sie.vocab import Direction, MarkKind, ScaleType, Stacking, Stage

_MIN_SHIFTED = 3
_SHIFTED = (0.3, 0.7)
"""Parts of the tick spacing by which labels may all be taken to stand beside their bars."""
_SAME_SHIFT = 0.15
"""Bars beside their labels are equally far from them, to this part of the tick spacing."""

_AT_LABEL = 0.12
"""A bar begins or ends at a label when it is nearer to it than this part of the spacing."""

_EDGE_TITLE = re.compile(
    r"\b(lower|left|upper|right)\s+(?:(?:bin|class|interval)\s+)?(?:edges?|bounds?|limits?|boundar(?:y|ies))\b", re.I
)
_LOWER = frozenset({"lower", "left"})
_AT_MIDDLE = 0.15
"""A label within this part of a bin's width from its middle stands below the bin, not at its edge."""


def printed_series(structure: ChartStructure, elements: ChartElements) -> SeriesResult | None:
    """The series of bars without a value axis whose values are printed at them, or None where they are not, plainly.

    The printed numbers give the scale by which bars without one are read.
    """
    bars = of_kind(elements.elements, MarkKind.BAR)
    direction = elements.orientation
    numbers = numbers_beside(structure, bars, direction)
    if not numbers:
        return None
    names: dict[str, str] = names_at_base(structure, bars, direction)
    if len(elements.series) == 1 and elements.stacking is Stacking.NONE:
        names = {**names_beside(structure, bars, direction), **names}
    across = 1 if direction is Direction.HORIZONTAL else 0
    per_unit = px_per_unit(bars, numbers, direction)
    found = []
    for marks in elements.series:
        own = sorted(of_kind(bars, MarkKind.BAR, marks.id), key=lambda bar: bar.px["end"][across])
        if own:
            points = [_printed_point(bar, names.get(bar.id), numbers.get(bar.id), per_unit, direction) for bar in own]
            found.append(make_series(marks, points))
    message = "no axis has a readable scale; the values are the numbers printed at the bars, whose lengths agree"
    told = Issue(stage=Stage.VALUES, code="printed-values", message=message)
    issues = (told, *_unnamed_issue(sum(point.x is None for one in found for point in one.points)))
    return SeriesResult(tuple(found), issues, ScaleType.CATEGORICAL)


def _printed_point(
    bar: Element, name: str | None, number: float | None, per_unit: float, direction: Direction
) -> DataPoint:
    """A bar with its printed number, or with what its length says on the scale of the others' numbers."""
    return DataPoint(
        x=name,
        y=length_px(bar, direction) / per_unit if number is None else number,
        px=bar.px["end"],
        sigma=math.sqrt(2) * bar.sigma_px / abs(per_unit) if number is None else 0.0,
        element_ids=(bar.id,),
        confidence=bar.confidence,
    )


def column_series(
    elements: ChartElements, axes: ChartAxes, *, histogram: bool, structure: ChartStructure | None = None
) -> SeriesResult:
    """The series of a bar chart or histogram.

    A bar's value is what its end reads; a stacked part's is the size between its two ends. Bars are named by the tick
    label at their group's place; where a numeric or date axis does not label every bar, by the value read there.
    """
    bars = of_kind(elements.elements, MarkKind.BAR)
    across = axes.independent
    groups = group_places(bars, across)
    by_series = [[groups[bar.id] for bar in bars if bar.series == marks.id] for marks in elements.series]
    categorical = across is None or not across.numeric or (not histogram and across.names_groups(by_series))
    shift, bare = 0.0, list[float]()
    if categorical and across is not None:
        if structure is not None:
            across, bare = _category_axis(bars, elements, across, structure)
        shift = _shift_from_labels(by_series, across) or _shift_between_labels(bars, across)
    edge = _named_edge(bars, across) if histogram and not categorical and across is not None else 0.0
    found: list[tuple[SeriesMarks, list[DataPoint]]] = []
    unnamed = 0
    for marks in elements.series:
        reader = axes.value_reader(secondary=marks.secondary)
        if reader is None:
            continue
        points = []
        for bar in sorted(of_kind(bars, MarkKind.BAR, marks.id), key=lambda bar: groups[bar.id]):
            point = _point(
                bar,
                groups[bar.id] - shift,
                elements,
                reader,
                across,
                categorical=categorical,
                histogram=histogram,
                edge=edge,
            )
            if any(abs(groups[bar.id] - px) <= 1.0 for px in bare):
                point = point.model_copy(update={"x": None})
            unnamed += point.x is None
            points.append(point)
        if points:
            found.append((marks, points))
    if histogram and not categorical and across is not None and across.axis.scale is ScaleType.LINEAR:
        found = _on_round_edges(found, across)
    if not histogram and not categorical and across is not None:
        found = _on_even_steps(found, bars, across)
    if unnamed and structure is not None:
        found = _named_by_words(found, bars, structure, elements.orientation, categorical=categorical)
        unnamed = sum(point.x is None for _, points in found for point in points)
    series = [make_series(marks, points) for marks, points in found]
    return SeriesResult(tuple(series), _unnamed_issue(unnamed), ScaleType.CATEGORICAL if categorical else None)


def _category_axis(
    bars: Sequence[Element], elements: ChartElements, across: AxisReader, structure: ChartStructure
) -> tuple[AxisReader, list[float]]:
    """The axis with a label for each group of bars where several were read as one, and the places between labels.

    Bars of several series that are not stacked stand in groups: where those were not made out, no word is one bar's.
    """
    grouped = grouped_bars(bars, elements.orientation)
    sides = [[side for bar in one for side in (bar.box[across.index], bar.box[across.index + 2])] for one in grouped]
    middles = [(min(one) + max(one)) / 2 for one in sides]
    across = only_named(across, middles)
    if len(elements.series) == 1 or elements.stacking is not Stacking.NONE:
        across = with_words_told_apart(across, middles, structure)
        return across, between_labels(across, middles)
    if 2 * sum(len(one) > 1 for one in grouped) > len(grouped):
        across = with_words_told_apart(across, middles, structure)
    return across, []


def _named_by_words(
    found: list[tuple[SeriesMarks, list[DataPoint]]],
    bars: Sequence[Element],
    structure: ChartStructure,
    direction: Direction,
    *,
    categorical: bool,
) -> list[tuple[SeriesMarks, list[DataPoint]]]:
    """The points, those without a category named by words beside their bars, or where none has one at their feet."""
    if categorical and len(found) == 1:
        found = [(found[0][0], _named_beside(found[0][1], bars, structure, direction))]
    if any(point.x is not None for _, points in found for point in points):
        return found
    names = names_at_base(structure, bars, direction)
    return [(marks, [_renamed(point, names) for point in points]) for marks, points in found]


def _renamed(point: DataPoint, names: dict[str, str]) -> DataPoint:
    """A point with the name of its bar, if that has one."""
    name = names.get(point.element_ids[0])
    return point if name is None else point.model_copy(update={"x": name})


def _named_beside(
    points: list[DataPoint], bars: Sequence[Element], structure: ChartStructure, direction: Direction
) -> list[DataPoint]:
    """The points, those without a category named by the words in their bars' rows, unless another has that name."""
    names = names_beside(structure, bars, direction)
    known = {point.x for point in points if point.x is not None}
    named = []
    for point in points:
        name = names.get(point.element_ids[0])
        free = point.x is None and name is not None and name not in known
        named.append(point.model_copy(update={"x": name}) if free else point)
    return named


def _on_round_edges(
    found: Sequence[tuple[SeriesMarks, list[DataPoint]]], across: AxisReader
) -> list[tuple[SeriesMarks, list[DataPoint]]]:
    """The bins of all series together on the round edges that they have, else on even ones, if they have such."""
    per_px = abs(across.read(1.0, 0.0).value - across.read(0.0, 0.0).value)
    read = [point for _, own in found for point in own]
    rounded = on_round_edges(read, per_px)
    points = iter(on_even_edges(read, per_px) if rounded == read else rounded)
    return [(marks, [next(points) for _ in own]) for marks, own in found]


def _on_even_steps(
    found: Sequence[tuple[SeriesMarks, list[DataPoint]]], bars: Sequence[Element], across: AxisReader
) -> list[tuple[SeriesMarks, list[DataPoint]]]:
    """The bars at the whole steps (years, months, doses) that they all stand at, if they do."""
    spans = {bar.id: BarSpan(bar.box[across.index], bar.box[across.index + 2]) for bar in bars}
    steps = on_steps([[spans[point.element_ids[0]] for point in points] for _, points in found], across)
    if steps is None:
        return list(found)
    return [
        (marks, [point.model_copy(update={"x": x}) for point, x in zip(points, own, strict=True)])
        for (marks, points), own in zip(found, steps, strict=True)
    ]


def _shift_from_labels(by_series: Sequence[Sequence[float]], across: AxisReader) -> float:
    """How far all groups of bars stand from their labels, pixels: of slanted labels an end may be taken for the middle.

    It is 0 unless some series has a bar for each label, all as far and so far from it that another may be nearer.
    """
    ticks, spacing = [tick.px for tick in across.ticks()], across.spacing()
    full = [sorted(places) for places in by_series if len(places) == len(ticks)]
    if len(ticks) < _MIN_SHIFTED or not full:
        return 0.0
    off = [sum(group) / len(group) - px for group, px in zip(zip(*full, strict=True), ticks, strict=True)]
    shift = sorted(off)[len(off) // 2]
    far = _SHIFTED[0] * spacing <= abs(shift) <= _SHIFTED[1] * spacing
    return shift if far and max(off) - min(off) <= _SAME_SHIFT * spacing else 0.0


def _shift_between_labels(bars: Sequence[Element], across: AxisReader) -> float:
    """Half the spacing of the labels where every bar reaches from one label to the next, as months do, else 0.

    Such a bar is named for the label that it begins at.
    """
    ticks, spacing = [tick.px for tick in across.ticks()], across.spacing()
    if across.index != 0 or len(ticks) < _MIN_SHIFTED or len(bars) < _MIN_SHIFTED:
        return 0.0
    for bar in bars:
        low, high = (min(ticks, key=lambda px: abs(px - side)) for side in (bar.box[0], bar.box[2]))
        ends_off = max(abs(low - bar.box[0]), abs(high - bar.box[2]))
        if low >= high or ends_off > _AT_LABEL * spacing or high - low > 1.5 * spacing:
            return 0.0
    return spacing / 2


def group_places(bars: Sequence[Element], across: AxisReader | None) -> dict[str, float]:
    """Where each bar stands along the independent axis: its own middle, by element id."""
    if across is None:
        return {bar.id: float(index) for index, bar in enumerate(bars)}
    low, high = across.index, across.index + 2
    return {bar.id: (bar.box[low] + bar.box[high]) / 2 for bar in bars}


def _point(
    bar: Element,
    place: float,
    elements: ChartElements,
    reader: AxisReader,
    across: AxisReader | None,
    *,
    categorical: bool,
    histogram: bool,
    edge: float,
) -> DataPoint:
    y, sigma = bar_value(bar, reader, stacked=elements.stacking is not Stacking.NONE)
    low, high = error_ends(bar, elements.elements, reader)
    moved = edge * (bar.box[across.index + 2] - bar.box[across.index]) if across is not None else 0.0
    edges: dict[str, Value] = {}
    if across is not None and not categorical and histogram:
        first, last = sorted(
            (
                across.read(bar.box[across.index] + moved, bar.sigma_px).value,
                across.read(bar.box[across.index + 2] + moved, bar.sigma_px).value,
            )
        )
        edges = {"x0": across.stored(first), "x1": across.stored(last)}
    return DataPoint(
        x=_name(place + moved, across, categorical=categorical),
        y=y,
        y_low=low,
        y_high=high,
        px=bar.px["end"],
        sigma=sigma,
        element_ids=(bar.id,),
        confidence=bar.confidence,
        x0=edges.get("x0"),
        x1=edges.get("x1"),
    )


def _named_edge(bars: Sequence[Element], across: AxisReader) -> float:
    """Where in a bin its value is to be read, in its widths from the middle: the title may say labels name an edge.

    It is 0 where the labels stand at the edges that they name.
    """
    told = _EDGE_TITLE.search(across.axis.title or "")
    if told is None or across.axis.scale is not ScaleType.LINEAR:
        return 0.0
    spans = [(bar.box[across.index], bar.box[across.index + 2]) for bar in bars]
    off = [
        abs(tick.px - (low + high) / 2) / (high - low)
        for tick in across.ticks()
        for low, high in spans
        if low <= tick.px <= high and high > low
    ]
    if not off or max(off) > _AT_MIDDLE:
        return 0.0
    return 0.5 if (told.group(1).lower() in _LOWER) == across.increasing else -0.5


def bar_value(bar: Element, reader: AxisReader, *, stacked: bool) -> tuple[float, float]:
    """A bar's value and its standard deviation: the reading at its end, or the size of a stacked part."""
    end = bar.px["end"][reader.index]
    if stacked:
        size = reader.size(bar.px["base"][reader.index], end, bar.sigma_px)
        return size.value, size.sigma
    reading = reader.read(end, bar.sigma_px)
    return reading.value, reading.sigma


def _name(place: float, across: AxisReader | None, *, categorical: bool) -> Value | None:
    if across is None:
        return None
    if not categorical:
        return across.stored(across.read(place, 0.5).value)
    tick = across.category(place)
    return tick.text if tick is not None else None


def _unnamed_issue(count: int) -> tuple[Issue, ...]:
    if not count:
        return ()
    message = f"{count} bars stand at no tick label; their category is left out"
    return (Issue(stage=Stage.VALUES, code="bars-without-category", message=message),)
