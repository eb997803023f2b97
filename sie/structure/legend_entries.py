"""Turns the pairs of a legend into its entries: whole labels, titles, and colours as the chart shows them."""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np

from sie.artifacts import XYXY, Legend, LegendEntry, TextBlock
from sie.structure.legend_column import own_swatch
from sie.structure.legend_layout import Pair, in_order, join_boxes
from sie.structure.legend_swatch import to_hex
from sie.structure.legend_text import is_number, line_height
from sie.structure.legend_window import INK_STEP, color_distance
from sie.vocab import Side

CENTRED_REL = 0.04
"""A text this near the middle of the plot area, in its widths, is centred over it."""
BETWEEN_LINES = 0.3
"""A swatch this far above its label's middle, in line heights, stands beside two lines."""
LETTER_WIDTH = 0.28
"""In line heights: the letters of a text are no narrower on average."""
WORD_GAP = 0.12
"""Columns without ink between two words, in line heights; between letters there are fewer."""
_SAMPLE_LETTERS = frozenset("TIHFLtl1|+-x*oO0")
"""What engines read a line with a marker as."""
_GLYPH_CHARACTER = re.compile(r"^[\s\-–—−_=~·•●○◦■□▪▫▲△▼▽◆◇★☆×✕✖+*|.:…]+(?=\S)|^(?:[A-Z0-9o] )?[oO0QDIlΔ∆∇] (?=\S)")
_SYMBOL_FIRST = re.compile(r"^[-–—_=~·•●○◦■□▪▫▲△▼▽◆◇★☆×✕✖|…]+\s*[^\W\d]|^[Δ∆∇] ")
"""A label that begins with what was read from its glyph; a minus sign stands before a digit."""
_GLYPH_CHARACTER_AFTER = re.compile(r"(?<=\S)[\s\-–—−_=~·•●○◦■□▪▫▲△▼▽◆◇★☆×✕✖+*|]+$|(?<=\S) [oO0]$")


def build_legend(
    rgb: np.ndarray, pairs: Sequence[Pair], free: Sequence[TextBlock], plot_area: XYXY | None = None
) -> Legend:
    """The legend of pairs in a picture; `free` are the level texts that may be further lines or the title."""
    ordered = in_order(pairs)
    taken = {p.block.id for p in ordered}
    patches = not any(p.swatch.has_marker and not p.swatch.has_line for p in ordered)
    entries = []
    for k, pair in enumerate(ordered):
        lines = _continuation(rgb, pair, ordered, [b for b in free if b.id not in taken])
        taken.update(b.id for b in lines)
        above = _line_above(pair, [b for b in free if b.id not in taken])
        taken.update(b.id for b in above)
        entries.append(_entry(rgb, k, pair, (lines, above), patches=patches))
    boxes = [e.label_box for e in entries if e.label_box] + [e.swatch_box for e in entries if e.swatch_box]
    box = join_boxes(boxes)
    title = _title(ordered, box, [b for b in free if b.id not in taken and not _parted(b, box, plot_area)])
    return Legend(
        entries=tuple(entries),
        box=join_boxes([box, *(b.box for b in title)]),
        title=" ".join(one_line(b.text) for b in title) or None,
        title_ids=tuple(b.id for b in title),
    )


def _entry(
    rgb: np.ndarray, k: int, pair: Pair, lines: tuple[Sequence[TextBlock], Sequence[TextBlock]], *, patches: bool
) -> LegendEntry:
    """The entry of a pair; `lines` are the blocks below and above that belong to its label."""
    more, above = lines
    swatch = pair.swatch
    blocks = [*above, pair.block, *more]
    label = one_line(pair.block.text)
    if pair.glyph.inside_label or _covers(pair) or _SYMBOL_FIRST.match(label):
        label = _without_glyph(label, pair.glyph.side)
    if pair.glyph.inside_label:
        label = _fitting(label, pair)
    elif _has_word_of_sample(rgb, label, pair):
        label = label.split(" ", 1)[1]
    is_patch = swatch.is_patch and patches
    stroke_only = swatch.is_patch and not is_patch and swatch.hollow and swatch.edge_color is not None
    color = swatch.edge_color if stroke_only and swatch.edge_color else swatch.color
    edge = None if stroke_only else swatch.edge_color
    return LegendEntry(
        id=f"le{k}",
        label=" ".join([*(one_line(b.text) for b in above), label, *(one_line(b.text) for b in more)]),
        label_box=_label_box(pair, [*above, *more]),
        swatch_box=swatch.box,
        text_ids=tuple(b.id for b in blocks),
        color=to_hex(color),
        edge_color=to_hex(edge) if edge else None,
        hatched=swatch.hatched and is_patch,
        has_line=swatch.has_line,
        has_marker=swatch.has_marker or (swatch.is_patch and not is_patch),
        is_patch=is_patch,
        dashed=swatch.dashed,
        confidence=min(b.confidence for b in blocks),
    )


