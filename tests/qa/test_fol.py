"""Formulas are printed three ways and mean what they say."""

from __future__ import annotations

import pytest

from qa.catalogue import TEMPLATES
from qa.chartview import views
from qa.errors import FormulaError
from qa.fol import Structure, evaluate, to_latex, to_smtlib, to_text, translate
from qa.fol.syntax import Apply, Comparison, Formula, Real, Slot, Sort
from qa.random_charts import make_charts
from qa.template import AnswerType
from sie.vocab import ChartType


def test_maximum_becomes_a_quantifier() -> None:
    formula = translate(TEMPLATES["65"].plan)
    expected = "forall x: Place. has_y(the_series, x) -> (y(the_series, x_i) + y(the_series, x_j)) > y(the_series, x)"
    assert to_text(formula) == expected


def test_latex_of_a_lookup() -> None:
    formula = translate(TEMPLATES["62"].plan)
    assert to_latex(formula) == "y(L, x_{i}) < y(L, x_{j})"


@pytest.mark.parametrize("qid", [qid for qid, t in TEMPLATES.items() if t.answer_type is AnswerType.BINARY])
def test_binary_template_is_a_formula(qid: str) -> None:
    assert isinstance(translate(TEMPLATES[qid].plan), Formula)


@pytest.mark.parametrize("qid", TEMPLATES)
def test_smtlib_script_is_balanced_and_declares_its_symbols(qid: str) -> None:
    script = to_smtlib(translate(TEMPLATES[qid].plan))
    code = "\n".join(line for line in script.splitlines() if not line.startswith(";"))
    depth, quoted, barred = 0, False, False
    for letter in code:
        quoted = quoted != (letter == '"' and not barred)
        barred = barred != (letter == "|" and not quoted)
        if not quoted and not barred:
            depth += {"(": 1, ")": -1}.get(letter, 0)
            assert depth >= 0
    assert depth == 0
    assert script.startswith("(set-logic ALL)")
    assert "(check-sat)" in script


def test_entities_are_not_ordered() -> None:
    with pytest.raises(FormulaError, match="= or != between entities"):
        Comparison("<", Slot("L", Sort.SERIES), Slot("L1", Sort.SERIES))


def test_undefined_terms_make_undefined_truths() -> None:
    tables = make_charts((ChartType.VERTICAL_BAR,), 1, single=True)
    structure = Structure(next(iter(views(tables).values())))
    value = Apply("y", (Slot("L", Sort.SERIES), Slot("x_i", Sort.PLACE)))
    assert evaluate(Comparison(">", value, Real(0)), structure, {"L": "nobody", "x_i": "nowhere"}) is None
