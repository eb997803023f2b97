"""Finds out whether a picture holds several charts, and where one ends and the next begins.

A cut needs three witnesses: tick labels that begin anew on its other side, a stripe without ink, and no line that
crosses it. A wrong cut costs more than a missed one, since each part then reads as a chart of its own; a picture that
does not bear all three out stays whole.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from sie.artifacts import XYXY, TextBlock
from sie.structure.fill import INK_CONTRAST, background_color, difference
from sie.structure.labels import ReadLabel
from sie.structure.lines import LineMap, Segment
from sie.structure.repeats import repeated_groups
from sie.structure.sequences import LabelSequence, numeric_sequences
from sie.vocab import Direction, Side

MIN_BLOCKS = 8
"""Two charts have at least this many texts."""
MIN_TICKS = 3
"""Labels of an axis that make it a witness."""
MAX_SEQUENCES = 6
MIN_STRIPE_PX = 3
MIN_PANEL_REL = 0.15
"""A chart is at least this part of the picture, along the cut's direction."""
BORDER_REL = 0.03
"""Lines nearer to the picture's edge than this are its border."""
WIDE_TEXT_REL = 0.25
"""Text longer than this part of the picture may be a title over several charts."""
MAX_DEPTH = 4
PROFILE_PX = 4
"""A line is looked for this far on both sides of its place."""
DRAWN_PART = 0.4
"""Part of a line's contrast that is seen where it is drawn."""
LONG_REL = 0.08
"""Lines of a plot are at least this part of the picture: strokes of letters are shorter."""


@dataclass(frozen=True)
class PanelContext:
    """What the search for panels looks at.

    Attributes:
        rgb: the picture.
        ink: 1 where there is anything on the page, text as well, shape (height, width).
    """

    rgb: NDArray[np.uint8]
    ink: NDArray[np.uint8]
    lines: LineMap
    read: ReadLabel
    max_residual_px: float


def find_panels(
    rgb: NDArray[np.uint8],
    lines: LineMap,
    blocks: Sequence[TextBlock],
    read: ReadLabel,
    *,
    max_residual_px: float,
) -> list[XYXY]:
    """The boxes of the charts of a picture in reading order, which together cover it; one box for one chart."""
    height, width = rgb.shape[:2]
    ink = (difference(rgb, background_color(rgb)) > INK_CONTRAST).astype(np.uint8)
    for block in blocks:
        x0, y0, x1, y1 = block.box
        # a title over several charts does not join them; other text is whole
        wide = max((x1 - x0) / width, (y1 - y0) / height) > WIDE_TEXT_REL
        ink[max(0, int(y0)) : int(np.ceil(y1)), max(0, int(x0)) : int(np.ceil(x1))] = 0 if wide else 1
    context = PanelContext(rgb, ink, lines, read, max_residual_px)
    return _split((0.0, 0.0, float(width), float(height)), blocks, context, MAX_DEPTH)


def blocks_within(blocks: Sequence[TextBlock], box: XYXY) -> list[TextBlock]:
    """The blocks whose middle lies in a box."""
    return [b for b in blocks if box[0] <= b.center[0] < box[2] and box[1] <= b.center[1] < box[3]]


def _split(box: XYXY, blocks: Sequence[TextBlock], context: PanelContext, depth: int) -> list[XYXY]:
    inside = blocks_within(blocks, box)
    if depth == 0 or len(inside) < MIN_BLOCKS:
        return [box]
    columns = repeated_groups(inside, Side.LEFT) or _sequences(inside, Side.LEFT, box, context)
    rows = repeated_groups(inside, Side.BOTTOM) or _sequences(inside, Side.BOTTOM, box, context)
    context = replace(context, ink=_without_titles(context, inside, box, (*columns, *rows)))
    downs = _cuts_between(columns, box, context, Direction.VERTICAL)
    acrosses = _cuts_between(rows, box, context, Direction.HORIZONTAL)
    if not downs and not acrosses:
        acrosses = _cut_before_column(columns, box, context)
    # rows of charts first, then the charts of each row: the order in which they are read
    if downs and not _is_grid(rows):
        acrosses = []
    if not downs and not acrosses:
        return [box]
    tops, lefts = [box[1], *downs, box[3]], [box[0], *acrosses, box[2]]
    cells = [
        (x0, y0, x1, y1) for y0, y1 in itertools.pairwise(tops) for x0, x1 in itertools.pairwise(lefts)
    ]  # fmt: skip
    return [panel for cell in cells for panel in _split(cell, blocks, context, depth - 1)]


