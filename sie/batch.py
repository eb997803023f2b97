"""Many pictures, one after another: each is read, written and reported by itself, so that one cannot hurt the rest."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path

from sie.artifacts import Raster
from sie.errors import OutputError, SieError
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
    """Where results go and in which forms; `keep` are the pictures themselves, never to be written over."""

    folder: Path | None
    formats: tuple[Format, ...] = (Format.JSON, Format.CSV)
    overlay: bool = False
    keep: frozenset[str] = frozenset()


def run_jobs(
    jobs: Sequence[Job], plan: OutputPlan, *, options: Options, models: Models, until: Stage = Stage.VALUES
) -> Iterator[Outcome]:
    """The outcome of each job, as it is done."""
    plan = replace(plan, keep=frozenset(os.path.realpath(job.source) for job in jobs))
    for job in jobs:
        yield run_job(job, plan, options=options, models=models, until=until)


def run_job(job: Job, plan: OutputPlan, *, options: Options, models: Models, until: Stage = Stage.VALUES) -> Outcome:
    """Read one picture and write its results; what goes wrong becomes the outcome's problem."""
    try:
        raster = load_image(job.source, options=options.image)
        figure = extract_raster(raster, options=options, models=models, until=until, path=str(job.source))
    except SieError as error:
        return Outcome(job, None, str(error))
    except Exception as error:  # noqa: BLE001 - one picture's fault must not lose the others; it is named, not hidden
        return Outcome(job, None, _internal(job, error))
    try:
        if plan.folder is not None:
            write_results(figure, plan.folder / job.stem, plan, key=job.key, raster=raster)
    except SieError as error:
        return Outcome(job, figure, str(error))
    except Exception as error:  # noqa: BLE001 - as above
        return Outcome(job, figure, _internal(job, error))
    lack = what_lacks(figure)
    return Outcome(job, figure, f"{job.source}: {lack}" if lack else None)


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


def _internal(job: Job, error: Exception) -> str:
    return f"{job.source}: internal error: {type(error).__name__}: {error}"


def part_name(key: str) -> str:
    """The name of a picture's part of a dataset: its key's hash, so that a second run replaces it."""
    return hashlib.sha256(key.encode("utf-8")).hexdigest()[:24]


def _reasons(figure: Figure) -> str:
    messages = [issue.message for chart in figure.charts for issue in chart.issues]
    return "; ".join(dict.fromkeys(messages)) or "no marks were found"


def write_results(figure: Figure, stem: Path, plan: OutputPlan, *, key: str, raster: Raster | None) -> None:
    """Write a figure's files beside each other, its part of the dataset, and its overlay where there is a picture.

    Raises:
        OutputError: a file cannot be written.
    """
    if Format.JSON in plan.formats:
        _write(stem, ".json", figure.to_json().encode("utf-8"), plan)
    if Format.CSV in plan.formats:
        _write(stem, ".csv", long_csv(figure).encode("utf-8"), plan)
    if Format.PARQUET in plan.formats and plan.folder is not None:
        write_part(plan.folder, part_name(key), figure_rows(figure, source=key))
    if plan.overlay and raster is not None:
        _write(stem, OVERLAY_SUFFIX, figure.overlay(raster), plan)


def _write(stem: Path, ending: str, data: bytes, plan: OutputPlan) -> None:
    path = stem.with_name(stem.name + ending)
    if os.path.realpath(path) in plan.keep:
        raise OutputError(f"{path}: not written: it is one of the pictures; name another folder with -o")
    write_bytes(path, data)
