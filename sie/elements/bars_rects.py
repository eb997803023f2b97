"""The rectangles of a view that may be bars: inked fills, and empty ones that an outline encloses."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from sie.elements.bars_view import View
from sie.elements.bars_zones import Rect, Zones, find_zones, noise_step, zone_rects
from sie.medians import median_of
from sie.pixels import largest_channel

Color = tuple[float, float, float]

SAME_COLOR = 20.0
"""Largest difference of a channel between two pieces of one fill."""
FILL_CONTRAST = 25.0
"""A zone this far from the background is a fill even where the canvas takes it for a tinted band."""
SAME_STROKE = 90.0
"""Largest difference of a channel between the strokes of one outline: thin ones are mixed with what is beside them."""
STROKE_CONTRAST = 60.0
"""A stroke that encloses an empty bar differs from it by more than grid lines do."""
EMPTY_FILLED = 0.88
"""Part of its bounds that an empty bar fills; error bars and labels take little of it, neighbouring bars more."""
WHOLE = 0.97
"""Part of the plot's height or width: what an empty zone of more lies between are the frame and a line across."""
MAX_ZONES = 250
MAX_RECTS = 300
"""Patterned fills break into thousands of pieces, none of which is a bar; more than these are not looked at."""
THIN_PART = 2
"""Height up to which a part may be no more than the shade or outline of its neighbour."""


def find_rects(view: View) -> list[Rect]:
    """Every rectangle of the view that may be a bar or a part of one."""
    zones = find_zones(view.rgb, noise_step(view.rgb), view.cuts)
    candidates = _candidates(zones, view)
    empty = [_bounds(zones, label) for label, hollow in candidates if hollow]
    fills = [r for label, hollow in candidates if not hollow for r in zone_rects(zones, label, view.text, view.strokes)]
    reach = stroke_limit(view) + 2
    rects = [r for r in (*fills, *empty) if r.width * r.height >= 4 and not any(_frames(r, e, reach) for e in empty)]
    if len(rects) > MAX_RECTS:
        rects = sorted(rects, key=lambda r: -r.width * r.height)[:MAX_RECTS]
    return _without_fringes(_without_strokes(rects, view))


def _frames(rect: Rect, empty: Rect, reach: int) -> bool:
    """Whether a rectangle is a stroke around an empty bar, or what stands in that."""
    if rect is empty or not (empty.x0 - reach <= rect.x0 and rect.x1 <= empty.x1 + reach):
        return False
    around = empty.y0 - reach <= rect.y0 and rect.y1 <= empty.y1 + reach
    inside = empty.x0 <= rect.x0 and rect.x1 <= empty.x1 and empty.y0 <= rect.y0 and rect.y1 <= empty.y1
    return inside or (around and min(rect.width, rect.height) <= reach)


def _bounds(zones: Zones, label: int) -> Rect:
    """The bounds of an empty zone in its outline: points and an error bar may stand in it."""
    x0, y0, x1, y1 = zones.boxes[label].tolist()
    red, green, blue = zones.colors[label].tolist()
    return Rect(x0, y0, x1, y1, label, (red, green, blue))


def _candidates(zones: Zones, view: View) -> list[tuple[int, bool]]:
    """Zones that are inked fills, or empty ones that an outline encloses, each with whether it is empty."""
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
    return [(i, not fills[i]) for i in kept if fills[i] or _is_outlined(zones, i, view)]


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
    tall = y1 - y0 > WHOLE * (view.plot[3] - view.plot[1])
    wide = x1 - x0 > WHOLE * (view.plot[2] - view.plot[0])
    if tall or wide or zones.areas[label] < EMPTY_FILLED * (x1 - x0) * (y1 - y0):
        return False
    own = zones.colors[label]
    limit = stroke_limit(view) + 1
    rows, columns = slice(y0, y1), slice(x0, x1)
    left = _stroke_color(view, own, rows, slice(max(0, x0 - limit), x0), axis=1)
    right = _stroke_color(view, own, rows, slice(x1, x1 + limit), axis=1)
    if left is None or right is None:
        return False
    if np.abs(left - right).max() > SAME_STROKE:
        # the frame is a side of the first or last bin
        if min(abs(x0 - view.plot[0]), abs(x1 - view.plot[2])) > limit:
            return False
        left = right if abs(x0 - view.plot[0]) <= limit else left
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
    return np.asarray(median_of(picked[far], axis=0), np.float32) if far.mean() > 0.8 else None


def near_colors(first: Color, second: Color) -> bool:
    """Whether two pieces may be of one fill."""
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
        gone |= {i for i in ends if any(near_colors(rects[i].color, color) for color in colors)}
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
    above = median_of(view.rgb[rect.y0 - 1, columns], axis=0)
    below = median_of(view.rgb[rect.y1, columns], axis=0)
    way = below - above
    length = float(way @ way)
    if length < 100:
        return False
    offset = np.array(rect.color) - above
    share = float(offset @ way) / length
    return 0.03 < share < 0.97 and float(np.abs(offset - share * way).max()) < 12
