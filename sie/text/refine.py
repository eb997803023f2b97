"""An engine's texts to single labels with tight boxes: split at gaps, stacked digits taken apart, exponents marked."""

from __future__ import annotations

import itertools
import re
from dataclasses import replace

import cv2
import numpy as np

from sie.artifacts import XYXY
from sie.text.cut import read_cut
from sie.text.engine import RawText, Reading, TextEngine
from sie.text.ink import ink_mask
from sie.text.label import Label
from sie.text.quads import TextRect, crop_rect
from sie.text.split import Piece, split_line
from sie.text.turned import turn_vertical

CROP_HEIGHT = 48
"""Crops are looked at this many pixels high, so that gaps are told to a fraction of a pixel of the picture."""
MAX_CROP_SCALE = 6.0
MARGIN = 0.25
"""In heights of the line, around a tight rectangle."""
REREAD_CONFIDENCE = 0.6
"""A piece's own reading replaces its part of the line's reading from this confidence on."""
STACK_GAP = 0.45
"""In widths of the column: stacked digits are farther apart than the letters of a vertical line."""
DOUBTFUL = 0.75
"""Below this confidence a text yields to a shorter double."""
DOUBLE_COVER = 0.6
"""A label is a double of another that covers this part of it."""
THOUSANDS = re.compile(r"\d{1,3}(?: \d{3})+")
STEP_TOLERANCE = 0.15
"""How much two numbers' difference may differ from the step of the values in their row, relatively."""
RAISED = 0.15
"""In heights of the base: how much higher than its base's foot an exponent ends, at least."""
SMALL_TAIL = 0.75
"""Exponents of 2 and e, which may be mere digits, are lower than their base by this factor."""
SMALL = 0.88
"""An exponent is lower than its base by this factor."""


def refine_texts(rgb: np.ndarray, raws: list[RawText], engine: TextEngine) -> list[Label]:
    """The labels in an engine's texts, in the order of the texts."""
    labels: list[Label] = []
    texts = [(TextRect.from_corners(raw.polygon), raw.reading) for raw in raws]
    for rect, reading in read_cut(rgb, turn_vertical(rgb, texts, engine), engine):
        stack = _stacked(rgb, rect)
        if stack:
            labels.extend(Label(part, "", 0.0, split=True) for part in stack)
        else:
            labels.extend(split_label(rgb, rect, reading))
    printed = [label for label in _reread(rgb, labels, engine) if re.search(r"\w|[%+‰°∞]|^[-−–]$", label.text)]
    return without_doubles(_with_parts_chosen(printed))


def _with_parts_chosen(labels: list[Label]) -> list[Label]:
    """The labels with numbers side by side taken apart where their difference is the step of their row."""
    chosen: list[Label] = []
    for label in labels:
        if len(label.parts) > 1 and _is_step_of_row(label, labels):
            chosen.extend(label.parts)
        else:
            chosen.append(label)
    return chosen


def _is_step_of_row(label: Label, labels: list[Label]) -> bool:
    near = 0.3 * label.rect.height
    row = [
        other
        for other in labels
        if other is not label
        and abs(other.rect.center[1] - label.rect.center[1]) < near
        and re.search(r"\d", other.text)
    ]
    values = [_value(other.text) for other in sorted(row, key=lambda other: other.rect.center[0])]
    steps = [right - left for left, right in itertools.pairwise(values) if left is not None and right is not None]
    first, second = _value(label.parts[0].text), _value(label.parts[1].text)
    if len(steps) < 2 or first is None or second is None:
        return False
    step = float(np.median(steps))
    return abs(second - first - step) <= STEP_TOLERANCE * abs(step)


def _value(text: str) -> float | None:
    """What a plain number says; None when the text is none."""
    plain = text.replace("−", "-").replace(",", "")
    return float(plain) if re.fullmatch(r"-?\d+(?:\.\d+)?", plain) else None


def without_doubles(labels: list[Label]) -> list[Label]:
    """The labels less those that lie inside another one: the longer of the well-read texts stays."""
    kept: list[Label] = []
    for label in sorted(labels, key=_double_rank):
        near = (other for other in kept if _meet(label.rect.box(), other.rect.box()))
        if not any(_covered(label.rect, other.rect) > DOUBLE_COVER for other in near):
            kept.append(label)
    return kept


