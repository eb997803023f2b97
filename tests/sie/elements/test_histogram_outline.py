from __future__ import annotations

import pytest
from builders import make_axis
from drawn_marks import BLACK, RGB, Drawing

from sie.artifacts import ChartStructure, Element
from sie.elements.bars import find_bars
from sie.elements.histogram import as_histogram
from sie.elements.histogram_outline import separator_width, whole_count_miss
from sie.elements.ink import make_canvas
from sie.vocab import Direction, MarkKind

BLUE: RGB = (31, 119, 180)
WHITE: RGB = (255, 255, 255)
COUNTS = (3, 11, 24, 40, 33, 17, 8, 5)
PX_PER_COUNT = 4.25
BASE = 240.5
FIRST, WIDTH = 50.0, 32.0
EXACT_PX = 0.2


def top_of(count: int) -> float:
    return BASE - count * PX_PER_COUNT


def chart_of(drawing: Drawing) -> ChartStructure:
    numbers = make_axis(Direction.HORIZONTAL, [FIRST, FIRST + 2 * WIDTH, FIRST + 4 * WIDTH], [0, 20, 40])
    counts = make_axis(Direction.VERTICAL, [BASE, top_of(20), top_of(40)], [0, 20, 40])
    return drawing.chart().model_copy(update={"axes": (numbers, counts)})


def draw(stroke: float, gap: float = 0.0) -> Drawing:
    """Touching bins with a white stroke along their edges, or with gaps between them, on an axis line."""
    drawing = Drawing()
    for i, count in enumerate(COUNTS):
        x0, x1, half = FIRST + i * WIDTH, FIRST + (i + 1) * WIDTH, stroke / 2
        drawing.rect(x0 - half, top_of(count) - half, x1 + half, BASE + half, WHITE)
        drawing.rect(x0 + half + gap / 2, top_of(count) + half, x1 - half - gap / 2, BASE - half, BLUE)
    drawing.rect(30, BASE - 0.8, 330, BASE + 0.8, BLACK)
    return drawing


def bins_of(drawing: Drawing) -> list[Element]:
    chart, raster = chart_of(drawing), drawing.raster()
    bars = find_bars(make_canvas(raster, chart), chart, raster=raster)
    assert bars is not None
    found = as_histogram(bars, chart, raster=raster)
    assert found is not None
    return sorted(found.elements, key=lambda element: element.box[0])


@pytest.mark.parametrize("stroke", [1.2, 1.67, 2.0])
def test_tops_hidden_by_half_a_white_stroke_are_whole_counts_again(stroke: float) -> None:
    bins = bins_of(draw(stroke))
    assert [bin_.px["end"][1] for bin_ in bins] == pytest.approx([top_of(c) for c in COUNTS], abs=EXACT_PX)
    assert (bins[0].box[0], bins[-1].box[2]) == pytest.approx((FIRST, FIRST + 8 * WIDTH), abs=0.5)


@pytest.mark.parametrize("gap", [1.2, 2.0])
def test_gaps_between_bins_take_nothing_from_their_tops(gap: float) -> None:
    ends = [bin_.px["end"][1] for bin_ in bins_of(draw(0.0, gap))]
    assert ends == pytest.approx([top_of(c) for c in COUNTS], abs=EXACT_PX)


def test_separators_of_the_ground_show_the_strokes_width_and_none_shows_none() -> None:
    for drawing, width in ((draw(1.5), 1.5), (draw(0.0), None)):
        bins = [_bin(i, count) for i, count in enumerate(COUNTS)]
        found = separator_width(bins, drawing.raster().rgb)
        assert found == (None if width is None else pytest.approx(width, abs=0.1))


def test_ends_that_all_miss_whole_counts_alike_tell_by_how_much() -> None:
    counts = chart_of(Drawing()).axis(Direction.VERTICAL)
    assert counts is not None
    assert whole_count_miss([_bin(i, c, 0.7) for i, c in enumerate(COUNTS)], counts) == pytest.approx(0.7, abs=0.01)
    assert whole_count_miss([_bin(i, c, 1.1 * i) for i, c in enumerate(COUNTS)], counts) is None


def _bin(i: int, count: int, off: float = 0.0) -> Element:
    x0, x1, end = FIRST + i * WIDTH, FIRST + (i + 1) * WIDTH, top_of(count) + off
    middle = (x0 + x1) / 2
    return Element(
        id=f"bin{i}",
        kind=MarkKind.BAR,
        box=(x0, end, x1, BASE),
        series="s",
        px={"base": (middle, BASE), "end": (middle, end)},
    )
