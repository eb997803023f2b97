"""Follows a whisker or an error bar from where it leaves its mark to its end.

A whisker is a thin stroke, solid or dashed, with or without a cap; dots, rings and crosses beyond it are outliers. The
trace reads rows one by one because the same pixels mean different things by order: a wide flat row ends a whisker, a
wide row after a gap is an outlier, and a wide row that the stroke leaves again is a point or a grid line in passing.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from sie.medians import median_of
from sie.pixels import dot_of, length_of

FloatMap = NDArray[np.float32]
BoolMap = NDArray[np.bool_]

SOLID_GAP = 1
DASH_GAP = 9
INKED = 0.3
"""Strength from which a pixel is of the stroke."""
FIRST_LENGTH = 60
"""Rows in which most whiskers end."""
LOOK = 10
"""Rows in which a stroke shows itself, after a dash's gap at the latest."""
FIRST_ROWS = 12
"""Rows that tell the stroke's thickness."""
MAX_CAP_HEIGHT = 4
OFF_CENTRE = 0.25
"""How far from a mark's middle its stroke may leave it, as a part of the mark's width."""
WIDE_MARK = 10.0
MAX_TICK = 8
EDGE_ROWS = 5
"""A tick mark is no longer than the one, and ends so near to the plot area's edge, pixels."""
LONG_DASH = 16
"""A first piece longer than this is a solid stroke: nothing after a gap belongs to it."""


@dataclass(frozen=True)
class Trace:
    """A whisker as followed.

    Attributes:
        end: y of its far end, sub-pixel: the centre of the cap's stroke, or the end of the line.
        x: its centre.
        length: pixels from the start, 0 where there is no whisker.
        capped: it ends in a cap.
        cap: x0 and x1 of the cap (of the stroke where there is none).
    """

    end: float
    x: float
    length: float
    capped: bool
    cap: tuple[float, float]


@dataclass(frozen=True)
class _Row:
    """The run of ink at the whisker's column in one row: its bounds, or an empty run."""

    x0: int
    x1: int

    @property
    def length(self) -> int:
        return self.x1 - self.x0


def stroke_strength(lab: FloatMap, ground: FloatMap, stroke: FloatMap, *, max_residual: float = 30.0) -> FloatMap:
    """How much of each pixel a stroke of this colour covers, 0 to 1; 0 where the pixel is no mixture with it.

    Args:
        lab: float32 (h, w, 3).
        ground: the same shape, what lies behind.
        stroke: Lab colour of the stroke, shape (3,).
        max_residual: largest Lab distance of a pixel from the mixtures of ground and stroke.
    """
    along = stroke - ground
    offset = lab - ground
    length = np.maximum(dot_of(along, along), 1e-6)
    share = dot_of(offset, along) / length
    residual = length_of(offset - share[..., None] * along)
    return np.where(residual <= max_residual, np.clip(share, 0, 1), 0).astype(np.float32)


def shift_trace(trace: Trace, dx: float, dy: float = 0.0) -> Trace:
    """The trace moved right by dx and down by dy pixels."""
    return replace(trace, end=trace.end + dy, x=trace.x + dx, cap=(trace.cap[0] + dx, trace.cap[1] + dx))


def seek_whisker(
    lab: FloatMap,
    ground: FloatMap,
    stroke: FloatMap,
    x: float,
    start: int,
    step: int,
    *,
    mark_width: float,
) -> Trace | None:
    """The whisker of a colour that leaves row `start` in direction `step`, or None.

    Most marks have none, which the first rows tell, and most whiskers are short: rows farther out are compared with
    the colour only where those before are not the end.

    Args:
        lab: float32 (h, w, 3).
        ground: the same shape, what lies behind.
        stroke: Lab colour of the stroke, shape (3,).
        x: where to look, pixels; the stroke must pass within 2 px or 6 % of the mark's width, or else within 25 %:
            some tools draw boxes of grouped charts off their whiskers.
        start: first row outside the mark.
        step: -1 upwards, 1 downwards.
        mark_width: width of the box or bar, pixels: a cap is no wider than 1.2 times it.
    """
    height = len(lab)
    for length in (LOOK, FIRST_LENGTH, height + LOOK):  # at last all rows, though the first may lie outside
        rows = slice(max(start - 1, 0), start + length) if step > 0 else slice(max(start + 1 - length, 0), start + 2)
        strength = stroke_strength(lab[rows], ground[rows], stroke)
        first = start - rows.start
        ink = strength >= INKED
        column = _column(ink, x, first, step, mark_width)
        if column is None:
            return None
        if length == LOOK:
            continue
        seen = _read_rows(ink, column, first, step)
        whole = rows.stop >= height if step > 0 else rows.start == 0
        if whole or len(seen) < length:
            trace = _trace_rows(strength, seen, column, first, step, mark_width)
            return None if trace is None else shift_trace(trace, 0.0, rows.start)
    return None


