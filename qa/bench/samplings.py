"""The five samplings of RealCQA (Ahmed et al., ICDAR 2023, section 4): which of a data set's questions are scored.

S1 all; S2 charts with at least K questions; S3 charts with at most L; S4 both; S5 at random at most 150 questions of a
template about a chart. K is where the lowest tenth of the charts ends by their counts of questions, L where the highest
tenth begins, unless given.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeVar

FLAT = 150
TENTH = 0.1

Q = TypeVar("Q")


class Sampling(StrEnum):
    """Which questions are taken."""

    S1 = "S1"
    S2 = "S2"
    S3 = "S3"
    S4 = "S4"
    S5 = "S5"


@dataclass(frozen=True)
class Thresholds:
    """The numbers of a sampling; None is read off the data.

    Attributes:
        least: K, questions a chart must have (S2, S4).
        most: L, questions a chart may have (S3, S4).
        flat: questions of one template about one chart (S5).
        seed: of the draw (S5).
    """

    least: int | None = None
    most: int | None = None
    flat: int = FLAT
    seed: int = 0


def thresholds_of(counts: Sequence[int], given: Thresholds) -> Thresholds:
    """The thresholds with K and L read off the counts of questions by chart.

    K is the count below which at most a tenth of the charts lie, L the count above which at most a tenth lie.
    """
    ordered = sorted(counts)
    if not ordered:
        return given
    cut = math.floor(TENTH * len(ordered))
    least = given.least if given.least is not None else ordered[cut]
    most = given.most if given.most is not None else ordered[-1 - cut]
    return Thresholds(least, most, given.flat, given.seed)


def sample(
    questions: Mapping[str, Sequence[Q]], sampling: Sampling, given: Thresholds, template_of: Callable[[Q], str]
) -> tuple[dict[str, list[Q]], Thresholds]:
    """The questions of each chart that a sampling takes, in their order, and the thresholds used."""
    used = thresholds_of([len(items) for items in questions.values() if items], given)
    if sampling is Sampling.S5:
        return {chart: _flat(chart, items, used, template_of) for chart, items in questions.items()}, used
    low = used.least if sampling in (Sampling.S2, Sampling.S4) else None
    high = used.most if sampling in (Sampling.S3, Sampling.S4) else None
    kept = {
        chart: list(items)
        for chart, items in questions.items()
        if (low is None or len(items) >= low) and (high is None or len(items) <= high)
    }
    return kept, used


def _flat(chart: str, items: Sequence[Q], used: Thresholds, template_of: Callable[[Q], str]) -> list[Q]:
    by_template: dict[str, list[int]] = {}
    for place, item in enumerate(items):
        by_template.setdefault(template_of(item), []).append(place)
    taken: list[int] = []
    for template, places in by_template.items():
        if len(places) > used.flat:
            places = random.Random(f"{used.seed}/{chart}/{template}").sample(places, used.flat)
        taken += places
    return [items[place] for place in sorted(taken)]
