"""Many questions about many charts answered from their words: read one by one, computed one statement a template.

Which template a question is and what fills its slots is found from its text and the chart's own names alone, as
`sie answer` does, exactly or nearly (`qa.parse.published_near`). What is no published form of the chart goes to the
free parser only where asked for, because that takes some 20 ms a question.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from qa.catalogue import TEMPLATES
from qa.errors import QaError
from qa.execute import Question, answer_set
from qa.generation.questions import stored_answer
from qa.loading import Library
from qa.parse.published import Match, Recognizer
from qa.parse.published_near import NearRecognizer
from qa.template import Mode


@dataclass(frozen=True)
class Asked:
    """A question about the charts of a source, or about the one of them that is named."""

    qa_id: str
    source: str
    question: str
    chart_id: str | None = None


@dataclass
class Answered:
    """What came of many questions.

    Attributes:
        answers: JSON values by qa_id; a question without an answer is absent.
        read_as: the template that each question was read as, by qa_id.
        refusals: how many questions had no answer, by reason.
    """

    answers: dict[str, object] = field(default_factory=dict)
    read_as: dict[str, str] = field(default_factory=dict)
    refusals: dict[str, int] = field(default_factory=dict)

    def refuse(self, reason: str) -> None:
        """Count a question without an answer."""
        self.refusals[reason] = self.refusals.get(reason, 0) + 1


NO_CHART = "no chart was read"
NO_FORM = "no published form of a chart with these names"
NO_VALUE = "the chart lacks the values asked for"


class _Reader:
    """The recognizers of a library's charts, made when first asked."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self._made: dict[str, tuple[Recognizer, NearRecognizer]] = {}

    def read(self, chart_ids: Sequence[str], question: str) -> tuple[str, Match] | None:
        """The first chart that the question is a form of, to the letter before nearly; with the match."""
        for near in (False, True):
            for chart_id in chart_ids:
                match = self._of(chart_id)[near].match(question)
                if match is not None:
                    return chart_id, match
        return None

    def _of(self, chart_id: str) -> tuple[Recognizer, NearRecognizer]:
        if chart_id not in self._made:
            view = self._library.view(chart_id)
            exact = Recognizer(view)
            self._made[chart_id] = (exact, NearRecognizer(view, exact))
        return self._made[chart_id]


def answer_all(
    library: Library, asked: Iterable[Asked], *, free: bool = False, mode: Mode = Mode.CORRECTED
) -> Answered:
    """Answers to all questions; `free` sends what is no published form through the free parser.

    In the published mode templates are answered by the rules of the published generator.
    """
    done = Answered()
    reader = _Reader(library)
    by_template: dict[str, list[tuple[Asked, str, Match]]] = {}
    for item in asked:
        chart_ids = library.by_source.get(item.source, []) if item.chart_id is None else [item.chart_id]
        if not chart_ids:
            done.refuse(NO_CHART)
            continue
        found = reader.read(chart_ids, item.question)
        if found is not None:
            done.read_as[item.qa_id] = found[1].qid
            by_template.setdefault(found[1].qid, []).append((item, *found))
        elif free:
            _answer_free(done, library, chart_ids, item)
        else:
            done.refuse(NO_FORM)
    for qid, rows in by_template.items():
        _answer_template(done, library, qid, rows, mode)
    return done


def _answer_template(
    done: Answered, library: Library, qid: str, rows: Sequence[tuple[Asked, str, Match]], mode: Mode
) -> None:
    template = TEMPLATES[qid]
    questions = [Question(place, chart_id, match.slots) for place, (_, chart_id, match) in enumerate(rows)]
    values = answer_set(library.db, template, questions, mode=mode)
    for place, (item, _, _) in enumerate(rows):
        value = stored_answer(values[place], template.answer_type, mode=mode) if place in values else None
        if value is None:
            done.refuse(NO_VALUE)
        else:
            done.answers[item.qa_id] = value


def _answer_free(done: Answered, library: Library, chart_ids: Sequence[str], item: Asked) -> None:
    from qa.parse.ask import ask

    try:
        answer = ask(library, chart_ids, item.question, explain=False)
    except QaError as error:
        done.refuse(str(error))
        return
    if answer.refusal is not None or answer.answer is None:
        done.refuse(NO_FORM)
    else:
        done.answers[item.qa_id] = answer.answer
        done.read_as[item.qa_id] = answer.qid or "free"


def refusals_in_words(refusals: Mapping[str, int]) -> str:
    """The reasons with their counts, most frequent first."""
    ordered = sorted(refusals.items(), key=lambda item: -item[1])
    return "; ".join(f"{reason}: {count}" for reason, count in ordered) or "none"
