"""The command line: a thin skin that parses, calls the library and turns its errors into one line.

Nothing heavy is imported here: `sie --help` must start at once. `qa` is imported by this module alone, where it is
used.
"""

from __future__ import annotations

import io
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from typer.exceptions import TyperException

from sie.cli_bench import bench, questions_app
from sie.cli_paths import Out, all_there, named, there
from sie.errors import SieError, UsageError
from sie.vocab import BatchEngine, Device, Engine, Stage

if TYPE_CHECKING:
    from qa.loading import Extract
    from sie.batch import Format
    from sie.figure import Figure
    from sie.options import Options

app = typer.Typer(
    add_completion=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    help="Chart images in, data tables out; and answers to questions about them.",
)

app.add_typer(bench, name="bench")
app.add_typer(questions_app, name="qa")


def _show_version(wanted: bool) -> None:
    if wanted:
        from sie import __version__

        typer.echo(f"sie {__version__}")
        raise typer.Exit


@app.callback()
def _all_commands(
    version: Annotated[
        bool, typer.Option("--version", help="Print the version.", callback=_show_version, is_eager=True)
    ] = False,
) -> None:
    """Chart images in, data tables out; and answers to questions about them."""


Sources = Annotated[
    list[Path] | None,
    typer.Argument(metavar="SRC...", help="Pictures and folders of pictures.", callback=all_there),
]
OptionsFile = Annotated[Path | None, typer.Option("--options", help="TOML file of options.", callback=there)]
OcrChoice = Annotated[Engine | None, typer.Option("--ocr", help="Text engine.")]
DeviceChoice = Annotated[Device | None, typer.Option("--device", help="Where models run.")]


@app.command()
def extract(
    sources: Sources = None,
    out: Out = None,
    formats: Annotated[str, typer.Option("--format", help="Comma list of json, csv, parquet.")] = "json,csv",
    overlay: Annotated[bool, typer.Option("--overlay", help="Draw what was understood on each picture.")] = False,
    ocr: OcrChoice = None,
    device: DeviceChoice = None,
    until: Annotated[Stage, typer.Option("--until", help="Stop after this stage.")] = Stage.VALUES,
    resume_from: Annotated[
        Path | None, typer.Option("--from", help="Go on from a saved figure.", callback=there)
    ] = None,
    options_file: OptionsFile = None,
    workers: Annotated[
        int | None,
        typer.Option("--workers", min=1, help="Processes that read pictures; default 1, with Ray all cores."),
    ] = None,
    timeout: Annotated[
        float | None, typer.Option("--timeout", min=0.1, help="Seconds that a picture may take; default 120.")
    ] = None,
    memory: Annotated[
        int | None,
        typer.Option("--memory", min=1, help="MiB that a worker may hold; default its share of the machine."),
    ] = None,
    log: Annotated[Path | None, typer.Option("--log", help="File for one JSON line a picture.")] = None,
    again: Annotated[bool, typer.Option("--again", help="Read pictures too that are done.")] = False,
    retry_failed: Annotated[bool, typer.Option("--retry-failed", help="Read again what failed before.")] = False,
    engine: Annotated[BatchEngine, typer.Option("--engine", help="What runs a batch.")] = BatchEngine.PROCESS,
    ray_address: Annotated[
        str | None, typer.Option("--ray-address", help="Ray cluster; default one on this machine.")
    ] = None,
    ray_gpus: Annotated[float, typer.Option("--ray-gpus", min=0.0, help="GPUs of each Ray actor, may be < 1.")] = 0.0,
) -> None:
    """Read charts into tables."""
    from sie import commands
    from sie.engines.settings import ClusterSettings

    options = _options(options_file, ocr, device)
    cluster = ClusterSettings(ray_address, gpus=ray_gpus) if engine is BatchEngine.RAY else None
    if cluster is None and (ray_address is not None or ray_gpus):
        raise UsageError("--ray-address and --ray-gpus need --engine ray")
    running = commands.Running(
        workers or (1 if cluster is None else 0), timeout, memory, log, again, retry_failed, cluster
    )
    wanted = _formats(formats)
    if resume_from is not None:
        if sources:
            raise UsageError("--from goes on from one saved figure; leave out SRC")
        code = commands.resume_figure(resume_from, out, wanted, overlay=overlay, until=until, options=options)
    elif not sources:
        raise UsageError("nothing to read: name pictures or folders, or a saved figure with --from")
    else:
        code = commands.extract_sources(
            sources, out, wanted, overlay=overlay, until=until, options=options, running=running
        )
    raise typer.Exit(code)


