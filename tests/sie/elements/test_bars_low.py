"""Low bars that an error bar cuts in two halves, on a zero line across the plot."""

from __future__ import annotations

import pytest
from builders import make_axis
from drawn_marks import BLACK, RGB, Drawing

from sie.artifacts import ChartStructure
from sie.elements.analyze import analyze_chart
from sie.vocab import ChartType, Direction, MarkKind, ScaleType

BLUE: RGB = (70, 130, 180)
GREY: RGB = (211, 211, 211)
WHITE: RGB = (255, 255, 255)
ZERO = 180.5
CENTERS = (70.5, 140.5, 210.5, 280.5)
ENDS = (120.5, 189.5, 60.5, 172.5)
ERROR = 30.0


def chart_of(drawing: Drawing) -> ChartStructure:
    names = make_axis(Direction.HORIZONTAL, list(CENTERS), ["a", "b", "c", "d"], scale=ScaleType.CATEGORICAL)
    values = make_axis(Direction.VERTICAL, [ZERO + 40, ZERO, ZERO - 40, ZERO - 80], [-2, 0, 2, 4])
    return drawing.chart().model_copy(update={"axes": (names, values)})


@pytest.mark.parametrize(
    ("fill", "outline"), [(BLUE, None), (GREY, BLACK), (WHITE, BLACK)], ids=["plain", "outlined", "empty"]
)
@pytest.mark.parametrize("line", [True, False])
def test_low_bars_are_read_on_both_sides_of_zero(fill: RGB, outline: RGB | None, *, line: bool) -> None:
    drawing = Drawing()
    for x, end in zip(CENTERS, ENDS, strict=True):
        low, high = sorted((end, ZERO))
        if outline is not None:
            drawing.rect(x - 20.5, low - 0.5, x + 20.5, high + 0.5, outline)
            drawing.rect(x - 19.5, low + 0.5, x + 19.5, high - 0.5, fill)
        else:
            drawing.rect(x - 20, low, x + 20, high, fill)
        drawing.rect(x - 0.5, end - ERROR, x + 0.5, end + ERROR, BLACK)
        for cap in (end - ERROR, end + ERROR):
            drawing.rect(x - 4, cap - 0.5, x + 4, cap + 0.5, BLACK)
    if line:
        drawing.rect(30, ZERO - 0.5, 330, ZERO + 0.5, BLACK)

    found = analyze_chart(drawing.raster(), chart_of(drawing))

    assert found.chart_type is ChartType.VERTICAL_BAR
    bars = sorted((e for e in found.elements if e.kind is MarkKind.BAR), key=lambda e: e.px["end"][0])
    assert [bar.px["end"][1] for bar in bars] == pytest.approx(ENDS, abs=1.0)
