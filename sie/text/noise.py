"""Which labels are text and which are markers, tick marks or line ends that a recognizer put a letter to.

A detector tuned to find lone digits finds lone circles too. One character by itself proves little, so it needs company:
a row or column of labels that it lines up with, or a shape that the chart does not repeat.
"""

from __future__ import annotations

import re
import statistics
from collections import Counter
from dataclasses import replace

import numpy as np

from sie.text.label import Label
from sie.text.quads import TextRect

MIN_CONFIDENCE = 0.35
SURE = 0.9
WORD_CONFIDENCE = 0.6
SHORT_CONFIDENCE = 0.75
"""Of words of two or three characters."""
SLANTED_CONFIDENCE = 0.8
CROWD = 12
"""With more doubtful short texts than this the chart has markers, and a doubtful letter must be read well."""
ISOLATED = 3.0
"""In heights: no other text this near."""
REPEATED = 3
"""A doubtful shape that occurs this often is a marker."""
SMALL = 0.55
"""In typical heights of a chart's text: a lone character lower than this is a tick mark or a speck."""
LARGE = 2.5
"""In typical heights: a lone character higher than this is a frame or a bar."""
ALIGNED = 0.22
"""In heights: how far edges or middles of aligned labels may be apart."""
SAME_HEIGHT = 0.25
ROW_COMPANY = 3
"""So many sure labels of its height on its base line make two glyphs text: a `I1` among `OI2, VO1` is no error bar."""
PAIR_CONFIDENCE, COLUMN_COMPANY = 0.5, 2
"""A short word read so well, in a line with so many sure words, is one of them: `US` below `EMEA` and `APAC`."""
MIN_LINE = 3
"""Lone characters that make a row."""
MEAN_CONFIDENCE = 0.7
UNEVEN = 0.2
"""In steps: how far a label of an even line may be off."""
TAKEN = 0.5
"""Part of an even line's places that have a label."""
VARIED = 0.7
"""Part of the characters of a row of lone characters that are different; markers are all alike."""
LOW = "acemnorsuvwxz"
HANGING = "gpqy"
ASCENDER = 0.35
DESCENDER = 0.27
"""In heights of a small letter: what a capital has above it, and what hangs below the base line."""
LOOKALIKES = {
    "o": "oO0QDCGcaeèéêëóòôöõøéσθΘ°○●◯•Οο☉⊙⊗⊕8B@",
    "a": "AaΔΛ∆▲△∇▼▽Vv^YyΛ",
    "b": "□■▪▫DBUun◇◆◊♦",
    "x": "xX×+*✕χΧ✱★☆",
    "h": "HKk",
    "i": "lI1|/\\!iíìjJTLtrf-–—_~=.,·:;'\"`<>()[]{}",
}
_PLAUSIBLE = re.compile(r"[-−]?(?:1[01.,]*|80*|0[.,][01 8]+|8[.,]8*)%?|[A-Za-z]{2,}")
"""What a number of only the digits 0, 1 and 8 looks like; overlapping circles read 08 or 88."""
LOOKALIKE_CONFIDENCE = 0.97
NUMBER = re.compile(r"[-−]?[\d.,]+%?")
_MARKER_CLASS = {character: name for name, characters in reversed(LOOKALIKES.items()) for character in characters}


def drop_noise(labels: list[Label]) -> list[Label]:
    """The labels that are text, in their order."""
    trusted = [label for label in labels if is_trusted(label)]
    typical = statistics.median(label.rect.height for label in trusted) if trusted else 0.0
    rows = lettered_rows(labels)
    letters = [label for label in labels if not is_trusted(label) and NUMBER.fullmatch(label.text) is None]
    doubtful = [label for label in labels if not (is_trusted(label) or label.placed)]
    shapes = Counter(_shape(label.text) for label in doubtful)
    return [
        label
        for label in labels
        if is_trusted(label)
        or label.placed
        or id(label) in rows
        or _is_text(label, trusted, typical, shapes, isolated=_is_isolated(label, letters))
    ]


