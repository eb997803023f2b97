"""Writing results: whole or not at all, under a temporary name first."""

from __future__ import annotations

import csv
import io
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, TYPE_CHECKING

from sie.errors import OutputError, UsageError

if TYPE_CHECKING:
    import numpy as np

    from sie.figure import Figure


def write_bytes(path: Path, data: bytes, *, durable: bool = False) -> None:
    """Put data at a path, whole or not at all; see `whole_file`.

    Raises:
        OutputError: the folder or the file cannot be written.
    """
    with whole_file(path, durable=durable) as file:
        file.write(data)


def make_folder(path: Path) -> None:
    """Make a folder, with those around it, where it is not there; long work may ask for it before it starts.

    Raises:
        OutputError: something else is there, or it cannot be made.
    """
    try:
        path.mkdir(parents=True, exist_ok=True)
    except (FileExistsError, NotADirectoryError) as error:
        raise OutputError(f"{path}: cannot be written: it is not a folder") from error
    except OSError as error:
        raise OutputError(f"{path}: cannot be written: {error.strerror}") from error


@contextmanager
def whole_file(path: Path, *, durable: bool = False) -> Iterator[IO[bytes]]:
    """A file to write that is at its path, whole, once this context ends well, and not at all else.

    Missing folders are made. With `durable` the data survive a power cut once it has ended; their name does after
    `sync_folder`.

    Raises:
        OutputError: the folder or the file cannot be written.
    """
    handle, temporary = _temporary_file(path)
    try:
        with os.fdopen(handle, "wb") as file:
            yield file
            if durable:
                file.flush()
                os.fsync(file.fileno())
        os.chmod(temporary, 0o666 & ~_umask())
        os.replace(temporary, path)
    except OSError as error:
        raise OutputError(f"{path}: cannot be written: {error.strerror}") from error
    finally:
        Path(temporary).unlink(missing_ok=True)  # gone already where all went well


def _temporary_file(path: Path) -> tuple[int, str]:
    """A new file beside a path."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.exists() and not path.is_file():
            raise OutputError(f"{path}: cannot be written: there is something there that is not a file")
        return tempfile.mkstemp(prefix=".sie-", dir=path.parent)  # short: the name may be a long one
    except FileExistsError as error:
        raise OutputError(f"{path}: cannot be written: {path.parent} is not a folder") from error
    except OSError as error:
        raise OutputError(f"{path}: cannot be written: {error.strerror}") from error


def sync_file(path: Path) -> None:
    """Return when a file's data survive a power cut.

    Raises:
        OutputError: they cannot be written to the disk.
    """
    try:
        handle = os.open(path, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
    except OSError as error:
        raise OutputError(f"{path}: cannot be written to the disk: {error.strerror}") from error


def sync_folder(path: Path) -> None:
    """Return when the names in a folder survive a power cut; systems that cannot sync folders keep them anyhow.

    Raises:
        OutputError: they cannot be written to the disk.
    """
    if os.name == "posix":
        sync_file(path)


def remove_file(path: Path) -> None:
    """Take away an earlier result, where there is one.

    Raises:
        OutputError: it cannot be removed.
    """
    try:
        path.unlink(missing_ok=True)
    except NotADirectoryError:
        return
    except OSError as error:
        raise OutputError(f"{path}: cannot be removed: {error.strerror}") from error


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def write_figure(figure: Figure, path: Path) -> None:
    """Write a figure as JSON, or by a `.csv` ending as its long table.

    Raises:
        UsageError: the path has another ending.
        OutputError: the path cannot be written.
    """
    if path.suffix.lower() not in ("", ".csv", ".json"):
        raise UsageError(f"{path}: expected a name that ends in .json or .csv, got {path.suffix}")
    text = long_csv(figure) if path.suffix.lower() == ".csv" else figure.to_json()
    write_bytes(path, text.encode("utf-8"))


def long_csv(figure: Figure) -> str:
    """The figure's long table as CSV text, without digits that mean nothing; see `sie.figure.LONG_COLUMNS`."""
    from sie.figure import LONG_COLUMNS, long_rows
    from sie.io.digits import shortened

    out = io.StringIO()
    writer = csv.DictWriter(out, fieldnames=list(LONG_COLUMNS), lineterminator="\n")
    writer.writeheader()
    writer.writerows(long_rows(tuple(map(shortened, figure.charts))))
    return out.getvalue()


def png_bytes(rgb: np.ndarray) -> bytes:
    """A PNG of an RGB picture."""
    from PIL import Image

    out = io.BytesIO()
    Image.fromarray(rgb).save(out, format="PNG")
    return out.getvalue()
