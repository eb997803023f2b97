"""Short vertical labels that a detector boxed as squares and a recognizer read as if they stood upright.

A recognizer reads "60" on its side nearly as well as upright, but its characters are then placed wrongly. The ink
tells: glyphs of an upright line stand beside each other, those of a vertical one above each other.
"""

from __future__ import annotations

import numpy as np

from sie.text.engine import Reading, TextEngine
from sie.text.ink import ink_mask
from sie.text.quads import TextRect, crop_rect

MIN_RATIO = 0.7
"""Of height to width: a box of two upright characters is flatter, one of two characters on their side is not."""
CROP_SIDE = 48
MIN_GLYPH = 0.45
"""In widths of the ink: each row of ink above another is at least this wide, an accent or a dot is not."""
FULL = 0.95
"""A row of ink that spans the box by this part is an axis line, not text."""
MIN_CONFIDENCE = 0.7
SURE = 0.9
MIN_WORD = 3
"""What was read as one upright letter is turned for a word of so many letters only, read so surely."""


def turn_vertical(
    rgb: np.ndarray, texts: list[tuple[TextRect, Reading]], engine: TextEngine
) -> list[tuple[TextRect, Reading]]:
    """The texts with those that lie on their side read along their line, upwards or downwards."""
    places = [index for index, (rect, reading) in enumerate(texts) if _may_lie(rect, reading) and _lies(rgb, rect)]
    turns = [texts[index][0].turned(angle) for index in places for angle in (90.0, -90.0)]
    readings = engine.recognize([crop_rect(rgb, turn, scale=_scale(turn)) for turn in turns]) if turns else []
    result = list(texts)
    for number, index in enumerate(places):
        pairs = list(zip(turns, readings, strict=True))[2 * number : 2 * number + 2]
        rect, reading = max(pairs, key=lambda pair: pair[1].confidence)
        lone = len(texts[index][1].text.strip()) == 1
        if lone and (reading.confidence < SURE or len(reading.text.strip()) < MIN_WORD):
            continue  # a letter and the tick mark above it
        if reading.confidence >= MIN_CONFIDENCE and len(reading.text.strip()) > 1:
            result[index] = (rect, reading)
    return result


def _may_lie(rect: TextRect, reading: Reading) -> bool:
    return rect.angle == 0.0 and bool(reading.text.strip()) and rect.height > MIN_RATIO * rect.width


def has_stacked_ink(rgb: np.ndarray, rect: TextRect) -> bool:
    """Whether the ink of a box has a gap across it, as that of glyphs on their side has: one upright glyph has none."""
    box = rect.turned(0.0) if abs(rect.angle) == 90.0 else rect
    mask = ink_mask(crop_rect(rgb, box, scale=_scale(box)))
    return len(_spans(np.asarray(mask.any(axis=1)))) > 1


def _lies(rgb: np.ndarray, rect: TextRect) -> bool:
    """Whether the ink of an upright box is several glyphs above each other and none beside another."""
    mask = ink_mask(crop_rect(rgb, rect, scale=_scale(rect)))
    mask[mask.mean(axis=1) > FULL] = False
    columns = _spans(np.asarray(mask.any(axis=0)))
    rows = _spans(np.asarray(mask.any(axis=1)))
    if len(columns) != 1 or len(rows) < 2:
        return False
    width = columns[0][1] - columns[0][0]
    widths = [np.flatnonzero(mask[top:bottom].any(axis=0)) for top, bottom in rows]
    return all(inked[-1] - inked[0] + 1 >= MIN_GLYPH * width for inked in widths)


def _spans(inked: np.ndarray) -> list[tuple[int, int]]:
    """The stretches of True, half-open."""
    edges = np.flatnonzero(np.diff(np.concatenate(([0], inked.astype(np.int8), [0]))))
    return [(int(start), int(stop)) for start, stop in zip(edges[::2], edges[1::2], strict=True)]


def _scale(rect: TextRect) -> float:
    return max(1.0, CROP_SIDE / max(1.0, min(rect.width, rect.height)))
