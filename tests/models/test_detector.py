"""What the detector makes of a network's outputs; the network here is made by hand."""

from __future__ import annotations

import numpy as np
import pytest

from models.classes import CHANNELS, DetectionClass, PlotType
from models.decode import anchor_points
from models.detector import MAX_DETECTIONS, Detector, read_detections
from models.runtime import Outputs

BAR = CHANNELS.index((DetectionClass.BAR, None))
LINE = CHANNELS.index((DetectionClass.PLOT_AREA, PlotType.LINE))
SCATTER = CHANNELS.index((DetectionClass.PLOT_AREA, PlotType.SCATTER))


def scores_of(**channels: float) -> np.ndarray:
    scores = np.zeros(len(CHANNELS), np.float32)
    for name, value in channels.items():
        scores[{"bar": BAR, "line": LINE, "scatter": SCATTER}[name]] = value
    return scores


def test_plot_area_takes_its_best_type_and_keeps_the_others() -> None:
    boxes = np.array([[10.0, 10, 90, 90]])
    (found,) = read_detections(boxes, scores_of(line=0.4, scatter=0.7)[None], threshold=0.25)
    assert found.cls is DetectionClass.PLOT_AREA
    assert found.plot_type is PlotType.SCATTER
    assert found.score == pytest.approx(0.7)
    assert found.type_scores[1][0] is PlotType.LINE


def test_plot_areas_of_two_types_at_one_place_are_one() -> None:
    boxes = np.array([[10.0, 10, 90, 90], [11.0, 10, 90, 91]])
    scores = np.stack([scores_of(line=0.6), scores_of(scatter=0.5)])
    assert [d.plot_type for d in read_detections(boxes, scores, threshold=0.25)] == [PlotType.LINE]


def test_marks_have_no_chart_type() -> None:
    (found,) = read_detections(np.array([[1.0, 1, 5, 9]]), scores_of(bar=0.9)[None], threshold=0.25)
    assert (found.cls, found.plot_type, found.type_scores) == (DetectionClass.BAR, None, ())


def test_no_more_than_the_limit_is_given_back() -> None:
    boxes = np.array([[k * 4.0, 0, k * 4.0 + 3, 3] for k in range(MAX_DETECTIONS + 50)])
    scores = np.repeat(scores_of(bar=0.9)[None], len(boxes), axis=0)
    assert len(read_detections(boxes, scores, threshold=0.25)) == MAX_DETECTIONS


def test_boxes_come_back_in_pixels_of_the_picture() -> None:
    def network(batch: np.ndarray) -> Outputs:
        height, width = batch.shape[2:]
        points, _ = anchor_points(width, height)
        logits = np.full((len(CHANNELS), len(points)), -9.0, np.float32)
        distances = np.full((64, len(points)), -30.0, np.float32)
        anchor = int(np.flatnonzero((points == [204.0, 100.0]).all(axis=1))[0])
        logits[BAR, anchor] = 3.0
        for side in range(4):
            distances[side * 16 + 1, anchor] = 30.0
        return distances, logits

    (found,) = Detector(network).detect(np.full((200, 320, 3), 255, np.uint8))
    assert found.box == pytest.approx((98.0, 46.0, 106.0, 54.0), abs=0.01)
