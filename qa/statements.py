"""Constant texts stored beside the package so that a start need not build them.

`schema.sql` makes every table, `readings.sql` and the others named for a derived table derive its rows for the
charts in `new_charts`, `form_starts.txt` has the letters that published questions start with. A test keeps each file
equal to what the builders make.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path

from sie.tables import TABLES

FOLDER = Path(__file__).parent / "sql"


@cache
def script(name: str) -> str:
    """A stored script: `schema`, or the name of a derived table."""
    return stored_text(f"{name}.sql")


@cache
def stored_text(file: str) -> str:
    """A stored file."""
    return (FOLDER / file).read_text(encoding="utf-8")


def built_schema() -> str:
    """The statements that make the stored and the derived tables."""
    from qa.database import create_table_sql
    from qa.readings import DERIVED

    return _joined([create_table_sql(table) for table in (*TABLES.values(), *DERIVED.values())])


def built_derivation(name: str) -> str:
    """The statements that derive a table's rows of the charts in `new_charts` anew."""
    from qa.readings import clear_sql, refresh_sql

    return _joined([clear_sql(name), refresh_sql(name)])


def built_starts() -> str:
    """The letters that published questions start with."""
    from qa.parse.published import form_starts

    return form_starts()


BUILDERS: dict[str, Callable[[], str]] = {
    "schema.sql": built_schema,
    "readings.sql": lambda: built_derivation("readings"),
    "places.sql": lambda: built_derivation("places"),
    "curves.sql": lambda: built_derivation("curves"),
    "frames.sql": lambda: built_derivation("frames"),
    "form_starts.txt": built_starts,
}
"""What makes each file."""


def _joined(statements: list[str]) -> str:
    return "".join(f"{statement};\n" for statement in statements)
