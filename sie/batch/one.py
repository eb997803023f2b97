"""The work of one worker on one picture: read it, and make of its figure what is to be written."""

from __future__ import annotations

import importlib
import time
from collections.abc import Callable
from dataclasses import dataclass

from sie.artifacts import Raster
from sie.batch.outcome import Failure, Format, OutputPlan, Result, failed
from sie.errors import EngineError, ImageError, SieError
from sie.figure import Figure
from sie.io.hashing import sha256_of
from sie.io.images import load_image
from sie.io.outputs import long_csv
from sie.options import Options
from sie.pipeline import Models, extract_raster
from sie.sources import OVERLAY_SUFFIX, Job
from sie.vocab import Stage


@dataclass(frozen=True)
class Task:
    """What a reader has to know: the options, the last stage, and the forms in which results are wanted."""

    options: Options
    plan: OutputPlan
    until: Stage = Stage.VALUES


Reader = Callable[[Job], Result]
"""Reads one picture. What is wrong with the picture is in the result; what is wrong with the machine is raised."""


class EngineReader:
    """Reads pictures with the pipeline; the models are loaded when it is made.

    Raises:
        EngineError: a model cannot be loaded.
    """

    def __init__(self, task: Task) -> None:
        self._task = task
        self._models = Models(task.options)
        _ = self._models.engine, self._models.detector
        warm_up()

    def __call__(self, job: Job) -> Result:
        """The result of one picture.

        Raises:
            EngineError: a model cannot be loaded or run: no picture's fault.
            MemoryError: the picture needs more than there is.
        """
        task = self._task
        return read_job(job, task, lambda raster: self._extract(raster, job))

    def _extract(self, raster: Raster, job: Job) -> Figure:
        task = self._task
        return extract_raster(raster, options=task.options, models=self._models, until=task.until, path=str(job.source))


def warm_up() -> None:
    """Import what the stages import when first run, so that no picture's time is counted for it."""
    for name in ("text", "structure", "elements"):
        importlib.import_module(f"sie.{name}.analyze")
    importlib.import_module("sie.values.interpolate")
    importlib.import_module("pyarrow.parquet")


def make_reader(task: Task) -> Reader:
    """The reader that workers use."""
    return EngineReader(task)


def read_job(job: Job, task: Task, extract: Callable[[Raster], Figure]) -> Result:
    """The result of reading a picture by a function.

    Raises:
        EngineError: as `extract` does.
        MemoryError: as `extract` does.
    """
    start = time.perf_counter()
    try:
        raster = load_image(job.source, options=task.options.image)
    except ImageError as error:
        return failed(job, sha256_of(job.source), Failure.UNREADABLE, str(error), seconds=time.perf_counter() - start)
    try:
        figure = extract(raster)
        result = pack(job, figure, task.plan, raster=raster)
    except (EngineError, MemoryError):
        raise
    except Exception as error:  # noqa: BLE001 - one picture's fault must not lose the others; it is named, not hidden
        message = f"{job.source}: internal error: {type(error).__name__}: {error}"
        return failed(job, raster.sha256, Failure.INTERNAL, message, seconds=time.perf_counter() - start)
    return _timed(result, time.perf_counter() - start)


def _timed(result: Result, seconds: float) -> Result:
    from dataclasses import replace

    return replace(result, seconds=round(seconds, 4))


def pack(job: Job, figure: Figure, plan: OutputPlan, *, raster: Raster | None) -> Result:
    """A figure as what is to be written of it; an overlay only where there is a picture to draw on."""
    lack = what_lacks(figure)
    codes = [issue.code for chart in figure.charts for issue in chart.issues] + [one.code for one in figure.issues]
    return Result(
        job,
        figure.image.sha256,
        problem=f"{job.source}: {lack}" if lack else None,
        files=_files(figure, plan, raster),
        tables=_tables(figure, job.key) if Format.PARQUET in plan.formats else {},
        chart_types=tuple(str(chart.chart_type or "unknown type") for chart in figure.charts),
        issues=tuple(codes),
        timings_ms=dict(figure.timings_ms),
    )


def _files(figure: Figure, plan: OutputPlan, raster: Raster | None) -> dict[str, bytes]:
    files: dict[str, bytes] = {}
    if Format.JSON in plan.formats:
        files[".json"] = figure.to_json().encode("utf-8")
    if Format.CSV in plan.formats:
        files[".csv"] = long_csv(figure).encode("utf-8")
    if plan.overlay and raster is not None:
        files[OVERLAY_SUFFIX] = figure.overlay(raster)
    return files


def _tables(figure: Figure, key: str) -> dict[str, bytes]:
    from sie.io.dataset import pack_rows
    from sie.io.rows import figure_rows

    return pack_rows(figure_rows(figure, source=key))


def what_lacks(figure: Figure) -> str | None:
    """What a figure should hold after its stage and does not, with the reasons; None where it is as it should be."""
    if figure.stage is not Stage.TEXT and not figure.charts:
        return "no chart found"
    if figure.stage is not Stage.VALUES or any(series.points for chart in figure.charts for series in chart.series):
        return None
    wordless = figure.text is not None and not figure.text.blocks  # shapes without a word: a photograph, say
    if wordless or all(chart.chart_type is None for chart in figure.charts):
        return f"no chart found: {_reasons(figure)}"
    return f"no values could be read: {_reasons(figure)}"


def _reasons(figure: Figure) -> str:
    messages = [issue.message for chart in figure.charts for issue in chart.issues]
    return "; ".join(dict.fromkeys(messages)) or "no marks were found"


def read_figure(job: Job, *, options: Options, until: Stage = Stage.VALUES) -> tuple[Figure, Result]:
    """One picture's figure in this process, and its result; nothing is written.

    Raises:
        SieError: it cannot be read.
    """
    raster = load_image(job.source, options=options.image)
    figure = extract_raster(raster, options=options, models=Models(options), until=until, path=str(job.source))
    lack = what_lacks(figure)
    return figure, Result(job, raster.sha256, problem=f"{job.source}: {lack}" if lack else None)


__all__ = ["EngineReader", "Reader", "SieError", "Task", "make_reader", "pack", "read_figure", "read_job", "what_lacks"]
