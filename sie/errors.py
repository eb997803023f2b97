"""What can go wrong in `sie`, by what a caller can do about it."""

from __future__ import annotations


class SieError(Exception):
    """The root of every error that `sie` raises on purpose."""


class UsageError(SieError, ValueError):
    """The call or the command line asks for something that cannot be; change the call."""


class ImageError(SieError):
    """An image file cannot be read as a picture; the message names the file and the cause."""


class FigureError(SieError, ValueError):
    """A stored figure or annotation does not keep its schema; the message names the file and the place."""


class NothingToReadError(FigureError, UsageError):
    """A folder holds nothing of what is looked for there; name another one."""


class OutputError(SieError):
    """A result cannot be written; the message names the path and the cause."""


class EngineError(SieError):
    """A text engine or a detector cannot be loaded or run; the message says what to install."""


def why_unreadable(error: OSError | UnicodeDecodeError) -> str:
    """Why a text file could not be read, in one phrase without its path.

    >>> why_unreadable(FileNotFoundError(2, "No such file or directory"))
    'No such file or directory'
    """
    return "not UTF-8 text" if isinstance(error, UnicodeDecodeError) else str(error.strerror or error)
