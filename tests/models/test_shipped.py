"""The shipped weights on the tests' own charts; skipped where none are shipped."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from models.boxes import overlaps
from models.classes import DetectionClass
from models.consistency import HOLDERS
from models.detector import Detector, load_detector
from models.real_scores import read_picture
from models.registry import DETECTOR, load_manifest, weights_path
from models.runtime import Runtime, find_runtimes, load_onnx

CHARTS = Path(__file__).parents[1] / "data" / "charts"
pytestmark = [
    pytest.mark.weights,
    pytest.mark.skipif(DETECTOR not in load_manifest(), reason="no detector weights are shipped"),
]


@pytest.fixture(scope="module")
def detector() -> Detector:
    loaded = load_detector(threads=1)
    assert loaded is not None
    return loaded


def test_the_plot_area_and_its_type_are_found(detector: Detector) -> None:
    found = detector.detect(read_picture(CHARTS / "grouped_bars.png"))
    areas = [d for d in found if d.cls is DetectionClass.PLOT_AREA]
    assert len(areas) == 1
    assert overlaps(np.array([areas[0].box]), np.array([[75.0, 48.0, 541.0, 357.0]]))[0, 0] > 0.8
    assert areas[0].plot_type in HOLDERS[DetectionClass.BAR]


def test_every_bar_is_found(detector: Detector) -> None:
    found = detector.detect(read_picture(CHARTS / "grouped_bars.png"))
    assert sum(d.cls is DetectionClass.BAR for d in found) == 8


def test_tick_labels_are_found(detector: Detector) -> None:
    found = detector.detect(read_picture(CHARTS / "grouped_bars.png"))
    assert sum(d.cls is DetectionClass.X_TICK_LABEL for d in found) == 4
    assert sum(d.cls is DetectionClass.Y_TICK_LABEL for d in found) == 8


@pytest.mark.skipif(len(find_runtimes("cpu")) < 2, reason="needs both runtimes")
def test_runtimes_agree() -> None:
    rgb = read_picture(CHARTS / "grouped_bars.png")
    boxes = []
    for runtime in Runtime:
        found = Detector(load_onnx(weights_path(DETECTOR), threads=1, runtime=runtime)).detect(rgb, threshold=0.5)
        boxes.append(np.array([d.box for d in found]))
    assert abs(len(boxes[0]) - len(boxes[1])) <= 2
    assert (overlaps(*boxes).max(axis=1) > 0.8).mean() > 0.95
