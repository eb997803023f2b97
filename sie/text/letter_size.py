"""Small and capital letters of one shape told apart by their height: alone, an `x` looks like an X."""

from __future__ import annotations

import re
import statistics
from dataclasses import replace

from sie.text.label import Label

SMALL_PART = 0.95
"""Of the digits' height: a lone letter lower than this is a small one, in print a quarter larger than theirs too."""
SMALL_EVEN = 0.85
"""Small letters without ascender are as high as each other to within this part; capitals are higher by more."""
MIN_NUMBERS = 3
_LOW = re.compile(r"[aemnr]")
_TWIN = re.compile(r"[COSUVWXZ]")
_NUMBER = re.compile(r"[-−–]?\d[\d.,]*%?")


def correct_case(labels: list[Label]) -> list[Label]:
    """The labels with lone letters that are lower than the picture's digits as small letters.

    Digits are as high as capitals, and a title or name is printed no smaller than the numbers of its axes. Where there
    are no numbers other lone letters tell that are small for sure.
    """
    heights = [_height(label) for label in labels if _NUMBER.fullmatch(label.text) and label.rect.angle == 0.0]
    small = [_height(label) / SMALL_EVEN for label in labels if _LOW.fullmatch(label.text)]
    if len(heights) < MIN_NUMBERS and not small:
        return labels
    limit = SMALL_PART * statistics.median(heights) if len(heights) >= MIN_NUMBERS else min(small)
    return [
        replace(label, text=label.text.lower(), alternatives=(label.text, *label.alternatives))
        if _TWIN.fullmatch(label.text) and _height(label) < limit
        else label
        for label in labels
    ]


def _height(label: Label) -> float:
    """The height of a text's letters in pixels; one character that lies on its side is boxed as if it stood upright."""
    x0, y0, x1, y1 = label.rect.box()
    return max(x1 - x0, y1 - y0) if len(label.text) == 1 else label.rect.height
