"""A data set's own questions answered, chart by chart in parts, each part kept so that a stopped run goes on."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from qa.bench.answering import Answered, Asked, answer_all
from qa.bench.datasets import Dataset
from qa.bench.figures import Predicted, Recipe, Say
from qa.bench.json_files import DatasetError, read_json
from qa.bench.run_qa import predicted_charts
from qa.generation.gold import GoldFolder, load_gold, questions_library
from qa.loading import Extract, Problem
from qa.template import Mode
from sie.errors import FigureError
from sie.figure import Figure

PART = 200
"""Charts in a part: some ten thousand questions, answered in seconds once the pictures are read."""


@dataclass(frozen=True)
class Source:
    """Where the charts come from that answers are looked up in.

    Attributes:
        pixels: the pictures, read; else the annotations in `json`.
        figures: saved figures of the pictures, taken instead of reading.
        store: where figures that are read now are kept.
        extract: reads a picture.
        recipe: gives what it reads with.
        free: questions that are no published form go through the free parser.
        mode: what answers mean.
    """

    pixels: bool
    figures: Path | None = None
    store: Path | None = None
    extract: Extract | None = None
    recipe: Recipe | None = None
    free: bool = False
    mode: Mode = Mode.CORRECTED


@dataclass
class DatasetRun:
    """The answers to a data set's questions, problems, and the figures that they rest on where pictures were read."""

    answered: Answered = field(default_factory=Answered)
    problems: list[Problem] = field(default_factory=list)
    resumed: int = 0
    weights: dict[str, str] = field(default_factory=dict)


def answer_dataset(
    data: Dataset, source: Source, *, parts: Path | None, settings: Mapping[str, object], say: Say
) -> DatasetRun:
    """Answers to all questions; parts that `parts` holds under the same settings are not answered again."""
    run = DatasetRun()
    names = list(data.items)
    for number, start in enumerate(range(0, len(names), PART)):
        chosen = names[start : start + PART]
        path = parts / f"part-{number:04d}.json" if parts is not None else None
        key = {**settings, "charts": chosen}
        kept = _kept(path, key) if path is not None else None
        if kept is None:
            answered, problems = _answer_part(data, source, chosen, run, say)
            kept = {
                "settings": key,
                "answers": answered.answers,
                "refusals": answered.refusals,
                "problems": [[problem.source, problem.message] for problem in problems],
            }
            if path is not None:
                _write(path, kept)
        else:
            run.resumed += len(chosen)
        _merge(run, kept)
        say(f"answered the questions of {min(start + PART, len(names))} of {len(names)} charts")
    return run


def _merge(run: DatasetRun, part: Mapping[str, object]) -> None:
    answers, refusals, problems = part["answers"], part["refusals"], part["problems"]
    if isinstance(answers, dict) and isinstance(refusals, dict) and isinstance(problems, list):
        run.answered.answers.update(answers)
        for reason, count in refusals.items():
            run.answered.refusals[reason] = run.answered.refusals.get(reason, 0) + count
        run.problems += [Problem(str(source), str(message)) for source, message in problems]


def _kept(path: Path, settings: Mapping[str, object]) -> Mapping[str, object] | None:
    if not path.is_file():
        return None
    try:
        part = read_json(path)
    except DatasetError:  # half written: answered anew
        return None
    same = isinstance(part, dict) and part.get("settings") == json.loads(json.dumps(settings))
    return part if same and isinstance(part, dict) else None


def _write(path: Path, part: Mapping[str, object]) -> None:
    from sie.io.outputs import write_bytes

    write_bytes(path, json.dumps(part, ensure_ascii=False).encode("utf-8"))


def _answer_part(
    data: Dataset, source: Source, names: Sequence[str], run: DatasetRun, say: Say
) -> tuple[Answered, list[Problem]]:
    figures, problems = _figures(data, source, names, run, say)
    library = questions_library(figures)
    try:
        asked = [Asked(item.truth.qa_id, item.name, item.question) for name in names for item in data.items[name]]
        return answer_all(library, asked, free=source.free, mode=source.mode), problems
    finally:
        library.close()


def _figures(
    data: Dataset, source: Source, names: Sequence[str], run: DatasetRun, say: Say
) -> tuple[list[tuple[str, Figure]], list[Problem]]:
    """The charts that answers are looked up in, under their names.

    Where an annotation lacks ticks, as gold tables do, both sides are asked at round numbers.
    """
    try:
        gold = load_gold(data.folder, names=names)
    except FigureError as error:
        if not source.pixels:
            raise DatasetError(str(error)) from error
        gold = GoldFolder(data.folder)
    if not source.pixels:
        return [(chart.name, chart.figure) for chart in gold.charts], gold.problems
    read = pixel_figures(data, source, names, say)
    from qa.bench.figures import weights_of

    run.weights |= weights_of(read.figures.values())
    known = {chart.name for chart in gold.charts}
    others = [(name, figure) for name, figure in read.figures.items() if name not in known]
    return [*predicted_charts(gold.charts, read.figures), *others], read.problems


def pixel_figures(data: Dataset, source: Source, names: Sequence[str], say: Say) -> Predicted:
    """What was read from the pictures of some charts."""
    from qa.bench.figures import read_figures, saved_figures

    charts = [data.charts[name] for name in names]
    if source.figures is not None:
        return saved_figures(source.figures, charts)
    if source.extract is None:
        raise DatasetError("pictures can only be read where a way to read them is given")
    return read_figures(charts, store=source.store, extract=source.extract, recipe=source.recipe, say=say)
