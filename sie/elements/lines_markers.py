"""Markers on curves: where they stand, and how well a legend's marker fits those places."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from sie.artifacts import LegendEntry
from sie.elements.ink import Canvas
from sie.elements.ink_background import to_lab
from sie.elements.lines_curves import Curve

SLIDE = 2
"""How far, in pixels, a marker is sought around the place where the curve says it is."""
MAX_RADIUS = 12.0
"""Larger markers are compared by their middle."""


@dataclass(frozen=True)
class MarkerSample:
    """A legend marker: darkness 0 to 1 in a square of odd side around its middle."""

    patch: np.ndarray

    @property
    def radius(self) -> int:
        """Half the square's side, rounded down."""
        return int(self.patch.shape[0] // 2)


def marker_places(curve: Curve) -> list[tuple[float, float]]:
    """Crop places where a curve swells or an error bar stands on it, left to right."""
    stroke, thick = curve.stroke, curve.group.stroke
    swollen = stroke.height >= thick + max(3.0, 0.8 * thick)
    edges = np.flatnonzero(np.diff(np.concatenate(([0], swollen.astype(np.int8), [0]))))
    places = [
        ((stroke.columns[a] + stroke.columns[b - 1] + 1) / 2, float(np.median(stroke.rows[a:b])))
        for a, b in zip(edges[::2].tolist(), edges[1::2].tolist(), strict=True)
        if 3 <= b - a <= 2 * MAX_RADIUS
    ]
    for bar in curve.group.bars:
        index = round(bar.x - 0.5) - stroke.start
        if 0 <= index < len(stroke.rows) and bar.top - 2 <= stroke.rows[index] <= bar.bottom + 2:
            places.append((bar.x, float(stroke.rows[index])))
    merged: list[tuple[float, float]] = []
    for x, y in sorted((float(x), y) for x, y in places):
        if not merged or x - merged[-1][0] > 4.0:
            merged.append((x, y))
    return merged


def marker_sample(canvas: Canvas, entry: LegendEntry) -> MarkerSample | None:
    """The marker of a legend entry, or None where its swatch shows none."""
    box = entry.swatch_box
    if box is None or not (entry.has_marker or entry.has_line) or entry.is_patch:
        return None
    x0, y0, x1, y1 = int(box[0]) - 1, int(box[1]) - 1, int(np.ceil(box[2])) + 1, int(np.ceil(box[3])) + 1
    crop = canvas.picture[max(0, y0) : max(0, y1), max(0, x0) : max(0, x1)]
    if crop.size == 0 or not entry.has_marker:
        return None
    dark = darkness(crop, np.median(np.concatenate((crop[0], crop[-1])), axis=0))
    radius = _radius(dark, entry)
    center = (crop.shape[1] / 2, _middle(dark))
    return MarkerSample(_square(dark, center, radius))


def darkness(rgb: np.ndarray, behind: np.ndarray) -> np.ndarray:
    """How far each pixel is from a background, 0 to 1 at the distance of black from white."""
    ground = to_lab(np.asarray(behind, np.float32).reshape(1, 1, 3))[0, 0]
    return np.asarray(np.clip(np.linalg.norm(to_lab(rgb) - ground, axis=2) / 100.0, 0.0, 1.0), np.float32)


def _middle(dark: np.ndarray) -> float:
    rows = np.flatnonzero(dark.max(axis=1) > 0.25)
    return float(rows[0] + rows[-1] + 1) / 2 if len(rows) else dark.shape[0] / 2


def _radius(dark: np.ndarray, entry: LegendEntry) -> int:
    """Half the marker's size: of the columns whose ink is taller than a line's."""
    inked = dark > 0.25
    tall = inked.sum(axis=0)
    wide = np.flatnonzero(tall > (np.median(tall[tall > 0]) + 1 if entry.has_line and (tall > 0).any() else 0))
    width = float(wide[-1] - wide[0] + 1) if len(wide) else 6.0
    return int(np.clip(round(width / 2) + 1, 3, MAX_RADIUS))


def _square(image: np.ndarray, center: tuple[float, float], radius: int) -> np.ndarray:
    side = 2 * radius + 1
    matrix = np.array([[1, 0, side / 2 - center[0]], [0, 1, side / 2 - center[1]]], np.float32)
    return np.asarray(cv2.warpAffine(image.astype(np.float32), matrix, (side, side)), np.float32)


def marker_fit(image: np.ndarray, places: Sequence[tuple[float, float]], sample: MarkerSample) -> float:
    """Median correlation (-1 to 1) of a legend marker with what stands at the places.

    Args:
        image: darkness of the plot area, (h, w).
        places: where markers are thought to be, crop pixels.
        sample: the legend's marker.
    """
    found = []
    for place in places:
        window = _square(image, place, sample.radius + SLIDE)
        match = cv2.matchTemplate(window, sample.patch, cv2.TM_CCOEFF_NORMED)
        found.append(float(np.nan_to_num(match).max()))
    return float(np.median(found)) if found else 0.0
