"""All 240 templates asked of annotated charts and answered from the questions' words: no template is out of reach."""

from __future__ import annotations

from pathlib import Path

from annotated_charts import write_charts

from qa.bench.run_qa import QaPlan, ask_gold
from qa.bench.samplings import Sampling, Thresholds
from qa.catalogue import TEMPLATES
from qa.generation.gold import load_gold


def test_every_template_is_asked_and_answered_rightly_from_words(tmp_path: Path) -> None:
    gold = load_gold(write_charts(tmp_path))
    run = ask_gold(gold, QaPlan(Sampling.S5, Thresholds(flat=6)))
    assert (gold.problems, run.faults) == ([], [])
    assert set(run.tally.by_qid) == set(TEMPLATES)
    assert {qid for qid, cell in run.tally.by_qid.items() if cell.mean != 1.0} == set()
