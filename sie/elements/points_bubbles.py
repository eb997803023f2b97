"""Bubbles: discs of different sizes, see-through or edged, overlapping.

No one look fits them, so they are found by their outlines: every edge pixel votes for the centres that lie along its
gradient, one map of votes a radius, and a disc is where a good part of a whole outline agrees.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from sie.elements.ink import Canvas
from sie.elements.markers import Blob, BoolMap, FloatMap, could_be_marker, find_blobs
from sie.elements.points_inks import PointInk

MIN_RADIUS = 3.0
RADIUS_STEP = 1.08
EDGE = 10.0
"""Lab step from pixel to pixel that is an edge."""
MIN_SUPPORT = 0.42
"""Part of the outline that must be there: the rest may be hidden by other bubbles."""
ROUND = 0.09
"""Largest relative difference of a disc's area from that of the circle in its box."""
MIN_SPREAD = 1.5
MAX_BUBBLES = 300


@dataclass(frozen=True)
class Bubble:
    """A disc in crop pixels, its ink (position in the list given) and the seen part of its outline."""

    x: float
    y: float
    radius: float
    ink: int
    support: float


def has_bubbles(ink: PointInk, max_side: float) -> bool:
    """True for an ink with several lone discs of clearly different sizes."""
    return _are_bubbles(ink.blobs, max_side)


def has_edged_bubbles(canvas: Canvas, max_side: float) -> bool:
    """True for a plot with such discs whose edges are of another ink than their insides."""
    whole = np.where(canvas.ink & (canvas.labels >= 0), np.float32(1), np.float32(0))
    return _are_bubbles(find_blobs(whole), max_side)


def _are_bubbles(found: list[Blob], max_side: float) -> bool:
    blobs = [b for b in found if could_be_marker(b, 3 * max_side) and b.area >= 25]
    discs = [b for b in blobs if _is_disc(b)]
    if len(discs) < 3 or len(discs) < 0.4 * len(blobs):
        return False
    sizes = np.sqrt([b.area for b in discs])
    return bool(np.percentile(sizes, 90) >= MIN_SPREAD * np.percentile(sizes, 10))


def _is_disc(blob: Blob) -> bool:
    width, height = _extent(blob.patch.max(axis=0)), _extent(blob.patch.max(axis=1))
    if abs(width - height) > 0.1 * max(width, height) + 0.7:
        return False
    return abs(blob.area / (np.pi / 4 * width * height) - 1) <= ROUND


def _extent(profile: FloatMap) -> float:
    return float(np.clip(profile, 0, 1).sum())


def find_bubbles(canvas: Canvas, inks: list[PointInk], max_radius: float) -> list[Bubble]:
    """The discs of the plot area, best supported first; an edge pixel supports one disc only.

    Args:
        canvas: the plot area.
        inks: the inks that discs may be filled with.
        max_radius: of the largest bubble, pixels.
    """
    edges = _edges(canvas)
    if len(edges.x) < 20:
        return []
    radii = MIN_RADIUS * RADIUS_STEP ** np.arange(int(np.log(max_radius / MIN_RADIUS) / np.log(RADIUS_STEP)) + 1)
    votes = np.stack([_votes(canvas.shape, edges, float(r)) for r in radii])
    owner = _owners(canvas, inks)
    free = np.ones(len(edges.x), bool)
    found: list[Bubble] = []
    for level, y, x in _peaks(votes):
        circle = _fit(edges, free, (x + 0.5, y + 0.5, float(radii[level])))
        if circle is None or circle[2] > 1.2 * max_radius:
            continue
        ink = _fill(owner, *circle)
        support, own = _support(edges, free, circle)
        if ink is None or support < MIN_SUPPORT or any(_same(b, *circle) for b in found):
            continue
        # both sides of an edge stroke belong to one disc
        _, wide = _support(edges, free, circle, slack=2.5)
        free &= ~(own | wide)
        found.append(Bubble(*circle, ink, support))
        if len(found) >= MAX_BUBBLES:
            break
    return found


def _support(
    edges: _Edges, free: BoolMap, circle: tuple[float, float, float], *, slack: float = 1.2
) -> tuple[float, BoolMap]:
    """The part of a circle's outline that free edge pixels show, and those pixels."""
    x, y, radius = circle
    dx, dy = edges.x - x, edges.y - y
    away = np.hypot(dx, dy)
    radial = np.abs(dx * edges.gx + dy * edges.gy) >= 0.85 * np.maximum(away, 1e-6)
    own = free & radial & (np.abs(away - radius) <= slack + 0.02 * radius)
    bins = int(np.clip(4 * radius, 16, 72))
    angles = ((np.arctan2(dy[own], dx[own]) / (2 * np.pi) + 0.5) * bins).astype(np.intp) % bins
    return len(np.unique(angles)) / bins, own


