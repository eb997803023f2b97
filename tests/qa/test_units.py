"""Units of numerical answers: of the axes, of shares, of counts."""

from __future__ import annotations

import pytest

from qa.database import ChartDatabase
from qa.loading import Library, add_figure
from qa.parse.ask import ask
from sie.io.tabular import figure_of_csv

TABLE = """Crop,North (t/ha),South (t/ha)
Maize,30,45
Rice,55,20
Wheat,90,95
"""


@pytest.fixture(scope="module")
def library() -> Library:
    figure = figure_of_csv(TABLE)
    charts = tuple(chart.model_copy(update={"y_unit": "t/ha", "x_unit": "year"}) for chart in figure.charts)
    loaded = Library(ChartDatabase())
    add_figure(loaded, figure.model_copy(update={"charts": charts}), key="table")
    return loaded


@pytest.mark.parametrize(
    ("question", "unit"),
    [
        ("What is the value of North for Maize?", "t/ha"),
        ("What is the difference between North and South for Rice?", "t/ha"),
        ("What is the average of North?", "t/ha"),
        ("How many crops are there?", None),
        ("How many crops have North above 40?", None),
        ("What is the ratio of North to South for Rice?", None),
        ("What share of the total of North does Wheat have, in percent?", "%"),
    ],
)
def test_unit_follows_from_how_the_number_is_made(library: Library, question: str, unit: str | None) -> None:
    answer = ask(library, library.by_source["table"], question)
    assert answer.refusal is None
    assert isinstance(answer.answer, float | int)
    assert answer.unit == unit
