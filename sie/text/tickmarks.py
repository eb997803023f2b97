"""Labels without the tick mark beside them that was read as a dash: `Paper -` is `Paper`."""

from __future__ import annotations

import re
from dataclasses import replace

from sie.text.label import Label

_BEHIND = re.compile(r"(?P<label>.*[^\W\d_].*?)(?P<mark>\s+[-–—_]+)")
_BEFORE = re.compile(r"(?P<mark>[-–—_]+\s+)(?P<label>.*[^\W\d_].*)")
"""A dash parted from a word by a blank; before a number it may be a minus sign and stays."""


def without_tick_marks(labels: list[Label]) -> list[Label]:
    """The labels, each word with a lone dash at its end cut to the word, its rectangle too."""
    return [_cut(label) for label in labels]


def _cut(label: Label) -> Label:
    behind = _BEHIND.fullmatch(label.text)
    if behind is not None:
        stop = 1 - len(behind["mark"]) / len(label.text)
        return replace(label, text=behind["label"], rect=label.rect.part(0.0, stop))
    before = _BEFORE.fullmatch(label.text)
    if before is not None:
        start = len(before["mark"]) / len(label.text)
        return replace(label, text=before["label"], rect=label.rect.part(start, 1.0))
    return label
