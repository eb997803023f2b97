"""The recognizer in 8-bit integers: where it is used, and what is read again in single precision."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from drawn_text import make_canvas, write
from PIL import ImageFont

from models import registry
from models.registry import load_manifest
from sie.errors import EngineError
from sie.text import network
from sie.text.network import load_quantized, quantized_name
from sie.text.quantize import Recorder
from sie.text.rapid import LINE_WIDTHS, RECOGNIZER_FILE, RapidEngine, _as_batch, _as_line, _line_width, models_folder
from sie.vocab import Device

CHARACTERS = ("A", "B")
STEPS = 12
BLANK = 0
"""The class of a step that says no character."""
TEXTS = (
    "Yield of wheat (t/ha)", "Precipitation (mm)", "0.25", "1,250", "Control", "Germany", "2010-01-01", "Time (s)",
    "n = 36", "Dept. A",
)  # fmt: skip


class FakeNetwork:
    """Reads every line as one character, as surely as it is told for each line in turn."""

    def __init__(self, letter: int, confidences: list[float]) -> None:
        self.letter = letter
        self.confidences = list(confidences)
        self.widths: list[int] = []

    def __call__(self, batch: np.ndarray) -> np.ndarray:
        self.widths.append(batch.shape[3])
        out = np.zeros((len(batch), STEPS, len(CHARACTERS) + 2), np.float32)
        out[:, :, 0] = 0.99
        for row in out:
            confidence = self.confidences.pop(0)
            row[4] = 0.0
            row[4, self.letter] = confidence
        return out

    def characters(self) -> tuple[str, ...]:
        return CHARACTERS


UNUSED = FakeNetwork(0, [])
"""A detector of text that is not asked."""


def drawn_lines() -> list[np.ndarray]:
    """Texts of charts in three sizes, each as the engine gives a line to its recognizer."""
    batches = []
    for text in TEXTS:
        for size in (14, 24, 40):
            canvas = make_canvas(math.ceil(ImageFont.load_default(size).getlength(text)) + 8, round(1.3 * size))
            write(canvas, 4, 0.2 * size, text, size=size)
            line = _as_line(np.array(canvas))
            batches.append(_as_batch([line], _line_width(line)))
    return batches


def make_crops(count: int, width: int = 60) -> list[np.ndarray]:
    return [np.full((48, width, 3), 255, np.uint8) for _ in range(count)]


def test_only_what_is_read_unsurely_is_read_again() -> None:
    plain, quick = FakeNetwork(2, [0.7]), FakeNetwork(1, [0.99, 0.97, 0.1, 0.985])
    readings = RapidEngine(UNUSED, plain, quick).recognize(make_crops(4))
    assert [reading.text for reading in readings] == ["A", "B", "A", "A"]
    assert [reading.confidence for reading in readings] == pytest.approx([0.99, 0.7, 0.1, 0.985])


def test_without_quantized_network_all_is_read_in_single_precision() -> None:
    readings = RapidEngine(UNUSED, FakeNetwork(2, [0.9, 0.4])).recognize(make_crops(2))
    assert [reading.text for reading in readings] == ["B", "B"]


@pytest.mark.parametrize("width", [20, 97, 330, 1000, 5000])
def test_lines_are_padded_by_a_quarter_at_most(width: int) -> None:
    plain = FakeNetwork(1, [0.9])
    RapidEngine(UNUSED, plain).recognize(make_crops(1, width))
    line = min(width, LINE_WIDTHS[-1])
    assert line <= plain.widths[0] <= max(LINE_WIDTHS[0], 1.25 * line)


def test_lines_read_at_once_are_nearly_as_wide_and_come_back_in_order() -> None:
    widths = [600, 100, 110, 120, 400, 140, 500, 96, 420, 300]
    shapes: list[tuple[int, int]] = []

    class ByWidth(FakeNetwork):
        """Is as sure of a line as it is wide."""

        def __call__(self, batch: np.ndarray) -> np.ndarray:
            shapes.append((len(batch), batch.shape[3]))
            self.confidences = [float((row != 0).any(axis=(0, 1)).sum()) / 1000 for row in batch]
            return super().__call__(batch)

    crops = [make_crops(1, width)[0] for width in widths]
    readings = RapidEngine(UNUSED, ByWidth(1, [])).recognize(crops)
    assert [reading.confidence for reading in readings] == pytest.approx([width / 1000 for width in widths])
    assert shapes == [(1, 624), (1, 504), (1, 504), (1, 408), (1, 328), (4, 144), (1, 96)]


def test_recorder_keeps_what_a_network_is_given() -> None:
    recorder = Recorder(FakeNetwork(1, [0.9, 0.9]))
    batch = np.zeros((2, 3, 48, 96), np.float32)
    assert recorder(batch).shape == (2, STEPS, 4)
    assert recorder.batches == [batch]
    assert recorder.characters() == CHARACTERS


@pytest.mark.engine
def test_cpu_without_integer_instructions_takes_single_precision(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(network, "has_fast_int8", lambda: False)
    assert load_quantized(models_folder() / RECOGNIZER_FILE, threads=1) is None


@pytest.mark.engine
def test_gpu_takes_single_precision(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(network, "has_fast_int8", lambda: True)
    assert load_quantized(models_folder() / RECOGNIZER_FILE, threads=1, device=Device.CUDA) is None


@pytest.mark.engine
def test_network_made_from_another_file_is_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    path = models_folder() / RECOGNIZER_FILE
    entries = load_manifest()
    entry = entries[quantized_name(path)]
    monkeypatch.setattr(network, "has_fast_int8", lambda: True)
    monkeypatch.setattr(network, "load_manifest", lambda: {entry.name: replace(entry, recipe={"made_from": "other"})})
    assert load_quantized(path, threads=1) is None


@pytest.mark.engine
def test_corrupt_quantized_network_is_told_as_the_engines_error(monkeypatch: pytest.MonkeyPatch) -> None:
    path = models_folder() / RECOGNIZER_FILE
    entries = {name: replace(entry, sha256="0" * 64) for name, entry in load_manifest().items()}
    monkeypatch.setattr(network, "has_fast_int8", lambda: True)
    monkeypatch.setattr(registry, "load_manifest", lambda *_args: entries)
    with pytest.raises(EngineError, match=quantized_name(path)):
        load_quantized(path, threads=1)


@pytest.mark.engine
def test_listed_quantized_network_that_is_not_there_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    path = models_folder() / RECOGNIZER_FILE
    monkeypatch.setattr(network, "has_fast_int8", lambda: True)
    monkeypatch.setattr(network, "weights_path", lambda name: registry.weights_path(name, manifest=manifest))
    manifest = tmp_path / "manifest.toml"
    registry.write_manifest(load_manifest(), manifest)
    with pytest.raises(EngineError, match=rf"{quantized_name(path)}\.xml is missing"):
        load_quantized(path, threads=1)


@pytest.mark.engine
def test_shipped_quantized_recognizer_says_nearly_what_the_recognizer_says(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(network, "has_fast_int8", lambda: True)
    path = models_folder() / RECOGNIZER_FILE
    quick = load_quantized(path, threads=2)
    assert quick is not None
    plain = network.load_network(path, threads=2)
    pairs = [(np.array(quick(batch))[0], np.array(plain(batch))[0]) for batch in drawn_lines()]
    found, wanted = (np.concatenate(side) for side in zip(*pairs, strict=True))
    said = (found.argmax(axis=1) != BLANK) | (wanted.argmax(axis=1) != BLANK)
    assert said.sum() > 250
    assert (found.argmax(axis=1) == wanted.argmax(axis=1))[said].mean() >= 0.95  # 285 of 293 as measured
    off = np.abs(found.max(axis=1) - wanted.max(axis=1))[said]
    assert off.mean() < 0.02  # 0.011 as measured
    assert np.quantile(off, 0.9) < 0.01  # 0.002 as measured
