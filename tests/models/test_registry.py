"""The manifest and its hashes."""

from __future__ import annotations

import dataclasses
import re
from pathlib import Path

import pytest

from models.detector import load_detector
from models.errors import ModelError, WeightsCorruptError, WeightsMissingError
from models.registry import MANIFEST, WeightsEntry, file_hash, load_manifest, weights_path, write_manifest


@pytest.fixture
def manifest(tmp_path: Path) -> Path:
    file = tmp_path / "weights" / "net.onnx"
    file.parent.mkdir()
    file.write_bytes(b"weights")
    data = file.with_suffix(".bin")
    data.write_bytes(b"more weights")
    entry = WeightsEntry(
        name="net",
        task='find "marks"',
        file="weights/net.onnx",
        sha256=file_hash(file),
        licence="AGPL-3.0-only",
        source="here",
        input_size=640,
        classes=("bar", "plot_area:pie"),
        recipe={"hours": 1.5, "architecture": "yolo11n", "images": 10},
        seeds={"training": 1},
        scores={"map50": 0.5},
        thresholds={"bar": 0.31},
        beside={"weights/net.bin": file_hash(data)},
    )
    path = tmp_path / "manifest.toml"
    write_manifest({"net": entry}, path)
    return path


def test_manifest_reads_back_as_written(manifest: Path) -> None:
    entry = load_manifest(manifest)["net"]
    assert entry.task == 'find "marks"'
    assert entry.classes == ("bar", "plot_area:pie")
    assert entry.recipe == {"hours": 1.5, "architecture": "yolo11n", "images": 10}
    assert entry.thresholds == {"bar": 0.31}
    assert list(entry.beside) == ["weights/net.bin"]
    assert weights_path("net", manifest=manifest).name == "net.onnx"


@pytest.mark.parametrize("file", ["net.onnx", "net.bin"])
def test_changed_weights_are_refused_with_both_hashes(manifest: Path, file: str) -> None:
    weights_path("net", manifest=manifest)
    (manifest.parent / "weights" / file).write_bytes(b"other")
    with pytest.raises(WeightsCorruptError, match=r"expected sha256 .* got"):
        weights_path("net", manifest=manifest)


def test_digest_tells_of_every_file(manifest: Path) -> None:
    entry = load_manifest(manifest)["net"]
    assert dataclasses.replace(entry, beside={}).digest == entry.sha256
    others = [dataclasses.replace(entry, sha256="0"), dataclasses.replace(entry, beside={"weights/net.bin": "0"})]
    assert len({entry.digest, *(other.digest for other in others)}) == 3


@pytest.mark.parametrize("file", ["net.onnx", "net.bin"])
def test_missing_weights_are_named(manifest: Path, file: str) -> None:
    (manifest.parent / "weights" / file).unlink()
    with pytest.raises(WeightsMissingError, match=rf"{re.escape(file)} is missing"):
        weights_path("net", manifest=manifest)
    with pytest.raises(WeightsMissingError, match="other: not in"):
        weights_path("other", manifest=manifest)


def test_unknown_manifest_keys_are_refused(manifest: Path) -> None:
    manifest.write_text(manifest.read_text().replace("licence", "license"))
    with pytest.raises(WeightsCorruptError, match="license"):
        load_manifest(manifest)


def test_no_manifest_has_no_entries(tmp_path: Path) -> None:
    assert load_manifest(tmp_path / "none.toml") == {}


def test_without_weights_there_is_no_detector(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> Path:
        raise WeightsMissingError(name)

    monkeypatch.setattr("models.detector.weights_path", missing)
    assert load_detector() is None


def test_every_shipped_file_is_as_the_manifest_says_and_small() -> None:
    for name in load_manifest(MANIFEST):
        assert weights_path(name).stat().st_size < 20_000_000


def test_errors_share_a_root() -> None:
    assert issubclass(WeightsCorruptError, ModelError)
    assert dataclasses.is_dataclass(WeightsEntry)
