"""Tells a legend's labels from an axis': left of each stands a key, equally far and equally wide.

Numbers in a legend (`1` to `6`, years, doses) step and stand as evenly as tick labels do. What is left of them decides:
tick marks hang on a line that goes on between the labels and have one colour, keys stand alone or differ in colour.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sie.structure.fill import INK_CONTRAST, Color, background_color, difference
from sie.structure.labels import Label
from sie.structure.sequences import LabelSequence
from sie.vocab import Direction

KEY_GAP = 1.7
"""A key ends within this many text heights left of its label."""
KEY_WIDTH = (0.4, 4.5)
"""Widths of keys in text heights: markers to line samples."""
KEY_INNER = 0.6
"""Gaps within a key, as of a dashed line, are narrower than this many text heights."""
KEY_FREE = 0.4
"""Left of a key this many text heights are free."""
MIN_INK = 0.1
"""Part of a column of pixels, as high as the text, that is ink where a key is."""
SAME = 0.5
"""Keys of a legend differ in place and width by at most this many text heights."""
OTHER_COLOR = 40
"""Channel difference at which two keys have different colours."""
KEYED = 0.75
"""Part of the labels that have keys."""
BESIDE = 1.2
"""In text heights: this far above and below a label a key has ended, an axis line has not."""

PAGE_BESIDE = 2.0
"""In text heights: this far right of a label the page's colour is looked for."""


@dataclass(frozen=True)
class _Key:
    """A key's distance from its label and width in text heights, its colour, and whether it ends above and below."""

    gap: float
    width: float
    color: NDArray[np.float64]
    alone: bool


def has_keys(sequence: LabelSequence, rgb: NDArray[np.uint8], text: NDArray[np.bool_]) -> bool:
    """Whether the labels of a sequence have legend keys left of them.

    Args:
        text: where there is text, shape (height, width).
    """
    pitch = sequence.spacing_px / 2 if sequence.direction is Direction.VERTICAL else np.inf
    found = [_key(label, rgb, text, pitch) for label in sequence.labels]
    keys = [key for key in found if key is not None]
    if len(keys) < 2 or len(keys) < KEYED * len(found):
        return False
    if max(np.ptp([key.gap + key.width for key in keys]), np.ptp([key.gap for key in keys])) > SAME:
        return False
    colors = np.array([key.color for key in keys])
    return all(key.alone for key in keys) or bool(np.ptp(colors, axis=0).max() > OTHER_COLOR)


def _key(label: Label, rgb: NDArray[np.uint8], text: NDArray[np.bool_], pitch: float) -> _Key | None:
    x0, y0, _, y1 = label.box
    height = min(y1 - y0, 1.5 * label.height_px)
    left = max(0, int(x0 - (KEY_GAP + KEY_WIDTH[1] + KEY_FREE) * height))
    rows, end = slice(max(0, int(y0)), int(np.ceil(y1))), int(x0 - 0.1 * height)
    page = _page_color(rgb, label, rows)
    ink = _ink(rgb, text, page, rows, slice(left, end))
    if ink.size == 0:
        return None
    span = _last_run(ink.mean(axis=0) >= MIN_INK, round(KEY_INNER * height))
    if span is None:
        return None
    start, stop = span
    gap, width = (ink.shape[1] - stop) / height, (stop - start) / height
    if gap > KEY_GAP or not KEY_WIDTH[0] <= width <= KEY_WIDTH[1] or start < KEY_FREE * height:
        return None
    columns = slice(left + start, left + stop)
    pixels = rgb[rows, columns][ink[:, start:stop]]
    away, middle = min(BESIDE * height, pitch), (y0 + y1) / 2
    levels = [int(middle - away), int(middle + away)]
    beside = [_ink(rgb, text, page, slice(y, y + 1), columns) for y in levels if 0 <= y < rgb.shape[0]]
    alone = all(not row.any() for row in beside)
    return _Key(gap, width, np.asarray(np.median(pixels, axis=0), np.float64), alone)


def _page_color(rgb: NDArray[np.uint8], label: Label, rows: slice) -> Color:
    """The commonest colour in and right of a label: left of it keys and the plot may fill more than the page does."""
    start, stop = max(0, int(label.box[0])), int(label.box[2] + PAGE_BESIDE * label.height_px)
    around = rgb[rows, start : max(stop, start + 1)]
    return background_color(around if around.size else rgb)


def _ink(
    rgb: NDArray[np.uint8], text: NDArray[np.bool_], page: Color, rows: slice, columns: slice
) -> NDArray[np.bool_]:
    """What is neither of the page's colour nor text."""
    part = rgb[rows, columns]
    if part.size == 0:
        return np.zeros(part.shape[:2], bool)
    ink: NDArray[np.bool_] = (difference(np.ascontiguousarray(part), page) > INK_CONTRAST) & ~text[rows, columns]
    return ink


def _last_run(inked: NDArray[np.bool_], inner: int) -> tuple[int, int] | None:
    """The rightmost run of True, over gaps of at most `inner`, half-open."""
    places = np.flatnonzero(inked)
    if len(places) == 0:
        return None
    breaks = np.flatnonzero(np.diff(places) > inner + 1)
    first = places[breaks[-1] + 1] if len(breaks) else places[0]
    return int(first), int(places[-1]) + 1
