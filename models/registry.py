"""The manifest of the shipped weights: what each file is, how it was made and scores; loading checks its hash."""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from models.errors import WeightsCorruptError, WeightsMissingError

FOLDER = Path(__file__).resolve().parent
MANIFEST = FOLDER / "manifest.toml"
DETECTOR = "chart-detector"

Fact = str | int | float | bool


@dataclass(frozen=True)
class WeightsEntry:
    """The weights of a network.

    Attributes:
        file: path below the folder of the manifest.
        beside: the SHA-256 of further files that `file` needs, by their paths.
        classes: names of the output channels, in order.
        input_size: usual side of its input in pixels.
        recipe: how it was trained.
        seeds: random seeds by what they seed.
        scores: how well it does, by measure.
        thresholds: the lowest score that is believed, by class.
    """

    name: str
    task: str
    file: str
    sha256: str
    licence: str
    source: str
    input_size: int
    classes: tuple[str, ...]
    recipe: Mapping[str, Fact] = field(default_factory=dict)
    seeds: Mapping[str, int] = field(default_factory=dict)
    scores: Mapping[str, float] = field(default_factory=dict)
    thresholds: Mapping[str, float] = field(default_factory=dict)
    beside: Mapping[str, str] = field(default_factory=dict)

    @property
    def digest(self) -> str:
        """One hash for all its files, as hex."""
        if not self.beside:
            return self.sha256
        return hashlib.sha256("".join([self.sha256, *self.beside.values()]).encode("ascii")).hexdigest()


def load_manifest(path: Path = MANIFEST) -> dict[str, WeightsEntry]:
    """The entries of a manifest by name; none where there is no manifest.

    Raises:
        WeightsCorruptError: the file is not TOML or an entry lacks or has unknown keys.
    """
    if not path.exists():
        return {}
    try:
        found = tomllib.loads(path.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise WeightsCorruptError(f"{path.name}: not TOML: {error}") from error
    entries = {}
    for number, raw in enumerate(found.get("weights", ())):
        try:
            entry = WeightsEntry(**raw | {"classes": tuple(raw.get("classes", ()))})
        except TypeError as error:
            raise WeightsCorruptError(f"{path.name}: weights entry {number + 1}: {error}") from error
        entries[entry.name] = entry
    return entries


def file_hash(path: Path) -> str:
    """The SHA-256 of a file as hex; a file that has not changed since it was last asked for is not read again."""
    facts = path.stat()
    return _hash(path.resolve(), facts.st_size, facts.st_mtime_ns)


@cache
def _hash(path: Path, _size: int, _mtime_ns: int) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def weights_path(name: str, *, manifest: Path = MANIFEST) -> Path:
    """The path of the weights of a name, after the hashes of all their files are checked.

    Raises:
        WeightsMissingError: the manifest does not list them, or a file is not there.
        WeightsCorruptError: a file's hash is not the manifest's.
    """
    entry = load_manifest(manifest).get(name)
    if entry is None:
        raise WeightsMissingError(
            f"{name}: not in {manifest.name}; train and export it: python -m models.export --help"
        )
    for file, sha256 in {entry.file: entry.sha256, **entry.beside}.items():
        path = manifest.parent / file
        if not path.is_file():
            raise WeightsMissingError(f"{name}: {file} is missing; restore it or export it again")
        found = file_hash(path)
        if found != sha256:
            raise WeightsCorruptError(f"{name}: {file}: expected sha256 {sha256}, got {found}; restore the file")
    return manifest.parent / entry.file


def recipe_of(weights: Path) -> Mapping[str, Fact]:
    """How a weights file was trained, from the manifest in its folder's parent; empty where that does not list it."""
    found = load_manifest(weights.resolve().parent.parent / MANIFEST.name)
    digest = file_hash(weights)
    return next((entry.recipe for entry in found.values() if entry.sha256 == digest), {})


def write_manifest(entries: Mapping[str, WeightsEntry], path: Path = MANIFEST) -> None:
    """Writes a manifest that `load_manifest` reads back as the same entries."""
    parts = ["# Written by models.export; see models/card.md."]
    for entry in entries.values():
        parts.append("\n[[weights]]")
        for key in ("name", "task", "file", "sha256", "licence", "source", "input_size", "classes"):
            parts.append(f"{key} = {_toml(getattr(entry, key))}")
        for key in ("beside", "recipe", "seeds", "scores", "thresholds"):
            table: Mapping[str, Fact] = getattr(entry, key)
            parts.append(f"\n[weights.{key}]")
            parts += [f'"{k}" = {_toml(v)}' for k, v in table.items()]
    path.write_text("\n".join(parts) + "\n", encoding="utf-8")


def _toml(value: Fact | tuple[str, ...]) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return '"' + value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'
    if isinstance(value, tuple):
        return "[" + ", ".join(_toml(v) for v in value) + "]"
    return repr(value)
