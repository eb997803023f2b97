"""Questions of a chart with their answers, by plain Python and by SQL, which must agree.

A question is kept only where the oracle has an answer: what the chart does not tell is not asked. In the published
mode the plans that differ from the words' meaning are used, and ties of a text are written as one text with commas, so
that answers released by the benchmark's authors can be compared.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from qa.answer import AnswerValue, same_answer, shown
from qa.catalogue import TEMPLATES
from qa.chartview import ChartView
from qa.database import ChartDatabase
from qa.execute import Question, answer_set
from qa.generation.instances import sampled_instances
from qa.generation.known import is_known
from qa.oracle import oracle_answer
from qa.parse.published import fill
from qa.template import AnswerType, Mode, Template

Slots = Mapping[str, "str | float | int"]

EVERYTHING = 2**62
"""A limit that leaves every instance."""

_ORACLE_FAULTS = (ArithmeticError, LookupError, TypeError, ValueError, StopIteration)


@dataclass(frozen=True)
class Made:
    """A question about a chart and the oracle's answer.

    Attributes:
        qa_id: unique over a folder of charts: the chart's name, the template and the instance's place among all.
        name: the chart's name, under which its files are stored.
        chart_id: the chart in its database.
    """

    qa_id: str
    name: str
    chart_id: str
    qid: str
    question: str
    slots: Slots
    answer: AnswerValue

    @property
    def template(self) -> Template:
        """The template that it is an instance of."""
        return TEMPLATES[self.qid]


@dataclass(frozen=True)
class Fault:
    """A question that is not handed out, and why."""

    qa_id: str
    question: str
    reason: str


@dataclass
class Batch:
    """The questions of a chart: those made, how many instances there are by template, and what went wrong."""

    made: list[Made] = field(default_factory=list)
    instances: dict[str, int] = field(default_factory=dict)
    faults: list[Fault] = field(default_factory=list)


def make_questions(
    view: ChartView,
    name: str,
    *,
    seed: int = 0,
    mode: Mode = Mode.CORRECTED,
    limit: int | None = None,
    qids: Iterable[str] | None = None,
) -> Batch:
    """All questions of a chart, or at random at most `limit` a template, answered by the oracle.

    Args:
        view: the chart.
        name: what its questions' ids begin with.
        seed: draws thresholds and samples; the same seed gives the same questions.
        mode: what the answers mean.
        limit: instances taken of each template; None takes all.
        qids: the templates; None takes all.
    """
    batch = Batch()
    for qid in qids if qids is not None else TEMPLATES:
        template = TEMPLATES[qid]
        if not is_known(template, view, mode=mode):
            continue
        chosen, total = sampled_instances(view, template, limit if limit is not None else EVERYTHING, seed=seed)
        if total:
            batch.instances[qid] = total
        for place, slots in chosen:
            _add(batch, view, template, slots, f"{name}-{qid}-{place}", name, mode)
    return batch


def _add(batch: Batch, view: ChartView, template: Template, slots: Slots, qa_id: str, name: str, mode: Mode) -> None:
    form = template.forms[int(qa_id.rpartition("-")[2]) % len(template.forms)]
    question = fill(form, slots)
    try:
        answer = oracle_answer(view, template.qid, slots, mode=mode)
    except _ORACLE_FAULTS as error:
        batch.faults.append(Fault(qa_id, question, f"the oracle failed: {type(error).__name__}: {error}"))
        return
    if is_asked(template, answer):
        batch.made.append(Made(qa_id, name, view.chart_id, template.qid, question, slots, answer))


def is_asked(template: Template, answer: AnswerValue) -> bool:
    """Whether a question with this answer is asked: it has one, and no empty one where the template forbids that."""
    if shown(answer, template.answer_type) is None:
        return False
    return answer != () or not template.nonempty


def compare_with_sql(db: ChartDatabase, made: Sequence[Made], *, mode: Mode = Mode.CORRECTED) -> list[Fault]:
    """The questions on which the SQL compiler and the oracle differ; none is the rule."""
    faults = []
    by_template: dict[str, list[int]] = {}
    for place, item in enumerate(made):
        by_template.setdefault(item.qid, []).append(place)
    for qid, places in by_template.items():
        template = TEMPLATES[qid]
        questions = [Question(place, made[place].chart_id, made[place].slots) for place in places]
        answers = answer_set(db, template, questions, mode=mode)
        for place in places:
            item = made[place]
            if not same_answer(answers.get(place), item.answer, template.answer_type):
                reason = f"the oracle answers {item.answer!r}, SQL {answers.get(place)!r}"
                faults.append(Fault(item.qa_id, item.question, reason))
    return faults


def stored_answer(answer: AnswerValue, answer_type: AnswerType, *, mode: Mode = Mode.CORRECTED) -> object:
    """An answer as the benchmark's files hold it.

    >>> stored_answer(("a", "b"), AnswerType.STRING_OR_LIST), stored_answer(True, AnswerType.BINARY)
    (['a', 'b'], 'yes')
    >>> stored_answer(("a", "b"), AnswerType.STRING_OR_LIST, mode=Mode.PUBLISHED)
    'a,b'
    """
    value = shown(answer, answer_type)
    if mode is Mode.PUBLISHED and answer_type is AnswerType.STRING_OR_LIST and isinstance(value, list):
        return ",".join("-".join(map(str, item)) if isinstance(item, list) else str(item) for item in value)
    return value


def record_of(made: Made, *, mode: Mode = Mode.CORRECTED) -> dict[str, object]:
    """A question as an entry of a `qa/ID.json` file, with the benchmark's keys."""
    template = made.template
    return {
        "taxonomy id": template.taxonomy,
        "QID": made.qid,
        "question": made.question,
        "answer": stored_answer(made.answer, template.answer_type, mode=mode),
        "answer_type": template.answer_type.value,
        "qa_id": made.qa_id,
    }
