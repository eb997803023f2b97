"""What a command is pointed at, and where each result goes: pictures in folders, one result path for each."""

from __future__ import annotations

import os
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import overload

from sie.errors import UsageError

OVERLAY_SUFFIX = ".overlay.png"


@dataclass(frozen=True)
class Job:
    """A picture to read and the path of its results below the output folder, without their endings.

    `key` names the picture in datasets: its path below the folder given, with its ending. No two jobs share one.
    """

    source: Path
    stem: Path
    key: str


class JobList(Sequence[Job]):
    """Jobs of many pictures, made when asked for: a million of them are to fit into little memory.

    Args:
        places: of each picture its base folder and its path below it.
        stems: of the jobs whose result is not named after that path.
        keys: of the jobs whose key is not that path.
    """

    def __init__(self, places: Sequence[tuple[str, str]], stems: dict[int, str], keys: dict[int, str]) -> None:
        self._places = places
        self._stems = stems
        self._keys = keys

    def __len__(self) -> int:
        return len(self._places)

    @overload
    def __getitem__(self, index: int) -> Job: ...
    @overload
    def __getitem__(self, index: slice) -> list[Job]: ...
    def __getitem__(self, index: int | slice) -> Job | list[Job]:
        if isinstance(index, slice):
            return [self[i] for i in range(*index.indices(len(self)))]
        index = range(len(self))[index]
        base, rel = self._places[index]
        stem = self._stems.get(index, os.path.splitext(rel)[0])
        return Job(Path(base, rel), Path(stem), storable(self._keys.get(index, rel)))


def plan_jobs(sources: Sequence[Path], *, out: Path | None = None) -> JobList:
    """One job for each picture named or found below a folder, in order, no picture twice, no two with one result.

    A folder's tree is mirrored. Pictures that would share a result keep their ending; where that is not enough, they
    get the names of their folders in front. Our own overlays, and what lies in the output folder, are left out.

    Raises:
        UsageError: a source does not exist.
    """
    places: dict[str, tuple[str, str]] = {}
    for source in sources:
        if os.path.isdir(source):  # unlike pathlib's, not upset by a name that no file can have
            for rel in _pictures(source, out):
                places.setdefault(_real(str(source), rel), (str(source), rel))
        elif os.path.exists(source):
            places.setdefault(os.path.realpath(source), (str(source.parent), source.name))
        else:
            raise UsageError(f"{source}: no such file or folder")
    listed = list(places.values())
    places.clear()
    stems = _own_stems(listed)
    shared = Counter(rel for _base, rel in listed) if len(sources) > 1 else Counter[str]()
    keys = {i: stems.get(i, os.path.splitext(rel)[0]) for i, (_base, rel) in enumerate(listed) if shared[rel] > 1}
    return JobList(listed, stems, keys)


def _real(base: str, rel: str) -> str:
    """The path of a picture without links, so that one found twice is known."""
    return os.path.realpath(os.path.join(base, rel))


def storable(path: str) -> str:
    r"""A path as text that can be stored: bytes of a file name that are no UTF-8 are written as escapes.

    >>> storable("a\udcff.png")
    'a\\xff.png'
    """
    try:
        return os.fsencode(path).decode("utf-8", "backslashreplace")
    except UnicodeEncodeError:  # half a pair, which no file name holds but a message may
        return path.encode("utf-8", "backslashreplace").decode("utf-8")


def _pictures(folder: Path, out: Path | None) -> list[str]:
    """The paths below a folder of its pictures, sorted folder by folder."""
    from sie.io.images import IMAGE_SUFFIXES

    own = os.path.realpath(out) if out is not None else None
    found: list[str] = []
    for parent, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if not name.startswith(".")]
        if own is not None:
            folders[:] = [name for name in folders if os.path.realpath(os.path.join(parent, name)) != own]
        for name in names:
            ending = os.path.splitext(name)[1].lower()
            wanted = ending in IMAGE_SUFFIXES and not name.startswith(".") and not name.endswith(OVERLAY_SUFFIX)
            if wanted and os.path.isfile(os.path.join(parent, name)):
                found.append(os.path.relpath(os.path.join(parent, name), folder))
    return sorted(found, key=lambda rel: rel.split(os.sep))


def _own_stems(listed: Sequence[tuple[str, str]]) -> dict[int, str]:
    """The stems of the pictures whose results would otherwise have the names of others' results."""
    stems = [os.path.splitext(rel)[0] for _base, rel in listed]
    plain = Counter(stems)
    if len(plain) == len(stems) and not plain.keys() & {rel for _base, rel in listed}:
        return {}
    paths = [Path(base, rel) for base, rel in listed]
    kept = _keep_endings([Path(stem) for stem in stems], [Path(rel) for _base, rel in listed])
    final = _add_parents(kept, paths)
    return {i: str(stem) for i, stem in enumerate(final) if str(stem) != stems[i]}


def _keep_endings(stems: list[Path], names: list[Path]) -> list[Path]:
    """Stems with their names' endings where two are the same, or become the same by another's ending."""
    counts = Counter(stems)
    longer = [name if counts[stem] > 1 else stem for stem, name in zip(stems, names, strict=True)]
    return longer if longer == stems else _keep_endings(longer, names)


def _add_parents(stems: list[Path], paths: list[Path]) -> list[Path]:
    """Stems made distinct by as many parent folders' names as it takes."""
    groups: dict[str, list[int]] = defaultdict(list)
    for index, stem in enumerate(stems):
        groups[str(stem)].append(index)
    result = list(stems)
    for members in groups.values():
        if len(members) < 2:
            continue
        parts = [paths[i].parent.resolve().parts for i in members]
        depth = next(d for d in range(1, 1 + max(map(len, parts))) if len({p[-d:] for p in parts}) == len(parts))
        for i, folders in zip(members, parts, strict=True):
            result[i] = Path(*[name for name in folders[-depth:] if name != "/"], stems[i])
    return result
