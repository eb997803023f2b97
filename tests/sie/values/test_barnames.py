"""Names and numbers that stand at bars serve where the axes have none."""

from __future__ import annotations

import pytest
from builders import make_axis, make_elements, make_structure

from sie.artifacts import Axis, Chart, Element, TextBlock
from sie.options import ValueOptions
from sie.values.interpolate import read_chart
from sie.vocab import ChartType, Direction, MarkKind, ScaleType

VALUES = make_axis(Direction.HORIZONTAL, [150.0, 250.0, 350.0, 450.0], [-1, 0, 1, 2])
ENDS = (430.0, 200.0, 300.0)


def lying_bar(index: int, end: float, base: float = 250.0) -> Element:
    y = 80.0 + 40 * index
    return Element(
        id=f"e{index}",
        kind=MarkKind.BAR,
        box=(min(base, end), y - 10, max(base, end), y + 10),
        series="s1",
        px={"base": (base, y), "end": (end, y)},
    )


def block(text: str, x: float, row: int) -> TextBlock:
    y = 80.0 + 40 * row
    half = 3.0 * len(text)
    corners = ((x - half, y - 5), (x + half, y - 5), (x + half, y + 5), (x - half, y + 5))
    return TextBlock(id=f"t{text}{row}", text=text, polygon=corners, confidence=0.9)


def read(axes: tuple[Axis, ...], texts: list[TextBlock], bars: list[Element]) -> Chart:
    elements = make_elements(ChartType.HORIZONTAL_BAR, bars, orientation=Direction.HORIZONTAL)
    structure = make_structure(*axes).model_copy(update={"text": tuple(texts)})
    return read_chart(structure, elements, options=ValueOptions())


def codes(chart: Chart) -> list[str]:
    return [issue.code for issue in chart.issues]


def test_bars_are_named_by_the_words_within_them_where_no_axis_names_them() -> None:
    texts = [block("one", 300, 0), block("two", 225, 1), block("three", 275, 2)]
    chart = read((VALUES,), texts, [lying_bar(i, end) for i, end in enumerate(ENDS)])
    assert [p.x for p in chart.series[0].points] == ["one", "two", "three"]
    assert codes(chart) == []


def test_a_bar_across_the_zero_line_from_its_fellows_is_named_by_the_words_beside_it() -> None:
    names = make_axis(Direction.VERTICAL, [80.0, 160.0], ["up", "mid"], scale=ScaleType.CATEGORICAL)
    chart = read((VALUES, names), [block("down", 265, 1)], [lying_bar(0, 430), lying_bar(5, 200)])
    assert [p.x for p in chart.series[0].points] == ["up", None]
    chart = read((VALUES, names), [block("down", 265, 5)], [lying_bar(0, 430), lying_bar(5, 200)])
    assert [p.x for p in chart.series[0].points] == ["up", "down"]


@pytest.mark.parametrize("texts", [[block("one", 300, 0), block("uno", 380, 0)], []])
def test_a_bar_with_several_words_or_none_is_left_without_a_name(texts: list[TextBlock]) -> None:
    chart = read((VALUES,), texts, [lying_bar(0, 430)])
    assert chart.series[0].points[0].x is None
    assert "bars-without-category" in codes(chart)


def test_numbers_printed_at_bars_are_their_values_where_their_lengths_agree_and_no_axis_tells_them() -> None:
    bars = [lying_bar(0, 430, 130), lying_bar(1, 280, 130), lying_bar(2, 355, 130)]
    texts = [block("400", 445, 0), block("200", 295, 1), block("300", 370, 2)]
    texts += [block("left", 112, 0), block("mid", 114, 1), block("low", 114, 2)]
    chart = read((), texts, bars)
    assert [(p.x, p.y) for p in chart.series[0].points] == [("left", 400.0), ("mid", 200.0), ("low", 300.0)]
    assert codes(chart) == ["printed-values"]


@pytest.mark.parametrize("printed", [("400", "200", "390"), ("400", "200", "")])
def test_numbers_at_bars_that_disagree_or_lack_one_are_no_values(printed: tuple[str, ...]) -> None:
    bars = [lying_bar(0, 430, 130), lying_bar(1, 280, 130), lying_bar(2, 355, 130)]
    texts = [
        block(text, bar.px["end"][0] + 15, i) for i, (text, bar) in enumerate(zip(printed, bars, strict=True)) if text
    ]
    chart = read((), texts, bars)
    assert chart.series == ()
    assert "no-value-scale" in codes(chart)
