"""Files of questions over many charts: in order, in chunks, and the same answers as one by one."""

from __future__ import annotations

import json
from itertools import islice
from pathlib import Path

import pytest

from qa import batch
from qa.catalogue import TEMPLATES
from qa.chartview import views
from qa.commands import answer_many, read_questions
from qa.errors import QaError
from qa.generation import instances
from qa.loading import Library, charts_of
from qa.parse.published import fill
from qa.random_charts import make_charts
from sie.io.dataset import arrow_table, write_tables
from sie.tables import TABLES
from sie.vocab import ChartType

KINDS = (ChartType.GROUPED_VERTICAL_BAR, ChartType.LINE)


@pytest.fixture(scope="module")
def dataset(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A dataset of random charts, with a file of questions about them."""
    folder = tmp_path_factory.mktemp("dataset")
    tables = make_charts(KINDS, 3, seed=3)
    with (folder / "questions.jsonl").open("w", encoding="utf-8") as file:
        for chart_id, view in views(tables).items():
            for qid in ("33", "45", "100"):
                for slots in islice(instances(view, TEMPLATES[qid]), 2):
                    question = fill(TEMPLATES[qid].forms[0], slots)
                    file.write(json.dumps({"source": f"{chart_id}.png", "question": question}) + "\n")
        file.write('\n{"id": "x", "source": "no.png", "question": "What?"}\n')
    for row in tables["charts"]:
        row["source"] = f"{row['chart_id']}.png"
    write_tables(folder, "one", {name: arrow_table(TABLES[name], rows) for name, rows in tables.items()})  # type: ignore[arg-type]
    return folder


def test_chunks_and_views_make_no_difference(dataset: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    questions = read_questions(dataset / "questions.jsonl")
    whole = list(answer_many(dataset, questions))
    monkeypatch.setattr(batch, "CHUNK", 4)
    monkeypatch.setattr(batch, "VIEWS", 2)
    assert list(answer_many(dataset, questions)) == whole
    assert sum(record["answer"] is not None for record in whole) >= 9


def test_answers_together_are_those_of_each_alone(dataset: Path) -> None:
    questions = list(read_questions(dataset / "questions.jsonl"))
    together = [record["answer"] for record in answer_many(dataset, questions)]
    alone = [record["answer"] for record in answer_many(dataset, questions, explain=True)]
    assert together == alone


def test_blank_lines_keep_their_number_and_unknown_sources_their_place(dataset: Path) -> None:
    records = list(answer_many(dataset, read_questions(dataset / "questions.jsonl")))
    assert [record["id"] for record in records[:2]] == [1, 2]
    assert records[-1]["id"] == "x"
    assert "no such chart" in str(records[-1]["refusal"])


def test_file_without_questions_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "q.jsonl").write_text("\n\n")
    with pytest.raises(QaError, match="no questions in it"):
        list(read_questions(tmp_path / "q.jsonl"))
    with pytest.raises(QaError, match="cannot be read"):
        read_questions(tmp_path / "gone.jsonl")


def test_a_short_name_stands_for_a_source_only_where_it_is_the_only_one(dataset: Path) -> None:
    from qa.database import ChartDatabase

    library = Library(ChartDatabase(), by_source={"a/one.png": ["1"], "b/two.png": ["2"], "c/two.jpg": ["3"]})
    assert charts_of(library, "one") == charts_of(library, "one.png") == charts_of(library, "a/one.jpg") == ["1"]
    assert charts_of(library, "two") == []
    assert charts_of(library, "two.jpg") == ["3"]
    library.by_source["d/three.png"] = ["4"]
    assert charts_of(library, "three") == ["4"]
