"""What the legend finder has to know of texts: which may be glyphs, which are numbers, how high their lines are."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from sie.artifacts import TextBlock
from sie.structure.roles_size import line_of, thickness_of

MAX_TILT = 8.0
"""Legend labels are level; degrees."""
GLYPH_SYMBOLS = "-–—_=~·•●○◦■□▪▫▲△▼▽◆◇★☆×✕✖+*|…∇"
"""Characters that engines read into markers and line samples."""
GLYPH_LETTERS = "oO0eéèΔ∆vVTI"
"""What is read into a marker on a line, with the line's symbols around it."""
CONFUSABLE = "oO0eéèê°xX×*lI|T8"
"""Letters and digits that markers are mistaken for."""
_NUMBER = re.compile(r"^[\s$€£+\-−–~≈<>=]*[\d.,\s]+(?:[eE][+\-−]?\d+)?\s*[%kKMBG]?$")


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


def is_level(block: TextBlock) -> bool:
    """Level, as far as a text of one or two characters tells."""
    tilt = (block.angle + 180.0) % 360.0 - 180.0
    return abs(tilt) <= MAX_TILT or len(block.text.strip()) <= 2


def is_number(text: str) -> bool:
    """The text is a number, perhaps with a sign, a currency, a percent sign or a suffix.

    >>> is_number("-1,200 %"), is_number("Group 1")
    (True, False)
    """
    return bool(_NUMBER.match(text.strip())) and any(c.isdigit() for c in text)


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


def plausible_blocks(blocks: Sequence[TextBlock]) -> list[TextBlock]:
    """The blocks without giants: lines and frames that an engine read as huge letters."""
    level = [line_height(b) for b in blocks if is_wordy(b.text)]
    limit = 6 * float(np.median(level)) if level else np.inf
    return [b for b in blocks if min(b.box[2] - b.box[0], b.box[3] - b.box[1]) <= limit]


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


def _is_doubtful(block: TextBlock) -> bool:
    """A lone character that may be a marker or a line: one that looks like them, is broad, or was read unsurely."""
    text = block.text.strip()
    x0, y0, x1, y1 = block.box
    if len(text) > 1:
        return False
    return text in CONFUSABLE or not is_wordy(text) or block.confidence < 0.6 or x1 - x0 > 1.3 * (y1 - y0)


def _area(block: TextBlock) -> float:
    x0, y0, x1, y1 = block.box
    return (x1 - x0) * (y1 - y0)
