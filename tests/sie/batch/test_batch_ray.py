"""The same rows from a real Ray of two CPUs as from processes, a killed actor included."""

from __future__ import annotations

import importlib.util
import os
import threading
import time
from pathlib import Path

import pytest
from batch_fakes import TRACE, dataset_rows, make_pictures, run_fake

from sie.batch import Format, OutputPlan, PoolSettings, Store, Task, run_batch
from sie.engines.ray import RayEngine
from sie.engines.settings import ClusterSettings
from sie.options import Options
from sie.sources import plan_jobs

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(importlib.util.find_spec("ray") is None, reason="needs Ray"),
]


def kill_an_actor(trace: Path, killed: list[int]) -> None:
    """Kill the process of one actor once some pictures were read."""
    import signal

    deadline = time.monotonic() + 600  # a busy machine takes minutes to start Ray
    while time.monotonic() < deadline:
        time.sleep(0.1)
        if not trace.is_file() or trace.read_text().count("\n") < 6:
            continue
        for path in Path("/proc").glob("[0-9]*/cmdline"):
            try:
                name = path.read_bytes()
            except OSError:
                continue
            if name.startswith(b"ray::") and b"Actor" in name:
                os.kill(int(path.parent.name), signal.SIGKILL)
                killed.append(int(path.parent.name))
                return


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="finds the actor in /proc")
def test_ray_gives_the_rows_of_processes_though_an_actor_is_killed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(TRACE, str(tmp_path / "trace"))
    poison = {"broken": "bad", "poison": "kill", "long1": "slow 2", "long2": "slow 2"}
    pictures = make_pictures(tmp_path / "in", 24, **poison)
    plan = OutputPlan(tmp_path / "out", (Format.PARQUET,))
    settings = PoolSettings(2, timeout=60.0, reader="batch_fakes:make_reader")
    killed: list[int] = []
    threading.Thread(target=kill_an_actor, args=(tmp_path / "trace", killed), daemon=True).start()
    with (
        Store(plan, {"version": "v1"}) as store,
        RayEngine(Task(Options(), plan), settings, ClusterSettings(cpus=1.0, local_cpus=2)) as engine,
    ):
        run_batch(plan_jobs([pictures]), store, engine, seen=lambda done: None)
    assert killed
    ours = dataset_rows(tmp_path / "out")
    run_fake(pictures, tmp_path / "fresh")
    theirs = dataset_rows(tmp_path / "fresh")
    assert [row[:4] for row in ours.pop("issues")] == [row[:4] for row in theirs.pop("issues")]
    assert ours == theirs
    assert run_fake(pictures, tmp_path / "out")[0] == []
