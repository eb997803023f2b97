"""Reports built from runs: what is shown, in which order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from qa.bench.answering import Answered, refusals_in_words
from qa.bench.figures import Predicted
from qa.bench.leaderboard import Row, leaderboard, row_of, rows
from qa.bench.overlays import overlay_pictures
from qa.bench.report import Bars, Heading, Picture, Report, Table, Words, shown
from qa.bench.run_charts import COLUMNS, ChartsRun
from qa.bench.run_qa import QaRun, counts_by_template
from qa.bench.scoring import Cell, Rule, Tally
from qa.bench.scoring.chains import ChainScore
from qa.catalogue import TEMPLATES
from qa.generation.gold import GoldFolder
from qa.loading import Problem
from sie.figure import Figure

WORST = 10
LISTED = 50
"""Problems that a report names; all are counted."""
_TASK_NAMES = {
    "1": "1 chart type, macro F",
    "2": "2 text, harmonic mean of IoU and CER",
    "3": "3 text roles, macro F",
    "4": "4 ticks, F",
    "5": "5 legend, IoU",
    "6a": "6a marks",
    "6b": "6b data",
}
_TEN = tuple(f"{k / 10:.1f} to {(k + 1) / 10:.1f}" for k in range(10))


def charts_report(run: ChartsRun, gold: GoldFolder, predicted: Predicted, facts: Sequence[tuple[str, str]]) -> Report:
    """The report of `sie bench charts`."""
    report = Report("Charts read from pictures", [*facts, ("charts", _chart_count(gold))])
    body = [_means_row(kind, run, kind) for kind in run.chart_types]
    report.add(
        Heading("By chart type"),
        Table(("chart type", "charts", *COLUMNS), [*body, _means_row("all", run, None)]),
        Words(
            "data, names, text, type, exact: the gold charts' own score; rms: relative mapping similarity (F1, "
            "precision, recall); rnss: relative number set similarity. RMS pairs point with point, so a curve that is "
            "read at every pixel has a low one by definition, where the gold table names its vertices. A chart that "
            "was not read counts 0. A picture of several charts is one row, under the type of its first, with the "
            "mean of its charts; exact is the share of its charts that are. The tasks below count each chart."
        ),
    )
    types = {kind: run.means(kind)["data"] for kind in run.chart_types}
    counts = {kind: f"({sum(row.chart_type == kind for row in run.rows)})" for kind in run.chart_types}
    report.add(Bars("data by chart type (charts)", types, counts), _spread(run))
    tasks = [
        (_TASK_NAMES.get(number, number), shown(score), str(charts)) for number, (score, charts) in run.tasks.items()
    ]
    report.add(Heading("CHART-Infographics tasks"), Table(("task", "score", "charts"), tasks))
    report.add(
        Words("Tasks 2 to 5 and 6a are measured where the gold tells texts and places, the others on all charts.")
    )
    report.add(Heading("Worst charts"), *_worst_charts(run, gold, predicted))
    _add_problems(report, run.problems)
    return report


def _chart_count(gold: GoldFolder) -> str:
    """How many charts there are, and in how many pictures where those are fewer."""
    pictures = len(gold.charts)
    charts = sum(len(one.figure.charts) for one in gold.charts)
    return str(charts) if charts == pictures else f"{charts} in {pictures} pictures"


def _means_row(name: str, run: ChartsRun, kind: str | None) -> list[str]:
    means = run.means(kind)
    count = sum(kind in (None, row.chart_type) for row in run.rows)
    return [name, str(count), *(shown(means.get(key)) for key in COLUMNS)]


def _spread(run: ChartsRun) -> Bars:
    counts = dict.fromkeys(_TEN, 0.0)
    for row in run.rows:
        counts[_TEN[min(9, int(row.values["data"] * 10 + 1e-9))]] += 1
    return Bars("charts by their data score", dict(counts), most=None)


def _worst_charts(run: ChartsRun, gold: GoldFolder, predicted: Predicted) -> list[Table | Picture]:
    worst = run.worst(WORST)
    header = ("chart", "type", "data", "names", "text", "rms", "note")
    body = [
        (row.name, row.chart_type, *(shown(row.values[key]) for key in ("data", "names", "text", "rms")), row.note)
        for row in worst
    ]
    captions = {row.name: f"{row.name}: {row.chart_type}, data {row.values['data']:.2f}" for row in worst}
    paths: dict[str, Path | None] = {chart.name: chart.picture for chart in gold.charts}
    wanted = [(name, text, paths.get(name), predicted.figures.get(name)) for name, text in captions.items()]
    return [Table(header, body), *overlay_pictures(wanted)]


def add_worst(report: Report, tally: Tally, pictures: Mapping[str, Path | None], figures: Mapping[str, Figure]) -> None:
    """The charts about which most answers are wrong, with the overlays of what was read of them."""
    worst = [(name, cell) for name, cell in tally.worst_charts(WORST) if cell.mean is not None and cell.mean < 1]
    if not worst:
        return
    rows = [(name, f"{cell.count:,}", shown(cell.mean)) for name, cell in worst]
    report.add(Heading("Worst charts"), Table(("chart", "questions", "score"), rows))
    captions = [(name, f"{name}: {shown(cell.mean, 2)} over {cell.count:,} questions") for name, cell in worst]
    drawn = [(name, words, pictures.get(name), figures[name]) for name, words in captions if name in figures]
    report.add(*overlay_pictures(drawn))


def _add_problems(report: Report, problems: Sequence[Problem]) -> None:
    if not problems:
        return
    listed = [(problem.source, problem.message) for problem in problems[:LISTED]]
    report.add(Heading(f"Problems ({len(problems)})"), Table(("chart", "what is wrong"), listed))


# --------------------------------------------------------------------------- questions


def qa_report(run: QaRun, gold: GoldFolder, predicted: Predicted | None, facts: Sequence[tuple[str, str]]) -> Report:
    """The report of `sie bench qa`."""
    report = Report("Questions answered", list(facts))
    report.facts += [
        ("charts", f"{run.charts} asked, {len(run.unasked)} not" if run.unasked else str(run.charts)),
        ("questions", str(len(run.made))),
        ("instances of all templates", str(sum(run.instances.values()))),
        ("templates asked", f"{len(run.tally.by_qid)} of {len(TEMPLATES)}"),
    ]
    add_tally(report, run.tally, run.answered)
    pictures = {chart.name: chart.picture for chart in gold.charts}
    add_worst(report, run.tally, pictures, predicted.figures if predicted is not None else {})
    if run.chains is not None:
        add_chains(report, run.chains.score)
    templates = [
        (qid, TEMPLATES[qid].level.value, TEMPLATES[qid].answer_type.value, str(total), str(asked), shown(mean))
        for qid, total, asked, mean in counts_by_template(run)
    ]
    report.add(
        Heading("By template"), Table(("template", "level", "answer type", "instances", "asked", "score"), templates)
    )
    absent = [qid for qid in TEMPLATES if qid not in run.instances]
    if absent:
        report.add(Words(f"Not instantiated by these charts ({len(absent)}): {', '.join(absent)}."))
    _add_unasked(report, run.unasked)
    if run.faults:
        listed = [(fault.qa_id, f"{fault.question} {fault.reason}") for fault in run.faults[:LISTED]]
        report.add(Heading(f"Questions left out ({len(run.faults)})"), Table(("question", "why"), listed))
    _add_problems(report, run.problems if predicted is None else [*run.problems, *predicted.problems])
    return report


def _add_unasked(report: Report, unasked: Mapping[str, str]) -> None:
    """The charts that no question was asked of, by reason."""
    reasons: dict[str, list[str]] = {}
    for name, reason in unasked.items():
        reasons.setdefault(reason, []).append(name)
    if reasons:
        rows = [(reason, str(len(names)), _named(names)) for reason, names in reasons.items()]
        report.add(Heading(f"Charts not asked ({len(unasked)})"), Table(("why", "charts", "which"), rows))


def _named(names: Sequence[str]) -> str:
    more = f" and {len(names) - LISTED} more" if len(names) > LISTED else ""
    return ", ".join(names[:LISTED]) + more


def add_tally(report: Report, tally: Tally, answered: Answered | None = None) -> None:
    """The scores of a tally: total, groups, plots, number errors, what could not be read."""
    named = "" if tally.rule is Rule.CORRECTED else f" (rule: {tally.rule.value})"
    report.add(Heading(f"Score{named}"))
    mean = tally.total.mean
    report.add(Words(f"Total {shown(mean, 4)} over {tally.total.count:,} questions."))
    groups: tuple[tuple[str, Mapping[str, Cell]], ...] = (
        ("answer type", tally.by_answer_type),
        ("level", tally.by_level),
        ("chart type", tally.by_chart_type),
    )
    for name, cells in groups:
        if cells:
            body = [(key, f"{cell.count:,}", shown(cell.mean)) for key, cell in sorted(cells.items())]
            report.add(Table((name, "questions", "score"), body), _accuracy(f"score by {name} (questions)", cells))
    _add_numbers(report, tally)
    notes = []
    if tally.edit:
        notes.append(
            "Edit similarity: " + ", ".join(f"{k} {shown(c.mean)}" for k, c in sorted(tally.edit.items())) + "."
        )
    notes.append(f"No prediction: {tally.missing}; unreadable: {tally.malformed}; unknown ids: {tally.unknown}.")
    if tally.unscored:
        notes.append("Not scored by this rule: " + ", ".join(f"{k} {n}" for k, n in tally.unscored.items()) + ".")
    if answered is not None and answered.refusals:
        notes.append(f"Unanswered: {refusals_in_words(answered.refusals)}.")
    report.add(Words(" ".join(notes)))
    unreadable = [(key, text) for key, text in tally.problems if text != "no prediction"][:LISTED]
    if unreadable:
        report.add(Table(("question", "could not be read"), unreadable))


def add_chains(report: Report, score: ChainScore) -> None:
    """The scores of premise chains: by kind of premise, by truth, of whole chains, by depth."""
    cells = {
        **score.by_kind,
        **{f"{truth} premises": cell for truth, cell in score.by_truth.items()},
        "all premises": score.premises,
        "whole chains": score.chains,
        "chains, a premise counting as often as it is deep": score.depth_weighted,
    }
    rows = [(name, f"{cell.count:,}", shown(cell.mean)) for name, cell in cells.items()]
    report.add(Heading("Premise chains"), Table(("judged", "count", "accuracy"), rows))
    words = f"No readable verdict: {score.unjudged}; unknown ids: {score.unknown}."
    if score.chains.mean is not None and score.chains.mean < 1:
        words = f"Share of right verdicts in the chains with a wrong one: {shown(score.dcp)}. {words}"
    report.add(Words(words))
    if score.problems:
        report.add(Table(("premise", "why it has no verdict"), score.problems[:LISTED]))


def _accuracy(title: str, cells: Mapping[str, Cell]) -> Bars:
    ordered = sorted(cells)
    return Bars(title, {key: cells[key].mean for key in ordered}, {key: f"({cells[key].count:,})" for key in ordered})


def _add_numbers(report: Report, tally: Tally) -> None:
    numbers = tally.numbers
    if not any(numbers.bins.values()):
        return
    report.add(Bars("numerical answers by relative error", {k: float(n) for k, n in numbers.bins.items()}, most=None))
    relative = f"{numbers.median_relative:.3g}" if numbers.median_relative is not None else "none"
    report.add(Words(f"Median relative error {relative}."))


def leaderboard_part(own: Sequence[tuple[Tally, str]]) -> list[Heading | Table | Words]:
    """The published rows with ours below, by answer type, level and chart type."""
    listed: list[Row] = [*rows(), *(row_of(tally, name) for tally, name in own)]
    words = "Published rows are over the 367,139 scored test questions; a row over other questions is another measure."
    return [Heading("Beside published systems"), *leaderboard(listed), Words(words)]
