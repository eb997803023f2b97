"""Whether the numeric axes of figures are right, told by the values that were read through them.

Both axes are right where `SHARE` of the true values were read at their places: a wrong scale leaves hardly any there.
Otherwise an axis is judged by pairs of a read and a true value: of bars, boxes and lines over categories those of one
category and series; of other charts the same quantiles of all values, so that no point need be found again. It is right
where the middle pair agrees to `AGREE` of the span, wrong where it does not but most read values are on a straight line
with the true ones, and unclear otherwise: then marks were misread, or taken for those of another kind of chart. On log
axes all is in logarithms. Judging the ticks themselves was refused, for gold charts do not have them.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations

import numpy as np

from sie.artifacts import FIVE, Axis, Chart, Series, Value
from sie.metrics.calibration.readings import in_read_units, number_of, readings_of
from sie.metrics.table_score import alike
from sie.values.axes import chart_axes
from sie.vocab import AxisRole, ChartFamily, ScaleType, family_of

AGREE = 0.02
"""The tolerance of the gold charts' score, as a part of the span of the true values."""
SHARE = 0.3
SAME_NAME = 0.8
MIN_PAIRS = 3
MOST = 0.8
QUANTILES = np.linspace(0.05, 0.95, 13)
_BY_NAME = (ChartFamily.BAR, ChartFamily.BOX)
_PLAIN = re.compile(r"-?(?:\d+\.?\d*|\.\d+)", re.ASCII)


class AxisVerdict(StrEnum):
    """What became of a numeric axis; FLAGGED and REFUSED said so themselves, whether right or wrong."""

    RIGHT = "right"
    WRONG = "wrong and not flagged"
    FLAGGED = "flagged"
    REFUSED = "refused"
    UNCLEAR = "unclear"


@dataclass(frozen=True)
class JudgedAxis:
    """One numeric axis of a gold chart and its verdict."""

    chart: str
    role: AxisRole
    verdict: AxisVerdict


def judge_axes(name: str, predicted: Chart | None, gold: Chart) -> list[JudgedAxis]:
    """The verdict on each numeric axis of a gold chart; pies have none.

    Args:
        name: of the chart.
        predicted: the chart that was read, None where there is none.
        gold: the true one.
    """
    if gold.chart_type is None or family_of(gold.chart_type) is ChartFamily.PIE:
        return []
    found = []
    for role, scale in ((AxisRole.DEPENDENT, gold.y_scale), (AxisRole.INDEPENDENT, gold.x_scale)):
        if scale is None or scale is ScaleType.CATEGORICAL:
            continue
        found.append(JudgedAxis(name, role, _verdict(predicted, gold, role)))
    return found


def axis_report(judged: Sequence[JudgedAxis]) -> str:
    """One line of counts, with the wrong, flagged, refused and unclear axes by name below it."""
    counts = Counter(one.verdict for one in judged)
    lines = [f"numeric axes: {len(judged)}; " + ", ".join(f"{verdict} {counts[verdict]}" for verdict in AxisVerdict)]
    for verdict in AxisVerdict:
        names = ", ".join(f"{one.chart} ({one.role})" for one in judged if one.verdict is verdict)
        if names and verdict is not AxisVerdict.RIGHT:
            lines.append(f"  {verdict}: {names}")
    return "\n".join(lines)


def _verdict(predicted: Chart | None, gold: Chart, role: AxisRole) -> AxisVerdict:
    axis = _axis_of(predicted, role)
    if predicted is None or axis is None or axis.fit is None:
        return AxisVerdict.REFUSED
    if not axis.fit.certain:
        return AxisVerdict.FLAGGED
    if _share_read(predicted, gold) >= SHARE:
        return AxisVerdict.RIGHT
    if predicted.chart_type is None or gold.chart_type is None:
        return AxisVerdict.UNCLEAR
    if family_of(predicted.chart_type) is not family_of(gold.chart_type):
        return AxisVerdict.UNCLEAR
    gold = in_read_units(gold, predicted)
    log = (gold.y_scale if role is AxisRole.DEPENDENT else gold.x_scale) is ScaleType.LOG
    pairs = [(_place(a, log), _place(b, log)) for a, b in _pairs(predicted, gold, role)]
    known = np.array([pair for pair in pairs if all(math.isfinite(v) for v in pair)])
    if len(known) < MIN_PAIRS or float(np.ptp(known[:, 1])) == 0.0:
        return AxisVerdict.UNCLEAR
    read, true = known.T
    slack = AGREE * float(np.ptp(true))
    if float(np.median(np.abs(read - true))) <= slack:
        return AxisVerdict.RIGHT
    return AxisVerdict.WRONG if _off_straight(read, true) <= slack else AxisVerdict.UNCLEAR


