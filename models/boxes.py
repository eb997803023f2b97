"""Boxes on canvases: overlap, suppression of doubles, and the way from a picture to the detector's canvas and back."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

CANVAS_STEP = 64
"""Canvas sides are multiples of this: the network needs 32, and fewer different shapes mean fewer compilations."""
CANVAS_PX = 640
"""Long side of the canvas for pictures of usual size; smaller ones are enlarged to it."""
MAX_CANVAS_PX = 1536
MAX_ENLARGE = 3.0
MIN_SHRINK = 0.75
"""Large pictures get a larger canvas rather than be shrunk below this: a 5 px marker must keep about 4 px."""
_PADDING = 114


@dataclass(frozen=True)
class Letterbox:
    """How a picture lies on its canvas: `canvas = picture * scale`, from the top left corner."""

    scale_x: float
    scale_y: float
    width: int
    height: int

    def back(self, boxes: np.ndarray) -> np.ndarray:
        """Canvas boxes (n, 4) xyxy as picture boxes."""
        scales = np.array([self.scale_x, self.scale_y, self.scale_x, self.scale_y], dtype=np.float32)
        return np.asarray(boxes / scales)


def plan_letterbox(width: int, height: int, *, canvas: int = CANVAS_PX) -> Letterbox:
    """The canvas for a picture of a size in pixels.

    >>> plan_letterbox(320, 200).scale_x, plan_letterbox(1600, 800).width
    (2.0, 1216)
    """
    longest = max(width, height)
    scale = min(MAX_ENLARGE, canvas / longest)
    if scale < MIN_SHRINK:
        scale = min(MIN_SHRINK * canvas / CANVAS_PX, MAX_CANVAS_PX / longest)
    new_w, new_h = max(1, round(width * scale)), max(1, round(height * scale))
    full_w, full_h = (-(-side // CANVAS_STEP) * CANVAS_STEP for side in (new_w, new_h))
    return Letterbox(new_w / width, new_h / height, full_w, full_h)


def fill_canvas(rgb: np.ndarray, plan: Letterbox) -> np.ndarray:
    """The canvas, uint8 (height, width, 3)."""
    size = round(rgb.shape[1] * plan.scale_x), round(rgb.shape[0] * plan.scale_y)
    how = cv2.INTER_AREA if plan.scale_x < 1 else cv2.INTER_LINEAR
    scaled = rgb if size == (rgb.shape[1], rgb.shape[0]) else cv2.resize(rgb, size, interpolation=how)
    canvas = np.full((plan.height, plan.width, 3), _PADDING, np.uint8)
    canvas[: size[1], : size[0]] = scaled
    return canvas


def overlaps(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Intersection over union of every box of a (n, 4) with every box of b (m, 4): shape (n, m); 0 for empty boxes.

    >>> overlaps(np.array([[0, 0, 2, 2]]), np.array([[0, 0, 2, 1], [5, 5, 6, 6]])).tolist()
    [[0.5, 0.0]]
    """
    low = np.maximum(a[:, None, :2], b[None, :, :2])
    high = np.minimum(a[:, None, 2:], b[None, :, 2:])
    shared = np.prod(np.clip(high - low, 0, None), axis=2)
    area_a = np.prod(np.clip(a[:, 2:] - a[:, :2], 0, None), axis=1)
    area_b = np.prod(np.clip(b[:, 2:] - b[:, :2], 0, None), axis=1)
    either = area_a[:, None] + area_b[None, :] - shared
    return np.asarray(np.divide(shared, either, out=np.zeros(shared.shape), where=either > 0))


def suppress(boxes: np.ndarray, scores: np.ndarray, groups: np.ndarray, *, iou: np.ndarray, most: int) -> np.ndarray:
    """Indices of the boxes that stay, best score first: in each group none overlaps a better one by more than `iou`.

    Args:
        boxes: (n, 4) xyxy.
        scores: (n,).
        groups: (n,) integers; boxes of different groups do not suppress each other.
        iou: (n,) the largest overlap that two boxes of a group may keep, the same for all of a group.
        most: at most so many boxes stay.
    """
    kept: list[np.ndarray] = []
    for group in np.unique(groups):
        order = np.flatnonzero(groups == group)
        order = order[np.argsort(-scores[order], kind="stable")]
        kept.append(order[_suppress_sorted(boxes[order], float(iou[order[0]]))])
    if not kept:
        return np.zeros(0, dtype=int)
    chosen = np.concatenate(kept)
    return np.asarray(chosen[np.argsort(-scores[chosen], kind="stable")][:most])


def _suppress_sorted(boxes: np.ndarray, iou: float) -> np.ndarray:
    alive = np.ones(len(boxes), dtype=bool)
    for k in range(len(boxes)):
        if alive[k] and k + 1 < len(boxes):
            rest = np.flatnonzero(alive[k + 1 :]) + k + 1
            alive[rest[overlaps(boxes[k : k + 1], boxes[rest])[0] > iou]] = False
    return np.flatnonzero(alive)
