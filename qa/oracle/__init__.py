"""A second, independent answer to every template: plain Python written from its words, no SQL and no plan.

It exists to disagree. It shares with the compiler only the stored rows and, through `ChartView`, the reading of places
and interpolated values, which it computes in its own way.
"""

from __future__ import annotations

from qa.answer import AnswerValue
from qa.chartview import ChartView
from qa.errors import BindingError
from qa.oracle.boxes import RULES as _BOXES
from qa.oracle.structure import RULES as _STRUCTURE
from qa.oracle.structure import Rule, Slots
from qa.oracle.values import RULES as _VALUES
from qa.template import Mode

RULES: dict[str, Rule] = {**_STRUCTURE, **_VALUES, **_BOXES}
"""A rule for every template, by qid."""


def oracle_answer(view: ChartView, qid: str, slots: Slots, *, mode: Mode = Mode.CORRECTED) -> AnswerValue:
    """The answer to one question of a template, without SQL.

    Raises:
        BindingError: no such template.
    """
    if qid not in RULES:
        raise BindingError(f"expected the qid of a template, got {qid!r}")
    return RULES[qid](view, slots, mode)