def _is_grid(rows: Sequence[LabelSequence]) -> bool:
    """Whether a row of labels repeats under several charts, so that it tells of those above them as well."""
    return len(rows) > 1 and all(row.solution is None for row in rows)


def _without_titles(
    context: PanelContext, blocks: Sequence[TextBlock], box: XYXY, sequences: Sequence[LabelSequence]
) -> NDArray[np.uint8]:
    """The ink without texts that stand outside all lines of the plots: an axis title that several charts share."""
    used = {name for sequence in sequences for name in sequence.ids}
    low_x, high_x = _reach(context.lines.horizontal, box, 0)
    low_y, high_y = _reach(context.lines.vertical, box, 1)
    ink = context.ink.copy()
    for block in blocks:
        x, y = block.center
        if block.id not in used and not (low_x < x < high_x and low_y < y < high_y):
            x0, y0, x1, y1 = block.box
            ink[max(0, int(y0) - 1) : int(np.ceil(y1)) + 1, max(0, int(x0) - 1) : int(np.ceil(x1)) + 1] = 0
    return ink


def _reach(lines: Sequence[Segment], box: XYXY, axis: int) -> tuple[float, float]:
    """Where long lines begin and end along an axis (0 across, 1 down), but for the border of the picture."""
    size = box[axis + 2] - box[axis]
    margin = BORDER_REL * size
    inner = [
        line
        for line in lines
        if line.length_px >= LONG_REL * size and line.start_px > box[axis] + 1 and line.end_px < box[axis + 2] - 1
        and box[1 - axis] + margin < line.position_px < box[3 - axis] - margin
    ]  # fmt: skip
    if not inner:
        return box[axis], box[axis + 2]
    return min(line.start_px for line in inner), max(line.end_px for line in inner)


def _sequences(blocks: Sequence[TextBlock], side: Side, box: XYXY, context: PanelContext) -> list[LabelSequence]:
    """Numeric sequences that share no block, each with enough labels that agree as printed."""
    size = box[3] - box[1] if side is Side.LEFT else box[2] - box[0]
    rest = list(blocks)
    found: list[LabelSequence] = []
    for _ in range(MAX_SEQUENCES):
        best = next(
            (
                s
                for s in numeric_sequences(
                    rest, side, context.read, image_side=size, max_residual_px=context.max_residual_px
                )
                if _is_witness(s)
            ),
            None,
        )
        if best is None:
            break
        found.append(best)
        rest = [block for block in rest if block.id not in best.ids]
    return found


def _is_witness(sequence: LabelSequence) -> bool:
    if sequence.solution is None:
        return False
    plain = [reading for reading in sequence.solution.chosen if reading is not None and reading.cost < 0.3]
    return len(plain) >= MIN_TICKS and len(plain) >= 0.75 * len(sequence.labels)


def _cuts_between(
    sequences: Sequence[LabelSequence], box: XYXY, context: PanelContext, direction: Direction
) -> list[float]:
    """Where to cut across a direction because labels in one line begin anew along it."""
    ordered = sorted(sequences, key=lambda s: s.low_px)
    cuts: list[float] = []
    for first, second in itertools.pairwise(ordered):
        height = max(first.height_px, second.height_px)
        in_line = abs(first.near_px - second.near_px) <= 1.5 * height or _begins_anew(first, second)
        repeated = first.solution is None and second.solution is None
        room = second.low_px - first.high_px
        if not in_line or (not repeated and room < 0.3 * min(first.spacing_px, second.spacing_px)):
            continue
        cut = _stripe(context, box, direction, first.high_px, second.low_px)
        if cut is not None and not _crossed(context, box, direction, cut):
            cuts.append(cut)
    return cuts


def _begins_anew(first: LabelSequence, second: LabelSequence) -> bool:
    """Whether two columns or rows that are not quite in line have the same kind of labels: their pitches are alike."""
    return 0.5 <= first.spacing_px / max(second.spacing_px, 1e-6) <= 2.0 and abs(
        first.near_px - second.near_px
    ) <= 6 * max(first.height_px, second.height_px)


