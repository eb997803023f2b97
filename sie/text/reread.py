"""A second look at one label: other crops of it, and another engine's eyes.

A recognizer's confidence does not tell its errors; that a label disagrees with its axis does. Then it is worth some
milliseconds to cut it out with other margins and contrasts and let a second engine, told to expect a number, read it.
"""

from __future__ import annotations

from collections.abc import Iterator

import cv2
import numpy as np

from sie.artifacts import Raster, TextBlock
from sie.options import Device, TextOptions
from sie.text.easy import EasyEngine
from sie.text.engine import Reading, TextEngine
from sie.text.ink import background_of, contrast_of
from sie.text.quads import TextRect, crop_rect

MARGINS = ((0.15, 0.15), (0.35, 0.3), (0.6, 0.2))
"""Margins tried around a label, along and across its line, in heights of the line."""
VARIANT_SCALE = 4.0
"""How much crops are enlarged, smoothly, before the recognizer shrinks them to its height."""
AGREEMENT = 0.1
"""What each further crop that gives the same text adds to its confidence."""


class Rereader:
    """Reads single labels again; the second engine is loaded when it is first needed."""

    def __init__(self, engine: TextEngine, *, options: TextOptions, device: Device = Device.AUTO) -> None:
        self._engine = engine
        self._options = options
        self._device = device
        self._second: EasyEngine | None = None

    def load(self) -> None:
        """Load the second engine now, where the options ask for one.

        Raises:
            EngineError: it cannot be loaded.
        """
        if self._options.second_opinion and self._engine.name != EasyEngine.name:
            self._second_engine()

    def reread(self, raster: Raster, block: TextBlock, *, numeric: bool) -> tuple[Reading, ...]:
        """Other readings of a block, likeliest first; texts that were read before may be among them.

        Args:
            raster: the picture.
            block: the label; its polygon is taken to be tight.
            numeric: a number is expected there.

        Raises:
            EngineError: the second engine is asked for by the options and cannot be loaded.
        """
        crops = list(_variants(raster.rgb, TextRect.from_corners(block.polygon)))
        readings = list(self._engine.recognize(crops))
        if self._options.second_opinion and self._engine.name != EasyEngine.name:
            second = self._second_engine()
            first_crops = crops[:2]
            readings += second.recognize_numbers(first_crops) if numeric else second.recognize(first_crops)
        return _ranked(readings)

    def _second_engine(self) -> EasyEngine:
        if self._second is None:
            self._second = EasyEngine(threads=self._options.threads, device=self._device, detector=False)
        return self._second


def _variants(rgb: np.ndarray, rect: TextRect) -> Iterator[np.ndarray]:
    """Crops of a label with different margins, and one stretched to black on white."""
    for along, across in MARGINS:
        yield crop_rect(rgb, rect.grown(along * rect.height, across * rect.height), scale=VARIANT_SCALE)
    plain = crop_rect(rgb, rect.grown(0.3 * rect.height, 0.3 * rect.height), scale=VARIANT_SCALE)
    contrast = contrast_of(plain, background_of(plain))
    strongest = max(1.0, float(np.percentile(contrast, 99)))
    gray = (255 * (1 - np.clip(contrast / strongest, 0, 1))).astype(np.uint8)
    yield np.asarray(cv2.cvtColor(gray, cv2.COLOR_GRAY2RGB))


def _ranked(readings: list[Reading]) -> tuple[Reading, ...]:
    """One reading for each text; agreement between crops counts as confidence."""
    best: dict[str, Reading] = {}
    for reading in readings:
        text = reading.text.strip()
        if not text:
            continue
        known = best.get(text)
        if known is None:
            best[text] = Reading(text, reading.confidence)
        else:
            best[text] = Reading(text, min(1.0, max(known.confidence, reading.confidence) + AGREEMENT))
    return tuple(sorted(best.values(), key=lambda reading: -reading.confidence))
