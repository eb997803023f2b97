"""Discs, rings and wedges: where a pie is, from the outline of its filled shape."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from sie.elements.bars_zones import Mask, Rgb
from sie.pixels import largest_channel

MIN_RADIUS_REL = 0.12
"""Smallest radius of a pie as part of its panel's shorter side."""
MIN_CONTRAST = 18.0
"""Grey levels from which a pixel is not background."""
FIT_PX = 1.6
"""Outline points within this distance are on the circle."""
GAP_REL = 0.06
"""Widest gap between the slices of a pie as a part of its panel's shorter side."""
ARC_COVER = 0.6
"""Part of a wedge's arc along which its outline is seen."""
TRIALS = 400
MAX_WEDGES = 24
FRAME_SPAN = 0.9
FRAME_INK = 0.1
"""A frame spans this part of the picture's width and height, and inks no more than this part of what it encloses."""
GROUND_PART = 0.15
"""The ground of a plot fills as much of the picture, and of each of the rows and columns that it spans."""
RIM_PX = 3
RIM_PART = 0.98
"""A frame around a part of the picture has this part of its ink so near the sides of its bounds: a rectangle has."""
FULL_COVER = 0.6
"""Part of the full turn that a disc's outline must show: labels and leader lines hide some of it."""


@dataclass(frozen=True)
class Disk:
    """A circle or a part of one, in crop pixels.

    Attributes:
        cover: part of the full turn along which the outline lies on the circle.
        area: pixels of the shape that the circle was fitted to.
        arc: for a wedge, its first and last angle (radians, clockwise as seen, from the right), else None.
    """

    cx: float
    cy: float
    radius: float
    cover: float
    area: int
    arc: tuple[float, float] | None = None


def filled_shape(rgb: Rgb, background: tuple[int, int, int], text: Mask) -> Mask:
    """The picture's thick filled shapes: ink with enclosed holes filled, without strokes and letters."""
    contrast = largest_channel(np.abs(rgb.astype(np.float32) - np.array(background, np.float32)))
    ink = ((contrast > MIN_CONTRAST) & ~text).astype(np.uint8)
    closed = np.asarray(cv2.morphologyEx(ink, cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8)), np.uint8)
    shape = _with_holes_filled(_without_frame(closed))
    size = max(5, round(0.03 * min(shape.shape))) | 1
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size, size))
    core = cv2.morphologyEx(shape, cv2.MORPH_OPEN, kernel)
    grown = cv2.dilate(core, np.ones((3, 3), np.uint8))
    return np.asarray((grown > 0) & (shape > 0))


