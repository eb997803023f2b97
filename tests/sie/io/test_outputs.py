"""Results are written whole or not at all, and over nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from sie.errors import OutputError
from sie.io.dataset import write_part
from sie.io.outputs import write_bytes
from sie.io.rows import empty_rows


def test_name_as_long_as_the_file_system_allows(tmp_path: Path) -> None:
    write_bytes(tmp_path / ("n" * 250 + ".json"), b"x")
    assert len(list(tmp_path.iterdir())) == 1


def test_folder_in_the_way_is_named_and_nothing_is_left(tmp_path: Path) -> None:
    (tmp_path / "a.json").mkdir()
    with pytest.raises(OutputError, match=r"a\.json: cannot be written"):
        write_bytes(tmp_path / "a.json", b"x")
    assert [path.name for path in tmp_path.iterdir()] == ["a.json"]


def test_file_in_place_of_the_folder_is_named(tmp_path: Path) -> None:
    (tmp_path / "out").write_bytes(b"")
    with pytest.raises(OutputError, match="is not a folder"):
        write_bytes(tmp_path / "out" / "a.json", b"x")


def test_device_is_not_replaced() -> None:
    with pytest.raises(OutputError, match="not a file"):
        write_bytes(Path("/dev/null"), b"x")
    assert not Path("/dev/null").is_file()


def test_second_part_takes_the_first_ones_rows_away(tmp_path: Path) -> None:
    rows = empty_rows()
    rows["issues"] = [{}]
    write_part(tmp_path, "a", rows)
    assert (tmp_path / "issues" / "part-a.parquet").is_file()
    write_part(tmp_path, "a", empty_rows())
    assert not (tmp_path / "issues" / "part-a.parquet").exists()
    assert (tmp_path / "charts" / "part-a.parquet").is_file()
