"""Pictures of text drawn in the tests, and an engine that knows what was drawn."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from sie.text.engine import RawText, Reading

WHITE, BLACK = (255, 255, 255), (0, 0, 0)


def make_canvas(width: int, height: int) -> Image.Image:
    return Image.new("RGB", (width, height), WHITE)


def write(
    canvas: Image.Image, x: float, y: float, text: str, *, size: int = 24, color: tuple[int, int, int] = BLACK
) -> None:
    """Text with its left top at (x, y)."""
    ImageDraw.Draw(canvas).text((x, y), text, fill=color, font=ImageFont.load_default(size), anchor="lt")


def ink_box(rgb: np.ndarray) -> tuple[int, int, int, int]:
    """The box of everything that is not nearly white, half-open."""
    ys, xs = np.nonzero(rgb.min(axis=2) < 128)
    return int(xs.min()), int(ys.min()), int(xs.max()) + 1, int(ys.max()) + 1


def make_reading(rgb: np.ndarray, text: str, confidence: float = 0.99) -> Reading:
    """A reading of a drawn line whose characters are evenly spread over its ink, as a monospaced font would be."""
    x0, _, x1, _ = ink_box(rgb)
    step = (x1 - x0) / len(text)
    positions = tuple((x0 + (index + 0.5) * step) / rgb.shape[1] for index in range(len(text)))
    return Reading(text, confidence, positions)


class FakeEngine:
    """Gives back what it was told: raw texts for a picture, and one reading after the other for crops."""

    name = "fake"

    def __init__(self, raws: Sequence[RawText] = (), readings: Sequence[Reading] = ()) -> None:
        self._raws = list(raws)
        self._readings = list(readings)
        self.crops: list[np.ndarray] = []

    def read(self, rgb: np.ndarray) -> list[RawText]:
        return self._raws

    def recognize(self, crops: Sequence[np.ndarray]) -> list[Reading]:
        self.crops.extend(crops)
        return [self._readings.pop(0) if self._readings else Reading("", 0.0) for _ in crops]
