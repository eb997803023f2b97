"""Colours of page and plot, and the rectangle that a coloured plot background fills."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from sie.artifacts import XYXY
from sie.structure.lines import strongest_channel

Color = NDArray[np.float64]

INK_CONTRAST = 24.0
"""Levels of any channel by which ink differs from the background."""
MIN_FILL_CONTRAST = 5.0
"""Levels by which a plot's background differs from the page, where it has one of its own."""
MIN_FILL_PART = 0.1
"""Part of the rough plot area that is of its background's colour, at least."""
MIN_COVER = 0.8
"""A coloured panel covers at least this part of the rough plot area."""
SAMPLE = 60_000


def background_color(rgb: NDArray[np.uint8]) -> Color:
    """The commonest colour of a picture, from 5 bits a channel and then the mean of what falls there."""
    return _commonest(rgb.reshape(-1, 3))


def _commonest(pixels: NDArray[np.uint8]) -> Color:
    pixels = pixels[:: max(1, len(pixels) // SAMPLE)]
    coarse = pixels.astype(np.int32) >> 3
    codes = (coarse[:, 0] << 10) | (coarse[:, 1] << 5) | coarse[:, 2]
    return _mean(pixels[codes == np.bincount(codes).argmax()])


def _mean(pixels: NDArray[np.uint8]) -> Color:
    """The mean colour; OpenCV's sums over the channels are whole and fast."""
    return np.array(cv2.sumElems(pixels.reshape(1, -1, 3))[:3]) / len(pixels)


def difference(rgb: NDArray[np.uint8], color: Color) -> NDArray[np.uint8]:
    """The largest channel difference of each pixel from a colour, whole levels, shape (height, width)."""
    plain = np.empty_like(rgb)
    plain[:] = np.round(color).astype(np.uint8)
    return strongest_channel(cv2.absdiff(rgb, plain))


def ink_mask(rgb: NDArray[np.uint8], text_boxes: Sequence[XYXY], *, plot_area: XYXY | None = None) -> NDArray[np.uint8]:
    """1 where a picture differs from its background, without its text.

    Args:
        plot_area: inside it the background is the commonest colour there, outside the commonest one outside.
    """
    parts = None if plot_area is None else _inside_and_outside(rgb, plot_area)
    if parts is None:
        mask = (difference(rgb, background_color(rgb)) > INK_CONTRAST).astype(np.uint8)
    else:
        (x0, y0, x1, y1), inside, outside = parts
        mask = (difference(rgb, _commonest(outside)) > INK_CONTRAST).astype(np.uint8)
        mask[y0:y1, x0:x1] = difference(rgb[y0:y1, x0:x1], _commonest(inside)) > INK_CONTRAST
    for left, top, right, bottom in text_boxes:
        mask[max(0, int(top) - 1) : int(np.ceil(bottom)) + 1, max(0, int(left) - 1) : int(np.ceil(right)) + 1] = 0
    return mask


def _inside_and_outside(
    rgb: NDArray[np.uint8], box: XYXY
) -> tuple[tuple[int, int, int, int], NDArray[np.uint8], NDArray[np.uint8]] | None:
    """A box in whole pixels, the pixels in it and a sample of those around it; None where either is empty."""
    height, width = rgb.shape[:2]
    x0, y0, x1, y1 = (round(v) for v in box)
    x0, y0, x1, y1 = max(0, x0), max(0, y0), min(width, x1), min(height, y1)
    inside = rgb[y0:y1, x0:x1].reshape(-1, 3)
    around = [rgb[:y0], rgb[y1:], rgb[y0:y1, :x0], rgb[y0:y1, x1:]]
    outside = np.concatenate([part[::2, ::2].reshape(-1, 3) for part in around])
    return None if not len(inside) or not len(outside) else ((x0, y0, x1, y1), inside, outside)


def filled_panel(rgb: NDArray[np.uint8], rough: XYXY) -> XYXY | None:
    """Bounds of the coloured rectangle behind a rough plot area, or None where plot and page have one colour."""
    height, width = rgb.shape[:2]
    parts = _inside_and_outside(rgb, rough)
    if parts is None:
        return None
    (x0, y0, x1, y1), inside, outside = parts
    page = _commonest(outside)
    size = int(2 * round(max(3.0, 0.006 * min(height, width))) + 1)
    for fill in _common(inside):
        contrast = float(np.abs(fill - page).max())
        if contrast < MIN_FILL_CONTRAST:
            return None
        mask = (difference(rgb, fill) <= min(0.5 * contrast, 10.0)).astype(np.uint8)
        closed = cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((size, size), np.uint8))
        _, _, stats, _ = cv2.connectedComponentsWithStats(closed, connectivity=4)
        if len(stats) < 2:
            continue
        x, y, w, h = (int(v) for v in max(stats[1:], key=lambda row: row[4])[:4])
        box = _tight(mask, (x, y, x + w, y + h))
        if box is not None and _overlap((x0, y0, x1, y1), box) >= MIN_COVER:
            return box
    return None


def _common(pixels: NDArray[np.uint8]) -> list[Color]:
    """The commonest colours, each at least a tenth of the pixels, the commonest first."""
    pixels = pixels[:: max(1, len(pixels) // SAMPLE)]
    coarse = pixels.astype(np.int32) >> 3
    codes = (coarse[:, 0] << 10) | (coarse[:, 1] << 5) | coarse[:, 2]
    counts = np.bincount(codes)
    top = [code for code in np.argsort(counts)[::-1][:3] if counts[code] >= MIN_FILL_PART * len(pixels)]
    return [_mean(pixels[codes == code]) for code in top]


def _overlap(box: tuple[int, int, int, int], other: XYXY) -> float:
    """The part of a box that another covers."""
    w = min(box[2], other[2]) - max(box[0], other[0])
    h = min(box[3], other[3]) - max(box[1], other[1])
    return max(w, 0.0) * max(h, 0.0) / max((box[2] - box[0]) * (box[3] - box[1]), 1)


def _tight(mask: NDArray[np.uint8], box: tuple[int, int, int, int]) -> XYXY | None:
    """The box shrunk to the rows and columns of which a good part is filled."""
    x0, y0, x1, y1 = box
    part = mask[y0:y1, x0:x1]
    columns = np.flatnonzero(part.mean(axis=0) >= 0.15)
    rows = np.flatnonzero(part.mean(axis=1) >= 0.15)
    if not len(columns) or not len(rows):
        return None
    return float(x0 + columns[0]), float(y0 + rows[0]), float(x0 + columns[-1] + 1), float(y0 + rows[-1] + 1)
