"""Curves of one colour and one dash, told apart by their markers: each is traced along the markers that it shares with
its legend entry.

Where such curves meet no direction tells which goes on: lines between data points turn anywhere. A marker of the
legend's look draws its own curve's way and repels the others'.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from sie.elements.ink import Canvas
from sie.elements.lines_curves import Curve, claim, refine
from sie.elements.lines_ink import InkGroup
from sie.elements.lines_looks import SCALES
from sie.elements.lines_markers import MarkerSample, marker_sample
from sie.elements.lines_refine import map_runs
from sie.elements.trace import Trace, make_reward, trace_path

LIKE = 0.7
"""Likeness from which a place shows a marker of a look."""
SURELY = 0.08
"""A marker that is by so much more like one look than like any other is surely of that look."""
LEAST_TOLD = 2.0
"""So many sure markers, or more that are less so, tell the curve of an entry."""
PULL = 1.5
"""What passing a marker of its own gains a curve, or of another's costs it, in inked columns per column."""
FINER = 2
"""How much finer than the picture likeness is looked for: markers are drawn between pixels."""
SOFT = 1.0
"""Standard deviation of the blur on that finer grid."""
WIDER = 2.0
"""A marker is wider than its stroke is thick by this factor, at least; a dash is not."""
RING = 4
"""Fine pixels around a marker that are compared with it."""
TOLD = 0.9
"""Part of the ink that former curves explain, which new ones must explain too."""


@dataclass(frozen=True)
class _Look:
    """A legend entry's marker: darkness in a square of odd side, blurred, and how much each of its pixels counts."""

    patch: NDArray[np.float32]
    weight: NDArray[np.float32]


@dataclass(frozen=True)
class PlacedMarker:
    """A marker told by its look.

    Attributes:
        x, y: its middle, crop pixels.
        entry: position of its legend entry in the group's.
        likeness: to that entry's marker, 0 to 1.
        sure: how surely it is not of another entry, 0 to 1.
        radius: half its size in pixels.
    """

    x: float
    y: float
    entry: int
    likeness: float
    sure: float
    radius: float


def by_markers(canvas: Canvas, curves: Sequence[Curve], hidden: np.ndarray) -> list[Curve] | None:
    """A group's curves, each along the markers of one legend entry; None where they do not tell the curves apart.

    Args:
        canvas: the plot area, for the legend's samples.
        curves: as traced by their directions, all of one colour.
        hidden: bool (h, w), other ink and texts, which may lie in front.
    """
    if not curves or len(curves[0].group.entries) < 2:
        return None
    group = curves[0].group
    placed = placed_markers(canvas, group)
    if any(sum(m.sure for m in placed if m.entry == i) < LEAST_TOLD for i in range(len(group.entries))):
        return None
    group = replace(group, alpha=_filled(group.alpha, placed))
    traces: list[Trace] = []
    for position in range(len(group.entries)):
        reward = make_reward(group.alpha, hidden=hidden)
        trace = trace_path(reward + _pull(placed, position, reward.shape))
        if trace is None:
            return None
        traces.append(trace)
    found = refine(group, hidden, traces)
    if len(found) < len(traces) or _told_ink(found, curves[0].group) < TOLD * _told_ink(curves, curves[0].group):
        return None
    return [replace(curve, entry=entry) for curve, entry in zip(found, group.entries, strict=True)]


def _pull(placed: Sequence[PlacedMarker], position: int, shape: tuple[int, ...]) -> NDArray[np.float32]:
    """What each pixel gains by the markers around it, for the curve of one entry."""
    pull = np.zeros(shape, np.float32)
    for marker in placed:
        value = PULL * marker.sure * (1 if marker.entry == position else -1)
        center, radius = (round(marker.x - 0.5), round(marker.y - 0.5)), max(1, round(marker.radius - 1))
        cv2.circle(pull, center, radius, value, cv2.FILLED)
    return pull


def _filled(alpha: NDArray[np.float32], placed: Sequence[PlacedMarker]) -> NDArray[np.float32]:
    """The ink with the insides of hollow markers, along whose outlines no curve goes."""
    filled = np.ascontiguousarray(alpha, np.float32).copy()
    for marker in placed:
        center, radius = (round(marker.x - 0.5), round(marker.y - 0.5)), max(1, round(marker.radius - 1))
        cv2.circle(filled, center, radius, 1.0, cv2.FILLED)
    return filled


