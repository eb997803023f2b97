"""Sigmas of log axes are stored as parts of the values; answers give them in axis units."""

from __future__ import annotations

import pytest

import qa
from sie.artifacts import Chart, DataPoint, ImageInfo, Series
from sie.figure import Figure
from sie.vocab import ChartType, ScaleType


def make_figure(scale: ScaleType) -> Figure:
    points = tuple(
        DataPoint(x=name, y=y, px=(0.0, 0.0), sigma=0.1, confidence=1.0)
        for name, y in (("Ant", 0.01), ("Cat", 10.0), ("Cow", 1000.0))
    )
    chart = Chart(
        id="c0",
        chart_type=ChartType.VERTICAL_BAR,
        y_title="Mass",
        x_scale=ScaleType.CATEGORICAL,
        y_scale=scale,
        sigma_rel=scale is ScaleType.LOG,
        series=(Series(id="s0", name=None, points=points),),
        confidence=1.0,
    )
    return Figure(image=ImageInfo(path="a.png", width=100, height=100, sha256="0" * 64), charts=(chart,))


@pytest.mark.parametrize(("scale", "sigma"), [(ScaleType.LOG, 100.0), (ScaleType.LINEAR, 0.1)])
def test_the_sigma_of_an_answer_is_in_axis_units(scale: ScaleType, sigma: float) -> None:
    answer = qa.answer(make_figure(scale), "What is the Mass of Cow?")
    assert answer.answer == 1000.0
    assert answer.sigma == pytest.approx(sigma)


def test_what_hangs_on_a_relative_error_has_its_margin_in_it() -> None:
    assert qa.answer(make_figure(ScaleType.LOG), "Is the Mass of Cow above 950?").margin == pytest.approx(0.5)
