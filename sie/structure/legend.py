"""Finds the legend of a chart: the pairs of swatch and label, wherever they stand."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import replace

import numpy as np

from models.classes import DetectionClass
from sie.artifacts import XYXY, Legend, LegendEntry, Raster, TextBlock
from sie.structure.detection import Detection
from sie.structure.legend_glyph import (
    INK_STEP,
    NOISY_INK_STEP,
    color_distance,
    find_glyphs,
    is_markerlike,
    is_wordy,
    line_height,
    map_text,
    plausible_blocks,
)
from sie.structure.legend_layout import (
    Pair,
    all_alike,
    differ_in_color,
    group_pairs,
    in_order,
    is_tick_mark,
    join_boxes,
    same_kind,
)
from sie.structure.legend_shape import Color
from sie.structure.legend_swatch import describe_glyph, to_hex
from sie.vocab import Side

MAX_TILT = 8.0
"""Legend labels are level; degrees."""
LOSSY_FORMATS = ("JPEG", "MPO", "WEBP")
MIN_LONE_CONFIDENCE = 0.6
"""Text read with less confidence is no lone entry."""
RIGHT_COST = 0.3
"""Glyphs stand left of their labels in nearly all tools: between two readings of a row this decides."""
MARK_COLOR_STEP = 40
"""Channel difference within which a colour of the plot area is the swatch's."""
_NUMBER = re.compile(r"^[\s$€£+\-−–~≈<>=]*[\d.,\s]+(?:[eE][+\-−]?\d+)?\s*[%kKMBG]?$")
_GLYPH_CHARACTER = re.compile(r"^[\s\-–—−_=~·•●○◦■□▪▫▲△▼▽◆◇★☆×✕✖+*|.:…]+(?=\S)|^[oO0QDIlΔ∆∇] (?=\S)")
_SYMBOL_FIRST = re.compile(r"^[-–—_=~·•●○◦■□▪▫▲△▼▽◆◇★☆×✕✖|…]+\s*[^\W\d]|^[Δ∆∇] ")
"""A label that begins with what was read from its glyph; a minus sign stands before a digit."""
_GLYPH_CHARACTER_AFTER = re.compile(r"(?<=\S)[\s\-–—−_=~·•●○◦■□▪▫▲△▼▽◆◇★☆×✕✖+*|]+$|(?<=\S) [oO0]$")


def find_legend(
    raster: Raster,
    blocks: Sequence[TextBlock],
    plot_area: XYXY | None,
    *,
    exclude_ids: Collection[str] = (),
    detections: Sequence[Detection] | None = None,
    sure: bool = False,
) -> Legend | None:
    """The legend among the text blocks, or None where no label has a swatch beside it.

    With `sure` it can be asked before the axes are known: only entries whose swatches differ in colour count then,
    which neither tick marks nor bars beside their categories do.

    Args:
        raster: the picture.
        blocks: every text block of the panel.
        plot_area: frame of the data, or None where unknown.
        exclude_ids: blocks that cannot be legend labels: the tick labels.
        detections: boxes that a trained detector gave, when there are any: a label in a legend box is believed sooner.
        sure: give a legend only where it cannot be tick labels with their marks.
    """
    excluded = set(exclude_ids)
    words = [b for b in plausible_blocks(blocks) if is_wordy(b.text)]
    pairs = _pairs(raster, words, excluded)
    misread = _misread_glyphs(pairs, [b for b in words if b.id not in excluded])
    if misread:
        words = [b for b in words if b.id not in misread]
        pairs = _pairs(raster, words, excluded)
    if sure:
        pairs = [p for p in pairs if not is_tick_mark(p)]
    chosen = _clipped(raster, _choose(raster, pairs, plot_area, detections or ()))
    if not chosen or (sure and not _is_sure(chosen)):
        return None
    return _build(chosen, [b for b in words if b.id not in excluded and _is_level(b)])


def _is_sure(pairs: Sequence[Pair]) -> bool:
    """No tick labels: swatches of different colours; beside numbers more of them, or patches."""
    numbers = all(is_number(p.block.text) for p in pairs)
    return differ_in_color(pairs) and (not numbers or len(pairs) >= 3 or all(p.swatch.is_patch for p in pairs))


def _pairs(raster: Raster, words: Sequence[TextBlock], excluded: Collection[str]) -> list[Pair]:
    """Every label that has a glyph beside it, with the glyph."""
    free = [b for b in words if b.id not in excluded and _is_level(b)]
    texts = map_text(words, raster.width, raster.height)
    step = NOISY_INK_STEP if raster.file_format in LOSSY_FORMATS else INK_STEP
    pairs = []
    for block in free:
        pitch = _pitch(block, free)
        for glyph in find_glyphs(raster.rgb, block, texts, sides=(Side.LEFT, Side.RIGHT), pitch=pitch, step=step):
            pairs.append(Pair(block, glyph, describe_glyph(raster.rgb, glyph)))
    return pairs


