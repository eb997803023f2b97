"""Makes an axis of a label sequence: its marks, its scale through them, and what became of each label."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta

from sie.artifacts import Axis, Issue, ScaleFit, Tick, Value
from sie.structure.frame import Frame
from sie.structure.labels import LABEL_SIGMA_PX, Label
from sie.structure.lines import LineField
from sie.structure.marks import (
    MARK_SIGMA_PX,
    MarkMatch,
    MarkRow,
    MarkSource,
    best_match,
    flush_at_marks,
    mark_rows,
    sharpness,
)
from sie.structure.months import between_months
from sie.structure.sequences import LabelSequence, refit
from sie.values.scale import LabelPlace, Reading, ScaleSolution, fit_scale, px_at, value_at
from sie.vocab import Direction, ScaleType, Side, Stage, TickStatus

REPAIR_COST = 0.5
"""A reading dearer than this is told as a repair."""
LATTICE_REL = 0.08
"""A predicted value this near to a multiple of the ticks' step, in steps, is what the label should say."""
MAX_MARK_RESIDUAL_PX = 1.2
"""Marks that lie worse than this on the scale are other things."""

SMOOTH_SIGMA_PX = 0.1
"""How well an anti-aliased mark tells its place."""
COMMON_PX = 0.2
"""What rounding adds where all marks are rounded alike: 0.29, or 0 where ticks are whole pixels apart."""
EVEN_PX = 0.12
LABELS_COMMON_PX = {Direction.HORIZONTAL: 0.7, Direction.VERTICAL: 1.2}
"""How far the middles of an axis' labels all lie beside their ticks: by their font's line more than along it."""
LABELS_APART = 0.5
"""How little they differ among themselves, as a part of what one alone is good for."""
CENTRED_REL = 0.3
"""In text heights: labels that are turned about their middles have them this near to their ticks."""
BETWEEN = 0.35
"""Lines in the plot that stand farther from slanted labels than this part of their spacing are gaps between bars."""
GRID_PX = 1.0
"""A tick this near to a grid line lies on it."""

Reread = Callable[[Label], tuple[Reading, ...]]


@dataclass(frozen=True)
class AxisContext:
    """What every axis of a plot is built from.

    Attributes:
        reread: further readings of a label that does not fit, from another engine.
    """

    field: LineField
    frame: Frame
    max_residual_px: float
    reread: Reread | None = None


def build_axis(
    sequence: LabelSequence, context: AxisContext, *, axis_id: str, secondary: bool = False, factor: float = 1.0
) -> Axis:
    """The axis of a label sequence, with sub-pixel ticks and a fitted scale where its labels are numbers or dates."""
    frame, direction = context.frame, sequence.direction
    sequence = _anchored(sequence, context)
    match = _marks(sequence, context)
    solution, places = _fit(sequence, match, context)
    line_px = _line_px(sequence, context)
    issues: tuple[Issue, ...] = ()
    if solution is None:
        ticks = between_months(_category_ticks(axis_id, sequence, match), frame, direction, axis_id)
        return Axis(
            id=axis_id,
            direction=direction,
            side=sequence.side,
            scale=ScaleType.CATEGORICAL,
            ticks=ticks,
            secondary=secondary,
            line_px=line_px,
            marks=_strokes(match, ticks, context, direction),
        )
    solution = _scaled(solution, factor)
    ticks = tuple(
        _tick(f"{axis_id}.t{i}", label, place, solution, i)
        for i, (label, place) in enumerate(zip(sequence.labels, places, strict=True))
    )
    solution = replace(solution, fit=_with_rounding(solution.fit, ticks, direction))
    if not solution.fit.certain:
        issues = (_issue("uncertain-axis", f"axis {axis_id}: {solution.fit.n_ticks} agreeing ticks of {len(ticks)}"),)
    rising = solution.fit.px_per_unit > 0
    if solution.fit.certain and _is_sign_doubtful(sequence, solution, rising=rising):
        solution = replace(solution, fit=solution.fit.model_copy(update={"certain": False}))
        issues = (_issue("uncertain-axis", f"axis {axis_id}: tick marks before all its labels may read as signs"),)
    return Axis(
        id=axis_id,
        direction=direction,
        side=sequence.side,
        scale=solution.scale,
        ticks=ticks,
        fit=solution.fit,
        base=solution.base,
        reversed=rising if direction is Direction.VERTICAL else not rising,
        secondary=secondary,
        line_px=line_px,
        marks=_strokes(match, ticks, context, direction),
        factor=factor,
        domain=axis_domain(solution.fit, solution.scale, frame, direction),
        issues=issues,
    )


