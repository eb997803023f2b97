"""Charts drawn by gnuplot; the places follow from the ranges and margins that it is given.

gnuplot writes SVG, so that its texts are measured as Vega's are. An absent gnuplot is a RendererError that says so.
"""

from __future__ import annotations

import shutil
import subprocess
import xml.etree.ElementTree as ET
from collections.abc import Sequence

import numpy as np

from models.classes import DetectionClass, PlotType
from models.errors import RendererError
from models.synth.gnuplot_script import Script, write_script
from models.synth.look import make_look
from models.synth.mpl import crop_to_ink
from models.synth.spec import ChartSpec
from models.synth.svg import Node, coded_ink, ink_polygon, parse_svg, rasterize
from models.synth.truth import (
    Box,
    Drawing,
    EntryTruth,
    LineTruth,
    MarkTruth,
    PanelTruth,
    TextTruth,
    TickTruth,
    bounds,
    clip,
    union,
)
from models.synth.words import pick

_TIMEOUT_S = 20.0
_CLASSES = {
    "x_tick": ("tick_label", DetectionClass.X_TICK_LABEL),
    "y_tick": ("tick_label", DetectionClass.Y_TICK_LABEL),
    "x_title": ("axis_title", DetectionClass.X_TITLE),
    "y_title": ("axis_title", DetectionClass.Y_TITLE),
    "title": ("chart_title", DetectionClass.CHART_TITLE),
    "entry": ("legend_label", DetectionClass.LEGEND_LABEL),
    "legend_title": ("legend_title", DetectionClass.LEGEND_TITLE),
    "value": ("value_label", DetectionClass.VALUE_LABEL),
}


def draw_gnuplot(specs: Sequence[ChartSpec], rng: np.random.Generator) -> Drawing:
    """The first of the charts (gnuplot draws no panels here), cropped to its ink.

    Raises:
        RendererError: gnuplot or vl-convert is missing, or it cannot draw this chart type.
    """
    program = shutil.which("gnuplot")
    if program is None:
        raise RendererError("gnuplot is not installed: apt-get install gnuplot-nox")
    spec = specs[0]
    if spec.chart_type is PlotType.PIE:
        raise RendererError("gnuplot draws no pies")
    script = write_script(spec, make_look(rng, max(3, len(spec.series))), rng)
    try:
        done = subprocess.run(
            [program, "-"], input=script.text, capture_output=True, text=True, timeout=_TIMEOUT_S, check=False
        )
    except subprocess.TimeoutExpired as error:
        raise RendererError(f"gnuplot took more than {_TIMEOUT_S:g} s") from error
    if done.returncode or "</svg>" not in done.stdout:
        raise RendererError(f"gnuplot: {done.stderr.strip()[-200:]}")
    scale = float(pick(rng, (1.0, 1.0, rng.uniform(0.8, 1.8))))
    rgba = rasterize(done.stdout, scale)
    panel, mask = _truth(done.stdout, scale, spec, script, rgba.shape[:2])
    rgb = np.ascontiguousarray(rgba[:, :, :3])
    return crop_to_ink(Drawing(rgb, (panel,), "gnuplot", mask), rng)


