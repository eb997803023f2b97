"""What `sie bench` does, as functions that take what the shell gives and return what it shows.

Nothing is printed here: the command line prints. Pictures are read by a function that the command line passes in.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from qa.bench.build import WORST, add_chains, add_tally, add_worst, charts_report, leaderboard_part, qa_report
from qa.bench.chain_files import score_chain_files, write_chains, write_verdicts
from qa.bench.datasets import (
    Dataset,
    load_chartqa,
    load_plotqa,
    load_realcqa,
    load_truths,
)
from qa.bench.facts import run_facts
from qa.bench.figures import Predicted, Recipe, Say, read_figures, saved_figures, weights_of
from qa.bench.json_files import load_predictions
from qa.bench.report import Report
from qa.bench.report_html import to_html
from qa.bench.report_markdown import to_markdown
from qa.bench.run_charts import as_dicts, score_gold
from qa.bench.run_qa import QaPlan, ask_gold
from qa.bench.run_realcqa import Source, answer_dataset
from qa.bench.scoring import Rule, Tally, tally
from qa.generation.gold import GoldFolder, load_gold
from qa.loading import Extract
from sie.io.outputs import make_folder, write_bytes

GOOD, WITH_PROBLEMS = 0, 1


@dataclass(frozen=True)
class Setting:
    """What all bench commands share.

    Attributes:
        command: the command line, for the report.
        out: folder of the report; None prints it alone.
        figures: saved figures of the pictures, taken instead of reading them.
        extract: reads a picture.
        recipe: gives what it reads with, as its figures' provenance says it; figures of another one are made anew.
        say: takes lines of progress.
    """

    command: str
    out: Path | None = None
    figures: Path | None = None
    extract: Extract | None = None
    recipe: Recipe | None = None
    say: Say = field(default=lambda line: None)


@dataclass(frozen=True)
class Result:
    """The report's text, one line a problem, and the exit code."""

    text: str
    problems: tuple[str, ...] = ()
    code: int = GOOD


def bench_charts(folder: Path, setting: Setting) -> Result:
    """Extraction measured on a folder of gold charts.

    Raises:
        SieError: the folder or the folder of figures is not there, or a report cannot be written.
    """
    gold = load_gold(folder)
    _make_out(setting)
    predicted = _predicted(gold, setting)
    run = score_gold(gold, predicted)
    facts = run_facts(setting.command, weights_of(predicted.figures.values()))
    report = charts_report(run, gold, predicted, [*facts, *_resumed(predicted)])
    _write_json(setting.out, "scores.json", {"means": run.means(), "tasks": run.tasks, "charts": as_dicts(run.rows)})
    return _finished(report, setting, [problem.message for problem in run.problems])


def bench_qa(folder: Path, plan: QaPlan, setting: Setting, *, pixels: bool) -> Result:
    """Question answering measured on a folder of gold charts.

    Raises:
        SieError: see `bench_charts`.
    """
    gold = load_gold(folder)
    _make_out(setting)
    predicted = _predicted(gold, setting) if pixels else None
    run = ask_gold(gold, plan, predicted.figures if predicted is not None else None)
    used = run.thresholds
    facts = run_facts(setting.command, weights_of(predicted.figures.values()) if predicted is not None else None)
    facts += [
        ("answered from", "pixels" if pixels else "gold tables"),
        ("sampling", f"{plan.sampling.value} (K {used.least}, L {used.most}, flat {used.flat}, seed {used.seed})"),
        ("rule", plan.rule.value),
    ]
    report = qa_report(run, gold, predicted, [*facts, *(_resumed(predicted) if predicted is not None else [])])
    _write_json(setting.out, "scores.json", run.tally.as_dict())
    lines = [
        {"qa_id": item.qa_id, "question": item.question, "answer": truth.answer, "answer_type": truth.answer_type,
         "QID": item.qid, "predicted_answer": run.answered.answers.get(item.qa_id)}
        for item, truth in zip(run.made, run.truths, strict=True)
    ]  # fmt: skip
    _write_lines(setting.out, "predictions.jsonl", lines)
    problems = [problem.message for problem in run.problems]
    problems += [problem.message for problem in predicted.problems] if predicted is not None else []
    problems += [f"{fault.qa_id}: left out: {fault.reason}" for fault in run.faults]
    if run.chains is not None:
        problems += [f"{fault.qa_id}: {fault.reason}" for fault in run.chains.faults]
        _write_json(setting.out, "chain_scores.json", run.chains.score.as_dict())
        if setting.out is not None:
            write_chains(run.chains.chains, setting.out / "chains.jsonl")
            write_verdicts(run.chains.verdicts, setting.out / "verdicts.jsonl")
    return _finished(report, setting, problems)


