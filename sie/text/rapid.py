"""RapidOCR's PP-OCRv6 small networks: the detector and the recognizer that its wheel ships.

The wheel's own pipeline is not used: it resizes by rules made for documents, compiles a network again for every new
shape, and gives no positions on demand. Here the shapes come from short lists, so that each is compiled once.
"""

from __future__ import annotations

import importlib.util
import math
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np

from sie.errors import EngineError
from sie.text.decode import Alphabet
from sie.text.detect import find_rects
from sie.text.engine import RawText, Reading
from sie.text.network import Network, load_network, load_quantized
from sie.text.quads import TextRect, crop_rect
from sie.text.turned import has_stacked_ink
from sie.vocab import Device

DETECTOR_FILE, RECOGNIZER_FILE = "PP-OCRv6_det_small.onnx", "PP-OCRv6_rec_small.onnx"
DETECTOR_PIXELS = 700_000
"""About how many pixels the detector sees: small pictures are enlarged up to `MAX_ENLARGE`, large ones shrunk."""
MAX_ENLARGE = 2.5
DETECTOR_STEP = 64
"""Sides of the detector's input are multiples of this (the network needs 32), to keep the number of shapes small."""
LINE_HEIGHT = 48
"""Height of the recognizer's input."""
LINE_WIDTHS = (96, 120, 144, 176, 216, 264, 328, 408, 504, 624, 776, 968, 1208, 1504, 1920)
"""Widths that lines are padded to: a quarter more, 28 % in the widest step, and never below what the network was
trained to see. They are few because each shape of the input costs time when it comes anew, and memory."""
BATCHES = (4, 1)
BATCH_WIDTH = 1920
"""Lines read at once are together no wider than this: what a network keeps grows with its largest input."""
ALIKE = 0.75
"""Lines read at once have padded widths of at least this part of the widest, to which they are padded further."""
TALL = 1.25
"""Above this ratio of height to width an upright reading competes with the two vertical ones."""
VERY_TALL = 2.2
"""Above this one text is vertical until an upright reading proves better."""
SQUARE = 0.7
"""Down to this one a badly read text is tried in the vertical directions."""
MAX_SQUARES = 16
"""More badly read squares than this are a scatter of markers, not short vertical words."""
STEEP_DEGREES = 60.0
"""Slanted lines steeper than this may read up or down."""
UNSURE = (0.3, 0.98)
"""What the recognizer in 8-bit integers reads so surely is read again in single precision; below is no text."""
SURE = 0.97
BAD = 0.8
"""A tall or vertical box is tried in other directions below the first confidence, a square one below the second."""
TURN_GAIN = 0.1
"""A vertical reading must be better than the upright one by this much: lone digits and letters stand upright."""


