"""Which series each box belongs to, by its fill or, where a legend has none such, by its outline."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from sie.artifacts import Axis, ChartStructure, LegendEntry, SeriesMarks
from sie.elements.ink_background import lab_of, parse_hex, to_hex
from sie.vocab import Direction

SAME_FILL = 14.0
"""Lab distance up to which two fills are one."""
LEGEND_FILL = 30.0
FOREIGN = 0.2
"""Part of the boxes that may have a fill that no legend entry has."""

Lab = NDArray[np.float32]


def assign_series(
    chart: ChartStructure,
    direction: Direction,
    fills: Sequence[Lab],
    middles: Sequence[float],
    outlines: Sequence[Lab | None] = (),
) -> tuple[tuple[SeriesMarks, ...], list[SeriesMarks]]:
    """The series of the boxes, and each box's own.

    Args:
        chart: legend and category axis.
        direction: of the value axis.
        fills: Lab colour of each box.
        middles: place of each box along the category axis, picture pixels.
        outlines: Lab colour of each box's outline, None for a box without.
    """
    strokes = [one for one in outlines if one is not None]
    colors = [fills, strokes] if len(strokes) == len(fills) else [fills]
    entries = chart.legend.entries if chart.legend else ()
    labels = _category_labels(chart, direction)
    if len(entries) > 1 and not {e.label for e in entries} <= labels:
        for own in colors:
            owners = _by_legend(chart.id, entries, own)
            if owners is not None:
                return _unique(owners), owners
    if _boxes_per_category(chart, direction, middles) >= 1.5:
        owners = _by_fill(chart.id, fills)
        if len(_unique(owners)) > 1:
            return _unique(owners), owners
    one = SeriesMarks(id=f"{chart.id}-boxes0", color=_hex(fills[0]))
    return (one,), [one] * len(fills)


def _unique(owners: Sequence[SeriesMarks]) -> tuple[SeriesMarks, ...]:
    seen = {owner.id: owner for owner in owners}
    return tuple(seen[key] for key in sorted(seen))


def _category_axis(chart: ChartStructure, direction: Direction) -> Axis | None:
    return chart.axis(Direction.HORIZONTAL if direction is Direction.VERTICAL else Direction.VERTICAL)


def _category_labels(chart: ChartStructure, direction: Direction) -> set[str]:
    axis = _category_axis(chart, direction)
    return {tick.text for tick in axis.ticks} if axis else set()


def _boxes_per_category(chart: ChartStructure, direction: Direction, middles: Sequence[float]) -> float:
    axis = _category_axis(chart, direction)
    if axis is None or len(axis.ticks) < 1:
        return 1.0
    ticks = np.array([tick.px for tick in axis.ticks])
    nearest = [int(np.abs(ticks - m).argmin()) for m in middles]
    return len(middles) / max(len(set(nearest)), 1)


def _by_legend(chart_id: str, entries: Sequence[LegendEntry], fills: Sequence[Lab]) -> list[SeriesMarks] | None:
    """Each box's series by the nearest legend colour, or None when the legend does not tell the boxes apart.

    A few boxes of no entry's colour make an unnamed series.
    """
    colors = [(i, lab_of(parse_hex(e.color))) for i, e in enumerate(entries) if e.color is not None]
    if len(colors) < 2:
        return None
    owners = []
    foreign = 0
    for fill in fills:
        distance, position = min((float(np.linalg.norm(fill - lab)), i) for i, lab in colors)
        if distance > LEGEND_FILL:
            foreign += 1
            owners.append(SeriesMarks(id=f"{chart_id}-boxes{len(entries)}", color=_hex(fill)))
            continue
        entry = entries[position]
        owners.append(
            SeriesMarks(
                id=f"{chart_id}-boxes{position}",
                name=entry.label,
                legend_entry=entry.id,
                text_ids=entry.text_ids,
                color=entry.color,
            )
        )
    return owners if foreign <= FOREIGN * len(fills) else None


def _by_fill(chart_id: str, fills: Sequence[Lab]) -> list[SeriesMarks]:
    centers: list[Lab] = []
    owners = []
    for fill in fills:
        near = [i for i, center in enumerate(centers) if float(np.linalg.norm(center - fill)) < SAME_FILL]
        if not near:
            centers.append(fill)
            near = [len(centers) - 1]
        owners.append(SeriesMarks(id=f"{chart_id}-boxes{near[0]}", color=_hex(centers[near[0]])))
    return owners


def _hex(lab: Lab) -> str:
    rgb = cv2.cvtColor(np.asarray(lab, np.float32).reshape(1, 1, 3), cv2.COLOR_LAB2RGB)[0, 0] * 255
    return to_hex(np.clip(rgb, 0, 255))
