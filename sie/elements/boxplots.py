"""Box plots: five numbers a box, upright or lying, alone or in groups."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from sie.artifacts import XY, ChartStructure, Element, SeriesMarks
from sie.elements.boxplots_cells import (
    Cell,
    FloatMap,
    Stack,
    View,
    find_cells,
    has_whiskered_fills,
    make_view,
    stack_cells,
)
from sie.elements.boxplots_jitter import point_pixels
from sie.elements.boxplots_levels import Levels, measure_levels, settle_median, with_faint_line
from sie.elements.boxplots_series import assign_series
from sie.elements.boxplots_whiskers import (
    OFF_CENTRE,
    WIDE_MARK,
    Trace,
    seek_whisker,
    shift_trace,
)
from sie.elements.hypothesis import Hypothesis
from sie.elements.ink import Canvas
from sie.medians import median_of
from sie.vocab import ChartType, Direction, MarkKind

SIGMA_PX = 0.15
"""Standard error of a box's edges; twice that where its median is in doubt."""
MIN_STROKE = 12.0
"""Lab distance from the ground of the faintest whisker."""


BARE_MEDIAN = 2.0
"""A median nearer to an end of its box, in pixels, may be that end's own line."""
BARE_PART = 0.15
"""What is left of the evidence where most boxes are bars on an axis line."""
GROUNDED_PART = 0.3
"""What is left of it where the boxes stand on one line, without whiskers on that side."""
GROUND_SLACK = 2.5
"""How far from their line such boxes may end, pixels."""
MANY = 5
MARKER_SIDE = 17.0
"""Largest side of a marker that may look like a box, pixels."""
STANDING = 0.8
"""Part of the boxes that stand on it."""
SAME_STROKE = 40.0
"""Lab distance up to which a thin, blurred line may have the outline's colour."""
MAX_SHARED = 0.5
"""A box does not cover more of another one's width than this."""


@dataclass(frozen=True)
class Box:
    """One box in view pixels (values along y, y down).

    `low` and `high` are the whiskers towards larger and smaller y.
    """

    x0: float
    x1: float
    levels: Levels
    upper: Trace | None
    lower: Trace | None

    @property
    def evidence(self) -> float:
        """0 to 1: a median and two whiskers make a box."""
        return 0.4 * self.levels.sure_median + 0.3 * (self.upper is not None) + 0.3 * (self.lower is not None)


def find_boxplots(canvas: Canvas, chart: ChartStructure) -> Hypothesis | None:
    """The plot area read as box plots, or None where no box was found."""
    ground = canvas.background_lab
    best: Hypothesis | None = None
    for transposed in (False, True):
        view = make_view(canvas, ground, transposed=transposed)
        boxes = find_boxes(view)
        if not boxes:
            continue
        proposal = _propose(canvas, chart, view, boxes)
        if best is None or _worth(proposal) > _worth(best):
            best = proposal
    return best


def _worth(hypothesis: Hypothesis) -> float:
    return hypothesis.score * hypothesis.explained


def find_boxes(view: View) -> list[Box]:
    """The boxes of an upright view, left to right."""
    best = _boxes_of(view, find_cells(view))
    hidden = point_pixels(view)
    tries = [hidden] if hidden.any() else []
    if has_whiskered_fills(view):
        tries.append(np.zeros_like(hidden))
    for one in tries:
        seen_through = _boxes_of(view, find_cells(view, one))
        if _worth_of(seen_through) > 1.1 * _worth_of(best):
            best = seen_through
    return best


def _worth_of(boxes: list[Box]) -> float:
    return sum(b.evidence * (b.x1 - b.x0) * (b.levels.bottom - b.levels.top) for b in boxes)


def _boxes_of(view: View, cells: list[Cell]) -> list[Box]:
    boxes: list[Box] = []
    for stack in stack_cells(cells):
        if any(_overlaps(stack, box) for box in boxes):
            continue
        box = _measure(view, stack)
        if box.evidence >= 0.3:
            boxes.append(box)
    return sorted(_settle_medians(_of_one_kind(_with_joined_halves(boxes))), key=lambda b: (b.x0, b.levels.top))


