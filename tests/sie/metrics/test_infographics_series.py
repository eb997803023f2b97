from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sie.artifacts import Chart, DataPoint, Series
from sie.metrics import ChartPair
from sie.metrics.infographics import task6b
from sie.metrics.infographics.series import continuous_score, discrete_score, point_set_score
from sie.vocab import ChartType

Points = Sequence[tuple[float | str, float]]


def chart(kind: ChartType, **series: Points) -> Chart:
    return Chart(
        id="c1",
        chart_type=kind,
        series=tuple(
            Series(
                name=None if name.startswith("unnamed") else name,
                points=tuple(DataPoint(x=x, y=y) for x, y in points),
            )
            for name, points in series.items()
        ),
    )


def score(predicted: Chart | None, gold: Chart) -> float | None:
    return task6b([ChartPair(predicted, gold)]).score


# --------------------------------------------------------------------------- continuous


def line(*points: tuple[float, float]) -> np.ndarray:
    return np.array(points, dtype=float)


def test_line_sampled_finer_is_the_same_line() -> None:
    gold = line((0, 1), (10, 11))
    assert continuous_score(line(*((x, x + 1) for x in range(11))), gold) == pytest.approx(1.0)


def test_line_errors_are_relative_and_weighted_by_interval() -> None:
    gold, read = line((0, 10), (1, 10), (10, 10)), line((0, 10), (1, 10), (10, 11))
    recall = 1 - (9 / 2) / 10 * 0.1
    precision = 1 - (9 / 2) / 10 * (1 / 11)
    assert continuous_score(read, gold) == pytest.approx(2 * precision * recall / (precision + recall))


def test_line_of_another_sign_scores_nothing() -> None:
    assert continuous_score(line((0, -5), (1, -5)), line((0, 5), (1, 5))) == 0.0


@pytest.mark.parametrize(
    ("predicted", "gold", "expected"),
    [
        (line(), line(), 1.0),
        (line((0, 1)), line(), 0.0),
        (line((3, 1)), line((3, 1)), 1.0),
        (line((0, 0), (1, 0)), line((0, 0), (1, 0)), 1.0),
        (line((0, 1), (1, 1)), line((0, 0), (1, 0)), 0.0),
        (line((2, 1), (2, 5)), line((2, 1), (2, 5)), 1.0),
    ],
)
def test_line_at_its_edges(predicted: np.ndarray, gold: np.ndarray, expected: float) -> None:
    assert continuous_score(predicted.reshape(-1, 2), gold.reshape(-1, 2)) == pytest.approx(expected)


# --------------------------------------------------------------------------- point sets


def test_points_are_matched_in_units_of_their_spread() -> None:
    gold = np.array([[0.0, 0.0], [1.0, 10.0], [2.0, 0.0], [3.0, 10.0]])
    moved = gold.copy()
    moved[0, 0] -= 0.1
    assert 0.9 < point_set_score(moved, gold) < 1.0
    assert point_set_score(gold[::-1], gold) == pytest.approx(1.0)
    assert point_set_score(gold[:2], gold) == pytest.approx(0.5)


@pytest.mark.parametrize(
    "gold",
    [[[1.0, 2.0]], [[1.0, 2.0], [1.0, 2.0]], [[0.0, 0.0]], [[0.0, 5.0], [0.0, 6.0], [0.0, 7.0]], [[1, 1], [2, 2]]],
)
def test_points_without_a_covariance_still_compare(gold: list[list[float]]) -> None:
    here = np.array(gold, dtype=float)
    assert point_set_score(here, here) == pytest.approx(1.0)
    assert point_set_score(here + 1000.0, here) == pytest.approx(0.0)


def test_whole_error_is_at_least_five_percent_of_the_mean() -> None:
    gold = np.array([[100.0, 100.0]] * 3)
    assert point_set_score(gold + np.array([2.5, 0.0]), gold) == pytest.approx(0.5)
    assert point_set_score(gold + np.array([5.0, 0.0]), gold) == pytest.approx(0.0)


# --------------------------------------------------------------------------- labels


def test_labels_and_values_multiply() -> None:
    gold = [("north", 1.0), ("south", 3.0)]  # standard deviation sqrt(2)
    assert discrete_score([("nord", 1.0), ("south", 3.0)], gold) == pytest.approx((0.6 + 1) / 2)
    assert discrete_score([("north", 1.5), ("south", 3.0)], gold) == pytest.approx(1 - 0.5 / 2**0.5 / 2)


