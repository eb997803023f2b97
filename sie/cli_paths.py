"""Paths on the command line, checked in one place: what is to be read must be there, else it is wrong use."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from sie.errors import UsageError


def there(path: Path | None) -> Path | None:
    """The path of an input, which is on the disk.

    Raises:
        UsageError: it is not.
    """
    if path is not None:
        _check(path)
    return path


def all_there(paths: Sequence[Path] | None) -> Sequence[Path] | None:
    """The paths of inputs, each of which is on the disk.

    Raises:
        UsageError: one is not.
    """
    for path in paths or ():
        _check(path)
    return paths


def _check(path: Path) -> None:
    if not os.path.exists(path):  # unlike pathlib, not upset by a name too long for any file
        raise UsageError(f"{path}: no such file or folder")


def named(text: str | Path) -> Path:
    """The path that a text names; an empty one, as of an unset variable, names none.

    Raises:
        BadParameter: the text is empty.
    """
    if not str(text).strip():
        raise typer.BadParameter("an empty name: name a folder, . for this one")
    return Path(text)


Out = Annotated[
    Path | None, typer.Option("-o", "--out", parser=named, metavar="PATH", help="Folder or file for the results.")
]
