from __future__ import annotations

import numpy as np
import pytest

from sie.artifacts import (
    Axis,
    Chart,
    ChartElements,
    ChartStructure,
    DataPoint,
    Element,
    Legend,
    LegendEntry,
    Raster,
    Series,
    SeriesMarks,
    TextBlock,
    Tick,
)
from sie.overlay import ROLE_COLORS, TICK_COLORS, draw_overlay
from sie.overlay_pen import Pen
from sie.vocab import ChartType, Direction, MarkKind, ScaleType, Side, TextRole, TickStatus

PLOT = (60.0, 20.0, 260.0, 160.0)


def raster(width: int = 300, height: int = 200) -> Raster:
    return Raster(np.full((height, width, 3), 255, np.uint8))


def chart() -> Chart:
    """A bar chart with a tick of each status, a legend, a bar, a box and a curve."""
    ticks = tuple(
        Tick(id=f"k{k}", text=str(10 * k), value=10.0 * k, px=150.0 - 40 * k, status=status)
        for k, status in enumerate(TickStatus)
    )
    axis = Axis(id="y", direction=Direction.VERTICAL, side=Side.LEFT, scale=ScaleType.LINEAR, ticks=ticks)
    title = TextBlock(
        id="t0", text="Yield", polygon=((100, 2), (160, 2), (160, 12), (100, 12)), confidence=1.0,
        role=TextRole.CHART_TITLE,
    )  # fmt: skip
    entry = LegendEntry(
        id="le0", label="North", label_box=(285, 50, 298, 58), swatch_box=(270, 50, 280, 58), color="#1f77b4"
    )
    bar = Element(
        id="e0", kind=MarkKind.BAR, box=(80, 90, 100, 160), series="s0", px={"base": (90, 160), "end": (90, 90)}
    )
    five = {name: (180.0, 150.0 - 20 * k) for k, name in enumerate(("min", "q1", "median", "q3", "max"))}
    box = Element(id="e1", kind=MarkKind.BOX, box=(170, 70, 190, 150), series="s0", px=five)
    line = Element(id="e2", kind=MarkKind.LINE, box=(200, 40, 250, 90), path=((200, 90), (225, 40), (250, 70)))
    structure = ChartStructure(
        id="c0", box=(0, 0, 300, 200), plot_area=PLOT, axes=(axis,), legend=Legend(entries=(entry,)), text=(title,)
    )
    elements = ChartElements(
        chart_id="c0", chart_type=ChartType.VERTICAL_BAR, series=(SeriesMarks(id="s0", color="#1f77b4"),),
        elements=(bar, box, line),
    )  # fmt: skip
    points = (
        DataPoint(x="a", y=17.5, px=(90, 90), element_ids=("e0",)),
        DataPoint(x="b", min=1.0, q1=2.0, median=3.0, q3=4.0, max=5.0, px=five),
    )
    return Chart(
        id="c0", chart_type=ChartType.VERTICAL_BAR, title="Yield", y_title="Area (μm)", text=(title,),
        series=(Series(name="North", points=points, color="#1f77b4"),), structure=structure, elements=elements,
    )  # fmt: skip


def has_color(picture: np.ndarray, color: tuple[int, int, int]) -> bool:
    return bool((np.abs(picture.astype(int) - color).max(axis=2) <= 6).any())


@pytest.mark.parametrize(("width", "expected"), [(300, 1200), (1300, 1300), (100, 800)])
def test_overlay_enlarges_small_pictures_only(width: int, expected: int) -> None:
    drawn = draw_overlay(raster(width, 200), [chart()])
    assert drawn.shape[1] == expected
    assert drawn.dtype == np.uint8


def test_overlay_puts_a_key_below_the_picture() -> None:
    drawn = draw_overlay(raster(), [chart()])
    assert drawn.shape[0] > 800
    assert (drawn[800:] < 100).any()


def test_overlay_shows_ticks_by_status_and_texts_by_role() -> None:
    drawn = draw_overlay(raster(), [chart()])[:800]
    for status in TickStatus:
        assert has_color(drawn, TICK_COLORS[status]), status
    assert has_color(drawn, ROLE_COLORS[TextRole.CHART_TITLE])
    assert has_color(drawn, (31, 119, 180))


def test_overlay_of_nothing_is_the_faded_picture_with_a_margin() -> None:
    drawn = draw_overlay(Raster(np.zeros((100, 1200, 3), np.uint8)), [Chart(id="c0")])
    assert drawn.shape[1] == 1200
    assert 60 < drawn[:100].mean() < 160


def test_overlay_lines_grow_with_the_picture() -> None:
    assert Pen(raster(3000, 2000).rgb).text_size > 2 * Pen(raster(300, 200).rgb).text_size


def test_pen_writes_no_text_over_text() -> None:
    pen = Pen(raster(1200, 300).rgb)
    assert pen.text("12.5", (300, 100), (0, 0, 0))
    assert not pen.text("13.5", (305, 103), (0, 0, 0))
    assert pen.text("14.5", (600, 100), (0, 0, 0))


def test_pen_keeps_text_off_reserved_boxes() -> None:
    pen = Pen(raster(1200, 300).rgb)
    pen.reserve((290, 90, 310, 110))
    assert not pen.text("12.5", (300, 100), (0, 0, 0))


@pytest.mark.parametrize(
    ("text", "drawn"),
    [("5 μm", {"5 um", "5 μm"}), ("a\nb", {"a b"}), ("x → y", {"x > y", "x → y"}), ("α", {"alpha", "α"}), ("", {" "})],
)
def test_pen_writes_what_its_font_lacks_in_other_words(text: str, drawn: set[str]) -> None:
    assert Pen(raster().rgb)._drawable(text) in drawn
