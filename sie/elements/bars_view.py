"""One upright view for both orientations: bars stand along the rows, so horizontal bars are looked at transposed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray

from sie.artifacts import XY, XYXY, ChartStructure
from sie.elements.ink import Canvas
from sie.elements.ink_grid import Rule, RuleKind
from sie.pixels import largest_channel
from sie.vocab import Direction, ScaleType

T = TypeVar("T", bound=np.generic)

LINE_DISTANCE = 30.0
"""Lab distance from the background from which a full row is an axis line."""
LINE_REACH = 4
"""Rows about its place that a thick axis line may cover."""
PLAIN_STEP = 6
"""Largest difference of a channel from the plain background of a pixel that shows only it."""
EVEN_STEP = 30.0
"""Largest difference of a channel between the two sides of a grid line that runs through one fill."""
MIN_HIDDEN = 20
"""So many pixels of a grid that marks hide tell that it lies behind them."""
MIN_RULE_CONTRAST = 10
"""A rule nearer to the background's colour is a gap between bars."""
END_SHARE = 0.04
"""Part of the plot area at its ends that a grid line must reach into: plots leave 5 % above their tallest bar."""
GRID_SHARE = 0.03
"""Part of a grid line's length that must pass over bare background: plots leave some above their tallest bar."""

STRONG_RULE = 150
"""Largest channel by which a line that is no grid line differs from the ground, at least."""
SAME_RULE = 40
"""Grid lines of one direction differ by less."""


@dataclass(frozen=True)
class View:
    """A canvas with its value direction along the rows.

    Attributes:
        rgb: uint8 (h, w, 3), grid lines painted with what lies behind them.
        raw: uint8 (h, w, 3), as in the picture.
        ink: bool (h, w), data ink.
        strokes: bool (h, w), data ink with the frame and axis lines, which may close an outline.
        text: bool (h, w), pixels of labels and legend.
        background: rgb of the plain background.
        plot: the plot area in view coordinates.
        turned: True for horizontal bars: rows are the picture's x.
        cuts: bool (h, w), frame and axis lines: fills of their colour are not joined through them.
        base_hints: rows where the value axis reads zero or the category axis has its line.
        tick_columns: columns of the ticks of the independent axis.
        categorical: whether that axis has names rather than numbers; None where it is unknown.
    """

    rgb: NDArray[np.uint8]
    raw: NDArray[np.uint8]
    ink: NDArray[np.bool_]
    strokes: NDArray[np.bool_]
    text: NDArray[np.bool_]
    background: tuple[int, int, int]
    plot: XYXY
    origin: tuple[int, int]
    turned: bool
    cuts: NDArray[np.bool_]
    base_hints: tuple[float, ...]
    tick_columns: tuple[float, ...]
    categorical: bool | None

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns."""
        return int(self.rgb.shape[0]), int(self.rgb.shape[1])

    def to_picture(self, column: float, row: float) -> XY:
        """View coordinates as picture coordinates (x, y)."""
        x, y = (row, column) if self.turned else (column, row)
        return x + self.origin[0], y + self.origin[1]

    def box_to_picture(self, box: XYXY) -> XYXY:
        """A view box as a picture box."""
        x0, y0 = self.to_picture(box[0], box[1])
        x1, y1 = self.to_picture(box[2], box[3])
        return min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1)


@dataclass(frozen=True)
class Cleaned:
    """A canvas' picture without grid lines, and the mask of its strokes; the same for both orientations."""

    rgb: NDArray[np.uint8]
    strokes: NDArray[np.bool_]


def clean_canvas(canvas: Canvas) -> Cleaned:
    """The picture with its grid lines replaced by what is beside them, over marks as well as behind them."""
    difference = cv2.absdiff(canvas.rgb, np.full_like(canvas.rgb, canvas.background_color))
    off_plain = largest_channel(difference) > PLAIN_STEP
    grid = [rule for rule in canvas.rules if rule.kind is RuleKind.GRID and _is_grid(canvas, rule, off_plain)]
    grid = [rule for rule in grid if not _is_lone(rule, grid, canvas.background_color)]
    ground = np.array(canvas.background_color, np.float32) if _lies_behind(canvas.rgb, grid, off_plain) else None
    rgb = canvas.rgb.copy()
    kept = np.zeros(canvas.shape, bool)
    for rule in canvas.rules:
        flat = rule.direction is Direction.HORIZONTAL
        if rule in grid:
            _erase(rgb if flat else rgb.transpose(1, 0, 2), rule, ground)
        else:
            # frame and axis lines stay, for they close empty bars at their base, and so do outlines of tall bars
            lanes = slice(max(0, rule.start - 1), rule.stop + 1)
            kept[(lanes, slice(None)) if flat else (slice(None), lanes)] = True
    return Cleaned(rgb, canvas.ink | (kept & (canvas.distance > canvas.threshold)))


