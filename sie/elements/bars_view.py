"""One upright view for both orientations: bars stand along the rows, so horizontal bars are looked at transposed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from sie.artifacts import XY, XYXY, ChartStructure
from sie.elements.ink import Canvas
from sie.elements.ink_grid import RuleKind
from sie.vocab import Direction, ScaleType

T = TypeVar("T", bound=np.generic)


@dataclass(frozen=True)
class View:
    """A canvas with its value direction along the rows.

    Attributes:
        rgb: uint8 (h, w, 3), grid lines painted with what lies behind them.
        raw: uint8 (h, w, 3), as in the picture.
        ink: bool (h, w), data ink.
        text: bool (h, w), pixels of labels and legend.
        background: float32 (h, w, 3).
        plot: the plot area in view coordinates.
        turned: True for horizontal bars: rows are the picture's x.
        base_hints: rows where the value axis reads zero or the category axis has its line.
        rule_rows: rows of grid lines that run across the bars.
        tick_columns: columns of the ticks of the independent axis.
        categorical: whether that axis has names rather than numbers; None where it is unknown.
    """

    rgb: NDArray[np.uint8]
    raw: NDArray[np.uint8]
    ink: NDArray[np.bool_]
    text: NDArray[np.bool_]
    background: NDArray[np.float32]
    plot: XYXY
    origin: tuple[int, int]
    turned: bool
    base_hints: tuple[float, ...]
    rule_rows: tuple[int, ...]
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


def make_view(canvas: Canvas, chart: ChartStructure, *, turned: bool) -> View:
    """The upright view of a canvas for vertical bars, or the transposed one for horizontal bars."""
    cleaned = canvas.rgb.copy()
    painted = canvas.grid & ~canvas.ink
    cleaned[painted] = np.clip(canvas.background[painted], 0, 255).astype(np.uint8)
    across = Direction.HORIZONTAL if turned else Direction.VERTICAL
    along = Direction.VERTICAL if turned else Direction.HORIZONTAL
    row_start = canvas.origin[0] if turned else canvas.origin[1]
    column_start = canvas.origin[1] if turned else canvas.origin[0]
    independent = chart.axis(along)
    ticks = tuple(sorted(tick.px - column_start for tick in independent.ticks)) if independent else ()
    rule_rows = tuple(
        row
        for rule in canvas.rules
        if rule.direction is along and rule.kind is not RuleKind.FRAME
        for row in range(rule.start, rule.stop)
    )
    return View(
        rgb=_turn(cleaned, turned),
        raw=_turn(canvas.rgb, turned),
        ink=_turn(canvas.ink, turned),
        text=_turn(canvas.text, turned),
        background=_turn(canvas.background, turned),
        plot=_turn_box(canvas.plot, turned),
        origin=canvas.origin,
        turned=turned,
        base_hints=_base_hints(chart, across, along, row_start),
        rule_rows=rule_rows,
        tick_columns=ticks,
        categorical=None if independent is None else independent.scale is ScaleType.CATEGORICAL,
    )


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
