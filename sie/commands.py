"""What the command line does, as plain functions: they print results and return exit codes."""

from __future__ import annotations

import hashlib
import os
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass, replace
from pathlib import Path

from rich.console import Console
from rich.table import Table
from rich.text import Text

from sie.artifacts import FIVE, Chart, DataPoint, Raster
from sie.batch import (
    Engine,
    Format,
    OutputPlan,
    Pool,
    PoolSettings,
    Stop,
    Store,
    Task,
    read_figure,
    recipe_facts,
    run_batch,
    what_lacks,
)
from sie.batch.guard import refuse_foreign_files
from sie.batch.here import Here
from sie.batch.one import pack
from sie.batch.pool import available_cores, share_of_memory, threads_per_worker
from sie.batch.report import Report, say
from sie.engines.settings import ClusterSettings
from sie.errors import FigureError, ImageError, OutputError, SieError, UsageError
from sie.figure import Figure, load_figure
from sie.io.dataset import is_dataset
from sie.io.digits import shortened
from sie.io.images import load_image
from sie.io.outputs import make_folder, write_bytes
from sie.options import Options
from sie.pipeline import Models, resume
from sie.sources import OVERLAY_SUFFIX, Job, JobList, plan_jobs
from sie.vocab import Stage

EXIT_GOOD, EXIT_SOME_FAILED, EXIT_INTERRUPTED = 0, 1, 130
RENEWED_ABOVE = 1_200 * 10**6
"""Bytes that a worker without the second text engine holds after a picture before a new one takes its place."""
_SHOWN_POINTS = 40
"""A printed table shows this many rows of a series; the files have all."""


@dataclass(frozen=True)
class Running:
    """How many pictures are read.

    Attributes:
        workers: processes; with Ray the most actors, 0 for as many as there is room for.
        timeout: seconds that a picture may take, by default `PoolSettings.timeout`.
        memory: MiB that a worker may hold, by default its share of four fifths of the machine.
        log: file for one JSON line a picture.
        again: read pictures too that are done.
        retry_failed: read pictures again that failed in an earlier run.
        cluster: read them on a Ray cluster, not in processes here.
    """

    workers: int = 1
    timeout: float | None = None
    memory: int | None = None
    log: Path | None = None
    again: bool = False
    retry_failed: bool = False
    cluster: ClusterSettings | None = None


def extract_sources(
    sources: Sequence[Path],
    out: Path | None,
    formats: tuple[Format, ...],
    *,
    overlay: bool,
    until: Stage,
    options: Options,
    running: Running = Running(),
) -> int:
    """Read all pictures; print or write their tables; return the exit code.

    Raises:
        UsageError: a source is missing, there is nothing to read, several pictures have nowhere to go, or a result
            would be written over a file of the user's own.
    """
    jobs = plan_jobs(sources, out=out)
    if not jobs:
        raise UsageError(f"no pictures in {', '.join(map(str, sources))}")
    if out is not None:
        keep = frozenset(os.path.realpath(source) for source in sources if not os.path.isdir(source))
        return _extract_batch(jobs, OutputPlan(out, formats, overlay, keep), until, options, running)
    if len(jobs) > 1 or overlay:
        raise UsageError("name a folder for the results with -o")
    figure, result = read_figure(jobs[0], options=options, until=until)
    if result.problem is not None:
        say(result.problem)
    print_figure(figure)
    return EXIT_GOOD if result.good else EXIT_SOME_FAILED


def _extract_batch(jobs: JobList, plan: OutputPlan, until: Stage, options: Options, running: Running) -> int:
    """Read pictures into a folder; Ctrl-C ends it early with all that is done kept."""
    make_folder(plan.folder)
    refuse_foreign_files(jobs, plan)
    options = batch_options(options, running)
    task = Task(options, plan, until)
    with (
        Stop() as stopped,
        Store(plan, recipe_facts(options, until)) as store,
        Report(len(jobs), log=running.log) as report,
        _engine(jobs, task, running) as engine,
    ):
        if store.damaged:
            say(f"{plan.folder}: of {store.damaged} pictures the rows are damaged or missing; they are read again")
        run_batch(
            jobs, store, engine, seen=report, stopped=stopped, again=running.again, retry_failed=running.retry_failed
        )
    report.summarize(interrupted=stopped())
    if stopped():
        return EXIT_INTERRUPTED
    return EXIT_GOOD if report.bad == 0 else EXIT_SOME_FAILED


