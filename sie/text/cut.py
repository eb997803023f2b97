"""Detected rectangles that cut through a glyph, widened until the text ends."""

from __future__ import annotations

import numpy as np

from sie.text.engine import Reading, TextEngine
from sie.text.ink import ink_mask
from sie.text.quads import TextRect, crop_rect

REACH = 3.0
"""In heights: how far beyond a rectangle's end the rest of its text is looked for."""
GLYPH_GAP = 0.3
"""In heights: a gap this wide ends the text."""
MARGIN = 0.25
"""In heights: left between the text and the widened rectangle's end."""
EDGE = 0.15
"""Part of the height at the upper and lower edge that is not looked at: lines above and below the text."""
ABOVE = 0.4
"""In heights: columns whose ink reaches so far above or below the rectangle belong to a line or a bar."""
GLYPH_HEIGHT = 0.5
"""In heights of the rectangle without its edges: ink beyond its end that is lower is a tick mark, no glyph."""
WORD_GAP = 0.6
"""In heights: a bracket that was opened is looked for up to this far behind the rectangle's end."""
MIN_INK = 0.12
"""Part of the column at a rectangle's end that must be ink for a glyph to be cut; a tick mark or underline is less."""


def read_cut(
    rgb: np.ndarray, texts: list[tuple[TextRect, Reading]], engine: TextEngine
) -> list[tuple[TextRect, Reading]]:
    """The texts with those whose rectangle cuts through a glyph widened and recognized again."""
    result = list(texts)
    widened = [(index, widen(rgb, rect, open_end=_is_open(read.text))) for index, (rect, read) in enumerate(texts)]
    places = [(index, rect) for index, rect in widened if rect != texts[index][0]]
    readings = engine.recognize([crop_rect(rgb, rect, scale=_scale(rect)) for _, rect in places]) if places else []
    for (index, rect), reading in zip(places, readings, strict=True):
        old = texts[index][1]
        if len(reading.text.strip()) > len(old.text.strip()) and reading.confidence >= 0.9 * old.confidence:
            result[index] = (rect, reading)
    return result


def _is_open(text: str) -> bool:
    """Whether a text has a bracket that is not closed: its end was not detected."""
    return any(text.count(opening) > text.count(closing) for opening, closing in ("()", "[]"))


def widen(rgb: np.ndarray, rect: TextRect, *, open_end: bool = False) -> TextRect:
    """The rectangle itself, or one that reaches as far as the glyphs that its ends cut through.

    Args:
        open_end: the text is known to go on, so that a gap behind the rectangle does not end it.
    """
    reach = REACH * rect.height
    scale = _scale(rect)
    above = ABOVE * rect.height
    crop = crop_rect(rgb, rect.grown(reach, above), scale=scale)
    tall = ink_mask(crop)
    tall[:, tall[0] | tall[-1]] = False
    rows = round((above + EDGE * rect.height) * scale)
    mask = tall[rows : crop.shape[0] - rows]
    ink = mask.mean(axis=0)
    first, last = round(reach * scale), crop.shape[1] - 1 - round(reach * scale)
    gap = max(1, round(GLYPH_GAP * rect.height * scale))
    left = _walk(ink, first, -1, gap)
    begun = _next_ink(ink, last, round(WORD_GAP * rect.height * scale)) if open_end else last
    right = _walk(ink, begun, 1, gap)
    margin = MARGIN * rect.height
    add_left = (first - left) / scale + margin if left is not None and _is_tall(mask[:, left:first]) else 0.0
    add_right = (
        (right - last) / scale + margin if right is not None and _is_tall(mask[:, last + 1 : right + 1]) else 0.0
    )
    if not add_left and not add_right:
        return rect
    along, _ = rect.axes()
    shift = (add_right - add_left) / 2
    center = (rect.center[0] + shift * along[0], rect.center[1] + shift * along[1])
    return TextRect(center, rect.width + add_left + add_right, rect.height, rect.angle)


def _is_tall(mask: np.ndarray) -> bool:
    """Whether the ink is as high as a glyph; a tick mark is not."""
    rows = np.flatnonzero(mask.any(axis=1)) if mask.size else np.zeros(0)
    return len(rows) > 0 and float(rows[-1] - rows[0] + 1) > GLYPH_HEIGHT * mask.shape[0]


def _scale(rect: TextRect) -> float:
    return max(1.0, 48 / max(rect.height, 1.0))


def _next_ink(ink: np.ndarray, start: int, reach: int) -> int:
    """The first column from `start` on, within reach, where a glyph begins; `start` where none does."""
    inked = np.flatnonzero(ink[start : start + reach] >= MIN_INK)
    return start + int(inked[0]) if len(inked) else start


def _walk(ink: np.ndarray, start: int, step: int, gap: int) -> int | None:
    """The last inked column from a cut glyph outwards; None when nothing is cut or the ink does not end."""
    if ink[start] < MIN_INK or ink[start + step] < MIN_INK:
        return None
    last, place = start, start
    while 0 <= place < len(ink):
        if ink[place] > 0:
            last = place
        elif abs(place - last) >= gap:
            return last
        place += step
    return None
