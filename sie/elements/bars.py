"""Bars, upright or lying: plain, grouped and stacked.

Flat zones become rectangles, rectangles that share a base line become columns of parts, and the edges of the parts are
then placed to sub-pixel. Series follow the fills' colours, or the place in the group where all have one colour.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from sie.artifacts import ChartStructure, Element, Raster
from sie.elements.areas import gradual_share
from sie.elements.bars_cells import cell_view
from sie.elements.bars_columns import (
    Column,
    clean_columns,
    find_base,
    find_columns,
    split_at_ticks,
    uniform_columns,
)
from sie.elements.bars_curves import without_curves
from sie.elements.bars_hatch import is_uneven, may_be_patterned, smooth_views, solid_mask, solid_view
from sie.elements.bars_hues import hue_views
from sie.elements.bars_measure import measure_bars
from sie.elements.bars_mend import extend_columns, join_halves, join_slivers
from sie.elements.bars_outline import with_hidden_outline
from sie.elements.bars_parts import split_columns
from sie.elements.bars_rects import find_rects
from sie.elements.bars_series import Bar, BarSeries, assign_series, useful_entries
from sie.elements.bars_small import add_small_bars
from sie.elements.bars_view import Cleaned, View, clean_canvas, make_view
from sie.elements.bars_zones import Rect
from sie.elements.hypothesis import Hypothesis
from sie.elements.ink import Canvas
from sie.elements.looks import lab_to_hex
from sie.pixels import largest_channel
from sie.vocab import ChartType, Direction, MarkKind, ScaleType, Stacking

CLEAR = 0.8
"""Shape times explained ink from which the other orientation is not looked at."""
SURE = 0.6
"""Shape times explained ink from which a reading needs no second try."""
CLOSE = 0.05
"""How much worse hatches made plain may do than the view as it is: strips between a ruling's lines look like bars."""
MOSTLY = 0.8
"""Part of the ink that bars explain where they are all found."""
NEARLY_WHOLE = 1.15
"""Parts of a bar, in the mean, that a curve's traces leave of whole bars."""
LONG_EDGE = 0.3
"""Part of the view that gapless columns must span before their common edge is looked at."""
MIN_SLICES = 5
SPANNING = 0.97
"""Part of the view's height from which a column reaches from end to end."""
AT_TICK = 2.5
"""How far from a tick's grid line a fill that it cuts may end, pixels."""
LEVEL = 2.0
"""Ends of columns that differ by no more are at one level, pixels."""
EDGE_REACH = 25
"""How far above a column's whole-pixel end its fill is sought: slices of an area are cut at their lowest point."""
EDGE_STEP = 40.0
"""Largest difference of a channel of a pixel that is still of the fill."""

_TYPES = {
    (False, "plain"): ChartType.VERTICAL_BAR,
    (False, "grouped"): ChartType.GROUPED_VERTICAL_BAR,
    (False, "stacked"): ChartType.STACKED_VERTICAL_BAR,
    (True, "plain"): ChartType.HORIZONTAL_BAR,
    (True, "grouped"): ChartType.GROUPED_HORIZONTAL_BAR,
    (True, "stacked"): ChartType.STACKED_HORIZONTAL_BAR,
}


@dataclass(frozen=True)
class BarReading:
    """The bars seen in one orientation.

    Attributes:
        score: shape evidence, 0 to 1.
        explained: part of the data ink within the bars' boxes.
    """

    view: View
    columns: tuple[Column, ...]
    bars: tuple[Bar, ...]
    score: float
    explained: float


def find_bars(canvas: Canvas, chart: ChartStructure, *, raster: Raster | None = None) -> Hypothesis | None:
    """The bars of a plot area in the likelier orientation, or None where there are none.

    Args:
        canvas: the plot area.
        chart: its structure.
        raster: the picture, from which the legend's patterned swatches are read.
    """
    cleaned = clean_canvas(canvas)
    found = _readings(canvas, chart, cleaned)
    if not any(_quality(reading) > CLEAR and not _has_parts(reading) for reading in found):
        bare = without_curves(canvas, cleaned)
        found = found if bare is None else _uncut(found, _readings(canvas, chart, bare))
    if not found:
        return None
    best = max(found, key=lambda r: _fitness(r, chart))
    hypothesis = make_hypothesis(best, chart, raster)
    unnamed = any(marks.name is None for marks in hypothesis.series)
    if len(useful_entries(chart)) > 1 and (unnamed or _is_broken(best, chart)):
        plain = _by_hues(canvas, chart, cleaned, best)
        return hypothesis if plain is None else make_hypothesis(plain, chart, raster)
    return hypothesis


