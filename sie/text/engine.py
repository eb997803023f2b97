"""What a text engine is to the rest of `sie`, and how one is made.

An engine reads pictures; it knows nothing of charts. What a chart needs beyond that (splitting merged tick labels,
finding missed ones, exponents) is done by the text stage with the same two calls, so that engines can be exchanged.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from sie.artifacts import XY
from sie.options import Device, Engine


@dataclass(frozen=True)
class Reading:
    """What a recognizer made of one crop.

    Attributes:
        text: the characters, "" when nothing was recognized.
        confidence: 0 to 1.
        positions: for each character of `text`, its middle along the line as a fraction (0 to 1) of the crop's width;
            empty where the engine does not know.
    """

    text: str
    confidence: float
    positions: tuple[float, ...] = ()

    def __post_init__(self) -> None:
        if self.positions and len(self.positions) != len(self.text):
            raise ValueError(f"positions: expected {len(self.text)}, got {len(self.positions)}")


@dataclass(frozen=True)
class RawText:
    """A piece of text as an engine found it.

    Attributes:
        polygon: four corners in pixels of the picture, in reading order: top left of the text first, clockwise.
        reading: the text, its confidence and where its characters are along the polygon's first edge.
    """

    polygon: tuple[XY, XY, XY, XY]
    reading: Reading


class TextEngine(Protocol):
    """Finds and recognizes text. Pictures and crops are uint8 RGB arrays of shape (height, width, 3)."""

    name: str

    def read(self, rgb: np.ndarray) -> list[RawText]:
        """Every piece of text of a whole picture."""
        ...

    def recognize(self, crops: Sequence[np.ndarray]) -> list[Reading]:
        """The text of upright one-line crops, one reading a crop."""
        ...


def load_engine(engine: Engine, *, threads: int = 2, device: Device = Device.AUTO) -> TextEngine:
    """A text engine, its models loaded once and kept.

    Args:
        engine: which one.
        threads: CPU threads that its models may use.
        device: where they run; RapidOCR's run on the GPU only where it is asked for, EasyOCR's where there is one.

    Raises:
        EngineError: a package or a weight is missing; the message says what to install.
    """
    if engine is Engine.EASYOCR:
        from sie.text.easy import EasyEngine

        return EasyEngine(threads=threads, device=device)
    from sie.text.rapid import load_rapid

    return load_rapid(threads=threads, device=device)
