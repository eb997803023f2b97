"""Areas: fills between a base line and a curve, plain, stacked on each other, or overlapping.

What tells an area from bars is its upper edge: it runs gradually, while bars' edges are level with sudden steps.
What tells it from a confidence band is its straight lower edge on the base line (or on the area below).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from scipy.optimize import linear_sum_assignment

from sie.artifacts import XY, ChartStructure, Element, LegendEntry, SeriesMarks, TextBlock
from sie.elements.areas_columns import cut_columns, stacking_order
from sie.elements.areas_fills import OUTLINE, Fill, Outline, find_fills, outline_of, without_strokes
from sie.elements.areas_overlaid import MOST_AREAS, find_mixtures, upper_edges
from sie.elements.hypothesis import Hypothesis
from sie.elements.ink import Canvas, Layer
from sie.elements.ink_background import parse_hex
from sie.elements.lines_ink import match_layers
from sie.vocab import ChartType, Direction, MarkKind, Stacking

TOUCH = 3.0
"""Rows within which an edge lies on another edge or on the base line."""
STANDS = 0.6
"""Part of a fill's columns that touch what it stands on."""
LEAST_WIDTH = 0.15
"""An area spans at least this part of the plot's width."""
NEAR_AXIS = 0.08
"""A base line this near the plot area's bottom, as a part of its height, is the axis."""
FAINTEST = 0.15
PALE_COST = 5.0
OFF_TINT = 24.0
"""A fill has at least this part of its entry's colour, is better the more it has, and is off it by less than this RGB
distance in all."""
MANY_PARTS = 3
"""A stack of fewer parts is told by its fills' edges."""
FULLY = 0.97
"""Areas that explain this part of the ink need no second look."""
SURE = 0.8
"""Part of a stack's pixels that have their part's colour."""
MORE = 0.02
SPECKS = 7
"""Columns over which specks on a stack's upper edge are passed over."""
GRADUAL = 0.5
"""Part of a stack's upper edge that is no lone steps."""
BESIDE = 4
"""Pixels beside a legend's sample that show what lies behind it."""
SIGMA_PX = 0.4
"""Standard error of a fill's edge."""


@dataclass(frozen=True)
class _Area:
    """A fill with its edges, the place in its stack (0 stands on the base line), and the entry it is known to be of."""

    fill: Fill
    outline: Outline
    level: int
    entry: LegendEntry | None = None


def find_areas(canvas: Canvas, chart: ChartStructure) -> Hypothesis | None:
    """The areas of a plot area, or None where no fill stands on the base line over some width.

    Each area is one AREA element whose path is its upper edge, a point a pixel column, and one series. Stacked areas
    overlap nowhere and each stands on the one below; the values stage takes the differences.
    """
    named = match_layers(canvas.layers, [e for e in (chart.legend.entries if chart.legend else ()) if e.is_patch])
    pairs = [(fill, outline_of(canvas, fill)) for fill in find_fills(canvas, named)]
    wide = LEAST_WIDTH * (canvas.plot[2] - canvas.plot[0])
    found = [(fill, outline) for fill, outline in pairs if outline is not None and len(outline.columns) >= wide]
    base = _base_row(canvas, chart, [outline for _, outline in found])
    areas = _stack(found, base)
    areas = [replace(area, outline=_closed(area, areas, base)) for area in areas]
    fills = [fill for fill, _ in pairs]
    whole = _overlaid(canvas, chart, fills) or _by_columns(canvas, chart, areas, fills)
    if whole:
        areas, base = whole, float(whole[0].outline.bottom[0])
    if not areas:
        return None
    stacked = any(area.level > 0 for area in areas)
    series, elements = _make_elements(canvas, chart, areas, base)
    return Hypothesis(
        chart_type=ChartType.AREA,
        orientation=Direction.VERTICAL,
        series=tuple(series),
        elements=tuple(elements),
        explained=_explained(canvas, areas),
        score=_score(canvas, areas, base),
        stacking=Stacking.STACKED if stacked else Stacking.NONE,
    )


