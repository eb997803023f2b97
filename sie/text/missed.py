"""Labels that the detector missed: small isolated ink that lines up with labels it found.

Lone digits are the hardest thing for a text detector and the commonest thing on an axis. Their ink is plain to see: a
few components of the height of the chart's text, with nothing around them, on the line of the other labels.
"""

from __future__ import annotations

import re
import statistics
from dataclasses import replace

import cv2
import numpy as np

from sie.text.engine import TextEngine
from sie.text.entries import entry_ids, swatch_beside
from sie.text.label import Label
from sie.text.noise import (
    ALIGNED,
    LARGE,
    MIN_LINE,
    NUMBER,
    WORD_CONFIDENCE,
    are_aligned,
    as_capital,
    even_lines,
    is_speck,
    is_trusted,
    lettered_rows,
)
from sie.text.page import PAGE_PART, page_ink
from sie.text.quads import TextRect, crop_rect
from sie.text.refine import crop_scale, split_label, with_margin
from sie.text.spelling import AS_DIGIT

FAINT_CONTRAST = 28
RIM_PX = 2
"""Pale text's rim: at each edge a glyph of a few pixels loses as much of its height to the contrast asked of ink."""
GLYPH_HEIGHT = (0.6, 1.5)
"""In heights of the chart's labels: the glyphs looked for."""
GLYPH_WIDTH = 4.0
GLYPH_GAP = 0.45
"""Glyphs closer than this, in heights, are one label."""
LABEL_WIDTH = 8.0
MIN_HEIGHT = 3.0
"""In pixels: smaller print is not legible."""
MAX_PROPOSALS = 64
MAX_ENTRIES = 16
"""So many lone glyphs beside what may be swatches are read."""
ACCEPT = 0.5
ACCEPT_IN_LINE = 0.3
"""Confidence needed by itself, and on a line of evenly spaced numbers."""
ACCEPT_WORD = 0.8
SURE_LETTER = 0.9
MOSTLY = 0.6
AT_LEVEL = 0.4
AT_VALUE = 0.04
"""A misread digit between two numbers: in heights, how far from their line, and in their difference, from its value."""
SURE_DIGIT = 0.95
"""A lone digit anchors others from this confidence on; 0, 1 and 8 may be markers and tick marks."""


def find_missed(rgb: np.ndarray, labels: list[Label], engine: TextEngine) -> list[Label]:
    """Further labels of a picture, recognized; `labels` are those already found."""
    anchors = _anchors(labels)
    height = statistics.median(label.rect.height for label in anchors) if anchors else 0.0
    if height < MIN_HEIGHT:
        return []
    faint, ink = page_ink(rgb, FAINT_CONTRAST), page_ink(rgb)
    solid = [label for label in labels if not _is_frame(label, height) and not is_speck(label.rect, height)]
    boxes = [_with_rim(box, faint) for box in _ink_groups(ink, solid, height)]
    proposals = [Label(TextRect.from_box(*box), "", 0.0) for box in boxes]
    in_line = {id(label) for line in even_lines(proposals, at_least=MIN_LINE) for label in line}
    ranked = [(sum(are_aligned(proposal, anchor) for anchor in anchors), proposal) for proposal in proposals]
    likely = [pair for pair in ranked if pair[0] > 0 or id(pair[1]) in in_line]
    likely = sorted(likely, key=lambda pair: -pair[0])[:MAX_PROPOSALS]
    others = [
        pair
        for pair in ranked
        if pair[0] == 0 and pair not in likely and swatch_beside(ink, pair[1].rect.box(), height)
    ]
    likely += others[:MAX_ENTRIES]
    letters = [label for label in labels if len(label.text) == 1 and label.confidence >= SURE_LETTER]
    beside = [pair for pair in ranked if pair not in likely and any(_on_base_line(pair[1], one) for one in letters)]
    likely += beside[:MAX_ENTRIES]
    read = _as_numbers(_read(rgb, likely, engine))
    read = [(company, _as_number_between(label, labels)) for company, label in read]
    sure = [label for _, label in read if label.confidence >= ACCEPT]
    rows = lettered_rows([*labels, *sure]) | _numbered_lines([label for _, label in read])
    rows |= entry_ids(page_ink(rgb, part=PAGE_PART), [*solid, *sure])
    return [
        replace(label, placed=True)
        for company, label in read
        if id(label) in rows or _is_supported(label, company, letters)
    ]


def _anchors(labels: list[Label]) -> list[Label]:
    """The upright labels that are text for sure."""
    rows = lettered_rows(labels)
    return [
        label
        for label in labels
        if label.rect.angle == 0.0 and (is_trusted(label) or id(label) in rows or _is_sure_digit(label))
    ]


def _is_frame(label: Label, height: float) -> bool:
    """Whether what was read badly and is far higher than text is a frame with all that it holds."""
    return label.confidence < WORD_CONFIDENCE and label.rect.height > LARGE * height


def _on_base_line(proposal: Label, letter: Label) -> bool:
    """Whether a glyph that may be a small letter stands on the base line of a letter that was read."""
    capital = as_capital(letter).rect.box()
    height = capital[3] - capital[1]
    near = abs(proposal.rect.box()[3] - capital[3]) <= max(ALIGNED * height, 1.0)
    return near and GLYPH_HEIGHT[0] * height <= proposal.rect.height <= max(1.1 * height, height + 2 * RIM_PX)


