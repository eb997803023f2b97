"""Overlap, suppression, letterbox and decoding."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from models.boxes import CANVAS_STEP, MAX_CANVAS_PX, fill_canvas, overlaps, plan_letterbox, suppress
from models.decode import anchor_points, decode


def test_overlap_of_a_box_with_itself_is_one() -> None:
    boxes = np.array([[1.0, 2.0, 4.0, 8.0]])
    assert overlaps(boxes, boxes)[0, 0] == pytest.approx(1.0)


def test_overlap_of_an_empty_box_is_zero() -> None:
    assert overlaps(np.array([[1.0, 1.0, 1.0, 5.0]]), np.array([[1.0, 1.0, 1.0, 5.0]]))[0, 0] == 0.0


def test_suppression_keeps_the_best_of_doubles_and_other_groups() -> None:
    boxes = np.array([[0, 0, 10, 10], [0, 0, 10, 9], [20, 20, 30, 30], [0, 0, 10, 10]], dtype=float)
    scores = np.array([0.6, 0.9, 0.5, 0.3])
    groups = np.array([0, 0, 0, 1])
    assert suppress(boxes, scores, groups, iou=np.full(4, 0.5), most=10).tolist() == [1, 2, 3]


def test_each_group_has_its_own_largest_overlap() -> None:
    boxes = np.array([[0, 0, 10, 10], [0, 0, 10, 6], [0, 0, 10, 10], [0, 0, 10, 6]], dtype=float)
    groups, iou = np.array([0, 0, 1, 1]), np.array([0.5, 0.5, 0.7, 0.7])
    assert suppress(boxes, np.array([0.9, 0.8, 0.7, 0.6]), groups, iou=iou, most=10).tolist() == [0, 2, 3]


def test_suppression_gives_back_at_most_so_many() -> None:
    boxes = np.array([[k * 10.0, 0, k * 10.0 + 5, 5] for k in range(8)])
    scores = np.linspace(0.1, 0.8, 8)
    assert suppress(boxes, scores, np.zeros(8, int), iou=np.full(8, 0.5), most=3).tolist() == [7, 6, 5]


def test_suppression_of_nothing_is_nothing() -> None:
    assert len(suppress(np.zeros((0, 4)), np.zeros(0), np.zeros(0, int), iou=np.zeros(0), most=5)) == 0


@given(st.integers(1, 4000), st.integers(1, 4000))
def test_letterbox_holds_the_picture_and_comes_back(width: int, height: int) -> None:
    plan = plan_letterbox(width, height)
    assert plan.width % CANVAS_STEP == plan.height % CANVAS_STEP == 0
    assert max(plan.width, plan.height) <= MAX_CANVAS_PX
    on_canvas = np.array([[0, 0, width * plan.scale_x, height * plan.scale_y]], dtype=np.float32)
    assert on_canvas[0, 2] <= plan.width + 0.5
    assert plan.back(on_canvas)[0] == pytest.approx([0, 0, width, height], abs=0.01 * max(width, height))


def test_small_pictures_are_enlarged_and_large_ones_keep_small_markers() -> None:
    assert plan_letterbox(200, 100).scale_x == 3.0
    assert plan_letterbox(1600, 900).scale_x >= 0.75


def test_canvas_has_the_picture_at_its_top_left() -> None:
    rgb = np.zeros((100, 640, 3), np.uint8)
    canvas = fill_canvas(rgb, plan_letterbox(640, 100))
    assert canvas.shape == (128, 640, 3)
    assert canvas[:100].max() == 0
    assert canvas[100:].min() > 0


def test_decoding_puts_a_box_around_its_anchor() -> None:
    points, strides = anchor_points(64, 64)
    anchor = 9
    logits = np.full((3, len(points)), -9.0, np.float32)
    logits[1, anchor] = 4.0
    distances = np.full((4 * 16, len(points)), -30.0, np.float32)
    for side, bins in enumerate((1, 2, 3, 1)):
        distances[side * 16 + bins, anchor] = 30.0
    boxes, scores, chosen = decode(distances, logits, width=64, height=64, threshold=0.25)
    assert chosen.tolist() == [anchor]
    x, y = points[anchor]
    step = strides[anchor]
    assert boxes[0] == pytest.approx([x - step, y - 2 * step, x + 3 * step, y + step], abs=1e-3)
    assert scores[0].argmax() == 1


def test_a_channel_that_is_out_of_the_question_scores_nought_without_a_warning() -> None:
    points, _ = anchor_points(64, 64)
    logits = np.full((3, len(points)), -300.0, np.float32)
    logits[1, 9] = 4.0
    with np.errstate(over="raise"):
        _, scores, _ = decode(np.ones((4, len(points)), np.float32), logits, width=64, height=64, threshold=0.25)
    assert scores[0] == pytest.approx([0.0, 0.982, 0.0], abs=1e-3)
