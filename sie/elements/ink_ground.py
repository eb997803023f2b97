"""A plot area's crop before its ink is sorted: its colours, what lies behind them, and how far each pixel is from that.

None of it depends on the texts found there (but for the legend's fills), so a second look at the same plot area with
other texts shares it.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import cv2
import numpy as np

from sie.artifacts import XYXY, ChartStructure, Raster
from sie.elements.ink_background import Background, fill_colors, find_background, parse_hex, to_lab
from sie.pixels import is_color, length_of


@dataclass(frozen=True)
class Ground:
    """A plot area's crop. All arrays have the crop's height and width.

    Attributes:
        origin: picture coordinates (x, y) of the crop's top left corner.
        plot: the plot area in crop coordinates.
        rgb: uint8, lab: float32 (h, w, 3).
        behind: the background.
        distance: float32, Lab distance of each pixel from its background.
        noise: Lab noise of the background.
    """

    origin: tuple[int, int]
    plot: XYXY
    rgb: np.ndarray = field(repr=False)
    lab: np.ndarray = field(repr=False)
    behind: Background = field(repr=False)
    distance: np.ndarray = field(repr=False)
    noise: float

    @property
    def threshold(self) -> float:
        """The distance from which a pixel is ink."""
        return float(np.clip(1.5 * self.noise + 4.0, 5.0, 12.0))


def find_ground(raster: Raster, chart: ChartStructure) -> Ground:
    """The crop of a chart's plot area (of the panel where no plot area is known) and its background."""
    plot, (x0, y0, x1, y1) = _crop_boxes(raster, chart)
    rgb = np.ascontiguousarray(raster.rgb[y0:y1, x0:x1])
    lab = to_lab(rgb)
    local = (plot[0] - x0, plot[1] - y0, plot[2] - x0, plot[3] - y0)
    given = parse_hex(chart.background) if chart.background else None
    inner = slices_of(local, rgb.shape)
    plain = find_background(np.ascontiguousarray(rgb[inner]), _outer_color(raster.rgb), given, fill_colors(chart))
    behind = _extend(plain, inner, rgb)
    distance = length_of(lab - to_lab(behind.image))
    return Ground((x0, y0), local, rgb, lab, behind, distance, _noise(distance[inner]))


def _crop_boxes(raster: Raster, chart: ChartStructure) -> tuple[XYXY, tuple[int, int, int, int]]:
    plot = chart.plot_area or chart.box
    side = min(plot[2] - plot[0], plot[3] - plot[1])
    margin = float(np.clip(0.015 * side, 3, 12)) if chart.plot_area else 0.0
    x0 = int(np.clip(np.floor(plot[0] - margin), 0, raster.width - 1))
    y0 = int(np.clip(np.floor(plot[1] - margin), 0, raster.height - 1))
    x1 = int(np.clip(np.ceil(plot[2] + margin), x0 + 1, raster.width))
    y1 = int(np.clip(np.ceil(plot[3] + margin), y0 + 1, raster.height))
    return plot, (x0, y0, x1, y1)


def slices_of(box: XYXY, shape: tuple[int, ...]) -> tuple[slice, slice]:
    """The rows and columns of a box in an array, at least one of each."""
    x0, y0, x1, y1 = (round(v) for v in box)
    x0, y0 = min(max(0, x0), shape[1] - 1), min(max(0, y0), shape[0] - 1)
    return slice(y0, max(y0 + 1, min(y1, shape[0]))), slice(x0, max(x0 + 1, min(x1, shape[1])))


def _extend(behind: Background, inner: tuple[slice, slice], rgb: np.ndarray) -> Background:
    """A plot area's background as one of the crop: the margin continues the nearest row or column, or is the page's."""
    rows, cols = inner
    pads = (rows.start, rgb.shape[0] - rows.stop, cols.start, rgb.shape[1] - cols.stop)
    image = cv2.copyMakeBorder(behind.image, *pads, cv2.BORDER_REPLICATE)
    bands = cv2.copyMakeBorder(behind.bands.astype(np.uint8), *pads, cv2.BORDER_REPLICATE) > 0
    edge = np.concatenate((rgb[0], rgb[-1], rgb[:, 0], rgb[:, -1]))
    page = np.median(edge, axis=0)
    outside = np.ones(bands.shape, bool)
    outside[inner] = False
    image[outside & is_color(rgb, page, 10)] = page
    return Background(behind.color, image, bands)


def _outer_color(rgb: np.ndarray) -> tuple[int, int, int]:
    """The picture's own background: the most frequent colour of its outermost pixels."""
    edge = np.concatenate((rgb[0], rgb[-1], rgb[:, 0], rgb[:, -1]))
    values, counts = np.unique(edge, axis=0, return_counts=True)
    color = values[np.argmax(counts)]
    return int(color[0]), int(color[1]), int(color[2])


def _noise(distance: np.ndarray) -> float:
    """Lab noise of the background near marks, where compression rings.

    In a clean picture a pixel more than two away from ink is the background itself; its 90th percentile else.
    """
    strong = (distance > 12).astype(np.uint8)
    near = cv2.dilate(strong, np.ones((13, 13), np.uint8)) > cv2.dilate(strong, np.ones((5, 5), np.uint8))
    small = distance[near & (distance < 12)]
    return float(np.percentile(small, 90)) if small.size > 50 else 0.0