def _anchored(sequence: LabelSequence, context: AxisContext) -> LabelSequence:
    """Slanted labels taken to stand at their middles, where all their middles are at marks and their ends are not.

    Most tools put the end of a slanted label at its tick, some turn it about its middle; then its end is near the next.
    """
    if not all(label.slanted for label in sequence.labels):
        return sequence
    count, height = len(sequence.labels), sequence.height_px
    match = _marks(sequence, context)
    if match is not None and match.count == count and abs(match.shift_px) <= height:
        return sequence
    side = 0 if sequence.direction is Direction.HORIZONTAL else 1
    labels = tuple(replace(label, px=label.blocks[0].center[side]) for label in sequence.labels)
    centred = LabelSequence(sequence.side, labels, sequence.solution)
    if sequence.solution is not None:
        centred = refit(centred, max_residual_px=context.max_residual_px, scales=(sequence.solution.scale,))
        if centred.solution is None:
            return sequence
    other = _marks(centred, context)
    if other is None or other.count < count or abs(other.shift_px) > CENTRED_REL * height:
        return sequence
    return centred


def _is_sign_doubtful(sequence: LabelSequence, solution: ScaleSolution, *, rising: bool) -> bool:
    """Whether an axis right of the plot falls upwards from 0 or below, as tick marks read as signs make it."""
    if sequence.side is not Side.RIGHT or solution.scale is not ScaleType.LINEAR or not rising:
        return False
    values = [reading.value for reading in solution.chosen if reading is not None]
    return max(values) <= 0 and sum(value < 0 for value in values) >= 2


def _with_rounding(fit: ScaleFit, ticks: Sequence[Tick], direction: Direction) -> ScaleFit:
    """The fit with standard errors that tell sharp marks, which a tool has rounded to pixels, from anti-aliased ones.

    Where rounded marks lie exactly on a line, all may be off by one and the same part of a pixel; so may all labels
    where there are no marks.
    """
    kept = [tick for tick in ticks if tick.status is TickStatus.KEPT]
    if not any(tick.marked for tick in kept):
        apart, common = LABELS_APART * fit.sigma_px, LABELS_COMMON_PX[direction]
        return fit.model_copy(
            update={"sigma_px": math.hypot(apart, common), "sigma_slope": LABELS_APART * fit.sigma_slope}
        )
    kind = sharpness([tick.px for tick in kept])
    if kind is None or not all(tick.marked for tick in kept):
        return fit
    if kind != "smooth":
        common = COMMON_PX if fit.residual_px < EVEN_PX else 0.0
        return fit.model_copy(update={"sigma_px": math.hypot(fit.sigma_px, common)})
    part = min(1.0, max(SMOOTH_SIGMA_PX, 1.5 * fit.residual_px) / MARK_SIGMA_PX)
    return fit.model_copy(update={"sigma_px": part * fit.sigma_px, "sigma_slope": part * fit.sigma_slope})


def axis_domain(fit: ScaleFit, scale: ScaleType, frame: Frame, direction: Direction) -> tuple[Value, Value]:
    """The values at both ends of the plot area, the lower first; dates on a time axis."""
    sides = (Side.LEFT, Side.RIGHT) if direction is Direction.HORIZONTAL else (Side.BOTTOM, Side.TOP)
    ends = sorted(value_at(fit, scale, frame.edge(side)) for side in sides)
    if scale is ScaleType.TIME:
        return iso_date(ends[0]), iso_date(ends[1])
    return ends[0], ends[1]


def iso_date(days: float) -> str:
    """The ISO 8601 date nearest to days since 1970-01-01.

    >>> iso_date(365.2)
    '1971-01-01'
    """
    moment = datetime(1970, 1, 1, tzinfo=UTC) + timedelta(days=min(max(days, -700_000.0), 2_900_000.0) + 0.5)
    return moment.strftime("%Y-%m-%d")


def _issue(code: str, message: str) -> Issue:
    return Issue(stage=Stage.STRUCTURE, code=code, message=message)


