"""What the evaluation counts, on pictures whose truth and detections are made by hand."""

from __future__ import annotations

import numpy as np
import pytest

from models.classes import CHANNELS, DetectionClass, PlotType
from models.detector import RawDetection
from models.evaluate import Picture, choose_thresholds, evaluate, report
from models.timing import bars_picture, median_ms

BAR, POINT, AREA = DetectionClass.BAR, DetectionClass.POINT, DetectionClass.PLOT_AREA
Box = tuple[float, float, float, float]


def truth(*rows: tuple[DetectionClass, PlotType | None, Box]) -> np.ndarray:
    return np.array([[CHANNELS.index((cls, kind)), *box] for cls, kind, box in rows], dtype=np.float32).reshape(-1, 5)


def seen(cls: DetectionClass, box: Box, score: float, kind: PlotType | None = None) -> RawDetection:
    return RawDetection(cls, box, score, kind)


WIDE: Box = (0, 0, 100, 80)
GOOD: Box = (10, 10, 30, 60)


def test_thresholds_leave_out_what_is_mostly_wrong() -> None:
    right = Picture(truth((BAR, None, GOOD)), (seen(BAR, GOOD, 0.9), seen(BAR, (60, 0, 90, 9), 0.3)), 0.1)
    assert choose_thresholds([right, right]) == {BAR: pytest.approx(0.9)}


def test_points_are_right_by_their_centre_not_their_size() -> None:
    picture = Picture(truth((POINT, None, (10, 10, 16, 16))), (seen(POINT, (4, 4, 20, 20), 0.8),), 0.1)
    assert choose_thresholds([picture])[POINT] == pytest.approx(0.8)
    told = report(evaluate([picture], {POINT: 0.5}))["summary"]
    assert isinstance(told, dict)
    assert (told["points_recall"], told["points_precision"], told["map50"]) == (1.0, 1.0, 0.0)


def test_scores_below_the_threshold_count_for_average_precision_only() -> None:
    picture = Picture(truth((BAR, None, (10, 10, 18, 60))), (seen(BAR, (10, 10, 18, 60), 0.1),), 0.1)
    told = report(evaluate([picture], {BAR: 0.5}))["summary"]
    assert isinstance(told, dict)
    assert (told["map50"], told["thin_bars_recall"]) == (1.0, 0.0)


def test_the_chart_type_is_that_of_the_matched_plot_area() -> None:
    drawn = truth((AREA, PlotType.LINE, WIDE))
    pictures = [
        Picture(drawn, (seen(AREA, WIDE, 0.9, PlotType.LINE),), 0.1),
        Picture(drawn, (seen(AREA, WIDE, 0.9, PlotType.AREA),), 0.1),
    ]
    told = report(evaluate(pictures, {AREA: 0.5}))
    assert isinstance(told["summary"], dict)
    assert told["summary"]["chart_type"] == 0.5
    assert told["confused"] == [(1, "line -> area")]


def test_time_is_the_median_without_the_first_calls() -> None:
    ticks = iter([0.0, 1.0, 10.0, 13.0, 20.0, 22.0])
    assert median_ms(lambda: None, 3, lambda: next(ticks)) == 2000.0


def test_the_timed_picture_has_ink() -> None:
    assert bars_picture(64).shape == (64, 64, 3)
    assert bars_picture().min() == 0
