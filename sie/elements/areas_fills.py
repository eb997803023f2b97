"""Filled regions of a canvas, their upper edges to a fraction of a pixel, and how overlapping tints make mixtures."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import combinations, permutations

import cv2
import numpy as np

from sie.elements.ink import Canvas, Layer

SOLID = 0.5
"""A fill has at least this part of its pixels in solid areas."""
LEAST_SHARE = 0.004
"""A fill covers at least this part of the plot area."""
LONG_MEETING = 0.2
"""Two shades of a gradient meet in this part of the plot's columns."""
SMOOTH = 0.35
"""Across the meeting of two shades the colour changes by less than this part of their difference."""
NEAR_TEXT = 4
"""How far from a text or the legend, in pixels, an edge is taken for theirs."""
STRAY = 0.02
"""Part of an outline's columns that stray ones at its ends may be."""
MOSTLY_ON_TOP = 0.5
OUTLINE = 8
"""Thickest stroke, in pixels, that may run along a fill's edge."""
PEN = 4
"""The same of a stroke in another fill's colour, which may also be a thin part of a stack."""


@dataclass(frozen=True)
class Fill:
    """A filled region.

    Attributes:
        layers: indices of its canvas layers, its own first, then mixtures with other fills.
        color: `#rrggbb` of its own layer.
        mask: bool (h, w).
        coverage: float32 (h, w), how much of each pixel is filled.
        others: indices of the layers that fill other regions.
    """

    layers: tuple[int, ...]
    color: str
    mask: np.ndarray
    coverage: np.ndarray
    others: tuple[int, ...] = ()


@dataclass(frozen=True)
class Outline:
    """Edges of a fill by column, crop pixels; nan where the column has none of it.

    `columns` are all columns from the first filled to the last; `stroke` is the thickness in pixels of the line that
    runs along the upper edge, 0 where none does.
    """

    columns: np.ndarray
    top: np.ndarray
    bottom: np.ndarray
    stroke: float = 0.0


def find_fills(canvas: Canvas, named: Collection[int] = ()) -> list[Fill]:
    """The fills of a canvas, largest first; tints that are mixtures of two fills belong to both.

    Args:
        canvas: the plot area.
        named: layers in colours of the legend's patches: they are no mixtures, even if greys between two others.
    """
    inside = canvas.inside
    area = float(inside.sum())
    solid_layers: list[tuple[Layer, np.ndarray]] = []
    for layer in canvas.layers:
        mask = layer.mask & inside
        count = float(mask.sum())
        if count < LEAST_SHARE * area:
            continue
        side = max(5, round(0.012 * min(canvas.shape)))
        opened = cv2.morphologyEx(mask.astype(np.uint8), cv2.MORPH_OPEN, np.ones((side, side), np.uint8))
        if opened.sum() >= SOLID * count:
            solid_layers.append((layer, mask))
    shades = shades_of(canvas, [layer for layer, _ in solid_layers], named)
    plain = [(layer, mask) for layer, mask in solid_layers if layer.index not in shades]
    beneath = [layer for layer, _ in plain if _on_top(layer, plain) < MOSTLY_ON_TOP and layer.index not in named]
    ground = np.array(canvas.background_color, np.float32)
    mixtures = _mixtures([layer for layer, _ in plain], ground, {layer.index for layer in beneath})
    fills = []
    for layer, _ in solid_layers:
        gradient = shades.get(layer.index, (layer.index,))
        if layer.index in mixtures or gradient[0] != layer.index:
            continue
        parts = (*gradient, *(m for m, parents in mixtures.items() if layer.index in parents))
        member = np.isin(canvas.labels, parts)
        coverage = np.where(member, canvas.coverage, np.float32(0))
        mask = cv2.morphologyEx((coverage >= 0.5).astype(np.uint8), cv2.MORPH_CLOSE, np.ones((5, 3), np.uint8))
        others = tuple(other.index for other, _ in solid_layers if other.index not in parts)
        fills.append(Fill(parts, layer.color, _behind_text((mask > 0) & inside, canvas.text), coverage, others))
    return sorted(fills, key=lambda fill: -int(fill.mask.sum()))


