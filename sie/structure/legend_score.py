"""How likely a group of pairs is a legend."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from models.classes import DetectionClass
from sie.artifacts import XYXY, Raster
from sie.structure.detection import Detection
from sie.structure.legend_entries import one_line
from sie.structure.legend_layout import Pair, all_alike, differ_in_color, in_order
from sie.structure.legend_shape import Color
from sie.structure.legend_text import is_markerlike, is_number
from sie.structure.legend_window import color_distance
from sie.vocab import Side

MIN_LONE_CONFIDENCE = 0.6
"""Text read with less confidence is no lone entry."""
RIGHT_COST = 0.3
"""Glyphs stand left of their labels in nearly all tools: between two readings of a row this decides."""
LARGE_SWATCH = 2.0
"""In heights of the label's text."""
FRAME_REACH = 1.5
"""In line heights: how far from its entry a legend's frame is."""
FRAME_STEP = 12
"""Channel difference by which a frame's line varies at most, and is off its ground at least."""
MARK_COLOR_STEP = 40
"""Channel difference within which a colour of the plot area is the swatch's."""


def score_group(
    raster: Raster, group: Sequence[Pair], plot_area: XYXY | None, detections: Sequence[Detection]
) -> float:
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


def is_sure(pairs: Sequence[Pair]) -> bool:
    """No tick labels: swatches of different colours; beside numbers more of them, or patches."""
    numbers = all(is_number(p.block.text) for p in pairs)
    return differ_in_color(pairs) and (not numbers or len(pairs) >= 3 or all(p.swatch.is_patch for p in pairs))


def _is_accidental(group: Sequence[Pair]) -> bool:
    """Markers read as letters, one label taken for another's glyph, or numbers that no column or row holds together."""
    if len({one_line(p.block.text) for p in group}) < len(group):
        return True
    if 2 * sum(is_markerlike(p.block.text) for p in group) >= len(group) + 1:
        return True
    for pair in group:
        x, y = pair.glyph.center
        if any(p is not pair and _contains(p.block.box, x, y) for p in group):
            return True
    numbers = all(is_number(p.block.text) for p in group)
    return len(group) > 1 and numbers and (not _is_grid(group) or all(_is_large(p) for p in group))


def _is_large(pair: Pair) -> bool:
    """Whether a glyph is larger than its label's line in both directions, as the bars beside values are."""
    return min(pair.glyph.size) > LARGE_SWATCH * pair.glyph.line


def _is_grid(group: Sequence[Pair]) -> bool:
    """Whether labels fill the rows and columns that they stand in, except for a part of the last row or column."""
    line = group[0].glyph.line
    rows = _distinct([p.block.center[1] for p in group], 0.4 * line)
    inked = _distinct([p.glyph.text_edge for p in group], 0.3 * line)
    read = _distinct([p.block.box[0 if _is_left(p) else 2] for p in group], 0.3 * line)
    columns = min(inked, read)
    return len(group) > min(rows * (columns - 1), columns * (rows - 1))


def _distinct(places: Sequence[float], apart: float) -> int:
    """How many places there are, those that a step of no more than `apart` parts counted as one."""
    return 1 + int((np.diff(np.sort(places)) > apart).sum())


def _is_left(pair: Pair) -> bool:
    return pair.glyph.side is Side.LEFT


def _contains(box: XYXY, x: float, y: float) -> bool:
    return box[0] <= x <= box[2] and box[1] <= y <= box[3]


def _in_detected_legend(group: Sequence[Pair], detections: Sequence[Detection]) -> bool:
    boxes = [d.box for d in detections if d.cls is DetectionClass.LEGEND and d.score >= 0.5]
    return any(all(_contains(b, *p.block.center) for p in group) for b in boxes)


def _single_is_legend(raster: Raster, pair: Pair, plot_area: XYXY | None) -> bool:
    """A lone pair is one only with a line sample, a patch or, framed or beside the plot, a marker in its colours."""
    line, swatch = pair.glyph.line, pair.swatch
    alone = swatch.has_marker and not swatch.has_line
    framed = alone and _is_framed(raster, pair)
    width, _ = pair.glyph.size
    if (
        pair.block.confidence < MIN_LONE_CONFIDENCE
        or is_number(pair.block.text)
        or pair.glyph.gap > 2.0 * line
        or (alone and not framed and not _is_outside(pair, plot_area))
    ):
        return False
    if swatch.is_patch:
        return _is_colored(swatch.color) and _shown(raster, pair, plot_area)
    colored = _is_colored(swatch.color)
    if alone:
        # a glyph in the text's own box is its first word's letter
        return (colored or framed) and not pair.glyph.inside_label and _shown(raster, pair, plot_area)
    return width >= (1.1 if colored else 2.0) * line and _shown(raster, pair, plot_area)


def _is_framed(raster: Raster, pair: Pair) -> bool:
    """Whether a line of one colour runs close along each side of a pair: legends have frames, data points have none."""
    reach = round(FRAME_REACH * pair.glyph.line)
    x0, y0, x1, y1 = (round(v) for v in pair.box)
    if min(x0, y0) < reach or x1 + reach > raster.width or y1 + reach > raster.height:
        return False
    above, below = raster.rgb[y0 - reach : y0 - 1, x0:x1], raster.rgb[y1 + 1 : y1 + reach, x0:x1]
    left, right = raster.rgb[y0:y1, x0 - reach : x0 - 1], raster.rgb[y0:y1, x1 + 1 : x1 + reach]
    ground = np.median(np.concatenate((above[-1:], below[:1]), axis=1), axis=(0, 1))
    strips = (above, below, left.transpose(1, 0, 2), right.transpose(1, 0, 2))
    return all(_has_rule(strip.astype(np.float32), ground) for strip in strips)


def _has_rule(strip: np.ndarray, ground: np.ndarray) -> bool:
    """Whether a row (h, w, 3) is of one colour throughout, other than the ground's."""
    even = np.ptp(strip, axis=1).max(axis=-1) <= FRAME_STEP
    other = np.abs(strip.mean(axis=1) - ground).max(axis=-1) > FRAME_STEP
    return bool((even & other).any())


def _is_outside(pair: Pair, plot_area: XYXY | None) -> bool:
    """Whether a pair stands clear of the plot area, where no data point is."""
    if plot_area is None:
        return False
    (x0, y0, x1, y1), (left, top, right, bottom) = pair.box, plot_area
    return x0 >= right or x1 <= left or y0 >= bottom or y1 <= top


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