def _cut_before_column(columns: Sequence[LabelSequence], box: XYXY, context: PanelContext) -> list[float]:
    """Where to cut because a column of numbers stands between two plots, each beside its own."""
    ordered = sorted(columns, key=lambda s: s.near_px)
    for first, second in itertools.pairwise(ordered):
        overlap = min(first.high_px, second.high_px) - max(first.low_px, second.low_px)
        if overlap < 0.5 * min(first.high_px - first.low_px, second.high_px - second.low_px):
            continue
        if second.far_px - first.near_px < MIN_PANEL_REL * (box[2] - box[0]):
            continue
        if not _plot_right_of(second, box, context):
            continue
        cut = _stripe(context, box, Direction.HORIZONTAL, first.near_px + 2.0, second.far_px)
        if cut is not None and not _crossed(context, box, Direction.HORIZONTAL, cut):
            return [cut]
    return []


def _plot_right_of(column: LabelSequence, box: XYXY, context: PanelContext) -> bool:
    """Whether lines of a plot begin right of a column: a second axis at the right has none."""
    width = box[2] - box[0]
    if box[2] - column.near_px < MIN_PANEL_REL * width:
        return False
    reach = column.near_px + 3 * column.height_px
    near = [
        line
        for line in context.lines.horizontal
        if column.near_px - 3 <= line.start_px <= reach
        and line.length_px >= 0.5 * MIN_PANEL_REL * width
        and column.low_px - 3 * column.height_px <= line.position_px <= column.high_px + 3 * column.height_px
    ]
    return len(near) >= 1


def _stripe(context: PanelContext, box: XYXY, direction: Direction, low: float, high: float) -> float | None:
    """The middle of the widest stripe without ink between two coordinates, over the whole box; None without one."""
    part = context.ink[int(box[1]) : int(box[3]), int(box[0]) : int(box[2])]
    used = _used(part, direction)
    origin = int(box[0]) if direction is Direction.HORIZONTAL else int(box[1])
    start, end = max(0, int(np.ceil(low)) - origin), min(len(used), int(high) - origin)
    runs = _free_runs(used[start:end])
    wide = [run for run in runs if run[1] - run[0] >= MIN_STRIPE_PX]
    if not wide:
        return None
    a, b = max(wide, key=lambda run: run[1] - run[0])
    cut = origin + start + (a + b) / 2
    size = box[2] - box[0] if direction is Direction.HORIZONTAL else box[3] - box[1]
    first = box[0] if direction is Direction.HORIZONTAL else box[1]
    return cut if MIN_PANEL_REL * size <= cut - first <= (1 - MIN_PANEL_REL) * size else None


def _used(ink: NDArray[np.uint8], direction: Direction) -> NDArray[np.bool_]:
    """Which columns (or rows) have ink, but for the picture's border at their ends."""
    crosswise = ink if direction is Direction.HORIZONTAL else ink.T
    pad = max(2, int(BORDER_REL * crosswise.shape[0]))
    inner = crosswise[pad:-pad] if crosswise.shape[0] > 2 * pad + 1 else crosswise
    return np.asarray(inner.max(axis=0) > 0)


def _free_runs(used: NDArray[np.bool_]) -> list[tuple[int, int]]:
    edges = np.diff(np.concatenate(([0], (~used).astype(np.int8), [0])))
    return list(zip(np.flatnonzero(edges == 1).tolist(), np.flatnonzero(edges == -1).tolist(), strict=True))


def _crossed(context: PanelContext, box: XYXY, direction: Direction, cut: float) -> bool:
    """Whether a line runs across a cut, other than the border of the picture."""
    low, high = (box[1], box[3]) if direction is Direction.HORIZONTAL else (box[0], box[2])
    margin = BORDER_REL * (high - low)
    return any(
        line.start_px < cut - 2
        and line.end_px > cut + 2
        and low + margin < line.position_px < high - margin
        and _is_drawn_at(context, direction, line, cut)
        for line in context.lines.along(direction)
    )


def _is_drawn_at(context: PanelContext, direction: Direction, line: Segment, cut: float) -> bool:
    """Whether a line is there where a cut meets it: lines of neighbouring plots are joined over narrow gaps."""
    picture = context.rgb if direction is Direction.HORIZONTAL else context.rgb.transpose(1, 0, 2)
    middle = int(line.position_px)
    across = picture[max(0, middle - PROFILE_PX) : middle + PROFILE_PX + 1, int(cut)].astype(float)
    return float(np.ptp(across, axis=0).max()) >= DRAWN_PART * abs(line.contrast)
