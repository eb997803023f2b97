"""Worker processes watched over: one that dies, hangs or takes too much memory is replaced, and its picture named.

Not `concurrent.futures`: there one dead process breaks the whole pool, and nothing tells which picture it had.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from multiprocessing import connection
from multiprocessing.process import BaseProcess
from pathlib import Path
from types import TracebackType

from sie.batch.one import Task
from sie.batch.outcome import Failure, Result, failed
from sie.batch.worker import Message, Word, work, worker_environment
from sie.errors import EngineError
from sie.sources import Job

TICK_SECONDS = 0.25
"""How often clocks and memory are looked at."""
AHEAD = 2
"""Pictures given to a worker: the one it reads and the next, so that it never waits for the parent."""
RESERVE = 2
"""For each worker, so many of a batch's last pictures wait for whoever is free, instead of behind a slow one."""
START_SECONDS = 600.0
"""A worker that has not loaded its models by then never will."""
MAX_FALSE_STARTS = 3
SPARE = 0.8
LEAST_MEMORY = 2**30
READER = "sie.batch.one:make_reader"


@dataclass(frozen=True)
class PoolSettings:
    """How the processes are run.

    Attributes:
        workers: processes.
        threads: of each.
        timeout: seconds that a picture may take.
        memory: bytes that a worker may hold, None for no limit. Watched on Linux only.
        renewed_above: bytes; a worker that holds more after a picture is replaced once it has read what it was given.
            None for never.
        reader: `module:function` that makes a worker's reader of its task.
    """

    workers: int = 1
    threads: int = 1
    timeout: float = 120.0
    memory: int | None = None
    renewed_above: int | None = None
    reader: str = READER


@dataclass
class _Worker:
    process: BaseProcess
    pipe: connection.Connection
    jobs: deque[Job] = field(default_factory=deque)
    since: float = field(default_factory=time.monotonic)
    ready: bool = False
    worn: bool = False

    def takes(self, depth: int) -> bool:
        """Whether it is to be given a picture where each has fewer than `depth`."""
        return not self.worn and len(self.jobs) < depth


