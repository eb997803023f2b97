"""Rectangles to bars: the base line that most of them share, and the parts that stand on it in each column."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from sie.elements.bars_edges import stroke_color
from sie.elements.bars_view import View
from sie.elements.bars_zones import Rect, Zones, find_zones, largest_channel, noise_step, zone_rects

Color = tuple[float, float, float]

SAME_COLOR = 20.0
"""Largest difference of a channel between two pieces of one fill."""
SAME_STROKE = 90.0
"""Largest difference of a channel between the strokes of one outline: thin ones are mixed with what is beside them."""
STROKE_CONTRAST = 60.0
"""A stroke that encloses an empty bar differs from it by more than grid lines do."""
FILL_CONTRAST = 25.0
"""A zone this far from the background is a fill even where the canvas takes it for a tinted band."""
THIN_PART = 2
"""Height up to which a part may be no more than the shade or outline of its neighbour."""
MAX_ZONES = 250
MAX_RECTS = 300
"""Patterned fills break into thousands of pieces, none of which is a bar; more than these are not looked at."""
HINT_BONUS = 1.3
"""How much more a base line counts where the axes expect it."""


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
        return self.x1 - self.x0

    @property
    def y0(self) -> int:
        return min(part.y0 for part in self.parts)

    @property
    def y1(self) -> int:
        return max(part.y1 for part in self.parts)


def find_rects(view: View) -> list[Rect]:
    """Every rectangle of the view that may be a bar or a part of one."""
    zones = find_zones(view.rgb, noise_step(view.rgb), view.cuts)
    rects: list[Rect] = []
    for label in _candidates(zones, view):
        rects += [r for r in zone_rects(zones, label, view.text, view.strokes) if r.width * r.height >= 4]
    if len(rects) > MAX_RECTS:
        rects = sorted(rects, key=lambda r: -r.width * r.height)[:MAX_RECTS]
    return _without_fringes(_without_strokes(rects, view))


def _candidates(zones: Zones, view: View) -> list[int]:
    """Zones that are inked fills, or empty ones that an outline encloses."""
    height, width = view.shape
    flat = zones.labels.ravel()
    inked = np.bincount(flat, weights=view.strokes.ravel(), minlength=len(zones.areas)) / np.maximum(zones.areas, 1)
    hidden = np.bincount(flat, weights=view.text.ravel(), minlength=len(zones.areas)) / np.maximum(zones.areas, 1)
    boxes = zones.boxes
    x0, y0, x1, y1 = view.plot
    beyond = (boxes[:, 0] < x0 + 0.4) | (boxes[:, 1] < y0 + 0.4) | (boxes[:, 2] > x1 - 0.4) | (boxes[:, 3] > y1 - 0.4)
    at_edge = (boxes[:, 0] <= 1) | (boxes[:, 1] <= 1) | (boxes[:, 2] >= width - 1) | (boxes[:, 3] >= height - 1)
    large = zones.areas >= 5
    contrast = np.abs(zones.colors - np.array(view.background, np.float32)).max(axis=1)
    short = boxes[:, 3] - boxes[:, 1] < 0.99 * (y1 - y0)
    sure = large & (inked >= 0.5) & short & (zones.areas >= 30)
    fills = large & ((inked >= 0.5) | ((contrast > FILL_CONTRAST) & (short | _colored_like(zones, sure))))
    hollow = large & ~fills & ~beyond & ~at_edge & (zones.areas >= 12) & (zones.areas < 0.3 * width * height)
    kept = [int(i) for i in np.flatnonzero((fills | hollow) & (hidden < 0.6)) if i > 0]
    kept = sorted(kept, key=lambda i: -int(zones.areas[i]))[:MAX_ZONES]
    return [i for i in kept if fills[i] or _is_outlined(zones, i, view)]


def _colored_like(zones: Zones, sure: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Zones of (nearly) the colour of one of the sure fills: a bar as high as the plot among lower ones."""
    colors = np.unique(np.round(zones.colors[sure] / 8), axis=0)[:40] * 8
    if not len(colors):
        return np.zeros(len(zones.areas), bool)
    return np.asarray(np.abs(zones.colors[:, None] - colors[None]).max(axis=2).min(axis=1) <= 10)