def shades_of(canvas: Canvas, layers: Sequence[Layer], named: Collection[int] = ()) -> dict[int, tuple[int, ...]]:
    """For each layer that is a shade of a gradient the indices of all its shades, the most frequent first.

    Shades run into each other without a step; at the edge between two fills the colour changes within two pixels.
    Two layers that the legend has (`named`) are two fills, however blurred the edge between them.
    """
    home = {layer.index: layer.index for layer in layers}
    for first, second in combinations(layers, 2):
        both_named = first.index in named and second.index in named
        if not both_named and _run_together(canvas, first, second):
            old, new = home[second.index], home[first.index]
            home = {index: new if place == old else place for index, place in home.items()}
    by_count = sorted(layers, key=lambda layer: -layer.count)
    groups = {root: tuple(one.index for one in by_count if home[one.index] == root) for root in set(home.values())}
    return {index: groups[root] for index, root in home.items() if len(groups[root]) > 1}


def _run_together(canvas: Canvas, first: Layer, second: Layer) -> bool:
    """Whether two inks, no mere strokes, meet one above the other over a line where the colour hardly changes."""
    own, other = ((canvas.labels == layer.index) & canvas.inside for layer in (first, second))
    meets = np.zeros((canvas.shape[0] - 3, canvas.shape[1]), bool)
    for upper, lower in ((own, other), (other, own)):
        meets |= upper[:-3] & upper[1:-2] & lower[2:-1] & lower[3:]
    rows, columns = np.nonzero(meets)
    if len(np.unique(columns)) < LONG_MEETING * canvas.shape[1]:
        return False
    above, below = canvas.rgb[rows, columns].astype(np.float32), canvas.rgb[rows + 3, columns].astype(np.float32)
    step = float(np.median(np.linalg.norm(above - below, axis=1)))
    return step < SMOOTH * float(np.linalg.norm(first.rgb - second.rgb))


def _behind_text(mask: np.ndarray, text: np.ndarray) -> np.ndarray:
    """The mask with the texts and the legend that have the fill above and below them."""
    filled = mask.copy()
    for x in np.flatnonzero((mask & np.roll(text, 1, axis=0)).any(axis=0)).tolist():
        edges = np.flatnonzero(np.diff(np.concatenate(([0], (text[:, x] & ~mask[:, x]).astype(np.int8), [0]))))
        for start, stop in zip(edges[::2].tolist(), edges[1::2].tolist(), strict=True):
            above = mask[max(0, start - NEAR_TEXT) : start, x].any()
            if above and mask[stop : stop + NEAR_TEXT, x].any():
                filled[max(0, start - NEAR_TEXT) : stop + NEAR_TEXT, x] = True
    return filled


def _on_top(layer: Layer, fills: Sequence[tuple[Layer, np.ndarray]]) -> float:
    """Part of a layer's columns in which no other fill lies above it."""
    mask = next(mask for other, mask in fills if other is layer)
    every = np.logical_or.reduce([mask for _, mask in fills])
    columns = mask.any(axis=0)
    first = every.argmax(axis=0)
    return float(mask[first, np.arange(mask.shape[1])][columns].mean()) if columns.any() else 0.0


def _mixtures(layers: Sequence[Layer], background: np.ndarray, beneath: set[int]) -> dict[int, tuple[int, int]]:
    """For each layer that is one tint seen through another the two layers, by index.

    Only layers `beneath` others can be: what two overlapping areas share lies below the higher one's own part.

    A tint j over a tint i shows `a_j + (1 - alpha) (a_i - background)`, alpha the opacity of j: the mixture minus a_j
    lies along a_i minus the background.
    """
    found: dict[int, tuple[int, int]] = {}
    by_count = sorted(layers, key=lambda layer: layer.count)
    for mixed in by_count:
        if len(layers) - len(found) < 3:
            break
        if mixed.index not in beneath:
            continue
        others = [layer for layer in layers if layer is not mixed and layer.index not in found]
        for over, under in permutations(others, 2):
            way = under.rgb - background
            offset = mixed.rgb - over.rgb
            part = float(offset @ way / max(float(way @ way), 1.0))
            residual = float(np.linalg.norm(offset - part * way))
            if 0.12 < part < 0.9 and residual < 12.0 and float(np.linalg.norm(offset)) > 20.0:
                found[mixed.index] = (over.index, under.index)
                break
    return found


