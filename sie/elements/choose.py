"""Which family's reading of a plot area is taken, by the ink it explains, its shapes and the axes' scales."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import compress

import numpy as np

from sie.artifacts import Axis, ChartStructure
from sie.elements.hypothesis import Hypothesis
from sie.elements.prior import Prior
from sie.values.axes import AxisReader
from sie.values.barsteps import BarSpan, cover_dates
from sie.vocab import ChartFamily, ChartType, Direction, MarkKind, ScaleType, family_of

AT_TICK = 0.12
"""How far a mark's middle may be from its tick, as a part of the ticks' spacing."""
MIN_AT_TICKS = 3
MIN_DOTS = 15
"""So many points, and as strong a reading as this, are points even if curves explain as much: a fitted line crosses
them."""
STRONG_DOTS = 0.85
TIE = 0.05
FAULTLESS = 0.97
NEAR_BARS = 0.15
MIN_BARS = 6
"""So many bars of this score are bars, if curves are no stronger than by this part."""
NEAR_LINES = 0.1
MOSTLY_EXPLAINED = 0.9
"""Named curves that explain this part of the ink may be weaker by that part."""
NO_AXIS = 0.9
"""What points keep where one direction has no axis."""
MIN_EXPLAINED = 0.08
"""A reading of less of the ink is none."""
NEARLY = 0.2
"""A reading weaker than the strongest by less than this part is nearly as strong."""
PRIOR_WEIGHT = 0.4
"""How much the prior may lift a sure family above an impossible one."""
MISNAMED_COST = 0.2
"""How much weaker points are that the legend shows as lines without markers."""
UNNAMED_COST = 0.2
"""What a reading loses where none of its series has a name, though the legend has several."""
MIN_STRENGTH = 0.12
"""A reading weaker than this is no reading: the picture is not a chart that we know."""


def choose(
    hypotheses: Sequence[Hypothesis], chart: ChartStructure, *, prior: Prior | None = None
) -> tuple[Hypothesis, float] | None:
    """The strongest hypothesis and its confidence (0 to 1), or None where none is strong enough.

    A chart type that a person fixed is honoured: only hypotheses of its family are looked at, if there are any.

    Args:
        hypotheses: each family's reading.
        chart: its structure.
        prior: how likely each family is; it reorders readings nearly as strong as the strongest.
    """
    wanted = chart.chart_type if chart.chart_type_fixed else None
    kept = [h for h in hypotheses if wanted is None or family_of(h.chart_type) is family_of(wanted)] or list(hypotheses)
    kept = [h for h in kept if h.explained >= MIN_EXPLAINED or wanted is not None]
    ranked = _points_first(sorted(((strength(h, chart), h) for h in kept), key=lambda pair: -pair[0]))
    if prior is not None and ranked:
        ranked = _reordered(ranked, prior)
    ranked = _lines_first(ranked, chart)
    ranked = _bars_first(ranked)
    if not ranked or (ranked[0][0] < MIN_STRENGTH and wanted is None):
        return None
    best, second = ranked[0][0], max((pair[0] for pair in ranked[1:]), default=0.0)
    confidence = 1.0 if wanted else max(0.3, min(0.99, 0.6 + (best - second)))
    return ranked[0][1], confidence


def _lines_first(ranked: list[tuple[float, Hypothesis]], chart: ChartStructure) -> list[tuple[float, Hypothesis]]:
    """The readings, first curves that a legend of mostly lines all names.

    They must be the strongest by their shapes, or explain nearly all ink and be nearly the strongest: fitted lines
    leave the points that they fit unexplained.
    """
    entries = chart.legend.entries if chart.legend is not None and not chart.legend.direct else ()
    if not ranked or 2 * sum(entry.has_line for entry in entries) <= len(entries):
        return ranked
    best = max(value for value, _ in ranked)
    for pair in ranked:
        value, reading = pair
        named = len(reading.series) == len(entries) and all(marks.name is not None for marks in reading.series)
        enough = 1 - NEAR_LINES if reading.explained >= MOSTLY_EXPLAINED else 1.0
        if reading.chart_type is ChartType.LINE and named and value >= enough * best:
            return [pair, *(other for other in ranked if other is not pair)]
    return ranked


def _points_first(ranked: list[tuple[float, Hypothesis]]) -> list[tuple[float, Hypothesis]]:
    """The readings, a strong one of many points before unnamed curves that are hardly stronger."""
    if len(ranked) < 2:
        return ranked
    (best, curves), (second, points) = ranked[0], ranked[1]
    told = any(marks.name is not None for marks in curves.series)
    tie = curves.chart_type is ChartType.LINE and not told and second >= (1 - TIE) * best
    return [ranked[1], ranked[0], *ranked[2:]] if _many_dots(points) and tie else ranked


def _many_dots(reading: Hypothesis) -> bool:
    return (
        reading.chart_type is ChartType.SCATTER and reading.score >= STRONG_DOTS and len(reading.elements) >= MIN_DOTS
    )


def _bars_first(ranked: list[tuple[float, Hypothesis]]) -> list[tuple[float, Hypothesis]]:
    """The readings, one of many faultless bars before unnamed curves that are little stronger.

    Curves can be traced along the outlines of bars, and over the density that crosses them; no curve makes such bars.
    """
    if len(ranked) < 2:
        return ranked
    (best, curves), (second, bars) = ranked[0], ranked[1]
    told = any(marks.name is not None for marks in curves.series)
    solid = family_of(bars.chart_type) in (ChartFamily.BAR, ChartFamily.HISTOGRAM) and bars.score >= FAULTLESS
    near = curves.chart_type is ChartType.LINE and not told and second >= (1 - NEAR_BARS) * best
    return [ranked[1], ranked[0], *ranked[2:]] if solid and near and len(bars.elements) >= MIN_BARS else ranked


def _reordered(ranked: list[tuple[float, Hypothesis]], prior: Prior) -> list[tuple[float, Hypothesis]]:
    """The readings, those nearly as strong as the strongest ordered by strength and prior together.

    Box plots stay: geometry knows them better than the detector, which takes their halves for bars. Curves do not pass
    many sure points.
    """
    best, first = ranked[0]
    if family_of(first.chart_type) is ChartFamily.BOX:
        return ranked
    limit = (1 - NEARLY) * best
    barred = ChartType.LINE if _many_dots(first) else None
    close = [value >= limit and reading.chart_type is not barred for value, reading in ranked]

    def weighed(pair: tuple[float, Hypothesis]) -> float:
        return pair[0] * (1 - PRIOR_WEIGHT / 2 + PRIOR_WEIGHT * prior.get(family_of(pair[1].chart_type), 0.0))

    lifted = sorted(compress(ranked, close), key=lambda pair: -weighed(pair))
    return [*lifted, *(pair for pair, lift in zip(ranked, close, strict=True) if not lift)]


def strength(hypothesis: Hypothesis, chart: ChartStructure) -> float:
    """Shape evidence times explained ink, moved by what axes and legend suggest; about 0 to 1.3."""
    shape = hypothesis.score * (0.4 + 0.6 * hypothesis.explained)
    return (
        shape * _axes_factor(hypothesis, chart) * _legend_factor(hypothesis, chart) * _names_factor(hypothesis, chart)
    )


def _axes_factor(hypothesis: Hypothesis, chart: ChartStructure) -> float:
    """How well the axes' scales suit: categories stand below bars and boxes, numbers on both sides of a scatter."""
    family = family_of(hypothesis.chart_type)
    if family is ChartFamily.PIE:
        return 1.0 if len(chart.axes) < 2 else 0.6
    upright = hypothesis.orientation is Direction.VERTICAL
    independent = chart.axis(Direction.HORIZONTAL if upright else Direction.VERTICAL)
    dependent = chart.axis(Direction.VERTICAL if upright else Direction.HORIZONTAL)
    factor = 1.0
    if dependent is not None and dependent.scale is ScaleType.CATEGORICAL:
        factor *= 0.5
    categorical = independent is not None and (
        independent.scale is ScaleType.CATEGORICAL
        or _stand_at_ticks(hypothesis, independent)
        or _cover_dates(hypothesis, independent)
    )
    if family is ChartFamily.SCATTER:
        factor *= 0.6 if categorical else NO_AXIS if independent is None else 1.0
    elif family is ChartFamily.BAR or (family is ChartFamily.BOX and independent is not None):
        factor *= 1.1 if categorical else 0.9  # one box needs no name
    elif family is ChartFamily.HISTOGRAM:
        factor *= 0.7 if categorical else 1.0
    return factor


