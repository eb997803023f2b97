"""Percentages of a reference: what "than", "relative to" and "compared with" stand before is the whole."""

from __future__ import annotations

import json

import pytest

import qa
from qa.loading import figure_of_json
from sie.figure import Figure

YIELDS = figure_of_json(
    json.dumps(
        {
            "id": "g", "source": "", "licence": "", "chart_type": "grouped vertical bar", "title": None,
            "x_title": "Treatment", "y_title": "Biomass (g)", "legend": ["Wild type", "Mutant"],
            "x_scale": "categorical", "y_scale": "linear",
            "series": [
                {"name": "Wild type", "points": [{"x": "Control", "y": 10}, {"x": "Heat", "y": 8}]},
                {"name": "Mutant", "points": [{"x": "Control", "y": 20}, {"x": "Heat", "y": 5}]},
            ],
        }
    ),
    name="g.json",
)  # fmt: skip


@pytest.mark.parametrize(
    ("question", "percent"),
    [
        ("By what percentage does heat reduce the biomass of Mutant relative to control?", 75),
        ("By what percentage is Mutant at Heat lower than at Control?", 75),
        ("How many percent lower is Mutant in Heat than Wild type in Heat?", 37.5),
        ("How much lower is Mutant in Heat than in Control, in percent?", 75),
        ("How many percent higher is Mutant than Wild type in Control?", 100),
        ("Compared to Control, by what percentage is Wild type lower in Heat?", 20),
        ("By what percentage is Wild type higher than Mutant in Heat?", 60),
    ],
)
def test_a_percentage_is_of_what_it_is_compared_with(question: str, percent: float) -> None:
    assert qa.answer(YIELDS, question).answer == pytest.approx(percent)


def test_statistics_of_what_was_binned_are_not_those_of_the_counts() -> None:
    bins = [{"x": 1, "x0": 0, "x1": 2, "y": 4}, {"x": 3, "x0": 2, "x1": 4, "y": 8}, {"x": 5, "x0": 4, "x1": 6, "y": 6}]
    gold = {
        "id": "h", "source": "", "licence": "", "chart_type": "histogram", "title": None, "x_title": "Dwell time (ms)",
        "y_title": "Count", "legend": [], "x_scale": "linear", "y_scale": "linear",
        "series": [{"name": None, "points": bins}],
    }  # fmt: skip
    histogram = figure_of_json(json.dumps(gold), name="h.json")
    for asked in ("mean", "median", "range"):
        given = qa.answer(
            histogram, f"What is the {asked} dwell time?" if asked != "range" else "range of dwell times?"
        )
        assert given.answer is None
        assert "histogram" in (given.refusal or "")
    assert qa.answer(histogram, "What is the mean count?").answer == pytest.approx(6)


def test_degrees_are_one_sign_however_written() -> None:
    rows = [{"x": 0, "y": 5}, {"x": 10, "y": 1}]
    gold = {
        "id": "l", "source": "", "licence": "", "chart_type": "line", "title": None, "x_title": "Time (h)",
        "y_title": "Activity", "legend": ["25 °℃", "37 ℃"], "x_scale": "linear", "y_scale": "linear",
        "series": [{"name": "25 °℃", "points": rows}, {"name": "37 ℃", "points": rows[::-1][:1]}],
    }  # fmt: skip
    lines = figure_of_json(json.dumps(gold), name="l.json")
    assert qa.answer(lines, "What is the activity of 25 °C at 10 h?").answer == 1


def lines(other: list[tuple[float, float]]) -> Figure:
    series = {"A": [(0.0, 0.0), (4.0, 4.0), (8.0, 0.0)], "B": other}
    gold = {
        "id": "c", "source": "", "licence": "", "chart_type": "line", "title": None, "x_title": "Time (h)",
        "y_title": "Activity", "legend": ["A", "B"], "x_scale": "linear", "y_scale": "linear",
        "series": [{"name": name, "points": [{"x": x, "y": y} for x, y in rows]} for name, rows in series.items()],
    }  # fmt: skip
    return figure_of_json(json.dumps(gold), name="c.json")


def test_lines_cross_between_points_that_stand_apart() -> None:
    level = lines([(1.0, 2.0), (7.0, 2.0)])
    given = qa.answer(level, "Where do A and B cross?")
    assert given.answer == pytest.approx([2.0, 6.0])
    assert "interpolated" in given.reading
    assert qa.answer(level, "How many times do A and B cross?").answer == 2
    above = qa.answer(lines([(1.0, 9.0), (7.0, 9.0)]), "At what time do A and B cross?")
    assert above.answer is None
    assert "do not cross" in (above.refusal or "")


def test_a_value_between_points_is_called_interpolated() -> None:
    level = lines([(1.0, 2.0), (7.0, 2.0)])
    assert "interpolated" in qa.answer(level, "What is the activity of A at 3 h?").reading
    assert "interpolated" not in qa.answer(level, "What is the activity of A at 4 h?").reading
