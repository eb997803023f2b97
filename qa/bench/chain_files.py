"""Premise chains and verdicts on disk: one JSON object a line, in a file or in the files of a folder."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from qa.bench.chains import Chain
from qa.bench.scoring.chains import ChainScore, StoredPremise, score_chains, stored_chain
from qa.bench.scoring.truths import ScoringError
from sie.errors import why_unreadable
from sie.io.outputs import write_bytes


def write_chains(chains: Iterable[Chain], path: Path) -> int:
    """Write chains, one a line (`Chain.as_dict`), whole or not at all; gives their number.

    Raises:
        OutputError: the path cannot be written.
    """
    lines = [json.dumps(chain.as_dict(), ensure_ascii=False, allow_nan=False) for chain in chains]
    write_bytes(path, "".join(f"{line}\n" for line in lines).encode("utf-8"))
    return len(lines)


def load_chains(path: Path) -> list[tuple[StoredPremise, ...]]:
    """The chains of a file, of a folder of such files, or of the folder `chains` in it.

    Raises:
        ScoringError: missing, unreadable, a line that is no chain, or a premise's id twice; the message names the line.
    """
    found: list[tuple[StoredPremise, ...]] = []
    seen: set[str] = set()
    home = path / "chains"
    for file, number, record in _records(home if home.is_dir() else path):
        try:
            chain = stored_chain(record)
        except ScoringError as error:
            raise ScoringError(f"{file}, line {number}: {error}") from error
        twice = next((premise.id for premise in chain if premise.id in seen), None)
        if twice is not None:
            raise ScoringError(f"{file}, line {number}: a second premise with the id {twice!r}")
        seen.update(premise.id for premise in chain)
        found.append(chain)
    return found


def load_verdicts(path: Path) -> dict[str, object]:
    """Verdicts by premise id: of lines `{"id", "predicted"}`, or of JSON objects or lists of such, in file or folder.

    Raises:
        ScoringError: missing, unreadable, not JSON, a record without an id or a second verdict on a premise; the
            message names the line.
    """
    found: dict[str, object] = {}
    for file, number, record in _records(path):
        for key, said in _verdicts(record, f"{file}, line {number}"):
            if key in found:
                raise ScoringError(f"{file}, line {number}: a second verdict on {key!r}")
            found[key] = said
    return found


def _verdicts(record: object, where: str) -> Iterator[tuple[str, object]]:
    """The verdicts of a JSON value, by premise id."""
    if isinstance(record, dict) and "id" not in record:
        yield from record.items()
        return
    for item in record if isinstance(record, list) else [record]:
        if not isinstance(item, dict) or not isinstance(item.get("id"), str):
            raise ScoringError(f"{where}: expected an object with an id, got {str(item)[:60]}")
        yield item["id"], item.get("predicted")


def write_verdicts(verdicts: Mapping[str, object], path: Path) -> None:
    """Write verdicts, one a line.

    Raises:
        OutputError: the path cannot be written.
    """
    lines = [json.dumps({"id": key, "predicted": said}, ensure_ascii=False) for key, said in verdicts.items()]
    write_bytes(path, "".join(f"{line}\n" for line in lines).encode("utf-8"))


def score_chain_files(chains: Path, verdicts: Path) -> ChainScore:
    """The score of verdicts on chains, each a file or a folder; see `qa.bench.scoring.chains.score_chains`.

    Raises:
        ScoringError: a file cannot be read.
    """
    return score_chains(load_chains(chains), load_verdicts(verdicts))


def _records(path: Path) -> Iterator[tuple[Path, int, object]]:
    """The JSON values of a file, or of a folder's files, each with its file and line."""
    files = sorted([*path.glob("*.json"), *path.glob("*.jsonl")]) if path.is_dir() else [path]
    if not files:
        raise ScoringError(f"{path}: no .json or .jsonl file in it")
    for file in files:
        for number, record in _records_of(file):
            yield file, number, record


def _records_of(path: Path) -> Iterator[tuple[int, object]]:
    """The JSON values of a file with their line: one a line, or the whole file where it is one value."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise ScoringError(f"{path}: cannot be read: {why_unreadable(error)}") from error
    whole = _value(text)
    if whole is not None:
        yield 1, whole
        return
    for number, line in enumerate(text.splitlines(), start=1):
        if line.strip():
            value = _value(line)
            if value is None:
                raise ScoringError(f"{path}, line {number}: not JSON")
            yield number, value


def _value(text: str) -> object:
    """The JSON value of a text, or None where it is none."""
    try:
        found: object = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return found
