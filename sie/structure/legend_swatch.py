"""What a legend glyph shows: its colour, and whether it is a patch, a line, a marker or both.

A box around the ink says nothing of the kind, but its profiles do: a patch fills its box or frames it, a line spans it
at one height, a marker rises above the line or stands alone.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from sie.artifacts import XYXY
from sie.structure.legend_glyph import Glyph, color_distance, common_color

Color = tuple[int, int, int]

LINE_LENGTH = 1.0
"""A glyph longer than this many label heights may be a line sample."""
DASH_LEVEL = 0.55
"""Between dashes the ink falls below this part of its peak, also where blur leaves no clean gap."""
DISTINCT = 48
"""Channel difference at which the edge is called another colour than the fill."""


@dataclass(frozen=True)
class Swatch:
    """A described glyph; `box` is sub-pixel, `look` says how far each pixel is inked, 0 to 1 (float32)."""

    box: XYXY
    color: Color
    edge_color: Color | None
    hatched: bool
    has_line: bool
    has_marker: bool
    is_patch: bool
    dashed: bool
    square: bool
    look: np.ndarray


@dataclass(frozen=True)
class _Crop:
    """The pixels of a glyph's box: colours, distance from the background, ink, and the ink with its holes filled."""

    rgb: np.ndarray
    distance: np.ndarray
    ink: np.ndarray
    filled: np.ndarray
    background: Color
    step: int


def to_hex(color: Color) -> str:
    """`#rrggbb`.

    >>> to_hex((255, 0, 16))
    '#ff0010'
    """
    return "#{:02x}{:02x}{:02x}".format(*color)


def describe_glyph(rgb: np.ndarray, glyph: Glyph) -> Swatch:
    """What the glyph shows."""
    x0, y0, x1, y1 = (int(v) for v in glyph.box)
    background = _around(rgb, glyph)
    crop = _crop(rgb[y0:y1, x0:x1], background, glyph.step)
    line = glyph.line
    thickness, length = _line_of(crop, line)
    square, framed = _rectangle(crop, line)
    has_line = length and not (square and not framed)
    peak = float(crop.distance.max())
    look = crop.distance / max(1.0, peak)
    runs = _runs(np.asarray(look[_line_rows(crop)].max(axis=0) > DASH_LEVEL)) if has_line else 0
    marker = has_line and _bulges(crop, thickness)
    is_patch = square and not has_line
    has_marker = marker or (not is_patch and not has_line)
    hatched = is_patch and _hatched(crop)
    color, edge = _colors(crop, is_patch=is_patch, hatched=hatched, has_line=has_line)
    return Swatch(
        _fine_box(crop, glyph.box), color, edge, hatched, has_line, has_marker, is_patch, runs >= 2, square, look
    )


def _around(rgb: np.ndarray, glyph: Glyph) -> Color:
    """The background of the glyph itself: the key box's grey where there is one."""
    x0, y0, x1, y1 = (int(v) for v in glyph.box)
    height, width = rgb.shape[:2]
    outer = rgb[max(0, y0 - 1) : min(height, y1 + 1), max(0, x0 - 1) : min(width, x1 + 1)]
    ring = np.concatenate((outer[0], outer[-1], outer[:, 0], outer[:, -1]))
    color = common_color(ring)
    near = max(abs(a - b) for a, b in zip(color, glyph.background, strict=True)) <= 50
    return color if near else glyph.background


def _crop(rgb: np.ndarray, background: Color, step: int) -> _Crop:
    distance = color_distance(rgb, background)
    ink = distance > step
    return _Crop(rgb, distance, ink, _fill(ink), background, step)


def _fill(ink: np.ndarray) -> np.ndarray:
    """The ink with what it encloses."""
    padded = np.pad(~ink, 1, constant_values=True).astype(np.uint8)
    _, labels = cv2.connectedComponents(padded, connectivity=4)
    return np.asarray((labels != labels[0, 0])[1:-1, 1:-1])


def _line_rows(crop: _Crop) -> slice:
    """The rows of the line of a line sample: the inkiest, with the neighbours that are nearly as full."""
    rows = crop.ink.mean(axis=1)
    best = int(np.argmax(rows))
    start = stop = best
    while start > 0 and rows[start - 1] >= 0.75 * rows[best]:
        start -= 1
    while stop + 1 < len(rows) and rows[stop + 1] >= 0.75 * rows[best]:
        stop += 1
    return slice(start, stop + 1)


