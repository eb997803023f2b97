"""Finds labels that say the same again beside the next plot: facets repeat the axis of their neighbours.

The texts themselves are the witness, numbers or words, so that facets of categories or of two ticks each are told too.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import numpy as np

from sie.artifacts import TextBlock
from sie.structure.labels import Label, aligned_groups, make_label
from sie.structure.sequences import LabelSequence
from sie.vocab import Side

MIN_PERIOD = 2
OTHER_STEP = 0.04
"""The step from one plot's labels to the next one's differs from the steps within by at least this part of them."""
MIN_CHARACTERS = 4
"""Labels that repeat have at least this many characters in all: markers and tick marks read as text are all alike."""


def repeated_groups(blocks: Sequence[TextBlock], side: Side) -> list[LabelSequence]:
    """The groups into which the largest row (or column) of repeating labels falls, along the axis, or none."""
    for group in aligned_groups([make_label(block, side, ()) for block in blocks], side):
        for period in range(len(group) // 2, MIN_PERIOD - 1, -1):
            parts = _parts(group, period)
            if parts:
                return [LabelSequence(side, tuple(part)) for part in parts]
    return []


def _parts(group: Sequence[Label], period: int) -> list[list[Label]]:
    """The group in parts of `period` labels that all say the same; empty where they do not."""
    if len(group) % period:
        return []
    parts = [list(group[i : i + period]) for i in range(0, len(group), period)]
    texts = [label.text for label in parts[0]]
    if len(set(texts)) < period or sum(len(text) for text in texts) * len(parts) < MIN_CHARACTERS:
        return []
    if any([label.text for label in part] != texts for part in parts[1:]):
        return []
    within = [float(np.median(np.diff([label.px for label in part]))) for part in parts]
    between = [after[0].px - before[-1].px for before, after in itertools.pairwise(parts)]
    step = float(np.median(within))
    return parts if min(abs(one - step) for one in between) >= OTHER_STEP * step else []
