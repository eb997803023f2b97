"""What the command line does, as plain functions: they print results and return exit codes."""

from __future__ import annotations

import os
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from sie.artifacts import FIVE, Chart, DataPoint, Raster
from sie.batch import Format, Outcome, OutputPlan, part_name, run_jobs, what_lacks, write_results
from sie.errors import FigureError, ImageError, SieError, UsageError
from sie.figure import Figure, load_figure
from sie.io.images import load_image
from sie.io.outputs import write_bytes
from sie.options import Options
from sie.pipeline import Models, resume
from sie.sources import OVERLAY_SUFFIX, plan_jobs
from sie.vocab import Stage

EXIT_GOOD, EXIT_SOME_FAILED, EXIT_USAGE, EXIT_INTERRUPTED = 0, 1, 2, 130
_SHOWN_POINTS = 40
"""A printed table shows this many rows of a series; the files have all."""


def extract_sources(
    sources: Sequence[Path],
    out: Path | None,
    formats: tuple[Format, ...],
    *,
    overlay: bool,
    until: Stage,
    options: Options,
) -> int:
    """Read all pictures; print or write their tables; return the exit code.

    Raises:
        UsageError: a source is missing, there is nothing to read, or several pictures have nowhere to go.
    """
    jobs = plan_jobs(sources, out=out)
    if not jobs:
        raise UsageError(f"no pictures in {', '.join(map(str, sources))}")
    if out is None and (len(jobs) > 1 or overlay):
        raise UsageError("name a folder for the results with -o")
    plan = OutputPlan(out, formats, overlay)
    models = Models(options)
    done: list[Outcome] = []
    try:
        for outcome in _with_progress(run_jobs(jobs, plan, options=options, models=models, until=until), len(jobs)):
            done.append(outcome)
            if outcome.problem is not None:
                _say(outcome.problem)
            if out is None and outcome.figure is not None:
                print_figure(outcome.figure)
    except KeyboardInterrupt:
        _summarize(done, len(jobs), interrupted=True)
        return EXIT_INTERRUPTED
    if out is not None:
        _summarize(done, len(jobs), interrupted=False)
    return EXIT_GOOD if all(outcome.good for outcome in done) else EXIT_SOME_FAILED


def _with_progress(outcomes: Iterable[Outcome], total: int) -> Iterator[Outcome]:
    console = Console(stderr=True)
    if total == 1 or not console.is_terminal:
        yield from outcomes
        return
    columns = (TextColumn("reading"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True) as progress:
        task = progress.add_task("reading", total=total)
        for outcome in outcomes:
            yield outcome
            progress.advance(task)


def _say(message: str) -> None:
    sys.stderr.write(f"sie: {' '.join(message.split())}\n")


def _summarize(done: Sequence[Outcome], total: int, *, interrupted: bool) -> None:
    types = Counter(
        str(chart.chart_type or "unknown type") for one in done if one.figure is not None for chart in one.figure.charts
    )
    failed = sum(not one.good for one in done)
    kinds = ", ".join(f"{count} {name}" for name, count in types.most_common())
    stopped = f"stopped after {len(done)} of " if interrupted else ""
    charts = f"; charts: {kinds}" if kinds else ""
    _say(f"{stopped}{total} picture{'s' * (total != 1)}: {len(done) - failed} good, {failed} with problems{charts}")


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
            write_results(figure, out / path.name.removesuffix(".json"), plan, key=_key(picture, out), raster=raster)
    if out is None:
        print_figure(figure)
    lack = what_lacks(figure)
    if lack is not None:
        _say(f"{path}: {lack}")
    return EXIT_GOOD if lack is None else EXIT_SOME_FAILED


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


def _key(picture: Path, out: Path) -> str:
    """The key under which a picture is in a dataset already, else its name."""
    tails = [str(Path(*picture.parts[i:])) for i in range(len(picture.parts))]
    stored = [tail for tail in tails if (out / "charts" / f"part-{part_name(tail)}.parquet").is_file()]
    return stored[0] if stored else picture.name


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
        console.print(chart_table(chart))
        for issue in chart.issues:
            console.print(f"  note ({issue.stage}): {issue.message}", markup=False, highlight=False)
    if not figure.charts and figure.text is not None:
        for block in figure.text.blocks:
            console.print(block.text, markup=False, highlight=False)
    for issue in figure.issues:
        console.print(f"note ({issue.stage}): {issue.message}", markup=False, highlight=False)


def chart_table(chart: Chart) -> Table:
    """A table of a chart's points for the terminal."""
    heading = " · ".join(str(part) for part in (chart.id, chart.chart_type, chart.title) if part)
    boxes = any(point.median is not None for series in chart.series for point in series.points)
    table = Table(title=Text(heading), title_justify="left")  # Text: brackets in what was read are no markup
    table.add_column("series")
    table.add_column(Text(chart.x_title or "x"))
    for name in FIVE if boxes else (chart.y_title or "y",):
        table.add_column(Text(name), justify="right")
    table.add_column("±", justify="right")
    for series in chart.series:
        for point in series.points[:_SHOWN_POINTS]:
            cells = (series.name or "", _shown(point.x), *_values(point, boxes=boxes), _sigma(point))
            table.add_row(*map(Text, cells))
        hidden = len(series.points) - _SHOWN_POINTS
        if hidden > 0:
            table.add_row(Text(series.name or ""), f"... {hidden} more", "", "")
    return table


def _values(point: DataPoint, *, boxes: bool) -> list[str]:
    return [_shown(getattr(point, name)) for name in FIVE] if boxes else [_shown(point.y)]


def _sigma(point: DataPoint) -> str:
    sigma = point.sigma.get("median") if isinstance(point.sigma, dict) else point.sigma
    return "" if sigma is None else f"{sigma:.2g}"


def _shown(value: float | str | None) -> str:
    return "" if value is None else value if isinstance(value, str) else f"{value:.6g}"
