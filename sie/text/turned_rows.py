"""Vertical labels that were read from the wrong side, told by the rest of their row."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from sie.text.engine import TextEngine
from sie.text.label import Label
from sie.text.refine import label_crop

LEVEL = 0.4
"""In heights: how far the ends of the vertical labels of a row are apart."""
MIN_ROW = 3
MIN_CONFIDENCE = 0.5


def turn_with_rows(rgb: np.ndarray, labels: list[Label], engine: TextEngine) -> list[Label]:
    """The labels with vertical ones that read against the rest of their row read again in its direction.

    `Nov` from below is `NON` from above, and as well read.
    """
    places = [index for index, label in enumerate(labels) if _is_against_row(label, labels)]
    turns = [replace(labels[index], rect=labels[index].rect.turned(-labels[index].rect.angle)) for index in places]
    readings = engine.recognize([label_crop(rgb, turn.rect) for turn in turns]) if turns else []
    result = list(labels)
    for index, turn, reading in zip(places, turns, readings, strict=True):
        text = reading.text.strip()
        if text and reading.confidence >= MIN_CONFIDENCE:
            result[index] = replace(turn, text=text, confidence=reading.confidence, alternatives=(turn.text,))
    return result


def _is_against_row(label: Label, labels: list[Label]) -> bool:
    """Whether a vertical label stands level with several that all read in the other direction."""
    if abs(label.rect.angle) != 90.0:
        return False
    _, top, _, foot = label.rect.box()
    near = LEVEL * label.rect.height
    row = [
        other.rect.angle
        for other in labels
        if other is not label
        and abs(other.rect.angle) == 90.0
        and min(abs(other.rect.box()[1] - top), abs(other.rect.box()[3] - foot)) <= near
    ]
    return len(row) >= MIN_ROW and all(angle != label.rect.angle for angle in row)
