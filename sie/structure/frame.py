"""Finds the plot area: the rectangle that axis lines, grid lines or a frame span, grown to the marks elsewhere.

Each side is voted for by the lines that end or lie there, within the bounds that the tick labels set: the first tick
of an axis lies inside the plot area, its labels outside. The alternative, the largest closed rectangle, finds the
border of the picture.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from sie.artifacts import XYXY
from sie.structure.fill import filled_panel, ink_mask
from sie.structure.lines import LineMap, Segment
from sie.structure.sequences import LabelSequence
from sie.vocab import Direction, Side

SNAP_PX = 2.5
"""Votes this near to each other are for one place."""
FULL_REL = 0.95
"""A line across this part of the labels' span needs no other vote."""
OUTER_PART = 0.3
"""The outermost place with this part of the best place's votes is the edge: grid lines lie inside of it."""
LONG_REL = 0.3
"""Lines longer than this part of the plot's side join marks that have nothing to do with each other."""
TOUCH_PX = 4
"""Ink this near to a side goes on across it: the side's own line is taken out."""
MIN_PIECE_PX = 3
"""Thinner ink is what is left of lines."""
MIN_TICK_PX = 10.0
MIN_CROSSING_PX = 7.0
TICK_REL = 0.055
"""Tick marks are no longer than this part of the plot's side."""
SAME_ROW_PX = 1.5
BEYOND_PX = 3.0
"""Lines of the plot go no farther than this beyond the labels' edge."""
EDGE_SLACK = 0.3
"""Text boxes reach this part of their height beyond their ink, at most."""
PANEL_LINE_PX = 3.0
"""A line this near to the edge of a coloured panel is its border."""

MAX_NEIGHBOURS = 4
"""So many marks, each against the one before, may lead on from a side that no line told of: bars of a group."""


@dataclass(frozen=True)
class Frame:
    """A plot area and which of its sides are drawn as, or ended by, lines.

    `lines` holds the sub-pixel position of the line drawn at a side, where there is one.
    """

    box: XYXY
    lined: frozenset[Side]
    lines: dict[Side, float]

    def edge(self, side: Side) -> float:
        """The coordinate of a side, sub-pixel where a line is drawn there."""
        index = {Side.LEFT: 0, Side.TOP: 1, Side.RIGHT: 2, Side.BOTTOM: 3}[side]
        return self.lines.get(side, self.box[index])


@dataclass(frozen=True)
class Bounds:
    """Where a plot area's low and high edge may lie along one direction, and what is told about the labels there."""

    low_min: float
    low_max: float
    high_min: float
    high_max: float
    low_default: float | None
    high_default: float | None
    rows: tuple[float, ...] = ()
    """Middles of rows of categories: a line along one is a whisker or a stem, no side of the plot."""


def bounds_along(crosswise: Sequence[LabelSequence], own: LabelSequence | None, *, low: float, high: float) -> Bounds:
    """The bounds that label sequences set for the plot area along the direction of `own`.

    Args:
        crosswise: sequences of the other direction, whose labels end the plot area at their near edge.
        own: the sequence along this direction, whose ticks lie inside.
        low: where the panel begins.
        high: where it ends.
    """
    low_min, high_max = low, high
    low_default: float | None = None
    high_default: float | None = None
    low_max, high_min = high, low
    if own is not None:
        slack = 3.0 + (0.06 * own.spacing_px if own.solution is None else 0.0)
        low_max, high_min = own.low_px + slack, own.high_px - slack
    for sequence in crosswise:
        if own is not None and own.low_px + own.spacing_px < sequence.near_px < own.high_px - own.spacing_px:
            continue  # an axis inside the plot
        pad = EDGE_SLACK * sequence.height_px
        if sequence.side in (Side.LEFT, Side.TOP):
            # one label's box may have caught a mark inside the plot
            near = sequence.near_px if sequence.near_px - pad <= low_max else sequence.middle_near_px
            low_min, low_default = max(low_min, near - pad), near + pad
        else:
            near = sequence.near_px if sequence.near_px + pad >= high_min else sequence.middle_near_px
            high_max, high_default = min(high_max, near + pad), near - pad
    named = own is not None and own.solution is None and own.direction is Direction.VERTICAL
    rows = tuple(label.px for label in own.labels) if own is not None and named else ()
    return Bounds(low_min, low_max, high_min, high_max, low_default, high_default, rows)