def _stand_at_ticks(hypothesis: Hypothesis, axis: Axis) -> bool:
    """Whether bars or boxes stand at the ticks of a numeric axis, one at (nearly) each: years as names."""
    kinds = {ChartFamily.BAR: MarkKind.BAR, ChartFamily.BOX: MarkKind.BOX}
    kind = kinds.get(family_of(hypothesis.chart_type))
    places = np.array([tick.px for tick in axis.ticks])
    low = 0 if axis.direction is Direction.HORIZONTAL else 1
    marks = [(e.box[low] + e.box[low + 2]) / 2 for e in hypothesis.elements if e.kind is kind]
    if len(places) < MIN_AT_TICKS or not MIN_AT_TICKS <= len(marks) <= 1.3 * len(places) + 1:
        return False
    off = np.abs(np.array(marks)[:, None] - places[None]).min(axis=1)
    return bool((off <= AT_TICK * float(np.median(np.abs(np.diff(np.sort(places)))))).mean() >= 0.8)


def _cover_dates(hypothesis: Hypothesis, axis: Axis) -> bool:
    """Whether bars each cover a year or another span of the calendar, which names them."""
    if hypothesis.chart_type is not ChartType.VERTICAL_BAR:
        return False
    spans = [BarSpan(e.box[0], e.box[2]) for e in hypothesis.elements if e.kind is MarkKind.BAR]
    return cover_dates(spans, AxisReader(axis))


