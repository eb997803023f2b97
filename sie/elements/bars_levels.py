"""Stacks whose parts look too much alike to be told one by one: a legend's entry stands at one level of all of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import linear_sum_assignment


class Part(Protocol):
    """What is asked of a part of a stack: its stack, where it starts, which way it goes, and its look."""

    @property
    def slot(self) -> int:
        """Index of its stack."""

    @property
    def base(self) -> float:
        """Row where it starts."""

    @property
    def up(self) -> bool:
        """Whether it goes up the page."""

    @property
    def look(self) -> NDArray[np.float32]:
        """Shape (n,)."""


def entries_by_level(parts: Sequence[Part], anchors: NDArray[np.float32]) -> list[int] | None:
    """The legend entry of each part of equally high stacks, by level; None where stacks differ or are not in full.

    Args:
        parts: of all stacks.
        anchors: look of each entry, shape (m, n).
    """
    counts = Counter(part.slot for part in parts)
    if len(anchors) < 2 or set(counts.values()) != {len(anchors)} or len({part.up for part in parts}) > 1:
        return None
    ranks = _ranks(parts)
    looks = np.array([part.look for part in parts], np.float32)
    levels = np.array([np.median(looks[ranks == level], axis=0) for level in range(len(anchors))])
    cost = np.linalg.norm(levels[:, None] - anchors[None], axis=2)
    _, columns = linear_sum_assignment(cost)
    return [int(columns[rank]) for rank in ranks]


def _ranks(parts: Sequence[Part]) -> NDArray[np.int64]:
    """Each part's place in its stack, from the base line."""
    ranks = np.zeros(len(parts), np.int64)
    for slot in {part.slot for part in parts}:
        members = [i for i, part in enumerate(parts) if part.slot == slot]
        members.sort(key=lambda i: -parts[i].base if parts[i].up else parts[i].base)
        for rank, index in enumerate(members):
            ranks[index] = rank
    return ranks
