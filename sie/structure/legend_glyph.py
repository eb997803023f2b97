"""Looks for the glyph that stands beside a piece of text.

The text itself is the anchor: whatever ink stands at its height, at a small distance, no taller than a line and a half
and not part of another text can be its swatch. The alternative, to look for legend frames or for the marks' colours,
fails on unframed and on black-and-white legends.

All lengths are compared to the height of the label's line, so nothing depends on the picture's resolution.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from sie.artifacts import XYXY, TextBlock
from sie.structure.legend_text import TextMap
from sie.structure.legend_window import (
    INK_STEP,
    Part,
    Window,
    color_distance,
    common_color,
    find_parts,
    open_window,
    strong_color,
)
from sie.vocab import Side

MAX_GAP = 3.2
"""Widest distance between a label and its glyph, in label heights."""
CHAIN_GAP = 0.7
"""Widest gap inside a glyph (between dashes), in label heights."""
LONE_GAP = 0.35
"""The same where the next piece was read as a character: it may be the label of another entry."""
CHAIN_HUE = 0.95
"""Cosine between the pieces' offsets from the background: the pieces of a glyph share a hue, however faint they are."""
MAX_HEIGHT = 1.9
"""Tallest glyph, in label heights; error bars in keys are the tallest."""
MAX_WIDTH = 6.5
"""Widest glyph, in label heights."""
MIN_SIZE = 0.22
"""Smallest larger side of a glyph, in label heights."""
BOX_SIDE = 0.95
"""Part of each side of an outlined patch that is inked."""
BARE_END = 0.3
"""Length of a line sample's ends beside its marker, in label heights."""
KEY_STEP = 50
"""A key box (the grey square behind a ggplot glyph) is no farther than this from the background."""


