"""Charts drawn by Vega-Lite through vl-convert; places are read from the SVG it makes."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import numpy as np

from models.classes import PlotType
from models.errors import RendererError
from models.synth.look import Look, make_look
from models.synth.spec import ChartSpec
from models.synth.svg import rasterize
from models.synth.truth import Drawing
from models.synth.vega_spec import plan_panel
from models.synth.vega_truth import read_truth
from models.synth.words import chance, pick


def _config(rng: np.random.Generator, look: Look) -> dict[str, Any]:
    size = look.font_size * 1.15
    grid = pick(rng, (True, True, False))
    frame = pick(rng, ("#dddddd", None, look.ink, "#888888"))
    weight = pick(rng, ("bold", "normal"))
    axis = {
        "tickRound": False,
        "grid": grid,
        "gridColor": pick(rng, ("#dddddd", "#eeeeee", "#cccccc")),
        "gridDash": pick(rng, ([], [], [2, 2])),
        "domain": chance(rng, 0.7),
        "domainColor": pick(rng, ("#888888", look.ink)),
        "tickColor": pick(rng, ("#888888", look.ink)),
        "tickSize": pick(rng, (0, 3, 5, 5, -4)),
        "labelFontSize": size * 0.9,
        "titleFontSize": size,
        "titleFontWeight": weight,
        "labelColor": look.ink,
        "titleColor": look.ink,
        "labelPadding": pick(rng, (2, 4)),
        "titlePadding": pick(rng, (4, 8)),
    }
    spots = ("right",) * 5 + ("bottom", "top", "left", "top-right", "top-left", "bottom-right")
    orient = pick(rng, spots)
    legend = {
        "orient": orient,
        "labelFontSize": size * 0.9,
        "titleFontSize": size,
        "labelColor": look.ink,
        "titleColor": look.ink,
        "titleFontWeight": weight,
        "symbolSize": pick(rng, (60, 100, 150)),
        "symbolType": pick(rng, ("circle", "square", "square")),
        "columns": 2 if orient in ("bottom", "top") else 1,
        "padding": pick(rng, (0, 4, 8)),
        "labelLimit": 400,
    }
    if "-" in orient and chance(rng, 0.6):
        legend |= {"fillColor": look.background, "strokeColor": look.ink}
    view: dict[str, Any] = {"stroke": frame}
    if chance(rng, 0.1):
        view["fill"] = pick(rng, ("#ebebeb", "#f7f7f7", "#e5ecf6", "#eaeaf2"))
    return {
        "font": look.font,
        "axis": axis,
        "legend": legend,
        "view": view,
        "background": look.background,
        "title": {
            "fontSize": size * float(rng.uniform(1.0, 1.4)),
            "color": look.ink,
            "fontWeight": pick(rng, ("bold", "normal")),
        },
        "text": {"fontSize": size * 0.9},
        "padding": int(rng.integers(2, 20)),
    }


def draw_vega(specs: Sequence[ChartSpec], rng: np.random.Generator) -> Drawing:
    """The charts side by side or one below the other.

    Raises:
        RendererError: vl-convert is missing, or made something whose places cannot be told.
    """
    try:
        import vl_convert
    except ImportError as error:
        raise RendererError("vl-convert-python is not installed: pip install vl-convert-python") from error
    pies = any(s.chart_type is PlotType.PIE for s in specs)
    series = max([len(s.series) for s in specs] + [len(s.categories) for s in specs if pies])
    look = make_look(rng, max(series, 3))
    width = int(rng.integers(140, 520) / len(specs) ** 0.5)
    height = width if pies else int(np.clip(width * rng.uniform(0.45, 1.3), 100, 420))
    tallest = max(
        (len(s.categories) * max(1, len(s.series) // 2) for s in specs if s.chart_type.is_horizontal), default=0
    )
    size = (width, max(height, int(tallest * look.font_size * 1.4)))
    plans = [plan_panel(spec, look, rng, i, size) for i, spec in enumerate(specs)]
    unit: dict[str, Any] = plans[0].unit
    if len(plans) > 1:
        unit = {
            pick(rng, ("hconcat", "vconcat")): [p.unit for p in plans],
            "resolve": {"scale": dict.fromkeys(("color", "shape", "strokeDash"), "independent")},
        }
    full = {"$schema": "https://vega.github.io/schema/vega-lite/v5.json", "config": _config(rng, look), **unit}
    try:
        svg = vl_convert.vegalite_to_svg(json.dumps(full))
    except ValueError as error:
        raise RendererError(f"vega-lite: {str(error)[:300]}") from error
    scale = float(pick(rng, (1.0, 1.0, rng.uniform(0.8, 2.0))))
    rgb = np.ascontiguousarray(rasterize(svg, scale)[:, :, :3])
    panels, mask = read_truth(svg, scale, list(specs), plans, rgb.shape[:2])
    return Drawing(rgb, panels, "vega", mask)
