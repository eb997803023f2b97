"""The bench end to end on gold charts written by the test: perfect and spoilt figures, broken input, its reports."""

from __future__ import annotations

import hashlib
import json
import shutil
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import pytest
from gold_folder import figure_of, gold_bars, gold_line, write_gold

import sie
from qa.bench.commands import Setting, bench_charts, bench_other, bench_qa, bench_realcqa, bench_score
from qa.bench.datasets import load_chartqa, load_plotqa, load_realcqa
from qa.bench.json_files import DatasetError, load_predictions
from qa.bench.report import Bars, Report, Table
from qa.bench.report_html import to_html
from qa.bench.run_qa import QaPlan
from qa.bench.samplings import Sampling, Thresholds
from qa.bench.scoring import Rule
from qa.bench.svg import bars_svg
from qa.errors import QaError
from qa.generation.commands import generate
from sie.errors import FigureError, ImageError, OutputError
from sie.figure import Figure

SMALL = QaPlan(Sampling.S5, Thresholds(flat=2))


@pytest.fixture
def gold(tmp_path: Path) -> Path:
    return write_gold(tmp_path / "gold", gold_bars(), gold_line())


def figures(folder: Path, **tables: dict[str, Any]) -> Path:
    folder.mkdir()
    for name, table in tables.items():
        figure_of(table).save(folder / f"{name}.json")
    return folder


def scores(out: Path) -> Any:
    return json.loads((out / "scores.json").read_text())


def test_gold_answers_from_words_are_all_right(gold: Path, tmp_path: Path) -> None:
    result = bench_qa(gold, SMALL, Setting("bench", tmp_path / "out"), pixels=False)
    assert (result.code, result.problems) == (0, ())
    found = scores(tmp_path / "out")
    assert found["total"]["mean"] == 1.0
    assert found["total"]["count"] > 130
    assert len(found["by_qid"]) > 60


def test_questions_of_each_panel_are_asked_of_that_panel(tmp_path: Path) -> None:
    folder = tmp_path / "gold"
    folder.mkdir()
    for path in (Path(__file__).parents[2] / "data" / "charts").glob("two_panels.*"):
        shutil.copy(path, folder)
    bench_qa(folder, SMALL, Setting("bench", tmp_path / "out"), pixels=False)
    found = scores(tmp_path / "out")
    assert found["by_qid"]["31"]["count"] == 2
    assert found["total"]["mean"] == 1.0


def test_charts_of_one_picture_are_counted_as_charts_and_as_a_picture(tmp_path: Path) -> None:
    gold = tmp_path / "gold"
    gold.mkdir()
    (gold / "two.json").write_text(json.dumps({"charts": [gold_bars(), gold_line()]}))
    (tmp_path / "read").mkdir()
    figure_of(gold_bars(), gold_line()).save(tmp_path / "read" / "two.json")
    assert "charts: 2 in 1 pictures" in bench_charts(gold, Setting("bench", figures=tmp_path / "read")).text


def test_published_rule_is_named(tmp_path: Path) -> None:
    gold = write_gold(tmp_path / "gold", gold_line())
    plan = QaPlan(Sampling.S5, Thresholds(flat=1), Rule.PUBLISHED)
    result = bench_qa(gold, plan, Setting("bench", tmp_path / "out"), pixels=False)
    assert "rule: published" in result.text


def test_perfect_figures_score_one_and_misread_values_less(gold: Path, tmp_path: Path) -> None:
    good = figures(tmp_path / "good", bars=gold_bars(), line=gold_line())
    assert bench_charts(gold, Setting("bench", tmp_path / "a", good)).code == 0
    assert scores(tmp_path / "a")["means"]["data"] == 1.0
    wrong = gold_bars()
    wrong["series"][0]["points"][1]["y"] = 6.0
    bad = figures(tmp_path / "bad", bars=wrong, line=gold_line())
    bench_charts(gold, Setting("bench", tmp_path / "b", bad))
    assert scores(tmp_path / "b")["means"]["data"] == pytest.approx((5 / 6 + 1) / 2)
    bench_qa(gold, SMALL, Setting("bench", tmp_path / "c", bad), pixels=True)
    assert 0.5 < scores(tmp_path / "c")["total"]["mean"] < 1.0