def _misread_glyphs(pairs: Sequence[Pair], words: Sequence[TextBlock]) -> set[str]:
    """Blocks that stand in a column of glyphs and are no wider: glyphs that were read as text."""
    labels = {p.block.id for p in pairs}
    found = set()
    for pair in pairs:
        line, (x0, _, x1, _) = pair.glyph.line, pair.glyph.box
        for block in words:
            bx0, _, bx1, _ = block.box
            inside = x0 - 0.6 * line <= bx0 and bx1 <= x1 + 0.6 * line
            near = 0.5 * line < abs(block.center[1] - pair.glyph.center[1]) <= 6 * line
            if inside and near and len(block.text) <= 8 and _has_label(pair, block, words, labels):
                found.add(block.id)
    return found


def _has_label(pair: Pair, block: TextBlock, words: Sequence[TextBlock], labels: Collection[str]) -> bool:
    """A text that is no label yet stands beside the block as the pair's label stands beside its glyph."""
    line = pair.glyph.line
    for word in words:
        if word.id in (block.id, pair.block.id) or abs(word.center[1] - block.center[1]) > 0.5 * line:
            continue
        edge = word.box[0] if pair.glyph.side is Side.LEFT else word.box[2]
        if abs(edge - pair.glyph.text_edge) <= 0.6 * line and (word.id not in labels or block.id not in labels):
            return True
    return False


def _is_level(block: TextBlock) -> bool:
    """Level, as far as a text of one or two characters tells."""
    tilt = (block.angle + 180.0) % 360.0 - 180.0
    return abs(tilt) <= MAX_TILT or len(block.text.strip()) <= 2


def is_number(text: str) -> bool:
    """The text is a number, perhaps with a sign, a currency, a percent sign or a suffix.

    >>> is_number("-1,200 %"), is_number("Group 1")
    (True, False)
    """
    return bool(_NUMBER.match(text.strip())) and any(c.isdigit() for c in text)


def _pitch(block: TextBlock, blocks: Sequence[TextBlock]) -> float | None:
    """Distance to the nearest block above or below that is aligned with this one."""
    line = line_height(block)
    best: float | None = None
    for other in blocks:
        if other.id == block.id or abs(line_height(other) - line) > 0.4 * line:
            continue
        aligned = abs(other.box[0] - block.box[0]) <= 0.7 * line or abs(other.box[2] - block.box[2]) <= 0.7 * line
        distance = abs(other.center[1] - block.center[1])
        if aligned and distance > 0.6 * line and (best is None or distance < best):
            best = distance
    return best


def _choose(
    raster: Raster, pairs: Sequence[Pair], plot_area: XYXY | None, detections: Sequence[Detection]
) -> list[Pair]:
    """The pairs of the likeliest legend and of those that continue it."""
    scored = [(_score(raster, group, plot_area, detections), group) for group in group_pairs(pairs)]
    scored = sorted((s for s in scored if s[0] > 0), key=lambda s: -s[0])
    if not scored:
        return []
    best = list(scored[0][1])
    for _, group in scored[1:]:
        if _continues(best, group):
            best.extend(group)
    return best


def _clipped(raster: Raster, pairs: Sequence[Pair]) -> list[Pair]:
    """The pairs, with a glyph that reaches far beyond all others cut to their extent: it has run into a line."""
    if len(pairs) < 3:
        return list(pairs)
    reaches = [_reach(p) for p in pairs]
    usual = float(np.median(reaches))
    line = float(np.median([p.glyph.line for p in pairs]))
    if sum(abs(r - usual) <= 0.15 * line for r in reaches) < 0.6 * len(pairs):
        return list(pairs)
    return [_cut(raster, p, usual) if r > usual + 0.35 * line else p for p, r in zip(pairs, reaches, strict=True)]


def _reach(pair: Pair) -> float:
    """Distance from the label to the far end of its glyph."""
    x0, _, x1, _ = pair.glyph.box
    return pair.glyph.text_edge - x0 if pair.glyph.side is Side.LEFT else x1 - pair.glyph.text_edge


