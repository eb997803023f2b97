"""Blocks that are no text but swatches: an engine reads colour patches and line samples as letters.

What stands in a block's box decides: letters are thin strokes, a patch is a filled rectangle wider than any stroke.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from sie.artifacts import XYXY, TextBlock
from sie.medians import median_of
from sie.structure.legend_layout import join_boxes
from sie.structure.legend_text import CONFUSABLE, GLYPH_SYMBOLS, is_level, is_wordy, line_height
from sie.structure.legend_window import INK_STEP, color_distance, common_color
from sie.structure.roles_size import text_ems
from sie.values.words import split_words

SOLID = 0.9
"""A patch fills this part of its bounds; the fullest letters, without their holes, less."""
PATCH_SIDE = 0.3
"""Shorter side of the smallest patch, in line heights: above the stems of heavy letters."""
STROKE_SIDE = 0.65
"""The same for a patch in the colour of the letters between which it stands, in heights of letters."""
APART = 0.25
"""A patch in the colour of the letters stands this far from them, in heights of letters; letters stand closer."""
OTHER_HUE = 30
"""Channel difference, less the channels' common one, at which a patch has another hue than the letters."""
MIN_SIDE = 4
"""The same in pixels."""
MAX_READING = 8
"""No more characters are read into swatches."""
MAX_SAMPLE_READING = 3
"""No more characters are read into one line sample or marker."""
SAMPLE_LENGTH = 1.2
"""Shortest line sample, in line heights."""
SAMPLE_COVER = 0.85
"""A level line runs through this part of a sample's width."""
COLORED = 60
"""Spread of the channels of a colour; below are greys and blurred black."""
REACH = 3.2
"""Widest distance between a swatch and its label, in line heights."""
TINY = 0.4
"""A block of which both sides are below this part of the usual height of ink is a dash or a speck."""


@dataclass(frozen=True)
class Blob:
    """A connected piece of ink: its bounds in the picture, whether it is a solid patch, its colour."""

    box: XYXY
    solid: bool
    color: tuple[float, float, float]


def without_false(rgb: np.ndarray, blocks: Sequence[TextBlock]) -> list[TextBlock]:
    """The blocks without specks and without those that hold nothing but swatches beside labels."""
    heights = [b.box[3] - b.box[1] for b in blocks if is_level(b) and len(b.text.strip()) > 1]
    limit = TINY * float(median_of(heights)) if heights else 0.0
    sized = [b for b in blocks if max(b.box[2] - b.box[0], b.box[3] - b.box[1]) >= limit]
    return [b for b in sized if not _is_swatches(rgb, b, sized)]


def split_at_patches(rgb: np.ndarray, block: TextBlock) -> list[TextBlock]:
    """The parts of a block that reads over the swatches between its words, or the block itself.

    The parts have `parent_ids` and ids of their own.
    """
    tokens = split_words(block.text)
    if len(tokens) < 2 or not is_level(block):
        return [block]
    blobs = _blobs(rgb, block.box)
    if not any(b.solid for b in blobs):
        return [block]
    blobs = _without_stems(blobs)
    runs = _runs(blobs)
    if len(runs) < 2:
        return [block]
    texts = _shared_out([t for t in tokens if not _is_marklike(t)], [r[2] - r[0] for r in runs])
    if texts is None:
        return [block]
    return [_part(block, k, text, run) for k, (text, run) in enumerate(zip(texts, runs, strict=True))]


def parent_of(block: TextBlock) -> str | None:
    """Id of the block that was split into this part, None for blocks as they were given."""
    parent = block.parent_ids[0] if block.parent_ids else None
    return parent if parent and block.id.startswith(f"{parent}/") else None


def _is_swatches(rgb: np.ndarray, block: TextBlock, others: Sequence[TextBlock]) -> bool:
    """The block stands left of a label and all its ink is solid patches or one line sample or marker."""
    if len(block.text.strip()) > MAX_READING:
        return False
    label = _label_of(block, others)
    if label is None:
        return False
    blobs = _blobs(rgb, block.box)
    sides = [min(b.box[2] - b.box[0], b.box[3] - b.box[1]) for b in blobs]
    if blobs and all(b.solid for b in blobs) and min(sides) >= PATCH_SIDE * line_height(label):
        return True
    return len(block.text.strip()) <= MAX_SAMPLE_READING and _is_sample(rgb, block, label)