def _without_frame(ink: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The ink without thin rectangles around the whole picture or its plot, which would make all of it one shape."""
    count, labels, stats, _ = cv2.connectedComponentsWithStats(ink, connectivity=8)
    height, width = ink.shape
    kept = ink.copy()
    for index in range(1, count):
        x, y, w, h, area = (int(v) for v in stats[index])
        if area > FRAME_INK * w * h:
            continue
        whole = w >= FRAME_SPAN * width and h >= FRAME_SPAN * height
        if whole or _is_rectangle(labels[y : y + h, x : x + w] == index):
            kept[labels == index] = 0
    return kept


def _is_rectangle(outline: Mask) -> bool:
    """Whether the ink of an outline, cut to its bounds, runs along all their sides and nowhere else."""
    if min(outline.shape) < 4 * RIM_PX:
        return False
    inside = outline[RIM_PX:-RIM_PX, RIM_PX:-RIM_PX]
    sides = (outline[:RIM_PX].any(0), outline[-RIM_PX:].any(0), outline[:, :RIM_PX].any(1), outline[:, -RIM_PX:].any(1))
    return inside.sum() <= (1 - RIM_PART) * outline.sum() and all(side.mean() >= RIM_PART for side in sides)


def plot_ground(
    rgb: Rgb, background: tuple[int, int, int]
) -> tuple[tuple[int, int, int, int], tuple[int, int, int]] | None:
    """The rectangle of another colour that the plot stands on, as a half-open box, and its colour; None without one.

    It is the commonest colour but the page's, and its bounds are of that colour along all their sides.
    """
    packed = (rgb.astype(np.uint32) * np.array([65536, 256, 1], np.uint32)).sum(axis=2)
    away = largest_channel(np.abs(rgb.astype(np.float32) - np.array(background, np.float32))) > MIN_CONTRAST
    values, counts = np.unique(packed[away], return_counts=True)
    if len(values) == 0 or counts.max() < GROUND_PART * packed.size:
        return None
    same = packed == values[counts.argmax()]
    rows, columns = np.flatnonzero(same.mean(axis=1) > GROUND_PART), np.flatnonzero(same.mean(axis=0) > GROUND_PART)
    if len(rows) < 2 * RIM_PX or len(columns) < 2 * RIM_PX:
        return None
    box = (int(columns[0]), int(rows[0]), int(columns[-1]) + 1, int(rows[-1]) + 1)
    inside = same[box[1] : box[3], box[0] : box[2]]
    if min(side.mean() for side in (inside[0], inside[-1], inside[:, 0], inside[:, -1])) < RIM_PART:
        return None
    value = int(values[counts.argmax()])
    return box, (value >> 16, value >> 8 & 255, value & 255)


def _with_holes_filled(ink: NDArray[np.uint8]) -> NDArray[np.uint8]:
    count, labels, stats, _ = cv2.connectedComponentsWithStats(1 - ink, connectivity=4)
    height, width = ink.shape
    filled = ink.copy()
    for index in range(1, count):
        x, y, w, h, _ = (int(v) for v in stats[index])
        if x > 0 and y > 0 and x + w < width and y + h < height:
            filled[labels == index] = 1
    return filled


def without_gaps(shape: Mask) -> Mask:
    """The shape with the gaps between a ring's padded slices closed and what they enclose filled."""
    size = max(5, round(GAP_REL * min(shape.shape))) | 1
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size, size))
    framed = cv2.copyMakeBorder(shape.astype(np.uint8), size, size, size, size, cv2.BORDER_CONSTANT)
    closed = cv2.morphologyEx(framed, cv2.MORPH_CLOSE, kernel)[size:-size, size:-size]
    return np.asarray(_with_holes_filled(np.ascontiguousarray(closed)) > 0)


def find_disks(shape: Mask) -> list[Disk]:
    """The disc of a pie, or the wedges of an exploded one; empty where the shapes are neither."""
    count, labels, stats, _ = cv2.connectedComponentsWithStats(shape.astype(np.uint8), connectivity=8)
    if count < 2:
        return []
    side = min(shape.shape)
    order = np.argsort(-stats[1:, cv2.CC_STAT_AREA]) + 1
    whole = _fit_component(labels == order[0])
    if whole is not None and whole.radius >= MIN_RADIUS_REL * side and _is_full(whole, shape):
        return [whole]
    total = float(stats[1:, cv2.CC_STAT_AREA].sum())
    wedges: list[Disk] = []
    for index in order[:MAX_WEDGES]:
        if stats[index, cv2.CC_STAT_AREA] < 0.01 * total:
            break
        # a narrow wedge has more outline along its sides than on its rim: the first, largest one tells the radius
        wedge = _fit_component(labels == index, wedges[0].radius if wedges else None)
        if wedge is not None and wedge.radius >= MIN_RADIUS_REL * side:
            wedges.append(wedge)
    return _agreeing(wedges)


def _is_full(disk: Disk, shape: Mask) -> bool:
    """Whether outline and inside agree with a disc or a ring."""
    if disk.cover < FULL_COVER:
        return False
    rows, columns = np.ogrid[: shape.shape[0], : shape.shape[1]]
    inside = (columns + 0.5 - disk.cx) ** 2 + (rows + 0.5 - disk.cy) ** 2 < (0.97 * disk.radius) ** 2
    return bool(inside.any() and shape[inside].mean() > 0.6)


def _agreeing(wedges: list[Disk]) -> list[Disk]:
    """Wedges of one radius about (nearly) one centre whose arcs make a full turn."""
    if len(wedges) < 2:
        return []
    radius = float(np.median([w.radius for w in wedges]))
    center = np.median([(w.cx, w.cy) for w in wedges], axis=0)
    kept = [
        w
        for w in wedges
        if abs(w.radius - radius) < 0.12 * radius
        and np.hypot(w.cx - center[0], w.cy - center[1]) < 0.5 * radius
        and _follows_arc(w)
    ]
    turn = sum((w.arc[1] - w.arc[0]) % (2 * np.pi) for w in kept if w.arc is not None)
    return kept if abs(turn - 2 * np.pi) < 0.35 and len(kept) >= 2 else []


