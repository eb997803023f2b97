"""Tick labels before they have a tick: text blocks with their place along an axis and their readings."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sie.artifacts import XY, XYXY, TextBlock
from sie.values.scale import LabelPlace, Reading
from sie.vocab import Direction, Side

SLANT_MIN_DEG = 12.0
SLANT_MAX_DEG = 78.0
LEVEL_RATIO = 1.67
TURNED_RATIO = 2.3
LEVEL_SLACK = 0.55
SLANTED_SLACK = 1.1
LABEL_SIGMA_PX = 1.2
"""How well a label's middle tells its tick's place, where there is no mark."""

ReadLabel = Callable[[TextBlock], tuple[Reading, ...]]


def direction_of(side: Side) -> Direction:
    """The direction of an axis whose labels stand on a side."""
    return Direction.HORIZONTAL if side in (Side.BOTTOM, Side.TOP) else Direction.VERTICAL


def line_height(block: TextBlock) -> float:
    """The height of a block's text line in pixels, across its reading direction, for one line of text."""
    if len(block.polygon) == 4:
        return math.dist(block.polygon[0], block.polygon[3])
    x0, y0, x1, y1 = block.box
    return y1 - y0 if abs(block.angle) < 45 else x1 - x0


def is_slanted(block: TextBlock) -> bool:
    """Whether a block reads neither along nor across the picture."""
    return SLANT_MIN_DEG < abs(block.angle) < SLANT_MAX_DEG


@dataclass(frozen=True)
class Label:
    """A possible tick label.

    Attributes:
        blocks: its lines, the one nearest to the axis first.
        px: the place along the axis that it stands at, by its middle or by its end near the axis.
        near_px: its edge towards the plot, across the axis.
        far_px: its edge away from the plot.
        height_px: height of its text.
    """

    blocks: tuple[TextBlock, ...]
    text: str
    px: float
    near_px: float
    far_px: float
    height_px: float
    readings: tuple[Reading, ...]
    slanted: bool = False

    @property
    def id(self) -> str:
        """The id of its first block."""
        return self.blocks[0].id

    @property
    def box(self) -> XYXY:
        """Bounds of all its lines."""
        boxes = [b.box for b in self.blocks]
        return min(b[0] for b in boxes), min(b[1] for b in boxes), max(b[2] for b in boxes), max(b[3] for b in boxes)

    @property
    def place(self) -> LabelPlace:
        """The label as the scale fit takes it."""
        return LabelPlace(self.px, LABEL_SIGMA_PX, self.readings)


def make_label(block: TextBlock, side: Side, readings: tuple[Reading, ...]) -> Label:
    """The label that a block would be on a side of the plot."""
    x0, y0, x1, y1 = block.box
    near, far = {Side.BOTTOM: (y0, y1), Side.TOP: (y1, y0), Side.LEFT: (x1, x0), Side.RIGHT: (x0, x1)}[side]
    return Label(
        blocks=(block,),
        text=block.text.strip(),
        px=anchor(block, side),
        near_px=near,
        far_px=far,
        height_px=line_height(block),
        readings=readings,
        slanted=is_slanted(block),
    )


def anchor(block: TextBlock, side: Side) -> float:
    """Where a block stands along the axis: its middle, or the middle of its end near the axis when it is slanted."""
    horizontal = direction_of(side) is Direction.HORIZONTAL
    x, y = block.center
    if not is_slanted(block) or len(block.polygon) != 4:
        return x if horizontal else y
    start, end = _ends(block)
    ends = sorted((start, end), key=lambda p: p[1] if horizontal else p[0])
    near = ends[0] if side in (Side.BOTTOM, Side.RIGHT) else ends[1]
    return near[0] if horizontal else near[1]


def _ends(block: TextBlock) -> tuple[XY, XY]:
    a, b, c, d = block.polygon
    return ((a[0] + d[0]) / 2, (a[1] + d[1]) / 2), ((b[0] + c[0]) / 2, (b[1] + c[1]) / 2)


def join_lines(first: Label, second: Label) -> Label:
    """One label of two that stand above each other, or one inside the other's row, in reading order."""
    ordered = sorted((*first.blocks, *second.blocks), key=lambda b: (round(b.box[1], 1), b.box[0]))
    return Label(
        blocks=tuple(ordered),
        text=" ".join(b.text.strip() for b in ordered),
        px=first.px,
        near_px=first.near_px,
        far_px=second.far_px,
        height_px=first.height_px,
        readings=(),
        slanted=first.slanted,
    )


def _alike(labels: Sequence[Label]) -> NDArray[np.bool_]:
    """Whether a label (column) can be in one row with another (row of the array) by their text heights.

    Heights are known less well of turned text. A short slanted label may pass for a level one.
    """
    heights = np.array([label.height_px for label in labels])
    slanted = np.array([label.slanted for label in labels])
    long = np.array([len(label.text) > 4 for label in labels])
    turned = slanted | np.array([abs(label.blocks[0].angle) > 45 for label in labels])
    ratio = np.where(turned, TURNED_RATIO, LEVEL_RATIO)
    relative = heights / np.maximum(heights, 1e-6)[:, None]
    level_is_long = np.where(slanted[:, None], long, long[:, None])
    apart = (slanted != slanted[:, None]) & level_is_long
    return np.asarray((1 / ratio <= relative) & (relative <= ratio) & ~apart)


def aligned_groups(labels: Sequence[Label], side: Side) -> list[list[Label]]:
    """Every group of labels that stand in one row (or column) beside a plot, largest first, each sorted along the axis.

    Rows share the edge near the plot; columns share their right, left or middle edge, since tools differ.
    """
    keys: list[Callable[[Label], float]] = [lambda label: label.near_px]
    if direction_of(side) is Direction.VERTICAL:
        keys += [lambda label: (label.near_px + label.far_px) / 2, lambda label: label.far_px]
    else:
        keys += [lambda label: (label.near_px + label.far_px) / 2]
    if not labels:
        return []
    groups: dict[bytes, list[Label]] = {}
    alike = _alike(labels)
    heights = np.array([label.height_px for label in labels])
    # slanted text is framed less exactly
    slack = np.array([SLANTED_SLACK if label.slanted else LEVEL_SLACK for label in labels])[:, None]
    reach = slack * np.minimum(heights, heights[:, None])
    for key in keys:
        places = np.array([key(label) for label in labels])
        for row in (np.abs(places - places[:, None]) <= reach) & alike:
            if row.sum() >= 2 and row.tobytes() not in groups:
                groups[row.tobytes()] = sorted(
                    (labels[i] for i in np.flatnonzero(row).tolist()), key=lambda label: label.px
                )
    return sorted(groups.values(), key=len, reverse=True)