def one_line(text: str) -> str:
    """The text with single blanks."""
    return " ".join(text.split())


def _covers(pair: Pair) -> bool:
    """The label's box as read reaches over its glyph."""
    glyph, label = pair.glyph.box, pair.block.box
    overlap = min(glyph[2], label[2]) - max(glyph[0], label[0])
    return overlap > 0.4 * min(glyph[2] - glyph[0], pair.glyph.line)


def _without_glyph(label: str, side: Side) -> str:
    """The label without characters that were read from its glyph."""
    pattern = _GLYPH_CHARACTER if side is Side.LEFT else _GLYPH_CHARACTER_AFTER
    return pattern.sub("", label, count=1).strip() or label


def _fitting(label: str, pair: Pair) -> str:
    """The label without the first words that its own ink, beside the glyph, has no room for."""
    room = pair.block.box[2] - pair.glyph.text_edge
    while pair.glyph.side is Side.LEFT and " " in label and len(label) * LETTER_WIDTH * pair.glyph.line > room:
        label = label.split(" ", 1)[1]
    return label


def _has_word_of_sample(rgb: np.ndarray, label: str, pair: Pair) -> bool:
    """The label begins with a letter or two that a line sample is read as, and its own ink is one word less."""
    first, *others = label.split(" ")
    if pair.glyph.side is not Side.LEFT or not pair.swatch.has_line or not others or not set(first) <= _SAMPLE_LETTERS:
        return False
    x0, y0, x1, y1 = pair.block.box
    left, right = int(max(x0 - 1, pair.glyph.box[2] + 1)), int(np.ceil(x1)) + 1
    crop = rgb[max(0, int(y0)) : int(np.ceil(y1)), left:right]
    if len(first) > 2 or crop.size == 0:
        return False
    inked = np.flatnonzero((color_distance(crop, pair.glyph.background) > INK_STEP).any(axis=0))
    gaps = np.diff(inked) - 1
    return int((gaps >= WORD_GAP * pair.glyph.line).sum()) == len(others) - 1


def _label_box(pair: Pair, more: Sequence[TextBlock]) -> XYXY:
    x0, y0, x1, y1 = pair.block.box
    if pair.glyph.side is Side.LEFT:
        x0 = min(max(x0, pair.glyph.text_edge), x1)
    else:
        x1 = max(min(x1, pair.glyph.text_edge), x0)
    return join_boxes([(x0, y0, x1, y1), *(b.box for b in more)])


def _continuation(rgb: np.ndarray, pair: Pair, pairs: Sequence[Pair], free: Sequence[TextBlock]) -> list[TextBlock]:
    """The rest of a label: blocks close after it on its line, then lines without a swatch right below it."""
    line = pair.glyph.line
    parts = _same_line(pair, free)
    bottom, left = pair.block.box[3], pair.glyph.text_edge
    for block in sorted(free, key=lambda b: b.box[1]):
        edge = block.box[0] if pair.glyph.side is Side.LEFT else block.box[2]
        close = -0.4 * line <= block.box[1] - bottom <= 0.6 * line
        similar = abs(line_height(block) - line) <= 0.25 * line
        fits = abs(edge - left) <= 0.5 * line and close and similar and block not in parts
        if fits and not any(_between(pair, other, block) for other in pairs) and not own_swatch(rgb, pair, block):
            parts.append(block)
            bottom = block.box[3]
    return parts