def _marks(sequence: LabelSequence, context: AxisContext) -> MarkMatch | None:
    frame, field, side = context.frame, context.field, sequence.side
    direction = sequence.direction
    ends = (Side.LEFT, Side.RIGHT) if direction is Direction.HORIZONTAL else (Side.TOP, Side.BOTTOM)
    low, high = (frame.edge(end) for end in ends)
    pad = 4.0
    line_px = _line_px(sequence, context)
    rows = mark_rows(
        field,
        direction,
        line_px=frame.edge(side) if line_px is None else line_px,
        outer_px=_outer(sequence),
        low_px=low - pad,
        high_px=high + pad,
    )
    grid = _grid_row(context, direction, low - pad, high + pad)
    if grid is not None:
        rows.append(grid)
    places = _expected(sequence)
    spacing = sequence.spacing_px
    reach = min(0.45 * spacing, 0.5 * sequence.height_px + 2.0)
    slanted = any(label.slanted for label in sequence.labels)
    if slanted:
        reach = min(0.6 * spacing, 3.0 * sequence.height_px)
    match = best_match(places, rows, reach_px=max(reach, 2.0), in_line=sequence.solution is not None)
    if match is not None and slanted and match.source != "outside" and abs(match.shift_px) > BETWEEN * spacing:
        return None
    return match


def _line_px(sequence: LabelSequence, context: AxisContext) -> float | None:
    """Where the axis line lies: the frame's line on that side, or a line beside labels that stand inside the plot."""
    frame, height = context.frame, sequence.height_px
    low, high = (
        (frame.box[0], frame.box[2]) if sequence.direction is Direction.VERTICAL else (frame.box[1], frame.box[3])
    )
    outer = _outer(sequence)
    if not low + height < outer < high - height:
        return frame.lines.get(sequence.side)
    beside = [
        line.position_px
        for line in context.field.lines.along(sequence.direction)
        if abs(line.position_px - outer) <= 1.5 * height and line.covers(sequence.low_px, sequence.high_px) >= 0.6
    ]
    return min(beside, key=lambda px: abs(px - outer)) if beside else frame.lines.get(sequence.side)


