"""From the network's raw outputs to boxes: single precision, and only for anchors that a class is sure of.

The network ships without its box decoding: in bfloat16 that would step by 4 px near the far edge of a canvas, and most
anchors are background whose boxes nobody needs.
"""

from __future__ import annotations

import numpy as np

STRIDES = (8, 16, 32)
LARGEST_EXPONENT = 80.0
"""Of single precision; a score whose exponent would be larger is nought."""


def anchor_points(width: int, height: int) -> tuple[np.ndarray, np.ndarray]:
    """Anchor centres (n, 2) in canvas pixels and their strides (n,), in the order of the network's outputs.

    >>> anchor_points(64, 32)[0][0].tolist(), len(anchor_points(64, 32)[1])
    ([4.0, 4.0], 42)
    """
    points, strides = [], []
    for stride in STRIDES:
        xs = (np.arange(width // stride) + 0.5) * stride
        ys = (np.arange(height // stride) + 0.5) * stride
        grid = np.stack(np.meshgrid(xs, ys), axis=-1).reshape(-1, 2)
        points.append(grid)
        strides.append(np.full(len(grid), stride, dtype=np.float32))
    return np.concatenate(points).astype(np.float32), np.concatenate(strides)


def decode(
    distances: np.ndarray, logits: np.ndarray, *, width: int, height: int, threshold: float
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Boxes (n, 4) xyxy in canvas pixels, their scores over all channels (n, channels), and their anchors (n,).

    Args:
        distances: (4 * bins, anchors), the distribution of each side's distance; bins 1 means the distance itself.
        logits: (channels, anchors).
        width: of the canvas in pixels.
        height: of the canvas in pixels.
        threshold: anchors whose best score is lower are left out.
    """
    edge = float(np.log(threshold / (1 - threshold)))
    chosen = np.flatnonzero(logits.max(axis=0) >= edge)
    points, strides = anchor_points(width, height)
    picked = distances[:, chosen].astype(np.float32)
    bins = picked.shape[0] // 4
    sides = picked.reshape(4, bins, -1)
    if bins > 1:
        sides = np.exp(sides - sides.max(axis=1, keepdims=True))
        sides = sides / sides.sum(axis=1, keepdims=True)
        reach = np.einsum("sbn,b->ns", sides, np.arange(bins, dtype=np.float32))
    else:
        reach = sides[:, 0].T
    reach = reach * strides[chosen, None]
    centers = points[chosen]
    boxes = np.concatenate([centers - reach[:, :2], centers + reach[:, 2:]], axis=1)
    scores = 1.0 / (1.0 + np.exp(np.minimum(-logits[:, chosen].T.astype(np.float32), LARGEST_EXPONENT)))
    return boxes, scores, chosen
