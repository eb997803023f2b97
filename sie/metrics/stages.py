"""Where the score is lost: the table read when ever more stages are given the truth instead of their own result.

A chart is read four times: with nothing given, with the texts given, with the structure given too, with the marks
given too. What the score gains when a stage is given is what that stage lost; what is left is lost by the values
stage. Comparing each stage's own output with its truth was refused: an error that nothing later suffers from would
weigh as much as a wrong axis.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import numpy as np

from sie.artifacts import (
    XY,
    Chart,
    ChartElements,
    ChartStructure,
    ElementAnalysis,
    Legend,
    LegendEntry,
    Raster,
    Series,
    StructureAnalysis,
    TextAnalysis,
)
from sie.metrics.table_score import TableScore, table_score
from sie.vocab import Direction, MarkKind, ScaleType, Side, Stage

if TYPE_CHECKING:
    from sie.options import Options

Measure = Literal["data", "names", "text", "type", "exact"]
ORDER = (Stage.TEXT, Stage.STRUCTURE, Stage.ELEMENTS, Stage.VALUES)


@dataclass(frozen=True)
class StageScores:
    """The scores of one chart: as read, then with the texts, the structure and the marks given, each in addition."""

    read: TableScore
    given_text: TableScore
    given_structure: TableScore
    given_elements: TableScore

    def lost(self, measure: Measure = "data") -> dict[Stage, float]:
        """What each stage lost of a measure; with what was read it sums to 1. Below 0: an error made up for another."""
        steps = [
            getattr(score, measure)
            for score in (self.read, self.given_text, self.given_structure, self.given_elements)
        ]  # fmt: skip
        return {stage: after - before for stage, before, after in zip(ORDER, steps, [*steps[1:], 1.0], strict=True)}


def stage_scores(raster: Raster, text: TextAnalysis, gold: Chart, *, options: Options) -> StageScores:
    """The scores of a picture of one chart whose truth has texts, structure and marks, as CHART-Info gives them.

    Args:
        raster: the picture.
        text: what the text stage read of it.
        gold: the truth, of `sie.io.chartinfo`.
        options: of the stages.

    Raises:
        ValueError: the truth lacks its structure or its marks.
    """
    from sie.structure.analyze import analyze_structure
    from sie.values.interpolate import interpolate_values

    if gold.structure is None or gold.elements is None:
        raise ValueError(f"chart {gold.id}: expected a truth with structure and elements, got a table only")

    def score(structure: StructureAnalysis) -> TableScore:
        return table_score(_charts(raster, structure, options), gold)

    bare = tuple(block.model_copy(update={"role": None}) for block in gold.structure.text)
    true_text = TextAnalysis(blocks=bare, engine="truth")
    true_structure = StructureAnalysis(charts=(known_structure(raster, gold.structure),))
    marks = known_elements(gold.structure, gold.elements)
    true_elements = ElementAnalysis(charts=(with_series(marks, gold.structure, gold.series),))
    return StageScores(
        read=score(analyze_structure(raster, text, options=options.structure)),
        given_text=score(analyze_structure(raster, true_text, options=options.structure)),
        given_structure=score(true_structure),
        given_elements=table_score(interpolate_values(true_structure, true_elements, options=options.values), gold),
    )


def mean_lost(scores: Sequence[StageScores], measure: Measure = "data") -> dict[Stage, float]:
    """What each stage loses on the mean over charts; zeros for none."""
    if not scores:
        return dict.fromkeys(ORDER, 0.0)
    rows = [one.lost(measure) for one in scores]
    return {stage: float(np.mean([row[stage] for row in rows])) for stage in ORDER}


def known_structure(raster: Raster, truth: ChartStructure) -> ChartStructure:
    """A true structure as the structure stage would hand it on: legend keys with their looks, the type left open."""
    legend = truth.legend
    if legend is not None:
        legend = legend.model_copy(update={"entries": tuple(_described(raster, entry) for entry in legend.entries)})
    return truth.model_copy(update={"legend": _or_none(legend), "chart_type": None, "chart_type_fixed": False})


def known_elements(structure: ChartStructure, truth: ChartElements) -> ChartElements:
    """True marks as the elements stage would hand them on: bars with base and end, lines by their vertices."""
    axis = structure.axis(truth.orientation)
    zero = _zero_px(structure, truth.orientation)
    along = 0 if truth.orientation is Direction.HORIZONTAL else 1
    marks = []
    for mark in truth.elements:
        if mark.kind is MarkKind.BAR and not mark.px:
            ends = sorted((mark.box[along], mark.box[along + 2]), key=lambda px: abs(px - zero))
            middle = (mark.box[1 - along] + mark.box[3 - along]) / 2
            places = [(px, middle) if along == 0 else (middle, px) for px in ends]
            marks.append(mark.model_copy(update={"px": {"base": places[0], "end": places[1]}}))
        else:
            marks.append(mark.model_copy(update={"vertices": mark.kind is MarkKind.LINE and axis is not None}))
    return truth.model_copy(update={"chart_id": structure.id, "elements": tuple(marks)})


def with_series(marks: ChartElements, structure: ChartStructure, series: Sequence[Series]) -> ChartElements:
    """The marks, each point that tells no series given that of the data point drawn nearest to it."""
    places = _places(structure, series)
    if not places:
        return marks
    elements = []
    for mark in marks.elements:
        center = mark.px.get("center")
        if mark.kind is MarkKind.POINT and mark.series is None and center is not None:
            near = min(places, key=lambda place: math.dist(place[0], center))
            mark = mark.model_copy(update={"series": near[1]})
        elements.append(mark)
    return marks.model_copy(update={"elements": tuple(elements)})


def _places(structure: ChartStructure, series: Sequence[Series]) -> list[tuple[XY, str]]:
    """Where the points of numeric series are drawn, with the series' ids."""
    from sie.values.scale import px_at

    across, down = structure.axis(Direction.HORIZONTAL), structure.axis(Direction.VERTICAL)
    if across is None or across.fit is None or down is None or down.fit is None:
        return []
    found = []
    for one in series:
        for point in one.points:
            drawn = [(across, point.x), (down, point.y)]
            if all(isinstance(v, int | float) and (v > 0 or axis.scale is not ScaleType.LOG) for axis, v in drawn):
                x = px_at(across.fit, across.scale, float(point.x or 0.0))
                found.append(((x, px_at(down.fit, down.scale, float(point.y or 0.0))), one.id))
    return found


