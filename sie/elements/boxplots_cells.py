"""The boxes of box plots, found as stacks of flat rectangles: the parts of a box between its strokes.

A filled box is a rectangle of fill that the median cuts in two; an outlined one a rectangle of paper enclosed by
strokes. Both are flat pieces of one colour with straight sides, so one search finds both; looking for strokes
instead would need to know which of box edges, medians, caps and grid lines each one is.

Everything here sees the chart upright: values run along y (see `View`).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from sie.elements.ink import Canvas

FloatMap = NDArray[np.float32]
BoolMap = NDArray[np.bool_]

MIN_WIDTH = 4
MAX_WIDTH_REL = 0.6
"""A box wider than this part of the plot is a band or the plot itself (single boxes aside, see `max_width`)."""
MIN_FILLED = 0.55
"""Part of its bounding box that a cell fills: a notched half fills about 0.7, one with points over it less."""
MAX_SEPARATOR = 8
"""Thickest median line between two cells of a box, pixels."""
MAX_FRINGE = 4
"""Rows between the last clear row of fill and the first of its stroke; compression blurs some."""
PLATEAU = 3
ROUND_FILL = 0.95
REACH = 10
"""How far beyond its outermost cell a box's end is sought, pixels."""
MIN_LEAN = 12.0
"""Lab difference by which one end must look more like a median than the other."""
STROKE_CONTRAST = 9.0
"""Lab distance from both fill and ground that makes a row a stroke."""


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
        return float(np.median([c.x0 for c in self.cells]))

    @cached_property
    def x1(self) -> float:
        """Right side."""
        return float(np.median([c.x1 for c in self.cells]))

    @property
    def y0(self) -> int:
        """First row."""
        return self.cells[0].y0

    @property
    def y1(self) -> int:
        """Row after the last."""
        return self.cells[-1].y1


@dataclass(frozen=True)
class Stroke:
    """A line across a box: its Lab colour, its thickness in pixels, its place along y."""

    color: FloatMap
    thickness: float
    place: float


@dataclass(frozen=True)
class Levels:
    """Where the three lines of a box lie along y, in pixels, and what was seen of them.

    Attributes:
        top, median, bottom: sub-pixel; the centre of a stroke, the edge of a fill that has none.
        sure_median: a separate line was seen between top and bottom, or one of them is clearly thicker.
        line: Lab of the median line, None where it is one of the ends.
        ends: Lab and thickness of the strokes at top and bottom, None where there is none.
        outlined: the box has strokes at top and bottom.
        fill: Lab of the fill.
        stroke: Lab of the outline, None where there is none.
    """

    top: float
    median: float
    bottom: float
    sure_median: bool
    outlined: bool
    fill: FloatMap
    stroke: FloatMap | None
    line: FloatMap | None = None
    ends: tuple[Stroke | None, Stroke | None] = (None, None)


def make_view(canvas: Canvas, ground: FloatMap, *, transposed: bool) -> View:
    """The canvas as seen upright; `ground` is the Lab background of the canvas."""
    parts = (canvas.lab, canvas.ink, canvas.labels, canvas.coverage, ground, canvas.inside, canvas.grid)
    if not transposed:
        return View(*parts, transposed)
    lab, ink, labels, coverage, behind, inside, grid = (np.ascontiguousarray(np.swapaxes(p, 0, 1)) for p in parts)
    return View(lab, ink, labels, coverage, behind, inside, grid, transposed)


def find_cells(view: View) -> list[Cell]:
    """Every flat rectangle of fill, and every one of paper that strokes enclose."""
    cells: list[Cell] = []
    for layer in range(int(view.labels.max()) + 1):
        mask = (view.labels == layer) & (view.coverage >= 0.6)
        cells += _components(mask, layer, view)
    cells += _components(~view.ink & view.inside, -1, view)
    return cells


def _components(mask: BoolMap, layer: int, view: View) -> list[Cell]:
    height, width = mask.shape
    ys, xs = np.nonzero(view.inside)
    if len(xs) == 0:
        return []
    left, right, top, bottom = xs.min(), xs.max() + 1, ys.min(), ys.max() + 1
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
    """The inside of a ring marker: about as high as wide, without any of its corners."""
    height, width = inside.shape
    corners = inside[0, 0] or inside[0, -1] or inside[-1, 0] or inside[-1, -1]
    return bool(not corners and 0.7 <= width / height <= 1.4 and inside.mean() <= ROUND_FILL)


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