def read_pictures(folder: Path, kept: Path | None, options: Options, running: Running) -> Path:
    """The dataset of a folder of pictures, kept below a folder of datasets; what is there already is not read again.

    A folder that is a dataset itself is given back.

    Raises:
        UsageError: there is no picture, or nowhere to keep a dataset.
    """
    if is_dataset(folder):
        return folder
    if kept is None:
        raise UsageError("no home folder to keep what is read: use `sie extract FOLDER -o OUT --format parquet` first")
    out = kept / hashlib.sha256(os.path.realpath(folder).encode("utf-8", "surrogateescape")).hexdigest()[:24]
    code = extract_sources(
        [folder], out, (Format.PARQUET,), overlay=False, until=Stage.VALUES, options=options, running=running
    )
    if code == EXIT_INTERRUPTED:
        raise SieError("stopped while the pictures were read; what was read is kept")
    return out


def batch_options(options: Options, running: Running) -> Options:
    """The options as they hold for several processes: each with its share of the cores and, unless they say otherwise,
    without the second text engine, whose framework would double the memory of each.
    """
    if running.workers == 1 and running.cluster is None:
        return options
    changes: dict[str, object] = {"threads": threads_per_worker(running.workers) if running.cluster is None else 1}
    if "second_opinion" not in options.text.model_fields_set:
        changes["second_opinion"] = False
    return options.model_copy(update={"text": options.text.model_copy(update=changes)})


def _engine(jobs: JobList, task: Task, running: Running) -> AbstractContextManager[Engine]:
    workers = min(running.workers, len(jobs))
    sharing = workers if running.cluster is None else available_cores()
    memory = running.memory * 2**20 if running.memory is not None else share_of_memory(sharing)
    renewed = None if task.options.text.second_opinion else RENEWED_ABOVE
    plain = PoolSettings(workers, task.options.text.threads, memory=memory, renewed_above=renewed)
    settings = plain if running.timeout is None else replace(plain, timeout=running.timeout)
    if running.cluster is not None:
        from sie.engines.ray import RayEngine

        return RayEngine(task, settings, running.cluster)
    if len(jobs) == 1 and running.timeout is None and running.memory is None:
        return nullcontext(Here(task))
    return Pool(task, settings)


def resume_figure(
    path: Path, out: Path | None, formats: tuple[Format, ...], *, overlay: bool, until: Stage, options: Options
) -> int:
    """Go on from a saved figure; print or write the result, under the saved figure's name; return the exit code."""
    if out is None and overlay:
        raise UsageError("name a folder for the results with -o")
    with _named(path):
        figure = resume(load_figure(path), options=options, models=Models(options), until=until)
        if out is not None:
            picture = Path(figure.image.path)
            raster = _same_picture(figure, path, options) if overlay else None
            plan = OutputPlan(out, formats, overlay, frozenset([os.path.realpath(picture)]))
            _store_figure(figure, picture, path.name.removesuffix(".json"), plan, raster, until, options)
    if out is None:
        print_figure(figure)
    lack = what_lacks(figure)
    if lack is not None:
        say(f"{path}: {lack}")
    return EXIT_GOOD if lack is None else EXIT_SOME_FAILED


def _store_figure(
    figure: Figure, picture: Path, name: str, plan: OutputPlan, raster: Raster | None, until: Stage, options: Options
) -> None:
    """Put a figure into a folder, in place of what is there of its picture.

    Raises:
        OutputError: it cannot be written.
    """
    make_folder(plan.folder)
    with Store(plan, recipe_facts(options, until)) as store:
        tails = [str(Path(*picture.parts[i:])) for i in range(len(picture.parts))]
        key = next((tail for tail in tails if store.manifest.entry(tail) is not None), picture.name)
        hindrance = store.add(pack(Job(picture, Path(name), key), figure, plan, raster=raster))
    if hindrance is not None:
        raise OutputError(hindrance)


@contextmanager
def _named(path: Path) -> Iterator[None]:
    """What a figure edited by hand can upset beyond its schema is an error of the figure."""
    try:
        yield
    except FigureError as error:
        if str(path) in str(error):
            raise
        raise FigureError(f"{path}: {error}") from error
    except (SieError, BrokenPipeError):
        raise
    except Exception as error:
        raise FigureError(f"{path}: cannot be worked with: {type(error).__name__}: {error}") from error


