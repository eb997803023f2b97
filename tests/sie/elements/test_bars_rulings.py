"""Stacks of black hatches in outlines: rulings whose pitch is no whole number of pixels, and dense crossing lines."""

from __future__ import annotations

import pytest
from builders import make_axis
from drawn_marks import BLACK, Drawing

from sie.elements.bars import find_bars
from sie.elements.ink import make_canvas
from sie.vocab import ChartType, Direction, ScaleType

PLACES = (75.0, 145.0, 215.0, 285.0)
BASE = 240.0
PARTS = ((190.0, 140.0, 100.0), (220.0, 160.0, 90.0), (200.0, 130.0, 70.0), (210.0, 180.0, 120.0))


def frame(drawing: Drawing, x0: float, y0: float, x1: float, y1: float) -> None:
    for a, b, c, d in ((x0, y0, x1, y0), (x0, y1, x1, y1), (x0, y0, x0, y1), (x1, y0, x1, y1)):
        drawing.rect(a - 0.5, b - 0.5, c + 0.5, d + 0.5, BLACK)


def slanted(drawing: Drawing, x0: float, y0: float, x1: float, y1: float, pitch: float, stroke: float) -> None:
    offset = x0 - (y1 - y0) + pitch / 2
    while offset < x1:
        a, b = max(x0, offset), min(x1, offset + y1 - y0)
        drawing.line(a, y1 - (a - offset), b, y1 - (b - offset), BLACK, stroke)
        offset += pitch


def ruled(drawing: Drawing, x0: float, y0: float, x1: float, y1: float, pitch: float) -> None:
    x = x0 + pitch
    while x < x1 - 0.6:
        drawing.rect(x - 0.5, y0, x + 0.5, y1, BLACK)
        x += pitch


def test_parts_of_black_hatches_are_told_apart() -> None:
    drawing = Drawing()
    for x, (first, second, third) in zip(PLACES, PARTS, strict=True):
        x0, x1 = x - 24.5, x + 24.5
        slanted(drawing, x0, first, x1, BASE, 9.0, 1.0)
        ruled(drawing, x0, second, x1, first, 2.45)
        slanted(drawing, x0, third, x1, second, 2.9, 2.3)
        for low, high in ((first, BASE), (second, first), (third, second)):
            frame(drawing, x0, low, x1, high)
    names = make_axis(Direction.HORIZONTAL, list(PLACES), ["a", "b", "c", "d"], scale=ScaleType.CATEGORICAL)
    heights = make_axis(Direction.VERTICAL, [BASE, 140, 40], [0, 50, 100])
    chart = drawing.chart().model_copy(update={"axes": (names, heights)})

    found = find_bars(make_canvas(drawing.raster(), chart), chart)

    assert found is not None
    assert found.chart_type is ChartType.STACKED_VERTICAL_BAR
    ends = sorted((bar.px["end"][0], bar.px["end"][1]) for bar in found.elements)
    drawn = sorted((x, y) for x, parts in zip(PLACES, PARTS, strict=True) for y in parts)
    assert [y for _, y in ends] == pytest.approx([y for _, y in drawn], abs=1.0)