def _with_joined_halves(boxes: list[Box]) -> list[Box]:
    """The boxes, an upper and a lower half that have fills of their own made one where they meet, at the median."""
    left = sorted(boxes, key=lambda b: b.levels.top)
    joined = []
    while left:
        box = left.pop(0)
        other = next((b for b in left if _meet(box, b)), None)
        if other is not None:
            left.remove(other)
            box = _joined(box, other)
        joined.append(box)
    return joined


def _meet(upper: Box, lower: Box) -> bool:
    """Whether two boxes with the same sides touch, and neither has a whisker there."""
    sides = max(abs(upper.x0 - lower.x0), abs(upper.x1 - lower.x1)) <= GROUND_SLACK
    touch = abs(upper.levels.bottom - lower.levels.top) <= BARE_MEDIAN
    return sides and touch and upper.lower is None and lower.upper is None


def _joined(upper: Box, lower: Box) -> Box:
    strokes = [end.place for end in (upper.levels.ends[1], lower.levels.ends[0]) if end is not None]
    levels = replace(
        upper.levels,
        median=float(np.mean(strokes or [upper.levels.bottom, lower.levels.top])),
        bottom=lower.levels.bottom,
        sure_median=True,
        line=None,
        ends=(upper.levels.ends[0], lower.levels.ends[1]),
    )
    return Box(upper.x0, upper.x1, levels, upper.upper, lower.lower)


def _overlaps(stack: Stack, box: Box) -> bool:
    width = min(stack.x1, box.x1) - max(stack.x0, box.x0)
    top = box.upper.end - 3 if box.upper else box.levels.top
    bottom = box.lower.end + 3 if box.lower else box.levels.bottom
    height = min(stack.y1, bottom) - max(stack.y0, top)
    touching = min(BARE_MEDIAN, 0.5 * (stack.y1 - stack.y0))
    return width > 0.3 * min(stack.x1 - stack.x0, box.x1 - box.x0) and height > touching


def _measure(view: View, stack: Stack) -> Box:
    levels = measure_levels(view, stack)
    middle = (stack.x0 + stack.x1) / 2
    width = stack.x1 - stack.x0
    margin = 2 if levels.outlined else 1
    up = int(np.floor(min(levels.top, stack.y0))) - margin
    down = int(np.ceil(max(levels.bottom, stack.y1))) + margin - 1
    reach = 1.3 * width + 8
    left, right = max(int(middle - reach), 0), min(int(middle + reach) + 1, view.lab.shape[1])
    traces = []
    for start, step in ((up, -1), (down, 1)):
        stroke = _whisker_color(view, (middle, 2.0), start, step, levels.stroke)
        if stroke is None and width >= WIDE_MARK:
            stroke = _whisker_color(view, (middle, OFF_CENTRE * width), start, step, levels.stroke)
        trace = None
        if stroke is not None:
            # only what is outside the box, so that its own edge is no part of a cap
            rows = slice(0, start + 1) if step < 0 else slice(start, None)
            first = 0 if step < 0 else start
            lab, ground = view.lab[rows, left:right], view.ground[rows, left:right]
            trace = seek_whisker(lab, ground, stroke, middle - left, start - first, step, mark_width=width)
            trace = shift_trace(trace, left, first) if trace else None
        traces.append(trace)
    if all(trace is not None for trace in traces):
        levels = with_faint_line(view, stack, levels)
    return Box(stack.x0, stack.x1, levels, traces[0], traces[1])