def _by_columns(canvas: Canvas, chart: ChartStructure, areas: Sequence[_Area], fills: Sequence[Fill]) -> list[_Area]:
    """The stack of all inks that are fills or that the legend names, where that explains more than `areas` do.

    Empty where it does not, or where the columns do not show one such stack.
    """
    told = _explained(canvas, areas)
    layers = _part_layers(canvas, chart, fills)
    if told >= FULLY or len(layers) < max(MANY_PARTS, len(areas) + 1):
        return []
    base = _foot(canvas, layers)
    if base is None:
        return []
    ordered = stacking_order(layers)
    cuts = cut_columns(canvas, ordered, base)
    columns = np.flatnonzero((cuts.part >= 0).any(axis=0) & canvas.inside.any(axis=0))
    if cuts.sure < SURE or len(columns) < LEAST_WIDTH * (canvas.plot[2] - canvas.plot[0]):
        return []
    span = np.arange(int(columns[0]), int(columns[-1]) + 1)
    edges = [np.full(len(span), base)]
    for tops in cuts.tops[:, span]:
        known = np.flatnonzero(~np.isnan(tops))
        edges.append(np.interp(np.arange(len(span)), known, tops[known]) if len(known) else edges[-1])
    stack = []
    for level, layer in enumerate(ordered):
        mask = (cuts.part == level) & canvas.inside
        fill = Fill((layer.index,), layer.color, mask, mask.astype(np.float32))
        stack.append(_Area(fill, Outline(span, edges[level + 1], edges[level]), level))
    return stack if _explained(canvas, stack) > told + MORE else []


def _overlaid(canvas: Canvas, chart: ChartStructure, fills: Sequence[Fill]) -> list[_Area]:
    """The legend's areas where they show through each other; empty where the plot has no such mixtures."""
    entries = [e for e in (chart.legend.entries if chart.legend else ()) if e.color and not e.has_line]
    if not 2 <= len(entries) <= MOST_AREAS or len(fills) < 2:
        return []
    base = _foot(canvas, [layer for layer in canvas.layers if any(layer.index in fill.layers for fill in fills)])
    if base is None:
        return []
    seen = np.isin(canvas.labels, [index for fill in fills for index in fill.layers]) & (canvas.coverage >= 0.5)
    seen &= canvas.inside & ~canvas.text & ~canvas.grid
    mixtures = find_mixtures(canvas, [(parse_hex(e.color or ""), _behind(canvas, e)) for e in entries], seen)
    if mixtures is None:
        return []
    columns = np.flatnonzero(seen.any(axis=0))
    span = np.arange(int(columns[0]), int(columns[-1]) + 1)
    found = []
    rows = np.arange(canvas.shape[0])[:, None]
    for entry, tops in zip(entries, upper_edges(canvas, mixtures, base, seen)[:, span], strict=True):
        known = np.flatnonzero(~np.isnan(tops))
        if len(known) < STANDS * len(span):
            return []
        edge = np.interp(np.arange(len(span)), known, tops[known])
        mask = np.zeros(canvas.shape, bool)
        mask[:, span] = (rows >= edge) & (rows < base) & canvas.inside[:, span]
        fill = Fill((), entry.color or "", mask, mask.astype(np.float32))
        found.append(_Area(fill, Outline(span, edge, np.full(len(span), base)), 0, entry))
    return found


def _behind(canvas: Canvas, entry: LegendEntry) -> tuple[int, int, int]:
    """What lies behind an entry's sample: the usual colour left of it, where no other is; the plot's without a box."""
    if entry.swatch_box is None:
        return canvas.background_color
    x0, y0, _, y1 = (round(v) for v in entry.swatch_box)
    beside = canvas.picture[max(0, y0) : y1, max(0, x0 - BESIDE) : max(0, x0 - 1)]
    if beside.size == 0:
        return canvas.background_color
    red, green, blue = np.median(beside.reshape(-1, 3), axis=0).round().astype(int).tolist()
    return red, green, blue


