"""Average precision and tallies."""

from __future__ import annotations

import numpy as np
import pytest

from models.metrics import Found, Tally, average_precision, best_threshold, tally_positions


def found(truth: list[list[float]], boxes: list[list[float]], scores: list[float]) -> Found:
    return Found(np.array(truth).reshape(-1, 4), np.array(boxes).reshape(-1, 4), np.array(scores))


def test_perfect_detections_score_one() -> None:
    assert average_precision([found([[0, 0, 9, 9]], [[0, 0, 9, 9]], [0.9])]) == (1.0, 1)


def test_a_double_detection_is_wrong() -> None:
    value, _ = average_precision([found([[0, 0, 9, 9], [50, 50, 60, 60]], [[0, 0, 9, 9], [0, 0, 9, 9]], [0.9, 0.8])])
    assert value == pytest.approx(0.5)


def test_a_better_scored_mistake_lowers_precision() -> None:
    value, _ = average_precision([found([[0, 0, 9, 9]], [[30, 30, 40, 40], [0, 0, 9, 9]], [0.9, 0.8])])
    assert value == pytest.approx(0.5)


def test_objects_outside_the_size_range_do_not_count() -> None:
    picture = found([[0, 0, 4, 40], [50, 50, 90, 90]], [[0, 0, 4, 40], [50, 50, 90, 90]], [0.9, 0.8])
    assert average_precision([picture], size=(32, 1e9)) == (1.0, 1)
    assert average_precision([picture], size=(8, 16)) == (None, 0)


def test_no_truth_has_no_score() -> None:
    assert average_precision([found([], [[0, 0, 1, 1]], [0.5])]) == (None, 0)


def test_positions_are_found_within_the_tolerance_once() -> None:
    tally = Tally()
    truth = np.array([[10.0, 10.0], [30.0, 30.0]])
    tally_positions(tally, truth, np.array([[11.0, 9.0], [10.5, 10.5], [35.0, 30.0]]), np.array([0.5, 0.9, 0.8]), 2.0)
    assert (tally.found, tally.wrong, tally.missed) == (1, 2, 1)
    assert tally.recall == pytest.approx(0.5)


def test_threshold_keeps_precision_before_recall() -> None:
    scores = np.array([0.9, 0.8, 0.7, 0.6, 0.5, 0.4])
    right = np.array([True, True, False, True, False, True])
    assert best_threshold(scores, right, 4, least_precision=0.9) == 0.8
    assert best_threshold(scores, right, 4, least_precision=0.5) == 0.4


def test_a_hopeless_class_has_its_best_threshold_all_the_same() -> None:
    scores, right = np.array([0.9, 0.8, 0.7]), np.array([False, True, False])
    assert best_threshold(scores, right, 1, least_precision=0.9) == 0.8
