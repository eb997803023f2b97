"""Reads the truth of a drawn Matplotlib panel: pixels of marks, ticks, texts and legend."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import matplotlib.dates as mdates
import numpy as np
from matplotlib.markers import MarkerStyle
from matplotlib.transforms import Affine2D

from models.classes import DetectionClass, PlotType
from models.synth.mpl_panel import MarkerArtist, Panel
from models.synth.mpl_record import Recording
from models.synth.truth import (
    Box,
    EntryTruth,
    LineTruth,
    MarkTruth,
    PanelTruth,
    Point,
    TextTruth,
    TickTruth,
    clip,
    union,
)


def plain_text(text: str) -> str:
    """Matplotlib's mathematical text as plain characters.

    >>> plain_text(r"$\\mathdefault{10^{-4}}$")
    '10^-4'
    """
    text = re.sub(r"\\(?:mathdefault|mathrm|mathregular|mathit)", "", text)
    text = text.replace(r"\times", "×").replace("\u2212", "-").replace(r"\,", " ")
    return re.sub(r"[${}\\]", "", text).strip().replace("\n", " ")


class _Places:
    """Data coordinates of an axes as picture pixels."""

    def __init__(self, ax: Any, height: int) -> None:
        self.ax, self.height = ax, height

    def point(self, x: float, y: float) -> Point:
        px = self.ax.transData.transform((x, y))
        return float(px[0]), float(self.height - px[1])

    def box(self, extents: Any) -> Box:
        return float(extents.x0), float(self.height - extents.y1), float(extents.x1), float(self.height - extents.y0)


def panel_truth(panel: Panel, recording: Recording, first_line: int) -> PanelTruth:
    """The truth of a panel after its figure is drawn; `first_line` numbers its lines in the line mask."""
    places = _Places(panel.ax, recording.height)
    area = places.box(panel.ax.get_window_extent())
    marks = [*_bars(panel, places, area), *_boxes(panel, places, area), *_slices(panel, places)]
    for group in panel.markers:
        marks.extend(_markers(panel, group, recording.height, area))
    if panel.spec.chart_type is PlotType.PIE:
        area = union(m.box for m in marks if m.cls is DetectionClass.PIE_SLICE) or area
        marks.append(MarkTruth(DetectionClass.PIE, area))
    texts, numbers = _texts(panel, recording)
    ticks = [] if panel.spec.chart_type is PlotType.PIE else _ticks(panel, recording, texts)
    entries, legend = _legend(panel, recording, texts, numbers)
    lines = [
        LineTruth(
            i,
            tuple(
                _Places(ax, recording.height).point(float(x), float(y)) for x, y in zip(*line.get_data(), strict=True)
            ),
            first_line + k,
        )
        for k, (line, ax, i) in enumerate(panel.lines)
    ]
    lines += [
        LineTruth(i, tuple(places.point(x, y) for x, y in zip(xs, ys, strict=True))) for i, xs, ys in panel.outlines
    ]
    return PanelTruth(panel.spec, area, tuple(texts), tuple(ticks), tuple(marks), tuple(lines), tuple(entries), legend)


def _bars(panel: Panel, places: _Places, area: Box) -> Iterator[MarkTruth]:
    scale = panel.ax.figure.dpi / 72
    for bar in panel.bars:
        if bar.base == bar.end:
            continue
        half = bar.patch.get_linewidth() * scale / 2
        corners = [(bar.across[0], bar.base), (bar.across[1], bar.end)]
        if panel.horizontal:
            corners = [(b, a) for a, b in corners]
        (xa, ya), (xb, yb) = (places.point(*c) for c in corners)
        box = (min(xa, xb) - half, min(ya, yb) - half, max(xa, xb) + half, max(ya, yb) + half)
        seen = clip(box, area)
        if seen is None:
            continue
        if panel.horizontal:
            px = {"base": (xa, (ya + yb) / 2), "end": (xb, (ya + yb) / 2)}
        else:
            px = {"base": ((xa + xb) / 2, ya), "end": ((xa + xb) / 2, yb)}
        yield MarkTruth(DetectionClass.BAR, seen, bar.series, bar.item, px)


def _boxes(panel: Panel, places: _Places, area: Box) -> Iterator[MarkTruth]:
    scale = panel.ax.figure.dpi / 72
    for box in panel.boxes:
        numbers = panel.spec.boxes[box.series][box.item]
        half = box.width_pt * scale / 2

        def at(across: float, value: float) -> Point:
            return places.point(value, across) if panel.horizontal else places.point(across, value)

        a, b = at(box.center - box.half, numbers.q1), at(box.center + box.half, numbers.q3)
        seen = clip(
            (min(a[0], b[0]) - half, min(a[1], b[1]) - half, max(a[0], b[0]) + half, max(a[1], b[1]) + half), area
        )
        if seen is not None:
            px = {k: at(box.center, getattr(numbers, k)) for k in ("min", "q1", "median", "q3", "max")}
            yield MarkTruth(DetectionClass.BOX, seen, box.series, box.item, px)


def marker_box(marker: MarkerStyle, size_px: float, edge_px: float) -> Box:
    """The ink of a marker around its place, in pixels, y down."""
    path = marker.get_path().transformed(marker.get_transform() + Affine2D().scale(size_px))
    ext = path.get_extents()
    half = edge_px / 2
    return float(ext.x0 - half), float(-ext.y1 - half), float(ext.x1 + half), float(-ext.y0 + half)


def _markers(panel: Panel, group: MarkerArtist, height: int, area: Box) -> Iterator[MarkTruth]:
    scale = panel.ax.figure.dpi / 72
    line = group.artist
    style = MarkerStyle(line.get_marker(), line.get_fillstyle())
    around = marker_box(style, line.get_markersize() * scale, line.get_markeredgewidth() * scale)
    places = _Places(group.ax, height)
    for k, (x, y) in enumerate(zip(group.xs, group.ys, strict=True)):
        px, py = places.point(float(x), float(y))
        inside = area[0] - 1 <= px <= area[2] + 1 and area[1] - 1 <= py <= area[3] + 1
        if np.isfinite(px) and np.isfinite(py) and inside:
            box = (px + around[0], py + around[1], px + around[2], py + around[3])
            seen = clip(box, area)
            if seen is not None:
                yield MarkTruth(DetectionClass.POINT, seen, group.series, k, {"center": (px, py)})


def _slices(panel: Panel, places: _Places) -> Iterator[MarkTruth]:
    for k, wedge in enumerate(panel.wedges):
        path = wedge.get_transform().transform_path(wedge.get_path())
        turns = np.deg2rad([wedge.theta2, wedge.theta1])  # clockwise as seen: from the larger angle down
        cx, cy = wedge.center
        rim = [places.point(cx + wedge.r * np.cos(t), cy + wedge.r * np.sin(t)) for t in turns]
        px = {"center": places.point(cx, cy), "start": rim[0], "end": rim[1]}
        yield MarkTruth(DetectionClass.PIE_SLICE, places.box(path.get_extents()), 0, k, px)


def _texts(panel: Panel, recording: Recording) -> tuple[list[TextTruth], dict[int, int]]:
    texts: list[TextTruth] = []
    numbers: dict[int, int] = {}
    for artist, role, cls in panel.texts:
        polygon = recording.polygon(artist)
        if polygon is not None:
            numbers[id(artist)] = len(texts)
            texts.append(TextTruth(plain_text(artist.get_text()), polygon, role, cls))
    for ax in (panel.ax, panel.ax2):
        for axis in () if ax is None else (ax.xaxis, ax.yaxis):
            polygon = recording.polygon(axis.get_offset_text())
            if polygon is not None:
                texts.append(TextTruth(plain_text(axis.get_offset_text().get_text()), polygon, "other", None))
    return texts, numbers


def _ticks(panel: Panel, recording: Recording, texts: list[TextTruth]) -> list[TickTruth]:
    ticks = []
    for ax in (panel.ax, panel.ax2):
        if ax is None:
            continue
        places = _Places(ax, recording.height)
        area = places.box(ax.get_window_extent())
        for axis, name in ((ax.xaxis, "x"), (ax.yaxis, "y")):
            for tick in (*axis.get_major_ticks(), *axis.get_minor_ticks()):
                for label, suffix in ((tick.label1, ""), (tick.label2, "2")):
                    polygon = recording.polygon(label)
                    if polygon is None or not label.get_text():
                        continue
                    loc = float(tick.get_loc())
                    cls = DetectionClass.X_TICK_LABEL if name == "x" else DetectionClass.Y_TICK_LABEL
                    value = _tick_value(panel, axis, loc)
                    if name == "x":
                        point = (places.point(loc, ax.get_ylim()[0])[0], area[1] if suffix else area[3])
                    else:
                        point = (area[2] if suffix else area[0], places.point(ax.get_xlim()[0], loc)[1])
                    ticks.append(TickTruth(name + suffix, point, value, len(texts)))
                    texts.append(TextTruth(plain_text(label.get_text()), polygon, "tick_label", cls))
    return ticks


def _tick_value(panel: Panel, axis: Any, loc: float) -> float | str:
    independent = axis is (panel.ax.yaxis if panel.horizontal else panel.ax.xaxis)
    spec = panel.spec
    if independent and spec.categories:
        return spec.categories[round(loc)]
    if independent and spec.x_scale == "time":
        return str(mdates.num2date(loc).date().isoformat())
    return loc


def _legend(
    panel: Panel, recording: Recording, texts: list[TextTruth], numbers: dict[int, int]
) -> tuple[list[EntryTruth], Box | None]:
    if panel.legend is None:
        return [], None
    entries, boxes = [], []
    for handle, label in zip(panel.legend.legend_handles, panel.legend.get_texts(), strict=True):
        ink = recording.ink(handle)
        if id(label) in numbers:
            boxes.append(texts[numbers[id(label)]].box)
            if ink is not None:
                entries.append(EntryTruth(ink, numbers[id(label)]))
                boxes.append(ink)
    title = numbers.get(id(panel.legend.get_title()))
    boxes += [] if title is None else [texts[title].box]
    frame = panel.legend.get_frame()
    if panel.legend.get_frame_on() and frame.get_alpha() != 0:
        boxes.append(_Places(panel.ax, recording.height).box(frame.get_window_extent()))
    return entries, union(boxes)
