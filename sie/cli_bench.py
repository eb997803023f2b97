"""The commands `sie bench ...` and `sie qa ...`: a thin skin, as thin as `sie.cli`, which they belong to."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Protocol, TypeVar

import typer

from sie.cli_paths import named, there
from sie.errors import UsageError
from sie.vocab import Engine

if TYPE_CHECKING:
    from qa.bench.commands import Setting

Choice = TypeVar("Choice", bound=str)

bench = typer.Typer(no_args_is_help=True, help="Measure extraction and question answering; see `sie bench COMMAND -h`.")
questions_app = typer.Typer(no_args_is_help=True, help="Questions about charts whose values are known.")

OptionsFile = Annotated[Path | None, typer.Option("--options", help="TOML file of options.", callback=there)]
OcrChoice = Annotated[Engine | None, typer.Option("--ocr", help="Text engine.")]
GoldDir = Annotated[
    Path, typer.Argument(metavar="GOLD_DIR", help="Folder of <id>.json with their pictures.", callback=there)
]
ReportDir = Annotated[
    Path | None,
    typer.Option(
        "-o",
        "--out",
        parser=named,
        metavar="PATH",
        help="Folder for the report; a run goes on there where it stopped.",
    ),
]
FiguresDir = Annotated[
    Path | None,
    typer.Option("--figures", help="Saved figures <id>.json, taken instead of reading the pictures.", callback=there),
]
From = Annotated[str, typer.Option("--from", help="pixels: the pictures are read; gold: the tables are given.")]
Split = Annotated[str, typer.Option("--split", help="Which part of the data set.")]


@bench.command("charts")
def bench_charts_command(
    gold: GoldDir,
    out: ReportDir = None,
    figures: FiguresDir = None,
    ocr: OcrChoice = None,
    options_file: OptionsFile = None,
) -> None:
    """Read the pictures of gold charts and score their tables, by chart type."""
    from qa.bench.commands import bench_charts

    with _qa_errors():
        _show(bench_charts(gold, _setting(out, figures, options_file, ocr)), out)


@bench.command("qa")
def bench_qa_command(
    gold: GoldDir,
    out: ReportDir = None,
    source: From = "pixels",
    sampling: Annotated[
        str | None, typer.Option("--sampling", help="S1 (all) to S5 (150 a template and chart); default S1, pixels S5.")
    ] = None,
    seed: Annotated[int, typer.Option("--seed", help="Draws thresholds and samples.")] = 0,
    least: Annotated[
        int | None, typer.Option("--least", min=0, help="K of S2 and S4; default the lowest tenth.")
    ] = None,
    most: Annotated[
        int | None, typer.Option("--most", min=0, help="L of S3 and S4; default the highest tenth.")
    ] = None,
    flat: Annotated[int, typer.Option("--flat", min=1, help="Questions a template and chart of S5.")] = 150,
    rule: Annotated[str, typer.Option("--rule", help="corrected or published.")] = "corrected",
    free: Annotated[bool, typer.Option("--free", help="Send what is no published form to the free parser.")] = False,
    chains: Annotated[
        int | None,
        typer.Option("--chains", min=1, help="Judge the premises of so many questions a template and chart."),
    ] = None,
    figures: FiguresDir = None,
    ocr: OcrChoice = None,
    options_file: OptionsFile = None,
) -> None:
    """Make questions about gold charts, answer them from their words, and score the answers."""
    from qa.bench.commands import bench_qa
    from qa.bench.run_qa import QaPlan
    from qa.bench.samplings import Sampling, Thresholds
    from qa.bench.scoring import Rule

    pixels = _from_pixels(source)
    chosen = _one_of(sampling or ("S5" if pixels else "S1"), list(Sampling), "--sampling")
    scored = _one_of(rule, [Rule.CORRECTED, Rule.PUBLISHED], "--rule")
    plan = QaPlan(chosen, Thresholds(least, most, flat, seed), scored, free, chains)
    with _qa_errors():
        _show(bench_qa(gold, plan, _setting(out, figures, options_file, ocr), pixels=pixels), out)


@bench.command("realcqa")
def bench_realcqa_command(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="Folder with images, json, qa.", callback=there)],
    out: ReportDir = None,
    split: Split = "test",
    source: From = "pixels",
    free: Annotated[bool, typer.Option("--free", help="Send what is no published form to the free parser.")] = False,
    figures: FiguresDir = None,
    ocr: OcrChoice = None,
    options_file: OptionsFile = None,
) -> None:
    """Answer the questions of a RealCQA folder and show the scores beside the published systems."""
    from qa.bench.commands import bench_realcqa

    setting = _setting(out, figures, options_file, ocr)
    with _qa_errors():
        _show(bench_realcqa(folder, setting, split=split, pixels=_from_pixels(source), free=free), out)


@bench.command("chartqa")
def bench_chartqa_command(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="ChartQA folder.", callback=there)],
    out: ReportDir = None,
    split: Split = "test",
    figures: FiguresDir = None,
    options_file: OptionsFile = None,
) -> None:
    """Answer the questions of a ChartQA folder from its pictures; relaxed accuracy."""
    from qa.bench.commands import bench_other

    with _qa_errors():
        _show(bench_other(folder, _setting(out, figures, options_file, None), layout="ChartQA", split=split), out)


@bench.command("plotqa")
def bench_plotqa_command(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="PlotQA folder.", callback=there)],
    out: ReportDir = None,
    split: Split = "test",
    figures: FiguresDir = None,
    options_file: OptionsFile = None,
) -> None:
    """Answer the questions of a PlotQA folder from its pictures; PlotQA's accuracy."""
    from qa.bench.commands import bench_other

    with _qa_errors():
        _show(bench_other(folder, _setting(out, figures, options_file, None), layout="PlotQA", split=split), out)


