"""CPU time of free questions by phase: `python tests/qa/free_speed.py --shared ../shared`.

Every question of `data/free_questions*.jsonl` is asked of its gold table, with the rows, sigma and margin of its
answer; all charts are loaded and prepared before. CPU time, so what else runs on the machine does not count. The time
of a phase is its own, without that of phases inside it.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TypeVar
from unittest.mock import patch

from free_scoring import FreeQuestion, load_questions

from qa.database import ChartDatabase
from qa.loading import Library, add_files
from qa.parse.ask import ask

R = TypeVar("R")
UNDERSTANDING = "understanding"
EVIDENCE = "rows of evidence"
PHASES: dict[str, tuple[str, ...]] = {
    UNDERSTANDING: (),
    "compiling": ("qa.execute.compile_plan", "qa.execute.compile_plans", "qa.execute.compile_evidence"),
    "SQL of answers": ("qa.database.ChartDatabase._fetch",),
    EVIDENCE: ("qa.execute._evidence", "qa.execute.pixel_boxes"),
    "sigmas and margins": ("qa.execute.margin_of", "qa.execute.sigma_of"),
}
"""The functions of each phase; SQL that finds evidence counts as evidence."""
LIMIT_MS = 20.0
PERCENTILES = (50, 90, 99)


class Stopwatch:
    """The CPU seconds that each phase of a question took by itself."""

    def __init__(self) -> None:
        self.spent = dict.fromkeys(PHASES, 0.0)
        self._inside = [UNDERSTANDING]
        self._since = time.process_time()

    def lap(self) -> None:
        """Count the time since the last lap to the phase that runs."""
        now = time.process_time()
        self.spent[self._inside[-1]] += now - self._since
        self._since = now

    def restart(self) -> None:
        """Begin a new question."""
        self.spent = dict.fromkeys(PHASES, 0.0)
        self._since = time.process_time()

    def timed(self, phase: str, function: Callable[..., R]) -> Callable[..., R]:
        """The function, its time counted to a phase."""

        def run(*args: object, **kwargs: object) -> R:
            self.lap()
            within_evidence = phase.startswith("SQL") and EVIDENCE in self._inside
            self._inside.append(EVIDENCE if within_evidence else phase)
            try:
                return function(*args, **kwargs)
            finally:
                self.lap()
                self._inside.pop()

        return run


@contextmanager
def watched(watch: Stopwatch) -> Iterator[None]:
    """Inside, the functions of the phases are timed."""
    with ExitStack() as stack:
        for phase, names in PHASES.items():
            for name in names:
                patcher = patch(name)
                original, _ = patcher.get_original()
                stack.enter_context(patch(name, watch.timed(phase, original)))
        yield


def measure(questions: Sequence[FreeQuestion], shared: Path, *, explain: bool) -> list[dict[str, float]]:
    """The milliseconds of each question by phase."""
    library = Library(ChartDatabase())
    sources = dict.fromkeys(f"{question.folder}/{question.source}.json" for question in questions)
    add_files(library, [shared / source for source in sources], base=shared)
    library.prepare()
    watch = Stopwatch()
    found = []
    with watched(watch):
        for question in questions:
            charts = library.by_source[f"{question.folder}/{question.source}.json"]
            watch.restart()
            ask(library, charts, question.question, explain=explain)
            watch.lap()
            found.append({phase: 1000 * seconds for phase, seconds in watch.spent.items()})
    library.close()
    return found


def row(name: str, times: Sequence[float]) -> str:
    """Mean, percentiles and maximum of some times."""
    ordered = sorted(times)
    at = [ordered[min(len(ordered) - 1, len(ordered) * percent // 100)] for percent in PERCENTILES]
    return "".join([f"{name:20}", *(f"{time:8.1f}" for time in (sum(ordered) / len(ordered), *at, ordered[-1]))])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--shared", type=Path, required=True, help="the folder of the gold charts' folders")
    parser.add_argument("--no-evidence", action="store_true", help="answers alone, without rows, sigma and margin")
    options = parser.parse_args()
    files = sorted((Path(__file__).parent / "data").glob("free_questions*.jsonl"))
    questions = [question for file in files for question in load_questions(file)]
    found = measure(questions, options.shared, explain=not options.no_evidence)
    whole = [sum(times.values()) for times in found]
    head = "".join(f"{name:>8}" for name in ("mean", *(f"{percent} %" for percent in PERCENTILES), "max"))
    lines = [f"{len(found)} questions, CPU ms", " " * 20 + head, row("a question", whole)]
    lines += [row(phase, [times[phase] for times in found]) for phase in PHASES]
    lines.append(f"over {LIMIT_MS:g} ms: {sum(time > LIMIT_MS for time in whole)}")
    sys.stdout.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
