from __future__ import annotations

from pathlib import Path

import pytest

from sie.errors import UsageError
from sie.sources import plan_jobs


def make_files(root: Path, *names: str) -> None:
    for name in names:
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(b"x")


def test_folder_tree_is_mirrored(tmp_path: Path) -> None:
    make_files(tmp_path, "a.png", "sub/b.jpg", "sub/notes.txt")
    assert [str(job.stem) for job in plan_jobs([tmp_path])] == ["a", "sub/b"]


def test_two_files_of_one_stem_keep_their_endings(tmp_path: Path) -> None:
    make_files(tmp_path, "a.png", "a.jpg", "b.png")
    assert [str(job.stem) for job in plan_jobs([tmp_path])] == ["a.jpg", "a.png", "b"]


def test_one_name_from_two_folders_gets_the_folders_names(tmp_path: Path) -> None:
    make_files(tmp_path, "x/a.png", "y/a.png")
    jobs = plan_jobs([tmp_path / "x", tmp_path / "y"])
    assert [str(job.stem) for job in jobs] == ["x/a.png", "y/a.png"]


def test_a_picture_named_twice_is_read_once(tmp_path: Path) -> None:
    make_files(tmp_path, "a.png")
    assert len(plan_jobs([tmp_path, tmp_path / "a.png"])) == 1


def test_own_results_are_not_read_again(tmp_path: Path) -> None:
    make_files(tmp_path, "a.png", "a.overlay.png", "out/b.png", ".hidden/c.png")
    assert [job.source.name for job in plan_jobs([tmp_path], out=tmp_path / "out")] == ["a.png"]


def test_missing_source_is_named(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"gone\.png: no such file"):
        plan_jobs([tmp_path / "gone.png"])