@bench.command("score")
def bench_score_command(
    truth: Annotated[
        Path, typer.Argument(metavar="TRUTH", help="RealCQA folder, or file of entries with answers.", callback=there)
    ],
    predictions: Annotated[
        Path, typer.Argument(metavar="PREDICTIONS", help="Entries of qa_id, predicted_answer.", callback=there)
    ],
    rule: Annotated[str, typer.Option("--rule", help="corrected, published, relaxed or plotqa.")] = "corrected",
    out: ReportDir = None,
) -> None:
    """Score a file of predictions and show its row beside the published systems."""
    from qa.bench.commands import bench_score
    from qa.bench.scoring import Rule

    scored = _one_of(rule, list(Rule), "--rule")
    with _qa_errors():
        _show(bench_score(truth, predictions, _setting(out, None, None, None), rule=scored), out)


@bench.command("chains")
def bench_chains_command(
    truth: Annotated[Path, typer.Argument(metavar="TRUTH", help="Folder or file of premise chains.", callback=there)],
    verdicts: Annotated[
        Path, typer.Argument(metavar="PREDICTIONS", help="Entries of id, predicted: yes or no.", callback=there)
    ],
    out: ReportDir = None,
) -> None:
    """Score verdicts on the premises that `sie qa generate --chains` wrote."""
    from qa.bench.commands import bench_chains

    with _qa_errors():
        _show(bench_chains(truth, verdicts, _setting(out, None, None, None)), out)


@questions_app.command("generate")
def generate_command(
    gold: GoldDir,
    out: Annotated[
        Path, typer.Option("-o", "--out", parser=named, metavar="PATH", help="Folder for images, json, qa and logic.")
    ],
    seed: Annotated[int, typer.Option("--seed", help="Draws thresholds and samples.")] = 0,
    flat: Annotated[int | None, typer.Option("--flat", min=1, help="At most so many a template and chart.")] = None,
    published: Annotated[
        bool, typer.Option("--published-mistakes", help="Answer as the published generator did, mistakes included.")
    ] = False,
    logic: Annotated[bool, typer.Option("--logic/--no-logic", help="Formulas and models of binary questions.")] = True,
    chains: Annotated[bool, typer.Option("--chains", help="Write the premises of each question too.")] = False,
    false_premises: Annotated[
        float, typer.Option("--false-premises", min=0, max=1, help="Part of the premises that is made false.")
    ] = 0.5,
) -> None:
    """Write every question of the 240 templates about gold charts, in the RealCQA layout."""
    from qa.generation.commands import generate

    with _qa_errors():
        done = generate(
            gold,
            out,
            seed=seed,
            flat=flat,
            published=published,
            logic=logic,
            false_premises=false_premises if chains else None,
            say=_progress,
        )
        _show(done, None)


class _Shown(Protocol):
    @property
    def text(self) -> str: ...
    @property
    def problems(self) -> tuple[str, ...]: ...
    @property
    def code(self) -> int: ...


_SHOWN_PROBLEMS = 20


def _show(result: _Shown, out: Path | None) -> None:
    """Print a report, or where it lies; its problems one a line; and end with its exit code."""
    typer.echo(result.text if out is None else str(out / "report.html"))
    for problem in result.problems[:_SHOWN_PROBLEMS]:
        typer.echo(f"sie: {' '.join(problem.split())}", err=True)
    if len(result.problems) > _SHOWN_PROBLEMS:
        typer.echo(f"sie: {len(result.problems) - _SHOWN_PROBLEMS} more problems", err=True)
    raise typer.Exit(result.code)


def _setting(out: Path | None, figures: Path | None, options_file: Path | None, ocr: Engine | None) -> Setting:
    from qa.bench.commands import Setting
    from sie.cli import extractor, provenance_of

    command = shlex.join(["sie", *sys.argv[1:]])
    return Setting(
        command, out, figures, extractor(options_file, ocr), lambda: provenance_of(options_file, ocr), _progress
    )


def _progress(line: str) -> None:
    if sys.stderr.isatty():
        typer.echo(f"sie: {line}", err=True)


def _from_pixels(source: str) -> bool:
    return _one_of(source, ["pixels", "gold"], "--from") == "pixels"


def _one_of(name: str, choices: Sequence[Choice], option: str) -> Choice:
    """The choice of a name, whatever its case."""
    for choice in choices:
        if str(choice).casefold() == name.casefold():
            return choice
    raise UsageError(f"{option}: expected one of {', '.join(map(str, choices))}, got {name!r}")


@contextmanager
def _qa_errors() -> Iterator[None]:
    from sie.cli import qa_errors

    with qa_errors():
        yield
