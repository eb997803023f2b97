"""Hatched bars that an outline encloses, made plain: the cells that long upright and flat strokes leave between them.

Hatches of slanted lines and dots lie within one cell. Those of upright or flat lines cut their bar into strips, which
are joined where they are as regular as only a ruling is. Bars that are filled are left as they are, so a hatched bar
is told from a black one that it touches.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from sie.elements.bars_rects import stroke_limit
from sie.elements.bars_view import View
from sie.pixels import largest_channel

DARK_SHARE = 0.4
"""Strokes are at least this part as far from the background as the strongest ink is."""
WALL_SHARE = 0.018
"""Length of the shortest wall, as a part of the plot's longer side; slanted strokes have shorter straight runs."""
MIN_WALL = 8
FULL_CELL = 0.8
"""Part of its bounds that a cell fills."""
MIN_PATTERN, MAX_PATTERN = 0.02, 0.6
"""Part of a hatched cell that its strokes cover, from sparse dots to dense crossing lines."""
MIN_GAPS, MIN_CHANGES = 0.05, 0.1
"""Part of a dense hatch that its gaps cover, and of its pixels that differ from their neighbour's."""
FEW_STRIPS = 3
MAX_PITCH = 0.05
"""Distance of a ruling's lines, as a part of the plot's longer side."""
RULED_SHARE = 0.5
"""Part of all strips that must belong to rulings: a few neighbouring bars of one height are none."""
MIN_HATCHED = 0.004
"""Part of the plot area that hatched cells cover where there are any."""
SHADES = ((90, 160, 220), (220, 140, 70), (110, 190, 110), (200, 110, 180), (150, 130, 60))
"""What the cells of one column are painted with, from its base on: neighbours differ."""

Mask = NDArray[np.bool_]


@dataclass(frozen=True)
class Cell:
    """The inside of an outline, whole pixels, half-open."""

    x0: int
    y0: int
    x1: int
    y1: int
    hatched: bool

    @property
    def area(self) -> int:
        """Pixels."""
        return (self.x1 - self.x0) * (self.y1 - self.y0)

    def turned(self) -> Cell:
        """With rows and columns exchanged."""
        return Cell(self.y0, self.x0, self.y1, self.x1, self.hatched)


def cell_view(view: View) -> View | None:
    """The view with every hatched cell in one colour; None where there are (nearly) none."""
    far = largest_channel(np.abs(view.rgb.astype(np.int16) - np.array(view.background, np.int16)))
    if not view.ink.any():
        return None
    dark = np.asarray(far > DARK_SHARE * float(np.percentile(far[view.ink], 95)))
    cells = _join_strips(_cells(view, dark), view)
    hatched = [cell for cell in cells if cell.hatched]
    if sum(cell.area for cell in hatched) < MIN_HATCHED * dark.size:
        return None
    rgb = view.rgb.copy()
    painted = np.zeros(view.shape, bool)
    for cell in hatched:
        rank = sum(1 for other in hatched if _shares_columns(cell, other) and other.y0 < cell.y0)
        place = (slice(cell.y0, cell.y1), slice(cell.x0, cell.x1))
        rgb[place] = SHADES[rank % len(SHADES)]
        painted[place] = True
    return replace(view, rgb=rgb, ink=view.ink | painted, strokes=view.strokes | painted)


def _shares_columns(first: Cell, second: Cell) -> bool:
    shared = min(first.x1, second.x1) - max(first.x0, second.x0)
    return shared > 0.5 * min(first.x1 - first.x0, second.x1 - second.x0)