class Pool:
    """Processes that read pictures; a context manager that ends them."""

    def __init__(self, task: Task, settings: PoolSettings) -> None:
        self._task = task
        self._settings = settings
        self._context = multiprocessing.get_context("spawn")
        self._workers: list[_Worker] = []
        self._again: deque[Job] = deque()
        self._coming: deque[Job] = deque()
        self._false_starts = 0

    def __enter__(self) -> Pool:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """End the processes, whatever they are doing."""
        for worker in self._workers:
            worker.process.kill()
        for worker in self._workers:
            worker.process.join()
            worker.pipe.close()
        self._workers.clear()

    def again(self, job: Job) -> None:
        """Read a picture once more, before new ones."""
        self._again.append(job)

    def run(self, jobs: Iterator[Job], stopped: Callable[[], bool] = lambda: False) -> Iterator[Result]:
        """The result of each picture, as it is done, until all are or `stopped`; jobs are taken as workers become free.

        A picture that cost a worker has a failure for which `retried` holds; `again` may be called before the next
        result is asked for.

        Raises:
            EngineError: the models cannot be loaded, or workers die before they have loaded them.
        """
        exhausted = False
        while not stopped():
            exhausted = self._feed(jobs, exhausted)
            busy = [worker for worker in self._workers if worker.jobs]
            if exhausted and not busy and not self._again and not self._coming:
                return
            yield from self._receive()
            yield from self._check_clocks()
            self._renew()

    # ------------------------------------------------------------------ giving out

    def _feed(self, jobs: Iterator[Job], exhausted: bool) -> bool:
        """Give every worker its share, and start workers while there is work for them; whether jobs are used up."""
        for depth in range(1, AHEAD + 1):
            for index in range(self._settings.workers):
                if index < len(self._workers) and not self._workers[index].takes(depth):
                    continue
                exhausted = self._look_ahead(jobs, exhausted)
                waiting = len(self._again) + len(self._coming)
                if not waiting or (depth > 1 and waiting <= RESERVE * self._settings.workers):
                    return exhausted
                if index == len(self._workers):
                    self._workers.append(self._start())
                self._give(self._workers[index], self._again.popleft() if self._again else self._coming.popleft())
        return exhausted

    def _look_ahead(self, jobs: Iterator[Job], exhausted: bool) -> bool:
        """Know the next few pictures, without giving them to anyone; whether jobs are used up."""
        while not exhausted and len(self._coming) <= RESERVE * self._settings.workers:
            job = next(jobs, None)
            if job is None:
                return True
            self._coming.append(job)
        return exhausted

    def _give(self, worker: _Worker, job: Job) -> None:
        if not worker.jobs:
            worker.since = time.monotonic()
        worker.jobs.append(job)
        try:
            worker.pipe.send(job)
        except (BrokenPipeError, ConnectionResetError):
            return  # it is dead: the next look at it finds that, and its jobs

    def _start(self) -> _Worker:
        ours, theirs = self._context.Pipe()
        threads = self._settings.threads
        by_kernel = threading.current_thread() is threading.main_thread()
        process = self._context.Process(
            target=work, args=(theirs, self._settings.reader, self._task, os.getpid(), by_kernel), daemon=True
        )
        with worker_environment(threads):
            process.start()
        theirs.close()
        return _Worker(process, ours)

    # ------------------------------------------------------------------ taking back

    def _receive(self) -> Iterator[Result]:
        """The results that have come, after waiting a moment for the first."""
        by_pipe = {worker.pipe: worker for worker in self._workers}
        for pipe in connection.wait(list(by_pipe), timeout=TICK_SECONDS):
            worker = by_pipe[pipe]  # type: ignore[index]
            try:
                message: Message = worker.pipe.recv()
            except (EOFError, ConnectionResetError):
                yield from self._bury(worker, *self._cause_of_death(worker))
                continue
            if message.word is Word.BROKEN:
                raise EngineError(message.text)
            if message.word is Word.MEMORY:
                yield from self._bury(worker, Failure.MEMORY, "ran out of memory")
            elif message.word is Word.READY:
                worker.ready, worker.since, self._false_starts = True, time.monotonic(), 0
            elif message.result is not None:
                worker.jobs.popleft()
                worker.since = time.monotonic()
                worker.worn = worker.worn or self._is_worn(worker)
                yield message.result

    def _is_worn(self, worker: _Worker) -> bool:
        """Whether a worker's memory has grown so far that a new one is better: an allocator gives little back."""
        limit = self._settings.renewed_above
        return limit is not None and resident_bytes(worker.process.pid) > limit

    def _renew(self) -> None:
        """End the worn workers that have read what they were given; new ones start when there is work for them."""
        for worker in [one for one in self._workers if one.worn and not one.jobs]:
            self._end(worker)

    def _end(self, worker: _Worker) -> None:
        worker.process.kill()
        worker.process.join()
        worker.pipe.close()
        self._workers.remove(worker)

    def _check_clocks(self) -> Iterator[Result]:
        for worker in list(self._workers):
            waited = time.monotonic() - worker.since
            if not worker.ready:
                if waited > START_SECONDS:
                    raise EngineError(f"a worker did not load its models in {START_SECONDS:.0f} s")
            elif worker.jobs and waited > self._settings.timeout:
                yield from self._bury(worker, Failure.TIMEOUT, f"took longer than {self._settings.timeout:g} s")
            elif worker.jobs and self._settings.memory is not None:
                held = resident_bytes(worker.process.pid)
                if held > self._settings.memory:
                    limit = self._settings.memory / 2**20
                    yield from self._bury(worker, Failure.MEMORY, f"needed more than {limit:.0f} MiB of memory")

    def _cause_of_death(self, worker: _Worker) -> tuple[Failure, str]:
        worker.process.join(timeout=5.0)
        code = worker.process.exitcode
        if code is not None and code < 0:
            return Failure.DIED, f"ended the process that read it: {signal.Signals(-code).name}"
        return Failure.DIED, f"ended the process that read it: exit code {code}"

    def _bury(self, worker: _Worker, failure: Failure, cause: str) -> Iterator[Result]:
        """Take a lost worker out, give its other pictures back, and name the one that it was reading."""
        self._end(worker)
        if not worker.ready:
            self._false_starts += 1
            if self._false_starts >= MAX_FALSE_STARTS:
                raise EngineError(f"workers die before they have loaded their models ({cause})")
        else:
            lost = worker.jobs.popleft() if worker.jobs else None
            if lost is not None:
                seconds = round(time.monotonic() - worker.since, 3)
                yield failed(lost, "", failure, f"{lost.source}: {cause}", seconds=seconds)
        self._again.extendleft(reversed(worker.jobs))


def share_of_memory(workers: int) -> int | None:
    """What each of some workers may hold, in bytes: four fifths of the machine by all, a GiB at least."""
    if "SC_PHYS_PAGES" not in getattr(os, "sysconf_names", {}):
        return None
    total = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    return max(LEAST_MEMORY, int(total * SPARE / workers))


def threads_per_worker(workers: int) -> int:
    """The threads of each worker that keep all cores busy and no more."""
    return max(1, available_cores() // workers)


def available_cores() -> int:
    """The cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def resident_bytes(pid: int | None) -> int:
    """The memory that a process holds; 0 where the system does not tell."""
    try:
        fields = Path(f"/proc/{pid}/statm").read_bytes().split()
    except OSError:
        return 0
    return int(fields[1]) * os.sysconf("SC_PAGE_SIZE")
