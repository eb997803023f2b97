"""Tables are loaded as given, derived when asked, and refuse what does not fit."""

from __future__ import annotations

from pathlib import Path

import pyarrow as pa
import pytest

from qa.database import ChartDatabase, Row
from qa.errors import BindingError, TableError
from qa.execute import answer_plan, answer_template, values_of_plans
from qa.plan import Agg, At, Best, Dim, Fn, NameOf, TextSlot, Values


def bar_chart(chart_id: str, values: dict[str, float]) -> dict[str, list[Row]]:
    return {
        "charts": [
            {"chart_id": chart_id, "chart_type": "vertical bar", "family": "bar", "y_title": "n", "x_title": "k"}
        ],
        "series": [{"chart_id": chart_id, "series_id": "s", "series_idx": 0}],
        "points": [
            {"chart_id": chart_id, "series_id": "s", "series_idx": 0, "point_idx": n, "x_text": name, "y": y}
            for n, (name, y) in enumerate(values.items())
        ],
    }


def test_charts_loaded_later_are_answered_too() -> None:
    with ChartDatabase() as db:
        db.insert(bar_chart("a", {"x": 1.0, "y": 3.0}))
        assert answer_template(db, "a", "40").answer == "y"
        db.insert(bar_chart("b", {"x": 5.0, "y": 3.0}))
        assert answer_template(db, "b", "40").answer == "x"
        assert answer_template(db, "a", "38").answer == 3


def test_what_is_kept_of_a_chart_is_read_anew_after_loading() -> None:
    sql = "SELECT x_text, y FROM points WHERE chart_id = $chart_id"
    with ChartDatabase() as db:
        assert db.execute_kept(sql, "a") == ()
        db.insert(bar_chart("a", {"x": 1.0}))
        assert db.execute_kept(sql, "a") == (("x", 1.0),)
        assert db.execute_kept(sql, "b") == ()
        db.insert_arrow("points", pa.table({"chart_id": ["a"], "x_text": ["y"], "y": [2.0]}))
        assert db.execute_kept(sql, "a") == (("x", 1.0), ("y", 2.0))


def test_marks_loaded_after_a_question_are_shown() -> None:
    with ChartDatabase() as db:
        db.insert(bar_chart("a", {"x": 1.0, "y": 3.0}) | {"points": []})
        db.insert_rows(
            "points", [{"chart_id": "a", "series_idx": 0, "point_idx": 0, "x_text": "x", "y": 1.0, "element_id": "e"}]
        )
        assert answer_template(db, "a", "38").boxes == ()
        db.insert_rows("elements", [{"chart_id": "a", "element_id": "e", "x0": 1.0, "y0": 2.0, "x1": 3.0, "y1": 4.0}])
        assert [(box.x0, box.y1) for box in answer_template(db, "a", "38").boxes] == [(1.0, 4.0)]


def test_values_of_several_plans_are_those_of_each() -> None:
    plans = [Agg(Fn.COUNT, At(Values(), TextSlot("place"))), Agg(Fn.MAX, Values()), NameOf(Best(Values()), Dim.PLACE)]
    slots = {"place": "x"}
    with ChartDatabase() as db:
        db.insert(bar_chart("a", {"x": 1.0, "y": 3.0}))
        assert values_of_plans(db, "a", plans, slots) == [1, 3.0, "y"]
        assert [answer_plan(db, "a", plan, slots, explain=False).answer for plan in plans] == [1, 3, "y"]
        assert values_of_plans(db, "a", [], slots) == []
        with pytest.raises(BindingError, match="a value for the slot place"):
            values_of_plans(db, "a", plans)


def test_file_keeps_its_charts(tmp_path: Path) -> None:
    path = str(tmp_path / "charts.duckdb")
    with ChartDatabase(path) as db:
        db.insert(bar_chart("a", {"x": 1.0, "y": 3.0}))
        db.refresh()
    with ChartDatabase(path) as db:
        assert db.chart_ids() == ["a"]
        assert answer_template(db, "a", "46").answer == 4


def test_ties_are_a_list_and_one_winner_a_text() -> None:
    with ChartDatabase() as db:
        db.insert(bar_chart("a", {"x": 3.0, "y": 3.0, "z": 1.0}))
        assert answer_template(db, "a", "40").answer == ["x", "y"]
        assert answer_template(db, "a", "41").answer == "z"


def test_row_order_of_categories_is_kept_without_ticks() -> None:
    with ChartDatabase() as db:
        db.insert(bar_chart("a", {"one": 1.0, "two": 2.0, "three": 3.0}))
        assert answer_template(db, "a", "6b").answer == ["one", "two", "three"]


@pytest.mark.parametrize(
    ("name", "row", "message"),
    [
        ("pints", {"chart_id": "c"}, "expected a table of"),
        ("points", {"chart_id": "c", "z": 1.0}, "table points: expected columns of .*, got 'z'"),
        ("points", {"chart_id": "c", "y": "tall"}, "table points, column y: expected DOUBLE"),
    ],
)
def test_rows_that_do_not_fit_are_refused(name: str, row: Row, message: str) -> None:
    with ChartDatabase() as db, pytest.raises(TableError, match=message):
        db.insert_rows(name, [row])


def test_answer_carries_uncertainty_and_its_rows() -> None:
    tables = bar_chart("a", {"x": 3.0, "y": 3.1})
    tables["points"] = [{**row, "sigma": 0.2} for row in tables["points"]]
    with ChartDatabase() as db:
        db.insert(tables)
        total = answer_template(db, "a", "46")
        assert total.sigma == pytest.approx(0.2 * 2**0.5)
        assert [row.value for row in total.rows] == [3.0, 3.1]
        highest = answer_template(db, "a", "40")
        assert highest.close
        assert highest.margin == pytest.approx(0.1 / (0.2 * 2**0.5))
