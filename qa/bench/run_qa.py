"""Question answering measured on gold charts: questions made, sampled, answered from their words, and scored."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from qa.bench.answering import Answered, Asked, answer_all
from qa.bench.run_chains import JudgedChains, judged_chains
from qa.bench.samplings import Sampling, Thresholds, sample
from qa.bench.scoring import Rule, Tally, Truth, tally
from qa.generation.gold import GoldChart, GoldFolder, questions_library, views_of
from qa.generation.questions import Batch, Fault, Made, compare_with_sql, make_questions, stored_answer
from qa.generation.round_ticks import has_x_ticks, with_round_ticks
from qa.loading import Problem
from qa.template import Mode

if TYPE_CHECKING:
    from qa.loading import Library
    from sie.figure import Figure


@dataclass(frozen=True)
class QaPlan:
    """What is asked, how much of it, and by what it is scored.

    Attributes:
        sampling: which of the questions are taken.
        thresholds: the sampling's numbers and the seed, which draws the templates' thresholds too.
        rule: how answers are scored.
        free: what is no published form of a chart goes through the free parser.
        chains: of so many questions a template and chart the premises are judged too; None judges none.
    """

    sampling: Sampling = Sampling.S1
    thresholds: Thresholds = field(default_factory=Thresholds)
    rule: Rule = Rule.CORRECTED
    free: bool = False
    chains: int | None = None

    @property
    def mode(self) -> Mode:
        """What the truths mean."""
        return Mode.PUBLISHED if self.rule is Rule.PUBLISHED else Mode.CORRECTED


@dataclass
class QaRun:
    """The questions, truths and answers of a run, and their scores.

    Attributes:
        made: the questions that were asked.
        truths: their right answers, in the same order.
        answered: what was answered.
        tally: the scores.
        instances: how many instances each template has over all charts, before sampling.
        faults: questions left out because oracle and SQL differ or the oracle failed.
        problems: charts that could not be used.
        thresholds: those of the sampling, as used.
        charts: how many charts were asked.
        unasked: the other charts by name, each with the reason.
        chains: the premises of some of the questions, judged over the tables that answered; None where not wanted.
    """

    made: list[Made]
    truths: list[Truth]
    answered: Answered
    tally: Tally
    instances: dict[str, int]
    faults: list[Fault]
    problems: list[Problem]
    thresholds: Thresholds
    charts: int
    unasked: dict[str, str] = field(default_factory=dict)
    chains: JudgedChains | None = None


def ask_gold(gold: GoldFolder, plan: QaPlan, figures: Mapping[str, Figure] | None = None) -> QaRun:
    """Questions about gold charts, answered over the gold charts themselves or over what was read from their pictures.

    Args:
        gold: the charts.
        plan: what is asked and how it is scored.
        figures: what was read, by name; None answers over the gold charts.
    """
    with ExitStack() as stack:
        library = questions_library([(chart.name, chart.figure) for chart in gold.charts])
        stack.callback(library.close)
        batches = _batches(library, plan)
        taken, used = _sampled(batches, plan)
        made = [item for items in taken.values() for item in items]
        faults = [fault for batch in batches.values() for fault in batch.faults]
        differing = compare_with_sql(library.db, made, mode=plan.mode)
        left_out = {fault.qa_id for fault in differing}
        made = [item for item in made if item.qa_id not in left_out]
        types = {name: str(view.field("chart_type") or "") for name, view in views_of(library)}
        read = library
        if figures is not None:
            read = questions_library(predicted_charts(gold.charts, figures), round_ticks=False)
            stack.callback(read.close)
        answered = answer_all(read, _asked(made, read is library), free=plan.free, mode=plan.mode)
        judged = None
        if plan.chains is not None:
            judged = judged_chains(library, made, read, limit=plan.chains, seed=plan.thresholds.seed, mode=plan.mode)
    truths = [truth_of(item, types.get(item.name, ""), plan.mode) for item in made]
    scores = tally(plan.rule, truths, answered.answers)
    return QaRun(
        made, truths, answered, scores, _instances(batches), [*faults, *differing], list(gold.problems), used,
        len(taken), _unasked(batches, taken, types, plan), judged,
    )  # fmt: skip


def _batches(library: Library, plan: QaPlan) -> dict[str, Batch]:
    """The questions of each chart; a flat sampling draws them, so that what it leaves is never made."""
    limit = plan.thresholds.flat if plan.sampling is Sampling.S5 else None
    seed = plan.thresholds.seed
    return {
        name: make_questions(view, name, seed=seed, mode=plan.mode, limit=limit) for name, view in views_of(library)
    }


def _sampled(batches: Mapping[str, Batch], plan: QaPlan) -> tuple[dict[str, list[Made]], Thresholds]:
    questions = {name: batch.made for name, batch in batches.items()}
    taken, used = sample(questions, plan.sampling, plan.thresholds, lambda item: item.qid)
    return {name: items for name, items in taken.items() if items}, used


def _instances(batches: Mapping[str, Batch]) -> dict[str, int]:
    found: dict[str, int] = {}
    for batch in batches.values():
        for qid, count in batch.instances.items():
            found[qid] = found.get(qid, 0) + count
    return found


def _unasked(
    batches: Mapping[str, Batch], taken: Mapping[str, Sequence[Made]], types: Mapping[str, str], plan: QaPlan
) -> dict[str, str]:
    """The charts without a question, each with the reason."""
    found = {}
    for name, batch in batches.items():
        if name in taken:
            continue
        if batch.made:
            found[name] = f"left out by sampling {plan.sampling.value}"
        elif batch.instances:
            found[name] = "no question that can be made has an answer"
        else:
            found[name] = f"no template is asked of {types.get(name) or 'charts of unknown type'}"
    return found


def truth_of(made: Made, chart_type: str, mode: Mode = Mode.CORRECTED) -> Truth:
    """A made question as a truth to score against."""
    template = made.template
    return Truth(
        qa_id=made.qa_id,
        answer=stored_answer(made.answer, template.answer_type, mode=mode),
        answer_type=template.answer_type,
        qid=made.qid,
        taxonomy=template.taxonomy,
        level=template.level.value,
        chart_id=made.name,
        chart_type=chart_type,
    )


def _asked(made: Sequence[Made], over_gold: bool) -> list[Asked]:
    """The questions, of the gold charts themselves or of what was read under their names."""
    if over_gold:
        return [Asked(item.qa_id, item.chart_id.rpartition("#")[0], item.question, item.chart_id) for item in made]
    return [Asked(item.qa_id, item.name, item.question) for item in made]


def predicted_charts(gold: Sequence[GoldChart], figures: Mapping[str, Figure]) -> list[tuple[str, Figure]]:
    """What was read, under the names of the gold charts.

    Where a gold chart has no ticks, its questions name round numbers, and the chart read is asked at round numbers of
    its own, found by the same rule. Of a figure of several gold charts each chart read takes its place in their order.
    """
    found: list[tuple[str, Figure]] = []
    for chart in gold:
        figure = figures.get(chart.name)
        if figure is None:
            continue
        if not has_x_ticks(chart.chart):
            rounded = tuple(with_round_ticks(read) for read in figure.charts)
            figure = figure.model_copy(update={"charts": rounded})
        if len(chart.figure.charts) == 1:
            found.append((chart.name, figure))
            continue
        for truth, read in zip(chart.figure.charts, figure.charts, strict=False):
            found.append((f"{chart.name}-{truth.id}", figure.model_copy(update={"charts": (read,)})))
    return found


def counts_by_template(run: QaRun) -> list[tuple[str, int, int, float | None]]:
    """Of each template that the charts instantiate: its id, instances, how many were asked, the mean score."""
    cells = run.tally.by_qid
    return [
        (
            qid,
            run.instances.get(qid, 0),
            cells[qid].count if qid in cells else 0,
            cells[qid].mean if qid in cells else None,
        )
        for qid in sorted({*cells, *run.instances}, key=_natural)
    ]


def _natural(qid: str) -> tuple[int, str]:
    """Numbers before letters: 2, 10, 10a.

    >>> sorted(["10a", "2", "10"], key=_natural)
    ['2', '10', '10a']
    """
    number = qid.rstrip("abcdefghijklmnopqrstuvwxyz")
    return int(number), qid[len(number) :]
