from __future__ import annotations

import json
from dataclasses import dataclass
from itertools import islice

import pytest

from qa import plan as p
from qa.bench.chains import Chain, PremiseKind, judge, premise_chain, with_false_premises
from qa.bench.scoring import ScoringError
from qa.bench.scoring.chains import score_chains, stored_chain
from qa.catalogue import TEMPLATES
from qa.chartview import ChartView, views
from qa.database import ChartDatabase
from qa.errors import FormulaError
from qa.fol import Structure, evaluate
from qa.generation import instances
from qa.random_charts import make_charts
from qa.template import Mode
from sie.vocab import ChartType

TYPES = tuple(kind for kind in ChartType if kind is not ChartType.PIE)


@pytest.fixture(scope="module")
def charts() -> dict[str, tuple[ChartView, Structure]]:
    tables: dict[str, list[dict[str, object]]] = {}
    for part in (
        make_charts(TYPES, 24, seed=3, single=False),
        make_charts(TYPES, 24, seed=4, single=True),
        make_charts((ChartType.SCATTER, ChartType.LINE), 16, seed=5, single=False, direct=True),
    ):
        for name, rows in part.items():
            tables.setdefault(name, []).extend(rows)
    found = {}
    for key, view in views(tables).items():
        try:
            found[key] = (view, Structure(view))
        except FormulaError:  # two values of a series at one place: no finite model
            continue
    return found


@pytest.fixture(scope="module")
def db(charts: dict[str, tuple[ChartView, Structure]]) -> ChartDatabase:
    together: dict[str, list[object]] = {}
    for view, _ in charts.values():
        for name, rows in view.tables.items():
            together.setdefault(name, []).extend(rows)
    found = ChartDatabase()
    found.insert(together)
    return found


def chains_of(charts: dict[str, tuple[ChartView, Structure]], qid: str, count: int) -> list[tuple[Chain, Structure]]:
    template = TEMPLATES[qid]
    found = []
    for key, (view, structure) in charts.items():
        for slots in islice(instances(view, template), 1):
            plan = template.plan_for(Mode.CORRECTED)
            chain = premise_chain(view, plan, slots, chain_id=f"{qid}@{key}", structure=structure)
            found.append((chain, structure))
        if len(found) == count:
            break
    return found


@pytest.mark.parametrize("qid", TEMPLATES)
def test_every_template_has_chains_of_true_premises(charts: dict[str, tuple[ChartView, Structure]], qid: str) -> None:
    found = chains_of(charts, qid, 2)
    assert found
    for chain, structure in found:
        assert chain.premises
        for premise in chain.premises:
            assert premise.truth is True
            assert evaluate(premise.formula, structure, chain.slots) is True
            assert premise.text
            assert premise.depth >= 1
        assert len({premise.id for premise in chain.premises}) == len(chain.premises)
        before = [premise.depth for premise in chain.premises[:-1]]
        assert before == sorted(before)


@pytest.mark.parametrize("qid", ["34", "71", "65", "63c", "105a", "84", "28a"])
def test_false_premises_are_false_and_the_choice_is_seeded(
    charts: dict[str, tuple[ChartView, Structure]], qid: str
) -> None:
    ((chain, structure),) = chains_of(charts, qid, 1)
    turned = with_false_premises(chain, structure, seed=1, share=1.0)
    assert any(not premise.truth for premise in turned.premises)
    for premise in turned.premises:
        assert evaluate(premise.formula, structure, chain.slots) is premise.truth
    assert with_false_premises(chain, structure, seed=1) == with_false_premises(chain, structure, seed=1)
    assert with_false_premises(chain, structure, share=0.0) == chain


def test_chain_of_an_average_reads_then_computes_then_compares(charts: dict[str, tuple[ChartView, Structure]]) -> None:
    ((chain, _),) = chains_of(charts, "71", 1)  # how many places are above the series' average
    kinds = [premise.kind for premise in chain.premises]
    assert kinds == sorted(kinds, key=list(PremiseKind).index)
    assert set(kinds) == set(PremiseKind)
    assert any("the average of" in premise.text for premise in chain.premises)
    assert json.loads(json.dumps(chain.as_dict()))["premises"][0]["kind"] == "structural"