def _line_above(pair: Pair, free: Sequence[TextBlock]) -> list[TextBlock]:
    """The first line of a label whose swatch stands at the height of the gap between its two lines."""
    line, top = pair.glyph.line, pair.block.box[1]
    if pair.block.center[1] - pair.glyph.center[1] < BETWEEN_LINES * line:
        return []
    for block in free:
        edge = block.box[0] if pair.glyph.side is Side.LEFT else block.box[2]
        aligned = abs(edge - pair.glyph.text_edge) <= 0.5 * line
        close = -0.4 * line <= top - block.box[3] <= 0.6 * line and block.center[1] < pair.glyph.center[1]
        if aligned and close and abs(line_height(block) - line) <= 0.25 * line:
            return [block]
    return []


def _same_line(pair: Pair, free: Sequence[TextBlock]) -> list[TextBlock]:
    """Blocks that follow the label on its line with no more than a wide blank between."""
    parts: list[TextBlock] = []
    if pair.glyph.side is not Side.LEFT:
        return parts
    line, right = pair.glyph.line, pair.block.box[2]
    for block in sorted(free, key=lambda b: b.box[0]):
        level = abs(block.center[1] - pair.block.center[1]) <= 0.35 * line
        if level and -0.3 * line <= block.box[0] - right <= 0.7 * line:
            parts.append(block)
            right = block.box[2]
    return parts


def _between(pair: Pair, other: Pair, block: TextBlock) -> bool:
    """Another entry's glyph stands at the block's height, in the same column."""
    if other is pair or abs(other.glyph.center[0] - pair.glyph.center[0]) > pair.glyph.line:
        return False
    return block.box[1] - 0.2 * pair.glyph.line < other.glyph.center[1] < block.box[3] + 0.2 * pair.glyph.line


def _parted(block: TextBlock, box: XYXY, plot_area: XYXY | None) -> bool:
    """The chart's title, not the legend's: over the plot's middle, or parted from the legend by the plot's edge.

    Below the plot's middle and farther from the legend than a title from its entries it is the axis'.
    """
    if plot_area is None:
        return False
    middle, width = (plot_area[0] + plot_area[2]) / 2, plot_area[2] - plot_area[0]
    if block.center[1] > plot_area[3]:
        apart = box[1] - block.box[3] >= block.box[3] - block.box[1]
        return apart and abs(block.center[0] - middle) <= CENTRED_REL * width
    if block.center[1] >= plot_area[1]:
        return False
    centred = (
        abs(block.center[0] - middle) <= CENTRED_REL * width and block.box[0] - box[0] > block.box[3] - block.box[1]
    )
    return centred or (plot_area[1] <= box[1] and plot_area[0] < box[0] < plot_area[2])


def _title(pairs: Sequence[Pair], box: XYXY, free: Sequence[TextBlock]) -> list[TextBlock]:
    """The legend's title: above a column of entries, or before a row of them."""
    line = float(np.median([p.glyph.line for p in pairs]))
    first = pairs[0]
    one_row = all(abs(p.block.center[1] - first.block.center[1]) <= 0.5 * line for p in pairs)
    found = []
    for block in free:
        height = line_height(block)
        if not 0.7 * line <= height <= 2.2 * line or is_number(block.text):
            continue
        before = 0 <= box[0] - block.box[2] <= 6 * line and abs(block.center[1] - first.block.center[1]) <= 0.6 * line
        inside = block.box[0] >= box[0] - 2 * line and block.box[2] <= max(box[2], box[0] + 14 * line) + 2 * line
        above = -0.4 * line <= box[1] - block.box[3] <= 1.6 * line and inside and not _ends_line(block, box, free)
        if (one_row and len(pairs) > 1 and before) or (not one_row and above):
            found.append(block)
    return sorted(found, key=lambda b: (b.box[1], b.box[0]))[-1:] if found else []


def _ends_line(block: TextBlock, box: XYXY, free: Sequence[TextBlock]) -> bool:
    """Whether a word over the legend's box is the next one of a line that begins left of it: the chart's title."""
    height = block.box[3] - block.box[1]
    for other in free:
        level = abs(other.center[1] - block.center[1]) <= 0.35 * height
        if (
            level
            and other.box[0] < box[0] - 2 * height
            and -0.5 * height <= block.box[0] - other.box[2] <= 1.2 * height
        ):
            return True
    return False
