"""Answers scored: one by one (`score_one`) or all of a data set at once (`tally`), under a named rule."""

from __future__ import annotations

from qa.bench.scoring.rules import score_one
from qa.bench.scoring.tally import Cell, NumberErrors, Tally, tally
from qa.bench.scoring.truths import MISSING, Rule, Score, ScoringError, Truth, answer_type_of

__all__ = [
    "MISSING",
    "Cell",
    "NumberErrors",
    "Rule",
    "Score",
    "ScoringError",
    "Tally",
    "Truth",
    "answer_type_of",
    "score_one",
    "tally",
]
