"""What the legend says about markers: which ink each entry has, and what its marker looks like."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from sie.artifacts import ChartStructure, LegendEntry, Raster
from sie.elements.ink import Layer
from sie.elements.ink_background import lab_of, parse_hex, to_lab
from sie.elements.markers import Template, centered_patch, find_blobs, make_template
from sie.pixels import length_of

SAME_COLOR = 25.0
"""Lab distance up to which a swatch and a layer may be one ink."""


def match_layers(layers: Sequence[Layer], entries: Sequence[LegendEntry]) -> dict[int, list[int]]:
    """For each layer index the legend entries (positions) of its colour; entries of one colour share a layer."""
    matches: dict[int, list[int]] = {}
    for position, entry in enumerate(entries):
        color = entry.color or entry.edge_color
        if color is None:
            continue
        wanted = lab_of(parse_hex(color))
        distances = [(float(np.linalg.norm(layer.lab - wanted)), layer.index) for layer in layers]
        best = min(distances, default=(np.inf, -1))
        if best[0] <= SAME_COLOR:
            matches.setdefault(best[1], []).append(position)
    return matches


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
