"""Looks for the glyph that stands beside a piece of text.

The text itself is the anchor: whatever ink stands at its height, at a small distance, no taller than a line and a half
and not part of another text can be its swatch. The alternative, to look for legend frames or for the marks' colours,
fails on unframed and on black-and-white legends.

All lengths are compared to the height of the label's line, so nothing depends on the picture's resolution.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from sie.artifacts import XYXY, TextBlock
from sie.structure.roles_size import line_of, thickness_of
from sie.vocab import Side

INK_STEP = 24
"""Channel difference from the background that makes a pixel ink: below the palest swatches."""
NOISY_INK_STEP = 40
"""The same where JPEG has left specks around every edge."""
SPECK_STEP = 60
"""A small piece of ink without a pixel as far as this from the background is a speck of noise."""
REACH = 10.0
"""How far beside the label a glyph may begin, in label heights."""
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
GLYPH_SYMBOLS = "-–—_=~·•●○◦■□▪▫▲△▼▽◆◇★☆×✕✖+*|…∇"
"""Characters that engines read into markers and line samples."""
GLYPH_LETTERS = "oO0eéèΔ∆vVTI"
"""What is read into a marker on a line, with the line's symbols around it."""
CONFUSABLE = "oO0eéèê°xX×*lI|T8"
"""Letters and digits that markers are mistaken for."""
OPENERS = "([{<>≤≥~≈$€£¥#%&'\"“”‘’+-−±.,:;!?)]}@/"
"""Characters other than letters and digits that a label may well begin or end with."""
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


@dataclass(frozen=True)
class TextMap:
    """Which text block covers each pixel: 0 none, k the k-th block (from 1), and which blocks may be glyphs themselves.

    Text engines read markers as letters and symbols, so what lies under a lone character may be a glyph.
    """

    index: np.ndarray
    number: dict[str, int]
    doubtful: frozenset[int]


def line_height(block: TextBlock) -> float:
    """Height of one line of a level block with its leading, pixels, whatever its letters."""
    return line_of(block.text, thickness_of(block, 0))


def is_wordy(text: str) -> bool:
    """The text is more than symbols that an engine may have seen in a marker or a line sample.

    >>> is_wordy("Wool A"), is_wordy("(%)"), is_wordy("-Δ-"), is_wordy("□")
    (True, True, False, False)
    """
    marks = [c for c in text if not c.isspace()]
    ideographs = sum("\u2e80" <= c <= "\u9fff" for c in marks)
    if len(marks) <= 3 and ideographs:
        return False
    letters = sum(c.isalnum() or c == "%" for c in marks)
    symbols = sum(c in GLYPH_SYMBOLS for c in marks)
    core = "".join(marks).strip(GLYPH_SYMBOLS)
    if symbols >= letters and len(core) == 1 and core in GLYPH_LETTERS:
        return False
    return letters > 0 and (letters > symbols or core.isalnum())


def is_markerlike(text: str) -> bool:
    """Every character is one that engines read round markers as.

    >>> is_markerlike("o o"), is_markerlike("0"), is_markerlike("OJ")
    (True, True, False)
    """
    return all(c in "oO0eéèê●○@°8 " for c in text)


def _is_doubtful(block: TextBlock) -> bool:
    """A lone character that may be a marker or a line: one that looks like them, is broad, or was read unsurely."""
    text = block.text.strip()
    x0, y0, x1, y1 = block.box
    if len(text) > 1:
        return False
    return text in CONFUSABLE or not is_wordy(text) or block.confidence < 0.6 or x1 - x0 > 1.3 * (y1 - y0)


def plausible_blocks(blocks: Sequence[TextBlock]) -> list[TextBlock]:
    """The blocks without giants: lines and frames that an engine read as huge letters."""
    level = [line_height(b) for b in blocks if is_wordy(b.text)]
    limit = 6 * float(np.median(level)) if level else np.inf
    return [b for b in blocks if min(b.box[2] - b.box[0], b.box[3] - b.box[1]) <= limit]


def _area(block: TextBlock) -> float:
    x0, y0, x1, y1 = block.box
    return (x1 - x0) * (y1 - y0)


def map_text(blocks: Sequence[TextBlock], width: int, height: int) -> TextMap:
    """Where each block lies."""
    index = np.zeros((height, width), np.int32)
    number: dict[str, int] = {}
    doubtful = set()
    for k, block in enumerate(sorted(blocks, key=_area, reverse=True), 1):
        number[block.id] = k
        if _is_doubtful(block):
            doubtful.add(k)
        polygon = np.round(np.array(block.polygon) - 0.5).astype(np.int32)
        cv2.fillPoly(index, [polygon], k)
    return TextMap(index, number, frozenset(doubtful))


