"""Extraction measured on gold charts: the table score, RMS, RNSS and the CHART-Infographics tasks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from statistics import fmean

from qa.bench.figures import Predicted
from qa.generation.gold import GoldChart, GoldFolder
from qa.loading import Problem
from sie.artifacts import Chart
from sie.metrics.infographics import TASKS
from sie.metrics.pairing import ChartPair, pair_charts, texts_of
from sie.metrics.rms import rms
from sie.metrics.rnss import rnss
from sie.metrics.table_score import MEASURES, TableScore, table_score

COLUMNS = (*MEASURES, "rms", "rms_precision", "rms_recall", "rnss")
_TEXTLESS = ("1", "6b")
"""The tasks that a gold table without text and boxes can be measured by."""


@dataclass(frozen=True)
class ChartRow:
    """The figures of one chart, by the names in `COLUMNS`."""

    name: str
    chart_type: str
    values: dict[str, float]
    note: str = ""


@dataclass
class ChartsRun:
    """Every chart's figures and the tasks' scores with the number of charts behind each; what went wrong."""

    rows: list[ChartRow] = field(default_factory=list)
    tasks: dict[str, tuple[float | None, int]] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)

    def means(self, chart_type: str | None = None) -> dict[str, float]:
        """The mean of each figure over all charts, or over those of a type."""
        rows = [row for row in self.rows if chart_type in (None, row.chart_type)]
        return {key: fmean(row.values[key] for row in rows) for key in COLUMNS} if rows else {}

    @property
    def chart_types(self) -> list[str]:
        """The gold charts' types, sorted."""
        return sorted({row.chart_type for row in self.rows})

    def worst(self, count: int) -> list[ChartRow]:
        """The charts with the lowest data score, by RMS among equals."""
        return sorted(self.rows, key=lambda row: (row.values["data"], row.values["rms"], row.name))[:count]


def score_gold(gold: GoldFolder, predicted: Predicted) -> ChartsRun:
    """The figures of every gold chart; one without a prediction counts 0."""
    run = ChartsRun(problems=[*gold.problems, *predicted.problems])
    reasons = {problem.source: problem.message for problem in predicted.problems}
    pairs: list[ChartPair] = []
    for chart in gold.charts:
        charts = _predicted_charts(predicted, chart)
        run.rows.append(_row(chart, charts, reasons.get(chart.name, "" if charts else "no chart found")))
        pairs += _pairs(predicted, chart, charts)
    told = [pair for pair in pairs if texts_of(pair.gold)]
    for number, measure in TASKS.items():
        score = measure(pairs if number in _TEXTLESS else told)
        run.tasks[number] = (score.score, score.charts)
    return run


def _predicted_charts(predicted: Predicted, chart: GoldChart) -> tuple[Chart, ...]:
    figure = predicted.figures.get(chart.name)
    return figure.charts if figure is not None else ()


def _pairs(predicted: Predicted, chart: GoldChart, charts: Sequence[Chart]) -> list[ChartPair]:
    figure = predicted.figures.get(chart.name)
    width, height = (figure.image.width, figure.image.height) if figure is not None else (0, 0)
    return pair_charts(charts, chart.figure.charts, width=width, height=height)


def _row(chart: GoldChart, charts: Sequence[Chart], note: str) -> ChartRow:
    scores = [_scored(charts, chart, place) for place in range(len(chart.figure.charts))]
    values = {key: fmean(getattr(score, key) for score in scores) for key in MEASURES}
    mapped = rms(charts, chart.figure.charts)
    values |= {"rms": mapped.f1, "rms_precision": mapped.precision, "rms_recall": mapped.recall}
    values["rnss"] = rnss(charts, chart.figure.charts)
    return ChartRow(chart.name, str(chart.chart.chart_type or "unknown"), values, note)


def _scored(charts: Sequence[Chart], gold: GoldChart, place: int) -> TableScore:
    """The table score of one gold chart: of a figure of several, against the chart in its place."""
    if len(gold.figure.charts) == 1:
        return table_score(charts, gold.chart)
    partner = pair_charts(charts, gold.figure.charts)[place].predicted
    return table_score((partner,) if partner is not None else (), gold.figure.charts[place])


def as_dicts(rows: Iterable[ChartRow]) -> list[dict[str, object]]:
    """The rows as JSON values."""
    return [{"name": row.name, "chart_type": row.chart_type, **row.values, "note": row.note} for row in rows]
