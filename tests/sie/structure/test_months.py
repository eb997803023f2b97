from __future__ import annotations

import pytest

from sie.artifacts import TextBlock, Tick
from sie.structure.frame import Frame
from sie.structure.months import between_months, dated, month_of
from sie.structure.readings import read_label
from sie.structure.sequences import LabelSequence, category_sequences, numeric_sequences
from sie.values.tickdate import MONTH_NAMES
from sie.vocab import Direction, ScaleType, Side

RESIDUAL_PX = 2.5
FRAME = Frame((40.0, 10.0, 262.0, 200.0), frozenset(), {})


def make_label_block(text: str, x0: float, x1: float) -> TextBlock:
    corners = ((x0, 210.0), (x1, 210.0), (x1, 220.0), (x0, 220.0))
    return TextBlock(id=text, text=text, polygon=corners, confidence=0.99, engine="rapidocr")


def row_of(places: dict[str, float]) -> LabelSequence:
    blocks = [make_label_block(text, x - 9, x + 9) for text, x in places.items()]
    return category_sequences(blocks, Side.BOTTOM, read_label)[0]


def ticks_of(places: dict[str, float]) -> list[Tick]:
    return [Tick(id=f"x.t{i}", text=text, value=text, px=px) for i, (text, px) in enumerate(places.items())]


def test_months_after_a_year_are_dates() -> None:
    days = {"Nov 2011": 0, "Dec": 30, "Jan": 61, "Feb": 92, "Mar": 121}
    sequence = dated(row_of({text: 50 + 2.0 * day for text, day in days.items()}), max_residual_px=RESIDUAL_PX)
    assert sequence.solution is not None
    assert sequence.solution.scale is ScaleType.TIME
    assert sequence.solution.fit.px_per_unit == pytest.approx(2.0, rel=0.01)


def test_months_and_the_year_that_begins_among_them_are_dates() -> None:
    days = {"July": 0, "October": 92, "2001": 184, "April": 274}
    sequence = dated(row_of({text: 50 + day / 2 for text, day in days.items()}), max_residual_px=RESIDUAL_PX)
    assert sequence.solution is not None
    assert sequence.solution.chosen[0] is not None
    assert sequence.solution.chosen[0].value == 11139  # 2000-07-01


@pytest.mark.parametrize(
    "names", [("Jan", "Feb", "Mar", "Apr"), ("Jan 2012", "Feb", "Mar 2014", "Apr"), ("1", "2", "3")]
)
def test_months_without_years_or_against_them_stay_names(names: tuple[str, ...]) -> None:
    sequence = row_of({name: 50.0 + 40 * i for i, name in enumerate(names)})
    assert dated(sequence, max_residual_px=RESIDUAL_PX) is sequence


def test_months_left_out_between_labels_get_their_ticks() -> None:
    shown = {"Jan": 40.0, "Mar": 80.0, "May": 120.0, "Jul": 160.0, "Sep": 200.0, "Nov": 240.0}
    ticks = between_months(ticks_of(shown), FRAME, Direction.HORIZONTAL, "x")
    assert [tick.text for tick in ticks] == [name[:3].capitalize() for name in MONTH_NAMES]
    assert [tick.px for tick in ticks] == [40.0 + 20 * i for i in range(12)]


def test_months_of_every_label_and_uneven_ones_get_no_more_ticks() -> None:
    for shown in ({"Jan": 40.0, "Feb": 80.0, "Mar": 120.0}, {"Jan": 40.0, "Mar": 80.0, "May": 160.0}):
        assert len(between_months(ticks_of(shown), FRAME, Direction.HORIZONTAL, "x")) == 3


@pytest.mark.parametrize(("text", "month"), [("Sept.", 9), ("MAY", 5), ("December", 12), ("Mars", None), ("Ju", None)])
def test_months_are_known_by_name(text: str, month: int | None) -> None:
    assert month_of(text) == month


def test_both_outer_labels_pushed_inwards_are_put_at_their_ticks() -> None:
    places = {"1970": (40, 61), "1974": (96, 117), "1978": (163, 184), "1982": (219, 240)}
    blocks = [make_label_block(text, *ends) for text, ends in places.items()]
    found = numeric_sequences(blocks, Side.BOTTOM, read_label, image_side=260, max_residual_px=RESIDUAL_PX)[0]
    assert [label.px for label in found.labels] == [40.0, 106.5, 173.5, 240.0]
