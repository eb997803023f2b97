from __future__ import annotations

import numpy as np
import pytest

from sie.elements.bars_levels import entries_by_level
from sie.elements.bars_series import Bar

ANCHORS = np.array([[90.0, 0.0, 0.0], [60.0, 0.0, 0.0], [30.0, 0.0, 0.0]], np.float32)


def stack(slot: int, grey: tuple[float, ...], *, up: bool = True) -> list[Bar]:
    """A stack whose parts have these lightnesses from the base line on, given from the top down."""
    step = -20.0 if up else 20.0
    parts = [
        Bar(slot, 0.0, 10.0, 200 + step * i, 200 + step * (i + 1), up, np.array([g, 0, 0], np.float32), 0.3)
        for i, g in enumerate(grey)
    ]
    return parts[::-1]


@pytest.mark.parametrize("up", [True, False])
def test_levels_of_stacks_are_told_by_what_most_of_their_parts_look_like(up: bool) -> None:
    parts = stack(0, (31, 58, 88), up=up) + stack(1, (55, 61, 70), up=up) + stack(2, (29, 50, 91), up=up)
    assert entries_by_level(parts, ANCHORS) == [0, 1, 2] * 3


def test_stacks_of_different_heights_have_no_levels() -> None:
    assert entries_by_level(stack(0, (30, 60, 90)) + stack(1, (30, 90)), ANCHORS) is None