def measure_levels(view: View, stack: Stack) -> Levels:
    """The sub-pixel places of a box's two ends and its median."""
    height = view.lab.shape[0]
    top, bottom = max(stack.y0 - REACH - 2, 0), min(stack.y1 + REACH + 2, height)
    rows = _row_colors(view.lab, stack, top, bottom)
    behind = _row_colors(view.ground, stack, top, bottom)
    largest = max(stack.cells, key=lambda c: c.y1 - c.y0)
    fill = np.median(rows[largest.y0 - top : largest.y1 - top], axis=0).astype(np.float32)
    upper = _end(rows, behind, fill, stack.y0 - top, -1)
    lower = _end(rows, behind, fill, stack.y1 - 1 - top, 1)
    lines = _inner_lines(rows, fill, stack, top)
    lines += [(weight, Stroke(color, 1.0, place + top)) for e in (upper, lower) for weight, place, color in e.passed]
    outlined = min(upper.thickness, lower.thickness) > 0
    strong = upper if upper.thickness >= lower.thickness else lower
    stroke = strong.color if outlined else None
    ends = (upper.place + top, lower.place + top)
    marks = (_stroke_of(upper, top), _stroke_of(lower, top))
    if lines:
        line = max(lines, key=lambda pair: pair[0])[1]
        return Levels(ends[0], line.place, ends[1], True, outlined, fill, stroke, line.color, marks)
    ratio = strong.thickness / max(min(upper.thickness, lower.thickness), 0.5)
    return Levels(ends[0], strong.place + top, ends[1], ratio >= 1.5, outlined, fill, stroke, None, marks)


def settle_median(levels: Levels, outline: FloatMap, line: FloatMap) -> Levels:
    """A box without a line inside, its median put on the end whose stroke looks like a median.

    Args:
        levels: as measured.
        outline: usual Lab of the other boxes' ends.
        line: usual Lab of their medians.
    """
    upper, lower = levels.ends
    if levels.line is not None or upper is None or lower is None:
        return levels
    lean = [float(np.linalg.norm(s.color - outline) - np.linalg.norm(s.color - line)) for s in (upper, lower)]
    if abs(lean[0] - lean[1]) < MIN_LEAN:
        return levels
    return replace(levels, median=(upper if lean[0] > lean[1] else lower).place, sure_median=True)


def _stroke_of(end: _End, top: int) -> Stroke | None:
    return None if end.color is None else Stroke(end.color, end.thickness, end.place + top)


def _row_colors(values: FloatMap, stack: Stack, top: int, bottom: int) -> FloatMap:
    """The typical colour of each row across the box, without its sides and the whisker's columns."""
    x0, x1 = round(stack.x0), round(stack.x1)
    width = x1 - x0
    inset = 1 if width < 12 else 2
    columns = np.arange(x0 + inset, x1 - inset)
    away = np.abs(columns + 0.5 - (x0 + x1) / 2)
    for clear in (max(3.0, 0.15 * width), 2.0):
        if (away > clear).sum() >= 4:
            columns = columns[away > clear]
            break
    if len(columns) == 0:
        columns = np.arange(x0, x1)
    return np.asarray(np.median(values[top:bottom, columns], axis=1), np.float32)


@dataclass(frozen=True)
class _End:
    """One end of a box, along rows: its place, its stroke's thickness (0: none) and colour, and lines passed before."""

    place: float
    thickness: float
    color: FloatMap | None
    passed: tuple[tuple[float, float, FloatMap], ...] = ()


