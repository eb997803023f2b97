"""One answer under one rule."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from qa.bench.scoring.corrected import score_corrected
from qa.bench.scoring.published import score_published
from qa.bench.scoring.relaxed import score_relaxed
from qa.bench.scoring.truths import Rule, Score, Truth

SCORERS: dict[Rule, Callable[[Truth, object], Score]] = {
    Rule.CORRECTED: score_corrected,
    Rule.PUBLISHED: score_published,
    Rule.RELAXED: score_relaxed,
    Rule.PLOTQA: partial(score_relaxed, rule=Rule.PLOTQA),
}
"""What scores an answer, by rule."""


def score_one(rule: Rule, truth: Truth, predicted: object) -> Score:
    """The score of a prediction, which is a JSON value or `MISSING`; never raises for what a prediction holds.

    >>> score_one(Rule.CORRECTED, Truth("q1", -100.0, "Numerical"), "95").value
    0.0
    >>> score_one(Rule.PUBLISHED, Truth("q1", -100.0, "Numerical"), "95").value
    1.0
    """
    return SCORERS[rule](truth, predicted)
