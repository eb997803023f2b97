"""CHART-Info annotations, of every shape the format has come in, become figures in our conventions, and back."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest

from sie.errors import FigureError
from sie.io.chartinfo import figure_of_chartinfo, load_chartinfo
from sie.io.chartinfo_text import plain_text
from sie.io.chartinfo_write import chartinfo_of, write_chartinfo
from sie.vocab import AxisRole, ChartType, ScaleType, TickStatus

SHARED = Path(__file__).parents[4] / "shared" / "chartinfo"


def block(key: int, text: str, x: float, y: float) -> dict[str, Any]:
    corners = ((x, y), (x + 30, y), (x + 30, y + 10), (x, y + 10))
    polygon = {f"{axis}{i}": corner[k] for i, corner in enumerate(corners) for k, axis in enumerate("xy")}
    return {"id": key, "polygon": polygon, "text": text}


def annotation() -> dict[str, Any]:
    """Two upright bars of heights 20 and 45 on a % axis from 0 to 50."""
    texts = [block(0, "0%", 10, 195), block(1, "25%", 10, 95), block(2, "50%", 10, -5)]
    texts += [
        block(3, "A", 85, 205),
        block(4, "$\\beta$", 185, 205),
        block(5, "Rate", 0, 100),
        block(6, "Group", 130, 230),
    ]
    roles = ["tick_label"] * 5 + ["axis_title"] * 2
    ticks_y = [{"id": i, "tick_pt": {"x": 50, "y": y}} for i, y in enumerate((200, 100, 0))]
    ticks_x = [{"id": i, "tick_pt": {"x": x, "y": 200}} for i, x in ((3, 100), (4, 200))]
    bars = [{"x0": 80, "y0": 120, "width": 40, "height": 80}, {"x0": 180, "y0": 20, "width": 40, "height": 180}]
    data = [{"x": "A", "y": 0.2}, {"x": "$\\beta$", "y": 0.45}]
    outputs: list[Any] = [
        {"chart_type": "Vertical bar"},
        {"text_blocks": texts},
        {"text_roles": [{"id": i, "role": role} for i, role in enumerate(roles)]},
        {"_plot_bb": {"x0": 50, "y0": 0, "width": 200, "height": 200},
         "axes": {"x-axis": ticks_x, "y-axis": ticks_y, "x-axis-2": [], "y-axis-2": []}},
        {"legend_pairs": []},
        {"data series": [{"name": "[unnamed data series #0]", "data": data}],
         "visual elements": {"bars": bars, "boxplots": [], "lines": [], "scatter points": []}},
    ]  # fmt: skip
    return {f"task{i}": {"input": {}, "output": output} for i, output in enumerate(outputs, start=1)}


def test_fractions_on_percent_axis_become_percent_and_latex_plain() -> None:
    chart = figure_of_chartinfo(annotation()).charts[0]
    assert [(point.x, point.y) for point in chart.series[0].points] == [("A", 20.0), ("β", 45.0)]
    assert (chart.chart_type, chart.y_unit, chart.x_title, chart.y_title) == (
        ChartType.VERTICAL_BAR,
        "%",
        "Group",
        "Rate",
    )
    assert chart.series[0].name is None
    assert (chart.x_scale, chart.y_scale) == (ScaleType.CATEGORICAL, ScaleType.LINEAR)


def test_bars_are_linked_to_their_values() -> None:
    chart = figure_of_chartinfo(annotation()).charts[0]
    assert [point.element_ids for point in chart.series[0].points] == [("e1",), ("e2",)]


def test_label_that_disagrees_with_its_axis_is_rejected_and_reported() -> None:
    data = annotation()
    data["task2"]["output"]["text_blocks"].append(block(7, "99%", 10, 45))
    data["task3"]["output"]["text_roles"].append({"id": 7, "role": "tick_label"})
    data["task4"]["output"]["axes"]["y-axis"].append({"id": 7, "tick_pt": {"x": 50, "y": 50}})
    chart = figure_of_chartinfo(data).charts[0]
    assert chart.structure is not None
    axis = next(axis for axis in chart.structure.axes if axis.role is AxisRole.DEPENDENT)
    assert [tick.text for tick in axis.ticks if tick.status is TickStatus.REJECTED] == ["99%"]
    assert "tick-rejected" in {issue.code for issue in chart.issues}


def test_older_bb_boxes_and_outputs_kept_as_inputs_are_read() -> None:
    data = annotation()
    for row in data["task2"]["output"]["text_blocks"]:
        polygon = row.pop("polygon")
        row["bb"] = {"x0": polygon["x0"], "y0": polygon["y0"], "width": 30, "height": 10}
    data["task6"]["input"] = {"task2_output": data["task2"]["output"]}
    data["task2"] = None
    chart = figure_of_chartinfo(data).charts[0]
    assert [point.y for point in chart.series[0].points] == [20.0, 45.0]


@pytest.mark.parametrize("task", range(1, 7))
def test_null_task_becomes_an_issue(task: int) -> None:
    data = annotation()
    data[f"task{task}"] = None
    chart = figure_of_chartinfo(data).charts[0]
    assert f"task {task} is not annotated" in {issue.message for issue in chart.issues}


@pytest.mark.parametrize(("tops", "expected"), [((120, 20), "stacked"), ((120, 120), "grouped")])
def test_bars_of_several_series_are_told_apart_by_how_they_stand(tops: tuple[int, int], expected: str) -> None:
    data = annotation()
    series = data["task6"]["output"]["data series"]
    series.append({"name": "second", "data": [{"x": "A", "y": 0.25}]})
    place = 80 if expected == "stacked" else 121
    data["task6"]["output"]["visual elements"]["bars"] = [
        {"x0": 80, "y0": tops[0], "width": 40, "height": 80}, {"x0": place, "y0": tops[1], "width": 40, "height": 100}
    ]  # fmt: skip
    chart = figure_of_chartinfo(data).charts[0]
    assert chart.chart_type == ChartType(f"{expected} vertical bar")


def test_series_that_fits_only_the_second_axis_is_on_it() -> None:
    data = annotation()
    texts, axes = data["task2"]["output"]["text_blocks"], data["task4"]["output"]["axes"]
    for key, text, y in ((8, "0", 200), (9, "500", 100), (10, "1000", 0)):
        texts.append(block(key, text, 255, y - 5))
        axes["y-axis-2"].append({"id": key, "tick_pt": {"x": 250, "y": y}})
    data["task6"]["output"]["data series"].append(
        {"name": "big", "data": [{"x": "A", "y": 700}, {"x": "$\\beta$", "y": 900}]}
    )
    chart = figure_of_chartinfo(data).charts[0]
    assert [series.secondary for series in chart.series] == [False, True]
    assert [point.y for point in chart.series[1].points] == [700, 900]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda data: data.update(task2=[1]), "task2: expected an object"),
        (lambda data: data["task2"]["output"]["text_blocks"][0].pop("polygon"), "expected an id and a polygon"),
        (lambda data: data["task2"]["output"]["text_blocks"][1].update(id=0), "expected distinct ids"),
    ],
)
def test_broken_annotation_is_refused_with_the_task(change: Any, message: str) -> None:
    data = copy.deepcopy(annotation())
    change(data)
    with pytest.raises(FigureError, match=message):
        figure_of_chartinfo(data)


def test_written_annotation_reads_back_to_the_same_values(tmp_path: Path) -> None:
    chart = figure_of_chartinfo(annotation()).charts[0]
    path = tmp_path / "chart.json"
    write_chartinfo(chart, path)
    again = load_chartinfo(path).charts[0]
    assert [p.x for p in again.series[0].points] == ["A", "β"]
    assert [p.y for p in again.series[0].points] == pytest.approx([20.0, 45.0])
    assert (again.chart_type, again.x_title, again.y_title, again.y_unit) == (
        chart.chart_type, chart.x_title, chart.y_title, chart.y_unit
    )  # fmt: skip
    stored = chartinfo_of(chart)["task6"]
    assert isinstance(stored, dict)
    assert json.loads(json.dumps(stored))["output"]["data series"][0]["data"][0]["y"] == pytest.approx(0.2)


@pytest.mark.skipif(not SHARED.is_dir(), reason="the shared annotations are not here")
def test_published_annotations_are_read() -> None:
    stacked, boxes = (load_chartinfo(path).charts[0] for path in sorted(SHARED.glob("*.json")))
    assert stacked.chart_type is ChartType.STACKED_VERTICAL_BAR
    first = [series.points[0].y for series in stacked.series]
    assert first == pytest.approx([17.14, 32.70, 27.27, 22.65], abs=0.01)
    assert (boxes.chart_type, boxes.y_scale) == (ChartType.VERTICAL_BOX, ScaleType.LOG)
    assert len(boxes.series[0].points) == 6


@pytest.mark.parametrize(
    ("written", "plain"),
    [("$\\mu$g", "μg"), ("$10^{-3}$", "10^-3"), ("H$_{2}$O", "H_2O"), ("US$ and A$", "US$ and A$"), ("a_b", "a_b")],
)
def test_latex_is_made_plain_where_it_is_latex(written: str, plain: str) -> None:
    assert plain_text(written) == plain
