"""Hands an axis that several charts share to those of them that have no labels of their own."""

from __future__ import annotations

from collections.abc import Sequence

from sie.artifacts import XYXY, Axis, ChartStructure
from sie.vocab import Direction, ScaleType, TextRole

ALIGNED_PX = 6.0
"""Plot areas whose sides are this near to each other share an axis along them."""


def with_shared_axes(charts: Sequence[ChartStructure]) -> tuple[ChartStructure, ...]:
    """The charts, each with the axes of its neighbours in the directions in which it has no numbers.

    A neighbour's axis fits when both plot areas begin and end at the same places along it.
    """
    labelled = tuple(chart if chart.axes else _repeated(chart, charts) for chart in charts)
    placed = tuple(_placed(chart, labelled) for chart in labelled)
    return tuple(_completed(chart, placed) for chart in placed)


def _placed(chart: ChartStructure, charts: Sequence[ChartStructure]) -> ChartStructure:
    """A chart of a grid without labels of its own, with the axes of those in its column and in its row."""
    if chart.axes:
        return chart
    above = _mate(chart, charts, Direction.HORIZONTAL)
    beside = _mate(chart, charts, Direction.VERTICAL)
    if above is None or beside is None or above.plot_area is None or beside.plot_area is None:
        return chart
    plot = (above.plot_area[0], beside.plot_area[1], above.plot_area[2], beside.plot_area[3])
    pair = (above.axis(Direction.HORIZONTAL), beside.axis(Direction.VERTICAL))
    return _with_axes(chart, plot, [_unnamed(axis) for axis in pair if axis is not None])


def _with_axes(chart: ChartStructure, plot: XYXY, axes: Sequence[Axis]) -> ChartStructure:
    issues = tuple(issue for issue in chart.issues if issue.code != "no-axis-numbers")
    labels = {tick.text_id for axis in axes for tick in axis.ticks}
    text = tuple(b.model_copy(update={"role": TextRole.TICK_LABEL}) if b.id in labels else b for b in chart.text)
    update = {"plot_area": plot, "axes": tuple(axes), "issues": issues, "text": text}
    return chart.model_copy(update=update)


def _unnamed(axis: Axis) -> Axis:
    """The axis without the ids of texts that are another chart's."""
    ticks = tuple(tick.model_copy(update={"text_id": None}) for tick in axis.ticks)
    return axis.model_copy(update={"ticks": ticks, "title_ids": ()})


def _repeated(chart: ChartStructure, charts: Sequence[ChartStructure]) -> ChartStructure:
    """A chart whose only labels are the categories of a neighbour again, with that one's axes moved to them."""
    for direction in Direction:
        across = Direction.VERTICAL if direction is Direction.HORIZONTAL else Direction.HORIZONTAL
        for other in charts:
            axis, shared = other.axis(direction), other.axis(across)
            if other.plot_area is None or axis is None or shared is None or axis.fit is not None:
                continue
            moved = _moved(axis, other, chart)
            if moved is None:
                continue
            shift = moved.ticks[0].px - axis.ticks[0].px
            x0, y0, x1, y1 = other.plot_area
            level = direction is Direction.HORIZONTAL
            plot = (x0 + shift, y0, x1 + shift, y1) if level else (x0, y0 + shift, x1, y1 + shift)
            return _with_axes(chart, plot, [moved, _unnamed(shared)])
    return chart


def _moved(axis: Axis, owner: ChartStructure, chart: ChartStructure) -> Axis | None:
    """The axis with its ticks at the blocks of another chart that say the same in the same line; None without them."""
    along = 0 if axis.direction is Direction.HORIZONTAL else 1
    known = {block.id: block for block in owner.text}
    shifts: list[float] = []
    ids: list[str] = []
    for tick in axis.ticks:
        own = known.get(tick.text_id or "")
        height = 0.0 if own is None else min(own.box[2] - own.box[0], own.box[3] - own.box[1])
        same = next(
            (
                block
                for block in chart.text
                if own is not None
                and block.text == own.text
                and abs(block.center[1 - along] - own.center[1 - along]) <= 0.5 * height
            ),
            None,
        )
        if own is None or same is None:
            return None
        shifts.append(same.center[along] - own.center[along])
        ids.append(same.id)
    if len(shifts) < 2 or max(shifts) - min(shifts) > ALIGNED_PX:
        return None
    shift = sorted(shifts)[len(shifts) // 2]
    ticks = tuple(
        tick.model_copy(update={"px": tick.px + shift, "text_id": name, "marked": False})
        for tick, name in zip(axis.ticks, ids, strict=True)
    )
    return axis.model_copy(update={"ticks": ticks, "title_ids": ()})


def _mate(chart: ChartStructure, charts: Sequence[ChartStructure], direction: Direction) -> ChartStructure | None:
    """The nearest chart in the same column (or row) of a grid of panels that has an axis along a direction."""
    first = 0 if direction is Direction.HORIZONTAL else 1
    mates = [
        other
        for other in charts
        if other.id != chart.id
        and other.axis(direction) is not None
        and max(abs(other.box[first] - chart.box[first]), abs(other.box[first + 2] - chart.box[first + 2])) <= 1.0
    ]
    return min(mates, key=lambda other: abs(other.box[1 - first] - chart.box[1 - first]), default=None)


def _completed(chart: ChartStructure, charts: Sequence[ChartStructure]) -> ChartStructure:
    area = chart.plot_area
    if area is None or not chart.axes:
        return chart
    axes = list(chart.axes)
    for direction in Direction:
        own = chart.axis(direction)
        if own is not None and own.fit is not None:
            continue
        shared = _neighbour_axis(chart.id, area, direction, charts, numeric=own is not None)
        if shared is not None:
            kept = [axis for axis in axes if axis.direction is not direction]
            ticks = tuple(tick.model_copy(update={"text_id": None}) for tick in shared.ticks)
            axes = [*kept, shared.model_copy(update={"ticks": ticks, "title_ids": ()})]
    return chart.model_copy(update={"axes": tuple(axes)})


def _neighbour_axis(
    chart_id: str, area: XYXY, direction: Direction, charts: Sequence[ChartStructure], *, numeric: bool
) -> Axis | None:
    first = 0 if direction is Direction.HORIZONTAL else 1
    best: tuple[float, Axis] | None = None
    for other in charts:
        axis = other.axis(direction)
        if other.id == chart_id or other.plot_area is None or axis is None:
            continue
        if numeric and (axis.fit is None or axis.scale is ScaleType.CATEGORICAL):
            continue
        gap = max(abs(area[first] - other.plot_area[first]), abs(area[first + 2] - other.plot_area[first + 2]))
        distance = abs(area[1 - first] - other.plot_area[1 - first])
        if gap <= ALIGNED_PX and (best is None or distance < best[0]):
            best = (distance, axis)
    return None if best is None else best[1]
