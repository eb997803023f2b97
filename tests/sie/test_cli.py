"""The command line on good and bad input: exit codes, one clear line a fault, nothing else lost."""

from __future__ import annotations

import io
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

DATA = Path(__file__).parents[1] / "data" / "charts"


def run(*words: str | Path, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "sie", *map(str, words)]
    done = subprocess.run(
        command, capture_output=True, text=True, check=False, cwd=cwd, env={**os.environ, "COLUMNS": "120"}
    )
    assert "Traceback" not in done.stderr, done.stderr
    return done


@pytest.fixture(scope="module")
def bad_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of every kind of bad picture, with one good chart between them."""
    folder = tmp_path_factory.mktemp("bad")
    (folder / "empty.png").write_bytes(b"")
    (folder / "text.png").write_text("not a picture")
    chart = (DATA / "horizontal_bars.png").read_bytes()
    (folder / "truncated.png").write_bytes(chart[: len(chart) // 3])
    shutil.copy(DATA / "horizontal_bars.png", folder / "mislabelled.jpg")
    Image.new("RGB", (1, 1), "white").save(folder / "one_pixel.png")
    Image.new("1", (20_000, 20_000)).save(folder / "bomb.png")
    noise = np.random.default_rng(1).normal(0, 1, (12, 16, 3))
    photo = Image.fromarray(np.clip(128 + 60 * noise, 0, 255).astype(np.uint8)).resize(
        (480, 360), Image.Resampling.BICUBIC
    )
    photo.save(folder / "photo.jpg", quality=85)
    shutil.copy(DATA / "boxes.png", folder / "zz_good.png")
    return folder


@pytest.fixture(scope="module")
def bad_run(
    bad_folder: Path, tmp_path_factory: pytest.TempPathFactory
) -> tuple[subprocess.CompletedProcess[str], Path]:
    out = tmp_path_factory.mktemp("bad_out")
    return run("extract", bad_folder, "-o", out), out


@pytest.mark.engine
@pytest.mark.parametrize(
    ("name", "cause"),
    [
        ("empty.png", "empty file"),
        ("text.png", "not a picture"),
        ("truncated.png", "truncated"),
        ("one_pixel.png", "no chart found"),
        ("bomb.png", "over the limit of 64,000,000"),
        ("photo.jpg", "no chart found"),
    ],
)
def test_each_bad_picture_gets_one_line_with_its_cause(
    bad_run: tuple[subprocess.CompletedProcess[str], Path], name: str, cause: str
) -> None:
    lines = [line for line in bad_run[0].stderr.splitlines() if name in line]
    assert len(lines) == 1
    assert cause in lines[0]


@pytest.mark.engine
def test_bad_pictures_cost_no_good_one(bad_run: tuple[subprocess.CompletedProcess[str], Path]) -> None:
    done, out = bad_run
    assert done.returncode == 1
    for stem in ("mislabelled", "zz_good"):
        figure = json.loads((out / f"{stem}.json").read_text())
        assert figure["charts"][0]["series"][0]["points"]
        assert (out / f"{stem}.csv").read_text().startswith("chart,series,x,")
    assert done.stderr.strip().splitlines()[-1].startswith("sie: 8 pictures: 2 good, 6 with problems")


def transformed(kind: str) -> Image.Image:
    chart = Image.open(DATA / "boxes.png").convert("RGB")
    if kind == "palette":
        return chart.quantize(64)
    if kind == "cmyk":
        return chart.convert("CMYK")
    if kind == "sixteen_bit":
        return Image.fromarray(np.asarray(chart.convert("L")).astype(np.uint16) * 257)
    if kind == "transparent":
        rgba = np.dstack([np.asarray(chart), 255 - np.asarray(chart.convert("L"))])
        return Image.fromarray(rgba.astype(np.uint8))
    return Image.fromarray(255 - np.asarray(chart))  # dark ground


@pytest.mark.engine
@pytest.mark.parametrize("kind", ["palette", "cmyk", "sixteen_bit", "transparent", "dark"])
def test_every_kind_of_pixels_gives_the_same_boxes(kind: str, tmp_path: Path) -> None:
    from sie import extract

    path = tmp_path / f"{kind}.tif"
    transformed(kind).save(path)
    gold = json.loads((DATA / "boxes.json").read_text())["series"][0]["points"]
    found = extract(path).charts[0].series[0].points
    assert [p.x for p in found] == [g["x"] for g in gold]
    for one, truth in zip(found, gold, strict=True):
        assert one.median == pytest.approx(truth["median"], abs=0.35)


@pytest.mark.engine
def test_exif_turned_chart_is_read_upright(tmp_path: Path) -> None:
    from sie import extract

    exif = Image.Exif()
    exif[0x0112] = 6
    path = tmp_path / "turned.jpg"
    turned = Image.open(DATA / "boxes.png").convert("RGB").transpose(Image.Transpose.ROTATE_90)
    turned.save(path, quality=95, exif=exif.tobytes())
    assert extract(path).charts[0].chart_type == "vertical box"


@pytest.mark.engine
def test_one_picture_without_output_folder_prints_its_table() -> None:
    done = run("extract", DATA / "horizontal_bars.png")
    assert done.returncode == 0
    for word in ("horizontal bar", "Change in output", "Textiles"):
        assert word in done.stdout


@pytest.mark.engine
def test_overlay_is_written_and_drawn_again_from_the_figure(tmp_path: Path) -> None:
    done = run("extract", DATA / "pie.png", "-o", tmp_path, "--overlay")
    assert done.returncode == 0
    picture = Image.open(io.BytesIO((tmp_path / "pie.overlay.png").read_bytes()))
    assert run("overlay", tmp_path / "pie.json", "-o", tmp_path / "again.png").returncode == 0
    again = Image.open(tmp_path / "again.png")
    assert again.size == picture.size
    assert np.array_equal(np.asarray(again), np.asarray(picture))


def test_folder_without_pictures_is_wrong_use(tmp_path: Path) -> None:
    done = run("extract", tmp_path, "-o", tmp_path / "out")
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "no pictures in" in done.stderr


def test_missing_source_is_wrong_use(tmp_path: Path) -> None:
    done = run("extract", tmp_path / "gone.png")
    assert done.returncode == 2
    assert "gone.png: no such file or folder" in done.stderr


def test_nothing_named_is_wrong_use() -> None:
    assert run("extract").returncode == 2


def test_many_pictures_need_an_output_folder() -> None:
    done = run("extract", DATA)
    assert done.returncode == 2
    assert "-o" in done.stderr


def test_unknown_format_is_wrong_use() -> None:
    done = run("extract", DATA, "-o", "out", "--format", "xlsx")
    assert done.returncode == 2
    assert "json, csv, parquet" in done.stderr


def test_annotation_in_the_output_folder_is_not_written_over(tmp_path: Path) -> None:
    for name in ("pie.png", "pie.json"):
        shutil.copy(DATA / name, tmp_path)
    before = (tmp_path / "pie.json").read_bytes()
    done = run("extract", tmp_path, "-o", tmp_path)
    assert done.returncode == 2
    assert done.stderr.strip() == f"sie: {tmp_path / 'pie.json'}: no result of sie, not written over: " + (
        "name another folder with -o"
    )
    assert (tmp_path / "pie.json").read_bytes() == before


@pytest.mark.engine
@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="needs POSIX permissions")
def test_output_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    blocked = tmp_path / "blocked"
    blocked.write_text("a file where the folder should be")
    done = run("extract", DATA / "pie.png", "-o", blocked)
    assert done.returncode == 1
    assert "blocked" in done.stderr
    assert "cannot be written" in done.stderr


@pytest.mark.parametrize("content", ["", "{", "[]", '{"schema": "other/1"}', '{"schema": "sie.figure/1"}'])
def test_bad_figure_file_is_one_line(content: str, tmp_path: Path) -> None:
    path = tmp_path / "figure.json"
    path.write_text(content)
    done = run("overlay", path)
    assert done.returncode == 1
    assert done.stderr.startswith(f"sie: {path}: not a sie.figure/1 file")


@pytest.mark.engine
def test_picture_that_has_a_results_name_is_not_written_over(tmp_path: Path) -> None:
    shutil.copy(DATA / "pie.png", tmp_path / "pie.json")
    done = run("extract", tmp_path / "pie.json", "-o", tmp_path)
    assert done.returncode == 1
    assert "it is one of the pictures" in done.stderr
    assert (tmp_path / "pie.json").read_bytes() == (DATA / "pie.png").read_bytes()
