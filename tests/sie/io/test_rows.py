"""Figures become rows of the schema's tables, and Parquet parts that DuckDB reads."""

from __future__ import annotations

from pathlib import Path

import duckdb
import pytest
from builders import make_axis, make_bar, make_elements, make_structure

from sie.artifacts import ImageInfo
from sie.figure import Figure, from_json
from sie.io.dataset import is_dataset, table_files, write_part
from sie.io.rows import days_of_iso, figure_rows, text_of
from sie.options import ValueOptions
from sie.tables import TABLES
from sie.values.interpolate import read_chart
from sie.vocab import ChartType, Direction, ScaleType


def make_figure() -> Figure:
    values = make_axis(Direction.VERTICAL, [350.0, 200.0, 50.0], [0, 50, 100], title="Rate (%)")
    names = make_axis(Direction.HORIZONTAL, [200.0, 300.0], ["a", "b'; DROP"], scale=ScaleType.CATEGORICAL)
    bars = [make_bar("e1", 200, 350, 200), make_bar("e2", 300, 350, 50)]
    chart = read_chart(
        make_structure(values, names), make_elements(ChartType.VERTICAL_BAR, bars), options=ValueOptions()
    )
    image = ImageInfo(path="x.png", sha256="0" * 64, width=600, height=400)
    return Figure(image=image, charts=(chart,))


def test_rows_have_only_columns_of_the_schema() -> None:
    for name, rows in figure_rows(make_figure()).items():
        for row in rows:
            assert set(row) <= set(TABLES[name].names), name


def test_points_carry_text_value_and_pixel() -> None:
    rows = figure_rows(make_figure())["points"]
    assert [(r["x_text"], r["x"], round(float(str(r["y"])), 6), r["px_x"]) for r in rows] == [
        ("a", None, 50.0, 200.0),
        ("b'; DROP", None, 100.0, 300.0),
    ]


def test_ticks_of_a_value_axis_run_upwards() -> None:
    ticks = [r for r in figure_rows(make_figure())["ticks"] if r["role"] == "dependent"]
    assert [r["value"] for r in ticks] == [0.0, 50.0, 100.0]


def test_parts_are_read_in_place_by_duckdb(tmp_path: Path) -> None:
    write_part(tmp_path, "one", figure_rows(make_figure(), source="one.png"))
    write_part(tmp_path, "two", figure_rows(make_figure(), source="two.png"))
    assert is_dataset(tmp_path)
    files = [str(path) for path in table_files(tmp_path, TABLES["points"])]
    found = duckdb.sql(
        "select chart_id, sum(y) from read_parquet($files) group by 1 order by 1", params={"files": files}
    )
    assert [(key, round(total, 6)) for key, total in found.fetchall()] == [("one.png#c1", 150.0), ("two.png#c1", 150.0)]


def test_figure_round_trips_through_json() -> None:
    figure = make_figure()
    assert from_json(figure.to_json()) == figure


@pytest.mark.parametrize(("value", "text"), [(2010.0, "2010"), (0.5, "0.5"), ("a", "a"), (None, None)])
def test_stored_values_as_text(value: float | str | None, text: str | None) -> None:
    assert text_of(value) == text


def test_iso_dates_become_days() -> None:
    assert days_of_iso("1970-01-02") == 1.0
    assert days_of_iso("1970-01-01T12:00:00") == 0.5
    assert days_of_iso("Monday") is None