def make_view(canvas: Canvas, chart: ChartStructure, cleaned: Cleaned, *, turned: bool) -> View:
    """The upright view of a canvas for vertical bars, or the transposed one for horizontal bars."""
    across = Direction.HORIZONTAL if turned else Direction.VERTICAL
    along = Direction.VERTICAL if turned else Direction.HORIZONTAL
    row_start = canvas.origin[0] if turned else canvas.origin[1]
    column_start = canvas.origin[1] if turned else canvas.origin[0]
    independent = chart.axis(along)
    ticks = tuple(sorted(tick.px - column_start for tick in independent.ticks)) if independent else ()
    hints = _base_hints(chart, across, along, row_start)
    return View(
        rgb=_turn(cleaned.rgb, turned),
        raw=_turn(canvas.rgb, turned),
        ink=_turn(canvas.ink, turned),
        strokes=_turn(cleaned.strokes, turned),
        text=_turn(canvas.text, turned),
        background=canvas.background_color,
        plot=_turn_box(canvas.plot, turned),
        origin=canvas.origin,
        turned=turned,
        cuts=_axis_lines(canvas, hints, turned),
        base_hints=hints,
        tick_columns=ticks,
        categorical=None if independent is None else independent.scale is ScaleType.CATEGORICAL,
    )