def _label_of(block: TextBlock, others: Sequence[TextBlock]) -> TextBlock | None:
    """A longer text that stands right of the block, at its height."""
    x1, y0, y1 = block.box[2], block.box[1], block.box[3]
    for other in others:
        if other is block or not is_level(other) or not is_wordy(other.text) or len(other.text.strip()) < 2:
            continue
        line = line_height(other)
        if 0 <= other.box[0] - x1 <= REACH * line and y0 - 0.3 * line <= other.center[1] <= y1 + 0.3 * line:
            return other
    return None


def _is_sample(rgb: np.ndarray, block: TextBlock, label: TextBlock) -> bool:
    """The block's ink is one piece that a level line runs through, or one piece in colour beside a label without."""
    line = line_height(label)
    x0, y0, x1, y1 = block.box
    left, right = max(0, int(x0 - 3 * line)), min(int(label.box[0]) - 1, int(np.ceil(x1 + 3 * line)))
    top, bottom = max(0, int(y0 - 0.3 * line)), min(rgb.shape[0], int(np.ceil(y1 + 0.3 * line)))
    crop = rgb[top:bottom, left:right]
    if min(crop.shape[:2]) < 3:
        return False
    ink = color_distance(crop, common_color(crop)) > INK_STEP
    _, labels, stats, _ = cv2.connectedComponentsWithStats(ink.astype(np.uint8), connectivity=8)
    inner = labels[max(0, int(y0) - top) : int(np.ceil(y1)) - top, max(0, int(x0) - left) : int(np.ceil(x1)) - left]
    counts = np.bincount(inner[inner > 0].ravel()) if (inner > 0).any() else np.zeros(1, int)
    k = int(np.argmax(counts))
    if k == 0 or counts[k] < 0.9 * counts.sum():
        return False
    x, y, w, h = (int(v) for v in stats[k][:4])
    if x == 0 or y == 0 or y + h == bottom - top or x + w == right - left:
        return False
    piece = labels[y : y + h, x : x + w] == k
    if w >= SAMPLE_LENGTH * line and piece.mean(axis=1).max() >= SAMPLE_COVER:
        return True
    lx0, ly0, lx1, ly1 = (int(v) for v in label.box)
    return _chroma(crop[labels == k]) > COLORED >= _chroma(_strokes(rgb[ly0:ly1, lx0:lx1]))


def _strokes(crop: np.ndarray) -> np.ndarray:
    """The pixels (n, 3) of a text that are ink."""
    if crop.size == 0:
        return np.zeros((0, 3), np.uint8)
    return np.asarray(crop[color_distance(crop, common_color(crop)) > INK_STEP])


def _chroma(pixels: np.ndarray) -> float:
    """Median spread of the channels of pixels (n, 3); 0 for none and for greys."""
    if len(pixels) == 0:
        return 0.0
    return float(np.median(pixels.max(axis=1).astype(float) - pixels.min(axis=1)))


