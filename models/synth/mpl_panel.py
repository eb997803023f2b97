"""What is put on a Matplotlib axes, kept until its pixels can be asked for."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from models.classes import DetectionClass
from models.synth.look import Look
from models.synth.spec import ChartSpec


@dataclass(frozen=True)
class BarArtist:
    """A drawn bar: data rectangle (x0, x1 across, base and end along the value axis)."""

    patch: Any
    series: int
    item: int
    across: tuple[float, float]
    base: float
    end: float


@dataclass(frozen=True)
class BoxArtist:
    """A drawn box plot at a place across, with its half width in data units."""

    series: int
    item: int
    center: float
    half: float
    width_pt: float


@dataclass(frozen=True)
class MarkerArtist:
    """A set of equal markers at data places."""

    artist: Any
    ax: Any
    series: int
    xs: tuple[float, ...]
    ys: tuple[float, ...]


@dataclass
class Panel:
    """One axes under construction: its spec, look, and the artists whose truth is wanted."""

    ax: Any
    spec: ChartSpec
    look: Look
    rng: np.random.Generator
    index: int = 0
    of: int = 1
    ax2: Any = None
    bars: list[BarArtist] = field(default_factory=list)
    boxes: list[BoxArtist] = field(default_factory=list)
    markers: list[MarkerArtist] = field(default_factory=list)
    lines: list[tuple[Any, Any, int]] = field(default_factory=list)
    outlines: list[tuple[int, tuple[float, ...], tuple[float, ...]]] = field(default_factory=list)
    wedges: list[Any] = field(default_factory=list)
    handles: list[tuple[Any, str]] = field(default_factory=list)
    texts: list[tuple[Any, str, DetectionClass | None]] = field(default_factory=list)
    legend: Any = None

    @property
    def horizontal(self) -> bool:
        """Whether the values run along x."""
        return self.spec.chart_type.is_horizontal

    def line_artists(self) -> list[Any]:
        """The drawn lines, in series order."""
        return [line for line, _, _ in self.lines]

    def swatches(self) -> list[Any]:
        """The legend's handles as drawn."""
        return [] if self.legend is None else list(self.legend.legend_handles)

    def note(self, text: Any, role: str, cls: DetectionClass | None = None) -> None:
        """Remembers a text and what it is for."""
        self.texts.append((text, role, cls))