def _zero_px(structure: ChartStructure, direction: Direction) -> float:
    """Where bars begin along the value axis: at its zero, or at the lower edge of the plot area."""
    from sie.values.scale import px_at

    axis = structure.axis(direction)
    if axis is not None and axis.fit is not None and axis.scale is ScaleType.LINEAR:
        return px_at(axis.fit, axis.scale, 0.0)
    plot = structure.plot_area or structure.box
    return plot[0] if direction is Direction.HORIZONTAL else plot[3]


def _or_none(legend: Legend | None) -> Legend | None:
    return legend if legend is not None and legend.entries else None


def _described(raster: Raster, entry: LegendEntry) -> LegendEntry:
    """The entry with what its key shows in the picture; CHART-Info tells only where it is."""
    from sie.structure.legend_glyph import Glyph
    from sie.structure.legend_swatch import describe_glyph, to_hex
    from sie.structure.legend_window import common_color

    if entry.swatch_box is None or entry.label_box is None or entry.color is not None:
        return entry
    x0, y0, x1, y1 = (round(v) for v in entry.swatch_box)
    box = (float(max(0, x0)), float(max(0, y0)), float(max(x1, x0 + 2)), float(max(y1, y0 + 2)))
    around = raster.rgb[max(0, y0 - 3) : y1 + 3, max(0, x0 - 3) : x1 + 3]
    if around.size == 0:
        return entry
    height = entry.label_box[3] - entry.label_box[1]
    side = Side.LEFT if box[0] < entry.label_box[0] else Side.RIGHT
    edge = entry.label_box[0] if side is Side.LEFT else entry.label_box[2]
    swatch = describe_glyph(raster.rgb, Glyph(side, box, edge, common_color(around), False, 1.2 * height))
    return entry.model_copy(
        update={
            "color": to_hex(swatch.color),
            "edge_color": to_hex(swatch.edge_color) if swatch.edge_color else None,
            "hatched": swatch.hatched,
            "has_line": swatch.has_line,
            "has_marker": swatch.has_marker,
            "is_patch": swatch.is_patch,
            "dashed": swatch.dashed,
        }
    )


def _charts(raster: Raster, structure: StructureAnalysis, options: Options) -> tuple[Chart, ...]:
    from sie.elements.analyze import analyze_elements
    from sie.values.interpolate import interpolate_values

    elements = analyze_elements(raster, structure, options=options.elements)
    return interpolate_values(structure, elements, options=options.values)
