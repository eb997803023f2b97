"""Points beside the curves that were fitted to them, told apart by the legend."""

from __future__ import annotations

import numpy as np
import pytest
from drawn_marks import RGB, Drawing

from sie.artifacts import ChartStructure, Legend, LegendEntry
from sie.elements.hypothesis import Hypothesis
from sie.elements.ink import make_canvas
from sie.elements.lines import find_lines
from sie.elements.points import find_points
from sie.elements.points_fitted import fitted_points
from sie.vocab import ChartType, MarkKind

BLUE, ORANGE, GREEN = (31, 119, 180), (255, 127, 14), (44, 160, 44)
PALE: RGB = (251, 255, 232)
PLOT = (40.0, 20.0, 440.0, 280.0)
XS = np.arange(60.0, 430.0, 9.0)
NOISE = np.random.default_rng(5).normal(0, 14, len(XS))
"""Rows by which points lie off their fit."""


def fit(xs: np.ndarray, lift: float = 0.0) -> np.ndarray:
    return np.asarray(240 - 170 * np.exp(-(((xs - 240) / 70) ** 2)) - lift)


def entry(index: int, color: RGB, *, line: bool) -> LegendEntry:
    level = 60.0 + 30 * index
    return LegendEntry(
        id=f"e{index}",
        label=f"S{index}",
        swatch_box=(460, level - 5, 500, level + 5),
        color="#{:02x}{:02x}{:02x}".format(*color),
        has_line=line,
        has_marker=not line,
    )


def read(
    lines: int, *, joined: bool = False, color: RGB = ORANGE, named: bool = True, halo: bool = False
) -> Hypothesis:
    """Blue points and curves of a `color` and green beside them; `joined` links the points, a `halo` is faint."""
    drawing = Drawing(600, 320)
    ys = fit(XS) + NOISE
    for x, y in zip(XS, ys, strict=True):
        if halo:
            drawing.disc(x + 9, y, 2.5, PALE)
    for x, y in zip(XS, ys, strict=True):
        drawing.disc(x, y, 3.5, BLUE)
    if joined:
        for a, b, c, d in zip(XS, ys, XS[1:], ys[1:], strict=False):
            drawing.line(a, b, c, d, BLUE, 1.5)
    drawing.disc(480, 60, 3.5, BLUE)
    entries = [entry(0, BLUE, line=False)]
    fine = np.linspace(50.0, 430.0, 200)
    for index, ink in enumerate((color, GREEN)[:lines]):
        rows = fit(fine, 30.0 * index)
        for a, b, c, d in zip(fine, rows, fine[1:], rows[1:], strict=False):
            drawing.line(a, b, c, d, ink, 1.5)
        drawing.line(460, 90 + 30 * index, 500, 90 + 30 * index, ink, 1.5)
        entries.append(entry(index + 1, ink, line=True))
    chart = ChartStructure(id="c", box=(0, 0, 600, 320), plot_area=PLOT)
    if named:
        chart = chart.model_copy(update={"legend": Legend(entries=tuple(entries))})
    found = find_lines(make_canvas(drawing.raster(), chart), chart)
    assert found is not None
    return found


def points_of(found: Hypothesis) -> list[tuple[float, float]]:
    return sorted(e.px["center"] for e in found.elements if e.kind is MarkKind.POINT)


@pytest.mark.parametrize(("lines", "kind"), [(1, ChartType.SCATTER), (2, ChartType.LINE)])
def test_points_beside_their_fits_are_points(lines: int, kind: ChartType) -> None:
    found = read(lines)
    assert found.chart_type is kind
    points = np.array(points_of(found))
    assert len(points) == len(XS)
    assert np.abs(points[:, 0] - XS).max() < 1.0
    assert np.abs(points[:, 1] - (fit(XS) + NOISE)).max() < 1.0


def test_fits_of_which_there_are_more_stay_curves() -> None:
    found = read(2)
    assert [marks.name for marks in found.series] == ["S0", "S1", "S2"]
    for index in (1, 2):
        (line,) = [e for e in found.elements if e.kind is MarkKind.LINE and e.series == found.series[index].id]
        path = np.array(line.path)
        assert np.median(np.abs(path[:, 1] - fit(path[:, 0], 30.0 * (index - 1)))) < 1.0


def test_points_that_are_linked_are_a_curve() -> None:
    found = read(1, joined=True)
    assert points_of(found) == []
    assert sorted(str(marks.name) for marks in found.series) == ["S0", "S1"]


def test_points_on_a_fit_of_their_own_ink_are_points() -> None:
    found = read(1, color=BLUE)
    assert found.chart_type is ChartType.SCATTER
    points = np.array(points_of(found))
    far = np.abs(NOISE) > 8
    assert all(np.hypot(*(points - place).T).min() < 1.0 for place in np.column_stack([XS, fit(XS) + NOISE])[far])


@pytest.mark.parametrize("lines", [1, 2])
def test_points_that_no_legend_tells_from_curves_are_a_scatter_plot(lines: int) -> None:
    found = read(lines, named=False)
    assert found.chart_type is ChartType.SCATTER
    assert {e.kind for e in found.elements} == {MarkKind.POINT}
    assert len(points_of(found)) == len(XS)


def test_specks_of_compression_are_no_points() -> None:
    found = read(1, named=False, halo=True)
    assert found.chart_type is ChartType.SCATTER
    assert len(points_of(found)) == len(XS)


def test_samples_of_a_curve_that_touch_one_another_are_no_points() -> None:
    drawing = Drawing()
    xs = np.arange(40.0, 320.0, 3.0)
    for x in xs:
        drawing.disc(x, 150 - 60 * np.sin((x - 40) / 45) + 4 * np.sin(1.7 * x), 2.6, (201, 148, 199))
    for x in np.arange(40.0, 319.0):
        drawing.line(x, 180 - 0.2 * x, x + 1, 180 - 0.2 * (x + 1), (231, 41, 138), 2.0)

    assert fitted_points(drawing.canvas(), drawing.chart()) == []


def test_pieces_of_a_line_that_the_legend_shows_are_no_points() -> None:
    drawing = Drawing(600, 320)
    for x, y in zip(XS, fit(XS) + NOISE, strict=True):
        drawing.disc(x, y, 3.5, BLUE)
    for x, off in zip(XS[::2], NOISE, strict=False):
        drawing.disc(x + off / 4, 70 + 2 * off, 3.5, ORANGE)
    entries = (entry(0, BLUE, line=False), entry(1, ORANGE, line=True))
    chart = ChartStructure(id="c", box=(0, 0, 600, 320), plot_area=PLOT, legend=Legend(entries=entries))
    found = find_points(make_canvas(drawing.raster(), chart), chart, raster=drawing.raster())
    assert found is not None
    assert [marks.name for marks in found.series] == ["S0"]
