"""A folder of generated questions in the benchmark's layout, written chart by chart.

`images/ID.png`, `json/ID.json` (the chart as it was given), `qa/ID.json`, `test_filenames.txt`, and beside them `logic`
(see `qa.generation.logic`), `chains/ID.jsonl` with the premises of each question (see `qa.bench.chains`), and
`generated.json` with what was made and by which seed.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from qa.bench.chain_files import write_chains
from qa.bench.run_chains import chains_of
from qa.chartview import ChartView
from qa.generation.gold import GoldChart, GoldFolder, questions_library, views_of
from qa.generation.logic import logic_of, write_logic
from qa.generation.questions import Batch, Fault, compare_with_sql, make_questions, record_of
from qa.template import Mode
from sie.errors import OutputError
from sie.io.outputs import write_bytes

Say = Callable[[str], None]


@dataclass(frozen=True)
class GenerationPlan:
    """What is generated.

    Attributes:
        seed: draws thresholds and samples.
        mode: PUBLISHED reproduces the published generator's documented mistakes.
        limit: instances a template and chart, at random; None takes all.
        logic: write formulas, models and truth values of binary questions.
        false_premises: write premise chains with this part of the premises made false; None writes no chains.
    """

    seed: int = 0
    mode: Mode = Mode.CORRECTED
    limit: int | None = None
    logic: bool = True
    false_premises: float | None = None


@dataclass
class Generated:
    """What was written, and what was left out and why."""

    charts: int = 0
    questions: int = 0
    scripts: int = 0
    chains: int = 0
    by_template: dict[str, int] = field(default_factory=dict)
    faults: list[Fault] = field(default_factory=list)


def generate_folder(gold: GoldFolder, out: Path, plan: GenerationPlan, say: Say) -> Generated:
    """Write the questions of every gold chart.

    Raises:
        OutputError: the folder cannot be written.
    """
    done = Generated()
    by_name = {chart.name: chart for chart in gold.charts}
    names = []
    library = questions_library([(chart.name, chart.figure) for chart in gold.charts])
    try:
        for place, (name, view) in enumerate(views_of(library), start=1):
            batch = make_questions(view, name, seed=plan.seed, mode=plan.mode, limit=plan.limit)
            _write_chart(by_name, view.chart_id, name, out)
            differing = compare_with_sql(library.db, batch.made, mode=plan.mode)
            wrong = {fault.qa_id for fault in differing}
            batch.made = [item for item in batch.made if item.qa_id not in wrong]
            _write_questions(done, batch, name, out, plan)
            done.faults += [*batch.faults, *differing]
            if plan.logic:
                logic = logic_of(view, batch.made, mode=plan.mode)
                write_logic(logic, out / "logic", name)
                done.scripts += len(logic.scripts)
                done.faults += logic.faults
            _write_chains(done, view, batch, out, plan)
            names.append(name)
            if place % 25 == 0:
                say(f"{place} charts, {done.questions} questions")
    finally:
        library.close()
    _write(out / "test_filenames.txt", "".join(f"{name}.json\n" for name in names))
    _write(out / "generated.json", _json(_facts(done, plan)))
    return done


def _write_questions(done: Generated, batch: Batch, name: str, out: Path, plan: GenerationPlan) -> None:
    records = [record_of(item, mode=plan.mode) for item in batch.made]
    _write(out / "qa" / f"{name}.json", _json(records))
    done.charts += 1
    done.questions += len(records)
    for item in batch.made:
        done.by_template[item.qid] = done.by_template.get(item.qid, 0) + 1


def _write_chains(done: Generated, view: ChartView, batch: Batch, out: Path, plan: GenerationPlan) -> None:
    if plan.false_premises is None or not batch.made:
        return
    chains, faults = chains_of(view, batch.made, seed=plan.seed, false_share=plan.false_premises, mode=plan.mode)
    done.chains += write_chains(chains, out / "chains" / f"{batch.made[0].name}.jsonl")
    done.faults += faults


def _write_chart(by_name: dict[str, GoldChart], chart_id: str, name: str, out: Path) -> None:
    """What tells the chart's values, as it was given: annotation, gold table or figure; and the picture.

    A gold table has no places of texts and ticks, and an annotation made of it would have to invent them.
    """
    source, _, inner = chart_id.rpartition("#")
    gold = by_name[source]
    data = json.loads(gold.path.read_text(encoding="utf-8"))
    if name != source and isinstance(data, dict):
        place = [chart.id for chart in gold.figure.charts].index(inner)
        data = {**data, "charts": [data["charts"][place]]}
    _write(out / "json" / f"{name}.json", _json(data))
    if gold.picture is not None:
        target = out / "images" / f"{name}{gold.picture.suffix}"
        try:
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(gold.picture, target)
        except OSError as error:
            raise OutputError(f"{target}: cannot be written: {error.strerror}") from error


def _facts(done: Generated, plan: GenerationPlan) -> dict[str, object]:
    import sie

    return {
        "sie": sie.__version__,
        "seed": plan.seed,
        "mode": plan.mode.value,
        "limit": plan.limit,
        "false_premises": plan.false_premises,
        "charts": done.charts,
        "questions": done.questions,
        "by_template": done.by_template,
        "left_out": [{"qa_id": f.qa_id, "question": f.question, "reason": f.reason} for f in done.faults],
    }


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, indent=1) + "\n"


def _write(path: Path, text: str) -> None:
    write_bytes(path, text.encode("utf-8"))