def _cut(raster: Raster, pair: Pair, reach: float) -> Pair:
    x0, y0, x1, y1 = pair.glyph.box
    edge = pair.glyph.text_edge
    if pair.glyph.side is Side.LEFT:
        x0 = float(round(max(x0, edge - reach)))
    else:
        x1 = float(round(min(x1, edge + reach)))
    if x1 - x0 < 2:
        return pair
    glyph = replace(pair.glyph, box=(x0, y0, x1, y1))
    return Pair(pair.block, glyph, describe_glyph(raster.rgb, glyph))


def _continues(legend: Sequence[Pair], group: Sequence[Pair]) -> bool:
    """A second group belongs to the legend: near it, on the same side, with labels of its size and none in common."""
    if {p.block.id for p in legend} & {p.block.id for p in group}:
        return False
    if legend[0].glyph.side is not group[0].glyph.side:
        return False
    line = legend[0].glyph.line
    if abs(group[0].glyph.line - line) > 0.3 * line:
        return False
    a, b = join_boxes([p.box for p in legend]), join_boxes([p.box for p in group])
    apart_x, apart_y = max(a[0] - b[2], b[0] - a[2]), max(a[1] - b[3], b[1] - a[3])
    if len(group) == 1 and not any(same_kind(p, group[0]) and _same_gap(p, group[0]) for p in legend):
        return False
    return max(apart_x, apart_y) <= (5 if len(group) > 1 else 2) * line


def _same_gap(a: Pair, b: Pair) -> bool:
    return abs(a.glyph.gap - b.glyph.gap) <= 0.5 * a.glyph.line


def _score(raster: Raster, group: Sequence[Pair], plot_area: XYXY | None, detections: Sequence[Detection]) -> float:
    """How likely a group is a legend; 0 or less: it is none."""
    if len({p.block.id for p in group}) < len(group) or _is_accidental(group):
        return 0.0
    line = float(np.median([p.glyph.line for p in group]))
    gap = float(np.mean([p.glyph.gap for p in group])) / line
    score = len(group) - 0.25 * max(0.0, gap - 0.6) - (RIGHT_COST if group[0].glyph.side is Side.RIGHT else 0.0)
    if _in_detected_legend(group, detections):
        return score + 1.0
    if len(group) == 1:
        return score if _single_is_legend(raster, group[0], plot_area) else 0.0
    if all_alike(group) or _is_size_or_color_scale(group):
        return 0.0
    return score


def _is_accidental(group: Sequence[Pair]) -> bool:
    """Markers read as letters, one label taken for another's glyph, or numbers that no column or row holds together."""
    if len({_one_line(p.block.text) for p in group}) < len(group):
        return True
    if 2 * sum(is_markerlike(p.block.text) for p in group) >= len(group) + 1:
        return True
    for pair in group:
        x, y = pair.glyph.center
        if any(p is not pair and _contains(p.block.box, x, y) for p in group):
            return True
    if len(group) > 1 and all(is_number(p.block.text) for p in group):
        line = group[0].glyph.line
        level = max(p.block.center[1] for p in group) - min(p.block.center[1] for p in group) <= 0.4 * line
        edges = [p.glyph.text_edge for p in group]
        return not level and max(edges) - min(edges) > 0.3 * line
    return False


def _contains(box: XYXY, x: float, y: float) -> bool:
    return box[0] <= x <= box[2] and box[1] <= y <= box[3]


def _in_detected_legend(group: Sequence[Pair], detections: Sequence[Detection]) -> bool:
    boxes = [d.box for d in detections if d.cls is DetectionClass.LEGEND and d.score >= 0.5]
    return any(all(_contains(b, *p.block.center) for p in group) for b in boxes)


def _single_is_legend(raster: Raster, pair: Pair, plot_area: XYXY | None) -> bool:
    """A lone pair is a legend only with a line sample or a patch in a colour that the plot shows."""
    line, swatch = pair.glyph.line, pair.swatch
    width, _ = pair.glyph.size
    if (
        pair.block.confidence < MIN_LONE_CONFIDENCE
        or is_number(pair.block.text)
        or pair.glyph.gap > 2.0 * line
        or (swatch.has_marker and not swatch.has_line)
    ):
        return False
    if swatch.is_patch:
        return _is_colored(swatch.color) and _shown(raster, pair, plot_area)
    colored = _is_colored(swatch.color)
    return width >= (1.1 if colored else 2.0) * line and _shown(raster, pair, plot_area)


def _is_colored(color: Color) -> bool:
    return max(color) - min(color) > 40


