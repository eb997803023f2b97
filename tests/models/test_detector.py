"""What the detector makes of a network's outputs; the network here is made by hand."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from models.classes import CHANNELS, DetectionClass, PlotType
from models.decode import anchor_points
from models.detector import MAX_DETECTIONS, Detector, read_detections
from models.runtime import Outputs
from models.tiles import OVERLAP_PX, plan_tiles, whole_in_tile

BAR = CHANNELS.index((DetectionClass.BAR, None))
LINE = CHANNELS.index((DetectionClass.PLOT_AREA, PlotType.LINE))
SCATTER = CHANNELS.index((DetectionClass.PLOT_AREA, PlotType.SCATTER))
ALL = dict.fromkeys(DetectionClass, 0.25)
_NAMED = {
    "bar": BAR,
    "line": LINE,
    "scatter": SCATTER,
    "box_plot": CHANNELS.index((DetectionClass.PLOT_AREA, PlotType.VERTICAL_BOX)),
    "bars": CHANNELS.index((DetectionClass.PLOT_AREA, PlotType.STACKED_VERTICAL_BAR)),
}


def scores_of(**channels: float) -> np.ndarray:
    scores = np.zeros(len(CHANNELS), np.float32)
    for name, value in channels.items():
        scores[_NAMED[name]] = value
    return scores


def test_plot_area_takes_its_best_type_and_the_sum_of_their_scores() -> None:
    boxes = np.array([[10.0, 10, 90, 90]])
    (found,) = read_detections(boxes, scores_of(line=0.2, scatter=0.4)[None], thresholds=ALL)
    assert found.cls is DetectionClass.PLOT_AREA
    assert found.plot_type is PlotType.SCATTER
    assert found.score == pytest.approx(0.6)
    assert found.type_scores[1][0] is PlotType.LINE


def test_a_plot_area_is_no_surer_than_sure() -> None:
    (found,) = read_detections(np.array([[1.0, 1, 9, 9]]), scores_of(line=0.8, scatter=0.7)[None], thresholds=ALL)
    assert found.score == 1.0


def test_plot_areas_of_two_types_at_one_place_are_one() -> None:
    boxes = np.array([[10.0, 10, 90, 90], [11.0, 10, 90, 91]])
    scores = np.stack([scores_of(line=0.6), scores_of(scatter=0.5)])
    assert [d.plot_type for d in read_detections(boxes, scores, thresholds=ALL)] == [PlotType.LINE]


def test_bars_in_a_box_plot_are_believed_less_and_those_outside_are_not() -> None:
    boxes = np.array([[0.0, 0, 90, 90], [10.0, 10, 20, 60], [100.0, 10, 110, 60]])
    scores = np.stack([scores_of(box_plot=0.9), scores_of(bar=0.8), scores_of(bar=0.8)])
    found = read_detections(boxes, scores, thresholds=ALL)
    assert [(d.cls.value, round(d.score, 2)) for d in found] == [("plot_area", 0.9), ("bar", 0.8), ("bar", 0.32)]


def test_bars_keep_their_score_in_plot_areas_of_any_bar_type() -> None:
    boxes = np.array([[0.0, 0, 90, 90], [10.0, 10, 20, 60]])
    scores = np.stack([scores_of(bars=0.5), scores_of(bar=0.8)])
    assert [round(d.score, 2) for d in read_detections(boxes, scores, thresholds=ALL)] == [0.8, 0.5]


def test_marks_have_no_chart_type() -> None:
    (found,) = read_detections(np.array([[1.0, 1, 5, 9]]), scores_of(bar=0.9)[None], thresholds=ALL)
    assert (found.cls, found.plot_type, found.type_scores) == (DetectionClass.BAR, None, ())


def test_no_more_than_the_limit_is_given_back() -> None:
    boxes = np.array([[k * 4.0, 0, k * 4.0 + 3, 3] for k in range(MAX_DETECTIONS + 50)])
    scores = np.repeat(scores_of(bar=0.9)[None], len(boxes), axis=0)
    assert len(read_detections(boxes, scores, thresholds=ALL)) == MAX_DETECTIONS


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


def test_each_class_has_its_own_threshold() -> None:
    boxes = np.array([[0.0, 0, 40, 40], [50.0, 0, 90, 40]])
    scores = np.stack([scores_of(bar=0.4), scores_of(line=0.4)])
    found = read_detections(boxes, scores, thresholds=ALL | {DetectionClass.BAR: 0.5})
    assert [d.cls for d in found] == [DetectionClass.PLOT_AREA]


def square_finder(batch: np.ndarray) -> Outputs:
    """Finds cells of 8 px that are wholly dark as bars of 8 px."""
    height, width = batch.shape[2:]
    points, _ = anchor_points(width, height)
    logits = np.full((len(CHANNELS), len(points)), -9.0, np.float32)
    distances = np.full((64, len(points)), -30.0, np.float32)
    small = (height // 8) * (width // 8)
    dark = batch[0, 0].reshape(height // 8, 8, width // 8, 8).max(axis=(1, 3)).reshape(-1) < 60
    for anchor in np.flatnonzero(dark[:small]):
        logits[BAR, anchor] = 3.0
        distances[np.arange(4) * 16, anchor] = 15.0
        distances[np.arange(4) * 16 + 1, anchor] = 15.0
    return distances, logits


def test_large_pictures_are_looked_at_in_tiles_for_small_marks() -> None:
    picture = np.full((1000, 5000, 3), 255, np.uint8)
    picture[512:526, 4552:4566] = 0  # 4 px on the whole picture's canvas, 10 px on a tile's
    (found,) = Detector(square_finder).detect(picture)
    assert found.box == pytest.approx((4552.0, 512.0, 4562.7, 522.7), abs=0.1)


def test_tiles_cover_the_picture_and_overlap() -> None:
    tiles = plan_tiles(5000, 1000, side=2048)
    assert [(t[0], t[2]) for t in tiles] == [(0, 2048), (1476, 3524), (2952, 5000)]
    assert all(a[2] - b[0] >= OVERLAP_PX for a, b in itertools.pairwise(tiles))


def test_what_a_tile_cuts_is_left_to_its_neighbour() -> None:
    boxes = np.array([[10.0, 10, 30, 30], [90.0, 10, 100, 30], [10.0, 10, 99, 30], [0.0, 0, 9, 9]])
    left = whole_in_tile(boxes, (0, 0, 100, 50), width=200, height=50, scale=0.5)
    assert left.tolist() == [True, False, False, True]


def test_what_the_whole_picture_shows_large_enough_is_not_sought_in_tiles() -> None:
    boxes = np.array([[10.0, 10, 50, 50], [10.0, 10, 40, 300]])
    assert whole_in_tile(boxes, (0, 0, 400, 400), width=800, height=400, scale=0.5).tolist() == [False, True]
