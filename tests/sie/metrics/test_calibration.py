"""Coverage of sigmas: readings beside true values."""

from __future__ import annotations

import json
import math
import xml.etree.ElementTree as ET
from pathlib import Path

import numpy as np
import pytest
from builders import make_bar, make_elements, make_path

from sie.artifacts import Chart, DataPoint, Element, Series
from sie.metrics.calibration.__main__ import main
from sie.metrics.calibration.readings import Reading, ReadMark, readings_of
from sie.metrics.calibration.report import (
    coverage_by_mark,
    coverage_by_type,
    coverage_svg,
    coverage_table,
    tail_table,
)
from sie.vocab import ChartType, MarkKind, ScaleType, Stacking

NAMES = ("a", "b", "c", "d")


def make_chart(
    ys: tuple[float, ...], sigma: float | None = None, *, xs: tuple[str | float, ...] = NAMES, name: str | None = None,
    chart_type: ChartType = ChartType.VERTICAL_BAR, x_scale: ScaleType = ScaleType.CATEGORICAL,
    y_scale: ScaleType = ScaleType.LINEAR, y_domain: tuple[float, float] = (0.0, 100.0),
) -> Chart:  # fmt: skip
    points = tuple(DataPoint(x=x, y=y, sigma=sigma) for x, y in zip(xs, ys, strict=True))
    series = (Series(id="s", name=name, points=points),)
    return Chart(
        id="c", chart_type=chart_type, series=series, x_scale=x_scale, y_scale=y_scale, y_domain=y_domain
    )  # fmt: skip


def test_bars_are_compared_by_category_and_as_parts_of_the_axis() -> None:
    found = readings_of(make_chart((10.5, 20.0, 29.0, 40.0), 0.5), make_chart((10.0, 20.0, 30.0, 40.0)))

    assert [reading.error for reading in found] == pytest.approx([0.005, 0.0, -0.01, 0.0])
    assert all(reading.sigma == pytest.approx(0.005) for reading in found)


def test_categories_of_nearly_one_name_are_each_compared_with_their_own() -> None:
    read = make_chart((10.0, 20.0), 0.5, xs=("Merc 450SLC", "Merc 450SL"))

    found = readings_of(read, make_chart((20.0, 10.0), xs=("Merc 450SL", "Merc 450SLC")))

    assert [reading.error for reading in found] == [0.0, 0.0]


def test_curves_are_compared_between_the_true_points() -> None:
    over = {"chart_type": ChartType.LINE, "x_scale": ScaleType.LINEAR}
    read = make_chart((5.0, 15.5), 0.5, xs=(0.5, 1.5), **over)  # type: ignore[arg-type]
    true = make_chart((0.0, 10.0, 20.0), xs=(0.0, 1.0, 2.0), **over)  # type: ignore[arg-type]

    assert [reading.error for reading in readings_of(read, true)] == pytest.approx([0.0, 0.005])


def test_log_axes_are_compared_by_ratio() -> None:
    log = {"y_scale": ScaleType.LOG, "y_domain": (1.0, 1000.0)}
    read = make_chart((10.1, 100.0, 10.0, 10.0), 0.02, **log)  # type: ignore[arg-type]
    true = make_chart((10.0, 100.0, 10.0, 10.0), **log)  # type: ignore[arg-type]

    first = readings_of(read, true)[0]

    assert first.error == pytest.approx(math.log(1.01) / math.log(1000))
    assert first.sigma == pytest.approx(0.02 / math.log(1000))


@pytest.mark.parametrize("name", ["other", None])
def test_values_of_a_series_of_another_name_do_not_count(name: str | None) -> None:
    assert (
        readings_of(make_chart((1.0, 2.0, 3.0, 4.0), 0.1, name=name), make_chart((1.0, 2.0, 3.0, 4.0), name="n")) == []
    )


def test_a_wrong_mark_is_counted_apart() -> None:
    readings = readings_of(make_chart((10.0, 20.0, 30.0, 90.0), 0.5), make_chart((10.0, 20.0, 30.0, 40.0)))

    row = coverage_by_type(readings)[-1]

    assert (row.count, row.misread, row.within_one) == (3, 1, 1.0)
    assert (row.all_within_one, row.all_within_two) == (0.75, 0.75)


def test_normal_errors_are_covered_as_a_normal_distribution_says() -> None:
    true = np.linspace(5, 95, 4000)
    read = true + np.random.default_rng(1).normal(0, 0.4, len(true))
    names = tuple(f"bar {i} of them" for i in range(4))
    readings = [
        reading
        for k in range(0, len(true), 4)
        for reading in readings_of(
            make_chart(tuple(read[k : k + 4]), 0.4, xs=names), make_chart(tuple(true[k : k + 4]), xs=names)
        )
    ]

    row = coverage_by_type(readings)[0]

    assert row.name == "vertical bar"
    assert row.within_one == pytest.approx(0.683, abs=0.03)
    assert row.within_two == pytest.approx(0.954, abs=0.02)
    assert row.mean_sigma == pytest.approx(0.004)


def test_the_plot_has_a_curve_for_each_type_with_values_enough() -> None:
    readings = readings_of(make_chart((10.5, 20.0, 29.0, 40.0), 0.5), make_chart((10.0, 20.0, 30.0, 40.0))) * 10

    root = ET.fromstring(coverage_svg(readings))

    assert len([node for node in root if node.tag.endswith("polyline")]) == 2
    assert "vertical bar" in coverage_table(coverage_by_type(readings))


