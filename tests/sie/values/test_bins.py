"""Histogram bins on round edges."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from sie.artifacts import DataPoint
from sie.values.bins import on_even_edges, on_round_edges, round_width

PER_PX = 0.1


def read_edges(start: float, width: float, count: int, *, off_px: float = 0.3) -> list[tuple[float, float]]:
    """Edges of bins as read from pixels, each off by up to so many pixels."""
    rng = np.random.default_rng(3)
    edges = [start + k * width for k in range(count + 1)]
    off = rng.uniform(-off_px, off_px, (count, 2)) * PER_PX
    return [(edges[k] + off[k, 0], edges[k + 1] + off[k, 1]) for k in range(count)]


def bins(edges: list[tuple[float, float]]) -> list[DataPoint]:
    return [
        DataPoint(x=(low + high) / 2, x0=low, x1=high, y=3.0, px=(0.0, 0.0), sigma=0.1, confidence=1.0)
        for low, high in edges
    ]


@pytest.mark.parametrize(
    ("start", "width", "found"),
    [(50.0, 5.0, (5.0, 0.0)), (-7.5, 2.5, (2.5, 0.0)), (0.5, 1.0, (1.0, 0.5)), (19.0, 2.0, (2.0, 1.0))],
)
def test_bins_of_round_width_at_round_edges_or_about_round_middles_are_told(
    start: float, width: float, found: tuple[float, float]
) -> None:
    assert round_width(read_edges(start, width, 8), PER_PX) == found


def test_a_side_read_amiss_is_mended_by_the_others() -> None:
    edges = read_edges(50.0, 5.0, 8)
    edges[3] = (edges[3][0], edges[3][1] - 1.0)
    assert on_round_edges(bins(edges), PER_PX)[3].x1 == 70.0


def test_snapped_bins_have_exact_edges_and_middles() -> None:
    snapped = on_round_edges(bins(read_edges(50.0, 5.0, 6)), PER_PX)
    assert [(p.x0, p.x, p.x1) for p in snapped[:2]] == [(50.0, 52.5, 55.0), (55.0, 57.5, 60.0)]


@pytest.mark.parametrize(
    "edges",
    [
        read_edges(50.0, 5.31, 8),  # no round width
        read_edges(51.2, 5.0, 8),  # a round width from an odd start
        read_edges(50.0, 5.0, 3),  # too few to tell
        read_edges(0.0, 0.5, 8),  # five pixels wide: chance
        [*read_edges(50.0, 5.0, 6), (80.0, 90.0)],  # not all of one width
    ],
)
def test_other_bins_stay_as_read(edges: list[tuple[float, float]]) -> None:
    points = bins(edges)
    assert on_round_edges(points, PER_PX) == points


def test_bins_without_numbers_stay() -> None:
    dates = [p.model_copy(update={"x0": "2020-01-01", "x1": "2020-02-01"}) for p in bins(read_edges(0.0, 5.0, 5))]
    assert on_round_edges(dates, PER_PX) == dates


def test_even_bins_that_a_tool_moved_to_whole_pixels_are_even_again() -> None:
    read = bins(read_edges(0.816, 2.467, 15, off_px=0.5))
    even = on_even_edges(read, PER_PX)
    assert [p.x0 for p in even] == pytest.approx([0.816 + k * 2.467 for k in range(15)], abs=0.25 * PER_PX)
    assert [p.x1 for p in even[:-1]] == pytest.approx([p.x0 for p in even[1:]])


def test_bins_of_different_widths_stay_as_they_are_read() -> None:
    edges = [0.0, 1.07, 2.13, 4.21, 6.33, 10.41, 14.47]
    read = bins(list(pairwise(edges)))
    assert on_even_edges(read, PER_PX) == read
