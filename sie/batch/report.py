"""What a person sees of a batch: progress, one line a fault, a log for programs, and a summary at the end."""

from __future__ import annotations

import json
import sys
import time
from collections import Counter
from pathlib import Path
from types import TracebackType
from typing import TextIO

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn, TimeRemainingColumn

from sie.batch.outcome import Result
from sie.batch.run import Done
from sie.errors import OutputError

_SHOWN = 15


def say(message: str) -> None:
    """One line for the user, beside the results."""
    sys.stderr.write(f"sie: {' '.join(message.split())}\n")


class Report:
    """Counts what comes, shows it where there is a terminal, and logs it; a context manager.

    Args:
        total: pictures of the batch.
        log: file for one JSON line a picture that was read, appended to; None for none.

    Raises:
        OutputError: the log cannot be written.
    """

    def __init__(self, total: int, *, log: Path | None = None) -> None:
        self._total = total
        self._types: Counter[str] = Counter()
        self._issues: Counter[str] = Counter()
        self.seen = self.bad = self._earlier = 0
        self._log = _open_log(log)
        self._start = time.monotonic()
        self._console = Console(stderr=True)
        self._progress: Progress | None = None
        self._bar = TaskID(0)

    def __enter__(self) -> Report:
        if self._total > 1 and self._console.is_terminal:
            columns = (
                TextColumn("reading"), BarColumn(), MofNCompleteColumn(), TextColumn("{task.fields[rate]}"),
                TextColumn("{task.fields[bad]} with problems"), TimeRemainingColumn(),
            )  # fmt: skip
            self._progress = Progress(*columns, console=self._console, transient=True)
            self._bar = self._progress.add_task("reading", total=self._total, rate="", bad=0)
            self._progress.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._progress is not None:
            self._progress.stop()
        if self._log is not None:
            try:
                self._log.close()
            except OSError as failure:
                raise _not_written(self._log.name, failure) from failure

    def __call__(self, done: Done) -> None:
        """Take note of a picture.

        Raises:
            OutputError: the log cannot be written.
        """
        result = done.result
        self.seen += 1
        self._earlier += done.earlier
        self.bad += not result.good
        self._types.update(result.chart_types)
        self._issues.update(set(result.issues))
        if result.problem is not None:
            self._tell(result.problem)
        if self._log is not None and not done.earlier:
            self._write(self._log, json.dumps(log_line(result), ensure_ascii=False) + "\n")
        if self._progress is not None:
            self._progress.update(self._bar, completed=self.seen, rate=self._rate(), bad=self.bad)

    @staticmethod
    def _write(log: TextIO, line: str) -> None:
        try:
            log.write(line)
        except OSError as error:
            raise _not_written(log.name, error) from error

    def _tell(self, problem: str) -> None:
        if self._progress is not None:
            self._console.print(f"sie: {' '.join(problem.split())}", markup=False, highlight=False, soft_wrap=True)
        else:
            say(problem)

    def _rate(self) -> str:
        read, seconds = self.seen - self._earlier, time.monotonic() - self._start
        return f"{read / seconds:.2f} a second" if read and seconds > 0 else ""

    def summarize(self, *, interrupted: bool) -> None:
        """The last lines: issues, then counts."""
        if self._issues:
            more = len(self._issues) - _SHOWN
            say(f"pictures by issue: {_listed(self._issues)}{f', and {more} kinds more' if more > 0 else ''}")
        stopped = f"stopped after {self.seen} of " if interrupted else ""
        kinds = _listed(self._types)
        before = f", {self._earlier} of them from an earlier run" if self._earlier else ""
        charts = f"; charts: {kinds}" if kinds else ""
        rate = f"; {self._rate()}" if self.seen - self._earlier > 1 else ""
        pictures = f"{self._total} picture{'s' * (self._total != 1)}"
        say(f"{stopped}{pictures}: {self.seen - self.bad} good, {self.bad} with problems{before}{charts}{rate}")


def _listed(counts: Counter[str]) -> str:
    """The names with the largest counts, largest first."""
    ordered = sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))[:_SHOWN]
    return ", ".join(f"{count} {name}" for name, count in ordered)


def log_line(result: Result) -> dict[str, object]:
    """A picture's line of the log."""
    return {
        "source": str(result.job.key),
        "sha256": result.sha256,
        "seconds": result.seconds,
        "timings_ms": result.timings_ms,
        "chart_types": result.chart_types,
        "issues": result.issues,
        "failure": result.failure.value if result.failure is not None else None,
        "problem": result.problem,
    }


def _open_log(path: Path | None) -> TextIO | None:
    if path is None:
        return None
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        return path.open("a", encoding="utf-8", buffering=1, errors="backslashreplace")
    except OSError as error:
        raise _not_written(str(path), error) from error


def _not_written(path: str, error: OSError) -> OutputError:
    return OutputError(f"{path}: cannot be written: {error.strerror}")
