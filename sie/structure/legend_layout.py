"""Groups pairs of label and glyph into one legend.

A single pair proves little: a tick mark beside a number looks the same. What makes a legend is repetition: the same
side, the same distance, one column or one row, and glyphs that differ from each other.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from sie.artifacts import XYXY, TextBlock
from sie.structure.legend_glyph import Glyph
from sie.structure.legend_swatch import Swatch
from sie.vocab import Side

ALIGN = 0.6
"""Largest misalignment of glyphs in a column, in label heights."""
SAME_INK = 30
"""Largest difference of a channel between glyphs of one ink,"""
SAME_FILL = 6
"""and between patches of one fill: those of a sequence of shades differ by little."""
CENTERED = 0.25
"""Largest difference between middles that are said to be the same, in label heights."""
OTHER_DASHES = 0.2
"""Part of two line samples' length in which one has a dash and the other a gap, from which they are no copies."""
COLUMN_GAP = 4.0
"""Widest distance between rows, in label heights."""
ROW_GAP = 9.0
"""Widest blank between an entry and the next one in its row, in label heights."""
GRID_GAP = 25.0
"""The same where both have patches of one size: some tools spread a legend's row over the whole width of the plot."""


@dataclass(frozen=True)
class Pair:
    """A label with the glyph beside it."""

    block: TextBlock
    glyph: Glyph
    swatch: Swatch

    @property
    def box(self) -> XYXY:
        """Bounds of label and glyph."""
        return join_boxes([self.block.box, self.glyph.box])


def join_boxes(boxes: Sequence[XYXY]) -> XYXY:
    """The smallest box around boxes."""
    return (
        min(b[0] for b in boxes),
        min(b[1] for b in boxes),
        max(b[2] for b in boxes),
        max(b[3] for b in boxes),
    )


def group_pairs(pairs: Sequence[Pair]) -> list[list[Pair]]:
    """The pairs in groups whose members stand in common columns and rows, largest first."""
    parent = list(range(len(pairs)))

    def root(k: int) -> int:
        while parent[k] != k:
            k = parent[k]
        return k

    for i in range(len(pairs)):
        for j in range(i):
            if _neighbours(pairs[i], pairs[j]):
                parent[root(i)] = root(j)
    groups: dict[int, list[Pair]] = {}
    for k, pair in enumerate(pairs):
        groups.setdefault(root(k), []).append(pair)
    return sorted(groups.values(), key=len, reverse=True)


def _neighbours(a: Pair, b: Pair) -> bool:
    line = (a.glyph.line + b.glyph.line) / 2
    if a.glyph.side is not b.glyph.side or abs(a.glyph.line - b.glyph.line) > 0.4 * line:
        return False
    (ax, ay), (bx, by) = a.glyph.center, b.glyph.center
    if not same_kind(a, b):
        return False
    if _centered(a, b, line) and abs(ay - by) <= COLUMN_GAP * line:
        return True
    if abs(a.glyph.gap - b.glyph.gap) > 1.2 * line:
        return False
    middle_a, middle_b = a.block.center[1], b.block.center[1]
    if abs(middle_a - middle_b) <= 0.4 * line:
        left, right = (a, b) if ax < bx else (b, a)
        blank = right.box[0] - left.box[2]
        alike = abs(a.glyph.gap - b.glyph.gap) <= 0.8 * line or _in_one_place(a, b, line)
        return -0.5 * line <= blank <= (GRID_GAP if _same_patches(a, b, line) else ROW_GAP) * line and alike
    aligned = abs(ax - bx) <= ALIGN * line or abs(a.glyph.box[0] - b.glyph.box[0]) <= 0.4 * line
    same_text = (
        abs(a.glyph.text_edge - b.glyph.text_edge) <= ALIGN * line
        or abs(a.block.box[0] - b.block.box[0]) <= ALIGN * line
        or abs(a.block.box[2] - b.block.box[2]) <= ALIGN * line
    )
    return aligned and same_text and abs(ay - by) <= COLUMN_GAP * line


def _centered(a: Pair, b: Pair, line: float) -> bool:
    """Whether two glyphs stand exactly above each other and so do their labels' middles."""
    ends = [abs(p - q) <= CENTERED * line for p, q in zip(a.glyph.box[::2], b.glyph.box[::2], strict=True)]
    far = 2 if a.glyph.side is Side.LEFT else 0
    middles = [(pair.glyph.text_edge + pair.block.box[far]) / 2 for pair in (a, b)]
    return all(ends) and abs(middles[0] - middles[1]) <= CENTERED * line


