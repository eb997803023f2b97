"""Which ink is whose: dominant ink colours, and each pixel's colour and coverage.

An anti-aliased pixel is a mixture `background + alpha * (ink - background)`: its colour lies on the segment between the
two, and alpha is how much of it the ink covers. Clusters are sought among core pixels only (those as far from the
background as anything near them), because the fringe of a black line looks like the core of a grey one.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from sie.pixels import dot_of, length_of, nearest_of

CLUSTER_RADIUS = 11.0
"""Lab distance within which core pixels are one ink: palettes keep about 20 apart, JPEG noise stays within 8."""
SAME_INK = 6.0
"""Lab distance at which a cluster has the colour of a legend swatch."""
VARIANT = 26.0
"""Lab distance up to which a cluster may be another's noise, where they lie side by side."""
MAX_LAYERS = 16
FRINGE = 2
"""How far, in pixels, the fringe of a mark reaches from its core."""


def core_mask(distance: np.ndarray, ink: np.ndarray) -> np.ndarray:
    """Ink pixels that are at least 85 % as far from the background as the farthest of their 3x3 neighbourhood."""
    peak = cv2.dilate(np.where(ink, distance, 0).astype(np.float32), np.ones((3, 3), np.uint8))
    return np.asarray(ink & (distance >= 0.85 * peak))