def _is_broken(reading: BarReading, chart: ChartStructure) -> bool:
    """Whether ink is left over, or some bar has more parts than the legend has entries."""
    most = len(useful_entries(chart))
    return reading.explained < MOSTLY or any(len(column.parts) > most for column in reading.columns)


def _by_hues(canvas: Canvas, chart: ChartStructure, cleaned: Cleaned, best: BarReading) -> BarReading | None:
    """The bars of patterns that the legend's hues make plain, where they are whole and explain as much as others."""
    found = []
    for turned in _orientations(chart):
        seen = make_view(canvas, chart, cleaned, turned=turned)
        for view in hue_views(seen, chart):
            reading = read_bars(view, view)
            if reading is not None and not _is_broken(reading, chart) and _is_patterned(reading, seen):
                found.append(reading)
    enough = (1 - CLOSE) * _quality(best)
    found = [reading for reading in found if _quality(reading) >= enough]
    return max(found, key=lambda r: _fitness(r, chart)) if found else None


def _is_patterned(reading: BarReading, view: View) -> bool:
    """Whether most of the bars' parts show a pattern in a view: translucent fills have none."""
    parts = [part for column in reading.columns for part in column.parts]
    return sum(is_uneven(view, part) for part in parts) > 0.5 * len(parts)


def _has_parts(reading: BarReading) -> bool:
    return any(len(column.parts) > 1 for column in reading.columns)


def _parts_each(reading: BarReading) -> float:
    return sum(len(column.parts) for column in reading.columns) / len(reading.columns)


def _uncut(found: Sequence[BarReading], bare: Sequence[BarReading]) -> list[BarReading]:
    """The readings with and without curves, none with parts where bars without curves are whole and nearly as many.

    A curve cuts the bars that it crosses in two.
    """
    whole = [reading for reading in bare if _parts_each(reading) <= NEARLY_WHOLE and _quality(reading) > SURE]
    kept = [
        reading
        for reading in found
        if not _has_parts(reading)
        or not any(
            w.view.turned is reading.view.turned and len(w.columns) * NEARLY_WHOLE >= len(reading.columns)
            for w in whole
        )
    ]
    return [*kept, *bare]


def _readings(canvas: Canvas, chart: ChartStructure, cleaned: Cleaned) -> list[BarReading]:
    """The bars of both orientations, of one where it is clear."""
    found: list[BarReading] = []
    for turned in _orientations(chart):
        reading = best_reading(make_view(canvas, chart, cleaned, turned=turned))
        if reading is not None:
            found.append(reading)
            if _quality(reading) > CLEAR:
                break
    return found


def _orientations(chart: ChartStructure) -> tuple[bool, bool]:
    """Whether to look at the turned view, the likelier orientation first: bars stand on the axis of categories."""
    below, beside = chart.axis(Direction.HORIZONTAL), chart.axis(Direction.VERTICAL)
    named_below = below is not None and below.scale is ScaleType.CATEGORICAL
    named_beside = beside is not None and beside.scale is ScaleType.CATEGORICAL
    return (True, False) if named_beside and not named_below else (False, True)


def best_reading(view: View) -> BarReading | None:
    """The bars of one orientation, where the view as it is explains little with its patterns made plain."""
    plain = read_bars(view, view)
    hatched = _hatched_reading(view)
    if hatched is not None and _quality(hatched) > max(SURE, (_quality(plain) if plain else 0.0) - CLOSE):
        return hatched
    if plain is not None and _quality(plain) > SURE:
        return plain
    solid = solid_mask(view)
    if not may_be_patterned(view, solid):
        return plain
    smooth = smooth_views(view)
    tries = [plain, *(read_bars(made, view) for made in smooth)]
    tries.append(read_bars(solid_view(view, solid), view, colors=smooth[-1]))
    found = [reading for reading in tries if reading is not None]
    return max(found, key=_quality) if found else None


