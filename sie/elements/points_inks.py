"""Inks of a scatter plot: layers joined where one is only the other seen thinner, thicker or through itself.

Thin rings are tints of their ink everywhere, and see-through markers are darker where they overlap; to a colour
clustering both are colours of their own. A tint lies on the line from the ground to its ink and next to its pixels.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np

from sie.elements.ink import Canvas, Layer
from sie.elements.ink_background import to_lab
from sie.elements.markers import Blob, BoolMap, FloatMap, find_blobs

MAX_OFF_LINE = 30.0
"""RGB distance of a tint from the line between the ground and its ink; compression alone moves a thin stroke by 20."""
MIN_ADJACENT = 0.25
"""Part of a tint's pixels that touch its ink."""
MIN_TINT = 0.12
MIN_OPACITY = 0.35
MAX_OPACITY = 0.86
"""Lone markers at least this strong are opaque: compression and thin strokes weaken them a little."""
PEAK_BINS = 45
PEAK_SHARE = 0.12
"""Part of the ink that has its opacity exactly; strokes and overlaps make up the rest."""
LONE_REL = 0.12
LONE_PIXELS = 12
LONE_OFF = 0.04
LONE_SHARE = 0.7
"""Lone see-through marks: their largest side as a part of the plot's, their size, how near their strength is to that of
one or two such marks, and the part of small pieces of which that is so."""
MAX_DEPTH = 4
FAINT = 0.15
AREA_REL = 0.05
"""A square of this part of the plot's side fits into an area, not into a marker's overlap."""


@dataclass(frozen=True)
class PointInk:
    """An ink as the markers' search sees it.

    Attributes:
        layers: indices of the canvas' layers that it joins, the most frequent first.
        color: `#rrggbb` and Lab of the most frequent.
        alpha: float32 (h, w), coverage 0 to 1.
        depth: float32 (h, w), how many see-through marks lie on each pixel (alpha itself for an opaque ink).
        contrast: Lab distance from the ground.
    """

    layers: tuple[int, ...]
    color: str
    lab: FloatMap
    alpha: FloatMap
    depth: FloatMap
    contrast: float

    @cached_property
    def blobs(self) -> list[Blob]:
        """Its connected pieces, largest first."""
        return find_blobs(self.alpha, self.depth)


def join_inks(canvas: Canvas, apart: Collection[int] = ()) -> list[PointInk]:
    """The canvas' inks, tints joined to what they are tints of.

    Args:
        canvas: the plot area.
        apart: layers that the legend names: none of them is joined to another of them.

    A wide pale layer is a band behind its line; a wide strong one is where see-through markers lie upon each other.
    """
    ground = np.array(canvas.background_color, np.float32)
    left = sorted(canvas.layers, key=lambda layer: -_weight(layer, ground))
    inks: list[PointInk] = []
    taken: set[int] = set()
    masks = {layer.index: canvas.labels == layer.index for layer in canvas.layers}
    wide = {index for index, mask in masks.items() if is_area(mask)}
    for layer in left:
        if layer.index in taken:
            continue
        members = [layer]
        taken.add(layer.index)
        for other in left:
            if other.index in taken or (other.index in apart and any(m.index in apart for m in members)):
                continue
            paler = min(layer, other, key=lambda one: float(np.linalg.norm(one.rgb - ground)))
            if paler.index not in wide and _is_tint(layer, other, ground) and _touch(masks, members, other):
                members.append(other)
                taken.add(other.index)
        inks.append(_ink(canvas, members, ground))
    return inks


def contrast_of(canvas: Canvas, layer: Layer) -> float:
    """Lab distance of a layer's colour from the plot's ground."""
    ground = to_lab(np.array(canvas.background_color, np.uint8).reshape(1, 1, 3))[0, 0]
    return float(np.linalg.norm(layer.lab - ground))


def _weight(layer: Layer, ground: FloatMap) -> float:
    return float(layer.count) * float(np.linalg.norm(layer.rgb - ground))


def _is_tint(first: Layer, second: Layer, ground: FloatMap) -> bool:
    """The two colours lie on one line through the ground, on one side of it."""
    a, b = first.rgb - ground, second.rgb - ground
    longer, shorter = (a, b) if np.linalg.norm(a) >= np.linalg.norm(b) else (b, a)
    length = float(longer @ longer)
    if length < 1.0:
        return False
    share = float(shorter @ longer) / length
    return share >= MIN_TINT and float(np.linalg.norm(shorter - share * longer)) <= MAX_OFF_LINE * share + 6.0


def is_area(mask: BoolMap) -> bool:
    """The layer fills wide areas, such as a confidence band."""
    side = max(int(AREA_REL * min(mask.shape)), 9) | 1
    opened = cv2.morphologyEx(mask.astype(np.uint8), cv2.MORPH_OPEN, np.ones((side, side), np.uint8))
    return bool(opened.sum() > 0.3 * mask.sum())


