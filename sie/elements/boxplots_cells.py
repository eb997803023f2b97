"""The boxes of box plots, found as stacks of flat rectangles: the parts of a box between its strokes.

A filled box is a rectangle of fill that the median cuts in two; an outlined one a rectangle of paper enclosed by
strokes. Both are flat pieces of one colour with straight sides, so one search finds both; looking for strokes
instead would need to know which of box edges, medians, caps and grid lines each one is.

Everything here sees the chart upright: values run along y (see `View`).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from sie.elements.ink import Canvas
from sie.medians import median_of

FloatMap = NDArray[np.float32]
BoolMap = NDArray[np.bool_]

MIN_WIDTH = 4
BULGE = 11
"""A point that sticks out of a fill by a narrower piece than this is cut off, pixels."""
MAX_WIDTH_REL = 0.6
"""A box wider than this part of the plot is a band or the plot itself (single boxes aside, see `max_width`)."""
MIN_FILLED = 0.55
"""Part of its bounding box that a cell fills: a notched half fills about 0.7, one with points over it less."""
MAX_SEPARATOR = 8
"""Thickest median line between two cells of a box, pixels."""
ROUND_FILL = 0.95
MIN_WHISKERED = 2
"""So many fills with a stroke of their own colour are boxes with whiskers."""


@dataclass(frozen=True)
class View:
    """A canvas turned so that values run along y.

    Attributes:
        lab: float32 (h, w, 3).
        ink: bool (h, w), data ink.
        labels: layer of each pixel, -1 where none.
        coverage: float32.
        ground: float32 (h, w, 3), Lab of what lies behind.
        inside: pixels of the plot area.
        grid: pixels that show only grid, frame or axis lines.
        transposed: True when x and y were swapped.
    """

    lab: FloatMap
    ink: BoolMap
    labels: NDArray[np.int_]
    coverage: FloatMap
    ground: FloatMap
    inside: BoolMap
    grid: BoolMap
    transposed: bool

    @cached_property
    def bounds(self) -> tuple[int, int, int, int] | None:
        """Whole-pixel bounds xyxy of the plot area, None where it is empty."""
        columns, rows = np.flatnonzero(self.inside.any(axis=0)), np.flatnonzero(self.inside.any(axis=1))
        if not len(columns):
            return None
        return int(columns[0]), int(rows[0]), int(columns[-1]) + 1, int(rows[-1]) + 1


@dataclass(frozen=True)
class Cell:
    """A flat rectangle: its bounds (half-open, whole pixels), its layer (-1: paper) and how much of them it fills."""

    x0: int
    y0: int
    x1: int
    y1: int
    layer: int
    filled: float


@dataclass(frozen=True)
class Stack:
    """The cells of one box, top to bottom; they share a layer and both sides."""

    cells: tuple[Cell, ...]

    @cached_property
    def x0(self) -> float:
        """Left side."""
        return float(median_of([c.x0 for c in self.cells]))

    @cached_property
    def x1(self) -> float:
        """Right side."""
        return float(median_of([c.x1 for c in self.cells]))

    @property
    def y0(self) -> int:
        """First row."""
        return self.cells[0].y0

    @property
    def y1(self) -> int:
        """Row after the last."""
        return self.cells[-1].y1


def make_view(canvas: Canvas, ground: FloatMap, *, transposed: bool) -> View:
    """The canvas as seen upright; `ground` is the Lab background of the canvas."""
    parts = (canvas.lab, canvas.ink, canvas.labels, canvas.coverage, ground, canvas.inside, canvas.grid)
    if not transposed:
        return View(*parts, transposed)
    lab, ink, labels, coverage, behind, inside, grid = (np.ascontiguousarray(np.swapaxes(p, 0, 1)) for p in parts)
    return View(lab, ink, labels, coverage, behind, inside, grid, transposed)


def find_cells(view: View, hidden: BoolMap | None = None) -> list[Cell]:
    """Every flat rectangle of fill, and every one of paper that strokes enclose.

    Args:
        view: the plot area.
        hidden: pixels that points cover, which may be of any cell; what bulges beyond a fill is cut off.
    """
    cells: list[Cell] = []
    for layer in range(int(view.labels.max()) + 1):
        mask = (view.labels == layer) & (view.coverage >= 0.6)
        if hidden is not None:
            mask = _through(mask, hidden)
        cells += _components(mask, layer, view)
    paper = ~view.ink & view.inside
    cells += _components(paper if hidden is None else paper | hidden, -1, view)
    return cells


def has_whiskered_fills(view: View) -> bool:
    """Whether fills have whiskers of their own colour: upright strokes that an opening across them cuts off."""
    found = 0
    for layer in range(int(view.labels.max()) + 1):
        mask = ((view.labels == layer) & (view.coverage >= 0.6)).astype(np.uint8)
        count, labels, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=4)
        level = cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((1, BULGE), np.uint8)) > 0
        wide = np.bincount(labels[level], minlength=count)
        tall = stats[:, cv2.CC_STAT_HEIGHT] > 1.5 * wide / np.maximum(stats[:, cv2.CC_STAT_WIDTH], 1)
        found += int((tall & (wide >= 0.5 * stats[:, cv2.CC_STAT_AREA]))[1:].sum())
    return found >= MIN_WHISKERED


def _through(fill: BoolMap, hidden: BoolMap) -> BoolMap:
    """A fill seen through points: points within it joined to it, those at its border cut off."""
    whole = (fill | hidden).astype(np.uint8)
    level = cv2.morphologyEx(whole, cv2.MORPH_OPEN, np.ones((1, BULGE), np.uint8))
    count, labels = cv2.connectedComponents(level, connectivity=4)
    own = np.bincount(labels.ravel(), weights=fill.ravel().astype(np.float64), minlength=count)
    sizes = np.bincount(labels.ravel(), minlength=count)
    kept = own >= 0.4 * sizes
    kept[0] = False
    return np.asarray(kept[labels])


def _components(mask: BoolMap, layer: int, view: View) -> list[Cell]:
    height, width = mask.shape
    bounds = view.bounds
    if bounds is None:
        return []
    left, top, right, bottom = bounds
    count, labels, stats, _ = cv2.connectedComponentsWithStats(mask.astype(np.uint8), connectivity=4)
    cells = []
    for label, (x, y, w, h, area) in enumerate(stats[1:count].tolist(), start=1):
        if w < MIN_WIDTH or (w > MAX_WIDTH_REL * width and h > 0.5 * height):
            continue
        if layer < 0 and (x <= left or y <= top or x + w >= right or y + h >= bottom):
            continue
        if area < MIN_FILLED * w * h:
            continue
        if not _is_disc(labels[y : y + h, x : x + w] == label):
            cells.append(Cell(x, y, x + w, y + h, layer, area / (w * h)))
    return cells


def _is_disc(inside: BoolMap) -> bool:
    """A marker or the inside of one: about as high as wide, without (nearly) any of its corners."""
    height, width = inside.shape
    side = max(1, min(height, width) // 6)
    corners = (inside[:side, :side], inside[:side, -side:], inside[-side:, :side], inside[-side:, -side:])
    filled = sum(float(corner.mean()) > 0.5 for corner in corners)
    return bool(filled <= 1 and 0.7 <= width / height <= 1.4 and inside.mean() <= ROUND_FILL)


def stack_cells(cells: list[Cell]) -> list[Stack]:
    """Cells of one layer with the same sides that lie one above the other, joined; largest boxes first."""
    left = sorted(cells, key=lambda c: (c.layer, c.y0))
    used: set[Cell] = set()
    stacks = []
    for cell in left:
        if cell in used:
            continue
        column = [cell]
        used.add(cell)
        while True:
            following = [c for c in left if c not in used and _continues(column[-1], c)]
            if not following:
                break
            nearest = min(following, key=lambda c: c.y0)
            column.append(nearest)
            used.add(nearest)
        stacks.append(Stack(tuple(column)))
    return sorted(stacks, key=lambda s: -(s.x1 - s.x0) * (s.y1 - s.y0))


def _continues(upper: Cell, lower: Cell) -> bool:
    if lower.layer != upper.layer:
        return False
    slack = 1.5 + 0.04 * max(upper.x1 - upper.x0, lower.x1 - lower.x0)
    same_sides = abs(upper.x0 - lower.x0) <= slack and abs(upper.x1 - lower.x1) <= slack
    return same_sides and 0 < lower.y0 - upper.y1 <= MAX_SEPARATOR
