"""What makes a curve's places doubtful: steepness, turns, lines near by."""

from __future__ import annotations

import math

import numpy as np
import pytest
from builders import make_path

from sie.artifacts import Element
from sie.values.curvedoubt import (
    COVERED_PART,
    CROWDED_PART,
    MOST_TURN_PX,
    PLACE_PX,
    VERTEX_PX,
    CurveDoubt,
    curve_doubts,
)
from sie.vocab import MarkKind

XS = np.arange(100.0, 200.0)
PEN = 2.0


def make_curve(name: str, ys: np.ndarray, color: str | None = "#1f77b4", *, kind: MarkKind = MarkKind.LINE) -> Element:
    curve = make_path(name, list(zip(XS.tolist(), ys.tolist(), strict=True)), kind=kind)
    x0, y0, x1, y1 = curve.box
    return curve.model_copy(update={"color": color, "box": (x0, y0 - PEN / 2, x1, y1 + PEN / 2)})


def doubt_of(*curves: Element) -> CurveDoubt:
    return curve_doubts(curves, 0)[curves[0].id]


def test_a_flat_curve_alone_is_not_doubtful() -> None:
    assert doubt_of(make_curve("a", np.full(100, 50.0))).at(150, aside_px=1.0) == 0.0


@pytest.mark.parametrize("slope", [0.5, 2.0, 6.0])
def test_a_steep_curve_is_as_doubtful_as_its_place_along_the_axis(slope: float) -> None:
    doubt = doubt_of(make_curve("a", slope * XS))

    assert doubt.at(150) == pytest.approx(PLACE_PX * slope)
    assert doubt.at(150, aside_px=0.5) == pytest.approx(math.hypot(PLACE_PX, 0.5) * slope)


def test_a_turn_is_doubtful_up_to_what_a_pen_rounds() -> None:
    gentle, sharp = (doubt_of(make_curve("a", slope * np.abs(XS - 150))) for slope in (0.2, 20.0))

    rises = [PLACE_PX * slope for slope in (0.2, 20.0)]
    bends = [math.sqrt(doubt.at(150) ** 2 - rise**2) for doubt, rise in zip((gentle, sharp), rises, strict=True)]
    assert 0.2 < bends[0] < 0.4
    assert 2.0 < bends[1] < MOST_TURN_PX
    assert gentle.at(120) == pytest.approx(PLACE_PX * 0.2)


def test_lines_of_one_colour_near_each_other_may_be_swapped() -> None:
    line = make_curve("a", np.full(100, 50.0))
    near, far = make_curve("b", np.full(100, 56.0)), make_curve("c", np.full(100, 90.0))

    assert doubt_of(line, near, far).at(150) == pytest.approx(CROWDED_PART * 6.0)
    assert doubt_of(line, make_curve("b", np.full(100, 56.0), color=None)).at(150) == pytest.approx(CROWDED_PART * 6.0)
    assert doubt_of(line, far).at(150) == 0.0


def test_a_line_of_another_colour_hides_only_what_lies_under_its_pen() -> None:
    line = make_curve("a", np.full(100, 50.0))
    under = make_curve("b", np.full(100, 51.0), color="#d62728")
    beside = make_curve("b", np.full(100, 56.0), color="#d62728")

    assert doubt_of(line, under).at(150) == pytest.approx(COVERED_PART * PEN)
    assert doubt_of(line, beside).at(150) == 0.0


def test_a_line_that_ends_earlier_crowds_nothing_beyond_its_end() -> None:
    line, short = make_curve("a", np.full(100, 50.0)), make_path("b", [(100.0, 53.0), (140.0, 53.0)])

    doubt = doubt_of(line, short)

    assert doubt.at(120) > 0.0
    assert doubt.at(150) == 0.0


def test_areas_do_not_crowd_each_other() -> None:
    lower, upper = (make_curve(n, np.full(100, y), kind=MarkKind.AREA) for n, y in (("a", 50.0), ("b", 48.0)))

    assert doubt_of(lower, upper).at(150) == 0.0


def test_a_data_point_is_as_doubtful_as_its_marker_and_the_mean_rise_beside_it() -> None:
    points = make_path("a", [(100, 50), (120, 50), (140, 90)], vertices=True)

    assert doubt_of(points).at(120) == pytest.approx(math.hypot(VERTEX_PX, PLACE_PX * 1.0))


def test_a_lying_axis_is_taken_by_its_own_coordinate() -> None:
    standing = make_path("a", [(2.0 * y, float(y)) for y in range(50)])

    assert curve_doubts([standing], 1)["a"].at(25) == pytest.approx(PLACE_PX * 2.0)
