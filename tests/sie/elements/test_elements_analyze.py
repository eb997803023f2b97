from __future__ import annotations

from builders import make_axis
from drawn_marks import Drawing

from sie.artifacts import StructureAnalysis
from sie.elements.analyze import analyze_elements
from sie.options import ElementOptions
from sie.vocab import ChartType, Direction, MarkKind, ScaleType


def test_a_drawn_bar_chart_becomes_bars_of_the_right_type() -> None:
    drawing = Drawing()
    for x, top in ((80.0, 100.5), (160.0, 180.5), (240.0, 60.5)):
        drawing.rect(x - 20, top, x + 20, 240, (31, 119, 180))
    names = make_axis(Direction.HORIZONTAL, [80, 160, 240], ["a", "b", "c"], scale=ScaleType.CATEGORICAL)
    values = make_axis(Direction.VERTICAL, [240, 140, 40], [0, 1, 2])
    chart = drawing.chart().model_copy(update={"axes": (names, values)})

    found = analyze_elements(drawing.raster(), StructureAnalysis(charts=(chart,)), options=ElementOptions())

    assert found.charts[0].chart_type is ChartType.VERTICAL_BAR
    assert [e.kind for e in found.charts[0].elements] == [MarkKind.BAR] * 3


def test_an_empty_picture_gives_an_issue_and_no_marks() -> None:
    drawing = Drawing()

    found = analyze_elements(drawing.raster(), StructureAnalysis(charts=(drawing.chart(),)), options=ElementOptions())

    assert found.charts[0].elements == ()
    assert [issue.code for issue in found.charts[0].issues] == ["no-marks"]


def test_a_plot_area_without_room_gives_an_issue() -> None:
    drawing = Drawing()
    chart = drawing.chart().model_copy(update={"plot_area": (30.0, 30.0, 33.0, 200.0)})

    found = analyze_elements(drawing.raster(), StructureAnalysis(charts=(chart,)), options=ElementOptions())

    assert [issue.code for issue in found.charts[0].issues] == ["no-plot-area"]