def bench_chains(truth: Path, verdicts: Path, setting: Setting) -> Result:
    """Anyone's verdicts on premises scored.

    Raises:
        ScoringError: the chains or the verdicts cannot be read.
    """
    score = score_chain_files(truth, verdicts)
    report = Report(f"{verdicts.name} on the premises of {truth.name}", run_facts(setting.command))
    add_chains(report, score)
    _write_json(setting.out, "chain_scores.json", score.as_dict())
    return _finished(report, setting, [f"{key}: {text}" for key, text in score.problems])


def bench_realcqa(folder: Path, setting: Setting, *, split: str, pixels: bool, free: bool = False) -> Result:
    """A RealCQA folder's own questions answered, scored by both rules, beside the published systems.

    Raises:
        DatasetError: the folder holds no questions.
        SieError: see `bench_charts`.
    """
    data = load_realcqa(folder, split=split)
    run, facts = _answered(data, setting, pixels=pixels, free=free)
    report = Report(
        "RealCQA", [*facts, ("split", split), ("charts", str(len(data.items))), ("questions", str(data.size))]
    )
    published = tally(Rule.PUBLISHED, data.truths, run)
    corrected = tally(Rule.CORRECTED, data.truths, run)
    add_tally(report, published)
    add_tally(report, corrected)
    name = "sie from pixels" if pixels else "sie from annotations"
    _add_worst(report, corrected, data, setting, pixels=pixels)
    report.add(*leaderboard_part([(published, name), (corrected, name)]))
    _write_json(setting.out, "scores.json", {"published": published.as_dict(), "corrected": corrected.as_dict()})
    return _dataset_finished(report, setting, data, run)


def bench_other(folder: Path, setting: Setting, *, layout: str, split: str) -> Result:
    """A ChartQA or PlotQA folder's questions answered from the pictures and scored by relaxed accuracy.

    Raises:
        DatasetError: the folder holds no questions of that layout.
        SieError: see `bench_charts`.
    """
    chartqa = layout == "ChartQA"
    data = load_chartqa(folder, split=split) if chartqa else load_plotqa(folder, split=split)
    run, facts = _answered(data, setting, pixels=True, free=True)
    report = Report(layout, [*facts, ("split", split), ("charts", str(len(data.items))), ("questions", str(data.size))])
    scores = tally(Rule.RELAXED if chartqa else Rule.PLOTQA, data.truths, run)
    add_tally(report, scores)
    _add_worst(report, scores, data, setting, pixels=True)
    _write_json(setting.out, "scores.json", scores.as_dict())
    return _dataset_finished(report, setting, data, run)


def bench_score(truth: Path, predictions: Path, setting: Setting, *, rule: Rule) -> Result:
    """Anyone's predictions scored, with their row among the published ones.

    Raises:
        DatasetError: the truths or the predictions cannot be read.
    """
    data = load_truths(truth)
    shared = data.shared_ids()
    if shared:
        first = ", ".join(shared[:3])
        data.fail(str(truth), f"{truth}: {len(shared)} ids name several questions each, as one answer to all: {first}")
    answers, problems = load_predictions(predictions)
    scores = tally(rule, data.truths, answers)
    report = Report(f"{predictions.name} against {truth.name}", [*run_facts(setting.command), ("rule", rule.value)])
    add_tally(report, scores)
    if rule in (Rule.PUBLISHED, Rule.CORRECTED):
        report.add(*leaderboard_part([(scores, predictions.stem)]))
    _write_json(setting.out, "scores.json", scores.as_dict())
    listed = [problem.message for problem in (*data.problems, *problems)]
    listed += [f"{qa_id}: {text}" for qa_id, text in scores.problems]
    return _finished(report, setting, listed)