def _read(rgb: np.ndarray, proposals: list[tuple[int, Label]], engine: TextEngine) -> list[tuple[int, Label]]:
    """The labels that are recognized in proposals, tight, each with the company of its proposal."""
    rects = [with_margin(proposal.rect) for _, proposal in proposals]
    readings = engine.recognize([crop_rect(rgb, rect, scale=crop_scale(rect)) for rect in rects]) if rects else []
    found = []
    for (company, _), rect, reading in zip(proposals, rects, readings, strict=True):
        if reading.confidence >= ACCEPT_IN_LINE and re.search(r"\w", reading.text):
            found += [(company, label) for label in split_label(rgb, rect, reading) if label.text]
    return found


def _as_numbers(read: list[tuple[int, Label]]) -> list[tuple[int, Label]]:
    """The labels with what looks like a digit taken for one where most of an even line are numbers."""
    changed: dict[int, str] = {}
    for line in even_lines([label for _, label in read], at_least=MIN_LINE):
        if sum(NUMBER.fullmatch(label.text) is not None for label in line) >= MOSTLY * len(line):
            changed.update({id(label): AS_DIGIT[label.text] for label in line if label.text in AS_DIGIT})
    return [(company, replace(label, text=changed.get(id(label), label.text))) for company, label in read]


def _as_number_between(label: Label, labels: list[Label]) -> Label:
    """The label, as a digit where it looks like one and is what the numbers on its two sides make of its place."""
    digit = AS_DIGIT.get(label.text)
    if digit is None:
        return label
    for along in (0, 1):
        near = AT_LEVEL * label.rect.height
        peers = [
            (other.rect.center[along], float(other.text))
            for other in labels
            if other.text.isdecimal() and abs(other.rect.center[1 - along] - label.rect.center[1 - along]) <= near
        ]
        place = label.rect.center[along]
        before, after = (
            max((p for p in peers if p[0] < place), default=None),
            min((p for p in peers if p[0] > place), default=None),
        )
        if before is None or after is None or before[1] == after[1]:
            continue
        value = before[1] + (after[1] - before[1]) * (place - before[0]) / (after[0] - before[0])
        if abs(value - float(digit)) <= AT_VALUE * abs(after[1] - before[1]):
            return replace(label, text=digit)
    return label


def _numbered_lines(labels: list[Label]) -> set[int]:
    """The ids (of the objects) of labels on evenly spaced lines of different numbers."""
    numbers = [label for label in labels if NUMBER.fullmatch(label.text)]
    lines = even_lines(numbers, at_least=MIN_LINE)
    return {
        id(label)
        for line in lines
        if len({other.text for other in line}) == len(line) and max(other.confidence for other in line) >= SURE_DIGIT
        for label in line
    }


def _is_supported(label: Label, company: int, letters: list[Label]) -> bool:
    """Whether a label outside any row is text: a number beside labels, a well-read word, a letter beside letters."""
    if company == 0:
        return False
    if NUMBER.fullmatch(label.text):
        return label.confidence >= ACCEPT
    if len(label.text) > 1:
        return label.confidence >= ACCEPT_WORD
    return label.confidence >= SURE_LETTER and any(are_aligned(label, letter) for letter in letters)


def _is_sure_digit(label: Label) -> bool:
    return label.confidence >= SURE_DIGIT and len(label.text) == 1 and label.text in "2345679"


def _ink_groups(ink: np.ndarray, labels: list[Label], height: float) -> list[tuple[float, float, float, float]]:
    """Boxes of isolated groups of glyph-sized components, outside the labels already found."""
    mask = ink.copy()
    for label in labels:
        corners = np.array(label.rect.grown(1.0, 1.0).corners())
        cv2.fillConvexPoly(mask, np.round(corners - 0.5).astype(np.int32), 0)
    count, components, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=8)
    widths, heights = stats[:, cv2.CC_STAT_WIDTH], stats[:, cv2.CC_STAT_HEIGHT]
    small = (heights <= GLYPH_HEIGHT[1] * height) & (widths <= GLYPH_WIDTH * height)
    glyphs = small & (heights >= GLYPH_HEIGHT[0] * height)
    small[0] = glyphs[0] = False
    if count < 2 or not glyphs.any():
        return []
    kept = small[components].astype(np.uint8)
    reach = 2 * max(1, round(GLYPH_GAP * height / 2)) + 1
    joined = cv2.morphologyEx(kept, cv2.MORPH_CLOSE, np.ones((1, reach), dtype=np.uint8))
    group_count, groups, group_stats, _ = cv2.connectedComponentsWithStats(joined, connectivity=8)
    with_glyph = set(np.unique(groups[glyphs[components]]).tolist())
    found = []
    for index in range(1, group_count):
        x, y, w, h, _ = (int(v) for v in group_stats[index])
        if index in with_glyph and w <= LABEL_WIDTH * height and h <= GLYPH_HEIGHT[1] * height:
            found.append((float(x), float(y), float(x + w), float(y + h)))
    return found


def _with_rim(box: tuple[float, float, float, float], faint: np.ndarray) -> tuple[float, float, float, float]:
    """The box grown over the faint rim that the strokes of pale text have, a few pixels at most."""
    x0, y0, x1, y1 = (int(side) for side in box)
    height, width = faint.shape
    for _ in range(RIM_PX):
        x0 -= x0 > 0 and bool(faint[y0:y1, x0 - 1].any())
        x1 += x1 < width and bool(faint[y0:y1, x1].any())
        y0 -= y0 > 0 and bool(faint[y0 - 1, x0:x1].any())
        y1 += y1 < height and bool(faint[y1, x0:x1].any())
    return float(x0), float(y0), float(x1), float(y1)
