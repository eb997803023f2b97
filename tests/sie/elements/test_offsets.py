from __future__ import annotations

import math
from collections.abc import Sequence

import pytest
from builders import make_axis, make_bar, make_elements, make_point, make_structure

from sie.artifacts import Axis, ChartElements, ChartStructure, Element
from sie.elements.offsets import NOISY_PX, ROUNDED_PX, with_offset
from sie.vocab import ChartType, Direction, MarkKind, ScaleType

CENTERS = (150.0, 230.0, 310.0, 390.0, 470.0)
ENDS = (220.31, 199.08, 160.77, 240.46, 301.6)
SHARP = (350.5, 250.5, 150.5, 50.5)
SMOOTH = (350.21, 250.13, 150.05, 49.97)
TENTH_PX = 0.1


def marked(axis: Axis, marks: str = "outside") -> Axis:
    ticks = tuple(tick.model_copy(update={"marked": True}) for tick in axis.ticks)
    return axis.model_copy(update={"ticks": ticks, "marks": marks})


def values(places: Sequence[float], marks: str = "outside") -> Axis:
    return marked(make_axis(Direction.VERTICAL, list(places), [0, 10, 20, 30]), marks)


def names(places: Sequence[float]) -> Axis:
    labels = [f"n{i}" for i in range(len(places))]
    return marked(make_axis(Direction.HORIZONTAL, list(places), labels, scale=ScaleType.CATEGORICAL))


def bars(*, ends: Sequence[float] = ENDS, base: float = 350.5) -> ChartElements:
    marks = [make_bar(f"b{i}", x, base, end) for i, (x, end) in enumerate(zip(CENTERS, ends, strict=True))]
    return make_elements(ChartType.VERTICAL_BAR, marks)


def points(places: Sequence[tuple[float, float]]) -> ChartElements:
    return make_elements(ChartType.SCATTER, [make_point(f"p{i}", x, y) for i, (x, y) in enumerate(places)])


def told(elements: ChartElements, *axes: Axis, noisy: bool = False, enlarged: float = 1.0) -> ChartElements:
    chart: ChartStructure = make_structure(*axes)
    return with_offset(elements, chart, noisy=noisy, enlarged=enlarged)


@pytest.mark.parametrize("shift", [0.0, -0.5, -1.0])
def test_bars_beside_the_ticks_of_their_categories_tell_the_offset(shift: float) -> None:
    ticks = names([x - shift for x in CENTERS])

    found = told(bars(), values(SHARP), ticks)

    assert found.offset_px == pytest.approx(shift, abs=TENTH_PX)
    assert found.offset_sigma_px < TENTH_PX


def test_feet_beyond_zero_tell_the_offset() -> None:
    axis = marked(make_axis(Direction.HORIZONTAL, [148.5, 248.5, 348.5], [0, 10, 20]))
    marks = [
        Element(id=f"b{i}", kind=MarkKind.BAR, box=(148, 40 * i, end, 40 * i + 20), series="s1",
                px={"base": (148.0, 40 * i + 10), "end": (end, 40 * i + 10)})
        for i, end in enumerate(ENDS)
    ]  # fmt: skip
    found = make_elements(ChartType.HORIZONTAL_BAR, marks)
    found = found.model_copy(update={"orientation": Direction.HORIZONTAL})

    assert told(found, axis).offset_px == pytest.approx(-0.5, abs=TENTH_PX)


def test_marks_on_ticks_at_parts_of_pixels_have_no_offset() -> None:
    found = told(bars(), values(SMOOTH))

    assert found.offset_px == pytest.approx(0.0, abs=TENTH_PX)


def test_smooth_ticks_that_begin_in_the_middle_of_a_pixel_are_moved() -> None:
    across = marked(make_axis(Direction.HORIZONTAL, [100.5, 196.17, 291.83], [0, 10, 20]))
    begun, other = (told(bars(), values(places), across) for places in ((350.5, 250.27, 150.04, 49.81), SMOOTH))

    assert begun.offset_px == pytest.approx(-0.5, abs=TENTH_PX)
    assert other.offset_px == pytest.approx(0.0, abs=TENTH_PX)


def test_where_nothing_tells_sharp_ticks_leave_a_doubt() -> None:
    found = told(bars(), values(SHARP))

    assert -0.45 < found.offset_px < -0.15
    assert found.offset_sigma_px > 0.2


