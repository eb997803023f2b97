"""Charts are loaded from every stored kind, many at once, and what cannot be loaded is named."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import qa
from qa.commands import Line, answer_many
from qa.database import ChartDatabase
from qa.loading import charts_of, figures_below, load_figures, load_library
from qa.parse.ask import ask
from qa.parse.errors import QuestionError
from sie.artifacts import Chart, DataPoint, ImageInfo, Series
from sie.errors import FigureError
from sie.figure import Figure
from sie.io.dataset import write_part
from sie.io.rows import figure_rows
from sie.vocab import ChartType, ScaleType

GOLD = {
    "id": "g", "source": "", "licence": "", "chart_type": "vertical bar", "title": None, "x_title": "fruit",
    "y_title": "tons", "legend": [], "x_scale": "categorical", "y_scale": "linear",
    "series": [{"name": None, "points": [{"x": "apple", "y": 3}, {"x": "pear", "y": 5, "error": 1}]}],
}  # fmt: skip


def make_figure(*values: float, chart_id: str = "c1", title: str | None = None) -> Chart:
    points = tuple(DataPoint(x=name, y=y) for name, y in zip("abcdef", values, strict=False))
    return Chart(
        id=chart_id, chart_type=ChartType.VERTICAL_BAR, title=title, x_scale=ScaleType.CATEGORICAL,
        series=(Series(id="s1", name=None, points=points),),
    )  # fmt: skip


def figure_of(*charts: Chart) -> Figure:
    return Figure(image=ImageInfo(path="p.png", sha256="", width=1, height=1), charts=charts)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "gold.json").write_text(json.dumps(GOLD), encoding="utf-8")
    (tmp_path / "table.csv").write_text("fruit,tons\napple,7\npear,8\n", encoding="utf-8")
    figure_of(make_figure(1, 2)).save(tmp_path / "figure.json")
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "broken.json").write_text("{", encoding="utf-8")
    return tmp_path


def test_folder_is_loaded_keyed_by_path_and_broken_file_is_named(folder: Path) -> None:
    library = load_library(folder)
    assert sorted(library.by_source) == ["figure.json", "gold.json", "table.csv"]
    assert list(library.problems) == ["sub/broken.json"]
    assert charts_of(library, "table") == ["table.csv#c1"]
    library.close()


def test_gold_error_bars_become_ends(folder: Path) -> None:
    library = load_library(folder / "gold.json")
    rows = library.db.rows("points", library.chart_ids[0])
    assert [(row["y_low"], row["y_high"]) for row in rows] == [(None, None), (4.0, 6.0)]
    library.close()


def test_first_question_of_a_prepared_library_waits_for_nothing(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    library = load_library(folder)
    for method in ("rows", "rows_by_chart", "_derive"):
        monkeypatch.setattr(ChartDatabase, method, None)
    for chart_id in library.chart_ids:
        assert ask(library, [chart_id], "What is the highest value?").answer is not None
    library.close()


def test_dataset_is_loaded_in_place(tmp_path: Path) -> None:
    write_part(tmp_path, "one", figure_rows(figure_of(make_figure(1, 2)), source="one.png"))
    write_part(tmp_path, "two", figure_rows(figure_of(make_figure(3, 4)), source="two.png"))
    library = load_library(tmp_path)
    assert set(library.by_source) == {"one.png", "two.png"}
    library.close()


def test_picture_is_read_by_the_function_passed_in(tmp_path: Path) -> None:
    picture = tmp_path / "chart.png"
    picture.write_bytes(b"not looked at")
    with pytest.raises(FigureError, match="a picture"):
        load_figures(picture)
    assert load_figures(picture, extract=lambda _: figure_of(make_figure(1))).charts[0].id == "c1"
    assert figures_below(tmp_path, pictures=False) == []


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("a.json", "[]", "not a sie.figure"),
        ("a.csv", "", "empty"),
        ("a.csv", "a,1\nb,2\n", "no header"),
        ("a.csv", "x,y\n", "no rows"),
        ("a.csv", "x,y\na,b\n", "expected a number"),
    ],
)
def test_bad_file_is_refused_with_its_name_and_the_cause(tmp_path: Path, name: str, text: str, message: str) -> None:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    with pytest.raises(FigureError, match=message) as caught:
        load_library(path)
    assert name in str(caught.value)


def test_figure_without_values_is_refused() -> None:
    with pytest.raises(FigureError, match="no values"):
        qa.answer(figure_of(make_figure()), "What is the value of a?")


def test_package_answers_figures_charts_paths_and_frames(folder: Path) -> None:
    import pandas as pd

    chart = make_figure(1, 2)
    frame = pd.DataFrame({"name": ["a", "b"], "value": [1, 2]})
    for source in (figure_of(chart), chart, folder / "figure.json", frame):
        assert qa.answer(source, "What is the value of b?").answer == 2
    from qa.answer import Answer

    assert callable(qa.answer)
    assert isinstance(qa.answer(chart, "highest value"), Answer)


def test_of_several_panels_the_one_that_fits_answers_and_is_named() -> None:
    other = Chart(
        id="c2", chart_type=ChartType.VERTICAL_BAR, title="Fruit", x_scale=ScaleType.CATEGORICAL,
        series=(Series(id="s1", name=None, points=(DataPoint(x="apple", y=9.0),)),),
    )  # fmt: skip
    answer = qa.answer(figure_of(make_figure(1, 2), other), "value of apple")
    assert answer.answer == 9
    assert answer.reading.startswith("panel c2 (Fruit)")
    assert qa.answer(figure_of(make_figure(1, 2), other), "value of apple", chart=1).refusal
    with pytest.raises(QuestionError, match="1 to 2"):
        qa.answer(figure_of(make_figure(1, 2), other), "value of apple", chart=3)


@pytest.mark.parametrize("question", ["", "  ", "?", "x" * 700])
def test_empty_and_endless_questions_are_refused(question: str) -> None:
    with pytest.raises(QuestionError):
        qa.answer(make_figure(1), question)


def test_picture_that_a_dataset_could_not_read_is_a_problem_and_the_reason_of_no_answer(tmp_path: Path) -> None:
    rows = figure_rows(figure_of(make_figure(1, 2)), source="one.png")
    failure = {"source": "gone.png", "chart_id": None, "stage": "image", "code": "timeout", "message": "too long"}
    rows["issues"].append(failure)
    write_part(tmp_path, "one", rows)
    assert load_library(tmp_path).problems["gone.png"].message == "too long"
    questions = [Line(1, "gone.png", "What is the chart about?")]
    assert [record["refusal"] for record in answer_many(tmp_path, questions)] == ["too long"]
