"""Marks drawn with anti-aliasing at known places, for tests of the mark finders."""

from __future__ import annotations

import cv2
import numpy as np

from sie.artifacts import XY, ChartStructure, Raster
from sie.elements.ink import Canvas, make_canvas

FINE = 8
"""Pictures are drawn this much larger and reduced: every place is right to 1/16 px."""

RGB = tuple[int, int, int]
BLACK: RGB = (0, 0, 0)


class Drawing:
    """A white picture of `width` x `height` px with a plot area 30 px inside it."""

    def __init__(self, width: int = 360, height: int = 280) -> None:
        self.fine = np.full((height * FINE, width * FINE, 3), 255, np.uint8)
        self.plot = (30.0, 30.0, width - 30.0, height - 30.0)

    def rect(self, x0: float, y0: float, x1: float, y1: float, color: RGB) -> None:
        left, top, right, bottom = (round(v * FINE) for v in (x0, y0, x1, y1))
        self.fine[top:bottom, left:right] = color

    def disc(self, x: float, y: float, radius: float, color: RGB) -> None:
        center = (round(x * FINE - 0.5), round(y * FINE - 0.5))
        cv2.circle(self.fine, center, round(radius * FINE), color, -1)

    def ring(self, x: float, y: float, radius: float, color: RGB, stroke: float = 1.0) -> None:
        center = (round(x * FINE - 0.5), round(y * FINE - 0.5))
        cv2.circle(self.fine, center, round(radius * FINE), color, round(stroke * FINE))

    def polygon(self, points: list[XY], color: RGB) -> None:
        cv2.fillPoly(self.fine, [np.round(np.array(points) * FINE - 0.5).astype(np.int32)], color)

    def line(self, x0: float, y0: float, x1: float, y1: float, color: RGB, stroke: float = 1.0) -> None:
        ends = [(round(x * FINE - 0.5), round(y * FINE - 0.5)) for x, y in ((x0, y0), (x1, y1))]
        cv2.line(self.fine, ends[0], ends[1], color, round(stroke * FINE))

    def raster(self) -> Raster:
        height, width = self.fine.shape[0] // FINE, self.fine.shape[1] // FINE
        return Raster(rgb=np.asarray(cv2.resize(self.fine, (width, height), interpolation=cv2.INTER_AREA)))

    def chart(self) -> ChartStructure:
        height, width = self.fine.shape[0] // FINE, self.fine.shape[1] // FINE
        return ChartStructure(id="c", box=(0, 0, width, height), plot_area=self.plot)

    def canvas(self) -> Canvas:
        return make_canvas(self.raster(), self.chart())


def nearest(places: list[XY], place: XY) -> float:
    """Distance in pixels from a place to the nearest of `places`."""
    return min(float(np.hypot(p[0] - place[0], p[1] - place[1])) for p in places)