def _part_layers(canvas: Canvas, chart: ChartStructure, fills: Sequence[Fill]) -> list[Layer]:
    """Inks that may be parts of a stack: the fills; where the legend has more entries, also what else it names."""
    parts = {fill.layers[0] for fill in fills}
    entries = [e for e in (chart.legend.entries if chart.legend else ()) if e.color and not e.has_line]
    if len(parts) < len(entries):
        parts |= set(match_layers(canvas.layers, entries))
    return [layer for layer in canvas.layers if layer.index in parts]


def _foot(canvas: Canvas, layers: Sequence[Layer]) -> float | None:
    """The row on which some inks together stand, the plot area's bottom where it is near.

    None where they do not fill the columns from there to a gradual upper edge, as bars and separate marks do not.
    """
    shown = np.isin(canvas.labels, [layer.index for layer in layers]) & canvas.inside & (canvas.coverage >= 0.5)
    open_columns = shown.any(axis=0) & ~(canvas.text & canvas.inside).any(axis=0)
    columns = np.flatnonzero(open_columns if open_columns.sum() > shown.any(axis=0).sum() / 2 else shown.any(axis=0))
    if len(columns) < LEAST_WIDTH * (canvas.plot[2] - canvas.plot[0]):
        return None
    mask = shown[:, columns]
    top, stop = mask.argmax(axis=0), mask.shape[0] - mask[::-1].argmax(axis=0)
    row = float(np.median(stop))
    filled = mask.sum(axis=0) / np.maximum(row - top, 1.0)
    edges = [top]
    if len(layers) > 1 and float((np.abs(top - np.median(top)) <= TOUCH).mean()) >= SURE:
        edges = _inner_edges([layer.mask[:, columns] for layer in layers])
    if float(np.median(filled)) < SURE or not any(gradual_share(_without_specks(edge)) >= GRADUAL for edge in edges):
        return None
    return canvas.plot[3] if abs(row - canvas.plot[3]) <= TOUCH else row


def _inner_edges(masks: Sequence[np.ndarray]) -> list[np.ndarray]:
    """The upper edge of each ink (h, w) but strokes: where a stack is level, as shares of a whole are, they tell."""
    parts = [without_strokes(mask, OUTLINE) for mask in masks]
    return [part.argmax(axis=0)[part.any(axis=0)] for part in parts if part.any()]


def _without_specks(rows: np.ndarray) -> np.ndarray:
    return np.asarray(np.median(np.lib.stride_tricks.sliding_window_view(rows, min(SPECKS, len(rows))), axis=1))


def _base_row(canvas: Canvas, chart: ChartStructure, outlines: Sequence[Outline]) -> float:
    """The row on which most fills end: the commonest lower edge, else the plot area's bottom."""
    ends = [outline.bottom[~np.isnan(outline.bottom)] for outline in outlines]
    rows = np.round(np.concatenate(ends)).astype(int) if ends else np.zeros(0, int)
    rows = rows[(rows >= 0) & (rows <= canvas.shape[0] + 2)]
    if len(rows) == 0:
        return canvas.plot[3]
    votes = np.convolve(np.bincount(rows, minlength=canvas.shape[0] + 3), np.ones(3), mode="same")
    best = int(np.argmax(votes))
    return canvas.plot[3] if abs(best - canvas.plot[3]) <= TOUCH else float(best)


def _stack(found: Sequence[tuple[Fill, Outline]], base: float) -> list[_Area]:
    """The fills that stand on the base line, and those that stand on these, from below upwards."""
    rest = list(found)
    areas: list[_Area] = []
    for fill, outline in found:
        if _standing(outline, np.full(len(outline.columns), base)) >= STANDS:
            areas.append(_Area(fill, outline, 0))
            rest = [pair for pair in rest if pair[0] is not fill]
    grown = True
    while rest and grown:
        grown = False
        for fill, outline in list(rest):
            below = _edge_below(outline, areas, base)
            if areas and _standing(outline, below, TOUCH + max(area.outline.stroke for area in areas) / 2) >= STANDS:
                areas.append(_Area(fill, outline, 1 + max(area.level for area in areas)))
                rest = [pair for pair in rest if pair[0] is not fill]
                grown = True
    return areas


