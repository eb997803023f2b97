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
from sie.pixels import length_of

SLIDE = 2
"""How far, in pixels, a marker is sought around the place where the curve says it is."""
SWELL = 1.3
"""A marker's disc holds at least this many times the ink that a stroke alone leaves there."""
MAX_RADIUS = 12.0
"""Larger markers are compared by their middle."""


@dataclass(frozen=True)
class MarkerSample:
    """A legend marker: darkness 0 to 1 in a square of odd side around its middle, and the Lab colour of that middle."""

    patch: np.ndarray
    middle: np.ndarray

    @property
    def radius(self) -> int:
        """Half the square's side, rounded down."""
        return int(self.patch.shape[0] // 2)

    def scaled(self, factor: float) -> MarkerSample:
        """The marker drawn larger or smaller."""
        if factor == 1.0:
            return self
        side = round(self.patch.shape[0] * factor) // 2 * 2 + 1
        patch = cv2.resize(self.patch, (side, side), interpolation=cv2.INTER_AREA)
        return MarkerSample(np.asarray(patch, np.float32), self.middle)


def marker_places(curve: Curve) -> list[tuple[float, float]]:
    """Crop places where a marker sits on a curve or an error bar stands on it, left to right."""
    stroke = curve.stroke
    places = [(x, float(np.interp(x, stroke.columns + 0.5, stroke.rows))) for x in swellings(curve)]
    for bar in curve.group.bars:
        index = round(bar.x - 0.5) - stroke.start
        if 0 <= index < len(stroke.rows) and bar.top - 2 <= stroke.rows[index] <= bar.bottom + 2:
            places.append((bar.x, float(stroke.rows[index])))
    merged: list[tuple[float, float]] = []
    for x, y in sorted(places):
        if not merged or x - merged[-1][0] > 4.0:
            merged.append((x, y))
    return merged


def swellings(curve: Curve) -> list[float]:
    """Columns (sub-pixel) where more ink lies around a curve than its stroke has, alike at each place.

    The ink in a disc that slides along the curve is the same wherever there is only stroke, whatever its slope, and
    peaks at markers. Peaks much unlike the usual one are crossings or kinks and are left out.
    """
    stroke = curve.stroke
    thickness = thickness_of(curve)
    radius = int(np.clip(round(1.2 * thickness + 2.5), 3, 9))
    disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * radius + 1, 2 * radius + 1)).astype(np.float32)
    ink = cv2.filter2D(curve.group.alpha, cv2.CV_32F, disc, borderType=cv2.BORDER_CONSTANT)
    rows = np.clip(stroke.rows.astype(int), 0, ink.shape[0] - 1)
    profile = ink[rows, stroke.columns].astype(np.float64)
    plain = thickness * 2 * radius
    top = float(np.percentile(profile, 97))
    if top < SWELL * plain:
        return []
    floor = max(plain, float(np.percentile(profile, 30)))
    high = np.flatnonzero(profile > (floor + top) / 2).tolist()
    peaks = [i for i in high if _is_peak(profile, i, radius + 1)]
    usual = float(np.median(profile[peaks])) if peaks else 0.0
    alike = [i for i in peaks if abs(profile[i] - usual) <= 0.3 * (usual - floor) + 1.0]
    return [stroke.start + _peak_centre(profile, i, floor) for i in alike]


def thickness_of(curve: Curve) -> float:
    """The stroke's thickness across it, in pixels, by coverage."""
    stroke, alpha = curve.stroke, curve.group.alpha
    sums = []
    halves = np.ceil(stroke.height / 2).astype(int) + 1
    lean = np.hypot(1.0, stroke.slope)
    for i in np.flatnonzero((stroke.height > 0) & (np.abs(stroke.slope) < 2.0)).tolist():
        y, half = int(stroke.rows[i]), int(halves[i])
        sums.append(float(alpha[max(0, y - half) : y + half + 1, stroke.start + i].sum()) / float(lean[i]))
    return max(0.6, float(np.median(sums))) if sums else curve.group.stroke


def _is_peak(profile: np.ndarray, at: int, reach: int) -> bool:
    window = profile[max(0, at - reach) : at + reach + 1]
    first = int(np.argmax(window)) + max(0, at - reach)
    return first == at


def _peak_centre(profile: np.ndarray, at: int, floor: float) -> float:
    """The middle of the peak's part above half its height, in columns with centres at .5."""
    half = (profile[at] + floor) / 2
    low = high = at
    while low > 0 and profile[low - 1] > half:
        low -= 1
    while high < len(profile) - 1 and profile[high + 1] > half:
        high += 1
    weight = profile[low : high + 1] - half
    if low == 0 or high == len(profile) - 1 or weight.sum() <= 0:
        return float(at) + 0.5
    return float(np.dot(weight, np.arange(low, high + 1) + 0.5) / weight.sum())


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
    return MarkerSample(_square(dark, center, radius), middle_color(to_lab(crop), [center]))


def middle_color(lab: np.ndarray, places: Sequence[tuple[float, float]]) -> np.ndarray:
    """The usual Lab colour of the middles of marks at some places (x, y) of a Lab picture (h, w, 3)."""
    height, width = lab.shape[:2]
    seen = []
    for x, y in places:
        column, row = int(np.clip(x, 1, width - 2)), int(np.clip(y, 1, height - 2))
        seen.append(np.median(lab[row - 1 : row + 2, column - 1 : column + 2].reshape(-1, 3), axis=0))
    return np.asarray(np.median(seen, axis=0), np.float32)


def darkness(rgb: np.ndarray, behind: np.ndarray) -> np.ndarray:
    """How far each pixel is from a background, 0 to 1 at the distance of black from white."""
    ground = to_lab(np.asarray(behind, np.float32).reshape(1, 1, 3))[0, 0]
    return np.asarray(np.clip(length_of(to_lab(rgb) - ground) / 100.0, 0.0, 1.0), np.float32)


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


def marker_fit(
    image: np.ndarray, places: Sequence[tuple[float, float]], sample: MarkerSample, *, stem: float = 0.0
) -> float:
    """Median correlation (-1 to 1) of a legend marker with what stands at the places, compared at twice the size.

    Args:
        image: darkness of the plot area, (h, w).
        places: where markers are thought to be, crop pixels.
        sample: the legend's marker.
        stem: thickness in pixels of error bars that run through the markers, whose columns are not compared; 0: none.
    """
    patch = _doubled(sample.patch)
    mask = np.ones_like(patch)
    if stem > 0:
        middle, half = patch.shape[1] // 2, int(np.ceil(stem))
        mask[:, middle - half : middle + half + 1] = 0
        mask[:2], mask[-2:] = 0, 0
    found = []
    for place in places:
        window = _doubled(_square(image, place, sample.radius + SLIDE))
        match = cv2.matchTemplate(window, patch, cv2.TM_CCOEFF_NORMED, mask=mask)
        found.append(float(np.nan_to_num(match, posinf=0.0, neginf=0.0).clip(-1.0, 1.0).max()))
    return float(np.median(found)) if found else 0.0


def _doubled(image: np.ndarray) -> np.ndarray:
    return np.asarray(cv2.resize(image, None, fx=2, fy=2, interpolation=cv2.INTER_CUBIC), np.float32)
