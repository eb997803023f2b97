"""The binary questions of a chart as a test bed for logical reasoning: formula, finite model and truth value.

For each chart two files: `logic/ID.json` with the model and, for every question, its formula with the slots filled in
words and the truth value; `logic/ID/QA_ID.smt2` with model and formula as an SMT-LIB 2 script that a solver finds `sat`
where the answer is yes and `unsat` where it is no.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from qa.chartview import ChartView
from qa.errors import FormulaError
from qa.fol import Formula, Structure, evaluate, to_text, translate
from qa.fol.finite import model_text, to_finite_smtlib
from qa.generation.questions import Fault, Made
from qa.template import AnswerType, Mode


@dataclass
class Logic:
    """The logical side of a chart's binary questions: JSON value, scripts by question, and what has none."""

    data: dict[str, object] = field(default_factory=dict)
    scripts: dict[str, str] = field(default_factory=dict)
    faults: list[Fault] = field(default_factory=list)


def logic_of(view: ChartView, made: Iterable[Made], *, mode: Mode = Mode.CORRECTED) -> Logic:
    """The binary questions among those made, in logic; nothing where there is none.

    A question whose formula the model checker finds to be of another truth than the answer is a fault.
    """
    binary = [item for item in made if item.template.answer_type is AnswerType.BINARY]
    if not binary:
        return Logic()
    try:
        structure = Structure(view)
    except FormulaError as error:
        return Logic(faults=[Fault(item.qa_id, item.question, f"no finite model: {error}") for item in binary])
    logic = Logic()
    entries = []
    for item in binary:
        formula = _formula(item, mode)
        truth = evaluate(formula, structure, item.slots)
        if truth is not item.answer:
            reason = f"the model checker finds {truth}, the oracle {item.answer}"
            logic.faults.append(Fault(item.qa_id, item.question, reason))
            continue
        try:
            script = to_finite_smtlib(formula, structure, item.slots, truth=truth is True)
        except FormulaError as error:
            logic.faults.append(Fault(item.qa_id, item.question, str(error)))
            continue
        logic.scripts[item.qa_id] = f"; {' '.join(item.question.split())}\n{script}\n"
        entries.append(
            {
                "qa_id": item.qa_id,
                "QID": item.qid,
                "question": item.question,
                "formula": to_text(formula),
                "slots": dict(item.slots),
                "truth": truth,
            }
        )
    logic.data = {"model": model_text(structure), "questions": entries}
    return logic


def _formula(made: Made, mode: Mode) -> Formula:
    formula = translate(made.template.plan_for(mode))
    if not isinstance(formula, Formula):
        raise FormulaError(f"template {made.qid}: expected a formula, got {type(formula).__name__}")
    return formula


def write_logic(logic: Logic, folder: Path, name: str) -> None:
    """Write a chart's logic below a folder.

    Raises:
        OutputError: a file cannot be written.
    """
    from sie.io.outputs import write_bytes

    if not logic.data:
        return
    text = json.dumps(logic.data, ensure_ascii=False, indent=1) + "\n"
    write_bytes(folder / f"{name}.json", text.encode("utf-8"))
    for qa_id, script in logic.scripts.items():
        write_bytes(folder / name / f"{qa_id}.smt2", script.encode("utf-8"))
