"""Artifacts at another scale of their picture, so that the stages work on a smaller copy of a very large one.

Marks of a chart are read to a tenth of a pixel; beyond some thousand pixels a side more of them only cost time. A
stage's inputs are scaled down, it runs on the copy, and what it gives is scaled back: stored coordinates are always
those of the picture as loaded.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar

from sie.artifacts import (
    Artifact,
    Axis,
    ChartElements,
    ChartStructure,
    Element,
    Issue,
    Legend,
    LegendEntry,
    Raster,
    ScaleFit,
    TextBlock,
    Tick,
)

_PIXEL_FIELDS: dict[type[Artifact], frozenset[str]] = {
    Issue: frozenset({"box"}),
    TextBlock: frozenset({"polygon"}),
    Tick: frozenset({"px", "sigma_px"}),
    ScaleFit: frozenset({"offset_px", "px_per_unit", "residual_px", "sigma_px", "middle_px"}),
    Axis: frozenset({"line_px"}),
    LegendEntry: frozenset({"label_box", "swatch_box", "anchor"}),
    Legend: frozenset({"box"}),
    ChartStructure: frozenset({"box", "plot_area"}),
    ChartElements: frozenset({"offset_px", "offset_sigma_px"}),
    Element: frozenset({"box", "px", "path", "sigma_px"}),
}
"""The fields of each artifact that are in pixels; all others are kept or hold artifacts."""

A = TypeVar("A", bound=Artifact)


def rescaled(artifact: A, factor: float) -> A:
    """The artifact with every pixel coordinate and length multiplied by a factor."""
    in_pixels = _PIXEL_FIELDS.get(type(artifact), frozenset())
    changes: dict[str, object] = {}
    for name in type(artifact).model_fields:
        value = getattr(artifact, name)
        changes[name] = _multiplied(value, factor) if name in in_pixels else _within(value, factor)
    return artifact.model_copy(update=changes)


def _within(value: object, factor: float) -> object:
    if isinstance(value, Artifact):
        return rescaled(value, factor)
    if isinstance(value, tuple) and any(isinstance(item, Artifact) for item in value):
        return tuple(_within(item, factor) for item in value)
    return value


def _multiplied(value: object, factor: float) -> object:
    if isinstance(value, int | float):
        return value * factor
    if isinstance(value, tuple):
        return tuple(_multiplied(item, factor) for item in value)
    if isinstance(value, dict):
        return {key: _multiplied(item, factor) for key, item in value.items()}
    return value


def working_copy(raster: Raster, longest_side: int) -> tuple[Raster, float]:
    """The picture reduced to a longest side, by area, and the factor by which it is smaller (1.0 where it is not)."""
    side = max(raster.width, raster.height)
    if side <= longest_side:
        return raster, 1.0
    import cv2

    factor = longest_side / side
    size = (max(1, round(raster.width * factor)), max(1, round(raster.height * factor)))
    return replace(raster, rgb=cv2.resize(raster.rgb, size, interpolation=cv2.INTER_AREA)), factor
