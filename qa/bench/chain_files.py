"""Premise chains and verdicts on disk: one JSON object a line."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path

from qa.bench.chains import Chain
from qa.bench.scoring.chains import ChainScore, StoredPremise, score_chains, stored_chain
from qa.bench.scoring.truths import ScoringError
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
    """The chains of a file.

    Raises:
        ScoringError: missing, unreadable, or a line that is no chain; the message names the line.
    """
    found = []
    for number, record in _records(path):
        try:
            found.append(stored_chain(record))
        except ScoringError as error:
            raise ScoringError(f"{path}, line {number}: {error}") from error
    return found


def load_verdicts(path: Path) -> dict[str, object]:
    """Verdicts by premise id: of lines `{"id", "predicted"}`, or of one JSON object or list of such in the file.

    Raises:
        ScoringError: missing, unreadable, not JSON, or a record without an id; the message names the line.
    """
    found: dict[str, object] = {}
    for number, record in _records(path):
        if isinstance(record, dict) and "id" not in record:
            found |= record
            continue
        for item in record if isinstance(record, list) else [record]:
            if not isinstance(item, dict) or not isinstance(item.get("id"), str):
                raise ScoringError(f"{path}, line {number}: expected an object with an id, got {str(item)[:60]}")
            found[item["id"]] = item.get("predicted")
    return found


def score_chain_files(chains: Path, verdicts: Path) -> ChainScore:
    """The score of a file of verdicts on a file of chains; see `qa.bench.scoring.chains.score_chains`.

    Raises:
        ScoringError: a file cannot be read.
    """
    return score_chains(load_chains(chains), load_verdicts(verdicts))


def _records(path: Path) -> Iterator[tuple[int, object]]:
    """The JSON values of a file with their line: one a line, or the whole file where it is one value."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise ScoringError(f"{path}: cannot be read: {error}") from error
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
