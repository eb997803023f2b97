"""What a command is pointed at, and where each result goes: pictures in folders, one result path for each."""

from __future__ import annotations

import os
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

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


def plan_jobs(sources: Sequence[Path], *, out: Path | None = None) -> list[Job]:
    """One job for each picture named or found below a folder, in order, no picture twice, no two with one result.

    A folder's tree is mirrored. Pictures that would share a result keep their ending; where that is not enough, they
    get the names of their folders in front. Our own overlays, and what lies in the output folder, are left out.

    Raises:
        UsageError: a source does not exist.
    """
    pairs: list[tuple[Path, Path]] = []
    for source in sources:
        if os.path.isdir(source):  # unlike pathlib's, not upset by a name that no file can have
            pairs += [(path, path.relative_to(source)) for path in _pictures(source, out)]
        elif os.path.exists(source):
            pairs.append((source, Path(source.name)))
        else:
            raise UsageError(f"{source}: no such file or folder")
    unique = list({path.resolve(): (path, rel) for path, rel in reversed(pairs)}.values())[::-1]
    stems = [rel.with_suffix("") for _path, rel in unique]
    stems = _keep_endings(stems, [rel for _path, rel in unique])
    stems = _add_parents(stems, [path for path, _rel in unique])
    shared = Counter(rel for _path, rel in unique)
    keys = [stem if shared[rel] > 1 else rel for (_path, rel), stem in zip(unique, stems, strict=True)]
    return [Job(path, stem, storable(str(key))) for (path, _rel), stem, key in zip(unique, stems, keys, strict=True)]


def storable(path: str) -> str:
    """A path as text that can be stored: bytes of a file name that are no UTF-8 are written as escapes.

    >>> storable("a\udcff.png")
    'a\\\\xff.png'
    """
    return os.fsencode(path).decode("utf-8", "backslashreplace")


def _pictures(folder: Path, out: Path | None) -> list[Path]:
    from sie.io.images import find_images

    own = out.resolve() if out is not None else None
    below = own is not None and folder.resolve() in own.parents
    found = []
    for path in find_images(folder):
        inside = below and own in (path.parent / "_").resolve().parents
        if not inside and not path.name.endswith(OVERLAY_SUFFIX):
            found.append(path)
    return found


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
