"""What a task gives."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field


@dataclass(frozen=True)
class TaskScore:
    """The measure of a task over a data set.

    Attributes:
        score: the task's number in [0, 1]; None where there is nothing to measure.
        charts: how many charts were measured.
        details: its parts by name, e.g. `precision`, `recall`, or the F1 of each class.
        by_chart: for measures that are means over charts, each chart's own in the order of the pairs, None where a
            chart has nothing to measure; empty for measures over the whole data set.
    """

    score: float | None
    charts: int
    details: Mapping[str, float] = field(default_factory=dict)
    by_chart: tuple[float | None, ...] = ()


def mean(values: Sequence[float]) -> float | None:
    """The mean, or None of nothing."""
    return sum(values) / len(values) if values else None


def mean_score(by_chart: Sequence[float | None], details: Mapping[str, float] | None = None) -> TaskScore:
    """The mean over the charts that have something to measure."""
    known = [value for value in by_chart if value is not None]
    return TaskScore(mean(known), len(known), dict(details or {}), tuple(by_chart))
