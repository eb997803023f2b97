"""Draws a chart from a seed, with the renderer that the seed or the caller picks."""

from __future__ import annotations

import shutil

import numpy as np

from models.errors import RendererError
from models.synth.degrade import degrade as degrade_drawing
from models.synth.spec import ChartSpec
from models.synth.tables import make_spec, pick_type
from models.synth.truth import Drawing
from models.synth.words import chance, pick

# Parts of 100 drawn charts; missing renderers give their part to Matplotlib.
RENDERERS = {"matplotlib": 50, "vega": 32, "gnuplot": 18}
_TRIES = 6


def draw_one(seed: int, *, renderer: str | None = None, degrade: bool = True) -> Drawing:
    """The chart picture of a seed, the same each time.

    Args:
        seed: any integer from 0.
        renderer: a key of `RENDERERS`; None lets the seed pick.
        degrade: False for the picture as drawn.

    Raises:
        RendererError: the renderer is missing, or refused several charts in a row.
    """
    last = ""
    for attempt in range(_TRIES):
        rng = np.random.default_rng([seed, attempt])
        name = renderer or _pick_renderer(rng)
        try:
            drawing = _draw(name, _specs(rng), rng)
        except RendererError as error:
            last = str(error)
            continue
        return degrade_drawing(drawing, rng) if degrade else drawing
    raise RendererError(f"seed {seed}: no chart after {_TRIES} tries; last: {last}")


def _pick_renderer(rng: np.random.Generator) -> str:
    weights = np.array(list(RENDERERS.values()), dtype=float)
    name = list(RENDERERS)[int(rng.choice(len(weights), p=weights / weights.sum()))]
    if name == "gnuplot" and shutil.which("gnuplot") is None:
        return "matplotlib"
    return name


def _specs(rng: np.random.Generator) -> list[ChartSpec]:
    panels = pick(rng, (2, 2, 3, 4)) if chance(rng, 0.1) else 1
    first = pick_type(rng)
    same = chance(rng, 0.6)
    return [make_spec(rng, first if same or i == 0 else pick_type(rng)) for i in range(panels)]


def _draw(name: str, specs: list[ChartSpec], rng: np.random.Generator) -> Drawing:
    if name == "matplotlib":
        from models.synth.mpl import draw_matplotlib

        return draw_matplotlib(specs, rng)
    if name == "vega":
        from models.synth.vega import draw_vega

        return draw_vega(specs, rng)
    if name == "gnuplot":
        from models.synth.gnuplot import draw_gnuplot

        return draw_gnuplot(specs, rng)
    raise RendererError(f"renderer: expected one of {', '.join(RENDERERS)}, got {name}")
