"""Markers of one ink layer: what a marker looks like, and where its copies lie.

The look is learned from the chart itself (the commonest isolated blob) or taken from the legend; overlapping markers
are then explained by copies of it, taking the copy that explains most new ink first. A trained detector or a fixed
set of drawn shapes would have to know every program's markers and sizes; the chart shows its own.

All functions take a coverage array: float32, shape (height, width), 0 where the layer has no ink and 1 where it is
solid.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

FloatMap = NDArray[np.float32]
BoolMap = NDArray[np.bool_]

INK = 0.3
"""Coverage from which a pixel belongs to a blob: a 1 px stroke between two pixel columns leaves half in each."""
MIN_SIDE = 3
MIN_AREA = 6.0
"""A blob smaller than this in both directions is a dot of a dotted line or noise."""
MAX_ASPECT = 1.5
MAX_ELONGATION = 1.4
PIXEL_SPREAD = 1 / 12
"""Second moment of a pixel itself."""
SAME_LOOK = 0.1
SAME_LOOK_RIM = 1.0
"""Largest `look_distance` of two drawings of one marker is the first plus the second divided by its side in pixels:
anti-aliasing changes the rim only, about 0.15 in all for a 5 px disc."""
SAME_AREA = 0.3
SIMILAR_SIDE = 0.6
PILED_DEPTH = 1.12
PILED = 0.25
"""Mean depth from which a blob holds several see-through markers, and what it is then worth as the first look."""
DUPLICATE_RATIO = 0.12
"""A learned look must be shared by at least this part of the blobs of the commonest look."""


@dataclass(frozen=True)
class Blob:
    """A connected piece of ink.

    Attributes:
        box: x0, y0, x1, y1 in pixels of the coverage array, half-open.
        area: sum of coverage in square pixels.
        center: centroid of coverage.
        patch: the blob's own coverage inside `box`.
        depth: the same for the depth of see-through ink (see `markers_scan.Field`); `patch` itself for opaque ink.
        touches_edge: the blob reaches the border of the array.
    """

    box: tuple[int, int, int, int]
    area: float
    center: tuple[float, float]
    patch: FloatMap
    depth: FloatMap
    touches_edge: bool

    @property
    def width(self) -> int:
        """Of `box`."""
        return self.box[2] - self.box[0]

    @property
    def height(self) -> int:
        """Of `box`."""
        return self.box[3] - self.box[1]


@dataclass(frozen=True)
class Template:
    """What one marker looks like.

    Attributes:
        coverage: square array of odd side; the centroid of its ink is at the middle of the middle pixel.
        depth: the same shape, how deep one marker is: more than 1 where a see-through edge lies on its fill.
        anchor: from the centroid to the place the marker stands for, (dx, dy) in pixels.
        width: of the ink, pixels.
        height: of the ink, pixels.
        entry: position of the legend entry it belongs to, or None.
        count: blobs it was learned from.
    """

    coverage: FloatMap
    depth: FloatMap
    anchor: tuple[float, float]
    width: float
    height: float
    entry: int | None = None
    count: int = 1

    @property
    def mass(self) -> float:
        """Sum of coverage, square pixels."""
        return float(self.coverage.sum())


ALONE_PX = 0.08
"""Standard error of a marker that stands free, by its ink's middle."""
PEELED_PX = 0.45
"""The same of one found by its likeness among others that cover it."""
DOUBTED_PX = 0.7
"""The same of one that is like a marker only in part."""


@dataclass(frozen=True)
class Marker:
    """A marker in pixels of the coverage array; `template` is the position in the list searched with."""

    center: tuple[float, float]
    template: int
    fit: float
    sigma_px: float


