"""The CHART-Infographics tasks 1 to 6 as measures over pairs of charts.

Definitions: chartinfo.github.io (tasks.html, metrics/metric.tex and the metric scripts beside it) and Davila et al.,
ICDAR 2019, ICPR 2020, ICPR 2022. Where a script differs from the definition the definition is followed, and the task's
module says so. The competition hands each task the gold output of the tasks before; an extraction from pixels has its
own texts, so texts are paired by their place first (`sie.metrics.pairing.pair_texts`), which is the identity where they
are the gold ones.

Every task takes the pairs of a data set and gives a `TaskScore`: a number in [0, 1], or None where no chart has
anything to measure.
"""

from __future__ import annotations

from sie.metrics.infographics.classes import task1, task3
from sie.metrics.infographics.legend import task5
from sie.metrics.infographics.marks import task6a
from sie.metrics.infographics.result import TaskScore
from sie.metrics.infographics.series import task6b
from sie.metrics.infographics.text import task2
from sie.metrics.infographics.ticks import task4

TASKS = {"1": task1, "2": task2, "3": task3, "4": task4, "5": task5, "6a": task6a, "6b": task6b}
"""The measures by the task's number."""

__all__ = ["TASKS", "TaskScore", "task1", "task2", "task3", "task4", "task5", "task6a", "task6b"]
