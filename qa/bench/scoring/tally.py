"""All answers of a data set scored in one pass: means in total and by group, what could not be read, number errors.

Groups are counted while the truths stream by, so memory holds a cell for each group and eight bytes for each number.
"""

from __future__ import annotations

import math
from array import array
from bisect import bisect_left
from collections import Counter
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType

from qa.bench.scoring.rules import SCORERS
from qa.bench.scoring.truths import MISSING, NO_PREDICTION, Rule, Score, Truth
from qa.template import AnswerType

LISTED = 100
"""This many unreadable or missing answers are named; all are counted."""
ERROR_EDGES = (0.0, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0)
"""Upper ends of the bins of relative errors, the last bin being open."""
ERROR_BINS = ("exact", "<= 1 %", "<= 2 %", "<= 5 %", "<= 10 %", "<= 20 %", "<= 50 %", "<= 100 %", "> 100 %")
_SAME_NUMBER = 1e-9
"""Relative errors below this are rounding: the exact bin."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A group of questions: how many, and the sum of their scores."""

    count: int = 0
    total: float = 0.0

    @property
    def mean(self) -> float | None:
        """The mean score; None of no questions."""
        return self.total / self.count if self.count else None


@dataclass(frozen=True, slots=True)
class NumberErrors:
    """How far numbers were off.

    Attributes:
        bins: numbers by relative error, in the order of `ERROR_BINS`, then `unbounded` (the truth is 0 and the answer
            is not) and `no number` (missing or unreadable).
        l1: mean absolute error; `l2` mean squared error; both of the finite ones, in the units of all axes mixed.
        median_relative: of the finite relative errors.
    """

    bins: Mapping[str, int]
    l1: float | None
    l2: float | None
    median_relative: float | None


Cells = Mapping[str, Cell]


@dataclass(frozen=True, slots=True)
class Tally:
    """The scores of a data set.

    Attributes:
        rule: how they were scored.
        total: all scored questions.
        by_answer_type: keys are `qa.template.AnswerType` values; `by_level`, `by_chart_type`, `by_qid`, `by_chart` by
            the truths' own words, without "".
        edit: mean edit similarity of strings and unranked lists, by answer type (CORRECTED alone).
        numbers: errors of numerical answers (CORRECTED alone).
        unscored: questions that the rule leaves out, by answer type.
        problems: the first `LISTED` answers that could not be read, as (qa_id, problem), in the order of the truths.
        malformed: how many could not be read; `missing` how many questions have no prediction.
        unknown: predictions to no question of the truths.
    """

    rule: Rule
    total: Cell
    by_answer_type: Cells
    by_level: Cells
    by_chart_type: Cells
    by_qid: Cells
    by_chart: Cells
    edit: Cells
    numbers: NumberErrors
    unscored: Mapping[str, int]
    problems: tuple[tuple[str, str], ...]
    malformed: int
    missing: int
    unknown: int

    def worst_charts(self, count: int) -> list[tuple[str, Cell]]:
        """The charts with the lowest means, those with more questions first among equals."""
        return sorted(self.by_chart.items(), key=lambda item: (item[1].mean or 0.0, -item[1].count, item[0]))[:count]

    def as_dict(self) -> dict[str, object]:
        """The tally as JSON values; a mean of no questions is null."""
        groups = ("by_answer_type", "by_level", "by_chart_type", "by_qid", "by_chart", "edit")
        return {
            "rule": self.rule.value,
            "total": _shown(self.total),
            **{name: {key: _shown(cell) for key, cell in getattr(self, name).items()} for name in groups},
            "numbers": {
                "bins": dict(self.numbers.bins),
                "l1": self.numbers.l1,
                "l2": self.numbers.l2,
                "median_relative": self.numbers.median_relative,
            },
            "unscored": dict(self.unscored),
            "problems": [{"qa_id": key, "problem": text} for key, text in self.problems],
            "malformed": self.malformed,
            "missing": self.missing,
            "unknown": self.unknown,
        }


def _shown(cell: Cell) -> dict[str, object]:
    return {"count": cell.count, "mean": cell.mean}