@app.command("overlay")
def overlay_command(
    figure: Annotated[Path, typer.Argument(metavar="FIGURE_JSON", callback=there)],
    out: Annotated[
        Path | None,
        typer.Option("-o", "--out", parser=named, metavar="PATH", help="PNG to write; default beside the figure."),
    ] = None,
) -> None:
    """Draw a saved figure on its picture."""
    from sie import commands

    typer.echo(str(commands.draw_saved(figure, out)))


@app.command()
def detect(
    sources: Annotated[
        list[Path],
        typer.Argument(metavar="SRC...", help="Pictures and folders of pictures.", callback=all_there),
    ],
    out: Out = None,
    overlay: Annotated[bool, typer.Option("--overlay", help="Draw the boxes on each picture.")] = False,
    threshold: Annotated[
        float | None, typer.Option("--threshold", min=0.001, max=0.999, help="Lowest score; default each class' own.")
    ] = None,
    device: DeviceChoice = None,
    options_file: OptionsFile = None,
) -> None:
    """Write what the trained detector alone finds: class, bbox (x0, y0, x1, y1) and score of each box as JSON."""
    from sie.detect import detect_sources

    options = _options(options_file, None, device)
    raise typer.Exit(detect_sources(sources, out, overlay=overlay, threshold=threshold, options=options))


@app.command()
def doctor(options_file: OptionsFile = None) -> None:
    """Say what works here and what to do where something does not."""
    from sie import doctor as checks

    raise typer.Exit(checks.report(_options(options_file, None, None)))


@app.command("options")
def options_command(options_file: OptionsFile = None) -> None:
    """Print all options with the values in force."""
    typer.echo(_options(options_file, None, None).model_dump_json(indent=1))


@app.command()
def schema() -> None:
    """Print the JSON Schema of a figure file."""
    import json

    from sie.figure import figure_schema

    typer.echo(json.dumps(figure_schema(), indent=1))


@app.command()
def answer(
    source: Annotated[
        Path,
        typer.Argument(metavar="SRC", help="Picture, figure, annotation, table, folder or dataset.", callback=there),
    ],
    question: Annotated[str | None, typer.Argument(metavar="QUESTION", help="In plain words.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print everything as one JSON object.")] = False,
    sql: Annotated[bool, typer.Option("--sql", help="Show the SQL that found the answer.")] = False,
    explain: Annotated[bool, typer.Option("--explain", help="Show the reading, rows, pixels and SQL.")] = False,
    chart: Annotated[int | None, typer.Option("--chart", help="Ask this chart of the figure only, from 1.")] = None,
    questions: Annotated[
        Path | None, typer.Option("--questions", help="JSON lines of id, source, question.", callback=there)
    ] = None,
    out: Out = None,
    ocr: OcrChoice = None,
    device: DeviceChoice = None,
    workers: Annotated[
        int | None, typer.Option("--workers", min=1, help="Read a folder of pictures first, by so many processes.")
    ] = None,
    options_file: OptionsFile = None,
) -> None:
    """Answer a question about a chart, or a file of questions."""
    if (question is None) == (questions is None):
        raise UsageError("ask one QUESTION, or many with --questions")
    from qa.commands import Asked, answer_one

    if source.is_dir() and (workers is not None or device is Device.CUDA):
        from sie.commands import Running, read_pictures

        cache = _cache_folder()
        kept = cache.parent / "datasets" if cache is not None else None
        source = read_pictures(source, kept, _options(options_file, ocr, device), Running(workers or 1))
    with qa_errors():
        extract = extractor(options_file, ocr, device)
        if questions is not None:
            raise typer.Exit(_answer_file(source, questions, out, extract, explain=explain))
        text, good = answer_one(source, question or "", Asked(as_json, sql, explain, chart), extract=extract)
    typer.echo(text)
    raise typer.Exit(0 if good else 1)


def _answer_file(source: Path, questions: Path, out: Path | None, extract: Extract, *, explain: bool) -> int:
    """Answer a file of questions to a file, or to the terminal, as they come; 1 where some have no answer."""
    import json

    from qa.commands import answer_many, read_questions

    count = missing = 0
    encode = json.JSONEncoder(ensure_ascii=False).encode
    with _lines_to(out) as write:
        for record in answer_many(source, read_questions(questions), explain=explain, extract=extract):
            count += 1
            missing += record["refusal"] is not None
            write(encode(record) + "\n")
    if out is not None:
        typer.echo(f"{count} questions, {count - missing} answered, {missing} not: {out}", err=True)
    return 0 if missing == 0 else 1


