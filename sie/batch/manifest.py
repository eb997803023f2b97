"""What is done in an output folder: `manifest.sqlite`, on the disk before anything counts as done.

SQLite and not a file of lines: a part and its pictures are recorded together or not at all, power cut included, a
picture is looked up without holding the others in memory, and a second run in the same folder is kept out.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sie.batch.outcome import Failure, Result
from sie.errors import OutputError, UsageError

MANIFEST = "manifest.sqlite"
_TABLES = """
CREATE TABLE IF NOT EXISTS parts (part INTEGER PRIMARY KEY, done INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS pictures (
    key TEXT PRIMARY KEY, sha256 TEXT NOT NULL, recipe TEXT NOT NULL, formats TEXT NOT NULL, part INTEGER,
    failure TEXT, problem TEXT, chart_types TEXT NOT NULL, issues TEXT NOT NULL, seconds REAL NOT NULL);
CREATE INDEX IF NOT EXISTS pictures_of_part ON pictures (part);
CREATE TABLE IF NOT EXISTS files (part INTEGER NOT NULL, name TEXT NOT NULL, sha256 TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS drops (part INTEGER NOT NULL, key TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS losses (key TEXT NOT NULL, sha256 TEXT NOT NULL, failure TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS recipes (recipe TEXT PRIMARY KEY, facts TEXT NOT NULL);
"""
"""`files` are a part's, by table, `drops` rows still to be taken out of one, `losses` workers lost over a picture."""


_Row = tuple[Any, ...]
"""A row as SQLite gives it: each column is of the type that its table names."""


@dataclass(frozen=True)
class Entry:
    """A picture that is done.

    Attributes:
        recipe: the digest of options, version and weights that it was read with.
        formats: endings of its files, and "parquet" where it is in the dataset.
        part: of the dataset.
    """

    key: str
    sha256: str
    recipe: str
    formats: frozenset[str]
    part: int | None
    failure: Failure | None
    problem: str | None
    chart_types: tuple[str, ...]
    issues: tuple[str, ...]
    seconds: float


def entry_of(result: Result, recipe: str, formats: Iterable[str], part: int | None) -> Entry:
    """What is recorded of a result."""
    return Entry(
        result.job.key,
        result.sha256,
        recipe,
        frozenset(formats),
        part,
        result.failure,
        result.problem,
        result.chart_types,
        result.issues,
        result.seconds,
    )


def _is_damage(error: sqlite3.Error) -> bool:
    """Whether an error tells of a file that is no sound database, and not of a disk that is full or locked."""
    return isinstance(error, sqlite3.DatabaseError) and not isinstance(error, sqlite3.OperationalError)


class Manifest:
    """An output folder's record; a context manager. One process at a time can hold it.

    Raises:
        UsageError: another run holds it.
        OutputError: it cannot be written.
    """

    def __init__(self, folder: Path) -> None:
        self._path = folder / MANIFEST
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except FileExistsError as error:
            raise OutputError(f"{self._path}: cannot be written: {folder} is not a folder") from error
        except OSError as error:
            raise OutputError(f"{self._path}: cannot be written: {error.strerror}") from error
        try:
            self._db = sqlite3.connect(self._path, timeout=1.0, isolation_level=None)
            self._db.execute("PRAGMA locking_mode=EXCLUSIVE")
            self._db.execute("PRAGMA synchronous=FULL")
            self._db.execute("BEGIN EXCLUSIVE")
            for statement in filter(str.strip, _TABLES.split(";")):
                self._db.execute(statement)
            self._db.execute("COMMIT")
        except sqlite3.OperationalError as error:
            if "locked" in str(error):
                raise UsageError(f"{folder}: another run is writing there") from error
            raise OutputError(f"{self._path}: cannot be written: {error}") from error
        except sqlite3.DatabaseError as error:
            raise self._damaged(error) from error

    def _damaged(self, error: Exception) -> OutputError:
        return OutputError(f"{self._path}: damaged or not ours: {error}; remove it to start anew")

    def close(self) -> None:
        """Let go of it."""
        self._db.close()

    def _do(self, *statements: tuple[str, Sequence[Sequence[object]]]) -> None:
        """Run statements, each over its rows, all or none."""
        try:
            self._db.execute("BEGIN IMMEDIATE")
            for sql, rows in statements:
                self._db.executemany(sql, rows)
            self._db.execute("COMMIT")
        except sqlite3.Error as error:
            if self._db.in_transaction:
                self._db.execute("ROLLBACK")
            if _is_damage(error):
                raise self._damaged(error) from error
            raise OutputError(f"{self._path}: cannot be written: {error}") from error

    def _read(self, sql: str, values: Sequence[object] = ()) -> list[_Row]:
        """The rows of a query.

        Raises:
            OutputError: the file is damaged.
        """
        try:
            return self._db.execute(sql, values).fetchall()
        except sqlite3.DatabaseError as error:
            raise self._damaged(error) from error

    # ------------------------------------------------------------------ pictures

    def entry(self, key: str) -> Entry | None:
        """What is recorded of a picture."""
        rows = self._read("SELECT * FROM pictures WHERE key = ?", (key,))
        if not rows:
            return None
        row = rows[0]
        try:
            formats, failure = frozenset(json.loads(row[3])), Failure(row[5]) if row[5] else None
            types, issues = tuple(json.loads(row[7])), tuple(json.loads(row[8]))
        except (TypeError, ValueError) as error:
            raise self._damaged(error) from error
        return Entry(row[0], row[1], row[2], formats, row[4], failure, row[6], types, issues, row[9])

    def record(self, entries: Sequence[Entry], part: int | None, digests: Mapping[str, str]) -> None:
        """Record pictures, and that their part is done, together; `digests` are those of the part's files, by table.

        Raises:
            OutputError: it cannot be written.
        """
        rows = [
            (
                one.key, one.sha256, one.recipe, json.dumps(sorted(one.formats)), one.part,
                one.failure.value if one.failure else None, one.problem,
                json.dumps(one.chart_types), json.dumps(one.issues), one.seconds,
            )
            for one in entries
        ]  # fmt: skip
        self._do(
            ("INSERT OR REPLACE INTO pictures VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", rows),
            ("DELETE FROM losses WHERE key = ?", [(one.key,) for one in entries]),
            ("UPDATE parts SET done = 1 WHERE part = ?", [(part,)] if part is not None else []),
            ("INSERT INTO files VALUES (?, ?, ?)", [(part, *file) for file in digests.items()]),
        )

    def count(self) -> int:
        """How many pictures are recorded."""
        return int(self._read("SELECT count(*) FROM pictures")[0][0])

    def describe(self, recipe: str, facts: dict[str, object]) -> None:
        """Keep what a recipe's digest stands for."""
        self._do(("INSERT OR REPLACE INTO recipes VALUES (?, ?)", [(recipe, json.dumps(facts, sort_keys=True))]))

    # ------------------------------------------------------------------ parts of the dataset

    def begin_part(self) -> int:
        """A new part's number, recorded as begun: what is found of it after a crash is taken away."""
        last = self._read("SELECT max(part) FROM parts")[0][0]
        part = 1 if last is None else int(last) + 1
        self._do(("INSERT INTO parts VALUES (?, 0)", [(part,)]))
        return part

    def parts(self, *, done: bool) -> list[int]:
        """The parts that are done, or those that were begun only."""
        return [row[0] for row in self._read("SELECT part FROM parts WHERE done = ? ORDER BY 1", (int(done),))]

    def forget_part(self, part: int) -> None:
        """Forget a part and what was recorded as in it."""
        tables = ("parts", "pictures", "drops", "files")
        self._do(*[(f"DELETE FROM {table} WHERE part = ?", [(part,)]) for table in tables])

    def members(self, part: int) -> int:
        """How many pictures are in a part."""
        return int(self._read("SELECT count(*) FROM pictures WHERE part = ?", (part,))[0][0])

    def drop(self, entries: Sequence[Entry]) -> None:
        """Record pictures as not done any more, and that their rows are to be taken out of their parts."""
        self._do(
            ("INSERT INTO drops VALUES (?, ?)", [(one.part, one.key) for one in entries if one.part is not None]),
            ("DELETE FROM pictures WHERE key = ?", [(one.key,) for one in entries]),
        )

    def dropped(self) -> dict[int, list[str]]:
        """The pictures whose rows are still to be taken out, by part."""
        found: dict[int, list[str]] = {}
        for part, key in self._read("SELECT part, key FROM drops"):
            found.setdefault(part, []).append(key)
        return found

    def thinned(self, part: int, digests: Mapping[str, str]) -> None:
        """Record that the dropped rows are out of a part, and the digests of its files now, by table."""
        self._do(
            *[(f"DELETE FROM {table} WHERE part = ?", [(part,)]) for table in ("drops", "files")],
            ("INSERT INTO files VALUES (?, ?, ?)", [(part, *file) for file in digests.items()]),
        )

    def digests(self) -> dict[int, dict[str, str]]:
        """The SHA-256 of the files of each part that is done, by part and table."""
        found: dict[int, dict[str, str]] = {}
        for part, name, sha256 in self._read("SELECT part, name, sha256 FROM files"):
            found.setdefault(part, {})[name] = sha256
        return found

    # ------------------------------------------------------------------ lost workers

    def lose(self, key: str, sha256: str, failure: Failure) -> int:
        """Record that a worker was lost over a picture; how many were by now."""
        self._do(("INSERT INTO losses VALUES (?, ?, ?)", [(key, sha256, failure.value)]))
        return self.losses(key, sha256)

    def losses(self, key: str, sha256: str) -> int:
        """How many workers were lost over a picture."""
        sql = "SELECT count(*) FROM losses WHERE key = ? AND sha256 = ?"
        return int(self._read(sql, (key, sha256))[0][0])
