"""Finds the legend of a chart: the pairs of swatch and label, wherever they stand."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from sie.artifacts import XYXY, Legend, Raster, TextBlock
from sie.structure.detection import Detection
from sie.structure.legend_column import complete_column, touching_keys
from sie.structure.legend_entries import build_legend
from sie.structure.legend_false import parent_of, split_at_patches, without_false
from sie.structure.legend_glyph import find_glyphs
from sie.structure.legend_layout import Pair, group_pairs, is_tick_mark, join_boxes, same_kind
from sie.structure.legend_score import is_sure, score_group
from sie.structure.legend_swatch import describe_glyph
from sie.structure.legend_text import is_level, is_wordy, line_height, map_text, plausible_blocks
from sie.structure.legend_window import INK_STEP, NOISY_INK_STEP, common_color
from sie.vocab import Side

VEIL_STEP = 72
"""Channel difference that makes a pixel ink where a legend's half transparent ground lets the marks show through."""
CLEAR_WORD = 0.9
"""Confidence from which a word's reading is sure."""
MAX_COLUMN_GAP = 25.0
"""In text heights: how far the columns of one legend are apart, at most, where their rows are level."""
LOSSY_FORMATS = ("JPEG", "MPO", "WEBP")


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
    words = _words(raster, blocks, excluded)
    pairs = _pairs(raster, words, excluded, plot_area)
    misread = _misread_glyphs(pairs, [b for b in words if b.id not in excluded])
    if misread:
        words = [b for b in words if b.id not in misread]
        pairs = _pairs(raster, words, excluded, plot_area)
    if sure:
        pairs = [p for p in pairs if not is_tick_mark(p)]
    chosen = _clipped(raster, _choose(raster, pairs, plot_area, detections or ()))
    if not chosen or (sure and not is_sure(chosen)):
        return None
    free = [b for b in words if b.id not in excluded and is_level(b)]
    chosen = complete_column(raster.rgb, chosen, free)
    return _with_parents(build_legend(raster.rgb, chosen, free, plot_area), words)


def _words(raster: Raster, blocks: Sequence[TextBlock], excluded: Collection[str]) -> list[TextBlock]:
    """The blocks that are text, those that read over swatches taken apart."""
    words = [b for b in plausible_blocks(blocks) if is_wordy(b.text)]
    free = without_false(raster.rgb, [b for b in words if b.id not in excluded])
    parts = [part for b in free for part in split_at_patches(raster.rgb, b)]
    return [b for b in words if b.id in excluded] + parts


def _with_parents(legend: Legend, words: Sequence[TextBlock]) -> Legend:
    """The legend with the ids of the blocks as given in place of those of their parts."""
    parents = {b.id: parent for b in words if (parent := parent_of(b)) is not None}
    if not parents:
        return legend
    entries = tuple(
        e.model_copy(update={"text_ids": tuple(parents.get(i, i) for i in e.text_ids)}) for e in legend.entries
    )
    title_ids = tuple(parents.get(i, i) for i in legend.title_ids)
    return legend.model_copy(update={"entries": entries, "title_ids": title_ids})


def _pairs(raster: Raster, words: Sequence[TextBlock], excluded: Collection[str], plot_area: XYXY | None) -> list[Pair]:
    """Every label that has a glyph beside it, with the glyph; that of a label beside the plot is not in the plot."""
    free = [b for b in words if b.id not in excluded and is_level(b) and _in_picture(b, raster)]
    texts = map_text(words, raster.width, raster.height)
    step = NOISY_INK_STEP if raster.file_format in LOSSY_FORMATS else INK_STEP
    pairs = []
    beside = {block.id for block in free if _is_beside(block, plot_area)}
    page = _without_plot(raster.rgb, plot_area) if beside else raster.rgb
    for block, pitch in zip(free, _pitches(free), strict=True):
        rgb = page if block.id in beside else raster.rgb
        sides = (Side.LEFT, Side.RIGHT)
        glyphs = find_glyphs(rgb, block, texts, sides=sides, pitch=pitch, step=step)
        if not glyphs and _is_within(block, plot_area):
            glyphs = find_glyphs(rgb, block, texts, sides=sides, pitch=pitch, step=VEIL_STEP)
        pairs += [Pair(block, glyph, describe_glyph(rgb, glyph)) for glyph in glyphs if not is_margin(rgb, glyph.box)]
    paired = {pair.block.id for pair in pairs}
    lone = [block for block in free if block.id not in paired]
    return pairs + touching_keys(raster.rgb, [pair for pair in pairs if pair.swatch.is_patch], lone)