# --------------------------------------------------------------------------- parts


def _make_out(setting: Setting) -> None:
    """Make the report's folder before the work, so that hours are not lost for a wrong name."""
    if setting.out is not None:
        make_folder(setting.out)


def _predicted(gold: GoldFolder, setting: Setting) -> Predicted:
    if setting.figures is not None:
        return saved_figures(setting.figures, gold.charts)
    if setting.extract is None:
        raise ValueError("expected a way to read pictures, or saved figures")
    store = setting.out / "figures" if setting.out is not None else None
    return read_figures(gold.charts, store=store, extract=setting.extract, recipe=setting.recipe, say=setting.say)


def _answered(
    data: Dataset, setting: Setting, *, pixels: bool, free: bool
) -> tuple[dict[str, object], list[tuple[str, str]]]:
    """The answers to a data set and the facts of the run; its problems join those of the data set."""
    _make_out(setting)
    out = setting.out
    store = out / "figures" if out is not None else None
    source = Source(pixels, setting.figures, store, setting.extract, setting.recipe, free)
    reads = pixels and setting.figures is None and setting.recipe is not None
    settings: Mapping[str, object] = {
        "version": run_facts("")[2][1],
        "recipe": setting.recipe() if reads and setting.recipe is not None else None,
        "pixels": pixels,
        "free": free,
        "figures": str(setting.figures) if setting.figures is not None else None,
        "data": str(data.folder),
    }
    run = answer_dataset(
        data, source, parts=out / "answers" if out is not None else None, settings=settings, say=setting.say
    )
    data.problems += run.problems
    facts = run_facts(setting.command, run.weights if pixels else None)
    if run.resumed:
        facts.append(("charts answered before", str(run.resumed)))
    return run.answered.answers, facts


def _dataset_finished(report: Report, setting: Setting, data: Dataset, answers: Mapping[str, object]) -> Result:
    lines = [
        {"qa_id": truth.qa_id, "predicted_answer": answers[truth.qa_id]}
        for truth in data.truths
        if truth.qa_id in answers
    ]
    _write_lines(setting.out, "predictions.jsonl", lines)
    return _finished(report, setting, [problem.message for problem in data.problems])


def _add_worst(report: Report, scores: Tally, data: Dataset, setting: Setting, *, pixels: bool) -> None:
    """The worst charts of a data set; their figures are those that were saved."""
    home = setting.figures or (setting.out / "figures" if setting.out is not None else None)
    worst = [data.charts[name] for name, _ in scores.worst_charts(WORST)]
    read = saved_figures(home, worst).figures if pixels and home is not None and home.is_dir() else {}
    add_worst(report, scores, {chart.name: chart.picture for chart in worst}, read)


def _resumed(predicted: Predicted) -> list[tuple[str, str]]:
    return [("figures kept from before", str(predicted.resumed))] if predicted.resumed else []


def _finished(report: Report, setting: Setting, problems: list[str]) -> Result:
    text = to_markdown(report)
    if setting.out is not None:
        write_bytes(setting.out / "report.md", text.encode("utf-8"))
        write_bytes(setting.out / "report.html", to_html(report).encode("utf-8"))
    return Result(text, tuple(problems), WITH_PROBLEMS if problems else GOOD)


def _write_json(out: Path | None, name: str, value: object) -> None:
    if out is not None:
        write_bytes(out / name, (json.dumps(value, ensure_ascii=False, indent=1) + "\n").encode("utf-8"))


def _write_lines(out: Path | None, name: str, rows: list[dict[str, object]]) -> None:
    if out is not None:
        text = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
        write_bytes(out / name, text.encode("utf-8"))
