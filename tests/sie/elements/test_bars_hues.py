"""Patterned bars without outlines are told by the hues of their legend."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import cast

import numpy as np
import pytest
from builders import make_axis
from drawn_marks import RGB, Drawing

from sie.artifacts import Legend, LegendEntry
from sie.elements.bars import find_bars
from sie.elements.bars_hatch import is_uneven
from sie.elements.bars_view import View
from sie.elements.bars_zones import Rect
from sie.elements.ink import make_canvas
from sie.vocab import ChartType, Direction, ScaleType

BLUE, GREEN, ORANGE = (0, 143, 251), (0, 200, 140), (240, 150, 20)
NAMED = {"plan": BLUE, "actual": GREEN, "forecast": ORANGE}
BASE = 240.0
PLACES = (80.0, 180.0, 280.0)
TOPS = {"plan": (100.0, 150.0, 130.0), "actual": (60.0, 110.0, 200.0), "forecast": (180.0, 90.0, 70.0)}

Fill = Callable[[Drawing, float, float, float, float, RGB], None]


def grid(drawing: Drawing, x0: float, y0: float, x1: float, y1: float, color: RGB) -> None:
    for x in range(int(x0), int(x1) - 1, 6):
        drawing.rect(x, y0, x + 2, y1, color)
    for y in range(int(y0), int(y1) - 1, 6):
        drawing.rect(x0, y, x1, y + 2, color)


def decal(drawing: Drawing, x0: float, y0: float, x1: float, y1: float, color: RGB) -> None:
    drawing.rect(x0, y0, x1, y1, color)
    dark = tuple(round(0.75 * channel) for channel in color)
    for k in range(int(y1 - y0) // 8):
        for x in range(int(x0) + 2 + 4 * (k % 2), int(x1) - 4, 8):
            drawing.rect(x, y0 + 8 * k + 1, x + 4, y0 + 8 * k + 5, (dark[0], dark[1], dark[2]))


def legend() -> Legend:
    entries = [
        LegendEntry(id=f"e{i}", label=name, color="#{:02x}{:02x}{:02x}".format(*color), text_ids=(), is_patch=True)
        for i, (name, color) in enumerate(NAMED.items())
    ]
    return Legend(entries=tuple(entries))


@pytest.mark.parametrize("fill", [grid, decal])
def test_patterned_bars_of_the_legends_hues_are_found_whole(fill: Fill) -> None:
    drawing = Drawing()
    for place, center in enumerate(PLACES):
        for k, (name, color) in enumerate(NAMED.items()):
            x0 = center - 39 + 26 * k
            fill(drawing, x0, TOPS[name][place], x0 + 26, BASE, color)
    names = make_axis(Direction.HORIZONTAL, list(PLACES), ["a", "b", "c"], scale=ScaleType.CATEGORICAL)
    heights = make_axis(Direction.VERTICAL, [BASE, 140, 40], [0, 50, 100])
    chart = drawing.chart().model_copy(update={"axes": (names, heights), "legend": legend()})

    found = find_bars(make_canvas(drawing.raster(), chart), chart)

    assert found is not None
    assert found.chart_type is ChartType.GROUPED_VERTICAL_BAR
    for series in found.series:
        bars = sorted((bar for bar in found.elements if bar.series == series.id), key=lambda bar: bar.box[0])
        assert [bar.px["end"][1] for bar in bars] == pytest.approx(TOPS[series.name or ""], abs=1.0)


@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize(("period", "uneven"), [(6, True), (40, False)])
def test_stripes_either_way_are_a_pattern_and_one_edge_is_none(turned: bool, period: int, uneven: bool) -> None:
    rgb = np.full((40, 40, 3), 200, np.uint8)
    rgb[np.arange(40) % period < period // 2] = 180
    view = cast("View", SimpleNamespace(rgb=rgb.transpose(1, 0, 2) if turned else rgb))
    assert is_uneven(view, Rect(0, 0, 40, 40, 1, (200.0, 200.0, 200.0))) is uneven


def test_translucent_bars_that_overlap_are_no_patterns() -> None:
    drawing = Drawing()
    for k in range(8):
        x0 = 60.0 + 30 * k
        low, high = 150.0 + 9 * k, 230.0 - 15 * k
        drawing.rect(x0, low, x0 + 30, BASE, (142, 186, 217))
        drawing.rect(x0, high, x0 + 30, BASE, (255, 190, 134))
        drawing.rect(x0, max(low, high), x0 + 30, BASE, (199, 166, 148))
    two = (("before", (142, 186, 217)), ("after", (255, 190, 134)))
    entries = tuple(
        LegendEntry(id=f"e{i}", label=name, color="#{:02x}{:02x}{:02x}".format(*color), text_ids=(), is_patch=True)
        for i, (name, color) in enumerate(two)
    )
    numbers = make_axis(Direction.HORIZONTAL, [60, 180, 300], [0, 4, 8])
    heights = make_axis(Direction.VERTICAL, [BASE, 140, 40], [0, 50, 100])
    chart = drawing.chart().model_copy(update={"axes": (numbers, heights), "legend": Legend(entries=entries)})

    found = find_bars(make_canvas(drawing.raster(), chart), chart)

    assert found is not None
    assert len(found.series) == 3
