"""Where a box's ends and its median lie along the value axis, to a fraction of a pixel.

Rows are judged by their typical colour across the box: a stroke is a row that is neither ground, nor fill, nor a
mixture of the two, so strokes lighter and darker than the fill are found alike.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from sie.elements.boxplots_cells import FloatMap, Stack, View
from sie.medians import median_of

REACH = 10
"""How far beyond its outermost cell a box's end is sought, pixels."""
MAX_FRINGE = 4
"""Rows between the last clear row of fill and the first of its stroke; compression blurs some."""
PLATEAU = 3
STROKE_CONTRAST = 9.0
"""Lab distance from both fill and ground that makes a row a stroke."""
FAINT_CONTRAST = 4.0
"""Lab distance from the fill of the faintest median between two whiskers."""
FAINT_RATIO = 2.5
"""By how much it stands out more than any other row of the fill."""
EDGE_ROWS = 3
"""Rows at the ends of a box that its outline blurs into."""
LINE_ROWS = 2
"""Rows to both sides of its middle that a median covers."""
MIN_LEAN = 12.0
"""Lab difference by which one end must look more like a median than the other."""


@dataclass(frozen=True)
class Stroke:
    """A line across a box: its Lab colour, its thickness in pixels, its place along y."""

    color: FloatMap
    thickness: float
    place: float


@dataclass(frozen=True)
class Levels:
    """Where the three lines of a box lie along y, in pixels, and what was seen of them.

    Attributes:
        top, median, bottom: sub-pixel; the centre of a stroke, the edge of a fill that has none.
        sure_median: a separate line was seen between top and bottom, or one of them is clearly thicker.
        line: Lab of the median line, None where it is one of the ends.
        ends: Lab and thickness of the strokes at top and bottom, None where there is none.
        outlined: the box has strokes at top and bottom.
        fill: Lab of the fill.
        stroke: Lab of the outline, None where there is none.
    """

    top: float
    median: float
    bottom: float
    sure_median: bool
    outlined: bool
    fill: FloatMap
    stroke: FloatMap | None
    line: FloatMap | None = None
    ends: tuple[Stroke | None, Stroke | None] = (None, None)


def measure_levels(view: View, stack: Stack) -> Levels:
    """The sub-pixel places of a box's two ends and its median."""
    height = view.lab.shape[0]
    top, bottom = max(stack.y0 - REACH - 2, 0), min(stack.y1 + REACH + 2, height)
    rows = _row_colors(view.lab, stack, top, bottom)
    behind = _row_colors(view.ground, stack, top, bottom)
    largest = max(stack.cells, key=lambda c: c.y1 - c.y0)
    fill = median_of(rows[largest.y0 - top : largest.y1 - top], axis=0).astype(np.float32)
    upper = _end(rows, behind, fill, stack.y0 - top, -1)
    lower = _end(rows, behind, fill, stack.y1 - 1 - top, 1)
    lines = _inner_lines(rows, fill, stack, top)
    lines += [(weight, Stroke(color, 1.0, place + top)) for e in (upper, lower) for weight, place, color in e.passed]
    outlined = min(upper.thickness, lower.thickness) > 0
    strong = upper if upper.thickness >= lower.thickness else lower
    stroke = strong.color if outlined else None
    ends = (upper.place + top, lower.place + top)
    marks = (_stroke_of(upper, top), _stroke_of(lower, top))
    if lines:
        line = max(lines, key=lambda pair: pair[0])[1]
        return Levels(ends[0], line.place, ends[1], True, outlined, fill, stroke, line.color, marks)
    ratio = strong.thickness / max(min(upper.thickness, lower.thickness), 0.5)
    return Levels(ends[0], strong.place + top, ends[1], ratio >= 1.5, outlined, fill, stroke, None, marks)