def _same_picture(figure: Figure, path: Path, options: Options) -> Raster:
    raster = load_image(Path(figure.image.path), options=options.image)
    if raster.sha256 != figure.image.sha256:
        raise ImageError(f"{figure.image.path}: not the picture that {path} was read from (its content has changed)")
    return raster


def draw_saved(path: Path, out: Path | None) -> Path:
    """Draw a saved figure's overlay and return where it was written.

    Raises:
        FigureError: the file is no figure.
        ImageError: the figure's picture is gone or is another one.
        UsageError: the drawing would be written over the picture or the figure.
    """
    figure = load_figure(path)
    target = out or path.with_name(path.stem + OVERLAY_SUFFIX)
    with _named(path):
        if os.path.realpath(target) in (os.path.realpath(path), os.path.realpath(figure.image.path)):
            raise UsageError(f"-o {target}: would be written over what it is drawn from")
        write_bytes(target, figure.overlay(_same_picture(figure, path, Options())))
    return target


def print_figure(figure: Figure) -> None:
    """Print a readable table for each chart of a figure, and its issues."""
    console = Console()
    for chart in figure.charts:
        if figure.stage is Stage.VALUES:
            console.print(chart_table(shortened(chart)))
        else:
            console.print(unfinished_chart(chart, figure.stage), markup=False, highlight=False)
        for issue in chart.issues:
            console.print(f"  note ({issue.stage}): {issue.message}", markup=False, highlight=False)
    if not figure.charts and figure.text is not None:
        for block in figure.text.blocks:
            console.print(block.text, markup=False, highlight=False)
    for issue in figure.issues:
        console.print(f"note ({issue.stage}): {issue.message}", markup=False, highlight=False)


def unfinished_chart(chart: Chart, stage: Stage) -> str:
    """What is known of a chart that has no values yet, one line a thing."""
    lines = [_heading(chart) + f" (stopped after {stage})"]
    for axis in chart.structure.axes if chart.structure else ():
        ticks = ", ".join(_shown(tick.value) for tick in axis.ticks if tick.value is not None)
        lines.append(f"  {axis.direction} axis, {axis.scale}: {ticks}")
    legend = chart.structure.legend if chart.structure else None
    if legend is not None and legend.entries:
        lines.append("  legend: " + ", ".join(entry.label for entry in legend.entries))
    if chart.elements is not None:
        counts = Counter(str(element.kind) for element in chart.elements.elements)
        lines.append("  marks: " + (", ".join(f"{n} {kind}" for kind, n in counts.items()) or "none"))
    return "\n".join(lines)


def _heading(chart: Chart) -> str:
    return " · ".join(str(part) for part in (chart.id, chart.chart_type, chart.title) if part)


def chart_table(chart: Chart) -> Table:
    """A table of a chart's points for the terminal."""
    boxes = any(point.median is not None for series in chart.series for point in series.points)
    table = Table(title=Text(_heading(chart)), title_justify="left")  # Text: brackets in what was read are no markup
    table.add_column("series")
    table.add_column(Text(chart.x_title or "x"))
    for name in FIVE if boxes else (chart.y_title or "y",):
        table.add_column(Text(name), justify="right")
    table.add_column("±", justify="right")
    for series in chart.series:
        for point in series.points[:_SHOWN_POINTS]:
            cells = (
                series.name or "",
                _shown(point.x),
                *_values(point, boxes=boxes),
                _sigma(point, relative=chart.sigma_rel),
            )
            table.add_row(*map(Text, cells))
        hidden = len(series.points) - _SHOWN_POINTS
        if hidden > 0:
            table.add_row(Text(series.name or ""), f"... {hidden} more", "", "")
    return table


def _values(point: DataPoint, *, boxes: bool) -> list[str]:
    return [_shown(getattr(point, name)) for name in FIVE] if boxes else [_shown(point.y)]


def _sigma(point: DataPoint, *, relative: bool) -> str:
    """A point's sigma in axis units, on a log axis in percent of the value."""
    sigma = point.sigma.get("median") if isinstance(point.sigma, dict) else point.sigma
    return "" if sigma is None else f"{100 * sigma:.2g} %" if relative else f"{sigma:.2g}"


def _shown(value: float | str | None) -> str:
    return "" if value is None else value if isinstance(value, str) else f"{value:.6g}"
