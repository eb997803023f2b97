"""Pictures that are words in a file, and a reader that does what they say: batches are tested without a model."""

from __future__ import annotations

import ctypes
import os
import signal
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from sie.artifacts import Chart, DataPoint, ImageInfo, Issue, Series
from sie.batch import Failure, Format, OutputPlan, Result, Store, Task, run_batch
from sie.batch.one import pack
from sie.batch.outcome import failed
from sie.batch.run import Done
from sie.errors import EngineError
from sie.figure import Figure
from sie.io.hashing import sha256_of
from sie.options import Options
from sie.sources import Job, plan_jobs
from sie.vocab import ChartType

PARQUET = (Format.PARQUET,)
KEPT: list[bytearray] = []
"""What pictures left in a worker's memory."""
TRACE = "BATCH_FAKES_TRACE"
"""Environment variable: a file to which each reading's key is written."""


def make_pictures(folder: Path, count: int, **others: str) -> Path:
    """`count` good pictures of some points each, and others by name with what they say."""
    folder.mkdir(parents=True, exist_ok=True)
    for i in range(count):
        (folder / f"p{i:03d}.png").write_text(f"good {i % 5 + 1} {i}")
    for name, words in others.items():
        (folder / f"{name}.png").write_text(words)
    return folder


def make_figure(job: Job, points: int, first: float) -> Figure:
    series = Series(id="s1", name="a", points=tuple(DataPoint(x=f"x{i}", y=first + i) for i in range(points)))
    issue = Issue(stage="figure", code="odd", message=f"of {job.key}")
    chart = Chart(id="c1", chart_type=ChartType.VERTICAL_BAR, series=(series,), issues=(issue,) if points == 3 else ())
    image = ImageInfo(path=str(job.source), sha256=sha256_of(job.source), width=10, height=10)
    return Figure(image=image, charts=(chart,))


def make_reader(task: Task) -> Callable[[Job], Result]:
    pack(job := Job(Path("warm"), Path("warm"), "warm"), make_figure(job, 1, 0.0), task.plan, raster=None)

    def read(job: Job) -> Result:
        trace = os.environ.get(TRACE)
        if trace:
            with open(trace, "a", encoding="utf-8") as file:
                file.write(f"{job.key}\n")
        word, *numbers = job.source.read_text().split()
        if word == "good":
            return pack(job, make_figure(job, int(numbers[0]), float(numbers[1])), task.plan, raster=None)
        if word == "keep":
            KEPT.append(bytearray(b"x" * (int(numbers[0]) * 2**20)))
            return pack(job, make_figure(job, 1, 0.0), task.plan, raster=None)
        if word == "slow":
            time.sleep(float(numbers[0]))
            return pack(job, make_figure(job, 1, 0.0), task.plan, raster=None)
        if word == "bad":
            return failed(job, sha256_of(job.source), Failure.UNREADABLE, f"{job.source}: no picture")
        misbehave(word)
        raise AssertionError(word)

    return read


def misbehave(word: str) -> None:
    if word == "hang":
        time.sleep(600)
    if word == "exit":
        os._exit(3)
    if word == "kill":
        os.kill(os.getpid(), signal.SIGKILL)
    if word == "crash":
        ctypes.string_at(0)
    if word == "grow":
        kept = [bytearray(b"x" * 2**20) for _ in range(400)]
        time.sleep(60 + len(kept))
    if word == "memory":
        raise MemoryError
    if word == "engine":
        raise EngineError("no weights")


class FakeEngine:
    """Reads in this process; a picture that would end it counts as one that has."""

    def __init__(self, plan: OutputPlan) -> None:
        self._read = make_reader(Task(Options(), plan))
        self._again: list[Job] = []
        self.keys: list[str] = []

    def run(self, jobs: Iterator[Job], stopped: Callable[[], bool]) -> Iterator[Result]:
        while not stopped():
            job = self._again.pop() if self._again else next(jobs, None)
            if job is None:
                return
            self.keys.append(job.key)
            if job.source.read_text() == "kill":
                yield failed(job, "", Failure.DIED, f"{job.source}: died")
            else:
                yield self._read(job)

    def again(self, job: Job) -> None:
        self._again.append(job)


def run_fake(
    pictures: Path, out: Path, *, formats: tuple[Format, ...] = PARQUET, facts: str = "v1", **how: bool
) -> tuple[list[str], list[Done]]:
    """Run a batch in this process: the keys that were read, and what was seen."""
    plan = OutputPlan(out, formats)
    engine = FakeEngine(plan)
    seen: list[Done] = []
    with Store(plan, {"version": facts}) as store:
        run_batch(plan_jobs([pictures], out=out), store, engine, seen=seen.append, **how)
    return engine.keys, seen


def dataset_rows(out: Path) -> dict[str, list[tuple[object, ...]]]:
    """All rows of a dataset, sorted, as DuckDB reads them in place."""
    import duckdb

    from sie.tables import TABLES

    found = {}
    for name in TABLES:
        if any((out / name).glob("part-*.parquet")):
            rows = duckdb.sql(f"SELECT * FROM read_parquet('{out}/{name}/part-*.parquet')").fetchall()
            found[name] = sorted(rows, key=repr)
    return {name: rows for name, rows in found.items() if rows}


if __name__ == "__main__":  # a whole run as a process of its own, to be killed: PICTURES OUT WORKERS
    from sie.batch import Pool, PoolSettings, Stop
    from sie.batch.report import Report

    pictures, out = Path(sys.argv[1]), Path(sys.argv[2])
    the_plan = OutputPlan(out, (Format.PARQUET, Format.JSON))
    the_jobs = plan_jobs([pictures], out=out)
    pool_settings = PoolSettings(int(sys.argv[3]), timeout=60, reader="batch_fakes:make_reader")
    with (
        Stop() as stop,
        Store(the_plan, {"version": "v1"}) as the_store,
        Report(len(the_jobs)) as report,
        Pool(Task(Options(), the_plan), pool_settings) as pool,
    ):
        run_batch(the_jobs, the_store, pool, seen=report, stopped=stop)
    report.summarize(interrupted=stop())
    sys.exit(130 if stop() else int(report.bad > 0))
