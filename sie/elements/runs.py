"""Runs of set pixels along the columns and rows of a mask, and the straight strokes that they tell."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

LONG = 8
"""Pixels of the shortest run of an upright stroke."""
THICK = 4
"""Pixels of the longest run across such a stroke."""
STEEP = 6
"""Times that a run is as long as the run across it where the stroke is surely not slanted."""


def run_lengths(mask: NDArray[np.bool_]) -> NDArray[np.int32]:
    """For each set pixel the length of its column run."""
    height, width = mask.shape
    padded = np.zeros((height + 2, width), np.int8)
    padded[1:-1] = mask
    steps = np.diff(padded, axis=0).T
    columns, starts = np.nonzero(steps == 1)
    _, stops = np.nonzero(steps == -1)
    lengths = np.zeros((width, height), np.int32)
    marks = np.zeros((width, height + 1), np.int32)
    marks[columns, starts] += stops - starts
    marks[columns, stops] -= stops - starts
    np.cumsum(marks[:, :-1], axis=1, out=lengths)
    return lengths.T


def upright_strokes(mask: NDArray[np.bool_], *, surely: bool = False) -> NDArray[np.bool_]:
    """The pixels of a mask on strokes that run down the columns, steep ones among them or `surely` not."""
    down, across = run_lengths(mask), run_lengths(mask.T).T
    return np.asarray(mask & (down >= LONG) & (down >= STEEP * across if surely else across <= THICK))
