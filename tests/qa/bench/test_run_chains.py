"""Premise chains by command: written with questions, judged over what was read, scored from files."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from gold_folder import figure_of, gold_bars, gold_line, write_gold

from qa.bench.chains import Chain
from qa.bench.commands import Setting, bench_chains, bench_qa
from qa.bench.run_qa import QaPlan, ask_gold
from qa.bench.samplings import Sampling, Thresholds
from qa.bench.scoring import Rule
from qa.errors import FormulaError
from qa.generation.commands import generate
from qa.generation.gold import load_gold

PLAN = QaPlan(Sampling.S5, Thresholds(flat=1), Rule.CORRECTED, chains=1)


def accuracies(out: Path) -> Any:
    return json.loads((out / "chain_scores.json").read_text())


def test_chains_written_with_questions_are_scored_against_themselves_as_one(tmp_path: Path) -> None:
    gold, made = write_gold(tmp_path / "gold", gold_line()), tmp_path / "set"
    generate(gold, made, seed=0, flat=1, published=False, logic=False, false_premises=0.5, say=lambda line: None)
    lines = [json.loads(line) for line in (made / "chains" / "line.jsonl").read_text().splitlines()]
    asked = {row["qa_id"] for row in json.loads((made / "qa" / "line.json").read_text())}
    assert {line["id"] for line in lines} == asked
    premises = [premise for line in lines for premise in line["premises"]]
    assert sum(not premise["truth"] for premise in premises) / len(premises) == pytest.approx(0.5, abs=0.1)
    (tmp_path / "v.json").write_text(json.dumps({premise["id"]: premise["truth"] for premise in premises}))
    result = bench_chains(made, tmp_path / "v.json", Setting("bench", tmp_path / "out"))
    assert (result.code, result.problems) == (0, ())
    assert accuracies(tmp_path / "out")["chains"] == {"count": len(lines), "accuracy": 1.0}


def test_generation_without_chains_writes_none(tmp_path: Path) -> None:
    gold = write_gold(tmp_path / "gold", gold_line())
    generate(gold, tmp_path / "set", seed=0, flat=1, published=False, logic=False, say=lambda line: None)
    assert not (tmp_path / "set" / "chains").exists()


def test_gold_tables_judge_every_premise_rightly_and_misread_ones_some(tmp_path: Path) -> None:
    gold = write_gold(tmp_path / "gold", gold_line())
    result = bench_qa(gold, PLAN, Setting("bench", tmp_path / "a"), pixels=False)
    assert "## Premise chains" in result.text
    assert accuracies(tmp_path / "a")["premises"]["accuracy"] == 1.0
    wrong = gold_line()
    wrong["series"][0]["points"][4]["y"] = 30.0
    (tmp_path / "figures").mkdir()
    figure_of(wrong).save(tmp_path / "figures" / "line.json")
    bench_qa(gold, PLAN, Setting("bench", tmp_path / "b", tmp_path / "figures"), pixels=True)
    found = accuracies(tmp_path / "b")
    assert 0.5 < found["premises"]["accuracy"] < 1.0
    assert found["by_kind"]["structural"]["accuracy"] == 1.0
    kept = bench_chains(
        tmp_path / "b" / "chains.jsonl", tmp_path / "b" / "verdicts.jsonl", Setting("b", tmp_path / "c")
    )
    assert kept.code == 0
    assert accuracies(tmp_path / "c") == found


def test_chart_that_was_not_read_leaves_its_premises_unjudged_and_wrong(tmp_path: Path) -> None:
    gold = load_gold(write_gold(tmp_path / "gold", gold_bars()))
    run = ask_gold(gold, PLAN, {})
    assert run.chains is not None
    assert run.chains.score.premises.mean == 0.0
    assert run.chains.score.unjudged == run.chains.score.premises.count > 0


def test_question_without_chain_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> Chain:
        raise FormulaError("two values at one place")

    monkeypatch.setattr("qa.bench.run_chains.premise_chain", refuse)
    result = bench_qa(write_gold(tmp_path / "gold", gold_line()), PLAN, Setting("bench"), pixels=False)
    assert result.code == 1
    assert "line-28a-0: no premise chain: two values at one place" in result.problems


@pytest.mark.parametrize(
    ("plan", "reason"),
    [
        (QaPlan(), "no template is asked of pie"),
        (QaPlan(Sampling.S3, Thresholds(most=0)), "left out by sampling S3"),
    ],
)
def test_charts_without_questions_are_named_with_the_reason(tmp_path: Path, plan: QaPlan, reason: str) -> None:
    pie = gold_line(id="slices", chart_type="pie", series=[{"name": None, "points": [{"x": "a", "y": 100.0}]}])
    gold = write_gold(tmp_path / "gold", gold_bars(), pie)
    result = bench_qa(gold, plan, Setting("bench"), pixels=False)
    row = next(line for line in result.text.splitlines() if line.startswith(f"| {reason} "))
    assert ("slices" if "pie" in reason else "bars") in row
