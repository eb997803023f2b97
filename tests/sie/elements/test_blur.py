"""The width of steps: as drawn, compressed, reduced, enlarged."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from sie.artifacts import Raster
from sie.elements.blur import ENLARGED_PX, enlargement, step_width

Rgb = NDArray[np.uint8]


def drawn(shift: float = 0.3) -> Rgb:
    """Seven bars whose edges lie at all parts of pixels, drawn by area coverage."""
    large = np.full((1600, 2400, 3), 255, np.uint8)
    for i in range(7):
        left, top = round(8 * (20 + 38.37 * i + shift)), round(8 * (30 + 21.3 * i))
        large[top : 8 * 180, left : left + round(8 * 23.2)] = (40, 90, 160)
    return np.asarray(cv2.resize(large, (300, 200), interpolation=cv2.INTER_AREA), np.uint8)


def as_jpeg(rgb: Rgb, quality: int = 70) -> Rgb:
    _, data = cv2.imencode(".jpg", rgb, [cv2.IMWRITE_JPEG_QUALITY, quality])
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)


@pytest.mark.parametrize("shift", [0.0, 0.25, 0.5])
def test_steps_of_drawn_fills_are_at_most_two_pixels_wide(shift: float) -> None:
    width = step_width(drawn(shift))

    assert width is not None
    assert width < ENLARGED_PX


@pytest.mark.parametrize("factor", [0.5, 0.75, 1.0])
def test_reduction_and_compression_are_no_enlargement(factor: float) -> None:
    small = cv2.resize(drawn(), None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)

    assert enlargement(Raster(as_jpeg(np.asarray(small, np.uint8)))) == 1.0


@pytest.mark.parametrize("factor", [1.8, 2.5])
@pytest.mark.parametrize("way", [cv2.INTER_LINEAR, cv2.INTER_CUBIC])
def test_an_enlarged_picture_has_wide_steps(factor: float, way: int) -> None:
    large = cv2.resize(drawn(), None, fx=factor, fy=factor, interpolation=way)

    found = enlargement(Raster(as_jpeg(np.asarray(large, np.uint8), 85)))

    assert 1.05 * factor < found < 1.3 * factor


def test_a_picture_without_steps_tells_nothing() -> None:
    blank = np.full((50, 60, 3), 255, np.uint8)

    assert step_width(blank) is None
    assert enlargement(Raster(blank)) == 1.0
