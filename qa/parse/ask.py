"""A question about loaded charts: recognised, read, run, answered or refused with the reason."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from qa.answer import Answer
from qa.chartview import ChartView
from qa.execute import answer_template
from qa.loading import Library, add_figure, load_library
from qa.parse.errors import QuestionError
from qa.parse.free import answer_free
from qa.parse.generic import is_generic
from qa.parse.published import match_published
from qa.parse.vocabulary import vocabulary_of
from qa.parse.words import tokenize
from qa.template import AnswerType

if TYPE_CHECKING:
    from sie.artifacts import Chart
    from sie.figure import Figure

LONGEST_QUESTION = 600
"""Characters; the longest published form filled with long titles stays below."""


class Frame(Protocol):
    """Anything that writes itself as CSV, such as a pandas data frame."""

    def to_csv(self, *, index: bool) -> str:
        """The table as CSV text."""


if TYPE_CHECKING:
    Askable = Figure | Chart | Frame | Library | str | Path


def checked_question(question: str) -> str:
    """The question with blanks evened out.

    Raises:
        QuestionError: it is empty, or longer than `LONGEST_QUESTION`.
    """
    text = " ".join(question.split())
    if not any(c.isalnum() for c in text):
        raise QuestionError("the question is empty: ask something about the chart")
    if len(text) > LONGEST_QUESTION:
        raise QuestionError(f"the question has {len(text)} characters: expected at most {LONGEST_QUESTION}")
    return text


def ask_chart(library: Library, chart_id: str, question: str, *, explain: bool = True) -> Answer:
    """The answer to a question about one chart.

    Raises:
        QuestionError: the question is empty or endless, or the chart is unknown.
    """
    text = checked_question(question)
    view = library.view(chart_id)
    match = match_published(text, view)
    if match is None:
        return answer_free(library, view, text, explain=explain)
    answer = answer_template(library.db, chart_id, match.qid, match.slots, explain=explain)
    return replace(answer, bindings=match.slots)


def ask(
    library: Library, chart_ids: Sequence[str], question: str, *, chart: int | None = None, explain: bool = True
) -> Answer:
    """The answer to a question about a figure's charts: of several the one that fits best, named in the reading.

    Raises:
        QuestionError: see `ask_chart`; or there is no such chart.
    """
    if chart is not None:
        if not 1 <= chart <= len(chart_ids):
            raise QuestionError(f"no chart {chart}: expected 1 to {len(chart_ids)}")
        chart_ids = [chart_ids[chart - 1]]
    if not chart_ids:
        raise QuestionError("there is no chart to ask")
    answers = [ask_chart(library, chart_id, question, explain=explain) for chart_id in chart_ids]
    if len(answers) == 1:
        return answers[0]
    good = [answer for answer in answers if answer.refusal is None]
    if not good:
        return min(answers, key=lambda answer: len(answer.refusal or ""))
    several = len({str(answer.chart_id).rpartition("#")[0] for answer in answers}) > 1
    told = {str(answer.chart_id): words_shared(library.view(str(answer.chart_id)), question) for answer in good}
    good.sort(key=lambda answer: -told[str(answer.chart_id)])
    best, *others = (_named(library.view(str(answer.chart_id)), answer, several=several) for answer in good)
    differing = tuple(other for other in others if other.answer != best.answer)
    return replace(best, alternatives=(*best.alternatives, *differing))


def words_shared(view: ChartView, question: str) -> int:
    """How many telling words of a question are words of a chart's titles, and how many of its names: a word of both
    counts twice."""
    vocabulary = vocabulary_of(view)
    titles = frozenset().union(*vocabulary.title_stems.values())
    names = {stem for name in vocabulary.names for stem in name.stems}
    words = {token.stem for token in tokenize(question) if not is_generic(token.norm, token.stem)}
    return len(words & titles) + len(words & names)


def _named(view: ChartView, answer: Answer, *, several: bool) -> Answer:
    """The answer with the chart it is of in its reading; of several figures with the figure too."""
    figure, _, panel = str(answer.chart_id).rpartition("#")
    title = view.field("title")
    where = (f"{figure}, panel {panel}" if several else f"panel {panel}") + (f" ({title})" if title else "")
    return replace(answer, reading=f"{where}: {answer.reading}")


def ask_anything(source: Askable, question: str, *, chart: int | None = None) -> Answer:
    """See `qa.answer`."""
    if isinstance(source, Library):
        return ask(source, source.chart_ids, question, chart=chart)
    text = checked_question(question)
    library = _library(source)
    try:
        return ask(library, library.chart_ids, text, chart=chart)
    finally:
        library.close()


def _library(source: Figure | Chart | Frame | str | Path) -> Library:
    from qa.database import ChartDatabase

    if isinstance(source, str | Path):
        return load_library(Path(source))
    library = Library(ChartDatabase())
    try:
        add_figure(library, _figure(source), key="figure")
        library.prepare()
    except BaseException:
        library.close()
        raise
    return library


def _figure(source: Figure | Chart | Frame) -> Figure:
    from sie.artifacts import Chart, ImageInfo
    from sie.figure import Figure

    if isinstance(source, Figure):
        return source
    if isinstance(source, Chart):
        return Figure(image=ImageInfo(path="figure", sha256="", width=0, height=0), charts=(source,))
    from sie.io.tabular import figure_of_csv

    return figure_of_csv(source.to_csv(index=False), name="table")


def refused(reason: str, *, chart_id: str | None = None, reading: str = "") -> Answer:
    """An answer that says why there is none."""
    return Answer(answer=None, answer_type=AnswerType.STRING, reading=reading, refusal=reason, chart_id=chart_id)