def same_kind(a: Pair, b: Pair) -> bool:
    """Glyphs of one legend have about one width, save for markers: those stand where the middle of a line would be."""
    (aw, ah), (bw, bh) = a.glyph.size, b.glyph.size
    line = (a.glyph.line + b.glyph.line) / 2
    if max(aw, ah, bw, bh) <= 1.6 * line:
        return True
    if min(max(aw, ah), max(bw, bh)) <= 1.6 * line and _in_one_place(a, b, line):
        return True
    return abs(aw - bw) <= max(0.35 * max(aw, bw), 0.5 * line)


def _same_patches(a: Pair, b: Pair, line: float) -> bool:
    """Whether two glyphs are patches of one size, equally far from their labels."""
    sizes = [abs(p - q) for p, q in zip(a.glyph.size, b.glyph.size, strict=True)]
    apart = abs(a.glyph.gap - b.glyph.gap)
    return a.swatch.is_patch and b.swatch.is_patch and max(*sizes, apart) <= CENTERED * line


def _in_one_place(a: Pair, b: Pair, line: float) -> bool:
    """Whether the middles of two glyphs are equally far from their labels."""
    far_a, far_b = (abs(pair.glyph.text_edge - pair.glyph.center[0]) for pair in (a, b))
    return abs(far_a - far_b) <= CENTERED * line


def is_tick_mark(pair: Pair) -> bool:
    """The glyph is a short thin dash close to its label, as tick marks are."""
    width, height = pair.glyph.size
    line = pair.glyph.line
    solid = float(pair.swatch.look.mean()) >= 0.6
    return width <= 0.7 * line and height <= max(2.0, 0.2 * line) and solid


def differ_in_color(pairs: Sequence[Pair]) -> bool:
    """At least two entries, and no two of the same colour and look."""
    if len(pairs) < 2:
        return False
    for k, a in enumerate(pairs):
        for b in pairs[:k]:
            near = max(abs(p - q) for p, q in zip(a.swatch.color, b.swatch.color, strict=True)) <= 24
            if near and a.swatch.hatched == b.swatch.hatched:
                return False
    return True


def all_alike(pairs: Sequence[Pair]) -> bool:
    """Every glyph looks like the first: tick marks, bullets, the points of one series, but not a legend."""
    first = pairs[0].swatch
    if all(is_tick_mark(pair) for pair in pairs):
        colors = np.array([pair.swatch.color for pair in pairs])
        widths = [pair.glyph.size[0] for pair in pairs]
        return int((colors.max(axis=0) - colors.min(axis=0)).max()) <= 90 and max(widths) - min(widths) <= 2
    return all(_alike(first, pair.swatch) for pair in pairs[1:])


def _alike(a: Swatch, b: Swatch) -> bool:
    limit = SAME_FILL if a.is_patch and b.is_patch and not a.hatched else SAME_INK
    if max(abs(p - q) for p, q in zip(a.color, b.color, strict=True)) > limit or a.hatched != b.hatched:
        return False
    (ah, aw), (bh, bw) = a.look.shape, b.look.shape
    if abs(ah - bh) > max(1.5, 0.2 * max(ah, bh)) or abs(aw - bw) > max(1.5, 0.2 * max(aw, bw)):
        return False
    small = [cv2.resize(look, (24, 12), interpolation=cv2.INTER_AREA) for look in (a.look, b.look)]
    along = [cv2.resize(look.max(axis=0, keepdims=True), (aw, 1))[0] for look in (a.look, b.look)]
    dashes = float(np.abs(along[0] - along[1]).mean()) if a.has_line and b.has_line else 0.0
    return float(np.abs(small[0] - small[1]).mean()) < 0.12 and dashes < OTHER_DASHES


def in_order(pairs: Sequence[Pair]) -> list[Pair]:
    """The pairs in reading order: row by row, each from the left."""
    rows: list[list[Pair]] = []
    for pair in sorted(pairs, key=lambda p: p.block.center[1]):
        if rows and abs(rows[-1][0].block.center[1] - pair.block.center[1]) <= 0.5 * pair.glyph.line:
            rows[-1].append(pair)
        else:
            rows.append([pair])
    return [pair for row in rows for pair in sorted(row, key=lambda p: p.block.box[0])]
