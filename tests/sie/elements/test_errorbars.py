from __future__ import annotations

from itertools import pairwise

import pytest
from drawn_marks import BLACK, Drawing

from sie.artifacts import ChartStructure, Element, TextBlock
from sie.elements.errorbars import find_error_bars
from sie.vocab import Direction, MarkKind

BLUE = (120, 160, 220)


def bar(i: int, x0: float, x1: float, end: float, base: float = 250.0) -> Element:
    middle = (x0 + x1) / 2
    return Element(
        id=f"b{i}",
        kind=MarkKind.BAR,
        box=(x0, end, x1, base),
        series="s",
        px={"base": (middle, base), "end": (middle, end)},
    )


def point(i: int, x: float, y: float, half: float = 4.0) -> Element:
    return Element(
        id=f"p{i}", kind=MarkKind.POINT, box=(x - half, y - half, x + half, y + half), series="s", px={"center": (x, y)}
    )


def draw_error(drawing: Drawing, x: float, low: float, high: float, cap: float = 5.0) -> None:
    drawing.rect(x - 0.5, high, x + 0.5, low, BLACK)
    if cap:
        for y in (low, high):
            drawing.rect(x - cap, y - 0.5, x + cap, y + 0.5, BLACK)


def test_error_bars_on_bars_have_both_ends() -> None:
    drawing = Drawing()
    bars = [bar(i, 50 + 60 * i, 80 + 60 * i, 120 + 15 * i) for i in range(4)]
    for i, b in enumerate(bars):
        drawing.rect(b.box[0], b.box[1], b.box[2], b.box[3], BLUE)
        draw_error(drawing, 65.0 + 60 * i, 140.5 + 15 * i, 100.5 + 15 * i)
    found = find_error_bars(drawing.canvas(), drawing.chart(), bars)
    assert [e.parent_ids for e in found] == [("b0",), ("b1",), ("b2",), ("b3",)]
    assert [e.px["high"][1] for e in found] == pytest.approx([100.5 + 15 * i for i in range(4)], abs=0.4)
    assert [e.px["low"][1] for e in found] == pytest.approx([140.5 + 15 * i for i in range(4)], abs=0.4)


def test_a_one_sided_error_bar_has_one_end() -> None:
    drawing = Drawing()
    bars = [bar(i, 50 + 60 * i, 80 + 60 * i, 120.0) for i in range(4)]
    for i, b in enumerate(bars):
        draw_error(drawing, 65.0 + 60 * i, 125.0, 95.5)
        drawing.rect(b.box[0], b.box[1], b.box[2], b.box[3], BLUE)
    found = find_error_bars(drawing.canvas(), drawing.chart(), bars)
    assert len(found) == 4
    assert all("low" not in e.px and e.px["high"][1] == pytest.approx(95.5, abs=0.4) for e in found)


def test_error_bars_on_points_pass_through_them() -> None:
    drawing = Drawing()
    points = [point(i, 60.0 + 50 * i, 120.0 + 10 * i) for i in range(5)]
    for p in points:
        x, y = p.px["center"]
        draw_error(drawing, x, y + 20.5, y - 15.5)
        drawing.disc(x, y, 4, BLUE)
    found = find_error_bars(drawing.canvas(), drawing.chart(), points)
    assert len(found) == 5
    for e, p in zip(found, points, strict=True):
        assert e.px["low"][1] - p.px["center"][1] == pytest.approx(20.5, abs=0.4)
        assert e.px["high"][1] - p.px["center"][1] == pytest.approx(-15.5, abs=0.4)


def test_lying_bars_have_error_bars_to_the_side() -> None:
    drawing = Drawing()
    bars = []
    for i in range(4):
        y0, end = 50.0 + 45 * i, 150.0 + 20 * i
        bars.append(
            Element(
                id=f"b{i}",
                kind=MarkKind.BAR,
                box=(30, y0, end, y0 + 25),
                px={"base": (30, y0 + 12.5), "end": (end, y0 + 12.5)},
            )
        )
        drawing.rect(30, y0, end, y0 + 25, BLUE)
        drawing.rect(end - 15, y0 + 12, end + 15, y0 + 13, BLACK)
        drawing.rect(end + 14.5, y0 + 8, end + 15.5, y0 + 17, BLACK)
        drawing.rect(end - 15.5, y0 + 8, end - 14.5, y0 + 17, BLACK)
    found = find_error_bars(drawing.canvas(), drawing.chart(), bars)
    assert [e.px["high"][0] for e in found] == pytest.approx([165 + 20 * i for i in range(4)], abs=0.5)
    assert [e.px["low"][0] for e in found] == pytest.approx([135 + 20 * i for i in range(4)], abs=0.5)