def test_missing_figure_is_listed_and_counts_as_wrong(gold: Path, tmp_path: Path) -> None:
    some = figures(tmp_path / "some", bars=gold_bars())
    result = bench_charts(gold, Setting("bench", tmp_path / "out", some))
    assert result.code == 1
    assert any("line.json: no figure" in problem for problem in result.problems)
    assert scores(tmp_path / "out")["means"]["data"] == 0.5


def test_run_goes_on_with_the_figures_it_has(gold: Path, tmp_path: Path) -> None:
    calls: list[str] = []

    def extract(path: Path) -> Figure:
        from sie.artifacts import ImageInfo
        from sie.figure import Provenance

        calls.append(path.name)
        if path.name == "line.png" and len(calls) == 2:
            raise ImageError(f"{path}: not a picture")
        digest = hashlib.sha256(path.read_bytes()).hexdigest()
        image = ImageInfo(path=str(path), sha256=digest, width=1, height=1)
        table = gold_bars() if path.name == "bars.png" else gold_line()
        return figure_of(table).model_copy(update={"image": image, "provenance": Provenance(version="0.1.0")})

    for name in ("bars", "line"):
        (gold / f"{name}.png").write_bytes(name.encode())
    first = bench_charts(gold, Setting("bench", tmp_path / "out", extract=extract))
    assert first.code == 1
    second = bench_charts(gold, Setting("bench", tmp_path / "out", extract=extract))
    assert (second.code, calls) == (0, ["bars.png", "line.png", "line.png"])
    assert "figures kept from before: 1" in second.text


def test_figures_read_with_other_options_or_weights_are_read_anew(gold: Path, tmp_path: Path) -> None:
    from sie.figure import Provenance

    calls: list[str] = []
    weights = {"engine": "1"}

    def extract(path: Path) -> Figure:
        calls.append(path.name)
        made_by = Provenance(version=sie.__version__, weights=dict(weights))
        digest = hashlib.sha256(path.read_bytes()).hexdigest()
        figure = figure_of(gold_bars())
        image = figure.image.model_copy(update={"sha256": digest})
        return figure.model_copy(update={"image": image, "provenance": made_by})

    (gold / "bars.png").write_bytes(b"bars")
    setting = Setting("bench", tmp_path / "out", extract=extract, recipe=lambda: {"options": {}, "weights": weights})
    first = bench_charts(gold, setting)
    assert "- weights: engine 1" in first.text
    bench_charts(gold, setting)
    assert calls == ["bars.png"]
    weights["engine"] = "2"
    bench_charts(gold, setting)
    assert calls == ["bars.png", "bars.png"]


def test_page_lets_wide_tables_scroll_and_folds_long_ones() -> None:
    table = Table(("name", "score", "note"), [("a<b", "0.5", "1 of 2"), ("c", "", "")])
    page = to_html(Report("r", [], [table, Table(("n",), [(str(n),) for n in range(50)])]))
    assert page.count('<div class="wide"><table>') == 2
    assert '<td>a&lt;b</td><td class="number">0.5</td><td>1 of 2</td>' in page
    assert "<details><summary>50 rows</summary>" in page


def test_report_is_one_page_with_plots_and_escaped_names(tmp_path: Path) -> None:
    gold = write_gold(tmp_path / "gold", gold_bars(id="a<b"))
    bench_charts(gold, Setting("bench <x>", tmp_path / "out", figures(tmp_path / "f", **{"a<b": gold_bars()})))
    page = (tmp_path / "out" / "report.html").read_text()
    assert "<svg" in page
    assert "a&lt;b" in page
    assert "a<b" not in page
    assert 'src="http' not in page
    assert "| a<b |" in (tmp_path / "out" / "report.md").read_text()