def _standing(outline: Outline, below: np.ndarray, reach: float = TOUCH) -> float:
    """Part of the filled columns whose lower edge lies on given rows, within `reach` pixels."""
    filled = ~np.isnan(outline.bottom)
    touches = np.abs(outline.bottom[filled] - below[filled]) <= reach
    return float(touches.mean()) if filled.any() else 0.0


def _edge_below(outline: Outline, areas: Sequence[_Area], base: float) -> np.ndarray:
    """In each column of an outline the upper edge, among the areas, that is nearest to its lower edge."""
    best = np.full(len(outline.columns), base)
    for area in areas:
        rows = np.interp(outline.columns, area.outline.columns, _filled_in(area.outline.top, base))
        nearer = np.abs(rows - outline.bottom) < np.abs(best - outline.bottom)
        best = np.where(nearer, rows, best)
    return best


def _filled_in(rows: np.ndarray, base: float) -> np.ndarray:
    return np.where(np.isnan(rows), base, rows)


def _closed(area: _Area, areas: Sequence[_Area], base: float) -> Outline:
    """The outline with its empty columns put where the area has no height: on the base or on the area below."""
    outline = area.outline
    under = np.full(len(outline.columns), base)
    lower = [other for other in areas if other.level < area.level]
    if lower:
        heights = [
            np.interp(outline.columns, other.outline.columns, _filled_in(other.outline.top, base)) for other in lower
        ]
        under = np.minimum.reduce(heights)
    return Outline(outline.columns, np.where(np.isnan(outline.top), under, outline.top), outline.bottom)


def _score(canvas: Canvas, areas: Sequence[_Area], base: float) -> float:
    """How area-like the fills are: gradual upper edges, wide, standing on the axis."""
    lowest = [area for area in areas if area.level == 0]
    widest = max(len(area.outline.columns) for area in areas) / max(canvas.plot[2] - canvas.plot[0], 1.0)
    gradual = float(np.mean([gradual_share(area.outline.top) for area in areas]))
    standing = float(np.mean([_standing(a.outline, np.full(len(a.outline.columns), base)) for a in lowest]))
    height = canvas.plot[3] - canvas.plot[1]
    on_axis = 1.0 if abs(base - canvas.plot[3]) <= max(TOUCH + 2, NEAR_AXIS * height) else 0.6
    return float(np.clip(gradual * min(1.0, 1.4 * widest) * standing * on_axis, 0.0, 1.0))


def gradual_share(rows: np.ndarray) -> float:
    """Part of an edge's ups and downs that is gradual: not in lone steps between level stretches.

    >>> gradual_share(np.arange(20.0))
    1.0
    >>> gradual_share(np.repeat([0.0, 30.0, 10.0], 10))
    0.0
    """
    steps = np.abs(np.diff(rows))
    total = float(steps.sum())
    if total < 3.0:
        return 0.2
    padded = np.pad(steps, 3)
    around = np.array([np.sum(np.delete(padded[i : i + 7], [2, 3, 4])) for i in range(len(steps))])
    lone = (steps >= 3.0) & (around < 0.25 * steps)
    return 1.0 - float(steps[lone].sum()) / total


def _explained(canvas: Canvas, areas: Sequence[_Area]) -> float:
    ink = canvas.ink & canvas.inside
    total = int(ink.sum())
    covered = np.zeros(canvas.shape, bool)
    for area in areas:
        covered |= area.fill.mask
    return float((ink & covered).sum() / total) if total else 0.0


def _make_elements(
    canvas: Canvas, chart: ChartStructure, areas: Sequence[_Area], base: float
) -> tuple[list[SeriesMarks], list[Element]]:
    names = _names(canvas, chart, areas)
    order = {entry.id: place for place, entry in enumerate(chart.legend.entries)} if chart.legend else {}
    places = [(order.get(name.id, 99) if isinstance(name, LegendEntry) else 99) for name in names]
    series: list[SeriesMarks] = []
    elements: list[Element] = []
    for index in sorted(range(len(areas)), key=lambda i: (places[i], areas[i].level)):
        area, name = areas[index], names[index]
        series_id = f"series{len(series)}"
        entry = name if isinstance(name, LegendEntry) else None
        series.append(
            SeriesMarks(
                id=series_id,
                name=entry.label if entry else (name.text if isinstance(name, TextBlock) else None),
                legend_entry=entry.id if entry else None,
                text_ids=entry.text_ids if entry else ((name.id,) if isinstance(name, TextBlock) else ()),
                color=area.fill.color,
            )
        )
        elements.append(_element(canvas, f"area{len(elements)}", series_id, area, base))
    return series, elements