def find_frame(
    rgb: NDArray[np.uint8],
    lines: LineMap,
    text_boxes: Sequence[XYXY],
    *,
    columns: Sequence[LabelSequence],
    rows: Sequence[LabelSequence],
    within: XYXY,
) -> Frame:
    """The plot area between the label columns and rows found.

    Args:
        columns: label sequences of vertical axes, the primary one first.
        rows: those of horizontal axes.
        within: the panel.
    """
    across = bounds_along(columns, rows[0] if rows else None, low=within[0], high=within[2])
    down = bounds_along(rows, columns[0] if columns else None, low=within[1], high=within[3])
    lines = lines.within(within)
    horizontal = join_collinear(lines.horizontal)
    vertical = join_collinear(lines.vertical)
    x_votes = _votes(horizontal, vertical, across, down)
    y_votes = _votes(vertical, horizontal, down, across)
    left, left_line = _low_edge(x_votes, across)
    right, right_line = _high_edge(x_votes, across)
    top, top_line = _low_edge(y_votes, down)
    bottom, bottom_line = _high_edge(y_votes, down)
    found = {Side.LEFT: left, Side.RIGHT: right, Side.TOP: top, Side.BOTTOM: bottom}
    drawn = {Side.LEFT: left_line, Side.RIGHT: right_line, Side.TOP: top_line, Side.BOTTOM: bottom_line}
    panel = filled_panel(rgb, _rough(found, across, down, within))
    if panel is not None:
        _take_panel(found, drawn, panel, across, down)
    lined = frozenset(side for side, value in found.items() if value is not None)
    box = _rough(found, across, down, within)
    ink = _without_lines(ink_mask(rgb, text_boxes, plot_area=box), lines, box)
    box = _grown(ink, box, found, across, down)
    return Frame(box, lined, {side: px for side, px in drawn.items() if px is not None})


def join_collinear(segments: Sequence[Segment]) -> list[Segment]:
    """The segments with those of one place and one tone joined, whatever lies between, such as bars over grid lines."""
    joined: list[Segment] = []
    for segment in sorted(segments, key=lambda s: s.position_px):
        place = next((i for i in range(len(joined) - 1, -1, -1) if _same_line(joined[i], segment)), None)
        if place is None:
            joined.append(segment)
        else:
            joined[place] = _joined(joined[place], segment)
    return joined


def _same_line(first: Segment, second: Segment) -> bool:
    alike = first.contrast * second.contrast > 0 and abs(first.contrast - second.contrast) < 40
    return alike and abs(first.position_px - second.position_px) <= 0.7


def _joined(first: Segment, second: Segment) -> Segment:
    longest = max(first, second, key=lambda s: s.length_px)
    start, end = min(first.start_px, second.start_px), max(first.end_px, second.end_px)
    inked = first.length_px * first.fill + second.length_px * second.fill
    return replace(longest, start_px=start, end_px=end, fill=min(1.0, inked / max(end - start, 1.0)))


@dataclass(frozen=True)
class _Vote:
    px: float
    weight: float
    line: bool
    low: bool
    high: bool
    full: bool = False


def _votes(along: Sequence[Segment], across: Sequence[Segment], own: Bounds, other: Bounds) -> list[_Vote]:
    """Votes for edges along a direction: where lines along it end, and where lines across it lie."""
    votes: list[_Vote] = []
    span = max(own.high_min - own.low_max, 1.0)
    for line in along:
        # a line below the labels or above them is of something else
        if not other.low_min - 2 <= line.position_px <= other.high_max + 2 or line.length_px < 0.3 * span:
            continue
        # nor does a line of the plot run through the labels, as the picture's border does
        if line.start_px < own.low_min - BEYOND_PX or line.end_px > own.high_max + BEYOND_PX:
            continue
        votes.append(_Vote(line.start_px, line.length_px * line.fill, False, True, False))
        votes.append(_Vote(line.end_px, line.length_px * line.fill, False, False, True))
    other_span = max(other.high_min - other.low_max, 1.0)
    for line in across:
        beyond = line.start_px < other.low_min - BEYOND_PX or line.end_px > other.high_max + BEYOND_PX
        if beyond or line.length_px < 0.5 * other_span:
            continue
        if any(abs(line.position_px - row) <= SAME_ROW_PX for row in own.rows):
            continue
        full = line.length_px * line.fill >= FULL_REL * other_span
        votes.append(_Vote(line.position_px, 1.5 * line.length_px * line.fill, True, True, True, full))
    return votes


