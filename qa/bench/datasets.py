"""Questions with truths as benchmarks store them: RealCQA's layout, ChartQA's, PlotQA's.

Sources: the layouts of github.com/cse-ai-lab/RealCQA (`images/ID.jpg`, `json/ID.json`, `qa/ID.json`,
`test_filenames.txt`), vis-nlp/ChartQA (`test/png`, `test/test_human.json`, `test/test_augmented.json`) and
NiteshMethani/PlotQA (`test/png`, `test/qa_pairs_V1.json`). Entries that are no questions are named and left out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from qa.bench.json_files import DatasetError, read_json, read_values
from qa.bench.scoring import ScoringError, Truth
from qa.generation.gold import PICTURE_ENDINGS, picture_of
from qa.loading import Problem
from qa.template import AnswerType
from sie.errors import why_unreadable

_LEVELS = {"1": "root", "2": "structure", "3": "retrieval", "4": "reasoning"}


@dataclass(frozen=True)
class Item:
    """A question, its truth and the chart it is about."""

    truth: Truth
    question: str
    name: str


@dataclass(frozen=True)
class Named:
    """A chart of a data set: its name and its picture."""

    name: str
    picture: Path | None


@dataclass
class Dataset:
    """The questions of a data set by chart, in the files' order, and what could not be read."""

    folder: Path
    charts: dict[str, Named] = field(default_factory=dict)
    items: dict[str, list[Item]] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)

    @property
    def truths(self) -> Iterator[Truth]:
        """All truths, chart by chart."""
        return (item.truth for items in self.items.values() for item in items)

    @property
    def size(self) -> int:
        """How many questions there are."""
        return sum(map(len, self.items.values()))

    def shared_ids(self) -> list[str]:
        """The ids that more than one question has."""
        return [key for key, count in Counter(truth.qa_id for truth in self.truths).items() if count > 1]

    def add(self, item: Item, picture: Path | None) -> None:
        """Append a question."""
        self.charts.setdefault(item.name, Named(item.name, picture))
        self.items.setdefault(item.name, []).append(item)

    def fail(self, source: str, message: str) -> None:
        """Note what could not be read."""
        self.problems.append(Problem(source, message))


# --------------------------------------------------------------------------- RealCQA


def load_realcqa(folder: Path, *, split: str | None = "test", chart_types: bool = True) -> Dataset:
    """The questions of a RealCQA folder, of a split's charts where `SPLIT_filenames.txt` is there.

    Args:
        folder: holds `qa` with a file a chart, or is such a folder itself.
        split: None takes all charts.
        chart_types: read each chart's type from `json/ID.json`.

    Raises:
        DatasetError: no such folder, or no question file in it.
    """
    home = folder / "qa" if (folder / "qa").is_dir() else folder
    if not home.is_dir():
        raise DatasetError(f"{folder}: no such folder")
    files = {path.stem: path for path in sorted(home.glob("*.json"))}
    names = _split_names(folder, split) or list(files)
    found = Dataset(folder)
    for name in names:
        path = files.get(name)
        if path is None:
            found.fail(name, f"{home / name}.json: no questions for this chart of the split {split}")
            continue
        _add_file(found, name, path, _chart_type(folder, name) if chart_types else "")
    if not found.items:
        raise DatasetError(f"{home}: no questions: expected qa/<id>.json with lists of questions")
    return found


def _split_names(folder: Path, split: str | None) -> list[str]:
    path = folder / f"{split}_filenames.txt"
    if split is None or not path.is_file():
        return []
    endings = (".json", *PICTURE_ENDINGS)
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise DatasetError(f"{path}: cannot be read: {why_unreadable(error)}") from error
    lines = [line.strip().strip("\"',") for line in text.splitlines()]
    bare = [next((line.removesuffix(end) for end in endings if line.lower().endswith(end)), line) for line in lines]
    return list(dict.fromkeys(Path(name).name for name in bare if name))


def _chart_type(folder: Path, name: str) -> str:
    """The type that an annotation, a gold table or a figure in `json` tells, in small letters; "" where none does."""
    path = folder / "json" / f"{name}.json"
    try:
        data = read_json(path) if path.is_file() else None
    except DatasetError:  # an unreadable annotation only loses its group
        return ""
    told = _inner(_inner(data, "task1"), "output") or data
    charts = _inner(told, "charts")
    written = _inner(charts[0] if isinstance(charts, list) and charts else told, "chart_type")
    return written.casefold().strip() if isinstance(written, str) else ""


def _inner(value: object, key: str) -> object:
    return value.get(key) if isinstance(value, Mapping) else None


def _add_file(found: Dataset, name: str, path: Path, chart_type: str) -> None:
    try:
        rows, broken = read_values(path)
    except DatasetError as error:
        found.fail(name, str(error))
        return
    for message in broken:
        found.fail(name, message)
    if not isinstance(rows, list):
        found.fail(name, f"{path}: expected a list of questions, got {type(rows).__name__}")
        return
    picture = picture_of(found.folder, name)
    for place, row in enumerate(rows, start=1):
        try:
            found.add(Item(truth_of_row(row, name, chart_type), str(row.get("question") or ""), name), picture)
        except (DatasetError, ScoringError) as error:
            found.fail(name, f"{path}: entry {place}: {error}")


