"""Charts drawn by Matplotlib, in many styles; the first of the renderers."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Any

import matplotlib as mpl
import matplotlib.style
import numpy as np
from matplotlib.figure import Figure

from models.classes import PlotType
from models.synth.ink import strongest_channel
from models.synth.look import Look, make_look
from models.synth.mpl_axes import dress
from models.synth.mpl_marks import draw_marks
from models.synth.mpl_panel import Panel
from models.synth.mpl_record import Recording
from models.synth.mpl_truth import panel_truth
from models.synth.spec import ChartSpec
from models.synth.truth import Drawing, move_panel, scale_matrix
from models.synth.words import chance, pick

_SHEETS = (
    "default",
    "default",
    "default",
    "default",
    "classic",
    "ggplot",
    "bmh",
    "seaborn-v0_8",
    "seaborn-v0_8-whitegrid",
    "seaborn-v0_8-ticks",
    "seaborn-v0_8-white",
    "seaborn-v0_8-darkgrid",
    "fivethirtyeight",
    "grayscale",
    "Solarize_Light2",
    "tableau-colorblind10",
)
_MARGINS_IN = (2.6, 2.6, 2.2, 1.5)  # left, right, bottom, top: room for labels and legends, cropped afterwards


def _settings(rng: np.random.Generator, font: str, size: float) -> dict[str, object]:
    return {
        "font.family": [font, "DejaVu Sans"],
        "font.size": size,
        "axes.titlesize": size * rng.uniform(1.0, 1.35),
        "axes.labelsize": size * rng.uniform(0.95, 1.2),
        "xtick.labelsize": size * rng.uniform(0.8, 1.0),
        "ytick.labelsize": size * rng.uniform(0.8, 1.0),
        "legend.fontsize": size * rng.uniform(0.75, 1.0),
        "axes.titleweight": pick(rng, ("normal", "normal", "bold")),
        "axes.labelweight": pick(rng, ("normal", "normal", "normal", "bold")),
        "axes.linewidth": float(rng.uniform(0.4, 1.6)),
        "axes.unicode_minus": chance(rng, 0.8),
        "axes.formatter.use_mathtext": chance(rng, 0.5),
        "mathtext.default": "regular",
        "hatch.linewidth": float(rng.uniform(0.4, 1.5)),
        "text.usetex": False,
        "text.antialiased": chance(rng, 0.95),
        "path.simplify": True,
    }


def _grid(rng: np.random.Generator, n: int) -> tuple[int, int]:
    if n == 1:
        return 1, 1
    return (1, n) if n < 4 and chance(rng, 0.6) else ((n, 1) if n < 4 else (2, (n + 1) // 2))


def draw_matplotlib(specs: Sequence[ChartSpec], rng: np.random.Generator) -> Drawing:
    """The charts as panels of one picture, cropped to its ink and a margin.

    Raises:
        RendererError: a text would leave the canvas; another seed will do.
    """
    logging.getLogger("matplotlib").setLevel(logging.ERROR)
    series = max(
        max(len(s.series) for s in specs),
        max(len(s.categories) for s in specs if s.categories)
        if any(s.chart_type is PlotType.PIE for s in specs)
        else 1,
    )
    look = make_look(rng, max(series, 3))
    with mpl.rc_context():
        matplotlib.style.use(pick(rng, _SHEETS))
        mpl.rcParams.update(_settings(rng, look.font, look.font_size))
        if look.background == "black":
            matplotlib.style.use("dark_background")
        rows, cols = _grid(rng, len(specs))
        dpi = float(rng.uniform(60, 140))
        figure, panels = _figure(rng, specs, look, rows, cols, dpi)
        watched: dict[int, Any] = {}
        for panel in panels:
            draw_marks(panel)
            dress(panel)
            watched |= {id(a): a for a in [*panel.line_artists(), *panel.swatches()]}
        recording = Recording(figure, watched)
        truths = tuple(panel_truth(panel, recording, 1 + 40 * i) for i, panel in enumerate(panels))
    mask = np.zeros((recording.height, recording.width), dtype=np.uint8)
    for i, panel in enumerate(panels):
        for k, artist in enumerate(panel.line_artists()):
            drawn = recording.masks.get(id(artist))
            if drawn is not None:
                mask[drawn] = 1 + 40 * i + k
    drawing = Drawing(recording.rgb, truths, "matplotlib", mask if mask.any() else None)
    return crop_to_ink(drawing, rng)


def _figure(
    rng: np.random.Generator, specs: Sequence[ChartSpec], look: Look, rows: int, cols: int, dpi: float
) -> tuple[Any, list[Panel]]:
    pies = any(s.chart_type is PlotType.PIE for s in specs)
    width = float(rng.uniform(1.6, 5.5)) / cols**0.6
    height = width if pies else width * float(rng.uniform(0.45, 1.25))
    height = float(np.clip(height, 1.2, 4.5))
    tallest = max((len(s.categories) for s in specs if s.chart_type.is_horizontal), default=0)
    height = max(height, tallest * look.font_size * 1.25 / 72)
    gap_x, gap_y = float(rng.uniform(0.9, 1.5)), float(rng.uniform(0.8, 1.4))
    left, right, bottom, top = _MARGINS_IN
    full_w = left + right + cols * width + (cols - 1) * gap_x
    full_h = bottom + top + rows * height + (rows - 1) * gap_y
    figure = Figure(figsize=(full_w, full_h), dpi=dpi)
    panels = []
    for i, spec in enumerate(specs):
        row, col = divmod(i, cols)
        x0 = left + col * (width + gap_x)
        y0 = bottom + (rows - 1 - row) * (height + gap_y)
        ax = figure.add_axes((x0 / full_w, y0 / full_h, width / full_w, height / full_h))
        panels.append(Panel(ax=ax, spec=spec, look=look, rng=rng, index=i, of=len(specs)))
    return figure, panels


def crop_to_ink(drawing: Drawing, rng: np.random.Generator) -> Drawing:
    """The drawing without its empty margins but for a random few pixels."""
    ink = strongest_channel(drawing.rgb.astype(np.int16) - drawing.rgb[0, 0]) > 8
    rows, cols = np.flatnonzero(ink.any(axis=1)), np.flatnonzero(ink.any(axis=0))
    height, width = ink.shape
    pads = rng.integers(0, 25, size=4)
    x0, x1 = max(0, int(cols[0] - pads[0])), min(width, int(cols[-1] + 1 + pads[1]))
    y0, y1 = max(0, int(rows[0] - pads[2])), min(height, int(rows[-1] + 1 + pads[3]))
    shift = scale_matrix(1.0, 1.0, -x0, -y0)
    mask = None if drawing.line_mask is None else drawing.line_mask[y0:y1, x0:x1]
    rgb = np.ascontiguousarray(drawing.rgb[y0:y1, x0:x1])
    return Drawing(rgb, tuple(move_panel(shift, p) for p in drawing.panels), drawing.renderer, mask)
