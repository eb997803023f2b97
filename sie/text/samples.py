"""Line samples of a legend that were read as the beginning of its label: a marker upon a stroke looks like `-O-`."""

from __future__ import annotations

import re
from dataclasses import replace

import numpy as np

from sie.text.label import Label
from sie.text.quads import crop_rect

_SAMPLE = re.compile(
    r"^(?:[-–—~]+\s?)?(?:[-–—~]+\s?[0OoQ]\s?[-–—~]+\s*|[0OoQ]\s?[-–—~]+\s+)(?=[^\W\d_])"
    r"|^[-–—~]+\s?[0OoQ]\s+(?=[\[({])"
    r"|^[-–—~]*\s?[ΔΛ∆▲△∇▼▽]\s?[-–—~·]+\s+(?=[^\W\d_]|[\[({])"
)
_DOUBLE = re.compile(r"^[-–—~]\s?[0OoQ]\s+(?=[-–—~]\s?[0OoQ])")
INK_LEVELS = 40
"""Channel difference from the crop's edge from which a column of pixels holds ink."""
NEAR = 0.25
"""A sample ends within this part of the label's width of where its characters do."""
GAP = 0.3
"""Narrowest gap between a sample and its label in heights of the label: letters stand closer."""


def without_samples(rgb: np.ndarray, labels: list[Label]) -> list[Label]:
    """The labels without line samples at their beginning; what is left begins after the widest gap near its place."""
    return [_without_sample(rgb, label) for label in labels]


def _without_sample(rgb: np.ndarray, label: Label) -> Label:
    text = _SAMPLE.sub("", _DOUBLE.sub("", label.text))
    if text == label.text:
        return label
    expected = 1.0 - len(text) / len(label.text)
    start = _gap_end(crop_rect(rgb, label.rect), expected, GAP * label.rect.height)
    alternatives = (label.text, *label.alternatives)
    return replace(label, text=text, rect=label.rect.part(start, 1.0), alternatives=alternatives)


def _gap_end(crop: np.ndarray, expected: float, least: float) -> float:
    """Where the widest gap near a place ends, both as a part of the crop's width.

    It is 0 where no gap of at least `least` pixels is there: the label was cut off its sample before.
    """
    page = np.median(np.concatenate((crop[0], crop[-1])), axis=0)
    inked = (np.abs(crop.astype(np.int16) - page.astype(np.int16)).max(axis=2) > INK_LEVELS).any(axis=0)
    edges = np.flatnonzero(np.diff(np.concatenate(([0], (~inked).astype(np.int8), [0]))))
    width = crop.shape[1]
    gaps = [
        (stop - start, stop)
        for start, stop in zip(edges[::2].tolist(), edges[1::2].tolist(), strict=True)
        if start > 0 and stop < width and abs((start + stop) / 2 / width - expected) <= NEAR
    ]
    return max(gaps)[1] / width if gaps and max(gaps)[0] >= least else 0.0
