"""The real pipeline in real workers, killed and resumed; see `tests/soak.py` for the long run."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
import soak


@pytest.mark.slow
@pytest.mark.engine
def test_batch_killed_three_times_equals_an_uninterrupted_one(tmp_path: Path) -> None:
    assert soak.soak(tmp_path, soak.EXAMPLES, 16, workers=2, kills=3, seed=4) == []


def test_kills_fall_before_the_end_and_after_at_least_a_picture() -> None:
    marks = [soak.kill_marks(16, 3, random.Random(seed)) for seed in range(50)]
    assert all(len(one) == 3 and min(one) >= 1 and sum(one) <= 14 for one in marks)
    assert len(set(map(tuple, marks))) > 25


def test_soak_keeps_a_finished_uninterrupted_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    runs: list[str] = []

    def run_whole(pictures: Path, out: Path, workers: int) -> tuple[float, str]:
        runs.append(out.name)
        return 3.0, f"{workers} workers read {pictures.name}"

    monkeypatch.setattr(soak, "run_whole", run_whole)
    (tmp_path / "whole").mkdir()
    (tmp_path / "whole" / "of a run that was stopped").write_text("")
    soak.run_uninterrupted(tmp_path / "pictures", tmp_path / "whole", 2)
    assert not (tmp_path / "whole").exists()
    (tmp_path / "whole").mkdir()
    soak.run_uninterrupted(tmp_path / "pictures", tmp_path / "whole", 2)
    assert (tmp_path / "whole").is_dir()
    assert (tmp_path / "whole.done").read_text() == "3 s: 2 workers read pictures"
    assert runs == ["whole", "whole"]
