"""Labels without the tick mark beside them that was read as a dash: `Paper -` is `Paper`."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from sie.text.ink import MIN_CONTRAST, Run, background_of, contrast_of, find_runs, line_height_of
from sie.text.label import Label
from sie.text.quads import TextRect, crop_rect
from sie.text.refine import crop_scale, inner_rect

_BEHIND = re.compile(r"(?P<label>.*[^\W\d_].*?)(?P<mark>\s+[-–—_]+)")
_DOUBLED = re.compile(r"(?P<label>.*\w)(?P<mark>\s+=)")
"""A tick mark of two rows is read as an equals sign, behind which no label ends."""
_BEFORE = re.compile(r"(?P<mark>[-–—_]+\s+)(?P<label>.*[^\W\d_].*)")
"""A dash parted from a word by a blank; before a number it may be a minus sign and stays."""
_NUMBER = re.compile(r"(?P<mark>[-–—−]\s*)(?P<label>[\d.,]*\d[\d.,]*\s?[%kKMGB]?)")
_UNSIGNED = re.compile(r"[\d.,]*\d[\d.,]*\s?[%kKMGB]?")
_GLUED = re.compile(r"(?P<label>.*[^\W\d_]{2})(?P<mark>[-–—_]+)")
"""A dash right behind a word: a tick mark only where the axis line stands behind it."""
_QUOTE = re.compile(r"(?P<label>[^\"“”]*[^\W\d_])\s*[\"”]")
"""A closing quote that nothing opened is the tick mark and the plot's edge behind a word."""

LINE_REACH = 1.0
"""In heights: how far behind a label's dash the axis line is looked for."""
LINE_FILL = 0.9
"""Part of the label's height that the axis line covers there."""
LEVEL = 5.0
"""In degrees: the turn up to which text is level."""
DASH_PART = 0.2
"""In heights: the label's end that shows the dash."""
SIGN_GAP = 0.32
"""In heights of the digits: a minus sign stands nearer to them than this, a tick mark farther."""
COLUMN = 0.25
"""In heights of the digits: labels of a column begin, or end, this exactly above each other."""
MIN_COLUMN = 3
FLAT = 0.4
"""In heights of the line: a run of ink lower than this is a dash."""


def without_tick_marks(rgb: np.ndarray, labels: list[Label]) -> list[Label]:
    """The labels, each word with a lone dash at its end cut to the word, its rectangle to the word's ink.

    So are numbers with a dash before them where the column that they stand in shows that it is no minus sign.
    """
    labels = [_cut(rgb, label) for label in labels]
    signed = {label: found for label in labels if (found := _signed(rgb, label)) is not None}
    marked = {label for label in signed if _is_marked(label, signed, labels)}
    return [
        replace(label, text=signed[label].text, rect=signed[label].rect) if label in marked else label
        for label in labels
    ]


@dataclass(frozen=True)
class _Signed:
    """A number behind a dash: its text and rectangle without the dash, and the gap between, in heights of digits."""

    text: str
    rect: TextRect
    gap: float


def _signed(rgb: np.ndarray, label: Label) -> _Signed | None:
    """The parts of a level number that a dash stands before; None for other labels."""
    match = _NUMBER.fullmatch(label.text)
    if match is None or abs(label.rect.angle) > LEVEL:
        return None
    scale = crop_scale(label.rect)
    runs = find_runs(crop_rect(rgb, label.rect, scale=scale))
    height = line_height_of(runs)
    if len(runs) < 2 or runs[0].height >= FLAT * height or any(run.height < FLAT * height for run in runs[1:2]):
        return None
    box = (runs[1].start, min(r.top for r in runs[1:]), runs[-1].stop, max(r.bottom for r in runs[1:]))
    return _Signed(match["label"], inner_rect(label.rect, box, scale), (runs[1].start - runs[0].stop) / height)


def _is_marked(label: Label, signed: Mapping[Label, _Signed], labels: Sequence[Label]) -> bool:
    """Whether the dash before a number is a tick mark: by the numbers above and below it.

    Dashes of a column stand far off the digits, or a shorter number without one begins where the others' digits do.
    """
    own = signed[label]
    near = COLUMN * own.rect.height
    left, _, right, _ = own.rect.box()
    column = [
        other
        for other in signed
        if abs(other.rect.box()[0] - label.rect.box()[0]) <= near and abs(signed[other].rect.box()[0] - left) <= near
    ]
    if len(column) < MIN_COLUMN:
        return False
    if float(np.median([signed[other].gap for other in column])) >= SIGN_GAP:
        return True
    plain = [other.rect.box() for other in labels if other not in signed and _UNSIGNED.fullmatch(other.text)]
    return any(abs(box[0] - left) <= near and box[2] < right - near for box in plain)


def _cut(rgb: np.ndarray, label: Label) -> Label:
    behind, before = _BEHIND.fullmatch(label.text) or _DOUBLED.fullmatch(label.text), _BEFORE.fullmatch(label.text)
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
    """The bounds of the word's ink: runs that are no dash, within a part of the width or with no dash on the way to it.

    The part is told from the count of characters, which differ in width.
    """
    scale = crop_scale(rect)
    runs = find_runs(crop_rect(rgb, rect, scale=scale))
    height = line_height_of(runs)
    low, high = (fraction * rect.width * scale for fraction in reach)
    words = [run for run in runs if run.height >= FLAT * height]
    dashes = [_middle(run) for run in runs if run.height < FLAT * height]
    if dashes:
        inside = [run for run in words if low <= _middle(run) <= high]
        first, last = (_middle(inside[0]), _middle(inside[-1])) if inside else (low, high)
        words = [
            run
            for run in words
            if not any(_middle(run) < dash < first or last < dash < _middle(run) for dash in dashes)
        ]
    if not words or height <= 0:
        return rect.part(*reach)
    box = (
        min(run.start for run in words),
        min(run.top for run in words),
        max(run.stop for run in words),
        max(run.bottom for run in words),
    )
    return inner_rect(rect, box, scale)


def _middle(run: Run) -> float:
    return (run.start + run.stop) / 2
