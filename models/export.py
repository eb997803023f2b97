"""`python -m models.export --run RUN`: writes the shipped weights and their manifest entry from a training run.

The ONNX file holds single precision weights without the box decoding (see `models.decode`); the side of its input is
free in steps of 32 pixels.
"""

from __future__ import annotations

import argparse
import csv
import json
import sys
import warnings
from collections.abc import Mapping
from pathlib import Path

import numpy as np

from models.boxes import CANVAS_PX
from models.classes import CHANNELS, channel_name
from models.errors import ModelError, WeightsCorruptError
from models.registry import DETECTOR, MANIFEST, Fact, WeightsEntry, file_hash, load_manifest, write_manifest

OPSET = 17
MAX_BYTES = 20_000_000
FIRST_CHART = 100_000
_CHECK_TOLERANCE = 2e-3


def export_onnx(checkpoint: Path, out: Path) -> None:
    """Writes the checkpoint's averaged network as ONNX and checks it against the original on a random canvas.

    Raises:
        WeightsCorruptError: not a checkpoint, or the file would be too large or compute something else.
    """
    import torch

    from models.train.network import RawOutputs, load_average

    network = load_average(checkpoint)
    network.fuse(verbose=False)  # type: ignore[operator]
    raw = RawOutputs(network).eval()
    axes, ends = {0: "batch", 2: "height", 3: "width"}, {0: "batch", 2: "anchors"}
    out.parent.mkdir(parents=True, exist_ok=True)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        torch.onnx.export(
            raw,
            (torch.zeros(1, 3, 256, 320),),
            str(out),
            opset_version=OPSET,
            input_names=["pixels"],
            output_names=["distances", "logits"],
            dynamic_axes={"pixels": axes, "distances": ends, "logits": ends},
            dynamo=False,
        )
    if out.stat().st_size > MAX_BYTES:
        raise WeightsCorruptError(f"{out.name}: {out.stat().st_size} bytes, more than {MAX_BYTES}")
    _check(raw, out)


def _check(raw: object, path: Path) -> None:
    import onnxruntime
    import torch

    assert isinstance(raw, torch.nn.Module)
    pixels = np.random.default_rng(0).uniform(0, 255, (1, 3, 192, 384)).astype(np.float32)
    with torch.inference_mode():
        expected = [t.numpy() for t in raw(torch.from_numpy(pixels))]
    session = onnxruntime.InferenceSession(str(path), providers=["CPUExecutionProvider"])
    found = session.run(None, {"pixels": pixels})
    for a, b in zip(expected, found, strict=True):
        worst = float(np.abs(a - b).max() / (1 + np.abs(a).max()))
        if worst > _CHECK_TOLERANCE:
            raise WeightsCorruptError(f"{path.name}: differs from the checkpoint by {worst:.2g}")


def _recipe(run: Path) -> tuple[dict[str, Fact], dict[str, int]]:
    """Facts of a run, from its checkpoint and curve."""
    import torch

    state = torch.load(run / "last.pt", map_location="cpu", weights_only=True)
    told: dict[str, Fact] = {"architecture": state["architecture"], "iterations": state["iteration"]}
    told |= {"images": state["images"], "hours": round(state["seconds"] / 3600, 2)}
    told |= {"warm_start_at": state["begun"]} if state.get("begun") else {}
    options = state.get("recipe", {})
    told |= {k: options[k] for k in ("batch", "rate", "weight_decay", "small_size", "size") if k in options}
    curve = run / "curve.csv"
    if curve.exists():
        with curve.open(encoding="ascii", newline="") as file:
            rows = list(csv.DictReader(file))
        told |= {f"last_{k}": float(rows[-1][k]) for k in ("box_loss", "cls_loss", "dfl_loss")}
    return told, {"training": int(options.get("seed", 0))}


def make_entry(
    run: Path,
    file: Path,
    folder: Path,
    scores: Mapping[str, float],
    thresholds: Mapping[str, float],
    *,
    first_chart: int = FIRST_CHART,
) -> WeightsEntry:
    """The manifest entry of an exported file; `first_chart` is the seed of the training set's first chart."""
    recipe, seeds = _recipe(run)
    return WeightsEntry(
        name=DETECTOR,
        task="visual element detection in charts, with the chart type of each plot area",
        file=file.relative_to(folder).as_posix(),
        sha256=file_hash(file),
        licence="AGPL-3.0-only",
        source="random weights, trained by models.train on charts drawn by models.synth",
        input_size=CANVAS_PX,
        classes=tuple(channel_name(k) for k in range(len(CHANNELS))),
        recipe=recipe,
        seeds=seeds | {"validation_first_chart": 0, "training_first_chart": first_chart},
        scores=scores,
        thresholds=thresholds,
    )


def _report(path: Path | None) -> dict[str, dict[str, float]]:
    return {} if path is None else json.loads(path.read_text(encoding="utf-8"))


def _scores(told: Mapping[str, Mapping[str, float]], real: Mapping[str, object]) -> dict[str, float]:
    """The synthetic charts' summary, and recall and precision of each kind of mark on real charts."""
    scores = dict(told.get("summary", {}))
    marks = real.get("marks", {})
    assert isinstance(marks, dict)
    for name in ("bar", "box", "point", "point isolated"):
        for what in ("recall", "precision"):
            value = marks.get(name, {}).get(what)
            scores |= {} if value is None else {f"real {name} {what}": value}
    return scores


def main(arguments: list[str] | None = None) -> int:
    """Exports as told by the arguments."""
    parser = argparse.ArgumentParser(prog="python -m models.export", description=__doc__)
    parser.add_argument("--run", type=Path, required=True, help="folder of models.train with last.pt")
    parser.add_argument("--scores", type=Path, help="JSON written by models.evaluate --json, for the manifest")
    parser.add_argument(
        "--real", type=Path, help="JSON of models.real_scores --json: its thresholds go before the others"
    )
    parser.add_argument("--first-chart", type=int, default=FIRST_CHART, help="seed of the first training chart")
    parser.add_argument("--out", type=Path, default=MANIFEST.parent, help="folder of manifest.toml and weights/")
    options = parser.parse_args(arguments)
    folder: Path = options.out
    file = folder / "weights" / f"{DETECTOR}.onnx"
    try:
        export_onnx(options.run / "last.pt", file)
        told, real = (_report(path) for path in (options.scores, options.real))
        thresholds = {**told.get("thresholds", {}), **real.get("thresholds", {})}
        manifest = folder / MANIFEST.name
        entries = load_manifest(manifest)
        scores, first = _scores(told, real), options.first_chart
        entries[DETECTOR] = make_entry(options.run, file, folder, scores, thresholds, first_chart=first)
        write_manifest(entries, manifest)
    except ModelError as error:
        print(f"error: {error}", file=sys.stderr)  # noqa: T201
        return 1
    print(f"{file.relative_to(folder)}: {file.stat().st_size / 1e6:.1f} MB")  # noqa: T201
    return 0


if __name__ == "__main__":
    sys.exit(main())
