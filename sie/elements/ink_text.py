"""Texts and legends in a plot area: which pixels they take, and the ink without them.

Only what is surely text is taken out: recognisers read markers, dashes and whiskers as letters, and ink that is removed
by mistake is lost to every finder.
"""

from __future__ import annotations

import cv2
import numpy as np

from sie.artifacts import ChartStructure, TextBlock
from sie.vocab import TextRole

MAX_LETTER = 0.2
"""A text block whose letters are taller than this part of the plot area is a mark misread as letters."""
SURE = 0.8
"""Confidence from which a block within the plot area is taken for text."""


def text_masks(chart: ChartStructure, origin: tuple[int, int], shape: tuple[int, int]) -> tuple[np.ndarray, np.ndarray]:
    """Masks of text polygons and of the legend's parts, both slightly enlarged."""
    offset = np.array(origin, np.float64)
    text = np.zeros(shape, np.uint8)
    heights = [_height(block) for block in chart.text if len(block.text) > 1 and block.confidence >= SURE]
    usual = float(np.median(heights)) if heights else None
    for block in chart.text:
        if is_text(block, usual):
            _fill_block(text, block, offset)
    legend = np.zeros(shape, np.uint8)
    if chart.legend is not None and not chart.legend.direct:
        boxes = [e.swatch_box for e in chart.legend.entries] + [e.label_box for e in chart.legend.entries]
        for box in (b for b in (*boxes, chart.legend.box) if b is not None):
            grown = (box[0] - 2, box[1] - 2, box[2] + 2, box[3] + 2)
            x0, y0, x1, y1 = (round(v) for v in np.array(grown) - np.tile(offset, 2))
            legend[max(0, y0) : max(0, y1), max(0, x0) : max(0, x1)] = 1
    return text > 0, legend > 0


def is_text(block: TextBlock, usual_height: float | None) -> bool:
    """Whether a block is text rather than marks read as letters.

    Misread marks come out slanted, with low confidence, as single letters of odd size or as signs of other scripts.
    """
    if block.role in (TextRole.LEGEND_LABEL, TextRole.LEGEND_TITLE, TextRole.CHART_TITLE, TextRole.AXIS_TITLE):
        return True
    slant = abs((block.angle + 45.0) % 90.0 - 45.0)
    letters = sum(ch.isascii() and ch.isalnum() for ch in block.text)
    if slant > 4.0 or block.confidence < SURE or letters == 0:
        return False
    if letters > 1 or usual_height is None:
        return True
    return block.confidence >= 0.9 and 0.6 <= _height(block) / max(usual_height, 1.0) <= 1.5


def _height(block: TextBlock) -> float:
    """Height of a block's letters in pixels: the length of its first polygon's side that goes down the text."""
    points = np.array(block.polygon, np.float64)
    return float(np.linalg.norm(points[-1] - points[0]))


def _fill_block(mask: np.ndarray, block: TextBlock, offset: np.ndarray) -> None:
    points = np.array(block.polygon, np.float64) - offset
    center = points.mean(axis=0)
    if not (-20 <= center[0] <= mask.shape[1] + 20 and -20 <= center[1] <= mask.shape[0] + 20):
        return
    edges = np.linalg.norm(np.roll(points, -1, axis=0) - points, axis=1)
    if edges.min() > MAX_LETTER * min(mask.shape) and edges.min() > 40:
        return
    reach = np.linalg.norm(points - center, axis=1, keepdims=True)
    grown = center + (points - center) * (1 + 1.5 / np.maximum(reach, 1.0))
    cv2.fillPoly(mask, [np.round(grown).astype(np.int32)], 1)


def without_text(ink: np.ndarray, text: np.ndarray, legend: np.ndarray) -> np.ndarray:
    """Ink without the connected pieces that lie (nearly) wholly in text or legend boxes."""
    hidden = text | legend
    if not hidden.any():
        return ink
    count, labels = cv2.connectedComponents(ink.astype(np.uint8), connectivity=8)
    sizes = np.bincount(labels.ravel(), minlength=count)
    covered = np.bincount(labels[hidden & ink], minlength=count)
    gone = covered >= 0.85 * np.maximum(sizes, 1)
    gone |= _frames_of(labels, count, legend)
    gone[0] = False
    return np.asarray(ink & ~gone[labels] & ~legend)


def _frames_of(labels: np.ndarray, count: int, legend: np.ndarray) -> np.ndarray:
    """Which connected pieces are a frame drawn around the legend: as wide and high as it, and hollow."""
    framed = np.zeros(count, bool)
    if not legend.any():
        return framed
    rows, cols = np.flatnonzero(legend.any(axis=1)), np.flatnonzero(legend.any(axis=0))
    y0, y1, x0, x1 = rows[0], rows[-1] + 1, cols[0], cols[-1] + 1
    margin = max(6, round(0.35 * min(y1 - y0, x1 - x0)))
    near = labels[max(0, y0 - margin) : y1 + margin, max(0, x0 - margin) : x1 + margin]
    for label in np.unique(near):
        if label == 0:
            continue
        ys, xs = np.nonzero(labels == label)
        inside = (
            xs.min() >= x0 - margin and xs.max() < x1 + margin and ys.min() >= y0 - margin and ys.max() < y1 + margin
        )
        wide = xs.max() - xs.min() > 0.8 * (x1 - x0) or ys.max() - ys.min() > 0.8 * (y1 - y0)
        hollow = len(ys) < 0.3 * (xs.max() - xs.min() + 1) * (ys.max() - ys.min() + 1)
        framed[label] = inside and wide and hollow
    return framed


def fill_labels(ink: np.ndarray, text: np.ndarray, rgb: np.ndarray) -> np.ndarray:
    """Ink with the letters filled in where a label stands on a filled mark: its surroundings have one colour."""
    count, labels, stats, _ = cv2.connectedComponentsWithStats(text.astype(np.uint8), connectivity=4)
    filled = ink.copy()
    for index in range(1, count):
        x, y, w, h = (int(v) for v in stats[index, :4])
        rows, cols = slice(max(0, y - 2), y + h + 2), slice(max(0, x - 2), x + w + 2)
        ring = (labels[rows, cols] != index) & ~text[rows, cols]
        if ring.sum() < 8:
            continue
        pixels = rgb[rows, cols][ring].astype(np.float32)
        same = np.abs(pixels - np.median(pixels, axis=0)).max(axis=1) < 24
        if ink[rows, cols][ring].mean() > 0.85 and same.mean() > 0.85:
            filled[labels == index] = True
    return filled