def _truth(
    svg: str, scale: float, spec: ChartSpec, script: Script, shape: tuple[int, ...]
) -> tuple[PanelTruth, np.ndarray | None]:
    root, nodes = parse_svg(svg, scale)
    texts, keys = _texts([n for n in nodes if n.tag == "text"], root, scale, script)
    area = tuple(v * scale for v in script.area)
    box: Box = (area[0], area[1], area[2], area[3])

    def at(x: float, y: float) -> tuple[float, float]:
        px, py = script.place(x, y)
        return px * scale, py * scale

    ticks = []
    for axis, values in (("x", script.x_ticks), ("y", script.y_ticks)):
        for k, (place, value) in enumerate(values):
            number = keys.get((f"{axis}_tick", k))
            if number is not None:
                point = (
                    (at(place, script.y_range[0])[0], box[3])
                    if axis == "x"
                    else (box[0], at(script.x_range[0], place)[1])
                )
                ticks.append(TickTruth(axis, point, value, number))
    marks = []
    for mark in script.marks:
        left, top, right, bottom = (v * scale for v in mark.pad)
        corners = [at(*c) for c in mark.corners]
        x0, y0, x1, y1 = bounds(corners)
        seen = clip((x0 - left, y0 - top, x1 + right, y1 + bottom), box)
        if seen is not None:
            marks.append(MarkTruth(mark.cls, seen, mark.series, mark.item, {k: at(*p) for k, p in mark.px.items()}))
    lines = [LineTruth(i, tuple(at(x, y) for x, y in path), k + 1) for k, (i, path, _) in enumerate(script.lines)]
    mask = _line_mask(root, nodes, scale, script, shape) if spec.chart_type is PlotType.LINE else None
    entries = [
        EntryTruth(_scaled(b, scale), keys["entry", k]) for k, b in enumerate(script.swatches) if ("entry", k) in keys
    ]
    boxes = [e.swatch for e in entries] + [texts[e.text].box for e in entries]
    boxes += [texts[keys["legend_title", 0]].box] if ("legend_title", 0) in keys and boxes else []
    boxes += [_scaled(script.frame, scale)] if script.frame is not None and boxes else []
    panel = PanelTruth(spec, box, tuple(texts), tuple(ticks), tuple(marks), tuple(lines), tuple(entries), union(boxes))
    return panel, mask


def _scaled(box: Box, scale: float) -> Box:
    return box[0] * scale, box[1] * scale, box[2] * scale, box[3] * scale


def _texts(
    nodes: list[Node], root: ET.Element, scale: float, script: Script
) -> tuple[list[TextTruth], dict[tuple[str, int], int]]:
    """The planned texts that were drawn; gnuplot draws one <text> a line, in an order that only its words tell."""
    inks = coded_ink(root, nodes, scale)
    free = {k: " ".join("".join(n.element.itertext()).split()) for k, n in enumerate(nodes)}
    texts: list[TextTruth] = []
    keys: dict[tuple[str, int], int] = {}
    for kind, number, text, where in script.texts:
        wanted = " ".join(text.split())
        options = [k for k, t in free.items() if t == wanted and inks[k] is not None]
        if not options:
            raise RendererError(f"gnuplot: {kind} {text!r} is not in the picture")
        if where is not None:
            spot = np.array(where) * scale
            options.sort(key=lambda k: float(np.hypot(*(nodes[k].matrix[:, 2] - spot))))
        chosen = options[0]
        del free[chosen]
        ink = inks[chosen]
        polygon = None if ink is None else ink_polygon(ink, nodes[chosen].angle)
        if polygon is None:
            continue
        role, cls = _CLASSES[kind]
        keys[kind, number] = len(texts)
        texts.append(TextTruth(text, polygon, role, cls))
    return texts, keys


def _line_mask(
    root: ET.Element, nodes: list[Node], scale: float, script: Script, shape: tuple[int, ...]
) -> np.ndarray | None:
    """The mask of the drawn curves: gnuplot puts each plot in a group named by its number."""
    numbers = {f"#gnuplot_plot_{plot}": k + 1 for k, (_, _, plot) in enumerate(script.lines)}
    curves: list[tuple[Node, int]] = []
    for node in nodes:
        number = next((numbers[c] for c in node.classes if c in numbers), 0)
        if number and node.tag == "path" and node.points():
            curves.append((node, number))
    if not curves:
        return None
    mask = np.zeros(shape[:2], dtype=np.uint8)
    for (_, number), ink in zip(curves, coded_ink(root, [c[0] for c in curves], scale), strict=True):
        if ink is not None:
            mask[ink[:, 0], ink[:, 1]] = number
    return mask
