"""What is written of a synthetic chart."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from models.classes import CHANNELS, DetectionClass, PlotType
from models.synth.chartinfo import chart_info
from models.synth.spec import ChartSpec, SeriesSpec
from models.synth.truth import EntryTruth, MarkTruth, PanelTruth, TextTruth, TickTruth
from models.synth.write import Job, make_folders, write_chart


def panel(tick_style: str = "plain") -> PanelTruth:
    series = SeriesSpec("dose", (0.0, 1.0), (20.0, 45.0))
    spec = ChartSpec(PlotType.VERTICAL_BAR, (series,), ("A", "B"), x_scale="categorical", tick_style=tick_style)
    square = ((1.0, 1.0), (5.0, 1.0), (5.0, 4.0), (1.0, 4.0))
    texts = (
        TextTruth("45", square, "tick_label", DetectionClass.Y_TICK_LABEL),
        TextTruth("dose", square, "legend_label", DetectionClass.LEGEND_LABEL),
    )
    mark = MarkTruth(DetectionClass.BAR, (10.0, 20.0, 18.0, 60.0), 0, 1, {"base": (14.0, 60.0), "end": (14.0, 20.0)})
    ticks = (TickTruth("y", (8.0, 20.0), 45.0, 0),)
    entries = (EntryTruth((30.0, 5.0, 36.0, 9.0), 1),)
    return PanelTruth(spec, (8.0, 10.0, 40.0, 60.0), texts, ticks, (mark,), (), entries, None)


def test_chart_info_has_the_six_tasks_with_their_ids() -> None:
    info = chart_info(panel(), renderer="matplotlib", seed=1, box=(0, 0, 50, 70))
    assert [k for k in info if k.startswith("task")] == [f"task{k}" for k in range(1, 7)]
    text = json.loads(json.dumps(info))
    assert text["task1"]["output"]["chart_type"] == "vertical bar"
    assert text["task3"]["output"]["text_roles"][1] == {"id": 1, "role": "legend_label"}
    assert text["task4"]["output"]["axes"]["y-axis"] == [{"id": 0, "tick_pt": {"x": 8.0, "y": 20.0}}]
    assert text["task5"]["output"]["legend_pairs"][0]["bb"] == {"x0": 30.0, "y0": 5.0, "width": 6.0, "height": 4.0}
    assert text["task6"]["output"]["data series"][0]["data"][1] == {"x": "B", "y": 45.0}
    bars = text["task6"]["output"]["visual elements"]["bars"]
    assert bars == [{"x0": 10.0, "y0": 20.0, "width": 8.0, "height": 40.0}]


def test_percent_axes_are_stored_as_fractions() -> None:
    info = json.loads(json.dumps(chart_info(panel("percent"), renderer="vega", seed=1, box=(0, 0, 50, 70))))
    assert info["task6"]["output"]["data series"][0]["data"][1]["y"] == pytest.approx(0.45)
    assert info["_synth"]["ticks"][0]["value"] == 45.0


def test_a_written_chart_has_a_picture_labels_and_annotation(tmp_path: Path) -> None:
    make_folders(tmp_path)
    assert write_chart(Job(3, tmp_path, "matplotlib")) is None
    rows = [line.split() for line in (tmp_path / "labels" / "s00000003.txt").read_text().splitlines()]
    assert rows
    assert all(0 <= int(r[0]) < len(CHANNELS) for r in rows)
    assert all(0.0 <= float(v) <= 1.0 for r in rows for v in r[1:])
    assert any(CHANNELS[int(r[0])][0] is DetectionClass.PLOT_AREA for r in rows)
    assert list((tmp_path / "images").iterdir())
    assert list((tmp_path / "chartinfo").iterdir())