def test_bar_plot_is_valid_svg_with_bars_as_long_as_their_values() -> None:
    root = ET.fromstring(bars_svg(Bars("score & more", {"a": 0.5, "b<c": 1.0, "none": None})))
    widths = [float(node.attrib["width"]) for node in root.iter("{http://www.w3.org/2000/svg}rect")]
    assert widths[0] == pytest.approx(widths[1] / 2, abs=0.1)
    assert widths[2] == 0.0


# --------------------------------------------------------------------------- data sets and predictions


@pytest.fixture
def line(tmp_path: Path) -> Path:
    return write_gold(tmp_path / "gold", gold_line())


def test_generated_folder_is_answered_rightly_from_its_gold(line: Path, tmp_path: Path) -> None:
    generate(line, tmp_path / "set", seed=0, flat=1, published=False, logic=False, say=lambda text: None)
    out = tmp_path / "out"
    result = bench_realcqa(tmp_path / "set", Setting("bench", out), split="test", pixels=False)
    assert result.code == 0
    assert scores(out)["corrected"]["total"]["mean"] == 1.0
    assert "MatCha" in result.text
    assert (
        "charts answered before" in bench_realcqa(tmp_path / "set", Setting("b", out), split="test", pixels=False).text
    )


def test_worst_charts_stand_in_the_report_with_their_overlays(tmp_path: Path) -> None:
    folder = Path(__file__).parents[2] / "data" / "charts"
    for path in folder.glob("horizontal_bars.*"):
        shutil.copy(path, write_gold(tmp_path / "gold"))
    read = json.loads((folder / "horizontal_bars.json").read_text())
    read["series"][0]["points"][0]["y"] *= 3
    saved = figures(tmp_path / "figures", horizontal_bars=read)
    generate(tmp_path / "gold", tmp_path / "set", seed=0, flat=1, published=False, logic=False, say=lambda line: None)
    result = bench_realcqa(tmp_path / "set", Setting("b", tmp_path / "out", saved), split="test", pixels=True)
    assert "\n## Worst charts\n\n| chart | questions | score |\n|---|---|---|\n| horizontal_bars |" in result.text
    assert (tmp_path / "out" / "report.html").read_text().count("data:image/png;base64,") == 1
    gold = bench_realcqa(tmp_path / "set", Setting("b"), split="test", pixels=False)
    assert "Worst charts" not in gold.text


def test_truths_scored_against_themselves_are_one(line: Path, tmp_path: Path) -> None:
    generate(line, tmp_path / "set", seed=0, flat=1, published=False, logic=False, say=lambda text: None)
    truth = tmp_path / "set" / "qa"
    bench_score(truth, truth, Setting("bench", tmp_path / "out"), rule=Rule.CORRECTED)
    found = scores(tmp_path / "out")
    assert found["total"]["mean"] == 1.0
    assert (found["missing"], found["malformed"], found["unknown"]) == (0, 0, 0)


def test_malformed_and_missing_predictions_are_counted_and_listed(tmp_path: Path) -> None:
    rows = [
        {"qa_id": "q1", "answer": "yes", "answer_type": "Binary", "taxonomy id": "1a", "QID": "28a", "question": "?"},
        {"qa_id": "q2", "answer": 3, "answer_type": "Numerical", "taxonomy id": "4b", "QID": "1", "question": "?"},
        {"no": "question"},
    ]
    (tmp_path / "t.json").write_text(json.dumps(rows))
    predictions = ['{"qa_id": "q1", "predicted_answer": {}}', "5", '{"qa_id": "q9", "predicted_answer": 1}']
    (tmp_path / "p.jsonl").write_text("\n".join(predictions))
    result = bench_score(tmp_path / "t.json", tmp_path / "p.jsonl", Setting("b", tmp_path / "o"), rule=Rule.CORRECTED)
    found = scores(tmp_path / "o")
    assert (found["total"]["mean"], found["missing"], found["malformed"], found["unknown"]) == (0.0, 1, 1, 1)
    assert result.code == 1
    assert any("entry 3: expected an object with qa_id" in line for line in result.problems)
    assert any("entry 2: expected qa_id and predicted_answer" in line for line in result.problems)


