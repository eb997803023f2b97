"""Many pictures, one after another: each is read, written and reported by itself, so that one cannot hurt the rest."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from sie.errors import SieError
from sie.figure import Figure
from sie.io.dataset import write_part
from sie.io.images import load_image
from sie.io.outputs import long_csv, write_bytes
from sie.io.rows import figure_rows
from sie.options import Options
from sie.pipeline import Models, extract_raster
from sie.sources import OVERLAY_SUFFIX, Job
from sie.vocab import Stage


class Format(StrEnum):
    """The forms in which results are written."""

    JSON = "json"
    CSV = "csv"
    PARQUET = "parquet"


@dataclass(frozen=True)
class Outcome:
    """What became of one picture: a figure, or the reason why there is none."""

    job: Job
    figure: Figure | None
    problem: str | None = None

    @property
    def good(self) -> bool:
        """Whether the picture was read, holds a chart and its results are written."""
        return self.problem is None


@dataclass(frozen=True)
class OutputPlan:
    """Where results go and in which forms."""

    folder: Path | None
    formats: tuple[Format, ...] = (Format.JSON, Format.CSV)
    overlay: bool = False


def run_jobs(
    jobs: Sequence[Job], plan: OutputPlan, *, options: Options, models: Models, until: Stage = Stage.VALUES
) -> Iterator[Outcome]:
    """The outcome of each job, as it is done."""
    for job in jobs:
        yield run_job(job, plan, options=options, models=models, until=until)


def run_job(job: Job, plan: OutputPlan, *, options: Options, models: Models, until: Stage = Stage.VALUES) -> Outcome:
    """Read one picture and write its results; what goes wrong becomes the outcome's problem."""
    try:
        raster = load_image(job.source, options=options.image)
        figure = extract_raster(raster, options=options, models=models, until=until, path=str(job.source))
    except SieError as error:
        return Outcome(job, None, str(error))
    except (ValueError, ArithmeticError, LookupError, TypeError, MemoryError, RuntimeError) as error:
        # a fault of ours on one picture must not lose the others; it is named, not hidden
        return Outcome(job, None, f"{job.source}: internal error: {type(error).__name__}: {error}")
    try:
        if plan.folder is not None:
            write_results(
                figure, plan.folder / job.stem, plan, overlay=figure.overlay(raster) if plan.overlay else None
            )
            if Format.PARQUET in plan.formats:
                write_part(plan.folder, part_name(job), figure_rows(figure, source=job.key))
    except SieError as error:
        return Outcome(job, figure, str(error))
    if until in (Stage.STRUCTURE, Stage.ELEMENTS, Stage.VALUES) and not figure.charts:
        return Outcome(job, figure, f"{job.source}: no chart found")
    if until is Stage.VALUES and not any(series.points for chart in figure.charts for series in chart.series):
        return Outcome(job, figure, f"{job.source}: no values could be read: {_reasons(figure)}")
    return Outcome(job, figure)


def part_name(job: Job) -> str:
    """The name of a picture's part of a dataset: its key's hash, so that a second run replaces it."""
    return hashlib.sha256(job.key.encode("utf-8")).hexdigest()[:24]


def _reasons(figure: Figure) -> str:
    messages = [issue.message for chart in figure.charts for issue in chart.issues]
    return "; ".join(dict.fromkeys(messages)) or "no marks were found"


def write_results(figure: Figure, stem: Path, plan: OutputPlan, *, overlay: bytes | None) -> None:
    """Write a figure's files beside each other.

    Raises:
        OutputError: a file cannot be written.
    """
    if Format.JSON in plan.formats:
        write_bytes(stem.with_name(stem.name + ".json"), figure.to_json().encode("utf-8"))
    if Format.CSV in plan.formats:
        write_bytes(stem.with_name(stem.name + ".csv"), long_csv(figure).encode("utf-8"))
    if overlay is not None:
        write_bytes(stem.with_name(stem.name + OVERLAY_SUFFIX), overlay)