def test_ticks_within_the_plot_are_drawn_where_they_belong() -> None:
    found = told(bars(), values(SHARP, "inside"))

    assert found.offset_px == pytest.approx(0.0, abs=TENTH_PX)


def test_markers_at_whole_pixels_move_with_the_ticks() -> None:
    places = [(150.5 + 13 * i, 100.5 + 17 * i) for i in range(12)]
    free = [(x + 0.3 * i, y + 0.37 * i) for i, (x, y) in enumerate(places)]

    rounded, smooth = (told(points(each), values(SHARP)) for each in (places, free))

    assert rounded.offset_px == pytest.approx(0.0, abs=TENTH_PX)
    assert smooth.offset_px < -0.2


def test_ends_at_whole_pixels_are_known_less_well() -> None:
    smooth, rounded = told(bars(), values(SMOOTH)), told(bars(ends=[round(end) for end in ENDS]), values(SMOOTH))

    assert rounded.elements[0].sigma_px > smooth.elements[0].sigma_px


def test_places_of_ticks_without_marks_tell_nothing() -> None:
    unmarked = make_axis(Direction.VERTICAL, list(SHARP), [0, 10, 20, 30])

    found = told(bars(), unmarked)

    assert (found.offset_px, found.offset_sigma_px) == (0.0, 0.0)


def test_each_series_of_markers_is_at_whole_pixels_by_its_own_look() -> None:
    first = [(150.5 + 40 * i, 100.56 + 17 * i) for i in range(5)]
    second = [(150.5 + 40 * i, 220.31 + 9 * i) for i in range(5)]
    marks = [make_point(f"p{i}", x, y, series="s1" if i < 5 else "s2") for i, (x, y) in enumerate(first + second)]

    found = told(make_elements(ChartType.SCATTER, marks), values(SHARP))

    assert all(element.sigma_px == pytest.approx(math.hypot(0.2, ROUNDED_PX)) for element in found.elements)


def test_rounded_ends_are_told_in_spite_of_noise() -> None:
    ends = [220.77, 199.84, 160.87, 240.71, 301.98, 150.78, 130.87, 110.92]
    centers = [100.0 + 50 * i for i in range(8)]
    marks = [make_bar(f"b{i}", x, 350.5, end) for i, (x, end) in enumerate(zip(centers, ends, strict=True))]
    bars_ = make_elements(ChartType.VERTICAL_BAR, marks)

    noisy, clean = told(bars_, values(SMOOTH), noisy=True), told(bars_, values(SMOOTH))

    assert noisy.elements[0].sigma_px == pytest.approx(math.hypot(0.3, NOISY_PX, ROUNDED_PX))
    assert clean.elements[0].sigma_px == pytest.approx(0.3)


def test_feet_far_from_every_offset_tell_none() -> None:
    assert told(bars(base=351.6), values(SHARP)).offset_sigma_px == told(bars(), values(SHARP)).offset_sigma_px


def test_an_enlarged_picture_hides_what_its_tool_rounded() -> None:
    plain, large = (told(bars(), values(SMOOTH), noisy=True, enlarged=times) for times in (1.0, 2.0))

    assert large.offset_px == plain.offset_px
    assert large.offset_sigma_px == pytest.approx(math.hypot(plain.offset_sigma_px, 2 * ROUNDED_PX))
    assert large.elements[0].sigma_px == pytest.approx(math.hypot(plain.elements[0].sigma_px, 2 * ROUNDED_PX))


@pytest.mark.parametrize("shift", [0.0, -0.5])
def test_bins_with_outlines_meet_in_the_middle_of_their_gaps(shift: float) -> None:
    edges = [120.0 + 60 * i for i in range(6)]
    marks = [
        Element(id=f"b{i}", kind=MarkKind.BAR, box=(low + 0.5, end, high - 0.5, 350.5), series="s1",
                px={"base": (low + 30, 350.5), "end": (low + 30, end)})
        for i, (low, high, end) in enumerate(zip(edges, edges[1:], ENDS, strict=False))
    ]  # fmt: skip
    across = marked(make_axis(Direction.HORIZONTAL, [edge - shift for edge in edges], [0, 1, 2, 3, 4, 5]))

    found = told(make_elements(ChartType.HISTOGRAM, marks), values(SHARP), across)

    assert found.offset_px == pytest.approx(shift, abs=TENTH_PX)
    assert found.offset_sigma_px < TENTH_PX
