"""Answers: what is handed to people and programs, and how two answers are compared."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from qa.query import Scalar
from qa.template import AnswerType

Item = str | float | tuple[str, ...]
AnswerValue = bool | float | str | tuple[Item, ...] | None
"""A truth, a number, a text, or a list of texts, of pairs or of numbers; None where there is no answer."""

NUMBER_TOLERANCE = 1e-9
"""Two numbers closer than this part of the larger are one answer."""

SHOWN_DIGITS = 12
"""Significant digits of a number that is handed out."""


@dataclass(frozen=True)
class EvidenceRow:
    """A row that an answer rests on; `part` numbers the relations of its plan."""

    part: int
    series: str | None
    place: str | None
    partner: str | None
    x: float | None
    value: float | None
    sigma: float | None


@dataclass(frozen=True)
class PixelBox:
    """Where a row of the evidence was read, `xyxy` in pixels."""

    x0: float
    y0: float
    x1: float
    y1: float
    label: str = ""


@dataclass(frozen=True)
class Answer:
    """The answer to one question about one chart.

    Attributes:
        answer: "yes" or "no", a number, a text, a list (pairs as two-item lists), or None.
        answer_type: see `AnswerType`.
        unit: of a number, where the chart tells it.
        sigma: one standard deviation of a number, in its unit.
        margin: of a yes/no or a ranking: by how many standard deviations it holds.
        qid: the template, or None for a free question.
        reading: the question as understood, in words.
        bindings: what fills the slots.
        sql: the statement that found the answer; `params` are its parameters.
        rows: what the answer rests on.
        boxes: where that was read in the picture.
        alternatives: answers of other readings, likelier first.
        refusal: why there is no answer, or None.
        close: True when the margin is under one standard deviation: too close to call.
        chart_id: the chart that was asked.
    """

    answer: str | float | list[str | float | list[str]] | None
    answer_type: AnswerType
    unit: str | None = None
    sigma: float | None = None
    margin: float | None = None
    qid: str | None = None
    reading: str = ""
    bindings: Mapping[str, str | float | int] = field(default_factory=dict)
    sql: str = ""
    params: Mapping[str, Scalar | None] = field(default_factory=dict)
    rows: tuple[EvidenceRow, ...] = ()
    boxes: tuple[PixelBox, ...] = ()
    alternatives: tuple[Answer, ...] = ()
    refusal: str | None = None
    close: bool = False
    chart_id: str | None = None


def value_of(raw: object, answer_type: AnswerType) -> AnswerValue:
    """What a statement returned, as a value of an answer type: lists as tuples, no list as an empty one.

    >>> value_of(["2010"], AnswerType.STRING_OR_LIST)
    ('2010',)
    """
    if isinstance(raw, list):
        items = [tuple(str(part) for part in item) if isinstance(item, list) else item for item in raw]
        return tuple(item for item in items if item is not None)
    if raw is None:
        listed = (AnswerType.UNRANKED, AnswerType.RANKED, AnswerType.STRING_OR_LIST)
        return () if answer_type in listed else None
    if isinstance(raw, bool | str):
        return raw
    if isinstance(raw, int | float):
        return float(raw)
    raise TypeError(f"expected a truth, number, text or list, got {type(raw).__name__}")


def shown(value: AnswerValue, answer_type: AnswerType) -> str | float | list[str | float | list[str]] | None:
    """A value as people and JSON see it.

    >>> shown(True, AnswerType.BINARY), shown(("a",), AnswerType.STRING_OR_LIST), shown(3.0, AnswerType.NUMERICAL)
    ('yes', 'a', 3)
    >>> shown(0.1 + 0.2, AnswerType.NUMERICAL)
    0.3
    """
    if value is None:
        return None
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        single = answer_type in (AnswerType.STRING, AnswerType.STRING_OR_LIST)
        if single and not value:
            return None
        if single and len(value) == 1 and isinstance(value[0], str):
            return value[0]
        return [list(item) if isinstance(item, tuple) else _sensible(item) for item in value]
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        return int(value)
    return _sensible(value)


def _sensible(value: str | float) -> str | float:
    """A number without the digits that only its arithmetic gave it."""
    return float(f"{value:.{SHOWN_DIGITS}g}") if isinstance(value, float) else value


def same_number(left: float, right: float) -> bool:
    """Equal within `NUMBER_TOLERANCE`, or both not numbers."""
    return math.isclose(left, right, rel_tol=NUMBER_TOLERANCE, abs_tol=1e-12) or (
        math.isnan(left) and math.isnan(right)
    )


def _as_number(text: str) -> float | None:
    try:
        return float(text.replace(",", ""))
    except ValueError:
        return None


def same_item(left: Item, right: Item) -> bool:
    """Equal items: texts but for case and blanks, numerals by number ("2010" and "2010.0"), pairs either way round."""
    if isinstance(left, tuple) and isinstance(right, tuple):
        straight = all(same_item(a, b) for a, b in zip(left, right, strict=False))
        crossed = all(same_item(a, b) for a, b in zip(left, reversed(right), strict=False))
        return len(left) == len(right) and (straight or crossed)
    if isinstance(left, tuple) or isinstance(right, tuple):
        return False
    a = _as_number(left) if isinstance(left, str) else left
    b = _as_number(right) if isinstance(right, str) else right
    if a is not None and b is not None:
        return same_number(a, b)
    return " ".join(str(left).split()).casefold() == " ".join(str(right).split()).casefold()


def same_answer(left: AnswerValue, right: AnswerValue, answer_type: AnswerType) -> bool:
    """True when two values are one answer; order counts in ranked lists only."""
    a, b = _listed(left, answer_type), _listed(right, answer_type)
    if isinstance(a, tuple) and isinstance(b, tuple):
        if len(a) != len(b):
            return False
        if answer_type is AnswerType.RANKED:
            return all(same_item(x, y) for x, y in zip(a, b, strict=True))
        return _same_bag(a, b)
    if isinstance(a, tuple) or isinstance(b, tuple):
        return False
    if a is None or b is None or isinstance(a, bool) or isinstance(b, bool):
        return a is b
    return same_item(a, b)


def _listed(value: AnswerValue, answer_type: AnswerType) -> AnswerValue:
    """One text as a list of one where an answer may be either."""
    if isinstance(value, str) and answer_type in (AnswerType.STRING, AnswerType.STRING_OR_LIST):
        return (value,)
    if value is None and answer_type in (AnswerType.STRING, AnswerType.STRING_OR_LIST):
        return ()
    return value


def _same_bag(left: Sequence[Item], right: Sequence[Item]) -> bool:
    rest = list(right)
    for item in left:
        match = next((place for place, other in enumerate(rest) if same_item(item, other)), None)
        if match is None:
            return False
        del rest[match]
    return True
