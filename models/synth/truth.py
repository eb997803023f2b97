"""What is known of a drawn chart, in pixels of its picture: origin top left, y down, floats, half-open boxes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

import numpy as np

from models.classes import DetectionClass
from models.synth.spec import ChartSpec

Point = tuple[float, float]
Box = tuple[float, float, float, float]


@dataclass(frozen=True)
class TextTruth:
    """A drawn text: all its lines, the polygon around its ink (reading order), what it is for.

    `role` is a CHART-Info text role; `cls` the detector's class or None for texts that it does not look for.
    """

    text: str
    polygon: tuple[Point, ...]
    role: str
    cls: DetectionClass | None

    @property
    def box(self) -> Box:
        """The upright box around the polygon."""
        return bounds(self.polygon)


@dataclass(frozen=True)
class TickTruth:
    """A tick that has a label: where it stands on its axis line and which value that is.

    `axis` is "x", "x2", "y" or "y2" (physical: x below, x2 above, y left, y2 right); `text` indexes the panel's texts.
    """

    axis: str
    point: Point
    value: float | str
    text: int


@dataclass(frozen=True)
class MarkTruth:
    """A mark: its ink's box, and the places where its values are read (keys as in `sie` elements)."""

    cls: DetectionClass
    box: Box
    series: int = 0
    item: int = 0
    px: dict[str, Point] = field(default_factory=dict)


@dataclass(frozen=True)
class LineTruth:
    """A drawn line: its vertices, and its number in the line mask (0: none)."""

    series: int
    path: tuple[Point, ...]
    mask_id: int = 0


@dataclass(frozen=True)
class EntryTruth:
    """A legend entry: the swatch's ink box and the label's index in the panel's texts."""

    swatch: Box
    text: int


@dataclass(frozen=True)
class PanelTruth:
    """One chart of the picture."""

    spec: ChartSpec
    plot_area: Box
    texts: tuple[TextTruth, ...] = ()
    ticks: tuple[TickTruth, ...] = ()
    marks: tuple[MarkTruth, ...] = ()
    lines: tuple[LineTruth, ...] = ()
    entries: tuple[EntryTruth, ...] = ()
    legend: Box | None = None


@dataclass(frozen=True)
class Drawing:
    """A picture and its truth.

    Attributes:
        rgb: uint8 (height, width, 3).
        line_mask: uint8 (height, width), the number of the line drawn last at a pixel, 0 elsewhere; None without lines.
    """

    rgb: np.ndarray
    panels: tuple[PanelTruth, ...]
    renderer: str
    line_mask: np.ndarray | None = None


def bounds(points: Iterable[Point]) -> Box:
    """The upright box around points.

    >>> bounds([(1, 5), (3, 2)])
    (1, 2, 3, 5)
    """
    xs, ys = zip(*points, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def union(boxes: Iterable[Box]) -> Box | None:
    """The box around boxes; None for no boxes."""
    corners = [p for b in boxes for p in ((b[0], b[1]), (b[2], b[3]))]
    return bounds(corners) if corners else None


def clip(box: Box, to: Box) -> Box | None:
    """The part of a box inside another; None where nothing is left."""
    x0, y0, x1, y1 = max(box[0], to[0]), max(box[1], to[1]), min(box[2], to[2]), min(box[3], to[3])
    return (x0, y0, x1, y1) if x1 > x0 and y1 > y0 else None


def move_point(matrix: np.ndarray, p: Point) -> Point:
    """A point through a 2x3 affine matrix."""
    x = matrix[0, 0] * p[0] + matrix[0, 1] * p[1] + matrix[0, 2]
    y = matrix[1, 0] * p[0] + matrix[1, 1] * p[1] + matrix[1, 2]
    return float(x), float(y)


def move_box(matrix: np.ndarray, box: Box) -> Box:
    """The upright box around a moved box."""
    x0, y0, x1, y1 = box
    return bounds([move_point(matrix, p) for p in ((x0, y0), (x1, y0), (x1, y1), (x0, y1))])


def move_panel(matrix: np.ndarray, panel: PanelTruth) -> PanelTruth:
    """A panel's truth through a 2x3 affine matrix of pixel coordinates."""

    def point(p: Point) -> Point:
        return move_point(matrix, p)

    return replace(
        panel,
        plot_area=move_box(matrix, panel.plot_area),
        texts=tuple(replace(t, polygon=tuple(map(point, t.polygon))) for t in panel.texts),
        ticks=tuple(replace(t, point=point(t.point)) for t in panel.ticks),
        marks=tuple(
            replace(m, box=move_box(matrix, m.box), px={k: point(p) for k, p in m.px.items()}) for m in panel.marks
        ),
        lines=tuple(replace(x, path=tuple(map(point, x.path))) for x in panel.lines),
        entries=tuple(replace(e, swatch=move_box(matrix, e.swatch)) for e in panel.entries),
        legend=None if panel.legend is None else move_box(matrix, panel.legend),
    )


def scale_matrix(fx: float, fy: float, dx: float = 0.0, dy: float = 0.0) -> np.ndarray:
    """The affine matrix of a scaling followed by a shift, in pixels."""
    return np.array([[fx, 0.0, dx], [0.0, fy, dy]])