def _shown(raster: Raster, pair: Pair, plot_area: XYXY | None) -> bool:
    """The swatch's colour is found in the plot area, outside of the swatch itself."""
    x0, y0, x1, y1 = plot_area or (0.0, 0.0, float(raster.width), float(raster.height))
    left, top = max(0, int(x0)), max(0, int(y0))
    crop = raster.rgb[top : int(y1), left : int(x1)]
    if crop.size == 0:
        return False
    same = color_distance(crop, pair.swatch.color) <= MARK_COLOR_STEP
    gx0, gy0, gx1, gy1 = (int(v) for v in pair.glyph.box)
    same[max(0, gy0 - 1 - top) : max(0, gy1 + 1 - top), max(0, gx0 - 1 - left) : max(0, gx1 + 1 - left)] = False
    return int(same.sum()) >= 30


def _is_size_or_color_scale(group: Sequence[Pair]) -> bool:
    """Numbers beside glyphs of one colour and growing size: a size legend, whose labels name no series."""
    ordered = in_order(group)
    if len(ordered) < 3 or not all(is_number(p.block.text) for p in ordered):
        return False
    colors = np.array([p.swatch.color for p in ordered])
    if int((colors.max(axis=0) - colors.min(axis=0)).max()) > 30 or any(p.swatch.has_line for p in ordered):
        return False
    sizes = [max(p.glyph.size) for p in ordered]
    steps = np.diff(sizes)
    return bool(np.all(steps > 0) or np.all(steps < 0))


def _build(pairs: Sequence[Pair], free: Sequence[TextBlock]) -> Legend:
    ordered = in_order(pairs)
    taken = {p.block.id for p in ordered}
    patches = not any(p.swatch.has_marker and not p.swatch.has_line for p in ordered)
    entries = []
    for k, pair in enumerate(ordered):
        lines = _continuation(pair, ordered, [b for b in free if b.id not in taken])
        taken.update(b.id for b in lines)
        entries.append(_entry(k, pair, lines, patches=patches))
    boxes = [e.label_box for e in entries if e.label_box] + [e.swatch_box for e in entries if e.swatch_box]
    box = join_boxes(boxes)
    title = _title(ordered, box, [b for b in free if b.id not in taken])
    return Legend(
        entries=tuple(entries),
        box=join_boxes([box, *(b.box for b in title)]),
        title=" ".join(_one_line(b.text) for b in title) or None,
        title_ids=tuple(b.id for b in title),
    )


def _entry(k: int, pair: Pair, more: Sequence[TextBlock], *, patches: bool) -> LegendEntry:
    swatch = pair.swatch
    blocks = [pair.block, *more]
    label = _one_line(pair.block.text)
    if pair.glyph.inside_label or _covers(pair) or _SYMBOL_FIRST.match(label):
        label = _without_glyph(label, pair.glyph.side)
    is_patch = swatch.is_patch and patches
    stroke_only = swatch.is_patch and not is_patch and swatch.hollow and swatch.edge_color is not None
    color = swatch.edge_color if stroke_only and swatch.edge_color else swatch.color
    edge = None if stroke_only else swatch.edge_color
    return LegendEntry(
        id=f"le{k}",
        label=" ".join([label, *(_one_line(b.text) for b in more)]),
        label_box=_label_box(pair, more),
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


def _one_line(text: str) -> str:
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


def _label_box(pair: Pair, more: Sequence[TextBlock]) -> XYXY:
    x0, y0, x1, y1 = pair.block.box
    if pair.glyph.side is Side.LEFT:
        x0 = min(max(x0, pair.glyph.text_edge), x1)
    else:
        x1 = max(min(x1, pair.glyph.text_edge), x0)
    return join_boxes([(x0, y0, x1, y1), *(b.box for b in more)])


def _continuation(pair: Pair, pairs: Sequence[Pair], free: Sequence[TextBlock]) -> list[TextBlock]:
    """The rest of a label: blocks close after it on its line, then lines without a swatch right below it."""
    line = pair.glyph.line
    parts = _same_line(pair, free)
    bottom, left = pair.block.box[3], pair.glyph.text_edge
    for block in sorted(free, key=lambda b: b.box[1]):
        edge = block.box[0] if pair.glyph.side is Side.LEFT else block.box[2]
        close = -0.4 * line <= block.box[1] - bottom <= 0.6 * line
        similar = abs(line_height(block) - line) <= 0.25 * line
        fits = abs(edge - left) <= 0.5 * line and close and similar and block not in parts
        if fits and not any(_between(pair, other, block) for other in pairs):
            parts.append(block)
            bottom = block.box[3]
    return parts


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
        above = -0.4 * line <= box[1] - block.box[3] <= 1.6 * line and inside
        if (one_row and len(pairs) > 1 and before) or (not one_row and above):
            found.append(block)
    return sorted(found, key=lambda b: (b.box[1], b.box[0]))[-1:] if found else []
