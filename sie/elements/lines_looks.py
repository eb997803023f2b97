"""How strokes of one colour are told apart: their dashes, on the curve and on the legend's sample."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from scipy.optimize import linear_sum_assignment

from sie.artifacts import LegendEntry
from sie.elements.ink import Canvas
from sie.elements.ink_background import lab_of, parse_hex
from sie.elements.ink_layers import project
from sie.elements.lines_curves import Curve
from sie.elements.lines_dashes import Pattern, make_pattern, pattern_distance, stroke_pattern
from sie.elements.lines_markers import (
    MarkerSample,
    marker_fit,
    marker_places,
    marker_sample,
    middle_color,
    thickness_of,
)

DASH_WEIGHT = 4.0
"""Patterns of different dashes differ by a fifth of their length or more."""
MARKER_WEIGHT = 3.0
"""Correlations of different markers differ by a tenth or two."""
OTHER_MIDDLE = 40.0
"""Lab distance of the middles of markers that are certainly others: half the way from black to white."""
LEAST_SHARE = 0.02
"""Part of a curve's columns that a few markers on it fill."""
SCALES = (1.0, 0.8, 1.25, 1.5)
"""Sizes of the plot's markers, as multiples of the legend's."""
MARKER_REACH = 6.0
"""Half the width, in pixels, of what is left out of a dash pattern at a marker."""


def curve_pattern(curve: Curve) -> Pattern:
    """The dashes of a curve in the plot, its markers left out."""
    stroke = curve.stroke
    hidden = np.zeros(len(stroke.rows), bool)
    for x, _ in marker_places(curve):
        hidden |= np.abs(stroke.columns + 0.5 - x) <= MARKER_REACH
    return stroke_pattern(curve.group.alpha, stroke, hidden)


def swatch_pattern(canvas: Canvas, entry: LegendEntry) -> Pattern | None:
    """The dashes of a legend entry's sample along its line, without a marker at its middle; None where it has none."""
    box = entry.swatch_box
    if box is None or entry.color is None or not entry.has_line:
        return None
    x0, y0, x1, y1 = int(box[0]), int(box[1]) - 1, int(np.ceil(box[2])), int(np.ceil(box[3])) + 1
    alpha = _swatch_alpha(canvas, entry.color, (x0, y0, x1, y1))
    if alpha.size == 0:
        return None
    middle = int(np.clip(_line_row(alpha), 0, alpha.shape[0] - 1))
    coverage = alpha[max(0, middle - 1) : middle + 2].max(axis=0).astype(np.float64)
    known = np.ones(len(coverage), bool)
    if entry.has_marker:
        reach = min(MARKER_REACH, len(coverage) / 4)
        known[np.abs(np.arange(len(coverage)) + 0.5 - len(coverage) / 2) <= reach] = False
    return make_pattern(coverage, known)


def _swatch_alpha(canvas: Canvas, color: str, box: tuple[int, int, int, int]) -> np.ndarray:
    x0, y0, x1, y1 = box
    crop = canvas.picture[max(0, y0) : max(0, y1), max(0, x0) : max(0, x1)].astype(np.float32)
    if crop.size == 0:
        return np.zeros((0, 0), np.float32)
    edge = np.concatenate((crop[0], crop[-1]))
    behind = np.median(edge, axis=0).astype(np.float32)
    alpha, residual = project(crop - behind, np.array(parse_hex(color), np.float32) - behind)
    return np.asarray(np.where(residual < 70, alpha, np.float32(0)))


