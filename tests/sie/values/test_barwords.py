"""Labels read as one text name the bars that their words stand below."""

from __future__ import annotations

import pytest
from builders import make_axis, make_bar, make_elements, make_structure

from sie.artifacts import Axis, SeriesMarks, TextBlock, Tick
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


def test_words_that_no_blank_parts_go_to_their_bars_where_a_capital_begins_them() -> None:
    assert read([("SoilRock", 114, 206), ("Sand", 235, 265)], PLACES[:3]) == ["Soil", "Rock", "Sand"]


def test_a_label_is_told_apart_beside_one_that_cannot_be() -> None:
    labels = [("Maize Wheat", 112, 206), ("Rice", 240, 260), ("Barlrghum", 290, 390)]
    assert read(labels) == ["Maize", "Wheat", "Rice", "Barlrghum", "Barlrghum"]


def test_bars_between_labelled_ones_have_no_name() -> None:
    places = tuple(60.0 + 30 * i for i in range(7))
    labels = [("Mar 1", 48, 72), ("Mar 16", 138, 162), ("Apr 1", 228, 252)]
    assert read(labels, places) == ["Mar 1", None, None, "Mar 16", None, None, "Apr 1"]


def test_pairs_of_bars_at_a_label_each_take_its_name() -> None:
    labels = [("oak", 100, 130), ("ash", 200, 230), ("elm", 300, 330)]
    found = read(labels, (100.0, 130.0, 200.0, 230.0, 300.0, 330.0))
    assert found == ["oak", "oak", "ash", "ash", "elm", "elm"]


def test_months_left_out_name_no_bars_that_stand_around_labelled_ones() -> None:
    months = [("Jan", 100.0), ("Feb", 120.0), ("Mar", 140.0), ("Apr", 160.0), ("May", 180.0), ("Jun", 200.0)]
    ticks = tuple(
        Tick(id=name, text=name, value=name, px=px, sigma_px=1, text_id=name if i % 3 == 0 else None)
        for i, (name, px) in enumerate([*months, ("Jul", 220.0)])
    )
    names = Axis(id="x", direction=Direction.HORIZONTAL, side=Side.BOTTOM, scale=ScaleType.CATEGORICAL, ticks=ticks)
    bars = [
        make_bar(f"e{x}", x, 350, 200, series=s, width=18)
        for x0 in (100, 160, 220)
        for s, x in (("in", x0 - 9), ("out", x0 + 9))
    ]
    elements = make_elements(
        ChartType.GROUPED_VERTICAL_BAR, bars, series=tuple(SeriesMarks(id=one) for one in ("in", "out"))
    )
    chart = read_chart(make_structure(HEIGHTS, names), elements, options=ValueOptions())
    assert [[point.x for point in one.points] for one in chart.series] == [["Jan", "Apr", "Jul"]] * 2


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


def test_words_of_a_label_name_no_single_bars_of_groups_that_a_stray_bar_hides() -> None:
    labels = [("Low pay", 105, 185), ("Mid pay", 225, 305), ("Top pay", 345, 425)]
    blocks = tuple(
        TextBlock(id=text, text=text, polygon=((a, 360), (b, 360), (b, 370), (a, 370)), confidence=0.9)
        for text, a, b in labels
    )
    ticks = tuple(Tick(id=t, text=t, value=t, px=(a + b) / 2, sigma_px=1, text_id=t) for t, a, b in labels)
    names = Axis(id="x", direction=Direction.HORIZONTAL, side=Side.BOTTOM, scale=ScaleType.CATEGORICAL, ticks=ticks)
    bars = [
        make_bar(f"{s}{x}", x + shift, 350, 200, series=s, width=38)
        for x in (145.0, 265.0, 385.0)
        for s, shift in (("in", -20.0), ("out", 20.0))
    ]
    bars.append(make_bar("stray", 365.0, 350, 349, series="out", width=38))
    elements = make_elements(
        ChartType.GROUPED_VERTICAL_BAR, bars, series=tuple(SeriesMarks(id=one) for one in ("in", "out"))
    )
    structure = make_structure(HEIGHTS, names).model_copy(update={"text": blocks})
    chart = read_chart(structure, elements, options=ValueOptions())
    assert [point.x for point in chart.series[0].points] == ["Low pay", "Mid pay", "Top pay"]