def truth_of_row(row: object, name: str = "", chart_type: str = "") -> Truth:
    """An entry of a question file as a truth.

    Raises:
        DatasetError: it is no object with `qa_id` and `answer`.
        ScoringError: its answer type is unknown.
    """
    if not isinstance(row, Mapping) or "qa_id" not in row or "answer" not in row:
        raise DatasetError("expected an object with qa_id and answer")
    taxonomy = str(row.get("taxonomy id") or row.get("taxonomy_id") or "")
    return Truth(
        qa_id=str(row["qa_id"]),
        answer=row["answer"],
        answer_type=str(row.get("answer_type") or ""),
        qid=str(row.get("QID") or row.get("qid") or ""),
        taxonomy=taxonomy,
        level=_LEVELS.get(taxonomy[:1], ""),
        chart_id=name,
        chart_type=chart_type,
    )


def load_truths(path: Path) -> Dataset:
    """Truths from a RealCQA folder, a folder of question files, or one JSON or JSON-lines file of entries.

    Raises:
        DatasetError: there is none.
    """
    if path.is_dir():
        return load_realcqa(path, chart_types=(path / "json").is_dir())
    if not path.is_file():
        raise DatasetError(f"{path}: no such file or folder")
    found = Dataset(path.parent)
    _add_file(found, path.stem, path, "")
    if not found.items:
        reason = found.problems[0].message if found.problems else f"{path}: no questions in it"
        raise DatasetError(reason)
    return found


# --------------------------------------------------------------------------- ChartQA and PlotQA


def load_chartqa(folder: Path, *, split: str = "test") -> Dataset:
    """The questions of a ChartQA split; the level of a truth is `human` or `augmented`.

    Raises:
        DatasetError: there are none.
    """
    home = folder / split if (folder / split).is_dir() else folder
    found = Dataset(folder)
    for kind in ("human", "augmented"):
        path = home / f"{split}_{kind}.json"
        for place, row in enumerate(_rows(found, path), start=1):
            if not {"imgname", "query", "label"} <= set(row):
                found.fail(kind, f"{path}: entry {place}: expected imgname, query and label")
                continue
            name = Path(str(row["imgname"])).stem
            label = row["label"]
            truth = Truth(f"{kind}-{place}", label, _kind(label), level=kind, chart_id=name)
            _add_item(
                found,
                Item(truth, str(row["query"]), name),
                home / "png" / str(row["imgname"]),
                f"{path}: entry {place}",
            )
    return _nonempty(found, f"{home}: no ChartQA questions: expected {split}_human.json or {split}_augmented.json")


def load_plotqa(folder: Path, *, split: str = "test", version: str = "V1") -> Dataset:
    """The questions of a PlotQA split; the level of a truth is its template, the chart type its type.

    Raises:
        DatasetError: there are none.
    """
    home = folder / split if (folder / split).is_dir() else folder
    path = home / f"qa_pairs_{version}.json"
    found = Dataset(folder)
    for place, row in enumerate(_rows(found, path, "qa_pairs"), start=1):
        if not {"image_index", "question_string", "answer"} <= set(row):
            found.fail(path.stem, f"{path}: entry {place}: expected image_index, question_string and answer")
            continue
        name, answer = str(row["image_index"]), row["answer"]
        truth = Truth(
            str(row.get("question_id") or place),
            answer,
            _kind(answer),
            qid=str(row.get("qid") or ""),
            level=str(row.get("template") or ""),
            chart_id=name,
            chart_type=str(row.get("type") or ""),
        )
        _add_item(
            found,
            Item(truth, str(row["question_string"]), name),
            home / "png" / f"{name}.png",
            f"{path}: entry {place}",
        )
    return _nonempty(found, f"{home}: no PlotQA questions: expected {path.name}")


def _rows(found: Dataset, path: Path, key: str | None = None) -> Sequence[Mapping[str, object]]:
    if not path.is_file():
        return ()
    value = read_json(path)
    rows = value.get(key) if key is not None and isinstance(value, Mapping) else value
    if not isinstance(rows, list):
        found.fail(path.stem, f"{path}: expected a list of questions")
        return ()
    return [row if isinstance(row, Mapping) else {} for row in rows]


def _add_item(found: Dataset, item: Item, picture: Path, place: str) -> None:
    """Append a question with its picture, where there is one; a name that no file can have is noted."""
    try:
        there = picture.is_file()
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        found.fail(item.name[:40], f"{place}: no such picture: {reason}")
        return
    found.add(item, picture if there else None)


def _nonempty(found: Dataset, message: str) -> Dataset:
    if not found.items:
        raise DatasetError(found.problems[0].message if found.problems else message)
    return found


def _kind(answer: object) -> AnswerType:
    """The answer type that a plain answer has."""
    try:
        float(str(answer).rstrip("%").replace(",", ""))
    except ValueError:
        return AnswerType.BINARY if str(answer).casefold() in ("yes", "no") else AnswerType.STRING
    return AnswerType.NUMERICAL
