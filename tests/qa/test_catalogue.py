"""The catalogue says what the published one says, and reads none of it."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from qa.catalogue import TEMPLATES
from qa.errors import CatalogueError
from qa.oracle import RULES
from qa.plan import Number, NumberSlot
from qa.template import AnswerType, Level, Template
from sie.vocab import ChartFamily

SHARED = Path(__file__).parents[3] / "shared" / "realcqa" / "templates.json"
published = pytest.mark.skipif(not SHARED.exists(), reason="the published catalogue is not here")


def read_published() -> dict[str, dict[str, object]]:
    return {entry["qid"]: entry for entry in json.loads(SHARED.read_text(encoding="utf-8"))["templates"]}


def in_own_slots(qid: str, form: object) -> str:
    own = str(form).replace("{k-th}", "{k}").replace("{figure_type}", "{marks}").replace("{x_i+1}", "{x_j}")
    if qid == "29":
        for slot in ("{L}", "{X}", "{Y}"):
            own = own.replace(slot, "{label}")
    return own


def test_there_are_240_templates_each_with_an_oracle() -> None:
    assert len(TEMPLATES) == 240
    assert set(TEMPLATES) == set(RULES)


def test_levels_and_answer_types_are_counted_as_published() -> None:
    assert Counter(template.level for template in TEMPLATES.values()) == {
        Level.ROOT: 8,
        Level.STRUCTURE: 39,
        Level.RETRIEVAL: 32,
        Level.REASONING: 161,
    }
    assert Counter(template.answer_type for template in TEMPLATES.values()) == {
        AnswerType.BINARY: 36,
        AnswerType.NUMERICAL: 66,
        AnswerType.RANKED: 34,
        AnswerType.STRING: 19,
        AnswerType.STRING_OR_LIST: 47,
        AnswerType.UNRANKED: 38,
    }


@published
def test_ids_types_and_families_are_the_published_ones() -> None:
    entries = read_published()
    assert set(entries) == set(TEMPLATES)
    for qid, entry in entries.items():
        template = TEMPLATES[qid]
        assert (template.taxonomy, template.level, template.answer_type) == (
            entry["taxonomy_id"],
            entry["level"],
            entry["answer_type"],
        ), qid
        assert set(entry["chart_types"]) <= {family.value for family in template.families}, qid  # type: ignore[call-overload]


@published
def test_every_published_form_is_a_form_of_its_template() -> None:
    for qid, entry in read_published().items():
        forms = entry["question_formats"]
        assert isinstance(forms, list)
        assert {in_own_slots(qid, form) for form in forms} <= set(TEMPLATES[qid].forms), qid


def test_meanings_are_distinct_within_a_family() -> None:
    seen: dict[tuple[str, ChartFamily], str] = {}
    for qid, template in TEMPLATES.items():
        for family in template.families:
            other = seen.setdefault((template.meaning, family), qid)
            assert other == qid or TEMPLATES[other].answer_type is not template.answer_type, (qid, other)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"forms": ("How many {Z}?",)}, "expected slots of"),
        ({"answer_type": AnswerType.BINARY}, "template t: Binary expected, got Number"),
        ({"plan": NumberSlot("N")}, "the forms bind .*, the plan uses"),
    ],
)
def test_entry_that_contradicts_itself_is_refused(changes: dict[str, object], message: str) -> None:
    fields: dict[str, object] = {
        "qid": "t",
        "taxonomy": "4b",
        "answer_type": AnswerType.NUMERICAL,
        "families": (ChartFamily.BAR,),
        "meaning": "three",
        "forms": ("How many?",),
        "plan": Number(3),
    }
    with pytest.raises(CatalogueError, match=message):
        Template(**{**fields, **changes})  # type: ignore[arg-type]