def common_color(pixels: np.ndarray) -> tuple[int, int, int]:
    """The commonest colour of pixels (n, 3), up to a step of 8."""
    flat = pixels.reshape(-1, 3).astype(np.int32)
    keys = (flat[:, 0] >> 3 << 10) | (flat[:, 1] >> 3 << 5) | (flat[:, 2] >> 3)
    values, counts = np.unique(keys, return_counts=True)
    chosen = flat[keys == values[np.argmax(counts)]]
    r, g, b = np.median(chosen, axis=0)
    return int(r), int(g), int(b)


def color_distance(rgb: np.ndarray, color: tuple[int, int, int]) -> np.ndarray:
    """Largest channel difference of each pixel from a colour, float32."""
    difference = np.abs(rgb.astype(np.float32) - np.array(color, np.float32))
    return np.asarray(difference.max(axis=-1), dtype=np.float32)


@dataclass(frozen=True)
class _Window:
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
class _Part:
    """A connected piece of ink: bounds, pixel count, share under the label, other texts and lone characters."""

    x0: int
    y0: int
    x1: int
    y1: int
    area: int
    own: float
    foreign: float
    lone: float


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
        window, origin = _window(rgb, block, texts, side, step)
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


def _window(
    rgb: np.ndarray, block: TextBlock, texts: TextMap, side: Side, step: int
) -> tuple[_Window, tuple[int, int]]:
    height, width = rgb.shape[:2]
    line = line_height(block)
    x0, y0, x1, y1 = block.box
    reach = (REACH * line, 0.0) if side is Side.LEFT else (0.0, REACH * line)
    left, right = max(0, int(x0 - reach[0])), min(width, int(np.ceil(x1 + reach[1])))
    top, bottom = max(0, int(y0 - 2.5 * line)), min(height, int(np.ceil(y1 + 2.5 * line)))
    crop, owner = rgb[top:bottom, left:right], texts.index[top:bottom, left:right]
    inner = rgb[max(0, int(y0)) : int(np.ceil(y1)), max(0, int(x0)) : int(np.ceil(x1))]
    background = common_color(inner)
    ink = _ink(crop, background, step, line)
    box = (x0 - left, y0 - top, x1 - left, y1 - top)
    if side is Side.RIGHT:
        crop, owner, ink = crop[:, ::-1], owner[:, ::-1], ink[:, ::-1]
        box = (right - x1, box[1], right - x0, box[3])
    ink = _without_rules(ink, box)
    end = block.text.strip()[0 if side is Side.LEFT else -1]
    symbol = not end.isalnum() and end not in OPENERS
    lone = np.isin(owner, list(texts.doubtful))
    return _Window(crop, ink, owner, lone, texts.number[block.id], box, line, background, symbol), (left, top)


def _ink(crop: np.ndarray, background: tuple[int, int, int], step: int, line: float) -> np.ndarray:
    """Ink without specks: a piece is kept for its size or for one strong pixel."""
    distance = color_distance(crop, background)
    ink = distance > step
    count, labels, stats, _ = cv2.connectedComponentsWithStats(ink.astype(np.uint8), connectivity=8)
    strong = np.bincount(labels[distance > SPECK_STEP], minlength=count) > 0
    keep = strong | (stats[:, cv2.CC_STAT_AREA] >= 0.1 * line * line)
    if step > INK_STEP:
        keep &= stats[:, cv2.CC_STAT_AREA] > 2
    keep[0] = False
    return np.asarray(keep[labels])


def _without_rules(ink: np.ndarray, box: tuple[float, float, float, float]) -> np.ndarray:
    """The ink without grid lines and frame sides: thin runs of rows or columns that are ink from end to end."""
    cleaned = ink.copy()
    for axis in (0, 1):
        full = ink.mean(axis=axis) >= (0.97 if axis == 0 else 0.92)
        edges = np.flatnonzero(np.diff(np.concatenate(([0], full.astype(np.int8), [0]))))
        for start, stop in zip(edges[::2], edges[1::2], strict=True):
            if stop - start > 3:
                continue
            if axis == 0:
                cleaned[:, start:stop] = False
            else:
                cleaned[start:stop, : max(0, int(box[0]))] = False
    return cleaned