def is_trusted(label: Label) -> bool:
    """Whether a label is surely text by itself: a word or a number read with confidence, upright or vertical."""
    letters = re.sub(r"[\W_]", "", label.text)
    if len(letters) < 2 or label.confidence < (WORD_CONFIDENCE if len(letters) > 3 else SHORT_CONFIDENCE):
        return False
    straight = abs(label.rect.angle) in (0.0, 90.0)
    if not straight and label.confidence < SLANTED_CONFIDENCE:
        return False
    if _shape(label.text) != "":
        return label.confidence > LOOKALIKE_CONFIDENCE and straight and _PLAUSIBLE.fullmatch(label.text) is not None
    return True


def _is_text(label: Label, trusted: list[Label], typical: float, shapes: Counter[str], *, isolated: bool) -> bool:
    """Whether a doubtful label is text after all, judged by its company."""
    if not re.search(r"\w", label.text) or abs(label.rect.angle) not in (0.0, 90.0):
        return False
    company = sum(are_aligned(label, other) for other in trusted)
    number = NUMBER.fullmatch(label.text) is not None
    if number and company >= 2 and label.confidence >= MIN_CONFIDENCE:
        return True
    pair = len(re.sub(r"[\W_]", "", label.text)) >= 2
    if pair and label.confidence >= WORD_CONFIDENCE and sum(_on_row(label, one) for one in trusted) >= ROW_COMPANY:
        return True
    beside = sum(are_aligned(label, other) for other in trusted if NUMBER.fullmatch(other.text) is None)
    if pair and beside >= COLUMN_COMPANY and label.confidence >= PAIR_CONFIDENCE and _shape(label.text) == "":
        return True
    if typical and not SMALL * typical < label.rect.height < LARGE * typical:
        return False
    shape = _shape(label.text)
    crowded = shapes.total() > CROWD
    lone = isolated and shapes[shape] <= 1
    if label.confidence < (SURE if crowded and not number and not lone else WORD_CONFIDENCE):
        return False
    if shape == "":
        return label.confidence >= SURE or company >= 1
    fits = typical == 0.0 or abs(label.rect.height / typical - 1) < SAME_HEIGHT
    if crowded and company == 0 and not isolated:
        return False
    return (number and fits and label.confidence >= SURE) or shapes[shape] < REPEATED


def _on_row(label: Label, other: Label) -> bool:
    """Whether two level labels stand on one base line and are equally high."""
    _, y0, _, y1 = label.rect.box()
    _, b0, _, b1 = other.rect.box()
    near = ALIGNED * max(label.rect.height, other.rect.height)
    return label is not other and other.rect.angle == 0.0 and abs(y1 - b1) < near and abs(y0 - b0) < near


def _is_isolated(label: Label, letters: list[Label]) -> bool:
    """Whether no other doubtful letter is near: titles of one letter are alone, markers come in swarms."""
    reach = ISOLATED * label.rect.height
    x, y = label.rect.center
    return not any(
        other is not label and abs(other.rect.center[0] - x) < reach and abs(other.rect.center[1] - y) < reach
        for other in letters
    )


def is_marker_like(text: str) -> bool:
    """Whether a short text may be a misread marker."""
    return _shape(text) != ""


def _shape(text: str) -> str:
    """The marker that a short text may be a misreading of, or "" when it looks like none."""
    characters = text.replace(" ", "")
    classes = {_MARKER_CLASS.get(character, "") for character in characters}
    return next(iter(classes)) if len(classes) == 1 and len(characters) <= 3 else ""


def is_speck(rect: TextRect, height: float) -> bool:
    """Whether a rectangle is too small in both directions for a glyph of print so high: a part of one, or a dot."""
    return max(rect.width, rect.height) < SMALL * height


