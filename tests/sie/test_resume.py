"""A saved figure, corrected by hand, is gone on with: what depends on the correction follows, the rest stays."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from batch_fakes import dataset_rows
from builders import make_axis, make_bar, make_elements, make_structure

from sie.artifacts import ElementAnalysis, ImageInfo, StructureAnalysis, TextAnalysis
from sie.batch import Format, OutputPlan, Store
from sie.batch.one import pack
from sie.commands import print_figure, resume_figure
from sie.errors import FigureError
from sie.figure import Figure, from_json
from sie.options import Options
from sie.pipeline import Models, State, resume, to_figure
from sie.sources import Job
from sie.values.interpolate import interpolate_values
from sie.vocab import ChartType, Direction, ScaleType, Stage

OPTIONS = Options()


def make_saved() -> Figure:
    values = make_axis(Direction.VERTICAL, [350.0, 200.0, 50.0], [0, 50, 100])
    names = make_axis(Direction.HORIZONTAL, [200.0, 300.0], ["a", "b"], scale=ScaleType.CATEGORICAL)
    bars = [make_bar("e1", 200, 350, 200), make_bar("e2", 300, 350, 50)]
    structure = StructureAnalysis(charts=(make_structure(values, names),))
    elements = ElementAnalysis(charts=(make_elements(ChartType.VERTICAL_BAR, bars),))
    state = State(
        None,
        text=TextAnalysis(blocks=(), engine="test"),
        structure=structure,
        elements=elements,
        charts=interpolate_values(structure, elements, options=OPTIONS.values),
    )
    image = ImageInfo(path="gone.png", sha256="0" * 64, width=600, height=400)
    return to_figure(state, image, Stage.VALUES, OPTIONS)


def edited(change: Callable[[Any], None]) -> Figure:
    data = json.loads(make_saved().to_json())
    change(data["charts"][0])
    return resume(from_json(json.dumps(data)), options=OPTIONS, models=Models(OPTIONS))


def values(figure: Figure) -> list[float]:
    return [round(p.y, 6) for p in figure.charts[0].series[0].points if p.y is not None]


def test_unedited_figure_comes_back_the_same() -> None:
    assert values(edited(lambda chart: None)) == [50.0, 100.0]


def test_corrected_tick_moves_every_value() -> None:
    def change(chart: Any) -> None:
        for tick, value in zip(chart["structure"]["axes"][0]["ticks"], (0, 500, 1000), strict=True):
            tick["value"] = value

    figure = edited(change)
    assert values(figure) == [500.0, 1000.0]
    assert figure.charts[0].y_domain == pytest.approx((0.0, 1000.0))


def test_moved_point_is_read_where_it_now_is() -> None:
    def change(chart: Any) -> None:
        chart["series"][0]["points"][0]["px"] = [200.0, 290.0]

    assert values(edited(change)) == [20.0, 100.0]


def test_corrected_value_is_kept_and_moves_its_mark() -> None:
    def change(chart: Any) -> None:
        chart["series"][0]["points"][0]["y"] = 40.0

    figure = edited(change)
    assert values(figure) == [40.0, 100.0]
    assert figure.charts[0].elements is not None
    assert figure.charts[0].elements.elements[0].px["end"] == (200.0, pytest.approx(230.0))


def test_moved_mark_is_read_where_it_now_is() -> None:
    def change(chart: Any) -> None:
        chart["elements"]["elements"][1]["px"]["end"] = [300.0, 275.0]

    assert values(edited(change)) == [50.0, 25.0]


def test_renamed_category_is_followed() -> None:
    def change(chart: Any) -> None:
        chart["structure"]["axes"][1]["ticks"][0]["text"] = "alpha"

    assert [p.x for p in edited(change).charts[0].series[0].points] == ["alpha", "b"]


def test_moved_tick_needs_the_picture_again() -> None:
    def change(chart: Any) -> None:
        chart["structure"]["axes"][0]["ticks"][0]["px"] = 340.0

    with pytest.raises(Exception, match=r"gone\.png: no such file"):
        edited(change)


def test_finished_figure_cannot_go_on_to_an_earlier_stage() -> None:
    with pytest.raises(FigureError, match="stage structure is already done"):
        resume(make_saved(), options=OPTIONS, models=Models(OPTIONS), until=Stage.STRUCTURE)


def test_brackets_in_what_was_read_are_printed_as_they_are(capsys: pytest.CaptureFixture[str]) -> None:
    chart = make_saved().charts[0].model_copy(update={"title": "[/b] [red]"})
    print_figure(make_saved().model_copy(update={"charts": (chart,)}))
    assert "[/b]" in capsys.readouterr().out


def test_figure_that_cannot_be_gone_on_with_is_named(tmp_path: Path) -> None:
    data = json.loads(make_saved().to_json())
    data["charts"][0]["elements"]["elements"][0]["px"] = {}
    path = tmp_path / "broken.json"
    path.write_text(json.dumps(data))
    with pytest.raises(FigureError, match=r"broken\.json: cannot be worked with"):
        resume_figure(path, tmp_path, (Format.JSON,), overlay=False, until=Stage.VALUES, options=OPTIONS)


def test_resumed_figure_keeps_its_name_and_its_part_of_the_dataset(tmp_path: Path) -> None:
    saved = make_saved()
    saved = saved.model_copy(update={"image": saved.image.model_copy(update={"path": "figs/sub/gone.png"})})
    job = Job(Path("figs/sub/gone.png"), Path("sub/gone"), "sub/gone.png")
    formats = (Format.JSON, Format.CSV, Format.PARQUET)
    plan = OutputPlan(tmp_path, formats)
    with Store(plan, {}) as store:
        store.add(pack(job, saved, plan, raster=None))
    path = tmp_path / "gone.png.json"
    path.write_text("\ufeff" + saved.to_json(), encoding="utf-8")
    assert resume_figure(path, tmp_path, formats, overlay=False, until=Stage.VALUES, options=OPTIONS) == 0
    assert (tmp_path / "gone.png.csv").is_file()
    assert [row[0] for row in dataset_rows(tmp_path)["charts"]] == ["sub/gone.png#c1"]


def test_resumed_figure_without_values_is_a_failure(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = json.loads(make_saved().to_json())
    for tick in data["charts"][0]["structure"]["axes"][0]["ticks"]:
        tick["value"] = 5
    path = tmp_path / "flat.json"
    path.write_text(json.dumps(data))
    assert resume_figure(path, tmp_path, (Format.JSON,), overlay=False, until=Stage.VALUES, options=OPTIONS) == 1
    assert "flat.json: no " in capsys.readouterr().err
