"""The axes of a CHART-Info annotation: ticks with their values, scales, roles and titles."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from sie.artifacts import XYXY, Axis, Issue, TextBlock, Tick, Value
from sie.io.chartinfo_json import Json, items, label, mapping, number
from sie.vocab import AxisRole, ChartType, Direction, ScaleType, Side, TextRole, TickStatus

_KEYS = {
    "x-axis": (Direction.HORIZONTAL, Side.BOTTOM, False),
    "y-axis": (Direction.VERTICAL, Side.LEFT, False),
    "x-axis-2": (Direction.HORIZONTAL, Side.TOP, True),
    "y-axis-2": (Direction.VERTICAL, Side.RIGHT, True),
}
_SIGMA_PX = 1.0
_MAX_RESIDUAL_PX = 4.0
"""Annotators click ticks to about a pixel on pictures of some hundred."""
_UNIT = re.compile(r"[(\[]\s*([^()\[\]]{1,24}?)\s*[)\]]\s*$")
_MIN_NUMERIC_PART = 0.6
"""An axis has numbers when at least this part of its labels are some."""


def read_axes(
    task: Mapping[str, Json], blocks: Sequence[TextBlock], chart_type: ChartType | None, issues: list[Issue]
) -> list[Axis]:
    """The axes with ticks; a label that disagrees with the others is rejected and reported."""
    axes = []
    for key, (direction, side, secondary) in _KEYS.items():
        placed = _placed(mapping(task.get("axes")).get(key), blocks)
        if placed:
            direction = _direction(placed, direction)
            role = _role(direction, chart_type)
            axes.append(_axis(key, placed, direction, side, role, secondary=secondary, issues=issues))
    return axes


Placed = list[tuple[TextBlock, tuple[float, float]]]


def _placed(rows: Json, blocks: Sequence[TextBlock]) -> Placed:
    by_id = {block.id: block for block in blocks}
    found = []
    for row in items(rows):
        block = by_id.get(label(row.get("id")))
        point = mapping(row.get("tick_pt"))
        x, y = number(point.get("x")), number(point.get("y"))
        if block is not None and x is not None and y is not None:
            found.append((block, (x, y)))
    return found


def _direction(placed: Placed, usual: Direction) -> Direction:
    xs, ys = [point[0] for _, point in placed], [point[1] for _, point in placed]
    across, down = max(xs) - min(xs), max(ys) - min(ys)
    if across == down:
        return usual
    return Direction.HORIZONTAL if across > down else Direction.VERTICAL


def _role(direction: Direction, chart_type: ChartType | None) -> AxisRole:
    sideways = chart_type is not None and "horizontal" in chart_type
    along = Direction.HORIZONTAL if sideways else Direction.VERTICAL
    return AxisRole.DEPENDENT if direction is along else AxisRole.INDEPENDENT


def _axis(
    key: str,
    placed: Placed,
    direction: Direction,
    side: Side,
    role: AxisRole,
    *,
    secondary: bool,
    issues: list[Issue],
) -> Axis:
    place = 0 if direction is Direction.HORIZONTAL else 1
    placed = sorted(placed, key=lambda item: item[1][place])
    texts = [block.text for block, _ in placed]
    px = [point[place] for _, point in placed]
    reading = _numeric_axis(texts, px) if role is AxisRole.DEPENDENT or _numbers(texts) else None
    base = Axis(id=key, direction=direction, side=side, role=role, scale=ScaleType.CATEGORICAL, secondary=secondary)
    if reading is None:
        ticks = [
            _tick(key, i, block, text, px[i]) for i, ((block, _), text) in enumerate(zip(placed, texts, strict=True))
        ]
        return base.model_copy(update={"ticks": tuple(ticks)})
    ticks = []
    for i, (block, _) in enumerate(placed):
        value = reading.values[i]
        if value is None:
            reason = "the label disagrees with the other labels of its axis"
            issues.append(
                Issue(stage="figure", code="tick-rejected", message=f"{key}: {texts[i]!r}: {reason}", ids=(block.id,))
            )
            ticks.append(_tick(key, i, block, None, px[i], status=TickStatus.REJECTED, reason=reason))
        else:
            ticks.append(_tick(key, i, block, value, px[i]))
    return base.model_copy(
        update={
            "ticks": tuple(ticks),
            "scale": reading.scale,
            "fit": reading.fit,
            "base": reading.base,
            "unit": reading.unit,
            "reversed": reading.reversed_for(direction),
            "domain": reading.domain,
        }
    )


def _tick(
    key: str,
    place: int,
    block: TextBlock,
    value: Value | None,
    px: float,
    *,
    status: TickStatus = TickStatus.KEPT,
    reason: str = "",
) -> Tick:
    return Tick(
        id=f"{key}-{place}",
        text=block.text,
        value=value,
        px=px,
        status=status,
        reason=reason,
        text_id=block.id,
        marked=True,
        sigma_px=_SIGMA_PX,
    )


def _numbers(texts: Sequence[str]) -> bool:
    from sie.values.ticktext import TickKind, parse_tick_text

    kinds = {TickKind.NUMBER, TickKind.PERCENT, TickKind.CURRENCY, TickKind.YEAR}
    read = [parse_tick_text(text) for text in texts]
    good = [reading for reading in read if reading is not None and reading.kind in kinds]
    return len(good) >= max(2, _MIN_NUMERIC_PART * len(texts))


class _Numbers:
    """A numeric axis' labels as values (None where one disagrees) with their fitted scale."""

    def __init__(self, texts: Sequence[str], px: Sequence[float]) -> None:
        from sie.values.scale import LabelPlace, Notation, Reading, fit_scale, value_at
        from sie.values.ticktext import TickKind, tick_candidates

        kinds = {TickKind.NUMBER, TickKind.PERCENT, TickKind.CURRENCY, TickKind.YEAR}
        read = [[item for item in tick_candidates(text) if item.kind in kinds] for text in texts]
        places = []
        for position, readings in zip(px, read, strict=True):
            values = tuple(
                Reading(item.value, item.cost, Notation.POWER if item.exponent_form else Notation.NUMBER)
                for item in readings
            )
            places.append(LabelPlace(position, _SIGMA_PX, values))
        solution = fit_scale(places, max_residual_px=_MAX_RESIDUAL_PX, scales=(ScaleType.LINEAR, ScaleType.LOG))
        self.found = solution is not None
        if solution is None:
            return
        self.scale = solution.scale
        self.fit = solution.fit
        self.base = solution.base
        self.values = [chosen.value if chosen is not None else None for chosen in solution.chosen]
        percent = sum(bool(readings) and readings[0].kind is TickKind.PERCENT for readings in read)
        self.unit = "%" if percent > len(texts) / 2 else None
        ends = [value_at(solution.fit, solution.scale, end) for end in (min(px), max(px))]
        self.domain = (min(ends), max(ends))

    def reversed_for(self, direction: Direction) -> bool:
        """Whether values fall to the right or upwards."""
        return self.fit.px_per_unit < 0 if direction is Direction.HORIZONTAL else self.fit.px_per_unit > 0