def _whisker_color(
    view: View, place: tuple[float, float], start: int, step: int, outline: FloatMap | None
) -> FloatMap | None:
    """Lab of the darkest pixel where a whisker would leave the box, or None where nothing stands out.

    `place` is where it is sought across the box, and how far to both sides.
    """
    middle, reach = place
    height, width = view.ink.shape
    rows = [y for y in range(start + step, start + 9 * step, step) if 0 <= y < height]
    x0, x1 = max(int(middle - reach), 0), min(int(middle + reach) + 1, width)
    if not rows or x0 >= x1:
        return None
    colors = view.lab[rows, x0:x1].reshape(-1, 3)
    distance = np.linalg.norm(colors - view.ground[rows, x0:x1].reshape(-1, 3), axis=1)
    if outline is not None:
        # a grid line in another colour than the box's outline is no whisker
        foreign = np.linalg.norm(colors - outline, axis=1) > SAME_STROKE
        distance[foreign & view.grid[rows, x0:x1].ravel()] = 0
    best = int(distance.argmax())
    return np.asarray(colors[best], np.float32) if distance[best] >= MIN_STROKE else None


def _settle_medians(boxes: list[Box]) -> list[Box]:
    """The boxes, those without a line inside judged by the look of the others' medians and outlines."""
    lines = [b.levels.line for b in boxes if b.levels.line is not None]
    ends = [e.color for b in boxes if b.levels.line is not None for e in b.levels.ends if e is not None]
    if not lines or not ends:
        return boxes
    line = median_of(lines, axis=0).astype(np.float32)
    outline = median_of(ends, axis=0).astype(np.float32)
    return [replace(b, levels=settle_median(b.levels, outline, line)) for b in boxes]


def _of_one_kind(boxes: list[Box]) -> list[Box]:
    """Boxes without those much narrower than the rest and poorly evidenced: letters and marker insides."""
    if len(boxes) < 2:
        return boxes
    widths = np.array([b.x1 - b.x0 for b in boxes])
    weights = np.array([b.evidence * (b.x1 - b.x0) * (b.levels.bottom - b.levels.top) for b in boxes])
    order = np.argsort(widths)
    half = np.searchsorted(np.cumsum(weights[order]), weights.sum() / 2)
    typical = widths[order][min(half, len(order) - 1)]
    return [b for b in boxes if 0.6 * typical <= b.x1 - b.x0 <= 1.7 * typical]


def _propose(canvas: Canvas, chart: ChartStructure, view: View, boxes: list[Box]) -> Hypothesis:
    direction = Direction.HORIZONTAL if view.transposed else Direction.VERTICAL
    fills = [b.levels.fill for b in boxes]
    middles = [canvas.origin[1 if view.transposed else 0] + (b.x0 + b.x1) / 2 for b in boxes]
    series, owners = assign_series(chart, direction, fills, middles, [b.levels.stroke for b in boxes])
    elements = tuple(
        _element(canvas, view, box, f"{chart.id}-box{i}", owner)
        for i, (box, owner) in enumerate(zip(boxes, owners, strict=True))
    )
    explained = _explained(view, boxes)
    chart_type = ChartType.HORIZONTAL_BOX if view.transposed else ChartType.VERTICAL_BOX
    return Hypothesis(chart_type, direction, series, elements, explained, _score(boxes, view))


def _element(canvas: Canvas, view: View, box: Box, element_id: str, owner: SeriesMarks) -> Element:
    levels = box.levels
    middle = (box.x0 + box.x1) / 2
    top_end = box.upper.end if box.upper else levels.top
    bottom_end = box.lower.end if box.lower else levels.bottom
    # upright: small y is the larger value; lying: the view's y is the picture's x, where small is the smaller value
    names = ("min", "q1", "median", "q3", "max") if view.transposed else ("max", "q3", "median", "q1", "min")
    ys = (top_end, levels.top, levels.median, levels.bottom, bottom_end)
    px = {name: _point(canvas, view, middle, y) for name, y in zip(names, ys, strict=True)}
    corners = (_point(canvas, view, box.x0, levels.top), _point(canvas, view, box.x1, levels.bottom))
    (ax, ay), (bx, by) = corners
    return Element(
        id=element_id,
        kind=MarkKind.BOX,
        box=(min(ax, bx), min(ay, by), max(ax, bx), max(ay, by)),
        series=owner.id,
        px=px,
        sigma_px=SIGMA_PX if levels.sure_median else 2 * SIGMA_PX,
        confidence=box.evidence,
        color=owner.color,
    )


