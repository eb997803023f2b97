"""Predictions as people and models write them, read as truths, numbers, texts and lists.

A reader gives None where a value is not of its kind; nothing is guessed. Numbers keep the unit of the axis: "45 %" is
45, as in all of this project's tables. Texts are compared after `plain`: Unicode NFKC, one kind of dash and quote,
single blanks, no quotes around, no case.
"""

from __future__ import annotations

import ast
import json
import math
import re
import unicodedata
import warnings
from functools import lru_cache
from typing import cast

from qa.bench.scoring.truths import ScoringError

MAX_TEXT = 1_000_000
"""Longer texts are not read as lists: no answer about a chart is that long, and parsing them costs."""
MAX_DEPTH = 8
"""Lists nested deeper are malformed."""

_YES = frozenset({"yes", "true", "1", "y", "t", "1.0"})
_NO = frozenset({"no", "false", "0", "n", "f", "0.0"})
_GROUPED = re.compile(r"[+-]?\d{1,3}(?:,\d{3})+(?:\.\d*)?(?:e[+-]?\d+)?", re.IGNORECASE)
_POWER = re.compile(r"([+-]?\d*\.?\d+)\s*[×x*·]\s*10\s*\^?\s*\(?([+-]?\d+)\)?", re.IGNORECASE)
_NUMERAL = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?|[+-]?(?:inf|infinity|nan)", re.IGNORECASE)
_SAME_SIGNS = str.maketrans(
    {"−": "-", "–": "-", "—": "-", "‐": "-", "‑": "-", "’": "'", "‘": "'", "“": '"', "”": '"', "´": "'", "`": "'"}
)
_QUOTES = ("'", '"')
_SEPARATORS = re.compile(r"\s*(?:[,;\n])\s*")


def read_truth(value: object) -> bool | None:
    """A yes or no: the words, JSON truths, 1 and 0; case, blanks and an ending point do not matter.

    >>> read_truth("Yes."), read_truth(False), read_truth("perhaps")
    (True, False, None)
    """
    if isinstance(value, bool):
        return value
    if isinstance(value, int | float):
        return bool(value) if value in (0, 1) else None
    if not isinstance(value, str):
        return None
    word = value.strip().strip(".!'\" ").casefold()
    return True if word in _YES else False if word in _NO else None


def read_number(value: object) -> float | None:
    """A number, or a text that is one numeral: thousands in commas, a % sign, `1.2e3`, `3 × 10^5` are understood.

    NaN and infinities are numbers here; a caller decides what they are worth.

    >>> read_number("1,200"), read_number("45 %"), read_number("3 × 10^5"), read_number("about 7")
    (1200.0, 45.0, 300000.0, None)
    """
    if isinstance(value, bool):
        return None
    if isinstance(value, int | float):
        return _float(value)
    if not isinstance(value, str) or len(value) > 64:
        return None
    text = value.translate(_SAME_SIGNS).strip().strip("'\"").removesuffix("%").strip()
    if _NUMERAL.fullmatch(text):
        return float(text)
    if _GROUPED.fullmatch(text):
        return float(text.replace(",", ""))
    power = _POWER.fullmatch(text)
    if power is not None:
        exponent = int(power.group(2)) if len(power.group(2)) < 6 else 0
        return _float(float(power.group(1)) * 10.0**exponent) if abs(exponent) <= 300 else None
    return None


def _float(value: float) -> float:
    try:
        return float(value)
    except OverflowError:  # an int beyond any float
        return math.inf if value > 0 else -math.inf


def plain(value: object) -> str:
    """A text made comparable, see the module; numbers and truths as JSON writes them.

    >>> plain("  ‘North  America’ "), plain(2010.0), plain(True)
    ('north america', '2010', 'true')
    """
    if isinstance(value, str):
        text = value
        if not text.isascii():
            text = unicodedata.normalize("NFKC", text.translate(_SAME_SIGNS)).translate(_SAME_SIGNS)
        text = " ".join(text.split()).casefold()
        while len(text) > 1 and text[0] in _QUOTES and text[-1] == text[0]:
            text = text[1:-1].strip()
        return text
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        return str(int(value))
    return str(value)


def read_list(value: object) -> list[object] | None:
    """A list: a JSON list, a text that is one in JSON or Python, or a text with items between commas.

    One plain value is a list of itself; an empty text is the empty list; an object or null is no list.

    >>> read_list("['a', 'b']"), read_list("a; b"), read_list(3), read_list(None)
    (['a', 'b'], ['a', 'b'], [3], None)
    """
    if isinstance(value, list | tuple):
        return list(value)
    if isinstance(value, bool | int | float):
        return [value]
    if not isinstance(value, str):
        return None
    text = value.strip()
    if not text:
        return []
    if text[0] in "[(" and text[-1] in "])" and len(text) <= MAX_TEXT:
        parsed = _parsed(text)
        if isinstance(parsed, list | tuple):
            return list(parsed)
        text = text[1:-1].strip()
    return [part.strip() for part in _SEPARATORS.split(text) if part.strip()]


def _parsed(text: str) -> object:
    """The JSON or Python value of a text, or None."""
    try:
        return cast("object", json.loads(text))
    except (ValueError, RecursionError):
        return python_value(text)


def python_value(text: str) -> object:
    """The value of a Python literal, which models write as readily as JSON, or None."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # Python's remarks on a foreign text, such as an unknown escape, help nobody
        try:
            return cast("object", ast.literal_eval(text))
        except (ValueError, SyntaxError, TypeError, RecursionError, MemoryError):
            return None


Key = str | tuple["Key", ...]
"""An item made comparable: a label as plain text, numerals by their value; a nested list as a sorted bag of keys."""


def key_of(item: object, depth: int = 0) -> Key:
    """An item's key: equal items have equal keys, nested lists in whatever order.

    Items of lists are labels. So numbers are compared by value and not with a tolerance, which would make one of the
    years 2000 and 2005; the labels "2010", 2010 and "2010.0" are one.

    Raises:
        ScoringError: lists nested deeper than `MAX_DEPTH`, or an object.

    >>> key_of(["b", "A"]), key_of(2010), key_of("2010.0")
    (('a', 'b'), '2010', '2010')
    """
    if isinstance(item, str):
        return _label(item)
    if item is None or isinstance(item, bool):
        return plain(item)
    if isinstance(item, int | float):
        return plain(_float(item))
    if isinstance(item, list | tuple) and depth < MAX_DEPTH:
        return tuple(sorted((key_of(part, depth + 1) for part in item), key=repr))
    raise ScoringError(f"a list item: expected texts, numbers or lists of them, got {type(item).__name__}")


@lru_cache(maxsize=1 << 16)  # a chart's labels occur in hundreds of its answers
def _label(text: str) -> str:
    shown = plain(text)
    if shown and (shown[0].isdigit() or shown[0] in "+-.") and not shown.endswith("%"):
        number = read_number(shown)
        if number is not None and math.isfinite(number):
            return plain(number)
    return shown
