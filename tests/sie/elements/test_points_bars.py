"""Points with error bars and no line between them."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from drawn_marks import RGB, Drawing, nearest

from sie.elements.analyze import find_hypotheses
from sie.elements.choose import choose
from sie.elements.hypothesis import Hypothesis
from sie.vocab import ChartType

BLUE: RGB = (31, 119, 180)
PLACES = [
    (60.0, 210.0), (84.0, 190.0), (97.0, 214.0), (120.0, 170.0), (148.0, 181.0), (160.0, 140.0),
    (190.0, 150.0), (204.0, 118.0), (231.0, 126.0), (250.0, 90.0), (281.0, 99.0), (300.0, 60.0),
]  # fmt: skip
SIZES = np.random.default_rng(3).uniform(8, 24, (len(PLACES), 2))


def read(*, upright: bool = True, level: bool = False, cap: float = 0.0, linked: bool = False) -> Hypothesis:
    drawing = Drawing()
    for (x, y), (up, aside) in zip(PLACES, SIZES, strict=True):
        if upright:
            drawing.line(x, y - up, x, y + up, BLUE, 1.5)
        if level:
            drawing.line(x - aside, y, x + aside, y, BLUE, 1.5)
        if cap:
            for end in (y - up, y + up):
                drawing.line(x - cap, end, x + cap, end, BLUE, 1.5)
        drawing.disc(x, y, 3.5, BLUE)
    if linked:
        for one, two in pairwise(PLACES):
            drawing.line(*one, *two, BLUE, 1.5)
    chosen = choose(find_hypotheses(drawing.canvas(), drawing.chart(), drawing.raster()), drawing.chart())
    assert chosen is not None
    return chosen[0]


@pytest.mark.parametrize(
    ("upright", "level", "cap"),
    [(True, False, 0.0), (True, True, 0.0), (False, True, 0.0), (True, False, 4.0), (True, True, 4.0)],
)
def test_points_with_error_bars_are_a_scatter_plot(upright: bool, level: bool, cap: float) -> None:
    found = read(upright=upright, level=level, cap=cap)
    assert found.chart_type is ChartType.SCATTER
    points = [element.px["center"] for element in found.elements]
    assert len(points) == len(PLACES)
    assert max(nearest(points, place) for place in PLACES) < 0.7


@pytest.mark.parametrize("cap", [0.0, 4.0])
def test_linked_points_with_error_bars_are_a_line_chart(cap: float) -> None:
    assert read(cap=cap, linked=True).chart_type is ChartType.LINE