def _element(canvas: Canvas, element_id: str, series_id: str, area: _Area, base: float) -> Element:
    outline = area.outline
    path: list[XY] = [
        canvas.to_picture(float(x) + 0.5, float(y)) for x, y in zip(outline.columns, outline.top, strict=True)
    ]
    lower = outline.bottom[~np.isnan(outline.bottom)]
    bottom = canvas.to_picture(0.0, float(lower.max()) if len(lower) else base)[1]
    ys = [y for _, y in path]
    return Element(
        id=element_id,
        kind=MarkKind.AREA,
        box=(path[0][0] - 0.5, min(ys), path[-1][0] + 0.5, max(bottom, max(ys))),
        series=series_id,
        path=tuple((round(x, 3), round(y, 3)) for x, y in path),
        sigma_px=SIGMA_PX,
        confidence=0.9,
        color=area.fill.color,
    )


def _names(canvas: Canvas, chart: ChartStructure, areas: Sequence[_Area]) -> list[LegendEntry | TextBlock | None]:
    """For each area the legend entry of its colour, or else the text that stands in it, or None."""
    entries = [e for e in (chart.legend.entries if chart.legend else ()) if e.color]
    if areas and all(area.entry is not None for area in areas):
        return [area.entry for area in areas]
    layers: list[Layer] = [canvas.layers[area.fill.layers[0]] for area in areas]
    matched = _by_tint(layers, entries, canvas.background_color) or match_layers(layers, entries)
    names: list[LegendEntry | TextBlock | None] = []
    for area, layer in zip(areas, layers, strict=True):
        mine = matched.get(layer.index, [])
        names.append(entries[mine[0]] if mine else None if entries else _text_inside(canvas, chart, area))
    return names


def _by_tint(
    layers: Sequence[Layer], entries: Sequence[LegendEntry], background: tuple[int, int, int]
) -> dict[int, list[int]]:
    """For each layer's index the position of the entry that it shows as a tint; empty where some layer shows none.

    A see-through fill lies on the straight way from the background to its colour; hue alone confuses greys with it.
    """
    ground = np.array(background, float)
    cost = np.full((len(layers), max(len(entries), 1)), np.inf)
    for i, layer in enumerate(layers):
        for j, entry in enumerate(entries):
            if entry.color is None:
                continue
            way = np.array(parse_hex(entry.color), float) - ground
            offset = layer.rgb - ground
            part = float(offset @ way / max(float(way @ way), 1.0))
            if FAINTEST <= part <= 1.1:
                cost[i, j] = float(np.linalg.norm(offset - part * way)) + PALE_COST * abs(1.0 - part)
    if len(entries) < len(layers) or not np.isfinite(cost.min(axis=1)).all():
        return {}
    rows, columns = linear_sum_assignment(np.minimum(cost, 1e3))
    if (cost[rows, columns] > OFF_TINT).any():
        return {}
    return {layers[row].index: [column] for row, column in zip(rows.tolist(), columns.tolist(), strict=True)}


def _text_inside(canvas: Canvas, chart: ChartStructure, area: _Area) -> TextBlock | None:
    for block in chart.text:
        x, y = block.center[0] - canvas.origin[0], block.center[1] - canvas.origin[1]
        column = round(x) - int(area.outline.columns[0])
        if not 0 <= column < len(area.outline.columns) or sum(ch.isalpha() for ch in block.text) < 2:
            continue
        bottom = area.outline.bottom[column]
        if not np.isnan(bottom) and area.outline.top[column] < y < bottom:
            return block
    return None
