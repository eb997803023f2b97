"""What a chart looks like, whatever draws it: colours or black and white, hatches, markers, dashes, widths."""

from __future__ import annotations

import colorsys
from dataclasses import dataclass

import numpy as np

from models.synth.words import chance, pick

PALETTES = (
    ("#1f77b4", "#ff7f0e", "#2ca02c", "#d62728", "#9467bd", "#8c564b", "#e377c2", "#7f7f7f", "#bcbd22", "#17becf"),
    ("#4e79a7", "#f28e2b", "#e15759", "#76b7b2", "#59a14f", "#edc948", "#b07aa1", "#ff9da7", "#9c755f", "#bab0ac"),
    ("#f8766d", "#b79f00", "#00ba38", "#00bfc4", "#619cff", "#f564e3"),
    ("#4472c4", "#ed7d31", "#a5a5a5", "#ffc000", "#5b9bd5", "#70ad47", "#264478", "#9e480e"),
    ("#4f81bd", "#c0504d", "#9bbb59", "#8064a2", "#4bacc6", "#f79646"),
    ("#e41a1c", "#377eb8", "#4daf4a", "#984ea3", "#ff7f00", "#a65628", "#f781bf"),
    ("#66c2a5", "#fc8d62", "#8da0cb", "#e78ac3", "#a6d854", "#ffd92f", "#e5c494"),
    ("#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00", "#f0e442"),
    ("#5470c6", "#91cc75", "#fac858", "#ee6666", "#73c0de", "#3ba272", "#fc8452", "#9a60b4"),
    ("#0072bd", "#d95319", "#edb120", "#7e2f8e", "#77ac30", "#4dbeee", "#a2142f"),
    ("blue", "red", "green", "black", "magenta", "cyan", "orange"),
    ("#a6cee3", "#1f78b4", "#b2df8a", "#33a02c", "#fb9a99", "#e31a1c", "#fdbf6f"),
    ("#003f5c", "#58508d", "#bc5090", "#ff6361", "#ffa600"),
    ("#fde725", "#5ec962", "#21918c", "#3b528b", "#440154"),
    ("#3366cc", "#dc3912", "#ff9900", "#109618", "#990099", "#0099c6"),
    ("#deebf7", "#9ecae1", "#4292c6", "#2171b5", "#08306b"),
    ("#fee5d9", "#fcae91", "#fb6a4a", "#de2d26", "#a50f15"),
    ("#636efa", "#ef553b", "#00cc96", "#ab63fa", "#ffa15a", "#19d3f3"),
)
HATCHES = ("", "////", "\\\\\\\\", "xxxx", "....", "----", "||||", "++++", "oo", "//", "xx", "\\\\", "..")
MARKERS = ("o", "s", "^", "D", "v", "x", "+", "*", "<", ">", "p", "h", ".", "d")
DASHES = ("-", "--", ":", "-.", (0, (5, 1)), (0, (1, 1)), (0, (8, 3, 2, 3)), (0, (3, 1, 1, 1, 1, 1)))
FONTS = (
    ("DejaVu Sans", 3),
    ("Liberation Sans", 8),
    ("Nimbus Sans", 5),
    ("Liberation Serif", 4),
    ("Nimbus Roman", 2),
    ("Open Sans", 2),
    ("Lato", 2),
    ("Roboto", 2),
    ("DejaVu Serif", 1),
    ("Liberation Sans Narrow", 1),
    ("Nimbus Sans Narrow", 1),
    ("CMU Serif", 1),
    ("P052", 1),
    ("C059", 1),
    ("URW Gothic", 1),
    ("Liberation Mono", 1),
)


@dataclass(frozen=True)
class Look:
    """The choices that give a series its look.

    Attributes:
        fills: a fill colour per series ("none" for outlines).
        edge: colour of outlines, None for no outline, "same" for each series' own colour.
        line_colors: a line colour per series.
        markers: a marker per series, "" for none; `hollow` tells which are drawn unfilled.
        dashes: a dash per series.
        bar_width: part of a category's room that its bars fill.
    """

    mono: bool
    fills: tuple[str, ...]
    hatches: tuple[str, ...]
    edge: str | None
    edge_width: float
    line_colors: tuple[str, ...]
    markers: tuple[str, ...]
    hollow: tuple[bool, ...]
    marker_size: float
    dashes: tuple[object, ...]
    line_width: float
    bar_width: float
    font: str
    font_size: float
    background: str
    ink: str