def _lies_behind(rgb: NDArray[np.uint8], grid: Sequence[Rule], off_plain: NDArray[np.bool_]) -> bool:
    """Whether marks hide the grid: along some rule, fills go on over it as if it were not there."""
    hidden = 0
    for rule in grid:
        flat = rule.direction is Direction.HORIZONTAL
        turned, inked = (rgb, off_plain) if flat else (rgb.transpose(1, 0, 2), off_plain.T)
        above, below = rule.start - 2, rule.stop + 1
        if above < 0 or below >= turned.shape[0]:
            continue
        middle = turned[(rule.start + rule.stop) // 2].astype(np.float32)
        sides = [turned[row].astype(np.float32) for row in (above, below)]
        goes_on = np.logical_and(*(np.abs(middle - side).max(axis=1) <= PLAIN_STEP for side in sides))
        unlike = np.abs(middle - np.array(rule.color, np.float32)).max(axis=1) > EVEN_STEP
        hidden += int((goes_on & unlike & inked[above] & inked[below]).sum())
    return hidden >= MIN_HIDDEN


def _erase(rgb: NDArray[np.uint8], rule: Rule, ground: NDArray[np.float32] | None) -> None:
    """Fill a rule's rows, where they show the rule's colour or a mixture with it, from the rows beside it.

    Where these differ a mark ends at the rule; its edge is left as it is. Of a grid behind the marks, which is told by
    the colour of the `ground`, only what is beside the ground is filled: between two marks it shows their gap.
    """
    above, below = rule.start - 2, rule.stop + 1
    if above < 0 or below >= rgb.shape[0]:
        return
    before, after = rgb[above].astype(np.float32), rgb[below].astype(np.float32)
    even = np.abs(before - after).max(axis=1) < EVEN_STEP
    if ground is not None:
        even &= np.abs(before - ground).max(axis=1) < EVEN_STEP
    middle = (rule.start + rule.stop - 1) / 2
    for row in range(rule.start - 1, rule.stop + 1):
        own = rgb[row].astype(np.float32)
        fill = before if row <= middle else after
        shown = even & (_on_way(own, before, rule) | _on_way(own, after, rule))
        rgb[row] = np.where(shown[:, None], fill, own).astype(np.uint8)


def _on_way(pixels: NDArray[np.float32], beside: NDArray[np.float32], rule: Rule) -> NDArray[np.bool_]:
    """Pixels on the way from the colour beside a rule to the rule's own."""
    way = np.array(rule.color, np.float32) - beside
    offset = pixels - beside
    length = np.maximum((way * way).sum(axis=1), 1.0)
    share = np.clip((offset * way).sum(axis=1) / length, 0, 1.1)
    return np.asarray(np.abs(offset - share[:, None] * way).max(axis=1) <= 14)


def _axis_lines(canvas: Canvas, hints: tuple[float, ...], turned: bool) -> NDArray[np.bool_]:
    """Pixels of frame lines, of the line at the bars' base, and of the crop's margin, in view coordinates."""
    mask = ~canvas.inside
    for rule in canvas.rules:
        if rule.kind is RuleKind.FRAME:
            lanes = slice(rule.start, rule.stop)
            mask[(lanes, slice(None)) if rule.direction is Direction.HORIZONTAL else (slice(None), lanes)] = True
    view_mask = _turn(mask, turned)
    x0, _, x1, _ = (round(v) for v in _turn_box(canvas.plot, turned))
    distance = _turn(canvas.distance, turned)[:, max(0, x0) : max(1, x1)]
    shares = [(distance > limit).mean(axis=1) for limit in (LINE_DISTANCE, canvas.threshold)]
    strong, faint = ([bool(value > 0.95) for value in share] for share in shares)
    for hint in hints:
        middle = int(hint)
        if not 0 <= middle < len(strong):
            continue
        view_mask[middle] = True
        for step in (-1, 1):
            row = middle + step
            while 0 <= row < len(strong) and abs(row - middle) <= LINE_REACH and strong[row]:
                view_mask[row] = True
                row += step
            # the line's anti-aliased edge
            if strong[middle] and 0 <= row < len(strong) and faint[row]:
                view_mask[row] = True
    return view_mask


def _is_lone(rule: Rule, grid: Sequence[Rule], ground: tuple[int, int, int]) -> bool:
    """Whether a strong line has no other of its colour beside it: a zero line, which closes empty bars."""
    contrast = max(abs(a - b) for a, b in zip(rule.color, ground, strict=True))
    twins = [
        other
        for other in grid
        if other.direction is rule.direction
        and max(abs(a - b) for a, b in zip(other.color, rule.color, strict=True)) <= SAME_RULE
    ]
    return contrast >= STRONG_RULE and len(twins) == 1


def _is_grid(canvas: Canvas, rule: Rule, off_plain: NDArray[np.bool_]) -> bool:
    """Whether a rule, unlike a bar's outline or a gap, goes on to both ends where only background is beside it."""
    if max(abs(a - b) for a, b in zip(rule.color, canvas.background_color, strict=True)) < MIN_RULE_CONTRAST:
        return False
    flat = rule.direction is Direction.HORIZONTAL
    inked_map = off_plain if flat else off_plain.T
    x0, y0, x1, y1 = (round(v) for v in canvas.plot)
    low, high = (max(0, x0), x1) if flat else (max(0, y0), y1)
    above, below = inked_map[max(0, rule.start - 7) : rule.start - 1], inked_map[rule.stop + 1 : rule.stop + 7]
    if len(above) < 2 or len(below) < 2 or high - low < 8:
        return False
    near = np.logical_or(np.any(above, axis=0), np.any(below, axis=0)).reshape(-1)[low:high]
    # a hatch has bare pixels too, but none without ink a few pixels along
    empty = cv2.dilate(near.astype(np.uint8)[None], np.ones((1, 11), np.uint8))[0] == 0
    inked = np.max(inked_map[rule.start : rule.stop, low:high], axis=0).reshape(-1)
    part = max(4, round(END_SHARE * (high - low)))
    ends = inked[2:part], inked[-part:-2]
    reaches = all(end.mean() > 0.15 for end in ends if end.size)
    return bool(reaches and empty.sum() > GRID_SHARE * (high - low) and inked[empty].mean() > 0.25)


def _turn(array: NDArray[T], turned: bool) -> NDArray[T]:
    if not turned:
        return array
    axes = (1, 0, 2) if array.ndim == 3 else (1, 0)
    return np.ascontiguousarray(array.transpose(axes))


def _turn_box(box: XYXY, turned: bool) -> XYXY:
    return (box[1], box[0], box[3], box[2]) if turned else box


def _base_hints(chart: ChartStructure, across: Direction, along: Direction, row_start: float) -> tuple[float, ...]:
    hints: list[float] = []
    dependent = chart.axis(across)
    if dependent is not None and dependent.fit is not None and dependent.scale is ScaleType.LINEAR:
        hints.append(dependent.fit.offset_px - row_start)
    independent = chart.axis(along)
    if independent is not None and independent.line_px is not None:
        hints.append(independent.line_px - row_start)
    return tuple(hints)
