"""Hands an axis that several charts share to those of them that have no labels of their own."""

from __future__ import annotations

from collections.abc import Sequence

from sie.artifacts import XYXY, Axis, ChartStructure
from sie.vocab import Direction, ScaleType

ALIGNED_PX = 6.0
"""Plot areas whose sides are this near to each other share an axis along them."""


def with_shared_axes(charts: Sequence[ChartStructure]) -> tuple[ChartStructure, ...]:
    """The charts, each with the axes of its neighbours in the directions in which it has no numbers.

    A neighbour's axis fits when both plot areas begin and end at the same places along it.
    """
    return tuple(_completed(chart, charts) for chart in charts)


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