def _meet(box: XYXY, other: XYXY) -> bool:
    return box[0] < other[2] and other[0] < box[2] and box[1] < other[3] and other[1] < box[3]


def _double_rank(label: Label) -> tuple[bool, int, float]:
    return label.confidence < DOUBTFUL, -len(label.text), -label.confidence


def _covered(rect: TextRect, other: TextRect) -> float:
    """The part of a rectangle that another one covers."""
    if rect.angle % 90 or other.angle % 90:
        _, corners = cv2.rotatedRectangleIntersection(_as_cv(rect), _as_cv(other))
        shared = 0.0 if corners is None or len(corners) < 3 else cv2.contourArea(cv2.convexHull(corners))
        return shared / max(1e-6, rect.width * rect.height)
    x0, y0, x1, y1 = rect.box()
    a0, b0, a1, b1 = other.box()
    shared = max(0.0, min(x1, a1) - max(x0, a0)) * max(0.0, min(y1, b1) - max(y0, b0))
    return shared / max(1e-6, (x1 - x0) * (y1 - y0))


def _as_cv(rect: TextRect) -> tuple[tuple[float, float], tuple[float, float], float]:
    return rect.center, (rect.width, rect.height), -rect.angle


def split_label(rgb: np.ndarray, rect: TextRect, reading: Reading) -> list[Label]:
    """The labels that a reading of a rectangle is made of, tight around their ink."""
    scale = crop_scale(rect)
    crop = crop_rect(rgb, rect, scale=scale)
    pieces = split_line(crop, reading)
    if not pieces:
        return [Label(rect, reading.text.strip(), reading.confidence)]
    if len(pieces) > 1 and abs(rect.angle) == 90.0 and sum(len(piece.text) for piece in pieces) < 1.5 * len(pieces):
        # far apart and about one character each: a column of upright labels, not a vertical word
        return [Label(inner_rect(rect, piece.box, scale).turned(0.0), "", 0.0, split=True) for piece in pieces]
    if len(pieces) == 1 and THOUSANDS.fullmatch(pieces[0].text):
        parts = split_line(crop, reading, thousands=False)
        whole = Label(inner_rect(rect, pieces[0].box, scale), pieces[0].text, reading.confidence)
        numbers = [Label(inner_rect(rect, part.box, scale), part.text, reading.confidence) for part in parts]
        return [replace(whole, parts=tuple(numbers) if len(numbers) > 1 else ())]
    return [
        Label(inner_rect(rect, piece.box, scale), mark_exponent(piece), reading.confidence, split=len(pieces) > 1)
        for piece in pieces
        if piece.text
    ]


def crop_scale(rect: TextRect) -> float:
    """How much a text rectangle is enlarged to be looked at closely."""
    return min(MAX_CROP_SCALE, max(1.0, CROP_HEIGHT / max(rect.height, 1.0)))


def inner_rect(rect: TextRect, box: tuple[int, int, int, int], scale: float) -> TextRect:
    """The part of a rectangle that a box of its crop covers."""
    left, top, right, bottom = (side / scale for side in box)
    along, across = rect.axes()
    shift_x, shift_y = (left + right - rect.width) / 2, (top + bottom - rect.height) / 2
    center = (
        rect.center[0] + shift_x * along[0] + shift_y * across[0],
        rect.center[1] + shift_x * along[1] + shift_y * across[1],
    )
    return TextRect(center, right - left, bottom - top, rect.angle)


def _reread(rgb: np.ndarray, labels: list[Label], engine: TextEngine) -> list[Label]:
    """The labels with the split ones recognized again, each on its own."""
    places = [index for index, label in enumerate(labels) if label.split]
    crops = [label_crop(rgb, labels[index].rect) for index in places]
    result = list(labels)
    for index, reading in zip(places, engine.recognize(crops) if crops else [], strict=True):
        old = labels[index]
        text = reading.text.strip()
        if not text or (old.text and reading.confidence < REREAD_CONFIDENCE) or "^" in old.text:
            continue
        others = (old.text,) if old.text and old.text != text else ()
        result[index] = replace(old, text=text, confidence=reading.confidence, alternatives=others)
    return result