def _low_edge(votes: Sequence[_Vote], bounds: Bounds) -> tuple[float | None, float | None]:
    usable = [v for v in votes if v.low and bounds.low_min <= v.px <= bounds.low_max]
    return _edge(usable, outward=-1.0, tick=_tick_length(bounds, labelled=bounds.low_default is not None))


def _high_edge(votes: Sequence[_Vote], bounds: Bounds) -> tuple[float | None, float | None]:
    usable = [v for v in votes if v.high and bounds.high_min <= v.px <= bounds.high_max]
    return _edge(usable, outward=1.0, tick=_tick_length(bounds, labelled=bounds.high_default is not None))


def _tick_length(bounds: Bounds, *, labelled: bool) -> float:
    """How far tick marks may lengthen lines beyond a side: on sides with labels only."""
    return max(MIN_TICK_PX, TICK_REL * (bounds.high_min - bounds.low_max)) if labelled else 2 * SNAP_PX


def _edge(votes: Sequence[_Vote], *, outward: float, tick: float) -> tuple[float | None, float | None]:
    """The edge that votes are for, and the position of the line drawn there, if one is."""
    if not votes:
        return None, None
    clusters: list[list[_Vote]] = []
    for vote in sorted(votes, key=lambda v: v.px):
        if clusters and vote.px - clusters[-1][-1].px <= SNAP_PX:
            clusters[-1].append(vote)
        else:
            clusters.append([vote])
    weights = [sum(v.weight for v in cluster) for cluster in clusters]
    strong = [
        c for c, w in zip(clusters, weights, strict=True) if w >= OUTER_PART * max(weights) or any(v.full for v in c)
    ]
    cluster = max(strong, key=lambda c: c[0].px * outward)
    if not any(v.line for v in cluster):
        # outward tick marks lengthen grid lines and axis lines beyond the line they stand on
        inner = [c for c in clusters if any(v.line for v in c) and 0 < (cluster[0].px - c[0].px) * outward <= tick]
        if inner:
            cluster = max(inner, key=lambda c: max(v.weight for v in c if v.line))
    drawn = [v for v in cluster if v.line]
    if drawn:
        line = max(drawn, key=lambda v: v.weight).px
        return line, line
    return float(np.average([v.px for v in cluster], weights=[v.weight for v in cluster])), None


def _take_panel(
    found: dict[Side, float | None], drawn: dict[Side, float | None], panel: XYXY, across: Bounds, down: Bounds
) -> None:
    """Put the sides of a coloured panel in place of those found, if it keeps clear of the labels.

    One that goes beyond them is the page of the chart on a page of another colour.
    """
    sides = dict(zip((Side.LEFT, Side.TOP, Side.RIGHT, Side.BOTTOM), panel, strict=True))
    for side, px in sides.items():
        bounds = across if side in (Side.LEFT, Side.RIGHT) else down
        low = side in (Side.LEFT, Side.TOP)
        first, last = (bounds.low_min, bounds.low_max) if low else (bounds.high_min, bounds.high_max)
        if not first - BEYOND_PX <= px <= last + BEYOND_PX:
            return
    for side, px in sides.items():
        found[side] = px
        line = drawn[side]
        if line is not None and abs(line - px) > PANEL_LINE_PX:
            drawn[side] = None


def _rough(found: dict[Side, float | None], across: Bounds, down: Bounds, within: XYXY) -> XYXY:
    left = _first(found[Side.LEFT], across.low_default, min(across.low_max, within[2]))
    top = _first(found[Side.TOP], down.low_default, min(down.low_max, within[3]))
    right = _first(found[Side.RIGHT], across.high_default, max(across.high_min, within[0]))
    bottom = _first(found[Side.BOTTOM], down.high_default, max(down.high_min, within[1]))
    return min(left, right - 1), min(top, bottom - 1), max(right, left + 1), max(bottom, top + 1)


def _grown(mask: NDArray[np.uint8], box: XYXY, found: dict[Side, float | None], across: Bounds, down: Bounds) -> XYXY:
    """The box grown to the marks that cross its sides, within the bounds.

    A side that no line told of goes to where its marks' ink ends, and that of the marks that stand against these. One
    that a line told of may be the last grid line only: it moves where ink goes on beyond it farther than tick marks do.
    """
    room = {
        Side.LEFT: _crossing(across, labelled=across.low_default is not None),
        Side.RIGHT: _crossing(across, labelled=across.high_default is not None),
        Side.TOP: _crossing(down, labelled=down.low_default is not None),
        Side.BOTTOM: _crossing(down, labelled=down.high_default is not None),
    }
    room = {side: 0.0 if found[side] is None else value for side, value in room.items()}
    pieces = _find_pieces(mask)
    grown = _grown_once(pieces, box, room, across, down)
    free = {side: 0.0 if found[side] is None else np.inf for side in room}
    for _ in range(MAX_NEIGHBOURS):
        before, grown = grown, _grown_once(pieces, grown, free, across, down)
        if grown == before:
            break
    return grown


