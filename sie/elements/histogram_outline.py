"""Outlines of a histogram's bins in the ground's colour: they hide half their width of every top and outermost side.

Separators between touching bins show how wide such an outline is, but gaps look the same. Counts tell them apart: where
a pixel is a small part of one count, the ends miss whole numbers by half the outline, all alike, or do not.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from sie.artifacts import XY, Axis, Element, Raster
from sie.vocab import ScaleType

MIN_WIDTH_PX = 0.5
MAX_WIDTH_PX = 4.0
REACH_PX = 4
TOUCH_PX = 4.0
"""Bins no further apart than this share a separator."""
STEADY_PX = 0.6
MIN_BINS = 5
MIN_COMMON_PX = 6
MOST_PER_PX = 0.4
"""Counts of a pixel above which whole numbers are too near each other to tell."""
ALIKE = 0.8
"""Length of the mean of the ends' parts of one count, as turns of a circle."""
LEAST_MISS = 0.25
"""Pixels by which the ends must miss whole counts."""
SAME_PX = 0.2
"""How well the miss is half the separator."""
TICK_SHIFTS = (0.0, -0.5)
"""How far marks may stand from where the ticks say, px down the page."""


def bins_with_hidden_outline(bins: Sequence[Element], values: Axis | None, raster: Raster) -> list[Element]:
    """The bins with their ends, and the outermost sides, moved out by half of an outline that separators show.

    Args:
        bins: upright bins with `px` `base` and `end`, left to right.
        values: the axis of the counts.
        raster: the picture.
    """
    elements = list(bins)
    width = separator_width(elements, raster.rgb)
    if width is None or values is None or not _counts_tell(elements, values, width / 2):
        return elements
    half = width / 2
    grown = [_higher(element, half) for element in elements]
    for index, corner, out in ((0, 0, -half), (len(grown) - 1, 2, half)):
        box = list(grown[index].box)
        box[corner] += out
        grown[index] = grown[index].model_copy(update={"box": (box[0], box[1], box[2], box[3])})
    return grown


def separator_width(bins: Sequence[Element], rgb: NDArray[np.uint8]) -> float | None:
    """Median width, px, of the white between touching bins; None where most have none or no one width."""
    widths = []
    for left, right in pairwise(bins):
        if abs(right.box[0] - left.box[2]) > TOUCH_PX:
            continue
        top, foot = max(left.px["end"][1], right.px["end"][1]), min(left.px["base"][1], right.px["base"][1])
        if foot - top >= MIN_COMMON_PX:
            widths.append(_ground_between(rgb, (left.box[2] + right.box[0]) / 2, int(top) + 2, int(foot) - 2))
    if len(widths) < MIN_BINS - 2:
        return None
    middle = float(np.median(widths))
    steady = float(np.mean(np.abs(np.array(widths) - middle) <= STEADY_PX))
    return middle if MIN_WIDTH_PX <= middle <= MAX_WIDTH_PX and steady >= 0.6 else None


def _ground_between(rgb: NDArray[np.uint8], x: float, top: int, foot: int) -> float:
    """Width of white ground about column x, by how much lighter than the fill beside it the pixels are."""
    first = max(0, round(x) - REACH_PX)
    lanes = np.median(rgb[top:foot, first : round(x) + REACH_PX].astype(np.float32), axis=0)
    fill = (lanes[0] + lanes[-1]) / 2
    toward = 255.0 - fill
    share = (lanes - fill) @ toward / max(float(toward @ toward), 1.0)
    return float(np.clip(share, 0.0, 1.0).sum()) if float(np.abs(lanes[0] - lanes[-1]).max()) <= 8.0 else 0.0


def _counts_tell(bins: Sequence[Element], values: Axis, half: float) -> bool:
    """Whether all ends miss whole counts by half the outline, or by so much less where ticks stand beside theirs."""
    miss = whole_count_miss(bins, values)
    if miss is None or half < LEAST_MISS or abs(miss) < LEAST_MISS:
        return False
    return min(abs(miss - half - shift) for shift in TICK_SHIFTS) <= SAME_PX


def whole_count_miss(bins: Sequence[Element], values: Axis) -> float | None:
    """How far down the page all ends lie from whole counts, px; None where they do not, or counts lie too close."""
    fit = values.fit
    if fit is None or values.scale is not ScaleType.LINEAR or len(bins) < MIN_BINS:
        return None
    period = abs(fit.px_per_unit)
    places = np.array([element.px["end"][1] - fit.offset_px for element in bins])
    if period < 1 / MOST_PER_PX or len(set(np.round(places / period))) < MIN_BINS - 1:
        return None
    mean = complex(np.mean(np.exp(2j * np.pi * places / period)))
    return float(np.angle(mean)) / (2 * np.pi) * period if abs(mean) >= ALIKE else None


def _higher(element: Element, half: float) -> Element:
    up = element.px["end"][1] <= element.px["base"][1]
    x, y = element.px["end"]
    end: XY = (x, y - half if up else y + half)
    x0, y0, x1, y1 = element.box
    box = (x0, y0 - half, x1, y1) if up else (x0, y0, x1, y1 + half)
    return element.model_copy(update={"px": {**element.px, "end": end}, "box": box})
