"""Generated questions: sampled without listing, known to the chart, answered by two ways, and true in their logic."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from gold_folder import chart_of, gold_bars, gold_line, write_gold

from qa.catalogue import TEMPLATES
from qa.generation import instances, sampled_instances
from qa.generation.commands import generate
from qa.generation.gold import load_gold, questions_library, views_of
from qa.generation.known import is_known
from qa.generation.logic import logic_of
from qa.generation.questions import compare_with_sql, make_questions, stored_answer
from qa.generation.round_ticks import round_numbers, with_round_ticks
from qa.loading import figure_of_json
from qa.template import AnswerType, Mode
from sie.artifacts import DataPoint, Series
from sie.errors import FigureError
from sie.vocab import ScaleType


@pytest.fixture
def gold(tmp_path: Path) -> Path:
    return write_gold(tmp_path / "gold", gold_bars(), gold_line())


def test_sampled_instances_are_instances_at_their_places(gold: Path) -> None:
    library = questions_library([(c.name, c.figure) for c in load_gold(gold).charts])
    for _, view in views_of(library):
        for template in TEMPLATES.values():
            listed = list(instances(view, template, seed=3))
            taken, total = sampled_instances(view, template, 4, seed=3)
            assert total == len(listed)
            assert [slots for _, slots in taken] == [listed[place] for place, _ in taken]
            assert len(taken) == min(4, total)


def test_oracle_and_sql_agree_on_every_question(gold: Path) -> None:
    library = questions_library([(c.name, c.figure) for c in load_gold(gold).charts])
    made = [item for name, view in views_of(library) for item in make_questions(view, name, limit=3).made]
    assert len(made) > 150
    assert compare_with_sql(library.db, made) == []


def test_same_seed_gives_same_questions(gold: Path) -> None:
    library = questions_library([(c.name, c.figure) for c in load_gold(gold).charts])
    (name, view), *_ = views_of(library)
    first, second = (make_questions(view, name, seed=1, limit=2).made for _ in range(2))
    assert first == second
    assert first != make_questions(view, name, seed=2, limit=2).made


def test_gold_table_is_not_asked_for_what_it_does_not_tell(gold: Path) -> None:
    library = questions_library([(c.name, c.figure) for c in load_gold(gold).charts])
    views = dict(views_of(library))
    assert not is_known(TEMPLATES["89"], views["bars"])  # a legend title: no text blocks are known
    assert is_known(TEMPLATES["28"], views["bars"])  # the title stands in the table itself
    assert not is_known(TEMPLATES["6a"], views["line"])  # ticks that are only round numbers
    assert is_known(TEMPLATES["6"], views["bars"])  # categories are their own ticks


def test_round_numbers_are_few_and_inside() -> None:
    assert round_numbers(0.0, 10.0) == [0.0, 2.0, 4.0, 6.0, 8.0, 10.0]
    assert round_numbers(-0.003, 0.003) == [-0.003, -0.002, -0.001, 0.0, 0.001, 0.002, 0.003]
    assert round_numbers(5.0, 5.0) == [5.0]


@pytest.mark.parametrize(
    ("ends", "scale", "texts"),
    [
        (("2001-05-01", "2011-05-01"), ScaleType.TIME, ["2002", "2004", "2006", "2008", "2010"]),
        (("2001-01-01", "2001-07-01"), ScaleType.TIME, [f"2001-0{m}" for m in range(1, 8)]),
        ((1.0, 10000.0), ScaleType.LOG, ["1", "10", "100", "1000", "10000"]),
    ],
)
def test_round_ticks_of_dates_and_decades(ends: tuple[str, str], scale: ScaleType, texts: list[str]) -> None:
    points = tuple(DataPoint(x=x, y=1.0) for x in ends)
    chart = chart_of(gold_line()).model_copy(update={"x_scale": scale, "series": (Series(name=None, points=points),)})
    structure = with_round_ticks(chart).structure
    assert structure is not None
    assert [tick.text for tick in structure.axes[0].ticks] == texts


def test_ties_are_a_list_and_in_published_mode_one_text() -> None:
    assert stored_answer(("a", "b"), AnswerType.STRING_OR_LIST) == ["a", "b"]
    assert stored_answer(("a", "b"), AnswerType.STRING_OR_LIST, mode=Mode.PUBLISHED) == "a,b"
    assert stored_answer((("a", "b"),), AnswerType.UNRANKED) == [["a", "b"]]


def test_generated_folder_has_the_published_layout(gold: Path, tmp_path: Path) -> None:
    (gold / "bars.png").write_bytes(b"picture")
    done = generate(gold, tmp_path / "out", seed=0, flat=2, published=False, logic=True, say=lambda line: None)
    assert done.code == 0
    rows = json.loads((tmp_path / "out" / "qa" / "bars.json").read_text())
    assert set(rows[0]) == {"taxonomy id", "QID", "question", "answer", "answer_type", "qa_id"}
    assert (tmp_path / "out" / "images" / "bars.png").read_bytes() == b"picture"
    assert (tmp_path / "out" / "test_filenames.txt").read_text().split() == ["bars.json", "line.json"]
    assert load_gold(tmp_path / "out").problems == []


def test_logic_of_binary_questions_states_truth_and_model(gold: Path) -> None:
    library = questions_library([(c.name, c.figure) for c in load_gold(gold).charts])
    view = dict(views_of(library))["bars"]
    made = make_questions(view, "bars", limit=2).made
    logic = logic_of(view, made)
    assert logic.faults == []
    questions = logic.data["questions"]
    assert isinstance(questions, list)
    assert {row["truth"] for row in questions} == {True, False}
    for row in questions:
        script = logic.scripts[row["qa_id"]]
        assert f"(set-info :status {'sat' if row['truth'] else 'unsat'})" in script
        assert script.count("(") == script.count(")") or '"' in script
    assert "y(series0:Dept. A, place1:North) = 5.0" in str(logic.data["model"]) or re.search(
        r"y\(series0:Dept\. A, place\d+:North\) = 5\.0", str(logic.data["model"])
    )


def test_gold_file_of_several_charts() -> None:
    text = json.dumps({"id": "two", "charts": [gold_bars(), gold_line()]})
    assert [chart.id for chart in figure_of_json(text, name="two").charts] == ["c1", "c2"]


@pytest.mark.parametrize("text", ["{", "[" * 100_000, "1" * 5000], ids=["cut", "deep", "huge"])
def test_broken_gold_file_is_named_and_the_rest_taken(gold: Path, text: str) -> None:
    (gold / "broken.json").write_text(text)
    found = load_gold(gold)
    assert [chart.name for chart in found.charts] == ["bars", "line"]
    assert len(found.problems) == 1
    assert "broken.json: not JSON" in found.problems[0].message


def test_folder_without_gold_charts_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FigureError, match="no gold charts"):
        load_gold(tmp_path)