def _grown_once(pieces: _Pieces, box: XYXY, room: dict[Side, float], across: Bounds, down: Bounds) -> XYXY:
    """The box grown to the ends of ink that goes on beyond its sides farther than there is room for."""
    x0, y0, x1, y1 = box
    for left, top, right, bottom in _touching(pieces, box):
        if box[0] - left > room[Side.LEFT]:
            x0 = min(x0, max(left, across.low_min))
        if right - box[2] > room[Side.RIGHT]:
            x1 = max(x1, min(right, across.high_max))
        if box[1] - top > room[Side.TOP]:
            y0 = min(y0, max(top, down.low_min))
        if bottom - box[3] > room[Side.BOTTOM]:
            y1 = max(y1, min(bottom, down.high_max))
    return x0, y0, x1, y1


def _crossing(bounds: Bounds, *, labelled: bool) -> float:
    """How far ink goes on beyond a line without being a mark that crosses it: tick marks and halves of markers do."""
    return max(MIN_CROSSING_PX, _tick_length(bounds, labelled=labelled))


def _first(*values: float | None) -> float:
    for value in values:
        if value is not None:
            return value
    raise ValueError("expected one value that is not None")


def _without_lines(mask: NDArray[np.uint8], lines: LineMap, box: XYXY) -> NDArray[np.uint8]:
    """The ink without the long lines that would join everything, such as frames, and without hair lines left over."""
    cleared = mask.copy()
    for direction, span in ((Direction.HORIZONTAL, box[2] - box[0]), (Direction.VERTICAL, box[3] - box[1])):
        for line in lines.along(direction):
            if line.length_px < LONG_REL * span:
                continue
            half = 0.5 * line.thickness_px + 1.0
            low, high = max(0, int(np.floor(line.position_px - half))), int(np.ceil(line.position_px + half))
            start, end = int(line.start_px), int(np.ceil(line.end_px))
            if direction is Direction.HORIZONTAL:
                cleared[low:high, start:end] = 0
            else:
                cleared[start:end, low:high] = 0
    return cleared


@dataclass(frozen=True)
class _Pieces:
    """The pieces of connected ink that are no rest of a line.

    Attributes:
        marks: the number of the piece at each pixel, shape (height, width).
        numbers: of the pieces.
        boxes: their bounds, shape (n, 4).
    """

    marks: NDArray[np.int32]
    numbers: NDArray[np.intp]
    boxes: NDArray[np.int32]


def _find_pieces(mask: NDArray[np.uint8]) -> _Pieces:
    _, marks, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=8)
    numbers = np.flatnonzero(stats[:, 2:4].min(axis=1) >= MIN_PIECE_PX)
    numbers = numbers[numbers != 0]
    boxes = np.array(stats[numbers, :4], np.int32)
    boxes[:, 2:] += boxes[:, :2]
    return _Pieces(np.asarray(marks, np.int32), numbers, boxes)


def _touching(pieces: _Pieces, box: XYXY) -> list[XYXY]:
    """Bounds of each piece of connected ink that lies in or touches a box."""
    low_x, low_y = max(0, int(box[0]) - TOUCH_PX), max(0, int(box[1]) - TOUCH_PX)
    high_x, high_y = int(np.ceil(box[2])) + TOUCH_PX, int(np.ceil(box[3])) + TOUCH_PX
    left, top, right, bottom = pieces.boxes.T
    near = (left < high_x) & (right > low_x) & (top < high_y) & (bottom > low_y)
    within = (left >= low_x) & (right <= high_x) & (top >= low_y) & (bottom <= high_y)
    for i in np.flatnonzero(near & ~within).tolist():
        x0, y0, x1, y1 = pieces.boxes[i].tolist()
        shared = pieces.marks[max(y0, low_y) : min(y1, high_y), max(x0, low_x) : min(x1, high_x)]
        near[i] = (shared == pieces.numbers[i]).any()
    return [(x0, y0, x1, y1) for x0, y0, x1, y1 in pieces.boxes[near].tolist()]