@dataclass(frozen=True)
class Glyph:
    """The ink beside a label.

    Attributes:
        side: of the label where the glyph stands, LEFT or RIGHT.
        box: whole-pixel bounds.
        text_edge: where the label's own ink begins on that side, x in pixels.
        background: rgb around the glyph.
        inside_label: the label's box (as read) had swallowed the glyph.
        line: height of the label's line, pixels.
    """

    side: Side
    box: XYXY
    text_edge: float
    background: tuple[int, int, int]
    inside_label: bool
    line: float
    step: int = INK_STEP

    @property
    def gap(self) -> float:
        """Distance between glyph and label, pixels."""
        return self.text_edge - self.box[2] if self.side is Side.LEFT else self.box[0] - self.text_edge

    @property
    def center(self) -> tuple[float, float]:
        """Middle of the box."""
        return (self.box[0] + self.box[2]) / 2, (self.box[1] + self.box[3]) / 2

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of the box."""
        return self.box[2] - self.box[0], self.box[3] - self.box[1]


def find_glyphs(
    rgb: np.ndarray,
    block: TextBlock,
    texts: TextMap,
    *,
    sides: Sequence[Side],
    pitch: float | None = None,
    step: int = INK_STEP,
) -> list[Glyph]:
    """The glyphs beside a label, at most one on each side.

    Args:
        rgb: the picture.
        block: a level text block.
        texts: of all blocks.
        sides: which sides to look at.
        pitch: distance to the next label above or below, where there is one: lets touching keys be cut apart.
        step: channel difference that makes ink.
    """
    found = []
    for side in sides:
        window, origin = open_window(rgb, block, texts, side, step)
        located = _locate(window, pitch)
        if located is None:
            continue
        (x0, y0, x1, y1), edge, inside = located
        left, top = origin
        width = window.ink.shape[1]
        if side is Side.RIGHT:
            x0, x1, edge = width - x1, width - x0, width - edge
        box = (float(x0 + left), float(y0 + top), float(x1 + left), float(y1 + top))
        found.append(Glyph(side, box, edge + left, window.background, inside, window.line, step))
    return found


def _locate(window: Window, pitch: float | None) -> tuple[tuple[int, int, int, int], float, bool] | None:
    """Bounds of the glyph left of the label, where the label's ink begins, and whether the label's box covered it."""
    parts = find_parts(window)
    line = window.line
    x0, y0, x1, y1 = window.box
    middle = (y0 + y1) / 2
    letters = sorted((p for p in parts if p.own >= 0.6 and p.x0 < x1), key=lambda p: p.x0)
    swallowed = _swallowed(window, letters)
    letters = letters[swallowed:]
    if not letters:
        return None
    edge = min(p.x0 for p in letters)
    band = [p for p in parts if p.x1 <= edge + 1 and p.y0 < middle + 0.45 * line]
    band = [p for p in band if p.y1 > middle - 0.45 * line and p not in letters]
    band.sort(key=lambda p: -p.x1)
    chosen: tuple[int, int, int, int] | None = None
    first = (0, 0, 0)
    for part in band:
        if part.foreign >= 0.6:
            if chosen is None and part.y1 - part.y0 >= 0.25 * line:
                return None
            continue
        tall = part.y1 - part.y0 > MAX_HEIGHT * line
        if chosen is None:
            if edge - part.x1 > MAX_GAP * line:
                return None
            if tall:
                strip = _strip(window, part, middle, pitch)
                return None if strip is None else (_peeled(window, strip), float(edge), False)
            if abs((part.y0 + part.y1) / 2 - middle) > 0.45 * line:
                continue
            chosen, first = (part.x0, part.y0, part.x1, part.y1), strong_color(window, [part])
            continue
        if tall or chosen[0] - part.x1 > (LONE_GAP if part.lone >= 0.6 else CHAIN_GAP) * line:
            break
        if part.y1 <= chosen[1] or part.y0 >= chosen[3]:
            continue
        if chosen[2] - part.x0 > MAX_WIDTH * line:
            break
        if not _same_hue(strong_color(window, [part]), first, window.background):
            break
        chosen = (min(chosen[0], part.x0), min(chosen[1], part.y0), chosen[2], max(chosen[3], part.y1))
    if chosen is None or not _plausible(chosen, line):
        return None
    inside = chosen[2] > x0 + 0.3 * line
    return _peeled(window, chosen), float(edge), inside


def _same_hue(a: tuple[int, int, int], b: tuple[int, int, int], background: tuple[int, int, int]) -> bool:
    u = np.array(a, float) - np.array(background, float)
    v = np.array(b, float) - np.array(background, float)
    return float(u @ v) >= CHAIN_HUE * float(np.linalg.norm(u) * np.linalg.norm(v))


def _plausible(box: tuple[int, int, int, int], line: float) -> bool:
    width, height = box[2] - box[0], box[3] - box[1]
    if max(width, height) < MIN_SIZE * line or width > MAX_WIDTH * line or height > MAX_HEIGHT * line:
        return False
    cut_off = box[0] <= 0 and width > 4 * line
    return not cut_off and not (width < 0.2 * line and height > 0.9 * line)


def _swallowed(window: Window, letters: list[Part]) -> int:
    """How many of a label's leading pieces of ink are its glyph rather than letters."""
    if len(letters) < 2:
        return 0
    line = window.line
    last_third = letters[len(letters) // 3 :]
    text_color = strong_color(window, last_third)
    count = 0
    for k, part in enumerate(letters[:-1]):
        width, height = part.x1 - part.x0, part.y1 - part.y0
        solid = part.area >= 0.92 * width * height and min(width, height) >= 0.3 * line
        long = width >= 1.3 * line and (height <= 0.35 * line or _has_level_line(window, part))
        color = strong_color(window, [part])
        gap = letters[k + 1].x0 - max(p.x1 for p in letters[: k + 1])
        colored = max(abs(a - b) for a, b in zip(color, text_color, strict=True)) > 90 and part.area >= 6
        stroke = height >= 0.4 * line and gap < 0.3 * line
        colored = colored and not (stroke and _is_paler(color, text_color, window.background))
        alone = k == 0 and gap >= 0.5 * line and width <= 1.2 * line
        read_as_symbol = k == 0 and window.symbol and gap >= 0.1 * line
        if not (solid or long or colored or alone or read_as_symbol or (gap >= 0.1 * line and _is_box(window, part))):
            break
        count = k + 1
    return count


def _has_level_line(window: Window, part: Part) -> bool:
    """Whether a piece of ink is a line sample with its marker: a level stroke, with nothing but itself at its ends."""
    crop = window.ink[part.y0 : part.y1, part.x0 : part.x1]
    end = max(1, round(BARE_END * window.line))
    rows = [np.flatnonzero(side.any(axis=1)) for side in (crop[:, :end], crop[:, -end:])]
    thin = all(own.size and own[-1] - own[0] < 0.35 * window.line for own in rows)
    return bool(thin and crop.mean(axis=1).max(initial=0.0) >= BOX_SIDE)


def _is_box(window: Window, part: Part) -> bool:
    """Whether a piece of ink is a rectangle's outline: no letter has four straight inked sides."""
    crop = window.ink[part.y0 : part.y1, part.x0 : part.x1]
    if crop.shape[1] < 0.3 * window.line or crop.shape[0] < 0.5 * window.line:
        return False
    return all(float(side.mean()) >= BOX_SIDE for side in (crop[0], crop[-1], crop[:, 0], crop[:, -1]))


def _is_paler(color: tuple[int, int, int], text_color: tuple[int, int, int], background: tuple[int, int, int]) -> bool:
    """The colour is the text's run out into the background, as that of thin strokes between two pixels is."""
    base = np.array(background, float)
    whole, offset = np.array(text_color, float) - base, np.array(color, float) - base
    share = float(offset @ whole) / max(1.0, float(whole @ whole))
    return 0.35 <= share <= 1.05 and float(np.abs(offset - share * whole).max()) <= INK_STEP


def _strip(window: Window, part: Part, middle: float, pitch: float | None) -> tuple[int, int, int, int] | None:
    """One key of a column of keys that touch, or None where the tall piece is something else."""
    width = part.x1 - part.x0
    if pitch is None or not 0.5 * window.line <= width <= MAX_WIDTH * window.line or pitch > 3.5 * window.line:
        return None
    top, bottom = round(max(part.y0, middle - pitch / 2)), round(min(part.y1, middle + pitch / 2))
    crop = window.ink[top:bottom, part.x0 : part.x1]
    if crop.size == 0 or crop.mean() < 0.85:
        return None
    return part.x0, top, part.x1, bottom


def _peeled(window: Window, box: tuple[int, int, int, int]) -> tuple[int, int, int, int]:
    """The glyph inside a pale key box, or the box itself where it is no key box."""
    x0, y0, x1, y1 = box
    crop = window.rgb[y0:y1, x0:x1]
    if min(crop.shape[:2]) < 5:
        return box
    ring = np.concatenate((crop[1, 1:-1], crop[-2, 1:-1], crop[1:-1, 1], crop[1:-1, -2]))
    pale = common_color(ring)
    offset = max(abs(a - b) for a, b in zip(pale, window.background, strict=True))
    grey = max(pale) - min(pale) <= 12
    share = float((color_distance(ring, pale) <= INK_STEP).mean())
    if not grey or offset > KEY_STEP or offset < INK_STEP // 2 or share < 0.6:
        return box
    inner = color_distance(crop, pale) > INK_STEP
    inner &= color_distance(crop, window.background) > INK_STEP
    inner[[0, -1], :] = False
    inner[:, [0, -1]] = False
    ys, xs = np.nonzero(inner)
    if len(xs) < 4:
        return box
    return x0 + int(xs.min()), y0 + int(ys.min()), x0 + int(xs.max()) + 1, y0 + int(ys.max()) + 1
