"""How sure a scatter reading is, and how much of the plot's ink it explains.

Fitted lines, confidence bands and compression halos belong to a scatter plot without being points. They are taken out
of the ink to be explained, but only where many markers stand alone: else every line chart would be a scatter plot
whose lines are only fits.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from sie.elements.ink import Canvas
from sie.elements.markers import Blob, BoolMap, FloatMap, find_blobs
from sie.elements.points_inks import contrast_of, is_area
from sie.elements.runs import upright_strokes

ENOUGH_LONE = 8
"""Lone markers from which the plot holds loose points for sure."""
ENOUGH_CROWDED = 20
CROWD_FIT = (0.65, 0.85)
"""Fit times explained ink of so many copies, all upon each other, from which they may be and are points."""
FAINT = 14.0
"""Lab distance from the ground below which an ink is a compression halo."""
LONG_REL = 0.35
"""A stroke at least this part of the plot's shorter side long may be a fitted line."""
MAX_LINES = 4
"""More long strokes than this are data, not fits."""
STROKE_REACH = 4.0
STROKE_PIXELS = 4
ON_AXIS = 1.0
"""Pixels by which an error bar's middle may be off its marker's column or row."""
CONNECTED = 0.6
"""Markers of which this part has a stroke beside it sit on lines."""
SHORT_PIECES = 0.5
"""Short loose strokes for this part of the markers are the links of a line with gaps at its markers."""


@dataclass(frozen=True)
class Evidence:
    """What a group of markers tells.

    Attributes:
        markers: how many.
        lone: how many of them stand alone.
        quality: how well they fit their look and how alike they are, 0 to 1.
        alpha: coverage of their ink, (h, w).
        explained: part of that ink within markers.
        layers: the canvas' layers of the ink.
        cover: coverage of the markers' copies, (h, w).
        places: x, y and radius of each marker, crop pixels.
        blobs: the connected pieces of their ink.
    """

    markers: int
    lone: int
    quality: float
    alpha: FloatMap
    explained: float
    layers: tuple[int, ...]
    cover: FloatMap
    places: tuple[tuple[float, float, float], ...]
    blobs: list[Blob]


def judge(
    canvas: Canvas, evidence: Sequence[Evidence], whole: Canvas, links: Collection[int] = ()
) -> tuple[float, float]:
    """Explained part of the ink and score of a scatter reading, both 0 to 1; one piece of evidence an ink.

    Args:
        canvas: where the markers were found.
        evidence: what they tell.
        whole: the same canvas, with the strokes that were taken out of `canvas` to find them.
        links: indices of layers that only link or carry markers: inks that a legend of markers does not name.
    """
    if not evidence:
        return 0.0, 0.0
    count = sum(e.markers for e in evidence)
    lone = sum(e.lone for e in evidence)
    quality = sum(e.quality * e.markers for e in evidence) / max(count, 1)
    total = float(canvas.coverage[(canvas.labels >= 0) & ~np.isin(canvas.labels, list(links))].sum())
    covered = sum(e.explained * float(e.alpha.sum()) for e in evidence)
    long_lines, short_lines, aside = _adornments(canvas, evidence, links)
    sure = max(min(1.0, lone / ENOUGH_LONE), _sure_by_fit(evidence))
    if sure == 1.0 and long_lines <= MAX_LINES:
        total -= aside
    explained = float(np.clip(covered / max(total, 1.0), 0, 1))
    score = quality * (0.4 + 0.6 * sure)
    if connected_share(whole, evidence, links) >= CONNECTED:
        score *= 0.35
    if short_lines >= SHORT_PIECES * count and count >= 3:
        score *= 0.5
    return explained, float(np.clip(score * min(1.0, 0.5 + explained), 0, 1))


def _sure_by_fit(evidence: Sequence[Evidence]) -> float:
    """How sure crowded see-through markers are: many copies that explain their ink well; strokes never do both."""
    count = sum(e.markers for e in evidence)
    if count < ENOUGH_CROWDED:
        return 0.0
    fit = sum(e.quality * e.explained * e.markers for e in evidence) / count
    return float(np.clip((fit - CROWD_FIT[0]) / (CROWD_FIT[1] - CROWD_FIT[0]), 0.0, 1.0))


