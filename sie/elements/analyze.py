"""Visual element detection: from a chart's structure to its marks and the kind of chart they make.

Every family finder proposes its reading of one shared canvas and the strongest is taken (`sie.elements.choose`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from sie.artifacts import (
    XYXY,
    ChartElements,
    ChartStructure,
    Element,
    ElementAnalysis,
    Issue,
    Raster,
    StructureAnalysis,
)
from sie.elements.areas import find_areas
from sie.elements.backdrop import on_background, with_backdrop
from sie.elements.bars import find_bars
from sie.elements.blur import enlargement
from sie.elements.boxplots import find_boxplots
from sie.elements.choose import choose, fixed_type, strength
from sie.elements.errorbars import find_error_bars
from sie.elements.histogram import as_histogram
from sie.elements.hypothesis import Hypothesis
from sie.elements.ink import Canvas, make_canvas
from sie.elements.lines import find_lines
from sie.elements.offsets import is_noisy, with_offset
from sie.elements.pies import find_pie
from sie.elements.points import STRONG, find_points
from sie.elements.points_crowd import crowded_points
from sie.elements.prior import family_prior
from sie.elements.second_axis import on_second_axis
from sie.elements.stems import find_stems
from sie.elements.steps import stepped_histogram
from sie.elements.violins import has_violins
from sie.options import ElementOptions
from sie.vocab import ChartFamily, MarkKind, Stage, family_of

if TYPE_CHECKING:
    from sie.structure.detection import Detection

PLAIN = 0.93
"""Shape and explained ink from which bars are taken without asking the other finders."""
MIN_PLAIN_BARS = 3
MIN_AXIS_TICKS = 3
MIN_PLOT_SIDE = 8.0
"""A plot area with a shorter side has no room for marks."""


def analyze_elements(
    raster: Raster,
    structure: StructureAnalysis,
    *,
    options: ElementOptions,
    detections: Sequence[Detection] | None = None,
) -> ElementAnalysis:
    """The marks of every chart of a figure, in the order of the structure's charts.

    Args:
        raster: the picture that the structure was read from.
        structure: its charts.
        options: how marks are found.
        detections: of a trained detector, used where `options.detector_prior` says; None where none was run.
    """
    return ElementAnalysis(
        charts=tuple(
            analyze_chart(raster, chart, detections=detections if options.detector_prior else None)
            for chart in structure.charts
        )
    )


def analyze_chart(
    raster: Raster, chart: ChartStructure, *, detections: Sequence[Detection] | None = None
) -> ChartElements:
    """The marks of one chart; without a readable kind of chart an issue says so and nothing is invented.

    Detections, where given, are a prior of the chart's family.
    """
    if not _has_room(chart):
        return _nothing(chart, "no-plot-area", "the plot area is too small to hold marks")
    chart = with_backdrop(raster, _with_sound_legend(chart))
    canvas = on_background(make_canvas(raster, chart), chart)
    if not chart.chart_type_fixed and has_violins(canvas):
        return _nothing(chart, "unread-type", "violins are not read")
    prior = family_prior(detections, chart) if detections else None
    chosen = choose(find_hypotheses(canvas, chart, raster), chart, prior=prior)
    if chosen is None:
        return _nothing(chart, "no-marks", "no bars, boxes, points, lines, areas or slices were recognised")
    hypothesis, confidence = on_second_axis(chosen[0], chart, raster), chosen[1]
    found = ChartElements(
        chart_id=chart.id,
        chart_type=fixed_type(hypothesis, chart),
        type_confidence=confidence,
        orientation=hypothesis.orientation,
        stacking=hypothesis.stacking,
        series=hypothesis.series,
        elements=hypothesis.elements + _error_bars(canvas, chart, hypothesis),
        issues=hypothesis.issues,
    )
    noisy = is_noisy(raster)
    return with_offset(found, chart, noisy=noisy, enlarged=enlargement(raster) if noisy else 1.0)


def find_hypotheses(canvas: Canvas, chart: ChartStructure, raster: Raster) -> list[Hypothesis]:
    """Each family's reading of the canvas, those that have one."""
    bars = find_bars(canvas, chart, raster=raster)
    columns = None if bars is None else as_histogram(bars, chart, raster=raster) or bars
    if columns is not None and _is_plain(columns, chart):
        return [columns]
    points = find_points(canvas, chart, raster=raster)
    crowd = crowded_points(canvas, chart) if points is None or points.score < STRONG else None
    if crowd is not None:
        return [crowd]
    lines, areas = find_lines(canvas, chart), find_areas(canvas, chart)
    found = [
        columns,
        find_boxplots(canvas, chart),
        points,
        find_stems(points, canvas, chart),
        _stepped(lines, chart, canvas),
        _stepped(areas, chart, canvas),
        None if _has_axes(chart) else find_pie(canvas, chart, raster=raster),
    ]
    return [h for h in found if h is not None]


