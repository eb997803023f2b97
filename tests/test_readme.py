"""The README is true: its first two commands are the promised ones, and every command it names exists."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from sie.cli import app

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
LINES = re.findall(r"^    ((?:sie|make) .*)$", README, flags=re.MULTILINE)
COMMANDS = [part.strip() for line in LINES for part in line.split("#")[0].split(";")]


def test_first_two_commands_extract_and_test() -> None:
    assert [command.split()[:2] for command in COMMANDS[:2]] == [["make", "extract"], ["make", "test"]]


def test_first_command_names_a_folder_of_pictures() -> None:
    folder = COMMANDS[0].split("IMG_DIR=")[1].split()[0]
    assert list((ROOT / folder).glob("*.png"))


@pytest.mark.parametrize("command", [c for c in COMMANDS if c.startswith("sie ")])
def test_every_sie_command_and_its_flags_exist(command: str) -> None:
    words = command.split()
    named = words[1:3] if words[1] in {"bench", "qa"} else words[1:2]
    shown = CliRunner().invoke(app, [*named, "--help"], env={"COLUMNS": "200"})
    assert shown.exit_code == 0
    for flag in (word for word in words[2:] if word.startswith("--")):
        assert flag in shown.output


def test_every_make_target_exists() -> None:
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), flags=re.MULTILINE))
    assert set(re.findall(r"`?make ([a-z-]+)", README)) <= targets


def test_every_picture_exists() -> None:
    pictures = re.findall(r"!\[[^\]]*\]\(([^)]+)\)", README)
    assert pictures
    assert all((ROOT / picture).is_file() for picture in pictures)
