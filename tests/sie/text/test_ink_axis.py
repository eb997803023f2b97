"""The axis line that a label's rectangle reaches, with the label's tick mark, is no glyph of it."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from sie.text.ink import find_runs


def draw(tick_y: int | None, *, left: bool = False) -> np.ndarray:
    """A word with a line across the crop's right (or left) side, and a tick mark of the line at a height."""
    rgb = np.full((48, 120, 3), 255, np.uint8)
    cv2.putText(rgb, "Milk", (20, 34), cv2.FONT_HERSHEY_SIMPLEX, 0.9, (0, 0, 0), 2)
    rgb[:, 114:] = 100
    if tick_y is not None:
        rgb[tick_y : tick_y + 6, 100:] = 100
    return rgb[:, ::-1].copy() if left else rgb


@pytest.mark.parametrize("left", [False, True])
def test_an_axis_line_and_its_tick_mark_are_no_glyph(left: bool) -> None:
    runs = find_runs(draw(21, left=left))
    assert max(run.height for run in runs) < 40
    assert (min(run.start for run in runs) > 25) if left else (max(run.stop for run in runs) < 95)


def test_ink_that_leaves_the_line_at_the_foot_is_kept() -> None:
    assert any(run.height == 48 for run in find_runs(draw(42)))
