from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sie.artifacts import Chart, DataPoint, Series
from sie.metrics import rms, rnss
from sie.metrics.rnss import number_set_similarity
from sie.metrics.tables import entries_of, numbers_of, places_writer
from sie.vocab import ChartType, ScaleType


def chart(**series: list[tuple[float | str, float]]) -> Chart:
    return Chart(
        id="c1",
        series=tuple(
            Series(name=name if name != "unnamed" else None, points=tuple(DataPoint(x=x, y=y) for x, y in points))
            for name, points in series.items()
        ),
    )


GOLD = chart(argentina=[("1999", 200.0)], brazil=[("1999", 158.0)])


# --------------------------------------------------------------------------- RNSS


@pytest.mark.parametrize(
    ("predicted", "gold", "expected"),
    [
        ([0.5, 0.6], [0.4], 0.875),
        ([1.0, 2.0], [2.0, 1.0], 1.0),
        ([95.0], [100.0], 0.95),
        ([300.0], [100.0], 0.0),
        ([-1.0], [1.0], 0.0),
        ([-1.1], [-1.0], 0.9),
        ([0.0], [0.0], 1.0),
        ([0.001], [0.0], 0.0),
        ([], [], 1.0),
        ([1.0], [], 0.0),
        ([], [1.0], 0.0),
        ([1e308], [1e-308], 0.0),
    ],
)
def test_rnss_by_its_formula(predicted: list[float], gold: list[float], expected: float) -> None:
    assert number_set_similarity(np.array(predicted), np.array(gold)) == pytest.approx(expected)


def test_numbers_that_head_rows_count_once() -> None:
    both = chart(a=[(2000.0, 1.0), (2001.0, 2.0)], b=[(2000.0, 3.0), (2001.0, 4.0)])
    assert sorted(numbers_of(both)) == [1.0, 2.0, 3.0, 4.0, 2000.0, 2001.0]


def test_rnss_pools_the_charts_of_a_picture() -> None:
    one, two = chart(a=[("x", 1.0)]), chart(a=[("x", 2.0)])
    assert rnss([two, one], [one, two]) == 1.0


# --------------------------------------------------------------------------- RMS


def test_rms_of_the_published_example() -> None:
    found = rms([chart(argentina=[("1999", 202.0)], brazil=[("1999", 0.0)])], [GOLD])
    assert found.precision == pytest.approx(0.99 / 2)
    assert found.recall == pytest.approx(0.99 / 2)


def test_rms_of_a_transposed_table_is_one() -> None:
    turned = Chart(
        id="c1",
        series=(Series(name="1999", points=(DataPoint(x="argentina", y=200.0), DataPoint(x="brazil", y=158.0))),),
    )
    assert rms([turned], [GOLD]).f1 == 1.0


@pytest.mark.parametrize(("value", "expected"), [(209.0, 0.955), (219.9, 0.9005), (220.0, 0.0), (-200.0, 0.0)])
def test_value_off_by_theta_or_more_is_worth_nothing(value: float, expected: float) -> None:
    one = chart(argentina=[("1999", 200.0)])
    assert rms([chart(argentina=[("1999", value)])], [one]).f1 == pytest.approx(expected)


def test_header_off_by_more_than_tau_is_worth_nothing() -> None:
    one = chart(north=[("a", 1.0)])
    assert rms([chart(nord=[("a", 1.0)])], [one]).f1 == pytest.approx(1 - 2 / 7)
    assert rms([chart(xxxxx=[("a", 1.0)])], [one]).f1 == 0.0


def test_missing_mapping_costs_recall_and_invented_one_precision() -> None:
    found = rms([chart(argentina=[("1999", 200.0)])], [GOLD])
    assert (found.precision, found.recall) == (1.0, 0.5)
    other = rms([GOLD], [chart(argentina=[("1999", 200.0)])])
    assert (other.precision, other.recall) == (0.5, 1.0)


