"""Random charts for every template, and the three answers that must agree: SQL, plain Python, model checker."""

from __future__ import annotations

import random
from dataclasses import dataclass, field

from qa.answer import AnswerValue, same_answer
from qa.catalogue import TEMPLATES
from qa.chartview import ChartView, views
from qa.database import ChartDatabase
from qa.errors import FormulaError
from qa.execute import Question, answer_set
from qa.fol import Structure, evaluate, translate
from qa.generation import instances
from qa.oracle import oracle_answer
from qa.random_charts import Row, make_charts
from qa.template import AnswerType, Mode, Template
from sie.vocab import ChartFamily, ChartType, family_of

CHARTS_A_TEMPLATE = 200
_PLAIN_BARS = (ChartType.VERTICAL_BAR, ChartType.HORIZONTAL_BAR, ChartType.HISTOGRAM)
_LINES = (ChartType.LINE, ChartType.AREA)
_BOXES = (ChartType.VERTICAL_BOX, ChartType.HORIZONTAL_BOX)
_ASKED = tuple(kind for kind in ChartType if family_of(kind) is not ChartFamily.PIE)


def charts_for_all(seed: int) -> dict[str, list[Row]]:
    """Enough random charts that each template is asked of at least `CHARTS_A_TEMPLATE`."""
    parts = (
        make_charts(_ASKED, 130, seed=seed, single=False),
        make_charts(_PLAIN_BARS, 120, seed=seed, single=True),
        make_charts(_LINES, 240, seed=seed, single=True),
        make_charts((ChartType.SCATTER,), 330, seed=seed, single=True),
        make_charts((ChartType.SCATTER,), 150, seed=seed + 1, single=False, direct=True),
        make_charts(_BOXES, 210, seed=seed, single=True),
        make_charts(_LINES, 120, seed=seed, single=False, direct=True),
    )
    tables: dict[str, list[Row]] = {}
    for part in parts:
        for name, rows in part.items():
            tables.setdefault(name, []).extend(rows)
    return tables


@dataclass
class World:
    """Random charts, loaded and as plain rows."""

    db: ChartDatabase
    views: dict[str, ChartView]
    structures: dict[str, Structure | None] = field(default_factory=dict)

    def structure(self, chart_id: str) -> Structure | None:
        """The chart for the model checker; None where a series has two values at a place."""
        if chart_id not in self.structures:
            try:
                self.structures[chart_id] = Structure(self.views[chart_id])
            except FormulaError:
                self.structures[chart_id] = None
        return self.structures[chart_id]

    def questions(self, template: Template, *, charts: int, each: int) -> list[Question]:
        """Up to `each` questions about each of `charts` charts, drawn from all that admit the template."""
        found: list[Question] = []
        seen = 0
        for chart_id in random.Random(template.qid).sample(list(self.views), len(self.views)):
            asked = [slots for slots, _ in zip(instances(self.views[chart_id], template), range(30), strict=False)]
            chosen = asked[:: max(1, len(asked) // each)][:each]
            found += [Question(len(found) + n, chart_id, slots) for n, slots in enumerate(chosen)]
            seen += bool(chosen)
            if seen == charts:
                break
        return found


def make_world(seed: int) -> World:
    tables = charts_for_all(seed)
    db = ChartDatabase()
    db.insert(tables)
    return World(db, views(tables))


def by_formula(result: object) -> AnswerValue:
    """A result of the model checker as an answer."""
    if isinstance(result, tuple):
        return tuple(str(item[0]) if len(item) == 1 else tuple(map(str, item)) for item in result)
    return result if isinstance(result, bool | float | str) else None


def disagreements(world: World, qid: str, mode: Mode, *, charts: int, each: int = 2) -> tuple[int, list[str]]:
    """How many charts a template was asked of, and every question on which the three answers differ."""
    template = TEMPLATES[qid]
    questions = world.questions(template, charts=charts, each=each)
    answers = answer_set(world.db, template, questions, mode=mode)
    formula = translate(template.plan_for(mode))
    unordered = AnswerType.UNRANKED if template.answer_type is AnswerType.RANKED else template.answer_type
    found = []
    last = ""  # the model checker takes one question a chart: it is slow where formulas nest
    for question in questions:
        sql = answers[question.question_id]
        plain = oracle_answer(world.views[question.chart_id], qid, question.bindings, mode=mode)
        if not same_answer(sql, plain, template.answer_type):
            found.append(f"{question.chart_id} {dict(question.bindings)}: SQL {sql!r}, Python {plain!r}")
        structure = world.structure(question.chart_id) if question.chart_id != last else None
        last = question.chart_id
        if structure is not None:
            checked = by_formula(evaluate(formula, structure, question.bindings))
            if not same_answer(sql, checked if checked is not None or not isinstance(sql, tuple) else (), unordered):
                found.append(f"{question.chart_id} {dict(question.bindings)}: SQL {sql!r}, formula {checked!r}")
    return len({question.chart_id for question in questions}), found
