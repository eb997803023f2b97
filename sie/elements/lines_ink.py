"""Which ink of a canvas may be curves: a group for each look by colour, freed from solid areas.

Curves of one colour share a group; how many there are is known from the legend where it has entries of that colour.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from scipy.optimize import linear_sum_assignment

from sie.artifacts import ChartStructure, LegendEntry
from sie.elements.ink import LAYER_DISTANCE, Canvas, Layer
from sie.elements.ink_background import lab_of, parse_hex

SAME_COLOR = 10.0
"""Lab distance below which two legend entries have one colour and are told apart by dash or marker."""
SOLID_SHARE = 0.045
"""A square of this part of the plot area's shorter side that is all ink is a filled area, not a stroke or marker."""


@dataclass(frozen=True)
class InkGroup:
    """The ink of one colour that may be curves.

    Attributes:
        color: `#rrggbb`.
        alpha: float32 (h, w) coverage, solid areas taken out.
        stroke: thickness of its strokes in pixels.
        solid: part of the colour's ink that was in solid areas.
        entries: the legend entries of this colour.
    """

    color: str
    alpha: np.ndarray
    stroke: float
    solid: float
    entries: tuple[LegendEntry, ...]


def ink_groups(canvas: Canvas, chart: ChartStructure) -> list[InkGroup]:
    """The colours that may draw curves, most ink first.

    Where the legend's colours are found, other colours are left out: they are annotations, references, error bars.
    """
    entries = [e for e in (chart.legend.entries if chart.legend else ()) if e.color]
    matched = match_layers(canvas.layers, entries)
    groups = []
    for layer in canvas.layers:
        mine = matched.get(layer.index, [])
        if matched and not mine:
            continue
        group = _make_group(canvas, layer, tuple(entries[i] for i in mine))
        if group is not None:
            groups.append(group)
    return groups


def match_layers(layers: Sequence[Layer], entries: Sequence[LegendEntry]) -> dict[int, list[int]]:
    """For each layer index the positions of the legend entries drawn in it.

    Entries of one colour are one; distinct colours are assigned one to one, least total distance first.
    """
    colors: list[tuple[np.ndarray, list[int]]] = []
    for position, entry in enumerate(entries):
        if entry.color is None:
            continue
        lab = lab_of(parse_hex(entry.color))
        near = [c for c in colors if np.linalg.norm(c[0] - lab) < SAME_COLOR]
        if near:
            near[0][1].append(position)
        else:
            colors.append((lab, [position]))
    if not colors or not layers:
        return {}
    cost = np.array([[np.linalg.norm(layer.lab - lab) for lab, _ in colors] for layer in layers])
    rows, columns = linear_sum_assignment(np.minimum(cost, 3 * LAYER_DISTANCE))
    pairs = zip(rows.tolist(), columns.tolist(), strict=True)
    return {layers[r].index: colors[c][1] for r, c in pairs if cost[r, c] <= LAYER_DISTANCE}


def _make_group(canvas: Canvas, layer: Layer, entries: tuple[LegendEntry, ...]) -> InkGroup | None:
    alpha = np.where(canvas.ink | (layer.alpha > 0), layer.alpha, 0).astype(np.float32)
    inked = alpha >= 0.3
    if inked.sum() < 0.15 * alpha.shape[1]:
        return None
    side = max(11, round(SOLID_SHARE * min(alpha.shape)))
    solid = cv2.morphologyEx(inked.astype(np.uint8), cv2.MORPH_OPEN, np.ones((side, side), np.uint8))
    share = float(solid.sum()) / float(inked.sum())
    if share > 0:
        alpha = np.where(cv2.dilate(solid, np.ones((3, 3), np.uint8)) > 0, np.float32(0), alpha)
    return InkGroup(layer.color, alpha, stroke_width(alpha), share, entries)


def stroke_width(alpha: np.ndarray) -> float:
    """The usual thickness of strokes, in pixels, from the shorter of the runs through each inked pixel.

    The coverage of a stroke adds up to its thickness across it, whatever its anti-aliasing.
    """
    inked = alpha >= 0.3
    if not inked.any():
        return 1.0
    down = _run_lengths(inked)[inked]
    along = _run_lengths(inked.T).T[inked]
    shorter = np.minimum(down, along)
    return float(np.clip(np.percentile(shorter, 40), 1.0, 12.0))


def _run_lengths(mask: np.ndarray) -> np.ndarray:
    """For each set pixel the length of its column run."""
    height, width = mask.shape
    padded = np.zeros((height + 2, width), np.int8)
    padded[1:-1] = mask
    steps = np.diff(padded, axis=0).T
    columns, starts = np.nonzero(steps == 1)
    _, stops = np.nonzero(steps == -1)
    lengths = np.zeros((width, height), np.int32)
    marks = np.zeros((width, height + 1), np.int32)
    marks[columns, starts] += stops - starts
    marks[columns, stops] -= stops - starts
    np.cumsum(marks[:, :-1], axis=1, out=lengths)
    return lengths.T
