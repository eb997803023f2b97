from __future__ import annotations

import cv2
import numpy as np
import pytest

from sie.artifacts import TextBlock
from sie.structure.fill import background_color, filled_panel, ink_mask
from sie.structure.frame import Frame, bounds_along, find_frame, join_collinear
from sie.structure.labels import make_label
from sie.structure.lines import LineMap, Segment, find_lines
from sie.structure.sequences import LabelSequence
from sie.vocab import Direction, Side


def make_canvas(height: int = 300, width: int = 400, level: int = 255) -> np.ndarray:
    return np.full((height, width, 3), level, np.uint8)


def make_block(text: str, x0: float, y0: float, x1: float, y1: float) -> TextBlock:
    return TextBlock(
        id=f"{text}@{x0:g},{y0:g}", text=text, polygon=((x0, y0), (x1, y0), (x1, y1), (x0, y1)), confidence=0.9
    )


def make_columns() -> LabelSequence:
    blocks = [make_block(str(i), 34, y - 5, 44, y + 5) for i, y in enumerate((40, 95, 150, 205, 260))]
    return LabelSequence(Side.LEFT, tuple(make_label(block, Side.LEFT, ()) for block in blocks))


def make_rows() -> LabelSequence:
    blocks = [make_block(str(i), x - 5, 275, x + 5, 285) for i, x in enumerate((60, 140, 220, 300, 380))]
    return LabelSequence(Side.BOTTOM, tuple(make_label(block, Side.BOTTOM, ()) for block in blocks))


def find(canvas: np.ndarray) -> Frame:
    height, width = canvas.shape[:2]
    return find_frame(
        canvas,
        find_lines(canvas).lines,
        [],
        columns=[make_columns()],
        rows=[make_rows()],
        within=(0.0, 0.0, float(width), float(height)),
    )


def test_frame_of_drawn_rectangle_is_its_lines() -> None:
    canvas = make_canvas()
    cv2.rectangle(canvas, (52, 36), (388, 266), (0, 0, 0), 1)
    frame = find(canvas)
    assert frame.box == pytest.approx((52.5, 36.5, 388.5, 266.5), abs=0.6)
    assert frame.lined == set(Side)


def test_frame_ignores_border_of_picture() -> None:
    canvas = make_canvas()
    cv2.rectangle(canvas, (2, 2), (397, 297), (0, 0, 0), 1)
    cv2.rectangle(canvas, (52, 36), (388, 266), (0, 0, 0), 1)
    assert find(canvas).box == pytest.approx((52.5, 36.5, 388.5, 266.5), abs=0.6)


def test_frame_ends_where_grid_lines_end() -> None:
    canvas = make_canvas()
    for y in (40, 95, 150, 205, 260):
        canvas[y, 52:390] = 205
    frame = find(canvas)
    assert frame.box[0] == pytest.approx(52, abs=1)
    assert frame.box[2] == pytest.approx(390, abs=1)


def test_frame_leaves_outward_ticks_outside() -> None:
    canvas = make_canvas()
    for y in (40, 95, 150, 205, 260):
        canvas[y, 48:390] = 90
    canvas[36:266, 56] = 90
    assert find(canvas).box[0] == pytest.approx(56.5, abs=0.6)


def test_frame_grows_to_bar_above_last_grid_line() -> None:
    canvas = make_canvas()
    for y in (95, 150, 205, 260):
        canvas[y, 52:390] = 205
    canvas[30:260, 120:160] = (60, 110, 200)
    assert find(canvas).box[1] <= 31


def test_frame_without_a_right_line_takes_in_the_bars_of_the_last_group() -> None:
    canvas = make_canvas()
    canvas[36:266, 52] = 0
    bars = [(200, 216), (284, 304), (306, 326)]
    for i, (left, right) in enumerate(bars):
        canvas[120 + 15 * i : 262 - 2 * i, left : right + 1] = (60, 110, 200)
    rows = LabelSequence(Side.BOTTOM, make_rows().labels[:4])
    frame = find_frame(
        canvas, find_lines(canvas).lines, [], columns=[make_columns()], rows=[rows], within=(0.0, 0.0, 400.0, 300.0)
    )
    assert frame.box[2] == pytest.approx(327, abs=1.5)


def test_frame_bounds_come_from_labels() -> None:
    bounds = bounds_along([make_columns()], make_rows(), low=0.0, high=400.0)
    assert 40 <= bounds.low_min <= 44
    assert bounds.low_max >= 60
    assert bounds.high_min <= 380


def test_frame_lines_behind_bars_are_one_line() -> None:
    parts = [Segment(Direction.HORIZONTAL, 80.5, a, b, 1.0, -60.0) for a, b in ((50, 100), (140, 200), (240, 380))]
    joined = join_collinear(parts)
    assert len(joined) == 1
    assert (joined[0].start_px, joined[0].end_px) == (50, 380)
    assert joined[0].fill < 0.8


def test_frame_lines_of_other_tone_stay_apart() -> None:
    pair = [
        Segment(Direction.HORIZONTAL, 80.5, 50, 100, 1.0, -60.0),
        Segment(Direction.HORIZONTAL, 80.5, 140, 200, 1.0, 60.0),
    ]
    assert len(join_collinear(pair)) == 2


def test_frame_lines_are_cut_to_their_panel() -> None:
    lines = LineMap((Segment(Direction.HORIZONTAL, 80.5, 50, 380, 1.0, -60.0),), ())
    cut = lines.within((0.0, 0.0, 200.0, 300.0))
    assert cut.horizontal[0].end_px == 200


def test_frame_finds_coloured_panel_behind_marks() -> None:
    canvas = make_canvas()
    canvas[36:266, 52:388] = 235
    canvas[120:266, 100:260] = (200, 40, 40)
    assert filled_panel(canvas, (50, 40, 380, 260)) == pytest.approx((52, 36, 388, 266), abs=1)


def test_frame_has_no_panel_on_plain_page() -> None:
    assert filled_panel(make_canvas(), (50, 40, 380, 260)) is None


def test_frame_ink_is_told_from_each_background() -> None:
    canvas = make_canvas()
    canvas[36:266, 52:388] = 180
    canvas[100:110, 100:110] = 0
    mask = ink_mask(canvas, [], plot_area=(52, 36, 388, 266))
    assert mask.sum() == 100


def test_frame_background_is_the_commonest_colour() -> None:
    canvas = make_canvas(level=20)
    canvas[:40] = 255
    assert background_color(canvas) == pytest.approx([20, 20, 20])


def test_a_whisker_along_the_last_category_is_no_side_of_the_plot() -> None:
    canvas = make_canvas()
    names = (40, 95, 150, 205)
    for y in names:
        canvas[y, 52:380] = 0
        canvas[y - 12 : y + 13, 120:200] = (200, 200, 200)
    blocks = [make_block(f"name {y}", 4, y - 5, 44, y + 5) for y in names]
    column = LabelSequence(Side.LEFT, tuple(make_label(block, Side.LEFT, ()) for block in blocks))

    frame = find_frame(
        canvas,
        find_lines(canvas).lines,
        [],
        columns=[column],
        rows=[make_rows()],
        within=(0.0, 0.0, 400.0, 300.0),
    )

    assert frame.box[3] > 217
    assert Side.BOTTOM not in frame.lines
