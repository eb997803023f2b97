"""Columns of bars mended: error bars and labels split their fills, compression parts strips from their sides."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from sie.elements.bars_columns import Column
from sie.elements.bars_rects import near_colors, stroke_limit
from sie.elements.bars_view import View
from sie.pixels import largest_channel

FILL_STEP = 30.0
"""Largest difference of a channel between a fill and what is left of it beside an error bar or a label."""
PALE_PART = 0.45
"""The same as a part of the fill's difference from the background, where that is pale."""
PALEST = 30.0
"""A fill nearer to the background is not told from it."""
FILL_ROW = 0.45
"""Part of a row of a bar that its fill still covers there."""
SKIPPED_ROWS = 3
"""Thickness of an error bar's cap, which may be as wide as its bar."""
STRIP_PX = 8
"""Pixels: wider ones are made by no compression."""
STRIP_STEP = 60.0
"""Largest difference of a channel between a fill and the strip that compression makes of its side."""
WHOLE_PART = 0.8
"""What is this part as wide as most columns is a bar, and no strip of an equal neighbour, or of two that touch."""
HALF_SLACK = 0.1
"""Part of its width by which one half may differ from the other, and both together from a whole bar."""
STRIP_SLACK = 3.0
"""How far their ends may differ, pixels."""


def extend_columns(columns: list[Column], view: View) -> list[Column]:
    """The columns with their last part drawn out over the rows where an error bar or a label splits its fill."""
    return [_extended(column, view) for column in columns]


def _extended(column: Column, view: View) -> Column:
    last = column.parts[-1]
    if column.width < 4:
        return column
    if last.height <= SKIPPED_ROWS and len(column.parts) > 1:
        # a cap as wide as the bar lies within it where the fill goes on behind
        under = _extended(replace(column, parts=column.parts[:-1]), view)
        if under.y0 < column.y0 or under.y1 > column.y1:
            return under
    strip = view.rgb[:, column.x0 : column.x1].astype(np.float32)
    contrast = float(np.abs(np.array(last.color) - np.array(view.background)).max())
    if contrast < PALEST:
        return column
    step_limit = min(FILL_STEP, PALE_PART * contrast)
    like = largest_channel(np.abs(strip - np.array(last.color, np.float32))) <= step_limit
    filled = like.mean(axis=1) >= FILL_ROW
    row, step = (last.y0 - 1, -1) if column.up else (last.y1, 1)
    reached = row
    while 0 <= row < len(filled) and abs(row - reached) <= SKIPPED_ROWS:
        row += step
        if filled[row - step]:
            reached = row
    longer = replace(last, y0=reached + 1) if column.up else replace(last, y1=reached)
    return replace(column, parts=(*column.parts[:-1], longer))


def join_slivers(columns: list[Column]) -> list[Column]:
    """The columns with the strips that compression parts from their sides taken in: touching, narrow, as high."""
    joined: list[Column] = []
    typical = float(np.median([column.width for column in columns])) if columns else 0.0
    for column in columns:
        before = joined[-1] if joined else None
        if before is None or not _is_strip(before, column, typical):
            joined.append(column)
            continue
        wide = max(before, column, key=lambda c: c.width)
        end = min(before.y0, column.y0) if wide.up else max(before.y1, column.y1)
        last = replace(wide.parts[-1], y0=end) if wide.up else replace(wide.parts[-1], y1=end)
        sides = [replace(p, x0=before.x0, x1=column.x1) for p in (*wide.parts[:-1], last)]
        joined[-1] = Column(before.x0, column.x1, wide.up, tuple(sides))
    return joined


def join_halves(columns: list[Column], view: View) -> list[Column]:
    """The columns with the two halves of a low bar joined that an error bar cuts from end to end.

    Halves are of one fill and one height, with a stroke between, and together as wide as a bar that is whole.
    """
    joined: list[Column] = []
    limit = stroke_limit(view)
    strokes = [column for column in columns if column.width <= limit]
    for column in (column for column in columns if column.width > limit):
        before = joined[-1] if joined else None
        if before is None or not _are_halves(before, column, columns, view):
            joined.append(column)
            continue
        parts = tuple(
            replace(one, x1=other.x1, y0=min(one.y0, other.y0), y1=max(one.y1, other.y1))
            for one, other in zip(before.parts, column.parts, strict=True)
        )
        joined[-1] = Column(before.x0, column.x1, before.up, parts)
    return sorted([*joined, *strokes], key=lambda column: column.x0)


def _are_halves(left: Column, right: Column, columns: list[Column], view: View) -> bool:
    gap = right.x0 - left.x1
    if left.up is not right.up or not 0 < gap <= stroke_limit(view) + 2 or len(left.parts) != len(right.parts):
        return False
    level = abs(left.y0 - right.y0) <= 1 and abs(left.y1 - right.y1) <= 1
    alike = abs(left.width - right.width) <= max(2, HALF_SLACK * left.width)
    whole = right.x1 - left.x0
    others = [one.width for one in columns if one is not left and one is not right]
    as_wide = any(abs(width - whole) <= max(2, HALF_SLACK * whole) for width in others)
    pairs = zip(left.parts, right.parts, strict=True)
    return level and alike and as_wide and all(near_colors(one.color, other.color) for one, other in pairs)


def _is_strip(left: Column, right: Column, typical: float) -> bool:
    narrow, wide = sorted((left, right), key=lambda c: c.width)
    if left.up is not right.up or not 0 <= right.x0 - left.x1 <= 1 or narrow.width > 0.5 * wide.width:
        return False
    if narrow.width >= WHOLE_PART * typical and narrow.width > STRIP_PX:
        return False
    ends = (narrow.y0 - wide.y0) if wide.up else (wide.y1 - narrow.y1)
    level = abs(ends) <= max(STRIP_SLACK, 0.02 * (wide.y1 - wide.y0))
    first, second = narrow.parts[-1].color, wide.parts[-1].color
    return level and max(abs(a - b) for a, b in zip(first, second, strict=True)) <= STRIP_STEP
