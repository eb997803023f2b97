"""Compiled statements: their text, their identifiers, their parameters."""

from __future__ import annotations

from pathlib import Path

import pytest
import sqlglot
from sqlglot.optimizer.qualify import qualify

from qa.catalogue import TEMPLATES
from qa.chartview import ChartView
from qa.compiler import compile_plan, compile_template, compile_template_set
from qa.database import ChartDatabase, Row
from qa.errors import BindingError, ExecutionError
from qa.plan import NumberSlot, OfSeries, Pick, Value, ValuesAt
from qa.query import CompiledQuery
from qa.readings import DERIVED, refresh_sql
from qa.template import Mode
from sie.tables import TABLES

GOLDEN = Path(__file__).parent / "golden"
SAMPLES = {"L": "a", "L1": "a", "L2": "b", "L3": "c", "x_i": "x", "x_j": "z", "N": 2.0, "k": 1, "label": "a"}
SCHEMA = {
    table.name: {column.name: column.type.value for column in table.columns}
    for table in (*TABLES.values(), *DERIVED.values())
}
SCHEMA["bindings"] = {"question_id": "BIGINT", "chart_id": "VARCHAR"} | {
    name: "DOUBLE" if name in ("N", "k") else "VARCHAR" for name in SAMPLES
}


def compiled(qid: str, *, as_set: bool) -> CompiledQuery:
    if as_set:
        return compile_template_set(TEMPLATES[qid], mode=Mode.CORRECTED)
    return compile_template(TEMPLATES[qid], SAMPLES, chart_id="c", mode=Mode.CORRECTED)


@pytest.mark.parametrize("qid", ["33", "40", "59b", "72", "94"])
@pytest.mark.parametrize("as_set", [False, True], ids=["one", "set"])
def test_statement_is_the_golden_one(qid: str, as_set: bool, update_golden: bool) -> None:
    path = GOLDEN / f"{qid}_{'set' if as_set else 'one'}.sql"
    sql = compiled(qid, as_set=as_set).sql + "\n"
    if update_golden:
        path.parent.mkdir(exist_ok=True)
        path.write_text(sql, encoding="utf-8")
    assert path.exists(), "run with --update-golden and review the file"
    assert sql == path.read_text(encoding="utf-8")


@pytest.mark.parametrize("qid", list(TEMPLATES)[::6])
@pytest.mark.parametrize("as_set", [False, True], ids=["one", "set"])
def test_every_identifier_is_of_the_schema(qid: str, as_set: bool) -> None:
    tree = sqlglot.parse_one(compiled(qid, as_set=as_set).sql, dialect="duckdb")
    qualify(tree, schema=SCHEMA, dialect="duckdb", validate_qualify_columns=True)


@pytest.mark.parametrize("name", DERIVED)
def test_derived_tables_read_columns_of_the_schema(name: str) -> None:
    insert = sqlglot.parse_one(refresh_sql(name), dialect="duckdb")
    qualify(insert.expression, schema={**SCHEMA, "new_charts": {"chart_id": "VARCHAR"}}, dialect="duckdb")


def test_values_are_parameters_never_text() -> None:
    evil = "x'); DROP TABLE points;--"
    query = compile_template(TEMPLATES["34"], {"L": evil, "x_i": evil}, chart_id=evil, mode=Mode.CORRECTED)
    assert "DROP" not in query.sql
    assert set(query.params) == {"chart_id", "L", "x_i"}


def test_statement_does_not_depend_on_what_slots_hold() -> None:
    one = compile_template(TEMPLATES["33"], {"x_i": "2010"}, chart_id="a", mode=Mode.CORRECTED)
    two = compile_template(TEMPLATES["33"], {"x_i": "2011"}, chart_id="b", mode=Mode.CORRECTED)
    assert one.sql == two.sql


@pytest.mark.parametrize(
    ("slots", "message"),
    [
        ({}, "template 33: expected a value for the slot x_i"),
        ({"x_i": 3}, "template 33: slot x_i: expected a text, got 3"),
    ],
)
def test_slots_that_do_not_fit_are_refused(slots: dict[str, str | float | int], message: str) -> None:
    with pytest.raises(BindingError, match=message):
        compile_template(TEMPLATES["33"], slots, chart_id="c", mode=Mode.CORRECTED)


def test_published_mode_keeps_the_published_rule() -> None:
    corrected = compile_template_set(TEMPLATES["84"], mode=Mode.CORRECTED)
    assert compile_template_set(TEMPLATES["84"], mode=Mode.PUBLISHED).sql != corrected.sql


def test_value_between_ticks_is_interpolated() -> None:
    with ChartDatabase() as db:
        db.insert(
            {
                "charts": [{"chart_id": "c", "chart_type": "line", "family": "line"}],
                "series": [{"chart_id": "c", "series_id": "s", "series_idx": 0, "name": None}],
                "points": [
                    {
                        "chart_id": "c",
                        "series_id": "s",
                        "series_idx": 0,
                        "point_idx": i,
                        "x_text": str(x),
                        "x": x,
                        "y": y,
                    }
                    for i, (x, y) in enumerate([(0.0, 1.0), (2.0, 5.0)])
                ],
            }
        )
        plan = Value(OfSeries(ValuesAt(NumberSlot("x")), Pick.ONLY))
        assert db.execute(compile_plan(plan, {"x": 0.5}, chart_id="c")) == [(2.0,)]
        assert db.execute(compile_plan(plan, {"x": 3.0}, chart_id="c")) == [(None,)]


@pytest.mark.parametrize(
    ("x_scale", "y_scale", "x", "value"),
    [
        ("log", "linear", 10.0, 55.0),
        ("linear", "log", 50.5, 10.0**1.5),
        ("log", "log", 10.0, 10.0**1.5),
        ("linear", "linear", 50.5, 55.0),
    ],
)
def test_a_line_between_points_is_straight_on_log_axes(x_scale: str, y_scale: str, x: float, value: float) -> None:
    chart: Row = {"chart_id": "c", "chart_type": "line", "family": "line", "x_scale": x_scale, "y_scale": y_scale}
    points: list[Row] = [
        {"chart_id": "c", "series_id": "s", "series_idx": 0, "point_idx": i, "x": at, "y": y}
        for i, (at, y) in enumerate([(1.0, 10.0), (100.0, 100.0)])
    ]
    tables: dict[str, list[Row]] = {
        "charts": [chart], "series": [{"chart_id": "c", "series_id": "s", "series_idx": 0, "name": None}],
        "points": points,
    }  # fmt: skip
    plan = Value(OfSeries(ValuesAt(NumberSlot("x")), Pick.ONLY))
    with ChartDatabase() as db:
        db.insert(tables)
        assert db.execute(compile_plan(plan, {"x": x}, chart_id="c"))[0][0] == pytest.approx(value)
    assert ChartView("c", tables).read_at(0, x) == pytest.approx(value)


def test_refused_statement_is_reported_with_its_text() -> None:
    with ChartDatabase() as db, pytest.raises(ExecutionError, match="SELECT nothing FROM nowhere"):
        db.execute(CompiledQuery("SELECT nothing FROM nowhere"))
