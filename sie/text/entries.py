"""Legend entries of one character: labels that stand beside swatches as their neighbours do.

A lone letter by itself may be a marker that was read as one. Beside a swatch, in a column or row of others that are
different letters at the same distance from swatches of their own, it is a name.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from sie.artifacts import XYXY
from sie.text.label import Label
from sie.text.noise import LOOKALIKE_CONFIDENCE, SURE, is_marker_like
from sie.text.page import PAGE_PART, page_ink

MIN_CONFIDENCE = 0.75
MIN_IN_LEGEND = 0.3
MIN_OF_MOST = 0.9
"""Confidence asked of each character; of one among others at even steps, and of these others."""
SWATCH_GAP = (0.15, 2.2)
"""In heights of the label: from the swatch to the character."""
SWATCH_WIDTH = (0.4, 6.5)
SWATCH_HEIGHT = (0.1, 1.9)
LEVEL = 0.35
"""In heights: how far a swatch's middle may be from its label's."""
AT_SAME = 0.35
"""In heights: how far places that are said to be the same may be apart."""
CLEAR = 0.4
"""In heights: nothing stands this near behind the character."""
FARTHEST = 6.0
"""In heights: entries of one column are no farther apart, those of a row twice as far."""


LOW_LETTER = 1.35
"""A capital is higher than a letter without ascender by this factor."""
_CHARACTER = re.compile(r"(?:[-–—_=.]+\s+)?(\w)")
"""One character, perhaps behind its line sample's dashes."""
_LOW = re.compile(r"[acemnorsuvwxz]")


@dataclass(frozen=True)
class _Entry:
    label: Label
    text: str
    height: float
    swatch: XYXY


def entry_ids(ink: np.ndarray, labels: Sequence[Label]) -> set[int]:
    """The ids (of the objects) of lone characters that stand beside swatches in a column or row of such.

    Args:
        ink: (height, width) of 0 and 1: what is no background, glyphs included.
        labels: all labels; those of more than one character are kept out of the swatches.
    """
    entries = _entries(ink, labels)
    found: set[int] = set()
    for entry in entries:
        group = [other for other in entries if other is entry or _belong(entry, other)]
        if len({other.text for other in group}) == len(group) > 1 and _is_told(group):
            found |= {id(other.label) for other in group}
    return found


def _is_told(group: Sequence[_Entry]) -> bool:
    """Whether the characters beside swatches that stand alike are text: well read, or at even steps and mostly so."""
    confidences = sorted(entry.label.confidence for entry in group)
    if confidences[0] >= LOOKALIKE_CONFIDENCE:
        return True
    if (
        any(e.label.confidence >= SURE and not is_marker_like(e.text) for e in group)
        and confidences[0] >= MIN_CONFIDENCE
    ):
        return True
    return len(group) > 2 and confidences[1] >= MIN_OF_MOST and _at_even_steps(group)


def _at_even_steps(group: Sequence[_Entry]) -> bool:
    """Whether the entries follow each other at one distance."""
    steps = [np.diff(sorted((e.swatch[side] + e.swatch[side + 2]) / 2 for e in group)) for side in (0, 1)]
    longer = max(steps, key=lambda step: float(step.sum()))
    return bool(longer.max() - longer.min() <= AT_SAME * max(e.height for e in group))


def with_entries_placed(rgb: np.ndarray, labels: list[Label]) -> list[Label]:
    """The labels with those that are legend entries of one character marked as placed: they are no noise."""
    if sum(_CHARACTER.fullmatch(label.text) is not None for label in labels) < 2:
        return labels
    ids = entry_ids(page_ink(rgb, part=PAGE_PART), labels)
    return [replace(label, placed=True) if id(label) in ids else label for label in labels]


def swatch_beside(ink: np.ndarray, box: XYXY, height: float) -> XYXY | None:
    """The swatch left of a character's box, or None where none stands there or the character is not alone.

    Args:
        ink: (height, width) of 0 and 1.
        box: of the character.
        height: of its font's capitals.
    """
    x0, y0, x1, y1 = (round(side) for side in box)
    rows = slice(max(0, y0 - round(0.6 * height)), y1 + round(0.6 * height))
    if ink[max(0, y0) : y1, x1 + 1 : x1 + 1 + max(1, round(CLEAR * height))].any():
        return None
    left = max(0, x0 - round((SWATCH_GAP[1] + SWATCH_WIDTH[1]) * height))
    part = np.ascontiguousarray(ink[rows, left : max(0, x0 - 1)])
    if part.size == 0 or not part.any():
        return None
    count, _, stats, _ = cv2.connectedComponentsWithStats(part, connectivity=8)
    middle = (box[1] + box[3]) / 2 - rows.start
    best: XYXY | None = None
    for index in range(1, count):
        x, y, w, h = (int(v) for v in stats[index][:4])
        gap = x0 - (left + x + w)
        level = abs(y + h / 2 - middle) <= LEVEL * height
        sized = _within(w / height, SWATCH_WIDTH) and _within(h / height, SWATCH_HEIGHT)
        if level and sized and _within(gap / height, SWATCH_GAP) and x > 0 and (best is None or left + x + w > best[2]):
            best = (float(left + x), float(rows.start + y), float(left + x + w), float(rows.start + y + h))
    return best


def _within(value: float, limits: tuple[float, float]) -> bool:
    return limits[0] <= value <= limits[1]


def _entries(ink: np.ndarray, labels: Sequence[Label]) -> list[_Entry]:
    clear = ink.copy()
    for label in labels:
        if _CHARACTER.fullmatch(label.text) is None:
            x0, y0, x1, y1 = (round(side) for side in label.rect.box())
            clear[max(0, y0) : y1, max(0, x0) : x1] = 0
    found = []
    for label in labels:
        match = _CHARACTER.fullmatch(label.text)
        if match is None or label.rect.angle != 0.0 or label.confidence < MIN_IN_LEGEND:
            continue
        text = match.group(1)
        height = label.rect.height * (LOW_LETTER if _LOW.fullmatch(text) else 1.0)
        swatch = swatch_beside(clear, label.rect.box(), height)
        if swatch is not None:
            found.append(_Entry(label, text, height, swatch))
    return found


def _belong(one: _Entry, other: _Entry) -> bool:
    """Whether two entries are of one legend: their characters and their swatches stand alike."""
    height = max(one.height, other.height)
    near = AT_SAME * height
    a, b, s, t = one.label.rect.box(), other.label.rect.box(), one.swatch, other.swatch
    to_edge, to_middle = (a[0] - s[2]) - (b[0] - t[2]), (a[0] - (s[0] + s[2]) / 2) - (b[0] - (t[0] + t[2]) / 2)
    alike = min(abs(to_edge), abs(to_middle)) < near
    column = abs(a[0] - b[0]) < near and abs(a[3] - b[3]) <= FARTHEST * height
    row = abs(a[3] - b[3]) < near and abs(a[0] - b[0]) <= 2 * FARTHEST * height
    return alike and (column or row)
