"""Labels read as one text name the bars that their words stand below."""

from __future__ import annotations

import pytest
from builders import make_axis, make_bar, make_elements, make_structure

from sie.artifacts import Axis, TextBlock, Tick
from sie.options import ValueOptions
from sie.values.interpolate import read_chart
from sie.vocab import ChartType, Direction, ScaleType, Side

HEIGHTS = make_axis(Direction.VERTICAL, [350.0, 200.0, 50.0], [0, 50, 100])
PLACES = (130.0, 190.0, 250.0, 310.0, 370.0)


def read(labels: list[tuple[str, float, float]], places: tuple[float, ...] = PLACES) -> list[object]:
    blocks = tuple(
        TextBlock(id=f"t{i}", text=text, polygon=((a, 360), (b, 360), (b, 370), (a, 370)), confidence=0.9)
        for i, (text, a, b) in enumerate(labels)
    )
    ticks = tuple(
        Tick(id=f"k{i}", text=text, value=text, px=(a + b) / 2, sigma_px=1, text_id=f"t{i}")
        for i, (text, a, b) in enumerate(labels)
    )
    names = Axis(id="x", direction=Direction.HORIZONTAL, side=Side.BOTTOM, scale=ScaleType.CATEGORICAL, ticks=ticks)
    bars = [make_bar(f"e{i}", x, 350, 200, width=40) for i, x in enumerate(places)]
    structure = make_structure(HEIGHTS, names).model_copy(update={"text": blocks})
    chart = read_chart(structure, make_elements(ChartType.VERTICAL_BAR, bars), options=ValueOptions())
    return [point.x for point in chart.series[0].points]


@pytest.mark.parametrize(
    "labels",
    [
        [("Control Vehicle Drug A Drug B Sham", 106, 388)],
        [("Control", 106, 154), ("Vehicle Drug A Drug B", 166, 333), ("Sham", 352, 388)],
        [("Control Vehicle Drug", 106, 262), ("A Drug B Sham", 265, 388)],
    ],
)
def test_words_go_to_the_bars_that_they_stand_below(labels: list[tuple[str, float, float]]) -> None:
    assert read(labels) == ["Control", "Vehicle", "Drug A", "Drug B", "Sham"]


def test_a_label_with_fewer_words_than_bars_is_left_whole() -> None:
    found = read([("Control", 106, 154), ("everything else", 200, 360)])
    assert found[0] == "Control"
    assert found[2:] == ["everything else"] * 3
    assert found[1] in ("Control", "everything else", None)  # it stands between the two labels, below neither


def test_labels_that_each_stand_below_one_bar_keep_their_words() -> None:
    assert read([("low dose", 105, 155), ("high dose", 163, 217)], (130.0, 190.0)) == ["low dose", "high dose"]


@pytest.mark.parametrize(
    ("label", "low", "high", "third"),
    [
        ("high dose", 163, 217, 310.0),  # its words are far from the third bar
        ("Group A", 166, 240, 250.0),  # they would go to both bars, but the label spans one alone
    ],
)
def test_a_bar_without_a_label_takes_no_word_of_its_neighbours(
    label: str, low: float, high: float, third: float
) -> None:
    assert read([("low dose", 105, 155), (label, low, high)], (130.0, 190.0, third)) == ["low dose", label, None]