class RapidEngine:
    """PP-OCRv6 small.

    Args:
        detector: from a picture to the probability of each pixel to be text.
        recognizer: from lines to the probability of each character along them.
        quick_recognizer: one in 8-bit integers that reads first; what it is unsure of the other one reads again.

    Raises:
        EngineError: the recognizer has no list of characters.
    """

    name = "rapidocr"

    def __init__(self, detector: Network, recognizer: Network, quick_recognizer: Network | None = None) -> None:
        self._detector = detector
        self._recognizer = recognizer
        self._quick_recognizer = quick_recognizer
        # the recipe adds the blank before and a space behind the file's characters
        characters = recognizer.characters()
        if not characters:
            raise EngineError(f"{RECOGNIZER_FILE} has no character list; reinstall it: pip install rapidocr")
        self._alphabet = Alphabet((*characters, " "))

    def read(self, rgb: np.ndarray) -> list[RawText]:
        """Every piece of text of a picture."""
        best = self._read_rects(rgb, [[_directions(rect)[0]] for rect in self.detect(rgb)])
        doubtful = [
            index
            for index, (rect, reading) in enumerate(best)
            if _is_doubtful(rect, reading) and (_is_line(rect) or has_stacked_ink(rgb, rect))
        ]
        squares = [index for index in doubtful if not _is_tall(best[index][0])]
        if len(squares) > MAX_SQUARES:
            doubtful = [index for index in doubtful if index not in squares]
        turned = self._read_rects(rgb, [_directions(best[index][0])[1:] for index in doubtful])
        for index, (rect, reading) in zip(doubtful, turned, strict=True):
            best[index] = max(best[index], (rect, reading), key=lambda pair: _preference(*pair))
        return [RawText(rect.corners(), reading) for rect, reading in best if reading.text.strip()]

    def _read_rects(self, rgb: np.ndarray, choices: list[list[TextRect]]) -> list[tuple[TextRect, Reading]]:
        """For each list of rectangles the best read one."""
        crops = [crop_rect(rgb, rect, scale=_crop_scale(rect)) for rects in choices for rect in rects]
        readings = iter(self.recognize(crops))
        best = []
        for rects in choices:
            pairs = [(rect, next(readings)) for rect in rects]
            best.append(max(pairs, key=lambda pair: _preference(*pair)))
        return best

    def detect(self, rgb: np.ndarray) -> list[TextRect]:
        """The rectangles of a picture's lines of text, in its pixels; a tall one may read either way."""
        height, width = rgb.shape[:2]
        scale = min(MAX_ENLARGE, math.sqrt(DETECTOR_PIXELS / (height * width)))
        canvas_h, canvas_w = (
            max(1, math.ceil(side * scale / DETECTOR_STEP)) * DETECTOR_STEP for side in (height, width)
        )
        new_h, new_w = max(1, round(height * scale)), max(1, round(width * scale))
        resized = cv2.resize(rgb, (new_w, new_h), interpolation=cv2.INTER_CUBIC if scale > 1 else cv2.INTER_AREA)
        canvas = cv2.copyMakeBorder(
            resized, 0, canvas_h - new_h, 0, canvas_w - new_w, cv2.BORDER_CONSTANT, value=(255, 255, 255)
        )
        probability = self._detector(_as_batch([canvas], canvas_w))[0, 0]
        return [_rescaled(rect, 1 / scale) for rect in find_rects(probability)]

    def recognize(self, crops: Sequence[np.ndarray]) -> list[Reading]:
        """The text of upright one-line crops."""
        lines = [_as_line(crop) for crop in crops]
        if self._quick_recognizer is None:
            return self._recognize_lines(lines, self._recognizer)
        readings = self._recognize_lines(lines, self._quick_recognizer)
        unsure = [index for index, reading in enumerate(readings) if UNSURE[0] <= reading.confidence < UNSURE[1]]
        again = self._recognize_lines([lines[index] for index in unsure], self._recognizer)
        for index, reading in zip(unsure, again, strict=True):
            readings[index] = reading
        return readings

    def _recognize_lines(self, lines: Sequence[np.ndarray], network: Network) -> list[Reading]:
        """The text of lines of the recognizer's height."""
        readings = [Reading("", 0.0)] * len(lines)
        for group, width in _groups([_line_width(line) for line in lines]):
            probabilities = network(_as_batch([lines[index] for index in group], width))
            for row, index in enumerate(group):
                readings[index] = self._alphabet.decode(probabilities[row], used=lines[index].shape[1] / width)
        return readings


def load_rapid(*, threads: int, device: Device = Device.AUTO) -> RapidEngine:
    """The engine on OpenVINO or ONNX Runtime; on the GPU where CUDA is asked for.

    Raises:
        EngineError: a network or what runs it is missing or damaged.
    """
    finder, reader = (models_folder() / file for file in (DETECTOR_FILE, RECOGNIZER_FILE))
    recognizer = load_network(reader, threads=threads, device=device)
    quick = load_quantized(reader, threads=threads, device=device)
    return RapidEngine(load_network(finder, threads=threads, device=device), recognizer, quick)


def models_folder() -> Path:
    """The folder of the networks that the package ships.

    Raises:
        EngineError: it is not installed.
    """
    spec = importlib.util.find_spec("rapidocr")
    if spec is None or spec.origin is None:
        raise EngineError("the text engine rapidocr is not installed: pip install rapidocr")
    return Path(spec.origin).parent / "models"