def label_crop(rgb: np.ndarray, rect: TextRect) -> np.ndarray:
    """The crop of a tight rectangle with the margin that recognizers expect around a line."""
    grown = with_margin(rect)
    return crop_rect(rgb, grown, scale=crop_scale(grown))


def with_margin(rect: TextRect) -> TextRect:
    """A tight rectangle grown by the margin that recognizers expect."""
    return rect.grown(MARGIN * rect.height, MARGIN * rect.height)


def mark_exponent(piece: Piece) -> str:
    """A piece's text, with a raised small number behind 10, 2 or e written as 10^3."""
    match = re.fullmatch(r"(.*?(?:10|2|e))([-+−–]?\d{1,2})", piece.text)
    characters = [character for character, _ in piece.characters]
    if match is None or "".join(characters) != piece.text.replace(" ", ""):
        return piece.text
    tail_length = len(match.group(2))
    base_runs = [piece.runs[owner] for _, owner in piece.characters[:-tail_length]]
    tail_runs = [piece.runs[owner] for character, owner in piece.characters[-tail_length:] if character.isdigit()]
    if not base_runs or not tail_runs or {id(run) for run in base_runs} & {id(run) for run in tail_runs}:
        return piece.text
    top, bottom = min(run.top for run in base_runs), max(run.bottom for run in base_runs)
    height = bottom - top
    if match.group(1)[-1] in "2e" and min(run.height for run in tail_runs) > SMALL_TAIL * height:
        return piece.text
    raised = all(bottom - run.bottom > RAISED * height and run.height < SMALL * height for run in tail_runs)
    exponent = re.sub("[−–]", "-", match.group(2)).lstrip("+")
    return f"{match.group(1)}^{exponent}" if raised else piece.text


def _stacked(rgb: np.ndarray, rect: TextRect) -> list[TextRect]:
    """The upright parts of a tall rectangle whose ink is a column of equally high pieces with gaps; else none."""
    upright = rect.turned(0.0) if abs(rect.angle) == 90.0 else rect
    if abs(upright.angle) > 1.0 or upright.height < 1.6 * upright.width:
        return []
    scale = min(MAX_CROP_SCALE, max(1.0, CROP_HEIGHT / max(upright.width, 1.0)))
    mask = ink_mask(crop_rect(rgb, upright, scale=scale)).astype(np.uint8)
    boxes = _stack_boxes(mask) or _stack_boxes(_without_sides(mask))
    return [inner_rect(upright, box, scale) for box in boxes]


def _without_sides(mask: np.ndarray) -> np.ndarray:
    """The ink without what touches the left or right edge: a swatch or frame beside the column."""
    _, components = cv2.connectedComponents(mask, connectivity=8)
    return np.where(np.isin(components, components[:, [0, -1]]), 0, mask).astype(np.uint8)


def _stack_boxes(mask: np.ndarray) -> list[tuple[int, int, int, int]]:
    """Bounds of the equally high pieces with gaps that all ink of a mask is, one above another; empty if it is not."""
    rows = np.flatnonzero(np.diff(np.concatenate(([0], mask.max(axis=1), [0]))))
    spans = [(int(top), int(bottom)) for top, bottom in zip(rows[::2], rows[1::2], strict=True)]
    if len(spans) < 2:
        return []
    columns = np.flatnonzero(mask.max(axis=0))
    width = int(columns[-1] - columns[0] + 1)
    gaps = [lower[0] - upper[1] for upper, lower in itertools.pairwise(spans)]
    heights = [bottom - top for top, bottom in spans]
    if min(gaps) < STACK_GAP * width or max(heights) > 1.25 * min(heights) or max(heights) > 2.2 * width:
        return []
    boxes = []
    for top, bottom in spans:
        x, _, w, _ = cv2.boundingRect(mask[top:bottom])
        boxes.append((x, top, x + w, bottom))
    return boxes
