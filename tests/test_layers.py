"""Imports go one way: models imports neither sie nor qa; sie imports models; qa imports sie's stored side."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
QA_MAY_USE = ("sie.artifacts", "sie.tables", "sie.io", "sie.vocab", "sie.errors", "sie.figure", "sie.metrics")

COMMAND_LINE = ("cli.py", "cli_bench.py")


def imported_names(path: Path) -> set[str]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    names: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            names |= {f"{node.module}.{alias.name}" for alias in node.names} | {node.module}
    return names


def modules_of(package: str) -> list[Path]:
    return sorted((ROOT / package).rglob("*.py"))


@pytest.mark.parametrize("path", modules_of("models"), ids=lambda p: str(p.relative_to(ROOT)))
def test_models_imports_neither_sie_nor_qa(path: Path) -> None:
    assert not {name for name in imported_names(path) if name.split(".")[0] in ("sie", "qa")}


@pytest.mark.parametrize("path", modules_of("sie"), ids=lambda p: str(p.relative_to(ROOT)))
def test_only_the_command_line_of_sie_imports_qa(path: Path) -> None:
    uses = {name for name in imported_names(path) if name.split(".")[0] == "qa"}
    assert not uses or path.name in COMMAND_LINE


@pytest.mark.parametrize("name", COMMAND_LINE)
def test_command_line_imports_qa_only_inside_functions(name: str) -> None:
    tree = ast.parse((ROOT / "sie" / name).read_text(encoding="utf-8"))
    top = [node for node in tree.body if isinstance(node, ast.Import | ast.ImportFrom)]
    assert not [node for node in top if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("qa")]


@pytest.mark.parametrize("path", modules_of("qa"), ids=lambda p: str(p.relative_to(ROOT)))
def test_qa_uses_only_the_stored_side_of_sie(path: Path) -> None:
    used = {name for name in imported_names(path) if name.split(".")[0] == "sie" and name != "sie"}
    assert not {name for name in used if not name.startswith(QA_MAY_USE)}
    assert not {name for name in imported_names(path) if name.split(".")[0] == "models"}


def test_help_starts_without_heavy_packages() -> None:
    code = (
        "import sys, sie.cli; "
        "heavy = {'torch', 'cv2', 'easyocr', 'rapidocr', 'openvino', 'onnxruntime', 'ultralytics', 'pandas', 'scipy', "
        "'duckdb', 'pydantic', 'numpy'} & set(sys.modules); "
        "print(sorted(heavy))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    assert done.stdout.strip() == "[]"