def _touch(masks: dict[int, BoolMap], members: Sequence[Layer], other: Layer) -> bool:
    own = np.zeros_like(masks[other.index])
    for member in members:
        own |= masks[member.index]
    tint = masks[other.index]
    kernel = np.ones((3, 3), np.uint8)
    beside_own = (cv2.dilate(own.astype(np.uint8), kernel) > 0) & tint
    beside_tint = (cv2.dilate(tint.astype(np.uint8), kernel) > 0) & own
    share = max(beside_own.sum() / max(tint.sum(), 1), 0.8 * beside_tint.sum() / max(own.sum(), 1))
    return bool(share >= MIN_ADJACENT)


def single_ink(canvas: Canvas, layer: Layer) -> PointInk:
    """One layer as an ink of its own."""
    return _ink(canvas, [layer], np.array(canvas.background_color, np.float32))


def _ink(canvas: Canvas, members: Sequence[Layer], ground: FloatMap) -> PointInk:
    main = members[0]
    full = float(np.linalg.norm(main.rgb - ground))
    alpha = main.alpha.copy()
    for other in members[1:]:
        ratio = float(np.linalg.norm(other.rgb - ground)) / max(full, 1.0)
        alpha = np.maximum(alpha, np.clip(other.alpha * ratio, 0, 1))
    indices = tuple(m.index for m in members)
    depth = _depth(canvas, indices, main.rgb - ground, alpha)
    if depth is not None:
        alpha = np.minimum(depth, 1).astype(np.float32)
    lab = np.asarray(main.lab, np.float32)
    return PointInk(indices, main.color, lab, alpha, alpha if depth is None else depth, contrast_of(canvas, main))


def _depth(canvas: Canvas, indices: tuple[int, ...], toward: FloatMap, alpha: FloatMap) -> FloatMap | None:
    """How many see-through marks lie on each pixel, or None for an ink that lone marks already show in full.

    A mark of opacity a lets 1 - a of the ground through, n of them (1 - a)^n: the logarithm counts them.
    """
    mask = np.isin(canvas.labels, indices)
    if mask.sum() < 50:
        return None
    length = float(np.linalg.norm(toward))
    unit = toward / max(length, 1.0)
    strength = np.where(mask, (canvas.rgb.astype(np.float32) - canvas.background) @ unit, 0)
    limit = float(np.percentile(strength[mask], 99))
    if limit <= 1.0:
        return None
    share = np.clip(strength / limit, 0, 1).astype(np.float32)
    opacity = _common_strength(share)
    if opacity is not None and opacity > MAX_OPACITY:
        opacity = _lone_strength(share)
    if opacity is None or not MIN_OPACITY <= opacity <= MAX_OPACITY:
        return None
    through = np.clip(1 - share, (1 - opacity) ** MAX_DEPTH, 1)
    depth = (np.log(through) / np.log(1 - opacity)).astype(np.float32)
    # partly covered pixels: the logarithm bends what should grow in proportion
    depth = np.where(depth < 1, share / opacity, depth).astype(np.float32)
    return np.where((alpha > 0) & (depth > FAINT), depth, 0).astype(np.float32)


def _lone_strength(share: FloatMap) -> float | None:
    """The strength of see-through marks that mostly lie upon each other: many pixels' and every small piece's."""
    opacity = _common_strength(share, up_to=MAX_OPACITY)
    if opacity is None:
        return None
    count, pieces, stats, _ = cv2.connectedComponentsWithStats((share > MIN_OPACITY).astype(np.uint8), connectivity=8)
    longest = LONE_REL * min(share.shape)
    sides = stats[:, [cv2.CC_STAT_WIDTH, cv2.CC_STAT_HEIGHT]].max(axis=1)
    small = [i for i in range(1, count) if sides[i] <= longest and stats[i, cv2.CC_STAT_AREA] >= LONE_PIXELS]
    strengths = [float(np.percentile(share[pieces == i], 90)) for i in small]
    piled = [1 - (1 - opacity) ** depth for depth in (1, 2)]
    own = [min(abs(strength - one) for one in piled) <= LONE_OFF for strength in strengths]
    return opacity if own and float(np.mean(own)) >= LONE_SHARE else None


def _common_strength(share: FloatMap, *, up_to: float = 1.0) -> float | None:
    """The strength below the full one that many pixels have exactly, or None where there is no such strength.

    Thin opaque strokes are weakened by anti-aliasing to every degree, see-through marks all to one.
    """
    values = share[share > MIN_OPACITY]
    if len(values) < 50:
        return None
    counts, edges = np.histogram(values, bins=PEAK_BINS, range=(MIN_OPACITY, 1.0001))
    best = int(np.where(edges[:-1] < up_to, counts, 0).argmax())
    if counts[best] < PEAK_SHARE * len(values):
        return None
    width = float(edges[1] - edges[0])
    peak = values[np.abs(values - (edges[best] + width / 2)) <= 1.5 * width]
    return float(np.median(peak))
