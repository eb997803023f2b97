"""The parts of a bar along its length, from its rows' colours: where a stack changes from one fill to the next."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sie.elements.bars_columns import Column, outline_color
from sie.elements.bars_rects import Color, stroke_limit
from sie.elements.bars_view import View
from sie.elements.bars_zones import Rect, noise_step
from sie.medians import median_of

FLAT_STEP = 3.5
"""Largest step of a channel from row to row within a fill: gradients are slower, edges faster, even when blurred."""
MIDDLE = 2.5
"""Pixels about a bar's middle that an error bar's blurred stroke covers."""
NARROW = 24
END_SHADE = 4
"""Rows at a bar's end that anti-aliasing beside a grid line may shade."""
LETTER_SHADE = 20.0
"""What letters leave of a fill, in the median of its rows, differs by less from one place to another."""
JOIN_STEP = 9.0
"""Fills whose ends differ by less are one, or by less than the picture's noise."""


@dataclass(frozen=True)
class _Run:
    start: int
    stop: int
    first: NDArray[np.float32]
    last: NDArray[np.float32]
    color: NDArray[np.float32]

    @property
    def length(self) -> int:
        return self.stop - self.start


def row_colors(view: View, x0: int, x1: int, y0: int, y1: int) -> NDArray[np.float32]:
    """Median colour of each row y0..y1 over the columns x0..x1, text left out, shape (y1 - y0, 3).

    Sides and middle are left out: outlines blur into the ones, an error bar into the other.

    Rows that text covers pass evenly from the last row before to the first row after it.
    """
    margin = min(max(1, round(0.12 * (x1 - x0))), max(0, (x1 - x0 - 1) // 2))
    columns = np.arange(x0 + margin, max(x0 + margin + 1, x1 - margin))
    away = np.abs(columns + 0.5 - (x0 + x1) / 2) > MIDDLE
    if away.sum() >= 4 and x1 - x0 <= NARROW:  # in wider bars the median leaves an error bar out
        columns = columns[away]
    strip = view.rgb[y0:y1, columns].astype(np.float32)
    hidden = view.text[y0:y1, columns]
    colors = np.median(strip, axis=1)
    if hidden.any():
        shown = ~hidden
        usable = shown.mean(axis=1) >= 0.25
        for row in np.flatnonzero(hidden.any(axis=1) & usable):
            colors[row] = median_of(strip[row][shown[row]], axis=0)
        if usable.any() and not usable.all():
            rows, gone = np.flatnonzero(usable), np.flatnonzero(~usable)
            for channel in range(3):
                colors[gone, channel] = np.interp(gone, rows, colors[rows, channel])
    return np.asarray(colors, np.float32)


def split_column(
    column: Column, view: View, outline: Color | None, known: NDArray[np.float32], step: float = JOIN_STEP
) -> Column:
    """The column with its parts found anew from its rows' colours.

    Args:
        column: the column as a whole; its own parts give its extent and, when the rows say nothing, its fill.
        view: the view that it was found in.
        outline: colour of the strokes around fills, which are no parts.
        known: (n, 3) colours of the thick fills of the chart: a thin part must have one of them.
        step: fills whose ends differ by less are one, grey levels.
    """
    y0, y1 = column.y0, column.y1
    colors = row_colors(view, column.x0, column.x1, y0, y1)
    runs = _joined(_flat_runs(colors), step)
    limit = stroke_limit(view)
    kept = [r for r in runs if r.length > limit or _is_part(r, runs, outline, known)]
    kept = _without_end_shade(kept, column, view, known)
    kept = _without_letters(_joined(kept, step), view.text[y0:y1, column.x0 : column.x1])
    if not kept:
        return column
    parts = [
        Rect(
            column.x0,
            y0 + r.start,
            column.x1,
            y0 + r.stop,
            -1,
            (float(r.color[0]), float(r.color[1]), float(r.color[2])),
        )
        for r in kept
    ]
    if column.up:
        parts.reverse()
    return Column(column.x0, column.x1, column.up, tuple(_touching(parts, column)))


def _flat_runs(colors: NDArray[np.float32]) -> list[_Run]:
    if len(colors) == 1:
        return [_Run(0, 1, colors[0], colors[0], colors[0])]
    flat = np.abs(np.diff(colors, axis=0)).max(axis=1) <= FLAT_STEP
    runs: list[_Run] = []
    start = 0
    for index in range(len(colors)):
        if index == len(colors) - 1 or not flat[index]:
            piece = colors[start : index + 1]
            runs.append(_Run(start, index + 1, piece[0], piece[-1], median_of(piece, axis=0)))
            start = index + 1
    return [r for r in runs if r.length >= 2] or [max(runs, key=lambda r: r.length)]


def _joined(runs: list[_Run], step: float) -> list[_Run]:
    """Neighbouring runs of one fill joined over what compression left between them."""
    joined: list[_Run] = []
    for run in runs:
        if joined and _same_fill(joined[-1], run, step):
            before = joined[-1]
            longer = before if before.length >= run.length else run
            joined[-1] = _Run(before.start, run.stop, before.first, run.last, longer.color)
        else:
            joined.append(run)
    return joined


def _without_letters(runs: list[_Run], text: NDArray[np.bool_]) -> list[_Run]:
    """The runs without those that letters shade in the midst of one fill: no stack has two parts of a series.

    Args:
        runs: of a column, in order.
        text: bool (rows, columns), where letters stand in it.
    """
    lettered = np.atleast_1d(text.any(axis=1))
    joined: list[_Run] = []
    for run in runs:
        between = joined[-1] if len(joined) > 1 else None
        if (
            between is not None
            and float(np.abs(joined[-2].color - run.color).max()) <= LETTER_SHADE
            and float(lettered[between.start : between.stop].mean()) >= 0.5
            and between.length <= min(joined[-2].length, run.length)
        ):
            before = joined[-2]
            longer = before if before.length >= run.length else run
            joined[-2:] = [_Run(before.start, run.stop, before.first, run.last, longer.color)]
        else:
            joined.append(run)
    return joined


def _same_fill(first: _Run, second: _Run, step: float) -> bool:
    at_seam = float(np.abs(first.last - second.first).max())
    overall = float(np.abs(first.color - second.color).max())
    return at_seam <= step or overall <= step


def _without_end_shade(runs: list[_Run], column: Column, view: View, known: NDArray[np.float32]) -> list[_Run]:
    """The runs without a short one at the free end that is a mixture of its neighbour and the background."""
    if len(runs) < 2:
        return runs
    end, beside = (runs[0], runs[1]) if column.up else (runs[-1], runs[-2])
    if end.length > END_SHADE or (len(known) and _nearest(known, end.color) <= 10):
        return runs
    ground = np.array(view.background, np.float32)
    way = beside.color - ground
    share = float((end.color - ground) @ way) / max(float(way @ way), 1.0)
    mixed = 0.05 < share < 0.95 and float(np.abs(end.color - ground - share * way).max()) < 20
    return [r for r in runs if r is not end] if mixed else runs


def _nearest(known: NDArray[np.float32], color: NDArray[np.float32]) -> float:
    return float(np.abs(known - color).max(axis=1).min())


def _is_part(run: _Run, runs: list[_Run], outline: Color | None, known: NDArray[np.float32]) -> bool:
    """Whether a thin run is a small part rather than an outline or the blur between two fills."""
    if len(runs) == 1:
        return True
    if outline is not None and float(np.abs(run.color - np.array(outline, np.float32)).max()) <= 50:
        return False
    if not len(known) or _nearest(known, run.color) > 20:
        return False
    beside = [
        r
        for r in runs
        if r is not run and ((r.stop <= run.start + 4 and r.stop >= run.start - 4) or 0 <= r.start - run.stop <= 4)
    ]
    return all(float(np.abs(r.color - run.color).max()) > 20 for r in beside)


def _touching(parts: list[Rect], column: Column) -> list[Rect]:
    """The parts with the first and last one drawn out to the column's own ends."""
    first, last = parts[0], parts[-1]
    if column.up:
        parts[0] = Rect(first.x0, first.y0, first.x1, column.y1, first.zone, first.color)
        last = parts[-1]
        parts[-1] = Rect(last.x0, column.y0, last.x1, last.y1, last.zone, last.color)
    else:
        parts[0] = Rect(first.x0, column.y0, first.x1, first.y1, first.zone, first.color)
        last = parts[-1]
        parts[-1] = Rect(last.x0, last.y0, last.x1, column.y1, last.zone, last.color)
    return parts


def split_columns(columns: list[Column], view: View, *, patterned: bool = False) -> list[Column]:
    """Every column with its parts found from its rows' colours.

    Parts that strokes have already parted are left where the view shows only one: hatches smooth to one colour.
    """
    outline = outline_color(columns, view)
    limit = stroke_limit(view)
    thick = np.array([p.color for c in columns for p in c.parts if p.height > limit], np.float32).reshape(-1, 3)
    step = max(JOIN_STEP, float(noise_step(view.rgb)))
    split = [split_column(column, view, outline, thick, step) for column in columns]
    return [
        before if len(after.parts) == 1 and len(before.parts) > 1 and patterned else after
        for before, after in zip(columns, split, strict=True)
    ]