def _cells(view: View, dark: Mask) -> list[Cell]:
    """The cells that drawn walls enclose on all sides; the plot area's own edge is none where no line is drawn."""
    length = int(max(MIN_WALL, round(WALL_SHARE * max(view.shape))))
    ink = dark.astype(np.uint8)
    upright = cv2.morphologyEx(ink, cv2.MORPH_OPEN, np.ones((length, 1), np.uint8))
    flat = cv2.morphologyEx(ink, cv2.MORPH_OPEN, np.ones((1, length), np.uint8))
    walls = (upright > 0) | (flat > 0) | (view.cuts & dark)
    count, _, stats, _ = cv2.connectedComponentsWithStats((~walls).astype(np.uint8), connectivity=4)
    x0, y0, x1, y1 = view.plot
    cells = []
    for index in range(1, count):
        x, y, w, h, area = (int(v) for v in stats[index])
        inside = x > 0 and y > 0 and x + w < walls.shape[1] and y + h < walls.shape[0]
        low_enough = h < 0.97 * (y1 - y0) and w < 0.5 * (x1 - x0)
        if inside and low_enough and area >= FULL_CELL * w * h:
            cells.append(Cell(x, y, x + w, y + h, _is_hatched(dark, view, (x, y, x + w, y + h))))
    return cells


def _is_hatched(dark: Mask, view: View, box: tuple[int, int, int, int]) -> bool:
    """Whether strokes that are no text are spread over a cell."""
    x0, y0, x1, y1 = box
    dx, dy = min(2, (x1 - x0 - 1) // 3), min(2, (y1 - y0 - 1) // 3)
    rows, columns = slice(y0 + dy, y1 - dy), slice(x0 + dx, x1 - dx)
    inner = dark[rows, columns] & ~view.text[rows, columns]
    if inner.size < 16:
        return False
    if not MIN_PATTERN <= float(inner.mean()) <= MAX_PATTERN:
        return min(inner.shape) >= 3 and _is_dense(inner)
    halves = (*np.array_split(inner, 2, axis=0), *np.array_split(inner, 2, axis=1))
    return all(half.any() for half in halves)


def _is_dense(inner: Mask) -> bool:
    """Whether strokes leave only small gaps all over a cell."""
    gaps = [part.mean() for part in np.array_split(~inner, 3, axis=0 if len(inner) > len(inner[0]) else 1)]
    changes = np.mean([(inner[1:] != inner[:-1]).mean(), (inner[:, 1:] != inner[:, :-1]).mean()])
    return min(gaps) >= MIN_GAPS and float(changes) >= MIN_CHANGES


def _join_strips(cells: list[Cell], view: View) -> list[Cell]:
    """The cells with the strips of flat rulings joined, then those of upright ones."""
    joined = _join_stacked(cells, view)
    sideways = _join_stacked([cell.turned() for cell in joined], view)
    return [cell.turned() for cell in sideways]


def _join_stacked(cells: list[Cell], view: View) -> list[Cell]:
    """The cells with those joined that stand on each other in even steps."""
    pitch, gap = MAX_PITCH * max(view.shape), stroke_limit(view) + 1
    strips = sorted((c for c in cells if c.y1 - c.y0 <= pitch), key=lambda c: (c.x0, c.y0))
    chains: list[list[Cell]] = []
    for strip in strips:
        chain = next((chain for chain in chains if _follows(chain[-1], strip, gap)), None)
        if chain is None:
            chains.append([strip])
        else:
            chain.append(strip)
    ruled = [chain for chain in chains if _is_ruling(chain)]
    taken = {id(cell) for chain in ruled for cell in chain}
    if len(taken) < RULED_SHARE * len(strips):
        return cells
    rest = [cell for cell in cells if id(cell) not in taken]
    return rest + [Cell(c[0].x0, c[0].y0, c[0].x1, c[-1].y1, True) for c in ruled]


def _follows(before: Cell, after: Cell, gap: int) -> bool:
    aligned = abs(before.x0 - after.x0) <= 1 and abs(before.x1 - after.x1) <= 1
    return aligned and 0 < after.y0 - before.y1 <= gap


def _is_ruling(chain: list[Cell]) -> bool:
    """Whether the inner strips are equally wide and the outer ones no wider."""
    if len(chain) < FEW_STRIPS:
        return False
    widths = [cell.y1 - cell.y0 for cell in chain]
    inner = widths[1:-1]
    return max(inner) - min(inner) <= 1 and max(widths) <= max(inner) + 1