def _as_batch(images: Sequence[np.ndarray], width: int) -> np.ndarray:
    """Images of one height as the networks take them: BGR, channels first, -1 to 1, zeros behind the narrower ones."""
    batch = np.zeros((len(images), 3, images[0].shape[0], width), dtype=np.float32)
    for planes, image in zip(batch, images, strict=True):
        for plane, channel in zip(planes[:, :, : image.shape[1]], reversed(cv2.split(image)), strict=True):
            np.multiply(channel, np.float32(1 / 127.5), out=plane)
            plane -= 1.0
    return batch


def _as_line(crop: np.ndarray) -> np.ndarray:
    height, width = crop.shape[:2]
    new_width = min(LINE_WIDTHS[-1], max(8, math.ceil(width * LINE_HEIGHT / height)))
    method = cv2.INTER_AREA if height > LINE_HEIGHT else cv2.INTER_CUBIC
    return np.asarray(cv2.resize(crop, (new_width, LINE_HEIGHT), interpolation=method))


def _line_width(line: np.ndarray) -> int:
    return next(width for width in LINE_WIDTHS if line.shape[1] <= width)


def _groups(widths: Sequence[int]) -> list[tuple[list[int], int]]:
    """Groups of lines that are read at once, by their indices, and the width that each group is read at."""
    ordered = sorted(range(len(widths)), key=lambda index: -widths[index])
    groups = []
    while ordered:
        widest = widths[ordered[0]]
        alike = sum(widths[index] >= ALIKE * widest for index in ordered)
        size = next(size for size in BATCHES if size <= alike and (size == 1 or size * widest <= BATCH_WIDTH))
        groups.append((ordered[:size], widest))
        ordered = ordered[size:]
    return groups


def _crop_scale(rect: TextRect) -> float:
    """Crops are cut at the recognizer's height at once: one interpolation instead of two."""
    return max(1.0, LINE_HEIGHT / max(1.0, rect.height))


def _directions(rect: TextRect) -> list[TextRect]:
    """The ways in which a detected rectangle may be read, the likeliest first."""
    if rect.angle not in (0.0, 90.0):
        return [rect, rect.turned(rect.angle + 180)] if abs(rect.angle) > STEEP_DEGREES else [rect]
    upright, upwards, downwards = rect.turned(0.0), rect.turned(90.0), rect.turned(-90.0)
    ratio = upright.height / upright.width
    if ratio > VERY_TALL:
        return [upwards, upright, downwards]
    return [upright, upwards, downwards] if ratio > SQUARE else [upright]


def _is_doubtful(rect: TextRect, reading: Reading) -> bool:
    """Whether a rectangle should be read in its other directions too."""
    if len(_directions(rect)) == 1:
        return False
    upright_tall = rect.angle == 0.0 and _is_tall(rect)
    return reading.confidence < (SURE if upright_tall or abs(rect.angle) == 90.0 else BAD)


def _is_line(rect: TextRect) -> bool:
    """Whether a rectangle is so long or slanted that it holds more than a glyph or two."""
    small, large = sorted((rect.width, rect.height))
    return large > VERY_TALL * small or rect.angle % 90.0 != 0.0


def _is_tall(rect: TextRect) -> bool:
    upright = rect.turned(0.0) if abs(rect.angle) == 90.0 else rect
    return upright.height > TALL * upright.width


def _preference(rect: TextRect, reading: Reading) -> float:
    """How good a reading in some direction is; a lone character never lies on its side."""
    if rect.angle == 0.0:
        return _quality(reading) + TURN_GAIN
    return _quality(reading) if abs(rect.angle) != 90.0 or len(reading.text.strip()) > 1 else 0.0


def _quality(reading: Reading) -> float:
    """How sure a reading is; longer texts are less likely to be chance."""
    letters = len(reading.text.replace(" ", ""))
    return reading.confidence * (1 - 0.5 / (letters + 1)) if letters else 0.0


def _rescaled(rect: TextRect, factor: float) -> TextRect:
    center = (rect.center[0] * factor, rect.center[1] * factor)
    return TextRect(center, rect.width * factor, rect.height * factor, rect.angle)
