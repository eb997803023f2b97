"""What lies in an output folder and is the user's own: annotations beside the pictures are never written over."""

from __future__ import annotations

import csv
import os
from collections.abc import Iterable
from pathlib import Path

from sie.batch.outcome import Format, OutputPlan
from sie.errors import UsageError
from sie.io.jsontext import JsonError, parse_json
from sie.sources import Job

_SCHEMA = b'"schema": "sie.figure/'
_HEAD = 200
"""Bytes in which a figure as we write it names its schema."""


def refuse_foreign_files(jobs: Iterable[Job], plan: OutputPlan) -> None:
    """Refuse a folder in which a result would take the place of a file that is none of ours.

    Raises:
        UsageError: there is such a file; the first is named.
    """
    checks = {Format.JSON: _is_figure, Format.CSV: _is_long_table}
    wanted = [(f".{form}", check) for form, check in checks.items() if form in plan.formats]
    for job in jobs if wanted else ():
        stem = plan.folder / job.stem
        for ending, is_ours in wanted:
            path = stem.with_name(stem.name + ending)
            if os.path.isfile(path) and os.path.realpath(path) not in plan.keep and not is_ours(path):
                raise UsageError(f"{path}: no result of sie, not written over: name another folder with -o")


def _is_figure(path: Path) -> bool:
    """Whether a file is a figure, of whatever version; a file that cannot be read is none."""
    try:
        with path.open("rb") as file:
            head = file.read(_HEAD)
            if _SCHEMA in head:
                return True
            data = parse_json(head + file.read())
    except (OSError, JsonError):
        return False
    return isinstance(data, dict) and str(data.get("schema", "")).startswith("sie.figure/")


def _is_long_table(path: Path) -> bool:
    """Whether a file is a long table, by its first line."""
    from sie.figure import LONG_COLUMNS

    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            return tuple(next(csv.reader(file), ())) == tuple(LONG_COLUMNS)
    except (OSError, UnicodeDecodeError, csv.Error):
        return False