def _parts(window: _Window) -> tuple[list[_Part], np.ndarray]:
    count, labels, stats, _ = cv2.connectedComponentsWithStats(window.ink.astype(np.uint8), connectivity=8)
    own = np.bincount(labels.ravel(), weights=(window.owner == window.own).ravel(), minlength=count)
    foreign = (window.owner > 0) & (window.owner != window.own)
    lone = np.bincount(labels.ravel(), weights=(foreign & window.lone).ravel(), minlength=count)
    other = np.bincount(labels.ravel(), weights=(foreign & ~window.lone).ravel(), minlength=count)
    parts = []
    for k in range(1, count):
        x, y, w, h, area = (int(v) for v in stats[k])
        parts.append(_Part(x, y, x + w, y + h, area, own[k] / area, other[k] / area, lone[k] / area))
    return parts, labels


def _locate(window: _Window, pitch: float | None) -> tuple[tuple[int, int, int, int], float, bool] | None:
    """Bounds of the glyph left of the label, where the label's ink begins, and whether the label's box covered it."""
    parts, _ = _parts(window)
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
            chosen, first = (part.x0, part.y0, part.x1, part.y1), _strong_color(window, [part])
            continue
        if tall or chosen[0] - part.x1 > (LONE_GAP if part.lone >= 0.6 else CHAIN_GAP) * line:
            break
        if part.y1 <= chosen[1] or part.y0 >= chosen[3]:
            continue
        if chosen[2] - part.x0 > MAX_WIDTH * line:
            break
        if not _same_hue(_strong_color(window, [part]), first, window.background):
            break
        chosen = (min(chosen[0], part.x0), min(chosen[1], part.y0), chosen[2], max(chosen[3], part.y1))
    if chosen is None or not _plausible(chosen, line, window):
        return None
    inside = chosen[2] > x0 + 0.3 * line
    return _peeled(window, chosen), float(edge), inside


def _same_hue(a: tuple[int, int, int], b: tuple[int, int, int], background: tuple[int, int, int]) -> bool:
    u = np.array(a, float) - np.array(background, float)
    v = np.array(b, float) - np.array(background, float)
    return float(u @ v) >= CHAIN_HUE * float(np.linalg.norm(u) * np.linalg.norm(v))


def _plausible(box: tuple[int, int, int, int], line: float, window: _Window) -> bool:
    width, height = box[2] - box[0], box[3] - box[1]
    if max(width, height) < MIN_SIZE * line or width > MAX_WIDTH * line or height > MAX_HEIGHT * line:
        return False
    cut_off = box[0] <= 0 and width > 4 * line
    return not cut_off and not (width < 0.2 * line and height > 0.9 * line)


def _swallowed(window: _Window, letters: list[_Part]) -> int:
    """How many of a label's leading pieces of ink are its glyph rather than letters."""
    if len(letters) < 2:
        return 0
    line = window.line
    last_third = letters[len(letters) // 3 :]
    text_color = _strong_color(window, last_third)
    count = 0
    for k, part in enumerate(letters[:-1]):
        width, height = part.x1 - part.x0, part.y1 - part.y0
        solid = part.area >= 0.92 * width * height and min(width, height) >= 0.3 * line
        long = width >= 1.3 * line and height <= 0.35 * line
        color = _strong_color(window, [part])
        colored = max(abs(a - b) for a, b in zip(color, text_color, strict=True)) > 90 and part.area >= 6
        gap = letters[k + 1].x0 - max(p.x1 for p in letters[: k + 1])
        alone = k == 0 and gap >= 0.5 * line and width <= 1.2 * line
        read_as_symbol = k == 0 and window.symbol and gap >= 0.1 * line
        if not (solid or long or colored or alone or read_as_symbol):
            break
        count = k + 1
    return count


def _strong_color(window: _Window, parts: Sequence[_Part]) -> tuple[int, int, int]:
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


def _strip(window: _Window, part: _Part, middle: float, pitch: float | None) -> tuple[int, int, int, int] | None:
    """One key of a column of keys that touch, or None where the tall piece is something else."""
    width = part.x1 - part.x0
    if pitch is None or not 0.5 * window.line <= width <= MAX_WIDTH * window.line or pitch > 3.5 * window.line:
        return None
    top, bottom = round(max(part.y0, middle - pitch / 2)), round(min(part.y1, middle + pitch / 2))
    crop = window.ink[top:bottom, part.x0 : part.x1]
    if crop.size == 0 or crop.mean() < 0.85:
        return None
    return part.x0, top, part.x1, bottom


def _peeled(window: _Window, box: tuple[int, int, int, int]) -> tuple[int, int, int, int]:
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
