"""How well boxes are found: average precision, and recall by position for marks whose overlap says little.

AP50 is the area under the precision-recall curve (all points, precision made monotonous) where a detection is right
when it overlaps a not yet found truth of its class by half or more. Objects outside a size range are ignored: neither
they nor what was matched to them count.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from models.boxes import overlaps

SIZES_PX = ((0.0, 8.0), (8.0, 16.0), (16.0, 32.0), (32.0, 1e9))


@dataclass(frozen=True)
class Found:
    """Truth and detections of one class in one picture.

    Attributes:
        truth: (n, 4) xyxy.
        boxes: (m, 4) xyxy.
        scores: (m,).
    """

    truth: np.ndarray
    boxes: np.ndarray
    scores: np.ndarray


def short_side(boxes: np.ndarray) -> np.ndarray:
    """The shorter side of each box in pixels."""
    return np.asarray(np.minimum(boxes[:, 2] - boxes[:, 0], boxes[:, 3] - boxes[:, 1]))


def match_greedily(likeness: np.ndarray, scores: np.ndarray, least: float) -> np.ndarray:
    """For each detection the truth that it finds, -1 for none: best scores choose first, each truth is found once.

    Args:
        likeness: (truths, detections), larger is better.
        scores: (detections,).
        least: a smaller likeness is no match.
    """
    chosen = np.full(len(scores), -1)
    if not len(likeness):
        return chosen
    free = np.ones(len(likeness), dtype=bool)
    for k in np.argsort(-scores, kind="stable"):
        column = np.where(free, likeness[:, k], -np.inf)
        best = int(np.argmax(column))
        if column[best] >= least:
            chosen[k], free[best] = best, False
    return chosen


def average_precision(
    pictures: Sequence[Found], *, iou: float = 0.5, size: tuple[float, float] = (0.0, 1e9)
) -> tuple[float | None, int]:
    """AP of a class over pictures for truths whose short side lies in a range, and how many there are.

    None where there is no such truth.
    """
    hits: list[np.ndarray] = []
    scores: list[np.ndarray] = []
    total = 0
    for p in pictures:
        inside = (short_side(p.truth) >= size[0]) & (short_side(p.truth) < size[1])
        total += int(inside.sum())
        if not len(p.boxes):
            continue
        chosen = match_greedily(overlaps(p.truth, p.boxes), p.scores, iou)
        own = short_side(p.boxes)
        counted = np.where(chosen >= 0, inside[chosen] if len(inside) else False, (own >= size[0]) & (own < size[1]))
        hits.append((chosen >= 0)[counted])
        scores.append(p.scores[counted])
    if not total:
        return None, 0
    if not hits:
        return 0.0, total
    order = np.argsort(-np.concatenate(scores), kind="stable")
    right = np.concatenate(hits)[order].astype(float)
    return area_under(np.cumsum(right) / total, np.cumsum(right) / np.arange(1, len(right) + 1)), total


def area_under(recall: np.ndarray, precision: np.ndarray) -> float:
    """Area under a precision-recall curve after making precision fall monotonously.

    >>> round(area_under(np.array([0.5, 1.0]), np.array([1.0, 0.5])), 3)
    0.75
    """
    best = np.maximum.accumulate(precision[::-1])[::-1]
    steps = np.diff(np.concatenate([[0.0], recall]))
    return float((steps * best).sum())


def best_threshold(scores: np.ndarray, right: np.ndarray, total: int, *, least_precision: float) -> float:
    """The score from which on detections are best believed: the largest F1 among those precise enough.

    Where no threshold is precise enough, the largest F1 of all.

    Args:
        scores: (n,) of all detections of a class.
        right: (n,) whether each found a truth.
        total: how many truths there are, at least 1.
        least_precision: the part of the believed detections that is to be right.

    >>> best_threshold(np.array([0.9, 0.6, 0.3]), np.array([True, True, False]), 2, least_precision=0.8)
    0.6
    """
    if not len(scores):
        return 1.0
    order = np.argsort(-scores, kind="stable")
    hits, ranks = np.cumsum(right[order]), np.arange(1, len(scores) + 1)
    precision, f1 = hits / ranks, 2 * hits / (ranks + total)
    fit = precision >= least_precision
    best = int(np.argmax(np.where(fit, f1, -1.0) if (f1[fit] > f1.max() / 2).any() else f1))
    return round(float(scores[order][best]), 4)


@dataclass
class Tally:
    """Counts of right and wrong detections at a fixed threshold."""

    found: int = 0
    wrong: int = 0
    missed: int = 0

    @property
    def recall(self) -> float | None:
        """Found part of the truth; None without truth."""
        total = self.found + self.missed
        return self.found / total if total else None

    @property
    def precision(self) -> float | None:
        """Right part of the detections; None without detections."""
        total = self.found + self.wrong
        return self.found / total if total else None


def tally_positions(tally: Tally, truth: np.ndarray, places: np.ndarray, scores: np.ndarray, tolerance: float) -> None:
    """Counts positions (n, 2) found within a tolerance in pixels of the truth (m, 2)."""
    distance = np.abs(truth[:, None] - places[None]).max(axis=2) if len(truth) and len(places) else np.zeros((0, 0))
    chosen = match_greedily(-distance, scores, -tolerance) if distance.size else np.full(len(places), -1)
    right = int((chosen >= 0).sum())
    tally.found += right
    tally.wrong += len(places) - right
    tally.missed += len(truth) - right
