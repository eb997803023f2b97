"""`python -m sie.text.quantize CHARTS`: makes the text recognizer that computes in 8-bit integers, for the CPU.

NNCF watches each layer's values while charts are read and rounds its weights and inputs to the range that it saw. The
charts are those that `models.synth` draws: nothing is fitted to a picture whose reading is judged. It needs
`pip install nncf`. The text detector stays in single precision: rounded, it joins the labels of small charts, and no
confidence tells where.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from models.registry import MANIFEST, WeightsEntry, file_hash, load_manifest, write_manifest
from sie.errors import SieError
from sie.io.images import load_image
from sie.sources import plan_jobs
from sie.text.network import MADE_FROM, Network, load_network, quantized_name
from sie.text.rapid import DETECTOR_FILE, LINE_HEIGHT, RECOGNIZER_FILE, RapidEngine, models_folder

MAX_LINES = 256
"""So many lines of text, spread over all, are enough to know the recognizer's ranges."""
LICENCE = "Apache-2.0"


class Recorder:
    """A network that also keeps what it is given."""

    def __init__(self, network: Network) -> None:
        self._network = network
        self.batches: list[np.ndarray] = []

    def __call__(self, batch: np.ndarray) -> np.ndarray:
        """The network's output; the batch is kept."""
        self.batches.append(batch)
        return self._network(batch)

    def characters(self) -> tuple[str, ...]:
        """The network's characters."""
        return self._network.characters()


def main(arguments: list[str] | None = None) -> int:
    """Write the network and its entry in the manifest."""
    parser = argparse.ArgumentParser(prog="python -m sie.text.quantize", description=__doc__)
    parser.add_argument("charts", nargs="+", type=Path, help="pictures and folders to watch the networks on")
    parser.add_argument("--out", type=Path, default=MANIFEST.parent, help="folder of manifest.toml and weights/")
    wanted = parser.parse_args(arguments)
    try:
        pictures = [job.source for job in plan_jobs(wanted.charts)]
        lines = watch(pictures)
    except SieError as error:
        sys.stderr.write(f"sie: {error}\n")
        return 2
    manifest = wanted.out / MANIFEST.name
    entry = quantize(models_folder() / RECOGNIZER_FILE, lines, wanted.out, charts=len(pictures))
    write_manifest(load_manifest(manifest) | {entry.name: entry}, manifest)
    return 0


def watch(pictures: Sequence[Path]) -> list[np.ndarray]:
    """Lines of text of pictures, at most about `MAX_LINES`, as the recognizer is given them: batches of one.

    Raises:
        ImageError: a file is no picture.
        EngineError: a network cannot be loaded.
    """
    detector, recognizer = (
        load_network(models_folder() / file, threads=1) for file in (DETECTOR_FILE, RECOGNIZER_FILE)
    )
    reader = Recorder(recognizer)
    engine = RapidEngine(detector, reader)
    for path in pictures:
        engine.read(load_image(path).rgb)
    lines = [line[None] for batch in reader.batches for line in batch]
    return lines[:: max(1, len(lines) // MAX_LINES)]


def quantize(source: Path, batches: Sequence[np.ndarray], folder: Path, *, charts: int) -> WeightsEntry:
    """Write what NNCF makes of a recognizer below a folder, and give back its entry.

    Args:
        source: an ONNX file.
        batches: inputs that are typical of it.
        folder: of the manifest.
        charts: how many pictures the batches are from.
    """
    import nncf
    import openvino

    model = nncf.quantize(
        openvino.Core().read_model(source),
        nncf.Dataset(batches),
        subset_size=len(batches),
        preset=nncf.QuantizationPreset.MIXED,
        model_type=nncf.ModelType.TRANSFORMER,  # its attention layers are smoothed first
    )
    name = quantized_name(source)
    path = folder / "weights" / f"{name}.xml"
    openvino.save_model(model, path, compress_to_fp16=False)
    data = path.with_suffix(".bin")
    return WeightsEntry(
        name=name,
        task="text recognition",
        file=f"weights/{path.name}",
        sha256=file_hash(path),
        licence=LICENCE,
        source=f"{source.name} of the package rapidocr (PaddleOCR's PP-OCRv6 small), in 8-bit integers",
        input_size=LINE_HEIGHT,
        classes=(),
        recipe={MADE_FROM: file_hash(source), "charts": charts, "batches": len(batches), "nncf": nncf.__version__},
        beside={f"weights/{data.name}": file_hash(data)},
    )


if __name__ == "__main__":
    sys.exit(main())