def find_blobs(coverage: FloatMap, depth: FloatMap | None = None, *, threshold: float = INK) -> list[Blob]:
    """The connected pieces of ink, 8-connected, largest first."""
    binary = (coverage >= threshold).astype(np.uint8)
    count, labels, stats, _ = cv2.connectedComponentsWithStats(binary, connectivity=8)
    height, width = coverage.shape
    kernel = np.ones((3, 3), np.uint8)
    blobs = []
    for label in range(1, count):
        x0, y0, w, h, _area = (int(v) for v in stats[label])
        x1, y1 = x0 + w, y0 + h
        grown = (max(x0 - 1, 0), max(y0 - 1, 0), min(x1 + 1, width), min(y1 + 1, height))
        gx0, gy0, gx1, gy1 = grown
        window = labels[gy0:gy1, gx0:gx1]
        inside = window == label
        own = cv2.dilate(inside.astype(np.uint8), kernel) > 0
        patch = np.where(inside | (own & (window == 0)), coverage[gy0:gy1, gx0:gx1], 0).astype(np.float32)
        deep = patch if depth is None else np.where(patch > 0, depth[gy0:gy1, gx0:gx1], 0).astype(np.float32)
        area = float(patch.sum())
        across, down = patch.sum(axis=0, dtype=np.float64), patch.sum(axis=1, dtype=np.float64)
        center = (
            float(across @ (np.arange(gx0, gx1) + 0.5)) / area,
            float(down @ (np.arange(gy0, gy1) + 0.5)) / area,
        )
        edge = x0 == 0 or y0 == 0 or x1 == width or y1 == height
        blobs.append(Blob(grown, area, center, patch, deep, edge))
    return sorted(blobs, key=lambda b: -b.area)


def centered_patch(blob: Blob, side: int, *, deep: bool = False) -> FloatMap:
    """The blob (or its depth) drawn into a square of odd `side`, its centroid at the middle of the middle pixel."""
    dx = side / 2 - (blob.center[0] - blob.box[0])
    dy = side / 2 - (blob.center[1] - blob.box[1])
    matrix = np.array([[1, 0, dx], [0, 1, dy]], np.float32)
    return np.asarray(
        cv2.warpAffine(blob.depth if deep else blob.patch, matrix, (side, side), flags=cv2.INTER_LINEAR), np.float32
    )


def look_distance(first: FloatMap, second: FloatMap) -> float:
    """`sum|a-b| / sum(a+b)`: 0 for the same look, 1 for disjoint ones; both empty is 0."""
    total = float(first.sum() + second.sum())
    return float(np.abs(first - second).sum() / total) if total > 0 else 0.0


def elongation(patch: FloatMap) -> float:
    """Length by breadth of a patch's ink, from its second moments: 1 for every regular marker, more for a dash."""
    ys, xs = np.mgrid[: patch.shape[0], : patch.shape[1]]
    total = float(patch.sum())
    if total <= 0:
        return 1.0
    dx, dy = xs - (patch * xs).sum() / total, ys - (patch * ys).sum() / total
    xx, yy = float((patch * dx * dx).sum()) / total, float((patch * dy * dy).sum()) / total
    xy = float((patch * dx * dy).sum()) / total
    spread = float(np.hypot((xx - yy) / 2, xy))
    middle = (xx + yy) / 2
    return float(np.sqrt((middle + spread + PIXEL_SPREAD) / max(middle - spread + PIXEL_SPREAD, 1e-6)))


def same_look(width: float, height: float) -> float:
    """The largest `look_distance` between two drawings of one marker of this size."""
    return SAME_LOOK + SAME_LOOK_RIM / max(width, height, 2.0)


def could_be_marker(blob: Blob, max_side: float) -> bool:
    """True for a compact blob of a marker's size; `max_side` in pixels."""
    w, h = blob.width - 2, blob.height - 2
    if max(w, h) < MIN_SIDE or blob.area < MIN_AREA or max(w, h) > max_side or blob.touches_edge:
        return False
    return max(w, h) <= MAX_ASPECT * min(w, h) + 1 and elongation(blob.patch) <= MAX_ELONGATION


def learn_templates(blobs: list[Blob], *, max_side: float, limit: int = 6) -> list[Template]:
    """The looks that several blobs share, commonest first; a single look where only lone blobs are there.

    Args:
        blobs: as from `find_blobs`.
        max_side: largest marker side in pixels.
        limit: most looks returned.
    """
    pool = [b for b in blobs if could_be_marker(b, max_side)][:400]
    if not pool:
        return []
    side = int(np.ceil(max(max(b.width, b.height) for b in pool))) | 1
    side += 4
    patches = np.stack([centered_patch(b, side) for b in pool])
    near = _pairwise_near(pool, patches)
    templates: list[Template] = []
    free = np.ones(len(pool), bool)
    areas = np.array([b.area for b in pool])
    weights = areas * np.where([_is_piled(b) for b in pool], PILED, 1.0)
    sides = np.array([float(max(b.width, b.height) - 2) for b in pool])
    while free.any() and len(templates) < limit:
        votes = np.where(free, (near & free[None, :]).sum(axis=1), 0) * (weights if not templates else 1)
        best = int(votes.argmax())
        members = np.flatnonzero(near[best] & free)
        if templates and not _worth_a_look(members, sides, templates[0]):
            break
        deep = np.mean([centered_patch(pool[i], side, deep=True) for i in members], axis=0).astype(np.float32)
        templates.append(make_template(patches[members].mean(axis=0), deep, count=len(members)))
        mean = patches[members].mean(axis=0)
        distances = np.array([look_distance(p, mean) for p in patches])
        alike = (distances < same_look(templates[-1].width, templates[-1].height)) & _alike_area(areas, areas[members])
        free &= ~(alike | near[best])
    return templates


