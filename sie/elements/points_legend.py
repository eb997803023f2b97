"""What the legend says about markers: which ink each entry has, and what its marker looks like."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from sie.artifacts import ChartStructure, LegendEntry, Raster
from sie.elements.ink import Layer
from sie.elements.ink_background import lab_of, parse_hex, to_lab
from sie.elements.markers import INK, FloatMap, Template, centered_patch, find_blobs, make_template
from sie.pixels import length_of

SAME_COLOR = 25.0
"""Lab distance up to which a swatch and a layer may be one ink."""
FILLED = 0.85
"""Part of what a marker's outline encloses from which it is filled."""
FINER = 4
SAME_WAY = 0.985
"""Cosine between the ways of a tint and of its colour from the background, at least."""
APART = 0.02
"""By how much the cosine of any other entry is smaller."""
MIN_TINT = 30.0
"""RGB distance from the background of the palest tint that tells its colour."""


def match_layers(
    layers: Sequence[Layer], entries: Sequence[LegendEntry], background: tuple[int, int, int]
) -> dict[int, list[int]]:
    """For each layer index the legend entries (positions) of its colour; entries of one colour share a layer.

    An entry of no layer's colour has the ink of which it shows a tint, if that is one alone: a sample of thin strokes
    has no full-coloured core.
    """
    matches: dict[int, list[int]] = {}
    for position, entry in enumerate(entries):
        color = entry.color or entry.edge_color
        if color is None:
            continue
        wanted = lab_of(parse_hex(color))
        distances = [(float(np.linalg.norm(layer.lab - wanted)), layer.index) for layer in layers]
        best = min(distances, default=(np.inf, -1))
        if best[0] > SAME_COLOR:
            full = [layer.index for layer in layers if is_tint(parse_hex(color), layer, background)]
            best = (0.0, full[0]) if len(full) == 1 else best
        if best[0] <= SAME_COLOR:
            matches.setdefault(best[1], []).append(position)
    return matches


def is_tint(color: tuple[int, int, int], layer: Layer, background: tuple[int, int, int]) -> bool:
    """Whether a colour lies between the background and an ink's, the way that its tints do."""
    way, offset = (np.asarray(one, float) - np.array(background, float) for one in (layer.rgb, color))
    lengths = float(np.linalg.norm(way)), float(np.linalg.norm(offset))
    return MIN_TINT <= lengths[1] <= lengths[0] and float(way @ offset) >= SAME_WAY * lengths[0] * lengths[1]


def entry_templates(raster: Raster, chart: ChartStructure) -> dict[int, Template]:
    """The marker of each legend entry that has a swatch box, by the entry's position."""
    looks: dict[int, Template] = {}
    for position, entry in enumerate(chart.legend.entries if chart.legend else ()):
        if entry.swatch_box is None or entry.is_patch:
            continue
        template = _swatch_template(raster, entry, position)
        if template is not None:
            looks[position] = template
    return looks


def resized(template: Template, size: float) -> Template | None:
    """A marker's look drawn `size` times as large, its strokes as wide as they were where it is an outline.

    None where no pixel of it is inked at that size.
    """
    room = int(np.ceil(max(size - 1.0, 0.0) * template.coverage.shape[0] / 2))
    coverage = np.pad(template.coverage, room)
    body = (coverage >= INK).astype(np.uint8)
    outline, _ = cv2.findContours(body, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    filled = np.zeros_like(body)
    cv2.drawContours(filled, outline, -1, 1, cv2.FILLED)
    stroke = template.mass / max(float(sum(cv2.arcLength(one, True) for one in outline)), 1.0)
    solid = np.maximum(coverage, filled.astype(np.float32))
    outer = _scaled(solid, size)
    drawn = outer
    if body.sum() < FILLED * filled.sum():
        width = max(template.width, template.height)
        inner = _scaled(solid, max(size * width - 2 * stroke, 0.0) / width)
        drawn = np.clip(outer - inner, 0, 1).astype(np.float32)
    return make_template(drawn, entry=template.entry) if drawn.max() >= INK else None


def _scaled(coverage: FloatMap, size: float) -> FloatMap:
    """A centred patch drawn `size` times as large about its middle, on the same grid."""
    side = coverage.shape[0]
    fine = cv2.resize(coverage, None, fx=FINER, fy=FINER, interpolation=cv2.INTER_LINEAR)
    shift = (side * FINER - 1) / 2 * (1 - size)
    matrix = np.array([[size, 0, shift], [0, size, shift]], np.float32)
    drawn = cv2.warpAffine(fine, matrix, (side * FINER, side * FINER), flags=cv2.INTER_LINEAR)
    return np.asarray(cv2.resize(drawn, (side, side), interpolation=cv2.INTER_AREA), np.float32)


def _swatch_template(raster: Raster, entry: LegendEntry, position: int) -> Template | None:
    assert entry.swatch_box is not None
    x0, y0, x1, y1 = entry.swatch_box
    left, top = max(int(x0) - 2, 0), max(int(y0) - 2, 0)
    right, bottom = min(int(np.ceil(x1)) + 2, raster.width), min(int(np.ceil(y1)) + 2, raster.height)
    crop = raster.rgb[top:bottom, left:right]
    if min(crop.shape[:2]) < 5:
        return None
    edge = np.concatenate([crop[0], crop[-1], crop[:, 0], crop[:, -1]])
    ground = to_lab(np.median(edge, axis=0).reshape(1, 1, 3).astype(np.uint8))[0, 0]
    distance = length_of(to_lab(np.ascontiguousarray(crop)) - ground)
    if distance.max() < 8:
        return None
    coverage = (distance / np.percentile(distance[distance > 0.3 * distance.max()], 90)).clip(0, 1)
    blobs = find_blobs(coverage.astype(np.float32))
    if not blobs:
        return None
    blob = blobs[0]
    side = (max(blob.width, blob.height) | 1) + 4
    return make_template(centered_patch(blob, side), entry=position)


def entry_of_tint(color: str, entries: Sequence[LegendEntry], background: tuple[int, int, int]) -> int | None:
    """The position of the only entry whose colour lies the way from the background that a colour does, or None.

    A see-through marker shows a tint of its colour where it is alone and more of it where several overlap.
    """
    ground = np.array(background, float)
    offset = np.array(parse_hex(color), float) - ground
    ways = [np.array(parse_hex(entry.color), float) - ground if entry.color else np.zeros(3) for entry in entries]
    lengths = [float(np.linalg.norm(way) * np.linalg.norm(offset)) for way in ways]
    alike = [float(way @ offset) / length if length > 0 else -1.0 for way, length in zip(ways, lengths, strict=True)]
    order = sorted(range(len(entries)), key=lambda i: -alike[i])
    if not order or alike[order[0]] < SAME_WAY or float(np.linalg.norm(offset)) < MIN_TINT:
        return None
    return None if len(order) > 1 and alike[order[1]] > alike[order[0]] - APART else order[0]