def _hatched_reading(view: View) -> BarReading | None:
    """The bars where outlined hatches are made plain; None where there are none."""
    made = cell_view(view)
    return None if made is None else read_bars(made, view, hatched=True)


def _quality(reading: BarReading) -> float:
    return reading.score * reading.explained


def read_bars(view: View, measured: View, *, colors: View | None = None, hatched: bool = False) -> BarReading | None:
    """The bars of one orientation, with sub-pixel edges; None where no rectangles share a base line.

    Args:
        view: where fills are plain.
        measured: the view that edges and colours are taken from.
        colors: where the parts of a stack differ, if not in the view itself.
        hatched: whether the view had outlined hatches, which `view` shows plain.
    """
    rects = find_rects(view)
    base = find_base(rects, view)
    if base is None:
        return None
    standing = join_halves(join_slivers(extend_columns(find_columns(rects, base, view), view)), view)
    columns = clean_columns(split_at_ticks(uniform_columns(standing), view), view)
    columns = split_columns(columns, view if colors is None else colors, patterned=colors is not None)
    if not columns:
        return None
    bars = measure_bars(columns, measured, hatched=hatched)
    if not bars:
        return None
    return BarReading(measured, tuple(columns), tuple(bars), _score(columns, rects, view), _explained(bars, measured))


def make_hypothesis(reading: BarReading, chart: ChartStructure, raster: Raster | None) -> Hypothesis:
    """A reading as a hypothesis: bars with their series and the bar type."""
    view = reading.view
    values = chart.axis(Direction.HORIZONTAL if view.turned else Direction.VERTICAL)
    bars: Sequence[Bar] = with_hidden_outline(reading.bars, view, values)
    assigned = assign_series(bars, view, chart, raster)
    bars, assigned = add_small_bars(bars, assigned, view)
    orientation = Direction.HORIZONTAL if view.turned else Direction.VERTICAL
    return Hypothesis(
        chart_type=_TYPES[(view.turned, assigned.layout)],
        orientation=orientation,
        series=assigned.series,
        elements=tuple(bar_element(bar, view, assigned, index) for index, bar in enumerate(bars)),
        explained=reading.explained,
        score=reading.score,
        stacking=_stacking(reading, assigned),
    )


def bar_element(bar: Bar, view: View, assigned: BarSeries, index: int) -> Element:
    """A bar as an element in picture coordinates."""
    middle = (bar.x0 + bar.x1) / 2
    low, high = min(bar.base, bar.end), max(bar.base, bar.end)
    return Element(
        id=f"bar{index}",
        kind=MarkKind.BAR,
        box=view.box_to_picture((bar.x0, low, bar.x1, high)),
        series=assigned.ids[index],
        px={"base": view.to_picture(middle, bar.base), "end": view.to_picture(middle, bar.end)},
        sigma_px=bar.sigma,
        confidence=0.9,
        color=lab_to_hex(bar.look[:3]),
    )


def _fitness(reading: BarReading, chart: ChartStructure) -> float:
    """How well an orientation suits: shape and ink, and names along the bars' feet rather than along their lengths."""
    fitness = reading.score + 0.5 * reading.explained
    along, across = (
        (Direction.VERTICAL, Direction.HORIZONTAL)
        if reading.view.turned
        else (Direction.HORIZONTAL, Direction.VERTICAL)
    )
    feet, values = chart.axis(along), chart.axis(across)
    if feet is not None and feet.scale == "categorical":
        fitness += 0.5
    if values is not None and values.scale == "categorical":
        fitness -= 0.7
    return fitness


def _stacking(reading: BarReading, assigned: BarSeries) -> Stacking:
    if assigned.layout != "stacked":
        return Stacking.NONE
    ends = [max((p.y0 if c.up else p.y1) * (-1 if c.up else 1) for p in c.parts) for c in reading.columns]
    even = len(ends) >= 2 and max(ends) - min(ends) <= 2
    return Stacking.PERCENT if even and len(reading.columns[0].parts) > 1 else Stacking.STACKED


