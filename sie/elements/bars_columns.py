"""Rectangles to bars: the base line that most of them share, and the parts that stand on it in each column."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from sie.elements.bars_edges import stroke_color
from sie.elements.bars_rects import SAME_STROKE, THIN_PART, Color, near_colors, stroke_limit
from sie.elements.bars_view import View
from sie.elements.bars_zones import Rect
from sie.medians import median_of

HINT_BONUS = 1.3
"""How much more a base line counts where the axes expect it."""
MIN_LIGHT = 6
"""Shortest side of a part that is taken in from above a light one, pixels."""
LIGHT_SPAN = 0.4
LIGHT_STEP = 30.0
"""Largest range of a channel within a light part."""
ALIGNED = 2
"""How far the sides of the parts of one bar may differ, pixels."""
CORNER = 4
"""Columns at either side of a rounded end whose fill stops short of it, pixels."""
OWN_TICK = 0.15
"""A bar's middle is no farther from its own tick than this part of its width."""
INKED_GAP = 10
"""Rows that a blurred outline may keep two parts of a stack apart, where all of them are inked."""


@dataclass(frozen=True)
class Column:
    """The parts of one bar, from the base line outwards.

    Attributes:
        parts: one for a plain bar, several for a stack.
        up: True when it grows towards smaller rows.
    """

    x0: int
    x1: int
    up: bool
    parts: tuple[Rect, ...]

    @property
    def width(self) -> int:
        """Columns spanned."""
        return self.x1 - self.x0

    @property
    def y0(self) -> int:
        """First row of all parts."""
        return min(part.y0 for part in self.parts)

    @property
    def y1(self) -> int:
        """Row after the last of all parts."""
        return max(part.y1 for part in self.parts)


def base_tolerance(view: View) -> int:
    """Rows by which an outline or an axis line may keep a fill off its base line."""
    return int(max(3, round(0.008 * view.shape[0])))


def find_base(rects: list[Rect], view: View) -> int | None:
    """The row that the ends of most rectangles share, by the width they span; None without rectangles.

    Rows where the axes expect the base count more; among equals the one nearest to the category axis is taken.
    """
    tolerance = base_tolerance(view)
    width = view.plot[2] - view.plot[0]
    voters = [r for r in rects if r.height >= 2 and r.width < 0.9 * width]
    if not voters:
        return None
    voters.sort(key=lambda r: r.x0)
    edges = np.array([[r.y0, r.y1] for r in voters])
    candidates = np.unique(np.append(edges.ravel(), [round(h) for h in view.base_hints]).astype(int))
    away = np.abs(edges[None] - candidates[:, None, None]).min(axis=2)
    weights = _spanned(voters, away <= tolerance) + 0.1 * _spanned(voters, away <= 1)
    hinted = [any(abs(row - hint) <= tolerance for hint in view.base_hints) for row in candidates.tolist()]
    weights *= np.where(hinted, HINT_BONUS, 1.0)
    near = candidates[weights >= 0.97 * weights.max()]
    return int(near[0]) if view.turned else int(near[-1])


def _spanned(rects: list[Rect], chosen: NDArray[np.bool_]) -> NDArray[np.float64]:
    """How many columns the chosen rectangles, of all from left to right, span together, for each choice (a row)."""
    total = np.zeros(len(chosen))
    reached = np.zeros(len(chosen))
    for rect, taken in zip(rects, chosen.T, strict=True):
        total += np.where(taken, np.maximum(rect.x1 - np.maximum(reached, rect.x0), 0), 0)
        reached = np.where(taken, np.maximum(reached, rect.x1), reached)
    return total


def find_columns(rects: list[Rect], base: int, view: View) -> list[Column]:
    """The columns of parts that stand on (or hang from) the base line, left to right."""
    tolerance = base_tolerance(view)
    columns: list[Column] = []
    for up in (True, False):
        roots = [r for r in rects if abs((r.y1 if up else r.y0) - base) <= tolerance and _grows(r, base, up)]
        columns += [_column(root, rects, up, tolerance, view) for root in _without_overlap(roots)]
    kept: list[Column] = []
    for column in sorted(columns, key=lambda c: -(c.y1 - c.y0) * c.width):
        if not any(_overlap(column.x0, column.x1, k.x0, k.x1) > 0.3 and not _are_opposite(column, k) for k in kept):
            kept.append(column)
    return sorted(kept, key=lambda c: c.x0)