def _stepped(curves: Hypothesis | None, chart: ChartStructure, canvas: Canvas) -> Hypothesis | None:
    """Curves or areas as they are, or as a histogram where their edges are staircases on the zero line."""
    return None if curves is None else stepped_histogram(curves, chart, canvas) or curves


def _has_axes(chart: ChartStructure) -> bool:
    """Whether the panel has ticks along both directions, which a pie has not."""
    ticked = {axis.direction for axis in chart.axes if len(axis.ticks) >= MIN_AXIS_TICKS}
    return len(ticked) == 2


def _is_plain(columns: Hypothesis, chart: ChartStructure) -> bool:
    """Whether bars explain (nearly) all ink by themselves: no other reading can be stronger, and each costs time."""
    suits = strength(columns, chart) >= min(columns.score, columns.explained)
    enough = len(columns.elements) >= MIN_PLAIN_BARS
    return enough and suits and columns.score > PLAIN and columns.explained > PLAIN and not chart.chart_type_fixed


def _with_sound_legend(chart: ChartStructure) -> ChartStructure:
    """The chart without a legend that is made of tick labels and marks, which would be masked as legend."""
    if chart.legend is None or chart.plot_area is None:
        return chart
    ticks = {tick.text_id for axis in chart.axes for tick in axis.ticks if tick.text_id is not None}
    wrong = 0
    for entry in chart.legend.entries:
        parted = entry.swatch_box is not None and entry.label_box is not None
        across = parted and _within(entry.swatch_box, chart.plot_area) and not _within(entry.label_box, chart.plot_area)
        wrong += bool(ticks.intersection(entry.text_ids)) or across
    return chart.model_copy(update={"legend": None}) if 2 * wrong >= len(chart.legend.entries) else chart


def _within(box: XYXY | None, area: XYXY) -> bool:
    if box is None:
        return False
    x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    return area[0] <= x <= area[2] and area[1] <= y <= area[3]


def _error_bars(canvas: Canvas, chart: ChartStructure, hypothesis: Hypothesis) -> tuple[Element, ...]:
    """The error bars of bars and points, unless the finder has already told them."""
    family = family_of(hypothesis.chart_type)
    told = any(element.kind is MarkKind.ERROR_BAR for element in hypothesis.elements)
    if told or family not in (ChartFamily.BAR, ChartFamily.SCATTER, ChartFamily.LINE):
        return ()
    return find_error_bars(canvas, chart, hypothesis.elements, direction=hypothesis.orientation)


def _has_room(chart: ChartStructure) -> bool:
    box = chart.plot_area or chart.box
    return min(box[2] - box[0], box[3] - box[1]) >= MIN_PLOT_SIDE


def _nothing(chart: ChartStructure, code: str, message: str) -> ChartElements:
    issue = Issue(stage=Stage.ELEMENTS, code=code, message=message, box=chart.plot_area or chart.box)
    return ChartElements(chart_id=chart.id, chart_type=None, type_confidence=0.0, issues=(issue,))
