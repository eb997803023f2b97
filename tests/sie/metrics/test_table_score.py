"""The gold charts' own score: what counts as right, on charts built by hand."""

from __future__ import annotations

import pytest

from sie.artifacts import Chart, DataPoint, Series
from sie.metrics.table_score import TableScore, alike, table_score
from sie.vocab import ChartType, ScaleType

PERFECT = TableScore(1.0, 1.0, 1.0, 1.0, 1.0)


def chart(
    kind: ChartType = ChartType.VERTICAL_BAR,
    points: tuple[tuple[float | str, float], ...] = (("a", 10.0), ("b", 50.0)),
    *,
    name: str | None = None,
    title: str | None = None,
    scale: ScaleType = ScaleType.CATEGORICAL,
    y_scale: ScaleType = ScaleType.LINEAR,
    y_domain: tuple[float, float] | None = None,
) -> Chart:
    series = Series(name=name, points=tuple(DataPoint(x=x, y=y) for x, y in points))
    return Chart(
        id="c1", chart_type=kind, title=title, x_scale=scale, y_scale=y_scale, y_domain=y_domain, series=(series,)
    )


def test_chart_against_itself_is_perfect() -> None:
    assert table_score([chart()], chart()) == PERFECT


def test_missing_chart_scores_nothing() -> None:
    assert table_score([], chart()) == TableScore()


@pytest.mark.parametrize(("off", "data"), [(1.9, 1.0), (2.1, 0.5)])
def test_value_counts_within_two_percent_of_axis_span(off: float, data: float) -> None:
    gold = chart(y_domain=(0.0, 100.0))
    assert table_score([chart(points=(("a", 10.0 + off), ("b", 50.0)))], gold).data == pytest.approx(data)


def test_log_axis_counts_in_decades() -> None:
    gold = chart(points=(("a", 1.0), ("b", 1000.0)), y_scale=ScaleType.LOG)
    near = chart(points=(("a", 1.1), ("b", 1100.0)), y_scale=ScaleType.LOG)
    assert table_score([near], gold).data == 1.0
    assert table_score([chart(points=(("a", -1.0), ("b", 1000.0)))], gold).data == 0.5


def test_invented_point_costs_precision() -> None:
    said = chart(points=(("a", 10.0), ("b", 50.0), ("c", 20.0), ("d", 5.0)))
    assert table_score([said], chart()).data == pytest.approx(2 * 1.0 * 0.5 / 1.5)


def test_bars_without_height_are_no_points() -> None:
    assert table_score([chart(points=(("a", 10.0), ("b", 50.0), ("c", 0.0)))], chart()).data == 1.0


def test_line_is_compared_as_curve() -> None:
    gold = chart(ChartType.LINE, ((0.0, 0.0), (10.0, 10.0)), scale=ScaleType.LINEAR)
    dense = chart(ChartType.LINE, tuple((x / 4, x / 4) for x in range(41)), scale=ScaleType.LINEAR)
    assert table_score([dense], gold).data == 1.0


def test_pie_shares_do_not_depend_on_their_whole() -> None:
    gold = chart(ChartType.PIE, (("a", 30.0), ("b", 90.0)))
    assert table_score([chart(ChartType.PIE, (("a", 25.0), ("b", 75.0)))], gold).data == 1.0


def test_dates_and_years_name_one_place() -> None:
    gold = chart(ChartType.SCATTER, (("2010-01-01", 1.0), ("2020-01-01", 2.0)), scale=ScaleType.TIME)
    said = chart(ChartType.SCATTER, ((2010.0, 1.0), (2020.0, 2.0)), scale=ScaleType.LINEAR)
    assert table_score([said], gold).data == 1.0


def test_several_charts_share_their_data() -> None:
    score = table_score([chart(), chart()], chart())
    assert (score.data, score.exact) == (0.5, 0.0)


def test_wrong_series_name_hides_its_values() -> None:
    score = table_score([chart(name="South")], chart(name="North"))
    assert (score.data, score.names, score.exact) == (0.0, 0.0, 0.0)


def test_invented_title_scores_nothing() -> None:
    assert table_score([chart(title="Yield")], chart()).text == 0.0


@pytest.mark.parametrize(
    ("gold", "said", "score"),
    [
        (ChartType.HISTOGRAM, ChartType.VERTICAL_BAR, 1.0),
        (ChartType.VERTICAL_BAR, ChartType.GROUPED_VERTICAL_BAR, 0.5),
        (ChartType.LINE, ChartType.AREA, 0.5),
        (ChartType.LINE, ChartType.PIE, 0.0),
    ],
)
def test_family_is_half_a_type(gold: ChartType, said: ChartType, score: float) -> None:
    assert table_score([chart(said)], chart(gold)).type == score


def test_label_is_not_another_label() -> None:
    gold = chart(points=(("Dept A", 10.0), ("Dept B", 50.0)))
    assert table_score([chart(points=(("Dept B", 10.0), ("Dept A", 50.0)))], gold).data == 0.0
    assert alike("Dept. A", "dept a") == 1.0