def _outer(sequence: LabelSequence) -> float:
    """The labels' near edge, by their middle one: a single long label must not hide the marks."""
    near = sorted(label.near_px for label in sequence.labels)
    return near[len(near) // 2]


def _expected(sequence: LabelSequence) -> list[float]:
    """Where each label stands: on the scale's line where it agrees, so that the recognizer's boxes' noise cancels."""
    solution = sequence.solution
    if solution is None:
        return [label.px for label in sequence.labels]
    return [
        label.px if reading is None else px_at(solution.fit, solution.scale, reading.value)
        for label, reading in zip(sequence.labels, solution.chosen, strict=True)
    ]


def _grid_row(context: AxisContext, direction: Direction, low: float, high: float) -> MarkRow | None:
    """Grid lines that cross most of the plot area, as a row of marks."""
    frame = context.frame
    across = Direction.VERTICAL if direction is Direction.HORIZONTAL else Direction.HORIZONTAL
    near, far = (frame.box[1], frame.box[3]) if across is Direction.VERTICAL else (frame.box[0], frame.box[2])
    px = sorted(
        {
            round(line.position_px, 3)
            for line in context.field.lines.along(across)
            if low <= line.position_px <= high and line.covers(near, far) >= 0.3
        }
    )
    return MarkRow(tuple(px), "grid") if len(px) >= 2 else None


def _strokes(
    match: MarkMatch | None, ticks: Sequence[Tick], context: AxisContext, direction: Direction
) -> MarkSource | None:
    """What strokes the ticks were measured at: those just inside the plot may be grid lines that go on."""
    marked = [tick.px for tick in ticks if tick.marked]
    if match is None or not marked:
        return None
    grid = _grid_row(context, direction, min(marked) - GRID_PX, max(marked) + GRID_PX)
    if match.source != "inside" or grid is None:
        return match.source
    on_grid = sum(min(abs(px - line) for line in grid.px) <= GRID_PX for px in marked)
    return "grid" if on_grid >= 0.5 * len(marked) else "inside"


def _fit(
    sequence: LabelSequence, match: MarkMatch | None, context: AxisContext
) -> tuple[ScaleSolution | None, list[LabelPlace]]:
    """The scale through the marks, or through the labels where marks do not lie on it."""
    labels = sequence.labels
    plain = [label.place for label in labels]
    if sequence.solution is None:
        return None, plain
    readings = [label.readings for label in labels]
    if context.reread is not None:
        for i, (label, chosen) in enumerate(zip(labels, sequence.solution.chosen, strict=True)):
            if chosen is None or chosen.cost > REPAIR_COST:
                readings[i] = tuple(sorted((*label.readings, *context.reread(label)), key=lambda r: r.cost))
    plain = [replace(place, readings=r) for place, r in zip(plain, readings, strict=True)]
    only = (sequence.solution.scale,)
    if match is not None and match.count >= 2:
        shift = match.shift_px
        places = [
            replace(place, px=place.px + shift, sigma_px=LABEL_SIGMA_PX)
            if px is None
            else replace(place, px=px, sigma_px=MARK_SIGMA_PX)
            for place, px in zip(plain, match.px, strict=True)
        ]
        solution = fit_scale(places, max_residual_px=context.max_residual_px, scales=only)
        if solution is not None and solution.fit.residual_px <= MAX_MARK_RESIDUAL_PX:
            return solution, places
    return fit_scale(plain, max_residual_px=context.max_residual_px, scales=only), plain


def _scaled(solution: ScaleSolution, factor: float) -> ScaleSolution:
    """The solution with every value multiplied by an offset text's factor."""
    if factor == 1.0 or solution.scale is ScaleType.TIME:
        return solution
    fit = solution.fit
    if solution.scale is ScaleType.LOG:
        fit = fit.model_copy(update={"offset_px": fit.offset_px - fit.px_per_unit * math.log10(factor)})
    else:
        fit = fit.model_copy(update={"px_per_unit": fit.px_per_unit / factor})
    chosen = tuple(None if r is None else replace(r, value=r.value * factor) for r in solution.chosen)
    return replace(solution, fit=fit, chosen=chosen, predicted=tuple(v * factor for v in solution.predicted))


def _category_ticks(axis_id: str, sequence: LabelSequence, match: MarkMatch | None) -> list[Tick]:
    """Ticks of categories: at their marks where all labels have one in their middle, else at the labels' middles."""
    use = (
        match is not None
        and match.count >= 0.7 * len(sequence.labels)
        and (abs(match.shift_px) <= 0.2 * sequence.spacing_px or any(label.slanted for label in sequence.labels))
    )
    marks = (
        flush_at_marks([label.box for label in sequence.labels], match.px, sequence.direction)
        if match is not None and use
        else [None] * len(sequence.labels)
    )
    ticks = []
    for i, (label, mark) in enumerate(zip(sequence.labels, marks, strict=True)):
        shift = match.shift_px if match is not None and use else 0.0
        ticks.append(
            Tick(
                id=f"{axis_id}.t{i}",
                text=label.text,
                value=label.text,
                px=label.px + shift if mark is None else mark,
                text_id=label.id,
                marked=mark is not None,
                sigma_px=LABEL_SIGMA_PX if mark is None else MARK_SIGMA_PX,
                confidence=min(block.confidence for block in label.blocks),
            )
        )
    return ticks


def _tick(tick_id: str, label: Label, place: LabelPlace, solution: ScaleSolution, index: int) -> Tick:
    chosen = solution.chosen[index]
    status, reason = TickStatus.KEPT, ""
    value: Value | None = None
    if chosen is not None:
        value = _stored(chosen.value, solution.scale)
        if chosen.cost > REPAIR_COST:
            status, reason = TickStatus.REPAIRED, f"{label.text!r} read as {value}, as its neighbours ask"
    else:
        mended = _mended(solution, index)
        if mended is not None:
            value, status = _stored(mended, solution.scale), TickStatus.REPAIRED
            reason = f"{label.text!r} does not fit; {value} by its place among the others"
        else:
            status = TickStatus.REJECTED
            reason = f"{label.text!r} does not fit: its place says {solution.predicted[index]:.6g}"
    return Tick(
        id=tick_id,
        text=label.text,
        value=value,
        px=place.px,
        status=status,
        reason=reason,
        text_id=label.id,
        marked=place.sigma_px < LABEL_SIGMA_PX,
        sigma_px=place.sigma_px,
        confidence=min(block.confidence for block in label.blocks),
    )


def _stored(value: float, scale: ScaleType) -> Value:
    return iso_date(value) if scale is ScaleType.TIME else value


def _mended(solution: ScaleSolution, index: int) -> float | None:
    """The value a label should have, where the certain others step evenly and its place is on a step."""
    if not solution.fit.certain or solution.scale is not ScaleType.LINEAR:
        return None
    kept = sorted({reading.value for reading in solution.chosen if reading is not None})
    steps = [b - a for a, b in itertools.pairwise(kept)]
    if len(steps) < 2:
        return None
    step = min(steps)
    if any(abs(s / step - round(s / step)) > 0.02 for s in steps):
        return None
    count = (solution.predicted[index] - kept[0]) / step
    if abs(count - round(count)) > LATTICE_REL:
        return None
    return float(f"{kept[0] + round(count) * step:.12g}")
