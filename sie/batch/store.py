"""The output folder of a batch: results go in, and a second run is told what is there already.

Results are gathered and made durable together: files and a part of the dataset first, then the manifest. Whenever a run
is killed, what the manifest names is there whole, and what it does not name is done again.
"""

from __future__ import annotations

import hashlib
import json
import os
import time
from pathlib import Path
from typing import TYPE_CHECKING

import sie
from sie.batch.manifest import MANIFEST, Entry, Manifest, entry_of
from sie.batch.outcome import Format, OutputPlan, Result
from sie.errors import OutputError, UsageError
from sie.io.dataset import is_dataset, pack_rows, part_digests, remove_part, thin_part, unpack_table, write_tables
from sie.io.outputs import remove_file, sync_file, sync_folder, write_bytes
from sie.io.rows import Row, empty_rows
from sie.options import Options
from sie.sources import Job
from sie.tables import TABLES
from sie.vocab import Device, Stage

if TYPE_CHECKING:
    import pyarrow as pa

PART_PICTURES = 200
PART_SECONDS = 30.0
"""A part of the dataset has at most so many pictures, and no result waits longer to be made durable."""
FIRST_SECONDS = 2.0
WAIT_PART = 0.1
"""A result waits no longer than this and this part of the run's time so far: little of a short run is done again."""


def recipe_facts(options: Options, until: Stage) -> dict[str, object]:
    """What decides a picture's result: version, code, weights, last stage and options, those of speed left out."""
    from sie.weights import code_digest, weight_digests

    plain = options.model_copy(
        update={"device": Device.AUTO, "text": options.text.model_copy(update={"threads": 1})}
    ).model_dump(mode="json")
    made_by = {"version": sie.__version__, "code": code_digest(), "weights": weight_digests(options)}
    return {**made_by, "until": str(until), "options": plain}


def recipe_of(facts: dict[str, object]) -> str:
    """The digest of what decides a result: where it changes, pictures are read again."""
    return hashlib.sha256(json.dumps(facts, sort_keys=True).encode("utf-8")).hexdigest()[:16]


