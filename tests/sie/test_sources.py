from __future__ import annotations

import os
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


def test_results_above_the_pictures_hide_none_of_them(tmp_path: Path) -> None:
    make_files(tmp_path, "sub/a.png")
    assert [str(job.stem) for job in plan_jobs([tmp_path / "sub"], out=tmp_path)] == ["a"]


def test_an_ending_that_is_kept_meets_no_other_name(tmp_path: Path) -> None:
    make_files(tmp_path, "a.png", "a.jpg", "a.png.png")
    assert [str(job.stem) for job in plan_jobs([tmp_path])] == ["a.jpg", "a.png", "a.png.png"]


def test_links_of_one_name_to_pictures_of_one_folder_stay_apart(tmp_path: Path) -> None:
    make_files(tmp_path, "all/1.png", "all/2.png")
    for name in ("1", "2"):
        (tmp_path / f"of{name}").mkdir()
        (tmp_path / f"of{name}" / "a.png").symlink_to(tmp_path / "all" / f"{name}.png")
    jobs = plan_jobs([tmp_path / "of1", tmp_path / "of2"])
    assert [str(job.stem) for job in jobs] == ["of1/a.png", "of2/a.png"]


def test_pictures_of_one_name_have_keys_of_their_own(tmp_path: Path) -> None:
    make_files(tmp_path, "x/a.png", "y/a.png", "y/b.png")
    assert [job.key for job in plan_jobs([tmp_path / "x", tmp_path / "y"])] == ["x/a.png", "y/a.png", "b.png"]


def test_name_that_is_no_utf8_gives_a_key_that_can_be_stored(tmp_path: Path) -> None:
    make_files(tmp_path, os.fsdecode(b"bad\xff.png"))
    (job,) = plan_jobs([tmp_path])
    assert job.key == "bad\\xff.png"
    assert os.fsencode(job.stem) == b"bad\xff"


def test_name_too_long_for_a_file_is_missing(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no such file or folder"):
        plan_jobs([tmp_path / ("a" * 400)])


def test_loops_of_links_end(tmp_path: Path) -> None:
    make_files(tmp_path, "sub/a.png")
    (tmp_path / "sub" / "up").symlink_to(tmp_path)
    (tmp_path / "self.png").symlink_to(tmp_path / "self.png")
    assert len(plan_jobs([tmp_path])) == 1
