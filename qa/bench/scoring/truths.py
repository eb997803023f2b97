"""What is scored: a question's truth, a prediction or the lack of one, and the score that it gets."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum, StrEnum
from types import MappingProxyType
from typing import Final

from qa.errors import QaError
from qa.template import AnswerType


class ScoringError(QaError, ValueError):
    """A truth cannot be scored at all, e.g. its answer type is unknown; the message names the question."""


class Rule(StrEnum):
    """How answers are scored.

    CORRECTED is this project's rule (`qa.bench.scoring.corrected`). PUBLISHED is what the public RealCQA evaluator
    computes, mistakes included (`qa.bench.scoring.published`). RELAXED is ChartQA's relaxed accuracy and PLOTQA that of
    the PlotQA paper (`qa.bench.scoring.relaxed`).
    """

    CORRECTED = "corrected"
    PUBLISHED = "published"
    RELAXED = "relaxed"
    PLOTQA = "plotqa"


class _Missing(Enum):
    """The type of `MISSING`."""

    MISSING = "missing"


MISSING: Final = _Missing.MISSING
"""There is no prediction for a question; a prediction of null is `None` and another thing."""

_NO_DETAILS: Mapping[str, float] = MappingProxyType({})


def _no_details() -> Mapping[str, float]:
    return _NO_DETAILS


_ANSWER_TYPES = {
    "binary": AnswerType.BINARY,
    "numerical": AnswerType.NUMERICAL,
    "numeric": AnswerType.NUMERICAL,
    "number": AnswerType.NUMERICAL,
    "string": AnswerType.STRING,
    "text": AnswerType.STRING,
    "string/unrankedlist": AnswerType.STRING_OR_LIST,
    "unrankedlist": AnswerType.UNRANKED,
    "unranked": AnswerType.UNRANKED,
    "rankedlist": AnswerType.RANKED,
    "ranked": AnswerType.RANKED,
}


def answer_type_of(written: str) -> AnswerType:
    """The answer type that a data set writes, whatever its case and blanks ("String/ Unranked List").

    Raises:
        ScoringError: it is none.

    >>> answer_type_of("String/ Unranked List").value
    'String/Unranked List'
    """
    found = _ANSWER_TYPES.get("".join(written.split()).casefold())
    if found is None:
        raise ScoringError(f"answer type: expected one of {[kind.value for kind in AnswerType]}, got {written!r}")
    return found


@dataclass(frozen=True, slots=True)
class Truth:
    """A question's right answer and the groups that it is counted in.

    Attributes:
        qa_id: names the question among all.
        answer: a JSON value as the data set stores it: "yes", a number, a text, a list, a list of lists.
        answer_type: as RealCQA writes it; spelling variants are evened out when the truth is made.
        qid: the template, or "" where there is none.
        taxonomy: the benchmark's class of question, e.g. "4b", or "".
        level: root, structure, retrieval or reasoning, or "".
        chart_id: the chart that is asked.
        chart_type: its type, or "".

    Raises:
        ScoringError: the answer type is unknown.
    """

    qa_id: str
    answer: object
    answer_type: str
    qid: str = ""
    taxonomy: str = ""
    level: str = ""
    chart_id: str = ""
    chart_type: str = ""

    def __post_init__(self) -> None:
        if type(self.answer_type) is not AnswerType:
            try:
                object.__setattr__(self, "answer_type", answer_type_of(str(self.answer_type)))
            except ScoringError as error:
                raise ScoringError(f"question {self.qa_id}: {error}") from error

    @property
    def kind(self) -> AnswerType:
        """The answer type as an enum."""
        return AnswerType(self.answer_type)


@dataclass(frozen=True, slots=True)
class Score:
    """What one answer is worth.

    Attributes:
        value: in [0, 1]. Under PUBLISHED alone it may exceed 1: its F1 counts repeated items several times.
        details: numbers beside the value, by name (`l1`, `l2`, `relative`, `edit`, `soft`); finite ones only.
        problem: why an answer could not be read, or None. Such an answer counts as wrong.
        scored: False where the rule leaves this kind of question out, which then counts nowhere.
    """

    value: float
    details: Mapping[str, float] = field(default_factory=_no_details)
    problem: str | None = None
    scored: bool = True


RIGHT = Score(1.0)
WRONG = Score(0.0)
NOT_SCORED = Score(0.0, scored=False)

_SHOWN = 40


def unreadable(expected: str, got: object) -> str:
    """The problem of a value that is not of the kind expected, shortened."""
    written = got if isinstance(got, str) else repr(got)
    return f"expected {expected}, got {written[:_SHOWN]!r}{'...' if len(written) > _SHOWN else ''}"


NO_PREDICTION = "no prediction"
NO_ANSWER = "the prediction is null"