def _is_piled(blob: Blob) -> bool:
    """Whether see-through markers lie upon each other in a blob."""
    return float(blob.depth.sum()) > PILED_DEPTH * float(blob.patch.sum())


def _alike_area(areas: NDArray[np.float64], known: NDArray[np.float64]) -> BoolMap:
    return np.asarray(np.abs(areas / np.median(known) - 1) < SAME_AREA)


def _worth_a_look(members: NDArray[np.intp], sides: NDArray[np.float64], first: Template) -> bool:
    """A further look must be common and of about the first one's size."""
    size = float(np.median(sides[members])) / max(first.width, first.height)
    return len(members) >= max(3, DUPLICATE_RATIO * first.count) and SIMILAR_SIDE <= size <= 1 / SIMILAR_SIDE


def _pairwise_near(pool: list[Blob], patches: NDArray[np.float32]) -> BoolMap:
    """Which blobs look alike, by size and by coverage."""
    count = len(pool)
    widths = np.array([b.width for b in pool])
    heights = np.array([b.height for b in pool])
    near = (np.abs(widths[:, None] - widths) <= 1) & (np.abs(heights[:, None] - heights) <= 1)
    flat = patches.reshape(count, -1)
    sums = flat.sum(axis=1)
    for i in range(count):
        candidates = np.flatnonzero(near[i])
        distance = np.abs(flat[candidates] - flat[i]).sum(axis=1) / (sums[candidates] + sums[i])
        near[i, candidates[distance >= same_look(widths[i], heights[i])]] = False
    return np.asarray(near, bool)


def make_template(
    coverage: FloatMap, depth: FloatMap | None = None, *, entry: int | None = None, count: int = 1
) -> Template:
    """A template from a centred patch (see `centered_patch`), with the place it stands for.

    Symmetric markers stand for their centroid. A triangle stands for its centroid when it is equilateral (R, pgfplots,
    plotly draw it round its circumcentre), else for the middle of its box (matplotlib, LibreOffice).
    """
    patch = _trimmed(np.where(coverage < 0.05, 0, coverage).astype(np.float32))
    deep = patch if depth is None else np.maximum(_middle(depth, patch.shape[0]), patch)
    ink = patch >= INK
    ys, xs = np.nonzero(ink if ink.any() else patch > 0)
    middle = patch.shape[0] / 2
    width, height = _soft_extent(patch.max(axis=0)), _soft_extent(patch.max(axis=1))
    dx = (xs.min() + xs.max() + 1) / 2 - middle
    dy = (ys.min() + ys.max() + 1) / 2 - middle
    lopsided = abs(dy) > 0.07 * height
    equilateral = 1.08 <= width / max(height, 1e-6) <= 1.35
    anchor = (0.0, float(dy)) if lopsided and not equilateral and abs(dx) < 0.06 * width else (0.0, 0.0)
    return Template(patch, deep, anchor, width, height, entry, count)


def _trimmed(patch: FloatMap) -> FloatMap:
    """The middle of a square patch that holds its ink, with room for a light edge."""
    ys, xs = np.nonzero(patch)
    if len(xs) == 0:
        return patch
    middle = patch.shape[0] // 2
    reach = int(max(np.abs(xs - middle).max(), np.abs(ys - middle).max())) + 2
    return patch if reach >= middle else _middle(patch, 2 * reach + 1)


def _middle(patch: FloatMap, side: int) -> FloatMap:
    """The middle part of a square patch, `side` pixels wide."""
    margin = (patch.shape[0] - side) // 2
    return np.ascontiguousarray(patch[margin : margin + side, margin : margin + side])


def _soft_extent(profile: FloatMap) -> float:
    """Length of a profile in pixels, with its partly covered ends counted in part."""
    top = float(profile.max())
    return float(np.clip(profile / top, 0, 1).sum()) if top > 0 else 0.0
