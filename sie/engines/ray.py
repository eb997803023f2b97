"""A batch on a Ray cluster: Ray Data hands pictures to actors, each of which holds the models; the driver stores.

An actor reads by a worker process of its own (`sie.batch.Pool`), so that a picture that hangs or crashes is dealt with
as on one machine and costs no actor. Results come back to the driver and go through the same store as everywhere:
writing from the actors was refused: then nothing could say at a restart which pictures are done.
"""

from __future__ import annotations

import importlib.util
import logging
import os
import pickle
import queue
import sys
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import islice
from types import TracebackType
from typing import TYPE_CHECKING, Protocol

from sie.batch.one import Task
from sie.batch.outcome import Result
from sie.batch.pool import Pool, PoolSettings
from sie.engines.settings import ClusterSettings
from sie.errors import EngineError
from sie.sources import Job

if TYPE_CHECKING:
    import numpy as np

    class RayDataset(Protocol):
        """The part of `ray.data.Dataset` that is used here."""

        def iter_rows(self) -> Iterator[dict[str, bytes]]:
            """Its rows."""
            ...


CHUNK = 20_000
"""Pictures that are given to Ray Data at once; actors load their models anew for each such chunk."""
BATCH = 4
"""Pictures that an actor is given at once: so many are read again when it dies."""
STARTS = 3
"""A local Ray gives up where its own processes take longer than half a minute to start, as on a busy machine."""
_POLL_SECONDS = 0.25
_WAITING = 1000
"""Results that wait to be stored; more would only fill the driver's memory."""

Columns = dict[str, "np.ndarray"]


class RayEngine:
    """An engine whose actors read the pictures; a context manager that connects and leaves again.

    Args:
        task: what actors have to know.
        settings: of each actor's worker process; `workers` is the most actors, 0 for as many as there is room for.
        cluster: where.

    Raises:
        EngineError: Ray is not installed, or there is no such cluster.
    """

    def __init__(self, task: Task, settings: PoolSettings, cluster: ClusterSettings) -> None:
        if importlib.util.find_spec("ray") is None:
            raise EngineError("--engine ray needs Ray: pip install 'sie[ray]'")
        self._task = task
        self._settings = settings
        self._cluster = cluster
        self._again: list[Job] = []

    def __enter__(self) -> RayEngine:
        import ray

        own = self._cluster.address is None
        path = {"env_vars": {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}} if own else None
        for left in reversed(range(STARTS if own else 1)):
            try:
                ray.init(
                    address=None if own else self._cluster.address,
                    num_cpus=self._cluster.local_cpus if own else None,
                    include_dashboard=False if own else None,
                    log_to_driver=False,
                    runtime_env=path,
                    logging_level="ERROR",
                )
                break
            except Exception as error:  # Ray raises bare ones too
                ray.shutdown()
                if left == 0:
                    where = "on this machine" if own else f"at {self._cluster.address}"
                    raise EngineError(f"no Ray cluster {where}: {_last_line(error)}") from error
        context = ray.data.DataContext.get_current()
        context.enable_progress_bars = False
        logging.getLogger("ray.data").setLevel(logging.ERROR)  # the batch reports by itself
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        import ray

        ray.shutdown()

    def again(self, job: Job) -> None:
        """Read a picture once more, after the chunk that it was in."""
        self._again.append(job)

    def run(self, jobs: Iterator[Job], stopped: Callable[[], bool]) -> Iterator[Result]:
        """The result of each picture, in any order.

        Raises:
            EngineError: the models cannot be loaded, or the cluster is lost.
        """
        while not stopped():
            chunk = self._again or list(islice(jobs, CHUNK))
            self._again = []
            if not chunk:
                return
            yield from self._run_chunk(chunk, stopped)

    def _run_chunk(self, chunk: list[Job], stopped: Callable[[], bool]) -> Iterator[Result]:
        """A chunk's results; Ray is waited for in another thread, so that this one can be stopped."""
        results: queue.Queue[bytes | EngineError | None] = queue.Queue(_WAITING)
        over = threading.Event()

        def fetch() -> None:
            try:
                for row in self._dataset(chunk).iter_rows():
                    while not over.is_set():
                        try:
                            results.put(row["result"], timeout=_POLL_SECONDS)
                            break
                        except queue.Full:
                            continue
            except Exception as error:  # noqa: BLE001 - Ray has no common root; it is raised again in the caller
                results.put(EngineError(f"Ray: {_last_line(error)}"))
            results.put(None)

        threading.Thread(target=fetch, daemon=True).start()
        try:
            while not stopped():
                try:
                    item = results.get(timeout=_POLL_SECONDS)
                except queue.Empty:
                    continue
                if item is None:
                    return
                if isinstance(item, EngineError):
                    raise item
                result: Result = pickle.loads(item)
                yield result
        finally:
            over.set()

    def _dataset(self, chunk: list[Job]) -> RayDataset:
        import ray

        actors = self._actors()
        items = [{"job": pickle.dumps(job)} for job in chunk]
        blocks = max(1, min(len(items), 4 * actors, len(items) // BATCH))
        found: RayDataset = ray.data.from_items(items, override_num_blocks=blocks).map_batches(
            Actor,
            fn_constructor_args=(self._task, replace(self._settings, workers=1)),
            batch_size=BATCH,
            compute=ray.data.ActorPoolStrategy(min_size=1, max_size=actors),
            num_cpus=self._cluster.cpus,
            num_gpus=self._cluster.gpus or None,
        )
        return found

    def _actors(self) -> int:
        import ray

        there = ray.cluster_resources()
        room = int(there.get("CPU", 1) / self._cluster.cpus)
        if self._cluster.gpus:
            room = min(room, int(there.get("GPU", 0) / self._cluster.gpus))
        if room < 1:
            raise EngineError("the Ray cluster has no room for one actor: lower --ray-gpus, or add machines")
        return min(room, self._settings.workers) if self._settings.workers else room


class Actor:
    """Reads the pictures that Ray Data hands it by a worker process; made once in each actor's process."""

    def __init__(self, task: Task, settings: PoolSettings) -> None:
        self._pool = Pool(task, settings)

    def __call__(self, batch: Columns) -> Columns:
        """The results of a batch, pickled as the jobs are."""
        import numpy as np

        jobs = [pickle.loads(data) for data in batch["job"]]
        found = np.empty(len(jobs), dtype=object)
        for place, result in enumerate(self._pool.run(iter(jobs))):
            found[place] = pickle.dumps(result)
        return {"result": found}


def _last_line(error: Exception) -> str:
    lines = [line for line in str(error).splitlines() if line.strip()]
    return lines[-1].strip() if lines else type(error).__name__
