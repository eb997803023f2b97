"""Extractions kept by the content of their picture, so that a second question about it does not read it again.

An entry's key is made of the picture's bytes, the options, the weights and the code that read it: whatever changes one
of them makes a new entry, and nothing has to be invalidated.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from sie.errors import FigureError, ImageError, OutputError

if TYPE_CHECKING:
    from sie.figure import Figure
    from sie.options import Options

_CODE = (".py",)
_WEIGHTS = (".onnx", ".bin", ".xml", ".pt", ".toml")


def cache_key(picture: bytes, options: Options) -> str:
    """The name of a picture's entry."""
    digest = hashlib.sha256(picture)
    digest.update(options.model_dump_json().encode("utf-8"))
    digest.update(_reader_stamp().encode("ascii"))
    return digest.hexdigest()[:40]


@lru_cache(maxsize=1)
def _reader_stamp() -> str:
    """A digest of the names, sizes and times of the code and weights that read pictures."""
    import sie

    home = Path(sie.__file__).parent
    digest = hashlib.sha256()
    for folder, endings in ((home, _CODE), (home.parent / "models", (*_CODE, *_WEIGHTS))):
        for path in sorted(folder.rglob("*")):
            if path.suffix in endings and path.is_file():
                facts = path.stat()
                digest.update(f"{path.relative_to(folder)} {facts.st_size} {facts.st_mtime_ns}\n".encode())
    return digest.hexdigest()


def cached_extraction(path: Path, folder: Path | None, extract: Callable[[Path], Figure], options: Options) -> Figure:
    """A picture's figure: from the cache folder where it was read before, else read now and kept there.

    A cache that cannot be written to costs time only; an entry that cannot be read back is made anew.

    Raises:
        ImageError: the picture cannot be read.
    """
    try:
        picture = path.read_bytes()
    except OSError as error:
        raise ImageError(f"{path}: cannot be read: {error.strerror}") from error
    if folder is None:
        return extract(path)
    entry = folder / f"{cache_key(picture, options)}.json"
    if entry.is_file():
        from sie.figure import load_figure

        try:
            return load_figure(entry)
        except FigureError:
            entry.unlink(missing_ok=True)
    figure = extract(path)
    try:
        figure.save(entry)
    except OutputError:
        return figure
    return figure
