"""Flat zones of a plot area and the upright rectangles they are made of.

A zone is a set of pixels joined by steps of nearly equal colour, so a fill stays one zone when it has a gradient and an
outline or an anti-aliased edge ends it. Bars are then plateaus of zones. Palette quantisation was refused: it cuts a
gradient into bands and joins bars of one colour that only touch.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from sie.pixels import largest_channel

Rgb = NDArray[np.uint8]
Mask = NDArray[np.bool_]
Labels = NDArray[np.int32]


LINK_STEP = 7
"""Largest step of a channel between neighbours of one zone, in a clean picture."""
MAX_CHAINS = 150
"""A zone of more plateaus is no set of bars; the largest are looked at."""
MAX_SPIKE = 4
"""Pixels of width up to which what lies between two pieces of one height is an error bar, however wide they are."""


@dataclass(frozen=True)
class Zones:
    """The zones of a crop.

    Attributes:
        labels: int32 (h, w), the zone of each pixel.
        areas: pixels of each zone, by label.
        colors: float32 (n, 3), mean rgb of each zone.
        boxes: int32 (n, 4), bounds xyxy of each zone, half-open.
    """

    labels: Labels
    areas: NDArray[np.int64]
    colors: NDArray[np.float32]
    boxes: NDArray[np.int32]


@dataclass(frozen=True)
class Rect:
    """An upright rectangle of one zone, whole pixels, half-open."""

    x0: int
    y0: int
    x1: int
    y1: int
    zone: int
    color: tuple[float, float, float]

    @property
    def width(self) -> int:
        """Columns spanned."""
        return self.x1 - self.x0

    @property
    def height(self) -> int:
        """Rows spanned."""
        return self.y1 - self.y0


def noise_step(rgb: Rgb) -> int:
    """The link step for a picture's noise: compression makes flat fills uneven by several grey levels.

    It is the 80th percentile of the small steps between neighbours, times three, between `LINK_STEP` and 18.
    """
    steps = largest_channel(cv2.absdiff(rgb[:, 1:], rgb[:, :-1]))
    small = steps[(steps > 0) & (steps < 16)]
    if small.size < 0.05 * steps.size:
        return LINK_STEP
    return int(np.clip(3 * np.percentile(small, 80), LINK_STEP, 18))


def find_zones(rgb: Rgb, step: int, cuts: Mask) -> Zones:
    """The zones of an rgb crop, neighbours being joined when no channel differs by more than `step`.

    Pixels of `cuts` belong to zone 0, which is none.
    """
    height, width = rgb.shape[:2]
    grid = np.zeros((2 * height - 1, 2 * width - 1), np.uint8)
    free = ~cuts
    grid[::2, ::2] = free
    across = largest_channel(cv2.absdiff(rgb[:, 1:], rgb[:, :-1])) <= step
    grid[::2, 1::2] = across & free[:, 1:] & free[:, :-1]
    along = largest_channel(cv2.absdiff(rgb[1:], rgb[:-1])) <= step
    grid[1::2, ::2] = along & free[1:] & free[:-1]
    count, joined, stats, _ = cv2.connectedComponentsWithStats(grid, connectivity=4, ltype=cv2.CV_32S)
    labels = np.ascontiguousarray(joined[::2, ::2])
    flat = labels.ravel()
    areas = np.bincount(flat, minlength=count)
    channels = [np.bincount(flat, weights=rgb[..., k].ravel(), minlength=count) for k in range(3)]
    colors = (np.stack(channels, axis=1) / np.maximum(areas, 1)[:, None]).astype(np.float32)
    left, top, wide, high = (stats[:, k] for k in range(4))
    boxes = np.stack([left // 2, top // 2, (left + wide) // 2 + 1, (top + high) // 2 + 1], axis=1)
    boxes[:, 2] = np.minimum(boxes[:, 2], width)
    boxes[:, 3] = np.minimum(boxes[:, 3], height)
    return Zones(labels.astype(np.int32), areas, colors, boxes.astype(np.int32))


@dataclass
class _Chain:
    """A rectangle under construction: columns x0..x1 whose run of the zone is `top`..`bottom`."""

    x0: int
    x1: int
    top: int
    bottom: int


def zone_rects(zones: Zones, label: int, skip: Mask, ink: Mask, *, tolerance: int = 1) -> list[Rect]:
    """The plateaus of one zone: maximal spans of columns whose run keeps its ends within `tolerance` pixels.

    Pixels of `skip` (text and the like) continue the run they lie in. A span that is interrupted where other ink enters
    it from its end (an error bar) is one.
    """
    x0, y0, x1, y1 = zones.boxes[label].tolist()
    color = tuple(zones.colors[label].tolist())
    if zones.areas[label] / ((x1 - x0) * (y1 - y0)) > 0.97:
        return [Rect(x0, y0, x1, y1, label, (color[0], color[1], color[2]))]
    inside = zones.labels[y0:y1, x0:x1] == label
    filled = _fill_skipped(inside, skip[y0:y1, x0:x1])
    chains = _merge_over_spikes(_chains(filled, tolerance), ink[y0:y1, x0:x1])
    return [
        Rect(c.x0 + x0, c.top + y0, c.x1 + x0, c.bottom + y0, label, (color[0], color[1], color[2])) for c in chains
    ]


def _fill_skipped(inside: Mask, skip: Mask) -> Mask:
    """The zone with the skipped pixels that it encloses from two opposite sides, and with its small holes."""
    holes = (~inside).astype(np.uint8)
    count, labels, stats, _ = cv2.connectedComponentsWithStats(holes, connectivity=4)
    filled = inside.copy()
    height, width = inside.shape
    for index in range(1, count):
        x, y, w, h, area = (int(v) for v in stats[index])
        open_sides = (x == 0) + (y == 0) + (x + w == width) + (y + h == height)
        part = labels[y : y + h, x : x + w] == index
        covered = skip[y : y + h, x : x + w][part].mean() if area else 0.0
        enclosed = open_sides == 0 and area < 0.05 * inside.sum()
        if enclosed or (covered > 0.6 and open_sides <= 1):
            filled[y : y + h, x : x + w] |= part
    return filled


def _column_runs(mask: Mask) -> list[list[tuple[int, int]]]:
    """For each column the (start, stop) of its runs, top to bottom."""
    padded = np.zeros((mask.shape[0] + 2, mask.shape[1]), np.int8)
    padded[1:-1] = mask
    change = np.diff(padded, axis=0)
    runs: list[list[tuple[int, int]]] = [[] for _ in range(mask.shape[1])]
    start_x, start_y = np.nonzero((change == 1).T)
    stop_x, stop_y = np.nonzero((change == -1).T)
    for x, a, b in zip(start_x.tolist(), start_y.tolist(), stop_y.tolist(), strict=True):
        runs[x].append((a, b))
    assert len(stop_x) == len(start_x)
    return runs


def _chains(mask: Mask, tolerance: int) -> list[_Chain]:
    done: list[_Chain] = []
    active: list[_Chain] = []
    for x, runs in enumerate(_column_runs(mask)):
        following: list[_Chain] = []
        for top, bottom in runs:
            match = next(
                (c for c in active if abs(c.top - top) <= tolerance and abs(c.bottom - bottom) <= tolerance), None
            )
            if match is None:
                following.append(_Chain(x, x + 1, top, bottom))
            else:
                match.x1 = x + 1
                following.append(match)
        done.extend(c for c in active if c.x1 == x)
        active = following
    return done + active


def _merge_over_spikes(chains: list[_Chain], ink: Mask) -> list[_Chain]:
    if len(chains) > MAX_CHAINS:
        chains = sorted(chains, key=lambda c: -(c.x1 - c.x0) * (c.bottom - c.top))[:MAX_CHAINS]
    ordered = sorted(chains, key=lambda c: (c.x0, c.top))
    merged: list[_Chain] = []
    for chain in ordered:
        partner = next((m for m in reversed(merged) if m.x1 < chain.x0 and _continues(m, chain, chains, ink)), None)
        if partner is None:
            merged.append(chain)
        else:
            partner.x1 = chain.x1
    return _uncovered(merged)


def _continues(left: _Chain, right: _Chain, chains: list[_Chain], ink: Mask) -> bool:
    """Whether two chains are one fill, part of which goes on under other ink in the columns between them."""
    gap = right.x0 - left.x1
    alike = abs(left.top - right.top) <= 1 and abs(left.bottom - right.bottom) <= 1
    if not alike or not 0 < gap <= right.x1 - left.x0 - gap or _is_bar_between(left, right, chains):
        return False
    height = left.bottom - left.top
    goes_on = any(
        c.x0 >= left.x1
        and c.x1 <= right.x0
        and c.bottom - c.top >= 0.2 * height
        and (abs(c.top - left.top) <= 1 or abs(c.bottom - left.bottom) <= 1)
        for c in chains
    )
    between = ink[left.top + 1 : left.bottom - 1, left.x1 : right.x0]
    return goes_on and between.size > 0 and float(between.mean()) > 0.9


def _is_bar_between(left: _Chain, right: _Chain, chains: list[_Chain]) -> bool:
    """Whether what lies between two chains is one as wide as a bar of them: a neighbour without gaps, no error bar.

    An error bar's cap and stem leave more than one piece of the fill.
    """
    gap = right.x0 - left.x1
    off = [abs(width - max(1, round(width / gap)) * gap) for width in (left.x1 - left.x0, right.x1 - right.x0)]
    pieces = [c for c in chains if c.x0 >= left.x1 and c.x1 <= right.x0 and c.x1 - c.x0 > 1]
    return gap > MAX_SPIKE and max(off) <= max(1.0, 0.1 * gap) and len(pieces) == 1


def _uncovered(chains: list[_Chain]) -> list[_Chain]:
    """The chains that lie within no larger one."""
    if len(chains) < 2:
        return chains
    x0, x1, top, bottom = np.array([(c.x0, c.x1, c.top, c.bottom) for c in chains]).T[..., None]
    area = (x1 - x0) * (bottom - top)
    within = (x0 >= x0.T) & (x1 <= x1.T) & (top >= top.T) & (bottom <= bottom.T) & (area < area.T)
    return [chain for chain, covered in zip(chains, within.any(axis=1).tolist(), strict=True) if not covered]