def connected_share(canvas: Canvas, evidence: Sequence[Evidence], links: Collection[int] = ()) -> float:
    """Part of the markers that a stroke leaves: nearly all on a line with markers, few where a fit passes by.

    Error bars are no such strokes: they lead from one marker to no other, straight up, down or aside.
    """
    drawn = np.zeros(canvas.shape, bool)
    for e in evidence:
        drawn |= e.cover >= 0.1
    covered = cv2.dilate(drawn.astype(np.uint8), np.ones((5, 5), np.uint8)) > 0
    rest = canvas.ink & (canvas.labels >= 0) & ~covered & (canvas.coverage >= 0.3)
    for layer in canvas.layers:
        mask = canvas.labels == layer.index
        if layer.index in links or contrast_of(canvas, layer) < FAINT or is_area(mask):
            rest &= ~mask
    places = [place for e in evidence for place in e.places]
    rest &= ~upright_strokes(rest, surely=True)
    rest &= ~_error_arms(rest, places)
    touched = sum(int(_beside(rest, place).sum()) >= STROKE_PIXELS for place in places)
    return touched / len(places) if places else 0.0


def _beside(values: np.ndarray, place: tuple[float, float, float]) -> np.ndarray:
    """The part of an array within a stroke's reach of a marker (x, y, radius)."""
    x, y, radius = place
    reach = radius + 1 + STROKE_REACH
    return values[max(int(y - reach), 0) : int(y + reach) + 1, max(int(x - reach), 0) : int(x + reach) + 1]


def _error_arms(rest: BoolMap, places: Sequence[tuple[float, float, float]]) -> BoolMap:
    """The pieces of strokes that lead from one marker to no other and lie about its column or its row."""
    _, labels, _, centroids = cv2.connectedComponentsWithStats(rest.astype(np.uint8), connectivity=8)
    owners: dict[int, list[int]] = {}
    for index, place in enumerate(places):
        for label in np.unique(_beside(labels, place)).tolist():
            owners.setdefault(label, []).append(index)
    arms = []
    for label, near in owners.items():
        if label and len(near) == 1:
            off = np.abs(centroids[label] + 0.5 - np.array(places[near[0]][:2]))
            arms += [label] if off.min() <= ON_AXIS else []
    return np.asarray(np.isin(labels, arms))


def _adornments(canvas: Canvas, evidence: Sequence[Evidence], links: Collection[int]) -> tuple[int, int, float]:
    """How many long strokes there are, how many short ones of the markers' ink, and the ink of lines, bands, halos."""
    x0, y0, x1, y1 = canvas.plot
    long_side = LONG_REL * min(x1 - x0, y1 - y0)
    taken = {index for e in evidence for index in e.layers}
    fields = [(e.blobs, True) for e in evidence]
    aside = 0.0
    for layer in canvas.layers:
        if layer.index in taken or layer.index in links:
            continue
        alpha = np.asarray(layer.alpha, np.float32)
        mask = alpha > 0
        if contrast_of(canvas, layer) < FAINT or is_area(mask):
            aside += float(alpha.sum())
        else:
            fields.append((find_blobs(alpha), False))
    long_lines = short_lines = 0
    for blobs, own in fields:
        for blob in blobs:
            longer = float(np.hypot(blob.width, blob.height))
            if longer < 8 or not _is_stroke(blob.patch >= 0.3, longer):
                continue
            if longer >= long_side:
                long_lines += 1
                aside += blob.area
            elif own:
                short_lines += 1
    return long_lines, short_lines, aside


def _is_stroke(mask: BoolMap, length: float) -> bool:
    """A thin line piece, points on it included: on the whole narrow for its length."""
    area = float(mask.sum())
    if area <= 0 or area > length * max(4.0, 0.12 * length):
        return False
    ys, xs = np.nonzero(mask)
    if len(xs) < 5:
        return False
    _, (w, h), _ = cv2.minAreaRect(np.column_stack([xs, ys]).astype(np.float32))
    return min(w, h) + 1 <= 0.34 * (max(w, h) + 1)
