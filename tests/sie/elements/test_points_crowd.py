"""Clouds of points too dense to be told apart."""

from __future__ import annotations

import numpy as np
import pytest
from drawn_marks import RGB, Drawing, nearest

from sie.elements.analyze import analyze_chart, find_hypotheses
from sie.elements.hypothesis import Hypothesis
from sie.vocab import ChartType

BLUE: RGB = (31, 119, 180)


def read(drawing: Drawing) -> list[Hypothesis]:
    return find_hypotheses(drawing.canvas(), drawing.chart(), drawing.raster())


@pytest.mark.parametrize("shape", ["band", "blob"])
def test_a_dense_cloud_is_a_scatter_plot_of_which_only_lone_points_are_read(shape: str) -> None:
    rng = np.random.default_rng(11)
    drawing = Drawing()
    if shape == "band":
        xs = rng.uniform(40, 320, 2200)
        places = np.column_stack([xs, 200 - 0.3 * xs + rng.normal(0, 22, len(xs))])
    else:
        places = np.column_stack([rng.normal(180, 36, 2200), rng.normal(140, 26, 2200)])
    inside = (places > 34).all(axis=1) & (places[:, 0] < 326) & (places[:, 1] < 246)
    for x, y in places[inside]:
        drawing.disc(x, y, 2.0, BLUE)
    (found,) = read(drawing)
    assert found.chart_type is ChartType.SCATTER
    assert [issue.code for issue in found.issues] == ["crowded-points"]
    drawn = [(float(x), float(y)) for x, y in places[inside]]
    assert all(nearest(drawn, element.px["center"]) < 1.0 for element in found.elements)
    assert analyze_chart(drawing.raster(), drawing.chart()).issues == found.issues


def test_an_area_among_the_dashes_of_a_grid_is_no_cloud() -> None:
    drawing = Drawing()
    for x in range(40, 320):
        drawing.rect(x, 150 + 40 * np.sin(x / 40), x + 1, 250, BLUE)
    for y in (50, 80):
        for x in range(40, 320, 16):
            drawing.rect(x, y, x + 8, y + 2, BLUE)
    assert all(not found.issues for found in read(drawing))
