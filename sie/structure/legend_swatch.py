"""The glyph beside a legend label."""

from __future__ import annotations

from dataclasses import dataclass

from sie.artifacts import XYXY


@dataclass(frozen=True)
class Detection:
    """A box from a trained detector: its class name, its place and its score."""

    name: str
    box: XYXY
    score: float
