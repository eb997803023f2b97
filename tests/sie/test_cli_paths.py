"""Inputs that are not there are wrong use for every command, and so is an empty name for the results."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from sie import __version__
from sie.batch import Format
from sie.cli import app, main
from sie.commands import extract_sources
from sie.errors import FigureError, NothingToReadError, OutputError, UsageError
from sie.options import Options
from sie.vocab import Stage


@pytest.mark.parametrize(
    "words",
    [
        ["extract", "GONE"],
        ["extract", "--from", "GONE"],
        ["detect", "GONE"],
        ["overlay", "GONE"],
        ["answer", "GONE", "How many?"],
        ["answer", ".", "--questions", "GONE"],
        ["bench", "charts", "GONE"],
        ["bench", "charts", ".", "--figures", "GONE"],
        ["bench", "qa", "GONE"],
        ["bench", "realcqa", "GONE"],
        ["bench", "chartqa", "GONE"],
        ["bench", "plotqa", "GONE"],
        ["bench", "score", ".", "GONE"],
        ["bench", "chains", "GONE", "."],
        ["qa", "generate", "GONE", "-o", "out"],
        ["templates", "999z"],
    ],
)
def test_what_is_not_there_is_wrong_use_for_every_command(
    words: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    gone = str(tmp_path / "gone")
    done = CliRunner().invoke(app, [gone if word == "GONE" else word for word in words])
    assert isinstance(done.exception, UsageError)
    assert ("gone: no such file or folder" in str(done.exception)) == ("GONE" in words)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["extract", "--until", "lunch"], "'lunch' is not one of 'text', 'structure'"),
        (["extract", "--workers", "0"], "--workers"),
        (["extract", "--nope"], "--nope"),
        (["lunch"], "lunch"),
        (["answer"], "SRC"),
    ],
)
def test_wrong_words_are_told_in_one_line(
    words: list[str], told: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["sie", *words])
    with pytest.raises(SystemExit) as ended:
        main()
    shown = capsys.readouterr()
    assert ended.value.code == 2
    assert shown.err.startswith("sie: ")
    assert shown.err.count("\n") == 1
    assert told in shown.err
    assert shown.out == ""


def test_no_words_show_the_help(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("sys.argv", ["sie"])
    with pytest.raises(SystemExit) as ended:
        main()
    shown = capsys.readouterr()
    assert ended.value.code == 2
    assert "Usage" in shown.out
    assert shown.err == ""


def test_folder_without_gold_charts_is_wrong_use(tmp_path: Path) -> None:
    done = CliRunner().invoke(app, ["bench", "qa", str(tmp_path)])
    assert isinstance(done.exception, NothingToReadError)
    assert isinstance(done.exception, FigureError)


def test_empty_name_for_the_results_is_refused(tmp_path: Path) -> None:
    done = CliRunner().invoke(app, ["extract", str(tmp_path), "-o", ""])
    assert done.exit_code == 2
    assert "empty name" in done.output


def test_output_folder_that_is_a_file_is_named_as_given(tmp_path: Path) -> None:
    for name in ("chart.png", "blocked.txt"):
        (tmp_path / name).write_bytes(b"x")
    with pytest.raises(OutputError, match=r"blocked\.txt: cannot be written: it is not a folder"):
        extract_sources(
            [tmp_path / "chart.png"],
            tmp_path / "blocked.txt",
            (Format.JSON,),
            overlay=False,
            until=Stage.VALUES,
            options=Options(),
        )


@pytest.mark.parametrize("words", [["-h"], ["extract", "-h"], ["bench", "-h"], ["bench", "qa", "-h"], ["qa", "-h"]])
def test_help_has_a_short_option_everywhere(words: list[str]) -> None:
    done = CliRunner().invoke(app, words)
    assert done.exit_code == 0
    assert "Usage" in done.output


def test_version_is_printed() -> None:
    done = CliRunner().invoke(app, ["--version"])
    assert (done.exit_code, done.output) == (0, f"sie {__version__}\n")