class Store:
    """An output folder, open for one run; a context manager that makes all results durable at its end.

    Args:
        plan: where and in which forms.
        facts: see `recipe_facts`.

    Attributes:
        damaged: how many pictures earlier runs had put into parts of the dataset that are damaged, cut or missing now.
            Such parts are taken away whole, and what was in them counts as not done; one that a run was killed over
            while it took rows out is among them.

    Raises:
        UsageError: another run is writing there, or there is a dataset that no manifest knows.
        OutputError: it cannot be written.
    """

    def __init__(self, plan: OutputPlan, facts: dict[str, object]) -> None:
        self.plan = plan
        self.recipe = recipe_of(facts)
        self._folder = plan.folder
        foreign = is_dataset(plan.folder) and not (plan.folder / MANIFEST).exists()
        if foreign and Format.PARQUET in plan.formats:
            raise UsageError(f"{plan.folder}: a dataset without its {MANIFEST}; name another folder, or remove it")
        self.manifest = Manifest(plan.folder)
        self.damaged = 0
        self._pending: dict[str, Result] = {}
        self._began = self._since = time.monotonic()
        try:
            self.manifest.describe(self.recipe, facts)
            self._mend()
        except BaseException:
            self.manifest.close()
            raise

    def _mend(self) -> None:
        """Take away what a killed run has left half done, and parts that are not as they were written."""
        for part in self.manifest.parts(done=False):
            self._remove(part)
        for part, digests in self.manifest.digests().items():
            if part_digests(self._folder, _name(part)) != digests:
                self.damaged += self.manifest.members(part)
                self._remove(part)
        self._thin()

    def _remove(self, part: int) -> None:
        remove_part(self._folder, _name(part))
        self.manifest.forget_part(part)

    def _thin(self) -> None:
        for part, keys in self.manifest.dropped().items():
            if self.manifest.members(part):
                thin_part(self._folder, _name(part), keys)
                self.manifest.thinned(part, part_digests(self._folder, _name(part)))
            else:
                self._remove(part)

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_details: object) -> None:
        self.close()

    def close(self) -> None:
        """Make durable what is not yet, and let go of the folder."""
        try:
            self.flush()
        finally:
            self.manifest.close()

    # ------------------------------------------------------------------ what is there

    def done(self, job: Job, sha256: str) -> Entry | None:
        """What is recorded of a picture that need not be read again; None where it has to be."""
        entry = self.manifest.entry(job.key)
        if entry is None or entry.sha256 != sha256 or entry.recipe != self.recipe:
            return None
        return entry if self._holds(entry, job) else None

    def _holds(self, entry: Entry, job: Job) -> bool:
        if entry.failure is not None:
            return not ("parquet" in self.plan.wanted and entry.part is None)
        return self.plan.wanted <= entry.formats and all(
            os.path.isfile(self._file(job, ending)) for ending in self.plan.endings
        )

    # ------------------------------------------------------------------ what comes in

    def add(self, result: Result) -> str | None:
        """Take a result; what hinders writing its own files, or None. It is durable after the next `flush`.

        Raises:
            OutputError: the folder cannot be written at all.
        """
        try:
            for ending, data in result.files.items():
                self._write(self._file(result.job, ending), data)
            if result.failure is not None:
                self._remove_earlier(result.job)
        except OutputError as error:
            return str(error)
        self._pending[result.job.key] = result
        now = time.monotonic()
        patience = min(PART_SECONDS, FIRST_SECONDS + WAIT_PART * (now - self._began))
        if len(self._pending) >= PART_PICTURES or now - self._since > patience:
            self.flush()
        return None

    def _file(self, job: Job, ending: str) -> Path:
        stem = self._folder / job.stem
        return stem.with_name(stem.name + ending)

    def _remove_earlier(self, job: Job) -> None:
        """Take away the files of an earlier result of a picture that cannot be read now."""
        old = self.manifest.entry(job.key)
        for ending in old.formats - {"parquet"} if old is not None else ():
            remove_file(self._file(job, ending))

    def _write(self, path: Path, data: bytes) -> None:
        if os.path.realpath(path) in self.plan.keep:
            raise OutputError(f"{path}: not written: it is one of the pictures; name another folder with -o")
        write_bytes(path, data)

    def flush(self) -> None:
        """Make durable what has come in.

        Raises:
            OutputError: it cannot be written.
        """
        self._since = time.monotonic()
        if not self._pending:
            return
        parquet = Format.PARQUET in self.plan.formats
        self._sync_files()
        earlier = {key: self.manifest.entry(key) for key in self._pending}
        self.manifest.drop([old for key, old in earlier.items() if old is not None and self._stale(old, key)])
        self._thin()
        part = self.manifest.begin_part() if parquet else None
        digests = {} if part is None else write_tables(self._folder, _name(part), self._tables())
        entries = []
        for key, result in self._pending.items():
            old = earlier[key]
            formats = self.plan.wanted if result.failure is None else frozenset(["parquet"] if parquet else [])
            place = part
            if old is not None and not self._stale(old, key):
                formats, place = formats | old.formats, old.part if part is None else part
            entries.append(entry_of(result, self.recipe, formats, place))
        self.manifest.record(entries, part, digests)
        self._pending.clear()

    def _stale(self, old: Entry, key: str) -> bool:
        """Whether an earlier result's rows have to go: it was made in another way, or new ones are written."""
        same = old.recipe == self.recipe and old.sha256 == self._pending[key].sha256
        return not same or (old.part is not None and Format.PARQUET in self.plan.formats)

    def _sync_files(self) -> None:
        paths = [self._file(one.job, ending) for one in self._pending.values() for ending in one.files]
        for path in paths:
            sync_file(path)
        for folder in {path.parent for path in paths}:
            sync_folder(folder)

    def _tables(self) -> dict[str, pa.Table]:
        packed = [one.tables if one.failure is None else _failure_rows(one) for one in self._pending.values()]
        return {name: unpack_table(name, [one[name] for one in packed if name in one]) for name in TABLES}


def _failure_rows(result: Result) -> dict[str, bytes]:
    """The dataset's row of a picture that could not be read."""
    rows = empty_rows()
    code = result.failure.value if result.failure else ""
    issue: Row = {"source": result.job.key, "chart_id": None, "stage": "image", "code": code, "message": result.problem}
    rows["issues"].append(issue)
    return pack_rows(rows)


def _name(part: int) -> str:
    return f"{part:08d}"