def _fit(edges: _Edges, free: BoolMap, circle: tuple[float, float, float]) -> tuple[float, float, float] | None:
    """The circle through the edge pixels near a first guess (least squares), or None where they are too few."""
    for slack in (2.0, 1.5):
        _, own = _support(edges, free, circle, slack=slack)
        if own.sum() < 6:
            return None
        px, py = edges.x[own], edges.y[own]
        matrix = np.column_stack([px, py, np.ones(len(px))])
        solution, *_ = np.linalg.lstsq(matrix, px * px + py * py, rcond=None)
        x, y = solution[0] / 2, solution[1] / 2
        square = solution[2] + x * x + y * y
        if square <= 0 or np.hypot(x - circle[0], y - circle[1]) > 0.3 * circle[2] + 2:
            return None
        circle = (float(x), float(y), float(np.sqrt(square)))
    return circle if circle[2] >= 0.8 * MIN_RADIUS else None


@dataclass(frozen=True)
class _Edges:
    """Places (pixel centres) and unit gradients of the edge pixels."""

    x: NDArray[np.float64]
    y: NDArray[np.float64]
    gx: NDArray[np.float64]
    gy: NDArray[np.float64]


def _edges(canvas: Canvas) -> _Edges:
    lab = np.where((canvas.ink & (canvas.labels >= 0))[..., None], canvas.lab, np.median(canvas.lab, axis=(0, 1)))
    lab = cv2.GaussianBlur(lab.astype(np.float32), (0, 0), 0.7)
    dx = np.stack([cv2.Sobel(lab[..., c], cv2.CV_32F, 1, 0, ksize=3) / 4 for c in range(3)])
    dy = np.stack([cv2.Sobel(lab[..., c], cv2.CV_32F, 0, 1, ksize=3) / 4 for c in range(3)])
    strength = dx * dx + dy * dy
    channel = strength.argmax(axis=0)[None]
    gx = np.take_along_axis(dx, channel, 0)[0]
    gy = np.take_along_axis(dy, channel, 0)[0]
    size = np.hypot(gx, gy)
    along = (np.abs(gx) >= np.abs(gy))[..., None]
    left, right = np.roll(size, 1, 1), np.roll(size, -1, 1)
    above, below = np.roll(size, 1, 0), np.roll(size, -1, 0)
    crest = np.where(along[..., 0], (size >= left) & (size > right), (size >= above) & (size > below))
    ys, xs = np.nonzero(crest & (size >= EDGE))
    unit = size[ys, xs]
    x, y = xs.astype(np.float64) + 0.5, ys.astype(np.float64) + 0.5
    return _Edges(x, y, gx[ys, xs] / unit, gy[ys, xs] / unit)


def _votes(shape: tuple[int, int], edges: _Edges, radius: float) -> FloatMap:
    """Part of a circle's outline of this radius that agrees on each centre."""
    height, width = shape
    counts = np.zeros(height * width)
    for sign in (-1, 1):
        cx = np.floor(edges.x + sign * radius * edges.gx).astype(np.intp)
        cy = np.floor(edges.y + sign * radius * edges.gy).astype(np.intp)
        ok = (cx >= 0) & (cx < width) & (cy >= 0) & (cy < height)
        counts += np.bincount(cy[ok] * width + cx[ok], minlength=height * width)
    reach = 3 if radius < 12 else 5
    spread = cv2.boxFilter(counts.reshape(shape).astype(np.float32), -1, (reach, reach), normalize=False)
    # an outline one pixel thick has about 5.7 r crest pixels
    return np.asarray(spread / (5.7 * radius), np.float32)


def _peaks(votes: FloatMap) -> list[tuple[int, int, int]]:
    """Places of enough support, by support and size: level, y, x."""
    kernel = np.ones((5, 5), np.uint8)
    places = []
    for level in range(len(votes)):
        top = cv2.dilate(votes[level], kernel)
        ys, xs = np.nonzero((votes[level] >= MIN_SUPPORT) & (votes[level] >= top))
        places += [(float(votes[level, y, x]), level, int(y), int(x)) for y, x in zip(ys, xs, strict=True)]
    places.sort(key=lambda p: -p[0] * (1 + 0.01 * p[1]))
    return [(level, y, x) for _, level, y, x in places[: 20 * MAX_BUBBLES]]


def _same(bubble: Bubble, x: float, y: float, radius: float) -> bool:
    near = float(np.hypot(bubble.x - x, bubble.y - y))
    larger, smaller = max(bubble.radius, radius), min(bubble.radius, radius)
    return near <= max(2.0, 0.35 * smaller) and (smaller >= 0.65 * larger or near + smaller <= larger - 1)


def _owners(canvas: Canvas, inks: list[PointInk]) -> NDArray[np.int64]:
    owner = np.full(canvas.shape, -1)
    for position, ink in enumerate(inks):
        owner[np.isin(canvas.labels, ink.layers)] = position
    return owner


def _fill(owner: NDArray[np.int64], x: float, y: float, radius: float) -> int | None:
    """The ink inside a disc's outline, or None where there is mostly ground."""
    angles = np.linspace(0, 2 * np.pi, 48, endpoint=False)
    height, width = owner.shape
    seen = []
    for share in (0.5, 0.75):
        px = np.clip(np.floor(x + share * radius * np.cos(angles)).astype(int), 0, width - 1)
        py = np.clip(np.floor(y + share * radius * np.sin(angles)).astype(int), 0, height - 1)
        seen.append(owner[py, px])
    values = np.concatenate(seen)
    inside = values[values >= 0]
    if len(inside) < 0.6 * len(values):
        return None
    return int(np.bincount(inside).argmax())
