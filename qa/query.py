"""The value that travels from the compiler to the database."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

Scalar = str | float | int | bool
Bindings = Mapping[str, "str | float | int"]


@dataclass(frozen=True)
class CompiledQuery:
    """One DuckDB statement and the values of its `$name` parameters.

    Attributes:
        sql: DuckDB text. It returns the columns `answer`, and `sigma` and `evidence` for a single question; the
            set-based form returns `question_id` and `answer`.
        params: value by parameter name; text, numbers and nothing else.
    """

    sql: str
    params: Mapping[str, Scalar | None] = field(default_factory=dict)
