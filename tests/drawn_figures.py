"""Charts drawn with Matplotlib whose text blocks and tick places are known exactly."""

from __future__ import annotations

import re

import numpy as np
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.text import Text

from sie.artifacts import Chart, Raster, StructureAnalysis, TextAnalysis, TextBlock
from sie.elements.analyze import analyze_elements
from sie.options import ElementOptions, StructureOptions, ValueOptions
from sie.structure.analyze import analyze_structure
from sie.values.interpolate import interpolate_values


def plain(text: str) -> str:
    """Mathtext as a recognizer would write it: 10^2, a minus sign."""
    text = re.sub(r"\^\{(.*?)\}", r"^\1", text)
    text = re.sub(r"\\mathdefault\{(.*?)\}", r"\1", text)
    return text.replace("−", "-").replace(r"\times", "×").replace("$", "")


def make_raster(fig: Figure) -> Raster:
    canvas = FigureCanvasAgg(fig)
    canvas.draw()
    rgba = np.asarray(canvas.buffer_rgba())
    return Raster(np.ascontiguousarray(rgba[:, :, :3]))


def make_text(fig: Figure) -> TextAnalysis:
    """A block for every text that is drawn, with its true corners."""
    canvas = FigureCanvasAgg(fig)
    canvas.draw()
    renderer = canvas.get_renderer()
    height = fig.bbox.height
    shown = {id(label) for ax in fig.axes for label in _shown_labels(ax)}
    ticks = {id(label) for ax in fig.axes for label in _all_labels(ax)}
    blocks = []
    for artist in fig.findobj(Text):
        assert isinstance(artist, Text)
        if (
            not artist.get_visible()
            or not artist.get_text().strip()
            or (id(artist) in ticks and id(artist) not in shown)
        ):
            continue
        box = artist.get_window_extent(renderer)
        angle = artist.get_rotation()
        x0, y0, x1, y1 = box.x0, height - box.y1, box.x1, height - box.y0
        polygon = [(x0, y0), (x1, y0), (x1, y1), (x0, y1)]
        if abs(angle - 90) < 1:
            polygon = [(x0, y1), (x0, y0), (x1, y0), (x1, y1)]
        elif angle % 90:
            polygon = _slanted(artist, box, angle, height, renderer)
        blocks.append(
            TextBlock(
                id=f"b{len(blocks)}",
                text=plain(artist.get_text()),
                polygon=tuple((float(x), float(y)) for x, y in polygon),
                confidence=0.99,
                angle=float(angle if angle <= 180 else angle - 360),
            )
        )
    return TextAnalysis(blocks=tuple(blocks), engine="drawn")


def _all_labels(ax: Axes) -> list[Text]:
    return [label for axis in (ax.xaxis, ax.yaxis) for label in axis.get_ticklabels(which="both")]


def _shown_labels(ax: Axes) -> list[Text]:
    labels = []
    for axis in (ax.xaxis, ax.yaxis):
        if not axis.get_visible():
            continue
        low, high = sorted(axis.get_view_interval())
        pad = 1e-6 * low if axis.get_scale() == "log" else 1e-6 * (high - low)
        for tick in [*axis.get_major_ticks(), *axis.get_minor_ticks()]:
            if low - pad <= tick.get_loc() <= high + pad:
                labels += [tick.label1, tick.label2]
    return labels


def _slanted(artist: Text, box: object, angle: float, height: float, renderer: object) -> list[tuple[float, float]]:
    artist.set_rotation(0)
    flat = artist.get_window_extent(renderer)  # type: ignore[arg-type]
    artist.set_rotation(angle)
    w, h = flat.width, flat.height
    turn = np.deg2rad(angle)
    cx, cy = (box.x0 + box.x1) / 2, height - (box.y0 + box.y1) / 2  # type: ignore[attr-defined]
    along = np.array([np.cos(turn), -np.sin(turn)]) * w / 2
    down = np.array([np.sin(turn), np.cos(turn)]) * h / 2
    centre = np.array([cx, cy])
    corners = (centre - along - down, centre + along - down, centre + along + down, centre - along + down)
    return [(float(x), float(y)) for x, y in corners]


def analyze_figure(fig: Figure) -> StructureAnalysis:
    """The structure of a drawn figure, its text known."""
    return analyze_structure(make_raster(fig), make_text(fig), options=StructureOptions())


def read_figure(fig: Figure) -> Chart:
    """The one chart of a drawn figure, its text known."""
    raster = make_raster(fig)
    structure = analyze_structure(raster, make_text(fig), options=StructureOptions())
    elements = analyze_elements(raster, structure, options=ElementOptions())
    (chart,) = interpolate_values(structure, elements, options=ValueOptions())
    return chart


def px_of(ax: Axes, *, x: float | None = None, y: float | None = None) -> float:
    """Where a value lies in the picture, pixels."""
    if x is not None:
        return float(ax.transData.transform((x, ax.get_ylim()[0]))[0])
    assert y is not None
    return float(ax.figure.bbox.height - ax.transData.transform((ax.get_xlim()[0], y))[1])
