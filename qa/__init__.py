"""Questions about charts, compiled to DuckDB SQL over the extracted tables.

answer = qa.answer(figure, "Which country has the highest rate in 2010?")
answer.answer, answer.sigma, answer.sql
"""

from __future__ import annotations

import sys
from types import ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from qa.answer import Answer
    from qa.parse.ask import Askable

__all__ = ["answer"]


def answer(figure_or_table: Askable, question: str, *, chart: int | None = None) -> Answer:
    """The answer to a question about a figure or a table.

    What cannot be answered has `refusal` set and `answer` None; where a second reading of the question gives another
    answer, it is among `alternatives`.

    Args:
        figure_or_table: a `sie.figure.Figure`, a chart of one, a data frame (wide: x in the first column; or long:
            series, x, y), or the path of anything that holds a chart but a picture.
        question: in plain words, or one of the published surface forms.
        chart: which of the figure's charts, counted from 1; None tries all.

    Raises:
        sie.errors.FigureError: the table or file cannot be read, or has no values.
        qa.parse.errors.QuestionError: the question is empty or endless, or there is no such chart.
    """
    from qa.parse.ask import ask_anything

    return ask_anything(figure_or_table, question, chart=chart)


class _Package(ModuleType):
    """This package: importing the submodule `qa.answer` must not put itself in the place of the function `answer`."""

    def __setattr__(self, name: str, value: object) -> None:
        if not (name == "answer" and isinstance(value, ModuleType)):
            super().__setattr__(name, value)


sys.modules[__name__].__class__ = _Package