def _is_outlined(zones: Zones, label: int, view: View) -> bool:
    """Whether strokes of one colour border an empty zone's bounds on its two sides and at least one end.

    The cells that grid lines, axis lines and neighbouring bars leave have sides of different or faint colours, and
    none that is a stroke.
    """
    x0, y0, x1, y1 = (int(v) for v in zones.boxes[label])
    tall = y1 - y0 > 0.97 * (view.plot[3] - view.plot[1])
    if tall or zones.areas[label] < 0.8 * (x1 - x0) * (y1 - y0):
        return False
    own = zones.colors[label]
    limit = stroke_limit(view) + 1
    rows, columns = slice(y0, y1), slice(x0, x1)
    left = _stroke_color(view, own, rows, slice(max(0, x0 - limit), x0), axis=1)
    right = _stroke_color(view, own, rows, slice(x1, x1 + limit), axis=1)
    if left is None or right is None or np.abs(left - right).max() > SAME_STROKE:
        return False
    above = _stroke_color(view, own, slice(max(0, y0 - limit), y0), columns, axis=0)
    below = _stroke_color(view, own, slice(y1, y1 + limit), columns, axis=0)
    if above is None or below is None or min(np.abs(end - left).max() for end in (above, below)) > SAME_STROKE:
        return False
    reach = limit + 2
    beyond = (slice(max(0, x0 - reach), max(1, x0 - limit)), slice(x1 + limit, x1 + reach))
    outer = [view.rgb[rows, part].astype(np.float32) for part in beyond]
    return any(part.size and np.abs(np.median(part, axis=(0, 1)) - left).max() > SAME_STROKE for part in outer)


def _stroke_color(
    view: View, own: NDArray[np.float32], rows: slice, columns: slice, *, axis: int
) -> NDArray[np.float32] | None:
    """Median colour of the pixels farthest from a zone's own along one of its sides; None where most are near it."""
    strip = view.rgb[rows, columns].astype(np.float32)
    if not strip.size:
        return None
    contrast = largest_channel(np.abs(strip - own))
    best = contrast.argmax(axis=axis)
    picked = np.take_along_axis(strip, np.expand_dims(best, (axis, 2)), axis=axis).reshape(-1, 3)
    far = contrast.max(axis=axis) > STROKE_CONTRAST
    return np.asarray(np.median(picked[far], axis=0), np.float32) if far.mean() > 0.8 else None


def _near(first: Color, second: Color) -> bool:
    return max(abs(a - b) for a, b in zip(first, second, strict=True)) <= SAME_COLOR


def _without_fringes(rects: list[Rect]) -> list[Rect]:
    """Rectangles without the one pixel wide columns that only shade the side of another one."""
    if not rects:
        return []
    x0, y0, x1, y1 = np.array([(r.x0, r.y0, r.x1, r.y1) for r in rects]).T
    kept = []
    for rect in rects:
        if rect.width <= 1:
            beside = ((rect.x1 == x0) | (rect.x0 == x1)) & (x1 - x0 > rect.width)
            if (beside & (rect.y0 >= y0 - 2) & (rect.y1 <= y1 + 2)).any():
                continue
        kept.append(rect)
    return kept


def _without_strokes(rects: list[Rect], view: View) -> list[Rect]:
    """Rectangles without the strokes of outlines and without the flat rows that only shade an end.

    A fill's outline runs upright beside it, so a thin row of that colour at the fill's end is the same outline. A
    shade is a row or two whose colour lies between those of its two sides.
    """
    limit = stroke_limit(view)
    wide = [r for r in rects if min(r.width, r.height) > limit]
    upright = [r for r in rects if r.width <= limit and r.height > 3 * r.width]
    thin = {i: r for i, r in enumerate(rects) if r.height <= limit and r.height < r.width}
    flat = {i for i, r in thin.items() if r.height <= THIN_PART and _is_shade(r, view)}
    gone: set[int] = set()
    for fill in wide:
        ends = [i for i, r in thin.items() if _at_end(r, fill, limit)]
        gone.update(flat.intersection(ends))
        colors = [r.color for r in upright if _beside(r, fill)] if ends else []
        gone |= {i for i in ends if any(_near(rects[i].color, color) for color in colors)}
    return [r for i, r in enumerate(rects) if i not in gone]


def _at_end(row: Rect, fill: Rect, limit: int) -> bool:
    aligned = abs(row.x0 - fill.x0) <= limit + 2 and abs(row.x1 - fill.x1) <= limit + 2
    return aligned and (0 <= fill.y0 - row.y1 <= 2 or 0 <= row.y0 - fill.y1 <= 2)


