"""Reading in this process: for a single picture, where a second process would only take time."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator

from sie.batch.one import Task, make_reader
from sie.batch.outcome import Failure, Result, failed
from sie.sources import Job


class Here:
    """An engine without processes: nothing guards it against a picture that hangs or ends the process."""

    def __init__(self, task: Task) -> None:
        self._task = task
        self._again: deque[Job] = deque()

    def run(self, jobs: Iterator[Job], stopped: Callable[[], bool]) -> Iterator[Result]:
        """The result of each picture.

        Raises:
            EngineError: a model cannot be loaded.
        """
        reader = None
        while not stopped():
            job = self._again.popleft() if self._again else next(jobs, None)
            if job is None:
                return
            reader = reader or make_reader(self._task)
            try:
                yield reader(job)
            except MemoryError:
                yield failed(job, "", Failure.MEMORY, f"{job.source}: ran out of memory")

    def again(self, job: Job) -> None:
        """Read a picture once more."""
        self._again.append(job)
