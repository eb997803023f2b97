"""Labels where the trained detector saw text and the text engine found none, or found one text for several labels.

The detector was trained on whole charts: it knows where tick and legend labels are even where their print is too small,
too pale or too crowded for a text detector. What it says is only a place to look at; the recognizer decides.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from rapidfuzz import fuzz

from models.classes import DetectionClass
from sie.artifacts import XYXY
from sie.structure.detection import Detection
from sie.text.engine import TextEngine
from sie.text.label import Label
from sie.text.noise import NUMBER, even_lines
from sie.text.quads import TextRect, crop_rect
from sie.text.refine import crop_scale, split_label, with_margin

TICKS = frozenset({DetectionClass.X_TICK_LABEL, DetectionClass.Y_TICK_LABEL})
TEXTS = TICKS | {
    DetectionClass.LEGEND_LABEL,
    DetectionClass.LEGEND_TITLE,
    DetectionClass.X_TITLE,
    DetectionClass.Y_TITLE,
    DetectionClass.CHART_TITLE,
}
FREE = 0.25
"""A detected text is new where labels cover no more than this part of it, and no more of any label lies in it."""
INSIDE = 0.7
"""A label is made of detected ones that lie inside it by this part."""
SQUARE = 1.3
"""Boxes narrower than this ratio of sides are read both upright and turned."""
TALL_LETTER = 2.2
"""A letter that stands upright is no higher than this, in widths of its box."""
ACCEPT_WORD = 0.8
ACCEPT_NUMBER = 0.6
SAME_TEXT = 95.0
"""Per cent of likeness between a merged text and its parts put together."""
EVEN_ROW = 3
STEP_TOLERANCE = 0.15
"""Part of a row's usual distance between labels by which a distance may differ: no label is missing between."""


def find_detected(
    rgb: np.ndarray, labels: list[Label], engine: TextEngine, detections: Sequence[Detection]
) -> list[Label]:
    """The labels with detected ones that were missed added, and merged ones taken apart.

    Args:
        rgb: the picture, shape (height, width, 3), uint8.
        labels: what the engine found.
        engine: reads the crops.
        detections: of the same picture, in its pixels.
    """
    texts = [one for one in detections if one.cls in TEXTS]
    apart = _taken_apart(rgb, labels, engine, [one for one in texts if one.cls in TICKS])
    taken = [label.rect.box() for label in apart]
    missed = [one for one in texts if _is_free(one.box, taken)]
    lone = [one.cls is DetectionClass.Y_TITLE for one in missed]
    read = _read(rgb, [one.box for one in missed], engine, may_lie=lone)
    return [*apart, *(label for label in read if label is not None)]


def _is_free(box: XYXY, taken: Sequence[XYXY]) -> bool:
    """Whether hardly any of a box is covered by labels, and none of these stands in it."""
    covered = sum(_cover(box, other) for other in taken)
    return covered <= FREE and all(_cover(other, box) <= FREE for other in taken)


def _cover(box: XYXY, other: XYXY) -> float:
    """The part of a box that another one covers."""
    shared = max(0.0, min(box[2], other[2]) - max(box[0], other[0])) * max(
        0.0, min(box[3], other[3]) - max(box[1], other[1])
    )
    return shared / max(1e-6, (box[2] - box[0]) * (box[3] - box[1]))


def _read(
    rgb: np.ndarray, boxes: Sequence[XYXY], engine: TextEngine, *, may_lie: Sequence[bool] = ()
) -> list[Label | None]:
    """What is printed in each box, the surest of its directions; None where nothing is read surely.

    Args:
        may_lie: for each box whether a lone character in it may lie on its side, as that of a vertical axis' title.
    """
    rects = [(index, rect) for index, box in enumerate(boxes) for rect in _directions(box)]
    crops = [crop_rect(rgb, rect, scale=crop_scale(rect)) for _, rect in rects]
    best: list[Label | None] = [None] * len(boxes)
    for (index, rect), reading in zip(rects, engine.recognize(crops) if crops else [], strict=True):
        text = reading.text.strip()
        needed = ACCEPT_NUMBER if NUMBER.fullmatch(text) else ACCEPT_WORD
        before = best[index]
        fallen = rect.angle != 0.0 and len(text) == 1 and not (may_lie and may_lie[index])
        if reading.confidence < needed or not re.search(r"\w", text) or fallen:
            continue
        if before is None or (len(text) > 1, reading.confidence) > (len(before.text) > 1, before.confidence):
            parts = split_label(rgb, rect, reading)
            tight = parts[0].rect if len(parts) == 1 else rect
            best[index] = Label(tight, parts[0].text if len(parts) == 1 else text, reading.confidence, placed=True)
    return best


def _directions(box: XYXY) -> list[TextRect]:
    """The rectangles that a box's text may be read along, with a recognizer's margin."""
    width, height = box[2] - box[0], box[3] - box[1]
    angles = ([0.0] if height < TALL_LETTER * width else []) + ([90.0, -90.0] if height > width / SQUARE else [])
    return [with_margin(TextRect.from_box(*box, angle=angle)) for angle in angles]


def _taken_apart(rgb: np.ndarray, labels: list[Label], engine: TextEngine, ticks: Sequence[Detection]) -> list[Label]:
    """The labels with each one that covers several tick labels of an even row or column given by these."""
    result: list[Label] = []
    for label in labels:
        boxes = _inside(label, ticks)
        parts = [part for part in _read(rgb, boxes, engine) if part is not None] if len(boxes) > 1 else []
        if len(parts) == len(boxes) > 1 and _spells(label, parts) and _are_in_line(parts, label, labels):
            result.extend(replace(part, split=True) for part in parts)
        else:
            result.append(label)
    return result


def _inside(label: Label, ticks: Sequence[Detection]) -> list[XYXY]:
    """The boxes of one class inside a label, side by side, in reading order."""
    outer = label.rect.box()
    found = [one for one in ticks if _cover(one.box, outer) >= INSIDE]
    if len(found) < 2 or len({one.cls for one in found}) > 1:
        return []
    along = 0 if outer[2] - outer[0] >= outer[3] - outer[1] else 1
    boxes = sorted((one.box for one in found), key=lambda box: box[along])
    apart = all(second[along] >= first[along + 2] for first, second in itertools.pairwise(boxes))
    return boxes if apart else []


def _spells(label: Label, parts: Sequence[Label]) -> bool:
    """Whether the parts together say what the label says."""
    return fuzz.ratio("".join(label.text.split()), "".join("".join(part.text for part in parts).split())) >= SAME_TEXT


def _are_in_line(parts: Sequence[Label], whole: Label, labels: Sequence[Label]) -> bool:
    """Whether the parts stand in one row or column at one distance, with labels beside the merged one or alone."""
    others = [label for label in labels if label is not whole]
    wanted = {id(part) for part in parts}
    lines = even_lines([*parts, *others], at_least=EVEN_ROW)
    return any(wanted <= {id(one) for one in line} and _at_one_distance(line) for line in lines)


def _at_one_distance(line: Sequence[Label]) -> bool:
    centers = np.array([label.rect.center for label in line])
    along = int(np.ptp(centers[:, 1]) > np.ptp(centers[:, 0]))
    steps = np.diff(np.sort(centers[:, along]))
    return bool(np.abs(steps - np.median(steps)).max() <= STEP_TOLERANCE * np.median(steps))