@pytest.mark.parametrize("values", [(0.0,), (5.0,), (-2.0, -2.0), (0.0, 0.0)])
def test_labelled_values_without_spread_still_compare(values: tuple[float, ...]) -> None:
    gold = [(str(n), value) for n, value in enumerate(values)]
    assert discrete_score(gold, gold) == pytest.approx(1.0)
    assert discrete_score([(x, y + 100) for x, y in gold], gold) == pytest.approx(0.0)


# --------------------------------------------------------------------------- charts


def test_wrong_name_halves_a_series_at_most() -> None:
    gold = chart(ChartType.VERTICAL_BAR, north=[("a", 1.0), ("b", 2.0)])
    assert score(chart(ChartType.VERTICAL_BAR, xyz=[("a", 1.0), ("b", 2.0)]), gold) == pytest.approx(0.5)
    assert score(chart(ChartType.VERTICAL_BAR, norte=[("a", 1.0), ("b", 2.0)]), gold) == pytest.approx(0.8)


def test_name_is_ignored_where_the_gold_has_none() -> None:
    gold = chart(ChartType.VERTICAL_BAR, unnamed=[("a", 1.0), ("b", 2.0)])
    assert score(chart(ChartType.VERTICAL_BAR, values=[("a", 1.0), ("b", 2.0)]), gold) == pytest.approx(1.0)


def test_series_are_matched_and_divided_by_the_larger_count() -> None:
    gold = chart(ChartType.LINE, a=[(0.0, 1.0), (1.0, 2.0)], b=[(0.0, 9.0), (1.0, 8.0)])
    swapped = chart(ChartType.LINE, b=[(0.0, 9.0), (1.0, 8.0)], a=[(0.0, 1.0), (1.0, 2.0)])
    assert score(swapped, gold) == pytest.approx(1.0)
    assert score(chart(ChartType.LINE, a=[(0.0, 1.0), (1.0, 2.0)]), gold) == pytest.approx(0.5)


def test_chart_that_was_not_read_is_zero_and_one_without_series_is_left_out() -> None:
    gold = chart(ChartType.LINE, a=[(0.0, 1.0)])
    assert score(None, gold) == 0.0
    assert score(gold, chart(ChartType.LINE)) is None


def test_scatter_points_without_a_number_are_unmatched() -> None:
    gold = chart(ChartType.SCATTER, a=[(0.0, 1.0), (1.0, 5.0), (2.0, 3.0), (4.0, 4.0)])
    read = chart(ChartType.SCATTER, a=[(0.0, 1.0), (1.0, 5.0), ("x", 3.0), (4.0, 4.0)])
    assert score(read, gold) == pytest.approx(0.75)


def box(x: str, shift: float = 0.0) -> DataPoint:
    return DataPoint(x=x, min=1.0, q1=2.0, median=3.0 + shift, q3=4.0, max=5.0)


def boxes(*points: DataPoint) -> Chart:
    return Chart(id="c1", chart_type=ChartType.VERTICAL_BOX, series=(Series(name=None, points=points),))


def test_boxes_are_matched_by_label_and_their_five_numbers() -> None:
    gold = boxes(box("a"), box("b"))
    assert score(boxes(box("b"), box("a")), gold) == pytest.approx(1.0)
    assert score(boxes(box("a", 100.0), box("b")), gold) == pytest.approx(0.9)
    assert score(boxes(box("a")), gold) == pytest.approx(0.5)
    partial = DataPoint(x="a", q1=2.0, median=3.0, q3=4.0)
    assert score(boxes(partial, box("b")), gold) == pytest.approx((0.6 + 1) / 2)


X = st.floats(-1e150, 1e150) | st.integers(-5, 5).map(float)
KINDS = [ChartType.LINE, ChartType.SCATTER, ChartType.VERTICAL_BAR, ChartType.HISTOGRAM, ChartType.PIE, ChartType.AREA]


@settings(max_examples=80, deadline=None)
@given(
    kind=st.sampled_from(KINDS),
    named=st.dictionaries(
        st.text(max_size=4), st.lists(st.tuples(X | st.text(max_size=4), X), max_size=6), min_size=1, max_size=3
    ),
)
def test_chart_against_itself_is_one(kind: ChartType, named: dict[str, list[tuple[float | str, float]]]) -> None:
    drawn = Chart(
        id="c1",
        chart_type=kind,
        series=tuple(
            Series(name=name, points=tuple(DataPoint(x=x, y=y) for x, y in points)) for name, points in named.items()
        ),
    )
    assert score(drawn, drawn) == pytest.approx(1.0)