def is_margin(rgb: np.ndarray, box: XYXY) -> bool:
    """Whether a box is the page's margin, cut off by what stands on it: it reaches the picture's edge in its colour."""
    height, width = rgb.shape[:2]
    x0, y0, x1, y1 = (int(v) for v in box)
    if x0 > 0 and y0 > 0 and x1 < width and y1 < height:
        return False
    edge = common_color(np.concatenate([rgb[0], rgb[-1], rgb[:, 0], rgb[:, -1]]))
    inside = rgb[max(y0, 0) : y1, max(x0, 0) : x1]
    return inside.size > 0 and max(abs(a - b) for a, b in zip(common_color(inside), edge, strict=True)) < INK_STEP


def _is_within(block: TextBlock, plot_area: XYXY | None) -> bool:
    """The block stands in the plot area."""
    if plot_area is None:
        return False
    x, y = block.center
    return plot_area[0] <= x <= plot_area[2] and plot_area[1] <= y <= plot_area[3]


def _is_beside(block: TextBlock, plot_area: XYXY | None) -> bool:
    """The block stands left or right of the plot area and at its height."""
    if plot_area is None or not plot_area[1] <= block.center[1] <= plot_area[3]:
        return False
    return block.box[0] >= plot_area[2] or block.box[2] <= plot_area[0]


def _without_plot(rgb: np.ndarray, plot_area: XYXY | None) -> np.ndarray:
    """The picture with its plot area painted in the page's colour."""
    if plot_area is None:
        return rgb
    x0, y0, x1, y1 = (int(plot_area[0]), int(plot_area[1]), int(np.ceil(plot_area[2])), int(np.ceil(plot_area[3])))
    outside = np.ones(rgb.shape[:2], bool)
    outside[max(0, y0) : y1, max(0, x0) : x1] = False
    if not outside.any():
        return rgb
    page = rgb.copy()
    page[~outside] = common_color(rgb[outside])
    return page


def _in_picture(block: TextBlock, raster: Raster) -> bool:
    x0, y0, x1, y1 = block.box
    return x1 >= 1 and y1 >= 1 and x0 <= raster.width - 1 and y0 <= raster.height - 1 and x1 - x0 > 1 and y1 - y0 > 1


@dataclass(frozen=True)
class _Places:
    """Where blocks stand: boxes (n, 4), middles down the picture and heights of their lines (n,)."""

    boxes: NDArray[np.float64]
    middles: NDArray[np.float64]
    lines: NDArray[np.float64]


def _places(blocks: Sequence[TextBlock]) -> _Places:
    boxes = np.array([block.box for block in blocks], float).reshape(-1, 4)
    return _Places(boxes, (boxes[:, 1] + boxes[:, 3]) / 2, np.array([line_height(block) for block in blocks]))


def _misread_glyphs(pairs: Sequence[Pair], words: Sequence[TextBlock]) -> set[str]:
    """Blocks that stand in a column of glyphs and are no wider: glyphs that were read as text."""
    labels = {p.block.id for p in pairs}
    places = _places(words)
    labelled = np.array([word.id in labels for word in words], bool)
    short = np.array([len(word.text) <= 8 and not _is_clear_word(word) for word in words], bool)
    found = set()
    for pair in pairs:
        line, (x0, _, x1, _) = pair.glyph.line, pair.glyph.box
        away = np.abs(places.middles - pair.glyph.center[1])
        inside = (x0 - 0.6 * line <= places.boxes[:, 0]) & (places.boxes[:, 2] <= x1 + 0.6 * line)
        beside = _beside_edge(pair, words, places)
        for i in np.flatnonzero(inside & (0.5 * line < away) & (away <= 6 * line) & short).tolist():
            if _has_label(i, beside, places, labelled, 0.5 * line):
                found.add(words[i].id)
    return found


