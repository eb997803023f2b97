"""Premise chains of made questions, and what tables that were read say of their premises."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from qa.bench.chains import Chain, judge, premise_chain, with_false_premises
from qa.bench.scoring.chains import ChainScore, score_chains
from qa.errors import FormulaError
from qa.fol import Structure
from qa.generation.questions import Fault, Made
from qa.template import Mode

if TYPE_CHECKING:
    from qa.chartview import ChartView
    from qa.loading import Library

FALSE_SHARE = 0.5
"""Premises made false, so that neither yes nor no to everything is of use."""


@dataclass(frozen=True)
class JudgedChains:
    """Chains, the verdicts on their premises by id, the score, and the questions without a chain."""

    chains: Sequence[Chain]
    verdicts: Mapping[str, object]
    score: ChainScore
    faults: Sequence[Fault]


def chains_of(
    view: ChartView,
    made: Iterable[Made],
    *,
    seed: int = 0,
    false_share: float = FALSE_SHARE,
    mode: Mode = Mode.CORRECTED,
) -> tuple[list[Chain], list[Fault]]:
    """The premise chains of a chart's questions, under the questions' ids, and the questions that have none.

    Args:
        view: the chart.
        made: questions about it.
        seed: draws the premises that are made false.
        false_share: part of the premises made false.
        mode: whose plans are taken apart.
    """
    questions = list(made)
    try:
        structure = Structure(view)
    except FormulaError as error:
        return [], [Fault(item.qa_id, item.question, f"no premise chain: {error}") for item in questions]
    chains, faults = [], []
    for item in questions:
        try:
            chain = premise_chain(
                view, item.template.plan_for(mode), item.slots, chain_id=item.qa_id, structure=structure
            )
        except FormulaError as error:
            faults.append(Fault(item.qa_id, item.question, f"no premise chain: {error}"))
            continue
        chains.append(with_false_premises(chain, structure, seed=seed, share=false_share))
    return chains, faults


def judged_chains(
    library: Library, made: Sequence[Made], read: Library, *, limit: int, seed: int = 0, mode: Mode = Mode.CORRECTED
) -> JudgedChains:
    """The premises of at most `limit` questions a template and chart, judged over the charts of `read`.

    Where `read` has several charts of one name the first is asked; where it has none there is no verdict.
    """
    chains: list[Chain] = []
    faults: list[Fault] = []
    verdicts: dict[str, object] = {}
    for chart_id, questions in _first(made, limit).items():
        found, failed = chains_of(library.view(chart_id), questions, seed=seed, mode=mode)
        chains += found
        faults += failed
        places = [chart_id] if read is library else read.by_source.get(questions[0].name, [])
        if places:
            for chain in found:
                verdicts |= judge(chain, read.db, places[0])
    return JudgedChains(chains, verdicts, score_chains([chain.premises for chain in chains], verdicts), faults)


def _first(made: Iterable[Made], limit: int) -> dict[str, list[Made]]:
    """The first questions of each template about each chart, by chart."""
    counts: dict[tuple[str, str], int] = {}
    found: dict[str, list[Made]] = {}
    for item in made:
        key = (item.chart_id, item.qid)
        counts[key] = counts.get(key, 0) + 1
        if counts[key] <= limit:
            found.setdefault(item.chart_id, []).append(item)
    return found