def _trace_rows(
    strength: FloatMap, rows: list[_Row], column: int, start: int, step: int, mark_width: float
) -> Trace | None:
    thin = _stroke_width(rows, mark_width)
    if thin is None:
        return None
    count, cap_rows = _follow(rows, thin, mark_width, column)
    if count == 0:
        return None
    return _finish(strength, rows, count, cap_rows, column, start, step, thin)


def _column(ink: BoolMap, x: float, start: int, step: int, mark_width: float) -> int | None:
    column = _find_column(ink, x, start, step, max(2.0, 0.06 * mark_width))
    if column is None and mark_width >= WIDE_MARK:
        column = _find_column(ink, x, start, step, OFF_CENTRE * mark_width)
    return column


def _find_column(ink: BoolMap, x: float, start: int, step: int, reach: float) -> int | None:
    """The column nearest x in which ink runs outwards, from the mark or, for a dashed stroke, after a gap."""
    height, width = ink.shape
    rows = [y for y in range(start, start + LOOK * step, step) if 0 <= y < height]
    lo, hi = max(int(np.floor(x - reach)), 0), min(int(np.ceil(x + reach)) + 1, width)
    if len(rows) < 1 or lo >= hi:
        return None
    for first, last in ((0, 6), (0, 3), (0, 2), *((k, k + 3) for k in range(1, DASH_GAP - 1))):
        if last > len(rows) and first > 0:
            break
        part = ink[rows[first:last], lo:hi].mean(axis=0)
        good = np.flatnonzero(part >= 0.99) + lo
        if len(good):
            runs = np.split(good, np.flatnonzero(np.diff(good) > 1) + 1)
            run = min(runs, key=lambda r: abs(r.mean() + 0.5 - x))
            middle = run.mean() + 0.5
            return int(min(run, key=lambda c: abs(c + 0.5 - middle)))
    return None


def _read_rows(ink: BoolMap, column: int, start: int, step: int) -> list[_Row]:
    """The rows outwards, up to a gap that no dash explains."""
    height, width = ink.shape
    rows: list[_Row] = []
    empty = 0
    y = start
    while 0 <= y < height and (empty <= DASH_GAP or len(rows) < FIRST_ROWS):
        line: list[bool] = ink[y].tolist()
        at = next((c for c in (column, column - 1, column + 1) if 0 <= c < width and line[c]), None)
        empty = empty + 1 if at is None else 0
        if at is None:
            rows.append(_Row(column, column))
        else:
            x0, x1 = at, at + 1
            while x0 > 0 and line[x0 - 1]:
                x0 -= 1
            while x1 < width and line[x1]:
                x1 += 1
            rows.append(_Row(x0, x1))
        y += step
    return rows


def _stroke_width(rows: list[_Row], mark_width: float) -> int | None:
    """Greatest run length that still counts as the bare stroke, from the first rows."""
    lengths = sorted(r.length for r in rows[:FIRST_ROWS] if r.length > 0)
    if not lengths:
        return None
    low, part = divmod(len(lengths) - 1, 4)  # the lower quartile, between two lengths
    typical = lengths[low] + part / 4 * (lengths[min(low + 1, len(lengths) - 1)] - lengths[low])
    if typical > max(5.0, 0.4 * mark_width):
        return None
    return int(np.ceil(typical)) + 1


def _follow(rows: list[_Row], thin: int, mark_width: float, column: int) -> tuple[int, list[int]]:
    """How many rows the whisker has, and the indices of its cap's rows (empty where it has none)."""
    end = 0
    i = 0
    dashed = False
    first_gap: int | None = None
    while i < len(rows):
        row = rows[i]
        if row.length == 0:
            gap = _gap(rows, i)
            if first_gap is None:
                first_gap = i
            allowed = DASH_GAP if dashed or first_gap <= LONG_DASH else SOLID_GAP
            if gap > allowed or i + gap >= len(rows):
                break
            nature = _piece(rows, i + gap, thin, mark_width, column)
            if not dashed and _is_tick(rows, i + gap):
                break
            if nature == "dash" or (nature == "cap" and (dashed or gap <= SOLID_GAP)):
                dashed = dashed or gap > SOLID_GAP
                i += gap
                continue
            break
        if row.length <= thin or _is_passing_line(row, mark_width, column):
            end = i + 1
            i += 1
            continue
        wide = _wide(rows, i, thin)
        if _is_cap(rows, i, wide, thin, mark_width, column):
            return i + wide, list(range(i, i + wide))
        after = i + wide
        if (
            after < len(rows)
            and 0 < rows[after].length <= thin
            and _piece(rows, after, thin, mark_width, column) == "dash"
        ):
            i = after
            continue
        break
    return end, []


