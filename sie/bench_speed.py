"""`python -m sie.bench_speed FOLDER...`: how fast charts are read here, beside EasyOCR on the same pictures.

Extraction and `easyocr.Reader(["en"]).readtext` take turns on each picture in one process with two threads each, so
that what else the machine does hurts both. Models are loaded before, and each reads the first picture once unmeasured.
Then one worker of one thread is compared with two such workers.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console
from rich.table import Table

from sie.errors import SieError, UsageError
from sie.io.images import load_image
from sie.options import Options
from sie.pipeline import Models, extract_raster
from sie.sources import Job, plan_jobs

if TYPE_CHECKING:
    from easyocr import Reader

THREADS = 2
GOAL_RATIO = 0.25
GOAL_SCALING = 1.8


@dataclass(frozen=True)
class Timing:
    """One picture: the seconds of the whole extraction, of its stages, and of EasyOCR."""

    name: str
    seconds: float
    stages: dict[str, float]
    easyocr: float

    @property
    def ratio(self) -> float:
        """The part of EasyOCR's time that the extraction takes."""
        return self.seconds / self.easyocr


def main(arguments: list[str] | None = None) -> int:
    """Measure and print; 1 where a goal is missed."""
    parser = argparse.ArgumentParser(prog="python -m sie.bench_speed", description=__doc__)
    parser.add_argument("sources", nargs="+", type=Path, help="pictures and folders")
    parser.add_argument("--limit", type=int, default=0, help="so many pictures, spread over all; 0 for all")
    parser.add_argument("--no-scaling", action="store_true", help="leave out the comparison of workers")
    wanted = parser.parse_args(arguments)
    console = Console(width=110)
    try:
        jobs = spread(plan_jobs(wanted.sources), wanted.limit)
        console.print(f"{cpu_name()}; {runtimes()}; {len(jobs)} pictures, {THREADS} threads", highlight=False)
        timings = compare(jobs)
        console.print(timing_table(timings))
        good = _judge(console, "extraction / EasyOCR, median", median_ratio(timings), "at most", GOAL_RATIO)
        if not wanted.no_scaling and len(jobs) > THREADS:
            one, two = throughput(jobs, 1), throughput(jobs, 2)
            console.print(f"pictures a second: one worker {one:.2f}, two workers {two:.2f}, of one thread each")
            good &= _judge(console, "two workers / one worker", two / one, "at least", GOAL_SCALING)
    except SieError as error:
        sys.stderr.write(f"sie: {error}\n")
        return 2
    return 0 if good else 1


def _judge(console: Console, what: str, found: float, bound: str, goal: float) -> bool:
    good = found <= goal if bound == "at most" else found >= goal
    console.print(f"{what}: {found:.2f} (goal: {bound} {goal}: {'met' if good else 'missed'})", highlight=False)
    return good


def spread(jobs: Sequence[Job], limit: int) -> list[Job]:
    """So many jobs, evenly spread over all; all for 0.

    Raises:
        UsageError: there are none.
    """
    if not jobs:
        raise UsageError("no pictures there")
    count = min(limit or len(jobs), len(jobs))
    return [jobs[i * len(jobs) // count] for i in range(count)]


def cpu_name() -> str:
    """The processor's name, as the system tells it."""
    import platform

    info = Path("/proc/cpuinfo")
    if info.is_file():
        names = [line.partition(":")[2].strip() for line in info.read_text().splitlines() if "model name" in line]
        if names:
            return f"{names[0]}, {len(names)} cores"
    return platform.processor() or platform.machine()


def runtimes() -> str:
    """The installed runtimes and the precision that networks run in on this processor."""
    import importlib.metadata
    import importlib.util

    from models.runtime import fastest_precision

    names = ("openvino", "onnxruntime", "torch", "easyocr")
    there = [f"{name} {importlib.metadata.version(name)}" for name in names if importlib.util.find_spec(name)]
    return f"{', '.join(there)}, {fastest_precision()}"


def compare(jobs: Sequence[Job]) -> list[Timing]:
    """Each picture's times, the two engines taking turns.

    Raises:
        ImageError: a file is no picture.
        EngineError: a model cannot be loaded.
    """
    import cv2
    import torch

    cv2.setNumThreads(THREADS)
    options = Options()
    models, reader = Models(options), load_easyocr()
    torch.set_num_threads(THREADS)
    extract_raster(load_image(jobs[0].source), options=options, models=models)
    models.rereader.load()
    reader.readtext(str(jobs[0].source))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of torch, that it has no GPU
        return [_time_one(job, options, models, reader) for job in jobs]


def _time_one(job: Job, options: Options, models: Models, reader: Reader) -> Timing:
    start = time.perf_counter()
    raster = load_image(job.source)
    decoded = time.perf_counter()
    figure = extract_raster(raster, options=options, models=models)
    done = time.perf_counter()
    reader.readtext(str(job.source))
    other = time.perf_counter() - done
    stages = {"decode": decoded - start, **{name: ms / 1e3 for name, ms in figure.timings_ms.items()}}
    return Timing(job.key, done - start, stages, other)


def load_easyocr() -> Reader:
    """EasyOCR as its readme makes it, with the weights of the package that brings them."""
    from sie.text.easy import load_reader
    from sie.vocab import Device

    return load_reader(threads=THREADS, device=Device.CPU, detector=True)


def median_ratio(timings: Sequence[Timing]) -> float:
    """The median over the pictures of the part of EasyOCR's time."""
    return statistics.median(one.ratio for one in timings)


def timing_table(timings: Sequence[Timing]) -> Table:
    """Median, 90th percentile and sum of each stage's seconds, of the whole and of EasyOCR."""
    table = Table("seconds", "median", "90 %", "sum", "share")
    total = sum(one.seconds for one in timings)
    names = list(dict.fromkeys(name for one in timings for name in one.stages))
    rows = {name: [one.stages.get(name, 0.0) for one in timings] for name in names}
    rows |= {"extraction": [one.seconds for one in timings], "EasyOCR": [one.easyocr for one in timings]}
    for name, values in rows.items():
        ordered = sorted(values)
        high = ordered[min(len(ordered) - 1, int(0.9 * len(ordered)))]
        cells = (statistics.median(values), high, sum(values))
        table.add_row(name, *(f"{value:.3f}" for value in cells), f"{sum(values) / total:.0%}")
    return table


def throughput(jobs: Sequence[Job], workers: int) -> float:
    """Pictures a second of some workers of one thread each, from when each has read one to the end."""
    from sie.batch import OutputPlan, Pool, PoolSettings, Task

    options = Options()
    options = options.model_copy(
        update={"text": options.text.model_copy(update={"threads": 1, "second_opinion": False})}
    )
    task = Task(options, OutputPlan(Path("."), ()))
    marks = []
    with Pool(task, PoolSettings(workers, 1)) as pool:
        for _result in pool.run(iter(jobs)):
            marks.append(time.perf_counter())
    return (len(marks) - workers) / (marks[-1] - marks[workers - 1])


if __name__ == "__main__":
    sys.exit(main())
