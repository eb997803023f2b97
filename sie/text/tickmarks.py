"""Labels without the tick mark beside them that was read as a dash: `Paper -` is `Paper`."""

from __future__ import annotations

import re
from dataclasses import replace

import numpy as np

from sie.text.ink import MIN_CONTRAST, background_of, contrast_of, find_runs, line_height_of
from sie.text.label import Label
from sie.text.quads import TextRect, crop_rect
from sie.text.refine import crop_scale, inner_rect

_BEHIND = re.compile(r"(?P<label>.*[^\W\d_].*?)(?P<mark>\s+[-–—_]+)")
_BEFORE = re.compile(r"(?P<mark>[-–—_]+\s+)(?P<label>.*[^\W\d_].*)")
"""A dash parted from a word by a blank; before a number it may be a minus sign and stays."""
_GLUED = re.compile(r"(?P<label>.*[^\W\d_]{2})(?P<mark>[-–—_]+)")
"""A dash right behind a word: a tick mark only where the axis line stands behind it."""
_QUOTE = re.compile(r"(?P<label>[^\"“”]*[^\W\d_])\s*[\"”]")
"""A closing quote that nothing opened is the tick mark and the plot's edge behind a word."""

LINE_REACH = 1.0
"""In heights: how far behind a label's dash the axis line is looked for."""
LINE_FILL = 0.9
"""Part of the label's height that the axis line covers there."""
DASH_PART = 0.2
"""In heights: the label's end that shows the dash."""
FLAT = 0.4
"""In heights of the line: a run of ink lower than this is a dash."""


def without_tick_marks(rgb: np.ndarray, labels: list[Label]) -> list[Label]:
    """The labels, each word with a lone dash at its end cut to the word, its rectangle to the word's ink."""
    return [_cut(rgb, label) for label in labels]


def _cut(rgb: np.ndarray, label: Label) -> Label:
    behind, before = _BEHIND.fullmatch(label.text), _BEFORE.fullmatch(label.text)
    glued = _GLUED.fullmatch(label.text)
    if behind is None and glued is not None and _meets_line(rgb, label.rect):
        behind = glued
    quote = _QUOTE.fullmatch(label.text)
    if quote is not None:
        reach = (0.0, len(quote["label"]) / len(label.text))
        return replace(label, text=quote["label"], rect=_word_ink(rgb, label.rect, reach))
    if behind is not None:
        reach = (0.0, 1 - len(behind["mark"]) / len(label.text))
        return replace(label, text=behind["label"], rect=_word_ink(rgb, label.rect, reach))
    if before is not None:
        reach = (len(before["mark"]) / len(label.text), 1.0)
        return replace(label, text=before["label"], rect=_word_ink(rgb, label.rect, reach))
    return label


def _meets_line(rgb: np.ndarray, rect: TextRect) -> bool:
    """Whether a line across the text stands right behind its end, with ink from the text's end up to it."""
    width = rect.width + LINE_REACH * rect.height
    along, _ = rect.axes()
    shift = LINE_REACH * rect.height / 2
    center = (rect.center[0] + shift * along[0], rect.center[1] + shift * along[1])
    scale = crop_scale(rect)
    crop = crop_rect(rgb, TextRect(center, width, rect.height, rect.angle), scale=scale)
    tail = round((rect.width - DASH_PART * rect.height) * scale)
    ink = contrast_of(crop, background_of(crop[:, :tail] if tail > 0 else crop)) > MIN_CONTRAST
    lines = np.flatnonzero(ink[:, max(tail, 0) :].mean(axis=0) >= LINE_FILL)
    if len(lines) == 0:
        return False
    return bool(ink[:, max(tail, 0) : tail + int(lines[0])].any(axis=0).all())


def _word_ink(rgb: np.ndarray, rect: TextRect, reach: tuple[float, float]) -> TextRect:
    """The bounds of the word's ink: runs that are no dash, and have their middle within a part of the width."""
    scale = crop_scale(rect)
    runs = find_runs(crop_rect(rgb, rect, scale=scale))
    height = line_height_of(runs)
    low, high = (fraction * rect.width * scale for fraction in reach)
    words = [run for run in runs if run.height >= FLAT * height]
    if len(words) < len(runs):
        words = [run for run in words if low <= (run.start + run.stop) / 2 <= high]
    if not words or height <= 0:
        return rect.part(*reach)
    box = (
        min(run.start for run in words),
        min(run.top for run in words),
        max(run.stop for run in words),
        max(run.bottom for run in words),
    )
    return inner_rect(rect, box, scale)