def _is_tick(rows: list[_Row], i: int) -> bool:
    """Whether what starts at row i after a stroke's first gap is a tick mark: short, the last ink before the edge."""
    n = 0
    while i + n < len(rows) and rows[i + n].length > 0:
        n += 1
    return n <= MAX_TICK and len(rows) - (i + n) <= EDGE_ROWS and all(row.length == 0 for row in rows[i + n :])


def _gap(rows: list[_Row], i: int) -> int:
    n = 0
    while i + n < len(rows) and rows[i + n].length == 0:
        n += 1
    return n


def _wide(rows: list[_Row], i: int, thin: int) -> int:
    n = 0
    while i + n < len(rows) and rows[i + n].length > thin:
        n += 1
    return n


def _is_passing_line(row: _Row, mark_width: float, column: int) -> bool:
    """A grid or reference line: it runs far past the mark on some side."""
    return max(column - row.x0, row.x1 - column) > 1.0 * mark_width + 4


def _is_cap(rows: list[_Row], i: int, wide: int, thin: int, mark_width: float, column: int) -> bool:
    """A flat piece, level on both sides of the stroke, after which the stroke does not go on."""
    widest = max(rows[i : i + wide], key=lambda r: r.length)
    if widest.length > 1.25 * mark_width + 4 or widest.length < max(thin + 1, 3):
        return False
    left, right = column + 0.5 - widest.x0, widest.x1 - column - 0.5
    level = abs(left - right) <= 2.5 + 0.15 * widest.length
    flat = wide <= max(MAX_CAP_HEIGHT, thin) and wide <= 0.6 * widest.length
    after = i + wide
    goes_on = after + 1 < len(rows) and 0 < rows[after].length <= thin and 0 < rows[after + 1].length <= thin
    return level and flat and not goes_on


def _piece(rows: list[_Row], i: int, thin: int, mark_width: float, column: int) -> str:
    """What starts at row i after a gap: "dash", "cap" or "other"."""
    n = 0
    while i + n < len(rows) and rows[i + n].length > 0:
        n += 1
    piece = rows[i : i + n]
    bare = sum(1 for r in piece if r.length <= thin)
    if bare >= max(2, 0.6 * n):
        return "dash"
    wide = _wide(rows, i, thin)
    if wide == n and _is_cap(rows, i, wide, thin, mark_width, column):
        return "cap"
    if 1 <= bare < n <= bare + MAX_CAP_HEIGHT:
        leading = next(k for k in range(n) if piece[k].length > thin)
        if leading == bare and _is_cap(rows, i + bare, n - bare, thin, mark_width, column):
            return "dash"
    return "other"


def _finish(
    strength: FloatMap,
    rows: list[_Row],
    count: int,
    cap_rows: list[int],
    column: int,
    start: int,
    step: int,
    thin: int,
) -> Trace:
    stroke = [r for r in rows[:count] if 0 < r.length <= thin] or [r for r in rows[:count] if r.length > 0]
    x = float(median_of([(r.x0 + r.x1) / 2 for r in stroke]))
    if cap_rows:
        widest = max((rows[i] for i in cap_rows), key=lambda r: r.length)
        columns = [c for c in range(widest.x0, widest.x1) if abs(c + 0.5 - x) > thin / 2 + 0.5] or [column]
        ys = [start + step * i for i in range(cap_rows[0] - 1, cap_rows[-1] + 2)]
        ys = [y for y in ys if 0 <= y < strength.shape[0]]
        weights = np.array([float(median_of(strength[y, columns])) for y in ys])
        if weights.sum() > 0:
            end = float((weights * (np.array(ys) + 0.5)).sum() / weights.sum())
            return Trace(end, x, abs(end - _edge(start, step)), True, (float(widest.x0), float(widest.x1)))
    end = _line_end(strength, column, start, step, count)
    half = float(median_of([r.length for r in stroke])) / 2
    return Trace(end, x, abs(end - _edge(start, step)), bool(cap_rows), (x - half, x + half))


def _edge(start: int, step: int) -> float:
    return float(start if step > 0 else start + 1)


def _line_end(strength: FloatMap, column: int, start: int, step: int, count: int) -> float:
    """The sub-pixel end of an uncapped stroke of `count` rows: partly covered end rows count in part."""
    height = strength.shape[0]
    columns = [c for c in (column - 1, column, column + 1) if 0 <= c < strength.shape[1]]
    solid = [strength[start + step * i, columns].sum() for i in range(max(count - 6, 0), max(count - 1, 1))]
    full = float(median_of(solid)) if solid else 1.0
    covered = 0.0
    for i in (count - 2, count - 1, count, count + 1):
        y = start + step * i
        if i >= 0 and 0 <= y < height:
            own = float(np.clip(strength[y, columns].sum() / max(full, 1e-6), 0, 1))
            if i >= count and own == 0.0:
                break  # what lies behind a gap is another stroke
            covered += own
    base = max(count - 2, 0)
    return _edge(start, step) + step * (base + min(covered, 3.0))