def with_faint_line(view: View, stack: Stack, levels: Levels) -> Levels:
    """The levels with a median that is too faint to part the box's cells: the one row that stands off its fill."""
    first, last = int(np.ceil(levels.top)) + EDGE_ROWS, int(np.floor(levels.bottom)) - EDGE_ROWS
    if levels.sure_median or last - first < 2 * LINE_ROWS + 1:
        return levels
    rows = _row_colors(view.lab, stack, first, last)
    weights = np.linalg.norm(rows - np.median(rows, axis=0), axis=1)
    peak = int(weights.argmax())
    low, high = max(peak - LINE_ROWS, 0), peak + LINE_ROWS + 1
    rest = float(np.delete(weights, np.arange(low, min(high, len(weights)))).max(initial=0.0))
    if weights[peak] < max(FAINT_CONTRAST, FAINT_RATIO * rest):
        return levels
    part = np.maximum(weights[low:high] - rest, 0.0)
    place = float((part * (np.arange(len(part)) + low + 0.5)).sum() / part.sum()) + first
    return replace(levels, median=place, sure_median=True, line=rows[peak])


def settle_median(levels: Levels, outline: FloatMap, line: FloatMap) -> Levels:
    """A box without a line inside, its median put on the end whose stroke looks like a median.

    Args:
        levels: as measured.
        outline: usual Lab of the other boxes' ends.
        line: usual Lab of their medians.
    """
    upper, lower = levels.ends
    if levels.line is not None or upper is None or lower is None:
        return levels
    lean = [float(np.linalg.norm(s.color - outline) - np.linalg.norm(s.color - line)) for s in (upper, lower)]
    if abs(lean[0] - lean[1]) < MIN_LEAN:
        return levels
    return replace(levels, median=(upper if lean[0] > lean[1] else lower).place, sure_median=True)


def _stroke_of(end: _End, top: int) -> Stroke | None:
    return None if end.color is None else Stroke(end.color, end.thickness, end.place + top)


def _row_colors(values: FloatMap, stack: Stack, top: int, bottom: int) -> FloatMap:
    """The typical colour of each row across the box, without its sides and the whisker's columns."""
    x0, x1 = round(stack.x0), round(stack.x1)
    width = x1 - x0
    inset = 1 if width < 12 else 2
    columns = np.arange(x0 + inset, x1 - inset)
    away = np.abs(columns + 0.5 - (x0 + x1) / 2)
    for clear in (max(3.0, 0.15 * width), 2.0):
        if (away > clear).sum() >= 4:
            columns = columns[away > clear]
            break
    if len(columns) == 0:
        columns = np.arange(x0, x1)
    return np.asarray(np.median(values[top:bottom, columns], axis=1), np.float32)


@dataclass(frozen=True)
class _End:
    """One end of a box, along rows: its place, its stroke's thickness (0: none) and colour, and lines passed before."""

    place: float
    thickness: float
    color: FloatMap | None
    passed: tuple[tuple[float, float, FloatMap], ...] = ()


def _end(rows: FloatMap, behind: FloatMap, fill: FloatMap, edge: int, step: int) -> _End:
    """Where a box ends: the centre of its outermost stroke, or the edge of the fill.

    Beyond the last cell may lie a median and a sliver of fill too thin for a cell; they are followed while the rows
    stay off the ground.

    Args:
        rows: Lab colours along y.
        behind: Lab ground along y.
        fill: Lab colour of the box.
        edge: the outermost row of fill.
        step: -1 upwards, 1 downwards.
    """
    outer = [i for i in range(edge, edge + REACH * step, step) if 0 <= i < len(rows)]
    weights = _above_plateau([_off_segment(rows[i], behind[i], fill) for i in outer])
    strokes = _peaks(weights)
    if not strokes or strokes[0][0] > MAX_FRINGE:
        return _End(_fill_edge(rows, behind, fill, edge, step), 0.0, None)
    measured = []
    for first, last in strokes:
        part = np.array(weights[first : last + 1])
        places = np.array([outer[k] + 0.5 for k in range(first, last + 1)])
        peak = float(part.max())
        color = rows[outer[first + int(part.argmax())]]
        measured.append((float((part * places).sum() / part.sum()), float(part.sum() / peak), color, float(part.sum())))
        gap = [outer[k] for k in range(last + 1, len(outer))][:1]
        if gap and _is_ground(rows[gap[0]], behind[gap[0]], fill):
            break
    place, thickness, color, _ = measured[-1]
    return _End(place, thickness, color, tuple((m[3], m[0], m[2]) for m in measured[:-1]))


