"""Rules of a plot area: grid lines, frame and axis lines, and straight reference lines across the plot.

A rule is a thin straight line, solid or dashed, from one side of the plot area to the other. It is found where thin ink
fills a row (or column) evenly; thick marks in front of it are left out of the count.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

import cv2
import numpy as np

from sie.elements.ink_background import lab_of
from sie.medians import median_of
from sie.pixels import dot_of, largest_channel
from sie.vocab import Direction

SEGMENTS = 16
"""A row is cut into this many pieces to see that ink is spread over all of it."""

MIN_GAP = 0.04
"""Part of the plot that a line is missing from, more than a dash's gap."""
MIN_CORNER_PX = 6
SPANNING = 0.9
"""A stroke across of more than this part of the plot is another rule, not the side of something."""


class RuleKind(StrEnum):
    """GRID and FRAME are not data; REFERENCE may be (a lone strong line across the plot)."""

    GRID = "grid"
    FRAME = "frame"
    REFERENCE = "reference"


@dataclass(frozen=True)
class Rule:
    """A thin straight line across the plot area.

    Attributes:
        direction: the way it runs.
        start, stop: its rows (or columns), half-open, in crop pixels.
        color: rgb of its core.
        coverage: part of its free length that is inked; below 0.8 it is dashed.
    """

    kind: RuleKind
    direction: Direction
    start: int
    stop: int
    color: tuple[int, int, int]
    coverage: float


@dataclass(frozen=True)
class _Candidate:
    start: int
    stop: int
    color: tuple[int, int, int]
    coverage: float


def find_rules(
    rgb: np.ndarray,
    distance: np.ndarray,
    threshold: float,
    direction: Direction,
    *,
    hidden: np.ndarray,
    background: tuple[int, int, int],
    borders: tuple[float, ...],
    ticks: tuple[float, ...],
    protected: tuple[np.ndarray, ...] = (),
) -> tuple[Rule, ...]:
    """The rules of a crop that run in one direction.

    Args:
        rgb: uint8 (h, w, 3) crop, as long along the direction as the plot area.
        distance: Lab distance of each pixel from its background.
        threshold: distance from which a pixel may be part of a rule.
        hidden: mask of texts and legends, which tell nothing of what runs behind them.
        background: rgb of the plain background.
        borders: the rows (columns) where the frame and axis lines lie, crop pixels.
        ticks: likewise, where ticks of the other axis lie.
        protected: Lab colours of series: coloured lines of these colours are no grid.
    """
    inked = (distance > threshold) & ~hidden
    turn = direction is Direction.VERTICAL
    if turn:
        inked, hidden, rgb = np.ascontiguousarray(inked.T), hidden.T, rgb.transpose(1, 0, 2)
    found = _candidates(inked, hidden, rgb, background)
    rules = []
    for item in found:
        kind = _kind_of(item, found, background, borders, ticks, protected)
        rules.append(Rule(kind, direction, item.start, item.stop, item.color, item.coverage))
    return tuple(rules)


def _candidates(
    inked: np.ndarray, hidden: np.ndarray, rgb: np.ndarray, background: tuple[int, int, int]
) -> list[_Candidate]:
    height, width = inked.shape
    limit = max(5, round(0.012 * height) + 1)
    mask = inked.astype(np.uint8)
    thick = cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((limit, 1), np.uint8)) > 0
    thin = inked & ~thick
    thick |= hidden
    free = width - thick.sum(axis=1)
    coverage = np.where(free > 0.2 * width, thin.sum(axis=1) / np.maximum(free, 1), 0.0)
    is_rule = (coverage > 0.18) & (_spread(thin, thick) > 0.8)
    found: list[_Candidate] = []
    for start, stop in _runs(is_rule):
        if stop - start >= limit:
            continue
        row, pixels = _core_row(rgb, thin, coverage, start, stop, background)
        color = _core_color(pixels, background)
        behind = np.array(background, np.float32)
        if _on_segment(pixels.astype(np.float32), behind[None], color, 30.0).mean() < 0.6:
            continue
        if _is_side(inked, hidden, row):
            continue
        rgb_color = (int(color[0]), int(color[1]), int(color[2]))
        found.append(_Candidate(start, stop, rgb_color, float(coverage[row])))
    return found


def _is_side(inked: np.ndarray, hidden: np.ndarray, row: int) -> bool:
    """Whether a line has a gap where a stroke across it ends as well: the side of an outline, on a tick's place."""
    width = inked.shape[1]
    gaps = _runs(~(inked[row] | hidden[row]))
    low, high = max(gaps, key=lambda gap: gap[1] - gap[0], default=(0, 0))
    corners = [column for column in (low - 1, high) if 0 <= column < width]
    return high - low >= MIN_GAP * width and any(_has_corner(inked[:, column], row) for column in corners)


def _has_corner(across: np.ndarray, row: int) -> bool:
    """Whether the stroke across a line at its end is longer than a line's width and shorter than the plot."""
    empty = np.flatnonzero(~across)
    before, after = empty[empty < row], empty[empty > row]
    length = (after[0] if len(after) else len(across)) - (before[-1] if len(before) else -1) - 1
    return bool(MIN_CORNER_PX <= length < SPANNING * len(across))