def _legend_factor(hypothesis: Hypothesis, chart: ChartStructure) -> float:
    """How well the legend's swatches suit: patches for fills, lines and markers for curves and points."""
    entries = chart.legend.entries if chart.legend is not None and not chart.legend.direct else ()
    if not entries:
        return 1.0
    patches = sum(entry.is_patch for entry in entries) / len(entries)
    lines = sum(entry.has_line for entry in entries) / len(entries)
    markers = sum(entry.has_marker and not entry.has_line for entry in entries) / len(entries)
    family = family_of(hypothesis.chart_type)
    if family in (ChartFamily.BAR, ChartFamily.BOX, ChartFamily.AREA, ChartFamily.HISTOGRAM, ChartFamily.PIE):
        return 1.0 + 0.1 * patches - 0.15 * lines
    if family is ChartFamily.LINE:
        return 1.0 + 0.15 * lines - 0.15 * patches
    bare = {entry.id for entry in entries if entry.has_line and not entry.has_marker}
    misnamed = sum(marks.legend_entry in bare for marks in hypothesis.series) / max(len(hypothesis.series), 1)
    return 1.0 + 0.15 * markers - 0.15 * lines - MISNAMED_COST * misnamed


def _names_factor(hypothesis: Hypothesis, chart: ChartStructure) -> float:
    """Less where the legend names several series and the reading has others: they are seldom real."""
    entries = chart.legend.entries if chart.legend is not None and not chart.legend.direct else ()
    if len(entries) < 2 or len(hypothesis.series) < 2:
        return 1.0
    unnamed = sum(marks.name is None for marks in hypothesis.series)
    return 1.0 - UNNAMED_COST * unnamed / len(hypothesis.series)


def fixed_type(hypothesis: Hypothesis, chart: ChartStructure) -> ChartType:
    """The chart type to report: the one a person fixed, else the hypothesis' own."""
    if chart.chart_type_fixed and chart.chart_type is not None:
        return chart.chart_type
    return hypothesis.chart_type