def find_colors(lab: np.ndarray, core: np.ndarray, seeds: tuple[np.ndarray, ...], min_count: int) -> list[np.ndarray]:
    """Lab centres of the inks, most frequent first.

    Args:
        lab: (h, w, 3).
        core: pixels to cluster.
        seeds: Lab colours (of legend swatches) tried first; a seed stays only when the plot has its ink.
        min_count: an ink with fewer core pixels is not kept.
    """
    points = lab[core]
    if len(points) == 0:
        return []
    if len(points) > 60000:
        points = points[:: len(points) // 60000 + 1]
        min_count = max(6, min_count // 2)
    found: list[tuple[int, np.ndarray]] = []
    free = np.ones(len(points), bool)
    shades = _distinct(seeds)
    nearest, distance = nearest_of(points, np.array(shades)) if shades else (np.zeros(0, int), np.zeros(0))
    for index in range(len(shades)):
        near = (nearest == index) & (distance < CLUSTER_RADIUS)
        if near.sum() >= min_count:
            found.append((int(near.sum()), np.median(points[near], axis=0)))
            free &= ~near
    while len(found) < MAX_LAYERS and free.sum() >= min_count:
        center = _densest(points[free])
        for _ in range(3):
            near = free & (length_of(points - center) < CLUSTER_RADIUS)
            if not near.any():
                break
            center = points[near].mean(axis=0)
        near = free & (length_of(points - center) < CLUSTER_RADIUS)
        if near.sum() < min_count:
            break
        rival = [i for i, (_, other) in enumerate(found) if np.linalg.norm(other - center) < CLUSTER_RADIUS]
        if not rival:
            found.append((int(near.sum()), np.median(points[near], axis=0)))
        free &= ~near
    return [center for _, center in sorted(found, key=lambda pair: -pair[0])]


def _distinct(seeds: Sequence[np.ndarray]) -> list[np.ndarray]:
    """The seeds without those that have the colour of one before them."""
    kept: list[np.ndarray] = []
    for seed in seeds:
        if all(float(np.linalg.norm(seed - other)) >= SAME_INK for other in kept):
            kept.append(seed)
    return kept


def without_fringes(
    lab: np.ndarray,
    core: np.ndarray,
    centers: list[np.ndarray],
    background: np.ndarray,
    seeds: tuple[np.ndarray, ...],
) -> list[np.ndarray]:
    """Centres without those that are another ink's rim or noise.

    Such a cluster lies between the background and a stronger ink, or near a commoner one, and most of its core touches
    that ink's core. A cluster that the legend names (`seeds`) is kept unless it only rims; none rims its own noise.
    """
    if len(centers) < 2:
        return centers
    points = lab[core]
    nearest, _ = nearest_of(points, np.array(centers))
    owner = np.full(core.shape, -1, np.int8)
    owner[core] = nearest
    named = [any(float(np.linalg.norm(seed - center)) < SAME_INK for seed in seeds) for center in centers]

    def touches(index: int, other: int) -> bool:
        own = owner == index
        near = cv2.dilate((owner == other).astype(np.uint8), np.ones((5, 5), np.uint8)) > 0
        return float((own & near).sum()) > 0.6 * float(own.sum())

    def varies(index: int, other: int) -> bool:
        alike = float(np.linalg.norm(centers[other] - centers[index])) < VARIANT
        return other < index and not named[index] and alike and touches(index, other)

    def rims(index: int, other: int) -> bool:
        between = _is_between(centers[index], background, centers[other])
        return between and touches(index, other) and not varies(other, index)

    count = len(centers)
    return [
        centers[index]
        for index in range(count)
        if not any(other != index and (varies(index, other) or rims(index, other)) for other in range(count))
    ]


def _is_between(center: np.ndarray, background: np.ndarray, strong: np.ndarray) -> bool:
    """Whether a colour is a mixture of the background and an ink."""
    way = strong - background
    alpha = float((center - background) @ way / max(float(way @ way), 1.0))
    off = float(np.linalg.norm(center - background - alpha * way))
    return 0.3 < alpha < 0.99 and off < 9.0


def _densest(points: np.ndarray) -> np.ndarray:
    """The middle of the fullest 6-unit cell of Lab space."""
    cells = np.floor(points / 6.0).astype(np.int64) + 64
    codes = (cells[:, 0] * 256 + cells[:, 1]) * 256 + cells[:, 2]
    values, counts = np.unique(codes, return_counts=True)
    return np.asarray(points[codes == values[np.argmax(counts)]].mean(axis=0))


def assign_layers(
    rgb: np.ndarray,
    lab: np.ndarray,
    background: np.ndarray,
    ink: np.ndarray,
    core: np.ndarray,
    colors: np.ndarray,
    taboo: np.ndarray,
) -> tuple[np.ndarray, np.ndarray]:
    """For each pixel the index of its ink (-1: none) and its coverage 0 to 1.

    A core pixel takes the nearest colour. Another takes, among the inks that have core within `FRINGE` pixels, the one
    on whose segment from the background it lies best.

    Args:
        rgb, lab, background: (h, w, 3); rgb and background 0 to 255.
        ink, core: (h, w) masks.
        colors: (n, 3) rgb of the inks.
        taboo: (h, w) mask of pixels that stay without ink (grid lines).
    """
    from sie.elements.ink_background import to_lab

    labels = np.full(ink.shape, -1, np.int8)
    coverage = np.zeros(ink.shape, np.float32)
    if len(colors) == 0:
        return labels, coverage
    centers = to_lab(colors.reshape(1, -1, 3).astype(np.float32))[0]
    ys, xs = np.nonzero(core)
    nearest, distance = nearest_of(lab[ys, xs], centers)
    close = distance < 2 * CLUSTER_RADIUS
    labels[ys[close], xs[close]] = nearest[close]
    ring = ink | (cv2.dilate(ink.astype(np.uint8), np.ones((3, 3), np.uint8)) > 0)
    rest_y, rest_x = np.nonzero(ring & ~taboo & (labels < 0))
    offset = rgb[rest_y, rest_x].astype(np.float32) - background[rest_y, rest_x]
    best = np.full(len(rest_y), np.inf, np.float32)
    choice = np.full(len(rest_y), -1, np.int8)
    share = np.zeros(len(rest_y), np.float32)
    kernel = np.ones((2 * FRINGE + 1, 2 * FRINGE + 1), np.uint8)
    core_labels = np.where(core, labels, -1)
    for index, color in enumerate(colors.astype(np.float32)):
        near = cv2.dilate((core_labels == index).astype(np.uint8), kernel)[rest_y, rest_x] > 0
        alpha, residual = project(offset, color - background[rest_y, rest_x])
        cost = np.where(near, residual, residual + 60.0)
        better = cost < best
        best[better] = cost[better]
        choice[better] = index
        share[better] = alpha[better]
    taken = (best < 60.0) | (ink[rest_y, rest_x] & (best < 100.0))
    taken &= share > 0.04
    labels[rest_y[taken], rest_x[taken]] = choice[taken]
    coverage[rest_y[taken], rest_x[taken]] = share[taken]
    if len(ys):
        mine = labels[ys, xs]
        target = colors.astype(np.float32)[np.maximum(mine, 0)]
        alpha, _ = project(rgb[ys, xs].astype(np.float32) - background[ys, xs], target - background[ys, xs])
        coverage[ys, xs] = np.where(mine >= 0, np.maximum(alpha, 0.5), 0.0)
    return labels, coverage


def project(offset: np.ndarray, way: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Coverage (clipped to 0..1) and residual (rgb units) of offsets from the background along the way to an ink."""
    length = np.maximum(dot_of(way, way), 1.0)
    alpha = np.clip(dot_of(offset, way) / length, 0.0, 1.0)
    residual = length_of(offset - alpha[..., None] * way)
    return alpha.astype(np.float32), residual.astype(np.float32)
