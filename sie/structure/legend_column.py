"""Completes a column of entries: a label in line with the others that has ink where their swatches stand is one too."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from sie.artifacts import XYXY, TextBlock
from sie.structure.legend_layout import COLUMN_GAP, Pair
from sie.structure.legend_swatch import describe_glyph
from sie.structure.legend_text import line_height
from sie.structure.legend_window import color_distance
from sie.vocab import Side

FRAMED = 0.9
"""Strokes run along at least this part of each side of a key."""
MAX_OUTLINE = 3
"""How thick the outline between two keys may be, pixels."""
MIN_COVER = 0.3
"""A swatch has ink in at least this part of the columns of the other swatches."""


def complete_column(rgb: np.ndarray, pairs: Sequence[Pair], free: Sequence[TextBlock]) -> list[Pair]:
    """The pairs with those of further labels in their columns that stand beside swatches of the same place and size."""
    found = list(pairs)
    taken = {p.block.id for p in pairs}
    changed = len(pairs) > 1
    while changed:
        changed = False
        for block in free:
            pair = None if block.id in taken else _pair_beside(rgb, block, found)
            if pair is not None:
                found.append(pair)
                taken.add(block.id)
                changed = True
    return found


def own_swatch(rgb: np.ndarray, pair: Pair, block: TextBlock) -> XYXY | None:
    """Bounds of the ink beside a block, in the column of a pair's glyph and apart from that glyph."""
    x0, y0, x1, y1 = pair.glyph.box
    line = pair.glyph.line
    shift = block.center[1] - pair.block.center[1]
    half = 0.5 * max(y1 - y0, 0.4 * line)
    middle = (y0 + y1) / 2 + shift
    top, bottom = round(middle - half) - 1, round(middle + half) + 1
    if top < y1 and bottom > y0:
        return None
    left, right = int(x0), int(x1)
    crop = rgb[max(0, top) : max(0, bottom), left:right]
    if crop.size == 0:
        return None
    ink = color_distance(crop, pair.glyph.background) > pair.glyph.step
    columns, rows = np.flatnonzero(ink.any(axis=0)), np.flatnonzero(ink.any(axis=1))
    if len(columns) < max(2, MIN_COVER * ink.shape[1]):
        return None
    if rows[0] > 0.75 * ink.shape[0] or rows[-1] < 0.25 * ink.shape[0]:
        return None
    ry, cx = max(0, top), left
    return float(cx + columns[0]), float(ry + rows[0]), float(cx + columns[-1] + 1), float(ry + rows[-1] + 1)


def touching_keys(rgb: np.ndarray, pairs: Sequence[Pair], free: Sequence[TextBlock]) -> list[Pair]:
    """The labels whose keys touch that of another label: boxes of one size, drawn on each other in one outline."""
    found = list(pairs)
    for block in free:
        touching = [pair for pair in found if _is_on(pair, block)]
        made = [_framed(rgb, pair, block) for pair in touching]
        found += [pair for pair in made if pair is not None][:1]
    return found[len(pairs) :]


def _is_on(pair: Pair, block: TextBlock) -> bool:
    """Whether a block stands one key's height above or below a pair's label, in line with it."""
    height, line = pair.glyph.box[3] - pair.glyph.box[1], pair.glyph.line
    distance = abs(block.center[1] - pair.block.center[1])
    edge = block.box[0] if pair.glyph.side is Side.LEFT else block.box[2]
    aligned = abs(edge - pair.glyph.text_edge) <= 0.4 * line and abs(line_height(block) - line) <= 0.3 * line
    return aligned and height >= 0.8 * line and abs(distance - height) <= MAX_OUTLINE


def _framed(rgb: np.ndarray, pair: Pair, block: TextBlock) -> Pair | None:
    """The pair of a block with the box beside it, where strokes frame that on all sides."""
    x0, y0, x1, y1 = (round(v) for v in pair.glyph.box)
    shift = round(block.center[1] - pair.block.center[1])
    y0, y1 = y0 + shift, y1 + shift
    reach = MAX_OUTLINE
    if min(x0, y0) < reach or x1 + reach > rgb.shape[1] or y1 + reach > rgb.shape[0]:
        return None
    crop = rgb[y0 - reach : y1 + reach, x0 - reach : x1 + reach]
    ink = color_distance(crop, pair.glyph.background) > pair.glyph.step
    across, along = ink[:, 2 * reach : -2 * reach].mean(axis=1), ink[2 * reach : -2 * reach].mean(axis=0)
    sides = [_strokes(part) for part in (along, across)]
    if sides[0] is None or sides[1] is None:
        return None
    (left, right), (top, bottom) = sides[0], sides[1]
    edge = block.box[0] if pair.glyph.side is Side.LEFT else block.box[2]
    box = (float(x0 - reach + left), float(y0 - reach + top), float(x0 - reach + right), float(y0 - reach + bottom))
    glyph = replace(pair.glyph, box=box, text_edge=edge, inside_label=False)
    return Pair(block, glyph, describe_glyph(rgb, glyph))


def _strokes(inked: np.ndarray) -> tuple[int, int] | None:
    """Where strokes begin and end a key along one direction; None where one of the two is missing.

    Args:
        inked: part of each row or column that is inked, from `MAX_OUTLINE` pixels before the key to as many behind it.
    """
    strokes = np.flatnonzero(inked >= FRAMED)
    if not len(strokes) or strokes[0] >= 2 * MAX_OUTLINE or strokes[-1] < len(inked) - 2 * MAX_OUTLINE:
        return None
    # the nearest to where they are due: beyond them the next key begins
    first = min(strokes, key=lambda at: abs(at - MAX_OUTLINE))
    last = min(strokes, key=lambda at: abs(at - (len(inked) - MAX_OUTLINE - 1)))
    return int(first), int(last) + 1


def _pair_beside(rgb: np.ndarray, block: TextBlock, pairs: Sequence[Pair]) -> Pair | None:
    """The pair of a label below or above another pair, as far as the column has its ink."""
    near = sorted(pairs, key=lambda p: abs(p.block.center[1] - block.center[1]))
    for pair in near:
        line = pair.glyph.line
        distance = abs(pair.block.center[1] - block.center[1])
        edge = block.box[0] if pair.glyph.side is Side.LEFT else block.box[2]
        aligned = abs(edge - pair.glyph.text_edge) <= 0.4 * line
        if not aligned or not 0.8 * line <= distance <= COLUMN_GAP * line:
            continue
        if abs(line_height(block) - line) > 0.3 * line or not _is_regular(pair, block, pairs):
            continue
        box = own_swatch(rgb, pair, block)
        if box is not None:
            glyph = replace(pair.glyph, box=box, text_edge=edge, inside_label=False)
            return Pair(block, glyph, describe_glyph(rgb, glyph))
    return None


def _is_regular(pair: Pair, block: TextBlock, pairs: Sequence[Pair]) -> bool:
    """The block stands a whole number of the column's pitches away."""
    line = pair.glyph.line
    column = [p.block.center[1] for p in pairs if abs(p.glyph.text_edge - pair.glyph.text_edge) <= 0.4 * line]
    steps = np.diff(np.sort(np.array(column)))
    steps = steps[steps > 0.6 * line]
    if len(steps) == 0:
        return False
    count = abs(block.center[1] - pair.block.center[1]) / float(steps.min())
    return round(count) >= 1 and abs(count - round(count)) <= 0.25
