"""How strokes of one colour are told apart: their dashes, on the curve and on the legend's sample."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy.optimize import linear_sum_assignment

from sie.artifacts import LegendEntry
from sie.elements.ink import Canvas
from sie.elements.ink_background import parse_hex
from sie.elements.ink_layers import project
from sie.elements.lines_curves import Curve
from sie.elements.lines_markers import MarkerSample, marker_fit, marker_places, marker_sample, thickness_of

MARKER_WEIGHT = 3.0
"""Correlations of different markers differ by a tenth or two."""
SCALES = (1.0, 0.8, 1.25, 1.5)
"""Sizes of the plot's markers, as multiples of the legend's."""
MARKER_REACH = 6.0
"""Half the width, in pixels, of what is left out of a dash pattern at a marker."""


@dataclass(frozen=True)
class StrokeLook:
    """The look of a stroke.

    Attributes:
        duty: inked part of its length between markers.
        dash, gap: usual length of its dashes and gaps in pixels; 0 where solid.
        weight: how dark it is.
    """

    duty: float
    dash: float
    gap: float
    weight: float


def curve_look(curve: Curve) -> StrokeLook:
    """The look of a curve in the plot."""
    stroke = curve.stroke
    alpha = curve.group.alpha
    profile = _along(alpha, stroke.columns + 0.5, stroke.rows)
    lengths = np.hypot(1.0, np.gradient(stroke.rows)) if len(stroke.rows) > 1 else np.ones(len(stroke.rows))
    keep = np.ones(len(profile), bool)
    for x, _ in marker_places(curve):
        keep[np.abs(stroke.columns + 0.5 - x) <= MARKER_REACH] = False
    return _describe(profile, lengths, keep)


def swatch_look(canvas: Canvas, entry: LegendEntry) -> StrokeLook:
    """The look of a legend entry's sample: its middle row, and what stands at its middle."""
    box = entry.swatch_box
    if box is None or entry.color is None:
        return StrokeLook(0.5 if entry.dashed else 1.0, 0.0, 0.0, 1.0)
    x0, y0, x1, y1 = int(box[0]) - 1, int(box[1]) - 1, int(np.ceil(box[2])) + 1, int(np.ceil(box[3])) + 1
    alpha = _swatch_alpha(canvas, entry.color, (x0, y0, x1, y1))
    if alpha.size == 0:
        return StrokeLook(1.0, 0.0, 0.0, 1.0)
    middle = _line_row(alpha)
    columns = np.arange(alpha.shape[1])
    rows = np.full(len(columns), middle)
    profile = _along(alpha, columns + 0.5, rows)
    keep = np.ones(len(profile), bool)
    keep[:1] = keep[-1:] = False
    if entry.has_marker:
        reach = min(MARKER_REACH, alpha.shape[1] / 4)
        keep[np.abs(columns + 0.5 - alpha.shape[1] / 2) <= reach] = False
    return _describe(profile, np.ones(len(profile)), keep)


def look_cost(look: StrokeLook, swatch: StrokeLook) -> float:
    """How unlike two looks are: 0 alike, about 1 for another dash."""
    cost = 2.0 * abs(look.duty - swatch.duty)
    if look.dash > 0 and swatch.dash > 0:
        cost += 0.6 * abs(float(np.log(look.dash / swatch.dash))) + 0.6 * abs(float(np.log(look.gap / swatch.gap)))
    elif (look.dash > 0) != (swatch.dash > 0):
        cost += 0.5
    return float(cost + 0.3 * abs(np.log(max(look.weight, 0.05) / max(swatch.weight, 0.05))))


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
    looks = [curve_look(curve) for curve in curves]
    swatches = [swatch_look(canvas, entry) for entry in entries]
    lined = [entry.has_line for entry in entries]
    cost = np.zeros((len(curves), len(entries)))
    for row, look in enumerate(looks):
        for column, swatch in enumerate(swatches):
            cost[row, column] = look_cost(look, swatch) if lined[column] else 0.0
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
    return best


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


def _along(alpha: np.ndarray, xs: np.ndarray, rows: np.ndarray) -> np.ndarray:
    """The most covered of three pixels across at each place of a way."""
    height, width = alpha.shape
    columns = np.clip(xs.astype(int), 0, width - 1)
    middle = np.clip(rows.astype(int), 0, height - 1)
    parts = [alpha[np.clip(middle + d, 0, height - 1), columns] for d in (-1, 0, 1)]
    return np.asarray(np.maximum.reduce(parts))


def _describe(profile: np.ndarray, lengths: np.ndarray, keep: np.ndarray) -> StrokeLook:
    top = float(np.percentile(profile[keep], 90)) if keep.any() else 1.0
    on = profile > 0.5 * max(top, 0.2)
    total = float(lengths[keep].sum())
    duty = float(lengths[keep & on].sum()) / total if total > 0 else 1.0
    dashes, gaps = _run_lengths(on, lengths, keep, wanted=True), _run_lengths(on, lengths, keep, wanted=False)
    if duty > 0.94 or not dashes or not gaps:
        return StrokeLook(duty, 0.0, 0.0, top)
    return StrokeLook(duty, max(float(np.mean(dashes)), 0.5), max(float(np.mean(gaps)), 0.5), top)


def _run_lengths(on: np.ndarray, lengths: np.ndarray, keep: np.ndarray, *, wanted: bool) -> list[float]:
    """Lengths of the runs that are complete: with the other state, not a marker or an end, on both sides."""
    state = np.where(keep, on.astype(int), 2)
    edges = np.flatnonzero(np.diff(state)) + 1
    bounds = np.concatenate(([0], edges, [len(state)]))
    found = []
    other = 0 if wanted else 1
    for k in range(1, len(bounds) - 2):
        a, b = int(bounds[k]), int(bounds[k + 1])
        if state[a] == int(wanted) and state[a - 1] == other and state[b] == other:
            found.append(float(lengths[a:b].sum()))
    return found