def are_aligned(label: Label, other: Label) -> bool:
    """Whether two labels of about the same height share a base line, or an edge or middle of a column."""
    height = max(label.rect.height, other.rect.height)
    if label is other or label.rect.angle != other.rect.angle:
        return False
    if abs(label.rect.height - other.rect.height) > SAME_HEIGHT * height:
        return False
    x0, y0, x1, y1 = label.rect.box()
    a0, b0, a1, b1 = other.rect.box()
    near = ALIGNED * height
    row = abs(y1 - b1) < near and abs(y0 - b0) < 2 * near
    column = min(abs(x0 - a0), abs(x1 - a1), abs(x0 + x1 - a0 - a1) / 2) < near
    return row or column


def even_lines(labels: list[Label], *, at_least: int) -> list[list[Label]]:
    """Groups of labels of one height on a row or column whose middles lie on multiples of one step."""
    if len(labels) < at_least:
        return []
    boxes = np.array([label.rect.box() for label in labels])
    heights = np.array([label.rect.height for label in labels])
    tallest = np.maximum.outer(heights, heights)
    alike = np.abs(np.subtract.outer(heights, heights)) <= SAME_HEIGHT * tallest
    found: dict[tuple[int, ...], list[Label]] = {}
    for axis in (0, 1):
        low, high = boxes[:, 1 - axis], boxes[:, 3 - axis]
        places = (boxes[:, axis] + boxes[:, axis + 2]) / 2
        edges = (low, high, (low + high) / 2)
        apart = np.min([np.abs(np.subtract.outer(edge, edge)) for edge in edges], axis=0)
        same = alike & (apart < ALIGNED * tallest)
        for row in same:
            members = tuple(int(index) for index in np.flatnonzero(row))
            if len(members) >= at_least and members not in found and _are_even(np.sort(places[row])):
                found[members] = [labels[index] for index in members]
    return list(found.values())


def _are_even(places: np.ndarray) -> bool:
    """Whether sorted places lie on multiples of one step, with most multiples taken."""
    steps = np.diff(places)
    if steps.min() <= 0:
        return False
    # counted from label to label: counting from the first one adds up the error of the step
    counts = np.concatenate(([0.0], np.cumsum(np.round(steps / np.median(steps[steps < 1.5 * steps.min()])))))
    step, start = np.polyfit(counts, places, 1)
    residual = np.abs(places - start - counts * step).max()
    return bool(residual < UNEVEN * step and len(places) >= TAKEN * (counts[-1] + 1))


def lettered_rows(labels: list[Label]) -> set[int]:
    """The ids (of the objects) of lone characters that stand in a row or column of different, evenly spaced ones."""
    singles = [label for label in labels if len(label.text) == 1 and label.rect.angle == 0.0]
    capitals = [as_capital(label) for label in singles]
    originals = {id(capital): id(label) for capital, label in zip(capitals, singles, strict=True)}
    lines = even_lines(capitals, at_least=MIN_LINE)
    return {originals[id(label)] for line in lines if _are_sequence(line) for label in line}


def as_capital(label: Label) -> Label:
    """A lone small letter with the rectangle that a capital would have in its place."""
    x0, y0, x1, y1 = label.rect.box()
    height = y1 - y0
    if label.text in LOW:
        return replace(label, rect=TextRect.from_box(x0, y0 - ASCENDER * height, x1, y1))
    if label.text in HANGING:
        return replace(label, rect=TextRect.from_box(x0, y0 - DESCENDER * height, x1, y1 - DESCENDER * height))
    return label


def _are_sequence(line: list[Label]) -> bool:
    """Whether lone characters are well read, different and of one kind, as the letters or digits of an axis are."""
    texts = [label.text for label in line]
    few_letters = len(texts) == MIN_LINE and not "".join(texts).isdigit()
    if statistics.mean(label.confidence for label in line) < (SURE if few_letters else MEAN_CONFIDENCE):
        return False
    kinds = [[text for text in texts if of_kind(text)] for of_kind in (str.isdigit, str.isalpha)]
    largest = max(kinds, key=len)
    return len(largest) >= VARIED * len(texts) and len(set(texts)) >= VARIED * len(texts)