def test_value_outside_the_data_is_said_not_to_exist(charts: dict[str, tuple[ChartView, Structure]]) -> None:
    view, structure = next(iter(charts.values()))
    plan = p.Value(p.At(p.OfSeries(p.Values(), p.TextSlot("L")), p.TextSlot("x_i")))
    chain = premise_chain(view, plan, {"L": "nobody", "x_i": "nowhere"}, chain_id="c", structure=structure)
    assert any(premise.text.startswith("it is not so that") for premise in chain.premises)


@pytest.mark.parametrize("qid", [*list(TEMPLATES)[::24], "34", "71"])
def test_sql_judges_every_premise_as_the_model_checker_does(
    charts: dict[str, tuple[ChartView, Structure]], db: ChartDatabase, qid: str
) -> None:
    ((chain, structure),) = chains_of(charts, qid, 1)
    turned = with_false_premises(chain, structure)
    verdicts = judge(turned, db, chain.chart_id)
    assert verdicts == {premise.id: premise.truth for premise in turned.premises}


def test_value_read_within_five_percent_is_judged_right(charts: dict[str, tuple[ChartView, Structure]]) -> None:
    ((chain, _),) = chains_of(charts, "34", 1)
    tables = charts[chain.chart_id][0].tables
    db = ChartDatabase()
    moved = [{**row, "y": float(str(row["y"])) * 1.02} if row.get("y") is not None else row for row in tables["points"]]
    db.insert({**tables, "points": moved})
    assert judge(chain, db, chain.chart_id)[chain.premises[-1].id] is True


@pytest.mark.parametrize(
    "record",
    [None, [], {}, {"premises": 3}, {"premises": [{"id": "a"}]}, {"premises": [["a", "data", True, 1]]}],
)
def test_chain_of_another_shape_is_refused(record: object) -> None:
    with pytest.raises(ScoringError, match="expected"):
        stored_chain(record)


def test_stored_chain_scores_like_the_chain(charts: dict[str, tuple[ChartView, Structure]]) -> None:
    ((chain, structure),) = chains_of(charts, "71", 1)
    turned = with_false_premises(chain, structure)
    stored = stored_chain(json.loads(json.dumps(turned.as_dict())))
    verdicts = {premise.id: True for premise in turned.premises}
    assert score_chains([stored], verdicts) == score_chains([turned.premises], verdicts)
    assert json.dumps(score_chains([stored], verdicts).as_dict(), allow_nan=False)


@dataclass(frozen=True)
class Said:
    id: str
    kind: str
    truth: bool
    depth: int


CHAINS = [
    [Said("a/1", "structural", True, 1), Said("a/2", "data", False, 2), Said("a/3", "reasoning", True, 3)],
    [Said("b/1", "structural", True, 1), Said("b/2", "data", True, 1)],
]


def test_verdicts_are_scored_by_premise_chain_and_depth() -> None:
    found = score_chains(CHAINS, {"a/1": True, "a/2": "no", "a/3": "no", "b/1": "yes", "b/2": 1})
    assert found.premises.mean == pytest.approx(4 / 5)
    assert found.chains.mean == 0.5
    assert found.dcp == pytest.approx(2 / 3)
    assert found.depth_weighted.mean == pytest.approx((3 / 6 + 1) / 2)
    assert {kind: cell.mean for kind, cell in found.by_kind.items()} == {"structural": 1, "data": 1, "reasoning": 0}


def test_missing_and_strange_verdicts_are_wrong_and_listed() -> None:
    found = score_chains(CHAINS, {"a/1": "perhaps", "a/2": None})
    assert (found.premises.mean, found.chains.mean, found.dcp, found.unjudged) == (0.0, 0.0, 0.0, 5)
    assert found.problems[0][0] == "a/1"


def test_right_verdicts_are_one_under_every_measure() -> None:
    found = score_chains(CHAINS, {premise.id: premise.truth for chain in CHAINS for premise in chain})
    assert (found.premises.mean, found.chains.mean, found.dcp, found.depth_weighted.mean) == (1, 1, 1, 1)


def test_no_chains_have_no_mean() -> None:
    found = score_chains([[]], {})
    assert (found.premises.mean, found.chains.mean, found.depth_weighted.mean) == (None, None, None)
