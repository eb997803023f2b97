"""The stored form of a figure: the generated JSON Schema holds what is written; broken fields are refused."""

from __future__ import annotations

import json
from typing import Any

import jsonschema
import pytest
from builders import make_axis, make_elements, make_point, make_structure

from sie.artifacts import ImageInfo, Issue
from sie.errors import FigureError
from sie.figure import LONG_COLUMNS, Figure, figure_schema, from_json
from sie.io.outputs import long_csv
from sie.options import ValueOptions
from sie.values.interpolate import read_chart
from sie.vocab import ChartType, Direction, Stage

GOLD_KEYS = {
    "chart_type", "title", "x_title", "y_title", "legend", "x_scale", "y_scale", "x_domain", "y_domain", "series",
}  # fmt: skip


def make_figure() -> Figure:
    along = make_axis(Direction.VERTICAL, [350.0, 50.0], [0, 100])
    across = make_axis(Direction.HORIZONTAL, [100.0, 500.0], [0, 20])
    marks = make_elements(ChartType.SCATTER, [make_point("e1", 200, 200), make_point("e2", 300, 100)])
    chart = read_chart(make_structure(along, across), marks, options=ValueOptions())
    image = ImageInfo(path="x.png", sha256="0" * 64, width=600, height=400)
    return Figure(image=image, charts=(chart,), issues=(Issue(stage=Stage.TEXT, code="a", message="b"),))


def stored() -> Any:
    return json.loads(make_figure().to_json())


def test_what_is_written_keeps_the_generated_schema() -> None:
    jsonschema.Draft202012Validator(figure_schema()).validate(stored())


def test_schema_rejects_an_unknown_field() -> None:
    data = stored()
    data["charts"][0]["colour"] = "red"
    assert not jsonschema.Draft202012Validator(figure_schema()).is_valid(data)


def test_top_level_and_chart_have_the_promised_keys() -> None:
    data = stored()
    assert {"schema", "image", "charts", "issues", "timings_ms"} <= set(data)
    assert data["schema"] == "sie.figure/1"
    assert GOLD_KEYS | {"text", "structure", "elements", "issues", "confidence", "x_unit", "y_unit"} <= set(
        data["charts"][0]
    )


def test_points_are_written_without_empty_fields() -> None:
    point = stored()["charts"][0]["series"][0]["points"][0]
    assert set(point) == {"x", "y", "px", "sigma", "sigma_x", "element_ids", "confidence"}


@pytest.mark.parametrize(
    ("place", "value", "named"),
    [
        ("stage", "cooking", "stage"),
        ("nonsense", 1, "nonsense"),
        ("charts", [{"id": "c1", "confidence": 2}], "charts.0.confidence"),
    ],
)
def test_a_broken_field_is_named(place: str, value: object, named: str) -> None:
    data = {**stored(), place: value}
    with pytest.raises(FigureError, match=named.replace(".", r"\.")):
        from_json(json.dumps(data))


def test_long_table_has_one_row_a_point_and_the_promised_columns() -> None:
    lines = long_csv(make_figure()).splitlines()
    assert lines[0].split(",") == list(LONG_COLUMNS)
    assert len(lines) == 3


def test_frame_has_the_long_columns() -> None:
    frame = make_figure().charts[0].to_frame()
    assert list(frame.columns) == list(LONG_COLUMNS)
    assert frame["x"].tolist() == pytest.approx([5.0, 10.0])