def _follows_arc(wedge: Disk) -> bool:
    """Whether a wedge's outline runs along its arc, where a rectangle's only crosses the circle at a few places."""
    return wedge.arc is not None and 2 * np.pi * wedge.cover >= ARC_COVER * (
        (wedge.arc[1] - wedge.arc[0]) % (2 * np.pi)
    )


def _fit_component(mask: Mask, radius_px: float | None = None) -> Disk | None:
    """The circle that most of a component's outline lies on, by random triples, then least squares.

    Args:
        mask: the component.
        radius_px: the radius to look for, to an eighth; any where None.
    """
    contours, _ = cv2.findContours(mask.astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    if not contours:
        return None
    points = max(contours, key=len)[:, 0, :].astype(np.float64) + 0.5
    if len(points) < 30:
        return None
    limit = max(mask.shape)
    rng = np.random.default_rng(0)
    triples = points[rng.integers(0, len(points), (TRIALS, 3))]
    centers, radii = _circles(triples)
    good = np.isfinite(radii) & (radii < limit) & (radii > 4)
    if radius_px is not None:
        good &= np.abs(radii - radius_px) < radius_px / 8
    if not good.any():
        return None
    centers, radii = centers[good], radii[good]
    away = np.linalg.norm(points[None] - centers[:, None], axis=2)
    distance = np.abs(away - radii[:, None])
    best = int((distance < FIT_PX).sum(axis=1).argmax())
    center, radius = centers[best], float(radii[best])
    near = np.ones(len(points), bool)
    for reach in (FIT_PX, 1.0):
        near = np.abs(np.hypot(points[:, 0] - center[0], points[:, 1] - center[1]) - radius) < reach
        if near.sum() < 12:
            return None
        center, radius = _least_squares(points[near])
    angles = np.arctan2(points[near, 1] - center[1], points[near, 0] - center[0])
    bins = np.unique((np.degrees(angles) % 360).astype(int))
    # the outline runs through the middles of the outermost pixels: half a pixel inside the edge
    return Disk(float(center[0]), float(center[1]), radius + 0.5, len(bins) / 360, int(mask.sum()), _arc(bins))


def _circles(triples: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    a, b, c = triples[:, 0], triples[:, 1], triples[:, 2]
    d = 2 * (a[:, 0] * (b[:, 1] - c[:, 1]) + b[:, 0] * (c[:, 1] - a[:, 1]) + c[:, 0] * (a[:, 1] - b[:, 1]))
    d = np.where(np.abs(d) < 1e-6, np.nan, d)
    sa, sb, sc = ((p**2).sum(axis=1) for p in (a, b, c))
    x = (sa * (b[:, 1] - c[:, 1]) + sb * (c[:, 1] - a[:, 1]) + sc * (a[:, 1] - b[:, 1])) / d
    y = (sa * (c[:, 0] - b[:, 0]) + sb * (a[:, 0] - c[:, 0]) + sc * (b[:, 0] - a[:, 0])) / d
    return np.stack([x, y], axis=1), np.hypot(a[:, 0] - x, a[:, 1] - y)


def _least_squares(points: NDArray[np.float64]) -> tuple[NDArray[np.float64], float]:
    """Algebraic circle fit: minimises the squares of x² + y² - 2ax - 2by - c."""
    design = np.column_stack([2 * points, np.ones(len(points))])
    a, b, c = np.linalg.lstsq(design, (points**2).sum(axis=1), rcond=None)[0]
    return np.array([a, b]), float(np.sqrt(max(c + a * a + b * b, 0.0)))


def _arc(bins: NDArray[np.int64]) -> tuple[float, float] | None:
    """First and last angle of a wedge's arc: the turn without its longest gap; None for a full circle."""
    if len(bins) < 2:
        return None
    gaps = np.diff(np.append(bins, bins[0] + 360))
    widest = int(gaps.argmax())
    if gaps[widest] < 8:
        return None
    start = bins[(widest + 1) % len(bins)]
    stop = bins[widest] + 1
    return float(np.radians(start)), float(np.radians(stop))
