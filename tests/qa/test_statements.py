"""The stored scripts are what the builders make."""

from __future__ import annotations

import pytest

from qa.statements import BUILDERS, FOLDER, script


@pytest.mark.parametrize("name", BUILDERS)
def test_stored_script_is_the_built_one(name: str, update_golden: bool) -> None:
    built = BUILDERS[name]()
    if update_golden:
        (FOLDER / f"{name}.sql").write_text(built, encoding="utf-8")
    assert script(name) == built, "run with --update-golden and review the file"
