"""Every published surface form, filled from random charts, comes back with its qid and its exact bindings."""

from __future__ import annotations

import itertools

import pytest

from qa.catalogue import TEMPLATES
from qa.chartview import ChartView, views
from qa.generation import instances
from qa.parse.published import Match, fill, match_published
from qa.random_charts import make_charts
from sie.vocab import ChartFamily, ChartType, family_of

_KINDS = tuple(kind for kind in ChartType if family_of(kind) is not ChartFamily.PIE)


@pytest.fixture(scope="module")
def charts() -> list[ChartView]:
    parts = [
        make_charts(_KINDS, 6, seed=11, single=single, direct=direct)
        for single, direct in ((None, False), (True, False), (False, True))
    ]
    return [view for part in parts for view in views(part).values()]


def test_every_filled_form_comes_back_with_qid_and_bindings(charts: list[ChartView]) -> None:
    asked: dict[str, int] = dict.fromkeys(TEMPLATES, 0)
    wrong = []
    for view in charts:
        for qid, template in TEMPLATES.items():
            for slots in itertools.islice(instances(view, template, seed=3), 2):
                for form in template.forms:
                    found = match_published(fill(form, slots), view)
                    asked[qid] += 1
                    if found is None or found.qid != qid or found.slots != {k: slots[k] for k in found.slots}:
                        wrong.append((qid, dict(slots), fill(form, slots), found))
    assert wrong == []
    assert [qid for qid, count in asked.items() if count == 0] == []


def test_names_with_words_of_the_form_do_no_harm() -> None:
    rows = {
        "charts": [
            {"chart_id": "c", "chart_type": "vertical bar", "family": "bar", "x_title": "for each",
             "y_title": "rate at {x_i}"}
        ],
        "series": [{"chart_id": "c", "series_id": "s0", "series_idx": 0, "name": None}],
        "points": [
            {"chart_id": "c", "series_id": "s0", "series_idx": 0, "point_idx": i, "x_text": name, "y": float(i)}
            for i, name in enumerate(("A and B", "A", "B", "'quoted' and 2?"))
        ],
    }  # fmt: skip
    view = views(rows)["c"]
    form = TEMPLATES["47"].forms[0]
    for first, second in (("A and B", "'quoted' and 2?"), ("A", "B"), ("A and B", "A")):
        slots = {"Y": "rate at {x_i}", "x_i": first, "x_j": second, "X": "for each"}
        assert match_published(fill(form, slots), view) == Match("47", slots)


def test_other_capitals_blanks_and_end_are_forgiven(charts: list[ChartView]) -> None:
    view = charts[0]
    for text in ("what is the type  of chart", "What is the type of chart ?", " WHAT IS THE TYPE OF CHART?? "):
        assert match_published(text, view) == Match("7a", {})