def test_first_of_two_predictions_counts(tmp_path: Path) -> None:
    (tmp_path / "p.json").write_text('[{"qa_id": 1, "predicted_answer": "a"}, {"qa_id": 1, "predicted_answer": "b"}]')
    answers, problems = load_predictions(tmp_path / "p.json")
    assert answers == {"1": "a"}
    assert len(problems) == 1


def test_broken_line_and_broken_file_are_named_and_the_rest_counts(tmp_path: Path) -> None:
    lines = tmp_path / "p.jsonl"
    lines.write_text('{"qa_id": "q1", "predicted_answer": "yes"}\n{"qa_id": "q2", "pred')
    answers, problems = load_predictions(lines)
    assert (answers, len(problems)) == ({"q1": "yes"}, 1)
    assert problems[0].message.startswith(f"{lines}: line 2: not JSON")
    (tmp_path / "q.json").write_bytes(b"\xff\xfe[")
    answers, problems = load_predictions(tmp_path)
    assert (answers, len(problems)) == ({"q1": "yes"}, 2)


def test_ids_that_several_questions_share_are_named(tmp_path: Path) -> None:
    rows = [{"qa_id": "q1", "answer": answer, "answer_type": "Binary"} for answer in ("yes", "no")]
    (tmp_path / "t.json").write_text(json.dumps(rows))
    (tmp_path / "p.json").write_text('{"q1": "yes"}')
    result = bench_score(tmp_path / "t.json", tmp_path / "p.json", Setting("b"), rule=Rule.CORRECTED)
    assert any("1 ids name several questions each" in problem for problem in result.problems)
    assert "Total 0.5000 over 2 questions." in result.text


@pytest.mark.parametrize("text", ["", "{", "[]", "[1, 2]"])
def test_file_without_predictions_is_refused_in_one_line(tmp_path: Path, text: str) -> None:
    path = tmp_path / "p.json"
    path.write_text(text)
    with pytest.raises(DatasetError, match=r"p\.json"):
        load_predictions(path)


def test_split_names_choose_the_charts(tmp_path: Path) -> None:
    (tmp_path / "qa").mkdir()
    row = {"qa_id": "q", "answer": "yes", "answer_type": "Binary", "taxonomy id": "1a", "QID": "28a", "question": "?"}
    for name in ("a", "b"):
        (tmp_path / "qa" / f"{name}.json").write_text(json.dumps([row]))
    (tmp_path / "test_filenames.txt").write_text("b.jpg\nc.json\nb.json\n")
    data = load_realcqa(tmp_path)
    assert list(data.items) == ["b"]
    assert len(data.problems) == 1
    assert list(load_realcqa(tmp_path, split="train").items) == ["a", "b"]


@pytest.mark.parametrize(
    ("written", "kind"),
    [
        ({"task1": {"output": {"chart_type": "Grouped Vertical Bar "}}}, "grouped vertical bar"),
        ({"chart_type": "line"}, "line"),
        ({"charts": [{"chart_type": "scatter"}, {"chart_type": "line"}]}, "scatter"),
        ({"charts": [], "chart_type": 5}, ""),
        ({"task1": None}, ""),
        ([1], ""),
    ],
)
def test_chart_types_of_a_data_set_come_from_whatever_tells_them(tmp_path: Path, written: object, kind: str) -> None:
    for name in ("qa", "json"):
        (tmp_path / name).mkdir()
    (tmp_path / "qa" / "a.json").write_text('[{"qa_id": "q", "answer": "yes", "answer_type": "Binary"}]')
    (tmp_path / "json" / "a.json").write_text(json.dumps(written))
    assert [truth.chart_type for truth in load_realcqa(tmp_path).truths] == [kind]