@dataclass(slots=True)
class _Sums:
    """Counts and sums by key, while they grow."""

    counts: Counter[str] = field(default_factory=Counter)
    totals: dict[str, float] = field(default_factory=dict)

    def add(self, key: str, value: float) -> None:
        if key:
            self.counts[key] += 1
            self.totals[key] = self.totals.get(key, 0.0) + value

    def cells(self) -> Cells:
        return MappingProxyType({key: Cell(count, self.totals[key]) for key, count in self.counts.items()})


class _NumberErrors:
    """Number errors while they grow."""

    def __init__(self) -> None:
        self.bins = dict.fromkeys((*ERROR_BINS, "unbounded", "no number"), 0)
        self.l1, self.l2, self.relative = array("d"), array("d"), array("d")

    def add(self, score: Score) -> None:
        details = score.details
        if "l1" not in details:
            self.bins["exact" if score.value == 1.0 else "no number"] += 1
            return
        self.l1.append(details["l1"])
        self.l2.append(details.get("l2", math.inf))
        relative = details.get("relative")
        if relative is None:
            self.bins["unbounded"] += 1
            return
        self.relative.append(relative)
        self.bins[ERROR_BINS[bisect_left(ERROR_EDGES, relative if relative > _SAME_NUMBER else 0.0)]] += 1

    def result(self) -> NumberErrors:
        finite = [value for value in self.l2 if math.isfinite(value)]
        ordered = sorted(self.relative)
        half = len(ordered) // 2
        median = None if not ordered else ordered[half] / 2 + ordered[-half - 1] / 2
        return NumberErrors(MappingProxyType(self.bins), _mean(self.l1), _mean(finite), median)


def _mean(values: Sequence[float]) -> float | None:
    """The mean of numbers of any size; None of none."""
    largest = max(values, default=None)
    if not largest:
        return largest
    return largest * (math.fsum(value / largest for value in values) / len(values))


def tally(rule: Rule, truths: Iterable[Truth], predictions: Mapping[str, object]) -> Tally:
    """The scores of all truths; predictions are JSON values by qa_id.

    A question without a prediction and an answer that cannot be read count as wrong and are listed. A qa_id that
    occurs twice among the truths is scored twice.

    >>> found = tally(Rule.CORRECTED, [Truth("q1", 10, "Numerical"), Truth("q2", "yes", "Binary")], {"q1": "10.2"})
    >>> found.total.mean, found.missing, found.problems
    (0.5, 1, (('q2', 'no prediction'),))
    """
    score_with = SCORERS[rule]
    total, groups = _Sums(), [_Sums() for _ in range(5)]
    edit, numbers = _Sums(), _NumberErrors()
    unscored: Counter[str] = Counter()
    problems: list[tuple[str, str]] = []
    found: Counter[bool] = Counter()
    seen: set[str] = set()
    for truth in truths:
        predicted = predictions.get(truth.qa_id, MISSING)
        seen.add(truth.qa_id)
        score = score_with(truth, predicted)
        if not score.scored:
            unscored[truth.answer_type] += 1
            continue
        value = score.value
        if score.problem is not None:
            found[score.problem == NO_PREDICTION] += 1
            if len(problems) < LISTED:
                problems.append((truth.qa_id, score.problem))
        total.add("all", value)
        keys = (str(truth.answer_type), truth.level, truth.chart_type, truth.qid, truth.chart_id)
        for sums, key in zip(groups, keys, strict=True):
            sums.add(key, value)
        if rule is Rule.CORRECTED:
            if truth.answer_type == AnswerType.NUMERICAL:
                numbers.add(score)
            elif truth.answer_type not in (AnswerType.BINARY, AnswerType.RANKED):
                edit.add(str(truth.answer_type), score.details.get("edit", value))
    by_answer_type, by_level, by_chart_type, by_qid, by_chart = (sums.cells() for sums in groups)
    return Tally(
        rule=rule,
        total=total.cells().get("all", Cell()),
        by_answer_type=by_answer_type,
        by_level=by_level,
        by_chart_type=by_chart_type,
        by_qid=by_qid,
        by_chart=by_chart,
        edit=edit.cells(),
        numbers=numbers.result(),
        unscored=MappingProxyType(dict(unscored)),
        problems=tuple(problems),
        malformed=found[False],
        missing=found[True],
        unknown=_unknown(predictions, seen),
    )


def _unknown(predictions: Mapping[str, object], seen: Container[str]) -> int:
    return sum(key not in seen for key in predictions)
