"""The colour behind the marks, from the rim of the plot area.

The most frequent colour of a plot area is that of its bars where these are wide; marks rarely cover more than one of
the four sides of its rim, so what lies behind them prevails there.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from sie.artifacts import ChartStructure, Raster
from sie.elements.ink import Canvas
from sie.elements.ink_background import fill_colors, is_near, lab_of, parse_hex, to_hex
from sie.pixels import length_of

RIM = (3, 9)
"""First and last pixel, counted from the plot area's edge, of the rim: beyond frame lines, before most marks."""
SAME_BACKGROUND = 12
"""Largest difference of a channel between two readings of one background."""
PAGE_SHARE = 0.8
"""Sum of the four sides' shares (4 in all) from which the page's own colour is the background."""
PAGE_RIM = 5
BIN = 8
"""Levels of a channel that are counted as one colour."""


def with_backdrop(raster: Raster, chart: ChartStructure) -> ChartStructure:
    """The chart with the background colour that its plot area's rim shows; unchanged without a plot area."""
    if chart.plot_area is None:
        return chart
    color = rim_color(raster, chart)
    return chart if color is None else chart.model_copy(update={"background": color})


def rim_color(raster: Raster, chart: ChartStructure) -> str | None:
    """`#rrggbb` of what lies behind the marks; None in a tiny plot area.

    It is the page's colour where that shows on the rim, else the colour with the largest share of its four sides.
    """
    if chart.plot_area is None:
        return None
    x0, y0, x1, y1 = (round(v) for v in chart.plot_area)
    first, last = RIM
    if x1 - x0 < 4 * last or y1 - y0 < 4 * last:
        first, last = 1, 3
    rgb = raster.rgb
    sides = (
        rgb[y0 + first : y0 + last, x0 + last : x1 - last],
        rgb[y1 - last : y1 - first, x0 + last : x1 - last],
        rgb[y0 + last : y1 - last, x0 + first : x0 + last],
        rgb[y0 + last : y1 - last, x1 - last : x1 - first],
    )
    pixels = [side.reshape(-1, 3) for side in sides if side.size]
    if len(pixels) < 4:
        return None
    codes = [_codes(part) for part in pixels]
    values = np.unique(np.concatenate(codes))
    shares = np.zeros(len(values))
    for part in codes:
        found, counts = np.unique(part, return_counts=True)
        shares[np.searchsorted(values, found)] += counts / len(part)
    page_rgb = _page_color(rgb)
    page = _codes(page_rgb[None])[0]
    place = int(np.searchsorted(values, page))
    is_page = place < len(values) and values[place] == page and shares[place] >= PAGE_SHARE
    best = page if is_page else values[int(shares.argmax())]
    members = np.concatenate([part[code == best] for part, code in zip(pixels, codes, strict=True)])
    color = np.median(members, axis=0)
    is_fill = any(is_near(tuple(color), fill) for fill in fill_colors(chart))
    return to_hex(page_rgb if is_fill else color)


def _page_color(rgb: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The most frequent colour of the picture's outermost pixels, more of them than a border around it is wide."""
    sides = (rgb[:PAGE_RIM], rgb[-PAGE_RIM:], rgb[:, :PAGE_RIM], rgb[:, -PAGE_RIM:])
    values, counts = np.unique(np.concatenate([side.reshape(-1, 3) for side in sides]), axis=0, return_counts=True)
    return np.asarray(values[counts.argmax()], np.uint8)


def _codes(pixels: NDArray[np.uint8]) -> NDArray[np.int64]:
    levels = (pixels.astype(np.int64) + BIN // 2) // BIN
    return np.asarray((levels[:, 0] << 12) | (levels[:, 1] << 6) | levels[:, 2])


def on_background(canvas: Canvas, chart: ChartStructure) -> Canvas:
    """The canvas with its ink told from the chart's background where it took another colour for it."""
    if chart.background is None:
        return canvas
    color = parse_hex(chart.background)
    if max(abs(a - b) for a, b in zip(color, canvas.background_color, strict=True)) <= SAME_BACKGROUND:
        return canvas
    distance = length_of(canvas.lab - lab_of(color))
    background = np.empty(canvas.rgb.shape, np.float32)
    background[:] = color
    inside = canvas.inside
    ink = (distance > canvas.threshold) & ~canvas.grid & ~canvas.text & inside
    return replace(
        canvas,
        background_color=color,
        background=background,
        bands=np.zeros(canvas.shape, bool),
        distance=distance,
        ink=ink,
    )