def _above_plateau(weights: list[float]) -> list[float]:
    """Weights less their far level: in a narrow box the whisker's columns keep every row beyond the end off ground."""
    far = weights[-PLATEAU:]
    level = float(median_of(far)) if len(weights) > 2 * PLATEAU and max(far) - min(far) < 3.0 else 0.0
    return [max(w - level, 0.0) for w in weights]


def _peaks(weights: list[float]) -> list[tuple[int, int]]:
    """Runs of rows (first, last index) that strokes cover, outwards; two strokes are parted by a clear dip."""
    runs: list[tuple[int, int]] = []
    i = 0
    while i < len(weights):
        if weights[i] < STROKE_CONTRAST:
            i += 1
            continue
        last, peak = i, weights[i]
        while last + 1 < len(weights) and weights[last + 1] >= max(3.0, 0.12 * peak):
            rises_again = weights[last + 1] > 1.8 * weights[last] and weights[last] < 0.5 * peak
            if rises_again:
                break
            last += 1
            peak = max(peak, weights[last])
        first = i - 1 if i > 0 and weights[i - 1] > 2.0 and (not runs or runs[-1][1] < i - 1) else i
        runs.append((first, last))
        i = last + 1
    return runs


def _is_ground(color: FloatMap, ground: FloatMap, fill: FloatMap) -> bool:
    """The row shows the ground, not a sliver of fill."""
    return float(np.linalg.norm(color - ground)) <= float(np.linalg.norm(color - fill))


def _off_segment(color: FloatMap, ground: FloatMap, fill: FloatMap) -> float:
    """Lab distance of a colour from the mixtures of ground and fill."""
    along = fill - ground
    length = float(along @ along)
    share = float(np.clip((color - ground) @ along / length, 0, 1)) if length > 1e-6 else 0.0
    return float(np.linalg.norm(color - ground - share * along))


def _fill_edge(rows: FloatMap, behind: FloatMap, fill: FloatMap, edge: int, step: int) -> float:
    """Where a fill without stroke ends, from the share of fill in the rows around its edge."""
    covered = 0.0
    for i in range(edge - step, edge + 4 * step, step):
        if not 0 <= i < len(rows):
            break
        along = fill - behind[i]
        length = float(along @ along)
        covered += float(np.clip((rows[i] - behind[i]) @ along / length, 0, 1)) if length > 1e-6 else 0.0
    start = edge - step + (0 if step > 0 else 1)
    return start + step * covered


def _inner_lines(rows: FloatMap, fill: FloatMap, stack: Stack, top: int) -> list[tuple[float, Stroke]]:
    """The lines between the cells of a box, each with its weight: contrast times thickness."""
    lines = []
    for upper, lower in zip(stack.cells, stack.cells[1:], strict=False):
        y0, y1 = max(upper.y1 - 1 - top, 0), lower.y0 + 1 - top
        weights = np.linalg.norm(rows[y0:y1] - fill, axis=1)
        weights = np.where(weights < 2.0, 0, weights)
        total = float(weights.sum())
        if total >= STROKE_CONTRAST:
            center = float(((np.arange(len(weights)) + y0 + 0.5) * weights).sum() / total) + top
            peak = int(weights.argmax())
            lines.append((total, Stroke(rows[y0 + peak], total / float(weights[peak]), center)))
    return lines
