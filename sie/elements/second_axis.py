"""Which series are read on a chart's second value axis.

What tells it is what a reader goes by: an axis whose labels have a series' colour, or whose title has its name. Where
neither speaks, series stay on the first axis.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from sie.artifacts import Axis, ChartStructure, Raster, SeriesMarks, TextBlock
from sie.elements.hypothesis import Hypothesis
from sie.elements.ink_background import lab_of, parse_hex, to_lab

COLORED = 20.0
"""Lab chroma from which an axis' labels have a colour."""
SAME_COLOR = 30.0
"""Lab distance up to which a series has the labels' colour: thin strokes of text are paler."""
SAME_HUE = 20.0
"""Degrees up to which they have one hue, however pale the text."""
STRONG_PART = 0.125
"""Part of a label's box that is surely ink: its pixels farthest from the ground."""


def on_second_axis(hypothesis: Hypothesis, chart: ChartStructure, raster: Raster) -> Hypothesis:
    """The reading with the series that belong to the second value axis marked so."""
    first = chart.axis(hypothesis.orientation)
    second = chart.axis(hypothesis.orientation, secondary=True)
    if first is None or second is None or second.fit is None:
        return hypothesis
    colors = [_label_color(axis, chart.text, raster) for axis in (first, second)]
    series = tuple(
        one.model_copy(update={"secondary": True}) if _is_second(one, (first, second), colors) else one
        for one in hypothesis.series
    )
    return replace(hypothesis, series=series)


def _is_second(one: SeriesMarks, axes: tuple[Axis, Axis], colors: Sequence[np.ndarray | None]) -> bool:
    if one.color is not None and any(color is not None for color in colors):
        near = [color is not None and _is_like(lab_of(parse_hex(one.color)), color) for color in colors]
        if near[0] is not near[1]:
            return near[1]
    if one.name is None:
        return False
    name = one.name.casefold()
    first, second = ((axis.title or "").casefold() for axis in axes)
    return name in second and name not in first


def _is_like(series: np.ndarray, label: np.ndarray) -> bool:
    if float(np.linalg.norm(series - label)) <= SAME_COLOR:
        return True
    turn = np.angle(complex(*series[1:]) * complex(label[1], -label[2]), deg=True)
    return float(np.hypot(*series[1:])) >= COLORED and abs(float(turn)) <= SAME_HUE


def _label_color(axis: Axis, blocks: Sequence[TextBlock], raster: Raster) -> np.ndarray | None:
    """Lab of an axis' tick labels, None where they are grey or black."""
    ids = {tick.text_id for tick in axis.ticks}
    found = [_ink_color(block, raster) for block in blocks if block.id in ids]
    if not found:
        return None
    color = np.median(np.array(found), axis=0)
    return color if float(np.hypot(color[1], color[2])) >= COLORED else None


def _ink_color(block: TextBlock, raster: Raster) -> np.ndarray:
    x0, y0, x1, y1 = (round(v) for v in block.box)
    pixels = raster.rgb[max(0, y0) : max(y1, y0 + 1), max(0, x0) : max(x1, x0 + 1)].reshape(-1, 3)
    lab = to_lab(pixels[None])[0]
    distance = np.linalg.norm(lab - np.median(_rim(raster, (x0, y0, x1, y1)), axis=0), axis=1)
    strong = lab[distance >= np.quantile(distance, 1 - STRONG_PART)]
    return np.asarray(np.median(strong, axis=0))


def _rim(raster: Raster, box: tuple[int, int, int, int]) -> np.ndarray:
    """Lab of the rows of pixels right above and below a box."""
    x0, y0, x1, y1 = box
    part = raster.rgb[max(0, y0 - 2) : y1 + 2, max(0, x0 - 2) : x1 + 2]
    return np.concatenate([to_lab(np.ascontiguousarray(side[None]))[0] for side in (part[0], part[-1])])