BOX = Element(id="m", kind=MarkKind.BOX, box=(0, 0, 10, 10))


@pytest.mark.parametrize(
    ("element", "stacking", "marks"),
    [
        (make_bar("m", 50, 300, 200), Stacking.NONE, {ReadMark.BAR}),
        (make_bar("m", 50, 300, 200), Stacking.STACKED, {ReadMark.PART}),
        (make_path("m", [(0, 0), (9, 9)], vertices=True), Stacking.NONE, {ReadMark.VERTEX}),
        (make_path("m", [(0, 0), (9, 9)]), Stacking.NONE, {ReadMark.CURVE}),
        (BOX, Stacking.NONE, {ReadMark.BOX, ReadMark.WHISKER}),
        (make_bar("another", 50, 300, 200), Stacking.NONE, {ReadMark.UNKNOWN}),
    ],
)
def test_values_are_told_apart_by_the_mark_they_were_read_at(
    element: Element, stacking: Stacking, marks: set[ReadMark]
) -> None:
    box = element.kind is MarkKind.BOX
    kind = ChartType.VERTICAL_BOX if box else ChartType.VERTICAL_BAR
    values = {"min": 1.0, "q1": 2.0, "median": 3.0, "q3": 4.0, "max": 5.0} if box else {"y": 3.0}
    point = DataPoint(x="a", sigma=dict.fromkeys(values, 0.1) if box else 0.1, element_ids=("m",), **values)
    chart = make_chart((), chart_type=kind, xs=()).model_copy(
        update={
            "series": (Series(id="s", name=None, points=(point,)),),
            "elements": make_elements(kind, [element], stacking=stacking),
        }
    )

    rows = coverage_by_mark(readings_of(chart, chart))

    assert {row.name for row in rows} == marks
    assert sum(row.count for row in rows) == len(values)


def test_charts_with_many_values_beyond_two_sigma_are_listed_first() -> None:
    def one(error: float, mark: ReadMark = ReadMark.BAR) -> Reading:
        return Reading(ChartType.VERTICAL_BAR, error, 0.001, mark)

    named = [("good", one(0.001)), ("some", one(0.003)), ("some", one(0.001)), ("some", one(0.3))]
    named += [("many", one(-0.004, ReadMark.PART)), ("many", one(-0.004))]

    lines = tail_table(named, 5).splitlines()

    assert [line.split()[0] for line in lines[1:]] == ["many", "some"]
    assert lines[1].split()[1:] == ["2", "2", "-4.000", "0.100", "-0.400", "bar,", "stacked", "part"]
    assert lines[2].split()[1:] == ["2", "1", "3.000", "0.100", "0.300", "bar"]


def test_folders_are_read_and_the_plot_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    gold, figures = tmp_path / "gold", tmp_path / "figures"
    gold.mkdir()
    figures.mkdir()
    keys = {"id": "x", "source": "", "licence": "", "title": None, "x_title": None, "y_title": None, "legend": []}
    points = [{"x": "a", "y": 10.0}, {"x": "b", "y": 20.0}]
    table = {"chart_type": "vertical bar", "x_scale": "categorical", "y_scale": "linear", "y_domain": [0, 100]}
    truth = {**keys, **table, "series": [{"name": None, "points": points}], "notes": ""}
    (gold / "x.json").write_text(json.dumps(truth))
    chart = make_chart((10.2, 20.0, 3.0, 4.0), 0.5)
    (figures / "x.json").write_text(json.dumps({"charts": [chart.model_dump(mode="json")]}))

    assert main([str(gold), str(figures), "--svg", str(tmp_path / "plot.svg")]) == 0
    assert "vertical bar" in capsys.readouterr().out
    assert (tmp_path / "plot.svg").read_text().startswith("<svg")
    assert main([str(gold), str(tmp_path)]) == 2
    assert main([str(gold), str(figures), str(gold), str(figures), "--tail", "3"]) == 0
    both = capsys.readouterr().out
    assert "beyond two sigma" in both
    assert next(line.split()[2] for line in both.splitlines() if line.startswith("vertical bar")) == "4"
    with pytest.raises(SystemExit):
        main([str(gold), str(figures), str(gold)])


def test_annotations_serve_as_gold(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    series = {"name": "s", "data": [{"x": "a", "y": 10.0}, {"x": "b", "y": 20.0}]}
    annotation = {"task1": {"output": {"chart_type": "vertical bar"}}, "task6": {"output": {"data series": [series]}}}
    (tmp_path / "gold").mkdir()
    (tmp_path / "figures").mkdir()
    (tmp_path / "gold" / "x.json").write_text(json.dumps(annotation))
    chart = make_chart((10.2, 20.0, 3.0, 4.0), 0.5, name="s")
    (tmp_path / "figures" / "x.json").write_text(json.dumps({"charts": [chart.model_dump(mode="json")]}))

    assert main([str(tmp_path / "gold"), str(tmp_path / "figures")]) == 0
    assert capsys.readouterr().out.splitlines()[1].split()[:3] == ["vertical", "bar", "2"]