def _are_opposite(first: Column, second: Column) -> bool:
    """Whether two columns are one bar's parts above and below the base line."""
    aligned = abs(first.x0 - second.x0) <= ALIGNED and abs(first.x1 - second.x1) <= ALIGNED
    if not aligned or first.up is second.up or near_colors(first.parts[0].color, second.parts[0].color):
        return False
    return min(first.y1 - first.y0, second.y1 - second.y0) > ALIGNED


def _grows(rect: Rect, base: int, up: bool) -> bool:
    middle = (rect.y0 + rect.y1) / 2
    return middle <= base if up else middle >= base


def _without_overlap(roots: list[Rect]) -> list[Rect]:
    kept: list[Rect] = []
    for root in sorted(roots, key=lambda r: -r.width * r.height):
        if not any(_overlap(root.x0, root.x1, k.x0, k.x1) > 0.3 for k in kept):
            kept.append(root)
    return kept


def _overlap(a0: int, a1: int, b0: int, b1: int) -> float:
    """Shared length as part of the shorter span."""
    return max(0, min(a1, b1) - max(a0, b0)) / max(1, min(a1 - a0, b1 - b0))


def _column(root: Rect, rects: list[Rect], up: bool, gap: int, view: View) -> Column:
    inked = view.strokes[:, root.x0 : root.x1].mean(axis=1) > 0.8
    hidden = view.text[:, root.x0 : root.x1].mean(axis=1) > 0.8
    parts = [root]
    slack = max(1, 0.1 * root.width)
    aligned = [
        r for r in rects if (abs(r.x0 - root.x0) <= slack and abs(r.x1 - root.x1) <= slack) or _is_rounded(r, root)
    ]
    while True:
        end = parts[-1].y0 if up else parts[-1].y1
        following = [
            r
            for r in aligned
            if r not in parts
            and (end - r.y1 if up else r.y0 - end) >= -1
            and (
                _joins(end, r.y1 if up else r.y0, gap, inked)
                or (near_colors(parts[-1].color, r.color) and _passes_behind(end, r.y1 if up else r.y0, hidden))
                or _goes_on_above_light(root, r, end, view)
            )
        ]
        if not following:
            return Column(root.x0, root.x1, up, tuple(parts))
        parts.append(min(following, key=lambda r: abs(end - r.y1) if up else abs(r.y0 - end)))


def _is_rounded(part: Rect, root: Rect) -> bool:
    """Whether a part lacks as much at both sides as round corners take: tools round the ends of stacks."""
    left, right = part.x0 - root.x0, root.x1 - part.x1
    return min(left, right) >= 0 and max(left, right) <= min(CORNER, 0.2 * root.width) and abs(left - right) <= 1


def _joins(end: int, start: int, gap: int, inked: NDArray[np.bool_]) -> bool:
    """Whether a part that starts at a row may follow one that ends at another: near it, or with ink all the way."""
    low, high = min(end, start), max(end, start)
    return high - low <= gap or (high - low <= INKED_GAP and bool(inked[low:high].all()))


def _passes_behind(end: int, start: int, hidden: NDArray[np.bool_]) -> bool:
    """Whether labels or the legend cover (nearly) all rows between two pieces of one fill."""
    low, high = min(end, start), max(end, start)
    return high > low and int((~hidden[low:high]).sum()) <= 2


def _goes_on_above_light(root: Rect, part: Rect, end: int, view: View) -> bool:
    """Whether a part stands exactly above a column's end, with one nearly white fill between: a light part."""
    low, high = min(end, part.y1), max(end, part.y0)
    exact = abs(part.x0 - root.x0) <= 1 and abs(part.x1 - root.x1) <= 1
    if not exact or min(part.width, part.height) < MIN_LIGHT or high - low > LIGHT_SPAN * view.shape[0]:
        return False
    low, high = (part.y1, end) if part.y1 <= end else (end, part.y0)
    rows = np.median(view.rgb[low:high, part.x0 + 1 : part.x1 - 1].astype(np.float32), axis=1)
    core = rows[1:-1] if len(rows) > 2 else rows  # without the anti-aliased rows
    return bool(len(core)) and float(np.ptp(core, axis=0).max()) <= LIGHT_STEP


