"""What a legend glyph shows: its kind, its colours and its exact place."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from sie.artifacts import XYXY
from sie.structure.legend_glyph import Glyph
from sie.structure.legend_shape import (
    Color,
    Crop,
    bulges,
    find_line,
    interior,
    is_hatched,
    is_rectangle,
    is_thin_bar,
    make_crop,
)
from sie.structure.legend_window import common_color

DISTINCT = 48
"""Channel difference at which the edge is called another colour than the fill."""


@dataclass(frozen=True)
class Swatch:
    """A described glyph.

    Attributes:
        box: its bounds, sub-pixel.
        color: of the fill where it has one, else of the stroke.
        edge_color: of the outline where it differs.
        hollow: nothing but the background inside its outline.
        square: its silhouette is a rectangle.
        look: how far each pixel is inked, 0 to 1, float32.
    """

    box: XYXY
    color: Color
    edge_color: Color | None
    hatched: bool
    has_line: bool
    has_marker: bool
    is_patch: bool
    dashed: bool
    hollow: bool
    square: bool
    look: np.ndarray


def to_hex(color: Color) -> str:
    """`#rrggbb`.

    >>> to_hex((255, 0, 16))
    '#ff0010'
    """
    return "#{:02x}{:02x}{:02x}".format(*color)


def describe_glyph(rgb: np.ndarray, glyph: Glyph) -> Swatch:
    """What the glyph shows."""
    x0, y0, x1, y1 = (int(v) for v in glyph.box)
    crop = make_crop(rgb[y0:y1, x0:x1], _around(rgb, glyph), glyph.step)
    square = is_rectangle(crop)
    sample = find_line(crop, glyph.line)
    if square and not is_thin_bar(crop, glyph.line):
        sample = None
    is_patch = square and sample is None
    hatched = is_patch and is_hatched(crop)
    color, edge, hollow = _colors(crop, is_patch=is_patch, hatched=hatched, has_line=sample is not None)
    return Swatch(
        box=_fine_box(crop, glyph.box),
        color=color,
        edge_color=edge,
        hatched=hatched,
        has_line=sample is not None,
        has_marker=bulges(crop, sample.thickness) if sample else not is_patch,
        is_patch=is_patch,
        dashed=sample is not None and sample.dashed,
        hollow=hollow,
        square=square,
        look=crop.look,
    )


def _around(rgb: np.ndarray, glyph: Glyph) -> Color:
    """The background of the glyph itself: the key box's grey where there is one."""
    x0, y0, x1, y1 = (int(v) for v in glyph.box)
    height, width = rgb.shape[:2]
    outer = rgb[max(0, y0 - 1) : min(height, y1 + 1), max(0, x0 - 1) : min(width, x1 + 1)]
    ring = np.concatenate((outer[0], outer[-1], outer[:, 0], outer[:, -1]))
    color = common_color(ring)
    return color if _difference(color, glyph.background) <= 50 else glyph.background


def _difference(a: Color, b: Color) -> int:
    return max(abs(p - q) for p, q in zip(a, b, strict=True))


def _colors(crop: Crop, *, is_patch: bool, hatched: bool, has_line: bool) -> tuple[Color, Color | None, bool]:
    """Fill (or stroke) colour, the colour of the outline where it differs, and whether the inside is empty."""
    stroke = _strong(crop, crop.ink)
    inner = interior(crop)
    if has_line or inner.sum() < 4 or inner.all():
        return stroke, None, False
    pixels = crop.rgb[inner]
    inked = crop.ink & inner
    fill = _strong(crop, inked) if hatched and inked.sum() < 0.8 * inner.sum() else common_color(pixels)
    eroded = cv2.erode(np.pad(crop.filled, 1).astype(np.uint8), np.ones((3, 3), np.uint8))[1:-1, 1:-1].astype(bool)
    outline = crop.filled & ~eroded & crop.ink
    edge = _strong(crop, outline) if outline.any() else stroke
    hollow = _difference(fill, crop.background) <= crop.step
    if hollow and not is_patch:
        return stroke, None, True
    different = _difference(fill, edge) > DISTINCT and not _is_rim(edge, fill, crop.background)
    return fill, edge if different else None, hollow


def _is_rim(edge: Color, fill: Color, background: Color) -> bool:
    """An outline's colour is no more than the fill running out into the background."""
    base = np.array(background, float)
    along, offset = np.array(fill, float) - base, np.array(edge, float) - base
    length = float(along @ along)
    if length < 1.0:
        return False
    share = float(offset @ along) / length
    return 0.0 <= share <= 1.05 and float(np.abs(offset - share * along).max()) <= 40


def _strong(crop: Crop, mask: np.ndarray) -> Color:
    """Commonest colour of the inkiest half of masked pixels: anti-aliased rims are paler and left out."""
    pixels, distance = crop.rgb[mask], crop.distance[mask]
    if len(pixels) == 0:
        return common_color(crop.rgb)
    strong = pixels[distance >= max(float(np.quantile(distance, 0.5)), 0.8 * float(np.quantile(distance, 0.9)))]
    return common_color(strong)


def _fine_box(crop: Crop, box: XYXY) -> XYXY:
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
