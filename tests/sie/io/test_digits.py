"""A table's numbers have the digits that their errors warrant, and the figure keeps its own."""

from __future__ import annotations

from pathlib import Path

import pytest

from sie.artifacts import Chart, DataPoint, ImageInfo, Series
from sie.errors import UsageError
from sie.figure import Figure
from sie.io.digits import rounded, shortened
from sie.io.outputs import long_csv
from sie.vocab import ScaleType


@pytest.mark.parametrize(
    ("value", "sigma", "written"),
    [
        (9.448161995678486, 0.03, 9.4482),
        (123456.789, 50.0, 123456.8),
        (123456.789, 5000.0, 123460.0),
        (0.30000000000000004, None, 0.3),
        (2.0, 0.0, 2.0),
    ],
)
def test_value_is_written_two_places_beyond_its_error(value: float, sigma: float | None, written: float) -> None:
    assert rounded(value, sigma) == written


def chart_of(*points: DataPoint, **more: object) -> Chart:
    return Chart(id="c1", series=(Series(name=None, points=points),)).model_copy(update=more)


def figure_of(chart: Chart) -> Figure:
    return Figure(image=ImageInfo(path="a.png", sha256="", width=1, height=1), charts=(chart,))


def test_csv_has_the_short_numbers_and_json_the_whole_ones() -> None:
    figure = figure_of(chart_of(DataPoint(x="A", y=9.448161995678486, sigma=0.031234567)))
    assert long_csv(figure).splitlines()[1].split(",")[5::8] == ["9.4482", "0.0312"]
    assert "9.448161995678486" in figure.to_json()


def test_each_number_of_a_box_is_rounded_by_its_own_error() -> None:
    point = DataPoint(x="A", median=1.23456789, q1=1.23456789, sigma={"median": 0.01, "q1": 1.0})
    found = shortened(chart_of(point)).series[0].points[0]
    assert (found.median, found.q1) == (1.2346, 1.23)


def test_error_of_a_log_axis_is_relative() -> None:
    point = DataPoint(x=1.0, y=1234.56789, sigma=0.01)
    assert shortened(chart_of(point, sigma_rel=True)).series[0].points[0].y == 1234.6


def test_x_on_a_log_axis_keeps_its_small_values() -> None:
    point = DataPoint(x=0.000123456, y=1.0, sigma_x=0.02)
    assert shortened(chart_of(point, x_scale=ScaleType.LOG)).series[0].points[0].x == 0.000123456


def test_figure_is_not_saved_under_an_ending_that_it_does_not_write(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"ends in \.json or \.csv, got \.xlsx"):
        figure_of(chart_of()).save(tmp_path / "api.xlsx")
    assert not list(tmp_path.iterdir())
