"""Plans and templates run over a database: one question with its evidence, or a whole table of questions at once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from qa.answer import Answer, AnswerValue, EvidenceRow, PixelBox, shown, value_of
from qa.compiler import compile_evidence, compile_plan, compile_plans, compile_template_set, slots_of
from qa.database import ChartDatabase
from qa.errors import BindingError
from qa.margins import evidence_of, margin_of, sigma_of
from qa.plan import Listing, Num, Plan, Truth
from qa.query import Bindings
from qa.rewrites import normalize, specialize
from qa.template import AnswerType, Mode, Template
from qa.units import Units
from sie.vocab import ChartFamily

if TYPE_CHECKING:
    import pyarrow as pa


@dataclass(frozen=True)
class Question:
    """One instance of a template: a number unique in its table, the chart, and what fills the slots."""

    question_id: int
    chart_id: str
    bindings: Bindings


def answer_type_of(plan: Plan) -> AnswerType:
    """The answer type of a free plan."""
    if isinstance(plan, Truth):
        return AnswerType.BINARY
    if isinstance(plan, Num):
        return AnswerType.NUMERICAL
    return AnswerType.STRING_OR_LIST if isinstance(plan, Listing) else AnswerType.STRING


def answer_plan(
    db: ChartDatabase,
    chart_id: str,
    plan: Plan,
    bindings: Bindings | None = None,
    *,
    answer_type: AnswerType | None = None,
    qid: str | None = None,
    reading: str = "",
    explain: bool = True,
) -> Answer:
    """The answer to a plan over one chart, with its SQL, and with `explain` its rows, boxes and uncertainty.

    Raises:
        BindingError: a slot has no value, or the chart is unknown.
        ExecutionError: DuckDB refuses the statement.
    """
    slots = dict(bindings or {})
    facts = _facts(db, chart_id)
    plan = _normal_for(plan, facts)
    kind = answer_type or answer_type_of(plan)
    query = compile_plan(plan, slots, chart_id=chart_id)
    value = value_of(db.execute(query)[0][0], kind)
    rows = _evidence(db, chart_id, plan, slots) if explain else ()
    margin = margin_of(plan, rows, slots, value) if explain else None
    return Answer(
        answer=shown(value, kind),
        answer_type=kind,
        unit=Units(facts.y_unit, facts.x_unit).of(plan),
        sigma=sigma_of(plan, rows, slots, value) if explain else None,
        margin=margin,
        qid=qid,
        reading=reading,
        bindings=slots,
        sql=query.sql,
        params=query.params,
        rows=rows,
        boxes=pixel_boxes(db, chart_id, rows) if explain else (),
        refusal=None if value is not None else "the chart does not have the values that this asks for",
        close=margin is not None and margin < 1,
        chart_id=chart_id,
    )


def values_of_plans(
    db: ChartDatabase, chart_id: str, plans: Sequence[Plan], bindings: Bindings | None = None
) -> list[object]:
    """What some plans come to over one chart, in their order, from one statement.

    Raises:
        BindingError: a slot has no value, or the chart is unknown.
        ExecutionError: DuckDB refuses the statement.
    """
    if not plans:
        return []
    normal = tuple(_normal_for(plan, _facts(db, chart_id)) for plan in plans)
    return list(db.execute(compile_plans(normal, bindings, chart_id=chart_id))[0])


def _normal_for(plan: Plan, facts: _Facts) -> Plan:
    """A plan in its normal form for a chart."""
    return normalize(plan if facts.family is None else specialize(plan, facts.family))


def answer_template(
    db: ChartDatabase,
    chart_id: str,
    qid: str,
    bindings: Bindings | None = None,
    *,
    mode: Mode = Mode.CORRECTED,
    explain: bool = True,
) -> Answer:
    """The answer to one question of a template.

    Raises:
        BindingError: no such template or chart, or slots that do not fit.
    """
    from qa.catalogue import TEMPLATES

    template = TEMPLATES.get(qid)
    if template is None:
        raise BindingError(f"expected the qid of a template, got {qid!r}")
    return answer_plan(
        db,
        chart_id,
        template.plan_for(mode),
        bindings,
        answer_type=template.answer_type,
        qid=qid,
        reading=template.meaning,
        explain=explain,
    )


def answer_set(
    db: ChartDatabase, template: Template, questions: Sequence[Question], *, mode: Mode = Mode.CORRECTED
) -> dict[int, AnswerValue]:
    """The answers to many questions of one template, by question id, from one statement."""
    if not questions:
        return {}
    query = compile_template_set(template, mode=mode)
    rows = db.execute_set(query, bindings_table(template, questions, mode=mode))
    return {int(str(row[0])): value_of(row[1], template.answer_type) for row in rows}


def bindings_table(template: Template, questions: Iterable[Question], *, mode: Mode = Mode.CORRECTED) -> pa.Table:
    """The `bindings` table of a set-based statement: question_id, chart_id and the plan's slots.

    Raises:
        BindingError: a question lacks a slot.
    """
    import pyarrow as pa

    listed = list(questions)
    columns: dict[str, pa.Array] = {
        "question_id": pa.array([item.question_id for item in listed], type=pa.int64()),
        "chart_id": pa.array([item.chart_id for item in listed], type=pa.string()),
    }
    for name, kind in slots_of(template.plan_for(mode)).items():
        missing = next((item for item in listed if name not in item.bindings), None)
        if missing is not None:
            raise BindingError(f"template {template.qid}, question {missing.question_id}: no value for the slot {name}")
        arrow = pa.string() if kind is str else pa.float64()
        columns[name] = pa.array([item.bindings[name] for item in listed], type=arrow)
    return pa.table(columns)


@dataclass(frozen=True)
class _Facts:
    family: ChartFamily | None
    y_unit: str | None
    x_unit: str | None


def _facts(db: ChartDatabase, chart_id: str) -> _Facts:
    rows = db.execute_kept(_FACTS, chart_id)
    if not rows:
        raise BindingError(f"expected a chart of the database, got {chart_id!r}")
    family, *units = rows[0]
    y_unit, x_unit = (unit if isinstance(unit, str) else None for unit in units)
    return _Facts(ChartFamily(family) if isinstance(family, str) else None, y_unit, x_unit)


def units_of_charts(db: ChartDatabase, chart_ids: Sequence[str]) -> dict[str, Units]:
    """The units of charts' axes, by chart.

    Raises:
        BindingError: there is no such chart.
    """
    rows = db.rows_by_chart("charts", chart_ids)
    unknown = [chart_id for chart_id in chart_ids if not rows.get(chart_id)]
    if unknown:
        raise BindingError(f"expected charts of the database, got {', '.join(map(repr, unknown))}")
    units = {chart_id: [own[0][name] for name in ("y_unit", "x_unit")] for chart_id, own in rows.items()}
    return {chart_id: Units(*(u if isinstance(u, str) else None for u in both)) for chart_id, both in units.items()}


_FACTS = "SELECT family, y_unit, x_unit FROM charts WHERE chart_id = $chart_id"


def _evidence(db: ChartDatabase, chart_id: str, plan: Plan, slots: Bindings) -> tuple[EvidenceRow, ...]:
    relations = evidence_of(plan)
    if not relations:
        return ()
    rows = db.execute(compile_evidence(relations, slots, chart_id=chart_id))
    return tuple(_evidence_row(row) for row in rows)


def _evidence_row(row: tuple[object, ...]) -> EvidenceRow:
    part, series, place, partner, x, value, sigma = row
    return EvidenceRow(
        int(str(part)), _text(series), _text(place), _text(partner), _number(x), _number(value), _number(sigma)
    )


def _text(value: object) -> str | None:
    return value if isinstance(value, str) else None


def _number(value: object) -> float | None:
    return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else None


_HAS_ELEMENTS = "SELECT TRUE FROM elements WHERE chart_id = $chart_id LIMIT 1"
_BOXES = """
SELECT d.x_text, n.name, e.x0, e.y0, e.x1, e.y1
FROM (SELECT chart_id, series_idx, x_text, element_id FROM points
      UNION ALL SELECT chart_id, series_idx, x_text, element_id FROM boxes) AS d
JOIN elements AS e ON e.chart_id = d.chart_id AND e.element_id = d.element_id
LEFT JOIN series AS n ON n.chart_id = d.chart_id AND n.series_idx = d.series_idx
WHERE d.chart_id = $chart_id
"""


def pixel_boxes(db: ChartDatabase, chart_id: str, rows: Iterable[EvidenceRow]) -> tuple[PixelBox, ...]:
    """The boxes of the marks behind some rows; of rows that no mark belongs to, none."""
    wanted: Mapping[tuple[str | None, str | None], None] = {
        (row.series, place): None for row in rows for place in (row.place, row.partner) if place is not None
    }
    if not wanted or not db.execute_kept(_HAS_ELEMENTS, chart_id):
        return ()
    found = []
    for x_text, name, *sides in db.execute_kept(_BOXES, chart_id):
        if ((name, x_text) in wanted or (None, x_text) in wanted) and all(isinstance(side, float) for side in sides):
            label = " · ".join(str(part) for part in (name, x_text) if part is not None)
            x0, y0, x1, y1 = (float(str(side)) for side in sides)
            found.append(PixelBox(x0, y0, x1, y1, label))
    return tuple(found)