def test_bare_bars_have_no_error_bars() -> None:
    drawing = Drawing()
    bars = [bar(i, 50 + 60 * i, 80 + 60 * i, 120 + 15 * i) for i in range(4)]
    for b in bars:
        drawing.rect(b.box[0], b.box[1], b.box[2], b.box[3], BLUE)
    assert find_error_bars(drawing.canvas(), drawing.chart(), bars) == ()


def test_a_line_through_markers_is_no_error_bar() -> None:
    drawing = Drawing()
    points = [point(i, 60.0 + 50 * i, 220.0 - 35 * i) for i in range(5)]
    for p, q in pairwise(points):
        drawing.line(*p.px["center"], *q.px["center"], BLUE, 1.5)
    for p in points:
        drawing.disc(*p.px["center"], 4, BLUE)
    assert find_error_bars(drawing.canvas(), drawing.chart(), points, direction=Direction.VERTICAL) == ()


def test_neighbouring_markers_are_no_error_bars() -> None:
    drawing = Drawing()
    points = [point(i, 30.0 + 22 * i, 60.0 + 12 * i) for i in range(13)]
    above = [point(20, 30.0, 46.0), point(21, 30.0, 74.0), point(22, 52.5, 58.0), point(23, 250.5, 192.0)]
    points += above
    for p in points:
        x, y = p.px["center"]
        drawing.disc(x, y, 4, BLUE)
    # a hairline joins the first marker to the one above: ink of neighbours, seen at one point only
    draw_error(drawing, 140.0, 130.0, 108.0)
    assert find_error_bars(drawing.canvas(), drawing.chart(), points) == ()


def test_an_error_bar_that_ends_in_another_marker_is_kept_where_the_others_have_theirs() -> None:
    drawing = Drawing()
    points = [point(i, 40.0 + 40 * i, 120.0) for i in range(6)]
    points.append(point(9, 80.0, 142.0))
    for p in points[:6]:
        x, y = p.px["center"]
        draw_error(drawing, x, y + 20.5, y - 20.5)
    for p in points:
        drawing.disc(*p.px["center"], 4, BLUE)
    found = find_error_bars(drawing.canvas(), drawing.chart(), points)
    ends = {e.parent_ids[0]: (e.px["high"][1], e.px["low"][1]) for e in found if e.parent_ids[0] != "p9"}
    assert sorted(ends) == ["p0", "p1", "p2", "p3", "p4", "p5"]
    for free in ("p0", "p2", "p3", "p4", "p5"):
        assert ends[free] == pytest.approx((99.5, 140.5), abs=1)
    assert ends["p1"] == pytest.approx((99.5, 140.5), abs=3)  # its lower cap is under the other marker


def with_number(chart: ChartStructure, text: str, x0: float, y0: float, x1: float, y1: float) -> ChartStructure:
    block = TextBlock(id=f"t{y0}", text=text, polygon=((x0, y0), (x1, y0), (x1, y1), (x0, y1)), confidence=1.0)
    return chart.model_copy(update={"text": (*chart.text, block)})


@pytest.mark.parametrize(("text", "told"), [("4.7", 0), ("I", 3)])
def test_a_digit_at_the_end_of_a_bar_is_no_error_bar(text: str, told: int) -> None:
    drawing = Drawing()
    chart = drawing.chart()
    bars = []
    for i in range(3):
        y, end = 60.0 + 50 * i, 160.0 + 20 * i
        drawing.rect(40, y - 12, end, y + 12, BLUE)
        drawing.rect(end + 1, y - 0.5, end + 9, y + 0.5, BLACK)  # the crossbar and the stem of a 4
        drawing.rect(end + 8, y - 5, end + 9, y + 5, BLACK)
        bars.append(
            Element(
                id=f"b{i}", kind=MarkKind.BAR, box=(40, y - 12, end, y + 12), series="s",
                px={"base": (40, y), "end": (end, y)},
            )
        )  # fmt: skip
        chart = with_number(chart, text, end + 1, y - 6, end + 26, y + 6)
    assert len(find_error_bars(drawing.canvas(), chart, bars)) == told


def test_a_number_beyond_an_error_bar_leaves_it() -> None:
    drawing = Drawing()
    chart = drawing.chart()
    bars = [bar(i, 50 + 60 * i, 80 + 60 * i, 120.0) for i in range(4)]
    for i, b in enumerate(bars):
        drawing.rect(b.box[0], b.box[1], b.box[2], b.box[3], BLUE)
        draw_error(drawing, 65.0 + 60 * i, 140.5, 100.5)
        chart = with_number(chart, "4.7", 55.0 + 60 * i, 86.0, 75.0 + 60 * i, 99.0)
    assert len(find_error_bars(drawing.canvas(), chart, bars)) == 4
