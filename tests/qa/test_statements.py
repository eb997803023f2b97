"""The stored texts are what the builders make."""

from __future__ import annotations

import pytest

from qa.statements import BUILDERS, FOLDER, stored_text


@pytest.mark.parametrize("name", BUILDERS)
def test_stored_text_is_the_built_one(name: str, update_golden: bool) -> None:
    built = BUILDERS[name]()
    if update_golden:
        (FOLDER / name).write_text(built, encoding="utf-8")
    assert stored_text(name) == built, "run with --update-golden and review the file"
