"""What is wrong with a file is said in one line of our own words: which file, which place, why."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from qa.bench.json_files import DatasetError, load_predictions
from qa.loading import load_figures
from sie.errors import FigureError, UsageError
from sie.figure import from_json, load_figure
from sie.io.images import decode_image
from sie.io.jsontext import JsonError, parse_json
from sie.options import load_options

GOLD = {
    "chart_type": "vertical bar",
    "title": None,
    "x_title": "month",
    "y_title": "rain",
    "x_unit": None,
    "y_unit": "mm",
    "x_scale": "categorical",
    "y_scale": "linear",
    "legend": [],
    "series": [{"name": None, "points": [{"x": "May", "y": 3.0}]}],
}


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("{", r"not JSON: line \d+, column \d+"),
        ('{"schema": "sie.figure/1"}', "image: missing"),
        ('{"schema": "sie.figure/1", "image": {}, "colour": 1}', "image.path: missing"),
        ('{"schema": "other/1"}', "schema: expected 'sie.figure/1'"),
    ],
)
def test_fault_of_a_figure_is_named_without_library_words(text: str, reason: str) -> None:
    with pytest.raises(FigureError, match=rf"^f\.json: not a sie\.figure/1 file: {reason}$"):
        from_json(text, name="f.json")


def test_unknown_option_is_no_such_key(tmp_path: Path) -> None:
    path = tmp_path / "o.toml"
    path.write_text("nonsense = 1\n")
    with pytest.raises(UsageError, match=r"nonsense: no such key$"):
        load_options(path)


def test_picture_given_for_a_figure_is_guessed(tmp_path: Path) -> None:
    path = tmp_path / "chart.png"
    path.write_bytes(b"\x89PNG\r\n")
    with pytest.raises(FigureError, match="not UTF-8 text; is it a picture"):
        load_figure(path)


@pytest.mark.parametrize(
    ("text", "reason"),
    [(b"[1,", "line 1, column 4"), (b"\xff\xfe\xfd", "not UTF-8 text"), (b"1" * 5000, "too many digits")],
)
def test_what_is_no_json_is_told_by_its_place(text: bytes, reason: str) -> None:
    with pytest.raises(JsonError, match=f"^not JSON: .*{reason}$"):
        parse_json(text)


def test_damaged_picture_is_told_in_our_words() -> None:
    from sie.errors import ImageError

    picture = (Path(__file__).parents[1] / "data" / "charts" / "pie.png").read_bytes()
    with pytest.raises(ImageError, match=r"^p\.png: damaged or truncated picture$"):
        decode_image(picture[: len(picture) // 3], name="p.png")


def test_file_of_no_predictions_is_named_once(tmp_path: Path) -> None:
    path = tmp_path / "p.json"
    path.write_text('[{"a": 1}]')
    with pytest.raises(DatasetError) as caught:
        load_predictions(path)
    assert str(caught.value).count("p.json") == 1


@pytest.mark.parametrize("encoding", ["utf-16", "utf-8-sig"])
def test_table_of_a_spreadsheet_is_read_whatever_its_unicode(encoding: str, tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    path.write_text("month\train\nMay\t3\nJune\t5\n", encoding=encoding)
    assert [point.y for point in load_figures(path).charts[0].series[0].points] == [3, 5]


def test_table_in_another_encoding_is_refused_with_what_to_do(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    path.write_bytes("month,Fl\u00fcsse\nMay,3\n".encode("latin-1"))
    with pytest.raises(FigureError, match="save it as UTF-8"):
        load_figures(path)


def test_gold_file_of_several_charts_can_be_asked(tmp_path: Path) -> None:
    path = tmp_path / "two.json"
    path.write_text(json.dumps({"charts": [GOLD, {**GOLD, "title": "second"}]}))
    figure = load_figures(path)
    assert [(chart.id, chart.title) for chart in figure.charts] == [("c1", None), ("c2", "second")]


def test_stray_json_among_gold_tables_is_told_what_is_expected(tmp_path: Path) -> None:
    path = tmp_path / "truth.json"
    path.write_text('{"a": 1}')
    with pytest.raises(
        FigureError, match=r"truth\.json: not a sie\.figure/1 file, a gold table or a CHART-Info annotation"
    ):
        load_figures(path)
