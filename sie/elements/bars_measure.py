"""Sub-pixel places and looks of bars, from the whole-pixel columns that were found."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from sie.elements.bars_columns import Column
from sie.elements.bars_edges import REACH, locate_edge, row_profile, without_letters
from sie.elements.bars_hatch import interior_of, is_textured, texture_look
from sie.elements.bars_rects import stroke_limit
from sie.elements.bars_series import Bar
from sie.elements.bars_view import View
from sie.elements.bars_zones import Rect
from sie.elements.looks import rgb_to_lab
from sie.medians import median_of

MIN_HEIGHT = 0.6
"""A bar of less is the outline of an empty one, pixels."""
BEYOND = 2
"""Pixels looked at beyond a bar's end in addition: a thick outline lies there."""
SIGMA_PX = 0.1
"""Standard error of a bar's edge that is blurred over two pixels."""
INNER_SIGMA_PX = 0.3
"""The same of an edge between two parts: outlines and separators belong to either."""

MIN_FEET, MOST_FEET, SAME_ROW = 2, 0.8, 0.25
MIN_APART = 0.6
"""Feet of bars that go up and of those that go down are apart where an outline in the ground's colour is so wide, and
most of each are at one row to a quarter of a pixel."""


def measure_bars(columns: Sequence[Column], view: View, *, hatched: bool = False) -> list[Bar]:
    """The parts of all columns as bars with sub-pixel edges and the look of their fill.

    Args:
        columns: the columns.
        view: the view that edges and colours are taken from.
        hatched: whether some fills are known to be patterns, however sparse.
    """
    bars: list[Bar] = []
    parts = [part for column in columns for part in column.parts]
    textured = hatched or sum(is_textured(view, part) for part in parts) > 0.3 * len(parts)
    slots = _slots(columns)
    for slot, column in zip(slots, columns, strict=True):
        side = _sides(column, view)
        places = _boundaries(column, view)
        sigma = SIGMA_PX if len(column.parts) == 1 else INNER_SIGMA_PX
        for part, (start, stop) in zip(column.parts, pairwise(places), strict=True):
            look = _texture(part, view) if textured else rgb_to_lab([_fill_color(part, view)])[0]
            bars.append(Bar(slot, side[0], side[1], start, stop, column.up, look, sigma))
    return [bar for bar in _with_common_base(bars) if abs(bar.end - bar.base) >= MIN_HEIGHT]


def _slots(columns: Sequence[Column]) -> list[int]:
    """The slot of each column: its place, the parts above and below the base line sharing one."""
    slots: list[int] = []
    for index, column in enumerate(columns):
        before = columns[index - 1] if index else None
        shared = before is not None and min(before.x1, column.x1) - max(before.x0, column.x0) > 0.5 * column.width
        slots.append(slots[-1] if shared else (slots[-1] + 1 if slots else 0))
    return slots


def _texture(part: Rect, view: View) -> NDArray[np.float32]:
    patch = interior_of(view.rgb, part)
    # seen as in the picture, so that a lying bar's lines and its swatch's have one direction
    return texture_look(np.ascontiguousarray(patch.transpose(1, 0, 2) if view.turned else patch))


def _fill_color(part: Rect, view: View) -> tuple[float, float, float]:
    """Median colour of a part's inner pixels, text left out."""
    dx, dy = (part.width - 1) // 4, (part.height - 1) // 4
    rows, cols = slice(part.y0 + dy, part.y1 - dy), slice(part.x0 + dx, part.x1 - dx)
    pixels = view.rgb[rows, cols][~view.text[rows, cols]]
    if not len(pixels):
        return part.color
    center = median_of(pixels, axis=0)
    return float(center[0]), float(center[1]), float(center[2])


def _boundaries(column: Column, view: View) -> list[float]:
    """The rows of a column's base, inner boundaries and end, from the base outwards."""
    top, bottom = max(0, column.y0 - 16), min(view.shape[0], column.y1 + 16)
    profile = row_profile(view.rgb, column.x0, column.x1, top, bottom)
    parts = column.parts
    heights = [part.height for part in parts]
    widest = max(REACH, stroke_limit(view) + 2)
    end = _whole_row(column, len(parts)) - top
    bounds = (column.x0, top, column.x1, bottom)
    profile = without_letters(profile, view.rgb, bounds, end, view.background, outward=-1 if column.up else 1)
    places = []
    for index in range(len(parts) + 1):
        inner = heights[index - 1] if index else widest
        outer = heights[index] if index < len(parts) else widest + BEYOND
        row = _whole_row(column, index)
        before, after = (outer, inner) if column.up else (inner, outer)
        most = widest + (BEYOND if index == len(parts) else 0)
        reach = max(1, min(most if column.up else widest, before)), max(1, min(widest if column.up else most, after))
        places.append(top + locate_edge(profile, row - top, reach=reach[0], inner_reach=reach[1]))
    return places


def _whole_row(column: Column, index: int) -> int:
    """The whole-pixel row of boundary `index`: the middle of the gap between two parts."""
    parts = column.parts
    if index == 0:
        return parts[0].y1 if column.up else parts[0].y0
    near = parts[index - 1].y0 if column.up else parts[index - 1].y1
    if index == len(parts):
        return near
    far = parts[index].y1 if column.up else parts[index].y0
    return (near + far) // 2


def _sides(column: Column, view: View) -> tuple[float, float]:
    """Sub-pixel left and right edges of a column, from its tallest part."""
    part = max(column.parts, key=lambda p: p.height)
    margin = 6
    left, right = max(0, part.x0 - margin), min(view.shape[1], part.x1 + margin)
    turned = view.rgb.transpose(1, 0, 2)
    profile = row_profile(turned, part.y0, part.y1, left, right)
    inner = max(1, min(4, part.width))
    x0 = left + locate_edge(profile, part.x0 - left, inner_reach=inner)
    x1 = left + locate_edge(profile, part.x1 - left, reach=inner)
    return (x0, x1) if x1 - x0 > 0.3 else (float(part.x0), float(part.x1))


def _with_common_base(bars: list[Bar]) -> list[Bar]:
    """Bars whose first parts start at one row, the median of the measured ones; at two where outlines part the feet."""
    first = _first_parts(bars)
    feet = {up: [bars[i].base for i in first if bars[i].up is up] for up in (True, False)}
    common = float(median_of(feet[True] + feet[False]))
    base = dict.fromkeys((True, False), common)
    if all(_are_level(own) for own in feet.values()):
        above, below = (float(median_of(feet[up])) for up in (True, False))
        if below - above >= MIN_APART:
            base = {True: above, False: below}
    return [bar.from_base(base[bar.up]) if index in set(first) else bar for index, bar in enumerate(bars)]


def _are_level(feet: Sequence[float]) -> bool:
    """Whether most of the feet, at least two, are at one row; a bar of a few pixels may be off."""
    if not feet:
        return False
    level = np.abs(np.array(feet) - median_of(feet)) <= SAME_ROW
    return int(level.sum()) >= MIN_FEET and float(level.mean()) >= MOST_FEET


def _first_parts(bars: Sequence[Bar]) -> list[int]:
    seen: set[tuple[int, bool]] = set()
    first = []
    for index, bar in enumerate(bars):
        if (bar.slot, bar.up) not in seen:
            seen.add((bar.slot, bar.up))
            first.append(index)
    return first
