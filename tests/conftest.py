"""Options and fixtures shared by all tests; `tests` itself is on the path, so that helpers import by name."""

from __future__ import annotations

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    """Options of this project's tests."""
    parser.addoption("--update-golden", action="store_true", help="rewrite golden files from what the code makes now")


@pytest.fixture
def update_golden(request: pytest.FixtureRequest) -> bool:
    """True when golden files are to be rewritten."""
    return bool(request.config.getoption("--update-golden"))