def _numeric_axis(texts: Sequence[str], px: Sequence[float]) -> _Numbers | None:
    numbers = _Numbers(texts, px)
    return numbers if numbers.found else None


# --------------------------------------------------------------------------- titles


def joined_text(blocks: Sequence[TextBlock], role: TextRole) -> str | None:
    """The texts of a role from top to bottom as one, or None."""
    chosen = sorted((block for block in blocks if block.role is role), key=lambda block: (block.box[1], block.box[0]))
    return " ".join(block.text for block in chosen) or None


def assign_titles(axes: Sequence[Axis], blocks: Sequence[TextBlock], plot: XYXY | None) -> list[Axis]:
    """The axes with the titles that stand beside them, and the units that stand in those."""
    titles = [block for block in blocks if block.role is TextRole.AXIS_TITLE]
    chosen: dict[str, list[TextBlock]] = {}
    for block in titles:
        key = _nearest_axis(block, axes, plot)
        if key is not None:
            chosen.setdefault(key, []).append(block)
    titled = []
    for axis in axes:
        own = sorted(chosen.get(axis.id, []), key=lambda block: _reading_place(block))
        text = " ".join(block.text for block in own) or None
        found = _UNIT.search(text or "")
        unit = axis.unit or (found.group(1) if found else None)
        ids = tuple(block.id for block in own)
        titled.append(axis.model_copy(update={"title": text, "title_ids": ids, "unit": unit}))
    return titled


def _reading_place(block: TextBlock) -> tuple[float, float]:
    x0, y0, x1, y1 = block.box
    return (x0, -y1) if y1 - y0 > x1 - x0 else (y0, x0)


def _nearest_axis(block: TextBlock, axes: Sequence[Axis], plot: XYXY | None) -> str | None:
    """The axis on whose side of the plot a title stands; without a plot area the axis it runs along."""
    x, y = block.center
    if plot is not None:
        x0, y0, x1, y1 = plot
        away = {Side.LEFT: x0 - x, Side.RIGHT: x - x1, Side.TOP: y0 - y, Side.BOTTOM: y - y1}
        side = max(away, key=lambda one: away[one])
        direction = Direction.VERTICAL if side in (Side.LEFT, Side.RIGHT) else Direction.HORIZONTAL
    else:
        bx0, by0, bx1, by1 = block.box
        direction = Direction.VERTICAL if by1 - by0 > bx1 - bx0 else Direction.HORIZONTAL
        side = Side.LEFT if direction is Direction.VERTICAL else Side.BOTTOM
    along = [axis for axis in axes if axis.direction is direction]
    exact = [axis for axis in along if axis.side is side]
    return (exact or along)[0].id if along else None
