"""`sie detect` with a detector made by hand: what is written, and what becomes of bad pictures and missing weights."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from models.classes import DetectionClass
from sie import cli, detect
from sie.artifacts import Raster
from sie.detect import detect_sources
from sie.errors import EngineError, UsageError
from sie.options import Options
from sie.structure.detection import Detection


def find_one(raster: Raster) -> tuple[Detection, ...]:
    return (Detection(DetectionClass.BAR, (1.0, 2.0, 10.126, float(raster.height)), 0.87654),)


@pytest.fixture
def picture(tmp_path: Path) -> Path:
    path = tmp_path / "in" / "one.png"
    path.parent.mkdir()
    Image.new("RGB", (40, 30), "white").save(path)
    return path


def test_boxes_are_written_as_json(picture: Path, tmp_path: Path) -> None:
    assert detect_sources([picture], tmp_path / "out", options=Options(), detect=find_one) == 0
    found = json.loads((tmp_path / "out" / "one.json").read_text())
    assert found == [{"class": "bar", "bbox": [1.0, 2.0, 10.13, 30.0], "score": 0.8765}]


def test_one_picture_without_a_folder_is_printed(picture: Path, capsys: pytest.CaptureFixture[str]) -> None:
    detect_sources([picture], None, options=Options(), detect=find_one)
    assert json.loads(capsys.readouterr().out)[0]["class"] == "bar"


def test_a_bad_picture_is_named_and_costs_no_good_one(
    picture: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (picture.parent / "bad.png").write_text("no picture")
    assert detect_sources([picture.parent], tmp_path / "out", options=Options(), detect=find_one) == 1
    assert "bad.png" in capsys.readouterr().err
    assert [p.name for p in (tmp_path / "out").iterdir()] == ["one.json"]


def test_a_fault_of_the_detector_is_one_line(picture: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def broken(raster: Raster) -> tuple[Detection, ...]:
        raise RuntimeError(raster.name)

    assert detect_sources([picture], tmp_path / "out", options=Options(), detect=broken) == 1
    assert "internal error: RuntimeError" in capsys.readouterr().err


def test_overlay_is_drawn_beside_the_boxes(picture: Path, tmp_path: Path) -> None:
    detect_sources([picture], tmp_path / "out", overlay=True, options=Options(), detect=find_one)
    drawn = np.asarray(Image.open(tmp_path / "out" / "one.overlay.png"))
    assert (drawn.max(axis=2) - drawn.min(axis=2) > 100).any()


def test_many_pictures_need_a_folder(picture: Path) -> None:
    Image.new("RGB", (40, 30), "white").save(picture.with_name("two.png"))
    with pytest.raises(UsageError, match="-o"):
        detect_sources([picture.parent], None, options=Options(), detect=find_one)


def test_without_weights_one_line_says_so(
    picture: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(detect, "load_detect", lambda **_: None)
    with pytest.raises(EngineError, match="no detector weights"):
        detect_sources([picture], tmp_path / "out", options=Options())
    monkeypatch.setattr("sys.argv", ["sie", "detect", str(picture), "-o", str(tmp_path / "out")])
    with pytest.raises(SystemExit) as end:
        cli.main()
    assert end.value.code == 1
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_threshold_outside_zero_to_one_is_wrong_use(picture: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.argv", ["sie", "detect", str(picture), "--threshold", "1.5"])
    with pytest.raises(SystemExit) as end:
        cli.main()
    assert end.value.code == 2
