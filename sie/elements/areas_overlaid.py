"""Areas that overlap and show through each other, told apart by the colours that their mixtures must have.

All areas stand on one base line, so in each column a pixel lies in every area whose edge is above it. Which sets of
areas lie on a pixel is told by its colour: the legend shows each area over its own ground, and with one opacity for all
of them every set has one colour, painted in the legend's order or against it. The opacity is the one that explains the
picture best.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from sie.elements.ink import Canvas
from sie.pixels import length_of

MOST_AREAS = 5
OPACITIES = np.arange(0.15, 0.96, 0.025)
SAMPLES = 4000
"""Pixels on which the opacity is chosen."""
FAR = 40.0
"""RGB distance from which a pixel is not of a mixture's colour."""
NEAR = 16.0
EXPLAINED = 0.85
"""Part of the fills' pixels that are within `NEAR` of a mixture."""
MIXED = 0.03
"""Part of them that show more than one area, and no single one's colour."""
GAMUT = 8.0
"""RGB steps by which an ink may seem out of what can be drawn."""
UNSURE = 8.0
"""Rows by which the lowest and the highest of equally good edges may differ: a stroke along the edge, not a text."""


Sample = tuple[tuple[int, int, int], tuple[int, int, int]]
"""The rgb of a legend's sample of an area, and of what lies behind it: legends are see-through themselves."""


@dataclass(frozen=True)
class Mixtures:
    """The colours of every set of areas: `sets` bool (n, areas), `colors` float (n, 3)."""

    sets: np.ndarray
    colors: np.ndarray


def find_mixtures(canvas: Canvas, samples: Sequence[Sample], seen: np.ndarray) -> Mixtures | None:
    """The mixtures that some areas make where they overlap, or None where the fills do not show such.

    Args:
        canvas: the plot area.
        samples: of each area, in the legend's order.
        seen: bool (h, w), pixels of fills, without texts, grid lines and strokes.
    """
    if not 2 <= len(samples) <= MOST_AREAS:
        return None
    pixels = canvas.rgb[seen].astype(np.float32)
    if len(pixels) < 50:
        return None
    pixels = pixels[:: len(pixels) // SAMPLES + 1]
    ground = np.array(canvas.background_color, np.float32)
    bare = _distances(pixels, np.array([tint for tint, _ in samples], np.float32)).min(axis=1) <= NEAR
    for opaque in (False, True) if bare.mean() < MIXED else (False,):
        mixtures = _best_mixtures(pixels, samples, ground, opaque=opaque)
        if mixtures is not None and _explain(pixels, mixtures):
            return mixtures
    return None


def _best_mixtures(
    pixels: np.ndarray, samples: Sequence[Sample], ground: np.ndarray, *, opaque: bool
) -> Mixtures | None:
    """The mixtures nearest to the pixels, of either order and any opacity."""
    best: tuple[float, Mixtures] | None = None
    for order in (range(len(samples)), range(len(samples) - 1, -1, -1)):
        for opacity in OPACITIES.tolist():
            mixtures = _mixtures(samples, ground, opacity, list(order), opaque=opaque)
            if mixtures is None:
                continue
            away = np.minimum(_distances(pixels, mixtures.colors).min(axis=1), FAR)
            if best is None or float(away.mean()) < best[0]:
                best = float(away.mean()), mixtures
    return None if best is None else best[1]


def _explain(pixels: np.ndarray, mixtures: Mixtures) -> bool:
    """Whether most pixels are of the mixtures' colours, and enough of more than one area's."""
    distances = _distances(pixels, mixtures.colors)
    told = distances.min(axis=1) <= NEAR
    mixed = told & (distances[:, mixtures.sets.sum(axis=1) <= 1].min(axis=1) > NEAR)
    return bool(told.mean() >= EXPLAINED and mixed.mean() >= MIXED)


def _mixtures(
    samples: Sequence[Sample], ground: np.ndarray, opacity: float, order: list[int], *, opaque: bool
) -> Mixtures | None:
    """Every set's colour at one opacity; None where a sample needs an ink that cannot be drawn.

    Painting an area over a colour c gives `(1 - opacity) c + opacity ink`, and its sample is that over what lies behind
    the sample; where the samples are `opaque` they are of the inks themselves.
    """
    tints, behind = (np.array(colors, np.float32) for colors in zip(*samples, strict=True))
    inks = tints if opaque else (tints - (1 - opacity) * behind) / opacity
    if inks.min() < -GAMUT or inks.max() > 255 + GAMUT:
        return None
    count = len(samples)
    sets = (np.arange(2**count)[:, None] >> np.arange(count)) & 1 > 0
    colors = np.repeat(ground[None], len(sets), axis=0)
    for area in order:
        colors = np.where(sets[:, area : area + 1], opacity * inks[area] + (1 - opacity) * colors, colors)
    return Mixtures(sets, colors.astype(np.float32))


def _distances(pixels: np.ndarray, colors: np.ndarray) -> np.ndarray:
    return np.stack([length_of(pixels - color) for color in colors], axis=-1)


def upper_edges(canvas: Canvas, mixtures: Mixtures, base: float, seen: np.ndarray) -> np.ndarray:
    """Float (areas, columns): the row of each area's upper edge, crop pixels; nan where something hides it.

    An edge is where most pixels below it show the area and most above do not.

    Args:
        canvas: the plot area.
        mixtures: what its pixels may show.
        base: the row on which all areas stand.
        seen: as for `find_mixtures`.
    """
    height = int(np.clip(round(base), 1, canvas.shape[0]))
    away = np.minimum(_distances(canvas.rgb[:height].astype(np.float32), mixtures.colors), FAR)
    known = seen[:height] | (~canvas.ink[:height] & ~canvas.text[:height] & ~canvas.grid[:height])
    tops = np.full((mixtures.sets.shape[1], canvas.shape[1]), np.nan)
    for area in range(len(tops)):
        within = mixtures.sets[:, area]
        doubt = np.where(known, away[..., within].min(axis=-1) - away[..., ~within].min(axis=-1), 0.0)
        below = np.zeros((height + 1, canvas.shape[1]))
        below[1:] = np.cumsum(doubt[::-1], axis=0)
        low = below.argmin(axis=0)
        high = height - np.abs(below[::-1] - below.min(axis=0)).argmin(axis=0)
        tops[area] = np.where(high - low <= UNSURE, height - (low + high) / 2, np.nan)
    return tops


__all__ = ["Mixtures", "Sample", "find_mixtures", "upper_edges"]