def _end(rows: FloatMap, behind: FloatMap, fill: FloatMap, edge: int, step: int) -> _End:
    """Where a box ends: the centre of its outermost stroke, or the edge of the fill.

    Beyond the last cell may lie a median and a sliver of fill too thin for a cell; they are followed while the rows
    stay off the ground.

    Args:
        rows: Lab colours along y.
        behind: Lab ground along y.
        fill: Lab colour of the box.
        edge: the outermost row of fill.
        step: -1 upwards, 1 downwards.
    """
    outer = [i for i in range(edge, edge + REACH * step, step) if 0 <= i < len(rows)]
    weights = _above_plateau([_off_segment(rows[i], behind[i], fill) for i in outer])
    strokes = _peaks(weights)
    if not strokes or strokes[0][0] > MAX_FRINGE:
        return _End(_fill_edge(rows, behind, fill, edge, step), 0.0, None)
    measured = []
    for first, last in strokes:
        part = np.array(weights[first : last + 1])
        places = np.array([outer[k] + 0.5 for k in range(first, last + 1)])
        peak = float(part.max())
        color = rows[outer[first + int(part.argmax())]]
        measured.append((float((part * places).sum() / part.sum()), float(part.sum() / peak), color, float(part.sum())))
        gap = [outer[k] for k in range(last + 1, len(outer))][:1]
        if gap and _is_ground(rows[gap[0]], behind[gap[0]], fill):
            break
    place, thickness, color, _ = measured[-1]
    return _End(place, thickness, color, tuple((m[3], m[0], m[2]) for m in measured[:-1]))


def _above_plateau(weights: list[float]) -> list[float]:
    """Weights less their far level: in a narrow box the whisker's columns keep every row beyond the end off ground."""
    far = weights[-PLATEAU:]
    level = float(np.median(far)) if len(weights) > 2 * PLATEAU and max(far) - min(far) < 3.0 else 0.0
    return [max(w - level, 0.0) for w in weights]


def _peaks(weights: list[float]) -> list[tuple[int, int]]:
    """Runs of rows (first, last index) that strokes cover, outwards; two strokes are parted by a clear dip."""
    runs: list[tuple[int, int]] = []
    i = 0
    while i < len(weights):
        if weights[i] < STROKE_CONTRAST:
            i += 1
            continue
        last, peak = i, weights[i]
        while last + 1 < len(weights) and weights[last + 1] >= max(3.0, 0.12 * peak):
            rises_again = weights[last + 1] > 1.8 * weights[last] and weights[last] < 0.5 * peak
            if rises_again:
                break
            last += 1
            peak = max(peak, weights[last])
        first = i - 1 if i > 0 and weights[i - 1] > 2.0 and (not runs or runs[-1][1] < i - 1) else i
        runs.append((first, last))
        i = last + 1
    return runs


def _is_ground(color: FloatMap, ground: FloatMap, fill: FloatMap) -> bool:
    """The row shows the ground, not a sliver of fill."""
    return float(np.linalg.norm(color - ground)) <= float(np.linalg.norm(color - fill))


def _off_segment(color: FloatMap, ground: FloatMap, fill: FloatMap) -> float:
    """Lab distance of a colour from the mixtures of ground and fill."""
    along = fill - ground
    length = float(along @ along)
    share = float(np.clip((color - ground) @ along / length, 0, 1)) if length > 1e-6 else 0.0
    return float(np.linalg.norm(color - ground - share * along))


def _fill_edge(rows: FloatMap, behind: FloatMap, fill: FloatMap, edge: int, step: int) -> float:
    """Where a fill without stroke ends, from the share of fill in the rows around its edge."""
    covered = 0.0
    for i in range(edge - step, edge + 4 * step, step):
        if not 0 <= i < len(rows):
            break
        along = fill - behind[i]
        length = float(along @ along)
        covered += float(np.clip((rows[i] - behind[i]) @ along / length, 0, 1)) if length > 1e-6 else 0.0
    start = edge - step + (0 if step > 0 else 1)
    return start + step * covered


def _inner_lines(rows: FloatMap, fill: FloatMap, stack: Stack, top: int) -> list[tuple[float, Stroke]]:
    """The lines between the cells of a box, each with its weight: contrast times thickness."""
    lines = []
    for upper, lower in zip(stack.cells, stack.cells[1:], strict=False):
        y0, y1 = max(upper.y1 - 1 - top, 0), lower.y0 + 1 - top
        weights = np.linalg.norm(rows[y0:y1] - fill, axis=1)
        weights = np.where(weights < 2.0, 0, weights)
        total = float(weights.sum())
        if total >= STROKE_CONTRAST:
            center = float(((np.arange(len(weights)) + y0 + 0.5) * weights).sum() / total) + top
            peak = int(weights.argmax())
            lines.append((total, Stroke(rows[y0 + peak], total / float(weights[peak]), center)))
    return lines