def _blobs(rgb: np.ndarray, box: XYXY) -> list[Blob]:
    """The pieces of ink that stand in a box, without what runs on far beyond it: frames, grid lines."""
    height, width = rgb.shape[:2]
    x0, y0, x1, y1 = box
    pad = max(3, int(0.25 * (y1 - y0)))
    left, top = max(0, int(x0) - pad), max(0, int(y0) - pad)
    right, bottom = min(width, int(np.ceil(x1)) + pad), min(height, int(np.ceil(y1)) + pad)
    crop = rgb[top:bottom, left:right]
    if crop.size == 0:
        return []
    ink = color_distance(crop, common_color(crop)) > INK_STEP
    _, labels, stats, _ = cv2.connectedComponentsWithStats(ink.astype(np.uint8), connectivity=8)
    found = []
    for k, (x, y, w, h, area) in enumerate(stats[1:].tolist(), 1):
        bounds = (float(x + left), float(y + top), float(x + w + left), float(y + h + top))
        inside = x0 - pad <= bounds[0] and bounds[2] <= x1 + pad and y0 <= (bounds[1] + bounds[3]) / 2 <= y1
        cut_off = x == 0 or y == 0 or x + w == right - left or y + h == bottom - top
        covered = min(bounds[2], x1) - max(bounds[0], x0)
        if inside and not cut_off and area > 2 and covered > 0:
            pixels = crop[y : y + h, x : x + w][labels[y : y + h, x : x + w] == k]
            r, g, b = (float(v) for v in median_of(pixels, axis=0))
            found.append(Blob(bounds, min(w, h) >= MIN_SIDE and area >= SOLID * w * h, (r, g, b)))
    tall = float(median_of([b.box[3] - b.box[1] for b in found])) if found else 0.0
    least = PATCH_SIDE * tall
    return [replace(f, solid=f.solid and min(f.box[2] - f.box[0], f.box[3] - f.box[1]) >= least) for f in found]


def _without_stems(blobs: Sequence[Blob]) -> list[Blob]:
    """The pieces, of which those in the colour of the letters are solid only where they are too broad for strokes."""
    letters = [b for b in blobs if not b.solid] or list(blobs)
    text = median_of([b.color for b in letters], axis=0)
    tall = max(b.box[3] - b.box[1] for b in letters)
    kept = []
    for blob in blobs:
        # thin strokes are paler than broad ones, not of another hue
        shift = np.array(blob.color) - text
        other = float(np.abs(shift - shift.mean()).max()) > OTHER_HUE
        side = min(blob.box[2] - blob.box[0], blob.box[3] - blob.box[1])
        broad = side >= STROKE_SIDE * tall and _gap_around(blob, blobs) >= APART * tall
        kept.append(replace(blob, solid=blob.solid and (other or broad)))
    return kept


def _gap_around(blob: Blob, blobs: Sequence[Blob]) -> float:
    """Distance to the nearest other piece along the line, pixels; infinite for a lone one."""
    others = (other.box for other in blobs if other is not blob)
    return min((max(box[0] - blob.box[2], blob.box[0] - box[2], 0.0) for box in others), default=float("inf"))


def _runs(blobs: Sequence[Blob]) -> list[XYXY]:
    """Bounds of the runs of letters that solid patches part."""
    runs: list[list[XYXY]] = [[]]
    for blob in sorted(blobs, key=lambda b: b.box[0]):
        if not blob.solid:
            runs[-1].append(blob.box)
        elif runs[-1]:
            runs.append([])
    return [join_boxes(run) for run in runs if run]


def _is_marklike(token: str) -> bool:
    return len(token) == 1 and token in CONFUSABLE + GLYPH_SYMBOLS + "1D"


def _shared_out(tokens: Sequence[str], widths: Sequence[float]) -> list[str] | None:
    """The words shared out among runs of those widths, each at least one; None where there are too few."""
    if len(tokens) < len(widths):
        return None
    ems = [text_ems(token) + 0.3 for token in tokens]
    scale = sum(ems) / sum(widths)
    texts, start = [], 0
    for k, width in enumerate(widths):
        last = len(tokens) - (len(widths) - 1 - k)
        stops = range(start + 1, last + 1) if k < len(widths) - 1 else [len(tokens)]
        stop = min(stops, key=lambda s: abs(sum(ems[start:s]) - width * scale))
        texts.append(" ".join(tokens[start:stop]))
        start = stop
    return texts


def _part(block: TextBlock, k: int, text: str, box: XYXY) -> TextBlock:
    x0, y0, x1, y1 = box
    polygon = ((x0, y0), (x1, y0), (x1, y1), (x0, y1))
    update = {"id": f"{block.id}/{k}", "text": text, "polygon": polygon, "parent_ids": (block.id,), "alternatives": ()}
    return block.model_copy(update=update)
