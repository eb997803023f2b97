"""What is wrong with data that do not fit their model, in our words."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pydantic import ValidationError

_WORDS = {"missing": "missing", "extra_forbidden": "no such key"}
_OPENINGS = (("Value error, ", ""), ("Input should be ", "expected "))
_JSON_PLACE = re.compile(r"line (\d+) column (\d+)$")


def first_fault(error: ValidationError) -> str:
    """The first thing that is wrong, as `place: reason`; `not JSON` with its line where the text is none."""
    first = error.errors(include_url=False)[0]
    message = first["msg"]
    if first["type"] == "json_invalid":
        where = _JSON_PLACE.search(message)
        return f"not JSON: line {where[1]}, column {where[2]}" if where else "not JSON"
    place = ".".join(str(part) for part in first["loc"]) or "top level"
    for opening, ours in _OPENINGS:
        if message.startswith(opening):
            return f"{place}: {ours}{message.removeprefix(opening)}"
    return f"{place}: {_WORDS.get(first['type'], message)}"
