"""Real worker processes with a reader of no weight: what a picture does to one of them hurts no other picture."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from unittest.mock import Mock

import batch_fakes
import pytest
from batch_fakes import TRACE, dataset_rows, make_pictures, run_fake

from sie.batch import Failure, Format, OutputPlan, Pool, PoolSettings, Result, Store, Task, run_batch
from sie.batch.pool import _Worker, threads_per_worker
from sie.batch.worker import worker_environment
from sie.errors import EngineError
from sie.options import Options
from sie.sources import plan_jobs

POISON = {"hang": "hang", "ends": "exit", "killed": "kill", "segv": "crash", "grows": "grow", "memory": "memory"}
READER = "batch_fakes:make_reader"
PATIENCE = 3.0


def failures(found: dict[str, Result]) -> dict[str, Failure | None]:
    return {key.removesuffix(".png"): result.failure for key, result in found.items() if not result.good}


def run_pool(pictures: Path, out: Path, settings: PoolSettings) -> dict[str, Result]:
    plan = OutputPlan(out, (Format.PARQUET,))
    found: dict[str, Result] = {}
    with Store(plan, {"version": "v1"}) as store, Pool(Task(Options(), plan), settings) as pool:
        jobs = plan_jobs([pictures], out=out)
        run_batch(jobs, store, pool, seen=lambda done: found.update({done.result.job.key: done.result}))
    return found


def test_pictures_that_hang_or_end_their_process_are_read_twice_and_cost_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(TRACE, str(tmp_path / "trace"))
    poison = {name: POISON[name] for name in ("hang", "segv")}
    pictures = make_pictures(tmp_path / "in", 12, **poison)
    found = run_pool(pictures, tmp_path / "out", PoolSettings(2, timeout=PATIENCE, reader=READER))
    assert failures(found) == {"segv": Failure.DIED, "hang": Failure.TIMEOUT}
    assert "SIGSEGV" in str(found["segv.png"].problem)
    assert "longer than 3 s" in str(found["hang.png"].problem)
    readings = Counter((tmp_path / "trace").read_text().split())
    assert {readings[f"{name}.png"] for name in poison} == {2}
    rows = dataset_rows(tmp_path / "out")
    assert len(rows["charts"]) == 12
    assert {str(row[0]) for row in rows["issues"] if row[1] is None} == {f"{name}.png" for name in poison}
    assert run_fake(pictures, tmp_path / "out")[0] == []


@pytest.mark.slow
def test_every_way_to_lose_a_worker_is_named(tmp_path: Path) -> None:
    poison = {name: POISON[name] for name in ("ends", "killed", "grows", "memory")}
    pictures = make_pictures(tmp_path / "in", 4, **poison)
    found = run_pool(pictures, tmp_path / "out", PoolSettings(2, memory=350 * 2**20, reader=READER))
    died, memory = Failure.DIED, Failure.MEMORY
    assert failures(found) == {"ends": died, "killed": died, "grows": memory, "memory": memory}
    assert "exit code 3" in str(found["ends.png"].problem)
    assert "SIGKILL" in str(found["killed.png"].problem)
    assert "more than 350 MiB" in str(found["grows.png"].problem)


def test_a_worker_whose_memory_has_grown_is_replaced_and_no_picture_is_read_twice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    trace = tmp_path / "trace"
    monkeypatch.setenv(TRACE, str(trace))
    pictures = make_pictures(tmp_path / "in", 0, **{f"k{i}": "keep 100" for i in range(6)})
    started = []
    start = Pool._start
    monkeypatch.setattr(Pool, "_start", lambda pool: started.append(pool) or start(pool))

    found = run_pool(pictures, tmp_path / "out", PoolSettings(1, renewed_above=300 * 2**20, reader=READER))

    assert [result.failure for result in found.values()] == [None] * 6
    assert sorted(trace.read_text().split()) == sorted(found)
    assert 2 <= len(started) <= 4


def test_models_that_cannot_be_loaded_end_the_batch(tmp_path: Path) -> None:
    pictures = make_pictures(tmp_path / "in", 1, other="engine")
    with pytest.raises(EngineError, match="no weights"):
        run_pool(pictures, tmp_path / "out", PoolSettings(1, reader=READER))
    assert "other.png" not in {row[1] for row in dataset_rows(tmp_path / "out").get("charts", [])}


def test_workers_share_the_cores_and_are_spared_ctrl_c(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sie.batch.pool.available_cores", lambda: 8)
    assert [threads_per_worker(n) for n in (1, 2, 3, 16)] == [8, 4, 2, 1]
    before = dict(os.environ)
    with worker_environment(3):
        code = "import os, cv2, signal; print(os.environ['OMP_NUM_THREADS'], cv2.getNumThreads(), "
        code += "signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, []))"
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["3", "3", "True"]
    assert dict(os.environ) == before


@pytest.mark.parametrize(("count", "given"), [(1, [1]), (3, [1, 1]), (6, [1, 1]), (7, [2, 1]), (20, [2, 2])])
def test_the_last_pictures_are_given_to_no_busy_worker(
    count: int, given: list[int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pool = Pool(Task(Options(), OutputPlan(tmp_path, ())), PoolSettings(2))
    monkeypatch.setattr(pool, "_start", lambda: _Worker(Mock(), Mock()))
    pool._feed(iter(plan_jobs([make_pictures(tmp_path / "in", count)])), exhausted=False)
    assert [len(worker.jobs) for worker in pool._workers] == given


def start(pictures: Path, out: Path) -> subprocess.Popen[str]:
    tests = Path(batch_fakes.__file__).parent
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(tests.parent), str(tests)])}
    command = [sys.executable, batch_fakes.__file__, str(pictures), str(out), "2"]
    return subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=environment, start_new_session=True)


def wait_for(path: Path, lines: int) -> None:
    for _ in range(6000):  # a busy machine takes minutes to start two workers
        if path.is_file() and path.read_text().count("\n") >= lines:
            return
        time.sleep(0.05)
    raise AssertionError(f"{path}: never had {lines} lines")


def alive(marker: str) -> list[str]:
    """The processes whose environment names a file."""
    found = []
    for path in Path("/proc").glob("[0-9]*/environ"):
        try:
            if marker.encode() in path.read_bytes():
                found.append(path.parent.name)
        except OSError:
            continue
    return [number for number in found if number != str(os.getpid())]


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.skipif(not Path("/proc").is_dir(), reason="looks for processes in /proc")
def test_ctrl_c_or_sigterm_keeps_what_is_done_ends_all_workers_and_says_so(
    number: signal.Signals, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(TRACE, str(tmp_path / "trace"))
    pictures = make_pictures(tmp_path / "in", 10, z1="slow 300", z2="slow 300")
    process = start(pictures, tmp_path / "out")
    wait_for(tmp_path / "trace", 12)
    os.killpg(process.pid, number)
    _, errors = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "Traceback" not in errors
    assert "sie: stopped after 10 of 12 pictures: 10 good" in errors.splitlines()[-1]
    assert len(dataset_rows(tmp_path / "out")["charts"]) == 10
    assert alive(str(tmp_path / "trace")) == []


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="looks for processes in /proc")
def test_killed_run_leaves_no_worker_and_the_next_one_makes_it_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(TRACE, str(tmp_path / "trace"))
    pictures = make_pictures(tmp_path / "in", 30, broken="bad", long="slow 1")
    process = start(pictures, tmp_path / "out")
    wait_for(tmp_path / "trace", random.Random(5).randint(3, 25))
    process.kill()
    process.communicate()
    for _ in range(100):
        if not alive(str(tmp_path / "trace")):
            break
        time.sleep(0.05)
    assert alive(str(tmp_path / "trace")) == []
    run_fake(pictures, tmp_path / "out", formats=(Format.PARQUET, Format.JSON))
    run_fake(pictures, tmp_path / "fresh", formats=(Format.PARQUET, Format.JSON))
    assert dataset_rows(tmp_path / "out") == dataset_rows(tmp_path / "fresh")