def _is_clear_word(block: TextBlock) -> bool:
    """A word of several letters that was read surely: no swatch is read so."""
    letters = [ch for ch in block.text.lower() if ch.isalpha()]
    return block.confidence >= CLEAR_WORD and len(letters) >= 4 and len(set(letters)) >= 3


def _beside_edge(pair: Pair, words: Sequence[TextBlock], places: _Places) -> NDArray[np.bool_]:
    """The other texts that begin (or end) where a pair's label does."""
    edges = places.boxes[:, 0 if pair.glyph.side is Side.LEFT else 2]
    others = np.array([word.id != pair.block.id for word in words], bool)
    return others & (np.abs(edges - pair.glyph.text_edge) <= 0.6 * pair.glyph.line)


def _has_label(at: int, beside: NDArray[np.bool_], places: _Places, labelled: NDArray[np.bool_], reach: float) -> bool:
    """A text that is no label yet stands beside a block (number `at`) as the pair's label stands beside its glyph."""
    level = np.abs(places.middles - places.middles[at]) <= reach
    spanned = (places.boxes[at, 1] <= places.middles) & (places.middles <= places.boxes[at, 3])
    suited = beside & (level | spanned) & ~(labelled & labelled[at])
    suited[at] = False
    return bool(suited.any())


def _pitches(blocks: Sequence[TextBlock]) -> list[float | None]:
    """For each block the distance to the nearest one above or below that is aligned with it."""
    places = _places(blocks)
    left, right, line = places.boxes[:, 0], places.boxes[:, 2], places.lines[:, None]
    aligned = (np.abs(left - left[:, None]) <= 0.7 * line) | (np.abs(right - right[:, None]) <= 0.7 * line)
    distance = np.abs(places.middles - places.middles[:, None])
    suited = aligned & (np.abs(places.lines - line) <= 0.4 * line) & (distance > 0.6 * line)
    np.fill_diagonal(suited, False)
    nearest = np.where(suited, distance, np.inf).min(axis=1, initial=np.inf)
    return [float(px) if np.isfinite(px) else None for px in nearest]


def _choose(
    raster: Raster, pairs: Sequence[Pair], plot_area: XYXY | None, detections: Sequence[Detection]
) -> list[Pair]:
    """The pairs of the likeliest legend and of those that continue it."""
    scored = [(score_group(raster, group, plot_area, detections), group) for group in group_pairs(pairs)]
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
    if apart_x <= MAX_COLUMN_GAP * line and _is_next_column(legend, group):
        return True
    if not all(any(same_kind(p, q) for p in legend) for q in group):
        return False
    if len(group) == 1 and not any(same_kind(p, group[0]) and _same_gap(p, group[0]) for p in legend):
        return False
    return max(apart_x, apart_y) <= (5 if len(group) > 1 else 2) * line


def _is_next_column(legend: Sequence[Pair], group: Sequence[Pair]) -> bool:
    """Whether the pairs of a group stand level with some of the legend's, with glyphs of their size and distance."""
    if len(legend) < 2 or len(group) > len(legend):
        return False
    reach = 0.25 * legend[0].glyph.line
    return all(
        any(
            abs(p.glyph.center[1] - q.glyph.center[1]) <= reach
            and max(abs(a - b) for a, b in zip(p.glyph.size, q.glyph.size, strict=True)) <= reach
            and _same_gap(p, q)
            for q in legend
        )
        for p in group
    )


def _same_gap(a: Pair, b: Pair) -> bool:
    return abs(a.glyph.gap - b.glyph.gap) <= 0.5 * a.glyph.line
