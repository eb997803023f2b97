"""Stacked fills told column by column: each column is cut, from the base upwards, into runs of the parts' colours.

Edges followed one fill at a time are lost where a part is a few pixels thin, its neighbour's tint, or gone for a
while, and with it all parts above it. In a stack the order of the parts is the same everywhere, so the best cuts of a
column into that order are found at once, by dynamic programming over its rows.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from sie.elements.ink import Canvas, Layer
from sie.pixels import length_of

FAR = 25.0
"""Lab distance from which a pixel is not of a part's colour; farther ones speak no louder."""
CLEAR = 0.5
"""Part of `FAR` within which a pixel has its part's colour."""
BLOCK = 256
"""Columns that are cut at a time: what is kept of them is 4 bytes a row, part and column."""
UNSURE = 6.0
"""Rows by which the lowest and the highest of equally good cuts may differ: a stroke along the edge, not a text."""


@dataclass(frozen=True)
class Cuts:
    """Stacked parts, in the order given.

    Attributes:
        tops: float (parts, columns), the row of each part's upper edge, crop pixels; nan where something hides it.
        part: int8 (h, w), which part each pixel lies in, -1 outside the stack.
        sure: part of the stack's pixels that have the colour of the part that they lie in.
    """

    tops: np.ndarray
    part: np.ndarray
    sure: float


def stacking_order(layers: Sequence[Layer]) -> list[Layer]:
    """The layers from below upwards: each stands above those over which it lies in most columns that both have."""
    rows = []
    for layer in layers:
        mask = layer.mask
        count = mask.sum(axis=0)
        middle = (mask * np.arange(mask.shape[0])[:, None]).sum(axis=0) / np.maximum(count, 1)
        rows.append(np.where(count > 1, middle, np.nan))
    wins = []
    for one in rows:
        beats = 0.0
        for other in rows:
            both = ~np.isnan(one) & ~np.isnan(other)
            beats += float((one[both] < other[both]).mean()) if one is not other and both.any() else 0.0
        wins.append(beats)
    return [layers[i] for i in np.argsort(wins, kind="stable").tolist()]


def cut_columns(canvas: Canvas, layers: Sequence[Layer], base: float) -> Cuts:
    """The stack of some layers, from below upwards, on a base row.

    Args:
        canvas: the plot area.
        layers: the parts' inks.
        base: the row on which the lowest part stands, crop pixels.
    """
    colors = np.array([layer.lab for layer in layers], np.float32)
    height = int(np.clip(round(base), 1, canvas.shape[0]))
    width = canvas.shape[1]
    unknown = _unknown(canvas, layers)[:height]
    tops = np.full((len(layers), width), np.nan)
    part = np.full(canvas.shape, -1, np.int8)
    matched = total = 0
    for start in range(0, width, BLOCK):
        block = slice(start, min(start + BLOCK, width))
        cost = _costs(canvas, colors, height, block, unknown[:, block])
        low, high = _cut(cost, prefer_low=True), _cut(cost, prefer_low=False)
        middle = (low + high) / 2
        tops[:, block] = np.where(np.abs(high - low) <= UNSURE, height - middle, np.nan)
        rows = height - 1 - np.arange(height)
        inside = (rows[None, :, None] < middle[:, None]).sum(axis=0)
        part[:height, block] = np.where(inside > 0, len(layers) - inside, -1)
        lying = np.take_along_axis(cost, np.minimum(len(layers) - inside, len(layers))[None], axis=0)[0]
        seen = (inside > 0) & ~unknown[:, block]
        matched += int((lying[seen] <= CLEAR).sum())
        total += int(seen.sum())
    return Cuts(_refined(canvas, layers, tops), part, matched / total if total else 0.0)


def _unknown(canvas: Canvas, layers: Sequence[Layer]) -> np.ndarray:
    """Pixels that tell nothing: texts, grid lines, and strokes of other inks."""
    other = (canvas.labels >= 0) & ~np.isin(canvas.labels, [layer.index for layer in layers])
    return np.asarray(canvas.text | canvas.grid | other)


def _costs(canvas: Canvas, colors: np.ndarray, height: int, block: slice, unknown: np.ndarray) -> np.ndarray:
    """float32 (parts + 1, rows, columns): how far each pixel is from each part's colour and the ground, 0 to 1."""
    lab = canvas.lab[:height, block]
    away = [length_of(lab - color) for color in colors]
    away.append(length_of(lab - canvas.background_lab[:height, block]))
    cost = np.minimum(np.array(away, np.float32) / FAR, 1.0)
    cost[:, unknown] = 0.0
    return np.asarray(cost, np.float32)


def _cut(cost: np.ndarray, *, prefer_low: bool) -> np.ndarray:
    """int (parts, columns): of the rows from the base up, how many belong to each part or one below it.

    Where cuts are equally good the pixels between them go to the lower part, or to the higher one.
    """
    states, rows, width = cost.shape
    best = np.empty((rows, states, width), np.float32)
    below = np.zeros((states, width), np.float32)
    for step in range(rows):
        best[step] = cost[:, rows - 1 - step] + below
        below = np.minimum.accumulate(best[step], axis=0)
    counts = np.zeros((states - 1, width), int)
    allowed = np.full(width, states - 1)
    order = np.arange(states)[:, None]
    for step in range(rows - 1, -1, -1):
        open_to = np.where(order <= allowed, best[step], np.inf)
        allowed = open_to.argmin(axis=0) if prefer_low else states - 1 - open_to[::-1].argmin(axis=0)
        counts += order[:-1] >= allowed
    return counts


def _refined(canvas: Canvas, layers: Sequence[Layer], tops: np.ndarray) -> np.ndarray:
    """The edges to a fraction of a pixel, by how much of four rows around them has the lower part's colour."""
    rgb = canvas.rgb.astype(np.float32)
    found = tops.copy()
    height = canvas.shape[0]
    for i, layer in enumerate(layers):
        above = tops[i + 1] if i + 1 < len(layers) else np.full(tops.shape[1], -np.inf)
        under = tops[i - 1] if i else np.full(tops.shape[1], np.inf)
        room = (tops[i] - above >= 3) & (under - tops[i] >= 3) & (tops[i] >= 2) & (tops[i] <= height - 2)
        room &= tops[i] == np.round(tops[i])
        columns = np.flatnonzero(room)
        edge = tops[i, columns].astype(int)
        rows = edge[:, None] + np.arange(-2, 2)
        strip = rgb[rows, columns[:, None]]
        upper, lower = strip[:, 0], layer.rgb.astype(np.float32)
        way = lower - upper
        part = ((strip - upper[:, None]) * way[:, None]).sum(axis=2) / np.maximum((way * way).sum(axis=1), 1.0)[:, None]
        found[i, columns] = edge + 2 - np.clip(part, 0.0, 1.0).sum(axis=1)
    return found


__all__ = ["Cuts", "cut_columns", "stacking_order"]
