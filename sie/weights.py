"""Which weights and which code read the pictures: part of what makes a result, beside the options."""

from __future__ import annotations

import hashlib
import importlib.util
from functools import cache
from pathlib import Path

from models.registry import DETECTOR, file_hash, load_manifest
from sie.options import Options
from sie.vocab import Engine

_ENGINES = {
    Engine.RAPIDOCR: ("rapidocr", ("models/*det*.onnx", "models/*rec*.onnx")),
    Engine.EASYOCR: ("easyocr_en_models", ("models/*.pth",)),
}
"""The package that brings an engine's weights, and where they lie in it."""


_OTHER_CODE = ("__main__", "cli", "commands", "doctor", "batch", "engines", "bench", "metrics", "cache", "overlay")
"""Starts of the names of modules that no result depends on."""


def code_digest() -> str:
    """A short digest of the code that makes a result: more exact than a version number between two releases."""
    import models
    import sie

    home, other = Path(sie.__file__).parent, Path(models.__file__).parent
    own = [path for path in home.rglob("*.py") if not path.relative_to(home).parts[0].startswith(_OTHER_CODE)]
    digest = hashlib.sha256()
    for path in sorted([*own, *other.glob("*.py")]):
        digest.update(path.name.encode() + path.read_bytes())
    return digest.hexdigest()[:16]


def weight_digests(options: Options) -> dict[str, str]:
    """A short digest for the weights of each engine and model that these options use, where they are installed."""
    from sie.text.network import runs_quantized

    engines = [options.text.engine, *([Engine.EASYOCR] if options.text.second_opinion else [])]
    found = {engine.value: _engine_digest(engine) for engine in engines}
    text = Engine.RAPIDOCR in engines and runs_quantized(options.device)
    for name, entry in load_manifest().items():
        if options.elements.detector if name == DETECTOR else text:
            found[name] = entry.digest[:16]
    return {name: digest for name, digest in found.items() if digest}


@cache
def _engine_digest(engine: Engine) -> str:
    package, patterns = _ENGINES[engine]
    spec = importlib.util.find_spec(package)
    if spec is None or not spec.submodule_search_locations:
        return ""
    home = Path(spec.submodule_search_locations[0])
    digest = hashlib.sha256()
    for path in sorted(path for pattern in patterns for path in home.glob(pattern)):
        digest.update(f"{path.name} {file_hash(path)}\n".encode())
    return digest.hexdigest()[:16]
