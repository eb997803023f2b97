"""The command line: a thin skin that parses, calls the library and turns its errors into one line.

Nothing heavy is imported here: `sie --help` must start at once. `qa` is imported by this module alone, where it is
used.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sie.errors import SieError, UsageError
from sie.vocab import Device, Engine, Stage

if TYPE_CHECKING:
    from sie.batch import Format
    from sie.options import Options

app = typer.Typer(
    add_completion=False,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    help="Chart images in, data tables out; and answers to questions about them.",
)

Sources = Annotated[list[Path] | None, typer.Argument(metavar="SRC...", help="Pictures and folders of pictures.")]
Out = Annotated[Path | None, typer.Option("-o", "--out", help="Folder for the results.")]
OptionsFile = Annotated[Path | None, typer.Option("--options", help="TOML file of options.")]
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
    resume_from: Annotated[Path | None, typer.Option("--from", help="Go on from a saved figure.")] = None,
    options_file: OptionsFile = None,
) -> None:
    """Read charts into tables."""
    from sie import commands

    options = _options(options_file, ocr, device)
    wanted = _formats(formats)
    if resume_from is not None:
        if sources:
            raise UsageError("--from goes on from one saved figure; leave out SRC")
        code = commands.resume_figure(resume_from, out, wanted, overlay=overlay, until=until, options=options)
    elif not sources:
        raise UsageError("nothing to read: name pictures or folders, or a saved figure with --from")
    else:
        code = commands.extract_sources(sources, out, wanted, overlay=overlay, until=until, options=options)
    raise typer.Exit(code)


@app.command("overlay")
def overlay_command(
    figure: Annotated[Path, typer.Argument(metavar="FIGURE_JSON")],
    out: Annotated[Path | None, typer.Option("-o", "--out", help="PNG to write; default beside the figure.")] = None,
) -> None:
    """Draw a saved figure on its picture."""
    from sie import commands

    typer.echo(str(commands.draw_saved(figure, out)))


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
    """Run the command line; our own errors become one line and exit code 2 for wrong use, 1 for the rest."""
    try:
        app(standalone_mode=True)
    except UsageError as error:
        _fail(str(error), 2)
    except SieError as error:
        _fail(str(error), 1)


def _fail(message: str, code: int) -> None:
    sys.stderr.write(f"sie: {' '.join(message.split())}\n")
    sys.exit(code)
