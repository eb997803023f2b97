"""Markers on stems at the names of an axis: lollipops are bars, dots with strokes on both sides are points."""

from __future__ import annotations

import pytest
from builders import make_axis
from drawn_marks import RGB, Drawing

from sie.artifacts import ChartElements
from sie.elements.analyze import analyze_chart
from sie.vocab import ChartType, Direction, MarkKind, ScaleType

BLUE: RGB = (76, 120, 168)
GREY: RGB = (170, 170, 170)
PLACES = (50.0, 95.0, 140.0, 185.0, 230.0)
ENDS = (120.0, 290.0, 85.5, 200.25, 160.0)
NAMES = ("Apple", "Banana", "Cherry", "Date", "Elder")
EXACT_PX = 0.5


def read(drawing: Drawing, *, lying: bool = True) -> ChartElements:
    names, numbers = (Direction.VERTICAL, Direction.HORIZONTAL) if lying else (Direction.HORIZONTAL, Direction.VERTICAL)
    places = [40, 140, 240] if lying else [240, 140, 40]
    axes = (
        make_axis(names, list(PLACES), list(NAMES), scale=ScaleType.CATEGORICAL),
        make_axis(numbers, places, [0, 50, 100]),
    )
    return analyze_chart(drawing.raster(), drawing.chart().model_copy(update={"axes": axes}))


def test_dots_on_stems_from_zero_are_lying_bars_up_to_the_dots_middles() -> None:
    drawing = Drawing()
    for place, end in zip(PLACES, ENDS, strict=True):
        drawing.line(40, place, end, place, GREY, 2)
        drawing.disc(end, place, 5.5, BLUE)
    found = read(drawing)
    assert found.chart_type is ChartType.HORIZONTAL_BAR
    bars = sorted(found.elements, key=lambda e: e.px["end"][1])
    assert [bar.px["end"][0] for bar in bars] == pytest.approx(ENDS, abs=EXACT_PX)
    assert [bar.px["base"][0] for bar in bars] == pytest.approx([40.0] * 5, abs=EXACT_PX)


def test_dots_on_stems_from_zero_are_standing_bars_over_names_below() -> None:
    drawing = Drawing()
    for place, end in zip(PLACES, ENDS, strict=True):
        drawing.line(place, 240, place, 270 - end * 0.8, GREY, 2)
        drawing.disc(place, 270 - end * 0.8, 5.5, BLUE)
    found = read(drawing, lying=False)
    assert found.chart_type is ChartType.VERTICAL_BAR
    bars = sorted(found.elements, key=lambda e: e.px["end"][0])
    assert [bar.px["end"][1] for bar in bars] == pytest.approx([270 - end * 0.8 for end in ENDS], abs=EXACT_PX)


def test_dots_with_a_stroke_on_both_sides_are_points_with_ranges() -> None:
    drawing = Drawing()
    for place, end in zip(PLACES, ENDS, strict=True):
        drawing.line(end - 18, place, end + 15, place, GREY, 2)
        drawing.disc(end, place, 5.0, BLUE)
    found = read(drawing)
    assert found.chart_type is ChartType.SCATTER
    points = sorted((e for e in found.elements if e.kind is MarkKind.POINT), key=lambda e: e.px["center"][1])
    assert [point.px["center"][0] for point in points] == pytest.approx(ENDS, abs=EXACT_PX)


def test_dots_without_stems_stay_points() -> None:
    drawing = Drawing()
    for place, end in zip(PLACES, ENDS, strict=True):
        drawing.disc(end, place, 5.5, BLUE)
    assert read(drawing).chart_type is ChartType.SCATTER