@contextmanager
def _lines_to(out: Path | None) -> Iterator[Callable[[str], object]]:
    """What takes lines: a file that is there when all are written, or the terminal."""
    if out is None:
        yield lambda line: typer.echo(line, nl=False)
        return
    from sie.io.outputs import whole_file

    with whole_file(out) as file:
        yield lambda line: file.write(line.encode("utf-8"))


@app.command()
def templates(
    qid: Annotated[str | None, typer.Argument(metavar="[QID]", help="Show this one in full.")] = None,
    level: Annotated[str | None, typer.Option("--level", help="root, structure, retrieval or reasoning.")] = None,
    answer_type: Annotated[str | None, typer.Option("--answer-type", help="binary, numerical, string, ...")] = None,
) -> None:
    """List the question templates, or show one: wording, plan, SQL, first-order form, an example."""
    from qa.commands import list_templates, show_template

    with qa_errors():
        text = show_template(qid) if qid is not None else list_templates(level, answer_type)
    typer.echo(text)


@contextmanager
def qa_errors() -> Iterator[None]:
    """Errors of `qa` become ours, so that the command line ends with one line; an impossible question is wrong use."""
    from qa.errors import QaError
    from qa.parse.errors import QuestionError

    try:
        yield
    except QuestionError as error:
        raise UsageError(str(error)) from error
    except QaError as error:
        raise SieError(str(error)) from error


def extractor(options_file: Path | None, ocr: Engine | None, device: Device | None = None) -> Extract:
    """Reads a picture into a figure, unless the user's cache has it."""

    def extract(path: Path) -> Figure:
        import sie
        from sie.cache import cached_extraction

        options = _options(options_file, ocr, device)
        return cached_extraction(path, _cache_folder(), lambda picture: sie.extract(picture, options=options), options)

    return extract


def provenance_of(options_file: Path | None, ocr: Engine | None) -> dict[str, object]:
    """What `extractor` reads pictures with, as the provenance of its figures says it."""
    from sie.weights import weight_digests

    options = _options(options_file, ocr, None)
    return {"options": options.model_dump(mode="json"), "weights": weight_digests(options)}


def _cache_folder() -> Path | None:
    """Where extractions are kept; none where the user has no home."""
    import os

    base = os.environ.get("XDG_CACHE_HOME")
    if base:
        return Path(base) / "sie" / "figures"
    home = os.environ.get("HOME") or os.environ.get("USERPROFILE")
    return Path(home) / ".cache" / "sie" / "figures" if home else None


def _options(path: Path | None, ocr: Engine | None, device: Device | None) -> Options:
    from sie.options import Options, load_options

    options = load_options(path) if path is not None else Options()
    if ocr is not None:
        options = options.model_copy(update={"text": options.text.model_copy(update={"engine": ocr})})
    if device is not None:
        options = options.model_copy(update={"device": device})
    return options


def _formats(text: str) -> tuple[Format, ...]:
    from sie.batch import Format

    names = [name.strip() for name in text.split(",") if name.strip()]
    known = [member.value for member in Format]
    unknown = [name for name in names if name not in known]
    if unknown or not names:
        raise UsageError(f"--format: expected a comma list of {', '.join(known)}, got {text!r}")
    return tuple(Format(name) for name in names)


def main() -> None:
    """Run the command line; errors become one line, and exit code 2 for wrong use, 1 for the rest."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # a terminal that lacks a sign still shows the rest
    try:
        sys.exit(app(standalone_mode=False))
    except TyperException as error:
        if not error.format_message():
            sys.exit(error.exit_code)  # a command without arguments has shown its help
        _fail(f"{error.format_message().replace('Value error, ', '').rstrip('.')}; -h shows the use", error.exit_code)
    except UsageError as error:
        _fail(str(error), 2)
    except SieError as error:
        _fail(str(error), 1)
    except OSError as error:
        _fail(f"{error.filename or 'the output'}: cannot be read or written: {error.strerror or error}", 1)


def _fail(message: str, code: int) -> None:
    sys.stderr.write(f"sie: {' '.join(message.split())}\n")
    sys.exit(code)