def _point(canvas: Canvas, view: View, x: float, y: float) -> XY:
    return canvas.to_picture(y, x) if view.transposed else canvas.to_picture(x, y)


def _explained(view: View, boxes: list[Box]) -> float:
    """Part of the ink within the boxes, their whiskers, and the columns of outliers and caps above them."""
    covered = np.zeros(view.ink.shape, bool)
    for box in boxes:
        covered[:, max(int(box.x0) - 2, 0) : int(np.ceil(box.x1)) + 2] = True
    total = int(view.ink.sum())
    return float((view.ink & covered).sum() / total) if total else 0.0


def _are_stacked(boxes: list[Box]) -> bool:
    """Whether most boxes lie above or below another one: lying bars and their parts; boxes stand side by side."""
    spans = [(box.x0, box.x1) for box in boxes]
    over = [
        any(_shared(one, other) > MAX_SHARED for other in spans[:k] + spans[k + 1 :]) for k, one in enumerate(spans)
    ]
    return float(np.mean(over)) > 0.5


def _shared(one: tuple[float, float], other: tuple[float, float]) -> float:
    """The part of the narrower of two spans that lies within the other."""
    return (min(one[1], other[1]) - max(one[0], other[0])) / max(min(one[1] - one[0], other[1] - other[0]), 1.0)


def _is_bare(box: Box) -> bool:
    """Whether a box has no whiskers and no median between its ends: nothing that a bar has not."""
    nearest = min(abs(box.levels.median - box.levels.top), abs(box.levels.median - box.levels.bottom))
    return box.upper is None and box.lower is None and nearest < BARE_MEDIAN


def _are_grounded(boxes: list[Box], view: View) -> bool:
    """Whether (nearly) all boxes stand on one line, or one box on the plot's edge, with no whisker below: bars.

    Error bars on top of bars look like upper whiskers.
    """
    rows = np.flatnonzero(view.inside.any(axis=1))
    lower = [(b.levels.bottom, b.lower) for b in boxes]
    upper = [(b.levels.top, b.upper) for b in boxes]
    return _stand(lower, float(rows[-1] + 1)) or _stand(upper, float(rows[0]))


def _are_markers(boxes: list[Box]) -> bool:
    """Whether all boxes are small and as high as wide: markers that a line joins."""
    if len(boxes) < MANY:
        return False
    sides = np.array([(b.x1 - b.x0, b.levels.bottom - b.levels.top) for b in boxes])
    width, height = median_of(sides, axis=0)
    small = bool((sides <= MARKER_SIDE).all())
    return small and 0.5 <= height / max(width, 1.0) <= 1.5


def _stand(ends: list[tuple[float, Trace | None]], edge: float) -> bool:
    """Whether the ends of boxes lie on one line without whiskers; tick marks, which are all as long, are none."""
    line = edge if len(ends) == 1 else float(median_of([end for end, _ in ends]))
    at_edge = abs(line - edge) <= 2 * GROUND_SLACK
    tips = [whisker.end for _, whisker in ends if whisker is not None]
    marks = len(tips) > 1 and max(tips) - min(tips) <= GROUND_SLACK
    standing = [abs(end - line) <= GROUND_SLACK and (whisker is None or at_edge or marks) for end, whisker in ends]
    return float(np.mean(standing)) >= STANDING


def _score(boxes: list[Box], view: View) -> float:
    """Evidence for box plots: medians and whiskers on most boxes; less where all stand on one line like bars."""
    mean = float(np.mean([b.evidence for b in boxes]))
    medians = float(np.mean([b.levels.sure_median for b in boxes]))
    if _are_grounded(boxes, view) or _are_markers(boxes):
        mean *= GROUNDED_PART
    if medians < 0.3:
        mean *= 0.6
    if float(np.mean([_is_bare(b) for b in boxes])) > 0.5 or _are_stacked(boxes):
        mean *= BARE_PART
    return float(np.clip(mean, 0, 1))
