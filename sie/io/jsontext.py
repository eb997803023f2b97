"""JSON that somebody else wrote, loaded so that whatever is wrong with it is one kind of error."""

from __future__ import annotations

import json
from typing import cast

from sie.errors import SieError


class JsonError(SieError, ValueError):
    """A text is no JSON, or none that can be held: nested too deep, or with a number of thousands of digits."""


def parse_json(text: str | bytes) -> object:
    """The value of a JSON text.

    Raises:
        JsonError: there is none; the message starts with "not JSON" and names no file.
    """
    try:
        return cast("object", json.loads(text))
    except RecursionError as error:
        raise JsonError("not JSON: nested too deep") from error
    except json.JSONDecodeError as error:
        raise JsonError(f"not JSON: line {error.lineno}, column {error.colno}") from error
    except UnicodeDecodeError as error:
        raise JsonError("not JSON: not UTF-8 text") from error
    except ValueError as error:
        raise JsonError("not JSON: a number of too many digits") from error
