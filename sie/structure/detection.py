"""What a trained detector says of a picture, as the stages take it."""

from __future__ import annotations

from dataclasses import dataclass

from models.classes import DetectionClass
from sie.artifacts import XYXY, check_box


@dataclass(frozen=True)
class Detection:
    """One detected object: its class, its box in pixels and the detector's score, 0 to 1."""

    cls: DetectionClass
    box: XYXY
    score: float

    def __post_init__(self) -> None:
        check_box(self.box, f"detection {self.cls}")
        if not 0.0 <= self.score <= 1.0:
            raise ValueError(f"score: expected 0 to 1, got {self.score}")
