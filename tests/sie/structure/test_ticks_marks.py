from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sie.structure.lines import find_lines
from sie.structure.marks import MarkRow, best_match, flush_at_marks, mark_rows, match_marks, sharpness
from sie.vocab import Direction


def make_canvas(height: int = 200, width: int = 300) -> np.ndarray:
    return np.full((height, width, 3), 255, np.uint8)


def draw_vertical(canvas: np.ndarray, x: float, y0: int, y1: int, *, width: float = 1.0, ink: float = 255.0) -> None:
    """A dark vertical line, anti-aliased as a renderer does it."""
    columns = np.arange(canvas.shape[1])
    covered = np.clip(np.minimum(columns + 1, x + width / 2) - np.maximum(columns, x - width / 2), 0, 1)
    canvas[y0:y1] = np.minimum(canvas[y0:y1], (255 - ink * covered)[None, :, None].astype(np.uint8))


@pytest.mark.parametrize("place", [80.5, 80.0, 80.25, 80.8])
def test_ticks_are_found_to_a_tenth_of_a_pixel(place: float) -> None:
    canvas = make_canvas()
    canvas[150, 40:260] = 0
    for x in (place, place + 50, place + 100):
        draw_vertical(canvas, x, 151, 156)
    field = find_lines(canvas)
    rows = mark_rows(field, Direction.HORIZONTAL, line_px=150.5, outer_px=160, low_px=40, high_px=260)
    match = best_match([place, place + 50, place + 100], rows, reach_px=8)
    assert match is not None
    assert match.px == pytest.approx((place, place + 50, place + 100), abs=0.1)


def test_ticks_of_light_grid_lines_on_grey_are_found() -> None:
    canvas = make_canvas()
    canvas[20:150, 40:260] = 235
    for x in (80, 130, 180, 230):
        canvas[20:150, x : x + 2] = 255
    field = find_lines(canvas)
    assert sorted(line.position_px for line in field.lines.vertical if line.contrast > 0) == pytest.approx(
        [81, 131, 181, 231], abs=0.1
    )


@given(st.floats(-6, 6), st.floats(20, 60), st.integers(3, 8))
def test_ticks_match_labels_that_all_stand_equally_aside(shift: float, pitch: float, count: int) -> None:
    places = [50 + pitch * i for i in range(count)]
    match = match_marks(places, MarkRow(tuple(p + shift for p in places), "outside"), reach_px=8)
    assert match.count == count
    assert match.px == pytest.approx([p + shift for p in places])


def test_ticks_prefer_the_nearest_of_equal_shifts() -> None:
    places = [50.0, 90.0, 130.0]
    minor = MarkRow(tuple(40.0 + 8 * i for i in range(14)), "outside")
    match = match_marks([p - 0.6 for p in places], minor, reach_px=8)
    assert abs(match.shift_px) < 4


def test_ticks_do_not_match_dense_marks() -> None:
    dense = MarkRow(tuple(40.0 + 4 * i for i in range(40)), "outside")
    assert best_match([51.0, 93.0, 135.0], [dense], reach_px=8) is None


def test_ticks_take_the_row_of_labelled_marks_before_all_marks() -> None:
    major = MarkRow((50.0, 90.0, 130.0), "outside")
    every = MarkRow(tuple(50.0 + 10 * i for i in range(9)), "outside")
    match = best_match([50.0, 90.0, 130.0], [every, major], reach_px=8)
    assert match is not None
    assert match.spare == 0


def test_marks_inside_far_from_their_labels_count_where_every_label_has_one() -> None:
    places = [50.0, 90.0, 130.0, 170.0, 210.0]
    every, most = (MarkRow(tuple(p + 4.4 for p in places[:n]), "inside") for n in (5, 4))
    match = best_match(places, [every], reach_px=8, in_line=True)
    assert match is not None
    assert match.shift_px == pytest.approx(4.4, abs=0.05)
    assert best_match(places, [most], reach_px=8, in_line=True) is None


def test_ticks_without_marks_have_no_match() -> None:
    assert best_match([50.0, 90.0], [], reach_px=8) is None
    assert match_marks([50.0, 90.0], MarkRow((300.0,), "outside"), reach_px=8).count == 0


@pytest.mark.parametrize(
    ("places", "kind"),
    [
        ((350.5, 250.5, 150.5, 50.5), "odd"),
        ((350.0, 250.0, 150.0, 50.0), "even"),
        ((350.21, 250.13, 150.05, 49.97), "smooth"),
        ((350.5, 250.5, 150.5, 50.2), "odd"),
        ((350.5,), None),
    ],
)
def test_ticks_drawn_as_sharp_lines_are_told_by_their_places(places: tuple[float, ...], kind: str | None) -> None:
    assert sharpness(places) == kind


@pytest.mark.parametrize(("direction", "place"), [(Direction.HORIZONTAL, 20.0), (Direction.VERTICAL, None)])
def test_a_flush_outer_label_takes_the_mark_that_its_box_reaches_along_the_axis(
    direction: Direction, place: float | None
) -> None:
    boxes = [(0.0, 195.0, 60.0, 205.0), *((0.0, y - 5, 60.0, y + 5) for y in (50.0, 80.0, 110.0, 140.0))]
    assert flush_at_marks(boxes, [None, 50.0, 80.0, 110.0, 140.0], direction)[0] == place