def _share_read(predicted: Chart, gold: Chart) -> float:
    """The part of the true values (of curves: of the read ones) that were read where they are."""
    readings = readings_of(predicted, gold)
    fewest = 0
    if gold.chart_type is not None and family_of(gold.chart_type) is ChartFamily.SCATTER:
        fewest = sum(len(series.points) for series in gold.series)
    return sum(not reading.misread for reading in readings) / max(len(readings), fewest, MIN_PAIRS)


def _axis_of(chart: Chart | None, role: AxisRole) -> Axis | None:
    if chart is None or chart.structure is None or chart.elements is None:
        return None
    axes = chart_axes(chart.structure, chart.elements)
    reader = axes.dependent if role is AxisRole.DEPENDENT else axes.independent
    return None if reader is None else reader.axis


def _place(value: float, log: bool) -> float:
    return value if not log else math.log(value) if value > 0 else math.nan


def _pairs(predicted: Chart, gold: Chart, role: AxisRole) -> list[tuple[float, float]]:
    """Read and true values that belong together."""
    named = gold.x_scale is ScaleType.CATEGORICAL or (gold.chart_type and family_of(gold.chart_type) in _BY_NAME)
    if role is AxisRole.DEPENDENT and named:
        return _by_name(predicted, gold)
    read, true = _values(predicted, role), _values(gold, role)
    if len(read) < MIN_PAIRS or len(true) < MIN_PAIRS:
        return []
    return list(zip(np.quantile(read, QUANTILES).tolist(), np.quantile(true, QUANTILES).tolist(), strict=True))


def _values(chart: Chart, role: AxisRole) -> list[float]:
    points = [point for series in chart.series for point in series.points]
    raw = [point.y if role is AxisRole.DEPENDENT else _number(point.x) for point in points]
    return [value for value in raw if value is not None]


def _number(value: Value | None) -> float | None:
    """A number, also one that stands as a category's name, a date as days."""
    plain = isinstance(value, str) and _PLAIN.fullmatch(value.strip()) is not None
    return float(value) if plain and value is not None else number_of(value)


def _by_name(predicted: Chart, gold: Chart) -> list[tuple[float, float]]:
    """Values of one category and series; a series without a namesake is that whose values are nearest."""
    found = []
    for series in gold.series:
        own = [s for s in predicted.series if series.name and s.name and alike(s.name, series.name) >= SAME_NAME]
        tried = [_same_category(one, series) for one in own or predicted.series]
        tried = [pairs for pairs in tried if pairs]
        if tried:
            found += min(tried, key=lambda pairs: float(np.median([abs(a - b) for a, b in pairs])))
    return found


def _same_category(read: Series, true: Series) -> list[tuple[float, float]]:
    found = []
    for point in true.points:
        same = next((p for p in read.points if alike(str(p.x), str(point.x)) >= SAME_NAME), None)
        for key in ("y", *FIVE) if same is not None else ():
            said, known = getattr(same, key), getattr(point, key)
            if said is not None and known is not None:
                found.append((float(said), float(known)))
    return found


def _off_straight(read: np.ndarray, true: np.ndarray) -> float:
    """Distance, along the true values, of four in five pairs from the line through the two that most are near."""
    best = math.inf
    for i, j in _some(combinations(range(len(read)), 2), 400):
        run = read[j] - read[i]
        if abs(run) > 0.2 * float(np.ptp(read)) > 0:
            told = true[i] + (read - read[i]) * (true[j] - true[i]) / run
            best = min(best, float(np.quantile(np.abs(told - true), MOST)))
    return best


def _some(pairs: Iterable[tuple[int, int]], most: int) -> list[tuple[int, int]]:
    every = list(pairs)
    return every[:: max(1, len(every) // most)]
