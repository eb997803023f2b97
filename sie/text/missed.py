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
from sie.text.ink import COLOR_STEP
from sie.text.label import Label
from sie.text.noise import MIN_LINE, are_aligned, even_lines, is_trusted, lettered_rows
from sie.text.quads import TextRect, crop_rect
from sie.text.refine import crop_scale, split_label, with_margin

MIN_CONTRAST = 60
"""Ink differs from every background by this much, in levels of its most different channel."""
BACKGROUND_PART = 0.08
"""A colour that covers this part of the picture is a background: the page, a plot's panel."""
GLYPH_HEIGHT = (0.6, 1.5)
"""In heights of the chart's labels: the glyphs looked for."""
GLYPH_WIDTH = 4.0
GLYPH_GAP = 0.45
"""Glyphs closer than this, in heights, are one label."""
LABEL_WIDTH = 8.0
MIN_HEIGHT = 3.0
"""In pixels: smaller print is not legible."""
MAX_PROPOSALS = 64
ACCEPT = 0.5
ACCEPT_IN_LINE = 0.3
"""Confidence needed by itself, and on a line of evenly spaced numbers."""
SURE_DIGIT = 0.95
"""A lone digit anchors others from this confidence on; 0, 1 and 8 may be markers and tick marks."""


def find_missed(rgb: np.ndarray, labels: list[Label], engine: TextEngine) -> list[Label]:
    """Further labels of a picture, recognized; `labels` are those already found."""
    anchors = _anchors(labels)
    height = statistics.median(label.rect.height for label in anchors) if anchors else 0.0
    if height < MIN_HEIGHT:
        return []
    proposals = [Label(TextRect.from_box(*box), "", 0.0) for box in _ink_groups(rgb, labels, height)]
    in_line = {id(label) for line in even_lines(proposals, at_least=MIN_LINE) for label in line}
    ranked = [(sum(are_aligned(proposal, anchor) for anchor in anchors), proposal) for proposal in proposals]
    likely = [pair for pair in ranked if pair[0] > 0 or id(pair[1]) in in_line]
    likely = sorted(likely, key=lambda pair: -pair[0])[:MAX_PROPOSALS]
    read = _read(rgb, likely, engine)
    sure = [label for _, label in read if label.confidence >= ACCEPT]
    rows = lettered_rows([*labels, *sure]) | _numbered_lines([label for _, label in read])
    return [
        replace(label, placed=True)
        for company, label in read
        if id(label) in rows or (label.confidence >= ACCEPT and company >= _needed_company(label))
    ]


def _anchors(labels: list[Label]) -> list[Label]:
    """The upright labels that are text for sure."""
    rows = lettered_rows(labels)
    return [
        label
        for label in labels
        if label.rect.angle == 0.0 and (is_trusted(label) or id(label) in rows or _is_sure_digit(label))
    ]


def _read(rgb: np.ndarray, proposals: list[tuple[int, Label]], engine: TextEngine) -> list[tuple[int, Label]]:
    """The labels that are recognized in proposals, tight, each with the company of its proposal."""
    rects = [with_margin(proposal.rect) for _, proposal in proposals]
    readings = engine.recognize([crop_rect(rgb, rect, scale=crop_scale(rect)) for rect in rects]) if rects else []
    found = []
    for (company, _), rect, reading in zip(proposals, rects, readings, strict=True):
        if reading.confidence >= ACCEPT_IN_LINE and re.search(r"\w", reading.text):
            found += [(company, label) for label in split_label(rgb, rect, reading) if label.text]
    return found


def _numbered_lines(labels: list[Label]) -> set[int]:
    """The ids (of the objects) of labels on evenly spaced lines of different numbers."""
    numbers = [label for label in labels if re.fullmatch(r"[-−]?[\d.,]+%?", label.text)]
    lines = even_lines(numbers, at_least=MIN_LINE)
    return {
        id(label)
        for line in lines
        if len({other.text for other in line}) == len(line) and max(other.confidence for other in line) >= SURE_DIGIT
        for label in line
    }


def _needed_company(label: Label) -> int:
    """How many known labels one must line up with: a lone letter by chance does so with one."""
    if len(label.text) > 1 or label.text.isdigit():
        return 1
    return 2


def _is_sure_digit(label: Label) -> bool:
    return label.confidence >= SURE_DIGIT and len(label.text) == 1 and label.text in "2345679"


def _ink_groups(rgb: np.ndarray, labels: list[Label], height: float) -> list[tuple[float, float, float, float]]:
    """Boxes of isolated groups of glyph-sized components, outside the labels already found."""
    mask = _page_ink(rgb)
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
    reach = max(1, round(GLYPH_GAP * height))
    joined = cv2.morphologyEx(kept, cv2.MORPH_CLOSE, np.ones((1, reach + 1), dtype=np.uint8))
    group_count, groups, group_stats, _ = cv2.connectedComponentsWithStats(joined, connectivity=8)
    with_glyph = set(np.unique(groups[glyphs[components]]).tolist())
    found = []
    for index in range(1, group_count):
        x, y, w, h, _ = (int(v) for v in group_stats[index])
        if index in with_glyph and w <= LABEL_WIDTH * height and h <= GLYPH_HEIGHT[1] * height:
            found.append((float(x), float(y), float(x + w), float(y + h)))
    return found


def _page_ink(rgb: np.ndarray) -> np.ndarray:
    """Pixels that are far from every background colour, as uint8 0 or 1."""
    rounded = (rgb // COLOR_STEP).astype(np.int32)
    codes = (rounded[..., 0] * 64 + rounded[..., 1]) * 64 + rounded[..., 2]
    values, counts = np.unique(codes, return_counts=True)
    common = values[counts >= BACKGROUND_PART * codes.size]
    if len(common) == 0:
        common = values[[counts.argmax()]]
    ink = np.ones(codes.shape, dtype=bool)
    signed = rgb.astype(np.int16)
    for code in common:
        background = np.median(rgb[codes == code], axis=0).astype(np.int16)
        ink &= np.abs(signed - background).max(axis=-1) > MIN_CONTRAST
    return ink.astype(np.uint8)