def uniform_columns(columns: list[Column]) -> list[Column]:
    """The columns of the prevailing width: bars of one chart are equally wide, strokes and letters are not."""
    if not columns:
        return []
    widths = np.array([c.width for c in columns], float)
    weights = np.array([max(1, c.y1 - c.y0) for c in columns], float) * widths
    order = np.argsort(widths)
    middle = np.searchsorted(np.cumsum(weights[order]), weights.sum() / 2)
    typical = widths[order][min(int(middle), len(widths) - 1)]
    slack = max(1.5, 0.25 * typical)
    return [c for c in columns if abs(c.width - typical) <= slack or _is_multiple(c.width, typical)]


def split_at_ticks(columns: list[Column], view: View) -> list[Column]:
    """The columns with those parted that are equal bars without a gap, each over a tick of its own.

    Args:
        columns: of the prevailing width, or a multiple of it.
        view: the view they were found in.
    """
    if not columns:
        return []
    typical = float(np.median([column.width for column in columns]))
    ticks = np.array(view.tick_columns)
    parted: list[Column] = []
    for column in columns:
        times = round(column.width / typical) if _is_multiple(column.width, typical) else 1
        sides = np.round(np.linspace(column.x0, column.x1, times + 1)).astype(int).tolist()
        middles = (np.array(sides[:-1]) + np.array(sides[1:])) / 2
        if times > 1 and len(ticks) and np.abs(ticks[:, None] - middles).min(axis=0).max() <= OWN_TICK * typical:
            parted += [_between(column, x0, x1) for x0, x1 in pairwise(sides)]
        else:
            parted.append(column)
    return parted


def _between(column: Column, x0: int, x1: int) -> Column:
    return Column(x0, x1, column.up, tuple(replace(part, x0=x0, x1=x1) for part in column.parts))


def _is_multiple(width: float, typical: float) -> bool:
    times = round(width / typical)
    return times >= 2 and typical >= 4 and abs(width / typical - times) < 0.12 * times


def clean_columns(columns: list[Column], view: View) -> list[Column]:
    """The columns without rows that shade or outline the end of a fill, and with equal neighbouring parts joined.

    A thin part on a thick one stays only where it has the colour of another thick part, and not that of the outline.
    """
    limit = stroke_limit(view)
    thick = [p.color for c in columns for p in c.parts if p.height > limit]
    outline = outline_color(columns, view)
    cleaned = []
    for column in columns:
        parts: list[Rect] = []
        for part in column.parts:
            others = [p.color for p in column.parts if p is not part and p.height > limit]
            if others and part.height <= limit and _is_trim(part, others, thick, outline):
                continue
            if parts and _equal(parts[-1].color, part.color):
                parts[-1] = replace(parts[-1], y0=min(parts[-1].y0, part.y0), y1=max(parts[-1].y1, part.y1))
            else:
                parts.append(part)
        if parts:
            cleaned.append(replace(column, parts=tuple(parts)))
    return cleaned


def _is_trim(part: Rect, others: list[Color], thick: list[Color], outline: Color | None) -> bool:
    if outline is not None and max(abs(a - b) for a, b in zip(part.color, outline, strict=True)) <= SAME_STROKE:
        return True
    if part.height > THIN_PART:
        return False
    return any(near_colors(part.color, c) for c in others) or not any(near_colors(part.color, c) for c in thick)


def outline_color(columns: list[Column], view: View) -> Color | None:
    """The colour of the strokes beside the fills, or None where fewer than 40 % of them have one."""
    limit = stroke_limit(view)
    found: list[NDArray[np.float32]] = []
    count = 0
    for column in columns:
        for part in column.parts:
            if part.height <= max(4, limit):
                continue
            count += 1
            rows = slice(part.y0 + part.height // 4, part.y1 - part.height // 4)
            for side in (slice(max(0, part.x0 - limit - 2), part.x0 + 2), slice(part.x1 - 2, part.x1 + limit + 2)):
                color = stroke_color(median_of(view.rgb[rows, side], axis=0).astype(np.float32))
                if color is not None:
                    found.append(color)
                    break
    if count == 0 or len(found) < 0.4 * count:
        return None
    center = median_of(np.array(found), axis=0)
    return float(center[0]), float(center[1]), float(center[2])


def _equal(first: Color, second: Color) -> bool:
    return max(abs(a - b) for a, b in zip(first, second, strict=True)) <= 8
