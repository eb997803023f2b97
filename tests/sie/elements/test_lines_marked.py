"""Black curves of one dash that only their markers tell apart."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from drawn_marks import BLACK, RGB, Drawing

from sie.artifacts import ChartStructure, Legend, LegendEntry
from sie.elements.ink import make_canvas
from sie.elements.lines import find_lines
from sie.vocab import MarkKind

WHITE: RGB = (255, 255, 255)
PLOT = (40.0, 20.0, 440.0, 280.0)
AT = np.arange(60.0, 430.0, 40.0)
SHAPES = ("disc", "ring", "triangle", "square")
KINKED = {
    "disc": np.array([240.0, 230, 205, 180, 172, 150, 120, 100, 78, 66]),
    "ring": np.array([160.0, 156, 150, 146, 130, 139, 135, 126, 130, 120]),
    "triangle": np.array([262.0, 245, 221, 196, 140, 105, 80, 60, 50, 34]),
    "square": np.array([100.0, 102, 118, 128, 112, 152, 152, 150, 168, 180]),
}


def draw_marker(drawing: Drawing, shape: str, x: float, y: float, size: float) -> None:
    if shape in ("disc", "ring"):
        drawing.disc(x, y, size, BLACK)
        if shape == "ring":
            drawing.disc(x, y, size - 1.2, WHITE)
    elif shape == "triangle":
        drawing.polygon([(x, y - size), (x + size, y + size), (x - size, y + size)], BLACK)
    else:
        drawing.rect(x - size, y - size, x + size, y + size, BLACK)
        drawing.rect(x - size + 1.2, y - size + 1.2, x + size - 1.2, y + size - 1.2, WHITE)


def read(curves: Sequence[tuple[str, np.ndarray, np.ndarray]], size: float, in_legend: float) -> dict[str, np.ndarray]:
    """Rows at the curves' places by name, of curves drawn with markers of a size, of another one in the legend."""
    drawing = Drawing(600, 320)
    x0, y0, x1, y1 = PLOT
    for ends in ((x0, y0, x1, y0), (x0, y1, x1, y1), (x0, y0, x0, y1), (x1, y0, x1, y1)):
        drawing.line(*ends, BLACK)
    entries = []
    for index, (shape, xs, ys) in enumerate(curves):
        for a, b, c, d in zip(xs, ys, xs[1:], ys[1:], strict=False):
            drawing.line(a, b, c, d, BLACK)
        level = 60.0 + 30 * index
        drawing.line(460, level, 500, level, BLACK)
        draw_marker(drawing, shape, 480, level, in_legend)
        box = (460.0, level - in_legend, 500.0, level + in_legend)
        entries.append(
            LegendEntry(
                id=shape, label=shape, swatch_box=box, color="#000000", has_line=True, has_marker=True, dashed=False
            )
        )
    for shape, xs, ys in curves:
        for x, y in zip(xs[:: len(xs) // 10], ys[:: len(xs) // 10], strict=True):
            draw_marker(drawing, shape, x, y, size)
    chart = ChartStructure(id="c", box=(0, 0, 600, 320), plot_area=PLOT, legend=Legend(entries=tuple(entries)))
    found = find_lines(make_canvas(drawing.raster(), chart), chart)
    assert found is not None
    rows = {}
    for marks in found.series:
        (line,) = [e for e in found.elements if e.kind is MarkKind.LINE and e.series == marks.id]
        path = np.array(line.path)
        rows[str(marks.name)] = np.interp(AT, path[:, 0], path[:, 1])
    return rows


@pytest.mark.parametrize("size", [3.5, 5.0])
@pytest.mark.parametrize("count", [3, 4])
def test_kinked_curves_that_cross_each_keep_their_markers(count: int, size: float) -> None:
    found = read([(shape, AT, KINKED[shape]) for shape in SHAPES[:count]], size, size)
    assert sorted(found) == sorted(SHAPES[:count])
    for shape, rows in found.items():
        assert np.abs(rows - KINKED[shape]).max() < 2.5


def test_markers_smaller_in_the_legend_tell_the_curves() -> None:
    found = read([(shape, AT, KINKED[shape]) for shape in SHAPES[:3]], 5.0, 4.0)
    for shape, rows in found.items():
        assert np.abs(rows - KINKED[shape]).max() < 2.5


def test_bent_curves_that_touch_keep_their_markers() -> None:
    xs = np.linspace(60.0, 420.0, 100)
    up, down = 150 + 0.004 * (xs - 240) ** 2, 146 - 0.003 * (xs - 240) ** 2
    found = read([("disc", xs, up), ("square", xs, down)], 4.0, 4.0)
    assert np.abs(found["disc"] - np.interp(AT, xs, up)).max() < 2.5
    assert np.abs(found["square"] - np.interp(AT, xs, down)).max() < 2.5
