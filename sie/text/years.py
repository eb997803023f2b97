"""Takes apart years printed so close together that they were read as one number: `201220132014`.

Nothing else that a chart prints is so long a number, and the years that it would be made of follow each other in one
step; so no gaps of the ink are asked for, which between small digits are as wide as those within a year.
"""

from __future__ import annotations

import itertools
import re
from dataclasses import replace

from sie.text.label import Label
from sie.text.quads import TextRect

_YEARS = re.compile(r"(?:(?:1[6-9]|20)\d\d){2,}")
MIN_YEARS = 3
"""So many years prove themselves; two need a row of such."""
YEAR_WIDTH = 3.1
"""In heights of a digit: four digits and the gaps between them."""
MAX_PART = 0.97
"""A year takes no more of its place than this."""
SAME_LINE = 0.4
"""In heights: how far the middles of labels of one row are apart."""


def part_years(labels: list[Label]) -> list[Label]:
    """The labels, with what is several years in one step taken apart at even places."""
    sure = [(label, step) for label in labels if (step := _step(label.text)) and _count(label.text) >= MIN_YEARS]
    result: list[Label] = []
    for label in labels:
        proven = any(label is other or (_in_line(label, other) and _step(label.text) == step) for other, step in sure)
        result += _parts(label) if proven else [label]
    return result


def _count(text: str) -> int:
    return len(text) // 4


def _step(text: str) -> int:
    """The step between the years that a text is made of; 0 where it is none or they have no one step."""
    if _YEARS.fullmatch(text) is None:
        return 0
    years = [int(text[k : k + 4]) for k in range(0, len(text), 4)]
    steps = {after - before for before, after in itertools.pairwise(years)}
    return steps.pop() if len(steps) == 1 else 0


def _in_line(label: Label, other: Label) -> bool:
    """Whether two labels stand on one line in one direction."""
    if label.rect.angle != other.rect.angle:
        return False
    dx, dy = (a - b for a, b in zip(label.rect.center, other.rect.center, strict=True))
    _, across = other.rect.axes()
    return abs(dx * across[0] + dy * across[1]) <= SAME_LINE * other.rect.height


def _parts(label: Label) -> list[Label]:
    """The years of a label, each as wide as its digits are."""
    count, rect = _count(label.text), label.rect
    width = min(YEAR_WIDTH * rect.height, MAX_PART * rect.width / count)
    pitch = (rect.width - width) / (count - 1)
    parts = []
    for k in range(count):
        start = k * pitch / rect.width
        part: TextRect = rect.part(start, start + width / rect.width)
        parts.append(replace(label, rect=part, text=label.text[4 * k : 4 * k + 4], split=True, alternatives=()))
    return parts