def _told_ink(curves: Sequence[Curve], group: InkGroup) -> float:
    """The ink of a group that lies under curves."""
    runs = map_runs(group.alpha)
    told = np.zeros(group.alpha.shape, bool)
    for curve in curves:
        told |= claim(curve.trace, group, runs)
    return float(group.alpha[told].sum())


def placed_markers(canvas: Canvas, group: InkGroup) -> list[PlacedMarker]:
    """The markers of a group that are clearly of one legend entry's look; empty where an entry has no marker."""
    samples = [marker_sample(canvas, entry) for entry in group.entries]
    known = [sample for sample in samples if sample is not None]
    if len(known) < len(samples) or any(2 * (sample.radius - 1) < WIDER * group.stroke for sample in known):
        return []
    reach = 2 * max(sample.radius for sample in known) + 1
    near = cv2.dilate((group.alpha >= 0.3).astype(np.uint8), np.ones((reach, reach), np.uint8)) > 0
    image = np.where(near & canvas.ink, np.clip(canvas.distance / 100.0, 0.0, 1.0), np.float32(0))
    fine = _fine(image.astype(np.float32))
    best: list[PlacedMarker] = []
    for scale in SCALES:
        scaled = [sample.scaled(scale) for sample in known]
        found = _told([_likeness(fine, _look(sample)) for sample in scaled], [sample.radius - 1 for sample in scaled])
        if _worth(found) > _worth(best):
            best = found
    return best


def _worth(placed: Sequence[PlacedMarker]) -> float:
    return sum(marker.likeness - LIKE for marker in placed)


def _fine(image: NDArray[np.float32]) -> NDArray[np.float32]:
    fine = cv2.resize(image, None, fx=FINER, fy=FINER, interpolation=cv2.INTER_CUBIC)
    return np.asarray(cv2.GaussianBlur(fine, (0, 0), SOFT), np.float32)


def _look(sample: MarkerSample) -> _Look:
    """A sample freed from the line through it, with the ring around it that shows its outline."""
    margin = RING // FINER
    patch = _fine(np.pad(sample.patch, margin, mode="edge"))
    patch = patch[: len(patch) // 2 * 2 - 1, : len(patch) // 2 * 2 - 1]
    side = patch.shape[0]
    middle, reach = side // 2, FINER * (sample.radius - 1)
    weight = np.ones((side, side), np.float32)
    line = slice(middle - FINER, middle + FINER + 1)
    weight[line, : middle - reach] = 0
    weight[line, middle + reach + 1 :] = 0
    return _Look(patch, weight)


def _likeness(image: NDArray[np.float32], look: _Look) -> NDArray[np.float32]:
    """For each pixel how like a marker what stands around it is: 2 ab / (aa + bb) of both darknesses, 0 to 1."""
    both = _correlate(image, look.weight * look.patch)
    own = float((look.weight * look.patch**2).sum())
    seen = _correlate(image**2, look.weight)
    return np.asarray(2 * both / np.maximum(own + seen, 1e-6), np.float32)


def _correlate(image: NDArray[np.float32], kernel: NDArray[np.float32]) -> NDArray[np.float32]:
    return np.asarray(cv2.filter2D(image, cv2.CV_32F, kernel, borderType=cv2.BORDER_CONSTANT), np.float32)


def _told(maps: Sequence[NDArray[np.float32]], radii: Sequence[float]) -> list[PlacedMarker]:
    """The peaks of the looks' likenesses on the fine grid, each of the look that it is most like."""
    stack = np.stack(maps)
    top = stack.max(axis=0)
    side = 2 * round(FINER * min(radii)) + 1
    peaks = (top >= LIKE) & (top >= cv2.dilate(top, np.ones((side, side), np.uint8)))
    placed = []
    for y, x in np.argwhere(peaks).tolist():
        around = stack[:, max(0, y - 2) : y + 3, max(0, x - 2) : x + 3].max(axis=(1, 2))
        own, other = np.argsort(-around)[:2].tolist()
        sure = min(float(around[own] - around[other]) / SURELY, 1.0)
        like = float(around[own])
        placed.append(PlacedMarker((x + 0.5) / FINER, (y + 0.5) / FINER, own, like, sure, radii[own]))
    return placed
