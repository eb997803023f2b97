"""JSON files of questions, answers and predictions: one value, or one a line; and predictions read from them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from qa.errors import QaError
from qa.loading import Problem
from sie.errors import why_unreadable
from sie.io.jsontext import JsonError, parse_json


class DatasetError(QaError, ValueError):
    """A data set or a file of predictions cannot be read; the message names the file."""


def read_json(path: Path) -> object:
    """The value of a JSON file, or the list of values of a JSON-lines file.

    Raises:
        DatasetError: it cannot be read or is neither.
    """
    value, broken = read_values(path)
    if broken:
        raise DatasetError(broken[0])
    return value


def read_values(path: Path) -> tuple[object, list[str]]:
    """The value of a JSON file, or the values of a JSON-lines file and what is wrong with its broken lines.

    Raises:
        DatasetError: it cannot be read, or is neither: no line is an object.
    """
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise DatasetError(f"{path}: cannot be read: {why_unreadable(error)}") from error
    try:
        return parse_json(text), []
    except JsonError as whole:
        values, broken = _lines(text, path)
        if text.strip() and not any(isinstance(value, Mapping) for value in values):
            raise DatasetError(f"{path}: {whole}") from whole
        return values, broken


def _lines(text: str, path: Path) -> tuple[list[object], list[str]]:
    values: list[object] = []
    broken = []
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip():
            continue
        try:
            values.append(parse_json(line))
        except JsonError as error:
            broken.append(f"{path}: line {number}: {error}")
    return values, broken


def load_predictions(path: Path) -> tuple[dict[str, object], list[Problem]]:
    """Answers by qa_id from a file, or from all files of a folder, and the entries that are none.

    Entries are `{"qa_id", "predicted_answer"}` (or, of a truth file, `answer`), in a list or a line each; an object of
    answers by qa_id is taken too. Of two answers to one question the first counts. What cannot be read of a folder or
    of a file of lines is named and left out.

    Raises:
        DatasetError: there is no such file, it cannot be read, or nothing in it is a prediction.
    """
    if not path.exists():
        raise DatasetError(f"{path}: no such file or folder")
    files = sorted([*path.glob("*.json"), *path.glob("*.jsonl")]) if path.is_dir() else [path]
    found: dict[str, object] = {}
    problems: list[Problem] = []
    for file in files:
        try:
            _add_predictions(found, problems, file)
        except DatasetError as error:
            if not path.is_dir():
                raise
            problems.append(Problem(str(file), str(error)))
    if not found:
        reason = f"{path}: no predictions: expected objects with qa_id and predicted_answer"
        raise DatasetError(problems[0].message if problems else reason)
    return found, problems


def _add_predictions(found: dict[str, object], problems: list[Problem], file: Path) -> None:
    value, broken = read_values(file)
    problems += [Problem(str(file), message) for message in broken]
    if isinstance(value, Mapping) and "qa_id" not in value:
        twice = [str(key) for key in value if str(key) in found]
        problems += [Problem(str(file), f"{file}: a second answer to {key}") for key in twice]
        found.update({str(key): answer for key, answer in value.items() if str(key) not in found})
        return
    for place, row in enumerate(value if isinstance(value, list) else [value], start=1):
        key = next((k for k in ("predicted_answer", "answer") if isinstance(row, Mapping) and k in row), None)
        if key is None or "qa_id" not in row:
            problems.append(Problem(str(file), f"{file}: entry {place}: expected qa_id and predicted_answer"))
        elif str(row["qa_id"]) in found:
            problems.append(Problem(str(file), f"{file}: entry {place}: a second answer to {row['qa_id']}"))
        else:
            found[str(row["qa_id"])] = row[key]