def _score(columns: Sequence[Column], rects: Sequence[Rect], view: View) -> float:
    """Shape evidence: part of all rectangles' area that stands on the base in equally wide columns, fewer for one bar.

    Columns of one or two pixels without gaps between them are slices of an area, not bars, and so are gapless ones
    whose ends together run gradually. Columns from end to end that grid lines part are one fill.
    """
    standing = sum(part.width * part.height for c in columns for part in c.parts)
    every = sum(r.width * r.height for r in rects if r.height >= 2 and r.width >= 2) or 1
    share = min(1.0, standing / max(every, standing))
    gaps = [b.x0 - a.x1 for a, b in pairwise(columns)]
    slivers = sum(1 for c, gap in zip(columns[:-1], gaps, strict=True) if c.width <= 3 and gap <= 0)
    sliver_share = slivers / max(1, len(columns) - 1)
    parts = [part for column in columns for part in column.parts]
    if _are_grid_cells(columns, view):
        return 0.0
    crumbs = sum(part.height <= 3 for part in parts if len(parts) > len(columns)) / len(parts)
    few = {1: 0.6, 2: 0.85}.get(len(columns), 1.0)
    return float(np.clip(share * few * (1 - sliver_share) * (1 - 0.8 * crumbs) * (1 - _gradual(columns, view)), 0, 1))


def _are_grid_cells(columns: Sequence[Column], view: View) -> bool:
    """Whether all columns span the plot, and lie from one tick of an axis with numbers to the next: a fill's pieces."""
    if view.categorical is not False or len(view.tick_columns) < 3:
        return False
    height = view.plot[3] - view.plot[1]
    ticks = np.array(view.tick_columns)
    sides = [side for column in columns for side in (column.x0, column.x1)]
    inner = sides[1:-1] if len(columns) > 1 else sides
    at_ticks = all(float(np.abs(ticks - side).min()) <= AT_TICK for side in inner)
    return at_ticks and all(column.y1 - column.y0 >= SPANNING * height for column in columns)


def _gradual(columns: Sequence[Column], view: View) -> float:
    """Part of the gapless columns' common edge that runs gradually, 0 where it has level steps or is short.

    Where all end at one level, as stacks of shares do, the edge of their first parts tells.
    """
    rows: list[Column] = []
    longest: list[Column] = []
    for column in columns:
        if rows and (column.x0 - rows[-1].x1 > 1 or column.up is not rows[-1].up):
            longest, rows = max(longest, rows, key=_spanned), []
        rows.append(column)
    longest = max(longest, rows, key=_spanned)
    if _spanned(longest) < LONG_EDGE * view.shape[1] or len(columns) < MIN_SLICES:
        return 0.0
    edge = np.array([row for column in longest for row in _ends(column, column.parts[-1], view)])
    if np.ptp(edge) <= LEVEL and any(len(column.parts) > 1 for column in longest):
        edge = np.array([row for column in longest for row in _ends(column, column.parts[0], view)])
    share = gradual_share(edge)
    return share if share > 0.5 else 0.0


def _spanned(columns: Sequence[Column]) -> int:
    return sum(column.width for column in columns)


def _ends(column: Column, part: Rect, view: View) -> list[float]:
    """In each pixel column of a bar the row where a part's fill ends."""
    low, high = max(0, part.y0 - EDGE_REACH), min(view.shape[0], part.y1 + EDGE_REACH)
    strip = view.rgb[low:high, column.x0 : column.x1].astype(np.float32)
    like = largest_channel(np.abs(strip - np.array(part.color, np.float32))) <= EDGE_STEP
    rows = like.argmax(axis=0) if column.up else len(like) - like[::-1].argmax(axis=0)
    return [float(low + row) for row in rows]


def _explained(bars: Sequence[Bar], view: View) -> float:
    covered = np.zeros(view.shape, bool)
    for bar in bars:
        low, high = sorted((bar.base, bar.end))
        covered[max(0, int(low) - 2) : int(high) + 3, max(0, int(bar.x0) - 1) : int(bar.x1) + 2] = True
    total = int(view.ink.sum())
    return float((view.ink & covered).sum() / total) if total else 0.0
