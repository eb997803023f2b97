"""Histograms: contiguous bars over a numeric axis."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from sie.artifacts import ChartStructure, Element, Raster, SeriesMarks, Tick
from sie.elements.histogram_low import with_low_bins
from sie.elements.histogram_outline import bins_with_hidden_outline
from sie.elements.hypothesis import Hypothesis
from sie.elements.offsets import is_noisy
from sie.elements.steps import common_width
from sie.values.axes import AxisReader
from sie.values.barsteps import BarSpan, cover_dates
from sie.vocab import ChartType, Direction, MarkKind, ScaleType, Stacking

MAX_GAP_REL = 0.09
"""Largest gap between bins as part of their width: tools draw separators of one or two pixels."""
MAX_GAP_PX = 2.2
MIN_HANGING_PX = 2.2
"""A bar that reaches farther than this beyond the base line is no line's width."""
SAME_HEIGHT = 0.7
"""Bins whose ends differ by less have one height, pixels."""


def as_histogram(bars: Hypothesis, chart: ChartStructure, *, raster: Raster | None = None) -> Hypothesis | None:
    """The bars as a histogram where they are contiguous bins over a numeric axis, else None.

    Bars whose every middle has its own tick are categories with numbers for names, unless they touch, and bars that
    each cover a year or another span of the calendar are named for it. Counts are not negative: where some bars stand
    and some hang they are none. In the picture `raster` outlines in the ground's colour are seen, which hide a part of
    every bin.
    """
    if bars.chart_type not in (ChartType.VERTICAL_BAR, ChartType.GROUPED_VERTICAL_BAR):
        return None
    if bars.stacking is not Stacking.NONE or len(bars.elements) < 3:
        return None
    axis = chart.axis(Direction.HORIZONTAL)
    if axis is None or axis.scale not in (ScaleType.LINEAR, ScaleType.TIME) or axis.fit is None:
        return None
    elements = sorted((e for e in bars.elements if e.kind is MarkKind.BAR), key=lambda e: e.box[0])
    heights = [e.px["base"][1] - e.px["end"][1] for e in elements]
    if min(heights) < -MIN_HANGING_PX and max(heights) > MIN_HANGING_PX:
        return None
    edges = np.array([(e.box[0], e.box[2]) for e in elements])
    widths = edges[:, 1] - edges[:, 0]
    width = float(np.median(widths))
    gaps = edges[1:, 0] - edges[:-1, 1]
    # a bin without counts leaves a gap of whole bins
    residue = gaps - np.round(gaps / (width + max(0.0, float(np.median(gaps))))) * (
        width + max(0.0, float(np.median(gaps)))
    )
    if float(np.median(gaps)) > max(MAX_GAP_PX, MAX_GAP_REL * width) or float(np.abs(residue).max()) > 0.3 * width:
        return None
    if _is_grouped(elements, bars.series, gaps > 0.3 * width):
        return None
    if float(np.median(gaps)) > 0.03 * width and _each_has_tick(elements, axis.ticks):
        return None
    if cover_dates([BarSpan(low, high) for low, high in edges.tolist()], AxisReader(axis)):
        return None
    if raster is not None:
        elements = bins_with_hidden_outline(elements, chart.axis(Direction.VERTICAL), raster)
    bins = _cut_to_one_width(_closed(elements, width))
    if raster is not None and chart.plot_area is not None:
        bins = with_low_bins(bins, raster, chart.plot_area, noisy=is_noisy(raster))
    ids = tuple(element.model_copy(update={"series": bars.series[0].id}) for element in bins)
    series = (bars.series[0],) if len(bars.series) == 1 else (bars.series[0].model_copy(update={"name": None}),)
    return replace(bars, chart_type=ChartType.HISTOGRAM, elements=ids, series=series)


def _is_grouped(elements: Sequence[Element], series: Sequence[SeriesMarks], apart: NDArray[np.bool_]) -> bool:
    """Whether bars that a legend names stand in groups with gaps between, each series once at most in a group."""
    if len(series) < 2 or any(marks.name is None for marks in series):
        return False
    parts = np.split(np.array([element.series for element in elements]), np.flatnonzero(apart) + 1)
    return len(parts) > 1 and len(parts[0]) > 1 and all(len(set(part)) == len(part) for part in parts)


def _each_has_tick(elements: list[Element], ticks: tuple[Tick, ...]) -> bool:
    """Whether (nearly) every bar has its own tick at its middle, and there are no others."""
    middles = np.array([(e.box[0] + e.box[2]) / 2 for e in elements])
    places = np.array([tick.px for tick in ticks])
    if not len(places) or len(places) > 1.3 * len(middles):
        return False
    width = float(np.median([e.box[2] - e.box[0] for e in elements]))
    nearest = np.abs(middles[:, None] - places[None]).min(axis=1)
    return bool((nearest < 0.2 * width).mean() > 0.8)


def _closed(elements: list[Element], width: float) -> list[Element]:
    """The bins with their edges moved to the middle of the separators between neighbours."""
    boxes = [list(e.box) for e in elements]
    lows, highs = [box[0] for box in boxes], [box[2] for box in boxes]
    gaps = [b - a for a, b in zip(highs[:-1], lows[1:], strict=True) if abs(b - a) < 0.3 * width]
    half = float(np.median(gaps)) / 2 if gaps else 0.0
    for index, box in enumerate(boxes):
        follows = index > 0 and abs(lows[index] - highs[index - 1]) < 0.3 * width
        leads = index < len(boxes) - 1 and abs(lows[index + 1] - highs[index]) < 0.3 * width
        box[0] = (lows[index] + highs[index - 1]) / 2 if follows else lows[index] - half
        box[2] = (lows[index + 1] + highs[index]) / 2 if leads else highs[index] + half
    return [
        e.model_copy(update={"box": (box[0], box[1], box[2], box[3])}) for e, box in zip(elements, boxes, strict=True)
    ]


def _cut_to_one_width(elements: list[Element]) -> list[Element]:
    """The bins, those that span several of one common width cut: equal neighbours without a line between look like one.

    Where two neighbours of one height were told apart, bins' sides are drawn and a wide bin is one.
    """
    ends = [element.px["end"][1] for element in elements]
    if any(abs(a - b) < SAME_HEIGHT for a, b in pairwise(ends)):
        return elements
    width = common_width([elements[0].box[0], *(element.box[2] for element in elements)])
    if width is None:
        return elements
    return [
        piece for element in elements for piece in _pieces(element, round((element.box[2] - element.box[0]) / width))
    ]


def _pieces(element: Element, count: int) -> list[Element]:
    if count < 2:
        return [element]
    x0, y0, x1, y1 = element.box
    cuts = [x0 + (x1 - x0) * i / count for i in range(count + 1)]
    return [
        element.model_copy(
            update={
                "id": f"{element.id}-{i}",
                "box": (a, y0, b, y1),
                "px": {key: ((a + b) / 2, place[1]) for key, place in element.px.items()},
            }
        )
        for i, (a, b) in enumerate(pairwise(cuts))
    ]
