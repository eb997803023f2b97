"""How marks look and which legend entry they follow: clusters of fill colours and their match to the legend."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import linear_sum_assignment

from sie.artifacts import ChartStructure, LegendEntry, SeriesMarks
from sie.elements.ink_background import lab_of, parse_hex, to_hex, to_lab

Lab = NDArray[np.float32]

SAME_LOOK = 7.0
"""Lab distance below which two fills are the same series, unless the legend tells them apart."""
LEGEND_REACH = 22.0
"""Lab distance up to which a look may be a legend entry's."""


@dataclass(frozen=True)
class Look:
    """A cluster of fills.

    Attributes:
        lab: its colour in Lab, shape (3,), possibly followed by what tells its pattern.
        members: indices of the fills in it.
    """

    lab: Lab
    members: tuple[int, ...]

    @property
    def color(self) -> str:
        """`#rrggbb`."""
        return lab_to_hex(self.lab[:3])


def lab_to_hex(lab: Lab) -> str:
    """`#rrggbb` of a Lab colour."""
    import cv2

    rgb = cv2.cvtColor(np.asarray(lab, np.float32).reshape(1, 1, 3), cv2.COLOR_LAB2RGB)[0, 0]
    return to_hex(np.asarray(rgb) * 255)


def rgb_to_lab(colors: Sequence[tuple[float, float, float]]) -> Lab:
    """Lab colours, shape (n, 3), of rgb colours (0 to 255)."""
    return np.asarray(to_lab(np.array(colors, np.float32).reshape(1, -1, 3))[0], np.float32)


def entry_labs(entries: Sequence[LegendEntry]) -> Lab:
    """Lab of each entry's colour, shape (n, 3); far outside the colour space where it is unknown."""
    rows = [lab_of(parse_hex(e.color)) if e.color else np.array([1e4, 0, 0], np.float32) for e in entries]
    return np.array(rows, np.float32).reshape(-1, 3)


def find_looks(labs: Lab, weights: Sequence[float], anchors: Lab) -> list[Look]:
    """Clusters of fills, heaviest first.

    Fills gather around the legend's colours where these are near, and otherwise around the heaviest fill that no
    cluster has yet.

    Args:
        labs: (n, 3) colour of each fill.
        weights: area of each fill.
        anchors: (m, 3) colours of the legend.
    """
    order = np.argsort(-np.asarray(weights, float), kind="stable")
    seeds: list[Lab] = []
    for index in order:
        lab = labs[index]
        if all(float(np.linalg.norm(lab - seed)) > SAME_LOOK or _split(lab, seed, anchors) for seed in seeds):
            seeds.append(lab)
    if not seeds:
        return []
    distances = np.linalg.norm(labs[:, None] - np.array(seeds)[None], axis=2)
    nearest = distances.argmin(axis=1)
    looks = []
    for index in range(len(seeds)):
        members = tuple(int(i) for i in np.flatnonzero(nearest == index))
        if members:
            share = np.array([weights[i] for i in members], float)
            center = np.average(labs[list(members)], axis=0, weights=np.maximum(share, 1e-6))
            looks.append(Look(np.asarray(center, np.float32), members))
    return looks


def _split(first: Lab, second: Lab, anchors: Lab) -> bool:
    """Whether two near colours belong to two different legend entries."""
    if len(anchors) < 2:
        return False
    a, b = (np.linalg.norm(anchors - lab, axis=1) for lab in (first, second))
    return bool(a.argmin() != b.argmin() and a.min() < SAME_LOOK / 2 and b.min() < SAME_LOOK / 2)


def match_looks(looks: Sequence[Look], entries: Sequence[LegendEntry], anchors: Lab) -> dict[int, LegendEntry]:
    """Legend entry of each look, by index, in the assignment of least total distance; looks too far are left out.

    Args:
        looks: clusters of fills.
        entries: of the legend.
        anchors: the look of each entry, of the same length as the looks' own.
    """
    if not looks or not entries:
        return {}
    cost = np.linalg.norm(np.array([look.lab for look in looks])[:, None] - anchors[None], axis=2)
    capped = np.minimum(cost, 3 * LEGEND_REACH)
    rows, columns = linear_sum_assignment(capped)
    matched = {int(r): entries[int(c)] for r, c in zip(rows, columns, strict=True) if cost[r, c] <= LEGEND_REACH}
    taken = {entry.id for entry in matched.values()}
    for index in range(len(looks)):
        nearest = int(cost[index].argmin())
        if index not in matched and cost[index, nearest] <= LEGEND_REACH / 2 and entries[nearest].id in taken:
            matched[index] = entries[nearest]
    return matched


def legend_entries(chart: ChartStructure) -> tuple[LegendEntry, ...]:
    """The entries of a chart's legend, none where it has no legend."""
    return chart.legend.entries if chart.legend is not None else ()


def named_marks(index: int, entry: LegendEntry, color: str) -> SeriesMarks:
    """The series that a legend entry names."""
    return SeriesMarks(
        id=f"series{index}", name=entry.label, legend_entry=entry.id, text_ids=entry.text_ids, color=color
    )
