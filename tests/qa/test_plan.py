"""Plans are checked when built, and rewritten to one form without a change of meaning."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

import qa.plan
from qa.chartview import views
from qa.compiler import compile_plan
from qa.database import ChartDatabase
from qa.errors import PlanError
from qa.plan import (
    Abs,
    Agg,
    Arith,
    Arithmetic,
    Best,
    Compare,
    Exists,
    Fn,
    ForAll,
    Not,
    Number,
    OfSeries,
    Op,
    Order,
    Pick,
    Plan,
    Spots,
    Top,
    Value,
    Values,
    Where,
)
from qa.random_charts import make_charts
from qa.rewrites import normalize, specialize
from sie.vocab import ChartFamily, ChartType

REJECTED = tomllib.loads((Path(__file__).parent / "rejected_plans.toml").read_text(encoding="utf-8"))["plan"]
ONE = OfSeries(Values(), Pick.ONLY)

EQUAL: list[tuple[Plan, Plan]] = [
    (Not(Not(Exists(ONE))), Exists(ONE)),
    (Compare(Op.GT, Agg(Fn.COUNT, ONE), Number(0)), Exists(ONE)),
    (Compare(Op.LT, Number(0), Agg(Fn.COUNT, ONE)), Exists(ONE)),
    (Compare(Op.EQ, Agg(Fn.COUNT, ONE), Number(0)), Not(Exists(ONE))),
    (Not(Exists(Where(ONE, Op.LE, Number(2)))), ForAll(ONE, Op.GT, Number(2))),
    (Not(ForAll(ONE, Op.GT, Number(2))), Exists(Where(ONE, Op.LE, Number(2)))),
    (Arith(Arithmetic.SUB, Agg(Fn.MAX, ONE), Agg(Fn.MIN, ONE)), Agg(Fn.RANGE, ONE)),
    (Abs(Arith(Arithmetic.SUB, Agg(Fn.MIN, ONE), Agg(Fn.MAX, ONE))), Agg(Fn.RANGE, ONE)),
    (Value(Best(ONE)), Agg(Fn.MAX, ONE)),
    (Value(Top(ONE, Number(1), Order.RISING)), Agg(Fn.MIN, ONE)),
    (Arith(Arithmetic.ADD, Agg(Fn.SUM, ONE), Number(0)), Agg(Fn.SUM, ONE)),
    (Compare(Op.GE, Number(3), Agg(Fn.MEAN, ONE)), Compare(Op.LE, Agg(Fn.MEAN, ONE), Number(3))),
]


@pytest.mark.parametrize("case", REJECTED, ids=lambda case: case["text"][:40])
def test_ill_typed_plan_is_refused(case: dict[str, str]) -> None:
    with pytest.raises(PlanError) as caught:
        eval(case["text"], vars(qa.plan).copy())
    assert case["message"] in str(caught.value)


@pytest.mark.parametrize(("plan", "normal"), EQUAL, ids=lambda plan: type(plan).__name__)
def test_equal_meanings_have_one_plan(plan: Plan, normal: Plan) -> None:
    assert normalize(plan) == normal
    assert normalize(normal) == normal


def test_rewrites_keep_the_answer() -> None:
    db = ChartDatabase()
    tables = make_charts((ChartType.VERTICAL_BAR, ChartType.LINE), 8, single=True)
    db.insert(tables)
    for chart_id in views(tables):
        for plan, normal in EQUAL:
            answers = [db.execute(compile_plan(each, chart_id=chart_id))[0][0] for each in (plan, normal)]
            assert answers[0] == pytest.approx(answers[1]), (chart_id, plan)


def test_bars_are_read_at_their_own_labels() -> None:
    assert specialize(Agg(Fn.MAX, Values()), ChartFamily.BAR) == Agg(Fn.MAX, Values(at=Spots.LABELS))
    assert specialize(Agg(Fn.MAX, Values()), ChartFamily.LINE) == Agg(Fn.MAX, Values())
