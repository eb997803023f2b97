"""The real pipeline in real workers, killed and resumed; see `tests/soak.py` for the long run."""

from __future__ import annotations

from pathlib import Path

import pytest
import soak


@pytest.mark.slow
@pytest.mark.engine
def test_batch_killed_three_times_equals_an_uninterrupted_one(tmp_path: Path) -> None:
    assert soak.soak(tmp_path, soak.EXAMPLES, 16, workers=2, kills=3, seed=4) == []