def _line_of(crop: _Crop, line: float) -> tuple[int, bool]:
    """Thickness of the horizontal line, and whether the glyph has one."""
    height, width = crop.ink.shape
    rows = _line_rows(crop)
    thickness = rows.stop - rows.start
    bare = height <= 0.35 * line and width >= max(2.2 * height, 0.6 * line)
    if (width < LINE_LENGTH * line or width < 1.6 * thickness) and not bare:
        return thickness, False
    columns = np.asarray(crop.ink[rows].any(axis=0))
    ends = columns[: max(1, width // 8)].any() and columns[-max(1, width // 8) :].any()
    thin = thickness <= max(2.0, 0.35 * line)
    central = abs((rows.start + rows.stop) / 2 - height / 2) <= max(1.5, 0.25 * height)
    return thickness, bool(ends and thin and central and columns.mean() >= 0.3)


def _rectangle(crop: _Crop, line: float) -> tuple[bool, bool]:
    """Whether the filled silhouette is a rectangle, and whether it is no more than a thin bar."""
    height, width = crop.ink.shape
    thin_bar = height <= 0.35 * line and width >= 2.5 * height
    if min(height, width) < 3:
        return False, thin_bar
    trimmed = crop.filled[1:-1, 1:-1] if min(height, width) >= 6 else crop.filled
    corners = _corner_share(crop.filled)
    pairs = _columns_full(crop.filled)
    return bool(trimmed.mean() >= 0.93 and corners >= 0.5) or pairs, thin_bar


def _corner_share(filled: np.ndarray) -> float:
    """Ink share in the four corners: low for discs and diamonds, also where they fill most of their box."""
    height, width = filled.shape
    h, w = max(1, round(height * 0.15)), max(1, round(width * 0.15))
    corners = [filled[:h, :w], filled[:h, -w:], filled[-h:, :w], filled[-h:, -w:]]
    return float(min(c.mean() for c in corners))


def _columns_full(filled: np.ndarray) -> bool:
    """Several upright rectangles side by side, as some tools draw for bars."""
    columns = filled.mean(axis=0)
    on = columns > 0.5
    if _runs(on) < 2 or not on.any():
        return False
    return bool(columns[on].mean() >= 0.85 and filled.shape[0] >= 5)


def _runs(on: np.ndarray) -> int:
    return int(np.count_nonzero(np.diff(np.concatenate(([0], on.astype(np.int8)))) == 1))


def _bulges(crop: _Crop, thickness: int) -> bool:
    """Something stands on the line: a marker or an error bar."""
    extents = crop.filled.sum(axis=0)
    return bool(extents.max() >= max(thickness + 3, 1.8 * thickness) and crop.ink.shape[0] >= thickness + 3)


def _interior(crop: _Crop) -> np.ndarray:
    """The silhouette without its outline (bool), as deep as there is room."""
    filled = np.pad(crop.filled, 1).astype(np.uint8)
    for depth in (3, 2, 1):
        inner = cv2.erode(filled, np.ones((3, 3), np.uint8), iterations=depth)[1:-1, 1:-1].astype(bool)
        if inner.sum() >= max(4, 0.25 * crop.filled.sum()):
            return inner
    return np.asarray(crop.filled)


def _hatched(crop: _Crop) -> bool:
    """The inside of a patch alternates between two colours."""
    inner = _interior(crop)
    pixels = crop.rgb[inner]
    if len(pixels) < 16:
        return False
    main = common_color(pixels)
    other = color_distance(crop.rgb, main) > DISTINCT
    share = float(other[inner].mean())
    if not 0.08 <= share <= 0.92:
        return False
    height, width = inner.shape
    rows = [_runs(other[y] & inner[y]) for y in range(height) if inner[y].sum() >= 4]
    columns = [_runs(other[:, x] & inner[:, x]) for x in range(width) if inner[:, x].sum() >= 4]
    return max(float(np.mean(rows or [0])), float(np.mean(columns or [0]))) >= 1.4


def _colors(crop: _Crop, *, is_patch: bool, hatched: bool, has_line: bool) -> tuple[Color, Color | None]:
    """Fill (or stroke) colour and the colour of the outline where it differs."""
    stroke = _strong(crop, crop.ink)
    inner = _interior(crop)
    if has_line or inner.sum() < 4 or inner.all():
        return stroke, None
    pixels = crop.rgb[inner]
    if hatched:
        inked = crop.ink & inner
        fill = _strong(crop, inked) if inked.sum() < 0.8 * inner.sum() else common_color(pixels)
    else:
        fill = common_color(pixels)
    outline = crop.filled & ~cv2.erode(np.pad(crop.filled, 1).astype(np.uint8), np.ones((3, 3), np.uint8))[
        1:-1, 1:-1
    ].astype(bool)
    edge = _strong(crop, outline & crop.ink) if (outline & crop.ink).any() else stroke
    hollow = max(abs(a - b) for a, b in zip(fill, crop.background, strict=True)) <= crop.step
    if hollow and not is_patch:
        return stroke, None
    different = max(abs(a - b) for a, b in zip(fill, edge, strict=True)) > DISTINCT
    return fill, edge if different else None


def _strong(crop: _Crop, mask: np.ndarray) -> Color:
    """Median colour of the inkiest half of masked pixels: anti-aliased rims are paler and left out."""
    pixels, distance = crop.rgb[mask], crop.distance[mask]
    if len(pixels) == 0:
        return common_color(crop.rgb)
    strong = pixels[distance >= max(float(np.quantile(distance, 0.5)), 0.8 * float(np.quantile(distance, 0.9)))]
    return common_color(strong)


def _fine_box(crop: _Crop, box: XYXY) -> XYXY:
    """The box with its outermost pixels counted by how far they are inked."""
    top = float(np.quantile(crop.distance[crop.ink], 0.8)) if crop.ink.any() else 1.0
    coverage = np.clip(crop.distance / max(top, 1.0), 0.0, 1.0)
    columns, rows = coverage.max(axis=0), coverage.max(axis=1)
    x0, y0, x1, y1 = box
    return (
        x0 + (1 - float(columns[0])) * (columns[0] < 0.9),
        y0 + (1 - float(rows[0])) * (rows[0] < 0.9),
        max(x0 + 0.5, x1 - (1 - float(columns[-1])) * (columns[-1] < 0.9)),
        max(y0 + 0.5, y1 - (1 - float(rows[-1])) * (rows[-1] < 0.9)),
    )
