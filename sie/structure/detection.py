"""What a trained detector says of a picture, as the stages take it."""

from __future__ import annotations

from dataclasses import dataclass

from models.classes import DetectionClass
from sie.artifacts import XYXY, check_box
from sie.vocab import ChartType


@dataclass(frozen=True)
class Detection:
    """One detected object: its class, its box in pixels and the detector's score, 0 to 1.

    `type_scores` are a plot area's chart types, best first.
    """

    cls: DetectionClass
    box: XYXY
    score: float
    type_scores: tuple[tuple[ChartType, float], ...] = ()

    def __post_init__(self) -> None:
        check_box(self.box, f"detection {self.cls}")
        if not 0.0 <= self.score <= 1.0:
            raise ValueError(f"score: expected 0 to 1, got {self.score}")
