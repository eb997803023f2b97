"""Roman numerals beside others: I, II and III are bare strokes, which engines take for ones, bars or nothing at all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np

from sie.text.label import Label
from sie.text.noise import WORD_CONFIDENCE
from sie.text.page import page_ink
from sie.text.quads import TextRect

LARGER = frozenset(("IV", "V", "VI", "VII", "VIII", "IX"))
"""Numerals that are read as they are: they have more than upright strokes."""
STROKES = frozenset("1lI|!")
"""What an upright stroke is read as."""
MAX_STROKES = 3
SAME_HEIGHT = 0.2
"""A stroke is as high as its sibling to this part."""
SAME_LINE = 0.2
"""In heights: how far the middles of a row's numerals, or the left edges of a column's, are apart."""
THIN = 0.35
"""A stroke's width as a part of its height, at most; serifs make it wider than its stem."""
NEAR = 0.6
"""In heights: strokes of one numeral are nearer than this."""
LEVEL_PX = 2.0
"""Pixels that the tops of one numeral's strokes differ by, at most."""
MIN_HEIGHT = 4
"""Pixels: lower ink is a dot."""
REACH = 45.0
"""In heights: how far from its sibling a numeral stands."""


def with_romans(rgb: np.ndarray, labels: Sequence[Label]) -> list[Label]:
    """The labels with the numerals I to III that stand in a row or column with a larger one.

    They are taken where one, two and three strokes, and nothing else, stand before the larger numeral in this order.

    Args:
        rgb: the picture.
        labels: those that were read.
    """
    siblings = [label for label in labels if label.text in LARGER and label.confidence >= WORD_CONFIDENCE]
    found = list(labels)
    strokes = _strokes(page_ink(rgb)) if siblings else np.zeros((0, 4))
    for sibling in siblings:
        for along in (0, 1):
            numerals = _before(strokes, sibling, along)
            if [len(one) for one in numerals] == list(range(1, MAX_STROKES + 1)):
                found = _with(found, [_label(one, sibling) for one in numerals])
    return found


def _strokes(ink: np.ndarray) -> np.ndarray:
    """Bounds xyxy (n, 4) of the components that are thin and upright."""
    _, _, stats, _ = cv2.connectedComponentsWithStats(np.asarray(ink, np.uint8), connectivity=8)
    x, y, w, h, _ = (stats[1:, k] for k in range(5))
    thin = (w <= THIN * h) & (h >= MIN_HEIGHT)
    return np.stack((x, y, x + w, y + h), axis=1)[thin].astype(float)


def _before(strokes: np.ndarray, sibling: Label, along: int) -> list[np.ndarray]:
    """The groups of strokes in a row (along 0) or column (1) with a sibling and before it, the first one first."""
    x0, y0, x1, y1 = sibling.rect.box()
    height = y1 - y0
    alike = np.abs((strokes[:, 3] - strokes[:, 1]) / height - 1) <= SAME_HEIGHT
    if along == 0:
        level = np.abs((strokes[:, 1] + strokes[:, 3]) - (y0 + y1)) <= 2 * SAME_LINE * height
        near = (strokes[:, 2] < x0) & (strokes[:, 2] > x0 - REACH * height)
    else:
        level = (strokes[:, 0] >= x0 - SAME_LINE * height) & (strokes[:, 2] <= x1 + SAME_LINE * height)
        near = (strokes[:, 3] < y0) & (strokes[:, 3] > y0 - REACH * height)
    row = strokes[alike & level & near]
    groups: list[list[np.ndarray]] = []
    for stroke in row[np.lexsort((row[:, 0], np.round(row[:, 1] / height)) if along else (row[:, 1], row[:, 0]))]:
        last = groups[-1][-1] if groups else None
        if last is not None and abs(stroke[1] - last[1]) <= LEVEL_PX and stroke[0] - last[2] <= NEAR * height:
            groups[-1].append(stroke)
        else:
            groups.append([stroke])
    return [np.array(group) for group in groups]


def _label(strokes: np.ndarray, sibling: Label) -> Label:
    x0, y0 = strokes[:, :2].min(axis=0).tolist()
    x1, y1 = strokes[:, 2:].max(axis=0).tolist()
    return replace(sibling, rect=TextRect.from_box(x0, y0, x1, y1), text="I" * len(strokes))


def _with(labels: Sequence[Label], numerals: Sequence[Label]) -> list[Label]:
    """The labels with numerals in place of what was read there of strokes alone."""
    boxes = [one.rect.box() for one in numerals]
    kept = [label for label in labels if not (_is_strokes(label) and any(_overlaps(label, box) for box in boxes))]
    taken = [any(_overlaps(label, box) for label in kept) for box in boxes]
    return [*kept, *(one for one, covered in zip(numerals, taken, strict=True) if not covered)]


def _is_strokes(label: Label) -> bool:
    return set(label.text.replace(" ", "")) <= STROKES


def _overlaps(label: Label, box: tuple[float, float, float, float]) -> bool:
    x0, y0, x1, y1 = label.rect.box()
    return min(x1, box[2]) > max(x0, box[0]) and min(y1, box[3]) > max(y0, box[1])
