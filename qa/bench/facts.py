"""What a report states of the run itself: versions, machine, date, weights, seeds."""

from __future__ import annotations

import os
import platform
from collections.abc import Mapping
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version

import sie

_PACKAGES = ("duckdb", "sqlglot", "numpy", "opencv-python", "openvino", "onnxruntime", "rapidocr", "easyocr")


def run_facts(command: str, weights: Mapping[str, str] | None = None) -> list[tuple[str, str]]:
    """Name and value of each fact, for the head of a report.

    Args:
        command: as it was given.
        weights: of the models that read pictures; None where none were read.
    """
    facts = [
        ("command", command),
        ("date", datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC")),
        ("sie", sie.__version__),
        ("packages", ", ".join(f"{name} {found}" for name in _PACKAGES if (found := _version(name)))),
        (
            "machine",
            f"Python {platform.python_version()}, {platform.system()} {platform.machine()}, {os.cpu_count()} cores",
        ),
    ]
    if weights is not None:
        named = ", ".join(f"{name} {digest[:12]}" for name, digest in sorted(weights.items()))
        facts.append(("weights", named or "not named in the figures"))
    return facts


def _version(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:
        return None