def test_zero_is_matched_by_zero_alone() -> None:
    zero = chart(a=[("x", 0.0)])
    assert rms([zero], [zero]).f1 == 1.0
    assert rms([chart(a=[("x", 1e-9)])], [zero]).f1 == 0.0


def test_nothing_on_either_side() -> None:
    assert rms([], []).f1 == rms([chart()], [chart()]).f1 == 1.0
    assert rms([], [GOLD]).f1 == rms([GOLD], []).f1 == 0.0


def test_panels_may_come_in_another_order() -> None:
    other = chart(a=[("x", 5.0)], b=[("x", 6.0)])
    assert rms([other, GOLD], [GOLD, other]).f1 == 1.0
    assert rms([other, GOLD], [GOLD]).precision == 0.5


def test_box_has_a_mapping_for_each_of_its_numbers() -> None:
    point = DataPoint(x="a", min=1.0, q1=2.0, median=3.0, q3=4.0, max=5.0)
    box = Chart(id="c1", y_title="Yield", series=(Series(name=None, points=(point,)),))
    assert [(entry.column, entry.value) for entry in entries_of(box)] == [
        ("yield min", 1.0),
        ("yield q1", 2.0),
        ("yield median", 3.0),
        ("yield q3", 4.0),
        ("yield max", 5.0),
    ]


def test_numbers_that_head_rows_are_compared_as_a_table_would_print_them() -> None:
    bins = chart(years=[(42.5, 4.0), (47.5, 22.0), (97.5, 9.0)])
    read = chart(years=[(42.46, 4.0), (47.53, 22.0), (97.51, 9.0)])
    assert rms([read], [bins]).f1 == 1.0
    assert rms([chart(years=[(52.5, 4.0), (57.5, 22.0), (87.5, 9.0)])], [bins]).f1 < 0.95


def test_places_closer_than_a_hundredth_of_their_range_stay_apart() -> None:
    years = chart(unnamed=[(float(year), float(year)) for year in range(1500, 2001)])
    assert len({entry.row for entry in entries_of(years, places_writer(years))}) == 501


def test_places_on_a_log_axis_are_written_with_two_digits() -> None:
    cloud = chart(unnamed=[(0.023, 1.0), (654_000.0, 2.0)]).model_copy(update={"x_scale": ScaleType.LOG})
    assert [places_writer(cloud)(x) for x in (0.02304, 100_896.0)] == ["0.023", "100000"]


def test_pies_are_compared_as_shares_of_their_whole() -> None:
    gold = chart(unnamed=[("a", 30.0), ("b", 90.0)]).model_copy(update={"chart_type": ChartType.PIE})
    read = chart(unnamed=[("a", 25.0), ("b", 75.0)]).model_copy(update={"chart_type": ChartType.PIE})
    assert [entry.value for entry in entries_of(gold)] == [25.0, 75.0]
    assert (rms([read], [gold]).f1, rnss([read], [gold])) == (1.0, 1.0)
    empty = chart(unnamed=[("a", 0.0)]).model_copy(update={"chart_type": ChartType.PIE})
    assert rms([empty], [empty]).f1 == 1.0


NUMBER = st.floats(allow_nan=False, allow_infinity=False)
POINTS = st.lists(st.tuples(NUMBER | st.text(max_size=5), NUMBER), max_size=6)


@settings(max_examples=60, deadline=None)
@given(named=st.dictionaries(st.text(max_size=6), POINTS, max_size=3))
def test_table_against_itself_is_one(named: dict[str, list[tuple[float | str, float]]]) -> None:
    drawn = Chart(
        id="c1",
        series=tuple(
            Series(name=name, points=tuple(DataPoint(x=x, y=y) for x, y in points)) for name, points in named.items()
        ),
    )
    assert rms([drawn], [drawn]).f1 == pytest.approx(1.0)
    assert rnss([drawn], [drawn]) == pytest.approx(1.0)