def _palette(rng: np.random.Generator, n: int) -> tuple[str, ...]:
    if chance(rng, 0.12):
        hue = rng.random()
        tones = [
            colorsys.hls_to_rgb(float((hue + i / n * rng.uniform(0, 1)) % 1), 0.3 + 0.4 * rng.random(), 0.6)
            for i in range(n)
        ]
        return tuple("#{:02x}{:02x}{:02x}".format(*(int(255 * c) for c in tone)) for tone in tones)
    colors = list(pick(rng, PALETTES))
    if chance(rng, 0.4):
        rng.shuffle(colors)
    return tuple(colors[i % len(colors)] for i in range(n))


def _greys(rng: np.random.Generator, n: int) -> tuple[str, ...]:
    levels = np.linspace(rng.uniform(0, 0.3), rng.uniform(0.75, 1.0), n)
    if chance(rng, 0.3):
        rng.shuffle(levels)
    return tuple("#{0:02x}{0:02x}{0:02x}".format(int(255 * v)) for v in levels)


def make_look(rng: np.random.Generator, n: int) -> Look:
    """A look for a chart of n series (or slices)."""
    mono = chance(rng, 0.28)
    dark = chance(rng, 0.03)
    ink = "white" if dark else pick(rng, ("black",) * 6 + ("#333333", "#444444", "#666666"))
    colors = _greys(rng, n) if mono else _palette(rng, n)
    hatched = chance(rng, 0.4 if mono else 0.08)
    fills = colors
    if chance(rng, 0.18 if mono else 0.07) or (hatched and mono and chance(rng, 0.7)):
        fills = tuple("white" if chance(rng, 0.7) else "none" for _ in range(n))
    pale = any(f in ("white", "none", "#ffffff") for f in fills) or mono
    edge = ink if pale or chance(rng, 0.35) else pick(rng, (None, None, "same", "white"))
    shift = int(rng.integers(0, len(HATCHES)))
    same_marker, no_marker = chance(rng, 0.25), chance(rng, 0.2)
    first = int(rng.integers(0, len(MARKERS)))
    markers = tuple("" if no_marker else MARKERS[(first + (0 if same_marker else i)) % len(MARKERS)] for i in range(n))
    hollow_all = chance(rng, 0.3)
    one_dash = not mono and chance(rng, 0.75)
    families = [f for f, w in FONTS for _ in range(w)]
    return Look(
        mono=mono,
        fills=fills,
        hatches=tuple(HATCHES[(shift + i) % len(HATCHES)] if hatched else "" for i in range(n)),
        edge=edge,
        edge_width=float(pick(rng, (0.5, 0.8, 1.0, 1.0, 1.5, 2.0))),
        line_colors=tuple(ink for _ in range(n)) if mono and chance(rng, 0.75) else (_dim(colors) if mono else colors),
        markers=markers,
        hollow=tuple(hollow_all or (mono and chance(rng, 0.4)) for _ in range(n)),
        marker_size=float(rng.uniform(2.5, 9)),
        dashes=tuple("-" if one_dash else DASHES[i % len(DASHES)] for i in range(n)),
        line_width=float(rng.uniform(0.6, 2.6)),
        bar_width=float(pick(rng, (rng.uniform(0.08, 0.4), rng.uniform(0.5, 0.85), rng.uniform(0.5, 0.95), 1.0))),
        font=pick(rng, families),
        font_size=float(rng.uniform(6.5, 13)),
        background="black" if dark else "white",
        ink=ink,
    )


def _dim(colors: tuple[str, ...]) -> tuple[str, ...]:
    """Greys dark enough to be seen as lines on white."""
    return tuple(c if int(c[1:3], 16) < 190 else "#808080" for c in colors)