def _core_color(pixels: np.ndarray, background: tuple[int, int, int]) -> np.ndarray:
    """The colour of a rule: that of its fuller pixels (dots blur), but not of the few that marks cross."""
    away = np.abs(pixels.astype(np.float32) - np.array(background, np.float32)).max(axis=1)
    low, high = np.percentile(away, (50, 80))
    return np.asarray(median_of(pixels[(away >= low) & (away <= high)], axis=0), np.float32)


def _core_row(
    rgb: np.ndarray,
    thin: np.ndarray,
    coverage: np.ndarray,
    start: int,
    stop: int,
    background: tuple[int, int, int],
) -> tuple[int, np.ndarray]:
    """Of the well filled rows the one farthest from the background in colour, with its thin pixels."""
    best, best_row = -1.0, start
    for row in range(start, stop):
        if coverage[row] < 0.8 * coverage[start:stop].max():
            continue
        color = median_of(rgb[row][thin[row]], axis=0)
        contrast = float(np.abs(color - np.array(background)).max())
        if contrast > best:
            best, best_row = contrast, row
    return best_row, rgb[best_row][thin[best_row]]


def _spread(thin: np.ndarray, thick: np.ndarray) -> np.ndarray:
    """For each row, in which part of its pieces (those not hidden by thick marks) thin ink is found."""
    width = thin.shape[1]
    cuts = np.linspace(0, width, SEGMENTS + 1).astype(int)[:-1]
    lengths = np.diff(np.append(cuts, width))
    thin_parts = np.add.reduceat(thin.astype(np.int32), cuts, axis=1)
    free_parts = lengths - np.add.reduceat(thick.astype(np.int32), cuts, axis=1)
    seen = free_parts > 0.3 * lengths
    filled = seen & (thin_parts > 0.15 * np.maximum(free_parts, 1))
    n_seen = seen.sum(axis=1)
    return np.where(n_seen >= 4, filled.sum(axis=1) / np.maximum(n_seen, 1), 0.0)


def _runs(flags: np.ndarray) -> list[tuple[int, int]]:
    edges = np.flatnonzero(np.diff(np.concatenate(([0], flags.astype(np.int8), [0]))))
    return [(int(a), int(b)) for a, b in zip(edges[::2], edges[1::2], strict=True)]


def _kind_of(
    item: _Candidate,
    all_items: list[_Candidate],
    background: tuple[int, int, int],
    borders: tuple[float, ...],
    ticks: tuple[float, ...],
    protected: tuple[np.ndarray, ...],
) -> RuleKind:
    lab = lab_of(item.color)
    neutral = float(np.hypot(lab[1], lab[2])) < 12
    contrast = float(np.linalg.norm(lab - lab_of(background)))
    colored_series = not neutral and any(float(np.linalg.norm(lab - other)) < 14 for other in protected)
    at_border = any(item.start - 2.5 <= place <= item.stop + 2.5 for place in borders)
    if at_border and not colored_series:
        return RuleKind.FRAME
    if colored_series:
        return RuleKind.REFERENCE
    twins = sum(1 for other in all_items if float(np.linalg.norm(lab_of(other.color) - lab)) < 14)
    at_tick = any(item.start - 1.5 <= place <= item.stop + 1.5 for place in ticks)
    faint = contrast < (45 if neutral else 25)
    if (faint and (neutral or twins >= 2)) or twins >= 3 or (twins >= 2 and at_tick):
        return RuleKind.GRID
    return RuleKind.REFERENCE


def rule_mask(
    rules: tuple[Rule, ...], rgb: np.ndarray, background: np.ndarray, inked: np.ndarray, tolerance: float
) -> np.ndarray:
    """Pixels that show nothing but a grid or frame line: on the way from the background to the rule's colour.

    A pixel between ink on both sides of its rule is not part of it: a mark passes there, under or over the rule.
    """
    mask = np.zeros(inked.shape, bool)
    for rule in rules:
        if rule.kind is RuleKind.REFERENCE:
            continue
        turn = rule.direction is Direction.VERTICAL
        target = mask.T if turn else mask
        colors = (rgb.transpose(1, 0, 2) if turn else rgb).astype(np.float32)
        behind = background.transpose(1, 0, 2) if turn else background
        view = inked.T if turn else inked
        low, high = max(0, rule.start - 1), min(view.shape[0], rule.stop + 1)
        strip = _on_segment(colors[low:high], behind[low:high], np.array(rule.color, np.float32), tolerance)
        above = view[max(0, low - 1)] if low > 0 else np.zeros(view.shape[1], bool)
        below = view[min(view.shape[0] - 1, high)] if high < view.shape[0] else np.zeros(view.shape[1], bool)
        crossed = above & below
        target[low:high] |= strip & ~crossed
    return mask


def _on_segment(rgb: np.ndarray, background: np.ndarray, color: np.ndarray, tolerance: float) -> np.ndarray:
    way = color - background
    length = np.maximum(dot_of(way, way), 1.0)
    offset = rgb - background
    alpha = np.clip(dot_of(offset, way) / length, 0.0, 1.15)
    residual = offset - alpha[..., None] * way
    return np.asarray(largest_channel(np.abs(residual)) <= tolerance)