def test_chartqa_and_plotqa_layouts_are_scored_relaxed(tmp_path: Path) -> None:
    png = tmp_path / "test" / "png"
    png.mkdir(parents=True)
    (png / "bars.png").write_bytes(b"x")
    human = [{"imgname": "bars.png", "query": "What is the title of the chart?", "label": "Yield"}]
    (tmp_path / "test" / "test_human.json").write_text(json.dumps(human))
    pair = {"image_index": "bars", "question_string": "How many legend labels are there?", "answer": 2, "type": "vbar"}
    (tmp_path / "test" / "qa_pairs_V1.json").write_text(json.dumps({"qa_pairs": [{**pair, "template": "structural"}]}))
    saved = figures(tmp_path / "figures", bars=gold_bars())
    for layout in ("ChartQA", "PlotQA"):
        out = tmp_path / layout
        assert bench_other(tmp_path, Setting("bench", out, saved), layout=layout, split="test").code == 0
        assert scores(out)["total"] == {"count": 1, "mean": 1.0}


def test_picture_name_that_no_file_can_have_loses_its_entry_alone(tmp_path: Path) -> None:
    (tmp_path / "png").mkdir()
    rows = [{"imgname": name, "query": "What is the title?", "label": "Yield"} for name in ("x" * 400, "bars.png")]
    (tmp_path / "test_human.json").write_text(json.dumps(rows))
    pairs = [{"image_index": name, "question_string": "How many?", "answer": 2} for name in ("x" * 400, "bars")]
    (tmp_path / "qa_pairs_V1.json").write_text(json.dumps(pairs))
    for found in (load_chartqa(tmp_path), load_plotqa(tmp_path)):
        assert list(found.items) == ["bars"]
        assert [problem.message.split(": ", 1)[1] for problem in found.problems] == [
            "entry 1: no such picture: File name too long"
        ]


def test_split_list_that_is_no_text_is_named(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text("[]")
    (tmp_path / "test_filenames.txt").write_bytes(b"a\xff.json")
    with pytest.raises(DatasetError, match=r"test_filenames.txt: cannot be read"):
        load_realcqa(tmp_path)


@pytest.mark.parametrize("text", ["[" * 100_000, "1" * 5000])
def test_predictions_that_cannot_be_held_are_no_json(tmp_path: Path, text: str) -> None:
    path = tmp_path / "predictions.json"
    path.write_text(text)
    with pytest.raises(DatasetError, match=r"predictions.json: not JSON"):
        load_predictions(path)


@pytest.mark.parametrize("layout", ["ChartQA", "PlotQA"])
def test_empty_data_set_is_refused_in_one_line(tmp_path: Path, layout: str) -> None:
    with pytest.raises(QaError, match=f"no {layout} questions"):
        bench_other(tmp_path, Setting("bench"), layout=layout, split="test")


def test_report_folder_that_cannot_be_is_refused_before_a_picture_is_read(gold: Path, tmp_path: Path) -> None:
    def extract(path: Path) -> Figure:
        pytest.fail(f"{path} was read")

    (gold / "bars.png").write_bytes(b"x")
    (tmp_path / "file").write_text("")
    for out in (tmp_path / "file", tmp_path / "file" / "below"):
        with pytest.raises(OutputError, match="cannot be written: it is not a folder"):
            bench_charts(gold, Setting("bench", out, extract=extract))


def test_missing_folders_are_refused_in_one_line(gold: Path, tmp_path: Path) -> None:
    with pytest.raises(FigureError, match="no such folder of gold charts"):
        bench_charts(tmp_path / "none", Setting("bench"))
    with pytest.raises(FigureError, match="no such folder of figures"):
        bench_charts(gold, Setting("bench", figures=tmp_path / "none"))
    with pytest.raises(DatasetError, match="no such folder"):
        load_realcqa(tmp_path / "none")
