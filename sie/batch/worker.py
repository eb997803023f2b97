"""A worker process: it loads its own models, then reads one picture after another until its pipe closes."""

from __future__ import annotations

import ctypes
import importlib
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from enum import StrEnum
from multiprocessing.connection import Connection
from typing import TYPE_CHECKING

from sie.errors import EngineError

if TYPE_CHECKING:
    from sie.batch.one import Reader, Task
    from sie.batch.outcome import Result
    from sie.sources import Job

_THREAD_VARIABLES = (
    "OMP_NUM_THREADS",
    "OPENBLAS_NUM_THREADS",
    "MKL_NUM_THREADS",
    "VECLIB_MAXIMUM_THREADS",
    "NUMEXPR_NUM_THREADS",
    "OPENCV_FOR_THREADS_NUM",
)
_ARENAS = "MALLOC_ARENA_MAX"
"""glibc gives each thread memory of its own and keeps it; two arenas cost no time here and save a quarter."""
_PR_SET_PDEATHSIG = 1
STOPS = (signal.SIGINT, signal.SIGTERM)
"""The signals that end a run early with all kept that is done; workers leave them to the process that runs them."""


class Word(StrEnum):
    """What a worker tells its parent."""

    READY = "ready"
    RESULT = "result"
    MEMORY = "memory"
    """It is out of memory and ends."""
    BROKEN = "broken"
    """No picture can be read: a model cannot be loaded."""


@dataclass(frozen=True)
class Message:
    """A worker's word, with the result or the text that belongs to it."""

    word: Word
    result: Result | None = None
    text: str = ""


@contextmanager
def worker_environment(threads: int) -> Iterator[None]:
    """What a new process has to inherit: so many threads for each library; signals to stop are for its parent."""
    wanted = {name: str(threads) for name in _THREAD_VARIABLES} | {_ARENAS: "2"}
    before = {name: os.environ.get(name) for name in wanted}
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, STOPS) if hasattr(signal, "pthread_sigmask") else None
    os.environ.update(wanted)
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value
        if mask is not None:
            signal.pthread_sigmask(signal.SIG_SETMASK, mask)


def load_factory(name: str) -> Callable[[Task], Reader]:
    """The function `module:function` that makes a worker's reader.

    >>> load_factory("sie.batch.one:make_reader").__name__
    'make_reader'
    """
    module, _, function = name.partition(":")
    factory: Callable[[Task], Reader] = getattr(importlib.import_module(module), function)
    return factory


def work(pipe: Connection, factory: str, task: Task, parent: int, by_kernel: bool) -> None:
    """Read the pictures that come through a pipe and send their results back; ends when the pipe does."""
    _end_with_parent(parent, by_kernel=by_kernel)
    for number in STOPS:
        signal.signal(number, signal.SIG_IGN)
    try:
        reader = load_factory(factory)(task)
    except EngineError as error:
        pipe.send(Message(Word.BROKEN, text=str(error)))
        return
    pipe.send(Message(Word.READY))
    while True:
        try:
            job: Job = pipe.recv()
        except EOFError:
            return
        message = _read(reader, job)
        try:
            pipe.send(message)
        except (BrokenPipeError, ConnectionResetError):
            return
        if message.word is not Word.RESULT:
            return


def _read(reader: Reader, job: Job) -> Message:
    try:
        return Message(Word.RESULT, reader(job))
    except MemoryError:
        return Message(Word.MEMORY)
    except EngineError as error:
        return Message(Word.BROKEN, text=str(error))


def _end_with_parent(parent: int, *, by_kernel: bool) -> None:
    """Be killed when the parent is, even while hanging.

    The kernel does it where it can: at the end of the thread that started this process, which has to be the parent's
    main one. Else a thread looks every second whether the parent is still there.
    """
    if by_kernel and sys.platform == "linux":
        ctypes.CDLL(None, use_errno=True).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
        if os.getppid() != parent:
            os._exit(1)
        return

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(1.0)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()
