"""The ink around a label, mirrored where its right side is looked at, taken apart into connected pieces."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from sie.artifacts import TextBlock
from sie.pixels import largest_channel
from sie.structure.legend_text import TextMap, line_height
from sie.vocab import Side

INK_STEP = 24
"""Channel difference from the background that makes a pixel ink: below the palest swatches."""
NOISY_INK_STEP = 40
"""The same where JPEG has left specks around every edge."""
SPECK_STEP = 60
"""A small piece of ink without a pixel as far as this from the background is a speck of noise."""
REACH = 10.0
"""How far beside the label a glyph may begin, in label heights."""
LONE_RIM = 0.15
"""In label heights, around a letter or two: their strokes may fill more than half of their own bounds."""
RULE_PART = 0.6
OPENERS = "([{<>≤≥~≈$€£¥#%&'\"“”‘’+-−±.,:;!?)]}@/"
"""Characters other than letters and digits that a label may well begin or end with."""


@dataclass(frozen=True)
class Window:
    """The surroundings of a label, mirrored where the right side is looked at, so that the glyph is always left."""

    rgb: np.ndarray
    ink: np.ndarray
    owner: np.ndarray
    lone: np.ndarray
    own: int
    box: tuple[float, float, float, float]
    line: float
    background: tuple[int, int, int]
    symbol: bool


@dataclass(frozen=True)
class Part:
    """A connected piece of ink: bounds, pixel count, share under the label, other texts and lone characters."""

    x0: int
    y0: int
    x1: int
    y1: int
    area: int
    own: float
    foreign: float
    lone: float


def open_window(
    rgb: np.ndarray, block: TextBlock, texts: TextMap, side: Side, step: int
) -> tuple[Window, tuple[int, int]]:
    """The surroundings of a level label towards one side, and where they begin in the picture (x, y)."""
    height, width = rgb.shape[:2]
    line = line_height(block)
    x0, y0, x1, y1 = block.box
    reach = (REACH * line, 0.0) if side is Side.LEFT else (0.0, REACH * line)
    left, right = max(0, int(x0 - reach[0])), min(width, int(np.ceil(x1 + reach[1])))
    top, bottom = max(0, int(y0 - 2.5 * line)), min(height, int(np.ceil(y1 + 2.5 * line)))
    crop, owner = rgb[top:bottom, left:right], texts.index[top:bottom, left:right]
    rim = LONE_RIM * line if len(block.text.strip()) <= 2 else 0.0
    inner = rgb[max(0, int(y0 - rim)) : int(np.ceil(y1 + rim)), max(0, int(x0 - rim)) : int(np.ceil(x1 + rim))]
    background = common_color(inner)
    ink = _ink(crop, background, step, line)
    box = (x0 - left, y0 - top, x1 - left, y1 - top)
    if side is Side.RIGHT:
        crop, owner, ink = crop[:, ::-1], owner[:, ::-1], ink[:, ::-1]
        box = (right - x1, box[1], right - x0, box[3])
    ink = _without_rules(ink, box)
    end = block.text.strip()[0 if side is Side.LEFT else -1]
    symbol = not end.isalnum() and end not in OPENERS
    lone = np.isin(owner, list(texts.doubtful)) if texts.doubtful else np.zeros(owner.shape, bool)
    return Window(crop, ink, owner, lone, texts.number[block.id], box, line, background, symbol), (left, top)


def find_parts(window: Window) -> list[Part]:
    """The connected pieces of ink."""
    count, labels, stats, _ = cv2.connectedComponentsWithStats(window.ink.astype(np.uint8), connectivity=8)
    piece, owner, is_lone = labels[window.ink], window.owner[window.ink], window.lone[window.ink]
    foreign = (owner > 0) & (owner != window.own)
    own, lone, other = (
        np.bincount(piece[chosen], minlength=count)
        for chosen in (owner == window.own, foreign & is_lone, foreign & ~is_lone)
    )
    parts = []
    for k in range(1, count):
        x, y, w, h, area = (int(v) for v in stats[k])
        parts.append(Part(x, y, x + w, y + h, area, own[k] / area, other[k] / area, lone[k] / area))
    return parts


def strong_color(window: Window, parts: Sequence[Part]) -> tuple[int, int, int]:
    """Median colour of the inkiest third of some pieces' pixels."""
    pixels = []
    for part in parts:
        ink = window.ink[part.y0 : part.y1, part.x0 : part.x1]
        pixels.append(window.rgb[part.y0 : part.y1, part.x0 : part.x1][ink])
    joined = np.concatenate(pixels)
    distance = color_distance(joined, window.background)
    strong = joined[distance >= np.quantile(distance, 0.67)]
    r, g, b = np.median(strong, axis=0)
    return int(r), int(g), int(b)


def common_color(pixels: np.ndarray) -> tuple[int, int, int]:
    """The commonest colour of pixels (n, 3), up to a step of 8."""
    flat = pixels.reshape(-1, 3).astype(np.int32)
    keys = (flat[:, 0] >> 3 << 10) | (flat[:, 1] >> 3 << 5) | (flat[:, 2] >> 3)
    chosen = flat[keys == np.bincount(keys).argmax()]
    r, g, b = np.median(chosen, axis=0)
    return int(r), int(g), int(b)


def color_distance(rgb: np.ndarray, color: tuple[int, int, int]) -> np.ndarray:
    """Largest channel difference of each pixel from a colour, float32."""
    difference = np.abs(rgb.astype(np.float32) - np.array(color, np.float32))
    return np.asarray(largest_channel(difference), dtype=np.float32)


def _ink(crop: np.ndarray, background: tuple[int, int, int], step: int, line: float) -> np.ndarray:
    """Ink without specks: a piece is kept for its size or for one strong pixel."""
    distance = largest_channel(cv2.absdiff(crop, np.full_like(crop, background)))
    ink = distance > step
    count, labels, stats, _ = cv2.connectedComponentsWithStats(ink.astype(np.uint8), connectivity=8)
    strong = np.bincount(labels[distance > SPECK_STEP], minlength=count) > 0
    keep = strong | (stats[:, cv2.CC_STAT_AREA] >= 0.1 * line * line)
    if step > INK_STEP:
        keep &= stats[:, cv2.CC_STAT_AREA] > 2
    keep[0] = False
    return np.asarray(keep[labels])


def _without_rules(ink: np.ndarray, box: tuple[float, float, float, float]) -> np.ndarray:
    """The ink without grid lines and frame sides: thin runs of rows or columns that are ink from end to end.

    A grid line through the label ends at the plot's edge: a column is one too where most of the window's height, many
    lines of text, is one stroke in it.
    """
    cleaned = ink.copy()
    for axis in (0, 1):
        full = _has_rule(ink) if axis == 0 else ink.mean(axis=axis) >= 0.92
        edges = np.flatnonzero(np.diff(np.concatenate(([0], full.astype(np.int8), [0]))))
        for start, stop in zip(edges[::2], edges[1::2], strict=True):
            if stop - start > 3:
                continue
            if axis == 0:
                cleaned[:, start:stop] = False
            else:
                cleaned[start:stop, : max(0, int(box[0]))] = False
    return cleaned


def _has_rule(ink: np.ndarray) -> np.ndarray:
    """Whether each column has one stroke over `RULE_PART` of the window's height, bool (width,)."""
    length = max(1, int(np.ceil(RULE_PART * ink.shape[0])))
    strokes = cv2.erode(
        ink.astype(np.uint8), np.ones((length, 1), np.uint8), borderType=cv2.BORDER_CONSTANT, borderValue=0
    )
    return np.asarray(strokes.any(axis=0))
