"""A batch from end to end: skip what is done, read the rest, try lost pictures once more, store, report."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from types import FrameType
from typing import Protocol

from sie.batch.manifest import Entry
from sie.batch.outcome import Failure, Result, failed
from sie.batch.store import Store
from sie.batch.worker import STOPS
from sie.io.hashing import sha256_of
from sie.sources import Job

TRIES = 2
"""A picture that costs a worker is read once more, in case the machine was to blame, and never again."""


@dataclass(frozen=True)
class Done:
    """A picture of a batch: its result, and whether it was there from an earlier run."""

    result: Result
    earlier: bool = False


class Engine(Protocol):
    """What reads pictures, several at a time: processes here, or actors of a cluster."""

    def run(self, jobs: Iterator[Job], stopped: Callable[[], bool]) -> Iterator[Result]:
        """The result of each picture, in any order, until all are read or `stopped`; jobs are taken as there is room.

        Raises:
            EngineError: the models cannot be loaded.
        """
        ...

    def again(self, job: Job) -> None:
        """Read a picture once more."""
        ...


class Stop:
    """Whether Ctrl-C or SIGTERM came while this context manager was open; they interrupt nothing by themselves."""

    def __init__(self) -> None:
        self._asked = False
        self._main = threading.current_thread() is threading.main_thread()

    def __enter__(self) -> Stop:
        if self._main:
            self._before = {number: signal.signal(number, self._ask) for number in STOPS}
        return self

    def __exit__(self, *_details: object) -> None:
        if self._main:
            for number, handler in self._before.items():
                signal.signal(number, handler)

    def __call__(self) -> bool:
        """Whether it was."""
        return self._asked

    def _ask(self, _number: int, _frame: FrameType | None) -> None:
        self._asked = True


def run_batch(
    jobs: Iterable[Job],
    store: Store,
    engine: Engine,
    *,
    seen: Callable[[Done], None],
    stopped: Callable[[], bool] = lambda: False,
    again: bool = False,
    retry_failed: bool = False,
) -> None:
    """Read what is missing in a store, and show `seen` every picture: as it is found there or as it is read.

    Args:
        jobs: the pictures.
        store: where results go; what came in is durable when it is closed.
        engine: what reads them.
        seen: told of every picture once.
        stopped: asked often whether to end early.
        again: read what is there too.
        retry_failed: read again what failed earlier.

    Raises:
        EngineError: the models cannot be loaded.
        OutputError: the folder cannot be written.
    """
    hashes: dict[str, str] = {}

    def missing() -> Iterator[Job]:
        for job in jobs:
            if stopped():
                return
            sha256 = sha256_of(job.source)
            found = None if again else _found(store, job, sha256, retry_failed=retry_failed)
            if found is not None:
                seen(Done(found, earlier=True))
                continue
            hashes[job.key] = sha256
            yield job

    for result in engine.run(missing(), stopped):
        sha256 = hashes[result.job.key]
        final = replace(result, sha256=result.sha256 or sha256)
        if result.failure is not None and result.failure.retried:
            if store.manifest.lose(result.job.key, sha256, result.failure) < TRIES:
                engine.again(result.job)
                continue
            final = replace(final, problem=f"{result.problem} (tried {TRIES} times)")
        del hashes[result.job.key]
        hindrance = store.add(final)
        seen(Done(replace(final, problem=hindrance) if hindrance else final))


def _found(store: Store, job: Job, sha256: str, *, retry_failed: bool) -> Result | None:
    """What an earlier run made of a picture, or that it has given it up."""
    entry = store.done(job, sha256)
    if entry is not None:
        return None if retry_failed and entry.failure is not None else _result(job, entry)
    if not retry_failed and store.manifest.losses(job.key, sha256) >= TRIES:
        result = failed(job, sha256, Failure.DIED, f"{job.source}: ended the processes that read it in an earlier run")
        return result if store.add(result) is None else None
    return None


def _result(job: Job, entry: Entry) -> Result:
    return Result(
        job,
        entry.sha256,
        entry.failure,
        entry.problem,
        chart_types=entry.chart_types,
        issues=entry.issues,
        seconds=entry.seconds,
    )
