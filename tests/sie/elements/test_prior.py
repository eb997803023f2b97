"""The detector's prior: what it says of a plot area, and how little it may decide."""

from __future__ import annotations

import pytest
from builders import PLOT, make_structure

from models.classes import DetectionClass
from sie.elements.choose import choose
from sie.elements.hypothesis import Hypothesis
from sie.elements.prior import family_prior
from sie.structure.detection import Detection
from sie.vocab import ChartFamily, ChartType, Direction

CHART = make_structure()
BARS, STACKS = ChartType.VERTICAL_BAR, ChartType.STACKED_VERTICAL_BAR


def area(*scores: tuple[ChartType, float]) -> Detection:
    return Detection(DetectionClass.PLOT_AREA, PLOT, 0.9, scores)


def mark(cls: DetectionClass, x: float) -> Detection:
    return Detection(cls, (x, 100, x + 10, 200), 0.8)


def hypothesis(chart_type: ChartType, score: float) -> Hypothesis:
    return Hypothesis(chart_type, Direction.VERTICAL, (), (), 1.0, score)


@pytest.mark.parametrize(
    ("detections", "family"),
    [
        ([area((ChartType.VERTICAL_BOX, 0.7), (ChartType.LINE, 0.2))], ChartFamily.BOX),
        ([area((BARS, 0.4), (STACKS, 0.3), (ChartType.VERTICAL_BOX, 0.3))], ChartFamily.BAR),
        ([mark(DetectionClass.BOX, x) for x in (120.0, 200.0, 300.0)], ChartFamily.BOX),
        ([mark(DetectionClass.PIE, x) for x in (200.0, 250.0, 260.0)], ChartFamily.PIE),
        ([area((ChartType.AREA, 0.6), (ChartType.LINE, 0.4)), mark(DetectionClass.BAR, 150.0)], ChartFamily.AREA),
    ],
)  # fmt: skip
def test_prior_follows_the_plot_areas_type_and_the_marks(detections: list[Detection], family: ChartFamily) -> None:
    prior = family_prior(detections, CHART)

    assert prior is not None
    assert max(prior, key=lambda one: prior[one]) is family
    assert sum(prior.values()) == pytest.approx(1.0)


def test_marks_outside_the_plot_area_do_not_count() -> None:
    outside = [Detection(DetectionClass.BOX, (520, 10, 530, 20), 0.9) for _ in range(9)]
    prior = family_prior([*outside, mark(DetectionClass.BAR, 200.0), mark(DetectionClass.BAR, 300.0)], CHART)

    assert prior is not None
    assert prior[ChartFamily.BOX] == 0.0


def test_without_a_detection_of_the_chart_there_is_no_prior() -> None:
    elsewhere = Detection(DetectionClass.PLOT_AREA, (0, 0, 50, 40), 0.9, ((ChartType.LINE, 0.9),))
    assert family_prior([elsewhere], CHART) is None


def test_prior_decides_between_nearly_equal_readings() -> None:
    found = [hypothesis(ChartType.LINE, 0.80), hypothesis(ChartType.VERTICAL_BAR, 0.75)]
    prior = family_prior([area((ChartType.VERTICAL_BAR, 0.9))], CHART)

    chosen = choose(found, CHART, prior=prior)

    assert chosen is not None
    assert chosen[0].chart_type is ChartType.VERTICAL_BAR


def test_prior_does_not_overrule_box_plots() -> None:
    found = [hypothesis(ChartType.VERTICAL_BOX, 0.80), hypothesis(ChartType.VERTICAL_BAR, 0.75)]
    prior = family_prior([area((ChartType.VERTICAL_BAR, 0.9))], CHART)

    chosen = choose(found, CHART, prior=prior)

    assert chosen is not None
    assert chosen[0].chart_type is ChartType.VERTICAL_BOX


def test_prior_does_not_lift_a_much_weaker_reading() -> None:
    found = [hypothesis(ChartType.LINE, 0.80), hypothesis(ChartType.VERTICAL_BAR, 0.50)]
    prior = family_prior([area((ChartType.VERTICAL_BAR, 1.0))], CHART)

    chosen = choose(found, CHART, prior=prior)

    assert chosen is not None
    assert chosen[0].chart_type is ChartType.LINE
