"""SQL, plain Python and the model checker agree on every template over random charts."""

from __future__ import annotations

import pytest
from three_ways import CHARTS_A_TEMPLATE, World, disagreements, make_world

from qa.answer import shown
from qa.catalogue import TEMPLATES
from qa.execute import answer_set, answer_template
from qa.template import Mode

_PUBLISHED = [qid for qid, template in TEMPLATES.items() if template.published is not None]
_SLOW_SEEDS = range(1, 11)


@pytest.fixture(scope="module")
def world() -> World:
    return make_world(0)


@pytest.mark.parametrize("qid", TEMPLATES)
def test_three_answers_agree(world: World, qid: str) -> None:
    charts, wrong = disagreements(world, qid, Mode.CORRECTED, charts=CHARTS_A_TEMPLATE)
    assert wrong == []
    assert charts >= CHARTS_A_TEMPLATE


@pytest.mark.parametrize("qid", _PUBLISHED)
def test_three_answers_agree_in_published_mode(world: World, qid: str) -> None:
    charts, wrong = disagreements(world, qid, Mode.PUBLISHED, charts=CHARTS_A_TEMPLATE)
    assert wrong == []
    assert charts >= CHARTS_A_TEMPLATE


@pytest.mark.parametrize("qid", TEMPLATES)
def test_single_question_agrees_with_set(world: World, qid: str) -> None:
    template = TEMPLATES[qid]
    questions = world.questions(template, charts=2, each=1)
    together = answer_set(world.db, template, questions)
    for question in questions:
        alone = answer_template(world.db, question.chart_id, qid, question.bindings, explain=False)
        expected = shown(together[question.question_id], template.answer_type)
        if isinstance(expected, float | int) and not isinstance(expected, bool):
            assert alone.answer == pytest.approx(expected, rel=1e-9, abs=1e-12)
        else:
            assert alone.answer == expected


@pytest.mark.slow
@pytest.mark.parametrize("seed", _SLOW_SEEDS)
def test_two_thousand_charts_agree(seed: int) -> None:
    world = make_world(seed)
    wrong = {
        qid: found for qid in TEMPLATES if (found := disagreements(world, qid, Mode.CORRECTED, charts=200, each=3)[1])
    }
    assert wrong == {}