def _line_row(alpha: np.ndarray) -> float:
    """The middle of the sample's line: the coverage centroid of the outer thirds' rows."""
    width = alpha.shape[1]
    third = max(2, width // 4)
    profile = alpha[:, :third].sum(axis=1) + alpha[:, -third:].sum(axis=1)
    if profile.sum() <= 0:
        return float(alpha.shape[0]) / 2
    best = int(np.argmax(profile))
    low, high = max(0, best - 2), min(len(profile), best + 3)
    weight = profile[low:high]
    return float((weight * (np.arange(low, high) + 0.5)).sum() / weight.sum())


def look_costs(canvas: Canvas, curves: Sequence[Curve], entries: Sequence[LegendEntry]) -> np.ndarray:
    """How unlike each curve (rows) and each legend entry (columns) are, by dash and by marker."""
    patterns = [curve_pattern(curve) for curve in curves]
    samples = [swatch_pattern(canvas, entry) for entry in entries]
    cost = np.zeros((len(curves), len(entries)))
    for row, pattern in enumerate(patterns):
        for column, sample in enumerate(samples):
            if sample is not None:
                cost[row, column] = DASH_WEIGHT * pattern_distance(pattern, sample)
    return np.asarray(cost + _marker_costs(canvas, curves, entries))


def _marker_costs(canvas: Canvas, curves: Sequence[Curve], entries: Sequence[LegendEntry]) -> np.ndarray:
    """Costs by marker, at the size at which the legend's markers fit best: legends may draw them smaller."""
    samples = [marker_sample(canvas, entry) for entry in entries]
    image = np.clip(canvas.distance / 100.0, 0.0, 1.0).astype(np.float32)
    places = [marker_places(curve) for curve in curves]
    best, best_total = np.zeros((len(curves), len(entries))), np.inf
    for scale in SCALES:
        scaled = [sample.scaled(scale) if sample is not None else None for sample in samples]
        cost = _scaled_costs(image, curves, places, scaled)
        rows, columns = linear_sum_assignment(cost)
        total = float(cost[rows, columns].sum())
        if total < best_total - 1e-6:
            best, best_total = cost, total
    return np.asarray(best + _color_costs(canvas, curves, places, samples))


def _color_costs(
    canvas: Canvas,
    curves: Sequence[Curve],
    places: Sequence[Sequence[tuple[float, float]]],
    samples: Sequence[MarkerSample | None],
) -> np.ndarray:
    """Costs by the colour of the markers' middles: they are hollow or filled, or of another ink than the line."""
    cost = np.zeros((len(curves), len(samples)))
    known = [canvas.background_color, parse_hex(curves[0].group.color)] if curves else []
    for column, sample in enumerate(samples):
        if sample is None:
            continue
        if all(float(np.linalg.norm(sample.middle - lab_of(color))) > OTHER_MIDDLE for color in known):
            shares = np.array([_share_of(canvas.lab, curve, sample.middle) for curve in curves])
            cost[:, column] = 1.0 - shares / max(float(shares.max()), LEAST_SHARE)
            continue
        for row, own in enumerate(places):
            if len(own) >= 2:
                away = float(np.linalg.norm(middle_color(canvas.lab, own) - sample.middle))
                cost[row, column] = min(away / OTHER_MIDDLE, 1.0)
    return cost


def _share_of(lab: np.ndarray, curve: Curve, color: np.ndarray) -> float:
    """Part of a curve's columns that show a Lab colour."""
    rows = np.clip(curve.stroke.rows.astype(int), 0, lab.shape[0] - 1)
    return float((np.linalg.norm(lab[rows, curve.stroke.columns] - color, axis=1) < OTHER_MIDDLE / 2).mean())


def _scaled_costs(
    image: np.ndarray,
    curves: Sequence[Curve],
    places: Sequence[Sequence[tuple[float, float]]],
    samples: Sequence[MarkerSample | None],
) -> np.ndarray:
    cost = np.zeros((len(curves), len(samples)))
    for row, (curve, own) in enumerate(zip(curves, places, strict=True)):
        stem = thickness_of(curve) if curve.group.bars else 0.0
        for column, sample in enumerate(samples):
            if sample is not None and len(own) >= 2:
                cost[row, column] = MARKER_WEIGHT * (1.0 - marker_fit(image, own, sample, stem=stem))
            elif (sample is not None) != (len(own) >= 3):
                cost[row, column] = 0.8
    return cost
