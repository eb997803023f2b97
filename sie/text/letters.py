"""Rows of lone letters in the order of the alphabet: the sure ones tell the others, which engines read worst.

Categories are named A, B, C, D, a letter under each tick. A glyph by itself is read as a digit or with an accent, and
with its tick mark where that touches it; two sure letters at their places in the alphabet tell what stands between.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from sie.text.label import Label
from sie.text.noise import ALIGNED, SAME_HEIGHT, SURE, WORD_CONFIDENCE
from sie.text.quads import TextRect

MIN_ROW = 3
MIN_SURE = 2
SURE_PART = 0.4
"""Part of a row whose letters must be sure."""
EVEN = 0.1
"""In steps: how far letters stand from even places, at most."""
TALLER = 1.3
"""A letter with its tick mark is so many times as high as one without, or more."""
_MARKED = re.compile(r"[-–—_'’`|!]([A-Za-z])")


def with_letter_rows(labels: Sequence[Label]) -> list[Label]:
    """The labels with the doubtful ones of lettered rows as their places in the alphabet say, kept as placed.

    Args:
        labels: all that were read, doubtful ones included.
    """
    found = list(labels)
    heights = [one.rect.height for one in found if _is_single(one)]
    if len(heights) < MIN_SURE:
        return found
    found = [_without_mark(one, float(np.median(heights))) for one in found]
    singles = [one for one in found if _is_single(one)]
    for row in _rows(singles):
        named = _by_alphabet(row)
        if named is not None:
            changed = {id(one): replacement for one, replacement in zip(row, named, strict=True)}
            found = [changed.get(id(one), one) for one in found]
    return found


def _is_single(label: Label) -> bool:
    return len(label.text) == 1 and label.text.isalnum() and label.rect.angle == 0.0


def _without_mark(label: Label, height: float) -> Label:
    """A letter cut from the tick mark above it, read as a dash or quote before it: both look like turned text."""
    match = _MARKED.fullmatch(label.text)
    x0, y0, x1, y1 = label.rect.box()
    if match is None or y1 - y0 < TALLER * height or x1 - x0 > y1 - y0:
        return label
    return replace(label, text=match[1], rect=TextRect.from_box(x0, y1 - height, x1, y1))


def _rows(singles: Sequence[Label]) -> list[list[Label]]:
    """Lone characters of one height on one base line at even steps, left to right."""
    rows: list[list[Label]] = []
    for label in sorted(singles, key=lambda one: one.rect.center[0]):
        row = next((row for row in rows if _stand_level(row[0], label)), None)
        if row is None:
            rows.append([label])
        else:
            row.append(label)
    return [row for row in rows if len(row) >= MIN_ROW and _are_even([one.rect.center[0] for one in row])]


def _stand_level(first: Label, other: Label) -> bool:
    height = max(first.rect.height, other.rect.height)
    level = abs(first.rect.box()[3] - other.rect.box()[3]) <= ALIGNED * height
    return level and abs(first.rect.height - other.rect.height) <= SAME_HEIGHT * height


def _are_even(places: Sequence[float]) -> bool:
    steps = np.diff(places)
    return bool(np.abs(steps - steps.mean()).max() <= EVEN * steps.mean())


def _by_alphabet(row: Sequence[Label]) -> list[Label] | None:
    """The row as its sure letters continue; None where they are too few or not in their order, or nothing changes."""
    sure = [(index, one.text) for index, one in enumerate(row) if one.text.isalpha() and one.confidence >= SURE]
    starts = {ord(text) - index for index, text in sure}
    if len(sure) < max(MIN_SURE, SURE_PART * len(row)) or len(starts) != 1 or len(sure) == len(row):
        return None
    letters = [chr(min(starts) + index) for index in range(len(row))]
    if not "".join(letters).isascii() or not all(letter.isalpha() for letter in letters):
        return None
    sure_places = {index for index, _ in sure}
    return [
        one if index in sure_places else _named(one, letter)
        for index, (one, letter) in enumerate(zip(row, letters, strict=True))
    ]


def _named(label: Label, letter: str) -> Label:
    if label.text == letter:
        return replace(label, placed=True)
    confidence = max(label.confidence, WORD_CONFIDENCE)
    return replace(label, text=letter, confidence=confidence, placed=True, alternatives=(label.text,))
