"""Percentages of a reference: what "than", "relative to" and "compared with" stand before is the whole."""

from __future__ import annotations

import json

import pytest

import qa
from qa.loading import figure_of_json

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