def outline_of(canvas: Canvas, fill: Fill) -> Outline | None:
    """The edges of a fill's main region in each column, its outline stroke taken in; None where it has no columns."""
    filled = np.flatnonzero(fill.mask.any(axis=0))
    if len(filled) < 5:
        return None
    columns = np.arange(int(filled[0]), int(filled[-1]) + 1)
    top = np.full(len(columns), np.nan)
    bottom = np.full(len(columns), np.nan)
    for i, x in enumerate(columns.tolist()):
        run = _longest_run(fill.mask[:, x])
        if run is None:
            continue
        top[i] = _edge(fill.coverage[:, x], run[0], up=True)
        bottom[i] = _edge(fill.coverage[:, x], run[1], up=False)
    _pass_behind_text(top, columns, canvas.text)
    kept = _main_stretch(top)
    columns, top, bottom = columns[kept], top[kept], bottom[kept]
    stroke = _outline_width(canvas, fill, columns, top)
    return Outline(columns, top - stroke / 2, bottom, stroke)


def _pass_behind_text(top: np.ndarray, columns: np.ndarray, text: np.ndarray) -> None:
    """Puts the upper edge, where text or the legend hides it, on the way between what is seen on both sides."""
    hidden = np.zeros(len(top), bool)
    for i in np.flatnonzero(~np.isnan(top)).tolist():
        row = round(float(top[i]))
        hidden[i] = bool(text[max(0, row - NEAR_TEXT) : row + 1, columns[i]].any())
    shown = np.flatnonzero(~hidden & ~np.isnan(top))
    if hidden.any() and len(shown) >= len(top) / 2:
        top[hidden] = np.interp(np.flatnonzero(hidden), shown, top[shown])


def _main_stretch(top: np.ndarray) -> slice:
    """Where an outline runs, without a few stray columns apart from it at either end: a shaded frame, a speck.

    >>> _main_stretch(np.array([np.nan, 5.0, 5.0, 5.0, 5.0, 5.0, 5.0, 5.0, 5.0, 5.0, 5.0, np.nan, 7.0]))
    slice(1, 11, None)
    """
    edges = np.flatnonzero(np.diff(np.concatenate(([0], (~np.isnan(top)).astype(np.int8), [0]))))
    starts, stops = list(edges[::2]), list(edges[1::2])
    stray = max(2, round(STRAY * len(top)))
    while len(starts) > 1 and stops[0] - starts[0] <= stray:
        starts, stops = starts[1:], stops[1:]
    while len(starts) > 1 and stops[-1] - starts[-1] <= stray:
        starts, stops = starts[:-1], stops[:-1]
    return slice(int(starts[0]), int(stops[-1]))


def _longest_run(column: np.ndarray) -> tuple[int, int] | None:
    edges = np.flatnonzero(np.diff(np.concatenate(([0], column.astype(np.int8), [0]))))
    if len(edges) == 0:
        return None
    starts, stops = edges[::2], edges[1::2]
    longest = int(np.argmax(stops - starts))
    return int(starts[longest]), int(stops[longest])


def _edge(coverage: np.ndarray, row: int, *, up: bool) -> float:
    """The edge near a whole row to a fraction of a pixel, by the covered length of four rows around it."""
    low, high = max(0, row - 2), min(len(coverage), row + 2)
    covered = float(np.clip(coverage[low:high], 0.0, 1.0).sum())
    return high - covered if up else low + covered


def without_strokes(mask: np.ndarray, thickest: int) -> np.ndarray:
    """A mask (h, w) without runs down its columns of up to so many pixels."""
    kernel = np.ones((thickest + 1, 1), np.uint8)
    return np.asarray(cv2.morphologyEx(mask.astype(np.uint8), cv2.MORPH_OPEN, kernel) > 0)


def _outline_width(canvas: Canvas, fill: Fill, columns: np.ndarray, top: np.ndarray) -> float:
    """Thickness of a stroke of another ink that runs along the upper edge, 0 where none does."""
    other = canvas.ink & ~np.isin(canvas.labels, fill.layers)
    for index in fill.others:
        other &= ~without_strokes(canvas.labels == index, PEN)
    widths = []
    for x, y in zip(columns.tolist(), top.tolist(), strict=True):
        if np.isnan(y):
            continue
        row = round(y) - 1
        width = 0
        while row - width >= 0 and width <= OUTLINE and other[row - width, x]:
            width += 1
        widths.append(width)
    if not widths:
        return 0.0
    usual = float(np.median(widths))
    return usual if 1.0 <= usual <= OUTLINE - 1 else 0.0
