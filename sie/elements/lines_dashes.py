"""Dashes along a curve and along a legend's sample, compared pixel by pixel.

A sample shows a period or two of its curve's dashes at the curve's own size: laid beside the curve at the phase that
fits best it differs by little, another curve's by a part of each period. Usual lengths of dashes and gaps say less: a
sample cuts off its last dash, and of long and short dashes in turn the mean is that of another pattern.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from sie.elements.lines_refine import Stroke

LOW, HIGH = 0.3, 0.7
"""Coverage of a gap that blur fills in part, and of a dash that it thins."""
LEAST_KNOWN = 6
"""Pixels of a sample that must be told, between markers, to compare it with a stretch of a curve."""


@dataclass(frozen=True)
class Pattern:
    """Ink along a stroke at steps of a pixel of its length.

    Attributes:
        ink: 0 (gap) to 1 (dash), float64 (n,).
        known: whether that is the stroke's own ink, not a marker's, bool (n,).
    """

    ink: np.ndarray
    known: np.ndarray


def make_pattern(coverage: np.ndarray, known: np.ndarray) -> Pattern:
    """The pattern of coverage along a stroke (n,), of which the usual dash is full."""
    top = float(np.percentile(coverage[known], 90)) if known.any() else 1.0
    full = coverage / max(top, 0.2)
    return Pattern(np.clip((full - LOW) / (HIGH - LOW), 0.0, 1.0), known)


def stroke_pattern(alpha: np.ndarray, stroke: Stroke, hidden: np.ndarray) -> Pattern:
    """The pattern along a stroke in a coverage array (h, w); `hidden` (n,) are its columns that show markers."""
    x, y = stroke.columns + 0.5, stroke.rows
    away = np.concatenate(([0.0], np.cumsum(np.hypot(np.diff(x), np.diff(y)))))
    at = np.arange(0.0, away[-1] + 1e-9)
    xs, ys = np.interp(at, away, x), np.interp(at, away, y)
    steep = np.interp(at, away, np.abs(stroke.slope)) > 1.0
    height, width = alpha.shape
    seen = []
    for shift in (-1, 0, 1):
        rows = np.clip((ys + np.where(steep, 0, shift)).astype(int), 0, height - 1)
        columns = np.clip((xs + np.where(steep, shift, 0)).astype(int), 0, width - 1)
        seen.append(alpha[rows, columns])
    known = ~hidden[np.clip((xs - stroke.start).astype(int), 0, len(hidden) - 1)]
    return make_pattern(np.maximum.reduce(seen).astype(np.float64), known)


def pattern_distance(curve: Pattern, sample: Pattern) -> float:
    """Mean difference (0 to 1) of a curve's ink from a sample's at the best phase of each stretch; the median stretch.

    Where markers hide all of either it is 0: nothing tells them apart.
    """
    size = min(len(sample.ink), len(curve.ink))
    if size == 0:
        return 0.0
    ink = np.lib.stride_tricks.sliding_window_view(curve.ink, size)
    known = np.lib.stride_tricks.sliding_window_view(curve.known, size) & sample.known[:size]
    count = known.sum(axis=1)
    off = (np.abs(ink - sample.ink[:size]) * known).sum(axis=1)
    told = count >= LEAST_KNOWN
    if not told.any():
        return 0.0
    distance = np.where(told, off / np.maximum(count, 1), np.inf)
    best = np.array([distance[at : at + size].min() for at in range(0, len(distance), size)])
    return float(np.median(best[np.isfinite(best)]))
