"""What `sie answer` and `sie templates` do, as functions that take what the shell gives and give back text.

Nothing is printed here: the command line prints. A picture is read by a function that the command line passes in.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from qa.answer import Answer
from qa.errors import QaError
from qa.loading import Extract, Library, add_files, charts_of, key_of, load_library
from qa.parse.ask import ask
from qa.parse.errors import QuestionError
from sie.errors import FigureError, SieError
from sie.io.jsontext import JsonError, parse_json

if TYPE_CHECKING:
    from qa.template import Template

Json = Mapping[str, "Json"] | list["Json"] | str | int | float | bool | None

SHOWN_ROWS = 12
"""Rows of evidence that the explanation shows; `--json` has all."""


@dataclass(frozen=True)
class Asked:
    """How an answer is to be shown."""

    as_json: bool = False
    sql: bool = False
    explain: bool = False
    chart: int | None = None


def answer_one(source: Path, question: str, asked: Asked, *, extract: Extract | None = None) -> tuple[str, bool]:
    """The answer to one question about one source as text, and whether there is one.

    Raises:
        SieError: the source cannot be loaded.
        QaError: the question is empty or endless, or there is no such chart.
    """
    library = load_library(source, extract=extract)
    try:
        if not library.chart_ids:
            raise FigureError(f"{source}: no chart in it to ask")
        if asked.chart is not None and not 1 <= asked.chart <= len(library.chart_ids):
            raise QuestionError(f"{source}: no chart {asked.chart}: it has {len(library.chart_ids)}")
        answer = ask(library, library.chart_ids, question, chart=asked.chart)
    finally:
        library.close()
    text = json.dumps(as_json(answer), ensure_ascii=False) if asked.as_json else in_words(answer, asked)
    return text, answer.refusal is None


# --------------------------------------------------------------------------- one answer as text


def as_json(answer: Answer) -> dict[str, Json]:
    """An answer as plain values, with the keys that programs rely on."""
    return {
        "answer": _plain(answer.answer),
        "answer_type": answer.answer_type.value,
        "unit": answer.unit,
        "sigma": answer.sigma,
        "margin": answer.margin,
        "qid": answer.qid,
        "reading": answer.reading,
        "bindings": dict(answer.bindings),
        "sql": answer.sql,
        "params": dict(answer.params),
        "rows": [
            {key: getattr(row, key) for key in ("part", "series", "place", "partner", "x", "value", "sigma")}
            for row in answer.rows
        ],
        "boxes": [{"x0": b.x0, "y0": b.y0, "x1": b.x1, "y1": b.y1, "label": b.label} for b in answer.boxes],
        "alternatives": [
            {"answer": _plain(other.answer), "reading": other.reading, "qid": other.qid, "sql": other.sql}
            for other in answer.alternatives
        ],
        "refusal": answer.refusal,
        "close": answer.close,
        "chart_id": answer.chart_id,
    }


def _plain(value: str | float | list[str | float | list[str]] | None) -> Json:
    if isinstance(value, list):
        return [list(item) if isinstance(item, list) else item for item in value]
    return value


def in_words(answer: Answer, asked: Asked) -> str:
    """An answer as a person reads it: the answer, how sure it is, how the question was read."""
    if answer.refusal is not None:
        return f"no answer: {answer.refusal}"
    lines = [_headline(answer)]
    if answer.reading:
        lines.append(f"  read as: {answer.reading}")
    lines += [f"  or: {shown(other, most=SHOWN_ROWS)} ({other.reading})" for other in answer.alternatives]
    if asked.explain:
        lines += list(_explanation(answer))
    if asked.sql or asked.explain:
        lines += ["", answer.sql, f"-- parameters: {json.dumps(dict(answer.params), ensure_ascii=False)}"]
    return "\n".join(lines)


def _headline(answer: Answer) -> str:
    text = shown(answer)
    if answer.close:
        margin = f" ({answer.margin:.1f} sigma)" if answer.margin is not None else ""
        return f"{text}, but too close to call{margin}"
    return text


def shown(answer: Answer, *, most: int | None = None) -> str:
    """The answer itself, a number with its unit and sigma, a yes/no or a ranking with its margin.

    Args:
        answer: with a value.
        most: of a longer list so many items are shown, and how many more there are; default all.
    """
    value = answer.answer
    if isinstance(value, list):
        parts = [" and ".join(map(str, item)) if isinstance(item, list) else _number(item) for item in value]
        if most is not None and len(parts) > most:
            parts = [*parts[:most], f"... {len(parts) - most} more"]
        text = ", ".join(parts) if parts else "none"
    else:
        text = _number(value)
    if isinstance(value, int | float) and not isinstance(value, bool):
        if answer.unit:
            text += f" {answer.unit}"
        if answer.sigma is not None:
            text += f" ± {answer.sigma:.2g}"
    elif answer.margin is not None and not answer.close:
        text += f" (by {answer.margin:.1f} sigma)"
    return text


def _number(value: object) -> str:
    return f"{value:.6g}" if isinstance(value, float) else str(value)


def _explanation(answer: Answer) -> Iterator[str]:
    if answer.qid is not None:
        yield f"  template: {answer.qid}"
    if answer.bindings:
        yield "  with: " + ", ".join(f"{name} = {value}" for name, value in answer.bindings.items())
    for row in answer.rows[:SHOWN_ROWS]:
        parts = [str(part) for part in (row.series, row.place, row.partner) if part is not None]
        names = " · ".join(parts) or ", ".join(str(value) for value in answer.bindings.values())
        value = "" if row.value is None else f"{row.value:.6g}"
        sigma = "" if row.sigma is None else f" ± {row.sigma:.2g}"
        yield f"  row: {names}: {value}{sigma}"
    if len(answer.rows) > SHOWN_ROWS:
        yield f"  ... {len(answer.rows) - SHOWN_ROWS} more rows"
    for box in answer.boxes[:SHOWN_ROWS]:
        yield f"  pixels: {box.x0:.1f},{box.y0:.1f} to {box.x1:.1f},{box.y1:.1f} {box.label}"


# --------------------------------------------------------------------------- many questions


@dataclass(frozen=True)
class Line:
    """One line of a file of questions."""

    id: Json
    source: str
    question: str
    problem: str | None = None


class QuestionFile:
    """The questions of a JSON-lines file: `{"id", "source", "question"}` a line; the id defaults to the line's number.

    They are read from the file each time that they are gone through, one by one. A line that is no such object keeps
    its place, with the problem named.
    """

    def __init__(self, path: Path) -> None:
        self._path = path

    def __iter__(self) -> Iterator[Line]:
        found = False
        try:
            with self._path.open(encoding="utf-8-sig", errors="surrogateescape") as file:
                for number, row in enumerate(file, start=1):
                    if row.strip():
                        found = True
                        yield _line(row, number)
        except OSError as error:
            raise QuestionError(f"{self._path}: cannot be read: {error.strerror}") from error
        if not found:
            raise QuestionError(f"{self._path}: no questions in it")


def read_questions(path: Path) -> QuestionFile:
    """The questions of a JSON-lines file.

    Raises:
        QuestionError: the file cannot be read; that it has no line is found when it is gone through.
    """
    try:
        with path.open("rb"):
            return QuestionFile(path)
    except OSError as error:
        raise QuestionError(f"{path}: cannot be read: {error.strerror}") from error


def _line(text: str, number: int) -> Line:
    try:
        row = parse_json(text.encode("utf-8", "surrogateescape"))
    except JsonError as error:
        return Line(number, "", "", f"line {number}: {error}")
    if not isinstance(row, dict) or not isinstance(row.get("question"), str):
        return Line(number, "", "", f"line {number}: expected an object with a question")
    source = row.get("source")
    return Line(row.get("id", number), source if isinstance(source, str) else "", row["question"])


def answer_many(
    source: Path, questions: Iterable[Line], *, explain: bool = False, extract: Extract | None = None
) -> Iterator[dict[str, Json]]:
    """An answer for each question, in order; what cannot be loaded or read gives a null answer and the reason.

    Questions name their source by a path, absolute or below the folder given; all share one database. Published forms
    are answered together, one statement a template; with `explain` each by itself, with its SQL, rows and uncertainty.

    Args:
        source: what is asked.
        questions: gone through twice, never held as a whole; an iterator is held.
        explain: see above.
        extract: reads pictures.

    Raises:
        SieError: the source itself cannot be loaded.
    """
    from qa.batch import answer_lines

    lines = list(questions) if isinstance(questions, Iterator) else questions
    library, failed = _library_for(source, lines, extract)
    try:
        yield from answer_lines(library, lines, failed, explain=explain, default=_default_source(library, source))
    finally:
        library.close()


def _default_source(library: Library, source: Path) -> str | None:
    """What a question without a source is asked of: the source itself where that is one file."""
    if source.is_dir():
        return None
    return next(iter(library.by_source), None)


def _library_for(source: Path, lines: Iterable[Line], extract: Extract | None) -> tuple[Library, dict[str, str]]:
    """A library with every chart that the lines name, and the problems of those that cannot be had."""
    from qa.database import ChartDatabase
    from sie.io.dataset import is_dataset

    if not source.exists():
        raise QuestionError(f"{source}: no such file or folder")
    if not source.is_dir() or is_dataset(source):
        library = load_library(source, extract=extract)
    else:
        library = Library(ChartDatabase())
    named = dict.fromkeys(line.source for line in lines if line.source and line.problem is None)
    failed: dict[str, str] = {}
    aliases: dict[str, list[str]] = {}
    paths: dict[str, tuple[str, Path]] = {}  # where a name leads to: the same file under two spellings is one chart
    for name in named:
        if known := charts_of(library, name):
            aliases[name] = known
            continue
        if name in library.problems:
            failed[name] = library.problems[name].message
            continue
        try:
            found = _file_of(source, name)
        except OSError as error:
            failed[name] = f"{name}: no such chart: {error.strerror}"
            continue
        if found is None:
            failed[name] = f"{name}: no such chart: no file of that name, absolute or below {source}"
        else:
            paths[name] = os.path.realpath(found), found
    loaded = {os.path.realpath(source): str(source)} if not source.is_dir() else {}
    files: dict[str, Path] = {}
    for real, path in paths.values():
        if real not in loaded:
            files.setdefault(real, path)
    add_files(library, files.values(), base=source, extract=extract)
    loaded |= {real: key_of(path, source) for real, path in files.items()}
    for name, (real, _) in paths.items():
        key = loaded[real]
        if key in library.problems:
            failed[name] = library.problems[key].message
        elif key in library.by_source:
            aliases[name] = library.by_source[key]
    for name, charts in aliases.items():  # last: a name without its folder has to be found among the files alone
        library.by_source.setdefault(name, charts)
    return library, failed


def _file_of(folder: Path, name: str) -> Path | None:
    base = folder if folder.is_dir() else folder.parent
    for candidate in (Path(name), base / name):
        if candidate.is_file():
            return candidate
    for ending in (".json", ".csv", ".png", ".jpg", ".jpeg"):
        candidate = base / f"{name}{ending}"
        if candidate.is_file():
            return candidate
    return None


# --------------------------------------------------------------------------- templates


def list_templates(level: str | None = None, answer_type: str | None = None) -> str:
    """The templates, one a line: id, level, answer type, wording.

    Raises:
        QuestionError: there is no such level or answer type.
    """
    from qa.catalogue import TEMPLATES
    from qa.template import AnswerType, Level

    levels = {item.value: item for item in Level}
    types = {item.value.casefold(): item for item in AnswerType}
    if level is not None and level.casefold() not in levels:
        raise QuestionError(f"no level {level!r}: expected {', '.join(levels)}")
    wanted = _type_named(answer_type, types) if answer_type is not None else None
    rows = []
    for qid, template in TEMPLATES.items():
        if level is not None and template.level.value != level.casefold():
            continue
        if wanted is not None and template.answer_type.value not in wanted:
            continue
        rows.append(f"{qid:5} {template.level.value:10} {template.answer_type.value:22} {template.forms[0]}")
    return "\n".join([*rows, f"{len(rows)} templates"])


def _type_named(name: str, types: Mapping[str, object]) -> set[str]:
    asked = name.casefold().replace("_", " ")
    found = {str(getattr(item, "value", "")) for key, item in types.items() if key == asked}
    if not found:
        found = {str(getattr(item, "value", "")) for key, item in types.items() if asked in key}
    if not found:
        raise QuestionError(f"no answer type {name!r}: expected {', '.join(types)}")
    return found


def show_template(qid: str) -> str:
    """One template: wording, meaning, plan, SQL, first-order form, an example with its answer.

    Raises:
        QuestionError: there is no such template.
    """
    from qa.catalogue import TEMPLATES

    template = TEMPLATES.get(qid)
    if template is None:
        raise QuestionError(f"no template {qid!r}: `sie templates` lists them")
    from qa.compiler import compile_plan_set
    from qa.parse.reading import describe

    lines = [f"template {qid} ({template.level.value}, {template.taxonomy}, {template.answer_type.value})"]
    lines += [f"  asked of: {', '.join(template.families)} charts{_needs(template)}"]
    lines += [f"  wording: {form}" for form in template.forms]
    lines += [f"  meaning: {template.meaning}", f"  plan in words: {describe(template.plan, {})}"]
    lines += ["", f"plan: {template.plan}"]
    if template.published is not None:
        lines += [f"published rule: {template.published}"]
    lines += ["", "SQL, one row a question:", compile_plan_set(template.plan).sql]
    lines += ["", *_formula(template), "", *_example(template)]
    return "\n".join(lines)


def _needs(template: Template) -> str:
    return "".join(f"; needs {need.value}" for need in template.needs)


def _formula(template: Template) -> list[str]:
    from qa.errors import FormulaError
    from qa.fol import translate
    from qa.fol.printers import to_text

    try:
        return [f"first-order form: {to_text(translate(template.plan))}"]
    except FormulaError as error:
        return [f"first-order form: none: {error}"]


def _example(template: Template) -> list[str]:
    """The template asked of a random chart."""
    from qa.chartview import views
    from qa.database import ChartDatabase
    from qa.execute import answer_template
    from qa.generation import instances
    from qa.parse.published import fill
    from qa.random_charts import make_charts
    from sie.vocab import ChartType, family_of

    kinds = tuple(kind for kind in ChartType if family_of(kind) in template.families)
    for single in (None, True, False):
        tables = make_charts(kinds, 8, seed=5, single=single, direct=single is False)
        for view in views(tables).values():
            slots = next(iter(instances(view, template)), None)
            if slots is None:
                continue
            with ChartDatabase() as db:
                db.insert(view.tables)
                answer = answer_template(db, view.chart_id, template.qid, slots)
            question = fill(template.forms[0], slots)
            return [f"example, of a random {view.field('chart_type')} chart:", f"  {question}", f"  {shown(answer)}"]
    return ["example: no random chart admits it"]


__all__ = [
    "Asked",
    "QaError",
    "SieError",
    "answer_many",
    "answer_one",
    "as_json",
    "in_words",
    "list_templates",
    "read_questions",
    "show_template",
]
