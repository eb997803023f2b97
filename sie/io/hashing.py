"""What a file's bytes are told by."""

from __future__ import annotations

import hashlib
from pathlib import Path


def sha256_of(path: Path) -> str:
    """The SHA-256 of a file's bytes as hex, read once and in pieces; "" where it cannot be read.

    Who asks finds the reason when it reads the file itself.
    """
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError:
        return ""