def stroke_limit(view: View) -> int:
    """Largest thickness of an outline, pixels: 2 in small pictures, up to 0.6 % of the plot in large ones."""
    return int(max(2, round(0.006 * max(view.shape))))


def _beside(stroke: Rect, fill: Rect) -> bool:
    touching = 0 <= stroke.x0 - fill.x1 <= 2 or 0 <= fill.x0 - stroke.x1 <= 2
    shared = min(stroke.y1, fill.y1) - max(stroke.y0, fill.y0)
    return touching and shared > 0.5 * fill.height


def _is_shade(rect: Rect, view: View) -> bool:
    """Whether a row's colour is a mixture of the colours above and below it."""
    if rect.y0 < 1 or rect.y1 >= view.shape[0]:
        return False
    middle = (rect.x0 + rect.x1) // 2
    columns = slice(max(rect.x0, middle - 3), min(rect.x1, middle + 4))
    above = np.median(view.rgb[rect.y0 - 1, columns], axis=0)
    below = np.median(view.rgb[rect.y1, columns], axis=0)
    way = below - above
    length = float(way @ way)
    if length < 100:
        return False
    offset = np.array(rect.color) - above
    share = float(offset @ way) / length
    return 0.03 < share < 0.97 and float(np.abs(offset - share * way).max()) < 12


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
    edges = np.array([[r.y0, r.y1] for r in voters])
    candidates = sorted({int(v) for v in edges.ravel()} | {round(h) for h in view.base_hints})

    def weight(row: int) -> float:
        away = np.abs(edges - row).min(axis=1)
        total = _spanned(voters, away <= tolerance, view) + 0.1 * _spanned(voters, away <= 1, view)
        return total * (HINT_BONUS if any(abs(row - hint) <= tolerance for hint in view.base_hints) else 1.0)

    weights = {row: weight(row) for row in candidates}
    best = max(weights.values())
    near = [row for row, value in weights.items() if value >= 0.97 * best]
    return min(near) if view.turned else max(near)


def _spanned(rects: list[Rect], chosen: NDArray[np.bool_], view: View) -> float:
    """How many columns of the view the chosen rectangles span together."""
    covered = np.zeros(view.shape[1], bool)
    for index in np.flatnonzero(chosen):
        covered[rects[index].x0 : rects[index].x1] = True
    return float(covered.sum())


def find_columns(rects: list[Rect], base: int, view: View) -> list[Column]:
    """The columns of parts that stand on (or hang from) the base line, left to right."""
    tolerance = base_tolerance(view)
    columns: list[Column] = []
    for up in (True, False):
        roots = [r for r in rects if abs((r.y1 if up else r.y0) - base) <= tolerance and _grows(r, base, up)]
        columns += [_column(root, rects, up, tolerance) for root in _without_overlap(roots)]
    kept: list[Column] = []
    for column in sorted(columns, key=lambda c: -(c.y1 - c.y0) * c.width):
        if not any(_overlap(column.x0, column.x1, k.x0, k.x1) > 0.3 for k in kept):
            kept.append(column)
    return sorted(kept, key=lambda c: c.x0)


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


def _column(root: Rect, rects: list[Rect], up: bool, gap: int) -> Column:
    parts = [root]
    while True:
        end = parts[-1].y0 if up else parts[-1].y1
        following = [
            r
            for r in rects
            if r not in parts
            and abs(r.x0 - root.x0) <= max(1, 0.1 * root.width)
            and abs(r.x1 - root.x1) <= max(1, 0.1 * root.width)
            and -1 <= (end - r.y1 if up else r.y0 - end) <= gap
        ]
        if not following:
            return Column(root.x0, root.x1, up, tuple(parts))
        parts.append(min(following, key=lambda r: abs(end - r.y1) if up else abs(r.y0 - end)))


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
    return any(_near(part.color, c) for c in others) or not any(_near(part.color, c) for c in thick)


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
                color = stroke_color(np.median(view.rgb[rows, side], axis=0).astype(np.float32))
                if color is not None:
                    found.append(color)
                    break
    if count == 0 or len(found) < 0.4 * count:
        return None
    center = np.median(np.array(found), axis=0)
    return float(center[0]), float(center[1]), float(center[2])


def _equal(first: Color, second: Color) -> bool:
    return max(abs(a - b) for a, b in zip(first, second, strict=True)) <= 8
