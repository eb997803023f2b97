"""`python -m sie.bench_gpu`: whether a GPU reads charts as the CPU does, and how many a second; five minutes at most.

What runs on the GPU with `--device cuda`: the text detector, the text recognizer and, where its weights are shipped,
the chart detector, by ONNX Runtime. Decoding, geometry and values stay on the CPU. Each worker process has sessions of
its own on the one GPU; a recognizer's batch holds the crops of one picture, so the number of workers is the number of
pictures on the GPU at once, and it is what is varied here.

The charts are drawn here by `models.synth`: nothing beside the repository is needed.
"""

from __future__ import annotations

import argparse
import math
import os
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console

from sie.artifacts import Chart, DataPoint
from sie.errors import SieError
from sie.figure import Figure
from sie.io.images import load_image
from sie.options import Options
from sie.pipeline import Models, extract_raster
from sie.sources import Job, plan_jobs
from sie.text.network import need_cuda
from sie.vocab import Device

EQUAL = 50
SECONDS = 280.0
SIGMAS = 3.0
"""Two readings of one value may differ by this many of its standard deviations."""


def main(arguments: list[str] | None = None) -> int:
    """Draw, compare, measure; 0 where results are equal, 1 where not, 2 without a GPU."""
    parser = argparse.ArgumentParser(prog="python -m sie.bench_gpu", description=__doc__)
    parser.add_argument("--charts", type=int, default=400, help="how many are drawn")
    parser.add_argument("--workers", type=int, nargs="+", default=[1, 2, 4, 8, 16], help="processes, one run each")
    wanted = parser.parse_args(arguments)
    started = time.monotonic()
    console = Console(width=110)
    try:
        need_cuda()
        with tempfile.TemporaryDirectory() as folder:
            jobs = draw(Path(folder), wanted.charts)
            console.print(f"{len(jobs)} charts drawn in {time.monotonic() - started:.0f} s", highlight=False)
            different = compare(jobs[:EQUAL])
            console.print(f"{min(EQUAL, len(jobs)) - len(different)} of {min(EQUAL, len(jobs))} charts equal")
            for line in different:
                console.print(f"  {line}", highlight=False)
            for workers in wanted.workers:
                if workers <= 2 * (os.cpu_count() or 1) and time.monotonic() - started < SECONDS:
                    left = SECONDS - (time.monotonic() - started)
                    rate = charts_a_second(jobs, workers, seconds=min(40.0, left))
                    console.print(f"{workers:3d} workers: {rate:.2f} charts a second", highlight=False)
    except SieError as error:
        sys.stderr.write(f"sie: {error}\n")
        return 2
    return 1 if different else 0


def draw(folder: Path, count: int) -> Sequence[Job]:
    """So many synthetic charts in a folder, as jobs."""
    from models.synth.write import Job as Drawing
    from models.synth.write import make_folders, write_many

    make_folders(folder)
    list(write_many([Drawing(seed, folder) for seed in range(count)], workers=os.cpu_count() or 1))
    return plan_jobs([folder / "images"])


def compare(jobs: Sequence[Job]) -> list[str]:
    """The charts that CPU and GPU read differently, with what differs first.

    Raises:
        EngineError: a model cannot be loaded.
    """
    plain = Options(text=Options().text.model_copy(update={"second_opinion": False}))
    engines = {device: Models(plain.model_copy(update={"device": device})) for device in (Device.CPU, Device.CUDA)}
    found = []
    for job in jobs:
        raster = load_image(job.source)
        one, other = (extract_raster(raster, options=plain, models=models) for models in engines.values())
        difference = first_difference(one, other)
        if difference is not None:
            found.append(f"{job.key}: {difference}")
    return found


def first_difference(one: Figure, other: Figure) -> str | None:
    """What differs first between two readings of a picture, values beyond `SIGMAS` of their own; None for nothing."""
    if len(one.charts) != len(other.charts):
        return f"{len(one.charts)} charts, {len(other.charts)} charts"
    for a, b in zip(one.charts, other.charts, strict=True):
        difference = _chart_difference(a, b)
        if difference is not None:
            return difference
    return None


def _chart_difference(a: Chart, b: Chart) -> str | None:
    for name in ("chart_type", "title", "x_title", "y_title"):
        if getattr(a, name) != getattr(b, name):
            return f"{name} {getattr(a, name)!r}, {getattr(b, name)!r}"
    shapes = [[(series.name, len(series.points)) for series in chart.series] for chart in (a, b)]
    if shapes[0] != shapes[1]:
        return f"series {shapes[0]}, {shapes[1]}"
    for first, second in zip(a.series, b.series, strict=True):
        for p, q in zip(first.points, second.points, strict=True):
            if not _same_point(p, q):
                return f"{first.name} at {p.x}: {p.y}, {q.y}"
    return None


def _same_point(p: DataPoint, q: DataPoint) -> bool:
    sigma = p.sigma.get("median") if isinstance(p.sigma, dict) else p.sigma
    pairs = [(p.y, q.y), (p.median, q.median)]
    if not isinstance(p.x, str):
        return isinstance(q.x, float | int) and all(_close(a, b, sigma) for a, b in pairs)
    return p.x == q.x and all(_close(a, b, sigma) for a, b in pairs)


def _close(a: float | None, b: float | None, sigma: float | None) -> bool:
    if a is None or b is None:
        return a is b
    return math.isclose(a, b, rel_tol=1e-6, abs_tol=SIGMAS * (sigma or 0.0))


def charts_a_second(jobs: Sequence[Job], workers: int, *, seconds: float) -> float:
    """Charts a second of some workers on the GPU, from when each has read one; at most so many seconds of them.

    Raises:
        EngineError: a model cannot be loaded.
    """
    from sie.batch import OutputPlan, Pool, PoolSettings, Task

    options = Options(
        text=Options().text.model_copy(update={"second_opinion": False, "threads": 1}), device=Device.CUDA
    )
    marks: list[float] = []

    def over() -> bool:
        return len(marks) > workers and marks[-1] - marks[workers - 1] > seconds

    with Pool(Task(options, OutputPlan(Path(), ())), PoolSettings(workers, 1)) as pool:
        for _result in pool.run(iter(jobs), over):
            marks.append(time.perf_counter())
    return (len(marks) - workers) / (marks[-1] - marks[workers - 1]) if len(marks) > workers else 0.0


if __name__ == "__main__":
    sys.exit(main())
